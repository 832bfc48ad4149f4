/*
 * Python inside lang/: what its lexer, its tree and its hooks share. Private to lang/.
 *
 * Source of the rules: the Python Language Reference, chapter 2 "Lexical analysis"
 * (https://docs.python.org/3/reference/lexical_analysis.html) and Lib/tokenize.py, releases 3.11 and 3.12; for Python 2
 * the same chapter of release 2.7.
 */
#ifndef TPATCH_LANG_PYTHON_H
#define TPATCH_LANG_PYTHON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "lang/keyword.h"
#include "lang/language.h"

enum python_word_flag {
	PYTHON_STATEMENT = 1, /* begins a statement, where it is first */
	PYTHON_BLOCK = 2,     /* begins the head of a block */
	/* is inside no bracket, in any Python: where it begins a line, all brackets are closed */
	PYTHON_NO_BRACKET = 4,
};

/* The keyword that `name` is, or NULL. None, True and False are operands like any name, and the soft ones (match, case,
 * type) are not in the table. */
const struct keyword *python_word_find(struct slice name);

/*
 * What an ASCII byte begins: s blank, l line end, h comment, n name, d digit, q quote, o open and c close bracket,
 * p operator, b backslash, D dollar, j nothing.
 */
extern const char python_ascii_classes[];

/* The same for any byte: those from 80 on are 'u'. */
static inline char python_byte_class(char byte)
{
	unsigned char index = (unsigned char)byte;
	return index < 0x80 ? python_ascii_classes[index] : 'u';
}

/* One past the line end ("\n", "\r\n" or "\r") at `at`; `at` itself where none is. */
size_t python_line_end(struct slice bytes, size_t at);
/* One past the identifier or keyword at `at`; `at` itself where none begins. */
size_t python_name_end(struct slice bytes, size_t at);
/* One past the number at `at`, which is a digit, or a dot before a digit. Python 2's 0777 and 10L are numbers as
 * well. */
size_t python_number_end(struct slice bytes, size_t at);

/* The letters before a literal's quote. */
struct python_prefix {
	bool fields; /* f or t: holds {…} with code in it */
	bool raw;
};

/* Is `name`, directly before a quote, a literal's prefix in some Python? */
bool python_prefix_read(struct slice name, struct python_prefix *prefix);
/* One past the backslash at `at` and the byte or line end after it. */
size_t python_escape_end(struct slice bytes, size_t at);
/* Is the quote at `at` the first of three? */
bool python_is_triple(struct slice bytes, size_t at);
/*
 * Finds the end of the literal whose first quote is at `quote`: true and `*end` one past it. False when it is never
 * closed: `*end` is then where its line ends, or the bytes do for one with three quotes.
 */
bool python_string_end(struct slice bytes, size_t quote, size_t *end);
/*
 * The same for an f-string or t-string, whose {…} may hold the same quotes again since Python 3.12 (PEP 701). False
 * when its braces do not pair; `*end` is then how far it was read.
 */
bool python_fields_end(struct slice bytes, size_t quote, bool raw, size_t *end);

/* language.lex, .item_rank, .problems, .give_way and .parse. */
void python_lex(struct slice bytes, bool pattern, struct token_list *out);
enum item_rank python_item_rank(const struct document *doc, size_t first, size_t last, bool declared);
void python_problems(struct document *doc, struct problem_list *out);

/* Adds the first thing that Python's grammar refuses in the statement of code tokens [first, last) and what is on the
 * line of its head, if there is any. */
void python_statement_problem(const struct document *doc, size_t first, size_t last, struct problem_list *out);
const char *python_why_not_within(struct slice token, enum token_kind kind, struct slice text);
const char *python_give_way(const struct statements *old, const struct statements *by, const char **why);
void python_parse(struct slice bytes, const struct token_list *tokens, struct node_list *out);

#endif
