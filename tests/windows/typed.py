"""What users of Windows type, and where their output goes: cases of cases.py."""
import json
import os
import re
import shutil
import subprocess

from runner import MANY_FILES, ON_WINDOWS, PYTORCH, SETS, end_of, read, require, windows_path

BOM = b"\xef\xbb\xbf"


def case_help_is_asked_for_as_elsewhere(run):
    """`/?` and `-?`."""
    for words in (("/?",), ("-?",), ("check", "/?"), ("apply", "--root", "x", "-?")):
        wanted = run.on_linux(*[word if word[1:] != "?" else "--help" for word in words]).stdout
        require(run.windows(*words).stdout == wanted, "%s prints something else than --help", " ".join(words))
    require(run.on_linux("-?").stdout == run.on_linux("--help").stdout, "-? on Linux")
    run.on_linux("/?", code=2)


def case_plan_with_a_byte_order_mark(run):
    """As Notepad and PowerShell's Out-File write it; as UTF-16 it is refused with what to do."""
    tree = run.copy("tree")
    run.windows("plan", "-q", "-o", "plan", "--root", tree, "--patchsets", SETS)
    plan = read(run.path("plan"))
    for name, data in (("bom", BOM + plan), ("utf16", plan.decode().encode("utf-16"))):
        with open(run.path(name), "wb") as f:
            f.write(data)
    run.windows("apply", "-q", "--plan", "bom", "--root", tree)
    require(b"set(A 2)" in read(os.path.join(tree, "a.cmake")), "the plan with a mark was not applied")
    result = run.windows("apply", "-q", "--plan", "utf16", "--root", tree, code=2)
    require(b"is UTF-16" in result.stderr and b"-o FILE" in result.stderr, "%s", result.stderr.decode())


def case_diffs_as_powershell_writes_them(run):
    """UTF-16 is read; what was taken for the console's code page before is refused, with the place and what to do."""
    tree = run.copy("tree")
    with open(os.path.join(tree, "a.cmake"), "w", encoding="utf-8") as f:
        f.write("# Büro\nset(A 1)\n")
    diff = run.windows("--dry", "-q", "--root", tree, "--patchsets", SETS).stdout
    require("# Büro".encode() in diff, "the diff holds\n%s", diff.decode())
    for name, encoding in (("right", "utf-8"), ("page-437", "cp437"), ("page-850", "cp850")):
        with open(run.path(name), "wb") as f:
            f.write(diff.decode(encoding).replace("\n", "\r\n").encode("utf-16"))
        code = 0 if name == "right" else 2
        result = run.windows("new", "--from-diff", name, "--root", tree, code=None)
        require((result.returncode == 2) == (code == 2), "%s: exit %d\n%s", name, result.returncode, result.stderr.decode())
        require((b"read this text in the wrong encoding" in result.stderr and b"--output diff=FILE" in result.stderr) == (code == 2), "%s: %s", name,
                result.stderr.decode())
    run.windows("--dry", "-q", "--root", tree, "--patchsets", SETS, "--output", "diff=file.diff")
    require(read(run.path("file.diff")).endswith(b"\n" + diff), "--output writes other bytes than standard output has")


def case_backslash_before_a_quote(run):
    """"C:\\src\\" eats the quotation mark: told wherever the path goes."""
    tree = run.copy("tree")
    for words in (("check", "--root", 'tree" -q'), ("check", "--root", tree, "--patchsets", windows_path(SETS) + '" -q'),
                  ("apply", "--root", tree, "--plan", 'plan" -q'), ("plan", "--root", tree, "--patchsets", SETS, "-o", 'plan" -q'),
                  ("check", "--root", tree, "--patchsets", SETS, "--output", 'html=out" -q')):
        result = run.windows(*words, code=None)
        require(result.returncode in (2, 4) and b"leave out the backslash at the end of a path" in result.stderr, "%s: exit %d: %s", " ".join(words),
                result.returncode, result.stderr.decode())
    result = run.on_linux("check", "--root", 'tree" -q', code=2)
    require(b"backslash" not in result.stderr, "on Linux: %s", result.stderr.decode())


def case_files_in_any_spelling(run):
    """In whatever case, and by the 8.3 name that the folder has for the file."""
    tree = run.copy("tree", PYTORCH)
    wanted = run.on_linux("explain", "cmake-minimum", "caffe2/CMakeLists.txt", *ON_WINDOWS, cwd=tree).stdout
    listed = subprocess.run(["wine", "cmd", "/c", "dir /x " + windows_path(tree) + "\\caffe2"], env=run.env, capture_output=True, check=False,
                            stdin=subprocess.DEVNULL, timeout=60).stdout.decode()
    short = re.search(r"(\S+~\S+) +CMakeLists\.txt", listed)
    require(short, "there is no 8.3 name in\n%s", listed)
    for typed in ("CAFFE2\\cmakelists.TXT", "caffe2/" + short[1], windows_path(tree).lower() + "\\CAFFE2\\" + short[1]):
        require(run.windows("explain", "cmake-minimum", typed, cwd=tree).stdout == wanted, "%s is explained otherwise", typed)
    run.windows("apply", "-q", "--root", tree)
    wanted = run.windows("explain", "setup.py", cwd=tree).stdout
    require(run.windows("explain", "SETUP.PY", cwd=tree).stdout == wanted, "SETUP.PY is explained otherwise")


def case_platform_is_known(run):
    """Rules for Windows are in force without a word; a tree that was patched for another system stays so, and says so."""
    tree, linux = run.copy("tree", PYTORCH), run.copy("linux", PYTORCH)
    for_windows = {"windows-bounds-enum", "windows-bounds-results", "windows-bounds-simplifier", "windows-bounds-tests"}
    result = run.windows("--root", tree, "--dry", code=0)
    require(b"\nfacts    platform windows\n" in result.stderr, "the facts are not told:\n%s", result.stderr.decode())
    require(result.stdout == run.on_linux("-q", "--root", linux, "--dry", *ON_WINDOWS).stdout, "the diff is another than on Linux")
    renamed = b"enum class CmpEvalResult"
    require(renamed in result.stdout and renamed not in run.on_linux("-q", "--root", linux, "--dry").stdout, "the diff is not Windows's")
    report = json.loads(run.windows("--json=compact", "--dry", "--root", tree).stdout)
    require({rule["id"] for rule in report["rules"] if rule["verdict"] == "would-patch"} >= for_windows, "%s", [(r["id"], r["verdict"]) for r in report["rules"]])
    for words, change in ((("--facts", "none"), "needs-fact"), (("--fact", "platform=linux"), "not-needed")):
        report = json.loads(run.windows("--json=compact", "--dry", "--root", tree, *words).stdout)
        require({rule["id"] for rule in report["rules"] if rule["verdict"] == change} >= for_windows, "%s: %s", words, report["rules"])
    facts = run.windows("facts", "--root", tree).stdout
    require(b'\nplatform: "windows" ' in facts, "tpatch facts prints\n%s", facts.decode())
    run.windows("-q", "--root", tree, "--fact", "platform=linux")
    status = run.windows("status", "--root", tree).stdout
    require(b"--fact platform=linux" in status, "status does not say for which system the tree is:\n%s", status.decode())
    run.windows("check", "-q", "--root", tree)
    run.windows("check", "-q", "--root", tree, *ON_WINDOWS, code=1)


def case_project_file(run):
    """tpatch.yaml as Notepad saves it, from the tree and a folder below, as on Linux; paths in it have slashes. `tpatch init` makes one."""
    tree = run.copy("tree")
    os.makedirs(os.path.join(tree, "sub"))
    shutil.copytree(SETS, os.path.join(tree, "my", "rules"))
    settings = os.path.join(tree, "tpatch.yaml")
    for encode in (lambda text: text, lambda text: BOM + text.replace(b"\n", b"\r\n")):
        with open(settings, "wb") as f:
            f.write(encode(b"patchsets: my/rules\nglobs: '!b.cmake'\nfail-on: missing\n"))
        for words, folder, code in ((("--dry", "-q"), tree, 0), (("--dry", "-q"), os.path.join(tree, "sub"), 0), (("check", "-q"), tree, 0), (("check", "-q", "--no-config"), tree, 2)):
            linux = run.on_linux(*words, cwd=folder, code=None)
            windows = run.windows(*words, cwd=folder, code=linux.returncode)
            require(windows.stdout == linux.stdout and windows.returncode == code, "%s: exit %d\n%s%s", words, windows.returncode, windows.stdout.decode(),
                    windows.stderr.decode())
        told = run.windows("check", "--root", windows_path(tree))
        require(b"settings --patchsets " + windows_path(tree).encode() in told.stdout and b'--globs "!/**/b.cmake"' in told.stdout, "check says\n%s", told.stdout.decode())
    for text, reason in (("patchsets: my\\rules\n", b"tpatch.yaml:1:12: "), ("patchsets: C:/rules\n", b"tpatch.yaml:1:12: "), ("patchset: x\n", b"tpatch.yaml:1:1: ")):
        with open(settings, "w", encoding="ascii") as f:
            f.write(text)
        result = run.windows("check", "--root", tree, code=2)
        require(reason in result.stderr, "%s: %s", text, result.stderr.decode())
    os.remove(settings)
    run.windows("init", "--root", tree, "--patchsets", os.path.join(tree, "my", "rules"))
    require(os.path.exists(settings), "init made no file")
    run.windows("check", "-q", cwd=tree, code=1)


def case_rule_in_another_case(run):
    """A rule spells a file otherwise than the tree: diff, reports, journal and explanations have the tree's spelling, and the file is one file."""
    tree, sets = run.copy("tree"), run.path("sets")
    os.makedirs(os.path.join(tree, "Sub"))
    os.makedirs(sets)
    shutil.copy(os.path.join(SETS, "project.yaml"), sets)
    with open(os.path.join(tree, "Sub", "CMakeLists.txt"), "w", encoding="ascii") as f:
        f.write("set(A 1)\nset(B 1)\n")
    with open(os.path.join(sets, "demo-1.yaml"), "w", encoding="ascii") as f:
        f.write(MANY_FILES.replace('["**/*.cmake"]', "[sub/CMakeLists.TXT]"))
        f.write(MANY_FILES[MANY_FILES.index("  - id:"):].replace("raise-a", "raise-b").replace("(A ", "(B ").replace("*.cmake", "*.txt"))
    arguments = ("--root", tree, "--patchsets", sets)
    typed, spelled = b"CMakeLists.TXT", b"Sub/CMakeLists.txt"
    for words in (("--dry",), ("check", "--json", "-v"), ("check", "--format", "sarif"), ("plan",), ("-v",), ("diff", "--root", tree), ("log", "-v", "--root", tree)):
        result = run.windows(*words, *(arguments if "--root" not in words else ()), code=1 if words[0] == "check" else 0)
        printed = result.stdout + result.stderr
        require(typed not in printed and spelled in printed, "%s prints\n%s", " ".join(words), printed.decode())
    require(read(os.path.join(tree, "Sub", "CMakeLists.txt")) == b"set(A 2)\nset(B 2)\n", "both rules together made something else")
    run.windows("check", "-q", *arguments)
    for words in (("raise-a",), ("raise-a", "SUB\\cmakelists.TXT")):
        shown = run.windows("explain", *words, *arguments).stdout
        require(b"no such file" not in shown and spelled in shown, "explain %s:\n%s", " ".join(words), shown.decode())
    run.windows("rollback", "-q", "--root", tree)
    require(read(os.path.join(tree, "Sub", "CMakeLists.txt")) == b"set(A 1)\nset(B 1)\n", "the rollback left something else")


def case_outputs_are_replaced_whole(run):
    """A report takes the place of an old one; where that cannot be, since another program reads it, it is written into it. Devices are written to."""
    tree = run.copy("tree")
    arguments = ("check", "-q", "--root", tree, "--patchsets", SETS, "--output")
    report, other = run.path("report.html"), run.path("other.html")
    run.windows(*arguments, "html=report.html", code=1)
    first = read(report)
    os.link(report, other)
    text = read(os.path.join(tree, "a.cmake"))
    with open(os.path.join(tree, "a.cmake"), "wb") as f:
        f.write(b"# a line more\n" + text)
    run.windows(*arguments, "html=report.html", code=1)
    require(read(report) != first and read(other) == first, "the old report was written into")
    second = read(report)
    holder = run.hold("read", report, 60000)
    with open(os.path.join(tree, "a.cmake"), "wb") as f:
        f.write(text)
    run.windows(*arguments, "html=report.html", code=1)
    end_of(holder)
    require(read(report) not in (second, b"") and len(read(report)) == len(first), "the report that somebody reads was not written")
    run.windows(*arguments, "html=NUL", code=1)
    require(sorted(os.listdir(run.scratch)) == ["other.html", "report.html", "tree"], "there is %s", os.listdir(run.scratch))


def case_success_writes_no_errors(run):
    """PowerShell 5.1 takes the first line on standard error for an error where it is redirected and $ErrorActionPreference is Stop."""
    tree = run.copy("tree", PYTORCH)
    for words in (("--dry", "-q", "--root", tree), ("--root", tree), ("check", "--root", tree), ("status", "--root", tree), ("log", "--root", tree), ("diff", "--root", tree),
                  ("explain", "numpy2-elsize", "--root", tree), ("export", "1", "--root", tree, "-o", "run.patch"), ("rollback", "--root", tree),
                  ("plan", "-q", "--root", tree, "-o", "plan"), ("apply", "--root", tree, "--plan", "plan"), ("recover", "--root", tree), ("list",), ("help", "apply")):
        result = run.windows(*words)
        require(not result.stderr, "%s: %s", " ".join(words), result.stderr.decode())


def case_console_mode_is_put_back(run):
    """A console that had no escape sequences has none afterwards."""
    tree = run.copy("tree")
    if not shutil.which("script"):
        return
    command = "wine '%s' '%s' check -q --root '%s' --patchsets '%s'" % (
        os.path.join(run.build, "tests", "mode.exe"), windows_path(os.path.join(run.build, "tpatch.exe")), windows_path(tree), windows_path(SETS))
    shown = subprocess.run(["script", "-qec", command, "/dev/null"], cwd=run.scratch, env=dict(run.env, TERM="xterm"), capture_output=True,
                           stdin=subprocess.DEVNULL, check=False, timeout=60).stdout
    # Without them, Wine draws letter by letter.
    shown = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", shown)
    found = re.search(rb"mode:(\d+):(\d+):", shown)
    require(found, "the console shows\n%s", shown.decode(errors="backslashreplace"))
    require(not int(found[1]) & 4, "the console's escape sequences cannot be switched off: mode %s", found[1].decode())
    require(found[1] == found[2], "the console had the mode %s and has %s", found[1].decode(), found[2].decode())
