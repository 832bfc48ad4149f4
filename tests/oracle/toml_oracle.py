#!/usr/bin/env python3
"""Compares tpatch's TOML with CPython's tomllib: the files of some folders, and texts made from them by random faults.

usage: toml_oracle.py [--cases N] [--seed N] [--show] TPATCH [FOLDER...]

Every text: the tokens laid end to end are its bytes. What tomllib refuses must have a problem, so that tpatch refuses to edit it; what tomllib takes must
have none, and the keys and values read off the tokens must be those of tomllib. Folders may hold the cases of toml-test (valid/, invalid/): what lies in
`valid` is a text like any other. N texts more (default 2000) are made from the files found and from the samples in this script: a byte or a line that is
taken out, put in, doubled or exchanged.

Where tomllib is not followed:
  byte order mark   tomllib refuses it, TOML 1.1 says to skip it, and so do editors: it is taken off before tomllib sees the text
  recursion         tomllib gives up on brackets that are nested some hundred deep; such texts are left out
  long integers     CPython reads no integer of more than 4300 digits; such texts are left out

Exit: 0 all agree, 1 something does not, 77 without tomllib (Python 3.11).
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

try:
    import tomllib
except ImportError:
    print("skipped: this Python has no tomllib (3.11 has)")
    sys.exit(77)

BATCH = 200
SHOWN = 12
PIECES = [b'"', b"'", b'"""', b"'''", b"[", b"]", b"[[", b"]]", b"{", b"}", b"=", b".", b",", b"#", b"\n", b"\r\n", b"\r", b" ", b"\t", b"\\", b"\\u00e9",
          b"\\x", b"\\\n", b"0", b"1", b"_", b"-", b"+", b"e5", b"0x1F", b"0b2", b"inf", b"nan", b"true", b"1979-05-27", b"07:32:00", b"1979-02-30T25:00:00Z",
          b"a", b"b.c", b"[a]\n", b"[a.b]\n", b"[[a]]\n", b"a = 1\n", b"a.b = 2\n", b"b = {c = 1}\n", b"\x00", b"\x7f", b"\xff", b"\xc3\xa9", b"\xef\xbb\xbf"]
SAMPLES = [
    b"""# all of it
title = "x"
'quoted key' = 'C:\\path'
"a\\tb" = "tab\\tquote\\"uni\\u00e9\\U0001F600"
dotted.key."in quotes" = true
empty = ""
[build-system]
requires = [
    "setuptools>=62.3.0,<80",  # why
    'wheel',
]
build-backend = "setuptools.build_meta"

  [indented . table]
  n = [1, 1_000, 0xDEAD_beef, 0o17, 0b11, -3, +4, 3.14, 1e6, -2E-2, 6.62e-34, inf, -nan, [], [[1], ["a"]]]
  d = [1979-05-27T07:32:00Z, 1979-05-27 07:32:00.999999-07:00, 1979-05-27T07:32:00, 1979-05-27, 07:32:00.5]
  t = { a = 1, b.c = 2, b.d = [ 1,
     2 ], "e f" = { } }
""",
    b"""text = \"\"\"
first \\
   joined ""quotes"" \\"\"\" end\"\"\"\"\"
lit = '''
raw \\ '' text'''''
[[list]]
name = 1
[list.sub]
x = 1
[[list]]
[list.sub]
x = 2
[[list.more]]
[a.b.c]
[a]
d = 1
[a.b]
[x]
y.z = 1
y.w = 2
""",
    b"[project]\r\nname = \"torch\"\r\ndependencies = [\r\n  \"a\", # one\r\n  \"b\"\r\n]\r\n\r\n[tool.x]\r\nkey = 1\r\n",
]


class Broken(Exception):
    """The tokens do not say what a statement says."""


def scalar(text):
    return tomllib.loads("x = " + text)["x"]


def key_of(token):
    return token["text"] if token["kind"] == "name" else next(iter(tomllib.loads(token["text"] + " = 1")))


class Reader:
    """The tree of keys and values that the tokens of a sound file say."""

    def __init__(self, tokens):
        self.tokens = [t for t in tokens if t["kind"] not in ("bom", "space", "newline", "comment", "indent", "dedent")]
        self.at = 0

    def is_next(self, text):
        token = self.tokens[self.at]
        return token["kind"] in ("operator", "open", "close") and token["text"] == text

    def take(self, text):
        if not self.is_next(text):
            raise Broken("'%s' expected, '%s' found" % (text, self.tokens[self.at]["text"]))
        self.at += 1

    def key(self):
        parts = []
        while True:
            if self.tokens[self.at]["kind"] not in ("name", "text"):
                raise Broken("a key expected, %s found" % self.tokens[self.at])
            parts.append(key_of(self.tokens[self.at]))
            self.at += 1
            if not self.is_next("."):
                return parts
            self.at += 1

    def value(self):
        token = self.tokens[self.at]
        self.at += 1
        if token["kind"] in ("string", "number"):
            return scalar(token["text"])
        if token["kind"] != "open":
            raise Broken("a value expected, %s found" % token)
        result = [] if token["text"] == "[" else {}
        while self.tokens[self.at]["kind"] != "close":
            if isinstance(result, list):
                result.append(self.value())
            else:
                self.pair(result)
            if self.is_next(","):
                self.at += 1
        self.at += 1
        return result

    def pair(self, table):
        *path, last = self.key()
        self.take("=")
        enter(table, path)[last] = self.value()

    def file(self):
        root = table = {}
        while self.at < len(self.tokens):
            if self.is_next("[") or self.is_next("[["):
                is_list = self.is_next("[[")
                self.at += 1
                *path, last = self.key()
                self.take("]]" if is_list else "]")
                outer = enter(root, path)
                if is_list:
                    outer.setdefault(last, []).append({})
                table = enter(root, path + [last])
            else:
                self.pair(table)
            if self.tokens[self.at]["kind"] != "end":
                raise Broken("a line's end expected, %s found" % self.tokens[self.at])
            self.at += 1
        return root


def enter(table, path):
    for name in path:
        table = table.setdefault(name, {})
        if isinstance(table, list):
            table = table[-1]
    return table


def same(a, b):
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b or (isinstance(a, float) and math.isnan(a) and math.isnan(b))


def oracle(data):
    """What tomllib reads; a str: why it refuses; None: nothing to compare with."""
    try:
        text = data[3:] if data.startswith(b"\xef\xbb\xbf") else data
        return tomllib.loads(text.decode())
    except RecursionError:
        return None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return str(error)
    except ValueError as error:
        return None if "digits" in str(error) else str(error)


def judge(data, parsed):
    """What is wrong, or None."""
    if b"".join(data[t["begin"]:t["end"]] for t in parsed["tokens"]) != data:
        return "the tokens are not the file"
    wanted = oracle(data)
    problem = parsed.get("problem")
    if wanted is None:
        return None
    if isinstance(wanted, str):
        return None if problem else "tomllib refuses it, tpatch does not: " + wanted
    if problem:
        return "tomllib takes it, tpatch does not: %(line)s:%(column)s: %(message)s" % problem
    try:
        found = Reader(parsed["tokens"]).file()
    except (Broken, IndexError, KeyError, AttributeError) as error:
        return "the tokens say no TOML: %r" % error
    return None if same(found, wanted) else "other keys or values"


def spoil(rng, texts):
    data = bytearray(rng.choice(texts))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at, end = sorted((rng.randint(0, len(data)), rng.randint(0, len(data))))
        lines = bytes(data).splitlines(True) or [b"\n"]
        way = rng.randrange(6)
        if way == 0:
            data[at:at + rng.choice((1, 1, 2, 5))] = b""
        elif way in (1, 2):
            data[at:at] = rng.choice(PIECES)
        elif way == 3:
            data[at:at + 1] = rng.choice(PIECES)
        elif way == 4:
            data[at:at] = rng.choice(lines)
        elif end - at < 200:
            del data[at:end]
    return bytes(data)


def found_files(folders):
    for folder in folders:
        for base, names, files in os.walk(folder):
            names.sort()
            yield from (os.path.join(base, name) for name in sorted(files) if name.endswith(".toml"))


def parse(tpatch, paths):
    """tpatch's reading of each file. JSON tells only text: where bytes are none, offsets do."""
    out = subprocess.run([tpatch, "parse", "--language", "toml", "--json=compact", *paths], stdout=subprocess.PIPE, check=True).stdout
    return [json.loads(line) for line in out.split(b"\n") if line]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2][7:])
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("tpatch")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_intermixed_args()
    rng = random.Random(options.seed)
    texts = list(SAMPLES)
    names = ["sample %d" % i for i in range(len(SAMPLES))]
    for path in found_files(options.folders):
        with open(path, "rb") as file:
            data = file.read()
        texts.append(data)
        names.append(path)
    small = [text for text in texts if len(text) < 8000]
    for case in range(options.cases):
        texts.append(spoil(rng, small))
        names.append("case %d of seed %d" % (case, options.seed))
    wrong = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        for begin in range(0, len(texts), BATCH):
            batch = texts[begin:begin + BATCH]
            paths = []
            for i, data in enumerate(batch):
                paths.append(os.path.join(folder, "%d.toml" % i))
                with open(paths[-1], "wb") as file:
                    file.write(data)
            for name, data, parsed in zip(names[begin:], batch, parse(options.tpatch, paths)):
                why = judge(data, parsed)
                refused += "problem" in parsed
                if not why:
                    continue
                wrong += 1
                if wrong <= SHOWN or options.show:
                    print("FAILED %s: %s" % (name, why))
                    if options.show:
                        print(data.decode("utf-8", "backslashreplace"))
    print("toml: %d texts, %d of them no TOML; %d passed, %d failed" % (len(texts), refused, len(texts) - wrong, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
