#!/usr/bin/env python3
"""Changes one token of the engine or the driver at a time, and looks whether a test notices.

usage: mutants.py BUILD [--count N] [--seed N] [--only N...] [--seconds N] [--record] [--list] [--files GLOB...] [--few N]
       mutants.py BUILD --at FILE:LINE...
       mutants.py BUILD --unreached

A mutant is a comparison, a connective, a sign or a constant that is another one, a condition that is turned round, or a call that is left
out. N lines are drawn from all that have any, and one mutant of each (--seed draws others). All happens in a copy of this repository, made of
what git tracks or does not ignore, and of BUILD, in memory where there is room. Its tests are those of `make check` and `make check-driver`,
one by one, and a few more: units, patch sets, cases, fixtures, documents, terminals, two groups of reports, diffs, made-up ports, and
the driver's. Each runs once, by programs that mark what they run; what came of that is kept in BUILD/mutants, for the next times too, when
only tests that are new, or whose file was changed, run first: what lies in a file that was changed since is reached with that file, until --record is given.

Then each mutant is compiled, dropped where the object code is the same, and judged by the tests that reach its line: the unit tests first,
then the quickest others and those that reach what few others reach nearby. The first that fails, or takes ten times as long as it should,
has killed it. What survives is compiled with sanitizers, and the same tests run once more. What survives that too is judged by all other
tests that reach its line, the quickest first, as far as they take --seconds together without the change (60).

Each is a line: killed or SURVIVED, its number (--only N makes it alone), its place, what it changes, how many of the tests that reach it there
was time for, and by what it was killed. Read every survivor: a test is missing, or the code is not needed, or what is changed makes no
difference (then nothing is to be done). --few N draws only lines that some test reached, but at most N, when that was recorded: survivors are
many there, and soon judged. --at takes all mutants of these lines instead. --list shows the mutants alone; --unreached, the lines
that no test reached when that was recorded. Ends with `mutants: N passed, N failed`; a survivor has failed. Exit: 0 all were killed, 1 some
survived, 2 it cannot be built, or too many tests fail without a change.
"""
import argparse
import contextlib
import hashlib
import itertools
import os
import pickle
import re
import shutil
import sys
import tempfile
import time

from bench import PROGRAMS, Bench, Broken, Lines
from judges import TOOK_TOO_LONG, all_tests, unit_tests
from mutate import ROOT, at_lines, draw, mutated, read, shown, sources

MOST_FAILING = 0.02  # of the tests, without a change
NEAR_LINES = 12  # how far above its own line a statement may begin
NEARBY_LINES = 15  # before and after: what only few tests reach there tells which tests know the place
QUICK_SECONDS = 1
FIRST_ASKED = 40  # tests that are no unit tests, before sanitizers are
SANITIZED_PROGRAMS = ("tests/unit", "tpatch", "tbuild")
SLOWER_SANITIZED = 50
MOST_FAILING_SANITIZED = 4
SLOWER = 10  # times as long as without a change, and
LEAST_SECONDS = 10  # more, mean that a test does not end
UNITS_AT_ONCE = 40
SANITIZERS = " -fsanitize=address,undefined -fno-sanitize-recover=all"
SANITIZED = "-O1" + SANITIZERS


def digest(path):
    with open(os.path.join(ROOT, path), "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


class Reach:
    """Which tests, as bits of a number, reach a line of a source; and how long each takes."""

    def __init__(self):
        self.names = []
        self.seconds = {}
        self.lines = {}
        self.failing = []
        self.written = {}
        self.digests = {path: digest(path) for path in sources("*")}

    def record(self, tests, build):
        """Adds what they reach to what is known; `build` has the programs that mark what they run."""
        first = len(self.names)
        self.names += [str(test) for test in tests]
        self.failing = [name for name in self.failing if name not in self.names[first:]]
        self.written.update((str(test), test.written()) for test in tests)
        marks = {program: os.path.join(build, program) + ".reached" for program in PROGRAMS}
        by_block = {program: {} for program in PROGRAMS}
        for i, test in enumerate(tests, first):
            for path in marks.values():
                if os.path.exists(path):
                    # As long as before: a test may limit the size of files that its programs write.
                    size = os.path.getsize(path)
                    os.truncate(path, 0)
                    os.truncate(path, size)
            begun = time.monotonic()
            trouble = test.judge()
            self.seconds[str(test)] = time.monotonic() - begun
            if trouble:
                self.failing.append(str(test))
                print("fails without a change: %s: %s" % (test, trouble[:200]), flush=True)
                continue
            for program, path in marks.items():
                if os.path.exists(path):
                    with open(path, "rb") as f:
                        for mark in re.finditer(b"\1", f.read()):
                            by_block[program][mark.start()] = by_block[program].get(mark.start(), 0) | 1 << i
        for program, blocks in by_block.items():
            lines = Lines(os.path.join(build, program))
            for block, bits in blocks.items():
                for line in lines.of_block.get(block, ()):
                    self.lines[line] = self.lines.get(line, 0) | bits
            for known in lines.of_block.values():
                for line in known:
                    self.lines.setdefault(line, 0)
        return self

    def knows(self, test):
        return self.written.get(str(test)) == test.written()

    def of(self, mutant):
        """The bits of the tests that reach it. What is no statement (a table) is reached with its file, or by whatever there is, and so
        is what lies in a file that is another one now."""
        is_as_recorded = self.digests.get(mutant.path) == digest(mutant.path)
        for line in range(mutant.line, mutant.line - NEAR_LINES if is_as_recorded else mutant.line, -1):
            if (mutant.path, line) in self.lines:
                return self.lines[mutant.path, line]
        bits = 0
        for (path, _), each in self.lines.items():
            bits |= each if path == mutant.path else 0
        return bits or (1 << len(self.names)) - 1

    def weights_near(self, mutant):
        """How much each test knows of the place: a line nearby counts for a test the more, the fewer others reach it."""
        weights = {}
        for line in range(mutant.line - NEARBY_LINES, mutant.line + NEARBY_LINES + 1):
            bits = self.lines.get((mutant.path, line), 0)
            share = 1 / max(bin(bits).count("1"), 1)
            while bits:
                name = self.names[(bits & -bits).bit_length() - 1]
                weights[name] = weights.get(name, 0) + share
                bits &= bits - 1
        return weights


def reach(bench, build, tests_at, again):
    """What was recorded before, and what is recorded now: all, or the tests that were not there then."""
    kept = os.path.join(build, "mutants")
    found = Reach()
    if os.path.exists(kept) and not again:
        found = recorded(build)
    count = sum(not found.knows(test) for test in tests_at(os.path.join(bench.folder, "build")))
    if not count:
        return found
    begun = time.monotonic()
    print("recording which test reaches what: %d tests" % count, flush=True)
    instrumented = bench.instrument()
    found.record([test for test in tests_at(instrumented) if not found.knows(test) or str(test) in found.failing], instrumented)
    shutil.rmtree(instrumented)
    if len(found.failing) > MOST_FAILING * len(found.names):
        raise Broken("%d of %d tests fail without a change" % (len(found.failing), len(found.names)))
    with open(kept, "wb") as f:
        pickle.dump(found, f)
    print("recorded in %.0f s" % (time.monotonic() - begun), flush=True)
    return found


def remove_keys(there_before):
    """A mutant may think that it has no home, and leave its key where the next run of any tpatch finds it."""
    for folder in set(key_folders()) - set(there_before):
        shutil.rmtree(folder, ignore_errors=True)


def key_folders():
    return [each for each in ("/var/tmp/tpatch-%d" % os.getuid(), "/tmp/tpatch-%d" % os.getuid()) if os.path.exists(each)]


class Judge:
    def __init__(self, bench, tests, found, seconds):
        self.bench = bench
        self.found = found
        self.seconds = seconds
        self.known = set(found.names)
        bits = {name: 1 << i for i, name in enumerate(found.names)}
        # A test that was not there then may reach anything.
        self.tests = [(bits.get(str(test), -1), test) for test in tests if str(test) not in found.failing]

    def attempt(self, mutant):
        """Which tests may judge the mutant ("3 of 4 tests"), and "killed by ...", "SURVIVED", or "not counted: ..."."""
        if not self.bench.is_in_a_program(mutant.path):
            return "no tests", "not counted: in no program of these tests"
        bits = self.found.of(mutant)
        reached = [test for bit, test in self.tests if (bit < 0 or bits & bit) and self.bench.is_part_of(test.program, mutant.path)]
        first, others = self.in_order(reached, mutant)
        count = "%d of %d tests" % (len(first) + len(others), len(reached))
        try:
            unchanged = self.bench.unchanged(mutant.path)
            code = self.compile(mutant)
            if not code:
                return count, "not counted: does not compile"
            if code == unchanged:
                return count, "not counted: the same code"
            killer = self.first_failing(first, mutant)
            if not killer and self.bench.unchanged(mutant.path, "-O2") == self.compile(mutant, "-O2"):
                return count, "not counted: the same code"
            killer = killer or self.seen_by_sanitizers(first, mutant)
            if not killer:
                self.compile(mutant)
                killer = self.first_failing(others, mutant)
            return count, "killed by " + killer if killer else "SURVIVED"
        except Broken as error:
            return count, "not counted: does not link: " + str(error).strip().splitlines()[0][:200]

    @contextlib.contextmanager
    def changed(self, mutant):
        """Meanwhile the source has the mutant."""
        full = self.bench.source(mutant.path)
        with open(full, encoding="utf-8") as f:
            text = f.read()
        replace(full, mutated(mutant, text))
        try:
            yield
        finally:
            replace(full, text)

    def compile(self, mutant, level="-O1"):
        """Makes build/mutant.o, and returns its code, or None."""
        with self.changed(mutant):
            return self.bench.compile(mutant.path, level)

    def first_failing(self, tests, mutant):
        linked = set()
        for test in together(tests, self.bench):
            if test.program not in linked:
                self.bench.link(test.program, mutant.path)
                linked.add(test.program)
            trouble = test.judge(SLOWER * test.seconds + LEAST_SECONDS)
            if trouble == TOOK_TOO_LONG:
                trouble = self.judge_slow(test, mutant.path)
            if trouble:
                return "%s: %s" % (test, trouble[:100])
        return None

    def seen_by_sanitizers(self, tests, mutant):
        """The test that fails where the source, and it alone, is compiled with sanitizers, and passes so without the change."""
        for program in SANITIZED_PROGRAMS:
            order = together([test for test in tests if test.program == program], self.bench)
            with self.changed(mutant):
                said = dict(self.failing_with_sanitizers(program, order, mutant.path) if order else ())
            for test, _ in self.failing_with_sanitizers(program, list(said), mutant.path) if said else ():
                del said[test]
            for test, trouble in said.items():
                return "sanitizers in %s: %s" % (test, trouble[:100])
        return None

    def failing_with_sanitizers(self, program, tests, path):
        """The first few of these tests of a program that fail, each with what it says."""
        failing = []
        if not self.bench.compile(path, SANITIZED):
            return failing
        self.bench.link_sanitized(program, path, SANITIZED, SANITIZERS)
        for test in tests:
            trouble = test.judge(SLOWER_SANITIZED * test.seconds + LEAST_SECONDS)
            if trouble and trouble != TOOK_TOO_LONG:
                failing.append((test, trouble))
            if len(failing) == MOST_FAILING_SANITIZED:
                break
        return failing

    def judge_slow(self, test, path):
        """Whether the mutant is slow or the machine is busy: the test gets as long again as it now takes without the change, and more."""
        self.bench.link(test.program, None)
        begun = time.monotonic()
        test.judge()
        seconds = time.monotonic() - begun
        self.bench.link(test.program, path)
        return test.judge(SLOWER * seconds + LEAST_SECONDS)

    def in_order(self, tests, mutant):
        """Those that are asked first, half of which are the quickest, half reach what few others reach nearby; and as many others, the
        quickest first, as there is time for."""
        for test in tests:
            test.seconds = self.found.seconds.get(str(test), 0)
        units = [test for test in tests if is_quick_unit(test)]
        others = [test for test in tests if not is_quick_unit(test)]
        # Those of which it is known that they reach the line come first.
        others.sort(key=lambda test: (str(test) not in self.known, test.suite != "patch sets", test.seconds))
        weights = self.found.weights_near(mutant)
        quick, slow = others[:FIRST_ASKED // 2], others[FIRST_ASKED // 2:]
        slow.sort(key=lambda test: -weights.get(str(test), 0))
        first, slow = quick + slow[:FIRST_ASKED // 2], slow[FIRST_ASKED // 2:]
        slow.sort(key=lambda test: test.seconds)
        spent = itertools.accumulate(test.seconds for test in slow)
        return units + first, [test for test, seconds in zip(slow, spent) if seconds <= self.seconds]


def is_quick_unit(test):
    return test.suite == "unit" and test.seconds < QUICK_SECONDS


def together(tests, bench):
    """The same tests, but many unit tests by one start."""
    units = [test for test in tests if is_quick_unit(test)]
    build = os.path.join(bench.folder, "build")
    return [unit_tests(build, units[i:i + UNITS_AT_ONCE]) for i in range(0, len(units), UNITS_AT_ONCE)] + [test for test in tests if not is_quick_unit(test)]


def replace(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def recorded(build):
    with open(os.path.join(build, "mutants"), "rb") as f:
        return pickle.load(f)


def reached_by_few(build, most):
    """Which mutants are on lines that some test reached, but no more than `most`."""
    found = recorded(build)
    return lambda mutant: 0 < bin(found.of(mutant)).count("1") <= most


def print_unreached(build):
    """The lines with a statement that no test reached, of the sources that are as they were then."""
    found = recorded(build)
    for path, line in sorted(place for place, bits in found.lines.items() if not bits):
        lines = read(path).splitlines() if found.digests.get(path) == digest(path) else []
        if line <= len(lines):
            print("%s:%d:%s" % (path, line, lines[line - 1]))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--files", nargs="+", default=["*"])
    parser.add_argument("--few", type=int)
    parser.add_argument("--at", nargs="+")
    parser.add_argument("--unreached", action="store_true")
    parser.add_argument("build", type=os.path.abspath)
    options = parser.parse_args()
    if options.unreached:
        return print_unreached(options.build)
    few = [reached_by_few(options.build, options.few)] if options.few else []
    mutants, there_are = at_lines(options.at) if options.at else draw(" ".join(options.files), options.count, options.seed, *few)
    print("%d mutants there are" % there_are)
    chosen = [(n, mutant, shown(mutant)) for n, mutant in enumerate(mutants) if not options.only or n in options.only]
    if options.list:
        print("\n".join("%4d %s" % (n, text) for n, _, text in chosen))
        return 0
    memory = "/dev/shm" if os.path.isdir("/dev/shm") and shutil.disk_usage("/dev/shm").free > 2_000_000_000 else None
    killed = survived = 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="m-", dir=memory) as above:
        folder = os.path.join(above, "r")
        try:
            bench = Bench(options.build, folder)
            found = reach(bench, options.build, lambda build: all_tests(folder, build), options.record)
            judge = Judge(bench, all_tests(folder, os.path.join(folder, "build")), found, options.seconds)
        except Broken as error:
            print("mutants.py: %s" % error)
            return 2
        begun = time.monotonic()
        work, keys = os.times(), key_folders()
        for n, mutant, text in chosen:
            tests, verdict = judge.attempt(mutant)
            remove_keys(keys)
            killed += verdict.startswith("killed")
            survived += verdict == "SURVIVED"
            print("%4d %s: %s (%s)" % (n, text, verdict, tests), flush=True)
        spent = sum(os.times()[:4]) - sum(work[:4])
    print("%d not counted, %.1f s and %.1f s of work for each" % (len(chosen) - killed - survived, (time.monotonic() - begun) / max(len(chosen), 1), spent / max(len(chosen), 1)))
    print("mutants: %d passed, %d failed" % (killed, survived))
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
