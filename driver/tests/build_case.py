"""What the cases of builds share: the project, the profile, which Python, and running tbuild for them."""
import functools
import os
import re
import shutil
import signal
import subprocess
import time

from case import HERE, Failed, Skipped, clean_environment, must, read, run, write

PROJECT = os.path.join(HERE, "project")
PROFILE = os.path.join(HERE, "mini.profile.yaml")


@functools.lru_cache()
def python():
    """A Python that can build modules and wheels."""
    for each in ("/usr/bin/python3", shutil.which("python3")):
        ask = "import os, setuptools, sysconfig, wheel; assert os.path.exists(sysconfig.get_path('include') + '/Python.h')"
        if each and subprocess.run([each, "-c", ask], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
            return each
    return None


def need(*programs):
    """Skips the case where a program is not installed."""
    if not python():
        raise Skipped("no Python with setuptools, wheel and Python.h")
    for each in ("cmake", "ninja", "g++") + programs:
        if not shutil.which(each):
            raise Skipped("there is no " + each)


def project(scratch, name="tree"):
    """A copy of the project in `scratch`, and folders HOME and TMPDIR beside it."""
    root = os.path.join(scratch, name)
    shutil.copytree(PROJECT, root, ignore=shutil.ignore_patterns("__pycache__"))
    for each in ("home", "tmp"):
        os.makedirs(os.path.join(scratch, each), exist_ok=True)
    return root


def environment(scratch, **more):
    env = clean_environment(HOME=os.path.join(scratch, "home"), TMPDIR=os.path.join(scratch, "tmp"), PYTHONDONTWRITEBYTECODE="1")
    for name in ("CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS", "CPPFLAGS", "PYTHONPATH", "CONDA_PREFIX"):
        env.pop(name, None)
    # The compilers there are ccache, which keeps its files in HOME.
    env["PATH"] = ":".join(each for each in env["PATH"].split(":") if os.path.basename(each) != "ccache")
    env.update(more)
    return env


def words(root, *more, profile=PROFILE):
    return ["--root", root, "--profile", profile, "--python", python(), *more]


def build(tbuild, scratch, root, *more, profile=PROFILE, env=None):
    """(exit code, standard output, standard error) of a build."""
    return run(tbuild, *words(root, *more, profile=profile), env=env or environment(scratch))


def run_script(tbuild, scratch, root, *more, profile=PROFILE):
    """Runs what --dry-run prints; its output."""
    path = os.path.join(scratch, "script.sh")
    write(path, build(tbuild, scratch, root, "--dry-run", *more, profile=profile)[1])
    done = subprocess.run(["sh", path], cwd="/", env=environment(scratch), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    must(done.returncode == 0, done.stdout)
    return done.stdout


def holding(scratch):
    """An environment in which compilers of a project of more than 4 parts wait from the fifth on, until `release` is called."""
    hold = os.path.join(scratch, "hold")
    if not os.path.exists(hold):
        os.mkfifo(hold)
    return environment(scratch, MINI_HOLD=hold)


def release(scratch):
    hold = os.path.join(scratch, "hold")
    opened = os.open(hold, os.O_RDWR)
    os.remove(hold)
    os.close(opened)


def start(tbuild, scratch, root, *more, profile=PROFILE):
    """Starts a build that does not end before `release`, in a process group of its own; its output goes to the file `output` in `scratch`."""
    env = holding(scratch)
    with open(os.path.join(scratch, "output"), "w", encoding="utf-8") as out:
        return subprocess.Popen([tbuild, *words(root, *more, profile=profile)], stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=env, start_new_session=True)


def log_of(root):
    return read(os.path.join(root, ".tbuild/logs/latest.log"))


def compiled(text):
    """How many files were compiled, by Ninja's lines."""
    return len(re.findall(r"\[\d+/\d+\] Building CXX object", text))


def wait_for(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        must(time.monotonic() < end, "waited %d s in vain for %s" % (seconds, what))
        time.sleep(0.02)


def wait_compiling(root, count=2):
    """Waits until some files are compiled, and others are not."""
    path = os.path.join(root, ".tbuild/logs/latest.log")
    wait_for(lambda: os.path.exists(path) and compiled(read(path)) >= count, "Ninja")


def processes_in(folder):
    """Ids of the processes that work in `folder`."""
    found = []
    for each in filter(str.isdigit, os.listdir("/proc")):
        try:
            where = os.readlink("/proc/%s/cwd" % each)
        except OSError:
            continue
        if where == folder or where.startswith(folder + "/"):
            found.append(int(each))
    return found


def kill_all(folder):
    for each in processes_in(folder):
        try:
            os.kill(each, signal.SIGKILL)
        except ProcessLookupError:
            pass


def extended(scratch, name, text):
    """A profile that extends the project's."""
    path = os.path.join(scratch, name + ".yaml")
    write(path, "profile: %s\nsummary: for the case\nextends: %s\n%s" % (name, PROFILE, text))
    return path


def listing(folder, without=()):
    """Every path below `folder` with size and time, without those folders."""
    found = {}
    for path, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if os.path.join(path, each) not in without]
        for each in files + folders:
            info = os.lstat(os.path.join(path, each))
            found[os.path.join(path, each)] = None if each in folders else (info.st_size, info.st_mtime_ns)
    return found


def only_path(scratch, without):
    """A PATH with links to all programs of the usual folders, except those that `without`, an expression, matches."""
    folder = os.path.join(scratch, "bin")
    os.makedirs(folder)
    for usual in ("/usr/bin", "/bin"):
        for each in os.listdir(usual):
            link = os.path.join(folder, each)
            if not re.fullmatch(without, each) and not os.path.lexists(link):
                os.symlink(os.path.join(usual, each), link)
    return folder


__all__ = [name for name in dir() if not name.startswith("_")] + ["Failed", "Skipped"]
