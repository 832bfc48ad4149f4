/* CMake: the language's row and what its arguments mean. Lexer and tree are in lang_cmake_lex.c and
 * lang_cmake_tree.c. */
#include "lang/cmake/lang_cmake.h"

static bool is_argument(enum token_kind kind)
{
	return kind == TOKEN_TEXT || kind == TOKEN_STRING || kind == TOKEN_BRACKET;
}

static struct slice cmake_value(struct slice token, enum token_kind kind)
{
	if (kind == TOKEN_STRING)
		return slice_sub(token, 1, token.len - 1);
	if (kind != TOKEN_BRACKET)
		return token;
	size_t mark = cmake_bracket_level(token, 0) + 2;
	size_t begin = mark;
	/* A line end right behind the opening bracket is no part of the value. */
	if (cmake_is_line_end(token, begin))
		begin += token.ptr[begin] == '\r' ? 2 : 1;
	return slice_sub(token, begin, token.len - mark);
}

/* Equal bytes, "\r\n" being equal to "\n": that is how cmake reads files. */
static bool same_text(struct slice a, struct slice b)
{
	size_t i = 0, j = 0;
	while (i < a.len && j < b.len) {
		i += a.ptr[i] == '\r' && cmake_is_line_end(a, i);
		j += b.ptr[j] == '\r' && cmake_is_line_end(b, j);
		if (a.ptr[i++] != b.ptr[j++])
			return false;
	}
	return i == a.len && j == b.len;
}

static bool holds_any(struct slice text, char a, char b)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == a || text.ptr[i] == b)
			return true;
	return false;
}

/*
 * Command names are equal without case. Arguments are equal when their values are, however they are written, except
 *   - where one is a bracket argument and the value has a '\' or '$': these mean something in all but brackets;
 *   - where the pattern is quoted or a bracket, the file's argument is not, and the value has a '$' or ';': the
 *     unquoted one may be any number of arguments, which is not what the pattern asked for.
 * An unquoted argument in a pattern takes the quoted one, too: `${X}` fits `"${X}"`.
 */
static bool cmake_same(struct slice a, enum token_kind a_kind, struct slice b, enum token_kind b_kind)
{
	if (a_kind == TOKEN_NAME && b_kind == TOKEN_NAME)
		return slice_eq_nocase(a, b);
	if (!is_argument(a_kind) || !is_argument(b_kind))
		return a_kind == b_kind && slice_eq(a, b);
	struct slice value = cmake_value(a, a_kind);
	if (!same_text(value, cmake_value(b, b_kind)))
		return false;
	if (a_kind == b_kind)
		return true;
	if ((a_kind == TOKEN_BRACKET || b_kind == TOKEN_BRACKET) && holds_any(value, '\\', '$'))
		return false;
	return b_kind != TOKEN_TEXT || !holds_any(value, '$', ';');
}

/* Names are names of commands; a capture in a pattern is one outside of parentheses. */
static bool cmake_statement_start(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	(void)bytes;
	size_t depth = 0;
	if (tokens->items[token].kind != TOKEN_CAPTURE && tokens->items[token].kind != TOKEN_CAPTURE_LIST)
		return tokens->items[token].kind == TOKEN_NAME;
	for (uint32_t i = 0; i < token; i++)
		depth = tokens->items[i].kind == TOKEN_OPEN             ? depth + 1
			: tokens->items[i].kind == TOKEN_CLOSE && depth ? depth - 1
									: depth;
	return depth == 0;
}

/* Templates of CMake files are lexed as such: placeholders outside of commands are junk to the lexer and stay. */
static const char *const cmake_filenames[] = {
	"CMakeLists*.txt",
	"*CMakeLists.txt",
	"*CMakeLists.txt.in",
	"*.cmake",
	"*.cmake.in",
	NULL,
};

const struct language language_cmake = {
	.name = "cmake",
	.summary = "CMake files and templates of them",
	.filenames = cmake_filenames,
	.names_nocase = true,
	.lex = cmake_lex,
	.parse = cmake_parse,
	.same = cmake_same,
	.value = cmake_value,
	.statement_start = cmake_statement_start,
	.block_part = cmake_block_part,
	.line_comment = "#",
};
