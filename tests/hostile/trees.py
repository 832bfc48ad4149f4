"""Trees that are wide, deep, strange or lie about themselves."""
import os
import socket
import stat

from bench import Skip, long_case, rule

MIB = 1 << 20


def case_100000_files_in_a_folder(bench):
    for i in range(bench.part(100000)):
        with open(os.path.join(bench.tree, "%06d.cmake" % i), "wb") as f:
            f.write(b"set(B 1)\n")
    bench.write("a.cmake", "set(A 1)\n")
    bench.round_trip(seconds=bench.part(20), mebibytes=bench.part(300))


@long_case
def case_20000_files_change(bench):
    for i in range(20000):
        with open(os.path.join(bench.tree, "%06d.cmake" % i), "wb") as f:
            f.write(b"set(A 1)\n")
    bench.round_trip(seconds=60, mebibytes=400)


@long_case
def case_100000_folders(bench):
    for i in range(100000):
        os.mkdir(os.path.join(bench.tree, "%06d" % i))
    bench.write("a/a.cmake", "set(A 1)\n")
    bench.round_trip(seconds=20, mebibytes=300)


def case_deep_folders(bench):
    """Deeper than a path can be said to the system in one call."""
    here = os.open(bench.tree, os.O_RDONLY)
    for _ in range(600):
        os.mkdir("folder-name", dir_fd=here)
        deeper = os.open("folder-name", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = deeper
    with open(os.open("a.cmake", os.O_WRONLY | os.O_CREAT, dir_fd=here), "wb") as f:
        f.write(b"set(A 1)\n")
    os.close(here)
    bench.write("a.cmake", "set(A 1)\n")
    # Either it is changed, or it is said that it cannot be: never half.
    result = bench.run("apply", "-q", codes=(0, 4))
    bench.expect(result.code == 0 or b"name too long" in result.err, "the reason is not told")
    os.system("rm -rf '%s'" % bench.tree)
    os.mkdir(bench.tree)


def case_no_files(bench):
    """FIFOs, sockets and devices with the names of sources are passed by."""
    bench.write("a.cmake", "set(A 1)\n")
    os.mkfifo(bench.path("fifo.cmake"))
    with socket.socket(socket.AF_UNIX) as s:
        old = os.getcwd()
        os.chdir(bench.tree)
        s.bind("socket.cmake")
        os.chdir(old)
    try:
        os.mknod(bench.path("zero.cmake"), stat.S_IFCHR | 0o666, os.makedev(1, 5))
    except PermissionError:
        pass
    os.mkdir(bench.path("folder.cmake"))
    made = bench.round_trip()
    bench.expect([change["path"] for change in made["changes"]] == ["a.cmake"], "something else was changed")
    bench.write_set(rule('match: set(A $V)\nset: {V: "2"}', pattern="[fifo.cmake, zero.cmake, socket.cmake, folder.cmake]").replace(
        "    optional: true\n", ""))
    bench.run("check", "-q", codes=(3,))


NAMES = (b"new\nline.cmake", b"caf\xe9.cmake", b"esc\x1b[31m.cmake", b"quote\".cmake", b"back\\slash.cmake", b"tab\t.cmake", b" blank .cmake", b"-n.cmake",
         b"\xff\xfe.cmake", b"percent%20,.cmake", "schön-\u2028-\U0001f600.cmake".encode(), b"--root.cmake", b"$(x).cmake", b"a:b.cmake", b"nul.cmake",
         b"x" * 240 + b".cmake", b"\x7f.cmake", b"\r.cmake", b".cmake", b"d\n/e\x01.cmake")


def case_strange_names(bench):
    for name in NAMES:
        bench.write(name, "set(A 1)\n")
    made = bench.round_trip()
    bench.expect(len(made["changes"]) == len(NAMES), "%d of %d files" % (len(made["changes"]), len(NAMES)))
    diff = bench.run("--dry", "-q").out
    bench.expect(diff.count(b"\n+set(A 2)") == len(NAMES) and b"\x1b" not in diff, "the diff shows a name as it is")
    bench.run("apply", "-q")
    bench.write(NAMES[0], "mine\n")
    bench.write(NAMES[2], "mine\n")
    for arguments, code in ((("rollback",), 3), (("status",), 0), (("log", "1"), 0)):
        result = bench.run(*arguments, "--root", bench.tree, sets=False, codes=(code,))
        bench.expect(b"\x1b" not in result.out + result.err, "a name steers the terminal")
        bench.expect(b"new\nline" not in result.out + result.err, "a name breaks a line")
    os.chmod(bench.path(NAMES[0]), 0)
    bench.run("check", "-v", codes=(0, 1, 3, 4))


def case_diff_of_strange_names_applies(bench):
    """git takes the diff whatever the names."""
    if os.system("git --version >/dev/null 2>&1") != 0:
        raise Skip("git is not here")
    for name in NAMES:
        bench.write(name, "set(A 1)\n")
    diff = bench.run("--dry", "-q").out
    with open(os.path.join(bench.folder, "made.diff"), "wb") as f:
        f.write(diff)
    code = os.system("cd '%s' && git apply ../made.diff" % bench.tree)
    bench.expect(code == 0, "git refuses the diff")
    bench.run("check", "-q")


def case_links(bench):
    """Loops and ways out of the tree: a link is never followed."""
    outside = os.path.join(bench.folder, "outside")
    os.mkdir(outside)
    with open(os.path.join(outside, "a.cmake"), "w", encoding="ascii") as f:
        f.write("set(A 1)\n")
    bench.write("sub/a.cmake", "set(A 1)\n")
    for target, name in ((".", "loop"), ("..", "sub/up"), ("self", "self"), ("b.cmake", "c.cmake"), ("c.cmake", "b.cmake"), ("../outside", "out"),
                         ("../outside/a.cmake", "out.cmake"), ("/dev/zero", "zero.cmake"), ("/dev/stdin", "in.cmake"), ("nowhere", "broken.cmake")):
        os.symlink(target, bench.path(name))
    made = bench.round_trip()
    bench.expect([change["path"] for change in made["changes"]] == ["sub/a.cmake"], "something else was changed")
    bench.write_set(rule('match: set(A $V)\nset: {V: "2"}', pattern="[out.cmake, out/a.cmake, loop/sub/a.cmake]").replace("    optional: true\n", ""))
    bench.run("apply", "-q", codes=(3,))
    with open(os.path.join(outside, "a.cmake"), encoding="ascii") as f:
        bench.expect(f.read() == "set(A 1)\n", "a file outside was changed")


def case_hard_links(bench):
    """A file with two names gets a new one; the other keeps the old text, and that is said."""
    bench.write("a.cmake", "set(A 1)\n")
    os.link(bench.path("a.cmake"), os.path.join(bench.folder, "twin"))
    made = bench.run("apply", "--json=compact").json()
    bench.expect("hard link" in "".join(made["summary"].get("warnings", [])), "the other name is not told of")
    with open(os.path.join(bench.folder, "twin"), encoding="ascii") as f:
        bench.expect(f.read() == "set(A 1)\n", "the other name was written through")


def case_version_file_is_strange(bench):
    """The file that tells the version is a FIFO, a folder, a link to a device, huge or binary: no version, and no waiting."""
    path = bench.path("demo.txt")
    os.remove(path)
    os.mkfifo(path)
    bench.run("check", codes=(2,))
    os.remove(path)
    os.mkdir(path)
    bench.run("check", codes=(2,))
    os.rmdir(path)
    os.symlink("/dev/zero", path)
    bench.run("check", codes=(2,))
    os.remove(path)
    for content in (b"1" * 5000, b"\0" * 100, b"\xff\xfe1\0.\x000\0", b"9" * 4000 + b".1", b"1.0\n" + b"x" * 10 * MIB, b""):
        bench.write("demo.txt", content)
        bench.run("check", codes=(0, 2))


def case_git_folder_is_strange(bench):
    """What git's own files say is not believed further than it goes."""
    bench.write("a.cmake", "set(A 1)\n")
    git = bench.path(".git")
    commit = b"a" * 40
    contents = (
        {b"HEAD": b"ref: refs/heads/a\n", b"refs/heads/a": b"ref: refs/heads/b\n", b"refs/heads/b": b"ref: refs/heads/a\n"},
        {b"HEAD": b"ref: ../../../../etc/passwd\n"},
        {b"HEAD": b"ref: /etc/passwd\n"},
        {b"HEAD": b"\0" * 1000},
        {b"HEAD": commit, b"packed-refs": (commit + b" refs/tags/v1.0.0\n") * bench.part(1000000)},
        {b"HEAD": commit, b"packed-refs": b"\n" * MIB + b"^" * MIB + b" " * MIB},
        {b"HEAD": commit, b"commondir": b"..\n"},
        {b"HEAD": commit, b"commondir": b"/dev\n"},
    )
    for content in contents:
        os.system("rm -rf '%s'" % os.fsdecode(git))
        for name, data in content.items():
            bench.write(os.path.join(b".git", name), data)
        bench.run("status", seconds=10, mebibytes=600)
        bench.run("check", "-q", codes=(1, 2), seconds=10, mebibytes=600)
    os.system("rm -rf '%s'" % os.fsdecode(git))
    os.mkdir(git)
    os.mkfifo(os.path.join(git, b"HEAD"))
    bench.run("status")
    os.system("rm -rf '%s'" % os.fsdecode(git))
    for content in (b"gitdir: .git\n", b"gitdir: /dev/fd/0\n", b"gitdir: " + b"x" * 100000, b"gitdir: ..\n", b"gitdir:\n", b"nothing\n"):
        bench.write(".git", content)
        bench.run("status")
    os.remove(git)
    os.symlink(".git", git)
    bench.run("status")


def case_many_tags(bench):
    """Every tag at HEAD, ten thousand loose ones."""
    commit = "b" * 40
    bench.write(".git/HEAD", commit + "\n")
    bench.write("a.cmake", "set(A 1)\n")
    bench.write(".git/refs/tags/v1.0.0", commit + "\n")
    for i in range(1, 10000):
        os.link(bench.path(".git/refs/tags/v1.0.0"), bench.path(".git/refs/tags/v1.%d.%d" % (i // 100, i % 100)))
    result = bench.run("check", "--json=compact", codes=(1,), seconds=10)
    bench.expect(result.json()["target"]["version"] == "1.99.99", "the highest tag does not count")


@long_case
def case_20000_run_folders(bench):
    """A journal full of folders that are no runs."""
    bench.write("a.cmake", "set(A 1)\n")
    runs = os.path.join(bench.tree, ".tpatch", "runs")
    os.makedirs(runs)
    for i in range(20000):
        os.mkdir(os.path.join(runs, "%06d" % (i + 1)))
    for name in ("000000", "0000001", "1", "x", "999999999999999999999", "-00001", "000001 "):
        os.makedirs(os.path.join(runs, name), exist_ok=True)
    bench.run("check", "-q", codes=(1,), seconds=20)
    bench.run("apply", "-q", seconds=60)
    bench.run("rollback", "--root", bench.tree, sets=False, seconds=20)


def case_highest_run_number(bench):
    """There is no number after the last one."""
    bench.write("a.cmake", "set(A 1)\n")
    os.makedirs(os.path.join(bench.tree, ".tpatch", "runs", "4294967295"))
    bench.run("apply", "-q", codes=(0, 4))
    bench.run("rollback", "--root", bench.tree, sets=False, codes=(0, 2))
