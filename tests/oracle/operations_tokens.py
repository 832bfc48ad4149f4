"""Random edits in CMake, C and shell scripts, judged by tokens and lines: cmake, clang's lexer and bash."""
import collections
import re
import subprocess
import tempfile

from operations_common import Skip, block, edit, unified

CMAKE_TOKEN = re.compile(r'#\[(=*)\[.*?\]\1\]|#[^\n]*|\[(=*)\[.*?\]\2\]|"(?:\\.|[^"\\])*"|[()]|(?:\\.|[^\s()#"\\])+(?:"[^"\n]*"(?:\\.|[^\s()#"\\])*)*', re.S)


def cmake_tokens(text):
    return [m[0] for m in CMAKE_TOKEN.finditer(text) if not m[0].startswith("#")]


def cmake_accepts(text):
    with tempfile.NamedTemporaryFile("w", suffix=".cmake", newline="") as f:
        f.write("return()\n" + text)
        f.flush()
        return subprocess.run(["cmake", "-P", f.name], capture_output=True).returncode == 0


def c_tokens(text):
    with tempfile.NamedTemporaryFile("w", suffix=".cc", newline="") as f:
        f.write(text)
        f.flush()
        out = subprocess.run(["clang", "-cc1", "-x", "c++", "-dump-raw-tokens", f.name], capture_output=True, text=True, errors="replace").stderr
    out = re.sub(r"\\\r?\n", "", out)  # what clang shows of a token behind a line that is continued
    tokens = []
    for m in re.finditer(r"^(\w+) '(.*?)'\t[^\n]*Loc=<[^\n]*$", out, re.S | re.M):
        if m[1] not in ("unknown", "comment", "eof"):
            tokens.append(m[2])
    return tokens


def without(tokens, sequence):
    """`tokens` without any run of `sequence`, and how many there were."""
    out, i, count = [], 0, 0
    while i < len(tokens):
        if tokens[i:i + len(sequence)] == sequence:
            i += len(sequence)
            count += 1
        else:
            out.append(tokens[i])
            i += 1
    return out, count


def same_tokens(wanted, got):
    if wanted == got:
        return None
    return "other tokens:\n" + unified(wanted, got)


def part_of(old, got):
    """Whether `got` is `old` with some left out."""
    rest = iter(old)
    return None if all(token in rest for token in got) else "tokens that were not there before"


CMAKE_COMMAND = re.compile(r"^([ \t]*)([A-Za-z_]\w*)[ \t]*\(([^()\"#$\[\]\\@]*)\)[ \t]*$", re.M)
CMAKE_BLOCKS = re.compile(r"(?i)(if|else|elseif|endif|foreach|endforeach|while|endwhile|function|endfunction|macro|endmacro|block|endblock)\Z")


def cmake_command(rng, text):
    found = [m for m in CMAKE_COMMAND.finditer(text) if not CMAKE_BLOCKS.match(m[2]) and m[3].split()]
    if not found:
        raise Skip
    chosen = rng.choice(found)
    name, arguments = chosen[2], chosen[3].split()
    if not without(cmake_tokens(text), [name, "("] + arguments + [")"])[1]:  # a line of a string, which is no command
        raise Skip
    return name, arguments


def cm_rename(rng, text):
    name, _ = cmake_command(rng, text)
    old = [t.lower() if t.lower() == name.lower() else t for t in cmake_tokens(text)]

    def judge(new):
        got = [name.lower() if t in ("zz_new",) else t.lower() if t.lower() == name.lower() else t for t in cmake_tokens(new)]
        return same_tokens(old, got)
    return edit("match: %s($$$A)" % name, "replace: zz_new($$$A)"), judge


def cm_insert(where):
    def template(rng, text):
        name, arguments = cmake_command(rng, text)
        old = cmake_tokens(text)
        return edit("match: %s(%s)" % (name, " ".join(arguments)), "%s: zz_new(a)" % where), lambda new: same_tokens(
            old, without(cmake_tokens(new), ["zz_new", "(", "a", ")"])[0])
    return template


def cm_ensure(rng, text):
    name, arguments = cmake_command(rng, text)
    where = rng.choice(["ensure-before", "ensure-after"])

    def judge(new):
        tokens, count = without(cmake_tokens(new), ["zz_new", "(", "a", ")"])
        return same_tokens(cmake_tokens(text), tokens) or (None if count == 1 else "%d times what was to be there once" % count)
    return edit("match: %s(%s)" % (name, " ".join(arguments)), "%s: zz_new(a)" % where), judge


def cm_set(rng, text):
    name, arguments = cmake_command(rng, text)
    which = rng.randrange(len(arguments))
    old = cmake_tokens(text)
    pattern, wanted, i = arguments[:which] + ["$A"] + arguments[which + 1:], [], 0
    before, after = arguments[:which], arguments[which + 1:] + [")"]
    while i < len(old):
        inner = old[i + 2:i + 2 + len(arguments) + 1]
        fits = old[i].lower() == name.lower() and old[i + 1:i + 2] == ["("] and inner[:which] == before and inner[which + 1:] == after
        if fits and inner[which] not in ("(", ")"):
            value = inner[which]
            wanted += old[i:i + 2] + before + ['"ZZ"' if value.startswith('"') else "ZZ"] + after
            i += 3 + len(arguments)
        else:
            wanted.append(old[i])
            i += 1
    return edit("match: %s(%s)" % (name, " ".join(pattern)), "set: {A: ZZ}"), lambda new: same_tokens(wanted, cmake_tokens(new))


def cm_wrap(rng, text):
    name, arguments = cmake_command(rng, text)

    def undo(t):
        return without(without(t, ["if", "(", "ZZ", ")"])[0], ["endif", "(", "ZZ", ")"])[0]
    return edit("match: %s(%s)" % (name, " ".join(arguments)), block("wrap", "if(ZZ)\n  $MATCH\nendif(ZZ)")), lambda new: same_tokens(
        cmake_tokens(text), undo(cmake_tokens(new)))


def cm_delete(rng, text):
    name, arguments = cmake_command(rng, text)

    def fold(tokens):  # the case of a command's name and the quotes round an argument mean nothing
        return [t.lower() if t.lower() == name.lower() else re.sub(r'\A"(\w+)"\Z', r"\1", t) for t in tokens]
    gone = [name.lower(), "("] + arguments + [")"]
    wanted = without(fold(cmake_tokens(text)), gone)[0]
    return edit("match: %s(%s)" % (name, " ".join(arguments)), "delete: true", "already: zz_never()"), lambda new: same_tokens(wanted, fold(cmake_tokens(new)))


def cm_add(rng, text):
    name, arguments = cmake_command(rng, text)
    match = "%s(%s $$$A)" % (name, arguments[0])
    return edit("match: " + match, "add-to: {A: ZZ_NEW}"), lambda new: same_tokens(
        cmake_tokens(text), [t for t in cmake_tokens(new) if t != "ZZ_NEW"])


def cm_remove(rng, text):
    name, arguments = cmake_command(rng, text)
    item = rng.choice(arguments)
    if re.search(r"[:,'{}&*!|>%`;]", item):
        raise Skip
    spellings = re.compile(r'%s|"%s"|\[(=*)\[\n?%s\]\1\]' % ((re.escape(item),) * 3))

    def fold(tokens):
        """Each command of that name without the item."""
        out, i = [], 0
        while i < len(tokens):
            if tokens[i].lower() == name.lower() and tokens[i + 1:i + 2] == ["("]:
                depth, k = 0, i + 1
                while k < len(tokens):
                    depth += {"(": 1, ")": -1}.get(tokens[k], 0)
                    if depth == 0:
                        break
                    k += 1
                out += [name.lower()] + [t for t in tokens[i + 1:k] if not spellings.fullmatch(t)]
                i = k
            else:
                out.append(tokens[i])
                i += 1
        return out
    wanted = fold(cmake_tokens(text))
    return edit("match: %s($$$A)" % name, "remove-from: {A: '%s'}" % item), lambda new: same_tokens(wanted, fold(cmake_tokens(new))) or (
        "the item is still there" if new == text else None)


def cm_swap(rng, text):
    if not re.search(r"(?im)^\s*else\s*\(", text) or re.search(r"(?i)\bif\s*\(\s*NOT\s*\(", text):
        raise Skip

    def judge(new):
        old, got = (collections.Counter(t.lower() for t in cmake_tokens(one)) for one in (text, new))
        n = got["zz_not"]
        got.subtract({"zz_not": n, "and": n, "not": n, "(": n, ")": n})
        return None if +got == old else "tokens that do not pair: %r" % ((+got - old) + (old - +got))
    return edit(block("match", "if($$$C)\n  $$$A\nelse()\n  $$$B\nendif()"), block("replace", "if(ZZ_NOT AND NOT ($$$C))\n  $$$B\nelse()\n  $$$A\nendif()"),
                "already: if(ZZ_NOT AND NOT ($$$))"), judge


def cm_delete_block(rng, text):
    heads = re.findall(r"(?im)^[ \t]*((?:if|foreach|function|macro)\s*\([^()\"#$\[\]\\@]*\))[ \t]*$", text)
    if not heads:
        raise Skip
    head = rng.choice(heads)
    word = re.match(r"\w+", head)[0].lower()
    old = cmake_tokens(text)

    def judge(new):
        return part_of(old, cmake_tokens(new))
    return edit(block("match", "%s\n  $$$\nend%s()" % (head, word)), "delete: true", "already: zz_never()"), judge


CMAKE = [cm_rename, cm_insert("insert-before"), cm_insert("insert-after"), cm_ensure, cm_set, cm_wrap, cm_delete, cm_add, cm_remove, cm_swap, cm_delete_block]


def judge_cmake(text, template, rng):
    accepted = cmake_accepts(text)
    rule, judge = template(rng, text)
    return rule, lambda new: judge(new) or (None if not accepted or cmake_accepts(new) else "cmake does not accept it any more")


C_CALL = re.compile(r"^[ \t]*(([A-Za-z_]\w*)\(([\w, ]*)\);)[ \t]*$", re.M)
C_WORDS = {"if", "for", "while", "switch", "return", "sizeof", "defined", "catch"}


def c_call(rng, text):
    found = [m for m in C_CALL.finditer(text) if m[2] not in C_WORDS]
    if not found:
        raise Skip
    return rng.choice(found)


def c_split(code):
    return re.findall(r"\w+|[^\w\s]", code)


def c_rename(rng, text):
    name = c_call(rng, text)[2]
    return edit("match: %s($$$A)" % name, "replace: zz_new($$$A)"), lambda new: same_tokens(c_tokens(text), [name if t == "zz_new" else t for t in c_tokens(new)])


def c_insert(where):
    def template(rng, text):
        m = c_call(rng, text)
        return edit("match: %s" % m[1], "%s: zz_new();" % where), lambda new: same_tokens(
            c_tokens(text), without(c_tokens(new), ["zz_new", "(", ")", ";"])[0])
    return template


def c_ensure_include(rng, text):
    name = c_call(rng, text)[2]
    header = rng.choice(["<zz_new>", '"zz/new.h"'])
    tokens = ["#", "include"] + (["<", "zz_new", ">"] if header[0] == "<" else [header])

    def judge(new):
        left, count = without(c_tokens(new), tokens)
        return same_tokens(c_tokens(text), left) or (None if count == 1 else "%d includes of what was to be included once" % count)
    return edit("match: %s($$$A)" % name, "ensure-include: '%s'" % header), judge


def c_wrap(rng, text):
    m = c_call(rng, text)

    def undo(tokens):
        return without(without(tokens, ["#", "if", "ZZ"])[0], ["zz_end", ";", "#", "endif"])[0]
    return edit("match: %s" % m[1], block("wrap", "#if ZZ\n  $MATCH\n  zz_end;\n#endif")), lambda new: same_tokens(c_tokens(text), undo(c_tokens(new)))


def c_delete(rng, text):
    m = c_call(rng, text)

    def fold(tokens):
        return without(tokens, c_split(m[1]))[0]

    def judge(new):
        wanted, got = fold(c_tokens(text)), c_tokens(new)
        # An `if (x)` without braces keeps an empty statement.
        return None if [t for t in wanted if t != ";"] == [t for t in got if t != ";"] else same_tokens(wanted, got)
    return edit("match: %s" % m[1], "delete: true", "already: zz_never;"), judge


def c_add(rng, text):
    name = c_call(rng, text)[2]

    def undo(tokens):
        return without(without(tokens, [",", "zz_new"])[0], ["zz_new"])[0]
    return edit("match: %s($$$A)" % name, "add-to: {A: zz_new}"), lambda new: same_tokens(c_tokens(text), undo(c_tokens(new)))


def c_swap(rng, text):
    if " else {" not in text:
        raise Skip

    def judge(new):
        a, b = collections.Counter(c_tokens(text)), collections.Counter(c_tokens(new))
        n = b["zz_not"]
        b.subtract({"zz_not": n, "(": n, ")": n})
        return None if a == +b else "tokens that do not pair: %r" % ((b - a) + (a - b))
    return edit(block("match", "if ($C) {\n  $$$A\n} else {\n  $$$B\n}"), block("replace", "if (zz_not($C)) {\n  $$$B\n} else {\n  $$$A\n}"),
                "already: if (zz_not($X)) { $$$ }"), judge


def c_directive(rng, text):
    heads = re.findall(r"(?m)^[ \t]*(#[ \t]*(?:ifdef|ifndef)[ \t]+\w+)[ \t]*$", text)
    if not heads:
        raise Skip
    head = rng.choice(heads)
    old = c_tokens(text)

    def judge(new):
        got = c_tokens(new)
        if part_of(old, got):
            return part_of(old, got)
        left = [sum(1 for k in range(len(ts) - 1) if ts[k] == "#" and ts[k + 1].startswith(w)) for ts in (old, got) for w in ("if", "endif")]
        return None if left[0] - left[1] == left[2] - left[3] else "#if and #endif do not pair"
    return edit(block("match", "%s\n$$$\n#endif" % head), "delete: true", "already: zz_never;"), judge


C = [c_rename, c_insert("insert-before"), c_insert("insert-after"), c_ensure_include, c_wrap, c_delete, c_add, c_swap, c_directive]


def judge_c(text, template, rng):
    return template(rng, text)


def bash_accepts(text):
    return subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True).returncode == 0


SHELL_COMMAND = re.compile(r"^[ \t]*([a-z][\w./-]*(?: [\w./=-]+)*)[ \t]*$", re.M)
SHELL_WORDS = {"if", "then", "else", "elif", "fi", "for", "do", "done", "while", "until", "case", "esac", "in", "function", "select", "time"}


def sh_command(rng, text):
    found = [m[1] for m in SHELL_COMMAND.finditer(text) if m[1].split()[0] not in SHELL_WORDS]
    if not found:
        raise Skip
    return rng.choice(found)


def lines_differ_by(text, added):
    def judge(new):
        left = [line for line in new.split("\n") if line.strip() not in added]
        return same_tokens([s.strip() for s in text.split("\n")], [s.strip() for s in left])
    return judge


def sh_insert(where):
    def template(rng, text):
        command = sh_command(rng, text)
        return edit(block("match", command), "%s: zz_new" % where), lines_differ_by(text, {"zz_new"})
    return template


def sh_wrap(rng, text):
    command = sh_command(rng, text)
    return edit(block("match", command), block("wrap", "if zz_new; then\n  $MATCH\nfi  # zz")), lines_differ_by(text, {"if zz_new; then", "fi  # zz"})


def sh_delete(rng, text):
    command = sh_command(rng, text)

    def judge(new):
        # What is left of a block or of an arm of `case` stays where it was; a block that would be empty gets `:`.
        old, got = (without([word for word in one.split() if word != ":"], command.split())[0] for one in (text, new))
        return same_tokens(old, got)
    return edit(block("match", command), "delete: true", "already: zz_never"), judge


def sh_swap(rng, text):
    if not re.search(r"(?m)^\s*else\s*$", text):
        raise Skip

    def judge(new):
        got = collections.Counter(s.strip().replace("if zz_not", "if") for s in new.split("\n"))
        old = collections.Counter(s.strip() for s in text.split("\n"))
        return None if got == old else "lines that do not pair: %r" % ((got - old) + (old - got))
    return edit(block("match", "if $$$C; then\n  $$$A\nelse\n  $$$B\nfi"), block("replace", "if zz_not $$$C; then\n  $$$B\nelse\n  $$$A\nfi"),
                block("already", "zz_not $$$")), judge


SHELL = [sh_insert("insert-before"), sh_insert("insert-after"), sh_wrap, sh_delete, sh_swap]


def judge_shell(text, template, rng):
    if not bash_accepts(text):
        raise Skip
    rule, judge = template(rng, text)
    return rule, lambda new: (None if bash_accepts(new) else "bash does not accept it any more") or judge(new)
