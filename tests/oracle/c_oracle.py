#!/usr/bin/env python3
"""
Compares the tokens that `tpatch parse` sees in C, C++ and CUDA with those of clang's own lexer, byte for byte.

usage: c_oracle.py [--stride N] TPATCH FILE/DIR...

Oracle: `clang -cc1 -dump-raw-tokens`, which shows every token before the preprocessor, with its place. Compared, for every file that
tpatch takes for C: first and last byte and class (name, number, string, sign, comment, junk) of all tokens but layout.

Where both are right in their own way, both sides are brought to one form first:
  <x.h>     behind #include is one token to tpatch; clang's raw lexer does not know directives
  >> >>>    and <<< are cut into single signs: tpatch knows template arguments and kernel launches, clang the language options
  :: .* ->* likewise in C files, where clang knows no C++
  junk      beside junk is one piece; '@' is junk to clang and an operator to tpatch (templates of headers hold @NAME@)
  splices   before a token belong to it in clang's output and to the layout in tpatch's

Also checked: the tokens, laid end to end, are the file.
"""
import collections
import concurrent.futures
import hashlib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys

PATTERN = re.compile(r".*\.(c|cc|cpp|cxx|h|hh|hpp|hxx|cu|cuh|inl|ipp|h\.in)$")
SPLICES = re.compile(rb"(?:\\[ \t\v\f]*(?:\r\n|\n|\r))+")
LINE_END = re.compile(rb"\r\n|\n|\r")
BLANK = re.compile(rb"(?:[ \t\v\f\r\n\0]|\\[ \t\v\f]*(?=[\r\n]))*\Z")
LITERAL = re.compile("(?:string_literal|char_constant)$")
LAYOUT = {"bom", "space", "newline", "end"}
CLASS = {"operator": "sign", "open": "sign", "close": "sign"}
OPERATOR = re.compile(rb"operator[^\w$].*")
MAX_SHOWN = 5  # disagreements of one file
BATCH_FILES, BATCH_BYTES = 100, 2_000_000


def options_of(path):
    if path.endswith(".c"):
        return ["-x", "c", "-std=c17"]
    if path.endswith((".cu", ".cuh")):
        return ["-x", "cuda", "-std=c++20"]
    return ["-x", "c++", "-std=c++20"]


def cut_signs(tokens, data, is_c):
    """Signs in their smallest pieces, junk in its largest."""
    out = []
    for begin, end, kind in tokens:
        text = data[begin:end]
        if kind == "sign" and end - begin > 1 and (not text.strip(b">") or not text.strip(b"<") or (is_c and text in (b"::", b".*", b"->*"))):
            ends = [begin + 2, end] if text == b"->*" else range(begin + 1, end + 1)
            for at in ends:
                out.append((begin, at, kind))
                begin = at
        elif text == b"@" or kind == "junk":
            if out and out[-1][2] == "junk" and out[-1][1] == begin:
                begin = out.pop()[0]
            out.append((begin, end, "junk"))
        else:
            out.append((begin, end, kind))
    return out


def clang_tokens(path, data):
    done = subprocess.run(["clang", "-cc1", "-dump-raw-tokens", *options_of(path), path], stdin=subprocess.DEVNULL,
                          capture_output=True, check=False)
    lines = [0] + [match.end() for match in LINE_END.finditer(data)]
    place = re.compile(rb"\tLoc=<" + re.escape(path.encode()) + rb":(\d+):(\d+)>\n")
    kinds, begins, at = [], [], 0
    for match in place.finditer(done.stderr):
        kinds.append(done.stderr[at:match.start()].split(b" ", 1)[0].decode())
        begins.append(lines[int(match[1]) - 1] + int(match[2]) - 1)
        at = match.end()
    tokens = []
    for kind, begin, end in zip(kinds, begins, begins[1:] + [len(data)]):
        if kind == "eof" or begin == end:
            continue
        splices = SPLICES.match(data, begin)
        if splices and splices.end() < end:
            begin = splices.end()
        if kind == "unknown":
            if not BLANK.match(data[begin:end]):
                tokens.append((begin, end, "junk"))
        elif kind == "raw_identifier":
            tokens.append((begin, end, "name"))
        elif kind == "numeric_constant":
            tokens.append((begin, end, "number"))
        elif kind == "comment":
            tokens.append((begin, end, "comment"))
        else:
            tokens.append((begin, end, "string" if LITERAL.search(kind) else "sign"))
    return tokens


def our_tokens(printed):
    return [(t["begin"], t["end"], CLASS.get(t["kind"], t["kind"])) for t in printed["tokens"] if t["kind"] not in LAYOUT]


def join_wholes(theirs, ours, data):
    """Replaces the pieces of each `<x.h>` and `operator==` that we see by the whole."""
    wholes = {begin: (end, kind) for begin, end, kind in ours
              if (kind == "string" and data[begin] == ord("<")) or (kind == "name" and OPERATOR.fullmatch(data, begin, end))}
    if not wholes:
        return theirs
    out, skip = [], 0
    for token in theirs:
        if token[0] < skip:
            continue
        if token[0] in wholes:
            skip, kind = wholes[token[0]]
            token = (token[0], skip, kind)
        out.append(token)
    return out


def check_file(path, printed):
    """(messages, number of tokens)."""
    with open(path, "rb") as file:
        data = file.read()
    at, wrong = 0, []
    for token in printed["tokens"]:
        if token["begin"] != at or token["end"] < at:
            wrong.append(f"{path}: not lossless at byte {at}")
            break
        at = token["end"]
    if not wrong and at != len(data):
        wrong.append(f"{path}: tokens end at byte {at} of {len(data)}")
    is_c = path.endswith(".c")
    ours = our_tokens(printed)
    theirs = cut_signs(join_wholes(clang_tokens(path, data), ours, data), data, is_c)
    ours = cut_signs(ours, data, is_c)
    if ours != theirs:
        only = sorted([(t, "clang") for t in set(theirs) - set(ours)] + [(t, "tpatch") for t in set(ours) - set(theirs)])
        for (begin, end, kind), side in only[:MAX_SHOWN]:
            line = len(LINE_END.findall(data, 0, begin)) + 1
            wrong.append(f"{path}:{line}: only {side}: {kind} {begin}-{end} {data[begin:end][:60]!r}")
    return wrong, len(ours)


def check_batch(binary, paths):
    command = [binary, "parse", "--json=compact", "--language", "c", *paths]
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines()
    count, messages = collections.Counter(), []
    for path, line in zip(paths, lines):
        printed = json.loads(line)
        wrong, n_tokens = check_file(path, printed)
        messages += wrong
        count["failed" if wrong else "passed"] += 1
        count["tokens"] += n_tokens
        count["bytes"] += printed["bytes"]
        count["problem"] += "problem" in printed
    count["failed"] += len(paths) - len(lines)
    return count, messages


def find_files(roots):
    """Paths of all C files, one for each content."""
    seen = set()
    for root in roots:
        walk = os.walk(root) if os.path.isdir(root) else [(os.path.dirname(root), [], [os.path.basename(root)])]
        for folder, folders, names in walk:
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)
                if not PATTERN.match(name) or os.path.islink(path) or not os.path.isfile(path):
                    continue
                with open(path, "rb") as file:
                    digest = hashlib.sha1(file.read()).digest()
                if digest not in seen:
                    seen.add(digest)
                    yield path


def batches(paths):
    batch, size = [], 0
    for path in paths:
        batch.append(path)
        size += os.path.getsize(path)
        if size > BATCH_BYTES or len(batch) == BATCH_FILES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def main(arguments):
    stride = 1
    if arguments[:1] == ["--stride"]:
        stride, arguments = int(arguments[1]), arguments[2:]
    if len(arguments) < 2:
        print(__doc__.splitlines()[3], file=sys.stderr)
        return 2
    if not shutil.which("clang"):
        print("c oracle: clang is not here: skipped\n0 passed, 0 failed")
        return 0
    count = collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for part, messages in [job.result() for job in [pool.submit(check_batch, arguments[0], batch) for batch in batches(itertools.islice(find_files(arguments[1:]), 0, None, stride))]]:
            count += part
            for message in messages:
                print(message)
    if not count["passed"] + count["failed"]:
        print("no C file found", file=sys.stderr)
        return 2
    print(f"{count['bytes']} bytes, {count['tokens']} tokens; tpatch notes problem in {count['problem']} files")
    print(f"c oracle: {count['passed']} passed, {count['failed']} failed")
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
