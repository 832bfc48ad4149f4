#!/usr/bin/env python3
"""Do compilers, Pythons, CMakes and nvccs say what the rules say of them? As Markdown: rule, tree, tool, before, after.

usage: grid.py [--chroot DIR] [--tool PROGRAM]... [--rule REGEX] TPATCH TREE...

The tools are the g++-N, clang++-N and python3.N on this machine and in the chroot (a Debian of another suite, made by debootstrap), and each
PROGRAM: one of these, a cmake or an nvcc. What a rule says of a tool stands in its `why` between quotation marks; here the tool is asked itself,
on a copy of the tree:

  edits      each C or C++ file that the rule changes is compiled alone (-fsyntax-only), as it is and as tpatch leaves it. The words of `why` must be
             gone then, and a file that compiled must still do so. Each Python file that it changes is compiled by each Python.
  refusals   the rule's C files are compiled with each Python's headers, setup.py is started by it, CMake begins to configure, nvcc compiles nothing for
             the GPU, and tpatch is asked with --fact TOOL=VERSION. Where the tool fails with the words of `why` this rule must refuse, where it fails
             in another way, and a version passes that is not refused, any rule must; and where the tool passes none may.

Prints where a tool failed with these words, or tpatch refused, and then the rules that no tool here could judge. "gone; then …": the words are gone,
and the file stops at something that only a configured build has.
Exit: 0 all agree, 1 some do not, 2 usage.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCE = re.compile(r"\.(c|cc|cpp|h|hpp|py)$")
KINDS = {"g++": "gcc", "clang++": "clang", "python": "python", "nvcc": "cuda", "cmake": "cmake"}
NAMES = {"gcc": "GCC", "clang": "Clang", "python": "Python", "cuda": "nvcc", "cmake": "CMake"}
VERSION = {"gcc": ["-dumpfullversion"], "clang": ["-dumpversion"], "cuda": ["--version"], "cmake": ["--version"],
           "python": ["-c", "import platform, sysconfig; print(platform.python_version(), sysconfig.get_paths()['include'])"]}


class Tool:
    """A program, perhaps of another Debian. `kind` is the fact that tells its version."""

    def __init__(self, program, chroot=""):
        self.words, self.chroot = ["chroot", chroot, program] if chroot else [program], chroot
        self.kind = next(kind for start, kind in KINDS.items() if os.path.basename(program).startswith(start))
        told = subprocess.run([*self.words, *VERSION[self.kind]], capture_output=True, text=True, check=True).stdout
        self.version = re.search(r"release ([\d.]+)" if self.kind == "cuda" else r"\d+(\.\d+)+", told)[self.kind == "cuda"]
        self.include = chroot + told.split()[1] if self.kind == "python" else ""
        self.name = "%s %s" % (NAMES[self.kind], self.version)

    def run(self, words, folder):
        """What it prints, and how it ends, started in a folder; the paths in `words` are this machine's."""
        inside = [word.replace(self.chroot, "", 1) if self.chroot else word for word in words]
        enter = ["chroot", self.chroot, "env", "-C", folder.replace(self.chroot, "", 1), "LC_ALL=C", self.words[-1]] if self.chroot else self.words
        result = subprocess.run([*enter, *inside], cwd=folder, env=os.environ | {"LC_ALL": "C", "PYTHONDONTWRITEBYTECODE": "1"}, capture_output=True, text=True,
                                errors="replace", check=False, timeout=600)
        return " ".join((result.stderr + result.stdout).split()) if result.returncode else ""


def found_tools(chroot, programs):
    """One of each kind and version."""
    tools = {}
    for root in dict.fromkeys(["", chroot]):
        for path in sorted(glob.glob(root + "/usr/bin/*")):
            if re.fullmatch(r"g\+\+-\d+|clang\+\+-\d+|python3\.\d+", os.path.basename(path)):
                programs = [*programs, (path[len(root):], root)]
    for program in programs:
        tool = Tool(*program)
        tools.setdefault(tool.name, tool)
    return sorted(tools.values(), key=lambda tool: (tool.kind, [int(part) for part in tool.version.split(".")]))


def rules_that_quote():
    """id → rule, with what a tool would print of it as `quotes`; where a version of the day stands in the words, they begin behind it."""
    rules = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "patchsets", "*.yaml"))):
        with open(path, encoding="utf-8") as file:
            loaded = yaml.safe_load(file)
        for rule in loaded.get("rules", []):
            quotes = re.findall(r'(?<!\w)"((?:#error )?".*?"|[^"].*?)"(?=[\s,.;:)]|$)', " ".join(rule["why"].split()))
            begin = r"^(error: |#error |RuntimeError: |You are using Python [\d.]+\. )+|(?<=is required\.) You are running.*"
            if quotes:
                files = rule.get("files", [])
                rules[rule["id"]] = rule | {"quotes": [re.sub(begin, "", quote).strip('"') for quote in quotes],
                                            "files": files if isinstance(files, list) else [files]}
    return rules


def told(output, rule):
    """The words of the rule that a tool printed, or nothing."""
    plain = re.sub("[‘’`]", "'", output)
    return next((quote for quote in rule["quotes"] if quote in plain), "")


def first_error(output):
    error = re.search(r"(?:fatal )?error:? .{0,100}", output) or re.search(r".{0,100}", output)
    return error[0].replace("|", "\\|")


def copied(tree, where, rules):
    """What compiles without a configured build, and of third_party the projects that a rule names."""
    named = {path.split("/")[1] for rule in rules.values() for path in rule["files"] if path.startswith("third_party/")}

    def left_out(folder, names):
        inside = os.path.relpath(folder, tree)
        if inside == ".":
            return [name for name in names if name in (".git", ".tpatch", "android", "ios", "docs", "test", "benchmarks", "build")]
        return [name for name in names if inside == "third_party" and name not in named]

    shutil.copytree(tree, where, symlinks=True, ignore=left_out)
    # What CMake would make of cmake_macros.h.in.
    with open(os.path.join(where, "c10/macros/cmake_macros.h"), "w", encoding="ascii") as file:
        file.write("#pragma once\n#define C10_BUILD_SHARED_LIBS\n")


def compile_words(copy, path, *more):
    """What the tool is given: the includes of a C or C++ file may start from each folder above it."""
    if path.endswith(".py"):
        return ["-W", "ignore", "-c", "import sys; compile(open(sys.argv[1], encoding='utf-8').read(), sys.argv[1], 'exec')", os.path.join(copy, path)]
    above = [os.path.dirname(path)]
    while above[-1]:
        above.append(os.path.dirname(above[-1]))
    includes = ["-I" + os.path.join(copy, folder) for folder in [*above, "aten/src", "torch/csrc/api/include"]]
    language = ["-std=gnu11", "-x", "c"] if path.endswith(".c") else ["-std=gnu++17", "-x", "c++"]
    return [*language, "-fsyntax-only", "-w", *includes, *more, os.path.join(copy, path)]


class Grid:
    def __init__(self, tpatch, tools, scratch):
        self.tpatch, self.tools, self.judged, self.bad, self.refusals, self.rows = tpatch, tools, set(), 0, {}, {}
        # What the code finds of the newest CUDA, where each compiler sees it.
        self.cuda = os.path.join(scratch, "cuda")
        for tool in [tool for tool in tools if tool.kind == "cuda"][-1:]:
            shutil.copytree(os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(tool.words[0]))), "include"), self.cuda)

    def row(self, rule, where, tool, before, after, agrees):
        self.bad += not agrees
        self.rows.setdefault((rule["id"], where, before or "ok", (after or "ok") + ("" if agrees else " **differs**")), []).append(tool)

    def print_rows(self):
        """Versions that end in the same way share a row."""
        for (rule, where, before, after), tools in self.rows.items():
            versions = {kind: [tool.version for tool in tools if tool.kind == kind] for kind in dict.fromkeys(tool.kind for tool in tools)}
            print("| `%s` | %s | %s | %s | %s |" % (rule, where, "; ".join("%s %s" % (NAMES[kind], ", ".join(found)) for kind, found in versions.items()), before, after), flush=True)
        self.rows = {}

    def report(self, copy, *words):
        words = [self.tpatch, "check", "--root", copy, "--no-config", "--json", "--exit-zero", *words]
        report = json.loads(subprocess.run(words, capture_output=True, text=True, check=False).stdout)
        if "rules" not in report:
            sys.exit("grid.py: %s: %s" % (" ".join(words), report.get("error")))
        return report

    def rules_of(self, copy):
        """Those of the set for this tree."""
        listed = subprocess.run([self.tpatch, "list", "--json", "--no-config", "--root", copy], capture_output=True, text=True, check=True).stdout
        return {rule["id"] for patchset in json.loads(listed) for rule in patchset["rules"]}

    def refused_by(self, copy, *facts):
        """The rules that refuse with these facts."""
        if (copy, facts) not in self.refusals:
            report = self.report(copy, *(word for fact in facts for word in ("--fact", fact)))
            self.refusals[copy, facts] = {row["id"] for row in report["rules"] if row["verdict"] == "refused"}
        return self.refusals[copy, facts]

    def compiled(self, tool, copy, path):
        return tool.run(compile_words(copy, path, "-idirafter" + self.cuda), copy)

    def judge_edits(self, rule, name, copy):
        """Makes the rule's edits in the copy, and takes them back."""
        paths = [change["path"] for change in self.report(copy, "--rule", rule["id"])["changes"] if SOURCE.search(change["path"])]
        before = {(path, tool): self.compiled(tool, copy, path) for path in paths for tool in self.tools
                  if tool.kind in (("python",) if path.endswith(".py") else ("gcc", "clang"))}
        if not paths:
            return
        subprocess.run([self.tpatch, "apply", "--root", copy, "--no-config", "--rule", rule["id"], "-q"], check=True)
        for (path, tool), was in before.items():
            now = self.compiled(tool, copy, path)
            if told(was, rule) or (now and not was):
                self.judged.add(rule["id"])
                self.row(rule, name + " " + path, tool, told(was, rule), told(now, rule) or (("gone; then " if was else "") + first_error(now) if now else ""), not told(now, rule) and bool(was or not now))
        subprocess.run([self.tpatch, "rollback", "--root", copy, "-q"], check=True)

    def failure(self, rule, copy, tool):
        """What the tool prints where it fails, or nothing; None where it has nothing to say of this rule."""
        output = None
        for path in [path for path in rule["files"] if os.path.isfile(os.path.join(copy, path))]:
            if tool.kind == "python" and path.endswith(".c"):
                compiler = next(each for each in self.tools if each.kind == "gcc" and not each.chroot)
                output = compiler.run(compile_words(copy, path, "-I" + tool.include, "-idirafter" + tool.chroot + "/usr/include"), copy)
            elif tool.kind == "python" and path == "setup.py":
                output = tool.run(["setup.py", "--version"], copy)
            elif tool.kind == "cmake" and path == "CMakeLists.txt":
                # It ends at project(), once it has read what it needs.
                output = tool.run(["-S", copy, "-B", os.path.join(copy, "build"), "-DCMAKE_CXX_COMPILER=/nowhere", "-DCMAKE_C_COMPILER=/nowhere"], copy)
            if output:
                return output
        asked = re.search(r"compute_(\d+)'", " ".join(rule["quotes"]))
        if tool.kind == "cuda" and asked:
            empty = os.path.join(copy, "empty.cu")
            with open(empty, "w", encoding="ascii"):
                pass
            return tool.run(["-gencode=arch=compute_%s,code=sm_%s" % (asked[1], asked[1]), "-allow-unsupported-compiler", "-c", empty, "-o", empty + ".o"], copy)
        return output

    def judge_refusal(self, rule, name, copy):
        others = ["%s=%s" % (fact, value[0] if isinstance(value, list) else value) for fact, value in rule["when"].items() if fact not in NAMES]
        ends = []
        for tool in self.tools:
            output = self.failure(rule, copy, tool) if tool.kind in rule["when"] else None
            if output is not None:
                ends.append((tool, output, self.refused_by(copy, "%s=%s" % (tool.kind, tool.version), *others)))
        passes = {tool.kind for tool, output, refused_by in ends if not output and not refused_by}
        for tool, output, refused_by in ends:
            words, refuses = told(output, rule), rule["id"] in refused_by
            if words:
                self.judged.add(rule["id"])
            agrees = refuses if words else bool(output) or not refuses
            if not words and output and tool.kind in passes:
                agrees = bool(refused_by)
            if words or refuses or not agrees:
                self.row(rule, name, tool, words or (first_error(output) if output else ""), "refused" if refuses else "let through", agrees)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chroot", default="")
    parser.add_argument("--tool", action="append", default=[])
    parser.add_argument("--rule", default="")
    parser.add_argument("tpatch")
    parser.add_argument("trees", nargs="+", metavar="TREE")
    options = parser.parse_args()
    rules = {name: rule for name, rule in rules_that_quote().items() if re.search(options.rule, name)}
    with tempfile.TemporaryDirectory(prefix="grid-", dir=options.chroot + "/tmp") as scratch:
        grid = Grid(os.path.abspath(options.tpatch), found_tools(options.chroot.rstrip("/"), [(tool, "") for tool in options.tool]), scratch)
        print("| rule | where | tool | before | after |\n|---|---|---|---|---|")
        for tree in options.trees:
            copy = os.path.join(scratch, os.path.basename(tree))
            copied(tree, copy, rules)
            known = grid.rules_of(copy)
            for rule in [rule for name, rule in rules.items() if name in known]:
                if "edits" in rule:
                    grid.judge_edits(rule, os.path.basename(tree), copy)
                elif "refuse" in rule and isinstance(rule.get("when"), dict):
                    grid.judge_refusal(rule, os.path.basename(tree), copy)
            grid.print_rows()
            shutil.rmtree(copy)
    print("\nWith %s.\n\nNot judged: %s." % (", ".join(tool.name for tool in grid.tools), ", ".join(name for name in rules if name not in grid.judged)))
    return 1 if grid.bad else 0


if __name__ == "__main__":
    sys.exit(main())
