/* TOML (https://toml.io/en/v1.0.0): the row of the language and what its tokens mean. Lexer, tree and grammar are in
 * lang/toml/. */
#include <string.h>

#include "lang/toml/lang_toml.h"

static struct slice toml_value(struct slice token, enum token_kind kind)
{
	return kind == TOKEN_STRING || kind == TOKEN_TEXT ? toml_string_inner(token) : token;
}

/* Does no reading of the text depend on its quotes? */
static bool is_plain(struct slice text)
{
	return !text.len || (!memchr(text.ptr, '\\', text.len) && !memchr(text.ptr, '\n', text.len) &&
				    !memchr(text.ptr, '"', text.len) && !memchr(text.ptr, '\'', text.len));
}

static bool is_key(enum token_kind kind)
{
	return kind == TOKEN_NAME || kind == TOKEN_TEXT;
}

/* Keys are the same with and without quotes, strings whatever their quotes, as long as they hold no escapes. */
static bool toml_same(struct slice a, enum token_kind a_kind, struct slice b, enum token_kind b_kind)
{
	if (a_kind == b_kind && slice_eq(a, b))
		return true;
	if (!(is_key(a_kind) && is_key(b_kind)) && !(a_kind == TOKEN_STRING && b_kind == TOKEN_STRING))
		return false;
	struct slice a_text = toml_value(a, a_kind), b_text = toml_value(b, b_kind);
	return slice_eq(a_text, b_text) && is_plain(a_text);
}

static const char *const toml_filenames[] = { "*.toml", "poetry.lock", "Pipfile", "uv.lock", "Cargo.lock", NULL };

const struct language language_toml = {
	.name = "toml",
	.summary = "TOML: pyproject.toml and its like",
	.filenames = toml_filenames,
	.lex = toml_lex,
	.parse = toml_parse,
	.same = toml_same,
	.value = toml_value,
	.is_statement = toml_is_statement,
	.troubles = toml_troubles,
	.separator = ",",
	.list_form = { "x = [", "]" },
	.line_comment = "#",
	.is_by_block = true,
	.is_strict = true,
};
