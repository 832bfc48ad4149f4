/*
 * C's tree: blocks only.
 *
 * NODE_BLOCK of braces: functions, lambdas, class, struct, union, enum, namespace, extern "C", and what if, else, for,
 * while, do, switch, try and catch hold. The head is what stands before the '{', without a label; the block ends with
 * its '}'. Where a branch of an #if left the brace without a partner, the block ends with the branch. A body without
 * braces is no block, nor are braces in a directive. NODE_BLOCK of a macro: a #define whose head is the macro's name
 * with its parameters. NODE_BLOCK of a conditional: each branch of an #if is one, with its directive as the head; it
 * ends before the next branch's directive.
 *
 * Blocks of the two sorts may overlap: a brace that opens in one branch may close behind the #endif. A node's parent is
 * the innermost node that holds its first token; of those further out, all that began before it and had not ended
 * before that parent.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "lang/c/lang_c.h"

struct builder {
	struct slice bytes;
	const struct token_list *tokens;
	struct node_list *out;
	uint32_t *branches; /* nodes of the branches that are being read, innermost last */
	size_t n_branches, branches_capacity;
	uint32_t *unclosed; /* nodes of braces without a partner, each in the branch where it stands */
	size_t n_unclosed, unclosed_capacity;
	uint32_t end; /* one past the last code token */
};

static uint32_t add_block(struct builder *b, uint32_t first, uint32_t head_last, uint32_t last)
{
	struct node node = {
		.kind = NODE_BLOCK, .parent = NODE_NONE, .first = first, .head_last = head_last, .last = last
	};
	VEC_PUSH(b->out->items, b->out->count, b->out->capacity, node);
	return (uint32_t)(b->out->count - 1);
}

static void end_branch(struct builder *b)
{
	struct node *branch = &b->out->items[b->branches[--b->n_branches]];
	branch->last = b->end;
	while (b->n_unclosed && b->out->items[b->unclosed[b->n_unclosed - 1]].first >= branch->first)
		b->out->items[b->unclosed[--b->n_unclosed]].last = b->end;
}

static void begin_branch(struct builder *b, uint32_t hash)
{
	uint32_t end = b->tokens->items[hash].partner;
	uint32_t node = add_block(b, hash, c_before(b->tokens, end) + 1, end);
	VEC_PUSH(b->branches, b->n_branches, b->branches_capacity, node);
}

/* The #define at `hash`, unless it has no body; `define` is the token of that word. */
static void add_macro(struct builder *b, uint32_t hash, uint32_t define)
{
	const struct token *items = b->tokens->items;
	uint32_t end = items[hash].partner, name = c_from(b->tokens, define + 1), head_last = name + 1;
	if (head_last < end && items[head_last].kind == TOKEN_OPEN && items[head_last].partner != TOKEN_NONE)
		head_last = items[head_last].partner + 1;
	if (name < end && c_from(b->tokens, head_last) < end)
		add_block(b, hash, head_last, c_before(b->tokens, end) + 1);
}

enum block_part c_block_part(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	if (!c_is_directive(tokens, token))
		return BLOCK_NO_PART;
	struct slice name = c_text(bytes, tokens, c_from(tokens, token + 1));
	if (slice_eq_cstr(name, "if") || slice_eq_cstr(name, "ifdef") || slice_eq_cstr(name, "ifndef"))
		return BLOCK_OPENS;
	if (slice_eq_cstr(name, "else") || slice_starts_with(name, "elif"))
		return BLOCK_BRANCHES;
	return slice_eq_cstr(name, "endif") ? BLOCK_CLOSES : BLOCK_NO_PART;
}

static void see_directive(struct builder *b, uint32_t hash)
{
	uint32_t i = c_from(b->tokens, hash + 1);
	enum block_part part = c_block_part(b->bytes, b->tokens, hash);
	if (slice_eq_cstr(c_text(b->bytes, b->tokens, i), "define"))
		add_macro(b, hash, i);
	bool ends = (part == BLOCK_BRANCHES || part == BLOCK_CLOSES) && b->n_branches;
	if (ends)
		end_branch(b);
	if (part == BLOCK_OPENS || (part == BLOCK_BRANCHES && ends))
		begin_branch(b, hash);
}

static void see_brace(struct builder *b, uint32_t open)
{
	uint32_t head = c_block_head(b->bytes, b->tokens, open), close = b->tokens->items[open].partner;
	if (head == TOKEN_NONE)
		return;
	uint32_t last = c_before(b->tokens, open);
	if (b->tokens->items[last].kind == TOKEN_END)
		last = c_before(b->tokens, last);
	uint32_t node = add_block(b, head, last + 1, close == TOKEN_NONE ? open + 1 : close + 1);
	if (close == TOKEN_NONE)
		VEC_PUSH(b->unclosed, b->n_unclosed, b->unclosed_capacity, node);
}

/* By first token, the longer before the shorter. */
static int compare_nodes(const void *a, const void *b)
{
	const struct node *x = a, *y = b;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->last == y->last ? 0 : x->last > y->last ? -1 : 1;
}

void c_parse(struct slice bytes, const struct token_list *tokens, struct node_list *out)
{
	struct builder b = { .bytes = bytes, .tokens = tokens, .out = out };
	for (uint32_t i = c_from(tokens, 0); i < tokens->count; i = c_from(tokens, i + 1)) {
		if (c_is_directive(tokens, i)) {
			see_directive(&b, i);
			i = tokens->items[i].partner;
		} else if (c_is(bytes, tokens, i, TOKEN_OPEN, "{")) {
			see_brace(&b, i);
		}
		b.end = i + 1;
	}
	while (b.n_branches)
		end_branch(&b);
	while (b.n_unclosed)
		out->items[b.unclosed[--b.n_unclosed]].last = b.end;
	if (out->count)
		sort_stable(out->items, out->count, sizeof(*out->items), compare_nodes);
	node_list_set_parents(out);
	free(b.branches);
	free(b.unclosed);
}
