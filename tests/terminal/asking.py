"""tpatch init, which asks for what the project file is to hold."""
import os

from interactive import PROJECT, Case, read, write
from pseudo import expect

FACTS = """facts:
  gpu: {type: choice, choices: [old, new], help: the card}
profiles:
  new-card: {summary: the new one, facts: {gpu: new}}
"""
MACHINE, FIND, RULE, WHY, FAILS = "empty: none) ", "empty: yes) ", "empty: no more) ", "why? ", "empty: changes) "


def start(tpatch, folder):
    case = Case(tpatch, folder)
    write(os.path.join(case.sets, "project.yaml"), PROJECT + FACTS)
    os.rename(case.sets, os.path.join(case.tree, "sets"))
    # Where options are typed nothing is asked, so the patch sets come from a project file above.
    write(os.path.join(folder, "tpatch.yaml"), "root: tree\npatchsets: tree/sets\n")
    return case, case.start_plain("init", "--root", case.tree)


def case_init_asks(tpatch, folder):
    case, terminal = start(tpatch, folder)
    asked = terminal.answer("kepler\n", MACHINE)
    expect("demo looks like 1.0" in asked and "new-card" in asked and "the new one" in asked, "what is asked first is %r", asked)
    expect("'kepler' is not a profile" in terminal.answer("new-card\n", MACHINE), "a name that is no profile was taken")
    terminal.answer("perhaps\n", FIND)
    expect("'perhaps' is not yes or no" in terminal.answer("\n", FIND), "neither yes nor no was taken")
    terminal.answer("rise\n", RULE)
    expect("'rise' is not a rule of this set" in terminal.answer("raise\n", RULE), "a rule that is not there was taken")
    terminal.answer("\n", WHY)
    terminal.answer("it's built elsewhere: #2\n", WHY)
    terminal.answer("\n", RULE)
    terminal.answer("never\n", FAILS)
    expect("'never' is not one of these" in terminal.answer("missing\n", FAILS), "a wrong word was taken")
    expect(terminal.end() == 0, "init: exit %s, %r", terminal.status, terminal.plain())
    expect("next: `tpatch`" in terminal.plain(), "not what to do next: %r", terminal.plain())
    text = read(os.path.join(case.tree, "tpatch.yaml"))
    for line in ("profile: new-card\n", "facts: auto\n", "  - rule: raise\n", "fail-on: missing\n"):
        expect(line in text, "%r is not in %r", line, text)
    code, told = case.call("status", "--root", case.tree, "--patchsets", os.path.join(case.tree, "sets"))
    expect(code == 0 and "skip raise: it's built elsewhere: #2\n" in told, "status: %d, %r", code, told)


def case_init_cut_off(tpatch, folder):
    case, terminal = start(tpatch, folder)
    terminal.answer("\n", MACHINE)
    terminal.answer("no\n", FIND)
    terminal.answer("\x04", RULE)
    expect(terminal.end() == 2, "init: exit %s, %r", terminal.status, terminal.plain())
    expect("nothing was written" in terminal.plain(), "not said: %r", terminal.plain())
    expect(not os.path.exists(os.path.join(case.tree, "tpatch.yaml")), "a half file was written")
