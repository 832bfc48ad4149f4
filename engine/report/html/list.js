/* Diffs, and a list of things that unfold: what the report of a run and that of a port share. */

/*
 * A line of a diff as html_diff.c has it: its sign, then pieces, each the letter of a colour and text. `odd` has a flag for each character that the other
 * side of a comparison does not have, or is null.
 */
function pieces(line, odd) {
	const made = [];
	for (let at = 1, from = 0; at < line.length; at++) {
		const letter = line[at][0], text = line[at].slice(1), kind = letter.toLowerCase();
		const trail = at === line.length - 1 && line[0][0] === "+" ? /[ \t]+$/.exec(text) : null;
		const body = [unlike(trail ? text.slice(0, trail.index) : text, odd, from), trail && el("span", { class: "trail", title: "blanks at the end of the line" }, trail[0])];
		const span = kind === "p" ? body : el("span", { class: "t-" + kind }, body);
		made.push(letter === kind ? span : el("mark", null, span));
		from += text.length;
	}
	if (line[0][1] === "!")
		made.push(el("span", { class: "ctl", title: "no line end at the end of the file" }, "⊘"));
	return made;
}

/* Text that begins at `from` of its line, what the other side does not have being marked. */
function unlike(text, odd, from) {
	if (!odd)
		return visible(text);
	const made = [];
	for (let at = 0, next; at < text.length; at = next) {
		for (next = at + 1; next < text.length && odd[from + next] === odd[from + at]; next++)
			;
		const part = visible(text.slice(at, next));
		made.push(odd[from + at] ? el("span", { class: "odd" }, part) : part);
	}
	return made;
}

function cell(side, content) {
	return el("td", { class: side }, content);
}

/* Does the sign of a line say that it goes, or comes? */
function sideOf(line) {
	return line[0][0] === "+" ? "add" : line[0][0] === "-" ? "del" : "";
}

function signOf(line) {
	return line[0][0] === "-" ? "−" : line[0][0];
}

function diffTable(label, rows) {
	return el("table", { class: "diff", "aria-label": label }, el("tbody", null, rows));
}

/* The folder of a path fainter than its name. */
function pathParts(path) {
	const slash = path.lastIndexOf("/") + 1;
	return [el("span", { class: "dir" }, visible(path.slice(0, slash))), visible(path.slice(slash))];
}

/* A node whose body a button shows; it is made when it is asked for, by `makeBody`. */
function makeFold(node, top, makeBody) {
	const fold = { node, top, isOpen: false, body: null };
	fold.set = (open) => {
		fold.isOpen = open;
		node.classList.toggle("open", open);
		top.setAttribute("aria-expanded", String(open));
		if (fold.body)
			fold.body.remove();
		fold.body = open ? makeBody() : null;
		if (open)
			node.append(fold.body);
	};
	top.addEventListener("click", () => fold.set(!fold.isOpen));
	top.setAttribute("aria-expanded", "false");
	return fold;
}

/* Entries that are in the page at first, and that come to it as one scrolls there. */
const ENTRIES_AT_ONCE = 100;

/*
 * A list of entries { key, fold, lines: as long as it is when it is open }, of which show() is given those that are to be seen. `foldOf(entry)` makes the fold of one when it is first needed;
 * `changed()` is called after something was opened, closed or moved to.
 */
function makeList(label, foldOf, changed) {
	const holder = el("div", { role: "list", "aria-label": label });
	const more = el("button", { type: "button", class: "button more-entries", click: () => extend(drawn + ENTRIES_AT_ONCE) });
	const list = { node: el("div", null, holder, more), entries: [], current: null };
	const watcher = new IntersectionObserver((seen) => { if (seen.some((one) => one.isIntersecting)) extend(drawn + ENTRIES_AT_ONCE); }, { rootMargin: "1200px" });
	let drawn = 0;
	watcher.observe(more);

	function draw(entry) {
		if (!entry.fold) {
			entry.fold = foldOf(entry);
			entry.fold.node.setAttribute("role", "listitem");
			entry.fold.top.addEventListener("click", () => { point(entry); changed(); });
		}
		return entry.fold;
	}

	function extend(count) {
		const end = Math.min(count, list.entries.length);
		if (end > drawn)
			holder.append(...list.entries.slice(drawn, end).map((entry) => draw(entry).node));
		drawn = Math.max(drawn, end);
		more.hidden = drawn >= list.entries.length;
		more.textContent = `Show more: ${number(list.entries.length - drawn)} to go`;
	}

	function point(entry) {
		if (list.current && list.current.fold)
			list.current.fold.node.classList.remove("current");
		list.current = entry;
		if (entry)
			draw(entry).node.classList.add("current");
	}

	list.show = (entries) => {
		list.entries = entries;
		drawn = 0;
		holder.replaceChildren();
		extend(ENTRIES_AT_ONCE);
		if (list.current)
			point(entries.find((entry) => entry.key === list.current.key) || null);
	};
	/* Opens the entry, and brings it to the top. */
	list.goTo = (entry) => {
		extend(list.entries.indexOf(entry) + 1);
		point(entry);
		if (!entry.fold.isOpen)
			entry.fold.set(true);
		entry.fold.node.scrollIntoView({ block: "start" });
		entry.fold.top.focus({ preventScroll: true });
		changed();
	};
	list.move = (step) => {
		const next = list.entries[list.entries.indexOf(list.current) + step];
		if (next)
			list.goTo(next);
	};
	list.isAllOpen = () => !list.entries.some((entry) => !entry.fold || !entry.fold.isOpen);
	list.setAll = (open) => {
		for (const entry of list.entries)
			if (draw(entry).isOpen !== open)
				entry.fold.set(open);
		changed();
	};
	/* Opens so many from the first on, as long as all together have no more than so many lines. */
	list.openFirst = (count, most) => {
		for (const entry of list.entries.slice(0, count)) {
			most -= entry.lines;
			if (most >= 0 || entry === list.entries[0])
				draw(entry).set(true);
		}
	};
	/* Makes what is open anew, as after another choice of columns. */
	list.redraw = () => list.entries.filter((entry) => entry.fold && entry.fold.isOpen).forEach((entry) => entry.fold.set(true));
	/* Opens all, and returns what puts it back. */
	list.unfold = () => {
		extend(list.entries.length);
		const closed = list.entries.filter((entry) => !entry.fold.isOpen);
		closed.forEach((entry) => entry.fold.set(true));
		return () => closed.forEach((entry) => entry.fold.set(false));
	};
	return list;
}
