#!/usr/bin/env python3
"""Opens the HTML pages in Chromium and uses them as a person does: by eye, by keyboard, by a screen reader's tree, on a phone, on paper.

usage: pages.py [--pictures FOLDER] [--only WORD] [--stride N] TPATCH

Needs Debian's chromium, chromium-driver and python3-selenium. What a page shows is compared with what tpatch prints: the lines of every diff
with those of the dry run, rules and files with those of --json. --pictures: writes screenshots too. --only: the checks whose name has WORD.
Then it breaks the page on purpose, each time in one way, and expects the check that looks after it to see that. --stride: every Nth time only, and
what is the same on the pages of all trees on one.
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
    from selenium.webdriver.common.keys import Keys
except ImportError as error:
    print("no selenium: %s" % error)
    sys.exit(77)

import looks
import report_page
from attempts import expect
from browsing import Browser, same
from fixture import expand_all

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(HERE)), "fixtures")
MANY, EDITS = 2000, 10
ALIKE = 123
LOAD_SECONDS = 30  # of MANY files, on a machine that is busy
# Of verdicts whose name for people is another than that for programs, but for the hyphens.
LABELS = {"needs-fact": "needs a fact"}
report = report_page.write


def check_everybody(browser, path, said):
    """What holds for every page, whatever it shows; `said`: what it must say without scripts."""
    for scheme in ("light", "dark"):
        browser.open(path, scheme=scheme)
        looks.check_contrast(browser)
    looks.check_still(browser)
    browser.open(path)
    looks.check_names(browser)
    looks.check_tab_order(browser)
    browser.open(path)
    looks.check_paper(browser)
    looks.check_width(browser)
    looks.check_contrast(browser)
    looks.check_names(browser)
    looks.check_without_scripts(browser, path, said)
    browser.open(path)


def make_files(folder, files):
    """A tree with the files, {path: text}, that the set of report_check.make_hostile() is for."""
    for name, text in dict({"torch/csrc/marker": "", "caffe2/marker": ""}, **files).items():
        path = os.path.join(folder, "before", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="ascii") as f:
            f.write(text)


def made_report(tpatch, report_check, scratch, name, files):
    case = os.path.join(scratch, name)
    before, arguments = report_check.make_hostile(case)
    shutil.rmtree(before)
    make_files(case, files)
    return report(tpatch, scratch, before, *arguments)


def check_groups(browser, path, run):
    """Files that change alike are one entry that has them all, and the numbers follow the filters."""
    heads = 'return [...document.querySelectorAll("article.many")].map((node) => Number(node.dataset.group))'
    browser.open(path)
    same(browser.run(heads), [ALIKE], "groups")
    expect("%d files" % ALIKE in browser.run('return document.querySelector("article.many h3").textContent'), "the group does not say how many files it is of")
    same(browser.run('return document.querySelectorAll("article.file").length'), 2, "entries")
    same(browser.run('return document.querySelectorAll("article.many .variant").length'), 1, "variants")
    same(browser.run('return [...document.querySelectorAll("article.many [data-path]")].map((node) => node.dataset.path).sort()'),
         sorted(change["path"] for change in run["changes"] if "alike" in change["path"]), "the files of the group")
    same(browser.run('const list = document.querySelector(".members-fold"); return [list.open, list.querySelector("summary").textContent]'), [False, "%d files" % ALIKE], "the list of the files")
    same(browser.run('return document.querySelectorAll("article.many table.diff").length'), 1, "diffs of the group at first")
    browser.click("article.many [data-path] .top")
    same(browser.run('return document.querySelectorAll("article.many [data-path] table.diff").length'), 1, "diffs of one of the group")
    browser.keys("/")
    browser.keys("alike1/")
    same(browser.run(heads), [ALIKE // 3], "the group in a folder")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pictures")
    parser.add_argument("--only", default="")
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("tpatch")
    options = parser.parse_args()
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        print("no chromium, or no chromium-driver")
        return 77
    import broken
    import ported
    import report_check
    tpatch = os.path.abspath(options.tpatch)
    browser, pictures = Browser(), options.pictures
    passed, problems = 0, []

    def attempt(name, work, *arguments):
        nonlocal passed
        if options.only not in name:
            return
        try:
            work(*arguments)
            browser.quiet()
            passed += 1
        except Exception as error:  # pylint: disable=broad-except # the browser's, too
            problems.append("%s: %s: %s" % (name, type(error).__name__, str(error)[:1500]))

    def attempt_on(page, name, work, *arguments):
        browser.open(page)
        attempt(name, work, browser, *arguments)

    def hostile(scratch):
        before, arguments = report_check.make_hostile(os.path.join(scratch, "hostile"))
        path, run = report(tpatch, scratch, before, *arguments)
        browser.open(path)
        same(browser.run("return document.scripts.length"), 2, "scripts")
        same(browser.run(report_page.SHOWN), sorted(change["path"] for change in run["changes"]), "names")
        unseen = {"\x1b": "\u241b", "\x07": "\u2407", "\u202e": "U+202E", "\u200b": "U+200B", "\ufeff": "U+FEFF", "\ufe0f": "U+FE0F", "\U000e0041": "U+E0041", "\u2063": "U+2063"}
        report_page.check_diffs(browser, run, lambda text: "".join(unseen.get(char, char) for char in text))
        looks.check_width(browser)
        same(browser.run("return document.scripts.length"), 2, "scripts in the end")

    def groups(scratch):
        files = {"alike%d/f%d.cmake" % (number % 3, number): "# %d\n" % number * (number % 5) + "\n\n\nset(x 1)\nf(1)\n" for number in range(ALIKE)}
        path, run = made_report(tpatch, report_check, scratch, "alike", dict(files, **{"other/o.cmake": "f(1)\nset(y)\nf(2)\n"}))
        check_groups(browser, path, run)

    def many(scratch):
        files = {"part%d/f%d.cmake" % (number % 20, number): "".join("set(x %d)\n%s" % (line, "f(%d)\n" % (line + number) if line % EDITS == 0 else "") for line in range(EDITS * EDITS))
                 for number in range(MANY)}
        path, run = made_report(tpatch, report_check, scratch, "many", files)
        same(sum(rule["places"] for rule in run["rules"]), MANY * EDITS, "edits")
        begun = time.monotonic()
        browser.open(path)
        count = 'return Number((document.querySelector(".count[role=status]") || { textContent: "0" }).textContent.replace(/\\D/g, ""))'
        while browser.run(count) < MANY and time.monotonic() - begun < LOAD_SECONDS:
            time.sleep(0.1)  # on a busy machine the event that Chromium waits for may come before the page's own script is through
        loaded = time.monotonic() - begun
        same(browser.run(count), MANY, "files")
        nodes = browser.run('return document.querySelectorAll("*").length')
        expect(nodes < 20000, "at first the page has %d elements", nodes)
        entries = 'return document.querySelectorAll("article.file").length'
        before = browser.run(entries)
        browser.run("scrollTo(0, document.documentElement.scrollHeight)")
        until = time.monotonic() + LOAD_SECONDS
        while browser.run(entries) == before and time.monotonic() < until:
            time.sleep(0.05)
        expect(before < browser.run(entries) < MANY, "there are %d entries, after scrolling %d", before, browser.run(entries))
        browser.keys("/")
        browser.keys("part3/")
        same(browser.run(count), MANY // 20 * 10**4 + MANY, "files of part3 of all, digits only")
        size, shown = os.path.getsize(path), sum(len(change["diff"]) for change in run["changes"])
        print("%d files, %d edits: page of %.1f MB for diffs of %.1f MB, shown in %.2f s" % (MANY, MANY * EDITS, size / 1e6, shown / 1e6, loaded))
        expect(size < 3 * shown, "the page has %d bytes for diffs of %d", size, shown)
        expect(loaded < LOAD_SECONDS, "loading took %.1f s", loaded)

    def large(scratch):
        """A file with as many edits is put into the page in parts."""
        path, _ = made_report(tpatch, report_check, scratch, "large", {"x/f.cmake": "".join("set(x)\n" * 8 + "f(%d)\n" % line for line in range(MANY * EDITS))})
        browser.open(path)
        rows = 'return document.querySelectorAll("table.diff tr").length'
        before = browser.run(rows)
        expect(100 < before < 2000, "at first the page has %d lines of the diff", before)
        browser.click(".more-lines")
        expect(before < browser.run(rows) < 4000, "then there are %d, before %d", browser.run(rows), before)
        numbers = browser.run('return [...document.querySelectorAll("table.diff tr")].map((row) => Number(row.cells[1].textContent || 0)).filter(Boolean)')
        same(numbers, sorted(set(numbers)), "the numbers of the lines")

    def port(scratch):
        series, new = ported.make(os.path.join(scratch, "ported"))
        path = os.path.join(scratch, "port.html")
        call = [tpatch, "port", series, "--to", new, "--target", "demo", "--tag", "2.0", "--json", "-o", os.path.join(scratch, "port.yaml"), "-o", "html=" + path]
        result = subprocess.run(call, capture_output=True, check=False)
        same(result.returncode, 3, "port says %s" % result.stderr.decode())
        edits = json.loads(result.stdout)["edits"]
        browser.open(path)
        same(browser.run("return document.scripts.length"), 2, "scripts")
        shown = 'return [...document.querySelectorAll("article.file")].map((file) => file.dataset.outcome)'
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
        address = browser.run("return location.hash")
        expect("at=" in address, "the address does not name the edit: %s", address)
        browser.open(path + "#show=exact")
        same(browser.run(shown), ["exact"], "what an address shows")
        browser.keys(Keys.ESCAPE)
        check_everybody(browser, path, ("gone.cmake", "needs a person"))
        report_page.check_ink(browser)
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
        told = browser.run('return document.querySelector("p.told").textContent')
        expect(told.startswith("missing the-rule in "), "a cell tells: %s", told)
        same(browser.run("return document.documentElement.scrollWidth"), 1400, "width")
        browser.open(path + "#find=cmake-min&only=busy")
        same(browser.run(visible), [name for name in busy if "cmake-min" in name], "what an address shows")
        browser.keys(Keys.ESCAPE)
        check_everybody(browser, path, ("the-rule", "missing"))
        report_page.check_ink(browser)
        if pictures:
            browser.open(path, 1400, 900)
            browser.driver.save_screenshot(os.path.join(pictures, "matrix-light.png"))

    def looks_of(path, run):
        next_line = run["summary"]["next"]
        check_everybody(browser, path, (run["rules"][0]["id"], next_line, "%d files would change" % len(run["changes"])))
        report_page.check_ink(browser)
        for name, width, scheme in (("light", 1400, "light"), ("dark", 1400, "dark"), ("narrow", 360, "light")):
            browser.open(path, width, 1100, scheme)
            if pictures:
                browser.driver.save_screenshot(os.path.join(pictures, "report-%s.png" % name))
        browser.open(path)
        pdf = browser.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"]
        expect(len(pdf) > 20000, "the printed page has %d bytes", len(pdf))

    def states(scratch):
        """A tree that is patched, the same when nothing is left to do, and one that a rule does not fit."""
        tree = os.path.join(scratch, "states")
        shutil.copytree(os.path.join(FIXTURES, "pytorch-1.12.1", "before"), tree)
        with open(os.path.join(tree, ".gitmodules"), "w", encoding="ascii") as f:
            f.write("".join('[submodule "%s"]\n\tpath = third_party/%s\n\turl = https://example.org/%s\n' % (name, name, name) for name in ("one", "two")))
        path, run = report(tpatch, scratch, tree, "--profile", "kepler", command="apply")
        browser.open(path)
        report_page.check_notes(browser, run)
        title = 'return document.querySelector("h1").textContent'
        same(browser.run(title), "%d files changed, as run 1" % len(run["changes"]), "after apply")
        same(browser.run('return document.querySelector(".command code").textContent'), "tpatch rollback --root " + tree, "the command that takes it back")
        path, run = report(tpatch, scratch, tree, "--profile", "kepler")
        browser.open(path)
        same(browser.run(title), "Nothing to do for the rules that could be decided", "when all is done")
        report_page.check_first_screen(browser, run, tpatch)
        looks.check_names(browser)
        looks.check_contrast(browser)
        case = os.path.join(FIXTURES, "verdict", "missing")
        path, run = report(tpatch, scratch, os.path.join(case, "before"), "--patchsets", os.path.join(case, "patchsets"))
        browser.open(path)
        same(browser.run(title), "1 rule does not fit this tree", "with a rule that is missing")
        expect("Nothing would be written" in browser.run('return document.querySelector(".lead").textContent'), "it does not say that nothing is written")
        same(browser.run('return [...document.querySelectorAll(".kind-stop li b")].map((node) => node.textContent)'), ["the-rule"], "what stops")
        same(browser.run('return document.querySelector(".command code").textContent'), run["summary"]["next"], "the command that explains it")
        looks.check_names(browser)
        looks.check_contrast(browser)

    try:
        with tempfile.TemporaryDirectory(prefix="pages-") as scratch:
            expand_all(os.path.join(scratch, "fixtures"), ["pytorch-1.12.1-half-by-hand"])
            for folder, fixture in ((FIXTURES, "pytorch-1.12.1"), (os.path.join(scratch, "fixtures"), "pytorch-1.12.1-half-by-hand")):
                path, run = report(tpatch, scratch, os.path.join(folder, fixture, "before"), "--profile", "blackwell")
                attempt_on(path, fixture + ", the first screen", report_page.check_first_screen, run, tpatch)
                attempt_on(path, fixture + ", rules", report_page.check_rules, run)
                attempt_on(path, fixture + ", not decided", report_page.check_needs, run)
                attempt_on(path, fixture + ", diffs", report_page.check_diffs, run)
                attempt_on(path, fixture + ", reasons", report_page.check_reasons)
                if fixture == "pytorch-1.12.1" or options.stride == 1:
                    attempt_on(path, fixture + ", filters", report_page.check_filters, run)
                    attempt_on(path, fixture + ", address", report_page.check_address, path)
                    attempt_on(path, fixture + ", keys", report_page.check_keys, run)
                    attempt_on(path, fixture + ", folders", report_page.check_folders, run)
                    attempt_on(path, fixture + ", side by side", report_page.check_split, run)
                if fixture == "pytorch-1.12.1":
                    attempt(fixture + ", looks", looks_of, path, run)
                    attempt("broken on purpose", broken.check, browser, path, run, tpatch, options.stride)
            attempt("hostile names and texts", hostile, scratch)
            attempt("equal changes", groups, scratch)
            attempt("states", states, scratch)
            attempt("many files", many, scratch)
            attempt("one large file", large, scratch)
            attempt("matrix", matrix, scratch)
            attempt("port", port, scratch)
    finally:
        browser.driver.quit()
    for problem in problems:
        print(problem)
    print("browser: %d passed, %d failed" % (passed, len(problems)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
