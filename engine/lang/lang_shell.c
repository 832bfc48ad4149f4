/*
 * The shell: sh, with bash's additions. After POSIX.1-2017, XCU 2.3 "Token Recognition", and bash(1).
 *
 * A word is one token, with all quotes, `$(…)`, `${…}`, backticks and `$((…))` in it: TOKEN_STRING where it is one pair
 * of quotes, TOKEN_NAME where it is an identifier, else TOKEN_TEXT. So text in quotes never matches, nor do commands in
 * `$(…)`. `{` and `}` as words of their own and all parentheses are brackets; the `)` of a case's pattern has no
 * partner. `((…))` at the start of a command is one TOKEN_TEXT. The line end behind a command is TOKEN_END. Behind a
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
#include "base/ascii.h"
#include "lang/language.h"
#include "lang/shell_words.h"
#include "lang/trouble.h"

extern const struct language language_shell;

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

/* Where the line ends. It is looked for once: a line of many words must not cost its square. */
static size_t rest_of_line(struct lexer *lx)
{
	if (lx->at >= lx->line_end)
		lx->line_end = shell_rest_of_line(lx->bytes, lx->at);
	return lx->line_end;
}

static void lex_word(struct lexer *lx)
{
	size_t end = shell_word_end(slice_sub(lx->bytes, 0, lx->rescan ? lx->bytes.len : rest_of_line(lx)), lx->at);
	if (!end) {
		size_t spent = lx->bytes.len - lx->at;
		lx->rescan -= spent < lx->rescan ? spent : lx->rescan;
		note(lx, "quote or expansion is never closed");
		add(lx, TOKEN_JUNK, rest_of_line(lx));
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
	size_t arithmetic = c == '(' ? shell_arithmetic_end(slice_sub(lx->bytes, 0, rest_of_line(lx)), lx->at) : 0;
	if (arithmetic) {
		add(lx, TOKEN_TEXT, arithmetic);
	} else if (c == '(') {
		add_open(lx, lx->at + 1);
	} else if (c == ')') {
		add_close(lx, lx->at + 1);
	} else {
		size_t len = operator_len(lx->bytes, lx->at);
		bool is_heredoc = slice_starts_with(slice_sub(lx->bytes, lx->at, lx->at + len), "<<") &&
				  shell_byte(lx->bytes, lx->at + 2) != '<';
		add(lx, TOKEN_OPERATOR, lx->at + len);
		lx->heredoc_len = is_heredoc ? len : 0;
	}
}

/* The here-document at `lx->at`, the start of a line, up to its last line; the line end of that one stays. */
static void lex_heredoc(struct lexer *lx, const struct shell_heredoc *heredoc)
{
	size_t end;
	if (!shell_heredoc_end(lx->bytes, lx->at, heredoc, &end))
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
		char c = shell_byte(bytes, at);
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

/* The name of the variable at the `$` `at`, in braces or not, as bytes of `text`; `*end` is behind it. Empty where none
 * is. */
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
	bool has_quotes = kind == TOKEN_STRING && token.len > 1 && token.ptr[0] == token.ptr[token.len - 1] &&
			  strchr("\"'", token.ptr[0]);
	return has_quotes ? slice_sub(token, 1, token.len - 1) : token;
}

static bool shell_statement_start(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	static const char *const before_command[] = { "then", "do", "else", "elif", "if", "while", "until", "!", "time",
		";", "&", "&&", "||", "|", "|&", ";;", ";&", ";;&", "(", "{", ")" };
	while (token > 0 && token_is_layout(&tokens->items[token - 1]))
		token--;
	if (token == 0 || tokens->items[token - 1].kind == TOKEN_END)
		return true;
	const struct token *before = &tokens->items[token - 1];
	for (size_t i = 0; i < COUNT_OF(before_command); i++)
		if (before->kind != TOKEN_STRING &&
			slice_eq_cstr(slice_sub(bytes, before->begin, before->end), before_command[i]))
			return true;
	return false;
}

static enum block_part shell_block_part(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	static const struct {
		const char *word;
		enum block_part part;
	} words[] = {
		{ "if", BLOCK_OPENS },
		{ "elif", BLOCK_BRANCHES },
		{ "else", BLOCK_BRANCHES },
		{ "fi", BLOCK_CLOSES },
		{ "for", BLOCK_OPENS },
		{ "while", BLOCK_OPENS },
		{ "until", BLOCK_OPENS },
		{ "select", BLOCK_OPENS },
		{ "done", BLOCK_CLOSES },
		{ "case", BLOCK_OPENS },
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

static bool is_word_of(struct document *doc, size_t code, const char *const *words)
{
	for (; *words; words++)
		if (slice_eq_cstr(document_text(doc, doc->code[code]), *words))
			return true;
	return false;
}

/* Bash's `((…))` is a command, so no word comes before it but one that a command may follow: `for ((`, `f() ((`,
 * `function f ((`, `coproc NAME ((`. Right behind a word it is part of an array or a pattern, in `[[ … ]]` a group. */
static bool is_misplaced_arithmetic(struct document *doc, size_t code)
{
	static const char *const leads[] = { "for", "-p", "function", "coproc", NULL };
	size_t begin = doc->tokens.items[doc->code[code]].begin;
	if (code == 0 || !slice_eq_cstr(slice_sub(doc->source->bytes, begin, begin + 2), "(("))
		return false;
	const struct token *before = &doc->tokens.items[doc->code[code - 1]];
	return before->kind != TOKEN_OPERATOR && before->kind != TOKEN_OPEN && before->end < begin &&
	       !shell_statement_start(doc->source->bytes, &doc->tokens, doc->code[code]) &&
	       !is_word_of(doc, code - 1, leads) && !(code > 1 && is_word_of(doc, code - 2, leads + 2));
}

/* A line that begins with `&&`, `||` or `|`: the command before it is gone. Or a command in the place of a word. */
static void shell_troubles(struct document *doc, struct trouble_list *out)
{
	static const char *const joining[] = { "&&", "||", "|", NULL }, *const test[] = { "[[", NULL },
				 *const test_end[] = { "]]", NULL };
	bool in_test = false;
	for (size_t i = 0; i < doc->n_code; i++) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		bool begins = i == 0 || doc->tokens.items[doc->code[i - 1]].kind == TOKEN_END;
		if (begins && token->kind == TOKEN_OPERATOR && is_word_of(doc, i, joining))
			trouble_list_add(out, token->begin, "an operator with no command before it");
		in_test = (in_test || is_word_of(doc, i, test)) && !is_word_of(doc, i, test_end);
		if (!in_test && is_misplaced_arithmetic(doc, i))
			trouble_list_add(out, token->begin, "bash's (( )) as a word of a command");
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
