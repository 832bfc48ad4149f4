/* JSON, one value to a line (https://jsonlines.org), as far as a lexer sees it: a line end always ends a statement. */
#include <string.h>

#include "lang/language.h"

static size_t word_end(struct slice bytes, size_t at)
{
	while (at < bytes.len && !strchr(" \t\r\n\"[]{},:", bytes.ptr[at]))
		at++;
	return at;
}

static size_t string_end(struct slice bytes, size_t at)
{
	for (at++; at < bytes.len && bytes.ptr[at] != '"' && bytes.ptr[at] != '\n'; at++)
		at += bytes.ptr[at] == '\\' && at + 1 < bytes.len;
	return at < bytes.len && bytes.ptr[at] == '"' ? at + 1 : at;
}

static void close_bracket(struct token_list *out, size_t close)
{
	for (size_t open = close; open-- > 0 && out->items[open].kind != TOKEN_END;)
		if (out->items[open].kind == TOKEN_OPEN && out->items[open].partner == TOKEN_NONE) {
			out->items[open].partner = (uint32_t)close;
			out->items[close].partner = (uint32_t)open;
			return;
		}
}

static void jsonl_lex(struct slice bytes, bool pattern, struct token_list *out)
{
	enum token_kind capture;
	for (size_t at = 0, end; at < bytes.len; at = end) {
		char c = bytes.ptr[at];
		end = at + 1;
		if (c == '\n' || (c == '\r' && end < bytes.len && bytes.ptr[end] == '\n')) {
			end += c == '\r';
			token_list_add(out, TOKEN_END, at, end);
		} else if (strchr(" \t\r", c)) {
			token_list_add(out, TOKEN_SPACE, at, end);
		} else if (c == '[' || c == '{') {
			token_list_add(out, TOKEN_OPEN, at, end);
		} else if (c == ']' || c == '}') {
			close_bracket(out, token_list_add(out, TOKEN_CLOSE, at, end));
		} else if (c == ',' || c == ':') {
			token_list_add(out, TOKEN_OPERATOR, at, end);
		} else if (c == '"') {
			end = string_end(bytes, at);
			token_list_add(out, TOKEN_STRING, at, end);
		} else if (pattern && capture_len(bytes, at, &capture)) {
			end = at + capture_len(bytes, at, &capture);
			token_list_add(out, capture, at, end);
		} else {
			end = word_end(bytes, at);
			end += end == at;
			token_list_add(out, c == '-' || (c >= '0' && c <= '9') ? TOKEN_NUMBER : TOKEN_NAME, at, end);
		}
	}
}

static bool jsonl_is_statement(struct slice bytes, const struct token_list *tokens)
{
	(void)bytes;
	(void)tokens;
	return false;
}

static const char *const jsonl_filenames[] = { "*.jsonl", NULL };

const struct language language_jsonl = {
	.name = "jsonl",
	.summary = "JSON, one value to a line",
	.filenames = jsonl_filenames,
	.lex = jsonl_lex,
	.is_statement = jsonl_is_statement,
	.separator = ",",
};
