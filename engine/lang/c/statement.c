/* Where C's statements and the items of its lists begin and end, read off the tokens beside them. */
#include "base/alloc.h"
#include "lang/c/lang_c.h"
#include "lang/ways.h"

/* Brackets around code, within an item of a braced list. */
#define LIST_MAX_BRACKETS 1000
/* Units of a statement looked at for the `if` that an `else` after it belongs to. */
#define ELSE_MAX_UNITS 1000

static bool is_end(const struct token_list *tokens, uint32_t i)
{
	return tokens->items[i].kind == TOKEN_END;
}

/* --- statements -------------------------------------------------------------------------------------------------- */

/* Is the `;` at `i` one of a for? Looks back past one more `;`. */
static bool is_in_for(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	size_t n_semicolons = 0;
	for (i = token_before(tokens, i); i != TOKEN_NONE; i = token_before(tokens, c_unit_begin(tokens, i))) {
		if (tokens->items[i].kind == TOKEN_OPEN)
			return bytes.ptr[tokens->items[i].begin] == '(';
		if (token_is(bytes, tokens, i, TOKEN_OPERATOR, ";") && ++n_semicolons == 2)
			return false;
		if (token_is(bytes, tokens, i, TOKEN_CLOSE, "}") && n_semicolons)
			return false;
	}
	return false;
}

/* Is the '}' at `close` that of a value, in the midst of an expression: `x = T{1}`? */
static bool ends_value(struct slice bytes, const struct token_list *tokens, uint32_t close)
{
	uint32_t open = token_is(bytes, tokens, close, TOKEN_CLOSE, "}") ? tokens->items[close].partner : TOKEN_NONE;
	uint32_t name = open == TOKEN_NONE ? TOKEN_NONE : token_before(tokens, open);
	if (token_is(bytes, tokens, name, TOKEN_CLOSE, ">") && tokens->items[name].partner != TOKEN_NONE)
		name = token_before(tokens, tokens->items[name].partner);
	if (c_kind(tokens, name) != TOKEN_NAME || c_word_at(bytes, tokens, name) ||
		c_block_head(bytes, tokens, open) != TOKEN_NONE)
		return false;
	uint32_t before = token_before(tokens, name);
	switch (c_kind(tokens, before)) {
	case TOKEN_NAME:
		return token_is(bytes, tokens, before, TOKEN_NAME, "return");
	case TOKEN_OPEN:
		return !token_is(bytes, tokens, before, TOKEN_OPEN, "{");
	case TOKEN_OPERATOR:
		return !token_is(bytes, tokens, before, TOKEN_OPERATOR, ";") &&
		       !(token_is(bytes, tokens, before, TOKEN_OPERATOR, ":") && c_ends_label(bytes, tokens, before));
	default:
		return false;
	}
}

/*
 * Is the '}' at `close` that of a class or an enumeration, whose declaration goes on up to a ';'? Its head ends with a
 * name and has round brackets after words that say more of it, if any: `struct alignas(8) A {`, not `struct A f() C {`.
 */
static bool ends_type(struct slice bytes, const struct token_list *tokens, uint32_t close)
{
	uint32_t open = token_is(bytes, tokens, close, TOKEN_CLOSE, "}") ? tokens->items[close].partner : TOKEN_NONE;
	uint32_t last = open == TOKEN_NONE ? TOKEN_NONE : token_before(tokens, open);
	if (c_kind(tokens, last) != TOKEN_NAME && !token_is(bytes, tokens, last, TOKEN_CLOSE, ">"))
		return false;
	uint32_t i = c_block_head(bytes, tokens, open), next;
	while (i < open && !c_has_flag(bytes, tokens, i, C_TYPE))
		i = token_from(tokens, c_unit_last(tokens, i) + 1);
	if (i >= open || token_is(bytes, tokens, i, TOKEN_NAME, "namespace"))
		return false;
	for (bool says_more = true; i < open; i = next) {
		next = token_from(tokens, c_unit_last(tokens, i) + 1);
		if (token_is(bytes, tokens, next, TOKEN_OPEN, "(") && !says_more)
			return false;
		says_more = token_is(bytes, tokens, i, TOKEN_OPEN, "(") || c_has_flag(bytes, tokens, i, C_TYPE);
	}
	return true;
}

static bool ends_lambda(struct slice bytes, const struct token_list *tokens, uint32_t close)
{
	uint32_t open = token_is(bytes, tokens, close, TOKEN_CLOSE, "}") ? tokens->items[close].partner : TOKEN_NONE;
	return open != TOKEN_NONE && token_is(bytes, tokens, c_block_head(bytes, tokens, open), TOKEN_OPEN, "[");
}

bool c_goes_on(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	static const char *const prefixes[] = { "*", "~", "::", "++", "--" };
	if (c_kind(tokens, i) == TOKEN_CLOSE)
		return !token_is(bytes, tokens, i, TOKEN_CLOSE, "}");
	if (token_is(bytes, tokens, i, TOKEN_OPEN, "(") || token_is(bytes, tokens, i, TOKEN_OPEN, "["))
		return ends_value(bytes, tokens, token_before(tokens, i)) ||
		       ends_lambda(bytes, tokens, token_before(tokens, i));
	if (c_kind(tokens, i) == TOKEN_NAME)
		return ends_type(bytes, tokens, token_before(tokens, i));
	if (c_kind(tokens, i) != TOKEN_OPERATOR || c_is_directive(tokens, i))
		return false;
	for (size_t k = 0; k < COUNT_OF(prefixes); k++)
		if (token_is(bytes, tokens, i, TOKEN_OPERATOR, prefixes[k]))
			return ends_value(bytes, tokens, token_before(tokens, i)) ||
			       ends_type(bytes, tokens, token_before(tokens, i));
	return true;
}

bool c_ends_control(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t open = tokens->items[i].partner;
	uint32_t word = open == TOKEN_NONE ? TOKEN_NONE : token_before(tokens, open);
	if (token_is(bytes, tokens, word, TOKEN_NAME, "constexpr"))
		word = token_before(tokens, word);
	if (!c_has_flag(bytes, tokens, word, C_CONTROL))
		return false;
	uint32_t hash = token_before(tokens, word); /* `#if (a) && b` */
	return hash == TOKEN_NONE || !c_is_directive(tokens, hash);
}

static bool is_boundary(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	return i == TOKEN_NONE || tokens->items[i].kind == TOKEN_END || token_is(bytes, tokens, i, TOKEN_OPEN, "{") ||
	       token_is(bytes, tokens, i, TOKEN_CLOSE, "}") || token_is(bytes, tokens, i, TOKEN_OPERATOR, ";") ||
	       token_is(bytes, tokens, i, TOKEN_OPERATOR, ":");
}

bool c_ends_label(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t before = token_before(tokens, i);
	if (c_has_flag(bytes, tokens, before, C_ACCESS) || token_is(bytes, tokens, before, TOKEN_NAME, "default"))
		return true;
	if (c_kind(tokens, before) == TOKEN_NAME && is_boundary(bytes, tokens, token_before(tokens, before)))
		return true;
	for (size_t n = 0; n < 16 && !is_boundary(bytes, tokens, before); n++) {
		if (token_is(bytes, tokens, before, TOKEN_NAME, "case"))
			return true;
		before = token_before(tokens, c_unit_begin(tokens, before));
	}
	return false;
}

/* Is token `i` the name that a #define defines? */
static bool is_macro_name(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t define = i < tokens->count ? token_before(tokens, i) : TOKEN_NONE;
	uint32_t hash =
		token_is(bytes, tokens, define, TOKEN_NAME, "define") ? token_before(tokens, define) : TOKEN_NONE;
	return hash != TOKEN_NONE && c_is_directive(tokens, hash);
}

/* Is the `)` at `i` that of a macro's parameters? */
static bool ends_parameters(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t open = tokens->items[i].partner, name = open == TOKEN_NONE ? TOKEN_NONE : token_before(tokens, open);
	return is_macro_name(bytes, tokens, name) && tokens->items[name].end == tokens->items[open].begin;
}

bool c_begins_macro(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	uint32_t before = token_before(tokens, token);
	return is_macro_name(bytes, tokens, before) ||
	       (token_is(bytes, tokens, before, TOKEN_CLOSE, ")") && ends_parameters(bytes, tokens, before));
}

bool c_statement_start(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	uint32_t before = token_before(tokens, token);
	if (before == TOKEN_NONE || c_is_directive(tokens, token))
		return true;
	switch (tokens->items[before].kind) {
	case TOKEN_END:
		return true;
	case TOKEN_OPEN:
		return bytes.ptr[tokens->items[before].begin] == '{';
	case TOKEN_CLOSE:
		return bytes.ptr[tokens->items[before].begin] == '}'
			       ? !c_goes_on(bytes, tokens, token)
			       : c_ends_control(bytes, tokens, before) || ends_parameters(bytes, tokens, before);
	case TOKEN_OPERATOR:
		if (token_is(bytes, tokens, before, TOKEN_OPERATOR, ";"))
			return !is_in_for(bytes, tokens, before);
		return token_is(bytes, tokens, before, TOKEN_OPERATOR, ":") && c_ends_label(bytes, tokens, before);
	default:
		return is_macro_name(bytes, tokens, before) || token_is(bytes, tokens, before, TOKEN_NAME, "else") ||
		       token_is(bytes, tokens, before, TOKEN_NAME, "do") ||
		       token_is(bytes, tokens, before, TOKEN_NAME, "try");
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
	uint32_t next = token_from(tokens, i + 1);
	if (token_is(bytes, tokens, i, TOKEN_OPERATOR, ";"))
		return !is_in_for(bytes, tokens, i);
	return token_is(bytes, tokens, i, TOKEN_CLOSE, "}") && !c_goes_on(bytes, tokens, next);
}

static uint32_t step_back(struct slice bytes, const struct token_list *tokens, uint32_t first)
{
	if (c_statement_start(bytes, tokens, first))
		return first;
	uint32_t before = token_before(tokens, first);
	return before == TOKEN_NONE ? first : c_unit_begin(tokens, before);
}

/* From the last token of the statement that begins at `first` past the `else` of each `if` in it. */
static uint32_t past_else(struct slice bytes, const struct token_list *tokens, uint32_t first, uint32_t last)
{
	size_t n_open = 0, left = ELSE_MAX_UNITS;
	for (uint32_t i = first, next = 0; next < tokens->count && left--; i = next) {
		bool is_else = token_is(bytes, tokens, i, TOKEN_NAME, "else");
		if (is_else && i > last && !n_open)
			break;
		n_open += token_is(bytes, tokens, i, TOKEN_NAME, "if");
		n_open -= is_else && n_open;
		uint32_t end = c_unit_last(tokens, i);
		next = token_from(tokens, end + 1);
		if (end < last || !ends_statement(bytes, tokens, end))
			continue;
		last = end;
		if (!token_is(bytes, tokens, next, TOKEN_NAME, "else"))
			break;
	}
	return last;
}

/* Is the '{' at `i` that of a block with a head, which a statement ends with? A lambda's is not. */
static bool opens_block(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t head = token_is(bytes, tokens, i, TOKEN_OPEN, "{") ? c_block_head(bytes, tokens, i) : TOKEN_NONE;
	return head != TOKEN_NONE && !token_is(bytes, tokens, head, TOKEN_OPEN, "[");
}

/* To the last token of the statement that holds token `i`, but for its `else`: its ';' or '}', or what is before
 * the '{' of the block that it heads. */
static uint32_t step_on(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t next = token_from(tokens, i + 1);
	bool is_last = ends_statement(bytes, tokens, i) || next >= tokens->count ||
		       token_is(bytes, tokens, next, TOKEN_CLOSE, "}") || opens_block(bytes, tokens, next);
	return is_last ? i : c_unit_last(tokens, next);
}

/* Where the statement that begins at `first` and holds the token before `last` ends: after its ';' or '}', or after the
 * '{' of the block that it heads. */
static uint32_t widen_on(
	struct slice bytes, const struct token_list *tokens, struct ways *ways, uint32_t first, uint32_t last)
{
	uint32_t i = ways_end(ways, WAY_STATEMENT_LAST, bytes, tokens, last - 1, step_on);
	if (ways->judged != i + 1) {
		ways->judged = i + 1;
		ways->ends = ends_statement(bytes, tokens, i);
	}
	if (ways->ends)
		return past_else(bytes, tokens, first, i) + 1;
	uint32_t next = token_from(tokens, i + 1);
	return (opens_block(bytes, tokens, next) ? next : i) + 1;
}

static uint32_t step_in_bracket(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t before = token_before(tokens, i);
	bool begins = before == TOKEN_NONE || tokens->items[before].kind == TOKEN_OPEN ||
		      token_is(bytes, tokens, before, TOKEN_OPERATOR, ";");
	return begins ? i : c_unit_begin(tokens, before);
}

static uint32_t step_in_item(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t before = token_before(tokens, i);
	bool begins = before == TOKEN_NONE || tokens->items[before].kind == TOKEN_OPEN || is_end(tokens, before) ||
		      token_is(bytes, tokens, before, TOKEN_OPERATOR, ",");
	return begins ? i : c_unit_begin(tokens, before);
}

/* To the `,` after an item, or to its last token. */
static uint32_t step_to_comma(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t next = token_from(tokens, i + 1);
	bool ends = token_is(bytes, tokens, i, TOKEN_OPERATOR, ",") || next >= tokens->count ||
		    token_is(bytes, tokens, next, TOKEN_CLOSE, "}") ||
		    token_is(bytes, tokens, next, TOKEN_OPERATOR, ";");
	return ends ? i : c_unit_last(tokens, next);
}

/* The '{' of the list that holds token `*i` as part of an item, or TOKEN_NONE; `*i` becomes the token or bracket of the
 * item, outside of brackets of its own, that holds it. */
static uint32_t list_of(struct slice bytes, const struct token_list *tokens, struct ways *ways, uint32_t *i)
{
	for (size_t n = 0; n < LIST_MAX_BRACKETS; n++) {
		uint32_t first = ways_end(ways, WAY_BRACKET_FIRST, bytes, tokens, *i, step_in_bracket);
		uint32_t before = token_before(tokens, first);
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
	if (c_block_head(bytes, tokens, open) != TOKEN_NONE && !c_opens_enum(bytes, tokens, open))
		return false;
	uint32_t item = ways_end(ways, WAY_ITEM_FIRST, bytes, tokens, i, step_in_item), end = c_unit_last(tokens, i);
	for (i = token_from(tokens, end + 1); end + 1 < *last; i = token_from(tokens, end + 1)) {
		if (i >= tokens->count || token_is(bytes, tokens, i, TOKEN_CLOSE, "}") ||
			token_is(bytes, tokens, i, TOKEN_OPERATOR, ";"))
			return false;
		end = c_unit_last(tokens, i);
	}
	end = ways_end(ways, WAY_ITEM_LAST, bytes, tokens, end, step_to_comma);
	if (token_is(bytes, tokens, token_from(tokens, end + 1), TOKEN_OPERATOR, ";"))
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
		*last = token_before(tokens, tokens->items[hash].partner) + 1;
		return;
	}
	if (widen_item(bytes, tokens, ways, first, last))
		return;
	*first = ways_end(ways, WAY_STATEMENT_FIRST, bytes, tokens, *first, step_back);
	*last = widen_on(bytes, tokens, ways, *first, *last);
}
