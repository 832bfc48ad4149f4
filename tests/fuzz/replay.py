#!/usr/bin/env python3
"""Runs every fuzz target on an empty input, which finds one that can no longer start; on what once broke it, the files of
tests/fuzz/regressions/TARGET; and on the fixtures that it can read. The programs are PROGRAMS/replay_TARGET.

usage: replay.py PROGRAMS

Ends with "regressions: N passed, N failed".
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TIMEOUT_SECONDS = 60


def replay(program, path):
    try:
        result = subprocess.run([program, path], cwd=ROOT, capture_output=True, timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "took longer than %d s" % TIMEOUT_SECONDS
    if result.returncode == 0:
        return None
    return "exit %d\n%s" % (result.returncode, result.stderr.decode(errors="backslashreplace"))


def inputs():
    """Pairs of target and file."""
    for name in sorted(os.listdir(HERE)):
        if name.startswith("fuzz_") and name.endswith(".c"):
            yield name[len("fuzz_"):-len(".c")], os.devnull
    top = os.path.join(HERE, "regressions")
    for target in sorted(os.listdir(top)) if os.path.isdir(top) else []:
        for name in sorted(os.listdir(os.path.join(top, target))):
            yield target, os.path.join(top, target, name)
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "fixtures"))):
        for name in sorted(names):
            path = os.path.join(folder, name)
            target = "cmake" if "CMakeLists" in name or name.endswith(".cmake") else {".py": "python", ".yaml": "yaml"}.get(name[name.rfind("."):])
            if target and os.path.isfile(path):
                yield target, path


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    programs = os.path.abspath(sys.argv[1])
    passed = failed = 0
    for target, path in inputs():
        trouble = replay(os.path.join(programs, "replay_" + target), path)
        passed += trouble is None
        failed += trouble is not None
        if trouble:
            print("FAILED %s: %s: %s" % (target, os.path.relpath(path, ROOT), trouble))
    print("regressions: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
