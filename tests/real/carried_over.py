#!/usr/bin/env python3
"""Where do rules made for one version fit in another, and never in a wrong place?

usage: carried_over.py [--update] [--show] [--expect FOLDER] TPATCH TREE DEBIAN_TAR TARGET...

From TREE and Debian's quilt series for it (as in quilt_series.py) `tpatch new` makes a patch set of each patch. Each set is then tried on every TARGET, a
source tree of whatever version (none is written to: the files in question are copied), by itself and file by file: a rule is all changes of one
file, or nothing. GNU patch with -F0, which allows no fuzz, does the same beside it. For each target both numbers are printed, and it is checked that
- where both fit, the bytes are the same, unless the expectations say otherwise;
- a second run of the rules that fit finds nothing to do;
- every file's verdict, and a digest of what the rule made of it, are as in FOLDER/NAME.txt, where NAME is the last part of the target's path (default
  FOLDER: carried_over beside this script). Expectations are of one revision of the series; where all are of another, that is
  said, and nothing compared. Else a target without expectations fails.
--update writes the expectations: read what --show prints, the diffs of all that fits, before you commit them.
The last line is `carried over: N passed, N failed`. Exit: 0 none failed, 1 some did.
"""
import argparse
import difflib
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from quilt_series import read, read_series, run, touched  # noqa: E402

HEADER = "# Made by carried_over.py --update: patch, file, tpatch's verdict, digest of the result, what `patch -F0` does.\n# series: %s\n"


MARKERS = ("torch/csrc", "caffe2")  # without these it is no PyTorch to tpatch


def copy_files(tree, paths, folder):
    for marker in MARKERS:
        os.makedirs(os.path.join(folder, marker), exist_ok=True)
    for path in paths:
        source = os.path.join(tree, path)
        os.makedirs(os.path.dirname(os.path.join(folder, path)) or folder, exist_ok=True)
        if os.path.isfile(source):
            shutil.copy2(source, os.path.join(folder, path))


def diff(before, after, path):
    def lines(text):
        return (text or b"").decode("utf-8", "surrogateescape").splitlines(keepends=True)
    return "".join(difflib.unified_diff(lines(before), lines(after), "a/" + path, "b/" + path))


def digest(before, after, path):
    """Of the diff with its context but without its line numbers: a place is the lines around it."""
    text = re.sub(r"^@@.*$", "@@", diff(before, after, path), flags=re.M)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


class Drafts:
    """A patch set of every patch, made where the ones before it were applied."""

    def __init__(self, tpatch, tree, tar, folder):
        self.tpatch = os.path.abspath(tpatch)
        self.version = re.search(r"_(\d+(?:\.\d+)*)[^/]*$", tar).group(1)
        self.refused = []
        patches = os.path.join(folder, "patches")
        base = os.path.join(folder, "base")
        os.mkdir(patches)
        os.mkdir(base)
        self.patches = read_series(tar, patches)
        copy_files(tree, sorted({path for patch in self.patches for path in touched(patch)}), base)
        for patch in self.patches:
            sets = self.sets(patch)
            os.mkdir(sets)
            made = run(self.tpatch, "new", "--from-diff", patch, "--root", base, "--tag", self.version, "-o", os.path.join(sets, "draft.yaml"))
            if made.returncode:
                self.refused.append("%s: %s" % (os.path.basename(patch), made.stderr.strip()))
            run("patch", "-p1", "-s", "--no-backup-if-mismatch", "-d", base, "-i", patch)

    @staticmethod
    def sets(patch):
        return patch + ".sets"


class Target:
    def __init__(self, drafts, tree, folder):
        self.drafts = drafts
        self.tree = tree
        self.folder = folder
        self.wrong = []
        self.shown = []

    def tpatch(self, patch, root, *more):
        with open(os.path.join(Drafts.sets(patch), "draft.yaml")) as f:
            name = re.search(r"^name: (.*)$", f.read(), re.M).group(1)
        done = run(self.drafts.tpatch, *more, "--root", root, "--patchsets", Drafts.sets(patch), "--use", name, "--tag", self.drafts.version, "--force-tag", "--json=compact")
        if done.returncode not in (0, 3):
            self.wrong.append("%s: exit %d: %s" % (os.path.basename(patch), done.returncode, done.stdout[-300:] + done.stderr[-300:]))
        found = json.loads(done.stdout)
        if "rules" not in found:
            sys.exit("carried_over.py: %s: %s" % (os.path.basename(patch), done.stdout + done.stderr))
        return found

    def by_rules(self, patch, paths):
        """{path: (verdict, bytes afterwards)}, where each rule that fits was applied."""
        root = tempfile.mkdtemp(dir=self.folder)
        copy_files(self.tree, paths, root)
        if not os.path.exists(os.path.join(Drafts.sets(patch), "draft.yaml")):
            return {path: ("refused", None) for path in paths}
        with open(os.path.join(Drafts.sets(patch), "draft.yaml")) as f:
            files = dict(re.findall(r"^  - id: (\S+)\n(?:.*\n)*?    files: (\S+)$", f.read(), re.M))
        verdicts = {rule["id"]: rule["verdict"] for rule in self.tpatch(patch, root, "apply", "--dry")["rules"]}
        fitting = [word for rule, verdict in verdicts.items() if verdict == "would-patch" for word in ("--rule", rule)]
        if "would-patch" in verdicts.values():
            self.tpatch(patch, root, "apply", *fitting)
            again = self.tpatch(patch, root, "apply", "--dry", *fitting)
            if again["summary"]["files_changed"]:
                self.wrong.append("%s: a second run finds something to do" % os.path.basename(patch))
        found = {path: ("refused", None) for path in paths}
        for rule, verdict in verdicts.items():
            path = files[rule].strip("'\"")
            found[path] = (verdict, read(os.path.join(root, path)))
        return found

    def by_patch(self, patch, paths):
        """{path: bytes afterwards} of the files in which all hunks fit."""
        root = tempfile.mkdtemp(dir=self.folder)
        copy_files(self.tree, paths, root)
        run("patch", "-p1", "-F0", "-f", "-s", "--no-backup-if-mismatch", "-d", root, "-i", patch)
        rejected = {path for path in paths if os.path.exists(os.path.join(root, path + ".rej"))}
        return {path: read(os.path.join(root, path)) for path in paths
                if path not in rejected and read(os.path.join(root, path)) != read(os.path.join(self.tree, path))}

    def rows(self):
        """One row for each file of each patch, as in the expectations."""
        rows = []
        for patch in self.drafts.patches:
            paths = touched(patch)
            rules, theirs = self.by_rules(patch, paths), self.by_patch(patch, paths)
            for path in paths:
                verdict, after = rules[path]
                before = read(os.path.join(self.tree, path))
                made = "-"
                if verdict == "would-patch":
                    made = digest(before, after, path)
                    self.shown.append("%s\n%s" % (os.path.basename(patch), diff(before, after, path)))
                them = "fails"
                if path in theirs:
                    them = "otherwise" if verdict == "would-patch" and theirs[path] != after else "fits"
                rows.append((os.path.basename(patch), path, verdict, made, them))
        return rows


def summary(rows):
    """Files that fit, of all: tpatch's, patch's; then whole patches."""
    def whole(fits):
        return sum(all(fits(row) for row in rows if row[0] == patch) for patch in {row[0] for row in rows})

    def ours(row):
        return row[2] in ("would-patch", "already-patched")

    def theirs(row):
        return row[4] != "fails"
    return "files: %d tpatch (%d of them as wanted already), %d patch -F0, of %d; whole patches: %d tpatch, %d patch -F0, of %d" % (
        sum(map(ours, rows)), sum(row[2] == "already-patched" for row in rows), sum(map(theirs, rows)), len(rows), whole(ours), whole(theirs),
        len({row[0] for row in rows}))


def is_of(path, series):
    with open(path) as f:
        return "# series: %s\n" % series in f.read()


def compare(rows, path, series):
    """What differs from the expectations, as lines; None where they are of another series."""
    folder = os.path.dirname(path)
    if not any(is_of(os.path.join(folder, name), series) for name in os.listdir(folder)):
        return None
    if not os.path.exists(path) or not is_of(path, series):
        return ["no expectations: %s" % path]
    with open(path) as f:
        text = f.read()
    old = [tuple(line.split("\t")) for line in text.splitlines() if not line.startswith("#")]
    return ["expected: " + " ".join(row) for row in old if row not in rows] + ["is:       " + " ".join(row) for row in rows if row not in old]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--expect", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "carried_over"))
    parser.add_argument("tpatch")
    parser.add_argument("tree")
    parser.add_argument("tar")
    parser.add_argument("targets", nargs="+")
    args = parser.parse_args()
    passed = failed = 0
    series = os.path.basename(args.tar)
    with tempfile.TemporaryDirectory(prefix="carried-over-") as folder:
        drafts = Drafts(args.tpatch, args.tree, args.tar, folder)
        for line in drafts.refused:
            print("refused by `tpatch new`: " + line)
        for tree in args.targets:
            name = os.path.basename(tree.rstrip("/"))
            target = Target(drafts, tree, folder)
            rows = target.rows()
            path = os.path.join(args.expect, name + ".txt")
            if args.update:
                with open(path, "w") as f:
                    f.write(HEADER % series + "".join("\t".join(row) + "\n" for row in rows))
            wrong = compare(rows, path, series)
            if wrong is None:
                print("%s: the expectations are of another series than %s: not compared" % (name, series))
                wrong = ["tpatch and patch disagree: %s %s" % row[:2] for row in rows if row[4] == "otherwise"]
            wrong += target.wrong
            print("%s: %s" % (name, summary(rows)))
            print("\n".join(target.shown) if args.show else "", end="")
            for line in wrong:
                print("    " + line)
            passed += not wrong
            failed += bool(wrong)
    print("carried over: %d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
