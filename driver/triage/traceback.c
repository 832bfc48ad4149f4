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
	if (part >= at || line.ptr[part] < 'A' || line.ptr[part] > 'Z')
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

bool traceback_read(struct traceback *traceback, struct slice line)
{
	if (slice_starts_with(line, "Traceback (most recent call last)")) {
		str_clear(&traceback->text);
		traceback->open = true;
		return false;
	}
	/* What people paste often begins in the middle of one. */
	if (!traceback->open && slice_starts_with(line, "File \"")) {
		str_clear(&traceback->text);
		traceback->open = true;
	}
	if (!traceback->open || !line.len || line.len >= TRACEBACK_MOST_BYTES)
		return false;
	str_add(&traceback->text, line);
	if (is_exception(line)) {
		traceback->open = false;
		return true;
	}
	str_add_char(&traceback->text, '\n');
	if (traceback->text.len > TRACEBACK_MOST_BYTES)
		drop_first_lines(&traceback->text);
	return false;
}
