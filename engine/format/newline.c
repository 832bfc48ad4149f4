#include "format/newline.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"

#define LINE_END "(?:\\r\\n|(?<!\\r)\\n)"
#define NOT_INSIDE_LINE_END "(?!(?<=\\r)\\n)"
#define NO_GROUP ((size_t)-1)

struct group {
	unsigned char extended; /* 1 under (?x), 2 under (?xx) */
};

struct translator {
	struct slice in;
	size_t at; /* next byte of `in` */
	struct translation *out;
	struct group *groups; /* open ones, and the pattern itself as the first */
	size_t depth, capacity;
	/* The outermost lookbehind that is open: its index in `groups`, or NO_GROUP. */
	size_t lookbehind;
	size_t lookbehind_begin;  /* where its content begins in out->text */
	size_t lookbehind_origin; /* and in `in` */
	bool lookbehind_captures;
	size_t *line_ends; /* offsets in out->text of its line ends */
	size_t n_line_ends, line_ends_capacity;
	bool names_cr;
	size_t error_offset;
	struct err *err;
};

static char peek(const struct translator *t, size_t ahead)
{
	return t->at + ahead < t->in.len ? t->in.ptr[t->at + ahead] : '\0';
}

static bool sees(const struct translator *t, size_t ahead, const char *text)
{
	return slice_starts_with(slice_sub(t->in, t->at + ahead, t->in.len), text);
}

/* Every byte of `text` stands for byte `origin` of the pattern. */
static void emit(struct translator *t, const char *text, size_t len, size_t origin)
{
	struct translation *out = t->out;
	str_add_bytes(&out->text, text, len);
	for (size_t i = 0; i < len; i++)
		VEC_PUSH(out->origin, out->count, out->capacity, origin);
}

static void copy(struct translator *t, size_t len)
{
	for (; len && t->at < t->in.len; len--, t->at++)
		emit(t, t->in.ptr + t->at, 1, t->at);
}

/* Copies up to and including `end`, or the rest where there is none: PCRE2 then says what is missing. */
static void copy_past(struct translator *t, struct slice end)
{
	size_t found = slice_find(t->in, end, t->at);
	copy(t, found == (size_t)-1 ? t->in.len - t->at : found + end.len - t->at);
}

static bool refuse(struct translator *t, size_t offset, const char *message, const char *hint)
{
	t->error_offset = offset;
	err_set(t->err, ERR_PATCHSET, "%s", message);
	return err_hint(t->err, "%s", hint);
}

static struct group *innermost(struct translator *t)
{
	return &t->groups[t->depth - 1];
}

static void translate_line_end(struct translator *t, size_t len)
{
	if (t->lookbehind == NO_GROUP) {
		emit(t, LINE_END, strlen(LINE_END), t->at);
	} else {
		VEC_PUSH(t->line_ends, t->n_line_ends, t->line_ends_capacity, t->out->text.len);
		emit(t, "\\n", 2, t->at);
	}
	t->at += len;
}

static void translate_anchor(struct translator *t, size_t len)
{
	size_t origin = t->at;
	copy(t, len);
	/* A quantifier here is an error, and '{' needs no guard. */
	if (t->at < t->in.len && strchr("*+?{", peek(t, 0)))
		return;
	emit(t, NOT_INSIDE_LINE_END, strlen(NOT_INSIDE_LINE_END), origin);
}

static bool translate_escape(struct translator *t)
{
	switch (peek(t, 1)) {
	case 'n':
		translate_line_end(t, 2);
		return true;
	case 'Z':
		translate_anchor(t, 2);
		return true;
	case 'Q':
		copy_past(t, SLICE_LITERAL("\\E"));
		return true;
	case 'G':
		return refuse(t, t->at, "'\\G' is not supported: where a search begins has no meaning in a file",
			"use '^' or '\\A'");
	case 'K':
		return refuse(t, t->at, "'\\K' is not supported: the text before it would be no part of the match",
			"use (?<=...), or a group: '(foo )bar' with the replacement '${1}baz'");
	case 'r':
		t->names_cr = true;
		break;
	case 'c': /* \c^, \c\ and \c[ are control characters */
		copy(t, 3);
		return true;
	}
	copy(t, 2);
	return true;
}

/* Copies \E and \Q\E, which PCRE2 drops wherever they are, and spaces under (?xx). */
static void copy_nothings_in_class(struct translator *t)
{
	for (;;) {
		if (sees(t, 0, "\\E"))
			copy(t, 2);
		else if (sees(t, 0, "\\Q\\E"))
			copy(t, 4);
		else if (innermost(t)->extended == 2 && (peek(t, 0) == ' ' || peek(t, 0) == '\t'))
			copy(t, 1);
		else
			return;
	}
}

/* [...], with ']' as an ordinary first byte, \Q...\E, and [:names:]. */
static void copy_class(struct translator *t)
{
	copy(t, 1);
	copy_nothings_in_class(t);
	if (peek(t, 0) == '^')
		copy(t, 1);
	copy_nothings_in_class(t);
	if (peek(t, 0) == ']')
		copy(t, 1);
	while (t->at < t->in.len && peek(t, 0) != ']') {
		size_t name_end = sees(t, 0, "[:") ? slice_find(t->in, SLICE_LITERAL(":]"), t->at + 2) : (size_t)-1;
		if (sees(t, 0, "\\Q"))
			copy_past(t, SLICE_LITERAL("\\E"));
		else if (name_end != (size_t)-1 &&
			 slice_find(slice_sub(t->in, 0, name_end), SLICE_LITERAL("]"), t->at) == (size_t)-1)
			copy_past(t, SLICE_LITERAL(":]"));
		else
			copy(t, peek(t, 0) == '\\' ? 2 : 1);
	}
	copy(t, 1);
}

/* Opens a group whose head is the next `head_len` bytes. */
static void open_group(struct translator *t, size_t head_len, unsigned char extended, bool is_lookbehind, bool captures)
{
	size_t origin = t->at;
	struct group group = { .extended = extended };
	copy(t, head_len);
	VEC_PUSH(t->groups, t->depth, t->capacity, group);
	if (t->lookbehind != NO_GROUP) {
		t->lookbehind_captures |= captures;
	} else if (is_lookbehind) {
		t->lookbehind = t->depth - 1;
		t->lookbehind_begin = t->out->text.len;
		t->lookbehind_origin = origin;
		t->lookbehind_captures = false;
		t->n_line_ends = 0;
	}
}

/* Appends what is in the lookbehind as one more branch, with "\r\n" for each "\n". */
static bool double_lookbehind(struct translator *t)
{
	if (t->lookbehind_captures)
		return refuse(t, t->lookbehind_origin, "a lookbehind with '\\n' cannot hold a capture group",
			"use (?:...) inside of it");
	size_t end = t->out->text.len, next = 0;
	char *content = slice_dup(str_slice(&t->out->text));
	emit(t, "|", 1, t->at);
	for (size_t i = t->lookbehind_begin; i < end; i++) {
		if (next < t->n_line_ends && t->line_ends[next] == i) {
			emit(t, "\\r", 2, t->out->origin[i]);
			next++;
		}
		emit(t, content + i, 1, t->out->origin[i]);
	}
	free(content);
	return true;
}

static bool close_group(struct translator *t)
{
	if (t->lookbehind == t->depth - 1) {
		if (t->n_line_ends && !double_lookbehind(t))
			return false;
		t->lookbehind = NO_GROUP;
	}
	if (t->depth > 1)
		t->depth--;
	copy(t, 1);
	return true;
}

/*
 * (?flags) and (?flags:...). False when it is something else, such as (?-1) or (?P<name>...): then nothing was done.
 */
static bool translate_flags(struct translator *t)
{
	unsigned char extended = innermost(t)->extended;
	bool negative = false;
	size_t i = 2;
	for (; ascii_is_letter(peek(t, i)) || peek(t, i) == '-' || peek(t, i) == '^'; i++) {
		if (peek(t, i) == '-')
			negative = true;
		else if (peek(t, i) == '^')
			extended = 0;
		else if (peek(t, i) == 'x')
			extended = negative ? 0 : peek(t, i - 1) == 'x' ? 2 : 1;
	}
	if (peek(t, i) == ':')
		open_group(t, i + 1, extended, false, false);
	else if (peek(t, i) == ')' && i > 2 && !sees(t, 2, "R)"))
		innermost(t)->extended = extended, copy(t, i + 1);
	else
		return false;
	return true;
}

/* (*VERB), (*VERB:name), and assertions by name: (*pla:...) */
static void translate_verb(struct translator *t)
{
	static const char *const lookbehinds[] = {
		"plb:",
		"nlb:",
		"naplb:",
		"positive_lookbehind:",
		"negative_lookbehind:",
		"non_atomic_positive_lookbehind:",
	};
	size_t i = 2;
	while ((peek(t, i) >= 'a' && peek(t, i) <= 'z') || peek(t, i) == '_')
		i++;
	if (i == 2 || peek(t, i) != ':') {
		t->out->has_verbs = true;
		t->out->may_accept |= sees(t, 2, "ACCEPT");
		copy_past(t, SLICE_LITERAL(")"));
		return;
	}
	bool is_lookbehind = false;
	for (size_t k = 0; k < COUNT_OF(lookbehinds); k++)
		is_lookbehind |= sees(t, 2, lookbehinds[k]);
	open_group(t, i + 1, innermost(t)->extended, is_lookbehind, false);
}

static bool translate_open(struct translator *t)
{
	unsigned char extended = innermost(t)->extended;
	if (sees(t, 0, "(*")) {
		translate_verb(t);
	} else if (sees(t, 0, "(?#")) {
		copy_past(t, SLICE_LITERAL(")"));
	} else if (sees(t, 0, "(?C")) {
		return refuse(t, t->at, "callouts are not supported", "remove (?C...)");
	} else if (sees(t, 0, "(?<=") || sees(t, 0, "(?<!") || sees(t, 0, "(?<*")) {
		open_group(t, 4, extended, true, false);
	} else if (sees(t, 0, "(?P<") || sees(t, 0, "(?<") || sees(t, 0, "(?'")) {
		open_group(t, 3, extended, false, true);
	} else if (!sees(t, 0, "(?")) {
		open_group(t, 1, extended, false, true);
	} else if (!translate_flags(t)) {
		open_group(t, 2, extended, false, false);
	}
	return true;
}

static void copy_comment(struct translator *t)
{
	while (t->at < t->in.len && peek(t, 0) != '\n' && peek(t, 0) != '\r')
		copy(t, 1);
}

static bool translate_next(struct translator *t)
{
	char c = peek(t, 0);
	if (c == '\\')
		return translate_escape(t);
	if (c == '(')
		return translate_open(t);
	if (c == ')')
		return close_group(t);
	if (c == '[')
		copy_class(t);
	else if (c == '^' || c == '$')
		translate_anchor(t, 1);
	else if (c == '#' && innermost(t)->extended)
		copy_comment(t);
	else if (c == '\n' && !innermost(t)->extended)
		translate_line_end(t, 1);
	else
		copy(t, 1);
	t->names_cr |= c == '\r' && !innermost(t)->extended;
	return true;
}

/* The verbs that PCRE2 takes at the very start of a pattern. The limits may only lower what is set, so they are let
 * through. */
static bool check_start_verbs(struct translator *t)
{
	static const char *const refused[] = {
		"UTF)",
		"UCP)",
		"CR)",
		"LF)",
		"CRLF)",
		"ANYCRLF)",
		"ANY)",
		"NUL)",
		"BSR_ANYCRLF)",
		"BSR_UNICODE)",
		"NOTEMPTY)",
		"NOTEMPTY_ATSTART)",
		"NO_AUTO_POSSESS)",
		"NO_DOTSTAR_ANCHOR)",
		"NO_JIT)",
		"NO_START_OPT)",
	};
	for (size_t at = 0; slice_starts_with(slice_sub(t->in, at, t->in.len), "(*");) {
		struct slice verb = slice_sub(t->in, at + 2, t->in.len);
		for (size_t i = 0; i < COUNT_OF(refused); i++)
			if (slice_starts_with(verb, refused[i]))
				return refuse(t, at,
					"a pattern cannot change the engine's mode with a (*VERB) at its start",
					"patterns are bytes, with any line end; remove the verb");
		if (!slice_starts_with(verb, "LIMIT_"))
			break;
		size_t end = slice_find(t->in, SLICE_LITERAL(")"), at);
		at = end == (size_t)-1 ? t->in.len : end + 1;
	}
	return true;
}

/* What the pattern means does not depend on the translation any more: it is compiled as it was written. */
static void take_at_its_word(struct translation *out, struct slice pattern)
{
	str_clear(&out->text);
	str_add(&out->text, pattern);
	free(out->origin);
	out->origin = NULL;
	out->count = out->capacity = 0;
}

bool translation_make(struct translation *out, struct slice pattern, size_t *error_offset, struct err *err)
{
	*out = (struct translation){ 0 };
	struct translator t = { .in = pattern, .out = out, .lookbehind = NO_GROUP, .err = err };
	VEC_PUSH(t.groups, t.depth, t.capacity, (struct group){ 0 });
	bool ok = check_start_verbs(&t);
	while (ok && t.at < pattern.len)
		ok = translate_next(&t);
	if (ok && t.names_cr)
		take_at_its_word(out, pattern);
	else
		VEC_PUSH(out->origin, out->count, out->capacity, pattern.len);
	free(t.groups);
	free(t.line_ends);
	if (ok)
		return true;
	*error_offset = t.error_offset;
	translation_release(out);
	return false;
}

void translation_release(struct translation *translation)
{
	str_release(&translation->text);
	free(translation->origin);
	*translation = (struct translation){ 0 };
}

size_t translation_origin(const struct translation *translation, size_t offset)
{
	if (!translation->origin)
		return offset;
	return translation->origin[offset < translation->count ? offset : translation->count - 1];
}
