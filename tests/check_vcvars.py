#!/usr/bin/env python3
"""Runs the patched Python of the PyTorch fixtures against every layout that setuptools has had.

    check_vcvars.py CASE...        cases of fixtures/, as the run leaves them

Stand-in packages with the layouts of setuptools 47 to 84 are written to a temporary folder; each holds _get_vc_env where
that release has it. For each tree and layout a Python of its own imports tools/build_pytorch_libs.py and asks for the overlay,
then runs the lines of torch/utils/cpp_extension.py that do the same. The layouts were read in the releases' own sources.
"""
import itertools
import os
import subprocess
import sys
import tempfile

from fixture import Case, write_tree

FOUND = 'def _get_vc_env(arch):\n    return {"where": __name__}\n'
# Up to 73 setuptools puts its distutils in place and attaches the module to it, but only on Windows; the stand-ins are Windows.
ATTACHED = "import sys, importlib\ndistutils = importlib.import_module('%s')\nsys.modules['distutils'] = distutils\n"
MODULE = "setuptools/_distutils/_msvccompiler.py"
LAYOUTS = {
    "47": {
        "setuptools/__init__.py": "import distutils\nimport distutils._msvccompiler\n",
        "distutils/__init__.py": "", "distutils/_msvccompiler.py": FOUND, "distutils/util.py": "",
    },
    "65 to 73": {
        "setuptools/__init__.py": ATTACHED % "setuptools._distutils" + "import distutils._msvccompiler\n",
        "setuptools/_distutils/__init__.py": "", MODULE: FOUND, "setuptools/_distutils/util.py": "",
    },
    "74 to 75.8": {
        "setuptools/__init__.py": ATTACHED % "setuptools._distutils",
        "setuptools/_distutils/__init__.py": "", MODULE: FOUND, "setuptools/_distutils/util.py": "",
    },
    "75.9 to 78.0": {
        "setuptools/__init__.py": ATTACHED % "setuptools._distutils",
        "setuptools/_distutils/__init__.py": "", MODULE: "from .compilers.C import msvc\n", "setuptools/_distutils/util.py": "",
        "setuptools/_distutils/compilers/__init__.py": "", "setuptools/_distutils/compilers/C/__init__.py": "",
        "setuptools/_distutils/compilers/C/msvc.py": FOUND,
    },
}
LAYOUTS["78.1 and later"] = dict(LAYOUTS["75.9 to 78.0"], **{
    MODULE: "import warnings\nfrom .compilers.C import msvc\n\n\ndef __getattr__(name):\n"
            "    if name != '_get_vc_env':\n        raise AttributeError(name)\n    warnings.warn('private')\n    return msvc._get_vc_env\n",
})
# Before 50 the module cannot be imported without winreg; a Linux build never asks for it, and must not fail for it.
LAYOUTS["47 on Linux"] = dict(LAYOUTS["47"], **{
    "setuptools/__init__.py": "import distutils\n", "distutils/_msvccompiler.py": "import winreg_that_is_not_there\n",
})

OVERLAY = """
import tools.build_pytorch_libs as libs
if {only_import}:
    print("imported")
else:
    print("overlay", libs._overlay_windows_vcvars({{}})["WHERE"])
    lines = open("torch/utils/cpp_extension.py", newline=None).read().split("def _run_ninja_build", 1)[1].split("\\n")
    first = next(i for i, line in enumerate(lines) if "from setuptools import distutils" in line)
    last = next(i for i, line in enumerate(lines) if "._get_vc_env(" in line)
    import textwrap
    code = textwrap.dedent("\\n".join(lines[first:last + 1])).replace("distutils.util.get_platform()", "'win-amd64'")
    space = {{"PLAT_TO_VCVARS": {{"win-amd64": "x64"}}}}
    exec(code, space)
    print("extension", space["vc_env"]["where"])
"""


def write(root, files):
    for name, text in files.items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def run(tree, layout):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, LAYOUTS[layout])
        write(folder, {"tools/__init__.py": "", "tools/setup_helpers/__init__.py": "",
                       "tools/setup_helpers/env.py": "IS_64BIT = IS_WINDOWS = True\n",
                       "tools/setup_helpers/cmake.py": "USE_NINJA = True\nCMake = None\n"})
        for name in ("tools/build_pytorch_libs.py", "torch/utils/cpp_extension.py"):
            with open(os.path.join(tree, name), encoding="utf-8-sig") as file:
                write(folder, {name: file.read()})
        code = OVERLAY.format(only_import=layout.endswith("Linux"))
        result = subprocess.run([sys.executable, "-S", "-B", "-c", code], cwd=folder, env={"PYTHONPATH": folder, "PATH": os.environ["PATH"]},
                                capture_output=True, text=True, check=False)
    return result.returncode == 0, (result.stdout + result.stderr).strip()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    passed = failed = 0
    for name, layout in itertools.product(sys.argv[1:], LAYOUTS):
        with tempfile.TemporaryDirectory(prefix="vcvars-") as tree:
            write_tree(tree, Case(name).after)
            ok, text = run(tree, layout)
            passed += ok
            failed += not ok
            if not ok:
                print(f"{name}: setuptools {layout}: {text.splitlines()[-1] if text else 'no output'}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
