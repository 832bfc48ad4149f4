#!/usr/bin/env python3
"""Trees that are patched already, in part: by the users' instructions and by the script that they name.

usage: half_patched.py [--cmake4 CMAKE] [--scratch DIR] TPATCH TREE...

Each TREE is copied (it is never written to). On the copy the script runs (seed_script.py: every minimum becomes 3.5, .bak files stay behind),
and tools/build_pytorch_libs.py is edited as the instructions say. Then tpatch runs, and

    exit 0; edits that were made are `already-patched`, and a script that lowered minimums is a `warning` of
    a second run has nothing to do, check says 0, rollback brings every byte back
    files that neither the script nor the hand touched are what tpatch makes of the tree itself; of those that they touched, PyTorch's own ask
    for what they did before, or more
    with CMAKE (or the environment's CMAKE4), a cmake of 4.0 or later: nothing of it is refused, below tools/vcpkg excepted

Prints one line per tree and how many passed. Exit: 0 all did, 1 some did not, 2 usage.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import cmake4_judge  # noqa: E402
from tree_state import differences, snapshot  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
LIBS = "tools/build_pytorch_libs.py"
BY_HAND = (
    ("from setuptools import distutils  # type: ignore[import]\n",
     "from setuptools._distutils import _msvccompiler as distutils_msvccompiler # modern setuptools relocation of _msvccompiler\n"),
    ("= distutils._msvccompiler._get_vc_env(vc_arch)", "= distutils_msvccompiler._get_vc_env(vc_arch)"),
)
OWN = ("CMakeLists.txt", "c10/CMakeLists.txt", "torch/CMakeLists.txt", "torch/lib/libshm/CMakeLists.txt", "aten/src/ATen/CMakeLists.txt")
NEVER_BUILT = ["third_party/opentelemetry-cpp/tools/vcpkg"]


class Failure(Exception):
    pass


def must(condition, text):
    if not condition:
        raise Failure(text)


def run(tpatch, tree, *arguments, code=0):
    result = subprocess.run([tpatch, *arguments, "--root", tree], capture_output=True, text=True, check=False)
    must(result.returncode == code, "tpatch %s: exit %d, expected %d: %s" % (" ".join(arguments), result.returncode, code, result.stderr or result.stdout))
    return result.stdout


def edit_by_hand(tree):
    """As the instructions say; trees that need it no longer stay. True: done."""
    path = os.path.join(tree, LIBS)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if not all(old in text for old, _ in BY_HAND):
        return False
    for old, new in BY_HAND:
        text = text.replace(old, new)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return True


def content(root, path):
    with open(os.path.join(root, path), "rb") as file:
        return file.read()


def minimums(root, path):
    calls, _ = cmake4_judge.calls_of(path, content(root, path))
    return [call.rank() for call in calls]


def files_of(root):
    found = set()
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in (".git", ".tpatch")]
        found.update(os.path.relpath(os.path.join(folder, name), root) for name in names)
    return found


def prove(options, judge, tree, scratch):
    clean, half = os.path.join(scratch, "clean"), os.path.join(scratch, "half")
    for copy in (clean, half):
        shutil.copytree(tree, copy, symlinks=True)
    run(options.tpatch, clean)
    script = subprocess.run([sys.executable, os.path.join(HERE, "seed_script.py"), "--root", half], capture_output=True, text=True, check=True)
    by_hand = edit_by_hand(half)
    touched = {path[:-len(".bak")] for path in files_of(half) - files_of(tree)}
    start = snapshot(half)
    verdicts = {rule["id"]: rule["verdict"] for rule in json.loads(run(options.tpatch, half, "--dry", "--json"))["rules"]}
    must(not by_hand or verdicts["msvc-vcvars"] == "already-patched", "msvc-vcvars is %s" % verdicts.get("msvc-vcvars"))
    must(verdicts["script-left-bak"] == "warning", "script-left-bak is %s" % verdicts["script-left-bak"])
    run(options.tpatch, half)
    runs = run(options.tpatch, half, "log")
    run(options.tpatch, half)
    must(run(options.tpatch, half, "log") == runs, "a second run found something to do")
    run(options.tpatch, half, "check")
    for path in sorted(files_of(clean) - touched - {LIBS}):
        full = os.path.join(clean, path)
        must(os.path.islink(full) or content(clean, path) == content(half, path), "%s is not what it is in a tree that nobody touched" % path)
    for path in OWN:
        must(path not in touched or minimums(half, path) >= minimums(tree, path), "%s asks for less than it did" % path)
    left = sum(path not in OWN and minimums(half, path) < minimums(clean, path) for path in touched)
    if judge:
        refused = [call.path for call, _ in judge.refused(cmake4_judge.Tree(half).all_calls()) if not cmake4_judge.is_excluded(call.path, NEVER_BUILT)]
        must(not refused, "CMake 4 refuses %s" % ", ".join(refused[:5]))
    run(options.tpatch, half, "rollback")
    changes = differences(start, snapshot(half))
    must(not changes, "rollback left %s" % changes[:3])
    return "%s; %d of submodules and tests stay lowered" % (script.stdout.strip().split("\n")[-1], left)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cmake4", default=os.environ.get("CMAKE4"))
    parser.add_argument("--scratch")
    parser.add_argument("tpatch")
    parser.add_argument("trees", nargs="+")
    options = parser.parse_args()
    options.tpatch = os.path.abspath(options.tpatch)
    judge = cmake4_judge.Judge(options.cmake4) if options.cmake4 else None
    failed = 0
    for tree in options.trees:
        scratch = tempfile.mkdtemp(prefix="half-", dir=options.scratch)
        try:
            print("%s: passed: %s" % (tree, prove(options, judge, tree, scratch)), flush=True)
        except Failure as failure:
            failed += 1
            print("%s: FAILED: %s" % (tree, failure), flush=True)
        finally:
            shutil.rmtree(scratch)
    print("half-patched trees: %d passed, %d failed" % (len(options.trees) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
