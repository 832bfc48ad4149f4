/* Past conditionals and pragmas, in both directions. */
#include "lang/c/look.h"

#include "base/alloc.h"

/* Conditionals right beside one another that are looked past: no `if (x)` without braces is for what is beyond. */
#define MAX_CONDITIONALS 100

bool c_is_about_next(const struct c_look *look, uint32_t hash)
{
	static const char *const words[] = { "acc", "hd_warning_disable", "ivdep", "loop", "nounroll", "novector",
		"nv_exec_check_disable", "omp", "simd", "unroll", "unroll_and_jam", "vector" };
	static const char *const alone[] = { "barrier", "cancel", "cancellation", "declare", "end", "flush", "requires",
		"taskwait", "taskyield", "threadprivate" };
	uint32_t word = token_from(look->tokens, hash + 1), next;
	if (!c_is_word(look, word, "pragma"))
		return false;
	word = token_from(look->tokens, word + 1);
	if (c_is_word(look, word, "GCC") || c_is_word(look, word, "clang"))
		word = token_from(look->tokens, word + 1);
	next = token_from(look->tokens, word + 1);
	for (size_t i = 0; c_is_word(look, word, "omp") && i < COUNT_OF(alone); i++)
		if (c_is_word(look, next, alone[i]))
			return false;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (c_is_word(look, word, words[i]))
			return true;
	return false;
}

/* A direction: its directives are entered at one part of a conditional and left at the other. */
struct direction {
	struct c_look *look;
	bool is_forward;
};

static enum block_part entry(struct direction to)
{
	return to.is_forward ? BLOCK_OPENS : BLOCK_CLOSES;
}

static enum block_part departure(struct direction to)
{
	return to.is_forward ? BLOCK_CLOSES : BLOCK_OPENS;
}

/* The `#` of the directive that is come upon at code token `i`: at its first token, or backward at its last. */
static uint32_t directive_at(struct direction to, uint32_t i)
{
	if (!to.is_forward)
		return c_directive_before(to.look, i);
	return c_is_directive(to.look->tokens, i) ? i : TOKEN_NONE;
}

/* The code token beyond the directive at `hash`, or beyond token `i`; not one of the tokens where there is none. */
static uint32_t beyond(struct direction to, uint32_t hash)
{
	const struct token_list *tokens = to.look->tokens;
	return to.is_forward ? token_from(tokens, tokens->items[hash].partner + 1) : token_before(tokens, hash);
}

static uint32_t beyond_token(struct direction to, uint32_t i)
{
	return to.is_forward ? token_from(to.look->tokens, i + 1) : token_before(to.look->tokens, i);
}

/* The next part of the conditional of which the directive at `hash` is one; or TOKEN_NONE. */
static uint32_t next_part(struct direction to, uint32_t hash)
{
	size_t depth = 0;
	for (uint32_t i = beyond(to, hash); i < to.look->tokens->count && c_spend(to.look);) {
		uint32_t at = directive_at(to, i);
		enum block_part part = at == TOKEN_NONE ? BLOCK_NO_PART : c_part_of(to.look, at);
		if (!depth && (part == departure(to) || part == BLOCK_BRANCHES))
			return at;
		depth += part == entry(to) ? 1 : 0;
		depth -= part == departure(to) ? 1 : 0;
		i = at == TOKEN_NONE ? beyond_token(to, i) : beyond(to, at);
	}
	return TOKEN_NONE;
}

static bool any(struct direction to, uint32_t i, c_wanted *wanted);

/* What any() says of a branch, which begins or ends at `i`. */
static bool look_into(struct direction to, uint32_t i, c_wanted *wanted)
{
	if (!to.look->depth)
		return true;
	to.look->depth--;
	bool is = any(to, i, wanted);
	to.look->depth++;
	return is;
}

static bool any(struct direction to, uint32_t i, c_wanted *wanted)
{
	struct c_look *look = to.look;
	for (size_t n = 0; i < look->tokens->count && n < MAX_CONDITIONALS; n++) {
		uint32_t hash = directive_at(to, i), part;
		if (!c_spend(look))
			return true;
		if (hash == TOKEN_NONE || (!to.is_forward && c_is_about_next(look, hash)))
			return wanted(look, i);
		bool enters = c_part_of(look, hash) == entry(to), has_else = false;
		if (enters || c_part_of(look, hash) == BLOCK_BRANCHES)
			do {
				part = next_part(to, hash);
				if (part == TOKEN_NONE)
					return !look->left;
				if (enters && look_into(to, beyond(to, hash), wanted))
					return true;
				has_else |= c_is_else_branch(look, part);
				hash = part;
			} while (c_part_of(look, hash) == BLOCK_BRANCHES);
		if (enters && has_else)
			return false;
		i = beyond(to, hash);
	}
	return false;
}

bool c_any_beside(struct c_look *look, uint32_t i, bool is_after, c_wanted *wanted)
{
	return any((struct direction){ look, is_after }, i, wanted);
}
