/* A review of what was carried to another tree: each edit as the diff has it, and beside it as it is in the tree. */

const { run, outcomes, edits, notes } = data;
const labelOf = Object.fromEntries(outcomes.map((outcome) => [outcome.name, outcome.label]));
const kindOf = Object.fromEntries(outcomes.map((outcome) => [outcome.name, outcome.kind]));
const present = outcomes.filter((outcome) => edits.some((edit) => edit.outcome === outcome.name));
const patches = [...new Set(edits.map((edit) => edit.patch))];
const OPEN_AT_FIRST = 40, MOST_COMPARED = 400;
const state = { text: "", patch: "", shown: new Set(), wide: matchMedia("(min-width: 62rem)").matches, current: -1 };

edits.forEach((edit) => {
	edit.at = edit.pathInTree || edit.path;
	edit.haystack = [edit.path, edit.at, edit.patch, ...edit.evidence].join("\n").toLowerCase();
});

/* What a person has to look at; where there is nothing of that kind, all. */
function showUsual() {
	const urgent = present.filter((outcome) => ["stop", "warn"].includes(outcome.kind));
	state.shown = new Set((urgent.length ? urgent : present).map((outcome) => outcome.name));
}

showUsual();

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
	const line = hunk.lines[at], mark = markOf(line), side = mark === "+" ? "add" : mark === "-" ? "del" : "";
	return [cell("n " + side, hunk.old ? String(numbers[at]) : ""), cell("s " + side, mark === "-" ? "−" : mark), cell(side, pieces(line, odd))];
}

function table(rows) {
	return el("table", { class: "diff" }, el("tbody", null, rows));
}

function captions(edit) {
	return ["in " + edit.patch + (run.from ? ", for " + run.from : ""), "in " + run.to + (edit.outcome === "person" ? ", at the nearest place" : "")];
}

/* One side by itself, or none where there is nothing of it. */
function oneSide(title, hunk, odds) {
	const numbers = numbersOf(hunk);
	return el("section", { class: "side" }, el("h3", null, visible(title)), table(hunk.lines.map((line, at) => el("tr", null, lineCells(hunk, numbers, at, odds && odds[at])))));
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
	return el("section", { class: "side" }, el("div", { class: "titles" }, titles.map((title) => el("h3", null, visible(title)))),
		el("div", { class: "both-sides" }, table(rows.map((row) => el("tr", { class: row.same ? null : "unlike" },
			lineCells(edit.a, numbers[0], row.a, odds[0][row.a]), lineCells(edit.b, numbers[1], row.b, odds[1][row.b]))))));
}

/* ---- the list */

function chip(edit) {
	return el("span", { class: "chip kind-" + kindOf[edit.outcome] }, labelOf[edit.outcome], edit.reviewed ? " · reviewed" : "");
}

function body(edit) {
	return el("div", { class: "body" }, edit.evidence.length ? el("ul", { class: "evidence" }, edit.evidence.map((line) => el("li", null, visible(line)))) : null, comparison(edit));
}

function show(edit, open) {
	edit.open = open;
	edit.node.classList.toggle("open", open);
	edit.top.setAttribute("aria-expanded", String(open));
	if (edit.body)
		edit.body.remove();
	edit.body = open ? body(edit) : null;
	if (open)
		edit.node.append(edit.body);
}

function makeEdit(edit, index) {
	const slash = edit.at.lastIndexOf("/") + 1;
	edit.top = el("button", { class: "top", type: "button", "aria-expanded": "false", click: () => { setCurrent(index, false); show(edit, !edit.open); } },
		el("span", { class: "path" }, el("span", { class: "dir" }, visible(edit.at.slice(0, slash))), visible(edit.at.slice(slash)), edit.line ? ":" + edit.line : ""),
		edit.at !== edit.path ? el("span", { class: "tag" }, "was ", visible(edit.path)) : null,
		el("span", { class: "end" }, chip(edit), el("span", { class: "tag name" }, visible(edit.patch), ":" + edit.diffLine)));
	edit.node = el("article", { class: "file", "data-edit": index, "data-outcome": edit.outcome }, edit.top);
	return edit.node;
}

const counter = el("span", { class: "count", role: "status" });
const search = el("input", { type: "search", placeholder: "Find in paths, patches and evidence", "aria-label": "find", input: () => { state.text = search.value.toLowerCase(); update(); } });
const patchSelect = el("select", { "aria-label": "patch", change: () => { state.patch = patchSelect.value; update(); } }, el("option", { value: "" }, "all patches"),
	patches.map((patch) => el("option", { value: patch }, patch)));
const chips = present.map((outcome, at) => el("button", { type: "button", class: "chip kind-" + outcome.kind, "data-outcome": outcome.name, title: `show or hide (${at + 1})`, click: () => toggle(outcome.name) },
	outcome.label, " ", String(edits.filter((edit) => edit.outcome === outcome.name).length)));
const sideButton = el("button", { type: "button", class: "button", title: "side by side, or one below the other (u)", click: () => setWide(!state.wide) }, "Side by side");
const allButton = el("button", { type: "button", class: "button", title: "open or close all (e)", click: () => openAll() }, "Open all");
const list = el("main", null, edits.map(makeEdit));
const nothing = el("p", { class: "empty" }, edits.length ? "No edit fits these filters." : "There is nothing to carry.");

function fits(edit) {
	return (!state.text || edit.haystack.includes(state.text)) && (!state.patch || edit.patch === state.patch) && state.shown.has(edit.outcome);
}

function update() {
	let shown = 0;
	for (const edit of edits) {
		edit.node.hidden = !fits(edit);
		shown += !edit.node.hidden;
	}
	counter.textContent = shown === edits.length ? plural(edits.length, "edit") : `${shown} of ${plural(edits.length, "edit")}`;
	nothing.hidden = shown > 0;
	patchSelect.value = state.patch;
	for (const button of chips)
		button.setAttribute("aria-pressed", String(state.shown.has(button.dataset.outcome)));
	sideButton.setAttribute("aria-pressed", String(state.wide));
	allButton.textContent = edits.some((edit) => !edit.node.hidden && !edit.open) ? "Open all" : "Close all";
}

function toggle(name) {
	if (!state.shown.delete(name))
		state.shown.add(name);
	update();
}

function setWide(wide) {
	state.wide = wide;
	edits.filter((edit) => edit.open).forEach((edit) => show(edit, true));
	update();
}

function openAll() {
	const open = edits.some((edit) => !edit.node.hidden && !edit.open);
	edits.filter((edit) => !edit.node.hidden && edit.open !== open).forEach((edit) => show(edit, open));
	update();
}

function setCurrent(index, scroll) {
	if (state.current >= 0)
		edits[state.current].node.classList.remove("current");
	state.current = index;
	edits[index].node.classList.add("current");
	if (!scroll)
		return;
	if (!edits[index].open)
		show(edits[index], true);
	edits[index].node.scrollIntoView({ block: "start" });
	edits[index].top.focus({ preventScroll: true });
}

function move(step) {
	for (let at = state.current + step; at >= 0 && at < edits.length; at += step) {
		if (!edits[at].node.hidden) {
			setCurrent(at, true);
			return;
		}
	}
}

function clearFilters() {
	search.blur();
	search.value = state.text = state.patch = "";
	showUsual();
	update();
}

/* ---- the page */

function headline() {
	const count = (name) => edits.filter((edit) => edit.outcome === name && !edit.reviewed).length, look = count("look"), person = count("person");
	if (!look && !person)
		return "Every edit has its place, or upstream has it";
	return [look ? `${plural(look, "edit")} to look at` : "", person ? `${plural(person, "edit")} to write by hand` : ""].filter(Boolean).join(", ");
}

function header(theme) {
	return el("header", { class: "head" },
		el("div", { class: "eyebrow" }, el("span", { class: "mark" }, "tpatch port"), el("code", null, visible(run.source)), el("span", { class: "push keys" }, el("kbd", null, "?"), " keys"), theme.button),
		el("h1", null, headline()),
		el("div", { class: "facts" }, run.from ? el("span", null, "from ", el("b", null, visible(run.from))) : null, el("span", null, "to ", el("b", null, visible(run.to))),
			el("span", null, plural(run.patches, "patch").replace(/chs$/, "ches")), el("span", null, plural(edits.length, "edit")), el("span", null, plural(run.rules, "rule") + " written")),
		run.next ? el("p", { class: "mend" }, "next: ", el("code", null, visible(run.next))) : null);
}

function draw() {
	const theme = themeButton();
	const help = helpDialog([["j k", "next, previous edit"], ["Enter", "open or close it"], ["1 2 3 4", "show or hide an outcome"], ["/", "find"], ["u", "side by side, or one below the other"], ["e", "open or close all"],
		["t", "dark or light"], ["Esc", "no filters"], ["?", "this"]]);
	document.getElementById("page").append(header(theme),
		...(notes.length ? [el("details", { class: "card notes" }, el("summary", null, plural(notes.length, "note")), el("ul", null, notes.map((note) => el("li", null, visible(note)))))] : []),
		el("nav", { class: "bar", "aria-label": "filters" }, search, patches.length > 1 ? patchSelect : "", ...chips, sideButton, allButton, counter), list, nothing, help);
	edits.filter(fits).slice(0, OPEN_AT_FIRST).forEach((edit) => show(edit, true));
	update();
	addEventListener("beforeprint", () => edits.filter((edit) => !edit.node.hidden && !edit.open).forEach((edit) => show(edit, true)));
	listen({ j: () => move(1), k: () => move(-1), "/": () => search.focus(), u: () => setWide(!state.wide), e: openAll, t: theme.toggle, "?": () => help.showModal(),
		...Object.fromEntries(present.map((outcome, at) => [String(at + 1), () => toggle(outcome.name)])),
		Escape: () => { if (help.open) help.close(); else clearFilters(); } });
}

draw();
