/*
 * CMake's lexer. What a file may hold where is cmake's own rule: a command starts on a line of its own, its '(' is
 * on the line of its name, and everything up to the matching ')' is arguments and comments.
 *
 * Recovery: outside of commands, what is no command is JUNK to the end of its line. A command that runs to the end of
 * the file (a ')', '"' or ']]' is missing) is cut before the next line that looks like a command, and lexing goes on
 * there.
 */
#include <string.h>

#include "base/ascii.h"
#include "lang/cmake/lang_cmake.h"

/* --- where the parts end ------------------------------------------------------------------------------------------ */

/*
 * Where the parts of CMake's language end, after cmake-language(7) and, where the manual is silent, after what cmake
 * itself does:
 *   - an unquoted argument ends before a '"' whose closing one would lie after a parenthesis, '#' or line end, so
 *     `-Da="b(c)"` is two arguments;
 *   - form feeds and vertical tabs are part of unquoted arguments;
 *   - a "\r" that is not part of "\r\n" is a blank.
 */

/* The bytes that end a plain run of an unquoted argument. */
static const unsigned char ends_run[256] = {
	['\0'] = 1,
	[' '] = 1,
	['\t'] = 1,
	['\r'] = 1,
	['\n'] = 1,
	['('] = 1,
	[')'] = 1,
	['#'] = 1,
	['\\'] = 1,
	['"'] = 1,
};

static size_t word_end(struct slice bytes, size_t at)
{
	while (at < bytes.len && ascii_is_word(bytes.ptr[at]))
		at++;
	return at;
}

/* `at` itself where no identifier starts. */
static size_t cmake_identifier_end(struct slice bytes, size_t at)
{
	char first = slice_byte(bytes, at);
	return first >= '0' && first <= '9' ? at : word_end(bytes, at);
}

/* Spaces, tabs and lone "\r"; `at` itself where none is. */
static size_t cmake_spaces_end(struct slice bytes, size_t at)
{
	for (; at < bytes.len; at++) {
		char c = bytes.ptr[at];
		if (c != ' ' && c != '\t' && (c != '\r' || cmake_is_line_end(bytes, at)))
			break;
	}
	return at;
}

/* The end of the line that holds `at`, before its line end. */
static size_t cmake_line_end(struct slice bytes, size_t at)
{
	const char *newline = at < bytes.len ? memchr(bytes.ptr + at, '\n', bytes.len - at) : NULL;
	if (!newline)
		return bytes.len;
	size_t end = (size_t)(newline - bytes.ptr);
	return end > at && bytes.ptr[end - 1] == '\r' ? end - 1 : end;
}

size_t cmake_bracket_level(struct slice bytes, size_t at)
{
	if (slice_byte(bytes, at) != '[')
		return SIZE_MAX;
	size_t end = at + 1;
	while (slice_byte(bytes, end) == '=')
		end++;
	return slice_byte(bytes, end) == '[' ? end - at - 1 : SIZE_MAX;
}

/* The end of the bracket of `level` that opens at `at`; 0 when it is never closed. */
static size_t cmake_bracket_end(struct slice bytes, size_t at, size_t level)
{
	at += level + 2;
	while (at < bytes.len) {
		const char *close = memchr(bytes.ptr + at, ']', bytes.len - at);
		if (!close)
			break;
		size_t first = (size_t)(close - bytes.ptr) + 1;
		for (at = first; at - first < level && slice_byte(bytes, at) == '='; at++)
			;
		if (at - first == level && slice_byte(bytes, at) == ']')
			return at + 1;
	}
	return 0;
}

/* The end of the quoted argument at `at`; 0 when it is never closed. */
static size_t cmake_string_end(struct slice bytes, size_t at)
{
	for (at++; at < bytes.len; at++) {
		if (bytes.ptr[at] == '"')
			return at + 1;
		if (bytes.ptr[at] == '\\')
			at++;
	}
	return 0;
}

/* The end of the escape at the backslash `at`; 0 where a line end, a NUL or nothing follows it. */
static size_t escape_end(struct slice bytes, size_t at)
{
	return slice_byte(bytes, at + 1) == '\0' || cmake_is_line_end(bytes, at + 1) ? 0 : at + 2;
}

/* The end of the Make-style reference `$(NAME)` with its '(' at `open` and its '$' not before `from`; 0 where there is
 * none. */
static size_t make_reference_end(struct slice bytes, size_t from, size_t open)
{
	if (open <= from || bytes.ptr[open - 1] != '$')
		return 0;
	size_t close = word_end(bytes, open + 1);
	return slice_byte(bytes, close) == ')' ? close + 1 : 0;
}

/* How far unquoted content reaches from `at`. With `quoted`, `at` lies after a '"' inside the argument: spaces are
 * content. */
static size_t content_end(struct slice bytes, size_t at, bool quoted)
{
	size_t plain = at; /* what lies before was an escape or a reference */
	while (at < bytes.len) {
		char c = bytes.ptr[at];
		if (!ends_run[(unsigned char)c] || (quoted && (c == ' ' || c == '\t'))) {
			at++;
			continue;
		}
		size_t next = 0;
		if (c == '\\')
			next = escape_end(bytes, at);
		else if (c == '(')
			next = make_reference_end(bytes, plain, at);
		if (!next)
			break;
		at = plain = next;
	}
	return at;
}

/* The end of the unquoted argument at `at`; `at` itself where none starts. A '"' starts none. */
static size_t cmake_unquoted_end(struct slice bytes, size_t at)
{
	size_t begin = at;
	for (;;) {
		at = content_end(bytes, at, false);
		if (at == begin || slice_byte(bytes, at) != '"')
			break;
		size_t close = content_end(bytes, at + 1, true);
		if (slice_byte(bytes, close) != '"')
			break;
		at = close + 1;
	}
	/* `[` and `[=` that open no bracket need something after the '=', or the '[' is an argument by itself. */
	if (slice_byte(bytes, begin) == '[') {
		size_t end = begin + 1;
		while (end < at && bytes.ptr[end] == '=')
			end++;
		if (end == at)
			return begin + 1;
	}
	return at;
}

/* The end of the placeholder `@NAME@` at `at`, as configure_file() knows it; `at` itself where there is none. */
static size_t cmake_placeholder_end(struct slice bytes, size_t at)
{
	if (slice_byte(bytes, at) != '@')
		return at;
	size_t end = at + 1;
	while (end < bytes.len && (ascii_is_word(bytes.ptr[end]) || (bytes.ptr[end] && strchr("/.+-", bytes.ptr[end]))))
		end++;
	return end > at + 1 && slice_byte(bytes, end) == '@' ? end + 1 : at;
}

/* --- the lexer ---------------------------------------------------------------------------------------------------- */

/* How many bytes recovery may read again in total: this times the file's length, and a constant for small files. */
#define RELEX_FACTOR 8
#define RELEX_BYTES ((size_t)1 << 20)

struct lexer {
	struct slice bytes;
	size_t at;
	bool pattern;
	bool fresh_line;     /* no command and no bracket comment is before `at` on its line */
	uint64_t unclosed;   /* bit n: no bracket of level n closes after `at`; bit 63 is for all higher levels, too */
	size_t relex_budget; /* bytes that recovery may still read again */
	struct token_list *out;
};

/* Adds the token [lx->at, end) and goes on after it; returns its index. */
static size_t take(struct lexer *lx, enum token_kind kind, size_t end)
{
	size_t begin = lx->at;
	lx->at = end;
	return token_list_add(lx->out, kind, begin, end);
}

static void lex_layout(struct lexer *lx)
{
	if (!cmake_is_line_end(lx->bytes, lx->at)) {
		take(lx, TOKEN_SPACE, cmake_spaces_end(lx->bytes, lx->at));
		return;
	}
	lx->fresh_line = true;
	take(lx, TOKEN_NEWLINE, lx->at + (lx->bytes.ptr[lx->at] == '\r' ? 2 : 1));
}

/* cmake_bracket_end() that does not search the same bytes in vain twice. */
static size_t bracket_end(struct lexer *lx, size_t at, size_t level)
{
	uint64_t bit = (uint64_t)1 << (level < 63 ? level : 63);
	size_t end = lx->unclosed & bit ? 0 : cmake_bracket_end(lx->bytes, at, level);
	if (!end)
		lx->unclosed |= bit;
	return end;
}

static void lex_comment(struct lexer *lx)
{
	size_t level = cmake_bracket_level(lx->bytes, lx->at + 1);
	size_t end = level == SIZE_MAX ? 0 : bracket_end(lx, lx->at + 1, level);
	if (end)
		lx->fresh_line = false;
	else if (level != SIZE_MAX)
		token_list_note(lx->out, lx->at, "the bracket comment is never closed");
	take(lx, TOKEN_COMMENT, end ? end : cmake_line_end(lx->bytes, lx->at));
}

/* A bracket argument must be separated from what is before and after it; about others cmake only warns. */
static void check_separation(struct lexer *lx, enum token_kind kind)
{
	const struct token *last = &lx->out->items[lx->out->count - 1];
	bool is_separate =
		kind == TOKEN_BRACKET ? last->kind == TOKEN_OPEN || token_is_layout(last) : last->kind != TOKEN_BRACKET;
	if (!is_separate || last->kind == TOKEN_COMMENT)
		token_list_note(lx->out, lx->at, "a space is missing before the argument");
}

/* One argument. False when it is a string or bracket that is never closed: the rest of the file is then one JUNK
 * token. */
static bool lex_argument(struct lexer *lx)
{
	struct slice bytes = lx->bytes;
	size_t begin = lx->at, end;
	enum token_kind kind = TOKEN_TEXT;
	size_t level = cmake_bracket_level(bytes, begin);

	if (level != SIZE_MAX) {
		kind = TOKEN_BRACKET;
		end = bracket_end(lx, begin, level);
	} else if (bytes.ptr[begin] == '"') {
		kind = TOKEN_STRING;
		end = cmake_string_end(bytes, begin);
	} else {
		end = cmake_unquoted_end(bytes, begin);
		if (lx->pattern)
			kind = capture_kind(slice_sub(bytes, begin, end), TOKEN_TEXT);
	}
	if (!end) {
		token_list_note(lx->out, begin,
			kind == TOKEN_STRING ? "the string is never closed" : "the bracket is never closed");
		take(lx, TOKEN_JUNK, bytes.len);
		return false;
	}
	if (end == begin) {
		token_list_note(lx->out, begin, bytes.ptr[begin] == '\\' ? "a '\\' escapes nothing" : "a NUL byte");
		kind = TOKEN_JUNK;
		end = begin + 1;
	}
	check_separation(lx, kind);
	take(lx, kind, end);
	return true;
}

/* Adds the '('. Until it is closed, its partner is the one `around` it. */
static uint32_t lex_open(struct lexer *lx, uint32_t around)
{
	size_t index = take(lx, TOKEN_OPEN, lx->at + 1);
	lx->out->items[index].partner = around;
	return (uint32_t)index;
}

/* Adds the ')' for the '(' that is token `open`; returns the one around that. */
static uint32_t lex_close(struct lexer *lx, uint32_t open)
{
	size_t index = take(lx, TOKEN_CLOSE, lx->at + 1);
	uint32_t around = lx->out->items[open].partner;
	lx->out->items[open].partner = (uint32_t)index;
	lx->out->items[index].partner = open;
	return around;
}

/* From a command's '(' to after its ')'. False when the file ends before. */
static bool lex_arguments(struct lexer *lx)
{
	size_t begin = lx->at;
	uint32_t open = lex_open(lx, TOKEN_NONE);
	while (lx->at < lx->bytes.len) {
		switch (lx->bytes.ptr[lx->at]) {
		case ' ':
		case '\t':
		case '\r':
		case '\n':
			lex_layout(lx);
			break;
		case '#':
			lex_comment(lx);
			break;
		case '(':
			open = lex_open(lx, open);
			break;
		case ')':
			open = lex_close(lx, open);
			if (open == TOKEN_NONE)
				return true;
			break;
		default:
			if (!lex_argument(lx))
				return false;
		}
	}
	token_list_note(lx->out, begin, "the '(' is never closed");
	return false;
}

/* The start of the first line after `from` that looks like a command, `name (`; SIZE_MAX when there is none. */
static size_t next_command_line(struct slice bytes, size_t from)
{
	for (;;) {
		from = cmake_line_end(bytes, from);
		if (from == bytes.len)
			return SIZE_MAX;
		from += bytes.ptr[from] == '\r' ? 2 : 1;
		size_t name = cmake_spaces_end(bytes, from);
		size_t end = cmake_identifier_end(bytes, name);
		if (end > name && slice_byte(bytes, cmake_spaces_end(bytes, end)) == '(')
			return from;
	}
}

/* Drops the tokens that reach after `line`, the start of a line, and fills the gap before it. */
static void cut_tokens(struct lexer *lx, size_t line)
{
	struct token_list *out = lx->out;
	while (out->items[out->count - 1].end > line)
		out->count--;
	lx->at = out->items[out->count - 1].end;
	if (lx->at == line)
		return;
	size_t line_end = line - 1;
	if (line_end > lx->at && lx->bytes.ptr[line_end - 1] == '\r')
		line_end--;
	if (line_end > lx->at)
		take(lx, TOKEN_JUNK, line_end);
	take(lx, TOKEN_NEWLINE, line);
}

/*
 * The command whose '(' is token `open` runs to the end of the file. Goes on at the next line that looks like a
 * command, unless too much would be read again. Parentheses that are left alone lose their partner.
 */
static void recover(struct lexer *lx, size_t open)
{
	struct token_list *out = lx->out;
	size_t line = next_command_line(lx->bytes, out->items[open].end);
	if (line != SIZE_MAX && lx->bytes.len - line <= lx->relex_budget) {
		lx->relex_budget -= lx->bytes.len - line;
		lx->unclosed = 0;
		lx->fresh_line = true;
		cut_tokens(lx, line);
		if (out->problem_offset >= line) {
			out->problem = NULL;
			token_list_note(lx->out, out->items[open].begin, "the '(' is never closed");
		}
	}
	for (size_t i = open; i < out->count; i++) {
		struct token *token = &out->items[i];
		bool has_partner = token->partner < out->count && out->items[token->partner].kind == TOKEN_CLOSE;
		if (token->kind == TOKEN_OPEN && !has_partner)
			token->partner = TOKEN_NONE;
	}
}

/* What is outside of commands: a template's placeholder, a ')' too many, or the rest of the line without spaces at
 * its end. */
static void lex_junk(struct lexer *lx)
{
	size_t end = cmake_placeholder_end(lx->bytes, lx->at);
	if (end == lx->at)
		end = lx->bytes.ptr[lx->at] == ')' ? lx->at + 1 : cmake_line_end(lx->bytes, lx->at);
	while (end > lx->at + 1 && cmake_spaces_end(lx->bytes, end - 1) > end - 1)
		end--;
	token_list_note(lx->out, lx->at, "text that is not a command");
	take(lx, TOKEN_JUNK, end);
}

/* A command, in a pattern also one whose name is a capture, or a `$$$NAME` that stands for any number of commands; else
 * junk. */
static void lex_command(struct lexer *lx)
{
	enum token_kind kind = TOKEN_NAME;
	size_t begin = lx->at;
	size_t end = cmake_identifier_end(lx->bytes, begin);
	if (lx->pattern && end == begin)
		end += capture_len(lx->bytes, begin, &kind);
	size_t open = cmake_spaces_end(lx->bytes, end);
	bool has_open = slice_byte(lx->bytes, open) == '(';
	if (end == begin || has_open != (kind != TOKEN_CAPTURE_LIST)) {
		lex_junk(lx);
		return;
	}
	if (!lx->fresh_line)
		token_list_note(lx->out, begin, "a command must start on a line of its own");
	take(lx, kind, end);
	if (has_open) {
		if (open > end)
			take(lx, TOKEN_SPACE, open);
		size_t open_token = lx->out->count;
		if (!lex_arguments(lx)) {
			recover(lx, open_token);
			return;
		}
	}
	lx->fresh_line = false;
}

void cmake_lex(struct slice bytes, bool pattern, struct token_list *out)
{
	struct lexer lx = { .bytes = bytes, .pattern = pattern, .fresh_line = true, .out = out };
	lx.relex_budget = RELEX_FACTOR * bytes.len + RELEX_BYTES;
	if (slice_starts_with(bytes, "\xEF\xBB\xBF"))
		take(&lx, TOKEN_BOM, 3);
	while (lx.at < bytes.len) {
		switch (bytes.ptr[lx.at]) {
		case ' ':
		case '\t':
		case '\r':
		case '\n':
			lex_layout(&lx);
			break;
		case '#':
			lex_comment(&lx);
			break;
		default:
			lex_command(&lx);
		}
	}
}
