/* Statements that hold others between words of their own: CMake's `if() … endif()`, the shell's `if … fi`, C's
 * `#if … #endif`. Private to match/. */
#ifndef TPATCH_MATCH_COMPOUND_H
#define TPATCH_MATCH_COMPOUND_H

#include "lang/document.h"

/*
 * One past the compound statement that opens at `i`, `*closer` being the statement that closes it; `i` itself where
 * none opens or none closes it. `*steps` grows by the units that were looked at. `closers`: what compound_closers()
 * gave, or NULL; with it nothing is looked for.
 */
size_t compound_end(const struct document *doc, const uint32_t *closers, size_t i, size_t *closer, size_t *steps);
/* For each code token the one that closes the compound statement which opens there, or itself. To be freed. */
uint32_t *compound_closers(const struct document *doc);
/* Does a branch of a compound statement end before `i`: is this its `else()` or `endif()`? */
bool compound_ends_branch(const struct document *doc, size_t i);

#endif
