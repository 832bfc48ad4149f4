#!/usr/bin/env python3
"""Compiles a file of a tree that was not configured: what it includes and is not there is empty.

usage: syntax.py FOLDER COMPILER WORD... (FOLDER takes the empty headers; the words end with the file)

Prints what the compiler prints, and exits as it does. Many errors are then due to the empty headers: it is what a rule's `why` quotes that counts.
"""
import os
import re
import subprocess
import sys


def run(words):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)


def make_missing(folder, compiler, words):
    """The compiler lists what it would include (-MG: whether or not it is there)."""
    listed = run([compiler, *words, "-M", "-MG"]).stdout.replace("\\\n", " ")
    for header in re.findall(r"(?<!\S)[\w./+-]+\.\w+(?!\S)|(?<!\S)[\w/]+(?!\S)", listed.split(":", 1)[-1]):
        path = os.path.join(folder, header)
        if not os.path.isabs(header) and not os.path.exists(header) and not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="ascii"):
                pass


def main():
    folder, compiler, *words = sys.argv[1:]
    make_missing(folder, compiler, words)
    result = run([compiler, *words, "-idirafter", folder, "-fsyntax-only", "-w"])
    sys.stdout.write(result.stdout)
    sys.stderr.write(result.stderr)
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())
