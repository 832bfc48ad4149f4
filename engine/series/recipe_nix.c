/*
 * The expression of `patches` is read for the paths in it: `[ ./a.patch ] ++ lib.optionals cudaSupport [ ./b.patch
 * (fetchpatch { url = "…"; }) ]`.
 */
#include "base/ascii.h"
#include "base/sort.h"
#include "series/recipe.h"
#include "series/series_private.h"

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

static size_t skip_at(struct slice text, size_t at, size_t depth);

/* After the `}` that ends the code from `at` on. */
static size_t skip_code(struct slice text, size_t at, size_t depth)
{
	for (size_t n_open = 1; at < text.len && n_open;) {
		size_t next = skip_at(text, at, depth);
		n_open += next == at && text.ptr[at] == '{';
		n_open -= next == at && text.ptr[at] == '}';
		at = next == at ? at + 1 : next;
	}
	return at;
}

/* After the string that begins at `at`. In one between `''`, `''` ends nothing before `$`, `'` or a backslash. */
static size_t skip_string(struct slice text, size_t at, size_t depth)
{
	bool is_indented = text.ptr[at] == '\'';
	for (at += is_indented ? 2 : 1; at < text.len;) {
		struct slice rest = slice_sub(text, at, text.len);
		if (is_indented && slice_starts_with(rest, "''")) {
			if (rest.len == 2 || !rest.ptr[2] || !strchr("$'\\", rest.ptr[2]))
				return at + 2;
			at += rest.ptr[2] == '\\' ? 4 : 3;
		} else if (!is_indented && rest.ptr[0] == '"') {
			return at + 1;
		} else if (slice_starts_with(rest, "$$") || (!is_indented && rest.ptr[0] == '\\')) {
			at += 2;
		} else if (slice_starts_with(rest, "${") && depth < MAX_DEPTH) {
			at = skip_code(text, at + 2, depth + 1);
		} else {
			at++;
		}
	}
	return text.len;
}

/* After the comment or string that begins at `at`, which is within `depth` strings; `at` where none does. */
static size_t skip_at(struct slice text, size_t at, size_t depth)
{
	struct slice rest = slice_sub(text, at, text.len);
	bool is_line = slice_starts_with(rest, "#");
	if (is_line || slice_starts_with(rest, "/*")) {
		size_t end = slice_find(text, slice_of(is_line ? "\n" : "*/"), at + 1 + !is_line);
		return end == (size_t)-1 ? text.len : end + 1 + !is_line;
	}
	return slice_starts_with(rest, "''") || slice_starts_with(rest, "\"") ? skip_string(text, at, depth) : at;
}

static size_t skip(struct slice text, size_t at)
{
	return skip_at(text, at, 0);
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
		at += at < before.len && before.ptr[at] == 's';
		at += slice_starts_with(slice_sub(before, at, before.len), "String") ? sizeof("String") - 1 : 0;
		condition = slice_sub(before, at, before.len);
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

/* What a command of a phase names: a path in `${…}` is one, any other file is where the phase runs. */
static void end_phase_patch(struct recipe *recipe, struct recipe_patch *patch, size_t begin, const char *condition)
{
	struct slice name = slice_of(patch->name);
	struct str text = STR_INIT;
	bool is_code = slice_starts_with(name, "${") && slice_ends_with(name, "}");
	struct slice inner = is_code ? slice_sub(name, 2, name.len - 1) : slice_of("");
	patch->offset += begin;
	if (inner.len && end_of_path(inner, 0) == inner.len)
		patch->name = arena_dup(&recipe->arena, inner);
	else
		patch->is_made = true;
	if (condition) {
		str_addf(&text, "%s%s%s", condition, patch->condition ? " and " : "",
			patch->condition ? patch->condition : "");
		patch->condition = recipe_keep_condition(recipe, str_slice(&text));
	}
	str_release(&text);
}

static void read_phases(struct recipe *recipe, size_t from, size_t end, size_t depth);

/* The string at `begin`, as commands of the shell, if they are some that name patches. What may be its condition begins
 * at `from`. */
static void read_phase(struct recipe *recipe, size_t from, size_t begin, size_t end, size_t depth)
{
	struct slice whole = recipe->text;
	size_t first = recipe->n_patches, n = first, quotes = whole.ptr[begin] == '"' ? 1 : 2;
	size_t inside = begin + quotes, last = end > inside + quotes ? end - quotes : inside;
	recipe->text = slice_sub(whole, inside, last);
	recipe_read_shell(recipe);
	recipe->text = whole;
	recipe->at = begin;
	for (size_t i = first; i < recipe->n_patches && !recipe->bloat; i++) {
		struct recipe_patch patch = recipe->patches[i];
		struct slice name = slice_of(patch.name);
		if (!patch.is_made && !series_is_diff_name(name) &&
			slice_find(name, SLICE_LITERAL("${"), 0) == (size_t)-1)
			continue; /* prose that begins with such a word */
		end_phase_patch(recipe, &patch, inside, condition_before(recipe, from, begin));
		recipe->patches[n++] = patch;
	}
	if (!recipe->bloat)
		recipe->n_patches = n;
	for (size_t at = inside; at < last && depth < MAX_DEPTH && !recipe->bloat;) {
		bool is_code = whole.ptr[at] == '$' && whole.ptr[at + 1] == '{';
		size_t next = is_code ? skip_code(whole, at + 2, depth + 1) : at + 1;
		if (is_code)
			read_phases(recipe, at + 2, next, depth + 1);
		at = next;
	}
}

/* The strings of the code between `from` and `end`. */
static void read_phases(struct recipe *recipe, size_t from, size_t end, size_t depth)
{
	for (size_t at = from; at < end && !recipe->bloat;) {
		char c = recipe->text.ptr[at];
		size_t next = skip_at(recipe->text, at, depth);
		if (next > at && (c == '"' || c == '\''))
			read_phase(recipe, from, at, next, depth);
		if (next > at || strchr(";{}", c))
			from = next > at ? next : at + 1;
		at = next > at ? next : at + 1;
	}
}

static int order_offsets(const void *a, const void *b)
{
	const struct recipe_patch *left = a, *right = b;
	return (left->offset > right->offset) - (left->offset < right->offset);
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
	size_t first = recipe->n_patches;
	read_phases(recipe, 0, text.len, 0);
	if (recipe->n_patches > first)
		sort_stable(
			recipe->patches + first, recipe->n_patches - first, sizeof(*recipe->patches), order_offsets);
}
