#!/usr/bin/env python3
"""Do compilers, Pythons, CMakes and nvccs say what the rules say of them? As Markdown: rule, tree, tool, before, after.

usage: grid.py [--chroot DIR] [--tool PROGRAM]... [--setuptools REPOSITORY:VERSION,…] [--rule REGEX] [--check] TPATCH [TREE...]

The tools are the g++-N, clang++-N, clang-cl-N, MinGW's g++ and python3.N on this machine and in the chroot (a Debian of another suite, made by debootstrap),
and each PROGRAM: one of these, a cmake, an nvcc, or a folder that a package of NumPy was unpacked into; and the VERSIONs of setuptools that are tags of its
REPOSITORY. What a rule says of a tool stands in its `why` between quotation marks; here the tool is asked itself, on a copy of the tree:

  edits      each C or C++ file that the rule changes is compiled alone (-fsyntax-only), as it is and as tpatch leaves it. The words of `why` must be
             gone then, and a file that compiled must still do so. Each Python file that it changes is compiled by each Python.
  refusals   the rule's C files are compiled with each Python's headers, setup.py is started by it, CMake begins to configure, nvcc compiles nothing for
             the GPU, and tpatch is asked with --fact TOOL=VERSION. Where the tool fails with the words of `why` this rule must refuse, where it fails
             in another way, and a version passes that is not refused, any rule must; and where the tool passes none may.
  shown-by   a rule with this key says itself how it is judged: its command is run in the copy by sh, before and after its edits. The words must be gone then, or, where
             the tool has none, what failed must pass. Of a rule that refuses, warns or notes: it must say so with each version that brings the words, and
             with no other. With `claims` a stand-in says that it is of these versions. With `in: tests` the copy is that of the rule's own tests; no
             TREE is needed for these. The command finds: $TOOL, $VERSION, $HERE (tests/real/judge), $WORK (an empty folder), $FILES (what the rule changes).

Prints where a tool failed with these words, or tpatch refused, and then the rules that no tool here could judge. "gone; then …": the words are gone,
and the file stops at something that only a configured build has.
--check prints what differs, and the counts.
Exit: 0 all agree, 1 some do not, 2 usage.
"""
import argparse
import contextlib
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
JUDGE = os.path.join(ROOT, "tests/real/judge")
KINDS = {"g++": "gcc", "clang++": "clang", "clang-cl": "clang-cl", "x86_64-w64-mingw32-g++": "mingw", "python": "python", "nvcc": "cuda", "cmake": "cmake"}
NAMES = {"gcc": "GCC", "clang": "Clang", "python": "Python", "cuda": "nvcc", "cmake": "CMake", "clang-cl": "clang-cl", "mingw": "MinGW GCC", "numpy": "NumPy",
         "setuptools": "setuptools", "magma": "MAGMA", "msvc": "MSVC"}
VERSION = {"gcc": ["-dumpfullversion"], "clang": ["-dumpversion"], "cuda": ["--version"], "cmake": ["--version"], "clang-cl": ["--version"], "mingw": ["-dumpfullversion"],
           "python": ["-c", "import platform, sysconfig; print(platform.python_version(), sysconfig.get_paths()['include'])"]}


class Library:
    """Something to build with or against that is no program: `variables` say where it is."""

    def __init__(self, kind, version, variables, claimed=False):
        self.kind, self.version, self.variables, self.program, self.claimed = kind, version, variables, sys.executable, claimed
        self.name = "%s %s" % (NAMES[kind], version)


def unpacked_numpy(folder):
    headers = glob.glob(folder + "/**/numpy/numpyconfig.h", recursive=True)
    told = glob.glob(folder + "/**/numpy-*.*info", recursive=True)
    version = re.search(r"numpy-(\d+(?:\.\d+)+)", told[0])[1]
    return Library("numpy", version, {"NUMPY": os.path.dirname(os.path.dirname(headers[0]))})


def tagged_setuptools(repository, version, scratch):
    """As a release would be installed: its packages, and the folder that tells its version."""
    folder = os.path.join(scratch, "setuptools-" + version)
    info = os.path.join(folder, "setuptools-%s.dist-info" % version)
    os.makedirs(info)
    listed = subprocess.run(["git", "-C", repository, "ls-tree", "--name-only", "v" + version], capture_output=True, text=True, check=True).stdout.split()
    packages = [name for name in listed if name in ("setuptools", "pkg_resources", "_distutils_hack")]
    archive = subprocess.run(["git", "-C", repository, "archive", "v" + version, *packages], capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
    with open(os.path.join(info, "METADATA"), "w", encoding="ascii") as file:
        file.write("Metadata-Version: 2.1\nName: setuptools\nVersion: %s\n" % version)
    return Library("setuptools", version, {"PYTHONPATH": folder})


class Tool:
    """A program, perhaps of another Debian. `kind` is the fact that tells its version."""

    claimed = False

    def __init__(self, program, chroot=""):
        self.words, self.chroot = ["chroot", chroot, program] if chroot else [program], chroot
        self.kind = next(kind for start, kind in KINDS.items() if os.path.basename(program).startswith(start))
        self.program = program
        told = subprocess.run([*self.words, *VERSION[self.kind]], capture_output=True, text=True, check=True).stdout
        self.version = re.search(r"release ([\d.]+)" if self.kind == "cuda" else r"\d+(\.\d+)*", told)[self.kind == "cuda"]
        self.include = chroot + told.split()[1] if self.kind == "python" else ""
        self.name = "%s %s" % (NAMES[self.kind], self.version)
        self.variables = {"INCLUDE": "-I%s -idirafter %s/usr/include" % (self.include, chroot)}

    def run(self, words, folder):
        """What it prints, and how it ends, started in a folder; the paths in `words` are this machine's."""
        inside = [word.replace(self.chroot, "", 1) if self.chroot else word for word in words]
        enter = ["chroot", self.chroot, "env", "-C", folder.replace(self.chroot, "", 1), "LC_ALL=C", self.words[-1]] if self.chroot else self.words
        result = subprocess.run([*enter, *inside], cwd=folder, env=os.environ | {"LC_ALL": "C", "PYTHONDONTWRITEBYTECODE": "1"}, capture_output=True, text=True,
                                errors="replace", check=False, timeout=600)
        return " ".join((result.stderr + result.stdout).split()) if result.returncode else ""


def wrapped(tool, scratch):
    """A program of another Debian, to be started from this one: paths within the chroot are the same to both."""
    path = os.path.join(scratch, "bin", os.path.basename(tool.program))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("""#!/bin/sh
for word; do
    set -- "$@" "$(printf %%s "$word" | sed 's|%(root)s||g')"
    shift
done
exec chroot %(root)s env -C "${PWD#%(root)s}" %(program)s "$@"
""" % {"root": tool.chroot, "program": tool.program})
    os.chmod(path, 0o755)
    return path


def found_tools(chroot, programs, libraries):
    """One of each kind and version."""
    tools = {tool.name: tool for tool in libraries}
    for root in dict.fromkeys(["", chroot]):
        for path in sorted(glob.glob(root + "/usr/bin/*")):
            if re.fullmatch(r"g\+\+-\d+|clang\+\+-\d+|clang-cl-\d+|x86_64-w64-mingw32-g\+\+|python3\.\d+", os.path.basename(path)):
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
            quotes = re.findall(r'(?<!\w)"((?:[^"]|(?<=[ (])"[^"]*"(?=["\s,.:)]))+?)"(?=[\s,.;:)]|$)', " ".join(rule["why"].split()))  # they may hold words in quotes
            begin = r"^(CMake Error[^:]*:(\d+ \(message\):)? |(fatal )?error( C\d+)?: |#error:? |RuntimeError: |You are using Python [\d.]+\. )+|(?<=is required\.) You are running.*"
            if quotes:
                files, shown = rule.get("files", []), rule.get("shown-by", [])
                when = [each for each in (loaded.get("when"), rule.get("when")) if each]
                rules[rule["id"]] = rule | {"when": when[0] if len(when) == 1 else {"all": when} if when else {},"quotes": [re.sub(begin, "", quote).strip('"') for quote in quotes],
                                            "files": files if isinstance(files, list) else [files]}
                if shown:
                    rules[rule["id"]]["shown-by"] = shown if isinstance(shown, list) else [shown]
    return rules


def told(output, rule):
    """The words of the rule that a tool printed, or nothing."""
    plain = re.sub("[‘’`]", "'", output)
    return next((quote for quote in rule["quotes"] if quote.replace("`", "'") in plain), "")


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


def just_below(version):
    """3.9 for 3.10, 11.9 for 12.0, 4 for 5: a fact must look like a version of its tool."""
    numbers = [int(number) for number in version.split(".")]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    is_cut = len(numbers) < version.count(".") + 1
    numbers[-1] -= 1
    return ".".join(map(str, numbers + [9] * is_cut))


def facts_for(when, but=""):
    """Facts with which `when` holds, as far as it is not about `but`: of a range a version next to its first number, of alternatives the last."""
    facts = {}
    for key, value in when.items():
        if key in ("all", "any"):
            for part in value:
                facts.update(facts_for(part, but))
        elif key not in ("not", but):
            word = str(value[0] if isinstance(value, list) else value)
            bound = re.match(r"([<>]=?) *([\d.]+)", word)
            facts[key] = word if not bound else bound[2] + ".0" if "=" in bound[1] else just_below(bound[2]) if "<" in bound[1] else bound[2] + ".1"
    return facts


def as_words(facts):
    return ["%s=%s" % fact for fact in facts.items()]


class Grid:
    def __init__(self, tpatch, tools, scratch):
        self.tpatch, self.tools, self.judged, self.bad, self.refusals, self.untouched, self.rows = tpatch, tools, set(), 0, {}, {}, {}
        shutil.copytree(JUDGE, os.path.join(scratch, "judge"))  # where programs of another Debian see it too
        self.scratch, self.agreed, self.differing = scratch, 0, []
        # What the code finds of the newest CUDA, where each compiler sees it.
        self.cuda = os.path.join(scratch, "cuda")
        for tool in [tool for tool in tools if tool.kind == "cuda"][-1:]:
            shutil.copytree(os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(tool.words[0]))), "include"), self.cuda)

    def row(self, rule, where, tool, before, after, agrees):
        self.bad += not agrees
        self.agreed += agrees
        if not agrees:
            self.differing.append("%s: %s: %s: %s; %s" % (rule["id"], where, tool.name, before or "ok", after or "ok"))
        self.rows.setdefault((rule["id"], where, before or "ok", (after or "ok") + ("" if agrees else " **differs**")), []).append(tool)

    def print_rows(self):
        """Versions that end in the same way share a row."""
        for (rule, where, before, after), tools in self.rows.items():
            versions = {kind: [tool.version for tool in tools if tool.kind == kind] for kind in dict.fromkeys(tool.kind for tool in tools)}
            print("| `%s` | %s | %s | %s | %s |" % (rule, where, "; ".join("%s%s %s" % ("claimed: " if tools[0].claimed else "", NAMES[kind], ", ".join(found)) for kind, found in versions.items()), before, after), flush=True)
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

    def before(self, tool, copy, path):
        """The same while no rule is applied: asked once for all rules that change the file."""
        key = tool.name, copy, path
        if key not in self.untouched:
            self.untouched[key] = self.compiled(tool, copy, path)
        return self.untouched[key]

    def changed(self, rule, copy, **more):
        facts = [word for fact in as_words(facts_for(rule["when"]) | more) for word in ("--fact", fact)]
        return [change["path"] for change in self.report(copy, "--rule", rule["id"], *facts)["changes"]]

    def change(self, rule, copy):
        facts = [word for fact in as_words(facts_for(rule["when"])) for word in ("--fact", fact)]
        subprocess.run([self.tpatch, "apply", "--root", copy, "--no-config", "--rule", rule["id"], "-q", *facts], check=True)

    def run_proof(self, proof, tool, copy, files):
        """What its command prints, with one kind of quotation marks and blanks, and whether it failed."""
        with tempfile.TemporaryDirectory(dir=self.scratch) as work:
            variables = tool.variables | {"TOOL": tool.program, "VERSION": tool.version, "HERE": os.path.join(self.scratch, "judge"), "WORK": work, "FILES": " ".join(files)}
            result = subprocess.run(["sh", "-c", proof["run"]], cwd=copy, capture_output=True, text=True, errors="replace", check=False, timeout=600, stdin=subprocess.DEVNULL,
                                    env=os.environ | {"LC_ALL": "C", "PYTHONDONTWRITEBYTECODE": "1"} | variables)
        return " ".join((result.stderr + result.stdout).split()), result.returncode != 0

    def tools_of(self, proof):
        claims = proof.get("claims", [])
        claims = claims if isinstance(claims, list) else [claims]
        return [Library(proof["tool"], version, {}, claimed=True) for version in claims] or [tool for tool in self.tools if tool.kind == proof["tool"]]

    def compare(self, rule, where, tool, was, now):
        """`was` and `now` are what run_proof() tells."""
        words = told(was[0], rule)
        if words or (was[1] and not now[1]):
            self.judged.add(rule["id"])
        if words or was[1] != now[1]:
            after = told(now[0], rule) or ("gone; then " + first_error(now[0]) if now[1] else "")
            self.row(rule, where, tool, words or (first_error(was[0]) or "fails" if was[1] else ""), after, not told(now[0], rule) and (bool(words) or was[1]))

    def judge_own_tests(self, rule):
        """What the rule's tests show of it, without a tree."""
        for proof in [proof for proof in rule["shown-by"] if proof.get("in") == "tests"]:
            for test in rule["tests"]:
                path = test.get("path") or rule["files"][0]
                copies = {}
                for side in ("before", "after"):
                    copies[side] = os.path.join(self.scratch, rule["id"], side)
                    shutil.rmtree(copies[side], ignore_errors=True)
                    os.makedirs(os.path.dirname(os.path.join(copies[side], path)))
                    with open(os.path.join(copies[side], path), "w", encoding="utf-8") as file:
                        file.write(test.get(side, test["before"]))
                for tool in self.tools_of(proof) if test.get("after") else []:
                    self.compare(rule, "its own test", tool, *(self.run_proof(proof, tool, copies[side], [path]) for side in ("before", "after")))

    def judge_shown_edits(self, rule, proofs, name, copy):
        files = self.changed(rule, copy)
        asked = [(proof, tool) for proof in proofs if files for tool in self.tools_of(proof)
                 if tool.kind not in facts_for(rule["when"]) or self.changed(rule, copy, **{tool.kind: tool.version})]
        was = [self.run_proof(proof, tool, copy, files) for proof, tool in asked]
        if not asked:
            return
        self.change(rule, copy)
        now = [self.run_proof(proof, tool, copy, files) for proof, tool in asked]
        subprocess.run([self.tpatch, "rollback", "--root", copy, "-q"], check=True)
        where = "%s, %s" % (name, files[0] if len(files) == 1 else "%d files" % len(files))
        for (_, tool), before, after in zip(asked, was, now):
            self.compare(rule, where, tool, before, after)

    def judge_shown_notice(self, rule, proofs, name, copy):
        if rule["id"] not in self.said(copy, *as_words(facts_for(rule["when"]))):
            return
        for proof in proofs:
            others = facts_for(rule["when"], proof["tool"])
            for tool in self.tools_of(proof):
                output, failed = self.run_proof(proof, tool, copy, rule["files"])
                fact = ["%s=%s" % (tool.kind, tool.version)] if tool.kind not in ("clang-cl", "mingw") else []
                words, says = told(output, rule), rule["id"] in self.said(copy, *fact, *as_words(others))
                if words:
                    self.judged.add(rule["id"])
                if words or (says and not tool.claimed and proof["tool"] in facts_for(rule["when"])):
                    self.row(rule, name, tool, words or (first_error(output) if failed else ""), "said by the rule" if says else "not said", bool(words) == says)

    def judge_shown(self, rule, name, copy):
        proofs = [proof for proof in rule["shown-by"] if proof.get("in") != "tests"]
        (self.judge_shown_edits if "edits" in rule else self.judge_shown_notice)(rule, proofs, name, copy)

    def said(self, copy, *facts):
        """The rules that refuse, warn or note with these facts."""
        key = copy, "said", facts
        if key not in self.refusals:
            report = self.report(copy, *(word for fact in facts for word in ("--fact", fact)))
            self.refusals[key] = {row["id"] for row in report["rules"] if row["verdict"] in ("refused", "warning", "note")}
        return self.refusals[key]

    def judge_edits(self, rule, name, copy):
        """Makes the rule's edits in the copy, and takes them back."""
        paths = [path for path in self.changed(rule, copy) if SOURCE.search(path)]
        before = {(path, tool): self.before(tool, copy, path) for path in paths for tool in self.tools
                  if tool.kind in (("python",) if path.endswith(".py") else ("gcc", "clang"))}
        if not paths:
            return
        self.change(rule, copy)
        for (path, tool), was in before.items():
            # What fails for another reason, here and before, says nothing of the rule.
            now = "" if was and not told(was, rule) else self.compiled(tool, copy, path)
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
        others = ["%s=%s" % fact for fact in facts_for(rule["when"]).items() if fact[0] not in NAMES]
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
    parser.add_argument("--setuptools", default="")
    parser.add_argument("--rule", default="")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("tpatch")
    parser.add_argument("trees", nargs="*", metavar="TREE")
    options = parser.parse_args()
    rules = {name: rule for name, rule in rules_that_quote().items() if re.search(options.rule, name)}
    with tempfile.TemporaryDirectory(prefix="grid-", dir=options.chroot + "/tmp" if options.chroot else None) as scratch:
        repository, _, versions = options.setuptools.partition(":")
        libraries = [tagged_setuptools(repository, version, scratch) for version in versions.split(",") if version]
        libraries += [unpacked_numpy(folder) for folder in options.tool if os.path.isdir(folder)]
        tools = found_tools(options.chroot.rstrip("/"), [(os.path.abspath(tool) if "/" in tool else tool, "") for tool in options.tool if not os.path.isdir(tool)], libraries)
        for tool in tools:
            if getattr(tool, "chroot", ""):
                tool.program = wrapped(tool, scratch)
        grid = Grid(os.path.abspath(options.tpatch), tools, scratch)
        out = open(os.devnull, "w", encoding="utf-8") if options.check else sys.stdout
        with contextlib.redirect_stdout(out):
            judge(grid, rules, options.trees, scratch)
    if options.check:
        print("\n".join(grid.differing))
        print("%d passed, %d failed" % (grid.agreed, grid.bad))
    return 1 if grid.bad else 0


def judge(grid, rules, trees, scratch):
    print("| rule | where | tool | before | after |\n|---|---|---|---|---|")
    for rule in rules.values():
        if "shown-by" in rule:
            grid.judge_own_tests(rule)
    grid.print_rows()
    for tree in trees:
        copy = os.path.join(scratch, os.path.basename(tree))
        copied(tree, copy, rules)
        known = grid.rules_of(copy)
        for rule in [rule for name, rule in rules.items() if name in known]:
            if "shown-by" in rule:
                grid.judge_shown(rule, os.path.basename(tree), copy)
            elif "edits" in rule:
                grid.judge_edits(rule, os.path.basename(tree), copy)
            elif "refuse" in rule:
                grid.judge_refusal(rule, os.path.basename(tree), copy)
        grid.print_rows()
        shutil.rmtree(copy)
    print("\nWith %s.\n\nNot judged: %s." % (", ".join(tool.name for tool in grid.tools), ", ".join(name for name in rules if name not in grid.judged)))


if __name__ == "__main__":
    sys.exit(main())
