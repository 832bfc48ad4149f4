#!/usr/bin/env python3
"""Makes the wheel of this machine, installs it with pip into an environment of its own, and uses what is there; likewise the Windows wheel.

usage: wheel.py BUILD, in the root of the repository; BUILD is what `make` built. The Windows wheel is made where BUILD/windows has the programs
(`make windows`) and run where Wine is. Prints what is wrong, and `wheel: N passed, N failed`. Exit: 0 all well, 1 not.
"""
import base64
import csv
import glob
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

from embed import run
from attempts import Attempts, expect

FIXTURE = "fixtures/pytorch-1.12.1/before"


def make(build, target, pattern):
    for old in glob.glob(os.path.join(build, "wheel", pattern)):
        os.remove(old)
    run("make", "-s", "BUILD=" + build, target)
    found = glob.glob(os.path.join(build, "wheel", pattern))
    expect(len(found) == 1, "make %s made %s", target, found)
    return found[0]


def record_is_right(wheel):
    """Every file is in RECORD with its hash and size, and nothing else is."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        record = next(name for name in names if name.endswith(".dist-info/RECORD"))
        rows = list(csv.reader(io.StringIO(archive.read(record).decode())))
        expect({row[0] for row in rows} == names, "RECORD names others: %s", names ^ {row[0] for row in rows})
        for name, digest, size in rows:
            if name != record:
                data = archive.read(name)
                wanted = "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                expect(digest == wanted and int(size) == len(data), "RECORD is wrong about %s", name)
        metadata = archive.read(record.replace("RECORD", "METADATA")).decode()
        licences = [line.split(": ")[1] for line in metadata.splitlines() if line.startswith("License-File: ")]
        texts = {os.path.basename(name) for name in names if "/licenses/" in name}
        expect(set(licences) == texts and len(texts) >= 6, "licences: %s", texts ^ set(licences))


def same_twice(build, wheel):
    with open(wheel, "rb") as f:
        before = f.read()
    expect(before == open(make(build, "wheel", "*manylinux*.whl"), "rb").read(), "the same programs give another wheel")


def install(pip, wheel, folder):
    run(sys.executable, "-m", "venv", folder)
    run(*pip, wheel)


def installed_runs(build, folder):
    version = run(os.path.join(build, "tpatch"), "--version")
    for name in ("tpatch", "tbuild"):
        expect(run(os.path.join(folder, "bin", name), "--version").split()[1] == version.split()[1], "%s has another version", name)
    python = os.path.join(folder, "bin", "python")
    expect(run(python, "-m", "tpatch", "--version") == version, "python -m tpatch")
    wanted = subprocess.run([os.path.join(build, "tpatch"), "check", "--json", "--root", FIXTURE], capture_output=True, check=False)
    found = subprocess.run([python, "-m", "tpatch", "check", "--json", "--root", FIXTURE], capture_output=True, check=False)
    expect((found.returncode, found.stdout) == (wanted.returncode, wanted.stdout), "python -m tpatch check says something else")


def uninstalls(folder):
    run(os.path.join(folder, "bin", "python"), "-m", "pip", "uninstall", "--quiet", "--yes", "tpatch")
    expect(not glob.glob(os.path.join(folder, "bin", "t[pb]*")), "pip uninstall leaves a program")


def installs_elsewhere(pip, wheel, folder):
    """`pip install --target` has no folder of scripts in the PATH: `python -m tpatch` finds the program all the same."""
    run(*pip, "--target", folder, wheel)
    env = dict(os.environ, PYTHONPATH=folder)
    expect(run(sys.executable, "-m", "tpatch", "--version", env=env).startswith("tpatch "), "python -m tpatch")
    shutil.rmtree(os.path.join(folder, "bin"))
    result = subprocess.run([sys.executable, "-m", "tpatch"], env=env, capture_output=True, check=False)
    expect(result.returncode == 2 and result.stderr.startswith(b"error: tpatch is in none of "), "without the program: %s", result.stderr)


def windows(build, pip, folder):
    """As pip for Windows would choose and unpack it; the program inside runs under Wine."""
    wheel = make(build, "wheel-windows", "*win_amd64.whl")
    record_is_right(wheel)
    run(*pip, "--platform", "win_amd64", "--only-binary", ":all:", "--no-deps", "--target", folder, wheel)
    programs = {os.path.basename(path): path for path in glob.glob(os.path.join(folder, "bin", "*.exe"))}
    expect(set(programs) == {"tpatch.exe", "tbuild.exe"}, "pip unpacks %s", sorted(os.listdir(folder)))
    prefix = os.path.join(build, "windows", "wine")
    if not os.path.exists(os.path.join(prefix, "ready")):
        print("wheel: Wine has not been started: the program for Windows is not run")
        return
    env = dict(os.environ, WINEPREFIX=prefix, WINEDEBUG="-all", DISPLAY="", LC_ALL="C.UTF-8")
    with open(os.path.join(folder, "out"), "wb") as out:
        subprocess.run(["wine", programs["tpatch.exe"], "--version"], env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out, check=False, timeout=120)
    with open(os.path.join(folder, "out"), encoding="utf-8") as out:
        expect(out.read().split() == run(os.path.join(build, "tpatch"), "--version").split(), "the program for Windows has another version")


def manifests(folder):
    """The manifests name the archive's hash, and are what their readers can parse."""
    archive = os.path.join(folder, "tpatch-1.2.3-windows-x86_64.zip")
    with open(archive, "wb") as f:
        f.write(b"a zip")
    digest = hashlib.sha256(b"a zip").hexdigest()
    url = "https://example.org/tpatch/releases/1.2.3.zip"
    out = os.path.join(folder, "manifests")
    paths = run(sys.executable, "packaging/manifests.py", "1.2.3", archive, url, out).split()
    with open(os.path.join(out, "tpatch.json"), encoding="utf-8") as f:
        scoop = json.load(f)
    expect(scoop["architecture"]["64bit"] == {"url": url, "hash": digest, "extract_dir": "tpatch-1.2.3-windows-x86_64"}, "scoop: %s", scoop)
    import yaml
    loaded = {os.path.basename(path): yaml.safe_load(open(path, encoding="utf-8")) for path in paths if path.endswith(".yaml")}
    expect(len(loaded) == 3 and {value["PackageVersion"] for value in loaded.values()} == {"1.2.3"}, "winget: %s", loaded)
    installer = loaded["tpatch.tpatch.installer.yaml"]
    expect(installer["Installers"] == [{"Architecture": "x64", "InstallerUrl": url, "InstallerSha256": digest.upper()}], "winget: %s", installer)
    nested = [item["RelativeFilePath"] for item in installer["NestedInstallerFiles"]]
    expect(nested == ["tpatch-1.2.3-windows-x86_64\\tpatch.exe", "tpatch-1.2.3-windows-x86_64\\tbuild.exe"], "winget: %s", nested)
    result = subprocess.run([sys.executable, "packaging/manifests.py", "1.2.3", archive, "http://example.org", out], capture_output=True, check=False)
    expect(result.returncode == 2 and b"https://" in result.stderr, "a URL without https: %s", result.stderr)


def main():
    build = os.path.abspath(sys.argv[1])
    attempts = Attempts("wheel")
    attempt = attempts.attempt
    with tempfile.TemporaryDirectory(prefix="wheel-") as folder:
        wheel = make(build, "wheel", "*manylinux*.whl")
        place = os.path.join(folder, "environment")
        attempt("record", record_is_right, wheel)
        attempt("same twice", same_twice, build, wheel)
        pip = [os.path.join(place, "bin", "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
        attempt("pip install", install, pip, wheel, place)
        attempt("runs", installed_runs, build, place)
        attempt("pip uninstall", uninstalls, place)
        attempt("pip install --target", installs_elsewhere, pip, wheel, os.path.join(folder, "target"))
        attempt("manifests", manifests, folder)
        if os.path.exists(os.path.join(build, "windows", "tpatch.exe")):
            attempt("windows", windows, build, pip, os.path.join(folder, "windows"))
    return attempts.report()


if __name__ == "__main__":
    sys.exit(main())
