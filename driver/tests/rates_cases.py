"""How often triage is right: failed builds whose cause is known (logs.txt), and logs in which nothing failed (quiet.txt).

By itself it prints the rates, and what it was wrong about: rates_cases.py TBUILD [all]. Of unseen logs only the numbers, unless `all` is given.
rates_cases.py TBUILD verdicts adds to verdicts.txt what triage says of the unseen logs that are not in it, and makes driver/data/record.yaml anew.
"""
import collections
import functools
import json
import os
import re
import sys
import tempfile

from case import HERE, must, read, triage_all


def records(name):
    """(head, log) of each "=== " block of the file."""
    for block in read(os.path.join(HERE, name)).split("\n=== ")[1:]:
        head, _, log = block.partition("\n")
        yield head, log.rstrip("\n") + "\n"


def is_unseen(thread):
    """"!" is before those that were collected after the rows were written, and on which no row was tuned."""
    return thread.startswith("!")


@functools.lru_cache(maxsize=None)
def all_hits(tbuild, name):
    """(head, what is said) of each record of the file, all asked for at once."""
    heads, logs = zip(*records(name))
    with tempfile.TemporaryDirectory() as folder:
        said = triage_all(tbuild, folder, {"%04d.log" % i: log for i, log in enumerate(logs)})
    return [(head, said["%04d.log" % i]) for i, head in enumerate(heads)]


def first_hits(tbuild, name):
    """(head, what is said first or None) of each record of the file."""
    return [(head, (hits or [None])[0]) for head, hits in all_hits(tbuild, name)]


@functools.lru_cache(maxsize=None)
def equal_rows():
    """The rows of each line of equal_rows.txt, as sets."""
    return [set(line.split()) for line in read(os.path.join(HERE, "equal_rows.txt")).splitlines() if line and not line.startswith("#")]


def names(hit, most=None):
    """What an answer says the cause is: its row, and the first `most` of its candidates."""
    return [hit["id"]] + [each["id"] for each in hit["candidates"][:most]]


def is_named(expected, said):
    """Is one of the rows or candidates of `said` what was expected, or equal to it?"""
    return any(name in expected or any(name in equal and equal & set(expected) for equal in equal_rows()) for name in said)


def verdict(expected, first):
    """right, general (right, where no better can be said), vague (only the kind of the error), silent or wrong; and what was said first."""
    if not first:
        return "silent", None
    if is_named(expected, names(first, 1)):
        return "right", first["id"]
    if is_named(expected, ["~" + first["id"]]):
        return "general", first["id"]
    return ("vague" if first["confidence"] == "low" else "wrong"), first["id"]


def measure(tbuild):
    """{learned or unseen: {verdict: [(thread, first, expected)]}}"""
    rates = {"learned": collections.defaultdict(list), "unseen": collections.defaultdict(list)}
    for head, said in first_hits(tbuild, "logs.txt"):
        thread, _, rows = head.partition(" | ")
        word, first = verdict(rows.split(), said)
        rates["unseen" if is_unseen(thread) else "learned"][word].append((thread, first, rows))
    return rates


def judged():
    """{(thread, row): what its words are worth} of substance.txt."""
    lines = [line.split(" | ") for line in read(os.path.join(HERE, "substance.txt")).splitlines() if line and line[0] != "#"]
    return {(thread, row): word for thread, row, word, _ in lines}


def in_substance(found):
    """{verdict: how many} of unseen logs, by the words of the answer where somebody has judged them, else by its row."""
    words, counts = judged(), collections.Counter()
    for word, logs in found.items():
        counts.update(words.get((thread.lstrip("!"), first), "right" if word == "general" else word) for thread, first, _ in logs)
    return counts


def listed(tbuild):
    """Of the unseen logs: (how many have the cause in the answer or among its candidates, how many in it or in those after it, how many there are)."""
    near, anywhere, count = 0, 0, 0
    for head, hits in all_hits(tbuild, "logs.txt"):
        thread, _, rows = head.partition(" | ")
        if is_unseen(thread):
            expected = rows.replace("~", "").split()
            near += bool(hits) and is_named(expected, names(hits[0]))
            anywhere += is_named(expected, [name for hit in hits for name in names(hit)])
            count += 1
    return near, anywhere, count


def shares(found):
    """(share that is right, share that is wrong, how many)"""
    total = sum(len(each) for each in found.values())
    return (len(found["right"]) + len(found["general"])) / total, len(found["wrong"]) / total, total


def false_alarms(tbuild):
    """Of logs in which nothing failed: (those of which triage says with more than low confidence that something did, how many there are)."""
    wrong, count = [], 0
    for head, said in first_hits(tbuild, "quiet.txt"):
        count += 1
        if said and said["level"] in ("fatal", "kill", "general", "last", "outer", "aside"):
            wrong.append((head, said["id"], said["text"]))
    return wrong, count


def rates(tbuild, scratch):
    for kind, found in measure(tbuild).items():
        right, wrong, total = shares(found)
        print("triage, %s logs: %d, right %.0f %%, wrong %.0f %% (%s)" % (kind, total, 100 * right, 100 * wrong, ", ".join("%s %d" % (word, len(found[word])) for word in sorted(found))))
        if kind == "unseen":
            said = in_substance(found)
            print("triage, unseen logs by what the words say: %s" % ", ".join("%s %d (%.0f %%)" % (word, said[word], 100 * said[word] / total) for word in sorted(said)))
            threads = {thread.lstrip("!") for logs in found.values() for thread, _, _ in logs}
            must({thread for thread, _ in judged()} <= threads, "substance.txt judges logs that are not unseen", judged())
        must(total >= (40 if kind == "learned" else 1), "too few logs", total)
        must(kind == "unseen" or (right >= 0.85 and wrong <= 0.02), "the rate fell", dict(found))
    near, anywhere, count = listed(tbuild)
    print("triage, unseen logs: the cause is the answer or one of its candidates in %.0f %%, or in a line after it in %.0f %%" % (100 * near / count, 100 * anywhere / count))
    wrong, count = false_alarms(tbuild)
    print("triage, logs in which nothing failed: %d, false alarms %d" % (count, len(wrong)))
    must(count >= 50 and len(wrong) <= count // 50, "false alarms", *wrong)


# What CI services, loggers and tools that show files put before each line of a log.
WRAPPERS = {"plain": "%s", "pip": "  \u2502 %s", "logger": "[2024-05-01 10:00:00,123] [INFO] %s", "gh": "Build\tRun make\t2024-05-01T10:00:00.1234567Z %s", "cat": "    12\t%s",
            "part": "[builder] %s", "compose": "web-1  | %s", "docker": "#12 3.456 %s", "torchrun": "[rank0]: %s", "quoted": "> %s",
            "nom": "\u2503        > %s", "macports": ":info:build %s", "obs": "[   12s] %s", "flutter": "[  +95 ms] %s", "studio": "1> [CMake] %s",
            "journal": "Jan 01 10:00:00 host app[123]: %s"}


def wrapped(tbuild, scratch):
    """Every fifteenth learned log, with what others put before its lines: as many are right as of the plain ones."""
    logs = [each for each in records("logs.txt") if not is_unseen(each[0])][::15]
    counts = {}
    for name, wrapper in WRAPPERS.items():
        texts = {"%04d.log" % i: "".join(wrapper % line + "\n" for line in log.splitlines()) for i, (_, log) in enumerate(logs)}
        said = triage_all(tbuild, os.path.join(scratch, name), texts)
        first = [(head.partition(" | ")[2].split(), (said["%04d.log" % i] or [None])[0]) for i, (head, _) in enumerate(logs)]
        counts[name] = sum(verdict(rows, hit)[0] in ("right", "general") for rows, hit in first)
    must(len(logs) > 100 and all(count >= counts["plain"] - 1 for count in counts.values()), "right, of %d" % len(logs), counts)


# How programs write a whole log as one line, and Docker each of its lines.
FLATTENED = {"plain": lambda log: log, "joined": lambda log: "\\n".join(log.splitlines()) + "\n", "string": lambda log: json.dumps(log) + "\n",
             "map": lambda log: json.dumps({"status": "failed", "output": log, "code": 1}) + "\n", "bytes": lambda log: "%r\n" % log.encode("utf-8"),
             "docker": lambda log: "".join(json.dumps({"log": line + "\n", "stream": "stderr", "time": "2024-05-01T10:00:00.123456789Z"}) + "\n" for line in log.splitlines())}


def flattened(tbuild, scratch):
    """Every fifth learned log, as one line: of those that are right as they are, no more than three of a hundred are lost."""
    logs = [each for each in records("logs.txt") if not is_unseen(each[0])][::5]
    counts = {}
    for name, flatten in FLATTENED.items():
        said = triage_all(tbuild, os.path.join(scratch, name), {"%04d.log" % i: flatten(log) for i, (_, log) in enumerate(logs)})
        first = [(head.partition(" | ")[2].split(), (said["%04d.log" % i] or [None])[0]) for i, (head, _) in enumerate(logs)]
        counts[name] = sum(verdict(rows, hit)[0] in ("right", "general") for rows, hit in first)
    print("triage, logs in one line: of %d right %s" % (len(logs), ", ".join("%s %d" % each for each in counts.items())))
    must(len(logs) > 300 and all(count >= 0.97 * counts["plain"] for count in counts.values()), "right, of %d" % len(logs), counts)


# What GCC puts its names into: "'" in the locale C, U+2018 and U+2019 in those of UTF-8.
OF_GCC = re.compile(r"^(?:\S+:\d+:(?:\d+:)? (?:fatal )?(?:error|warning|note):(?!.* file not found)|\S+: In |\S*(?:gcc|[gc]\+\+|cc1plus)(?:-\d+)?: (?:fatal )?error:)")


def in_quotes(log, curly):
    return "".join((re.sub(r"['`]([^'`\n]{1,300}?)'(?!\w)", "\u2018\\1\u2019", line) if curly else re.sub("[\u2018\u2019]", "'", line)) if OF_GCC.match(line) else line
                   for line in log.splitlines(True))


def quoted(tbuild, scratch):
    """Learned logs with GCC's messages: in the other locale, triage says the same."""
    for name, curly in (("curly", True), ("plain", False)):
        logs = [(log, in_quotes(log, curly)) for head, log in records("logs.txt") if not is_unseen(head)]
        logs = {"%05d.log" % i: both for i, both in enumerate(logs) if both[0] != both[1]}
        before, after = (triage_all(tbuild, os.path.join(scratch, name, str(i)), {file: both[i] for file, both in logs.items()}) for i in (0, 1))
        other = [file for file in logs if [hit["id"] for hit in before[file][:1]] != [hit["id"] for hit in after[file][:1]]]
        must(len(logs) > 50 and not other, "other answers, of %d" % len(logs), *[(logs[file][1], after[file]) for file in other[:3]])


# What a level of confidence promises: the share of answers that are right (driver/triage/triage.h).
PROMISES = {"high": 0.9, "medium": 0.8}
RECORD = os.path.join(os.path.dirname(HERE), "data", "record.yaml")


def verdicts():
    """(thread, row, confidence, right, other or silent) of each line of verdicts.txt, and what the row's table had: (whole or beginning, package)."""
    lines = [line.split(" | ") for line in read(os.path.join(HERE, "verdicts.txt")).splitlines() if line and line[0] not in "#="]
    return [tuple(line[:4]) + (tuple(line[4:]),) for line in lines]


def worth():
    """{confidence: (right, how many)} of all that was said of logs before they were read."""
    said = verdicts()
    return {level: (sum(each[2:4] == (level, "right") for each in said), sum(each[2] == level for each in said)) for level in ("high", "medium", "low")}


def record():
    """The text of record.yaml: how often each row that claims a cause was right on logs that were new to it, however sure it was; and of rows with
    a table on those about names that the table has as a whole, and on those about one of its packages, where there were two or more."""
    rows = set(re.findall(r"(?m)^- id: (\S+)\n  level: (?:fatal|kill|aside|feature)$", read(os.path.join(HERE, "..", "data", "signatures.yaml"))))
    counts = collections.Counter()
    for _, row, _, word, found in verdicts():
        if row in rows and word != "silent":
            about = [""] + ["whole names"] * (found[:1] == ("whole",)) + list(found[1:])
            counts.update((row, of, word) for of in about)
    enough = sorted({(row, of) for row, of, _ in counts if of in ("", "whole names") or counts[row, of, "right"] + counts[row, of, "other"] > 1})
    text = "# What rows were worth on logs that nobody had read for them. Made from driver/tests/verdicts.txt by driver/tests/rates_cases.py TBUILD verdicts.\n"
    for row, of in enough:
        both = [(key, counts[row, of, word]) for key, word in (("right", "right"), ("wrong", "other")) if counts[row, of, word]]
        text += "- {row: %s, %s%s}\n" % (row, "of: %s, " % json.dumps(of) if of else "", ", ".join("%s: %d" % each for each in both))
    return text


def add_verdicts(tbuild):
    known, lines = {each[0] for each in verdicts()}, []
    for head, said in first_hits(tbuild, "logs.txt"):
        thread, _, expected = head.partition(" | ")
        if is_unseen(thread) and thread[1:] not in known:
            word, first = verdict(expected.split(), said)
            word = "right" if word in ("right", "general") else "silent" if word == "silent" else "other"
            found = ("whole" if said["whole_name"] else "beginning", said["package"]) if said and "package" in said else ()
            lines.append(" | ".join((thread[1:], first or "-", said["confidence"] if said else "-", word) + found))
    if lines:
        with open(os.path.join(HERE, "verdicts.txt"), "a", encoding="utf-8") as f:
            f.write("".join(line + "\n" for line in ["== %d logs" % len(lines)] + lines))
    with open(RECORD, "w", encoding="utf-8") as f:
        f.write(record())


def confidence(tbuild, scratch):
    """Each level of confidence kept its promise on logs that were new, and what only repeats a tool promises nothing."""
    for level, (right, count) in worth().items():
        print("triage, confidence %s: right in %d of %d logs that were new (%.0f %%)" % (level, right, count, 100 * right / count))
        must(level == "low" or (count >= 100 and right >= PROMISES[level] * count), "the promise of %s was not kept" % level, right, count)
    must(read(RECORD) == record(), "record.yaml is not what verdicts.txt gives: rates_cases.py TBUILD verdicts makes it anew")
    unseen = {head.partition(" | ")[0][1:] for head, _ in records("logs.txt") if is_unseen(head)}
    must(unseen <= {each[0] for each in verdicts()}, "unseen logs without a verdict", *sorted(unseen - {each[0] for each in verdicts()}))
    for name in ("logs.txt", "quiet.txt"):
        for head, hits in all_hits(tbuild, name):
            for hit in hits:
                must(hit["level"] not in ("general", "last", "outer", "empty") or hit["confidence"] == "low", "a row that knows no cause promises one", head, hit)


def missed():
    """Of all that was said of logs before they were read: (answers that were not right, causes that would have been, those of them that occur once)."""
    causes = {thread.lstrip("!"): rows.split()[0].lstrip("~") for thread, _, rows in (head.partition(" | ") for head, _ in records("logs.txt"))}
    counts = collections.Counter(causes[thread] for thread, _, _, word, _ in verdicts() if word != "right" and thread in causes)
    return sum(counts.values()), len(counts), sum(count == 1 for count in counts.values())


# Rows that are sure, and rest on no log here and on no thread: what their tool says can mean nothing else. It must not become more.
SURE_WITHOUT_LOG = 115


def evidence(tbuild, scratch):
    """A row that no log meets says `unsure`, but for those whose text can mean nothing else."""
    met = {hit["id"] for name in ("logs.txt", "quiet.txt") for _, hits in all_hits(tbuild, name) for hit in hits}
    text = read(os.path.join(os.path.dirname(HERE), "data", "signatures.yaml"))
    sure = []
    for row in re.split(r"(?m)^- id: ", text)[1:]:
        is_error = re.search(r"(?m)^  level: (fatal|kill)$", row)
        has_thread = re.search(r"github\.com/[^/]+/[^/]+/(issues|pull|discussions)/\d", row)
        if is_error and not has_thread and "\n  unsure: yes\n" not in row and row.split("\n")[0] not in met:
            sure.append(row.split("\n")[0])
    must(0 < len(sure) <= SURE_WITHOUT_LOG, "rows that are sure and met no log: %d" % len(sure), " ".join(sure))


def entries(tbuild, scratch):
    """The packages that record.yaml names are in the tables: one that was renamed would lose its record."""
    tables = [read(os.path.join(os.path.dirname(HERE), "data", name + ".yaml")) for name in ("releases", "packages", "api", "codes", "declared")]
    packages = {name.strip('"') for table in tables for name in re.findall(r'(?m)^- \{package: ("[^"]*"|[^,]*),', table)} | {"whole names"}
    named = set(re.findall(r'of: "(.*?)", (?:right|wrong)', record()))
    must(len(packages) > 1000 and named <= packages, "no such package", *sorted(named - packages))


def whole(tbuild, scratch):
    """Each record has a log: a thread without one, as a merge may leave it, would count as one of which triage knows nothing."""
    for name in ("logs.txt", "quiet.txt"):
        empty = [head for head, log in records(name) if not log.strip()]
        must(not empty, "no log in %s" % name, *empty)


def equals(tbuild, scratch):
    """equal_rows.txt names rows that there are, two or more a line."""
    rows = {row for name in ("signatures", "messages") for row in re.findall(r"(?m)^- id: (\S+)", read(os.path.join(os.path.dirname(HERE), "data", name + ".yaml")))}
    for equal in equal_rows():
        named = {row.lstrip("~") for row in equal}
        must(len(named) > 1 and named <= rows, "no such row, or none beside it", *(sorted(named - rows) or equal))


def cases(tbuild):
    yield "rates/whole", functools.partial(whole, tbuild)
    yield "rates/equals", functools.partial(equals, tbuild)
    yield "rates/triage", functools.partial(rates, tbuild)
    yield "rates/wrapped", functools.partial(wrapped, tbuild)
    yield "rates/flattened", functools.partial(flattened, tbuild)
    yield "rates/quoted", functools.partial(quoted, tbuild)
    yield "rates/confidence", functools.partial(confidence, tbuild)
    yield "rates/entries", functools.partial(entries, tbuild)
    yield "rates/evidence", functools.partial(evidence, tbuild)


if __name__ == "__main__":
    program = os.path.abspath(sys.argv[1])
    if "verdicts" in sys.argv:
        add_verdicts(program)
    for level, counts in worth().items():
        print("confidence %s: right in %d of %d logs that were new" % (level, *counts))
    print("%d answers were not right; %d causes would have been, %d of them once" % missed())
    for name, all_found in measure(program).items():
        print(name, "%.2f right, %.2f wrong of %d" % shares(all_found))
        for said in ("vague", "silent", "wrong"):
            for row in all_found[said] if name == "learned" or "all" in sys.argv else ():
                print("  %s %s" % (said, row))
    if os.path.exists(os.path.join(HERE, "quiet.txt")):
        print("false alarms", false_alarms(program))
