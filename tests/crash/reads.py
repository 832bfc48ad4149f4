#!/usr/bin/env python3
"""Makes each call that reads something fail with EIO, one after the other, and looks whether tpatch goes on as if nothing had happened.

usage: reads.py [--stride N] TPATCH [--only WORD...]

A disk that cannot be read must never look like a file that is not there. On a small tree with its journal, each command below runs as often as
it asks the system what there is or what is in it (through a library that is preloaded, no_read.c), and each time another of these calls fails.
Then it must either end with an I/O error that says so, or print and do exactly what it does without the fault. The tree must be as before
or as after, if need be after `recover`, but for the times of folders. What cannot be read says nothing about the tree's version and name: for these calls (EVIDENCE) an error may
say that it is not known. Ends with "reads: N passed, N failed", one for each command.
"""
import argparse
import os
import re
import shutil
import stat
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import material  # noqa: E402
from each import Each, Trouble  # noqa: E402

CODES_OF_ERROR = (4, 5)
CODES = range(6)
SET = """tpatch: 1
name: made
summary: One of each kind of change
target: {project: made, versions: ">=1"}
rules:
  - id: raise
    title: Raise a value
    why: So that files change
    files: "*.cmake"
    language: cmake
    edits:
      - match: set(VALUE 1)
        replace: set(VALUE 2)
  - id: rename
    title: Rename a file
    why: So that a file gets another name
    files: d00/old.txt
    edits: [{rename-file: d01/new.txt}]
  - id: create
    title: Create a file
    why: So that a file is new
    files: d02/e/created.txt
    edits: [{create: "new\\n"}]
  - id: remove
    title: Remove a file
    why: So that a file goes
    files: d00/gone.txt
    edits: [{remove-file: {text: "gone\\n"}}]
  - id: executable
    title: Let a file be run
    why: So that a mode changes
    files: d00/run.sh
    edits: [{executable: true}]
"""
DIFF = """--- a/d00/e/f0000.cmake
+++ b/d00/e/f0000.cmake
@@ -2,3 +2,3 @@
 set(OTHER_0_1 1)
-set(OTHER_0_2 2)
+set(OTHER_0_2 3)
 set(OTHER_0_3 3)
"""
# What only says which version the tree is of, or how its folder is called.
EVIDENCE = re.compile(r"made\.txt$|^realpath |/made\.txt$")


class EachRead(Each):
    """Commands in which one call that reads fails."""

    def __init__(self, tpatch, folder, stride):
        super().__init__(tpatch, folder, stride, "no_read.c", "NO_READ_AT")

    def make_tree(self):
        material.make_tree(self.tree, self.sets, 4, 3)
        with open(os.path.join(self.sets, "made.yaml"), "w", encoding="ascii") as f:
            f.write(SET)
        for name, text in (("d00/old.txt", "old\n"), ("d00/gone.txt", "gone\n"), ("d00/run.sh", "#!/bin/sh\n")):
            with open(os.path.join(self.tree, name), "w", encoding="ascii") as f:
                f.write(text)
        with open(os.path.join(self.folder, "fix.patch"), "w", encoding="ascii") as f:
            f.write(DIFF)

    def words(self, command):
        words = [word.replace("@", self.folder) for word in command.split()]
        if words[0] != "port":
            words += ["--root", self.tree]
        if words[0] not in ("rollback", "log", "recover", "status", "diff", "history"):
            words += ["--patchsets", self.sets]
        return words + (["-j1"] if words[0] in ("apply", "check", "plan") and "--plan" not in words else [])

    def state(self):
        """Where the time of a folder cannot be read, it may be another one in the end."""
        now = self.watch.look()
        for name, wanted in (("before", self.judge.before), ("after", self.judge.after)):
            lines = [line for line in self.judge.differences(wanted, now, name == "before")
                     if not (line.endswith(": mtime_ns differs") and stat.S_ISDIR(now[line[:-len(": mtime_ns differs")]].kind))]
            if not lines:
                return name
        return "neither"

    def problem(self, command, done, what):
        """An I/O error is told, or nothing is different."""
        if done.returncode not in CODES:
            return "no such exit code"
        if done.returncode in CODES_OF_ERROR:
            return None if b"error: " in done.stderr else "no error is told"
        if b"nput/output error" in done.stdout + done.stderr or EVIDENCE.search(what.strip()):
            return None
        if (done.returncode, done.stdout) != (self.as_it_is[0].returncode, self.as_it_is[0].stdout):
            return "it says something else: " + done.stdout.decode(errors="replace")[:600]
        return None if self.state() in (self.as_it_is[1], "neither") else "the tree is not what it says"


# Each on a tree as it is before or after an apply, or cut off within it.
COMMANDS = (
    ("check", "before"), ("apply --dry", "before"), ("plan", "before"), ("apply", "before"), ("status", "before"), ("status", "after"),
    ("log", "after"), ("log -u", "after"), ("diff", "after"), ("check", "after"), ("rollback --dry", "after"), ("rollback", "after"),
    ("log --prune --keep 0", "before"), ("explain raise", "before"), ("explain d00/e/f0000.cmake", "after"),
    ("new --from-diff @/fix.patch", "before"), ("port @/fix.patch --to @/tree", "before"), ("port @/fix.patch --from @/tree --to @/tree", "before"),
    ("lint made", "before"), ("list", "before"),
    ("recover", "cut off"),
)


def failure_of(tpatch, command, state, stride=1, keep=False):
    """What is wrong with a command, or None."""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="reads-"))
    trouble = None
    try:
        each = EachRead(tpatch, folder, stride)
        each.starve(command, each.be_cut_off if state == "cut off" else lambda: each.be(state))
        print("%s, on a tree %s: %d calls failed" % (command, state, each.runs), flush=True)
    except Trouble as problem:
        trouble = "FAILED (in %s): %s" % (folder, problem)
    if not trouble or not keep:
        shutil.rmtree(folder)
    return trouble


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stride", type=int, default=1, help="every so many calls only")
    parser.add_argument("--only", nargs="+", default=[""], help="commands with one of these words")
    parser.add_argument("tpatch", type=os.path.abspath)
    options = parser.parse_args()
    chosen = [each for each in COMMANDS if any(word in each[0] for word in options.only)]
    failures = [failure_of(options.tpatch, *each, options.stride, True) for each in chosen]
    failed = [each for each in failures if each]
    for each in failed:
        print(each)
    print("reads: %d passed, %d failed" % (len(chosen) - len(failed), len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
