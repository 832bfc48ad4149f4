#!/usr/bin/env python3
"""Functions that are visible outside of their file although one other file alone uses them: one concept that was cut in two shows here.

usage: exports.py [--list] [--seams N] [--wide N] BUILD/obj

Reads the symbols of the object files of engine/ and driver/ with nm; tests, and tpatch.h's own functions, are not counted. Prints

  exported  functions that are visible outside of their file
  single    those that one other file uses, or none
  seams     those whose one user is a file of the same module (the folder below engine/ or driver/), unless they are all that their file
            shows: such a file is a part with one entry. Between modules one user is enough for a function to belong where it stands
  wide      seams by which one file uses three functions or more of another

--list prints the seams, those of one pair of files in a line. --seams and --wide are ceilings, in permille of the exported functions.
docs/design.md has the reasons. Exit: 0 within them, 1 above, or where neither another file nor a test uses a function.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

WIDE = 3


def read_symbols(objects):
    """{function: its file}, {name: the files that use it}; a file is its path without ending, below `objects`."""
    defined, used = {}, collections.defaultdict(set)
    files = sorted(path for part in ("engine", "driver") for path in (objects / part).rglob("*.o")
                   if "tests" not in path.parts and path.relative_to(objects).with_suffix(".c").exists())
    if not files:
        sys.exit(f"exports.py: no object files below {objects}")
    text = subprocess.run(["nm", "-A", *map(str, files)], check=True, capture_output=True, text=True).stdout
    for line in text.splitlines():
        path, symbol = line.rsplit(":", 1)
        words = symbol.split()
        name = pathlib.Path(path).relative_to(objects).with_suffix("").as_posix()
        if words[0] == "U":
            used[words[1]].add(name)
        elif words[1] == "T":
            defined[words[2]] = name
    return defined, used


def public_names():
    """What tpatch.h offers, and where programs begin."""
    words = pathlib.Path("engine/api/tpatch.h").read_text().replace("*", " ").split()
    return {"main", "wmain"} | {word.split("(")[0] for word in words if word.startswith("tpatch_") and "(" in word}


def words_of_tests():
    return {word for folder in ("tests", "driver/tests") for path in pathlib.Path(folder).rglob("*.c")
            for word in re.findall(r"\w+", path.read_text(errors="replace"))}


def module_of(name):
    return name.split("/")[:2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--seams", type=int)
    parser.add_argument("--wide", type=int)
    parser.add_argument("objects", type=pathlib.Path)
    options = parser.parse_args()
    defined, used = read_symbols(options.objects)
    for name in public_names() & defined.keys():
        del defined[name]
    shown = collections.Counter(defined.values())
    single = {name: min(used[name] - {home}, default=None) for name, home in defined.items() if len(used[name] - {home}) < 2}
    pairs = collections.defaultdict(list)
    for name, user in single.items():
        home = defined[name]
        if user and module_of(home) == module_of(user) and shown[home] > 1:
            pairs[home, user].append(name)
    seams = sum(map(len, pairs.values()))
    wide = sum(len(names) for names in pairs.values() if len(names) >= WIDE)
    if options.list:
        for (home, user), names in sorted(pairs.items(), key=lambda pair: (-len(pair[1]), pair[0])):
            print(f"{home} for {user}: {' '.join(sorted(names))}")
    print(f"exports: {len(defined)} exported, {len(single)} single, {seams} seams, {wide} wide")
    failed = False
    for count, ceiling, what in ((seams, options.seams, "seams"), (wide, options.wide, "wide seams")):
        if ceiling is not None and count * 1000 > ceiling * len(defined):
            failed = True
            print(f"exports: {what} are {count * 1000 // len(defined)} of 1000 exported functions, more than {ceiling}: "
                  "make them static, or put the two files together (--list names them)")
    tested = words_of_tests()
    unused = [name for name, user in single.items() if not user and name not in tested]
    for name in sorted(unused):
        failed = True
        print(f"exports: nothing outside of {defined[name]}.c uses {name}(): make it static, or remove it")
    return failed


if __name__ == "__main__":
    sys.exit(main())
