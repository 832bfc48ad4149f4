"""Breaks the report's page on purpose, each time in one way, and expects the check that looks after it to see that: none of them is asleep."""
import os

import looks
import report_page
from attempts import Wrong, expect

# What is done to the page's text, [what is there, what replaces it], and which check has to say so.
BREAKS = (
    ("--soft: #5c6672", "--soft: #9aa4b0", "contrast"),
    ("--ink: #e4e8ee", "--ink: #4a525c", "contrast"),
    ('el("select", { "aria-label": "rule",', 'el("select", {', "names"),
    ('el("main", null', 'el("div", null', "names"),
    ('el("h4", null, visible(rule.title))', 'el("h6", null, visible(rule.title))', "names"),
    ('content: "\u25b8" / "";', "", "names"),
    (":focus-visible { outline: 2px", ":focus-visible { outline: 0px", "tab order"),
    ('"aria-label": "dark or light",', '"aria-label": "dark or light", tabindex: 5,', "tab order"),
    ("table.rules thead { display: none; }", "table.rules { min-width: 30rem; }", "width"),
    ("* { box-sizing: border-box; }", "* { box-sizing: border-box; transition: all .2s; }", "still"),
    ("onPaper(list.unfold", "onPaper(() => () => {}", "paper"),
    (".bar, .keys,", ".keys,", "paper"),
    ("history.replaceState(", "(() => {})(", "address"),
    ("folder: asked.folder ||", "folder:", "address"),
    ("folder.added += file.added;", "", "folders"),
    ('" ": () => choose(node)', '" ": () => {}', "folders"),
    ("ArrowLeft: () => {", "ArrowLeft: () => {}, Left: () => {", "folders"),
    ("mine.map((rule) => el(\"dd\"", "mine.slice(1).map((rule) => el(\"dd\"", "not decided"),
    ('el("time", { datetime: meta("date") }', 'el("time", { datetime: "2020-01-01T00:00:00Z" }', "first screen"),
    ('"digits" }, number(count)', '"digits" }, number(count + 1)', "rules"),
    ("firstOf.get(index) === key", "true", "reasons"),
)


def check(browser, path, run, tpatch, stride):
    """Every Nth of them."""
    checks = {
        "contrast": lambda at: (looks.check_contrast(browser)),
        "names": lambda at: looks.check_names(browser),
        "tab order": lambda at: looks.check_tab_order(browser),
        "width": lambda at: looks.check_width(browser),
        "still": lambda at: looks.check_still(browser),
        "paper": lambda at: looks.check_paper(browser),
        "address": lambda at: report_page.check_address(browser, at),
        "folders": lambda at: report_page.check_folders(browser, run),
        "not decided": lambda at: report_page.check_needs(browser, run),
        "first screen": lambda at: report_page.check_first_screen(browser, run, tpatch),
        "rules": lambda at: report_page.check_rules(browser, run),
        "reasons": lambda at: report_page.check_reasons(browser),
    }
    with open(path, encoding="utf-8") as f:
        page = f.read()
    at = os.path.join(os.path.dirname(path), "broken.html")
    asleep = []
    for there, instead, name in BREAKS[::stride]:
        expect(there in page, "the page has no '%s' to break", there)
        with open(at, "w", encoding="utf-8") as f:
            f.write(page.replace(there, instead))
        browser.open(at)
        try:
            checks[name](at)
            asleep.append("%s, with '%s'" % (name, instead))
        except Wrong:
            pass
        browser.driver.get_log("browser")
    expect(not asleep, "these checks see nothing wrong: %s", asleep)
