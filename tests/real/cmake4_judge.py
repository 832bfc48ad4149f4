#!/usr/bin/env python3
"""Which policy-version calls of a tree does CMake 4 refuse, and does a patched tree only ever ask for more?

usage: cmake4_judge.py [--exclude FOLDER]... CMAKE TREE [PATCHED]

Reads every CMake file of TREE with the small lexer below, which shares no code with tpatch, takes out each call of
cmake_minimum_required() and cmake_policy(VERSION|SET), and has CMAKE, a cmake of 4.0 or later, run each distinct call alone
(`cmake -P`). Prints `path:line:column: reason: text` for each call that is refused, then the counts.

With PATCHED, the same for that tree, and besides: every call whose text differs must have a higher version (or NEW instead of
OLD) than before; no call may be gone. Exit: 0 nothing refused in the last tree (outside of the FOLDERs) and nothing lowered,
1 something, 2 usage.

A call with a variable other than CMake's own version is `undecided`: what it says is known only when the project is configured. One that stands
directly behind `if(CMAKE_VERSION VERSION_LESS 4.0)` is not for CMake 4: it is not run.
"""
import argparse
import concurrent.futures
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile

CMAKE_NAME = re.compile(r"(^|[.-])CMakeLists\.txt(\.[\w.]+)?$|^CMakeLists[\w.-]*\.txt(\.in)?$|\.cmake(\.in)?$", re.IGNORECASE)
NOT_A_SOURCE = re.compile(r"\.(bak|orig|rej|patch|diff)$", re.IGNORECASE)
# https://cmake.org/cmake/help/latest/manual/cmake-language.7.html, "Syntax"
TOKEN = re.compile(
    rb"""
      (?P<space>[ \t\r\n;]+)
    | (?P<comment>\#\[(?P<c>=*)\[.*?\](?P=c)\] | \#[^\n]*)
    | (?P<argument>\[(?P<a>=*)\[.*?\](?P=a)\] | "(?:[^"\\]|\\.)*" | (?:[^\s;()\#"\\]|\\.)(?:[^\s;()\#"\\]|\\.|"(?:[^"\\]|\\.)*")*)
    | (?P<open>\()
    | (?P<close>\))
    """,
    re.DOTALL | re.VERBOSE,
)
IDENTIFIER = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")
JUDGED = (b"cmake_minimum_required", b"cmake_policy")
GUARD = [b"if", b"CMAKE_VERSION", b"VERSION_LESS", b"4.0"]
VARIABLE = re.compile(rb"\$(ENV|CACHE)?\{(?!CMAKE_(MAJOR_|MINOR_|PATCH_|TWEAK_)?VERSION\})|@\w+@")
REASONS = (
    (b"Compatibility with CMake < 3.5 has been removed", "too old"),
    (b"may not be set to OLD behavior", "old policy"),
)


class Call:
    """One call: where it is, its words without comments and blanks, and its text."""

    def __init__(self, path, offset, text, words):
        self.path = path
        self.offset = offset
        self.text = text
        self.words = words  # name in lower case, then the arguments without quotes
        self.is_undecided = bool(VARIABLE.search(text))
        self.is_for_older = False  # behind GUARD

    def is_judged(self):
        if self.words[0] == b"cmake_policy":
            return self.words[1:2] in ([b"VERSION"], [b"SET"])
        return self.words[0] == b"cmake_minimum_required"

    def rank(self):
        """What it asks for, as something that can be compared; None where that is not known."""
        arguments = self.words[1:]
        if arguments[:1] == [b"SET"]:
            return (arguments[1:2], [b"OLD", b"NEW"].index(arguments[2])) if arguments[2:3] in ([b"OLD"], [b"NEW"]) else None
        if arguments[:1] != [b"VERSION"] or len(arguments) < 2:
            return None
        highest = arguments[1].split(b"...")[-1]
        if not re.fullmatch(rb"\d+(\.\d+)*", highest):
            return None
        numbers = [int(number) for number in highest.split(b".")]
        return tuple(numbers + [0] * (4 - len(numbers)))


def unquoted(word):
    if word.startswith(b'"'):
        return word[1:-1]
    bracket = re.match(rb"\[(=*)\[", word)
    return word[bracket.end():-bracket.end()] if bracket else word


def calls_of(path, source):
    """The judged calls of one file in order, and how much could not be read as CMake (bytes, and parentheses left open)."""
    calls, junk, depth, previous = [], 0, 0, None
    at = 3 if source.startswith(b"\xef\xbb\xbf") else 0
    name = words = None
    while at < len(source):
        token = TOKEN.match(source, at)
        if not token:
            junk += 1
            at += 1
            continue
        kind, text = token.lastgroup, token.group()
        kind = {"c": "comment", "a": "argument"}.get(kind, kind)
        at = token.end()
        if depth == 0:
            if kind == "open" and name:
                depth, words = 1, [name.group().lower()]
            elif kind == "argument":
                junk += bool(name)
                name = token if IDENTIFIER.fullmatch(text) else None
                junk += not name
            elif kind not in ("space", "comment"):
                junk += 1
                name = None
        elif kind == "argument":
            words.append(unquoted(text))
        elif kind in ("open", "close"):
            depth += 1 if kind == "open" else -1
            if depth == 0:
                call = Call(path, name.start(), source[name.start():at], words)
                call.is_for_older = previous == GUARD
                previous = words
                if call.is_judged():
                    calls.append(call)
                name = None
    return calls, junk + depth


class Tree:
    """The judged calls of a tree."""

    def __init__(self, root):
        self.root = root
        self.calls = {}  # path -> list of Call
        self.unread = []  # paths with bytes that are no CMake
        self.embedded = 0  # calls written inside of strings and comments, or misspelt: not judged
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if name not in (".git", ".tpatch"))
            for name in sorted(names):
                full = os.path.join(folder, name)
                if CMAKE_NAME.search(name) and not NOT_A_SOURCE.search(name) and os.path.isfile(full) and not os.path.islink(full):
                    self.add(full)

    def add(self, full):
        path = os.path.relpath(full, self.root).replace(os.sep, "/")
        with open(full, "rb") as f:
            source = f.read()
        calls, junk = calls_of(path, source)
        if junk:
            self.unread.append(path)
        if calls:
            self.calls[path] = calls
        hits = len(re.findall(rb"(?i)\b(?:cmake_minimum_required\s*\(|cmake_policy\s*\(\s*(?:VERSION|SET)\b)", source))
        self.embedded += max(0, hits - len(calls))

    def all_calls(self):
        return [call for calls in self.calls.values() for call in calls]

    def place(self, call):
        with open(os.path.join(self.root, call.path), "rb") as f:
            head = f.read(call.offset)
        return "%s:%d:%d" % (call.path, head.count(b"\n") + 1, call.offset - (head.rfind(b"\n") + 1) + 1)


class Judge:
    """Runs calls through CMake, each distinct text once."""

    def __init__(self, cmake):
        self.cmake = os.path.abspath(shutil.which(cmake) or cmake)  # it is run in another folder
        version = subprocess.run([cmake, "--version"], capture_output=True, check=True).stdout
        self.version = re.search(rb"version (\S+)", version).group(1).decode()
        if int(self.version.split(".")[0]) < 4:
            raise SystemExit("cmake4_judge.py: %s is version %s, which refuses nothing: 4.0 or later is needed" % (cmake, self.version))
        self.known = {}

    def run(self, text):
        with tempfile.TemporaryDirectory(prefix="judge-") as scratch:
            script = os.path.join(scratch, "call.cmake")
            with open(script, "wb") as f:
                f.write(text + b"\n")
            result = subprocess.run([self.cmake, "-P", script], capture_output=True, cwd=scratch, check=False)
        if result.returncode == 0:
            return None
        said = b" ".join(result.stderr.split())
        return next((reason for words, reason in REASONS if words in said), "error")

    def refused(self, calls):
        """(call, reason) for each call that CMake refuses."""
        calls = [call for call in calls if not call.is_undecided and not call.is_for_older]
        texts = sorted({call.text for call in calls} - set(self.known))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            self.known.update(zip(texts, pool.map(self.run, texts)))
        return [(call, self.known[call.text]) for call in calls if self.known[call.text]]


def lowered(before, after):
    """(call, what is wrong) for each call of the tree `after` that asks for less than it did, or is gone."""
    problems = []
    for path, old in before.calls.items():
        new = after.calls.get(path, [])
        matcher = difflib.SequenceMatcher(None, [call.text for call in old], [call.text for call in new], autojunk=False)
        for kind, a, a_end, b, b_end in matcher.get_opcodes():
            if kind in ("equal", "insert"):
                continue
            if a_end - a != b_end - b:
                problems += [(call, "gone, or no longer to be found") for call in old[a:a_end]]
                continue
            for was, now in zip(old[a:a_end], new[b:b_end]):
                if was.rank() is None or now.rank() is None or was.words[0] != now.words[0]:
                    problems.append((now, "changed, and which is higher cannot be told"))
                elif now.rank() <= was.rank():
                    problems.append((now, "lowered, or only rewritten: was %s" % was.text.decode(errors="replace")))
    return problems


def is_excluded(path, folders):
    return any(path.startswith(folder.strip("/") + "/") for folder in folders)


def summary(tree, refused):
    calls = tree.all_calls()
    reasons = {}
    for _, reason in refused:
        reasons[reason] = reasons.get(reason, 0) + 1
    return "%d calls in %d files, %d refused%s, %d undecided, %d inside of text, %d files not all CMake" % (
        len(calls), len(tree.calls), len(refused), " (%s)" % ", ".join("%d %s" % (count, reason) for reason, count in sorted(reasons.items())) if reasons else "",
        sum(call.is_undecided for call in calls), tree.embedded, len(tree.unread))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exclude", action="append", default=[], metavar="FOLDER")
    parser.add_argument("cmake")
    parser.add_argument("tree")
    parser.add_argument("patched", nargs="?")
    options = parser.parse_args()
    judge = Judge(options.cmake)
    bad = 0
    trees = [Tree(root) for root in (options.tree, options.patched) if root]
    for tree in trees:
        refused = judge.refused(tree.all_calls())
        for call, reason in refused:
            mark = " (excluded)" if is_excluded(call.path, options.exclude) else ""
            print("%s: %s%s: %s" % (tree.place(call), reason, mark, b" ".join(call.text.split()).decode(errors="replace")))
        print("CMake %s on %s: %s" % (judge.version, tree.root, summary(tree, refused)))
        bad = sum(not is_excluded(call.path, options.exclude) for call, _ in refused)
    if options.patched:
        for call, what in lowered(*trees):
            bad += 1
            print("%s: %s: %s" % (call.path, what, b" ".join(call.text.split()).decode(errors="replace")))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
