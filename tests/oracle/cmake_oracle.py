#!/usr/bin/python3
"""Compares tpatch's reading of CMake files with that of cmakelang, an independent reader.

usage: cmake_oracle.py TPATCH_BINARY DIR...

cmakelang is Debian's package cmake-format; run this with Debian's /usr/bin/python3. Every CMake file below the folders is
read by both. Compared are, for each command, its name, the byte offsets of the name, of the '(' and of the end behind the
')', and the number of arguments. For each file the tokens of tpatch are also held against its bytes: laid end to end,
they must be the file.

Prints every disagreement and, at last, one line of numbers. Exit code: 0 when all agree, 1 when not.

Known reason why cmakelang is wrong, the only one there is:

  glued  `f("a"b)` and `f("a",)`: for cmake a quoted argument ends at its closing quote, and what follows is another argument
         (with the warning "Argument not separated from preceding token by whitespace"); cmakelang takes both for one.

A disagreement is put down to it only when the command's text has such a place and cmake itself, asked by running the
command as a function without a body, counts the arguments as tpatch does.

Files that cmakelang refuses as a whole (C headers and pkg-config files named *.cmake) are listed and only checked for their
bytes.
"""
import collections
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, '/usr/lib/python3/dist-packages')
from cmakelang import common, lex  # noqa: E402

from cmake_common import batches, cmake_files, cmake_trace, tpatch_parse  # noqa: E402

Token = lex.TokenType
LAYOUT = {Token.WHITESPACE, Token.NEWLINE, Token.COMMENT, Token.BRACKET_COMMENT, Token.FORMAT_OFF, Token.FORMAT_ON,
          Token.BYTEORDER_MARK}
GLUED = re.compile(rb'"[^\s()"#]')

Command = collections.namedtuple('Command', 'begin open end arguments name')


class Refused(Exception):
    """cmakelang cannot read the file."""


class Reader:
    """cmakelang's tokens, grouped into commands."""

    def __init__(self, data):
        try:
            text, encoding = data.decode('utf-8'), 'utf-8'
        except UnicodeDecodeError:
            text, encoding = data.decode('latin-1'), 'latin-1'
        try:
            self.tokens = lex.tokenize(text)
        except common.UserError as error:
            raise Refused(str(error).splitlines()[0]) from error
        self.begins = [0]
        for token in self.tokens:
            self.begins.append(self.begins[-1] + len(token.spelling.encode(encoding)))
        if self.begins[-1] != len(data):
            raise Refused('%d of %d bytes read' % (self.begins[-1], len(data)))

    def type_at(self, index):
        return self.tokens[index].type if index < len(self.tokens) else None

    def command(self, index):
        """The command whose name is token `index`, and the index behind it."""
        name, opened = self.tokens[index].spelling, index + 1
        while self.type_at(opened) == Token.WHITESPACE:
            opened += 1
        if not re.fullmatch('[A-Za-z_][A-Za-z0-9_]*', name) or self.type_at(opened) != Token.LEFT_PAREN:
            raise Refused('no command at byte %d: %r' % (self.begins[index], name[:30]))
        at, depth, arguments, in_argument = opened, 1, 0, False
        while depth:
            at += 1
            kind = self.type_at(at)
            if kind is None:
                raise Refused("'(' at byte %d is never closed" % self.begins[opened])
            depth += (kind == Token.LEFT_PAREN) - (kind == Token.RIGHT_PAREN)
            if kind in (Token.LEFT_PAREN, Token.RIGHT_PAREN):
                arguments += depth > 0  # for cmake a parenthesis among the arguments is an argument
                in_argument = False
            elif kind in LAYOUT:
                in_argument = False
            else:  # some arguments are several of its tokens: what nothing separates is one
                arguments += not in_argument
                in_argument = True
        return Command(self.begins[index], self.begins[opened], self.begins[at + 1], arguments, name), at + 1

    def commands(self):
        found, at = [], 0
        while at < len(self.tokens):
            if self.type_at(at) in LAYOUT or self.type_at(at) == Token.ATWORD:  # @X@: a line of a template
                at += 1
            else:
                command, at = self.command(at)
                found.append(command)
        return found


def is_lossless(document, data):
    """Do the tokens, laid end to end, give the file?"""
    offset = 0
    for token in document['tokens']:
        text = data[offset:token['end']].decode('utf-8', 'replace')
        if token['begin'] != offset or token['end'] < offset or (token['text'] != text and '\ufffd' not in text):
            return False
        offset = token['end']
    return offset == len(data) == document['bytes']


def is_cmakelang_wrong(ours, theirs, data):
    """Is this the known reason, and does cmake side with tpatch?"""
    text = data[ours.open:ours.end]
    if ours[:3] != theirs[:3] or ours.name != theirs.name or not GLUED.search(text):
        return False
    calls = cmake_trace(b'f' + text + b'\n')
    return calls is not None and [len(arguments) for arguments in calls] == [ours.arguments]


def compare(path, data, ours, theirs, count):
    count['commands'] += len(theirs)
    ours_at, theirs_at = {c.begin: c for c in ours}, {c.begin: c for c in theirs}
    for begin in sorted(ours_at.keys() | theirs_at.keys()):
        a, b = ours_at.get(begin), theirs_at.get(begin)
        if a == b:
            count['agree'] += 1
            continue
        excused = a is not None and b is not None and is_cmakelang_wrong(a, b, data)
        count['glued' if excused else 'disagree'] += 1
        print('%s: %s' % (path, 'glued, cmake agrees with tpatch' if excused else 'DISAGREE'))
        print('    tpatch    %s\n    cmakelang %s' % (a, b))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    binary, count = sys.argv[1], collections.Counter()
    for paths in batches(list(cmake_files(sys.argv[2:]))):
        trees, tokens = tpatch_parse(binary, paths, '--tree'), tpatch_parse(binary, paths)
        for path in paths:
            count['files'] += 1
            with open(path, 'rb') as file:
                data = file.read()
            if not is_lossless(tokens[path], data):
                count['lossy'] += 1
                print('%s: the tokens are not the file' % path)
            ours = [Command(node['begin'], node['open'], node['end'], node['arguments'], node['name'])
                    for node in trees[path]['nodes'] if node['kind'] == 'command']
            try:
                theirs = Reader(data).commands()
            except Refused as reason:
                count['refused'] += 1
                print('%s: refused by cmakelang: %s' % (path, reason))
                continue
            compare(path, data, ours, theirs, count)
    print('files %(files)d, lossy %(lossy)d, refused by cmakelang %(refused)d, commands %(commands)d, agree %(agree)d, '
          'disagree %(disagree)d, cmakelang wrong as cmake confirms %(glued)d' % count)
    print('cmake oracle: %d passed, %d failed' % (count['agree'] + count['glued'], count['disagree'] + count['lossy']))
    return 1 if count['disagree'] or count['lossy'] or not count['agree'] else 0


if __name__ == '__main__':
    sys.exit(main())
