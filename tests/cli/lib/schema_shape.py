"""What a JSON Schema on standard input asks for, a line for each place in it, without what it says for people."""
import json
import sys

ASKED = ("type", "$ref", "const", "enum", "required", "additionalProperties", "dependentRequired", "pattern", "format", "uniqueItems", "minItems", "minLength",
         "minProperties")


def tell(value, path):
    if isinstance(value, dict):
        asked = ["%s=%s" % (key, json.dumps(value[key], separators=(",", ":"))) for key in ASKED if key in value and not isinstance(value[key], dict)]
        if asked:
            print(path or "/", *asked)
        for key, part in value.items():
            if key not in ("description", "default"):
                tell(part, path + "/" + key)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            tell(part, "%s/%d" % (path, number))


tell(json.load(sys.stdin), "")
