"""What the parts of operations.py share: how a case writes its edit, and how it shows what differs."""
import difflib
import textwrap


class Skip(Exception):
    """The template has no place in this file."""


def block(key, text):
    """A YAML entry with a literal block."""
    return "%s: |-\n%s" % (key, textwrap.indent(text, "    "))


def edit(*entries):
    """An item of `edits:` with these entries."""
    return "- " + textwrap.indent("\n".join(entries), "  ").lstrip(" ")


def unified(old, new, old_name="wanted", new_name="got", limit=40):
    """The first lines of the difference of two lists of lines."""
    return "\n".join(list(difflib.unified_diff(old, new, old_name, new_name, lineterm="", n=3))[:limit])
