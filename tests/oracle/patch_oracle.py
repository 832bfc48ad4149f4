#!/usr/bin/env python3
"""Does the engine read in a diff what git reads in it?

usage: patch_oracle.py PATCH_NUMSTAT [DIFF...]

PATCH_NUMSTAT is the program built from patch_numstat.c. Its files and line counts are compared with those of `git apply --numstat`. Without
DIFFs, diffs are made at random (always the same ones), with git (renames, modes, binaries, new and deleted files, names that need quotes, no
final newline, contexts 0 to 3) and with `diff -ruN`; each also with CRLF as its own line ends, where only the engine is asked.
"""
import os
import random
import subprocess
import sys
import tempfile

SEED = 20240601
N_TREES = 40
NAMES = ["plain", "with blank", "sub/dir/x", 'quo"te', "tab\tx", "caf\u00e9", "-dash", "sub/y", "--- a"]
LINES = ["a", "b", "  c", "", "-- ", "++ x", "@@ -1 +1 @@", "\\ No", "--- a/x", "+++ b/x", "diff --git a/x b/x", "Index: x"]


def run(command, data=b"", cwd=None):
    return subprocess.run(command, input=data, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def write_tree(rng, root, names):
    for name in names:
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        text = "\n".join(rng.choice(LINES) for _ in range(rng.randint(0, 30))) + rng.choice(["", "\n", "\n"])
        with open(path, "wb") as f:
            f.write(b"\0\1" + text.encode() if rng.random() < 0.1 else text.encode())
        os.chmod(path, rng.choice([0o644, 0o644, 0o755]))


def change_tree(rng, root, names):
    for name in names:
        path = os.path.join(root, name)
        kind = rng.random()
        if kind < 0.1:
            os.remove(path)
        elif kind < 0.2:
            os.rename(path, path + ".moved")
        elif kind < 0.8:
            with open(path, "rb") as f:
                lines = f.read().split(b"\n")
            for _ in range(rng.randint(1, 3)):
                at = rng.randint(0, len(lines))
                lines[at:at + rng.randint(0, 2)] = [rng.choice(LINES).encode() for _ in range(rng.randint(0, 2))]
            with open(path, "wb") as f:
                f.write(b"\n".join(lines))
    write_tree(rng, root, [name + ".new" for name in names if rng.random() < 0.1])


def random_diffs(folder):
    rng = random.Random(SEED)
    for i in range(N_TREES):
        old, new = os.path.join(folder, "%d" % i, "a"), os.path.join(folder, "%d" % i, "b")
        names = rng.sample(NAMES, rng.randint(1, len(NAMES)))
        state = rng.getstate()
        write_tree(rng, old, names)
        rng.setstate(state)
        write_tree(rng, new, names)
        change_tree(rng, new, names)
        at = os.path.dirname(old)
        options = ["-U%d" % rng.randint(0, 3)] + rng.choice([[], ["-M"], ["--binary"], ["-C", "--find-copies-harder"]])
        yield "git %d" % i, run(["git", "diff", "--no-index", "--no-prefix"] + options + ["a", "b"], cwd=at).stdout
        yield "diff %d" % i, run(["diff", "-ruN", "a", "b"], cwd=at).stdout


def numstat_of_git(diff):
    done = run(["git", "-c", "core.quotePath=false", "apply", "--unidiff-zero", "--numstat"], diff, cwd="/")
    return (done.stdout.decode("utf-8", "surrogateescape") if done.returncode == 0 else None), done.stderr.decode()


def compare(program, name, diff):
    if not diff.strip():
        return None
    theirs, why = numstat_of_git(diff)
    done = run([program, "1"], diff)
    ours = done.stdout.decode("utf-8", "surrogateescape")
    if theirs is None:
        print("skipped %s: git does not take it: %s" % (name, why.strip().splitlines()[:1]))
        return None
    if sorted(ours.splitlines()) != sorted(theirs.splitlines()):
        print("FAILED %s\n%s  git:\n%s  engine:\n%s" % (name, done.stderr.decode(), theirs, ours))
        return False
    if b"\r" not in diff and b"GIT binary" not in diff:
        crlf = run([program, "1"], diff.replace(b"\n", b"\r\n")).stdout
        if crlf != done.stdout:
            print("FAILED %s with CRLF" % name)
            return False
    return True


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    results = []
    with tempfile.TemporaryDirectory(prefix="patch-oracle-") as folder:
        diffs = [(path, open(path, "rb").read()) for path in sys.argv[2:]] or random_diffs(folder)
        for name, diff in diffs:
            results.append(compare(os.path.abspath(sys.argv[1]), name, diff))
    print("patch oracle: %d passed, %d failed" % (results.count(True), results.count(False)))
    sys.exit(1 if False in results or True not in results else 0)


if __name__ == "__main__":
    main()
