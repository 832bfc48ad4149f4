#!/usr/bin/env python3
"""Somebody swaps files and folders of the tree, and of its journal, for links, FIFOs and other files while tpatch works in it.

usage: race.py [--rounds N] [--seed N] TPATCH

A second process exchanges names of the tree with traps, without a pause, and soon exchanges them back: symbolic links to files and folders outside that
look just like those inside, hard links to such files, FIFOs, folders, other texts. Meanwhile apply, rollback (forced, too), recover and log --prune run.
What must hold, whatever they come upon: each ends within its time, with an exit code that it has; nothing outside of the tree changes: no name, no
byte, no mode, no mtime. What becomes of the tree itself in such a time is not looked at; but once the other process is stopped, and the journal removed, a
new tree at the same place is patched and put back as any other.

So that the other process comes between two calls of tpatch, a library that is loaded into it waits for a moment before each (slow.c).

Ends with "race: N passed, N failed", one for each round of commands.
"""
import argparse
import ctypes
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import material  # noqa: E402

FILES, FOLDERS = 24, 4
PATIENCE_SECONDS = 30
EXIT_CODES = {0, 1, 2, 3, 4, 5}
RENAME_EXCHANGE = 2
AT_FDCWD = -100
# A new tree after so many rounds: the swaps leave it in a state in which there is less and less to do.
ROUNDS_OF_A_TREE = 4
COMMANDS = (["rollback"], ["apply"], ["rollback", "--force"], ["apply"], ["recover"], ["rollback"], ["recover", "--adopt"], ["log", "--prune", "--keep", "0"])
# In seconds: how long a trap stands at most, and how long it does not.
TRAP_STANDS, TRAP_RESTS = 0.002, 0.0002
SLOW_US = 300

libc = ctypes.CDLL(None, use_errno=True)


def exchange(a, b):
    """Two names of one volume change what they name. False where one of them is not there."""
    return libc.renameat2(AT_FDCWD, os.fsencode(a), AT_FDCWD, os.fsencode(b), RENAME_EXCHANGE) == 0


def state(folder):
    """Everything below: names, types, modes, mtimes and contents; nothing is followed."""
    found = []
    for at, names, files in os.walk(folder):
        for name in sorted(names + files):
            path = os.path.join(at, name)
            st = os.lstat(path)
            what = os.readlink(path) if stat.S_ISLNK(st.st_mode) else open(path, "rb").read() if stat.S_ISREG(st.st_mode) else ""
            found.append((path, st.st_mode, st.st_uid, st.st_mtime_ns, what))
    return sorted(found)


class Traps:
    """What is swapped in: for each name of the tree some things beside it, on the same volume."""

    def __init__(self, scratch, seed):
        self.tree, self.outside, self.folder = (os.path.join(scratch, name) for name in ("tree", "outside", "traps"))
        self.random = random.Random(seed)
        self.clear()

    def names(self):
        """A name to be swapped, and whether it is a folder's."""
        number, run = self.random.randrange(FILES), ".tpatch/runs/%06d" % self.random.randrange(1, 6)
        folder = "d%02d" % (number % FOLDERS)
        dice = self.random.random()
        if dice < 0.4:
            return self.random.choice((folder, folder + "/e")), True
        if dice < 0.7:
            return "%s/e/f%04d.cmake" % (folder, number), False
        if dice < 0.85:
            return self.random.choice(("", ".tpatch", ".tpatch/runs", run, run + "/old", run + "/new")), True
        names = ("old/%d" % number, "new/%d" % number, "header.applied", "header.pending", "header.rolling")
        return self.random.choice((".tpatch/lock", *(run + "/" + name for name in names))), False

    def make(self, path, is_folder):
        """Something that is not what `path` is; its twins outside have the same names, and its text before or after a run."""
        trap, twin = os.path.join(self.folder, str(self.count)), os.path.join(self.outside, self.random.choice(("before", "after")), path)
        self.count += 1
        kinds = ["link", "empty folder", "link"] if is_folder else ["link", "hard link", "fifo", "folder", "text", "same text"]
        # A root that is a link is followed: its name was given by the user.
        kind = self.random.choice(kinds) if path else "empty folder"
        if kind == "link":
            os.symlink(twin, trap)
        elif kind == "hard link" and os.path.isfile(twin):
            os.link(twin, trap)
        elif kind == "fifo":
            os.mkfifo(trap)
        elif kind in ("folder", "empty folder"):
            os.mkdir(trap)
        elif kind == "same text" and os.path.isfile(twin):
            shutil.copy2(twin, trap)
        else:
            with open(trap, "w", encoding="ascii") as f:
                f.write("set(VALUE 3)\n")
        return trap

    def swap_once(self):
        path, is_folder = self.names()
        there = os.path.join(self.tree, path) if path else self.tree
        trap = self.make(path, is_folder)
        if exchange(trap, there):
            time.sleep(self.random.random() * TRAP_STANDS)
            exchange(trap, there)
        time.sleep(self.random.random() * TRAP_RESTS)
        if self.count > 500:
            self.clear()

    def clear(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder, exist_ok=True)
        self.count = 0


def swap_until_told(scratch, seed, counter):
    """The other process: ends at SIGTERM, between two swaps."""
    told = []
    signal.signal(signal.SIGTERM, lambda *_: told.append(True))
    traps, swaps = Traps(scratch, seed), 0
    while not told:
        try:
            traps.swap_once()
        except OSError:
            pass # tpatch took it away, or made it, in the same moment
        swaps += 1
    with open(counter, "w", encoding="ascii") as f:
        f.write("%d\n" % swaps)


class Race:
    def __init__(self, tpatch, scratch, seed):
        self.tpatch, self.scratch, self.seed = tpatch, scratch, seed
        self.random = random.Random(seed)
        self.tree, self.sets, self.outside = (os.path.join(scratch, name) for name in ("tree", "sets", "outside"))
        self.codes, self.swaps = {}, 0
        self.library = os.path.join(scratch, "slow.so")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "slow.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self.library, source, "-ldl"], check=True)

    def run(self, command):
        """Runs tpatch slowly; its exit code, or None where it did not end in its time."""
        sets = ["--patchsets", self.sets] if command[0] in ("apply", "check") else []
        try:
            return subprocess.run([self.tpatch, *command, "-q", "--root", self.tree, *sets], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False,
                                  stderr=subprocess.DEVNULL, timeout=PATIENCE_SECONDS, env=dict(os.environ, LD_PRELOAD=self.library, SLOW_US=str(SLOW_US))).returncode
        except subprocess.TimeoutExpired:
            return None

    def begin(self):
        """A new tree, and its twins outside, with journals that look as the tree's does."""
        for folder in ("tree", "sets", "outside", "traps"):
            path = os.path.join(self.scratch, folder)
            if os.path.islink(path):
                os.unlink(path)
            shutil.rmtree(path, ignore_errors=True)
        material.make_tree(self.tree, self.sets, FILES, FOLDERS)
        os.mkdir(self.outside)
        before, after = (os.path.join(self.outside, name) for name in ("before", "after"))
        material.copy_tree(self.tree, before)
        subprocess.run([self.tpatch, "-q", "--root", self.tree, "--patchsets", self.sets], check=True, stdout=subprocess.DEVNULL)
        material.copy_tree(self.tree, after)
        material.copy_tree(os.path.join(self.tree, ".tpatch"), before)
        return state(self.outside)

    def swap(self):
        """Starts the other process; returns a function that stops it."""
        counter = os.path.join(self.scratch, "swaps")
        pid = os.fork()
        if pid == 0:
            try:
                swap_until_told(self.scratch, self.random.random(), counter)
            finally:
                os._exit(0)

        def stop():
            os.kill(pid, signal.SIGTERM)
            os.waitpid(pid, 0)
            with open(counter, encoding="ascii") as f:
                self.swaps += int(f.read())
        return stop

    def round_of_commands(self, outside):
        """What is wrong after it, or None."""
        stop = self.swap()
        try:
            for command in COMMANDS:
                code = self.run(command)
                self.codes[code] = self.codes.get(code, 0) + 1
                if code is None:
                    return "%s did not end within %d s" % (" ".join(command), PATIENCE_SECONDS)
                if code not in EXIT_CODES:
                    return "%s ended with %d" % (" ".join(command), code)
        finally:
            stop()
        now = state(self.outside)
        if now != outside:
            return "outside: " + "; ".join("%s" % (entry,) for entry in sorted(set(now) ^ set(outside)))[:2000]
        return None

    def is_as_any(self):
        """Is a tree at this place patched and put back now?"""
        self.begin()
        return self.run(["rollback"]) == 0 and self.run(["apply"]) == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40, metavar="N", help="of %d commands each" % len(COMMANDS))
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("tpatch")
    options = parser.parse_args()
    if not sys.platform.startswith("linux"):
        print("names can be exchanged on Linux only")
        return 77
    scratch, failed = tempfile.mkdtemp(prefix="race-"), 0
    os.environ["HOME"] = scratch
    os.environ.pop("XDG_STATE_HOME", None)
    race = Race(os.path.abspath(options.tpatch), scratch, options.seed)
    try:
        for number in range(options.rounds):
            if number % ROUNDS_OF_A_TREE == 0:
                outside = race.begin()
            problem = race.round_of_commands(outside)
            if problem:
                failed += 1
                print("FAILED round %d: %s" % (number, problem))
                outside = race.begin()
        if not race.is_as_any():
            failed += 1
            print("FAILED: a new tree is not patched")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    counts = ", ".join("%s: %d" % (code, race.codes[code]) for code in sorted(race.codes, key=str))
    print("race: %d swaps; exit codes %s" % (race.swaps, counts))
    print("race: %d passed, %d failed" % (options.rounds + 1 - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
