#!/usr/bin/env python3
"""Do git and patch make exactly `after` out of `before` with the engine's diff?

usage: diff_oracle.py DIFF_FILES [BEFORE_TREE AFTER_TREE [LIMIT]]

DIFF_FILES is the program built from diff_files.c. Without trees, texts are made at random (always the same ones): few
different lines, so that much repeats; CRLF and LF mixed; no final newline; empty files; names that need quotes. With
trees, the files that both have and that differ are taken, at most LIMIT (300) of them.
For context 0, 1, 3 and 10: `git apply --check`, `git apply` and `patch -p1` must give `after`, byte for byte.
Without trees, the diffs of small edits to this repository's own sources are also compared with git's text: most of them
(LIKE_GIT) must be the same, since both aim at what reads best, and ties may be broken either way.
"""
import glob
import os
import random
import shutil
import subprocess
import sys
import tempfile

CONTEXTS = (0, 1, 3, 10)
SEED = 20240501
N_RANDOM = 400
N_SMALL = 150
LIKE_GIT = 0.95
LINES = [b"\n", b"a\n", b"b\n", b"  c\n", b"\r\n", b"a\r\n", b"}\n", b"\tif x:\n", b"-- \n", b"+++ b\n", b"@@ -1 +1 @@\n", b"\\ No\n", b"\xff\xfe\n"]
NAMES = ["plain{}", "with blank {}", "sub/dir/{}", 'quo"te{}', "tab\t{}", "caf\u00e9{}", "back\\{}", "-dash{}"]


def random_text(rng):
    text = b"".join(rng.choice(LINES) for _ in range(rng.choice((0, 1, 5, 20, 60))))
    return text + (b"end" if rng.random() < 0.3 else b"")


def mutated(rng, text):
    lines = text.splitlines(keepends=True)
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(lines))
        lines[at:at + rng.randint(0, 2)] = [rng.choice(LINES) for _ in range(rng.randint(0, 3))]
    # A line without a line end can only be the last one.
    return b"".join(line if i + 1 == len(lines) or line.endswith(b"\n") else line + b"\n" for i, line in enumerate(lines))


def random_pairs():
    rng = random.Random(SEED)
    pairs = {}
    for i in range(N_RANDOM):
        before = random_text(rng)
        after = random_text(rng) if rng.random() < 0.3 else mutated(rng, before)
        if before != after:
            pairs[rng.choice(NAMES).format(i)] = (before, after)
    return pairs


def small_edits():
    """Sources of the engine with one to three lines changed, taken out, or put in, or a block said twice."""
    rng = random.Random(SEED)
    sources = sorted(glob.glob(os.path.join(os.path.dirname(__file__), "..", "..", "engine", "*", "*.[ch]")))
    pairs = {}
    for i in range(N_SMALL):
        with open(rng.choice(sources), "rb") as f:
            before = f.read().splitlines(keepends=True)
        after = before[:]
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(after))
            kind = rng.randrange(4)
            if kind == 0:
                after[at] = after[at].rstrip(b"\n") + b" x\n"
            elif kind == 1:
                after.insert(at, rng.choice(before))
            elif kind == 2 and len(after) > 20:
                del after[at:at + rng.randint(1, 5)]
            else:
                after[at:at] = before[max(0, at - rng.randint(1, 6)):at]
        if before != after:
            pairs["source%d" % i] = (b"".join(before), b"".join(after))
    return pairs


def like_git(tool, scratch):
    """How many diffs of small edits have git's very text? Returns (same, all)."""
    pairs = small_edits()
    folders = [os.path.join(scratch, "small-before"), os.path.join(scratch, "small-after")]
    write_tree(folders[0], {path: pair[0] for path, pair in pairs.items()})
    write_tree(folders[1], {path: pair[1] for path, pair in pairs.items()})
    same = 0
    for path in pairs:
        ours = subprocess.run([tool, *folders, "3"], input=(path + "\n").encode(), capture_output=True, check=True).stdout
        command = ["git", "-c", "core.attributesFile=" + os.devnull, "diff", "--no-index", os.path.join(folders[0], path), os.path.join(folders[1], path)]
        gits = subprocess.run(command, capture_output=True, cwd=scratch, check=False).stdout
        same += ours.partition(b"\n@@")[2] == gits.partition(b"\n@@")[2]
    return same, len(pairs)


def tree_pairs(before_tree, after_tree, limit):
    pairs = {}
    for folder, folders, names in os.walk(before_tree):
        folders[:] = [name for name in folders if name != ".git"]
        for name in names:
            old = os.path.join(folder, name)
            path = os.path.relpath(old, before_tree)
            new = os.path.join(after_tree, path)
            if os.path.islink(old) or os.path.islink(new) or not os.path.isfile(new):
                continue
            with open(old, "rb") as f, open(new, "rb") as g:
                before, after = f.read(), g.read()
            if before != after and b"\0" not in before + after:
                pairs[path] = (before, after)
    chosen = random.Random(SEED).sample(sorted(pairs), min(limit, len(pairs)))
    return {path: pairs[path] for path in chosen}


def write_tree(root, files):
    for path, data in files.items():
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as f:
            f.write(data)


def differing(root, files):
    wrong = []
    for path, data in files.items():
        try:
            with open(os.path.join(root, path), "rb") as f:
                same = f.read() == data
        except FileNotFoundError:
            same = False
        if not same:
            wrong.append(path)
    return wrong


def judge(name, command, scratch, before, after, patch):
    """Runs `command` in a fresh copy of `before`; returns what is wrong, or None."""
    root = os.path.join(scratch, "work")
    shutil.rmtree(root, ignore_errors=True)
    write_tree(root, before)
    env = dict(os.environ, GIT_CEILING_DIRECTORIES=scratch, GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL=os.devnull)
    env.pop("GIT_DIR", None)
    run = subprocess.run(command, cwd=root, input=patch, capture_output=True, env=env, check=False)
    if run.returncode != 0:
        return "%s: exit %d: %s" % (name, run.returncode, (run.stdout + run.stderr).decode(errors="replace")[:2000])
    wrong = differing(root, before if "--check" in command else after)
    return "%s: not as expected: %s" % (name, ", ".join(wrong[:10])) if wrong else None


def judges():
    found = []
    if shutil.which("git"):
        apply = ["git", "apply", "--whitespace=nowarn"]
        found += [("git apply --check", apply + ["--check"]), ("git apply", apply)]
    if shutil.which("patch"):
        found += [("patch -p1", ["patch", "-p1", "--binary", "--batch", "--fuzz=0", "--silent"])]
    return found


def main():
    if len(sys.argv) not in (2, 4, 5):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    tool = os.path.abspath(sys.argv[1])
    pairs = random_pairs() if len(sys.argv) == 2 else tree_pairs(sys.argv[2], sys.argv[3], int((sys.argv + ["300"])[4]))
    if not pairs:
        print("diff: the trees have no file that differs", file=sys.stderr)
        return 2
    if not judges():
        print("diff: skipped: neither git nor patch is here")
        return 0
    before = {path: pair[0] for path, pair in pairs.items()}
    after = {path: pair[1] for path, pair in pairs.items()}
    listing = "".join(path + "\n" for path in pairs).encode()
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="diff-oracle-") as scratch:
        folders = [os.path.join(scratch, "before"), os.path.join(scratch, "after")]
        write_tree(folders[0], before)
        write_tree(folders[1], after)
        for context in CONTEXTS:
            made = subprocess.run([tool, *folders, str(context)], input=listing, capture_output=True, check=True)
            for name, command in judges():
                if context == 0 and command[0] == "git":
                    command = command + ["--unidiff-zero"]
                problem = judge(name, command, scratch, before, after, made.stdout)
                passed += problem is None
                failed += problem is not None
                if problem:
                    print("context %d: %s" % (context, problem))
        if len(sys.argv) == 2 and shutil.which("git"):
            same, count = like_git(tool, scratch)
            passed += same >= LIKE_GIT * count
            failed += same < LIKE_GIT * count
            print("diff: %d of %d small edits are told in git's very words" % (same, count))
    print("diff: %d pairs: %d passed, %d failed" % (len(pairs), passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
