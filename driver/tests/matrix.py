"""Holds driver/data/matrix.yaml against trees: matrix.py TREE... And without a tree, against itself: each release from 1.12 to 2.15 has one row, each row all cells, and
each cell one source.

What a tree says: RELEASE.md's table (Python, CUDA), setup.py or pyproject.toml (Python's floor), CMakeLists.txt (CMake, C++, GCC), cmake/public/cuda.cmake (floors of
CUDA and cuDNN), README.md (cuDNN, GCC), c10/util/C++17.h (GCC); and of other tables torch/utils/cpp_extension.py (the GCC of each CUDA),
.ci/docker/triton_version.txt, pyproject.toml (setuptools), .gitmodules, tools/build_pytorch_libs.py (NCCL). What a tree does not say is left out. A cell whose source is
a tree (torch_sources) must have been compared where the tree of that release is whole.
"""
import glob
import os
import re
import sys

from case import Failed, Skipped

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST, LAST = (1, 12), (2, 15)
CELLS = ("python", "cuda", "usual", "cudnn", "cxx", "cmake", "gcc", "gcc_tried")


def read(*parts):
    try:
        with open(os.path.join(*parts), encoding="utf-8", errors="replace") as f:
            return f.read()
    except OSError:
        return ""


def rows(name="torch"):
    """[{column: text}] of a table whose rows are one line each."""
    table = read(HERE, "../data/matrix.yaml").split("\n%s:\n" % name)[1].split("\n\n")[0]
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
        for cell in CELLS:
            said = [row for row in rows("torch_sources") if holds(row, version) and cell in row["cells"].split(", ")]
            wrong += ["%d.%d, %s: has %d sources" % (*version, cell, len(said))] if len(said) != 1 else []
    for row in table:
        wrong += ["%s has no %s" % (row["torch"], cell) for cell in CELLS if cell not in row]
    wrong += ["%s: neither a tree nor another source, or both" % row for row in rows("torch_sources") if ("tree" in row) == ("source" in row)]
    return wrong


def first(pattern, text):
    found = re.search(pattern, text)
    return number(found.group(1)) if found else None


def release_of(root):
    return "%d.%d" % number(read(root, "version.txt"))[:2]


def said_by(root):
    """[(release, column, what the tree says, a function of the row's cell and of that: do they fit?)]"""
    cmake, cuda, setup = read(root, "CMakeLists.txt"), read(root, "cmake/public/cuda.cmake"), read(root, "setup.py") + read(root, "pyproject.toml")
    version, readme = release_of(root), read(root, "README.md")
    python = first(r"python_min_version = (\(\d+, *\d+)", setup) or first(r'requires-python = ">=([\d.]+)', setup)
    found = [
        ("cmake", first(r"cmake_minimum_required\(VERSION ([\d.]+)", cmake), lambda cell, said: floor(cell) == said[:2]),
        ("cxx", first(r"set\(CMAKE_CXX_STANDARD\s+(\d+)", cmake) or first(r"PROPERTY CXX_STANDARD (\d+)", read(root, "cmake/public/utils.cmake")),
         lambda cell, said: number(cell) == said),
        ("cuda", first(r"PyTorch requires CUDA ([\d.]+\d)", cuda), lambda cell, said: floor(cell) >= said[:2]),
        ("cuda", (11, 3) if "nvmlProcessInfo_v1_t" in read(root, "c10/cuda/CUDACachingAllocator.cpp") else None, lambda cell, said: floor(cell) >= said),
        ("cudnn", first(r"CUDNN_VERSION VERSION_LESS \"?([\d.]+)", cuda), lambda cell, said: floor(cell)[:1] >= said[:1]),
        ("cudnn", first(r"/cudnn\) v([\d.]+) or above", readme), lambda cell, said: floor(cell) >= said),
        ("gcc", first(r"We need GCC (\d+)", read(root, "c10/util/C++17.h")), lambda cell, said: floor(cell) >= said),
        ("gcc", first(r"GCC-([\d.]+\d) or newer is required", cmake), lambda cell, said: floor(cell) >= said),
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


def said_by_other_files(root):
    """[(table, what the tree says, what the row says, do they fit?)] of the tables beside `torch`."""
    version, found = number(release_of(root)), []
    gcc = re.search(r"(?s)^CUDA_GCC_VERSIONS.*?^\}", read(root, "torch/utils/cpp_extension.py"), re.M)
    # Before 2.0, the versions there were those that still fit.
    for cuda, below in re.findall(r"'([\d.]+)': \(.*, \((\d+), \d+\)\),", gcc.group(0)) if gcc and version >= (2, 0) else ():
        asked = (11, 4, 1) if cuda == "11.4" else number(cuda)
        row = next((row for row in rows("host") if floor(row["cuda"]) <= asked < ceiling(row["cuda"])), {"gcc": "none"})
        found.append(("host", "CUDA %s, GCC <%s" % (cuda, below), row["gcc"], ceiling(row["gcc"]) <= number(below)))
    triton = re.match(r"[\d.]+", read(root, ".ci/docker/triton_version.txt"))
    row = next((row for row in rows("triton") if holds(row, version)), None)
    if triton and row:
        found.append(("triton", triton.group(0), row["triton"], number(triton.group(0)) < ceiling(row["triton"])))
    modules = set(re.findall(r"path = third_party/(\S+)", read(root, ".gitmodules")))
    names = next(row for row in rows("submodules") if holds(row, version))["names"].split(", ")
    if modules:
        found.append(("submodules", "%d of them" % len(modules), ", ".join(names), set(names) <= modules))
    pin = re.search(r'"setuptools>=([\d.]+)', read(root, "pyproject.toml"))
    # Of the shipped profiles, on Linux: what comes later in the file counts.
    pins = re.findall(r'(?m)^ +- versions: "(>=[^"]+)"\n(?: +(?:why|env): .*\n)*? +pip: \{setuptools: "([^"]+)"', read(HERE, "../../patchsets/pytorch.yaml"))
    mine = [spread for versions, spread in pins if floor(versions) <= version < ceiling(versions)]
    if pin:
        found.append(("setuptools", ">=" + pin.group(1), mine[-1] if mine else "none", bool(mine) and floor(mine[-1]) >= number(pin.group(1))[:2]))
    library = read(root, "tools/build_pytorch_libs.py")
    if library:
        clones = "checkout_nccl" in library
        found.append(("fetched", "NCCL is%s cloned" % ("" if clones else " not"), ">=2.7", clones == (version >= (2, 7))))
    return found


def check_tree(root, say=print):
    wrong, seen, version = [], set(), release_of(root)
    for release, column, said, fits in said_by(root) + list(said_by_release_table(root)):
        row = next((row for row in rows() if holds(row, number(release))), {})
        good = column in row and fits(row[column], said)
        say("%s  %-7s tree %-10s row %-16s %s" % (release, column, ".".join(map(str, said)), row.get(column), "ok" if good else "DIFFERS"))
        wrong += [] if good else ["%s, %s: %s" % (root, release, column)]
        seen.add((release, column))
    for table, said, mine, fits in said_by_other_files(root):
        say("%s  %s: tree %s, row %s  %s" % (version, table, said, mine, "ok" if fits else "DIFFERS"))
        wrong += [] if fits else ["%s: %s" % (root, table)]
    for row in rows("torch_sources") if os.path.exists(os.path.join(root, "CMakeLists.txt")) else ():
        if "tree" in row and holds(row, number(version)):
            # RELEASE.md has the releases before it only, and from 1.12 on what its own release's table calls usual comes later.
            wrong += ["%s: nothing there says %s" % (root, cell) for cell in row["cells"].split(", ") if (version, cell) not in seen and cell != "usual"]
    return wrong


def cases(tbuild):
    def itself(scratch):
        wrong = check_itself()
        if wrong:
            raise Failed("; ".join(wrong))
    yield "data/matrix", itself

    def debians(scratch):
        trees = glob.glob(os.path.join(os.path.dirname(tbuild), "trees", "pytorch-*[0-9]"))
        if not trees:
            raise Skipped("no tree (sh tests/real/get-debian-trees.sh)")
        wrong = [each for tree in trees for each in check_tree(tree, lambda line: None)]
        if wrong:
            raise Failed("; ".join(wrong))
    yield "data/matrix-trees", debians


if __name__ == "__main__":
    problems = check_itself()
    for tree in sys.argv[1:]:
        problems += check_tree(tree)
    print("\n".join(problems))
    sys.exit(1 if problems else 0)
