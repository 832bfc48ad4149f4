#!/usr/bin/env python3
"""The driver's tests on tbuild.exe, under Wine: what it says about logs, machines and profiles, and builds with programs that stand in for Windows' own.

usage: run_windows.py BUILD LINUX-TPATCH [WORD...]    BUILD has tbuild.exe and Wine's prefix; only cases whose name holds a word

STRIDE in the environment: of the cases that Linux has too, every Nth only.

`sh tests/windows/wine.sh start BUILD/wine` makes the prefix. The last line is "N passed, N failed".
"""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
os.environ["TBUILD_TESTS_WINE"] = "1"  # which cases there are depends on it
import run  # noqa: E402
import windows_cases  # noqa: E402

# Starting a program under Wine is mostly waiting.
AT_ONCE = 4
# Without the TMPDIR that a case may have: Wine looks there for its server.
WRAPPER = """#!/bin/sh
unset TMPDIR
exec wine '%s' "$@"
"""


def make_tools(build, tpatch, folder):
    """tbuild.exe, the stand-ins, and in `linux` a tbuild that starts Wine, beside a tpatch that makes trees."""
    for name in ("driver/tests/windows/standin", "driver/tests/windows/launch", "tests/windows/hold"):
        subprocess.run([windows_cases.COMPILER, "-std=gnu11", "-O1", "-Wall", "-Wextra", "-municode", "-static", "-s", "-o", os.path.join(folder, os.path.basename(name) + ".exe"),
                        os.path.join(os.path.dirname(os.path.dirname(HERE)), name + ".c")], check=True)
    os.makedirs(os.path.join(folder, "bin"))
    os.symlink(os.path.join(build, "tbuild.exe"), os.path.join(folder, "tbuild.exe"))
    # The cases of profiles need a Python in PATH, and never run it.
    shutil.copy(os.path.join(folder, "standin.exe"), os.path.join(folder, "bin", "python.exe"))
    linux = os.path.join(folder, "linux")
    os.makedirs(linux)
    os.symlink(tpatch, os.path.join(linux, "tpatch"))
    wrapper = os.path.join(linux, "tbuild")
    with open(wrapper, "w", encoding="utf-8") as f:
        f.write(WRAPPER % os.path.join(build, "tbuild.exe"))
    os.chmod(wrapper, 0o755)
    return wrapper


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, tpatch, words = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
    os.environ.update(WINEPREFIX=os.path.join(build, "wine"), WINEDEBUG="-all", LC_ALL="C.UTF-8", DISPLAY="", WINEDLLOVERRIDES="mscoree,mshtml=")
    with tempfile.TemporaryDirectory(prefix="tbw-") as folder:
        os.environ["WINEPATH"] = windows_cases.windows_path(os.path.join(folder, "bin"))
        wrapper = make_tools(build, tpatch, folder)
        cases = [case for module in run.MODULES_ANYWHERE for case in module.cases(wrapper)]
        cases = cases[::int(os.environ.get("STRIDE", "1"))]
        return run.run_all(cases + list(windows_cases.cases(folder)), words, AT_ONCE)


if __name__ == "__main__":
    sys.exit(main())
