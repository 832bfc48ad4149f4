"""JSON of standard input, laid out so that people can compare it: what fits on a line is on one."""
import json
import sys


def lines(value, indent, before, behind):
    text = json.dumps(value, ensure_ascii=False)
    if len(indent + before + text) <= 140 or not isinstance(value, (dict, list)):
        return [indent + before + text + behind]
    opened, closed = "{}" if isinstance(value, dict) else "[]"
    items = [(json.dumps(key) + ": ", each) for key, each in value.items()] if isinstance(value, dict) else [("", each) for each in value]
    found = [indent + before + opened]
    for i, (name, each) in enumerate(items):
        found += lines(each, indent + " ", name, "," if i + 1 < len(items) else "")
    return found + [indent + closed + behind]


print("\n".join(lines(json.load(sys.stdin), "", "", "")))
