#!/usr/bin/env python3
"""Every line with which a tree's CMake files say that they turn a feature off, and whether tbuild shows it after configuring.

usage: features.py TBUILD TREE...

Of CMakeLists.txt and cmake/: each message(…) in the block of an `if` that also sets USE_… or BUILD_… to OFF (of USE_SYSTEM_… the tree's own copy is taken). All of a tree's are printed by the configuring
of one small project, which tbuild configures; shown is what it tells as "off: …". The last line is "N passed, N failed".
"""
import os
import re
import sys
import tempfile

import build_case as b
from case import must, write
from messages import TOKEN, fill, read, unescape

SKIPPED = ("Modules_CUDA_fix", "TorchConfig", "Caffe2Config")


def commands(text):
    """(name, words) of each command."""
    at, depth, name, words = 0, 0, None, []
    while at < len(text):
        found = TOKEN.match(text, at)
        at = found.end() if found else at + 1
        if not found:
            continue
        if found["mark"]:
            depth = max(0, depth + (1 if found["mark"] == "(" else -1))
            if depth == 0:
                yield name, words
                words = []
        elif depth == 0 and found["word"]:
            name = found["word"].lower()
        else:
            for kind in ("bracket", "quoted", "word"):
                if found[kind] is not None:
                    words.append(found[kind] if kind == "bracket" else unescape(found[kind]))


def turns_off(name, words):
    return name in ("set", "caffe2_update_option") and len(words) > 1 and re.match(r"(USE(?!_SYSTEM)|BUILD)_\w+$", words[0]) and words[1].upper() in ("OFF", "FALSE", "0")


def off_lines(root):
    """{text: kind}: what is printed where a feature is turned off; FATAL_ERROR and the like end the configuring anyway."""
    found = {}
    paths = [os.path.join(root, "CMakeLists.txt")]
    for folder, _, names in os.walk(os.path.join(root, "cmake")):
        paths += [os.path.join(folder, name) for name in names if name.endswith(".cmake")]
    for path in sorted(each for each in paths if not any(word in each for word in SKIPPED)):
        blocks = [[[], False]]
        for name, words in commands(read(path)):
            if name in ("elseif", "else", "endif", "endmacro", "endfunction") or name in ("if", "macro", "function"):
                if name in ("elseif", "else") or name.startswith("end"):
                    said, off = blocks.pop() if len(blocks) > 1 else [[], False]
                    found.update(said if off else [])
                if name in ("if", "macro", "function", "elseif", "else"):
                    blocks.append([[], False])
            elif name == "message" and len(words) > 1 and words[0] in ("STATUS", "WARNING"):
                blocks[-1][0].append((fill("".join(words[1:])), words[0]))
            elif turns_off(name, words):
                blocks[-1][1] = True
    return found


def shown_of(tbuild, lines, scratch):
    """What tbuild tells as turned off when CMake prints these."""
    root = b.project(scratch)
    path = os.path.join(root, "CMakeLists.txt")
    text = read(path)
    for said, kind in lines.items():
        text += "message(%s [==[\n%s]==])\n" % (kind, said)
    write(path, text)
    code, out, err = b.build(tbuild, scratch, root, "--until", "compare", "--no-doctor")
    must(code == 0, code, out, err)
    return re.findall(r"off: (.*)", out)


def words_of(text):
    return re.sub(r"\W+", " ", text).strip()


def check_tree(tbuild, root):
    lines = off_lines(root)
    with tempfile.TemporaryDirectory(prefix="tb-") as scratch:
        shown = words_of(" \n".join(shown_of(tbuild, lines, os.path.realpath(scratch))))
    missing = [(kind, said) for said, kind in lines.items() if words_of(said)[:60] not in shown]
    for kind, said in missing:
        print("not shown  %s %r" % (kind, said))
    print("%s: %d lines, not shown %d" % (root, len(lines), len(missing)))
    return len(lines) - len(missing), len(missing)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    counts = [check_tree(os.path.abspath(sys.argv[1]), root) for root in sys.argv[2:]]
    passed, failed = (sum(each) for each in zip(*counts))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
