"""What the parts of statements.py share: slots, operations, and what is intended at a slot's place."""
import collections
import re
import textwrap

from operations_common import block

# `model`: the source with room for any number of statements; None: no statement fits there. `room`: nothing can be misread there: CODE of any
# lines, with COMMENTS to the end of a line, with DIRECTIVES.
CODE, COMMENTS, DIRECTIVES = 1, 2, 3
Slot = collections.namedtuple("Slot", "name source model room")
# `match` is the pattern, `statement` what is at the slot's place. `wanted`: the statements that are to be there instead. `needs`: the room in
# which it must be made; 0: it may be refused anywhere.
# `beside`: the lines that it inserts, and whether after the line of the statement or before it.
Operation = collections.namedtuple("Operation", "name match statement entry wanted needs beside", defaults=[None])


def wrapped(text, statement):
    return re.sub(r"(?m)^( *)\$MATCH", lambda found: textwrap.indent(statement, found.group(1)), text)


def need_of(text):
    if "<<" in text:
        return DIRECTIVES
    return DIRECTIVES if "#if" in text else COMMENTS if "//" in text or "  #" in text else CODE


def operations(match, statement, replacements, inserts=(), wraps=()):
    """What can be done to a statement. Replacements are pairs: the text, and the statements that it makes; None: what it makes is no statement."""
    yield Operation("delete", match, statement, "delete: true\nalready: zz", "", CODE)
    for text, wanted in replacements:
        yield Operation("replace " + text, match, statement, block("replace", text), wanted, need_of(text) if wanted is not None else 0)
    for text in inserts:
        for key in ("insert-after", "ensure-after"):
            yield Operation(key + " " + text, match, statement, block(key, text), statement + "\n" + text, 0, (text, True))
        for key in ("insert-before", "ensure-before"):
            yield Operation(key + " " + text, match, statement, block(key, text), text + "\n" + statement, 0, (text, False))
    for text in wraps:
        yield Operation("wrap " + text, match, statement, block("wrap", text), wrapped(text, statement), 0)


def beside_the_line(slot, operation):
    """The source with the lines that an operation inserts beside the whole line of the statement: right where that is a line of statements."""
    if not operation.beside:
        return None
    lines, is_after = operation.beside
    line = re.search(r"(?m)^.*@.*$", slot.source)
    at = line.end() if is_after else line.start()
    text = slot.source[:at] + ("\n" + lines if is_after else lines + "\n") + slot.source[at:]
    return text.replace("@", operation.statement)
