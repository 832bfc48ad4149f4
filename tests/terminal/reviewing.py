"""tpatch port --review."""
import json
import os
import subprocess

from pseudo import Terminal, expect

OLD = ["line %d" % number for number in range(1, 61)]
# The lines that change are others in the new tree, by a word that the edit does not touch.
PLACES = (10, 30, 50)


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Case:
    """A series of which three edits are to be looked at, two of them in one rule, and what was carried of it."""

    def __init__(self, tpatch, folder):
        self.tpatch, self.folder, self.set = tpatch, folder, os.path.join(folder, "sets", "ported.yaml")
        for name in ("new", "sets"):
            os.mkdir(os.path.join(folder, name))
        new = [line + " more" if number in PLACES else line for number, line in enumerate(OLD, 1)]
        write(os.path.join(folder, "new", "a.txt"), new)
        write(os.path.join(folder, "new", "b.txt"), new)
        write(os.path.join(folder, "new", "demo.txt"), ["2.0"])
        write(os.path.join(folder, "sets", "project.yaml"), ["tpatch: 1", "project: demo", "summary: A project", "markers: [demo.txt]", "version-file: demo.txt"])
        diff = []
        for name, places in (("a.txt", PLACES[:2]), ("b.txt", PLACES[2:])):
            diff += ["--- a/" + name, "+++ b/" + name]
            for at in places:
                diff += ["@@ -%d,3 +%d,3 @@" % (at - 1, at - 1), " line %d" % (at - 1), "-line %d" % at, "+LINE %d" % at, " line %d" % (at + 1)]
        write(os.path.join(folder, "all.patch"), diff)

    def call(self, *arguments):
        result = subprocess.run([self.tpatch, *arguments], cwd=self.folder, capture_output=True, stdin=subprocess.DEVNULL, check=False, timeout=60)
        return result.returncode, result.stdout.decode() + result.stderr.decode()

    def carry(self, code=3):
        found, text = self.call("port", "all.patch", "--to", "new", "--patchsets", "sets", "-o", self.set)
        expect(found == code, "port: exit %d: %s", found, text)
        return text

    def start(self, *more):
        return Terminal([self.tpatch, "port", "--review", self.set, *more], self.folder)

    def result(self):
        """What the set makes of the tree, as lines that are capitals."""
        code, text = self.call("--root", "new", "--patchsets", "sets", "--dry-run", "-q", "--json")
        expect(code in (0, 1), "the set does not apply: exit %d: %s", code, text)
        return sorted(line[1:] for change in json.loads(text)["changes"] for line in change["diff"].splitlines() if line.startswith("+LINE"))


def case_review_accepts(tpatch, folder):
    case = Case(tpatch, folder)
    case.carry()
    expect(read(case.set).count("  # carried, look at it: all.patch:") == 3, "the set has not three edits to look at:\n%s", read(case.set))
    terminal = case.start()
    asked = terminal.answer("y\n")
    expect("all.patch:3: carried, look at it\n  placed and merged word by word" in asked and "-line 10\n+LINE 10\n" in asked and "-line 10 more\n" in asked, "the question is %r", asked)
    expect("(1/3) Accept this edit, one of 2 of the rule [y,n,a,d,q,k,w,p,?]? " in asked, "the prompt is %r", asked)
    asked = terminal.answer("what\n")
    expect("(2/3)" in asked, "the second question is %r", asked)
    asked = terminal.answer("w\n")
    expect("'what' is not an answer" in asked and "q - quit" in asked, "the help is %r", asked)
    asked = terminal.answer("k\n")
    expect("- id: apply-all-a-txt" in asked and "edits:" not in asked, "w says %r", asked)
    asked = terminal.answer("q\n")
    expect("all.patch:3" in asked, "k goes to %r", asked)
    expect(terminal.end() == 3, "exit %s", terminal.status)
    expect(read(case.set).count("carried, look at it") == 3 and "reviewed" not in read(case.set), "q wrote something")
    terminal = case.start()
    terminal.answer("y\n")
    terminal.answer("q\n")
    expect(terminal.end() == 3 and ": 1 accepted, 2 to look at, 0 left to a person\n" in terminal.plain(), "after one answer: %r", terminal.plain()[-200:])
    # What was accepted is not asked again, and stays accepted when all is carried anew.
    expect("1 of them reviewed" in case.carry() and read(case.set).count("  # carried, reviewed: all.patch:3\n") == 1, "a new port forgets the answer")
    terminal = case.start()
    asked = terminal.answer("a\n")
    expect("(1/2)" in asked and terminal.end() == 0, "the rest: %r", terminal.plain()[-400:])
    expect("next" not in case.carry(0), "all is reviewed, and there is a next")
    expect(case.call("port", "--review", case.set)[0] == 0, "a set without questions needs no terminal")
    expect(case.result() == ["LINE 10 more", "LINE 30 more", "LINE 50 more"], "the set makes %s", case.result())


def case_review_rejects(tpatch, folder):
    case = Case(tpatch, folder)
    case.carry()
    terminal = case.start()
    terminal.answer("n\n")
    asked = terminal.answer("y\n")
    expect("(3/3) Accept this edit [" in asked, "the other edit of a rejected rule is asked for: %r", asked)
    expect(terminal.end() == 3, "exit %s", terminal.status)
    text = read(case.set)
    expect("# rejected: apply-all-a-txt\n#   # carried, look at it: all.patch:3\n" in text and "\n  - id: apply-all-b-txt" in text, "the set is\n%s", text)
    expect(case.result() == ["LINE 50 more"], "the set makes %s", case.result())
    # With all of them rejected there is no set.
    os.remove(case.set)
    case.carry()
    before = read(case.set)
    terminal = case.start()
    terminal.answer("d\n")
    expect(terminal.end() == 3 and "every rule was rejected" in terminal.plain() and read(case.set) == before, "all rejected: %r", terminal.plain()[-300:])


def case_review_in_one_go(tpatch, folder):
    case = Case(tpatch, folder)
    terminal = Terminal([tpatch, "port", "all.patch", "--to", "new", "--patchsets", "sets", "-o", case.set, "--review"], folder)
    terminal.answer("a\n")
    expect(terminal.end() == 0 and "carried, reviewed: all.patch:3" in read(case.set), "in one go: %r", terminal.plain()[-300:])


def case_review_ends_early(tpatch, folder):
    case = Case(tpatch, folder)
    case.carry()
    before = read(case.set)
    terminal = case.start()
    terminal.answer("y\n")
    terminal.answer("\x04")
    expect(terminal.end() == 4 and read(case.set) == before, "Ctrl-D: exit %s", terminal.status)
    for words in (("port", "--review", case.set), ("port", "all.patch", "--to", "new", "--review", "-o", case.set), ("port", "--review", "all.patch")):
        code, text = case.call(*words)
        expect(code == 2 and ("is not a terminal" in text or "is not a patch set" in text), "%s: exit %d: %s", words, code, text)
    code, text = case.call("port", "all.patch", "--to", "new", "--review")
    expect(code == 2 and "no file is named" in text, "no file: %s", text)
    expect(read(case.set) == before, "an error wrote something")
