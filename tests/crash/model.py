#!/usr/bin/env python3
"""The journal against a model of it: random sequences of what people do with runs.

usage: model.py [--seconds N | --sequences N] [--seed N] TPATCH

Each sequence begins with a fresh tree and makes random steps: apply (with random sets and rules), edits by hand (text, removal, a file put back, the
executable bit), rollback of any run, forced or not, a rollback that was cut off, and recover, log --prune. The model below is docs/safety.md, "Runs on
top of each other", in 150 lines: it knows the tree and the runs as they should be. After every step the whole tree, the exit code, `log` and `status`
are compared with it. At the end of a sequence everything that stands is undone, newest first, and everything that is kept is brought back.

The sequences are those of --seed, whatever the time. A sequence that fails is printed with its steps. Ends with "model: N passed, N failed", one for
each sequence.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

PROJECT = "tpatch: 1\nproject: demo\nsummary: s\nmarkers: [demo.txt]\nversion-file: demo.txt\n"
RULE = "  - id: {id}\n    title: t\n    why: w\n    optional: true\n    files: '{path}'\n    edits:\n"
FILES = ["a.cmake", "d/b.cmake", "d/e/c.cmake"]
EDITS = 3


def patch_set(name, low):
    """The rules of the two sets meet in some files: one counts 1 -> 2, the other 2 -> 3."""
    text = "tpatch: 1\nname: %s\nsummary: s\ntarget: {project: demo, versions: '1.*'}\nrules:\n" % name
    for path in FILES:
        for k in range(EDITS):
            text += RULE.format(id="set-%s-%d" % (path[-7], k), path=path)
            text += "      - match: set(V%d %d)\n        replace: set(V%d %d)\n" % (k, low, k, low + 1)
    text += RULE.format(id="bit-and-text", path="run.sh") + "      - {match: echo %d, replace: echo %d}\n      - executable: %s\n" % (
        low, low + 1, "true" if low == 1 else "false")
    if low == 1:
        text += RULE.format(id="make-f", path="new/in/f.txt") + "      - create: |\n          made\n"
        text += RULE.format(id="gone-g", path="gone.txt") + "      - remove-file: {text: \"old\\n\"}\n"
    else:
        text += RULE.format(id="make-g", path="new/in/g.txt") + "      - create: |\n          made too\n"
    return text


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def make_tree(root):
    write(root + "/demo.txt", "1.0.0\n")
    for path in FILES:
        write(os.path.join(root, path), "".join("set(V%d 1)\n" % k for k in range(EDITS)))
    write(root + "/run.sh", "echo 1\n")
    write(root + "/gone.txt", "old\n")
    for at, path in enumerate(sorted(FILES + ["run.sh", "gone.txt"])):
        os.utime(os.path.join(root, path), ns=(0, (1500000000 + at) * 10**9 + 7))


def snapshot(root):
    """path -> (text, mode, mtime) of every file, without the journal."""
    found = {}
    for folder, folders, names in os.walk(root):
        if folder == root and ".tpatch" in folders:
            folders.remove(".tpatch")
        for name in names:
            full = os.path.join(folder, name)
            with open(full, "rb") as f:
                text = f.read()
            st = os.stat(full)
            found[os.path.relpath(full, root)] = (text, st.st_mode & 0o7777, st.st_mtime_ns)
    return found


class Run:
    """files: path -> (what the run found, what it left), each None or (text, mode, mtime)."""

    def __init__(self, files, made=(), keeps=0):
        self.state = "kept" if keeps else "applied"
        self.files, self.made, self.keeps = files, set(made), keeps

    def is_upon(self, other):
        return any(path in other.files or (after and any(path.startswith(folder + "/") for folder in other.made))
                   for path, (_, after) in self.files.items())


def executable(file):
    return bool(file[1] & 0o111)


def content(now, before, after):
    """What `now` is by what a run found and left."""
    if now is None:
        return "before" if before is None else "after" if after is None else "gone"
    tells = before and after and executable(before) != executable(after)
    if after and now[0] == after[0] and (not tells or executable(now) == executable(after)):
        return "after"
    if before and now[0] == before[0] and (not tells or executable(now) == executable(before)):
        return "before"
    return "other"


class Model:
    def __init__(self, tree):
        self.tree, self.runs, self.last = dict(tree), {}, 0

    def with_state(self, *states):
        return [number for number in sorted(self.runs) if self.runs[number].state in states]

    def add(self, run):
        self.last += 1
        self.runs[self.last] = run
        return self.last

    def put(self, path, file):
        if file is None:
            self.tree.pop(path, None)
        else:
            self.tree[path] = file

    def upon(self, number):
        """The runs to be undone with `number`, newest first."""
        found = [number]
        for later in self.with_state("applied"):
            if later > number and any(self.runs[later].is_upon(self.runs[each]) for each in found):
                found.append(later)
        return sorted(found, reverse=True)

    def conditions(self, number):
        return {path: content(self.tree.get(path), before, after) for path, (before, after) in self.runs[number].files.items()}

    def undo(self, number):
        for path, what in self.conditions(number).items():
            if what == "after":
                self.put(path, self.runs[number].files[path][0])
        self.runs[number].state = "undone"

    def rollback(self, number, force):
        """Changes the model; returns the exit code."""
        if number is None:
            number = (self.with_state("applied") or [None])[-1]
        run = self.runs.get(number)
        if not run or run.state not in ("applied", "kept"):
            return 2
        if run.state == "kept":
            return self.bring_back(run, force)
        if not force:
            if self.upon(number) != [number] or set(self.conditions(number).values()) - {"before", "after"}:
                return 3
            self.undo(number)
            return 0
        for each in self.upon(number):
            found = self.runs[each].files
            edits = {path: (self.tree.get(path), found[path][0]) for path, what in self.conditions(each).items() if what in ("other", "gone")}
            if edits:
                kept = self.add(Run(edits, self.missing_folders(edits), each))
                for path, (_, after) in edits.items():
                    self.put(path, after)
            self.undo(each)
        return 0

    def missing_folders(self, files):
        """Those that a run makes: they can be missing only where a whole run was taken back, and this tree loses no others."""
        return [folder for folder in ("new", "new/in") if any(after and path.startswith(folder + "/") for path, (_, after) in files.items()) and
                not os.path.isdir(os.path.join(self.root, folder))]

    def is_known(self, path):
        now = self.tree.get(path)
        for run in self.runs.values():
            for side in run.files.get(path, ()):
                if (side is None and now is None) or (side and now and side[0] == now[0]):
                    return True
        return False

    def bring_back(self, kept, force):
        files = {}
        for path, (wanted, after) in kept.files.items():
            now = self.tree.get(path)
            if content(now, wanted, after) == "before":
                continue
            if not force and not self.is_known(path):
                return 3
            files[path] = (now, wanted)
        if files:
            self.add(Run(files, self.missing_folders(files)))
            for path, (_, wanted) in files.items():
                self.put(path, wanted)
        return 0

    def prune(self, keep):
        counted = self.with_state("applied", "kept")
        for number in list(self.runs):
            if self.runs[number].state == "undone" or number not in counted[max(0, len(counted) - keep):]:
                del self.runs[number]


class Wrong(Exception):
    pass


def must(condition, *text):
    if not condition:
        raise Wrong("\n".join(str(each) for each in text))


class Sequence:
    def __init__(self, tpatch, folder, seed):
        self.tpatch, self.root, self.sets = tpatch, os.path.join(folder, "tree"), os.path.join(folder, "sets")
        self.random, self.steps, self.journal = random.Random(seed), [], os.path.join(folder, "tree", ".tpatch")
        shutil.rmtree(self.root, ignore_errors=True)
        make_tree(self.root)
        self.model = Model(snapshot(self.root))
        self.model.root = self.root
        self.texts = {path: {file[0]} for path, file in self.model.tree.items()}

    def run(self, *words):
        done = subprocess.run([self.tpatch, *words, "--root", self.root], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return done.returncode, done.stdout, done.stderr.decode()

    def apply(self):
        before, folders = snapshot(self.root), {folder for folder in ("new", "new/in") if os.path.isdir(os.path.join(self.root, folder))}
        words = ["apply", "-q", "--patchsets", self.sets, "--use", self.random.choice(["one", "two"])]
        if self.random.random() < 0.7:
            words += ["--rule", self.random.choice(["set-a*", "set-b*", "set-c*", "set-?-%d" % self.random.randrange(EDITS), "bit*", "{bit*,set-a*}", "make*", "gone*", "{make*,gone*,set-a*}"])]
        self.steps.append(" ".join(words[4:]))
        code, _, err = self.run(*words)
        must(code in (0, 2, 3), "exit code %d" % code, err)
        after = snapshot(self.root)
        files = {path: (before.get(path), after.get(path)) for path in {**before, **after} if before.get(path) != after.get(path)}
        must(code == 0 or not files, "a run that failed changed files", files)
        if files:
            made = {folder for folder in ("new", "new/in") if os.path.isdir(os.path.join(self.root, folder))} - folders
            self.model.add(Run(files, made))
        self.model.tree = after

    def edit(self):
        path = self.random.choice(FILES + ["run.sh", "gone.txt", "new/in/f.txt"])
        full, how = os.path.join(self.root, path), self.random.choice(["append", "append", "remove", "put back", "bit"])
        if how != "put back" and not os.path.exists(full):
            return
        self.steps.append("%s %s" % (how, path))
        if how == "append":
            with open(full, "a", encoding="utf-8") as f:
                f.write("# %d\n" % self.random.randrange(1000))
        elif how == "remove":
            os.remove(full)
        elif how == "bit":
            os.chmod(full, 0o644 if os.stat(full).st_mode & 0o100 else 0o755)
        elif os.path.isdir(os.path.dirname(full)):
            with open(full, "wb") as f:
                f.write(self.random.choice(sorted(self.texts.get(path, {b"made\n"}))))
        self.model.tree = snapshot(self.root)

    def rollback(self):
        number = self.random.choice([None, self.random.randrange(self.model.last + 2) or None] + 2 * self.model.with_state("applied") + self.model.with_state("kept"))
        force = self.random.random() < 0.5
        self.take_back(number, force)

    def take_back(self, number, force):
        words = ["rollback"] + ([str(number)] if number else []) + (["--force"] if force else [])
        self.steps.append(" ".join(words))
        wanted = self.model.rollback(number, force)
        code, _, err = self.run(*words)
        must(code == wanted, "%s: exit code %d, not %d" % (words, code, wanted), err)

    def cut_off(self):
        """A rollback that was killed before it had put a file back; and what puts it in order."""
        applied = [number for number in self.model.with_state("applied")
                   if self.model.upon(number) == [number] and not set(self.model.conditions(number).values()) - {"before", "after"}]
        if not applied:
            return
        number = self.random.choice(applied)
        name = os.path.join(self.journal, "runs", "%06d" % number, "header.")
        os.rename(name + "applied", name + "rolling")
        self.steps.append("rollback %d, cut off; recover" % number)
        self.model.undo(number)
        code, _, err = self.run("recover")
        must(code == 0, "recover: exit code %d" % code, err)

    def prune(self):
        keep = self.random.randrange(4)
        self.steps.append("log --prune --keep %d" % keep)
        self.model.prune(keep)
        code, _, err = self.run("log", "--prune", "--keep", str(keep))
        must(code == 0, "log --prune: exit code %d" % code, err)

    def recover(self):
        self.steps.append("recover")
        code, _, err = self.run("recover")
        must(code == 0, "recover: exit code %d" % code, err)

    def compare(self):
        model, tree = self.model, snapshot(self.root)
        for path in sorted(set(tree) | set(model.tree)):
            now, wanted = tree.get(path), model.tree.get(path)
            must(now == wanted, "%s is %s" % (path, now), "and should be %s" % (wanted,))
            if now:
                self.texts.setdefault(path, set()).add(now[0])
        code, out, err = self.run("log", "--json=compact")
        must(code == 0, "log: exit code %d" % code, err)
        found = {run["run"]: (run["state"], sorted(file["path"] for file in run["files"])) for run in json.loads(out)}
        wanted = {number: (run.state, sorted(run.files)) for number, run in model.runs.items()}
        must(found == wanted, "log: %s" % found, "should be: %s" % wanted)
        code, out, err = self.run("status", "--json=compact", "--patchsets", self.sets, "--use", "one")
        must(code == 0, "status: exit code %d" % code, err)
        said = json.loads(out)
        found = {run["run"]: sorted(file["path"] for file in run["drifted"]) for run in said["runs"]}
        applied = model.with_state("applied")
        newest = {path: number for number in applied for path in model.runs[number].files}
        wanted = {number: sorted(path for path, what in model.conditions(number).items() if what != "after" and newest[path] == number) for number in applied}
        must(found == wanted, "status: %s" % found, "should be: %s" % wanted)
        found = sorted(run["run"] for run in said.get("kept", []))
        must(found == model.with_state("kept"), "status keeps %s" % found, "should keep %s" % model.with_state("kept"))

    def play(self, length):
        deeds = [self.apply] * 10 + [self.edit] * 6 + [self.rollback] * 6 + [self.cut_off] * 2 + [self.prune, self.recover]
        for _ in range(length):
            self.random.choice(deeds)()
            self.compare()
        # Everything that stands can be undone, and what is kept can be had back, and that undone again.
        while self.model.with_state("applied"):
            self.take_back(None, True)
            self.compare()
        for number in self.model.with_state("kept"):
            self.take_back(number, True)
            self.compare()
        while self.model.with_state("applied"):
            self.take_back(None, False)
            self.compare()


def main():
    parser = argparse.ArgumentParser(description="The journal against a model of it.")
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--sequences", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("tpatch")
    args = parser.parse_args()
    until = time.monotonic() + args.seconds if args.seconds else None
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = tempfile.mkdtemp(prefix="tpatch-model-", dir=memory)
    os.environ["HOME"] = os.environ["XDG_STATE_HOME"] = folder
    write(folder + "/sets/demo.yaml", PROJECT)
    write(folder + "/sets/one.yaml", patch_set("one", 1))
    write(folder + "/sets/two.yaml", patch_set("two", 2))
    passed = failed = steps = 0
    seed = args.seed
    while (time.monotonic() < until) if until else passed + failed < (args.sequences or 60):
        sequence = Sequence(os.path.abspath(args.tpatch), folder, seed)
        try:
            sequence.play(4 + sequence.random.randrange(20))
            passed += 1
        except Wrong as wrong:
            failed += 1
            print("FAILED sequence %d:" % seed)
            print("".join("    %s\n" % step for step in sequence.steps) + str(wrong), flush=True)
            if failed == 5:
                break
        steps += len(sequence.steps)
        seed += 1
    shutil.rmtree(folder)
    print("model: %d steps" % steps)
    print("model: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
