#!/usr/bin/env python3
"""Is everything there that the documents name? Looks at all *.md of the repository, those of fixtures/ left out:

  - relative links [text](path)
  - paths in `code` that begin with a top-level folder; words in capitals, `*` and `…` in them stand for anything
  - source files in `code` that begin with a folder of engine/
  - `make TARGET`, in code and in code blocks

And does tests/README.md say for each module of the engine what to run after a change?

usage: docs.py, in the root of the repository. Prints `file:line: reason`. Exit: 0 all is there, 1 something is not, 2 usage.
"""
import fnmatch
import glob
import os
import re
import sys

LINK = re.compile(r"\]\(([^)#]+)")
CODE = re.compile(r"`([^`]+)`")
MAKEFILES = ("Makefile", "engine/*/*.mk", "packaging/*.mk", "driver/*.mk", "tests/*/*.mk")


def is_built(folder):
    return folder.startswith((".", "build"))


def paths():
    """Every file and folder below the root, but for what git, editors and builds keep there."""
    found = []
    for folder, names, files in os.walk("."):
        if folder == ".":
            names[:] = [name for name in names if not is_built(name)]
        names[:] = [name for name in names if name != "__pycache__"]
        found += [os.path.normpath(os.path.join(folder, name)) for name in names + files]
    return found


def makefile_targets():
    """The names before a colon of each rule."""
    found = set()
    for path in (path for pattern in MAKEFILES for path in glob.glob(pattern)):
        with open(path, encoding="utf-8") as file:
            for line in file:
                rule = re.match(r"([^#:=\t][^#:=]*):(?!=)", line)
                found.update(rule[1].split() if rule else ())
    return found


def commands(text):
    """The words of each command in `text`, variables before it left out."""
    for command in re.split(r"[;|&]+", text):
        words = command.split()
        while words and re.fullmatch(r"[$]|[A-Z_]+=.*", words[0]):
            del words[0]
        yield words


def targets(text):
    """What `make` is asked for in `text`."""
    for words in commands(text):
        if words[:1] == ["make"]:
            for word in words[1:]:
                if re.fullmatch(r"[a-z][a-z0-9-]*", word):
                    yield word
                elif not re.fullmatch(r"-[A-Za-z0-9]+|[A-Za-z_]+=.*", word):
                    break


def named(document):
    """(line number, "link", "code" or "text", what) of all that a document names."""
    in_block = False
    with open(document, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            yield from ((number, "link", what) for what in LINK.findall(line))
            if line.startswith("```"):
                in_block = not in_block
            elif in_block:
                yield number, "text", line
            else:
                for code in CODE.findall(line):
                    yield number, "code", code
                    yield number, "text", code


class Repository:
    def __init__(self):
        self.paths = paths()
        self.targets = makefile_targets()
        tops = "|".join(re.escape(path) for path in self.paths if os.sep not in path and os.path.isdir(path))
        self.path_in_code = re.compile(r"(?:%s)/[A-Za-z0-9_.*/…-]*" % tops)
        modules = "|".join(path.split(os.sep)[1] for path in self.paths if path.startswith("engine" + os.sep) and path.count(os.sep) == 1)
        self.source_in_code = re.compile(r"(?:%s)/[a-z0-9_/]+\.[ch]" % modules)

    def has(self, path):
        """Does some path fit, once words in capitals are taken as `*`?"""
        if os.path.exists(path):
            return True
        pattern = path.replace("…", "*").replace("_X.", "_*.")
        pattern = re.sub(r"(^|[/_.-])[A-Z][A-Z_]*(?=[/_.-]|$)", r"\1*", pattern)
        return bool(fnmatch.filter(self.paths, pattern))

    def complaints(self, document):
        for number, kind, what in named(document):
            if kind == "link" and "://" not in what and not what.startswith("mailto:"):
                if not os.path.exists(os.path.join(os.path.dirname(document), what)):
                    yield "%s:%d: no file '%s'" % (document, number, what)
            elif kind == "code" and self.source_in_code.fullmatch(what):
                if not self.has("engine/" + what):
                    yield "%s:%d: no path 'engine/%s'" % (document, number, what)
            elif kind == "code" and self.path_in_code.fullmatch(what) and not self.has(what.rstrip("/")):
                yield "%s:%d: no path '%s'" % (document, number, what.rstrip("/"))
            elif kind == "text":
                for target in targets(what):
                    if target not in self.targets:
                        yield "%s:%d: the Makefile has no target '%s'" % (document, number, target)


def modules_without_tests():
    """The folders of the engine that the map in tests/README.md leaves out."""
    with open("tests/README.md", encoding="utf-8") as file:
        rows = "".join(line for line in file if line.startswith("| "))
    for folder in sorted(glob.glob("engine/*/")):
        if "`%s`" % folder not in rows:
            yield "tests/README.md:1: the table says nothing of what to run after a change in %s" % folder


def main():
    if not os.path.isfile("Makefile"):
        sys.exit("docs.py: run me in the root of the repository")
    repository = Repository()
    documents = sorted(path for path in repository.paths if path.endswith(".md") and not path.startswith("fixtures" + os.sep))
    found = [complaint for document in documents for complaint in repository.complaints(document)] + list(modules_without_tests())
    print("".join(line + "\n" for line in found), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
