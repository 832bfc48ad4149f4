"""Commands of the shell: every place of one, run by sh for every value of what they ask."""
import re
import subprocess
import textwrap

from statements_common import CODE, COMMENTS, DIRECTIVES, Slot, beside_the_line, operations

ROOM = [
    ("own line", "t 1\n@\nt 2", DIRECTIVES),
    ("then of lines", "if z; then\n  @\nfi\nt 2", DIRECTIVES),
    ("else of lines", "if z; then\n  t 1\nelse\n  @\nfi\nt 2", DIRECTIVES),
    ("then and else", "if z; then\n  @\nelse\n  t 1\nfi\nt 2", DIRECTIVES),
    ("for of lines", "for i in 1 2; do\n  @\ndone\nt 2", DIRECTIVES),
    ("arm of lines", "case $Z in\n1)\n  @\n  ;;\n*)\n  t 3\n  ;;\nesac\nt 2", DIRECTIVES),
    ("function of lines", "f() {\n  @\n}\nf\nt 2", DIRECTIVES),
    ("subshell of lines", "(\n  @\n  t 1\n)\nt 2", DIRECTIVES),
    ("comment after", "@  # why\nt 2", COMMENTS),
    ("first of a line", "@; t 1\nt 2", CODE),
    ("last of a line", "t 1; @\nt 2", DIRECTIVES),
    ("middle of a line", "t 1; @; t 3\nt 2", CODE),
    ("after a list", "z && t 1\n@\nt 2", DIRECTIVES),
    ("then on one line", "if z; then @; fi\nt 2", CODE),
    ("else on one line", "if z; then t 1; else @; fi\nt 2", CODE),
    ("do on one line", "for i in 1 2; do @; done\nt 2", CODE),
    ("braces on one line", "{ t 1; @; }\nt 2", CODE),
    ("function on one line", "f() { @; }; f\nt 2", CODE),
    ("subshell on one line", "( t 1; @ )\nt 2", CODE),
    ("arm on one line", "case $Z in 1) @ ;; *) t 3 ;; esac\nt 2", CODE),
    ("fi after it", "if z; then\n  @; fi\nt 2", CODE),
    ("';;' after it", "case $Z in\n1) t 1\n  @ ;;\n*) t 3 ;;\nesac\nt 2", CODE),
]
# A command on which others depend.
JOINED = [
    ("and", "z && @\nt 2"),
    ("and after it", "@ && t 2\nt 3"),
    ("or", "z || @\nt 2"),
    ("or after it", "@ || t 2\nt 3"),
    ("and between", "z && @ && t 2\nt 3"),
    ("and, or", "z && @ || t 2\nt 3"),
    ("pipe", "t 1 | @\nt 2"),
    ("pipe after it", "@ | cat\nt 2"),
    ("not", "! @\nt $?"),
    ("background", "@ & wait\nt 2"),
    ("list of lines", "z &&\n  @\nt 2"),
    ("list of lines, first", "@ &&\n  t 2\nt 3"),
    ("pipe of lines", "@ |\n  cat\nt 2"),
    ("joined lines", "z && \\\n  @\nt 2"),
    ("list in a body", "if z; then t 1 && @; fi\nt 2"),
    ("test", "[ $Z = 1 ] && @\nt 2"),
]
CONDITIONS = [
    ("condition", "if @; then t 2; fi\nt 3"),
    ("condition of lines", "if @; then\n  t 2\nfi\nt 3"),
    ("condition of an elif", "if z; then\n  t 1\nelif @; then\n  t 2\nfi\nt 3"),
    ("not in a condition", "if ! @; then\n  t 2\nfi\nt 3"),
    ("second in a condition", "if t 1; @; then\n  t 2\nfi\nt 3"),
    ("condition of a loop", "n=\nwhile @; do\n  case $n in 111) break ;; esac; n=1$n\ndone\nt 3"),
]
# No command is there.
PARTS = [("argument", "t @\n"), ("substitution", "x=$(@)\nt 2"), ("for", "for i in @; do t 1; done")]


def braced(source):
    return re.sub(r"@( |$)", "{\n@\n}\\1", source.replace("@;", "{\n@\n};"), flags=re.M)


SLOTS = [Slot(name, source, braced(source), room) for name, source, room in ROOM]
SLOTS += [Slot(name, source, braced(source), 0) for name, source in JOINED + CONDITIONS]
SLOTS += [Slot(name, source, None, 0) for name, source in PARTS]

STATEMENT = "hit 1"
TEXTS = (
    "r 1",
    "r 1\nr 2",
    "r 1; r 2",
    "r 1  # so\nr 2",
    "r 1 && r 2",
    "r 1 || r 2",
    "r 1 && r 2 || r 3",
    "r 1 | cat",
    "! r 1",
    "if q; then\n  r 1\nfi",
    "if q; then r 1; fi",
    "if q; then\n  r 1\nfi\nr 2",
    "{ r 1; r 2; }",
    "cat <<EOF\nr\nEOF",
    "r 1\ncat <<EOF\nr\nEOF",
    "hit 1\nr 2",
    "r 1\nhit 1",
)
INSERTS = ["r 1", "r 1\nr 2", "if q; then\n  r 1\nfi"]
WRAPS = ["if q; then\n  $MATCH\nfi", "r 1\n$MATCH\nr 2"]
HEAD = """z() { [ $Z = 1 ]; }
q() { [ $Q = 1 ]; }
t() { echo "t$1"; return 0; }
hit() { echo "hit$1"; return $H; }
r() { echo "r$1"; [ $1 = $R ]; }
"""
LOOP = "for Z in 0 1; do for Q in 0 1; do for H in 0 1; do R=$((1 + H)); ( %s\n); done; done; done\n"


class Shell:
    name, file, slots = "shell", "a.sh", SLOTS
    operations = list(operations(STATEMENT, STATEMENT, [(text, text) for text in TEXTS], INSERTS, WRAPS))

    @staticmethod
    def makes_sense(slot, operation):
        return slot.model is not None or operation.wanted != "r 1"

    @staticmethod
    def text(slot, operation):
        return slot.source.replace("@", operation.statement) + "\n"

    @staticmethod
    def models(slot, operation):
        if slot.model is None or operation.wanted is None:
            return []
        beside = beside_the_line(slot, operation) if slot.room or slot.name in ("and after it", "or after it", "pipe after it") else None
        return [slot.model.replace("@", operation.wanted or ":")] + ([beside] if beside else [])

    @classmethod
    def run(cls, done):
        problems = []
        for case in done:
            models, got = [prints(model) for model in cls.models(case.slot, case.operation)], prints(case.new)
            problems.append("made where no command fits" if not models else "the model is no program: %s" % models if "rror" in str(models) else
                            "" if got in models else "it prints\n%s\nand not\n%s" % (got, models[0]))
        return problems


def prints(text):
    # A here-document's end must be alone on its line, so the text is in a function of its own.
    script = HEAD + "body() {\n%s\n}\n" % text + LOOP % "body; echo ."
    run = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=20)
    return run.stdout.replace("\n", " ") + run.stderr
