#!/usr/bin/python3
"""Compares tpatch's Python lexer and tree with CPython's own, over all *.py files of some folders.

usage: tests/oracle/python_oracle.py [--stride N] TPATCH_BINARY DIR...

Every file: the tokens laid end to end are its bytes; partners point at each other; nodes nest.
Files that this CPython accepts, besides:
  tokens      kind, first and last byte, against the module tokenize
  statements  simple statements (imports among them), first and last byte, against the module ast
  blocks      first byte, head, last byte, against ast
  calls       first byte, callee, place of the bracket, last byte, number of arguments, against ast
Equal files are checked once. Exit: 0 all agree, 1 something does not, 2 usage.

Where the oracles are not followed, and why:
  tokenize  - has no tokens for blanks and byte order marks: left out on our side.
            - takes a last line of blanks without line end for the end of the file: it gives an empty NEWLINE behind it, which
              ends no logical line and is left out, and puts the last DEDENTs before it: moved to the end of the file.
            - gives an empty NL behind a last comment without line end: left out.
            - splits at "\\n" and "\\r\\n" only, while CPython and the language reference take a lone "\\r" as a line end as
              well: it is fed lines split at all three.
            - until Python 3.11 takes a line of nothing but a backslash for code, and splits names at characters that
              are in identifiers but no letters (U+E0100). No PyTorch tree has any; such files are reported as wrong.
  ast       - has the code inside f-strings, which is text to a patch: calls in there are left out.
            - gives a function's place without decorators, and none for @, else, finally and case: taken from tokenize.
            - ends a block before the semicolon that ends its last line, which is part of the block's text: added.
Files that CPython refuses (Python 2, templates, later syntax, tests of parsers) have no oracle: counted, by message.
"""
import ast
import bisect
import collections
import concurrent.futures
import hashlib
import itertools
import io
import json
import os
import re
import subprocess
import sys
import tokenize
import warnings

BATCH_BYTES = 1 << 20
SHOWN_PER_FILE = 6
MATCH = getattr(ast, "Match", ())  # since Python 3.10
MATCH_CASE = getattr(ast, "match_case", ())
ZERO_WIDTH = {"end", "indent", "dedent"}
LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class Refused(Exception):
    """CPython does not take the file."""


class Source:
    """A file's text with the way back from (line, column) to byte offsets."""

    def __init__(self, data):
        self.data = data
        try:
            self.encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
            bom = 3 if self.encoding == "utf-8-sig" else 0
            self.encoding = "utf-8" if bom else self.encoding
            text = data[bom:].decode(self.encoding)
        except (SyntaxError, UnicodeDecodeError, LookupError) as error:
            raise Refused("bytes are not of the declared encoding") from error
        self.lines = LINE.findall(text)
        self.starts = [bom]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line.encode(self.encoding)))
        if self.starts[-1] != len(data):
            raise Refused("encoding does not map back to the same bytes")

    def at_chars(self, row, column):
        """Byte offset of tokenize's position."""
        if row > len(self.lines):
            return len(self.data)
        line = self.lines[row - 1]
        return self.starts[row - 1] + (column if line.isascii() else len(line[:column].encode(self.encoding)))

    def at_utf8(self, row, column):
        """Byte offset of ast's position."""
        line = self.lines[row - 1]
        if line.isascii() or self.encoding == "utf-8":
            return self.starts[row - 1] + column
        return self.at_chars(row, len(line.encode("utf-8")[:column].decode("utf-8")))

    def begin(self, node):
        return self.at_utf8(node.lineno, node.col_offset)

    def end(self, node):
        return self.at_utf8(node.end_lineno, node.end_col_offset)

    def text(self, begin, end):
        return self.data[begin:end].decode("utf-8", "replace")


# --- tokens ---------------------------------------------------------------------------------------------------------

def kind_of(token):
    if token.type == tokenize.OP:
        return "open" if token.string in "([{" else "close" if token.string in ")]}" else "operator"
    return {
        tokenize.NAME: "name", tokenize.NUMBER: "number", tokenize.STRING: "string", tokenize.COMMENT: "comment",
        tokenize.NL: "newline", tokenize.NEWLINE: "end", tokenize.INDENT: "indent", tokenize.DEDENT: "dedent",
    }.get(token.type, "other")


def whole_strings(tokens):
    """The tokens with each f-string in one piece, as tokenize gave them before Python 3.12."""
    starts = []
    for token in tokens:
        name = tokenize.tok_name[token.type]
        if name in ("FSTRING_START", "TSTRING_START"):
            starts.append(token.start)
        elif name in ("FSTRING_END", "TSTRING_END"):
            start = starts.pop()
            if not starts:
                yield tokenize.TokenInfo(tokenize.STRING, "", start, token.end, token.line)
        elif not starts:
            yield token


def oracle_tokens(source):
    """[(kind, begin, end)] as tokenize sees the file."""
    lines = iter([line.rstrip("\r\n") + "\n" if line[-1] in "\r\n" else line for line in source.lines])
    found = []
    in_line = False
    for token in whole_strings(tokenize.generate_tokens(lambda: next(lines, ""))):
        kind = kind_of(token)
        if token.type == tokenize.ENDMARKER or (kind == "newline" and not token.string) or \
                (kind == "end" and not token.string and not in_line):
            continue
        begin, end = source.at_chars(*token.start), source.at_chars(*token.end)
        if kind in ("newline", "end"):
            begin, end = (begin, source.starts[token.start[0]]) if token.string else (len(source.data),) * 2
        elif kind == "indent":
            begin = end
        found.append((kind, begin, end))
        if kind not in ("comment", "newline", "indent", "dedent"):
            in_line = kind != "end"
    for index in range(len(found) - 1, -1, -1):
        if found[index][0] != "dedent":
            break
        found[index] = ("dedent", len(source.data), len(source.data))
    return found


# --- tree -----------------------------------------------------------------------------------------------------------

class Tree:
    """Statements, blocks and calls of a file as ast sees it, in the shape in which tpatch prints them."""

    def __init__(self, source, module, tokens):
        self.source = source
        code = [token for token in tokens if token[0] not in ("comment", "newline", "indent", "dedent")]
        self.code = code
        self.begins = [token[1] for token in code]
        self.line_firsts = [code[i][1] for i in range(len(code)) if i == 0 or code[i - 1][0] == "end"]
        self.statements, self.blocks, self.calls = set(), set(), set()
        self.imports = 0
        self.walk(module)

    def walk(self, module):
        todo = [module]
        while todo:
            node = todo.pop()
            if type(node).__name__ in ("JoinedStr", "TemplateStr"):
                continue
            if isinstance(node, ast.Call):
                self.add_call(node)
            elif isinstance(node, (ast.stmt, ast.ExceptHandler)) or isinstance(node, MATCH_CASE):
                self.add_statement(node)
            todo.extend(ast.iter_child_nodes(node))

    def index_from(self, offset):
        """Index of the first code token at or after `offset`."""
        return bisect.bisect_left(self.begins, offset)

    def text_at(self, index):
        _, begin, end = self.code[index]
        return self.source.data[begin:end]

    def line_first(self, offset):
        """Where the logical line begins that holds `offset`."""
        return self.line_firsts[bisect.bisect_right(self.line_firsts, offset) - 1]

    def add_call(self, node):
        index = self.index_from(self.source.end(node.func))
        while self.text_at(index) == b")":
            index += 1
        begin, end = self.source.begin(node), self.source.end(node)
        callee = self.source.text(begin, self.code[index - 1][2])
        self.calls.add((begin, callee, self.code[index][1], end, len(node.args) + len(node.keywords)))

    def first_of(self, node):
        """Where a statement begins, decorators included."""
        decorators = getattr(node, "decorator_list", [])
        return self.line_first(self.source.begin(decorators[0])) if decorators else self.source.begin(node)

    def add_block(self, begin, body):
        colon = self.index_from(self.first_of(body[0])) - 1
        while self.code[colon][0] == "end":
            colon -= 1
        end = self.source.end(body[-1])
        after = self.index_from(end)
        if after < len(self.code) and self.text_at(after) == b";":
            end = self.code[after][2]
        self.blocks.add((begin, self.source.text(begin, self.code[colon][2]), end))

    def add_tail(self, body, after):
        """An else or finally whose body is `body`, behind the statements `after`."""
        index = self.index_from(self.source.end(after[-1]))
        while self.code[index][0] == "end" or self.text_at(index) == b";":
            index += 1
        self.add_block(self.code[index][1], body)

    def add_statement(self, node):
        if isinstance(node, MATCH_CASE):
            self.add_block(self.line_first(self.source.begin(node.pattern)), node.body)
        elif isinstance(node, MATCH):
            begin = self.source.begin(node)
            first_case = self.line_first(self.source.begin(node.cases[0].pattern))
            colon = self.index_from(first_case) - 2
            self.blocks.add((begin, self.source.text(begin, self.code[colon][2]), self.source.end(node)))
        elif hasattr(node, "body"):
            self.add_block(self.first_of(node), node.body)
            self.add_branches(node)
        else:
            self.imports += isinstance(node, (ast.Import, ast.ImportFrom))
            self.statements.add((self.source.begin(node), self.source.end(node)))

    def add_branches(self, node):
        last = node.body
        if getattr(node, "handlers", None):
            last = node.handlers
        orelse = getattr(node, "orelse", None)
        if orelse:
            begin = self.source.begin(orelse[0])
            if not (isinstance(node, ast.If) and isinstance(orelse[0], ast.If) and self.source.data[begin:begin + 4] == b"elif"):
                self.add_tail(orelse, last)
            last = orelse
        if getattr(node, "finalbody", None):
            self.add_tail(node.finalbody, last)


# --- comparing ------------------------------------------------------------------------------------------------------

class Result:
    def __init__(self):
        self.count = collections.Counter()
        self.refused = collections.Counter()
        self.wrong = []

    def add(self, other):
        self.count.update(other.count)
        self.refused.update(other.refused)
        self.wrong.extend(other.wrong)


def compare(result, path, what, theirs, ours, data):
    theirs, ours = collections.Counter(theirs), collections.Counter(ours)
    result.count[what] += sum(theirs.values())
    only_theirs, only_ours = theirs - ours, ours - theirs
    result.count[what + " missed"] += sum(only_theirs.values())
    result.count[what + " extra"] += sum(only_ours.values())
    for side, items in (("CPython", only_theirs), ("tpatch", only_ours)):
        for item in sorted(items, key=str)[:SHOWN_PER_FILE]:
            begin = next(field for field in item if isinstance(field, int))
            line = data.count(b"\n", 0, begin) + 1
            result.wrong.append(f"{path}:{line}: {what}: only {side}: {item} {data[begin:begin + 50]!r}")


def check_lossless(result, path, printed, data):
    at = 0
    tokens = printed["tokens"]
    for index, token in enumerate(tokens):
        begin, end = token["begin"], token["end"]
        partner = token.get("partner")
        if begin != at or end < begin or (end == begin and token["kind"] not in ZERO_WIDTH):
            result.wrong.append(f"{path}: token {index} does not follow the one before it")
            return
        if partner is not None and tokens[partner].get("partner") != index:
            result.wrong.append(f"{path}: token {index} and its partner disagree")
        at = end
    if at != len(data) or printed["bytes"] != len(data):
        result.wrong.append(f"{path}: tokens end at byte {at} of {len(data)}")
    result.count["our tokens"] += len(tokens)


def check_nesting(result, path, nodes):
    for index, node in enumerate(nodes):
        parent = node.get("parent")
        bad = index > 0 and node["begin"] < nodes[index - 1]["begin"]
        if parent is not None:
            outer = nodes[parent]
            bad |= parent >= index or node["begin"] < outer["begin"] or node["end"] > outer["end"]
        elif index > 0:
            bad |= node["begin"] < nodes[index - 1]["end"]
        if bad:
            result.wrong.append(f"{path}: node {index} is not inside its parent or behind the node before it")
            return
    result.count["our nodes"] += len(nodes)


def read_oracle(data):
    """(source, tokens, Tree) of a file, or Refused."""
    source = Source(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(data)
    except SyntaxError as error:
        raise Refused(re.sub(r"'[^']*'|\d+|U\+\w+|\(.*\)|[^ -~]", "_", error.msg)) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise Refused(type(error).__name__) from error
    tokens = oracle_tokens(source)
    return tokens, Tree(source, module, tokens)


def check_file(result, path, data, tokens, tree):
    result.count["files"] += 1
    result.count["bytes"] += len(data)
    check_lossless(result, path, tokens, data)
    check_nesting(result, path, tree["nodes"])
    try:
        their_tokens, their_tree = read_oracle(data)
    except Refused as error:
        result.count["refused"] += 1
        result.count["refused, and we note problem"] += "problem" in tokens
        result.refused[str(error)] += 1
        return
    except (tokenize.TokenError, SyntaxError, SystemError) as error:
        result.wrong.append(f"{path}: ast takes the file, but tokenize fails: {error}")
        return
    if "problem" in tokens:
        result.wrong.append(f"{path}: CPython takes the file, but we note: {tokens['problem']}")
    our_tokens = [(t["kind"], t["begin"], t["end"]) for t in tokens["tokens"] if t["kind"] not in ("space", "bom")]
    compare(result, path, "tokens", their_tokens, our_tokens, data)
    nodes = collections.defaultdict(list)
    for node in tree["nodes"]:
        nodes[node["kind"]].append(node)
    compare(result, path, "statements", their_tree.statements, [(n["begin"], n["end"]) for n in nodes["statement"]], data)
    compare(result, path, "blocks", their_tree.blocks, [(n["begin"], n["head"], n["end"]) for n in nodes["block"]], data)
    calls = [(n["begin"], n["name"], n["open"], n["end"], n["arguments"]) for n in nodes["call"]]
    compare(result, path, "calls", their_tree.calls, calls, data)
    result.count["of these imports"] += their_tree.imports


def run_tpatch(binary, options, paths):
    command = [binary, "parse", "--json=compact", "--language", "python", *options, *paths]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_batch(binary, paths):
    result = Result()
    token_lines, tree_lines = run_tpatch(binary, [], paths), run_tpatch(binary, ["--tree"], paths)
    if not len(token_lines) == len(tree_lines) == len(paths):
        result.wrong.append(f"{paths[0]} and what follows: {len(paths)} files, but {len(token_lines)} answers")
        result.count["files"] = result.count["files wrong"] = len(paths)
        return result
    for path, tokens, tree in zip(paths, token_lines, tree_lines):
        with open(path, "rb") as file:
            known = len(result.wrong)
            check_file(result, path, file.read(), tokens, tree)
            result.count["files wrong"] += len(result.wrong) > known
    return result


# --- files ----------------------------------------------------------------------------------------------------------

def find_files(folders, result):
    """Paths of all *.py files, one for each content."""
    seen = set()
    for folder in folders:
        for parent, folder_names, names in os.walk(folder):
            folder_names.sort()
            for name in sorted(names):
                path = os.path.join(parent, name)
                if not name.endswith(".py") or os.path.islink(path) or not os.path.isfile(path):
                    continue
                result.count["files found"] += 1
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
        if size > BATCH_BYTES or len(batch) == 200:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def report(result):
    count = result.count
    for line in result.wrong:
        print(line)
    print(f"files: {count['files found']} found, {count['files']} different ones checked, {count['bytes']} bytes, "
          f"{count['our tokens']} tokens, {count['our nodes']} nodes")
    print(f"refused by CPython {sys.version.split()[0]}: {count['refused']} files "
          f"({count['refused, and we note problem']} of them with problem noted by us)")
    for message, number in result.refused.most_common():
        print(f"  {number:5} {message}")
    for what in ("tokens", "statements", "blocks", "calls"):
        missed, extra = count[what + " missed"], count[what + " extra"]
        print(f"{what}: {count[what]} of CPython's, {count[what] - missed} agree, {missed} missed, {extra} extra")
    print(f"of the statements, {count['of these imports']} are imports")
    print(f"disagreements: {len(result.wrong)}")
    print(f"python oracle: {count['files'] - count['files wrong']} passed, {count['files wrong']} failed")


def main(arguments):
    stride = 1
    if arguments[:1] == ["--stride"]:
        stride, arguments = int(arguments[1]), arguments[2:]
    if len(arguments) < 2:
        print(__doc__.splitlines()[2], file=sys.stderr)
        return 2
    binary, folders = arguments[0], arguments[1:]
    result = Result()
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for part in [pool.submit(check_batch, binary, batch) for batch in batches(itertools.islice(find_files(folders, result), 0, None, stride))]:
            result.add(part.result())
    if not result.count["files"]:
        print("no *.py file found", file=sys.stderr)
        return 2
    report(result)
    return 1 if result.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
