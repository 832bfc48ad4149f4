#!/usr/bin/env python3
"""Feeds tpatch inputs of n, 2n and 4n, and fails where work or memory grows faster than the input.

usage: run.py [--long] [--callgrind] [--keep] [--jobs N] [--stride N] TPATCH [CASE...]

TPATCH is the build that counts its work (tests/scaling/count.c, `make scaling`), or with --callgrind any build: then instructions count,
the libraries' too, and no memory. What a run takes more on 4n than on 2n is held against what it takes more on 2n than on n: 2 is linear,
2.1 or so is n log n, 4 is a square. --long takes inputs 16 times as large. --stride N takes each Nth of the cases that are to pass.

The cases of known.py are known to be worse. They must fail: one that passes counts as failed until it is taken off the list, so that the list stays
true. Ends with "scaling: N passed, N failed".
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases  # noqa: E402
import cases_later  # noqa: E402,F401
import known  # noqa: E402

MOST = 2.5
TIMEOUT = 30
# Below these a step is lost among what any run takes.
LEAST_WORK, LEAST_BYTES, LEAST_INSTRUCTIONS = 300000, 200000, 1000000


class Broken(Exception):
    """A command ended otherwise than it had to."""


class Tree:
    """One scratch folder: a tree, patch sets, other files; and what each command took."""

    def __init__(self, tpatch, folder, callgrind):
        self.tpatch, self.folder, self.callgrind = tpatch, folder, callgrind
        self.root, self.sets = os.path.join(folder, "tree"), os.path.join(folder, "sets")
        self.taken = {}
        os.makedirs(self.root)
        os.makedirs(self.sets)
        self.write("demo.txt", "1.0.0\n")
        self.other("sets/project.yaml", cases.PROJECT)

    def write(self, name, content):
        return self.other(os.path.join("tree", name), content)

    def other(self, name, content):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def set(self, *rules, head=cases.SET):
        self.other("sets/set.yaml", head + "".join(rules))

    def run(self, *arguments, codes=(0, 1, 3), sets=True, label=None, counted=True):
        """Runs tpatch; what it took is remembered under `label`, which is the arguments' first word by default."""
        counts = os.path.join(self.folder, "counts")
        evaluates = arguments[0] in ("check", "apply", "plan", "export", "explain") and not self.callgrind
        command = [self.tpatch, *arguments, *(["-j1"] if evaluates else []), *(["--root", self.root, "--patchsets", self.sets] if sets else [])]
        if self.callgrind and counted:
            command[:0] = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        run = subprocess.run(command, capture_output=True, cwd=self.folder, check=False, stdin=subprocess.DEVNULL, timeout=TIMEOUT,
                             env=dict(os.environ, TPATCH_COUNT=counts))
        if run.returncode not in codes:
            raise Broken("%s: exit %d: %s" % (" ".join(arguments), run.returncode, run.stderr[:400].decode(errors="backslashreplace")))
        if not counted:
            return run.stdout
        if self.callgrind:
            found = re.search(rb"refs:\s+([\d,]+)", run.stderr)
            self.taken[label or arguments[0]] = (int(found.group(1).replace(b",", b"")), 0)
            return run.stdout
        with open(counts, encoding="ascii") as file:
            self.taken[label or arguments[0]] = tuple(int(word) for word in file.read().split("\n")[-2].split())
        return run.stdout


def judge(steps, least, is_peak):
    """The ratio of the second step to the first, or None where there is nothing to see."""
    first, second = steps[1] - steps[0], steps[2] - steps[1]
    if second < least:
        return None
    # Of a peak, what any run takes hides the small inputs; so it does of work where the first step is small. Then the whole must not grow so.
    return steps[2] / steps[1] if is_peak or first < least / 3 else second / first


def run_case(name, options):
    function, size = cases.all_cases()[name]
    size *= 16 if options.long else 1
    taken = []
    lines = []
    worst = 0
    try:
        for factor in (1, 2, 4):
            folder = os.path.realpath(tempfile.mkdtemp(prefix="scaling-"))
            tree = Tree(options.tpatch, folder, options.callgrind)
            try:
                function(tree, size * factor)
            finally:
                if not options.keep:
                    shutil.rmtree(folder, ignore_errors=True)
            taken.append(tree.taken)
        for label in taken[0]:
            kinds = (("instructions", LEAST_INSTRUCTIONS),) if options.callgrind else (("work", LEAST_WORK), ("bytes", LEAST_BYTES))
            for index, (kind, least) in enumerate(kinds):
                steps = [run[label][index] for run in taken]
                ratio = judge(steps, least, kind == "bytes")
                worst = max(worst, ratio or 0)
                if ratio and (ratio > MOST or options.verbose):
                    lines.append("    %-24s %-12s %s: the steps' ratio is %.2f" % (label, kind, ", ".join(format(n, ",") for n in steps), ratio))
    except subprocess.TimeoutExpired as error:
        worst = 99
        lines.append("    %s: had not ended after %d s" % (" ".join(error.cmd[1:4]), TIMEOUT))
    except Exception as error:  # pylint: disable=broad-except # the others are to be run
        worst = 99
        lines.append("    " + (str(error) if isinstance(error, Broken) else traceback.format_exc()))
    verdict = "FAILED" if worst > MOST else "passed"
    if name in known.KNOWN and not options.long:
        lines.append("    known: " + known.KNOWN[name] if worst > MOST else "    grows no faster than its input: take it off tests/scaling/known.py")
        verdict = "known" if worst > MOST else "FAILED"
    return verdict, "\n".join(["%-7s %-44s n = %d, at most %.2f" % (verdict, name, size, worst), *lines])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--callgrind", action="store_true")
    parser.add_argument("--keep", action="store_true", help="keep the scratch folders")
    parser.add_argument("--verbose", action="store_true", help="show what all commands took")
    parser.add_argument("--stride", type=int, default=0, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("tpatch")
    parser.add_argument("cases", nargs="*", help="a part of a case's name")
    options = parser.parse_intermixed_args()
    options.tpatch = os.path.abspath(options.tpatch)
    names = [name for name in cases.all_cases() if not options.cases or any(word in name for word in options.cases)]
    if options.stride:
        names = [name for name in names if name not in known.KNOWN][::options.stride]
    if not names:
        raise SystemExit("run.py: no such case")
    unheard = sorted(set(known.KNOWN) - set(cases.all_cases()))
    if unheard:
        raise SystemExit("known.py: no such case: " + " ".join(unheard))
    failed = n_known = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for verdict, text in pool.map(lambda name: run_case(name, options), names):
            print(text, flush=True)
            failed += verdict == "FAILED"
            n_known += verdict == "known"
    if n_known:
        print("%d of these are known to grow faster than their input, and do" % n_known)
    print("scaling: %d passed, %d failed" % (len(names) - failed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
