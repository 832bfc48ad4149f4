"""What the cases of run.py work with: a scratch folder, tpatch under measurement, sets made of a few words."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import tree_state  # noqa: E402
from demo_set import PROJECT, SET  # noqa: E402

RULE = """  - id: %(id)s
    title: A rule
    why: A reason
    files: %(files)s
    language: %(language)s
    optional: true
    edits:
%(edits)s
"""
# Allowed unless a case says otherwise: seconds of work on a usual machine (slowness() says what this one is), and so many times that by the
# clock, for the disk and for whoever else is at work.
SECONDS = 5
WAIT = 6
MEBIBYTES = 256


# What a usual machine works for a start of tpatch.
START_SECONDS = 0.003


def slowness(tpatch):
    """How many times as long as a usual machine this one works for the same, 1 to 8, by starts of tpatch: on a virtual machine under load, what the
    system does can take ten times as long as on a quiet one."""
    def worked():
        return sum(os.times()[2:4])  # of children that ended

    count, before = 25, worked()
    for _ in range(count):
        subprocess.run([tpatch, "--version"], stdout=subprocess.DEVNULL, check=False)
    return min(max((worked() - before) / (count * START_SECONDS), 1.0), 8.0)


class Failure(Exception):
    """A case does not hold."""


def long_case(function):
    """Runs with --long only."""
    function.is_long = True
    return function


class Skip(Exception):
    """A case cannot be run here."""


class Result:
    """What one run of tpatch gave."""

    def __init__(self, code, out, err, seconds, cpu, mebibytes):
        self.code, self.out, self.err, self.seconds, self.cpu, self.mebibytes = code, out, err, seconds, cpu, mebibytes

    def json(self):
        try:
            return json.loads(self.out.decode())
        except ValueError as error:
            raise Failure("no valid JSON: %s" % error) from error


def rule(edits, name="the-rule", pattern="'*.cmake'", language="cmake"):
    """One rule; `edits` is the YAML of one edit, lines without indentation."""
    lines = edits.strip("\n").split("\n")
    text = "      - " + "\n        ".join(lines)
    return RULE % {"id": name, "files": pattern, "language": language, "edits": text}


class Launcher:
    """The process launch.py."""

    def __init__(self):
        here = os.path.dirname(os.path.abspath(__file__))
        self.process = subprocess.Popen([sys.executable, os.path.join(here, "launch.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, order):
        self.process.stdin.write(json.dumps(order).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Bench:
    """One case: its scratch folder, and the worst that tpatch took in it."""

    def __init__(self, tpatch, folder, slack, patience, launcher, is_long):
        self.tpatch, self.folder, self.slack, self.patience, self.launcher, self.is_long = tpatch, folder, slack, patience, launcher, is_long
        self.worst_seconds = self.worst_cpu = self.worst_mebibytes = 0.0
        self.sets = os.path.join(folder, "sets")
        self.tree = os.path.join(folder, "tree")
        os.mkdir(self.sets)
        os.mkdir(self.tree)
        self.write("demo.txt", "1.0.0\n")
        self.write_set()

    def part(self, amount):
        """`amount` with --long, and a quarter of it without: of what is written, and of what it may take."""
        return amount if self.is_long else amount // 4

    def path(self, name):
        return os.path.join(os.fsencode(self.tree), name if isinstance(name, bytes) else os.fsencode(name))

    def write(self, name, content):
        """A file of the tree."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(content.encode() if isinstance(content, str) else content)

    def write_set(self, *rules, name="set.yaml", text=None):
        """The patch set: of rules, or as it is."""
        with open(os.path.join(self.sets, "project.yaml"), "w", encoding="utf-8") as f:
            f.write(PROJECT)
        if text is None:
            text = SET + "".join(rules or [rule("match: set(A $V)\nset: {V: \"2\"}")])
        with open(os.path.join(self.sets, name), "wb") as f:
            f.write(text if isinstance(text, bytes) else text.encode())

    def run(self, *arguments, seconds=SECONDS, mebibytes=MEBIBYTES, codes=(0,), sets=True, address_space=0, through=()):
        """Runs tpatch on the tree, by the command `through`, and holds it to the limits and exit codes."""
        command = [*through, self.tpatch, *arguments]
        if sets:
            command += ["--root", self.tree, "--patchsets", self.sets]
        out_path, err_path = os.path.join(self.folder, "out"), os.path.join(self.folder, "err")
        seconds *= self.patience
        told = self.launcher.run({"command": command, "out": out_path, "err": err_path, "folder": self.folder, "seconds": WAIT * seconds,
                                  "address_space": address_space})
        with open(out_path, "rb") as out, open(err_path, "rb") as err:
            result = Result(told["code"], out.read(), err.read(), told["seconds"], told["cpu"], told["mebibytes"])
        self.worst_seconds = max(self.worst_seconds, result.seconds)
        self.worst_cpu = max(self.worst_cpu, result.cpu)
        self.worst_mebibytes = max(self.worst_mebibytes, result.mebibytes)
        shown = " ".join(arguments)
        if result.code == "timeout":
            raise Failure("%s: it had not ended after %.0f s" % (shown, WAIT * seconds))
        if result.cpu > seconds:
            raise Failure("%s: it worked for %.1f s, more than %.0f" % (shown, result.cpu, seconds))
        if result.code not in codes:
            raise Failure("%s: exit %s: %s" % (shown, result.code, result.err[:600].decode(errors="backslashreplace")))
        if result.mebibytes > mebibytes * self.slack:
            raise Failure("%s: %.0f MiB are more than %d" % (shown, result.mebibytes, mebibytes))
        return result

    def snapshot(self):
        return tree_state.snapshot(self.tree)

    def expect_same(self, before, what):
        lines = tree_state.differences(before, self.snapshot())
        if lines:
            raise Failure("%s: %s" % (what, "; ".join(lines[:5])))

    def round_trip(self, **limits):
        """Applies, applies again (nothing to do), undoes: the tree is as it was. Returns the JSON of the first run."""
        before = self.snapshot()
        made = self.run("apply", "--json=compact", **limits).json()
        if not made["changes"]:
            raise Failure("nothing was changed")
        again = self.run("apply", "--json=compact", **limits).json()
        if again["changes"]:
            raise Failure("the second run makes a change")
        self.run("rollback", "--root", self.tree, "-q", sets=False, **limits)
        self.expect_same(before, "after rollback")
        return made

    def expect(self, condition, what):
        if not condition:
            raise Failure(what)
