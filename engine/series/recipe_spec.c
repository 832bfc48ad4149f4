/*
 * RPM's spec files: `Patch7: NAME` names a patch, `%patch -P 7 -p1`, `%autopatch` or `%autosetup` in %prep applies it.
 * Macros are known as far as the file itself sets them to a plain text.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/table.h"
#include "series/recipe.h"

#define MAX_DEPTH 32
#define MAX_MACROS 500
#define MAX_NUMBER 1000000000

struct macro {
	struct slice name;
	const char *value;
};

struct declared {
	unsigned long number;
	size_t offset;
	const char *name;
	const char *condition;
	/* One more than the index of the next one of this number, and of the last if this is the first; or 0. */
	size_t next, last;
	bool is_applied;
};

struct spec {
	struct recipe *recipe;
	struct macro macros[MAX_MACROS];
	size_t n_macros;
	struct declared *patches;
	size_t n_patches, capacity;
	struct table by_number; /* one more than the index of the first patch of a number */
	const char *conditions[MAX_DEPTH];
	size_t depth; /* may be more than are kept */
	enum { SECTION_CODE, SECTION_LIST, SECTION_PROSE } section;
};

static const char *macro_of(const struct spec *spec, struct slice name)
{
	for (size_t i = spec->n_macros; i-- > 0;)
		if (slice_eq_nocase(spec->macros[i].name, name))
			return spec->macros[i].value;
	return NULL;
}

/* The text with `%{NAME}`, `%{?NAME}` and `%NAME` taken out where they are known, the rest as it is written. */
static const char *expand(struct spec *spec, struct slice text)
{
	struct str out = STR_INIT;
	for (size_t at = 0; at < text.len;) {
		size_t begin = at + 1, end;
		bool braces = begin < text.len && text.ptr[begin] == '{';
		begin += braces;
		begin += braces && begin < text.len && text.ptr[begin] == '?';
		for (end = begin; end < text.len && ascii_is_word(text.ptr[end]);)
			end++;
		const char *value =
			text.ptr[at] == '%' && end > begin && (!braces || (end < text.len && text.ptr[end] == '}'))
				? macro_of(spec, slice_sub(text, begin, end))
				: NULL;
		struct slice name = slice_sub(text, begin, end);
		if (value && recipe_may_make(spec->recipe, strlen(value), "the macro", name))
			str_add_cstr(&out, value);
		else if (!value)
			str_add_char(&out, text.ptr[at]);
		at = value ? end + braces : at + 1;
	}
	const char *owned = arena_dup(&spec->recipe->arena, str_slice(&out));
	str_release(&out);
	return owned;
}

static void set_macro(struct spec *spec, struct slice name, struct slice value)
{
	if (spec->n_macros == MAX_MACROS)
		return;
	const char *text = expand(spec, slice_trim(value));
	if (!strchr(text, '%'))
		spec->macros[spec->n_macros++] = (struct macro){ name, text };
}

static const char *condition_of(struct spec *spec)
{
	struct str text = STR_INIT;
	for (size_t i = 0; i < spec->depth && i < MAX_DEPTH; i++)
		str_addf(&text, "%s%s", i ? " and " : "", spec->conditions[i]);
	const char *owned = recipe_keep_condition(spec->recipe, str_slice(&text));
	str_release(&text);
	return owned;
}

/* %if, %ifarch, %else, %endif; false for any other line. */
static bool read_condition(struct spec *spec, struct slice line)
{
	struct str text = STR_INIT;
	size_t last = spec->depth ? spec->depth - 1 : 0;
	bool is_kept = spec->depth && last < MAX_DEPTH, is_one = true;
	if (slice_starts_with(line, "%if")) {
		if (spec->depth < MAX_DEPTH)
			spec->conditions[spec->depth] = arena_dup(&spec->recipe->arena, line);
		spec->depth++;
	} else if (slice_starts_with(line, "%elif") && is_kept) {
		spec->conditions[last] = arena_dup(&spec->recipe->arena, line);
	} else if (slice_starts_with(line, "%else") && is_kept) {
		str_addf(&text, "not (%s)", spec->conditions[last]);
		const char *kept = recipe_keep_condition(spec->recipe, str_slice(&text));
		spec->conditions[last] = kept ? kept : "";
	} else if (slice_starts_with(line, "%endif")) {
		spec->depth -= spec->depth > 0;
	} else {
		is_one = false;
	}
	str_release(&text);
	return is_one;
}

static void declare(struct spec *spec, unsigned long number, struct slice name)
{
	struct declared declared = { .number = number,
		.offset = (size_t)(name.ptr - spec->recipe->text.ptr),
		.name = expand(spec, name),
		.condition = condition_of(spec) };
	if (!name.len)
		return;
	struct slice key = slice_from((const char *)&number, sizeof(number));
	size_t *first = table_at(&spec->by_number, slice_from(arena_dup(&spec->recipe->arena, key), key.len));
	VEC_PUSH(spec->patches, spec->n_patches, spec->capacity, declared);
	struct declared *head = &spec->patches[(*first ? *first : spec->n_patches) - 1];
	if (*first)
		spec->patches[head->last - 1].next = spec->n_patches;
	*first = (size_t)(head - spec->patches) + 1;
	head->last = spec->n_patches;
}

static unsigned long next_number(const struct spec *spec)
{
	return spec->n_patches ? spec->patches[spec->n_patches - 1].number + 1 : 0;
}

/* `Patch7: NAME`, `Name: X`, `Version: X`, `%global X Y`; false for any other line. */
static bool read_tag(struct spec *spec, struct slice line)
{
	size_t colon = slice_find(line, SLICE_LITERAL(":"), 0);
	struct slice tag = slice_trim(slice_sub(line, 0, colon)), rest, word;
	rest = line;
	slice_cut_word(&rest, &word);
	if (slice_eq_cstr(word, "%global") || slice_eq_cstr(word, "%define")) {
		if (slice_cut_word(&rest, &word) && rest.len)
			set_macro(spec, word, rest);
		return true;
	}
	if (colon == (size_t)-1)
		return false;
	rest = slice_trim(slice_sub(line, colon + 1, line.len));
	if (slice_eq_nocase(tag, SLICE_LITERAL("name")) || slice_eq_nocase(tag, SLICE_LITERAL("version")))
		set_macro(spec, tag, rest);
	else if (tag.len >= 5 && slice_eq_nocase(slice_sub(tag, 0, 5), SLICE_LITERAL("patch"))) {
		unsigned long number = 0;
		size_t i = 5;
		while (i < tag.len && ascii_is_digit(tag.ptr[i]) && number < MAX_NUMBER / 10)
			number = 10 * number + (unsigned long)(tag.ptr[i++] - '0');
		if (i < tag.len)
			return false;
		declare(spec, tag.len == 5 ? next_number(spec) : number, rest);
	} else {
		return false;
	}
	return true;
}

/* Which patches a line of %prep applies, and how. */
struct applied {
	unsigned long low, high;
	size_t strip;
	const char *folder; /* of the tree, that they are for, or NULL */
	bool is_reversed;
};

static bool read_number(struct slice text, unsigned long *out)
{
	*out = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (!ascii_is_digit(text.ptr[i]) || *out >= MAX_NUMBER / 10)
			return false;
		*out = 10 * *out + (unsigned long)(text.ptr[i] - '0');
	}
	return text.len > 0;
}

/* The conditions of a patch's tag and of what applies it, which are often the same. */
static const char *both(struct spec *spec, const char *tag, const char *command)
{
	struct str text = STR_INIT;
	if (!tag || !command || strcmp(tag, command) == 0)
		return tag ? tag : command;
	str_addf(&text, "%s and %s", tag, command);
	const char *owned = recipe_keep_condition(spec->recipe, str_slice(&text));
	str_release(&text);
	return owned;
}

static void apply(struct spec *spec, const struct applied *applied)
{
	const char *condition = condition_of(spec);
	struct slice number = slice_from((const char *)&applied->low, sizeof(applied->low));
	bool is_one = applied->low == applied->high;
	for (size_t i = is_one ? table_get(&spec->by_number, number) : 1, next; i && i <= spec->n_patches; i = next) {
		struct declared *declared = &spec->patches[i - 1];
		next = is_one ? declared->next : i + 1;
		if (declared->number < applied->low || declared->number > applied->high || declared->is_applied)
			continue;
		declared->is_applied = true;
		struct recipe_patch *patch = recipe_add(spec->recipe, declared->offset, slice_of(declared->name));
		patch->strip = applied->strip;
		patch->is_reversed = applied->is_reversed;
		patch->folder = applied->folder;
		patch->is_folder_asked = true; /* which folder the command runs in is not known */
		patch->condition = both(spec, declared->condition, condition);
	}
}

/* The value of an option: after it in its word, or the next word. */
static struct slice value_of(struct slice word, struct slice *rest)
{
	struct slice next = { "", 0 };
	if (word.len == 2)
		slice_cut_word(rest, &next);
	return word.len > 2 ? slice_sub(word, 2, word.len) : next;
}

/* `%patch7 -p1`, `%patch -P 7 -p1`, `%patch 7 8`, `%autopatch -p1 -m 1 -M 9`, `%autosetup -p1`. */
static void read_apply(struct spec *spec, struct slice line)
{
	struct applied applied = { .high = MAX_NUMBER };
	struct slice rest = line, word;
	unsigned long number, *named = NULL;
	size_t n_named = 0, capacity = 0;
	slice_cut_word(&rest, &word);
	bool is_patch = slice_starts_with(word, "%patch"), is_setup = slice_eq_cstr(word, "%autosetup"), is_off = false;
	if (!is_patch && !is_setup && !slice_eq_cstr(word, "%autopatch"))
		return;
	if (is_patch && read_number(slice_sub(word, 6, word.len), &number))
		VEC_PUSH(named, n_named, capacity, number);
	while (slice_cut_word(&rest, &word)) {
		struct slice value = slice_starts_with(word, "-") && word.len > 1 && strchr("pPmMnabFdzoS", word.ptr[1])
					     ? value_of(word, &rest)
					     : word;
		bool is_number = read_number(value, &number);
		if (slice_starts_with(word, "-N") && is_setup)
			is_off = true;
		else if (slice_eq_cstr(word, "-R"))
			applied.is_reversed = true;
		else if (slice_starts_with(word, "-p") && is_number && number <= 99)
			applied.strip = number;
		else if (slice_starts_with(word, "-d") && value.len)
			applied.folder = expand(spec, value);
		else if (is_number && slice_starts_with(word, "-m"))
			applied.low = number;
		else if (is_number && slice_starts_with(word, "-M"))
			applied.high = number;
		else if (is_number && (slice_starts_with(word, "-P") || word.ptr == value.ptr))
			VEC_PUSH(named, n_named, capacity, number);
	}
	number = 0;
	if (is_patch && !n_named) /* without a number it is the first one */
		VEC_PUSH(named, n_named, capacity, number);
	for (size_t i = 0; i < n_named; i++) {
		applied.low = applied.high = named[i];
		apply(spec, &applied);
	}
	if (!n_named && !is_off)
		apply(spec, &applied);
	free(named);
}

/* The number in `%{PATCH7}`, `%PATCH7` or `%{P:7}` from `at` on; *`end` is after it. False where none is left. */
static bool find_patch_macro(struct slice line, size_t *at, unsigned long *number)
{
	static const char *const begins[] = { "%{PATCH", "%PATCH", "%{P:" };
	for (; *at < line.len; ++*at) {
		struct slice rest = slice_sub(line, *at, line.len);
		for (size_t i = 0; i < COUNT_OF(begins); i++) {
			size_t begin = strlen(begins[i]), end = begin;
			while (end < rest.len && ascii_is_digit(rest.ptr[end]))
				end++;
			if (!slice_starts_with(rest, begins[i]) || !read_number(slice_sub(rest, begin, end), number))
				continue;
			*at += end;
			return true;
		}
	}
	return false;
}

/* Is it a command that applies patches? */
static bool is_patch_command(struct slice word)
{
	static const char *const names[] = { "patch", "git", "%{__patch}", "%__patch", "%{__git}", "%__git", NULL };
	return slice_is_one_of(word, names);
}

/* `patch -p1 -i %{PATCH7}`, `cat %{PATCH7} | patch -p1`, `git am %{patches}`: commands of the shell that name what is
 * declared. */
static void read_command(struct spec *spec, struct slice line)
{
	struct applied applied = { .high = MAX_NUMBER, .strip = RECIPE_STRIP_UNSAID };
	struct slice rest = line, word;
	unsigned long number;
	bool all = slice_find(line, SLICE_LITERAL("%{patches}"), 0) != (size_t)-1, is_one = false;
	while (slice_cut_word(&rest, &word)) {
		struct slice level = slice_sub(word, 2, word.len);
		if (slice_starts_with(word, "-d"))
			applied.folder = expand(spec, value_of(word, &rest));
		is_one = is_one || is_patch_command(word);
		applied.is_reversed |= slice_eq_cstr(word, "-R") || slice_eq_cstr(word, "--reverse");
		if (slice_starts_with(word, "-p") && read_number(level, &number) && number <= 99)
			applied.strip = number;
	}
	if (!is_one)
		return;
	for (size_t at = 0; !all && find_patch_macro(line, &at, &number);) {
		applied.low = applied.high = number;
		apply(spec, &applied);
	}
	if (all)
		apply(spec, &applied);
}

/* Does the line begin another part of the file? */
static bool read_section(struct spec *spec, struct slice line)
{
	static const char *const code[] = { "%package", "%prep", "%conf", "%generate_buildrequires", "%build",
		"%install", "%check", "%clean", NULL };
	static const char *const prose[] = { "%description", "%sourcelist", "%files", "%changelog", NULL };
	struct slice word;
	slice_cut_word(&line, &word);
	bool is_list = slice_eq_cstr(word, "%patchlist"), is_prose = slice_is_one_of(word, prose);
	if (!is_list && !is_prose && !slice_is_one_of(word, code))
		return false;
	spec->section = is_list ? SECTION_LIST : is_prose ? SECTION_PROSE : SECTION_CODE;
	return true;
}

static void read_line(struct spec *spec, struct slice line)
{
	if (read_section(spec, line) || spec->section == SECTION_PROSE)
		return;
	bool sets_macro = slice_starts_with(line, "%global") || slice_starts_with(line, "%define");
	if (spec->section == SECTION_LIST && !sets_macro) {
		declare(spec, next_number(spec), line);
	} else if (!read_tag(spec, line)) {
		read_apply(spec, line);
		read_command(spec, line);
	}
}

/* `%{?with_cuda:%patch -P 7 -p1}` is that line under the condition `%{?with_cuda}`. */
static struct slice take_condition(struct spec *spec, struct slice line)
{
	size_t colon = slice_find(line, SLICE_LITERAL(":"), 0), close = slice_find(line, SLICE_LITERAL("}"), 0);
	bool is_one = slice_starts_with(line, "%{?") || slice_starts_with(line, "%{!?");
	if (!is_one || colon == (size_t)-1 || close < colon || !slice_ends_with(line, "}"))
		return line;
	struct str text = STR_INIT;
	str_addf(&text, SLICE_FMT "}", SLICE_ARG(slice_sub(line, 0, colon)));
	const char *condition = recipe_keep_condition(spec->recipe, str_slice(&text));
	str_release(&text);
	if (spec->depth < MAX_DEPTH)
		spec->conditions[spec->depth++] = condition ? condition : "";
	return slice_trim(slice_sub(line, colon + 1, line.len - 1));
}

void recipe_read_spec(struct recipe *recipe)
{
	struct spec *spec = xcalloc(1, sizeof(*spec));
	struct slice rest = recipe->text, line;
	spec->recipe = recipe;
	while (!recipe->bloat && slice_cut(&rest, '\n', &line)) {
		line = slice_trim(line);
		recipe->at = (size_t)(line.ptr - recipe->text.ptr);
		if (!line.len || line.ptr[0] == '#' || read_condition(spec, line))
			continue;
		size_t depth = spec->depth;
		read_line(spec, take_condition(spec, line));
		spec->depth = depth;
	}
	table_release(&spec->by_number);
	free(spec->patches);
	free(spec);
}
