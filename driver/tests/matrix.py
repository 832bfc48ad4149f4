"""Holds the row of driver/data/matrix.yaml for a tree's release against the tree itself: matrix.py TREE... And without a tree, against itself: each release from
1.12 to 2.15 has one row, and each row all cells.

What a tree says: RELEASE.md's table (Python, CUDA), setup.py or pyproject.toml (Python's floor), CMakeLists.txt (CMake, C++), cmake/public/cuda.cmake (floors of
CUDA and cuDNN), c10/util/C++17.h (GCC's floor). What it does not say is left out.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST, LAST = (1, 12), (2, 15)
CELLS = ("python", "cuda", "usual", "cudnn", "cxx", "cmake", "gcc", "gcc_tried")


def read(*parts):
    try:
        with open(os.path.join(*parts), encoding="utf-8", errors="replace") as f:
            return f.read()
    except OSError:
        return ""


def rows():
    """[{column: text}] of the table `torch`; its rows are one line each."""
    table = read(HERE, "../data/matrix.yaml").split("\ntorch:\n")[1].split("\n\n")[0]
    return [dict(re.findall(r'(\w+): "([^"]*)"', line)) for line in table.splitlines() if line.startswith("  - ")]


def number(text):
    return tuple(int(part) for part in re.findall(r"\d+", text))


def floor(spread):
    return number(re.match(r">=([\d.]+)", spread).group(1))


def ceiling(spread):
    found = re.search(r"<([\d.]+)", spread)
    return number(found.group(1)) if found else (99,)


def holds(row, version):
    return floor(row["torch"]) <= version[:2] < ceiling(row["torch"])


def releases():
    return [(1, 12), (1, 13)] + [(2, minor) for minor in range(LAST[1] + 1)]


def check_itself():
    wrong = []
    table = rows()
    for version in releases():
        mine = [row for row in table if holds(row, version)]
        wrong += ["%d.%d has %d rows" % (*version, len(mine))] if len(mine) != 1 else []
    for row in table:
        wrong += ["%s has no %s" % (row["torch"], cell) for cell in CELLS if cell not in row]
    return wrong


def first(pattern, text):
    found = re.search(pattern, text)
    return number(found.group(1)) if found else None


def said_by(root):
    """[(release, column, what the tree says, a function of the row's cell and of that: do they fit?)]"""
    cmake, cuda, setup = read(root, "CMakeLists.txt"), read(root, "cmake/public/cuda.cmake"), read(root, "setup.py") + read(root, "pyproject.toml")
    version = "%d.%d" % number(read(root, "version.txt"))[:2]
    python = first(r"python_min_version = (\(\d+, *\d+)", setup) or first(r'requires-python = ">=([\d.]+)', setup)
    found = [
        ("cmake", first(r"cmake_minimum_required\(VERSION ([\d.]+)", cmake), lambda cell, said: floor(cell) == said[:2]),
        ("cxx", first(r"set\(CMAKE_CXX_STANDARD (\d+)", cmake), lambda cell, said: number(cell) == said),
        ("cuda", first(r"PyTorch requires CUDA ([\d.]+\d)", cuda), lambda cell, said: floor(cell) >= said[:2]),
        ("cudnn", first(r"CUDNN_VERSION VERSION_LESS \"?([\d.]+)", cuda), lambda cell, said: floor(cell)[:1] >= said[:1]),
        ("gcc", first(r"We need GCC (\d+)", read(root, "c10/util/C++17.h")), lambda cell, said: floor(cell) >= said),
        ("python", python, lambda cell, said: floor(cell) == said[:2]),
    ]
    return [(version, *each) for each in found if each[1]]


def said_by_release_table(root):
    """The same of each line of RELEASE.md's table, which is about all releases before it, too."""
    for version, python, rest in re.findall(r"(?m)^\| *(\d\.\d+) *\|([^|]*3\.\d+[^|]*)\|(.*)$", read(root, "RELEASE.md")):
        if FIRST <= number(version) <= LAST:
            highest = max(number(each) for each in re.findall(r"\b3\.\d+", python))
            yield version, "python", highest, lambda cell, said: said < ceiling(cell)
            for each in re.findall(r"CUDA (\d+\.\d+)", rest):
                yield version, "usual", number(each), lambda cell, said: ".".join(map(str, said)) in re.split(r", *", cell)


def check_tree(root):
    wrong = []
    for version, column, said, fits in said_by(root) + list(said_by_release_table(root)):
        row = next((row for row in rows() if holds(row, number(version))), {})
        good = column in row and fits(row[column], said)
        print("%s  %-7s tree %-10s row %-16s %s" % (version, column, ".".join(map(str, said)), row.get(column), "ok" if good else "DIFFERS"))
        wrong += [] if good else ["%s, %s: %s" % (root, version, column)]
    return wrong


def cases(tbuild):
    def itself(scratch):
        wrong = check_itself()
        if wrong:
            raise AssertionError("; ".join(wrong))
    yield "data/matrix", itself


if __name__ == "__main__":
    problems = check_itself()
    for tree in sys.argv[1:]:
        problems += check_tree(tree)
    print("\n".join(problems))
    sys.exit(1 if problems else 0)
