/*
 * The shell's lexer: one pass, total and lossless. After POSIX.1-2017, XCU 2.2 "Quoting", 2.3 "Token Recognition" and
 * 2.6 "Word Expansions", and bash(1).
 *
 * A word is one token, with all quotes, `$(…)`, `${…}`, backticks and `$((…))` in it: TOKEN_STRING where it is one pair
 * of quotes, TOKEN_NAME where it is an identifier, else TOKEN_TEXT. So text in quotes never matches, nor do commands in
 * `$(…)`. `{` and `}` as words of their own and all parentheses are brackets; the `)` of a case's pattern has no
 * partner. `((…))` at the start of a command is one TOKEN_TEXT. The line end after a command is TOKEN_END. After a
 * line with `<<WORD` the here-document is one TOKEN_STRING, its last line included; that line's end is the TOKEN_END.
 * One that begins in `$(…)` is part of that word.
 *
 * In a pattern a word `$NAME` in capitals is a capture. The shell's variable is written `${NAME}` there, and fits
 * `$NAME` as well.
 *
 * What is wrong: a quote or `$(` that is never closed makes TOKEN_JUNK to the end of its line; a here-document that is
 * never ended runs to the end of the file.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "lang/shell/lang_shell.h"

/* Quotes and expansions within each other; a word with more is read as unclosed. */
#define WORD_MAX_DEPTH 100
/* Here-documents that begin on one line within a word. */
#define WORD_MAX_HEREDOCS 8

struct shell_heredoc {
	struct slice word; /* its last line, in the quotes that it has after `<<` */
	bool strip_tabs;
};

/* --- where words and here-documents end, whatever quotes and expansions they hold --------------------------------- */

/* Where the line that holds `at` ends, without its line end. */
static size_t line_rest_end(struct slice bytes, size_t at)
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

/* The byte of the word after `<<` at `*i` or after it, without the quotes: those around it, by `*quote`, and a
 * backslash that makes it mean itself. False at the end. */
static bool next_unquoted(struct slice word, size_t *i, char *quote, char *out)
{
	while (*i < word.len) {
		char c = word.ptr[(*i)++], next = slice_byte(word, *i);
		if (*quote ? c == *quote : c == '\'' || c == '"') {
			*quote = *quote ? '\0' : c;
			continue;
		}
		if (!*quote && c == '$' && next == '\'')
			continue;
		bool escapes =
			c == '\\' && *i < word.len && (!*quote || (*quote == '"' && next && strchr("$`\"\\", next)));
		*out = escapes ? word.ptr[(*i)++] : c;
		return true;
	}
	return false;
}

/* Is the line the last of the here-document? */
static bool ends_heredoc(struct slice line, const struct shell_heredoc *heredoc)
{
	size_t at = 0, i = 0;
	char quote = '\0', c;
	while (heredoc->strip_tabs && slice_byte(line, at) == '\t')
		at++;
	while (next_unquoted(heredoc->word, &i, &quote, &c))
		if (at >= line.len || line.ptr[at++] != c)
			return false;
	return at == line.len;
}

/* Where the last line of the here-document that begins at `at` ends, without its line end; the end of the bytes, and
 * false, if it has none. */
static bool heredoc_end(struct slice bytes, size_t at, const struct shell_heredoc *heredoc, size_t *end)
{
	for (;;) {
		*end = line_rest_end(bytes, at);
		if (ends_heredoc(slice_sub(bytes, at, *end), heredoc))
			return true;
		at = shell_line_end(bytes, *end);
		if (at == *end)
			return false;
	}
}

/* What ends a parenthesis of `$((…))`: a ')' as well, but there are neither comments nor here-documents in it. */
#define ARITHMETIC_END '#'

/* What ends a `case` in `$(…)`: its `esac`. A ')' in it is that of a pattern. */
#define CASE_END 'e'

/* What ends a `${a#…}` and its like: a '}' as well, but quotes in it are quotes, whatever is around it. */
#define PATTERN_END 'p'

/* What is open in a word, innermost last: the byte that ends it, or one of these. */
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
	bool strip_tabs = slice_byte(bytes, at + 2) == '-';
	size_t begin = at + 2 + strip_tabs;
	if (slice_byte(bytes, begin) == '<')
		return begin + 1;
	while (slice_byte(bytes, begin) == ' ' || slice_byte(bytes, begin) == '\t')
		begin++;
	size_t end = begin;
	for (char quote = '\0', c; end < bytes.len && shell_line_end(bytes, end) == end; end++) {
		c = bytes.ptr[end];
		if (!quote && ends_word(c))
			break;
		if (c == '\\' && quote != '\'' && shell_line_end(bytes, end + 1) == end + 1)
			end++;
		else if (c == quote || (!quote && (c == '\'' || c == '"')))
			quote = c == quote ? '\0' : c;
	}
	end = end < bytes.len ? end : bytes.len;
	if (end > begin && state->n_heredocs < WORD_MAX_HEREDOCS)
		state->heredocs[state->n_heredocs++] =
			(struct shell_heredoc){ slice_sub(bytes, begin, end), strip_tabs };
	return end;
}

/* Past the here-documents that wait for the line end at `at`. 0: one is never ended. */
static size_t skip_heredocs(struct slice bytes, size_t at, struct word_state *state)
{
	for (size_t i = 0; i < state->n_heredocs; i++)
		if (!heredoc_end(bytes, shell_line_end(bytes, at), &state->heredocs[i], &at))
			return 0;
	state->n_heredocs = 0;
	return at;
}

/* Is the word at `at`? It ends there as well. */
static bool is_word_at(struct slice bytes, size_t at, const char *word)
{
	size_t end = at + strlen(word);
	return slice_eq_cstr(slice_sub(bytes, at, end), word) && ends_word(slice_byte(bytes, end)) &&
	       (!at || ends_word(bytes.ptr[at - 1]));
}

/* May a command begin at `at`, in `$(…)`? */
static bool may_begin_command(struct slice bytes, size_t at)
{
	static const char *const words[] = { "do", "else", "then" };
	while (at && ascii_is_blank(bytes.ptr[at - 1]))
		at--;
	if (at && strchr("\n;&|(){!", bytes.ptr[at - 1]))
		return true;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (at > strlen(words[i]) && is_word_at(bytes, at - strlen(words[i]), words[i]))
			return true;
	return false;
}

/* The steps that only `$(…)` has: a `case`, here-documents and comments. `at` itself where none is to be made. */
static size_t command_step(struct slice bytes, size_t at, struct word_state *state)
{
	char c = bytes.ptr[at];
	if (c == 'c' && is_word_at(bytes, at, "case") && ascii_is_blank(slice_byte(bytes, at + strlen("case"))) &&
		may_begin_command(bytes, at))
		return opens(state, CASE_END) ? at + strlen("case") : 0;
	if (c == 'e' && state->ends[state->depth - 1] == CASE_END && is_word_at(bytes, at, "esac")) {
		state->depth--;
		return at + strlen("esac");
	}
	if (state->n_heredocs && shell_line_end(bytes, at) > at)
		return skip_heredocs(bytes, at, state);
	if (c == '<' && slice_byte(bytes, at + 1) == '<')
		return await_heredoc_in_word(bytes, at, state);
	return c == '#' && ends_word(bytes.ptr[at - 1]) ? line_rest_end(bytes, at) : at;
}

/* Is a pattern in the `${…}` whose name is at `at`: `a#b`, `a[0]/b/c`, `@%b`? */
static bool takes_pattern(struct slice bytes, size_t at)
{
	size_t begin = at;
	while (shell_is_name_byte(slice_byte(bytes, at), false))
		at++;
	at += at == begin;
	if (slice_byte(bytes, at) == '[')
		while (at < bytes.len && bytes.ptr[at++] != ']')
			;
	return at < bytes.len && memchr("#%/^,", bytes.ptr[at], 5);
}

/* One past the `$(`, `$((` or `${` at `at`. 0: too much is open. */
static size_t open_expansion(struct slice bytes, size_t at, struct word_state *state)
{
	if (bytes.ptr[at + 1] == '{')
		return opens(state, takes_pattern(bytes, at + 2) ? PATTERN_END : '}') ? at + 2 : 0;
	if (slice_byte(bytes, at + 2) != '(')
		return opens(state, ')') ? at + 2 : 0;
	/* It ends with two. */
	bool one = opens(state, ARITHMETIC_END);
	return one && opens(state, ARITHMETIC_END) ? at + 3 : 0;
}

/* Is what is next between double quotes, but for a `${` in them? */
static bool is_in_double_quotes(const struct word_state *state)
{
	size_t depth = state->depth;
	while (depth && state->ends[depth - 1] == '}')
		depth--;
	return depth && state->ends[depth - 1] == '"';
}

/* The byte that ends what is open innermost; '\0' where no single one does. */
static char end_byte(char end)
{
	return end == ARITHMETIC_END ? ')' : end == PATTERN_END ? '}' : end == CASE_END ? '\0' : end;
}

/* One step in a word from `at`. 0: it is never closed. */
static size_t word_step(struct slice bytes, size_t at, struct word_state *state)
{
	char c = bytes.ptr[at], next = slice_byte(bytes, at + 1),
	     end = state->depth ? state->ends[state->depth - 1] : '\0';
	bool quoted = is_in_double_quotes(state), in_round = end_byte(end) == ')';
	if (c == '\\')
		return escape_end(bytes, at);
	if (end_byte(end) && c == end_byte(end)) {
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
	size_t step = end == ')' || end == CASE_END ? command_step(bytes, at, state) : at;
	return step != at ? step : at + 1;
}

/* One past the word at `at`, `at` itself where none is, 0 where it is never closed. */
static size_t word_end(struct slice bytes, size_t at)
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

/* The kind of a whole word. */
static enum token_kind word_kind(struct slice word)
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

/* `((…))` at `at`: one past it, or 0. */
static size_t arithmetic_end(struct slice bytes, size_t at)
{
	struct word_state state = { .depth = 0 };
	if (slice_byte(bytes, at + 1) != '(')
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

/* --- tokens ------------------------------------------------------------------------------------------------------- */

struct lexer {
	struct slice bytes;
	size_t at;
	bool pattern;
	struct token_list *out;
	uint32_t open;                  /* innermost open bracket, chained by `partner` until it finds its own */
	bool fresh;                     /* no code in the present line yet */
	size_t line_end;                /* of the line at hand, where it is known */
	struct shell_heredoc *heredocs; /* that wait for the end of the line */
	size_t n_heredocs, heredocs_capacity;
	size_t heredoc_len; /* 2 or 3 when the token before was `<<` or `<<-` */
	/* bytes that may still be spent on words that turn out to be unclosed: keeps the work linear */
	size_t rescan;
};

static uint32_t add(struct lexer *lx, enum token_kind kind, size_t end)
{
	uint32_t index = (uint32_t)token_list_add(lx->out, kind, lx->at, end);
	lx->at = end;
	if (!token_is_layout(&lx->out->items[index]))
		lx->fresh = kind == TOKEN_END;
	return index;
}

static void note(struct lexer *lx, const char *problem)
{
	if (lx->out->problem)
		return;
	lx->out->problem = problem;
	lx->out->problem_offset = (uint32_t)lx->at;
}

/* --- words ------------------------------------------------------------------------------------------------------ */

/* Has the word, outside quotes, a `$NAME` that looks like a capture? */
static bool has_stray_capture(struct slice word)
{
	enum token_kind kind;
	for (size_t i = 0; i < word.len; i++) {
		if (word.ptr[i] == '\'' || word.ptr[i] == '"')
			return false;
		if (word.ptr[i] == '$' && capture_len(word, i, &kind))
			return true;
	}
	return false;
}

/* The word after `<<`: its text without quotes is the here-document's last line. */
static void await_heredoc(struct lexer *lx, struct slice word)
{
	struct shell_heredoc heredoc = { word, lx->heredoc_len == 3 };
	VEC_PUSH(lx->heredocs, lx->n_heredocs, lx->heredocs_capacity, heredoc);
	lx->heredoc_len = 0;
}

static uint32_t add_open(struct lexer *lx, size_t end)
{
	uint32_t index = add(lx, TOKEN_OPEN, end);
	lx->out->items[index].partner = lx->open;
	return lx->open = index;
}

static void add_close(struct lexer *lx, size_t end)
{
	char open = lx->bytes.ptr[lx->at] == ')' ? '(' : '{';
	uint32_t close = add(lx, TOKEN_CLOSE, end), fits = lx->open;
	struct token *items = lx->out->items;
	if (fits == TOKEN_NONE || lx->bytes.ptr[items[fits].begin] != open)
		return;
	lx->open = items[fits].partner;
	items[fits].partner = close;
	items[close].partner = fits;
}

/* Where the line ends. It is looked for once: a line of many words must not cost its square. */
static size_t rest_of_line(struct lexer *lx)
{
	if (lx->at >= lx->line_end)
		lx->line_end = line_rest_end(lx->bytes, lx->at);
	return lx->line_end;
}

static void lex_word(struct lexer *lx)
{
	size_t end = word_end(slice_sub(lx->bytes, 0, lx->rescan ? lx->bytes.len : rest_of_line(lx)), lx->at);
	if (!end) {
		size_t spent = lx->bytes.len - lx->at;
		lx->rescan -= spent < lx->rescan ? spent : lx->rescan;
		note(lx, "quote or expansion is never closed");
		add(lx, TOKEN_JUNK, rest_of_line(lx));
		return;
	}
	struct slice word = slice_sub(lx->bytes, lx->at, end);
	enum token_kind kind = word_kind(word);
	if (lx->heredoc_len)
		await_heredoc(lx, word);
	bool is_brace = slice_eq_cstr(word, "{") || slice_eq_cstr(word, "}");
	if (is_brace && !shell_is_argument(lx->bytes, lx->out, (uint32_t)lx->out->count)) {
		if (word.ptr[0] == '{')
			add_open(lx, end);
		else
			add_close(lx, end);
		return;
	}
	if (lx->pattern && kind == TOKEN_TEXT)
		kind = capture_kind(word, TOKEN_TEXT);
	if (lx->pattern && kind == TOKEN_TEXT && has_stray_capture(word)) {
		note(lx, "a capture takes a whole word; a variable of the shell is written ${NAME} in a pattern");
		kind = TOKEN_JUNK;
	}
	add(lx, kind, end);
}

/* --- operators and lines ----------------------------------------------------------------------------------------- */

static size_t operator_len(struct slice bytes, size_t at)
{
	static const char longer[][4] = { ";;&", "<<<", "<<-", "&>>", "&&", "||", ";;", ";&", "|&", "<<", ">>", "<&",
		">&", "<>", ">|", "&>" };
	for (size_t i = 0; i < COUNT_OF(longer); i++)
		if (slice_starts_with(slice_sub(bytes, at, bytes.len), longer[i]))
			return strlen(longer[i]);
	return 1;
}

static void lex_operator(struct lexer *lx)
{
	char c = lx->bytes.ptr[lx->at];
	size_t arithmetic = c == '(' ? arithmetic_end(slice_sub(lx->bytes, 0, rest_of_line(lx)), lx->at) : 0;
	if (arithmetic) {
		add(lx, TOKEN_TEXT, arithmetic);
	} else if (c == '(') {
		add_open(lx, lx->at + 1);
	} else if (c == ')') {
		add_close(lx, lx->at + 1);
	} else {
		size_t len = operator_len(lx->bytes, lx->at);
		bool is_heredoc = slice_starts_with(slice_sub(lx->bytes, lx->at, lx->at + len), "<<") &&
				  slice_byte(lx->bytes, lx->at + 2) != '<';
		add(lx, TOKEN_OPERATOR, lx->at + len);
		lx->heredoc_len = is_heredoc ? len : 0;
	}
}

/* The here-document at `lx->at`, the start of a line, up to its last line; the line end of that one stays. */
static void lex_heredoc(struct lexer *lx, const struct shell_heredoc *heredoc)
{
	size_t end;
	if (!heredoc_end(lx->bytes, lx->at, heredoc, &end))
		note(lx, "here-document is never closed");
	if (end > lx->at)
		add(lx, TOKEN_STRING, end);
}

static void lex_line_end(struct lexer *lx, size_t end)
{
	for (size_t i = 0; i < lx->n_heredocs; i++) {
		if (end > lx->at)
			add(lx, TOKEN_NEWLINE, end);
		lex_heredoc(lx, &lx->heredocs[i]);
		end = shell_line_end(lx->bytes, lx->at);
	}
	lx->n_heredocs = 0;
	lx->heredoc_len = 0;
	if (end > lx->at)
		add(lx, lx->fresh ? TOKEN_NEWLINE : TOKEN_END, end);
}

static size_t space_end(struct slice bytes, size_t at)
{
	for (;;) {
		char c = slice_byte(bytes, at);
		size_t line = c == '\\' ? shell_line_end(bytes, at + 1) : at + 1;
		if (c == '\\' && line > at + 1)
			at = line;
		else if (at < bytes.len &&
			 (c == ' ' || c == '\t' || c == '\0' || (c == '\r' && shell_line_end(bytes, at) == at)))
			at++;
		else
			return at;
	}
}

static void lex_next(struct lexer *lx)
{
	size_t end = space_end(lx->bytes, lx->at);
	char c = lx->bytes.ptr[lx->at];
	if (end > lx->at)
		add(lx, TOKEN_SPACE, end);
	else if ((end = shell_line_end(lx->bytes, lx->at)) > lx->at)
		lex_line_end(lx, end);
	else if (c == '#')
		add(lx, TOKEN_COMMENT, line_rest_end(lx->bytes, lx->at));
	else if (strchr(";&|<>()", c))
		lex_operator(lx);
	else
		lex_word(lx);
}

void shell_lex(struct slice bytes, bool pattern, struct token_list *out)
{
	struct lexer lx = { .bytes = bytes, .pattern = pattern, .out = out, .open = TOKEN_NONE, .fresh = true };
	lx.rescan = 4 * bytes.len;
	if (slice_starts_with(bytes, "\xEF\xBB\xBF"))
		add(&lx, TOKEN_BOM, 3);
	while (lx.at < bytes.len)
		lex_next(&lx);
	lex_line_end(&lx, lx.at);
	if (!lx.fresh)
		add(&lx, TOKEN_END, lx.at);
	token_list_drop_open(out, lx.open, NULL);
	free(lx.heredocs);
}
