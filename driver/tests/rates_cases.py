"""How often triage is right: failed builds whose cause is known (logs.txt), and logs in which nothing failed (quiet.txt).

By itself it prints the rates, and what it was wrong about: rates_cases.py TBUILD [all]. Of unseen logs only the numbers, unless `all` is given.
"""
import collections
import functools
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


def verdict(expected, first):
    """right, general (right, where no better can be said), vague (only the kind of the error), silent or wrong; and what was said first."""
    if not first:
        return "silent", None
    if first["id"] in expected or any(first["id"] in equal and equal & set(expected) for equal in equal_rows()):
        return "right", first["id"]
    if "~" + first["id"] in expected:
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
        must(total >= (40 if kind == "learned" else 1), "too few logs", total)
        must(kind == "unseen" or (right >= 0.85 and wrong <= 0.02), "the rate fell", dict(found))
    wrong, count = false_alarms(tbuild)
    print("triage, logs in which nothing failed: %d, false alarms %d" % (count, len(wrong)))
    must(count >= 50 and len(wrong) <= count // 50, "false alarms", *wrong)


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


def equals(tbuild, scratch):
    """equal_rows.txt names rows that there are, two or more a line."""
    rows = set(re.findall(r"(?m)^- id: (\S+)", read(os.path.join(os.path.dirname(HERE), "data", "signatures.yaml"))))
    for equal in equal_rows():
        must(len(equal) > 1 and equal <= rows, "no such row, or none beside it", *(sorted(equal - rows) or equal))


def cases(tbuild):
    yield "rates/equals", functools.partial(equals, tbuild)
    yield "rates/triage", functools.partial(rates, tbuild)
    yield "rates/evidence", functools.partial(evidence, tbuild)


if __name__ == "__main__":
    program = os.path.abspath(sys.argv[1])
    for name, all_found in measure(program).items():
        print(name, "%.2f right, %.2f wrong of %d" % shares(all_found))
        for said in ("vague", "silent", "wrong"):
            for row in all_found[said] if name == "learned" or "all" in sys.argv else ():
                print("  %s %s" % (said, row))
    if os.path.exists(os.path.join(HERE, "quiet.txt")):
        print("false alarms", false_alarms(program))
