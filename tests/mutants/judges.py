"""The tests of `make check` and `make check-driver`, one by one, each in a process of its own that may hang."""
import argparse
import glob
import hashlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

FAULTS_STRIDE = "7"
NO_LIMIT_SECONDS = 900
TOOK_TOO_LONG = "took too long"
REPORTED = ("op/rename-file", "verdict/a")
OPTIONS = argparse.Namespace(windows=False, update=False, keep=False, same_as=None)


class Test:
    """`run()` returns None, or what is wrong; `program` is what has to be linked for it, `file` where it is written, if that is one file."""

    def __init__(self, suite, name, program, run, file=None):
        self.suite = suite
        self.file = file
        self.name = name
        self.program = program
        self.run = run
        self.seconds = None

    def __str__(self):
        return "%s %s" % (self.suite, self.name)

    def written(self):
        """The digest of its file: what it reaches may be something else when that is."""
        if not self.file or not os.path.isfile(self.file):
            return ""
        with open(self.file, "rb") as f:
            return hashlib.sha256(f.read()).hexdigest()

    def judge(self, seconds=NO_LIMIT_SECONDS):
        """Runs it in a process group that is killed when its time is over."""
        reader, writer = os.pipe()
        sys.stdout.flush()
        child = os.fork()
        if not child:
            try:
                priority = autogroup()
                os.setsid()
                set_autogroup(priority)
                os.close(reader)
                nothing = os.open(os.devnull, os.O_RDWR)
                for fd in (0, 1, 2):
                    os.dup2(nothing, fd)
                trouble = self.run()
                os.write(writer, (trouble.strip() or "failed").encode(errors="replace")[:4000] if trouble else b"")
            except BaseException as error:  # pylint: disable=broad-exception-caught
                os.write(writer, repr(error).encode(errors="replace")[:4000])
            finally:
                os._exit(0)
        os.close(writer)
        status = wait(child, time.monotonic() + seconds)
        try:
            os.killpg(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
        if status is None:
            os.waitpid(child, 0)
            os.close(reader)
            return TOOK_TOO_LONG
        with open(reader, "rb") as f:
            said = f.read().decode(errors="replace").splitlines()
        return next((line for line in said if line.strip()), "ended by itself" if status else None)


def autogroup():
    """The priority that Linux gives to all of a session together, if it does: a number for nice."""
    try:
        with open("/proc/self/autogroup", encoding="ascii") as f:
            return f.read().split()[-1]
    except OSError:
        return None


def set_autogroup(priority):
    """A test of mutants that run with little priority takes no more than they do."""
    if priority:
        with open("/proc/self/autogroup", "w", encoding="ascii") as f:
            f.write(priority)


def wait(child, until):
    """How a process ended, or None."""
    pause = 0.002
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        time.sleep(pause)
        pause = min(2 * pause, 0.05)
    return None


def command(*words, cwd=None):
    """What a program that fails says."""
    result = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=cwd, check=False,
                            env=dict(os.environ, FAULTS_STRIDE=FAULTS_STRIDE))
    if not result.returncode:
        return None
    lines = result.stdout.decode(errors="replace").splitlines()
    told = [line for line in lines if line.startswith("FAILED") or ("[  FAILED  ] " in line and "test(s)" not in line)]
    return (told or lines[-1:] or ["exit %d" % result.returncode])[0]


def unit_tests(build, tests):
    """Several unit tests as one."""
    names = [test.name for test in tests]
    together = Test("unit", names[0] if len(names) == 1 else "test of %d" % len(names), "tests/unit", lambda: command(os.path.join(build, "tests/unit"), *names))
    together.seconds = sum(test.seconds for test in tests)
    return together


def unit_names(folder):
    """Each with its file."""
    names = []
    for path in glob.glob(os.path.join(folder, "tests/unit/**/*.c"), recursive=True):
        with open(path, encoding="utf-8") as f:
            names += [(name, path) for name in re.findall(r"^TEST\((\w+)\)", f.read(), re.M)]
    return sorted(names)


def terminal_names(folder):
    names = []
    for path in glob.glob(os.path.join(folder, "tests/terminal/*.py")):
        with open(path, encoding="utf-8") as f:
            names += re.findall(r"^def case_(\w+)\(", f.read(), re.M)
    return sorted(names)


def all_tests(folder, build):
    """Of the repository in `folder`, for the programs in `build`. Whole fixtures lie below `folder`, scratch folders beside it."""
    sys.path[:0] = [os.path.join(folder, each) for each in ("tests", "tests/crash", "driver/tests")]
    import fixture
    import reads
    import run as driver
    import run_cli
    import run_fixtures
    tempfile.tempdir = os.path.join(os.path.dirname(folder), "s")
    os.environ["TMPDIR"] = tempfile.tempdir
    fixtures = os.path.join(folder, "fixtures-whole")
    os.makedirs(tempfile.tempdir, exist_ok=True)
    os.makedirs(fixtures, exist_ok=True)
    fixture.expand_all(fixtures)
    tpatch, tbuild, unit = (os.path.join(build, name) for name in ("tpatch", "tbuild", "tests/unit"))
    tests = [Test("unit", name, "tests/unit", lambda name=name: command(unit, name), file) for name, file in unit_names(folder)]
    tests.append(Test("patch sets", "test", "tpatch", lambda: command(tpatch, "test")))
    for name in run_cli.cases_named([]):
        tests.append(Test("cli", name, "tpatch", lambda name=name: unless_skipped(run_cli, run_cli.run_case(name, tpatch, fixtures, OPTIONS)),
                          os.path.join(folder, "tests/cli", name + ".sh")))
    variants = [run_fixtures.Variant(case, crlf) for case in fixture.cases() if not case.known_bug for crlf in (False, True)]
    for variant in filter(run_fixtures.Variant.exists, variants):
        tests.append(Test("fixture", variant.case.name + (" (CRLF)" if variant.crlf else ""), "tpatch",
                          lambda variant=variant: run_fixtures.run_variant(tpatch, variant, OPTIONS), os.path.join(folder, "fixtures", variant.case.name + ".case")))
    for path in ["README.md", "CONTRIBUTING.md"] + sorted(os.path.relpath(each, folder) for each in glob.glob(os.path.join(folder, "docs/*.md"))):
        tests.append(Test("document", path, "tpatch", lambda path=path: command("python3", "tests/docs.py", tpatch, path, cwd=folder), os.path.join(folder, path)))
    for name in terminal_names(folder):
        tests.append(Test("terminal", name, "tpatch", lambda name=name: command("python3", "tests/terminal/run.py", tpatch, name, cwd=folder)))
    tests.append(Test("repo", "catalogue", "tpatch", lambda: command("env", "BUILD=" + build, "sh", "tests/repo/catalogue.sh", cwd=folder)))
    for group in REPORTED:
        tests.append(Test("reports", group, "tpatch", lambda group=group: command("python3", "tests/report_check.py", tpatch, group, cwd=folder)))
    for name, program in (("diff_oracle", "diff_files"), ("patch_oracle", "patch_numstat")):
        tests.append(Test("oracle", name, "tests/" + program, lambda name=name, program=program: command(
            "python3", "tests/oracle/%s.py" % name, os.path.join(build, "tests", program), cwd=folder)))
    tests.append(Test("ports", "made up", "tpatch", lambda: command("python3", "tests/port_oracle.py", "--rounds", "2", "--files", "250",
                                                                       "--least", "480,443", tpatch, cwd=folder)))
    for words in reads.COMMANDS:
        tests.append(Test("reads", " ".join(words), "tpatch", lambda words=words: reads.failure_of(tpatch, *words)))
    for module in driver.MODULES:
        for case in module.cases(tbuild):
            tests.append(Test("driver", case[0], "tbuild", lambda case=case: failure_of(driver.run_one(case))))
    return tests


def unless_skipped(run_cli, trouble):
    return None if isinstance(trouble, run_cli.Skipped) else trouble


def failure_of(said):
    text, failed = said
    return text if failed else None
