#!/usr/bin/env python3
"""A build folder of a PyTorch tree that cannot be configured (its submodules are not there), good enough for compilers to read its CUDA files.

usage: unconfigured.py [--gpu sm_N] [--third-party DIR]... [--define NAME]... TREE CUDA_HOME BUILD

Makes in BUILD what a build would: the headers of CMake's templates (CUDA and cuDNN on, all else off), those of torchgen, and compile_commands.json
for the .cu files of TREE and for the .cpp files in its folders named cuda and cudnn, as CMake would compile them for --gpu (sm_120) with the nvcc of CUDA_HOME
and with g++. --third-party lends the headers of another tree's submodules; of two folders that have the same submodule, and of TREE's own, the first counts.
Nothing is written to TREE. `tests/real/nvcc.py BUILD` reads the files.
Exit: 0, 1 a generator failed, 2 usage.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import sysconfig

TEMPLATES = ("aten/src/ATen/Config.h", "aten/src/ATen/cuda/CUDAConfig.h", "c10/macros/cmake_macros.h", "torch/headeronly/macros/cmake_macros.h",
             "c10/cuda/impl/cuda_cmake_macros.h", "caffe2/core/macros.h", "torch/csrc/api/include/torch/version.h")
ON = {"AT_CUDNN_ENABLED", "AT_PARALLEL_NATIVE", "AT_BUILD_WITH_BLAS", "AT_BUILD_WITH_LAPACK", "CAFFE2_USE_CUDNN", "C10_BUILD_SHARED_LIBS", "C10_CUDA_BUILD_SHARED_LIBS",
      "CAFFE2_BUILD_SHARED_LIBS"}
# What cmake/Dependencies.cmake and cmake/public/cuda.cmake hand to nvcc.
NVCC_OPTIONS = ["-DCUB_WRAPPED_NAMESPACE=at_cuda_detail", "-DCUDA_HAS_FP16=1", "-D__CUDA_NO_HALF_OPERATORS__", "-D__CUDA_NO_HALF_CONVERSIONS__",
                "-D__CUDA_NO_HALF2_OPERATORS__", "-D__CUDA_NO_BFLOAT16_CONVERSIONS__", "--expt-relaxed-constexpr", "--expt-extended-lambda"]
DEFINES = ["-DUSE_CUDA", "-DTORCH_CUDA_BUILD_MAIN_LIB", "-DTORCH_CUDA_USE_NVTX3", "-DUSE_C10D", "-DUSE_DISTRIBUTED", "-DUSE_MEM_EFF_ATTENTION", "-DONNX_NAMESPACE=onnx_torch",
           "-DPYTORCH_C10_DRIVER_API_SUPPORTED", "-D_FILE_OFFSET_BITS=64", "-DAT_PER_OPERATOR_HEADERS"]
SUBMODULE_HEADERS = ("*/include", "cutlass/tools/util/include", "NVTX/c/include", "kineto/libkineto/include", "nlohmann/single_include", "flash-attention/csrc",
                     "eigen", "onnx", "concurrentqueue", "tensorpipe", "gloo")
INCLUDED = ("", "aten/src", "torch/csrc", "torch/csrc/distributed", "torch/csrc/api/include", "third_party/miniz-3.0.2")
SOURCE_FOLDERS = ("aten/src/ATen", "c10/cuda", "torch/csrc")
NOT_BUILT = re.compile(r"/(test|templates|hip|maca_\w+|codegen/cuda/runtime)/|_test\.cu$|_test\.cpp$|/hip_\w+")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def configured(text, version):
    """A header template as CMake's configure_file() would write it."""
    values = dict.fromkeys(ON, "1") | dict(zip(("TORCH_VERSION_MAJOR", "TORCH_VERSION_MINOR", "TORCH_VERSION_PATCH"), version.split(".")))
    text = re.sub(r"#cmakedefine (\w+).*", lambda found: ("#define %s" if found[1] in ON else "/* #undef %s */") % found[1], text)
    return re.sub(r"@(\w+)@|\$\{(\w+)\}", lambda found: values.get(found[1] or found[2], "0"), text)


def make_headers(tree, build):
    version = re.match(r"\d+\.\d+\.\d+", read(os.path.join(tree, "version.txt")))[0]
    for name in TEMPLATES:
        if os.path.exists(os.path.join(tree, name + ".in")):
            write(os.path.join(build, name), configured(read(os.path.join(tree, name + ".in")), version))


def generate(tree, build):
    """The sources that the tree's own Python programs make, as cmake/Codegen.cmake calls them."""
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", PYTHONPATH=tree)
    os.makedirs(os.path.join(build, "torch/csrc"), exist_ok=True)
    commands = [[sys.executable, "-m", "torchgen.gen", "--source-path", os.path.join(tree, "aten/src/ATen"), "--install_dir", os.path.join(build, "aten/src/ATen"),
                 "--per-operator-headers"]]
    if "--aoti-install-dir" in read(os.path.join(tree, "torchgen/gen.py")):
        os.makedirs(os.path.join(build, "aoti"), exist_ok=True)
        commands[0] += ["--aoti-install-dir", os.path.join(build, "aoti")]
    if "--gen-dir" in read(os.path.join(tree, "tools/setup_helpers/generate_code.py")):
        commands.append([sys.executable, os.path.join(tree, "tools/setup_helpers/generate_code.py"), "--gen-dir", build, "--subset", "libtorch",
                         "--native-functions-path", "aten/src/ATen/native/native_functions.yaml", "--tags-path", "aten/src/ATen/native/tags.yaml"])
    for command in commands:
        if subprocess.run(command, cwd=tree, env=environment, check=False).returncode:
            sys.exit("unconfigured.py: %s failed" % " ".join(command[1:3]))


def sources(tree, build):
    """The .cu files, and the .cpp files of the folders that only a build for CUDA compiles."""
    for root in [tree, build]:
        for folder in SOURCE_FOLDERS:
            for path in sorted(glob.glob(os.path.join(root, folder, "**", "*.cu"), recursive=True) + glob.glob(os.path.join(root, folder, "**", "*.cpp"), recursive=True)):
                inside = os.path.relpath(path, root)
                if not NOT_BUILT.search(inside) and (path.endswith(".cu") or re.search(r"/(cuda|cudnn)/", inside)):
                    yield path


def submodule_headers(roots):
    """The folders of headers that submodules have, each from the first of `roots` that has it."""
    folders = {}
    for root in roots:
        for pattern in SUBMODULE_HEADERS:
            for path in sorted(glob.glob("%s/%s" % (root, pattern))):
                folders.setdefault(os.path.relpath(path, root), path)
    return folders.values()


def include_options(tree, build, lent):
    """-I for what is made and the tree's own; -isystem for submodules."""
    folders = ["%s/%s" % (root, folder) for folder in INCLUDED for root in (build, tree)]
    return ["-I" + folder for folder in folders if os.path.isdir(folder)] + \
        [word for path in submodule_headers([tree + "/third_party", *lent]) for word in ("-isystem", path)]


def nvcc_options(tree, cuda):
    """What the tree's CMake files hand to that nvcc: some name CUB's namespace only from CUDA 11.5 on."""
    told = subprocess.run([cuda + "/bin/nvcc", "--version"], capture_output=True, text=True, check=True).stdout
    release = tuple(map(int, re.search(r"release (\d+)\.(\d+)", told).groups()))
    named = release >= (11, 5) or not re.search(r"if\(NOT \S+ (VERSION_)?LESS 11\.5\)", read(os.path.join(tree, "cmake/Dependencies.cmake")))
    return NVCC_OPTIONS if named else [option for option in NVCC_OPTIONS if "CUB_WRAPPED_NAMESPACE" not in option]


def cxx_standard(tree):
    """The C++ standard of the tree's CMakeLists.txt."""
    found = re.search(r"set\(CMAKE_CXX_STANDARD (\d+)", read(os.path.join(tree, "CMakeLists.txt")))
    return "-std=c++" + (found[1] if found else "17")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gpu", default="sm_120")
    parser.add_argument("--third-party", action="append", default=[])
    parser.add_argument("--define", action="append", default=[])
    parser.add_argument("tree")
    parser.add_argument("cuda_home")
    parser.add_argument("build")
    options = parser.parse_args()
    tree, build, cuda, *lent = map(os.path.abspath, (options.tree, options.build, options.cuda_home, *options.third_party))
    make_headers(tree, build)
    generate(tree, build)
    common = [cxx_standard(tree), *DEFINES, *("-D" + name for name in options.define), *include_options(tree, build, lent)]
    number = options.gpu.removeprefix("sm_")
    nvcc = [cuda + "/bin/nvcc", *common, *nvcc_options(tree, cuda), "-gencode", "arch=compute_%s,code=sm_%s" % (number, number)]
    python = ["-isystem", sysconfig.get_paths()["include"]]
    host = ["g++", *common, *python, "-isystem", cuda + "/include", "-isystem", cuda + "/include/cccl"]
    entries = []
    for path in sources(tree, build):
        words = [*nvcc, "-x", "cu", "-c", path] if path.endswith(".cu") else [*host, "-c", path]
        entries.append({"directory": build, "command": " ".join(words), "file": path})
    write(os.path.join(build, "compile_commands.json"), json.dumps(entries, indent=1))
    write(os.path.join(build, "CMakeCache.txt"), "CMAKE_HOME_DIRECTORY:INTERNAL=%s\n" % tree)
    print("%d files" % len(entries))
    return 0


if __name__ == "__main__":
    sys.exit(main())
