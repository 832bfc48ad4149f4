#!/usr/bin/env python3
"""Runs the command lines of the documents and compares what they print with what the documents show.

usage: docs.py [--update] [--keep] TPATCH [DOCUMENT...]

Every ```console block is run: lines behind "$ " are commands ("> " goes on with one), the others what they print. A document is one
shell from its beginning to its end. It begins in ~/tpatch, where this repository's files are, with tpatch and git in PATH; ~ is a scratch
folder, shown as /home/me. A command that fails must be followed by `echo $?`. In what is printed, "…" stands for any text within a line,
and alone in a line for any lines; times and the version of tpatch may differ.

Comments before a block say more; they are not seen when the document is read:
  <!-- file: PATH -->       the block is written to this file, from ~/tpatch
  <!-- run: COMMAND -->     run too, without being shown; it must succeed
  <!-- not run: REASON -->  the block holds command lines that are not run

In README.md, CONTRIBUTING.md and docs/, a block with command lines that is neither run nor says why is an error. So is, in every document, code
like `tpatch COMMAND --option` with a command or an option that the program does not have. When all documents are looked at, each command and
each option of tpatch, and of the tbuild beside it, must stand in one of that program's documents.

--update writes into the documents what was printed, and keeps the "…" whose neighbours are still there: read it before you commit it.
--keep leaves the scratch folders. Prints what is not so as `file:line: …`, and `docs: N passed, N failed`. Exit: 0 all well, 1 not.
"""
import argparse
import functools
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from help_table import Table

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TIMEOUT_SECONDS = 120
ANY = "…"
# Where a program's commands and options must be described.
DESCRIBED_IN = {"tpatch": ("README.md", "docs/*.md", "patchsets/README.md"), "tbuild": ("README.md", "driver/README.md", "docs/windows.md")}
STRICT = ("README.md", "CONTRIBUTING.md", "docs/")
COMMAND_LINE = re.compile(r"\s*(\$ |\./bootstrap|make\b|tpatch\b|tbuild\b|build/tpatch|git |sh |python3? |sudo |apt|cmake |pip )")
DIFFERENT = (
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?"), "<time>"),
    (re.compile(r"\bdigest   [0-9a-f]{64}\b"), "digest   <digest>"),
    (re.compile(r"\btpatch \d+\.\d+\.\d+\S*"), "tpatch <version>"),
)


class Block:
    """A fenced block: its language, the number of its first line of text (from 0), its lines, and the comments before it."""

    def __init__(self, language, begin, notes):
        self.language, self.begin, self.lines, self.notes = language, begin, [], notes


class Command:
    def __init__(self, text, line):
        self.text, self.line, self.shown = text, line, []
        self.begin = line + 1  # of what it prints
        self.printed, self.code = [], None


def blocks_of(lines):
    block, notes = None, []
    for number, line in enumerate(lines):
        fence = re.match(r"```(\S*)", line)
        note = re.fullmatch(r"<!-- (file|run|not run): (.*) -->", line)
        if block is None and fence:
            block = Block(fence[1], number + 1, notes)
            notes = []
        elif block is not None and fence:
            yield block
            block = None
        elif block is not None:
            block.lines.append(line)
        elif note:
            notes.append((note[1], note[2], number))
        elif line.strip():
            if notes:
                yield Block("", number, notes)
            notes = []
    if notes:
        yield Block("", len(lines), notes)


def commands_of(block):
    commands = []
    for number, line in enumerate(block.lines, block.begin):
        if line.startswith("$ "):
            commands.append(Command(line[2:], number))
        elif not commands:
            raise ValueError("%d: a block that is run begins with a command" % (number + 1))
        elif line.startswith("> ") and not commands[-1].shown:
            commands[-1].text += "\n" + line[2:]
            commands[-1].begin = number + 1
        else:
            commands[-1].shown.append(line)
    return commands


def plain(line):
    for pattern, placeholder in DIFFERENT:
        line = pattern.sub(placeholder, line)
    return line.rstrip()


@functools.lru_cache(maxsize=None)
def line_pattern(shown):
    return re.compile(".*".join(re.escape(part) for part in plain(shown).split(ANY)))


def fits(shown, printed):
    return line_pattern(shown).fullmatch(plain(printed)) is not None


def is_any(line):
    return line.strip() == ANY


def all_fit(shown, printed):
    """Do the lines fit, where ANY alone stands for any number of lines?"""
    reach = {0}
    for line in shown:
        if is_any(line):
            reach = set(range(min(reach), len(printed) + 1)) if reach else reach
        else:
            reach = {at + 1 for at in reach if at < len(printed) and fits(line, printed[at])}
    return len(printed) in reach


def renewed(shown, printed):
    """What was printed, shortened as `shown` is: the lines that both have stay as they are shown, and so does ANY between two of these."""
    wanted = [line for line in shown if not is_any(line)]
    gaps = {len([line for line in shown[:at] if not is_any(line)]): line for at, line in enumerate(shown) if is_any(line)}
    length = [[0] * (len(printed) + 1) for _ in range(len(wanted) + 1)]
    for i in range(len(wanted) - 1, -1, -1):
        for j in range(len(printed) - 1, -1, -1):
            length[i][j] = length[i + 1][j + 1] + 1 if fits(wanted[i], printed[j]) else max(length[i + 1][j], length[i][j + 1])
    made, i, j, fresh = [], 0, 0, []

    def close():
        made.extend([gaps[i]] if i in gaps and fresh else fresh)
        fresh.clear()

    while j < len(printed):
        if i < len(wanted) and fits(wanted[i], printed[j]):
            close()
            made.append(wanted[i])
            i, j = i + 1, j + 1
        elif i < len(wanted) and length[i + 1][j] >= length[i][j + 1]:
            if i in gaps and fresh:
                close()
            i += 1
        else:
            fresh.append(printed[j].rstrip())
            j += 1
    close()
    return made


def script_of(blocks, out):
    """The shell script of a document, and its commands."""
    script, commands = ["last=0"], []

    def add(command):
        path = os.path.join(out, str(len(commands)))
        commands.append(command)
        script.append("{\n(exit $last)\n%s\n} >%s 2>&1 </dev/null\nlast=$?\necho $last >%s.code" % (command.text, path, path))

    for block in blocks:
        kinds = [kind for kind, _, _ in block.notes]
        for number, (kind, text, line) in enumerate(block.notes):
            if kind == "run":
                command = Command(text, line)
                command.shown = None
                add(command)
            elif kind == "file":
                source = os.path.join(out, "%d-%d.file" % (block.begin, number))
                with open(source, "w", encoding="utf-8") as f:
                    f.write("".join(item + "\n" for item in block.lines))
                target = "~/tpatch/" + text if not text.startswith("~/") else text
                script.append("mkdir -p %s && cp %s %s" % (os.path.dirname(target), shlex.quote(source), target))
        if block.language == "console" and "not run" not in kinds:
            for command in commands_of(block):
                add(command)
    return "\n".join(script) + "\n", commands


def run(document, blocks, tpatch, keep):
    """Runs the commands of a document; returns them with what they printed."""
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="docs-"))
    home, programs, out = (os.path.join(scratch, name) for name in ("home/me", "programs", "out"))
    work = os.path.join(home, "tpatch")
    try:
        for folder in (work, programs, out):
            os.makedirs(folder)
        os.symlink(tpatch, os.path.join(programs, "tpatch"))
        for name in os.listdir(ROOT):
            if not name.startswith((".", "build")):
                os.symlink(os.path.join(ROOT, name), os.path.join(work, name))
        env = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "TPATCH_")) and name != "NO_COLOR"}
        env.update(PATH=programs + os.pathsep + os.environ.get("PATH", ""), HOME=home, LC_ALL="C.UTF-8", TERM="dumb", COLUMNS="100", GIT_CONFIG_NOSYSTEM="1",
                   GIT_CONFIG_GLOBAL=os.devnull, GIT_CEILING_DIRECTORIES=scratch)
        for role in ("AUTHOR", "COMMITTER"):
            env.update({"GIT_%s_NAME" % role: "Me", "GIT_%s_EMAIL" % role: "me@example.org", "GIT_%s_DATE" % role: "2026-01-01T00:00:00Z"})
        script, commands = script_of(blocks, out)
        path = os.path.join(out, "script")
        with open(path, "w", encoding="utf-8") as f:
            f.write(script)
        subprocess.run(["sh", path], cwd=work, env=env, check=False, timeout=TIMEOUT_SECONDS, stdin=subprocess.DEVNULL)
        for number, command in enumerate(commands):
            base = os.path.join(out, str(number))
            if os.path.exists(base + ".code"):
                with open(base, encoding="utf-8", errors="backslashreplace") as f:
                    command.printed = f.read().replace(scratch, "").splitlines()
                with open(base + ".code", encoding="ascii") as f:
                    command.code = int(f.read())
    finally:
        if keep:
            print("%s: %s" % (document, scratch))
        else:
            shutil.rmtree(scratch, ignore_errors=True)
    return commands


def judge(document, commands):
    """What is wrong with each command, or None."""
    for at, command in enumerate(commands):
        problem = None
        following = commands[at + 1].text if at + 1 < len(commands) else ""
        shown = command.shown or []
        if command.code is None:
            problem = "was not run to its end"
        elif command.code != 0 and not following.startswith("echo $?"):
            problem = "exit code %d, and no `echo $?` behind it:\n%s" % (command.code, "\n".join("    " + line for line in command.printed))
        elif command.shown is not None and not all_fit(without_blank_end(shown), without_blank_end(command.printed)):
            problem = "prints something else:\n%s" % "\n".join("    " + line for line in command.printed)
        yield command, "%s:%d: $ %s\n  %s" % (document, command.line + 1, command.text, problem) if problem else None


def without_blank_end(lines):
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def update(path, lines, commands):
    for command in reversed([command for command in commands if command.shown is not None and command.code is not None]):
        shown = without_blank_end(command.shown)
        if not all_fit(shown, without_blank_end(command.printed)):
            lines[command.begin:command.begin + len(shown)] = renewed(shown, without_blank_end(command.printed))
            print("%s:%d: updated" % (path, command.line + 1))
    with open(os.path.join(ROOT, path), "w", encoding="utf-8") as f:
        f.write("".join(line + "\n" for line in lines))


@functools.lru_cache(maxsize=None)
def help_of(tpatch, command):
    return subprocess.run([tpatch, "help", command], capture_output=True, text=True, check=False).stdout


def unknown_words(tpatch, code):
    """Why `code`, a call of tpatch, cannot be one; None if it can."""
    words = re.split(r"[\s=\[\]]+", re.split(r" [|>#;&] |\s\s", code + "  ")[0])[1:]
    command = next((word for word in words if re.fullmatch(r"[a-z]+", word)), None) if words and not words[0].startswith("-") else None
    if command and not help_of(tpatch, command).startswith("tpatch %s:" % command):
        return "no command '%s'" % command
    known = help_of(tpatch, command or "apply")
    for word in words:
        if re.fullmatch(r"--[a-z][a-z-]*", word) and not re.search(r"%s(?![a-z-])" % word, known):
            return "no option '%s'" % word
    return None


def calls(lines):
    """(line number, code) of each `tpatch …` in text, and at the front of a line in a block."""
    is_code = False
    for number, line in enumerate(lines):
        if line.startswith("```"):
            is_code = not is_code
        elif is_code and re.match(r"(\$ )?tpatch( |$)", line):
            yield number, line.removeprefix("$ ")
        elif not is_code:
            for code in re.findall(r"`(tpatch [^`]*)`", line):
                yield number, code


def check(document, options, tpatch):
    """Returns the number of things that are as they should be, and those that are not."""
    with open(os.path.join(ROOT, document), encoding="utf-8") as f:
        lines = f.read().splitlines()
    blocks = list(blocks_of(lines))
    passed, problems = 0, []
    for number, code in calls(lines):
        problem = unknown_words(tpatch, code)
        passed += problem is None
        problems += ["%s:%d: %s in '%s'" % (document, number + 1, problem, code)] if problem else []
    for block in blocks:
        is_said = block.language == "console" or any(kind in ("file", "not run") for kind, _, _ in block.notes)
        if document.startswith(STRICT) and not is_said and block.language in ("", "sh", "bash", "shell") and any(map(COMMAND_LINE.match, block.lines)):
            problems.append("%s:%d: a block of command lines that is not run, and does not say why" % (document, block.begin))
    commands = run(document, blocks, tpatch, options.keep)
    for command, problem in judge(document, commands):
        passed += problem is None
        problems += [problem] if problem else []
    if options.update:
        update(document, lines, commands)
    return passed, problems


def undescribed(program, name):
    """Returns the number of commands and options of a program that its documents name, and sentences about the others."""
    text = ""
    for pattern in DESCRIBED_IN[name]:
        for path in glob.glob(os.path.join(ROOT, pattern)):
            with open(path, encoding="utf-8") as f:
                text += f.read()

    def is_named(words):
        return re.search(r"(?<![\w-])%s(?![\w-])" % re.escape(words), text)

    table, passed, problems = Table(program), 0, []
    for command in table.commands:
        passed += bool(is_named(name + " " + command))
        problems += [] if is_named(name + " " + command) else ["%s %s: in no document" % (name, command)]
        for option in table.options[command]:
            # A document may have the letter instead.
            good = not option.startswith("--") or is_named(option) or is_named(table.letters[command].get(option, option))
            passed += bool(good)
            problems += [] if good else ["%s %s %s: in no document" % (name, command, option)]
    return passed, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("tpatch")
    parser.add_argument("documents", nargs="*")
    options = parser.parse_args()
    if not os.access(options.tpatch, os.X_OK):
        raise SystemExit("docs.py: no program '%s'" % options.tpatch)
    named = [os.path.relpath(os.path.abspath(name), ROOT) for name in options.documents]
    documents = named or sorted(os.path.relpath(path, ROOT) for pattern in ("*.md", "docs/*.md", "driver/*.md", "patchsets/README.md", "tests/*.md")
                                    for path in glob.glob(os.path.join(ROOT, pattern)))
    passed = failed = 0
    tpatch = os.path.abspath(options.tpatch)
    programs = [] if named else [("tpatch", tpatch), ("tbuild", os.path.join(os.path.dirname(tpatch), "tbuild"))]
    for good, problems in [check(document, options, tpatch) for document in documents] + [undescribed(program, name) for name, program in programs]:
        passed, failed = passed + good, failed + len(problems)
        for problem in problems:
            print(problem)
    print("docs: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
