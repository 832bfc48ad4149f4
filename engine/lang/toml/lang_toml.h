/* The parts of TOML: lexer, strings and grammar. Private to lang/lang_toml.c and lang/toml/. */
#ifndef TPATCH_LANG_LANG_TOML_H
#define TPATCH_LANG_LANG_TOML_H

#include "lang/document.h"
#include "lang/language.h"

struct problem_list;

/* What language.h asks of its hooks. */
void toml_lex(struct slice bytes, bool pattern, struct token_list *out);
bool toml_is_statement(struct slice bytes, const struct token_list *tokens);
void toml_problems(struct document *doc, struct problem_list *out);

/* Bytes of the line end at `at`: 0, 1 or 2. A lone carriage return is none. */
static inline size_t toml_line_end(struct slice bytes, size_t at)
{
	if (slice_byte(bytes, at) == '\n')
		return 1;
	return slice_byte(bytes, at) == '\r' && slice_byte(bytes, at + 1) == '\n' ? 2 : 0;
}

/* A byte that no comment and no string may hold. */
static inline bool toml_is_control(char c)
{
	return ((unsigned char)c < ' ' && c != '\t') || c == '\x7F';
}

/*
 * The string that begins with the quote at `at`; `lines`: one with three quotes may be here. `*end` is where it
 * ends. NULL, or what is wrong with it: then it is never closed, and `*end` is the end of its line or, with three
 * quotes, of the file.
 */
const char *toml_string_end(struct slice bytes, size_t at, bool lines, size_t *end);
/* What is wrong within a whole string, with its quotes: escapes and control characters. NULL: nothing. `*at` is the
 * byte. */
const char *toml_string_problem(struct slice literal, size_t *at);
/* The bytes between the quotes. */
struct slice toml_string_inner(struct slice literal);
/* Appends what a string of one line says; what is no escape, without its backslash. */
void toml_string_decode(struct slice literal, struct str *out);

#endif
