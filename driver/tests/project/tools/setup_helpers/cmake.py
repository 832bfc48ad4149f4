"""Runs CMake as PyTorch's file of this name does: what begins with BUILD_, USE_ or CMAKE_ in the environment becomes an option, and a few others."""
import os
import subprocess
import sys
import sysconfig

ADDITIONAL = ("BLAS", "WITH_BLAS")


def generate(root, build):
    options = {name: value for name, value in os.environ.items() if name.startswith(("BUILD_", "USE_", "CMAKE_")) or name in ADDITIONAL}
    generator = options.pop("CMAKE_GENERATOR", "Ninja")
    options.update(
        CMAKE_INSTALL_PREFIX=os.path.join(root, "mini"),
        CMAKE_BUILD_TYPE="Release",
        PYTHON_INCLUDE_DIR=sysconfig.get_path("include"),
        PYTHON_MODULE_SUFFIX=sysconfig.get_config_var("EXT_SUFFIX"),
        PYTHON_EXECUTABLE=sys.executable,
    )
    os.makedirs(build, exist_ok=True)
    cache = os.path.join(build, "CMakeCache.txt")
    if os.path.exists(cache):
        os.remove(cache)
    subprocess.check_call(["cmake", "-G" + generator] + ["-D%s=%s" % pair for pair in sorted(options.items())] + [root], cwd=build)


def build_and_install(build):
    command = ["cmake", "--build", ".", "--target", "install", "--config", "Release"]
    if "MAX_JOBS" in os.environ:
        command += ["-j", os.environ["MAX_JOBS"]]
    subprocess.check_call(command, cwd=build)
