#!/usr/bin/env python3
"""Carries made-up patches to made-up trees of which it is known what a patch must come to, and counts what is said to be exact and is not.

usage: port_oracle.py TPATCH [--files N] [--seed N] [--rounds N] [--least WITH,WITHOUT] [--keep DIR] [-v]

A file is functions of a few kinds of lines, so that many lines and many hunks' contexts stand more than once. Upstream changes some of its lines; the
patch changes others, or adds lines between two that stay neighbours. Where each line went is known, so there is one right result. Per round one run of
`tpatch port` on N files with the old tree and one without.

With the old tree, what is carried "exactly" must be right, always. Without it, a place whose own surroundings were changed upstream may look less
like itself than its twin elsewhere in the file: no tool can know. Such files may be at most 1 in 300.

--least: so many files must be carried exactly with the old tree and without it. What was carried once must not get lost unnoticed.
Exit: 0 all of this holds, 1 not.
"""
import argparse, json, os, random, shutil, subprocess, sys, tempfile

WORDS = "alpha beta gamma delta size index count buffer stream offset".split()
KINDS = ["int {0} = {1};", "{0} = {1} + 1;", "if ({0}) {{", "}}", "return {0};", "check({0}, {1});", "", "// {0} of {1}", "for (auto {0} : {1})", "call({0});"]


def line(rng):
    return "    " * rng.randrange(1, 3) + rng.choice(KINDS).format(rng.choice(WORDS), rng.choice(WORDS)) if rng.random() < .95 else ""


def make_file(rng):
    """Lines, of which some functions are copies of others with a word changed."""
    functions, out = [], []
    for k in range(rng.randrange(4, 12)):
        if functions and rng.random() < .5:
            body = [l if rng.random() < .9 else line(rng) for l in rng.choice(functions)]
        else:
            body = [line(rng) for _ in range(rng.randrange(3, 14))]
        functions.append(body)
        out += [f"void {rng.choice(WORDS)}_{k}({rng.choice(WORDS)})", "{"] + body + ["}", ""]
    return out


def make_patch(rng, a):
    """(first line, number of lines, new lines)"""
    at = rng.randrange(1, len(a) - 4)
    n = rng.choice([0, 0, 1, 1, 2, 3])
    new = [line(rng) + " // new" for _ in range(rng.randrange(0 if n else 1, 4))]
    return at, n, new


def make_upstream(rng, a, at, n):
    """The lines of B, as (text, number of the line in A or None)."""
    b = [(text, i) for i, text in enumerate(a)]
    for _ in range(rng.choice([0, 1, 2, 4, 8])):
        k, size = rng.randrange(len(b)), rng.randrange(1, 5)
        own = [i for _, i in b[max(0, k - 1):k + size + 1] if i is not None]
        if any(at - 1 <= i <= at + n for i in own):
            continue
        kind = rng.random()
        if kind < .4:
            b[k:k] = [(line(rng), None) for _ in range(size)]
        elif kind < .6:
            b[k:k + size] = []
        elif kind < .8:
            b[k:k + size] = [(line(rng), None) for _ in range(size)]
        else:  # a copy of a piece of the file itself
            from_ = rng.randrange(len(b))
            piece = b[from_:from_ + rng.randrange(4, 20)]
            if not any(i is not None and at - 8 <= i <= at + n + 8 for _, i in piece):  # which of two twins is meant no tool can know
                b[k:k] = [(text, None) for text, _ in piece]
    return b


def truth_of(b, at, n, new):
    own = [k for k, (_, i) in enumerate(b) if i is not None and at - 1 <= i <= at + n]
    if len(own) != n + 2 or own != list(range(own[0], own[0] + n + 2)):
        return None
    texts = [t for t, _ in b]
    return texts[:own[0] + 1] + new + texts[own[-1]:]


def hunk_of(a, at, n, new, section):
    top, bottom = max(0, at - 3), min(len(a), at + n + 3)
    lines = [" " + l for l in a[top:at]] + ["-" + l for l in a[at:at + n]] + ["+" + l for l in new] + [" " + l for l in a[at + n:bottom]]
    return [f"@@ -{top + 1},{bottom - top} +{top + 1},{bottom - top - n + len(new)} @@ {section}"] + lines


def section_of(a, at):
    return next((l for l in reversed(a[:max(0, at - 3)]) if l[:1].isalpha()), "")


def write(path, lines):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write("".join(l + "\n" for l in lines))


def run_round(o, rng, root, counts):
    diff, truths = [], {}
    for k in range(o.files):
        a = make_file(rng)
        at, n, new = make_patch(rng, a)
        b = make_upstream(rng, a, at, n)
        truth = truth_of(b, at, n, new)
        if truth is None or a[at:at + n] == new:
            continue
        name = f"f{k}.txt"
        truths[name] = truth
        write(f"{root}/a/{name}", a)
        write(f"{root}/b/{name}", [t for t, _ in b])
        diff += [f"--- a/{name}", f"+++ b/{name}"] + hunk_of(a, at, n, new, section_of(a, at))
    write(f"{root}/p.diff", diff)
    for side in ("with", "without"):
        more = ["--from", f"{root}/a"] if side == "with" else []
        done = subprocess.run([o.tpatch, "port", f"{root}/p.diff", "--to", f"{root}/b", "-o", f"{root}/s.yaml", "--json=compact", *more], capture_output=True, text=True)
        if done.returncode not in (0, 3) or '"edits"' not in done.stdout:
            print(f"port {side}: exit {done.returncode}: {done.stdout[:400]} {done.stderr[:400]}")
            counts[side, "broken"] = counts.get((side, "broken"), 0) + 1
            continue
        for edit in json.loads(done.stdout)["edits"]:
            kind = edit["outcome"]
            if kind in ("exact", "look"):
                right = holds(edit, f"{root}/b/{edit['path']}", truths[edit["path"]])
                kind += ", right" if right else ", wrong"
                if not right and (o.verbose or kind.startswith("exact")) and (side == "with" or o.verbose):
                    print(f"{side} the old tree: {edit['path']}:{edit['line']}: {kind}: {edit['evidence']}")
            counts[side, kind] = counts.get((side, kind), 0) + 1


def holds(edit, path, truth):
    """Is the file with the reported piece changed, at the reported place, the right one? The rest of the file is as it was."""
    with open(path) as f:
        b = f.read().split("\n")[:-1]
    before, after = edit["before"].split("\n")[:-1], edit["after"].split("\n")[:-1]
    for k in range(max(0, edit["line"] - 1 - 40), edit["line"] + 1):
        if b[k:k + len(before)] == before and b[:k] + after + b[k + len(before):] == truth:
            return True
    return False


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tpatch")
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", default="1,1")
    parser.add_argument("--keep")
    parser.add_argument("-v", "--verbose", action="store_true")
    o = parser.parse_args()
    o.tpatch = os.path.abspath(o.tpatch)
    counts = {}
    for k in range(o.rounds):
        root = tempfile.mkdtemp(prefix="port-")
        try:
            run_round(o, random.Random(o.seed + k), root, counts)
            if o.keep:
                shutil.copytree(root, f"{o.keep}/{o.seed + k}", dirs_exist_ok=True)
        finally:
            shutil.rmtree(root)
    ok = True
    for side, least in zip(("with", "without"), map(int, o.least.split(","))):
        row = {kind: n for (s, kind), n in sorted(counts.items()) if s == side}
        print(f"{side} the old tree: " + ", ".join(f"{n} {kind}" for kind, n in row.items()))
        wrong, exact = row.get("exact, wrong", 0), row.get("exact, right", 0)
        ok = ok and exact >= least and not row.get("broken") and (wrong == 0 if side == "with" else wrong * 300 <= exact + wrong)
    print(f"{o.rounds if ok else 0} passed, {0 if ok else o.rounds} failed")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
