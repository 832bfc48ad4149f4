/* The folders of a run's changes, as a tree that is walked by arrow keys. */

const FOLDERS_AT_FIRST = 12, ROWS_AT_FIRST = 20;
const TOP = "."; /* the folder of files that are in none */

function newFolder(name, path) {
	return { name, path, files: 0, added: 0, removed: 0, children: new Map() };
}

function count(folder, file) {
	folder.files++;
	folder.added += file.added;
	folder.removed += file.removed;
}

/* A folder that holds nothing but one other is that one: "aten/src/ATen". */
function settled(folder) {
	while (folder.children.size === 1 && [...folder.children.values()][0].files === folder.files) {
		const only = [...folder.children.values()][0];
		folder = { ...only, name: folder.name + "/" + only.name };
	}
	const weight = (one) => one.added + one.removed, all = [...folder.children.values()].map(settled).sort((a, b) => weight(b) - weight(a) || b.files - a.files || (a.name < b.name ? -1 : 1));
	const rest = all.length > FOLDERS_AT_FIRST + 1 ? all.splice(FOLDERS_AT_FIRST) : [];
	if (rest.length) {
		const last = { ...newFolder(plural(rest.length, "more folder"), ""), children: rest };
		rest.forEach((one) => { last.files += one.files; last.added += one.added; last.removed += one.removed; });
		all.push(last);
	}
	return { ...folder, children: all };
}

function foldersOf(files) {
	const root = newFolder("", "");
	for (const file of files) {
		const names = file.path.split("/");
		names.pop();
		let at = root;
		for (const [index, name] of (names.length ? names : [TOP]).entries()) {
			if (!at.children.has(name))
				at.children.set(name, newFolder(name === TOP ? "(top)" : name, names.length ? names.slice(0, index + 1).join("/") : TOP));
			at = at.children.get(name);
			count(at, file);
		}
	}
	return settled({ ...root, files: -1 }).children;
}

/* A tree as https://www.w3.org/WAI/ARIA/apg/patterns/treeview/ has it: arrows move, Enter and Space choose. */
function foldersTree(folders, chosen) {
	const tree = el("ul", { class: "folders", role: "tree", "aria-labelledby": "folders-title" });
	const most = Math.max(...folders.map((folder) => folder.added + folder.removed), 1);

	function expand(node, open) {
		if (!node.folder.children.length)
			return;
		node.setAttribute("aria-expanded", String(open));
		if (!node.group && open)
			node.append(node.group = el("ul", { role: "group" }, node.folder.children.map((child) => item(child, Number(node.getAttribute("aria-level")) + 1))));
		if (node.group)
			node.group.hidden = !open;
	}

	function choose(node) {
		if (node.folder.path)
			chosen(node.getAttribute("aria-selected") === "true" ? "" : node.folder.path);
		else
			expand(node, node.getAttribute("aria-expanded") !== "true");
	}

	function item(folder, level) {
		const part = (count, side) => { const bar = el("span", { class: side }); bar.style.width = `${100 * count / most}%`; return bar; };
		const row = el("div", { class: "row" }, el("span", { class: "twist", "aria-hidden": "true" }), el("span", { class: "name" }, visible(folder.name)),
			el("span", { class: "gauge", "aria-hidden": "true" }, part(folder.added, "added"), part(folder.removed, "removed")), el("span", { class: "count" }, plural(folder.files, "file")),
			el("span", { class: "lines" }, el("span", { class: "plus" }, "+" + number(folder.added)), " ", el("span", { class: "minus" }, "−" + number(folder.removed))));
		const node = el("li", { role: "treeitem", tabindex: -1, "aria-level": level, "aria-selected": String(folder.path !== "" && folder.path === state.folder), "aria-expanded": folder.children.length ? "false" : null, "data-folder": folder.path,
			"aria-label": `${folder.name}: ${plural(folder.files, "file")}, +${folder.added} −${folder.removed} lines` }, row);
		row.style.paddingLeft = `${.3 + 1.1 * (level - 1)}rem`;
		row.addEventListener("click", (event) => { point(node); event.target.className === "twist" ? expand(node, node.getAttribute("aria-expanded") !== "true") : choose(node); });
		return Object.assign(node, { folder, group: null });
	}

	function point(node) {
		tree.querySelectorAll('[tabindex="0"]').forEach((other) => { other.tabIndex = -1; });
		node.tabIndex = 0;
		node.focus();
	}

	tree.addEventListener("keydown", (event) => {
		const seen = [...tree.querySelectorAll("[role=treeitem]")].filter((node) => !node.parentNode.closest("[hidden]")), node = event.target.closest("[role=treeitem]"), at = seen.indexOf(node);
		const isOpen = node.getAttribute("aria-expanded") === "true", parent = node.parentNode.closest("[role=treeitem]");
		const acts = { ArrowDown: () => point(seen[Math.min(at + 1, seen.length - 1)]), ArrowUp: () => point(seen[Math.max(at - 1, 0)]), Home: () => point(seen[0]), End: () => point(seen[seen.length - 1]),
			ArrowRight: () => { if (isOpen) point(seen[at + 1]); else expand(node, true); }, ArrowLeft: () => { if (isOpen) expand(node, false); else if (parent) point(parent); },
			Enter: () => choose(node), " ": () => choose(node) };
		if (acts[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) {
			event.preventDefault();
			acts[event.key]();
		}
	});
	tree.append(...folders.map((folder) => item(folder, 1)));
	tree.firstChild.tabIndex = 0;
	/* As much as there is room for is open at first. */
	for (const node of [...tree.children])
		if (tree.querySelectorAll("[role=treeitem]").length + node.folder.children.length <= ROWS_AT_FIRST)
			expand(node, true);
	return tree;
}
