#!/usr/bin/env python3
"""Functions that are visible outside of their file, and who calls them: one concept that was cut in two shows here.

usage: exports.py [--list] [--limit N] [--inside N] BUILD/obj

Reads the symbols of the object files of engine/ and driver/ with nm; tests and tpatch.h's own functions are not counted. Prints how many
functions are exported, how many of them one other file alone uses, or none, and how many of these have their one user in the same module.
--list prints these, those of one pair of files in a line. --limit and --inside are ceilings, in permille of all. Exit: 0 within them, 1 above.
"""
import argparse
import collections
import pathlib
import subprocess
import sys


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--inside", type=int)
    parser.add_argument("objects", type=pathlib.Path)
    options = parser.parse_args()
    defined, used = read_symbols(options.objects)
    for name in public_names() & defined.keys():
        del defined[name]
    pairs = collections.defaultdict(list)
    for name, home in defined.items():
        users = used[name] - {home}
        if len(users) < 2:
            pairs[home, min(users, default="nobody")].append(name)
    single = sum(map(len, pairs.values()))
    inside = sum(len(names) for (home, user), names in pairs.items() if home.rsplit("/", 1)[0] == user.rsplit("/", 1)[0])
    if options.list:
        for (home, user), names in sorted(pairs.items(), key=lambda pair: (-len(pair[1]), pair[0])):
            print(f"{home} for {user}: {' '.join(sorted(names))}")
    print(f"exports: {single} of {len(defined)} functions have one user or none; {inside} have it in their own module")
    failed = False
    for count, ceiling, what in ((single, options.limit, "have one user or none"), (inside, options.inside, "have their one user in their own module")):
        if ceiling is not None and count * 1000 > ceiling * len(defined):
            failed = True
            print(f"exports: {count * 1000 // len(defined)} of 1000 exported functions {what}, more than {ceiling}: make them static, or put the two files together")
    return failed


if __name__ == "__main__":
    sys.exit(main())
