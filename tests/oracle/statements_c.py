"""Statements of C and C++: every place of one, run by what g++ makes of it, with and without a macro that conditions ask for."""
import re
import subprocess
import tempfile
import textwrap
import collections
import os

from statements_common import CODE, COMMENTS, DIRECTIVES, Slot, beside_the_line, operations

HEAD = """#include <omp.h>
#include <stdio.h>
static int z, q;
static int log_place(const char *what, int n) { printf("%s%d/%d ", what, n, omp_get_level()); return n; }
#define hit(x) log_place("hit", x)
#define r(x) log_place("r", x)
#define t(...) log_place("t", (__VA_ARGS__))
static int x(int a, int b) { return a * 10 + b; }
"""
ROOM = [
    ("own line", "t(1);\n@\nt(2);", DIRECTIVES),
    ("one line", "t(1); @ t(2);", COMMENTS),
    ("one line, last", "t(1); @\nt(2);", COMMENTS),
    ("braces", "if (z) {\n  @\n}\nt(2);", DIRECTIVES),
    ("braces on one line", "if (z) { @ }\nt(2);", COMMENTS),
    ("braces and else", "if (z) {\n  @\n} else {\n  t(3);\n}\nt(2);", DIRECTIVES),
    ("after if", "if (z)\n  t(1);\n@\nt(2);", DIRECTIVES),
    ("after else", "if (z)\n  t(1);\nelse\n  t(3);\n@\nt(2);", DIRECTIVES),
    ("lambda", "[&] { @ }();\nt(2);", COMMENTS),
    ("lambda of lines", "[&] {\n  @\n}();\nt(2);", DIRECTIVES),
    ("condition", "t(1);\n#if A\n@\n#endif\nt(2);", DIRECTIVES),
    ("conditions", "if (z) {\n#if A\n  @\n#else\n  t(3);\n#endif\n}\nt(2);", DIRECTIVES),
    ("comment after", "@  // why\nt(2);", DIRECTIVES),
    ("comment after, code", "t(1); @ /* why */ t(2);", COMMENTS),
]
BODIES = [
    ("if", "if (z)\n  @\nt(2);"),
    ("if on one line", "if (z) @ t(2);"),
    ("if alone on its line", "if (z) @\nt(2);"),
    ("if, comment", "if (z)  // why\n  @  // so\nt(2);"),
    ("if with else", "if (z)\n  @\nelse\n  t(3);\nt(2);"),
    ("if with else on one line", "if (z) @ else t(3);\nt(2);"),
    ("else", "if (z)\n  t(3);\nelse\n  @\nt(2);"),
    ("else on one line", "if (z) t(3); else @ t(2);"),
    ("else if", "if (z)\n  t(3);\nelse if (q)\n  @\nt(2);"),
    ("else if with else", "if (z)\n  t(3);\nelse if (q)\n  @\nelse\n  t(4);\nt(2);"),
    ("if in if", "if (z)\n  if (q)\n    @\nt(2);"),
    ("if in if with else", "if (z)\n  if (q)\n    @\n  else\n    t(3);\nt(2);"),
    ("if in if with two else", "if (z)\n  if (q)\n    @\n  else\n    t(3);\nelse\n  t(4);\nt(2);"),
    ("for", "for (int i = 0; i < 2; i++)\n  @\nt(2);"),
    ("for on one line", "for (int i = 0; i < 2; i++) @ t(2);"),
    ("while", "int n = 2;\nwhile (n-- > 0)\n  @\nt(2);"),
    ("do", "int n = 2;\ndo\n  @\nwhile (n-- > 0);\nt(2);"),
    ("do on one line", "int n = 2;\ndo @ while (n-- > 0);\nt(2);"),
    ("switch without braces", "switch (z)\n  case 1:\n    @\nt(2);"),
    ("likely", "if (z) [[likely]]\n  @\nt(2);"),
    ("constexpr", "if constexpr (sizeof(int) == 4)\n  @\nt(2);"),
    ("range", "int two[] = {1, 2};\nfor (int i : two)\n  @\nt(2);"),
    ("pragma", "#pragma omp parallel num_threads(1)\n@\nt(2);"),
    ("pragma in braces", "if (z) {\n#pragma omp parallel num_threads(1)\n  @\n}\nt(2);"),
    ("pragma of lines", "#pragma omp parallel \\\n    num_threads(1)\n@\nt(2);"),
    ("pragma's if", "#pragma omp parallel num_threads(1)\nif (z)\n  @\nt(2);"),
]
LABELS = [
    ("case", "switch (z) {\n  case 1:\n    @\n    break;\n  default:\n    t(3);\n}\nt(2);"),
    ("case on one line", "switch (z) {\n  case 1: @ break;\n  default: t(3);\n}\nt(2);"),
    ("last case", "switch (z) {\n  case 0:\n    t(3);\n  case 1:\n    @\n}\nt(2);"),
    ("default at the end", "switch (z) {\n  case 1: t(3); break;\n  default: @\n}\nt(2);"),
    ("second in case", "switch (z) {\n  case 1:\n    t(1);\n    @\n    break;\n}\nt(2);"),
    ("label", "if (z) goto end;\nt(1);\nend:\n@\nt(2);"),
    ("label at the end", "{\n  if (z) goto end;\n  t(1);\nend:\n  @\n}\nt(2);"),
    ("label of one line", "if (z) goto end;\nt(1);\nend: @\nt(2);"),
]
# With a model of their own: conditions that share a body, and macros.
OTHERS = [
    ("body by a condition", "if (z)\n#if A\n  @\n#endif\n  t(3);\nt(2);", "#if A\nif (z) {\n@\n}\nt(3);\n#else\nif (z) t(3);\n#endif\nt(2);", 0),
    ("body in both branches", "if (z)\n#if A\n  @\n#else\n  t(3);\n#endif\nt(2);", "if (z) {\n#if A\n@\n#else\nt(3);\n#endif\n}\nt(2);", 0),
    ("else by a condition", "if (z)\n  @\n#if A\nelse\n  t(3);\n#endif\nt(2);", "if (z) {\n@\n}\n#if A\nelse { t(3); }\n#endif\nt(2);", 0),
    ("if by a condition", "#if A\nif (z)\n#endif\n  @\nt(2);", "#if A\nif (z)\n#endif\n{\n@\n}\nt(2);", 0),
    ("macro", "#define M @\nt(1);\nM\nt(2);", "t(1);\n{\n@\n}\nt(2);", 0),
    ("macro as a body", "#define M @\nif (z) M\nt(2);", "if (z) {\n@\n}\nt(2);", 0),
    ("macro of an if", "#define M if (z) @\nM\nt(2);", "if (z) {\n@\n}\nt(2);", 0),
    ("macro of an if, lines", "#define M \\\n  if (z) \\\n    @\nM\nt(2);", "if (z) {\n@\n}\nt(2);", 0),
    ("macro, first", "#define M @ t(3);\nM\nt(2);", "{\n@\n}\nt(3);\nt(2);", 0),
    ("macro, last", "#define M t(1); @\nM\nt(2);", "t(1);\n{\n@\n}\nt(2);", CODE),
    ("macro, middle", "#define M t(1); @ t(3);\nM\nt(2);", "t(1);\n{\n@\n}\nt(3);\nt(2);", CODE),
    ("macro of lines, first", "#define M \\\n  @ \\\n  t(3);\nM\nt(2);", "{\n@\n}\nt(3);\nt(2);", 0),
    ("macro of lines, last", "#define M \\\n  t(1); \\\n  @\nM\nt(2);", "t(1);\n{\n@\n}\nt(2);", CODE),
    ("macro of lines, middle", "#define M     \\\n  t(1);       \\\n  @     \\\n  t(3);\nM\nt(2);", "t(1);\n{\n@\n}\nt(3);\nt(2);", CODE),
    ("do while in a macro", "#define M do { @ } while (0)\nif (z) M; else t(3);\nt(2);", "if (z) {\n@\n} else { t(3); }\nt(2);", CODE),
    ("do while in a macro of lines", "#define M(x) \\\n\tdo {   \\\n\t\t@\\\n\t} while (0)\nif (z) M(1); else t(3);\nt(2);", "if (z) {\n@\n} else { t(3); }\nt(2);", CODE),
    ("do while in a macro, first", "#define M do { \\\n    @ \\\n    t(4); \\\n  } while (0)\nM;\nt(2);", "{\n@\n}\nt(4);\nt(2);", CODE),
    ("braces in a macro", "#define M {   \\\n    @         \\\n  }\nif (z) M else t(3);\nt(2);", "if (z) {\n@\n} else { t(3); }\nt(2);", CODE),
    ("head of a for", "for (@ z < 0;) t(3);\nt(2);", "{\n@\n}\nfor (; z < 0;) t(3);\nt(2);", 0),
]


def braced(source):
    return source.replace("@", "{\n@\n}")


SLOTS = [Slot(name, source, braced(source), room) for name, source, room in ROOM]
SLOTS += [Slot(name, source, braced(source), 0) for name, source in BODIES + LABELS]
SLOTS += [Slot(*other) for other in OTHERS]

STATEMENT = "hit(1);"
REPLACEMENTS = [(text, text) for text in (
    "r(1);",
    "r(1);\nr(2);",
    "r(1); r(2);",
    "r(1);  // so\nr(2);",
    "if (q)\n  r(1);",
    "if (q)\n  r(1);\nelse\n  r(2);",
    "if (q) {\n  r(1);\n  r(2);\n}",
    "{\n  r(1);\n  r(2);\n}",
    "for (int k = 0; k < 2; k++)\n  r(1);",
    "hit(1);\nr(2);",
    "r(1);\nhit(1);",
    "#if A\nr(1);\n#else\nr(2);\n#endif",
    "#if A\nr(1);\n#endif",
)] + [("if (q)", None)]  # takes what follows: no statement
EXPRESSIONS = [("r(1)", "r(1);"), ("r(1), r(2)", "r(1), r(2);"), ("r(1); r(2)", "r(1); r(2);"), ("r(1);\nr(2)", "r(1); r(2);")]
IF = "if (q) hit(1);"
IFS = [(text, text) for text in ("if (!q) r(1);", "r(1);", "r(1); if (q) hit(1);", "for (int k = 0; k < 2; k++) r(1);", "if (q) { r(1); }")]
INSERTS = ["r(1);", "r(1);\nr(2);", "if (q)\n  r(1);"]
WRAPS = ["r(1);\n$MATCH\nr(2);", "if (q) {\n  $MATCH\n}", "if (q)\n  $MATCH", "#if A\n$MATCH\n#endif", "#if A\n$MATCH\n#else\nr(1);\n#endif"]
PROGRAM = "%s\nstatic void case_%d(void)\n{\n%s\n}\n"


class C:
    name, file, slots = "c", "a.cpp", SLOTS
    operations = (list(operations(STATEMENT, STATEMENT, REPLACEMENTS, INSERTS, WRAPS))
                  + [o._replace(name="expression " + o.name) for o in operations("hit(1)", STATEMENT, EXPRESSIONS, ["r(1);"]) if o.name != "delete"]
                  + [o._replace(name="if, " + o.name) for o in operations(IF, IF, IFS, ["r(1);"], WRAPS[:1])])

    @staticmethod
    def makes_sense(slot, operation):
        """Not an `if` before an `else` of the slot, which would be another one's."""
        return not (operation.statement.startswith("if") and re.search(r"@\s*(#if A\s*)?else", slot.source))

    @staticmethod
    def text(slot, operation):
        """The program of a slot: its macros, and a function."""
        text = slot.source.replace("@", operation.statement)
        macro = re.match(r"(#define (.*\\\n)*.*\n)?", text)[0]
        return "%svoid f(void)\n{\n  t(0);\n%s\n}\n" % (macro, textwrap.indent(text[len(macro):], "  ", lambda line: not line.startswith("#")))

    @classmethod
    def models(cls, slot, operation):
        """The programs of which the result must be one; none where no result is right."""
        if slot.model is None or operation.wanted is None:
            return []
        texts = [slot.model.replace("@", "\n" + operation.wanted + "\n"), beside_the_line(slot, operation) if slot.room else None]
        return ["void f(void)\n{\n  t(0);\n%s\n}\n" % text for text in texts if text]

    @classmethod
    def run(cls, done):
        """What is wrong with each case."""
        programs = [[case.new] + cls.models(case.slot, case.operation) for case in done]
        flat = [text for texts in programs for text in texts]
        prints = iter(list(zip(run_all(flat, 0), run_all(flat, 1))))
        return [verdict(texts, [next(prints) for _ in texts]) for texts in programs]


def verdict(texts, prints):
    """The first of the texts is the result, the others are models of it."""
    if len(texts) == 1:
        return "made where no statement fits"
    if None in prints[1]:
        return "the model is no program:\n" + texts[1]
    if prints[0] in prints[1:]:
        return ""
    return "\n".join("with A=%d it prints\n%s\nand not\n%s" % (value, prints[0][value] or "nothing, since g++ refuses it", prints[1][value])
                     for value in (0, 1) if prints[0][value] != prints[1][value])


def run_all(programs, value):
    """What each of the programs prints with A as `value`, for every z and q; None where it is no program."""
    out = dict.fromkeys(range(len(programs)))
    left = set(out)
    with tempfile.TemporaryDirectory(prefix="statements-") as folder:
        source, binary = os.path.join(folder, "all.cpp"), os.path.join(folder, "all")
        while left:
            with open(source, "w") as f:
                f.write(HEAD)
                for i in sorted(left):
                    f.write('#undef M\n#line 1 "case %d"\n%s\n' % (i, programs[i].replace("void f(", "static void f%d(" % i)))
                f.write('#line 1 "main"\nint main() {\n')
                for i in sorted(left):
                    f.write('printf("\\n%d:"); for (z = 0; z < 2; z++) for (q = 0; q < 2; q++) f%d();\n' % (i, i))
                f.write("}\n")
            command = ["g++", "-std=c++20", "-w", "-O0", "-fopenmp", "-fmax-errors=0", "-DA=%d" % value, "-o", binary, source]
            errors = subprocess.run(command, capture_output=True, text=True)
            if not errors.returncode:
                break
            broken = {int(n) for n in re.findall(r"(?m)^case (\d+):\d+:\d+: (?:fatal )?error", errors.stderr)}
            if not broken & left:
                raise SystemExit(errors.stderr)
            left -= broken
        if left:
            for line in subprocess.run([binary], capture_output=True, text=True, timeout=20).stdout.split("\n")[1:]:
                number, _, trace = line.partition(":")
                out[int(number)] = trace
    return [out[i] for i in range(len(programs))]
