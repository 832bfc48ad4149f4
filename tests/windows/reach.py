"""What the Windows program is led to by a tree: other machines, and programs of the folder that it runs in. Cases of cases.py."""
import os
import re
import shutil

from console import Console
from runner import PYTORCH, require, windows_path

OPENED = re.compile(rb'trace:file:(?:NtCreateFile|CreateFileW|GetFileAttributes)[^\n]*')
STARTED = re.compile(rb'trace:process:CreateProcess[^\n]*')


def case_git_file_that_names_another_machine(run):
    """A .git file, or the commondir behind it, leads to no share, however it is written: Windows would send a hash of the password there."""
    tree = run.copy("tree", PYTORCH)
    here = run.path("main")
    os.makedirs(os.path.join(here, "refs/tags"))

    def opened(folder, text, commondir=None):
        with open(os.path.join(tree, ".git"), "w", encoding="ascii") as f:
            f.write("gitdir: %s\n" % text)
        path = os.path.join(here, "commondir")
        if os.path.exists(path):
            os.remove(path)
        if commondir:
            with open(path, "w", encoding="ascii") as f:
                f.write(commondir + "\n")
        trace = run.traced("status", "--root", "tree", code=None).stderr.replace(b"\\\\", b"\\")
        return any(folder in line for line in OPENED.findall(trace))

    with open(os.path.join(here, "HEAD"), "w", encoding="ascii") as f:
        f.write("%s\n" % ("a" * 40))
    for local in (windows_path(here), "../main", "\\\\?\\" + windows_path(here)):
        require(opened(b"\\main\\", local), "'%s' is not opened: the trace shows nothing", local)
    for share in ("//host/share/x", "\\\\host\\share\\x", "\\\\?\\UNC\\host\\share\\x", "\\\\?\\C:\\..\\UNC\\host\\share\\x", "//?/Z:/x/../../UNC/host/share/x",
                  "\\\\.\\UNC\\host\\share\\x"):
        require(not opened(b"host\\share", share), "'%s' is opened", share)
        require(not opened(b"host\\share", windows_path(here), share), "'%s' as commondir is opened", share)


def case_programs_of_the_folder_are_not_run(run):
    """git, a pager, cmd.exe and what facts ask for, in the folder where tpatch runs, in each form that Windows would start, with every PATH that leads there."""
    console = Console(run, "folder")
    terminal = console.open("--dry", TPATCH_PAGER="")
    terminal.end()
    folder, ran = console.folder, os.path.join(console.folder, "ran")
    names = ("git", "cmd", "show", "more", "cmake", "python", "python3", "py", "nvcc", "cl", "gcc", "vswhere", "nvidia-smi")
    for name in names:
        for end in (".bat", ".cmd"):
            with open(os.path.join(folder, name + end), "w", encoding="ascii") as f:
                f.write("@echo %s>ran\r\n" % name)
        for end in (".exe", ".com"):
            shutil.copy(os.path.join(run.build, "tests", "hold.exe"), os.path.join(folder, name + end))
    os.makedirs(os.path.join(folder, "repository", ".git"))

    def started(words, path):
        env = {key: value for key, value in run.env.items() if not key.startswith("CUDA")}
        result = run.windows(*words, cwd=folder, code=None, env=dict(env, WINEPATH=path, WINEDEBUG="+process"))
        return [line for line in STARTED.findall(result.stderr) if any(b"%s." % name.encode() in line.lower() for name in names)]

    drive = windows_path(folder)[:2]
    matrix = ["matrix", "--git", "repository", "--tags", "v*", "--patchsets", "sets"]
    for path in ("", ".", ".\\", drive, drive + ".", "\\", ";;.;"):
        for words in (matrix, ["facts"], ["check", "-q", "--root", "tree", "--patchsets", "sets", "--facts", "auto"]):
            lines = started(words, path)
            require(not lines and not os.path.exists(ran), "%s with the path '%s' starts %s", words[0], path, lines)
    require(started(matrix, windows_path(folder)), "nothing of the folder is started where PATH names it: the trace shows nothing")
    for path in ("", ".", drive + "."):
        for pager in ("show", "show.exe", "show -x", "more"):
            terminal = console.open("--dry", TPATCH_PAGER=pager, WINEPATH=path)
            code = terminal.end()
            require(code == 0 and "2 files would change" in terminal.plain(), "pager %r: exit %d: %s", pager, code, terminal.plain())
            require(not os.path.exists(ran), "pager %r with the path %r is taken from the folder: %s", pager, path, terminal.plain())
