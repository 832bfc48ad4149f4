#!/usr/bin/env python3
"""How well `tpatch port` carries a patch to a tree that moved, beside patch -F0 and -F2, git merge-file and wiggle.

usage: port.py TPATCH [--git REPO] [--series DIR --trees VERSION=DIR,...] [--max N] [--every N] [--jobs N] [--part seen|unseen|all] [--only REGEX]
               [--keep DIR] [--list]

Truth is what people did by hand:
  --git REPO       reverts and relands in a repository's history. A revert is the reverted commit backwards, carried over all that came
                   between; a reland is the first try again. Taken where the person's commit has the same added and removed lines
                   (white space within lines aside), and some file changed in between.
  --series DIR     DIR/VERSION/ is a quilt series of a packager for an upstream version; --trees says where that version's tree is. Patches
                   of one name in two versions are a pair. The tree with the patches in front of it is what a patch is carried to.
Only one patch in ten is "unseen": chosen by a hash of its name, to be looked at last.

Of each tool, patches that came out right (as the person's, byte for byte), differ, or were refused. For tpatch, what it carried "exactly" and what
it asks to have looked at are counted apart: "exact, differs" is a broken promise. A case of another result than the person's is no
proof of a wrong one: --keep DIR writes such cases out, to be read.
Exit: 0; 1 where something that was carried exactly differs, or fewer than 97 of 100 are right without the old tree.
"""
import argparse, collections, concurrent.futures, fnmatch, hashlib, json, os, re, shutil, subprocess, sys, tempfile, threading

MAX_PATCH, MAX_FILES = 120_000, 25
PEERS = ["patch -F0", "patch -F2", "merge-file", "wiggle"]
OURS = ["port, with A", "port, without"]


def run(*command, **more):
    return subprocess.run(command, capture_output=True, **more)


def write(root, name, data):
    path = os.path.join(root, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)


def read(root, name):
    path = os.path.join(root, name)
    if not os.path.isfile(path) or os.path.islink(path):
        return None
    with open(path, "rb") as f:
        return f.read()


class Case:
    """One patch P, made for the files A, and what a person made of the files B with it: T. A is None where nobody has it."""

    def __init__(self, group, name, patch, a, b, t):
        self.group, self.name, self.patch, self.a, self.b, self.t = group, name, patch, a, b, t


# --- diffs -------------------------------------------------------------------------------------------------------------

def paths_of(patch):
    """The files a diff names, in order."""
    out = []
    for line in patch.split(b"\n"):
        m = re.match(rb"(?:---|\+\+\+) (?:[^/\t]+/)?([^\t\r]+)", line) or re.match(rb"rename (?:from|to) (.+)", line)
        if m and m.group(1) not in (b"dev/null", b"null") and m.group(1).decode("utf8", "replace") not in out:
            out.append(m.group(1).decode("utf8", "replace"))
    return out


def changed_lines(patch):
    """Added and removed lines, white space within them aside, each with how often."""
    count, old, new = collections.Counter(), 0, 0
    for line in patch.split(b"\n"):
        m = re.match(rb"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@", line)
        if m and old <= 0 and new <= 0:
            old, new = int(m.group(1) or 1), int(m.group(2) or 1)
        elif old > 0 or new > 0:
            sign = line[:1]
            old -= sign in (b" ", b"-", b"")
            new -= sign in (b" ", b"+", b"")
            if sign in (b"+", b"-"):
                count[sign, b" ".join(line[1:].split())] += 1
    return count


# --- the history of a repository -----------------------------------------------------------------------------------------

class Repository:
    def __init__(self, path):
        self.path = path
        self.objects = subprocess.Popen(["git", "-C", path, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def file(self, commit, path):
        self.objects.stdin.write(f"{commit}:{path}\n".encode())
        self.objects.stdin.flush()
        head = re.fullmatch(rb"[0-9a-f]{40,} (\w+) (\d+)\n", self.objects.stdout.readline())
        if not head:
            return None
        data = self.objects.stdout.read(int(head.group(2)))
        self.objects.stdout.read(1)
        return data if head.group(1) == b"blob" else None

    def diff(self, old, new):
        return run("git", "-C", self.path, "diff", "--no-renames", "--no-color", old, new).stdout

    def commits(self):
        """Hash, subject and message, newest first."""
        text = run("git", "-C", self.path, "log", "--format=%H%x1f%s%x1f%b%x1e").stdout.decode("utf8", "replace")
        return [row.strip("\n").split("\x1f") for row in text.split("\x1e") if row.strip()]


def plain(subject):
    return " ".join(re.sub(r"\(#\d+\)|\[[^\]]*\]|\W", " ", subject).lower().split())


def pairs_of(repository):
    """(kind, commit whose change is carried, commit in which a person carried it), newest first."""
    rows = repository.commits()
    by_subject, by_hash, by_number = collections.defaultdict(list), {}, collections.defaultdict(list)
    for i, (commit, subject, _) in enumerate(rows):
        by_subject[plain(subject)].append(i)
        by_hash[commit] = i
        for number in re.findall(r"\(#(\d+)\)\s*$", subject):
            by_number[number].append(i)
    for i, (commit, subject, body) in enumerate(rows):
        m = re.match(r'(?:Revert|Back out) "?(?:D\d+: )?(?:\[pytorch\]\[PR\] )?(.*?)"?$', subject)
        if m:
            named = re.search(r"This reverts commit ([0-9a-f]{40})", body)
            found = [by_hash[named.group(1)]] if named and named.group(1) in by_hash else by_subject[plain(m.group(1))]
            kind = "revert"
        elif re.match(r"\W*re-?(?:land|submit|apply)", subject, re.I):
            number = re.search(r"#(\d+)", re.sub(r"\(#\d+\)\s*$", "", subject))
            title = plain(re.sub(r"^\W*re-?(?:land|submit|apply)(?:ing)?\W*(?:of)?\W*(?:D\d+)?\W*", "", subject, flags=re.I))
            found = (by_number[number.group(1)] if number else []) or by_subject[title]
            kind = "reland"
        else:
            continue
        older = [k for k in found if k > i]
        if older:
            yield kind, rows[older[0]][0], commit, subject


def cases_of_history(path):
    repository = Repository(path)
    for kind, first, second, subject in pairs_of(repository):
        old, new = (first, first + "^") if kind == "revert" else (first + "^", first)
        patch, made = repository.diff(old, new), repository.diff(second + "^", second)
        names = paths_of(patch)
        if not patch or not made or len(patch) > MAX_PATCH or not names or len(names) > MAX_FILES:
            continue
        if b"GIT binary" in patch or b"Binary files" in patch or b"Subproject commit" in patch or changed_lines(patch) != changed_lines(made):
            continue
        wanted = sorted(set(names) | set(paths_of(made)))
        a = {n: repository.file(old, n) for n in names}
        b = {n: repository.file(second + "^", n) for n in wanted}
        if all(a[n] == b.get(n) for n in names):
            continue
        yield Case(kind, f"{first[:9]} {second[:9]} {subject[:44]}", patch, a, b, {n: repository.file(second, n) for n in wanted})


# --- a packager's series ---------------------------------------------------------------------------------------------------

def series_of(folder):
    path = os.path.join(folder, "series")
    if os.path.isfile(path):
        names = [line.split("#")[0].split() for line in open(path)]
        return [(n[0], next((w for w in n[1:] if w.startswith("-p")), "-p1")) for n in names if n]
    return [(n, "-p1") for n in sorted(os.listdir(folder)) if n.endswith((".patch", ".diff"))]


def stack(folder, tree):
    """name: (patch, files before it, files after it), for the patches of a series that fit their own tree."""
    now, out = {}, {}
    for name, strip in series_of(folder):
        patch = read(folder, name)
        if patch is None or strip != "-p1":
            continue
        before = {n: now[n] if n in now else read(tree, n) for n in paths_of(patch)}
        after = gnu(patch, before, 2)
        if after is None:
            continue
        now.update(after)
        out[re.sub(r"^\d+[-_]", "", name)] = (patch, before, after)
    return out


def cases_of_series(folder, trees):
    versions = sorted(os.listdir(folder))
    tree_of = {v: next((d for glob, d in trees if fnmatch.fnmatch(v, glob)), None) for v in versions}
    stacks = {v: stack(os.path.join(folder, v), tree_of[v]) for v in versions if tree_of[v]}
    for old in stacks:
        for new in stacks:
            for name in stacks[old]:
                if old == new or name not in stacks[new]:
                    continue
                patch, a, _ = stacks[old][name]
                made, b, t = stacks[new][name]
                if changed_lines(patch) != changed_lines(made) or all(a[n] == b.get(n) for n in a):
                    continue
                b, t = dict(b), dict(t)
                for n in a:
                    if n not in b:
                        b[n] = t[n] = read(tree_of[new], n)
                yield Case("series", f"{os.path.basename(folder)} {old} {new} {name}", patch, a, b, t)


# --- the tools ---------------------------------------------------------------------------------------------------------------

def gnu(patch, files, fuzz):
    with tempfile.TemporaryDirectory(prefix="port-") as root:
        for n, data in files.items():
            if data is not None:
                write(root, n, data)
        done = run("patch", "-p1", "-N", f"-F{fuzz}", "-s", "-f", "--no-backup-if-mismatch", "-r", "-", input=patch, cwd=root)
        return None if done.returncode else {n: read(root, n) for n in set(files) | set(paths_of(patch))}


def merge_file(case):
    made = gnu(case.patch, case.a, 0) if case.a else None
    if made is None:
        return None
    out = dict(case.b)
    for n, theirs in made.items():
        base, ours = case.a.get(n), case.b.get(n)
        if theirs == base:
            continue
        if base is None or theirs is None or ours is None:
            if ours != base:
                return None
            out[n] = theirs
            continue
        with tempfile.TemporaryDirectory(prefix="port-") as root:
            for name, data in (("ours", ours), ("base", base), ("theirs", theirs)):
                write(root, name, data)
            done = run("git", "merge-file", "-p", "ours", "base", "theirs", cwd=root)
        if done.returncode:
            return None
        out[n] = done.stdout
    return out


def wiggle(case):
    """One file after the other; what makes or removes a file is left to patch."""
    out = dict(case.b)
    for part in re.split(rb"(?m)^(?=diff --git |--- [^\n]*\n\+\+\+ )", case.patch):
        names = paths_of(part)
        if b"\n@@ " not in part or not names:
            continue
        n = names[-1]
        if b"/dev/null" in part[:part.index(b"\n@@ ")] or out.get(n) is None:
            done = gnu(part, {n: out.get(n)}, 0)
            if done is None:
                return None
            out.update(done)
            continue
        with tempfile.TemporaryDirectory(prefix="port-") as root:
            write(root, "file", out[n])
            write(root, "diff", b"--- a/file\n+++ b/file\n" + part[part.index(b"\n@@ ") + 1:])
            done = run("wiggle", "file", "diff", cwd=root)
        if done.returncode:
            return None
        out[n] = done.stdout
    return out


MARKERS = {"torch/csrc/x": b"", "caffe2/x": b"", "version.txt": b"2.7.0a0\n"}


def port(tpatch, case, with_a):
    """What the set makes of B, and whether all was carried exactly; (None, False) where a person is needed, with tpatch's words."""
    with tempfile.TemporaryDirectory(prefix="port-") as root:
        for side, files in (("a", case.a if with_a else None), ("b", case.b)):
            for n, data in {**MARKERS, **(files or {})}.items():
                if data is not None:
                    write(root, f"{side}/{n}", data)
        write(root, "p.patch", case.patch)
        os.mkdir(f"{root}/sets")
        told = run(tpatch, "port", "p.patch", "--to", "b", *(["--from", "a"] if with_a else []), "-o", "sets/set.yaml", "--json=compact", cwd=root)
        words = told.stderr.decode("utf8", "replace")
        if told.returncode not in (0, 3) or not told.stdout:
            return None, False, f"exit {told.returncode}: {words}"
        result = json.loads(told.stdout)
        if "edits" not in result:
            return None, False, f"exit {told.returncode}: {told.stdout}"
        words = "\n".join(f"{e['outcome']} {e['path_in_tree'] if 'path_in_tree' in e else e['path']}:{e.get('line')} diff:{e['diff_line']} " + " | ".join(e["evidence"])
                          for e in result["edits"]) + "\n" + "\n".join(result["notes"])
        if result["counts"]["person"]:
            return None, False, words
        exact = told.returncode == 0
        if result["counts"]["exact"] + result["counts"]["look"]:
            name = re.search(rb"^name: (\S+)", read(root, "sets/set.yaml"), re.M).group(1).decode()
            done = run(tpatch, "apply", "--root", "b", "--patchsets", "sets", "--use", name, "-q", cwd=root)
            if done.returncode:
                return None, False, "apply: " + (done.stdout + done.stderr).decode("utf8", "replace")
        return {n: read(f"{root}/b", n) for n in set(case.b) | set(paths_of(case.patch))}, exact, words


def judge(tpatch, case):
    def is_right(made):
        return made is not None and all(made.get(n) == case.t.get(n) for n in set(made) | set(case.t))

    verdicts, words = {}, {}
    made = {"patch -F0": gnu(case.patch, case.b, 0), "patch -F2": gnu(case.patch, case.b, 2)}
    if case.a is not None:
        made["merge-file"] = merge_file(case)
    if shutil.which("wiggle"):
        made["wiggle"] = wiggle(case)
    for tool, files in made.items():
        verdicts[tool] = "refused" if files is None else "right" if is_right(files) else "differs"
    for tool in OURS:
        if tool == OURS[0] and case.a is None:
            continue
        files, exact, words[tool] = port(tpatch, case, tool == OURS[0])
        kind = "refused" if files is None else "right" if is_right(files) else "differs"
        verdicts[tool] = kind if kind == "refused" else ("exact, " if exact else "look, ") + kind
        made[tool] = files
    return verdicts, words, made


def keep(folder, case, verdicts, words, made):
    root = os.path.join(folder, re.sub(r"[^\w.-]+", "_", f"{case.group} {case.name}"))
    shutil.rmtree(root, ignore_errors=True)
    write(root, "patch", case.patch)
    sides = [("a", case.a or {}), ("b", case.b), ("t", case.t)] + [(tool.replace(" ", "-").replace(",", ""), files or {}) for tool, files in made.items()]
    for side, files in sides:
        for n, data in files.items():
            if data is not None:
                write(root, f"{side}/{n}", data)
    write(root, "verdicts", "".join(f"{t}\t{v}\n" for t, v in verdicts.items()).encode() + "".join(f"== {t}\n{w}\n" for t, w in words.items()).encode())


def is_unseen(case):
    return hashlib.sha256(case.name.encode()).digest()[0] % 10 == 0


def table(title, rows):
    kinds = ["exact, right", "look, right", "right", "exact, differs", "look, differs", "differs", "refused"]
    print(f"\n{title}: {len(rows)} patches")
    print(f"{'':16}{'right':>7}{'(exact':>9}{'look)':>7}{'differs':>9}{'(exact':>9}{'look)':>7}{'refused':>9}")
    for tool in OURS + PEERS:
        n = collections.Counter(v[tool] for v in rows if tool in v)
        if not n:
            continue
        right, differs = (sum(n[k] for k in kinds if k.endswith(end)) for end in ("right", "differs"))
        print(f"{tool:16}{right:7}{n['exact, right']:9}{n['look, right']:7}{differs:9}{n['exact, differs']:9}{n['look, differs']:7}{n['refused']:9}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tpatch")
    parser.add_argument("--git", action="append", default=[])
    parser.add_argument("--series", action="append", default=[])
    parser.add_argument("--trees", action="append", default=[])
    parser.add_argument("--max", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--part", choices=["seen", "unseen", "all"], default="all")
    parser.add_argument("--only", default="")
    parser.add_argument("--keep")
    parser.add_argument("--list", action="store_true")
    o = parser.parse_args()
    tpatch = os.path.abspath(o.tpatch)

    def all_cases():
        for folder, trees in zip(o.series, o.trees):
            yield from cases_of_series(folder, [t.split("=", 1) for t in trees.split(",")])
        for path in o.git:
            yield from cases_of_history(path)

    def chosen():
        n = 0
        for case in all_cases():
            if not re.search(o.only, f"{case.group} {case.name}") or (o.part != "all" and is_unseen(case) != (o.part == "unseen")):
                continue
            n += 1
            if n % o.every == 0:
                yield case
            if o.max and n >= o.max * o.every:
                return

    rows, room = collections.defaultdict(list), threading.Semaphore(4 * o.jobs)

    def one(case):
        try:
            return case, *judge(tpatch, case)
        finally:
            room.release()

    def finish(case, verdicts, words, made):
        rows[case.group].append(verdicts)
        if verdicts["patch -F0"] != "right":
            rows[case.group + ", hard"].append(verdicts)
        ours = [v for t, v in verdicts.items() if t in OURS]
        if o.list or any("differs" in v for v in ours):
            print(f"{case.group} {case.name}: " + ", ".join(f"{t}: {v}" for t, v in verdicts.items()), flush=True)
        if o.keep and any(not v.endswith("exact, right") for v in ours):
            keep(o.keep, case, verdicts, words, made)

    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        waiting = collections.deque()
        for case in chosen():
            room.acquire()
            waiting.append(pool.submit(one, case))
            while waiting and waiting[0].done():
                finish(*waiting.popleft().result())
        for task in waiting:
            finish(*task.result())
    for group in sorted(rows):
        table(group, rows[group])
    everything = [v for group, list_ in rows.items() if not group.endswith(", hard") for v in list_]
    right = sum(v[OURS[1]].endswith("right") for v in everything)
    broken = sum(v.get(t, "") == "exact, differs" for v in everything for t in OURS)
    print(f"\n{len(everything)} patches: {right} right without the old tree; carried exactly, and not as the person did: {broken}")
    return 1 if not everything or broken or right * 100 < 97 * len(everything) else 0


if __name__ == "__main__":
    sys.exit(main())
