/*
 * Requirements and constraints, as pip reads them (https://pip.pypa.io/en/stable/reference/requirements-file-format/,
 * https://peps.python.org/pep-0508/).
 *
 * A line is a statement: `name[extra] >=1,<2 ; marker --hash=sha256:0`, an option (`-r other.txt`), or a path or URL. A
 * name of a project is TOKEN_NAME and the same in any spelling that PyPI takes for the same, a version TOKEN_NUMBER, a
 * marker's text TOKEN_STRING; variables of markers, options, paths and URLs are TOKEN_TEXT. `;` parts a requirement
 * from its marker as it parts Python's statements: a pattern without one leaves the marker alone.
 */
#include <string.h>

#include "base/ascii.h"
#include "lang/language.h"

enum place { AT_START, IN_REQUIREMENT, IN_MARKER, IN_OPTIONS };

struct lexer {
	struct slice bytes;
	size_t at;
	bool pattern;
	struct token_list *out;
	uint32_t open; /* the innermost open bracket; its partner is the next outer one until it finds its own */
	enum place place;
	bool begins_line;   /* no code on the present line yet */
	bool wants_version; /* after an operator that compares */
	bool wants_any;     /* after `===`, which takes any word for a version */
	bool wants_url;     /* after `@` */
};

static char byte_at(const struct lexer *lx, size_t at)
{
	return at < lx->bytes.len ? lx->bytes.ptr[at] : '\0';
}

static size_t line_end_at(const struct lexer *lx, size_t at)
{
	if (byte_at(lx, at) == '\r')
		return byte_at(lx, at + 1) == '\n' ? 2 : 1;
	return byte_at(lx, at) == '\n';
}

static size_t backslashes_end(const struct lexer *lx, size_t at)
{
	while (byte_at(lx, at) == '\\')
		at++;
	return at;
}

/* The length of backslashes at the end of a line, with that, or of the file; 0 where there are none. */
static size_t joint_len(const struct lexer *lx, size_t at)
{
	size_t end = backslashes_end(lx, at);
	bool joins = end > at && (end == lx->bytes.len || line_end_at(lx, end));
	return joins ? end - at + line_end_at(lx, end) : 0;
}

static size_t add(struct lexer *lx, enum token_kind kind, size_t end)
{
	size_t index = token_list_add(lx->out, kind, lx->at, end);
	lx->at = end;
	return index;
}

static void add_junk(struct lexer *lx, const char *problem)
{
	size_t end = backslashes_end(lx, lx->at);
	token_list_note(lx->out, lx->at, problem);
	add(lx, TOKEN_JUNK, end > lx->at ? end : lx->at + 1);
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

static void drop_open(struct lexer *lx)
{
	token_list_drop_open(lx->out, lx->open, "a bracket is never closed");
	lx->open = TOKEN_NONE;
}

static void end_line(struct lexer *lx, size_t end)
{
	bool ends = lx->place != AT_START;
	if (lx->wants_version)
		token_list_note(lx->out, lx->at, "a version is missing");
	drop_open(lx);
	add(lx, ends ? TOKEN_END : TOKEN_NEWLINE, end);
	lx->place = AT_START;
	lx->begins_line = true;
	lx->wants_version = lx->wants_any = lx->wants_url = false;
}

/* pip joins lines before it looks for comments: one that is after code goes on where its line ends in a
 * backslash. */
static void lex_comment(struct lexer *lx)
{
	size_t end = lx->at;
	while (end < lx->bytes.len) {
		size_t line_end = line_end_at(lx, end);
		if (line_end && (lx->begins_line || lx->bytes.ptr[end - 1] != '\\'))
			break;
		end += line_end ? line_end : 1;
	}
	add(lx, TOKEN_COMMENT, end);
}

static bool lex_layout(struct lexer *lx)
{
	size_t end = lx->at;
	while (end < lx->bytes.len && (ascii_is_space(lx->bytes.ptr[end]) || lx->bytes.ptr[end] == '\\')) {
		size_t joint = joint_len(lx, end);
		if (!joint && (lx->bytes.ptr[end] == '\\' || line_end_at(lx, end)))
			break;
		lx->begins_line |= joint > 0;
		end += joint ? joint : 1;
	}
	bool is_apart = end > lx->at || lx->begins_line;
	if (end > lx->at)
		add(lx, TOKEN_SPACE, end);
	if (lx->at < lx->bytes.len && line_end_at(lx, lx->at))
		end_line(lx, lx->at + line_end_at(lx, lx->at));
	else if (byte_at(lx, lx->at) == '#' && is_apart)
		lex_comment(lx);
	else
		return lx->at >= lx->bytes.len;
	return true;
}

/* --- words -------------------------------------------------------------------------------------------------------- */

static bool is_name_byte(char c)
{
	return ascii_is_word(c) || c == '-' || c == '.';
}

static bool is_version_byte(char c)
{
	return is_name_byte(c) || c == '*' || c == '+' || c == '!';
}

static bool is_any_byte(char c)
{
	return !ascii_is_space(c) && c != ';' && c != ')' && c != ',';
}

static size_t run_end(const struct lexer *lx, bool (*takes)(char))
{
	size_t end = lx->at;
	while (end < lx->bytes.len && takes(lx->bytes.ptr[end]))
		end++;
	return end;
}

/* To the next blank or joint. */
static size_t word_end(const struct lexer *lx)
{
	size_t end = lx->at;
	while (end < lx->bytes.len && !ascii_is_space(lx->bytes.ptr[end]) && !joint_len(lx, end))
		end = lx->bytes.ptr[end] == '\\' ? backslashes_end(lx, end) : end + 1;
	return end;
}

/* Does the line begin with a path or URL? One that is no name says so by a slash, or by the archive that it is. */
static bool is_location(const struct lexer *lx)
{
	static const char *const archives[] = { ".whl", ".zip", ".tar.gz", ".tar.bz2", ".tgz" };
	struct slice word = slice_sub(lx->bytes, lx->at, word_end(lx));
	size_t name = run_end(lx, is_name_byte) - lx->at;
	if (byte_at(lx, lx->at) == '.' || byte_at(lx, lx->at) == '/' || byte_at(lx, lx->at) == '~')
		return true;
	for (size_t i = 0; i < sizeof(archives) / sizeof(*archives); i++)
		if (slice_ends_with(word, archives[i]) && name == word.len)
			return true;
	char next = byte_at(lx, lx->at + name);
	return name && name < word.len && next && strchr("/\\:+", next);
}

/* After a name, a version or a bracket of a requirement, something says what a word is. */
static bool is_out_of_place(const struct lexer *lx)
{
	uint32_t before = token_before(lx->out, (uint32_t)lx->out->count);
	enum token_kind kind = before == TOKEN_NONE ? TOKEN_END : (enum token_kind)lx->out->items[before].kind;
	return lx->place == IN_REQUIREMENT && !lx->wants_version &&
	       (kind == TOKEN_NAME || kind == TOKEN_NUMBER || kind == TOKEN_CLOSE);
}

static void lex_name(struct lexer *lx)
{
	bool is_version = lx->wants_version;
	if (is_out_of_place(lx))
		token_list_note(lx->out, lx->at, "a word that belongs to nothing");
	size_t end = run_end(lx, !is_version ? is_name_byte : lx->wants_any ? is_any_byte : is_version_byte);
	if (!is_version && end > lx->at && !ascii_is_letter(byte_at(lx, end - 1)) &&
		!ascii_is_digit(byte_at(lx, end - 1)))
		token_list_note(lx->out, end - 1, "a name ends in a letter or a digit");
	lx->wants_version = lx->wants_any = false;
	add(lx, is_version ? TOKEN_NUMBER : lx->place == IN_MARKER ? TOKEN_TEXT : TOKEN_NAME, end);
}

/* Lines that are joined are joined within a string as well. */
static void lex_string(struct lexer *lx)
{
	size_t end = lx->at + 1;
	char quote = lx->bytes.ptr[lx->at];
	while (end < lx->bytes.len && lx->bytes.ptr[end] != quote && !line_end_at(lx, end))
		end = joint_len(lx, end)           ? end + joint_len(lx, end)
		      : lx->bytes.ptr[end] == '\\' ? backslashes_end(lx, end)
						   : end + 1;
	if (byte_at(lx, end) != quote || end >= lx->bytes.len) {
		token_list_note(lx->out, lx->at, "a string is never closed");
		add(lx, TOKEN_JUNK, end);
		return;
	}
	lx->wants_version = false;
	add(lx, TOKEN_STRING, end + 1);
}

/* --- code --------------------------------------------------------------------------------------------------------- */

static void lex_open(struct lexer *lx)
{
	size_t index = add(lx, TOKEN_OPEN, lx->at + 1);
	lx->out->items[index].partner = lx->open;
	lx->open = (uint32_t)index;
}

static void lex_close(struct lexer *lx)
{
	char wanted = lx->open == TOKEN_NONE ? '\0' : lx->bytes.ptr[lx->out->items[lx->open].begin] == '(' ? ')' : ']';
	if (lx->bytes.ptr[lx->at] != wanted) {
		add_junk(lx, "a closing bracket without an opening one");
		return;
	}
	uint32_t open = lx->open, close = (uint32_t)add(lx, TOKEN_CLOSE, lx->at + 1);
	lx->open = lx->out->items[open].partner;
	lx->out->items[open].partner = close;
	lx->out->items[close].partner = open;
}

static void lex_operator(struct lexer *lx)
{
	static const char *const operators[] = { "===", "==", "~=", "!=", "<=", ">=", "<", ">" };
	struct slice rest = slice_sub(lx->bytes, lx->at, lx->bytes.len);
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++)
		if (slice_starts_with(rest, operators[i])) {
			if (lx->wants_version)
				token_list_note(lx->out, lx->at, "a version is missing");
			add(lx, TOKEN_OPERATOR, lx->at + strlen(operators[i]));
			lx->wants_version = lx->place == IN_REQUIREMENT;
			lx->wants_any = lx->wants_version && i == 0;
			return;
		}
	add_junk(lx, "a byte that a requirement cannot contain");
}

/* `,`, `;` and `@`. */
static void lex_mark(struct lexer *lx)
{
	char c = lx->bytes.ptr[lx->at];
	const struct token *before = lx->out->count ? &lx->out->items[lx->out->count - 1] : NULL;
	bool is_bare = before && lx->open == TOKEN_NONE && before->kind == TOKEN_NAME;
	if (lx->wants_version || (c == ',' && is_bare))
		token_list_note(lx->out, lx->at, "a version is missing");
	lx->wants_version = lx->wants_any = false;
	lx->wants_url = c == '@';
	if (c == ';' && lx->place == IN_MARKER)
		token_list_note(lx->out, lx->at, "a requirement has one marker");
	if (c == ';')
		lx->place = IN_MARKER;
	add(lx, TOKEN_OPERATOR, lx->at + 1);
}

static bool lex_capture(struct lexer *lx)
{
	enum token_kind kind;
	size_t len = lx->pattern && byte_at(lx, lx->at) == '$' ? capture_len(lx->bytes, lx->at, &kind) : 0;
	if (!len)
		return false;
	lx->place = lx->place == AT_START ? IN_REQUIREMENT : lx->place;
	lx->wants_version = lx->wants_any = lx->wants_url = false;
	add(lx, kind, lx->at + len);
	return true;
}

/* A word that runs to the next blank: an option, a path, a URL. */
static bool lex_text(struct lexer *lx, bool is_apart)
{
	bool is_option = byte_at(lx, lx->at) == '-' && is_apart && !lx->wants_version;
	bool is_path = lx->place == AT_START && is_location(lx);
	if (!is_option && !is_path && lx->place != IN_OPTIONS && !lx->wants_url)
		return false;
	lx->wants_url = false;
	lx->place = is_option || is_path || lx->place == IN_OPTIONS ? IN_OPTIONS : IN_REQUIREMENT;
	add(lx, TOKEN_TEXT, word_end(lx));
	return true;
}

static void lex_code(struct lexer *lx, bool is_apart)
{
	char c = byte_at(lx, lx->at);
	if (lex_capture(lx) || lex_text(lx, is_apart))
		return;
	if (lx->place == AT_START)
		lx->place = IN_REQUIREMENT;
	if (is_name_byte(c) ||
		(lx->wants_version && (is_version_byte(c) || (lx->wants_any && is_any_byte(c) && c != '\\'))))
		lex_name(lx);
	else if (c == '"' || c == '\'')
		lex_string(lx);
	else if (c == '[' || c == '(')
		lex_open(lx);
	else if (c == ']' || c == ')')
		lex_close(lx);
	else if (c == ',' || c == ';' || c == '@')
		lex_mark(lx);
	else
		lex_operator(lx);
}

static void requirements_lex(struct slice bytes, bool pattern, struct token_list *out)
{
	struct lexer lx = { .bytes = bytes, .pattern = pattern, .out = out, .open = TOKEN_NONE, .begins_line = true };
	if (slice_starts_with(bytes, "\xEF\xBB\xBF"))
		add(&lx, TOKEN_BOM, 3);
	while (lx.at < bytes.len) {
		if (lex_layout(&lx))
			continue;
		bool is_apart = lx.begins_line || ascii_is_blank(bytes.ptr[lx.at - 1]);
		lx.begins_line = false;
		lex_code(&lx, is_apart);
	}
	if (lx.place != AT_START)
		end_line(&lx, lx.at);
}

/* --- what tokens mean --------------------------------------------------------------------------------------------- */

/* The next byte of a name as PyPI writes it: runs of `-`, `_` and `.` are one `-`, letters are small. */
static char next_of_name(struct slice name, size_t *at)
{
	char c = name.ptr[(*at)++];
	if (c != '-' && c != '_' && c != '.')
		return ascii_to_lower(c);
	while (*at < name.len && strchr("-_.", name.ptr[*at]))
		++*at;
	return '-';
}

static bool requirements_same_name(struct slice a, struct slice b)
{
	size_t i = 0, j = 0;
	while (i < a.len && j < b.len)
		if (next_of_name(a, &i) != next_of_name(b, &j))
			return false;
	return i == a.len && j == b.len;
}

static bool requirements_same(struct slice a, enum token_kind a_kind, struct slice b, enum token_kind b_kind)
{
	if (a_kind != b_kind)
		return false;
	if (a_kind == TOKEN_NAME)
		return requirements_same_name(a, b);
	if (a_kind == TOKEN_STRING && a.len == b.len && a.len >= 2)
		return slice_eq(slice_sub(a, 1, a.len - 1), slice_sub(b, 1, b.len - 1));
	return slice_eq(a, b);
}

static struct slice requirements_value(struct slice token, enum token_kind kind)
{
	return kind == TOKEN_STRING ? slice_sub(token, 1, token.len - 1) : token;
}

static bool requirements_is_statement(struct slice bytes, const struct token_list *tokens)
{
	(void)bytes;
	(void)tokens;
	return true;
}

static const char *const requirements_filenames[] = { "requirements*.txt", "*requirements.txt", "requirements*.in",
	"constraints*.txt", "*constraints.txt", NULL };

const struct language language_requirements = {
	.name = "requirements",
	.summary = "pip's requirements and constraints",
	.filenames = requirements_filenames,
	.names_nocase = true,
	.respelled = "-_.",
	.lex = requirements_lex,
	.same = requirements_same,
	.value = requirements_value,
	.is_statement = requirements_is_statement,
	.separator = ",",
	.list_form = { "x (", ")" },
	.line_comment = "#",
	.semicolon_adds = true,
};
