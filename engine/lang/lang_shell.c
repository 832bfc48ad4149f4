/*
 * The shell: sh, with bash's additions. After POSIX.1-2017, XCU 2.3 "Token Recognition", and bash(1).
 *
 * A word is one token, with all quotes, `$(…)`, `${…}`, backticks and `$((…))` in it: TOKEN_STRING where it is one pair of quotes, TOKEN_NAME
 * where it is an identifier, else TOKEN_TEXT. So text in quotes never matches, nor do commands in `$(…)`. `{` and `}` as words of their own
 * and all parentheses are brackets; the `)` of a case's pattern has no partner. `((…))` at the start of a command is one TOKEN_TEXT.
 * The line end behind a command is TOKEN_END. Behind a line with `<<WORD` the here-document is one TOKEN_STRING, its last line
 * included; that line's end is the TOKEN_END. One that begins in `$(…)` is part of that word.
 *
 * In a pattern a word `$NAME` in capitals is a capture. The shell's variable is written `${NAME}` there, and fits `$NAME` as well.
 *
 * What is wrong: a quote or `$(` that is never closed makes TOKEN_JUNK to the end of its line; a here-document that is never ended runs to the end
 * of the file.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "lang/language.h"
#include "lang/trouble.h"

/* --- words --------------------------------------------------------------------------------------------------------- */

struct shell_heredoc {
	struct slice word; /* its last line, in the quotes that it has behind `<<` */
	bool strip_tabs;
};

/* The byte at `at`, or NUL behind the end. */
static char shell_byte(struct slice bytes, size_t at)
{
	return at < bytes.len ? bytes.ptr[at] : '\0';
}

/* Quotes and expansions within each other; a word with more is read as unclosed. */
#define WORD_MAX_DEPTH 100
/* Here-documents that begin on one line within a word. */
#define WORD_MAX_HEREDOCS 8

/* May a variable's name hold `c`, as its `first` byte? */
static bool shell_is_name_byte(char c, bool first)
{
	return ascii_is_letter(c) || c == '_' || (!first && c >= '0' && c <= '9');
}

/* One past the line end ("\n" or "\r\n") at `at`; `at` itself where none is. */
static size_t shell_line_end(struct slice bytes, size_t at)
{
	if (shell_byte(bytes, at) == '\r' && shell_byte(bytes, at + 1) == '\n')
		return at + 2;
	return at < bytes.len && bytes.ptr[at] == '\n' ? at + 1 : at;
}

/* Where the line that holds `at` ends, without its line end. */
static size_t shell_rest_of_line(struct slice bytes, size_t at)
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
		if (!strchr("\"'\\", heredoc->word.ptr[i]) && (at >= line.len || line.ptr[at++] != heredoc->word.ptr[i]))
			return false;
	return at == line.len;
}

/* Where the last line of the here-document that begins at `at` ends, without its line end; the end of the bytes, and false, if it has none. */
static bool shell_heredoc_end(struct slice bytes, size_t at, const struct shell_heredoc *heredoc, size_t *end)
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
		state->heredocs[state->n_heredocs++] = (struct shell_heredoc){ slice_sub(bytes, begin, end), strip_tabs };
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
	return opens(state, ARITHMETIC_END) && opens(state, ARITHMETIC_END) ? at + 3 : 0;
}

/* One step in a word from `at`. 0: it is never closed. */
static size_t word_step(struct slice bytes, size_t at, struct word_state *state)
{
	char c = bytes.ptr[at], next = shell_byte(bytes, at + 1), end = state->depth ? state->ends[state->depth - 1] : '\0';
	bool quoted = end == '"' || (end == '}' && memchr(state->ends, '"', state->depth)), in_round = end == ')' || end == ARITHMETIC_END;
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

/* One past the word at `at`, `at` itself where none is, 0 where it is never closed. */
static size_t shell_word_end(struct slice bytes, size_t at)
{
	struct word_state state = { .depth = 0 };
	while (at < bytes.len) {
		/* A parenthesis in the middle of a word belongs to an array or a pattern, and is a token of its own. */
		if (!state.depth && (ends_word(bytes.ptr[at]) || shell_line_end(bytes, at) > at || (bytes.ptr[at] == '\\' && shell_line_end(bytes, at + 1) > at + 1)))
			return at;
		at = word_step(bytes, at, &state);
		if (!at)
			return 0;
	}
	return state.depth ? 0 : at;
}

/* The kind of a whole word. */
static enum token_kind shell_word_kind(struct slice word)
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
static size_t shell_arithmetic_end(struct slice bytes, size_t at)
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

extern const struct language language_shell;

struct lexer {
	struct slice bytes;
	size_t at;
	bool pattern;
	struct token_list *out;
	uint32_t open; /* innermost open bracket, chained by `partner` until it finds its own */
	bool fresh;    /* no code in the present line yet */
	struct shell_heredoc *heredocs; /* that wait for the end of the line */
	size_t n_heredocs, heredocs_capacity;
	size_t heredoc_len; /* 2 or 3 when the token before was `<<` or `<<-` */
	size_t rescan;      /* bytes that may still be spent on words that turn out to be unclosed: keeps the work linear */
};

static uint32_t add(struct lexer *lx, enum token_kind kind, size_t end)
{
	uint32_t index = (uint32_t)token_list_add(lx->out, kind, lx->at, end);
	lx->at = end;
	if (!token_is_layout(&lx->out->items[index]))
		lx->fresh = kind == TOKEN_END;
	return index;
}

static void note(struct lexer *lx, const char *trouble)
{
	if (lx->out->trouble)
		return;
	lx->out->trouble = trouble;
	lx->out->trouble_offset = (uint32_t)lx->at;
}

/* --- words ------------------------------------------------------------------------------------------------------- */

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

/* The word behind `<<`: its text without quotes is the here-document's last line. */
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

static void lex_word(struct lexer *lx)
{
	/* The line is looked at only where it counts: a line of many words must not cost its square. */
	size_t end = shell_word_end(slice_sub(lx->bytes, 0, lx->rescan ? lx->bytes.len : shell_rest_of_line(lx->bytes, lx->at)), lx->at);
	if (!end) {
		size_t spent = lx->bytes.len - lx->at;
		lx->rescan -= spent < lx->rescan ? spent : lx->rescan;
		note(lx, "quote or expansion is never closed");
		add(lx, TOKEN_JUNK, shell_rest_of_line(lx->bytes, lx->at));
		return;
	}
	struct slice word = slice_sub(lx->bytes, lx->at, end);
	enum token_kind kind = shell_word_kind(word);
	if (lx->heredoc_len)
		await_heredoc(lx, word);
	if (slice_eq_cstr(word, "{")) {
		add_open(lx, end);
		return;
	}
	if (slice_eq_cstr(word, "}")) {
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
	static const char longer[][4] = { ";;&", "<<<", "<<-", "&>>", "&&", "||", ";;", ";&", "|&", "<<", ">>", "<&", ">&", "<>", ">|", "&>" };
	for (size_t i = 0; i < COUNT_OF(longer); i++)
		if (slice_starts_with(slice_sub(bytes, at, bytes.len), longer[i]))
			return strlen(longer[i]);
	return 1;
}

static void lex_operator(struct lexer *lx)
{
	char c = lx->bytes.ptr[lx->at];
	size_t arithmetic = c == '(' ? shell_arithmetic_end(slice_sub(lx->bytes, 0, shell_rest_of_line(lx->bytes, lx->at)), lx->at) : 0;
	if (arithmetic) {
		add(lx, TOKEN_TEXT, arithmetic);
	} else if (c == '(') {
		add_open(lx, lx->at + 1);
	} else if (c == ')') {
		add_close(lx, lx->at + 1);
	} else {
		size_t len = operator_len(lx->bytes, lx->at);
		bool is_heredoc = slice_starts_with(slice_sub(lx->bytes, lx->at, lx->at + len), "<<") && shell_byte(lx->bytes, lx->at + 2) != '<';
		add(lx, TOKEN_OPERATOR, lx->at + len);
		lx->heredoc_len = is_heredoc ? len : 0;
	}
}

/* The here-document at `lx->at`, the start of a line, up to its last line; the line end of that one stays. */
static void lex_heredoc(struct lexer *lx, const struct shell_heredoc *heredoc)
{
	size_t end;
	if (!shell_heredoc_end(lx->bytes, lx->at, heredoc, &end))
		note(lx, "here-document is never ended");
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
		char c = shell_byte(bytes, at);
		size_t line = c == '\\' ? shell_line_end(bytes, at + 1) : at + 1;
		if (c == '\\' && line > at + 1)
			at = line;
		else if (at < bytes.len && (c == ' ' || c == '\t' || c == '\0' || (c == '\r' && shell_line_end(bytes, at) == at)))
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
		add(lx, TOKEN_COMMENT, shell_rest_of_line(lx->bytes, lx->at));
	else if (strchr(";&|<>()", c))
		lex_operator(lx);
	else
		lex_word(lx);
}

static void shell_lex(struct slice bytes, bool pattern, struct token_list *out)
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
	while (lx.open != TOKEN_NONE) {
		uint32_t outer = out->items[lx.open].partner;
		out->items[lx.open].partner = TOKEN_NONE;
		lx.open = outer;
	}
	free(lx.heredocs);
}

/* --- what the matcher asks --------------------------------------------------------------------------------------- */

/* The name of the variable at the `$` `at`, in braces or not, as bytes of `text`; `*end` is behind it. Empty where none is. */
static struct slice variable_at(struct slice text, size_t at, size_t *end)
{
	size_t braces = shell_byte(text, at + 1) == '{', name = at + 1 + braces, last = name;
	while (shell_is_name_byte(shell_byte(text, last), last == name))
		last++;
	bool is_whole = shell_byte(text, at) == '$' && (!braces || shell_byte(text, last) == '}');
	*end = last + braces;
	return slice_sub(text, name, is_whole ? last : name);
}

/* `${NAME}` and `$NAME` are the same, as are line ends of both kinds in a here-document. */
static bool shell_same(struct slice a, enum token_kind a_kind, struct slice b, enum token_kind b_kind)
{
	if (a_kind != b_kind && a_kind != TOKEN_TEXT && b_kind != TOKEN_TEXT)
		return false;
	size_t i = 0, k = 0;
	while (i < a.len && k < b.len) {
		size_t i_end, k_end;
		struct slice a_name = variable_at(a, i, &i_end), b_name = variable_at(b, k, &k_end);
		if (a_name.len && slice_eq(a_name, b_name)) {
			i = i_end;
			k = k_end;
			continue;
		}
		i = shell_line_end(a, i) > i ? shell_line_end(a, i) - 1 : i;
		k = shell_line_end(b, k) > k ? shell_line_end(b, k) - 1 : k;
		if (a.ptr[i++] != b.ptr[k++])
			return false;
	}
	return i == a.len && k == b.len;
}

static struct slice shell_value(struct slice token, enum token_kind kind)
{
	bool has_quotes = kind == TOKEN_STRING && token.len > 1 && token.ptr[0] == token.ptr[token.len - 1] && strchr("\"'", token.ptr[0]);
	return has_quotes ? slice_sub(token, 1, token.len - 1) : token;
}

static bool shell_statement_start(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	static const char *const before_command[] = { "then", "do", "else", "elif", "if", "while", "until", "!", "time", ";",  "&",
		                                      "&&",   "||", "|",    "|&",   ";;", ";&",    ";;&",   "(", "{",    ")" };
	while (token > 0 && token_is_layout(&tokens->items[token - 1]))
		token--;
	if (token == 0 || tokens->items[token - 1].kind == TOKEN_END)
		return true;
	const struct token *before = &tokens->items[token - 1];
	for (size_t i = 0; i < COUNT_OF(before_command); i++)
		if (before->kind != TOKEN_STRING && slice_eq_cstr(slice_sub(bytes, before->begin, before->end), before_command[i]))
			return true;
	return false;
}

static enum block_part shell_block_part(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	static const struct {
		const char *word;
		enum block_part part;
	} words[] = {
		{ "if", BLOCK_OPENS },     { "elif", BLOCK_BRANCHES }, { "else", BLOCK_BRANCHES }, { "fi", BLOCK_CLOSES },    { "for", BLOCK_OPENS },
		{ "while", BLOCK_OPENS },  { "until", BLOCK_OPENS },   { "select", BLOCK_OPENS },  { "done", BLOCK_CLOSES },  { "case", BLOCK_OPENS },
		{ "esac", BLOCK_CLOSES },
	};
	const struct token *name = &tokens->items[token];
	if (name->kind != TOKEN_NAME || !shell_statement_start(bytes, tokens, token))
		return BLOCK_NO_PART;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (slice_eq_cstr(slice_sub(bytes, name->begin, name->end), words[i].word))
			return words[i].part;
	return BLOCK_NO_PART;
}

/* A line that begins with `&&`, `||` or `|`: the command before it is gone. */
static void shell_troubles(struct document *doc, struct trouble_list *out)
{
	static const char *const joining[] = { "&&", "||", "|" };
	for (size_t i = 0; i < doc->n_code; i++) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		bool begins = i == 0 || doc->tokens.items[doc->code[i - 1]].kind == TOKEN_END;
		for (size_t k = 0; begins && token->kind == TOKEN_OPERATOR && k < COUNT_OF(joining); k++)
			if (slice_eq_cstr(document_text(doc, doc->code[i]), joining[k]))
				trouble_list_add(out, token->begin, "an operator with no command before it");
	}
}

/* A pattern is one command or several. */
static bool shell_is_statement(struct slice bytes, const struct token_list *tokens)
{
	(void)bytes;
	return tokens->count > 0;
}

static const char *const shell_filenames[] = { "*.sh", "*.bash", NULL };

const struct language language_shell = {
	.name = "shell",
	.summary = "shell scripts: sh and bash",
	.filenames = shell_filenames,
	.lex = shell_lex,
	.same = shell_same,
	.respelled = "$",
	.value = shell_value,
	.is_statement = shell_is_statement,
	.statement_start = shell_statement_start,
	.block_part = shell_block_part,
	.troubles = shell_troubles,
	.no_statement = ":",
	.line_comment = "#",
};
