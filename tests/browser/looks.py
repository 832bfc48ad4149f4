"""What a page must be for everybody: read by eye, by ear and by keyboard, in light and dark, on a phone and on paper.

Each check takes a Browser (pages.py) that shows the page, and raises Wrong where it is not so. None of them knows what the page is about.
"""
from selenium.webdriver.common.keys import Keys

from attempts import expect
from browsing import same

# [text, ratio, colours] of each text that is seen and has less contrast than WCAG's AA asks for: 4.5, and 3 where it is large.
FAINT = r"""
const parse = (text) => { const [r, g, b, a] = text.match(/[\d.]+/g).map(Number); return [r, g, b, a === undefined ? 1 : a]; };
const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
const light = (color) => { const [r, g, b] = color.map((part) => { part /= 255; return part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
function ground(node) {
    const layers = [];
    for (; node; node = node.parentElement)
        layers.push(parse(getComputedStyle(node).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
}
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let count = 0;
while (walker.nextNode()) {
    const node = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
    if (!text || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false }) || ["SCRIPT", "STYLE", "NOSCRIPT"].includes(node.tagName) || !node.getClientRects().length)
        continue;
    count++;
    const style = getComputedStyle(node), below = ground(node), ink = over(parse(node instanceof SVGElement ? style.fill : style.color), below);
    let opacity = 1;
    for (let at = node; at; at = at.parentElement)
        opacity *= Number(getComputedStyle(at).opacity);
    const seen = over([...ink.slice(0, 3), opacity], below), pair = [light(seen), light(below)].sort((a, b) => b - a), ratio = (pair[0] + .05) / (pair[1] + .05);
    const size = parseFloat(style.fontSize), isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5))
        found.push(`${text.slice(0, 40)}: ${ratio.toFixed(2)}, ${style.color} on ${below.slice(0, 3)} (${node.tagName} ${node.className})`);
}
return [count, [...new Set(found)]];"""

# What of the page reaches beyond its right edge, but for what scrolls by itself.
TOO_WIDE = r"""
return [...document.querySelectorAll("body *")].filter((node) => !node.closest(".scroll") && node.getClientRects().length && node.getBoundingClientRect().right > document.documentElement.clientWidth + 1 &&
    getComputedStyle(node).position !== "absolute").map((node) => `${node.tagName} ${node.className}: ${node.textContent.slice(0, 40)}`).slice(0, 5)"""

MOVING = r"""
return [...document.querySelectorAll("*")].filter((node) => { const style = getComputedStyle(node);
    return parseFloat(style.transitionDuration) > 0 || parseFloat(style.animationDuration) > 0 || style.scrollBehavior === "smooth"; }).map((node) => node.tagName + " " + node.className)"""

# Where the keyboard is: the control's place in the document, its name, and how wide the line is that shows it.
FOCUS = r"""
const node = document.activeElement;
if (!node || node === document.body)
    return null;
const marked = node.getAttribute("role") === "treeitem" ? node.querySelector(".row") : node, style = getComputedStyle(marked);
return [[...document.querySelectorAll("*")].indexOf(node), (node.tagName + " " + node.className + " " + (node.getAttribute("aria-label") || node.textContent)).slice(0, 60),
    style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth), node.getClientRects().length];"""

OPEN_ALL = """
for (let round = 0; round < 3; round++) {
    document.querySelectorAll("details").forEach((node) => { node.open = true; });
    document.querySelectorAll('.top[aria-expanded="false"], .unfold[aria-expanded="false"], .more[aria-expanded="false"]').forEach((node) => node.click());
}"""


def open_all(browser):
    """All that can be unfolded is unfolded."""
    browser.run(OPEN_ALL)


def check_contrast(browser):
    for scheme in ("light", "dark"):
        browser.emulate(scheme)
        count, faint = browser.run(FAINT)
        expect(count > 50, "%s: only %d texts are seen", scheme, count)
        expect(not faint, "%s: too faint: %s", scheme, faint[:6])
    browser.emulate("light")


def check_width(browser, width=360):
    """Nothing has to be scrolled sideways for, however much is unfolded."""
    browser.resize(width, 800)
    open_all(browser)
    expect(not browser.run(TOO_WIDE), "%d pixels: too wide: %s", width, browser.run(TOO_WIDE))
    same(browser.run("return document.documentElement.scrollWidth"), width, "the width of the page")
    browser.resize(1400, 1000)


def check_still(browser):
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    expect(not browser.run(MOVING), "with reduced motion, this moves: %s", browser.run(MOVING)[:3])
    browser.emulate("light")


def accessibility(browser):
    """[(role, name, properties)] as a screen reader is given them, in the order of the document."""
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    by_id, found = {node["nodeId"]: node for node in nodes}, []

    def walk(node):
        if not node.get("ignored"):
            found.append((node.get("role", {}).get("value"), node.get("name", {}).get("value", ""),
                          {one["name"]: one["value"].get("value") for one in node.get("properties", [])}))
        for child in node.get("childIds", []):
            if child in by_id:
                walk(by_id[child])

    walk(nodes[0])
    return found


NAMED = ("button", "link", "searchbox", "textbox", "combobox", "tree", "treeitem", "table", "region", "dialog", "navigation", "list", "DisclosureTriangle")


def check_names(browser, landmarks=("banner", "main", "navigation")):
    """Landmarks are there once; what can be used has a name; headings are in order, and none is of a level below a level that is not there."""
    tree = accessibility(browser)
    roles = [role for role, _, _ in tree]
    for landmark in landmarks:
        same(roles.count(landmark), 1, "landmarks '%s'" % landmark)
    unnamed = [role for role, name, _ in tree if role in NAMED and not name.strip() and role not in ("list",)]
    expect(not unnamed, "without a name: %s", unnamed)
    arrows = [name for role, name, _ in tree if role != "StaticText" and set(name) & set("\u25b8\u25be")]
    expect(not arrows, "an arrow that is a picture is read out: %s", arrows[:3])
    levels = [(properties.get("level"), name) for role, name, properties in tree if role == "heading"]
    same(levels[0][0], 1, "the level of the first heading")
    same([level for level, _ in levels].count(1), 1, "headings of level 1")
    for (before, _), (level, name) in zip(levels, levels[1:]):
        expect(level <= before + 1, "the heading '%s' is of level %s, after one of level %s", name, level, before)
    expect(all(name.strip() for _, name in levels), "a heading without text")
    return tree


def check_tab_order(browser, steps=60):
    """Tab goes through the page in the order of the document, each stop can be seen, and none is a trap."""
    browser.run("document.activeElement.blur(); scrollTo(0, 0)")
    stops = []
    for _ in range(steps):
        browser.keys(Keys.TAB)
        stop = browser.run(FOCUS)
        if stop is None:
            break
        stops.append(stop)
    expect(len(stops) > 5, "Tab stops at %s only", stops)
    places = [stop[0] for stop in stops]
    same(places, sorted(set(places)), "the order of Tab")
    for _, name, width, boxes in stops:
        expect(width >= 2 and boxes, "the focus cannot be seen at %s", name)
    return [name for _, name, _, _ in stops]


def on_paper(browser, work):
    """Calls `work` while the page is as it is printed, and puts it back."""
    browser.run('dispatchEvent(new Event("beforeprint"))')
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        work()
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        browser.run('dispatchEvent(new Event("afterprint"))')


# Boxes with a border that hold nothing that is seen, on paper.
EMPTY_BOXES = r"""
return [...document.querySelectorAll("body *")].filter((node) => { const style = getComputedStyle(node); return node.getClientRects().length && parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none" &&
    node.offsetHeight > 6 && !node.innerText.trim() && !node.querySelector("svg") && !["TD", "TR"].includes(node.tagName); }).map((node) => node.tagName + " " + node.className)"""


def check_paper(browser):
    """A sheet of A4: nothing is folded, nothing is empty, nothing is there that only a mouse can use; afterwards all is as it was."""
    folded = 'return [document.querySelectorAll("details:not([open])").length, document.querySelectorAll("article.file:not(.open)").length]'
    browser.resize(718, 1000)
    before = browser.run(folded)

    def work():
        same(browser.run(folded), [0, 0], "what is folded on paper")
        expect(not browser.run(EMPTY_BOXES), "empty boxes on paper: %s", browser.run(EMPTY_BOXES))
        same(browser.run('return [...document.querySelectorAll("input, select, .button, .bar, .skip, kbd")].filter((node) => node.getClientRects().length).length'), 0, "controls on paper")
        same(browser.run("return document.documentElement.scrollWidth"), 718, "the width on paper")
        narrow = browser.run("""return [...document.querySelectorAll(".hunk")].filter((hunk) => hunk.querySelector("table").offsetWidth < hunk.offsetWidth * .9).length""")
        same(narrow, 0, "diffs that have not the width of the sheet")

    on_paper(browser, work)
    same(browser.run(folded), before, "what is folded after printing")
    browser.resize(1400, 1000)


def check_without_scripts(browser, path, wanted):
    """What a reader without scripts is given has each of the texts."""
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.driver.get("about:blank")
        browser.driver.get("file://" + path)
        tree = accessibility(browser)
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    texts = " ".join(" ".join(name.split()) for role, name, _ in tree if role == "StaticText")
    for text in wanted:
        expect(" ".join(text.split()) in texts, "without scripts there is no '%s'", text)
    expect(any(role == "heading" for role, _, _ in tree), "without scripts there is no heading")
