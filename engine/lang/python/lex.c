/*
 * Python's lexer: one pass, total and lossless, for Python 3 up to 3.14 and for Python 2.
 *
 * Lines. "\n", "\r\n" and a lone "\r" end a line. The line end of a logical line is TOKEN_END, every other
 * TOKEN_NEWLINE. INDENT and DEDENT are directly before the first code token of their line, after its spaces; those
 * that a file's end brings are at its end. A tab goes to the next multiple of 8, a form feed to column 0. A pattern
 * may be indented as a whole: its first line is its column 0.
 *
 * Partners. Besides brackets and indents, `lambda` and its colon are partners, and `for` and its `in`: the commas
 * between them separate parameters and targets, not arguments. So a colon without a partner outside brackets is a
 * block's or an annotation's, and an `in` without one is an operator.
 *
 * What is wrong, and how the lexer goes on:
 * - A bracket that is never closed. A line that begins with a keyword which can be in no bracket (`def`, `return`,
 *   `import` …) closes all brackets before it, whatever its column; the line end before it becomes the TOKEN_END. The
 *   brackets keep no partner. A closing bracket that fits an outer one closes those inside it; one that fits none has
 *   no partner.
 * - A string that is never closed. It is TOKEN_JUNK to the end of its line, and brackets opened on that line end with
 *   it.
 *   With three quotes it is TOKEN_JUNK to the end of the file: nothing tells where its text ends, and text must not
 *   match.
 * - An f-string whose braces do not pair is read as Python 3.11 does: to the next quote of its kind.
 * - A line that is dedented to a column no outer line has: it belongs to the block that it is still deeper than.
 * - A backslash not at its line's end, `?`, `!`, `$`, control bytes, bytes that are not UTF-8 outside strings and
 *   comments:
 *   TOKEN_JUNK. Python 2's backtick and `<>` are operators.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "lang/python/lang_python.h"

struct lexer {
	struct slice bytes;
	size_t at;
	bool pattern;
	struct token_list *out;
	/* Open brackets, lambdas and fors, innermost first: `partner` of an open token is the next outer one until it
	 * finds its own. */
	uint32_t open;
	size_t n_open[3], n_brackets; /* by kind, and together */
	uint32_t indent;              /* innermost INDENT, chained in the same way */
	size_t *columns;              /* of the outermost line and of each INDENT */
	size_t n_columns, columns_capacity;
	size_t line_begin; /* where the present line begins, or those that backslashes join to it */
	bool line_fresh;   /* no code on it yet */
	bool fresh;        /* no code in the present logical line yet */
	/* bytes that may still be spent on f-strings that turn out to be broken: keeps the work linear */
	size_t rescan;
};

static size_t add(struct lexer *lx, enum token_kind kind, size_t end)
{
	size_t index = token_list_add(lx->out, kind, lx->at, end);
	lx->at = end;
	return index;
}

static void add_junk(struct lexer *lx, size_t end, const char *problem)
{
	token_list_note(lx->out, lx->at, problem);
	add(lx, TOKEN_JUNK, end);
}

/* --- brackets, lambda and for ------------------------------------------------------------------------------------ */

static size_t bracket_kind(char c)
{
	return c == '(' || c == ')' ? 0 : c == '[' || c == ']' ? 1 : 2;
}

static void push_open(struct lexer *lx, size_t index)
{
	lx->out->items[index].partner = lx->open;
	lx->open = (uint32_t)index;
}

/* Takes the innermost open token off the chain; its partner becomes `partner`. */
static void pop_open(struct lexer *lx, uint32_t partner)
{
	struct token *token = &lx->out->items[lx->open];
	lx->open = token->partner;
	token->partner = partner;
	if (token->kind != TOKEN_OPEN)
		return;
	lx->n_open[bracket_kind(lx->bytes.ptr[token->begin])]--;
	lx->n_brackets--;
}

/* Gives up the innermost open token. */
static void drop_open(struct lexer *lx)
{
	const struct token *token = &lx->out->items[lx->open];
	if (token->kind == TOKEN_OPEN)
		token_list_note(lx->out, token->begin, "bracket is never closed");
	pop_open(lx, TOKEN_NONE);
}

static void drop_all_open(struct lexer *lx)
{
	while (lx->open != TOKEN_NONE)
		drop_open(lx);
}

static void lex_open(struct lexer *lx)
{
	lx->n_open[bracket_kind(lx->bytes.ptr[lx->at])]++;
	lx->n_brackets++;
	push_open(lx, add(lx, TOKEN_OPEN, lx->at + 1));
}

static void lex_close(struct lexer *lx)
{
	size_t kind = bracket_kind(lx->bytes.ptr[lx->at]);
	size_t index = add(lx, TOKEN_CLOSE, lx->at + 1);
	struct token *items = lx->out->items;
	if (!lx->n_open[kind]) {
		token_list_note(lx->out, items[index].begin, "closing bracket without an opening one");
		return;
	}
	while (items[lx->open].kind != TOKEN_OPEN || bracket_kind(lx->bytes.ptr[items[lx->open].begin]) != kind)
		drop_open(lx);
	items[index].partner = lx->open;
	pop_open(lx, (uint32_t)index);
}

static bool is_word(struct slice name, const char *word)
{
	size_t len = strlen(word);
	return name.len == len && memcmp(name.ptr, word, len) == 0;
}

/* Makes token `index` the partner of `word`, if that is what is open. */
static void close_word(struct lexer *lx, size_t index, const char *word)
{
	const struct token *open = lx->open == TOKEN_NONE ? NULL : &lx->out->items[lx->open];
	if (!open || open->kind != TOKEN_NAME || !is_word(slice_sub(lx->bytes, open->begin, open->end), word))
		return;
	lx->out->items[index].partner = lx->open;
	pop_open(lx, (uint32_t)index);
}

/* Makes the line end after the last code token that of a logical line. False if there is none. */
static bool end_last_line(struct lexer *lx)
{
	struct token *items = lx->out->items;
	size_t i = lx->out->count;
	struct token *line_end = NULL;
	while (i > 0 && token_is_layout(&items[i - 1])) {
		i--;
		if (items[i].kind == TOKEN_NEWLINE)
			line_end = &items[i];
	}
	if (line_end)
		line_end->kind = TOKEN_END;
	return line_end != NULL;
}

/* Does the line that begins at `lx->at`, in brackets, show that they were never closed? */
static bool is_beyond_brackets(const struct lexer *lx)
{
	size_t end = python_name_end(lx->bytes, lx->at);
	struct slice name = slice_sub(lx->bytes, lx->at, end);
	if (slice_eq_cstr(name, "async")) {
		/* `async for` may be in brackets. */
		size_t next = end;
		while (next < lx->bytes.len && lx->bytes.ptr[next] == ' ')
			next++;
		name = slice_sub(lx->bytes, next, python_name_end(lx->bytes, next));
		return slice_eq_cstr(name, "def") || slice_eq_cstr(name, "with");
	}
	const struct keyword *word = python_word_find(name);
	if (!word || !(word->flags & PYTHON_NO_BRACKET))
		return false;
	if (!slice_eq_cstr(name, "from"))
		return true;
	size_t i = lx->out->count;
	while (i > 0 && token_is_layout(&lx->out->items[i - 1]))
		i--;
	const struct token *before = &lx->out->items[i - 1];
	return !slice_eq_cstr(slice_sub(lx->bytes, before->begin, before->end), "yield");
}

/* --- lines ------------------------------------------------------------------------------------------------------- */

static void add_dedent(struct lexer *lx)
{
	size_t index = add(lx, TOKEN_DEDENT, lx->at);
	struct token *items = lx->out->items;
	uint32_t outer = items[lx->indent].partner;
	items[index].partner = lx->indent;
	items[lx->indent].partner = (uint32_t)index;
	lx->indent = outer;
	lx->n_columns--;
}

/* The column that a line's leading `spaces` lead to; a backslash among them ends them. */
static size_t python_indent_column(struct slice spaces)
{
	size_t column = 0;
	for (size_t i = 0; i < spaces.len; i++) {
		char c = spaces.ptr[i];
		if (c == ' ')
			column++;
		else if (c == '\t')
			column = (column / 8 + 1) * 8;
		else if (c == '\f')
			column = 0;
		else
			break;
	}
	return column;
}

/* INDENT or DEDENTs before the code token at `lx->at`, the first of a logical line. */
static void settle_indent(struct lexer *lx)
{
	size_t column = python_indent_column(slice_sub(lx->bytes, lx->line_begin, lx->at));
	if (!lx->n_columns)
		VEC_PUSH(lx->columns, lx->n_columns, lx->columns_capacity, lx->pattern ? column : 0);
	if (column > lx->columns[lx->n_columns - 1]) {
		size_t index = add(lx, TOKEN_INDENT, lx->at);
		lx->out->items[index].partner = lx->indent;
		lx->indent = (uint32_t)index;
		VEC_PUSH(lx->columns, lx->n_columns, lx->columns_capacity, column);
		return;
	}
	while (lx->columns[lx->n_columns - 1] > column && lx->n_columns > 1 && lx->columns[lx->n_columns - 2] >= column)
		add_dedent(lx);
	if (lx->columns[lx->n_columns - 1] > column) {
		token_list_note(lx->out, lx->at, "dedent to a column that matches no outer line");
		lx->columns[lx->n_columns - 1] = column;
	}
}

/* Spaces, and backslashes that join lines. */
static void lex_space(struct lexer *lx)
{
	size_t end = lx->at;
	for (;;) {
		char class = end < lx->bytes.len ? python_byte_class(lx->bytes.ptr[end]) : 'j';
		if (class == 's')
			end++;
		else if (class == 'b' && python_line_end(lx->bytes, end + 1) > end + 1)
			end = python_line_end(lx->bytes, end + 1);
		else
			break;
	}
	if (end > lx->at)
		add(lx, TOKEN_SPACE, end);
}

static void lex_line_end(struct lexer *lx)
{
	bool ends = !lx->fresh && !lx->n_brackets;
	if (ends)
		drop_all_open(lx); /* a lambda without a colon, a for without in */
	add(lx, ends ? TOKEN_END : TOKEN_NEWLINE, python_line_end(lx->bytes, lx->at));
	lx->fresh |= ends;
	lx->line_fresh = true;
	lx->line_begin = lx->at;
}

static void lex_comment(struct lexer *lx)
{
	size_t end = lx->at;
	while (end < lx->bytes.len && lx->bytes.ptr[end] != '\n' && lx->bytes.ptr[end] != '\r')
		end++;
	add(lx, TOKEN_COMMENT, end);
}

static void begin_code(struct lexer *lx)
{
	if (lx->line_fresh && lx->n_brackets && python_byte_class(lx->bytes.ptr[lx->at]) == 'n' &&
		is_beyond_brackets(lx)) {
		drop_all_open(lx);
		lx->fresh = end_last_line(lx);
	}
	if (lx->fresh)
		settle_indent(lx);
	lx->fresh = false;
	lx->line_fresh = false;
}

/* --- code -------------------------------------------------------------------------------------------------------- */

/* The literal whose prefix is at `lx->at` and whose first quote is at `quote`. */
static void lex_string(struct lexer *lx, size_t quote, struct python_prefix prefix)
{
	size_t end;
	if (prefix.fields && lx->rescan) {
		if (python_fields_end(lx->bytes, quote, prefix.raw, &end)) {
			add(lx, TOKEN_STRING, end);
			return;
		}
		lx->rescan -= end - quote < lx->rescan ? end - quote : lx->rescan;
		token_list_note(lx->out, lx->at, "braces of an f-string do not match");
	}
	if (python_string_end(lx->bytes, quote, &end)) {
		add(lx, TOKEN_STRING, end);
		return;
	}
	add_junk(lx, end, "string is never closed");
	while (lx->open != TOKEN_NONE && lx->out->items[lx->open].begin >= lx->line_begin)
		pop_open(lx, TOKEN_NONE); /* the string is the problem, not they */
}

static void lex_name(struct lexer *lx)
{
	size_t end = python_name_end(lx->bytes, lx->at);
	if (end == lx->at) {
		end++;
		while (end < lx->bytes.len && python_byte_class(lx->bytes.ptr[end]) == 'u' &&
			python_name_end(lx->bytes, end) == end)
			end++;
		add_junk(lx, end, "a character that a name cannot contain");
		return;
	}
	struct python_prefix prefix;
	struct slice name = slice_sub(lx->bytes, lx->at, end);
	if (end < lx->bytes.len && python_byte_class(lx->bytes.ptr[end]) == 'q' && python_prefix_read(name, &prefix)) {
		lex_string(lx, end, prefix);
		return;
	}
	size_t index = add(lx, TOKEN_NAME, end);
	if (is_word(name, "lambda") || is_word(name, "for"))
		push_open(lx, index);
	else if (is_word(name, "in"))
		close_word(lx, index, "for");
}

/* One past the operator at `at`, which is of class p: the longest that fits. `at` itself where '!' stands alone. */
static size_t python_operator_end(struct slice bytes, size_t at)
{
	char first = bytes.ptr[at], second = slice_byte(bytes, at + 1), third = slice_byte(bytes, at + 2);
	if (first == '.')
		return second == '.' && third == '.' ? at + 3 : at + 1;
	if (second == first && strchr("*/<>", first))
		return third == '=' ? at + 3 : at + 2;
	if (second == '=' && strchr("+-*/%@&|^=!<>:", first))
		return at + 2;
	if (second == '>' && (first == '-' || first == '<'))
		return at + 2;
	return first == '!' ? at : at + 1;
}

static void lex_operator(struct lexer *lx)
{
	char first = lx->bytes.ptr[lx->at];
	if (first == '.' && lx->at + 1 < lx->bytes.len && python_byte_class(lx->bytes.ptr[lx->at + 1]) == 'd') {
		add(lx, TOKEN_NUMBER, python_number_end(lx->bytes, lx->at));
		return;
	}
	size_t end = python_operator_end(lx->bytes, lx->at);
	if (end == lx->at) {
		add_junk(lx, lx->at + 1, "'!' without '='");
		return;
	}
	size_t len = end - lx->at, index = add(lx, TOKEN_OPERATOR, end);
	if (first == ':' && len == 1)
		close_word(lx, index, "lambda");
}

static void lex_dollar(struct lexer *lx)
{
	enum token_kind kind;
	size_t len = lx->pattern ? capture_len(lx->bytes, lx->at, &kind) : 0;
	size_t end = lx->at + (len ? len : 1);
	if (lx->pattern && (!len || python_name_end(lx->bytes, end) > end)) {
		while (end < lx->bytes.len && strchr("nd", python_byte_class(lx->bytes.ptr[end])))
			end++;
		add_junk(lx, end, "not a capture: captures are $NAME and $$$NAME, in upper case");
	} else if (len) {
		add(lx, kind, end);
	} else {
		add_junk(lx, end, "'$' in code");
	}
}

static void lex_code(struct lexer *lx)
{
	switch (python_byte_class(lx->bytes.ptr[lx->at])) {
	case 'n':
	case 'u':
		lex_name(lx);
		break;
	case 'd':
		add(lx, TOKEN_NUMBER, python_number_end(lx->bytes, lx->at));
		break;
	case 'q':
		lex_string(lx, lx->at, (struct python_prefix){ 0 });
		break;
	case 'o':
		lex_open(lx);
		break;
	case 'c':
		lex_close(lx);
		break;
	case 'p':
		lex_operator(lx);
		break;
	case 'D':
		lex_dollar(lx);
		break;
	case 'b':
		add_junk(lx, lx->at + 1, "backslash that is not at the end of its line");
		break;
	default:
		add_junk(lx, lx->at + 1, "stray byte");
	}
}

static void lex_next(struct lexer *lx)
{
	switch (python_byte_class(lx->bytes.ptr[lx->at])) {
	case 'l':
		lex_line_end(lx);
		break;
	case 'h':
		lex_comment(lx);
		break;
	default:
		begin_code(lx);
		lex_code(lx);
	}
}

static void finish(struct lexer *lx)
{
	bool in_brackets = lx->n_brackets > 0;
	drop_all_open(lx);
	if (in_brackets && end_last_line(lx))
		lx->fresh = true;
	if (!lx->fresh)
		add(lx, TOKEN_END, lx->at);
	while (lx->indent != TOKEN_NONE)
		add_dedent(lx);
	free(lx->columns);
}

void python_lex(struct slice bytes, bool pattern, struct token_list *out)
{
	struct lexer lx = {
		.bytes = bytes,
		.pattern = pattern,
		.out = out,
		.open = TOKEN_NONE,
		.indent = TOKEN_NONE,
		.line_fresh = true,
		.fresh = true,
		.rescan = bytes.len,
	};
	if (slice_starts_with(bytes, "\xEF\xBB\xBF"))
		add(&lx, TOKEN_BOM, 3);
	lx.line_begin = lx.at;
	for (lex_space(&lx); lx.at < bytes.len; lex_space(&lx))
		lex_next(&lx);
	finish(&lx);
}
