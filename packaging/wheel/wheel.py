#!/usr/bin/env python3
"""Packs the two programs as a wheel, the form in which pip installs them.

usage: wheel.py VERSION OUT LICENCES PROGRAM PROGRAM, in the root of the repository

PROGRAM is tpatch or tpatch.exe, and tbuild likewise; what they are decides the platform: win_amd64, or manylinux_2_N_x86_64 with the N of
the newest symbol of glibc that they need (PEP 600). LICENCES is a folder with the licence texts of the libraries inside the programs.
Prints the path of the wheel. The same programs give the same bytes. The format: https://packaging.python.org/specifications/binary-distribution-format
"""
import base64
import hashlib
import os
import re
import subprocess
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Wheels are zip files, and their times begin here.
NO_TIME = (1980, 1, 1, 0, 0, 0)
METADATA = """Metadata-Version: 2.1
Name: tpatch
Version: %s
Summary: Patch PyTorch source trees so that they build with today's tools
Author: The tpatch developers
License: BSD-2-Clause
Classifier: Development Status :: 4 - Beta
Classifier: Environment :: Console
Classifier: License :: OSI Approved :: BSD License
Classifier: Operating System :: %s
Classifier: Topic :: Software Development :: Build Tools
Requires-Python: >=3.8
Description-Content-Type: text/markdown
%s
%s"""
WHEEL = """Wheel-Version: 1.0
Generator: tpatch %s
Root-Is-Purelib: false
Tag: py3-none-%s
"""


def read(*parts):
    with open(os.path.join(*parts), "rb") as f:
        return f.read()


def platform_of(programs):
    kinds = {read(path)[:4] for path in programs}
    if all(kind[:2] == b"MZ" for kind in kinds):
        return "win_amd64"
    if kinds != {b"\x7fELF"}:
        sys.exit("wheel.py: not programs of one platform: %s" % " ".join(programs))
    needed = subprocess.run(["objdump", "-T", *programs], capture_output=True, check=True).stdout.decode()
    minor = max(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", needed))
    libraries = set(re.findall(r"NEEDED +(\S+)", subprocess.run(["objdump", "-p", *programs], capture_output=True, check=True).stdout.decode()))
    foreign = libraries - {"libc.so.6", "ld-linux-x86-64.so.2"}
    if foreign:
        sys.exit("wheel.py: the programs need %s: link them statically" % ", ".join(sorted(foreign)))
    return "manylinux_2_%d_x86_64" % minor


def content(version, platform, licences, programs):
    """(name in the wheel, bytes, is it a program) in the order of the archive."""
    info = "tpatch-%s.dist-info" % version
    system = "Microsoft :: Windows" if platform.startswith("win") else "POSIX :: Linux"
    texts = {"LICENSE": read("LICENSE")}
    texts.update({name: read(licences, name) for name in sorted(os.listdir(licences))})
    listed = "".join("License-File: %s\n" % name for name in texts)
    files = [("tpatch/" + name, read(HERE, "tpatch", name), False) for name in ("__init__.py", "__main__.py")]
    files += [("tpatch-%s.data/scripts/%s" % (version, os.path.basename(path)), read(path), True) for path in programs]
    files += [("%s/licenses/%s" % (info, name), text, False) for name, text in texts.items()]
    files += [(info + "/METADATA", (METADATA % (version, system, listed, read(HERE, "description.md").decode())).encode(), False),
              (info + "/WHEEL", (WHEEL % (version, platform)).encode(), False)]
    return info, files


def record(info, files):
    """RECORD: each file with its SHA-256 and size, itself without."""
    lines = ["%s,sha256=%s,%d" % (name, base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("="), len(data)) for name, data, _ in files]
    return "\n".join(lines + [info + "/RECORD,,"]) + "\n"


def main():
    if len(sys.argv) != 6:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    version, out, licences, *programs = sys.argv[1:]
    platform = platform_of(programs)
    info, files = content(version, platform, licences, programs)
    files.append((info + "/RECORD", record(info, files).encode(), False))
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, "tpatch-%s-py3-none-%s.whl" % (version, platform))
    with zipfile.ZipFile(path + ".new", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, data, is_program in files:
            entry = zipfile.ZipInfo(name, NO_TIME)
            entry.create_system = 3
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    os.replace(path + ".new", path)
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
