/* Words of the shell in a recipe, as far as they are known without running it. */
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "series/recipe_shell.h"

#define MAX_VARIABLES 2000

struct variable *shell_find_variable(struct shell *sh, struct slice name)
{
	for (size_t i = sh->n_variables; i-- > 0;)
		if (slice_eq(sh->variables[i].name, name))
			return &sh->variables[i];
	return NULL;
}

struct variable *shell_set_variable(struct shell *sh, struct slice name, const char *value)
{
	struct variable variable = { .name = name, .value = value }, *found = shell_find_variable(sh, name);
	if (!found && sh->n_variables < MAX_VARIABLES) {
		VEC_PUSH(sh->variables, sh->n_variables, sh->capacity, variable);
		found = &sh->variables[sh->n_variables - 1];
	} else if (found) {
		found->value = value;
	}
	return found;
}

/* Adds a part of what a variable stands for. */
static void add_value(struct shell *sh, struct slice name, struct slice text, struct str *out)
{
	if (recipe_may_make(sh->recipe, text.len, "the variable", name))
		str_add(out, text);
}

static void add_replaced(struct shell *sh, struct slice name, struct slice value, struct slice how, struct str *out)
{
	bool all = how.len && how.ptr[0] == '/';
	struct slice rest = slice_sub(how, all, how.len), from, to = { "", 0 };
	slice_cut(&rest, '/', &from);
	if (rest.ptr)
		to = rest;
	size_t at = 0, found;
	while (from.len && !sh->recipe->bloat && (found = slice_find(value, from, at)) != (size_t)-1) {
		add_value(sh, name, slice_sub(value, at, found), out);
		add_value(sh, name, to, out);
		at = found + from.len;
		if (!all)
			break;
	}
	add_value(sh, name, slice_sub(value, at, value.len), out);
}

/* `%.*`, `%%.*`, `%-suffix`: what ends the value is taken off. */
static bool add_cut(struct slice value, struct slice how, struct str *out)
{
	bool longest = how.len && how.ptr[0] == '%';
	struct slice end = slice_sub(how, longest, how.len);
	bool is_open = slice_ends_with(end, "*");
	end = slice_sub(end, 0, end.len - is_open);
	if (!end.len || memchr(end.ptr, '*', end.len) || memchr(end.ptr, '?', end.len) || memchr(end.ptr, '$', end.len))
		return false;
	size_t cut = value.len;
	for (size_t at = 0; at + end.len <= value.len; at++) {
		bool here = memcmp(value.ptr + at, end.ptr, end.len) == 0 && (is_open || at + end.len == value.len);
		if (here && (cut == value.len || !longest))
			cut = at;
	}
	str_add(out, slice_sub(value, 0, cut));
	return true;
}

/* `NAME`, `NAME/from/to`, `NAME%end`: what is between the braces. */
static bool add_parameter(struct shell *sh, struct slice inner, struct str *out)
{
	size_t n = 0;
	while (n < inner.len && ascii_is_word(inner.ptr[n]))
		n++;
	struct slice name = slice_sub(inner, 0, n), how = slice_sub(inner, n, inner.len);
	const struct variable *variable = shell_find_variable(sh, name);
	if (!variable || !variable->value)
		return false;
	struct slice value = slice_of(variable->value);
	if (!how.len || how.ptr[0] == ':')
		add_value(sh, name, value, out);
	else if (how.ptr[0] == '/')
		add_replaced(sh, name, value, slice_sub(how, 1, how.len), out);
	else
		return how.ptr[0] == '%' && recipe_may_make(sh->recipe, value.len, "the variable", name) &&
		       add_cut(value, slice_sub(how, 1, how.len), out);
	return true;
}

/* `$(ver_cut 1-2)`: that many parts of PV, which are numbers or letters. */
static bool add_ver_cut(struct shell *sh, struct slice inner, struct str *out)
{
	const struct variable *pv = shell_find_variable(sh, SLICE_LITERAL("PV"));
	inner = slice_trim(inner);
	if (!slice_starts_with(inner, "ver_cut 1-") || inner.len != sizeof("ver_cut 1-") || !pv || !pv->value)
		return false;
	int wanted = inner.ptr[inner.len - 1] - '0', n = 0, before = 0;
	size_t end = 0;
	for (const char *c = pv->value; *c; c++) {
		int kind = ascii_is_digit(*c) ? 1 : ascii_is_letter(*c) ? 2 : 0;
		n += kind && kind != before;
		end = kind && n <= wanted ? (size_t)(c - pv->value) + 1 : end;
		before = kind;
	}
	str_add(out, slice_from(pv->value, end));
	return wanted >= 1 && wanted <= 9;
}

/* After the expansion at `at`, which is appended to `out` as far as it is known, else as it is written. */
static size_t add_expansion(struct shell *sh, struct slice word, size_t at, struct str *out)
{
	char next = at + 1 < word.len ? word.ptr[at + 1] : '\0';
	size_t end = at + 1, before = out->len;
	bool known = false;
	if (next == '{' || next == '(') {
		while (end < word.len && word.ptr[end] != (next == '{' ? '}' : ')'))
			end++;
		struct slice inner = slice_sub(word, at + 2, end);
		known = next == '{' ? add_parameter(sh, inner, out) : add_ver_cut(sh, inner, out);
		end += end < word.len;
	} else {
		while (end < word.len && ascii_is_word(word.ptr[end]))
			end++;
		known = end > at + 1 && add_parameter(sh, slice_sub(word, at + 1, end), out);
	}
	if (!known) {
		out->len = before;
		str_add(out, slice_sub(word, at, end));
	}
	return end;
}

void shell_expand(struct shell *sh, struct slice word, struct str *out)
{
	char quote = 0;
	recipe_may_make(sh->recipe, word.len, "a word", slice_of(""));
	for (size_t i = 0; i < word.len && !sh->recipe->bloat;) {
		char c = word.ptr[i];
		if (quote ? c == quote : c == '"' || c == '\'') {
			quote = quote ? 0 : c;
			i++;
		} else if (c == '$' && quote != '\'') {
			i = add_expansion(sh, word, i, out);
		} else {
			i += c == '\\' && i + 1 < word.len;
			str_add_char(out, word.ptr[i++]);
		}
	}
}
