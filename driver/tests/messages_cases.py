"""What tools say when they give up: known messages (messages.txt), and all that the tools of this machine have in their sources (messages.py)."""
import collections
import functools
import os

import messages
from case import HERE, Skipped, must, read, triage_all


def known():
    """(tool, row, message, log) of each line of messages.txt."""
    tool = frame = None
    for line in read(os.path.join(HERE, "messages.txt")).splitlines():
        if line.startswith("== "):
            tool, _, frame = line[3:].partition(" | ")
        elif line and not line.startswith("#"):
            row, _, text = line.partition(": ")
            yield tool, row, text.replace("%%", "%"), "\n".join(part.replace("%s", text.replace("%%", "%")) for part in frame.split("|")) + "\n"


def catalogue(tbuild, scratch):
    """Each is found by the row named before it, or by none ("-"). A few may have a newer row that knows more, to be read and written down here."""
    rows = list(known())
    said = triage_all(tbuild, scratch, {"%04d.log" % i: log for i, (_, _, _, log) in enumerate(rows)})
    lost, other = [], []
    for i, (tool, row, text, _) in enumerate(rows):
        first = said["%04d.log" % i][0] if said["%04d.log" % i] else {"id": "-", "level": "empty"}
        what = "%s: %r is found by %s, not %s" % (tool, text, first["id"], row)
        if first["id"] != row:
            (lost if first["level"] in ("last", "empty", "note", "general", "outer") else other).append(what)
    must(len(rows) > 600 and not lost and len(other) <= len(rows) // 30, "messages", *lost + other)


def of_tools(tbuild, scratch):
    """Of what CMake's modules, pip and setuptools say, 98 of 100 are found by a row that was read for them, or quoted."""
    found = messages.judge(tbuild, list(messages.of_machine(scratch)), os.path.join(scratch, "asked"))
    if len(found) < 300:
        raise Skipped("%d messages only: no cmake, pip or setuptools" % len(found))
    counts = collections.Counter(word for word, _, _ in found)
    print("triage, messages of CMake, pip and setuptools: %d, %s" % (len(found), ", ".join("%s %d" % each for each in sorted(counts.items()))))
    left = ["%s %s:%d %s: %r" % (word, message.file, message.line, hit and hit["id"], message.text[:100]) for word, message, hit in found if word != "right"]
    must(counts["right"] >= 0.98 * len(found), "messages", *left)


def cases(tbuild):
    for function in (catalogue, of_tools):
        yield "messages/" + function.__name__, functools.partial(function, tbuild)
