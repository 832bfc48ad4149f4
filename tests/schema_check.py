#!/usr/bin/env python3
"""Validates patch sets against the JSON Schema that tpatch prints, with Debian's python3-jsonschema and python3-yaml.

usage: schema_check.py TPATCH FILE|FOLDER...

Every FILE, and every *.yaml of a folder named `patchsets` below a FOLDER, must be valid if tpatch loads it; and each of BROKEN, a valid set
with one thing wrong, must be refused by both. Prints what is not so, and `schema: N passed, N failed`. Exit: 0 all well, 1 not, 77 no validator.
"""
import json
import os
import subprocess
import sys
import tempfile

try:
    import jsonschema
    import yaml
except ImportError as error:
    print("no validator: %s" % error)
    sys.exit(77)

GOOD = """\
tpatch: 1
name: demo-1
summary: A set
target: {project: pytorch, versions: "9.9.1"}
rules:
  - id: a-rule
    title: Do it
    why: It fails.
    files: a.cmake
    edits:
      - match: f($X)
        where: {X: {in: [3.10, true]}}
        replace: g($X)
"""

# A project with facts, and rules that ask for them.
MORE_GOOD = (
    GOOD.replace("rules:\n", """\
variables:
  floor: {type: version, default: "3.5", help: The floor, by-version: [{versions: ">=2.4", value: "3.10"}]}
  mode: {type: choice, choices: [fast, slow], default: fast, help: How}
rules:
""").replace("g($X)", "g($X {{floor}})"),
    """\
tpatch: 1
project: demo
summary: A project
markers: [demo.txt]
facts:
  cuda: {type: version, help: The CUDA toolkit}
  os: {type: choice, choices: [windows, linux], help: The system}
profiles:
  old: {summary: The old card, facts: {cuda: "11.8", os: linux}, set: {floor: "3.5"}}
""",
    GOOD.replace("    files: a.cmake\n", """\
    files: a.cmake
    when: {cuda: [">=11, <12", "12.8"], all: [{any: [{platform: [windows]}]}, {not: {platform: macos}}]}
    when-unknown: apply
    group: both
    superseded-by: {file: b.cmake, contains: x}
""") + """\
  - {id: b-rule, title: Say it, why: It fails., refuse: No., when: {gpu: none}}
  - {id: c-rule, title: Say it, why: It fails., files: a.cmake, warn: Yes., if-found: {match: f($X), inside: if(A)}, tests: [{before: f(1), found: true}]}
""",
)

BROKEN = (
    ("unknown key", "summary: A set", "summary: A set\nsumary: twice"),
    ("no name", "name: demo-1\n", ""),
    ("version without quotes", '"9.9.1"', "9.9"),
    ("format no number", "tpatch: 1", 'tpatch: "1"'),
    ("id in capitals", "id: a-rule", "id: A_Rule"),
    ("no edits", "    edits:\n      - match: f($X)\n        where: {X: {in: [3.10, true]}}\n        replace: g($X)\n", ""),
    ("edits no list", "      - match: f($X)\n        where", "        match: f($X)\n        where"),
    ("two operations", "replace: g($X)", "replace: g($X)\n        delete: true"),
    ("no operation", "        replace: g($X)\n", ""),
    ("two selectors", "match: f($X)", "match: f($X)\n        regex: f"),
    ("no selector", "match: f($X)\n        where", "where"),
    ("delete: false", "replace: g($X)", "delete: false"),
    ("unknown condition", "in: [3.10, true]", "is: 3"),
    ("unknown language", "files: a.cmake", "files: a.cmake\n    language: cmak"),
    ("unknown status", "files: a.cmake", "files: a.cmake\n    upstream: {status: done}"),
    ("count of nothing", "files: a.cmake", "files: a.cmake\n    expect: {files: 0}"),
    ("no URL", "files: a.cmake", "files: a.cmake\n    links: example.org"),
    ("optional no boolean", "files: a.cmake", 'files: a.cmake\n    optional: "true"'),
    ("edits and refuse", "files: a.cmake", "files: a.cmake\n    refuse: No."),
    ("search without selector", GOOD[GOOD.index("    edits"):], "    warn: Yes.\n    if-found: {inside: if(A)}\n"),
    ("when of a number", "files: a.cmake", "files: a.cmake\n    when: 12"),
    ("when-unknown of another word", "files: a.cmake", "files: a.cmake\n    when-unknown: maybe"),
    ("group in capitals", "files: a.cmake", "files: a.cmake\n    group: Both"),
    ("superseded by nothing", "files: a.cmake", "files: a.cmake\n    superseded-by: yes it is"),
    ("variable without default", "rules:", "variables: {a: {help: x}}\nrules:"),
    ("variable of no type", "rules:", "variables: {a: {help: x, default: y, type: list}}\nrules:"),
    ("context no map", "replace: g($X)", "any: [if(X)]\n        replace: g($X)"),
)


def find(arguments):
    for argument in arguments:
        if os.path.isfile(argument):
            yield argument
            continue
        for folder, _, names in sorted(os.walk(argument)):
            if os.path.basename(folder) == "patchsets":
                yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(".yaml"))


def loads(tpatch, text):
    """Does tpatch load a patch set with this text?"""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "x.yaml"), "w", encoding="utf-8") as f:
            f.write(text)
        return subprocess.run([tpatch, "list", "--patchsets", folder], capture_output=True, check=False).returncode == 0


def main():
    tpatch, arguments = sys.argv[1], sys.argv[2:]
    schema = json.loads(subprocess.run([tpatch, "schema"], capture_output=True, check=True).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    passed, problems = 0, []

    def expect(name, text, valid):
        nonlocal passed
        errors = list(validator.iter_errors(yaml.safe_load(text)))
        if bool(errors) == valid:
            problems.append("%s: %s" % (name, errors[0].message if errors else "the schema takes it"))
        else:
            passed += 1

    files = list(find(arguments))
    for path in files:
        with open(path, encoding="utf-8") as f:
            expect(path, f.read(), True)
    for number, text in enumerate((GOOD,) + MORE_GOOD):
        expect("example %d" % number, text, True)
        if not loads(tpatch, text):
            problems.append("example %d: tpatch does not load it" % number)
    for name, old, new in BROKEN:
        text = GOOD.replace(old, new)
        if text == GOOD or loads(tpatch, text):
            problems.append("%s: tpatch loads it" % name)
        expect(name, text, False)
    for problem in problems:
        print(problem)
    print("schema: %d passed, %d failed" % (passed, len(problems)))
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
