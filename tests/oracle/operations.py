#!/usr/bin/env python3
"""Makes random edits in real code by every operation on code, and asks other judges whether that was done, and only that.

usage: operations.py [--seconds N | --cases N] [--seed N] [--jobs N] [--show] TPATCH [FOLDER...]

Draws a file below the folders (default: this repository's own), a place in it and a template of an edit, fills the template in with code from that place,
and lets tpatch apply that rule to a copy of the file, sometimes with CRLF. What comes out is judged by

    Python   CPython's ast: the edit is made on the tree of the old text by ast alone, and the tree of the new text must be the same
    CMake    cmake accepts the new text where it accepted the old one; its tokens are the old ones but for what the edit says
    C        clang's lexer sees the same tokens, but for what the edit says
    TOML     CPython's tomllib: the edit is made on what it reads of the old text, and the new text must read the same
    shell    bash -n accepts the new text where it accepted the old one; its lines are the old ones but for what the edit says

A second run must find nothing to do. A rule that does not fit is counted as refused, with the first words of the reason; the file must then be as it was.
What differs is printed with its seed: `--seed N --cases 1` with the same folders makes it again. Cases are counted with those whose file has no place for
the template. Exit code: 0 when nothing differs.
"""
import argparse
import collections
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time

from operations_common import Skip, unified
from operations_python import PYTHON, judge_python
from operations_toml import TOML, judge_toml
from operations_tokens import C, CMAKE, SHELL, judge_c, judge_cmake, judge_shell

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
FOLDERS = ["tests", "engine", "driver"]
MAX_BYTES = 60_000
ROUND = 64  # cases between two looks at the clock
PROJECT = """tpatch: 1
project: demo
summary: A project of this test
markers: [demo.txt]
version-file: demo.txt
tag-prefixes: [v]
"""
SET = """tpatch: 1
name: demo-1
summary: One rule
target: {project: demo, versions: "1.*"}
rules:
  - id: the-rule
    title: Do what this case is about
    why: The case needs it.
    files: %s
    language: %s
    edits:
"""

Language = collections.namedtuple("Language", "files templates judge name needs weight")
LANGUAGES = {
    "python": Language(re.compile(r".*\.py\Z"), PYTHON, judge_python, "x.py", None, 6),
    "cmake": Language(re.compile(r"(.*\.cmake|CMakeLists\.txt)\Z"), CMAKE, judge_cmake, "x.cmake", "cmake", 3),
    "c": Language(re.compile(r".*\.(c|cc|cpp|h|hpp|cu|cuh)\Z"), C, judge_c, "x.cc", "clang", 3),
    "toml": Language(re.compile(r".*\.toml\Z"), TOML, judge_toml, "x.toml", None, 1),
    "shell": Language(re.compile(r".*\.(sh|bash)\Z"), SHELL, judge_shell, "x.sh", "bash", 1),
}
Result = collections.namedtuple("Result", "seed label outcome problem path rule diff")


def files_by_language(folders):
    """The files of each language that can be judged on this machine."""
    out = {}
    for name, language in LANGUAGES.items():
        if language.needs and not shutil.which(language.needs):
            print("%s is not here: nothing in %s is tried" % (language.needs, name))
        else:
            out[name] = []
    for folder in folders:
        for base, dirs, names in os.walk(folder):
            dirs.sort()
            for file_name in sorted(names):
                path = os.path.join(base, file_name)
                for name in out:
                    if LANGUAGES[name].files.match(file_name) and not os.path.islink(path) and 0 < os.path.getsize(path) < MAX_BYTES:
                        out[name].append(path)
    return {name: paths for name, paths in out.items() if paths}


class Bench:
    """A tree with one file, made anew for each case."""

    def __init__(self, tpatch):
        self.tpatch = tpatch
        self.folder = tempfile.mkdtemp(prefix="operations-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.sets, self.tree = os.path.join(self.folder, "sets"), os.path.join(self.folder, "tree")
        os.mkdir(self.sets)
        with open(os.path.join(self.sets, "demo.yaml"), "w") as f:
            f.write(PROJECT)

    def close(self):
        shutil.rmtree(self.folder)

    def run(self):
        command = [self.tpatch, "--root", self.tree, "--patchsets", self.sets, "-q"]
        return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)

    def apply(self, language, rule, text):
        """What the first run said, the text after it, and what is wrong with the second."""
        shutil.rmtree(self.tree, ignore_errors=True)
        os.mkdir(self.tree)
        with open(os.path.join(self.tree, "demo.txt"), "w") as f:
            f.write("1.0\n")
        name = LANGUAGES[language].name
        with open(os.path.join(self.sets, "set.yaml"), "w", newline="") as f:
            f.write(SET % (name, language) + textwrap.indent(rule, "      ") + "\n")
        path = os.path.join(self.tree, name)
        with open(path, "w", newline="") as f:
            f.write(text)
        first = self.run()
        new = read(path)
        if first.returncode == 0 and new != text:
            second = self.run()
            if second.returncode not in (0, 3) or read(path) != new:
                return first, new, "a second run is not content: exit %d, %s" % (second.returncode, second.stderr.strip()[:300])
        return first, new, None


def read(path):
    with open(path, newline="", encoding="utf-8", errors="surrogateescape") as f:
        return f.read()


def reason_of(first):
    for line in (first.stderr + first.stdout).split("\n"):
        if line.startswith("error:") or re.match(r"\s+(missing|ambiguous|conflict)\s", line):
            return re.sub(r"x\.\w+:\d+:\d+: |'[^']*'|\(line.*|\d+|[\"`].*", "", line).strip()[:70]
    return "exit %d" % first.returncode


def one_case(bench, files, seed):
    """One case, or None where the template has no place in the file."""
    rng = random.Random(seed)
    language = rng.choices(list(files), [LANGUAGES[name].weight for name in files])[0]
    path, template = rng.choice(files[language]), rng.choice(LANGUAGES[language].templates)
    text = read(path)
    # The judges count in characters and lines of their own; what is special in a file has its fixtures.
    if not text.isascii() or re.search("[\r\0\f]|zz", text):
        return None
    try:
        rule, judge = LANGUAGES[language].judge(text, template, rng)
    except Skip:
        return None
    crlf = rng.random() < 0.2
    first, new, problem = bench.apply(language, rule, text.replace("\n", "\r\n") if crlf else text)
    if crlf and re.search(r"(?<!\r)\n", new):
        problem = problem or "a line of a file with CRLF ends in LF"
    if crlf:
        new = new.replace("\r\n", "\n")
    if first.returncode == 0:
        outcome, problem = "made" if new != text else "nothing to do", problem or judge(new)
    elif first.returncode == 3:
        outcome, problem = "refused: " + reason_of(first), problem or (None if new == text else "refused, but the file has changed")
    else:
        outcome, problem = "exit %d" % first.returncode, "exit %d: %s" % (first.returncode, first.stderr.strip()[:400])
    label = "%s %s" % (language, template.__qualname__.split(".")[0])
    return Result(seed, label, outcome, problem, path + " with CRLF" * crlf, rule,
                  unified(text.split("\n"), new.split("\n"), "old", "new", 60))


def some_cases(tpatch, files, seeds):
    """The cases of these seeds, in a process of their own."""
    bench = Bench(tpatch)
    try:
        return [one_case(bench, files, seed) for seed in seeds]
    finally:
        bench.close()


def all_cases(options, files):
    until = time.monotonic() + options.seconds if options.seconds else None
    end = options.seed + options.cases if options.cases else None
    seed = options.seed
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        while (until is None or time.monotonic() < until) and (end is None or seed < end):
            seeds = range(seed, min(seed + ROUND, end) if end else seed + ROUND)
            shares = [seeds[at::options.jobs] for at in range(options.jobs)]
            done = pool.map(some_cases, [options.tpatch] * options.jobs, [files] * options.jobs, shares)
            yield from sorted((case for share in done for case in share if case), key=lambda case: case.seed)
            seed += len(seeds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, help="for so long, at least")
    parser.add_argument("--cases", type=int)
    parser.add_argument("--seed", type=int, default=1, help="of the first case; each next one has the next")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--show", action="store_true", help="print each case's rule and the diff")
    parser.add_argument("tpatch", type=os.path.abspath)
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    files = files_by_language(options.folders or [os.path.join(REPOSITORY, name) for name in FOLDERS])
    counts, reasons, n_failed = collections.Counter(), collections.Counter(), 0
    for case in all_cases(options, files):
        counts[case.label, case.outcome.split(":")[0]] += 1
        reasons[case.label, case.outcome] += case.outcome.startswith("refused")
        n_failed += bool(case.problem)
        if options.show or case.problem:
            print("%s: seed %d, %s, %s\n%s\n%s\n%s\n" % ("FAILED" if case.problem else "case", case.seed, case.label, case.path, case.rule,
                                                     case.problem or case.outcome, case.diff), flush=True)
    for label in sorted({label for label, _ in counts}):
        print("%-28s %s" % (label, ", ".join("%d %s" % (n, outcome) for (other, outcome), n in sorted(counts.items()) if other == label)))
    for (label, reason), n in (+reasons).most_common(12):
        print("  %5d  %s: %s" % (n, label, reason))
    print("operations: %d passed, %d failed" % (sum(counts.values()) - n_failed, n_failed))
    sys.exit(n_failed > 0 or not counts)


if __name__ == "__main__":
    main()
