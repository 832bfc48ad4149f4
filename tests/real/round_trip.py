#!/usr/bin/env python3
"""Structural edits and their inverses on every CMake and Python file of a tree: the bytes must come back.

usage: round_trip.py [--seed N] [--rounds N] [--stride N] TPATCH TREE...

The CMake and Python files of each TREE (with --stride, every Nth) are copied; the tree is not written to. For each of them a rule is made up from what stands in it: a
call renamed, an argument set, a statement put in front of or behind another, an item added to a list, a statement wrapped in a block. All rules of a
tree are one patch set, and the program runs on the copy
    with the set in which every rule replaces code by itself: no file may change,
    with the set of edits: each file that its rule fits must change, and Python files still be Python (by `ast`),
    with the set of their inverses: every byte must be as at the start.
What the rules look for comes from `ast` and from a plain look at lines, not from tpatch. A rule may find nothing (code in a comment); that is counted, and
too much of it is a failure. The choice is drawn from the seed and the path, so that a failure can be run again. Each file that does not come back
is listed with its edit. The last line is `round trip: N passed, N failed`, in files and runs. Exit: 0 none failed, 1 some did.
"""
import argparse
import ast
import json
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

PACK = 2000  # rules in a file
SHOWN = 20
CMAKE_BLOCKS = "if elseif else endif foreach endforeach while endwhile function endfunction macro endmacro block endblock return".split()


def is_cmake(path):
    return os.path.basename(path) == "CMakeLists.txt" or path.endswith(".cmake")


def find_files(tree):
    found = []
    for folder, folders, names in os.walk(tree):
        folders[:] = sorted(name for name in folders if name not in (".git", ".tpatch") and not os.path.islink(os.path.join(folder, name)))
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), tree)
            full = os.path.join(folder, name)
            if (is_cmake(path) or path.endswith(".py")) and os.path.isfile(full) and not os.path.islink(full) and not re.search(r"[][*?{}\\:]", path):
                found.append(path)
    return found


# --- edits: what a rule is, its inverse, and the rule that changes nothing --------------------------------------------------------------------


def edit(kind, there, back, itself):
    return {"kind": kind, "there": there, "back": back, "self": itself}


def replace(old, new):
    return {"match": old, "replace": new}


def renamed(call, language):
    old, new = "%s($$$XS)" % call, "tpatch_%s($$$XS)" % call
    return edit("rename", replace(old, new), replace(new, old), replace(old, old))


def argument_set(call, argument, language):
    comma = ", " if language == "python" else " "
    head = "%s($X%s$$$XS)" % (call, comma)

    def change(old, new):
        return {"match": head, "where": {"X": {"in": [old]}}, "set": {"X": new}}
    return edit("set", change(argument, "tpatch_word"), change("tpatch_word", argument), change(argument, argument))


JUMP = re.compile(r"(return|raise|break|continue)\b|message\(\s*FATAL_ERROR\b", re.IGNORECASE)


def beside(statement):
    """Insertions before and after it: what comes after a jump would never run, and is refused."""
    return [inserted(statement, side) for side in ("before", "after") if side == "before" or not JUMP.match(statement)]


def inserted(statement, side):
    return edit("insert-" + side, {"match": statement, "insert-" + side: "tpatch_line()"}, {"match": "tpatch_line()", "delete": True},
                replace(statement, statement))


def added(call, language):
    match, item = "%s($$$XS)" % call, "tpatch_item=1" if language == "python" else "tpatch_item"
    return edit("add-to", {"match": match, "add-to": {"XS": item}}, {"match": match, "remove-from": {"XS": item}}, replace(match, match))


def wrapped(statement, language):
    block = "if TPATCH:\n    %s" if language == "python" else "if(TPATCH)\n  %s\nendif()"
    return edit("wrap", {"match": statement, "wrap": block % "$MATCH"}, replace(block % statement, statement), replace(statement, statement))


# --- what stands in a file ---------------------------------------------------------------------------------------------------------------------


def cmake_edits(text, rng):
    """Edits that may be made in a CMake file."""
    calls = [call for call in re.findall(r"^[ \t]*([A-Za-z_]\w*)[ \t]*\(", text, re.M) if call not in ("AND", "OR", "NOT")]
    # Names match in any case, and come back as the inverse spells them.
    spellings = {}
    for call in calls:
        spellings.setdefault(call.lower(), set()).add(call)
    calls = [call for call in calls if call.lower() not in CMAKE_BLOCKS and len(spellings[call.lower()]) == 1]
    lines = [line for line in re.findall(r"^[ \t]*([A-Za-z_]\w*[ \t]*\([^()#\"\[\]\\$\n]*\))[ \t]*\r?$", text, re.M)
             if line.split("(")[0].strip().lower() not in CMAKE_BLOCKS]
    first = [(call, word) for call, word in re.findall(r"^[ \t]*([A-Za-z_]\w*)[ \t]*\([ \t]*([A-Za-z_]\w*)[ \t\r\n)]", text, re.M) if call in calls]
    made = []
    if calls:
        call = rng.choice(calls)
        made += [renamed(call, "cmake"), added(call, "cmake")]
    if first:
        call, word = rng.choice(first)
        made.append(argument_set(call, word, "cmake"))
    if lines:
        line = rng.choice(lines)
        made += [*beside(line), wrapped(line, "cmake")]
    return made


def python_edits(text, rng):
    """The same for a Python file; nothing where this Python cannot read it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError):
            return []
    calls, first, statements = [], [], []
    lines = text.encode("utf-8").split(b"\n")  # `ast` counts columns in bytes
    todo = [tree]
    while todo:
        node = todo.pop()
        if not isinstance(node, (ast.JoinedStr, ast.Name, ast.Attribute, ast.Constant)):  # the first is a string to tpatch
            todo.extend(ast.iter_child_nodes(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            calls.append(node.func.id)
            if node.args and isinstance(node.args[0], ast.Name):
                first.append((node.func.id, node.args[0].id))
        elif isinstance(node, (ast.Expr, ast.Assign, ast.Return, ast.Import, ast.Raise)) and node.lineno == node.end_lineno:
            source = lines[node.lineno - 1][node.col_offset:node.end_col_offset].decode("utf-8", "replace")
            if source and "$" not in source and source != "..." and not source.startswith(("'", '"')):
                statements.append(source)
    made = []
    if calls:
        call = rng.choice(calls)
        made += [renamed(call, "python"), added(call, "python")]
    if first:
        made.append(argument_set(*rng.choice(first), "python"))
    if statements:
        line = rng.choice(statements)
        made += [*beside(line), wrapped(line, "python")]
    return made


def choose(job):
    """(path, bytes, edit or None); in a process of its own."""
    tree, path, seed = job
    rng = random.Random("%s %s" % (seed, path))
    with open(os.path.join(tree, path), "rb") as f:
        data = f.read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return path, data, None
    made = (cmake_edits if is_cmake(path) else python_edits)(text, rng)
    return path, data, rng.choice(made) if made else None


# --- patch sets --------------------------------------------------------------------------------------------------------------------------------


def write_sets(folder, edits, which, without):
    """One set whose packs hold a rule per file; JSON is YAML."""
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    paths = [path for path in edits if path not in without]
    packs = []
    for i in range(0, len(paths), PACK):
        rules = [{"id": "r-%d" % (i + k), "title": "t", "why": "w", "files": path, "optional": True, "protected": True, "language": "cmake" if is_cmake(path) else "python",
                  "edits": [edits[path][which]]} for k, path in enumerate(paths[i:i + PACK])]
        packs.append("pack-%d" % i)
        with open(os.path.join(folder, packs[-1] + ".yaml"), "w") as f:
            f.write('{"tpatch": 1, "pack": "%s", "summary": "s", "rules": [\n%s\n]}\n' % (packs[-1], ",\n".join(json.dumps(rule) for rule in rules)))
    with open(os.path.join(folder, "set.yaml"), "w") as f:
        json.dump({"tpatch": 1, "name": "trip", "summary": "s", "target": {"project": "pytorch", "versions": ">=0"}, "use": packs, "rules": []}, f)
    return {"r-%d" % i: path for i, path in enumerate(paths)}


class Trip:
    def __init__(self, tpatch, tree, folder, seed, stride):
        self.tpatch = os.path.abspath(tpatch)
        self.root = os.path.join(folder, "tree")
        self.sets = os.path.join(folder, "sets")
        self.before = {}
        self.edits = {}
        self.wrong = []
        self.refused = {}
        for marker in ("torch/csrc", "caffe2"):
            os.makedirs(os.path.join(self.root, marker))
        with multiprocessing.Pool() as pool:
            choices = pool.map(choose, [(tree, path, seed) for path in find_files(tree)[::stride]], chunksize=50)
        for path, data, chosen in choices:
            if chosen:
                self.before[path] = data
                self.edits[path] = chosen
                os.makedirs(os.path.dirname(os.path.join(self.root, path)) or ".", exist_ok=True)
                with open(os.path.join(self.root, path), "wb") as f:
                    f.write(data)

    def run(self, which):
        """{path: verdict}. A rule that the engine refuses to make (no line can go beside code that shares its line) is left out, and the rest tried."""
        for _ in range(50):
            ids = write_sets(self.sets, self.edits, which, self.refused)
            done = subprocess.run([self.tpatch, "apply", "--root", self.root, "--patchsets", self.sets, "--use", "trip", "--tag", "1.0", "--force-tag", "--json=compact"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
            found = json.loads(done.stdout)
            if "rules" in found and done.returncode == 0:
                return {ids[rule["id"]]: rule["verdict"] for rule in found["rules"]}
            path = found.get("error", {}).get("file")
            if which == "back" or path not in self.edits or path in self.refused:
                sys.exit("round_trip.py: exit %d: %s %s" % (done.returncode, done.stdout[-2000:], done.stderr[-1000:]))
            self.refused[path] = found["error"]["message"]
        sys.exit("round_trip.py: too much refused: %s" % self.refused)

    def now(self, path):
        with open(os.path.join(self.root, path), "rb") as f:
            return f.read()

    def changed(self):
        return {path for path, data in self.before.items() if self.now(path) != data}

    def blame(self, path, why):
        self.wrong.append("%s: %s: %s" % (path, why, json.dumps(self.edits[path]["there"])))

    def check_self(self):
        self.run("self")
        for path in self.changed():
            self.blame(path, "code replaced by itself changes the file")

    def check_there(self):
        verdicts = self.run("there")
        changed = self.changed()
        for path, verdict in verdicts.items():
            if (verdict == "patched") != (path in changed):
                self.blame(path, "the verdict is '%s', and the file is %s" % (verdict, "another" if path in changed else "as it was"))
            elif verdict == "patched" and path.endswith(".py") and self.edits[path]["kind"] in ("rename", "insert-before", "insert-after"):
                self.check_python(path)
        return changed, [path for path, verdict in verdicts.items() if verdict != "patched"]

    def check_python(self, path):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                ast.parse(self.now(path).decode("utf-8-sig"))
            except (SyntaxError, ValueError) as error:
                self.blame(path, "is no Python any longer (%s)" % error)

    def check_back(self):
        self.run("back")
        for path in sorted(self.changed()):
            self.blame(path, "does not come back")
            if os.environ.get("ROUND_TRIP_SHOW"):
                with tempfile.NamedTemporaryFile() as f:
                    f.write(self.before[path])
                    f.flush()
                    self.wrong.append(subprocess.run(["diff", "-u", f.name, os.path.join(self.root, path)], stdout=subprocess.PIPE).stdout.decode("utf-8", "replace"))


def travel(tpatch, tree, seed, stride):
    """(files that came back, what went wrong)"""
    with tempfile.TemporaryDirectory(prefix="round-trip-") as folder:
        trip = Trip(tpatch, tree, folder, seed, stride)
        trip.check_self()
        changed, nothing = trip.check_there()
        trip.check_back()
        kinds = {}
        for path in changed:
            kinds[trip.edits[path]["kind"]] = kinds.get(trip.edits[path]["kind"], 0) + 1
        print("%s, seed %s: %d files, %d changed (%s), %d where the rule finds nothing, %d refused" % (
            os.path.basename(tree.rstrip("/")), seed, len(trip.edits), len(changed),
            ", ".join("%s %d" % item for item in sorted(kinds.items())), len(nothing), len(trip.refused)))
        for path, why in sorted(trip.refused.items()):
            print("    refused: %s: %s: %s" % (path, why, json.dumps(trip.edits[path]["there"])))
        if 50 * len(trip.refused) > len(trip.edits):
            trip.wrong.append("too many rules are refused")
        if 20 * len(nothing) > len(trip.edits):
            trip.wrong.append("too many rules find nothing: %s" % ", ".join(nothing[:SHOWN]))
        if os.environ.get("ROUND_TRIP_SHOW"):
            for path in nothing:
                print("    nothing: %s: %s" % (path, json.dumps(trip.edits[path]["there"])))
        return len(changed), trip.wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1, help="seeds one after the other")
    parser.add_argument("--stride", type=int, default=1, help="every Nth file of a tree")
    parser.add_argument("tpatch")
    parser.add_argument("trees", nargs="+")
    args = parser.parse_args()
    passed = failed = 0
    for tree in args.trees:
        for seed in range(args.seed, args.seed + args.rounds):
            files, wrong = travel(args.tpatch, tree, seed, args.stride)
            for line in wrong[:SHOWN]:
                print("    " + line)
            passed += files - min(files, len(wrong))
            failed += len(wrong)
    print("round trip: %d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
