/*
 * C's lexer: one pass, total and lossless, for C up to C23, C++ up to C++20 and CUDA.
 *
 * Directives. The `#` that is the first code of its line is a TOKEN_OPERATOR whose partner is the TOKEN_END that ends
 * the directive: its line end, or nothing at the end of the file. No other token is a TOKEN_END. `<x.h>` after
 * #include, #import and __has_include is one TOKEN_STRING. Brackets in a directive have their partners in the same
 * directive.
 *
 * Conditionals. Each branch of an #if begins with the brackets that were open before it, and what follows the #endif
 * goes on with those that the first branch left open (of `#if 0`, its #else). A bracket that two branches close has its
 * partner in the first; one that only the other branch opens or closes has none. So `if (a) {` and `if (b) {` in two
 * branches share the `}` after them.
 *
 * Brackets. A closing one closes those that bind weaker inside it: `{` before `(` before `[`; one that fits none has no
 * partner. `<<<` and `>>>` are brackets where they pair. So are the `<` and `>` of template arguments, as far as one
 * can tell without knowing the names: a `<` after a name or `template`, and a `>` before the enclosing bracket,
 * statement or brace ends. `a < b` with a blank before `<` is one only if nothing but names, literals and `:: , * &
 * ...` follow. `>>` is split where it ends two of them.
 *
 * Names. `operator==`, `operator ()`, `operator new[]`, `operator ""_x` and their like are one TOKEN_NAME, where what
 * follows shows that they name a function. So is `operator const char *` of a conversion, but not `operator T`: a
 * pattern may look for `T`.
 *
 * What is wrong: an unterminated literal is TOKEN_JUNK to the end of its line, an unterminated comment or raw string to
 * the end of the file; stray backslashes, backticks, control bytes and bytes that are not UTF-8 are TOKEN_JUNK.
 * Trigraphs and digraphs are not read.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "lang/c/lang_c.h"

/* `>` in a row that are looked at together. */
#define GREATER_MAX 64

enum strength { STRENGTH_ANGLE, STRENGTH_LAUNCH, STRENGTH_SQUARE, STRENGTH_ROUND, STRENGTH_CURLY };

/* An open bracket. They stay in the list once closed, so that branches can go back to a chain that was. */
struct bracket {
	uint32_t token;
	uint32_t outer;    /* index of the next outer one, or TOKEN_NONE */
	uint32_t stronger; /* of the next outer one that binds more strongly */
	uint8_t strength;
	bool is_loose;     /* STRENGTH_ANGLE: `a < b`, a comparison by its looks */
	bool has_operator; /* STRENGTH_ANGLE: holds one that could show the same: its `>` may have no blank before it */
};

struct conditional {
	uint32_t before; /* innermost open bracket before the #if */
	uint32_t after;  /* that after the branch which counts */
	bool has_after;
};

enum directive {
	DIRECTIVE_NONE,
	DIRECTIVE_OTHER,
	DIRECTIVE_INCLUDE,
	DIRECTIVE_IF,
	DIRECTIVE_IF_ZERO,
	DIRECTIVE_ELSE,
	DIRECTIVE_ENDIF
};

struct lexer {
	struct slice bytes;
	size_t at;
	bool pattern, line_fresh;
	struct token_list *out;
	struct bracket *brackets;
	size_t n_brackets, brackets_capacity;
	uint32_t open; /* innermost open bracket, or TOKEN_NONE */
	struct conditional *conditionals;
	size_t n_conditionals, conditionals_capacity;
	size_t n_dead;  /* of the conditionals, up to the `#if 0` that `at` is in; or 0 */
	size_t n_alive; /* of the brackets, before that #if */
	enum directive directive;
	uint32_t hash;        /* the directive's `#` */
	uint32_t open_before; /* `open` outside the directive */
	uint32_t last;        /* last code token, or TOKEN_NONE */
};

static uint32_t add(struct lexer *lx, enum token_kind kind, size_t end)
{
	uint32_t index = (uint32_t)token_list_add(lx->out, kind, lx->at, end);
	lx->at = end;
	if (!token_is_layout(&lx->out->items[index])) {
		lx->last = index;
		lx->line_fresh = false;
	}
	return index;
}

static void note(struct lexer *lx, size_t offset, const char *problem)
{
	if (lx->out->problem || lx->n_dead)
		return;
	lx->out->problem = problem;
	lx->out->problem_offset = (uint32_t)offset;
}

static void add_junk(struct lexer *lx, size_t end, const char *problem)
{
	note(lx, lx->at, problem);
	add(lx, TOKEN_JUNK, end);
}

static struct slice last_text(const struct lexer *lx)
{
	if (lx->last == TOKEN_NONE)
		return slice_from("", 0);
	const struct token *token = &lx->out->items[lx->last];
	return slice_sub(lx->bytes, token->begin, token->end);
}

/* --- brackets ---------------------------------------------------------------------------------------------------- */

static void push(struct lexer *lx, uint32_t token, enum strength strength, bool is_loose)
{
	uint32_t stronger = lx->open;
	while (stronger != TOKEN_NONE && lx->brackets[stronger].strength <= strength)
		stronger = lx->brackets[stronger].stronger;
	struct bracket bracket = { token, lx->open, stronger, (uint8_t)strength, is_loose, false };
	VEC_PUSH(lx->brackets, lx->n_brackets, lx->brackets_capacity, bracket);
	lx->open = (uint32_t)(lx->n_brackets - 1);
}

static enum strength strength_of(char c)
{
	return strchr("{}", c) ? STRENGTH_CURLY : strchr("()", c) ? STRENGTH_ROUND : STRENGTH_SQUARE;
}

/* Gives up the innermost bracket. */
static void drop(struct lexer *lx)
{
	const struct bracket *bracket = &lx->brackets[lx->open];
	const struct token *token = &lx->out->items[bracket->token];
	if (bracket->strength >= STRENGTH_SQUARE && token->partner == TOKEN_NONE && !lx->directive)
		note(lx, token->begin, "bracket is never closed");
	lx->open = bracket->outer;
}

static void drop_angles(struct lexer *lx)
{
	while (lx->open != TOKEN_NONE && lx->brackets[lx->open].strength == STRENGTH_ANGLE)
		drop(lx);
}

/* Makes the innermost bracket and the token `close` partners, unless another branch has closed it, or what no compiler
 * reads would close what was open before. */
static void pair(struct lexer *lx, uint32_t close)
{
	const struct bracket *bracket = &lx->brackets[lx->open];
	struct token *items = lx->out->items;
	bool is_alive = lx->open < lx->n_alive;
	lx->open = bracket->outer;
	if (items[bracket->token].partner != TOKEN_NONE || (lx->n_dead && is_alive))
		return;
	items[bracket->token].kind = TOKEN_OPEN;
	items[bracket->token].partner = close;
	items[close].partner = bracket->token;
}

static void lex_open(struct lexer *lx)
{
	char c = lx->bytes.ptr[lx->at];
	if (c == '{')
		drop_angles(lx);
	push(lx, add(lx, TOKEN_OPEN, lx->at + 1), strength_of(c), false);
}

static void lex_close(struct lexer *lx)
{
	enum strength strength = strength_of(lx->bytes.ptr[lx->at]);
	uint32_t close = add(lx, TOKEN_CLOSE, lx->at + 1), fits = lx->open;
	while (fits != TOKEN_NONE && lx->brackets[fits].strength < strength)
		fits = lx->brackets[fits].stronger;
	if (fits == TOKEN_NONE || lx->brackets[fits].strength != strength) {
		bool counts = !lx->n_conditionals || !lx->conditionals[lx->n_conditionals - 1].has_after;
		if (!lx->directive && counts)
			note(lx, lx->out->items[close].begin, "closing bracket without an opening one");
		return;
	}
	while (lx->open != fits && !lx->out->problem)
		drop(lx);
	lx->open = fits;
	pair(lx, close);
}

/* --- template arguments ------------------------------------------------------------------------------------------ */

/* The `<` that was just added: may it begin template arguments? */
static void see_less(struct lexer *lx, uint32_t less, uint32_t before)
{
	const struct token *items = lx->out->items;
	if (before == TOKEN_NONE || (items[before].kind != TOKEN_NAME && items[before].kind != TOKEN_CAPTURE))
		return;
	struct slice name = slice_sub(lx->bytes, items[before].begin, items[before].end);
	const struct keyword *word = c_word_find(name);
	bool is_template = slice_eq_cstr(name, "template");
	if (word && !is_template)
		return;
	push(lx, less, STRENGTH_ANGLE, !is_template && items[before].end != items[less].begin);
}

/* An operator inside what may be template arguments: does it show that they are none? */
static void see_operator(struct lexer *lx, struct slice text)
{
	static const char *const harmless[] = { "::", ",", "*", "&", "..." };
	if (slice_eq_cstr(text, ";")) {
		drop_angles(lx);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(harmless); i++)
		if (slice_eq_cstr(text, harmless[i]))
			return;
	while (lx->open != TOKEN_NONE && lx->brackets[lx->open].strength == STRENGTH_ANGLE &&
		lx->brackets[lx->open].is_loose)
		drop(lx);
	if (lx->open != TOKEN_NONE)
		lx->brackets[lx->open].has_operator = true;
}

/* Do all of the `n` `>` at `lx->at` end template arguments? */
static bool ends_angles(const struct lexer *lx, size_t n)
{
	size_t after = lx->at + n;
	if (lx->last == TOKEN_NONE)
		return false;
	if (c_name_end(lx->bytes, after, false) > after || c_is_digit(slice_byte(lx->bytes, after)))
		return false;
	uint32_t open = lx->open;
	bool is_after_space = lx->out->items[lx->out->count - 1].kind <= TOKEN_NEWLINE;
	if (is_after_space && open != TOKEN_NONE && lx->brackets[open].has_operator)
		return false;
	for (; n > 0 && open != TOKEN_NONE && lx->brackets[open].strength == STRENGTH_ANGLE; n--)
		open = lx->brackets[open].outer;
	return n == 0;
}

/* A run of `>`: the ends of template arguments, of a kernel launch, or operators. False: it is an operator as any
 * other. */
static bool lex_greater(struct lexer *lx)
{
	size_t n = 0;
	while (n < GREATER_MAX && slice_byte(lx->bytes, lx->at + n) == '>')
		n++;
	if (slice_byte(lx->bytes, lx->at + n) == '=')
		return false;
	if (ends_angles(lx, n)) {
		for (; n > 0; n--)
			pair(lx, add(lx, TOKEN_CLOSE, lx->at + 1));
		return true;
	}
	uint32_t open = lx->open;
	if (open != TOKEN_NONE && lx->brackets[open].strength == STRENGTH_ANGLE)
		open = lx->brackets[open].stronger;
	if (n < 3 || open == TOKEN_NONE || lx->brackets[open].strength != STRENGTH_LAUNCH)
		return false;
	while (n > 3 && lx->brackets[lx->open].strength == STRENGTH_ANGLE) {
		pair(lx, add(lx, TOKEN_CLOSE, lx->at + 1));
		n--;
	}
	while (lx->open != open)
		drop(lx);
	pair(lx, add(lx, TOKEN_CLOSE, lx->at + 3));
	return true;
}

/* --- directives -------------------------------------------------------------------------------------------------- */

static void begin_directive(struct lexer *lx)
{
	lx->open_before = lx->open;
	lx->open = TOKEN_NONE;
	lx->directive = DIRECTIVE_OTHER;
	lx->hash = add(lx, TOKEN_OPERATOR, lx->at + 1);
}

/* The directive's name, which was just added. */
static void name_directive(struct lexer *lx, struct slice name)
{
	static const struct {
		const char *name;
		enum directive directive;
	} names[] = {
		{ "include", DIRECTIVE_INCLUDE },
		{ "include_next", DIRECTIVE_INCLUDE },
		{ "import", DIRECTIVE_INCLUDE },
		{ "if", DIRECTIVE_IF },
		{ "ifdef", DIRECTIVE_IF },
		{ "ifndef", DIRECTIVE_IF },
		{ "elif", DIRECTIVE_ELSE },
		{ "elifdef", DIRECTIVE_ELSE },
		{ "elifndef", DIRECTIVE_ELSE },
		{ "else", DIRECTIVE_ELSE },
		{ "endif", DIRECTIVE_ENDIF },
	};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (slice_eq_cstr(name, names[i].name))
			lx->directive = names[i].directive;
}

/* The present branch ends: do its brackets count after the #endif? */
static void end_branch(struct lexer *lx, struct conditional *conditional)
{
	bool is_dead = lx->n_dead == lx->n_conditionals;
	if (!conditional->has_after && !is_dead) {
		conditional->after = lx->open;
		conditional->has_after = true;
	}
	lx->n_dead = is_dead ? 0 : lx->n_dead;
	lx->open = conditional->before;
}

static void end_directive(struct lexer *lx, size_t end)
{
	while (lx->open != TOKEN_NONE)
		drop(lx);
	lx->open = lx->open_before;
	uint32_t line_end = add(lx, TOKEN_END, end);
	lx->out->items[line_end].partner = lx->hash;
	lx->out->items[lx->hash].partner = line_end;
	lx->line_fresh = true;
	enum directive directive = lx->directive;
	lx->directive = DIRECTIVE_NONE;
	if (directive == DIRECTIVE_IF || directive == DIRECTIVE_IF_ZERO) {
		struct conditional conditional = { lx->open, lx->open, false };
		VEC_PUSH(lx->conditionals, lx->n_conditionals, lx->conditionals_capacity, conditional);
		if (directive == DIRECTIVE_IF_ZERO && !lx->n_dead) {
			lx->n_dead = lx->n_conditionals;
			lx->n_alive = lx->n_brackets;
		}
	}
	if (!lx->n_conditionals || (directive != DIRECTIVE_ELSE && directive != DIRECTIVE_ENDIF))
		return;
	struct conditional *conditional = &lx->conditionals[lx->n_conditionals - 1];
	end_branch(lx, conditional);
	if (directive == DIRECTIVE_ENDIF) {
		lx->open = conditional->has_after ? conditional->after : conditional->before;
		lx->n_conditionals--;
	}
}

/* The `<x.h>` of an #include or __has_include at `lx->at`, if it is one. */
static bool lex_header(struct lexer *lx)
{
	bool is_include = lx->directive == DIRECTIVE_INCLUDE && token_before(lx->out, lx->last) == lx->hash;
	if (!is_include && slice_eq_cstr(last_text(lx), "(")) {
		const struct token *name = &lx->out->items[token_before(lx->out, lx->last)];
		is_include = slice_starts_with(slice_sub(lx->bytes, name->begin, name->end), "__has_include");
	}
	if (!is_include)
		return false;
	size_t end = lx->at;
	while (end < lx->bytes.len && !strchr(">\n\r", lx->bytes.ptr[end]))
		end++;
	if (slice_byte(lx->bytes, end) != '>')
		return false;
	add(lx, TOKEN_STRING, end + 1);
	return true;
}

/* --- code -------------------------------------------------------------------------------------------------------- */

static size_t blanks_end(struct slice bytes, size_t at)
{
	while (slice_byte(bytes, at) == ' ' || slice_byte(bytes, at) == '\t')
		at++;
	return at;
}

/* One past the sign at `at` that `operator` makes a name with, or `at`. */
static size_t overloaded_end(const struct lexer *lx, size_t at)
{
	static const char *const others[] = { ";", ":", "::", "?", ".", "...", ",", "#", "##" };
	struct slice two = slice_sub(lx->bytes, at, at + 2);
	size_t end;
	if (slice_eq_cstr(two, "()") || slice_eq_cstr(two, "[]"))
		return at + 2;
	if (c_scan(lx->bytes, at, !lx->pattern, &end) != C_OPERATOR)
		return at;
	struct slice sign = slice_sub(lx->bytes, at, end);
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (slice_eq_cstr(sign, others[i]))
			return at;
	return end;
}

/* One past the word at `at`, if it is one of these, or `at`. */
static size_t word_end(struct slice bytes, size_t at, const char *const *words)
{
	size_t end = c_name_end(bytes, at, true);
	return slice_is_one_of(slice_sub(bytes, at, end), words) ? end : at;
}

/* One past `new`, `new[]` and their like at `at`, or `at`. */
static size_t allocation_end(struct slice bytes, size_t at)
{
	static const char *const words[] = { "new", "delete", NULL };
	size_t end = word_end(bytes, at, words), open = blanks_end(bytes, end);
	if (end == at || slice_byte(bytes, open) != '[')
		return end;
	size_t close = blanks_end(bytes, open + 1);
	return slice_byte(bytes, close) == ']' ? close + 1 : end;
}

/* One past the `""_x` at `at` of a literal's operator, or `at`. */
static size_t suffix_end(struct slice bytes, size_t at)
{
	size_t end = at;
	if (slice_starts_with(slice_sub(bytes, at, at + 2), "\"\""))
		end = c_name_end(bytes, blanks_end(bytes, at + 2), false);
	return end > blanks_end(bytes, at + 2) ? end : at;
}

static size_t type_word_end(struct slice bytes, size_t at)
{
	size_t end = c_name_end(bytes, at, true);
	unsigned flags = c_type_word(slice_sub(bytes, at, end));
	return flags & C_WORD_TYPE && !(flags & C_WORD_NAMES) ? end : at;
}

/* One past the type at `at` that a conversion is to, or `at`: those only whose words are no names, which a pattern may
 * look for. */
static size_t conversion_end(struct slice bytes, size_t at)
{
	size_t begin = at, end = at;
	for (size_t next = at;; at = blanks_end(bytes, next)) {
		bool is_pointer = end > begin && (slice_byte(bytes, at) == '*' || slice_byte(bytes, at) == '&');
		next = is_pointer ? at + 1 : type_word_end(bytes, at);
		if (next == at)
			break;
		end = next;
	}
	size_t open = blanks_end(bytes, end);
	bool is_call = slice_byte(bytes, open) == '(' && slice_byte(bytes, blanks_end(bytes, open + 1)) == ')';
	return is_call ? end : begin;
}

/* The name at `lx->at` ends at `end`: how far does it go on with what makes an operator's name of it? C has a variable
 * called "operator", but none that is followed so. */
static size_t operator_end(const struct lexer *lx, size_t end)
{
	struct slice bytes = lx->bytes;
	if (!slice_eq_cstr(slice_sub(bytes, lx->at, end), "operator"))
		return end;
	size_t at = blanks_end(bytes, end), last = at < bytes.len ? overloaded_end(lx, at) : at;
	last = last > at ? last : allocation_end(bytes, at);
	last = last > at ? last : suffix_end(bytes, at);
	last = last > at ? last : conversion_end(bytes, at);
	size_t next = blanks_end(bytes, last);
	bool names = last > at && (next == bytes.len || memchr("(<;,)", bytes.ptr[next], 5));
	return names ? last : end;
}

/* An operator, just added, behind the 0 of an #if: may the condition hold in spite of it? `0 && X` cannot. */
static void see_condition(struct lexer *lx, struct slice text)
{
	static const char *const harmless[] = { "&&", "and", "!", "not", NULL };
	if (lx->directive == DIRECTIVE_IF_ZERO && lx->open == TOKEN_NONE && !slice_is_one_of(text, harmless))
		lx->directive = DIRECTIVE_IF;
}

static void lex_name(struct lexer *lx, size_t end)
{
	bool names_directive = lx->directive == DIRECTIVE_OTHER && lx->last == lx->hash;
	struct slice name = slice_sub(lx->bytes, lx->at, end);
	add(lx, TOKEN_NAME, end);
	if (names_directive)
		name_directive(lx, name);
	else if (c_word_find(name))
		see_condition(lx, name);
}

static void lex_number(struct lexer *lx, size_t end)
{
	bool is_condition = lx->directive == DIRECTIVE_IF && slice_eq_cstr(last_text(lx), "if") &&
			    token_before(lx->out, lx->last) == lx->hash;
	add(lx, TOKEN_NUMBER, end);
	if (is_condition && slice_eq_cstr(last_text(lx), "0"))
		lx->directive = DIRECTIVE_IF_ZERO;
}

/* `end`: of the longest operator. */
static void lex_operator(struct lexer *lx, size_t end)
{
	struct slice bytes = lx->bytes;
	char c = bytes.ptr[lx->at];
	if (c == '#' && lx->line_fresh && !lx->directive) {
		begin_directive(lx);
		return;
	}
	if ((c == '<' && lx->directive && lex_header(lx)) || (c == '>' && lex_greater(lx)))
		return;
	uint32_t before = lx->last;
	if (c == '<' && slice_starts_with(slice_sub(bytes, lx->at, lx->at + 3), "<<<")) {
		push(lx, add(lx, TOKEN_OPERATOR, lx->at + 3), STRENGTH_LAUNCH, false);
		return;
	}
	uint32_t index = add(lx, TOKEN_OPERATOR, end);
	struct slice text = slice_sub(bytes, lx->out->items[index].begin, end);
	bool is_condition = lx->directive && lx->directive != DIRECTIVE_OTHER;
	see_condition(lx, text);
	if (slice_eq_cstr(text, "<") && !is_condition)
		see_less(lx, index, before);
	else
		see_operator(lx, text);
}

static void lex_dollar(struct lexer *lx)
{
	enum token_kind kind;
	size_t len = capture_len(lx->bytes, lx->at, &kind);
	size_t end = lx->at + (len ? len : 1), name = c_name_end(lx->bytes, end, true);
	if (len && name == end)
		add(lx, kind, end);
	else
		add_junk(lx, name, "not a capture: captures are $NAME and $$$NAME, in upper case");
}

static void lex_newline(struct lexer *lx, size_t end)
{
	if (lx->directive)
		end_directive(lx, end);
	else
		add(lx, TOKEN_NEWLINE, end);
	lx->line_fresh = true;
}

static void lex_next(struct lexer *lx)
{
	size_t end;
	if (lx->pattern && lx->bytes.ptr[lx->at] == '$') {
		lex_dollar(lx);
		return;
	}
	switch (c_scan(lx->bytes, lx->at, !lx->pattern, &end)) {
	case C_SPACE:
		add(lx, TOKEN_SPACE, end);
		break;
	case C_NEWLINE:
		lex_newline(lx, end);
		break;
	case C_COMMENT:
		add(lx, TOKEN_COMMENT, end);
		break;
	case C_OPEN_COMMENT:
		add_junk(lx, end, "comment is never closed");
		break;
	case C_NUMBER:
		lex_number(lx, end);
		break;
	case C_LITERAL:
		add(lx, TOKEN_STRING, end);
		break;
	case C_OPEN_LITERAL:
		add_junk(lx, end, "literal is never closed");
		break;
	case C_OPEN:
		lex_open(lx);
		break;
	case C_CLOSE:
		lex_close(lx);
		break;
	case C_OPERATOR:
		lex_operator(lx, end);
		break;
	case C_NAME:
		lex_name(lx, operator_end(lx, end));
		break;
	case C_STRAY:
		add_junk(lx, end, "a character that a name cannot contain");
		break;
	}
}

void c_lex(struct slice bytes, bool pattern, struct token_list *out)
{
	struct lexer lx = { .bytes = bytes,
		.pattern = pattern,
		.out = out,
		.line_fresh = true,
		.open = TOKEN_NONE,
		.last = TOKEN_NONE };
	if (slice_starts_with(bytes, "\xEF\xBB\xBF"))
		add(&lx, TOKEN_BOM, 3);
	while (lx.at < bytes.len)
		lex_next(&lx);
	if (lx.directive)
		end_directive(&lx, lx.at);
	while (lx.open != TOKEN_NONE)
		drop(&lx);
	free(lx.brackets);
	free(lx.conditionals);
}
