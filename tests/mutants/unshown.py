#!/usr/bin/env python3
"""Lists the texts of the engine and the driver that no test, fixture or document shows.

usage: unshown.py [GLOB...], in the root of the repository; a GLOB is of sources: engine/port/*

A text is a string of two words or more, cut at what printf() fills in. What is around it is free to change unnoticed, and most mutants that survive
are there. Strings that are no messages (expressions, parts of scripts) are listed as well. Prints FILE:LINE: and the parts that are
nowhere, then how many of the texts these are.
"""
import fnmatch
import re
import subprocess
import sys

LEAST_LETTERS = 8
SHOWN_IN = ("tests/", "fixtures/", "docs/", "driver/tests/", "patchsets/")
# Logs of other tools, and what is said of each, are no outputs of these programs.
NOT_SHOWN_IN = ("driver/tests/logs.txt", "driver/tests/quiet.txt")
STRING = r'"(?:[^"\\\n]|\\.)*"'
TEXT = re.compile(STRING + r"(?:\s*(?:[A-Z][A-Z_]+\s*)?" + STRING + ")*")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
FILLED_IN = re.compile(r"%[-+0-9.*]*(?:[lhzj]*[a-zA-Z])")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


def one_line(text):
    return re.sub(r"\s+", " ", text)


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:  # a link of a fixture that leads nowhere
        return ""


def parts_of(text):
    """The parts of a text that are always the same."""
    literal = "".join(word[1:-1] for word in re.findall(STRING, text))
    literal = re.sub(r"\\(.)", lambda match: ESCAPES.get(match[1], match[0]), literal)
    parts = (one_line(part).strip().replace("%%", "%") for part in re.split(FILLED_IN.pattern + r"|\n", literal))
    return [part for part in parts if len(part) >= LEAST_LETTERS and " " in part]


def texts_of(source):
    """The line and the text of each string of a source."""
    code = COMMENT.sub(lambda match: "\n" * match[0].count("\n"), source)
    code = re.sub(r"^[ \t]*#[ \t]*include.*$", "", code, flags=re.M)
    for match in TEXT.finditer(code):
        yield code.count("\n", 0, match.start()) + 1, match[0]


def main():
    paths = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True).stdout.decode().split("\0")
    shown = one_line("\n".join(read(path) for path in paths if path.startswith(SHOWN_IN) and path not in NOT_SHOWN_IN or path.endswith(".md")))
    total = unshown = 0
    for path in paths:
        if not re.match(r"(engine|driver/(?!tests/)).*\.[ch]$", path) or not any(fnmatch.fnmatch(path, each) for each in sys.argv[1:] or ["*"]):
            continue
        for line, text in texts_of(read(path)):
            parts = parts_of(text)
            missing = [part for part in parts if part not in shown]
            total += bool(parts)
            unshown += bool(missing)
            if missing:
                print("%s:%d: %s" % (path, line, " | ".join(missing)))
    print("%d of %d texts are shown nowhere" % (unshown, total))


if __name__ == "__main__":
    main()
