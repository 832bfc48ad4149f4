"""How often triage is right: failed builds whose cause is known (logs.txt), and logs in which nothing failed (quiet.txt).

By itself it prints the rates, and what it was wrong about: rates_cases.py TBUILD [all]. Of unseen logs only the numbers, unless `all` is given.
"""
import collections
import functools
import json
import os
import sys

from case import HERE, must, read, run


def records(name):
    """(head, log) of each "=== " block of the file."""
    for block in read(os.path.join(HERE, name)).split("\n=== ")[1:]:
        head, _, log = block.partition("\n")
        yield head, log.rstrip("\n") + "\n"


def is_unseen(thread):
    """"!" is before those that were collected after the rows were written, and on which no row was tuned."""
    return thread.startswith("!")


def verdict(tbuild, expected, log):
    """right, general (right, where no better can be said), vague (only the kind of the error), silent or wrong; and what was said first."""
    hits = json.loads(run(tbuild, "triage", "-", "--json", stdin=log)[1])
    if not hits:
        return "silent", None
    first = hits[0]["id"]
    if first in expected:
        return "right", first
    if "~" + first in expected:
        return "general", first
    return ("vague" if hits[0]["confidence"] == "low" else "wrong"), first


def measure(tbuild):
    """{learned or unseen: {verdict: [(thread, first, expected)]}}"""
    rates = {"learned": collections.defaultdict(list), "unseen": collections.defaultdict(list)}
    for head, log in records("logs.txt"):
        thread, _, rows = head.partition(" | ")
        word, first = verdict(tbuild, rows.split(), log)
        rates["unseen" if is_unseen(thread) else "learned"][word].append((thread, first, rows))
    return rates


def shares(found):
    """(share that is right, share that is wrong, how many)"""
    total = sum(len(each) for each in found.values())
    return (len(found["right"]) + len(found["general"])) / total, len(found["wrong"]) / total, total


def false_alarms(tbuild):
    """Of logs in which nothing failed: (those of which triage says with more than low confidence that something did, how many there are)."""
    wrong, count = [], 0
    for head, log in records("quiet.txt"):
        count += 1
        hits = json.loads(run(tbuild, "triage", "-", "--json", stdin=log)[1])
        wrong += [(head, hit["id"], hit["text"]) for hit in hits[:1] if hit["level"] in ("fatal", "kill", "last", "aside")]
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


def cases(tbuild):
    yield "rates/triage", functools.partial(rates, tbuild)


if __name__ == "__main__":
    program = os.path.abspath(sys.argv[1])
    for name, all_found in measure(program).items():
        print(name, "%.2f right, %.2f wrong of %d" % shares(all_found))
        for said in ("vague", "silent", "wrong"):
            for row in all_found[said] if name == "learned" or "all" in sys.argv else ():
                print("  %s %s" % (said, row))
    if os.path.exists(os.path.join(HERE, "quiet.txt")):
        print("false alarms", false_alarms(program))
