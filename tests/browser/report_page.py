"""What the report of a run has to show, held against what --json says of the same run."""
import datetime
import json
import os
import subprocess

from selenium.webdriver.common.keys import Keys

import looks
from attempts import expect
from browsing import same

URGENT = {"would-patch", "patched", "warning", "missing", "ambiguous", "drifted", "conflict", "refused"}

# The paths of all files that are shown, by themselves or in a group.
SHOWN = """
document.querySelectorAll('article.many:not(.open) > h3 > .top').forEach((node) => node.click());
return [...document.querySelectorAll("[data-path]")].map((file) => file.dataset.path).sort()"""

# (sign, text) of each line of each file, as the unified view shows them.
READ_DIFFS = """
return Object.fromEntries([...document.querySelectorAll("[data-path]")].map((file) => [file.dataset.path,
    [...file.querySelectorAll("table.diff tr")].map((row) => [row.cells[2].textContent.replace("\\u2212", "-").trim(), row.cells[3].textContent])]))"""

CURRENT = 'const node = document.querySelector("article.current"); return node && (node.dataset.path || node.dataset.group + " files")'


def write(tpatch, folder, root, *arguments, command="check", codes=(0, 1, 3)):
    """Writes the page; returns its path and the run as JSON."""
    path = os.path.join(folder, "report.html")
    result = subprocess.run([tpatch, command, "--root", root, "--json", "--output", "html=" + path, "--force"] + list(arguments), capture_output=True, check=False)
    expect(result.returncode in codes, "%s says %s", command, result.stderr.decode())
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


def check_diffs(browser, run, changed=lambda text: text):
    same(browser.run('return document.querySelector(".lead + .command code")?.textContent'), run["summary"].get("next"), "the command to run next")
    looks.open_all(browser)
    found = browser.run(READ_DIFFS)
    for change in run["changes"]:
        wanted = [[sign, changed(text)] for sign, text in lines_of_diff(change["diff"])]
        same(found[change["path"]], wanted, change["path"])


def verdicts_of(run):
    by_path = {}
    for finding in run["findings"]:
        by_path.setdefault(finding["path"], set()).add(finding["verdict"])
    return by_path


def check_rules(browser, run):
    """Each rule has a row, below its verdict, with the numbers of the run and its reason."""
    looks.open_all(browser)
    rows = browser.run("""return [...document.querySelectorAll("table.rules tbody")].flatMap((body) => [...body.querySelectorAll("tr[data-row]")].map((row) =>
        [body.dataset.verdict, ...[...row.cells].map((cell) => cell.textContent)]))""")
    found = {row[1]: row for row in rows}
    same(sorted(found), sorted(rule["id"] for rule in run["rules"]), "rules with a row")
    for rule in run["rules"]:
        verdict, _, what, files, places = found[rule["id"]]
        same(verdict, rule["verdict"], "the verdict of " + rule["id"])
        expect(what.startswith(rule["title"]), "the row of %s says %s", rule["id"], what)
        told = {finding["path"] for finding in run["findings"] if (finding["rule"], finding["verdict"]) == (rule["id"], rule["verdict"])}
        same((int(files or 0), int(places or 0)), (rule["files"] or rule["applied_files"] or len(told), rule["places"] or rule["applied_places"]), "files and places of " + rule["id"])


def check_filters(browser, run):
    by_path = verdicts_of(run)
    everything = sorted(path for path, verdicts in by_path.items() if verdicts & URGENT)
    same(browser.run(SHOWN), everything, "at first")
    looks.open_all(browser)
    for number, rule in enumerate(run["rules"]):
        browser.click('button.pick[data-rule="%d"]' % number)
        of_rule = {f["path"] for f in run["findings"] if f["rule"] == rule["id"]}
        wanted = sorted(path for path in of_rule if by_path[path] & (URGENT | {rule["verdict"]}))
        same(browser.run(SHOWN), wanted, "rule " + rule["id"])
        browser.keys(Keys.ESCAPE)
    present = set().union(*by_path.values())
    for verdict in sorted(present):
        browser.click('button.chip[data-verdict="%s"]' % verdict)
    same(browser.run(SHOWN), sorted(path for path, verdicts in by_path.items() if verdicts - URGENT), "the other verdicts")
    for verdict in sorted(present):
        browser.click('button.chip[data-verdict="%s"]' % verdict)
    same(browser.run(SHOWN), everything, "the first verdicts again")


def check_address(browser, path):
    """A view that is looked at is there again behind its address, and nothing else is."""
    view = """const marks = [...document.querySelectorAll("[aria-pressed=true], [aria-selected=true]")].map((node) => node.getAttribute("aria-label") || node.textContent);
        return [marks, document.querySelector("input[type=search]").value, document.querySelector("select").value]"""
    same(browser.run("return location.hash"), "", "the address at first")
    rule, folder = browser.run("""const file = files.find((one) => one.path.includes("/")); return [file.rules[0], document.querySelector("[role=treeitem]").dataset.folder]""")
    steps = (lambda: browser.click('button.pick[data-rule="%d"]' % rule), lambda: browser.keys("u"), lambda: browser.keys("j"),
             lambda: browser.click("button.chip[data-verdict]"), lambda: (browser.keys(Keys.ESCAPE), browser.click('[data-folder="%s"] > .row' % folder)),
             lambda: (browser.keys("/"), browser.keys("cmake")))
    addresses = []
    for step in steps:
        step()
        # SHOWN opens groups, and comes last.
        address, seen, current, shown = browser.run("return location.hash"), browser.run(view), browser.run(CURRENT), browser.run(SHOWN)
        expect(address and address not in addresses, "a step leaves the address as it was: %s", address)
        addresses.append(address)
        browser.open(path + address)
        same(browser.run(view), seen, "the controls behind " + address)
        same(browser.run(CURRENT), current, "the current file behind " + address)
        same(browser.run(SHOWN), shown, "the files behind " + address)
    browser.run("location.hash = arguments[0]", addresses[0])
    same(browser.run("return new Promise((done) => setTimeout(() => done(state.rule), 50))"), rule, "the rule of an address that is typed")
    browser.keys(Keys.ESCAPE)
    browser.run("document.activeElement.blur()")


def check_keys(browser, run):
    entries = browser.run('return [...document.querySelectorAll("article.file")].map((node) => node.dataset.path || node.dataset.group + " files")')
    paths = browser.run(SHOWN)
    for step in ("j", "j", "k"):
        browser.keys(step)
    same(browser.run(CURRENT), entries[0], "j j k")
    browser.keys("j")
    same(browser.run(CURRENT), entries[1], "j")
    top = browser.run('return document.querySelector("article.current").getBoundingClientRect().top')
    expect(-5 < top < browser.run("return innerHeight"), "the current file is at %s", top)
    is_open = 'return document.querySelector("article.current").classList.contains("open")'
    for key in (Keys.ENTER, Keys.SPACE):
        before = browser.run(is_open)
        browser.keys(key)
        same(browser.run(is_open), not before, "after Enter or Space")
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


def check_folders(browser, run):
    """The tree counts what is below each folder, is walked by arrows, and chooses by Enter what is shown."""
    focus = 'const node = document.activeElement.closest("[role=treeitem]"); return node && [node.dataset.folder, node.getAttribute("aria-expanded"), Number(node.getAttribute("aria-level"))]'
    browser.run('document.querySelector("[role=tree] [tabindex=\\"0\\"]").focus()')
    first = browser.run(focus)
    expect(first and first[2] == 1, "the tree cannot be reached: %s", first)
    for _ in range(200):  # unfolds all, as a person does
        if browser.run(focus)[1] == "false":
            browser.keys(Keys.ARROW_RIGHT)
        before = browser.run(focus)
        browser.keys(Keys.ARROW_DOWN)
        if browser.run(focus) == before:
            break
    items = browser.run("""return [...document.querySelectorAll("[role=treeitem]")].map((node) => [node.dataset.folder, node.getAttribute("aria-label"),
        node.querySelector(".row").textContent, node.querySelector(".name").scrollWidth <= node.querySelector(".name").clientWidth + 1])""")
    expect(len(items) > 1, "the tree has %d folders", len(items))
    for folder, label, text, does_fit in items:
        inside = [c for c in run["changes"] if (c["path"].startswith(folder + "/") if folder != "." else "/" not in c["path"])]
        signs = [[line[0] for line in c["diff"].split("\n")[3:] if line[:1] in ("+", "-")] for c in inside]
        wanted = "%d file%s, +%d \u2212%d lines" % (len(inside), "" if len(inside) == 1 else "s", sum(s.count("+") for s in signs), sum(s.count("-") for s in signs))
        expect(label.endswith(": " + wanted), "the folder %s says '%s', not '%s'", folder, label, wanted)
        expect(does_fit and label.split(":")[0] in text, "the name of %s does not fit", folder)
    browser.keys(Keys.HOME)
    same(browser.run(focus)[0], first[0], "Home")
    browser.keys(Keys.ENTER)
    same(browser.run(SHOWN), sorted(c["path"] for c in run["changes"] if c["path"].startswith(first[0] + "/")), "the files of " + first[0])
    browser.keys(Keys.SPACE)
    same(browser.run('return document.querySelectorAll("[aria-selected=true]").length'), 0, "folders that are chosen after Space")
    browser.keys(Keys.END)
    expect(browser.run(focus)[0] != first[0], "End goes nowhere")
    browser.keys(Keys.HOME)
    browser.keys(Keys.ARROW_LEFT)
    expect(browser.run(focus)[1] != "true", "Left leaves the first folder open")


def check_split(browser, run):
    browser.keys("u")
    looks.open_all(browser)
    rows = browser.run("""return Object.fromEntries([...document.querySelectorAll("[data-path]")].map((file) => [file.dataset.path,
        [...file.querySelectorAll("table.diff tr")].map((row) => [[...row.cells].map((cell) => cell.textContent), row.cells[2].className, row.cells[5].className])]))""")
    expect(any(rows.values()) and all(len(cells) == 6 for file in rows.values() for cells, _, _ in file), "side by side has not six columns")
    for change in run["changes"]:
        lines = lines_of_diff(change["diff"])
        if rows[change["path"]]:
            same([cells[2] for cells, left, _ in rows[change["path"]] if left != "none"], [text for sign, text in lines if sign != "+"], change["path"] + ", left")
            same([cells[5] for cells, _, right in rows[change["path"]] if right != "none"], [text for sign, text in lines if sign != "-"], change["path"] + ", right")
    browser.keys("u")


def check_reasons(browser):
    """The reason of a rule stands in the first of its files; in the others a button has it. On paper it is there once."""
    state = """return [...document.querySelectorAll("article.file.open")].map((file) => [...file.querySelectorAll(".why section")].map((section) =>
        [section.dataset.rule, section.querySelector(".text")?.offsetHeight > 0, Boolean(section.querySelector(".more"))]))"""
    browser.run('document.querySelectorAll(\'article.file > h3 > .top[aria-expanded="false"]\').forEach((node) => node.click())')
    told, files = set(), browser.run(state)
    for sections in files:
        for number, (rule, is_told, has_more) in enumerate(sections):
            if rule in [other[0] for other in sections[:number]]:
                expect(not is_told and not has_more, "rule %s is told twice in a file", rule)
            else:
                expect(is_told == (rule not in told) and (is_told or has_more), "rule %s: told %s, told before %s", rule, is_told, rule in told)
        told |= {rule for rule, _, _ in sections}
    expect(len(files) > 5 and any(not is_told for sections in files for _, is_told, _ in sections), "too little to see")
    browser.click(".why .folded .more")
    same(browser.run('const section = document.querySelector(".why .folded"); return section.querySelector(".text").offsetHeight > 10 && '
                     '(!section.querySelector(".links a") || section.querySelector(".links").offsetHeight > 0)'), True, "a reason that was asked for")
    browser.click(".why .folded .more")
    same(browser.run('return document.querySelector(".why .folded .text").offsetHeight'), 0, "a reason that was put away")

    def printed():
        rules = browser.run('return [...document.querySelectorAll(".why section")].filter((section) => section.querySelector(".text")?.offsetHeight).map((section) => section.dataset.rule)')
        expect(rules and len(rules) == len(set(rules)), "on paper, reasons of rules %s", rules)

    looks.on_paper(browser, printed)


def check_first_screen(browser, run, tpatch):
    """What a person must know at once is on it: how many files, by how many rules, what is not decided, what next, of what, by what, and when."""
    head = browser.run('const box = document.querySelector("header").getBoundingClientRect(); return [document.querySelector("header").innerText, box.bottom]')
    text = " ".join(head[0].split())
    undecided = [rule for rule in run["rules"] if rule.get("needs")]
    expect(head[1] < 500, "the head ends at %s", head[1])
    version = subprocess.run([tpatch, "--version"], capture_output=True, check=True, text=True).stdout.split()[1]
    by = sum(rule["verdict"] in ("would-patch", "patched") for rule in run["rules"])
    wanted = ["tpatch " + version, run["summary"]["root"], "by %d of %d rules" % (by, len(run["rules"]))] if run["changes"] else []
    wanted += ["%d rule%s not decided" % (len(undecided), "" if len(undecided) == 1 else "s"), undecided[0]["needs"][0], "--facts auto"] if undecided else []
    wanted += [run["target"]["set"], run["target"]["digest"][:12]]
    for words in wanted:
        expect(words in text, "the head does not say '%s': %s", words, text)
    made = datetime.datetime.fromisoformat(browser.run('return document.querySelector("header time").dateTime').replace("Z", "+00:00"))
    age = datetime.datetime.now(datetime.timezone.utc) - made
    expect(datetime.timedelta(minutes=-1) < age < datetime.timedelta(hours=1), "the page says that it was made at %s", made)


def check_needs(browser, run):
    """Rules that are not decided are seen at once, each below the facts that decide it."""
    lists = browser.run("""return Object.fromEntries([...document.querySelectorAll("#needs [data-fact]")].map((node) => [node.dataset.fact,
        [node.querySelector("code").textContent, ...[...node.querySelectorAll("dd")].filter((one) => one.offsetHeight).map((one) => one.textContent)]]))""")
    wanted = {}
    for rule in run["rules"]:
        for fact in rule.get("needs", []):
            wanted.setdefault(fact, set()).add(rule["title"])
    expect(len(wanted) > 1, "every rule is decided: too little to see")
    same({fact: set(rest[1:]) for fact, rest in lists.items()}, wanted, "facts and the rules that they decide")
    for fact, (option, *_) in lists.items():
        expect(option.startswith("--fact %s=" % fact), "the option for %s is '%s'", fact, option)
    browser.click('.lead .jump')
    expect(browser.run('const box = document.getElementById("needs-title").getBoundingClientRect(); return box.top > 0 && box.bottom < innerHeight'), "the link of the head leads elsewhere")


def check_notes(browser, run):
    """Notes are folded, and equal ones are said once with their places."""
    said = {note["text"] for note in run["notes"]}
    expect(len(said) < len(run["notes"]), "no two notes are equal: too little to see")
    same(browser.run('return [document.getElementById("notes")?.open, document.querySelectorAll("#notes > ul > li").length]'), [False, len(said)], "notes")
    same(browser.run('return [...document.querySelectorAll("#notes code")].map((node) => node.textContent).sort()'), sorted(note["path"] for note in run["notes"]), "where they are of")
    texts = browser.run('return [...document.querySelectorAll("#notes > ul > li")].map((node) => node.firstChild.textContent)')
    same(len(texts), len(set(texts)), "notes that are said")


def check_ink(browser):
    """What is dark on the screen is light on paper."""
    for scheme in ("dark", "light"):
        browser.emulate(scheme)
        if scheme == "light":
            browser.keys("t")
        paper = browser.run('dispatchEvent(new Event("beforeprint")); const made = getComputedStyle(document.body).color; dispatchEvent(new Event("afterprint")); return made')
        same(paper, "rgb(28, 33, 40)", "the ink on paper")
        expect(browser.run("return getComputedStyle(document.body).color") != paper, "the theme is not as before")
