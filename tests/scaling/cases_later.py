"""More inputs of run.py: tags of a repository, what is said of runs when they are done, porting."""
import os
import subprocess

from cases import F_TO_G, case, rule


@case(10)
def matrix_tags(tree, n):
    """Tags of a git repository."""
    tree.set(rule(F_TO_G, "python"))
    repository, stream = os.path.join(tree.folder, "repository"), []
    for i in range(n):
        stream.append("commit refs/heads/main\ncommitter a <a@b> %d +0000\ndata 2\nc\nM 644 inline demo.txt\ndata <<E\n1.0.%d\nE\n\n" % (1e9 + i, i))
        stream.append("M 644 inline a%d.py\ndata <<E\nf(1)\nE\n\nreset refs/tags/v1.0.%d\nfrom refs/heads/main\n\n" % (i % 5, i))
    subprocess.run(["git", "init", "-q", repository], check=True)
    subprocess.run(["git", "-C", repository, "fast-import", "--quiet"], input="".join(stream).encode(), check=True)
    tree.run("matrix", "--git", repository, "--tags", "v*", "--patchsets", tree.sets, "-j1", sets=False, codes=(0, 1, 3))


# --- what runs did ----------------------------------------------------------------------------------------------------

def history(tree, path, *more):
    """What is said of applied runs, and their undoing."""
    def look(*arguments, label=None):
        tree.run(*arguments, "--root", tree.root, sets=False, label=label)
    look("status")
    look("log")
    look("log", "--json", label="log json")
    look("diff")
    look("diff", "--stat", label="diff stat")
    look("diff", "1", label="diff 1")
    look("export", "1", label="export 1")
    look("explain", path, label="explain file")
    look("rollback", "--dry-run", *more, label="rollback dry")
    look("rollback", *more)


@case(100)
def history_rules(tree, n):
    """Many rules of one run in one file."""
    tree.set(*[rule("match: f%d(1)\nreplace: g%d(1)" % (i, i), "python", "rule-%d" % i) for i in range(n)])
    tree.write("a.py", "".join("f%d(1)\n" % i for i in range(n)))
    tree.run("apply", "-q", counted=False)
    history(tree, "a.py")


@case(100)
def history_files(tree, n):
    """Many files of one run, in each of which three rules do something."""
    tree.set(*[rule("match: %s(1)\nreplace: g(1)" % name, "python", "rule-" + name) for name in "abc"])
    for i in range(n):
        tree.write("d/f%d.py" % i, "a(1)\n\nb(1)\n\nc(1)\n")
    tree.run("apply", "-q", counted=False)
    history(tree, "d/f1.py")


@case(10)
def history_runs(tree, n):
    """Many runs, each with an edit of the one file and one of a file of its own."""
    tree.set(*[rule("match: f%d(1)\nreplace: g%d(1)" % (i, i), "python", "rule-%d" % i) for i in range(n)])
    tree.write("a.py", "".join("f%d(1)\n" % i for i in range(n)))
    for i in range(n):
        tree.write("b%d.py" % i, "f%d(1)\n" % i)
        tree.run("apply", "-q", "--rule", "rule-%d" % i, counted=False)
    history(tree, "a.py", "--last", str(n))


# --- porting ----------------------------------------------------------------------------------------------------------

def port(tree, source):
    for form, more in (("port", []), ("port json", ["--json"]), ("port page", ["-o", "html=%s/page.html" % tree.folder])):
        tree.run("port", source, "--to", tree.root, "--patchsets", tree.sets, *more, sets=False, label=form, codes=(0, 3))


@case(50)
def port_patches(tree, n):
    """Many patches, each to a file of its own."""
    for i in range(n):
        tree.other("patches/%04d.patch" % i, "--- a/f%d.py\n+++ b/f%d.py\n@@ -1,3 +1,3 @@\n a%d\n-f(%d)\n+g(%d)\n b\n" % (i, i, i, i, i))
        tree.write("f%d.py" % i, "\na%d\nf(%d)\nb\n" % (i, i))
    port(tree, tree.folder + "/patches")


def patches_of_one_file(tree, n, places):
    for i in range(n):
        tree.other("patches/%04d.patch" % i, "--- a/f.py\n+++ b/f.py\n@@ -%d,3 +%d,3 @@\n a%d\n-f(%d)\n+g(%d)\n b\n" % (5 * i + 1, 5 * i + 1, i, i, i))
    tree.write("f.py", "\n" + "".join("a%d\nf(%d)\nb\n\n\n" % (i, i) for i in range(places)))
    port(tree, tree.folder + "/patches")


@case(15)
def port_few_patches_of_one_file(tree, n):
    """So few that each is tried alone in the whole file, which is as long for every n; port_to_a_long_file makes that one longer."""
    patches_of_one_file(tree, n, 250)


@case(100)
def port_patches_of_one_file(tree, n):
    patches_of_one_file(tree, n, n)


@case(50)
def port_hunks(tree, n):
    """One patch of many hunks."""
    tree.other("a.patch", "--- a/f.py\n+++ b/f.py\n" + "".join("@@ -%d,3 +%d,3 @@\n a%d\n-f(%d)\n+g(%d)\n b\n" % (5 * i + 1, 5 * i + 1, i, i, i) for i in range(n)))
    tree.write("f.py", "\n" + "".join("a%d\nf(%d)\nb\n\n\n" % (i, i) for i in range(n)))
    port(tree, tree.folder + "/a.patch")


@case(200)
def port_to_many_files(tree, n):
    """One patch whose file is gone, so that it is looked for in all others."""
    tree.other("a.patch", "--- a/gone.py\n+++ b/gone.py\n@@ -1,3 +1,3 @@\n a\n-f(1)\n+g(1)\n b\n")
    for i in range(n):
        tree.write("d%d/f%d.py" % (i % 9, i), "x%d\n\na\nh(1)\nb\n" % i)
    port(tree, tree.folder + "/a.patch")


@case(300)
def port_to_a_long_file(tree, n):
    tree.other("a.patch", "--- a/f.py\n+++ b/f.py\n@@ -1,3 +1,3 @@\n a\n-f(1)\n+g(1)\n b\n")
    tree.write("f.py", "a\nh(1)\nb\n" * n + "a\nf(1)\nb\n")
    port(tree, tree.folder + "/a.patch")
