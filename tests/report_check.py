#!/usr/bin/env python3
"""Checks the machine formats of `tpatch check` against what defines them, on every fixture tree and on a hostile one.

usage: report_check.py [--stride N] TPATCH [FIXTURE...]

json    valid by the schema that `tpatch schema --of report` prints, and no key that the schema does not name (python3-jsonschema); of other commands
        by `tpatch schema --of COMMAND`
sarif   no property that SARIF 2.1.0 does not have and none missing that it requires, by the classes that Microsoft generates from the
        official schema (python3-sarif-python-om), values by the rules below. Where SARIF_VALIDATOR names the folder that
        tests/get_sarif_validator.sh fills: valid by the official schema itself, and without error by Microsoft's validator, with the
        rules of GitHub's code scanning. All fixes together, made as an editor would (lines, UTF-16 columns), give what `tpatch` writes
github  each line is one workflow command; unescaped it names a file that is there, and a line of it
gitlab  the fields that GitLab documents for a Code Quality report, each of its kind; as many entries as SARIF has results, and the same places. Below
        CI_PROJECT_DIR the paths of both begin there
junit   well-formed; its counts are those of its cases

--stride N: every Nth fixture. Prints what is not so, and `reports: N passed, N failed`. Exit: 0 all well, 1 not, 77 no validator.
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree

import fixture
from attempts import Attempts, Wrong, expect
import ported

sys.path.append("/usr/lib/python3/dist-packages")
try:
    import attr
    import jsonschema
    import sarif_om
except ImportError as error:
    print("no validator: %s" % error)
    sys.exit(77)

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(os.path.dirname(HERE), "fixtures")
# When a page was made is on it.
DATE = re.compile(rb'(?<=<meta name="date" content=")[^"]*')
FORMATS = ("sarif", "github", "gitlab", "junit", "html", "text")

# Which class describes what stands below a property of a class.
BELOW = {
    ("SarifLog", "runs"): "Run",
    ("Run", "tool"): "Tool",
    ("Run", "invocations"): "Invocation",
    ("Run", "results"): "Result",
    ("Run", "automationDetails"): "RunAutomationDetails",
    ("Tool", "driver"): "ToolComponent",
    ("ToolComponent", "rules"): "ReportingDescriptor",
    ("ReportingDescriptor", "shortDescription"): "MultiformatMessageString",
    ("ReportingDescriptor", "fullDescription"): "MultiformatMessageString",
    ("ReportingDescriptor", "help"): "MultiformatMessageString",
    ("ReportingDescriptor", "defaultConfiguration"): "ReportingConfiguration",
    ("Invocation", "toolExecutionNotifications"): "Notification",
    ("Notification", "message"): "Message",
    ("Notification", "locations"): "Location",
    ("Notification", "associatedRule"): "ReportingDescriptorReference",
    ("Result", "message"): "Message",
    ("Result", "locations"): "Location",
    ("Result", "fixes"): "Fix",
    ("Location", "physicalLocation"): "PhysicalLocation",
    ("PhysicalLocation", "artifactLocation"): "ArtifactLocation",
    ("PhysicalLocation", "region"): "Region",
    ("Fix", "description"): "Message",
    ("Fix", "artifactChanges"): "ArtifactChange",
    ("ArtifactChange", "artifactLocation"): "ArtifactLocation",
    ("ArtifactChange", "replacements"): "Replacement",
    ("Replacement", "deletedRegion"): "Region",
    ("Replacement", "insertedContent"): "ArtifactContent",
}
# Properties whose value is free, and those of which the value is known.
FREE = {"properties", "originalUriBaseIds", "partialFingerprints"}
VALUES = {
    "version": lambda v, kind: kind != "SarifLog" or v == "2.1.0",
    "level": lambda v, kind: v in ("none", "note", "warning", "error"),
    "columnKind": lambda v, kind: v == "utf16CodeUnits",
    "uri": lambda v, kind: re.fullmatch(r"[A-Za-z0-9\-._~/%]+", v) and not v.startswith("/"),
    "startLine": lambda v, kind: v >= 1,
    "endLine": lambda v, kind: v >= 1,
    "startColumn": lambda v, kind: v >= 1,
    "endColumn": lambda v, kind: v >= 1,
    "ruleIndex": lambda v, kind: v >= 0,
    "helpUri": lambda v, kind: urllib.parse.urlparse(v).scheme in ("http", "https"),
    "text": lambda v, kind: isinstance(v, str),
}

TITLE = "Raise: the <script>alert(1)</script> & \\\"floor\\\", 100%"
HOSTILE_SET = """\
tpatch: 1
name: hostile
summary: Names and texts that hurt
target: {project: pytorch, versions: "9.9.1"}
rules:
  - id: raise-it
    title: "%s"
    why: |
      ]]> --> </script> %%0A::error::no
    files: "**/*.cmake"
    links: ["https://example.org/?a=1&b=2"]
    edits:
      - match: f($X)
        replace: 'f("new 😀" $X)'
""" % TITLE
HOSTILE_FILES = {
    "torch/csrc/marker": "",
    "caffe2/marker": "",
    "a b,c:d%25&<script>alert(1)<!--.cmake".replace("/", ""): "# 😀 é\nset(x \"😀\") f(1)\n",
    "ünïcödé/üb.cmake": "\ufefff(1)\nf(2) f(3)\n",
    "crlf.cmake": "# </script><script>alert(1)</script>\r\nf(1)\r\n",
    "no-newline.cmake": "f(1)",
    "unseen.cmake": "# \u202e right to left, \x1b[31m red, \u200b nothing, x\ufe0f\U000e0041\u2063 nor here\nf(1) # \x07\n",
}


def check_sarif_object(value, kind):
    """`value` has what the class `kind` of sarif_om has, and what it must have."""
    expect(isinstance(value, dict), "sarif: %s is no object", kind)
    fields = {field.metadata["schema_property_name"]: field for field in attr.fields(getattr(sarif_om, kind))}
    for name, field in fields.items():
        expect(field.default is not attr.NOTHING or name in value, "sarif: %s has no %s", kind, name)
    for name, below in value.items():
        expect(name in fields, "sarif: %s may not have '%s'", kind, name)
        expect(name not in VALUES or VALUES[name](below, kind), "sarif: %s.%s is %r", kind, name, below)
        if (kind, name) in BELOW:
            for item in below if isinstance(below, list) else [below]:
                check_sarif_object(item, BELOW[kind, name])
        else:
            expect(name in FREE or not isinstance(below, dict), "sarif: nothing is known of %s.%s", kind, name)


def utf16_offset(line, column):
    """Index into `line` of the UTF-16 column (from 1)."""
    units = 0
    for index, char in enumerate(line):
        if units == column - 1:
            return index
        units += 2 if ord(char) > 0xFFFF else 1
    expect(units == column - 1, "sarif: no column %d in %r", column, line)
    return len(line)


# Stands before what is inserted where others insert, too.
UNORDERED = "\ue000"


def apply_fixes(results, root):
    """Makes all fixes in the tree, the last place first. Returns the paths in which several insert at one place: their order is none of SARIF's. Of lines in
    which they do so, nothing is left, for neither is it SARIF's whether equal texts of two rules are one; of each path, how many these were."""
    by_file = {}
    unordered = {}
    for result in results:
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                path = urllib.parse.unquote(change["artifactLocation"]["uri"])
                by_file.setdefault(path, []).extend((result["ruleId"], replacement) for replacement in change["replacements"])
    for path, replacements in by_file.items():
        with open(os.path.join(root, path), encoding="utf-8", newline="", errors="surrogateescape") as f:
            text = f.read()
        bom, text = ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
        starts = [0] + [match.end() for match in re.finditer("\n", text)]

        def offset(line, column):
            end = starts[line] if line < len(starts) else len(text)
            return starts[line - 1] + utf16_offset(text[starts[line - 1]:end], column)

        # Two rules may want the same, each with a fix that is whole by itself: once is enough. What one rule wants at one place for each of several
        # matches is wanted as often.
        wanted = {}
        for rule, r in replacements:
            region, inserted = r["deletedRegion"], r.get("insertedContent", {}).get("text", "")
            edit = offset(region["startLine"], region["startColumn"]), offset(region["endLine"], region["endColumn"]), inserted
            wanted.setdefault(edit, collections.Counter())[rule] += 1
        edits = [edit for edit, by_rule in wanted.items() for _ in range(max(by_rule.values()) if edit[0] == edit[1] else 1)]
        edits.sort(key=lambda edit: edit[:2])
        inserts = [edit[0] for edit in edits if edit[0] == edit[1]]
        if len(set(inserts)) < len(inserts):
            unordered[path] = 0
        for begin, end, inserted in reversed(edits):
            is_shared = inserts.count(begin) > 1 or len(wanted[begin, end, inserted]) > 1
            is_in_line = begin == end and is_shared and "\n" not in inserted
            text = text[:begin] + UNORDERED * is_in_line + inserted + text[end:]
        if UNORDERED in text:
            lines = text.splitlines(keepends=True)
            text = "".join(line for line in lines if UNORDERED not in line)
            unordered[path] = sum(UNORDERED in line for line in lines)
        with open(os.path.join(root, path), "w", encoding="utf-8", newline="", errors="surrogateescape") as f:
            f.write(bom + text)
    return unordered


def sort_lines(fixed, wanted, n_left_out):
    """Without their indentation: where a fix indents a line, another one's lines may come behind the blanks. Of `wanted`, so many lines that `fixed` lacks are
    left out as well."""
    found = []
    for path in fixed, wanted:
        with open(path, "rb") as f:
            found.append(collections.Counter(line.lstrip(b" \t") for line in f.readlines()))
    left = found[1] - found[0]
    if sum(left.values()) == n_left_out:
        found[1] -= left
    for path, lines in zip((fixed, wanted), found):
        with open(path, "wb") as f:
            f.writelines(sorted(lines.elements()))


class OfficialSarif:
    """The official schema, and Microsoft's validator, which takes a second to start and so gets all logs at once."""

    def __init__(self, folder):
        self.program = os.path.join(os.path.abspath(folder), "Sarif.Multitool")
        with open(os.path.join(folder, "sarif-2.1.0.json"), encoding="utf-8") as f:
            schema = json.load(f)
        made = jsonschema.validators.validator_for(schema)
        made.check_schema(schema)
        self.schema = made(schema, format_checker=jsonschema.FormatChecker())
        self.logs = []

    def check(self, log):
        error = jsonschema.exceptions.best_match(self.schema.iter_errors(log))
        expect(error is None, "sarif: %s: %s", error and "/".join(str(part) for part in error.absolute_path), error and error.message[:500])
        self.logs.append(log)

    def complaints(self, logs, folder):
        """What the validator calls an error, as `FILE(line,column): error …`."""
        for number, log in enumerate(logs):
            with open(os.path.join(folder, "%d.sarif" % number), "w", encoding="utf-8") as f:
                json.dump(log, f)
        run = subprocess.run([self.program, "validate", "--rule-kind", "Sarif;Ghas", os.path.join(folder, "*.sarif")], capture_output=True, check=False, text=True, timeout=300,
                             env=dict(os.environ, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT="1", DOTNET_BUNDLE_EXTRACT_BASE_DIR=os.path.dirname(self.program)))
        expect("%d files scanned" % len(logs) in run.stdout, "sarif: the validator says %s", (run.stdout + run.stderr)[-500:])
        return re.findall(r"^.*\): error [A-Z]+\d+: .*$", run.stdout, re.M)

    def check_all(self, folder):
        logs = {json.dumps(log, sort_keys=True): log for log in self.logs}
        expect(logs, "sarif: no logs")
        found = self.complaints(list(logs.values()), folder)
        expect(not found, "sarif: the validator finds %s", found[:5])

    def check_refusal(self, folder):
        """Both say no to what is wrong."""
        logs = [json.loads(json.dumps(next(log for log in self.logs if log["runs"][0]["results"]))) for _ in range(2)]
        results = [log["runs"][0]["results"][0] for log in logs]
        results[0]["ruleIndex"] = 777
        del results[1]["locations"]
        found = self.complaints(logs, folder)
        expect(any("0.sarif(" in line for line in found) and any("required by the GitHub" in line for line in found if "1.sarif(" in line), "sarif: the validator says only %s", found)
        results[1]["level"] = "wrong"
        expect(next(self.schema.iter_errors(logs[1]), None), "sarif: the schema takes a level that there is not")


OFFICIAL = OfficialSarif(os.environ["SARIF_VALIDATOR"]) if os.path.isfile(os.path.join(os.environ.get("SARIF_VALIDATOR", ""), "sarif-2.1.0.json")) else None


def check_sarif(text, root, code):
    log = json.loads(text)
    check_sarif_object(log, "SarifLog")
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    expect(run["invocations"][0]["exitCode"] == code, "sarif: exitCode is %s", run["invocations"][0]["exitCode"])
    base = run["originalUriBaseIds"]["SRCROOT"]["uri"]
    expect(base == "file://" + urllib.parse.quote(os.path.realpath(root), safe="/-._~") + "/", "sarif: SRCROOT is %s", base)
    prints = set()
    for result in run["results"]:
        expect(rules[result["ruleIndex"]]["id"] == result["ruleId"], "sarif: %s is not rule %d", result["ruleId"], result["ruleIndex"])
        place = result["locations"][0]["physicalLocation"]
        expect(place["artifactLocation"]["uri"] and place["region"]["startLine"] >= 1, "sarif: a result without a place, for which GitHub refuses the log: %s", result)
        fingerprint = result["partialFingerprints"]["tpatch/v1"]
        expect(fingerprint not in prints, "sarif: two results with fingerprint %s", fingerprint)
        prints.add(fingerprint)
    return run["results"]


def check_github(text, root):
    for line in text.splitlines():
        match = re.fullmatch(r"::(error|warning|notice) ([^\r\n]*?)::(.*)", line)
        expect(match, "github: %s", line)
        properties = {}
        for pair in match[2].split(","):
            name, _, value = pair.partition("=")
            expect(not re.search(r"%(?!25|0D|0A|3A|2C)", value) and ":" not in value, "github: %s is not escaped", pair)
            properties[name] = re.sub(r"%(25|0D|0A|3A|2C)", lambda found: chr(int(found[1], 16)), value)
        expect(set(properties) <= {"title", "file", "line", "endLine", "col", "endColumn"}, "github: %s", line)
        expect(properties["title"].startswith("tpatch ("), "github: %s", properties["title"])
        if "line" in properties:
            with open(properties["file"], "rb") as f:
                lines = f.read().count(b"\n") + 1
            expect(1 <= int(properties["line"]) <= lines, "github: %s has no line %s", properties["file"], properties["line"])
            expect(properties["file"].startswith(os.path.realpath(root)), "github: %s is elsewhere", properties["file"])
        expect("col" not in properties or properties["line"] == properties["endLine"], "github: columns of two lines")


# What https://docs.gitlab.com/ci/testing/code_quality/ requires of an entry.
GITLAB_SEVERITIES = ("info", "minor", "major", "critical", "blocker")
GITLAB_LEVELS = {"note": "info", "warning": "minor", "error": "critical"}


def check_gitlab(text, results, way=""):
    """`way`: from the repository to the root."""
    entries = json.loads(text)
    expect(isinstance(entries, list) and len(entries) == len(results), "gitlab: %d entries, %d results of SARIF", len(entries), len(results))
    expect(len({entry["fingerprint"] for entry in entries}) == len(entries), "gitlab: a fingerprint is not the only one")
    for entry, result in zip(entries, results):
        expect(set(entry) == {"description", "check_name", "fingerprint", "severity", "location"}, "gitlab: %s", entry)
        expect(all(isinstance(entry[name], str) and entry[name] for name in set(entry) - {"location"}), "gitlab: %s", entry)
        expect(re.fullmatch("[0-9a-f]{32}", entry["fingerprint"]) and entry["severity"] in GITLAB_SEVERITIES, "gitlab: %s", entry)
        expect(entry["severity"] == GITLAB_LEVELS[result["level"]], "gitlab: %s is %s", result["level"], entry["severity"])
        expect(entry["check_name"] == result["ruleId"] and entry["description"] == result["message"]["text"], "gitlab: %s is not %s", entry, result)
        path, line = entry["location"]["path"], entry["location"]["lines"]["begin"]
        expect(isinstance(line, int) and line >= 1 and path and not path.startswith(("/", "./")), "gitlab: %s:%s", path, line)
        place = result["locations"][0]["physicalLocation"]
        expect(path.startswith(way) and path == urllib.parse.unquote(place["artifactLocation"]["uri"], errors="replace"), "gitlab: %s is not %s", path, place)
        expect(line == place["region"]["startLine"], "gitlab: line %d is not %s", line, place)


def check_junit(text):
    top = xml.etree.ElementTree.fromstring(text)
    expect(top.tag == "testsuites", "junit: begins with %s", top.tag)
    for element in [top] + list(top.iter("testsuite")):
        cases = list(element.iter("testcase"))
        counts = [len(cases)] + [len([case for case in cases if case.find(tag) is not None]) for tag in ("failure", "error", "skipped")]
        expect(counts == [int(element.get(name)) for name in ("tests", "failures", "errors", "skipped")], "junit: counts of %s", element.get("name"))
        expect(all(case.get("name") and case.get("classname") for case in cases), "junit: a case without a name")
    return top


def strict(schema):
    """The schema with no keys but those that it names."""
    if isinstance(schema, list):
        return [strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: strict(value) for key, value in schema.items()}
    if "properties" in schema and "type" in schema and "additionalProperties" not in schema:
        made["additionalProperties"] = False
    return made


class Told:
    """What commands other than apply and check print with --json, in the three styles, while a tree goes through its states."""

    def __init__(self, tpatch, scratch):
        self.tpatch, self.scratch, self.validators, self.told = tpatch, scratch, {}, {}
        offered = subprocess.run([tpatch, "schema", "--of", "?"], capture_output=True, check=False, text=True).stderr.split("one of: ")[1].split()
        self.names = [name.strip(",") for name in offered if name.strip(",") not in ("sets", "report", "config")]
        expect(len(self.names) > 5, "json: schemas of %s", self.names)
        config = jsonschema.Draft202012Validator(json.loads(self.call("schema", "--of", "config").stdout))
        for settings, fits in (({}, True), ({"skip": [{"rule": "a", "reason": "b"}]}, True), ({"skip": ["a"]}, False), ({"output": "x"}, False)):
            expect(config.is_valid(settings) == fits, "json: the schema of tpatch.yaml and %s", settings)
        for name in self.names:
            schema = json.loads(self.call("schema", "--of", name).stdout)
            jsonschema.Draft202012Validator.check_schema(schema)
            self.validators[name] = [jsonschema.Draft202012Validator(made) for made in (schema, strict(schema))]
            for wrong in ({}, [{}], {"schema": 3}, {"exit": 9, "error": {"message": ""}}, 1):
                expect(all(next(made.iter_errors(wrong), None) for made in self.validators[name]), "json: the schema of %s takes %s", name, wrong)

    def call(self, *arguments):
        return subprocess.run([self.tpatch, *arguments], capture_output=True, check=False, timeout=60)

    def tells(self, name, *arguments, code=0):
        values = []
        for style in ("pretty", "compact", "stream"):
            result = self.call(name, *arguments, "--json=" + style)
            expect(result.returncode == code, "%s %s: exit %d: %s", name, arguments, result.returncode, result.stderr)
            lines = result.stdout.splitlines() if style == "stream" else [result.stdout]
            made = [json.loads(line) for line in lines]
            values.append(made)
            for value in made:
                for validator in self.validators[name]:
                    error = jsonschema.exceptions.best_match(validator.iter_errors(value))
                    expect(error is None, "json of %s: %s: %s", name, error and "/".join(str(part) for part in error.absolute_path), error and error.message[:500])
                expect(style != "stream" or not isinstance(value, list), "json of %s: a list in a stream", name)
        pretty, compact, stream = values
        expect("--prune" in arguments or pretty == compact and (stream == pretty or stream == pretty[0]), "json of %s: the styles tell different things", name)
        self.told[name] = self.told.get(name, 0) + 1
        return pretty[0]

    def run(self):
        tree, unfit = os.path.join(self.scratch, "told"), os.path.join(FIXTURES, "verdict/missing")
        shutil.copytree(os.path.join(FIXTURES, "pytorch-1.12.1/before"), tree)
        root = ("--root", tree)
        expect(self.tells("log", *root) == [], "json: a log of nothing")
        self.tells("status", *root, "--profile", "blackwell")
        expect("problem" in self.tells("status", *root, "--tag", "0.4.1", "--force-tag"), "json: no set, and status does not say so")
        expect("problem" in self.tells("status", "--root", self.scratch), "json: no tree, and status does not say so")
        expect(self.call("apply", *root, "-q").returncode == 0, "json: apply fails")
        expect(self.tells("log", *root)[0]["files"], "json: a log without files")
        with open(os.path.join(tree, "setup.py"), "a", encoding="utf-8") as f:
            f.write("# mine\n")
        os.remove(os.path.join(tree, "tools/build_pytorch_libs.py"))
        expect(len(self.tells("status", *root)["runs"][0]["drifted"]) == 2, "json: two drifted files")
        for style in ("pretty", "compact", "stream"):
            value = json.loads(self.call("rollback", *root, "--force", "--json=" + style).stdout)
            self.validators["rollback"][1].validate(value)
            expect(value["files"] >= 29 and ("kept_as_run" in value["runs"][0]) == (style == "pretty"), "json: rollback tells %s", value)
            expect(self.call("apply", *root, "-q").returncode == 0, "json: apply fails")
        self.tells("rollback", *root, "77", code=2)
        self.tells("log", *root)
        self.tells("log", *root, "--prune")
        self.tells("list")
        facts = self.tells("facts", *root, "--facts", "none", "--profile", "blackwell")["facts"]
        expect({"value", "unknown"} == {key for fact in facts for key in fact if key in ("value", "unknown")}, "json of facts: %s", facts)
        self.tells("lint", "cmake-4")
        self.tells("lint", "--patchsets", os.path.join(FIXTURES, "verdict/missing/patchsets"), code=1)
        self.tells("explain", "cmake-minimum", *root)
        self.tells("explain", "msvc-vcvars", "tools/build_pytorch_libs.py", *root)
        self.tells("explain", "the-rule", "--root", os.path.join(unfit, "before"), "--patchsets", os.path.join(unfit, "patchsets"))
        self.tells("matrix", "--trees", tree, "--trees", os.path.join(unfit, "before"), "--patchsets", os.path.join(unfit, "patchsets"))
        self.tells("matrix", "pytorch-1.12.1", "--trees", tree)
        self.run_port(tree)
        for name in ("CMakeLists.txt", "setup.py", "torch/csrc/Module.cpp"):
            if os.path.exists(os.path.join(tree, name)):
                self.tells("parse", os.path.join(tree, name))
                self.tells("parse", "--tree", os.path.join(tree, name))
        expect(set(self.told) == set(self.names), "json: nothing was told of %s", set(self.names) - set(self.told))

    def run_port(self, tree):
        series, _ = ported.make(os.path.join(self.scratch, "ported"))
        run = self.tells("port", series, "--to", os.path.dirname(series) + "/new", "--target", "demo", "--tag", "2.0", code=3)
        expect(sorted(edit["outcome"] for edit in run["edits"]) == ["exact", "look", "person", "person", "upstream"], "json of port: the outcomes are %s", run["counts"])
        expect("\n" in run["set"] and all("hunk" in edit for edit in run["edits"]), "json of port: no set, or no hunks")
        for edit in run["edits"]:
            expect(("first_line" in edit) == (edit["path"] != "gone.cmake"), "json of port: %s", edit)
            expect((edit.get("before") != edit.get("after")) == (edit["outcome"] in ("exact", "look")), "json of port: %s", edit)
        self.tells("port", series, "--from", os.path.dirname(series) + "/old", "--to", os.path.dirname(series) + "/new", "--target", "demo", "--tag", "2.0", code=3)
        self.tells("port", os.path.join(tree, "setup.py"), "--to", tree, code=2)


class Checker:
    def __init__(self, tpatch):
        self.tpatch = tpatch
        self.is_first = True  # of the trees: what is the same for all is looked at there
        self.is_third = True  # so is what takes long
        schema = json.loads(subprocess.run([tpatch, "schema", "--of", "report"], capture_output=True, check=True).stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        self.validators = [jsonschema.Draft202012Validator(made) for made in (schema, strict(schema))]

    def valid(self, value):
        for validator in self.validators:
            error = jsonschema.exceptions.best_match(validator.iter_errors(value))
            expect(error is None, "json: %s: %s", error and "/".join(str(part) for part in error.absolute_path), error and error.message[:500])

    def invalid(self, value, name):
        for validator in self.validators:
            expect(next(validator.iter_errors(value), None) is not None, "json: the schema takes %s", name)

    def run(self, scratch, root, arguments, command, style):
        outputs = [os.path.join(scratch, name) for name in FORMATS]
        call = [self.tpatch, command[0], "--root", root, "--json=" + style] + command[1:] + arguments
        for name, path in zip(FORMATS, outputs):
            call += ["--output", "%s=%s" % (name, path)]
        # As in GitLab's pipeline, where the tree is the repository, or is no part of it.
        environment = dict(os.environ, CI_PROJECT_DIR=root if command[0] == "check" else os.path.join(scratch, "elsewhere"))
        result = subprocess.run(call, capture_output=True, check=False, timeout=60, env=environment)
        lines = result.stdout.splitlines() if style == "stream" else [result.stdout]
        for line in lines:
            self.valid(json.loads(line))
        if "error" in json.loads(lines[0]):
            return result, None
        texts = {}
        for name, path in zip(FORMATS, outputs):
            with open(path, encoding="utf-8", newline="", errors="surrogateescape" if name in ("text", "github") else "strict") as f:
                texts[name] = f.read()
            os.remove(path)
            if command[0] != "check" or style != "stream" or not self.is_first:
                continue
            alone = subprocess.run([self.tpatch, command[0], "--root", root, "--format", name] + command[1:] + arguments, capture_output=True, check=False,
                                   timeout=60)
            if name != "text":
                alone.stdout, told = (DATE.sub(b"<time>", text) for text in (alone.stdout, texts[name].encode("utf-8", "surrogateescape")))
                same = alone.stdout == told or (name in ("sarif", "gitlab") and json.loads(alone.stdout) == json.loads(texts[name]))
                expect(same and alone.returncode == result.returncode, "--format %s is not --output %s", name, name)
        return result, texts

    def tree(self, before, arguments, scratch):
        root = os.path.join(scratch, "tree")
        fixed = os.path.join(scratch, "fixed")
        shutil.copytree(before, root, symlinks=True)
        shutil.copytree(before, fixed, symlinks=True)
        result, texts = self.run(scratch, root, arguments, ["check"], "compact")
        if self.is_first:
            self.run(scratch, root, arguments, ["check"], "stream")
        if not texts:
            return
        results = check_sarif(texts["sarif"], root, result.returncode)
        if OFFICIAL and self.is_third:
            OFFICIAL.check(json.loads(texts["sarif"]))
        check_github(texts["github"], root)
        check_gitlab(texts["gitlab"], results)
        check_junit(texts["junit"])
        expect((result.returncode == 0) == (not [r for r in results if r["properties"]["verdict"] not in ("warning", "note")]), "sarif: results do not agree with the exit code")
        unordered = apply_fixes(results, fixed) if result.returncode == 1 else ()
        result, texts = self.run(scratch, root, arguments, ["apply"], "pretty")
        expect(texts, "apply fails where check does not")
        check_gitlab(texts["gitlab"], check_sarif(texts["sarif"], root, result.returncode))
        shutil.rmtree(os.path.join(root, ".tpatch"), ignore_errors=True)
        if any("operation" in change for change in json.loads(result.stdout)["changes"]):
            return  # SARIF has no fix for what becomes of a file itself
        for path in unordered:
            sort_lines(os.path.join(fixed, path), os.path.join(root, path), unordered[path])
        same = subprocess.run(["diff", "-r", "--no-dereference", fixed, root], capture_output=True, check=False)
        expect(same.returncode == 0, "sarif: the fixes make something else: %s", (same.stdout + same.stderr).decode(errors="replace"))


def make_hostile(folder):
    sets = os.path.join(folder, "patchsets")
    os.makedirs(sets)
    with open(os.path.join(sets, "hostile.yaml"), "w", encoding="utf-8") as f:
        f.write(HOSTILE_SET)
    for name, text in HOSTILE_FILES.items():
        path = os.path.join(folder, "before", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as f:
            f.write(text)
    return os.path.join(folder, "before"), ["--patchsets", sets, "--tag", "9.9.1", "--use", "hostile"]


def main():
    stride, words = (int(sys.argv[2]), sys.argv[3:]) if sys.argv[1] == "--stride" else (1, sys.argv[1:])
    checker = Checker(os.path.abspath(words[0]))
    attempts = Attempts("reports", (ValueError, KeyError, jsonschema.ValidationError, xml.etree.ElementTree.ParseError))

    def in_scratch(work):
        with tempfile.TemporaryDirectory(prefix="a b%ü ") as scratch:
            work(scratch)

    def attempt(name, work):
        attempts.attempt(name, in_scratch, work)

    def of_case(case):
        def check(scratch):
            case.expand(os.path.join(scratch, "case"))
            sets = ["--patchsets", os.path.join(scratch, "case", "patchsets")] if case.patchsets is not None else []
            checker.tree(os.path.join(scratch, "case", "before"), sets + case.arguments, scratch)

        return check

    for number, case in enumerate(fixture.cases(words[1:])[::stride]):
        checker.is_first = number % 20 == 0
        checker.is_third = number % 3 == 0
        attempt(case.name, of_case(case))

    def hostile(scratch):
        before, arguments = make_hostile(os.path.join(scratch, "case"))
        checker.tree(before, arguments, scratch)
        with open(os.path.join(scratch, "tree", "crlf.cmake"), "rb") as f:
            expect(b'f("new' in f.read(), "the hostile tree was not changed")
        shutil.rmtree(os.path.join(scratch, "tree"))
        parts = os.path.join(scratch, "third party", "ünder")
        shutil.copytree(before, parts)
        call = [checker.tpatch, "check", "--root", parts, "--format", "gitlab", "-o", "sarif=" + os.path.join(scratch, "x")] + arguments
        for top in (scratch, scratch + "/"):
            shown = subprocess.run(call, capture_output=True, check=False, timeout=60, env=dict(os.environ, CI_PROJECT_DIR=top)).stdout
            with open(os.path.join(scratch, "x"), encoding="utf-8") as f:
                results = check_sarif(f.read(), scratch, 1)
            check_gitlab(shown, results, "third party/ünder/")
            apply_fixes(results, scratch)
            expect(subprocess.run(call, capture_output=True, check=False, timeout=60).returncode == 0, "sarif: the fixes of a folder fix nothing")
            shutil.rmtree(parts)
            shutil.copytree(before, parts)

    checker.is_first = checker.is_third = True
    attempt("hostile names and texts", hostile)
    def tests_as_junit(scratch):
        path = os.path.join(scratch, "junit.xml")
        run = subprocess.run([checker.tpatch, "test", "--output", "junit=" + path], capture_output=True, check=True, text=True)
        with open(path, encoding="utf-8") as f:
            top = check_junit(f.read())
        expect(run.stdout.splitlines()[-1].endswith(" 0 failed") and top.get("failures") == "0" and int(top.get("tests")) > 20, "junit: of tests that hold")
        case = os.path.join(scratch, "case")
        make_hostile(case)
        with open(os.path.join(case, "patchsets", "hostile.yaml"), "a", encoding="utf-8") as f:
            f.write("    tests: [{name: '<&> ]]>', before: f(1), after: f(2)}, {before: f(1), after: 'f(\"new 😀\" 1)'}]\n")
        run = subprocess.run([checker.tpatch, "test", "hostile", "--patchsets", os.path.join(case, "patchsets"), "--format", "junit"], capture_output=True, check=False)
        top = check_junit(run.stdout.decode())
        failed = [case.get("name").split(" (")[0] for case in top.iter("testcase") if case.find("failure") is not None]
        expect(run.returncode == 1 and failed == ["<&> ]]>"] and len(list(top.iter("testcase"))) == 2, "junit: of tests of which one fails: %s", failed)

    attempt("JSON of the other commands", lambda scratch: Told(checker.tpatch, scratch).run())
    if OFFICIAL:
        attempt("SARIF by its validator", OFFICIAL.check_all)
        attempt("SARIF that is wrong", OFFICIAL.check_refusal)
    else:
        print("no SARIF_VALIDATOR: SARIF is not held against the official schema")
    attempt("tests as JUnit", tests_as_junit)
    attempt("a failure", lambda scratch: checker.valid(json.loads(subprocess.run(
        [checker.tpatch, "check", "--root", os.path.join(scratch, "no"), "--json"], capture_output=True, check=False).stdout)))
    attempt("a schema that says no", lambda scratch: [checker.invalid(value, value) for value in ({}, {"type": "rule"}, {"exit": 9, "error": {"message": ""}})])
    return attempts.report()


if __name__ == "__main__":
    sys.exit(main())
