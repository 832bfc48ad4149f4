#!/usr/bin/env python3
"""Counts the instructions of fixed runs and holds them against tests/bench/instructions.txt.

usage: instructions.py [--update] TPATCH WORK

Instructions do not depend on how busy the machine is. A run that takes over a fifth more than is written there fails; one that takes
much less asks for --update, which writes what was counted. Needs valgrind (callgrind). The trees and rules are made under WORK by
gen_tree.py and gen_rules.py.
"""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "instructions.txt")
HEAD = "# Instructions of fixed runs, as callgrind counts them; `make check-instructions` compares, instructions.py --update writes.\n"
MOST, LEAST = 1.2, 0.8


def runs(tpatch, work):
    tree = os.path.join(work, "tree")
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run([sys.executable, os.path.join(HERE, "gen_tree.py"), "--files", "3000", tree], check=True)
    for count in (50, 1000):
        subprocess.run([sys.executable, os.path.join(HERE, "gen_rules.py"), str(count), os.path.join(work, f"rules-{count}")], check=True)
    common = ["-j1", "--root", tree, "--use", "bench"]
    yield "check-50-rules", [tpatch, "check", "-q", *common, "--patchsets", os.path.join(work, "rules-50")]
    yield "check-1000-rules", [tpatch, "check", "-q", *common, "--patchsets", os.path.join(work, "rules-1000")]
    yield "dry-run", [tpatch, "--dry-run", *common, "--patchsets", os.path.join(work, "rules-50")]


def count(command, work):
    run = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={work}/callgrind.out", *command], stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE, text=True, check=False)
    found = re.search(r"refs:\s+([\d,]+)", run.stderr)
    if not found or run.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {run.returncode}:\n{run.stderr}")
    return int(found.group(1).replace(",", ""))


def main():
    update = "--update" in sys.argv
    tpatch, work = (os.path.abspath(arg) for arg in sys.argv[1:] if arg != "--update")
    os.makedirs(work, exist_ok=True)
    counted = {name: count(command, work) for name, command in runs(tpatch, work)}
    if update:
        with open(TABLE, "w", encoding="ascii") as file:
            file.write(HEAD + "".join(f"{name} {number}\n" for name, number in counted.items()))
    known = dict(line.split() for line in open(TABLE, encoding="ascii") if not line.startswith("#"))
    failed = 0
    for name, number in counted.items():
        ratio = number / int(known[name])
        verdict = "too many" if ratio > MOST else "fewer: --update" if ratio < LEAST else "ok"
        failed += ratio > MOST
        print(f"{name:18} {number:>13,} instructions, {ratio:.2f} of {int(known[name]):,}: {verdict}")
    print(f"instructions: {len(counted) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
