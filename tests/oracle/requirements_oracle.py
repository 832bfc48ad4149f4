#!/usr/bin/env python3
"""Compares tpatch's reading of requirements files with pip's: the files of some folders, and texts made from them by random changes.

usage: requirements_oracle.py [--cases N] [--seed N] TPATCH [FOLDER...]

Every text: the tokens laid end to end are its bytes. pip's own code splits a text into lines, options and requirements, and packaging, as pip brings it along, reads
these. Each line that they take must be a statement of ours with the same project, extras, versions, marker, URL and options, and none of it may be junk.
Lines that pip or packaging refuses, and texts in which a backslash cuts a word in two, are counted, and not compared: edits are checked by what they make worse, not by what was wrong before.

Exit: 0 all agree, 1 something does not, 77 without pip.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

try:
    from pip._internal.req.req_file import break_args_options, preprocess
    from pip._vendor.packaging.requirements import InvalidRequirement, Requirement
    from pip._vendor.packaging.specifiers import InvalidSpecifier, Specifier
    from pip._vendor.packaging.utils import canonicalize_name
except ImportError:
    print("skipped: pip is not installed (Debian: python3-pip), or another pip than those known")
    sys.exit(77)

BATCH = 200
SHOWN = 12
LOCATION = re.compile(r"(\.{0,2}/|\.$|~|[a-z][a-z+]*:)")
APART = re.compile(r"[<>=!~]\s+[<>=]")  # older releases take `> =`
JOINT = re.compile(r"\\+\r?\n")
CUT_WORD = re.compile(r"[^\s\\]\\\r?\n\S")
NAMED = re.compile(r"requirements[^/]*\.(txt|in)$|constraints[^/]*\.txt$")
PIECES = ["\n", " ", "  # c\n", "\\\n", " \\\n  ", "# c \\\n", ",", "<3", ">=1.0", "==1.*", "~=2.2", "[a, b-c]", "; python_version < '3.9'", " --hash=sha256:00",
          "-r a.txt\n", "@ https://a/b.whl", "(", ")", "$", "numpy", "Typing_Extensions", "===x", "!=1.5", ";", "#", "\r\n", "\t", " and extra == \"x\""]
SAMPLES = ["""# what it takes
-r other.txt
--extra-index-url https://download.example.org/whl/cpu  # c
numpy==1.26.4 ; python_version<"3.13"
Typing-Extensions>=4.10.0,<5  # c
torch[opt-einsum, optree] >= 2.0, != 2.1.*
pywavelets (==1.5.0)
e @ https://example.org/e.whl#sha256=00 ; os_name == 'nt'
ruamel.yaml~=0.17 \\
    --hash=sha256:00aa \\
    --hash=sha256:11bb
pkg; (python_version >= '3.9' and sys_platform != "win32") or extra == 'x'
filelock
"""]


def statements(tokens):
    """The code tokens of each line that has some."""
    line = []
    for token in tokens:
        if token["kind"] == "end":
            yield line
            line = []
        elif token["kind"] not in ("bom", "space", "newline", "comment"):
            line.append(token)


def ours(line):
    """What the tokens of a line say: a requirement's parts, or the words of another line."""
    options = []
    for index, token in enumerate(line):
        if token["kind"] == "text" and token["text"].startswith("-"):
            options = [token["text"] for token in line[index:]]
            line = line[:index]
            break
    if not line or line[0]["kind"] != "name":
        return {"words": [token["text"] for token in line], "options": options}
    semicolon = next((i for i, token in enumerate(line) if token["text"] == ";" and token["kind"] == "operator"), len(line))
    head, marker = line[1:semicolon], line[semicolon + 1:]
    extras, at = set(), 0
    if head and head[0]["text"] == "[":
        at = next(i for i, token in enumerate(head) if token["text"] == "]") + 1
        extras = {canonicalize_name(token["text"]) for token in head[1:at - 1] if token["kind"] == "name"}
    url = head[at + 1]["text"] if len(head) > at + 1 and head[at]["text"] == "@" else None
    clauses, operator = set(), None
    for token in head[at:] if not url else []:
        if token["kind"] == "operator" and token["text"] != ",":
            operator = token["text"]
        elif token["kind"] == "number":
            clauses.add(operator + token["text"])
    words = JOINT.sub("", " ".join(token["text"] for token in marker)).replace("\t", " ")
    return {"name": canonicalize_name(line[0]["text"]), "extras": extras, "clauses": clauses, "url": url, "options": options,
            "marker": str(Requirement("x ; " + words).marker) if words else None}


def theirs(text):
    """The same of each line as pip sees it; None for those that it refuses."""
    for _, line in preprocess(text):
        arguments, rest = break_args_options(line)
        options = rest.split()
        if APART.search(arguments):
            yield None
            continue
        try:
            found = Requirement(arguments.replace("\t", " "))  # which older releases expand
            for clause in found.specifier:
                Specifier(str(clause))  # not what older releases took besides
        except InvalidSpecifier:
            yield None
            continue
        except InvalidRequirement:
            is_other = not arguments.strip() or LOCATION.match(arguments)
            yield {"words": arguments.split(), "options": options} if is_other else None
            continue
        yield {"name": canonicalize_name(found.name), "extras": {canonicalize_name(e) for e in found.extras}, "clauses": {str(c) for c in found.specifier},
               "url": found.url, "marker": str(found.marker) if found.marker else None, "options": options}


def judge(text, parsed):
    """(what is wrong or None, lines compared, lines refused)"""
    data = text.encode()
    if b"".join(data[t["begin"]:t["end"]] for t in parsed["tokens"]) != data:
        return "the tokens are not the file", 0, 0
    wanted, found = list(theirs(text)), list(statements(parsed["tokens"]))
    refused = sum(line is None for line in wanted)
    if CUT_WORD.search(text):
        return None, 0, len(wanted)
    if len(wanted) != len(found):
        return "%d lines, pip has %d" % (len(found), len(wanted)), 0, refused
    for line, want in zip(found, wanted):
        if want is None:
            continue
        shown = " ".join(token["text"] for token in line)
        if any(token["kind"] == "junk" for token in line):
            return "junk in: " + shown, 0, refused
        try:
            have = ours(line)
        except InvalidRequirement as error:
            have = error
        if have != want:
            return "%s: %s, pip has %s" % (shown, have, want), 0, refused
    return None, len(wanted) - refused, refused


def spoil(rng, texts):
    text = rng.choice(texts)
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randint(0, len(text))
        text = text[:at] + rng.choice(PIECES) + text[at + rng.choice((0, 0, 0, 1, 4)):]
    return text


def found_texts(folders):
    for folder in folders:
        for base, names, files in os.walk(folder):
            names.sort()
            for name in sorted(files):
                path = os.path.join(base, name)
                if NAMED.search(name) and os.path.isfile(path):
                    with open(path, "rb") as file:
                        data = file.read()
                    try:
                        yield path, data.decode()
                    except UnicodeDecodeError:
                        continue


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2][7:])
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("tpatch")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_intermixed_args()
    rng = random.Random(options.seed)
    texts = [("sample", text) for text in SAMPLES] + list(found_texts(options.folders))
    small = [text for _, text in texts if len(text) < 4000]
    texts += [("case %d of seed %d" % (case, options.seed), spoil(rng, small)) for case in range(options.cases)]
    wrong = lines = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        for begin in range(0, len(texts), BATCH):
            batch = texts[begin:begin + BATCH]
            paths = [os.path.join(folder, "%d.txt" % i) for i in range(len(batch))]
            for path, (_, text) in zip(paths, batch):
                with open(path, "w", encoding="utf-8", newline="") as file:
                    file.write(text)
            out = subprocess.run([options.tpatch, "parse", "--language", "requirements", "--json=compact", *paths], stdout=subprocess.PIPE, check=True).stdout
            for (name, text), line in zip(batch, out.split(b"\n")):
                why, compared, not_compared = judge(text, json.loads(line))
                lines += compared
                refused += not_compared
                if why:
                    wrong += 1
                    if wrong <= SHOWN:
                        print("FAILED %s: %s" % (name, why))
    print("requirements: %d lines the same, %d that pip refuses; %d passed, %d failed" % (lines, refused, len(texts) - wrong, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
