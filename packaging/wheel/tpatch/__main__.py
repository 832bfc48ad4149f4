"""`python -m tpatch ARGUMENTS`: for where the folder of scripts is not in the PATH."""
import os
import subprocess
import sys

from tpatch import find


def main():
    try:
        program = find("tpatch")
    except FileNotFoundError as error:
        print("error: %s" % error, file=sys.stderr)
        return 2
    command = [program, *sys.argv[1:]]
    if os.name != "nt":
        os.execv(program, command)
    # On Windows execv() returns to the shell at once. Ctrl-C reaches the program, too, and it is the one to say what becomes of the run.
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


if __name__ == "__main__":
    sys.exit(main())
