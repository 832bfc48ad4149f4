#!/usr/bin/env python3
"""Edits code in which tokens go over several lines (strings, raw strings, here-documents, bracket arguments), and runs what comes out.

usage: long_tokens.py [--show] [--only WORDS] TPATCH

Each program shows the value of each token. Whatever an operation does to the indentation of the lines around them, no value may change: neither that of
a token of the file, nor that of one in the rule, which means what it says in the rule. Either the result shows the intended values, and a second run has nothing
to do, or tpatch refuses and writes nothing. Python is run by this interpreter, shell by sh, C++ by g++, CMake by cmake; with LF and with CRLF
line ends, in which a line end in a value counts as LF. Exit code: 0 when nothing differs.
"""
import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import zlib

from operations_common import block, edit, unified
from statements import Bench

VALUES = {"ends": "a\n  b\n    c", "blank": "\n    a\n\n  b  \n", "tab": "\ta\n\tb\n", "margin": "x\ny\n", "code": "    if x:  # no\n      $y ;\n"}


class Python:
    file = "a.py"
    tokens = {"triple": lambda v: '"""%s"""' % v, "quotes": lambda v: "'''%s'''" % v, "raw": lambda v: 'r"""%s"""' % v,
              "continued": lambda v: "'" + v.replace("\n", "\\n\\\n") + "'", "bytes": lambda v: 'b"""%s""".decode()' % v, "f": lambda v: 'f"""%s"""' % v}
    places = {"top": "@\n", "block": "if True:\n    @\n", "tabs": "if True:\n\t@\n", "deep": "def f():\n  if True:\n    for i in (1,):\n        @\nf()\n"}
    call, nest = "%s(%s)", "if 1 < 2:\n    %s"

    @staticmethod
    def run(texts):
        for text in texts:
            shown = []
            try:
                exec(compile(text, "a.py", "exec"), {"show": lambda *v: shown.extend(v), "hit": lambda *v: shown.extend(v)})
            except Exception as error:
                shown = [repr(error)]
            yield list(map(str, shown))


class Shell:
    file = "a.sh"
    tokens = {"double": lambda v: '"%s"' % v.replace("$", "\\$"), "single": lambda v: "'%s'" % v, "substituted": lambda v: '"$(echo \'%s\'; echo .)"' % v}
    places = {"top": "@\n", "block": "if true; then\n  @\nfi\n", "tabs": "if true; then\n\t@\nfi\n", "deep": "f() {\n    for i in 1; do\n        @\n    done\n}\nf\n"}
    call, nest = "%s %s", "if ! false; then\n    %s\nfi"

    @staticmethod
    def run(texts):
        for text in texts:
            script = "show() { for v in \"$@\"; do printf '%s\\0' \"$v\"; done; }\nhit() { show \"$@\"; }\n" + text
            run = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
            yield run.stdout.split("\0")[:-1] + [run.stderr] * bool(run.stderr)


class Documents(Shell):
    tokens = {"plain": lambda v: "<<'EOF'\n%s\nEOF" % v, "dash": lambda v: "<<-'EOF'\n%s\nEOF" % v, "expanded": lambda v: "<<EOF\n%s\nEOF" % v.replace("$", "\\$")}

    @staticmethod
    def run(texts):
        for text in texts:
            script = "show() { cat; printf '\\0'; }\nhit() { show; }\n" + text
            run = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
            yield run.stdout.split("\0")[:-1] + [run.stderr] * bool(run.stderr)


class C:
    file = "a.cpp"
    tokens = {"raw": lambda v: 'R"(%s)"' % v, "delimiter": lambda v: 'R"x-(%s)x-"' % v, "continued": lambda v: '"%s"' % v.replace("\t", "\\t").replace("\n", "\\n\\\n")}
    places = {"top": "void f() {\n@\n}\n", "block": "void f() {\n  @\n}\n", "tabs": "void f() {\n\t@\n}\n", "deep": "void f() {\n  if (true) {\n    for (int i = 0; i < 1; i++) {\n      @\n    }\n  }\n}\n"}
    call, nest = "%s(%s);", "if (1 < 2) {\n  %s\n}"

    @staticmethod
    def run(texts):
        texts = list(texts)
        shown = [["not compiled"]] * len(texts)
        with tempfile.TemporaryDirectory() as folder:
            source, binary = os.path.join(folder, "a.cpp"), os.path.join(folder, "a")
            left = list(range(len(texts)))
            while left:
                with open(source, "w") as f:
                    f.write('#include <cstdio>\nstatic void put(int i) { printf("%d", i); }\nstatic void put(const char *s) { fputs(s, stdout); }\ntemplate <class... T> void show(T... t) { ((put(t), putchar(0)), ...); }\n#define hit show\n')
                    for i in left:
                        f.write('#line 1 "case-%d"\n%s\n' % (i, texts[i].replace("void f()", "void f%d()" % i)))
                    f.write("int main() {\n%s}\n" % "".join("f%d(); putchar(1);\n" % i for i in left))
                run = subprocess.run(["g++", "-std=c++17", "-w", "-fmax-errors=0", "-o", binary, source], capture_output=True, text=True)
                if not run.returncode:
                    break
                broken = {int(line[5:].split(":")[0]) for line in run.stderr.split("\n") if line.startswith("case-") and "error" in line}
                if not broken:
                    raise SystemExit(run.stderr)
                for i in broken:
                    shown[i] = ["g++: " + line for line in run.stderr.split("\n") if line.startswith("case-%d:" % i)]
                left = [i for i in left if i not in broken]
            for i, out in zip(left, subprocess.run([binary], capture_output=True, text=True).stdout.split("\1") if left else []):
                shown[i] = out.split("\0")[:-1]
        return shown


class CMake:
    file = "a.cmake"
    tokens = {"bracket": lambda v: "[==[\n%s]==]" % v, "quoted": lambda v: '"%s"' % v.replace("$", "\\$").replace(";", "\\;"), "raw": lambda v: "[[%s%s]]" % ("\n" if v[:1] == "\n" else "", v)}
    places = {"top": "@\n", "block": "if(TRUE)\n  @\nendif()\n", "tabs": "if(TRUE)\n\t@\nendif()\n", "deep": "function(f)\n  foreach(i 1)\n      @\n  endforeach()\nendfunction()\nf()\n"}
    call, nest = "%s(%s)", "if(1 LESS 2)\n  %s\nendif()"

    @staticmethod
    def run(texts):
        head = 'cmake_minimum_required(VERSION 3.10)\nfunction(show)\n  math(EXPR last "${ARGC} - 1")\n  foreach(i RANGE ${last})\n    file(APPEND "$ENV{SHOWN}" "${ARGV${i}}\\001")\n  endforeach()\nendfunction()\nmacro(hit)\n  show(${ARGV})\nendmacro()\n'
        head = head.replace("macro(hit)\n  show(${ARGV})\nendmacro()", 'function(hit)\n  math(EXPR last "${ARGC} - 1")\n  foreach(i RANGE ${last})\n    show("${ARGV${i}}")\n  endforeach()\nendfunction()').replace("\\001", "\1")
        for text in texts:
            with tempfile.TemporaryDirectory() as folder:
                path, out = os.path.join(folder, "a.cmake"), os.path.join(folder, "shown")
                with open(path, "w") as f:
                    f.write(head + text)
                run = subprocess.run(["cmake", "-P", path], capture_output=True, text=True, env=dict(os.environ, SHOWN=out))
                yield (open(out).read().split("\1")[:-1] if os.path.exists(out) else []) + [run.stderr] * bool(run.returncode)


def operations(language, old, new):
    """Name, statement in the file, rule, and the statements that are intended, each a call or a token's name."""
    hit, show = language.call % ("hit", old), language.call % ("show", new)
    is_document = language is Documents
    whole = hit
    both = language.call % ("show", "$X%s %s" % ("," if language in (Python, C) else "", new))
    captured = language.call % ("hit", "$X")
    if not is_document:
        yield "capture and token", hit, [block("match", captured), block("replace", both)], ["old", "new"]
        yield "capture moved", hit, [block("match", captured), block("replace", language.nest % (language.call % ("show", "$X")))], ["old"]
        yield "capture moved, token", hit, [block("match", captured), block("replace", inside(language.nest, language.call % ("show", "$X"), show))], ["old", "new"]
        yield "capture kept", hit, [block("match", captured), block("replace", language.call % ("show", "$X"))], ["old"]
        yield "capture kept, deeper", hit, [block("match", captured), block("replace", inside(language.nest, language.call % ("hit", "$X")))], ["old"]
        whole = captured
    one = language.call % ("hit", "1")
    if not is_document:
        for key, order in (("insert-after", ["1", "new"]), ("insert-before", ["new", "1"]), ("ensure-after", ["1", "new"]), ("ensure-before", ["new", "1"])):
            yield key, one, [block("match", one), block(key, show)], order
            yield key + " nested", one, [block("match", one), block(key, inside(language.nest, show))], order
        yield "wrap by token", one, [block("match", one), block("wrap", show + "\n$MATCH\n" + show)], ["new", "1", "new"]
        yield "replace by token", one, [block("match", one), block("replace", show)], ["new"]
        yield "replace by token, nested", one, [block("match", one), block("replace", inside(language.nest, show, show))], ["new", "new"]
    else:
        first = ": 1"
        for key in ("insert-after", "insert-before", "replace", "ensure-before"):
            yield key, first, [block("match", first), block(key, show)], ["new"]
            yield key + " nested", first, [block("match", first), block(key, inside(language.nest, show))], ["new"]
        yield "wrap by token", first, [block("match", first), block("wrap", show + "\n$MATCH\n" + show)], ["new", "new"]
        yield "beside it", first + "\n" + hit, [block("match", first), block("replace", ": 2")], ["old"]
        yield "wrap both", "{ : 1\n" + hit + "\n}", [block("match", ": 1"), block("replace", ": 3\n: 4")], ["old"]
    yield "wrap", hit, [block("match", whole), block("wrap", inside(language.nest, "$MATCH"))], ["old"]
    yield "wrap in two", hit, [block("match", whole), block("wrap", inside(language.nest, language.nest.replace("%s", "$MATCH")))], ["old"]


def inside(nest, *statements):
    """The statements within the block, as somebody writes them in a rule: what is within a token stays as it is."""
    blanks = nest.split("%s")[0].rsplit("\n", 1)[1]
    lines = []
    for statement in statements:
        first, *rest = statement.split("\n")
        is_token = rest and not statement.startswith(("if", "for"))
        lines.append("\n".join([first] + rest) if is_token else statement.replace("\n", "\n" + blanks))
    return nest % ("\n" + blanks).join(lines)


def cases(language):
    for (value, v), (token, spell), (place, source) in itertools.product(VALUES.items(), language.tokens.items(), language.places.items()):
        other = [name for name in VALUES if name != value][len(token + place) % (len(VALUES) - 1)]
        old, new = spell(v), spell(VALUES[other])
        for name, statement, rule, order in operations(language, old, new):
            text = source.replace("@", statement)
            yield "%s / %s / %s / %s / %s" % (language.__name__, place, name, token, value), text, edit(*rule), [{"old": v, "new": VALUES[other], "1": "1"}[one] for one in order]


def spelled(language, token, values):
    """The values as the language's own reading of the token has them: a here-document ends its last line, and so on."""
    return [next(iter(language.run([language.places["top"].replace("@", language.call % ("show", token(v)))])))[0] for v in values]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("tpatch", type=os.path.abspath)
    options = parser.parse_args()
    bench, passed, failed, refused = Bench(options.tpatch), 0, 0, 0
    for language in (Python, Shell, Documents, C, CMake):
        made = []
        known = {}
        for label, text, rule, wanted in cases(language):
            number = zlib.crc32(label.encode())
            if not all(word in label for word in options.only) or number % options.stride:
                continue
            crlf = number // options.stride % 2 and language not in (Shell, Documents)
            text = text.replace("\n", "\r\n") if crlf else text
            try:
                new, reason = bench.apply(language.file, rule, text)
            except SystemExit as error:
                new, reason = text, str(error)
            again = bench.apply(language.file, rule, new)[0] if new != text else new
            spell = language.tokens[label.split(" / ")[3]]
            for value in wanted:
                known.setdefault((spell, value), None)
            made.append((label, text, rule, [(spell, value) for value in wanted], new, reason, again))
        keys = list(known)
        for key, shown in zip(keys, language.run([language.places["top"].replace("@", language.call % ("show", spell(value))) for spell, value in keys])):
            known[key] = shown[0] if shown else "?"
        for (label, text, rule, wanted, new, reason, again), shown in zip(made, language.run([one[4].replace("\r\n", "\n") for one in made])):
            wanted = ["1" if value == "1" else known[spell, value] for spell, value in wanted]
            problem = ""
            if new == text:
                refused += 1
                problem = "" if reason and "nothing was written" in reason and "cannot" in reason else "not made: %s" % reason
            elif again != new:
                problem = "a second run changes it"
            elif "\r\n" in text and new.replace("\r\n", "").count("\n"):
                problem = "a line of a file with CRLF ends in LF"
            elif shown != wanted:
                problem = "it shows\n%s\nand not\n%s" % (shown, wanted)
            failed += bool(problem)
            passed += not problem
            if problem or options.show:
                print("%s: %s\n%s\n%s\n%s\n" % ("failed" if problem else "made", label, rule, problem, unified(text.split("\n"), new.split("\n"), "old", "new")))
    print("%d refused" % refused)
    print("long tokens: %d passed, %d failed" % (passed, failed))
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
