#!/usr/bin/env python3
"""Do the comments of engine/ and driver/ say what is so? What can be checked of that:

- a .c file that a comment names, or names by a glob, is there (cmd_X.c stands for any; other projects' files are in FOREIGN);
- a header that is "Private to X/" is included by files of X/ only, and by tests; "Private to X/ and Y/" names two.

usage: comments.py, in the root of the repository. Prints `file:line: reason`. Exit: 0 all of it is so, 1 something is not.
"""
import fnmatch
import pathlib
import re
import sys

FOREIGN = {"quote.c", "program.c", "a.c"}  # git's; in examples
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)
NAMED = re.compile(r"[\w/*.-]*[\w*]\.c\b(?!\+)")
PRIVATE = re.compile(r"Private to (\w+)/(?: and (\w+)/)?")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def is_there(name, part, sources):
    pattern = name.removeprefix("engine/").removeprefix("driver/").replace("_X.", "_*.")
    paths = [path for path in sources if path.startswith((name.split("/")[0] + "/", part))]
    return any(fnmatch.fnmatchcase(path, pattern) or fnmatch.fnmatchcase(path, "*/" + pattern) for path in paths)


def main():
    sources = {path.as_posix(): path.read_text(errors="replace") for part in ("engine", "driver")
               for path in sorted(pathlib.Path(part).rglob("*.[ch]"))}
    includers = {}
    for path, text in sources.items():
        for header in INCLUDE.findall(text):
            includers.setdefault(header, []).append(path)
    failed = False
    for path, text in sources.items():
        for token in TOKEN.finditer(text):
            if not token[0].startswith("/"):
                continue
            line = text.count("\n", 0, token.start()) + 1
            comment = " ".join(token[0].replace("\n *", " ").split())
            for name in NAMED.findall(comment):
                if name.split("/")[-1] not in FOREIGN and not is_there(name, path.split("/")[0] + "/", sources):
                    print(f"{path}:{line}: the comment names {name}, which is not there")
                    failed = True
            private = PRIVATE.search(comment)
            if not private or not path.endswith(".h") or line > 3:
                continue
            for user in includers.get(path.split("/", 1)[1], []):
                if "tests" not in user.split("/") and not set(user.split("/")[1:-1]) & set(private.groups()):
                    print(f"{path}:{line}: is \"{private[0]}\", and {user} includes it")
                    failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
