#!/usr/bin/env python3
"""Random sets of rules on small random trees: rules that make, remove and rename files and set their executable bits, and edits in the same files.

usage: rule_sets.py [--cases N] [--seed N] [-v] TPATCH

What a run with exit code 0 has done is judged from outside:
- a second run, and a check, have nothing to do: with the journal, and without it
- `git apply` of the run's diff, and of its patches one by one, makes the same tree of the old one
- applied one by one in some order, the rules make the same tree, where each of them can be applied alone
- a rollback makes the old tree again
A dry run, and a run that fails, write nothing. Rules that do not fit are left out one after the other until the rest does. A case is its seed: --seed N --cases 1 -v prints it.
Ends with "rule sets: N passed, N failed".
"""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from attempts import Attempts, expect
from tree_state import differences, snapshot

OLD = ["a.cmake", "x.py", "n.txt", "sub/c.cmake", "sub/z.py", "p.cpp", "sub/q.cpp", "s.sh", "sub/t.sh", "u.toml"]
NEW = ["new/a.cmake", "m.py", "k.txt", "new/v.cpp", "r.sh", "new/w.toml"]
WORDS = "ABCD"
STATEMENTS = {
    ".cmake": ["set({w} {n})", "f({w})", "if({w})\n  set({w} {n})\nendif()", "list(APPEND L {w})"],
    ".py": ["{w} = {n}", "f({w})", "if {w}:\n    f({n})", "import {w}"],
    ".txt": ["{w} {n}", "f {w}"],
    ".cpp": ["int {w} = {n};", "void g{n}() { f({w}); }", "void h{n}() {\n  if ({w}) {\n    f({n});\n  }\n}", "#include <{w}.h>", "#define {w} {n}", "A{n} {w}{{n}, {n}};"],
    ".sh": ["{w}={n}", "f {w}", "if {w}; then\n\tf {n}\nfi", "f {w} | g {n}", "{w} && f {n}"],
    ".toml": ["{w}{n} = {n}", "[t.{w}{n}]", "l{n}{w} = [{n}, {m}]"],
}
EDITS = {
    ".cmake": [
        "match: set({w} {n}), replace: set({w} {m})",
        "match: set({w} $X), set: {X: {m}}",
        "match: set({w} $X), insert-after: set({v} {m})",
        "match: set({w} $X), insert-before: h({v})",
        'match: set({w} $X), wrap: "if(W{m})\\n  $MATCH\\nendif()"',
        "match: set({w} $X), inside: if($Y), replace: set({w}{m} $X)",
        "match: set({w} $X), ensure-after: g({v})",
        "match: set({w} $$$XS), add-to: {XS: {v}}",
        "match: set({w} $$$XS), remove-from: {XS: {n}}",
        "match: f({w}), delete: true, already: k({v})",
        "match: f({w}), replace: g({v})",
        "match: f({w}), insert-after: f({v})",
        "match: f({w}), after: set({v} $X), replace: k({w})",
        "match: f({w}), pick: first, replace: g({m})",
        "match: f($X), ensure-before: g({v})",
        'hunk: "@@\\n-f({w})\\n+g({v})\\n"',
        'hunk: "@@\\n f({w})\\n+g({v})\\n"',
    ],
    ".py": [
        "match: {w} = {n}, replace: {w} = {m}",
        "match: {w} = $X, set: {X: {m}}",
        'match: "{w} = $X", wrap: "if W{m}:\\n    $MATCH"',
        "match: f({w}), replace: g({v})",
        'match: f($A), replace: "f($A, {m})"',
        "match: f($X), insert-after: h({v}{m})",
        'match: f({w}), insert-before: "{v} = {m}"',
        "match: f({w}), pick: last, delete: true, already: g({v})",
        "match: f({w}), ensure-after: k({v})",
        "match: f($X), inside: if {w}, replace: g($X)",
        "match: import {w}, insert-after: import E{m}",
    ],
    ".cpp": [
        "match: int {w} = {n};, replace: int {w} = {m};",
        "match: int {w} = $X;, set: {X: {m}}",
        "match: f($X);, insert-after: k($X);",
        "match: f($X);, insert-before: k({m});",
        'match: f($X);, wrap: "if (W{m}) {\\n  $MATCH\\n}"',
        "match: f({w}), replace: 'k({w}, {m})'",
        "match: f({n}), inside: if ({w}), replace: g({n})",
        "match: f({n});, delete: true, already: k({v})",
        "match: '#include <{w}.h>', insert-after: '#include <{v}{m}.h>'",
        "match: '#define {w} $X', set: {X: {m}}",
        "match: '#include <{w}.h>', ensure-include: <{v}.h>",
        "match: '{$$$XS}', add-to: {XS: {m}}",
        "match: if ($X), replace: if (!$X)",
        "match: int $N = {n};, insert-before: int z{m};",
        "match: int {w} = $X;, ensure-after: int z{m} = $X;",
        'hunk: "@@\\n-int {w} = {n};\\n+int {w}{v} = {m};\\n"',
        "regex: '\\bg{n}\\b', replace: k{m}",
    ],
    ".sh": [
        "match: f {w}, replace: g {w}",
        "match: f {w}, replace: g {v} {m}",
        "match: f $X, insert-after: k $X",
        "match: f {n}, insert-before: k {m}",
        "match: f {w}, delete: true, already: k {v}",
        "match: '{w}={n}', insert-after: '{v}={m}'",
        "match: f $X, pick: last, replace: k $X",
        "match: f {w}, ensure-after: k {v}",
        'match: f {w}, wrap: "if w{m}; then\\n\\t$MATCH\\nfi"',
        "match: g {n}, replace: g {m}",
    ],
    ".toml": [
        "match: '{w}{n} = {n}', replace: '{w}{n} = {m}'",
        "match: '{w}{n} = $X', set: {X: '{m}'}",
        "match: '{w}{n} = {n}', insert-after: 'z{m} = {m}'",
        "match: 'l{n}{w} = [$$$XS]', add-to: {XS: '{m}'}",
        "match: 'l{n}{w} = [$$$XS]', remove-from: {XS: '{n}'}",
        "match: '{w}{n} = {n}', delete: true, already: 'z = 1'",
        "match: '[t.{w}{n}]', insert-after: 'y{m} = 1'",
        "match: '{w}{n} = {n}', inside: '[t.{v}{n}]', replace: '{w}{n} = {m}'",
        "match: '{w}{n} = {n}', ensure-after: 'z{m} = {m}'",
    ],
    ".txt": [
        'regex: "\\\\b{w} {n}", replace: "{w} {m}"',
        'regex: "f {w}", replace: "g {v}"',
        'regex: "f {w}", insert-after: "h {v}"',
        'regex: "{w} {n}\\\\n", delete: true, already: zzz',
    ],
}
MOST_ORDERS = 24
STOPS = ("missing", "ambiguous", "conflict", "drifted", "refused")


def filled(rng, text):
    values = {"w": rng.choice(WORDS), "v": rng.choice(WORDS + "E"), "n": rng.randint(1, 3), "m": rng.randint(1, 9)}
    for name, value in values.items():
        text = text.replace("{%s}" % name, str(value))
    return text


def ending(path):
    return os.path.splitext(path)[1]


def content(rng, path):
    lines = [filled(rng, rng.choice(STATEMENTS[ending(path)])) for _ in range(rng.randint(1, 8))]
    end = "\r\n" if rng.random() < 0.2 else "\n"
    return "\n".join(lines).replace("\n", end) + (end if rng.random() < 0.9 else "")


def file_edits(rng, files):
    """A path, and the edits of a rule that makes, removes, renames it or sets its bit."""
    path, kind = rng.choice(sorted(files)), rng.choice(["create", "remove", "rename", "executable"])
    if kind == "create":
        path = rng.choice(NEW + OLD)
        return path, ["create: " + json.dumps(content(rng, path))]
    if kind == "remove":
        return path, ["remove-file: {text: %s}" % json.dumps(files[path])]
    if kind == "executable":
        return path, ["executable: " + rng.choice(["true", "false"])]
    edits = ["rename-file: " + rng.choice([p for p in NEW + OLD if p != path])]
    if rng.random() < 0.4:
        edits.append(filled(rng, rng.choice(EDITS[ending(path)])))
    if rng.random() < 0.3:
        edits.append("executable: true")
    return path, edits


def text_edits(rng, ends):
    end = rng.choice(ends)
    own = [path for path in OLD + NEW if path.endswith(end)]
    files = rng.choice(["'*%s'" % end, "'sub/**/*%s'" % end, rng.choice(own), "[%s]" % ", ".join(rng.sample(own, 2))])
    return files, [filled(rng, rng.choice(EDITS[end])) for _ in range(rng.choice([1, 1, 2]))]


def rule(rng, number, files, ends):
    where, edits = file_edits(rng, files) if rng.random() < 0.45 else text_edits(rng, ends)
    more = ", optional: true" if rng.random() < 0.8 else ""
    more += ", group: g%d" % rng.randint(1, 2) if rng.random() < 0.15 else ""
    return "  - {id: r%d, title: t, why: w%s, files: %s, edits: [%s]}\n" % (number, more, where, ", ".join("{%s}" % edit for edit in edits))


class Case:
    """A tree, a set, and what tpatch says of them; in `folder`, which the caller removes."""

    def __init__(self, tpatch, seed, folder):
        self.tpatch, self.folder, self.root, self.old = tpatch, folder, os.path.join(folder, "tree"), os.path.join(folder, "old")
        rng = self.rng = random.Random(seed)
        # Of few kinds: rules that meet in a file are what this is about.
        ends = rng.sample(sorted(EDITS), 2)
        files = {path: content(rng, path) for path in OLD if ending(path) in ends and rng.random() < 0.9} or {"n.txt": "A 1\n"}
        self.write("sets/project.yaml", "tpatch: 1\nproject: demo\nsummary: s\nmarkers: [demo.version]\nversion-file: demo.version\n")
        self.rules = "".join(rule(rng, i, files, ends) for i in range(rng.randint(2, 7)))
        self.write("sets/set.yaml", "tpatch: 1\nname: demo-1\nsummary: s\ntarget: {project: demo, versions: '1.*'}\nrules:\n" + self.rules)
        self.write("tree/demo.version", "1.0\n")
        for path, text in files.items():
            self.write("tree/" + path, text)
            if rng.random() < 0.2:
                os.chmod(os.path.join(self.root, path), 0o755)
        shutil.copytree(self.root, self.old)
        self.before = snapshot(self.root)
        self.options = ["--patchsets", os.path.join(folder, "sets")]

    def write(self, path, text):
        full = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8", newline="") as f:
            f.write(text)

    def run(self, *arguments, root=None):
        env = dict(os.environ, HOME=self.folder, XDG_STATE_HOME=self.folder)
        end = subprocess.run([self.tpatch, *arguments, "--root", root or self.root], capture_output=True, text=True, timeout=60, env=env)
        return end.returncode, end.stdout + end.stderr

    def copy(self, name, of):
        path = os.path.join(self.folder, name)
        shutil.copytree(of, path, ignore=shutil.ignore_patterns(".tpatch"))
        return path

    def leave_out(self):
        """Skips the first rule that does not fit until the rest does. The ids of those that would change something; None: nothing fits."""
        while True:
            code, text = self.run("check", "--json", *self.options)
            # Behind the object comes what standard error says.
            verdicts = json.JSONDecoder().raw_decode(text)[0].get("rules", []) if text.startswith("{") else []
            stops = [r["id"] for r in verdicts if r["verdict"] in STOPS]
            if code in (0, 1):
                return [r["id"] for r in verdicts if r["verdict"] == "would-patch"]
            if not stops:
                return None
            self.options += ["--skip", stops[0]]


def files_of(tree):
    return {path: entry for path, entry in snapshot(tree).items() if entry.kind != "dir"}


def same(tree, after, what):
    """Contents and modes of files: a patch says nothing of the rest, and git removes folders that are empty."""
    expect(not (found := differences(after, files_of(tree), mtimes=False)), "%s: %s", what, "; ".join(found))


def judge_again(case, after):
    """Without the journal, a deletion that leaves no proof is missing, as `lint` says of it."""
    unrecorded = case.copy("unrecorded", case.root)
    for root in (case.root, unrecorded):
        for command in ("check", "apply"):
            code, text = case.run(command, *case.options, root=root)
            stops = re.findall(r"^  (?:%s) +(r\d+) " % "|".join(STOPS), text, re.M)
            is_unproved = root == unrecorded and stops and all(re.search(r"id: %s,.*delete: true" % one, case.rules) for one in stops)
            expect(code == 0 or is_unproved, "again, %s: %s ends with %d\n%s", os.path.basename(root), command, code, text)
        same(root, after, "again, " + os.path.basename(root))


def judge_patches(case, after):
    whole, series = case.copy("whole", case.old), case.copy("series", case.old)
    code, text = case.run("export", "1", "--format", "quilt", "-o", os.path.join(case.folder, "patches"))
    expect(code == 0, "export ends with %d: %s", code, text)
    with open(os.path.join(case.folder, "patches", "series"), encoding="utf-8") as f:
        names = [line.split()[0] for line in f if line.strip() and not line.startswith("#")]
    for tree, patches in ((whole, ["../run.diff"]), (series, ["../patches/" + name for name in names])):
        for patch in patches:
            end = subprocess.run(["git", "apply", patch], cwd=tree, capture_output=True, text=True)
            expect(end.returncode == 0, "git apply %s: %s", patch, end.stderr)
        same(tree, after, "git apply " + patches[0])


def judge_one_by_one(case, changing, after):
    """What one rule puts before a statement is there only if that comes before another rule changes the statement: some order makes the same."""
    trouble = None
    if "group" in case.rules:
        return
    for attempt in range(MOST_ORDERS):
        tree = case.copy("one%d" % attempt, case.old)
        case.rng.shuffle(changing)
        if any(case.run("-q", "--rule", one, *case.options[:2], root=tree)[0] for one in changing):
            continue
        found = differences(after, files_of(tree), mtimes=False)
        if not found:
            return
        trouble = trouble or "%s: %s" % (" ".join(changing), "; ".join(found))
    expect(not trouble, "one by one, in any order: %s", trouble)


def try_case(tpatch, seed, verbose):
    folder = tempfile.mkdtemp(prefix="rule-sets-")
    try:
        case = Case(tpatch, seed, folder)
        if verbose:
            print(case.rules)
        code, text = case.run("--dry-run", *case.options)
        expect(code in (0, 1, 3), "the dry run ends with %d: %s", code, text)
        changing = case.leave_out()
        expect(not differences(case.before, snapshot(case.root, journal=True)), "written by a dry run or a check")
        code, text = case.run("-q", "-o", "diff=" + os.path.join(folder, "run.diff"), *case.options)
        if verbose:
            print(text)
        if changing is None:
            expect(code != 0 and not differences(case.before, snapshot(case.root)), "it ends with %d, or has written", code)
            return
        after = files_of(case.root)
        expect(code == 0, "apply ends with %d, and check found nothing wrong: %s", code, text)
        judge_again(case, after)
        if changing:
            judge_patches(case, after)
            judge_one_by_one(case, changing, after)
            code, text = case.run("rollback")
            found = differences(case.before, snapshot(case.root))
            expect(code == 0 and not found, "rollback ends with %d: %s; %s", code, text, "; ".join(found))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("tpatch")
    options = parser.parse_args()
    attempts = Attempts("rule sets")
    for seed in range(options.seed, options.seed + options.cases):
        attempts.attempt("--seed %d" % seed, try_case, os.path.abspath(options.tpatch), seed, options.verbose)
    return attempts.report()


if __name__ == "__main__":
    sys.exit(main())
