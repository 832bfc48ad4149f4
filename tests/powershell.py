"""Reads PowerShell by the part of its grammar that the completion scripts use: there is no PowerShell to run them here. Used by shells.py.

Grammar: https://learn.microsoft.com/powershell/scripting/lang-spec/chapter-15. check(text) returns what is wrong, as a list of lines.
"""
import re

TOKEN = re.compile(r"""(?P<blank>[ \t]+|`\n)|(?P<comment>\#[^\n]*)|(?P<line>\r?\n|;)|(?P<single>'(?:[^']|'')*')|(?P<double>"(?:`.|[^"`]|"")*")
    |(?P<variable>\$(?:[A-Za-z_]\w*|\?|_))|(?P<type>\[[A-Za-z][\w.]*\])|(?P<member>::\w+|\.[A-Za-z]\w*)|(?P<redirect>\d?>>?)|(?P<open>@\(|\$\(|@\{|[({\[])|(?P<close>[)}\]])
    |(?P<operator>-[A-Za-z]\w*)|(?P<number>\d+)|(?P<word>[A-Za-z_][\w-]*)|(?P<sign>[-+*/%=,|&.!]+)""", re.X)
PAIRS = {"(": ")", "@(": ")", "$(": ")", "{": "}", "@{": "}", "[": "]"}
AUTOMATIC = {"$_", "$null", "$true", "$false", "$ErrorActionPreference"}
# Of each cmdlet that is called: its parameters.
CMDLETS = {"Register-ArgumentCompleter": {"-Native", "-CommandName", "-ScriptBlock"}, "Get-Command": {"-CommandType"}, "Select-Object": {"-First", "-Skip", "-SkipLast"},
           "ForEach-Object": set(), "Where-Object": set()}
OPERATORS = {"-split", "-ne", "-eq", "-not", "-and", "-or", "-is", "-match", "-lt", "-le", "-gt"}
KEYWORDS = {"param", "if", "else", "return", "foreach", "in"}


def tokens(text):
    at = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            yield "wrong", text[at:at + 20], text.count("\n", 0, at) + 1
            return
        if found.lastgroup != "blank":
            yield found.lastgroup, found[0], text.count("\n", 0, at) + 1
        at = found.end()


def check(text):
    """Strings and brackets end; rows of an array that are arrays stand behind a comma each, since without one they become one list; variables that are read
    were set; commands and their parameters are there."""
    wrong, stack, known, command = [], [], set(AUTOMATIC), None
    rows = [token for token in tokens(text) if token[0] != "comment"]
    for i, (kind, word, line) in enumerate(rows):
        before = next((row for row in reversed(rows[:i]) if row[0] != "line"), ("", "", 0))
        after = rows[i + 1] if i + 1 < len(rows) else ("line", "", line)
        if kind == "wrong":
            wrong.append("line %d: %r is no token, or a string that does not end" % (line, word))
        elif kind == "open":
            if word == "@(" and before[1] == ")" and stack and stack[-1][0] == "@(":
                wrong.append("line %d: two arrays in an array without a comma between them" % line)
            stack.append((word, command))
            command = None
        elif kind == "close":
            opened, command = stack.pop() if stack else ("", None)
            if PAIRS.get(opened) != word:
                wrong.append("line %d: '%s' closes '%s'" % (line, word, opened))
        elif kind == "line" or word == "|":
            command = None
        elif kind == "variable":
            is_set = after[1] == "=" or (after[1] == "," and command is None) or (before[1] in ("(", ",") and any(row[1] == "param" for row in rows[max(0, i - 6):i]))
            if is_set:
                known.add(word)
            elif word not in known:
                wrong.append("line %d: %s is read and never set" % (line, word))
        elif kind == "double":
            wrong += ["line %d: %s is read and never set" % (line, name) for name in re.findall(r"(?<!`)\$[A-Za-z_]\w*", word) if name not in known]
        elif kind == "word" and command is None and (before[1] == "|" or "-" in word):
            command = word
            if word not in CMDLETS:
                wrong.append("line %d: no cmdlet %s is known" % (line, word))
        elif kind == "operator" and word not in OPERATORS and word not in CMDLETS.get(command, set()):
            wrong.append("line %d: %s is no operator, and no parameter of %s" % (line, word, command))
    return wrong + ["'%s' is never closed" % opened for opened, _ in stack]


def check_itself():
    """What has been broken before, and the like, is found; what is right is not."""
    right = "$a = @(\n\t@('x', 'y'),\n\t@('z', \"`t$a\")\n)\n$a | ForEach-Object { $_[0] }\n"
    broken = (right.replace("),\n", ")\n"), right.replace("'x'", "'x"), right.replace("{ $_", "( $_"), right.replace("$a |", "$b |"), right.replace("ForEach-", "Foreach"),
              right.replace("ForEach-", "For-"), right.replace("`t$a", "`t$c"), right + "Select-Object -Frist 1\n", right[:-3])
    return ["a right script is refused: %s" % check(right)] * bool(check(right)) + ["not seen: %r" % text for text in broken if not check(text)]
