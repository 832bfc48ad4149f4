#!/bin/sh
# shellcheck disable=SC2016 # the dollars are of JSON
# What a patch set and a project file may say, whole: tables of all keys, the JSON Schema of a project file, and of a patch set its definitions of
# an edit and a rule.
tpatch schema --markdown
tpatch schema --of config
tpatch schema --json=compact | python3 -c '
import json, sys
schema = json.load(sys.stdin)
print(" ".join(schema), *schema["$defs"], sep="\n")
for name, what in schema["$defs"].items():
    if isinstance(what, dict):
        print("==", name, json.dumps({key: value for key, value in what.items() if key != "properties"}))
        for key, value in what.get("properties", {}).items():
            print("  %s: %s" % (key, json.dumps({each: of for each, of in value.items() if each != "markdownDescription"})))
'
