#!/usr/bin/env python3
"""Kills tpatch again and again on real trees, and looks at what is left.

usage: kill.py [--seconds N] [--seed N] [--disk] TPATCH made|TREE...

For each tree: `apply` is started and killed with SIGKILL at a random moment, then `recover`, which is killed as well now and then; then the
whole tree is compared, byte for byte, mode for mode, mtime for mtime, with the tree before and the tree after. `rollback` and `log --prune` are
killed in the same way. "made" is a tree of 4,000 files that all change; any other word is a folder, which is copied. The trees are in memory where
the system has that (a kill loses nothing that was not flushed, so waiting for the disk shows nothing more), with --disk below TMPDIR. Prints how many
processes were killed, how often the tree was half-way at that moment, and how often it was lost; ends with "crash: N passed, N failed",
one for each tree.
"""
import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import material  # noqa: E402
import watch  # noqa: E402

# Nothing that is started here takes so long, unless it hangs.
PATIENCE_SECONDS = 120
# The header that stands in the journal while the command changes the tree.
MARKS = {"apply": "header.pending", "rollback": "header.rolling"}
# How often a kill is aimed at the time when that header is there, and how often at the time from the run's folder on.
AIMED_AT_WRITING, AIMED_AT_STAGING = 0.6, 0.8
# How often a recovery is killed, and the next one after it.
RECOVERY_KILLED = 0.85
# How often a round has no kill before its rollback, which is killed then.
APPLIED_UNDISTURBED = 0.3
# Between two looks at what a process has done. Waiting without a pause would take the processor from it.
PAUSE_SECONDS = 0.0001
MEMORY = "/dev/shm"


class Lost(Exception):
    """The tree is neither before nor after."""


class Loop:
    """One tree and what was done to it."""

    def __init__(self, tpatch, name, folder, seed):
        self.tpatch, self.tree = tpatch, os.path.join(folder, "tree")
        self.random = random.Random(seed)
        self.sets = []
        self.kills = dict.fromkeys(("apply", "rollback", "recover", "prune"), 0)
        self.half_way = self.rounds = 0
        self.seconds = {} # what a command takes
        self.writing = {} # what it takes from its mark on
        self.staging = {} # and from the run's folder up to its mark
        if name == "made":
            self.sets = ["--patchsets", os.path.join(folder, "sets")]
            material.make_tree(self.tree, self.sets[1])
        else:
            material.copy_tree(name, self.tree)
        self.watch = watch.Watch(self.tree)
        before = self.watch.look()
        self.measure("apply")
        after = self.watch.look()
        self.judge = watch.Judge(before, after)
        if not self.judge.changed:
            raise SystemExit("kill.py: nothing changes in '%s'" % name)
        self.measure("rollback")
        if not self.judge.is_before(self.watch.look()):
            raise Lost("a rollback that nobody disturbed")
        self.seconds["recover"] = self.seconds["rollback"]
        self.measure("prune")

    def command(self, name):
        words = {"apply": ["apply", *self.sets], "rollback": ["rollback"], "recover": ["recover"], "prune": ["log", "--prune"]}[name]
        return [self.tpatch, *words, "--root", self.tree]

    def start(self, name):
        return subprocess.Popen(self.command(name), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def measure(self, name):
        """Lets it run to the end, and remembers how long it took."""
        newest, begun = self.newest_run(), time.monotonic()
        with self.start(name) as process:
            if name == "apply":
                self.wait_for(process, self.in_run(newest + 1))
            made = time.monotonic()
            self.wait_for_mark(process, name, newest)
            marked = time.monotonic()
            if process.wait(PATIENCE_SECONDS) != 0:
                raise Lost("%s: exit %d" % (name, process.returncode))
            self.seconds[name], self.staging[name], self.writing[name] = time.monotonic() - begun, marked - made, time.monotonic() - marked

    def run(self, name):
        done = subprocess.run(self.command(name), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=PATIENCE_SECONDS, check=False)
        if done.returncode != 0:
            raise Lost("%s: exit %d: %s" % (name, done.returncode, done.stdout[-500:].decode(errors="replace")))

    def in_run(self, number, *names):
        return os.path.join(self.tree, ".tpatch", "runs", "%06d" % number, *names)

    def newest_run(self):
        """The highest number that a run had, those that were removed included."""
        numbers = [0]
        journal = os.path.join(self.tree, ".tpatch")
        if os.path.isdir(os.path.join(journal, "runs")):
            numbers += map(int, os.listdir(os.path.join(journal, "runs")))
        if os.path.exists(os.path.join(journal, "last")):
            with open(os.path.join(journal, "last"), encoding="ascii") as f:
                numbers.append(int(f.read()))
        return max(numbers)

    @staticmethod
    def wait_for(process, path):
        """Until it is there, or the process has ended."""
        while not os.path.exists(path) and process.poll() is None:
            time.sleep(PAUSE_SECONDS)

    def wait_for_mark(self, process, name, newest):
        """Until its header says that the command is about to change the tree."""
        if name in MARKS:
            self.wait_for(process, self.in_run(newest + (name == "apply"), MARKS[name]))

    def run_killed(self, name):
        """Kills it at a random moment. True when it was killed, False when it had ended before."""
        newest, aim, most = self.newest_run(), self.random.random(), self.seconds[name]
        with self.start(name) as process:
            if name in MARKS and aim < AIMED_AT_WRITING:
                self.wait_for_mark(process, name, newest)
                most = self.writing[name]
            elif name == "apply" and aim < AIMED_AT_STAGING:
                self.wait_for(process, self.in_run(newest + 1))
                most = self.staging[name]
            try:
                process.wait(self.random.random() * most)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
            code = process.wait(PATIENCE_SECONDS)
        if code not in (0, -signal.SIGKILL):
            raise Lost("%s: exit %d" % (name, code))
        killed = code == -signal.SIGKILL
        self.kills[name] += killed
        return killed

    def look(self, what):
        now = self.watch.look()
        if self.judge.is_before(now):
            return "before"
        if self.judge.is_after(now):
            return "after"
        found = self.judge.differences(self.judge.before, now, True)
        raise Lost("%s: the tree is neither before nor after: %d differences from before: %s" % (what, len(found), "; ".join(found[:4])))

    def recover(self):
        while self.random.random() < RECOVERY_KILLED:
            if not self.run_killed("recover"):
                break
        self.run("recover")

    def disturb(self, name):
        """One command killed, and the tree recovered; returns what the tree is then."""
        if self.run_killed(name):
            now = self.watch.look()
            self.half_way += not self.judge.is_before(now) and not self.judge.is_after(now)
        self.recover()
        return self.look("recover after %s" % name)

    def round(self):
        """From before to before."""
        self.rounds += 1
        if self.random.random() < APPLIED_UNDISTURBED:
            self.run("apply")
            state = self.look("apply")
        else:
            state = self.disturb("apply")
        while state == "after":
            state = self.disturb("rollback") if self.random.random() < 0.9 else (self.run("rollback"), self.look("rollback"))[1]
        if self.random.random() < 0.2:
            if self.disturb("prune") != "before":
                raise Lost("log --prune changed the tree")
            self.run("prune")


def run_tree(options, name):
    """Prints what was done; returns True when nothing was lost."""
    place = MEMORY if os.path.isdir(MEMORY) and not options.disk else None
    folder = os.path.realpath(tempfile.mkdtemp(prefix="crash-", dir=place))
    loop = problem = None
    try:
        loop = Loop(options.tpatch, name, folder, options.seed)
        end = time.monotonic() + options.seconds
        while time.monotonic() < end:
            loop.round()
    except Lost as lost:
        problem = str(lost)
    if loop:
        print("%s: %d files change; killed %d: %s; half-way when killed: %d; lost: %d" % (
            os.path.basename(name.rstrip("/")), len(loop.judge.changed), sum(loop.kills.values()),
            ", ".join("%d %s" % (count, command) for command, count in loop.kills.items()), loop.half_way, 1 if problem else 0), flush=True)
    if problem:
        print("%s: FAILED (seed %d, the tree is kept in %s): %s" % (name, options.seed, folder, problem))
        return False
    shutil.rmtree(folder)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="for each tree")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--disk", action="store_true", help="below TMPDIR, and not in memory")
    parser.add_argument("tpatch")
    parser.add_argument("trees", nargs="+")
    options = parser.parse_args()
    options.tpatch = os.path.abspath(options.tpatch)
    good = sum(run_tree(options, name) for name in options.trees)
    print("crash: %d passed, %d failed" % (good, len(options.trees) - good))
    return 0 if good == len(options.trees) else 1


if __name__ == "__main__":
    sys.exit(main())
