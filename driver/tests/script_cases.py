"""The scripts that --dry-run prints, whole: what a profile can hold, for sh and for cmd.exe, beside scripts.txt. And how many jobs it takes.

usage: script_cases.py TBUILD    writes scripts.txt anew; read it before you commit it
"""
import functools
import os
import re
import sys
import tempfile

import data_cases
import machines
from case import Failed, must, read, run, write

EXPECTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripts.txt")
PROFILE = """profile: full
summary: all that a profile can hold
versions: ">=2.7, <2.8"
mib_per_job: 1000
mib_per_heavy_job: 9000
heavy: [flash_attention, torch_cuda]
launcher: ccache
env:
  CMAKE_GENERATOR: Ninja
  BUILD_TEST: "0"
  USE_CUDA: "0"
  MSG: 'it''s 100% "sure" & (a ^ b) | c! < d > %PATH% $HOME `x` \\ end'
  EMPTY: ""
expect: {USE_CUDA: "OFF", USE_NUMPY: "ON", BUILD_TEST: "0", BLAS: "a.b*[c]", USE_CUDNN: "OFF", USE_MKLDNN: "ON"}
pip: {setuptools: ">=49"}
configure: ["{python}", setup.py, build, --cmake, --cmake-only]
build: ["{python}", setup.py, build]
wheel: ["{python}", setup.py, bdist_wheel, "a b", "it's", 'q"u"o', "100%", "c:\\\\x\\\\", "x^y&z", "", "$x", "*.c"]
editable: ["{python}", setup.py, develop, --no-deps]
wheel_glob: dist/torch-*.whl
check: "import torch; print('it works')"
stage: {openmp: "{prefix}/lib/libgomp*.so", other: "{prefix}/it's/x y*.dll"}
stage_into: torch/lib
"""
# What the environment and the toolkit bring along: strays, the programs of a virtual environment, the DLLs of CUDA 13, a server.
SURROUNDED = """profile: surrounded
summary: what the machine has to do with it
cuda: ">=12"
arch: ["9.0", "12.0"]
jobs: 6
launcher: sccache
env: {USE_CUDA: "1", USE_ROCM: ~}
expect: {USE_CUDA: "ON"}
configure: ["{python}", setup.py, build, --cmake-only]
stage: {cudart: "{cuda}/bin/cudart64_*.dll", blas: "{openblas}/bin/*.dll"}
stage_into: torch/lib
"""
SURROUNDINGS = {"env": {"USE_MKL": "1", "Use_Numpy": "1", "CMAKE_ARGS": "-DX", "MAX_JOBS": "99"}}
WINDOWS_MORE = 'msvc: ">=14.20"\nvcvars_version: "14.44"\n'
RUNS = (("all of it", ()), ("clean, and until configure", ("--clean", "--until", "configure")), ("editable", ("--editable",)), ("one target", ("--target", "torch_cpu")),
        ("values of --set", ("--set", "USE_CUDA=1", "--set", "MAX_JOBS=3", "--jobs", "7")))
# cores, MiB available, MiB for each, MiB for a heavy one: jobs, and heavy ones
JOBS = ((1, 64000, 1000, 0, 1, 0), (2, 64000, 1000, 0, 2, 0), (4, 64000, 1000, 0, 4, 0), (5, 64000, 1000, 0, 3, 0), (16, 64000, 1000, 0, 14, 0), (16, 12048, 1000, 0, 10, 0),
        (16, 12047, 1000, 0, 9, 0), (16, 2048, 1000, 0, 1, 0), (16, 100, 1000, 0, 1, 0), (16, 64000, 4000, 4000, 14, 0), (16, 64000, 1000, 4001, 14, 0), (16, 64000, 1000, 5001, 14, 6), (16, 22048, 1000, 4000, 14, 2),
        (16, 12048, 1000, 4000, 7, 1), (16, 3048, 1000, 9000, 1, 0), (16, 128048, 1000, 9001, 14, 6), (16, 128048, 1000, 8999, 14, 0), (64, 0, 0, 0, 62, 0))


def printed(tbuild, scratch, root, base, arguments, profile=PROFILE):
    """What --dry-run prints for the machine, with placeholders for what differs from run to run."""
    path = os.path.join(scratch, "full.yaml")
    write(path, profile)
    machine = machines.write(base, scratch, root)
    code, out, err = run(tbuild, "--root", root, "--profile", path, "--machine", machine, "--dry-run", "--no-doctor", *arguments)
    must(code == 0, "exit code %d" % code, err)
    return re.sub(r"(Made by tbuild )\S+:", r"\1VERSION:", out.replace(root, "ROOT").replace("\r\n", "\n"))


def all_scripts(tbuild, scratch):
    root = data_cases.make_tree(scratch, {}, tbuild)
    linux = machines.changed(machines.LINUX, {"programs": [{"path": "/usr/bin/ccache"}]})
    windows = machines.changed(machines.WINDOWS, {"programs": [{"path": "C:\\tools\\ccache.exe"}]})
    found = []
    for name, base, profile in (("sh", linux, PROFILE), ("batch", windows, PROFILE + WINDOWS_MORE)):
        for title, arguments in RUNS:
            found.append("==== %s, %s\n%s" % (name, title, printed(tbuild, scratch, root, base, arguments, profile)))
    linux_13 = machines.changed(machines.changed(machines.LINUX, SURROUNDINGS), {"files": {machines.CUDA + "/include/cuda.h": machines.cuda_h(13000), "/venv/bin/../pyvenv.cfg": ""}})
    windows_13 = machines.changed(machines.changed(machines.WINDOWS, SURROUNDINGS),
                                  {"files": {machines.WIN_CUDA + "/include/cuda.h": machines.cuda_h(13000), "C:\\venv\\Scripts/../pyvenv.cfg": ""},
                                   "programs": [{"path": machines.VSWHERE, "gone": True}]})
    for name, base, more in (("sh", linux_13, ""), ("batch", windows_13, 'msvc: ">=14.20"\n')):
        found.append("==== %s, what surrounds it\n%s" % (name, printed(tbuild, scratch, root, base, (), SURROUNDED + more)))
    check = "check: \"import torch; print('it works')\"\n"
    wheel = re.search(r"^wheel: .*\n", PROFILE, re.M)[0]
    for title, left_out in (("without a check", (check,)), ("without a wheel, so that there is nothing to check", (wheel,)), ("without a launcher", ("launcher: ccache\n",))):
        profile = PROFILE
        for text in left_out:
            profile = profile.replace(text, "")
        found.append("==== sh, %s\n%s" % (title, printed(tbuild, scratch, root, linux, (), profile)))
    return "\n".join(found)


def scripts(tbuild, scratch):
    now, before = all_scripts(tbuild, scratch).split("\n"), read(EXPECTED).split("\n")
    for number, (a, b) in enumerate(zip(now, before)):
        must(a == b, "scripts.txt:%d" % (number + 1), "expected " + b, "found    " + a)
    must(len(now) == len(before), "%d lines, not %d" % (len(now), len(before)))


def jobs(tbuild, scratch):
    """By cores and memory: two cores and 2 GiB are left to the rest, heavy compilers share the memory with the others half and half."""
    root = data_cases.make_tree(scratch, {}, tbuild)
    wrong = []
    for cores, available, each, heavy, expected, expected_heavy in JOBS:
        text = PROFILE.replace("mib_per_job: 1000", "mib_per_job: %d" % each if each else "").replace("mib_per_heavy_job: 9000", "mib_per_heavy_job: %d" % heavy if heavy else "")
        if not heavy:
            text = text.replace("heavy: [flash_attention, torch_cuda]\n", "")
        memory = {"memory": {"total": 1 << 40, "available": available << 20} if available else None}
        out = printed(tbuild, scratch, root, machines.changed(machines.LINUX, {"cores": cores, "programs": [{"path": "/usr/bin/ccache"}], **memory}), (), text)
        if "MAX_JOBS=%d\n" % expected not in out or ("tbuild_heavy=%d)" % expected_heavy in out) != bool(expected_heavy):
            wrong.append("%d cores, %d MiB, %d and %d: %s" % (cores, available, each, heavy, [line for line in out.splitlines() if "MAX_JOBS" in line or "tbuild_heavy=" in line]))
    must(not wrong, *wrong)


def cases(tbuild):
    for function in (scripts, jobs):
        yield "script/" + function.__name__, functools.partial(function, tbuild)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        try:
            write(EXPECTED, all_scripts(os.path.abspath(sys.argv[1]), os.path.realpath(folder)))
        except Failed as failed:
            sys.exit(str(failed))
