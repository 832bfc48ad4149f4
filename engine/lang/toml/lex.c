/*
 * TOML's lexer: one pass, total and lossless (https://toml.io/en/v1.0.0).
 *
 * Kinds. A bare key is TOKEN_NAME, a quoted one TOKEN_TEXT; a value is TOKEN_STRING or, if it is a number, a truth
 * value, a date or a time, TOKEN_NUMBER. The brackets of a table's head, `[a.b]` and `[[a.b]]`, are operators: only
 * those of arrays and inline tables are TOKEN_OPEN and TOKEN_CLOSE. A table's body is between INDENT and DEDENT,
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

#define DATE_LEN 10 /* bytes of 1979-05-27 */

struct lexer {
	struct slice bytes;
	size_t at;
	bool pattern;
	struct token_list *out;
	uint32_t open;    /* innermost open bracket; its partner is the next outer one until it finds its own */
	uint32_t indent;  /* of the table at work, or TOKEN_NONE */
	bool fresh;       /* no code in the present statement yet */
	bool wants_key;   /* what is next is a key, not a value */
	bool in_head;     /* between the brackets of a table's head */
	bool begins_body; /* the statement that ended was a table's head */
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

static bool is_key_byte(char c)
{
	return ascii_is_word(c) || c == '-';
}

/* --- values without quotes: numbers, truth values, dates and times ------------------------------------------------ */

static bool is_word_byte(char c)
{
	return ascii_is_word(c) || (c && strchr("+-.:", c));
}

/* Does the text fit the shape, in which 0 stands for a digit? */
static bool has_shape(struct slice text, size_t at, const char *shape)
{
	for (; *shape; shape++, at++)
		if (*shape == '0' ? !ascii_is_digit(slice_byte(text, at)) : slice_byte(text, at) != *shape)
			return false;
	return true;
}

/* Where the word of a value ends that begins at `at`: `1979-05-27 07:32:00` is one. `at` itself where none begins. */
static size_t word_end(struct slice bytes, size_t at)
{
	size_t end = at;
	while (end < bytes.len && is_word_byte(bytes.ptr[end]))
		end++;
	bool is_date = end - at == DATE_LEN && has_shape(bytes, at, "0000-00-00");
	if (!is_date || slice_byte(bytes, end) != ' ' || !has_shape(bytes, end + 1, "00:"))
		return end;
	for (end++; end < bytes.len && is_word_byte(bytes.ptr[end]);)
		end++;
	return end;
}

static unsigned number_at(struct slice text, size_t at, size_t len)
{
	unsigned number = 0;
	for (size_t i = at; i < at + len; i++)
		number = number * 10 + (unsigned)(text.ptr[i] - '0');
	return number;
}

static bool is_day(struct slice text, size_t at)
{
	static const unsigned char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	if (!has_shape(text, at, "0000-00-00"))
		return false;
	unsigned year = number_at(text, at, 4), month = number_at(text, at + 5, 2), day = number_at(text, at + 8, 2);
	bool leaps = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return year && month && month <= 12 && day && day <= days[month - 1] + (unsigned)(leaps && month == 2);
}

/* After the time of day at `at`, with its fraction; `at` itself where none is. */
static size_t after_time(struct slice text, size_t at)
{
	size_t end = at + 8;
	if (!has_shape(text, at, "00:00:00") || number_at(text, at, 2) > 23 || number_at(text, at + 3, 2) > 59 ||
		number_at(text, at + 6, 2) > 59)
		return at;
	if (slice_byte(text, end) == '.' && ascii_is_digit(slice_byte(text, end + 1)))
		for (end++; ascii_is_digit(slice_byte(text, end));)
			end++;
	return end;
}

static bool is_zone(struct slice text, size_t at)
{
	char c = slice_byte(text, at);
	if (c == 'Z' || c == 'z')
		return at + 1 == text.len;
	return (c == '+' || c == '-') && at + 6 == text.len && has_shape(text, at + 1, "00:00") &&
	       number_at(text, at + 1, 2) <= 23 && number_at(text, at + 4, 2) <= 59;
}

static bool is_date_or_time(struct slice text)
{
	if (after_time(text, 0))
		return after_time(text, 0) == text.len;
	if (!is_day(text, 0))
		return false;
	if (text.len == DATE_LEN)
		return true;
	char joint = text.ptr[DATE_LEN];
	size_t end = after_time(text, DATE_LEN + 1);
	return (joint == 'T' || joint == 't' || joint == ' ') && end > DATE_LEN + 1 &&
	       (end == text.len || is_zone(text, end));
}

/* After digits with single underscores between them; `at` itself where none are. */
static size_t after_digits(struct slice text, size_t at, const char *digits)
{
	size_t end = at;
	while (slice_byte(text, end) && strchr(digits, text.ptr[end])) {
		end++;
		if (slice_byte(text, end) == '_' && slice_byte(text, end + 1) && strchr(digits, text.ptr[end + 1]))
			end++;
	}
	return end;
}

static bool is_number(struct slice text)
{
	static const char decimal[] = "0123456789";
	size_t at = 0;
	if (has_shape(text, 0, "0") && text.ptr[0] == '0' && slice_byte(text, 1) && strchr("xob", text.ptr[1])) {
		const char *digits = text.ptr[1] == 'x'   ? "0123456789abcdefABCDEF"
				     : text.ptr[1] == 'o' ? "01234567"
							  : "01";
		return text.len > 2 && after_digits(text, 2, digits) == text.len;
	}
	at += slice_byte(text, 0) == '+' || slice_byte(text, 0) == '-';
	struct slice word = slice_sub(text, at, text.len);
	if (slice_eq_cstr(word, "inf") || slice_eq_cstr(word, "nan"))
		return true;
	size_t end = slice_byte(text, at) == '0' ? at + 1 : after_digits(text, at, decimal);
	if (end == at)
		return false;
	if (slice_byte(text, end) == '.') {
		size_t fraction = end + 1;
		end = after_digits(text, fraction, decimal);
		if (end == fraction)
			return false;
	}
	if (slice_byte(text, end) == 'e' || slice_byte(text, end) == 'E') {
		size_t power = end + 1;
		power += slice_byte(text, power) == '+' || slice_byte(text, power) == '-';
		end = after_digits(text, power, decimal);
		if (end == power)
			return false;
	}
	return end == text.len;
}

/* Is the word a number, a truth value, a date or a time? */
static bool is_value(struct slice word)
{
	return slice_eq_cstr(word, "true") || slice_eq_cstr(word, "false") || is_number(word) || is_date_or_time(word);
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
	add(lx, TOKEN_OPERATOR, lx->at + (slice_byte(lx->bytes, lx->at + 1) == '[' ? 2 : 1));
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
		bool is_double = lx->bytes.ptr[lx->at] == ']' && slice_byte(lx->bytes, lx->at + 1) == ']';
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
	const char *problem = toml_string_end(lx->bytes, lx->at, !lx->wants_key, &end);
	if (problem) {
		add_junk(lx, end, problem);
		return;
	}
	struct slice literal = slice_sub(lx->bytes, lx->at, end);
	problem = toml_string_problem(literal, &at);
	if (problem)
		token_list_note(lx->out, lx->at + at, problem);
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
	end = word_end(lx->bytes, lx->at);
	if (end > lx->at && !lx->wants_key && is_value(slice_sub(lx->bytes, lx->at, end))) {
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
	token_list_drop_open(lx->out, lx->open, "a bracket is never closed");
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
		out->problem = NULL;
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
