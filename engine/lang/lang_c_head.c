/*
 * The heads of C's blocks: what stands before a '{', and whether it names one.
 */
#include "base/alloc.h"
#include "lang/lang_c.h"

/* Units looked back at for the start of a block's head: a head is shorter, and a table of `T{…}` must not cost its square. */
#define HEAD_MAX_UNITS 300

/* Does the '}' before token `next` end an initializer in a head (`A() : a{1}, b{2} {`) rather than what stands before the head? */
static bool is_initializer_end(struct slice bytes, const struct token_list *tokens, uint32_t close, uint32_t next)
{
	if (c_is(bytes, tokens, next, TOKEN_OPERATOR, ","))
		return true;
	uint32_t open = tokens->items[close].partner;
	uint32_t name = open == TOKEN_NONE ? TOKEN_NONE : c_before(tokens, open);
	if (!c_is(bytes, tokens, next, TOKEN_OPEN, "{") || c_kind(tokens, name) != TOKEN_NAME || c_word_at(bytes, tokens, name))
		return false;
	uint32_t before = c_before(tokens, name);
	return c_is(bytes, tokens, before, TOKEN_OPERATOR, ":") || c_is(bytes, tokens, before, TOKEN_OPERATOR, ",");
}

static bool ends_before_head(struct slice bytes, const struct token_list *tokens, uint32_t at, uint32_t next, uint32_t open)
{
	switch (tokens->items[at].kind) {
	case TOKEN_END:
		return next != open || tokens->items[at].partner == TOKEN_NONE;
	case TOKEN_OPEN:
		return true;
	case TOKEN_CLOSE:
		if (tokens->items[at].partner == TOKEN_NONE)
			return true;
		return c_is(bytes, tokens, at, TOKEN_CLOSE, "}") && !is_initializer_end(bytes, tokens, at, next);
	case TOKEN_OPERATOR:
		if (c_is(bytes, tokens, at, TOKEN_OPERATOR, ":"))
			return next == open || c_ends_label(bytes, tokens, at);
		return c_is(bytes, tokens, at, TOKEN_OPERATOR, ";");
	default:
		return false;
	}
}

/* The first token of what stands before the '{' at `open` in its statement; `open` where nothing does. TOKEN_NONE: too far back. */
static uint32_t head_begin(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t first = open, next = open;
	for (size_t n = 0; n < HEAD_MAX_UNITS; n++) {
		uint32_t at = c_before(tokens, next);
		/* A directive right before the '{' is passed over: `#endif` and its kind belong to the head. */
		while (first == open && at != TOKEN_NONE && tokens->items[at].kind == TOKEN_END && tokens->items[at].partner != TOKEN_NONE)
			at = c_before(tokens, tokens->items[at].partner);
		if (at == TOKEN_NONE || ends_before_head(bytes, tokens, at, next, open))
			return first;
		first = next = c_unit_begin(tokens, at);
	}
	return TOKEN_NONE;
}

/* What a head holds outside brackets. */
struct head_parts {
	uint32_t lambda;    /* the last `[` that begins a lambda, or TOKEN_NONE */
	bool has_type_word; /* class, struct, union, enum, namespace */
	bool has_round, has_operator, has_string;
};

/* An operator that a declaration may hold. */
static bool is_declarator(struct slice text)
{
	static const char *const declarators[] = { "::", "*", "&", "&&", "->", ",", ":", "~", "..." };
	for (size_t i = 0; i < COUNT_OF(declarators); i++)
		if (slice_eq_cstr(text, declarators[i]))
			return true;
	return false;
}

static void see_part(struct slice bytes, const struct token_list *tokens, uint32_t i, struct head_parts *parts)
{
	static const char *const expression_words[] = { "return", "throw", "case", "new", "co_return", "co_yield", "co_await" };
	uint32_t before = c_before(tokens, i);
	bool names_operator = c_is(bytes, tokens, before, TOKEN_NAME, "operator");
	bool is_round = c_is(bytes, tokens, i, TOKEN_OPEN, "(");
	parts->has_round |= is_round;
	parts->has_string |= c_kind(tokens, i) == TOKEN_STRING;
	parts->has_type_word |= c_has_flag(bytes, tokens, i, C_TYPE);
	if (c_kind(tokens, i) == TOKEN_OPERATOR && !names_operator && !c_is_directive(tokens, i))
		parts->has_operator |= !is_declarator(c_text(bytes, tokens, i));
	for (size_t k = 0; k < COUNT_OF(expression_words); k++)
		parts->has_operator |= c_is(bytes, tokens, i, TOKEN_NAME, expression_words[k]);
	if (!c_is(bytes, tokens, i, TOKEN_OPEN, "[") || names_operator || c_is(bytes, tokens, c_from(tokens, i + 1), TOKEN_OPEN, "["))
		return;
	enum token_kind kind = c_kind(tokens, before);
	bool subscripts = kind == TOKEN_CLOSE || kind == TOKEN_STRING || (kind == TOKEN_NAME && !c_word_at(bytes, tokens, before));
	if (!subscripts)
		parts->lambda = i;
}

static struct head_parts read_parts(struct slice bytes, const struct token_list *tokens, uint32_t first, uint32_t open)
{
	struct head_parts parts = { .lambda = TOKEN_NONE };
	for (uint32_t i = first; i < open; i = c_from(tokens, c_unit_last(tokens, i) + 1))
		see_part(bytes, tokens, i, &parts);
	return parts;
}

/* Is the name before the '{' a member that an initializer list sets: `: a{`, `, b{`? */
static bool is_member_initializer(struct slice bytes, const struct token_list *tokens, uint32_t last)
{
	if (c_kind(tokens, last) != TOKEN_NAME && !c_is(bytes, tokens, last, TOKEN_CLOSE, ">"))
		return false;
	uint32_t before = c_before(tokens, c_unit_begin(tokens, last));
	while (c_kind(tokens, before) == TOKEN_NAME || c_is(bytes, tokens, before, TOKEN_OPERATOR, "::"))
		before = c_before(tokens, before);
	return c_is(bytes, tokens, before, TOKEN_OPERATOR, ":") || c_is(bytes, tokens, before, TOKEN_OPERATOR, ",");
}

uint32_t c_block_head(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t last = c_before(tokens, open);
	enum token_kind last_kind = c_kind(tokens, last);
	/* Most braces in tables are known by the token before them. */
	if (last == TOKEN_NONE || (last_kind == TOKEN_OPEN) || last_kind == TOKEN_NUMBER || c_is(bytes, tokens, last, TOKEN_OPERATOR, ",") ||
	    c_is(bytes, tokens, last, TOKEN_OPERATOR, "=") || c_is(bytes, tokens, last, TOKEN_OPERATOR, ";"))
		return TOKEN_NONE;
	uint32_t first = head_begin(bytes, tokens, open);
	if (first == TOKEN_NONE || first == open)
		return TOKEN_NONE;
	struct head_parts parts = read_parts(bytes, tokens, first, open);
	bool is_lambda_end = last_kind == TOKEN_CLOSE || last_kind == TOKEN_NAME || c_is(bytes, tokens, last, TOKEN_OPERATOR, "*") ||
	                     c_is(bytes, tokens, last, TOKEN_OPERATOR, "&");
	if (parts.lambda != TOKEN_NONE && is_lambda_end && !c_is(bytes, tokens, last, TOKEN_CLOSE, "}"))
		return parts.lambda;
	if (c_has_flag(bytes, tokens, last, C_CONTROL))
		return first;
	if (c_has_flag(bytes, tokens, first, C_CONTROL))
		return c_is(bytes, tokens, last, TOKEN_CLOSE, ")") && !parts.has_operator ? first : TOKEN_NONE;
	if (parts.has_operator)
		return TOKEN_NONE;
	if (parts.has_type_word)
		return first;
	if (last_kind == TOKEN_STRING)
		return c_is(bytes, tokens, first, TOKEN_NAME, "extern") ? first : TOKEN_NONE;
	return parts.has_round && !is_member_initializer(bytes, tokens, last) ? first : TOKEN_NONE;
}

/* Is `token` outside the brackets of the head that begins at `first`? */
static bool is_outside(const struct token_list *tokens, uint32_t first, uint32_t token)
{
	while (first < token)
		first = c_from(tokens, c_unit_last(tokens, first) + 1);
	return first == token;
}

bool c_names_block(struct slice bytes, const struct token_list *tokens, const struct node *node, uint32_t first, uint32_t last)
{
	if (c_is_directive(tokens, node->first))
		return first == node->first && last == c_from(tokens, node->head_last);
	uint32_t before = c_before(tokens, first);
	bool begins = first == node->first || c_is(bytes, tokens, before, TOKEN_NAME, "else");
	if (last == c_from(tokens, node->head_last) && begins)
		return true;
	if (c_has_flag(bytes, tokens, node->first, C_CONTROL) || !is_outside(tokens, node->first, first) || !is_outside(tokens, node->first, last))
		return false;
	if (first != node->first && (c_is(bytes, tokens, before, TOKEN_OPERATOR, "::") || c_is(bytes, tokens, before, TOKEN_OPERATOR, "~")))
		return false;
	struct head_parts named = read_parts(bytes, tokens, first, last), whole = read_parts(bytes, tokens, node->first, node->head_last);
	if (whole.has_type_word && !whole.has_round)
		return named.has_type_word && c_before(tokens, last) != first;
	return whole.has_string ? named.has_string : named.has_round;
}
