#!/usr/bin/env python3
"""Does an extension with a .cpp and a .cu build with a tree's own torch.utils.cpp_extension and a real nvcc? No GPU is needed, and nothing is loaded.

usage: extension.py [--arch LIST] [--include DIR]... TREE BUILD CUDA_HOME

BUILD is a build folder of the same release, for the headers that are generated (ninja generate-torch-sources); TREE may be another copy, patched or not. The
Python of TREE's torch.utils runs as it is, under setuptools and ninja; of torch itself there are stand-ins: a module that knows its version and CUDA's,
and empty libraries to link with. LIST is TORCH_CUDA_ARCH_LIST (12.0). --include adds a folder for headers that the tree lacks (submodules).
Prints "built", or the first error. Exit: 0 it is built, 1 it is not, 2 usage.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

STAND_IN = """
import types
from . import version
__version__ = version.__version__
_C = types.SimpleNamespace(_GLIBCXX_USE_CXX11_ABI=True, _PYBIND11_COMPILER_TYPE=None, _PYBIND11_STDLIB=None, _PYBIND11_BUILD_ABI=None)


class Absent:
    def __getattr__(self, name):
        return lambda *arguments: []


xpu = Absent()
backends = types.SimpleNamespace(cuda=types.SimpleNamespace(is_built=lambda: True), mps=Absent())
cuda = types.SimpleNamespace(_is_compiled=lambda: True, is_available=lambda: True, device_count=lambda: 0, get_arch_list=lambda: [])
from . import _appdirs
"""
SETUP = """
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension
quick = {"cxx": ["-O0"], "nvcc": ["-O0", "-DCUB_WRAPPED_NAMESPACE=at_cuda_detail"]}   # the second as in PyTorch's own build
setup(name="sample", ext_modules=[CUDAExtension("sample", ["sample.cpp", "sample_kernel.cu"], extra_compile_args=quick)],
      cmdclass={"build_ext": BuildExtension})
"""
HOST = """
#include <torch/library.h>
at::Tensor running_sum(const at::Tensor& values);
TORCH_LIBRARY(sample, m) { m.def("running_sum", &running_sum); }
"""
KERNEL = """
#include <ATen/core/Tensor.h>
#include <ATen/cuda/cub.cuh>
#include <ATen/ops/empty_like.h>
at::Tensor running_sum(const at::Tensor& values) {
  auto sums = at::empty_like(values);
  at::cuda::cub::inclusive_sum_truncating(values.const_data_ptr<int>(), sums.mutable_data_ptr<int>(), values.numel());
  return sums;
}
"""


def merged(target, *folders):
    """One tree of links to the files of several; the first that has a file counts."""
    for folder in folders:
        for top, _, names in os.walk(folder):
            inside = os.path.join(target, os.path.relpath(top, folder))
            os.makedirs(inside, exist_ok=True)
            for name in names:
                if re.search(r"\.(h|cuh|hpp|inc)$", name) and not os.path.lexists(os.path.join(inside, name)):
                    os.symlink(os.path.join(top, name), os.path.join(inside, name))


def prepared(tree, build, cuda, scratch):
    """A folder for PYTHONPATH, with torch in it."""
    package = os.path.join(scratch, "python", "torch")
    shutil.copytree(os.path.join(tree, "torch/utils/hipify"), os.path.join(package, "utils/hipify"))
    for name in ("_appdirs.py", "torch_version.py", "_vendor", "utils/cpp_extension.py", "utils/file_baton.py", "utils/_cpp_extension_versioner.py"):
        source = os.path.join(tree, "torch", name)
        if os.path.isdir(source):
            shutil.copytree(source, os.path.join(package, name))
        elif os.path.exists(source):
            shutil.copy(source, os.path.join(package, name))
    with open(os.path.join(tree, "version.txt"), encoding="utf-8") as file:
        version = file.read().strip()
    told = subprocess.run([os.path.join(cuda, "bin/nvcc"), "--version"], capture_output=True, text=True, check=True).stdout
    texts = {"__init__.py": STAND_IN, "utils/__init__.py": "",
             "version.py": "__version__ = %r\ncuda = %r\nhip = None\nxpu = None\n" % (version, re.search(r"release ([\d.]+)", told)[1])}
    for name, text in texts.items():
        with open(os.path.join(package, name), "w", encoding="utf-8") as file:
            file.write(text)
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as file:
        configured = re.search(r"^CMAKE_HOME_DIRECTORY:\w+=(.*)$", file.read(), re.MULTILINE)[1]   # CMake writes CUDAConfig.h there
    merged(os.path.join(package, "include/ATen"), os.path.join(tree, "aten/src/ATen"), os.path.join(build, "aten/src/ATen"), os.path.join(configured, "aten/src/ATen"))
    merged(os.path.join(package, "include/c10"), os.path.join(tree, "c10"), os.path.join(build, "c10"))
    merged(os.path.join(package, "include/torch/csrc"), os.path.join(tree, "torch/csrc"))
    for name in ("library.h", "custom_class.h", "custom_class_detail.h"):
        os.symlink(os.path.join(tree, "torch", name), os.path.join(package, "include/torch", name))
    os.makedirs(os.path.join(package, "lib"))
    for library in ("c10", "torch", "torch_cpu", "torch_python", "c10_cuda", "torch_cuda"):
        subprocess.run(["cc", "-shared", "-x", "c", os.devnull, "-o", os.path.join(package, "lib", "lib%s.so" % library)], check=True)
    return os.path.dirname(package)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arch", default="12.0")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("tree")
    parser.add_argument("build")
    parser.add_argument("cuda")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="extension-") as scratch:
        path = prepared(*(os.path.abspath(folder) for folder in (options.tree, options.build, options.cuda)), scratch)
        for name, text in (("setup.py", SETUP), ("sample.cpp", HOST), ("sample_kernel.cu", KERNEL)):
            with open(os.path.join(scratch, name), "w", encoding="utf-8") as file:
                file.write(text)
        environment = os.environ | {"PYTHONPATH": path, "CUDA_HOME": options.cuda, "TORCH_CUDA_ARCH_LIST": options.arch, "MAX_JOBS": "1",
                                    "CPLUS_INCLUDE_PATH": ":".join(options.include)}
        result = subprocess.run([sys.executable, "setup.py", "build_ext", "--inplace"], cwd=scratch, env=environment, capture_output=True, text=True, check=False)
        built = any(name.startswith("sample") and name.endswith(".so") for name in os.listdir(scratch))
    errors = [line for line in (result.stdout + result.stderr).splitlines() if re.search(r"error\b|Error: ", line)]
    print("built" if built else (errors or result.stderr.splitlines() or ["nothing was made"])[0].strip())
    return 0 if built and not result.returncode else 1


if __name__ == "__main__":
    sys.exit(main())
