#!/usr/bin/env python3
"""Installs tpatch into a folder and builds programs against what lies there, as somebody does who embeds it.

usage: embed.py BUILD, in the root of the repository; BUILD is what `make` built. Everything made goes to BUILD/embed.

docs/examples/embed.c must do what the program does, and every.c calls every function of tpatch.h; both are linked with the shared library, with the static
one, and wholly statically, and every.c runs under valgrind too. The symbols of both libraries must be the functions of tpatch.h and no
others. Prints what is not so, and `embed: N passed, N failed`. Exit: 0 all well, 1 not.
"""
import ctypes
import filecmp
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

# pylint: disable=wrong-import-position
from attempts import Wrong, expect

FIXTURE = "fixtures/pytorch-1.12.1/before"
UNFIT = "fixtures/verdict/missing"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wstrict-prototypes", "-Wmissing-prototypes", "-Werror"]


def run(*command, code=0, **more):
    result = subprocess.run(command, capture_output=True, check=False, timeout=600, **more)
    shown = result.stdout[-3000:].decode(errors="replace") + result.stderr[-3000:].decode(errors="replace")
    expect(result.returncode == code, "%s: exit %d\n%s", " ".join(command), result.returncode, shown)
    return result.stdout.decode()


def with_ccache(build, environment):
    """The environment, with ccache as the compiler where Debian has it: of the same options, what `./bootstrap test` has compiled is not compiled again."""
    folder = "/usr/lib/ccache"
    path = os.pathsep.join(([folder] if os.path.isdir(folder) else []) + [environment["PATH"]])
    return dict(environment, PATH=path, CCACHE_DIR=os.path.abspath(os.path.join(build, "ccache")), CCACHE_NOHASHDIR="1", CCACHE_DEPEND="1",
                CCACHE_IGNOREOPTIONS="-Werror")


def source_files():
    """What the repository holds: what git knows of or would take; of a tree without git all but what was built."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True, check=False)
    if listed.returncode == 0:
        return [name for name in listed.stdout.decode().split("\0") if name and os.path.lexists(name)]
    found = [(folder, name) for folder, folders, names in os.walk(".") for name in folders + names]
    paths = [os.path.join(folder, name) for folder, name in found if not (folder + "/").startswith(("./build", "./.git/")) and "__pycache__" not in folder]
    return [path[2:] for path in paths if not os.path.isdir(path) or os.path.islink(path)]


class Stage:
    """`make install` into a folder that is not where it says it will be."""

    def __init__(self, build):
        self.build = build
        self.work = os.path.abspath(os.path.join(build, "embed"))
        self.top = os.path.join(self.work, "stage")
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(self.work)
        self.variables = ["BUILD=" + build, "DESTDIR=" + self.top, "PREFIX=/usr/local"]
        run("make", "-s", "install", *self.variables)
        self.lib = os.path.join(self.top, "usr/local/lib")
        self.environment = dict(os.environ, PKG_CONFIG_SYSROOT_DIR=self.top, LD_LIBRARY_PATH=self.lib,
                                PKG_CONFIG_PATH=os.path.join(self.lib, "pkgconfig"))

    def pkg_config(self, *arguments):
        return run("pkg-config", *arguments, "tpatch", env=self.environment).split()

    def tree(self, name, source=FIXTURE):
        tree = os.path.join(self.work, "trees", name)
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(source, tree, symlinks=True)
        return tree

    def compile(self, source, kind):
        """Against the stage and nothing else of the repository."""
        program = os.path.join(self.work, "%s-%s" % (os.path.basename(source)[:-2], kind))
        flags = self.pkg_config("--cflags")
        if kind == "shared":
            libs = self.pkg_config("--libs")
        elif kind == "archive":
            libs = [word.replace("-ltpatch", "-l:libtpatch.a") for word in self.pkg_config("--libs", "--static")]
        else:
            libs = ["-static", *self.pkg_config("--libs", "--static")]
        run("gcc", "-std=gnu11", "-O1", "-g", *WARNINGS, *flags, "-o", program, os.path.abspath(source), *libs, "-pthread", cwd=self.work)
        return program


def manual_of_tbuild(stage):
    """A page for each command, with each of its options, that mandoc finds nothing wrong with."""
    tbuild, folder = os.path.join(stage.top, "usr/local/bin/tbuild"), os.path.join(stage.top, "usr/local/share/man/man1")
    commands = re.findall(r"^  ([a-z]+) +", run(tbuild, "help").split("\ncommands\n")[1], re.M)
    expect({"tbuild-%s.1" % command for command in commands} | {"tbuild.1"} == {name for name in os.listdir(folder) if name.startswith("tbuild")},
           "manual pages of tbuild: %s", sorted(os.listdir(folder)))
    for command in (*commands, None):
        path = os.path.join(folder, "tbuild-%s.1" % command if command else "tbuild.1")
        with open(path, encoding="utf-8") as file:
            page = file.read().replace("\\-", "-")
        said = run(tbuild, "help", *([command] if command else []))
        for word in set(re.findall(r"--[a-z]+", said)) | set(commands if not command else ()):
            expect(word in page, "%s does not tell of %s", path, word)
        if shutil.which("mandoc"):
            complaints = [line for line in run("mandoc", "-T", "lint", "-W", "error", path).splitlines() if "missing date" not in line]
            expect(not complaints, "%s", complaints)


def installed(stage):
    """What is installed is what README promises, and `make uninstall` takes all of it away."""
    def files(top):
        return sorted(os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names)

    names = [path[len(stage.top):] for path in files(stage.top)]
    for wanted in ("bin/tpatch", "include/tpatch.h", "lib/libtpatch.a", "lib/libtpatch.so", "lib/libtpatch.so.0", "lib/pkgconfig/tpatch.pc",
                   "share/man/man1/tpatch.1", "share/man/man1/tpatch-check.1",
                   "bin/tbuild", "share/man/man1/tbuild.1", "share/man/man1/tbuild-doctor.1", "share/bash-completion/completions/tpatch",
                   "share/zsh/site-functions/_tpatch", "share/fish/vendor_completions.d/tpatch.fish", "share/bash-completion/completions/tbuild",
                   "share/zsh/site-functions/_tbuild", "share/fish/vendor_completions.d/tbuild.fish"):
        expect("/usr/local/" + wanted in names, "not installed: %s", wanted)
    expect(filecmp.cmp("engine/api/tpatch.h", os.path.join(stage.top, "usr/local/include/tpatch.h"), shallow=False), "another tpatch.h")
    version = run(os.path.join(stage.top, "usr/local/bin/tpatch"), "--version").split()[1]
    expect(stage.pkg_config("--modversion") == [version], "pkg-config says another version than tpatch %s", version)
    manual_of_tbuild(stage)
    other = stage.top + "-taken-away"
    shutil.copytree(stage.top, other, symlinks=True)
    run("make", "-s", "uninstall", stage.variables[0], "DESTDIR=" + other, stage.variables[2])
    expect(not files(other), "left by `make uninstall`: %s", files(other))


def declared():
    with open("engine/api/tpatch.h", encoding="utf-8") as file:
        return set(re.findall(r"^TPATCH_API .*?(tpatch_\w+)\(", file.read(), re.M))


def symbols(stage):
    """Both libraries show what the header declares: no more, no less, and the shared one with its version."""
    names = declared()
    expect(len(names) > 20, "the header declares %d functions only", len(names))
    shared = run("nm", "-D", "--defined-only", os.path.join(stage.lib, "libtpatch.so"))
    versioned = set(re.findall(r" T (\w+)@@TPATCH_0\.1$", shared, re.M))
    expect(versioned == names, "libtpatch.so has other functions: %s", sorted(versioned ^ names))
    expect(set(re.findall(r" (\w) ", shared)) <= {"T", "A"}, "libtpatch.so shows more:\n%s", shared)
    static = run("nm", "-g", "--defined-only", os.path.join(stage.lib, "libtpatch.a"))
    static = set(re.findall(r" [A-Z] (\w+)$", static, re.M))
    expect(static == names, "libtpatch.a has other names: %s", sorted(static ^ names)[:10])
    with open("tests/packaging/every.c", encoding="utf-8") as file:
        called = set(re.findall(r"\b(tpatch_\w+)\(", file.read()))
    expect(names <= called, "every.c does not call %s", sorted(names - called))


def python(stage):
    """The shared library stands alone: whoever loads it needs no other."""
    library = ctypes.CDLL(os.path.join(stage.lib, "libtpatch.so.0"))
    library.tpatch_version.restype = ctypes.c_char_p
    expect(library.tpatch_version().decode() == stage.pkg_config("--modversion")[0], "tpatch_version() by ctypes")


def headers(stage):
    """The header alone, twice over, in C and in C++."""
    source = "#include <tpatch.h>\n#include <tpatch.h>\nint main(void) { return tpatch_version() == 0; }\n"
    flags = stage.pkg_config("--cflags") + ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-"]
    for compiler, *words in (("gcc", "-std=c11", "-xc"), ("clang", "-std=c11", "-xc"), ("g++", "-std=c++11", "-xc++"), ("clang++", "-std=c++17", "-xc++")):
        if shutil.which(compiler):
            run(compiler, *words, *flags, input=source.encode())
        else:
            print("embed.py: %s is not here: skipped" % compiler)


def example(stage, kind):
    """docs/examples/embed.c: its diff is the program's, and what it writes is what `tpatch check` wants and can take back."""
    program, tpatch, tree = stage.compile("docs/examples/embed.c", kind), os.path.join(stage.build, "tpatch"), stage.tree("example-" + kind)
    shown = run(program, tree, env=stage.environment)
    diff = run(tpatch, "--root", tree, "--dry", "-q")
    expect(diff and shown.endswith(diff), "the example shows another diff")
    expect(not os.path.exists(os.path.join(tree, ".tpatch")), "the example wrote something without being asked to")
    count = len(re.findall(r"^diff --git ", diff, re.M))
    expect("%d files would change\n" % count in shown, "the example tells another number of files than %d", count)
    expect(run(program, tree, "write", env=stage.environment) == "%d files written as run 1\n" % count, "the example wrote something else")
    run(tpatch, "check", "-q", "--root", tree)
    run(tpatch, "rollback", "-q", "--root", tree)
    expect(run(tpatch, "--root", tree, "--dry", "-q") == diff, "after the rollback the tree is another")
    run(program, "no-such-folder", env=stage.environment, code=2)


def broken_sets(stage):
    folder = os.path.join(stage.work, "broken")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "broken.yaml"), "w", encoding="utf-8") as file:
        file.write("tpatch: 1\nname: broken\nsumary: a word that is none\n")
    return folder


def every(stage, kind, *wrapper):
    program, tree = stage.compile("tests/packaging/every.c", kind), stage.tree("every-" + kind)
    unfit = stage.tree("unfit-" + kind, os.path.join(UNFIT, "before"))
    print(run(*wrapper, program, tree, unfit, os.path.abspath(UNFIT + "/patchsets"), broken_sets(stage), env=stage.environment, cwd=stage.work).splitlines()[-1])


def every_under_valgrind(stage):
    """Code without a name is what PCRE2 compiled: it reads 16 bytes at once, beyond the end of a text but never of a page."""
    log = os.path.join(stage.work, "valgrind.log")
    every(stage, "shared", "valgrind", "-q", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect,possible", "--log-file=" + log)
    with open(log, encoding="utf-8", errors="replace") as file:
        reports = re.split(r"^==\d+== ?$", "".join(line for line in file if not line.startswith("--")), flags=re.M)
    for report in reports:
        at = re.search(r" at 0x[0-9A-F]+: (.*)", report)
        expect(not report.strip() or (at and at[1].startswith("???")), "valgrind: %s", report)


def document(stage):
    """docs/embedding.md quotes the example as it is; its command lines run, on a tree at ~/src/pytorch, and so does its CMake."""
    with open("docs/embedding.md", encoding="utf-8") as file, open("docs/examples/embed.c", encoding="utf-8") as source:
        text, program = file.read(), source.read()
    expect("```c\n" + program + "```\n" in text, "docs/embedding.md: the program is not docs/examples/embed.c")
    stage.tree("home/src/pytorch")
    home = os.path.join(stage.work, "trees/home")
    shutil.copy("docs/examples/embed.c", home)
    path = os.path.join(stage.top, "usr/local/bin") + ":" + os.environ["PATH"]
    environment = dict(stage.environment, HOME=home, PATH=path)
    blocks = re.findall(r"```sh\n(.*?)```", text, re.S)
    expect(len(blocks) == 2, "docs/embedding.md has %d blocks of command lines", len(blocks))
    shown = [run("bash", "-euc", block, cwd=home, env=environment) for block in blocks]
    expect("files written as run 1\n" in shown[0] and "run 1 undone" in shown[0], "docs/embedding.md: its command lines print %s", shown[0][-500:])
    if not shutil.which("cmake"):
        print("embed.py: cmake is not here: skipped")
        return
    with open(os.path.join(home, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write("cmake_minimum_required(VERSION 3.10)\nproject(embed C)\nadd_executable(embed embed.c)\n" + re.search(r"```cmake\n(.*?)```", text, re.S)[1])
    # pkg-config puts the folders of PCRE2 below the stage too, and CMake wants them to be there.
    os.makedirs(os.path.join(stage.top, "usr/include"))
    run("cmake", "-B", "by-cmake", cwd=home, env=environment)
    run("cmake", "--build", "by-cmake", cwd=home, env=environment)
    expect("files would change" in run(os.path.join(home, "by-cmake/embed"), os.path.join(home, "src/pytorch"), env=environment), "built by CMake")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    stage = Stage(sys.argv[1])
    cases = [("installed", installed, stage), ("symbols", symbols, stage), ("headers", headers, stage), ("python", python, stage), ("document", document, stage)]
    for kind in ("shared", "archive", "static"):
        cases.append(("example, " + kind, example, stage, kind))
        cases.append(("every function, " + kind, every, stage, kind))
    if shutil.which("valgrind"):
        cases.append(("every function under valgrind", every_under_valgrind, stage))
    failed = 0
    for name, case, *arguments in cases:
        try:
            case(*arguments)
        except Wrong as wrong:
            failed += 1
            print("FAILED %s: %s" % (name, wrong))
    print("embed: %d passed, %d failed" % (len(cases) - failed, failed))
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
