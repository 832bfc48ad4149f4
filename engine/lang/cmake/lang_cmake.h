/* The parts of the CMake language: lexer and tree. Private to lang/. */
#ifndef TPATCH_LANG_LANG_CMAKE_H
#define TPATCH_LANG_LANG_CMAKE_H

#include "lang/language.h"

/* What language.h asks of `lex` and `parse`. */
void cmake_lex(struct slice bytes, bool pattern, struct token_list *out);

/* The byte at `at`, or NUL after the end. */
static inline char cmake_byte(struct slice bytes, size_t at)
{
	return at < bytes.len ? bytes.ptr[at] : '\0';
}

/* Is "\n" or "\r\n" at `at`? */
static inline bool cmake_is_line_end(struct slice bytes, size_t at)
{
	return cmake_byte(bytes, at) == '\n' || (cmake_byte(bytes, at) == '\r' && cmake_byte(bytes, at + 1) == '\n');
}

/* The number of '=' in the bracket `[=*[` that opens at `at`; SIZE_MAX where none opens. */
size_t cmake_bracket_level(struct slice bytes, size_t at);

#endif
