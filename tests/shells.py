#!/usr/bin/env python3
"""Tries the completion scripts of tpatch, and of the tbuild beside it, in their shells and the manual pages in man and mandoc.

usage: shells.py TPATCH

What --help lists is what must be offered: the commands, and after each command its options; and what the manual pages must have. The scripts
ask the program that is in PATH. What is not installed (zsh, fish, pwsh, mandoc, man, shellcheck) is said and skipped. Prints what is not so, and `shells: N passed, N failed`. Exit: 0 all well, 1 not.
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

import powershell
from attempts import Attempts, expect
from help_table import Table, output


class Bash:
    def __init__(self, script, folder, program="tpatch"):
        self.script, self.folder, self.program = script, folder, program

    def offers(self, *words):
        # '=' parts words, as in COMP_WORDBREAKS.
        words = [part for word in words for part in (re.split("(=)", word) if "=" in word else [word])]
        code = 'source "$1"; shift; compopt() { :; }; COMP_WORDS=(PROGRAM "$@"); COMP_CWORD=$#; _PROGRAM; printf "%s\\n" "${COMPREPLY[@]}"'
        return output("bash", "--norc", "-c", code.replace("PROGRAM", self.program), "bash", self.script, *words, cwd=self.folder).split()


class Fish:
    def __init__(self, script, folder, program="tpatch"):
        self.script, self.folder, self.program = script, folder, program

    def offers(self, *words):
        code = 'source $argv[1]; complete -C "%s $argv[2]"' % self.program
        env = dict(os.environ, HOME=self.folder, XDG_CONFIG_HOME=self.folder, XDG_DATA_HOME=self.folder)
        lines = output("fish", "--no-config", "-c", code, self.script, " ".join(words), cwd=self.folder, env=env).splitlines()
        return [line.split("\t")[0] for line in lines]


class Zsh:
    """A terminal, since zsh completes nowhere else: Tab lists what there is."""

    def __init__(self, script, folder, program="tpatch"):
        self.folder, self.program = folder, program
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], dict(os.environ, TERM="dumb", HOME=folder, PS1="READY> ", COLUMNS="200", LINES="400"))
        self.send("stty rows 400 columns 200; PS1='READY> '; unsetopt prompt_cr prompt_sp zle_bracketed_paste 2>/dev/null; LISTMAX=0\n")
        self.send("setopt no_beep auto_list list_rows_first; unsetopt auto_menu always_last_prompt; autoload -U compinit; compinit -u -D; source '%s'\n" % script)
        self.send("zstyle ':completion:*' verbose no; zstyle ':completion:*' list-colors ''; echo SET''UP\n")
        self.read_until("SETUP")

    def send(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, mark, seconds=20):
        text, end = "", time.monotonic() + seconds
        while mark not in text:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            expect(ready, "zsh: no %r in %r", mark, text)
            text += os.read(self.terminal, 65536).decode(errors="replace")
        return text

    def offers(self, *words):
        # What is listed, or what the line became; the line is then made a comment and ends.
        self.send(self.program + " " + " ".join(words) + "\t\t")
        time.sleep(.3)
        self.send("\x01: #\x05 D''ONE; echo\n")
        text = self.read_until("READY> ", 20)
        while "DONE" not in text.replace("D''ONE", "DONE"):
            text += self.read_until("READY> ", 20)
        return re.findall(r"(?<![\w/])[-\w./]+=?", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text))


def try_shell(shell, table, first, values, files):
    """All that `table` has is offered, `first` where no command is typed, and for each of `values` and `files` at least what it says."""
    expect(set(table.commands) <= set(shell.offers("")), "not all commands: %s", shell.offers(""))
    for command in table.commands:
        found = set(shell.offers(command, "--"))
        wanted = {option for option in table.options[command] if option.startswith("--")}
        expect(wanted <= found, "%s does not offer %s", command, wanted - found)
        if not isinstance(shell, Zsh):
            extra = {option.rstrip("=") for option in found if option.startswith("--")} - wanted
            expect(not extra, "%s offers %s", command, extra)
    expect(first <= set(shell.offers("--")), "no command: %s", shell.offers("--"))
    for words, wanted in values:
        found = set(shell.offers(*words))
        expect(wanted <= found, "%s: %s, not %s", words, found, wanted)
    for words, wanted in files:
        found = {word.rstrip("/") + "/" * (word.startswith("folder")) for word in shell.offers(*words)}
        expect(wanted & found, "%s: %s, not %s", words, found, wanted)


TPATCH = ({"--root", "--plan"},
          ((("che",), {"check"}), (("check", "--color", ""), {"auto", "always", "never"}), (("check", "--format", ""), {"sarif", "html", "github"}),
           (("matrix", "--format", "m"), {"markdown"}), (("test", "--format", "j"), {"junit"}), (("help", "--completion", ""), {"fish", "zsh"}),
           (("parse", "--language", "py"), {"python"}), (("help", "roll"), {"rollback"}), (("check", "--output", "sa"), {"sarif="}),
           (("check", "--rule", "numpy2-el"), {"numpy2-elsize"}), (("show", "numpy2-el"), {"numpy2-elsize"}), (("check", "--skip", "cmake-mini"), {"cmake-minimum"}),
           (("check", "--pack", "cma"), {"cmake-4"}), (("test", "pytorch-1.1"), {"pytorch-1.12.1", "pytorch-1.13"}), (("check", "--use", "pytorch-2."), {"pytorch-2.x"}),
           (("check", "--profile", "kepler-m"), {"kepler-mkl"}), (("check", "--fact", "gp"), {"gpu="}), (("--tag", "1.12."), {"1.12.0", "1.12.1"}),
           (("log", "--root", "patched", ""), {"1", "2"}), (("rollback", "-C", "patched", ""), {"1", "2"})),
          ((("--root", "fold"), {"folder/"}), (("check", "--fact", "gpu=black"), {"blackwell", "gpu=blackwell"}), (("parse", "some"), {"some.txt"}), (("check", "--output", "html=some"), {"some.txt", "html=some.txt"}),
           (("apply", "--plan", "some"), {"some.txt"})))
TBUILD = ({"--profile", "--dry-run"},
          ((("doctor", "--color", ""), {"auto", "always", "never"}), (("--profile", "kep"), {"kepler", "kepler-mkl", "kepler-openblas"}), (("-p", "black"), {"blackwell"}),
           (("--until", ""), {"configure", "compare", "wheel"}), (("profiles", "ad"), {"ada"}), (("help", "tri"), {"triage"}), (("--script", ""), {"sh", "bat"}),
           (("doctor", "--profile", "some"), {"some.txt"}), (("triage", "some"), {"some.txt"}), (("report", "some"), {"some.txt"}),
           (("profiles", "some"), {"some.txt"}), (("--root", "patched", "--set", "USE_"), {"USE_CUDA=", "USE_MKL="}), (("help", "--completion", ""), {"fish", "powershell"})),
          ((("--root", "fold"), {"folder/"}),))


def try_powershell(script, table, folder, program):
    def offers(line):
        code = ". '%s'; (TabExpansion2 -inputScript '%s' -cursorColumn %d).CompletionMatches.CompletionText" % (script, line, len(line))
        return output("pwsh", "-NoProfile", "-Command", code, cwd=folder).split()

    expect(set(table.commands) <= set(offers(program + " ")), "not all commands")
    for command in table.commands:
        expect(set(table.options[command]) <= set(offers("%s %s -" % (program, command))), "%s lacks options", command)
    expect("always" in offers("%s %s --color a" % (program, table.commands[0])), "no values")


def check_answers(program, table):
    """What the scripts are told: after each command its options, each with its meaning, and no other; the commands where there is none."""
    def answer(*words):
        lines = output(program, "__complete", *words).splitlines()
        expect(re.fullmatch(r"(words|files|folders) \S*", lines[0]), "%s: %s", words, lines[0])
        wrong = [line for line in lines[1:] if not re.fullmatch(r"[^\s]+\t\S[^\t]*", line)]
        expect(not wrong, "%s: no word, tab and meaning: %s", words, wrong[:3])
        return [line.split("\t")[0] for line in lines[1:]]

    expect(answer("cur=") == table.commands, "commands: %s", answer("cur="))
    for command in table.commands:
        found = answer("cur=-", command)
        expect(sorted(found) == sorted(table.options[command]), "%s: %s", command, set(found) ^ set(table.options[command]))


def check_powershell_text(text, program):
    """Without pwsh: what its grammar says, and that the program is asked by its name."""
    expect('-CommandName %s, %s.exe ' % (program, program) in text and '__complete "cur=$wordToComplete" $typed' in text, "it does not ask %s", program)
    expect(not powershell.check_itself(), "%s", powershell.check_itself())
    expect(not powershell.check(text), "%s", powershell.check(text))


def check_page(text, options, path):
    for option in options:
        expect("\\fB" + option.replace("-", "\\-") + "\\fR" in text, "%s is not in the page", option)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    if shutil.which("mandoc"):
        said = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", path], capture_output=True, check=False).stdout.decode()
        said = [line for line in said.splitlines() if "missing date" not in line]  # the same sources give the same page
        expect(not said, "mandoc: %s", said)
    if shutil.which("man"):
        result = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", path], capture_output=True, check=False, env=dict(os.environ, MANWIDTH="78", LC_ALL="C.UTF-8"))
        shown = result.stdout.decode()
        if "minimized" not in shown:
            expect(result.returncode == 0 and not result.stderr, "man: %s", result.stderr.decode())
            expect("NAME" in shown and "OPTIONS" in shown, "man shows %s", shown[:300])


def check_install(programs, folder):
    """`make install` puts all in its place, and `make uninstall` takes it away again."""
    tpatch = programs[0][1]
    where = ["BUILD=" + os.path.dirname(tpatch), "DESTDIR=" + folder, "PREFIX=/usr"]
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    version = output(tpatch, "--version").split()[1]
    files = {"include/tpatch.h", "lib/pkgconfig/tpatch.pc", "lib/libtpatch.a", "lib/libtpatch.so", "lib/libtpatch.so.0", "lib/libtpatch.so." + version}
    for name, program, _ in programs:
        files |= {"bin/" + name, "share/bash-completion/completions/" + name, "share/zsh/site-functions/_" + name,
                  "share/fish/vendor_completions.d/%s.fish" % name, "share/man/man1/%s.1" % name}
        files |= {"share/man/man1/%s-%s.1" % (name, command) for command in Table(program).commands}

    def installed():
        return {os.path.relpath(os.path.join(at, name), folder + "/usr") for at, _, names in os.walk(folder) for name in names}

    output("make", "-s", "install", *where, cwd=root)
    expect(installed() == files, "make install makes %s", installed() ^ files)
    expect(all(os.path.getsize(os.path.join(folder, "usr", name)) for name in files), "an empty file")
    expect(output(os.path.join(folder, "usr/bin/tpatch"), "--version") == output(tpatch, "--version"), "another version")
    output("make", "-s", "uninstall", *where, cwd=root)
    expect(not installed(), "make uninstall leaves %s", installed())


def main():
    tpatch = os.path.abspath(sys.argv[1])
    os.environ["PATH"] = os.path.dirname(tpatch) + os.pathsep + os.environ["PATH"]  # where the scripts look for it
    programs = [("tpatch", tpatch, TPATCH), ("tbuild", os.path.join(os.path.dirname(tpatch), "tbuild"), TBUILD)]
    attempts = Attempts("shells")
    attempt = attempts.attempt
    with tempfile.TemporaryDirectory(prefix="shells-") as folder:
        place = os.path.join(folder, "place")
        os.makedirs(os.path.join(place, "folder"))
        open(os.path.join(place, "some.txt"), "w", encoding="ascii").close()
        patched = os.path.join(place, "patched")
        shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../fixtures/pytorch-1.12.1/before"), patched)
        with open(os.path.join(patched, "CMakeLists.txt"), "a", encoding="ascii") as f:
            f.write('option(USE_CUDA "" ON)\noption(USE_MKL "" ON)\n')
        for rule in ("cmake-minimum", "numpy2-elsize"):
            output(tpatch, "--root", patched, "--rule", rule)
        for name, program, wanted in programs:
            table, scripts = Table(program), {}
            for shell in ("bash", "zsh", "fish", "powershell"):
                scripts[shell] = os.path.join(folder, "%s-%s" % (shell, name))
                with open(scripts[shell], "w", encoding="utf-8") as f:
                    f.write(output(program, "help", "--completion", shell))
            for shell, made in (("bash", Bash), ("zsh", Zsh), ("fish", Fish)):
                if not shutil.which(shell):
                    print("%s is not here: skipped" % shell)
                    continue
                attempt("%s -n, of %s" % (shell, name), output, shell, "-n", scripts[shell])
                attempt("%s, of %s" % (shell, name), lambda shell=shell, made=made: try_shell(made(scripts[shell], place, name), table, *wanted))
            if shutil.which("shellcheck"):
                attempt("shellcheck, of " + name, output, "shellcheck", "-s", "bash", scripts["bash"])
            with open(scripts["powershell"], encoding="utf-8") as f:
                attempt("powershell of %s, as text" % name, check_powershell_text, f.read(), name)
            attempt("answers of " + name, check_answers, program, table)
            if shutil.which("pwsh"):
                attempt("pwsh, of " + name, try_powershell, scripts["powershell"], table, place, name)
            else:
                print("pwsh is not here: skipped")
            for command in table.commands:
                attempt("%s-%s(1)" % (name, command), lambda command=command: check_page(
                    output(program, "help", command, "--man"), table.options[command], os.path.join(folder, "page.1")))
            attempt(name + "(1)", lambda: check_page(output(program, "help", "--man"), ["--color", "-h"], os.path.join(folder, "page.1")))
        attempt("make install", check_install, programs, os.path.join(folder, "installed"))
    return attempts.report()


if __name__ == "__main__":
    sys.exit(main())
