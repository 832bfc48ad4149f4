/*
 * The expression of `patches` is read for the paths in it: `[ ./a.patch ] ++ lib.optionals cudaSupport [ ./b.patch
 * (fetchpatch { url = "…"; }) ]`.
 */
#include "base/ascii.h"
#include "series/recipe.h"

#include <string.h>

#define MAX_DEPTH 64
#define MAX_MADE 200 /* bytes of a `${…}` in a path */

static bool is_word_byte(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || (c && strchr("_-'", c));
}

static bool is_path_byte(char c)
{
	return is_word_byte(c) || c == '.' || c == '/' || c == '+';
}

/* After the comment or string that begins at `at`; `at` where none does. */
static size_t skip(struct slice text, size_t at)
{
	static const struct {
		const char *begin, *end;
	} spans[] = { { "#", "\n" }, { "/*", "*/" }, { "''", "''" } };
	struct slice rest = slice_sub(text, at, text.len);
	for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++) {
		if (!slice_starts_with(rest, spans[i].begin))
			continue;
		size_t end = slice_find(text, slice_of(spans[i].end), at + strlen(spans[i].begin));
		return end == (size_t)-1 ? text.len : end + strlen(spans[i].end);
	}
	if (!slice_starts_with(rest, "\""))
		return at;
	for (at++; at < text.len && text.ptr[at] != '"'; at++)
		at += text.ptr[at] == '\\';
	return at < text.len ? at + 1 : text.len;
}

/* May a path or a name begin there? Not within one, nor within `<nixpkgs/…>`. */
static bool may_begin(struct slice text, size_t at)
{
	return !at || !(is_path_byte(text.ptr[at - 1]) || text.ptr[at - 1] == '<');
}

/* After the path that begins at `at`: it has a '/' with a name behind, and may have `${…}` from there on. `at` where
 * none begins. */
static size_t end_of_path(struct slice text, size_t at)
{
	size_t end = at;
	bool is_path = false;
	if (!may_begin(text, at))
		return at;
	while (end < text.len) {
		struct slice rest = slice_sub(text, end, text.len);
		bool is_made = slice_starts_with(rest, "/${");
		size_t close = is_path && slice_starts_with(rest, "${")
				       ? slice_find(slice_sub(rest, 0, MAX_MADE), SLICE_LITERAL("}"), 0)
				       : (size_t)-1;
		if (close != (size_t)-1) {
			end += close + 1;
		} else if (is_path_byte(rest.ptr[0])) {
			is_path =
				is_path || is_made ||
				(rest.ptr[0] == '/' && rest.len > 1 && rest.ptr[1] != '/' && is_path_byte(rest.ptr[1]));
			end++;
		} else {
			break;
		}
	}
	return is_path ? end : at;
}

/* After the name that is an element of a list: `fix` in `[ fix old.patches ./a.patch ]`. `at` where none begins. */
static size_t end_of_name(struct slice text, size_t at)
{
	size_t end = at;
	if (!may_begin(text, at))
		return at;
	while (end < text.len && (is_word_byte(text.ptr[end]) || text.ptr[end] == '.'))
		end++;
	return end;
}

/* The last of the words in the text, or -1. */
static size_t find_last(struct slice text, const char *word)
{
	size_t at = (size_t)-1, found = 0;
	while ((found = slice_find(text, slice_of(word), found)) != (size_t)-1)
		at = found++;
	return at;
}

/* What the list or path at `end` depends on, by the text since `begin`: after `optional` or `optionals`, between `if`
 * and `then`, `else`. */
static const char *condition_before(struct recipe *recipe, size_t begin, size_t end)
{
	struct slice before = slice_sub(recipe->text, begin, end), condition = { "", 0 };
	recipe->at = end;
	if (!recipe_may_make(recipe, before.len, "the text before a patch", slice_of("")))
		return NULL;
	size_t at = find_last(before, "optional"), then = find_last(before, "then"), head = find_last(before, "if ");
	if (at != (size_t)-1) {
		at += sizeof("optional") - 1;
		condition = slice_sub(before, at + (at < before.len && before.ptr[at] == 's'), before.len);
	} else if (then != (size_t)-1 && head != (size_t)-1 && head < then) {
		condition = slice_sub(before, head, then);
	} else if (find_last(before, "else") != (size_t)-1) {
		condition = SLICE_LITERAL("else");
	}
	condition = slice_trim(condition);
	return recipe_keep_condition(recipe, condition);
}

static const char *condition_at(
	struct recipe *recipe, const char *const *conditions, size_t depth, size_t begin, size_t at)
{
	const char *own = condition_before(recipe, begin, at);
	return own ? own : depth ? conditions[depth - 1] : NULL;
}

/* Does `{ url = "…"; revert = true; }` say that? */
static bool says_revert(struct slice set)
{
	size_t last = find_last(set, "revert");
	for (size_t at = 0; last != (size_t)-1 && at <= last;) {
		size_t next = skip(set, at);
		struct slice rest = slice_sub(set, at, set.len);
		bool begins = slice_starts_with(rest, "revert") && !(at && is_path_byte(set.ptr[at - 1]));
		if (next == at && begins) {
			rest = slice_trim(slice_sub(rest, sizeof("revert") - 1, rest.len));
			return slice_starts_with(rest, "=") &&
			       slice_starts_with(slice_trim(slice_sub(rest, 1, rest.len)), "true");
		}
		at = next > at ? next : at + 1;
	}
	return false;
}

/* The brackets at `open` and `close` hold the recipe's patches from `first` on. */
static void end_set(struct recipe *recipe, size_t open, size_t close, size_t first)
{
	if (first == recipe->n_patches || recipe->text.ptr[open] != '{' ||
		!says_revert(slice_sub(recipe->text, open + 1, close)))
		return;
	for (size_t i = first; i < recipe->n_patches; i++)
		recipe->patches[i].is_reversed = true;
}

/* Is the text nothing but comments and empty lists? */
static bool is_empty(struct slice text)
{
	for (size_t at = 0; at < text.len;) {
		size_t next = skip(text, at);
		if (next > at ? text.ptr[at] == '"' || text.ptr[at] == '\'' : !strchr(" \t\r\n[]()", text.ptr[at]))
			return false;
		at = next > at ? next : at + 1;
	}
	return true;
}

/* What stands between `++`: its text from `begin` on, and the first of the recipe's patches in it. */
struct operand {
	size_t begin, first;
};

/* One in which no patch was found, such as the name of a list, makes its patches where the recipe is run. */
static void end_operand(struct recipe *recipe, struct operand *operand, size_t end, size_t next)
{
	struct slice text = slice_trim(slice_sub(recipe->text, operand->begin, end)), line;
	if (operand->first == recipe->n_patches && !is_empty(text)) {
		size_t offset = (size_t)(text.ptr - recipe->text.ptr);
		slice_cut(&text, '\n', &line);
		recipe_add(recipe, offset, slice_trim(line))->is_made = true;
	}
	*operand = (struct operand){ next, recipe->n_patches };
}

/* From `at`, after `patches =`, to its ';'; returns where that is. */
static size_t read_expression(struct recipe *recipe, size_t at)
{
	const char *conditions[MAX_DEPTH] = { 0 };
	size_t begins[MAX_DEPTH] = { 0 }, opens[MAX_DEPTH] = { 0 }, firsts[MAX_DEPTH] = { 0 }, depth = 0,
	       begin = at,               /* where what may be a condition begins, in and around brackets */
		n_lets = 0, n_withs = 0; /* `let X = Y; in` and `with X;` that are not over */
	struct operand operand = { at, recipe->n_patches };
	struct slice text = recipe->text;
	while (at < text.len && !recipe->bloat && (depth || n_lets || n_withs || text.ptr[at] != ';')) {
		char c = text.ptr[at];
		struct slice rest = slice_sub(text, at, text.len);
		size_t next = skip(text, at), path = end_of_path(text, at), name = end_of_name(text, at);
		if (next > at) {
			struct slice quoted = slice_sub(text, at + 1, next - 1);
			bool is_address = slice_find(slice_sub(quoted, 0, 8), SLICE_LITERAL("://"), 0) != (size_t)-1,
			     is_made = depth && text.ptr[opens[depth - 1]] == '[' &&
				       slice_find(quoted, SLICE_LITERAL("${"), 0) != (size_t)-1;
			if (c == '"' && (is_address || is_made))
				recipe_add(recipe, at + 1, quoted)->condition =
					condition_at(recipe, conditions, depth, begin, at);
			at = next;
		} else if (c == '[' || c == '(' || c == '{') {
			if (depth == MAX_DEPTH)
				return text.len;
			conditions[depth] = condition_at(recipe, conditions, depth, begin, at);
			opens[depth] = at;
			firsts[depth] = recipe->n_patches;
			begins[depth++] = begin;
			begin = ++at;
		} else if (c == ']' || c == ')' || c == '}') {
			if (depth)
				end_set(recipe, opens[depth - 1], at, firsts[depth - 1]);
			depth -= depth > 0;
			at++;
			begin = c == ']' ? at : begins[depth];
		} else if (slice_starts_with(rest, "++")) {
			if (!depth && !n_lets)
				end_operand(recipe, &operand, at, at + 2);
			begin = at += 2;
		} else if (path > at) {
			recipe_add(recipe, at, slice_sub(text, at, path))->condition =
				condition_at(recipe, conditions, depth, begin, at);
			begin = at = path;
		} else if (depth == 1 && text.ptr[opens[0]] == '[' && name > at) {
			recipe_add(recipe, at, slice_sub(text, at, name))->is_made = true;
			at = name;
		} else if (!depth && name > at) {
			struct slice word = slice_sub(text, at, name);
			n_lets += slice_eq_cstr(word, "let");
			n_withs += slice_eq_cstr(word, "with") || slice_eq_cstr(word, "assert");
			at = name;
			if (n_lets && slice_eq_cstr(word, "in") && --n_lets == 0) {
				begin = at;
				operand = (struct operand){ at, recipe->n_patches };
			}
		} else {
			at++;
			if (c != ';' || depth)
				continue;
			n_withs -= n_withs > 0;
			begin = at;
			operand = (struct operand){ at, recipe->n_patches };
		}
	}
	if (at < text.len && !recipe->bloat)
		end_operand(recipe, &operand, at, at);
	return at;
}

void recipe_read_nix(struct recipe *recipe)
{
	struct slice text = recipe->text;
	for (size_t at = 0; at < text.len && !recipe->bloat;) {
		size_t next = skip(text, at);
		if (next > at) {
			at = next;
			continue;
		}
		struct slice rest = slice_sub(text, at, text.len);
		bool begins = slice_starts_with(rest, "patches") &&
			      (at == 0 || !(is_path_byte(text.ptr[at - 1]) || text.ptr[at - 1] == '$'));
		if (!begins) {
			at++;
			continue;
		}
		at += sizeof("patches") - 1;
		while (at < text.len && strchr(" \t\n", text.ptr[at]))
			at++;
		if (at < text.len && text.ptr[at] == '=' && !(at + 1 < text.len && text.ptr[at + 1] == '='))
			at = read_expression(recipe, at + 1);
	}
}
