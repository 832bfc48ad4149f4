#!/usr/bin/env python3
"""By which evidence each rule stands, as patchsets/EVIDENCE.md: how it is known where it ends, and what has shown that it is needed.

usage: evidence.py >patchsets/EVIDENCE.md, in the root of the repository

Reads the rules (patchsets/*.yaml) and the two documents that say what tools were asked: docs/judged.md and docs/trees.md. A rule that neither names is an
error: judge it, or write in judged.md why it cannot be. Exit: 0, 1 some rule has no evidence.
"""
import glob
import re
import sys

import yaml

HEAD = """# The evidence for each rule

Made by `python3 tests/real/evidence.py`; not written by hand.

*Ends* says how it is known where the range of versions ends: *tree*, a tree was seen that no longer needs the rule; *change*, from a change upstream;
*assumed*, neither; *open*, the range has no end, and the rule is tried on each new tree (`patchsets/MATRIX.md`). *Shown by* names the trees, and the tools that failed
before and passed after, or that fail where the rule refuses. The command runs them again. `grid.py` is short for
`tests/real/grid.py --tool TOOL --rule RULE build/tpatch TREE…` ([docs/judged.md](../docs/judged.md)); `nvcc.py` is in [docs/trees.md](../docs/trees.md#cuda-with-a-real-nvcc).
"""
ENDS = {"tree": "tree", "change": "change", "assumed": "**assumed**"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rows(text):
    """The cells of each row of the tables whose first cell is a rule."""
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in text.splitlines() if re.match(r"\| `[\w-]+` \|", line)]


def joined(values):
    return ", ".join(dict.fromkeys(values))


def judged(text):
    """{rule: (trees and tools, command)} of the tables of docs/judged.md, and of its prose."""
    tables, reasons = text.split("\n## Not judged\n")
    reasons = reasons.split("\n## ")[0]
    found = {}
    for rule in re.findall(r"`([a-z][\w-]+)`", tables.split("\n## What judging changed\n")[0]):
        found[rule] = ("by hand, in docs/judged.md", "")
    seen = {}
    for rule, where, tool in (cells[:3] for cells in rows(tables)):
        trees, tools = seen.setdefault(rule.strip("`"), ([], []))
        trees += re.findall(r"\b[12]\.\d+(?:\.\d+)?(?:-[\w-]+)?(?=,| |$)", where) or ["its own test"]
        tools.append(tool)
    for rule, (trees, tools) in seen.items():
        found[rule] = ("%s: %s" % (joined(trees), joined(tools)), "`grid.py`")
    for line in re.findall(r"^\| .*`.* \|$", reasons, re.MULTILINE):
        why, rules = line.strip("| ").split(" | ")
        for rule in re.findall(r"`([\w-]+)`", rules):
            found.setdefault(rule, ("not judged: " + why, ""))
    return found


def compiled(text):
    """{rule: (tree and toolkit, command)} of the table of docs/trees.md."""
    return {cells[0].strip("`"): (cells[1], "`nvcc.py`") for cells in rows(text)}


def end_of(rule):
    versions = rule.get("versions", "")
    if "<" not in versions and not re.fullmatch(r"\d.*", versions):
        return "open"
    return ENDS.get(rule.get("versions-from"), "**not said**")


def main():
    shown = compiled(read("docs/trees.md")) | judged(read("docs/judged.md"))
    lines, without = [], []
    for path in sorted(glob.glob("patchsets/*.yaml")):
        for rule in yaml.safe_load(read(path)).get("rules", []):
            if rule["id"] not in shown:
                without.append("%s: %s" % (path, rule["id"]))
                continue
            upstream = rule.get("upstream", {}).get("link", "")
            end = end_of(rule) + (" ([%s](%s))" % (upstream.rsplit("/", 1)[-1], upstream) if end_of(rule) == "change" and upstream else "")
            versions = rule.get("versions", "all").replace("<", "&lt;")
            lines.append("| `%s` | %s | %s | %s | %s |" % (rule["id"], versions, end, *shown[rule["id"]]))
    for line in without:
        print("%s: no tool was asked, and docs/judged.md does not say why" % line, file=sys.stderr)
    print(HEAD)
    print("| rule | applies to | ends | shown by | command |\n|---|---|---|---|---|")
    print("\n".join(line.replace("|  |", "| |") for line in lines))
    return 1 if without else 0


if __name__ == "__main__":
    sys.exit(main())
