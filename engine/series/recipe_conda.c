/*
 * meta.yaml is a Jinja template of YAML, which no YAML reader takes before it was run: its lines are read. Conditions
 * are comments (`# [win]`) or Jinja's `{% if … %}`; recipe.yaml has `if:`, `then:` and `else:`.
 */
#include "series/recipe.h"

#include <string.h>

/* Where the lines are: in the list below `patches:`, in it after an `if:`, between brackets. Columns count from 0. */
struct place_in {
	bool in_list, in_choice, in_brackets;
	size_t list_column, choice_column;
	const char *condition, *bracket_condition;
};

#define MAX_DEPTH 32

/* The conditions of Jinja around a line, outermost first. */
struct jinja {
	const char *conditions[MAX_DEPTH];
	size_t depth; /* may be more than are kept */
};

/* Of a line that has more than blanks. */
static size_t column_of(struct slice line)
{
	size_t column = 0;
	while (line.ptr[column] == ' ')
		column++;
	return column;
}

/* The line without its comment; `*selector` is the text in `# [text]`, which may have words around it. */
static struct slice without_comment(struct slice line, struct slice *selector)
{
	char quote = 0;
	for (size_t i = 0; i < line.len; i++) {
		char c = line.ptr[i];
		if (quote ? c == quote : (c == '"' || c == '\'') && (i == 0 || strchr(" \t[,", line.ptr[i - 1])))
			quote = quote ? 0 : c;
		if (quote || c != '#' || (i && line.ptr[i - 1] != ' ' && line.ptr[i - 1] != '\t'))
			continue;
		size_t open = slice_find(line, SLICE_LITERAL("["), i),
		       close = open == (size_t)-1 ? open : slice_find(line, SLICE_LITERAL("]"), open);
		if (close != (size_t)-1)
			*selector = slice_sub(line, open + 1, close);
		return slice_sub(line, 0, i);
	}
	return line;
}

static void take(struct recipe *recipe, struct slice value, const char *condition, struct slice selector)
{
	value = slice_trim(value);
	if (value.len >= 2 && (value.ptr[0] == '"' || value.ptr[0] == '\'') && value.ptr[value.len - 1] == value.ptr[0])
		value = slice_sub(value, 1, value.len - 1);
	if (!value.len)
		return;
	struct recipe_patch *patch = recipe_add(recipe, (size_t)(value.ptr - recipe->text.ptr), value);
	patch->condition = selector.len ? recipe_keep_condition(recipe, selector) : condition;
}

/* `a.patch, b.patch]`, of which the rest may be in the lines below. */
static void take_items(struct recipe *recipe, struct place_in *at, struct slice value, struct slice selector)
{
	size_t end = slice_find(value, SLICE_LITERAL("]"), 0);
	struct slice item;
	at->in_brackets = end == (size_t)-1;
	value = slice_sub(value, 0, at->in_brackets ? value.len : end);
	while (!recipe->bloat && slice_cut(&value, ',', &item))
		take(recipe, item, at->bracket_condition, selector);
}

/* `[a.patch, b.patch]` or one name. */
static void take_values(
	struct recipe *recipe, struct place_in *at, struct slice value, const char *condition, struct slice selector)
{
	value = slice_trim(value);
	at->bracket_condition = condition;
	if (slice_starts_with(value, "["))
		take_items(recipe, at, slice_sub(value, 1, value.len), selector);
	else
		take(recipe, value, condition, selector);
}

static const char *condition_text(struct recipe *recipe, const char *before, struct slice condition)
{
	struct str text = STR_INIT;
	str_addf(&text, "%s" SLICE_FMT, before, SLICE_ARG(slice_trim(condition)));
	const char *owned = recipe_keep_condition(recipe, str_slice(&text));
	str_release(&text);
	return owned ? owned : "";
}

/* `{% if X %}`, `{% else %}`, `{% endif %}`; anything else in such brackets says nothing of conditions. Returns what is
 * after the bracket that the text begins with. */
static struct slice read_jinja(struct recipe *recipe, struct slice text, struct jinja *jinja)
{
	size_t end = slice_find(text, SLICE_LITERAL("%}"), 0);
	struct slice inner = slice_trim(slice_sub(text, 2, end == (size_t)-1 ? text.len : end));
	inner = slice_trim(slice_sub(inner, slice_starts_with(inner, "-"), inner.len - slice_ends_with(inner, "-")));
	size_t last = jinja->depth ? jinja->depth - 1 : 0;
	bool is_kept = jinja->depth && last < MAX_DEPTH;
	if (slice_starts_with(inner, "if ")) {
		if (jinja->depth < MAX_DEPTH)
			jinja->conditions[jinja->depth] = condition_text(recipe, "", slice_sub(inner, 3, inner.len));
		jinja->depth++;
	} else if (slice_starts_with(inner, "elif ") && is_kept)
		jinja->conditions[last] = condition_text(recipe, "", slice_sub(inner, 5, inner.len));
	else if (slice_eq_cstr(inner, "else") && is_kept)
		jinja->conditions[last] = condition_text(recipe, "not ", slice_of(jinja->conditions[last]));
	else if (slice_eq_cstr(inner, "endif") && jinja->depth)
		jinja->depth--;
	return slice_trim(slice_sub(text, end == (size_t)-1 ? text.len : end + 2, text.len));
}

static void read_item(
	struct recipe *recipe, struct place_in *at, struct slice text, size_t column, struct slice selector)
{
	bool is_item = slice_starts_with(text, "-");
	struct slice value = is_item ? slice_trim(slice_sub(text, 1, text.len)) : text;
	if (column <= at->choice_column)
		at->in_choice = false;
	if (slice_starts_with(value, "if:")) {
		at->in_choice = true;
		at->choice_column = column;
		at->condition = condition_text(recipe, "", slice_sub(value, 3, value.len));
		return;
	}
	const char *condition = at->in_choice ? at->condition : NULL;
	if (at->in_choice && slice_starts_with(value, "else:"))
		condition = at->condition = condition_text(recipe, "not ", slice_of(at->condition));
	if (at->in_choice && (slice_starts_with(value, "then:") || slice_starts_with(value, "else:")))
		value = slice_sub(value, 5, value.len);
	else if (!is_item)
		return;
	take_values(recipe, at, value, condition, selector);
}

/* A line that has more than Jinja's brackets. */
static void read_text(
	struct recipe *recipe, struct place_in *at, struct slice text, size_t column, struct slice selector)
{
	bool is_item = slice_starts_with(text, "-");
	if (at->in_brackets) {
		take_items(recipe, at, text, selector);
		return;
	}
	if (at->in_list && (column > at->list_column || (column == at->list_column && is_item))) {
		read_item(recipe, at, text, column, selector);
		return;
	}
	*at = (struct place_in){ 0 };
	/* `- url: …` begins a source; its keys are two columns further in. */
	struct slice key = is_item ? slice_trim(slice_sub(text, 1, text.len)) : text;
	if (!slice_starts_with(key, "patches:"))
		return;
	*at = (struct place_in){ .in_list = true, .list_column = column + (size_t)(key.ptr - text.ptr) };
	take_values(recipe, at, slice_sub(key, sizeof("patches:") - 1, key.len), NULL, selector);
}

void recipe_read_conda(struct recipe *recipe)
{
	struct place_in at = { 0 };
	struct jinja jinja = { 0 };
	struct slice rest = recipe->text, line;
	bool in_comment = false;
	while (!recipe->bloat && slice_cut(&rest, '\n', &line)) {
		recipe->at = (size_t)(line.ptr - recipe->text.ptr);
		if (in_comment || slice_starts_with(slice_trim(line), "{#")) {
			in_comment = slice_find(line, SLICE_LITERAL("#}"), 0) == (size_t)-1;
			continue;
		}
		struct slice selector = { "", 0 }, text = slice_trim(without_comment(line, &selector));
		while (slice_starts_with(text, "{%"))
			text = read_jinja(recipe, text, &jinja);
		size_t end = slice_find(text, SLICE_LITERAL("{%"), 0);
		struct slice after = slice_sub(text, end == (size_t)-1 ? text.len : end, text.len);
		text = slice_trim(slice_sub(text, 0, text.len - after.len));
		if (!selector.len && jinja.depth && jinja.depth <= MAX_DEPTH)
			selector = slice_of(jinja.conditions[jinja.depth - 1]);
		if (text.len)
			read_text(recipe, &at, text, column_of(line), selector);
		while (slice_starts_with(after, "{%")) {
			after = read_jinja(recipe, after, &jinja);
			end = slice_find(after, SLICE_LITERAL("{%"), 0);
			after = slice_sub(after, end == (size_t)-1 ? after.len : end, after.len);
		}
	}
}
