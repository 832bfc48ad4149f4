/*
 * The shell: sh, with bash's additions. After POSIX.1-2017, XCU 2.3 "Token Recognition", and bash(1). Here is what its
 * tokens mean; shell/lex.c makes them.
 */
#include <string.h>

#include "base/alloc.h"
#include "lang/language.h"
#include "lang/shell/lang_shell.h"
#include "lang/problem.h"

extern const struct language language_shell;

/* --- what the matcher asks --------------------------------------------------------------------------------------- */

/* The name of the variable at the `$` `at`, in braces or not, as bytes of `text`; `*end` is after it. Empty where none
 * is. */
static struct slice variable_at(struct slice text, size_t at, size_t *end)
{
	size_t braces = slice_byte(text, at + 1) == '{', name = at + 1 + braces, last = name;
	while (shell_is_name_byte(slice_byte(text, last), last == name))
		last++;
	bool is_whole = slice_byte(text, at) == '$' && (!braces || slice_byte(text, last) == '}');
	*end = last + braces;
	return slice_sub(text, name, is_whole ? last : name);
}

/* `${NAME}` and `$NAME` are the same where they are expanded, as are line ends of both kinds in a here-document. */
static bool shell_same(struct slice a, enum token_kind a_kind, struct slice b, enum token_kind b_kind)
{
	if (a_kind != b_kind && a_kind != TOKEN_TEXT && b_kind != TOKEN_TEXT)
		return false;
	bool is_literal = slice_starts_with(a, "'");
	size_t i = 0, k = 0;
	while (i < a.len && k < b.len) {
		size_t i_end, k_end;
		struct slice a_name = variable_at(a, i, &i_end), b_name = variable_at(b, k, &k_end);
		if (!is_literal && a_name.len && slice_eq(a_name, b_name)) {
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

/* `[1]=a`, in an array. */
static bool shell_holds_item(struct slice value, struct slice item)
{
	size_t end = slice_find(value, SLICE_LITERAL("]="), 0);
	if (!slice_starts_with(value, "[") || end == (size_t)-1)
		return false;
	struct slice text = slice_sub(value, end + 2, value.len);
	bool is_quoted = text.len && strchr("\"'", text.ptr[0]);
	return slice_eq(shell_value(text, is_quoted ? TOKEN_STRING : TOKEN_TEXT), item);
}

/* In double quotes `$`, "`" and `\` before one of a few say what they say without any; in single quotes nothing
 * does. */
static const char *shell_why_not_within(struct slice token, enum token_kind kind, struct slice text)
{
	bool is_quoted = shell_value(token, kind).len < token.len, is_single = is_quoted && token.ptr[0] == '\'';
	for (size_t i = 0; is_quoted && i < text.len; i++) {
		char c = text.ptr[i], next = slice_byte(text, i + 1);
		if (is_single && (c == '$' || c == '`'))
			return "in single quotes, the value would not be expanded";
		if (c == '\\' && (is_single || !next || !strchr("$`\"\\\n", next)))
			return "in these quotes, a backslash of the value would stay";
		if (!is_single && c == '\'')
			return "in these quotes, the quotes of the value would stay";
		i += c == '\\';
	}
	return NULL;
}

static bool shell_statement_start(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	static const char *const words[] = { "then", "do", "else", "elif", "if", "while", "until", "!", "time",
		"coproc", "fi", "done", "esac", NULL };
	static const char *const before_command[] = { ";", "&", "&&", "||", "|", "|&", ";;", ";&", ";;&", "(", "{", ")",
		"}", NULL };
	uint32_t before = token_before(tokens, token);
	if (before == TOKEN_NONE || tokens->items[before].kind == TOKEN_END)
		return true;
	struct slice text = token_text(bytes, tokens, before);
	enum token_kind kind = (enum token_kind)tokens->items[before].kind;
	if (kind == TOKEN_OPERATOR || kind == TOKEN_OPEN || kind == TOKEN_CLOSE)
		return slice_is_one_of(text, before_command);
	return kind != TOKEN_STRING && slice_is_one_of(text, words) && !shell_is_argument(bytes, tokens, before);
}

static bool is_any(struct slice bytes, const struct token_list *tokens, uint32_t i, const char *const *words)
{
	bool is_code = i < tokens->count && tokens->items[i].kind != TOKEN_STRING;
	return is_code && slice_is_one_of(token_text(bytes, tokens, i), words);
}

/* Is the word at `token` a pattern of a `case`, as in `select) a;;`? One that opens, closes or parts a block. */
static bool is_case_pattern(
	struct slice bytes, const struct token_list *tokens, uint32_t token, struct slice text, enum block_part part)
{
	static const char *const arm_ends[] = { ";;", ";&", ";;&", NULL }, *const in[] = { "in", NULL },
				 *const behind[] = { ")", "|", NULL }, *const leads[] = { "(", "|", NULL };
	uint32_t next = token_from(tokens, token + 1), before = token_before(tokens, token);
	if (part == BLOCK_OPENS && is_any(bytes, tokens, next, behind))
		return true;
	if (is_any(bytes, tokens, before, leads))
		return part != BLOCK_OPENS;
	while (before != TOKEN_NONE && tokens->items[before].kind == TOKEN_END)
		before = token_before(tokens, before);
	bool ends_pattern = next < tokens->count && tokens->items[next].kind == TOKEN_CLOSE &&
			    tokens->items[next].partner == TOKEN_NONE;
	return !slice_eq_cstr(text, "esac") &&
	       (is_any(bytes, tokens, before, arm_ends) || (ends_pattern && is_any(bytes, tokens, before, in)));
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
	struct slice text = token_text(bytes, tokens, token);
	if (tokens->items[token].kind != TOKEN_NAME || !shell_statement_start(bytes, tokens, token))
		return BLOCK_NO_PART;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (slice_eq_cstr(text, words[i].word))
			return is_case_pattern(bytes, tokens, token, text, words[i].part) ? BLOCK_NO_PART
											  : words[i].part;
	return BLOCK_NO_PART;
}

/* --- what may come in the place of commands ---------------------------------------------------------------------- */

enum { JOINT_AND = 1, JOINT_OR = 2, JOINT_PIPE = 4 };

static unsigned joint_at(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	static const char *const ands[] = { "&&", NULL }, *const ors[] = { "||", NULL },
				 *const pipes[] = { "|", "|&", NULL };
	return is_any(bytes, tokens, i, ands)    ? JOINT_AND
	       : is_any(bytes, tokens, i, ors)   ? JOINT_OR
	       : is_any(bytes, tokens, i, pipes) ? JOINT_PIPE
						 : 0;
}

/* Commands outside of what they hold: how many lists of them, and what joins those of a list. */
struct command_shape {
	size_t count;
	unsigned joints;
	bool is_negated, is_background; /* the first, the last */
};

static struct command_shape shape_of(const struct statements *of)
{
	static const char *const opens[] = { "{", "(", NULL }, *const closes[] = { "}", ")", NULL };
	struct command_shape shape = { .is_negated = is_any(of->bytes, of->tokens, token_from(of->tokens, of->first),
					       (const char *const[]){ "!", NULL }) };
	size_t depth = 0;
	bool is_between = true;
	for (uint32_t i = token_from(of->tokens, of->first); i < of->last; i = token_from(of->tokens, i + 1)) {
		enum block_part part = shell_block_part(of->bytes, of->tokens, i);
		bool is_open = part == BLOCK_OPENS || is_any(of->bytes, of->tokens, i, opens);
		bool is_close = part == BLOCK_CLOSES || is_any(of->bytes, of->tokens, i, closes);
		bool is_background = is_any(of->bytes, of->tokens, i, (const char *const[]){ "&", NULL });
		if (!depth && (of->tokens->items[i].kind == TOKEN_END || is_background ||
				      is_any(of->bytes, of->tokens, i, (const char *const[]){ ";", NULL }))) {
			is_between = true;
			shape.is_background |= is_background;
			continue;
		}
		unsigned joint = depth ? 0 : joint_at(of->bytes, of->tokens, i);
		shape.count += is_between;
		shape.joints |= joint;
		/* a line end after a joint ends nothing */
		is_between = false;
		shape.is_background = false;
		depth += is_open;
		depth -= is_close && depth;
		while (joint && token_from(of->tokens, i + 1) < of->last &&
			of->tokens->items[token_from(of->tokens, i + 1)].kind == TOKEN_END)
			i = token_from(of->tokens, i + 1);
	}
	return shape;
}

/* Statements that are joined to what is beside them by `beside`, or `is_asked` by a `!` or `time` before them: they are
 * one command, and what joins its parts binds no looser. */
static bool fits_in_list(
	const struct command_shape *was, const struct command_shape *comes, unsigned beside, bool is_asked)
{
	if (was->count > 1 || comes->count != 1 || comes->is_background)
		return false;
	if (comes->is_negated && !was->is_negated && (is_asked || beside & JOINT_PIPE))
		return false;
	unsigned lists = comes->joints & (JOINT_AND | JOINT_OR);
	return !lists || comes->joints == was->joints ||
	       (!is_asked && (lists | beside) == lists && lists != (JOINT_AND | JOINT_OR));
}

/* Does token `end` end a line whose last command is one after which nothing goes on, whatever comes before it? */
static bool ends_jump(struct slice bytes, const struct token_list *tokens, uint32_t end)
{
	static const char *const jumps[] = { "return", "exit", "break", "continue", NULL };
	static const char *const others[] = { ";;", ";&", ";;&", "&", ")", NULL };
	uint32_t i = end == TOKEN_NONE || tokens->items[end].kind != TOKEN_END ? TOKEN_NONE : token_before(tokens, end);
	if (is_any(bytes, tokens, i, others))
		return false;
	while (i != TOKEN_NONE && !shell_statement_start(bytes, tokens, i))
		i = token_before(tokens, i);
	return i != TOKEN_NONE && tokens->items[i].kind == TOKEN_NAME && is_any(bytes, tokens, i, jumps) &&
	       !joint_at(bytes, tokens, token_before(tokens, i));
}

/*
 * A command on whose result another one depends stays, as in `cd x || exit` or `if cmd; then`: what is left without it
 * says something else, or takes the next line's in its place. Where several come for it, only the last would be part of
 * the list.
 */
static const char *shell_give_way(const struct statements *old, const struct statements *by, const char **why)
{
	static const char *const askers[] = { "if", "elif", "while", "until", NULL }, *const prefixes[] = { "!", "time",
		NULL };
	struct slice bytes = old->bytes;
	const struct token_list *tokens = old->tokens;
	uint32_t before = token_before(tokens, old->first), next = token_from(tokens, old->last);
	*why = "it would never run, after the statement before it";
	if (old->first == old->last && ends_jump(bytes, tokens, before))
		return NULL;
	bool is_prefixed = is_any(bytes, tokens, before, prefixes),
	     is_condition = is_any(bytes, tokens, before, askers);
	bool is_background = is_any(bytes, tokens, next, (const char *const[]){ "&", NULL });
	while (before != TOKEN_NONE && tokens->items[before].kind == TOKEN_END)
		before = token_before(tokens, before);
	unsigned beside = joint_at(bytes, tokens, before) | joint_at(bytes, tokens, next);
	if (by->first == by->last) {
		*why = beside || is_prefixed || is_condition ? "another command depends on the result of this one"
							     : "it runs in the background, and its '&' would be left";
		return beside || is_prefixed || is_condition || is_background ? NULL : "";
	}
	struct command_shape was = shape_of(old), comes = shape_of(by);
	*why = old->first == old->last ? "it would come between a command and what it is joined to"
				       : "there is room for one command only, since another one is joined to it";
	if (old->first == old->last)
		return beside ? NULL : "";
	if ((beside || is_prefixed || is_background) && !fits_in_list(&was, &comes, beside, is_prefixed))
		return NULL;
	*why = "a ';' follows, which cannot be after '&'";
	return comes.is_background && is_any(bytes, tokens, next, (const char *const[]){ ";", ";;", NULL }) ? NULL : "";
}

static bool shell_is_bound(struct document *doc, size_t code)
{
	static const char *const ends[] = { ";", "&", NULL }, *const joints[] = { "&&", "||", "|", "|&", NULL };
	if (code > 0 && doc->tokens.items[doc->code[code - 1]].kind != TOKEN_END &&
		!document_is_one_of(doc, code - 1, ends))
		return true;
	while (code > 0 && doc->tokens.items[doc->code[code - 1]].kind == TOKEN_END)
		code--;
	return code > 0 && document_is_one_of(doc, code - 1, joints);
}

/* Bash's `((…))` is a command, so no word comes before it but one that a command may follow: `for ((`, `f() ((`,
 * `function f ((`, `coproc NAME ((`. Right after a word it is part of an array or a pattern, in `[[ … ]]` a group. */
static bool is_misplaced_arithmetic(struct document *doc, size_t code)
{
	static const char *const leads[] = { "for", "-p", "function", "coproc", NULL };
	size_t begin = doc->tokens.items[doc->code[code]].begin;
	if (code == 0 || !slice_eq_cstr(slice_sub(doc->source->bytes, begin, begin + 2), "(("))
		return false;
	const struct token *before = &doc->tokens.items[doc->code[code - 1]];
	return before->kind != TOKEN_OPERATOR && before->kind != TOKEN_OPEN && before->end < begin &&
	       !shell_statement_start(doc->source->bytes, &doc->tokens, doc->code[code]) &&
	       !document_is_one_of(doc, code - 1, leads) && !(code > 1 && document_is_one_of(doc, code - 2, leads + 2));
}

/* Where one is in a `case`, going through the code once. All zero: in none. */
struct case_place {
	enum { CASE_NONE, CASE_WORD, CASE_BEFORE_PATTERN, CASE_PATTERN } at;
	size_t from;  /* index into doc->code: of `case`, or of the `;;` before a pattern */
	size_t depth; /* brackets that are open in a pattern */
};

/* Goes on by one token. False: it ends a command in the place of a pattern. */
static bool case_step(struct case_place *place, struct document *doc, size_t i)
{
	static const char *const cases[] = { "case", NULL }, *const in[] = { "in", NULL },
				 *const ends[] = { "esac", NULL }, *const arm_ends[] = { ";;", ";&", ";;&", NULL };
	enum token_kind kind = doc->tokens.items[doc->code[i]].kind;
	bool is_end = kind == TOKEN_END, was_pattern = place->at == CASE_PATTERN;
	if (place->at == CASE_BEFORE_PATTERN && !is_end) {
		was_pattern = !document_is_one_of(doc, i, ends);
		place->at = was_pattern ? CASE_PATTERN : CASE_NONE;
		place->depth = kind == TOKEN_OPEN ? 0 : 1; /* the `)` at its end needs no `(` */
	}
	if (was_pattern) {
		place->depth += kind == TOKEN_OPEN;
		bool is_over = is_end || (kind == TOKEN_CLOSE && place->depth-- <= 1);
		place->at = is_over ? CASE_NONE : CASE_PATTERN;
		return !is_end;
	}
	if (document_block_part(doc, i) == BLOCK_OPENS && document_is_one_of(doc, i, cases))
		*place = (struct case_place){ CASE_WORD, i, 0 };
	else if (document_is_one_of(doc, i, arm_ends))
		*place = (struct case_place){ CASE_BEFORE_PATTERN, i, 0 };
	else if (place->at == CASE_WORD && i > place->from + 1 && document_is_one_of(doc, i, in))
		place->at = CASE_BEFORE_PATTERN;
	return true;
}

/* A line that begins with `&&`, `||` or `|`: the command before it is gone. Or a command in the place of a word, or of
 * a pattern. */
static void shell_problems(struct document *doc, struct problem_list *out)
{
	static const char *const joining[] = { "&&", "||", "|", NULL }, *const test[] = { "[[", NULL },
				 *const test_end[] = { "]]", NULL };
	struct case_place place = { 0 };
	bool in_test = false, is_known = true, *is_pattern = xcalloc(doc->n_code + 1, sizeof(*is_pattern));
	for (size_t i = 0; i < doc->n_code; i++) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		bool was_pattern = place.at == CASE_PATTERN;
		bool begins = i == 0 || doc->tokens.items[doc->code[i - 1]].kind == TOKEN_END;
		if (begins && token->kind == TOKEN_OPERATOR && document_is_one_of(doc, i, joining))
			problem_list_add(out, token->begin, "an operator with no command before it");
		in_test = (in_test || document_is_one_of(doc, i, test)) && !document_is_one_of(doc, i, test_end);
		if (!in_test && is_misplaced_arithmetic(doc, i))
			problem_list_add(out, token->begin, "bash's (( )) as a word of a command");
		bool is_placed = case_step(&place, doc, i);
		if (!is_placed)
			problem_list_add(out, doc->tokens.items[doc->code[place.from]].begin,
				"a command where 'case' has a pattern");
		is_known &= is_placed;
		is_pattern[i] = was_pattern || place.at == CASE_PATTERN;
	}
	/* Where patterns are not known, nothing of what is behind them is. */
	if (is_known)
		shell_find_misplaced(doc, is_pattern, out);
	free(is_pattern);
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
	.has_documents = true,
	.respelled = "$",
	.value = shell_value,
	.holds_item = shell_holds_item,
	.why_not_within = shell_why_not_within,
	.is_statement = shell_is_statement,
	.statement_start = shell_statement_start,
	.block_part = shell_block_part,
	.give_way = shell_give_way,
	.is_bound = shell_is_bound,
	.problems = shell_problems,
	.no_statement = ":",
	.line_comment = "#",
};
