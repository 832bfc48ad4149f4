#!/usr/bin/env python3
"""Makes the pictures of README.md: the report in Chromium, light and dark, and a terminal in which tpatch runs.

usage: pictures.py TPATCH FOLDER

Everything shown is what tpatch prints for the bundled sample, fixtures/pytorch-1.12.1/before; only the scratch folder is written as /home/me.
FOLDER gets report-light.png, report-dark.png, and terminal.svg, which plays like a recording where animations are shown and else is its end.
"""
import fcntl
import html
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import pages

SAMPLE = os.path.join(pages.FIXTURES, "pytorch-1.12.1", "before")
COMMANDS = (
    "tpatch --root src/pytorch --dry -q --pack numpy-2",
    "tpatch --root src/pytorch --profile blackwell",
    "tpatch rollback --root src/pytorch",
)
COLUMNS, ROWS, CHAR, LINE, MARGIN = 104, 34, 8.43, 19, 16  # CHAR and LINE: pixels, at 14 px
INK, PAPER, BAR = "#d6deeb", "#10151c", "#1b222c"
COLOURS = {30: "#5c6773", 31: "#f07178", 32: "#8bd49c", 33: "#e6c07b", 34: "#82aaff", 35: "#c792ea", 36: "#7fdbca", 37: INK, 90: "#7f8c98"}
TYPE_SECONDS, LINE_SECONDS, PAUSE_SECONDS = 1.2, 0.045, 2.0


def cells(line):
    """(text, colour, is bold, is faint) of each run of like characters in a line with SGR codes."""
    colour, bold, faint = INK, False, False
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not part.startswith("\x1b"):
            if part:
                yield part, colour, bold, faint
            continue
        for code in (int(code or 0) for code in part[2:-1].split(";")):
            if code == 0:
                colour, bold, faint = INK, False, False
            elif code in (1, 2, 22):
                bold, faint = code == 1, code == 2
            elif code == 39:
                colour = INK
            elif code in COLOURS:
                colour = COLOURS[code]


def wrapped(line):
    """The line in rows of COLUMNS characters, as a terminal breaks it."""
    row, width = "", 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            row += part
            continue
        while width + len(part) > COLUMNS:
            cut = COLUMNS - width
            yield row + part[:cut]
            part, row, width = part[cut:], "", 0
        row, width = row + part, width + len(part)
    yield row


def on_terminal(words, folder):
    """What the command prints on a terminal of COLUMNS."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    with subprocess.Popen(words, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=dict(env, TERM="xterm-256color", TPATCH_PAGER="cat")) as run:
        os.close(theirs)
        text = b""
        while True:
            try:
                text += os.read(ours, 65536)
            except OSError:  # all of it was read
                break
    os.close(ours)
    if run.returncode:
        raise SystemExit("pictures.py: %s exits with %d" % (words, run.returncode))
    return text.decode().replace("\r\n", "\n")


def recording(tpatch, home):
    """(row, the second at which it is there) of all that is shown."""
    rows, now = [], 0.4
    for command in COMMANDS:
        now += TYPE_SECONDS
        rows.append(("\x1b[32m$\x1b[0m \x1b[1m%s\x1b[0m" % command, now))
        for line in on_terminal([tpatch] + command.split()[1:], home).replace(os.path.dirname(os.path.dirname(home)), "").expandtabs().splitlines():
            for row in wrapped(line):
                now += LINE_SECONDS
                rows.append((row, now))
        rows.append(("", now))
        now += PAUSE_SECONDS
    rows.append(("\x1b[32m$\x1b[0m", now))
    return rows


def terminal(tpatch, home, path):
    rows = recording(tpatch, home)
    width, height, bar = round(COLUMNS * CHAR + 2 * MARGIN), ROWS * LINE + 2 * MARGIN + 28, 28
    total = rows[-1][1] + PAUSE_SECONDS
    steps = ["%.2f%% { transform: translateY(%dpx) }" % (100 * second / total, -LINE * max(0, at + 1 - ROWS)) for at, (_, second) in enumerate(rows) if at + 1 >= ROWS]
    texts = []
    for at, (row, second) in enumerate(rows):
        spans = "".join('<tspan fill="%s"%s%s>%s</tspan>' % (colour, ' font-weight="700"' if bold else "", ' fill-opacity=".6"' if faint else "", html.escape(text))
                        for text, colour, bold, faint in cells(row))
        if spans:
            texts.append('<text y="%d" style="animation-delay:%.2fs">%s</text>' % (LINE * at + 14, second, spans))
    last = -LINE * max(0, len(rows) - ROWS)
    with open(path, "w", encoding="utf-8") as f:
        f.write("""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">
<title>tpatch shows a change, makes all of them, and takes them back</title>
<style>
text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; animation: there 1ms both }
@keyframes there { from { opacity: 0 } }
#all { animation: up %.2fs step-end; transform: translateY(%dpx) }
@keyframes up { 0%% { transform: none } %s }
@media (prefers-reduced-motion: reduce) { text, #all { animation: none } }
</style>
<rect width="100%%" height="100%%" rx="10" fill="%s"/><path d="M0 10a10 10 0 0 1 10-10h%da10 10 0 0 1 10 10v%dH0z" fill="%s"/>
<circle cx="18" cy="14" r="5" fill="#f07178"/><circle cx="36" cy="14" r="5" fill="#e6c07b"/><circle cx="54" cy="14" r="5" fill="#8bd49c"/>
<svg x="%d" y="%d" width="%d" height="%d"><g id="all">
%s
</g></svg></svg>
""" % (width, height, width, height, total, last, " ".join(steps), PAPER, width - 20, bar - 10, BAR, MARGIN, bar + MARGIN, width - 2 * MARGIN, ROWS * LINE, "\n".join(texts)))


def report(tpatch, home, browser, folder):
    path, _ = pages.report(tpatch, home, os.path.join(home, "src", "pytorch"), "--profile", "blackwell")
    with open(path, encoding="utf-8") as f:
        page = f.read().replace(os.path.dirname(os.path.dirname(home)), "")
    with open(path, "w", encoding="utf-8") as f:
        f.write(page)
    for scheme in ("light", "dark"):
        browser.open(path, 1280, 1180, scheme)
        browser.driver.save_screenshot(os.path.join(folder, "report-%s.png" % scheme))


def main():
    tpatch, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    browser = pages.Browser()
    try:
        with tempfile.TemporaryDirectory(prefix="pictures-") as scratch:
            home = os.path.join(os.path.realpath(scratch), "home", "me")
            os.makedirs(os.path.join(home, "src"))
            shutil.copytree(SAMPLE, os.path.join(home, "src", "pytorch"))
            report(tpatch, home, browser, folder)
            terminal(tpatch, home, os.path.join(folder, "terminal.svg"))
            browser.open(os.path.abspath(os.path.join(folder, "terminal.svg")))
            browser.quiet()
    finally:
        browser.driver.quit()


if __name__ == "__main__":
    main()
