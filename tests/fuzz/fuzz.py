#!/usr/bin/env python3
"""Runs fuzz targets with seeds made of the fixtures and patch sets.

usage: fuzz.py [--seconds N] [--seeds N] BUILD TARGET...

--seeds: at most so many seeds for a target, drawn evenly from all; they are run before the seconds count. BUILD holds tests/fuzz_TARGET. What a target finds new stays in BUILD/corpus/TARGET, for the next run; what breaks it, in BUILD/crashes/TARGET.
Prints executions and coverage for each; ends with "fuzz: N passed, N failed".
"""
import argparse
import atexit
import collections
import difflib
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.join(ROOT, "tests"))
from fixture import expand_all  # noqa: E402

MAX_SEED_BYTES = 16384
# Seconds that one input may take; MiB that it may use.
SLOW_SECONDS = 60
MEMORY_MIB = 2048

RANGES = (">=2.1, <2.6", "1.12.1", "==2.1.*", "2.4.*", "!=2.3.0, >2", "<=3.0rc1", ">1.0.dev3")
VERSIONS = ("1.12.1", "v2.6.0rc1", "2.7.0.dev20250101+cu118", "1!2.0", "1.0.post1", "2.0a0", "10.20.30.40", "1.2-3", "1.0ALPHA2")
GLOBS = ("**/CMakeLists.txt", "*.{cmake,in}", "a/[!b-d]*/c?", "third_party/**", "/setup.py", "{a/b,c}", "x/", "**")
# As the lists in fuzz.c and fuzz_file.c have them.
LANGUAGES = ((".cmake", "CMakeLists.txt"), (".py",), (".txt",), (".c", ".h", ".cpp", ".cc", ".cu", ".cuh"), (".bzl", ".bazel", "BUILD", ".buck"), (".sh",),
             (".bat", ".cmd"), (".toml",), ("requirements.txt",))
CODE = b"""#if defined(X) /* a */ // b
  #define F(x, ...) do { f(x, "\\"" R"z(")z" 'c', 0x1.8p3f, 1'000u); } while (0)
template <class T> struct S<T*> : B { int operator()(T a[3]) const { return a ? a->b::c : *a; } };
#else
%s$(cmd) ${X:-y} `q` <<EOF
EOF
@echo off & if "%%X%%"=="" (set A=^%%1) else goto :end
def f(a = [1, 2], **k): return "%%s" %% a
"""
FOLDERS = b"""folders 2
folder 1795219393376408148 .
folder -5 sub/b%20c
checksum 00000000000000000000000000000000
"""
# As the list in fuzz_recipe.c has them.
RECIPES = (b"meta.yaml", b"portfile.cmake", b"demo-2.3.0-r1.ebuild", b"package.py", b"default.nix", b"PKGBUILD", b"demo.spec")
# As the list in fuzz_tree.c has them.
TREE_SUFFIXES = (("CMakeLists.txt",), (".py",), (".txt",), (".c", ".h", ".cpp", ".cu"), (".bzl", ".bazel"), (".sh",), (".bat",), (".cmake",))
HEADER = b"""tpatch-run 1
run 1
time 1769863000000000000
tool 0.1.0
set pytorch-1.12.1
target looks%20like%202.4
files 2
file 0 66bb3ef04e53606d7fffa22f17a6012b 1428997bb286ef59c59a3c85b58e8c98 18 18 0644 1795219393376408148 a%2Cb.cmake one,two
file 1 ac437affe3bcb217876ff670772b411d 5e03a695172f3bec850036c8a3289b46 9 9 0755 -5 sub/b%20c.cmake one
"""


PLAN = """{"tpatch_plan": 3, "tpatch": "0.1.0", "root": "/t", "target": {"project": "fuzz", "version": "1.0"}, "set": {"name": "fuzz", "hash": "%s"},
"rules": [{"id": "one", "title": "One", "verdict": "applies"}, {"id": "two", "title": "Two", "verdict": "applies"}],
"files": [{"path": "a b.cmake", "before_hash": "HASH0", "after_hash": "HASH1", "edits": [{"rule": "one", "offset": 2, "length": 3, "text": "neu"}]},
{"path": "d/e.py", "before_hash": "HASH4", "after_hash": "HASH5", "executable": {"set": true, "rules": ["two"]}, "edits": []}%s]}
%%%%
a b.cmake
x old y
=>
x neu y
%%%%
z.txt
x old y
%%%%
d/e.py
f(1)
=>
f(1)
"""
PLAN_FILES = ("", ', {"path": "new.txt", "operation": {"kind": "created", "rules": ["one"]}, "after_hash": "HASH1", "edits": [{"rule": "one", "offset": 0, "length": 0, '
              '"text": "x neu y"}]}', ', {"path": "z.txt", "operation": {"kind": "renamed", "new_path": "y/z.txt", "rules": ["two"]}, "before_hash": "HASH0", "after_hash": "HASH0", "edits": []}',
              ', {"path": "z.txt", "operation": {"kind": "removed", "rules": ["two"]}, "before_hash": "HASH0", "edits": []}')
# The text of the tree's file and those of the journal come first: HASH0 is what the run left, HASH1 what it found.
JOURNAL = """a.txt
%s
%%%%
.tpatch/runs/000001/old/0
before
%%%%
.tpatch/runs/000001/new/0
after
%%%%
.tpatch/runs/000001/header.%s
tpatch-run 4
run 1
time 1769863000000000000
tool 0.1.0
set fuzz
target 1.0
keeps 0
origin 1
with argument tpatch
files %d
file 0 HASH1 HASH2 6 5 0644 0755 1000000007 a.txt one
%smade 0
declined 0
folders 1
folder 1000000007 .
%%%%
.tpatch/runs/000001/folders.left
folders 1
folder 1000000007 .
"""
HOSTILE_NAMES = (b"a b", b"<script>", b"]]>", b"%0A::error::x", b"::error::x", b"##[x", b"\xff\xfe", b"\x1b[31m", b"\xc2\x9b", b"\xe2\x80\xae", b"\\", b'"', b"a/b/c", b"\r", b"&lt;",
                 b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b"'", b"\xef\xbf\xbf", b"--><!--")


def read(path):
    with open(path, "rb") as f:
        return f.read()


@functools.lru_cache(maxsize=None)
def whole_fixtures():
    """A folder with the cases of fixtures/, each written out whole."""
    folder = tempfile.mkdtemp(prefix="fixtures-")
    atexit.register(shutil.rmtree, folder)
    return expand_all(folder)


@functools.lru_cache(maxsize=None)
def files_below(*tops):
    found = []
    for top in [whole_fixtures() if top == "fixtures" else top for top in tops]:
        for folder, folders, names in os.walk(os.path.join(ROOT, top)):
            folders.sort()
            paths = [os.path.join(folder, name) for name in sorted(names)]
            found += [path for path in paths if os.path.isfile(path) and os.path.getsize(path) <= MAX_SEED_BYTES]
    return found


def texts(*suffixes):
    for path in files_below("fixtures"):
        if path.endswith(suffixes) and not path.endswith((".yaml", ".json")):
            yield read(path)


def pairs():
    """Files before and after."""
    for path in files_below("fixtures"):
        other = path.replace(os.sep + "before" + os.sep, os.sep + "after" + os.sep)
        if other != path and os.path.isfile(other):
            yield read(path), read(other)


def blocks(key, *tops):
    """What stands behind `key:` in the patch sets, on its line or as a block."""
    pattern = re.compile(rb"^( *)(?:- )?" + key + rb": *(?:\|-?\n((?:\1 +.*\n|\n)+)|(.+)\n)", re.M)
    for path in files_below(*tops or ("patchsets", "fixtures", "tests/fuzz/rules")):
        if not path.endswith(".yaml"):
            continue
        for found in pattern.finditer(read(path)):
            lines = (found.group(2) or found.group(3)).splitlines()
            indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
            yield b"\n".join(line[indent:] for line in lines).strip(b"'\"")


def seeds(target):
    if target in ("cmake", "python"):
        yield from texts(*{"cmake": (".cmake", ".txt"), "python": (".py",)}[target])
    elif target == "language":
        for kind, suffixes in enumerate(LANGUAGES):
            for text in texts(*suffixes):
                yield bytes([kind]) + text
        for kind in range(3, len(LANGUAGES)):
            yield bytes([kind]) + CODE
    elif target == "yaml":
        yield from (read(path) for path in files_below("patchsets", "fixtures", "tests/fuzz/rules") if path.endswith(".yaml"))
    elif target == "pattern":
        files = [text for text in texts(".cmake", ".py", ".txt") if len(text) < 2000][:40]
        for i, pattern in enumerate(blocks(b"match")):
            for language in range(len(LANGUAGES)):
                yield bytes([language]) + pattern + b"\n%%\n" + files[i % len(files)]
    elif target == "regex":
        for pattern, replacement in zip(blocks(b"regex"), blocks(b"replace")):
            yield b"\0" + pattern + b"\n%%\n" + replacement + b"\n%%\nbegin\nend\noption(OLD_X)\n"
    elif target == "version":
        for i, version in enumerate(VERSIONS):
            yield "\n".join((version, RANGES[i % len(RANGES)], VERSIONS[-i])).encode()
    elif target == "glob":
        for glob in GLOBS:
            yield (glob + "\nCMakeLists.txt\na/x/cd\nsetup.py\nthird_party/a/b.cmake\nx/y\n").encode()
    elif target == "header":
        yield HEADER
        yield b"!" + HEADER
    elif target == "draft":
        for i, (before, after) in enumerate(pairs()):
            name = "a%s" % LANGUAGES[i % len(LANGUAGES)][0][0]
            lines = difflib.unified_diff(before.decode("latin-1").splitlines(True), after.decode("latin-1").splitlines(True), "a/" + name, "b/" + name)
            diff = "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines).encode("latin-1")
            yield bytes([1 + 4 * (i % 4)]) + b"From: Me <me@x.y>\nSubject: [PATCH] make it\n\nBecause.\n---\n" + diff + b"\n%%\n" + before
    elif target == "plan":
        yield from ((PLAN % ("0" * 64, more)).encode() for more in PLAN_FILES)
    elif target == "journal":
        made = "file 1 - HASH2 0 5 0000 0644 0 d/b.txt one\n"
        for state, text in (("pending", "after"), ("pending", "before"), ("pending", "mine"), ("applied", "after"), ("applied", "mine"), ("rolling", "before"),
                            ("rolling", "after"), ("undone", "before")):
            yield (JOURNAL % (text, state, 1, "")).encode()
            yield (JOURNAL % (text, state, 2, made)).encode()
        yield (JOURNAL % ("after", "applied", 1, "")).replace("keeps 0", "keeps 2").encode()
    elif target == "profile":
        yield from (b"\0" + read(path) for path in files_below("driver") if path.endswith(".profile.yaml"))
        for block in read(os.path.join(ROOT, "patchsets/pytorch.yaml")).split(b"profiles:\n", 1)[1].split(b"\n\n")[:-1]:
            name, _, body = block.strip(b"\n").partition(b":\n")
            yield b"\0profile: " + name.strip() + b"\n" + body.replace(b"\n    ", b"\n").removeprefix(b"    ")
    elif target == "config":
        yield b"profile: blackwell\npatchsets: a/b\nroot: c\nuse: pytorch-2.x\ntag: \"2.4\"\npacks: [a, 'b-*']\nfacts: {cuda: \"12.8\"}\nvariables: {a: b}\n" \
              b"skip:\n  - rule: x\n    reason: y\nglobs: ['!a/**', '*.py']\nfail-on: missing\n"
        yield b"# nothing\n"
        yield b"tpatch: 1\nname: x\n"
    elif target == "triage":
        for log in read(os.path.join(ROOT, "driver/tests/logs.txt")).split(b"\n=== "):
            yield b"\7" + log
            yield b"\0" + log.decode(errors="replace").encode("utf-16")
        for sample in blocks(b"sample", "driver/data"):
            yield b"\37" + sample
    elif target == "report":
        kinds = [[text for text in texts(*suffixes) if len(text) < 2000][:40] for suffixes in TREE_SUFFIXES[1:]]
        for i, name in enumerate(HOSTILE_NAMES):
            yield b"\n%%\n".join(bytes([kind]) + name + b"\n" + found[i % len(found)] for kind, found in enumerate(kinds) if found)[:MAX_SEED_BYTES]
            yield b"\0" + name + b"\ncmake_policy(SET CMP0026 OLD) # " + name + b"\n"
    elif target == "diff":
        for before, after in pairs():
            yield b"\3" + before + b"\n%%\n" + after
    elif target == "patch":
        for i, (before, after) in enumerate(pairs()):
            name = "a/b/c%d.txt" % i
            lines = difflib.unified_diff(before.decode("latin-1").splitlines(True), after.decode("latin-1").splitlines(True), "a/" + name, "b/" + name)
            diff = "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines).encode("latin-1")
            yield b"\1diff --git a/%s b/%s\n" % (name.encode(), name.encode()) + diff + b"\n%%\n" + before
            yield b"\0" + diff[diff.find(b"@@"):] + b"\n%%\n" + after
        yield b"\1" + FOLDERS
    elif target == "recipe":
        cases = read("tests/cli/port/port-recipes.sh")
        for kind, name in enumerate(RECIPES):
            for text in re.findall(rb"cat >recipe/%s <<'EOF'\n(.*?)EOF\n" % re.escape(name), cases, re.S):
                yield bytes([kind]) + text
    elif target == "review":
        text = re.search(r"reviewed\[\] = (.*?);\n", read(os.path.join(ROOT, "tests/unit/port/test_port.c")).decode(), re.S).group(1)
        text = "".join(re.findall(r'"(.*)"', text)).replace("\\n", "\n").encode()
        for answers in (0, 0b01010101, 0b10101010, 0b00011000):
            yield bytes([answers]) + text
    elif target == "tree":
        kinds = [list(texts(*suffixes))[:40] for suffixes in TREE_SUFFIXES]
        for i in range(40):
            yield b"\n%%\n".join(bytes([kind + 8 * (i % 4)]) + found[i % len(found)] for kind, found in enumerate(kinds) if found)[:MAX_SEED_BYTES]
        for kind, suffix in enumerate(TREE_SUFFIXES):
            for text in list(texts(*suffix))[:20]:
                yield bytes([kind]) + text
    elif target == "file":
        for kind, suffixes in enumerate(LANGUAGES):
            for text in texts(*suffixes):
                yield bytes([kind]) + text
            for pattern in blocks(b"match", "tests/fuzz/rules", "patchsets"):
                for several, one in ((b"a, b, c", b"x"), (b"a b\n  c", b"1.0"), (b"", b'"y"')):
                    yield bytes([kind]) + re.sub(rb"\$\w+", one, re.sub(rb"\$\$\$\w*", several, pattern)) + b"\n"


def write_seeds(target, folder, most):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    made = list(dict.fromkeys(seeds(target)))
    for seed in made[::-(-len(made) // most)] if most else made:
        with open(os.path.join(folder, hashlib.sha1(seed).hexdigest()), "wb") as f:
            f.write(seed)
    return len(os.listdir(folder))


@functools.lru_cache(maxsize=None)
def frequent_words(suffix):
    found = collections.Counter()
    for text in texts(suffix):
        found.update(re.findall(r"[A-Za-z_]\w+|[^\w\s]+", text.decode(errors="replace")))
    return [word for word, _ in found.most_common(200)]


def words(target):
    """What the target's inputs are made of."""
    yield from ("\n%%\n", "\r\n", "\xef\xbb\xbf", "$X", "$$$XS", "$_", "$$$")
    if target == "journal":
        yield from ("header.pending\n", "header.applied\n", "header.rolling\n", "header.undone\n", ".tpatch/runs/000002/", "new/0\n", "old/0\n", "folders.back\n", "HASH0", "HASH1",
                    "made-folder ", "left-out ", "keeps 1", ".tpatch/last\n", ".tpatch/lock\n")
    if target == "plan":
        yield from ('"operation": {"kind": "', "created", "renamed", "removed", "HASH0", "HASH1", '"new_path": "', '"executable": {"set": ', '"edits": [', '"rules": [', "../", ".git/", '"offset": ')
    if target in ("yaml", "profile"):
        keys = set()
        for path in files_below(*(("driver",) if target == "profile" else ("patchsets", "fixtures", "tests/fuzz/rules"))):
            if path.endswith((".yaml", "README.md")):
                keys |= set(re.findall(r"([a-z][a-z-]+):", read(path).decode(errors="replace")))
                keys |= set(re.findall(r"`([a-z][a-z-]+)`", read(path).decode(errors="replace")))
        yield from sorted("%s: " % key for key in keys)
        yield from ("- ", "|-\n", "*a", "&a ", "<<: ", "!!str ", "{}", "[]", "---\n")
    for suffix in (".cmake", ".py"):
        if target in ("cmake", "python") and target[:2] != suffix[1:3]:
            continue
        yield from frequent_words(suffix)
    if target in ("regex", "glob"):
        yield from ("(?:", "(?<=", "(?<!", "(?=", "(?i)", "(?x)", "\\R", "\\K", "\\Q", "\\E", "[[:alpha:]]", "{2,}", "*?", "++", "(?R)", "\\g{1}", "(*SKIP)", "${1:+a:b}", "**/",
                    "{a,b}", "[!a]")


def write_dictionary(build, target):
    path = os.path.join(os.path.abspath(build), "dictionaries", target)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as f:
        for word in dict.fromkeys(words(target)):
            f.write('"%s"\n' % "".join("\\x%02x" % byte for byte in word.encode("utf-8" if word.isascii() else "latin-1", "replace")[:64]))
    return path


def run(build, target, seconds, most_seeds):
    """Returns True when nothing was found."""
    program = os.path.join(os.path.abspath(build), "tests", "fuzz_" + target)
    corpus, seed_folder = (os.path.join(os.path.abspath(build), kind, target) for kind in ("corpus", "seeds"))
    crashes = os.path.join(os.path.abspath(build), "crashes", target)
    count = write_seeds(target, seed_folder, most_seeds)
    regressions = os.path.join(HERE, "regressions", target)
    folders = [corpus, seed_folder] + ([regressions] if os.path.isdir(regressions) else [])
    for folder in (corpus, crashes):
        os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tpatch-fuzz-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as scratch:
        result = subprocess.run(
            [program, "-max_total_time=%d" % seconds, "-timeout=%d" % SLOW_SECONDS, "-rss_limit_mb=%d" % MEMORY_MIB, "-print_final_stats=1",
             "-max_len=%d" % MAX_SEED_BYTES, "-use_value_profile=1", "-dict=" + write_dictionary(build, target),
             "-artifact_prefix=%s/" % crashes] + folders,
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, env=dict(os.environ, TPATCH_FUZZ_FOLDER=scratch))
    log = result.stdout.decode(errors="backslashreplace")
    stats = dict(re.findall(r"^stat::(\w+): *(\d+)", log, re.M))
    coverage = re.findall(r"cov: (\d+)", log)
    print("%-8s %10s executions, %6s per second, coverage %s, %d seeds%s" % (
        target, stats.get("number_of_executed_units", "?"), stats.get("average_exec_per_sec", "?"), coverage[-1] if coverage else "?", count,
        "" if result.returncode == 0 else ": FAILED, see %s" % crashes), flush=True)
    if result.returncode != 0:
        print(log[-6000:])
    return result.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seeds", type=int, default=0)
    parser.add_argument("build")
    parser.add_argument("targets", nargs="+")
    options = parser.parse_args()
    good = sum(run(options.build, target, options.seconds, options.seeds) for target in options.targets)
    print("fuzz: %d passed, %d failed" % (good, len(options.targets) - good))
    return 0 if good == len(options.targets) else 1


if __name__ == "__main__":
    sys.exit(main())
