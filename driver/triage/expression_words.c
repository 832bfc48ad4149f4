/* The words of an expression: what a line must hold before it is worth trying. */
#include "triage/expression_words.h"

#include <string.h>

#define WORD_LEAST 3

/* Words of which each match holds one: each ends with a NUL. */
struct words {
	struct str all;
	size_t shortest;
};

static bool read_alternatives(struct slice p, size_t from, size_t to, struct words *out);

/* The end of the group or class that begins at `at`: after its last byte. */
static size_t group_end(struct slice p, size_t at)
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
		/* A brace that is never closed is one of the text. */
		size_t brace = p.ptr[at] == '{' ? slice_find(p, SLICE_LITERAL("}"), at) : (size_t)-1;
		if (length)
			at += length;
		else if (p.ptr[at] == '\\')
			at += 2;
		else if (p.ptr[at] == '(' || p.ptr[at] == '[')
			at = group_end(p, at);
		else
			at = brace == (size_t)-1 ? at + 1 : brace + 1;
	}
	str_release(&run);
}

static void add_words(struct words *out, struct words *more)
{
	out->shortest = !out->all.len || more->shortest < out->shortest ? more->shortest : out->shortest;
	str_add(&out->all, str_slice(&more->all));
}

/* After the character, class or group at `at`. */
static size_t item_end(struct slice p, size_t at)
{
	return p.ptr[at] == '\\' ? at + 2 : p.ptr[at] == '(' || p.ptr[at] == '[' ? group_end(p, at) : at + 1;
}

/* Must what the group from `at` to `end` says be in each match? Then that is read, and false where it has no words. */
static bool read_group(struct slice p, size_t at, size_t end, struct words *out)
{
	bool is_special = at + 2 < p.len && p.ptr[at + 1] == '?';
	if (p.ptr[at] != '(' || is_optional(p, end) || (is_special && p.ptr[at + 2] != ':' && p.ptr[at + 2] != '='))
		return false;
	return read_alternatives(p, at + (is_special ? 3 : 1), end - 1, out);
}

/* The groups that must be there: the words of the one whose words say most, if they say more than those in `best`. */
static void read_groups(struct slice p, size_t from, size_t to, struct words *best)
{
	for (size_t at = from, end; at < to; at = end) {
		end = item_end(p, at);
		struct words words = { 0 };
		bool is_look = p.ptr[at] == '(' && at + 2 < to && p.ptr[at + 1] == '?' && p.ptr[at + 2] != ':';
		if (!is_look && read_group(p, at, end, &words) && words.shortest > best->shortest) {
			struct words worse = *best;
			*best = words;
			words = worse;
		}
		str_release(&words.all);
	}
}

static bool read_alternative(struct slice p, size_t from, size_t to, struct words *out)
{
	struct words best = { 0 };
	longest_text(p, from, to, &best.all);
	best.shortest = best.all.len;
	str_add_char(&best.all, '\0');
	read_groups(p, from, to, &best);
	bool ok = best.shortest >= WORD_LEAST;
	if (ok)
		add_words(out, &best);
	str_release(&best.all);
	return ok;
}

static bool read_alternatives(struct slice p, size_t from, size_t to, struct words *out)
{
	size_t begin = from;
	bool ok = true;
	for (size_t at = from; ok && at <= to;) {
		if (at == to || p.ptr[at] == '|') {
			ok = read_alternative(p, begin, at, out);
			begin = ++at;
		} else {
			at = item_end(p, at);
		}
	}
	return ok;
}

static void take_words(const struct words *words, size_t group, expression_word *take, void *ctx)
{
	struct slice rest = str_slice(&words->all), word;
	while (slice_cut(&rest, '\0', &word))
		if (word.len)
			take(ctx, group, word);
}

static bool has_alternatives(struct slice p)
{
	for (size_t at = 0; at < p.len; at = item_end(p, at))
		if (p.ptr[at] == '|')
			return true;
	return false;
}

size_t expression_words(struct slice pattern, expression_word *take, void *ctx)
{
	struct words first = { 0 };
	size_t count = read_alternatives(pattern, 0, pattern.len, &first);
	if (count)
		take_words(&first, 0, take, ctx);
	bool has_groups = count && !has_alternatives(pattern);
	for (size_t at = 0, end; has_groups && at < pattern.len && count <= EXPRESSION_GROUPS; at = end) {
		struct words words = { 0 };
		end = item_end(pattern, at);
		if (read_group(pattern, at, end, &words) && !slice_eq(str_slice(&words.all), str_slice(&first.all)))
			take_words(&words, count++, take, ctx);
		str_release(&words.all);
	}
	str_release(&first.all);
	return count;
}
