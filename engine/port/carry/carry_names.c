/* Names that are others in B, wherever A had them: the lines that a patch adds say the new ones, too. */
#include "port/carry/carry.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "port/carry/words.h"

/* So many lines of A must have the old name where B has the new one. */
#define ENOUGH 2
/* Of a pair of lines, the parts that are the same; less is another line. */
#define LINE_IS_LIKE 500

struct rename {
	uint32_t from, to; /* ids of words */
	size_t n_lines;
	bool is_clear; /* never anything else than `to` */
};

struct names {
	struct carry *carry;
	struct line_ids words;
	struct rename *items;
	size_t count, capacity;
};

static bool is_name(const struct names *names, uint32_t word)
{
	struct slice text = line_text(&names->words, word);
	return text.len > 2 && (ascii_is_letter(text.ptr[0]) || text.ptr[0] == '_');
}

static void add_rename(struct names *names, uint32_t from, uint32_t to)
{
	struct rename *rename = names->items;
	while (rename < names->items + names->count && rename->from != from)
		rename++;
	if (rename == names->items + names->count) {
		struct rename made = { .from = from, .to = to, .n_lines = 1, .is_clear = true };
		VEC_PUSH(names->items, names->count, names->capacity, made);
		return;
	}
	rename->n_lines++;
	rename->is_clear = rename->is_clear && rename->to == to;
}

/* Two lines that are the same but for names. */
static void compare_lines(struct names *names, uint32_t a, uint32_t b)
{
	struct words old_words = { 0 }, new_words = { 0 };
	words_add(&old_words, &names->words, line_text(names->carry->ids, a));
	words_add(&new_words, &names->words, line_text(names->carry->ids, b));
	if (old_words.count == new_words.count && words_likeness(&old_words, &new_words) >= LINE_IS_LIKE)
		for (size_t i = 0; i < old_words.count; i++)
			if (old_words.items[i] != new_words.items[i] && is_name(names, old_words.items[i]))
				add_rename(names, old_words.items[i], new_words.items[i]);
	free(old_words.items);
	free(new_words.items);
}

/* Blocks of lines that became as many other lines. */
static void compare_trees(struct names *names)
{
	const struct carry *carry = names->carry;
	for (size_t i = 0, k = 0; i < carry->a->n;) {
		if (carry->a_to_b[i] != PORT_NOBODY) {
			k = carry->a_to_b[i++] + 1;
			continue;
		}
		size_t end = i;
		while (end < carry->a->n && carry->a_to_b[end] == PORT_NOBODY)
			end++;
		size_t b_end = end < carry->a->n ? carry->a_to_b[end] : carry->b->n;
		for (size_t n = 0; b_end - k == end - i && n < end - i; n++)
			compare_lines(names, carry->a->lines[i + n], carry->b->lines[k + n]);
		i = end;
	}
}

static bool text_has(struct names *names, const struct port_text *text, uint32_t word)
{
	struct words all = { 0 };
	bool has = false;
	for (size_t i = 0; i < text->n && !has; i++) {
		all.count = 0;
		words_add(&all, &names->words, line_text(names->carry->ids, text->lines[i]));
		for (size_t k = 0; k < all.count && !has; k++)
			has = all.items[k] == word;
	}
	free(all.items);
	return has;
}

/* Only what is nowhere in B any more, and was nowhere in A before, was renamed. */
static void keep_clear_ones(struct names *names)
{
	size_t n = 0;
	for (size_t i = 0; i < names->count; i++) {
		const struct rename *rename = &names->items[i];
		if (rename->is_clear && rename->n_lines >= ENOUGH && is_name(names, rename->to) &&
			!text_has(names, names->carry->b, rename->from) &&
			!text_has(names, names->carry->a, rename->to))
			names->items[n++] = *rename;
	}
	names->count = n;
}

static const struct rename *find_rename(const struct names *names, uint32_t word)
{
	for (size_t i = 0; i < names->count; i++)
		if (names->items[i].from == word)
			return &names->items[i];
	return NULL;
}

/* The line with its names as they are in B; NULL where none of them changed. */
static const struct rename *rename_in(struct names *names, uint32_t line, uint32_t *out)
{
	struct words all = { 0 };
	struct str text = STR_INIT;
	const struct rename *found = NULL;
	words_add(&all, &names->words, line_text(names->carry->ids, line));
	for (size_t i = 0; i < all.count; i++) {
		const struct rename *rename = find_rename(names, all.items[i]);
		found = rename ? rename : found;
		str_add(&text, line_text(&names->words, rename ? rename->to : all.items[i]));
	}
	if (found)
		*out = line_id(names->carry->ids, str_slice(&text));
	free(all.items);
	str_release(&text);
	return found;
}

static void rename_in_hunk(struct names *names, struct carry_hunk *hunk)
{
	struct carry *carry = names->carry;
	const struct rename *told = NULL;
	for (size_t s = 0; s < hunk->n_splices; s++) {
		struct port_splice *splice = &hunk->splices[s];
		uint32_t *lines = arena_alloc(carry->arena, (splice->n_new + 1) * sizeof(*lines));
		for (size_t i = 0; i < splice->n_new; i++) {
			lines[i] = splice->lines[i];
			const struct rename *rename = rename_in(names, lines[i], &lines[i]);
			if (!rename || rename == told)
				continue;
			told = rename;
			hunk->edit->outcome = PORT_LOOK;
			carry_tell(carry, hunk->edit,
				"'" SLICE_FMT "' is '" SLICE_FMT
				"' here, in %zu lines: the added lines use that name, too",
				SLICE_ARG(line_text(&names->words, rename->from)),
				SLICE_ARG(line_text(&names->words, rename->to)), rename->n_lines);
		}
		splice->lines = lines;
	}
}

void carry_names(struct carry *carry)
{
	struct names names = { .carry = carry };
	if (!carry->a)
		return;
	compare_trees(&names);
	keep_clear_ones(&names);
	for (size_t h = 0; h < carry->n_hunks && names.count; h++)
		rename_in_hunk(&names, &carry->hunks[h]);
	free(names.items);
	line_ids_release(&names.words);
}
