#!/usr/bin/env python3
"""The driver's tests: what it says about logs, machines and profiles, and builds that are really made.

usage: run.py TBUILD [WORD...]    only cases whose name holds a word

The last line is "N passed, N failed". What is not installed is said and skipped.
"""
import concurrent.futures
import os
import shutil
import sys
import tempfile
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import build_cases  # noqa: E402
import command_cases  # noqa: E402
import data_cases  # noqa: E402
import log_cases  # noqa: E402
import matrix  # noqa: E402
import messages_cases  # noqa: E402
import plan_cases  # noqa: E402
import profile_cases  # noqa: E402
import rates_cases  # noqa: E402
import failure_cases  # noqa: E402
import script_cases  # noqa: E402
import trust_cases  # noqa: E402
from case import Failed, Skipped  # noqa: E402


# Those that start programs of Linux are none for tbuild.exe (run_windows.py).
MODULES_ANYWHERE = (data_cases, log_cases, matrix)
MODULES = MODULES_ANYWHERE + (profile_cases, script_cases, rates_cases, messages_cases, command_cases, plan_cases, build_cases, failure_cases, trust_cases)


def run_one(case):
    """What is to be said of the case, or None, and whether it failed."""
    name, run = case
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="tb-"))
    try:
        run(scratch)
        return None, False
    except Skipped as reason:
        return "skipped %s: %s" % (name, reason), False
    except Failed as reason:
        return "FAILED %s: %s" % (name, reason), True
    except Exception:  # a case that breaks shall not take the others with it
        return "FAILED %s: %s" % (name, traceback.format_exc()), True
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def run_all(cases, words, at_once=1):
    """Runs the cases whose name holds a word, if there are words; returns the exit code."""
    passed = failed = 0
    wanted = [case for case in cases if not words or any(word in case[0] for word in words)]
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        for text, bad in pool.map(run_one, wanted):
            if text:
                print(text, flush=True)
            failed += bad
            passed += text is None
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tbuild, words = os.path.abspath(sys.argv[1]), sys.argv[2:]
    return run_all([case for module in MODULES for case in module.cases(tbuild)], words)


if __name__ == "__main__":
    sys.exit(main())
