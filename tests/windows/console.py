"""tpatch --interactive and the pager on a console: cases of cases.py. Wine takes the terminal that it is started on for one."""
import os
import sys
import time

from runner import HERE, require

sys.path.insert(0, os.path.join(os.path.dirname(HERE), "terminal"))
import interactive  # noqa: E402
from pseudo import Terminal  # noqa: E402

# Wine leaves out a blank at the end of what is printed.
PROMPT = "?]?"


class Console(interactive.Case):
    def __init__(self, run, name):
        os.mkdir(run.path(name))
        super().__init__(os.path.join(HERE, "tpatch-wine"), run.path(name))
        self.env = dict(run.env, TERM="xterm", TPATCH_PAGER="")
        self.env.pop("NO_COLOR", None)

    def open(self, *words, **environment):
        # A console has no line discipline of Unix in front of it.
        command = ["sh", "-c", 'stty raw -echo; exec "$@"', "sh", self.tpatch, "--root", "tree", "--patchsets", "sets", *words]
        return Terminal(command, self.folder, environment=dict(self.env, **environment))


def case_interactive_on_a_console(run):
    """Answers that are typed, colours, and one run of what was wanted."""
    console = Console(run, "answers")
    terminal = console.open("-i")
    asked = terminal.answer("y\r", PROMPT)
    require("(1/4) Apply raise to 2 files [y,n,s,a,d,q,k,w,p,?]?" in asked and "+set(A 2)" in asked, "the question is %r", asked)
    require("\x1b[32m+set(A 2)" in terminal.seen, "no colours: %r", terminal.seen)
    require("all or none [y,n,a," in terminal.answer("n\r", PROMPT), "the group: %r", terminal.plain())
    terminal.answer("?\r", PROMPT)
    require("k - go back to the previous question" in terminal.answer("a\r", PROMPT), "no help: %r", terminal.plain())
    code = terminal.end()
    require(code == 0 and "recorded as run 1." in terminal.plain(), "exit %d: %s", code, terminal.plain())
    require(console.file("b.cmake") == "set(A 2)\nset(C 1)\nset(D 2)\n", "b.cmake is %r", console.file("b.cmake"))


def case_interactive_ends_early(run):
    """Ctrl-Z and Return, and Ctrl-C, write nothing."""
    console = Console(run, "early")
    terminal = console.open("-i")
    terminal.answer("y\r", PROMPT)
    terminal.answer("\x1a\r", PROMPT)
    code = terminal.end()
    require(code == 4 and "standard input ended before all questions were answered" in terminal.plain(), "exit %d: %s", code, terminal.plain())
    console.expect_untouched()
    terminal = console.open("-i")
    terminal.answer("y\r", PROMPT)
    terminal.answer("\x03", PROMPT)
    # Wine sometimes ends all threads but one.
    time.sleep(1)
    terminal.kill()
    console.expect_untouched()
    result = run.windows("-i", "--root", console.tree, "--patchsets", console.sets, code=2)
    require(b"standard input is not a terminal" in result.stderr, "without a console: %s", result.stderr.decode())


def case_pager_on_a_console(run):
    """None unless it is chosen; one that is not there, or fails, spoils nothing."""
    console = Console(run, "paged")
    for pager, is_shown in (("", True), ("cat", True), ("no-such-pager", True), ("no-such-pager -x", True), ("cmd /c exit 3", False), ("more", True)):
        terminal = console.open("--dry", TPATCH_PAGER=pager)
        code = terminal.end()
        require(code == 0 and "2 files would change" in terminal.plain(), "pager %r: exit %d: %s", pager, code, terminal.plain())
        require(("+set(A 2)" in terminal.plain()) == is_shown, "pager %r: %s", pager, terminal.plain())
    terminal = console.open("--dry", TPATCH_PAGER="more & echo the pager's own words")
    terminal.end()
    require("+set(A 2)" in terminal.plain().split("the pager's own words")[0] and "the pager's own words" in terminal.plain(), "there is %s", terminal.plain())
