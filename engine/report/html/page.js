/* What the pages share. Texts get into the page as text nodes only; markup is never made of them. */

const data = JSON.parse(document.getElementById("data").textContent);

/* An element with attributes (functions are listeners) and children (elements and texts). */
function fill(node, attributes, children) {
	for (const [name, value] of Object.entries(attributes || {})) {
		if (typeof value === "function")
			node.addEventListener(name, value);
		else if (value !== null && value !== undefined && value !== false)
			node.setAttribute(name, value === true ? "" : value);
	}
	for (const child of children.flat(9))
		if (child !== null && child !== undefined && child !== false)
			node.append(child);
	return node;
}

function el(name, attributes, ...children) {
	return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes, ...children) {
	return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function plural(count, word) {
	return count.toLocaleString("en") + " " + word + (count === 1 ? "" : "s");
}

/* Controls, and characters that change how others are shown: hostile texts hide in them. */
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

function sign(char) {
	const code = char.codePointAt(0);
	if (code < 0x20)
		return String.fromCodePoint(0x2400 + code);
	return code === 0x7f ? "\u2421" : "U+" + code.toString(16).toUpperCase().padStart(4, "0");
}

/* Text with a sign for what cannot be seen. */
function visible(text) {
	const parts = [];
	for (let rest = text; rest;) {
		const at = rest.search(unseen);
		if (at !== 0)
			parts.push(at < 0 ? rest : rest.slice(0, at));
		if (at < 0)
			break;
		parts.push(el("span", { class: "ctl", title: "a character that is not seen" }, sign(rest[at])));
		rest = rest.slice(at + 1);
	}
	return parts;
}

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
		const span = kind === "p" || kind === "n" ? body : el("span", { class: "t-" + kind }, body);
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

/* Links lead to the web only. Issues are called as people call them. */
function link(address) {
	if (!/^https?:\/\//i.test(address))
		return el("span", null, visible(address));
	const issue = /^https:\/\/github\.com\/[\w.-]+\/([\w.-]+)\/(?:issues|pull)\/(\d+)$/.exec(address);
	const parts = address.replace(/^https?:\/\//i, "").replace(/\/$/, "").split("/");
	const short = parts.length > 2 ? parts[0] + "/…/" + parts[parts.length - 1] : parts.join("/");
	return el("a", { href: address, rel: "noreferrer noopener", target: "_blank", title: address },
		visible(issue ? issue[1] + "#" + issue[2] : short));
}

function themeButton() {
	const root = document.documentElement;
	let before;
	addEventListener("beforeprint", () => { before = root.dataset.theme || ""; root.dataset.theme = "light"; }); /* paper is */
	addEventListener("afterprint", () => { root.dataset.theme = before; });
	const isDark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
	const toggle = () => { root.dataset.theme = isDark() ? "light" : "dark"; };
	return { toggle, button: el("button", { class: "button keys", type: "button", title: "dark or light (t)", click: toggle }, "◐") };
}

/* A dialog with a table of keys. */
function helpDialog(rows) {
	return el("dialog", { id: "help", "aria-label": "keys" }, el("h2", null, "Keys"),
		el("table", null, rows.map(([keys, what]) => el("tr", null, el("td", null, keys.split(" ").map((key) => [el("kbd", null, key), " "])), el("td", null, what)))),
		el("form", { method: "dialog" }, el("button", { class: "button" }, "Close")));
}

/* Calls keys[key] unless the key is typed into something. */
function listen(keys) {
	document.addEventListener("keydown", (event) => {
		const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
		if (event.ctrlKey || event.altKey || event.metaKey || (typing && event.key !== "Escape") || !keys[event.key])
			return;
		event.preventDefault();
		keys[event.key](event);
	});
}
