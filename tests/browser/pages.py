#!/usr/bin/env python3
"""Opens the HTML reports in Chromium and uses them as a person does.

usage: pages.py [--pictures FOLDER] TPATCH

Needs Debian's chromium, chromium-driver and python3-selenium. What a page shows is compared with what tpatch prints: the lines of every diff
with those of the dry run, files under a filter with those of --json. --pictures: writes screenshots too.
Prints what is not so, and `browser: N passed, N failed`. Exit: 0 all well, 1 not, 77 no browser.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.append("/usr/lib/python3/dist-packages")
try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
except ImportError as error:
    print("no selenium: %s" % error)
    sys.exit(77)

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(HERE)), "fixtures")
MANY = 1000
LOAD_SECONDS = 30  # of MANY files, on a machine that is busy

# (sign, text) of each line of each open file, as the unified view shows them.
READ_DIFFS = """
return Object.fromEntries([...document.querySelectorAll("article.file")].map((file) => [file.dataset.path,
    [...file.querySelectorAll("table.diff tr")].map((row) => [row.cells[2].textContent.replace("\\u2212", "-").trim(), row.cells[3].textContent])]))"""
# Of verdicts whose name for people is another than that for programs, but for the hyphens.
LABELS = {"needs-fact": "needs a fact"}
URGENT = {"would-patch", "patched", "warning", "missing", "ambiguous", "drifted", "conflict", "refused"}
SHOWN = 'return [...document.querySelectorAll("article.file")].filter((file) => !file.hidden).map((file) => file.dataset.path)'


class Browser:
    def __init__(self):
        options = Options()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(argument)
        options.binary_location = shutil.which("chromium")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_script_timeout(60)

    def open(self, path, width=1400, height=1000, scheme="light"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.get("file://" + path)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def click(self, selector):
        self.run("const node = document.querySelector(arguments[0]); node.dispatchEvent(new MouseEvent('click', { bubbles: true }))", selector)

    def keys(self, text):
        ActionChains(self.driver).send_keys(text).perform()

    def quiet(self):
        """No error, no dialog, nothing fetched."""
        log = self.driver.get_log("browser")
        expect(not log, "the console says %s", log)
        fetched = self.run('return performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => !name.startsWith("data:"))')
        expect(not fetched, "the page fetched %s", fetched)


class Wrong(Exception):
    pass


def expect(condition, message, *arguments):
    if not condition:
        raise Wrong(message % arguments)


def same(found, wanted, what):
    expect(found == wanted, "%s: %r, not %r", what, found, wanted)


def report(tpatch, folder, root, *arguments):
    """Writes the page; returns its path and the run as JSON."""
    path = os.path.join(folder, "report.html")
    result = subprocess.run([tpatch, "check", "--root", root, "--json", "--output", "html=" + path] + list(arguments), capture_output=True, check=False)
    expect(result.returncode in (0, 1, 3), "check says %s", result.stderr.decode())
    return path, json.loads(result.stdout)


def lines_of_diff(diff):
    """(sign, text) of each line of a unified diff, line ends off."""
    lines = []
    for line in diff.split("\n")[3:]:
        if line and line[0] in " +-":
            lines.append([line[0].strip(), line[1:].rstrip("\r")])
        elif line.startswith("\\"):
            lines[-1][1] += "\u2298"
    return lines


def shown_diffs(browser, run, changed=lambda text: text):
    same(browser.run('return document.querySelector(".mend code")?.textContent'), run["summary"].get("next"), "the command that mends it")
    browser.keys("e")
    if browser.run('return document.querySelector("nav").textContent.includes("Open all")'):
        browser.keys("e")
    found = browser.run(READ_DIFFS)
    for change in run["changes"]:
        wanted = [[sign, changed(text)] for sign, text in lines_of_diff(change["diff"])]
        same(found[change["path"]], wanted, change["path"])


def check_filters(browser, run):
    by_path = {}
    for finding in run["findings"]:
        by_path.setdefault(finding["path"], set()).add(finding["verdict"])
    everything = sorted(path for path, verdicts in by_path.items() if verdicts & URGENT)
    same(browser.run(SHOWN), everything, "at first")
    if browser.run('return !!document.querySelector(".all-rules")'):
        browser.click(".all-rules")
    for number, rule in enumerate(run["rules"]):
        browser.run('document.querySelector(`g.row[data-rule="${arguments[0]}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true }))', number)
        of_rule = {f["path"] for f in run["findings"] if f["rule"] == rule["id"]}
        wanted = sorted(path for path in of_rule if by_path[path] & (URGENT | {rule["verdict"]}))
        same(browser.run(SHOWN), wanted, "rule " + rule["id"])
        browser.keys(Keys.ESCAPE)
    for folder in sorted({path.split("/")[0] for path in everything if "/" in path}):
        browser.run('const s = document.querySelector("select[aria-label=folder]"); s.value = arguments[0]; s.dispatchEvent(new Event("change"))', folder)
        same(browser.run(SHOWN), [path for path in everything if path.startswith(folder + "/")], "folder " + folder)
        browser.keys(Keys.ESCAPE)
    present = set().union(*by_path.values())
    for verdict in sorted(present):
        browser.click('button.chip[data-verdict="%s"]' % verdict)
    same(browser.run(SHOWN), sorted(path for path, verdicts in by_path.items() if verdicts - URGENT), "the other verdicts")
    for verdict in sorted(present):
        browser.click('button.chip[data-verdict="%s"]' % verdict)
    same(browser.run(SHOWN), everything, "the first verdicts again")


def check_keys(browser, run):
    current = 'const node = document.querySelector("article.current"); return node && node.dataset.path'
    paths = browser.run(SHOWN)
    for step in ("j", "j", "k"):
        browser.keys(step)
    same(browser.run(current), paths[0], "j j k")
    browser.keys("j")
    same(browser.run(current), paths[1], "j")
    top = browser.run('return document.querySelector("article.current").getBoundingClientRect().top')
    expect(-5 < top < browser.run("return innerHeight"), "the current file is at %s", top)
    browser.keys("/")
    browser.keys(paths[-1])
    same(browser.run(SHOWN), paths[-1:], "search")
    browser.keys(Keys.ESCAPE)
    same(len(browser.run(SHOWN)), len(paths), "after Esc")
    browser.keys("?")
    expect(browser.run('return document.getElementById("help").open'), "? opens nothing")
    browser.keys(Keys.ESCAPE)
    expect(not browser.run('return document.getElementById("help").open'), "Esc leaves the help open")
    background = "return getComputedStyle(document.body).backgroundColor"
    before = browser.run(background)
    browser.keys("t")
    expect(browser.run(background) != before, "t changes no colour")
    browser.keys("t")


def check_tiles(browser, run):
    """Every changed file has a tile of its own, no two overlap, and a click goes to the file, whatever the filters are."""
    boxes = browser.run("""return [...document.querySelectorAll("[data-tile]")].map((tile) => {
        const box = tile.querySelector("rect").getBBox(); return [tile.dataset.tile, box.x, box.y, box.x + box.width, box.y + box.height]; })""")
    same(sorted(box[0] for box in boxes), sorted(change["path"] for change in run["changes"]), "tiles")
    for at, one in enumerate(boxes):
        for other in boxes[:at]:
            expect(one[1] >= other[3] or other[1] >= one[3] or one[2] >= other[4] or other[2] >= one[4], "tiles overlap: %s, %s", one, other)
    last = boxes[-1][0]
    browser.keys("/")
    browser.keys("nothing is called this")
    same(browser.run(SHOWN), [], "search for nothing")
    browser.click('[data-tile="%s"]' % last)
    same(browser.run('return document.querySelector("article.current").dataset.path'), last, "the file of a tile")
    browser.keys(Keys.ESCAPE)


def check_split(browser, run):
    browser.keys("u")
    rows = browser.run('return [...document.querySelectorAll("table.diff tr")].map((row) => [...row.cells].map((cell) => cell.textContent))')
    expect(rows and all(len(row) == 4 for row in rows), "side by side has not four columns")
    browser.keys("e")
    rows = browser.run("""return Object.fromEntries([...document.querySelectorAll("article.file")].map((file) => [file.dataset.path,
        [...file.querySelectorAll("table.diff tr")].map((row) => [[...row.cells].map((cell) => cell.textContent), row.cells[1].className, row.cells[3].className])]))""")
    for change in run["changes"]:
        lines = lines_of_diff(change["diff"])
        old = [cells[1] for cells, left, _ in rows[change["path"]] if left != "none"]
        new = [cells[3] for cells, _, right in rows[change["path"]] if right != "none"]
        if rows[change["path"]]:
            same(old, [text for sign, text in lines if sign != "+"], change["path"] + ", left")
            same(new, [text for sign, text in lines if sign != "-"], change["path"] + ", right")
    browser.keys("u")


def check_paper(browser, path, pictures):
    """A sheet of A4: diffs have its width, each reason is there once, and all files are open."""
    browser.open(path, 718, 1000)
    browser.run('dispatchEvent(new Event("beforeprint"))')
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    narrow = browser.run("""return [...document.querySelectorAll("article.file:not([hidden]) .hunk")].filter((hunk) =>
        hunk.querySelector("table").offsetWidth < hunk.offsetWidth * .9).length""")
    same(narrow, 0, "diffs that have not the width of the sheet")
    same(browser.run("return document.documentElement.scrollWidth"), 718, "the width on paper")
    told = browser.run("""return [...document.querySelectorAll("article.file:not([hidden]) .why section")].filter((section) =>
        section.querySelector(".text")?.offsetHeight).map((section) => section.dataset.rule)""")
    expect(told and len(told) == len(set(told)), "on paper, reasons of rules %s", told)
    same(browser.run('return document.querySelectorAll("article.file:not([hidden]):not(.open)").length'), 0, "closed files on paper")
    if pictures:
        browser.driver.save_screenshot(os.path.join(pictures, "report-paper.png"))
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def check_reasons(browser):
    """The reason of a rule stands in the first of its files; in the others a button has it."""
    state = """return [...document.querySelectorAll("article.file.open:not([hidden])")].map((file) => [...file.querySelectorAll(".why section")].map((section) =>
        [section.dataset.rule, section.querySelector(".text")?.offsetHeight > 0, Boolean(section.querySelector(".more"))]))"""
    told = set()
    files = browser.run(state)
    for sections in files:
        for number, (rule, is_told, has_more) in enumerate(sections):
            if rule in [other[0] for other in sections[:number]]:
                expect(not is_told and not has_more, "rule %s is told twice in a file", rule)
            else:
                expect(is_told == (rule not in told) and (is_told or has_more), "rule %s: told %s, told before %s", rule, is_told, rule in told)
        told |= {rule for rule, _, _ in sections}
    expect(len(files) > 5 and any(not is_told for sections in files for _, is_told, _ in sections), "too little to see")
    browser.click(".why .folded .more")
    same(browser.run('const section = document.querySelector(".why .folded"); return section.querySelector(".text").offsetHeight > 40 && '
                     '(!section.querySelector(".links a") || section.querySelector(".links").offsetHeight > 0)'), True, "a reason that was asked for")
    browser.click(".why .folded .more")
    same(browser.run('return document.querySelector(".why .folded .text").offsetHeight'), 0, "a reason that was put away")


def check_ink(browser):
    """What is dark on the screen is light on paper."""
    for scheme in ("dark", "light"):
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        if scheme == "light":
            browser.keys("t")
        paper = browser.run('dispatchEvent(new Event("beforeprint")); const made = getComputedStyle(document.body).color; dispatchEvent(new Event("afterprint")); return made')
        same(paper, "rgb(28, 33, 40)", "the ink on paper")
        expect(browser.run("return getComputedStyle(document.body).color") != paper, "the theme is not as before")


def check_picture(browser, folder, path, pictures):
    for name, width, scheme in (("light", 1400, "light"), ("dark", 1400, "dark"), ("narrow", 400, "light")):
        browser.open(path, width, 1100, scheme)
        wide = browser.run("return document.documentElement.scrollWidth")
        expect(wide <= width, "%s: the page is %s wide in a window of %s", name, wide, width)
        if pictures:
            browser.driver.save_screenshot(os.path.join(pictures, "report-%s.png" % name))
        browser.quiet()
    check_paper(browser, path, pictures)
    browser.open(path)
    check_ink(browser)
    pdf = browser.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"]
    expect(len(pdf) > 20000, "the printed page has %d bytes", len(pdf))


def make_many(folder):
    for name in ("torch/csrc/marker", "caffe2/marker"):
        os.makedirs(os.path.dirname(os.path.join(folder, "before", name)))
        open(os.path.join(folder, "before", name), "w", encoding="ascii").close()
    for number in range(MANY):
        path = os.path.join(folder, "before", "part%d" % (number % 20), "f%d.cmake" % number)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="ascii") as f:
            f.write("".join("set(x %d)\n%s" % (line, "f(%d)\n" % line if line % 10 == 0 else "") for line in range(60)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pictures")
    parser.add_argument("tpatch")
    options = parser.parse_args()
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        print("no chromium, or no chromium-driver")
        return 77
    import ported
    import report_check
    tpatch = os.path.abspath(options.tpatch)
    browser, pictures = Browser(), options.pictures
    passed, troubles = 0, []

    def attempt(name, work, *arguments):
        nonlocal passed
        try:
            work(*arguments)
            browser.quiet()
            passed += 1
        except Exception as error:  # pylint: disable=broad-except # the browser's, too
            troubles.append("%s: %s: %s" % (name, type(error).__name__, str(error)[:1500]))

    def hostile(scratch):
        before, arguments = report_check.make_hostile(os.path.join(scratch, "hostile"))
        path, run = report(tpatch, scratch, before, *arguments)
        browser.open(path)
        same(browser.run("return document.scripts.length"), 2, "scripts")
        same(sorted(browser.run(SHOWN)), sorted(change["path"] for change in run["changes"]), "names")
        unseen = {"\x1b": "\u241b", "\x07": "\u2407", "\u202e": "U+202E", "\u200b": "U+200B", "\ufeff": "U+FEFF"}
        shown_diffs(browser, run, lambda text: "".join(unseen.get(char, char) for char in text))

    def many(scratch):
        case = os.path.join(scratch, "many")
        before, arguments = report_check.make_hostile(case)
        shutil.rmtree(before)
        make_many(case)
        path, _ = report(tpatch, scratch, before, *arguments)
        begun = time.monotonic()
        browser.open(path)
        # On a busy machine the event that Chromium waits for may come before the page's own script is through.
        while len(browser.run(SHOWN)) < MANY and time.monotonic() - begun < LOAD_SECONDS:
            time.sleep(0.1)
        same(len(browser.run(SHOWN)), MANY, "files")
        loaded = time.monotonic() - begun
        browser.keys("/")
        browser.keys("part3/")
        same(len(browser.run(SHOWN)), MANY // 20, "files of part3")
        print("%d files: %.1f MB, shown in %.2f s" % (MANY, os.path.getsize(path) / 1e6, loaded))
        expect(loaded < LOAD_SECONDS, "loading took %.1f s", loaded)

    def port(scratch):
        series, new = ported.make(os.path.join(scratch, "ported"))
        path = os.path.join(scratch, "port.html")
        call = [tpatch, "port", series, "--to", new, "--target", "demo", "--tag", "2.0", "--json", "-o", os.path.join(scratch, "port.yaml"), "-o", "html=" + path]
        result = subprocess.run(call, capture_output=True, check=False)
        same(result.returncode, 3, "port says %s" % result.stderr.decode())
        edits = json.loads(result.stdout)["edits"]
        browser.open(path)
        same(browser.run("return document.scripts.length"), 2, "scripts")
        shown = 'return [...document.querySelectorAll("article.file")].filter((file) => !file.hidden).map((file) => file.dataset.outcome)'
        same(browser.run(shown), ["look", "person", "person"], "outcomes at first")
        for number, outcome in enumerate(("person", "look", "upstream", "exact"), 1):
            for _ in range(2):
                was = outcome in browser.run(shown)
                browser.keys(str(number))
                same(outcome in browser.run(shown), not was, "%s after its key" % outcome)
        for outcome in ("upstream", "exact"):
            browser.click('button.chip[data-outcome="%s"]' % outcome)
        same(browser.run(shown), [edit["outcome"] for edit in edits], "all outcomes")
        browser.keys("e")
        unseen = {"\x1b": "\u241b", "\u202e": "U+202E"}
        visible = lambda text: "".join(unseen.get(char, char) for char in text)
        read = """return [...document.querySelectorAll("article.file")].map((file) => [...file.querySelectorAll(".side tr")].map((row) => [...row.cells].map((cell) => cell.textContent)))"""
        for wide in (True, False):
            for edit, rows in zip(edits, browser.run(read)):
                hunk = [[line[0].strip(), visible(line[1:])] for line in edit["hunk"].splitlines()]
                sides = [[[row[at + 1].replace("\u2212", "-").strip(), row[at + 2]] for row in rows if row[at]] for at in ((0, 3) if wide and "before" in edit else (0,))]
                same(sides[0][:len(hunk)], hunk, "the edit in the patch, line %d" % edit["diff_line"])
                if "before" in edit:
                    tree = sides[1] if wide else sides[0][len(hunk):]
                    same([text for sign, text in tree if sign != "+"], visible(edit["before"]).splitlines(), "the tree before")
                    same([text for sign, text in tree if sign != "-"], visible(edit["after"]).splitlines(), "the tree after")
            browser.keys("u")
        same(browser.run('return [...document.querySelectorAll("[data-outcome=look] .odd")].map((node) => node.textContent).slice(-1)'), ["-g"], "the words that differ")
        odd = 'return [...document.querySelectorAll("[data-edit=\\"4\\"] .odd")].map((node) => node.textContent)'
        same(browser.run(odd)[:2], ["one", "three"], "what the tree has, beside the edit of a person")
        expect("nearest place" in browser.run('return document.querySelector("[data-edit=\\"4\\"] .side").textContent'), "no word of the nearest place")
        browser.keys("/")
        browser.keys("gone")
        same(browser.run(shown), ["person"], "a search")
        browser.keys(Keys.ESCAPE)
        browser.keys("jj")
        same(browser.run('return document.querySelector("article.current").dataset.outcome'), "person", "j j")
        check_ink(browser)
        for name, width, scheme in (("light", 1400, "light"), ("dark", 1400, "dark"), ("narrow", 400, "light")):
            browser.open(path, width, 1000, scheme)
            expect(browser.run("return document.documentElement.scrollWidth") <= width, "%s: the page is too wide", name)
            if pictures:
                browser.driver.save_screenshot(os.path.join(pictures, "port-%s.png" % name))

    def matrix(scratch):
        path = os.path.join(scratch, "matrix.html")
        trees = [os.path.join(FIXTURES, name, "before") for name in ("pytorch-1.12.1", "pytorch-2.4", "pytorch-2.6", "verdict/missing")]
        call = [tpatch, "matrix", "--patchsets", os.path.join(FIXTURES, "verdict", "missing", "patchsets"), "--json", "--output", "html=" + path]
        run = json.loads(subprocess.run(call + [word for tree in trees for word in ("--trees", tree)], capture_output=True, check=True).stdout)
        browser.open(path)
        rows = browser.run("""return [...document.querySelectorAll("table.matrix tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent))""")
        wanted = [[rule["id"]] + [cell.get("verdict", "\u2013") for cell in rule["cells"]] for rule in run["matrices"][0]["rules"]]
        expect(len(wanted) > 4 and any("missing" in row for row in wanted), "the matrix shows too little: %s", wanted)
        same(rows, [row[:1] + [LABELS.get(word, word.replace("-", " ")) for word in row[1:]] for row in wanted], "cells")
        visible = 'return [...document.querySelectorAll("table.matrix tbody tr")].filter((row) => row.offsetHeight).map((row) => row.dataset.rule)'
        browser.keys("b")
        busy = [row[0] for row in wanted if {"would-patch", "missing"} & set(row)]
        same(browser.run(visible), busy, "rules with something to do")
        browser.keys(Keys.ESCAPE)
        browser.keys("/")
        browser.keys("cmake-min")
        same(browser.run(visible), [row[0] for row in wanted if "cmake-min" in row[0]], "rules that are searched")
        browser.keys(Keys.ESCAPE)
        browser.click('td button[data-verdict="missing"]')
        told = browser.run('return document.querySelector("p[role=status]").textContent')
        expect(told.startswith("missing the-rule in "), "a cell tells: %s", told)
        same(browser.run("return document.documentElement.scrollWidth"), 1400, "width")
        check_ink(browser)
        if pictures:
            browser.open(path, 1400, 900)
            browser.driver.save_screenshot(os.path.join(pictures, "matrix-light.png"))

    try:
        with tempfile.TemporaryDirectory(prefix="pages-") as scratch:
            for fixture in ("pytorch-1.12.1", "pytorch-1.12.1-half-by-hand"):
                path, run = report(tpatch, scratch, os.path.join(FIXTURES, fixture, "before"))
                browser.open(path)
                attempt(fixture + ", diffs", shown_diffs, browser, run)
                browser.open(path)
                attempt(fixture + ", filters", check_filters, browser, run)
                browser.open(path)
                attempt(fixture + ", keys", check_keys, browser, run)
                browser.open(path)
                attempt(fixture + ", tiles", check_tiles, browser, run)
                browser.open(path)
                attempt(fixture + ", side by side", check_split, browser, run)
                browser.open(path)
                attempt(fixture + ", reasons", check_reasons, browser)
                attempt(fixture + ", light, dark, narrow, printed", check_picture, browser, scratch, path, options.pictures)
                options.pictures = None
            attempt("hostile names and texts", hostile, scratch)
            attempt("many files", many, scratch)
            attempt("matrix", matrix, scratch)
            attempt("port", port, scratch)
    finally:
        browser.driver.quit()
    for trouble in troubles:
        print(trouble)
    print("browser: %d passed, %d failed" % (passed, len(troubles)))
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
