#!/usr/bin/env python3
"""What builds with what, by the rules, as docs/compatibility.md; or a check of the rules against PyTorch's own tables and tbuild's.

usage: compatibility.py [--check] TPATCH MATRIX TREE...

Each TREE (a folder whose name is what the table calls it; links will do) is asked, by `tpatch check` with facts, what becomes of it with a CUDA, a GPU, a
Python, a CMake, a GCC: a rule refuses it, rules change something for it, or neither. MATRIX is tbuild's driver/data/matrix.yaml. Nothing is written
to the trees. With --check no table is printed: each combination that a RELEASE.md of the trees names for a tree's release must not be refused, nor one
that tbuild's table allows; "N passed, N failed". Exit: 0, 1 some are refused, 2 usage.
"""
import argparse
import json
import os
import re
import subprocess
import sys

import yaml

# Edits that no `when` asks facts for, because they harm nobody: what they are for. Of a rule that is not here, `when` tells.
MEANT_FOR = (
    (r"cmake-(minimum|minimum-own|policy-.*)", "cmake", (4, 0)),
    (r"gcc12-.*", "gcc", (12,)), (r"gcc13-.*", "gcc", (13,)), (r"flatbuffers-span-const", "gcc", (14,)), (r"gcc15-.*", "gcc", (15,)),
    (r"numpy2-.*", "numpy", (2,)), (r"nvtx-.*", "cuda", (12, 9)),
    (r"(arch-two-digits|arch-blackwell-named|cppext-two-digits|cppext-blackwell)", "gpu", ("blackwell",)),
)
# Where a tree is not what the table means, and why.
EXPLAINED = {
    ("2.2", "python", "3.12"): "the trees of 2.2 at hand are snapshots of before Python 3.12 was taken",
}
CUDAS = ("10.2", "11.0", "11.4", "11.8", "12.0", "12.1", "12.4", "12.6", "12.8", "12.9", "13.0")
GPUS = (("kepler", "11.8"), ("pascal", "12.9"), ("pascal", "13.0"), ("ampere", "12.6"), ("blackwell", "12.6"), ("blackwell", "12.8"), ("blackwell", "13.0"))
TABLES = (
    ("CUDA, on Linux", "cuda", CUDAS),
    ("Python", "python", ("3.7", "3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15")),
    ("CMake", "cmake", ("3.13", "3.18", "3.25", "3.27", "3.31", "4.0", "4.3")),
    ("GCC", "gcc", ("5", "7", "9.3", "11.4", "12", "13", "14", "15", "16")),
    ("NumPy", "numpy", ("1.26", "2.2")),
)
# Rules on files that are found by globs, which would walk the tree each time; what they find is asked once.
QUICK = ["--skip", "{cmake-minimum,cmake-policy*,script-left*,gcc15-cstdint-submodules*}"]


def numbers(text):
    return tuple(int(part) for part in text.split("."))


def verdicts(tpatch, tree, facts, quick):
    """{rule: (verdict, what a rule that refuses says)}"""
    words = [tpatch, "check", "--root", tree, "--facts", "none", "--json=compact"] + (QUICK if quick else [])
    for name, value in facts.items():
        words += ["--fact", "%s=%s" % (name, value)]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    if not result.stdout:
        sys.exit("compatibility.py: %s: %s" % (tree, result.stderr.strip()))
    report = json.loads(result.stdout)
    return {rule["id"]: rule["verdict"] for rule in report["rules"]}, report["target"]["version"]


class Tree:
    def __init__(self, tpatch, path):
        self.tpatch, self.path, self.name = tpatch, path, os.path.basename(path.rstrip("/"))
        self.without, version = verdicts(tpatch, path + "/", {}, False)
        self.series = re.search(r"\d+\.\d+", version)[0]
        self.known = {}

    def ask(self, **facts):
        """("no", the rules that refuse), ("after tpatch", the rules that change something for it) or ("as it is", [])."""
        key = tuple(sorted(facts.items()))
        if key not in self.known:
            found, _ = verdicts(self.tpatch, self.path + "/", dict(facts, platform="linux"), True)
            refuse = [rule for rule, verdict in found.items() if verdict == "refused"]
            change = [rule for rule, verdict in found.items() if verdict == "would-patch" and self.without.get(rule) != "would-patch"]
            for pattern, fact, least in MEANT_FOR:
                value = facts.get(fact)
                if value and (value in least if fact == "gpu" else numbers(value) >= least):
                    change += [rule for rule, verdict in self.without.items() if verdict == "would-patch" and re.fullmatch(pattern, rule)]
            self.known[key] = ("no", refuse) if refuse else ("after tpatch", change) if change else ("as it is", [])
        return self.known[key]


def row_of(rows, tree):
    """What tbuild's table has of the tree's release."""
    return next((row for row in rows if fits(tree.series, row["torch"])), {})


def print_tables(trees, rows):
    print("# What builds with what\n")
    print("For those who choose versions: which CUDA, GPU, Python, CMake, GCC and NumPy each release accepts as it is, after tpatch, or not at all.")
    print("`python3 tests/real/compatibility.py build/tpatch driver/data/matrix.yaml TREE… >docs/compatibility.md` makes this page from what the rules say about the trees at")
    print("hand (listed in `patchsets/MATRIX.md`) and from tbuild's `driver/data/matrix.yaml`.\n")
    print("- *after tpatch*: rules change something for it.")
    print("- **no**: a rule refuses it before any time is lost, and says why; the list below each table names the rules (`tpatch show RULE`).")
    print("- *as it is*: no rule changes anything for it, and tbuild's table allows it or does not mention it.")
    print("- *not known*: no rule refuses it, but it is outside of what that table allows.\n")
    print("None of these words says that somebody has built it; [trees.md](trees.md#cuda-with-a-real-nvcc) says which CUDA files a real nvcc accepted.")
    for title, fact, values in TABLES:
        print_table(title, trees, rows, [(value, {fact: value}) for value in values])
    print_table("GPUs and CUDA, on Linux", trees, rows, [("%s, %s" % pair, {"gpu": pair[0], "cuda": pair[1]}) for pair in GPUS])


def is_unknown(tree, rows, facts):
    row = row_of(rows, tree)
    return not row or any(fact in row and not fits(value, row[fact]) for fact, value in facts.items())


def print_table(title, trees, rows, columns):
    print("\n## %s\n\n| tree | %s |\n|---|%s" % (title, " | ".join(name for name, _ in columns), "---|" * len(columns)))
    rules = {}
    for tree in trees:
        cells = [tree.ask(**facts) for _, facts in columns]
        cells = [("not known", why) if word == "as it is" and is_unknown(tree, rows, facts) else (word, why) for (word, why), (_, facts) in zip(cells, columns)]
        for word, why in cells:
            for rule in why:
                rules.setdefault((word, rule), []).append(tree.name)
        print("| %s | %s |" % (tree.name, " | ".join("**no**" if word == "no" else word for word, _ in cells)))
    for word, text in (("no", "Refused by"), ("after tpatch", "Changed by")):
        names = sorted({rule for kind, rule in rules if kind == word})
        if names:
            print("\n%s %s." % (text, ", ".join("`%s`" % name for name in names)))


def claims(trees):
    """What the RELEASE.md files say: (series, fact, value). The newest file that has a row for a series counts."""
    rows = {}
    for tree in trees:
        path = os.path.join(tree.path, "RELEASE.md")
        if not os.path.isfile(path):
            continue
        with open(path, encoding="utf-8") as file:
            for line in file:
                cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
                if len(cells) >= 5 and re.fullmatch(r"\d+\.\d+", cells[0]) and cells[1].startswith(">="):
                    rows[cells[0]] = cells
    for series, cells in rows.items():
        low, high = re.match(r">=3\.(\d+), <=3\.(\d+)", cells[1]).groups()
        for minor in range(int(low), int(high) + 1):
            yield series, "python", "3.%d" % minor
        for column in cells[3:5]:
            for cuda in re.findall(r"CUDA (\d+\.\d+)", column):
                yield series, "cuda", cuda


def fits(value, text):
    for clause in text.split(","):
        sign, bound = re.match(r"\s*(>=|<=|<|>|==)\s*([\d.]+)", clause).groups()
        have, want = numbers(value), numbers(bound)
        width = max(len(have), len(want))
        have, want = (part + (0,) * (width - len(part)) for part in (have, want))
        if not {">=": have >= want, "<=": have <= want, "<": have < want, ">": have > want, "==": have == want}[sign]:
            return False
    return True


def check(trees, rows):
    """Both tables against the rules: what they allow no rule may refuse."""
    asked = failed = 0
    for series, fact, value in claims(trees):
        for tree in trees:
            if tree.series == series:
                word, rules = tree.ask(**{fact: value})
                asked += 1
                if word == "no":
                    failed += 1
                    print("%s: RELEASE.md has %s %s, and %s refuses it" % (tree.name, fact, value, ", ".join(rules)))
    for tree in trees:
        row = row_of(rows, tree)
        for _, fact, values in TABLES:
            for value in values if fact in row else ():
                word, rules = tree.ask(**{fact: value})
                asked += 1
                if word == "no" and fits(value, row[fact]) and (tree.series, fact, value) not in EXPLAINED:
                    failed += 1
                    print("%s: tbuild's table allows %s %s, and %s refuses it" % (tree.name, fact, value, ", ".join(rules)))
    print("%d passed, %d failed" % (asked - failed, failed))
    return 1 if failed or not asked else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("tpatch")
    parser.add_argument("matrix")
    parser.add_argument("trees", nargs="+", metavar="TREE")
    options = parser.parse_args()
    trees = [Tree(options.tpatch, path) for path in options.trees]
    with open(options.matrix, encoding="utf-8") as file:
        rows = yaml.safe_load(file)["torch"]
    if options.check:
        return check(trees, rows)
    print_tables(trees, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
