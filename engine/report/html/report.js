/* The report of a run: which rules change what, where, and why. */

const { run, rules, findings, notes, verdicts, files } = data;
const verdictOf = Object.fromEntries(verdicts.map((verdict) => [verdict.name, verdict]));
const changing = verdicts.find((verdict) => verdict.kind === "change").name;
const OPEN_AT_FIRST = 10, LINES_AT_FIRST = 400, SAID_AT_FIRST = 5, MEMBERS_AT_FIRST = 4, MEMBERS_AT_ONCE = 200, VARIANTS_AT_FIRST = 12, LINES_AT_ONCE = 400;
const state = { text: "", rule: -1, folder: "", shown: new Set(), split: false };

function verdictChip(name, ...more) {
	return chip(verdictOf[name].kind, verdictOf[name].label, more);
}

function kindOf(rule) {
	return verdictOf[rule.verdict].kind;
}

/* ---- what there is: one item for each file that something is said of, with a diff or with findings alone */

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
	const items = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
	for (const item of items)
		item.haystack = (item.path + "\n" + [...item.rules].map((rule) => rules[rule].id + " " + rules[rule].title).join("\n")).toLowerCase();
	return items;
}

const items = makeItems();
const presentVerdicts = verdicts.filter((verdict) => items.some((item) => item.verdicts.has(verdict.name)));

/* What needs a person; where nothing does, all there is. */
function usualVerdicts() {
	const urgent = presentVerdicts.filter((verdict) => ["stop", "warn", "change"].includes(verdict.kind));
	return new Set((urgent.length ? urgent : presentVerdicts).map((verdict) => verdict.name));
}

function isIn(path, folder) {
	return folder === TOP ? !path.includes("/") : path.startsWith(folder + "/");
}

function fits(item) {
	return (!state.text || item.haystack.includes(state.text)) && (state.rule < 0 || item.rules.has(state.rule)) && (!state.folder || isIn(item.path, state.folder)) &&
		[...item.verdicts].some((verdict) => state.shown.has(verdict));
}

/* The signs and texts of the lines that change. */
function changeOf(file) {
	file.change = file.change || file.hunks.map((hunk) => hunk.lines.filter(sideOf).map((line) => line[0] + line.slice(1).map((piece) => piece.slice(1)).join("")).join("\n")).join("\n\n");
	return file.change;
}

/* What files have in common that are shown as one: the same rules, and the same change or one line each. Null: it is shown by itself. */
function groupOf(item) {
	const file = item.file;
	if (!file || !file.hunks.length || file.left || file.operation || file.newPath || file.executable !== undefined || item.verdicts.size > 1)
		return null;
	const isLine = file.hunks.length === 1 && file.added <= 1 && file.removed <= 1;
	return `${file.rules.join()} ${isLine ? `+${file.added} -${file.removed}` : changeOf(file)}`;
}

/* The most urgent of what is said of an entry: what stops, what warns, groups, files with a diff, the others. */
function rankOf(entry) {
	const kinds = entry.items.flatMap((item) => [...item.verdicts].map((verdict) => verdictOf[verdict].kind));
	return kinds.includes("stop") ? 0 : kinds.includes("warn") ? 1 : entry.items.length > 1 ? 2 : kinds.includes("change") ? 3 : 4;
}

const known = new Map(); /* key to entry: what is open stays so under other filters */

function entriesOf(shown) {
	const groups = new Map();
	for (const item of shown) {
		const key = groupOf(item) || "\n" + item.path;
		groups.set(key, [...(groups.get(key) || []), item]);
	}
	const entries = [...groups.values()].map((members) => {
		const key = members.length > 1 ? groupOf(members[0]) : "\n" + members[0].path, before = known.get(key);
		if (before && before.items.length === members.length && before.items.every((item, at) => item === members[at]))
			return before;
		const lines = (item) => (item.file ? Math.min(item.file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0), LINES_AT_ONCE) : 1);
		const entry = { key, items: members, fold: null, lines: members.length > 1 ? 2 * VARIANTS_AT_FIRST : lines(members[0]) };
		entry.rank = rankOf(entry);
		known.set(key, entry);
		if (before && before.fold && before.fold.isOpen)
			(entry.fold = foldOf(entry)).set(true);
		return entry;
	});
	return entries.sort((a, b) => a.rank - b.rank || b.items.length - a.items.length || (a.items[0].path < b.items[0].path ? -1 : 1));
}

/* ---- the rules: a row each, by verdict */

const placesOf = rules.map(() => new Set());
findings.forEach((finding) => { if (finding.verdict === rules[finding.rule].verdict) placesOf[finding.rule].add(finding.path); });

function filesOf(index) {
	return rules[index].files || rules[index].applied_files || placesOf[index].size;
}

const mostFiles = rules.reduce((most, rule, index) => Math.max(most, filesOf(index)), 1);

function ruleRow(index) {
	const rule = rules[index], count = filesOf(index), places = rule.places || rule.applied_places;
	const bar = el("span", { class: "length" });
	bar.style.width = `${Math.max(100 * count / mostFiles, 2)}%`;
	const isSaid = ["stop", "warn"].includes(kindOf(rule)) || !rule.detail || rule.detail === rule.title; /* by a banner, which has all that it finds */
	return el("tr", { "data-row": index, click: () => pickRule(state.rule === index ? -1 : index) },
		el("th", { scope: "row" }, el("button", { type: "button", class: "pick", "aria-pressed": "false", "data-rule": index, title: "show only what this rule has to do with" }, rule.id)),
		el("td", { class: "what" }, visible(rule.title), isSaid ? null : el("span", { class: "detail" }, visible(rule.detail))),
		el("td", { class: "amount" }, count ? [el("span", { class: "gauge", "aria-hidden": "true" }, bar), el("span", { class: "digits" }, number(count))] : ""),
		el("td", { class: "amount places" }, places ? number(places) : ""));
}

function ruleRows(verdict, isFolded) {
	const mine = rules.map((rule, index) => index).filter((index) => rules[index].verdict === verdict.name).sort((a, b) => filesOf(b) - filesOf(a) || a - b);
	const says = [chip(verdict.kind, verdict.label), " ", plural(mine.length, "rule")];
	const body = el("tbody", { class: "kind-" + verdict.kind, "data-verdict": verdict.name });
	const rows = () => mine.map(ruleRow);
	if (!isFolded) {
		body.append(el("tr", { class: "group" }, el("th", { colspan: 4, scope: "rowgroup" }, says)), ...rows());
		return body;
	}
	const button = el("button", { type: "button", class: "unfold", "aria-expanded": "false", click: () => {
		const open = button.getAttribute("aria-expanded") === "false";
		button.setAttribute("aria-expanded", String(open));
		body.replaceChildren(body.firstChild, ...(open ? rows() : []));
		markRule();
	} }, says);
	body.append(el("tr", { class: "group" }, el("th", { colspan: 4, scope: "rowgroup" }, button)));
	return body;
}

function rulesCard() {
	const isIdle = (verdict) => verdict.kind === "idle";
	const used = verdicts.filter((verdict) => rules.some((rule) => rule.verdict === verdict.name)).sort((a, b) => isIdle(a) - isIdle(b)), busy = !used.every(isIdle);
	return el("section", { class: "card", id: "rules", "aria-labelledby": "rules-title" }, el("h2", { id: "rules-title" }, "Rules"),
		el("table", { class: "rules", "aria-labelledby": "rules-title" },
			el("thead", null, el("tr", null, ["Rule", "What it is for", "Files", "Places"].map((text) => el("th", { scope: "col" }, text)))),
			used.map((verdict) => ruleRows(verdict, isIdle(verdict) && busy))));
}

function markRule() {
	for (const button of document.querySelectorAll("button.pick")) {
		const chosen = Number(button.dataset.rule) === state.rule;
		button.setAttribute("aria-pressed", String(chosen));
		button.closest("tr").classList.toggle("chosen", chosen);
	}
}

/* ---- what is not decided, and what would decide it */

const undecided = rules.filter((rule) => rule.needs);

function needsCard() {
	if (!undecided.length)
		return null;
	const facts = [...new Set(undecided.flatMap((rule) => rule.needs))].map((fact) => ({ fact, mine: undecided.filter((rule) => rule.needs.includes(fact)) })).sort((a, b) => b.mine.length - a.mine.length);
	return el("section", { class: "card needs", id: "needs", "aria-labelledby": "needs-title" }, el("h2", { id: "needs-title" }, `Not decided: ${plural(undecided.length, "rule")}`),
		el("p", null, undecided.length === 1 ? "It depends" : "They depend", " on facts about your machine that are not known. The numbers above are without ", undecided.length === 1 ? "it." : "them."),
		el("dl", { class: "lacking" }, facts.map(({ fact, mine }) => el("div", { "data-fact": fact },
			el("dt", null, el("code", null, run.options[fact] || fact), run.gaps[fact] ? el("span", { class: "detail" }, visible(run.gaps[fact])) : null),
			mine.map((rule) => el("dd", { title: rule.id }, visible(rule.title)))))));
}

/* ---- the folders */

function foldersCard() {
	return files.length > 1 ? el("section", { class: "card", id: "folders", "aria-labelledby": "folders-title" }, el("h2", { id: "folders-title" }, "Folders"), foldersTree(foldersOf(files), chooseFolder)) : null;
}

function chooseFolder(path) {
	setFolder(path);
	if (path)
		showChanges();
}

function markFolder() {
	for (const node of document.querySelectorAll("[role=treeitem]"))
		node.setAttribute("aria-selected", String(node.dataset.folder !== "" && node.dataset.folder === state.folder));
}

/* ---- diffs */

function unifiedRows(hunk) {
	let before = hunk.old, after = hunk.new;
	return hunk.lines.map((line) => {
		const side = sideOf(line);
		return el("tr", null, cell("n " + side, side === "add" ? "" : String(before++)), cell("n " + side, side === "del" ? "" : String(after++)), cell("s " + side, signOf(line)), cell(side, pieces(line)));
	});
}

function splitRows(hunk) {
	const rows = [];
	let before = hunk.old, after = hunk.new;
	const half = (line, side) => (line ? [cell("n " + side, String(side === "del" ? before++ : after++)), cell("s " + side, signOf(line)), cell(side, pieces(line))] :
		[cell("n none", ""), cell("s none", ""), cell("none", "")]);
	for (let at = 0; at < hunk.lines.length;) {
		const removed = [], added = [];
		if (!sideOf(hunk.lines[at])) {
			const line = hunk.lines[at++];
			rows.push(el("tr", null, [before++, after++].map((number) => [cell("n", String(number)), cell("s", ""), cell("", pieces(line))])));
			continue;
		}
		for (; at < hunk.lines.length && sideOf(hunk.lines[at]) === "del"; at++)
			removed.push(hunk.lines[at]);
		for (; at < hunk.lines.length && sideOf(hunk.lines[at]) === "add"; at++)
			added.push(hunk.lines[at]);
		for (let i = 0; i < Math.max(removed.length, added.length); i++)
			rows.push(el("tr", null, half(removed[i], "del"), half(added[i], "add")));
	}
	return rows;
}

function hunkTable(item, hunk) {
	return diffTable(`${item.path}, line ${hunk.old}`, state.split ? splitRows(hunk) : unifiedRows(hunk));
}

let firstOf = new Map(); /* a rule to the key of the first entry that it is in: there its reason stands */

/* Why, and what to read: whole in the first entry of the rule, else behind a button; the second time in a file the title alone. */
function reason(index, isFirst, isShort) {
	const rule = rules[index], why = (rule.why || "").trim(), hasMore = why || rule.links.length;
	const section = el("section", { class: isFirst ? null : "folded", "data-rule": index }, el("h4", null, visible(rule.title)), el("div", { class: "id" }, rule.id));
	if (isShort || !hasMore)
		return section;
	const label = isFirst ? "more" : "why, and links";
	const more = el("button", { type: "button", class: "more", "aria-expanded": "false", click: () => {
		const whole = section.classList.toggle("whole");
		more.textContent = whole ? "less" : label;
		more.setAttribute("aria-expanded", String(whole));
	} }, label);
	const upstream = rule.upstream ? el("div", { class: "id" }, "upstream " + rule.upstream + (rule.fixed_in ? ", fixed in " + rule.fixed_in : "")) : null;
	section.append(el("p", { class: "text" }, visible(why)), ...(!isFirst || why.length >= 150 ? [more] : []), el("div", { class: "links" }, upstream, rule.links.map(link)));
	return section;
}

function reasonsOf(indices, key, told = new Set()) {
	return el("div", { class: "why" }, indices.map((index) => { const short = told.has(index); told.add(index); return reason(index, firstOf.get(index) === key, short); }));
}

function saying(finding) {
	return el("p", null, verdictChip(finding.verdict), " ", el("code", null, rules[finding.rule].id), finding.line ? " line " + finding.line : "", finding.detail ? [": ", visible(finding.detail)] : "");
}

/* The hunks in parts of so many lines, as they are put into the page. */
function partsOf(hunks) {
	return hunks.flatMap((hunk) => {
		const parts = [];
		for (let from = 0, before = hunk.old, after = hunk.new; from < hunk.lines.length; from += LINES_AT_ONCE) {
			const lines = hunk.lines.slice(from, from + LINES_AT_ONCE);
			parts.push({ ...hunk, old: before, new: after, lines });
			before += lines.filter((line) => sideOf(line) !== "add").length;
			after += lines.filter((line) => sideOf(line) !== "del").length;
		}
		return parts;
	});
}

/* The first of the parts, and a button for more. */
function someParts(parts, draw) {
	let end = 0, lines = 0;
	for (; end < parts.length && (!end || lines < LINES_AT_ONCE); end++)
		lines += parts[end].lines.length;
	const rest = parts.slice(end), shown = parts.slice(0, end).map(draw);
	if (!rest.length)
		return shown;
	const more = el("button", { type: "button", class: "more-lines", click: () => more.replaceWith(...someParts(rest, draw)) },
		`and ${plural(rest.reduce((sum, part) => sum + part.lines.filter(sideOf).length, 0), "more changed line")} of this file`);
	return [...shown, more];
}

function fileBody(item, key) {
	const told = new Set(), said = item.findings.filter((finding) => finding.verdict !== changing);
	return el("div", { class: "body" }, said.length ? el("div", { class: "said" }, said.map(saying)) : null,
		item.file && item.file.hunks.length ? someParts(partsOf(item.file.hunks), (hunk) => el("div", { class: "hunk" }, hunkTable(item, hunk), key === null ? null : reasonsOf(hunk.rules, key, told))) :
			key === null ? null : el("div", { class: "said" }, reasonsOf([...item.rules], key)),
		item.file && item.file.left ? el("p", { class: "said" }, `${plural(item.file.left, "changed line")} of this file, too many for a page, left out: `, el("code", null, "--output diff=FILE"), " writes the whole diff.") : null);
}

function linesChanged(changed) {
	const sum = (side) => changed.reduce((all, file) => all + file[side], 0);
	return el("span", { class: "lines" }, el("span", { class: "plus" }, "+" + number(sum("added"))), " ", el("span", { class: "minus" }, "−" + number(sum("removed"))));
}

function fileFold(item, key) {
	const file = item.file, marks = [...item.verdicts].filter((verdict) => verdict !== changing || !file);
	const tags = [file && file.operation, file && file.executable !== undefined ? (file.executable ? "+" : "−") + "x" : null, file && file.eol !== "LF" ? file.eol : null, file && file.bom ? "BOM" : null];
	const top = el("button", { class: "top", type: "button" }, el("span", { class: "path" }, pathParts(item.path), file && file.newPath ? [" → ", visible(file.newPath)] : null),
		file ? linesChanged([file]) : null, tags.filter(Boolean).map((text) => el("span", { class: "tag" }, text)),
		el("span", { class: "end" }, marks.map((verdict) => verdictChip(verdict)), [...item.rules].map((rule) => el("span", { class: "tag name" }, rules[rule].id))));
	return makeFold(el("article", { class: "file", "data-path": item.path }, el("h3", null, top)), top, () => fileBody(item, key));
}

/* One of a group: its path, and its whole diff on demand. */
function memberNode(item) {
	const hunk = item.file.hunks[0], line = hunk.old + Math.max(hunk.lines.findIndex(sideOf), 0);
	const top = el("button", { class: "top", type: "button" }, el("span", { class: "path" }, pathParts(item.path), el("span", { class: "dir" }, ":" + line)));
	return makeFold(el("li", { class: "member", "data-path": item.path }, top), top, () => fileBody(item, null)).node;
}

function membersList(members) {
	const list = el("ul", { class: "members" }, members.slice(0, MEMBERS_AT_ONCE).map(memberNode)), left = members.length - MEMBERS_AT_ONCE;
	if (left > 0) {
		const more = el("button", { type: "button", class: "button", click: () => { more.parentNode.replaceWith(...members.slice(MEMBERS_AT_ONCE).map(memberNode)); } }, `and ${plural(left, "more file")}`);
		list.append(el("li", null, more));
	}
	return members.length > MEMBERS_AT_FIRST ? el("details", { class: "members-fold" }, el("summary", null, plural(members.length, "file")), list) : list;
}

function variantNode(members) {
	const lines = members[0].file.hunks.flatMap((hunk) => hunk.lines.filter(sideOf));
	return el("section", { class: "variant" }, diffTable(`the change of ${plural(members.length, "file")}`, lines.map((line) => el("tr", null, cell("s " + sideOf(line), signOf(line)), cell(sideOf(line), pieces(line))))),
		membersList(members));
}

function groupBody(entry) {
	const variants = new Map();
	for (const item of entry.items)
		variants.set(changeOf(item.file), [...(variants.get(changeOf(item.file)) || []), item]);
	const nodes = [...variants.values()].sort((a, b) => b.length - a.length).map(variantNode), rest = nodes.splice(VARIANTS_AT_FIRST);
	return el("div", { class: "body" }, el("div", { class: "hunk" },
		el("div", null, nodes, rest.length ? el("details", { class: "members-fold" }, el("summary", null, `${plural(rest.length, "more variant")}`), rest) : null), reasonsOf(entry.items[0].file.rules, entry.key)));
}

function groupFold(entry) {
	const changed = entry.items.map((item) => item.file), variants = new Set(changed.map(changeOf)).size, mine = changed[0].rules;
	const alike = variants === 1 ? "the same change" : `one line each, ${number(variants)} variants`;
	const top = el("button", { class: "top", type: "button" }, el("span", { class: "path" }, plural(entry.items.length, "file")), el("span", { class: "alike" }, alike), linesChanged(changed),
		el("span", { class: "end" }, mine.map((rule) => el("span", { class: "tag name" }, rules[rule].id))));
	return makeFold(el("article", { class: "file many", "data-group": entry.items.length }, el("h3", null, top)), top, () => groupBody(entry));
}

function foldOf(entry) {
	return entry.items.length > 1 ? groupFold(entry) : fileFold(entry.items[0], entry.key);
}

/* ---- filters */

const counter = el("span", { class: "count", role: "status" });
const search = el("input", { type: "search", placeholder: "Find in paths and rules", "aria-label": "find in paths and rules", input: () => { state.text = search.value.toLowerCase(); update(); } });
const ruleSelect = el("select", { "aria-label": "rule", change: () => setRule(Number(ruleSelect.value)) }, el("option", { value: -1 }, "all rules"),
	rules.map((rule, index) => (items.some((item) => item.rules.has(index)) ? el("option", { value: index }, rule.id) : null)));
const folderButton = el("button", { type: "button", class: "button", title: "all folders again", click: () => setFolder("") });
const verdictChips = presentVerdicts.map((verdict) => el("button", { type: "button", class: "chip kind-" + verdict.kind, "data-verdict": verdict.name,
	click: () => { if (!state.shown.delete(verdict.name)) state.shown.add(verdict.name); update(); } }, verdict.label, " ", number(items.filter((item) => item.verdicts.has(verdict.name)).length)));
const unifiedButton = el("button", { type: "button", class: "button", title: "one column (u)", click: () => setSplit(false) }, "Unified");
const splitButton = el("button", { type: "button", class: "button", title: "side by side (u)", click: () => setSplit(true) }, "Side by side");
const allButton = el("button", { type: "button", class: "button", title: "open or close all (e)", click: () => list.setAll(!list.isAllOpen()) });
const nothing = el("p", { class: "empty" }, items.length ? "No file fits these filters." : "No file is changed, and nothing is said of one.");
const list = makeList("changes", foldOf, tell);

/* The controls and the address say what is shown. */
function tell() {
	const shown = list.entries.reduce((sum, entry) => sum + entry.items.length, 0), usual = [...usualVerdicts()].join();
	counter.textContent = shown === items.length ? plural(items.length, "file") : `${number(shown)} of ${plural(items.length, "file")}`;
	nothing.hidden = shown > 0;
	ruleSelect.value = String(state.rule);
	folderButton.hidden = !state.folder;
	folderButton.replaceChildren(...visible(state.folder === TOP ? "(top)" : state.folder), " ×");
	for (const button of verdictChips)
		button.setAttribute("aria-pressed", String(state.shown.has(button.dataset.verdict)));
	unifiedButton.setAttribute("aria-pressed", String(!state.split));
	splitButton.setAttribute("aria-pressed", String(state.split));
	allButton.textContent = list.isAllOpen() ? "Close all" : "Open all";
	const verdictsShown = presentVerdicts.filter((verdict) => state.shown.has(verdict.name)).map((verdict) => verdict.name).join();
	writeAddress({ find: state.text, rule: state.rule < 0 ? "" : rules[state.rule].id, folder: state.folder, show: verdictsShown === usual ? "" : verdictsShown || "none", view: state.split ? "split" : "",
		at: list.current ? list.current.items[0].path : "" });
}

function update() {
	const entries = entriesOf(items.filter(fits));
	firstOf = new Map();
	for (const entry of entries)
		for (const rule of entry.items[0].rules)
			if (!firstOf.has(rule))
				firstOf.set(rule, entry.key);
	list.show(entries);
	markRule();
	markFolder();
	tell();
}

/* A rule of which nothing is shown because of its verdict is asked for: then that verdict is shown. */
function setRule(index) {
	state.rule = index;
	if (index >= 0 && presentVerdicts.some((verdict) => verdict.name === rules[index].verdict))
		state.shown.add(rules[index].verdict);
	update();
}

/* By its row: what it has to do with is shown, and opened. */
function pickRule(index) {
	setRule(index);
	if (index < 0)
		return;
	list.openFirst(OPEN_AT_FIRST, LINES_AT_FIRST);
	tell();
	showChanges();
}

function showChanges() {
	document.getElementById("changes-title").scrollIntoView({ block: "start" });
}

function setFolder(path) {
	state.folder = path;
	update();
}

function setSplit(split) {
	state.split = split;
	list.redraw();
	tell();
}

function clearFilters() {
	if (document.activeElement === search)
		search.blur();
	Object.assign(state, { text: "", rule: -1, folder: "", shown: usualVerdicts() });
	search.value = "";
	update();
}

/* Shows what the address asks for. */
function obeyAddress() {
	const asked = readAddress(), names = presentVerdicts.map((verdict) => verdict.name);
	Object.assign(state, { text: (asked.find || "").toLowerCase(), rule: rules.findIndex((rule) => rule.id === asked.rule), folder: asked.folder || "",
		shown: asked.show ? new Set(asked.show.split(",").filter((name) => names.includes(name))) : usualVerdicts(), split: asked.view === "split" });
	search.value = state.text;
	update();
	list.openFirst(OPEN_AT_FIRST, LINES_AT_FIRST);
	tell();
	const entry = list.entries.find((one) => one.items.some((item) => item.path === asked.at));
	if (entry)
		list.goTo(entry);
}

/* ---- the page */

function headline() {
	const refused = rules.filter((rule) => rule.verdict === "refused").length, unfit = rules.filter((rule) => kindOf(rule) === "stop").length - refused;
	if (run.stopped)
		return [refused ? `${plural(refused, "rule")} ${refused === 1 ? "refuses" : "refuse"} this build` : "", unfit ? `${plural(unfit, "rule")} ${unfit === 1 ? "does" : "do"} not fit this tree` : ""].filter(Boolean).join(", ");
	if (!files.length)
		return undecided.length ? "Nothing to do for the rules that could be decided" : "Nothing to do: the tree has every patch that it needs";
	return run.run ? `${plural(files.length, "file")} changed, as run ${run.run}` : `${plural(files.length, "file")} would change`;
}

function jump(id, text) {
	return el("button", { type: "button", class: "jump", click: () => { const title = document.getElementById(id + "-title"); title.tabIndex = -1; title.focus(); title.scrollIntoView({ block: "center" }); } }, text);
}

function lead() {
	const made = rules.filter((rule) => rule.verdict === changing).length, warned = rules.filter((rule) => kindOf(rule) === "warn").length;
	const facts = [...new Set(undecided.flatMap((rule) => rule.needs))];
	const one = rules.filter((rule) => kindOf(rule) === "stop").length === 1;
	const all = [linesChanged(files), run.stopped ? ` lines in ${plural(files.length, "file")}` : " lines", made ? ` by ${number(made)} of ${plural(rules.length, "rule")}` : ""];
	return [run.stopped ? [el("b", null, run.command === "check" ? "Nothing would be written" : "Nothing was written"), one ? " until it does, or is left out with " : " until they do, or are left out with ", el("code", null, "--skip RULE"), ". "] : "",
		files.length ? [run.stopped ? "Waiting: " : "", all, ". "] : `${plural(rules.length, "rule")} looked at. `,
		undecided.length ? [jump("needs", `${plural(undecided.length, "rule")} not decided`), `, for want of ${facts.slice(0, 3).join(", ")}${facts.length > 3 ? ` and ${facts.length - 3} more facts` : ""}. `] : "",
		warned ? [jump("warn", plural(warned, "warning")), ". "] : ""];
}

/* What the run was held against, for those who check it. */
function footer() {
	return el("footer", null, el("details", { class: "card", id: "sources" }, el("summary", null, el("h2", null, "Patch sets and digests")),
		run.digest ? el("p", null, "All of them together, as ", el("code", null, "--expect-digest"), " takes it: ", el("code", null, run.digest)) : null,
		el("ul", null, run.sources.map((source) => el("li", null, source.kind, " ", el("b", null, visible(source.name)), " ", el("code", null, source.digest))))));
}

function header(theme) {
	return pageHeader(theme, { mark: "tpatch " + run.command, place: [el("code", null, visible(run.root)), el("span", null, plural(run.filesSeen, "file"), " searched")], title: headline(), lead: lead(),
		commands: [run.next ? command("next", run.next) : null, run.undo ? command("undo", run.undo) : null, run.decide ? command("decide more", run.decide) : null],
		facts: [["Version", [visible(run.project), " ", visible(run.version), run.clue ? [" (", visible(run.clue), ")"] : ""]],
			["Patch set", [visible(run.set), run.digest ? [", digest ", el("code", { title: run.digest }, run.digest.slice(0, 12))] : ""]], ["Facts", run.facts.length || run.profile ? [visible(run.facts.join(", ")), run.profile ? ` (profile ${run.profile})` : ""] : "none"],
			["Settings", run.settings ? visible(run.settings) : null]] });
}

function places(index) {
	const here = findings.filter((finding) => finding.rule === index && finding.verdict === rules[index].verdict);
	const first = here.slice(0, 3).map((finding, at) => [at ? ", " : "", visible(finding.path), finding.line ? ":" + finding.line : ""]);
	return here.length ? el("div", { class: "path" }, first, here.length > 3 ? ` and ${here.length - 3} more` : "") : null;
}

/* What stops or warns stands above all else; where it is much, the rest on demand. */
function banner(kind, title) {
	const said = rules.map((rule, index) => ({ rule, index })).filter(({ rule }) => kindOf(rule) === kind).map(({ rule, index }) => el("li", null,
		el("b", null, rule.id), " ", rule.verdict === "warning" ? null : verdictChip(rule.verdict), " ", visible(rule.title), el("div", null, visible(rule.detail || rule.title)), places(index), rule.next && rule.next !== run.next ? el("code", { class: "explain" }, visible(rule.next)) : null,
		rule.links.length ? el("div", { class: "links" }, rule.links.map(link)) : null));
	if (!said.length)
		return null;
	const rest = said.splice(SAID_AT_FIRST);
	return el("section", { class: "banner kind-" + kind, "aria-labelledby": kind + "-title" }, el("h2", { id: kind + "-title" }, title), el("ul", null, said),
		rest.length ? el("details", null, el("summary", null, `and ${rest.length} more`), el("ul", null, rest)) : null);
}

function notesOf() {
	return notes.map((note) => ({ text: note.text, about: note.rule === undefined ? "" : rules[note.rule].id, where: note.path ? el("code", null, visible(note.path), note.line ? ":" + note.line : "") : null }));
}

/* Paper has no room for a reason more than once. */
function reasonsOnce() {
	const told = new Set(), again = [...list.node.querySelectorAll(".why section")].filter((section) => told.size === told.add(section.dataset.rule).size);
	again.forEach((section) => section.classList.add("again"));
	return () => again.forEach((section) => section.classList.remove("again"));
}

function draw() {
	const theme = themeButton();
	const help = helpDialog([["j k", "next, previous change"], ["Enter", "open or close it"], ["/", "find"], ["u", "unified or side by side"], ["e", "open or close all"], ["t", "dark or light"],
		["↑ ↓ ← →", "move in the tree of folders; Enter chooses"], ["Esc", "no filters"], ["?", "this"]]);
	const skip = el("button", { type: "button", class: "skip button", click: () => jump("changes", "").click() }, "Skip to the changes");
	document.getElementById("page").append(skip, header(theme), el("main", null, banner("stop", "What stops the run"), banner("warn", "Warnings"),
		rulesCard(), el("div", { class: "overview" }, needsCard(), foldersCard()), notesFold(notesOf()),
		el("section", { "aria-labelledby": "changes-title" }, el("div", { class: "section-title" }, el("h2", { id: "changes-title" }, "Changes"), counter),
			el("nav", { class: "bar", "aria-label": "filters" }, search, ruleSelect, folderButton, verdictChips, el("span", { class: "both" }, unifiedButton, splitButton), allButton),
			list.node, nothing)), footer(), help);
	obeyAddress();
	addEventListener("hashchange", obeyAddress);
	listen({
		j: () => list.move(1), k: () => list.move(-1), "/": () => search.focus(), u: () => setSplit(!state.split), e: () => list.setAll(!list.isAllOpen()), t: theme.toggle, "?": () => help.showModal(),
		Escape: () => (help.open ? help.close() : clearFilters()),
	});
	onPaper(list.unfold, reasonsOnce);
}

draw();
