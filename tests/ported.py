"""Patches that tests carry to another tree."""
import os


def make(folder):
    """A series whose edits come out as each of the four outcomes, with bytes made to hurt a page; its path and its tree."""
    old, new = os.path.join(folder, "old"), os.path.join(folder, "new")
    os.makedirs(old)
    os.makedirs(new)
    lines = ["line %d" % number for number in range(1, 41)]
    lines[4], lines[19], lines[29] = "</script><b onclick=alert(1)>", "twenty \u202e\x1b[2J", "set(FLAGS -O2)"
    with open(os.path.join(old, "a.cmake"), "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")
    changed = list(lines)
    changed[9], changed[29] = "ten", "set(FLAGS -O2 -g)"
    with open(os.path.join(new, "a.cmake"), "w", encoding="utf-8") as f:
        f.write("\n".join(["above"] + changed) + "\n")
    hunks = []
    for at, after in ((4, "five <i>&amp;"), (9, "ten"), (29, "set(FLAGS -Os)")):
        hunks.append("@@ -%d,3 +%d,3 @@\n %s\n-%s\n+%s\n %s\n" % (at, at, lines[at - 1], lines[at], after, lines[at + 1]))
    series = os.path.join(folder, "all.patch")
    with open(series, "w", encoding="utf-8") as f:
        f.write("--- a/a.cmake\n+++ b/a.cmake\n" + "".join(hunks) + "--- a/gone.cmake\n+++ b/gone.cmake\n@@ -1 +1 @@\n-x\n+y\n")
        # Both changed the same word: the page shows what is there beside what was to be changed.
        f.write("--- a/level.cmake\n+++ b/level.cmake\n@@ -1,3 +1,3 @@\n project(level)\n-set(LEVEL one)\n+set(LEVEL two)\n build(level)\n")
    for folder, level in ((old, "one"), (new, "three")):
        with open(os.path.join(folder, "level.cmake"), "w", encoding="utf-8") as f:
            f.write("project(level)\nset(LEVEL %s)\nbuild(level)\n" % level)
    return series, new
