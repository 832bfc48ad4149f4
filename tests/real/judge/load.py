#!/usr/bin/env python3
"""Evaluates an expression in a Python file of a PyTorch tree of which nothing is built.

usage: load.py [--windows] FILE EXPRESSION

Every module of torch that cannot be imported is a stand-in that has any attribute. With --windows the file is made to believe that it runs there:
platform.system() says so, the registry is empty, and the environment is a developer's prompt. Prints the value.
"""
import importlib.util
import os
import platform
import sys
import types
import unittest.mock
import warnings

windows = sys.argv[1] == "--windows"
path, expression = sys.argv[1 + windows:]
sys.path.insert(0, os.getcwd())


class StandIns:
    """Finds what nobody else does. A package of the tree that has an __init__.py is one whether or not that can run."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "torch":
            return importlib.util.spec_from_loader(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = unittest.mock.MagicMock(name=spec.name)
        module.__spec__, module.__path__, module.__name__ = spec, [], spec.name
        return module

    def exec_module(self, module):
        pass


class Registry(types.ModuleType):
    """winreg, with nothing in it."""

    error = OSError

    def __getattr__(self, name):
        if name.startswith(("HKEY_", "KEY_")):
            return 0

        def not_found(*_):
            raise OSError(name)
        return not_found


if windows:
    platform.system = lambda: "Windows"
    sys.modules["winreg"] = Registry("winreg")
    os.environ["DISTUTILS_USE_SDK"] = "1"  # setuptools takes the environment as it is then, and starts no vcvarsall.bat
warnings.simplefilter("always")
name = os.path.splitext(path)[0].replace("/", ".")
if name.startswith("torch."):
    sys.meta_path.insert(0, StandIns())
spec = importlib.util.spec_from_file_location(name, path)
module = importlib.util.module_from_spec(spec)
sys.modules[name] = module
spec.loader.exec_module(module)
print(eval(expression.strip(), vars(module)))
