/*
 * Windows batch files, as cmd.exe reads them
 * (https://learn.microsoft.com/windows-server/administration/windows-commands/cmd; the fine points after
 * https://stackoverflow.com/a/4095133).
 *
 * A word is one token, with quotes, `%VAR%`, `!VAR!` and `^x` in it: TOKEN_STRING where it is one pair of quotes,
 * TOKEN_NAME where it is an identifier or a `:label`, else TOKEN_TEXT. A command's line end is TOKEN_END. `rem` at the
 * start of a command and `::` at that of a line are comments to the end of the line. A caret before a line end joins
 * lines. A `(` is a bracket where a command may begin and after the `in` of a `for`, elsewhere it is a word's; a `)`
 * closes the innermost bracket wherever it is, or is a word's if there is none. After the condition of an `if` a
 * command begins, with or without parentheses.
 *
 * Names compare without case. In a pattern a word `$NAME` is a capture.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "lang/document.h"
#include "lang/language.h"
#include "lang/problem.h"

extern const struct language language_batch;

/* Words of a condition with its `if`: `if /i not "%A%" == "b"`. */
#define CONDITION_MAX_WORDS 6
/* `if` in `if` on one line. */
#define NESTED_MAX_IFS 8
/* Tokens looked at for the bracket around a place; one further away is taken to be there. */
#define LOOK_MAX_TOKENS 100000
/* Tokens of a line looked back at; a longer line is taken to begin with an `if`. */
#define LINE_MAX_TOKENS 1024

struct lexer {
	struct slice bytes;
	size_t at;
	bool pattern;
	struct token_list *out;
	uint32_t open;    /* innermost open bracket, chained by `partner` until it finds its own */
	bool fresh;       /* no code in the present line yet */
	uint32_t command; /* token with which the command at hand begins; TOKEN_NONE: one may begin here */
	size_t n_words;   /* of the command at hand */
};

static size_t line_end(struct slice bytes, size_t at)
{
	if (slice_byte(bytes, at) == '\r' && slice_byte(bytes, at + 1) == '\n')
		return at + 2;
	return at < bytes.len && bytes.ptr[at] == '\n' ? at + 1 : at;
}

static size_t rest_of_line(struct slice bytes, size_t at)
{
	while (at < bytes.len && line_end(bytes, at) == at)
		at++;
	return at;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\0' || c == '\r' || c == '\x1A';
}

static uint32_t add(struct lexer *lx, enum token_kind kind, size_t end)
{
	uint32_t index = (uint32_t)token_list_add(lx->out, kind, lx->at, end);
	lx->at = end;
	if (!token_is_layout(&lx->out->items[index]))
		lx->fresh = kind == TOKEN_END;
	return index;
}

static size_t space_end(struct slice bytes, size_t at)
{
	for (;;) {
		if (slice_byte(bytes, at) == '^' && line_end(bytes, at + 1) > at + 1)
			at = line_end(bytes, at + 1);
		else if (at < bytes.len && line_end(bytes, at) == at && is_blank(bytes.ptr[at]))
			at++;
		else
			return at;
	}
}

/* One past the word at `at`: it ends at a blank, a line end or an operator outside quotes. `closes`: at a ')' as
 * well. */
static size_t word_end(struct slice bytes, size_t at, bool closes)
{
	bool quoted = false;
	for (; at < bytes.len && line_end(bytes, at) == at; at++) {
		char c = bytes.ptr[at];
		if (c == '"') {
			quoted = !quoted;
		} else if (!quoted) {
			if (is_blank(c) || strchr("&|<>", c) || (c == ')' && closes) ||
				(c == '^' && line_end(bytes, at + 1) > at + 1))
				break;
			at += c == '^' && at + 1 < bytes.len;
		}
	}
	return at;
}

static bool is_word_byte(char c, bool first)
{
	return ascii_is_letter(c) || c == '_' || (!first && c >= '0' && c <= '9');
}

static enum token_kind kind_of_word(struct slice word)
{
	size_t at = slice_byte(word, 0) == ':' && word.len > 1;
	size_t first = at;
	while (at < word.len && is_word_byte(word.ptr[at], at == first))
		at++;
	if (at == word.len)
		return TOKEN_NAME;
	const char *quote = word.len > 1 && word.ptr[0] == '"' ? memchr(word.ptr + 1, '"', word.len - 1) : NULL;
	return quote == word.ptr + word.len - 1 ? TOKEN_STRING : TOKEN_TEXT;
}

/* Is token `i` one of the `count` words? */
static bool is_among(
	struct slice bytes, const struct token_list *tokens, uint32_t i, const char *const *words, size_t count)
{
	if (i >= tokens->count || tokens->items[i].kind == TOKEN_STRING)
		return false;
	struct slice text = token_text(bytes, tokens, i);
	for (size_t k = 0; k < count; k++)
		if (slice_eq_nocase(text, slice_of(words[k])))
			return true;
	return false;
}

/* The first token after the condition of the `if` at `i`; TOKEN_NONE where none is read. */
static uint32_t condition_end(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	static const char *const options[] = { "/i", "not" };
	static const char *const tests[] = { "errorlevel", "exist", "defined", "cmdextversion" };
	static const char *const comparisons[] = { "==", "equ", "neq", "lss", "leq", "gtr", "geq" };
	i = token_from(tokens, i + 1);
	for (size_t n = 0; is_among(bytes, tokens, i, options, COUNT_OF(options)); i = token_from(tokens, i + 1))
		if (++n == CONDITION_MAX_WORDS)
			return TOKEN_NONE;
	if (is_among(bytes, tokens, i, tests, COUNT_OF(tests)))
		return token_from(tokens, token_from(tokens, i + 1) + 1);
	uint32_t next = token_from(tokens, i + 1);
	if (is_among(bytes, tokens, next, comparisons, COUNT_OF(comparisons)))
		return token_from(tokens, token_from(tokens, next + 1) + 1);
	if (i >= tokens->count || slice_find(token_text(bytes, tokens, i), SLICE_LITERAL("=="), 0) == (size_t)-1)
		return TOKEN_NONE;
	bool goes_on = slice_ends_with(token_text(bytes, tokens, i), "==");
	return goes_on ? token_from(tokens, next + 1) : next;
}

static bool is_word(const struct lexer *lx, uint32_t token, const char *word)
{
	return token != TOKEN_NONE && is_among(lx->bytes, lx->out, token, &word, 1);
}

/* Where the condition of the `if` at hand ends, as condition_end() says it of the tokens so far; 0: none is at hand. */
static uint32_t condition_at_hand(const struct lexer *lx)
{
	if (!is_word(lx, lx->command, "if"))
		return 0;
	return lx->n_words > CONDITION_MAX_WORDS ? TOKEN_NONE : condition_end(lx->bytes, lx->out, lx->command);
}

static bool begins_command(const struct lexer *lx)
{
	return lx->command == TOKEN_NONE || condition_at_hand(lx) == lx->out->count;
}

static bool begins_brackets(const struct lexer *lx)
{
	uint32_t before = token_before(lx->out, (uint32_t)lx->out->count);
	return begins_command(lx) || condition_at_hand(lx) == TOKEN_NONE ||
	       (is_word(lx, lx->command, "for") && is_word(lx, before, "in"));
}

static bool is_comment(const struct lexer *lx)
{
	struct slice bytes = lx->bytes;
	if (lx->fresh && slice_byte(bytes, lx->at) == ':' && slice_byte(bytes, lx->at + 1) == ':')
		return true;
	size_t end = lx->at + 3;
	return slice_eq_nocase(slice_sub(bytes, lx->at, end), SLICE_LITERAL("rem")) &&
	       (end >= bytes.len || is_blank(bytes.ptr[end]) || line_end(bytes, end) > end) && begins_command(lx);
}

static void lex_close(struct lexer *lx)
{
	uint32_t close = add(lx, TOKEN_CLOSE, lx->at + 1);
	struct token *items = lx->out->items;
	uint32_t open = lx->open;
	lx->open = items[open].partner;
	items[open].partner = close;
	items[close].partner = open;
}

/* Is [lx->at, end) a word after which a command or a list begins, even without a blank? */
static bool is_joint(const struct lexer *lx, size_t end)
{
	struct slice word = slice_sub(lx->bytes, lx->at, end);
	bool in_for = is_word(lx, lx->command, "for");
	return (begins_command(lx) && slice_eq_nocase(word, SLICE_LITERAL("else"))) ||
	       ((begins_command(lx) || in_for) && slice_eq_nocase(word, SLICE_LITERAL("do"))) ||
	       (in_for && slice_eq_nocase(word, SLICE_LITERAL("in")));
}

/* The end of such a word with a bracket right behind it, `else(`; 0: there is none. */
static size_t joint_end(const struct lexer *lx)
{
	for (size_t end = lx->at + 2; end <= lx->at + 4; end++)
		if (slice_byte(lx->bytes, end) == '(' && is_joint(lx, end))
			return end;
	return 0;
}

static bool is_arrow(char c)
{
	return c == '<' || c == '>';
}

/* Is [lx->at, end) a part of a redirection, which may be before a command: `>file (…)`, `2>file`? */
static bool is_redirection(const struct lexer *lx, size_t end)
{
	uint32_t before = token_before(lx->out, (uint32_t)lx->out->count);
	bool is_number = end == lx->at + 1 && ascii_is_digit(lx->bytes.ptr[lx->at]);
	return (before != TOKEN_NONE && is_arrow(lx->bytes.ptr[lx->out->items[before].begin])) ||
	       (is_number && is_arrow(slice_byte(lx->bytes, end)));
}

static void lex_word(struct lexer *lx)
{
	size_t end = joint_end(lx);
	if (!end)
		end = word_end(lx->bytes, lx->at, lx->open != TOKEN_NONE);
	if (end == lx->at)
		end++;
	struct slice word = slice_sub(lx->bytes, lx->at, end);
	enum token_kind kind = kind_of_word(word);
	if (lx->pattern && kind == TOKEN_TEXT)
		kind = capture_kind(word, TOKEN_TEXT);
	bool begins = begins_command(lx), aside = begins && is_redirection(lx, end),
	     next_begins = is_joint(lx, end) && !slice_eq_nocase(word, SLICE_LITERAL("in"));
	uint32_t index = add(lx, kind, end);
	lx->n_words++;
	if (next_begins) {
		lx->command = TOKEN_NONE;
	} else if (begins && !aside) {
		lx->command = index;
		lx->n_words = 1;
	}
}

static void lex_operator(struct lexer *lx)
{
	char c = lx->bytes.ptr[lx->at];
	size_t end = lx->at + 1;
	end += c != '<' && slice_byte(lx->bytes, end) == c;
	end += is_arrow(c) && slice_byte(lx->bytes, end) == '&'; /* `2>&1` */
	add(lx, TOKEN_OPERATOR, end);
	if (c == '&' || c == '|')
		lx->command = TOKEN_NONE;
}

static void lex_code(struct lexer *lx)
{
	char c = lx->bytes.ptr[lx->at];
	if (is_comment(lx)) {
		add(lx, TOKEN_COMMENT, rest_of_line(lx->bytes, lx->at));
	} else if (strchr("&|<>", c)) {
		lex_operator(lx);
	} else if (c == '@' && begins_command(lx)) {
		add(lx, TOKEN_OPERATOR, lx->at + 1);
		lx->command = TOKEN_NONE;
	} else if (c == '(' && begins_brackets(lx)) {
		uint32_t open = add(lx, TOKEN_OPEN, lx->at + 1);
		lx->out->items[open].partner = lx->open;
		lx->open = open;
		lx->command = TOKEN_NONE;
	} else if (c == ')' && lx->open != TOKEN_NONE) {
		lex_close(lx);
		lx->command = TOKEN_NONE;
	} else {
		lex_word(lx);
	}
}

static void batch_lex(struct slice bytes, bool pattern, struct token_list *out)
{
	struct lexer lx = {
		.bytes = bytes, .pattern = pattern, .out = out, .open = TOKEN_NONE, .fresh = true, .command = TOKEN_NONE
	};
	if (slice_starts_with(bytes, "\xEF\xBB\xBF"))
		add(&lx, TOKEN_BOM, 3);
	while (lx.at < bytes.len) {
		size_t end = space_end(bytes, lx.at), line = line_end(bytes, lx.at);
		if (end > lx.at) {
			add(&lx, TOKEN_SPACE, end);
		} else if (line > lx.at) {
			add(&lx, lx.fresh ? TOKEN_NEWLINE : TOKEN_END, line);
			lx.command = TOKEN_NONE;
		} else {
			lex_code(&lx);
		}
	}
	if (!lx.fresh)
		add(&lx, TOKEN_END, lx.at);
	token_list_drop_open(out, lx.open, NULL);
}

static struct slice batch_value(struct slice token, enum token_kind kind)
{
	return kind == TOKEN_STRING && token.len > 1 ? slice_sub(token, 1, token.len - 1) : token;
}

static const char *batch_why_not_within(struct slice token, enum token_kind kind, struct slice text)
{
	bool is_quoted = batch_value(token, kind).len < token.len;
	return is_quoted && text.len && memchr(text.ptr, '^', text.len) ? "in quotes, a '^' of the value would stay"
									: NULL;
}

/* The `if` whose condition ends before `token`, or TOKEN_NONE. */
static uint32_t if_before(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	static const char *const words[] = { "if" };
	uint32_t at = token_before(tokens, token);
	for (size_t n = 0; n < CONDITION_MAX_WORDS && at != TOKEN_NONE && tokens->items[at].kind != TOKEN_END; n++) {
		if (is_among(bytes, tokens, at, words, 1) && condition_end(bytes, tokens, at) == token)
			return at;
		at = token_before(tokens, at);
	}
	return TOKEN_NONE;
}

static bool batch_statement_start(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	static const char *const before_command[] = { "@", "&", "&&", "|", "||", "(", ")", "else", "do" };
	for (size_t n = 0; n < NESTED_MAX_IFS && token != TOKEN_NONE; n++) {
		uint32_t before = token_before(tokens, token);
		if (before == TOKEN_NONE || tokens->items[before].kind == TOKEN_END ||
			(tokens->items[before].kind != TOKEN_TEXT &&
				is_among(bytes, tokens, before, before_command, COUNT_OF(before_command))))
			return true;
		token = tokens->items[token].kind == TOKEN_END ? TOKEN_NONE : if_before(bytes, tokens, token);
	}
	return false;
}

/* Is it one command on one line, and no `if`, `for` or label that would take what follows? */
static bool is_simple(const struct statements *of)
{
	static const char *const operators[] = { "&", "&&", "|", "||" }, *const heads[] = { "if", "for", "rem" };
	uint32_t first = token_from(of->tokens, of->first);
	bool is = !is_among(of->bytes, of->tokens, first, heads, COUNT_OF(heads)) &&
		  !slice_starts_with(token_text(of->bytes, of->tokens, first), ":");
	for (uint32_t i = first; i < of->last; i = token_from(of->tokens, i + 1)) {
		bool is_end = of->tokens->items[i].kind == TOKEN_END && token_from(of->tokens, i + 1) < of->last;
		is &= !is_end && !is_among(of->bytes, of->tokens, i, operators, COUNT_OF(operators));
	}
	return is;
}

static bool is_in_brackets(const struct token_list *tokens, uint32_t token)
{
	uint32_t at = token_before(tokens, token);
	for (size_t n = 0; n < LOOK_MAX_TOKENS && at != TOKEN_NONE; n++) {
		const struct token *is = &tokens->items[at];
		if (is->kind == TOKEN_OPEN && is->partner != TOKEN_NONE)
			return true;
		at = token_before(tokens, is->kind == TOKEN_CLOSE && is->partner != TOKEN_NONE ? is->partner : at);
	}
	return at != TOKEN_NONE;
}

/* Labels in brackets, or comments that begin with `::`, which are labels there. `around`: what is not in brackets comes
 * into some. */
static size_t labels_in_brackets(const struct statements *of, bool are_comments, bool around)
{
	size_t n = 0;
	for (uint32_t i = of->first; i < of->last; i++) {
		const struct token *token = &of->tokens->items[i];
		bool is_label =
			slice_starts_with(token_text(of->bytes, of->tokens, i), ":") &&
			(are_comments ? token->kind == TOKEN_COMMENT
				      : !token_is_layout(token) && batch_statement_start(of->bytes, of->tokens, i));
		n += is_label && (around || is_in_brackets(of->tokens, i));
	}
	return n;
}

static const char *why_no_label(const struct statements *old, const struct statements *by)
{
	/* Looking for the brackets costs more than looking for labels, of which most edits bring none. */
	if (!labels_in_brackets(by, true, true) && !labels_in_brackets(by, false, true))
		return NULL;
	bool around = is_in_brackets(old->tokens, old->first);
	if (labels_in_brackets(by, true, around) > labels_in_brackets(old, true, around))
		return "in brackets, cmd takes a '::' for a label; write 'rem'";
	if (labels_in_brackets(by, false, around) > labels_in_brackets(old, false, around))
		return "in brackets, cmd refuses a label at their end, and a 'goto' to it leaves them";
	return NULL;
}

/* Does token `end` end a line that begins with a command after which cmd goes on elsewhere? */
static bool ends_jump(struct slice bytes, const struct token_list *tokens, uint32_t end)
{
	static const char *const jumps[] = { "exit", "goto" }, *const quiet[] = { "@" };
	uint32_t first = end, before = end == TOKEN_NONE ? end : token_before(tokens, end);
	size_t left = LINE_MAX_TOKENS;
	while (before != TOKEN_NONE && tokens->items[before].kind != TOKEN_END && left--) {
		first = before;
		before = token_before(tokens, before);
	}
	if (first != TOKEN_NONE && is_among(bytes, tokens, first, quiet, COUNT_OF(quiet)))
		first = token_from(tokens, first + 1);
	return left && first != TOKEN_NONE && first != end && is_among(bytes, tokens, first, jumps, COUNT_OF(jumps));
}

/* A command that shares its line with others, or with an `if` or `for`, stays, or gives way to one: no command that
 * does nothing can be in all of these places, and a second line would run whatever the first one asks. */
static const char *batch_give_way(const struct statements *old, const struct statements *by, const char **why)
{
	const struct token_list *tokens = old->tokens;
	uint32_t before = token_before(tokens, old->first), next = token_from(tokens, old->last);
	bool begins = before == TOKEN_NONE || tokens->items[before].kind == TOKEN_END ||
		      tokens->items[before].kind == TOKEN_OPEN;
	bool ends = next >= tokens->count || tokens->items[next].kind == TOKEN_END ||
		    tokens->items[next].kind == TOKEN_CLOSE || old->first == old->last ||
		    tokens->items[token_before(tokens, old->last)].kind == TOKEN_END;
	bool is_going = by->first == by->last, is_insertion = old->first == old->last;
	uint32_t first = token_from(by->tokens, by->first);
	*why = why_no_label(old, by);
	if (*why)
		return NULL;
	*why = "it would never run, after the command before it";
	if (is_insertion && first < by->last && !slice_starts_with(token_text(by->bytes, by->tokens, first), ":") &&
		ends_jump(old->bytes, tokens, before))
		return NULL;
	*why = is_going ? "other code on its line depends on it"
			: "there is room for one command only, since it shares its line with other code";
	return (begins && ends) || (!is_going && is_simple(by)) ? "" : NULL;
}

/* An `if`, `for` or `else` at the beginning of a line is about all commands of it. */
static bool batch_is_bound(struct document *doc, size_t code)
{
	static const char *const ends[] = { ";", "&" }, *const joints[] = { "&&", "||", "|" };
	static const char *const heads[] = { "if", "for", "else" }, *const quiet[] = { "@" };
	const struct slice bytes = doc->source->bytes;
	const struct token_list *tokens = &doc->tokens;
	const uint32_t *at = doc->code;
	if (code > 0 && is_among(bytes, tokens, at[code - 1], quiet, COUNT_OF(quiet)))
		code--;
	if (code > 0 && tokens->items[at[code - 1]].kind != TOKEN_END &&
		!is_among(bytes, tokens, at[code - 1], ends, COUNT_OF(ends)))
		return true;
	size_t left = LINE_MAX_TOKENS;
	for (size_t k = code; k > 0 && tokens->items[at[k - 1]].kind != TOKEN_END; k--)
		if (!left-- || (batch_statement_start(bytes, tokens, at[k - 1]) &&
				       is_among(bytes, tokens, at[k - 1], heads, COUNT_OF(heads))))
			return true;
	while (code > 0 && tokens->items[at[code - 1]].kind == TOKEN_END)
		code--;
	return code > 0 && is_among(bytes, tokens, at[code - 1], joints, COUNT_OF(joints));
}

static bool batch_is_label(const struct document *doc, size_t code)
{
	return slice_starts_with(document_text(doc, doc->code[code]), ":") &&
	       batch_statement_start(doc->source->bytes, &doc->tokens, doc->code[code]);
}

/* A `)` that closes nothing, at the beginning of a line: cmd takes it for a comment, so all after it runs. Or after
 * another one, where cmd refuses it. */
static void batch_problems(struct document *doc, struct problem_list *out)
{
	for (size_t i = 0; i < doc->n_code; i++) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		enum token_kind before = i ? (enum token_kind)doc->tokens.items[doc->code[i - 1]].kind : TOKEN_END;
		if ((before == TOKEN_END || before == TOKEN_CLOSE) && token->kind == TOKEN_TEXT &&
			doc->source->bytes.ptr[token->begin] == ')')
			problem_list_add(out, token->begin, "a ')' closes nothing");
	}
}

/* A pattern is one command or several. */
static bool batch_is_statement(struct slice bytes, const struct token_list *tokens)
{
	(void)bytes;
	return tokens->count > 0;
}

static const char *const batch_filenames[] = { "*.bat", "*.cmd", NULL };

const struct language language_batch = {
	.name = "batch",
	.summary = "Windows batch files",
	.filenames = batch_filenames,
	.names_nocase = true,
	.lex = batch_lex,
	.value = batch_value,
	.why_not_within = batch_why_not_within,
	.is_statement = batch_is_statement,
	.statement_start = batch_statement_start,
	.give_way = batch_give_way,
	.is_bound = batch_is_bound,
	.is_label = batch_is_label,
	.problems = batch_problems,
	.no_statement = "rem",
	.list_form = { "(x ", ")" },
	.line_comment = "REM ",
};
