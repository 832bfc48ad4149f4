"""What mutants there are: one token of a source is another one, a condition is turned round, a call is left out."""
import collections
import fnmatch
import os
import random
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# What stands in the place of a comment, a text or a line of the preprocessor: nothing in it is mutated.
OPAQUE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)
SWAPPED = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&", "+": "-", "-": "+", "true": "false", "false": "true"}
SWAPS = re.compile(r"(?<= )(?:==|!=|<=|>=|<|>|&&|\|\||\+|-)(?= )|\b(?:true|false)\b")
# The lesser or the greater of two, and an order of what differs: it makes no difference what equals would come to.
OF_TWO = re.compile(r"(?<![\w>.\])])([\w.>\[\]-]+) (?:<=?|>=?) ([\w.>\[\]-]+) \? (?:\1 : \2|\2 : \1|-1 : 1)(?![\w.>\[(-])")
NOT = re.compile(r"(?<=[( ])!(?=[a-z(])")
CONDITION = re.compile(r"^(\t+(?:\} else )?(?:if|while) \()(.+)(\)(?: \{)?)$", re.M)
# What only gives memory back is seen by other tests than these.
CALL = re.compile(r"^\t+(?!return|free\b)(?:[a-z_0-9]+(?:->|\.))*[a-z_0-9]+(?<!_release)(?<!_free)\([^\n]*\);$", re.M)

Mutant = collections.namedtuple("Mutant", "path line begin end new")


def sources(pattern):
    """The sources that are built here and that a glob takes, of which several are separated by a space. A folder stands for all that is below
    it: a shell makes folders of `engine/*`."""
    tracked = subprocess.run(["git", "ls-files", "engine/*.c", "driver/*.c"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return [path for path in tracked if "win32" not in path and "/tests/" not in path and any(fnmatch.fnmatch(path, each) or path.startswith(each.rstrip("/") + "/") for each in pattern.split())]


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def mutants_of(path):
    """Every mutant of a file."""
    text = read(path)
    clear = OPAQUE.sub(lambda match: re.sub(r"[^\n]", "\0", match[0]), text)
    of_two = {match.end(1) + 1 for match in OF_TWO.finditer(clear)}
    places = [(match.start(), match.end(), SWAPPED[match[0]]) for match in SWAPS.finditer(clear) if match.start() not in of_two]
    places += [(match.start(), match.end(), "") for match in NOT.finditer(clear)]
    places += [(match.start(2), match.end(2), "!(%s)" % text[match.start(2):match.end(2)]) for match in CONDITION.finditer(clear)]
    places += [(match.end() - len(match[0].lstrip()), match.end(), ";") for match in CALL.finditer(clear)]
    return [Mutant(path, text.count("\n", 0, begin) + 1, begin, end, new) for begin, end, new in places]


def draw(pattern, count, seed, is_wanted=lambda mutant: True):
    """`count` lines out of all that have a wanted mutant, and of each one mutant; and how many wanted mutants there are."""
    by_line = collections.defaultdict(list)
    for path in sources(pattern):
        for mutant in mutants_of(path):
            by_line[path, mutant.line].append(mutant)
    chance = random.Random(seed)
    by_line = {line: mutants for line, mutants in by_line.items() if is_wanted(mutants[0])}
    lines = sorted(by_line)
    chance.shuffle(lines)
    return [chance.choice(by_line[line]) for line in lines[:count]], sum(map(len, by_line.values()))


def at_lines(places):
    """All mutants of lines, each FILE:LINE; and how many they are."""
    mutants = []
    for place in places:
        path, line = place.rsplit(":", 1)
        mutants += [mutant for mutant in mutants_of(path) if mutant.line == int(line)]
    return mutants, len(mutants)


def mutated(mutant, text):
    return text[:mutant.begin] + mutant.new + text[mutant.end:]


def shown(mutant):
    text = read(mutant.path)
    first = text.rfind("\n", 0, mutant.begin) + 1
    last = text.find("\n", mutant.end)
    return "%s:%d: %s  =>  %s" % (mutant.path, mutant.line, text[first:last].strip(), (text[first:mutant.begin] + mutant.new + text[mutant.end:last]).strip())
