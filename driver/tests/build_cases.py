"""Builds that are really made, with CMake, Ninja, g++ and Python: cold, again, resumed, spread, and as a script."""
import functools
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import time
import zipfile

import build_case as b
from case import Failed, Skipped, expect, must, read, run, write

HELD = ("--set", "CMAKE_MINI_PARTS=13", "--jobs", "2")
HELD_FILES = 16


def wheel_of(root):
    names = [each for each in os.listdir(os.path.join(root, "dist")) if each.endswith(".whl")]
    must(len(names) == 1, "not one wheel", names)
    return os.path.join(root, "dist", names[0])


def try_wheel(scratch, root):
    """Is the wheel whole, and does it work where the tree is not?"""
    folder = os.path.join(scratch, "unpacked")
    with zipfile.ZipFile(wheel_of(root)) as wheel:
        wheel.extractall(folder)
    done = subprocess.run([b.python(), "-c", "import mini; print(mini.add(40, 2), mini.__file__)"], cwd=scratch, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=dict(b.environment(scratch), PYTHONPATH=folder), encoding="utf-8")
    must(done.returncode == 0 and done.stdout.startswith("42 " + folder), done.stdout)


def cold_and_again(tbuild, scratch):
    b.need()
    root = b.project(scratch)
    got = b.build(tbuild, scratch, root)
    expect(got, 0, "configure begins", "compare   done", "build     done", "check     done", "wheel     %s/dist/mini-2.7.0" % root, "pip install",
           "options   BUILD_TEST=0 USE_FAST=1")
    try_wheel(scratch, root)
    log = b.log_of(root)
    for text in ("| tbuild    0.1.0", "| time      20", "| machine   Linux", "| profile   mini", "| python    " + b.python(), "| ok       cmake", "| ok       gcc", "why: ",
                 "export USE_FAST=1", "| + %s setup.py build --cmake --cmake-only" % b.python(), "[1/", "USE_FAST is ON, as it should", "== wheel done in ", "mini works", "the slowest files: "):
        must(text in log, "the log has no %r" % text, log)
    must(all(re.match(r" *\d+\.\d\d \| ", line) for line in log.splitlines()), "a line of the log has no time", log)
    named = [each for each in os.listdir(os.path.join(root, ".tbuild/logs")) if each.startswith("mini-")]
    must(len(named) == 1 and read(os.path.join(root, ".tbuild/logs", named[0])) == log, "the log of that name is another", named)
    objects = {path: what for path, what in b.listing(os.path.join(root, "build")).items() if path.endswith(".o")}
    got = b.build(tbuild, scratch, root)
    expect(got, 0, "configure skipped: done before", "compare   skipped", "build     done", "check     done")
    must(b.compiled(b.log_of(root)) == 0, "something was compiled again", b.log_of(root))
    must(objects and objects == {path: what for path, what in b.listing(os.path.join(root, "build")).items() if path.endswith(".o")}, "objects were written again")


def by_link(tbuild, scratch):
    """A tree that is named through a link, as homes often are, is the same tree the next time; a copy of it is another."""
    b.need()
    root, link, copy = b.project(scratch), os.path.join(scratch, "link"), os.path.join(scratch, "copy")
    os.symlink(root, link)
    for path in (link, link, root):
        got = b.build(tbuild, scratch, path, "--until", "compare")
        expect(got, 0, "configure ")
    shutil.copytree(root, copy, symlinks=True)
    expect(b.build(tbuild, scratch, copy, "--until", "compare"), 3, "was made for '%s'" % root, "--clean")


def in_environment(tbuild, scratch):
    """With --python doctor looks at the programs that the build will have: those of that virtual environment come first."""
    b.need()
    root, env = b.project(scratch), os.path.join(scratch, "my env")
    write(os.path.join(env, "pyvenv.cfg"), "home = /usr/bin\ninclude-system-site-packages = true\n")
    os.makedirs(os.path.join(env, "bin"))
    os.symlink(b.python(), os.path.join(env, "bin/python"))
    write(os.path.join(env, "bin/ninja"), "#!/bin/sh\necho 1.99.0\n")
    os.chmod(os.path.join(env, "bin/ninja"), 0o755)
    got = b.run(tbuild, "doctor", "--root", root, "-p", b.PROFILE, "--python", os.path.join(env, "bin/python"), env=b.environment(scratch))
    expect(got, 0, "1.99.0, '%s/bin/ninja'" % env, "ok       activation      '%s/bin' (--python)" % env)
    os.remove(os.path.join(env, "bin/ninja"))
    code, out, err = b.run(tbuild, "--root", "tree", "-p", b.PROFILE, "--python", "my env/bin/python", "--until", "compare", env=b.environment(scratch), cwd=scratch)
    must(code == 0 and "+ %s/bin/python setup.py build" % env in b.log_of(root), code, out, err)
    other = os.path.join(scratch, "other")
    os.makedirs(os.path.join(other, "bin"))
    os.symlink(b.python(), os.path.join(other, "bin/python"))
    got = b.run(tbuild, "doctor", "--root", root, "-p", b.PROFILE, env=b.environment(scratch, VIRTUAL_ENV=other))
    expect(got, 1, "'%s' is active, but python is '" % other)


def inputs(tbuild, scratch):
    """Configuring is done again when what it depends on has changed, and only then."""
    b.need()
    root = b.project(scratch)
    skipped = "configure skipped"

    def configures(root, *more, env=None, profile=b.PROFILE):
        got = b.build(tbuild, scratch, root, "--until", "compare", "--no-doctor", *more, env=env, profile=profile)
        expect(got, 0)
        return skipped not in got[1]

    must(configures(root), "was not configured")
    must(not configures(root), "was configured again without need")
    must(not configures(root, "--jobs", "1"), "jobs are no input")
    must(configures(root, "--again"), "--again did nothing")
    must(configures(root, "--set", "BLAS=Eigen"), "a variable is an input")
    must(configures(root), "that a variable is gone is an input")
    must(configures(root, env=b.environment(scratch, CXXFLAGS="-g")), "CXXFLAGS is an input")
    must(configures(root), "that CXXFLAGS is gone is an input")
    must(configures(root, profile=b.extended(scratch, "other", "env: {USE_FAST: ON}\n")), "the profile is an input")
    must(configures(root) and not configures(root), "the profile is an input")
    path = os.path.join(root, "CMakeLists.txt")
    os.utime(path, ns=(1, os.stat(path).st_mtime_ns + 1))
    must(configures(root) and not configures(root), "CMakeLists.txt is an input")
    os.remove(os.path.join(root, "build/CMakeCache.txt"))
    must(configures(root), "without a cache nothing is configured")
    os.rename(root, root + "-moved")
    got = b.build(tbuild, scratch, root + "-moved", "--until", "compare")
    expect(got, 3, "CMakeCache.txt was made for '%s'" % root)
    must(configures(root + "-moved", "--clean"), "a tree that was moved is to be configured again")
    expect(b.build(tbuild, scratch, root + "-moved", "--until", "clean"), 0, "clean     removed build")


def killed(tbuild, scratch):
    """tbuild is killed in the middle; what it began ends; the next one goes on."""
    b.need()
    root = b.project(scratch)
    process = b.start(tbuild, scratch, root, *HELD)
    try:
        b.wait_compiling(root)
        process.send_signal(signal.SIGKILL)
        process.wait()
        log = b.log_of(root)
        first = b.compiled(log)
        must(2 <= first < HELD_FILES and "+ " in log, "it was not killed in the middle", log)
        got = b.build(tbuild, scratch, root, *HELD)
        b.release(scratch)
        if got[0] == 4:
            expect(got, 4, "another build is running in '%s'" % root, "until its programs exit")
            b.wait_for(lambda: not b.processes_in(root), "the programs to end")
            got = b.build(tbuild, scratch, root, *HELD)
    finally:
        b.kill_all(scratch)
    expect(got, 0, "configure skipped", "build     done")
    must(0 < b.compiled(b.log_of(root)) <= HELD_FILES - first, "it began anew: %d files of %d, after %d" % (b.compiled(b.log_of(root)), HELD_FILES, first))
    try_wheel(scratch, root)


def interrupted(tbuild, scratch):
    """Ctrl-C in a shell: SIGINT to the whole group. All ends, the log stays, the next one goes on."""
    b.need()
    for what in (signal.SIGINT, signal.SIGTERM):
        root = b.project(scratch, "tree-%d" % what)
        process = b.start(tbuild, scratch, root, *HELD)
        try:
            b.wait_compiling(root)
            begun = time.monotonic()
            os.killpg(process.pid, what)
            code = process.wait(timeout=30)
            must(time.monotonic() - begun < 8, "it took %d s to end" % (time.monotonic() - begun))
            output = read(os.path.join(scratch, "output"))
            must(code == 130, "exit code %d" % code, output)
            must(not b.processes_in(root), "programs are left", b.processes_in(root))
        finally:
            b.kill_all(scratch)
        for text in ("build     failed: it was interrupted", "log       " + root, "resume    with the same command"):
            must(text in output, "does not say %r" % text, output)
        must("== build failed: it was interrupted" in b.log_of(root).splitlines()[-1], "the log does not end with it", b.log_of(root))
        first = b.compiled(b.log_of(root))
        if what == signal.SIGINT:
            expect(b.build(tbuild, scratch, root, "--until", "build", *HELD), 0, "configure skipped", "build     done")
            must(0 < b.compiled(b.log_of(root)) <= HELD_FILES - first, "it began anew", b.log_of(root))


def on_terminal(tbuild, scratch, root, keys, *more, no_color="1", env=None):
    """Runs tbuild on a terminal; `keys`: pairs of what is waited for and what is typed then. Returns (exit code, what the terminal showed)."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(tbuild, [tbuild, *b.words(root, *more)], dict(env or b.environment(scratch), NO_COLOR=no_color))
    shown, waiting, end = b"", list(keys), time.monotonic() + 90
    while True:
        if not select.select([terminal], [], [], 1)[0]:
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
                raise Failed("it waits:\n" + shown.decode(errors="backslashreplace"))
            continue
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
        if waiting and re.search(waiting[0][0], shown):
            os.write(terminal, waiting.pop(0)[1])
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode(errors="backslashreplace")


def asks(tbuild, scratch):
    """On a terminal it shows what it found and asks; it shows progress with the time left; and Ctrl-C is heard."""
    b.need()
    root = b.project(scratch)
    code, shown = on_terminal(tbuild, scratch, root, [(rb"\[Y/n\]", b"n\n")])
    must(code == 3 and "not built" in shown and "ok       cmake" in shown and b.python() in shown, code, shown)
    must(not os.path.exists(os.path.join(root, "build")) and not os.path.exists(os.path.join(root, ".tbuild")), "something was made")
    code, shown = on_terminal(tbuild, scratch, root, [(rb"\[Y/n\]", b"n\n")], no_color="")
    must(code == 3 and "\033[32mok      \033[0m cmake" in shown and "\033[1;31merror:\033[0m not built" in shown, code, shown)
    code, shown = on_terminal(tbuild, scratch, root, [(rb"\[Y/n\]", b"\x04")])
    must(code == 2 and "--yes" in shown, code, shown)
    code, shown = on_terminal(tbuild, scratch, root, [(rb"\[Y/n\]", b"\n"), (rb"\r *build +[4-9]/\d+, \d+ %, about \d+ \w+ left", b"\x03")], *HELD, env=b.holding(scratch))
    must(code == 130 and "it was interrupted" in shown, code, shown)
    must(re.search(r" left *(\^C)?\r\nbuild +failed: it was interrupted\r\n", shown), "progress and the end of the step share a line", shown)
    must(not b.processes_in(root), "programs are left")
    code, shown = on_terminal(tbuild, scratch, root, [], "--yes", *HELD)
    must(code == 0 and "[Y/n]" not in shown and "check     done" in shown, code, shown)


def script(tbuild, scratch):
    """What --dry-run prints does the same, by itself, and makes the same wheel. Printing it makes nothing."""
    b.need()
    root, again = b.project(scratch), b.project(scratch, "it's a tree")
    before = b.listing(scratch)
    got = b.build(tbuild, scratch, root, "--dry-run")
    must(got[0] == 0 and b.listing(scratch) == before, "a dry run made something", got)
    expect(b.build(tbuild, scratch, root), 0)
    path = os.path.join(scratch, "script.sh")
    got = b.build(tbuild, scratch, again, "--dry-run", "--clean")
    write(path, got[1])
    write(os.path.join(again, "build/left"), "")
    done = subprocess.run(["sh", path], cwd="/", env=b.environment(scratch), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    must(done.returncode == 0 and "mini works" in done.stdout, done.stdout)
    must(not os.path.exists(os.path.join(again, "build/left")), "its clean step does nothing")
    with zipfile.ZipFile(wheel_of(root)) as one, zipfile.ZipFile(wheel_of(again)) as other:
        must(sorted(one.namelist()) == sorted(other.namelist()) and len(one.namelist()) > 4, one.namelist(), other.namelist())
        for name in one.namelist():
            must("RECORD" in name or "_core" in name or one.read(name) == other.read(name), "%s is another" % name)
    write(path, b.build(tbuild, scratch, again, "--dry-run", profile=b.extended(scratch, "off", "env: {USE_FAST: \"0\"}\n"))[1])
    done = subprocess.run(["sh", path], env=b.environment(scratch), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    must(done.returncode == 3 and "USE_FAST is not ON" in done.stdout, done.returncode, done.stdout)


def with_ccache(tbuild, scratch):
    """The second build of another copy of the objects comes from the cache."""
    b.need("ccache")
    root = b.project(scratch)
    profile, env = b.extended(scratch, "cached", "launcher: ccache\n"), b.environment(scratch, CCACHE_DIR=os.path.join(scratch, "cache"))
    expect(b.build(tbuild, scratch, root, "--until", "build", profile=profile, env=env), 0)
    must("CMAKE_CXX_COMPILER_LAUNCHER=ccache" in b.log_of(root), b.log_of(root))
    expect(b.build(tbuild, scratch, root, "--until", "build", "--clean", profile=profile, env=env), 0, "clean     removed build", "build     done")
    must("ccache, since its statistics were last set to zero: " in b.log_of(root), "nothing is said of the cache", b.log_of(root))
    compiled = b.compiled(b.log_of(root))
    said = subprocess.run(["ccache", "--print-stats"], env=env, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    hits = sum(int(number) for number in re.findall(r"^(?:direct|preprocessed)_cache_hit\s+(\d+)", said, re.MULTILINE))
    must(compiled >= 7 and hits >= compiled, "%d hits for %d files" % (hits, compiled), said)


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def answers(port):
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def sccache_twice(tbuild, scratch, root, env, where):
    """Builds twice with the server of sccache that `env` describes, which is stopped in between and at the end: what came from `where`."""
    profile = b.extended(scratch, "shared", "launcher: sccache\n")
    env = b.environment(scratch, SCCACHE_SERVER_PORT=str(free_port()), **env)
    try:
        expect(b.build(tbuild, scratch, root, "--until", "build", profile=profile, env=env), 0)
        subprocess.run(["sccache", "--stop-server"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        expect(b.build(tbuild, scratch, root, "--until", "build", "--clean", profile=profile, env=env), 0, "build     done")
        log, compiled = b.log_of(root), b.compiled(b.log_of(root))
        said = json.loads(subprocess.run(["sccache", "--show-stats", "--stats-format=json"], env=env, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout)
    finally:
        subprocess.run(["sccache", "--stop-server"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    hits = sum(said["stats"]["cache_hits"]["counts"].values())
    must(compiled >= 7 and hits >= compiled and where in said["cache_location"].lower(), "%d hits for %d files" % (hits, compiled), said)
    must("sccache, since its statistics were last set to zero: " in log, "nothing is said of the cache", log)


def with_sccache(tbuild, scratch):
    """The second build comes from a folder of this machine."""
    b.need("sccache")
    sccache_twice(tbuild, scratch, b.project(scratch), {"SCCACHE_DIR": os.path.join(scratch, "cache")}, "local disk")


def sccache_outlives(tbuild, scratch):
    """Its server is no part of the build: Ctrl-C does not end it, it does not hold the lock, and the profile's own variables are its own."""
    b.need("sccache")
    root = b.project(scratch)
    port, cache = str(free_port()), os.path.join(scratch, "cache")
    profile = b.extended(scratch, "shared", "launcher: sccache\nenv: {SCCACHE_SERVER_PORT: \"%s\", SCCACHE_DIR: \"%s\"}\n" % (port, cache))
    own = b.environment(scratch, SCCACHE_SERVER_PORT=port)
    try:
        process = b.start(tbuild, scratch, root, *HELD, profile=profile)
        b.wait_compiling(root)
        os.killpg(process.pid, signal.SIGINT)
        must(process.wait(timeout=30) == 130, "it was not interrupted", read(os.path.join(scratch, "output")))
        must(answers(int(port)), "Ctrl-C ended the server", read(os.path.join(scratch, "output")))
        expect(b.build(tbuild, scratch, root, "--until", "build", *HELD, profile=profile), 0, "build     done")
        log = b.log_of(root)
        must("+ sccache --start-server" in log and "sccache: Starting the server" in log and "sccache, since its statistics were last set to zero: " in log, log)
        must(os.path.isdir(cache), "its folder is another", os.listdir(scratch))
        must("sccache --start-server" in b.build(tbuild, scratch, root, "--dry-run", profile=profile)[1], "the script starts none")
    finally:
        subprocess.run(["sccache", "--stop-server"], env=own, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        b.kill_all(scratch)


def with_sccache_server(tbuild, scratch):
    """The same from a server, which other machines would ask as well."""
    b.need("sccache", "redis-server")
    root, port = b.project(scratch), free_port()
    server = subprocess.Popen(["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", scratch], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        b.wait_for(lambda: answers(port), "redis-server", 20)
        env = b.environment(scratch, SCCACHE_REDIS="redis://127.0.0.1:%d" % port, SCCACHE_SERVER_PORT=str(free_port()))
        begun = subprocess.run(["sccache", "--start-server"], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
        subprocess.run(["sccache", "--stop-server"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if "not enabled" in begun.stdout:
            raise Skipped("this sccache is built without Redis")
        sccache_twice(tbuild, scratch, root, {"SCCACHE_REDIS": "redis://127.0.0.1:%d" % port}, "redis")
    finally:
        server.terminate()
        server.wait()


def editable(tbuild, scratch):
    """The tree itself is installed into a virtual environment: no wheel is made, and edits there take effect at once. The script does the same."""
    b.need()
    root, python = b.project(scratch), os.path.join(scratch, "env/bin/python")
    subprocess.run([b.python(), "-m", "venv", "--without-pip", "--system-site-packages", os.path.join(scratch, "env")], check=True)
    expect(b.build(tbuild, scratch, root, "--editable", "--python", python), 0, "install   done", "check     done", python + " now imports the tree itself")
    must(not os.path.exists(os.path.join(root, "dist")), "a wheel was made")

    def asked():
        return subprocess.run([python, "-c", "import mini; print(mini.__file__, getattr(mini, 'EDITED', 0))"], cwd=scratch, env=b.environment(scratch),
                              stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.split()

    path = os.path.join(root, "mini/__init__.py")
    must(asked() == [path, "0"], asked())
    write(path, read(path) + "EDITED = 1\n")
    must(asked() == [path, "1"], asked())
    site = [each for each in b.listing(os.path.join(scratch, "env")) if each.endswith((".egg-link", ".pth"))]
    for each in site:
        os.remove(each)
    must(site, "nothing was installed")
    must("mini works" in b.run_script(tbuild, scratch, root, "--editable", "--python", python) and asked() == [path, "1"], "the script installs nothing")
    without = os.path.join(scratch, "none.yaml")
    write(without, re.sub(r"(?m)^editable:.*\n", "", read(b.PROFILE)))
    expect(b.build(tbuild, scratch, root, "--editable", profile=without), 2, "has no command 'editable'")


def scikit_python(tbuild, scratch):
    """A Python of its own that has scikit-build-core, the machine's or the one that tests/real/get-cmake4.sh brought."""
    folder = os.path.join(scratch, "env")
    subprocess.run([b.python(), "-m", "venv", "--system-site-packages", folder], check=True)
    python, brought = os.path.join(folder, "bin/python"), os.path.join(os.path.dirname(tbuild), "cmake4/python")
    if os.path.isdir(brought):
        where = subprocess.run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.strip()
        shutil.copytree(brought, where, dirs_exist_ok=True)
    if subprocess.run([python, "-c", "import scikit_build_core, pip"], stderr=subprocess.DEVNULL).returncode:
        raise Skipped("there is no scikit-build-core: sh tests/real/get-cmake4.sh build/cmake4")
    return python


def by_scikit_build(tbuild, scratch):
    """A project in the shape of PyTorch 2.14's, by the commands that the shipped profile has for it: nothing is compiled twice, what changes reaches CMake, and
    the tree itself can be installed."""
    b.need()
    python = scikit_python(tbuild, scratch)
    root, newer = os.path.join(scratch, "tree"), os.path.join(os.path.dirname(tbuild), "cmake4/bin")
    b.project(scratch)
    for each in ("setup.py", "tools"):
        subprocess.run(["rm", "-r", os.path.join(root, each)], check=True)
    shutil.copytree(b.PROJECT + "-2.14", root, dirs_exist_ok=True)
    profile = os.path.join(scratch, "new.yaml")
    write(profile, "profile: new\nsummary: for the case\nextends: pytorch\npip: {scikit-build-core: \">=0.10\", setuptools: ~, typing_extensions: ~, sympy: ~, filelock: ~, networkx: ~, jinja2: ~, fsspec: ~, numpy: ~}\n"
          "env: {USE_XPU: ~, USE_MKLDNN: ~, USE_FAST: \"1\"}\n"
          "expect: {USE_FAST: \"ON\", USE_FASTER: \"ON\", USE_NUMPY: ~, USE_BLAS: ~, USE_LAPACK: ~, USE_MKLDNN: ~}\nwheel_glob: dist/mini-*.whl\n"
          "check: \"import mini; assert mini.add(2, 3) == 5; print('mini works')\"\n")
    env = b.environment(scratch, PATH=newer + ":" + os.environ["PATH"])

    def built(*more):
        return b.run(tbuild, "--root", root, "--profile", profile, "--python", python, "--jobs", "2", *more, env=env)

    expect(built(), 0, "wheel     done", "check     done", "mini-2.14.0-cp")
    again = re.findall(r"(?m)\t(\S+\.o)\t", read(os.path.join(root, "build/.ninja_log")))
    must(len(again) == len(set(again)) == 3, "files were compiled twice", again)
    expect(built(), 0, "configure skipped", "check     done")
    must(b.compiled(b.log_of(root)) == 0, "something was compiled again", b.log_of(root))
    expect(built("--until", "compare", "--set", "USE_FAST=0"), 3, "USE_FASTER is OFF, and should be ON")
    expect(built("--until", "compare", "--set", "USE_FAST=0", "--set", "USE_FASTER=0"), 0, "compare   done")
    expect(built("--editable"), 0, "configure begins", "install   done", "check     done")
    said = subprocess.run([python, "-c", "import mini; print(mini.__file__)"], cwd=scratch, env=env, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    must(said.strip() == os.path.join(root, "mini/__init__.py"), "not the tree itself is installed", said)
    write(os.path.join(root, "src/add.cpp"), "int add(int a, int b) { return \"no number\"; }\n")
    expect(built("--no-doctor"), 1, "build     failed", "add.cpp:1", "cause  ")


def staged(tbuild, scratch):
    """Libraries that the profile names are copied into the tree, with their times, and not through a link; the wheel has them."""
    b.need()
    root = b.project(scratch)
    for name, text in (("libone.so", "one"), ("libtwo.so", "two"), ("other.txt", "other")):
        write(os.path.join(scratch, "libs", name), text)
        os.utime(os.path.join(scratch, "libs", name), (10**9, 10**9))
    os.makedirs(os.path.join(scratch, "libs/lib-folder.so"))
    stage = "stage: {some: \"%s/libs/lib*.so\", none: \"%s/no-libs/lib*.so\"}\nstage_into: %s\n"
    profile = b.extended(scratch, "staged", stage % (scratch, scratch, "mini"))
    precious = os.path.join(scratch, "precious")
    write(precious, "precious")
    os.symlink(precious, os.path.join(root, "mini/libtwo.so"))
    expect(b.build(tbuild, scratch, root, "--until", "wheel", profile=profile), 0, "stage     done", "wheel     ")
    log = b.log_of(root)
    for text in ("| + copy %s/libs/libone.so\n" % scratch, "| + copy %s/libs/libtwo.so\n" % scratch, "| there is no %s/no-libs/lib*.so\n" % scratch, "| 2 libraries in 'mini'\n"):
        must(text in log, "the log has no %r" % text, log)
    for name, text in (("libone.so", "one"), ("libtwo.so", "two")):
        path = os.path.join(root, "mini", name)
        must(not os.path.islink(path) and read(path) == text and os.stat(path).st_mtime == 10**9, "'%s' is another file" % name)
    must(read(precious) == "precious", "wrote through the link that the tree had there")
    must(not os.path.lexists(os.path.join(root, "mini/other.txt")), "copied what no pattern takes")
    # What is there already stays; what was changed since is copied again.
    write(os.path.join(scratch, "libs/libtwo.so"), "more than two")
    expect(b.build(tbuild, scratch, root, "--until", "stage", profile=profile), 0, "stage     done")
    log = b.log_of(root)
    must("| there already: %s/libs/libone.so\n" % scratch in log and "| + copy %s/libs/libtwo.so\n" % scratch in log, "not only what is new was copied", log)
    # The script does the same, and ends where there is no such folder.
    other = b.project(scratch, "scripted")
    os.symlink(precious, os.path.join(other, "mini/libtwo.so"))
    b.run_script(tbuild, scratch, other, "--until", "stage", profile=profile)
    must(read(precious) == "precious" and read(os.path.join(other, "mini/libtwo.so")) == "more than two", "the script wrote through the link")
    must(read(os.path.join(other, "mini/libone.so")) == "one" and not os.path.lexists(os.path.join(other, "mini/lib-folder.so")), "the script copied something else")
    nowhere = b.extended(scratch, "nowhere", stage % (scratch, scratch, "mini/none"))
    expect(b.build(tbuild, scratch, other, "--until", "stage", profile=nowhere), 3, "the build did not make the folder 'mini/none'")
    write(os.path.join(scratch, "script.sh"), b.build(tbuild, scratch, other, "--dry-run", "--until", "stage", profile=nowhere)[1])
    expect(run("sh", os.path.join(scratch, "script.sh"), env=b.environment(scratch)), 3, "the build did not make the folder mini/none")
    must(not os.path.lexists(os.path.join(other, "mini/none")), "the script made a file of that name")
    must(read(os.path.join(root, "mini/libtwo.so")) == "more than two", "the old library is there")
    os.remove(os.path.join(root, "mini/libone.so"))
    os.mkdir(os.path.join(root, "mini/libone.so"))
    got = b.build(tbuild, scratch, root, "--until", "stage", profile=profile)
    expect(got, 4, "stage     failed", "libone.so")
    profile = b.extended(scratch, "nowhere", stage % (scratch, scratch, "nowhere"))
    expect(b.build(tbuild, scratch, root, "--until", "stage", profile=profile), 3, "the build did not make the folder 'nowhere' for the libraries")


def heavy(tbuild, scratch):
    """Of the targets that the profile calls heavy fewer compilers run at a time: in the build and in the script, and Ninja has it so."""
    b.need()
    root = b.project(scratch)
    path = os.path.join(root, "CMakeLists.txt")
    write(path, read(path) + "file(WRITE ${CMAKE_BINARY_DIR}/large.cpp \"int large;\")\nadd_library(large OBJECT ${CMAKE_BINARY_DIR}/large.cpp)\n")
    some = int(re.search(r"MemAvailable: *(\d+)", read("/proc/meminfo"))[1]) >> 10
    profile = b.extended(scratch, "heavy", "heavy: [large, nowhere]\nmib_per_heavy_job: %d\n" % ((some - 2048) * 6 // 10))
    plain = b.project(scratch, "plain")
    precious, pools = os.path.join(scratch, "precious"), os.path.join(root, ".tbuild/pools.cmake")
    write(precious, "precious")
    os.makedirs(os.path.dirname(pools), exist_ok=True)
    for each in (lambda: expect(b.build(tbuild, scratch, root, "--until", "compare", "--jobs", "2", profile=profile), 0, "compare   done"),
                 lambda: b.run_script(tbuild, scratch, root, "--clean", "--until", "compare", "--jobs", "2", profile=profile)):
        if os.path.lexists(pools):
            os.remove(pools)
        os.symlink(precious, pools)
        each()
        must(read(precious) == "precious" and not os.path.islink(pools), "wrote through the link that the tree had there")
        ninja = read(os.path.join(root, "build/build.ninja"))
        statement = {found[0]: found[1] for found in re.findall(r"(?m)^build (\S+\.o): .*\n((?:  .*\n)*)", ninja)}
        pooled = sorted(os.path.basename(name) for name, text in statement.items() if "pool = tbuild_heavy" in text)
        must(pooled == ["large.cpp.o"] and len(statement) > 6, pooled, sorted(statement))
        must(re.search(r"pool tbuild_heavy\n  depth = 1\n", read(os.path.join(root, "build/CMakeFiles/rules.ninja")) + ninja), "there is no such pool")
    expect(b.build(tbuild, scratch, plain, "--until", "compare", "--jobs", "1", profile=profile), 0)
    must("pools.cmake" not in b.log_of(plain), "one compiler at a time needs no pool")
    expect(b.build(tbuild, scratch, plain, profile=b.extended(scratch, "bad", "heavy: [\"a b\"]\n")), 2, "'a b' is not the name of a target")


def target(tbuild, scratch):
    """One target of CMake's is compiled, and no later step runs."""
    b.need()
    root = b.project(scratch)
    expect(b.build(tbuild, scratch, root, "--target", "mini_core"), 0, "build     done")
    log = b.log_of(root)
    must("--target mini_core" in log and "Linking CXX static library" in log and "module.cpp" not in log, log)
    must(not os.path.exists(os.path.join(root, "dist")), "a wheel was made")
    expect(b.build(tbuild, scratch, root, "--target=-x"), 2, "is not the name of a target")


def turned_off(tbuild, scratch):
    """What turned itself off is reported, whether or not the profile expects it."""
    b.need()
    root = b.project(scratch)
    profile = b.extended(scratch, "nowhere", "env: {USE_NOWHERE: \"1\"}\nexpect: {USE_NOWHERE: ~}\n")
    path = os.path.join(root, "CMakeLists.txt")
    text = read(path)
    write(path, text + "".join('message(WARNING "Not compiling with %s. Suppress this warning with -DUSE_%s=OFF")\n' % (name, name) for name in ("REDIS", "LMDB", "REDIS")))
    got = b.build(tbuild, scratch, root, "--until", "compare", profile=profile)
    expect(got, 0, "off: Not compiling with NOWHERE", "off: Not compiling with REDIS", "off: Not compiling with LMDB")
    must(got[1].count("off: Not compiling with REDIS") == 1, "told twice", got[1])
    write(path, text)
    off = ("--until", "compare", "--set", "USE_FASTER=0")
    expect(b.build(tbuild, scratch, root, *off), 0, "compare   done")
    must("USE_FASTER is 0, as it should" in b.log_of(root), "what --set says counts over what the profile expects", b.log_of(root))
    compared = re.findall(r"\| (\S+) is (\S+), as it should$", b.log_of(root), re.M)
    must(len(compared) > 1 and b.log_of(root).count("as it should") == len(compared), "not each on a line of its own", b.log_of(root))
    b.run_script(tbuild, scratch, root, *off)


def forced(tbuild, scratch):
    """What a condition forces is so whatever the cache holds of it: nothing, or what was asked for. The script says the same."""
    b.need()
    root = b.project(scratch)
    path = os.path.join(root, "CMakeLists.txt")
    write(path, read(path).replace("if(USE_NOWHERE)\n", 'set(USE_TEXT ON CACHE STRING "no option()")\n' + "".join(
        'cmake_dependent_option(%s "" %s "%s" %s)\n' % each for each in (
            ("USE_ASKED", "ON", "USE_NOWHERE", "OFF"), ("USE_UNASKED", "ON", "USE_NOWHERE", "OFF"), ("USE_FREE", "ON", "USE_FAST", "OFF"), ("USE_ALWAYS", "OFF", "USE_NOWHERE", "ON"))) +
        "if(USE_NOWHERE)\n", 1))
    asked = 'env: {USE_ASKED: "1", USE_ALWAYS: "0"}\nexpect: {USE_TEXT: "ON", USE_ASKED: "%s", USE_UNASKED: "%s", USE_FREE: "%s", USE_ALWAYS: "%s"}\n'
    right = ("OFF", "OFF", "ON", "ON")
    profile = b.extended(scratch, "right", asked % right)
    expect(b.build(tbuild, scratch, root, "--until", "compare", profile=profile), 0, "compare   done")
    b.run_script(tbuild, scratch, root, "--until", "compare", profile=profile)
    for at, name in enumerate(("USE_ASKED", "USE_UNASKED", "USE_FREE", "USE_ALWAYS")):
        wrong = [{"ON": "OFF", "OFF": "ON"}[value] if at == i else value for i, value in enumerate(right)]
        profile = b.extended(scratch, "wrong", asked % tuple(wrong))
        expect(b.build(tbuild, scratch, root, "--until", "compare", profile=profile), 3, "%s is %s, and should be %s" % (name, right[at], wrong[at]))
        script = os.path.join(scratch, "script.sh")
        write(script, b.build(tbuild, scratch, root, "--dry-run", "--until", "compare", profile=profile)[1])
        expect(run("sh", script, env=b.environment(scratch)), 3, "%s is not %s" % (name, wrong[at]))


def without_lapack(tbuild, scratch):
    """The shipped cpu profile ends at compare where PyTorch's summary says that there is no LAPACK, and a script says what it cannot compare."""
    b.need()
    options = "".join('option(USE_%s "" %s)\n' % each for each in (("CUDA", "ON"), ("ROCM", "ON"), ("XPU", "ON"), ("DISTRIBUTED", "ON"), ("MKLDNN", "ON"), ("NUMPY", "ON")))
    for found, code, text in (("1", 0, "compare   done"), ("0", 3, "USE_LAPACK is 0, and should be 1")):
        root = b.project(scratch, "tree" + found)
        path = os.path.join(root, "CMakeLists.txt")
        write(path, read(path).replace("option(BUILD_TEST", options + "option(BUILD_TEST", 1) +
              'message(STATUS "  USE_BLAS              : 1")\nmessage(STATUS "  USE_LAPACK            : %s")\n' % found)
        expect(b.build(tbuild, scratch, root, "--no-doctor", "--until", "compare", profile="cpu"), code, text)
    out = b.build(tbuild, scratch, root, "--dry-run", profile="cpu")[1]
    must("# not compared here, because only CMake's summary says it: USE_BLAS, USE_LAPACK\n" in out, "says not what the script leaves out", out)


def with_distcc(tbuild, scratch):
    """Two real daemons do all of the compiling: falling back to this machine is forbidden."""
    b.need("distcc", "distccd")
    root = b.project(scratch)
    ports = [20000 + os.getpid() % 20000 + number for number in (0, 1)]
    logs = [os.path.join(scratch, "daemon-%d.log" % port) for port in ports]
    daemons = []
    os.makedirs(os.path.join(scratch, "distcc"))
    try:
        for port, log in zip(ports, logs):
            # The daemon's user may not reach `scratch`: it gets its log open, and is to start elsewhere.
            with open(log, "w", encoding="utf-8") as out:
                daemons.append(subprocess.Popen(["distccd", "--no-detach", "--daemon", "--allow", "127.0.0.1", "--listen", "127.0.0.1", "--port", str(port), "--jobs", "2",
                                                 "--log-stderr", "--log-level", "info", "--enable-tcp-insecure", "--user", "nobody"],
                                                stdin=subprocess.DEVNULL, stderr=out, cwd="/", env=dict(b.environment(scratch), TMPDIR="/tmp"), start_new_session=True))
        for log in logs:
            b.wait_for(lambda log=log: "listening" in read(log), "distccd", 20)
        hosts = " ".join("127.0.0.1:%d/2" % port for port in ports)
        env = b.environment(scratch, DISTCC_HOSTS=hosts, DISTCC_FALLBACK="0", DISTCC_DIR=os.path.join(scratch, "distcc"))
        profile = b.extended(scratch, "spread", "launcher: distcc\njobs: 4\n")
        got = b.build(tbuild, scratch, root, "--set", "CMAKE_MINI_PARTS=9", profile=profile, env=env)
        expect(got, 0, "check     done")
    finally:
        for each in daemons:
            os.killpg(each.pid, signal.SIGTERM)
            each.wait()
    done = [read(log).count("COMPILE_OK") for log in logs]
    must(min(done) > 0 and sum(done) >= b.compiled(b.log_of(root)) > 9, "the daemons compiled %s of %d files" % (done, b.compiled(b.log_of(root))), read(logs[0]))
    try_wheel(scratch, root)


def odd_names(tbuild, scratch):
    """A tree whose path has spaces and letters beyond ASCII; and nothing outside of it is touched, neither beside it nor in HOME."""
    b.need()
    root = b.project(scratch, "Bäume und 'Wälder'/py torch")
    before = b.listing(scratch, without=(root,))
    expect(b.build(tbuild, scratch, root), 0, "check     done", root)
    try_wheel(scratch, root)
    after = {path: what for path, what in b.listing(scratch, without=(root,)).items() if not path.startswith(os.path.join(scratch, "unpacked"))}
    must(after == before, "outside of the tree was changed", sorted(set(after.items()) ^ set(before.items())))
    made = {each for each in os.listdir(root)} - {each for each in os.listdir(b.PROJECT)}
    must(made == {".tbuild", "build", "dist", "mini.egg-info"}, "made", made)
    must(read(os.path.join(root, ".tbuild/.gitignore")) == "*\n", "git sees it")


def clean(tbuild, scratch):
    """Only what builds left is removed; of links the link."""
    b.need()
    root, outside = b.project(scratch), os.path.join(scratch, "outside")
    write(os.path.join(outside, "kept/file"), "x")
    os.symlink(outside, os.path.join(root, "build"))
    os.makedirs(os.path.join(root, "dist/deep/er"))
    os.symlink(outside, os.path.join(root, "dist/deep/link"))
    write(os.path.join(root, "mini.egg-info/PKG-INFO"), "")
    write(os.path.join(root, "CMakeCache.txt"), "X:BOOL=ON\n")
    write(os.path.join(root, "src/build/mine"), "")
    before = b.listing(outside)
    expect(b.build(tbuild, scratch, root, "--clean", "--until", "clean", "--no-doctor"), 0, "CMakeCache.txt", "build (a link; its target is untouched)", "dist", "mini.egg-info")
    must(b.listing(outside) == before, "what links point to was changed")
    must({each for each in os.listdir(root)} == {".tbuild", *os.listdir(b.PROJECT)}, os.listdir(root))
    must(os.path.exists(os.path.join(root, "src/build/mine")), "a folder of the sources is gone")
    expect(b.build(tbuild, scratch, root, "--clean", "--until", "clean", "--no-doctor"), 0, "nothing to remove")


def cases(tbuild):
    """(name, function of a scratch folder) of each."""
    for function in (cold_and_again, by_link, in_environment, inputs, killed, interrupted, asks, script, with_ccache, with_sccache, sccache_outlives, with_sccache_server, editable, by_scikit_build, staged, heavy, target, turned_off, forced, without_lapack, with_distcc, odd_names, clean):
        yield "build/" + function.__name__, functools.partial(function, tbuild)
