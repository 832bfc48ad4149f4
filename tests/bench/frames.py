#!/usr/bin/env python3
"""How far it is from main() to an edit: the frames, and the source files that one dry run passes.

usage: frames.py [--list] TPATCH

A dry run of the fixture op/set/whole-list (one rule, one file, one thread) stops under gdb where the operation says what is to be replaced:
the frames from main() to there are counted, and the files that they are in. Under valgrind (callgrind) the same run is gone through to its
end: the engine's source files of which some line runs. --list prints both. TPATCH must be a build with debug information, as `make` makes
it: what the compiler put into its caller counts as a frame and as a file all the same. Exit: 0 counted, 1 not.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASE = "op/set/whole-list"
FRAME = re.compile(r"^#\d+ +(?:0x[0-9a-f]+ in )?(\w+).*? at (\S+?):\d+$", re.M)


def frames_of(command):
    """(function, file) of each frame, from the edit up to main()."""
    gdb = ["gdb", "-batch", "-nx", "-ex", "set debuginfod enabled off", "-ex", "set width 0", "-ex", "break set_emit", "-ex", "run", "-ex", "bt"]
    run = subprocess.run([*gdb, "--args", *command], capture_output=True, text=True, check=False)
    frames = [(function, path) for function, path in FRAME.findall(run.stdout) if path.startswith("engine/")]
    if not frames:
        sys.exit("frames.py: the run did not come to set_emit():\n" + run.stdout[-2000:] + run.stderr[-2000:])
    return frames


def files_of(command, folder):
    """The source files below engine/ of which a line ran."""
    out = os.path.join(folder, "callgrind.out")
    subprocess.run(["valgrind", "--tool=callgrind", "--dump-line=yes", "--compress-strings=no", "--callgrind-out-file=" + out, *command],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    named = re.findall(r"^(?:fl|fi|fe)=(.*)$", pathlib.Path(out).read_text(), re.M)
    return sorted({path[path.index("engine/"):] for path in named if "engine/" in path and path.endswith(".c")})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("tpatch", type=os.path.abspath)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, str(ROOT / "tests/fixture.py"), folder, CASE], check=True, stdout=subprocess.DEVNULL)
        case = os.path.join(folder, CASE)
        command = [options.tpatch, "--root", case + "/before", "--patchsets", case + "/patchsets", "--dry", "--no-config", "--jobs", "1"]
        frames = frames_of(command)
        files = files_of(command, folder)
    if options.list:
        print("\n".join([*map(" ".join, frames), "", *files]))
    sources = [path for path in (ROOT / "engine").rglob("*.c") if "win32" not in path.parts]
    print(f"frames: {len(frames)} from main() to an edit, in {len({path for _, path in frames})} files; one dry run passes {len(files)} of {len(sources)} source files")


if __name__ == "__main__":
    main()
