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

function plural(count, word) {
	return number(count) + " " + word + (count === 1 ? "" : word.endsWith("ch") ? "es" : "s");
}

function number(count) {
	return count.toLocaleString("en");
}

/* Controls, and characters that change how others are shown: hostile texts hide in them. */
const unseen = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

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
		const char = String.fromCodePoint(rest.codePointAt(at));
		parts.push(el("span", { class: "ctl", title: "a character that is not seen" }, sign(char)));
		rest = rest.slice(at + char.length);
	}
	return parts;
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
	return { toggle, button: el("button", { class: "button", type: "button", title: "dark or light (t)", "aria-label": "dark or light", click: toggle }, "◐") };
}

/* A dialog with a table of keys. */
function helpDialog(rows) {
	return el("dialog", { id: "help", "aria-label": "keys" }, el("h2", null, "Keys"),
		el("table", null, rows.map(([keys, what]) => el("tr", null, el("th", { scope: "row" }, keys.split(" ").map((key) => [el("kbd", null, key), " "])), el("td", null, what)))),
		el("form", { method: "dialog" }, el("button", { class: "button" }, "Close")));
}

/* Calls keys[key] unless the key is typed into something. */
function listen(keys) {
	document.addEventListener("keydown", (event) => {
		const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
		if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || (typing && event.key !== "Escape") || !keys[event.key])
			return;
		event.preventDefault();
		keys[event.key](event);
	});
}

function chip(kind, label, ...more) {
	return el("span", { class: "chip kind-" + kind }, label, more);
}

/* A command to be typed, and a button that copies it where the browser lets pages do that. */
function command(label, text) {
	const copy = navigator.clipboard && el("button", { type: "button", class: "button copy", "aria-label": "copy the command: " + text,
		click: () => navigator.clipboard.writeText(text).then(() => { copy.textContent = "Copied"; }, () => { copy.textContent = "Select it"; }) }, "Copy");
	return el("div", { class: "command" }, el("span", { class: "label" }, label), el("code", null, visible(text)), copy);
}

/* Who made the page, and when, in the reader's words for it. */
function madeBy() {
	const meta = (name) => document.querySelector(`meta[name="${name}"]`).content;
	return [meta("generator"), ", ", el("time", { datetime: meta("date") }, meta("date").replace("T", " ").replace(/:\d\dZ$/, " UTC"))];
}

/*
 * What the eye meets first. `place`: what was looked at; `title`: what came of it; `lead`: sentences; `commands`: what to type next; `facts`: [name, what
 * it is]…, empty ones being left out.
 */
function pageHeader(theme, { mark, place, title, lead, commands, facts }) {
	return el("header", { class: "head" },
		el("div", { class: "eyebrow" }, el("span", { class: "mark" }, mark), place, el("span", null, madeBy()), el("span", { class: "push keys" }, el("kbd", null, "?"), " keys"), theme.button),
		el("h1", null, title), lead && el("p", { class: "lead" }, lead), commands,
		facts.some(([, what]) => what) ? el("dl", { class: "facts" }, facts.map(([name, what]) => (what ? el("div", null, el("dt", null, name), el("dd", null, what)) : null))) : null);
}

/* `notes`: [{ text, about (a rule's id), where (a node) }], both may be missing; equal ones are said once, with all their places. */
function notesFold(notes) {
	const said = new Map();
	for (const note of notes) {
		const text = note.text + (note.about ? ` (${note.about})` : "");
		said.set(text, [...(said.get(text) || []), ...(note.where ? [note.where] : [])]);
	}
	return notes.length ? el("details", { class: "card notes", id: "notes" }, el("summary", null, el("h2", null, plural(notes.length, "note"))),
		el("ul", null, [...said].map(([text, where]) => el("li", null, visible(text),
			where.length > 1 ? el("ul", { class: "places" }, where.map((one) => el("li", null, one))) : where.length ? [" ", where] : null)))) : null;
}

/* ---- the view in the address: "#rule=cmake-minimum&folder=aten" */

function readAddress() {
	return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/* What is empty is left out. Viewers that forbid a page its address keep theirs. */
function writeAddress(values) {
	const text = new URLSearchParams(Object.entries(values).filter(([, value]) => value)).toString().replaceAll("%2F", "/").replaceAll("%2C", ",");
	try {
		history.replaceState(null, "", location.href.split("#")[0] + (text ? "#" + text : ""));
	} catch (error) {
		if (error.name !== "SecurityError")
			throw error;
	}
}

/* On paper nothing can be unfolded. Each of `steps` unfolds something, and returns what folds it again. */
function onPaper(...steps) {
	let undo = [];
	const details = () => {
		const closed = [...document.querySelectorAll("details:not([open])")];
		closed.forEach((node) => { node.open = true; });
		return () => closed.forEach((node) => { node.open = false; });
	};
	addEventListener("beforeprint", () => { undo = [...steps, details].map((step) => step()); });
	addEventListener("afterprint", () => undo.splice(0).reverse().forEach((step) => step()));
}
