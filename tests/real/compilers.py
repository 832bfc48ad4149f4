#!/usr/bin/env python3
"""Do compilers and Pythons take what tpatch makes of a tree? As Markdown.

usage: compilers.py [--scratch DIR] [--python PYTHON]... TPATCH TREE [CXX...]

TREE is copied (it is never written to). The C++ files that the packs are about and that compile without a configured build are given to each CXX
(default: g++), -fsyntax-only, before tpatch and after; every Python file that tpatch changes is compiled by each PYTHON (default: the one
that runs this). Prints how each file ends: `ok` or the first error. Exit: 0 after tpatch each is taken or ends as it did before (a
fork may have errors of its own), 1 some do not, 2 usage.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

FILES = ("c10/util/BFloat16.h", "c10/util/StringUtil.h", "c10/util/SmallVector.h", "c10/util/Registry.h", "aten/src/ATen/core/dynamic_type.h",
         "torch/csrc/jit/passes/quantization/quantization_type.h", "torch/csrc/jit/runtime/logging.h", "torch/csrc/jit/runtime/logging.cpp",
         "torch/csrc/lazy/core/multi_wait.cpp")
FOLDERS = ("c10", "aten", "torch", "caffe2", "tools", "cmake", "test/cpp", "functorch/csrc")
COMPILE = "import sys; compile(open(sys.argv[1], encoding='utf-8').read(), sys.argv[1], 'exec')"


def copied(tree, scratch):
    copy = os.path.join(scratch, "tree")
    shutil.copytree(tree, copy, symlinks=True, ignore=lambda folder, names: [name for name in names if name in (".git", "third_party", "android", "ios")])
    # What CMake would make of cmake_macros.h.in.
    with open(os.path.join(copy, "c10/macros/cmake_macros.h"), "w", encoding="ascii") as file:
        file.write("#pragma once\n#define C10_BUILD_SHARED_LIBS\n")
    return copy


def first_error(result, copy):
    if result.returncode == 0:
        return "ok"
    lines = [line for line in result.stderr.splitlines() if "rror" in line] or result.stderr.splitlines() or ["exit %d" % result.returncode]
    return lines[0].replace(copy + "/", "").replace("|", "\\|")


def compiled(compilers, copy):
    """Per file and compiler how it ends."""
    endings = {}
    for path in FILES:
        for compiler in compilers if os.path.isfile(os.path.join(copy, path)) else ():
            words = [compiler, "-std=gnu++17", "-fsyntax-only", "-x", "c++", "-I" + copy, "-I" + os.path.join(copy, "aten/src"), os.path.join(copy, path)]
            endings[path, compiler] = first_error(subprocess.run(words, capture_output=True, text=True, errors="replace", check=False), copy)
    return endings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scratch")
    parser.add_argument("--python", action="append")
    parser.add_argument("tpatch")
    parser.add_argument("tree")
    parser.add_argument("compilers", nargs="*", metavar="CXX")
    options = parser.parse_args()
    compilers = options.compilers or ["g++"]
    bad = []
    with tempfile.TemporaryDirectory(prefix="compilers-", dir=options.scratch) as scratch:
        copy = copied(options.tree, scratch)
        before = compiled(compilers, copy)
        diff = subprocess.run([options.tpatch, "--root", copy, "--dry", "-q"], capture_output=True, text=True, errors="replace", check=True).stdout
        subprocess.run([options.tpatch, "--root", copy, "-q"], check=True)
        after = compiled(compilers, copy)
        print("| file | compiler | before | after |\n|---|---|---|---|")
        for (path, compiler), ending in after.items():
            print("| %s | %s | %s | %s |" % (path, os.path.basename(compiler), before[path, compiler], ending))
            bad += [path] if ending not in ("ok", before[path, compiler]) else []
        for path in sorted(line[6:] for line in diff.splitlines() if line.startswith("+++ b/") and line.endswith(".py")):
            for python in options.python or [sys.executable]:
                ending = first_error(subprocess.run([python, "-W", "ignore", "-c", COMPILE, os.path.join(copy, path)], capture_output=True, text=True, check=False), copy)
                print("| %s | %s | | %s |" % (path, os.path.basename(os.path.realpath(python)), ending))
                bad += [path] if ending != "ok" else []
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
