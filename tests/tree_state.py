"""What a tree is, byte for byte, and what changed between two looks at it. Used by run_fixtures.py and real/trees.py."""
import hashlib
import os
import stat

JOURNAL = ".tpatch"


class Entry:
    """One path: kind ("file", "dir", "link", "other"), content (SHA-256 or link target), permission bits, mtime, size in bytes."""

    __slots__ = ("kind", "content", "mode", "mtime_ns", "size")

    def __init__(self, full):
        st = os.lstat(full)
        self.mode = stat.S_IMODE(st.st_mode)
        self.mtime_ns = st.st_mtime_ns
        self.size = st.st_size
        self.content = ""
        if stat.S_ISREG(st.st_mode):
            self.kind = "file"
            with open(full, "rb") as f:
                digest = hashlib.sha256()
                while block := f.read(1 << 20):
                    digest.update(block)
                self.content = digest.hexdigest()
        elif stat.S_ISLNK(st.st_mode):
            self.kind = "link"
            self.content = os.readlink(full)
        else:
            self.kind = "dir" if stat.S_ISDIR(st.st_mode) else "other"


def snapshot(root, journal=False):
    """Every path below `root` (relative, with '/') and its Entry; the journal only if asked for. The root itself is "."."""
    entries = {".": Entry(root)}
    pending = [""]
    while pending:
        folder = pending.pop()
        for item in os.scandir(os.path.join(root, folder)):
            if not folder and item.name == JOURNAL and not journal:
                continue
            path = folder + "/" + item.name if folder else item.name
            entry = entries[path] = Entry(item.path)
            if entry.kind == "dir":
                pending.append(path)
    return entries


def differences(before, after, mtimes=True, dir_mtimes=False):
    """What differs, one line each: names, kinds, contents, modes, and mtimes of files (and of folders if asked for)."""
    lines = []
    for path in sorted(set(before) | set(after)):
        a, b = before.get(path), after.get(path)
        if a is None or b is None:
            lines.append("%s: %s" % (path, "is new" if a is None else "is gone"))
        elif a.kind != b.kind:
            lines.append("%s: was a %s, is a %s" % (path, a.kind, b.kind))
        else:
            if a.content != b.content:
                lines.append("%s: content differs" % path)
            if a.mode != b.mode:
                lines.append("%s: mode was %o, is %o" % (path, a.mode, b.mode))
            if a.mtime_ns != b.mtime_ns and mtimes and (a.kind == "file" or a.kind == "dir" and dir_mtimes):
                lines.append("%s: mtime was %d, is %d" % (path, a.mtime_ns, b.mtime_ns))
    return lines
