"""The trees that the crash tests work on."""
import os
import subprocess

FILES = 4000
FOLDERS = 80
LINES = 12

PROJECT = """tpatch: 1
project: made
summary: Made for the crash tests
markers: [made.txt]
version-file: made.txt
"""
SET = """tpatch: 1
name: made
summary: One line in every file
target: {project: made, versions: ">=1"}
rules:
  - id: raise
    title: Raise a value in every file
    why: So that every file changes
    files: "*.cmake"
    language: cmake
    edits:
      - match: set(VALUE 1)
        replace: set(VALUE 2)
"""


def make_tree(tree, sets, files=FILES, folders=FOLDERS):
    """`files` files of LINES lines, of several modes, and the set that changes a line in each of them."""
    os.makedirs(sets)
    for name, text in (("project.yaml", PROJECT), ("made.yaml", SET)):
        with open(os.path.join(sets, name), "w", encoding="ascii") as f:
            f.write(text)
    for i in range(files):
        folder = os.path.join(tree, "d%02d" % (i % folders), "e")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "f%04d.cmake" % i)
        lines = ["set(OTHER_%d_%d %d)\n" % (i, k, k) for k in range(LINES)]
        lines[i % LINES] = "set(VALUE 1)\n"
        with open(path, "w", encoding="ascii") as f:
            f.write("".join(lines))
        os.chmod(path, (0o644, 0o600, 0o755, 0o444)[i % 4])
        os.utime(path, ns=(10**18, 10**18 + i * 1000003))
    with open(os.path.join(tree, "made.txt"), "w", encoding="ascii") as f:
        f.write("1.0.0\n")


def copy_tree(source, target):
    subprocess.run(["cp", "-aT", "--reflink=auto", source, target], check=True)
