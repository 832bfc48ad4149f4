#!/usr/bin/env python3
"""Counts what tests/cli/cmdline/walk.sh takes, ten jobs of a user, beside what they took before; the table in docs/using.md says it.

usage: walk.py [--update]. Without --update the table that stands there is compared. Exit: 0 as it stands, 1 not.
"""
import os
import re
import shlex
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DOCUMENT = os.path.join(HERE, os.pardir, "docs/using.md")
MADE = "<!-- made by tests/walk.py of tests/cli/cmdline/walk.sh -->\n"


def jobs():
    """(what, commands before, commands now) of each."""
    found = []
    with open(os.path.join(HERE, "cli/cmdline/walk.sh"), encoding="utf-8") as file:
        for line in file:
            words = shlex.split(line) if re.match(r"(job|was|now|meanwhile) ", line) else [""]
            if words[0] == "job":
                found.append((" ".join(words[1:]), [], []))
            elif words[0] in ("was", "now", "meanwhile"):
                found[-1][1 if words[0] == "was" else 2].append(words[1:])
    return found


def cell(commands):
    return "%d (%d)" % (len(commands), sum(map(len, commands)))


def table():
    rows = [(what, cell(before), cell(now), "; ".join("`%s`" % shlex.join(command) for command in now)) for what, before, now in jobs()]
    every = [sum((job[side] for job in jobs()), []) for side in (1, 2)]
    rows.append(("All ten", cell(every[0]), cell(every[1]), ""))
    return "| job | before | now | |\n|---|---|---|---|\n" + "".join("| %s | %s | %s | %s |\n" % row for row in rows)


def main():
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    head, _, rest = text.partition(MADE)
    stands = re.match(r"(?:\|.*\n)*", rest)[0]
    if len(jobs()) != 10 or not rest:
        sys.exit("walk.py: there are %d jobs, and %s place for the table" % (len(jobs()), "a" if rest else "no"))
    if sys.argv[1:] == ["--update"]:
        with open(DOCUMENT, "w", encoding="utf-8") as file:
            file.write(head + MADE + table() + rest[len(stands):])
    elif stands != table():
        sys.exit("docs/using.md: the table of ten jobs is not what tests/cli/cmdline/walk.sh does: tests/walk.py --update")


if __name__ == "__main__":
    main()
