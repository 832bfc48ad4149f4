#!/usr/bin/env python3
"""Compiles a file of a tree that was not configured: what it includes and is not there is empty.

usage: syntax.py FOLDER COMPILER WORD... (FOLDER takes the empty headers; the words end with the file)

COMPILER is one like GCC, or an nvcc. Prints what it prints, and exits as it does. Many errors are then due to the empty headers: it is what a rule's `why`
quotes that counts.
"""
import os
import re
import subprocess
import sys


def run(words):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)


def make_empty(folder, header):
    """Whether there is such a header now, and was none before."""
    path = os.path.join(folder, header)
    if os.path.isabs(header) or os.path.exists(path):
        return False
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii"):
        return True


def make_missing(folder, compiler, words):
    """The compiler lists what it would include (-MG: whether or not it is there)."""
    listed = run([compiler, *words, "-M", "-MG"]).stdout.replace("\\\n", " ")
    for header in re.findall(r"(?<!\S)[\w./+-]+\.\w+(?!\S)|(?<!\S)[\w/]+(?!\S)", listed.split(":", 1)[-1]):
        if not os.path.exists(header):
            make_empty(folder, header)


def compiled(folder, compiler, words):
    """Whatever the list lacked is made empty one by one."""
    more = ["-Xcompiler", "-idirafter," + folder, "-cuda", "-o", os.devnull] if os.path.basename(compiler) == "nvcc" else ["-idirafter", folder, "-fsyntax-only"]
    quiet = [] if any(word.startswith("-W") for word in words) else ["-w"]
    while True:
        result = run([compiler, *words, *more, *quiet])
        missing = re.search(r"fatal error: '?([\w./+-]+)(?:' file not found|: No such file or directory)", result.stderr)
        if not missing or not make_empty(folder, missing[1]):
            return result


def main():
    folder, compiler, *words = sys.argv[1:]
    if os.path.basename(compiler) != "nvcc":
        make_missing(folder, compiler, words)
    result = compiled(folder, compiler, words)
    sys.stdout.write(result.stdout)
    sys.stderr.write(result.stderr)
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())
