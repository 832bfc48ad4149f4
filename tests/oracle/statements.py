#!/usr/bin/env python3
"""Puts a statement at every place where one can be, edits it by every operation, runs what comes out, and compares its trace with the intended one.

usage: statements.py [--stride N] [--only WORDS] [--show] TPATCH

A slot is a program with one place `@` for a statement: the body of an if without braces, what is after a label, a line of a macro, one of several commands
of a line. Its model is the same program with the place in braces (or in a block of its own lines), so that any number of statements fits there. An operation
is applied to the program; then either tpatch refuses it and has written nothing, or the result prints, for every input, what the model prints with
the intended statements at its place. C is compiled by g++ (with OpenMP), Python is run by this interpreter, shell by sh. Where nothing can be misread (`room`),
tpatch must not refuse. The same is done with expressions: what comes in the place of one must stay an operand of what is beside it. Half of the cases have CRLF line ends. --stride N takes one of N. Exit code: 0 when nothing differs.
"""
import argparse
import collections
import os
import shutil
import subprocess
import sys
import tempfile
import zlib

from operations_common import block, edit, unified
from statements_c import C
from statements_expressions import SumsInC, SumsInPython
from statements_python import Python
from statements_shell import Shell

PROJECT = """tpatch: 1
project: demo
summary: A project of this test
markers: [demo.txt]
version-file: demo.txt
tag-prefixes: [v]
"""
SET = """tpatch: 1
name: demo-1
summary: One rule
target: {project: demo, versions: "1.*"}
rules:
  - id: the-rule
    title: Do what this case is about
    why: The case needs it.
    files: %s
    edits:
      %s
"""
Case = collections.namedtuple("Case", "label slot operation text rule crlf new reason")


class Bench:
    """A tree with one file, made anew for each case."""

    def __init__(self, tpatch):
        self.tpatch = tpatch
        self.folder = tempfile.mkdtemp(prefix="statements-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.sets, self.tree = os.path.join(self.folder, "sets"), os.path.join(self.folder, "tree")
        os.mkdir(self.sets)
        os.mkdir(self.tree)
        self.write(os.path.join(self.sets, "demo.yaml"), PROJECT)
        self.write(os.path.join(self.tree, "demo.txt"), "1.0\n")

    @staticmethod
    def write(path, text):
        with open(path, "w", newline="") as f:
            f.write(text)

    def apply(self, name, rule, text):
        """The text after a run, and the reason where it was refused. Nothing is kept of the run."""
        path = os.path.join(self.tree, name)
        self.write(os.path.join(self.sets, "set.yaml"), SET % (name, rule.replace("\n", "\n      ")))
        self.write(path, text)
        command = [self.tpatch, "--root", self.tree, "--patchsets", self.sets, "-q"]
        run = subprocess.run(command, capture_output=True, text=True, timeout=60)
        with open(path, newline="") as f:
            new = f.read()
        os.remove(path)
        shutil.rmtree(os.path.join(self.tree, ".tpatch"), ignore_errors=True)
        if run.returncode not in (0, 3):
            raise SystemExit("exit %d\n%s\n%s\n%s" % (run.returncode, rule, text, run.stderr))
        return new, run.stderr.strip() or run.stdout.strip() if run.returncode or new == text else None


def cases(language, options):
    for slot in language.slots:
        for operation in language.operations:
            label = "%s / %s / %s" % (language.name, slot.name, operation.name.replace("\n", " "))
            draw = zlib.crc32(label.encode())
            if language.makes_sense(slot, operation) and draw % options.stride == 0 and all(word in label for word in options.only or []):
                yield label, slot, operation, draw // options.stride % 2 == 0


def apply_all(language, options):
    bench = Bench(options.tpatch)
    try:
        for label, slot, operation, crlf in cases(language, options):
            text, rule = language.text(slot, operation), edit(block("match", operation.match), operation.entry)
            new, reason = bench.apply(language.file, rule, text.replace("\n", "\r\n") if crlf else text)
            yield Case(label, slot, operation, text, rule, crlf, new, reason)
    finally:
        shutil.rmtree(bench.folder)


def problem_before(case):
    """What is wrong before anything is run; None: that is for the run to say."""
    text = case.text.replace("\n", "\r\n") if case.crlf else case.text
    if case.reason:
        if case.new != text:
            return "refused, but the file has changed"
        if 0 < case.operation.needs <= case.slot.room:
            return "refused where it has room: " + case.reason
        return ""
    if case.crlf and case.new.replace("\r\n", "").count("\n"):
        return "a line of a file with CRLF ends in LF"
    return None


def judge(language, options):
    """Of each case what is wrong with it, or "" where nothing is."""
    done = list(apply_all(language, options))
    problems = [problem_before(case) for case in done]
    to_run = [case._replace(new=case.new.replace("\r\n", "\n")) for case, problem in zip(done, problems) if problem is None]
    ran = iter(language.run(to_run))
    return [(case, next(ran) if problem is None else problem) for case, problem in zip(done, problems)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="cases whose name has all these words")
    parser.add_argument("--show", action="store_true", help="print every case")
    parser.add_argument("tpatch", type=os.path.abspath)
    options = parser.parse_args()
    n_failed, counts = 0, collections.Counter()
    for language in (C, SumsInC, Python, SumsInPython, Shell):
        for case, problem in judge(language, options):
            outcome = "failed" if problem else "refused" if case.reason else "made"
            counts[language.name, outcome] += 1
            n_failed += bool(problem)
            if problem or options.show:
                diff = unified(case.text.split("\n"), case.new.replace("\r\n", "\n").split("\n"), "old", "new")
                print("%s: %s\n%s\n%s\n%s\n" % (outcome, case.label, case.rule, problem or case.reason or "", diff), flush=True)
    for (name, outcome), n in sorted(counts.items()):
        print("%-10s %4d %s" % (name, n, outcome))
    print("statements: %d passed, %d failed" % (sum(counts.values()) - n_failed, n_failed))
    sys.exit(n_failed > 0 or not counts)


if __name__ == "__main__":
    main()
