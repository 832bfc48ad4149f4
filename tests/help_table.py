"""What --help of a program lists, for the tests that hold something else against it."""
import re
import subprocess

from attempts import expect

COMMAND_LINE = re.compile(r"  ([a-z]+) +\S")
OPTION_LINE = re.compile(r"  (?:-(\w), |    )--([a-z-]+)")


def output(*command, **more):
    result = subprocess.run(command, capture_output=True, check=False, timeout=600, **more)
    expect(result.returncode == 0, "%s: exit %d: %s", command, result.returncode, result.stderr.decode(errors="replace"))
    return result.stdout.decode()


class Table:
    """What --help says there is."""

    def __init__(self, program):
        text = output(program, "help").split("\ncommands\n")[1].split("\n\n")[0]
        self.commands = [COMMAND_LINE.match(line)[1] for line in text.splitlines()]
        self.options, self.letters = {}, {}
        for command in self.commands:
            lines = output(program, "help", command).split("\noptions\n")[1].splitlines()
            found = [OPTION_LINE.match(line).groups() for line in lines if not line.startswith(" " * 27)]
            self.letters[command] = {"--" + name: "-" + letter for letter, name in found if letter}
            self.options[command] = ["--" + name for _, name in found] + ["-" + letter for letter, _ in found if letter]
