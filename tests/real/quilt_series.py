#!/usr/bin/env python3
"""Do patch sets made of a quilt series do what the series does?

usage: quilt_series.py TPATCH TREE DEBIAN_TAR

TREE is an unpacked source tree (it is not written to), DEBIAN_TAR the .debian.tar.* of the same source package, with debian/patches/series; its name says
the version. A series changes with the archive: nothing here counts on the patches of one revision.
Each patch in turn is made a set by `tpatch new --from-diff PATCH --root COPY`, proved by `tpatch test`, applied to one copy of the tree by `tpatch
apply`, and again, which must find nothing to do; `patch -p1` applies it to another copy. After each patch the files that it names, and at the end the
whole copies, must be the same byte for byte. A hunk or file that a draft leaves out, or that does not fit, is listed with its reason, and that patch has failed.
The last line is `quilt series: N passed, N failed`. Exit: 0 none failed, 1 some did.
"""
import filecmp
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile


def run(*command, **kwargs):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, errors="surrogateescape", **kwargs)


def read_series(tar_path, folder):
    with tarfile.open(tar_path) as tar:
        for member in tar.getmembers():
            if member.isfile() and member.name.startswith("debian/patches/") and ".." not in member.name:
                path = os.path.join(folder, os.path.basename(member.name))
                with open(path, "wb") as f:
                    f.write(tar.extractfile(member).read())
    with open(os.path.join(folder, "series")) as f:
        lines = [line.split("#")[0].split() for line in f]
    return [os.path.join(folder, words[0]) for words in lines if words]


def touched(patch):
    with open(patch, "rb") as f:
        text = f.read().decode("utf-8", "replace")
    names = re.findall(r"^(?:---|\+\+\+) ([^\t\n]+)", text, re.M)
    return sorted({name.split("/", 1)[1] for name in names if "/" in name and name != "/dev/null"})


def read(path):
    if not os.path.exists(path):
        return None
    with open(path, "rb") as f:
        return f.read()


def different(ours, theirs, paths):
    return [path for path in paths if read(os.path.join(ours, path)) != read(os.path.join(theirs, path))]


def whole_difference(ours, theirs):
    found = []

    def look(comparison, prefix):
        for name in comparison.left_only + comparison.right_only:
            if name != ".tpatch":
                found.append(prefix + name)
        for name in comparison.common_files:
            a, b = os.path.join(comparison.left, name), os.path.join(comparison.right, name)
            if not os.path.islink(a) and not filecmp.cmp(a, b, shallow=False):
                found.append(prefix + name)
        for name, below in comparison.subdirs.items():
            if not os.path.islink(os.path.join(comparison.left, name)):
                look(below, prefix + name + "/")

    look(filecmp.dircmp(ours, theirs, ignore=[]), "")
    return found


class Series:
    def __init__(self, tpatch, folder, tree, version):
        self.version = version
        self.tpatch = os.path.abspath(tpatch)
        self.folder = folder
        self.ours = os.path.join(folder, "ours")
        self.theirs = os.path.join(folder, "theirs")
        self.counts = [0, 0, 0]
        for copy in (self.ours, self.theirs):
            shutil.copytree(tree, copy, symlinks=True)

    def step(self, patch):
        """What went wrong with one patch, as lines."""
        wrong = []
        name = re.sub(r"[^a-z0-9]+", "-", os.path.splitext(os.path.basename(patch))[0].lower())
        sets = os.path.join(self.folder, "sets-" + name)
        os.mkdir(sets)
        draft = os.path.join(sets, "draft.yaml")
        made = run(self.tpatch, "new", "--from-diff", patch, "--root", self.ours, "--tag", self.version, "-o", draft)
        for line in made.stderr.splitlines():
            numbers = re.match(r"(\d+) rules?: (\d+) edits? of code, (\d+) hunks?$", line)
            if numbers:
                self.counts = [a + int(b) for a, b in zip(self.counts, numbers.groups())]
            elif made.returncode:
                wrong.append("refused: " + line)
        theirs = run("patch", "-p1", "-s", "--no-backup-if-mismatch", "-d", self.theirs, "-i", patch)
        if theirs.returncode:
            wrong.append("patch: " + theirs.stdout.strip())
        if not os.path.exists(draft):
            return wrong or ["no draft, exit %d" % made.returncode]
        with open(draft) as f:
            used = re.search(r"^name: (.*)$", f.read(), re.M).group(1)
        proof = run(self.tpatch, "test", used, "--patchsets", sets)
        if proof.returncode:
            wrong.append("test: " + (proof.stdout + proof.stderr).strip()[-500:])
        for again in (False, True):
            done = run(self.tpatch, "apply", "--root", self.ours, "--patchsets", sets, "--use", used, "--tag", self.version, "--json=compact")
            if done.returncode:
                wrong.append("apply%s, exit %d: %s" % (" again" if again else "", done.returncode, (done.stdout + done.stderr)[-800:]))
            elif again and '"verdict":"patched"' in done.stdout:
                wrong.append("the second apply finds something to do: " + done.stdout[-400:])
        return wrong + ["differs: " + path for path in different(self.ours, self.theirs, touched(patch))]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="quilt-series-") as folder:
        patches = os.path.join(folder, "patches")
        os.mkdir(patches)
        todo = read_series(sys.argv[3], patches)
        version = re.search(r"_(\d+(?:\.\d+)*)[^/]*$", sys.argv[3]).group(1)
        series = Series(sys.argv[1], folder, sys.argv[2], version)
        for patch in todo:
            before = list(series.counts)
            wrong = series.step(patch)
            rules, code, hunks = (a - b for a, b in zip(series.counts, before))
            print("%-6s %s: %d rules, %d edits of code, %d hunks" % ("FAILED" if wrong else "ok", os.path.basename(patch), rules, code, hunks))
            for line in wrong:
                print("       " + line)
            passed += not wrong
            failed += bool(wrong)
        rest = whole_difference(series.ours, series.theirs)
        print("whole trees: %s" % ("the same" if not rest else "%d paths differ: %s" % (len(rest), ", ".join(rest[:5]))))
        passed += not rest
        failed += bool(rest)
        print("in all: %d rules, %d edits of code, %d hunks" % tuple(series.counts))
    print("quilt series: %d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
