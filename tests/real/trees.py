#!/usr/bin/env python3
"""The proof on real source trees: what tpatch promises, held against whole checkouts of PyTorch.

usage: trees.py [--cmake4 CMAKE] [--exclude FOLDER]... [--scratch DIR] [--keep] TPATCH TREE[=ARGUMENTS]...

Each TREE is copied (it is never written to) and then:

    dry run      exit 0; nothing at all is written; its diff passes `git apply --check`
    apply        exactly the files of the diff change, to what `git apply` makes of them; modes stay; all else keeps bytes and mtime
    apply again  exit 0, nothing changes, no new run
    check        exit 0
    CMake        with CMAKE (or the environment's CMAKE4), a cmake of 4.0 or later: no call that sets the policy version is refused any
                 more, except below a FOLDER, and none was lowered (cmake4_judge.py)
    rollback     every file's bytes, mode and mtime, and every folder's mode and mtime, as at the start

ARGUMENTS are more options for tpatch, in shell words: `src/pytorch=--tag 1.12.1`. Prints a table, one row per tree, and at the
end how many passed.
"""
import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import cmake4_judge  # noqa: E402
from tree_state import differences, snapshot  # noqa: E402

MAX_SHOWN = 15
COLUMNS = ("tree", "files", "changed", "lines", "hunks", "dry run", "apply", "again", "rollback", "refused", "result")


class Failure(Exception):
    pass


def first_lines(text):
    lines = text.decode(errors="replace").splitlines() if isinstance(text, bytes) else text
    return "".join("\n    " + line for line in lines[:MAX_SHOWN]) + ("\n    … %d more" % (len(lines) - MAX_SHOWN) if len(lines) > MAX_SHOWN else "")


def touched(root):
    """Per path what any write to it would change: inode, size, mode, mtime and ctime. Much cheaper than a snapshot."""
    found = {}
    for folder, folders, names in os.walk(root):
        for name in [""] + folders + names:
            full = os.path.join(folder, name) if name else folder
            st = os.lstat(full)
            found[os.path.relpath(full, root)] = (st.st_ino, st.st_size, st.st_mode, st.st_mtime_ns, st.st_ctime_ns)
    return found


def paths_of_diff(diff):
    """The paths of a git diff, from its `+++ ` lines in front of hunks."""
    lines = diff.split(b"\n")
    paths = []
    for line, following in zip(lines, lines[1:]):
        if line.startswith(b"+++ ") and following.startswith(b"@@ "):
            name = line[4:].split(b"\t")[0]
            if name.startswith(b'"'):
                name = name[1:-1].decode("unicode_escape").encode("latin-1")
            paths.append(os.fsdecode(name[2:]))
    return paths


class Proof:
    """One tree."""

    def __init__(self, options, judge, tree, arguments):
        self.options = options
        self.judge = judge
        self.tree = tree
        self.arguments = arguments
        self.scratch = tempfile.mkdtemp(prefix="trees-", dir=options.scratch)
        self.copy = os.path.join(self.scratch, "tree")
        self.row = dict.fromkeys(COLUMNS, "")
        self.row["tree"] = os.path.basename(os.path.normpath(tree))
        self.env = dict(os.environ, LC_ALL="C.UTF-8", GIT_CEILING_DIRECTORIES=self.scratch, GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL=os.devnull)
        self.env.pop("GIT_DIR", None)

    def call(self, *words, code=0):
        """Runs tpatch; returns its standard output and the seconds it took."""
        command = [self.options.tpatch, *words, "--root", self.copy] + (self.arguments if words[0] != "rollback" else [])
        started = time.monotonic()
        result = subprocess.run(command, capture_output=True, env=self.env, cwd=self.scratch, check=False)
        if result.returncode != code:
            raise Failure("tpatch %s: exit %d, expected %d%s" % (" ".join(words), result.returncode, code, first_lines(result.stderr + result.stdout)))
        return result.stdout, time.monotonic() - started

    def git_apply(self, folder, diff, *options):
        result = subprocess.run(["git", "apply", "--whitespace=nowarn", *options], cwd=folder, input=diff, capture_output=True, env=self.env, check=False)
        if result.returncode != 0:
            raise Failure("git apply %s: exit %d%s" % (" ".join(options), result.returncode, first_lines(result.stderr)))

    def require(self, what, lines):
        if lines:
            raise Failure("%s:%s" % (what, first_lines(lines)))

    def dry_run(self):
        """Returns what the changed files must become: path -> bytes."""
        untouched = touched(self.copy)
        diff, seconds = self.call("apply", "--dry-run")
        self.row["dry run"] = "%.2f s" % seconds
        now = touched(self.copy)
        self.require("the dry run wrote", [path for path in sorted(set(now) | set(untouched)) if now.get(path) != untouched.get(path)])
        paths = paths_of_diff(diff)
        self.row["changed"] = len(paths)
        if not paths:
            return {}
        lines = diff.split(b"\n")
        self.row["lines"] = "+%d -%d" % (
            sum(line.startswith(b"+") and not line.startswith(b"+++ ") for line in lines),
            sum(line.startswith(b"-") and not line.startswith(b"--- ") for line in lines))
        self.row["hunks"] = sum(line.startswith(b"@@ ") for line in lines)
        self.git_apply(self.copy, diff, "--check")
        made = os.path.join(self.scratch, "made-by-git")
        for path in paths:
            os.makedirs(os.path.dirname(os.path.join(made, path)), exist_ok=True)
            shutil.copy2(os.path.join(self.copy, path), os.path.join(made, path))
        self.git_apply(made, diff)
        wanted = {}
        for path in paths:
            with open(os.path.join(made, path), "rb") as f:
                wanted[path] = f.read()
        return wanted

    def apply(self, start, wanted):
        self.row["apply"] = "%.2f s" % self.call("apply")[1]
        now = snapshot(self.copy)
        for path, data in wanted.items():
            with open(os.path.join(self.copy, path), "rb") as f:
                if f.read() != data:
                    raise Failure("apply: %s is not what the dry run's diff makes" % path)
            # What was compared here is not compared again below.
            now[path].content, now[path].mtime_ns = start[path].content, start[path].mtime_ns
        self.require("apply", differences(start, now))

    def apply_again(self):
        before = touched(self.copy)
        self.row["again"] = "%.2f s" % self.call("apply")[1]
        now = touched(self.copy)
        self.require("the second apply wrote", [path for path in sorted(set(now) | set(before)) if now.get(path) != before.get(path)])
        self.call("check")

    def judge_cmake(self):
        before, after = cmake4_judge.Tree(self.tree), cmake4_judge.Tree(self.copy)
        refused_before, refused = self.judge.refused(before.all_calls()), self.judge.refused(after.all_calls())
        bad = [(call, reason) for call, reason in refused if not cmake4_judge.is_excluded(call.path, self.options.exclude)]
        self.row["refused"] = "%d -> %d" % (len(refused_before), len(refused)) + (" (%d excluded)" % (len(refused) - len(bad)) if len(refused) != len(bad) else "")
        self.require("CMake %s still refuses" % self.judge.version, ["%s: %s" % (after.place(call), reason) for call, reason in bad])
        self.require("not raised", ["%s: %s" % (call.path, what) for call, what in cmake4_judge.lowered(before, after)])

    def run(self):
        subprocess.run(["cp", "-a", "--reflink=auto", os.path.join(self.tree, "."), self.copy], check=True)
        start = snapshot(self.copy)
        self.row["files"] = sum(entry.kind == "file" for entry in start.values())
        wanted = self.dry_run()
        if wanted:
            self.call("check", code=1)
        self.apply(start, wanted)
        self.apply_again()
        if self.judge:
            self.judge_cmake()
        if wanted:
            self.row["rollback"] = "%.2f s" % self.call("rollback")[1]
            self.require("after rollback", differences(start, snapshot(self.copy), dir_mtimes=True))


def prove(options, judge, tree, arguments):
    """Returns the row of the table and None, or what is wrong."""
    proof = Proof(options, judge, tree, arguments)
    problem = None
    try:
        proof.run()
    except Failure as failure:
        problem = str(failure)
    finally:
        if not options.keep:
            shutil.rmtree(proof.scratch, ignore_errors=True)
    proof.row["result"] = "FAILED" if problem else "passed"
    return proof.row, problem


def print_table(rows):
    widths = {column: max(len(column), *(len(str(row[column])) for row in rows)) for column in COLUMNS}
    print("| " + " | ".join(column.ljust(widths[column]) for column in COLUMNS) + " |")
    print("|" + "|".join("-" * (widths[column] + 2) for column in COLUMNS) + "|")
    for row in rows:
        print("| " + " | ".join(str(row[column]).ljust(widths[column]) for column in COLUMNS) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cmake4", default=os.environ.get("CMAKE4"))
    parser.add_argument("--exclude", action="append", default=[], metavar="FOLDER")
    parser.add_argument("--scratch", metavar="DIR")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("tpatch")
    parser.add_argument("trees", nargs="+", metavar="TREE[=ARGUMENTS]")
    options = parser.parse_args()
    options.tpatch = os.path.abspath(options.tpatch)
    if options.scratch:
        os.makedirs(options.scratch, exist_ok=True)
        options.scratch = os.path.abspath(options.scratch)
    judge = cmake4_judge.Judge(options.cmake4) if options.cmake4 else None
    rows = []
    failed = 0
    for word in options.trees:
        tree, _, arguments = word.partition("=")
        if not os.path.isdir(tree):
            raise SystemExit("trees.py: no folder '%s'" % tree)
        row, problem = prove(options, judge, tree, shlex.split(arguments))
        rows.append(row)
        failed += problem is not None
        print("%s: %s" % (tree, problem or "passed"), flush=True)
    print()
    print_table(rows)
    if not judge:
        print("\nno CMake of 4.0 or later was given: its judgement was skipped")
    print("\ntrees: %d passed, %d failed" % (len(rows) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
