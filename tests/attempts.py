"""What tests in Python share that try many things: what is wrong is an exception, and what is left to try is tried all the same."""
import subprocess


class Wrong(Exception):
    pass


def expect(condition, message, *arguments):
    if not condition:
        raise Wrong(message % arguments)


class Attempts:
    """Counts. `errors`: what a failed attempt raises; all else is a fault of the test."""

    def __init__(self, suite, errors=()):
        self.suite, self.errors = suite, (Wrong, OSError, subprocess.SubprocessError) + tuple(errors)
        self.passed, self.problems = 0, []

    def attempt(self, name, work, *arguments):
        try:
            work(*arguments)
            self.passed += 1
        except self.errors as error:
            self.problems.append("%s: %s: %s" % (name, type(error).__name__, str(error)[:3000]))

    def report(self):
        """Prints what is wrong, and the counts. Returns the exit code."""
        for problem in self.problems:
            print(problem)
        print("%s: %d passed, %d failed" % (self.suite, self.passed, len(self.problems)))
        return 1 if self.problems else 0
