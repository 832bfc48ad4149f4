/* C's blocks: their heads, which are what is before a '{', whether it names one, and the tree of them. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "lang/c/lang_c.h"

/* Units looked back at for the start of a block's head: a head is shorter, and a table of `T{…}` must not cost its
 * square. */
#define HEAD_MAX_UNITS 300

/* --- the heads of blocks --------------------------------------------------------------------------------------- */

/* Is the name that ends with token `last` a member or base that an initializer list sets: `: a{`, `, A::B<int>{`? */
static bool is_member_initializer(struct slice bytes, const struct token_list *tokens, uint32_t last)
{
	uint32_t before = last;
	while (c_kind(tokens, before) == TOKEN_NAME || token_is(bytes, tokens, before, TOKEN_OPERATOR, "::") ||
		(token_is(bytes, tokens, before, TOKEN_CLOSE, ">") && tokens->items[before].partner != TOKEN_NONE))
		before = token_before(tokens, c_unit_begin(tokens, before));
	return before != last && (token_is(bytes, tokens, before, TOKEN_OPERATOR, ":") ||
					 token_is(bytes, tokens, before, TOKEN_OPERATOR, ","));
}

/* Does the '}' before token `next` end an initializer in a head (`A() : a{1}, b{2} {`) rather than what is before
 * the head? */
static bool is_initializer_end(struct slice bytes, const struct token_list *tokens, uint32_t close, uint32_t next)
{
	if (token_is(bytes, tokens, next, TOKEN_OPERATOR, ","))
		return true;
	uint32_t open = tokens->items[close].partner;
	uint32_t name = open == TOKEN_NONE ? TOKEN_NONE : token_before(tokens, open);
	return token_is(bytes, tokens, next, TOKEN_OPEN, "{") && !c_word_at(bytes, tokens, name) &&
	       is_member_initializer(bytes, tokens, name);
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
		return token_is(bytes, tokens, at, TOKEN_CLOSE, "}") && !is_initializer_end(bytes, tokens, at, next);
	case TOKEN_OPERATOR:
		if (token_is(bytes, tokens, at, TOKEN_OPERATOR, ":"))
			return next == open || c_ends_label(bytes, tokens, at);
		return token_is(bytes, tokens, at, TOKEN_OPERATOR, ";");
	default:
		return false;
	}
}

/* The first token of what is before the '{' at `open` in its statement; `open` where nothing does. TOKEN_NONE: too
 * far back. */
static uint32_t head_begin(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t first = open, next = open;
	for (size_t n = 0; n < HEAD_MAX_UNITS; n++) {
		uint32_t at = token_before(tokens, next);
		/* A directive right before the '{' is passed over: `#endif` and its kind belong to the head. */
		while (first == open && at != TOKEN_NONE && tokens->items[at].kind == TOKEN_END &&
			tokens->items[at].partner != TOKEN_NONE)
			at = token_before(tokens, tokens->items[at].partner);
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
	uint32_t before = token_before(tokens, i);
	bool is_round = token_is(bytes, tokens, i, TOKEN_OPEN, "(");
	parts->has_round |= is_round;
	parts->has_string |= c_kind(tokens, i) == TOKEN_STRING;
	parts->has_type_word |= c_has_flag(bytes, tokens, i, C_TYPE);
	if (c_kind(tokens, i) == TOKEN_OPERATOR && !c_is_directive(tokens, i))
		parts->has_operator |= !is_declarator(token_text(bytes, tokens, i));
	/* `f() throw() {` says what it may throw */
	bool is_specifier = token_is(bytes, tokens, i, TOKEN_NAME, "throw") && parts->has_round &&
			    token_is(bytes, tokens, token_from(tokens, i + 1), TOKEN_OPEN, "(");
	for (size_t k = 0; k < COUNT_OF(expression_words) && !is_specifier; k++)
		parts->has_operator |= token_is(bytes, tokens, i, TOKEN_NAME, expression_words[k]);
	if (!token_is(bytes, tokens, i, TOKEN_OPEN, "[") ||
		token_is(bytes, tokens, token_from(tokens, i + 1), TOKEN_OPEN, "["))
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
	for (uint32_t i = first; i < open; i = token_from(tokens, c_unit_last(tokens, i) + 1))
		see_part(bytes, tokens, i, &parts);
	return parts;
}

/* The token before the attributes that end with token `last`: the `)` of `if (a) [[likely]]`. */
static uint32_t before_attributes(struct slice bytes, const struct token_list *tokens, uint32_t last)
{
	while (token_is(bytes, tokens, last, TOKEN_CLOSE, "]") && tokens->items[last].partner != TOKEN_NONE) {
		uint32_t open = tokens->items[last].partner;
		if (!token_is(bytes, tokens, token_from(tokens, open + 1), TOKEN_OPEN, "["))
			break;
		last = token_before(tokens, open);
	}
	return last;
}

uint32_t c_block_head(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t last = before_attributes(bytes, tokens, token_before(tokens, open));
	enum token_kind last_kind = c_kind(tokens, last);
	/* Most braces in tables are known by the token before them. */
	if (last == TOKEN_NONE || (last_kind == TOKEN_OPEN) || last_kind == TOKEN_NUMBER ||
		token_is(bytes, tokens, last, TOKEN_OPERATOR, ",") ||
		token_is(bytes, tokens, last, TOKEN_OPERATOR, "=") ||
		token_is(bytes, tokens, last, TOKEN_OPERATOR, ";"))
		return TOKEN_NONE;
	uint32_t first = head_begin(bytes, tokens, open);
	if (first == TOKEN_NONE || first == open)
		return TOKEN_NONE;
	struct head_parts parts = read_parts(bytes, tokens, first, open);
	bool is_lambda_end = last_kind == TOKEN_CLOSE || last_kind == TOKEN_NAME ||
			     token_is(bytes, tokens, last, TOKEN_OPERATOR, "*") ||
			     token_is(bytes, tokens, last, TOKEN_OPERATOR, "&");
	if (parts.lambda != TOKEN_NONE && is_lambda_end && !token_is(bytes, tokens, last, TOKEN_CLOSE, "}"))
		return parts.lambda;
	if (c_has_flag(bytes, tokens, last, C_CONTROL))
		return first;
	if (c_has_flag(bytes, tokens, first, C_CONTROL))
		return token_is(bytes, tokens, last, TOKEN_CLOSE, ")") && !parts.has_operator ? first : TOKEN_NONE;
	if (parts.has_operator)
		return TOKEN_NONE;
	if (parts.has_type_word)
		return first;
	if (last_kind == TOKEN_STRING)
		return token_is(bytes, tokens, first, TOKEN_NAME, "extern") ? first : TOKEN_NONE;
	return parts.has_round && !is_member_initializer(bytes, tokens, last) ? first : TOKEN_NONE;
}

/* Is `token` outside the brackets of the head that begins at `first`? */
static bool is_outside(const struct token_list *tokens, uint32_t first, uint32_t token)
{
	while (first < token)
		first = token_from(tokens, c_unit_last(tokens, first) + 1);
	return first == token;
}

bool c_names_block(
	struct slice bytes, const struct token_list *tokens, const struct node *node, uint32_t first, uint32_t last)
{
	if (c_is_directive(tokens, node->first))
		return first == node->first && last == token_from(tokens, node->head_last);
	uint32_t before = token_before(tokens, first);
	bool begins = first == node->first || token_is(bytes, tokens, before, TOKEN_NAME, "else");
	uint32_t head_last = before_attributes(bytes, tokens, token_before(tokens, node->head_last));
	if (begins && (last == token_from(tokens, node->head_last) || last == token_from(tokens, head_last + 1)))
		return true;
	if (c_has_flag(bytes, tokens, node->first, C_CONTROL) || !is_outside(tokens, node->first, first) ||
		!is_outside(tokens, node->first, last))
		return false;
	if (first != node->first && (token_is(bytes, tokens, before, TOKEN_OPERATOR, "::") ||
					    token_is(bytes, tokens, before, TOKEN_OPERATOR, "~")))
		return false;
	struct head_parts named = read_parts(bytes, tokens, first, last),
			  whole = read_parts(bytes, tokens, node->first, node->head_last);
	if (whole.has_type_word && !whole.has_round)
		return named.has_type_word && token_before(tokens, last) != first;
	return whole.has_string ? named.has_string : named.has_round;
}

/* --- the tree ---------------------------------------------------------------------------------------------------- */

/*
 * NODE_BLOCK of braces: functions, lambdas, class, struct, union, enum, namespace, extern "C", and what if, else, for,
 * while, do, switch, try and catch hold. The head is what is before the '{', without a label; the block ends with
 * its '}'. Where a branch of an #if left the brace without a partner, the block ends with the branch. A body without
 * braces is no block, nor are braces in a directive. NODE_BLOCK of a macro: a #define whose head is the macro's name
 * with its parameters. NODE_BLOCK of a conditional: each branch of an #if is one, with its directive as the head; it
 * ends before the next branch's directive.
 *
 * Blocks of the two sorts may overlap: a brace that opens in one branch may close after the #endif. A node's parent is
 * the innermost node that holds its first token; of those further out, all that began before it and had not ended
 * before that parent.
 */

struct builder {
	struct slice bytes;
	const struct token_list *tokens;
	struct node_list *out;
	uint32_t *branches; /* nodes of the branches that are being read, innermost last */
	size_t n_branches, branches_capacity;
	uint32_t *unclosed; /* nodes of braces without a partner, each in the branch where it is */
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
	uint32_t node = add_block(b, hash, token_before(b->tokens, end) + 1, end);
	VEC_PUSH(b->branches, b->n_branches, b->branches_capacity, node);
}

/* The #define at `hash`, unless it has no body; `define` is the token of that word. */
static void add_macro(struct builder *b, uint32_t hash, uint32_t define)
{
	const struct token *items = b->tokens->items;
	uint32_t end = items[hash].partner, name = token_from(b->tokens, define + 1), head_last = name + 1;
	if (head_last < end && items[head_last].kind == TOKEN_OPEN && items[head_last].partner != TOKEN_NONE)
		head_last = items[head_last].partner + 1;
	if (name < end && token_from(b->tokens, head_last) < end)
		add_block(b, hash, head_last, token_before(b->tokens, end) + 1);
}

enum block_part c_block_part(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	if (!c_is_directive(tokens, token))
		return BLOCK_NO_PART;
	struct slice name = token_text(bytes, tokens, token_from(tokens, token + 1));
	if (slice_eq_cstr(name, "if") || slice_eq_cstr(name, "ifdef") || slice_eq_cstr(name, "ifndef"))
		return BLOCK_OPENS;
	if (slice_eq_cstr(name, "else") || slice_starts_with(name, "elif"))
		return BLOCK_BRANCHES;
	return slice_eq_cstr(name, "endif") ? BLOCK_CLOSES : BLOCK_NO_PART;
}

static void see_directive(struct builder *b, uint32_t hash)
{
	uint32_t i = token_from(b->tokens, hash + 1);
	enum block_part part = c_block_part(b->bytes, b->tokens, hash);
	if (slice_eq_cstr(token_text(b->bytes, b->tokens, i), "define"))
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
	uint32_t last = token_before(b->tokens, open);
	if (b->tokens->items[last].kind == TOKEN_END)
		last = token_before(b->tokens, last);
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
	for (uint32_t i = token_from(tokens, 0); i < tokens->count; i = token_from(tokens, i + 1)) {
		if (c_is_directive(tokens, i)) {
			see_directive(&b, i);
			i = tokens->items[i].partner;
		} else if (token_is(bytes, tokens, i, TOKEN_OPEN, "{")) {
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
