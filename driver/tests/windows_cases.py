"""What only a build on Windows can get wrong: tbuild.exe under Wine, with programs in the place of vswhere, cl, nvcc, python, cmake and ninja that write
down how they were called (windows/standin.c), and a vcvarsall.bat that Wine's cmd.exe runs. windows/launch.c starts tbuild with an environment of its own.
"""
import functools
import os
import pty
import re
import shutil
import subprocess
import time

import data_cases
from case import must, read, write

HERE = os.path.dirname(os.path.abspath(__file__))
COMPILER = os.environ.get("MINGW_CC", "x86_64-w64-mingw32-gcc-posix")
SOURCES = os.path.join(HERE, "windows")
# No percent sign: Wine's cmd.exe takes it out of what a variable holds, which Windows' does not.
NAME = "Bü中 (x86) & o'k!^1"
# The same in the letters of code page 437.
OEM_NAME = "Bü é (x86) & o'k!^1"
TOOLSET = "14.29.30133"
CACHE = ["@build\\CMakeCache.txt CMAKE_HOME_DIRECTORY:INTERNAL=ROOT", "@build\\CMakeCache.txt USE_FAST:BOOL=ON", "@build\\CMakeCache.txt USE_FASTER:BOOL=ON", "@build\\CMakeCache.txt USE_NOWHERE:BOOL=OFF"]
PYTHON = {
    "import sys, os": [">version 3.11.9", ">bits 64", ">header C:\\py\\include\\Python.h", ">libs True", ">package.setuptools 72.1.0"],
    "setup.py build --cmake --cmake-only": CACHE + [">--   USE_FAST              : ON"],
    "setup.py build": [">[1/2] Building CXX object a.obj", ">[2/2] Linking CXX shared library mini.dll", "@mini\\_core.pyd x"],
    "setup.py bdist_wheel": ["@dist\\mini-2.7.0-cp311.whl x"],
    "-m zipfile": ["@.tbuild\\check\\mini.py x"],
    "-c import mini": [">mini works"],
}
PROFILE = """profile: mini
summary: of the tests
versions: ">=2.7, <2.8"
mib_per_job: 512
env:
  BUILD_TEST: "0"
  USE_FAST: "1"
  MSG: '100% "sure" & (a ^ b) | c! < d > %PATH%'
expect: {USE_FAST: "ON"}
msvc: ">=14.20, <14.40"
vcvars_version: "14.29"
configure: ["{python}", setup.py, build, --cmake, --cmake-only]
build: ["{python}", setup.py, build]
wheel: ["{python}", setup.py, bdist_wheel, "a b", 'q"u"o', "100%", "c:\\\\x\\\\", "x^y&z", "", "ü中"]
wheel_glob: dist/mini-*.whl
check: "import mini; print('mini works')"
stage: {openmp: "{prefix}/Library/bin/libiomp*md.dll", nothing: "{prefix}/none/x*.dll"}
stage_into: mini
"""
WHEEL_WORDS = ["setup.py", "bdist_wheel", "a b", 'q"u"o', "100%", "c:\\x\\", "x^y&z", ""]
MESSAGE = '100% "sure" & (a ^ b) | c! < d > %PATH%'
# As Visual Studio's own: in ASCII, with its folder from %~dp0 and all else from variables.
VCVARS = """@echo off
echo ** stand-in of Visual Studio, activated for %1
echo vcvarsall %*>>"%STANDIN_RECORD%-vcvarsall"
set "VSCMD_VER=17.0"
set "VSCMD_ARG_TGT_ARCH=x64"
set "VCToolsVersion=14.29.30133"
set "INCLUDE=%~dp0include;%SDK%"
set "LIB=%~dp0lib"
set "BLANKS=  a  b  "
set "PATH=%~dp0..\\..\\Tools\\MSVC\\14.29.30133\\bin\\Hostx64\\x64;%PATH%"
"""


def windows_path(path):
    return "Z:" + path.replace("/", "\\")


class World:
    """A small Windows below a scratch folder, whose name has spaces, other scripts and what means something to cmd.exe."""

    def __init__(self, tools, scratch, name=NAME):
        self.tools, self.scratch = tools, scratch
        self.base = os.path.join(scratch, name)
        self.root, self.record = self.path("src", "mini"), os.path.join(scratch, "record")
        self.vs, self.venv = self.path("VS 2022"), self.path("venv é")
        write(os.path.join(self.root, "CMakeLists.txt"), read(os.path.join(HERE, "project", "CMakeLists.txt")))
        write(os.path.join(self.root, "version.txt"), "2.7.0\n")
        self.profile = self.path("mini.profile.yaml")
        write(self.profile, PROFILE)
        self.program("PF86/Microsoft Visual Studio/Installer", "vswhere", {"": [">" + windows_path(self.vs)]})
        self.program("VS 2022/VC/Tools/MSVC/%s/bin/Hostx64/x64" % TOOLSET, "cl", {"": ["!Microsoft (R) C/C++ Version 19.29.30133 for x64"]})
        write(self.path("VS 2022/VC/Tools/MSVC/%s/bin/Hostx64/x64/1033/clui.dll" % TOOLSET), "")
        self.vcvarsall(VCVARS)
        self.program("venv é/Scripts", "python", PYTHON)
        write(self.path("venv é/pyvenv.cfg"), "")
        write(self.path("venv é/Library/bin/libiomp5md.dll"), "omp")
        for name, version in (("cmake", "cmake version 3.27.1"), ("ninja", "1.11.1"), ("git", "git version 2.45")):
            self.program("tools", name, {"": [">" + version]})
        self.env = {
            "SystemRoot": "C:\\windows", "windir": "C:\\windows", "ComSpec": "C:\\windows\\system32\\cmd.exe", "TEMP": "C:\\windows\\temp",
            "PATH": ";".join([windows_path(self.path("tools")), windows_path(self.path("venv é/Scripts")), "C:\\windows\\system32"]),
            "VIRTUAL_ENV": windows_path(self.venv), "ProgramFiles(x86)": windows_path(self.path("PF86")), "STANDIN_RECORD": windows_path(self.record),
            "USE_STRAY": "1", "use_other": "1", "SDK": "C:\\sdk é中\\include",
        }

    def path(self, *parts):
        return os.path.join(self.base, *parts)

    def program(self, folder, name, answers):
        """A program that answers `answers`: {text among its arguments: lines}."""
        os.makedirs(self.path(folder), exist_ok=True)
        if not os.path.exists(self.path(folder, name + ".exe")):
            shutil.copy(os.path.join(self.tools, "standin.exe"), self.path(folder, name + ".exe"))
        text = "".join("?%s\n%s\n" % (words, "\n".join(lines)) for words, lines in answers.items())
        # CMake writes its paths with slashes.
        write(self.path(folder, name + ".txt"), text.replace("=ROOT", "=" + windows_path(self.root).replace("\\", "/")))

    def python(self, **changed):
        self.program("venv é/Scripts", "python", {**PYTHON, **{words.replace("_", " "): lines for words, lines in changed.items()}})

    def answers(self, changed):
        self.program("venv é/Scripts", "python", {**PYTHON, **changed})

    def vcvarsall(self, text):
        path = self.path("VS 2022/VC/Auxiliary/Build/vcvarsall.bat")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="ascii", newline="\r\n") as f:
            f.write(text)

    def command(self, program, arguments, orders=()):
        """What to start, and the file that gets its output."""
        plan = os.path.join(self.scratch, "plan-%d" % len(os.listdir(self.scratch)))
        lines = ["%s=%s" % pair for pair in self.env.items()] + ["\t" + order for order in orders] + ["\toutput " + windows_path(plan + ".out")]
        write(plan, "\n".join(lines) + "\n")
        return ["wine", os.path.join(self.tools, "launch.exe"), windows_path(plan), program, *arguments], plan + ".out"

    def start(self, program, arguments, orders=(), console=False, timeout=300):
        """(exit code of 32 bits, output and errors). With `console` it has a terminal, which is a console with Ctrl-C and code pages."""
        command, out = self.command(program, arguments, orders)
        ours, theirs = pty.openpty() if console else (None, subprocess.DEVNULL)
        process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=console)
        try:
            process.wait(timeout=timeout)
        finally:
            process.kill()
            if console:
                os.close(ours)
                os.close(theirs)
        text = read(out) if os.path.exists(out) else ""
        found = re.search(r"^exit 0x([0-9a-f]{8})$", text, re.MULTILINE)
        must(found, "the launcher says nothing of an end", text)
        return int(found.group(1), 16), text

    def tbuild(self, *arguments, orders=(), console=False, code=0, says=()):
        words = list(arguments)
        if "--root" not in words and (not words or words[0] not in ("triage", "profiles", "--version")):
            words += ["--root", windows_path(self.root), "--profile", windows_path(self.profile)]
        end, text = self.start(os.path.join(self.tools, "tbuild.exe"), words, orders, console)
        must(code is None or end == code, "exit code %#x, not %s" % (end, code), text, self.log())
        for each in [says] if isinstance(says, str) else says:
            must(each in text, "does not say %r" % each, text)
        return text

    def log(self):
        path = os.path.join(self.root, ".tbuild", "logs", "latest.log")
        return read(path) if os.path.exists(path) else ""

    def calls(self, name):
        """(folder, arguments) of each call of that program, in order."""
        lines = read(self.record).splitlines() if os.path.exists(self.record) else []
        parts = [line.split("\x1f") for line in lines]
        return [(part[1], part[2:]) for part in parts if part[0] == name]

    def activations(self):
        """What vcvarsall.bat was called with; cmd.exe wrote it as UTF-16, or not."""
        path = self.record + "-vcvarsall"
        return [line.strip() for line in read(path).replace("\0", "").splitlines() if line.strip()] if os.path.exists(path) else []

    def environment(self, name):
        lines = read("%s-%s.env" % (self.record, name)).splitlines()
        return dict(line.split("=", 1) for line in lines if not line.startswith("="))


def is_question(words):
    """Is this a call by which the machine is looked at?"""
    return any(word.startswith("import sys") for word in words)


def build(world, last_word="ü中"):
    """All steps, and what each program got."""
    text = world.tbuild(says=["configure begins", "mini works"[:0], "check     done"])
    where = windows_path(world.root)
    calls = [(folder, words) for folder, words in world.calls("python") if not is_question(words)]
    must([words[:2] for _, words in calls[:3]] == [["setup.py", "build"]] * 2 + [["setup.py", "bdist_wheel"]], calls)
    must(calls[2] == (where, WHEEL_WORDS + [last_word]), "the wheel's arguments: %r" % (calls[2],))
    must(calls[3][1] == ["-m", "zipfile", "-e"] + calls[3][1][3:], calls[3])
    must(calls[4] == (where + "\\.tbuild\\check", ["-c", "import mini; print('mini works')"]), calls[4])
    must(read(os.path.join(world.root, "mini/libiomp5md.dll")) == "omp", "the library is not staged")
    log = world.log()
    for each in ("stand-in of Visual Studio, activated for x64", "USE_FAST is ON, as it should", "1 library in 'mini'", "there is no ",
                 "mini works", where):
        must(each in log, "the log does not say %r" % each, log)
    must(world.activations() == ["vcvarsall x64 -vcvars_ver=14.29"], "vcvarsall ran not once", world.activations())
    must(not {"USE_STRAY", "USE_OTHER"} & {name.upper() for name in world.environment("python")}, "a stray variable reached the build")
    return text


def environment_captured(world):
    """What vcvarsall sets reaches the programs, once, with the profile's on top."""
    build(world)
    got = world.environment("python")
    build_folder = windows_path(world.vs) + "\\VC\\Auxiliary\\Build\\"
    must(got["INCLUDE"] == build_folder + "include;" + world.env["SDK"], got.get("INCLUDE"))
    must(got["VCToolsVersion"] == TOOLSET and got["VSCMD_VER"] == "17.0", got)
    must(got["MSG"] == MESSAGE, got.get("MSG"))
    must(got["BLANKS"] == "  a  b  ", "blanks: %r" % got.get("BLANKS"))
    folders = got["PATH"].split(";")
    must(folders[0] == windows_path(world.path("venv é/Scripts")), folders)
    must(build_folder + "..\\..\\Tools\\MSVC\\%s\\bin\\Hostx64\\x64" % TOOLSET in folders, folders)


def again(world):
    """What is configured is not configured again; another profile configures."""
    build(world)
    world.tbuild(says=["configure skipped", "compare   skipped", "check     done"])
    must([words for _, words in world.calls("python")].count(["setup.py", "build", "--cmake", "--cmake-only"]) == 1, "configured twice")
    world.tbuild("--set", "USE_FAST=ON", says="configure begins")


def exit_codes(world):
    """The code of a program, and a crash by its name."""
    for lines, says in (([">oops", "=3"], "it ended with exit code 3"), (["*"], "it crashed: access violation (0xC0000005)"),
                        (["=0xC0000135"], "a DLL that it needs was not found (0xC0000135)"), (["=-1"], "exit code -1"), (["=0xC0001234"], "it crashed (0xC0001234)")):
        world.answers({"setup.py build --cmake --cmake-only": lines})
        world.tbuild(code=1, says=["configure failed: ", says])
        must(says in world.log(), "the log does not say %r" % says, world.log())


def triage_of_failure(world):
    world.answers({"setup.py build --cmake --cmake-only": CACHE, "setup.py build": [
        ">[1/9] Building CUDA object a.obj", ">FAILED: a.obj ", ">nvcc.exe -c a.cu",
        ">crtdefs.h(10): fatal error C1083: Cannot open include file: 'corecrt.h': No such file or directory", ">ninja: build stopped: subcommand failed.", "=1"]})
    world.tbuild(code=1, says=["build     failed: it ended with exit code 1", "winsdk", "corecrt.h"])


def features_off(world):
    world.answers({"setup.py build --cmake --cmake-only": ["@build\\CMakeCache.txt USE_FAST:BOOL=OFF"]})
    world.tbuild(code=3, says="USE_FAST is OFF, and should be ON")
    must(len([1 for _, words in world.calls("python") if words == ["setup.py", "build"]]) == 0, "it was built")


def child_left_behind(world):
    """A server that a compiler starts keeps the output open: the build goes on, and does not end it."""
    number = "%d" % (700000 + os.getpid() % 10000)
    world.answers({"setup.py build --cmake --cmake-only": CACHE + ["&" + number]})
    world.tbuild("--until", "compare", says="compare   done")
    must(running("standin-sleep " + number), "it waited for the server, or ended it")
    end_all("standin-sleep " + number)


def sccache(world):
    """The launcher sccache: its server is started before CMake and outlives tbuild, CMake gets it for all languages, what it saved is told; a script does the same."""
    number = "%d" % (800000 + os.getpid() % 10000)
    world.program("tools", "sccache", {"--version": [">sccache 0.10.0"], "--start-server": [">sccache: Starting the server...", "&" + number],
                                       "--show-stats": [">Compile requests                      7", ">Cache hits rate                   71.43 %"]})
    write(world.profile, PROFILE + "launcher: sccache\n")
    text = world.tbuild(says=["check     done", "sccache, since its statistics were last set to zero: Cache hits rate                   71.43 %"])
    must(running("standin-sleep " + number), "the server does not outlive the build", text)
    end_all("standin-sleep " + number)
    lines = read(world.record).splitlines()
    configured = next(i for i, line in enumerate(lines) if line.endswith("--cmake-only"))
    must([line.split("\x1f")[2] for line in lines[:configured] if line.startswith("sccache\x1f")][-1] == "--start-server", "the server is not started before CMake", lines)
    got = world.environment("python")
    must([got.get("CMAKE_%s_COMPILER_LAUNCHER" % each) for each in ("C", "CXX", "CUDA")] == ["sccache"] * 3, got)
    script = world.tbuild("--dry-run", "--script", "bat")
    must(0 < script.index("sccache --start-server\n") < script.index("--cmake-only"), "the script does not start the server before CMake", script)


def running(name):
    """Processes of the tests that still run, by their Windows name."""
    done = subprocess.run(["ps", "-eo", "args"], stdout=subprocess.PIPE, encoding="utf-8", errors="replace", check=True)
    return [line for line in done.stdout.splitlines() if name in line]


def end_all(name):
    """Ends them: they would sleep for minutes."""
    subprocess.run(["pkill", "-f", name], check=False)
    wait_for_none(name)


def wait_for_none(name, seconds=60):
    end = time.monotonic() + seconds
    while running(name) and time.monotonic() < end:
        time.sleep(0.1)
    must(not running(name), "still runs", *running(name))


def killed(world):
    """tbuild is ended by force: its programs end with it, and the tree can be built at once."""
    number = "%d" % (600000 + os.getpid() % 10000)
    world.answers({"setup.py build --cmake --cmake-only": CACHE + ["&" + number, "@sign x", "#" + number]})
    world.tbuild(orders=["kill " + windows_path(os.path.join(world.root, "sign"))], code=9)
    wait_for_none("standin-sleep " + number)
    world.answers({})
    world.tbuild(says="check     done")


def ctrl_c(world):
    """Ctrl-C: the programs end, the log is whole, and the next run goes on."""
    number = "%d" % (610000 + os.getpid() % 10000)
    world.answers({"setup.py build --cmake --cmake-only": CACHE, "setup.py build": ["^", ">before", "&" + number, "@sign x", "#" + number]})
    begun = time.monotonic()
    world.tbuild(console=True, orders=["ctrl-c " + windows_path(os.path.join(world.root, "sign"))], code=130, says="build     failed: it was interrupted")
    must(time.monotonic() - begun < 30, "it took %d s" % (time.monotonic() - begun))
    must(all(each in world.log() for each in ("before", "KeyboardInterrupt", "it was interrupted")), "the log is not whole", world.log())
    wait_for_none("standin-sleep " + number)
    world.answers({})
    world.tbuild(says=["configure skipped", "check     done"])


def locked(world):
    """Two at once: the second says so, and touches nothing."""
    number = "%d" % (620000 + os.getpid() % 10000)
    sign = os.path.join(world.root, "sign")
    world.answers({"setup.py build --cmake --cmake-only": CACHE + ["@sign x", "#" + number]})
    stop = os.path.join(world.scratch, "stop")
    command, _ = world.command(os.path.join(world.tools, "tbuild.exe"), ["--root", windows_path(world.root), "--profile", windows_path(world.profile)],
                               ["kill " + windows_path(stop)])
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    end = time.monotonic() + 30
    while not os.path.exists(sign) and time.monotonic() < end:
        time.sleep(0.05)
    world.tbuild(code=4, says="another build is running")
    write(stop, "")
    process.wait(timeout=60)


def activation_fails(world):
    """vcvarsall says no and returns 0, as it does; it says another toolset; it hangs in no case."""
    world.vcvarsall("@echo off\necho [ERROR:vcvars.bat] Toolset directory for version '14.29' was not found.\nexit /b 0\n")
    text = world.tbuild(code=3, says=["did not activate Visual C++ 14.29", "the log says why"])
    must("Toolset directory for version" in world.log(), "the log does not say why", text, world.log())
    world.vcvarsall(VCVARS.replace("VCToolsVersion=14.29.30133", "VCToolsVersion=14.44.35207"))
    world.tbuild(code=3, says="activated the toolset 14.44.35207, but the profile requires >=14.20, <14.40")
    world.vcvarsall("@exit /b 1\n")
    world.tbuild(code=3, says="did not activate")
    must(not world.calls("python") or all(words[0] != "setup.py" for _, words in world.calls("python")), "it was configured")


def no_toolset(world):
    shutil.move(world.path("VS 2022/VC/Tools/MSVC", TOOLSET), world.path("VS 2022/VC/Tools/MSVC/14.44.35207"))
    world.tbuild(code=3, says="has no toolset >=14.20, <14.40")
    world.tbuild("--no-doctor", code=3, says=["no Visual Studio here has a C++ toolset >=14.20, <14.40", "(14.44.35207)"])
    world.program("PF86/Microsoft Visual Studio/Installer", "vswhere", {"": []})
    world.tbuild("--no-doctor", code=3, says="no Visual Studio here has a C++ toolset")


def two_visual_studios(world):
    """The newest has no C++, the next another toolset than the profile wants: the older one is taken."""
    newer, none = world.path("VS 18"), world.path("VS 19")
    os.makedirs(os.path.join(newer, "VC/Tools/MSVC/14.50.1"))
    os.makedirs(os.path.join(none, "Common7"))
    listed = [">" + windows_path(folder) for folder in (none, newer, world.vs)]
    world.program("PF86/Microsoft Visual Studio/Installer", "vswhere", {"": listed})
    world.tbuild("--until", "compare", says="compare   done")
    must("-requires" not in world.calls("vswhere")[0][1], "one with older toolsets only would not be listed")
    must("-products" in world.calls("vswhere")[0][1] and "-utf8" in world.calls("vswhere")[0][1], world.calls("vswhere"))


def active_shell(world):
    """A shell in which vcvarsall has run is taken if it fits, and refused if not, or if only half of it is there."""
    world.env.update({"VSCMD_VER": "17.0", "VCToolsVersion": TOOLSET})
    world.tbuild(code=3, says=["half-activated in this shell: INCLUDE is not set, LIB is not set, cl is not in PATH", "plain cmd.exe"])
    world.env.update({"INCLUDE": "x", "LIB": "y", "PATH": windows_path(world.path("VS 2022/VC/Tools/MSVC", TOOLSET, "bin/Hostx64/x64")) + ";" + world.env["PATH"]})
    world.tbuild("--until", "compare", says="compare   done")
    must(not world.activations(), "activated twice")
    world.env["VCToolsVersion"] = "14.44.35207"
    world.tbuild(code=3, says="toolset 14.44.35207 is active in this shell")
    world.tbuild("--no-doctor", code=3, says="the toolset 14.44.35207 is active in this shell; the profile requires 14.29")


def drift(world):
    shutil.rmtree(world.root)
    tree = data_cases.make_tree(world.scratch, {"patch": "drifted"}, os.path.join(world.tools, "linux", "tbuild"))
    world.tbuild("--root", windows_path(tree), "--profile", "cpu", "--python", windows_path(world.path("venv é/Scripts/python.exe")), code=3,
                 says=["1 file is not as tpatch left it", "CMakeLists.txt", "--unpatched"])


def doctor(world):
    text = world.tbuild("doctor", code=None)
    for row in (r"ok +visual-studio +'%s'" % re.escape(windows_path(world.vs)), r"ok +toolset +14\.29\.30133", r"ok +msvc-language", r"ok +python +",
                r"ok +cmake +3\.27\.1", r"ok +ninja +1\.11\.1", r"ok +msvc-active", r"warning +strays +.*USE_STRAY", r"ok +memory", r"ok +disk",
                r"(wrong|warning) +root "):
        must(re.search("^" + row, text, re.MULTILINE), "no line %s" % row, text)
    shutil.move(world.path("VS 2022/VC/Tools/MSVC", TOOLSET), world.path("VS 2022/VC/Tools/MSVC/14.44.35207"))
    world.tbuild("doctor", code=1, says="has no toolset >=14.20, <14.40")


def cuda_13(world):
    """From CUDA 13 on the DLLs are in bin\\x64: they are staged, and in the PATH of what runs."""
    drive = os.path.join(os.environ["WINEPREFIX"], "drive_c")
    folder = os.path.join(drive, "CUDA-13-%d" % os.getpid())
    try:
        write(os.path.join(folder, "include/cuda.h"), "#define CUDA_VERSION 13000\n")
        write(os.path.join(folder, "bin/x64/cudart64_13.dll"), "the runtime")
        write(os.path.join(folder, "bin/zlibwapi.dll"), "zlib")
        shutil.copy(os.path.join(world.tools, "standin.exe"), os.path.join(folder, "bin/nvcc.exe"))
        world.env["CUDA_PATH"] = "C:\\" + os.path.basename(folder)
        stage = 'stage: {cudart: "{cuda}/bin/cudart64_*.dll", zlibwapi: "{cuda}/bin/zlibwapi.dll"}'
        write(world.profile, re.sub("stage: .*", lambda _: stage, PROFILE) + "cuda: \">=12.8\"\n")
        world.tbuild("--no-doctor", says="check     done")
        must(read(os.path.join(world.root, "mini/cudart64_13.dll")) == "the runtime", "bin/x64 is not staged")
        must(read(os.path.join(world.root, "mini/zlibwapi.dll")) == "zlib", "bin is not staged")
        got = world.environment("python")
        must(got["CUDA_PATH"] + "\\bin\\x64" in got["PATH"].split(";"), got["PATH"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def scanner_on_the_lock(world):
    """Another program has the lock file open for a moment: no other tbuild. For good: reported as what it is."""
    lock = os.path.join(world.root, ".tbuild", "lock")
    world.tbuild("--until", "compare", says="compare   done")
    must(os.path.exists(lock), "there is no lock file", *os.listdir(os.path.dirname(lock)))
    for milliseconds, code, says in ((500, 0, "compare   "), (20000, 4, "it is open in another program")):
        holder = subprocess.Popen(["wine", os.path.join(world.tools, "hold.exe"), "alone", windows_path(lock), str(milliseconds)],
                                  stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        must(holder.stdout.readline().strip() == b"ready", "the lock file cannot be held")
        text = world.tbuild("--until", "compare", code=code, says=says)
        must("another build is running" not in text, text)
        holder.kill()
        holder.wait()


def cuda(world):
    """A toolkit whose folder has spaces is passed on in its 8.3 form, and nvcc of it comes first."""
    drive = os.path.join(os.environ["WINEPREFIX"], "drive_c")
    folder = os.path.join(drive, "CUDA Toolkit %d" % os.getpid())
    try:
        write(os.path.join(folder, "include/cuda.h"), "#define CUDA_VERSION 12090\n")
        os.makedirs(os.path.join(folder, "bin"))
        shutil.copy(os.path.join(world.tools, "standin.exe"), os.path.join(folder, "bin/nvcc.exe"))
        world.env["CUDA_PATH"] = "C:\\" + os.path.basename(folder)
        write(world.profile, PROFILE + "cuda: \">=12.8\"\n")
        world.tbuild("--until", "compare", says="compare   done")
        got = world.environment("python")
        must(re.fullmatch(r"C:\\CUDA[^ ]*~[^ ]*", got["CUDA_PATH"]), got["CUDA_PATH"])
        must(got["CUDACXX"] == got["CUDA_PATH"] + "\\bin\\nvcc.exe" and got["CUDA_PATH"] + "\\bin" in got["PATH"].split(";")[:3], got)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def script(world):
    """
    The dry run's batch file runs by itself, in Wine's cmd.exe, and gives each program the same words and variables as the build. Wine 8 reads batch files
    in the OEM code page whatever chcp has set, so that it gets the script in that one, and names that it has.
    """
    world = World(world.tools, world.scratch, OEM_NAME)
    write(world.profile, PROFILE.replace("ü中", "üé"))
    world.env["SDK"] = "C:\\sdk é\\include"
    build(world, "üé")
    by_build = {name: world.environment("python").get(name) for name in ("MSG", "INCLUDE", "VCToolsVersion", "BUILD_TEST", "MAX_JOBS", "USE_STRAY")}
    for folder in ("build", "dist", "mini", ".tbuild"):
        shutil.rmtree(os.path.join(world.root, folder))
    os.makedirs(os.path.join(world.root, "mini"))
    os.remove(world.record)
    text = world.tbuild("--dry-run", "--script", "bat")
    must(not world.calls("python") or all(is_question(words) for _, words in world.calls("python")), "a dry run ran something")
    batch = os.path.join(world.scratch, "script.bat")
    must("\nchcp 65001 >nul\n" in text, "it does not set the code page that it is written in", text)
    with open(batch, "w", encoding="cp437", newline="\r\n") as f:
        f.write(text[:text.rindex("exit 0x")])
    end, out = world.start("cmd.exe", ["/d", "/c", windows_path(batch)], console=True)
    must(end == 0, "the script ends with %#x" % end, out, text)
    calls = [words for _, words in world.calls("python") if not is_question(words)]
    must(calls[2] == WHEEL_WORDS + ["üé"], calls, text)
    must(calls[4] == ["-c", "import mini; print('mini works')"], calls)
    got = world.environment("python")
    for name, value in by_build.items():
        must(got.get(name) == value, "%s is %r, and was %r" % (name, got.get(name), value), text)
    must(got["PYTHONPATH"] == windows_path(world.root) + "\\.tbuild\\check", got["PYTHONPATH"])
    must(read(os.path.join(world.root, "mini/libiomp5md.dll")) == "omp", "the script staged nothing")
    world.answers({"setup.py build": ["=0xC0000005"], "setup.py build --cmake --cmake-only": CACHE})
    end, out = world.start("cmd.exe", ["/d", "/c", windows_path(batch)], console=True)
    must(end == 1, "after a crash the script ends with %#x" % end, out)


def batch_program(world):
    """A program that is a batch file: its arguments come through cmd.exe as they are, or it is not started."""
    write(world.profile, PROFILE.replace("configure: [\"{python}\", setup.py, build, --cmake, --cmake-only]", "configure: [shim, 'a b', 'c&d', '(x)', 'y^z', '!q']"))
    world.program("tools", "python", PYTHON)
    with open(world.path("tools/shim.cmd"), "w", encoding="ascii", newline="\r\n") as f:
        f.write('@"%~dp0python.exe" setup.py build --cmake --cmake-only %*\n')
    world.tbuild("--no-doctor", "--until", "compare", says="compare   done")
    must(world.calls("python")[-1][1] == ["setup.py", "build", "--cmake", "--cmake-only", "a b", "c&d", "(x)", "y^z", "!q"], world.calls("python"))
    write(world.profile, read(world.profile).replace("'a b'", "'100%'"))
    world.tbuild("--no-doctor", "--again", code=4, says="cmd.exe would change an argument")


def long_paths(world):
    """A tree far below 260 characters; the programs' own limits are theirs."""
    deep = os.path.join(world.scratch, *["a-folder-with-a-rather-long-name-%02d" % i for i in range(8)])
    os.makedirs(deep)
    shutil.move(world.root, os.path.join(deep, "mini"))
    world.root = os.path.join(deep, "mini")
    must(len(world.root) > 270, "it is not long")
    text = world.tbuild("--no-doctor", code=None)
    must("configure begins" in text, text)
    must(os.path.exists(os.path.join(world.root, ".tbuild/logs/latest.log")), "there is no log", text)


def removing_locked(world):
    """What another program holds is waited for, and then named; where it may be deleted while it is open, too."""
    build(world)
    hint = "close what has the file open (an editor, a Python that imported it, a compiler's server), and run tbuild again"
    path, staged = os.path.join(world.root, ".tbuild/check/mini.py"), os.path.join(world.root, "mini/libiomp5md.dll")
    for how, milliseconds, code, says in (("alone", 1200, 0, "check     done"), ("read", 1200, 0, "check     done"),
                                          ("alone", 30000, 4, ["mini.py': it is open in another program", hint]), ("staged", 30000, 4, ["error: cannot copy '", "Library/bin/libiomp5md.dll' to '", hint])):
        if how == "staged":
            path, how = staged, "alone"
        write(path, "x")
        holder = subprocess.Popen(["wine", os.path.join(world.tools, "hold.exe"), how, windows_path(path), str(milliseconds)], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        try:
            must(holder.stdout.readline().strip() == b"ready", "%s: not held" % how)
            world.tbuild(code=code, says=says)
        finally:
            holder.kill()
            holder.wait()


def imports(world):
    """A staged DLL whose own DLL is missing is reported, before somebody else meets WinError 126; broken ones end nothing."""
    folder = os.path.join(world.root, "mini")
    write(os.path.join(world.scratch, "needed.c"), "__declspec(dllexport) int needed(void) { return 42; }\n")
    write(os.path.join(world.scratch, "user.c"), "int needed(void);\n__declspec(dllexport) int user(void) { return needed(); }\n")
    os.makedirs(folder)
    library = os.path.join(world.scratch, "Needed.dll")
    for name, more in ((library, []), (os.path.join(folder, "user.dll"), [library])):
        source = os.path.join(world.scratch, os.path.basename(name).lower().replace(".dll", ".c"))
        subprocess.run([COMPILER, "-shared", "-o", name, source, *more], check=True)
    whole = open(os.path.join(folder, "user.dll"), "rb").read()
    for length in (0, 1, 63, 64, 70, 200, 400, 600, 1024, len(whole) // 2, len(whole) - 1000):
        with open(os.path.join(folder, "cut-%d.dll" % length), "wb") as f:
            f.write(whole[:length])
    says = "needs 'Needed.dll', which is neither in 'mini' nor part of Windows"
    text = world.tbuild(says=[says, "WinError 126", "check     done"])
    must(text.count(says) == 1 and "kernel32" not in text.lower(), text)
    shutil.copy(library, world.path("venv é/Library/bin"))
    write(world.profile, PROFILE.replace("stage: {", "stage: {needed: \"{prefix}/Library/bin/needed.dll\", "))
    text = world.tbuild(says="check     done")
    must(says not in text and os.path.exists(os.path.join(folder, "Needed.dll")), text)
    must("all libraries that they import were found" in world.log(), world.log())


CASES = (build, imports, environment_captured, again, exit_codes, triage_of_failure, features_off, child_left_behind, sccache, killed, ctrl_c, locked, activation_fails, no_toolset,
         two_visual_studios, active_shell, drift, doctor, cuda, cuda_13, scanner_on_the_lock, script, batch_program, long_paths, removing_locked)


def run_case(function, tools, scratch):
    function(World(tools, scratch))


def cases(tools):
    """(name, function of a scratch folder) of each. `tools` has tbuild.exe, standin.exe and launch.exe."""
    for function in CASES:
        yield "windows/" + function.__name__, functools.partial(run_case, function, tools)

