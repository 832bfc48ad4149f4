"""Lines that fit the terminal, and those that have no end because there is none."""
import subprocess

from interactive import Case
from pseudo import Terminal, Tmux, expect

LONG = """
  - id: a-rule-with-a-name-that-is-rather-long
    title: Say something at length, so that it does not stand on one line of a narrow terminal
    why: The case needs it.
    files: b.cmake
    links: [https://example.org/a/link/that/is/longer/than/forty/columns/and/is/never/broken]
    warn: give the option --fact cuda=12.8 where somebody has to wait for a text that goes on and on beyond eighty columns
"""


class Wordy(Case):
    def __init__(self, tpatch, folder):
        super().__init__(tpatch, folder)
        with open(self.sets + "/set.yaml", "a", encoding="utf-8") as file:
            file.write(LONG.strip("\n"))

    def check(self, columns, environment=None, *more):
        terminal = Terminal([self.tpatch, "check", *self.options(), *more], self.folder, columns=columns, environment=environment)
        code = terminal.end()
        expect(code == 1, "exit %d: %s", code, terminal.plain())
        return terminal.plain()


def words(text):
    """Without links, digests and the folder of the test, which are as long as they are."""
    return [line for line in text.splitlines() if "https://" not in line and not line.startswith(("tree ", "digest ", "next: "))]


def expect_fits(text, columns):
    for line in words(text):
        expect(len(line) <= columns or len(line.split()) == 1, "longer than %d: %r in\n%s", columns, line, text)


def case_width_of_the_summary(tpatch, folder):
    case = Wordy(tpatch, folder)
    shapes = {columns: case.check(columns) for columns in (40, 80, 200)}
    piped = subprocess.run([tpatch, "check", *case.options()], capture_output=True, check=False, timeout=60).stdout.decode()
    for columns, text in shapes.items():
        expect_fits(text, columns)
        # The same words in the same order, and a link is one word.
        expect(text.split() == piped.split(), "at %d columns:\n%s\nwithout a terminal:\n%s", columns, text, piped)
        expect("  see https://example.org/a/link/that/is/longer/than/forty/columns/and/is/never/broken\n" in text, "%s", text)
    expect(shapes[200] == piped, "at 200 columns:\n%s\nwithout a terminal:\n%s", shapes[200], piped)
    expect("  would patch\n" not in shapes[40] and "  would patch  raise\n      3 places in 2 files\n" in shapes[40], "at 40 columns:\n%s", shapes[40])
    expect("--fact cuda=12.8" in shapes[40].replace("\n  ", "\n"), "an option is parted from its value:\n%s", shapes[40])
    with_variable = subprocess.run([tpatch, "check", *case.options()], capture_output=True, check=False, timeout=60, env={"COLUMNS": "40"}).stdout.decode()
    expect(with_variable == piped, "COLUMNS counts without a terminal:\n%s", with_variable)


def case_width_by_columns(tpatch, folder):
    case = Wordy(tpatch, folder)
    expect(case.check(200, {"COLUMNS": "40"}) == case.check(40), "COLUMNS is not heeded")
    for nonsense in ("", "0", "-5", "x", "40x", "99999999999999999999"):
        expect(case.check(80, {"COLUMNS": nonsense}) == case.check(80), "COLUMNS=%r counts", nonsense)
    # A terminal that does not tell its size has 80 columns.
    expect(case.check(0) == case.check(80), "0 columns:\n%s", case.check(0))
    expect_fits(case.check(20), 20)


def case_width_under_tmux(tpatch, folder):
    Wordy(tpatch, folder)
    tmux = Tmux(folder, columns=60, rows=50)
    try:
        tmux.type("%s check --root tree --patchsets sets" % tpatch)
        screen = tmux.wait_for("next: ", "ready>")
        expect_fits(screen, 60)
        expect("a-rule-with-a-name-that-is-rather-long\n" in screen, "there is\n%s", screen)
    finally:
        tmux.close()


case_width_under_tmux.needs = ("tmux",)
