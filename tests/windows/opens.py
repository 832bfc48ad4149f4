"""How often the Windows program opens something in the tree: each opening is what a virus scanner looks at. Cases of cases.py."""
import os
import re
import shutil

from runner import PYTORCH, grown_tree, require, windows_path

TRACE = re.compile(rb'trace:file:NtCreateFile .*name=L"((?:[^"\\]|\\.)*)".* root=(\S+)')


def opened(run, tree, *words, code=0):
    """Names of what was opened below the root, as Wine traces it: by a path that leads there, or in a folder that is open."""
    result = run.traced(*words, "--root", "tree", code=code)
    prefix = (windows_path(tree) + "\\").replace("\\", "\\\\").encode()
    return [name for name, root in TRACE.findall(result.stderr) if root != b"(nil)" or prefix in name]


def case_walk_opens_each_folder_once(run):
    """One opening for each folder and each file that is read, however deep they are; some for what begins a run."""
    tree = run.copy("tree", PYTORCH)
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


def case_apply_opens_ten_times_for_each_file(run):
    """What an apply opens beyond a dry run, which reads each file once: ten times for each file more, however deep it lies."""
    found = []
    for count in (20, 60):
        tree, arguments = grown_tree(run, "tree", count, "deep/deeper/deepest/")
        found.append([len(opened(run, tree, *words, *arguments)) for words in (("apply", "--dry-run", "-q"), ("apply", "-q"))])
        # Asking for attributes by a path is an opening, too.
        asked = run.traced("rollback", "-q", "--root", "tree").stderr.count(b"trace:file:GetFileAttributesW")
        shutil.rmtree(tree)
        shutil.rmtree(tree + "-sets")
    more = [after - before for before, after in zip(*found)]
    require(more[0] == 40, "a dry run opens %d times for 40 files more", more[0])
    require(40 * 5 <= more[1] - more[0] <= 40 * 10, "an apply opens %d times more than a dry run for 40 files more", more[1] - more[0])
    require(asked < 60, "attributes were asked for %d times, for 60 files", asked)
