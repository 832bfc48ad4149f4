"""A small tree, and commands in which something that they ask of the system goes wrong: each of these things, one after the other."""
import os
import shutil
import subprocess

import material
import watch

# A program with sanitizers: it lets a library come first, and what is wrong with it is no exit code of tpatch.
SANITIZED = {"ASAN_OPTIONS": "verify_asan_link_order=0:exitcode=99"}


class Trouble(Exception):
    """A run ended as none may."""


class Each:
    """`source` is a library to be preloaded, in which what `variable` says goes wrong; on descriptor 9 it tells how many things there are."""

    def __init__(self, tpatch, folder, stride, source, variable):
        self.tpatch, self.folder, self.stride, self.variable = tpatch, folder, stride, variable
        self.tree, self.sets, self.saved = (os.path.join(folder, name) for name in ("tree", "sets", "saved"))
        self.library = os.path.join(folder, source[:-2] + ".so")
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), source)
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self.library, path, "-ldl"], check=True)
        self.make_tree()
        self.watch = watch.Watch(self.tree)
        before = self.watch.look()
        done = self.run("apply")[0]
        if done.returncode:
            raise Trouble("apply: exit %d: %s" % (done.returncode, done.stderr.decode(errors="replace")))
        self.judge = watch.Judge(before, self.watch.look())
        self.run("rollback")
        self.runs = self.recovered = 0

    def make_tree(self):
        material.make_tree(self.tree, self.sets, 12, 3)

    def words(self, command):
        words = [*command.split(), "-q", "--root", self.tree]
        return words + (["--patchsets", self.sets, "-j1"] if command in ("apply", "check") else [])

    def run(self, command, at=None):
        """How it ended, and what the library told."""
        environment = dict(os.environ, **SANITIZED)
        if at is not None:
            environment.update({"LD_PRELOAD": self.library, self.variable: str(at)})
        read_end, write_end = os.pipe()
        done = subprocess.run([self.tpatch, *self.words(command)], stdin=subprocess.DEVNULL, capture_output=True, env=environment, check=False,
                              preexec_fn=lambda: os.dup2(write_end, 9), close_fds=False)
        os.close(write_end)
        with os.fdopen(read_end, "rb") as f:
            return done, f.read().decode(errors="replace")

    def state(self):
        now = self.watch.look()
        return "before" if self.judge.is_before(now) else "after" if self.judge.is_after(now) else "neither"

    def starve(self, command, prepare):
        """prepare() makes the tree what it is to be before the command; it is put back by a copy, journal and all, each time."""
        if os.path.exists(self.saved):
            self.restore()
        prepare()
        shutil.rmtree(self.saved, ignore_errors=True)
        material.copy_tree(self.tree, self.saved)
        done, told = self.run(command, 0)
        if not told:
            raise Trouble("%s: it is not counted how many things it asks for: %s" % (command, done.stderr.decode(errors="replace")))
        self.as_it_is = done, self.state()
        for at in range(1, int(told) + 1, self.stride):
            self.restore()
            done, what = self.run(command, at)
            self.runs += 1
            problem = self.problem(command, done, what)
            if problem:
                raise Trouble("%s, number %d %s: %s: exit %d: %s" % (command, at, what.strip(), problem, done.returncode, done.stderr[-300:].decode(errors="replace")))
            if self.state() == "neither":
                self.recovered += command != "recover"
                self.run("recover")
                if self.state() == "neither":
                    raise Trouble("%s, number %d %s: the tree is neither before nor after" % (command, at, what.strip()))

    def problem(self, command, done, what):
        """What is wrong with how a command ended, of which `what` went wrong; or None."""
        raise NotImplementedError

    def restore(self):
        """The tree and its journal stay the folders that they are: a journal in another folder is another's."""
        for folder in (self.tree, os.path.join(self.tree, ".tpatch")):
            for entry in os.scandir(folder) if os.path.isdir(folder) else ():
                if entry.is_dir(follow_symlinks=False) and entry.name != ".tpatch":
                    shutil.rmtree(entry.path)
                elif not entry.is_dir(follow_symlinks=False):
                    os.remove(entry.path)
        material.copy_tree(self.saved, self.tree)

    def be(self, state):
        self.run("recover")
        if self.state() != state:
            self.run("apply" if state == "after" else "rollback")
            if self.state() != state:
                raise Trouble("the tree does not become '%s'" % state)

    def be_cut_off(self):
        """As a kill between the replacements leaves it: all files but the first are new (engine/commit/journal/journal.c)."""
        self.be("before")
        self.be("after")
        runs = os.path.join(self.tree, ".tpatch", "runs")
        run = os.path.join(runs, max(os.listdir(runs)))
        first = os.path.join(self.tree, sorted(self.judge.changed)[0])
        os.rename(first, os.path.join(run, "new", "0"))
        os.link(os.path.join(run, "old", "0"), first)
        os.remove(os.path.join(run, "folders.left"))
        os.rename(os.path.join(run, "header.applied"), os.path.join(run, "header.pending"))

    def starve_all(self):
        self.starve("check", lambda: self.be("before"))
        self.starve("apply", lambda: self.be("before"))
        self.starve("rollback", lambda: self.be("after"))
        self.starve("log", lambda: self.be("after"))
        self.starve("recover", self.be_cut_off)
