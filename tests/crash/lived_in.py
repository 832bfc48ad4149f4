#!/usr/bin/env python3
"""Trees that people live in: rules of three sets meet in a file, in runs of their own, and between the runs the file is edited by hand.

usage: lived_in.py [--seconds N | --sequences N] [--seed N] TPATCH

Each sequence begins with a random file and random sets whose rules put words of their own beside, around and into the same statements. Some trees
have what one of the sets does already, and no record of it. Then come random steps: a run with one set, an edit by hand (statements, comments and blank lines anywhere; lines that a run put in taken out), a rollback of the newest run, a next version of a set. After a
run that exits with 0 each rule of the set says *patched* or *already patched*, and its words are in the file once for each place: never twice, whatever was put
between. A run or rollback that fails changes nothing. A set that was applied goes again, unless one of two lines that it put in was taken out, or one of a hunk changed.

The sequences are those of --seed, whatever the time. A sequence that fails is printed with its steps. Ends with "lived in: N passed, N failed".
"""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROJECT = "tpatch: 1\nproject: demo\nsummary: s\nmarkers: [demo.txt]\nversion-file: demo.txt\n"
SETS = ["one", "two", "three"]


class Language:
    """How statements look: `call` % (name, argument), several of one name where they may `repeat`; `head` % number and `end` of a block; `array` % name, a list of p and q,
    as code and as pattern, with words as `item`s. A comment `trails` a statement, where that is not by lines alone."""

    def __init__(self, path, call, wrap, head, end, comment, array=None, pattern=None, item="%s", frame=None, repeat=True, trails=True):
        self.path, self.call, self.wrap, self.head, self.end, self.comment = path, call, wrap, head, end, comment
        self.item, self.repeat, self.trails = item, repeat, trails
        self.array, self.pattern = array, pattern
        self.frame = frame or ([], "", [])  # lines above, indentation, lines below


LANGUAGES = [
    Language("a.cmake", "%s(%s)", "if(%s)\n  $MATCH\nendif()", "if(Z%d)", "endif()", "#", "set(%s p q)", "set(%s $$$XS)"),
    Language("a.py", "%s(%s)", "if %s:\n    $MATCH", "if Z%d:", None, "#", "%s = [p, q]", "%s = [$$$XS]"),
    Language("a.bzl", "%s(%s)", "if %s:\n    $MATCH", "if Z%d:", None, "#", "%s = [p, q]", "%s = [$$$XS]"),
    Language("a.c", "%s(%s);", "if (%s) {\n\t$MATCH\n}", "if (Z%d) {", "}", "//", "int %s[] = {p, q};", "int %s[] = {$$$XS};",
             frame=(["void f(void)", "{"], "\t", ["}"])),
    Language("a.sh", "%s %s", "if %s; then\n  $MATCH\nfi", "if z%d; then", "fi", "#", "%s=(p q)", "%s=($$$XS)"),
    Language("a.cu", "%s(%s);", "if (%s) {\n\t$MATCH\n}", "for (;Z%d;) {", "}", "//", "int %s[] = {p, q};", "int %s[] = {$$$XS};",
             frame=(["__global__ void f(int n)", "{"], "\t", ["}"])),
    Language("a.toml", "%s = \"%s\"", None, "[z%d]", None, "#", "%s = [\"p\", \"q\"]", "%s = [$$$XS]", item='"%s"', repeat=False),
    Language("a.yaml", "%s: %s", None, "z%d:", None, "#", repeat=False, trails=False),
    Language("a.txt", "%s = %s", "begin %s\n$MATCH\nend", "[z%d]", None, ";", trails=False),
    Language("a.bat", "call %s %s", "if defined %s (\n  $MATCH\n)", "if defined z%d (", ")", "rem", trails=False),
]


class Wrong(Exception):
    pass


class Rule:
    """`word` is in the file `places` times when the rule is made, and so is `second`, if the edit has that."""

    def __init__(self, rule_id, edit, word, places):
        self.id, self.edit, self.word, self.places = rule_id, edit, word, places
        self.second = word + "_too" if word + "_too" in json.dumps(edit) else None


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(text)


class File:
    """Lines, the names of their calls, some of them there several times, and those of their lists."""

    def __init__(self, choose, language):
        self.choose, self.language, self.calls, self.arrays = choose, language, [], []
        above, indent, below = language.frame
        self.lines = list(above)
        for number in range(choose.randrange(2, 6)):
            if choose.random() < 0.3:
                inner = indent + ("\t" if indent else "  " if language.end else "    ")
                self.lines.append(indent + language.head % number)
                self.lines += [inner + self.statement() for _ in range(choose.randrange(1, 3))]
                self.lines += [indent + language.end] if language.end else []
            else:
                self.lines.append(indent + self.statement())
            self.lines += choose.choice([[], [], [], [""], [indent + language.comment + " note"]])
        self.lines += below

    def statement(self):
        if self.language.array and self.choose.random() < 0.2:
            self.arrays.append("list%d" % len(self.arrays))
            return self.language.array % self.arrays[-1]
        again = self.calls and self.language.repeat and self.choose.random() < 0.25
        self.calls.append(self.choose.choice(self.calls) if again else "call%d" % len(self.calls))
        return self.language.call % (self.calls[-1], "x")

    def edit_beside(self, name, word):
        """An edit that puts the word beside or around a call, or into its place with the call itself; and whether it does so once in a file."""
        pattern, line = self.language.call % (name, "x"), self.language.call % (word, "1")
        second = self.language.call % (word + "_too", "2")
        wraps = [({"match": pattern, "wrap": self.language.wrap % word}, False)] if self.language.wrap else []
        return self.choose.choice(wraps + [
            ({"match": pattern, "insert-after": line}, False),
            ({"match": pattern, "insert-before": line}, False),
            ({"match": pattern, "insert-after": line + "\n" + second}, False),
            ({"match": pattern, "insert-before": second + "\n" + line}, False),
            ({"match": pattern, "replace": pattern + "\n" + line}, False),
            ({"regex": r"\b%s\b" % name, "insert-after": line}, False),
            ({"match": pattern, "ensure-after": line}, True),
            ({"match": pattern, "ensure-before": line}, True),
            (self.hunk(name, line) or {"match": pattern, "insert-after": line}, self.calls.count(name) == 1),
        ])

    def hunk(self, name, line):
        """The same as a hunk, between the call and what follows; None where the call is there several times, or no line with something on it follows."""
        at = [i for i, text in enumerate(self.lines) if self.language.call % (name, "x") == text.strip()]
        if len(at) != 1 or not "".join(self.lines[at[0] + 1:at[0] + 2]):
            return None
        old = self.lines[at[0]]
        indent = old[:len(old) - len(old.strip())]
        return {"hunk": "@@\n %s\n+%s%s\n %s\n" % (old, indent, line, self.lines[at[0] + 1])}

    def edit_owned(self, name, word):
        """An edit of the call itself, and what then is there once for each."""
        pattern = self.language.call % (name, "x")
        edit = self.choose.choice([{"match": pattern}, {"regex": re.escape(pattern).replace("\\ ", " ")}])
        replaced = dict(edit, replace=self.language.call % (name, word))
        value = {"match": self.language.call % (name, "$X"), "set": {"X": word}}
        return self.choose.choice([(replaced, word), (value if self.language.trails and '"' not in pattern else replaced, word), (dict(edit, delete=True), None)])

    def rules(self, owner, owners):
        """The set `owner`; `owners`: which set alone may change the call itself."""
        rules = []
        for name in sorted(set(self.calls)):
            count = self.calls.count(name)
            if name in owners:
                edit, word = self.edit_owned(name, "%s_%s" % (owner, name))
                if owners[name] == owner:
                    rules.append(Rule("%s-%s" % (owner, name), edit, word or name, count if word else 0))
                continue
            for k in range(self.choose.choice([0, 1, 1, 2])):
                word = "%s_%s_%d" % (owner, name, k)
                edit, once = self.edit_beside(name, word)
                rules.append(Rule("%s-%s-%d" % (owner, name, k), edit, word, 1 if once else count))
        for name in self.arrays:
            if self.choose.random() < 0.7:
                word = "%s_%s" % (owner, name)
                rules.append(Rule("%s-%s" % (owner, name), {"match": self.language.pattern % name, "add-to": {"XS": self.language.item % word}}, word, 1))
        return rules


class Sequence:
    def __init__(self, tpatch, folder, seed):
        self.tpatch, self.root, self.sets, self.steps = tpatch, folder + "/tree", folder + "/sets", []
        self.choose = choose = random.Random(seed)
        self.language = choose.choice(LANGUAGES)
        self.path = os.path.join(self.root, self.language.path)
        self.eol = choose.choice(["\n", "\n", "\r\n"])
        self.users = self.runs = 0
        self.done = set()
        self.torn = set()  # words of rules of which a part of the lines was changed
        file = File(choose, self.language)
        owners = {name: choose.choice(SETS) for name in file.calls if choose.random() < 0.25}
        rules = {name: file.rules(name, owners) for name in SETS}
        self.rules = {name: rules[name] for name in SETS if rules[name]}
        for made in (self.root, self.sets):
            shutil.rmtree(made, ignore_errors=True)
        write(self.sets + "/demo.yaml", PROJECT)
        write(self.root + "/demo.txt", "1.0\n")
        self.put(file.lines)
        self.old = {}  # words that rules had in an earlier version, by the words that they have now
        for name in self.rules:
            self.write_set(name)

    def write_set(self, name):
        write("%s/%s.yaml" % (self.sets, name), json.dumps({
            "tpatch": 1, "name": name, "summary": "s", "target": {"project": "demo", "versions": "1.*"},
            "rules": [{"id": rule.id, "title": "Do", "why": "w", "files": self.language.path, "edits": [rule.edit]} for rule in self.rules[name]]}))

    def text(self):
        with open(self.path, encoding="utf-8", newline="") as f:
            return f.read()

    def put(self, lines):
        write(self.path, self.eol.join(lines) + self.eol)

    def must(self, condition, what):
        if not condition:
            raise Wrong("\n".join(self.steps + [what, self.text()]))

    def run(self, *words):
        done = subprocess.run([self.tpatch, *words, "--root", self.root], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.steps.append("%s: %d" % (" ".join(words[:3]), done.returncode))
        return done

    def apply(self):
        name, before = self.choose.choice(list(self.rules) or [None]), self.text()
        if not name:
            return
        done = self.run("apply", "--use", name, "--patchsets", self.sets, "--json=compact")
        if done.returncode:
            # Rules of a set may not go together; but then they never did.
            self.must(done.returncode == 3 and self.text() == before, "a run that failed changed the file, or cannot say why: " + done.stderr)
            verdicts = {rule["id"]: rule["verdict"] for rule in json.loads(done.stdout or "{}").get("rules", [])}
            doubtful = [rule.word for rule in self.rules[name] if verdicts.get(rule.id) in ("ambiguous", "drifted", "missing")]
            self.must(name not in self.done or self.torn.intersection(doubtful), "a set that was applied does not go any more: " + done.stdout)
            return
        self.done.add(name)
        self.runs += self.text() != before
        verdicts = {rule["id"]: rule["verdict"] for rule in json.loads(done.stdout)["rules"]}
        for rule in self.rules[name]:
            self.must(verdicts[rule.id] in ("patched", "already-patched"), "%s is %s" % (rule.id, verdicts[rule.id]))
            self.must_have(rule, True)
            old = self.old.get(rule.word)
            self.must(not old or not re.search(r"\b%s\b" % old, self.text()), "'%s' is there beside '%s', which takes its place in %s" % (rule.word, old, rule.edit))

    def must_have(self, rule, all_of_it):
        for word in filter(None, [rule.word, rule.second]):
            found = len(re.findall(r"\b%s\b" % word, self.text()))
            self.must(found <= rule.places and (found == rule.places or not all_of_it), "'%s' of %s is there %d times, not %d" % (word, rule.edit, found, rule.places))

    def rollback(self):
        if not self.runs:
            return
        before = self.text()
        if self.run("rollback").returncode == 0:
            self.runs -= 1
            self.done.clear()
        else:
            self.must(self.text() == before, "a rollback that failed changed the file")

    def edit(self):
        """As a person would: whole lines, where one may stand, and comments behind those that are there."""
        lines, comment = self.text().replace("\r\n", "\n").split("\n")[:-1], self.language.comment
        ours = r"(call )?(%s)" % "|".join(name + r"_\w+" for name in SETS)
        how = self.choose.choice(["statement", "statement", "comment", "trail", "blank", "take out", "take back"])
        kinds = {"statement": r"\s*(%s|(call )?(call|user)\d+)\b[ (]" % ours, "trail": r"\s*(%s|(call|user)\d+)\b" % ours, "take out": r"\s*(%s)\b[ (][12]" % ours,
                 "take back": r"\s*(call )?user"}
        places = [i for i, line in enumerate(lines) if re.match(kinds.get(how, ""), line) and not line.endswith((":", "{", "\\"))]
        if not places or (how == "trail" and not self.language.trails):
            return
        at = self.choose.choice(places)
        indent = re.match(r"\s*", lines[at])[0]
        self.users += 1
        if how == "statement":
            lines.insert(at + self.choose.randrange(2), indent + self.language.call % ("user%d" % self.users, "u"))
        elif how == "comment":
            lines.insert(at, "%s%s user %d" % (indent, comment, self.users))
        elif how == "trail":
            lines[at] += "" if comment in lines[at] else " %s why" % comment
            self.tear(lines[at], "hunk")
        elif how == "blank":
            lines.insert(at, "")
        else:
            self.tear(lines.pop(at), "")
        self.steps.append("edit: %s, line %d" % (how, at + 1))
        self.put(lines)

    def upgrade(self):
        """A rule of a set that was applied has another word in the set's next version."""
        name = self.choose.choice(sorted(self.done) or [None])
        rules = [i for i, rule in enumerate(self.rules[name]) if rule.word in json.dumps(rule.edit) and rule.word.count("_") > 1 and rule.word not in self.old] if name else []
        if not rules:
            return
        at = self.choose.choice(rules)
        old = self.rules[name][at]
        new = Rule(old.id, json.loads(json.dumps(old.edit).replace(old.word, old.word + "_new")), old.word + "_new", old.places)
        self.rules[name][at] = new
        self.old[new.word] = old.word
        self.done.discard(name)
        self.write_set(name)
        self.steps.append("%s is now %s" % (old.word, new.word))

    def tear(self, line, operation):
        """Such lines are no more as the operation, or one that puts in two, has written them."""
        words = re.findall(r"\w+", line)
        self.torn.update(rule.word for rule in sum(self.rules.values(), [])
                         if {rule.word, rule.second}.intersection(words) and (rule.second or "hunk" in rule.edit) and operation in " ".join(rule.edit))

    def inherit(self):
        """The tree comes with what one of the sets does, and without a record of that."""
        self.apply()
        shutil.rmtree(self.root + "/.tpatch", ignore_errors=True)
        self.runs = 0
        self.done.clear()
        self.steps.append("the journal is gone")
        # Where no run has seen the file, nothing tells lines that a person has parted from their place.
        for _ in range(4):
            if not self.runs:
                self.apply()

    def play(self, length):
        inherits = self.choose.random() < 0.3
        if inherits:
            self.inherit()
        deeds = [self.apply] * 3 + [self.edit] * (3 if self.runs or not inherits else 0) + [self.rollback, self.upgrade] * (not inherits)
        for _ in range(length):
            self.choose.choice(deeds)()
            for rule in sum(self.rules.values(), []):
                if rule.places:
                    self.must_have(rule, False)


def main():
    parser = argparse.ArgumentParser(description="Trees that people live in.")
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--sequences", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("tpatch")
    args = parser.parse_args()
    until = time.monotonic() + args.seconds if args.seconds else None
    folder = tempfile.mkdtemp(prefix="tpatch-lived-in-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    os.environ["HOME"] = os.environ["XDG_STATE_HOME"] = folder
    passed = failed = 0
    seed = args.seed
    while failed < 5 and ((time.monotonic() < until) if until else passed + failed < args.sequences):
        sequence = Sequence(os.path.abspath(args.tpatch), folder, seed)
        try:
            sequence.play(4 + sequence.choose.randrange(10))
            passed += 1
        except Wrong as wrong:
            failed += 1
            print("FAILED sequence %d:\n%s" % (seed, wrong), flush=True)
        seed += 1
    shutil.rmtree(folder)
    print("lived in: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
