/*
 * What no shell reads: operators without a command beside them, redirections to nothing, and the words of `if`, loops
 * and groups where they cannot be. Source: POSIX.1-2017, 2.10 "Shell Grammar", and bash's `[[`, `|&`, `;&` and arrays.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "lang/problem.h"
#include "lang/shell/lang_shell.h"

static const char NO_COMMAND[] = "an operator with no command before it";
static const char NO_SECOND[] = "an operator with no command after it";
static const char NO_FILE[] = "a redirection to nothing";
static const char IN_COMMAND[] = "a '(' within a command";
static const char NO_CASE[] = "the end of an arm without its 'case'";
static const char NOTHING[] = "brackets with no command in them";
static const char ELSEWHERE[] = "a word of another block, or of none";

static const char *const joints[] = { "&&", "||", "|", "|&", NULL }, *const ends[] = { ";", "&", NULL };
/* words after which a command begins, and those that end or part blocks */
static const char *const openers[] = { "if", "elif", "while", "until", "then", "else", "do", "!", "{", "(", NULL };
static const char *const closers[] = { "then", "elif", "else", "fi", "do", "done", "esac", NULL };

/* A block that is open, by the word that ends it. */
struct block {
	const char *end;
	bool is_asking; /* before its `then` or `do` */
	bool has_else;
};

struct reader {
	const struct document *doc;
	const bool *is_pattern; /* of each code token */
	struct problem_list *out;
	struct block *blocks;
	size_t depth, capacity;
};

static const struct token *token_at(const struct reader *r, size_t i)
{
	return &r->doc->tokens.items[r->doc->code[i]];
}

static void note(struct reader *r, size_t i, const char *what)
{
	problem_list_add(r->out, token_at(r, i)->begin, what);
}

static bool is_any(const struct reader *r, size_t i, const char *const *words)
{
	return document_is_one_of(r->doc, i, words);
}

static bool is_line_end(const struct reader *r, size_t i)
{
	return token_at(r, i)->kind == TOKEN_END ||
	       token_is_document(r->doc->language, r->doc->source->bytes, token_at(r, i));
}

static bool begins_command(const struct reader *r, size_t i)
{
	return r->doc->language->statement_start(r->doc->source->bytes, &r->doc->tokens, r->doc->code[i]);
}

/* Is it a word where a command begins? */
static bool is_reserved(const struct reader *r, size_t i, const char *const *words)
{
	return is_any(r, i, words) && begins_command(r, i);
}

static bool is_redirection(const struct reader *r, size_t i)
{
	struct slice text = document_text(r->doc, r->doc->code[i]);
	return token_at(r, i)->kind == TOKEN_OPERATOR && (slice_starts_with(text, "<") || slice_starts_with(text, ">"));
}

/* Does code token `i` begin right behind the one before it, as `(` in `a=(b)` and `<(b)`? */
static bool is_joined(const struct reader *r, size_t i)
{
	return i > 0 && token_at(r, i - 1)->end == token_at(r, i)->begin;
}

/* --- operators ---------------------------------------------------------------------------------------------------- */

/* `;`, `&&` or `;;` at `i`: is there a command before it? */
static bool has_command_before(const struct reader *r, size_t i)
{
	if (document_ends_arm(r->doc, i))
		return i > 0 && !is_any(r, i - 1, joints) && !is_reserved(r, i - 1, openers);
	if (i == 0 || r->is_pattern[i - 1] || is_line_end(r, i - 1) || is_any(r, i - 1, joints) ||
		is_any(r, i - 1, ends))
		return false;
	return !document_ends_arm(r->doc, i - 1) && !is_reserved(r, i - 1, openers);
}

static bool has_command_after(const struct reader *r, size_t i)
{
	for (i++; i < r->doc->n_code && is_line_end(r, i); i++)
		;
	return i < r->doc->n_code && token_at(r, i)->kind != TOKEN_CLOSE && !document_ends_arm(r->doc, i) &&
	       !is_reserved(r, i, closers);
}

static bool has_file(const struct reader *r, size_t i)
{
	if (++i >= r->doc->n_code || is_line_end(r, i) || token_at(r, i)->kind == TOKEN_CLOSE)
		return false;
	bool is_operator = is_any(r, i, joints) || is_any(r, i, ends) || document_ends_arm(r->doc, i);
	return !is_operator && (!is_redirection(r, i) || (i + 1 < r->doc->n_code && is_joined(r, i + 1)));
}

static void check_operator(struct reader *r, size_t i)
{
	bool is_joint = is_any(r, i, joints), is_arm = document_ends_arm(r->doc, i);
	/* A joint that begins a line is told of by others. */
	bool begins = i == 0 || token_at(r, i - 1)->kind == TOKEN_END;
	if ((is_arm || is_any(r, i, ends) || (is_joint && !begins)) && !has_command_before(r, i))
		note(r, i, NO_COMMAND);
	if (is_joint && !has_command_after(r, i))
		note(r, i, NO_SECOND);
	if (is_redirection(r, i) && !has_file(r, i))
		note(r, i, NO_FILE);
	if (is_arm && (!r->depth || r->blocks[r->depth - 1].end[0] != 'e'))
		note(r, i, NO_CASE);
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

static void open_block(struct reader *r, const char *end, bool is_asking)
{
	struct block block = { end, is_asking, false };
	VEC_PUSH(r->blocks, r->depth, r->capacity, block);
}

/* Is there a block that the word parts, and is it its turn? */
static bool parts_block(struct block *block, bool is_of_loop, bool begins_body)
{
	if (!block || !slice_eq_cstr(slice_of(block->end), is_of_loop ? "done" : "fi"))
		return false;
	return begins_body ? block->is_asking : !block->is_asking && !block->has_else;
}

/* A word of a block, where a command begins. */
static void check_word(struct reader *r, size_t i)
{
	static const char *const loops[] = { "for", "select", "while", "until", NULL };
	struct block *top = r->depth ? &r->blocks[r->depth - 1] : NULL;
	bool is_do = document_is(r->doc, i, "do"), begins_body = is_do || document_is(r->doc, i, "then");
	bool is_else = document_is(r->doc, i, "else"), is_case = document_is(r->doc, i, "case");
	if (document_is(r->doc, i, "if") || is_any(r, i, loops) || is_case) {
		/* the `do` of `for i do` is a word as any other to those who ask where commands begin */
		open_block(r,
			is_case               ? "esac"
			: is_any(r, i, loops) ? "done"
					      : "fi",
			!is_case && !document_is(r->doc, i + 2, "do"));
	} else if (begins_body || is_else || document_is(r->doc, i, "elif")) {
		if (!parts_block(top, is_do, begins_body))
			note(r, i, ELSEWHERE);
		if (top)
			top->is_asking = !begins_body && !is_else;
		if (top && is_else)
			top->has_else = true;
	} else if (is_any(r, i, closers)) {
		/* Those without any block are told of by others. */
		if (top && (top->is_asking || !document_is(r->doc, i, top->end)))
			note(r, i, ELSEWHERE);
		r->depth -= r->depth > 0;
	}
}

/* Of the brackets that are no words. The `)` of a pattern of a `case` is none of them, whatever the lexer paired it
 * with. */
static void check_bracket(struct reader *r, size_t i)
{
	const struct token *token = token_at(r, i);
	bool is_round = document_is(r->doc, i, "(") || document_is(r->doc, i, ")");
	if (!is_round && token->partner == TOKEN_NONE && (token->kind != TOKEN_CLOSE || !begins_command(r, i)))
		return;
	if (token->kind == TOKEN_OPEN) {
		/* Others tell of `((`. */
		bool is_told =
			document_is(r->doc, i + 1, ")") || (document_is(r->doc, i + 1, "(") && is_joined(r, i + 1));
		if (is_round && !begins_command(r, i) && !is_joined(r, i) && !is_told)
			note(r, i, IN_COMMAND);
		open_block(r, is_round ? ")" : "}", false);
	} else if (token->kind == TOKEN_CLOSE) {
		size_t before = i;
		while (before > 0 && is_line_end(r, before - 1))
			before--;
		if (is_round && is_reserved(r, before - 1, (const char *const[]){ "(", NULL }))
			note(r, i, NOTHING);
		if (!r->depth || !document_is(r->doc, i, r->blocks[r->depth - 1].end))
			note(r, i, ELSEWHERE);
		r->depth -= r->depth > 0;
	}
}

/* --- a file ------------------------------------------------------------------------------------------------------- */

/* Is the `(` at `i` right behind a word, of which it is a part: an array, a pattern, or the `()` of a function? */
static bool is_in_word(const struct reader *r, size_t i)
{
	if (!document_is(r->doc, i, "(") || token_at(r, i)->partner == TOKEN_NONE || !is_joined(r, i))
		return false;
	enum token_kind kind = (enum token_kind)token_at(r, i - 1)->kind;
	return kind == TOKEN_NAME || kind == TOKEN_TEXT || kind == TOKEN_STRING;
}

/* Is `()` at `i` behind the name of a function or an array? */
static bool is_declaration(const struct reader *r, size_t i)
{
	return slice_ends_with(document_text(r->doc, r->doc->code[i - 1]), "=") || begins_command(r, i - 1) ||
	       (i > 1 && document_is(r->doc, i - 2, "function"));
}

/* Past `[[ … ]]`, and brackets in a word. `i` where neither begins. */
static size_t past_words(struct reader *r, size_t i)
{
	size_t n = r->doc->n_code, first = i;
	uint32_t partner = token_at(r, i)->partner;
	if (is_reserved(r, i, (const char *const[]){ "[[", NULL })) {
		while (i < n && !document_is(r->doc, i, "]]") && token_at(r, i)->kind != TOKEN_END)
			i++;
	} else if (is_in_word(r, i)) {
		while (i < n && r->doc->code[i] <= partner)
			i++;
		if (i == first + 2 && !is_declaration(r, first))
			note(r, first, IN_COMMAND);
	}
	return i;
}

void shell_find_misplaced(const struct document *doc, const bool *is_pattern, struct problem_list *out)
{
	struct reader r = { .doc = doc, .is_pattern = is_pattern, .out = out };
	for (size_t i = 0, next; i < doc->n_code; i = next) {
		next = is_pattern[i] ? i + 1 : past_words(&r, i);
		if (next > i)
			continue;
		check_operator(&r, i);
		if (is_reserved(
			    &r, i, (const char *const[]){ "if", "for", "select", "while", "until", "case", NULL }) ||
			is_reserved(&r, i, closers))
			check_word(&r, i);
		check_bracket(&r, i);
		next = i + 1;
	}
	free(r.blocks);
}
