"""The pager: which one, when, and what becomes of the run."""
import os
import re
import stat

from interactive import Case, write
from pseudo import Terminal, Tmux, expect

MANY = 60


class Long(Case):
    """A tree with a diff longer than any screen here."""

    def __init__(self, tpatch, folder):
        super().__init__(tpatch, folder)
        for i in range(MANY):
            write(os.path.join(self.tree, "file%02d.cmake" % i), "set(A 1)\n")
        self.seen = os.path.join(folder, "paged")
        self.pager = self.script("pager", 'printf "%s\\n" "LESS=$LESS LV=$LV" >"' + self.seen + '"; exec cat >>"' + self.seen + '"')

    def script(self, name, text):
        path = os.path.join(self.folder, name)
        write(path, "#!/bin/sh\n" + text + "\n")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def dry(self, environment, *more):
        """Exit code and screen of a dry run; what a pager was given, or None."""
        if os.path.exists(self.seen):
            os.remove(self.seen)
        terminal = Terminal([self.tpatch, *self.options(), "--dry", *more], self.folder, environment=environment)
        code = terminal.end()
        paged = None
        if os.path.exists(self.seen):
            with open(self.seen, encoding="utf-8") as file:
                paged = file.read()
        return code, terminal.plain(), paged

    def expect_paged(self, environment, *more):
        code, screen, paged = self.dry(environment, *more)
        expect(code == 0 and paged is not None, "%s: exit %d, not paged: %s", environment, code, screen)
        expect(paged.count("+++ b/file") == MANY and "+++ b/file" not in screen, "%s: the diff is in the wrong place: %s", environment, screen)
        expect("62 files would change" in screen, "%s: no summary: %s", environment, screen)
        return paged

    def expect_plain(self, environment, *more):
        code, screen, paged = self.dry(environment, *more)
        expect(code == 0 and paged is None, "%s %s: exit %d, paged: %s", environment, more, code, paged)
        expect(screen.count("+++ b/file") == MANY and "62 files would change" in screen, "%s %s: there is %s", environment, more, screen)
        return screen


def case_pager_is_chosen(tpatch, folder):
    case = Long(tpatch, folder)
    other = case.script("other", "exit 9")
    paged = case.expect_paged({"TPATCH_PAGER": case.pager, "PAGER": other})
    expect(paged.startswith("LESS=FRX LV=-c\n"), "the pager's environment: %r", paged[:40])
    expect("\x1b[32m+set(A 2)\x1b[0m" in paged, "no colour in the pager")
    paged = case.expect_paged({"TPATCH_PAGER": case.pager, "LESS": "S"})
    expect(paged.startswith("LESS=S LV=-c\n"), "the pager's environment: %r", paged[:40])
    case.expect_paged({"TPATCH_PAGER": "'%s' -x" % case.pager})
    paged = case.expect_paged({"TPATCH_PAGER": case.pager, "NO_COLOR": "1"})
    expect("\x1b[32m" not in paged, "colour in spite of NO_COLOR")
    wrapper = case.script("wrapper", 'unset TPATCH_PAGER; exec "%s" "$@"' % tpatch)
    case.tpatch = wrapper
    case.expect_paged({"PAGER": case.pager})


def case_pager_is_left_out(tpatch, folder):
    case = Long(tpatch, folder)
    for pager in ("", "cat"):
        case.expect_plain({"TPATCH_PAGER": pager, "PAGER": case.pager})
    case.expect_plain({"TPATCH_PAGER": case.pager}, "--no-pager")
    case.expect_plain({"TPATCH_PAGER": case.pager, "TERM": "dumb"})
    terminal = Terminal(["sh", "-c", '"$@" | cat', "sh", tpatch, *case.options(), "--dry"], folder, environment={"TPATCH_PAGER": case.pager})
    terminal.end()
    expect(terminal.plain().count("+++ b/file") == MANY and not os.path.exists(case.seen), "a pipe is paged: %s", terminal.plain())
    expect("\x1b[32m" not in terminal.seen.split("tree  ", maxsplit=1)[0], "a pipe has colours: %r", terminal.seen[:200])


def case_pager_that_is_not_there(tpatch, folder):
    case = Long(tpatch, folder)
    case.expect_plain({"TPATCH_PAGER": "no-such-pager"})
    case.expect_plain({"TPATCH_PAGER": "no-such-pager --option"})


def case_pager_that_ends_early(tpatch, folder):
    case = Long(tpatch, folder)
    for i in range(3000):
        write(os.path.join(case.tree, "more%04d.cmake" % i), "set(A 1)\n")
    code, screen, _ = case.dry({"TPATCH_PAGER": "head -n 1"})
    # Where the machine is slow, a line of progress was there before.
    expect(code == 0 and re.match(r"(\d+ files searched)*diff --git", screen), "exit %d: %s", code, screen[:400])
    expect("3062 files would change" in screen and "error" not in screen, "there is %s", screen[:800])
    # A pager that fails is the user's; the exit code is that of the run.
    code, screen, _ = case.dry({"TPATCH_PAGER": "exit 3"})
    expect(code == 0, "exit %d", code)
    terminal = Terminal([tpatch, "show", "no-such-rule"], folder, environment={"TPATCH_PAGER": "exit 0"})
    expect(terminal.end() == 2, "exit %d: %s", terminal.status, terminal.plain())


def case_pager_has_control_c(tpatch, folder):
    case = Long(tpatch, folder)
    pager = case.script("waits", 'trap "echo pager was told; exit 0" INT; cat >/dev/null; echo pager waits; while :; do sleep 0.1; done')
    terminal = Terminal([tpatch, *case.options(), "--dry"], folder, environment={"TPATCH_PAGER": pager})
    terminal.wait_for("pager waits")
    terminal.send("\x03")
    code = terminal.end()
    expect(code == 0, "exit %d: %s", code, terminal.plain())
    expect("62 files would change" in terminal.plain().split("pager was told")[-1], "there is %s", terminal.plain())


def case_less_under_tmux(tpatch, folder):
    case = Long(tpatch, folder)
    tmux = Tmux(folder)
    try:
        tmux.type("%s --root tree --patchsets sets --dry" % tpatch)
        screen = tmux.wait_for("+++ b/a.cmake")
        expect("would change" not in screen and screen.splitlines()[23].startswith(":"), "less is not on the screen:\n%s", screen)
        expect("\x1b[32m+set(A 2)" in tmux.screen(colored=True), "no colour:\n%s", tmux.screen(colored=True))
        tmux.press("q")
        tmux.wait_for("62 files would change", "ready>")
        # What fits on the screen stays there, and nobody has to press a key.
        tmux.type("clear; %s show raise --patchsets sets | head -n 3; %s log --root tree" % (tpatch, tpatch))
        tmux.wait_for("no runs: tpatch has not changed this tree", "ready>")
    finally:
        tmux.close()
    expect(not os.path.exists(os.path.join(case.tree, ".tpatch")), "there is a journal")


case_less_under_tmux.needs = ("tmux", "less")
