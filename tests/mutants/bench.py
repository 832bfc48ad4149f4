"""A copy of the repository in which programs are built with one source changed, by one compilation and one link each."""
import bisect
import os
import re
import shutil
import subprocess

from mutate import ROOT

PROGRAMS = ("tests/unit", "tpatch", "tbuild", "tests/diff_files", "tests/patch_numstat")
# What gives out memory: with sanitizers, it shuts what it has not given out, and a mutant that reads there is seen.
GIVES_MEMORY = ("engine/base/alloc.c", "engine/base/arena.c", "engine/base/str.c", "engine/lang/language.c", "engine/lang/document.c")
REACHED_FLAGS = "-O0 -g1 -fsanitize-coverage=trace-pc"


class Broken(Exception):
    """What is as it was cannot be built."""


class Bench:
    def __init__(self, build, folder):
        self.folder = folder
        for path in subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")[:-1]:
            if os.path.lexists(os.path.join(ROOT, path)):
                os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
                shutil.copy2(os.path.join(ROOT, path), os.path.join(folder, path), follow_symlinks=False)
        os.mkdir(os.path.join(folder, "build"))
        for name in ("obj", "tests", "tpatch", "tbuild", "libtpatch.a"):
            subprocess.run(["cp", "-a", os.path.join(build, name), os.path.join(folder, "build")], check=True)
        self.make(*("build/" + program for program in PROGRAMS))
        linkers = [each for each in ("mold", "lld", "gold") if shutil.which("ld." + each) or shutil.which(each)]
        self.linker = " -fuse-ld=" + linkers[0] if linkers else ""
        self.commands = {}
        self.objects = {}
        for program in PROGRAMS:
            self.commands[program] = self.command_for("build/" + program, " -o build/%s " % program)
        self.parts = {}
        self.linked = {program: self.symbols("build/" + program) for program in PROGRAMS}
        strip = "find build/obj -name '*.o' -exec strip -g {} +; strip -g build/libtpatch.a"
        subprocess.run(["sh", "-c", strip], cwd=folder, check=True)

    def make(self, *words):
        result = subprocess.run(["make", "-s", "DEVELOPER=0", *words], cwd=self.folder, capture_output=True, text=True, check=False)
        if result.returncode:
            raise Broken("make %s: %s" % (" ".join(words), (result.stdout + result.stderr)[-2000:]))
        return result.stdout

    def command_for(self, target, part):
        """The command of `target` that holds `part`."""
        result = subprocess.run(["make", "-n", "-B", "DEVELOPER=0", "CFLAGS=-O1", target], cwd=self.folder, capture_output=True, text=True, check=True)
        return next(line for line in result.stdout.splitlines() if part in line).replace("ccache ", "")

    def instrument(self):
        """Programs that mark what they run, in build/reached; only the library's and the driver's objects are compiled anew."""
        reached = os.path.join(self.folder, "build/reached")
        os.makedirs(reached)
        subprocess.run(["cc", "-O2", "-c", "-o", "build/reached/reached.o", "tests/mutants/reached.c"], cwd=self.folder, check=True)
        units = "build/obj/tests build/obj/unit_main.c build/obj/unit_main.o build/obj/unit_main.d"
        subprocess.run("mkdir build/reached/obj; cp -a %s build/reached/obj; find build/reached/obj -name '*.[od]' -exec touch {} +" % units, shell=True, cwd=self.folder, check=True)
        self.make("-o", "Makefile", "BUILD=build/reached", "CFLAGS=" + REACHED_FLAGS, "LDFLAGS=build/reached/reached.o", *("build/reached/" + program for program in PROGRAMS))
        return reached

    def symbols(self, path):
        """The names that an object or a program defines for others."""
        listed = subprocess.run(["nm", "--defined-only", path], cwd=self.folder, capture_output=True, text=True, check=True).stdout
        return {words[2] for words in map(str.split, listed.splitlines()) if len(words) == 3 and (words[1].isupper() or not path.endswith(".o"))} - {"main"}

    def is_in_a_program(self, path):
        return any(self.is_part_of(program, path) for program in PROGRAMS)

    def source(self, path):
        return os.path.join(self.folder, path)

    def compile(self, path, level="-O1", to="build/mutant.o"):
        """The object code of a source, or None where it does not compile."""
        top = path.split("/", maxsplit=1)[0]
        if top not in self.commands:
            target = "build/obj/" + path[:-2] + ".o"
            self.commands[top] = self.command_for(target, " -c -o " + target).replace(path[:-2], "{}")
        command = self.commands[top].replace("build/obj/{}.o", to).replace("{}", path[:-2]).replace(" -O1 ", " %s " % level).replace(" -MMD -MP", "")
        if subprocess.run(command + " -w", shell=True, cwd=self.folder, capture_output=True, check=False).returncode:
            return None
        with open(os.path.join(self.folder, to), "rb") as f:
            return f.read()

    def unchanged(self, path, level="-O1"):
        if (path, level) not in self.objects:
            self.objects[path, level] = self.compile(path, level)
        return self.objects[path, level]

    def is_part_of(self, program, path):
        """Is a source in a program? Its object is named, or was taken whole from the library: two programs may have a function of one name."""
        if (program, path) not in self.parts:
            names = self.symbols("build/obj/" + path[:-2] + ".o")
            taken_whole = path.startswith("engine/") and bool(names) and names <= self.linked[program]
            self.parts[program, path] = " build/obj/%s.o " % path[:-2] in self.commands[program] or taken_whole
        return self.parts[program, path]

    def link(self, program, path):
        """`program`, with build/mutant.o in place of the object of `path`; None: without a change."""
        self.link_with(program, {path: "build/mutant.o"} if path else {}, "")

    def link_sanitized(self, program, path, level, flags):
        """The same, where build/mutant.o was compiled with sanitizers; what gives it memory is so as well."""
        objects = {path: "build/mutant.o"}
        os.makedirs(self.source("build/watched"), exist_ok=True)
        for each in GIVES_MEMORY:
            if each != path:
                objects[each] = "build/watched/%s.o" % os.path.basename(each)[:-2]
                if not os.path.exists(self.source(objects[each])):
                    self.compile(each, level, objects[each])
        self.link_with(program, objects, flags)

    def link_with(self, program, objects, flags):
        """With these objects in place of those of sources; the archive's members are then not used."""
        command = self.commands[program]
        for path, made in objects.items():
            there = " build/obj/%s.o " % path[:-2]
            if there in command:
                command = command.replace(there, " %s " % made)
            else:
                command = command.replace(" build/libtpatch.a", " %s build/libtpatch.a" % made)
        result = subprocess.run(command + self.linker + flags, shell=True, cwd=self.folder, capture_output=True, text=True, check=False)
        if result.returncode:
            raise Broken(result.stderr[-2000:])


class Lines:
    """Which lines the basic blocks of an instrumented program are made of."""

    def __init__(self, program):
        listing = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], capture_output=True, text=True, check=True).stdout
        calls = re.finditer(r"^ *([0-9a-f]+):\s+call +[0-9a-f]+ <__sanitizer_cov_trace_pc(?:@plt)?>\n *([0-9a-f]+):", listing, re.M)
        self.blocks = sorted((int(match[1], 16), int(match[2], 16) // 4) for match in calls)
        self.of_block = {}
        begins = [begin for begin, _ in self.blocks]
        table = subprocess.run(["objdump", "--dwarf=decodedline", program], capture_output=True, text=True, check=True).stdout
        addresses = [match[1] for match in re.finditer(r"^\S+ +\d+ +0x([0-9a-f]+)", table, re.M)]
        # The table has names without folders.
        places = subprocess.run(["addr2line", "-e", program], input="\n".join(addresses), capture_output=True, text=True, check=True).stdout
        for address, place in zip(addresses, places.splitlines()):
            at = bisect.bisect_right(begins, int(address, 16)) - 1
            known = re.search(r"/((?:engine|driver)/.*\.c):(\d+)", place)
            if at >= 0 and known:
                self.of_block.setdefault(self.blocks[at][1], set()).add((known[1], int(known[2])))
