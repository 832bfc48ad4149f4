"""tpatch --interactive."""
import json
import os
import signal
import subprocess

from pseudo import Terminal, Tmux, expect

PROJECT = """tpatch: 1
project: demo
summary: A project of the tests
markers: [demo.txt]
version-file: demo.txt
tag-prefixes: [v]
"""
SET = """tpatch: 1
name: demo-1
summary: The rules of the tests
target: {project: demo, versions: "1.*"}
rules:
  - id: raise
    title: Raise A
    why: The case needs it.
    links: [https://example.org/raise]
    files: '*.cmake'
    edits:
      - match: set(A $V)
        where: {V: {version: "<2"}}
        set: {V: "2"}
  - id: one
    title: Raise B
    why: B and C belong together.
    files: '*.cmake'
    group: pair
    edits:
      - match: set(B 1)
        replace: set(B 2)
  - id: two
    title: Raise C
    why: B and C belong together.
    files: '*.cmake'
    group: pair
    edits:
      - match: set(C 1)
        replace: set(C 2)
  - id: same
    title: Raise D
    why: The case needs it.
    files: b.cmake
    edits:
      - match: set(D 1)
        replace: set(D 2)
  - id: same-too
    title: Raise D as well
    why: The case needs it.
    files: b.cmake
    edits:
      - match: set(D $V)
        where: {V: {version: "<2"}}
        set: {V: "2"}
"""
FILES = {
    "demo.txt": "1.0\n",
    "a.cmake": "set(A 1)\nset(B 1)\n# \x1b[2Jend\nset(A 1)\n",
    "b.cmake": "set(A 1)\nset(C 1)\nset(D 1)\n",
}


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


class Case:
    """A tree that the rules change, and tpatch with them."""

    def __init__(self, tpatch, folder):
        self.tpatch, self.folder, self.tree, self.sets = tpatch, folder, os.path.join(folder, "tree"), os.path.join(folder, "sets")
        os.mkdir(self.tree)
        os.mkdir(self.sets)
        write(os.path.join(self.sets, "project.yaml"), PROJECT)
        write(os.path.join(self.sets, "set.yaml"), SET)
        for name, text in FILES.items():
            write(os.path.join(self.tree, name), text)

    def options(self):
        return ["--root", self.tree, "--patchsets", self.sets]

    def start(self, *more, **terminal):
        return Terminal([self.tpatch, *self.options(), *(more or ("-i",))], self.folder, **terminal)

    def start_plain(self, *words, **terminal):
        return Terminal([self.tpatch, *words], self.folder, **terminal)

    def call(self, *arguments):
        """Exit code and output of a command that is on no terminal, of the same user as on one: of the same HOME."""
        result = subprocess.run([self.tpatch, *arguments], capture_output=True, stdin=subprocess.DEVNULL, check=False, timeout=60, env=dict(os.environ, HOME=self.folder))
        return result.returncode, result.stdout.decode() + result.stderr.decode()

    def file(self, name):
        return read(os.path.join(self.tree, name))

    def expect_untouched(self):
        for name, text in FILES.items():
            expect(self.file(name) == text, "%s has changed", name)
        expect(not os.path.exists(os.path.join(self.tree, ".tpatch")), "there is a journal")

    def declined(self):
        code, text = self.call("log", "1", "--root", self.tree, "--json")
        expect(code == 0, "log: exit %d: %s", code, text)
        return [(entry["rule"], entry.get("path")) for entry in json.loads(text)[0].get("declined", [])]


def case_rule_by_rule(tpatch, folder):
    case = Case(tpatch, folder)
    terminal = case.start()
    asked = terminal.answer("y\n")
    expect("raise: Raise A\n3 places in 2 files\n" in asked, "the first question is %r", asked)
    expect("(1/4) Apply raise to 2 files [y,n,s,a,d,q,k,w,p,?]? " in asked, "the first prompt is %r", asked)
    expect("-set(A 1)\n+set(A 2)\n" in asked and "set(B 2)" not in asked, "the first diff is %r", asked)
    expect("^[[2Jend" in asked and "\x1b[2J" not in terminal.seen, "what steers a terminal comes through: %r", terminal.seen)
    expect("\x1b[32m+set(A 2)\x1b[0m" in terminal.seen, "the diff has no colour: %r", terminal.seen)
    asked = terminal.answer("n\n")
    expect("group 'pair', all or none: 2 places in 2 files" in asked and "(2/4) Apply these 2 rules to 2 files, all or none [y,n,a," in asked,
           "a group is asked for like this: %r", asked)
    terminal.answer("y\n")
    asked = terminal.answer("n\n")
    expect("(4/4) Apply same-too [y,n,a,d,q,k,w,p,?]? " in asked, "the last prompt is %r", asked)
    code = terminal.end()
    expect(code == 0, "exit %d: %s", code, terminal.plain())
    expect("skipped: all 2 places in 2 files, since the rules of group 'pair' are applied\n  all or none\n" in terminal.plain(), "%s", terminal.plain())
    expect("3 rules were declined; `tpatch -i` asks about them again, --declined applies\n  them without asking." in terminal.plain(), "%s", terminal.plain())
    expect(case.file("a.cmake") == FILES["a.cmake"].replace("A 1", "A 2"), "a.cmake is %r", case.file("a.cmake"))
    expect(case.file("b.cmake") == "set(A 2)\nset(C 1)\nset(D 2)\n", "b.cmake is %r", case.file("b.cmake"))
    expect(case.declined() == [("one", None), ("two", None), ("same-too", None)], "declined: %s", case.declined())
    code, text = case.call("check", *case.options())
    expect(code == 0, "check: exit %d: %s", code, text)
    expect("declined         one       1 place in 1 file, declined in run 1\n" in text, "check prints %s", text)
    expect("all 2 rules that would change something were declined before" in " ".join(text.split()), "check prints %s", text)
    code, text = case.call("check", *case.options(), "--declined")
    expect(code == 1 and "would patch      one       1 place in 1 file\n" in text, "exit %d: check prints %s", code, text)
    code, text = case.call(*case.options(), "-q")
    expect(code == 0 and case.file("b.cmake") == "set(A 2)\nset(C 1)\nset(D 2)\n", "exit %d: %s", code, case.file("b.cmake"))
    code, text = case.call("--declined", *case.options(), "-q")
    expect(code == 0 and case.file("b.cmake") == "set(A 2)\nset(C 2)\nset(D 2)\n", "exit %d: %s", code, case.file("b.cmake"))
    code, text = case.call("check", *case.options())
    expect(code == 0 and "already patched  one " in text, "exit %d: check prints %s", code, text)
    case.call("rollback", "--root", case.tree)
    # `same` made what `same-too` wants as well.
    expect("already patched  same-too  1 place in 1 file\n" in text, "check prints %s", text)
    code, text = case.call("log", "1", "--root", case.tree)
    expect("declined: one\n" in text and ", with declined rules\n" in text, "log prints %s", text)
    code, text = case.call("rollback", "--root", case.tree)
    expect(code == 0 and case.file("a.cmake") == FILES["a.cmake"] and case.file("b.cmake") == FILES["b.cmake"], "rollback: %s", text)


def case_yes_to_all(tpatch, folder):
    case = Case(tpatch, folder)
    terminal = case.start()
    terminal.answer("a\n")
    code = terminal.end()
    expect(code == 0, "exit %d: %s", code, terminal.plain())
    expect(case.declined() == [], "declined: %s", case.declined())
    code, text = case.call("check", *case.options())
    expect(code == 0, "check: exit %d: %s", code, text)


def case_no_to_all(tpatch, folder):
    case = Case(tpatch, folder)
    terminal = case.start()
    terminal.answer("d\n")
    code = terminal.end()
    expect(code == 0, "exit %d: %s", code, terminal.plain())
    expect("Nothing was written: all 5 rules that would change something were declined." in terminal.plain(), "%s", terminal.plain())
    case.expect_untouched()


def case_quit_applies_what_was_wanted(tpatch, folder):
    case = Case(tpatch, folder)
    terminal = case.start()
    terminal.answer("n\n")
    terminal.answer("y\n")
    terminal.answer("q\n")
    code = terminal.end()
    expect(code == 0, "exit %d: %s", code, terminal.plain())
    expect("set(B 2)" in case.file("a.cmake") and "set(A 1)" in case.file("a.cmake"), "a.cmake is %r", case.file("a.cmake"))
    expect(case.file("b.cmake") == "set(A 1)\nset(C 2)\nset(D 1)\n", "b.cmake is %r", case.file("b.cmake"))
    expect(case.declined() == [("raise", None), ("same", None), ("same-too", None)], "declined: %s", case.declined())


def case_file_by_file_within_a_rule(tpatch, folder):
    case = Case(tpatch, folder)
    terminal = case.start()
    terminal.answer("s\n")
    asked = terminal.answer("n\n")
    expect("(1/4, file 1/2) Apply raise to this file [y,n,a,d,q,k,w,p,?]? " in asked, "a part is asked for like this: %r", asked)
    asked = terminal.answer("y\n")
    expect("skipped: all 2 places in 1 file, since a rule's edits of a file are all or none" in asked, "after a no: %r", asked)
    expect("(1/4, file 2/2) Apply raise to this file" in asked, "the second part: %r", asked)
    terminal.answer("d\n")
    code = terminal.end()
    expect(code == 0, "exit %d: %s", code, terminal.plain())
    expect(case.file("a.cmake") == FILES["a.cmake"], "a.cmake is %r", case.file("a.cmake"))
    expect(case.file("b.cmake") == "set(A 2)\nset(C 1)\nset(D 1)\n", "b.cmake is %r", case.file("b.cmake"))
    expect(("raise", "a.cmake") in case.declined() and ("one", None) in case.declined(), "declined: %s", case.declined())
    expect("1 place in 1 file; 2 places in 1 file declined" in terminal.plain(), "%s", terminal.plain())
    expect("5 rules were declined, 1 of them in some files only" in terminal.plain(), "%s", terminal.plain())
    code, text = case.call("check", *case.options())
    expect("1 place in 1 file; 2 places in 1 file declined in run 1" in text, "check prints %s", text)


def case_by_files(tpatch, folder):
    case = Case(tpatch, folder)
    terminal = case.start("--interactive=files")
    asked = terminal.answer("y\n")
    expect("(1/3) Apply raise to this file [y,n,a," in asked and "a.cmake" in asked, "the first file: %r", asked)
    asked = terminal.answer("y\n")
    expect("(2/3) Apply these 2 rules to 2 files, all or none" in asked, "the group: %r", asked)
    asked = terminal.answer("s\n")
    expect("(3/3) Apply these 3 rules to this file [y,n,s,a," in asked, "the second file: %r", asked)
    asked = terminal.answer("n\n")
    expect("(3/3, rule 1/3) Apply raise to this file" in asked, "its first rule: %r", asked)
    terminal.answer("a\n")
    code = terminal.end()
    expect(code == 0, "exit %d: %s", code, terminal.plain())
    expect(case.file("b.cmake") == "set(A 1)\nset(C 2)\nset(D 2)\n", "b.cmake is %r", case.file("b.cmake"))
    expect(case.declined() == [("raise", "b.cmake")], "declined: %s", case.declined())


def case_back_why_and_help(tpatch, folder):
    case = Case(tpatch, folder)
    terminal = case.start()
    terminal.answer("k\n")
    expect("this is the first question" in terminal.answer("x\n"), "%s", terminal.plain())
    asked = terminal.answer("?\n")
    expect("'x' is not an answer; type one of these letters:\ny - yes, apply this\n" in asked, "an unknown answer gives %r", asked)
    expect("q - quit: apply what you accepted, skip this and everything after it" in terminal.answer("w\n"), "%s", terminal.plain())
    asked = terminal.answer("p\n")
    expect("The case needs it." in asked and "see https://example.org/raise" in asked, "why: %r", asked)
    asked = terminal.answer("n\n")
    expect(asked.count("+++ b/a.cmake") == 1 and "+++ b/b.cmake" in asked, "the diff again: %r", asked)
    asked = terminal.answer("s\n")
    expect("this is all or none: it cannot be split" in terminal.answer("k\n"), "%s", terminal.plain())
    expect("(1/4) Apply raise" in terminal.answer("y\n"), "%s", terminal.plain())
    expect("(2/4)" in terminal.answer("d\n"), "%s", terminal.plain())
    code = terminal.end()
    expect(code == 0 and "set(A 2)" in case.file("b.cmake"), "exit %d: %s", code, terminal.plain())


def case_more_files_than_fit(tpatch, folder):
    case = Case(tpatch, folder)
    for i in range(12):
        write(os.path.join(case.tree, "f%02d.cmake" % i), "set(A 1)\n")

    def asked_on(rows):
        """The files with their diffs, and the lines after these, of the first question."""
        terminal = case.start(rows=rows)
        asked = terminal.answer("q\n")
        terminal.end()
        diffs, _, rest = asked.partition("\nand in\n")
        return [line[6:] for line in diffs.split("\n") if line.startswith("+++ b/")], rest.split("\n")[:-1]

    names = ["a.cmake", "b.cmake"] + ["f%02d.cmake" % i for i in range(12)]
    for rows, n_diffs, n_names in ((12, 1, 5), (28, 1, 5), (29, 2, 5), (64, 7, 5), (93, 12, 2), (94, 14, 0)):
        diffs, rest = asked_on(rows)
        left = ["  … and %d more files" % (14 - n_diffs - n_names)] if n_diffs + n_names < 14 else []
        expect(diffs == names[:n_diffs], "on %d lines, there are the diffs of %s", rows, diffs)
        expect(rest == ["  %s  +1 -1" % name for name in names[n_diffs:n_diffs + n_names]] + left, "on %d lines, there is after them: %s", rows, rest)


def case_end_of_input_writes_nothing(tpatch, folder):
    case = Case(tpatch, folder)
    terminal = case.start()
    terminal.answer("y\n")
    terminal.answer("\x04")
    code = terminal.end()
    expect(code == 4, "exit %d: %s", code, terminal.plain())
    expect("error: standard input ended before all questions were answered\nhint: nothing was written; q quits" in terminal.plain(), "%s", terminal.plain())
    case.expect_untouched()


def case_interrupt_writes_nothing(tpatch, folder):
    case = Case(tpatch, folder)
    terminal = case.start()
    terminal.answer("y\n")
    terminal.answer("\x03")
    code = terminal.end()
    expect(code == -signal.SIGINT, "exit %d: %s", code, terminal.plain())
    case.expect_untouched()


def case_a_file_that_changes_meanwhile(tpatch, folder):
    case = Case(tpatch, folder)
    terminal = case.start()
    terminal.answer("y\n")
    terminal.wait_for("(2/4)")
    write(os.path.join(case.tree, "b.cmake"), "set(A 1)\nset(C 1)\nset(D 1)\n# new\n")
    terminal.answer("d\n")
    code = terminal.end()
    expect(code == 4 and "  b.cmake: has changed since it was read\n" in terminal.plain(), "exit %d: %s", code, terminal.plain())
    expect(case.file("a.cmake") == FILES["a.cmake"], "a.cmake is %r", case.file("a.cmake"))
    expect(case.file("b.cmake") == FILES["b.cmake"] + "# new\n", "b.cmake is %r", case.file("b.cmake"))


def case_nothing_to_ask(tpatch, folder):
    case = Case(tpatch, folder)
    case.call(*case.options(), "-q")
    terminal = case.start()
    code = terminal.end()
    expect(code == 0 and "Nothing to do: the tree has every patch that it needs." in terminal.plain(), "exit %d: %s", code, terminal.plain())


def case_no_terminal(tpatch, folder):
    case = Case(tpatch, folder)
    code, text = case.call(*case.options(), "-i")
    expect(code == 2 and "error: --interactive asks questions, but standard input is not a terminal\nhint: --rule" in text, "exit %d: %s", code, text)
    for more in (["--dry"], ["--json"], ["--plan", "x"]):
        terminal = case.start("-i", *more)
        code = terminal.end()
        expect(code == 2 and "hint: " in terminal.plain(), "%s: exit %d: %s", more, code, terminal.plain())
    terminal = Terminal(["sh", "-c", '"$@" | cat', "sh", case.tpatch, *case.options(), "-i"], folder)
    terminal.end()
    expect("standard output is not a terminal" in terminal.plain(), "%s", terminal.plain())
    case.expect_untouched()


def case_report_of_what_was_chosen(tpatch, folder):
    case = Case(tpatch, folder)
    report = os.path.join(folder, "report.json")
    terminal = case.start("-i", "--output", "json=" + report)
    terminal.answer("s\n")
    terminal.answer("y\n")
    terminal.answer("q\n")
    code = terminal.end()
    expect(code == 0, "exit %d: %s", code, terminal.plain())
    made = json.loads(read(report))
    rules = {rule["id"]: rule for rule in made["rules"]}
    expect(rules["raise"]["verdict"] == "patched" and rules["raise"]["declined_files"] == 1, "raise: %s", rules["raise"])
    expect(rules["one"]["verdict"] == "declined" and rules["one"]["files"] == 0, "one: %s", rules["one"])
    expect(("raise", "b.cmake", "declined") in [(f["rule"], f["path"], f["verdict"]) for f in made["findings"]], "findings: %s", made["findings"])
    expect([change["path"] for change in made["changes"]] == ["a.cmake"], "changes: %s", made["changes"])


def case_under_tmux(tpatch, folder):
    case = Case(tpatch, folder)
    tmux = Tmux(folder)
    try:
        tmux.type("%s --root tree --patchsets sets -i" % tpatch)
        screen = tmux.wait_for("(1/4) Apply raise to 2 files [y,n,s,a,d,q,k,w,p,?]?")
        expect("raise: Raise A" in screen, "the question does not fit the screen:\n%s", screen)
        expect("\x1b[32m+set(A 2)" in tmux.screen(colored=True), "no colour:\n%s", tmux.screen(colored=True))
        tmux.type("y")
        tmux.wait_for("(2/4) Apply these 2 rules")
        tmux.type("n")
        tmux.wait_for("(3/4) Apply same ")
        tmux.type("?")
        tmux.wait_for("k - go back to the previous question")
        tmux.type("a")
        tmux.wait_for("recorded as run 1.", "2 rules were declined", "ready>")
    finally:
        tmux.close()
    expect(case.file("b.cmake") == "set(A 2)\nset(C 1)\nset(D 2)\n", "b.cmake is %r", case.file("b.cmake"))


case_under_tmux.needs = ("tmux",)
