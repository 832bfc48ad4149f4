#!/usr/bin/env python3
"""Runs the command-line cases and compares what they print.

usage: run_cli.py [--update] [--keep] [--windows] [--stride N] [-j N] [-x] TPATCH [CASE...]

A case is tests/cli/THEME/NAME.sh, run by `sh -u` in an empty folder of its own with tpatch first in PATH. Beside it are
NAME.stdout, NAME.stderr and NAME.exit, what it must print and return; one that is not there means nothing printed, exit 0.
In its environment: FIXTURES (the cases of fixtures/, each written out whole), TESTS (this folder), LC_ALL=C.UTF-8, HOME (the
empty folder), and nothing that changes git's ways.

A case that ends with exit code 77 could not be run here: its last line says why, and it counts as skipped.

What differs from run to run is replaced before the comparison (PLACEHOLDERS below), in both streams.

CASE: a part of THEME/NAME, or the path of its script. --update writes what was printed as what is expected; look at it
before you commit it. --keep leaves the scratch folder. -x ends with the first case that fails.

--windows: TPATCH runs the Windows program (tests/windows/tpatch-wine). Its paths are read as Unix writes them, and the cases in
tests/windows/cli-skipped, each with a reason, are left out.

--stride N: only every Nth of the cases that are not left out.
"""
import argparse
import concurrent.futures
import difflib
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

from fixture import expand_all

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "cli")
SUFFIXES = (".sh", ".stdout", ".stderr", ".exit")
TIMEOUT_SECONDS = 300  # for what hangs; the longest case takes 5 s, and 60 on a machine with a load of 17
WINDOWS_TIMEOUT_SECONDS = 900  # each start of Wine takes half a second, or three
SKIPPED_CODE = "77"

# What is different in every run. The scratch folder is replaced first, by $SCRATCH.
PLACEHOLDERS = (
    (rb"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?", b"<time>"),
    (rb"\btpatch \d+\.\d+\.\d+\S*", b"tpatch <version>"),
    (rb"(\bdigest(?:: | {3}))[0-9a-f]{32,64}\b", rb"\1<digest>"),
    (rb'("digest": ?)"[0-9a-f]{32,64}"', rb'\1"<digest>"'),
    (rb'("tpatch": ?)"\d+\.\d+\.\d+[^"]*"', rb'\1"<version>"'),
)


def read(path):
    if not os.path.exists(path):
        return b""
    with open(path, "rb") as f:
        return f.read()


def write_or_remove(path, data):
    if data:
        with open(path, "wb") as f:
            f.write(data)
    elif os.path.exists(path):
        os.remove(path)


def normalized(data, scratch, fixtures):
    data = data.replace(scratch.encode(), b"$SCRATCH").replace(fixtures.encode(), b"$FIXTURES")
    for pattern, replacement in PLACEHOLDERS:
        data = re.sub(pattern, replacement, data)
    return data


def diff_of(name, wanted, found):
    def lines(data):
        return data.decode(errors="backslashreplace").splitlines(keepends=True)

    text = difflib.unified_diff(lines(wanted), lines(found), name + " expected", name + " found")
    return "".join("    " + line.rstrip("\n").replace("\r", "\\r") + "\n" for line in text)


def run_script(script, tpatch, scratch, fixtures, in_our_terms, timeout):
    """Runs one case; returns its stdout, stderr and exit code, as they are compared, after `in_our_terms` translated the streams."""
    folder = os.path.join(scratch, "work")
    programs = os.path.join(scratch, "programs")
    os.mkdir(folder)
    os.mkdir(programs)
    os.symlink(tpatch, os.path.join(programs, "tpatch"))
    env = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "TPATCH_")) and name != "NO_COLOR"}
    env.update(
        PATH=programs + os.pathsep + os.environ.get("PATH", ""), HOME=folder, FIXTURES=fixtures, TESTS=HERE, LC_ALL="C.UTF-8", TERM="dumb",
        COLUMNS="80", WINE_PIPES_HELD="1", GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL=os.devnull, GIT_CEILING_DIRECTORIES=scratch,
    )
    with open(os.path.join(scratch, "out"), "w+b") as out, open(os.path.join(scratch, "err"), "w+b") as err:
        # Files, and what the cases pipe is held in one: there tests/windows/tpatch-wine sees whether anything was written.
        try:
            code = subprocess.run(["sh", "-u", script], cwd=folder, env=env, stdout=out, stderr=err, stdin=subprocess.DEVNULL,
                                  timeout=timeout, check=False).returncode
        except subprocess.TimeoutExpired:
            return b"", b"took longer than %d s\n%s" % (timeout, read(err.name)), "timeout"
    code = "signal %d" % -code if code < 0 else str(code)
    return *(normalized(in_our_terms(read(stream.name)), folder, fixtures) for stream in (out, err)), code


class Skipped(str):
    """Why a case could not be run."""


def skipped_on_windows():
    """Case names and why they are left out."""
    with open(os.path.join(HERE, "windows", "cli-skipped"), encoding="utf-8") as f:
        return dict(line.split(None, 1) for line in f if line.strip() and not line.startswith("#"))


def unix_paths(data):
    """Z:\\tmp\\x as /tmp/x; in JSON a backslash is doubled, in a command of GitHub a colon is %3A, in a URI a / precedes the drive."""
    data = data.replace(b"file:///Z:/", b"file:///")
    return re.sub(rb"\bZ(?::|%3A)((?:\\{1,2}[^\s\\'\"<>:,]+)+)", lambda m: re.sub(rb"\\{1,2}", b"/", m.group(1)), data)


def run_case(name, tpatch, fixtures, options):
    """Returns None, Skipped, or what is wrong."""
    if options.windows and name in skipped_on_windows():
        return Skipped(skipped_on_windows()[name].strip())
    base = os.path.join(CASES, name)
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="cli-"))
    try:
        in_our_terms, timeout = (unix_paths, WINDOWS_TIMEOUT_SECONDS) if options.windows else (bytes, TIMEOUT_SECONDS)
        out, err, code = run_script(base + ".sh", tpatch, scratch, fixtures, in_our_terms, timeout)
    finally:
        if not options.keep:
            shutil.rmtree(scratch, ignore_errors=True)
    if code == SKIPPED_CODE:
        return Skipped((out.decode(errors="backslashreplace").splitlines() or ["no reason given"])[-1])
    found = {".stdout": out, ".stderr": err, ".exit": b"" if code == "0" else code.encode() + b"\n"}
    wanted = {suffix: read(base + suffix) for suffix in found}
    if found == wanted:
        return None
    if options.update:
        for suffix, data in found.items():
            write_or_remove(base + suffix, data)
        print("%s: updated" % name)
        return None
    problem = "".join(diff_of(name + suffix, wanted[suffix], found[suffix]) for suffix in found if found[suffix] != wanted[suffix])
    return "\n" + problem + ("    scratch: %s\n" % scratch if options.keep else "")


def cases_named(names):
    """THEME/NAME of the cases that hold one of `names`, of all where there are no names."""
    for entry in os.listdir(CASES):
        if not os.path.isdir(os.path.join(CASES, entry)):
            raise SystemExit("run_cli.py: tests/cli/%s lies in no folder of a theme" % entry)
    entries = sorted(os.path.relpath(path, CASES).replace(os.sep, "/") for path in glob.glob(os.path.join(CASES, "*", "*")))
    found = [entry[:-3] for entry in entries if entry.endswith(".sh") and not entry.startswith("lib/")]
    known = {entry + suffix for entry in found for suffix in SUFFIXES}
    for entry in entries:
        if entry not in known and entry.endswith(SUFFIXES[1:]):
            raise SystemExit("run_cli.py: tests/cli/%s belongs to no case" % entry)
    for name in names:
        if not any(name in entry for entry in found):
            raise SystemExit("run_cli.py: no case is named '%s'" % name)
    return [entry for entry in found if not names or any(name in entry for name in names)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--windows", action="store_true")
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("-x", action="store_true", dest="stop")
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1)
    parser.add_argument("tpatch")
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    tpatch = os.path.abspath(options.tpatch)
    if not os.access(tpatch, os.X_OK):
        raise SystemExit("run_cli.py: no program '%s'" % options.tpatch)
    names = cases_named([name.removesuffix(".sh").rpartition("tests/cli/")[2] for name in options.cases])
    if options.stride > 1:
        names = [name for name in names if not options.windows or name not in skipped_on_windows()][::options.stride]
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory(prefix="fixtures-") as fixtures, concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        fixtures = expand_all(os.path.realpath(fixtures))
        for name, problem in zip(names, pool.map(lambda name: run_case(name, tpatch, fixtures, options), names)):
            if isinstance(problem, Skipped):
                skipped += 1
                print("SKIPPED %s: %s" % (name, problem))
                continue
            passed += problem is None
            failed += problem is not None
            if problem:
                print("FAILED %s:%s" % (name, problem), end="")
                if options.stop:
                    pool.shutdown(cancel_futures=True)
                    break
    print("cli: %d passed, %d failed%s" % (passed, failed, ", %d skipped" % skipped if skipped else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
