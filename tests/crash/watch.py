"""Looks at a tree again and again, quickly: only what the system says was touched is read."""
import hashlib
import os
import stat

JOURNALS = (".tpatch", ".pc", "patches", ".git")


class Seen:
    """One path as it was at the last look."""

    __slots__ = ("touched", "kind", "mode", "mtime_ns", "content")

    def __init__(self, path, st, last):
        self.touched = (st.st_ino, st.st_ctime_ns, st.st_mtime_ns, st.st_size)
        self.kind = stat.S_IFMT(st.st_mode)
        self.mode = stat.S_IMODE(st.st_mode)
        self.mtime_ns = st.st_mtime_ns
        if last is not None and last.touched == self.touched:
            self.content = last.content
        elif self.kind == stat.S_IFREG:
            with open(path, "rb") as f:
                self.content = hashlib.sha256(f.read()).digest()
        else:
            self.content = os.readlink(path) if self.kind == stat.S_IFLNK else ""


class Watch:
    """A tree, and what each path held at the last look."""

    def __init__(self, root):
        self.root = root
        self.seen = {}

    def look(self):
        """Every path (relative) and its Seen; the tools' own folders in the root are left out."""
        now = {}
        pending = [""]
        while pending:
            folder = pending.pop()
            for item in os.scandir(os.path.join(self.root, folder)):
                if not folder and item.name in JOURNALS:
                    continue
                path = folder + "/" + item.name if folder else item.name
                now[path] = Seen(item.path, item.stat(follow_symlinks=False), self.seen.get(path))
                if now[path].kind == stat.S_IFDIR:
                    pending.append(path)
        self.seen = now
        return now


class Judge:
    """Knows the tree before and after, and says which of them a look shows."""

    def __init__(self, before, after):
        self.before, self.after = before, after
        self.changed = {path for path in before.keys() | after.keys() if path not in before or path not in after or before[path].content != after[path].content}

    def is_before(self, now):
        """Every path, kind, content, mode and mtime, those of folders included."""
        return not self.differences(self.before, now, True)

    def is_after(self, now):
        """The same, but that changed files and the folders that hold them have new times."""
        return not self.differences(self.after, now, False)

    def differences(self, wanted, now, changed_times):
        lines = ["%s: %s" % (path, "is gone" if path in wanted else "is new") for path in sorted(set(wanted) ^ set(now))]
        for path in sorted(set(wanted) & set(now)):
            a, b = wanted[path], now[path]
            for what in ("kind", "content", "mode", "mtime_ns"):
                timeless = what == "mtime_ns" and not changed_times and (path in self.changed or a.kind == stat.S_IFDIR)
                if not timeless and getattr(a, what) != getattr(b, what):
                    lines.append("%s: %s differs" % (path, what))
        return lines

    def lost(self, now):
        """Files that hold neither their text of before nor that of after, or are gone."""
        return sum(1 for path, seen in self.before.items()
                   if seen.kind == stat.S_IFREG and (path not in now or now[path].content not in (seen.content, self.after[path].content)))

    def contents_are(self, wanted, now):
        """Names and contents alone: what tools are asked that promise no more."""
        return set(wanted) == set(now) and all(now[path].content == seen.content for path, seen in wanted.items())
