/*
 * What Python would refuse, as far as its tokens tell: blocks without a body, `else` without an `if`, lines that are
 * indented for no reason, statements that end before they are whole, operands side by side. Python 2's print and exec
 * are let pass.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "lang/python/lang_python.h"
#include "lang/problem.h"

static const char NO_BODY[] = "a block has no body";
static const char NO_HEAD[] = "unexpected indentation";
static const char ON_A_LINE[] = "a block begins on the line of another";
static const char NO_CHAIN[] = "'else', 'elif', 'except' or 'finally' without its statement";
static const char NO_HANDLER[] = "'try' without 'except' or 'finally'";
static const char NO_DECORATED[] = "a decorator with nothing to decorate";
static const char CUT[] = "a statement is incomplete";
static const char NOT_CASE[] = "something else than 'case' in a 'match'";
static const char NO_MATCH[] = "'case' without its 'match'";
static const char LATE_FUTURE[] = "an import from __future__ comes after other code";

/* What a statement of a block leaves for the next. */
enum chain { CHAIN_NONE, CHAIN_IF, CHAIN_LOOP, CHAIN_TRY, CHAIN_EXCEPT, CHAIN_TRY_ELSE, CHAIN_DECORATOR, CHAIN_CASES };

struct reader {
	const struct document *doc;
	struct problem_list *out;
	uint8_t *chains; /* enum chain of each open block */
	size_t depth, capacity;
	uint32_t last; /* offset of the statement before */
	bool awaits;   /* a head ended with its line, */
	bool is_match; /* and it was that of a `match` */
	bool saw_code; /* else than strings and imports from __future__ */
};

static const struct token *token_at(const struct reader *r, size_t i)
{
	return &r->doc->tokens.items[r->doc->code[i]];
}

static bool is(const struct reader *r, size_t i, const char *text)
{
	return document_is(r->doc, i, text);
}

static bool is_any(const struct reader *r, size_t i, const char *const *words, size_t count)
{
	for (size_t k = 0; k < count; k++)
		if (is(r, i, words[k]))
			return true;
	return false;
}

static void end_chain(struct reader *r, uint32_t at)
{
	if (r->chains[r->depth - 1] == CHAIN_TRY)
		problem_list_add(r->out, at, NO_HANDLER);
	if (r->chains[r->depth - 1] == CHAIN_DECORATOR)
		problem_list_add(r->out, at, NO_DECORATED);
	r->chains[r->depth - 1] = CHAIN_NONE;
}

static void push(struct reader *r)
{
	VEC_PUSH(r->chains, r->depth, r->capacity, r->awaits && r->is_match ? CHAIN_CASES : CHAIN_NONE);
}

/* The chain that the statement at `i` leaves. */
static enum chain chain_of(struct reader *r, size_t i)
{
	enum chain before = (enum chain)r->chains[r->depth - 1];
	size_t word = is(r, i, "async") ? i + 1 : i;
	uint32_t at = token_at(r, i)->begin;
	bool fits = true;
	enum chain chain = CHAIN_NONE;
	if (before == CHAIN_CASES) {
		if (!is(r, i, "case"))
			problem_list_add(r->out, at, NOT_CASE);
		return CHAIN_CASES;
	}
	if (is(r, i, "@"))
		return CHAIN_DECORATOR;
	if (before == CHAIN_DECORATOR && (is(r, word, "def") || is(r, word, "class")))
		r->chains[r->depth - 1] = CHAIN_NONE;
	if (is(r, i, "elif")) {
		fits = before == CHAIN_IF;
		chain = CHAIN_IF;
	} else if (is(r, i, "else")) {
		fits = before == CHAIN_IF || before == CHAIN_LOOP || before == CHAIN_EXCEPT;
		chain = before == CHAIN_EXCEPT ? CHAIN_TRY_ELSE : CHAIN_NONE;
	} else if (is(r, i, "except")) {
		fits = before == CHAIN_TRY || before == CHAIN_EXCEPT;
		chain = CHAIN_EXCEPT;
	} else if (is(r, i, "finally")) {
		fits = before == CHAIN_TRY || before == CHAIN_EXCEPT || before == CHAIN_TRY_ELSE;
	} else {
		end_chain(r, r->last);
		return is(r, i, "if")                            ? CHAIN_IF
		       : is(r, word, "for") || is(r, i, "while") ? CHAIN_LOOP
		       : is(r, i, "try")                         ? CHAIN_TRY
								 : CHAIN_NONE;
	}
	if (!fits)
		problem_list_add(r->out, at, NO_CHAIN);
	return chain;
}

/* Does the statement [first, last) end in something that wants more? */
static bool is_cut(const struct reader *r, size_t first, size_t last)
{
	static const char *const wanting[] = { "and", "or", "not", "in", "is", "import", "as", "del", "global",
		"nonlocal", "assert", "await", "lambda", "from", "def", "class", "if", "elif", "while", "for", "with" };
	static const char *const whole[] = { "...", ":", ";", "*" }; /* `from a import *` */
	static const char *const prefixes[] = { "-", "+", "~", "*", "**", "@", "...", "<>" };
	if (token_at(r, last - 1)->kind == TOKEN_OPERATOR) {
		bool is_import = is(r, first, "import") || is(r, first, "from") || is(r, first, "global") ||
				 is(r, first, "nonlocal");
		bool is_whole = is_any(r, last - 1, whole, COUNT_OF(whole)) || (is(r, last - 1, ",") && !is_import);
		if (!is_whole)
			return true;
	}
	bool starts_wrong =
		token_at(r, first)->kind == TOKEN_OPERATOR && !is_any(r, first, prefixes, COUNT_OF(prefixes));
	bool is_attribute = last - first > 1 && is(r, last - 2, ".");
	return starts_wrong || (!is_attribute && token_at(r, last - 1)->kind == TOKEN_NAME &&
				       is_any(r, last - 1, wanting, COUNT_OF(wanting)));
}

static void check_future(struct reader *r, size_t first, size_t last)
{
	bool is_future = is(r, first, "from") && is(r, first + 1, "__future__");
	if (is_future && r->saw_code)
		problem_list_add(r->out, token_at(r, first)->begin, LATE_FUTURE);
	for (size_t i = first; i < last && !is_future && !r->saw_code; i++)
		r->saw_code = token_at(r, i)->kind != TOKEN_STRING;
}

static void read_statement(struct reader *r, size_t first, size_t last)
{
	static const char *const heads[] = { "if", "elif", "else", "for", "while", "try", "except", "finally", "def",
		"class", "with", "async" },
				 *const whole_heads[] = { "else", "try", "except", "finally" };
	bool is_head = is_any(r, first, heads, COUNT_OF(heads));
	r->is_match = is(r, first, "match");
	r->awaits = is(r, last - 1, ":") && (is_head || r->is_match || is(r, first, "case"));
	bool lacks =
		is_head &&
		(last - first == 1 || (is(r, first + 1, ":") && !is_any(r, first, whole_heads, COUNT_OF(whole_heads))));
	if (is_cut(r, first, last) || lacks)
		problem_list_add(r->out, token_at(r, first)->begin, CUT);
	else
		python_statement_problem(r->doc, first, last, r->out);
	check_future(r, first, last);
}

/* `def f(): with x:`, and `a; if x: b`: only simple statements share a line. A word in brackets, or after an
 * expression, is none that begins a statement. */
static void find_block_on_line(const struct reader *r, size_t first, size_t last)
{
	static const char *const blocks[] = { "if", "for", "while", "try", "def", "class", "with", "async" };
	static const char *const parting[] = { ":", ";" };
	size_t brackets = 0;
	for (size_t i = first; i + 1 < last; i++) {
		brackets += token_at(r, i)->kind == TOKEN_OPEN                ? 1
			    : token_at(r, i)->kind == TOKEN_CLOSE && brackets ? (size_t)-1
									      : 0;
		if (!brackets && is_any(r, i, parting, COUNT_OF(parting)) && is_any(r, i + 1, blocks, COUNT_OF(blocks)))
			problem_list_add(r->out, token_at(r, i + 1)->begin, ON_A_LINE);
	}
}

/* The statements of one line, [first, last). */
static void read_line(struct reader *r, size_t first, size_t last)
{
	bool may_be_case = r->chains[r->depth - 1] == CHAIN_CASES;
	enum chain chain = chain_of(r, first);
	size_t brackets = 0;
	if (is(r, first, "case") && is(r, last - 1, ":") && last - first > 2 && !may_be_case)
		problem_list_add(r->out, token_at(r, first)->begin, NO_MATCH);
	for (size_t i = first, begin = first; i <= last; i++) {
		bool ends = i == last || (!brackets && is(r, i, ";"));
		if (ends && i > begin)
			read_statement(r, begin, i);
		else if (ends && i < last)
			problem_list_add(r->out, token_at(r, i)->begin, CUT);
		if (ends)
			begin = i + 1;
		else
			brackets += token_at(r, i)->kind == TOKEN_OPEN                ? 1
				    : token_at(r, i)->kind == TOKEN_CLOSE && brackets ? (size_t)-1
										      : 0;
	}
	find_block_on_line(r, first, last);
	r->chains[r->depth - 1] = (uint8_t)chain;
	r->last = token_at(r, first)->begin;
}

static void end_body(struct reader *r)
{
	end_chain(r, r->last);
	if (r->depth > 1)
		r->depth--;
}

void python_problems(struct document *doc, struct problem_list *out)
{
	struct reader r = { .doc = doc, .out = out };
	push(&r);
	for (size_t i = 0, end; i < doc->n_code; i = end) {
		enum token_kind kind = (enum token_kind)token_at(&r, i)->kind;
		end = i + 1;
		if (r.awaits && kind != TOKEN_INDENT && kind != TOKEN_END)
			problem_list_add(out, r.last, NO_BODY);
		if (kind == TOKEN_INDENT && !r.awaits)
			problem_list_add(out, token_at(&r, i)->begin, NO_HEAD);
		if (kind == TOKEN_INDENT)
			push(&r);
		else if (kind == TOKEN_DEDENT)
			end_body(&r);
		if (kind != TOKEN_END)
			r.awaits = false;
		if (token_kind_is_border(kind))
			continue;
		while (end < doc->n_code && !token_kind_is_border((enum token_kind)token_at(&r, end)->kind))
			end++;
		read_line(&r, i, end);
	}
	if (r.awaits)
		problem_list_add(out, r.last, NO_BODY);
	while (r.depth > 1)
		end_body(&r);
	end_chain(&r, r.last);
	free(r.chains);
}
