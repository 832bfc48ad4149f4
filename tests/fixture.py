#!/usr/bin/env python3
"""Reads and writes the cases below fixtures/, and writes all of them out as whole trees.

usage: fixture.py FOLDER [CASE...]      FOLDER/CASE/before, after and patchsets, each whole; what is there is replaced
       fixture.py --check               are all cases in this form, without copies?

A case is a folder that has a folder `before` or a file `expect`, or one file NAME.case that holds the same in text:

    before/     the tree as it is found
    after/      what becomes of it: only files that are new or other than in before/
    patchsets/  handed over with --patchsets (optional)
    expect      lines of:
                    from CASE          begins as this other case, in before/ and patchsets/; files here come on top of it
                    from CASE after    begins as that case ends
                    after CASE         what becomes of a file of before/ that this other case has as well is what becomes of it there
                    unchanged PATH     but not of this one: it stays as it is
                    without PATH       a file of before/ or patchsets/ of that other case is not in this one (`without before/a.txt`)
                    exit N             what the run exits with (default 0)
                    export N           what `export` exits with (default 0)
                    verdict RULE WORD  as --json has it
                    error TEXT         a part of standard error
                    arguments WORDS    more arguments for every command, in shell words, like `--use demo`
                    gone PATH          the run removes this file of before/
                    renamed OLD NEW    the same, and mode, and line ends in the CRLF variant, go with the file
                    mode PATH +x       the run sets the executable bit (or clears it: -x); a new file has mode 644
                    binary PATH        keeps its bytes in the CRLF variant
                    # a comment

A file NAME.case has the lines of `expect` first, then, for each file, a line `-- PATH --` and the lines of the file; `-- PATH crlf --` where they
end in CRLF, `-- PATH open --` where the last one has no end. What such a text cannot hold (other control bytes, mixed line ends, links) is a case in
a folder. fixtures/base/ has cases to begin `from`, which are not run.
"""
import os
import shlex
import shutil
import sys

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fixtures")
SUFFIX = ".case"
BASES = "base/"
TREES = ("before", "after", "patchsets")
COPIES = "%s: %s is as in %s: a case has only what is its own; `tests/run_fixtures.py --update TPATCH %s` drops it"


class Link(str):
    """Where a symbolic link leads to, in the place of a file's bytes."""


class Wrong(Exception):
    """A case that cannot be read."""


def files_below(root):
    """Every file and every link to a folder below `root`, relative, with '/'."""
    for folder, folders, names in os.walk(root):
        folders.sort()
        names += [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in sorted(names):
            yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")


def read_tree(root):
    tree = {}
    for path in files_below(root):
        full = os.path.join(root, path)
        if os.path.islink(full):
            tree[path] = Link(os.readlink(full))
        else:
            with open(full, "rb") as f:
                tree[path] = f.read()
    return tree


def write_tree(root, tree):
    os.makedirs(root, exist_ok=True)
    for path, content in tree.items():
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        if isinstance(content, Link):
            os.symlink(content, full)
        else:
            with open(full, "wb") as f:
                f.write(content)


def split_text(name, data):
    """The lines of `expect` and the files of a NAME.case."""
    head, files, forms, path = [], {}, {}, None
    for line in data.splitlines(keepends=True):
        if line.startswith(b"-- ") and line.endswith(b" --\n"):
            path, *form = line[3:-4].decode().split()
            if path in files or path.split("/")[0] not in TREES or not set(form) <= {"crlf", "open"}:
                raise Wrong("%s: '%s' is there twice, or in none of %s, or has a form that is none" % (name, path, ", ".join(TREES)))
            files[path], forms[path] = b"", form
        elif path is None:
            head.append(line.decode().rstrip("\n"))
        else:
            files[path] += line
    return head, {path: with_form(data, forms[path]) for path, data in files.items()}


def with_form(data, form):
    data = data[:-1] if "open" in form else data
    return data.replace(b"\n", b"\r\n") if "crlf" in form else data


def form_of(data):
    """The words behind the path of a file in a NAME.case, as with_form() takes them."""
    return [word for word, is_so in (("crlf", b"\r\n" in data), ("open", data and not data.endswith(b"\n"))) if is_so]


def joined_text(head, files):
    """NAME.case of these, or None if it cannot hold them."""
    text = "".join(line + "\n" for line in head).encode()
    for path, data in files.items():
        if isinstance(data, Link) or len(path.split()) > 1:
            return None
        form = form_of(data)
        text += b"-- %s --\n" % " ".join([path] + form).encode()
        text += data.replace(b"\r\n", b"\n") + (b"\n" if "open" in form else b"")
    try:
        text.decode()
    except UnicodeDecodeError:
        return None
    same = split_text("", text) == (head, files)
    return text if same and not any(byte < 32 and byte not in b"\t\n" for byte in text) else None


class Case:
    """A case as a whole: `before` and `after` (bytes, or a Link, by path), `patchsets` (None where there is no such folder)."""

    def __init__(self, name):
        self.name = name
        self.path = os.path.join(FIXTURES, name)
        self.known_bug = name.endswith(".known-bug")
        self.is_text = os.path.isfile(self.path + SUFFIX)
        self.exit = self.export = 0
        self.verdicts, self.errors, self.arguments, self.binary = {}, [], [], set()
        self.old_paths, self.mode_signs, self.gone, self.without = {}, {}, [], []
        self.base, self.begins_after, self.like, self.unchanged = None, False, None, set()
        if self.is_text:
            with open(self.path + SUFFIX, "rb") as f:
                self.head, self.own = split_text(name, f.read())
        else:
            self.own = {top + "/" + path: data for top in TREES for path, data in read_tree(os.path.join(self.path, top)).items()}
            self.head = self.lines_of_expect()
        for line in self.head:
            self.read_line(line)
        self.put_together()

    def lines_of_expect(self):
        for name, word in (("cmd", "arguments"), ("modes", "mode"), ("renamed", "renamed"), ("binary", "binary")):
            if os.path.exists(os.path.join(self.path, name)):
                raise Wrong("%s: what the file '%s' holds is lines `%s ...` of `expect` now" % (self.name, name, word))
        expect = os.path.join(self.path, "expect")
        if not os.path.exists(expect):
            return []
        with open(expect, encoding="utf-8") as f:
            return f.read().splitlines()

    def read_line(self, line):
        word, *rest = line.split() or ["#"]
        if word.startswith("#"):
            return
        if word in ("exit", "export") and len(rest) == 1:
            setattr(self, word, int(rest[0]))
        elif word == "verdict" and len(rest) == 2:
            self.verdicts[rest[0]] = rest[1]
        elif word == "error" and rest:
            self.errors.append(line.split(None, 1)[1])
        elif word == "arguments" and rest:
            self.arguments = shlex.split(line.split(None, 1)[1])
        elif word == "mode" and len(rest) == 2:
            self.mode_signs[rest[0]] = rest[1]
        elif word == "renamed" and len(rest) == 2:
            self.old_paths[rest[1]] = rest[0]
            self.gone.append(rest[0])
        elif word == "from" and rest[1:] in ([], ["after"]) and rest:
            self.base, self.begins_after = Case(rest[0]), len(rest) > 1
        elif word == "after" and len(rest) == 1:
            self.like = Case(rest[0])
        elif word in ("gone", "without", "binary", "unchanged") and len(rest) == 1:
            {"gone": self.gone.append, "without": self.without.append, "binary": self.binary.add, "unchanged": self.unchanged.add}[word](rest[0])
        else:
            raise Wrong("%s: expect: what is '%s'?" % (self.name, line))

    def own_of(self, top):
        return {path[len(top) + 1:]: data for path, data in self.own.items() if path.startswith(top + "/")}

    def put_together(self):
        begin = (self.base.after if self.begins_after else self.base.before) if self.base else {}
        base = {"before/" + path: data for path, data in begin.items()}
        base.update(("patchsets/" + path, data) for path, data in ((self.base and self.base.patchsets) or {}).items())
        for path in self.without:
            if base.pop(path, None) is None:
                raise Wrong("%s: expect: %s has no %s to be without" % (self.name, self.base.name if self.base else "no other case", path))
        self.copies = ["%s %s" % (path, self.base.name) for path in base if base[path] == self.own.get(path)]
        whole = {**base, **{path: data for path, data in self.own.items() if not path.startswith("after/")}}
        self.before = {path[len("before/"):]: data for path, data in whole.items() if path.startswith("before/")}
        sets = {path[len("patchsets/"):]: data for path, data in whole.items() if path.startswith("patchsets/")}
        self.patchsets = sets or None
        self.likely = {**self.before, **self.changes_of_like()}
        for path in self.unchanged:
            if self.likely.get(path) in (None, self.before.get(path)):
                raise Wrong("%s: expect: %s is unchanged without being told" % (self.name, path))
        self.after = {path: self.before[path] if path in self.unchanged else data for path, data in self.likely.items()}
        for path in self.gone:
            if self.after.pop(path, None) is None:
                raise Wrong("%s: expect: before/ has no %s that could be gone" % (self.name, path))
        for path, data in self.own_of("after").items():
            if self.likely.get(path) == data:
                self.copies.append("after/%s %s" % (path, "before/" if self.before.get(path) == data else self.like.name))
            self.after[path] = data

    def changes_of_like(self):
        """What the case named by `after` makes of the files that are the same here."""
        other = self.like
        return {path: data for path, data in (other.after if other else {}).items()
                if path in self.before and self.before[path] == other.before.get(path) != data}

    def require_no_copies(self):
        for copy in self.copies:
            path, where = copy.rsplit(" ", 1)
            raise Wrong(COPIES % (self.name, path, where, self.name))

    def head_for(self, after):
        """The lines of `expect`, with those of `gone` and `unchanged` that go with `after`."""
        head = [line for line in self.head if line.split()[:1] not in (["gone"], ["unchanged"])]
        head += ["unchanged " + path for path in sorted(self.before) if self.likely[path] != after.get(path) == self.before[path]]
        return head + ["gone " + path for path in sorted(self.before) if path not in after and path not in self.old_paths.values()]

    def write(self, after):
        """Writes the case anew with this tree as `after`, without copies. Returns whether there was something to write."""
        copies = {copy.rsplit(" ", 1)[0] for copy in self.copies}
        own = {path: data for path, data in self.own.items() if not path.startswith("after/") and path not in copies}
        own.update(("after/" + path, data) for path, data in sorted(after.items()) if data not in (self.before.get(path), self.likely.get(path)))
        head = self.head_for(after)
        if (head, own) == (self.head, self.own):
            return False
        text = joined_text(head, own) if self.is_text else None
        if self.is_text and text is None:
            raise Wrong("%s: after/ cannot be in a text file; make the case a folder" % self.name)
        if self.is_text:
            with open(self.path + SUFFIX, "wb") as f:
                f.write(text)
            return True
        for top in TREES:
            shutil.rmtree(os.path.join(self.path, top), ignore_errors=True)
        write_tree(self.path, own)
        if head:
            with open(os.path.join(self.path, "expect"), "w", encoding="utf-8") as f:
                f.write("".join(line + "\n" for line in head))
        return True

    def expand(self, folder):
        """Writes before/, after/ and patchsets/ below `folder`, whole."""
        write_tree(os.path.join(folder, "before"), self.before)
        if self.after != self.before:
            write_tree(os.path.join(folder, "after"), self.after)
        if self.patchsets is not None:
            write_tree(os.path.join(folder, "patchsets"), self.patchsets)


def case_names():
    """The names of all cases, those to begin from too."""
    names = []
    for folder, folders, files in os.walk(FIXTURES):
        name = os.path.relpath(folder, FIXTURES).replace(os.sep, "/")
        if "before" in folders or "expect" in files:
            names.append(name)
            folders.clear()
        else:
            names += [os.path.normpath(name + "/" + file[:-len(SUFFIX)]) for file in files if file.endswith(SUFFIX)]
    return sorted(names)


def cases(names=(), bases=False):
    """The cases that have one of `names` in theirs, or all."""
    found = [name for name in case_names() if bases or not name.startswith(BASES)]
    for name in names:
        if not any(name.strip("/") in known for known in found):
            raise SystemExit("no fixture is named '%s'" % name)
    try:
        return [Case(known) for known in found if not names or any(name.strip("/") in known for name in names)]
    except Wrong as problem:
        raise SystemExit("fixtures/%s" % problem) from problem


def expand_all(folder, names=()):
    """Writes the cases out below `folder`, each as a folder with whole trees. Returns `folder`."""
    for case in cases(names):
        shutil.rmtree(os.path.join(folder, case.name), ignore_errors=True)
        case.expand(os.path.join(folder, case.name))
    return folder


def check():
    """Prints what is wrong with the cases; returns whether nothing is."""
    good = True
    for name in case_names():
        try:
            Case(name).require_no_copies()
        except Wrong as problem:
            print("fixtures/%s" % problem)
            good = False
    return good


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if check() else 1)
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    expand_all(sys.argv[1], sys.argv[2:])
