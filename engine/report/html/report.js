/* The report of a run. */

const { run, rules, findings, notes, verdicts, files } = data;
const labelOf = Object.fromEntries(verdicts.map((verdict) => [verdict.name, verdict.label]));
const changing = verdicts.find((verdict) => verdict.kind === "change").name;
const kindOf = Object.fromEntries(verdicts.map((verdict) => [verdict.name, verdict.kind]));
const OPEN_AT_FIRST = 12, SAID_AT_FIRST = 5;
const state = { text: "", rule: -1, folder: "", shown: new Set(), split: false, current: -1 };

function chip(verdict, ...more) {
	return el("span", { class: "chip kind-" + kindOf[verdict] }, labelOf[verdict], more);
}

function folderOf(path) {
	const slash = path.indexOf("/");
	return slash < 0 ? "(top)" : path.slice(0, slash);
}

/* One item for each file that something is said of: those with a diff, and those with findings alone. */
function makeItems() {
	const byPath = new Map();
	for (const file of files)
		byPath.set(file.path, { path: file.path, file, findings: [], verdicts: new Set([changing]), rules: new Set(file.rules) });
	for (const finding of findings) {
		if (!byPath.has(finding.path))
			byPath.set(finding.path, { path: finding.path, file: null, findings: [], verdicts: new Set(), rules: new Set() });
		const item = byPath.get(finding.path);
		item.verdicts.add(finding.verdict);
		item.rules.add(finding.rule);
		item.findings.push(finding);
	}
	const items = [...byPath.values()];
	items.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
	for (const item of items)
		item.haystack = (item.path + "\n" + [...item.rules].map((rule) => rules[rule].id + " " + rules[rule].title).join("\n")).toLowerCase();
	return items;
}

const items = makeItems();
/* The path of the first file that each rule changes, else of the first of which it says something. */
const firstOf = rules.map((rule, index) => (items.find((item) => item.file && item.file.rules.includes(index)) || items.find((item) => item.rules.has(index)) || {}).path);
const presentVerdicts = verdicts.filter((verdict) => items.some((item) => item.verdicts.has(verdict.name)));

/* What needs a person; where nothing does, all there is. */
function showUsual() {
	const urgent = presentVerdicts.filter((verdict) => ["stop", "warn", "change"].includes(verdict.kind));
	state.shown = new Set((urgent.length ? urgent : presentVerdicts).map((verdict) => verdict.name));
}

showUsual();

/* ---- the picture: rules and verdicts, folders */

function pick(node, choose) {
	return Object.assign(node, { onclick: choose, onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); } } });
}

function shorten(text, length) {
	return text.length > length ? text.slice(0, length - 1) + "…" : text;
}

/* By verdict, the urgent first; what is not for this tree only when it is asked for. */
function rulesShown(all) {
	const place = (rule) => verdicts.findIndex((verdict) => verdict.name === rule.verdict);
	const order = rules.map((rule, index) => index).sort((a, b) => place(rules[a]) - place(rules[b]) || a - b);
	const shown = order.filter((index) => kindOf[rules[index].verdict] !== "idle");
	return all || !shown.length || order.length - shown.length < 4 ? order : shown;
}

function rulesCard() {
	const holder = el("div", null, rulesPicture(rulesShown(false)));
	const left = rules.length - rulesShown(false).length;
	const more = el("button", { type: "button", class: "button all-rules", click: () => { holder.replaceChildren(rulesPicture(rulesShown(true))); more.remove(); update(); } },
		`and ${plural(left, "rule")} that ${left === 1 ? "is" : "are"} not for this tree`);
	return el("div", { class: "card" }, el("h2", null, "Rules and verdicts"), holder, left ? more : null);
}

function rulesPicture(shown) {
	const used = verdicts.filter((verdict) => shown.some((index) => rules[index].verdict === verdict.name));
	const row = 30, top = 30, left = 250, column = Math.min(130, 470 / used.length);
	const titles = used.length < 3 && matchMedia("(min-width: 62rem)").matches ? 130 * (4 - used.length) : 0;
	const height = top + row * shown.length, width = left + column * used.length + titles;
	const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "rules and their verdicts" });
	picture.style.maxWidth = width + "px";
	used.forEach((verdict, at) => picture.append(svg("text", { class: "soft", x: left + column * (at + .5), y: 18, "text-anchor": "middle" }, verdict.label)));
	shown.forEach((index, line) => {
		const rule = rules[index], y = top + row * line, at = used.findIndex((verdict) => verdict.name === rule.verdict);
		const count = rule.files || rule.applied_files || new Set(findings.filter((finding) => finding.rule === index && finding.verdict === rule.verdict).map((finding) => finding.path)).size;
		const group = svg("g", { class: "row kind-" + kindOf[rule.verdict], tabindex: 0, role: "button", "data-rule": index, "aria-label": `${rule.id}: ${labelOf[rule.verdict]}` },
			svg("title", null, rule.title + (rule.detail ? "\n" + rule.detail : "")),
			svg("line", { class: "grid", x1: 0, x2: width, y1: y, y2: y }),
			svg("text", { x: 8, y: y + 20 }, shorten(rule.id, 33)),
			svg("rect", { x: left + column * at + 4, y: y + 4, width: column - 8, height: row - 8, rx: 6, style: "fill: var(--ks); stroke: var(--k)" }),
			svg("text", { class: "number", x: left + column * (at + .5), y: y + 20, style: "fill: var(--k)" }, count ? plural(count, "file") : "·"),
			titles ? svg("text", { class: "soft", x: left + column * used.length + 12, y: y + 20 }, shorten(rule.title, titles / 7.2)) : null,
			svg("rect", { class: "hit", x: 0, y, width, height: row, rx: 6 }));
		picture.append(pick(group, () => setRule(state.rule === index ? -1 : index)));
	});
	return picture;
}

function foldersOf() {
	const folders = new Map();
	for (const file of files) {
		const name = folderOf(file.path), folder = folders.get(name) || { name, files: 0, added: 0, removed: 0 };
		folder.files++;
		folder.added += file.added;
		folder.removed += file.removed;
		folders.set(name, folder);
	}
	return [...folders.values()].sort((a, b) => b.added + b.removed - a.added - a.removed || (a.name < b.name ? -1 : 1));
}

function foldersPicture() {
	const folders = foldersOf(), row = 30, left = 150, width = 480, most = Math.max(...folders.map((folder) => folder.added + folder.removed), 1);
	const picture = svg("svg", { viewBox: `0 0 ${width} ${row * folders.length}`, role: "img", "aria-label": "changed lines by folder" });
	picture.style.maxWidth = width * 1.2 + "px";
	folders.forEach((folder, index) => {
		const y = row * index, scale = (width - left - 130) / most, added = folder.added * scale, removed = folder.removed * scale;
		const group = svg("g", { class: "row", tabindex: 0, role: "button", "data-folder": folder.name },
			svg("title", null, `${folder.name}: ${plural(folder.files, "file")}, +${folder.added} -${folder.removed} lines`),
			svg("text", { x: 8, y: y + 20 }, shorten(folder.name, 19)),
			svg("rect", { x: left, y: y + 8, width: added, height: 14, rx: 3, style: "fill: var(--add-ink); fill-opacity: .75" }),
			svg("rect", { x: left + added + 1, y: y + 8, width: removed, height: 14, rx: 3, style: "fill: var(--del-ink); fill-opacity: .75" }),
			svg("text", { class: "soft", x: left + added + removed + 9, y: y + 19 }, `${plural(folder.files, "file")}  +${folder.added} −${folder.removed}`),
			svg("rect", { class: "hit", x: 0, y, width, height: row, rx: 6 }));
		picture.append(pick(group, () => setFolder(state.folder === folder.name ? "" : folder.name)));
	});
	return picture;
}

/*
 * Rectangles in [x, y, width, height] with areas as `weights`, which fall, each as square as may be
 * (Bruls, Huizing, van Wijk: Squarified Treemaps, 2000).
 */
function tilesOf(weights, x, y, width, height) {
	const made = [];
	for (let at = 0, total = weights.reduce((sum, weight) => sum + weight, 0); at < weights.length;) {
		const isWide = width >= height, side = Math.min(width, height), scale = width * height / total;
		let end = at, row = 0;
		for (let worst = Infinity; end < weights.length; end++) {
			const thick = (row + weights[end]) * scale / side;
			const ratio = Math.max(thick * thick / (weights[end] * scale), weights[at] * scale / (thick * thick));
			if (ratio > worst)
				break;
			worst = ratio;
			row += weights[end];
		}
		const thick = row * scale / side;
		for (let from = 0; at < end; at++) {
			const long = weights[at] * scale / thick;
			made.push(isWide ? { x, y: y + from, width: thick, height: long } : { x: x + from, y, width: long, height: thick });
			from += long;
		}
		[x, y, width, height] = isWide ? [x + thick, y, width - thick, height] : [x, y + thick, width, height - thick];
		total -= row;
	}
	return made;
}

/* Every changed file as a tile in the tile of its folder; a click goes there. By keyboard, j and k do. */
function filesPicture() {
	const width = 480, height = 300, head = 17, weigh = (file) => Math.max(file.added + file.removed, 1);
	const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "tiles", "aria-hidden": "true" });
	picture.style.maxWidth = width * 1.2 + "px";
	const folders = foldersOf().map((folder) => ({ name: folder.name, files: files.filter((file) => folderOf(file.path) === folder.name).sort((a, b) => weigh(b) - weigh(a)) }));
	folders.forEach((folder) => { folder.weight = folder.files.reduce((sum, file) => sum + weigh(file), 0); });
	folders.sort((a, b) => b.weight - a.weight);
	tilesOf(folders.map((folder) => folder.weight), 0, 0, width, height).forEach((box, index) => {
		const folder = folders[index], top = box.height > 3 * head ? head : 0;
		picture.append(svg("rect", { class: "folder", x: box.x, y: box.y, width: box.width, height: box.height }));
		if (top && box.width > 40)
			picture.append(svg("text", { class: "soft", x: box.x + 5, y: box.y + 13 }, shorten(folder.name, box.width / 7 - 1)));
		tilesOf(folder.files.map(weigh), box.x + 2, box.y + 2 + top, Math.max(box.width - 4, 1), Math.max(box.height - 4 - top, 1)).forEach((tile, at) => {
			const file = folder.files[at], name = file.path.split("/").pop();
			const node = svg("g", { class: "tile", "data-tile": file.path }, svg("title", null, `${file.path}  +${file.added} -${file.removed}`),
				svg("rect", { x: tile.x + 1, y: tile.y + 1, width: Math.max(tile.width - 2, .5), height: Math.max(tile.height - 2, .5), rx: 2 }),
				tile.height > 16 && tile.width > 34 ? svg("text", { x: tile.x + 5, y: tile.y + 14 }, shorten(name, (tile.width - 10) / 6.6)) : null);
			node.onclick = () => goTo(file.path);
			picture.append(node);
		});
	});
	return picture;
}

/* ---- one file */

function unifiedRows(hunk) {
	let before = hunk.old, after = hunk.new;
	return hunk.lines.map((line) => {
		const mark = line[0][0], side = mark === "+" ? "add" : mark === "-" ? "del" : "";
		return el("tr", null, cell("n " + side, mark === "+" ? "" : String(before++)), cell("n " + side, mark === "-" ? "" : String(after++)),
			cell("s " + side, mark === "-" ? "−" : mark), cell(side, pieces(line)));
	});
}

function splitRows(hunk) {
	const rows = [];
	let before = hunk.old, after = hunk.new;
	for (let at = 0; at < hunk.lines.length;) {
		const removed = [], added = [];
		if (hunk.lines[at][0][0] === " ") {
			rows.push(el("tr", null, cell("n", String(before++)), cell("", pieces(hunk.lines[at])), cell("n", String(after++)), cell("", pieces(hunk.lines[at]))));
			at++;
			continue;
		}
		for (; at < hunk.lines.length && hunk.lines[at][0][0] === "-"; at++)
			removed.push(hunk.lines[at]);
		for (; at < hunk.lines.length && hunk.lines[at][0][0] === "+"; at++)
			added.push(hunk.lines[at]);
		for (let i = 0; i < Math.max(removed.length, added.length); i++)
			rows.push(el("tr", null,
				removed[i] ? [cell("n del", String(before++)), cell("del", pieces(removed[i]))] : [cell("n none", ""), cell("none", "")],
				added[i] ? [cell("n add", String(after++)), cell("add", pieces(added[i]))] : [cell("n none", ""), cell("none", "")]));
	}
	return rows;
}

/*
 * Why, and what to read: the beginning, and a button for the rest. From the second file on that a rule changes, the title and the button; the second
 * time in a file the title alone.
 */
function reason(index, path, isShort) {
	const rule = rules[index], why = (rule.why || "").trim();
	const upstream = rule.upstream ? " · upstream " + rule.upstream + (rule.fixed_in ? ", fixed in " + rule.fixed_in : "") : "";
	const isFolded = !isShort && path !== firstOf[index];
	const section = el("section", { class: isFolded ? "folded" : null, "data-rule": index },
		el("div", { class: "id" }, rule.id, isShort ? "" : upstream), el("h3", null, visible(rule.title)));
	if (isShort)
		return section;
	const label = isFolded ? "why, and links" : "more";
	const more = el("button", { type: "button", class: "more", click: () => { more.textContent = section.classList.toggle("whole") ? "less" : label; } }, label);
	section.append(el("p", { class: "text" }, visible(why)));
	if (why.length >= 110 || (isFolded && (why || rule.links.length)))
		section.append(more);
	section.append(el("div", { class: "links" }, rule.links.map(link)));
	return section;
}

function saying(finding) {
	const rule = rules[finding.rule];
	return el("p", null, chip(finding.verdict), " ", el("code", null, rule.id), finding.line ? " line " + finding.line : "", finding.detail ? [": ", visible(finding.detail)] : "");
}

function body(item) {
	const told = new Set();
	const said = item.findings.filter((finding) => finding.verdict !== changing);
	return el("div", { class: "body" },
		said.length ? el("div", { class: "said" }, said.map(saying)) : null,
		item.file && item.file.hunks.length ? item.file.hunks.map((hunk) => {
			const why = hunk.rules.map((rule) => { const short = told.has(rule); told.add(rule); return reason(rule, item.path, short); });
			return el("div", { class: "hunk" }, el("table", { class: "diff" }, el("tbody", null, state.split ? splitRows(hunk) : unifiedRows(hunk))), el("aside", { class: "why" }, why));
		}) : el("div", { class: "said why" }, [...item.rules].map((rule) => reason(rule, item.path, false))));
}

function show(item, open) {
	item.open = open;
	item.node.classList.toggle("open", open);
	item.top.setAttribute("aria-expanded", String(open));
	if (item.body)
		item.body.remove();
	item.body = open ? body(item) : null;
	if (open)
		item.node.append(item.body);
}

function makeFile(item, index) {
	const slash = item.path.lastIndexOf("/") + 1;
	const marks = [...item.verdicts].filter((verdict) => verdict !== changing || !item.file);
	item.top = el("button", { class: "top", type: "button", "aria-expanded": "false", click: () => { setCurrent(index, false); show(item, !item.open); } },
		el("span", { class: "path" }, el("span", { class: "dir" }, visible(item.path.slice(0, slash))), visible(item.path.slice(slash)),
			item.file && item.file.newPath ? [" → ", visible(item.file.newPath)] : null),
		item.file ? el("span", null, el("span", { class: "plus" }, "+" + item.file.added), " ", el("span", { class: "minus" }, "−" + item.file.removed)) : null,
		item.file && item.file.operation ? el("span", { class: "tag" }, item.file.operation) : null,
		item.file && item.file.executable !== undefined ? el("span", { class: "tag" }, (item.file.executable ? "+" : "−") + "x") : null,
		el("span", { class: "end" }, marks.map((verdict) => chip(verdict)), [...item.rules].map((rule) => el("span", { class: "tag" }, rules[rule].id)),
			item.file && item.file.eol !== "LF" ? el("span", { class: "tag" }, item.file.eol) : null, item.file && item.file.bom ? el("span", { class: "tag" }, "BOM") : null));
	item.node = el("article", { class: "file", "data-path": item.path }, item.top);
	return item.node;
}

/* ---- filters */

const counter = el("span", { class: "count", role: "status" });
const search = el("input", { type: "search", placeholder: "Find in paths and rules", "aria-label": "find", input: () => { state.text = search.value.toLowerCase(); update(); } });
const ruleSelect = el("select", { "aria-label": "rule", change: () => setRule(Number(ruleSelect.value)) }, el("option", { value: -1 }, "all rules"),
	rules.map((rule, index) => (items.some((item) => item.rules.has(index)) ? el("option", { value: index }, rule.id) : null)));
const folderSelect = el("select", { "aria-label": "folder", change: () => setFolder(folderSelect.value) }, el("option", { value: "" }, "all folders"),
	[...new Set(items.map((item) => folderOf(item.path)))].sort().map((folder) => el("option", { value: folder }, folder)));
const verdictChips = presentVerdicts.map((verdict) => el("button", { type: "button", class: "chip kind-" + verdict.kind, "data-verdict": verdict.name,
	click: () => { state.shown.has(verdict.name) ? state.shown.delete(verdict.name) : state.shown.add(verdict.name); update(); } },
	verdict.label, " ", String(items.filter((item) => item.verdicts.has(verdict.name)).length)));
const unifiedButton = el("button", { type: "button", class: "button", title: "one column (u)", click: () => setSplit(false) }, "Unified");
const splitButton = el("button", { type: "button", class: "button", title: "side by side (u)", click: () => setSplit(true) }, "Side by side");
const allButton = el("button", { type: "button", class: "button", title: "open or close all (e)", click: () => openAll() }, "Open all");
const list = el("main", null, items.map(makeFile));
const nothing = el("p", { class: "empty" }, items.length ? "No file fits these filters." : "The tree is as the set wants it: there is nothing to show.");

function fits(item) {
	return (!state.text || item.haystack.includes(state.text)) && (state.rule < 0 || item.rules.has(state.rule)) &&
		(!state.folder || folderOf(item.path) === state.folder) && [...item.verdicts].some((verdict) => state.shown.has(verdict));
}

function update() {
	let shown = 0;
	for (const item of items) {
		const fit = fits(item);
		item.node.hidden = !fit;
		shown += fit;
	}
	counter.textContent = shown === items.length ? plural(items.length, "file") : `${shown} of ${plural(items.length, "file")}`;
	nothing.hidden = shown > 0;
	ruleSelect.value = String(state.rule);
	folderSelect.value = state.folder;
	for (const button of verdictChips)
		button.setAttribute("aria-pressed", String(state.shown.has(button.dataset.verdict)));
	unifiedButton.setAttribute("aria-pressed", String(!state.split));
	splitButton.setAttribute("aria-pressed", String(state.split));
	for (const row of document.querySelectorAll("g.row"))
		row.classList.toggle("chosen", row.dataset.rule === String(state.rule) || (state.folder !== "" && row.dataset.folder === state.folder));
	allButton.textContent = items.some((item) => !item.node.hidden && !item.open) ? "Open all" : "Close all";
}

/* A rule of which nothing is shown because of its verdict is asked for: then that verdict is shown. */
function setRule(index) {
	state.rule = index;
	if (index >= 0 && presentVerdicts.some((verdict) => verdict.name === rules[index].verdict))
		state.shown.add(rules[index].verdict);
	update();
}

function setFolder(name) {
	state.folder = name;
	update();
}

function setSplit(split) {
	state.split = split;
	for (const item of items)
		if (item.open)
			show(item, true);
	update();
}

function openAll() {
	const open = items.some((item) => !item.node.hidden && !item.open);
	for (const item of items)
		if (!item.node.hidden && item.open !== open)
			show(item, open);
	update();
}

function setCurrent(index, scroll) {
	if (state.current >= 0)
		items[state.current].node.classList.remove("current");
	state.current = index;
	items[index].node.classList.add("current");
	if (scroll) {
		if (!items[index].open)
			show(items[index], true);
		items[index].node.scrollIntoView({ block: "start" });
		items[index].top.focus({ preventScroll: true });
	}
}

function goTo(path) {
	const index = items.findIndex((item) => item.path === path);
	if (items[index].node.hidden)
		clearFilters();
	setCurrent(index, true);
}

function move(step) {
	for (let at = state.current + step; at >= 0 && at < items.length; at += step) {
		if (!items[at].node.hidden) {
			setCurrent(at, true);
			return;
		}
	}
}

function clearFilters() {
	if (document.activeElement === search)
		search.blur();
	search.value = state.text = state.folder = "";
	state.rule = -1;
	showUsual();
	update();
}

/* ---- the page */

function headline() {
	const stops = rules.filter((rule) => kindOf[rule.verdict] === "stop").length;
	if (run.stopped)
		return stops === 1 ? "1 rule stops the run: nothing is written" : stops + " rules stop the run: nothing is written";
	if (!files.length)
		return "The tree is as the set wants it";
	return run.run ? `${plural(files.length, "file")} changed, as run ${run.run}` : `${plural(files.length, "file")} would change`;
}

function header(theme) {
	const added = files.reduce((sum, file) => sum + file.added, 0), removed = files.reduce((sum, file) => sum + file.removed, 0);
	return el("header", { class: "head" },
		el("div", { class: "eyebrow" }, el("span", { class: "mark" }, "tpatch " + run.command), el("code", null, visible(run.root)), el("span", { class: "push keys" }, el("kbd", null, "?"), " keys"), theme.button),
		el("h1", null, headline()),
		el("div", { class: "facts" },
			files.length ? el("span", null, el("span", { class: "plus" }, "+" + added), " ", el("span", { class: "minus" }, "−" + removed), " lines") : null,
			el("span", { title: run.clue || "" }, run.project + " ", el("b", null, run.version)), el("span", null, "set ", el("b", null, run.set)), el("span", null, plural(rules.length, "rule")),
			run.facts.map((fact) => el("span", null, fact)), el("span", null, plural(run.filesSeen, "file") + " looked at"),
			run.digest ? el("span", { title: "the SHA-256 of the patch set: what --expect-digest takes" }, "digest ", el("code", null, run.digest)) : null),
		run.mend ? el("p", { class: "mend" }, run.run ? "undo: " : "next: ", el("code", null, visible(run.mend))) : null);
}

function places(index) {
	const here = findings.filter((finding) => finding.rule === index && finding.verdict === rules[index].verdict);
	const first = here.slice(0, 3).map((finding, at) => [at ? ", " : "", visible(finding.path), finding.line ? ":" + finding.line : ""]);
	return here.length ? el("div", { class: "path" }, first, here.length > 3 ? ` and ${here.length - 3} more` : "") : null;
}

/* What stops or warns stands above all else; where it is much, the rest on demand. */
function banner(kind, title) {
	const said = rules.map((rule, index) => ({ rule, index })).filter(({ rule }) => kindOf[rule.verdict] === kind).map(({ rule, index }) => el("li", null,
		chip(rule.verdict), " ", el("code", null, rule.id), " ", visible(rule.detail || rule.title), places(index),
		rule.links.length ? el("div", { class: "links" }, rule.links.map(link)) : null));
	if (!said.length)
		return null;
	const rest = said.splice(SAID_AT_FIRST);
	return el("section", { class: "banner kind-" + kind }, el("b", null, title), el("ul", null, said),
		rest.length ? el("details", null, el("summary", null, `and ${rest.length} more`), el("ul", null, rest)) : null);
}

function notesSection() {
	if (!notes.length)
		return null;
	return el("details", { class: "card notes" }, el("summary", null, plural(notes.length, "note")),
		el("ul", null, notes.map((note) => el("li", null, note.path ? [el("code", null, visible(note.path), note.line ? ":" + note.line : ""), ": "] : null, visible(note.text), note.rule !== undefined ? ` (${rules[note.rule].id})` : ""))));
}

function draw() {
	const theme = themeButton();
	const help = helpDialog([["j k", "next, previous file"], ["Enter", "open or close the file"], ["/", "find"], ["u", "unified or side by side"], ["e", "open or close all"],
		["t", "dark or light"], ["Esc", "no filters"], ["?", "this"]]);
	document.getElementById("page").append(header(theme), ...[banner("stop", "What stops the run"), banner("warn", "What to heed")].filter(Boolean),
		el("section", { class: "overview" }, rulesCard(),
			files.length ? el("div", { class: "card" }, el("h2", null, "Changed lines by folder"), foldersPicture(), filesPicture()) : null),
		...[notesSection()].filter(Boolean),
		el("nav", { class: "bar", "aria-label": "filters" }, search, ruleSelect, folderSelect, verdictChips, el("span", { class: "both" }, unifiedButton, splitButton), allButton, counter),
		list, nothing, help);
	items.filter(fits).slice(0, OPEN_AT_FIRST).forEach((item) => show(item, true));
	update();
	listen({
		j: () => move(1), k: () => move(-1), "/": () => search.focus(), u: () => setSplit(!state.split), e: openAll, t: theme.toggle, "?": () => help.showModal(),
		Escape: () => (help.open ? help.close() : clearFilters()),
	});
	addEventListener("beforeprint", () => {
		document.querySelectorAll("details").forEach((node) => { node.open = true; });
		items.forEach((item) => { if (!item.node.hidden && !item.open) show(item, true); });
		const told = new Set(); /* paper has no room for a reason more than once */
		for (const section of list.querySelectorAll("article:not([hidden]) .why section")) {
			section.classList.toggle("again", told.has(section.dataset.rule));
			told.add(section.dataset.rule);
		}
	});
}

draw();
