"""The zip and what is in it: program, library, documents, and the command lines that are printed. Cases of cases.py."""
import glob
import os
import re
import shutil
import subprocess
import zipfile

from runner import FIXTURES, HERE, ON_WINDOWS, PYTORCH, ROOT, SETS, contents, read, require, windows_path

STARTS = 2


def links_of(document):
    """Files that a document in Markdown, with pictures in HTML, leads to."""
    links = re.findall(r"\]\(([^)#\s]+)", document) + re.findall(r'\b(?:src|srcset|href)="([^"#]+)"', document)
    return [link for link in links if not re.match(r"[a-z]+:", link)]


def case_library(run):
    """tpatch.dll in other programs: the example of the documents, and one that calls every function of tpatch.h."""
    source = PYTORCH
    tests = os.path.join(run.build, "tests")
    linux = run.copy("linux", source)
    tree = run.copy("tree", source)
    run.env["WINE_PROGRAM"] = os.path.join(tests, "embed.exe")
    # A program of its own writes text as Windows does.
    shown = run.windows(tree).stdout.decode().replace("\r\n", "\n").split("diff --git", 1)
    require("33 files would change" in shown[0] and "diff --git" + shown[1] == run.on_linux("-q", "--dry", "--root", linux, *ON_WINDOWS).stdout.decode(),
            "the example prints\n%s", "".join(shown)[:2000])
    require(run.windows(tree, "write").stdout == b"33 files written as run 1\r\n", "the example wrote something else")
    run.on_linux("check", "-q", "--root", tree)
    # Another system is another user: its journal is acted upon once it was taken over.
    run.on_linux("rollback", "-q", "--root", tree, code=5)
    run.on_linux("recover", "-q", "--adopt", "--root", tree)
    run.on_linux("rollback", "-q", "--root", tree)
    # main() of a program without a manifest gets its arguments in the code page.
    for root, reason in (("Q:\\nowhere", b"no such drive"), ("Büro", b"the path is not UTF-8")):
        result = run.windows(root, code=2)
        require(reason in result.stderr, "the example says %s", result.stderr.decode(errors="replace"))
    os.mkdir(run.path("broken"))
    with open(run.path("broken", "broken.yaml"), "w", encoding="ascii") as f:
        f.write("tpatch: 1\nname: broken\nsumary: a word that is none\n")
    unfit = os.path.join(FIXTURES, "verdict", "missing")
    run.env["WINE_PROGRAM"] = os.path.join(tests, "every.exe")
    result = run.windows(run.copy("every", source), run.copy("unfit", os.path.join(unfit, "before")), os.path.join(unfit, "patchsets"), "broken", code=None)
    require(result.returncode == 0 and b" 0 failed" in result.stdout, "%s", result.stdout.decode())


def case_program_needs_nothing(run):
    """The program needs Windows' own libraries only and carries its manifest; a program that does not is told. The zip holds all it should."""
    check = os.path.join(ROOT, "engine", "platform", "windows", "check-exe.sh")
    for library, code in (("lib/tpatch.dll", 0), ("tests/rstrtmgr.dll", 1)):
        result = subprocess.run(["sh", check, os.path.join(run.build, library)], capture_output=True, check=False)
        require(result.returncode == code and (b"RmGetList" in result.stderr) == (code == 1), "%s: %s", library, result.stderr.decode())
    program = os.path.join(run.build, "tpatch.exe")
    result = subprocess.run(["sh", check, program], capture_output=True, check=False)
    require(result.returncode == 0, "%s", result.stderr.decode())
    result = subprocess.run(["sh", check, os.path.join(run.build, "tests", "hold.exe")], capture_output=True, check=False)
    require(result.returncode == 1 and b"no manifest" in result.stderr, "hold.exe has no manifest, and that is not seen: %s", result.stderr)
    data = read(program)
    for text in (b">UTF-8</activeCodePage>", b">true</longPathAware>", b'level="asInvoker"'):
        require(text in data, "%s is not in the manifest", text.decode())
    for archive in glob.glob(os.path.join(run.build, "tpatch-*-windows-x86_64.zip")):
        with zipfile.ZipFile(archive) as packed:
            names = {name.split("/", 1)[1] for name in packed.namelist()}
            top = packed.namelist()[0].split("/")[0] + "/"
            require(packed.read(top + "tpatch.exe") == data, "the zip holds another program")
            require(packed.read(top + "library/tpatch.dll") == read(os.path.join(run.build, "lib", "tpatch.dll")), "the zip holds another library")
            links = [(name, link) for name in names if name.endswith(".md") for link in links_of(packed.read(top + name).decode())]
        require(len(links) > 10, "the documents of the zip have links %s", links)
        for name, link in links:
            require(os.path.normpath(os.path.join(os.path.dirname(name), link)) in names, "%s in the zip links to %s, which is not there", name, link)
        wanted = {"tpatch.exe", "tbuild.exe", "tpatch-selftest.cmd", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "driver/README.md", "tests/README.md", "tests/windows/README.md"}
        wanted |= {"library/" + name for name in ("tpatch.dll", "tpatch.def", "libtpatch.dll.a", "tpatch.h")}
        wanted |= {os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, "docs", "**", "*.*"), recursive=True)}
        wanted |= {"licences/%s.txt" % name for name in ("PCRE2", "jansson", "libsodium", "libyaml", "mingw-w64", "xxHash")}
        wanted |= {"patchsets/" + name for name in os.listdir(os.path.join(ROOT, "patchsets")) if name.endswith((".yaml", ".md"))}
        require(names == wanted, "the zip holds %s", sorted(names ^ wanted))


def case_signed(run):
    """packaging/sign.sh with a certificate made for this: the signature holds, the program runs as before, and one changed byte breaks it."""
    script = os.path.join(ROOT, "packaging", "sign.sh")
    program, certificate, key = run.path("tpatch.exe"), run.path("certificate.pem"), run.path("key.pem")
    shutil.copy(os.path.join(run.build, "tpatch.exe"), program)
    unsigned = read(program)

    def call(command, code=0, **more):
        result = subprocess.run(command, capture_output=True, check=False, env=dict(run.env, **more), cwd=run.scratch)
        text = (result.stdout + result.stderr).decode()
        require(result.returncode == code, "%s: exit %d\n%s", " ".join(command), result.returncode, text)
        return text

    require("not signed" in call(["sh", script, program]) and read(program) == unsigned, "without a certificate the program was changed")
    for file in (key, run.path("other.pem")):
        call(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=tests of tpatch", "-addext", "extendedKeyUsage=codeSigning",
              "-keyout", file, "-out", certificate if file == key else run.path("other-certificate.pem")])
    with_wrong_key = dict(SIGN_CERTS=certificate, SIGN_KEY=run.path("other.pem"))
    require("cannot sign" in call(["sh", script, program], 1, **with_wrong_key) and read(program) == unsigned, "with another's key the program was changed")
    call(["sh", script, program], SIGN_CERTS=certificate, SIGN_KEY=key)
    verify = ["osslsigncode", "verify", "-CAfile", certificate, "-in"]
    call(verify + [program])
    call(verify + [os.path.join(run.build, "tpatch.exe")], 1)
    call(["sh", os.path.join(ROOT, "engine", "platform", "windows", "check-exe.sh"), program])
    run.env["WINE_PROGRAM"] = program
    signed_version = run.windows("--version").stdout
    require(signed_version == run.on_linux("--version").stdout.replace(b"\n", signed_version[len(signed_version.rstrip()):]), "the signed program says %s", signed_version)
    changed = bytearray(read(program))
    changed[len(unsigned) // 2] ^= 1
    with open(run.path("changed.exe"), "wb") as f:
        f.write(changed)
    call(verify + [run.path("changed.exe")], 1)
    call(["sh", script, program], SIGN_CERTS=certificate, SIGN_KEY=key)
    call(verify + [program])


def case_version_resource(run):
    """What the properties of the file show: who made it, what it is, and under which licence."""
    for name in ("tpatch.exe", "tbuild.exe", os.path.join("lib", "tpatch.dll")):
        data = read(os.path.join(run.build, name))
        for key, value in (("CompanyName", "The tpatch developers"), ("LegalCopyright", "Copyright (c) 2026, the tpatch developers. BSD 2-Clause License"),
                           ("OriginalFilename", os.path.basename(name)), ("ProductName", "tpatch")):
            found = re.search(re.escape(key.encode("utf-16-le")) + rb"\0{2,4}" + re.escape((value + "\0").encode("utf-16-le")), data)
            require(found, "%s has no %s '%s'", name, key, value)


def functions_of_headers(version):
    """Names that Windows' headers declare for that version of Windows (0x0601 is Windows 7)."""
    text = subprocess.run(["x86_64-w64-mingw32-gcc-posix", "-E", "-P", "-D_WIN32_WINNT=" + version, "-xc", "-"], input=b"#include <windows.h>\n#include <winternl.h>\n",
                          capture_output=True, check=True).stdout
    return set(re.findall(rb"\b([A-Za-z_]\w*) ?\(", text))


def case_imports_of_windows_7(run):
    """Nothing is imported that Windows' headers declare only for versions after Windows 7: a program with one such import does not start there."""
    newer = functions_of_headers("0x0A00") - functions_of_headers("0x0601")
    require({b"CreateFile2", b"GetPointerInfo"} <= newer and b"CreateFileW" not in newer, "the headers do not tell versions apart")
    for name in ("tpatch.exe", "tbuild.exe", os.path.join("lib", "tpatch.dll")):
        listed = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", os.path.join(run.build, name)], capture_output=True, check=True).stdout
        imported = set(re.findall(rb"^\t[0-9a-f]+\t +\d+ +(\w+)$", listed, re.M))
        require({b"CreateFileW", b"LockFileEx" if b"tbuild" not in name.encode() else b"CreateJobObjectW"} <= imported, "the imports of %s are not found", name)
        require(not imported & newer, "%s imports %s", name, sorted(imported & newer))


def case_document(run):
    """The command lines of docs/windows.md, in cmd.exe, on C:."""
    with open(os.path.join(ROOT, "docs", "windows.md"), encoding="utf-8") as f:
        lines = re.search(r"```bat\n(.*?)```", f.read(), re.S)[1].splitlines()
    source = PYTORCH
    drive = os.path.join(run.env["WINEPREFIX"], "drive_c")
    tree = os.path.join(drive, "src", "pytorch")
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(source, tree, symlinks=True)
    with open(run.path("lines.bat"), "w", encoding="ascii", newline="\r\n") as f:
        f.write("@echo off\nset PATH=%s;%%PATH%%\n" % windows_path(run.build))
        for line in lines:
            f.write(line + "\necho [%errorlevel%]\n")
    try:
        result = subprocess.run(["wine", "cmd", "/c", "lines.bat"], cwd=run.scratch, env=run.env, capture_output=True, stdin=subprocess.DEVNULL, check=False,
                                timeout=120)
        text = result.stdout.decode()
        codes = re.findall(r"^\[(\d+)\]\r?$", text, re.M)
        require(codes == ["0"] * len(lines), "exit codes %s\n%s\n%s", codes, text, result.stderr.decode())
        for wanted in ("nothing left to do", "recorded as run 1", "recorded as run 2", "undo: tpatch rollback --root C:\\src\\pytorch", "run 2 undone"):
            require(wanted in text, "'%s' is not in\n%s\n%s", wanted, text, result.stderr.decode())
        require(contents(tree) == contents(source), "the tree is another afterwards")
    finally:
        shutil.rmtree(os.path.join(drive, "src"), ignore_errors=True)


def case_selftest(run):
    """What a person on Windows runs, in Wine's cmd.exe: nothing of it fails, and what Wine cannot show is skipped."""
    shutil.copy(os.path.join(run.build, "tpatch.exe"), run.path("tpatch.exe"))
    with open(os.path.join(HERE, "tpatch-selftest.cmd"), "rb") as f, open(run.path("tpatch-selftest.cmd"), "wb") as out:
        out.write(f.read().replace(b"\n", b"\r\n"))
    result = subprocess.run(["wine", "cmd", "/c", "tpatch-selftest.cmd", windows_path(run.scratch)], cwd=run.scratch, env=dict(run.env, TPATCH_SELFTEST_FILES="2"),
                            capture_output=True, stdin=subprocess.DEVNULL, check=False, timeout=300)
    text = result.stdout.decode(errors="replace")
    counts = re.search(r"selftest: (\d+) passed, (\d+) failed, (\d+) skipped", text)
    require(counts and int(counts[1]) >= 15 and counts[2] == "0" and result.returncode == 0, "exit %d\n%s\n%s", result.returncode, text, result.stderr.decode(errors="replace"))
    require("\x1b[32m+set(A 2)" in text, "no colours:\n%s", text)
    require(not os.path.exists(run.path("tpatch-selftest")), "its folder is left")


def case_pasted_into_cmd(run):
    """The command lines that are printed do what they say when they are pasted into cmd.exe, whatever is in the paths."""
    sets = run.copy("my sets & all", SETS)
    for name in ("my tree", "a&b (1)", "it's", "a^b", "100%"):
        tree = run.copy(name)
        start = contents(tree)
        for words, marker, changed in ((("check",), "next: ", True), (("apply",), "undo: ", False),
                                       (("plan", "-o", "my plan"), "next: ", True), (("apply",), "undo: ", False)):
            code = 1 if words[0] == "check" else 0
            if words[0] == "apply":
                # What was proposed before has made the run.
                run.windows("rollback", "--root", windows_path(tree))
                result = run.windows("apply", "--root", windows_path(tree), "--patchsets", windows_path(sets))
            else:
                result = run.windows(*words, "--root", windows_path(tree), "--patchsets", windows_path(sets), code=code)
            text = (result.stdout + result.stderr).decode()
            line = [line for line in text.splitlines() if line.startswith(marker + "tpatch ")]
            require(len(line) == 1, "%s: no command in\n%s", name, text)
            with open(run.path("pasted.bat"), "w", encoding="ascii", newline="\r\n") as f:
                f.write("@echo off\nset PATH=%s;%%PATH%%\n%s\n" % (windows_path(run.build), line[0][len(marker):].replace("%", "%%")))
            for _ in range(STARTS):
                pasted = subprocess.run(["wine", "cmd", "/c", "pasted.bat"], cwd=run.scratch, env=run.env, capture_output=True, stdin=subprocess.DEVNULL,
                                        check=False, timeout=60)
                # Where Wine ends before the program begins, nothing is said.
                if not pasted.returncode or pasted.stdout or pasted.stderr:
                    break
            require(pasted.returncode == 0 and (contents(tree) != start) == changed, "%s: exit %d\n%s\n%s", line[0], pasted.returncode,
                    pasted.stdout.decode(), pasted.stderr.decode())
