"""Machines for `tbuild --machine`: described in Python, changed by the cases, written as JSON, which is YAML too."""
import copy
import json
import os

GIB = 1 << 30

PACKAGES = {"setuptools": "72.1.0", "PyYAML": "6.0.2", "typing_extensions": "4.12.0", "numpy": "2.0.1", "sympy": "1.13.3", "filelock": "3.15.0",
            "networkx": "3.3", "Jinja2": "3.1.4", "fsspec": "2024.6.0", "wheel": "0.44.0", "six": "1.16.0"}


def python_says(version="3.11.9", bits=64, header="/usr/include/python3.11/Python.h", libs=True, packages=PACKAGES, managed=False, platform="linux-x86_64",
                implementation="cpython", free_threaded=False, pth=()):
    lines = ["version " + version, "bits %d" % bits, "implementation " + implementation, "free-threaded %s" % free_threaded, "platform " + platform,
             "header " + header, "libs %s" % libs, "managed %s" % managed]
    lines += ["pth " + name for name in pth]
    return "\n".join(lines + ["package.%s %s" % pair for pair in packages.items() if pair[1]]) + "\n"


def host_config(gcc=14, msc=(1910, 1950)):
    return "#if __GNUC__ > %d\n#error\n#endif\n#if _MSC_VER < %d || _MSC_VER >= %d\n#error\n#endif\n" % (gcc, *msc)


def cuda_h(version):
    return "#define CUDA_VERSION %d\n" % version


def cudnn_h(major, minor, patch):
    return "#define CUDNN_MAJOR %d\n#define CUDNN_MINOR %d\n#define CUDNN_PATCHLEVEL %d\n" % (major, minor, patch)


def nvcc(release, path="/usr/local/cuda-12.9/bin/nvcc"):
    return {"path": path, "arguments": "--version", "output": "Cuda compilation tools, release %s, V%s.41\n" % (release, release)}


CUDA = "/usr/local/cuda-12.9"
LINUX = {
    "system": "linux", "description": "Linux 6.1 x86_64", "bits": 64, "cores": 16,
    "memory": {"total": 128 * GIB, "available": 120 * GIB}, "disk_free": 500 * GIB,
    "cuda_driver": 12090, "gpus": [{"name": "NVIDIA GeForce RTX 5070", "capability": "12.0"}],
    "env": {"PATH": "/venv/bin:/usr/bin", "VIRTUAL_ENV": "/venv"},
    "files": {
        "/venv/bin/python": "",
        CUDA + "/include/cuda.h": cuda_h(12090),
        CUDA + "/include/crt/host_config.h": host_config(),
        "/usr/include/cudnn_version.h": cudnn_h(9, 10, 2),
        "/usr/lib/x86_64-linux-gnu/libcudnn.so.9": "",
    },
    "programs": [
        {"path": "/venv/bin/python", "arguments": "-c", "output": python_says()},
        {"path": "/venv/bin/python3", "arguments": "-c", "output": python_says()},
        {"path": "/usr/bin/cmake", "arguments": "--version", "output": "cmake version 3.27.1\n"},
        {"path": "/usr/bin/ninja", "arguments": "--version", "output": "1.11.1\n"},
        {"path": "/usr/bin/git", "arguments": "--version", "output": "git version 2.39.5\n"},
        {"path": "/usr/bin/g++", "arguments": "-dumpfullversion", "output": "12.2.0\n"},
        {"path": "/usr/bin/g++", "arguments": "-dumpmachine", "output": "x86_64-linux-gnu\n"},
        nvcc("12.9"),
    ],
}

WIN_CUDA = "C:\\cuda"
VS = "C:\\Program Files\\Microsoft Visual Studio\\2022\\Community"
VSWHERE = "C:\\Program Files (x86)\\Microsoft Visual Studio\\Installer\\vswhere.exe"
WINDOWS = {
    "system": "windows", "description": "Windows 10.0.22631", "bits": 64, "cores": 32, "code_page": 65001,
    "memory": {"total": 64 * GIB, "available": 60 * GIB}, "disk_free": 500 * GIB,
    "cuda_driver": 12090, "gpus": [{"name": "NVIDIA GeForce RTX 5070", "capability": "12.0"}],
    "env": {"PATH": "C:\\venv\\Scripts;C:\\Windows\\System32", "VIRTUAL_ENV": "C:\\venv", "TEMP": "C:\\t", "CUDA_PATH": WIN_CUDA},
    "files": {
        "C:\\venv\\Scripts\\python.exe": "",
        WIN_CUDA + "/include/cuda.h": cuda_h(12090),
        WIN_CUDA + "/include/crt/host_config.h": host_config(),
        WIN_CUDA + "/include/cudnn_version.h": cudnn_h(9, 10, 2),
        WIN_CUDA + "/lib/x64/cudnn.lib": "",
        VS + "\\VC\\Tools\\MSVC\\14.44.35207\\bin\\Hostx64\\x64\\1033\\clui.dll": "",
    },
    "programs": [
        {"path": VSWHERE, "arguments": "installationPath", "output": VS + "\r\n"},
        {"path": "C:\\venv\\Scripts\\python.exe", "arguments": "-c", "output": python_says(header="C:\\py\\include\\Python.h", platform="win-amd64")},
        {"path": "C:\\tools\\cmake.exe", "arguments": "--version", "output": "cmake version 3.27.1\r\n"},
        {"path": "C:\\tools\\ninja.exe", "arguments": "--version", "output": "1.11.1\r\n"},
        {"path": "C:\\tools\\git.exe", "arguments": "--version", "output": "git version 2.45.1.windows.1\r\n"},
        nvcc("12.9", WIN_CUDA + "/bin/nvcc.exe"),
    ],
}


def changed(base, change):
    """`base` with `change` laid over it: maps are merged, None removes a key; in `programs` a row takes the place of that of the same path."""
    machine = copy.deepcopy(base)
    for key, value in change.items():
        if key == "programs":
            paths = [row["path"] for row in value]
            machine[key] = [row for row in machine[key] if row["path"] not in paths] + [row for row in value if not row.get("gone")]
        elif value is None:
            machine.pop(key, None)
        elif isinstance(value, dict) and isinstance(machine.get(key), dict):
            machine[key] = {k: v for k, v in {**machine[key], **value}.items() if v is not None}
        else:
            machine[key] = value
    return machine


def write(machine, folder, root):
    """Writes it below `folder`, with the source tree `root` real; returns the path."""
    path = os.path.join(folder, "machine.yaml")
    with open(path, "w", encoding="utf-8") as f:
        json.dump(dict(machine, real=[root]), f, ensure_ascii=False)
    return path
