#!/usr/bin/env python3
"""How well `tpatch port` carries a patch to a tree that moved, beside patch -F0 and -F2, git merge-file and wiggle.

usage: port.py TPATCH [--history REPO]... [--packager KIND=REPO]... [--series NAME=DIR]... [--rules DIR...] [--tree VERSION=DIR|REPO@COMMIT]...
               [--part seen|unseen|all] [--kind mechanical|edited|all] [--every N] [--max N]
               [--only REGEX] [--jobs N] [--keep DIR] [--list] [--check]

Truth is what people did by hand:
  --history REPO      reverts and relands in a git history. A revert is the reverted commit backwards, carried over all that came between; a
                      reland is the first try again.
  --packager KIND=REPO
                      a packager's git repository (conda, anaconda, open-ce, vcpkg, easybuild, therock, rocm-sdk): the patches of each version, as the
                      recipe last had them. Patches of one name in two versions are a pair, if the newer one fits its tree as it is and is not the
                      older one unchanged. A pair that another packager has as well counts once.
  --series NAME=DIR   the same from folders: DIR/VERSION/ with a quilt series or *.patch.
  --rules DIR...      our own rules: what each of them does to a file of one of the trees, carried to each other tree, where the catalogue
                      changes that file itself.
  --tree VERSION=DIR  where the tree of a packager's version is; a folder, or a commit of a repository. Without it, a version is left out, or is A alone.
A pair is "mechanical" where the person's patch has the same added and removed lines (white space within lines aside), else "edited", if they
share half of them. "Hard" are the mechanical ones that patch -F0 does not get right.
One pair in ten is "unseen": chosen by a hash of its name, to be looked at last.

Of each tool, how many patches came out right (as the person's, byte for byte), differ, or were refused. For tpatch, a patch of which all was carried
exactly is counted apart from one that asks for a look, and so are files: "exact, differs" is a broken promise. Another result than the
person's is no proof of a wrong one: --list names such pairs, --keep DIR writes them out, to be read.
Of edited pairs, each edit: did it come where the person's is?
Exit: 0; 1 where --check finds a file carried exactly that is not as the person's, or fewer than 97 of 100 mechanical pairs right without A (99 with).
"""
import argparse, collections, concurrent.futures, difflib, hashlib, json, os, re, shutil, sys, tempfile, threading

from port_cases import PACKAGERS, Commit, Folder, Repository, cases_of_history, cases_of_rules, cases_of_series, gnu, paths_of, quilt, read, run, write

PEERS = ["patch -F0", "patch -F2", "merge-file", "wiggle"]
WITH, WITHOUT = "port, with A", "port, without"
OURS = [WITH, WITHOUT]
NEAR = 3


# --- the tools ---------------------------------------------------------------------------------------------------------------

def merge_file(case):
    made = gnu(case.patch, case.a, 0)
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
    """One file after the other; what makes, removes or renames a file is left to patch."""
    out = dict(case.b)
    for part in re.split(rb"(?m)^(?=--- [^\n]*\n\+\+\+ [^\n]*\n@@ )", case.patch)[1:]:
        names = paths_of(part)
        n = names[-1]
        if re.match(rb"(--- [^\n]*\n\+\+\+ )?(--- )?/dev/null", part) or out.get(n) is None:
            done = gnu(part, {m: out.get(m) for m in names}, 0)
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


class Ported:
    """What `tpatch port` and then `tpatch apply` made of B. `files` is None where a person is needed, or something went wrong."""

    def __init__(self):
        self.files, self.exact, self.words, self.edits = None, False, "", []

    def exact_files(self):
        """The files of which every edit was carried exactly."""
        kinds = collections.defaultdict(set)
        for e in self.edits:
            kinds[e.get("path_in_tree") or e["path"]].add(e["outcome"])
        return [n for n, k in kinds.items() if k == {"exact"}]


def port(tpatch, case, with_a):
    out = Ported()
    with tempfile.TemporaryDirectory(prefix="port-") as root:
        for side, files in (("a", case.a if with_a else None), ("b", case.b)):
            for n, data in {**MARKERS, **(files or {})}.items():
                if data is not None:
                    write(root, f"{side}/{n}", data)
        write(root, "p.patch", case.patch)
        os.mkdir(f"{root}/sets")
        told = run(tpatch, "port", "p.patch", "--to", "b", *(["--from", "a"] if with_a else []), "-o", "sets/set.yaml", "--json=compact", cwd=root)
        result = json.loads(told.stdout) if told.stdout.startswith(b"{") else {}
        if told.returncode not in (0, 3) or "edits" not in result:
            out.words = f"exit {told.returncode}: " + (told.stderr + told.stdout).decode("utf8", "replace")
            return out
        out.edits = result["edits"]
        out.words = "\n".join([f"{e['outcome']} {e.get('path_in_tree') or e['path']}:{e.get('line')} diff:{e['diff_line']} " + " | ".join(e["evidence"])
                               for e in out.edits] + result["notes"])
        out.exact = told.returncode == 0
        if result["counts"]["exact"] + result["counts"]["look"]:
            name = re.search(rb"^name: (\S+)", read(root, "sets/set.yaml"), re.M).group(1).decode()
            done = run(tpatch, "apply", "--root", "b", "--patchsets", "sets", "--use", name, "-q", cwd=root)
            if done.returncode:
                out.words += "\napply: " + (done.stdout + done.stderr).decode("utf8", "replace")
                return out
        if not result["counts"]["person"]:
            out.files = {n: read(f"{root}/b", n) for n in set(case.b) | set(paths_of(case.patch))}
    return out


# --- edits, one by one -----------------------------------------------------------------------------------------------------

def changes(old, new):
    """(first line, lines) of each changed piece of the old text, 0-based, and the words of its lines."""
    a, b = ((t or b"").decode("utf8", "replace").split("\n") for t in (old, new))
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, a, b, False).get_opcodes():
        if tag != "equal":
            yield i1, i2, {" ".join(l.split()) for l in a[i1:i2] + b[j1:j2] if re.search(r"\w", l)}


def place_of(edit, case):
    """Of an edit that was carried: "there", as the person's; "elsewhere"; or "left out", where the person has none of its lines in that file."""
    n = edit.get("path_in_tree") or edit["path"]
    first = edit["line"] - 1
    own = list(changes(edit["before"].encode(), edit["after"].encode()))
    last = first + (own[-1][1] - own[0][0] if own else 0)
    words = set().union(*(w for _, _, w in own)) if own else set()
    theirs = list(changes(case.b.get(n), case.t.get(n)))
    if any(i1 - NEAR <= last and first <= i2 + NEAR for i1, i2, _ in theirs):
        return "there"
    return "elsewhere" if any(words & w for _, _, w in theirs) else "left out"


# --- judging -----------------------------------------------------------------------------------------------------------------

class Verdicts:
    def __init__(self, case):
        self.case, self.of, self.made, self.words = case, {}, {}, {}
        self.wrong_files, self.n_exact_files, self.places = [], 0, collections.Counter()

    def is_perfect(self):
        return all(self.of[t].endswith("exact, right") for t in OURS if t in self.of)


def judge(tpatch, case):
    def is_right(made):
        return all(made.get(n) == case.t.get(n) for n in set(made) | set(case.t))

    out = Verdicts(case)
    peers = {"patch -F0": lambda: gnu(case.patch, case.b, 0), "patch -F2": lambda: gnu(case.patch, case.b, 2)}
    if case.a is not None:
        peers["merge-file"] = lambda: merge_file(case)
    if shutil.which("wiggle"):
        peers["wiggle"] = lambda: wiggle(case)
    for tool, carry in peers.items():
        out.made[tool] = files = carry()
        out.of[tool] = "refused" if files is None else "right" if is_right(files) else "differs"
    for tool in OURS:
        if tool == WITH and case.a is None:
            continue
        ported = port(tpatch, case, tool == WITH)
        kind = "refused" if ported.files is None else "right" if is_right(ported.files) else "differs"
        out.of[tool] = kind if kind == "refused" else ("exact, " if ported.exact else "look, ") + kind
        out.made[tool], out.words[tool] = ported.files, ported.words
        if case.edited:
            out.places.update((tool, e["outcome"], place_of(e, case) if e["outcome"] in ("exact", "look") and e.get("before") else "-") for e in ported.edits)
        elif ported.files:
            out.n_exact_files += len(ported.exact_files())
            out.wrong_files += [f"{tool}: {n}" for n in ported.exact_files() if ported.files.get(n) != case.t.get(n)]
    return out


def keep(folder, v):
    case = v.case
    root = os.path.join(folder, re.sub(r"[^\w.-]+", "_", f"{case.group} {case.name}"))
    shutil.rmtree(root, ignore_errors=True)
    write(root, "patch", case.patch)
    sides = [("a", case.a or {}), ("b", case.b), ("t", case.t)] + [(tool.replace(" ", "-").replace(",", ""), files or {}) for tool, files in v.made.items()]
    for side, files in sides:
        for n, data in files.items():
            if data is not None:
                write(root, f"{side}/{n}", data)
    told = "".join(f"{t}\t{k}\n" for t, k in v.of.items()) + "".join(f"== {t}\n{w}\n" for t, w in v.words.items()) + "".join(f"wrong: {f}\n" for f in v.wrong_files)
    write(root, "verdicts", told.encode())


def is_unseen(name):
    return hashlib.sha256(name.encode()).digest()[0] % 10 == 0


# --- tables -------------------------------------------------------------------------------------------------------------------

def table(title, rows):
    print(f"\n{title}: {len(rows)} patches")
    print(f"{'':16}{'right':>7}{'(exact':>9}{'look)':>7}{'differs':>9}{'(exact':>9}{'look)':>7}{'refused':>9}{'of':>7}")
    for tool in OURS + PEERS:
        n = collections.Counter(v.of[tool] for v in rows if tool in v.of)
        if not n:
            continue
        right, differs = (sum(n[k] for k in n if k.endswith(end)) for end in ("right", "differs"))
        split = [n[f"{k}, {end}"] if tool in OURS else "" for end in ("right", "differs") for k in ("exact", "look")]
        print(f"{tool:16}{right:7}{split[0]:>9}{split[1]:>7}{differs:9}{split[2]:>9}{split[3]:>7}{n['refused']:9}{sum(n.values()):7}")


def table_of_places(rows):
    places = sum((v.places for v in rows), collections.Counter())
    print(f"\nedited pairs, each edit: {'':6}{'there':>8}{'elsewhere':>11}{'left out':>10}{'upstream':>10}{'a person':>10}")
    for tool in OURS:
        for kind in ("exact", "look"):
            row = [places[tool, kind, place] for place in ("there", "elsewhere", "left out")]
            row += [sum(n for key, n in places.items() if key[:2] == (tool, k)) if kind == "exact" else 0 for k in ("upstream", "person")]
            print(f"{tool:16} {kind:13}" + "".join(f"{n or '':>{w}}" for n, w in zip(row, (8, 11, 10, 10, 10))))


def report(verdicts, o):
    groups = sorted({v.case.group for v in verdicts})
    for part in (False, True) if o.part == "all" else (o.part == "unseen",):
        title = "unseen tenth, " if part else ""
        mine = [v for v in verdicts if is_unseen(v.case.name) == part]
        for group in [*groups, "all"] if len(groups) > 1 else groups:
            rows = [v for v in mine if not v.case.edited and group in (v.case.group, "all")]
            if rows:
                table(f"{title}{group}", rows)
                table(f"{title}{group}, hard", [v for v in rows if v.of["patch -F0"] != "right"])
        edited = [v for v in mine if v.case.edited]
        if edited:
            table(f"{title}edited", edited)
            table_of_places(edited)
    plain = [v for v in verdicts if not v.case.edited]
    wrong = [f for v in plain for f in v.wrong_files]
    share = {t: (sum(v.of[t].endswith("right") for v in plain if t in v.of), sum(t in v.of for v in plain)) for t in OURS}
    print(f"\n{len(plain)} mechanical pairs: right with A {share[WITH][0]} of {share[WITH][1]}, without {share[WITHOUT][0]} of {share[WITHOUT][1]}; "
          f"files carried exactly {sum(v.n_exact_files for v in plain)}, of which not as the person's {len(wrong)}")
    ok = plain and not wrong and all(100 * share[t][0] >= least * share[t][1] for t, least in ((WITH, 99), (WITHOUT, 97)))
    if o.check:
        print(f"{1 if ok else 0} passed, {0 if ok else 1} failed")
    return 0 if ok or not o.check else 1


# --- what to run --------------------------------------------------------------------------------------------------------------

def sources(o, tpatch):
    """(name, function that makes the case or None)"""
    trees, repositories = {}, {}
    for given in o.tree:
        version, where = given.split("=", 1)
        if "@" in where:
            path, commit = where.rsplit("@", 1)
            trees[version] = Commit(repositories.setdefault(path, Repository(path)), commit)
        else:
            trees[version] = Folder(where)

    def tree_of(version):
        """The tree of the version, or of its minor release."""
        return trees.get(version) or trees.get(".".join(version.split(".")[:2]))

    seen = set()  # packagers take patches from each other
    for given in o.packager:
        kind, path = given.split("=", 1)
        for case in cases_of_series(kind, list(PACKAGERS[kind](Repository(path))), tree_of):
            pair = case.patch, tuple(sorted((n, data) for n, data in case.t.items() if data is not None))
            if pair not in seen:
                seen.add(pair)
                yield f"{case.group} {case.name}", lambda case=case: case
    for given in o.series:
        name, path = given.split("=", 1)
        for case in cases_of_series(name, list(quilt(path)), tree_of):
            yield f"{case.group} {case.name}", lambda case=case: case
    for case in cases_of_rules(tpatch, o.rules):
        yield f"{case.group} {case.name}", lambda case=case: case
    for path in o.history:
        yield from cases_of_history(path)


def chosen(o, tpatch):
    n = n_given = 0
    for name, make in sources(o, tpatch):
        if not re.search(o.only, name) or (o.part != "all" and is_unseen(name.split(" ", 1)[1]) != (o.part == "unseen")):
            continue
        n += 1
        case = make() if n % o.every == 0 else None
        if case is not None and o.kind in ("all", "edited" if case.edited else "mechanical"):
            n_given += 1
            yield case
        if o.max and n_given >= o.max:
            return


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tpatch")
    for name in ("history", "packager", "series", "tree"):
        parser.add_argument(f"--{name}", action="append", default=[])
    parser.add_argument("--rules", nargs="+", default=[])
    for name in ("list", "check"):
        parser.add_argument(f"--{name}", action="store_true")
    for name, value in (("max", 0), ("every", 1), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--part", choices=["seen", "unseen", "all"], default="all")
    parser.add_argument("--kind", choices=["mechanical", "edited", "all"], default="all")
    parser.add_argument("--only", default="")
    parser.add_argument("--keep")
    return parser.parse_args()


def main():
    o = arguments()
    tpatch = os.path.abspath(o.tpatch)
    verdicts, room = [], threading.Semaphore(4 * o.jobs)

    def one(case):
        try:
            return judge(tpatch, case)
        finally:
            room.release()

    def finish(v):
        verdicts.append(v)
        differs = any("differs" in v.of.get(t, "") for t in OURS) and not v.case.edited
        if o.list or differs or v.wrong_files:
            told = ", ".join(f"{t}: {k}" for t, k in v.of.items())
            print(f"{'edited ' if v.case.edited else ''}{v.case.group} {v.case.name}: {told}{''.join(' WRONG ' + f for f in v.wrong_files)}", flush=True)
        if o.keep and not v.is_perfect():
            keep(o.keep, v)
        v.made = v.case.a = v.case.b = v.case.t = v.case.patch = None

    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        waiting = collections.deque()
        for case in chosen(o, tpatch):
            room.acquire()
            waiting.append(pool.submit(one, case))
            while waiting and waiting[0].done():
                finish(waiting.popleft().result())
        for task in waiting:
            finish(task.result())
    return report(verdicts, o)


if __name__ == "__main__":
    sys.exit(main())
