/*
 * Is a place in the blocks that the edit was made for? The lines of a hunk may occur once and as they were, and yet in
 * another function, or below a condition that says the opposite: what surrounds them is told by indentation, and by
 * #if.
 */
#include "port/carry/carry.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

/* The lines at which the blocks around a place begin, the innermost first; each branch before one of several is one. */
struct blocks {
	size_t *lines;
	size_t count, capacity;
};

static bool begins_with_word(struct slice line, const char *const *words, size_t n_words)
{
	for (size_t i = 0; i < n_words; i++) {
		size_t n = strlen(words[i]);
		if (slice_eq_nocase(slice_sub(line, 0, n), slice_of(words[i])) &&
			(line.len == n || strchr(" \t(:{", line.ptr[n]) != NULL))
			return true;
	}
	return false;
}

/* Without what closes the block before: "} else {". */
static struct slice trim_closing(struct slice line)
{
	line = slice_trim(line);
	while (line.len && line.ptr[0] == '}')
		line = slice_trim(slice_sub(line, 1, line.len));
	return line;
}

static bool is_otherwise(struct slice line)
{
	static const char *const words[] = { "else", "elif", "elseif", "except", "catch", "finally" };
	return begins_with_word(trim_closing(line), words, sizeof(words) / sizeof(*words));
}

static bool is_condition(struct slice line)
{
	static const char *const words[] = { "if", "while", "for", "foreach", "case", "switch", "with", "try" };
	line = trim_closing(line);
	return line.len && (line.ptr[0] == '#' || is_otherwise(line) ||
				   begins_with_word(line, words, sizeof(words) / sizeof(*words)));
}

/* A comment, a line for the preprocessor, or a label that divides a class. */
static bool is_beside(struct slice line)
{
	static const char *const words[] = { "public", "private", "protected" };
	line = slice_trim(line);
	return (slice_starts_with(line, "#") && !slice_starts_with(line, "#define")) || slice_starts_with(line, "//") ||
	       slice_starts_with(line, "/*") || slice_starts_with(line, "*") ||
	       begins_with_word(line, words, sizeof(words) / sizeof(*words));
}

/* Lines in front of `line` that are less deep than `indent`, each less than the one before. */
static void find_by_indent(
	const struct line_ids *ids, const uint32_t *text, size_t line, size_t indent, struct blocks *out)
{
	for (size_t i = line; i-- > 0 && indent;) {
		struct slice it = line_text(ids, text[i]);
		if (line_weight(ids, text[i]) != LINE_WEIGHT_WORDS || is_beside(it) || line_indent(it) >= indent)
			continue;
		VEC_PUSH(out->lines, out->count, out->capacity, i);
		/* What is otherwise depends on the condition above it, which is as deep. */
		indent = line_indent(it) + is_otherwise(it);
	}
}

/* "#if", "#ifdef", "#else" and the like in front of `line` that are not closed there. */
static void find_preprocessor(const struct line_ids *ids, const uint32_t *text, size_t line, struct blocks *out)
{
	size_t depth = 0;
	for (size_t i = line; i-- > 0;) {
		enum line_guard guard = line_guard(ids, text[i]);
		if (!depth && (guard == LINE_IF || guard == LINE_ELSE))
			VEC_PUSH(out->lines, out->count, out->capacity, i);
		else if (guard == LINE_ENDIF)
			depth++;
		else
			depth -= guard == LINE_IF;
	}
}

static bool has(const struct line_ids *ids, const uint32_t *text, const struct blocks *blocks, struct slice line)
{
	for (size_t i = 0; i < blocks->count; i++)
		if (slice_eq(slice_trim(line_text(ids, text[blocks->lines[i]])), slice_trim(line)))
			return true;
	return false;
}

/* The blocks, and what is open for the preprocessor, around a place in A and one in B. */
struct surroundings {
	struct blocks in_a, in_b, guards_a, guards_b;
};

/* Lines of A, or of the hunk alone, or of B. */
struct text {
	const uint32_t *lines;
	size_t n;
};

static bool is_line_of(const struct text *text, uint32_t line)
{
	for (size_t i = 0; i < text->n; i++)
		if (text->lines[i] == line)
			return true;
	return false;
}

/* The innermost block around the one place that is not around the other: any, or with `other` only what that still has;
 * a function may have got another name. SIZE_MAX: none. */
static size_t find_other(const struct line_ids *ids, const struct text *one, const struct blocks *around_one,
	const uint32_t *other_lines, const struct blocks *around_other, const struct text *other)
{
	for (size_t i = 0; i < around_one->count; i++) {
		uint32_t id = one->lines[around_one->lines[i]];
		struct slice line = line_text(ids, id);
		if (!has(ids, other_lines, around_other, line) && (!other || is_line_of(other, id)))
			return around_one->lines[i];
	}
	return SIZE_MAX;
}

/* The next condition from block number `*at` on; SIZE_MAX: there is none. */
static size_t next_condition(
	const struct line_ids *ids, const struct text *text, const struct blocks *blocks, size_t *at)
{
	while (*at < blocks->count) {
		size_t line = blocks->lines[(*at)++];
		if (is_condition(line_text(ids, text->lines[line])))
			return line;
	}
	return SIZE_MAX;
}

/* Conditions are to be the same ones, in the same order; `a` may have only the innermost of them. Sets the first two
 * that are not, SIZE_MAX where there is none. */
static void compare_conditions(const struct line_ids *ids, const struct text *a, const struct blocks *in_a,
	const struct text *b, const struct blocks *in_b, bool is_whole, size_t *gone, size_t *new)
{
	for (size_t i = 0, k = 0;;) {
		*gone = next_condition(ids, a, in_a, &i);
		*new = next_condition(ids, b, in_b, &k);
		if (*gone == SIZE_MAX && !is_whole)
			*new = SIZE_MAX;
		if (*gone == SIZE_MAX || *new == SIZE_MAX ||
			!slice_eq(slice_trim(line_text(ids, a->lines[*gone])),
				slice_trim(line_text(ids, b->lines[*new]))))
			return;
	}
}

/* How deep the first changed line of the run is that says something. */
static size_t depth_of(const struct carry *carry, const struct carry_hunk *hunk, const struct carry_run *run)
{
	for (size_t i = run->old_begin; i < run->old_end; i++)
		if (line_weight(carry->ids, hunk->old_side[i]) != LINE_WEIGHT_BLANK)
			return line_indent(line_text(carry->ids, hunk->old_side[i]));
	for (size_t i = run->new_begin; i < run->new_end; i++)
		if (line_weight(carry->ids, hunk->new_side[i]) != LINE_WEIGHT_BLANK)
			return line_indent(line_text(carry->ids, hunk->new_side[i]));
	return 0;
}

static bool tell_blocks(struct carry *carry, struct carry_hunk *hunk, const struct text *a, size_t gone, size_t new)
{
	const struct line_ids *ids = carry->ids;
	if (gone != SIZE_MAX)
		carry_tell(carry, hunk->edit, "%s it is in the block of " CODE_FMT,
			a->lines == hunk->old_side ? "in the diff" : "in the old tree",
			CODE_ARG(utf8_excerpt(slice_trim(line_text(ids, a->lines[gone])))));
	if (new != SIZE_MAX)
		carry_tell(carry, hunk->edit, "here it is in the block of line %zu, " CODE_FMT, new + 1,
			CODE_ARG(utf8_excerpt(slice_trim(line_text(ids, carry->b->lines[new])))));
	else if (gone != SIZE_MAX)
		carry_tell(carry, hunk->edit, "here it is not");
	return gone == SIZE_MAX && new == SIZE_MAX;
}

/* Where an edit of line `a_line` of A, `depth` deep, would come at `line` of B: are both in the same blocks? */
static bool is_in_its_block(struct carry *carry, struct carry_hunk *hunk, const struct text *a, size_t a_line,
	size_t depth, size_t line, bool is_strict, struct surroundings *around)
{
	const struct line_ids *ids = carry->ids;
	const struct text b = { carry->b->lines, carry->b->n };
	bool has_a = a->lines != hunk->old_side; /* the hunk alone does not have all blocks that it is in */
	size_t gone, new;
	find_by_indent(ids, a->lines, a_line, depth, &around->in_a);
	find_by_indent(ids, b.lines, line, depth, &around->in_b);
	find_preprocessor(ids, a->lines, a_line, &around->guards_a);
	find_preprocessor(ids, b.lines, line, &around->guards_b);
	compare_conditions(ids, a, &around->in_a, &b, &around->in_b, has_a, &gone, &new);
	if (!tell_blocks(carry, hunk, a, gone, new))
		return false;
	compare_conditions(ids, a, &around->guards_a, &b, &around->guards_b, has_a, &gone, &new);
	if (!tell_blocks(carry, hunk, a, gone, new))
		return false;
	gone = find_other(ids, a, &around->in_a, b.lines, &around->in_b, has_a && !is_strict ? &b : NULL);
	new = has_a ? find_other(ids, &b, &around->in_b, a->lines, &around->in_a, is_strict ? NULL : a) : SIZE_MAX;
	return tell_blocks(carry, hunk, a, gone, new);
}

bool carry_is_in_its_block(
	struct carry *carry, struct carry_hunk *hunk, const struct carry_run *run, size_t line, bool is_strict)
{
	struct surroundings around = { 0 };
	bool has_a = carry->a && hunk->a_line != SIZE_MAX;
	struct text a = { has_a ? carry->a->lines : hunk->old_side, has_a ? carry->a->n : hunk->n_old };
	size_t a_line = (has_a ? hunk->a_line : 0) + run->old_begin, depth = depth_of(carry, hunk, run);
	bool is = is_in_its_block(carry, hunk, &a, a_line, depth, line, has_a && is_strict, &around);
	free(around.in_a.lines);
	free(around.in_b.lines);
	free(around.guards_a.lines);
	free(around.guards_b.lines);
	return is;
}
