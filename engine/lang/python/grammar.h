/*
 * What is read of Python's grammar: a parser of one statement, which finds the first thing that CPython's would refuse.
 * Source: The Python Language Reference, chapter 10 "Full Grammar specification"
 * (https://docs.python.org/3/reference/grammar.html), release 3.13.
 *
 * What another version reads is let pass: Python 2's `print x`, `raise A, b`, `except A, b` and parameters in brackets.
 * Not so `[a for a in 1, 2]`, backticks, `True = 1`, and `async` as a name: an edit must not add any.
 * How tightly an operator binds makes no difference here, but for what may stand before an operand.
 */
#ifndef TPATCH_LANG_PYTHON_GRAMMAR_H
#define TPATCH_LANG_PYTHON_GRAMMAR_H

#include "lang/document.h"
#include "lang/python/lang_python.h"

/* Brackets, which count twice, lambdas, branches and statements on the line of a head, within one another. CPython
 * reads no more than 200 brackets. */
#define PYTHON_MAX_DEPTH 500

struct parser {
	const struct document *doc;
	size_t first, i, last; /* indices into doc->code; `last` is one past the statement */
	size_t depth;
	bool is_target;   /* what was read last can be assigned to, */
	bool is_tuple;    /* and is several: `a, b`, `[a]` */
	const char *what; /* what is wrong. NULL after a failure: the parser gave up, or other checks tell of it */
	uint32_t at;      /* byte of the file where that is */
};

/* What can be read by itself. */
enum python_part {
	PYTHON_NAME,
	PYTHON_TEST,       /* an expression without commas */
	PYTHON_NAMED,      /* the same, with or without `name :=` */
	PYTHON_VALUES,     /* values with commas between them, or `yield` */
	PYTHON_TARGETS,    /* of a `for` or `del`, with commas between them */
	PYTHON_TARGET,     /* one of them, without a star */
	PYTHON_ARGUMENTS,  /* a call's brackets, */
	PYTHON_PARAMETERS, /* and those of a `def` */
};

/* Reads the part at hand, and goes behind it. False where something is wrong, or it was given up. */
bool python_read(struct parser *p, enum python_part part);
/* Goes behind the token with this text. False: another is at hand; NULL: none may be. */
bool python_expect(struct parser *p, const char *text);

/* False: the code token at `i` is where something is wrong; past the statement, all of it. `what` is static. */
static inline bool fail(struct parser *p, size_t i, const char *what)
{
	p->what = what;
	p->at = p->doc->tokens.items[p->doc->code[i < p->last ? i : p->first]].begin;
	return false;
}

static inline enum token_kind kind_of(const struct parser *p, size_t i)
{
	return i < p->last ? (enum token_kind)p->doc->tokens.items[p->doc->code[i]].kind : TOKEN_KIND_COUNT;
}

static inline bool is(const struct parser *p, size_t i, const char *text)
{
	return i < p->last && document_is(p->doc, i, text);
}

static inline bool is_any(const struct parser *p, size_t i, const char *const *words)
{
	return i < p->last && document_is_one_of(p->doc, i, words);
}

static inline bool take(struct parser *p, const char *text)
{
	bool is_there = is(p, p->i, text);
	p->i += is_there;
	return is_there;
}

static inline bool is_name(const struct parser *p, size_t i)
{
	return kind_of(p, i) == TOKEN_NAME && !python_word_find(document_text(p->doc, p->doc->code[i]));
}

/* Over the bracket that opens at hand, with all it holds. */
static inline void pass_bracket(struct parser *p)
{
	uint32_t partner = p->doc->tokens.items[p->doc->code[p->i]].partner;
	while (p->i < p->last && p->doc->code[p->i] <= partner)
		p->i++;
}

static inline bool closes(const struct parser *p)
{
	return kind_of(p, p->i) == TOKEN_CLOSE;
}

static inline bool begins_comprehension(const struct parser *p)
{
	return is(p, p->i, "for") || (is(p, p->i, "async") && is(p, p->i + 1, "for"));
}

#endif
