#include "lang/problem.h"

#include <stdlib.h>

#include "base/alloc.h"

static const char NEVER_CLOSED[] = "a bracket is never closed";
static const char NEVER_OPENED[] = "a closing bracket without an opening one";
static const char STRAY[] = "bytes that the language does not allow here";
static const char NO_END[] = "a block has no end";
static const char NO_BEGIN[] = "the end or branch of a block that did not begin";
static const char NO_ITEM[] = "a separator with nothing before it";
static const char EMPTY_BLOCK[] = "a block with nothing in it";

void problem_list_release(struct problem_list *list)
{
	free(list->items);
	*list = (struct problem_list){ 0 };
}

void problem_list_add(struct problem_list *list, uint32_t offset, const char *what)
{
	struct problem problem = { offset, what };
	VEC_PUSH(list->items, list->count, list->capacity, problem);
}

static const struct token *token_at(const struct document *doc, size_t i)
{
	return &doc->tokens.items[doc->code[i]];
}

/* Statements that open, branch and close blocks. */
static void find_blocks(const struct document *doc, struct problem_list *out)
{
	uint32_t *open = NULL;
	size_t depth = 0, capacity = 0;
	for (size_t i = 0; doc->language->block_part && i < doc->n_code; i++) {
		enum block_part part = document_block_part(doc, i);
		if (part == BLOCK_OPENS)
			VEC_PUSH(open, depth, capacity, token_at(doc, i)->begin);
		else if (part != BLOCK_NO_PART && !depth)
			problem_list_add(out, token_at(doc, i)->begin, NO_BEGIN);
		else if (part == BLOCK_CLOSES)
			depth--;
	}
	while (depth)
		problem_list_add(out, open[--depth], NO_END);
	free(open);
}

/*
 * Brackets. Where directives part a file into branches, only the first of each is read: `#if A`, `if (x) {`, `#else`,
 * `if (y) {`, `#endif`, `}` is one pair. The others are not compared with it.
 */
struct brackets {
	uint32_t *open; /* offsets of those that are open */
	size_t depth, capacity;
	size_t skipping; /* conditionals within the branch that is left out, itself counted; 0 = none */
};

/* False for a token in a branch that is left out. */
static bool is_read(struct brackets *b, enum block_part part)
{
	if (b->skipping && part == BLOCK_OPENS)
		b->skipping++;
	else if (b->skipping && part == BLOCK_CLOSES)
		b->skipping--;
	else if (!b->skipping && part == BLOCK_BRANCHES)
		b->skipping = 1;
	return !b->skipping;
}

static bool is_pair(char open, char close)
{
	return (open == '(' && close == ')') || (open == '[' && close == ']') || (open == '{' && close == '}') ||
	       (open != '(' && open != '[' && open != '{');
}

static void find_brackets(const struct document *doc, struct problem_list *out)
{
	struct brackets b = { 0 };
	bool has_directives = doc->language->widen != NULL;
	/* The `)` of a pattern of the shell's case has no partner. */
	bool lone_close = doc->language->block_part && doc->language->statement_start && doc->language->is_statement &&
			  !has_directives;
	struct slice bytes = doc->source->bytes;
	for (size_t i = 0; i < doc->n_code; i++) {
		const struct token *token = token_at(doc, i);
		if (has_directives && !is_read(&b, document_block_part(doc, i)))
			continue;
		if (token->kind == TOKEN_OPEN)
			VEC_PUSH(b.open, b.depth, b.capacity, token->begin);
		if (token->kind != TOKEN_CLOSE)
			continue;
		if (b.depth && is_pair(bytes.ptr[b.open[b.depth - 1]], bytes.ptr[token->begin]))
			b.depth--;
		else if (!lone_close)
			problem_list_add(out, token->begin, NEVER_OPENED);
	}
	while (b.depth)
		problem_list_add(out, b.open[--b.depth], NEVER_CLOSED);
	free(b.open);
}

/* `(, x)` and `x,, y`. */
static void find_separators(const struct document *doc, struct problem_list *out)
{
	const char *separator = doc->language->separator;
	for (size_t i = 1; separator && i < doc->n_code; i++)
		if (document_is(doc, i, separator) &&
			(token_at(doc, i - 1)->kind == TOKEN_OPEN || document_is(doc, i - 1, separator)))
			problem_list_add(out, token_at(doc, i)->begin, NO_ITEM);
}

/* `then` before `fi`, in a language whose blocks must hold something. */
static void find_empty_blocks(const struct document *doc, struct problem_list *out)
{
	static const char *const openers[] = { "then", "do", "else", "{", "(" };
	bool opened = false;
	if (!doc->language->no_statement || !doc->language->statement_start)
		return;
	for (size_t i = 0; i < doc->n_code; i++) {
		if (token_at(doc, i)->kind == TOKEN_END)
			continue;
		bool closes = document_block_part(doc, i) == BLOCK_BRANCHES ||
			      document_block_part(doc, i) == BLOCK_CLOSES || document_is(doc, i, "}");
		if (opened && closes)
			problem_list_add(out, token_at(doc, i)->begin, EMPTY_BLOCK);
		opened = false;
		for (size_t k = 0; k < COUNT_OF(openers) && !opened; k++)
			opened = document_is(doc, i, openers[k]);
	}
}

void document_problems(struct document *doc, struct problem_list *out)
{
	const struct token_list *tokens = document_tokens(doc);
	for (size_t i = 0; i < tokens->count; i++)
		if (tokens->items[i].kind == TOKEN_JUNK)
			problem_list_add(out, tokens->items[i].begin, STRAY);
	if (tokens->problem)
		problem_list_add(out, tokens->problem_offset, tokens->problem);
	find_blocks(doc, out);
	find_brackets(doc, out);
	find_separators(doc, out);
	find_empty_blocks(doc, out);
	if (doc->language->problems)
		doc->language->problems(doc, out);
}
