/*
 * Where f-strings and t-strings end: literals whose {…} hold code, with literals in it again (PEP 498, 701, 750).
 * Read with a stack of its own, so that nesting costs no C stack.
 */
#include <stdint.h>

#include "lang/python/lang_python.h"

enum field_mode { FIELD_TEXT, FIELD_CODE, FIELD_SPEC };

struct field_level {
	uint8_t mode; /* enum field_mode */
	char mark;    /* the quote of the literal */
	bool triple, raw;
	uint32_t brackets; /* FIELD_CODE: open ones */
};

/* CPython allows 150 literals in each other; each may add its text, its code and a format with code again. */
#define FIELD_MAX_LEVELS 600

struct field_reader {
	struct slice bytes;
	size_t at;
	size_t n_levels;
	bool failed;
	struct field_level levels[FIELD_MAX_LEVELS];
};

static void push_level(struct field_reader *r, struct field_level level)
{
	if (r->n_levels == FIELD_MAX_LEVELS)
		r->failed = true;
	else
		r->levels[r->n_levels++] = level;
}

static void begin_literal(struct field_reader *r, size_t quote, bool raw)
{
	bool triple = python_is_triple(r->bytes, quote);
	push_level(r, (struct field_level){ FIELD_TEXT, r->bytes.ptr[quote], triple, raw, 0 });
	r->at = quote + (triple ? 3 : 1);
}

/* A backslash in the text of a literal: it hides a quote, but not a brace, and `\N{DASH}` is a character's name. */
static void read_escape(struct field_reader *r, bool raw)
{
	char next = slice_byte(r->bytes, r->at + 1);
	if (next == '{' || next == '}') {
		r->at++;
		return;
	}
	if (raw || next != 'N' || slice_byte(r->bytes, r->at + 2) != '{') {
		r->at = python_escape_end(r->bytes, r->at);
		return;
	}
	size_t end = r->at + 3;
	while (python_byte_class(slice_byte(r->bytes, end)) == 'n' ||
		python_byte_class(slice_byte(r->bytes, end)) == 'd' || slice_byte(r->bytes, end) == ' ' ||
		slice_byte(r->bytes, end) == '-')
		end++;
	r->at = slice_byte(r->bytes, end) == '}' ? end + 1 : r->at + 2;
}

/* One step in the text of a literal, or in the format after a field's colon, which is text as well. */
static void read_text(struct field_reader *r)
{
	struct field_level *level = &r->levels[r->n_levels - 1];
	bool in_text = level->mode == FIELD_TEXT;
	char c = r->bytes.ptr[r->at];
	if (c == '\\') {
		read_escape(r, level->raw);
	} else if (c == '{' && in_text && slice_byte(r->bytes, r->at + 1) == '{') {
		r->at += 2;
	} else if (c == '{') {
		push_level(r, (struct field_level){ FIELD_CODE, level->mark, level->triple, level->raw, 0 });
		r->at++;
	} else if (c == '}' && !in_text) {
		r->n_levels--;
		r->at++;
	} else if (c == level->mark && (!level->triple || python_is_triple(r->bytes, r->at))) {
		r->failed |= !in_text;
		r->n_levels--;
		r->at += level->triple ? 3 : 1;
	} else if (!level->triple && (c == '\n' || c == '\r')) {
		r->failed = true;
	} else {
		r->at++;
	}
}

/* A literal inside a field's code; its letters before the quote are [name, r->at). */
static void read_inner_literal(struct field_reader *r, size_t name)
{
	struct python_prefix prefix;
	if (python_prefix_read(slice_sub(r->bytes, name, r->at), &prefix) && prefix.fields)
		begin_literal(r, r->at, prefix.raw);
	else if (!python_string_end(r->bytes, r->at, &r->at))
		r->failed = true;
}

static void read_close(struct field_reader *r, struct field_level *level)
{
	if (level->brackets)
		level->brackets--;
	else if (r->bytes.ptr[r->at] == '}')
		r->n_levels--;
	else
		r->failed = true;
	r->at++;
}

/* One step in the code of a field. */
static void read_code(struct field_reader *r)
{
	struct field_level *level = &r->levels[r->n_levels - 1];
	char c = r->bytes.ptr[r->at];
	size_t name = r->at;
	switch (python_byte_class(c)) {
	case 'n':
	case 'd':
		while (python_byte_class(slice_byte(r->bytes, r->at)) == 'n' ||
			python_byte_class(slice_byte(r->bytes, r->at)) == 'd')
			r->at++;
		if (python_byte_class(slice_byte(r->bytes, r->at)) == 'q')
			read_inner_literal(r, name);
		return;
	case 'q':
		read_inner_literal(r, name);
		return;
	case 'o':
		level->brackets++;
		break;
	case 'c':
		read_close(r, level);
		return;
	case 'h':
		while (r->at < r->bytes.len && python_line_end(r->bytes, r->at) == r->at)
			r->at++;
		return;
	default:
		if (c == ':' && !level->brackets)
			level->mode = FIELD_SPEC;
	}
	r->at++;
}

bool python_fields_end(struct slice bytes, size_t quote, bool raw, size_t *end)
{
	struct field_reader r;
	r.bytes = bytes;
	r.n_levels = 0;
	r.failed = false;
	begin_literal(&r, quote, raw);
	while (r.n_levels && !r.failed && r.at < bytes.len) {
		if (r.levels[r.n_levels - 1].mode == FIELD_CODE)
			read_code(&r);
		else
			read_text(&r);
	}
	*end = r.at < bytes.len ? r.at : bytes.len;
	return !r.n_levels && !r.failed;
}
