#!/usr/bin/python3
"""Breaks statements of real Python files at random, and asks tpatch and CPython what is wrong with them.

usage: tests/oracle/python_grammar.py [--cases N] [--seed N] [--show] TPATCH_BINARY DIR...

A case is one statement, or the head of one with `pass` behind it, in which a token was left out, added, changed for another, or moved.
  - What CPython takes, `tpatch parse` must take: each that it does not is a failure.
  - Of what CPython refuses, `tpatch parse` must see 98 of 100. It knows no types of literals, and lets Python 2's `print x` pass.
--show lists what it does not see. Exit: 0 all is well, 1 something is not.
"""
import argparse
import ast
import collections
import glob
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import tokenize
import warnings

LEAST_SEEN = 0.98
STATEMENTS_PER_FILE = 4
CASES_PER_STATEMENT = 3
MAX_LENGTH = 600
BATCH = 500
LAYOUT = (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.COMMENT)
NEW = """if else for in not and or lambda * ** = := , : ( ) [ ] { } . x 1 "s" yield await is + - ~ as ... == async @ -> from return del pass None += print
import with while def class raise assert""".split() + ["f(x)", "a, b", "*a", "k=1", "x for x in y", "lambda: 0", "a if b else c"]


def statements_of(text, chance):
    """A few of a file, each as its tokens."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)]
    lines = text.split("\n")
    for node in chance.sample(nodes, min(len(nodes), STATEMENTS_PER_FILE)):
        code = ast.get_source_segment(text, node) or ""
        if hasattr(node, "body"):
            code = "\n".join(lines[node.lineno - 1:node.body[0].lineno - 1]).strip() + " pass"
        if len(code) > MAX_LENGTH:
            continue
        try:
            tokens = [token.string for token in tokenize.generate_tokens(io.StringIO(code).readline) if token.type not in LAYOUT]
        except (tokenize.TokenError, SyntaxError):
            continue
        if len(tokens) > 1:
            yield tokens


def broken(tokens, chance):
    words = list(tokens)
    at, what = chance.randrange(len(words)), chance.random()
    if what < 0.3:
        del words[at]
    elif what < 0.7:
        words.insert(at, chance.choice(NEW))
    elif what < 0.9:
        words[at] = chance.choice(NEW)
    else:
        other = chance.randrange(len(words))
        words[at], words[other] = words[other], words[at]
    return " ".join(words) + "\n"


def cases(folders, count, chance):
    paths = sorted(path for folder in folders for path in glob.glob(os.path.join(folder, "**/*.py"), recursive=True))
    chance.shuffle(paths)
    made = []
    for path in paths:
        try:
            with open(path, encoding="utf-8") as f:
                made += [broken(tokens, chance) for tokens in statements_of(f.read(), chance) for _ in range(CASES_PER_STATEMENT)]
        except (OSError, SyntaxError, ValueError, RecursionError):
            continue
        if len(made) >= count:
            break
    return made[:count]


def why_refused(code):
    """What CPython says, or None. Its grammar takes `x = *a`, which only its compiler refuses."""
    try:
        ast.parse(code)
    except SyntaxError as error:
        return error.msg
    try:
        compile("async def f():\n " + code, "case", "exec", dont_inherit=True)
    except SyntaxError as error:
        return error.msg if "starred" in error.msg else None
    return None


def noted(binary, codes):
    """For each, what tpatch says, or None."""
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        for begin in range(0, len(codes), BATCH):
            paths = [os.path.join(folder, "%d.py" % n) for n in range(min(BATCH, len(codes) - begin))]
            for path, code in zip(paths, codes[begin:]):
                with open(path, "w", encoding="utf-8") as f:
                    f.write(code)
            printed = subprocess.run([binary, "parse", "--json=compact", *paths], stdout=subprocess.PIPE, text=True, check=False).stdout
            answers += [json.loads(line).get("problem", {}).get("message") for line in printed.splitlines()]
    return answers


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("binary")
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    codes = cases(options.folders, options.cases, random.Random(options.seed))
    wrong = taken = seen = 0
    unseen = collections.defaultdict(list)
    for code, ours in zip(codes, noted(options.binary, codes), strict=True):
        theirs = why_refused(code)
        if theirs is None:
            taken += 1
            wrong += ours is not None
            if ours:
                print("CPython takes what tpatch does not (%s): %r" % (ours, code))
        elif ours:
            seen += 1
        else:
            unseen[theirs].append(code)
    refused = seen + sum(map(len, unseen.values()))
    for message, those in unseen.items() if options.show else ():
        print("%d not seen: %s\n    %s" % (len(those), message, "    ".join(those)), end="")
    is_enough = refused and taken and seen >= LEAST_SEEN * refused
    print("seen: %d of the %d that CPython refuses; taken: %d of the %d that it takes" % (seen, refused, taken - wrong, taken))
    print("python grammar: %d passed, %d failed" % (taken - wrong + seen, wrong + (not is_enough)))
    return 0 if is_enough and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
