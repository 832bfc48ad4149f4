#include "match/compound.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "match/code.h"

static enum block_part block_part_at(const struct document *doc, size_t i)
{
	return doc->language->block_part ? doc->language->block_part(doc->source->bytes, &doc->tokens, doc->code[i])
					 : BLOCK_NO_PART;
}

/* The closer of the compound statement that opens at `i`, or `i`. */
static size_t find_closer(const struct document *doc, size_t i, size_t *steps)
{
	size_t depth = 0;
	for (size_t at = i, next; at < doc->n_code; at = next) {
		enum block_part part = block_part_at(doc, at);
		depth = part == BLOCK_OPENS ? depth + 1 : part == BLOCK_CLOSES && depth ? depth - 1 : depth;
		if (!depth && at == i)
			return i;
		next = code_unit_end(doc, at);
		if (next == at)
			return i; /* the bracket around it closes first */
		++*steps;
		if (!depth)
			return at;
	}
	return i;
}

size_t compound_end(const struct document *doc, const uint32_t *closers, size_t i, size_t *closer, size_t *steps)
{
	*closer = closers ? closers[i] : find_closer(doc, i, steps);
	if (*closer == i)
		return i;
	size_t next = code_unit_end(doc, *closer);
	bool has_arguments = code_kind(doc, *closer) == TOKEN_NAME && code_kind(doc, next) == TOKEN_OPEN;
	return has_arguments ? code_unit_end(doc, next) : next;
}

/* What is open: statements by their index, and brackets, in which statements open and close among themselves. */
struct open_parts {
	uint32_t *items;
	size_t count, capacity;
};

#define OPEN_BRACKET UINT32_MAX

/* Statements that opened in the innermost bracket are closed nowhere. */
static void forget_statements(struct open_parts *open)
{
	while (open->count && open->items[open->count - 1] != OPEN_BRACKET)
		open->count--;
}

static void see_bracket(const struct document *doc, size_t i, struct open_parts *open)
{
	enum token_kind kind = code_kind(doc, i);
	bool opens = kind == TOKEN_OPEN || kind == TOKEN_INDENT, closes = kind == TOKEN_CLOSE || kind == TOKEN_DEDENT;
	bool is_paired = code_token(doc, i)->partner != TOKEN_NONE;
	if (opens && is_paired)
		VEC_PUSH(open->items, open->count, open->capacity, OPEN_BRACKET);
	else if (opens || closes)
		forget_statements(open);
	if (closes && is_paired && open->count)
		open->count--;
}

uint32_t *compound_closers(const struct document *doc)
{
	uint32_t *closers = xmalloc((doc->n_code + 1) * sizeof(*closers));
	struct open_parts open = { 0 };
	for (uint32_t i = 0; i < doc->n_code; i++) {
		enum block_part part = block_part_at(doc, i);
		closers[i] = i;
		if (part == BLOCK_OPENS)
			VEC_PUSH(open.items, open.count, open.capacity, i);
		else if (part == BLOCK_CLOSES && open.count && open.items[open.count - 1] != OPEN_BRACKET)
			closers[open.items[--open.count]] = i;
		see_bracket(doc, i, &open);
	}
	free(open.items);
	return closers;
}

bool compound_ends_branch(const struct document *doc, size_t i)
{
	enum block_part part = i < doc->n_code ? block_part_at(doc, i) : BLOCK_NO_PART;
	return part == BLOCK_BRANCHES || part == BLOCK_CLOSES;
}
