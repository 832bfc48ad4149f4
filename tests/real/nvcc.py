#!/usr/bin/env python3
"""Does a real nvcc take the CUDA files of a configured PyTorch build? No GPU is needed, and nothing is linked.

usage: nvcc.py [--only REGEX] [--sample N] [--device | --whole] [--host] [--together N] [--include DIR]... [--jobs N] [--state FILE [--row]] BUILD

BUILD is a build folder that CMake configured with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, its generated sources made (ninja generate-torch-sources), or one
that tests/real/unconfigured.py made. For each .cu file the steps that `nvcc --dryrun` names are taken one by one: the preprocessor and cudafe++, which reads all of the file as C++; with
--device also cicc, which makes PTX of it. That is a tenth of what compiling it takes. --whole compiles it, down to the machine code of the GPU. --host reads the .cpp files instead, by -fsyntax-only of the compiler
that the build has for them. --sample N takes N files, by turns from each folder. --include
adds a folder behind all others, for headers that a toolkit lacks (nvml.h). --together N reads up to N files of one folder, compiled by the same command, as
one source, which takes a fifth of the time, and does not see an include that one of them lacks; where they are refused, those that the errors are in are read apart from the others, and
if these are all or none, each half, down to one file. --state FILE keeps
what was found, so that a run that was stopped goes on; with --row nothing is read, and what FILE has becomes a row of the table in docs/trees.md. Prints the
files that are refused, each with its first error, how many could not be read to their end for lack of a header (NAME: No such file or directory), by header,
and the counts. Exit: 0 none is refused, 1 some are, 2 usage.
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile


def wanted_files(build, only, sample, ending):
    """The entries of the files with that ending, by turns from each folder, so that the first N are a fair choice."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = {entry["file"]: entry for entry in json.load(file) if entry["file"].endswith(ending) and re.search(only, entry["file"])}
    folders = {}
    for path in sorted(entries):
        folders.setdefault(os.path.dirname(path), []).append(entries[path])
    turns = [entry for turn in itertools.zip_longest(*folders.values()) for entry in turn if entry]
    return turns[:sample] if sample else turns


def options_of(entry):
    """The command up to what names its file."""
    words = shlex.split(entry["command"])
    return words[:words.index("-x" if "-x" in words else "-MD" if "-MD" in words else "-c")]


def dry_run(entry, includes, scratch):
    """The environment and the commands that nvcc would run, with their temporary files in `scratch`."""
    words = options_of(entry) + ["-x", "cu", *itertools.chain(*(("-isystem", folder) for folder in includes))]
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


def errors_of(result):
    """The errors that a finished command printed; none, if it ended well."""
    if not result.returncode:
        return []
    return [line for line in result.stderr.splitlines() if "error" in line] or result.stderr.splitlines() or ["exit %d" % result.returncode]


def missing_header(error):
    """The header for which a file could not be read, or None."""
    found = re.search(r"fatal error: (\S+): No such file or directory", error or "")
    return found and found[1]


def judged_host(entry, includes):
    """The errors of a .cpp file."""
    words = [*options_of(entry), *itertools.chain(*(("-isystem", folder) for folder in includes)), "-w", "-fsyntax-only", entry["file"]]
    return errors_of(subprocess.run(words, cwd=entry["directory"], capture_output=True, text=True, errors="replace", check=False))


def judged(entry, includes, depth):
    """The errors of a file, in the order in which they were printed."""
    if not entry["file"].endswith(".cu"):
        return judged_host(entry, includes)
    with tempfile.TemporaryDirectory(prefix="nvcc-") as scratch:
        if depth == "whole":
            words = [*options_of(entry), *itertools.chain(*(("-isystem", folder) for folder in includes)), "-w", "-x", "cu", "-c", entry["file"]]
            words += ["-o", os.path.join(scratch, "out.o")]
            return errors_of(subprocess.run(words, cwd=entry["directory"], capture_output=True, text=True, errors="replace", check=False))
        environment, commands, said = dry_run(entry, includes, scratch)
        steps = [command for command in commands if re.search(r"(^|/)(gcc|g\+\+|c\+\+|cudafe\+\+|cicc)(-\d+)?\"? ", command) and "out.o" not in command]
        host = [("cudafe++" in step) for step in steps]
        if True not in host:
            return ["nvcc: " + (said.strip().splitlines() or ["no steps"])[-1]]
        if depth != "device":  # what cudafe++ reads is preprocessed just before; the module's name is cicc's to write where that comes first
            steps = steps[host.index(True) - 1:host.index(True) + 1]
            if "--gen_module_id_file" not in steps[1]:
                steps[1] = steps[1].replace("--module_id_file_name", "--gen_module_id_file --module_id_file_name")
        for step in steps:
            result = subprocess.run(step, shell=True, cwd=entry["directory"], env=environment, capture_output=True, text=True, errors="replace", check=False)
            if result.returncode:
                return errors_of(result)
    return []


def groups_of(entries, size):
    """The entries by folder and command, up to `size` at a time: what can be read as one source. Files that begin with different macros cannot."""
    kinds = {}
    for entry in entries:
        with open(entry["file"], encoding="utf-8", errors="replace") as file:
            macros = re.findall(r"^#define \w+.*", file.read(4096), re.MULTILINE)
        kinds.setdefault((os.path.dirname(entry["file"]), *options_of(entry), *macros), []).append(entry)
    for kind in kinds.values():
        yield from (kind[at:at + size] for at in range(0, len(kind), size))


def judged_together(group, includes, depth):
    """[(file, None or the first error)] of files that are read as one; where these are refused, without those that the errors are in, or by halves."""
    if len(group) == 1:
        return [(group[0]["file"], next(iter(judged(group[0], includes, depth)), None))]
    with tempfile.TemporaryDirectory(prefix="nvcc-") as scratch:
        whole = os.path.join(scratch, "together.cu")
        with open(whole, "w", encoding="utf-8") as file:
            file.writelines('#include "%s"\n' % entry["file"] for entry in group)
        errors = judged(group[0] | {"file": whole}, [*includes, os.path.dirname(group[0]["file"])], depth)
    if not errors:
        return [(entry["file"], None) for entry in group]
    at_fault = {found[1] for found in (re.match(r"(/.*?)[(:]\d", error) for error in errors) if found}
    parts = [[entry for entry in group if entry["file"] in at_fault], [entry for entry in group if entry["file"] not in at_fault]]
    if not all(parts):
        parts = [group[:len(group) // 2], group[len(group) // 2:]]
    return [found for part in parts for found in judged_together(part, includes, depth)]


def row(build, entries, known):
    """`| tree | toolkit | GPUs | files | looked at | taken | lack a header | refused |` of what was found so far."""
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as file:
        tree = re.search(r"^CMAKE_HOME_DIRECTORY:\w+=(.*)$", file.read(), re.MULTILINE)[1]
    with open(os.path.join(tree, "version.txt"), encoding="utf-8") as file:
        version = file.read().strip()
    told = subprocess.run([options_of(entries[0])[0], "--version"], capture_output=True, text=True, check=True).stdout
    release = (re.search(r"V([\d.]+)", told) or re.search(r" ([\d.]+)$", told, re.MULTILINE))[1]
    gpus = sorted(set(re.findall(r"sm_\w+", entries[0]["command"])))
    found = [known[entry["file"]] for entry in entries if entry["file"] in known]
    taken, lacking = found.count(None), sum(1 for error in found if missing_header(error))
    words = [version, release, " ".join(gpus), len(entries), len(found), taken, lacking, len(found) - taken - lacking]
    return "| %s |" % " | ".join(map(str, words))


def summary(build, entries, known):
    """Prints what was found; the exit status."""
    lacking = collections.Counter(filter(None, (missing_header(known[entry["file"]]) for entry in entries)))
    refused = [(entry["file"], known[entry["file"]]) for entry in entries if known[entry["file"]] and not missing_header(known[entry["file"]])]
    for path, error in refused:
        print("%s: %s" % (os.path.relpath(path, os.path.join(build, "..")), error))
    for header, count in lacking.most_common():
        print("%d files lack %s" % (count, header))
    print("%d passed, %d lack a header, %d failed" % (len(entries) - sum(lacking.values()) - len(refused), sum(lacking.values()), len(refused)))
    return 1 if refused or not entries else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--sample", type=int)
    depth = parser.add_mutually_exclusive_group()
    depth.add_argument("--device", dest="depth", action="store_const", const="device")
    depth.add_argument("--whole", dest="depth", action="store_const", const="whole")
    parser.add_argument("--host", action="store_true")
    parser.add_argument("--together", type=int, default=1)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--state")
    parser.add_argument("--row", action="store_true")
    parser.add_argument("build")
    options = parser.parse_args()
    known = {}
    if options.state and os.path.exists(options.state):
        with open(options.state, encoding="utf-8") as file:
            known = dict(map(json.loads, file))
    entries = wanted_files(options.build, options.only, options.sample, ".cpp" if options.host else ".cu")
    if options.row:
        print(row(options.build, entries, known))
        return 0
    groups = groups_of([entry for entry in entries if entry["file"] not in known], 1 if options.host else options.together)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        pending = [pool.submit(judged_together, group, options.include, options.depth) for group in groups]
        for done in concurrent.futures.as_completed(pending):
            known.update(done.result())
            if options.state:
                with open(options.state, "a", encoding="utf-8") as file:
                    file.writelines(json.dumps(pair) + "\n" for pair in done.result())
    return summary(options.build, entries, known)


if __name__ == "__main__":
    sys.exit(main())
