/* The parts of the CMake language: lexer and tree. Private to lang/. */
#ifndef TPATCH_LANG_LANG_CMAKE_H
#define TPATCH_LANG_LANG_CMAKE_H

#include "lang/language.h"

/* What language.h asks of `lex` and `parse`. */
void cmake_lex(struct slice bytes, bool pattern, struct token_list *out);

/* Is "\n" or "\r\n" at `at`? */
static inline bool cmake_is_line_end(struct slice bytes, size_t at)
{
	return slice_byte(bytes, at) == '\n' || (slice_byte(bytes, at) == '\r' && slice_byte(bytes, at + 1) == '\n');
}

/* The number of '=' in the bracket `[=*[` that opens at `at`; SIZE_MAX where none opens. */
size_t cmake_bracket_level(struct slice bytes, size_t at);

#endif
