/* The parts of the shell: its lexer, and what its hooks share with it. Private to lang/lang_shell.c and lang/shell/. */
#ifndef TPATCH_LANG_LANG_SHELL_H
#define TPATCH_LANG_LANG_SHELL_H

#include "base/ascii.h"
#include "lang/language.h"

/* language.lex. */
void shell_lex(struct slice bytes, bool pattern, struct token_list *out);

/* May a variable's name hold `c`, as its `first` byte? */
static inline bool shell_is_name_byte(char c, bool first)
{
	return ascii_is_letter(c) || c == '_' || (!first && c >= '0' && c <= '9');
}

/* One past the line end ("\n" or "\r\n") at `at`; `at` itself where none is. */
static inline size_t shell_line_end(struct slice bytes, size_t at)
{
	if (slice_byte(bytes, at) == '\r' && slice_byte(bytes, at + 1) == '\n')
		return at + 2;
	return at < bytes.len && bytes.ptr[at] == '\n' ? at + 1 : at;
}

#endif
