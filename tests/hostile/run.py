#!/usr/bin/env python3
"""Trees and patch sets made to hurt: made here, run, measured, and removed.

usage: run.py [--keep] [--slack N] [--long] [--jobs N] TPATCH [CASE...]

Every case prints its name, the seconds and the peak memory of the slowest tpatch in it, and whether it held: the exit codes that were
expected, no signal, no more time and memory than the case allows, and what else it checks. Time is allowed
by how slow the machine is; --slack multiplies the allowances (for sanitizers). --long runs those as well that take long or much memory, and the largest inputs whole: without it, they are a quarter, and may take a quarter. Ends with "hostile: N passed, N failed".
"""
import argparse
import concurrent.futures
import inspect
import os
import shutil
import sys
import tempfile
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import files  # noqa: E402
import limits  # noqa: E402
import races  # noqa: E402
import sets  # noqa: E402
import trees  # noqa: E402
import trust  # noqa: E402
from bench import Bench, Failure, Launcher, Skip, slowness  # noqa: E402


def all_cases():
    """Functions case_NAME of the modules, in the order in which they are written."""
    for module in (files, trees, sets, races, trust, limits):
        found = [(name, function) for name, function in vars(module).items() if name.startswith("case_")]
        yield from sorted(found, key=lambda item: inspect.getsourcelines(item[1])[1])


def run_case(name, function, options):
    """Returns "passed", "FAILED" or "skipped", and the line that tells it."""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="hostile-"))
    launcher = Launcher()
    bench = Bench(options.tpatch, folder, options.slack, options.patience, launcher, options.long)
    detail = ""
    try:
        function(bench)
        outcome = "passed"
    except Failure as failure:
        outcome, detail = "FAILED", str(failure)
    except Skip as skip:
        outcome, detail = "skipped", str(skip)
    except Exception:  # pylint: disable=broad-except # the others are to be run
        outcome, detail = "FAILED", traceback.format_exc()
    launcher.end()
    line = "%-7s %-40s %7.2f s %7.2f s work %7.1f MiB%s" % (outcome, name, bench.worst_seconds, bench.worst_cpu, bench.worst_mebibytes,
                                                            "  " + detail if detail else "")
    if not options.keep:
        shutil.rmtree(folder, ignore_errors=True)
    elif outcome == "FAILED":
        line += "\n        kept in %s" % folder
    return outcome, line


def run_named(name, options):
    return run_case(name[len("case_"):].replace("_", "-"), dict(all_cases())[name], options)


def chosen(options):
    for full_name, function in all_cases():
        name = full_name[len("case_"):].replace("_", "-")
        if any(word in name for word in options.cases) or (not options.cases and (options.long or not getattr(function, "is_long", False))):
            yield full_name


def run_all(options):
    """The cases beside one another, each in a process of its own; told in their order."""
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for future in [pool.submit(run_named, name, options) for name in chosen(options)]:
            outcome, line = future.result()
            print(line, flush=True)
            yield outcome


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help="keep the scratch folders")
    parser.add_argument("--slack", type=float, default=1.0)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("tpatch")
    parser.add_argument("cases", nargs="*", help="a part of a case's name")
    options = parser.parse_args()
    options.tpatch = os.path.abspath(options.tpatch)
    if not os.access(options.tpatch, os.X_OK):
        raise SystemExit("run.py: no program '%s'" % options.tpatch)
    options.patience = options.slack * slowness(options.tpatch)
    print("hostile: a case may take %.1f times what a usual machine does" % options.patience, flush=True)
    outcomes = list(run_all(options))
    if not outcomes:
        raise SystemExit("run.py: no such case")
    skipped = outcomes.count("skipped")
    print("hostile: %d passed, %d failed%s" % (outcomes.count("passed"), outcomes.count("FAILED"), ", %d skipped" % skipped if skipped else ""))
    return 1 if "FAILED" in outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
