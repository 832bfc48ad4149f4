"""What each check of `tbuild doctor` has to say: (check, profile, machine, what is changed, state, text that it must show). One for each state that it has.

`set` in what is changed are values of --set.
"""

from machines import CUDA, GIB, LINUX, PACKAGES, VS, VSWHERE, WIN_CUDA, WINDOWS, cuda_h, cudnn_h, host_config, nvcc, python_says

NO_SETUPTOOLS = {key: value for key, value in PACKAGES.items() if key not in ("wheel",)}


def python(**says):
    return {"programs": [{"path": "/venv/bin/python", "arguments": "-c", "output": python_says(**says)}]}


def windows_python(**says):
    return {"programs": [{"path": "C:\\venv\\Scripts\\python.exe", "arguments": "-c", "output": python_says(**says)}]}


def toolset(version, language=True):
    folder = VS + "\\VC\\Tools\\MSVC\\"
    return {folder + "14.44.35207\\bin\\Hostx64\\x64\\1033\\clui.dll": None,
            folder + version + "\\bin\\Hostx64\\x64\\" + ("1033" if language else "1031") + "\\clui.dll": ""}


def registry(value):
    return {"programs": [{"path": "C:\\Windows\\System32\\reg.exe", "arguments": "LongPathsEnabled",
                          "output": "\r\nHKEY_LOCAL_MACHINE\\X\r\n    LongPathsEnabled    REG_DWORD    %s\r\n" % value}]}


def cl(version, host):
    return {"programs": [{"path": VS + "\\VC\\Tools\\MSVC\\" + version + "\\bin\\" + host + "\\x64\\cl.exe"}]}


def compilers(version):
    return {"programs": [{"path": "/usr/bin/g++", "arguments": "-dumpfullversion", "output": version + "\n"},
                         {"path": "/usr/bin/g++-12", "arguments": "-dumpfullversion", "output": "12.3.0\n"},
                         {"path": "/usr/bin/ccache", "arguments": "g++-12 -dumpfullversion", "output": "12.3.0\n"},
                         {"path": "/usr/bin/ccache", "arguments": "clang++ --version", "output": "Debian clang version 14.0.6\n"},
                         {"path": "/usr/bin/clang++", "arguments": "--version", "output": "Debian clang version 14.0.6\n"}]}


OLD_GCC, NEW_GCC = compilers("8.5.0"), compilers("15.1.0")
SPACES = {"env": {"CUDA_PATH": "C:\\Program Files\\CUDA"}, "files": {"C:\\Program Files\\CUDA/include/cuda.h": cuda_h(12090)},
          "short_names": {"C:\\Program Files\\CUDA": "C:\\PROGRA~1\\CUDA"}}


def says(**programs):
    """Programs of /usr/bin and what they print: getconf="glibc 2.36"."""
    arguments = {"getconf": "GNU_LIBC_VERSION", "as": "--version", "g++": "-dumpfullversion"}
    return {"programs": [{"path": "/usr/bin/" + name.replace("gxx", "g++"), "arguments": arguments[name.replace("gxx", "g++")], "output": text + "\n"}
                         for name, text in programs.items()]}


def assembler(version):
    return {"as": "GNU assembler (GNU Binutils for Debian) " + version}


def active(version):
    """Visual C++ as vcvarsall leaves it, with the toolset `version`."""
    return {"env": {"VSCMD_VER": "17.0", "VCToolsVersion": version, "INCLUDE": "C:\\i", "LIB": "C:\\l", "VSCMD_ARG_TGT_ARCH": "x64"}, **cl(version, "Hostx64")}


def with_library(*files):
    return {"files": {path: "" for path in files}}


DISTCC = {"programs": [{"path": "/usr/bin/distcc", "arguments": "--version", "output": "distcc 3.4 x86_64-pc-linux-gnu\n"}]}
OPENBLAS = ("/usr/include/x86_64-linux-gnu/cblas.h", "/usr/lib/x86_64-linux-gnu/libopenblas.so")
REGISTRY = registry("0x1")
K40 = {"gpus": [{"name": "Tesla K40c", "capability": "3.5"}]}
CUDA_11 = {"files": {WIN_CUDA + "/include/cuda.h": cuda_h(11080), WIN_CUDA + "/include/cudnn_version.h": cudnn_h(8, 7, 0)}}


def linked_toolkit(leads):
    """The toolkit is found by a link; the first nvcc in PATH is that of 12.9's own folder."""
    return {"env": {"CUDA_HOME": "/usr/local/cuda"}, "links": {"/usr/local/cuda": leads}, "files": {"/usr/local/cuda/include/cuda.h": cuda_h(12090)},
            "programs": [nvcc("12.9"), nvcc("12.9", "/usr/local/cuda/bin/nvcc")]}


CUDA_13, CUDA_13_2, FUTURE_CUDA = ({"files": {CUDA + "/include/cuda.h": cuda_h(number)}, "programs": [nvcc("%d.%d" % (number // 1000, number % 1000 // 10))]}
                                  for number in (13000, 13020, 14000))

CASES = [
    ("bits", "cpu", LINUX, {}, "ok", "64-bit"),
    ("bits", "cpu", LINUX, {"bits": 32}, "wrong", "32-bit"),
    ("memory", "cpu", LINUX, {}, "ok", "14 jobs"),
    ("memory", "blackwell", LINUX, {"memory": {"available": 30 * GIB}}, "warning", "5 jobs"),
    ("memory", "blackwell", LINUX, {"memory": {"available": 6 * GIB}}, "wrong", "6.0 available"),
    # 32 GB in KB do not fit in 32 bits of bytes: the users' script failed here.
    ("memory", "cpu", WINDOWS, {"memory": {"total": 33378976 * 1024, "available": 33000000 * 1024}}, "ok", "31.8 GiB"),
    ("memory", "cpu", LINUX, {"memory": None}, "unknown", "does not say"),
    ("disk", "blackwell", LINUX, {}, "ok", "500.0 GiB"),
    ("disk", "blackwell", LINUX, {"disk_free": 40 * GIB}, "warning", "40.0 GiB"),
    ("disk", "blackwell", LINUX, {"disk_free": 10 * GIB}, "wrong", "10.0 GiB"),
    ("temp", "cpu", LINUX, {}, "ok", "/tmp"),
    ("temp", "cpu", WINDOWS, {"env": {"TEMP": "C:\\Users\\Ä B\\Temp"}}, "warning", "ASCII"),
    ("root", "cpu", LINUX, {}, "ok", ""),
    ("version", "cpu", LINUX, {}, "ok", "2.7.0"),
    ("version", "cpu", LINUX, {"torch": "2.99.0"}, "unknown", "its newest entry is for"),
    ("version", "kepler", LINUX, {"torch": "2.9.0"}, "wrong", "the profile is for >=1.12, <2.9"),
    ("options", "cpu", LINUX, {}, "ok", "the tree has all options"),
    ("cmake-args", "cpu", LINUX, {}, "ok", "not set"),
    ("cmake-args", "cpu", LINUX, {"env": {"CMAKE_ARGS": "-DUSE_CUDA=0"}}, "warning", "-DUSE_CUDA=0"),
    ("strays", "cpu", LINUX, {}, "ok", ""),
    ("strays", "cpu", LINUX, {"env": {"USE_MKL": "1"}}, "warning", "USE_MKL=1"),
    ("activation", "cpu", LINUX, {}, "ok", "/venv"),
    ("activation", "cpu", LINUX, {"env": {"VIRTUAL_ENV": "/other"}}, "wrong", "'/other' is active, but python is '/venv/bin/python3'"),
    ("activation", "cpu", LINUX, {"env": {"VIRTUAL_ENV": "/ven"}}, "wrong", "'/ven' is active, but python is '/venv/bin/python3'"),
    ("activation", "cpu", LINUX, {"env": {"VIRTUAL_ENV": None}}, "warning", "no virtual environment"),
    ("activation", "cpu", LINUX, {"env": {"VIRTUAL_ENV": None}, "files": {"/venv/bin/../pyvenv.cfg": ""}}, "ok", "'/venv/bin' (of python3 in PATH)"),
    ("activation", "cpu", LINUX, {"env": {"CONDA_PREFIX": "/conda", "CONDA_SHLVL": "2"}}, "warning", "two environments"),
    ("oneapi", "cpu", LINUX, {"env": {"ONEAPI_ROOT": "/opt/intel/oneapi"}}, "ok", "USE_XPU=0"),
    ("oneapi", "bare", LINUX, {"env": {"ONEAPI_ROOT": "/opt/intel/oneapi"}}, "warning", "does not say USE_XPU"),
    ("code-page", "cpu", WINDOWS, {}, "ok", "65001"),
    ("code-page", "cpu", WINDOWS, {"code_page": 850}, "warning", "850"),
    ("search-path", "cpu", WINDOWS, {}, "ok", ""),
    ("search-path", "cpu", WINDOWS, {"env": {"PATH": "C:\\Git\\usr\\bin;C:\\Windows\\System32"}}, "wrong", "Git's usr\\bin"),
    ("search-path", "cpu", WINDOWS, {"env": {"PATH": "\"C:\\a b\";C:\\Windows\\System32"}}, "wrong", "quotation mark"),
    ("search-path", "cpu", WINDOWS, {"env": {"PATH": "C:\\Windows\\System32;" + "C:\\abcde;" * 1000}}, "wrong", "a line of cmd.exe at most 8191"),
    ("search-path", "cpu", WINDOWS, {"env": {"PATH": "C:\\Windows\\System32;" + "C:\\abcde;" * 700}}, "warning", "vcvarsall adds some"),
    ("environment-size", "cpu", WINDOWS, {}, "ok", "characters"),
    ("environment-size", "cpu", WINDOWS, {"env": {"LONG": "x" * 33000}}, "wrong", "LONG alone has 33005"),
    ("python", "cpu", WINDOWS, {"env": {"PATH": "C:\\u\\Microsoft\\WindowsApps;C:\\Windows\\System32", "VIRTUAL_ENV": None},
                                "programs": [{"path": "C:\\venv\\Scripts\\python.exe", "gone": True},
                                             {"path": "C:\\u\\Microsoft\\WindowsApps\\python.exe", "arguments": "-c", "output": "Python was not found", "code": 1}]},
     "wrong", "is an app execution alias that starts no Python"),
    ("python", "cpu", LINUX, {}, "ok", "3.11.9"),
    ("python", "cpu", LINUX, python(version="3.14.0"), "wrong", "this PyTorch supports >=3.9, <3.14"),
    ("python", "cpu", LINUX, {"programs": [{"path": "/venv/bin/python", "gone": True}]}, "wrong", "does not run"),
    ("python-bits", "cpu", LINUX, {}, "ok", "64"),
    ("python-bits", "cpu", LINUX, python(bits=32), "wrong", "32 bits"),
    ("python-headers", "cpu", LINUX, {}, "ok", "Python.h"),
    ("python-headers", "cpu", LINUX, python(header=""), "wrong", "no Python.h"),
    ("python-headers", "cpu", WINDOWS, windows_python(header="C:\\py\\Python.h", libs=False), "wrong", "no libs folder"),
    ("packages", "cpu", LINUX, {}, "ok", ""),
    ("packages", "cpu", LINUX, python(packages={**PACKAGES, "setuptools": "40.0"}), "wrong", "setuptools 40.0 is not >=49"),
    ("packages", "cpu", LINUX, python(packages=NO_SETUPTOOLS), "ok", ""),
    ("packages", "cpu", WINDOWS, windows_python(packages={**PACKAGES, "setuptools": "75.9.1"}), "wrong", "setuptools 75.9.1"),
    ("packages", "cpu", LINUX, {"torch": "2.2.0"}, "wrong", "numpy 2.0.1 is not <2"),
    # A .pth file can add folders of packages by code, which tbuild does not run.
    ("packages", "cpu", LINUX, python(packages={**PACKAGES, "PyYAML": None}, pth=["site.pth"]), "unknown", "pyyaml is missing, unless the code in 'site.pth' adds it"),
    ("packages", "cpu", LINUX, python(packages={**PACKAGES, "PyYAML": None, "fsspec": None}, pth=["site.pth"]), "unknown", "pyyaml, fsspec are missing, unless the code in 'site.pth' adds"),
    ("packages", "cpu", LINUX, python(packages={**PACKAGES, "PyYAML": None, "numpy": "1.1"}, pth=["site.pth"]), "wrong", "numpy 1.1 is not >=1.21"),
    ("wheel", "cpu", LINUX, python(packages={**NO_SETUPTOOLS, "setuptools": None}, pth=["site.pth"]), "unknown", "unless the code in 'site.pth' adds it"),
    ("fetched", "cpu", LINUX, {"torch": "2.6.0", **python(packages={**PACKAGES, "six": None}, pth=["site.pth"])}, "unknown", "six, for NNPACK"),
    ("compile-triton", "cpu", WINDOWS, windows_python(pth=["site.pth"]), "unknown", "unless the code in 'site.pth' adds it"),
    # What is not in a row is unknown, with the newest that is.
    ("gcc", "cpu", LINUX, {"torch": "2.99.0"}, "unknown", "its newest entry is for"),
    ("gcc", "cpu", LINUX, {"torch": "1.12.1"}, "warning", "newer than PyTorch 1.12.1"),
    ("gcc", "cpu", LINUX, {"torch": "2.14.0", **says(gxx="11.2.0")}, "wrong", ">=11.3"),
    ("glibc", "blackwell", LINUX, says(getconf="glibc 2.36"), "ok", "glibc 2.36 and CUDA 12.9"),
    ("glibc", "blackwell", LINUX, says(getconf="glibc 2.41"), "wrong", "both declare"),
    ("glibc", "blackwell", LINUX, {}, "unknown", "does not say"),
    ("glibc", "blackwell-cuda13", LINUX, {"torch": "2.9.0", **CUDA_13, **says(getconf="glibc 2.41")}, "ok", "glibc 2.41 and CUDA 13.0"),
    ("glibc", "blackwell-cuda13", LINUX, {"torch": "2.9.0", **CUDA_13, **says(getconf="glibc 2.42")}, "wrong", "rsqrt"),
    # Ranges without an upper end say nothing about what is newer than the tables.
    ("cuda", "future", LINUX, FUTURE_CUDA, "unknown", "CUDA 14.0 is newer than those that tbuild knows"),
    ("cuda-arch", "future", LINUX, FUTURE_CUDA, "unknown", "CUDA 14.0 is newer"),
    ("cuda-arch", "next", LINUX, {}, "unknown", "does not know which CUDA supports 14.0"),
    ("cuda-gcc", "future", LINUX, {"files": {**FUTURE_CUDA["files"], CUDA + "/include/crt/host_config.h": None}}, "unknown", "CUDA 14.0 is newer"),
    ("cudnn", "future", LINUX, {"files": {"/usr/include/cudnn_version.h": cudnn_h(10, 0, 0)}}, "unknown", "cuDNN 10.0.0 is newer"),
    ("cmake", "cpu", LINUX, {"programs": [{"path": "/usr/bin/cmake", "arguments": "--version", "output": "cmake version 5.0.1"}]}, "unknown", "CMake 5.0.1 is newer"),
    ("ninja", "cpu", LINUX, {"programs": [{"path": "/usr/bin/ninja", "arguments": "--version", "output": "2.0.0\n"}]}, "unknown", "Ninja 2.0.0 is newer"),
    ("assembler", "cpu", LINUX, says(gxx="18.1.0", **assembler("2.50")), "unknown", "GCC 18.1.0 is newer"),
    ("glibc", "future", LINUX, {**CUDA_13_2, **says(getconf="glibc 2.99")}, "unknown", "glibc 2.99 is newer"),
    ("toolset", "cpu", WINDOWS, {"files": toolset("14.70.1")}, "unknown", "toolset 14.70.1 is newer"),
    ("cuda-stl", "future", WINDOWS, {"files": toolset("14.70.1")}, "unknown", "toolset 14.70.1 is newer"),
    ("driver", "blackwell", LINUX, {"files": {CUDA + "/include/cuda.h": None}}, "unknown", "there is no toolkit to compare"),
    ("gpu", "future", LINUX, {"gpus": [{"name": "GB10", "capability": "12.1"}]}, "wrong", "is 12.1"),
    ("gpu", "family", LINUX, {"gpus": [{"name": "GB10", "capability": "12.1"}]}, "ok", "GB10, 12.1"),
    ("assembler", "cpu", LINUX, says(**assembler("2.40")), "ok", "binutils 2.40"),
    ("assembler", "cpu", LINUX, says(**assembler("2.35.2")), "warning", ">=2.38"),
    ("assembler", "cpu", LINUX, {}, "unknown", "does not say"),
    ("nvtx", "ada", LINUX, {"torch": "2.4.0", "files": {CUDA + "/lib64/libnvToolsExt.so": ""}}, "ok", "libnvToolsExt.so"),
    ("nvtx", "ada", LINUX, {"torch": "2.4.0"}, "wrong", "links nvToolsExt"),
    ("nvtx", "ada", LINUX, {"torch": "2.4.0", "cuda_cmake": 'message(FATAL_ERROR "Failed to find nvToolsExt")\n'}, "wrong", "links nvToolsExt"),
    ("nvtx", "ada", LINUX, {"torch": "2.4.0", "cuda_cmake": 'message(STATUS "No nvToolsExt library, only the headers of NVTX 3")\n'}, "ok", "builds without it"),
    ("nvtx", "ada", LINUX, {"torch": "2.0.1", "cuda_cmake": "if(NOT LIBNVTOOLSEXT)\n"}, "ok", "builds without it"),
    ("fetched", "blackwell", LINUX, {"torch": "2.6.0"}, "ok", "nothing"),
    ("fetched", "blackwell", LINUX, {"set": ["USE_DISTRIBUTED=1"]}, "warning", "NCCL"),
    ("fetched", "cpu", LINUX, {"torch": "2.99.0"}, "unknown", "its newest entry is for"),
    ("flags", "cpu", LINUX, {}, "ok", ""),
    ("flags", "cpu", LINUX, {"env": {"CXXFLAGS": "-march=native", "PYTHONPATH": "/other"}}, "warning", "CXXFLAGS=-march=native (CMake adds"),
    ("flags", "blackwell", WINDOWS, {"env": {"NVCC_APPEND_FLAGS": "--threads 8"}}, "warning", "NVCC_APPEND_FLAGS"),
    ("blas", "cpu", LINUX, with_library(*OPENBLAS), "ok", "OpenBLAS: cblas.h"),
    # Debian's libblas-dev has the same header, and no LAPACK.
    ("blas", "cpu", LINUX, with_library(OPENBLAS[0], "/usr/lib/x86_64-linux-gnu/libblas.so"), "unknown", "no library of OpenBLAS"),
    ("blas", "cpu", LINUX, {"set": ["BLAS=FLAME"]}, "unknown", "BLAS=FLAME"),
    ("blas", "cpu", LINUX, {"system": "macos"}, "ok", "Accelerate"),
    ("blas", "cpu", LINUX, {}, "warning", "neither MKL nor OpenBLAS"),
    ("submodules", "cpu", LINUX, {"no_modules": True, "empty_module": True}, "wrong", "1 of 6 submodules are empty: 'third_party/b'"),
    ("submodules", "cpu", LINUX, {"no_modules": True}, "unknown", "no .gitmodules says which"),
    ("submodules", "cpu", LINUX, {"no_modules": True, "without": "third_party/onnx"}, "wrong", "1 of 6 submodules are empty: 'third_party/onnx'"),
    ("submodules", "cpu", LINUX, {"empty_nested": True}, "warning", "1 of 3 submodules are empty: 'third_party/a/deps/c'"),
    ("wheel", "cpu", LINUX, {}, "ok", "0.44.0"),
    ("wheel", "cpu", LINUX, python(packages=NO_SETUPTOOLS), "ok", "makes wheels itself"),
    ("wheel", "cpu", LINUX, python(packages={**NO_SETUPTOOLS, "setuptools": "65.0"}), "wrong", "no package wheel"),
    ("cmake", "cpu", LINUX, {}, "ok", "3.27.1"),
    ("cmake", "cpu", LINUX, {"programs": [{"path": "/usr/bin/cmake", "arguments": "--version", "output": "cmake version 3.10.2"}]}, "wrong", ">=3.18"),
    ("cmake", "bare", LINUX, {"programs": [{"path": "/usr/bin/cmake", "arguments": "--version", "output": "cmake version 4.0.3"}]}, "warning", "third_party"),
    ("cmake", "cpu", LINUX, {"programs": [{"path": "/usr/bin/cmake", "arguments": "--version", "output": "cmake version 4.0.3"}]}, "ok", "4.0.3"),
    ("ninja", "cpu", LINUX, {}, "ok", "1.11.1"),
    ("ninja", "cpu", LINUX, {"programs": [{"path": "/usr/bin/ninja", "gone": True}]}, "wrong", "no ninja"),
    ("git", "cpu", LINUX, {}, "ok", "/usr/bin/git"),
    ("git", "cpu", LINUX, {"programs": [{"path": "/usr/bin/git", "code": 1}]}, "warning", "'/usr/bin/git' does not run"),
    ("processor", "cpu", LINUX, {}, "ok", "x86_64"),
    ("processor", "cpu", LINUX, python(platform="macosx-13.0-universal2"), "ok", "x86_64"),
    ("processor", "cpu", LINUX, python(platform="linux-aarch64"), "wrong", "this Python is for aarch64, and g++ makes code for x86_64"),
    ("processor", "cpu", LINUX, {"programs": python(platform="macosx-14.0-arm64")["programs"] + [{"path": "/usr/bin/g++", "arguments": "-dumpmachine", "output": "aarch64-linux-gnu"}]},
     "ok", "aarch64"),
    ("processor", "cpu", LINUX, {"programs": [{"path": "/usr/bin/g++", "arguments": "-dumpfullversion", "output": "12.2.0\n"}]}, "unknown", "g++ does not say"),
    ("processor", "cpu", WINDOWS, windows_python(platform="win-arm64"), "wrong", "this Python is for arm64"),
    ("rocm", "cpu", LINUX, {}, "ok", "USE_ROCM=0"),
    ("rocm", "blackwell", LINUX, {}, "ok", "there is no ROCm"),
    ("rocm", "blackwell", LINUX, {"files": {"/opt/rocm/bin/hipcc": ""}}, "warning", "ROCm is in '/opt/rocm'"),
    ("rocm", "cpu", LINUX, {"set": ["USE_ROCM=1"]}, "unknown", "tbuild has no checks for ROCm"),
    ("oneapi", "cpu", LINUX, {"env": {"ONEAPI_ROOT": "/opt/intel/oneapi"}, "set": ["USE_XPU=1"]}, "unknown", "tbuild has no checks for oneAPI"),
    ("disk", "cpu", LINUX, {"disk_free": None}, "unknown", "does not say how much space"),
    ("temp", "cpu", LINUX, {"disk_free": None}, "unknown", "'/tmp'"),
    ("packages", "cpu", LINUX, python(packages={**PACKAGES, "numpy": "3.1.0"}), "unknown", "numpy 3.1.0 is newer than those that tbuild knows"),
    ("python", "cpu", LINUX, python(version="3.99.0"), "wrong", "this PyTorch supports"),
    ("python", "cpu", LINUX, python(version="3.10.14", implementation="pypy"), "wrong", "is pypy; PyTorch is for CPython"),
    ("python", "cpu", LINUX, {"torch": "2.5.1", **python(version="3.13.0", free_threaded=True)}, "wrong", "from 2.6 on"),
    ("python", "cpu", LINUX, python(version="3.13.0", free_threaded=True), "unknown", "free-threaded"),
    ("cuda", "blackwell", LINUX, {"programs": [{"path": CUDA + "/bin/nvcc", "gone": True}]}, "wrong", "has no bin/nvcc that runs"),
    ("cuda", "blackwell", LINUX, {"programs": [nvcc("12.6")]}, "wrong", "has the nvcc of CUDA 12.6"),
    ("cuda", "blackwell", LINUX, {"programs": [{"path": CUDA + "/bin/nvcc", "output": "?"}]}, "unknown", "whose nvcc does not say its version"),
    ("cuda-gcc", "blackwell", LINUX, {**compilers("12.2.0"), "set": ["CUDAHOSTCXX=clang++"]}, "unknown", "'clang++' does not say that it is GCC"),
    ("gcc", "cpu", LINUX, {**compilers("12.2.0"), "set": ["CXX=ccache clang++"]}, "unknown", "Clang 14.0.6"),
    ("gcc", "cpu", LINUX, {**compilers("12.2.0"), "set": ["CC=g++-12"]}, "warning", "CC is 'g++-12', GCC 12.3.0, and CXX is 'g++', GCC 12.2.0"),
    ("gcc", "cpu", LINUX, {**compilers("12.2.0"), "set": ["CC=clang++"]}, "warning", "CC is 'clang++', Clang 14.0.6"),
    ("gcc", "cpu", LINUX, {**compilers("12.2.0"), "set": ["CC=gcc-99"]}, "wrong", "CC is 'gcc-99', which does not run"),
    ("cuda-msvc", "future", WINDOWS, {"files": {WIN_CUDA + "/include/cuda.h": cuda_h(9000), WIN_CUDA + "/include/crt/host_config.h": None}}, "unknown", "neither host_config.h nor the table"),
    ("cuda-msvc", "future", WINDOWS, {"files": {WIN_CUDA + "/include/cuda.h": cuda_h(14000), WIN_CUDA + "/include/crt/host_config.h": None}}, "unknown", "CUDA 14.0 is newer"),
    ("cuda-stl", "future", WINDOWS, {"files": {WIN_CUDA + "/include/cuda.h": cuda_h(14000)}}, "unknown", "CUDA 14.0 is newer"),
    ("compile-triton", "cpu", WINDOWS, {"torch": "2.99.0"}, "unknown", "which triton-windows PyTorch 2.99.0"),
    ("arch-tree", "named", LINUX, {}, "wrong", "does not accept the arch Rubin"),
    ("fetched", "cpu", LINUX, python(packages={**PACKAGES, "six": None}), "warning", "six, for NNPACK"),
    ("fetched", "cpu", LINUX, {"torch": "2.8.0"}, "ok", "nothing"),
    ("fetched", "cpu", LINUX, {}, "warning", "whatever the options say"),
    ("git", "cpu", LINUX, {"programs": [{"path": "/usr/bin/git", "gone": True}]}, "warning", "no git"),
    ("gcc", "cpu", LINUX, {}, "ok", "12.2.0"),
    ("gcc", "cpu", LINUX, {"programs": [{"path": "/usr/bin/g++", "arguments": "-dumpfullversion", "output": "8.5.0\n"}]}, "wrong", ">=9.3"),
    ("launcher", "launched", LINUX, {**DISTCC, "env": {"DISTCC_HOSTS": "a b"}}, "ok", "/usr/bin/distcc"),
    ("launcher", "launched", LINUX, DISTCC, "warning", "DISTCC_HOSTS"),
    ("launcher", "launched", LINUX, {}, "wrong", "no distcc"),
    ("launcher", "launched", LINUX, {"programs": [{"path": "/usr/bin/distcc", "code": 1}]}, "wrong", "does not run"),
    # What a remedy tells to --set fixes it, and so does what the shell has.
    ("gcc", "cpu", LINUX, {**OLD_GCC, "set": ["CXX=g++-12"]}, "ok", "g++-12 12.3.0"),
    ("gcc", "cpu", LINUX, {**OLD_GCC, "env": {"CXX": "ccache g++-12"}}, "ok", "ccache g++-12 12.3.0"),
    ("gcc", "cpu", LINUX, {**OLD_GCC, "set": ["CXX=clang++"]}, "unknown", "CXX is 'clang++', Clang 14.0.6"),
    ("gcc", "cpu", LINUX, {**OLD_GCC, "set": ["CXX=g++-99"]}, "wrong", "CXX is 'g++-99', which does not run"),
    ("gcc", "cpu", LINUX, {"programs": [{"path": "/usr/bin/g++", "gone": True}]}, "wrong", "no g++ in PATH"),
    ("cuda-gcc", "blackwell", LINUX, {**NEW_GCC, "set": ["CXX=g++-12"]}, "ok", "g++-12 12.3.0; CUDA 12.9"),
    ("cuda-gcc", "blackwell", LINUX, {**NEW_GCC, "set": ["CUDAHOSTCXX=g++-12"]}, "ok", "g++-12 12.3.0; CUDA 12.9"),
    ("cuda-gcc", "blackwell", LINUX, {**NEW_GCC, "env": {"CUDAHOSTCXX": "g++-12"}}, "wrong", "g++ 15.1.0"),
    ("launcher", "launched", LINUX, {**DISTCC, "set": ["DISTCC_HOSTS=a b"]}, "ok", "/usr/bin/distcc"),
    ("oneapi", "bare", LINUX, {"env": {"ONEAPI_ROOT": "/opt/intel/oneapi"}, "set": ["USE_XPU=0"]}, "ok", "USE_XPU=0"),
    ("cmake", "bare", LINUX, {"programs": [{"path": "/usr/bin/cmake", "arguments": "--version", "output": "cmake version 4.0.3"}],
                              "set": ["CMAKE_POLICY_VERSION_MINIMUM=3.5"]}, "ok", "4.0.3"),
    ("cudnn", "blackwell", LINUX, {"files": {"/usr/include/cudnn_version.h": None, "/dnn/include/cudnn_version.h": cudnn_h(9, 8, 0), "/dnn/lib/libcudnn.so": ""}, "set": ["CUDNN_ROOT=/dnn"]},
     "ok", "9.8.0 in '/dnn/include'"),
    ("blas", "kepler-mkl", LINUX, {"set": ["INTEL_MKL_DIR=/mkl"], **with_library("/mkl/include/mkl_cblas.h", "/mkl/lib/libmkl_rt.so")}, "ok", "INTEL_MKL_DIR"),
    ("options", "cpu", LINUX, {"set": ["USE_CUDDN=1"]}, "wrong", "no option 'USE_CUDDN'"),
    ("visual-studio", "cpu", WINDOWS, {}, "ok", "Community"),
    ("visual-studio", "cpu", WINDOWS, {"programs": [{"path": VSWHERE, "arguments": "installationPath", "output": ""}]}, "wrong", "no Visual Studio"),
    ("toolset", "blackwell", WINDOWS, {}, "ok", "14.44"),
    ("toolset", "blackwell", WINDOWS, {"files": toolset("14.29.30133")}, "wrong", "no toolset >=14.30"),
    ("toolset", "kepler-mkl", WINDOWS, {"files": toolset("14.29.30133")}, "ok", "14.29.30133"),
    ("toolset", "kepler-mkl", WINDOWS, {"files": toolset("14.38.33130")}, "wrong", "activates 14.29"),
    ("msvc-active", "blackwell", WINDOWS, {}, "ok", "no Visual Studio is active"),
    ("msvc-active", "blackwell", WINDOWS, active("14.44.35207"), "ok", "14.44"),
    ("msvc-active", "kepler-mkl", WINDOWS, active("14.44.35207"), "wrong", "requires >=14.20, <14.40"),
    ("msvc-active", "blackwell", WINDOWS, {"env": {"VSCMD_VER": "17.0"}}, "wrong", "half-activated in this shell: VCToolsVersion is not set"),
    ("msvc-active", "cpu", WINDOWS, active("14.70.1"), "unknown", "toolset 14.70.1 is newer"),
    ("msvc-language", "blackwell", WINDOWS, {}, "ok", "English"),
    ("msvc-language", "blackwell", WINDOWS, {"files": toolset("14.44.35207", language=False)}, "warning", "no English"),
    ("cuda-msvc", "blackwell", WINDOWS, {}, "ok", "_MSC_VER 1944"),
    ("cuda-msvc", "blackwell", WINDOWS, {"files": {WIN_CUDA + "/include/crt/host_config.h": host_config(msc=(1910, 1940))}}, "wrong", "<1940"),
    ("cuda-stl", "blackwell", WINDOWS, {}, "ok", ">=12.4"),
    ("cuda-stl", "blackwell", WINDOWS, {"files": {WIN_CUDA + "/include/cuda.h": cuda_h(11080)}}, "wrong", "this is 11.8"),
    ("cuda", "blackwell", LINUX, {}, "ok", "12.9 in '/usr/local/cuda-12.9'"),
    ("cuda", "kepler-mkl", LINUX, {}, "wrong", "12.9 in '/usr/local/cuda-12.9'"),
    ("cuda", "blackwell", LINUX, {"files": {CUDA + "/include/cuda.h": None}}, "wrong", "there is no toolkit"),
    ("nvcc", "blackwell", LINUX, {}, "ok", "wins"),
    ("nvcc", "blackwell", LINUX, {"programs": [{"path": "/usr/bin/nvcc"}, {"path": CUDA + "/bin/nvcc", "gone": True}]}, "warning", "'/usr/bin/nvcc' comes first"),
    ("cuda-path-spaces", "blackwell", WINDOWS, {}, "ok", "C:\\cuda"),
    ("cuda-path-spaces", "blackwell", WINDOWS, {"env": {"CUDA_PATH": "C:\\Program Files\\CUDA"}, "files": {"C:\\Program Files\\CUDA/include/cuda.h": cuda_h(12090)}},
     "warning", "contains spaces"),
    ("cuda-path-spaces", "blackwell", WINDOWS, {"env": {"CUDA_PATH": "C:\\Program Files\\CUDA"}, "files": {"C:\\Program Files\\CUDA/include/cuda.h": cuda_h(12090)},
     "short_names": {"C:\\Program Files\\CUDA": "C:\\PROGRA~1\\CUDA"}}, "ok", "tbuild uses 'C:\\PROGRA~1\\CUDA'"),
    ("cuda-torch", "blackwell", LINUX, {"torch": "2.8.0"}, "ok", "12.9"),
    ("cuda-torch", "blackwell", LINUX, {}, "warning", "11.8, 12.6, 12.8"),
    ("cuda-torch", "blackwell", LINUX, {"files": {CUDA + "/include/cuda.h": cuda_h(13000)}}, "wrong", "this is 13.0"),
    ("cuda-gcc", "blackwell", LINUX, {}, "ok", "host_config.h"),
    ("cuda-gcc", "blackwell", LINUX, {"programs": [{"path": "/usr/bin/g++", "arguments": "-dumpfullversion", "output": "15.1.0\n"}]}, "wrong", "<15"),
    ("cuda-gcc", "blackwell", LINUX, {"files": {CUDA + "/include/crt/host_config.h": None}}, "ok", "<15"),
    ("cuda-arch", "blackwell", LINUX, {}, "ok", ""),
    ("cuda-arch", "blackwell", LINUX, {"files": {CUDA + "/include/cuda.h": cuda_h(12040)}}, "wrong", "12.0 (Blackwell) needs CUDA >=12.8"),
    ("cuda-arch", "kepler-mkl", LINUX, {"files": {CUDA + "/include/cuda.h": cuda_h(12000)}}, "wrong", "3.5 (Kepler) needs CUDA >=5.0, <12"),
    ("arch-tree", "blackwell", LINUX, {}, "ok", ""),
    ("arch-tree", "blackwell", LINUX, {"old_arch": True}, "wrong", "does not accept the arch 12.0"),
    ("arch-tree", "blackwell", LINUX, {"no_arch_rules": True}, "unknown", "is not there"),
    ("arch-tree", "blackwell", LINUX, {"other_arch_rules": "if(arch IN_LIST known)\n"}, "unknown", "has no pattern for it"),
    ("python", "bare", LINUX, {"torch": "2.99.0"}, "unknown", "tbuild knows nothing about PyTorch 2.99.0 yet: its newest entry is for >=2.15, <2.16"),
    ("cmake", "bare", LINUX, {"torch": "2.99.0"}, "unknown", "tbuild knows nothing about PyTorch 2.99.0"),
    ("gcc", "bare", LINUX, {"torch": "2.99.0"}, "unknown", "tbuild knows nothing about PyTorch 2.99.0"),
    ("gcc", "bare", LINUX, {"torch": "2.13.0", **compilers("10.2.0")}, "wrong", "this PyTorch requires >=11.3"),
    ("cuda-torch", "blackwell", LINUX, {"torch": "2.99.0"}, "unknown", "tbuild knows nothing about PyTorch 2.99.0"),
    ("cuda-gcc", "blackwell", LINUX, {"files": {CUDA + "/include/cuda.h": cuda_h(9000), CUDA + "/include/crt/host_config.h": None}, "set": ["CXX=g++"]}, "unknown", "neither host_config.h nor the table"),
    ("cudnn", "blackwell", LINUX, {}, "ok", "9.10.2"),
    ("cudnn", "blackwell", LINUX, {"files": {"/usr/lib/x86_64-linux-gnu/libcudnn.so.9": None}}, "unknown", "no library of cuDNN"),
    ("cudnn", "blackwell", LINUX, {"files": {"/usr/include/cudnn_version.h": cudnn_h(8, 9, 7)}}, "wrong", "requires >=9.7"),
    ("cudnn", "kepler", LINUX, {"files": {"/usr/include/cudnn_version.h": cudnn_h(8, 2, 4)}}, "warning", "8.2.4 in '/usr/include'; PyTorch 2.7.0 asks for >=8.5"),
    ("cudnn", "kepler", LINUX, {"torch": "1.13.1", "files": {"/usr/include/cudnn_version.h": cudnn_h(8, 2, 4)}}, "ok", "8.2.4"),
    ("cudnn", "blackwell", LINUX, {"files": {"/usr/include/cudnn_version.h": None}}, "wrong", "no cudnn_version.h"),
    ("driver", "blackwell", LINUX, {}, "ok", "CUDA 12.9"),
    ("driver", "blackwell", LINUX, {"cuda_driver": 11080}, "warning", "CUDA 11.8"),
    ("driver", "blackwell", LINUX, {"cuda_driver": None, "gpus": []}, "unknown", "no CUDA driver"),
    # The last driver for Kepler is R470, which is CUDA 11.4; for Maxwell to Volta R580.
    ("driver-branch", "kepler", LINUX, {**K40, "cuda_driver": 11040}, "ok", "R470 (CUDA 11.4); Tesla K40c needs R470 or older"),
    ("driver-branch", "kepler", LINUX, {**K40, "cuda_driver": 11000}, "ok", "R450 (CUDA 11.0)"),
    ("driver-branch", "kepler", LINUX, {**K40, "cuda_driver": 12040}, "wrong", "R550 (CUDA 12.4); Tesla K40c needs R470 or older"),
    ("driver-branch", "kepler", LINUX, {**K40, "cuda_driver": 99000}, "wrong", "one newer than R595 (CUDA 99.0); Tesla K40c needs R470"),
    ("driver-branch", "kepler", LINUX, {"gpus": [{"name": "Titan V", "capability": "7.0"}] + K40["gpus"], "cuda_driver": 13000}, "wrong", "Tesla K40c needs R470"),
    ("driver-branch", "ada", LINUX, {"gpus": [{"name": "Titan V", "capability": "7.0"}], "cuda_driver": 13000}, "ok", "R580 (CUDA 13.0); Titan V needs R580"),
    # A driver does not list the GPUs that it no longer serves.
    ("driver-branch", "kepler", LINUX, {"gpus": [], "cuda_driver": 12040}, "warning", "R550 (CUDA 12.4) lists no GPU; a GPU of the profile needs R470 or older"),
    ("driver-branch", "kepler", LINUX, {"gpus": [], "cuda_driver": 11040}, "ok", "R470 (CUDA 11.4); a GPU of the profile needs R470 or older"),
    ("driver-branch", "kepler", LINUX, {"gpus": [], "cuda_driver": None}, "unknown", "no CUDA driver here; a GPU of the profile needs R470 or older"),
    ("driver-branch", "branched", LINUX, {"gpus": []}, "unknown", "driver_branch in the profile is newest"),
    ("gpu", "blackwell", LINUX, {}, "ok", "RTX 5070"),
    ("gpu", "ada", LINUX, {}, "wrong", "is 12.0, and no arch of the profile runs on it"),
    ("gpu", "blackwell", LINUX, {"set": ["TORCH_CUDA_ARCH_LIST=8.0; 9.0+PTX"]}, "ok", "RTX 5070"),
    ("gpu", "blackwell", LINUX, {"set": ["TORCH_CUDA_ARCH_LIST=8.6;9.0"]}, "wrong", "no arch of TORCH_CUDA_ARCH_LIST runs on it"),
    ("gpu", "blackwell", LINUX, {"set": ["TORCH_CUDA_ARCH_LIST=Ampere"]}, "unknown", "the tree takes for 'Ampere'"),
    ("gpu", "bare", LINUX, {"set": ["TORCH_CUDA_ARCH_LIST=12.0"]}, "ok", "RTX 5070"),
    ("cuda-arch", "blackwell", LINUX, {"set": ["TORCH_CUDA_ARCH_LIST=3.5"]}, "wrong", "3.5 (Kepler) needs CUDA"),
    ("arch-tree", "blackwell", LINUX, {"set": ["TORCH_CUDA_ARCH_LIST=12.0 12.0x"]}, "wrong", "does not accept the arch 12.0x"),
    ("gpu", "blackwell", LINUX, {"gpus": []}, "unknown", "no CUDA GPU"),
    ("submodules", "cpu", LINUX, {}, "ok", "2 submodules"),
    ("submodules", "cpu", LINUX, {"empty_module": True}, "wrong", "1 of 2 submodules are empty: 'third_party/b'"),
    ("patched", "cpu", LINUX, {}, "warning", "has not changed"),
    ("patched", "cpu", LINUX, {"patch": "kept"}, "ok", "as tpatch left it"),
    ("patched", "cpu", LINUX, {"patch": "spoilt"}, "wrong", "not a folder"),
    ("patched", "cpu", LINUX, {"patch": "drifted"}, "wrong", "CMakeLists.txt: has changed since"),
    ("stale", "cpu", LINUX, {}, "ok", "no build folder"),
    ("stale", "cpu", LINUX, {"cache": "CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n"}, "wrong", "/elsewhere"),
    ("stale", "cpu", LINUX, {"cache": "CMAKE_HOME_DIRECTORY:INTERNAL=ROOT\n"}, "ok", "is of this tree"),
    ("stale", "cpu", LINUX, {"cache": "CMAKE_HOME_DIRECTORY:INTERNAL=ROOT-2\n"}, "wrong", "-2'"),
    # CMake writes slashes, and Windows' own are backslashes.
    ("stale", "blackwell", WINDOWS, {"cache": "CMAKE_HOME_DIRECTORY:INTERNAL=ROOT\nCMAKE_CUDA_COMPILER:FILEPATH=c:/CUDA/bin/nvcc.exe\n"}, "ok", "is of this tree"),
    ("stale", "blackwell", WINDOWS, {**SPACES, "cache": "CMAKE_CUDA_COMPILER:FILEPATH=C:/PROGRA~1/CUDA/bin/nvcc.exe\n"}, "ok", "is of this tree"),
    ("stale", "blackwell", WINDOWS, {**SPACES, "cache": "CMAKE_CUDA_COMPILER:FILEPATH=C:/PROGRA~1/CUDA2/bin/nvcc.exe\n"}, "warning", "CUDA2"),
    ("nvcc", "blackwell", LINUX, {"env": {"CUDA_HOME": "/usr/local/cuda"}, "files": {"/usr/local/cuda/include/cuda.h": cuda_h(12090)},
                                  "programs": [{"path": "/usr/local/cuda-12.8/bin/nvcc"}, {"path": CUDA + "/bin/nvcc", "gone": True}]}, "warning", "cuda-12.8"),
    ("nvcc", "blackwell", LINUX, linked_toolkit(CUDA), "ok", "'%s/bin/nvcc' wins" % CUDA),
    ("nvcc", "blackwell", LINUX, linked_toolkit("/usr/local/cuda-12"), "warning", "is not from '/usr/local/cuda'"),
    ("stale", "blackwell", LINUX, {**linked_toolkit(CUDA), "cache": "CMAKE_CUDA_COMPILER:FILEPATH=%s/bin/nvcc\n" % CUDA}, "ok", "is of this tree"),
    ("stale", "blackwell", LINUX, {"cache": "CMAKE_CUDA_COMPILER:FILEPATH=/usr/local/cuda-11.8/bin/nvcc\n"}, "warning", "cuda-11.8"),
    ("options", "unknown", LINUX, {}, "wrong", "no option 'USE_CUDDN'"),
    ("root", "cpu", WINDOWS, {"share": True}, "wrong", "a network path"),
    ("root", "cpu", WINDOWS, {"long_root": True}, "wrong", "more than 52"),
    ("root", "cpu", LINUX, {"root": "wälder und py"}, "warning", "contains spaces"),
    ("root", "cpu", LINUX, {"root": "a&b"}, "warning", "special to shells"),
    ("root", "cpu", LINUX, {"root": "a$b"}, "wrong", "contains a '$', which CMake or Ninja cannot handle"),
    ("root", "cpu", LINUX, {"root": "a;b"}, "wrong", "contains a ';'"),
    ("root", "cpu", LINUX, {"root": "a[1]"}, "wrong", "contains a '['"),
    # 25 letters of two bytes each: 52 are characters, not bytes.
    ("root", "cpu", WINDOWS, {"root": "äöüßé" * 3}, "warning", "contains spaces"),
    ("strays", "cpu", WINDOWS, {"env": {"CL": "/MP"}}, "warning", "CL=/MP"),
    ("strays", "cpu", WINDOWS, {"env": {"Use_Mkl": "1"}}, "warning", "Use_Mkl=1"),
    ("strays", "cpu", LINUX, {"env": {"Use_Mkl": "1", "debug": "1"}}, "ok", ""),
    ("long-paths", "cpu", WINDOWS, REGISTRY, "ok", "more than 260"),
    ("long-paths", "cpu", WINDOWS, registry("0x0"), "warning", "refuses"),
    ("long-paths", "cpu", WINDOWS, {}, "unknown", "registry"),
    ("cl", "blackwell", WINDOWS, {}, "ok", "none in PATH"),
    ("cl", "blackwell", WINDOWS, cl("14.44.35207", "Hostx64"), "ok", "wins"),
    ("cl", "blackwell", WINDOWS, cl("14.29.30133", "Hostx64"), "warning", "is not from toolset 14.44"),
    ("cl", "blackwell", WINDOWS, cl("14.44.35207", "Hostx86"), "warning", "32-bit"),
    ("rivals", "cpu", LINUX, {}, "ok", "no cmake or ninja of another version"),
    ("rivals", "cpu", LINUX, {"programs": [{"path": "/usr/local/bin/ninja", "code": 1}], "env": {"PATH": "/venv/bin:/usr/bin:/usr/local/bin"}}, "unknown", "one that does not say its version, '/usr/local/bin/ninja'"),
    ("rivals", "cpu", LINUX, {"programs": [{"path": "/opt/bin/cmake", "arguments": "--version", "output": "cmake version 4.0.3"}]}, "warning",
     "cmake 3.27.1, '/usr/bin/cmake', comes before 4.0.3, '/opt/bin/cmake'"),
    ("blas", "kepler-mkl", LINUX, with_library("/opt/intel/oneapi/mkl/latest/include/mkl_cblas.h", "/opt/intel/oneapi/mkl/latest/lib/libmkl_rt.so.2"), "ok", "the usual place"),
    ("blas", "kepler-mkl", LINUX, {"env": {"INTEL_MKL_DIR": "/mkl"}, **with_library("/mkl/include/mkl_cblas.h", "/mkl/lib/intel64/libmkl_core.so")}, "ok", "INTEL_MKL_DIR"),
    ("blas", "kepler-mkl", LINUX, {"env": {"MKLROOT": "/mkl"}, "files": {"/mkl/include/mkl_cblas.h": ""}}, "wrong", "(MKLROOT), where PyTorch does not search"),
    ("blas", "kepler-mkl", LINUX, {"env": {"CONDA_PREFIX": "/c", "VIRTUAL_ENV": None}, "files": {"/c/include/mkl_cblas.h": ""}}, "wrong", "(CONDA_PREFIX)"),
    ("blas", "kepler-mkl", LINUX, {}, "wrong", "no mkl_cblas.h where PyTorch searches"),
    ("blas", "kepler-mkl", WINDOWS, {"files": {"C:\\Program Files (x86)\\Intel\\oneAPI\\mkl\\latest/include/mkl_cblas.h": ""}}, "wrong", "oneAPI's usual place"),
    ("blas", "kepler-openblas", LINUX, with_library(*OPENBLAS), "ok", "the usual place"),
    ("blas", "kepler-openblas", WINDOWS, {"env": {"OpenBLAS_HOME": "C:\\ob"}, **with_library("C:\\ob/include/cblas.h", "C:\\ob/lib/libopenblas.lib")}, "ok", "OpenBLAS_HOME"),
    ("blas", "kepler-openblas", WINDOWS, {}, "wrong", "no cblas.h"),
    ("zlib", "kepler-mkl", WINDOWS, {**CUDA_11, "files": {**CUDA_11["files"], WIN_CUDA + "\\bin\\zlibwapi.dll": ""}}, "ok", "zlibwapi.dll"),
    ("zlib", "kepler-mkl", WINDOWS, CUDA_11, "warning", "no zlibwapi.dll"),
    ("compile-gpu", "cpu", WINDOWS, {"torch": "2.99.0"}, "unknown", "its newest entry is for"),
    ("compile-gpu", "cpu", WINDOWS, {"gpus": [{"name": "Next", "capability": "14.0"}]}, "unknown", "does not know whether Triton supports it"),
    ("compile-gpu", "blackwell", WINDOWS, {}, "ok", "Triton supports it"),
    ("compile-gpu", "blackwell", WINDOWS, {"torch": "2.6.0"}, "warning", "with PyTorch >=2.7"),
    ("compile-gpu", "kepler-mkl", WINDOWS, {"gpus": [{"name": "Tesla K40c", "capability": "3.5"}]}, "warning", "below 7.5"),
    ("compile-cl", "blackwell", WINDOWS, {}, "warning", "no cl in this shell"),
    ("compile-cl", "blackwell", WINDOWS, cl("14.44.35207", "Hostx64"), "ok", "cl.exe"),
    ("compile-cl", "blackwell", WINDOWS, {"env": {"CXX": "clang-cl"}}, "warning", "CXX is 'clang-cl'"),
    ("compile-triton", "blackwell", WINDOWS, windows_python(packages={**PACKAGES, "triton-windows": "3.3.1.post19"}), "ok", "3.3.1"),
    ("compile-triton", "blackwell", WINDOWS, windows_python(packages={**PACKAGES, "triton_windows": "3.4.0"}), "warning", "PyTorch 2.7.0 wants <3.4"),
    ("compile-triton", "blackwell", WINDOWS, windows_python(packages={**PACKAGES, "triton": "3.3.0"}), "warning", "not for Windows"),
    ("compile-triton", "blackwell", WINDOWS, {}, "warning", "there is no triton-windows"),
    # Windows alone reads paths without regard to case, and takes either slash.
    ("activation", "cpu", LINUX, {"env": {"VIRTUAL_ENV": "/VENV"}}, "wrong", "'/VENV' is active"),
    ("activation", "cpu", LINUX, {"env": {"VIRTUAL_ENV": "/venv//"}}, "ok", "/venv"),
    ("activation", "cpu", WINDOWS, {"env": {"VIRTUAL_ENV": "c:/VENV"}}, "ok", "c:/VENV"),
    ("activation", "cpu", WINDOWS, {"env": {"VIRTUAL_ENV": "C:\\ven"}}, "wrong", "'C:\\ven' is active"),
]
