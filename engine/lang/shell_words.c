#include "lang/shell_words.h"

#include <string.h>

#include "base/ascii.h"

/* Quotes and expansions within each other; a word with more is read as unclosed. */
#define WORD_MAX_DEPTH 100
/* Here-documents that begin on one line within a word. */
#define WORD_MAX_HEREDOCS 8

bool shell_is_name_byte(char c, bool first)
{
	return ascii_is_letter(c) || c == '_' || (!first && c >= '0' && c <= '9');
}

size_t shell_line_end(struct slice bytes, size_t at)
{
	if (shell_byte(bytes, at) == '\r' && shell_byte(bytes, at + 1) == '\n')
		return at + 2;
	return at < bytes.len && bytes.ptr[at] == '\n' ? at + 1 : at;
}

size_t shell_rest_of_line(struct slice bytes, size_t at)
{
	while (at < bytes.len && shell_line_end(bytes, at) == at)
		at++;
	return at;
}

static bool ends_word(char c)
{
	return c == '\0' || strchr(" \t\n;&|<>()", c);
}

/* One past the escape at the backslash `at`. */
static size_t escape_end(struct slice bytes, size_t at)
{
	size_t line = shell_line_end(bytes, at + 1);
	return line > at + 1 ? line : at + 2 < bytes.len ? at + 2 : bytes.len;
}

/* One past `'…'` at `at`; of `$'…'` with `escapes`. 0 if it is never closed. */
static size_t single_end(struct slice bytes, size_t at, bool escapes)
{
	for (at++; at < bytes.len; at++) {
		if (bytes.ptr[at] == '\'')
			return at + 1;
		if (escapes && bytes.ptr[at] == '\\')
			at++;
	}
	return 0;
}

/* Is the line the last of the here-document? */
static bool ends_heredoc(struct slice line, const struct shell_heredoc *heredoc)
{
	size_t at = 0;
	while (heredoc->strip_tabs && shell_byte(line, at) == '\t')
		at++;
	for (size_t i = 0; i < heredoc->word.len; i++)
		if (!strchr("\"'\\", heredoc->word.ptr[i]) &&
			(at >= line.len || line.ptr[at++] != heredoc->word.ptr[i]))
			return false;
	return at == line.len;
}

bool shell_heredoc_end(struct slice bytes, size_t at, const struct shell_heredoc *heredoc, size_t *end)
{
	for (;;) {
		*end = shell_rest_of_line(bytes, at);
		if (ends_heredoc(slice_sub(bytes, at, *end), heredoc))
			return true;
		at = shell_line_end(bytes, *end);
		if (at == *end)
			return false;
	}
}

/* What ends a parenthesis of `$((…))`: a ')' as well, but there are neither comments nor here-documents in it. */
#define ARITHMETIC_END '#'

/* What is open in a word, innermost last: the byte that ends it, or ARITHMETIC_END. */
struct word_state {
	char ends[WORD_MAX_DEPTH];
	size_t depth;
	struct shell_heredoc heredocs[WORD_MAX_HEREDOCS]; /* that wait for the end of the line */
	size_t n_heredocs;
};

static bool opens(struct word_state *state, char end)
{
	if (state->depth == WORD_MAX_DEPTH)
		return false;
	state->ends[state->depth++] = end;
	return true;
}

/* One past the `<<WORD` or `<<<` at `at`, in `$(…)`. */
static size_t await_heredoc_in_word(struct slice bytes, size_t at, struct word_state *state)
{
	bool strip_tabs = shell_byte(bytes, at + 2) == '-';
	size_t begin = at + 2 + strip_tabs;
	if (shell_byte(bytes, begin) == '<')
		return begin + 1;
	while (shell_byte(bytes, begin) == ' ' || shell_byte(bytes, begin) == '\t')
		begin++;
	size_t end = begin;
	for (char quote = '\0', c; end < bytes.len && shell_line_end(bytes, end) == end; end++) {
		c = bytes.ptr[end];
		if (!quote && ends_word(c))
			break;
		if (c == quote || (!quote && (c == '\'' || c == '"')))
			quote = c == quote ? '\0' : c;
	}
	if (end > begin && state->n_heredocs < WORD_MAX_HEREDOCS)
		state->heredocs[state->n_heredocs++] =
			(struct shell_heredoc){ slice_sub(bytes, begin, end), strip_tabs };
	return end;
}

/* Past the here-documents that wait for the line end at `at`. 0: one is never ended. */
static size_t skip_heredocs(struct slice bytes, size_t at, struct word_state *state)
{
	for (size_t i = 0; i < state->n_heredocs; i++)
		if (!shell_heredoc_end(bytes, shell_line_end(bytes, at), &state->heredocs[i], &at))
			return 0;
	state->n_heredocs = 0;
	return at;
}

/* The steps that only `$(…)` has: here-documents and comments. `at` itself where none is to be made. */
static size_t command_step(struct slice bytes, size_t at, struct word_state *state)
{
	char c = bytes.ptr[at];
	if (state->n_heredocs && shell_line_end(bytes, at) > at)
		return skip_heredocs(bytes, at, state);
	if (c == '<' && shell_byte(bytes, at + 1) == '<')
		return await_heredoc_in_word(bytes, at, state);
	return c == '#' && strchr(" \t\n;", bytes.ptr[at - 1]) ? shell_rest_of_line(bytes, at) : at;
}

/* One past the `$(`, `$((` or `${` at `at`. 0: too much is open. */
static size_t open_expansion(struct slice bytes, size_t at, struct word_state *state)
{
	if (bytes.ptr[at + 1] == '{')
		return opens(state, '}') ? at + 2 : 0;
	if (shell_byte(bytes, at + 2) != '(')
		return opens(state, ')') ? at + 2 : 0;
	/* It ends with two. */
	bool one = opens(state, ARITHMETIC_END);
	return one && opens(state, ARITHMETIC_END) ? at + 3 : 0;
}

/* One step in a word from `at`. 0: it is never closed. */
static size_t word_step(struct slice bytes, size_t at, struct word_state *state)
{
	char c = bytes.ptr[at], next = shell_byte(bytes, at + 1),
	     end = state->depth ? state->ends[state->depth - 1] : '\0';
	bool quoted = end == '"' || (end == '}' && memchr(state->ends, '"', state->depth)),
	     in_round = end == ')' || end == ARITHMETIC_END;
	if (c == '\\')
		return escape_end(bytes, at);
	if (end && c == (in_round ? ')' : end)) {
		state->depth--;
		return at + 1;
	}
	if (c == '$' && (next == '(' || next == '{'))
		return open_expansion(bytes, at, state);
	if (c == '$' && next == '\'' && !quoted)
		return single_end(bytes, at + 1, true);
	if (c == '\'' && !quoted)
		return single_end(bytes, at, false);
	if (c == '"' || c == '`' || (c == '(' && in_round))
		return opens(state, c == '(' ? end : c) ? at + 1 : 0;
	size_t step = end == ')' ? command_step(bytes, at, state) : at;
	return step != at ? step : at + 1;
}

size_t shell_word_end(struct slice bytes, size_t at)
{
	struct word_state state = { .depth = 0 };
	while (at < bytes.len) {
		/* A parenthesis in the middle of a word belongs to an array or a pattern, and is a token of its own. */
		if (!state.depth && (ends_word(bytes.ptr[at]) || shell_line_end(bytes, at) > at ||
					    (bytes.ptr[at] == '\\' && shell_line_end(bytes, at + 1) > at + 1)))
			return at;
		at = word_step(bytes, at, &state);
		if (!at)
			return 0;
	}
	return state.depth ? 0 : at;
}

enum token_kind shell_word_kind(struct slice word)
{
	size_t name = 0;
	while (name < word.len && shell_is_name_byte(word.ptr[name], name == 0))
		name++;
	if (name == word.len)
		return TOKEN_NAME;
	if (slice_starts_with(word, "'"))
		return single_end(word, 0, false) == word.len ? TOKEN_STRING : TOKEN_TEXT;
	if (!slice_starts_with(word, "\""))
		return TOKEN_TEXT;
	struct word_state state = { .depth = 0 };
	size_t at = 0;
	do
		at = word_step(word, at, &state);
	while (at && at < word.len && state.depth);
	return at == word.len ? TOKEN_STRING : TOKEN_TEXT;
}

size_t shell_arithmetic_end(struct slice bytes, size_t at)
{
	struct word_state state = { .depth = 0 };
	if (shell_byte(bytes, at + 1) != '(')
		return 0;
	opens(&state, ARITHMETIC_END);
	opens(&state, ARITHMETIC_END);
	for (at += 2; at && at < bytes.len && state.depth;) {
		if (state.depth == 1 && bytes.ptr[at] != ')')
			return 0; /* `((a) b)`: a subshell in a subshell */
		at = word_step(bytes, at, &state);
	}
	return state.depth ? 0 : at;
}
