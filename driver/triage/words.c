/* The words of an expression: what a line must hold before it is worth trying. */
#include <string.h>

#include "triage/triage.h"

#define WORD_LEAST 3

struct reading {
	struct slice pattern;
	void (*take)(void *ctx, struct slice word);
	void *ctx;
};

static bool read_alternatives(const struct reading *reading, size_t from, size_t to);

/* Where the group or class that begins at `at` ends, behind its last byte. */
static size_t behind_group(struct slice p, size_t at)
{
	size_t depth = 0;
	bool in_class = false;
	for (; at < p.len; at++) {
		char c = p.ptr[at];
		if (c == '\\') {
			at++;
		} else if (in_class) {
			in_class = c != ']' || p.ptr[at - 1] == '[';
		} else if (c == '[') {
			in_class = true;
		} else if (c == '(') {
			depth++;
		} else if (c == ')' && depth) {
			depth--;
		}
		if (!in_class && depth == 0)
			return at + 1;
	}
	return p.len;
}

static bool is_optional(struct slice p, size_t at)
{
	return at < p.len &&
	       (p.ptr[at] == '?' || p.ptr[at] == '*' || (p.ptr[at] == '{' && at + 1 < p.len && p.ptr[at + 1] == '0'));
}

/* Is the byte at `at` itself, and how long is it in the pattern? An escaped letter or digit is a class or worse. */
static size_t literal_length(struct slice p, size_t at, char *out)
{
	bool escaped = p.ptr[at] == '\\' && at + 1 < p.len;
	char c = escaped ? p.ptr[at + 1] : p.ptr[at];
	bool is_word = ascii_is_letter(c) || ascii_is_digit(c);
	if (escaped ? is_word : strchr("\\^$.[]|()?*+{}", c) != NULL)
		return 0;
	*out = c;
	return escaped ? 2 : 1;
}

/* The longest text that is in each match of the alternative from `from` to `to`, which has no '|' outside of groups. */
static void longest_text(struct slice p, size_t from, size_t to, struct str *best)
{
	struct str run = STR_INIT;
	size_t at = from;
	while (at <= to) {
		char c = 0;
		size_t length = at < to ? literal_length(p, at, &c) : 0;
		bool kept = length && !is_optional(p, at + length);
		if (kept)
			str_add_char(&run, c);
		/* What may come more than once is there once. */
		bool ends = !kept || (at + length < to && p.ptr[at + length] == '+');
		if (ends && run.len > best->len) {
			str_clear(best);
			str_add(best, str_slice(&run));
		}
		if (ends)
			str_clear(&run);
		if (at >= to)
			break;
		if (length)
			at += length;
		else if (p.ptr[at] == '\\')
			at += 2;
		else
			at = p.ptr[at] == '(' || p.ptr[at] == '[' ? behind_group(p, at)
			     : p.ptr[at] == '{'                   ? slice_find(p, SLICE_LITERAL("}"), at) + 1
								  : at + 1;
	}
	str_release(&run);
}

/* A group that must be there, if it has words of its own. */
static bool read_groups(const struct reading *reading, size_t from, size_t to)
{
	struct slice p = reading->pattern;
	for (size_t at = from, end; at < to; at = end) {
		end = p.ptr[at] == '\\' ? at + 2 : p.ptr[at] == '(' || p.ptr[at] == '[' ? behind_group(p, at) : at + 1;
		bool is_look = p.ptr[at] == '(' && at + 2 < to && p.ptr[at + 1] == '?' && p.ptr[at + 2] != ':';
		if (p.ptr[at] == '(' && !is_look && !is_optional(p, end) &&
			read_alternatives(reading, at + (p.ptr[at + 1] == '?' ? 3 : 1), end - 1))
			return true;
	}
	return false;
}

static bool read_alternative(const struct reading *reading, size_t from, size_t to)
{
	struct str best = STR_INIT;
	longest_text(reading->pattern, from, to, &best);
	bool ok = best.len >= WORD_LEAST;
	if (ok)
		reading->take(reading->ctx, str_slice(&best));
	else
		ok = read_groups(reading, from, to);
	str_release(&best);
	return ok;
}

static bool read_alternatives(const struct reading *reading, size_t from, size_t to)
{
	struct slice p = reading->pattern;
	size_t begin = from;
	bool ok = true;
	for (size_t at = from; ok && at <= to;) {
		if (at == to || p.ptr[at] == '|') {
			ok = read_alternative(reading, begin, at);
			begin = ++at;
		} else {
			at = p.ptr[at] == '\\'                      ? at + 2
			     : p.ptr[at] == '(' || p.ptr[at] == '[' ? behind_group(p, at)
								    : at + 1;
		}
	}
	return ok;
}

bool expression_words(struct slice pattern, void (*take)(void *ctx, struct slice word), void *ctx)
{
	struct reading reading = { pattern, take, ctx };
	return read_alternatives(&reading, 0, pattern.len);
}
