/*
 * What has to be in the place of C's statements that go: language.stand_in. An `if (x)` or `else` without braces holds
 * what follows, and so may the last of each branch of an #if, where conditions share one statement.
 */
#include "lang/c/lang_c.h"

/* Tokens and directives looked at for one answer. Whoever goes further is told the safe one: yes. */
#define LOOK_MAX 100000
/* Conditionals within or right beside one another that are looked into. */
#define LOOK_MAX_DEPTH 200

struct look {
	struct slice bytes;
	const struct token_list *tokens;
	size_t left, depth; /* of LOOK_MAX, of LOOK_MAX_DEPTH */
};

static bool spend(struct look *look)
{
	look->left -= look->left > 0;
	return look->left > 0;
}

static bool is_word(const struct look *look, uint32_t i, const char *word)
{
	return token_is(look->bytes, look->tokens, i, TOKEN_NAME, word);
}

/* --- past conditionals -------------------------------------------------------------------------------------------- */

static enum block_part part_of(const struct look *look, uint32_t hash)
{
	return c_block_part(look->bytes, look->tokens, hash);
}

static bool is_else_branch(const struct look *look, uint32_t hash)
{
	return is_word(look, token_from(look->tokens, hash + 1), "else");
}

/* The `#` of the directive that ends with token `end`, or TOKEN_NONE. */
static uint32_t directive_before(const struct look *look, uint32_t end)
{
	return look->tokens->items[end].kind == TOKEN_END ? look->tokens->items[end].partner : TOKEN_NONE;
}

/* The #if, #elif or #else before `hash` in the same conditional, of which `hash` is a later part; or TOKEN_NONE. */
static uint32_t part_before(struct look *look, uint32_t hash)
{
	size_t depth = 0;
	for (uint32_t i = token_before(look->tokens, hash); i != TOKEN_NONE && spend(look);) {
		uint32_t at = directive_before(look, i);
		enum block_part part = at == TOKEN_NONE ? BLOCK_NO_PART : part_of(look, at);
		if (!depth && (part == BLOCK_OPENS || part == BLOCK_BRANCHES))
			return at;
		depth += part == BLOCK_CLOSES ? 1 : 0;
		depth -= part == BLOCK_OPENS ? 1 : 0;
		i = token_before(look->tokens, at == TOKEN_NONE ? i : at);
	}
	return TOKEN_NONE;
}

/* The #elif, #else or #endif after `hash` in the same conditional; or TOKEN_NONE. */
static uint32_t part_after(struct look *look, uint32_t hash)
{
	const struct token_list *tokens = look->tokens;
	size_t depth = 0;
	for (uint32_t i = token_from(tokens, tokens->items[hash].partner + 1); i < tokens->count && spend(look);) {
		bool is_directive = c_is_directive(tokens, i);
		enum block_part part = is_directive ? part_of(look, i) : BLOCK_NO_PART;
		if (!depth && (part == BLOCK_CLOSES || part == BLOCK_BRANCHES))
			return i;
		depth += part == BLOCK_OPENS ? 1 : 0;
		depth -= part == BLOCK_CLOSES ? 1 : 0;
		i = token_from(tokens, (is_directive ? tokens->items[i].partner : i) + 1);
	}
	return TOKEN_NONE;
}

typedef bool is_wanted(const struct look *look, uint32_t i);
typedef bool any_beside(struct look *look, uint32_t i, is_wanted *wanted);

/* What `any` says of a branch's end or begin. */
static bool look_into(struct look *look, any_beside *any, uint32_t i, is_wanted *wanted)
{
	if (!look->depth)
		return true;
	look->depth--;
	bool is = any(look, i, wanted);
	look->depth++;
	return is;
}

/*
 * Is what is right before the code after token `i` what `wanted` says, by any choice of branches? A directive has
 * nothing to do with the code beside it but by the branches that it parts.
 */
static bool any_before(struct look *look, uint32_t i, is_wanted *wanted)
{
	while (i != TOKEN_NONE) {
		uint32_t hash = directive_before(look, i), part;
		if (!spend(look))
			return true;
		if (hash == TOKEN_NONE)
			return wanted(look, i);
		bool closes = part_of(look, hash) == BLOCK_CLOSES, has_else = false;
		if (closes || part_of(look, hash) == BLOCK_BRANCHES)
			do {
				part = part_before(look, hash);
				if (part == TOKEN_NONE)
					return !look->left;
				if (closes && look_into(look, any_before, token_before(look->tokens, hash), wanted))
					return true;
				has_else |= is_else_branch(look, part);
				hash = part;
			} while (part_of(look, hash) == BLOCK_BRANCHES);
		if (closes && has_else)
			return false;
		i = token_before(look->tokens, hash);
	}
	return false;
}

/* The same of what is right after the code before token `i`. */
static bool any_after(struct look *look, uint32_t i, is_wanted *wanted)
{
	const struct token_list *tokens = look->tokens;
	while (i < tokens->count) {
		uint32_t hash = i, part;
		if (!spend(look))
			return true;
		if (!c_is_directive(tokens, i))
			return wanted(look, i);
		bool opens = part_of(look, hash) == BLOCK_OPENS, has_else = false;
		if (opens || part_of(look, hash) == BLOCK_BRANCHES)
			do {
				part = part_after(look, hash);
				if (part == TOKEN_NONE)
					return !look->left;
				i = token_from(tokens, tokens->items[hash].partner + 1);
				if (opens && look_into(look, any_after, i, wanted))
					return true;
				has_else |= is_else_branch(look, part);
				hash = part;
			} while (part_of(look, hash) == BLOCK_BRANCHES);
		if (opens && has_else)
			return false;
		i = token_from(tokens, tokens->items[hash].partner + 1);
	}
	return false;
}

/* --- what is beside statements ------------------------------------------------------------------------------------ */

static bool takes_statement(const struct look *look, uint32_t i)
{
	return is_word(look, i, "else") || is_word(look, i, "do") ||
	       (token_is(look->bytes, look->tokens, i, TOKEN_CLOSE, ")") &&
		       c_ends_control(look->bytes, look->tokens, i));
}

/* `case x:` and its like, and no `public:`. */
static bool ends_label(const struct look *look, uint32_t i)
{
	return token_is(look->bytes, look->tokens, i, TOKEN_OPERATOR, ":") &&
	       c_ends_label(look->bytes, look->tokens, i) &&
	       !c_has_flag(look->bytes, look->tokens, token_before(look->tokens, i), C_ACCESS);
}

static bool is_else(const struct look *look, uint32_t i)
{
	return is_word(look, i, "else");
}

static bool closes_block(const struct look *look, uint32_t i)
{
	return token_is(look->bytes, look->tokens, i, TOKEN_CLOSE, "}");
}

/* Is there an `if` in [first, last) that an `else` after it would belong to? */
static bool awaits_else(const struct look *look, uint32_t first, uint32_t last)
{
	const struct token_list *tokens = look->tokens;
	size_t open = 0;
	for (uint32_t i = first; i < last;) {
		uint32_t end = c_is_directive(tokens, i) ? tokens->items[i].partner : c_unit_last(tokens, i);
		uint32_t next = token_from(tokens, end + 1);
		if (is_word(look, i, "if"))
			open++;
		else if (is_else(look, i))
			open -= open > 0;
		else if (token_is(look->bytes, tokens, i, TOKEN_OPERATOR, ";") && next < last && !is_else(look, next))
			open = 0;
		i = next;
	}
	return open > 0;
}

/* Is `while (x);`, which begins at `first`, the end of a `do { … }`? */
static bool ends_do(const struct look *look, uint32_t first, uint32_t before)
{
	uint32_t open =
		before != TOKEN_NONE && closes_block(look, before) ? look->tokens->items[before].partner : TOKEN_NONE;
	return is_word(look, first, "while") && open != TOKEN_NONE &&
	       is_word(look, token_before(look->tokens, open), "do");
}

const char *c_stand_in(
	struct slice bytes, const struct token_list *tokens, uint32_t first, uint32_t last, const char **why)
{
	struct look look = { bytes, tokens, LOOK_MAX, LOOK_MAX_DEPTH };
	uint32_t before = token_before(tokens, first), next = token_from(tokens, last);
	if (c_is_directive(tokens, first))
		return "";
	if (ends_do(&look, first, before)) {
		*why = "the 'do' before it would have no end";
		return NULL;
	}
	bool is_branch = is_else(&look, first), awaits = awaits_else(&look, first, last);
	if ((is_branch || awaits) && any_after(&look, next, is_else)) {
		/* `else if (x)` goes as the branch that it is; an `else` after one is of another `if`. */
		if (is_branch)
			return awaits ? "" : "else ;";
		*why = "the 'else' after it belongs to its 'if'";
		return NULL;
	}
	if (is_branch)
		return "";
	bool is_all_of_macro = c_begins_macro(bytes, tokens, first) && c_kind(tokens, next) == TOKEN_END;
	if (is_all_of_macro || any_before(&look, before, takes_statement))
		return ";";
	return any_before(&look, before, ends_label) && any_after(&look, next, closes_block) ? ";" : "";
}
