"""Statements of Python: every place of one, run by this interpreter."""
import re
import textwrap

from statements_common import COMMENTS, Slot, beside_the_line, operations

ROOM = [
    ("own line", "t(1)\n@\nt(2)"),
    ("block", "if z:\n    @\nt(2)"),
    ("block of tabs", "if z:\n\t@\n\tt(1)\nt(2)"),
    ("else of lines", "if z:\n    t(1)\nelse:\n    @\nt(2)"),
    ("block and else", "if z:\n    @\nelse:\n    t(3)\nt(2)"),
    ("block and else after a loop", "for i in (1, 2):\n    @\nelse:\n    t(3)\nt(2)"),
    ("elif", "if z:\n    t(1)\nelif q:\n    @\nelse:\n    t(3)"),
    ("try", "try:\n    @\nexcept ValueError:\n    t(3)\nfinally:\n    t(4)"),
    ("except", "try:\n    raise ValueError\nexcept ValueError:\n    @\nt(2)"),
    ("function", "def f():\n    @\nf()\nt(2)"),
    ("class", "class K:\n    @\nt(2)"),
    ("match", "match z:\n    case 1:\n        @\n    case _:\n        t(3)\nt(2)"),
    ("comment after", "@  # why\nt(2)"),
    ("after a block", "if z:\n    t(1)\n@\nt(2)"),
    ("before a function", "@\n@wrap\ndef f():\n    t(3)\nf()"),
    ("last line", "t(1)\n@"),
    ("joined lines", "t(1)\nt(3) \\\n  if z else t(4)\n@\nt(2)"),
    ("deep", "for i in (1, 2):\n  with c:\n    if z:\n      @\n    t(1)\nt(2)"),
]
# What shares its line: there is room for one line.
LINES = [
    ("if on one line", "if z: @\nt(2)", "if z:\n    @\nt(2)"),
    ("if and else on lines", "if z: @\nelse: t(3)\nt(2)", "if z:\n    @\nelse: t(3)\nt(2)"),
    ("else on one line", "if z: t(3)\nelse: @\nt(2)", "if z: t(3)\nelse:\n    @\nt(2)"),
    ("second", "if z: t(1); @\nt(2)", "if z:\n    t(1)\n    @\nt(2)"),
    ("first", "if z: @; t(1)\nt(2)", "if z:\n    @\n    t(1)\nt(2)"),
    ("middle", "if z: t(1); @; t(3)\nt(2)", "if z:\n    t(1)\n    @\n    t(3)\nt(2)"),
    ("for on one line", "for i in (1, 2): @\nt(2)", "for i in (1, 2):\n    @\nt(2)"),
    ("loop with else", "for i in (1, 2): @\nelse: t(3)\nt(2)", "for i in (1, 2):\n    @\nelse: t(3)\nt(2)"),
    ("while on one line", "n = 2\nwhile n: n -= 1; @\nt(2)", "n = 2\nwhile n:\n    n -= 1\n    @\nt(2)"),
    ("try on one line", "try: @\nexcept ValueError: t(3)\nt(2)", "try:\n    @\nexcept ValueError: t(3)\nt(2)"),
    ("except on one line", "try: raise ValueError\nexcept ValueError: @\nt(2)", "try: raise ValueError\nexcept ValueError:\n    @\nt(2)"),
    ("finally on one line", "try: t(1)\nfinally: @\nt(2)", "try: t(1)\nfinally:\n    @\nt(2)"),
    ("with on one line", "with c: @\nt(2)", "with c:\n    @\nt(2)"),
    ("def on one line", "def f(): @\nf()", "def f():\n    @\nf()"),
    ("class on one line", "class K: @\nt(2)", "class K:\n    @\nt(2)"),
    ("case on one line", "match z:\n    case 1: @\n    case _: t(3)", "match z:\n    case 1:\n        @\n    case _: t(3)"),
    ("head and backslash", "if z: \\\n  @\nt(2)", "if z:\n    @\nt(2)"),
]
# Several statements of one line: lines beside the line are beside them.
LISTS = [
    ("first of a line", "@; t(1)\nt(2)", "@\nt(1)\nt(2)"),
    ("last of a line", "t(1); @\nt(2)", "t(1)\n@\nt(2)"),
    ("last of a line, ';'", "t(1); @;\nt(2)", "t(1)\n@\nt(2)"),
    ("middle of a line", "t(1); @; t(3)\nt(2)", "t(1)\n@\nt(3)\nt(2)"),
]
# An expression fits there, and no statement.
PARTS = [
    ("lambda", "(lambda: @)()"),
    ("ternary", "(@) if z else t(3)"),
    ("argument", "t(@)"),
    ("assigned", "x = @\nt(2)"),
    ("condition", "if @: t(3)"),
    ("and", "z and @\nt(2)"),
    ("comprehension", "[@ for i in (1, 2)]"),
    ("brackets of lines", "x = [\n  @,\n  t(1),\n]"),
]
SLOTS = [Slot(name, source, source.replace("  # why", ""), COMMENTS) for name, source in ROOM]
SLOTS += [Slot(name, source, model, 0) for name, source, model in LINES]
SLOTS += [Slot(name, source, model, 0) for name, source, model in LISTS]
SLOTS += [Slot(name, source, None, 0) for name, source in PARTS]

STATEMENT, EXPRESSION = "T.hit = 1", "hit(1)"
TEXTS = (
    "T.r = 1\nT.r = 2",
    "T.r = 1; T.r = 2",
    "T.r = 1  # so\nT.r = 2",
    "if q:\n    T.r = 1",
    "if q:\n    T.r = 1\nelse:\n    T.r = 2",
    "if q: T.r = 1",
    "for k in (1, 2):\n    T.r = k",
    "try:\n    T.r = 1\nfinally:\n    T.r = 2",
    "with c:\n    T.r = 1",
    "T.hit = 1\nT.r = 2",
    "T.r = 1\nT.hit = 1",
)
REPLACEMENTS = [(text, text) for text in ("T.r = 1",) + TEXTS] + [("@wrap", None), ("else:\n    T.r = 1", None)]
INSERTS = ["T.r = 1", "T.r = 1\nT.r = 2", "if q:\n    T.r = 1"]
WRAPS = ["if q:\n    $MATCH", "T.r = 1\n$MATCH\nT.r = 2", "try:\n    $MATCH\nfinally:\n    T.r = 1"]
IF = "if q:\n    T.hit = 1"
IFS = [(text, text) for text in ("if not q:\n    T.r = 1", "T.r = 1", "if q:\n    T.hit = 1\nT.r = 2", "while q:\n    T.r = 1\n    break")]
HEAD = """
trace = []
def t(x): trace.append("t%s" % x); return x
def x(a, b): return a * 10 + b
def hit(x): trace.append("hit%s" % x); return x
def r(x): trace.append("r%s" % x); return x
def wrap(f): trace.append("wrap"); return f
class Traced:
    def __setattr__(self, name, value): trace.append("%s=%s" % (name, value))
class Context:
    def __enter__(self): trace.append("(")
    def __exit__(self, *_): trace.append(")")
T, c = Traced(), Context()
"""


def filled(text, statements):
    """The text with the statements at its `@`, in the indentation of its line."""
    def lines(found):
        return textwrap.indent(statements or "pass", found[1])
    return re.sub(r"(?m)^([ \t]*)@$", lines, text)


class Python:
    name, file, slots = "python", "a.py", SLOTS
    operations = (list(operations(STATEMENT, STATEMENT, REPLACEMENTS, INSERTS, WRAPS))
                  + [o._replace(name="expression " + o.name) for o in operations(
                      EXPRESSION, EXPRESSION, [(text, text) for text in ("r(1)", "r(1)\nr(2)", "r(1); r(2)", "if q:\n    r(1)")], ["r(1)"]) if o.name != "delete"]
                  + [o._replace(name="if, " + o.name) for o in operations(IF, IF, IFS, INSERTS[:1], WRAPS[:2])])

    @staticmethod
    def makes_sense(slot, operation):
        """A statement in the place of an expression is none, nor an `if` of lines in a line, or before the branch of another one."""
        if slot.model is None:
            return operation.statement == EXPRESSION and operation.wanted != "r(1)" and not operation.beside
        return operation.statement != IF or bool(re.search(r"(?m)^[ \t]*@$", slot.source))

    @classmethod
    def text(cls, slot, operation):
        return cls.with_statement(slot.source, operation.statement) + "\n"

    @staticmethod
    def with_statement(text, statement):
        return filled(text, statement) if "\n" in statement else text.replace("@wrap", "%wrap").replace("@", statement).replace("%wrap", "@wrap")

    @classmethod
    def models(cls, slot, operation):
        if slot.model is None or operation.wanted is None:
            return []
        beside = beside_the_line(slot, operation) if slot.name in [name for name, _, _ in LISTS] else None
        return [filled(re.sub(r"(?m)^([ \t]*)@$", r"\1@", slot.model), operation.wanted)] + ([beside] if beside else [])

    @classmethod
    def run(cls, done):
        problems = []
        for case in done:
            models = [[prints(model, z, q) for z in (0, 1) for q in (0, 1)] for model in cls.models(case.slot, case.operation)]
            got = [prints(case.new, z, q) for z in (0, 1) for q in (0, 1)]
            problems.append("made where no statement fits" if not models else "the model is no program" if "SyntaxError" in str(models) else
                            "" if got in models else "it prints\n%s\nand not\n%s" % (got, models[0]))
        return problems


def prints(text, z, q):
    names = {"z": z, "q": q}
    try:
        exec(HEAD, names)
        exec(compile(text, "a.py", "exec"), names)
    except Exception as error:
        return "error: %r" % error
    return " ".join(names["trace"])
