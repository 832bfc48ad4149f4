/*
 * What no compiler of C, C++ or CUDA reads, whatever the names mean: an operator without a value beside it, values side
 * by side, `if` without its bracket. Tokens are compared with those beside them, and brackets with the word before
 * them. What macros take and make may be anything: directives are passed over, and among the arguments of a name in
 * capitals a word or an operator may be alone.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "lang/c/lang_c.h"
#include "lang/problem.h"

static const char NO_VALUE[] = "a value is missing beside an operator";
static const char NO_MEMBER[] = "the name of a member is missing";
static const char SIDE_BY_SIDE[] = "two values side by side";
static const char KEYWORD[] = "a statement where a value is needed";
static const char TYPE[] = "a type where a value is needed";
static const char NO_HEAD[] = "a keyword without what has to follow it";
static const char NO_COLON[] = "a '?' without its ':'";
static const char IN_BRACKETS[] = "a ';' within brackets";
static const char BAD_FOR[] = "a 'for' needs two ';' or a ':'";
static const char NO_TRY[] = "'else' or 'catch' after something else than a statement";
static const char NO_SEMICOLON[] = "a statement without its ';'";
static const char NO_CATCH[] = "a 'try' without its 'catch'";

/* A bracket that is open. */
struct frame {
	uint32_t open; /* its token; TOKEN_NONE: the file */
	char bracket;  /* that of the file is a '{' */
	size_t first;  /* code token with which its last statement begins */
	size_t n_semicolons, n_questions;
	bool has_colon;
	bool is_for, is_head; /* of `for`; of `if`, `switch` and their like */
	bool is_macro;        /* it may be among the arguments of a macro */
	bool is_parted;       /* a directive is in it */
	bool is_body;         /* it holds statements */
};

struct reader {
	const struct document *doc;
	struct problem_list *out;
	struct frame *frames;
	size_t depth, capacity;
	/* code tokens beside the one at hand; SIZE_MAX where a directive is between, or the file ends */
	size_t before, next;
};

static void note(struct reader *r, size_t i, const char *what)
{
	problem_list_add(r->out, r->doc->tokens.items[r->doc->code[i]].begin, what);
}

static enum token_kind kind_of(const struct reader *r, size_t i)
{
	return i < r->doc->n_code ? (enum token_kind)r->doc->tokens.items[r->doc->code[i]].kind : TOKEN_KIND_COUNT;
}

static bool is(const struct reader *r, size_t i, const char *text)
{
	return document_is(r->doc, i, text);
}

static struct slice text_of(const struct reader *r, size_t i)
{
	return document_text(r->doc, r->doc->code[i]);
}

static const struct keyword *word_of(const struct reader *r, size_t i)
{
	return kind_of(r, i) == TOKEN_NAME ? c_word_find(text_of(r, i)) : NULL;
}

/* A name that is no keyword, and none that looks like a macro's or a compiler's. */
static bool is_plain(const struct reader *r, size_t i)
{
	if (kind_of(r, i) != TOKEN_NAME || word_of(r, i))
		return false;
	struct slice text = text_of(r, i);
	return !c_may_name_macro(text) && !c_type_word(text) && !slice_starts_with(text, "operator");
}

/* `return`, `if` and their like, which are no part of an expression. */
static bool is_statement_word(const struct reader *r, size_t i)
{
	const struct keyword *word = word_of(r, i);
	return word && word->flags & C_STATEMENT && !(word->flags & C_ACCESS) && word->prefix == BINDING_NONE;
}

/* An operator with a value on either side, whatever names mean: neither `*` nor `<`. */
static bool is_infix(const struct reader *r, size_t i)
{
	static const char *const operators[] = { "/", "%", "|", "||", "==", "!=", "<=", ">=", "<=>", "<<", "=",
		"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "?", ".*", "->*", NULL };
	return kind_of(r, i) == TOKEN_OPERATOR && document_is_one_of(r->doc, i, operators);
}

/* An operator after which a value has to come. */
static bool needs_value(const struct reader *r, size_t i)
{
	static const char *const prefixes[] = { "+", "-", "!", "~", "^", NULL };
	return is_infix(r, i) || (kind_of(r, i) == TOKEN_OPERATOR && document_is_one_of(r->doc, i, prefixes));
}

/* --- operators ---------------------------------------------------------------------------------------------------- */

static bool may_begin_value(const struct reader *r, size_t i)
{
	static const char *const prefixes[] = { "+", "-", "*", "&", "&&", "~", "!", "++", "--", "::", "...", "@",
		NULL };
	switch (kind_of(r, i)) {
	case TOKEN_NAME:
		return !is_statement_word(r, i);
	case TOKEN_OPERATOR:
		return document_is_one_of(r->doc, i, prefixes);
	case TOKEN_OPEN:
		return !is(r, i, "<");
	case TOKEN_CLOSE:
		return false;
	default:
		return true;
	}
}

/* May an infix operator be after token `i`? Of two operators side by side the first tells. */
static bool may_end_value(const struct reader *r, size_t i)
{
	static const char *const ends[] = { ";", ",", NULL };
	return kind_of(r, i) != TOKEN_OPEN && !is_statement_word(r, i) &&
	       !(kind_of(r, i) == TOKEN_OPERATOR && document_is_one_of(r->doc, i, ends));
}

static const struct frame *frame_of(const struct reader *r)
{
	return &r->frames[r->depth - 1];
}

/* Does the operator begin an argument of what may be a macro: `REDUCE(+, x)`? */
static bool begins_argument(const struct reader *r)
{
	static const char *const begins[] = { "(", ",", NULL };
	return frame_of(r)->is_macro && document_is_one_of(r->doc, r->before, begins);
}

/* What an operator has to have on its right. */
static void check_right(struct reader *r, size_t i)
{
	static const char *const members[] = { ".", "->", "::", NULL }, *const others[] = { "~", "*", "::", NULL };
	/* `asm("" :: "r"(x))` */
	bool is_asm = is(r, i, "::") && (kind_of(r, r->before) == TOKEN_STRING || kind_of(r, r->next) == TOKEN_STRING ||
						is(r, r->before, ")"));
	if (r->next == SIZE_MAX || kind_of(r, i) != TOKEN_OPERATOR || is_asm)
		return;
	if (document_is_one_of(r->doc, i, members)) {
		enum token_kind kind = kind_of(r, r->next);
		bool is_name = kind == TOKEN_NAME || kind == TOKEN_JUNK || document_is_one_of(r->doc, r->next, others);
		if (!is_name && !begins_argument(r))
			note(r, i, NO_MEMBER);
		return;
	}
	bool is_default = is(r, i, "=") && is(r, r->next, "default"), is_elvis = is(r, i, "?") && is(r, r->next, ":");
	bool is_lambda = is(r, i, "=") && is(r, r->before, "[");
	if (needs_value(r, i) && !may_begin_value(r, r->next) && !is_default && !is_elvis && !is_lambda &&
		!begins_argument(r))
		note(r, i, is_statement_word(r, r->next) ? KEYWORD : NO_VALUE);
}

static void check_left(struct reader *r, size_t i)
{
	const struct frame *frame = frame_of(r);
	bool is_colon =
		is(r, i, ":") && document_is_one_of(r->doc, r->before, (const char *const[]){ "(", "[", ",", NULL });
	if (!frame->is_macro && ((is(r, i, ",") && is(r, r->next, ")")) || (is_colon && frame->bracket != '{')))
		note(r, i, NO_VALUE);
	if (r->before == SIZE_MAX || may_end_value(r, r->before) || begins_argument(r))
		return;
	bool is_lambda = is(r, i, "=") && is(r, r->before, "[");
	bool is_member = is(r, i, ".") && (is(r, r->before, "{") || is(r, r->before, ","));
	if (kind_of(r, i) == TOKEN_OPERATOR && !is_member && !is_lambda &&
		(is_infix(r, i) || is(r, i, ".") || is(r, i, "->")))
		note(r, i, NO_VALUE);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* Is a value needed at the token at hand, for what is before it? */
static bool is_value_needed(const struct reader *r)
{
	return r->before != SIZE_MAX && (needs_value(r, r->before) || is(r, r->before, "return"));
}

/* Is what is at hand the value of `using A =`, or of a template's parameter? */
static bool is_alias(const struct reader *r)
{
	return is(r, r->before, "=") && r->before > 1 &&
	       (is(r, r->before - 2, "using") || is(r, frame_of(r)->first, "using") ||
		       is(r, frame_of(r)->first, "template"));
}

/* `1 x`, `x 1`, and behind an operator `x y`. */
static void check_pair(struct reader *r, size_t i)
{
	enum token_kind kind = kind_of(r, i), next = kind_of(r, r->next);
	if (r->next == SIZE_MAX || frame_of(r)->is_macro)
		return;
	bool is_number = kind == TOKEN_NUMBER && (next == TOKEN_NUMBER || next == TOKEN_STRING || is_plain(r, r->next));
	bool is_before_number = (is_plain(r, i) || kind == TOKEN_STRING) && next == TOKEN_NUMBER;
	bool are_names = is_plain(r, i) && is_plain(r, r->next) && is_value_needed(r) && !is_alias(r);
	if (is_number || is_before_number || are_names)
		note(r, r->next, SIDE_BY_SIDE);
}

/* `int` or `const`, and not `struct`. */
static bool is_type_word(const struct reader *r, size_t i)
{
	unsigned flags = kind_of(r, i) == TOKEN_NAME ? c_type_word(text_of(r, i)) : 0;
	return flags & C_WORD_TYPE && !(flags & C_WORD_NAMES);
}

/* `int` behind an operator, without a bracket after it. */
static void check_type(struct reader *r, size_t i)
{
	static const char *const makes[] = { "(", "{", "<", "::", NULL }, *const ends[] = { ";", ",", ")", "}", NULL };
	static const char *const signs[] = { "*", "&", "&&", NULL };
	bool is_set = is(r, r->before, "="), is_cast = is(r, i, "(");
	size_t end = i + is_cast;
	if (!is_value_needed(r) || (kind_of(r, i) != TOKEN_NAME && !is_cast))
		return;
	while (is_type_word(r, end))
		end++;
	if (end == i + is_cast)
		return;
	if (!is_cast && !is_set && !document_is_one_of(r->doc, end, makes) && kind_of(r, end) != TOKEN_NAME)
		note(r, i, TYPE);
	while (document_is_one_of(r->doc, end, signs))
		end++;
	if (is_cast && is(r, end, ")") && end + 1 < r->doc->n_code && document_is_one_of(r->doc, end + 1, ends))
		note(r, i, TYPE);
	if (is_set && !is_cast && document_is_one_of(r->doc, end, ends) && !is_alias(r) && frame_of(r)->bracket != '<')
		note(r, i, TYPE);
}

/* --- words -------------------------------------------------------------------------------------------------------- */

/* A statement's word in the midst of an expression. */
static void check_statement_word(struct reader *r, size_t i)
{
	static const char *const begins[] = { "(", "[", ",", NULL };
	static const char *const jumps[] = { "break", "case", "continue", "co_return", "goto", "return", "throw",
		NULL };
	static const char *const declaring[] = { "using", "typedef", "default", "case", NULL };
	const struct frame *frame = frame_of(r);
	bool is_within = frame->bracket != '{' && document_is_one_of(r->doc, r->before, begins);
	if (!is_statement_word(r, i) || r->before == SIZE_MAX || document_is_one_of(r->doc, i, declaring))
		return;
	if ((is_within && !frame->is_macro) || document_is_one_of(r->doc, r->before, jumps))
		note(r, i, KEYWORD);
}

/* What a keyword has to have after it. */
static void check_after_word(struct reader *r, size_t i)
{
	static const char *const heads[] = { "if", "while", "switch", "for", "catch", NULL };
	static const char *const alone[] = { "break", "continue", NULL }, *const ends[] = { ":", ";", NULL };
	static const char *const operators[] = { "sizeof", "co_await", NULL };
	static const char *const beyond[] = { "constexpr", "consteval", "!", "not", "each", "(", NULL };
	bool ok = true;
	if (r->next == SIZE_MAX || !word_of(r, i))
		return;
	if (document_is_one_of(r->doc, i, heads))
		ok = document_is_one_of(r->doc, r->next, beyond) ||
		     (kind_of(r, r->next) == TOKEN_NAME && !is_plain(r, r->next) && !word_of(r, r->next));
	else if (document_is_one_of(r->doc, i, alone))
		ok = is(r, r->next, ";");
	else if (is(r, i, "goto"))
		ok = kind_of(r, r->next) == TOKEN_NAME || is(r, r->next, "*") || is(r, r->next, "(");
	else if (is(r, i, "case"))
		ok = !document_is_one_of(r->doc, r->next, ends);
	else if (document_is_one_of(r->doc, i, operators))
		ok = may_begin_value(r, r->next);
	else if (is(r, i, "return"))
		ok = may_begin_value(r, r->next) || is(r, r->next, ";") || is_statement_word(r, r->next);
	if (!ok && !frame_of(r)->is_macro)
		note(r, i, NO_HEAD);
}

static void check_branch(struct reader *r, size_t i)
{
	bool is_catch = is(r, i, "catch");
	enum token_kind kind = kind_of(r, r->before);
	if (r->before == SIZE_MAX || !(is_catch || is(r, i, "else")))
		return;
	bool is_end = is(r, r->before, "}") || (!is_catch && is(r, r->before, ";"));
	if (!is_end &&
		(kind == TOKEN_OPEN || kind == TOKEN_OPERATOR || kind == TOKEN_NUMBER || is_plain(r, r->before)) &&
		!frame_of(r)->is_macro)
		note(r, i, NO_TRY);
}

/* --- brackets ----------------------------------------------------------------------------------------------------- */

/* Do statements begin behind the '{' at hand: `if (a) {`, `else {`, `; {`? */
static bool begins_body(const struct reader *r)
{
	static const char *const words[] = { "else", "do", "try", ";", NULL };
	if (r->before == SIZE_MAX)
		return false;
	return document_is_one_of(r->doc, r->before, words) ||
	       (is(r, r->before, ")") &&
		       c_ends_control(r->doc->source->bytes, &r->doc->tokens, r->doc->code[r->before]));
}

/* Is token `before`, right before the '}' of a body, one after which a ';' is missing? */
static bool lacks_semicolon(const struct reader *r)
{
	const struct token_list *tokens = &r->doc->tokens;
	if (kind_of(r, r->before) == TOKEN_NUMBER || is_plain(r, r->before))
		return true;
	uint32_t open = is(r, r->before, ")") ? tokens->items[r->doc->code[r->before]].partner : TOKEN_NONE;
	uint32_t name = open == TOKEN_NONE ? TOKEN_NONE : token_before(tokens, open);
	struct slice text = name == TOKEN_NONE ? slice_of("") : token_text(r->doc->source->bytes, tokens, name);
	return c_kind(tokens, name) == TOKEN_NAME && !c_may_name_macro(text);
}

static void open_frame(struct reader *r, size_t i)
{
	static const char *const heads[] = { "if", "while", "switch", "constexpr", NULL };
	uint32_t open = r->doc->code[i];
	bool is_round = is(r, i, "("), is_braces = is(r, i, "{");
	struct frame frame = {
		.open = open, .bracket = r->doc->source->bytes.ptr[r->doc->tokens.items[open].begin], .first = i + 1
	};
	bool has_name = r->before != SIZE_MAX && kind_of(r, r->before) == TOKEN_NAME;
	frame.is_for = is_round && is(r, r->before, "for");
	frame.is_head = is_round && document_is_one_of(r->doc, r->before, heads);
	frame.is_macro = !is_braces &&
			 (frame_of(r)->is_macro || (is_round && has_name && c_may_name_macro(text_of(r, r->before))));
	frame.is_body = is_braces && begins_body(r);
	if (frame.is_head && is(r, r->next, ")"))
		note(r, i, NO_HEAD);
	VEC_PUSH(r->frames, r->depth, r->capacity, frame);
}

static void end_statement(struct reader *r, size_t i)
{
	struct frame *frame = &r->frames[r->depth - 1];
	if (frame->n_questions && !frame->is_parted && !frame->is_macro)
		note(r, i, NO_COLON);
	frame->n_questions = 0;
	frame->first = i + 1;
}

static void close_frame(struct reader *r, size_t i)
{
	uint32_t open = r->doc->tokens.items[r->doc->code[i]].partner;
	if (open == TOKEN_NONE)
		return;
	while (r->depth > 1 && frame_of(r)->open != open)
		r->depth--;
	if (r->depth == 1)
		return;
	end_statement(r, i);
	struct frame frame = r->frames[--r->depth];
	/* `{ x } -> T` is a requirement. */
	if (frame.is_body && !is(r, r->next, "->") && !is(r, r->next, "noexcept") && r->before != SIZE_MAX &&
		lacks_semicolon(r))
		note(r, i, NO_SEMICOLON);
	bool is_range = frame.has_colon && frame.n_semicolons < 2;
	if (frame.is_for && !frame.is_parted && !is_range && frame.n_semicolons != 2)
		note(r, i, BAD_FOR);
	if (is(r, i, "}"))
		r->frames[r->depth - 1].first = i + 1;
}

static void check_try(struct reader *r, size_t i)
{
	uint32_t open = r->doc->tokens.items[r->doc->code[i]].partner;
	if (!is(r, i, "}") || open == TOKEN_NONE || r->next == SIZE_MAX)
		return;
	uint32_t word = token_before(&r->doc->tokens, open);
	if (token_is(r->doc->source->bytes, &r->doc->tokens, word, TOKEN_NAME, "try") && !is(r, r->next, "catch") &&
		(kind_of(r, r->next) != TOKEN_NAME || is_plain(r, r->next) || word_of(r, r->next)))
		note(r, i, NO_CATCH);
}

static void track(struct reader *r, size_t i)
{
	struct frame *frame = &r->frames[r->depth - 1];
	if (kind_of(r, i) == TOKEN_OPEN && r->doc->tokens.items[r->doc->code[i]].partner != TOKEN_NONE)
		open_frame(r, i);
	else if (kind_of(r, i) == TOKEN_CLOSE)
		close_frame(r, i);
	else if (is(r, i, "?"))
		frame->n_questions++;
	else if (is(r, i, ":") && frame->n_questions) {
		frame->n_questions--;
		if (r->next != SIZE_MAX && !may_begin_value(r, r->next))
			note(r, i, NO_VALUE);
	} else if (is(r, i, ":")) {
		frame->has_colon = true;
		frame->first = i + 1;
	} else if (is(r, i, ";")) {
		bool is_block = frame->bracket == '{';
		frame->n_semicolons++;
		if (!is_block && !frame->is_for && !frame->is_macro && !(frame->is_head && frame->n_semicolons == 1))
			note(r, i, IN_BRACKETS);
		end_statement(r, i);
	}
}

/* --- all of a file ------------------------------------------------------------------------------------------------ */

/* One past the directive at code token `i`; `i` where none is. */
static size_t past_directive(const struct reader *r, size_t i)
{
	const struct document *doc = r->doc;
	if (!c_is_directive(&doc->tokens, doc->code[i]))
		return i;
	uint32_t end = doc->tokens.items[doc->code[i]].partner;
	while (i < doc->n_code && doc->code[i] <= end)
		i++;
	return i;
}

void c_problems(struct document *doc, struct problem_list *out)
{
	struct reader r = { .doc = doc, .out = out, .before = SIZE_MAX };
	struct frame file = { .open = TOKEN_NONE, .bracket = '{' };
	VEC_PUSH(r.frames, r.depth, r.capacity, file);
	for (size_t i = 0, next; i < doc->n_code; i = next) {
		next = past_directive(&r, i);
		if (next > i) {
			/* Those around one that is parted are, too. */
			for (size_t k = r.depth; k > 0 && !r.frames[k - 1].is_parted; k--)
				r.frames[k - 1].is_parted = true;
			r.frames[r.depth - 1].first = next;
			r.before = SIZE_MAX;
			continue;
		}
		next = i + 1;
		r.next = next < doc->n_code && past_directive(&r, next) == next ? next : SIZE_MAX;
		check_right(&r, i);
		check_left(&r, i);
		check_pair(&r, i);
		check_type(&r, i);
		check_statement_word(&r, i);
		check_after_word(&r, i);
		check_branch(&r, i);
		check_try(&r, i);
		track(&r, i);
		r.before = i;
	}
	free(r.frames);
}
