#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "triage/triage.h"

/* The words of an expression: what a line must hold before it is worth trying. */

#define WORD_LEAST 3

/* Words of which each match holds one: each ends with a NUL. */
struct words {
	struct str all;
	size_t shortest;
};

static bool read_alternatives(struct slice p, size_t from, size_t to, struct words *out);

/* The end of the group or class that begins at `at`: after its last byte. */
static size_t group_end(struct slice p, size_t at)
{
	size_t depth = 0;
	bool in_class = false;
	for (; at < p.len; at++) {
		char c = p.ptr[at];
		if (c == '\\') {
			at++;
		} else if (in_class) {
			in_class = c != ']' || p.ptr[at - 1] == '[';
		} else if (c == '[') {
			in_class = true;
		} else if (c == '(') {
			depth++;
		} else if (c == ')' && depth) {
			depth--;
		}
		if (!in_class && depth == 0)
			return at + 1;
	}
	return p.len;
}

static bool is_optional(struct slice p, size_t at)
{
	return at < p.len &&
	       (p.ptr[at] == '?' || p.ptr[at] == '*' || (p.ptr[at] == '{' && at + 1 < p.len && p.ptr[at + 1] == '0'));
}

/* Is the byte at `at` itself, and how long is it in the pattern? An escaped letter or digit is a class or worse. */
static size_t literal_length(struct slice p, size_t at, char *out)
{
	bool escaped = p.ptr[at] == '\\' && at + 1 < p.len;
	char c = escaped ? p.ptr[at + 1] : p.ptr[at];
	bool is_word = ascii_is_letter(c) || ascii_is_digit(c);
	if (escaped ? is_word : strchr("\\^$.[]|()?*+{}", c) != NULL)
		return 0;
	*out = c;
	return escaped ? 2 : 1;
}

/* The longest text that is in each match of the alternative from `from` to `to`, which has no '|' outside of groups. */
static void longest_text(struct slice p, size_t from, size_t to, struct str *best)
{
	struct str run = STR_INIT;
	size_t at = from;
	while (at <= to) {
		char c = 0;
		size_t length = at < to ? literal_length(p, at, &c) : 0;
		bool kept = length && !is_optional(p, at + length);
		if (kept)
			str_add_char(&run, c);
		/* What may come more than once is there once. */
		bool ends = !kept || (at + length < to && p.ptr[at + length] == '+');
		if (ends && run.len > best->len) {
			str_clear(best);
			str_add(best, str_slice(&run));
		}
		if (ends)
			str_clear(&run);
		if (at >= to)
			break;
		if (length)
			at += length;
		else if (p.ptr[at] == '\\')
			at += 2;
		else
			at = p.ptr[at] == '(' || p.ptr[at] == '[' ? group_end(p, at)
			     : p.ptr[at] == '{'                   ? slice_find(p, SLICE_LITERAL("}"), at) + 1
								  : at + 1;
	}
	str_release(&run);
}

static void add_words(struct words *out, struct words *more)
{
	out->shortest = !out->all.len || more->shortest < out->shortest ? more->shortest : out->shortest;
	str_add(&out->all, str_slice(&more->all));
}

/* The groups that must be there: the words of the one whose words say most, if they say more than those in `best`. */
static void read_groups(struct slice p, size_t from, size_t to, struct words *best)
{
	for (size_t at = from, end; at < to; at = end) {
		end = p.ptr[at] == '\\' ? at + 2 : p.ptr[at] == '(' || p.ptr[at] == '[' ? group_end(p, at) : at + 1;
		bool is_look = p.ptr[at] == '(' && at + 2 < to && p.ptr[at + 1] == '?' && p.ptr[at + 2] != ':';
		if (p.ptr[at] != '(' || is_look || is_optional(p, end))
			continue;
		struct words words = { 0 };
		if (read_alternatives(p, at + (p.ptr[at + 1] == '?' ? 3 : 1), end - 1, &words) &&
			words.shortest > best->shortest) {
			struct words worse = *best;
			*best = words;
			words = worse;
		}
		str_release(&words.all);
	}
}

static bool read_alternative(struct slice p, size_t from, size_t to, struct words *out)
{
	struct words best = { 0 };
	longest_text(p, from, to, &best.all);
	best.shortest = best.all.len;
	str_add_char(&best.all, '\0');
	read_groups(p, from, to, &best);
	bool ok = best.shortest >= WORD_LEAST;
	if (ok)
		add_words(out, &best);
	str_release(&best.all);
	return ok;
}

static bool read_alternatives(struct slice p, size_t from, size_t to, struct words *out)
{
	size_t begin = from;
	bool ok = true;
	for (size_t at = from; ok && at <= to;) {
		if (at == to || p.ptr[at] == '|') {
			ok = read_alternative(p, begin, at, out);
			begin = ++at;
		} else {
			at = p.ptr[at] == '\\'                      ? at + 2
			     : p.ptr[at] == '(' || p.ptr[at] == '[' ? group_end(p, at)
								    : at + 1;
		}
	}
	return ok;
}

/*
 * Calls `take` with words of at least 3 bytes of which each match of `pattern` holds one, in whatever case. False where
 * there are none such: the row would have to be tried on every line of a log.
 */
static bool expression_words(struct slice pattern, void (*take)(void *ctx, struct slice word), void *ctx)
{
	struct words words = { 0 };
	bool ok = read_alternatives(pattern, 0, pattern.len, &words);
	struct slice rest = str_slice(&words.all), word;
	while (ok && slice_cut(&rest, '\0', &word))
		if (word.len)
			take(ctx, word);
	str_release(&words.all);
	return ok;
}

static const char *const keys[] = { "id", "level", "step", "system", "unsure", "match", "table", "sample", "cause",
	"fix", "otherwise", "yields", "warns", "links" };
static const char *const levels[] = { "fatal", "kill", "aside", "feature", "note", "general", "last", "outer",
	"empty" };

const char *signature_level_name(enum signature_level level)
{
	return levels[level];
}

static bool read_level(
	const struct yaml_file *file, const struct yaml_node *map, enum signature_level *out, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, "level");
	for (size_t i = 0; pair && i < COUNT_OF(levels); i++) {
		if (slice_eq_cstr(pair->value->text, levels[i])) {
			*out = (enum signature_level)i;
			return true;
		}
	}
	return yaml_fail(file, pair ? pair->value : map, err,
		"'level' takes fatal, kill, aside, feature, note, general, last, outer or empty");
}

static bool read_table(
	const struct yaml_file *file, const struct yaml_node *map, enum package_kind *out, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, "table");
	*out = pair ? package_kind_of(pair->value->text) : PACKAGE_KINDS;
	return !pair || *out != PACKAGE_KINDS ||
	       yaml_fail(file, pair->value, err,
		       "'table' takes header, library, symbol, name, cmake, module, program, api, code or declared");
}

static void take_word(void *ctx, struct slice word)
{
	struct signatures *out = ctx;
	VEC_PUSH(out->word_row, out->n_words, out->rows_capacity, out->count);
	out->n_words--;
	VEC_PUSH(out->words, out->n_words, out->words_capacity, slice_of(arena_dup(&out->arena, word)));
}

/* A term that several expressions use: "%{name}" in them. Terms come before the rows, and may hold earlier ones. */
struct term {
	const char *name, *is;
};

struct terms {
	struct term *items;
	size_t count, capacity;
};

static const char *expand(const struct terms *terms, const char *text, struct arena *arena)
{
	struct str out = STR_INIT;
	struct slice rest = slice_of(text);
	size_t at;
	while ((at = slice_find(rest, SLICE_LITERAL("%{"), 0)) != (size_t)-1) {
		str_add(&out, slice_sub(rest, 0, at));
		rest = slice_sub(rest, at, rest.len);
		size_t end = slice_find(rest, SLICE_LITERAL("}"), 0), i = 0;
		struct slice name = slice_sub(rest, 2, end == (size_t)-1 ? 2 : end);
		while (i < terms->count && !slice_eq_cstr(name, terms->items[i].name))
			i++;
		str_add_cstr(&out, i < terms->count ? terms->items[i].is : "%{");
		rest = slice_sub(rest, i < terms->count ? end + 1 : 2, rest.len);
	}
	str_add(&out, rest);
	const char *expanded = arena_dup(arena, str_slice(&out));
	str_release(&out);
	return expanded;
}

/* A quote outside a class stands for any that tools print: GCC's are curved in UTF-8, ld's open with a grave. */
static const char *any_quotes(const char *text, struct arena *arena)
{
	struct str out = STR_INIT;
	bool in_class = false;
	for (const char *at = text; *at; at++) {
		if (*at == '\'' && !in_class) {
			str_add_cstr(&out, "(?:'|`|\xe2\x80\x98|\xe2\x80\x99)");
			continue;
		}
		if (*at == '[' || *at == ']')
			in_class = *at == '[';
		str_add(&out, (struct slice){ at, *at == '\\' && at[1] ? 2 : 1 });
		if (*at == '\\' && at[1])
			at++;
	}
	const char *widened = arena_dup(arena, str_slice(&out));
	str_release(&out);
	return widened;
}

static bool read_term(const struct yaml_file *file, const struct yaml_node *map, struct terms *terms,
	struct arena *arena, struct err *err)
{
	static const char *const term_keys[] = { "term", "is" };
	struct term term = { 0 };
	if (!yaml_known_keys(file, map, term_keys, COUNT_OF(term_keys), err) ||
		!yaml_take_text(file, map, "term", arena, &term.name, err) ||
		!yaml_take_text(file, map, "is", arena, &term.is, err))
		return false;
	if (!term.name || !term.is)
		return yaml_fail(file, map, err, "a term has a name, and what it is");
	term.is = expand(terms, term.is, arena);
	VEC_PUSH(terms->items, terms->count, terms->capacity, term);
	return true;
}

static bool read_signature(const struct yaml_file *file, const struct yaml_node *map, const struct terms *terms,
	struct signatures *out, struct err *err)
{
	struct signature row = { 0 };
	struct arena *arena = &out->arena;
	const char *match, *unsure, *warns;
	if (!yaml_known_keys(file, map, keys, COUNT_OF(keys), err) || !read_level(file, map, &row.level, err) ||
		!read_table(file, map, &row.table, err) || !yaml_take_text(file, map, "id", arena, &row.id, err) ||
		!yaml_take_text(file, map, "step", arena, &row.step, err) ||
		!yaml_take_text(file, map, "system", arena, &row.system, err) ||
		!yaml_take_text(file, map, "sample", arena, &row.sample, err) ||
		!yaml_take_text(file, map, "cause", arena, &row.cause, err) ||
		!yaml_take_text(file, map, "fix", arena, &row.fix, err) ||
		!yaml_take_text(file, map, "otherwise", arena, &row.otherwise, err) ||
		!yaml_take_list(file, map, "yields", arena, &row.yields, err) ||
		!yaml_take_text(file, map, "match", arena, &match, err) ||
		!yaml_take_text(file, map, "unsure", arena, &unsure, err) ||
		!yaml_take_text(file, map, "warns", arena, &warns, err) ||
		!yaml_take_list(file, map, "links", arena, &row.links, err))
		return false;
	if (!row.id || !row.step || !row.sample || !row.cause || !row.fix || !match)
		return yaml_fail(file, map, err, "a signature has id, level, step, match, sample, cause and fix");
	size_t at = 0;
	row.unsure = unsure != NULL;
	row.warns = warns != NULL;
	match = any_quotes(expand(terms, match, arena), arena);
	row.match = regex_new(slice_of(match), 0, &at, err);
	if (!row.match)
		return err_at(err, file->path, map->line, map->column);
	if (!expression_words(slice_of(match), take_word, out))
		yaml_fail(file, map, err, "'match' of %s has no word of 3 letters that each match holds", row.id);
	VEC_PUSH(out->items, out->count, out->capacity, row);
	return err->kind == ERR_NONE;
}

static bool load_file(const char *name, struct terms *terms, struct signatures *out, struct err *err)
{
	struct yaml_file file = { 0 };
	struct slice bytes;
	bool ok = data_find(name, &bytes) && yaml_file_parse(&file, name, bytes, err);
	if (ok && file.root->kind != YAML_KIND_LIST)
		ok = yaml_fail(&file, file.root, err, "expected a list of signatures");
	for (size_t i = 0; ok && i < file.root->count; i++)
		ok = yaml_find(file.root->items[i], "term")
			     ? read_term(&file, file.root->items[i], terms, &out->arena, err)
			     : read_signature(&file, file.root->items[i], terms, out, err);
	yaml_file_release(&file);
	return ok;
}

/* The expression of the term `name`, which must be there: NULL and an error else. */
static struct regex *regex_of_term(const struct terms *terms, const char *name, struct err *err)
{
	size_t at = 0;
	for (size_t i = 0; i < terms->count; i++)
		if (strcmp(terms->items[i].name, name) == 0)
			return regex_new(slice_of(terms->items[i].is), 0, &at, err);
	err_set(err, ERR_PATCHSET, "lines.yaml has no term '%s'", name);
	return NULL;
}

bool signatures_load(struct signatures *out, struct err *err)
{
	static const char *const names[] = { "lines.yaml", "signatures.yaml", "messages.yaml" };
	struct terms terms = { 0 };
	*out = (struct signatures){ 0 };
	bool ok = packages_load(&out->packages, &out->arena, err) && phrases_load(&out->phrases, &out->arena, err);
	for (size_t i = 0; ok && i < COUNT_OF(names); i++)
		ok = load_file(names[i], &terms, out, err);
	ok = ok && (out->launcher = regex_of_term(&terms, "launcher", err)) != NULL &&
	     (out->warning = regex_of_term(&terms, "warning", err)) != NULL;
	free(terms.items);
	if (ok)
		out->needles = needle_set_new(out->words, out->n_words);
	return ok;
}

void signatures_release(struct signatures *signatures)
{
	for (size_t i = 0; i < signatures->count; i++)
		regex_free(signatures->items[i].match);
	regex_free(signatures->launcher);
	regex_free(signatures->warning);
	free(signatures->items);
	needle_set_free(signatures->needles);
	free(signatures->words);
	free(signatures->word_row);
	packages_release(&signatures->packages);
	phrases_release(&signatures->phrases);
	arena_release(&signatures->arena);
	*signatures = (struct signatures){ 0 };
}
