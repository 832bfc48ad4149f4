/* A file's code tokens by their index in document.code. Private to match/. */
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
/* Does the token end an operand, so that what follows is a binary operator, a call or a subscript? */
bool code_ends_operand(const struct document *doc, size_t i);
/* How token `i` binds as part of an expression (language.h): BINDING_OPERAND, BINDING_NONE, or an operator's
 * tightness. */
int code_binding(const struct document *doc, size_t i);
/* May an argument begin at `i`; may one end before `i`? */
bool code_is_argument_start(const struct document *doc, size_t i);
bool code_is_argument_end(const struct document *doc, size_t i);
/* Of a capture: the pattern, too, has an operand right beside it (`$TYPE $NAME`). */
enum { CODE_JOINED_LEFT = 1, CODE_JOINED_RIGHT = 2 };
/*
 * Is [first, last) one whole expression where it stands, or one whole argument (`key=value`, `a:b`)? One that has an
 * operand right beside it is none. `*steps` grows by the units that were looked at.
 */
bool code_is_whole(const struct document *doc, size_t first, size_t last, size_t *steps);
/*
 * The same for a run that grows unit by unit, so that not all of it is looked at each time: `loosest` is
 * BINDING_OPERAND for no unit, and what code_looser() makes of it for each unit that is added, `unit` being its first
 * token. There may be operands beside it on the sides that `joined` names.
 */
bool code_is_whole_by(const struct document *doc, size_t first, size_t last, unsigned joined, int loosest);
int code_looser(const struct document *doc, size_t unit, int loosest);
/* May an expression begin at `first` whose loosest operator is `loosest`, for all that is on its left? */
bool code_may_begin(const struct document *doc, size_t first, unsigned joined, int loosest);
/* May a statement begin at `i`? */
bool code_is_statement_start(const struct document *doc, size_t i);

#endif
