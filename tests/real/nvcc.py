#!/usr/bin/env python3
"""Does a real nvcc take the CUDA files of a configured PyTorch build? No GPU is needed, and nothing is linked.

usage: nvcc.py [--only REGEX] [--sample N] [--device] [--include DIR]... [--jobs N] [--state FILE] BUILD

BUILD is a build folder that CMake configured with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, its generated sources made (ninja generate-torch-sources).
For each .cu file the steps that `nvcc --dryrun` names are taken one by one: the preprocessor and cudafe++, which reads all of the file as C++; with
--device also cicc, which makes PTX of it. That is a tenth of what compiling it takes. --sample N takes N files, by turns from each folder. --include
adds a folder behind all others, for headers that a toolkit lacks (nvml.h). --state FILE keeps what was found, so that a run that was
stopped goes on. Prints the files that are refused, each with its first error, then the counts. Exit: 0 all are taken, 1 some are not, 2 usage.
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile


def wanted_files(build, only, sample):
    """The entries of the .cu files, by turns from each folder, so that the first N are a fair choice."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = {entry["file"]: entry for entry in json.load(file) if entry["file"].endswith(".cu") and re.search(only, entry["file"])}
    folders = {}
    for path in sorted(entries):
        folders.setdefault(os.path.dirname(path), []).append(entries[path])
    turns = [entry for turn in itertools.zip_longest(*folders.values()) for entry in turn if entry]
    return turns[:sample] if sample else turns


def dry_run(entry, includes, scratch):
    """The environment and the commands that nvcc would run, with their temporary files in `scratch`."""
    words = shlex.split(entry["command"])
    words = words[:words.index("-x")] + ["-x", "cu", *itertools.chain(*(("-isystem", folder) for folder in includes))]
    words += ["--dryrun", "--keep", "--keep-dir", scratch, "-c", entry["file"], "-o", os.path.join(scratch, "out.o")]
    told = subprocess.run(words, cwd=entry["directory"], capture_output=True, text=True, errors="replace", check=False)
    environment, commands = dict(os.environ), []
    for line in told.stderr.splitlines():
        assignment = re.match(r"#\$ (\w+)=(.*)$", line)
        if assignment:
            environment[assignment[1]] = assignment[2]
        elif line.startswith("#$ "):
            commands.append(line[3:])
    return environment, commands, told.stderr


def judged(entry, includes, device):
    """None, or the first error."""
    with tempfile.TemporaryDirectory(prefix="nvcc-") as scratch:
        environment, commands, said = dry_run(entry, includes, scratch)
        steps = [command for command in commands if re.search(r"(^|/)(gcc|g\+\+|c\+\+|cudafe\+\+|\S*/cicc)\"? ", command) and "out.o" not in command]
        if not any("cudafe++" in step for step in steps):
            return "nvcc: " + (said.strip().splitlines() or ["no steps"])[-1]
        # Host first: preprocessor, cudafe++; then, per architecture, preprocessor and cicc.
        for step in steps if device else steps[:[("cudafe++" in step) for step in steps].index(True) + 1]:
            result = subprocess.run(step, shell=True, cwd=entry["directory"], env=environment, capture_output=True, text=True, errors="replace", check=False)
            if result.returncode:
                lines = [line for line in result.stderr.splitlines() if "error" in line] or result.stderr.splitlines() or ["exit %d" % result.returncode]
                return lines[0]
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--device", action="store_true")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--state")
    parser.add_argument("build")
    options = parser.parse_args()
    known = {}
    if options.state and os.path.exists(options.state):
        with open(options.state, encoding="utf-8") as file:
            known = dict(map(json.loads, file))
    entries = wanted_files(options.build, options.only, options.sample)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        pending = {pool.submit(judged, entry, options.include, options.device): entry["file"] for entry in entries if entry["file"] not in known}
        for done in concurrent.futures.as_completed(pending):
            known[pending[done]] = done.result()
            if options.state:
                with open(options.state, "a", encoding="utf-8") as file:
                    print(json.dumps([pending[done], done.result()]), file=file)
    refused = [(entry["file"], known[entry["file"]]) for entry in entries if known[entry["file"]]]
    for path, error in refused:
        print("%s: %s" % (os.path.relpath(path, os.path.join(options.build, "..")), error))
    print("%d passed, %d failed" % (len(entries) - len(refused), len(refused)))
    return 1 if refused or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
