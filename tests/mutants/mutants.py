#!/usr/bin/env python3
"""Changes one token of the engine or the driver at a time, and looks whether a test notices.

usage: mutants.py [--count N] [--seed N] [--only N] [--near] [--list] [--files GLOB] BUILD

A mutant is a comparison, a connective, a sign or a constant that is another one, a condition that is turned round, or a call that is left
out. N of them are drawn from all that there are (--seed draws others). Each is built in a copy of this repository, made of what git
tracks and of BUILD, in memory where there is room, and is judged by the tests of `make check`: first those that are about its module (NEAR),
then all, the quick ones first. The first that fails, or takes ten times as long as it should, has killed it. A mutant that does not compile, or
gives the same object code, is not counted. --near: by the first alone, where there is no time for all; more survive then than really do.

Each is a line: killed or SURVIVED, its number (--only N makes it alone), its place, what it changes, and by what it was killed. Read every survivor: a test is
missing, or the code is not needed, or what is changed makes no difference (then nothing is to be done). --list shows the mutants alone.
Ends with `mutants: N passed, N failed`; a survivor has failed. Exit: 0 all were killed, 1 some survived, 2 the tests fail without a change.
"""
import argparse
import fnmatch
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# What stands in the place of a comment, a text or a line of the preprocessor: nothing in it is mutated.
OPAQUE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)
SWAPPED = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&", "+": "-", "-": "+", "true": "false", "false": "true"}
SWAPS = re.compile(r"(?<= )(?:==|!=|<=|>=|<|>|&&|\|\||\+|-)(?= )|\b(?:true|false)\b")
NOT = re.compile(r"(?<=[( ])!(?=[a-z(])")
CONDITION = re.compile(r"^(\t+(?:\} else )?(?:if|while) \()(.+)(\)(?: \{)?)$", re.M)
# What only gives memory back is seen by other tests than these.
CALL = re.compile(r"^\t+(?!return|free\b)(?:[a-z_0-9]+(?:->|\.))*[a-z_0-9]+(?<!_release)(?<!_free)\([^\n]*\);$", re.M)
TIMEOUT_SECONDS = 600
# Quick enough to be run with --near too.
ALWAYS = ("patch sets",)
# Of a module: the words of its unit tests, of the fixtures and of the command-line cases that are about it. Its folder in tests/unit/ is one.
NEAR = {
    "api": ("", "", "cmdline/version"),
    "author": ("", "", "author/"),
    "base": ("", "match/", "cmdline/usage"),
    "cli": ("", "", "cmdline/ output/ select/ undo/ plan/"),
    "cmdline": ("", "", "cmdline/ output/colour"),
    "commit": ("", "op/create op/rename-file op/remove-file", "undo/ journal/ plan/"),
    "config": ("", "", "cmdline/settings"),
    "draft": ("", "", "port/new"),
    "fileop": ("", "op/create op/rename-file op/remove-file", "verdict/whole-files"),
    "format": ("", "match/", "author/bad-patchset author/broken-patchset"),
    "lang": ("", "match/ op/", ""),
    "machine": ("platform/", "", "select/facts"),
    "match": ("op/", "match/ op/", "verdict/missing-unseen"),
    "op": ("match/", "op/", "verdict/"),
    "patchset": ("", "when/ variable/", "author/ select/"),
    "plan": ("op/", "verdict/ group/ upstream/", "verdict/ select/"),
    "platform": ("commit/", "", "system/ tree/"),
    "port": ("", "", "port/"),
    "report": ("", "", "output/ verdict/ plan/"),
    "series": ("port/", "", "port/"),
    "text": ("commit/test_content", "op/hunk", "output/export"),
    "tree": ("", "detect/", "tree/ journal/check-as-run"),
}
# What judges which folder: what is near, then the tests of `make check`, the quick ones first, and for the driver its own.
JUDGES = [
    ("unit tests near", "engine/", "FAULTS_STRIDE=41 {build}/tests/unit {near_unit}"),
    ("patch sets", "engine/", "{build}/tpatch test"),
    ("unit", "engine/", "FAULTS_STRIDE=41 {build}/tests/unit"),
    ("cli near", "engine/", "python3 tests/run_cli.py -x -j 2 {build}/tpatch {near_cli}"),
    ("fixtures near", "engine/", "python3 tests/run_fixtures.py -x --stride 4 {build}/tpatch {near_fixtures}"),
    ("cli", "engine/", "python3 tests/run_cli.py -x -j 2 {build}/tpatch"),
    ("fixtures, each 5th", "engine/", "python3 tests/run_fixtures.py -x --stride 5 {build}/tpatch"),
    ("fixtures", "engine/", "python3 tests/run_fixtures.py -x {build}/tpatch"),
    ("diff", "engine/text", "make -s BUILD={build} check-diff"),
    ("documents", "engine/", "python3 tests/docs.py {build}/tpatch"),
    ("driver near", "driver/", "python3 driver/tests/run.py {build}/tbuild {near_driver}"),
    ("driver", "driver/", "python3 driver/tests/run.py {build}/tbuild"),
]
NEAR_DRIVER = {
    "build": "build/cold_and_again trouble/compile_error",
    "checkout": "profile/cpu/pytorch-2.4 profile/project",
    "command": "data/ profile/project",
    "doctor": "doctor/",
    "profile": "profile/cpu profile/project",
    "recipe": "profile/project build/script",
    "system": "profile/project build/script",
    "triage": "signature/ log/ data/",
}


def near(path):
    """What the commands of JUDGES put in for a source: None where nothing is near."""
    module = path.split("/")[1]
    unit, fixtures, cli = NEAR.get(module, ("", "", ""))
    if os.path.isdir(os.path.join(ROOT, "tests/unit", module)):
        unit = (module + "/ " + unit).strip()
    return {"near_unit": unit, "near_fixtures": fixtures, "near_cli": cli, "near_driver": NEAR_DRIVER.get(module, "")}


def sources():
    tracked = subprocess.run(["git", "ls-files", "engine/*.c", "driver/*.c"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return [path for path in tracked if "win32" not in path and "/tests/" not in path]


def sites(path):
    """(path, first byte, end, new text) of every mutant of a file."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        text = f.read()
    clear = OPAQUE.sub(lambda match: re.sub(r"[^\n]", "\0", match[0]), text)
    for match in SWAPS.finditer(clear):
        yield path, match.start(), match.end(), SWAPPED[match[0]]
    for match in NOT.finditer(clear):
        yield path, match.start(), match.end(), ""
    for match in CONDITION.finditer(clear):
        yield path, match.start(2), match.end(2), "!(%s)" % text[match.start(2):match.end(2)]
    for match in CALL.finditer(clear):
        begin = match.start() + len(match[0]) - len(match[0].lstrip())
        yield path, begin, match.end(), ";"


def shown(path, begin, end, new):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        text = f.read()
    first = text.rfind("\n", 0, begin) + 1
    last = text.find("\n", end)
    return "%s:%d: %s  =>  %s" % (path, text.count("\n", 0, begin) + 1, text[first:last].strip(), (text[first:begin] + new + text[end:last]).strip())


class Unsound(Exception):
    """There is nothing to be learnt: the tests fail as it is."""


class Bench:
    """A copy of the repository, built."""

    def __init__(self, build, folder):
        self.folder = folder
        for path in subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")[:-1]:
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, path), os.path.join(folder, path), follow_symlinks=False)
        self.build = "build"
        self.seconds = {}
        os.mkdir(os.path.join(folder, "build"))
        for name in ("obj", "tests", "tpatch", "tbuild", "libtpatch.a"):
            subprocess.run(["cp", "-a", os.path.join(build, name), os.path.join(folder, "build")], check=True)

    def run(self, command, seconds=TIMEOUT_SECONDS, **words):
        """None if it exits with 0, else how it ended."""
        process = subprocess.Popen(["sh", "-c", command.format(build=self.build, **words)], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            output = process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.communicate()
            return "took too long"
        if process.returncode == 0:
            return None
        lines = output.decode(errors="replace").splitlines()
        told = [line for line in lines if line.startswith("FAILED") or "[  FAILED  ] " in line and "test(s)" not in line]
        return (told or lines[-1:] or ["exit %d" % process.returncode])[0][:100]

    def make(self, targets="all {build}/tests/unit {build}/tests/diff_files {build}/tests/patch_numstat"):
        return self.run("make -s DEVELOPER=0 BUILD={build} " + targets)

    def object_code(self, path):
        result = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", os.path.join(self.folder, "build/obj", path[:-2] + ".o")], capture_output=True, check=False)
        return hashlib.sha1(result.stdout).digest()

    def judge(self, path, near_only):
        """Which test kills what is built now, or None. Of the programs only those of the unit tests are there; the others are made when needed."""
        words = near(path)
        made = False
        for name, top, command in JUDGES:
            slot = re.search(r"\{(near_[a-z]+)\}", command)
            if not path.startswith(top) or (slot and not words[slot[1]]) or (near_only and not slot and name not in ALWAYS):
                continue
            if "/tests/unit" not in command and not made:
                made = True
                if self.make():
                    return "linking"
            trouble = self.run(command, self.seconds.get(name, TIMEOUT_SECONDS), **words)
            if trouble:
                return "%s: %s" % (name, trouble)
        return None

    def try_unchanged(self, paths):
        """The tests that `paths` need pass; how long they may take is ten times what they take now."""
        for name, top, command in JUDGES:
            if "{near_" not in command and any(path.startswith(top) for path in paths):
                begun = time.monotonic()
                trouble = self.run(command)
                if trouble:
                    raise Unsound("without a change, %s: %s" % (name, trouble))
                self.seconds[name] = 10 * (time.monotonic() - begun) + 10

    def attempt(self, mutant, near_only):
        """"killed by ...", "SURVIVED", or "not counted: ..."."""
        path, begin, end, new = mutant
        full = os.path.join(self.folder, path)
        with open(full, encoding="utf-8") as f:
            text = f.read()
        before = self.object_code(path)
        try:
            self.replace(full, text[:begin] + new + text[end:])
            if self.make("{build}/tests/unit" if path.startswith("engine/") else "{build}/tbuild"):
                return "not counted: does not compile"
            if self.object_code(path) == before:
                return "not counted: the same code"
            killer = self.judge(path, near_only)
            return "killed by " + killer if killer else "SURVIVED"
        finally:
            self.replace(full, text)

    def replace(self, full, text):
        with open(full, "w", encoding="utf-8") as f:
            f.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--near", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--files", default="*")
    parser.add_argument("build")
    options = parser.parse_args()
    mutants = [mutant for path in sources() if fnmatch.fnmatch(path, options.files) for mutant in sites(path)]
    print("%d mutants there are" % len(mutants))
    random.Random(options.seed).shuffle(mutants)
    chosen = [(n, mutant) for n, mutant in enumerate(mutants[:options.count]) if options.only in (None, n)]
    if options.list:
        print("\n".join("%4d %s" % (n, shown(*mutant)) for n, mutant in chosen))
        return 0
    memory = "/dev/shm" if os.path.isdir("/dev/shm") and shutil.disk_usage("/dev/shm").free > 2_000_000_000 else None
    with tempfile.TemporaryDirectory(prefix="mutants-", dir=memory) as folder:
        bench = Bench(os.path.abspath(options.build), folder)
        try:
            trouble = bench.make()
            if trouble:
                raise Unsound("without a change, make: %s" % trouble)
            if not options.near:
                bench.try_unchanged([mutant[0] for _, mutant in chosen])
        except Unsound as error:
            print("mutants.py: %s" % error)
            return 2
        killed = survived = 0
        for n, mutant in chosen:
            verdict = bench.attempt(mutant, options.near)
            killed += verdict.startswith("killed")
            survived += verdict == "SURVIVED"
            print("%4d %s: %s" % (n, shown(*mutant), verdict), flush=True)
    print("mutants: %d passed, %d failed" % (killed, survived))
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
