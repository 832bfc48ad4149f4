"""The inputs of run.py. A case is a function of a tree and n that writes an input of about n lines and runs what reads it."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from demo_set import PROJECT, SET  # noqa: E402,F401

EXTENSIONS = {"cmake": "cmake", "python": "py", "c": "cpp", "starlark": "bzl", "shell": "sh", "batch": "bat", "text": "txt"}
CASES = {}


def rule(edits, language="cmake", name="the-rule", files=None, more="optional: true"):
    """One rule with the YAML of one edit."""
    text = "      - " + "\n        ".join(edits.strip("\n").split("\n")).replace("\n        - ", "\n      - ")
    return ("  - id: %s\n    title: A rule\n    why: A reason\n    files: %s\n    language: %s\n    %s\n    edits:\n%s\n"
            % (name, files or "'*.%s'" % EXTENSIONS[language], language, more, text))


def case(size, name=None):
    def add(function):
        CASES[name or function.__name__.replace("_", "-")] = (function, size)
        return function
    return add


def all_cases():
    return CASES


# --- edits: one file with many of something ---------------------------------------------------------------------------

SET_V = 'match: set(A $V)\nset: {V: "2"}'
WRAP = "match: set(A $V)\nwrap: |\n  if(X)\n    $MATCH\n  endif()"
INCLUDE = "match: int f($$$)\nensure-include: <cstdint>"
F_TO_G = "match: f($A)\nreplace: g($A)"
PLACES = "if(X)\nset(B 1)\n%sset(C 1)\nendif()\n"


def lines(text):
    return lambda n: text * n


def around(before, middle, behind):
    return lambda n: before + middle * n + behind


def nest(opening, middle, closing):
    return lambda n: opening * n + middle * n + closing * n


EDITS = [
    ("set", "cmake", SET_V, lines("set(A 1)\n")),
    ("set-one-line", "cmake", SET_V, lines("set(A 1) ")),
    ("set-long-arguments", "cmake", 'match: set(A $V $$$)\nset: {V: "2"}', around("set(A 1", " x", ")\nset(A 1 2)\n")),
    ("set-arguments-miss", "cmake", 'match: set($$$ A $V $$$ Z)\nset: {V: "2"}', around("set(A 1", " A x", ")\n")),
    ("set-three-lists", "cmake", 'match: set($$$ A $$$ B $V $$$ Z)\nset: {V: "2"}', around("set(A 1", " A B x", ")\n")),
    ("set-nested-parentheses", "cmake", SET_V, lambda n: "if(" + "(" * n + "X" + ")" * n + ")\nset(A 1)\nendif()\n"),
    ("set-open-parentheses", "cmake", SET_V, lambda n: "(" * n + "\nset(A 1)\n"),
    ("set-close-parentheses", "cmake", SET_V, lambda n: ")" * n + "\nset(A 1)\n"),
    ("set-brackets", "cmake", SET_V, lambda n: "set(A [" + "=" * n + "[x]" + "=" * n + "])\n"),
    ("set-bracket-openings", "cmake", SET_V, lambda n: "set(A " + "[==[" * n + ")\n"),
    ("set-comments", "cmake", SET_V, lines("# set(A 1)\nset(A 1) # x\n")),
    ("set-strings", "cmake", SET_V, lines("set(A \"1\")\nset(A \"\n")),
    ("set-functions", "cmake", SET_V, nest("function(f)\n", "set(A 1)\n", "endfunction()\n")),
    ("set-open-blocks", "cmake", SET_V, nest("if(X)\n", "set(A 1)\n", "")),
    ("set-closed-blocks", "cmake", SET_V, nest("", "set(A 1)\n", "endif()\n")),
    ("set-else-branches", "cmake", SET_V + "\ninside: if(X)", around("if(X)\n", "elseif(Y)\nset(A 1)\n", "endif()\n")),
    ("wrap", "cmake", WRAP, lines("set(A 1)\n")),
    ("wrap-nested", "cmake", WRAP, nest("if(X)\n", "set(A 1)\n", "endif()\n")),
    ("wrap-made", "cmake", WRAP, lines("if(X)\n  set(A 1)\nendif()\n")),
    ("wrap-long", "cmake", "match: set(A $$$V)\nwrap: |\n  if(X)\n    $MATCH\n  endif()", around("set(A\n", "  x\n", ")\n")),
    ("wrap-python", "python", "match: f($A)\nwrap: |\n  if x:\n      $MATCH", lines("f(1)\n")),
    ("wrap-c", "c", "match: f($A);\nwrap: |\n  #if X\n  $MATCH\n  #endif", around("void h() {\n", "f(1);\n", "}\n")),
    ("ensure-include-behind-includes", "c", INCLUDE, lambda n: "#include <a>\n" * n + "int f(int);\n" * n),
    ("ensure-include-runs", "c", INCLUDE, lambda n: "#include <a>\n#include \"b\"\n\n" * n + "int f(int);\n" * n),
    ("ensure-include-in-conditions", "c", INCLUDE, lambda n: "#if A\n" * n + "int f(int);\n" + "#endif\n" * n),
    ("ensure-include-many", "c", INCLUDE, lines("int f(int);\n")),
    ("ensure-include-made", "c", INCLUDE, lambda n: "#include <cstdint>\n" + "int f(int);\n" * n),
    ("ensure-include-long-directive", "c", INCLUDE, lambda n: "#define X \\\n" + "a \\\n" * n + "\nint f(int);\n" * n),
    ("ensure-before", "cmake", "match: set(A $V)\nensure-before: |\n  include(X)\n  include(Y)",
     lambda n: "include(X)\n" * n + "set(A 1)\n" * n),
    ("ensure-after", "python", "match: f($A)\nensure-after: |\n  h(9)", lines("f(1)\n")),
    ("ensure-after-made", "python", "match: f($A)\nensure-after: |\n  h(9)", lines("f(1)\nh(9)\n")),
    ("add-to-one-list", "cmake", "match: set(A $$$L)\nadd-to: {L: 'zz yy'}", around("set(A\n", "  x\n", ")\n")),
    ("add-to-many-lists", "cmake", "match: set(A $$$L)\nadd-to: {L: 'zz yy'}", lines("set(A x)\n")),
    ("add-to-made", "cmake", "match: set(A $$$L)\nadd-to: {L: 'zz yy'}", around("set(A\n", "  x\n", "zz yy)\n")),
    ("remove-from-one-list", "cmake", "match: set(A $$$L)\nremove-from: {L: x}", around("set(A\n", "  x\n  y\n", ")\n")),
    ("remove-from-many-lists", "cmake", "match: set(A $$$L)\nremove-from: {L: x}", lines("set(A x)\n")),
    ("remove-from-python", "python", "match: A = [$$$L]\nremove-from: {L: x}", around("A = [\n", "  x,\n  y,\n", "]\n")),
    ("insert-after", "python", "match: f($A)\ninsert-after: |\n  g($A)", lines("f(1)\n")),
    ("insert-after-made", "python", "match: f($A)\ninsert-after: |\n  g($A)", lines("f(1)\ng(1)\n")),
    ("insert-before-shared-lines", "python", "match: f($A)\ninsert-before: |\n  g($A)", lines("f(1); f(2)\n")),
    ("insert-one-line", "python", "match: f($A)\ninsert-before: |\n  g($A)", lines("f(1); ")),
    ("insert-after-if", "c", "match: f($A);\ninsert-after: g($A);", around("void h() {\n", "if (x) f(1);\n", "}\n")),
    ("insert-after-else", "c", "match: f($A);\ninsert-after: g($A);", around("void h() {\n", "if (x) f(1); else ", "f(2);\n}\n")),
    ("insert-after-nested-if", "c", "match: f($A);\ninsert-after: g($A);", lambda n: "void h() {\n" + "if (x) " * n + "f(1);\n}\n"),
    ("insert-one-line-c", "c", "match: f($A);\ninsert-after: g($A);", lambda n: "void h() {\n" + "f(1); " * n + "\n}\n"),
    ("insert-one-expression-c", "c", "match: f($A)\ninsert-after: g($A);", lambda n: "int x = " + " + ".join("f(%d)" % i for i in range(n)) + ";\n"),
    ("insert-equal-parts-c", "c", "match: f($A)\ninsert-before: g($A);", lambda n: "int x = h(" + ", ".join("f(%d)" % (i % 7) for i in range(n)) + ");\n"),
    ("insert-one-declaration-c", "c", "match: f($A)\ninsert-before: g($A);",
     lambda n: "int " + ", ".join("x%d = f(%d)" % (i, i) for i in range(n)) + ";\n"),
    ("insert-in-initialiser", "c", "match: f($A)\ninsert-after: g($A),", around("int x[] = {\n", "f(1),\n", "};\n")),
    ("insert-one-line-shell", "shell", "match: f $A\ninsert-after: g $A", lines("f 1; ")),
    ("insert-one-case-shell", "shell", "match: f $A\ninsert-before: g $A", around("case x in ", "a) f 1;; ", "esac\n")),
    ("wrap-one-line-shell", "shell", "match: f $A\nwrap: |\n  if x; then\n    $MATCH\n  fi", lines("f 1; ")),
    ("delete-one-line-shell", "shell", "match: f $A\ndelete: true", lines("f 1; ")),
    ("insert-regex", "text", "regex: 'old'\ninsert-after: new", lines("old\n")),
    ("insert-long-line", "text", "regex: 'old'\ninsert-after: new", lines("old ")),
    ("delete", "python", "match: f($A)\ndelete: true", lines("if x:\n    f(1)\n")),
    ("delete-c", "c", "match: f($A);\ndelete: true", around("void h() {\n", "if (x) f(1);\n", "}\n")),
    ("delete-one-line-c", "c", "match: f($A);\ndelete: true", around("void h() {", "f(1); ", "}\n")),
    ("delete-regex", "text", "regex: 'old\\n'\ndelete: true", lines("old\nnew\n")),
    ("replace", "python", F_TO_G, lines("f(1)\n")),
    ("replace-nested-calls", "python", F_TO_G, lambda n: "f(" * n + "1" + ")" * n + "\n"),
    ("replace-nested-calls-c", "c", "match: f($A)\nreplace: g($A)", lambda n: "int x = " + "f(" * n + "1" + ")" * n + ";\n"),
    ("replace-long-block", "python", "match: |\n  if x:\n      $$$B\nreplace: |\n  if x:\n      if y:\n          $$$B\nalready: zzz",
     lambda n: "if x:\n" + "    f(1)\n" * n),
    ("replace-members", "python", "match: $X.old\nreplace: $X.new", lambda n: "x = a" + ".old" * n + "\n"),
    ("replace-chain-c", "c", "match: $A - $B\nreplace: sub($A, $B)", lambda n: "int x = a" + " - b" * n + ";\n"),
    ("replace-nested-lists", "cmake", "match: |\n  if(X)\n    $$$B\n  endif()\nreplace: |\n  if(Y)\n    $$$B\n  endif()", nest("if(X)\n", "set(A 1)\n", "endif()\n")),
    ("replace-shell-lists-open", "shell", "match: |\n  if $$$A; then\n    $$$B\n  fi\nreplace: |\n  while $$$A; do\n    $$$B\n  done", lines("if a; then\n")),
    ("replace-one-line", "python", F_TO_G, lines("f(1);")),
    ("replace-nested-blocks", "python", F_TO_G, lambda n: "".join(" " * (i % 90) + "if x:\n" + " " * (i % 90 + 1) + "f(1)\n" for i in range(n))),
    ("replace-deep-blocks", "python", F_TO_G, lambda n: "".join(" " * i + "if x:\n" for i in range(n // 20)) + " " * n + "f(1)\n"),
    ("replace-dedents", "python", F_TO_G, lambda n: ("".join(" " * i + "if x:\n" for i in range(60)) + " " * 60 + "f(1)\n") * (n // 60)),
    ("replace-long-string", "python", F_TO_G, lambda n: "x = '''" + "f(1)\n" * n + "'''\nf(1)\n"),
    ("replace-open-string", "python", F_TO_G, lines("'''\n'\nf(1)\n")),
    ("replace-format-strings", "python", F_TO_G, lambda n: "x = f'" + "{f(1)}" * n + "'\n"),
    ("replace-nested-format-strings", "python", F_TO_G, lines("x = f'{f'{f(1)}'}'\n")),
    ("replace-continued-lines", "python", F_TO_G, lambda n: "x = " + "f(1) + \\\n" * n + "1\n"),
    ("replace-decorators", "python", F_TO_G, lambda n: "@f(1)\n" * n + "def h(): pass\n"),
    ("replace-operators", "python", "match: $A + f(x)\nreplace: g($A)", around("y = 1", " + f(x)", "\n")),
    ("replace-list-captures", "python", "match: f($$$A, x, $$$B, y, $$$C, z)\nreplace: g($$$A)", around("f(", "x, y, ", "w)\n")),
    ("replace-list-captures-lines", "python", "match: f($$$A, x, $$$B, y, $$$C, z)\nreplace: g($$$A)", lines("f(x, y, w)\n")),
    ("replace-same-captures", "python", "match: f($$$A, $$$A)\nreplace: g($$$A)", around("f(", "x, ", "x)\n")),
    ("replace-list-of-lists", "cmake", "match: h($$$A x $$$B)\nreplace: h($$$A y $$$B)", around("h(", " x", ")\n")),
    ("replace-c", "c", "match: f($A)\nreplace: g($A)", around("void h() {\n", "f(1);\n", "}\n")),
    ("replace-c-braces", "c", "match: f($A)\nreplace: g($A)", nest("{" * 9, "f(1);\n" + "#if A\n#endif\n" * 9, "}" * 9)),
    ("replace-c-open", "c", "match: f($A)\nreplace: g($A)", nest("{(", "f(1);\n", "")),
    ("replace-c-angles", "c", "match: f($A)\nreplace: g($A)", lambda n: "a" + "<a" * n + "> x; f(1);\n"),
    ("replace-c-angle-lines", "c", "match: f($A)\nreplace: g($A)", lines("a < b; f(1);\n")),
    ("replace-c-casts", "c", "match: f($A)\nreplace: g($A)", lambda n: "int x = " + "(int)" * n + "f(1);\n"),
    ("replace-c-labels", "c", "match: f($A);\nreplace: g($A);", around("void h() { switch (x) {\n", "case 1: f(1);\n", "} }\n")),
    ("replace-c-if-chain", "c", "match: f($A);\nreplace: g($A);", around("void h() {\n", "if (x) f(1); else ", ";}\n")),
    ("replace-c-initialisers", "c", "match: f($A)\nreplace: g($A)", around("int x[] = {", "f(1), ", "};\n")),
    ("replace-c-templates", "c", "match: f($A)\nreplace: g($A)", lines("template <class T> T f(1) { return f(1); }\n")),
    ("replace-c-strings", "c", "match: f($A)\nreplace: g($A)", lines("x = \"f(1)\" 'a' R\"x(f(1))x\"; f(1);\n")),
    ("replace-c-raw-open", "c", "match: f($A)\nreplace: g($A)", lines("R\"x(\nf(1);\n")),
    ("replace-c-conditions", "c", "match: f($A)\nreplace: g($A)\ninside: '#if A'", nest("#if A\n", "f(1);\n", "#endif\n")),
    ("replace-c-else", "c", "match: f($A)\nreplace: g($A)\ninside: '#if A'", around("#if A\n", "#elif B\nf(1);\n", "#endif\n")),
    ("replace-c-macro", "c", "match: f($A)\nreplace: g($A)", lambda n: "#define X \\\n" + "f(1); \\\n" * n + "\n"),
    ("replace-c-continued", "c", "match: f($A)\nreplace: g($A)", lines("f(\\\n1\\\n);\n")),
    ("replace-c-statement", "c", "match: if ($X) $$$B\nreplace: while ($X) $$$B", around("void h() {\n", "if (x) { y(); }\n", "}\n")),
    ("replace-c-statement-open", "c", "match: if ($X) $$$B\nreplace: while ($X) $$$B", around("void h() {\n", "if (x) \n", "}\n")),
    ("replace-starlark", "starlark", F_TO_G, lines("f(1)\n")),
    ("replace-shell", "shell", "match: f $A\nreplace: g $A", lines("f 1\n")),
    ("replace-shell-one-line", "shell", "match: f $A\nreplace: g $A", lines("f 1; ")),
    ("replace-shell-quotes", "shell", "match: f $A\nreplace: g $A", lines("f \"$(f 1)\"; f '1' && f `f 1`\n")),
    ("replace-shell-documents", "shell", "match: f $A\nreplace: g $A", lines("cat <<A\nf 1\nA\nf 1\n")),
    ("replace-shell-open-documents", "shell", "match: f $A\nreplace: g $A", lines("cat <<A <<B\nf 1\n")),
    ("replace-shell-substitutions", "shell", "match: f $A\nreplace: g $A", lambda n: "f " + "$(f " * n + ")" * n + "\nf 1\n"),
    ("replace-shell-open-substitutions", "shell", "match: f $A\nreplace: g $A", lambda n: "f " + "\"$(" * n + "\nf 1\n"),
    ("replace-shell-parentheses", "shell", "match: f $A\nreplace: g $A", lambda n: "( " * n + "f 1" + " )" * n + "\n"),
    ("replace-shell-cases", "shell", "match: f $A\nreplace: g $A", lines("case x in\nf 1\n")),
    ("replace-shell-case-ends", "shell", "match: f $A\nreplace: g $A", lambda n: "case;" * n + ";;" * n + "\nf 1\n"),
    ("replace-batch", "batch", "match: f $A\nreplace: g $A", lines("f 1\r\n")),
    ("replace-batch-blocks", "batch", "match: f $A\nreplace: g $A", nest("if x==x (\r\n", "f 1\r\n", ")\r\n")),
    ("replace-batch-carets", "batch", "match: f $A\nreplace: g $A", lines("f 1^\r\n")),
    ("replace-batch-options", "batch", "match: f $A\nreplace: g $A", around("if ", "not ", "\r\nf 1\r\n")),
    ("replace-batch-joints", "batch", "match: f $A\nreplace: g $A", around("", "else(", "\r\nf 1\r\n")),
    ("ensure-shell-sometimes", "shell", "match: f $A\nensure-after: g", lambda n: "f 1\n" * n + "if x; then\n  g\nfi\n" * n),
    ("replace-batch-percents", "batch", "match: f $A\nreplace: g $A", lines("f %a:b=%\r\nf %\r\n")),
    ("replace-text", "text", "match: old\nreplace: new", lines("old some\n")),
    ("replace-text-long-line", "text", "match: old\nreplace: new", lines("old some ")),
    ("regex", "text", "regex: 'old'\nreplace: new", lines("old some\n")),
    ("regex-long-line", "text", "regex: 'old'\nreplace: new", lines("old some ")),
    ("regex-crlf", "text", "regex: '^old$'\nreplace: new", lines("old\r\n")),
    ("regex-run", "text", "regex: 'a+b'\nreplace: new", lambda n: ("a" * 100 + "\n") * (n // 10)),
    ("regex-already", "text", "regex: 'old'\nreplace: new\nalready: 'never\\d+'", lines("old never\n")),
    ("regex-where", "text", "regex: 'o(l)d'\nreplace: new\nwhere: {1: {regex: l}}", lines("old never\n")),
    ("pick-one-block", "cmake", SET_V + "\npick: last", lambda n: PLACES % ("set(A 1)\n" * n)),
    ("pick-blocks", "cmake", SET_V + "\npick: last", lambda n: (PLACES % "set(A 1)\n") * n),
    ("pick-nested", "cmake", SET_V + "\npick: last", nest("if(X)\nset(A 1)\n", "", "endif()\n")),
    ("already", "cmake", SET_V + "\nalready: [" + ", ".join("'z%d($X, $$$Y)'" % i for i in range(20)) + "]", lines("set(A 1)\n")),
    ("hunk", "text", "hunk: |\n  @@ -1,2 +1,2 @@\n   x\n  -y\n  +z", lambda n: "x\n" * n + "y\n"),
    ("hunk-near", "text", "hunk: |\n  @@ -1,4 +1,4 @@\n   a\n   b\n  -a\n  +c\n   z", lines("a\nb\n")),
    ("hunk-one-of-many", "text", "hunk: |\n  @@ -1,2 +1,2 @@\n   x\n  -y\n  +z", lines("x\ny\n")),
    ("hunk-blank-lines", "text", "hunk: |\n  @@ -1,2 +1,2 @@\n   \n  -y\n  +z", lambda n: "\n" * n),
    ("where-version", "cmake", 'match: set(A $V)\nset: {V: "2"}\nwhere: {V: {version: "<2"}}', lines("set(A 1)\n")),
    ("where-in", "cmake", 'match: set(A $V)\nset: {V: "2"}\nwhere: {V: {in: ["%s"]}}' % '", "'.join(map(str, range(50))), lines("set(A 1)\n")),
]
CONDITIONS = [("inside", "inside: if(X)"), ("not-inside", "not: {inside: foreach($$$)}"), ("after", "after: set(B $W)"), ("before", "before: set(C $W)"),
              ("not-after", "not: {after: project($P)}"), ("not-before", "not: {before: enable_testing()}"),
              ("any", "any: [{inside: foreach($$$)}, {after: project($P)}, {before: enable_testing()}]")]
for kind, condition in CONDITIONS:
    EDITS.append((kind + "-one-block", "cmake", SET_V + "\n" + condition, lambda n: PLACES % ("set(A 1)\n" * n)))
    EDITS.append((kind + "-blocks", "cmake", SET_V + "\n" + condition, lambda n: (PLACES % "set(A 1)\n") * n))
    EDITS.append((kind + "-nested", "cmake", SET_V + "\n" + condition, nest("if(Y)\nset(B 1)\n", "set(A 1)\n", "set(C 1)\nendif()\n")))
for kind, condition in (("inside", "inside: class C"), ("not-inside", "not-inside: def h"), ("after", "after: import a")):
    EDITS.append((kind + "-python", "python", F_TO_G + "\n" + condition, lambda n: "class C:\n" + "  def h():\n    f(1)\n" * n))
    EDITS.append((kind + "-python-deep", "python", F_TO_G + "\n" + condition, lambda n: "".join(" " * (i % 80) + "if x:\n" for i in range(n)) + " " * 99 + "f(1)\n"))


def edit_case(language, edit, content):
    def run(tree, n):
        tree.set(rule(edit, language))
        tree.write("a." + EXTENSIONS[language], content(n))
        tree.run("check", "-q")
        tree.run("explain", "the-rule")
    return run


for name_, language_, edit_, content_ in EDITS:
    case(300, "edit-" + name_)(edit_case(language_, edit_, content_))


# --- formats and commands ---------------------------------------------------------------------------------------------

def all_formats(tree, *more):
    for form in ("text", "json", "sarif", "github", "gitlab", "junit", "html"):
        tree.run("check", "--format", form, *more, label="check " + form)
    for command in ("plan", "export"):
        tree.run(command, *more)
    tree.run("apply", "--dry", *more, label="dry")
    tree.run("apply", "--dry", "--stat", *more, label="stat")
    tree.run("explain", "the-rule", *more)
    tree.run("explain", "the-rule", "--json", *more, label="explain json")


def and_back(tree, *more):
    """A whole life: apply with all reports, look, roll back."""
    tree.run("apply", "-q", "--output", "github=%s/o" % tree.folder, "--output", "sarif=%s/p" % tree.folder, *more)
    tree.run("status", sets=True)
    tree.run("log", "--root", tree.root, sets=False)
    tree.run("log", "--json", "--root", tree.root, sets=False, label="log json")
    tree.run("log", "1", "--root", tree.root, sets=False, label="log 1", codes=(0, 2))
    tree.run("check", "-q", *more, label="check again")
    tree.run("rollback", "--root", tree.root, sets=False, codes=(0, 2))
    tree.run("log", "--prune", "--root", tree.root, sets=False, label="prune")


def report_case(name, language, edit, content, size=200):
    @case(size, "reports-" + name)
    def _(tree, n):
        tree.set(rule(edit, language))
        tree.write("a." + EXTENSIONS[language], content(n))
        all_formats(tree)
        and_back(tree)


report_case("equal-lines", "python", F_TO_G, lines("f(1)\n"))
report_case("different-lines", "python", F_TO_G, lambda n: "".join("f(%d)\n" % i for i in range(n)))
report_case("one-line", "python", F_TO_G, lines("f(1);"), 250)
report_case("far-apart", "python", F_TO_G, lambda n: "".join("f(%d)\n" % i + "\n" * 9 for i in range(n)), 200)
report_case("one-long-edit", "text", "regex: '(?s)\\Aold.+\\z'\nreplace: new", lines("old\n"))
report_case("grown", "python", "match: f($A)\nreplace: g(%s)" % ", ".join(["$A"] * 30), lines("f(1)\n"))
report_case("wrapped", "cmake", WRAP, lines("set(A 1)\n"))
report_case("ambiguous", "cmake", SET_V + "\npick: 7", lines("if(X)\nset(A 1)\nset(A 1)\nendif()\n"))
report_case("wide", "text", "regex: 'old'\nreplace: new", lines("o\xe9\u4e2d\U0001f600old\n"))


@case(150)
def many_files(tree, n):
    tree.set(rule(F_TO_G, "python"))
    for i in range(n):
        tree.write("d%d/f%d.py" % (i % 7, i), "f(1)\n")
    all_formats(tree)
    and_back(tree)


@case(150)
def many_deep_folders(tree, n):
    tree.set(rule(F_TO_G, "python"))
    for i in range(n):
        tree.write("d%d/e%d/f/g/h/f.py" % (i, i), "f(1)\n")
    all_formats(tree)
    and_back(tree)


@case(20)
def nested_folders(tree, n):
    tree.set(rule(F_TO_G, "python"))
    tree.write("d/" * n + "f.py", "f(1)\n" * 9)
    all_formats(tree)
    and_back(tree)


@case(150)
def many_files_missing(tree, n):
    """Files that a rule asks for and that are not there."""
    tree.set(rule(F_TO_G, "python", files="[" + ", ".join("d/f%d.py" % i for i in range(n)) + "]", more="group: a"))
    all_formats(tree)


@case(100)
def many_files_made(tree, n):
    """Created, removed and renamed."""
    rules = []
    for i in range(n):
        tree.write("old/f%d.txt" % i, "one\n")
        tree.write("old/g%d.txt" % i, "one\n")
        rules.append(rule("create: |\n  text", "text", "made-%d" % i, "new/d%d/f.txt" % i))
        rules.append(rule("remove-file: {text: \"one\\n\"}", "text", "gone-%d" % i, "old/f%d.txt" % i))
        rules.append(rule("rename-file: other/g%d.txt" % i, "text", "moved-%d" % i, "old/g%d.txt" % i))
    tree.set(*rules, rule(F_TO_G, "python"))
    all_formats(tree)
    and_back(tree)


@case(100)
def many_rules(tree, n):
    tree.set(rule("match: f(1)\nreplace: g(1)", "python"), *[rule("match: f%d(1)\nreplace: g%d(1)" % (i, i), "python", "rule-%d" % i) for i in range(n)])
    tree.write("a.py", "".join("f%d(1)\n" % i for i in range(n)))
    all_formats(tree)
    and_back(tree)
    for command in (["list"], ["show", "rule-1"], ["lint"], ["list", "--format", "markdown"]):
        tree.run(*command, "--patchsets", tree.sets, sets=False, label=" ".join(command))


@case(100)
def many_rules_elsewhere(tree, n):
    tree.set(rule("match: f(1)\nreplace: g(1)", "python"),
             *[rule("match: f%d(1)\nreplace: g%d(1)" % (i, i), "python", "rule-%d" % i, "a/b%d.py" % i, "optional: true") for i in range(n)])
    for i in range(n):
        tree.write("a/b%d.py" % i, "f%d(1)\n" % i)
    all_formats(tree)


@case(60)
def many_rules_for_one_place(tree, n):
    """All in conflict."""
    tree.set(rule("match: f(1)\nreplace: g(1)", "python"), *[rule("match: f(1)\nreplace: g%d(1)" % i, "python", "rule-%d" % i) for i in range(n)])
    tree.write("a.py", "f(1)\n")
    all_formats(tree)


@case(100)
def many_edits_of_a_rule(tree, n):
    edits = "\n- ".join("{match: f%d(1), replace: g%d(1)}" % (i, i) for i in range(n))
    tree.set(rule(edits, "python"))
    tree.write("a.py", "".join("f%d(1)\n" % i for i in range(n)))
    all_formats(tree)
    and_back(tree)


@case(400)
def many_captures(tree, n):
    """All different, and each twice."""
    names = " ".join("$V%d" % i for i in range(n))
    tree.set(rule("match: set(A %s)\ndelete: true" % names), rule("match: set(C %s %s)\ndelete: true" % (names, names), name="twice"))
    tree.write("a.cmake", "set(A %s)\n" % " ".join("v%d" % i for i in range(n)))
    tree.run("check")


@case(100)
def many_tests(tree, n):
    tests = "".join("      - {before: 'f(%d)', after: 'g(%d)'}\n" % (i, i) for i in range(n))
    tree.set(rule(F_TO_G, "python") + "    tests:\n" + tests)
    tree.run("test", "--patchsets", tree.sets, "demo", sets=False)
    tree.run("lint", "--patchsets", tree.sets, sets=False)


@case(100)
def many_groups(tree, n):
    tree.set(rule("match: f(1)\nreplace: g(1)", "python"),
             *[rule("match: f%d(1)\nreplace: g%d(1)" % (i, i), "python", "rule-%d" % i, more="group: g%d" % (i // 2)) for i in range(n)])
    tree.write("a.py", "".join("f%d(1)\n" % i for i in range(n)))
    all_formats(tree)


@case(100)
def one_large_group(tree, n):
    tree.set(rule("match: f(1)\nreplace: g(1)", "python"),
             *[rule("match: f%d(1)\nreplace: g%d(1)" % (i, i), "python", "rule-%d" % i, more="group: g") for i in range(n)])
    tree.write("a.py", "".join("f%d(1)\n" % i for i in range(n)))
    all_formats(tree)


@case(100)
def many_exclusions(tree, n):
    tree.set(rule(F_TO_G, "python", more="exclude: [" + ", ".join("'**/e%d/**'" % i for i in range(n)) + "]"))
    tree.write("a.py", "f(1)\n")
    tree.run("check", "-q")


@case(40)
def many_packs(tree, n):
    for i in range(n):
        use = "use: [pack-%d]\n" % (i + 1) if i + 1 < n else ""
        tree.other("sets/pack%d.yaml" % i, "tpatch: 1\npack: pack-%d\nsummary: s\n%srules:\n%s" % (i, use, rule(F_TO_G, "python", "rule-%d" % i)))
    tree.set(head="tpatch: 1\nname: demo\nsummary: s\ntarget: {project: demo, versions: '>=1'}\nuse: [pack-0]\n")
    tree.run("list", "--patchsets", tree.sets, sets=False)
    tree.run("check", "-q")


@case(40)
def many_sets(tree, n):
    tree.set(rule(F_TO_G, "python"))
    for i in range(n):
        tree.other("sets/set%d.yaml" % i, SET.replace("demo\n", "demo-%d\n" % i, 1).replace(">=1", "%d.1" % (i + 2)) + rule(F_TO_G, "python"))
    tree.run("list", "--patchsets", tree.sets, sets=False)
    tree.run("check", "-q")
    tree.run("check", "-q", "--tag", "9999.9", codes=(0, 2), label="no set")
    tree.run("lint", "--patchsets", tree.sets, sets=False)


# --- readers ----------------------------------------------------------------------------------------------------------

@case(500)
def yaml_lists(tree, n):
    tree.set(rule(F_TO_G, "python", more="links: [" + ", ".join("'https://a/%d'" % i for i in range(n)) + "]"))
    tree.run("list", "--patchsets", tree.sets, sets=False)
    tree.run("check", "-q")


@case(500)
def yaml_comments_and_blanks(tree, n):
    tree.set(rule(F_TO_G, "python") + "# a comment\n\n" * n)
    tree.run("list", "--patchsets", tree.sets, sets=False)


@case(500)
def yaml_long_text(tree, n):
    tree.set(rule(F_TO_G, "python", more="warn: |\n" + "      some words\n" * n).replace("    edits:\n      - match: f($A)\n        replace: g($A)\n", ""))
    tree.write("a.py", "f(1)\n")
    tree.run("list", "--patchsets", tree.sets, sets=False)
    tree.run("check")
    tree.run("show", "the-rule", "--patchsets", tree.sets, sets=False)


@case(500)
def yaml_long_line(tree, n):
    tree.set(rule(F_TO_G, "python").replace("A reason", "A reason " * n))
    tree.run("list", "--patchsets", tree.sets, sets=False)
    tree.run("show", "the-rule", "--patchsets", tree.sets, sets=False)


@case(200)
def yaml_aliases(tree, n):
    tree.set(rule(F_TO_G, "python", more="links: [&a 'https://a', " + ", ".join(["*a"] * n) + "]"))
    tree.run("list", "--patchsets", tree.sets, sets=False)


@case(200)
def yaml_unknown_keys(tree, n):
    tree.set(rule(F_TO_G, "python", more="\n    ".join("key-%d: x" % i for i in range(n))))
    tree.run("list", "--patchsets", tree.sets, sets=False, codes=(2,))


@case(100)
def yaml_variables(tree, n):
    head = SET.replace("rules:\n", "variables:\n" + "".join("  v%d: {default: '1', help: h}\n" % i for i in range(n)) + "rules:\n")
    tree.set(rule("match: f(%s)\nreplace: g(1)" % ", ".join("{{v%d}}" % i for i in range(n)), "python"), head=head)
    tree.write("a.py", "f(1)\n")
    tree.run("list", "--patchsets", tree.sets, sets=False)
    tree.run("check", "-q")


@case(100)
def project_facts(tree, n):
    tree.other("sets/project.yaml", PROJECT + "facts:\n" + "".join("  f%d: {type: version, help: h}\n" % i for i in range(n)) + "profiles:\n" +
               "".join("  p%d: {summary: s, facts: {f%d: '1'}}\n" % (i, i) for i in range(n)))
    tree.set(rule(F_TO_G, "python", more="when: {all: [" + ", ".join("{f%d: '>=1'}" % i for i in range(n)) + "]}"))
    tree.write("a.py", "f(1)\n")
    tree.other("facts.yaml", "".join("f%d: '1'\n" % i for i in range(n)))
    tree.run("list", "--patchsets", tree.sets, sets=False)
    tree.run("check", "-q", "--facts", tree.folder + "/facts.yaml")
    tree.run("check", label="check without facts")


@case(100)
def project_releases(tree, n):
    tree.other("sets/project.yaml", PROJECT + "releases: {" + ", ".join("'1.0.%d': %040x" % (i, i) for i in range(n)) + "}\nfingerprints:\n" +
               "".join("  - {series: '1.%d', all: [{file: demo.txt, contains: 'x%d'}]}\n" % (i, i) for i in range(n)))
    tree.set(rule(F_TO_G, "python"))
    tree.run("list", "--patchsets", tree.sets, sets=False)
    tree.run("check", "-q")
    tree.run("status")


@case(300)
def version_file(tree, n):
    tree.set(rule(F_TO_G, "python"))
    tree.write("demo.txt", "1." + "0" * n + "\n" * n)
    tree.run("check", "-q", codes=(0, 1, 2))


@case(300)
def git_references(tree, n):
    tree.set(rule(F_TO_G, "python"))
    tree.write(".git/HEAD", "ref: refs/heads/main\n")
    tree.write(".git/packed-refs", "# pack-refs with: peeled fully-peeled sorted \n" + "%040d refs/heads/main\n" % 7 + "%040d refs/tags/v1.0.0\n" % 7 * n +
               "".join("%040d refs/tags/v1.%d\n^%040d\n" % (i, i, 7) for i in range(n)))
    tree.run("check", "-q", codes=(0, 1, 2))
    tree.run("status")


@case(300)
def git_submodules(tree, n):
    tree.set(rule(F_TO_G, "python", files="[" + ", ".join("third_party/s%d/a.py" % i for i in range(n)) + "]", more="group: a"))
    tree.write(".gitmodules", "".join('[submodule "s%d"]\n path = third_party/s%d\n url = u\n' % (i, i) for i in range(n)))
    tree.run("check")


@case(300)
def parse_lines(tree, n):
    for language, text in (("cmake", "if(X)\nset(A 1)\nendif()\n"), ("py", "if x:\n  f(1)\n"), ("cpp", "int f(int a) { return a; }\n"), ("sh", "f 1 | g\n"),
                           ("bat", "if x==x (f 1) else g\r\n"), ("txt", "some\n"), ("bzl", "f(1)\n")):
        path = tree.write("p." + language, text * n)
        tree.run("parse", path, sets=False, label="parse " + language)
        tree.run("parse", "--json", path, sets=False, label="parse json " + language, codes=(0, 1, 2, 3))


@case(400)
def parse_nested(tree, n):
    for language, begin, end in (("cmake", "if(X)\n", "endif()\n"), ("py", "(", ")"), ("cpp", "{", "}"), ("bzl", "[", "]")):
        path = tree.write("p." + language, begin * n + end * n)
        tree.run("parse", path, sets=False, label="parse " + language)


@case(40)
def parse_many_files(tree, n):
    tree.run("parse", *[tree.write("p%d.py" % i, "f(1)\n") for i in range(n)], sets=False)


# --- drafts -----------------------------------------------------------------------------------------------------------

def diff_case(name, size, text, files=None):
    @case(size, "new-" + name)
    def _(tree, n):
        diff = tree.other("a.diff", text(n))
        tree.run("new", "--from-diff", diff, sets=False, label="new")
        for path, content in (files(n) if files else []):
            tree.write(path, content)
        if files:
            tree.run("new", "--from-diff", diff, "--root", tree.root, sets=False, label="new with tree", codes=(0, 1, 2, 3))


diff_case("many-files", 100, lambda n: "".join("--- a/f%d.py\n+++ b/f%d.py\n@@ -1 +1 @@\n-f(1)\n+g(1)\n" % (i, i) for i in range(n)),
          lambda n: [("f%d.py" % i, "f(1)\n") for i in range(n)])
diff_case("many-equal-files", 100, lambda n: "--- a/f.py\n+++ b/f.py\n@@ -1 +1 @@\n-f(1)\n+g(1)\n" * n)
diff_case("many-hunks", 100, lambda n: "--- a/f.py\n+++ b/f.py\n" + "".join("@@ -%d +%d @@\n-f(1)\n+g(1)\n" % (3 * i + 1, 3 * i + 1) for i in range(n)),
          lambda n: [("f.py", "f(1)\n\n\n" * n)])
diff_case("many-different-hunks", 100,
          lambda n: "--- a/f.py\n+++ b/f.py\n" + "".join("@@ -%d +%d @@\n-f(%d)\n+g(%d)\n" % (3 * i + 1, 3 * i + 1, i, i) for i in range(n)),
          lambda n: [("f.py", "".join("f(%d)\n\n\n" % i for i in range(n)))])
diff_case("one-long-hunk", 500, lambda n: "--- a/f.py\n+++ b/f.py\n@@ -1,%d +1,%d @@\n" % (n, n) + "-f(1)\n" * n + "+g(1)\n" * n,
          lambda n: [("f.py", "f(1)\n" * n)])
diff_case("long-context", 500, lambda n: "--- a/f.py\n+++ b/f.py\n@@ -1,%d +1,%d @@\n" % (n + 1, n + 1) + " f(1)\n" * n + "-f(2)\n+g(1)\n",
          lambda n: [("f.py", "f(1)\n" * n + "f(2)\n")])
diff_case("new-files", 100, lambda n: "".join("--- /dev/null\n+++ b/f%d.py\n@@ -0,0 +1 @@\n+g(1)\n" % i for i in range(n)))
diff_case("long-line", 500, lambda n: "--- a/f.py\n+++ b/f.py\n@@ -1 +1 @@\n-f(" + "1, " * n + ")\n+g(" + "1, " * n + ")\n")
diff_case("prose", 500, lambda n: "some words\n--- not one\n" * n + "--- a/f.py\n+++ b/f.py\n@@ -1 +1 @@\n-f(1)\n+g(1)\n")
diff_case("mail", 300, lambda n: "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nSubject: " + "word " * n + "\n\n" + "body words\n" * n +
          "---\n--- a/f.py\n+++ b/f.py\n@@ -1 +1 @@\n-f(1)\n+g(1)\n")
diff_case("odd-paths", 300, lambda n: "--- a/x\xff%s.txt\n+++ b/x\xff%s.txt\n@@ -1 +1 @@\n-a\n+b\n" % ("y" * n, "y" * n))


# --- plans ------------------------------------------------------------------------------------------------------------

@case(300)
def plan_files(tree, n):
    tree.set(rule(F_TO_G, "python"))
    for i in range(n):
        tree.write("f%d.py" % i, "f(1)\n")
    plan = tree.other("a.plan", tree.run("plan"))
    tree.run("apply", "--dry", "-q", "--plan", plan, "--root", tree.root, sets=False, label="apply plan")


@case(300)
def plan_edits(tree, n):
    tree.set(rule(F_TO_G, "python"))
    tree.write("f.py", "f(1)\n" * n)
    plan = tree.other("a.plan", tree.run("plan"))
    tree.run("apply", "--dry", "-q", "--plan", plan, "--root", tree.root, sets=False, label="apply plan")


@case(300)
def plan_rules(tree, n):
    tree.set(rule(F_TO_G, "python"))
    tree.write("f.py", "f(1)\n")
    plan = json.loads(tree.run("plan", counted=False))
    plan["rules"] += [{"id": "rule-%d" % i, "title": "t", "verdict": "would-patch"} for i in range(n)]
    path = tree.other("a.plan", json.dumps(plan))
    tree.run("apply", "--dry", "-q", "--plan", path, "--root", tree.root, sets=False, label="apply plan")


# --- several trees ----------------------------------------------------------------------------------------------------

@case(20)
def matrix_trees(tree, n):
    tree.set(rule(F_TO_G, "python"))
    roots = []
    for i in range(n):
        tree.other("t%d/demo.txt" % i, "1.0.%d\n" % i)
        tree.other("t%d/a.py" % i, "f(1)\n")
        roots.append("%s/t%d" % (tree.folder, i))
    for form in ("text", "json", "html", "markdown"):
        tree.run("matrix", "--format", form, "--patchsets", tree.sets, *roots, sets=False, label="matrix " + form, codes=(0, 1, 2, 3))
