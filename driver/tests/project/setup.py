"""Configures and builds as PyTorch's setup.py does: --cmake runs CMake again, --cmake-only stops after it."""
import os
import sys

ROOT = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(ROOT, "tools"))
from setup_helpers import cmake  # noqa: E402

BUILD = os.path.join(ROOT, "build")
again = "--cmake" in sys.argv
only = "--cmake-only" in sys.argv
sys.argv = [word for word in sys.argv if word not in ("--cmake", "--cmake-only")]
if again or not os.path.exists(os.path.join(BUILD, "CMakeCache.txt")):
    cmake.generate(ROOT, BUILD)
if only:
    sys.exit(0)
from setuptools import Distribution, setup  # noqa: E402
cmake.build_and_install(BUILD)


class WithModule(Distribution):
    def has_ext_modules(self):
        return True


setup(name="mini", version="2.7.0", packages=["mini"], package_data={"mini": ["_core*"]}, distclass=WithModule)
