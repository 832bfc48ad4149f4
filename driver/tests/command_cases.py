"""What the commands of tbuild print, whole, on a described machine: beside commands.txt, a part for each command line.

usage: command_cases.py TBUILD [WORD...]    writes what they print into commands.txt anew, of groups whose name holds a word; read it before you commit it
"""
import functools
import os
import re
import subprocess
import sys
import tempfile

import data_cases
import machines
from case import clean_environment, must, read, write

# What this machine and this moment have to do with a build.
HERE = ((r"\d+ cores?, \d+ MiB available, \d+ MiB for each", "N cores, N MiB available, N MiB for each"), (r"^jobs +\d+", "jobs      N"), (r"\b\d+(\.\d+)? (ms|s)\b", "N s"),
        (r"\d{4}-\d\d-\d\dT[\d-]+Z", "TIME"), (r" +\d+\.\d\d \| ", " N | "), (r"(?<=line )\d+(?=, confidence)", "N"), (r"^  ( |>) +\d+ ", r"  \1 N "), (r"\bin \d+ lines", "in N lines"), (re.escape(sys.executable), "PYTHON"))
EXPECTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "commands.txt")
LOGS = {
    "logs/build.log": "ok\n/bin/sh: 1: nvcc: not found\nfatal error: cblas.h: No such file or directory\n",
    "logs/deep/down/killed.txt": "c++: fatal error: Killed signal terminated program cc1plus\n",
    "logs/deep/quiet.err": "-- Configuring done\n",
    "logs/notes.md": "c++: fatal error: Killed signal terminated program cc1plus\n",
    "logs/z.out": "-- Configuring done\n",
    "one/only.log": "c++: fatal error: Killed signal terminated program cc1plus\n",
    "none/notes.md": "no log\n",
}
PROFILE = """profile: small
summary: of the tests
why: it shows
  all that is printed
versions: ">=2.7, <2.8"
python: ">=3.10"
cmake: ">=3.18"
gcc: ">=9"
cuda: ">=12, <13"
cudnn: ">=9"
msvc: ">=14.20"
vcvars_version: "14.44"
arch: ["12.0"]
mib_per_job: 1000
heavy: [flash_attention]
mib_per_heavy_job: 9000
env: {USE_CUDA: "1", BUILD_TEST: "0"}
expect: {USE_CUDA: "ON"}
pip: {numpy: ">=1.26"}
configure: ["{python}", setup.py, build, --cmake, --cmake-only]
build: ["{python}", setup.py, build]
wheel: ["{python}", setup.py, bdist_wheel]
wheel_glob: dist/torch-*.whl
check: "import torch"
stage: {cudart: "{cuda}/bin/cudart64_*.dll"}
stage_into: torch/lib
"""
# Steps that do what the file of their name says.
TINY = """profile: tiny
summary: steps that do what a file says
env: {USE_CUDA: "0"}
expect: {USE_CUDA: "OFF", USE_XPU: "OFF"}
configure: ["{python}", steps.py, configure]
build: ["{python}", steps.py, build]
wheel: ["{python}", steps.py, wheel]
editable: ["{python}", steps.py, editable]
wheel_glob: dist/torch-*.whl
check: "import torch; print(torch.__version__)"
stage: {one: "{root}/libs/one-*.so"}
stage_into: torch/lib
"""
STEPS = """import os, sys
for name in sys.argv[1:]:
    if os.path.exists('do-' + name):
        with open('do-' + name) as f:
            exec(f.read())
"""
# Compiler caches that only say how often they helped; and Ninja's record, with durations on both sides of each unit.
FAKES = {"ccache": "Cacheable calls:  10 / 12 (83.33%)\\n  Hits:            8 / 10 (80.00%)\\n    Direct:        8\\n",
         "old/ccache": "cache hit (direct)      8\\ncache hit rate      66.67 %\\n", "sccache": "Cache hits          5\\nCache hits (C/C++)  5\\nCache hits rate     50.00 %\\n",
         "old/sccache": "Cache hits          5\\nCache misses        5\\n"}
NINJA_LOG = "# ninja log v5\n" + "".join("%s\t%s\t0\t%s\tabc\n" % each for each in (
    (0, 1800000, "two-hours.o"), (0, 59999, "under/a-minute.o"), (1000, 61000, "a-minute.o"), (0, 3599999, "under-an-hour.o"), (0, 3600000, "an-hour.o"), (0, 7260000, "two-hours.o"), (0, 59000, "sixth.o"),
    (0, 3000, "an-hour.o"), (7, 6, "backwards.o"), ("x", 9999999, "no-number.o"), (0, "9999999x", "no-number-either.o"))) + "0\t9999999\n"
# A file that is to be removed, and one that is made.
REMOVES = """tpatch: 1
name: removes
summary: for the case
target: {project: pytorch, versions: ">=1"}
rules:
  - id: gone
    title: Remove what is old
    why: for the case
    files: old.txt
    edits: [{remove-file: {text: "old\\n"}}]
  - id: here
    title: Make what is new
    why: for the case
    files: new.txt
    edits: [{create: "new\\n"}]
  - id: word
    title: Change a word
    why: for the case
    files: word.cmake
    edits: [{match: set(A 1), replace: set(A 2)}]
"""
# A shell in which vcvarsall.bat ran; with two ninjas, a conda environment and a compiler that somebody chose.
ACTIVE = {
    "env": {"USERPROFILE": "C:\\Users\\Jane", "VSCMD_VER": "17.9", "VCToolsVersion": "14.44.35207", "INCLUDE": "i", "LIB": "l", "DISTUTILS_USE_SDK": "1", "CONDA_PREFIX": "C:\\conda", "CXX": "cl",
            "TORCH_CUDA_ARCH_LIST": "12.0", "CMAKE_ARGS": "-DX=1", "VIRTUAL_ENV": None},
    "programs": [{"path": "C:\\vs\\cl.exe", "output": "Microsoft (R) C/C++ Version 19.44.35207 for x64\r\n"}, {"path": "C:\\other\\ninja.exe", "output": "1.10\r\n"}],
    "memory": None, "gpus": [],
}


def make_world(tbuild, scratch):
    """A tree that is not as tpatch left it, one without patches, machines, a profile, and logs."""
    root = data_cases.make_tree(scratch, {"root": "tree", "patch": "drifted"}, tbuild)
    plain = data_cases.make_tree(scratch, {"root": "plain"}, tbuild)
    poor = machines.changed(machines.LINUX, {"memory": {"available": 6 * machines.GIB}, "cores": 2})
    for name, base in (("linux", machines.LINUX), ("windows", machines.WINDOWS), ("poor", poor), ("active", machines.changed(machines.WINDOWS, ACTIVE))):
        os.rename(machines.write(dict(base, real=[root, plain]), scratch, root), os.path.join(scratch, name + ".yaml"))
    write(os.path.join(scratch, "small.yaml"), PROFILE)
    write(os.path.join(scratch, "tiny.yaml"), TINY)
    write(os.path.join(plain, "steps.py"), STEPS)
    write(os.path.join(scratch, "removes/set.yaml"), REMOVES)
    write(os.path.join(plain, "ninja_log"), NINJA_LOG)
    for name, text in FAKES.items():
        write(os.path.join(scratch, "fake", name), "#!/bin/sh\nprintf '%s'\n" % text.replace("%", "%%"))
        os.chmod(os.path.join(scratch, "fake", name), 0o755)
    for name, text in LOGS.items():
        write(os.path.join(scratch, name), text)


def answer(tbuild, scratch, line):
    """What the shell prints for the command line, and its exit code if that is not 0."""
    script = 'tbuild() { "%s" "$@" 2>&1; }\ntpatch() { "%s/tpatch" "$@" 2>&1; }\nsteps() { tbuild --root plain --profile tiny.yaml --python "%s" --unpatched --no-doctor --yes "$@"; }\n%s\n' % (
        tbuild, os.path.dirname(tbuild), sys.executable, line)
    done = subprocess.run(["sh", "-c", script], cwd=scratch, env=clean_environment(HOME=scratch, NO_COLOR="1", COLUMNS="100"), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120)
    text = done.stdout.decode(errors="backslashreplace").replace(scratch, "ROOT").replace("\r\n", "\n")
    if "steps" in line or "latest.log" in line:
        for pattern, by in HERE:
            text = re.sub(pattern, by, text, flags=re.M)
    text = re.sub(r"(?<=right on )\d+ of \d+", "N of N", text)  # each batch of logs changes it
    text = re.sub(r"\b(tbuild|tpatch) \d+\.\d+\.\d+[-\w.]*", r"\1 VERSION", text)
    return text + ("" if not text or text.endswith("\n") else "\n") + ("exit %d\n" % done.returncode if done.returncode else "")


def parts():
    """[(group, [(command line, what it prints)])] of commands.txt."""
    groups = []
    for line in read(EXPECTED).splitlines(keepends=True):
        if line.startswith("== "):
            groups.append((line[3:].strip(), []))
        elif line.startswith("$ "):
            groups[-1][1].append((line[2:].rstrip("\n"), ""))
        else:
            command, said = groups[-1][1].pop()
            groups[-1][1].append((command, said + line))
    return groups


def group_case(tbuild, commands, scratch):
    make_world(tbuild, scratch)
    for line, known in commands:
        said = answer(tbuild, scratch, line)
        must(said == known, "commands.txt says of", line, known, "instead of", said, "If that is right: command_cases.py TBUILD writes it anew.")


def cases(tbuild):
    """(name, function of a scratch folder) of each."""
    for group, commands in parts():
        yield "command/" + group, functools.partial(group_case, tbuild, commands)


if __name__ == "__main__":
    text = ""
    for name, commands in parts():
        if sys.argv[2:] and not any(word in name for word in sys.argv[2:]):
            text += "== %s\n" % name + "".join("$ %s\n%s" % each for each in commands)
            continue
        with tempfile.TemporaryDirectory() as folder:
            folder = os.path.realpath(folder)
            make_world(os.path.abspath(sys.argv[1]), folder)
            text += "== %s\n" % name + "".join("$ %s\n%s" % (line, answer(os.path.abspath(sys.argv[1]), folder, line)) for line, _ in commands)
    write(EXPECTED, text)
