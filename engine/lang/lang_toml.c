/*
 * TOML (https://toml.io/en/v1.0.0): its tree, which has a block for each table with a head and a statement for each key
 * with its value; what its tokens mean; the row of the language. Lexer and grammar are in lang/toml/.
 */
#include <string.h>

#include "base/alloc.h"
#include "lang/toml/lang_toml.h"

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

static void toml_parse(struct slice bytes, const struct token_list *tokens, struct node_list *out)
{
	uint32_t first = TOKEN_NONE, last = 0, block = NODE_NONE;
	for (uint32_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		if (token->kind == TOKEN_END && first != TOKEN_NONE) {
			add_statement(bytes, tokens, first, last, &block, out);
			first = TOKEN_NONE;
		}
		if (token_is_layout(token) || token_kind_is_border(token->kind))
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

static struct slice toml_value(struct slice token, enum token_kind kind)
{
	return kind == TOKEN_STRING || kind == TOKEN_TEXT ? toml_string_inner(token) : token;
}

/* Does no reading of the text depend on its quotes? */
static bool is_plain(struct slice text)
{
	return !text.len || (!memchr(text.ptr, '\\', text.len) && !memchr(text.ptr, '\n', text.len) &&
				    !memchr(text.ptr, '"', text.len) && !memchr(text.ptr, '\'', text.len));
}

static bool is_key(enum token_kind kind)
{
	return kind == TOKEN_NAME || kind == TOKEN_TEXT;
}

/* Keys are the same with and without quotes, strings whatever their quotes, as long as they hold no escapes. */
static bool toml_same(struct slice a, enum token_kind a_kind, struct slice b, enum token_kind b_kind)
{
	if (a_kind == b_kind && token_same_lines(a, b))
		return true;
	if (!(is_key(a_kind) && is_key(b_kind)) && !(a_kind == TOKEN_STRING && b_kind == TOKEN_STRING))
		return false;
	struct slice a_text = toml_value(a, a_kind), b_text = toml_value(b, b_kind);
	return slice_eq(a_text, b_text) && is_plain(a_text);
}

/* --- what may come in the place of statements --------------------------------------------------------------------- */

struct heads {
	size_t count;
	struct slice last; /* the line of the last one, up to what is after its brackets */
};

static struct heads heads_of(const struct statements *of)
{
	struct heads heads = { 0 };
	bool begins = true;
	for (uint32_t i = of->first; i < of->last; i++) {
		const struct token *token = &of->tokens->items[i];
		if (token_is_layout(token))
			continue;
		if (begins && is_bracket(of->bytes, token, '[')) {
			heads.count++;
			heads.last = slice_sub(of->bytes, token->begin, token->end);
		} else if (heads.count && heads.last.ptr + heads.last.len == of->bytes.ptr + token->begin &&
			   token->kind != TOKEN_END) {
			heads.last.len += token->end - token->begin;
		}
		begins = token_kind_is_border((enum token_kind)token->kind);
	}
	return heads;
}

/* A key belongs to the table whose head is the last before it. */
static const char *toml_give_way(const struct statements *old, const struct statements *by, const char **why)
{
	struct heads was = heads_of(old), comes = by->tokens ? heads_of(by) : (struct heads){ 0 };
	uint32_t next = token_from(old->tokens, old->last);
	while (next < old->tokens->count && token_kind_is_border((enum token_kind)old->tokens->items[next].kind))
		next = token_from(old->tokens, next + 1);
	bool precedes_key = next < old->tokens->count && !is_bracket(old->bytes, &old->tokens->items[next], '[');
	bool has_same_end = was.count == comes.count || (was.count && slice_eq(was.last, comes.last));
	*why = "the keys after it would be in another table";
	return old->is_part || !precedes_key || has_same_end ? "" : NULL;
}

static const char *const toml_filenames[] = { "*.toml", "poetry.lock", "Pipfile", "uv.lock", "Cargo.lock", NULL };

const struct language language_toml = {
	.name = "toml",
	.summary = "TOML: pyproject.toml and its like",
	.filenames = toml_filenames,
	.lex = toml_lex,
	.parse = toml_parse,
	.same = toml_same,
	.value = toml_value,
	.is_statement = toml_is_statement,
	.give_way = toml_give_way,
	.problems = toml_problems,
	.separator = ",",
	.list_form = { "x = [", "]" },
	.line_comment = "#",
	.is_by_block = true,
	.is_strict = true,
};
