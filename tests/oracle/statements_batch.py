"""Commands of batch files: every place of one, run by cmd (Wine's, as tests/windows/cases.py calls it) for every value of what they ask.

Wine 8's cmd reads blocks, lists of `&`, `if`, `else`, `for` and labels, and so these are run. It does not ask `&&` and `||` after `call`, takes what follows
`&` out of a `for`, and ends `echo a (b)` at the bracket: no case has these.
"""
import os
import re
import subprocess
import tempfile

from statements_common import CODE, DIRECTIVES, Slot, beside_the_line, operations

Z = 'if "%Z%"=="1" '
ROOM = [
    ("own line", "call :t 1\n@\ncall :t 2", DIRECTIVES),
    ("then of lines", Z + "(\n  @\n)\ncall :t 2", DIRECTIVES),
    ("then of tabs", Z + "(\n\t@\n\tcall :t 1\n)\ncall :t 2", DIRECTIVES),
    ("then and else", Z + "(\n  @\n) else (\n  call :t 1\n)\ncall :t 2", DIRECTIVES),
    ("else of lines", Z + "(\n  call :t 1\n) else (\n  @\n)\ncall :t 2", DIRECTIVES),
    ("for of lines", "for %%i in (1 2) do (\n  @\n)\ncall :t 2", DIRECTIVES),
    ("block", "(\n  call :t 1\n  @\n)\ncall :t 2", DIRECTIVES),
    ("deep", Z + "(\n  for %%i in (1 2) do (\n    @\n    call :t 3\n  )\n)\ncall :t 2", DIRECTIVES),
    ("after an if", Z + "call :t 1\n@\ncall :t 2", DIRECTIVES),
    ("after a label", "goto over\n:over\n@\ncall :t 2", DIRECTIVES),
    ("last line", "call :t 1\n@", DIRECTIVES),
    ("joined lines", "call :t ^\n  1\n@\ncall :t 2", DIRECTIVES),
    ("first of a line", "@& call :t 1\ncall :t 2", 0),
    ("last of a line", "call :t 1& @\ncall :t 2", 0),
    ("then on one line", Z + "@\ncall :t 2", 0),
    ("then in brackets", Z + "(@)\ncall :t 2", 0),
    ("then and else on one line", Z + "(@) else (call :t 1)\ncall :t 2", 0),
    ("else on one line", Z + "(call :t 1) else (@)\ncall :t 2", 0),
    ("do on one line", "for %%i in (1 2) do @\ncall :t 2", 0),
    ("do in brackets", "for %%i in (1 2) do (@)\ncall :t 2", 0),
    ("if in if", Z + 'if "%Q%"=="1" @\ncall :t 2', 0),
]


def braced(source):
    return source.replace("(@)", "(\n@\n)").replace("@", "(\n@\n)") if "(@)" not in source else source.replace("(@)", "(\n@\n)")


SLOTS = [Slot(name, source, braced(source), room) for name, source, room in ROOM]
STATEMENT = "call :hit 1"
Q = 'if "%Q%"=="1" '
TEXTS = ("call :r 1", "call :r 1\ncall :r 2", "call :r 1& call :r 2", Q + "call :r 1", Q + "(\n  call :r 1\n)", Q + "(\n  call :r 1\n) else (\n  call :r 2\n)",
         Q + "(call :r 1) else (call :r 2)", "for %%k in (1 2) do call :r %%k", "for %%k in (1 2) do (\n  call :r %%k\n)", "(\n  call :r 1\n)", "call :r 1\nrem so\ncall :r 2",
         "call :hit 1\ncall :r 2", "call :r 1\ncall :hit 1", "call :r ^\n  1", "call :r 1\n:: so\ncall :r 2")
INSERTS = ["call :r 1", "call :r 1\ncall :r 2", Q + "(\n  call :r 1\n)"]
WRAPS = [Q + "(\n  $MATCH\n)", "call :r 1\n$MATCH\ncall :r 2", Q + "(\n  $MATCH\n) else (\n  call :r 1\n)"]
HEAD = "@echo off\n" + "".join("set Z=%d\nset Q=%d\ncall :body\n" % (z, q) for z in (0, 1) for q in (0, 1)) + "goto :eof\n:body\n"
FOOT = "\ngoto :eof\n" + "".join(":%s\necho %s%%1\ngoto :eof\n" % (name, name) for name in ("t", "hit", "r"))


class Batch:
    name, file, slots = "batch", "a.bat", SLOTS
    env = None  # of Wine
    operations = [o._replace(needs=0) if "::" in o.name else o for o in operations(STATEMENT, STATEMENT, [(text, text) for text in TEXTS], INSERTS, WRAPS)]

    @staticmethod
    def makes_sense(_slot, _operation):
        return True

    @staticmethod
    def text(slot, operation):
        return slot.source.replace("@", operation.statement) + "\n"

    @staticmethod
    def models(slot, operation):
        beside = beside_the_line(slot, operation) if slot.name in ("first of a line", "last of a line") else None
        # In brackets, Windows takes `::` for a label, and Wine does not: it must be refused there.
        if "::" in (operation.wanted or "") and re.search(r"(?m)^\s+@|\(@", slot.source):
            return []
        wanted = re.sub("(?m)^:: so$", "rem so", operation.wanted or "rem")
        return [slot.model.replace("@", wanted)] + ([beside] if beside else [])

    @classmethod
    def run(cls, done):
        programs = [[case.new] + cls.models(case.slot, case.operation) for case in done]
        prints = iter(run_all([text for texts in programs for text in texts], cls.env))
        for texts in programs:
            got, models = next(prints), [next(prints) for _ in texts[1:]]
            yield "made where it means something else" if not models else "" if got in models else "it prints\n%s\nand not\n%s" % (got, models[0])


def run_all(texts, env):
    """What each of the programs prints, by one cmd that starts another for each."""
    with tempfile.TemporaryDirectory(prefix="batch-") as folder:
        lines = ["@echo off"]
        for i, text in enumerate(texts):
            with open(os.path.join(folder, "%d.bat" % i), "w", newline="\r\n") as f:
                f.write(HEAD + text + FOOT)
            lines.append("cmd /c %d.bat >%d.txt 2>&1" % (i, i))
        with open(os.path.join(folder, "all.bat"), "w", newline="\r\n") as f:
            f.write("\n".join(lines) + "\n")
        subprocess.run(["wine", "cmd", "/c", "all.bat"], cwd=folder, env=env, capture_output=True, timeout=900, check=False)
        for i in range(len(texts)):
            with open(os.path.join(folder, "%d.txt" % i), errors="replace") as f:
                yield " ".join(f.read().split())
