/*
 * Where C's statements and the items of its lists begin and end, read off the tokens beside them, and the heads of
 * blocks: what stands before a '{', and whether it names one.
 */
#include "base/alloc.h"
#include "lang/c/lang_c.h"
#include "lang/ways.h"

/* Units looked back at for the start of a block's head: a head is shorter, and a table of `T{…}` must not cost its
 * square. */
#define HEAD_MAX_UNITS 300

/* Brackets around code, within an item of a braced list. */
#define LIST_MAX_BRACKETS 1000

uint32_t c_before(const struct token_list *tokens, uint32_t i)
{
	while (i > 0)
		if (!token_is_layout(&tokens->items[--i]))
			return i;
	return TOKEN_NONE;
}

uint32_t c_from(const struct token_list *tokens, uint32_t i)
{
	while (i < tokens->count && token_is_layout(&tokens->items[i]))
		i++;
	return i;
}

struct slice c_text(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	return slice_sub(bytes, tokens->items[i].begin, tokens->items[i].end);
}

bool c_is(struct slice bytes, const struct token_list *tokens, uint32_t i, enum token_kind kind, const char *text)
{
	return i < tokens->count && tokens->items[i].kind == kind && slice_eq_cstr(c_text(bytes, tokens, i), text);
}

const struct keyword *c_word_at(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	return i < tokens->count && tokens->items[i].kind == TOKEN_NAME ? c_word_find(c_text(bytes, tokens, i)) : NULL;
}

static bool c_has_flag(struct slice bytes, const struct token_list *tokens, uint32_t i, unsigned flag)
{
	const struct keyword *word = c_word_at(bytes, tokens, i);
	return word && word->flags & flag;
}

/* TOKEN_KIND_COUNT for TOKEN_NONE and past the end. */
static enum token_kind c_kind(const struct token_list *tokens, uint32_t i)
{
	return i < tokens->count ? (enum token_kind)tokens->items[i].kind : TOKEN_KIND_COUNT;
}

static bool is_end(const struct token_list *tokens, uint32_t i)
{
	return tokens->items[i].kind == TOKEN_END;
}

/* The first token of the unit that ends with token `i`, the last of that which begins there: a bracket's partner, or
 * `i` itself. */
static uint32_t c_unit_begin(const struct token_list *tokens, uint32_t i)
{
	const struct token *token = &tokens->items[i];
	return (token->kind == TOKEN_CLOSE || token->kind == TOKEN_END) && token->partner != TOKEN_NONE ? token->partner
													: i;
}

static uint32_t c_unit_last(const struct token_list *tokens, uint32_t i)
{
	const struct token *token = &tokens->items[i];
	return token->partner != TOKEN_NONE && token->partner > i ? token->partner : i;
}

/* --- statements -------------------------------------------------------------------------------------------------- */

/* Is the `;` at `i` one of a for? Looks back past one more `;`. */
static bool is_in_for(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	size_t n_semicolons = 0;
	for (i = c_before(tokens, i); i != TOKEN_NONE; i = c_before(tokens, c_unit_begin(tokens, i))) {
		if (tokens->items[i].kind == TOKEN_OPEN)
			return bytes.ptr[tokens->items[i].begin] == '(';
		if (c_is(bytes, tokens, i, TOKEN_OPERATOR, ";") && ++n_semicolons == 2)
			return false;
		if (c_is(bytes, tokens, i, TOKEN_CLOSE, "}") && n_semicolons)
			return false;
	}
	return false;
}

/* Does token `i`, behind a '}', show that the '}' ended an initializer or a lambda in the midst of a statement? */
static bool goes_on(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	static const char *const prefixes[] = { "*", "~", "::", "++", "--" };
	if (c_kind(tokens, i) == TOKEN_CLOSE)
		return !c_is(bytes, tokens, i, TOKEN_CLOSE, "}");
	if (c_kind(tokens, i) != TOKEN_OPERATOR || c_is_directive(tokens, i))
		return false;
	for (size_t k = 0; k < COUNT_OF(prefixes); k++)
		if (c_is(bytes, tokens, i, TOKEN_OPERATOR, prefixes[k]))
			return false;
	return true;
}

/* Is the `)` at `i` that of `if (…)` and its like? */
static bool ends_control(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t open = tokens->items[i].partner;
	uint32_t word = open == TOKEN_NONE ? TOKEN_NONE : c_before(tokens, open);
	if (c_is(bytes, tokens, word, TOKEN_NAME, "constexpr"))
		word = c_before(tokens, word);
	return c_has_flag(bytes, tokens, word, C_CONTROL);
}

static bool is_boundary(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	return i == TOKEN_NONE || tokens->items[i].kind == TOKEN_END || c_is(bytes, tokens, i, TOKEN_OPEN, "{") ||
	       c_is(bytes, tokens, i, TOKEN_CLOSE, "}") || c_is(bytes, tokens, i, TOKEN_OPERATOR, ";") ||
	       c_is(bytes, tokens, i, TOKEN_OPERATOR, ":");
}

/* Is the ':' at token `i` that of `label:`, `case X:` or `public:`? */
static bool c_ends_label(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t before = c_before(tokens, i);
	if (c_has_flag(bytes, tokens, before, C_ACCESS) || c_is(bytes, tokens, before, TOKEN_NAME, "default"))
		return true;
	if (c_kind(tokens, before) == TOKEN_NAME && is_boundary(bytes, tokens, c_before(tokens, before)))
		return true;
	for (size_t n = 0; n < 16 && !is_boundary(bytes, tokens, before); n++) {
		if (c_is(bytes, tokens, before, TOKEN_NAME, "case"))
			return true;
		before = c_before(tokens, c_unit_begin(tokens, before));
	}
	return false;
}

/* Is token `i` the name that a #define defines? */
static bool is_macro_name(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t define = i < tokens->count ? c_before(tokens, i) : TOKEN_NONE;
	uint32_t hash = c_is(bytes, tokens, define, TOKEN_NAME, "define") ? c_before(tokens, define) : TOKEN_NONE;
	return hash != TOKEN_NONE && c_is_directive(tokens, hash);
}

/* Is the `)` at `i` that of a macro's parameters? */
static bool ends_parameters(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t open = tokens->items[i].partner, name = open == TOKEN_NONE ? TOKEN_NONE : c_before(tokens, open);
	return is_macro_name(bytes, tokens, name) && tokens->items[name].end == tokens->items[open].begin;
}

bool c_statement_start(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	uint32_t before = c_before(tokens, token);
	if (before == TOKEN_NONE || c_is_directive(tokens, token))
		return true;
	switch (tokens->items[before].kind) {
	case TOKEN_END:
		return true;
	case TOKEN_OPEN:
		return bytes.ptr[tokens->items[before].begin] == '{';
	case TOKEN_CLOSE:
		return bytes.ptr[tokens->items[before].begin] == '}'
			       ? !goes_on(bytes, tokens, token)
			       : ends_control(bytes, tokens, before) || ends_parameters(bytes, tokens, before);
	case TOKEN_OPERATOR:
		if (c_is(bytes, tokens, before, TOKEN_OPERATOR, ";"))
			return !is_in_for(bytes, tokens, before);
		return c_is(bytes, tokens, before, TOKEN_OPERATOR, ":") && c_ends_label(bytes, tokens, before);
	default:
		return is_macro_name(bytes, tokens, before) || c_is(bytes, tokens, before, TOKEN_NAME, "else") ||
		       c_is(bytes, tokens, before, TOKEN_NAME, "do") || c_is(bytes, tokens, before, TOKEN_NAME, "try");
	}
}

static uint32_t step_in_text_line(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	(void)bytes;
	bool begins = !i || c_is_directive(tokens, i) || tokens->items[i - 1].kind == TOKEN_NEWLINE ||
		      tokens->items[i - 1].kind == TOKEN_END;
	return begins ? i : i - 1;
}

/* The `#` of the directive that holds token `i`, or TOKEN_NONE. A directive begins on the line on which it ends,
 * splices aside. */
static uint32_t directive_of(struct slice bytes, const struct token_list *tokens, struct ways *ways, uint32_t i)
{
	uint32_t first = ways_end(ways, WAY_TEXT_LINE_FIRST, bytes, tokens, i, step_in_text_line);
	return c_is_directive(tokens, first) && tokens->items[first].partner >= i ? first : TOKEN_NONE;
}

/* Does the statement whose last token is `i`, a '}' or ';', end there, whatever follows? */
static bool ends_statement(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t next = c_from(tokens, i + 1);
	if (c_is(bytes, tokens, i, TOKEN_OPERATOR, ";"))
		return !is_in_for(bytes, tokens, i);
	return c_is(bytes, tokens, i, TOKEN_CLOSE, "}") && !goes_on(bytes, tokens, next);
}

/* Does the statement at `first` belong to an if, for, while or else before it, without braces; or is it an else
 * itself? */
static bool is_governed(struct slice bytes, const struct token_list *tokens, uint32_t first)
{
	uint32_t before = c_before(tokens, first);
	if (before == TOKEN_NONE || c_is_directive(tokens, first))
		return false;
	if (c_is(bytes, tokens, before, TOKEN_CLOSE, ")"))
		return ends_control(bytes, tokens, before);
	return c_is(bytes, tokens, first, TOKEN_NAME, "else") || c_is(bytes, tokens, before, TOKEN_NAME, "else") ||
	       c_is(bytes, tokens, before, TOKEN_NAME, "do");
}

static uint32_t step_back(struct slice bytes, const struct token_list *tokens, uint32_t first)
{
	if (c_statement_start(bytes, tokens, first) && !is_governed(bytes, tokens, first))
		return first;
	uint32_t before = c_before(tokens, first);
	return before == TOKEN_NONE ? first : c_unit_begin(tokens, before);
}

/* From the last token of a statement past one `else`, if that follows. */
static uint32_t step_past_else(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t next = c_from(tokens, i + 1);
	if (!c_is(bytes, tokens, next, TOKEN_NAME, "else"))
		return i;
	do {
		i = c_unit_last(tokens, next);
		next = c_from(tokens, i + 1);
	} while (next < tokens->count && !ends_statement(bytes, tokens, i));
	return i;
}

/* Is the '{' at `i` that of a block with a head, which a statement ends with? A lambda's is not. */
static bool opens_block(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t head = c_is(bytes, tokens, i, TOKEN_OPEN, "{") ? c_block_head(bytes, tokens, i) : TOKEN_NONE;
	return head != TOKEN_NONE && !c_is(bytes, tokens, head, TOKEN_OPEN, "[");
}

/* To the last token of the statement that holds token `i`, but for its `else`: its ';' or '}', or what stands before
 * the '{' of the block that it heads. */
static uint32_t step_on(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t next = c_from(tokens, i + 1);
	bool is_last = ends_statement(bytes, tokens, i) || next >= tokens->count ||
		       c_is(bytes, tokens, next, TOKEN_CLOSE, "}") || opens_block(bytes, tokens, next);
	return is_last ? i : c_unit_last(tokens, next);
}

/* Where the statement that holds the token before `last` ends: behind its ';' or '}', or behind the '{' of the block
 * that it heads. */
static uint32_t widen_on(struct slice bytes, const struct token_list *tokens, struct ways *ways, uint32_t last)
{
	uint32_t i = ways_end(ways, WAY_STATEMENT_LAST, bytes, tokens, last - 1, step_on);
	if (ways->judged != i + 1) {
		ways->judged = i + 1;
		ways->ends = ends_statement(bytes, tokens, i);
	}
	if (ways->ends)
		return ways_end(ways, WAY_PAST_ELSE, bytes, tokens, i, step_past_else) + 1;
	uint32_t next = c_from(tokens, i + 1);
	return (opens_block(bytes, tokens, next) ? next : i) + 1;
}

static uint32_t step_in_bracket(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t before = c_before(tokens, i);
	bool begins = before == TOKEN_NONE || tokens->items[before].kind == TOKEN_OPEN ||
		      c_is(bytes, tokens, before, TOKEN_OPERATOR, ";");
	return begins ? i : c_unit_begin(tokens, before);
}

static uint32_t step_in_item(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t before = c_before(tokens, i);
	bool begins = before == TOKEN_NONE || tokens->items[before].kind == TOKEN_OPEN || is_end(tokens, before) ||
		      c_is(bytes, tokens, before, TOKEN_OPERATOR, ",");
	return begins ? i : c_unit_begin(tokens, before);
}

/* To the `,` behind an item, or to its last token. */
static uint32_t step_to_comma(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t next = c_from(tokens, i + 1);
	bool ends = c_is(bytes, tokens, i, TOKEN_OPERATOR, ",") || next >= tokens->count ||
		    c_is(bytes, tokens, next, TOKEN_CLOSE, "}") || c_is(bytes, tokens, next, TOKEN_OPERATOR, ";");
	return ends ? i : c_unit_last(tokens, next);
}

/* The '{' of the list that holds token `*i` as part of an item, or TOKEN_NONE; `*i` becomes the token or bracket of the
 * item, outside of brackets of its own, that holds it. */
static uint32_t list_of(struct slice bytes, const struct token_list *tokens, struct ways *ways, uint32_t *i)
{
	for (size_t n = 0; n < LIST_MAX_BRACKETS; n++) {
		uint32_t first = ways_end(ways, WAY_BRACKET_FIRST, bytes, tokens, *i, step_in_bracket);
		uint32_t before = c_before(tokens, first);
		if (before == TOKEN_NONE || tokens->items[before].kind != TOKEN_OPEN)
			return TOKEN_NONE;
		if (bytes.ptr[tokens->items[before].begin] == '{')
			return before;
		*i = before;
	}
	return TOKEN_NONE;
}

/* Widens to one item of a braced list: an initializer's, or an enumerator. */
static bool widen_item(
	struct slice bytes, const struct token_list *tokens, struct ways *ways, uint32_t *first, uint32_t *last)
{
	uint32_t i = *first, open = list_of(bytes, tokens, ways, &i);
	if (open == TOKEN_NONE)
		return false;
	uint32_t head = c_block_head(bytes, tokens, open);
	if (head != TOKEN_NONE && !c_is(bytes, tokens, head, TOKEN_NAME, "enum"))
		return false;
	uint32_t item = ways_end(ways, WAY_ITEM_FIRST, bytes, tokens, i, step_in_item), end = c_unit_last(tokens, i);
	for (i = c_from(tokens, end + 1); end + 1 < *last; i = c_from(tokens, end + 1)) {
		if (i >= tokens->count || c_is(bytes, tokens, i, TOKEN_CLOSE, "}") ||
			c_is(bytes, tokens, i, TOKEN_OPERATOR, ";"))
			return false;
		end = c_unit_last(tokens, i);
	}
	end = ways_end(ways, WAY_ITEM_LAST, bytes, tokens, end, step_to_comma);
	if (c_is(bytes, tokens, c_from(tokens, end + 1), TOKEN_OPERATOR, ";"))
		return false;
	*first = item;
	*last = end + 1;
	return true;
}

void c_widen(struct slice bytes, const struct token_list *tokens, struct ways *ways, uint32_t *first, uint32_t *last)
{
	uint32_t hash = directive_of(bytes, tokens, ways, *first);
	if (hash != TOKEN_NONE) {
		*first = hash;
		*last = c_before(tokens, tokens->items[hash].partner) + 1;
		return;
	}
	if (widen_item(bytes, tokens, ways, first, last))
		return;
	*first = ways_end(ways, WAY_STATEMENT_FIRST, bytes, tokens, *first, step_back);
	*last = widen_on(bytes, tokens, ways, *last);
}

/* --- the heads of blocks --------------------------------------------------------------------------------------- */

/* Does the '}' before token `next` end an initializer in a head (`A() : a{1}, b{2} {`) rather than what stands before
 * the head? */
static bool is_initializer_end(struct slice bytes, const struct token_list *tokens, uint32_t close, uint32_t next)
{
	if (c_is(bytes, tokens, next, TOKEN_OPERATOR, ","))
		return true;
	uint32_t open = tokens->items[close].partner;
	uint32_t name = open == TOKEN_NONE ? TOKEN_NONE : c_before(tokens, open);
	if (!c_is(bytes, tokens, next, TOKEN_OPEN, "{") || c_kind(tokens, name) != TOKEN_NAME ||
		c_word_at(bytes, tokens, name))
		return false;
	uint32_t before = c_before(tokens, name);
	return c_is(bytes, tokens, before, TOKEN_OPERATOR, ":") || c_is(bytes, tokens, before, TOKEN_OPERATOR, ",");
}

static bool ends_before_head(
	struct slice bytes, const struct token_list *tokens, uint32_t at, uint32_t next, uint32_t open)
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

/* The first token of what stands before the '{' at `open` in its statement; `open` where nothing does. TOKEN_NONE: too
 * far back. */
static uint32_t head_begin(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t first = open, next = open;
	for (size_t n = 0; n < HEAD_MAX_UNITS; n++) {
		uint32_t at = c_before(tokens, next);
		/* A directive right before the '{' is passed over: `#endif` and its kind belong to the head. */
		while (first == open && at != TOKEN_NONE && tokens->items[at].kind == TOKEN_END &&
			tokens->items[at].partner != TOKEN_NONE)
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
	static const char *const expression_words[] = { "return", "throw", "case", "new", "co_return", "co_yield",
		"co_await" };
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
	if (!c_is(bytes, tokens, i, TOKEN_OPEN, "[") || names_operator ||
		c_is(bytes, tokens, c_from(tokens, i + 1), TOKEN_OPEN, "["))
		return;
	enum token_kind kind = c_kind(tokens, before);
	bool subscripts = kind == TOKEN_CLOSE || kind == TOKEN_STRING ||
			  (kind == TOKEN_NAME && !c_word_at(bytes, tokens, before));
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
	if (last == TOKEN_NONE || (last_kind == TOKEN_OPEN) || last_kind == TOKEN_NUMBER ||
		c_is(bytes, tokens, last, TOKEN_OPERATOR, ",") || c_is(bytes, tokens, last, TOKEN_OPERATOR, "=") ||
		c_is(bytes, tokens, last, TOKEN_OPERATOR, ";"))
		return TOKEN_NONE;
	uint32_t first = head_begin(bytes, tokens, open);
	if (first == TOKEN_NONE || first == open)
		return TOKEN_NONE;
	struct head_parts parts = read_parts(bytes, tokens, first, open);
	bool is_lambda_end = last_kind == TOKEN_CLOSE || last_kind == TOKEN_NAME ||
			     c_is(bytes, tokens, last, TOKEN_OPERATOR, "*") ||
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

bool c_names_block(
	struct slice bytes, const struct token_list *tokens, const struct node *node, uint32_t first, uint32_t last)
{
	if (c_is_directive(tokens, node->first))
		return first == node->first && last == c_from(tokens, node->head_last);
	uint32_t before = c_before(tokens, first);
	bool begins = first == node->first || c_is(bytes, tokens, before, TOKEN_NAME, "else");
	if (last == c_from(tokens, node->head_last) && begins)
		return true;
	if (c_has_flag(bytes, tokens, node->first, C_CONTROL) || !is_outside(tokens, node->first, first) ||
		!is_outside(tokens, node->first, last))
		return false;
	if (first != node->first &&
		(c_is(bytes, tokens, before, TOKEN_OPERATOR, "::") || c_is(bytes, tokens, before, TOKEN_OPERATOR, "~")))
		return false;
	struct head_parts named = read_parts(bytes, tokens, first, last),
			  whole = read_parts(bytes, tokens, node->first, node->head_last);
	if (whole.has_type_word && !whole.has_round)
		return named.has_type_word && c_before(tokens, last) != first;
	return whole.has_string ? named.has_string : named.has_round;
}
