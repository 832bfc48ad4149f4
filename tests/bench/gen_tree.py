#!/usr/bin/env python3
"""Makes a source tree of the shape of PyTorch 2.7 with all its submodules, for measuring where the real one is not at hand.

usage: gen_tree.py [--files N] [--seed N] OUT

86,128 files in 11,653 folders by default: as many of each kind, of about the same sizes and depths, as the real tree has; CMake
files call cmake_minimum_required as often, with versions from 2.6 to 3.27. The texts are made up of the words below. One seed, one
tree: the same bytes on every machine.
"""
import argparse
import os
import random

# Files of each kind, and their mean size in bytes, as counted in the 2.7 tree: kinds under 400 files are in "other".
KINDS = [
    ("cpp", 8590, 10139), ("h", 8552, 13608), ("html", 6883, 23986), ("py", 6243, 15032), ("json", 5246, 1442), ("hpp", 4715, 18850),
    ("pb", 4363, 4003), ("md5", 3874, 32), ("cmake", 3253, 1949), ("cc", 3133, 19040), ("cu", 2935, 11863), ("patch", 2204, 1870),
    ("md", 2100, 8539), ("CMakeLists.txt", 1720, 2606), ("c", 1624, 23325), ("onnx", 1440, 1041), ("in", 1130, 7036), ("js", 902, 20178),
    ("sh", 850, 3585), ("png", 722, 110951), ("output", 546, 101), ("rst", 514, 7346), ("txt", 514, 18858), ("yml", 482, 4934),
    ("java", 447, 13395), ("other", 13146, 6000),
]
N_FILES = sum(count for _, count, _ in KINDS)
N_FOLDERS = 11653
# How many files lie how deep in the real tree, in percent of all.
DEPTHS = [(1, 1), (2, 10), (3, 11), (4, 12), (5, 16), (6, 22), (7, 7), (8, 8), (9, 9), (10, 3), (11, 1)]
WORDS = """add apply array backend batch block buffer build cache call channel check class code compute config context convert copy core
count cuda data debug default define device dim driver element engine error event export field file filter flag float format forward
frame function gradient graph group handle header helper hidden image include index info init input install int item kernel kind label
layer layout library limit line linear link list load local lock loop main make map mask matrix memory merge message method metric mode
model module name native node norm number object offset op option order output package pad param parse path pattern point pool process
profile project property python quant query queue random range rank read reduce reference register remove request reset result return
root row run scalar scale scope script seed select sequence server set shape shared size slice source sparse split stack stage start
state static step storage stream stride string struct sum support symbol system table tag target task tensor test thread time token
tool trace train transform tree type unit update upload usage util value vector version view weight width window word worker write""".split()


def words(rng, count):
    return [rng.choice(WORDS) for _ in range(count)]


def cmake_line(rng):
    a, b, c = words(rng, 3)
    return rng.choice([f"set({a.upper()}_{b.upper()} {c})", f"if({a.upper()}_{b.upper()})", "endif()", f"  list(APPEND {a}_SRCS {b}/{c}.cpp)",
                       f"# {a} {b} {c}", f"target_link_libraries({a} PRIVATE {b}::{c})", f'message(STATUS "{a} {b}: ${{{c.upper()}}}")',
                       f"  add_subdirectory({a})", f"find_package({a.title()} REQUIRED)", ""])


def python_line(rng):
    a, b, c = words(rng, 3)
    return rng.choice([f"import {a}", f"from {a} import {b}", f"def {a}_{b}({c}):", f"    return {a}.{b}({c})", f"    {a} = {b}[{c}]",
                       f"# {a} {b} {c}", f'    """{a} {b} {c}."""', f"class {a.title()}({b.title()}):", f"    if {a} is not {b}:", ""])


def text_line(rng):
    return " ".join(words(rng, rng.randrange(3, 14)))


def fill(rng, kind, size):
    if kind == "png":
        return rng.randbytes(size)
    line = cmake_line if kind in ("cmake", "CMakeLists.txt") else python_line if kind == "py" else text_line
    out = bytearray()
    if kind == "CMakeLists.txt" and rng.random() < 0.35:
        version = rng.choice(["2.6", "2.8", "2.8.12", "3.0", "3.1", "3.4"] + ["3.5", "3.10", "3.13", "3.18", "3.22", "3.27"] * 4)
        out += f"cmake_minimum_required(VERSION {version})\nproject({rng.choice(WORDS)})\n".encode()
    while len(out) < size:
        out += line(rng).encode() + b"\n"
    return bytes(out)


def make_folders(rng, count):
    """Folder paths by depth: every depth that DEPTHS names has at least one."""
    by_depth = {0: [""]}
    deepest = DEPTHS[-1][0]
    for index in range(count):
        depth = index + 1 if index < deepest else rng.choices([d for d, _ in DEPTHS], [w for _, w in DEPTHS])[0]
        parent = rng.choice(by_depth[depth - 1])
        by_depth.setdefault(depth, []).append(f"{parent}{rng.choice(WORDS)}{index}/")
    return by_depth


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=N_FILES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("out")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    share = options.files / N_FILES
    folders = make_folders(rng, max(len(DEPTHS), round(N_FOLDERS * share)))
    for depth in sorted(folders):
        for folder in folders[depth]:
            os.makedirs(os.path.join(options.out, folder), exist_ok=True)
    taken = set()
    for kind, count, mean in KINDS:
        for index in range(round(count * share)):
            depth = rng.choices([d for d, _ in DEPTHS], [w for _, w in DEPTHS])[0]
            folder = rng.choice(folders[depth])
            path = folder + kind if kind == "CMakeLists.txt" else f"{folder}{rng.choice(WORDS)}{index}.{kind}"
            if path in taken:
                path = f"{folder}{index}/CMakeLists.txt"
                os.makedirs(os.path.join(options.out, f"{folder}{index}"), exist_ok=True)
            taken.add(path)
            with open(os.path.join(options.out, path), "wb") as file:
                file.write(fill(rng, kind, round(rng.expovariate(1 / mean))))
    with open(os.path.join(options.out, "version.txt"), "w", encoding="ascii") as file:
        file.write("2.7.0a0\n")
    for name in ("torch/csrc", "aten/src/ATen", "c10/core", "caffe2"):
        os.makedirs(os.path.join(options.out, name), exist_ok=True)
    for name in ("torch/__init__.py", "setup.py", "aten/CMakeLists.txt", "c10/CMakeLists.txt", "caffe2/CMakeLists.txt"):
        open(os.path.join(options.out, name), "ab").close()


if __name__ == "__main__":
    main()
