/*
 * TOML's lexer: one pass, total and lossless (https://toml.io/en/v1.0.0).
 *
 * Kinds. A bare key is TOKEN_NAME, a quoted one TOKEN_TEXT; a value is TOKEN_STRING or, if it is a number, a truth
 * value, a date or a time, TOKEN_NUMBER. The brackets of a table's head, `[a.b]` and `[[a.b]]`, are operators: only
 * those of arrays and inline tables are TOKEN_OPEN and TOKEN_CLOSE. A table's body stands between INDENT and DEDENT,
 * however it is indented, so that it is a block as Python's are.
 *
 * The line end of a statement is TOKEN_END, each other one TOKEN_NEWLINE. A bracket that is never closed reaches to the
 * end of the file: no file with such a one is edited.
 *
 * Where a pattern is no statement, it is a value: `"a"` is no key there.
 */
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "lang/toml/lang_toml.h"

struct lexer {
	struct slice bytes;
	size_t at;
	bool pattern;
	struct token_list *out;
	uint32_t open;    /* innermost open bracket; its partner is the next outer one until it finds its own */
	uint32_t indent;  /* of the table at work, or TOKEN_NONE */
	bool fresh;       /* no code in the present statement yet */
	bool wants_key;   /* what stands next is a key, not a value */
	bool in_head;     /* between the brackets of a table's head */
	bool begins_body; /* the statement that ended was a table's head */
};

static size_t add(struct lexer *lx, enum token_kind kind, size_t end)
{
	size_t index = token_list_add(lx->out, kind, lx->at, end);
	lx->at = end;
	return index;
}

static void add_junk(struct lexer *lx, size_t end, const char *trouble)
{
	token_list_note(lx->out, lx->at, trouble);
	add(lx, TOKEN_JUNK, end);
}

static bool is_key_byte(char c)
{
	return ascii_is_word(c) || c == '-';
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static void begin_body(struct lexer *lx)
{
	if (!lx->begins_body)
		return;
	lx->begins_body = false;
	lx->indent = (uint32_t)add(lx, TOKEN_INDENT, lx->at);
}

static void end_body(struct lexer *lx)
{
	begin_body(lx);
	if (lx->indent == TOKEN_NONE)
		return;
	uint32_t dedent = (uint32_t)add(lx, TOKEN_DEDENT, lx->at);
	lx->out->items[lx->indent].partner = dedent;
	lx->out->items[dedent].partner = lx->indent;
	lx->indent = TOKEN_NONE;
}

static void lex_head(struct lexer *lx)
{
	end_body(lx);
	add(lx, TOKEN_OPERATOR, lx->at + (toml_byte(lx->bytes, lx->at + 1) == '[' ? 2 : 1));
	lx->in_head = true;
}

/* --- brackets ----------------------------------------------------------------------------------------------------- */

static bool is_in_braces(const struct lexer *lx)
{
	return lx->open != TOKEN_NONE && lx->bytes.ptr[lx->out->items[lx->open].begin] == '{';
}

static void lex_open(struct lexer *lx)
{
	size_t index = add(lx, TOKEN_OPEN, lx->at + 1);
	lx->out->items[index].partner = lx->open;
	lx->open = (uint32_t)index;
	lx->wants_key = is_in_braces(lx);
}

static void lex_close(struct lexer *lx)
{
	if (lx->in_head) {
		bool is_double = lx->bytes.ptr[lx->at] == ']' && toml_byte(lx->bytes, lx->at + 1) == ']';
		if (lx->bytes.ptr[lx->at] != ']') {
			add_junk(lx, lx->at + 1, "a brace in a table header");
			return;
		}
		add(lx, TOKEN_OPERATOR, lx->at + (is_double ? 2 : 1));
		lx->in_head = false;
		lx->begins_body = true;
		return;
	}
	char wanted = is_in_braces(lx) ? '}' : ']';
	if (lx->open == TOKEN_NONE || lx->bytes.ptr[lx->at] != wanted) {
		token_list_note(lx->out, lx->at, "a closing bracket without an opening one");
		add(lx, TOKEN_CLOSE, lx->at + 1);
		return;
	}
	uint32_t open = lx->open, close = (uint32_t)add(lx, TOKEN_CLOSE, lx->at + 1);
	lx->open = lx->out->items[open].partner;
	lx->out->items[open].partner = close;
	lx->out->items[close].partner = open;
	lx->wants_key = false;
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

static void end_statement(struct lexer *lx)
{
	if (lx->in_head)
		token_list_note(lx->out, lx->at, "a table header is never closed");
	lx->begins_body |= lx->in_head;
	lx->in_head = false;
	lx->fresh = lx->wants_key = true;
}

static void lex_line_end(struct lexer *lx)
{
	bool ends = !lx->fresh && lx->open == TOKEN_NONE;
	add(lx, ends ? TOKEN_END : TOKEN_NEWLINE, lx->at + toml_line_end(lx->bytes, lx->at));
	if (ends)
		end_statement(lx);
}

static void lex_comment(struct lexer *lx)
{
	size_t end = lx->at;
	for (; end < lx->bytes.len && !toml_line_end(lx->bytes, end); end++)
		if (toml_is_control(lx->bytes.ptr[end]))
			token_list_note(lx->out, end, "a control character in a comment");
	add(lx, TOKEN_COMMENT, end);
}

/* --- code --------------------------------------------------------------------------------------------------------- */

static void lex_string(struct lexer *lx)
{
	size_t end, at;
	const char *trouble = toml_string_end(lx->bytes, lx->at, !lx->wants_key, &end);
	if (trouble) {
		add_junk(lx, end, trouble);
		return;
	}
	struct slice literal = slice_sub(lx->bytes, lx->at, end);
	trouble = toml_string_trouble(literal, &at);
	if (trouble)
		token_list_note(lx->out, lx->at + at, trouble);
	add(lx, lx->wants_key ? TOKEN_TEXT : TOKEN_STRING, end);
}

static void lex_word(struct lexer *lx)
{
	size_t end = lx->at;
	if (lx->wants_key) {
		while (end < lx->bytes.len && is_key_byte(lx->bytes.ptr[end]))
			end++;
		if (end > lx->at) {
			add(lx, TOKEN_NAME, end);
			return;
		}
	}
	end = toml_word_end(lx->bytes, lx->at);
	if (end > lx->at && !lx->wants_key && toml_is_value(slice_sub(lx->bytes, lx->at, end))) {
		add(lx, TOKEN_NUMBER, end);
		return;
	}
	uint32_t ignored;
	size_t len = utf8_decode(lx->bytes, lx->at, &ignored);
	add_junk(lx, end > lx->at && !lx->wants_key ? end : lx->at + (len ? len : 1),
		lx->wants_key ? "a character that a key cannot contain" : "not a TOML value");
}

static void lex_capture(struct lexer *lx)
{
	enum token_kind kind;
	size_t len = lx->pattern ? capture_len(lx->bytes, lx->at, &kind) : 0;
	if (len)
		add(lx, kind, lx->at + len);
	else
		add_junk(lx, lx->at + 1,
			lx->pattern ? "not a capture: captures are $NAME and $$$NAME, in upper case" : "'$' in code");
}

static void lex_code(struct lexer *lx)
{
	char c = lx->bytes.ptr[lx->at];
	bool was_fresh = lx->fresh;
	lx->fresh = false;
	if (was_fresh && c == '[' && lx->wants_key) {
		lex_head(lx);
		return;
	}
	if (was_fresh)
		begin_body(lx);
	switch (c) {
	case '"':
	case '\'':
		lex_string(lx);
		break;
	case '[':
	case '{':
		lex_open(lx);
		break;
	case ']':
	case '}':
		lex_close(lx);
		break;
	case '=':
		add(lx, TOKEN_OPERATOR, lx->at + 1);
		lx->wants_key = false;
		break;
	case ',':
		add(lx, TOKEN_OPERATOR, lx->at + 1);
		lx->wants_key = is_in_braces(lx);
		break;
	case '$':
		lex_capture(lx);
		break;
	default:
		if (c == '.' && lx->wants_key)
			add(lx, TOKEN_OPERATOR, lx->at + 1);
		else
			lex_word(lx);
	}
}

static void lex_next(struct lexer *lx)
{
	size_t end = lx->at;
	while (end < lx->bytes.len && ascii_is_blank(lx->bytes.ptr[end]))
		end++;
	if (end > lx->at)
		add(lx, TOKEN_SPACE, end);
	else if (toml_line_end(lx->bytes, lx->at))
		lex_line_end(lx);
	else if (lx->bytes.ptr[lx->at] == '#')
		lex_comment(lx);
	else
		lex_code(lx);
}

static void finish(struct lexer *lx)
{
	while (lx->open != TOKEN_NONE) {
		struct token *token = &lx->out->items[lx->open];
		token_list_note(lx->out, token->begin, "a bracket is never closed");
		lx->open = token->partner;
		token->partner = TOKEN_NONE;
	}
	if (!lx->fresh) {
		add(lx, TOKEN_END, lx->at);
		end_statement(lx);
	}
	end_body(lx);
}

static void lex(struct slice bytes, bool pattern, bool is_value, struct token_list *out)
{
	struct lexer lx = { .bytes = bytes, .pattern = pattern, .out = out, .open = TOKEN_NONE, .indent = TOKEN_NONE };
	lx.fresh = lx.wants_key = true;
	if (is_value)
		lx.wants_key = false;
	if (slice_starts_with(bytes, "\xEF\xBB\xBF"))
		add(&lx, TOKEN_BOM, 3);
	while (lx.at < bytes.len)
		lex_next(&lx);
	finish(&lx);
}

void toml_lex(struct slice bytes, bool pattern, struct token_list *out)
{
	lex(bytes, pattern, false, out);
	if (pattern && !toml_is_statement(bytes, out)) {
		out->count = 0;
		out->trouble = NULL;
		lex(bytes, true, true, out);
	}
	uint32_t ignored;
	for (size_t at = 0, len; at < bytes.len; at += len) {
		len = (unsigned char)bytes.ptr[at] < 0x80 ? 1 : utf8_decode(bytes, at, &ignored);
		if (len)
			continue;
		token_list_note(out, at, "bytes that are not UTF-8");
		break;
	}
}
