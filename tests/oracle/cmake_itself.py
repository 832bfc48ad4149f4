#!/usr/bin/python3
"""Compares tpatch's reading of CMake code with that of cmake itself, by running the code with nothing behind its commands.

usage: cmake_itself.py TPATCH_BINARY [--random COUNT] [--seed SEED] [DIR...]

DIR...    Every command of the CMake files below the folders becomes a call of an empty function `f` with the same bytes in its
          parentheses. cmake's trace tells the arguments it got; they must be those that tpatch found.
--random  COUNT files put together from pieces that are hard to read: cmake must refuse exactly those in which tpatch sees
          problem, and find the same arguments in the others.

Prints every disagreement and one line of numbers. Exit code: 0 when all agree, 1 when not. Needs cmake 3.17 or newer.
"""
import argparse
import collections
import os
import random
import re
import sys
import tempfile

sys.dont_write_bytecode = True
from cmake_common import batches, cmake_files, cmake_trace, tpatch_parse  # noqa: E402

PIECES = [
    'f', 'f', 'ff', 'f(', 'f(', 'f (', '(', ')', ')\n', ')\n', '"', '"', '\\', '\\"', '\\\\', '\n', '\n', '\r\n', '\r', ' ', ' ',
    '\t', '#', '#[[', '#[=[', '[[', ']]', '[=[', ']=]', '[==[', '[', ']', '=', '[=', '$(A)', '$(', '$', '\\$', ';', '1.2', "'",
    '@A@', '-Da="b c"', 'a"', '"a"', 'a\\ b', '\f', '\u00e9', 'f(a)\n', 'f("a b" [[c]])\n', '# f(\n', 'f(a\n  b)\n',
]
# Of these, most lists are arguments that cmake takes.
ARGUMENTS = [
    'f', '=', '[', '[=', ']', '$(A)', '$', '\\(', '\\$', ';', 'a"b c"', 'a"(', '"a"', '"\\"', '"\\\n"', '"\r\n"', '[[a]] ',
    '[=[\n]]]=] ', "'", '\f', '\t', ' ', ' ', '\n', '\r\n', '\r', '#a\n', '#[[a]] ', '()', '(a)', '${B}', '@A@',
]


def value_of(text):
    """An argument as cmake's trace prints it: without quotes or brackets, escapes as written."""
    text = text.replace('\r\n', '\n')
    if text.startswith('"'):
        return re.sub(r'\\(.)', lambda m: '' if m[1] == '\n' else m[0], text[1:-1], flags=re.S)
    bracket = re.fullmatch(r'\[(=*)\[\n?(.*)\]\1\]', text, re.S)
    return bracket[2] if bracket else text


def commands_of(document):
    """[[begin of '(', end behind ')', [values of arguments]]] of a tree document."""
    commands, by_index = [], {}
    for index, node in enumerate(document['nodes']):
        if node['kind'] == 'command':
            by_index[index] = [node['open'], node['end'], []]
            commands.append(by_index[index])
        elif node['kind'] == 'argument':
            by_index[node['parent']][2].append(value_of(node['text']))
    return commands


def check_trees(binary, folders, count):
    known = {}  # bytes of '(...)': values, path
    for paths in batches(list(cmake_files(folders))):
        for path, document in tpatch_parse(binary, paths, '--tree').items():
            with open(path, 'rb') as file:
                data = file.read()
            count['files'] += 1
            for begin, end, values in commands_of(document):
                count['commands'] += 1
                if b'\0' not in data[begin:end]:
                    known.setdefault(data[begin:end], (values, path))
    todo = list(known.items())
    count['different commands'] = len(todo)
    while todo:
        part = todo[:4000]
        calls = cmake_trace(b''.join(b'f' + text + b'\n' for text, _ in part))
        if calls is None and len(part) > 1:  # cmake refuses one of them: find it
            calls = cmake_trace(b'f' + part[0][0] + b'\n')
        if not calls:
            count['refused'] += 1
            print('%s: refused by cmake: %r' % (part[0][1][1], part[0][0][:300]))
            todo = todo[1:]
            continue
        for (text, (values, path)), arguments in zip(part, calls):
            check(arguments == values, '%s: %r' % (path, text[:300]), values, arguments, count)
        todo = todo[len(calls):]


def check(agree, what, ours, cmakes, count):
    count['agree' if agree else 'disagree'] += 1
    if not agree:
        print('%s\n    tpatch %s\n    cmake  %s' % (what, ours, cmakes))


def check_random(binary, files, seed, count):
    generator = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        texts = {}
        for number in range(files):
            pieces = generator.choice([PIECES, PIECES, ARGUMENTS])
            text = 'f(' * generator.randrange(2) + ''.join(generator.choice(pieces) for _ in range(generator.randrange(1, 12)))
            text += generator.choice(['', ')', ')\n', '")\n', ']])\n'])
            path = os.path.join(folder, '%d.cmake' % number)
            texts[path] = text.encode()
            with open(path, 'wb') as file:
                file.write(texts[path])
        for paths in batches(list(texts)):
            for path, document in tpatch_parse(binary, paths, '--tree').items():
                calls = cmake_trace(texts[path])
                count['random files'] += 1
                count['random files refused by cmake'] += calls is None
                ours = None if 'problem' in document else [values for _, _, values in commands_of(document)]
                if ours and calls:  # cmake may stop at run time
                    ours = ours[:len(calls)]
                check(ours == calls, repr(texts[path]), ours if ours is not None else document['problem'], calls, count)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('binary')
    parser.add_argument('folders', nargs='*')
    parser.add_argument('--random', type=int, default=0)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_intermixed_args()
    count = collections.Counter()
    check_trees(options.binary, options.folders, count)
    check_random(options.binary, options.random, options.seed, count)
    print(', '.join('%s %d' % item for item in count.items()))
    print('cmake itself: %d passed, %d failed' % (count['agree'], count['disagree']))
    return 1 if count['disagree'] or not count['agree'] else 0


if __name__ == '__main__':
    sys.exit(main())
