#!/usr/bin/env python3
"""Runs tpatch on the fixture trees and compares what comes out, byte for byte.

usage: run_fixtures.py [--update] [--keep] [--windows] [--same-as TPATCH] [--stride N] [-j N] [-x] TPATCH [CASE...]

tests/fixture.py says what a case is.

Each case is run twice: as it is, and with every text file that has only LF turned to CRLF, in before/ and after/ alike
(files with CRLF, mixed line ends or a NUL stay as they are). Each run is, on a copy with mtimes and modes of its own:

    check       says 1 if something is to be done, 0 if nothing is, else the code expected
    dry run     the verdicts; writes nothing; its diff, given to `git apply` and `patch -p1`, makes `after`
    plan        `apply --plan` of what it wrote makes `after`
    export      its patches, one after the other, given to `git apply` and `patch -p1`, make `after`
    apply       makes `after`; modes are as before but for what `mode` says; mtimes of files that stay, stay; no change leaves no journal
    apply       again: exit 0, nothing changes, no new run
    check       exit 0
    rollback    every byte, mode and mtime of a file as at the start

CASE: a case's path below fixtures/, or a part of it. A case whose name ends in .known-bug must fail.
--update writes what apply made to after/ (LF variant), and drops copies of what is in before/ or in the case that this one is `from`; look at
the result before you commit it. --keep leaves the scratch folder. The trees are in memory (/dev/shm) where there is room, and TMPDIR is not set.
--windows: TPATCH runs the Windows program (tests/windows/tpatch-wine). It keeps of modes and mtimes what Windows has, read-only or not and
100 ns; symbolic links are left out, since Wine shows the program what they lead to, and so are the cases of tests/windows/fixtures-skipped.
--stride N: only every Nth of the runs, as they are and with CRLF in turn. -x ends with the first that fails.
--same-as TPATCH: the dry run prints, as diff and as JSON, what this other program prints, and so do the exported patches.
"""
import argparse
import concurrent.futures
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from fixture import Link, Wrong, cases, files_below, read_tree, write_tree
from tree_state import JOURNAL, differences, snapshot

HERE = os.path.dirname(os.path.abspath(__file__))
MODES = (0o644, 0o755, 0o600, 0o664)
FIRST_MTIME_NS = 1_500_000_000_123_456_789
WINDOWS_TIME_NS = 100  # the unit of its times
MAX_SHOWN = 12  # lines of a message


class Failure(Exception):
    pass


def read(path):
    with open(path, "rb") as f:
        return f.read()


def is_lf_text(data):
    return b"\n" in data and b"\r\n" not in data and b"\0" not in data


class Variant:
    """A case as it is, or with CRLF: its trees, and what is expected."""

    def __init__(self, case, crlf):
        self.case = case
        self.crlf = crlf

    def turns_to_crlf(self, path):
        """Is the file `path` turned in the CRLF variant?"""
        data = self.case.before.get(self.case.old_paths.get(path, path))
        return path not in self.case.binary and data is not None and not isinstance(data, Link) and is_lf_text(data)

    def exists(self):
        return not self.crlf or any(self.turns_to_crlf(path) for path in self.case.before)

    def before(self):
        return {path: self.in_variant(path, data) for path, data in self.case.before.items()}

    def wanted(self):
        """Bytes per path that the tree must have in the end."""
        return {path: self.in_variant(path, data) for path, data in self.case.after.items() if not isinstance(data, Link)}

    def in_variant(self, path, data):
        if not self.crlf or not self.turns_to_crlf(path):
            return data
        if b"\r\n" in data:
            raise Failure("after/%s holds CRLF where before/%s has only LF: `binary` in `expect` says that it keeps its bytes" % (path, path))
        return data.replace(b"\n", b"\r\n")

    def wanted_mode(self, path, modes):
        """The mode that a file must have in the end, by those that there were."""
        mode = modes.get(self.case.old_paths.get(path, path), 0o644)
        sign = self.case.mode_signs.get(path)
        if sign == "+x":
            return mode | (mode & 0o444) >> 2
        return mode & ~0o111 if sign == "-x" else mode

    def copy_before(self, target):
        """Writes before/ with modes and mtimes that no tool would give by chance."""
        write_tree(target, self.before())
        for i, path in enumerate(files_below(target)):
            full = os.path.join(target, path)
            if os.path.islink(full):
                continue
            os.chmod(full, MODES[i % len(MODES)])
            time_ns = FIRST_MTIME_NS + i * 1_000_000_007
            os.utime(full, ns=(time_ns, time_ns))


class Run:
    """One variant of one case."""

    def __init__(self, tpatch, variant, scratch, windows=False, same_as=None):
        self.tpatch = tpatch
        self.same_as = same_as
        self.windows = windows
        self.variant = variant
        self.case = variant.case
        self.scratch = scratch
        self.patchsets = os.path.join(scratch, "patchsets")
        if self.case.patchsets is not None:
            write_tree(self.patchsets, self.case.patchsets)
        self.root = os.path.join(scratch, "tree")
        self.env = dict(os.environ, LC_ALL="C.UTF-8", NO_COLOR="1", GIT_CEILING_DIRECTORIES=scratch, GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL=os.devnull)
        self.env.pop("GIT_DIR", None)

    def copy_before(self, target):
        self.variant.copy_before(target)
        if self.windows:
            for path in [path for path, entry in snapshot(target).items() if entry.kind == "link"]:
                os.remove(os.path.join(target, path))
            for path, entry in snapshot(target).items():
                time_ns = entry.mtime_ns // WINDOWS_TIME_NS * WINDOWS_TIME_NS
                if entry.kind == "file":
                    os.chmod(os.path.join(target, path), entry.mode & ~0o111)
                os.utime(os.path.join(target, path), ns=(time_ns, time_ns))

    def command(self, tpatch, words):
        command = [tpatch, *words, "--root", self.root]
        if words[0] != "rollback":
            if self.case.patchsets is not None:
                command += ["--patchsets", self.patchsets]
            command += self.case.arguments
            # What a rule comes to may depend on the system, and cases say of which they are.
            if "--facts" not in self.case.arguments:
                command += ["--facts", "none"]
        return command

    def call(self, *words):
        command = self.command(self.tpatch, words)
        result = subprocess.run(command, capture_output=True, env=self.env, cwd=self.scratch, check=False)
        # Of some thousand starts of Wine, one ends so before the program begins (tests/windows/README.md).
        if self.windows and result.returncode == 1 and not result.stdout + result.stderr:
            result = subprocess.run(command, capture_output=True, env=self.env, cwd=self.scratch, check=False)
        return result

    def expect(self, what, result, code):
        if result.returncode != code:
            raise Failure("%s: exit %d, expected %d\n%s" % (what, result.returncode, code, shown(result.stderr + result.stdout)))

    def require_same(self, what, before, after, **options):
        lines = differences(before, after, **options)
        if lines:
            raise Failure("%s:\n%s" % (what, "\n".join("    " + line for line in lines[:MAX_SHOWN])))

    def require_tree(self, what, root, wanted):
        """Every file of `root` has the bytes `wanted`; no other files."""
        found = {path: read(os.path.join(root, path)) for path in files_below(root)
                 if not path.startswith(JOURNAL + "/") and not os.path.islink(os.path.join(root, path))}
        for path in sorted(set(found) | set(wanted)):
            if found.get(path) == wanted.get(path):
                continue
            if path not in found or path not in wanted:
                raise Failure("%s: %s is %s" % (what, path, "missing" if path not in found else "there, and should not be"))
            raise Failure("%s: %s\n%s" % (what, path, diff_of(wanted[path], found[path])))

    def run(self):
        case = self.case
        self.copy_before(self.root)
        start = snapshot(self.root)
        wanted = self.variant.wanted()
        changes = any(read(os.path.join(self.root, path)) != data for path, data in wanted.items() if os.path.exists(os.path.join(self.root, path)))
        changes = changes or set(wanted) != {path for path, entry in start.items() if entry.kind == "file"}
        modes = {path: entry.mode for path, entry in start.items() if entry.kind == "file"}
        self.modes = {path: self.variant.wanted_mode(path, modes) for path in wanted}
        changes = changes or (not self.windows and any(mode != modes.get(path) for path, mode in self.modes.items()))
        if case.mode_signs and not changes:
            raise Failure("`mode` is there, and no mode changes")
        self.expect("check", self.call("check"), case.exit or int(changes))
        self.require_same("check wrote", start, snapshot(self.root, journal=True), dir_mtimes=True)
        self.dry_run(start, wanted, changes)
        if case.exit == 0 and changes:
            self.plan_file(wanted)
            self.export(wanted)
            self.require_same("plan or export wrote", start, snapshot(self.root, journal=True), dir_mtimes=True)
        self.apply(start, wanted, changes)
        if case.exit == 0:
            self.apply_again(wanted)
            if changes:
                self.rollback(start)

    def dry_run(self, start, wanted, changes):
        case = self.case
        result = self.call("apply", "--dry-run", "--output", "json=made.json")
        self.expect("dry run", result, case.exit)
        if case.verdicts:
            self.require_verdicts(read(os.path.join(self.scratch, "made.json")))
        if self.same_as:
            self.require_same_output(self.call("apply", "--dry-run", "--json=compact").stdout, "apply", "--dry-run", "--json=compact")
            self.require_same_output(result.stdout, "apply", "--dry-run")
        for text in case.errors:
            if text.encode() not in result.stderr:
                raise Failure("dry run: '%s' is not in the errors\n%s" % (text, shown(result.stderr)))
        self.require_same("the dry run wrote", start, snapshot(self.root, journal=True), dir_mtimes=True)
        if case.exit == 0 and changes != bool(result.stdout):
            raise Failure("dry run: %s" % ("no diff" if changes else "a diff where nothing changes\n" + shown(result.stdout)))
        if case.exit == 0 and changes:
            self.judge_diff(["git", "apply", "--whitespace=nowarn"], result.stdout, wanted)
            self.judge_diff(["patch", "-p1", "--binary", "--batch", "--fuzz=0", "--silent"], result.stdout, wanted)

    def require_same_output(self, found, *words):
        """What the other program prints is the same, where there is one, but for how it shows the root and quotes it."""
        # An executable bit that is to change is one that Windows does not have.
        if not self.same_as or self.case.mode_signs:
            return
        result = subprocess.run(self.command(self.same_as, words), capture_output=True, env=self.env, cwd=self.scratch, check=False)
        self.expect("the other program", result, self.case.exit)
        shown_root = ("Z:" + self.root.replace("/", "\\")).encode()
        for text in (shown_root.replace(b"\\", b"\\\\"), shown_root):
            found = found.replace(text, self.root.encode())
        # Commands that are proposed have the quotation marks of the system's shells.
        found = re.sub(rb'"(next|undo)":"(?:[^"\\]|\\.)*"', lambda match: match[0].replace(b'\\"', b"'"), found)
        if found != result.stdout:
            raise Failure("%s: the other program prints something else\n%s" % (" ".join(words), diff_of(result.stdout, found)))

    def require_verdicts(self, output):
        try:
            got = {rule["id"]: rule["verdict"] for rule in json.loads(output)["rules"]}
        except (ValueError, KeyError, TypeError) as error:
            raise Failure("the JSON of the dry run: %s\n%s" % (error, shown(output))) from error
        for rule, verdict in self.case.verdicts.items():
            if got.get(rule) != verdict:
                raise Failure("verdict of %s: %s, expected %s" % (rule, got.get(rule, "none"), verdict))

    def judge_diff(self, command, diff, wanted):
        if not shutil.which(command[0]):
            return
        copy = os.path.join(self.scratch, "judge")
        self.copy_before(copy)
        what = " ".join(command[:2])
        result = subprocess.run(command, cwd=copy, input=diff, capture_output=True, env=self.env, check=False)
        self.expect(what, result, 0)
        self.require_tree(what, copy, wanted)
        self.require_modes(what, copy, 0o100)
        shutil.rmtree(copy)

    def require_modes(self, what, root, mask):
        """All files of `root` have the modes that they should, as far as `mask` goes."""
        for path, mode in sorted({} if self.windows else self.modes.items()):
            found = os.stat(os.path.join(root, path)).st_mode & 0o7777
            if (found ^ mode) & mask:
                raise Failure("%s: %s has mode %o, expected %o" % (what, path, found, mode))

    def plan_file(self, wanted):
        self.expect("plan", self.call("plan", "-q", "-o", "made.plan"), 0)
        copy = os.path.join(self.scratch, "planned")
        self.copy_before(copy)
        command = [self.tpatch, "apply", "--plan", "made.plan", "--root", copy]
        self.expect("apply --plan", subprocess.run(command, capture_output=True, env=self.env, cwd=self.scratch, check=False), 0)
        self.require_tree("apply --plan", copy, wanted)
        self.require_modes("apply --plan", copy, 0o7777)
        shutil.rmtree(copy)

    def export(self, wanted):
        result = self.call("export", "-q")
        self.expect("export", result, self.case.export)
        if not self.case.export:
            self.require_same_output(result.stdout, "export", "-q")
        self.expect("export for quilt", self.call("export", "-q", "--format", "quilt", "-o", "patches"), self.case.export)
        if self.case.export:
            return
        self.judge_diff(["git", "apply", "--whitespace=nowarn"], result.stdout, wanted)
        folder = os.path.join(self.scratch, "patches")
        names = read(os.path.join(folder, "series")).decode().splitlines()
        if sorted(names) != names or sorted(names + ["series"]) != sorted(os.listdir(folder)):
            raise Failure("export: series lists %s, the folder holds %s" % (names, sorted(os.listdir(folder))))
        apply_each = "for name in %s; do patch -p1 --binary --batch --fuzz=0 --silent <../patches/$name || exit 1; done" % " ".join(names)
        if shutil.which("patch"):
            self.judge_diff(["sh", "-c", apply_each], b"", wanted)

    def apply(self, start, wanted, changes):
        result = self.call("apply")
        self.expect("apply", result, self.case.exit)
        now = snapshot(self.root)
        if not changes or self.case.exit:
            self.require_tree("apply", self.root, wanted)
            self.require_same("apply changed", start, snapshot(self.root, journal=True), dir_mtimes=True)
            return
        self.require_tree("apply", self.root, wanted)
        self.require_modes("apply", self.root, 0o7777)
        stayed = {path: entry for path, entry in start.items() if path in now and path not in self.case.mode_signs}
        self.require_same("apply", stayed, {path: changed_only_in_content(start[path], now[path], 0o200 if self.windows else 0o7777) for path in stayed})
        if not os.path.isdir(os.path.join(self.root, JOURNAL)):
            raise Failure("apply: no journal")

    def apply_again(self, wanted):
        before = snapshot(self.root, journal=True)
        self.expect("second apply", self.call("apply"), 0)
        self.require_tree("second apply", self.root, wanted)
        self.require_modes("second apply", self.root, 0o7777)
        self.require_same("second apply changed", before, snapshot(self.root, journal=True))
        self.expect("check after apply", self.call("check"), 0)

    def rollback(self, start):
        self.expect("rollback", self.call("rollback"), 0)
        self.require_same("after rollback", start, snapshot(self.root), dir_mtimes=True)


def changed_only_in_content(before, after, mode_mask):
    """`after` as if it had not changed, when all that changed is content and mtime."""
    if before and before.kind == after.kind == "file" and before.content != after.content and not (before.mode ^ after.mode) & mode_mask:
        return before
    return after


def shown(data):
    lines = data.decode(errors="replace").splitlines()
    return "\n".join("    " + line for line in lines[:MAX_SHOWN] + (["…"] if len(lines) > MAX_SHOWN else []))


def diff_of(wanted, found):
    def lines(data):
        return [line.decode(errors="backslashreplace").replace("\r", "\\r") for line in data.splitlines(keepends=True)]

    text = difflib.unified_diff(lines(wanted), lines(found), "expected", "found", lineterm="\n")
    return "".join("    " + line.rstrip("\n") + "\n" for line in list(text)[:4 * MAX_SHOWN]).rstrip("\n")


def update(case, tpatch, scratch):
    """Writes what apply makes to after/. Returns a message, or None if there is nothing new."""
    run = Run(tpatch, Variant(case, False), scratch)
    run.copy_before(run.root)
    run.expect("apply", run.call("apply"), case.exit)
    shutil.rmtree(os.path.join(run.root, JOURNAL), ignore_errors=True)
    return "written" if case.write(read_tree(run.root)) else None


def run_variant(tpatch, variant, options):
    """Returns None or what is wrong."""
    case = variant.case
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="fixture-"))
    try:
        if options.update:
            message = update(case, tpatch, scratch)
            if message:
                print("%s: %s" % (case.name, message))
        else:
            case.require_no_copies()
            Run(tpatch, variant, scratch, options.windows, options.same_as).run()
        return None
    except (Failure, Wrong) as failure:
        return "%s%s" % (failure, "\n    scratch: " + scratch if options.keep else "")
    finally:
        if not options.keep:
            shutil.rmtree(scratch, ignore_errors=True)


def folder_in_memory():
    """Where trees are written and flushed thousands of times; None for the system's folder of temporary files."""
    there = "/dev/shm"
    if "TMPDIR" in os.environ or not os.access(there, os.W_OK) or shutil.disk_usage(there).free < 500_000_000:
        return None
    return there


def skipped_on_windows():
    """Names of cases, and why each is left out."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "windows", "fixtures-skipped"), encoding="utf-8") as f:
        return dict(line.split(None, 1) for line in f if line.strip() and not line.startswith("#"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--windows", action="store_true")
    parser.add_argument("--same-as", metavar="TPATCH", type=os.path.abspath)
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("-x", action="store_true", dest="stop")
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1)
    parser.add_argument("tpatch")
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    tpatch = os.path.abspath(options.tpatch)
    if not os.access(tpatch, os.X_OK):
        raise SystemExit("run_fixtures.py: no program '%s'" % options.tpatch)
    tempfile.tempdir = folder_in_memory()
    jobs = []
    skipped = skipped_on_windows() if options.windows else {}
    for case in cases(options.cases):
        if case.name in skipped:
            print("SKIPPED %s: %s" % (case.name, skipped[case.name].strip()))
            continue
        jobs += [variant for variant in (Variant(case, False), Variant(case, True)) if variant.exists() and not (options.update and variant.crlf)]
    jobs = jobs[::options.stride]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        results = pool.map(lambda variant: run_variant(tpatch, variant, options), jobs)
        for variant, problem in zip(jobs, results):
            case = variant.case
            name = case.name + (" (CRLF)" if variant.crlf else "")
            if case.known_bug and not problem:
                problem = "passes now: take .known-bug out of its name"
            elif case.known_bug:
                problem = None
            passed += problem is None
            failed += problem is not None
            if problem:
                print("FAILED %s: %s" % (name, problem))
                if options.stop:
                    pool.shutdown(cancel_futures=True)
                    break
    for tool in ("git", "patch"):
        if not shutil.which(tool):
            print("fixtures: %s is not here: its judgement was skipped" % tool)
    print("fixtures: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
