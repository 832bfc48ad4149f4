#!/usr/bin/env python3
"""Makes Debian's packages with dpkg-buildpackage, asks lintian, and uses what is in them.

usage: debian.py [--source] BUILD, in the root of the repository; BUILD is what `make` built. Everything made goes to BUILD/deb-test.

The source package is made of the working tree, and the binary packages of the unpacked source package (`make deb`), without its tests: those are the other
suites. lintian may say nothing that is an error or a warning: of the binary packages, with --source of the source package too. The packages are taken apart into a folder: program, manual pages, completion and
library must lie where Debian looks for them and do what they do elsewhere. Without debhelper or lintian it exits with 77.
Prints what is not so, and `debian: N passed, N failed`. Exit: 0 all well, 1 not.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

from embed import Wrong, expect, run, source_files, with_ccache

FIXTURE = "fixtures/pytorch-1.12.1/before"


class Packages:
    def __init__(self, build, with_source):
        self.build, self.with_source = build, with_source
        self.out = os.path.abspath(os.path.join(build, "deb-test"))
        self.root = os.path.join(self.out, "root")
        self.triplet = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()

    def one(self, pattern):
        found = glob.glob(os.path.join(self.out, pattern))
        expect(len(found) == 1, "%s: there are %d of these", pattern, len(found))
        return found[0]

    def deb(self, name):
        return self.one(name + "_*.deb")

    def path(self, *parts):
        return os.path.join(self.root, *parts)


def builds(packages):
    # Less tightly packed than what Debian gets, and without packages of debugging symbols: none of that is looked at.
    environment = dict(os.environ, DEB_BUILD_OPTIONS="nocheck noautodbgsym parallel=%d" % os.cpu_count(), BUILD="elsewhere", XZ_OPT="-1", DPKG_DEB_COMPRESSOR_LEVEL="1")
    if not packages.with_source:
        # The options of an ordinary build, instead of Debian's.
        environment = with_ccache(packages.build, environment | {"DEB_CFLAGS_SET": "-O2 -g", "DEB_CPPFLAGS_SET": ""})
    run("sh", "packaging/deb.sh", packages.out, env=environment)
    for name in ("tpatch", "libtpatch0", "libtpatch-dev"):
        run("dpkg-deb", "-x", packages.deb(name), packages.root)


def source(packages):
    """The source package has what the repository has, and debian/ at the top."""
    listed = run("tar", "-tf", packages.one("tpatch_*.orig.tar.xz")).splitlines()
    names = {line.split("/", 1)[1] for line in listed if not line.endswith("/")}
    wanted = set(source_files())
    expect(wanted == names, "the source package has others than the repository: %s", sorted(wanted ^ names)[:5])
    expect(not any(name.startswith(("build", ".git/", "debian/")) for name in names), "what is built, or debian/, is in the tarball")
    expect("debian/rules" in run("tar", "-tf", packages.one("tpatch_*.debian.tar.xz")), "no debian/rules")


def lintian(packages):
    asked = [packages.one("*.changes")] + ([packages.one("*.dsc")] if packages.with_source else [])
    result = subprocess.run(["lintian", "--allow-root", "--fail-on", "error,warning", *asked], capture_output=True, check=False)
    said = result.stdout.decode() + result.stderr.decode()
    expect(result.returncode == 0 and not re.search(r"^[EW]: ", said, re.M), "lintian:\n%s", said)


def depends(packages):
    fields = {name: run("dpkg-deb", "-f", packages.deb(name), "Depends") for name in ("tpatch", "libtpatch0", "libtpatch-dev")}
    for library in ("libc6", "libjansson4", "libpcre2-8-0", "libsodium23", "libyaml-0-2"):
        expect(library in fields["tpatch"] and library in fields["libtpatch0"], "no package depends on %s: %s", library, fields)
    version = run("dpkg-deb", "-f", packages.deb("tpatch"), "Version").strip()
    expect("libtpatch0 (= %s)" % version in fields["libtpatch-dev"] and "libpcre2-dev" in fields["libtpatch-dev"], "libtpatch-dev: %s", fields)
    control = os.path.join(packages.out, "control")
    run("dpkg-deb", "-e", packages.deb("libtpatch0"), control)
    with open(os.path.join(control, "symbols"), encoding="utf-8") as file:
        expect("TPATCH_0.1@TPATCH_0.1 0.1.0" in file.read(), "libtpatch0: its symbols have no versions")


def program(packages):
    tpatch = packages.path("usr/bin/tpatch")
    here = os.path.join(packages.build, "tpatch")
    expect(run(tpatch, "--version") == run(here, "--version"), "another version")
    expect(run(packages.path("usr/bin/tbuild"), "profiles") == run(os.path.join(packages.build, "tbuild"), "profiles") != "", "another tbuild")
    expect(run(tpatch, "--root", FIXTURE, "--dry", "-q") == run(here, "--root", FIXTURE, "--dry", "-q") != "", "another diff")
    tree = os.path.join(packages.out, "tree")
    shutil.copytree(FIXTURE, tree)
    run(tpatch, "-q", "--root", tree)
    run(here, "check", "-q", "--root", tree)
    run(tpatch, "rollback", "-q", "--root", tree)
    run(here, "check", "-q", "--root", tree, code=1)
    run("sh", "tests/repo/hardening.sh", tpatch)


def pages(packages):
    folder = packages.path("usr/share/man/man1")
    expect(len(os.listdir(folder)) > 15, "%d manual pages", len(os.listdir(folder)))
    if shutil.which("man"):
        text = run("man", "-l", os.path.join(folder, "tpatch-check.1.gz"), env=dict(os.environ, MANPAGER="cat", MANWIDTH="80", LC_ALL="C.UTF-8"))
        expect("does the tree match the patch set?" in text, "tpatch-check(1):\n%s", text[:400])
    for name, shell, program in ((pattern % program, shell, program) for program in ("tpatch", "tbuild")
                                 for pattern, shell in (("bash-completion/completions/%s", "bash"), ("zsh/vendor-completions/_%s", "zsh"),
                                                        ("fish/vendor_completions.d/%s.fish", "fish"))):
        with open(packages.path("usr/share", name), encoding="utf-8") as file:
            expect(file.read() == run(packages.path("usr/bin/" + program), "help", "--completion", shell), "%s is not what the program prints", name)


def library(packages):
    """docs/examples/embed.c, as libtpatch-dev has it, built with what libtpatch-dev has and run with libtpatch0."""
    lib = packages.path("usr/lib", packages.triplet)
    environment = dict(os.environ, LD_LIBRARY_PATH=lib, PKG_CONFIG_PATH=os.path.join(lib, "pkgconfig"))
    flags = run("pkg-config", "--define-variable=prefix=" + packages.path("usr"), "--cflags", "--libs", "tpatch", env=environment).split()
    made = os.path.join(packages.out, "embed")
    run("gcc", packages.path("usr/share/doc/libtpatch-dev/examples/embed.c"), "-o", made, *flags)
    expect("libtpatch.so.0 => " + lib in run("ldd", made, env=environment), "the example is linked with another library")
    expect("files would change" in run(made, FIXTURE, env=environment), "the example")


def main():
    words = [word for word in sys.argv[1:] if word != "--source"]
    if len(words) != 1:
        sys.exit(__doc__)
    for tool in ("dpkg-buildpackage", "dh", "lintian"):
        if not shutil.which(tool):
            print("%s is not here" % tool)
            sys.exit(77)
    packages = Packages(words[0], "--source" in sys.argv)
    failed = 0
    cases = (builds, source, lintian, depends, program, pages, library)
    for case in cases:
        try:
            case(packages)
        except Wrong as wrong:
            failed += 1
            print("FAILED %s: %s" % (case.__name__, wrong))
            if case is builds:
                failed = len(cases)
                break
    print("debian: %d passed, %d failed" % (len(cases) - failed, failed))
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
