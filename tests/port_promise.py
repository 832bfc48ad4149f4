#!/usr/bin/env python3
"""Attacks the promise that an edit "carried exactly" is right: upstream does to real code what makes a unique place a wrong one.

usage: port_promise.py TPATCH [--files N] [--seed N] [--rounds N] [--keep DIR] [-v] [FILE...]

A patch changes, removes or adds a line of a file; FILE... are the project's own C, Python and CMake files unless they are given. Upstream
  gone        removes the function (or other block) that the edit is in
  twin        the same, and a near copy of it under another name stays
  deprecated  keeps the old code in a copy under another name, and rewrites the lines in the original
  moved       takes the line away, and puts it elsewhere beside a line that is the one beside it in the diff
  inverted    puts a 'not' into a condition that the edit is under
  guarded     puts an #if around it
  otherwise   exchanges what an if and its else do
  rewritten   puts another function in the place of its own, with the edit's line among others
  parallel    changes the line above or below, where a near copy of the function has had the patch's new lines all along
  swapped     lets two blocks change places: the edit has to go with its own
With the old tree, nothing of this may be carried exactly, but for an edit that goes with its block or has its parallel, and nothing of the last two
may be called upstream's. Without it, a condition above the diff's first line cannot be seen, nor can a twin below the same heading: all but those
with a condition may be wrong once in 50.
Exit: 0 both hold, 1 not.
"""
import argparse, difflib, glob, json, os, random, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = ["engine/*/*.c", "engine/*/*/*.c", "tests/*.py", "tests/*/*.py", "fixtures/pytorch-[12].*[0-9]/before/**/CMakeLists.txt", "fixtures/pytorch-[12].*[0-9]/before/**/*.cmake"]
CONDITION = re.compile(r"\s*(if|elif|elseif|#if|while)\b\s*\(?", re.I)


def depth(line):
    return len(line) - len(line.lstrip(" \t"))


def says_something(line):
    return len(re.findall(r"\w", line)) >= 4


def opener(lines, at):
    """The nearest line above that is less deep."""
    return next((k for k in range(at - 1, -1, -1) if lines[k].strip() and depth(lines[k]) < depth(lines[at]) and re.search(r"\w", lines[k])), None)


def block_of(lines, at):
    """Lines [begin, end) from the first column to the first column again."""
    begin, end = at, at + 1
    while begin is not None and depth(lines[begin]):
        begin = opener(lines, begin)
    if begin is None or begin == at:
        return None
    while end < len(lines) and (not lines[end].strip() or depth(lines[end])):
        end += 1
    while end < len(lines) and re.match(r"\s*[})\]]|end\w*\(", lines[end]):
        end += 1
    return begin, end


def other_block(rng, lines, own):
    for _ in range(20):
        at = rng.randrange(len(lines))
        block = block_of(lines, at) if lines[at].strip() else None
        if block and (block[0] >= own[1] or block[1] <= own[0]):
            return block
    return None


def renamed(line, word):
    """A function's head under another name; None: it is no such head."""
    made = re.sub(r"^((?:[\w:*&<>]+\s+)*[*&]?\w+)(\s*\()", r"\1_%s\2" % word, line, count=1)
    return None if made == line or CONDITION.match(line) else made


# Each gives the lines of A, where the edit is in them, the lines of B, and where it belongs there (None: nowhere); or nothing.

def gone(rng, lines, at):
    block = block_of(lines, at)
    return block and (lines, at, lines[:block[0]] + lines[block[1]:], None)


def twin(rng, lines, at):
    block = block_of(lines, at)
    head = block and renamed(lines[block[0]], "other")
    place = head and other_block(rng, lines, block)
    if not place:
        return None
    copy, k = [head] + lines[block[0] + 1:block[1]] + [""], place[0]
    a, shift = lines[:k] + copy + lines[k:], len(copy) if k <= block[0] else 0
    return a, at + shift, a[:block[0] + shift] + a[block[1] + shift:], None


def deprecated(rng, lines, at):
    block = block_of(lines, at)
    head = block and renamed(lines[block[0]], "deprecated")
    if not head:
        return None
    copy, k = [head] + lines[block[0] + 1:block[1]], at - block[0]
    own = lines[block[0]:block[1]]
    own = own[:max(1, k - 1)] + [" " * depth(lines[at]) + "rewritten_by_upstream(1)"] + own[k + 2:]
    both = copy + [""] + own if rng.random() < .5 else own + [""] + copy
    return lines, at, lines[:block[0]] + both + lines[block[1]:], None


def moved(rng, lines, at):
    side = rng.choice((-1, 1))
    beside = lines[at + side]
    places = [k for k in range(1, len(lines)) if abs(k - at) > 8 and lines[k] == beside and says_something(beside)]
    if not places or lines.count(lines[at]) > 1:
        return None
    b, k = list(lines), rng.choice(places)
    b[at] = " " * depth(lines[at]) + "upstream_took_it_away"
    b.insert(k + (side < 0), lines[at])
    return lines, at, b, None


def inverted(rng, lines, at):
    k = opener(lines, at)
    while k is not None and not CONDITION.match(lines[k]):
        k = opener(lines, k)
    if k is None:
        return None
    end = CONDITION.match(lines[k]).end()
    return lines, at, lines[:k] + [lines[k][:end] + "not " + lines[k][end:]] + lines[k + 1:], None


def guarded(rng, lines, at):
    begin, end = max(0, at - rng.randrange(4, 9)), at + rng.randrange(5, 9)
    return lines, at, lines[:begin] + ["#if NEVER"] + lines[begin:end] + ["#endif"] + lines[end:], None


def otherwise(rng, lines, at):
    k = opener(lines, at)
    if k is None or not re.match(r"\s*if\b", lines[k]):
        return None
    ends = [k]
    for _ in range(2):
        end = ends[-1] + 1
        while end < len(lines) and (not lines[end].strip() or depth(lines[end]) > depth(lines[k])):
            end += 1
        ends.append(end)
    if ends[1] == len(lines) or not re.match(r"\s*(}\s*)?else\b(?! if)", lines[ends[1]]):
        return None
    if lines[at] in lines[ends[1] + 1:ends[2]]:  # whichever branch has it, it is there
        return None
    return lines, at, lines[:k + 1] + lines[ends[1] + 1:ends[2]] + [lines[ends[1]]] + lines[k + 1:ends[1]] + lines[ends[2]:], None


def rewritten(rng, lines, at):
    block = block_of(lines, at)
    other = block and other_block(rng, lines, block)
    if not other or lines[at] in lines[other[0]:other[1]] or other[1] - other[0] < 6 or at < block[0] + 2 or not re.match(r"\w", lines[block[0]]):
        return None
    k = rng.randrange(other[0] + 2, other[1] - 2)
    head = renamed(lines[other[0]], "new")
    if not head or any(l.strip() and lines.count(l) > 1 and re.search(r"\w", l) for l in (lines[at - 1], lines[at + 1])):
        return None
    return lines, at, lines[:block[0]] + [head] + lines[other[0] + 1:k] + [lines[at]] + lines[k:other[1]] + lines[block[1]:], None


def parallel(rng, lines, at):
    block = block_of(lines, at)
    head = block and renamed(lines[block[0]], "other")
    k = at + rng.choice((-1, 1))
    if not head or not says_something(lines[k]) or not block[0] < k < block[1] or not says_something(lines[at]) or lines[block[0]:block[1]].count(lines[at]) > 1:
        return None
    copy = [head] + lines[block[0] + 1:block[1]] + [""]
    copy[at - block[0]] = changed(copy[at - block[0]])
    a = lines[:block[1]] + [""] + copy + lines[block[1]:]
    return a, at, a[:k] + [a[k] + " upstream_changed_it"] + a[k + 1:], at


def swapped(rng, lines, at):
    own = block_of(lines, at)
    other = own and other_block(rng, lines, own)
    if not other:
        return None
    first, second = sorted((own, other))
    b = lines[:first[0]] + lines[second[0]:second[1]] + lines[first[1]:second[0]] + lines[first[0]:first[1]] + lines[second[1]:]
    is_first = own == first
    return lines, at, b, at + (second[1] - first[1] if is_first else first[0] - second[0])


ATTACKS = {attack.__name__: attack for attack in (gone, twin, deprecated, moved, inverted, guarded, otherwise, rewritten, parallel, swapped)}
SEEN_WITHOUT = ("gone", "twin", "deprecated", "moved", "rewritten", "parallel", "swapped")
NEVER_UPSTREAM = ("parallel", "swapped")


def changed(line):
    return re.sub(r"(\w)(\W*)$", r"\1_x\2", line)


def diff_of(rng, name, lines, at, kinds):
    new, kind = list(lines), rng.choice(kinds)
    if kind == "change":
        new[at] = changed(lines[at])
    elif kind == "remove":
        del new[at]
    else:
        new.insert(at + 1, " " * depth(lines[at]) + "added_by_the_patch()")
    diff = list(difflib.unified_diff(lines, new, "a/" + name, "b/" + name, lineterm=""))
    start = int(re.match(r"@@ -(\d+)", diff[2]).group(1))
    diff[2] += " " + next((line[:80] for line in reversed(lines[:start - 1]) if re.match(r"[A-Za-z_$]", line)), "")
    return diff, kind


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make_round(o, rng, root, sources):
    truths, diff = {}, []
    for _ in range(o.files * 200):
        if len(truths) == o.files:
            break
        source, name = rng.choice(sources), sorted(ATTACKS)[len(truths) % len(ATTACKS)]
        with open(source, encoding="utf-8", errors="replace") as file:
            lines = file.read().replace("\f", "").split("\n")[:-1]
        if not 30 <= len(lines) <= 6000:
            continue
        at = rng.randrange(5, len(lines) - 5)
        made = ATTACKS[name](rng, lines, at) if says_something(lines[at]) else None
        if not made:
            continue
        a, at, b, wanted = made
        path = "f%d/%s" % (len(truths), os.path.basename(source))
        hunk, kind = diff_of(rng, path, a, at, ("change",) if name == "parallel" else ("change", "remove") if name == "moved" else ("change", "remove", "add"))
        if sum(line.startswith("@@ ") for line in hunk) > 1:  # difflib may take one of two copies for the other
            continue
        truths[path] = name, None if wanted is None else wanted + 1 + (kind == "add")
        diff += hunk
        write(os.path.join(root, "a", path), "\n".join(a) + "\n")
        write(os.path.join(root, "b", path), "\n".join(b) + "\n")
    write(os.path.join(root, "p.diff"), "\n".join(diff) + "\n")
    return truths


def judge_round(o, root, truths, counts):
    for side in ("with", "without"):
        more = ["--from", os.path.join(root, "a")] if side == "with" else []
        done = subprocess.run([o.tpatch, "port", os.path.join(root, "p.diff"), "--to", os.path.join(root, "b"), "-o", os.path.join(root, "s.yaml"), "--json=compact", *more],
                              capture_output=True, text=True, check=False)
        if done.returncode not in (0, 3) or '"edits"' not in done.stdout:
            raise SystemExit("port %s the old tree: exit %d: %s %s" % (side, done.returncode, done.stdout[:400], done.stderr[:400]))
        for edit in json.loads(done.stdout)["edits"]:
            attack, wanted = truths[edit["path"]]
            is_exact = edit["outcome"] == "exact"
            is_wrong = is_exact and edit.get("line") != wanted or (edit["outcome"] == "upstream" and attack in NEVER_UPSTREAM)
            row = counts.setdefault((side, attack), {"all": 0, "exact, right": 0, "exact, wrong": 0})
            row["all"] += 1
            row["exact, right"] += is_exact and not is_wrong
            row["exact, wrong"] += is_wrong
            if is_wrong and (side == "with" or o.verbose):
                print("%s the old tree: %s: %s:%d is wrong: %s" % (side, attack, edit["path"], edit["line"], edit["evidence"]))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tpatch")
    parser.add_argument("sources", nargs="*", metavar="FILE")
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("-v", "--verbose", action="store_true")
    o = parser.parse_args()
    o.tpatch = os.path.abspath(o.tpatch)
    sources = sorted(o.sources or (path for pattern in SOURCES for path in glob.glob(os.path.join(os.path.dirname(HERE), pattern), recursive=True)))
    counts = {}
    for number in range(o.rounds):
        with tempfile.TemporaryDirectory(prefix="port-") as root:
            judge_round(o, root, make_round(o, random.Random(o.seed + number), root, sources), counts)
            if o.keep:
                shutil.copytree(root, os.path.join(o.keep, str(o.seed + number)), dirs_exist_ok=True)
    for (side, attack), row in sorted(counts.items()):
        print("%-8s %-11s %s" % (side, attack, ", ".join("%d %s" % (n, kind) for kind, n in row.items())))
    wrong_with = sum(row["exact, wrong"] for (side, _), row in counts.items() if side == "with")
    seen = [row for (side, attack), row in counts.items() if side == "without" and attack in SEEN_WITHOUT]
    right = sum(row["exact, right"] for row in counts.values())
    ok = not wrong_with and right and 50 * sum(row["exact, wrong"] for row in seen) <= sum(row["all"] for row in seen)
    print("%d passed, %d failed" % (o.rounds if ok else 0, 0 if ok else o.rounds))
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
