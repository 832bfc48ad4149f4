#include "lang_check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "unit.h"

void lang_check_lossless(struct slice bytes, const struct token_list *tokens)
{
	uint32_t at = 0;
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		bool may_be_empty =
			token->kind == TOKEN_END || token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT;
		assert_int_equal(token->begin, at);
		assert_true(token->end > token->begin || (may_be_empty && token->end == token->begin));
		if (token->partner != TOKEN_NONE) {
			assert_true(token->partner < tokens->count);
			assert_int_equal(tokens->items[token->partner].partner, i);
		}
		at = token->end;
	}
	assert_int_equal(at, bytes.len);
}

static void check_nodes(const struct token_list *tokens, const struct node_list *nodes, bool may_overlap)
{
	for (size_t i = 0; i < nodes->count; i++) {
		const struct node *node = &nodes->items[i];
		assert_true(node->first < node->last && node->last <= tokens->count);
		assert_true(node->head_last >= node->first && node->head_last <= node->last);
		assert_false(token_is_layout(&tokens->items[node->first]));
		assert_false(token_is_layout(&tokens->items[node->last - 1]));
		if (i > 0)
			assert_true(node->first >= nodes->items[i - 1].first);
		if (node->parent == NODE_NONE)
			continue;
		assert_true(node->parent < i);
		const struct node *parent = &nodes->items[node->parent];
		assert_true(parent->first <= node->first &&
			    (may_overlap ? node->first < parent->last : node->last <= parent->last));
	}
}

void lang_check_nesting(const struct token_list *tokens, const struct node_list *nodes)
{
	check_nodes(tokens, nodes, false);
}

void lang_check_bytes(const struct language *language, struct slice bytes, bool pattern)
{
	char *copy = xmalloc(bytes.len);
	if (bytes.len)
		memcpy(copy, bytes.ptr, bytes.len);
	struct slice own = slice_from(copy, bytes.len);
	struct token_list tokens = { 0 };
	struct node_list nodes = { 0 };
	language->lex(own, pattern, &tokens);
	lang_check_lossless(own, &tokens);
	if (language->is_statement)
		language->is_statement(own, &tokens);
	if (language->parse)
		language->parse(own, &tokens, &nodes);
	check_nodes(&tokens, &nodes, language->names_block != NULL);
	token_list_release(&tokens);
	node_list_release(&nodes);
	free(copy);
}
