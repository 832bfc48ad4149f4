#!/usr/bin/env python3
"""Does the code that the rules for CUDA 13 change compute the same as before? Needs an NVIDIA GPU, and the nvcc of CUDA 13.

usage: gpu.py [--gpu sm_N] [--compile-only] TPATCH TREE CUDA_HOME

TREE is a PyTorch 2.4 to 2.8 that is not patched. Its aten/src/ATen/cuda/cub.cuh and the statements of c10/cuda/CUDADeviceAssertionHost.cpp that ask for
memory are copied, and compiled with tests/real/gpu/cub.cu and advise.cu, as they are and after the rules cuda-13-cub-names and cuda-13-mem-advise; stand-ins
take the place of libc10. As they are, nvcc must refuse them. After the rules both programs run on the GPU: each uses what a rule restores in the way that the
tree's files do, and compares with what the processor computes. --compile-only needs no GPU. --gpu is sm_90 where it is not given.
Prints each result. Exit: 0 all as it must be, 1 not, 2 usage.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gpu")
COPIED = ("version.txt", "aten/src/ATen/cuda/cub.cuh", "aten/src/ATen/cuda/cub.h", "aten/src/ATen/cuda/cub_definitions.cuh", "c10/cuda/CUDADeviceAssertionHost.cpp",
          "aten/src/ATen/native/cuda/CuFFTUtils.h", "cmake/Modules/FindCUB.cmake", "torch/csrc/Exceptions.h", "caffe2/CMakeLists.txt")
PROGRAMS = ("cub", "advise")


def copied(tree, to):
    for name in COPIED:
        os.makedirs(os.path.dirname(os.path.join(to, name)), exist_ok=True)
        shutil.copy(os.path.join(tree, name), os.path.join(to, name))


def statements(side):
    """What CUDADeviceAssertionHost.cpp does from the allocation to the first use of the memory."""
    with open(os.path.join(side, "c10/cuda/CUDADeviceAssertionHost.cpp"), encoding="utf-8") as file:
        found = re.search(r"C10_CUDA_CHECK_WO_DSA\(\s*cudaMallocManaged\(&uvm_assertions_ptr.*?(?=\*uvm_assertions_ptr = )", file.read(), re.DOTALL)
    if not found:
        sys.exit("gpu.py: CUDADeviceAssertionHost.cpp has no such statements")
    with open(os.path.join(side, "advise.inc"), "w", encoding="utf-8") as file:
        file.write(found[0])


def compiling(side, program, options):
    words = [options.cuda_home + "/bin/nvcc", "-std=c++17", "-arch=" + options.gpu, "-w", "--expt-relaxed-constexpr", "--expt-extended-lambda",
             "-DCUB_WRAPPED_NAMESPACE=at_cuda_detail"]
    words += ["-I" + folder for folder in (HERE + "/stubs", side, side + "/aten/src", options.tree)]
    return subprocess.Popen([*words, "%s/%s.cu" % (HERE, program), "-o", os.path.join(side, program)], stderr=subprocess.PIPE, text=True, errors="replace")


def judged(side, is_patched, options):
    """Compiles, and runs what must run; whether all is as it must be."""
    holds = True
    for program, process in [(program, compiling(side, program, options)) for program in PROGRAMS]:
        said = [line for line in process.communicate()[1].splitlines() if "error" in line]
        print("%s %s.cu: %s" % ("after: " if is_patched else "before:", program, said[0] if process.returncode and said else "exit %d" % process.returncode))
        holds = holds and (process.returncode == 0) == is_patched
    for program in PROGRAMS if holds and is_patched and not options.compile_only else ():
        holds = subprocess.run([os.path.join(side, program)], check=False).returncode == 0 and holds
    return holds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gpu", default="sm_90")
    parser.add_argument("--compile-only", action="store_true")
    parser.add_argument("tpatch")
    parser.add_argument("tree")
    parser.add_argument("cuda_home")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gpu-") as work:
        sides = [os.path.join(work, name) for name in ("before", "after")]
        for side in sides:
            copied(options.tree, side)
        rules = ("--rule", "cuda-13-cub-names", "--rule", "cuda-13-mem-advise")
        if subprocess.run([options.tpatch, "--root", sides[1], "--no-config", "--quiet", "--fact", "cuda=13.0", *rules], check=False).returncode:
            sys.exit("gpu.py: tpatch failed")
        for side in sides:
            statements(side)
        return 0 if all([judged(side, side == sides[1], options) for side in sides]) else 1


if __name__ == "__main__":
    sys.exit(main())
