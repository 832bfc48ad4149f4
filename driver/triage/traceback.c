#include "triage/traceback.h"

#include <string.h>

/* "RuntimeError: text", "subprocess.CalledProcessError: …", "AssertionError": a name with dots, of which the last part
 * begins with a capital. */
static bool is_exception(struct slice line)
{
	size_t at = 0, part = 0;
	for (; at < line.len; at++) {
		char c = line.ptr[at];
		if (c == '.')
			part = at + 1;
		else if (!ascii_is_letter(c) && !ascii_is_digit(c) && c != '_')
			break;
	}
	if (part >= at || line.ptr[part] < 'A' || line.ptr[part] > 'Z' || slice_eq_cstr(line, "File"))
		return false;
	return at == line.len || (line.ptr[at] == ':' && (at + 1 == line.len || line.ptr[at + 1] == ' '));
}

static void drop_first_lines(struct str *text)
{
	struct slice all = str_slice(text);
	/* It ends with a line's end, so there is one. */
	size_t end = slice_find(all, SLICE_LITERAL("\n"), all.len - TRACEBACK_MOST_BYTES - 1);
	struct str rest = STR_INIT;
	str_add(&rest, slice_sub(all, end + 1, all.len));
	str_release(text);
	*text = rest;
}

static size_t skip_digits(struct slice line, size_t at)
{
	while (at < line.len && ascii_is_digit(line.ptr[at]))
		at++;
	return at;
}

/* "17 import x", "----> 19 import y": a notebook shows source with numbers, and an arrow before the statement that
 * failed. True: it is such a line, of which `statement` is left; empty where there is no arrow. */
static bool is_numbered(struct slice line, struct slice *statement)
{
	size_t arrow = 0;
	while (arrow < line.len && line.ptr[arrow] == '-')
		arrow++;
	bool is_arrow = arrow > 1 && arrow + 1 < line.len && line.ptr[arrow] == '>' && line.ptr[arrow + 1] == ' ';
	if (arrow && !is_arrow)
		return false;
	size_t number = is_arrow ? arrow + 2 : 0, end = skip_digits(line, number);
	if (end == number || (end < line.len && line.ptr[end] != ' '))
		return false;
	*statement = is_arrow && end < line.len ? slice_sub(line, end + 1, line.len) : SLICE_LITERAL("");
	return true;
}

/* Takes ":310" from the end of `path`, into `number`. */
static bool cut_number(struct slice *path, struct slice *number)
{
	size_t colon = path->len;
	while (colon && ascii_is_digit(path->ptr[colon - 1]))
		colon--;
	if (!colon || colon == path->len || path->ptr[colon - 1] != ':')
		return false;
	*number = slice_sub(*path, colon, path->len);
	path->len = colon - 1;
	return true;
}

/*
 * The head of a frame as notebooks and pytest print it: "/a/b.py in f(x)", "<ipython-input-1-ab> in <module>",
 * "File ~/b.py:310, in f(x)", "File ~/b.py:310", "tests/b.py:1: in f".
 */
static bool is_other_frame(struct slice line, struct slice *path, struct slice *number, struct slice *name)
{
	bool is_file = slice_starts_with(line, "File ");
	if (is_file)
		line = slice_sub(line, 5, line.len);
	size_t in = slice_find(line, SLICE_LITERAL(" in "), 0);
	*name = SLICE_LITERAL("<module>");
	*path = line;
	if (in == (size_t)-1 && is_file)
		return cut_number(path, number) && slice_ends_with(*path, ".py");
	if (in == (size_t)-1 || line.ptr[0] == '"')
		return false;
	*name = slice_sub(line, in + 4, line.len);
	*path = slice_sub(line, 0, in);
	*number = SLICE_LITERAL("0");
	bool is_cell = slice_starts_with(line, "<ipython-input-");
	if (path->len && (path->ptr[path->len - 1] == ',' || path->ptr[path->len - 1] == ':')) {
		path->len--;
		if (!cut_number(path, number))
			return false;
	} else if (name->len && !is_cell && name->ptr[0] != '<' && name->ptr[name->len - 1] != ')') {
		return false;
	}
	return name->len && (is_cell || slice_ends_with(*path, ".py") || slice_ends_with(*path, ".pyx"));
}

/* uv breaks its lines at the width of a page: "File", then "\"/a/b.py\",", then "line 1, in f". */
static void join_broken(struct traceback *traceback, struct slice line)
{
	struct slice text = str_slice(&traceback->text);
	bool is_path = slice_eq_cstr(text, "File\n") || slice_ends_with(text, "\nFile\n");
	if (is_path || (slice_ends_with(text, "\",\n") && slice_starts_with(line, "line ")))
		traceback->text.ptr[text.len - 1] = ' ';
}

/* Takes a frame's head or statement as a line of its own. */
static void add_line(struct traceback *traceback, struct str *line)
{
	join_broken(traceback, str_slice(line));
	str_add_char(line, '\n');
	if (line->len <= TRACEBACK_MOST_BYTES)
		str_add(&traceback->text, str_slice(line));
	if (traceback->text.len > TRACEBACK_MOST_BYTES)
		drop_first_lines(&traceback->text);
	str_release(line);
}

/* "File \"/a/b.py\", line 1, in f": the statement comes after it. That of a SyntaxError names no function. */
static bool is_frame(struct slice line)
{
	return slice_starts_with(line, "File \"") && slice_find(line, SLICE_LITERAL(", in "), 0) != (size_t)-1;
}

/* "~~~~^^^^^": Python 3.11 and later show so which part of a statement failed. */
static bool is_marks(struct slice line)
{
	size_t at = 0;
	while (at < line.len && (line.ptr[at] == '^' || line.ptr[at] == '~'))
		at++;
	return line.len && at == line.len;
}

bool traceback_read(struct traceback *traceback, struct slice line)
{
	struct slice path = { 0 }, number = { 0 }, name = { 0 }, statement;
	bool is_other = is_other_frame(line, &path, &number, &name);
	bool is_head = slice_ends_with(line, "Traceback (most recent call last):") ||
		       slice_ends_with(line, "Traceback (most recent call last)");
	bool may_be_statement = traceback->after_head || traceback->in_excerpt;
	traceback->is_source = traceback->after_head = false;
	traceback->in_excerpt = traceback->in_excerpt && line.len;
	/* What people paste often begins in the middle of one. */
	if (is_head || (!traceback->open && (is_other || slice_starts_with(line, "File \"")))) {
		str_clear(&traceback->text);
		traceback->open = true;
	}
	if (is_head || !traceback->open || !line.len || is_marks(line))
		return false;
	if (is_exception(line) && line.len < TRACEBACK_MOST_BYTES) {
		str_add(&traceback->text, line);
		traceback->open = traceback->in_excerpt = false;
		return true;
	}
	bool is_shown = is_numbered(line, &statement);
	traceback->after_head = is_frame(line);
	traceback->in_excerpt = is_other || (traceback->in_excerpt && !traceback->after_head);
	traceback->is_source = !is_other && !traceback->after_head && (is_shown || may_be_statement);
	struct str added = STR_INIT;
	if (is_other)
		str_addf(&added, "File \"" SLICE_FMT "\", line " SLICE_FMT ", in " SLICE_FMT, SLICE_ARG(path),
			SLICE_ARG(number), SLICE_ARG(name));
	else if (!is_shown)
		str_add(&added, line);
	else
		str_add(&added, statement);
	if (added.len)
		add_line(traceback, &added);
	return false;
}
