#!/usr/bin/env python3
"""Writes a patch set of N rules for any tree, for measuring how time grows with the number of rules.

usage: gen_rules.py N OUT

The first rule raises cmake_minimum_required. The others look for calls, imports and commands by names that no tree has, beside words
that every tree is full of (`find_package`, `import`, `set`), in the files where such code lives.
"""
import os
import sys

PROJECT = """tpatch: 1
project: bench
summary: Any tree that has a version.txt
markers: [version.txt]
"""
HEAD = """tpatch: 1
name: bench
summary: Rules to be measured
target: {project: bench, versions: ">=0"}
rules:
  - id: minimum
    title: Raise cmake_minimum_required
    why: It is measured.
    files: ['**/CMakeLists.txt', '*.cmake', '*.cmake.in']
    edits:
      - match: cmake_minimum_required(VERSION $MIN $$$REST)
        where: {MIN: {version: "<3.5"}}
        set: {MIN: "3.5"}
"""
CMAKE = "['**/CMakeLists.txt', '*.cmake']"
EDITS = [
    (CMAKE, "match: find_package(Package{0} $$$REST)", "replace: find_package(Package{0}Config $$$REST)"),
    ("'*.py'", "match: import module_{0}", "replace: import moved_{0}"),
    ("'*.py'", "match: old_call_{0}($$$ARGS)", "replace: new_call_{0}($$$ARGS)"),
    (CMAKE, "match: set(VARIABLE_{0} $VALUE)", "set: {{VALUE: 'ON'}}"),
]


def main():
    count, out = int(sys.argv[1]), sys.argv[2]
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "project.yaml"), "w", encoding="ascii") as file:
        file.write(PROJECT)
    with open(os.path.join(out, "bench.yaml"), "w", encoding="ascii") as file:
        file.write(HEAD)
        for number in range(1, count):
            files, match, change = EDITS[number % len(EDITS)]
            file.write(f"  - id: rule-{number}\n    title: Measure\n    why: It is measured.\n    optional: true\n    files: {files}\n"
                       f"    edits:\n      - {match.format(number)}\n        {change.format(number)}\n")


if __name__ == "__main__":
    main()
