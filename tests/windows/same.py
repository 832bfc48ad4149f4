"""That both programs do the same with a real tree: what they print, every byte of the tree, and the reports. Used by cases.py."""
import os
import re
import shutil

from runner import ON_WINDOWS, contents, read, require, windows_path

MOST_TEXT_BYTES = 4000

# Rules about files themselves, for files that the tree has; made-up names stand for the paths.
RULES = """tpatch: 1
name: same-on-both
summary: Files come, go and get another path
target: {project: pytorch, versions: ">=1.0"}
rules:
  - id: makes
    title: Make a file
    why: To see it made on both systems.
    files: tools/made/by_tpatch.py
    edits:
      - create: |
          import sys
          print(sys.version)
  - id: removes
    title: Remove a file
    why: To see it removed on both systems.
    files: "GONE"
    edits:
      - remove-file:
          text: |
TEXT
  - id: moves
    title: Give a file another path
    why: To see it moved on both systems.
    files: "MOVED"
    edits:
      - rename-file: moved/by_tpatch.txt
"""


def is_plain_text(data):
    lines = data.split(b"\n")
    return (0 < len(data) <= MOST_TEXT_BYTES and lines[-1] == b"" and lines[0].strip() != b"" and lines[0][:1] != b" " and lines[-2] != b"" and
            all(0x20 <= c < 0x7F or c == 0x0A for c in data))


def rules_for(tree):
    """RULES with paths of two small texts of the tree that no other rule is about."""
    paths = [path for path in sorted(contents(tree)) if path.endswith((".md", ".txt", ".in", ".h", ".yml")) and "/" in path and not path.startswith(".")]
    gone, moved = [path for path in paths if is_plain_text(read(os.path.join(tree, path))) and "CMakeLists" not in path][:2]
    text = "".join(("            " + line).rstrip() + "\n" for line in read(os.path.join(tree, gone)).decode().splitlines())
    return RULES.replace("TEXT\n", text).replace("GONE", gone).replace("MOVED", moved)


def in_linux_terms(output, windows_tree, linux_tree):
    """The root as the other program calls its own: in JSON (a backslash is doubled), plain, in a command of GitHub, as URI. Times are left out."""
    shown = windows_path(windows_tree)
    rest = rb"((?:\\{1,2}[^\s\\'\"<>:]+)*)"
    for text in (shown.replace("\\", "\\\\"), shown, shown.replace(":", "%3A")):
        output = re.sub(re.escape(text.encode()) + rest, lambda m: linux_tree.encode() + re.sub(rb"\\{1,2}", b"/", m.group(1)), output)
    output = output.replace(b"file:///Z:" + windows_tree.encode(), b"file://" + linux_tree.encode())
    return re.sub(rb"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?", b"<time>", output.replace(windows_tree.encode(), linux_tree.encode()))


class Pair:
    """The same tree twice, one for each program."""

    def __init__(self, run, source, name, arguments=()):
        self.run = run
        self.name = name
        self.arguments = arguments
        self.linux = run.copy("linux-" + name, source)
        self.windows = run.copy("windows-" + name, source)

    def same(self, *words, files=()):
        """Both print the same and exit alike; `files` are reports that both write, named with {} where they are told apart."""
        def named(system):
            return [word.replace("{}", system) for word in words]

        arguments = self.arguments if words[0] not in ("rollback", "log") else ()
        if words[0] in ("apply", "check", "plan", "export", "status") and "--fact" not in words:
            arguments = (*arguments, *ON_WINDOWS)  # which one knows and the other does not
        linux = self.run.on_linux(*named("linux"), "--root", self.linux, *arguments, code=None)
        windows = self.run.windows(*named("windows"), "--root", self.windows, *arguments, code=linux.returncode)
        outputs = [("standard output", linux.stdout, windows.stdout), ("standard error", linux.stderr, windows.stderr)]
        outputs += [(name, read(self.run.path(name.replace("{}", "linux"))), read(self.run.path(name.replace("{}", "windows")))) for name in files]
        for what, wanted, found in outputs:
            found, wanted = in_linux_terms(found, self.windows, self.linux), in_linux_terms(wanted, self.linux, self.linux)
            found = found.replace(b"windows-out", b"linux-out")
            for path in self.arguments[1:2]:  # of --patchsets, as the record of a run has it
                found = found.replace(b'"%s"' % windows_path(path).replace("\\", "\\\\").encode(), path.encode())
            require(found == wanted, "%s: %s: %s differs: %s", self.name, " ".join(words), what, first_difference(wanted, found))
        return linux.returncode

    def same_trees(self, when):
        require(contents(self.windows) == contents(self.linux), "%s: the trees differ after %s", self.name, when)

    def remove(self):
        shutil.rmtree(self.linux)
        shutil.rmtree(self.windows)


def first_difference(wanted, found):
    wanted, found = wanted.splitlines(), found.splitlines()
    for i, line in enumerate(wanted):
        if i >= len(found) or found[i] != line:
            return "line %d is\n    %s\nexpected\n    %s" % (i + 1, (found[i] if i < len(found) else b"").decode(errors="replace")[:400],
                                                            line.decode(errors="replace")[:400])
    return "line %d is\n    %s\nexpected nothing more" % (len(wanted) + 1, b"\n".join(found[len(wanted):]).decode(errors="replace")[:400])


def compare_tree(run, source, name):
    """All that a user does with a tree, and rules about files, on both systems."""
    pair = Pair(run, source, name)
    start = contents(pair.linux)
    reports = ("{}-out.json", "{}-out.sarif", "{}-out.xml", "{}-out.html", "{}-out.txt", "{}-out.gitlab")
    formats = [word for form, path in zip(("json", "sarif", "junit", "html", "github", "gitlab"), reports) for word in ("--output", form + "=" + path)]
    pair.same("apply", "--dry-run", *formats, files=reports)
    pair.same("apply", "--dry-run", "--json=stream", "--fact", "platform=windows", "--fact", "msvc=14.40")
    pair.same("plan", "-o", "{}-out.plan", files=["{}-out.plan"])
    pair.same("export", files=[])
    pair.same("status")
    require(pair.same("check", "-v") == 1, "%s: nothing is to be done", name)
    for words in (("apply", "-v"), ("apply",), ("check",), ("status", "--json"), ("log",)):
        pair.same(*words)
    pair.same_trees("apply")
    changed = contents(pair.linux)
    require(changed != start, "%s: nothing changed", name)
    os.mkdir(run.path(name + "-sets"))
    with open(run.path(name + "-sets", "same.yaml"), "w", encoding="ascii") as f:
        f.write(rules_for(pair.linux))
    pair.arguments = ("--patchsets", run.path(name + "-sets"), "--use", "same-on-both")
    pair.same("apply", "--dry-run", "--json")
    pair.same("apply", "--dry-run")
    pair.same("apply")
    pair.same_trees("the rules about files")
    require(len(set(contents(pair.linux)) ^ set(changed)) == 4, "%s: not all three files came, went or moved", name)
    for words in (("apply",), ("log", "-v"), ("rollback", "--last", "2"), ("log", "--prune")):
        pair.same(*words)
    pair.same_trees("the rollback")
    require(contents(pair.linux) == start, "%s: the rollback left something else", name)
    pair.remove()
