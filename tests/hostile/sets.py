"""Patch sets that want too much: refused, or bounded, and the rule is named."""
import os

from bench import SET, long_case, rule

MIB = 1 << 20

# Regexes that take for ever on the text behind them.
SLOW = (
    (r"(a+)+$", "a" * 40 + "!"),
    (r"(a|aa)+$", "a" * 60 + "!"),
    (r"(x+x+)+y", "x" * 60),
    (r"^(([a-z])+.)+[A-Z]([a-z])+$", "a" * 60),
    (r"(?:a?){60}a{60}", "a" * 60),
    (r"(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)[^x]$", "x" * 400),
    (r"(a(?R)?b?)+c", "a" * 200),
    (r"(?<=(a|b)\n)(a+)+$", "b\n" + "a" * 40 + "!"),
    (r"^(?=(a+)+$).*", "a" * 40 + "!"),
    (r"(\w+\s?)+:$", "word " * 40 + "!"),
)


def case_slow_regexes(bench):
    """One place each: given up after a bounded number of steps."""
    for i, (pattern, text) in enumerate(SLOW):
        bench.write("f%d.txt" % i, text + "\n")
        bench.write_set(rule("regex: '%s'\nreplace: 'b'" % pattern, "slow-rule", "'f%d.txt'" % i, "text"))
        result = bench.run("check", "-v", codes=(0, 1, 2, 3), seconds=10)
        if result.code == 2:
            bench.expect(b"set.yaml:" in result.err, "the error has no place")


def case_slow_regex_in_many_places(bench):
    """Each place is just below the limit of steps: the clock ends it, and the note names the rule."""
    bench.write_set(rule("regex: '(x+x+)+y'\nreplace: 'b'", "slow-rule", "'*.txt'", "text"))
    bench.write("a.txt", ("x" * 18 + "\n") * 400000)
    result = bench.run("check", codes=(0, 1, 3), seconds=30)
    bench.expect(b"slow-rule" in result.out, "the rule is not named")
    bench.expect(b"given up" in result.out, "that it was given up is not told")


def case_slow_globs_on_the_command_line(bench):
    bench.write_set(rule('match: set(A $V)\nset: {V: "2"}', "a" * 60))
    bench.run("check", "--rule", "*a" * 30 + "*b", codes=(2,), seconds=5)
    bench.write("a" * 200 + ".cmake", "set(A 1)\n")
    bench.run("check", "--globs", "*a" * 30 + "*b", codes=(0, 1, 2, 3), seconds=10)


def case_slow_globs(bench):
    """Stars upon stars, on a long path."""
    for name in ("a" * 200, "a/" * 60 + "a", "a" * 100 + "/" + "a" * 100):
        bench.write(name + ".cmake", "set(A 1)\n")
    for pattern in ("*a" * 30 + "*b", "**/" * 30 + "b", "**/a/" * 20 + "**/b.cmake", "{a,b}" * 8 + "*", "*" * 100, "[a-z]*" * 30 + "b", "**a" * 20 + "b"):
        bench.write_set(rule('match: set(A $V)\nset: {V: "2"}', pattern="'%s'" % pattern))
        bench.run("check", "-q", codes=(0, 1, 2, 3), seconds=10)


def case_braces_that_multiply(bench):
    bench.write_set(rule('match: set(A $V)\nset: {V: "2"}', pattern="'" + "{a,b}" * 30 + "'"))
    bench.run("check", codes=(2,))


def case_large_regexes(bench):
    """What compiles to more than memory: refused with a place."""
    bench.write("a.txt", "a\n")
    for pattern in ("(a{1000}){1000}", "((a{100}){100}){100}", "(" * 5000 + "a" + ")" * 5000, "(?:" * 300 + "a" + ")" * 300, "[a-z]{60000}", "a" * 200000,
                    "(a|b){1,1000}" * 100, "(?<n>a)" * 3000, "\\x{7fffffff}", "(?1)(?1)" * 2000 + "(a)", "(?|" + "(a)|" * 5000 + "b)"):
        bench.write_set(rule("regex: '%s'\nreplace: 'b'" % pattern, "large-rule", "'*.txt'", "text"))
        result = bench.run("check", codes=(0, 1, 2, 3), seconds=10, mebibytes=512)
        if result.code == 2:
            bench.expect(b"set.yaml:" in result.err, "the error has no place")


def case_patterns_of_many_lists(bench):
    """Ways to share out arguments grow with a power: bounded work, and a note."""
    bench.write("a.cmake", "f(" + "x " * 3000 + ")\n" + "set(A 1)\n")
    bench.write("a.py", "f(" + "x, " * 3000 + "x)\n")
    for language, pattern in (("cmake", "f($$$A y $$$B y $$$C y $$$D z)"), ("cmake", "f($$$A $X $$$B $X $$$C $X $$$D z)"),
                              ("python", "f($$$A, y, $$$B, y, $$$C, y, $$$D, z)"), ("python", "f($$$A, $X, $$$B, $X, $$$C, $X, z)")):
        suffix = {"cmake": "'*.cmake'", "python": "'*.py'"}[language]
        bench.write_set(rule("match: %s\ndelete: true" % pattern, "list-rule", suffix, language))
        bench.run("check", codes=(0, 1, 3), seconds=20)


def case_long_expressions(bench):
    """A hundred thousand operands, and patterns that may begin at each."""
    count = bench.part(100000)
    bench.write("a.py", "x = " + "a + " * count + "a\ny = " + "a." * count + "b\nz = " + "f(" * 2000 + ")" * 2000 + "\nw = [" + "a, " * count + "]\nv = " +
                "not " * count + "a\nu = " + "a if b else " * (count // 10) + "c\nt = a" + "[0]" * count + "\ns = a" + "(b)" * count + "\n")
    for pattern in ("$A + $B", "$A.b", "f($A)", "[$$$A]", "not $A", "$A if $B else $C", "$A[$B]", "$A($B)", "$X = $Y", "$A + z", "[$$$A, z]", "lambda $$$A: $B"):
        bench.write_set(rule("match: '%s'\ninsert-before: made()" % pattern, "long-rule", "'*.py'", "python"))
        bench.run("check", codes=(0, 1, 2, 3), seconds=bench.part(20), mebibytes=bench.part(1000))


def case_long_patterns(bench):
    bench.write("a.cmake", "set(A 1)\n")
    for pattern in ("set(A" + " x" * 50000 + ")", "set(A " + " ".join("$V%d" % i for i in range(5000)) + ")", "set(" * 1000 + ")" * 1000,
                    "set(A $V)\n          " * 2000):
        bench.write_set(rule("match: |-\n          %s\n          \ndelete: true" % pattern, "long-rule"))
        bench.run("check", codes=(0, 1, 2, 3), seconds=20, mebibytes=1000)


def load_error(bench, text, seconds=5, mebibytes=300):
    bench.write_set(text=text)
    result = bench.run("list", "--patchsets", bench.sets, sets=False, codes=(2,), seconds=seconds, mebibytes=mebibytes)
    bench.expect(b"set.yaml" in result.err, "the error does not name the file: %r" % result.err[:200])


def case_alias_bombs(bench):
    lists = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join("a%d: &a%d [%s]\n" % (i, i, ", ".join(["*a%d" % (i - 1)] * 9)) for i in range(1, 12))
    load_error(bench, lists + SET)
    maps = "b0: &b0 {k: x}\n" + "".join("b%d: &b%d {%s}\n" % (i, i, ", ".join("k%d: *b%d" % (k, i - 1) for k in range(9))) for i in range(1, 12))
    load_error(bench, maps + SET)
    texts = "t: &t \"%s\"\nl: [%s]\n" % ("x" * 200000, ", ".join(["*t"] * 10000))
    load_error(bench, texts + SET)
    values = ("x" * 200000, ", ".join(["*v"] * 10000))
    load_error(bench, SET.replace("rules:\n", "variables: {v: {default: %s, help: h}}\nrules:\n" % values[0]) + rule(
        "match: f($A)\nreplace: g($A)\nwhere: {A: {in: [&v '{{v}}', %s]}}" % values[1]))
    load_error(bench, "a: &a [*a]\n" + SET)
    load_error(bench, "a: *b\n" + SET)
    load_error(bench, "".join("a%d: &a%d x\n" % (i, i) for i in range(2000)) + SET)


def case_deep_yaml(bench):
    load_error(bench, "a: " + "[" * 100000 + "]" * 100000 + "\n")
    load_error(bench, "a: " + "{a: " * 100000 + "}" * 100000 + "\n")
    load_error(bench, "- " * 100000 + "x\n")
    load_error(bench, "? " * 100000 + "x\n")
    load_error(bench, "".join(" " * i + "a:\n" for i in range(2000)))


def case_large_yaml(bench):
    load_error(bench, "a: [" + "x, " * 1000000 + "]\n")
    load_error(bench, "".join("k%d: x\n" % i for i in range(300000)))
    load_error(bench, "a: \"" + "x" * 300000 + "\"\n")
    load_error(bench, "a: '" + "x" * (4 * MIB) + "'\n")
    load_error(bench, "#" * (4 * MIB - 10) + "\n")
    load_error(bench, "\n" * (4 * MIB - 10))
    load_error(bench, "a: |\n" + " \n" * MIB)
    load_error(bench, "'" * (2 * MIB))
    load_error(bench, "&a " * MIB)
    load_error(bench, "!!str " * (MIB // 2))
    load_error(bench, "%" * MIB)
    load_error(bench, "a: >\n" + "  x\n\n" * (MIB // 2))


def case_broken_yaml(bench):
    for text in (b"\xff\xfet\0p\0", b"\xef\xbb\xbf", b"\0", b"tpatch: 1\r", b"tpatch: 1\xe2\x80\xa8name: x\n", b"\x1b[31m: x\n", b"tpatch: 1\n--- \n...\n--- \n", b"tpatch: 1e1\n", b"\t",
                 b"tpatch: 99999999999999999999\n", b"tpatch: -1\n", b"<<: *x\n", b"!<tag:x> x\n", b"? x\n", b"[", b"{", b"- - -", b"a: b: c\n", b"tpatch: [1]\n", b"%YAML 9.9\n---\n"):
        load_error(bench, text)


def many_rules(bench, count, **limits):
    """Packs of 5,000 rules each, since a file holds no more."""
    per_file = 5000
    packs = []
    for begin in range(0, count, per_file):
        packs.append("pack-%d" % begin)
        rules = "".join(rule('match: set(V%d $V)\nset: {V: "2"}' % i, "rule-%d" % i) for i in range(begin, min(begin + per_file, count)))
        bench.write_set(name="pack-%d.yaml" % begin, text="tpatch: 1\npack: pack-%d\nsummary: Many\nrules:\n%s" % (begin, rules))
    bench.write_set(text=SET.replace("rules:\n", "use: [%s]\n" % ", ".join(packs)))
    for i in range(200):
        bench.write("d%d/a.cmake" % i, "".join("set(B%d 1)\n" % k for k in range(200)))
    bench.write("a.cmake", "set(V%d 1)\n" % (count - 1))
    made = bench.run("apply", "--json=compact", **limits).json()
    bench.expect(len(made["changes"]) == 1 and len(made["rules"]) == count, "the last rule was not applied")
    bench.run("check", **limits)


def chain_of_packs(bench, count):
    """Each uses the next one; the set uses the first."""
    for i in range(count):
        use = "use: [pack-%d]\n" % (i + 1) if i + 1 < count else ""
        rules = "rules:\n" + rule('match: set(A $V)\nset: {V: "2"}', "rule-%d" % i) if i % 100 == 0 else "rules: []\n" if not use else ""
        bench.write_set(name="pack-%d.yaml" % i, text="tpatch: 1\npack: pack-%d\nsummary: Many\n%s%s" % (i, use, rules))
    bench.write_set(text=SET.replace("rules:\n", "use: [pack-0]\n"))


def case_packs_that_use_each_other(bench):
    """In circles, long and short: told, with the circle."""
    bench.write("a.cmake", "set(A 1)\n")
    bench.write_set(text=SET.replace("rules:\n", "use: [pack-0]\n"))
    for circle in ((0,), (0, 1), tuple(range(50))):
        for i, number in enumerate(circle):
            bench.write_set(name="pack-%d.yaml" % number, text="tpatch: 1\npack: pack-%d\nsummary: Round\nuse: [pack-%d]\n" % (number, circle[(i + 1) % len(circle)]))
        bench.write_set(text=SET.replace("rules:\n", "use: [pack-0]\n"))
        result = bench.run("check", codes=(2,))
        bench.expect(b"circle" in result.err and b".yaml:" in result.err, "the circle is not told")


def case_a_long_chain_of_packs(bench):
    bench.write("a.cmake", "set(A 1)\n")
    chain_of_packs(bench, 2000)
    bench.run("check", codes=(1, 2), seconds=10)


@long_case
def case_a_very_long_chain_of_packs(bench):
    bench.write("a.cmake", "set(A 1)\n")
    chain_of_packs(bench, 10000)
    bench.run("check", codes=(1, 2), seconds=20, mebibytes=500)


def case_packs_that_double(bench):
    """Each uses the next two twice over: 2^60 ways, sixty packs."""
    bench.write("a.cmake", "set(A 1)\n")
    for i in range(60):
        use = "use: [%s]\n" % ", ".join("pack-%d-%d" % (i + 1, k) for k in (0, 1)) if i < 59 else ""
        for k in (0, 1):
            bench.write_set(name="pack-%d-%d.yaml" % (i, k), text="tpatch: 1\npack: pack-%d-%d\nsummary: Two\n%srules:\n%s" % (
                i, k, use, rule('match: set(A%d%d $V)\nset: {V: "2"}' % (i, k), "rule-%d-%d" % (i, k))))
    bench.write_set(text=SET.replace("rules:\n", "use: [pack-0-0, pack-0-1]\n"))
    bench.run("check", codes=(0,))


def case_1000_rules(bench):
    many_rules(bench, 1000, seconds=5, mebibytes=100)


def case_10000_rules(bench):
    many_rules(bench, 10000, seconds=20, mebibytes=200)


@long_case
def case_100000_rules(bench):
    many_rules(bench, 100000, seconds=60, mebibytes=1024)


def case_1000_rules_on_a_folder_of_files(bench):
    """Every rule looks for its word in every file."""
    bench.write_set(*(rule('match: set(V%d $V)\nset: {V: "2"}' % i, "rule-%d" % i) for i in range(1000)))
    for i in range(0, 1000, 1000 // bench.part(1000)):
        bench.write("f%d.cmake" % i, "".join("set(V%d 1)\n" % k for k in range(i, 1000, 50)))
    bench.round_trip(seconds=bench.part(60), mebibytes=bench.part(800))


def case_20000_rules_that_name_a_file_each(bench):
    """And 4,000 that make one: no rule is asked of the others' files, no path held for long against the others."""
    count, step = bench.part(20000), bench.part(4000)
    for begin in range(0, count, step):
        bench.write_set(name="pack-%d.yaml" % begin, text="tpatch: 1\npack: pack-%d\nsummary: Many\nrules:\n%s" % (begin, "".join(
            rule('match: set(A $V)\nset: {V: "2"}', "rule-%d" % i, "d%d/f%d.cmake" % (i % 100, i)) for i in range(begin, begin + step))))
    bench.write_set(text=SET.replace("rules:\n", "use: [%s]\nrules:\n" % ", ".join("pack-%d" % begin for begin in range(0, count, step))) + "".join(
        rule('create: "x"', "maker-%d" % i, "new/d%d/n%d.txt" % (i % 100, i), "text") for i in range(step)))
    for i in range(count):
        bench.write("d%d/f%d.cmake" % (i % 100, i), "set(A 1)\n")
    bench.run("check", "-q", codes=(1,), seconds=bench.part(8), mebibytes=bench.part(400))


def case_paths_that_lead_out(bench):
    """At every key that takes a path."""
    ways = ("..", "../x", "a/../../x", "./x", "/etc/../x", "C:x", "C:/x", "//host/x", "a\\b", "a:b", "nul", "a/con.txt", "com1", "lpt9.x", ".git/config", "a/.GIT/x", "git~1/x", ".tpatch/x",
            "a./x", "a /x", "a//b", "x\u0001y", "", "CONIN$", "aux.c", "a/..", "com\u00b9",
            "tpatch~1/x", "a" * 256, "a/" * 2048)
    for way in ways:
        quoted = "\"%s\"" % way.replace("\\", "\\\\").replace("\x01", "\\x01")
        for key in ("files", "exclude", "path"):
            text = rule('match: set(A $V)\nset: {V: "2"}', pattern=quoted if key == "files" else "'*.cmake'")
            if key == "exclude":
                text += "    exclude: [%s]\n" % quoted
            if key == "path":
                text += "    tests:\n      - path: %s\n        before: set(A 1)\n        after: set(A 2)\n" % quoted
            bench.write_set(text)
            result = bench.run("check", "-q", codes=(2,))
            bench.expect(b"set.yaml:" in result.err, "%s: %r: the error has no place" % (key, way))
        for key in ("version-file", "markers"):
            text = "tpatch: 1\nproject: other\nsummary: Another\n%s\n" % ("markers: [x]\nversion-file: %s" % quoted if key == "version-file" else "markers: [%s]" % quoted)
            bench.write_set()
            bench.write_set(name="other.yaml", text=text)
            bench.run("check", "-q", codes=(2,))
            os.remove(os.path.join(bench.sets, "other.yaml"))


@long_case
def case_100000_set_files(bench):
    """A folder of patch sets that holds too much else."""
    for i in range(100000):
        with open(os.path.join(bench.sets, "%d.txt" % i), "wb"):
            pass
    bench.write("a.cmake", "set(A 1)\n")
    bench.run("check", "-q", codes=(1,))


@long_case
def case_many_edits_in_a_rule(bench):
    edits = "\n- ".join("match: set(A%d $V)\n  set: {V: \"2\"}" % i for i in range(5000)).replace("\n", "\n      ")
    bench.write_set(rule("EDITS").replace("EDITS", edits))
    bench.write("a.cmake", "".join("set(A%d 1)\n" % i for i in range(5000)))
    bench.round_trip(seconds=30, mebibytes=800)


def case_rules_that_fight(bench):
    """A thousand rules want the same bytes: told, not written."""
    bench.write_set(*(rule("match: set(A $V)\nset: {V: \"x%d\"}" % i, "rule-%d" % i) for i in range(1000)))
    bench.write("a.cmake", "set(A 1)\n" * 100)
    before = bench.snapshot()
    bench.run("apply", "-q", codes=(3,), seconds=20)
    bench.expect_same(before, "after a conflict")


def case_rules_that_undo_one_another(bench):
    """One makes b of a, the other a of b: no end, so nothing is written."""
    bench.write_set(rule("match: set(A a)\nreplace: set(A b)", "one"), rule("match: set(A b)\nreplace: set(A a)", "two"))
    bench.write("a.cmake", "set(A a)\nset(A b)\n")
    before = bench.snapshot()
    bench.run("apply", "-q", codes=(3,))
    bench.expect_same(before, "after the refusal")


def case_rules_that_grow(bench):
    """What is made holds what is looked for."""
    for edit in ("match: set(A $$$V)\nreplace: set(A $$$V x)", "regex: 'a'\nreplace: 'aa'", "match: set(A $$$V)\ninsert-after: set(A 1)", "regex: '^'\nreplace: 'x'", "regex: 'x*'\nreplace: 'y'"):
        bench.write_set(rule(edit))
        bench.write("a.cmake", "set(A a)\n")
        before = bench.snapshot()
        if bench.run("apply", "-q", codes=(0, 2, 3)).code == 0:
            before = bench.snapshot()
            bench.run("apply", "-q")
        bench.expect_same(before, "after %s" % edit)


def case_rules_that_make_a_file_too_large(bench):
    """What no second run would look at is not made."""
    bench.write_set(rule("regex: 'a'\nreplace: '%s'" % ("b" * 1000), "growing-rule", "'*.txt'", "text"))
    bench.write("a.txt", "a" * 80000)
    before = bench.snapshot()
    result = bench.run("apply", "-q", codes=(3,), seconds=20, mebibytes=1000)
    bench.expect(b"growing-rule" in result.err and b"a.txt" in result.err, "rule and file are not named: %r" % result.err[:200])
    bench.expect_same(before, "after the refusal")


def case_many_inserts(bench):
    """Every line gets another."""
    bench.write_set(rule("match: set(A $V)\ninsert-after: set(B 1)"))
    bench.write("a.cmake", "set(A 1)\n" * bench.part(200000))
    bench.round_trip(seconds=bench.part(20), mebibytes=bench.part(600) + 25)


def case_unicode_and_nul_in_texts(bench):
    bench.write("a.cmake", "set(A 1)\n")
    for text in ('set(A \\0)', 'set(A \\u2028)', 'set(A \\U0001F600)', 'set(A \\r)', 'set(A \\ufeff)', 'set(A \\x85)'):
        bench.write_set(rule('match: set(A $V)\nreplace: "%s"' % text))
        bench.run("apply", "-q", codes=(0, 2, 3))
        bench.run("check", "-q", codes=(0, 1, 2, 3))


def case_out_of_memory_is_no_promise_broken(bench):
    """Killed for want of memory half-way: the tree is as it was."""
    bench.write("a.cmake", "set(A 1)\n" * 100000)
    before = bench.snapshot()
    for mebibytes in (16, 24, 32, 40, 48, 56, 64, 80, 96):
        bench.run("apply", "-q", "-j1", codes=(0, 4, 127), address_space=mebibytes)
        bench.run("recover", "--root", bench.tree, "-q", sets=False)
        bench.run("rollback", "--root", bench.tree, "-q", sets=False, codes=(0, 2))
        bench.expect_same(before, "with %d MiB" % mebibytes)
