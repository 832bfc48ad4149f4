#!/usr/bin/env python3
"""Writes what Windows' package managers need to install the zip that `make dist-windows` makes: a manifest of scoop, and three of winget.

usage: manifests.py VERSION ZIP URL OUT

URL is where the ZIP will be downloaded from; its SHA-256 is taken from the file. OUT receives tpatch.json (scoop) and the files of winget.
Formats: https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests, https://learn.microsoft.com/windows/package-manager/package/manifest
"""
import hashlib
import json
import os
import sys

SUMMARY = "Patch PyTorch source trees so that they build with today's tools"
PACKAGE = "tpatch.tpatch"
WINGET = "1.6.0"
PROGRAMS = ("tpatch", "tbuild")


def scoop(version, digest, url, folder):
    homepage = url.split("/releases/")[0]
    value = {
        "version": version, "description": SUMMARY, "homepage": homepage, "license": "BSD-2-Clause",
        "architecture": {"64bit": {"url": url, "hash": digest, "extract_dir": folder}}, "bin": [name + ".exe" for name in PROGRAMS],
    }
    return json.dumps(value, indent=4) + "\n"


def winget(version, digest, url, folder):
    """Every value that could be read as a number or hold a ':' is in quotes."""
    head = "PackageIdentifier: %s\nPackageVersion: '%s'\n" % (PACKAGE, version)
    tail = "ManifestType: %%s\nManifestVersion: %s\n" % WINGET
    nested = "".join("  - RelativeFilePath: '%s\\%s.exe'\n    PortableCommandAlias: %s\n" % (folder, name, name) for name in PROGRAMS)
    return {
        PACKAGE + ".yaml": head + "DefaultLocale: en-US\n" + tail % "version",
        PACKAGE + ".installer.yaml": head + "InstallerType: zip\nNestedInstallerType: portable\nNestedInstallerFiles:\n" + nested +
        "Installers:\n  - Architecture: x64\n    InstallerUrl: '%s'\n    InstallerSha256: %s\n" % (url, digest.upper()) + tail % "installer",
        PACKAGE + ".locale.en-US.yaml": head + "PackageLocale: en-US\nPublisher: The tpatch developers\nPackageName: tpatch\nLicense: BSD-2-Clause\n"
        "ShortDescription: \"%s\"\n" % SUMMARY + tail % "defaultLocale",
    }


def main():
    if len(sys.argv) != 5:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    version, archive, url, out = sys.argv[1:]
    if not url.startswith("https://"):
        print("manifests.py: '%s' is not an https:// address" % url, file=sys.stderr)
        return 2
    with open(archive, "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    folder = os.path.basename(archive)[:-len(".zip")]
    files = {"tpatch.json": scoop(version, digest, url, folder), **winget(version, digest, url, folder)}
    os.makedirs(out, exist_ok=True)
    for name, text in files.items():
        with open(os.path.join(out, name), "w", encoding="utf-8", newline="\n") as f:
            f.write(text)
        print(os.path.join(out, name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
