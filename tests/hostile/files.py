"""Files that are large, long, deep or broken: time and memory stay in proportion, and what is changed comes back."""
from bench import long_case, rule

MIB = 1 << 20
PYTHON = rule('match: f($A)\nreplace: g($A)', pattern="'*.py'", language="python")
TEXT = rule("match: old\nreplace: new", pattern="'*.txt'", language="text")


def case_million_lines_cmake(bench):
    bench.write("a.cmake", "set(B 1)\n" * bench.part(1000000) + "set(A 1)\n")
    bench.round_trip(seconds=bench.part(12), mebibytes=bench.part(700))


@long_case
def case_million_places_cmake(bench):
    bench.write("a.cmake", "set(A 1)\n" * 1000000)
    bench.round_trip(seconds=20, mebibytes=1200)


def case_million_lines_python(bench):
    bench.write_set(PYTHON)
    bench.write("a.py", "x = h(1)\n" * bench.part(1000000) + "x = f(1)\n")
    bench.round_trip(seconds=bench.part(16), mebibytes=bench.part(1200))


def case_million_lines_text(bench):
    bench.write_set(TEXT)
    bench.write("a.txt", "some\n" * bench.part(1000000) + "old\n")
    bench.round_trip(seconds=bench.part(12), mebibytes=bench.part(700))


def case_one_line_of_15_mib_cmake(bench):
    bench.write("a.cmake", "set(A 1)#" + "x" * (15 * MIB))
    bench.round_trip(seconds=10, mebibytes=700)


@long_case
def case_one_argument_of_15_mib_cmake(bench):
    bench.write("a.cmake", "set(A " + "x" * (15 * MIB) + ")")
    bench.round_trip(seconds=10, mebibytes=900)


def case_one_line_of_15_mib_python(bench):
    bench.write_set(PYTHON)
    bench.write("a.py", "f(1)\nx = '" + "x" * (15 * MIB) + "'\n")
    bench.round_trip(seconds=10, mebibytes=700)


def case_one_line_of_15_mib_text(bench):
    bench.write_set(TEXT)
    bench.write("a.txt", "old\n" + "x" * (15 * MIB))
    bench.round_trip(seconds=10, mebibytes=700)


@long_case
def case_many_arguments_cmake(bench):
    """Eight million tokens on a line, of which a file that is searched may have no more."""
    bench.write("a.cmake", "set(B" + " x" * (8 * MIB - 16) + ")\nset(A 1)\n")
    bench.round_trip(seconds=15, mebibytes=1200)


@long_case
def case_many_lines_15_mib_of_line_ends(bench):
    bench.write("a.cmake", "\n" * (15 * MIB) + "set(A 1)\n")
    bench.round_trip(seconds=30, mebibytes=1000)


def nested(bench, depth, **limits):
    bench.write_set(rule('match: set(A $V)\nset: {V: "2"}'), rule("match: f($A)\nreplace: g($A)", "python-rule", "'*.py'", "python"))
    bench.write("a.cmake", "if(" + "(" * depth + "X" + ")" * depth + ")\nset(A 1)\nendif()\n")
    bench.write("b.py", "x = " + "(" * depth + "1" + ")" * depth + "\nf(1)\n")
    bench.write("c.py", "x = " + "[{" * (depth // 2) + "f(1)" + "}]" * (depth // 2) + "\n")
    bench.write("open.cmake", "(" * depth + "\nset(A 1)\n")
    bench.write("open.py", "([{" * (depth // 3) + "\nf(1)\n")
    bench.write("close.py", ")]}" * (depth // 3) + "\nf(1)\n")
    bench.round_trip(**limits)


def case_nested_brackets_10000(bench):
    nested(bench, 10000, seconds=5)


@long_case
def case_nested_brackets_1000000(bench):
    nested(bench, 1000000, seconds=20, mebibytes=1500)


def case_nested_blocks_cmake(bench):
    """if() in if(), a hundred thousand deep."""
    depth = 100000
    bench.write("a.cmake", "if(X)\n" * depth + "set(A 1)\n" + "endif()\n" * depth)
    bench.write_set(rule('match: set(A $V)\ninside: if(X)\nset: {V: "2"}'))
    bench.round_trip(seconds=10, mebibytes=500)


def case_nested_blocks_python(bench):
    """As deep as indentation can go in 12 MiB."""
    depth = 5000
    bench.write_set(rule("match: f($A)\ninside: if x\nreplace: g($A)", pattern="'*.py'", language="python"))
    bench.write("a.py", "".join(" " * i + "if x:\n" for i in range(depth)) + " " * depth + "f(1)\n")
    bench.round_trip(seconds=10, mebibytes=700)


def case_blocks_that_never_end(bench):
    count = bench.part(300000)
    bench.write("a.cmake", "function(f)\n" * count + "set(A 1)\n")
    bench.write("b.cmake", "endif()\n" * count + "set(A 1)\n")
    bench.write("c.cmake", "else()\nelseif(X)\n" * count + "set(A 1)\n")
    bench.round_trip(seconds=bench.part(16), mebibytes=bench.part(1200))


# What a lexer may look far ahead for and not find, over and over again.
UNCLOSED = {
    "cmake": (b'"', b"[=[", b"[==[ ]=]", b"#[[", b"#[=[\n", b"${", b"$ENV{", b"\\", b"\\\n", b"[", b"[=", b"$<", b'"\\', b"$<$<:", b"a\"b"),
    "python": (b'"""', b"'''", b"f'{", b"f\"\"\"{", b"f'{x!r:{", b"'\\\n", b"\\\n", b"rb'", b"0x", b"1_", b"{{", b"}", b"'\n", b"\xff", b"f'{{", b"\t \t",
               b"if x:\n ", b"lambda:", b"x if y else ", b"not ", b"-", b"*", b"a.b", b"@", b":=", b"f(**"),
    "c": (b'"', b"'", b"R\"(", b"R\"x(", b"/*", b"//\\\n", b"\\\n", b"#if 0\n", b"#define X \\\n", b"<", b"<<<", b"template<", b"u8R\"", b"??/\n", b"#"),
    "text": (b"\r", b"\r\n", b" \n", b"\t"),
}
NAMES = {"cmake": "%s.cmake", "python": "%s.py", "c": "%s.cpp", "text": "%s.txt"}


def unclosed(bench, language, bytes_each, **limits):
    edit = {"cmake": "match: set(A $V)\nset: {V: \"2\"}", "python": "match: f($A)\nreplace: g($A)", "c": "match: f($A)\nreplace: g($A)",
            "text": "match: old\nreplace: new"}[language]
    bench.write_set(rule(edit, pattern="'*%s'" % NAMES[language][2:], language=language))
    for i, piece in enumerate(UNCLOSED[language]):
        bench.write(NAMES[language] % ("f%d" % i), b"set(A 1)\nf(1)\nold\n" + piece * (bytes_each // len(piece)) + b"\nset(A 1)\nf(1)\nold\n")
    before = bench.snapshot()
    bench.run("apply", "--json=compact", codes=(0,), **limits)
    bench.run("check", "-q", codes=(0,), **limits)
    bench.run("rollback", "--root", bench.tree, "-q", sets=False, codes=(0, 2))
    bench.expect_same(before, "after rollback")


def case_unclosed_cmake(bench):
    unclosed(bench, "cmake", bench.part(2 * MIB), seconds=bench.part(20), mebibytes=bench.part(1000))


def case_unclosed_python(bench):
    unclosed(bench, "python", bench.part(2 * MIB), seconds=bench.part(30), mebibytes=bench.part(1500))


def case_unclosed_c(bench):
    unclosed(bench, "c", bench.part(2 * MIB), seconds=bench.part(30), mebibytes=bench.part(1500))


def case_unclosed_text(bench):
    unclosed(bench, "text", bench.part(2 * MIB), seconds=bench.part(12), mebibytes=bench.part(1000))


def case_many_places_behind_others(bench):
    """Each place asks for code before it: that is looked for once."""
    bench.write_set(rule("match: f($A)\nreplace: g($A)\nafter: x = h($$$)", pattern="'*.py'", language="python"))
    bench.write("a.py", "def c():\n" + "    x = h(a, b, c)\n    f(x)\n" * 10000)
    bench.round_trip(seconds=10, mebibytes=500)


def case_many_places_of_a_regex_in_a_block(bench):
    bench.write_set(rule("regex: 'old_\\w+'\nreplace: 'new'\ninside: if(A)"))
    bench.write("a.cmake", "if(A)\n" + "set(old_a b)\n" * 120000 + "endif()\n")
    bench.round_trip(seconds=10, mebibytes=500)


def case_nested_template_arguments(bench):
    """Whether a place is a whole expression is judged by all of it: that counts as work, too."""
    bench.write_set(rule("match: a < $X\nreplace: a > $X", pattern="'*.cpp'", language="c"))
    bench.write("a.cpp", "a<" * 30000 + ">" * 30000)
    bench.run("--dry", "-q", seconds=10, mebibytes=500, codes=(0, 3))


def case_random_bytes(bench):
    """A file of every byte, by a generator that is the same everywhere."""
    state, data = 1, bytearray()
    for _ in range(bench.part(4 * MIB)):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        data.append((state >> 16) & 0xFF or 1)
    bench.write_set(rule('match: set(A $V)\nset: {V: "2"}'), rule("match: f($A)\nreplace: g($A)", "python-rule", "'*.py'", "python"),
                    rule("match: old\nreplace: new", "text-rule", "'*.txt'", "text"))
    for name in ("a.cmake", "a.py", "a.txt"):
        bench.write(name, bytes(data) + b"\nset(A 1)\nf(1)\nold\n")
    bench.run("apply", "-q", seconds=bench.part(16), mebibytes=bench.part(1000))


def case_smallest_tokens_in_several_files(bench):
    """As many tokens as a file can have, each of them wrong, in four files: they are looked at one at a time, so memory is that of one."""
    bench.write_set(PYTHON)
    for name in "abcd":
        bench.write(name + ".py", "f(1)\n" + ";" * bench.part(15 * MIB) + "\n")
    bench.run("check", "-q", "-j4", seconds=bench.part(120), mebibytes=bench.part(900) + 25, codes=(1,))


@long_case
def case_too_many_places(bench):
    """More edits of one file than are ever wanted: the rule is given up, and named with the file."""
    for language, name, line, edit in (("python", "a.py", "f(1)\n", "match: f($A)\nreplace: g($A)"), ("text", "a.txt", "a\n", "regex: 'a'\nreplace: 'b'")):
        bench.write_set(rule(edit, "the-rule", "'%s'" % name, language))
        bench.write(name, line * 2100000)
        result = bench.run("check", seconds=60, mebibytes=600, codes=(0, 1, 3))
        bench.expect(b"the-rule" in result.out and name.encode() in result.out and b"given up: too much work in this file" in result.out,
                     "it is not told: %s" % result.out.decode()[-600:])


def case_tokens_as_json(bench):
    """What `parse --json` prints is many times the file."""
    bench.write("a.cpp", ";" * bench.part(MIB))
    bench.run("parse", bench.path("a.cpp").decode(), "--json=compact", seconds=bench.part(60), mebibytes=bench.part(400), sets=False)


@long_case
def case_every_line_changes(bench):
    """A diff in which no line stays."""
    bench.write_set(rule("regex: '^set\\(A \\d+\\)$'\nreplace: 'set(B)'\nalready: 'set\\(B\\)'"))
    bench.write("a.cmake", "".join("set(A %d)\n" % i for i in range(500000)))
    bench.run("--dry", "-q", seconds=20, mebibytes=1200)
    bench.round_trip(seconds=20, mebibytes=1200)
