#!/usr/bin/env python3
"""Runs a program on a terminal of its own, types an answer at each of its questions, and prints what a person would see.

usage: typed.py [--rows N] [--columns N] [--colored] ANSWERS COMMAND...

ANSWERS: words, each typed with Enter; `_` is Enter alone, `^D` the end of the input, `+` a space within an answer. A question that is left
gets ^D. --colored shows escapes as ^[. The last line printed is the exit code in brackets.
"""
import argparse
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "terminal"))
from pseudo import ESCAPES, Terminal, Wrong

PROMPT = re.compile(r"(\?\]\?|empty: [^()]*\)|\bwhy\?|\[Y/n\]) \Z")


def bytes_of(answer):
    return "\x04" if answer == "^D" else "\n" if answer == "_" else answer.replace("+", " ") + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=50)
    parser.add_argument("--columns", type=int, default=80)
    parser.add_argument("--colored", action="store_true")
    parser.add_argument("answers")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    answers = options.answers.split()
    terminal = Terminal(options.command, os.getcwd(), columns=options.columns, rows=options.rows)
    asked = 0
    try:
        while terminal.read():
            now = terminal.plain()
            if len(now) > asked and PROMPT.search(now, asked):
                asked = len(now)
                terminal.send(bytes_of(answers.pop(0) if answers else "^D"))
        status = terminal.end()
    except Wrong as wrong:
        print(wrong)
        status = None
    finally:
        Terminal.kill_all()
    seen = terminal.seen.replace("\r\n", "\n")
    print((seen.replace("\x1b", "^[") if options.colored else ESCAPES.sub("", seen)).rstrip("\n"))
    print("[%s]" % status)
    if answers:
        print("not asked for: %s" % " ".join(answers))


if __name__ == "__main__":
    sys.exit(main())
