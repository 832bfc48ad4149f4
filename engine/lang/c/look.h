/* Looking at what is beside C's statements, past the conditionals (`#if` to `#endif`) there. Private to lang/c. */
#ifndef TPATCH_LANG_C_LOOK_H
#define TPATCH_LANG_C_LOOK_H

#include "lang/c/lang_c.h"

struct c_look {
	struct slice bytes;
	const struct token_list *tokens;
	size_t left;  /* tokens and directives that may still be looked at */
	size_t depth; /* conditionals within one another that may still be looked into */
};

/* Takes one of `left`; false where none is left. */
static inline bool c_spend(struct c_look *look)
{
	look->left -= look->left > 0;
	return look->left > 0;
}

static inline bool c_is_word(const struct c_look *look, uint32_t i, const char *word)
{
	return token_is(look->bytes, look->tokens, i, TOKEN_NAME, word);
}

/* Which part of a conditional is the directive at `hash`? */
static inline enum block_part c_part_of(const struct c_look *look, uint32_t hash)
{
	return c_block_part(look->bytes, look->tokens, hash);
}

/* Is the directive at `hash` an #else? */
static inline bool c_is_else_branch(const struct c_look *look, uint32_t hash)
{
	return c_is_word(look, token_from(look->tokens, hash + 1), "else");
}

/* The `#` of the directive that ends with token `end`, or TOKEN_NONE. */
static inline uint32_t c_directive_before(const struct c_look *look, uint32_t end)
{
	return look->tokens->items[end].kind == TOKEN_END ? look->tokens->items[end].partner : TOKEN_NONE;
}

/* Is the directive at `hash` a #pragma about the statement, or function, after it? */
bool c_is_about_next(const struct c_look *look, uint32_t hash);

/* What is asked of code token `i`, the last before a place or the first after it. */
typedef bool c_wanted(const struct c_look *look, uint32_t i);

/*
 * Is code token `i`, or what takes its place by another choice of branches, what `wanted` says? It is the last before
 * a place or, with `is_after`, the first after it. A directive has nothing to do with the code beside it but by the
 * branches that it parts, and a #pragma by what follows it. Where `left` or `depth` is used up, the answer is yes.
 */
bool c_any_beside(struct c_look *look, uint32_t i, bool is_after, c_wanted *wanted);

static inline bool c_any_before(struct c_look *look, uint32_t i, c_wanted *wanted)
{
	return c_any_beside(look, i, false, wanted);
}

static inline bool c_any_after(struct c_look *look, uint32_t i, c_wanted *wanted)
{
	return c_any_beside(look, i, true, wanted);
}

#endif
