"""What the driver's cases share: running tbuild, and saying what is wrong."""
import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


class Failed(Exception):
    """The case did not come out as it must."""


class Skipped(Exception):
    """The case cannot be run here."""


def clean_environment(**more):
    """The environment without what would reach a build."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("USE_", "BUILD_", "CMAKE_", "CCACHE", "DISTCC", "MAKE", "CUDA", "VIRTUAL_ENV"))}
    kept.update(more)
    return kept


def run(tbuild, *arguments, stdin=None, env=None, cwd=None, timeout=600):
    """Returns (exit code, standard output, standard error)."""
    given = {"input": stdin.encode()} if stdin is not None else {"stdin": subprocess.DEVNULL}
    for _ in range(2 if os.environ.get("TBUILD_TESTS_WINE") else 1):
        done = subprocess.run([tbuild, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout, cwd=cwd, env=env or clean_environment(), **given)
        # Of some thousand starts of Wine one ends so, before the program begins (tests/windows/README.md).
        if done.returncode != 1 or done.stdout or done.stderr:
            break
    return done.returncode, done.stdout.decode(errors="backslashreplace"), done.stderr.decode(errors="backslashreplace")


def triage_all(tbuild, scratch, logs):
    """{name: hits} of many logs, {name: text}, by one start of the program."""
    folder = os.path.join(scratch, "logs")
    for name, text in logs.items():
        write(os.path.join(folder, name), text)
    code, out, err = run(tbuild, "triage", shown(folder), "--json")
    if code not in (0, 1):
        raise Failed("triage of a folder: exit code %d" % code, err)
    said = {os.path.basename(each["file"].replace("\\", "/")): each["hits"] for each in json.loads(out)}
    must(set(said) == set(logs), "not all logs of the folder were read", len(said), len(logs))
    return said


def shown(path):
    """A path of Linux as the tbuild under test shows it: under Wine, that is another."""
    return "Z:" + path.replace("/", "\\") if os.environ.get("TBUILD_TESTS_WINE") else path


def must(condition, *what):
    if not condition:
        raise Failed("\n    ".join(str(each) for each in what))


def expect(got, code, *texts):
    """The exit code, and texts that its output or error must hold."""
    must(got[0] == code, "exit code %s, not %s" % (got[0], code), got[1], got[2])
    for text in texts:
        must(text in got[1] + got[2], "does not say %r" % text, got[1], got[2])


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def read(path):
    with open(path, encoding="utf-8", errors="backslashreplace") as f:
        return f.read()
