#include "lang/requirement.h"

#include <string.h>

#include "base/ascii.h"
#include "base/version/version.h"
#include "lang/language.h"

extern const struct language language_requirements;

static const struct token *code_from(const struct token_list *tokens, size_t *i)
{
	*i = token_from(tokens, (uint32_t)*i);
	return *i < tokens->count && tokens->items[*i].kind != TOKEN_END ? &tokens->items[*i] : NULL;
}

static bool is_mark(struct slice text, const struct token *token, char c)
{
	return token && text.ptr[token->begin] == c && token->end - token->begin == 1;
}

/* The specifier from token `*i` on: operators, versions and commas. */
static void read_specifier(struct slice text, const struct token_list *tokens, size_t *i, struct requirement *out)
{
	const struct token *token = code_from(tokens, i);
	bool in_parentheses = is_mark(text, token, '(');
	uint32_t begin = 0, end = 0;
	if (in_parentheses)
		++*i;
	for (; (token = code_from(tokens, i)); ++*i) {
		bool is_part =
			token->kind == TOKEN_NUMBER ||
			(token->kind == TOKEN_OPERATOR && !is_mark(text, token, ';') && !is_mark(text, token, '@'));
		if (!is_part)
			break;
		begin = end ? begin : token->begin;
		end = token->end;
	}
	if (end)
		out->specifier = slice_sub(text, begin, end);
	if (in_parentheses && is_mark(text, code_from(tokens, i), ')'))
		++*i;
}

static bool read_tokens(struct slice text, const struct token_list *tokens, struct requirement *out)
{
	size_t i = 0;
	const struct token *token = code_from(tokens, &i);
	if (!token || token->kind != TOKEN_NAME || tokens->problem)
		return false;
	out->name = slice_sub(text, token->begin, token->end);
	out->specifier = out->marker = slice_sub(text, token->end, token->end);
	i++;
	token = code_from(tokens, &i);
	if (is_mark(text, token, '[') && token->partner != TOKEN_NONE) {
		i = token->partner + 1;
		out->has_extras = true;
		out->specifier = slice_sub(text, tokens->items[i - 1].end, tokens->items[i - 1].end);
		token = code_from(tokens, &i);
	}
	out->has_url = is_mark(text, token, '@');
	if (out->has_url)
		return true;
	read_specifier(text, tokens, &i, out);
	token = code_from(tokens, &i);
	if (is_mark(text, token, ';'))
		out->marker = slice_trim(slice_sub(text, token->end, text.len));
	return !token || is_mark(text, token, ';');
}

bool requirement_read(struct slice text, struct requirement *out)
{
	struct token_list tokens = { 0 };
	*out = (struct requirement){ 0 };
	if (!text.len || memchr(text.ptr, '\n', text.len) || memchr(text.ptr, '\\', text.len))
		return false;
	language_requirements.lex(text, false, &tokens);
	bool ok = read_tokens(text, &tokens, out);
	token_list_release(&tokens);
	return ok;
}

bool requirement_same_name(const struct requirement *a, const struct requirement *b)
{
	return language_requirements.same(a->name, TOKEN_NAME, b->name, TOKEN_NAME);
}

bool requirement_same_text(struct slice a, struct slice b)
{
	size_t i = 0, j = 0;
	for (;;) {
		while (i < a.len && ascii_is_space(a.ptr[i]))
			i++;
		while (j < b.len && ascii_is_space(b.ptr[j]))
			j++;
		if (i == a.len || j == b.len)
			return i == a.len && j == b.len;
		if (a.ptr[i++] != b.ptr[j++])
			return false;
	}
}

/* --- versions ----------------------------------------------------------------------------------------------------- */

/* The next clause of a specifier: `>=` and `62.3`. */
static bool next_clause(struct slice *rest, struct slice *operator, struct slice * version)
{
	struct slice clause;
	if (!slice_cut(rest, ',', &clause))
		return false;
	clause = slice_trim(clause);
	size_t at = 0;
	while (at < clause.len && strchr("<>=!~", clause.ptr[at]))
		at++;
	*operator= slice_sub(clause, 0, at);
	*version = slice_trim(slice_sub(clause, at, clause.len));
	return true;
}

/* The highest lower bound. `*only`: there is nothing else. False where there is none. */
static bool lower_bound(struct slice specifier, struct version *bound, bool *only)
{
	struct slice operator, version;
	bool has = false;
	*only = true;
	while (specifier.len && next_clause(&specifier, &operator, & version)) {
		struct version found;
		bool is_floor = slice_eq_cstr(operator, ">=");
		bool is_bound = is_floor || slice_eq_cstr(operator, ">") || slice_eq_cstr(operator, "~=") ||
				slice_eq_cstr(operator, "==") || slice_eq_cstr(operator, "===");
		*only = *only && is_floor;
		if (slice_ends_with(version, ".*"))
			version = slice_sub(version, 0, version.len - strlen(".*"));
		if (!is_bound || !version_parse(&found, version, NULL))
			continue;
		if (!has || version_cmp(&found, bound) > 0)
			*bound = found;
		has = true;
	}
	return has;
}

bool requirement_satisfies(const struct requirement *found, const struct requirement *wanted)
{
	struct version has, wants;
	bool only, ignored;
	if (!wanted->specifier.len || requirement_same_text(found->specifier, wanted->specifier))
		return true;
	return lower_bound(wanted->specifier, &wants, &only) && only && lower_bound(found->specifier, &has, &ignored) &&
	       version_cmp(&has, &wants) >= 0;
}

/* Does a blank follow the first of these bytes in the text? */
static bool has_space_after(struct slice text, const char *bytes)
{
	size_t at = 0;
	while (at < text.len && !strchr(bytes, text.ptr[at]))
		at++;
	while (at < text.len && strchr(bytes, text.ptr[at]))
		at++;
	return at < text.len && ascii_is_blank(text.ptr[at]);
}

void requirement_write(const struct requirement *found, const struct requirement *wanted, struct str *out)
{
	bool has_list = found->specifier.len && memchr(found->specifier.ptr, ',', found->specifier.len);
	bool after_comma = has_space_after(has_list ? found->specifier : wanted->specifier, ",");
	struct slice rest = wanted->specifier, like = found->specifier.len ? found->specifier : wanted->specifier;
	struct slice operator, version, clause;
	bool after_operator = has_space_after(like, "<>=!~");
	for (bool first = true; next_clause(&rest, &operator, & version); first = false) {
		if (slice_cut(&like, ',', &clause))
			after_operator = has_space_after(clause, "<>=!~");
		str_add_cstr(out, first ? "" : after_comma ? ", " : ",");
		str_add(out, operator);
		str_add_cstr(out, after_operator ? " " : "");
		str_add(out, version);
	}
}
