#!/usr/bin/env python3
"""The same kills for tpatch, git apply, quilt and GNU patch: what is left of a tree of 4,000 files?

usage: peers.py [--seconds N] [--seed N] TPATCH [TOOL...]

Every round begins with the same tree (in memory where the system has that), starts the tool with the same change (one line in each file), and kills its whole process group with SIGKILL at
a random moment of the time that the tool needs. Then the user's next step, once: `tpatch recover`; `git apply`, `quilt push` or `patch -N`
again. Looked at are names and contents alone. For each tool (tpatch, git, quilt, patch): kills; trees that were neither before nor after when it
was killed, and after the next step; files that were gone or held neither text then, in all and at most in one tree. A tool that is not installed
is left out. It is a measurement: it ends with exit 0, unless tpatch lost something.
"""
import argparse
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
import watch  # noqa: E402

SILENT = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Tool:
    """How one tool makes the change, and what its user does after a crash."""

    def __init__(self, program, apply, again):
        self.program, self.apply, self.again = program, apply, again


def tools(tpatch, folder):
    sets, patch = os.path.join(folder, "sets"), os.path.join(folder, "made.patch")
    push = ["quilt", "--quiltrc", "-", "push", "-q"]
    return {
        "tpatch": Tool(tpatch, [tpatch, "apply", "-q", "--patchsets", sets], [tpatch, "recover", "-q"]),
        "git": Tool("git", ["git", "apply", patch], ["git", "apply", patch]),
        "quilt": Tool("quilt", push, push),
        "patch": Tool("patch", ["patch", "-p1", "-s", "-i", patch], ["patch", "-p1", "-s", "-N", "-i", patch]),
    }


class Count:
    """What one tool's rounds gave."""

    def __init__(self):
        self.kills = self.half_way = self.torn = self.lost_files = self.most_lost = 0


class Loop:
    """The tree as it is made for every round, and the texts of before and after."""

    def __init__(self, tpatch, folder, rand):
        self.folder, self.random = folder, rand
        self.fresh, self.tree = os.path.join(folder, "fresh"), os.path.join(folder, "tree")
        sets = os.path.join(folder, "sets")
        material.make_tree(self.fresh, sets)
        diff = subprocess.run([tpatch, "--dry-run", "-q", "--root", self.fresh, "--patchsets", sets], stdout=subprocess.PIPE, check=True).stdout
        for name in ("made.patch", "fresh/patches/made.patch"):
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "wb") as f:
                f.write(diff)
        with open(os.path.join(self.fresh, "patches", "series"), "w", encoding="ascii") as f:
            f.write("made.patch\n")
        before = watch.Watch(self.fresh).look()
        material.copy_tree(self.fresh, self.tree)
        self.looks = watch.Watch(self.tree)
        subprocess.run([tpatch, "-q", "--root", self.tree, "--patchsets", sets], check=True)
        self.judge = watch.Judge(before, self.looks.look())

    def make(self):
        """The tree as it was at first: what differs is written again, and everything else was looked at."""
        for name in (".tpatch", ".pc"):
            shutil.rmtree(os.path.join(self.tree, name), ignore_errors=True)
        now, before = self.looks.look(), self.judge.before
        for path in now.keys() - before.keys():
            os.remove(os.path.join(self.tree, path))
        for path, seen in before.items():
            if path not in now or now[path].content != seen.content:
                target = os.path.join(self.tree, path)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                if path in now:
                    os.remove(target)
                if seen.kind == stat.S_IFREG:
                    shutil.copy2(os.path.join(self.fresh, path), target)
        if not self.judge.contents_are(before, self.looks.look()):
            raise SystemExit("peers.py: the tree could not be made again")

    def is_whole(self, now):
        return self.judge.contents_are(self.judge.before, now) or self.judge.contents_are(self.judge.after, now)

    def measure(self, tool):
        self.make()
        begun = time.monotonic()
        subprocess.run(tool.apply, cwd=self.tree, check=True, **SILENT)
        seconds = time.monotonic() - begun
        if not self.judge.contents_are(self.judge.after, self.looks.look()):
            raise SystemExit("peers.py: '%s' does not make the change" % tool.program)
        return seconds

    def round(self, tool, seconds, count):
        self.make()
        with subprocess.Popen(tool.apply, cwd=self.tree, start_new_session=True, **SILENT) as process:
            try:
                process.wait(self.random.random() * seconds)
                return
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
        count.kills += 1
        count.half_way += not self.is_whole(self.looks.look())
        subprocess.run(tool.again, cwd=self.tree, check=False, **SILENT)
        now = self.looks.look()
        count.torn += not self.is_whole(now)
        lost = self.judge.lost(now)
        count.lost_files += lost
        count.most_lost = max(count.most_lost, lost)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="for each tool")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("tpatch")
    parser.add_argument("tools", nargs="*", default=["tpatch", "git", "quilt", "patch"])
    options = parser.parse_args()
    folder = os.path.realpath(tempfile.mkdtemp(prefix="crash-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
    tpatch = os.path.abspath(options.tpatch)
    loop = Loop(tpatch, folder, random.Random(options.seed))
    known, code = tools(tpatch, folder), 0
    for name in options.tools:
        tool, count = known[name], Count()
        if not shutil.which(tool.program):
            print("%-8s is not installed" % name)
            continue
        seconds = loop.measure(tool)
        end = time.monotonic() + options.seconds
        while time.monotonic() < end:
            loop.round(tool, seconds, count)
        print("%-8s %4d kills in up to %.1f s; neither before nor after: %d when killed, %d after the next step; files lost: %d, at most %d in one tree"
              % (name, count.kills, seconds, count.half_way, count.torn, count.lost_files, count.most_lost), flush=True)
        code |= name == "tpatch" and count.torn > 0
    shutil.rmtree(folder)
    return code


if __name__ == "__main__":
    sys.exit(main())
