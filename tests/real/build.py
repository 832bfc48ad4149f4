#!/usr/bin/env python3
"""Builds a whole PyTorch, patched by tpatch, by tbuild, and uses what was built.

usage: build.py [--unpatched] [--until STEP] [--python FILE] [--absent NAME]... PROGRAMS TREE WORK [OPTION OF TBUILD]...

PROGRAMS is the folder of tpatch and tbuild. TREE is copied to WORK (it is never written to), unless WORK is there: then the build goes on where it
stopped. tpatch patches WORK with the profile cpu and the facts of this machine (with --unpatched nothing does), and tbuild builds it: libraries, the
Python package and the wheel. Then use.cpp is compiled and linked against the libraries, and run; and use.py runs with the wheel unpacked in a folder
of its own. Nothing is optimized (-O0), and of what PyTorch can leave out most is: that is for the time, which is hours all the same. FILE is the Python
to build for, with what PyTorch needs to be built installed (tbuild names what lacks). An empty library takes the place of each third_party/NAME that a
fork asks for and TREE lacks (--absent). With --until configure or --target=NAME, which tbuild takes, nothing is used.

Prints what was done and how long it took, in Markdown. Exit: 0 all of it works; 1 something does not; 2 usage.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
USE = os.path.join(HERE, "use")
OFF = ("USE_MKLDNN", "USE_FBGEMM", "USE_XNNPACK", "USE_NNPACK", "USE_PYTORCH_QNNPACK", "USE_DISTRIBUTED", "USE_KINETO", "USE_TENSORPIPE", "USE_OPENMP", "USE_ITT",
       "USE_MIMALLOC", "USE_CUDA")
QUICK = ["CMAKE_BUILD_TYPE=Release", "CMAKE_CXX_FLAGS_RELEASE=-O0", "CMAKE_C_FLAGS_RELEASE=-O0"] + [name + "=0" for name in OFF]


def timed(row, words, **more):
    """Runs it, and prints a row of the table; its exit code and output."""
    begun = time.monotonic()
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace", check=False, **more)
    print("| %s | %s | %d s |" % (row, "done" if done.returncode == 0 else "exit code %d" % done.returncode, time.monotonic() - begun), flush=True)
    return done.returncode, done.stdout


def options_of(root):
    """Those of QUICK that the tree knows: tbuild refuses others."""
    with open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8") as file:
        known = set(re.findall(r"(?:option|cmake_dependent_option)\(\s*(\w+)", file.read()))
    return [each for each in QUICK if not each.startswith("USE_") or each.split("=")[0] in known]


def use_library(root, work):
    """Links against what the build installed into the tree."""
    include, library = os.path.join(root, "torch/include"), os.path.join(root, "torch/lib")
    program = os.path.join(work, "use")
    words = ["g++", "-std=c++17", "-O0", os.path.join(USE, "use.cpp"), "-o", program, "-I" + include, "-I" + os.path.join(include, "torch/csrc/api/include"), "-L" + library,
             "-ltorch", "-ltorch_cpu", "-lc10", "-Wl,-rpath," + library]
    code, said = timed("compile and link use.cpp", words)
    if code:
        return said
    code, said = timed("run it", [program, os.path.join(work, "tensor")])
    print(said, file=sys.stderr)
    return said if code else None


def use_package(root, work, python):
    wheels = glob.glob(os.path.join(root, "dist/*.whl"))
    folder = os.path.join(work, "unpacked")
    shutil.rmtree(folder, ignore_errors=True)
    if not wheels:
        return "there is no wheel"
    timed("unpack the wheel", [python, "-m", "zipfile", "-e", max(wheels, key=os.path.getmtime), folder])
    code, said = timed("use.py with it", [python, os.path.join(USE, "use.py"), os.path.join(work, "saved")], cwd=work, env=dict(os.environ, PYTHONPATH=folder))
    print(said, file=sys.stderr)
    return said if code else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--unpatched", action="store_true")
    parser.add_argument("--until", default="wheel")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--absent", action="append", default=[])
    parser.add_argument("programs")
    parser.add_argument("tree")
    parser.add_argument("work")
    given, more = parser.parse_known_args()
    tpatch, tbuild = (os.path.join(os.path.abspath(given.programs), name) for name in ("tpatch", "tbuild"))
    root, work = os.path.join(os.path.abspath(given.work), "pytorch"), os.path.abspath(given.work)
    print("| step | result | time |\n|---|---|---|", flush=True)
    if not os.path.isdir(root):
        os.makedirs(work, exist_ok=True)
        subprocess.run(["cp", "-a", "--reflink=auto", given.tree, root], check=True)
        for name in given.absent:
            folder = os.path.join(root, "third_party", name)
            os.mkdir(folder)
            with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="ascii") as file:
                file.write("add_library(%s INTERFACE)\n" % name)
    if not given.unpatched and not os.path.isdir(os.path.join(root, ".tpatch")):
        code, said = timed("tpatch", [tpatch, "apply", "--root", root, "--profile", "cpu", "--facts", "auto"])
        if code:
            sys.exit(said)
    sets = [word for each in options_of(root) for word in ("--set", each)]
    patched = ["--unpatched"] if given.unpatched else []
    words = [tbuild, "build", "--profile", "cpu", "--root", root, "--python", given.python, "--yes", "--until", given.until, *patched, *sets, *more]
    code, said = timed("tbuild, until " + given.until, words)
    wrong = [said[-6000:]] if code else []
    # A fork's wheel may have another name than the profile's: what was built is tried all the same.
    if os.path.exists(os.path.join(root, "torch/lib/libtorch.so")):
        wrong += [said for said in (use_library(root, work), use_package(root, work, given.python)) if said]
    for each in wrong:
        print(each, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
