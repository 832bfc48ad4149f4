#!/usr/bin/env python3
"""Runs every fuzz target on an empty input, which finds one that can no longer start; on what once broke it, the files of
tests/fuzz/regressions/TARGET; and on the fixtures that it can read. The programs are PROGRAMS/replay_TARGET.

usage: replay.py PROGRAMS

Ends with "regressions: N passed, N failed".
"""
import collections
import concurrent.futures
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.join(ROOT, "tests"))
from fixture import cases, write_tree  # noqa: E402

TIMEOUT_SECONDS = 60
BATCH = 100  # files of one process


def replay(program, paths):
    """Runs one target on these files, in as few processes as it can. Returns what broke it, by path."""
    problems, at = {}, 0
    while at < len(paths):
        batch = paths[at:at + BATCH]
        try:
            with tempfile.TemporaryDirectory(prefix="replay-") as scratch:
                result = subprocess.run([program, *batch], cwd=ROOT, capture_output=True, timeout=TIMEOUT_SECONDS, check=False,
                                        env=dict(os.environ, TPATCH_FUZZ_FOLDER=scratch))
            code, shown, errors = result.returncode, result.stdout, result.stderr
        except subprocess.TimeoutExpired as slow:
            code, shown, errors = "none: took longer than %d s" % TIMEOUT_SECONDS, slow.stdout or b"", b""
        done = len(shown.splitlines())  # it names each file before it takes it
        if code != 0:
            done = max(done, 1)
            problems[batch[done - 1]] = "exit %s\n%s" % (code, errors.decode(errors="backslashreplace"))
        elif done != len(batch):
            raise SystemExit("replay.py: %s named %d of %d files" % (program, done, len(batch)))
        at += done
    return problems


def inputs(fixtures):
    """Lists of files, by target."""
    found = collections.defaultdict(list)
    for name in sorted(os.listdir(HERE)):
        if name.startswith("fuzz_") and name.endswith(".c"):
            found[name[len("fuzz_"):-len(".c")]].append(os.devnull)
    top = os.path.join(HERE, "regressions")
    for target in sorted(os.listdir(top)) if os.path.isdir(top) else []:
        found[target] += [os.path.join(top, target, name) for name in sorted(os.listdir(os.path.join(top, target)))]
    for folder, _, names in sorted(os.walk(fixtures)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            target = "cmake" if "CMakeLists" in name or name.endswith(".cmake") else {".py": "python", ".yaml": "yaml"}.get(name[name.rfind("."):])
            if target and os.path.isfile(path):
                found[target].append(path)
    return found


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    programs = os.path.abspath(sys.argv[1])
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="replay-") as fixtures, concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for case in cases(bases=True):
            write_tree(os.path.join(fixtures, case.name), case.own)
        found = inputs(fixtures)
        for target, problems in zip(found, pool.map(lambda target: replay(os.path.join(programs, "replay_" + target), found[target]), found)):
            passed += len(found[target]) - len(problems)
            failed += len(problems)
            for path, problem in problems.items():
                print("FAILED %s: %s: %s" % (target, path.replace(fixtures, "fixtures"), problem))
    print("regressions: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
