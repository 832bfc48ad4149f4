/* The parts of the shell: its lexer, and what its hooks share with it. Private to lang/lang_shell.c and lang/shell/. */
#ifndef TPATCH_LANG_LANG_SHELL_H
#define TPATCH_LANG_LANG_SHELL_H

#include "base/ascii.h"
#include "lang/language.h"

/* language.lex. */
void shell_lex(struct slice bytes, bool pattern, struct token_list *out);

struct document;
struct problem_list;

/* Adds the operators and words that are where none can be. `is_pattern`: which code tokens are patterns of a `case`. */
void shell_find_misplaced(const struct document *doc, const bool *is_pattern, struct problem_list *out);

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

/*
 * Is token `i`, a word that says something of its own where a command begins (`then`, `{`), an argument by the word
 * before it: `echo then`? A command may also begin behind a block, `if [[ a ]] then`, and `for i do`.
 */
static inline bool shell_is_argument(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	static const char *const not_before[] = { "!", "coproc", "do", "done", "elif", "else", "esac", "fi", "if",
		"then", "time", "until", "while", "]]", NULL };
	static const char *const name_before[] = { "coproc", "for", "function", "select", NULL };
	uint32_t before = token_before(tokens, i), lead = before == TOKEN_NONE ? before : token_before(tokens, before);
	bool is_word = before != TOKEN_NONE &&
		       (tokens->items[before].kind == TOKEN_NAME || tokens->items[before].kind == TOKEN_TEXT ||
			       tokens->items[before].kind == TOKEN_STRING);
	return is_word && !slice_is_one_of(token_text(bytes, tokens, before), not_before) &&
	       !slice_starts_with(token_text(bytes, tokens, before), "((") &&
	       (lead == TOKEN_NONE || !slice_is_one_of(token_text(bytes, tokens, lead), name_before));
}

#endif
