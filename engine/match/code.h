/* A file's code tokens by their index in document.code. Private to match/ and op/. */
#ifndef TPATCH_MATCH_CODE_H
#define TPATCH_MATCH_CODE_H

#include "lang/document.h"

const struct token *code_token(const struct document *doc, size_t i);
/* TOKEN_KIND_COUNT past the end. */
enum token_kind code_kind(const struct document *doc, size_t i);
bool code_is(const struct document *doc, size_t i, enum token_kind kind, const char *text);
/* Index into doc->code of the token `token`, which is a code token. */
size_t code_index(const struct document *doc, uint32_t token);
/* Where the directive that begins at `i` ends: the index of its END; 0 where none begins. */
size_t code_directive_end(const struct document *doc, size_t i);
/* One past the unit that begins at `i`: a directive, a token, or a bracket or indented block with all it holds. `i`
 * itself if none does. */
size_t code_unit_end(const struct document *doc, size_t i);
/* The language's separator of arguments? */
bool code_is_separator(const struct document *doc, size_t i);
/* The word after which a list may be without brackets (language.list_word)? */
bool code_is_list_word(const struct document *doc, size_t i);
/* How token `i` binds as part of an expression (language.h): BINDING_OPERAND, BINDING_NONE, or an operator's
 * tightness. The looser of that and `loosest`, which is BINDING_OPERAND where no unit was before the one at `unit`. */
int code_binding(const struct document *doc, size_t i);
int code_looser(const struct document *doc, size_t unit, int loosest);
/* May an argument begin at `i`; may one end before `i`? */
bool code_is_argument_start(const struct document *doc, size_t i);
bool code_is_argument_end(const struct document *doc, size_t i);
/* A run that grows unit by unit, so that not all of it is looked at each time: what a capture takes. */
struct code_growth {
	size_t first, last; /* the run is [first, last) */
	unsigned joined;    /* sides on which there may be an operand right beside it, as there is in the pattern */
	int loosest;        /* operator of it */
	bool several;       /* it has operands right beside each other */
	bool is_whole;      /* it is one whole expression, or one whole argument */
};

/*
 * Is [begun->first, last) one whole expression where it is, or one whole argument (`key=value`, `a:b`)? One that has an
 * operand right beside it is none. `*steps` grows by the units that were looked at: those that `begun` lacks.
 */
bool code_is_whole_with(const struct document *doc, const struct code_growth *begun, size_t last, size_t *steps);
/* The same of [first, last). */
static inline bool code_is_whole(const struct document *doc, size_t first, size_t last, size_t *steps)
{
	struct code_growth none = { .first = first, .last = first, .loosest = BINDING_OPERAND };
	return code_is_whole_with(doc, &none, last, steps);
}

/* Does the capture of the pattern stand where only the name of a member can, as in `a.$NAME`? */
bool code_is_member(const struct document *pattern, size_t capture);
/* No unit yet, from `first` on, for the capture that is code token `capture` of a pattern. */
struct code_growth code_growth_begin(const struct document *pattern, size_t capture, size_t first);
/* Adds the next unit. False where none can be added. */
bool code_growth_add(const struct document *doc, struct code_growth *growth);
/* Could it become whole with more units? */
bool code_growth_may_go_on(const struct document *doc, const struct code_growth *growth);
/* Is it what ends a branch of the shell's `case`: `;;` or its kind? */
bool code_ends_case(const struct document *doc, size_t i);
/* Is the bracket that ends at code token `close` round, and that of no call? A separator at its end makes a tuple. */
bool code_may_be_tuple(const struct document *doc, size_t close);
/* How often the token `word` is in [first, last), outside of its brackets. */
size_t code_count_word(const struct document *doc, size_t first, size_t last, const char *word);
/* May a statement begin at `i`? */
bool code_is_statement_start(const struct document *doc, size_t i);

#endif
