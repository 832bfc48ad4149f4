#!/usr/bin/env python3
"""Takes memory away from tpatch, at one limit after the other, and looks at what is left of the tree.

usage: memory.py [--steps N] [--stride N] TPATCH every|made|TREE...

For each tree: `apply`, then `rollback`, under N limits of the address space between what the program needs to start and what the command needs.
Every run ends with exit 0 or 4 (5 would be a torn tree), by no signal; the tree is exactly before or after at once, without `recover`. "made" is a
tree of 4,000 files; "every" is a small one, on which each single allocation of apply, rollback, recover, check and log gets nothing, one after
the other, and all that follow it, through a library that is preloaded: there the tree may need `recover`, and then is exactly before. Any
other word is a folder, which is copied. Ends with "memory: N passed, N failed", one for each tree.
"""
import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import material  # noqa: E402
import watch  # noqa: E402
from each import Each, Trouble  # noqa: E402

PAGE = 4096
FIRST = 16 << 20
MOST = 4 << 30
# Below this the loader gives up, with a code of its own.
LOADER_CODE = 127


class Starved:
    """One tree and the runs on it."""

    def __init__(self, tpatch, name, folder):
        self.tpatch, self.tree = tpatch, os.path.join(folder, "tree")
        self.sets = []
        self.counts = {0: 0, 4: 0, LOADER_CODE: 0}
        if name == "made":
            self.sets = ["--patchsets", os.path.join(folder, "sets")]
            material.make_tree(self.tree, self.sets[1])
        else:
            material.copy_tree(name, self.tree)
        self.watch = watch.Watch(self.tree)
        before = self.watch.look()
        self.must("apply")
        self.judge = watch.Judge(before, self.watch.look())
        self.must("rollback")

    def run(self, limit, command):
        words = [self.tpatch, command, "-q", "--root", self.tree, *(self.sets if command == "apply" else [])]
        words += ["-j%d" % (1 + limit // PAGE % 3)] if command == "apply" else []
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        return done.returncode, done.stderr

    def must(self, command):
        code, err = self.run(MOST, command)
        if code != 0:
            raise Trouble("%s: exit %d: %s" % (command, code, err.decode(errors="replace")))

    def least(self, command, undo):
        """The least address space, within a sixteenth, with which the command comes to its end."""
        low, high = 0, FIRST
        while self.run(high, command)[0] != 0:
            low, high = high, 2 * high
            if high > MOST:
                raise Trouble("%s: does not come to its end" % command)
        self.must(undo)
        while high - low > high // 16:
            middle = (low + high) // 2 // PAGE * PAGE
            if self.run(middle, command)[0] == 0:
                high = middle
                self.must(undo)
            else:
                low = middle
        return high

    def expect(self, command, limit, wanted):
        now = self.watch.look()
        state = "before" if self.judge.is_before(now) else "after" if self.judge.is_after(now) else "neither before nor after"
        if state != wanted:
            raise Trouble("%s with %d KiB: the tree is %s" % (command, limit >> 10, state))

    def starve(self, command, undo, begin, end, steps):
        """`begin` is what the tree is before the command, `end` after it."""
        most = self.least(command, undo)
        least = most // 4
        for step in range(steps):
            limit = (least + (most - least) * (step + 1) // steps) // PAGE * PAGE
            code, err = self.run(limit, command)
            if code not in self.counts:
                raise Trouble("%s with %d KiB: exit %d: %s" % (command, limit >> 10, code, err[-300:].decode(errors="replace")))
            self.counts[code] += 1
            self.expect(command, limit, end if code == 0 else begin)
            if code == 0:
                self.must(undo)


class EachAllocation(Each):
    """Commands in which the allocations fail from a number on."""

    def __init__(self, tpatch, folder, stride):
        super().__init__(tpatch, folder, stride, "no_memory.c", "NO_MEMORY_AT")

    def problem(self, command, done, what):
        return None if done.returncode in (0, 1, 4) else "no such exit code"


def run_every(options, folder):
    each = EachAllocation(options.tpatch, folder, options.stride)
    each.starve_all()
    print("every: %d runs that got nothing from some allocation on, after %d of them the tree was half-way until recover; lost: 0" % (
        each.runs, each.recovered), flush=True)


def run_limits(options, name, folder):
    starved = Starved(options.tpatch, name, folder)
    starved.starve("apply", "rollback", "before", "after", options.steps)
    starved.must("apply")
    starved.starve("rollback", "apply", "after", "before", options.steps)
    print("%s: %d limits: %d did it, %d ended for want of memory, %d did not start; lost: 0" % (
        os.path.basename(name.rstrip("/")), sum(starved.counts.values()), starved.counts[0], starved.counts[4], starved.counts[LOADER_CODE]), flush=True)


def run_tree(options, name):
    folder = os.path.realpath(tempfile.mkdtemp(prefix="crash-"))
    try:
        if name == "every":
            run_every(options, folder)
        else:
            run_limits(options, name, folder)
    except Trouble as problem:
        print("%s: FAILED (the tree is kept in %s): %s" % (name, folder, problem))
        return False
    shutil.rmtree(folder)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--stride", type=int, default=1, help="of \"every\": every so many allocations only")
    parser.add_argument("tpatch")
    parser.add_argument("trees", nargs="+")
    options = parser.parse_args()
    options.tpatch = os.path.abspath(options.tpatch)
    good = sum(run_tree(options, name) for name in options.trees)
    print("memory: %d passed, %d failed" % (good, len(options.trees) - good))
    return 0 if good == len(options.trees) else 1


if __name__ == "__main__":
    sys.exit(main())
