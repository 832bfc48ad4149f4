/* Rules against trees. */

const labelOf = Object.fromEntries(data.verdicts.map((verdict) => [verdict.name, verdict.label]));
const kindOf = Object.fromEntries(data.verdicts.map((verdict) => [verdict.name, verdict.kind]));
let text = "", busyOnly = false;

/* A tree in which the rule stops, or was of use, is what a reader looks for. */
function isBusy(rule) {
	return rule.cells.some((cell) => ["stop", "warn", "change"].includes(kindOf[cell.verdict]));
}

function chip(verdict) {
	return el("span", { class: "chip kind-" + kindOf[verdict] }, labelOf[verdict]);
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
		return el("td", { class: "absent", title: tree.trouble || "the set of this tree does not have the rule" }, tree.trouble ? "?" : "–");
	return el("td", { class: "kind-" + kindOf[cell.verdict] }, el("button", { type: "button", title: cell.detail || labelOf[cell.verdict], "data-verdict": cell.verdict,
		click: () => detail.replaceChildren(chip(cell.verdict), " ", el("code", null, rule.id), " in ", el("b", null, visible(tree.name)), cell.detail ? [": ", visible(cell.detail)] : "") }, labelOf[cell.verdict]));
}

function grid(matrix, detail) {
	return el("div", { class: "scroll" }, el("table", { class: "matrix" },
		el("thead", null, el("tr", null, el("th", { class: "rule" }, "rule"), matrix.trees.map((tree) => el("th", { scope: "col" }, visible(tree.name),
			el("span", { class: "sub" }, visible(tree.trouble || [tree.version, tree.set].filter(Boolean).join(", "))))))),
		el("tbody", null, matrix.rules.map((rule) => el("tr", { "data-rule": rule.id }, el("th", { class: "rule", scope: "row" }, rule.id),
			rule.cells.map((cell, at) => cellOf(rule, cell, matrix.trees[at], detail)))))));
}

function conclusions(matrix) {
	const lines = [];
	for (const rule of matrix.rules) {
		const broken = rule.cells.find((cell) => cell.tree === rule.breaks_first_at);
		if (rule.breaks_first_at)
			lines.push(el("li", null, chip(broken.verdict), " ", el("code", null, rule.id), " breaks first at ", el("b", null, visible(rule.breaks_first_at)), broken.detail ? [": ", visible(broken.detail)] : ""));
		if (rule.not_needed_from)
			lines.push(el("li", null, el("code", null, rule.id), " is not needed from ", el("b", null, visible(rule.not_needed_from)), " on"));
	}
	return lines.length ? el("section", { class: "card notes" }, el("h2", null, "So"), el("ul", null, lines)) : null;
}

function update() {
	for (const row of document.querySelectorAll("table.matrix tbody tr"))
		row.classList.toggle("hidden", !row.dataset.rule.toLowerCase().includes(text) || (busyOnly && row.dataset.busy !== "1"));
}

function draw() {
	const theme = themeButton(), page = document.getElementById("page");
	const help = helpDialog([["/", "find a rule"], ["b", "only rules with something to do"], ["t", "dark or light"], ["Esc", "all rules"], ["?", "this"]]);
	const search = el("input", { type: "search", placeholder: "Find rules", "aria-label": "find", input: () => { text = search.value.toLowerCase(); update(); } });
	const busy = el("button", { type: "button", class: "button", "aria-pressed": "false", click: () => { busyOnly = !busyOnly; busy.setAttribute("aria-pressed", String(busyOnly)); update(); } }, "With something to do");
	const trees = data.matrices.reduce((most, matrix) => Math.max(most, matrix.trees.length), 0);
	page.append(el("header", { class: "head" }, el("div", { class: "eyebrow" }, el("span", { class: "mark" }, "tpatch matrix"), el("span", { class: "push keys" }, el("kbd", null, "?"), " keys"), theme.button),
		el("h1", null, "Which rule fits which tree"), el("div", { class: "facts" }, plural(trees, "tree"), el("span", null, data.verdicts.filter((verdict) => data.matrices.some((matrix) => matrix.rules.some((rule) => rule.cells.some((cell) => cell.verdict === verdict.name)))).map((verdict) => [chip(verdict.name), " "])))),
		el("nav", { class: "bar", "aria-label": "filters" }, search, busy));
	for (const matrix of data.matrices) {
		const detail = el("p", { class: "facts", role: "status" }, "A cell tells more when it is clicked.");
		page.append(el("section", { class: "card notes" }, el("h2", null, matrix.set ? "Set " + matrix.set : "Each tree with its own set"), picture(matrix), el("p", null), grid(matrix, detail), detail),
			...[conclusions(matrix)].filter(Boolean));
		matrix.rules.forEach((rule) => { page.querySelectorAll("tbody tr").forEach((row) => { if (row.dataset.rule === rule.id && isBusy(rule)) row.dataset.busy = "1"; }); });
	}
	page.append(help);
	listen({ "/": () => search.focus(), b: () => busy.click(), t: theme.toggle, "?": () => help.showModal(),
		Escape: () => { if (help.open) help.close(); else { search.blur(); search.value = text = ""; busyOnly = false; busy.setAttribute("aria-pressed", "false"); update(); } } });
}

draw();
