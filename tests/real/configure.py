#!/usr/bin/env python3
"""How far does CMake 4 get with each third-party project of a tree, before tpatch and after? As Markdown.

usage: configure.py [--scratch DIR] CMAKE TPATCH TREE

TREE is copied (it is never written to). Every folder of third_party that is a project of its own, as PyTorch's build or the build of one of its
parts enters it, is configured alone by CMAKE, a cmake of 4.0 or later, without network. A project may stop for want of something on this machine;
it must not stop at what CMake 4 no longer takes. The table says how each ends: `done`, `too old` (the version or policy gate), `waits for the network` (for a minute) or
the first error.

Exit: 0 after tpatch none ends at the gate, and none that ended well before ends otherwise; 1 some do; 2 usage.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Where the project is not the submodule's top folder, or there are more.
ELSEWHERE = ("protobuf/cmake", "ideep/mkl-dnn", "tensorpipe/third_party/libuv", "tensorpipe/third_party/pybind11", "fbgemm/third_party/cpuinfo",
             "fbgemm/third_party/googletest", "fbgemm/third_party/asmjit", "kineto/libkineto", "onnx/third_party/benchmark", "protobuf/third_party/googletest",
             "kineto/libkineto/third_party/dynolog/third_party/json", "kineto/libkineto/third_party/dynolog/third_party/gflags",
             "kineto/libkineto/third_party/dynolog/third_party/fmt", "kineto/libkineto/third_party/dynolog/third_party/glog")
GATE = re.compile(r"Compatibility with CMake < 3\.5 has been removed|may not be set to OLD behavior")
ERROR = re.compile(r"CMake Error(?: at (?P<place>\S+?)(?: \(\S+\))?)?:?\s+(?P<text>.+?)(?:\n\s*\n|\n(?=\S)|$)", re.DOTALL)
TIMEOUT_SECONDS = 60


def projects_of(tree):
    root = os.path.join(tree, "third_party")
    top = [name for name in sorted(os.listdir(root)) if os.path.isfile(os.path.join(root, name, "CMakeLists.txt"))]
    return top + [name for name in ELSEWHERE if os.path.isfile(os.path.join(root, name, "CMakeLists.txt"))]


def ending(cmake, source, offline):
    with tempfile.TemporaryDirectory(prefix="configure-") as build:
        words = [cmake, "-Wno-dev", "-S", source, "-B", build]
        try:
            result = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=TIMEOUT_SECONDS, check=False, env=offline)
        except subprocess.TimeoutExpired:
            return "waits for the network"
    if result.returncode == 0:
        return "done"
    if GATE.search(" ".join(result.stderr.split())):
        return "**too old**"
    error = ERROR.search(result.stderr)
    text = " ".join(error.group("text").split()) if error else " ".join(result.stderr.split())
    return (text[:90] + "…" if len(text) > 90 else text).replace("|", "\\|").replace("<", "&lt;").replace(source, ".")


def environment(scratch):
    """No network: what would fetch something fails at once."""
    folder = os.path.join(scratch, "offline")
    os.makedirs(folder)
    for name in ("git", "curl", "wget", "hg", "svn"):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="ascii") as file:
            file.write("#!/bin/sh\nexit 128\n")
        os.chmod(path, 0o755)
    return dict(os.environ, PATH=folder + ":/usr/bin:/bin", https_proxy="http://127.0.0.1:9", http_proxy="http://127.0.0.1:9")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scratch")
    parser.add_argument("cmake")
    parser.add_argument("tpatch")
    parser.add_argument("tree")
    options = parser.parse_args()
    cmake = os.path.abspath(shutil.which(options.cmake) or options.cmake)
    version = subprocess.run([cmake, "--version"], capture_output=True, text=True, check=True).stdout.split()[2]
    scratch = tempfile.mkdtemp(prefix="configure-", dir=options.scratch)
    try:
        copy = os.path.join(scratch, "tree")
        shutil.copytree(options.tree, copy, symlinks=True)
        names, offline = projects_of(copy), environment(scratch)
        endings = []
        for patched in (False, True):
            if patched:
                subprocess.run([options.tpatch, "-q", "--root", copy], check=True)
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                endings.append(list(pool.map(lambda name: ending(cmake, os.path.join(copy, "third_party", name), offline), names)))
    finally:
        shutil.rmtree(scratch)
    before, after = endings
    print("CMake %s on %s: %d projects, %d of them done before and %d after, %d stopped at the gate before and %d after.\n"
          % (version, os.path.basename(os.path.abspath(options.tree)), len(names), before.count("done"), after.count("done"), before.count("**too old**"),
             after.count("**too old**")))
    print("| third_party/ | before | after |\n|---|---|---|")
    for row in zip(names, before, after):
        print("| %s | %s | %s |" % row)
    worse = [name for name, was, now in zip(names, before, after) if now == "**too old**" or (was == "done" and now != "done")]
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
