/* hunk: a piece of a unified diff, with exact context and no fuzz, at the one place where it fits. */
#include "op/edit_rule.h"
#include "op/hunk.h"

#include <stdlib.h>

#include "base/alloc.h"

/* The longest run of letters, digits and signs: a regex can look for it as it is, in any encoding. */
static struct slice longest_word(const struct hunk_side *side)
{
	struct slice best = { "", 0 };
	for (size_t i = 0; i < side->count; i++) {
		struct slice line = side->lines[i];
		for (size_t begin = 0, end = 0; end <= line.len; end++) {
			bool plain =
				end < line.len && line.ptr[end] > ' ' && line.ptr[end] < 0x7F && line.ptr[end] != '\\';
			if (plain)
				continue;
			if (end - begin > best.len)
				best = slice_sub(line, begin, end);
			begin = end + 1;
		}
	}
	return best;
}

static void add_form(struct edit_rule *rule, const struct hunk_side *side)
{
	if (!side->count)
		return;
	struct slice *word = arena_alloc(&rule->arena, sizeof(*word));
	*word = longest_word(side);
	rule->forms[rule->n_forms++] = (struct word_form){ word, word->len > 0 };
}

static bool hunk_compile(struct edit_rule *rule, struct err *err)
{
	size_t offset = 0;
	struct hunk_list *hunks = arena_alloc(&rule->arena, sizeof(*hunks));
	rule->own = hunks;
	if (!hunk_list_compile(hunks, rule->def->text.text, &rule->arena, &offset, err))
		return def_text_fail(&rule->def->text, offset, err);
	rule->forms = arena_alloc(&rule->arena, (2 + rule->def->n_already) * sizeof(*rule->forms));
	if (!hunks->items[0].old_side.count)
		return true;
	add_form(rule, &hunks->items[0].old_side);
	add_form(rule, &hunks->items[0].new_side);
	return true;
}

static void tell_ambiguous(const struct hunk_list *hunks, size_t index, const struct hunk_found *found,
	struct source *source, struct edit_outcome *out)
{
	struct str text = STR_INIT;
	if (hunks->count > 1)
		str_addf(&text, "hunk %zu of %zu", index + 1, hunks->count);
	else
		str_add_cstr(&text, "the hunk");
	str_addf(&text, " fits at line %zu and at line %zu", found->line + 1, found->second + 1);
	if (found->n_places > 2)
		str_addf(&text, ", and at %zu more", found->n_places - 2);
	str_add_cstr(&text, "; more lines of context would distinguish them");
	out->ambiguous = arena_dup(&out->arena, str_slice(&text));
	out->ambiguous_at = (uint32_t)source_line_begin(source, found->line);
	str_release(&text);
}

/* A match's `run` is the hunk's index and its first line in the file. */
static void hunk_find(const struct edit_rule *rule, struct document *doc, struct edit_outcome *out)
{
	const struct hunk_list *hunks = rule->own;
	struct hunk_found *found = xcalloc(hunks->count, sizeof(*found));
	struct hunk_lack lack;
	bool ok = hunk_list_find(hunks, doc->source, found, &lack);
	size_t n_unproved = 0, n_left = 0;
	for (size_t h = 0; h < hunks->count && ok; h++) {
		n_unproved += found[h].state == HUNK_UNPROVED;
		n_left += found[h].state == HUNK_TO_MAKE || found[h].state == HUNK_AMBIGUOUS;
	}
	out->unproved = n_unproved && !n_left;
	out->incomplete = ok ? n_unproved && n_left : lack.some_fit;
	for (size_t h = 0; h < hunks->count && ok && !n_unproved && !out->ambiguous; h++) {
		uint32_t begin = (uint32_t)source_line_begin(doc->source, found[h].line);
		size_t n_old = hunks->items[h].old_side.count;
		struct match match = { .begin = begin,
			.end = (uint32_t)source_line_begin(doc->source, found[h].line + n_old),
			.run = { (uint32_t)h, (uint32_t)found[h].line } };
		if (found[h].state == HUNK_AMBIGUOUS)
			tell_ambiguous(hunks, h, &found[h], doc->source, out);
		else if (found[h].state == HUNK_TO_MAKE)
			VEC_PUSH(out->matches.items, out->matches.count, out->matches.capacity, match);
		else if (out->n_applied++ == 0)
			out->applied_at = begin;
	}
	free(found);
}

static bool hunk_op_emit(struct op_run *run, const struct match *match, struct err *err)
{
	(void)err;
	const struct hunk_list *hunks = run->rule->own;
	const struct hunk *hunk = &hunks->items[match->run.first];
	hunk_emit(hunk, run->doc->source, match->run.last, run->out, run->owner, run->group);
	return true;
}

static const char *hunk_op_nearest(
	const struct edit_rule *rule, struct document *doc, struct arena *arena, size_t *line)
{
	const struct hunk_list *hunks = rule->own;
	struct hunk_found *found = xcalloc(hunks->count, sizeof(*found));
	struct hunk_lack lack;
	struct str text = STR_INIT;
	if (hunk_list_find(hunks, doc->source, found, &lack))
		for (lack = (struct hunk_lack){ 0 };
			lack.index < hunks->count && found[lack.index].state != HUNK_UNPROVED;)
			lack.index++;
	bool near = lack.index < hunks->count;
	if (near && hunks->count > 1)
		str_addf(&text, "hunk %zu of %zu, ", lack.index + 1, hunks->count);
	if (near && lack.out_of_order)
		str_add_cstr(&text, "which fits, but not after the one before it");
	else if (near)
		near = hunk_nearest(&hunks->items[lack.index], doc->source, &text, line);
	const char *owned = near ? arena_dup(arena, str_slice(&text)) : NULL;
	str_release(&text);
	free(found);
	return owned;
}

/* Of removed lines alone nothing is left. */
static bool hunk_op_is_bare(const struct edit_rule *rule)
{
	const struct hunk_list *hunks = rule->own;
	for (size_t h = 0; h < hunks->count; h++)
		if (!hunks->items[h].new_side.count)
			return true;
	return false;
}

const struct op op_hunk = {
	.name = "hunk",
	.summary = "a piece of a unified diff with exact context, which must fit once in the file",
	.value = OP_TEXT,
	.stands_alone = true,
	.compile = hunk_compile,
	.find = hunk_find,
	.emit = hunk_op_emit,
	.is_bare = hunk_op_is_bare,
	.nearest = hunk_op_nearest,
};
