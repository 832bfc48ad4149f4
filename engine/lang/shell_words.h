/*
 * Words and here-documents of the shell as bytes: where they end, whatever quotes and expansions they hold. After
 * POSIX.1-2017, XCU 2.2 "Quoting" and 2.6 "Word Expansions", and bash(1). Private to lang/; lang_shell.c makes tokens
 * of them.
 */
#ifndef TPATCH_LANG_SHELL_WORDS_H
#define TPATCH_LANG_SHELL_WORDS_H

#include <stdbool.h>

#include "lang/language.h"

struct shell_heredoc {
	struct slice word; /* its last line, in the quotes that it has behind `<<` */
	bool strip_tabs;
};

/* The byte at `at`, or NUL behind the end. */
static inline char shell_byte(struct slice bytes, size_t at)
{
	return at < bytes.len ? bytes.ptr[at] : '\0';
}

/* May a variable's name hold `c`, as its `first` byte? */
bool shell_is_name_byte(char c, bool first);

/* One past the line end ("\n" or "\r\n") at `at`; `at` itself where none is. */
size_t shell_line_end(struct slice bytes, size_t at);

/* Where the line that holds `at` ends, without its line end. */
size_t shell_rest_of_line(struct slice bytes, size_t at);

/* Where the last line of the here-document that begins at `at` ends, without its line end; the end of the bytes, and
 * false, if it has none. */
bool shell_heredoc_end(struct slice bytes, size_t at, const struct shell_heredoc *heredoc, size_t *end);

/* One past the word at `at`, `at` itself where none is, 0 where it is never closed. */
size_t shell_word_end(struct slice bytes, size_t at);

/* The kind of a whole word. */
enum token_kind shell_word_kind(struct slice word);

/* `((…))` at `at`: one past it, or 0. */
size_t shell_arithmetic_end(struct slice bytes, size_t at);

#endif
