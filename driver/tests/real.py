#!/usr/bin/env python3
"""tbuild on a PyTorch tree as Debian packages it: doctor, dry run, and configuring by the tree's own setup.py as far as a tree without third_party goes.

usage: real.py TBUILD TREE

TREE is copied. The last line is "N passed, N failed".
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import build_case as b  # noqa: E402
from case import Failed, Skipped, expect, must, read, run, write  # noqa: E402

OFF = ("FBGEMM", "MKLDNN", "NNPACK", "QNNPACK", "PYTORCH_QNNPACK", "XNNPACK", "KINETO", "OPENMP")


def doctor(tbuild, scratch, root):
    """Says that third_party is empty, first, and that the rest of the tree is what it is."""
    code, out, err = run(tbuild, "doctor", "--root", root, "--profile", "cpu", "--json", "--python", b.python())
    must(code == 1, "exit code %d" % code, out, err)
    said = json.loads(out)
    checks = {each["id"]: each for each in said["checks"]}
    modules = [line for line in read(os.path.join(root, ".gitmodules")).splitlines() if line.strip().startswith("path")]
    must(checks["submodules"]["state"] == "wrong" and "of %d submodules are empty" % len(modules) in checks["submodules"]["seen"], checks["submodules"])
    for name in ("options", "root", "cmake", "ninja", "version"):
        must(checks[name]["state"] in ("ok", "warning"), checks[name])
    must(read(os.path.join(root, "version.txt")).startswith(said["torch"]), said["torch"])


def dry_run(tbuild, scratch, root):
    """A script that a shell reads, with the options of the profile; the tree is not touched."""
    before = b.listing(root)
    got = run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", "--python", b.python())
    expect(got, 0, "export USE_CUDA=0", "export BUILD_TEST=0", "setup.py build --cmake --cmake-only", "setup.py bdist_wheel")
    path = os.path.join(scratch, "script.sh")
    write(path, got[1])
    must(subprocess.run(["sh", "-n", path]).returncode == 0, "sh does not read it")
    must(b.listing(root) == before, "a dry run changed the tree")
    expect(run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", "--set", "USE_KINETTO=0"), 2, "no option 'USE_KINETTO'", "did you mean 'USE_KINETO'?")
    expect(run(tbuild, "--root", root, "--profile", "cpu", "--until", "configure", "--python", b.python()), 3, "submodules", "nothing was built")
    must(b.listing(root) == before, "a build that was refused changed the tree")


def configure(tbuild, scratch, root):
    """The tree's setup.py hands the environment on, option by option; CMake goes to the first library that is not there; and that is what is said."""
    settings = [word for name in OFF for word in ("--set", "USE_%s=0" % name)]
    known = run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", *settings)
    while known[0] == 2:
        gone = known[2].split("no option '")[1].split("'")[0]
        at = settings.index(gone + "=0")
        del settings[at - 1:at + 1]
        known = run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", *settings)
    must(len(settings) > 8 and known[0] == 0, known[2])
    got = b.build(tbuild, scratch, root, "--no-doctor", "--until", "compare", "--set", "USE_SYSTEM_LIBS=1", "--set", "BLAS=Eigen", *settings, profile="cpu")
    expect(got, 1, "configure failed", "cause  ", "fix   ")
    # How far it goes depends on what this machine has; what is named is what CMake stopped at.
    # CMake wraps a long sentence, and each line of the log has its seconds before it.
    log = " ".join(re.sub(r"(?m)^ *[0-9.]+ \|", "", read(os.path.join(root, ".tbuild/logs/latest.log"))).split())
    shown = next(line for line in got[1].splitlines() if line.startswith("  >")).split(maxsplit=2)[2].rstrip(":")
    must(" ".join(shown.split()) in log[log.index("CMake Error at "):], "not the error that CMake ended with: " + shown, got[1])
    cache = dict(line.split("=", 1) for line in read(os.path.join(root, "build/CMakeCache.txt")).splitlines() if "=" in line and not line.startswith(("#", "//")))
    values = {name.split(":")[0]: value for name, value in cache.items()}
    for name in ["USE_CUDA", "USE_ROCM", "BUILD_TEST"] + [word[:-2] for word in settings if word.endswith("=0")]:
        must(values.get(name) in ("0", "OFF", "False"), "%s came to %r" % (name, values.get(name)))
    must(values["CMAKE_GENERATOR"] == "Ninja" and values["BLAS"] == "Eigen", values["CMAKE_GENERATOR"], values["BLAS"])
    must("CMAKE_ARGS" not in values, "CMAKE_ARGS was handed on")
    log = b.log_of(root)
    must("The CXX compiler identification is" in log and "== configure failed" in log, log[-3000:])


def clean(tbuild, scratch, root):
    """Everything that configuring left goes, and nothing else."""
    expect(b.build(tbuild, scratch, root, "--clean", "--until", "clean", "--no-doctor", profile="cpu"), 0, "removed build")
    must(not os.path.exists(os.path.join(root, "build")), "build is there")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tbuild, tree = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    passed = failed = 0
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="tb-"))
    root = os.path.join(scratch, "pytorch")
    try:
        for each in ("home", "tmp"):
            os.makedirs(os.path.join(scratch, each))
        shutil.copytree(tree, root, symlinks=True)
        done = subprocess.run([os.path.join(os.path.dirname(tbuild), "tpatch"), "--root", root, "-q"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
        must(done.returncode == 0, "tpatch failed", done.stdout)
        start = b.listing(root)
        for case in (doctor, dry_run, configure, clean):
            try:
                b.need()
                case(tbuild, scratch, root)
                passed += 1
            except Skipped as reason:
                print("skipped %s: %s" % (case.__name__, reason))
            except Failed as reason:
                failed += 1
                print("FAILED %s: %s" % (case.__name__, reason))
        gone = sorted(set(start) - set(b.listing(root)))
        if gone:
            failed += 1
            print("FAILED: files of the tree are gone:", *gone[:10])
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
