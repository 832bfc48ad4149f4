#include "lang/document.h"

#include <stdlib.h>

#include "base/alloc.h"

#define BYTES_PER_TOKEN 5

void document_init(struct document *doc, struct source *source, const struct language *language)
{
	*doc = (struct document){ .source = source, .language = language };
}

void document_release(struct document *doc)
{
	token_list_release(&doc->tokens);
	node_list_release(&doc->nodes);
	free(doc->code);
	free(doc->borders);
	*doc = (struct document){ 0 };
}

static void index_code(struct document *doc)
{
	const struct token_list *tokens = &doc->tokens;
	doc->code = xmalloc(tokens->count * sizeof(*doc->code));
	doc->n_code = 0;
	size_t capacity = 0;
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		if (token_is_layout(token))
			continue;
		if (token->kind == TOKEN_END || token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT)
			VEC_PUSH(doc->borders, doc->n_borders, capacity, (uint32_t)doc->n_code);
		doc->code[doc->n_code++] = (uint32_t)i;
	}
}

const struct token_list *document_tokens(struct document *doc)
{
	if (!doc->lexed) {
		/* Room at once for as many tokens as most files have. */
		doc->tokens.capacity = doc->source->bytes.len / BYTES_PER_TOKEN + 16;
		doc->tokens.items = xmalloc(doc->tokens.capacity * sizeof(*doc->tokens.items));
		doc->language->lex(doc->source->bytes, false, &doc->tokens);
		index_code(doc);
		doc->lexed = true;
	}
	return &doc->tokens;
}

const struct node_list *document_nodes(struct document *doc)
{
	if (!doc->parsed) {
		const struct token_list *tokens = document_tokens(doc);
		if (doc->language->parse)
			doc->language->parse(doc->source->bytes, tokens, &doc->nodes);
		doc->parsed = true;
	}
	return &doc->nodes;
}

struct slice document_text(const struct document *doc, size_t index)
{
	const struct token *token = &doc->tokens.items[index];
	return slice_sub(doc->source->bytes, token->begin, token->end);
}

/* Index of the last node whose first token is not behind token `index`, or NODE_NONE. */
static uint32_t last_node_from(const struct node_list *nodes, uint32_t index)
{
	size_t low = 0, high = nodes->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (nodes->items[middle].first <= index)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? (uint32_t)(low - 1) : NODE_NONE;
}

uint32_t document_block_at(struct document *doc, uint32_t index)
{
	const struct node_list *nodes = document_nodes(doc);
	/* Nodes nest and lie in the order of their first tokens, so every node that holds `index` is this one or above it. */
	for (uint32_t at = last_node_from(nodes, index); at != NODE_NONE; at = nodes->items[at].parent) {
		const struct node *node = &nodes->items[at];
		if (node->kind == NODE_BLOCK && index >= node->head_last && index < node->last)
			return at;
	}
	return NODE_NONE;
}

void document_line_of(const struct document *doc, size_t at, uint32_t *first, uint32_t *last)
{
	size_t low = 0, high = doc->n_borders;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (doc->borders[middle] < at)
			low = middle + 1;
		else
			high = middle;
	}
	*first = low ? doc->borders[low - 1] + 1 : 0;
	*last = low < doc->n_borders ? doc->borders[low] : (uint32_t)doc->n_code;
}
