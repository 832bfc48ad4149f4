/* A review of what was carried to another tree: each edit as the diff has it, and beside it as it is in the tree. */

const { run, outcomes, edits, notes } = data;
const labelOf = Object.fromEntries(outcomes.map((outcome) => [outcome.name, outcome.label]));
const kindOf = Object.fromEntries(outcomes.map((outcome) => [outcome.name, outcome.kind]));
const present = outcomes.filter((outcome) => edits.some((edit) => edit.outcome === outcome.name));
const patches = [...new Set(edits.map((edit) => edit.patch))];
const OPEN_AT_FIRST = 40, MOST_COMPARED = 400;
const state = { text: "", patch: "", shown: new Set(), wide: matchMedia("(min-width: 62rem)").matches };

edits.forEach((edit) => {
	edit.at = edit.pathInTree || edit.path;
	edit.haystack = [edit.path, edit.at, edit.patch, ...edit.evidence].join("\n").toLowerCase();
});

/* What a person has to look at; where there is nothing of that kind, all. */
function usual() {
	const urgent = present.filter((outcome) => ["stop", "warn"].includes(outcome.kind));
	return new Set((urgent.length ? urgent : present).map((outcome) => outcome.name));
}

/* ---- two texts side by side */

/* Pairs [i, j] of the longest row that `a` and `b` have in common; where that would take long, of what they begin with. */
function common(a, b) {
	if (a.length * b.length > MOST_COMPARED * MOST_COMPARED)
		return a.slice(0, b.length).flatMap((item, i) => (item === b[i] ? [[i, i]] : []));
	const best = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
	for (let i = a.length - 1; i >= 0; i--)
		for (let j = b.length - 1; j >= 0; j--)
			best[i][j] = a[i] === b[j] ? best[i + 1][j + 1] + 1 : Math.max(best[i + 1][j], best[i][j + 1]);
	const pairs = [];
	for (let i = 0, j = 0; i < a.length && j < b.length;) {
		if (a[i] === b[j])
			pairs.push([i++, j++]);
		else if (best[i + 1][j] >= best[i][j + 1])
			i++;
		else
			j++;
	}
	return pairs;
}

function textOf(line) {
	return line.slice(1).map((piece) => piece.slice(1)).join("");
}

/* Words, runs of blanks and signs; their beginnings. */
function wordsOf(text) {
	return [...text.matchAll(/[\w\u0080-\uffff]+|[ \t]+|[^]/g)];
}

/* For each character of both lines: does the other line not have its word? */
function unlikeWords(a, b) {
	const sides = [wordsOf(textOf(a)), wordsOf(textOf(b))], pairs = common(sides[0].map((word) => word[0]), sides[1].map((word) => word[0]));
	return sides.map((words, side) => {
		const shared = new Set(pairs.map((pair) => pair[side]));
		return words.flatMap((word, at) => Array(word[0].length).fill(!shared.has(at) && word[0].trim() !== ""));
	});
}

function allOdd(line) {
	return [...textOf(line).matchAll(/[^]/g)].map((char) => char[0].trim() !== "");
}

function markOf(line) {
	return line[0][0];
}

/* Lines of both sides that stand in one row: the same, else those of one kind between two that are the same. */
function rowsOf(a, b, kindOfLine) {
	const key = (line) => kindOfLine(line) + textOf(line).trim(), pairs = [...common(a.map(key), b.map(key)), [a.length, b.length]], rows = [];
	let i = 0, j = 0;
	for (const [nextA, nextB] of pairs) {
		while (i < nextA || j < nextB) {
			const both = i < nextA && j < nextB && kindOfLine(a[i]) === kindOfLine(b[j]);
			const left = both || (i < nextA && (j >= nextB || a.slice(i, nextA).every((line) => kindOfLine(line) !== kindOfLine(b[j]))));
			rows.push({ a: both || left ? i++ : -1, b: both || !left ? j++ : -1, same: false });
		}
		if (i < a.length || j < b.length)
			rows.push({ a: i++, b: j++, same: true });
	}
	return rows;
}

/* The number of each line: of removed and kept lines before the edit, of added ones after it. */
function numbersOf(hunk) {
	let before = hunk.old, after = hunk.new;
	return hunk.lines.map((line) => {
		const mark = markOf(line);
		const number = mark === "+" ? after : before;
		before += mark !== "+";
		after += mark !== "-";
		return number;
	});
}

function lineCells(hunk, numbers, at, odd) {
	if (at < 0)
		return [cell("n none", ""), cell("s none", ""), cell("none", "")];
	const line = hunk.lines[at], side = sideOf(line);
	return [cell("n " + side, hunk.old ? String(numbers[at]) : ""), cell("s " + side, signOf(line)), cell(side, pieces(line, odd))];
}

function captions(edit) {
	return ["in " + edit.patch + (run.from ? ", for " + run.from : ""), "in " + run.to + (edit.outcome === "person" ? ", at the nearest place" : "")];
}

/* One side by itself, or none where there is nothing of it. */
function oneSide(title, hunk, odds) {
	const numbers = numbersOf(hunk);
	return el("section", { class: "side" }, el("h4", null, visible(title)), diffTable(title, hunk.lines.map((line, at) => el("tr", null, lineCells(hunk, numbers, at, odds && odds[at])))));
}

function comparison(edit) {
	const titles = captions(edit);
	if (!edit.a && !edit.b)
		return null;
	if (!edit.a || !edit.b)
		return oneSide(titles[edit.a ? 0 : 1], edit.a || edit.b, null);
	/* The tree is as it was where a person is needed: what the edit removes is compared with what is there. */
	const kindOfLine = (line) => edit.outcome === "person" && markOf(line) === "-" ? " " : markOf(line);
	const rows = rowsOf(edit.a.lines, edit.b.lines, kindOfLine), odds = [[], []], numbers = [numbersOf(edit.a), numbersOf(edit.b)];
	/* What the tree has above and below the diff's lines is no difference. */
	const first = rows.findIndex((row) => row.a >= 0), last = rows.findLastIndex((row) => row.a >= 0);
	for (const [at, row] of rows.entries()) {
		if (row.same || at < first || at > last)
			continue;
		const [left, right] = row.a >= 0 && row.b >= 0 ? unlikeWords(edit.a.lines[row.a], edit.b.lines[row.b]) :
			[row.a >= 0 && allOdd(edit.a.lines[row.a]), row.b >= 0 && allOdd(edit.b.lines[row.b])];
		odds[0][row.a] = left;
		odds[1][row.b] = right;
	}
	if (!state.wide)
		return [oneSide(titles[0], edit.a, odds[0]), oneSide(titles[1], edit.b, odds[1])];
	return el("section", { class: "side" }, el("div", { class: "titles" }, titles.map((title) => el("h4", null, visible(title)))),
		el("div", { class: "both-sides" }, diffTable(titles.join("; "), rows.map((row) => el("tr", { class: row.same ? null : "unlike" },
			lineCells(edit.a, numbers[0], row.a, odds[0][row.a]), lineCells(edit.b, numbers[1], row.b, odds[1][row.b]))))));
}

/* ---- the list */

function body(edit) {
	return el("div", { class: "body" }, edit.evidence.length ? el("ul", { class: "evidence" }, edit.evidence.map((line) => el("li", null, visible(line)))) : null, comparison(edit));
}

function foldOf({ edit, key }) {
	const top = el("button", { class: "top", type: "button" }, el("span", { class: "path" }, pathParts(edit.at), edit.line ? ":" + edit.line : ""), edit.at !== edit.path ? el("span", { class: "tag" }, "was ", visible(edit.path)) : null,
		el("span", { class: "end" }, chip(kindOf[edit.outcome], labelOf[edit.outcome], edit.reviewed ? " · reviewed" : ""), el("span", { class: "tag name" }, visible(edit.patch), ":" + edit.diffLine)));
	return makeFold(el("article", { class: "file", "data-edit": key, "data-outcome": edit.outcome }, el("h3", null, top)), top, () => body(edit));
}

const entries = edits.map((edit, key) => ({ edit, key, lines: 1 }));
const counter = el("span", { class: "count", role: "status" });
const search = el("input", { type: "search", placeholder: "Find in paths, patches and evidence", "aria-label": "find in paths, patches and evidence", input: () => { state.text = search.value.toLowerCase(); update(); } });
const patchSelect = el("select", { "aria-label": "patch", change: () => { state.patch = patchSelect.value; update(); } }, el("option", { value: "" }, "all patches"),
	patches.map((patch) => el("option", { value: patch }, patch)));
const chips = present.map((outcome, at) => el("button", { type: "button", class: "chip kind-" + outcome.kind, "data-outcome": outcome.name, title: `show or hide (${at + 1})`, click: () => toggle(outcome.name) },
	outcome.label, " ", number(edits.filter((edit) => edit.outcome === outcome.name).length)));
const sideButton = el("button", { type: "button", class: "button", title: "side by side, or one below the other (u)", click: () => setWide(!state.wide) }, "Side by side");
const allButton = el("button", { type: "button", class: "button", title: "open or close all (e)", click: () => list.setAll(!list.isAllOpen()) });
const nothing = el("p", { class: "empty" }, edits.length ? "No edit fits these filters." : "There is nothing to carry.");
const list = makeList("edits", foldOf, tell);

function fits({ edit }) {
	return (!state.text || edit.haystack.includes(state.text)) && (!state.patch || edit.patch === state.patch) && state.shown.has(edit.outcome);
}

/* The controls and the address say what is shown. */
function tell() {
	const shown = present.filter((outcome) => state.shown.has(outcome.name)).map((outcome) => outcome.name).join();
	counter.textContent = list.entries.length === edits.length ? plural(edits.length, "edit") : `${number(list.entries.length)} of ${plural(edits.length, "edit")}`;
	nothing.hidden = list.entries.length > 0;
	patchSelect.value = state.patch;
	for (const button of chips)
		button.setAttribute("aria-pressed", String(state.shown.has(button.dataset.outcome)));
	sideButton.setAttribute("aria-pressed", String(state.wide));
	allButton.textContent = list.isAllOpen() ? "Close all" : "Open all";
	writeAddress({ find: state.text, patch: state.patch, show: shown === [...usual()].join() ? "" : shown || "none", at: list.current ? String(list.current.key + 1) : "" });
}

function update() {
	list.show(entries.filter(fits));
	tell();
}

function toggle(name) {
	if (!state.shown.delete(name))
		state.shown.add(name);
	update();
}

function setWide(wide) {
	state.wide = wide;
	list.redraw();
	tell();
}

function clearFilters() {
	search.blur();
	Object.assign(state, { text: "", patch: "", shown: usual() });
	search.value = "";
	update();
}

/* Shows what the address asks for. */
function obeyAddress() {
	const asked = readAddress();
	Object.assign(state, { text: (asked.find || "").toLowerCase(), patch: patches.includes(asked.patch) ? asked.patch : "", shown: asked.show ? new Set(asked.show.split(",")) : usual() });
	search.value = state.text;
	update();
	list.openFirst(OPEN_AT_FIRST, OPEN_AT_FIRST);
	tell();
	const entry = list.entries.find(({ key }) => String(key + 1) === asked.at);
	if (entry)
		list.goTo(entry);
}

/* ---- the page */

function headline() {
	const count = (name) => edits.filter((edit) => edit.outcome === name && !edit.reviewed).length, look = count("look"), person = count("person");
	if (!look && !person)
		return "Every edit has its place, or upstream has it";
	return [look ? `${plural(look, "edit")} to look at` : "", person ? `${plural(person, "edit")} to write by hand` : ""].filter(Boolean).join(", ");
}

function header(theme) {
	return pageHeader(theme, { mark: "tpatch port", place: el("code", null, visible(run.source)), title: headline(),
		lead: [plural(edits.length, "edit"), " of ", plural(run.patches, "patch"), ", ", plural(run.rules, "rule"), " written."], commands: run.next ? command("next", run.next) : null,
		facts: [["From", run.from ? visible(run.from) : null], ["To", visible(run.to)]] });
}

function draw() {
	const theme = themeButton();
	const help = helpDialog([["j k", "next, previous edit"], ["Enter", "open or close it"], ["1 2 3 4", "show or hide an outcome"], ["/", "find"], ["u", "side by side, or one below the other"], ["e", "open or close all"],
		["t", "dark or light"], ["Esc", "no filters"], ["?", "this"]]);
	document.getElementById("page").append(header(theme), el("main", null, ...[notesFold(notes.map((text) => ({ text })))].filter(Boolean),
		el("section", { "aria-labelledby": "edits-title" }, el("div", { class: "section-title" }, el("h2", { id: "edits-title" }, "Edits"), counter),
			el("nav", { class: "bar", "aria-label": "filters" }, search, patches.length > 1 ? patchSelect : "", ...chips, sideButton, allButton), list.node, nothing)), help);
	obeyAddress();
	addEventListener("hashchange", obeyAddress);
	onPaper(list.unfold);
	listen({ j: () => list.move(1), k: () => list.move(-1), "/": () => search.focus(), u: () => setWide(!state.wide), e: () => list.setAll(!list.isAllOpen()), t: theme.toggle, "?": () => help.showModal(),
		...Object.fromEntries(present.map((outcome, at) => [String(at + 1), () => toggle(outcome.name)])),
		Escape: () => { if (help.open) help.close(); else clearFilters(); } });
}

draw();
