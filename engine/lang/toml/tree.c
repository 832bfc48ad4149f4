/* TOML's tree: a block for each table that has a head, and a statement for each key with its value. */
#include "base/alloc.h"
#include "lang/toml/lang_toml.h"

static bool is_line(const struct token *token)
{
	return token->kind == TOKEN_END || token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT;
}

static bool is_bracket(struct slice bytes, const struct token *token, char bracket)
{
	return token->kind == TOKEN_OPERATOR && bytes.ptr[token->begin] == bracket;
}

/* A statement's tokens [first, last), which begins or belongs to block `*block`. */
static void add_statement(struct slice bytes, const struct token_list *tokens, uint32_t first, uint32_t last,
	uint32_t *block, struct node_list *out)
{
	struct node node = { NODE_STATEMENT, *block, first, last, first };
	if (is_bracket(bytes, &tokens->items[first], '[')) {
		node = (struct node){ NODE_BLOCK, NODE_NONE, first, last, last };
		*block = (uint32_t)out->count;
	} else if (*block != NODE_NONE) {
		out->items[*block].last = last;
	}
	VEC_PUSH(out->items, out->count, out->capacity, node);
}

void toml_parse(struct slice bytes, const struct token_list *tokens, struct node_list *out)
{
	uint32_t first = TOKEN_NONE, last = 0, block = NODE_NONE;
	for (uint32_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		if (token->kind == TOKEN_END && first != TOKEN_NONE) {
			add_statement(bytes, tokens, first, last, &block, out);
			first = TOKEN_NONE;
		}
		if (token_is_layout(token) || is_line(token))
			continue;
		first = first == TOKEN_NONE ? i : first;
		last = i + 1;
	}
}

/* Is `[` to `]`, from code token `i` on, what the head of a table is: keys with dots between them? */
static bool is_head(struct slice bytes, const struct token_list *tokens, size_t i)
{
	bool wants_key = true;
	for (i++; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		if (token->kind == TOKEN_SPACE)
			continue;
		if (is_bracket(bytes, token, ']'))
			return !wants_key;
		bool is_key = token->kind == TOKEN_NAME || token->kind == TOKEN_TEXT || token->kind == TOKEN_CAPTURE;
		if (wants_key ? !is_key : !is_bracket(bytes, token, '.'))
			return false;
		wants_key = !wants_key;
	}
	return false;
}

bool toml_is_statement(struct slice bytes, const struct token_list *tokens)
{
	bool begun = false, ended = false;
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		if (token_is_layout(token) || token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT)
			continue;
		ended |= token->kind == TOKEN_END;
		if (token->kind == TOKEN_END)
			continue;
		if (ended || (!begun && is_bracket(bytes, token, '[') && is_head(bytes, tokens, i)) ||
			is_bracket(bytes, token, '='))
			return true;
		begun = true;
		if (token->kind == TOKEN_OPEN && token->partner != TOKEN_NONE)
			i = token->partner;
	}
	return false;
}
