/* The parts of the CMake language: scanner, lexer and tree. Private to lang/lang_cmake*.c. */
#ifndef TPATCH_LANG_LANG_CMAKE_H
#define TPATCH_LANG_LANG_CMAKE_H

#include "lang/language.h"

/* What language.h asks of `lex` and `parse`. */
void cmake_lex(struct slice bytes, bool pattern, struct token_list *out);
void cmake_parse(struct slice bytes, const struct token_list *tokens, struct node_list *out);

/* language.block_part. */
enum block_part cmake_block_part(struct slice bytes, const struct token_list *tokens, uint32_t token);

/* The scanner: where does what stands at byte `at` end? Offsets may be behind the last byte. */

/* The byte at `at`, or NUL behind the end. */
static inline char cmake_byte(struct slice bytes, size_t at)
{
	return at < bytes.len ? bytes.ptr[at] : '\0';
}

/* Does "\n" or "\r\n" stand at `at`? */
static inline bool cmake_is_line_end(struct slice bytes, size_t at)
{
	return cmake_byte(bytes, at) == '\n' || (cmake_byte(bytes, at) == '\r' && cmake_byte(bytes, at + 1) == '\n');
}

/* `at` itself where no identifier starts. */
size_t cmake_identifier_end(struct slice bytes, size_t at);
/* Blanks, tabs and lone "\r"; `at` itself where none stands. */
size_t cmake_blanks_end(struct slice bytes, size_t at);
/* The end of the line that holds `at`, before its line end. */
size_t cmake_line_end(struct slice bytes, size_t at);
/* The number of '=' in the bracket `[=*[` that opens at `at`; SIZE_MAX where none opens. */
size_t cmake_bracket_level(struct slice bytes, size_t at);
/* The end of the bracket of `level` that opens at `at`; 0 when it is never closed. */
size_t cmake_bracket_end(struct slice bytes, size_t at, size_t level);
/* The end of the quoted argument at `at`; 0 when it is never closed. */
size_t cmake_string_end(struct slice bytes, size_t at);
/* The end of the unquoted argument at `at`; `at` itself where none starts. A '"' starts none. */
size_t cmake_unquoted_end(struct slice bytes, size_t at);
/* The end of the placeholder `@NAME@` at `at`, as configure_file() knows it; `at` itself where there is none. */
size_t cmake_placeholder_end(struct slice bytes, size_t at);

#endif
