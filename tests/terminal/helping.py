"""What helps at the prompt: --help that fits the screen, and what is meant by a word that is not right."""
import re
import subprocess

from interactive import Case
from pseudo import Terminal, Tmux, expect

# What is typed, and the hint that has to come; {options} are those that name tree and sets.
MISTYPED = (
    ("chek", "did you mean `tpatch check`?"),
    ("help chek", "did you mean `tpatch check`?"),
    ("undo", "did you mean `tpatch rollback`?"),
    ("--drry", "did you mean --dry?"),
    ("check -root x", "did you mean --root?"),
    ("-r", "`tpatch help` lists commands"),
    ("check tree", "to name a source tree, write --root tree"),
    ("--colr=never", "did you mean --color?"),
    ("check --intractive", "did you mean --interactive?"),
    ("check --color allways", "did you mean 'always'? It takes one of: auto, always, never"),
    ("check --json=prety", "did you mean 'pretty'? It takes one of: pretty, compact, stream"),
    ("--interactive=file", "did you mean 'files'? It takes one of: rules, files"),
    ("check --format jsn {options}", "did you mean 'json'?"),
    ("check --rule rase {options}", "did you mean 'raise'? `tpatch list demo-1` names the rules"),
    ("check --use demo-2 {options}", "did you mean 'demo-1'? `tpatch list` names the sets"),
    ("show rase {options}", "did you mean 'raise'?"),
    ("explain rase {options}", "did you mean 'raise'?"),
    ("test demo-2 {options}", "did you mean 'demo-1'?"),
    ("log --dry-run", "`tpatch log --help` lists what it takes"),
    ("check --globs", "--globs GLOB"),
)


def output(*command):
    return subprocess.run(command, capture_output=True, check=False, timeout=60).stdout.decode()


def check_example(line, command, commands, options):
    """Each call of tpatch in the line is one of a command with options that it has."""
    for call in re.findall(r"(?<![\w./])tpatch(?= |$)((?: [^|<>)]+)?)", line.split("#")[0]):
        words = call.split()
        called = words[0] if words and words[0] in commands else "apply"
        expect(called != "apply" or command in ("apply", "plan"), "%s --help: an example of apply: %s", command, line)
        typed = {word.split("=")[0] for word in words if word.startswith("--")} - {"--dry"}
        expect(typed <= options[called], "%s --help: there is no %s: %s", command, typed - options[called], line)


def case_help_in_80_columns(tpatch, folder):
    del folder
    commands = re.findall(r"^  ([a-z]+) +\S", output(tpatch, "help").split("\ncommands\n")[1].split("\n\n")[0], re.M)
    expect(len(commands) > 15, "commands: %s", commands)
    for page in ([], ["--help"], *([command, "--help"] for command in commands)):
        text = output(tpatch, *(page or ["help"]))
        for line in text.splitlines():
            expect(len(line) <= 80, "%s has more than 80 columns: %r", page, line)
        expect("  tpatch " in text or len(page) == 2, "%s has no example", page)
    full = {command: output(tpatch, "help", command) for command in commands}
    options = {command: set(re.findall(r"^  (?:-\w, |    )(--[a-z-]+)", text.split("\noptions\n")[1], re.M)) for command, text in full.items()}
    for command in commands:
        page = output(tpatch, command, "--help")
        expect(page.count("\n") <= 23, "%s --help has %d lines", command, page.count("\n"))
        expect(options[command] <= set(re.findall(r"--[a-z-]+", page.split("\noptions ")[1])), "%s --help does not name %s", command,
               options[command] - set(re.findall(r"--[a-z-]+", page.split("\noptions ")[1])))
        expect("`tpatch help %s`" % command in page and page == output(tpatch, command, "-h"), "%s --help: %s", command, page)
        examples = re.search(r"\nexamples\n((?:  .*\n)+)", page)
        expect(examples and examples[1] in full[command] and "tpatch " in examples[1], "%s --help has no example", command)
        for line in examples[1].splitlines():
            check_example(line, command, commands, options)
    screen = output(tpatch, "--help")
    expect(screen.count("\n") <= 23, "--help has %d lines", screen.count("\n"))
    for command in commands:
        expect(re.search(r"[ \n]%s[ \n]" % command, screen), "--help does not name %s", command)


def case_help_in_40_columns(tpatch, folder):
    terminal = Terminal([tpatch, "status", "--help"], folder, columns=40)
    terminal.end()
    for line in terminal.plain().splitlines():
        expect(len(line) <= 40 or len(line[27:].split()) == 1 or line.startswith(("  ", "usage")), "longer than 40: %r", line)


def case_help_under_tmux(tpatch, folder):
    tmux = Tmux(folder)
    try:
        tmux.type("clear; %s --help" % tpatch)
        screen = tmux.wait_for("tpatch: patches source trees", "every file and every note", "ready>")
        expect(screen.startswith("tpatch: patches"), "it does not fit:\n%s", screen)
        tmux.type("clear; %s apply --help" % tpatch)
        screen = tmux.wait_for("tpatch apply: apply the patch set", "exit codes: 0 done", "ready>")
        expect(screen.startswith("tpatch apply: "), "it does not fit:\n%s", screen)
        tmux.type("clear; %s help apply" % tpatch)
        tmux.wait_for("tpatch apply: apply the patch set", "usage: tpatch apply", "Finds out which project")
        expect(tmux.screen().splitlines()[23].startswith(":"), "no pager:\n%s", tmux.screen())
        tmux.press("q")
        tmux.wait_for("ready>")
    finally:
        tmux.close()


case_help_under_tmux.needs = ("tmux", "less")


def case_help_for_mistyped_words(tpatch, folder):
    case = Case(tpatch, folder)
    for line, hint in MISTYPED:
        words = [word for part in line.split() for word in (case.options() if part == "{options}" else [part])]
        if words[0] in ("show", "test"):
            words = [word for word in words if word not in ("--root", case.tree)]
        code, text = case.call(*words)
        expect(code == 2 and "hint: " + hint in text, "tpatch %s: exit %d: %s", line, code, text)
