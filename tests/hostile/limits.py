"""Limits of the system: paths longer than PATH_MAX, few open files, no processes, a clock that is moved, folders with a million files."""
import os
import shutil
import subprocess

from bench import Skip, long_case, rule

PYTHON = rule('match: f($A)\nreplace: g($A)', pattern="'**/*.py'", language="python")
PART = "d" * 200


def deep_files(bench, levels):
    """A file in each of so many folders, one within the other; made and read step by step, since no path names the lowest."""
    folder = os.open(bench.tree, os.O_RDONLY)
    for _ in range(levels):
        try:
            os.mkdir(PART, dir_fd=folder)
        except FileExistsError:
            pass
        below = os.open(PART, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = below
        yield folder
    os.close(folder)


def read_deep(bench, levels):
    texts = []
    for folder in deep_files(bench, levels):
        file = os.open("a.py", os.O_RDONLY, dir_fd=folder)
        texts.append((os.read(file, 99), os.fstat(file).st_mtime_ns))
        os.close(file)
    return texts


def make_deep(bench, levels):
    bench.write_set(PYTHON)
    for folder in deep_files(bench, levels):
        file = os.open("a.py", os.O_WRONLY | os.O_CREAT, 0o644, dir_fd=folder)
        os.write(file, b"f(1)\n")
        os.close(file)
    return read_deep(bench, levels)


def remove_deep(bench, levels):
    """What a removal by paths cannot: moves each folder up before the next."""
    top = os.path.join(bench.tree, PART)
    for _ in range(levels):
        os.rename(top, bench.tree + "-gone")
        if os.path.isdir(os.path.join(bench.tree + "-gone", PART)):
            os.rename(os.path.join(bench.tree + "-gone", PART), top)
        shutil.rmtree(bench.tree + "-gone")


def there_and_back(bench, before, levels, *words, codes=(0,), through=()):
    """Applies and rolls back; where that may fail, the tree is whole all the same. True where it was applied."""
    done = bench.run("apply", "-q", *words, codes=codes, through=through)
    texts = [text for text, _ in read_deep(bench, levels)]
    bench.expect(texts == [b"g(1)\n" if done.code == 0 else b"f(1)\n"] * levels, "exit %d, and the tree is neither before nor after" % done.code)
    bench.expect(done.code == 0 or b"error: " in done.err, "exit %d without an error" % done.code)
    if done.code == 0:
        bench.run("rollback", "--root", bench.tree, "-q", sets=False)
    bench.expect(read_deep(bench, levels) == before, "the tree is not as it was")
    return done.code == 0


def case_paths_beyond_path_max(bench):
    """Forty folders of 200 letters: the walk, apply, status, a second run and rollback reach the lowest."""
    levels = 40
    before = make_deep(bench, levels)
    try:
        bench.expect(len(bench.run("check", "--json=compact", codes=(1,)).json()["changes"]) == levels, "not all files are found")
        bench.run("apply", "-q")
        bench.run("check", "-q")
        bench.expect("%d files, all as the run left them" % levels in bench.run("status").out.decode(), "status sees other files")
        bench.run("rollback", "--root", bench.tree, "-q", sets=False)
        bench.expect(read_deep(bench, levels) == before, "the tree is not as it was")
        there_and_back(bench, before, levels)
    finally:
        remove_deep(bench, levels)


def case_few_open_files(bench):
    """A limit on open files stops a run before it writes, or not at all."""
    levels, applied = 12, 0
    before = make_deep(bench, levels)
    for limit in (4, 5, 6, 7, 8, 10, 12, 16, 24):
        applied += there_and_back(bench, before, levels, "-j3", codes=(0, 4), through=("prlimit", "--nofile=%d" % limit))
    bench.expect(applied >= 4, "even with 10 open files nothing could be applied")
    for limit in range(4, 10):
        bench.run("apply", "-q")
        told = bench.run("rollback", "--root", bench.tree, "-q", sets=False, codes=(0, 4), through=("prlimit", "--nofile=%d" % limit))
        bench.expect(told.code == 0 or b"too many open files" in told.err, "with %d files it says: %r" % (limit, told.err))
        if told.code:
            bench.run("rollback", "--root", bench.tree, "-q", sets=False)


def case_no_processes(bench):
    """No thread and no process can be made: one thread does it all, and git is said not to start."""
    if os.geteuid() != 0 or not all(shutil.which(program) for program in ("setpriv", "prlimit", "git")):
        raise Skip("root, setpriv and git are needed")
    bench.write_set(PYTHON)
    for i in range(50):
        bench.write("%d/a.py" % i, "f(1)\n")
    tpatch, bench.tpatch = bench.tpatch, os.path.join(bench.folder, "tpatch")
    shutil.copy(tpatch, bench.tpatch)
    for folder, folders, names in os.walk(bench.folder):
        for name in folders + names:
            os.chown(os.path.join(folder, name), 65534, 65534)
    os.chmod(bench.folder, 0o755)
    nobody = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "env", "HOME=" + bench.folder)
    for words in (["init", "-q", "."], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"], ["tag", "v1.0.0"]):
        subprocess.run([*nobody, "git", "-C", bench.tree, *words], check=True)
    alone = nobody + ("prlimit", "--nproc=0")
    before = bench.snapshot()
    made = bench.run("apply", "--json=compact", "-j4", through=alone).json()
    bench.expect(len(made["changes"]) == 50, "%d files were changed, not 50" % len(made["changes"]))
    bench.run("rollback", "--root", bench.tree, "-q", sets=False, through=alone)
    bench.expect_same(before, "after rollback")
    told = bench.run("matrix", "--git", bench.tree, "--tags", "v*", "--patchsets", bench.sets, sets=False, codes=(4,), through=alone)
    bench.expect(b"cannot start 'git'" in told.err, "it does not say that git cannot be started: %r" % told.err)


CLOCK = r"""
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *now)
{
	int result = (int)syscall(SYS_clock_gettime, clock, now);
	if (clock == CLOCK_REALTIME)
		now->tv_sec += atoll(getenv("CLOCK_MOVED"));
	return result;
}
"""
YEAR = 365 * 24 * 3600


def case_a_clock_that_goes_back(bench):
    """Runs of 2026, of ten years before, of 1931, with files of the future: their order is that of their numbers."""
    if not shutil.which("cc"):
        raise Skip("no C compiler")
    library = os.path.join(bench.folder, "clock.so")
    with open(os.path.join(bench.folder, "clock.c"), "w", encoding="ascii") as file:
        file.write(CLOCK)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, file.name], check=True)

    def at(years):
        return ("env", "LD_PRELOAD=" + library, "CLOCK_MOVED=%d" % (years * YEAR))

    names = ("a", "b", "c")
    bench.write_set(*[rule("match: %s(1)\nreplace: g(1)" % name, name="rule-" + name, pattern="'*.py'", language="python") for name in names])
    bench.write("x.py", "a(1)\nb(1)\nc(1)\n")
    future = 3755635200000000000  # 2089
    os.utime(bench.path("x.py"), ns=(future, future))
    before = bench.snapshot()
    years = (0, -10, -95)
    states = []
    for name, moved in zip(names, years):
        states.append(bench.snapshot())
        made = bench.run("apply", "--json=compact", "--rule", "rule-" + name, through=at(moved)).json()
        bench.expect(made["summary"]["run"] == len(states), "run %d has the number %d" % (len(states), made["summary"]["run"]))
    log = bench.run("log", "--json=compact", "--root", bench.tree, sets=False, through=at(-20)).json()
    runs = [run["run"] for run in log]
    bench.expect(runs == [3, 2, 1], "the log's order is %r" % runs)
    bench.expect(log[0]["time"].startswith("19"), "run 3 was made in 1931, and is said to be of %s" % log[0]["time"])
    bench.run("check", "-q", through=at(-50))
    for state, moved in zip(reversed(states), (-200, 30, 0)):
        bench.run("rollback", "--root", bench.tree, "-q", sets=False, through=at(moved))
        bench.expect_same(state, "after rollback")
    bench.expect_same(before, "after all")


def many_in_one_folder(bench, count, seconds, mebibytes):
    bench.write_set(PYTHON)
    folder = os.open(bench.tree, os.O_RDONLY)
    for i in range(count):
        name, first = "file-%07d.txt" % i, "file-%07d.txt" % (i // 50000 * 50000)
        if name == first:
            os.close(os.open(name, os.O_CREAT | os.O_WRONLY, 0o644, dir_fd=folder))
        else:  # a name more costs a tenth of a file
            os.link(first, name, src_dir_fd=folder, dst_dir_fd=folder)
    os.close(folder)
    bench.write("z.py", "f(1)\n")
    limits = {"seconds": seconds, "mebibytes": mebibytes}
    bench.expect(len(bench.run("check", "--json=compact", codes=(1,), **limits).json()["changes"]) == 1, "the one file is not found")
    bench.run("apply", "-q", **limits)
    bench.run("rollback", "--root", bench.tree, "-q", sets=False)


def case_many_files_in_one_folder(bench):
    """The names of one folder are held at once: some fifty bytes for each."""
    many_in_one_folder(bench, 30000, 2, 24)


@long_case
def case_a_million_files_in_one_folder(bench):
    many_in_one_folder(bench, 1000000, 10, 80)
