"""What the cases of Windows share: running both programs, other programs that hold files, trees before and after. Used by cases.py."""
import json
import os
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from tree_state import differences, snapshot  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
FIXTURES = os.path.join(ROOT, "fixtures")
CASE = os.path.join(FIXTURES, "verdict", "as-expected")
SETS = os.path.join(CASE, "patchsets")
PYTORCH = os.path.join(FIXTURES, "pytorch-1.12.1", "before")
# What the Windows program knows without being told.
ON_WINDOWS = ("--fact", "platform=windows")
MANY_FILES = """tpatch: 1
name: demo-1
summary: One rule for many files
target: {project: demo, versions: "1.*"}
rules:
  - id: raise-a
    title: Raise A
    why: A must be 2.
    files: ["**/*.cmake"]
    edits:
      - match: set(A 1)
        replace: set(A 2)
"""


class Failure(Exception):
    pass


def require(fact, message, *values):
    if not fact:
        raise Failure(message % values if values else message)


def windows_path(path):
    """How Wine shows a path of Linux."""
    return "Z:" + path.replace("/", "\\")


def without_root(data):
    """JSON output without what names the root, which differs between the systems."""
    value = json.loads(data)
    for name in ("root", "next", "undo"):
        value.get("summary", {}).pop(name, None)
    return value


def shown_root(result):
    return json.loads(result.stdout)["summary"]["root"]


class Runner:
    def __init__(self, linux, build, scratch, tree=None):
        self.linux = linux
        self.build = build
        self.scratch = scratch
        self.tree = tree
        self.env = dict(os.environ, WINE_PROGRAM=os.path.join(build, "tpatch.exe"), WINEPREFIX=os.path.join(build, "wine"),
                        LC_ALL="C.UTF-8", WINEDEBUG="-all", DISPLAY="", WINEDLLOVERRIDES="mscoree,mshtml=", NO_COLOR="1",
                        GIT_CEILING_DIRECTORIES=scratch)

    def path(self, *parts):
        return os.path.join(self.scratch, *parts)

    def copy(self, name, source=os.path.join(CASE, "before")):
        target = self.path(name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copytree(source, target, symlinks=True)
        # Wine shows the program what a link leads to.
        for path in [path for path, entry in snapshot(target).items() if entry.kind == "link"]:
            os.remove(os.path.join(target, path))
        return target

    def windows(self, *words, code=0, cwd=None, **options):
        return self.call(os.path.join(HERE, "tpatch-wine"), words, code, cwd, options)

    def traced(self, *words, code=0):
        """The same with Wine's trace of files on standard error."""
        return self.call("wine", [os.path.join(self.build, "tpatch.exe"), *words], code, None, {"env": dict(self.env, WINEDEBUG="+file")})

    def on_linux(self, *words, code=0, cwd=None, **options):
        return self.call(self.linux, words, code, cwd, options)

    def call(self, program, words, code, cwd, options):
        def start():
            given = dict({"env": self.env}, **options)
            return subprocess.run([program, *words], cwd=cwd or self.scratch, capture_output=True, check=False, timeout=300, **given)

        result = start()
        # Of some thousand starts of Wine, one ends so before the program begins (README.md).
        if program != self.linux and result.returncode == 1 and not result.stdout + result.stderr:
            result = start()
        require(code is None or result.returncode == code, "%s %s: exit %s, expected %s\n%s", os.path.basename(program), " ".join(words)[:1000],
                result.returncode, code, (result.stderr + result.stdout).decode(errors="replace")[-4000:])
        return result

    def hold(self, how, path, milliseconds):
        """Another Windows program that has the file open, ready."""
        process = subprocess.Popen(["wine", os.path.join(self.build, "tests", "hold.exe"), how, windows_path(path), str(milliseconds)],
                                   env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        line = process.stdout.readline()
        require(line.strip() == b"ready", "hold %s: %s", how, line + (process.stderr.read() if not line else b""))
        return process

    def wanted(self, source=os.path.join(CASE, "before"), arguments=("--patchsets", SETS)):
        """The tree that the program for Linux makes, told that it is for Windows where that is a fact."""
        tree = self.copy("wanted-%d" % len(os.listdir(self.scratch)), source)
        self.on_linux("apply", "-q", "--root", tree, *arguments, *(ON_WINDOWS if source == PYTORCH else ()))
        return contents(tree)


def contents(tree):
    return {path: entry.content for path, entry in snapshot(tree).items() if entry.kind == "file"}


def read(path):
    with open(path, "rb") as f:
        return f.read()


def end_of(process):
    process.kill()
    process.wait()
    # The server hears of it a little later.
    time.sleep(0.3)


def wait_until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)


def grown_tree(run, name, count=500, below=""):
    """A tree of the demo project with `count` files that the rule changes, in folders in the folder `below`; its arguments."""
    tree, sets = run.path(name), run.path(name + "-sets")
    os.makedirs(tree)
    os.makedirs(sets)
    shutil.copy(os.path.join(SETS, "project.yaml"), sets)
    with open(os.path.join(sets, "demo-1.yaml"), "w", encoding="ascii") as f:
        f.write(MANY_FILES)
    with open(os.path.join(tree, "demo.txt"), "w", encoding="ascii") as f:
        f.write("1.0.0\n")
    for i in range(count):
        folder = os.path.join(tree, below + "d%02d" % (i % 20))
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "f%03d.cmake" % i), "w", encoding="ascii") as f:
            f.write("# file %d\nset(A 1)\n" % i)
    return tree, ("--patchsets", sets)


def there_and_back(run, tree, root, *arguments):
    """Apply, apply again and rollback of `tree`, called `root` on the command line."""
    start = snapshot(tree)
    run.windows("apply", "-q", "--root", root, *arguments)
    require(contents(tree) == run.wanted(arguments=arguments or ("--patchsets", SETS)), "apply made something else than on Linux")
    run.windows("check", "--root", root, *arguments)
    run.windows("rollback", "-q", "--root", root)
    lines = differences(start, snapshot(tree))
    require(not lines, "after the rollback:\n%s", "\n".join(lines))
