#!/usr/bin/env python3
"""What do PyTorch trees use that a newer CUDA toolkit has no longer? Read from the headers, in a minute; nothing is compiled.

usage: removed.py OLD NEW TREE...

OLD and NEW are the include folders of two toolkits. For each C++ or CUDA file of a TREE the names are printed that OLD's headers have and NEW's lack, the
functions that take another number of arguments now ("()"), and the members of cudaDeviceProp that are gone (".member"). A name in code that the
preprocessor leaves out is printed, too: each find is to be compiled. Exit: 0.
"""
import os
import re
import sys

API = re.compile(r"(cu|nv)\w*[A-Z]\w*|(CU|NV)\w+|[A-Z][a-z]\w*(Iterator|Equality|Max|Min|Sum)")
SOURCE = (".cu", ".cuh", ".cpp", ".cc", ".h", ".hpp", ".inl")
ELSEWHERE = {".git", "build", "docs", "test", "tests", "hip", "samples", "examples", "benchmark", "tools", "composable_kernel"}


def code_of(path):
    """The text without comments and strings."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return re.sub(r'//[^\n]*|/\*.*?\*/|"(\\.|[^"\\\n])*"', " ", file.read(), flags=re.DOTALL)


def files_below(folder, endings):
    for top, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - ELSEWHERE) if endings else folders
        yield from (os.path.join(top, name) for name in names if not endings or name.endswith(endings))


class Toolkit:
    def __init__(self, include):
        self.names, self.arguments = set(), {}
        for path in files_below(include, ()):
            text = code_of(path)
            self.names.update(re.findall(r"\w+", text))
            if os.path.dirname(path) == include:
                for name, arguments in re.findall(r"\b((?:cu|nv)\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*;", text):
                    self.arguments.setdefault(name, set()).add(arguments.count(",") + 1)
        properties = re.search(r"struct[^{;]*cudaDeviceProp\s*\{(.*?)\n\}", code_of(os.path.join(include, "driver_types.h")), re.DOTALL)
        self.members = set(re.findall(r"(\w+)\s*(?:\[\w+\])*;", properties[1]))


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.split("\n\n")[1])
    old, new = (Toolkit(folder.rstrip("/")) for folder in sys.argv[1:3])
    gone = {name for name in old.names - new.names if API.fullmatch(name)}
    changed = {name for name, counts in old.arguments.items() if name in new.arguments and not counts & new.arguments[name]}
    members = old.members - new.members
    for tree in sys.argv[3:]:
        for path in sorted(files_below(tree, SOURCE)):
            text = code_of(path)
            names = set(re.findall(r"\w+", text))
            found = sorted(names & gone) + [name + "()" for name in sorted(names & changed)]
            if "cudaDeviceProp" in names:
                found += ["." + name for name in sorted(set(re.findall(r"(?:\.|->)\s*(\w+)", text)) & members)]
            if found:
                print("%s: %s" % (os.path.relpath(path, os.path.dirname(tree.rstrip("/"))), " ".join(found)))


if __name__ == "__main__":
    main()
