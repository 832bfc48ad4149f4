#!/usr/bin/env python3
"""The user's script and tpatch side by side: what each does to the CMake files of a tree.

    compare_seed.py TPATCH TREE [CMAKE4]

Runs both on copies of TREE (of its CMake files and all else that either looks at), compares every file with the original by its
bytes, and prints a Markdown table. Commands are
found by the small lexer below, which shares no code with tpatch. Whether a call is refused is judged by CMAKE4, a cmake of
4.0 or later, when it is given (each distinct call by itself, `cmake -P`); else by the rule in its manual: the last version of
`min...max` is below 3.5.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CMAKE_FILE = re.compile(r"(^|\.|-)CMakeLists\.txt(\..+)?$|^CMakeLists\.txt|\.cmake(\.in)?$")
READ = re.compile(r"cmake|\.(py|txt|buck)$")
LEFT_OVER = (".bak", ".orig", ".rej", ".patch", ".diff")
NEVER_BUILT = "/tools/vcpkg/"
# Comments and arguments as units, so that a parenthesis inside them is none.
TOKEN = re.compile(
    rb"#\[(?P<c>=*)\[.*?\](?P=c)\]|#[^\n]*|\[(?P<a>=*)\[.*?\](?P=a)\]|\"(?:\\.|[^\"\\])*\"|[A-Za-z_0-9]+|\\.|.", re.DOTALL
)
TEXT_HIT = re.compile(rb"cmake_minimum_required\s*\(", re.IGNORECASE)


def calls_of(data):
    """(name, begin, end) of every command that sets the policy version."""
    found, depth, word, start = [], 0, None, 0
    for match in TOKEN.finditer(data):
        token = match.group()
        if token == b"(":
            if depth == 0 and word:
                start = word.start()
            depth += 1
        elif token == b")" and depth:
            depth -= 1
            if depth == 0 and word and word.group().lower() in (b"cmake_minimum_required", b"cmake_policy"):
                found.append((word.group().lower().decode(), start, match.end()))
            word = None if depth == 0 else word
        elif depth == 0 and not token.isspace() and not token.startswith(b"#"):
            word = match if re.fullmatch(rb"[A-Za-z_0-9]+", token) else None
    return [call for call in found if re.search(rb"\bVERSION\b", data[call[1] : call[2]])]


def version_of(text):
    """The version that counts, as numbers; None where it is a variable."""
    text = TOKEN.sub(lambda m: b" " if m.group().startswith(b"#") else m.group(), text)
    match = re.search(rb"\bVERSION\b[\"\]=]*\s+[\"\[=]*([0-9.]+)", text)
    if not match or b"$" in text or b"@" in text:
        return None
    last = match.group(1).split(b"...")[-1].split(b"..")[0]
    return tuple(int(n) for n in last.split(b".") if n)


class Judge:
    """Does CMake 4 refuse this call?"""

    def __init__(self, cmake):
        self.cmake, self.known = cmake, {}

    def refuses(self, text):
        if text not in self.known:
            self.known[text] = self.ask(text) if self.cmake else self.read(text)
        return self.known[text]

    @staticmethod
    def read(text):
        version = version_of(text)
        return version is not None and version < (3, 5)

    def ask(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "call.cmake")
            with open(path, "wb") as file:
                file.write(text + b"\n")
            run = subprocess.run([self.cmake, "-P", path], capture_output=True, check=False)
        return b"Compatibility with CMake < 3.5 has been removed" in run.stderr


def files_of(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in (".git", ".tpatch")]
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield os.path.relpath(path, root)


def read(root, path):
    with open(os.path.join(root, path), "rb") as file:
        return file.read()


def line_ends(data):
    crlf = data.count(b"\r\n")
    return crlf, data.count(b"\n") - crlf


def measure(original, result, judge):
    count = dict.fromkeys(
        ("calls rewritten", "raised", "lowered", "no command (comment, string)", "CMake files changed", "files whose line ends changed",
         "bytes lost that are no UTF-8", "files left behind", "refused by CMake 4 afterwards", "of these never built (vcpkg)"), 0)
    for path in files_of(result):
        is_cmake = CMAKE_FILE.search(os.path.basename(path)) and not path.endswith(LEFT_OVER)
        if not os.path.exists(os.path.join(original, path)):
            count["files left behind"] += 1
            continue
        after = read(result, path)
        before = read(original, path) if is_cmake else after
        if is_cmake:
            for _, begin, end in calls_of(after):
                refused = judge.refuses(after[begin:end])
                count["refused by CMake 4 afterwards"] += refused
                count["of these never built (vcpkg)"] += refused and NEVER_BUILT in "/" + path
        if before != after:
            compare(before, after, count)
    return count


def compare(before, after, count):
    count["CMake files changed"] += 1
    count["files whose line ends changed"] += line_ends(before) != line_ends(after)
    count["bytes lost that are no UTF-8"] += len(before) - len(before.decode("utf-8", "ignore").encode("utf-8"))
    count["bytes lost that are no UTF-8"] -= len(after) - len(after.decode("utf-8", "ignore").encode("utf-8"))
    old, new = calls_of(before), calls_of(after)
    hits_changed = sum(a != b for a, b in zip(text_hits(before), text_hits(after)))
    for (_, a, b), (_, c, d) in zip(old, new):
        if before[a:b].replace(b"\r\n", b"\n") == after[c:d].replace(b"\r\n", b"\n"):
            continue
        count["calls rewritten"] += 1
        hits_changed -= before[a:b].lower().startswith(b"cmake_minimum_required")
        was, now = version_of(before[a:b]), version_of(after[c:d])
        count["raised"] += was is not None and was < now
        count["lowered"] += was is not None and was > now
    count["no command (comment, string)"] += max(0, hits_changed)


def text_hits(data):
    return [data[m.start() : data.find(b")", m.start()) + 1].replace(b"\r\n", b"\n") for m in TEXT_HIT.finditer(data)]


def not_looked_at(folder, names):
    """For copytree: the files that neither program reads."""
    return [name for name in names
            if name == ".git" or not READ.search(name.lower()) and not os.path.isdir(os.path.join(folder, name))]


def run_on_copy(tree, command, judge):
    folder = tempfile.mkdtemp(prefix="compare-seed.")
    copy = os.path.join(folder, "tree")
    try:
        shutil.copytree(tree, copy, symlinks=True, ignore=not_looked_at)
        run = subprocess.run([*command, "--root", copy], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if run.returncode:
            sys.exit(f"{command[0]} ended with {run.returncode}:\n" + run.stdout.decode("utf-8", "replace")[-2000:])
        return measure(tree, copy, judge)
    finally:
        shutil.rmtree(folder)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    tpatch, tree = sys.argv[1:3]
    judge = Judge(sys.argv[3] if len(sys.argv) > 3 else None)
    seed = run_on_copy(tree, [sys.executable, os.path.join(HERE, "seed_script.py")], judge)
    ours = run_on_copy(tree, [os.path.abspath(tpatch)], judge)
    print(f"| {os.path.basename(os.path.abspath(tree))} | the script | tpatch |\n| --- | ---: | ---: |")
    for key in seed:
        print(f"| {key} | {seed[key]} | {ours[key]} |")


if __name__ == "__main__":
    main()
