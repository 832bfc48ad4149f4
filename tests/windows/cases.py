#!/usr/bin/env python3
"""What only a Windows program can get wrong, run under Wine beside the program for Linux.

usage: cases.py [--keep] TPATCH-FOR-LINUX BUILD [CASE...]

BUILD is the folder of the Windows build: tpatch.exe, tests/hold.exe and the prefix wine/, whose server must be running (`wine.sh start`).
CASE: a part of a case's name. --keep leaves the scratch folders. Ends with `windows: N passed, N failed`.

Each function case_NAME(run) is a case. What is right is what the program for Linux does with the same tree.
"""
import argparse
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

from batch import case_batch_statements  # noqa: F401
from console import case_interactive_ends_early, case_interactive_on_a_console, case_pager_on_a_console  # noqa: F401
from opens import case_apply_opens_ten_times_for_each_file, case_walk_opens_each_folder_once  # noqa: F401
from packed import (case_document, case_imports_of_windows_7, case_library, case_pasted_into_cmd, case_program_needs_nothing,  # noqa: F401
                    case_selftest, case_signed, case_version_resource)  # noqa: F401
from pseudo import Wrong
from runner import (CASE, HERE, MANY_FILES, ON_WINDOWS, PYTORCH, SETS, Failure, Runner, contents, differences, end_of, grown_tree, read, require, shown_root,
                    snapshot, there_and_back, wait_until, windows_path, without_root)
from reach import case_git_file_that_names_another_machine, case_programs_of_the_folder_are_not_run  # noqa: F401
from same import compare_tree
from typed import (case_backslash_before_a_quote, case_console_mode_is_put_back, case_diffs_as_powershell_writes_them,  # noqa: F401
                   case_files_in_any_spelling, case_help_is_asked_for_as_elsewhere, case_outputs_are_replaced_whole,  # noqa: F401
                   case_plan_with_a_byte_order_mark, case_platform_is_known, case_project_file, case_rule_in_another_case, case_success_writes_no_errors)  # noqa: F401


def case_long_path(run):
    """Paths of more than 260 characters, and a part of 255."""
    deep = "/".join(["a-folder-with-a-rather-long-name-%02d" % i for i in range(12)] + ["x" * 200])
    tree = run.copy(deep + "/tree")
    require(len(tree) > 600, "the path is not long")
    there_and_back(run, tree, tree, "--patchsets", SETS)
    shutil.move(tree, run.path("short"))
    os.makedirs(run.path("short", deep))
    shutil.move(run.path("short", "a.cmake"), run.path("short", deep, "a.cmake"))
    linux = run.on_linux("check", "--json=compact", "--root", "short", "--patchsets", SETS, code=None)
    windows = run.windows("check", "--json=compact", "--root", "short", "--patchsets", SETS, code=linux.returncode)
    require(without_root(windows.stdout) == without_root(linux.stdout), "the reports differ:\n%s", windows.stdout.decode())


def case_names_of_every_script(run):
    """Roots and files whose names are no ASCII; one beyond the basic plane."""
    name = "Büro é中文😀 quöte"
    tree = run.copy(name)
    result = run.windows("check", "--root", name, "--patchsets", SETS, code=1)
    require(name.encode() in result.stdout, "the root is not shown as it is:\n%s", result.stdout.decode(errors="replace"))
    there_and_back(run, tree, name, "--patchsets", SETS)
    os.rename(os.path.join(tree, "b.cmake"), os.path.join(tree, "日本語 😀.cmake"))
    linux = run.on_linux("apply", "--dry-run", "--json=compact", "--root", name, "--patchsets", SETS)
    windows = run.windows("apply", "--dry-run", "--json=compact", "--root", name, "--patchsets", SETS)
    require("日本語 😀.cmake".encode() in windows.stdout, "the file's name is not in the report")
    require(without_root(windows.stdout) == without_root(linux.stdout), "the reports differ")
    linux = run.on_linux("apply", "--dry-run", "--root", name, "--patchsets", SETS)
    windows = run.windows("apply", "--dry-run", "--root", name, "--patchsets", SETS)
    require(windows.stdout == linux.stdout, "the diffs differ:\n%s", windows.stdout.decode(errors="replace"))


def case_every_kind_of_root(run):
    """Drive, drive-relative, rooted, verbatim, with either separator and some at the end; shown as typed where it is absolute."""
    tree = run.copy("tree")
    full = windows_path(tree)
    slashed = full.replace("\\", "/")
    typed = [
        (full, full), (full + "\\", full), (full + "\\\\", full), (slashed, slashed), (slashed + "/", slashed), ("z:" + full[2:], "z:" + full[2:]),
        ("\\\\?\\" + full, "\\\\?\\" + full), ("//?/" + slashed, "//?/" + slashed), (tree, full), (tree.replace("/", "\\"), full),
        ("tree", full), ("tree/", full), (".\\tree", full), ("./tree", full), ("Z:tree", full), ("..\\%s\\tree" % os.path.basename(run.scratch), full),
        ("tree\\..\\tree", full), ("TREE", full[:-4] + "TREE"),
    ]
    for root, shown in typed:
        result = run.windows("check", "--json=compact", "--root", root, "--patchsets", SETS, code=1)
        require(shown_root(result) == shown, "--root %s is shown as %s", root, shown_root(result))
        if shown == full or root.endswith("?\\" + full):
            sarif = json.loads(run.windows("check", "--format", "sarif", "--root", root, "--patchsets", SETS, code=1).stdout)
            uris = [base["uri"] for base in sarif["runs"][0]["originalUriBaseIds"].values()]
            require(uris == ["file:///Z:%s/" % tree], "--root %s has the URI %s", root, uris)
    result = run.windows("check", "--json=compact", "--patchsets", SETS, code=1, cwd=tree)
    require(shown_root(result) == full, "the working directory is shown as %s", shown_root(result))
    for root in ("\\\\?\\" + full, slashed + "/", "Z:tree"):
        there_and_back(run, tree, root, "--patchsets", SETS)


def case_wrong_roots(run):
    """What is no folder is a usage error in plain words."""
    run.copy("tree")
    reasons = [("nowhere", b"no such file"), ("tree\\a.cmake", b"not a directory"), ("a<b", b"no "), ("", b"no such")]
    reasons += [(root, b"no such drive") for root in ("Q:\\x", "q:", "\\\\?\\Q:\\x", "Q:/")]
    reasons += [('%s\\tree" --dry' % run.scratch, b"leave out the backslash at the end")]
    for root, reason in reasons:
        result = run.windows("check", "--root", root, "--patchsets", SETS, code=2)
        require(reason in result.stderr and result.stderr.startswith(b"error: cannot open the folder '%s'" % root.encode()), "--root '%s': %s",
                root, result.stderr.decode(errors="replace"))


def case_wrong_outputs(run):
    """A file that cannot be written, or read, for what is wrong with its path."""
    tree = run.copy("tree")
    start = snapshot(tree)
    for path, reason in (("Q:\\x", "no such drive"), ("q:x", "no such drive"), ("nowhere\\x", "no such file or directory"), ("tree", "is a directory"),
                         ("a<b", "no file can have such a name"), ('a" -v', "leave out the backslash at the end")):
        for words in (("plan", "-o", path), ("check", "-q", "--output", "html=" + path)):
            result = run.windows(*words, "--root", tree, "--patchsets", SETS, code=4)
            require(("cannot create '%s': " % path).encode() in result.stderr and reason.encode() in result.stderr, "%s: %s", " ".join(words), result.stderr.decode())
        result = run.windows("apply", "--plan", path, "--root", tree, code=4)
        require(("cannot read '%s': " % path).encode() in result.stderr and reason.encode() in result.stderr, "--plan %s: %s", path, result.stderr.decode())
    run.windows("plan", "-o", "NUL", "--root", tree, "--patchsets", SETS)
    lines = differences(start, snapshot(tree, journal=True))
    require(not lines, "the tree changed:\n%s", "\n".join(lines))


def case_read_only(run):
    """A read-only file is replaced, as git does it, and stays read-only; so does its other name."""
    tree = run.copy("tree")
    target = os.path.join(tree, "a.cmake")
    other = run.path("other")
    os.link(target, other)
    os.chmod(target, 0o444)
    start = snapshot(tree)
    run.windows("apply", "-q", "--root", tree, "--patchsets", SETS)
    require(contents(tree) == run.wanted(), "apply made something else than on Linux")
    require(stat.S_IMODE(os.stat(target).st_mode) & 0o222 == 0, "the file can be written now")
    require(stat.S_IMODE(os.stat(other).st_mode) & 0o222 == 0, "the file's other name can be written now")
    run.windows("rollback", "-q", "--root", tree)
    require(stat.S_IMODE(os.stat(other).st_mode) & 0o222 == 0, "the file's other name can be written after the rollback")
    for path, entry in snapshot(tree).items():
        if entry.kind == "file":
            require(entry.content == start[path].content, "%s differs after the rollback", path)
    require(stat.S_IMODE(os.stat(target).st_mode) & 0o222 == 0, "the file can be written after the rollback")
    # Its times are kept to 100 ns, as Windows keeps them.
    require(abs(os.stat(target).st_mtime_ns - start["a.cmake"].mtime_ns) < 100, "its mtime was not put back")
    run.windows("apply", "-q", "--root", tree, "--patchsets", SETS)
    run.windows("log", "--prune", "--keep", "0", "--root", tree)
    require(not [name for name in os.listdir(os.path.join(tree, ".tpatch", "runs")) if os.path.isdir(os.path.join(tree, ".tpatch", "runs", name, "old"))],
            "a read-only original was not removed")
    require(stat.S_IMODE(os.stat(other).st_mode) & 0o222 == 0, "the file's other name can be written after its original was removed")


def case_open_in_another_program(run):
    """A file that somebody has open is named before anything is written."""
    tree = run.copy("tree")
    start = snapshot(tree)
    for how in ("read", "alone"):
        holder = run.hold(how, os.path.join(tree, "a.cmake"), 30000)
        result = run.windows("apply", "-q", "--root", tree, "--patchsets", SETS, code=4)
        require(b"a.cmake" in result.stderr and b"open in another program" in result.stderr, "%s: %s", how, result.stderr.decode())
        lines = differences(start, snapshot(tree))
        require(not lines, "%s: the tree changed:\n%s", how, "\n".join(lines))
        if how == "read":
            run.windows("check", "-q", "--root", tree, "--patchsets", SETS, code=1)
        holder.kill()
        holder.wait()
        time.sleep(0.3)
    there_and_back(run, tree, tree, "--patchsets", SETS)


def case_open_for_a_moment(run):
    """A scanner lets go soon; a rollback is refused as an apply is."""
    tree = run.copy("tree")
    holder = run.hold("read", os.path.join(tree, "a.cmake"), 150)
    run.windows("apply", "-q", "--root", tree, "--patchsets", SETS)
    holder.wait()
    require(contents(tree) == run.wanted(), "apply made something else than on Linux")
    after = snapshot(tree)
    holder = run.hold("read", os.path.join(tree, "b.cmake"), 30000)
    result = run.windows("rollback", "--root", tree, code=None)
    require(result.returncode in (3, 4) and b"b.cmake" in result.stderr, "rollback: exit %d\n%s", result.returncode, result.stderr.decode())
    require(not differences(after, snapshot(tree)), "the tree changed")
    holder.kill()
    holder.wait()
    time.sleep(0.3)
    run.windows("rollback", "--root", tree)


def case_mapped(run):
    """A file that is mapped cannot be replaced: the failure comes in the middle, and everything is put back."""
    tree = run.copy("tree")
    start = snapshot(tree)
    holder = run.hold("map", os.path.join(tree, "b.cmake"), 60000)
    result = run.windows("apply", "-q", "--root", tree, "--patchsets", SETS, code=4)
    require(b"b.cmake" in result.stderr, "%s", result.stderr.decode())
    holder.kill()
    holder.wait()
    lines = differences(start, snapshot(tree))
    require(not lines, "the tree changed:\n%s", "\n".join(lines))
    time.sleep(0.3)
    there_and_back(run, tree, tree, "--patchsets", SETS)


def case_two_at_once(run):
    """A second tpatch stops; reading goes on."""
    tree = run.copy("tree")
    os.mkdir(os.path.join(tree, ".tpatch"))
    with open(os.path.join(tree, ".tpatch", "lock"), "w", encoding="ascii") as f:
        f.write("4242\n")
    holder = run.hold("lock", os.path.join(tree, ".tpatch", "lock"), 30000)
    result = run.windows("apply", "-q", "--root", tree, "--patchsets", SETS, code=4)
    require(b"another tpatch (pid 4242) is running" in result.stderr, "%s", result.stderr.decode())
    run.windows("check", "-q", "--root", tree, "--patchsets", SETS, code=1)
    holder.kill()
    holder.wait()
    time.sleep(0.3)
    run.windows("apply", "-q", "--root", tree, "--patchsets", SETS)


def case_patch_sets_with_crlf(run):
    """Patch sets that an editor saved with CRLF mean the same."""
    sets = run.copy("sets", SETS)
    for name in os.listdir(sets):
        with open(os.path.join(sets, name), "rb") as f:
            data = f.read()
        with open(os.path.join(sets, name), "wb") as f:
            f.write(data.replace(b"\n", b"\r\n"))
    tree = run.copy("tree")
    there_and_back(run, tree, tree, "--patchsets", sets)
    plain = run.windows("check", "--json=compact", "--root", tree, "--patchsets", SETS, code=1)
    crlf = run.windows("check", "--json=compact", "--root", tree, "--patchsets", windows_path(sets) + "\\", code=1)
    require(without_root(crlf.stdout) == without_root(plain.stdout), "the reports differ")


def case_file_named_in_another_case(run):
    """A rule that names a file finds it in whatever case it is written, since Windows does."""
    tree = run.copy("tree", PYTORCH)
    os.rename(os.path.join(tree, "tools", "build_pytorch_libs.py"), os.path.join(tree, "tools", "Build_PyTorch_Libs.py"))
    result = json.loads(run.windows("apply", "--json=compact", "--root", tree).stdout)
    changed = contents(tree)
    require("tools/Build_PyTorch_Libs.py" in changed and "tools/build_pytorch_libs.py" not in changed, "the file's name was changed")
    require([rule for rule in result["rules"] if rule["id"] == "msvc-vcvars" and rule["verdict"] == "patched"], "the rule did not apply")
    run.windows("check", "--root", tree)
    run.windows("rollback", "--root", tree)


def case_one_locked_of_five_hundred(run):
    """One file in the middle is open elsewhere: it is named, and nothing is written; without it, all are."""
    tree, arguments = grown_tree(run, "tree")
    start = snapshot(tree)
    holder = run.hold("alone", os.path.join(tree, "d10", "f250.cmake"), 60000)
    result = run.windows("apply", "-q", "--root", tree, *arguments, code=4)
    # Nobody else can even read it.
    require(b"d10/f250.cmake" in result.stderr and b"open in another program" in result.stderr, "%s", result.stderr.decode())
    end_of(holder)
    holder = run.hold("read", os.path.join(tree, "d10", "f250.cmake"), 60000)
    result = run.windows("apply", "--root", tree, *arguments, code=4)
    require(b"d10/f250.cmake: cannot replace" in result.stderr and b"open in another program" in result.stderr, "%s", result.stderr.decode())
    require(result.stderr.count(b"open in another program") == 1, "more than one file is named:\n%s", result.stderr.decode())
    lines = differences(start, snapshot(tree))
    require(not lines, "the tree changed:\n%s", "\n".join(lines))
    end_of(holder)
    run.windows("apply", "-q", "--root", tree, *arguments)
    require(sum(b"set(A 2)" in read(os.path.join(tree, path)) for path, entry in snapshot(tree).items() if entry.kind == "file") == 500,
            "not all 500 files were changed")


def case_hundreds_are_open(run):
    """All files that others have open are named at once, not each after a wait of its own."""
    tree, arguments = grown_tree(run, "tree", 100)
    start = snapshot(tree)
    folder = os.path.join(tree, "d10")
    holders = [run.hold("read", os.path.join(tree, "d%02d" % (i % 20), "f%03d.cmake" % i), 60000) for i in range(0, 100, 4)]
    traced = run.traced("apply", "-q", "--root", "tree", *arguments, code=4)
    for holder in holders:
        end_of(holder)
    require(traced.stderr.count(b": cannot replace '") == len(holders), "not all %d are named in %s", len(holders), folder)
    tries = traced.stderr.count(b"access=00110080")
    require(tries <= 100 + 20, "%d times it was asked for 100 files whether they can be replaced", tries)
    require(not differences(start, snapshot(tree)), "the tree changed")


def case_holder_is_named(run):
    """The programs that have a file open are named as the Restart Manager tells; Wine's is empty, so one of our own takes its place."""
    tree = run.copy("tree")
    other = run.copy("other")
    two, eleven = "Büro-Editor (pid 4711) and a program (pid 4712)", "Büro-Editor (pid 4711), a program (pid 4712), "
    said = []
    run.windows("plan", "-q", "--root", other, "-o", "tree\\x.plan", "--patchsets", SETS)
    library = os.path.join(run.env["WINEPREFIX"], "drive_c", "windows", "system32", "rstrtmgr.dll")
    kept = run.path("rstrtmgr.dll")
    shutil.move(library, kept)
    holder = None
    try:
        shutil.copy(os.path.join(run.build, "tests", "rstrtmgr.dll"), library)
        run.env["WINEDLLOVERRIDES"] += ";rstrtmgr=n"
        for how, name, words in (("read", "a.cmake", ("apply", "-q", "--root", tree)),
                                 ("alone", "a.cmake", ("check", "--root", tree)),
                                 ("alone", "b.cmake", ("check", "--root", tree)),
                                 ("alone", "x.plan", ("plan", "--root", other, "-o", "tree\\x.plan")),
                                 ("alone", "a.cmake", ("new", "--from-diff", "tree\\a.cmake"))):
            holder = run.hold(how, os.path.join(tree, name), 60000)
            said.append(run.windows(*words, "--patchsets", SETS, code=4).stderr.decode())
            end_of(holder)
    finally:
        run.env["WINEDLLOVERRIDES"] = run.env["WINEDLLOVERRIDES"].replace(";rstrtmgr=n", "")
        if os.path.exists(library):
            os.remove(library)
        shutil.move(kept, library)
        if holder:
            end_of(holder)
    for text, wanted in zip(said, ("a.cmake: cannot replace 'a.cmake': it is open in another program: " + two,
                                   "cannot read 'a.cmake': it is open in another program: " + two,
                                   "cannot read 'b.cmake': it is open in another program: " + eleven,
                                   "cannot read 'tree\\x.plan': it is open in another program: " + two,
                                   "cannot read 'tree\\a.cmake': it is open in another program: " + two)):
        require(wanted in text, "%s\nwanted\n%s", text, wanted)
    require("(pid 4718) and 3 more\n" in said[2], "%s", said[2])


def case_made_read_only_meanwhile(run):
    """A scanner that makes files read-only and takes that back while tpatch is at work is no obstacle."""
    tree, arguments = grown_tree(run, "tree", 60)
    paths = [os.path.join(tree, path) for path, entry in snapshot(tree).items() if path.endswith(".cmake")]
    process = subprocess.Popen([os.path.join(HERE, "tpatch-wine"), "apply", "-q", "--root", tree, *arguments], env=run.env,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while process.poll() is None:
        for mode in (0o444, 0o644):
            for path in paths:
                try:
                    os.chmod(path, mode)
                except FileNotFoundError:
                    pass
    problem = process.stderr.read()
    process.stderr.close()
    require(process.returncode == 0, "exit %d\n%s", process.returncode, problem.decode())
    require(all(b"set(A 2)" in read(path) for path in paths), "not all files were changed")


def case_names_too_long(run):
    """Roots, files and outputs with names that no file can have."""
    tree = run.copy("tree")
    start = snapshot(tree)
    for root in ("x" * 300, "Z:\\" + "y" * 300, tree + "/" + "z" * 20000):
        result = run.windows("check", "--root", root, "--patchsets", SETS, code=2)
        require(result.stderr.startswith(b"error: cannot open the folder '") and len(result.stderr) > len(root), "%s", result.stderr.decode())
    result = run.windows("plan", "--root", tree, "--patchsets", SETS, "-o", "p" * 300, code=4)
    require(b"error: cannot create 'ppp" in result.stderr, "%s", result.stderr.decode())
    result = run.windows("check", "--root", tree, "--patchsets", "s" * 300, code=2)
    require(b"sss" in result.stderr, "%s", result.stderr.decode())
    lines = differences(start, snapshot(tree, journal=True))
    require(not lines, "the tree changed:\n%s", "\n".join(lines))


def case_case_twins(run):
    """Two rules' files that differ in case only are one file here: refused, as on Linux."""
    sets = run.copy("sets", SETS)
    with open(os.path.join(sets, "demo-1.yaml"), "w", encoding="ascii") as f:
        f.write(MANY_FILES.replace('["**/*.cmake"]', "[a.cmake, A.cmake]"))
    tree = run.copy("tree")
    linux = run.on_linux("check", "--root", tree, "--patchsets", sets, code=2)
    windows = run.windows("check", "--root", tree, "--patchsets", sets, code=2)
    require(windows.stderr.replace(b"\\", b"/").replace(b"Z:", b"") == linux.stderr, "%s\nbut on Linux\n%s", windows.stderr.decode(),
            linux.stderr.decode())


def case_journal_of_another_folder(run):
    """A tree that was copied with its journal is not acted upon until it is taken over."""
    source = PYTORCH
    tree = run.copy("tree", source)
    run.windows("apply", "-q", "--root", tree)
    copy = run.path("copy")
    shutil.copytree(tree, copy, symlinks=True)
    result = run.windows("rollback", "-q", "--root", copy, code=5)
    require(b"recover --adopt" in result.stderr, "%s", result.stderr.decode())
    run.windows("recover", "-q", "--adopt", "--root", copy)
    run.windows("rollback", "-q", "--root", copy)
    run.windows("rollback", "-q", "--root", tree)
    for root in (tree, copy):
        shutil.rmtree(os.path.join(root, ".tpatch"))
        require(contents(root) == contents(source), "%s is not as before", root)


def case_stopped_while_writing(run):
    """Ctrl-C in the middle of 500 files: everything is put back, without another run."""
    tree, arguments = grown_tree(run, "tree")
    before = contents(tree)
    codes = []
    for milliseconds in (300, 500, 700, 900, 1200, 1600):
        process = subprocess.Popen([os.path.join(HERE, "tpatch-wine"), "apply", "-q", "--root", tree, *arguments], env=run.env,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait_until(lambda: os.path.isdir(os.path.join(tree, ".tpatch", "runs")) or process.poll() is not None)
        time.sleep(milliseconds / 1000 - 0.3)
        process.send_signal(signal.SIGINT)
        _, problem = process.communicate(timeout=60)
        codes.append(process.returncode)
        now = contents(tree)
        if process.returncode == 4:
            require(now == before, "stopped after %d ms, the tree is not as it was", milliseconds)
            require(b"error: stopped, as you asked" in problem and b"the tree is as it was" in problem, "%s", problem.decode())
            run.windows("status", "--root", tree, *arguments)
        elif process.returncode == 0:
            require(all(b"set(A 2)" in read(os.path.join(tree, path)) for path in now if path.endswith(".cmake")), "exit 0, but not all is done")
            run.windows("rollback", "-q", "--root", tree)
        else:
            require(now == before, "ended after %d ms with exit %s, the tree is not as it was", milliseconds, process.returncode)
        shutil.rmtree(os.path.join(tree, ".tpatch"))
    require(4 in codes, "no run was stopped while it wrote: %s", codes)


def case_ctrl_c(run):
    """Ended at any moment by Ctrl-C, the next run repairs the tree."""
    source = PYTORCH
    before = contents(source)
    after = run.wanted(source, ())
    seen = set()
    for milliseconds in (0, 40, 60, 80, 90, 100, 110, 120, 130, 140, 160, 180, 200, 250):
        tree = run.copy("tree-%d" % milliseconds, source)
        process = subprocess.Popen([os.path.join(HERE, "tpatch-wine"), "apply", "-q", "--root", tree], env=run.env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(milliseconds / 1000)
        process.send_signal(signal.SIGINT)
        try:
            process.wait(3)
        except subprocess.TimeoutExpired:
            # Wine sometimes ends all threads but one.
            process.kill()
            process.wait()
        seen.add(process.returncode)
        run.windows("recover", "--root", tree)
        now = contents(tree)
        require(now in (before, after), "ended after %d ms, the tree is neither before nor after", milliseconds)
        run.windows("apply", "-q", "--root", tree)
        require(contents(tree) == after, "ended after %d ms, the next run does not bring it to its end", milliseconds)
    require(len(seen) > 1 or 0 not in seen, "no run was ended")


def case_code_page(run):
    """A console that is not UTF-8 shows everything and keeps its code page; what goes to a file is UTF-8 there, too."""
    tree = run.copy("Büro")
    if not shutil.which("script"):
        return
    program = windows_path(os.path.join(run.build, "tpatch.exe"))
    for page in ("850", "1252"):
        with open(run.path("run.bat"), "w", encoding="ascii", newline="\r\n") as f:
            f.write("@echo off\nchcp %s\n" % page)
            for target in ("", " >..\\out.txt 2>..\\err.txt"):
                f.write("%s check --root . --patchsets %s%s\nchcp\n" % (program, windows_path(SETS), target))
        shown = subprocess.run(["script", "-qec", "wine cmd /c ..\\\\run.bat", "/dev/null"], cwd=tree, env=dict(run.env, TERM="xterm"),
                               capture_output=True, stdin=subprocess.DEVNULL, check=False, timeout=60).stdout
        require(shown.count(b"code page: " + page.encode()) == 3, "the console's code page is another now:\n%s", shown.decode(errors="backslashreplace"))
        require("tree     ".encode() + windows_path(tree).encode() in shown, "the console shows\n%s", shown.decode(errors="backslashreplace"))
        text = read(run.path("out.txt")) + read(run.path("err.txt"))
        require(windows_path(tree).encode() in text and b"\r" not in text, "the file holds %r", text)


def case_access_rights(run):
    """Who may not read a file may not read what replaces it. Of access rights, Wine keeps roughly what permission bits can say."""
    tree = run.copy("tree")
    private, public = os.path.join(tree, "a.cmake"), os.path.join(tree, "b.cmake")
    os.chmod(private, 0o600)
    os.chmod(public, 0o644)
    run.windows("apply", "-q", "--root", tree, "--patchsets", SETS)
    require(contents(tree) == run.wanted(), "apply made something else than on Linux")
    modes = [stat.S_IMODE(os.stat(path).st_mode) for path in (private, public)]
    require(modes[0] & 0o007 == 0 and modes[1] == 0o644, "after apply, the modes are %o and %o", *modes)
    run.windows("rollback", "-q", "--root", tree)
    modes = [stat.S_IMODE(os.stat(path).st_mode) for path in (private, public)]
    require(modes == [0o600, 0o644], "after the rollback, the modes are %o and %o", *modes)


def case_backslashes(run):
    """Paths as a shell of Windows completes them: files of the tree, trees and diffs."""
    tree = run.copy("tree", PYTORCH)
    with open(run.path("my-fix.patch"), "w", encoding="ascii", newline="\n") as f:
        f.write("--- a/setup.py\n+++ b/setup.py\n@@ -1,1 +1,1 @@\n-x\n+y\n")
    for words, in_linux_words in (
            (("explain", "cmake-minimum", ".\\aten\\CMakeLists.txt"), ("explain", "cmake-minimum", "./aten/CMakeLists.txt")),
            (("explain", "cmake-minimum", windows_path(tree).lower() + "\\aten/CMakeLists.txt"), ("explain", "cmake-minimum", tree + "/aten/CMakeLists.txt")),
            (("parse", "--tree", "aten\\CMakeLists.txt"), ("parse", "--tree", "aten/CMakeLists.txt")),
            (("matrix", "--trees", ".\\", "..\\tree\\"), ("matrix", "--trees", "./", "../tree/")),
            (("new", "--from-diff", "..\\my-fix.patch"), ("new", "--from-diff", "../my-fix.patch"))):
        told = ON_WINDOWS if words[0] in ("explain", "matrix") else ()
        linux = run.on_linux(*in_linux_words, *told, cwd=tree, code=None)
        windows = run.windows(*words, cwd=tree, code=linux.returncode)
        output = windows.stdout.replace(b"aten\\", b"aten/")
        require(output == linux.stdout, "%s prints\n%s\nwanted\n%s", " ".join(words), output.decode(), linux.stdout.decode())


def case_console(run):
    """On a console: colours, and characters that are no ASCII; in a file neither escape sequences nor \\r\\n."""
    tree = run.copy("Büro")
    if not shutil.which("script"):
        return
    env = dict(run.env, TERM="xterm")
    env.pop("NO_COLOR")
    program = os.path.join(HERE, "tpatch-wine")
    shown = subprocess.run(["script", "-qec", "'%s' check --root Büro --patchsets '%s'" % (program, SETS), "/dev/null"], cwd=run.scratch, env=env,
                           capture_output=True, stdin=subprocess.DEVNULL, check=False, timeout=60).stdout
    require(b"\x1b[" in shown, "no colours on a console")
    require("Büro".encode() in shown, "the console shows\n%s", shown.decode(errors="backslashreplace"))
    result = run.windows("check", "--root", tree, "--patchsets", SETS, code=1)
    require(b"\x1b" not in result.stdout and b"\r" not in result.stdout, "a pipe gets %r", result.stdout)


def case_same_as_linux(run):
    """A tree of PyTorch: the same output, reports and bytes as on Linux. (The fixtures are compared in their own suite.)"""
    compare_tree(run, run.tree or PYTORCH, "tree")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--tree", help="a tree of PyTorch for same-as-linux, which is copied; without it, the largest fixture")
    parser.add_argument("linux")
    parser.add_argument("build")
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    passed = failed = 0
    for name, function in list(globals().items()):
        if not name.startswith("case_") or (options.cases and not any(word.replace("-", "_") in name for word in options.cases)):
            continue
        scratch = os.path.realpath(tempfile.mkdtemp(prefix="windows-"))
        runner = Runner(os.path.abspath(options.linux), os.path.abspath(options.build), scratch, options.tree)
        try:
            function(runner)
            passed += 1
        except (Failure, Wrong, subprocess.TimeoutExpired) as failure:
            failed += 1
            print("FAILED %s: %s%s" % (re.sub("_", "-", name[5:]), failure, "\n    scratch: " + scratch if options.keep else ""))
        finally:
            if not options.keep:
                shutil.rmtree(scratch, ignore_errors=True)
    print("windows: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
