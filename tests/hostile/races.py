"""Somebody else at work in the tree: a second tpatch, an editor, a link in a file's place."""
import os
import random
import shutil
import subprocess
import sys
import threading
import time

from bench import rule

FILES = 300
# What is not seen for so long is gone.
MOMENT_SECONDS = 20


def fill(bench):
    for i in range(FILES):
        bench.write("d%d/f%d.cmake" % (i % 10, i), "set(A 1)\n# %d\n" % i)


def start(bench, *arguments, sets=True):
    command = [bench.tpatch, *arguments, "--root", bench.tree] + (["--patchsets", bench.sets] if sets else [])
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def case_two_runs_at_once(bench):
    """One makes the change; the other waits for nobody, and says that somebody is at work, or that nothing is to be done."""
    fill(bench)
    before = bench.snapshot()
    for _ in range(25):
        both = [start(bench, "apply", "-q") for _ in range(2)]
        told = [(process.communicate()[1], process.returncode) for process in both]
        bench.expect(sorted(code for _, code in told) in ([0, 0], [0, 4]), "exit codes of two runs: %r" % told)
        bench.expect(all(code == 0 or b"is running in" in err or b"since it was read" in err for err, code in told), "the reason is not told: %r" % told)
        bench.run("check", "-q")
        both = [start(bench, "rollback", "-q", sets=False) for _ in range(2)]
        told = [(process.communicate()[1], process.returncode) for process in both]
        bench.expect(sorted(code for _, code in told) in ([0, 2], [0, 4]), "exit codes of two rollbacks: %r" % told)
        bench.expect_same(before, "after two rollbacks")


class Editor(threading.Thread):
    """Saves, removes and renames files of the tree, over and over; as editors do: a new file, renamed."""

    def __init__(self, bench, work):
        super().__init__()
        self.bench, self.work, self.over = bench, work, threading.Event()
        self.pause = threading.Lock() # held: it does nothing
        self.random = random.Random(1)

    def run(self):
        turn = 0
        while not self.over.is_set():
            with self.pause:
                self.work(self.bench, self.random.randrange(FILES), turn)
            turn += 1

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.join()


def save(bench, path, text):
    with open(bench.path("saved"), "w", encoding="ascii") as f:
        f.write(text)
    os.rename(bench.path("saved"), bench.path(path))


def keeps(bench, path, text):
    """Does the file hold this? It may be away for a moment, until what was exchanged at the last moment is exchanged again."""
    end = time.monotonic() + MOMENT_SECONDS
    while time.monotonic() < end:
        try:
            with open(bench.path(path), encoding="ascii") as f:
                if f.read() == text:
                    return True
        except FileNotFoundError:
            pass
        time.sleep(0.001)
    return False


def edit(bench, number, turn):
    """Now and then a file belongs to the editor, has another name, or is not there. What the editor saved is there when it comes back to it."""
    path = "d%d/f%d.cmake" % (number % 10, number)
    moved = bench.path(path + ".moved")
    mine = bench.mine.pop(path, None)
    if mine and not keeps(bench, path, mine):
        bench.overwritten.append(path)
    if turn % 3 == 0:
        bench.mine[path] = "mine %d\n" % turn
        save(bench, path, bench.mine[path])
    elif os.path.exists(moved):
        os.rename(moved, bench.path(path))
    elif not os.path.exists(bench.path(path)):
        save(bench, path, "set(A 1)\n# %d\n" % number)
    elif turn % 3 == 1:
        os.rename(bench.path(path), moved)
    else:
        os.remove(bench.path(path))


def start_over(bench, editor):
    """Files that were saved between a run and its rollback stand in the way of both: such a tree is of no more use."""
    with editor.pause:
        for path, text in bench.mine.items():
            bench.expect(keeps(bench, path, text), "'%s' was written over" % path)
        bench.mine = {}
        shutil.rmtree(bench.path(".tpatch"))
        fill(bench)


def case_an_editor_at_work(bench):
    """Whatever it does meanwhile: the run changes everything or stops and names the file, and is recovered to one of the two."""
    fill(bench)
    bench.mine, bench.overwritten = {}, []
    with Editor(bench, edit) as editor:
        for _ in range(60):
            result = bench.run("apply", "-q", codes=(0, 4, 5), seconds=10)
            if result.code:
                bench.expect(b".cmake" in result.err, "no file is named: %r" % result.err[:300])
            result = bench.run("rollback", "-q", "--root", bench.tree, sets=False, codes=(0, 2, 3, 4, 5))
            recovered = bench.run("recover", "-q", "--root", bench.tree, sets=False, codes=(0, 5))
            if result.code in (3, 4, 5) or recovered.code:
                start_over(bench, editor)
    if sys.platform == "linux":
        bench.expect(not bench.overwritten, "what the editor saved was written over: %s" % bench.overwritten[:3])


def case_files_that_become_links(bench):
    """A file, and a folder, replaced by links that lead out, between plan and write or at any other time: nothing is written there."""
    outside = os.path.join(bench.folder, "outside")
    os.mkdir(outside)
    for name in ("a.cmake", "b.cmake"):
        with open(os.path.join(outside, name), "w", encoding="ascii") as f:
            f.write("set(A 1)\n")
    fill(bench)

    def flip(tree, _, turn):
        if turn % 2:
            os.symlink(os.path.join(outside, "a.cmake"), tree.path("link"))
            os.rename(tree.path("link"), tree.path("a.cmake"))
            os.rename(tree.path("sub"), tree.path("sub.old"))
            os.symlink(outside, tree.path("sub"))
        else:
            if os.path.islink(tree.path("sub")):
                os.remove(tree.path("sub"))
                os.rename(tree.path("sub.old"), tree.path("sub"))
            save(tree, "a.cmake", "set(A 1)\n")

    bench.write("a.cmake", "set(A 1)\n")
    bench.write("sub/b.cmake", "set(A 1)\n")
    stats = {name: os.stat(os.path.join(outside, name)) for name in ("a.cmake", "b.cmake")}
    with Editor(bench, flip):
        for _ in range(60):
            bench.run("apply", "-q", codes=(0, 4, 5), seconds=10)
            bench.run("recover", "-q", "--root", bench.tree, sets=False, codes=(0, 5))
            bench.run("rollback", "-q", "--root", bench.tree, sets=False, codes=(0, 2, 3, 4, 5))
            for name, was in stats.items():
                now = os.stat(os.path.join(outside, name))
                bench.expect((now.st_ino, now.st_mtime_ns, now.st_mode) == (was.st_ino, was.st_mtime_ns, was.st_mode), "'%s' outside was written" % name)


def case_a_plan_whose_files_became_links(bench):
    """What was reviewed is not what is there any more."""
    with open(os.path.join(bench.folder, "out.cmake"), "w", encoding="ascii") as f:
        f.write("set(A 1)\n")
    bench.write_set(rule('match: set(A $V)\nset: {V: "2"}'))
    bench.write("a.cmake", "set(A 1)\n")
    plan = os.path.join(bench.folder, "plan.json")
    bench.run("plan", "-o", plan)
    os.remove(bench.path("a.cmake"))
    os.symlink("../out.cmake", bench.path("a.cmake"))
    result = bench.run("apply", "--plan", plan, "-q", "--root", bench.tree, sets=False, codes=(3, 4))
    bench.expect(b"a.cmake" in result.err, "the file is not named")
    with open(os.path.join(bench.folder, "out.cmake"), encoding="ascii") as f:
        bench.expect(f.read() == "set(A 1)\n", "the link was followed")
