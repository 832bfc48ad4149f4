#!/usr/bin/env python3
"""tpatch in front of a person: on a pseudo-terminal, and under tmux.

usage: run.py [--keep] TPATCH [CASE...]

CASE: a case's name, or a part of it. --keep leaves the scratch folder. Without tmux or less the cases that need them are said and skipped.
Prints what is not so, and `terminal: N passed, N failed`. Exit: 0 all well, 1 not.
"""
import argparse
import os
import shutil
import sys
import tempfile
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import asking
import helping
import interactive
import paging
import reviewing
import width
from pseudo import Terminal, Wrong

MODULES = (asking, helping, interactive, paging, reviewing, width)


def cases():
    for module in MODULES:
        for name, function in vars(module).items():
            if name.startswith("case_"):
                yield name[len("case_"):], function


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("tpatch")
    parser.add_argument("cases", nargs="*")
    arguments = parser.parse_args()
    tpatch = os.path.abspath(arguments.tpatch)
    scratch = tempfile.mkdtemp(prefix="tpatch-terminal-")
    passed = failed = skipped = 0
    for name, function in cases():
        if arguments.cases and not any(word in name for word in arguments.cases):
            continue
        missing = [tool for tool in getattr(function, "needs", ()) if not shutil.which(tool)]
        if missing:
            print("%s: skipped: %s is not here" % (name, ", ".join(missing)))
            skipped += 1
            continue
        folder = os.path.join(scratch, name)
        os.mkdir(folder)
        try:
            function(tpatch, folder)
            passed += 1
        except (Wrong, OSError) as error:
            failed += 1
            print("FAILED %s: %s" % (name, error if isinstance(error, Wrong) else traceback.format_exc()))
        finally:
            Terminal.kill_all()
    if arguments.keep:
        print("kept: %s" % scratch)
    else:
        shutil.rmtree(scratch)
    print("terminal: %d passed, %d failed%s" % (passed, failed, ", %d skipped" % skipped if skipped else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
