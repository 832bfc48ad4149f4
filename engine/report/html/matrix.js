/* Rules against trees. */

/* An element of a picture. */
function svg(name, attributes, ...children) {
	return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

const labelOf = Object.fromEntries(data.verdicts.map((verdict) => [verdict.name, verdict.label]));
const kindOf = Object.fromEntries(data.verdicts.map((verdict) => [verdict.name, verdict.kind]));

/* A tree in which the rule stops, or was of use, is what a reader looks for. */
function isBusy(rule) {
	return rule.cells.some((cell) => ["stop", "warn", "change"].includes(kindOf[cell.verdict]));
}

function verdictChip(verdict) {
	return chip(kindOf[verdict], labelOf[verdict]);
}

/* How many rules have which verdict in each tree, as a column of colours. */
function picture(matrix) {
	const width = Math.max(34, Math.min(90, 1100 / matrix.trees.length)), height = 130, most = Math.max(matrix.rules.length, 1);
	const made = svg("svg", { viewBox: `0 0 ${width * matrix.trees.length} ${height + 22}`, role: "img", "aria-label": "verdicts by tree" });
	made.style.maxWidth = width * matrix.trees.length + "px";
	matrix.trees.forEach((tree, at) => {
		let y = height;
		for (const verdict of [...data.verdicts].reverse()) {
			const count = matrix.rules.filter((rule) => rule.cells[at].verdict === verdict.name).length;
			if (!count)
				continue;
			y -= count * height / most;
			made.append(svg("g", { class: "kind-" + verdict.kind }, svg("title", null, `${tree.name}: ${plural(count, "rule")} ${verdict.label}`),
				svg("rect", { x: at * width + 3, y: y + 1, width: width - 6, height: Math.max(count * height / most - 1, 1), rx: 2, style: "fill: var(--k); fill-opacity: " + (verdict.kind === "idle" ? .35 : .8) })));
		}
		made.append(svg("text", { class: "soft", x: (at + .5) * width, y: height + 16, "text-anchor": "middle" }, tree.name.length * 7 > width ? String(at + 1) : tree.name));
	});
	return made;
}

function cellOf(rule, cell, tree, detail) {
	if (!cell.verdict)
		return el("td", { class: "absent", title: tree.problem || "the set of this tree does not have the rule" }, tree.problem ? "?" : "–");
	return el("td", { class: "kind-" + kindOf[cell.verdict] }, el("button", { type: "button", title: cell.detail || labelOf[cell.verdict], "data-verdict": cell.verdict,
		click: () => detail.replaceChildren(verdictChip(cell.verdict), " ", el("code", null, rule.id), " in ", el("b", null, visible(tree.name)), cell.detail ? [": ", visible(cell.detail)] : "") }, labelOf[cell.verdict]));
}

function grid(matrix, detail, id) {
	return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-labelledby": id }, el("table", { class: "matrix", "aria-labelledby": id },
		el("thead", null, el("tr", null, el("th", { class: "rule", scope: "col" }, "rule"), matrix.trees.map((tree) => el("th", { scope: "col" }, visible(tree.name),
			el("span", { class: "sub" }, visible(tree.problem || [tree.version, tree.set].filter(Boolean).join(", "))))))),
		el("tbody", null, matrix.rules.map((rule) => el("tr", { "data-rule": rule.id, "data-busy": isBusy(rule) ? 1 : null }, el("th", { class: "rule", scope: "row" }, rule.id),
			rule.cells.map((cell, at) => cellOf(rule, cell, matrix.trees[at], detail)))))));
}

function conclusions(matrix) {
	const lines = [];
	for (const rule of matrix.rules) {
		const broken = rule.cells.find((cell) => cell.tree === rule.breaks_first_at);
		if (rule.breaks_first_at)
			lines.push(el("li", null, verdictChip(broken.verdict), " ", el("code", null, rule.id), " breaks first at ", el("b", null, visible(rule.breaks_first_at)), broken.detail ? [": ", visible(broken.detail)] : ""));
		if (rule.not_needed_from)
			lines.push(el("li", null, el("code", null, rule.id), " is not needed from ", el("b", null, visible(rule.not_needed_from)), " on"));
	}
	return lines.length ? el("ul", { class: "conclusions" }, lines) : null;
}

const state = { text: "", isBusy: false };

function update() {
	for (const row of document.querySelectorAll("table.matrix tbody tr"))
		row.hidden = !row.dataset.rule.toLowerCase().includes(state.text) || (state.isBusy && row.dataset.busy !== "1");
	search.value = state.text;
	busy.setAttribute("aria-pressed", String(state.isBusy));
	writeAddress({ find: state.text, only: state.isBusy ? "busy" : "" });
}

function choose(text, isBusy) {
	Object.assign(state, { text: text.toLowerCase(), isBusy });
	update();
}

function obeyAddress() {
	const asked = readAddress();
	choose(asked.find || "", asked.only === "busy");
}

const search = el("input", { type: "search", placeholder: "Find rules", "aria-label": "find rules", input: () => choose(search.value, state.isBusy) });
const busy = el("button", { type: "button", class: "button", title: "rules that stop, warn or change something (b)", click: () => choose(state.text, !state.isBusy) }, "With something to do");

/* What the eye meets first: which rules break, and where. */
function headline() {
	const broken = new Set(data.matrices.flatMap((matrix) => matrix.rules.filter((rule) => rule.cells.some((cell) => kindOf[cell.verdict] === "stop")).map((rule) => rule.id)));
	return broken.size ? `${plural(broken.size, "rule")} ${broken.size === 1 ? "does" : "do"} not fit a tree` : "Every rule fits every tree";
}

function draw() {
	const theme = themeButton(), trees = data.matrices.reduce((most, matrix) => Math.max(most, matrix.trees.length), 0), all = new Set(data.matrices.flatMap((matrix) => matrix.rules.map((rule) => rule.id)));
	const help = helpDialog([["/", "find a rule"], ["b", "only rules with something to do"], ["t", "dark or light"], ["Esc", "all rules"], ["?", "this"]]);
	const used = data.verdicts.filter((verdict) => data.matrices.some((matrix) => matrix.rules.some((rule) => rule.cells.some((cell) => cell.verdict === verdict.name))));
	const main = el("main", null, el("nav", { class: "bar", "aria-label": "filters" }, search, busy));
	data.matrices.forEach((matrix, at) => {
		const detail = el("p", { class: "told", role: "status" }, "A cell says more when it is chosen."), id = `matrix-${at}`;
		main.append(el("section", { class: "card notes", "aria-labelledby": id }, el("h2", { id }, matrix.set ? "Set " + matrix.set : "Each tree with its own set"), picture(matrix), conclusions(matrix), grid(matrix, detail, id), detail));
	});
	document.getElementById("page").append(pageHeader(theme, { mark: "tpatch matrix", place: null, title: headline(), lead: `${plural(all.size, "rule")} against ${plural(trees, "tree")}: which rule fits which.`,
		commands: null, facts: [["Verdicts", used.map((verdict) => [verdictChip(verdict.name), " "])]] }), main, help);
	obeyAddress();
	addEventListener("hashchange", obeyAddress);
	listen({ "/": () => search.focus(), b: () => busy.click(), t: theme.toggle, "?": () => help.showModal(),
		Escape: () => { if (help.open) help.close(); else { search.blur(); choose("", false); } } });
	onPaper();
}

draw();
