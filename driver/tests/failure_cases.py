"""Builds that cannot finish: what is said, which exit code, what is kept, and what was not touched."""
import functools
import os
import signal
import subprocess

import build_case as b
from case import Skipped, expect, must, read, write
from data_cases import patch


def feature_off(tbuild, scratch):
    """A feature that turned itself off, or was forced off by another, ends the build before anything is compiled."""
    b.need()
    root = b.project(scratch)
    profile = b.extended(scratch, "wanted", "env: {USE_NOWHERE: \"1\", USE_FAST: \"0\"}\nexpect: {USE_NOWHERE: \"ON\"}\n")
    got = b.build(tbuild, scratch, root, profile=profile)
    expect(got, 3, "USE_NOWHERE is OFF, and should be ON", "CMake said: Not compiling with NOWHERE.", "USE_FASTER is OFF, and should be ON", "nothing was built")
    must("build     begins" not in got[1] and b.compiled(b.log_of(root)) == 0, "it went on", got[1])
    must("== compare failed" in b.log_of(root) and "USE_FASTER is OFF, and should be ON" in b.log_of(root), b.log_of(root))
    expect(b.build(tbuild, scratch, root, "--until", "compare", profile=profile), 3, "configure begins")
    expect(b.build(tbuild, scratch, root, "--until", "compare", "--set", "USE_FAST=0"), 3, "USE_FASTER is OFF, and should be ON")
    expect(b.build(tbuild, scratch, root, "--until", "compare"), 0, "configure begins")


def compile_error(tbuild, scratch):
    """The first cause, with what fixes it; fixed, the build goes on where it was."""
    b.need()
    root = b.project(scratch)
    path = os.path.join(root, "src/add.cpp")
    source = read(path)
    write(path, "uint8_t before;\n" + source)
    got = b.build(tbuild, scratch, root)
    expect(got, 1, "build     failed: it ended with exit code 1", "include-missing (fatal)", "src/add.cpp:1:1: error:", "FAILED: ", "cause  ", "fix    ", "log       " + root)
    must("wheel     begins" not in got[1] and not os.path.exists(os.path.join(root, "dist")), "it went on", got[1])
    got = b.run(tbuild, "triage", "--root", root)
    expect(got, 0, "include-missing (fatal)")
    first = b.compiled(b.log_of(root))
    write(path, source)
    expect(b.build(tbuild, scratch, root, "--until", "build"), 0, "configure skipped")
    must(first > 1 and b.compiled(b.log_of(root)) < 7, "it began anew", b.log_of(root))


def less_memory(tbuild, scratch):
    """Where a compiler is killed for want of memory, the step goes on with half the jobs, and not where it is another error."""
    b.need()
    root = b.project(scratch)
    compiler = os.path.join(scratch, "c++")
    write(compiler, "#!/bin/sh\ncase \"$*\" in *part_1.cpp.o*) [ \"$MAX_JOBS\" -le 2 ] || { echo 'c++: fatal error: Killed signal terminated program cc1plus'; exit 1; };; esac\nexec /usr/bin/g++ \"$@\"\n")
    os.chmod(compiler, 0o755)
    got = b.build(tbuild, scratch, root, "--set", "CMAKE_CXX_COMPILER=" + compiler, "--jobs", "8", "--until", "build")
    expect(got, 0, "out of memory: the step continues with 4 jobs instead of 8", "out of memory: the step continues with 2 jobs instead of 8")
    root = b.project(scratch, "target")
    write(compiler, "#!/bin/sh\ncase \"$*\" in *part_1.cpp.o*) [ -e %s/once ] || { : >%s/once; echo 'c++: fatal error: Killed signal terminated program cc1plus'; exit 1; };; esac\n"
          "exec /usr/bin/g++ \"$@\"\n" % (scratch, scratch))
    got = b.build(tbuild, scratch, root, "--set", "CMAKE_CXX_COMPILER=" + compiler, "--jobs", "8", "--target", "mini_core")
    expect(got, 0, "out of memory: the step continues with 4 jobs instead of 8")
    must("--parallel 8 --target" in b.log_of(root) and "--parallel 4 --target" in b.log_of(root), b.log_of(root))
    root = b.project(scratch, "wrong")
    path = os.path.join(root, "src/add.cpp")
    write(path, "int x = ;\n" + read(path))
    got = b.build(tbuild, scratch, root, "--jobs", "8", "--until", "build")
    expect(got, 1, "build     failed")
    must("out of memory" not in got[1], "took it for memory", got[1])


def memory_group(bytes_most):
    """A new control group with so much memory: its folder and the file for process ids. Skips where none can be made."""
    for parent, name in (("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")):
        folder = os.path.join(parent, "tbuild-test-%d" % os.getpid())
        try:
            os.mkdir(folder)
            write(os.path.join(folder, name), str(bytes_most))
            return folder, os.path.join(folder, "cgroup.procs")
        except OSError:
            if os.path.isdir(folder):
                os.rmdir(folder)
    raise Skipped("no control group with a memory limit can be made here")


def memory_limit(tbuild, scratch):
    """Compilers that the system really kills: four at once need more than there is, two do not."""
    b.need()
    root = b.project(scratch)
    path = os.path.join(root, "CMakeLists.txt")
    text = read(path)
    for number in range(4):
        ten = "#define A(x) x, x, x, x, x, x, x, x, x, x\n"
        write(os.path.join(root, "src/large_%d.cpp" % number), ten + "#define B(x) A(A(A(A(A(x)))))\nint large_%d[] = { B(1), B(2), B(3), B(4), B(5) };\n" % number)
        text = text.replace("set(sources ", "set(sources src/large_%d.cpp " % number)
    write(path, text)
    folder, ids = memory_group(310 << 20)
    try:
        done = subprocess.run(["sh", "-c", "echo $$ >%s && exec \"$@\"" % ids, "sh", tbuild, *b.words(root, "--no-doctor", "--until", "build", "--jobs", "4")],
                              env=b.environment(scratch), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    finally:
        os.rmdir(folder)
    must(done.returncode == 0 and "out of memory: the step continues with 2 jobs instead of 4" in done.stdout, done.returncode, done.stdout)
    must("Killed signal" in b.log_of(root), b.log_of(root))


def program_of(process):
    """Of one that may have ended meanwhile: ""."""
    try:
        return os.readlink("/proc/%d/exe" % process)
    except OSError:
        return ""


def child_dies(tbuild, scratch):
    """A compiler that is killed, as the system does when memory runs out; and the build's own first process."""
    b.need()
    root = b.project(scratch)
    compiler = os.path.join(scratch, "c++")
    write(compiler, "#!/bin/sh\ncase \"$*\" in *part_1.cpp.o*) kill -9 $$;; esac\nexec /usr/bin/g++ \"$@\"\n")
    os.chmod(compiler, 0o755)
    got = b.build(tbuild, scratch, root, "--set", "CMAKE_CXX_COMPILER=" + compiler)
    expect(got, 1, "build     failed", "FAILED: ", "part_1.cpp", "cause  ", "log       " + root)
    root = b.project(scratch, "other")
    process = b.start(tbuild, scratch, root, "--set", "CMAKE_MINI_PARTS=13")
    try:
        b.wait_compiling(root)
        leader = [each for each in b.processes_in(root) if program_of(each).startswith("/usr/bin/python")]
        must(leader, "there is no setup.py")
        os.kill(leader[0], signal.SIGKILL)
        code = process.wait(timeout=60)
    finally:
        b.kill_all(scratch)
    output = read(os.path.join(scratch, "output"))
    must(code == 1 and "it was killed (exit code 137)" in output and "log       " + root in output, code, output)
    expect(b.build(tbuild, scratch, root, "--until", "build", "--set", "CMAKE_MINI_PARTS=13"), 0, "configure skipped")


def tool_missing(tbuild, scratch):
    """Said before anything runs, with what fixes it; --no-doctor goes on, and fails with the log of it."""
    b.need()
    root = b.project(scratch)
    for number, (without, texts) in enumerate((("ninja", ["there is no ninja in PATH"]), (r"(.*-)?(g\+\+|c\+\+|clang).*", ["there is no g++ in PATH"]),
                                               ("cmake", ["there is no cmake in PATH"]))):
        env = b.environment(scratch, PATH=b.only_path(os.path.join(scratch, str(number)), without))
        expect(b.build(tbuild, scratch, root, env=env), 3, *texts, "why: ", "-> ", "nothing was built", "--no-doctor")
        must(not os.path.exists(os.path.join(root, "build")) and not os.path.exists(os.path.join(root, ".tbuild")), "something was made")
        expect(b.build(tbuild, scratch, root, "--no-doctor", "--clean", env=env), 1, "configure failed", "log       " + root)
        expect(b.build(tbuild, scratch, root, "--clean", "--until", "clean", "--no-doctor"), 0)
        subprocess.run(["rm", "-r", os.path.join(root, ".tbuild")], check=True)
    expect(b.build(tbuild, scratch, root, "--python", os.path.join(scratch, "python")), 3, "'%s' does not run" % os.path.join(scratch, "python"))
    expect(b.build(tbuild, scratch, root, profile=b.extended(scratch, "launched", "launcher: icecc\n"),
                   env=b.environment(scratch, PATH=b.only_path(os.path.join(scratch, "9"), "icecc"))), 3, "there is no icecc in PATH")


# A step that fills the disk. More than a pipe holds is printed meanwhile: some of it is read while there is no room.
FILL = """import os
filler = os.open('filler', os.O_WRONLY | os.O_CREAT)
full = None
while not full:
    try:
        os.write(filler, bytes(4096))
    except OSError as error:
        full = error
for i in range(4000):
    print('line %d of 4000 while there is no room' % i, flush=True)
os.remove('filler')
os.close(filler)
raise full
"""


def full_disk(tbuild, scratch):
    """No room in the middle of compiling; and no room for the log itself. With room, it goes on, and so does the log."""
    b.need()
    for option in ("-m", "-rm"):
        if subprocess.run(["unshare", option, "mount", "-t", "tmpfs", "none", scratch], stderr=subprocess.DEVNULL).returncode == 0:
            break
    else:
        raise Skipped("no file system can be mounted here")
    root, path = os.path.join(scratch, "small"), os.path.join(scratch, "inside.sh")
    os.makedirs(root)
    write(path, "set -e\nsize=$1\nroot=$2\nshift 2\nmount -t tmpfs -o size=$size none \"$root\"\ncp -r %s/. \"$root\"\ncode=0\n\"$@\" || code=$?\n"
                "echo \"log is $(cat \"$root\"/.tbuild/logs/[mf]*.log | wc -l) lines\"\nif [ $size = 3m ]; then mount -o remount,size=90m \"$root\"; \"$@\"; echo again $?; fi\n"
                "exit $code\n" % b.PROJECT)
    filled = b.extended(scratch, "filled", "configure: [\"{python}\", %s]\n" % os.path.join(scratch, "fill.py"))
    write(os.path.join(scratch, "fill.py"), FILL)
    for size, profile, codes, texts in (("3m", b.PROFILE, (1,), ["disk-full (fatal)", "No space left on device", "make room", "again 0"]),
                                        ("1m", filled, (1,), ["disk-full (fatal)", "OSError: [Errno 28] No space left on device", "log is 40"]),
                                        ("64k", b.PROFILE, (1, 4), ["No space left on device"])):
        done = subprocess.run(["unshare", option, "sh", path, size, root, tbuild, *b.words(root, "--no-doctor", "--set", "CMAKE_MINI_KIB=1000", profile=profile)],
                              env=b.environment(scratch, PYTHONDONTWRITEBYTECODE="1"), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              encoding="utf-8", errors="backslashreplace")
        must(done.returncode in codes, "exit code %d" % done.returncode, done.stdout)
        for text in texts:
            must(text in done.stdout, "does not say %r" % text, done.stdout)
        must("log is 0 lines" not in done.stdout, "no log was kept", done.stdout)


def drift(tbuild, scratch):
    """A tree that somebody changed after tpatch is not built, and the files are named; --unpatched builds it."""
    b.need()
    root = b.project(scratch)
    lists = os.path.join(root, "CMakeLists.txt")
    for each in ("torch/csrc", "caffe2"):
        os.makedirs(os.path.join(root, each))
    patch(root, "patched", tbuild)
    expect(b.build(tbuild, scratch, root, "--until", "compare"), 0)
    must("1 file as tpatch left it" in b.log_of(root), b.log_of(root))
    write(lists, read(lists) + "# somebody\n")
    got = b.build(tbuild, scratch, root)
    expect(got, 3, "1 file is not as tpatch left it:\n  CMakeLists.txt: has changed since", "tpatch status --root " + root, "--unpatched")
    must("begins" not in got[1], got[1])
    expect(b.build(tbuild, scratch, root, "--unpatched", "--until", "compare"), 0, "configure begins")
    # A file that tpatch made executable, and that is not so any more, is not as it left it.
    other = b.project(os.path.join(scratch, "other"))
    for each in ("torch/csrc", "caffe2"):
        os.makedirs(os.path.join(other, each))
    patch(other, "bit lost", tbuild)
    expect(b.build(tbuild, scratch, other), 3, "1 file is not as tpatch left it:\n  CMakeLists.txt: has changed since")
    os.chmod(os.path.join(other, "CMakeLists.txt"), 0o755)
    expect(b.build(tbuild, scratch, other, "--until", "compare"), 0)
    os.remove(lists)
    expect(b.build(tbuild, scratch, root), 2, "no CMakeLists.txt")


def two_at_once(tbuild, scratch):
    b.need()
    root = b.project(scratch)
    process = b.start(tbuild, scratch, root, "--set", "CMAKE_MINI_PARTS=13")
    try:
        b.wait_compiling(root, 1)
        log = b.log_of(root)
        expect(b.build(tbuild, scratch, root, "--clean"), 4, "another build is running in '%s'" % root, "wait for it")
        b.release(scratch)
        must(b.log_of(root).startswith(log[:200]), "the log of the first was taken away")
        must(process.wait(timeout=120) == 0, "the first one failed", read(os.path.join(scratch, "output")))
    finally:
        b.kill_all(scratch)


def not_for_it(tbuild, scratch):
    """Profiles and options that do not fit: nothing runs, nothing is made."""
    b.need()
    root = b.project(scratch)
    before = b.listing(scratch)
    expect(b.build(tbuild, scratch, root, "--torch", "1.13.1"), 2, "is for PyTorch >=2.7, <2.8, but the tree is 1.13.1", "tbuild profiles")
    expect(b.build(tbuild, scratch, root, "--set", "USE_FASR=1"), 2, "this tree has no option 'USE_FASR'", "did you mean 'USE_FAST'?")
    expect(b.build(tbuild, scratch, root, "--until", "biuld"), 2, "--until does not take 'biuld'", "did you mean 'build'?")
    expect(b.build(tbuild, scratch, root, "--jobs", "0"), 2, "--jobs takes a whole number")
    expect(b.build(tbuild, scratch, os.path.join(scratch, "gone")), 2, "gone", "--root is the top folder of the source tree")
    must(b.listing(scratch) == before, "something was made")
    profile = b.extended(scratch, "wrong", "env: {USE_FASTTER: \"1\"}\n")
    expect(b.build(tbuild, scratch, root, profile=profile), 2, "wrong.yaml:4", "this tree has no option 'USE_FASTTER'", "did you mean 'USE_FASTER'?")


def no_wheel(tbuild, scratch):
    b.need()
    root = b.project(scratch)
    profile = b.extended(scratch, "elsewhere", "wheel_glob: dist/other-*.whl\n")
    expect(b.build(tbuild, scratch, root, profile=profile), 3, "did not make the wheel 'dist/other-*.whl'")
    profile = b.extended(scratch, "picky", "check: \"import mini; assert mini.add(1, 1) == 3, 'one and one'\"\n")
    expect(b.build(tbuild, scratch, root, profile=profile), 1, "check     failed: it ended with exit code 1")
    must("AssertionError: one and one" in b.log_of(root), b.log_of(root))


def cases(tbuild):
    """(name, function of a scratch folder) of each."""
    for function in (feature_off, compile_error, child_dies, less_memory, memory_limit, tool_missing, full_disk, drift, two_at_once, not_for_it, no_wheel):
        yield "failure/" + function.__name__, functools.partial(function, tbuild)
