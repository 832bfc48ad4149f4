/* What a regex's replacement looks like in a file: a regex again. */
#include <string.h>

#include "base/ascii.h"
#include "format/regex.h"

#define MAX_GROUPS 99

struct groups {
	struct slice name[MAX_GROUPS + 1]; /* empty for those that are known by number alone */
	struct slice text[MAX_GROUPS + 1]; /* what is between the group's parentheses */
	size_t count;
	size_t open[MAX_GROUPS + 1]; /* of the parentheses that are open, the group's number, or 0 */
	size_t begin[MAX_GROUPS + 1];
	size_t depth;
};

/* One past a class `[…]` at `at`. */
static size_t class_end(struct slice text, size_t at)
{
	size_t i = at + 1 + (at + 1 < text.len && text.ptr[at + 1] == '^');
	i += i < text.len && text.ptr[i] == ']';
	for (; i < text.len && text.ptr[i] != ']'; i++) {
		size_t named = slice_starts_with(slice_sub(text, i, text.len), "[:")
				       ? slice_find(text, SLICE_LITERAL(":]"), i + 2)
				       : (size_t)-1;
		i = named != (size_t)-1 ? named + 1 : i + (text.ptr[i] == '\\');
	}
	return i + 1;
}

/* The parenthesis at `at` opens. False where it begins something that is no group with or without a number. */
static bool open_group(struct groups *g, struct slice text, size_t at)
{
	struct slice rest = slice_sub(text, at + 1, text.len), name = slice_from("", 0);
	size_t number = 0, begin = at + 1;
	if (slice_starts_with(rest, "*") || g->depth == MAX_GROUPS)
		return false;
	if (!slice_starts_with(rest, "?")) {
		number = ++g->count;
	} else if (slice_starts_with(rest, "?<") && !slice_starts_with(rest, "?<=") &&
		   !slice_starts_with(rest, "?<!")) {
		size_t end = slice_find(rest, SLICE_LITERAL(">"), 0);
		if (end == (size_t)-1)
			return false;
		name = slice_sub(rest, 2, end);
		number = ++g->count;
		begin = at + 1 + end + 1;
	} else if (!slice_starts_with(rest, "?:") && !slice_starts_with(rest, "?=") && !slice_starts_with(rest, "?!") &&
		   !slice_starts_with(rest, "?<=") && !slice_starts_with(rest, "?<!")) {
		return false;
	}
	if (number > MAX_GROUPS)
		return false;
	g->name[number] = name;
	g->open[g->depth] = number;
	g->begin[g->depth++] = begin;
	return true;
}

static bool find_groups(struct slice text, struct groups *g)
{
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\\') {
			i++;
			if (i >= text.len || (text.ptr[i] >= '1' && text.ptr[i] <= '9') || strchr("gkQEK", text.ptr[i]))
				return false;
		} else if (text.ptr[i] == '[') {
			i = class_end(text, i) - 1;
		} else if (text.ptr[i] == '(') {
			if (!open_group(g, text, i))
				return false;
		} else if (text.ptr[i] == ')') {
			if (!g->depth)
				return false;
			size_t number = g->open[--g->depth];
			if (number)
				g->text[number] = slice_sub(text, g->begin[g->depth], i);
		}
	}
	return !g->depth;
}

/* The group that the reference at `at`, a `$`, names; 0 if none. `*end` is after it. */
static size_t group_at(const struct groups *g, struct slice text, size_t at, size_t *end)
{
	bool braces = at + 1 < text.len && text.ptr[at + 1] == '{';
	size_t i = at + 1 + braces, number = 0;
	bool is_number = i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9';
	while (i < text.len && (ascii_is_digit(text.ptr[i]) ||
				       (!is_number && (text.ptr[i] == '_' || ((text.ptr[i] | 32) >= 'a' &&
										     (text.ptr[i] | 32) <= 'z'))))) {
		number = is_number && number <= MAX_GROUPS ? number * 10 + (size_t)(text.ptr[i] - '0') : number;
		i++;
	}
	struct slice name = slice_sub(text, at + 1 + braces, i);
	for (size_t k = 1; !is_number && k <= g->count; k++)
		number = g->name[k].len && slice_eq(g->name[k], name) ? k : number;
	if (braces && (i >= text.len || text.ptr[i] != '}'))
		return 0;
	*end = i + braces;
	return number <= g->count ? number : 0;
}

/* --- what must be beside the match -------------------------------------------------------------------------------- */

enum part_kind { PART_CODE, PART_LETTER, PART_BOUNDARY, PART_BEFORE, PART_AFTER, PART_OR };

/* One past what is at `at`: a group with all in it, a class, or a character. */
static size_t part_end(struct slice text, size_t at)
{
	size_t depth = 0;
	do {
		char c = text.ptr[at];
		depth += c == '(';
		depth -= c == ')' && depth;
		at = c == '[' ? class_end(text, at) : at + 1 + (c == '\\');
	} while (depth && at < text.len);
	return at < text.len ? at : text.len;
}

static enum part_kind part_kind(struct slice part)
{
	if (slice_eq_cstr(part, "^") || slice_starts_with(part, "(?<=") || slice_starts_with(part, "(?<!"))
		return PART_BEFORE;
	if (slice_eq_cstr(part, "$") || slice_starts_with(part, "(?=") || slice_starts_with(part, "(?!"))
		return PART_AFTER;
	if (slice_eq_cstr(part, "\\b"))
		return PART_BOUNDARY;
	if (slice_eq_cstr(part, "|"))
		return PART_OR;
	return part.len == 1 && ascii_is_word(part.ptr[0]) ? PART_LETTER : PART_CODE;
}

/*
 * What the pattern asks of the text before its match, which is the same before a result: `^`, `(?<=…)`, and `\b` where
 * match and result both begin with a letter. Likewise, of the text after it. Both empty where the pattern is one of
 * several.
 */
static void find_edges(struct slice pattern, struct slice result, struct slice *before, struct slice *after)
{
	bool begins = result.len && ascii_is_word(result.ptr[0]);
	bool ends = result.len && ascii_is_word(result.ptr[result.len - 1]);
	enum part_kind last = PART_BEFORE;
	size_t head = 0, tail = 0, at = 0;
	for (size_t end; at < pattern.len; at = end) {
		end = part_end(pattern, at);
		enum part_kind kind = part_kind(slice_sub(pattern, at, end));
		size_t next_end = end < pattern.len ? part_end(pattern, end) : end;
		bool opens_word = begins && part_kind(slice_sub(pattern, end, next_end)) == PART_LETTER;
		if (kind == PART_OR) {
			*before = *after = slice_sub(pattern, 0, 0);
			return;
		}
		if (head == at && (kind == PART_BEFORE || (kind == PART_BOUNDARY && opens_word)))
			head = end;
		if (kind != PART_AFTER && !(kind == PART_BOUNDARY && ends && last == PART_LETTER))
			tail = end;
		last = kind;
	}
	bool is_repeated = head < pattern.len && strchr("?*+{", pattern.ptr[head]);
	*before = slice_sub(pattern, 0, is_repeated ? 0 : head);
	*after = slice_sub(pattern, tail, pattern.len);
}

static void add_plain(struct str *out, char c)
{
	if (strchr("\\^$.[]|()?*+{}#", c))
		str_add_char(out, '\\');
	str_add_char(out, c);
}

/* Adds the pattern of the replacement alone. `g`: NULL where it may name no group. */
static bool add_result(const struct groups *g, struct slice replacement, bool *has_group, struct str *out)
{
	bool has_text = false;
	for (size_t i = 0, end; i < replacement.len; i = end) {
		char c = replacement.ptr[i];
		end = i + 1;
		bool is_quoted = end < replacement.len && (c == '\\' ? ascii_is_mark(replacement.ptr[end])
								     : c == '$' && replacement.ptr[end] == '$');
		if (is_quoted)
			c = replacement.ptr[end++];
		if ((c == '\\' && !is_quoted) || c == '\n' || c == '\0')
			return false;
		if (c != '$' || is_quoted) {
			has_text |= (unsigned char)c > ' ';
			add_plain(out, c);
			continue;
		}
		size_t number = g ? group_at(g, replacement, i, &end) : 0;
		if (!number)
			return false;
		str_addf(out, "(" SLICE_FMT ")", SLICE_ARG(g->text[number]));
		*has_group = true;
	}
	return has_text || (!*has_group && replacement.len);
}

bool regex_result_pattern(struct slice pattern, struct slice replacement, bool *has_group, struct str *out)
{
	struct groups g = { .count = 0 };
	struct slice before = slice_from("", 0), after = before;
	bool is_known = find_groups(pattern, &g);
	*has_group = false;
	if (is_known)
		find_edges(pattern, replacement, &before, &after);
	str_add(out, before);
	bool ok = add_result(is_known ? &g : NULL, replacement, has_group, out);
	str_add(out, after);
	return ok;
}
