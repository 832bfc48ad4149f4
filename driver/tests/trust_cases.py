"""Trees that somebody prepared: what a question runs, where a build writes, and what a profile can put into a script."""
import functools
import json
import os
import re
import stat
import subprocess

import build_case as b
import machines
from case import clean_environment, expect, must, read, run, triage_all, write
from data_cases import make_tree

MODULES = ("platform", "sysconfig", "sitecustomize", "usercustomize", "encodings", "importlib", "torch", "os")


def questions(tbuild, scratch):
    """doctor and report, started in a tree, run none of its Python modules and none of its programs."""
    root = make_tree(scratch, {}, tbuild)
    proof = os.path.join(scratch, "ran")
    for module in MODULES:
        write(os.path.join(root, module + ".py"), "open(%r, 'a').write(%r)\n" % (proof, module))
    for program in ("ninja", "nvcc", "g++", "git", "python3", "ld", "ldd"):
        path = os.path.join(root, program)
        write(path, "#!/bin/sh\necho %s >>%s\n" % (program, proof))
        os.chmod(path, 0o755)
    usual = clean_environment()["PATH"]
    tried = 0
    for python_path in (None, "", ".", ":/nowhere", root, root + "/", os.path.join(root, "torch")):
        for path in (usual, ".:" + usual, ":" + usual):
            env = clean_environment(PATH=path)
            env.pop("PYTHONPATH", None)
            if python_path is not None:
                env["PYTHONPATH"] = python_path
            for words in (["doctor", "--profile", "cpu"], ["doctor", "--profile", "blackwell"], ["report", "--profile", "cpu"]) if tried < 6 else (["doctor", "--profile", "cpu"],):
                code, out, err = run(tbuild, *words, cwd=root, env=env)
                must(code in (0, 1), "exit code %d of %s" % (code, words), out, err)
                must(not os.path.exists(proof), "%s ran the tree's own with PYTHONPATH=%r, PATH=%r" % (words, python_path, path), os.path.exists(proof) and read(proof))
                tried += 1


def own_folder(tbuild, scratch):
    """Where the tree's `.tbuild` is a link, nothing is written; what lies in it as a link or a second name is replaced, and what it led to is as it was."""
    b.need()
    outside = os.path.join(scratch, "outside")
    os.makedirs(os.path.join(outside, "logs"))
    for where in (".tbuild", ".tbuild/logs"):
        root = b.project(scratch, "tree-" + os.path.basename(where))
        os.makedirs(os.path.dirname(os.path.join(root, where)), exist_ok=True)
        os.symlink(outside, os.path.join(root, where))
        expect(b.build(tbuild, scratch, root), 3, "is not a folder of this tree", "remove it")
        must(os.listdir(outside) == ["logs"] and not os.listdir(outside + "/logs"), "wrote outside", os.listdir(outside))
    root = b.project(scratch)
    os.makedirs(os.path.join(root, ".tbuild/logs"))
    names = (".gitignore", "configure.stamp", "compare.stamp", "logs/latest.log")
    for number, name in enumerate(names):
        target = os.path.join(scratch, "precious-%d" % number)
        write(target, "precious")
        (os.link if number % 2 else os.symlink)(target, os.path.join(root, ".tbuild", name))
    expect(b.build(tbuild, scratch, root, "--until", "compare"), 0)
    for number, name in enumerate(names):
        must(read(os.path.join(scratch, "precious-%d" % number)) == "precious", "wrote through " + name)
        must(stat.S_ISREG(os.lstat(os.path.join(root, ".tbuild", name)).st_mode), name + " is still a link")
    lock = os.path.join(root, ".tbuild/lock")
    os.remove(lock)
    os.symlink(os.path.join(scratch, "made"), lock)
    expect(b.build(tbuild, scratch, root, "--until", "compare"), 4, "lock")
    must(not os.path.exists(os.path.join(scratch, "made")), "made the lock outside")


def last_log(tbuild, scratch):
    """The log of the last build is read from the tree only: what a link leads to would be in the report that one publishes."""
    root = make_tree(scratch, {}, tbuild)
    write(os.path.join(scratch, "secret"), "error: cannot find -lsecret\n")
    os.makedirs(os.path.join(root, ".tbuild/logs"))
    os.symlink(os.path.join(scratch, "secret"), os.path.join(root, ".tbuild/logs/latest.log"))
    for command in ("triage", "report"):
        got = run(tbuild, command, "--root", root)
        must("secret" not in got[1] + got[2].replace(scratch, ""), "followed the link", got)


HOSTILE = ["x'; touch ran; '", "x$(touch ran)", "x`touch ran`", "x\" & type nul >ran & \"", "x%PATH%", "a.b*c"]


def script_words(tbuild, scratch):
    """What a profile says under `expect` is a word in the script, and a text for grep; names and patterns that could be more are refused."""
    root = make_tree(scratch, {}, tbuild)
    profile = os.path.join(scratch, "p.yaml")
    for value in HOSTILE:
        write(profile, "profile: p\nsummary: s\nextends: cpu\nexpect:\n  BUILD_TEST: %s\n" % ("'" + value.replace("'", "''") + "'"))
        got = run(tbuild, "--root", root, "--profile", profile, "--dry-run", "--script", "sh", "--until", "compare", "--unpatched")
        expect(got, 0, "BUILD_TEST")
        lines = [line for line in got[1].splitlines() if "build/CMakeCache.txt" in line]
        must(lines, "compares nothing", got[1])
        write(os.path.join(scratch, "w/build/CMakeCache.txt"), "BUILD_TEST:STRING=%s\nUSE_CUDA:BOOL=OFF\nUSE_MKLDNN:BOOL=ON\n" % value)
        done = subprocess.run(["sh", "-c", "\n".join(lines)], cwd=os.path.join(scratch, "w"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        must(done.returncode == 0, "%r is not taken as it is" % value, lines, done.stdout)
        write(os.path.join(scratch, "w/build/CMakeCache.txt"), "BUILD_TEST:STRING=%s\nUSE_CUDA:BOOL=OFF\nUSE_MKLDNN:BOOL=ON\n" % "aXbbc")
        done = subprocess.run(["sh", "-c", "\n".join(lines)], cwd=os.path.join(scratch, "w"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        must(done.returncode == 3, "%r is taken for an expression" % value, lines)
        must(not os.path.exists(os.path.join(scratch, "w/ran")), "ran what the profile said", lines)
    write(profile, "profile: p\nsummary: s\nstage: {a: 'C:/%AWAY%/*.dll'}\nstage_into: 'x/%AWAY%'\n")
    got = run(tbuild, "--root", root, "--profile", profile, "--dry-run", "--script", "bat", "--unpatched")
    must(got[1].count("%%AWAY%%") == 5 and got[1].count("AWAY") == 5, "cmd.exe would replace what stands between '%'", got[1])
    for text in ("expect: {\"A'B\": x}", "env: {\"A B\": x}", "env: {\"A;touch ran\": x}", "wheel_glob: \"dist/$(touch ran)\"", "wheel_glob: ../../x*", "vcvars_version: \"14 & x\"",
                 "profile: ../../x", "profile: \"x\\ny\"", "pip: {\"x$(touch ran)\": \">=1\"}"):
        write(profile, ("" if text.startswith("profile") else "profile: p\n") + "summary: s\n" + text + "\n")
        got = run(tbuild, "--root", root, "--profile", profile, "--dry-run", "--unpatched")
        expect(got, 2, "p.yaml:", " may have ")
    for value in ("x\\n::error::y", "\\e[31m", "\\u009b1m", "\\u202e", "x\\u200by", "\\U000e0041"):
        write(profile, "profile: p\nsummary: s\nenv: {X: \"%s\"}\n" % value)
        expect(run(tbuild, "--root", root, "--profile", profile, "--dry-run", "--unpatched"), 2, "p.yaml:3:", "must not contain line ends")


def fixes(tbuild, scratch):
    """What a log names is no shell code in the command that is to be pasted."""
    rows = [row for row in json.loads(run(tbuild, "triage", "--list", "--json")[1]) if re.search(r"\{([1-4]|top)\}", row["fix"])]
    logs, shell = {}, ("$(id)", "`id`", ";id;", "|id", "&&id", ">id")
    for row in rows:
        # Each word gets two of the six, words one after the other mostly others.
        for word in re.finditer(r"[\w.+-]+", row["sample"]):
            middle = (word.start() + word.end() + 1) // 2
            for text in shell[word.start() % 3::3]:
                logs["%d.log" % len(logs)] = row["sample"][:middle] + text + row["sample"][middle:] + "\n"
    fixes_said = [hit["fix"] for hits in triage_all(tbuild, scratch, logs).values() for hit in hits]
    must(any("?id" in fix or "?(id" in fix for fix in fixes_said), "no log got what it names into a fix")
    for fix in fixes_said:
        must(not any(text in fix for text in shell), "a fix that should not be pasted", fix)


def sizes(tbuild, scratch):
    """Few small files of a tree are no endless list of submodules, and what a tree or a profile has many of is not compared each with each."""
    levels = 30
    root = make_tree(scratch, {}, tbuild)
    for level in range(levels):
        write(os.path.join(root, "m/" * level + ".gitmodules"), "path = m\n" * 8)
        write(os.path.join(root, "m/" * level + "m/file"), "")
    got = run(tbuild, "doctor", "--root", root, "--profile", "cpu", timeout=60)
    must(got[0] in (0, 1) and "%d submodules, none is empty" % levels in got[1], "submodules are not counted once", got)
    with open(os.path.join(root, "CMakeLists.txt"), "a", encoding="ascii") as file:
        file.write("".join("option(OPTION_%d)\n" % i for i in range(150000)))
    expect(run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", "--unpatched", timeout=60), 0, "BUILD_TEST")
    profile = os.path.join(scratch, "p.yaml")
    for key in ("env", "expect", "pip", "stage"):
        write(profile, "profile: p\nsummary: s\n%s:\n%s" % (key, "".join("  NAME_%d: '1'\n" % i for i in range(50000))))
        expect(run(tbuild, "--root", root, "--profile", profile, "--dry-run", "--unpatched", timeout=60), 2, "p.yaml:1004:", "'%s' has more than 1000 entries" % key)


def outside_of_code(markdown):
    """What Markdown reads as more than code: without fenced blocks and code spans, as CommonMark knows them."""
    rest, fence = [], None
    for line in re.split("\\r\\n|\\r|\\n", markdown):
        ticks = re.match(" {0,3}(`{3,})[ \\t]*$", line)
        if fence is None and ticks:
            fence = ticks[1]
        elif fence is not None:
            fence = None if ticks and len(ticks[1]) >= len(fence) else fence
        else:
            rest.append(re.sub("(?<!`)(`+)(?!`).*?(?<!`)\\1(?!`)", "", line))
    must(fence is None, "a block has no end", markdown)
    return rest


def report_is_inert(tbuild, scratch):
    """Nothing that a tree, a log or the environment says is a link, a mention, HTML, a heading or an end of a block in the report that one pastes."""
    nasty = "`` ``` x` @all [a](http://evil) <img src=x> ~~~ #1 &lt; *b*"
    root = make_tree(os.path.join(scratch, nasty.replace("/", "")), {"patch": "drifted"}, tbuild)
    write(os.path.join(root, ".gitmodules"), "".join('[submodule "%s"]\n\tpath = third_party/%s\n' % (name, name) for name in (nasty.replace("/", ""), "`", "``x", "@all")))
    log = os.path.join(scratch, "log.txt")
    write(log, "".join("%s\n%s\r%s\n" % (ticks, ticks, nasty) for ticks in ("```", "````", "~~~", "`````")) + "c++: fatal error: Killed signal terminated program cc1plus\n# x\x1b[2J\u202e\n")
    env = {"HOME": "/nowhere", "CC": nasty + "\n```\n# forged\n\x1b[2J", "CUDA_HOME": nasty}
    machine = machines.write(machines.changed(machines.LINUX, {"env": env}), scratch, root)
    for words in ((log,), ()):
        path = os.path.join(scratch, "report.md")
        got = run(tbuild, "report", *words, "--root", root, "--profile", "blackwell", "--machine", machine)
        expect(got, 0, "**wrong** `submodules`")
        expect(run(tbuild, "report", *words, "--root", root, "--profile", "blackwell", "--machine", machine, "--output", path), 0)
        for markdown in (got[1], read(path)):
            must(not any(c in markdown for c in "\x1b\u202e\r"), "it is not all to be seen", markdown)
            for line in outside_of_code(markdown):
                must(not re.search("[]@[<`&]|http|forged|~~~", line), "not code: %r" % line, markdown)


def cases(tbuild):
    for function in (questions, own_folder, last_log, script_words, fixes, sizes, report_is_inert):
        yield "trust/" + function.__name__, functools.partial(function, tbuild)
