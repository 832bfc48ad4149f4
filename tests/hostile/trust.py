"""What a tree, a repository or a plan of anybody must not reach: programs, files outside, the reader's terminal."""
import json
import os
import shutil
import subprocess

from bench import Skip, rule

PYTHON = rule('match: f($A)\nreplace: g($A)', pattern="'*.py'", language="python")
# What steers a terminal, turns what is read around, forges a line of ours, is a command to a runner.
NASTY = "\x1b]0;pwn\x07\x1b[2J\u009b31m\u202e\u2066x"
RAW = ("\x1b]", "\x1b[2", "\x07", "\u009b", "\u202e", "\u2066")


def git(bench, *arguments):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment.update(GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1")
    run = subprocess.run(["git", "-C", bench.tree, "-c", "user.name=a", "-c", "user.email=a@b", *arguments], stdout=subprocess.PIPE, check=True,
                         env=environment)
    return run.stdout.decode().strip()


def no_file_was_made(bench, folder):
    made = os.listdir(folder)
    bench.expect(not made, "a program of the repository ran: %s" % ", ".join(made))


def name_programs(bench, ran):
    """All that a configuration can name as a program; each would leave a file in `ran`."""
    hooks = os.path.join(bench.tree, ".git", "hooks")
    os.makedirs(hooks, exist_ok=True)
    for hook in ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman", "pre-auto-gc"):
        with open(os.path.join(hooks, hook), "w", encoding="ascii") as file:
            file.write("#!/bin/sh\ntouch %s/hook-%s\n" % (ran, hook))
            os.fchmod(file.fileno(), 0o755)
    program = "touch %s/%%s; false" % ran
    settings = [
        ("core.repositoryformatversion", "1"), ("extensions.partialClone", "origin"), ("remote.origin.promisor", "true"),
        ("remote.origin.url", bench.tree), ("protocol.allow", "always"), ("protocol.file.allow", "always"), ("protocol.ext.allow", "always"),
        ("core.hooksPath", hooks), ("diff.external", program % "diff"), ("filter.x.smudge", program % "smudge"), ("filter.x.process", program % "process"),
        ("diff.x.textconv", program % "textconv"), ("gpg.program", program % "gpg"), ("credential.helper", "!" + program % "credential"),
        ("core.editor", program % "editor"), ("core.askPass", program % "askpass"),
        ("log.showSignature", "true"), ("log.mailmap", "true"), ("diff.x.command", program % "command"), ("diff.x.cachetextconv", "true"),
    ]
    for command in ("cat-file", "log", "blame", "diff-tree"):
        settings.append(("alias." + command, "!" + program % ("alias-" + command)))
        settings.append(("pager." + command, program % ("pager-" + command)))
    for name in ("core.fsmonitor", "core.pager", "core.sshCommand", "core.gitProxy", "core.alternateRefsCommand",
                 "remote.origin.uploadpack", "uploadpack.packObjectsHook"):
        settings.append((name, program % name))
    for name, value in settings:
        git(bench, "config", name, value)
    bench.write(".gitattributes", "* filter=x diff=x\n")


def case_git_repository_runs_nothing(bench):
    """All that a configuration can name as a program, in a repository that lacks an object."""
    if not shutil.which("git"):
        raise Skip("git is not here")
    bench.write_set(PYTHON)
    bench.write("a.py", "f(1)\n")
    bench.write("b.py", "f(2)\n")
    ran = os.path.join(bench.folder, "ran")
    os.mkdir(ran)
    git(bench, "init", "-q", ".")
    git(bench, "add", "-A")
    git(bench, "commit", "-qm", "one")
    git(bench, "tag", "-am", "x", "v1.0.0")
    lost = git(bench, "rev-parse", "HEAD:b.py")
    os.unlink(os.path.join(bench.tree, ".git", "objects", lost[:2], lost[2:]))
    name_programs(bench, ran)
    for url in (bench.tree, "ext::sh -c 'touch %s/ext'" % ran, "ssh://localhost/x", "file://" + bench.tree):
        with open(os.path.join(bench.tree, ".git", "config"), "a", encoding="utf-8") as file:
            file.write('[remote "origin"]\n\turl = "%s"\n' % url.replace('"', '\\"'))
        result = bench.run("matrix", "--git", bench.tree, "--tags", "v*", "--patchsets", bench.sets, sets=False, codes=(4,))
        bench.expect(b"nothing is fetched" in result.err, "the lost object was not told: %s" % result.err.decode())
        no_file_was_made(bench, ran)


def case_git_history_runs_nothing(bench):
    """The same where the commits between two trees are asked for, one of them signed, in tags and in a checkout."""
    if not shutil.which("git"):
        raise Skip("git is not here")
    bench.write_set(PYTHON)
    bench.write("a.py", "".join("f(%d)\n" % n for n in range(9)))
    bench.write("b.py", "".join("b(%d)\n" % n for n in range(9)))
    ran = os.path.join(bench.folder, "ran")
    os.mkdir(ran)
    git(bench, "init", "-q", ".")
    git(bench, "add", "-A")
    git(bench, "commit", "-qm", "one")
    git(bench, "tag", "v1.0.0")
    bench.write("a.py", "".join("f(%d)\n" % n for n in range(9) if n != 7).replace("f(4)", "g(4)"))
    git(bench, "mv", "b.py", "c.py")
    git(bench, "add", "-A")
    git(bench, "commit", "-qm", NASTY)
    signed = git(bench, "cat-file", "commit", "HEAD").replace("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n", 1)
    made = subprocess.run(["git", "-C", bench.tree, "hash-object", "-t", "commit", "-w", "--stdin"], input=(signed + "\n").encode(),
                          stdout=subprocess.PIPE, check=True).stdout.decode().strip()
    git(bench, "reset", "-q", "--hard", made)
    git(bench, "tag", "v2.0.0")
    diff = os.path.join(bench.folder, "a.diff")
    with open(diff, "w", encoding="ascii") as file:
        file.write("--- a/a.py\n+++ b/a.py\n@@ -4,3 +4,3 @@\n f(3)\n-f(4)\n+g(4)\n f(5)\n@@ -8 +8 @@\n-f(7)\n+h(7)\n"
                   "--- a/b.py\n+++ b/b.py\n@@ -3,3 +3,3 @@\n b(2)\n-b(3)\n+c(3)\n b(4)\n")
    name_programs(bench, ran)
    for trees in (("--git", bench.tree, "--from", "v1.0.0", "--to", "v2.0.0"), ("--to", bench.tree)):
        result = bench.run("port", diff, *trees, "--patchsets", bench.sets, sets=False, codes=(3,))
        bench.expect(b"since commit " in result.err and b"was removed by commit" in result.err and b"git's history" in result.err,
                     "git was not asked: %s" % result.err.decode())
        bench.expect(not any(raw in result.err.decode() for raw in RAW), "a subject reached the terminal as it is")
        no_file_was_made(bench, ran)


def case_git_tree_without_end(bench):
    """Ten trees, each with the one below it ten times, are a listing of 10^10 files."""
    if not shutil.which("git"):
        raise Skip("git is not here")
    git(bench, "init", "-q", ".")

    def made(kind, data):
        run = subprocess.run(["git", "-C", bench.tree, *kind], input=data.encode(), stdout=subprocess.PIPE, check=True)
        return run.stdout.decode().strip()

    entry = "100644 blob " + made(["hash-object", "-w", "--stdin"], "x")
    for _ in range(10):
        entry = "040000 tree " + made(["mktree"], "".join("%s\tname-%d\n" % (entry, i) for i in range(10)))
    git(bench, "tag", "v1.0.0", git(bench, "commit-tree", "-m", "x", entry.split()[-1]))
    git(bench, "repack", "-adq")  # as a clone has them: git would open each loose file once for each time that it is named
    result = bench.run("matrix", "--git", bench.tree, "--tags", "v*", "--patchsets", bench.sets, sets=False, codes=(4,), seconds=20)
    bench.expect(b"has more than" in result.err, "it does not say why: %r" % result.err)


def case_git_tree_of_one_large_file(bench):
    """A small repository that has one file of 8 MiB under 200 names: port neither holds all of them, nor looks into all for one that is gone."""
    if not shutil.which("git"):
        raise Skip("git is not here")
    git(bench, "init", "-q", ".")
    bench.write("a.txt", ("x" * 63 + "\n") * (8 << 14))
    entry = "100644 blob %s\t%%d.txt\n" % git(bench, "hash-object", "-w", "a.txt")
    made = subprocess.run(["git", "-C", bench.tree, "mktree"], input="".join(entry % i for i in range(200)).encode(), stdout=subprocess.PIPE, check=True)
    git(bench, "tag", "v1.0.0", git(bench, "commit-tree", "-m", "x", made.stdout.decode().strip()))
    diff = os.path.join(bench.folder, "a.diff")
    for names, code, said in ((["gone.txt"], 3, b"the tree does not have the file"), (["%d.txt" % i for i in range(30)], 2, b"come to more than 128 MiB")):
        with open(diff, "w", encoding="ascii") as file:
            file.write("".join("--- a/%s\n+++ b/%s\n@@ -3,3 +3,3 @@\n %s\n-y\n+z\n %s\n" % (name, name, "x" * 63, "x" * 63) for name in names))
        result = bench.run("port", diff, "--git", bench.tree, "--to", "v1.0.0", "--patchsets", bench.sets, sets=False, codes=(code,), seconds=20, mebibytes=700)
        bench.expect(said in result.err, "it says %r" % result.err)


def case_git_speaks_on_one_line(bench):
    """What git says of a hostile repository forges no line."""
    if not shutil.which("git"):
        raise Skip("git is not here")
    git(bench, "init", "-q", ".")
    with open(os.path.join(bench.tree, "x\n::error::forged"), "w", encoding="ascii") as file:
        file.write("[[[\n")
    with open(os.path.join(bench.tree, ".git", "config"), "a", encoding="ascii") as file:
        file.write('[include]\n\tpath = "../x\\n::error::forged"\n')
    result = bench.run("matrix", "--git", bench.tree, "--tags", "v*", "--patchsets", bench.sets, sets=False, codes=(4,))
    bench.expect(b"\n::error" not in result.err and b"::error::forged" in result.err, "a line is forged: %r" % result.err)


def case_plan_paths_lead_nowhere_else(bench):
    bench.write_set(rule("create: |\n  text", "the-rule", "new.txt", "text").replace("    optional: true\n", ""))
    plan = json.loads(bench.run("plan").out.decode())
    for path in (".git/hooks/x", ".GIT/x", "git~1/hooks/x", ".git./x", ".git /x", ".g\u200cit/x", ".git::$INDEX_ALLOCATION/x", ".tpatch/x", "TPATCH~1/x",
                 "../x", "/x", "a//x", "x/", ".", "", "C:/x", "a:b", "nul", "a\nb", "a\\b", "a\x1bb"):
        plan["files"][0]["path"] = path
        with open(os.path.join(bench.folder, "bad.plan"), "w", encoding="utf-8") as file:
            json.dump(plan, file)
        before = bench.snapshot()
        bench.run("apply", "--plan", os.path.join(bench.folder, "bad.plan"), "--root", bench.tree, sets=False, codes=(2,))
        bench.expect_same(before, "plan with the path %s" % ascii(path))


def case_plans_that_contradict_themselves(bench):
    """Two changes that cannot be made together are told as such, and not as those of another program."""
    for name in ("a.txt", "b.txt"):
        bench.write(name, name)
    bench.write_set(*(rule("rename-file: new-" + name, "rule-" + name[0], name, "text").replace("    optional: true\n", "") for name in ("a.txt", "b.txt")))
    plan = json.loads(bench.run("plan").out.decode())
    before = bench.snapshot()
    for first, second, why in (("n", "n", "is created by both"), ("n", "n/x", "would be a file and a folder"), ("n/x", "n", "would be a file and a folder"),
                               ("d/n", "D/m", "differs only in case")):
        for file, path in zip(plan["files"], (first, second)):
            file["operation"]["new_path"] = path
        with open(os.path.join(bench.folder, "bad.plan"), "w", encoding="utf-8") as file:
            json.dump(plan, file)
        result = bench.run("apply", "--plan", os.path.join(bench.folder, "bad.plan"), "--root", bench.tree, sets=False, codes=(2,))
        said = result.err.decode()
        bench.expect("bad.plan: the records of" in said and "'%s'" % first in said and "'%s'" % second in said and why in said, "it says %r" % said)
        bench.expect_same(before, "plan with the paths %s and %s" % (first, second))


def case_names_begin_no_line(bench):
    """Names with line ends and colours in errors, hints, warnings, and in what is carried."""
    name = "z\nforged: yes\x1b[31m"

    def look(*words, **how):
        result = bench.run(*words, **how)
        shown = result.out + result.err
        bench.expect(b"\nforged" not in shown and b"\x1b" not in shown and "\u202e".encode() not in shown, "%s: %r" % (words[0], shown))
        return shown

    bench.write_set(PYTHON)
    bench.write(name + ".py", "f(1)\n")
    os.link(bench.path(name + ".py"), os.path.join(bench.folder, "twin"))
    plan = json.loads(bench.run("plan").out.decode())
    plan["files"][0]["after_hash"] = "0" * 64
    with open(os.path.join(bench.folder, name), "w", encoding="utf-8") as file:
        json.dump(plan, file)
    bench.expect(b"the record of 'z\\nforged" in look("apply", "--plan", file.name, "--root", bench.tree, sets=False, codes=(2,)), "the record is not named")
    bench.expect(b"had 2 hard links" in look("apply"), "it does not warn")
    os.chmod(bench.path(name + ".py"), 0)
    plain = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search")
    if os.geteuid() or shutil.which("setpriv"):
        bench.expect(b"permission denied" in look("check", codes=(4,), through=() if os.geteuid() else plain), "the file can be read")
    for at, text in enumerate(("--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-x\n+b\n", "--- /dev/null\n+++ b/new\u202e.txt\n@@ -0,0 +1 @@\n+\u202ex\n")):
        os.makedirs(os.path.join(bench.folder, "patches"), exist_ok=True)
        with open(os.path.join(bench.folder, "patches", "%d%s.patch" % (at, name)), "w", encoding="utf-8") as file:
            file.write(text)
    os.unlink(bench.path(name + ".py"))
    bench.expect(b"needs a person (0z\\nforged" in look("port", os.path.join(bench.folder, "patches"), "--to", bench.tree, "--patchsets", bench.sets, sets=False, codes=(3,)),
                 "nothing is carried")


def case_output_through_links(bench):
    bench.write_set(PYTHON)
    bench.write("a.py", "f(1)\n")
    outside = os.path.join(bench.folder, "outside")
    os.mkdir(outside)
    keys = os.path.join(outside, "keys")
    with open(keys, "w", encoding="ascii") as file:
        file.write("mine\n")
    os.symlink(keys, bench.path("report.html"))
    os.symlink(outside, bench.path("out"))
    os.symlink(os.path.join(outside, "new"), bench.path("dangling"))
    for name in ("report.html", "out/keys", "out/new", "dangling"):
        path = os.path.join(bench.tree, name)
        for arguments in (["check", "--force", "--output", "html=" + path], ["apply", "--dry", "--force", "--output", "json=" + path], ["plan", "-o", path],
                          ["export", "-o", path], ["export", "--format", "quilt", "-o", os.path.join(bench.tree, "out", "series")]):
            bench.run(*arguments, codes=(2,))
    diff = os.path.join(bench.folder, "a.diff")
    with open(diff, "w", encoding="ascii") as file:
        file.write("--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-f(1)\n+g(1)\n")
    for arguments in (["new", "--from-diff", diff, "--root", bench.tree], ["port", diff, "--to", bench.tree]):
        for name in ("out/keys", "out/new", "out/folder/new", "dangling"):
            result = bench.run(*arguments, "--patchsets", bench.sets, "-o", os.path.join(bench.tree, name), sets=False, codes=(2,))
            bench.expect(b"is a link in the tree" in result.err, "%s: it does not say why: %r" % (arguments[0], result.err))
    with open(keys, encoding="ascii") as file:
        bench.expect(file.read() == "mine\n", "the file behind the link was changed")
    bench.expect(os.listdir(outside) == ["keys"], "something was made behind the link: %s" % os.listdir(outside))


def case_output_into_a_pipe(bench):
    """A FIFO that the tree ships would be waited for."""
    bench.write_set(PYTHON)
    bench.write("a.py", "f(1)\n")
    os.mkfifo(bench.path("report"))
    path = os.path.join(bench.tree, "report")
    for arguments in (["check", "--force", "--output", "html=" + path], ["plan", "-o", path], ["export", "-o", path]):
        result = bench.run(*arguments, codes=(2,))
        bench.expect(b"is not a regular file" in result.err, "%s: it does not say why" % arguments[0])


SECRET = "secret_access_key = XYZZY\n"


def case_settings_of_the_tree_stay_in_it(bench):
    """Patch sets that tpatch.yaml names are not read through links: a message about one shows its lines."""
    with open(os.path.join(bench.folder, "secret"), "w", encoding="ascii") as file:
        file.write(SECRET)
    bench.write("tpatch.yaml", "patchsets: own\n")
    os.mkdir(bench.path("own"))
    for target in ("../../secret", "/dev/zero", "/dev/tty", "nowhere"):
        os.symlink(target, bench.path("own/a.yaml"))
        for command in (["check"], ["apply"], ["list"], ["show", "the-rule"], ["lint"], ["status"], ["export"]):
            result = bench.run(*command, sets=False, codes=(2,), through=("env", "-C", bench.tree))
            bench.expect(b"is a link, which is not followed" in result.err, "%s: it does not say why: %r" % (command[0], result.err))
            bench.expect(b"XYZZY" not in result.err + result.out, "%s shows a file outside" % command[0])
        os.unlink(bench.path("own/a.yaml"))


def case_patch_sets_stay_in_their_folder(bench):
    """What lies in the folder of --patchsets is not read through a link, and no pipe is waited for."""
    os.mkdir(os.path.join(bench.folder, "outside"))
    with open(os.path.join(bench.folder, "outside", "secret.yaml"), "w", encoding="ascii") as file:
        file.write(SECRET)
    path = os.path.join(bench.sets, "a.yaml")
    for target in ("../outside/secret.yaml", os.path.join(bench.folder, "outside", "secret.yaml"), "/dev/zero", "/dev/tty", "nowhere", "../outside"):
        os.symlink(target, path)
        for command in (["check", "--root", bench.tree], ["apply", "--root", bench.tree], ["list"], ["lint"]):
            result = bench.run(*command, "--patchsets", bench.sets, sets=False, codes=(2,))
            bench.expect(b"a.yaml" in result.err and b"is a link, which is not followed" in result.err and b"hint: " in result.err,
                         "%s: it does not say why: %r" % (command[0], result.err))
            bench.expect(b"XYZZY" not in result.err + result.out, "%s shows a file outside" % command[0])
        os.unlink(path)
    os.mkfifo(path)
    result = bench.run("check", codes=(2,))
    bench.expect(b"a.yaml" in result.err and b"is not a regular file" in result.err, "the pipe is not named: %r" % result.err)


def case_recipes_that_double(bench):
    """A few hundred bytes of a recipe do not become gigabytes."""
    doubling = "A=0123456789abcdef\n" + "".join("A=$A$A\n" for _ in range(40)) + "PATCHES=( $A )\n"
    replacing = "A=%s\n" % ("a" * 100) + "A=${A//a/aaaaaaaaaaaaaaaa}\n" * 20 + "git apply $A\n"
    macros = "Name: aaaaaaaaaaaaaaaa\n" + "".join("%%global name %s\n" % ("%{name}" * 8) for _ in range(20)) + "Patch0: %{name}\n%autopatch\n"
    conditions = "source:\n  patches:\n" + "{% if x %}\n" + "{% else %}\n" * 40000 + "    - a.patch\n"
    nested = "if(A)\n" * 100000 + "vcpkg_from_github(PATCHES a.patch)\n" * 200
    loops = "for i in %s; do\neapply %s\ndone\n" % ("a " * 20000, "$i " * 20000)
    branches = "if a; then\n" + "else\n" * 50000 + "eapply a.patch\nfi\n"
    series = os.path.join(bench.folder, "recipes")
    os.mkdir(series)
    for name, text, said in (("a.ebuild", doubling, b"the variable 'A'"), ("PKGBUILD", replacing, b"the variable 'A'"), ("a.spec", macros, b"the macro 'name'"),
                             ("meta.yaml", conditions, b"the conditions"), ("portfile.cmake", nested, b"the conditions"),
                             ("b.ebuild", loops, b""), ("c.ebuild", branches, b"the conditions")):
        path = os.path.join(series, name)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        result = bench.run("port", path, "--to", bench.tree, "--patchsets", bench.sets, sets=False, codes=(2,), seconds=20, mebibytes=600)
        bench.expect(name.encode() + b":" in result.err and said in result.err and b"comes to more than 64 MiB" in result.err and b"hint: " in result.err,
                     "%s: it does not say what is too much: %r" % (name, result.err[:300]))
        os.unlink(path)


def case_series_stay_in_their_folder(bench):
    """What a list of patches or a recipe names is read below its folder, through no link, and no pipe is waited for."""
    with open(os.path.join(bench.folder, "secret"), "w", encoding="ascii") as file:
        file.write(SECRET)
    bench.write("a.txt", "XYZZY\n")
    series = os.path.join(bench.folder, "series.d")
    os.mkdir(series)
    with open(os.path.join(bench.folder, "out.patch"), "w", encoding="ascii") as file:
        file.write("--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-XYZZY\n+b\n")
    os.mkfifo(os.path.join(series, "pipe.patch"))
    os.symlink("../secret", os.path.join(series, "link.patch"))
    os.symlink("..", os.path.join(series, "up"))
    os.symlink("/dev/zero", os.path.join(series, "zero.patch"))
    recipe = "package:\n  name: x\nsource:\n  patches:\n    - '%s'\n"
    for name in ("../out.patch", os.path.join(bench.folder, "out.patch"), "up/out.patch", "pipe.patch", "link.patch", "zero.patch", "/dev/stdin", "-",
                 "a/../../out.patch", "con", "c:/x.patch", "\\\\host\\x.patch", "series.d", "x.patch."):
        for file_name, text in (("series", "%s\n"), ("meta.yaml", recipe)):
            path = os.path.join(series, file_name)
            with open(path, "w", encoding="ascii") as file:
                file.write(text % name)
            for source in (series, path):
                result = bench.run("port", source, "--to", bench.tree, "--patchsets", bench.sets, sets=False, codes=(2, 3, 4))
                shown = result.err + result.out
                bench.expect(b"XYZZY" not in shown and b"patch:3" not in shown, "%s of %s was read: %r" % (name, file_name, shown))
            os.unlink(path)
    for kind in (os.mkfifo, lambda path: os.symlink("../secret", path)):
        kind(os.path.join(series, "series"))
        result = bench.run("port", series, "--to", bench.tree, "--patchsets", bench.sets, sets=False, codes=(2, 4))
        bench.expect(b"XYZZY" not in result.err and b"access" not in result.err, "the list was read: %r" % result.err)
        os.unlink(os.path.join(series, "series"))


def case_output_over_a_source(bench):
    bench.write_set(PYTHON)
    bench.write("a.py", "f(1)\n")
    path = os.path.join(bench.tree, "a.py")
    result = bench.run("check", "--output", "html=" + path, codes=(2,))
    bench.expect(b"does not look as if tpatch wrote it" in result.err, "it is not told why")
    report = os.path.join(bench.folder, "report")
    for form in ("html", "json", "sarif", "gitlab", "junit", "github", "text"):
        for _ in range(2):
            bench.run("check", "--output", form + "=" + report, codes=(1,))
        os.unlink(report)
    bench.run("check", "--force", "--output", "html=" + path, codes=(0, 1))


def case_output_is_harmless(bench):
    """Names, lines and words of anybody, through every command and format."""
    folder = "d" + NASTY + "\n::error::forged\n##[error]forged\nforged: yes"
    bench.write(folder + "/a.cmake", "set(A 1) # %s\n# ##vso[task.x]\n ::error::x\n" % NASTY)
    bench.write("b.cmake", "# ::x\n::error::forged\nset(A 1)\n# " + NASTY + "\n")
    bench.write_set(text="tpatch: 1\nname: demo\nsummary: \"s %(n)s\"\ntarget: {project: demo, versions: '>=1'}\nrules:\n  - id: the-rule\n"
                    "    title: \"t %(n)s ##[x]\"\n    why: \"w %(n)s\\n\\n::error::forged\"\n    files: '*.cmake'\n    edits:\n"
                    "      - match: set(A $V)\n        set: {V: \"2\"}\n"
                    % {"n": "\\e]0;pwn\\a\\e[2J\\u009b31m\\u202e\\u2066x"})
    sets = ["--patchsets", bench.sets]
    runs = [(["check", "--format", form], True) for form in ("text", "json", "sarif", "gitlab", "junit", "html", "github")]
    runs += [(arguments, True) for arguments in (["check", "-v"], ["apply", "--dry"], ["apply", "--dry", "--stat"], ["plan"], ["explain", "the-rule"],
                                                 ["explain", "the-rule", "--json"], ["status"])]
    runs += [([*arguments, *sets], False) for arguments in (["show", "the-rule"], ["list"], ["lint"], ["list", "--format", "markdown"])]
    runs += [(["parse", bench.path("b.cmake").decode()], False), (["apply"], True), (["log", "--root", bench.tree], False),
             (["log", "1", "--root", bench.tree], False), (["status"], True), (["rollback", "--root", bench.tree], False)]
    for arguments, with_sets in runs:
        command = [bench.tpatch, *arguments, *(["--root", bench.tree, *sets] if with_sets else [])]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, env=dict(os.environ, GITHUB_ACTIONS="true"),
                                cwd=bench.folder, timeout=60)
        bench.expect(result.returncode in (0, 1, 2, 3), "%s: exit %d" % (" ".join(arguments), result.returncode))
        text = result.stdout.decode(errors="surrogateescape")
        found = [ascii(part) for part in RAW if part in text]
        bench.expect(not found, "%s: %s in the output" % (" ".join(arguments), ", ".join(found)))
        for line in text.split("\n"):
            if line.startswith("::warning title=tpatch ("):
                continue
            forged = line.startswith("forged") or line.lstrip().startswith("::") or "##[" in line or "##vso[" in line
            bench.expect(not forged, "%s: a line is forged: %s" % (" ".join(arguments), ascii(line)))
