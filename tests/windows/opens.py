"""How often the Windows program opens something in the tree: each opening is what a virus scanner looks at. Used by cases.py."""
import os
import re

from runner import FIXTURES, require, windows_path

TRACE = re.compile(rb'trace:file:NtCreateFile .*name=L"((?:[^"\\]|\\.)*)".* root=(\S+)')


def opened(run, tree, *words, code=0):
    """Names of what was opened below the root, as Wine traces it: by a path that leads there, or in a folder that is open."""
    result = run.traced(*words, "--root", "tree", code=code)
    prefix = (windows_path(tree) + "\\").replace("\\", "\\\\").encode()
    return [name for name, root in TRACE.findall(result.stderr) if root != b"(nil)" or prefix in name]


def case_walk_opens_each_folder_once(run):
    """One opening for each folder and each file that is read, however deep they are; some for what begins a run."""
    tree = run.copy("tree", os.path.join(FIXTURES, "pytorch-1.12.1", "before"))
    begin = len(opened(run, tree, "check", "-q", "--profile", "blackwell", code=None))
    deep, folders = tree, 0
    for _ in range(20):
        deep = os.path.join(deep, "deeper")
        folders += 1 + 10
        for i in range(10):
            os.makedirs(os.path.join(deep, "folder-%d" % i))
    with open(os.path.join(deep, "CMakeLists.txt"), "w", encoding="ascii") as f:
        f.write("cmake_minimum_required(VERSION 3.18)\n")
    more = len(opened(run, tree, "check", "-q", "--profile", "blackwell", code=None)) - begin
    require(folders <= more <= 1.1 * folders + 1, "%d folders and a file more are %d openings more", folders, more)
