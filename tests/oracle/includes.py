#!/usr/bin/env python3
"""Lets ensure-include add a header to made-up files, and compiles what comes out with g++.

usage: includes.py [--cases N] [--seed N] [--show] TPATCH

A file is made of parts that files begin with: comments, guards, includes (also within #if, namespaces, `extern "C"`, #pragma pack, a macro that is undefined
after them), declarations; then comes code that needs the header, in one of several places. Wherever the file compiles if that code needs nothing, with any
of its macros defined, it must compile with the header included; the header refuses to be included anywhere but at file scope, and within what
others have set for their own headers. A second run has nothing to do. Half of the files have CRLF line ends. Exit code: 0 when nothing differs.
"""
import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile

from statements import Bench
from operations_common import unified

NEEDED = "need_t"
HEADERS = {
    "a.h": "#pragma once\nint a();\n",
    "b.h": "#ifndef B_H\n#define B_H\n#endif\n",
    "sub/z.h": "#pragma once\n",
    "wire.h": "#pragma once\nstruct wire { char c; int i; };\n",
    "ops.def": "OP(one)\nOP(two)\n",
    "base.h": "#ifndef BASE_H\n#define BASE_H\n#ifdef FEATURE\ninline int feature() { return 1; }\n#endif\n#endif\n",
    "need.h": """#if defined(private) || defined(OP)
#error "a macro that is for another header"
#endif
#ifndef NEED_H
#define NEED_H
#include "base.h"
namespace need {
template <class T> struct box { T t; };
struct pair { char c; int i; };
static_assert(sizeof(pair) == 8, "packed");
}
typedef int need_t;
#endif
""",
}
COMMENTS = ["/* Copyright the authors\n\n   All rights reserved. */\n", "/*\n * Copyright\n */\n\n", "// Copyright\n//\n// All rights reserved.\n\n",
            "// A path: C:\\\n   still the comment\n", "/* one */ /* two\n\n*/\n", "\n", "\n/* first\n\n   last */ "]
GUARDS = [("", ""), ("#pragma once\n", ""), ("#pragma once /* for\n\n everyone */\n", ""), ("#ifndef G\n#define G\n", "#endif\n"),
          ("#ifndef G /* the\n\n guard */\n#define G /* is\n\n here */\n", "#endif // G\n"), ("#if !defined(G)\n#define G\n", "#endif\n"),
          ("#ifndef G\n#define G \\\n  1\n", "#endif\n"), ("#pragma once\n#ifndef G\n#define G\n", "#endif\n"),
          ("#ifndef G\n#pragma once\n#define G\n", "#endif\n"), ("#ifdef __cplusplus\n", "#else\nint c;\n#endif\n"),
          ("#ifndef G\n#define G\n", "#else\nint twice;\n#endif\n")]
PARTS = ["#include \"a.h\"\n", "#include \"b.h\"\n", "#include <vector>\n", "#include \"sub/z.h\"\n", "#include \"a.h\" /* for\n\n a */\n",
         "/* before\n\n a */ #include \"a.h\"\n", "#include \"b.h\" // for \\\n   b\n", "#include \\\n  \"b.h\"\n", "#include \"a.h\" \\\n\n",
         "#ifndef OPT\n#define OPT 1\n#endif\n", "#ifndef OPT\n#define OPT 1\n#include \"a.h\"\n#endif\n", "#ifdef A\n#include \"a.h\"\n#else\n#include \"b.h\"\n#endif\n",
         "#if 0\n#include \"need.h\"\n#endif\n", "#ifdef A\n#include \"need.h\"\n#endif\n", "#ifdef A\n# include \"a.h\"\n#endif\n",
         "#ifndef OPT\n#define OPT\n#include \"need.h\"\n#endif\n",
         "#ifdef __cplusplus\nextern \"C\" {\n#endif\n#include \"a.h\"\n#ifdef __cplusplus\n}\n#endif\n", "extern \"C\" {\n#include \"b.h\"\n}\n",
         "namespace n {\n#include \"wire.h\"\n}\n", "#pragma pack(push, 1)\n#include \"wire.h\"\n#pragma pack(pop)\n", "#pragma pack(1)\n#include \"wire.h\"\n#pragma pack()\n",
         "#define private public\n#include \"a.h\"\n#undef private\n", "#define OP(n) void n();\n#include \"ops.def\"\n#undef OP\n", "#define FEATURE\n",
         "#define FEATURE 1 /* the\n\n feature */\n", "/* about\n\n */ #define FEATURE\n#include \"base.h\"\n", "#define FEATURE\n\n#include \"base.h\"\n", "int declared();\n",
         "namespace m { class Forward; }\n", "using namespace std;\n", "#include \"need.h\"\n", "namespace std {}\n",
         "#if defined(A) || \\\n    defined(OPT)\n#include \"a.h\"\n#endif\n", "#define LONG \\\n  1 \\\n  + 2\n", "#define NEED_LATER \"need.h\"\n", "struct {\n#if 0\n  #include \"need.h\"\n#endif\n  int i;\n} anonymous;\n",
         "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wunused\"\n#include \"a.h\"\n#pragma GCC diagnostic pop\n",
         "#define PACKED 1\n#ifdef PACKED\n#pragma pack(push, 1)\n#endif\n#include \"wire.h\"\n#ifdef PACKED\n#pragma pack(pop)\n#endif\n",
         "#if 1\n#include \"b.h\"\n#endif\n", "const char *raw = R\"(\n#include \"need.h\"\n)\";\n", "/*\n#include \"need.h\"\n*/\n"]
USES = ["%s x;\n", "inline void f() {\n  %s x = 1;\n  (void)x;\n}\n", "namespace u {\nstruct S {\n  %s x;\n};\n}\n", "#define USE %s\nUSE y;\n", "#ifdef A\n%s x;\n#endif\n",
        "#ifdef FEATURE\n%s x = feature();\n#endif\n", "template <class T, class U = %s>\nstruct W {};\n"]
LATER = ["", "", "#include \"need.h\"\n", "#include \"a.h\"\n", "inline void g() {\n#if 0\n#include \"need.h\"\n#endif\n}\n", "#undef FEATURE\n", "#ifdef A\n#include \"need.h\"\n#endif\n"]
DEFINED = [[], ["-DA"], ["-DOPT=2"], ["-DA", "-DOPT=2"]]
RULES = ["- regex: '\\bneed_t\\b'\n  ensure-include: '%s'", "- match: need_t $NAME\n  ensure-include: '%s'"]


def make(draw):
    """A file, and the same where the code needs no header."""
    guard, end = draw.choice(GUARDS)
    parts = [draw.choice(COMMENTS) if draw.random() < 0.6 else "", guard]
    parts += [draw.choice(PARTS) + ("\n" if draw.random() < 0.3 else "") for _ in range(draw.choice((0, 1, 1, 2, 2, 3)))]
    text = "".join(parts) + "\n" * draw.randrange(2) + draw.choice(USES) + draw.choice(LATER) + end
    text = text.replace("%s", "\0")
    return text.replace("\0", NEEDED), text.replace("\0", "int")


def compiles(folder, texts):
    """For each way to compile, whether g++ takes each of the texts."""
    paths = []
    for text in texts:
        handle, path = tempfile.mkstemp(suffix=".cpp", dir=folder)
        with os.fdopen(handle, "w", newline="") as f:
            f.write(text)
        paths.append(path)
    outcomes = []
    for defined in DEFINED:
        runs = [subprocess.run(["g++", "-std=c++17", "-w", "-fsyntax-only", "-I", folder, *defined, path], capture_output=True, text=True) for path in paths]
        outcomes.append([run.stderr if run.returncode else "" for run in runs])
    return outcomes


def problem_of(folder, text, model, new, reason, again):
    if reason and new != text:
        return "refused, but the file has changed"
    if reason and ("nothing was written" in reason or "cannot be done here" in reason):
        return None
    crlf = "\r\n" in text
    if crlf and new.replace("\r\n", "").count("\n"):
        return "a line of a file with CRLF ends in LF"
    if again != new:
        return "a second run changes it again"
    wrong = []
    for defined, (model_error, error) in zip(DEFINED, compiles(folder, [model, new])):
        if not model_error and error:
            wrong.append("with %s:\n%s" % (defined, "\n".join(error.split("\n")[:4])))
    return "\n".join(wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print every case")
    parser.add_argument("tpatch", type=os.path.abspath)
    options = parser.parse_args()
    bench, n_failed, n_refused = Bench(options.tpatch), 0, 0
    for name, text in HEADERS.items():
        os.makedirs(os.path.dirname(os.path.join(bench.folder, name)), exist_ok=True)
        bench.write(os.path.join(bench.folder, name), text)

    def case(number):
        draw = random.Random("%d %d" % (options.seed, number))
        text, model = make(draw)
        crlf, rule = draw.random() < 0.5, draw.choice(RULES) % draw.choice(('"need.h"', '"need.h"', '"./need.h"'))
        text = text.replace("\n", "\r\n") if crlf else text
        return number, rule, text, model

    made = []
    for number, rule, text, model in map(case, range(options.cases)):
        new, reason = bench.apply("a.cpp", rule, text)
        again = bench.apply("a.cpp", rule, new)[0]
        made.append((number, rule, text, model, new, reason, again))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (number, rule, text, _, new, _, _), problem in zip(made, pool.map(lambda one: problem_of(bench.folder, *one[2:]), made)):
            n_failed += bool(problem)
            n_refused += problem is None
            if problem or options.show:
                print("case %d: %s\n%s\n%s\n" % (number, rule, problem, unified(text.split("\n"), new.split("\n"), "old", "new")), flush=True)
    print("%d refused" % n_refused)
    print("includes: %d passed, %d failed" % (options.cases - n_failed, n_failed))
    sys.exit(n_failed > 0)


if __name__ == "__main__":
    main()
