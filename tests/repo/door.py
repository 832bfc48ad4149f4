#!/usr/bin/env python3
"""Does engine/engine.h, the door by which the driver comes to the engine, list what the driver uses and nothing else?

usage: door.py, in the root of the repository. Prints `file:line: reason` for each header that does not belong there: driver/LAYERS
names after `engine:` neither it nor its module, or the driver uses nothing of it. Exit: 0 none, 1 some.
"""
import pathlib
import re
import sys

DOOR = pathlib.Path("engine/engine.h")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
DECLARED = (
    re.compile(r"^[a-z][^;={}#\n]*?\b([a-z_][a-z0-9_]*\()", re.M),
    re.compile(r"^#define (\w+)(?<!_H)\b", re.M),
    re.compile(r"^((?:struct|enum|union) \w+) \{", re.M),
    re.compile(r"^extern .*?\b(\w+)(?:\[|;)", re.M),
)
USED = re.compile(r"(?:struct|enum|union) \w+|\b[a-z]\w+\(|\b[A-Z]\w+")


def code_of(path):
    return COMMENT.sub("", path.read_text())


def names_of(header):
    """What a header declares."""
    text = code_of(header)
    names = {name for pattern in DECLARED for name in pattern.findall(text)}
    for values in re.findall(r"^enum \w* ?\{(.*?)\}", text, re.S | re.M):
        names.update(re.findall(r"\b[A-Z][A-Z0-9_]+\b", values))
    return names


def main():
    layers = pathlib.Path("driver/LAYERS").read_text()
    allowed = set(re.search(r"^engine:(.*)$", layers, re.M).group(1).split())
    files = [path for path in pathlib.Path("driver").rglob("*.[ch]") if "tests" not in path.parts]
    used = {word for path in files for word in USED.findall(code_of(path))}
    failed = False
    for number, line in enumerate(DOOR.read_text().splitlines(), 1):
        found = re.match(r'#include "(([a-z]+)/.*)"', line)
        if not found:
            continue
        header, module = found.groups()
        if not {header, module} & allowed:
            failed = True
            print(f"{DOOR}:{number}: driver/LAYERS names neither {header} nor its module after `engine:`")
        elif not names_of(DOOR.parent / header) & used:
            failed = True
            print(f"{DOOR}:{number}: the driver uses nothing of {header}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
