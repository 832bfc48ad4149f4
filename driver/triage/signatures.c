/* Reading the tables of driver/data that triage knows messages by. */
#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "triage/expression_words.h"
#include "triage/triage.h"

static const char *const keys[] = { "id", "level", "step", "system", "unsure", "match", "table", "sample", "cause",
	"fix", "candidates", "otherwise", "yields", "warns", "when", "unless", "links" };
static const char *const levels[] = { "fatal", "kill", "aside", "feature", "note", "general", "last", "outer",
	"empty" };

const char *signature_level_name(enum signature_level level)
{
	return levels[level];
}

const char *confidence_name(enum confidence confidence)
{
	static const char *const names[] = { "high", "medium", "low" };
	return names[confidence];
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
		       "'table' takes header, library, symbol, name, cmake, target, module, program, api, code, "
		       "declared or arguments");
}

/* Of the first group the words by which a row is found, of the others those that a line must have as well. */
static void take_word(void *ctx, size_t group, struct slice word)
{
	struct signatures *out = ctx;
	struct slice kept = slice_of(arena_dup(&out->arena, word));
	if (group == 0) {
		VEC_PUSH(out->word_row, out->n_words, out->rows_capacity, out->count);
		out->n_words--;
		VEC_PUSH(out->words, out->n_words, out->words_capacity, kept);
		return;
	}
	struct group_word added = { out->count, (unsigned char)(1u << (group - 1)) };
	VEC_PUSH(out->group_of, out->n_group_words, out->groups_capacity, added);
	out->n_group_words--;
	VEC_PUSH(out->group_words, out->n_group_words, out->group_words_capacity, kept);
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

/* What is loaded, and from where. */
struct loader {
	data_finder *find;
	struct signatures *out;
	struct terms terms;
	struct yaml_file file; /* that is being read */
	bool is_checked;       /* expressions are compiled now */
};

static bool read_term(struct loader *loader, const struct yaml_node *map, struct err *err)
{
	struct terms *terms = &loader->terms;
	const struct yaml_file *file = &loader->file;
	struct arena *arena = &loader->out->arena;
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

static size_t find_fact(const struct facts *facts, struct slice name)
{
	size_t fact = 0;
	while (fact < facts->count && !slice_eq_cstr(name, facts->items[fact].name))
		fact++;
	return fact;
}

static void add_words(struct facts *out, const char *const *words)
{
	for (size_t i = 0; words[i]; i++) {
		VEC_PUSH(out->word_fact, out->n_words, out->facts_capacity, out->count);
		out->n_words--;
		VEC_PUSH(out->words, out->n_words, out->words_capacity, slice_of(words[i]));
	}
}

/* In `arena`, in which `pattern` must be, too. */
static struct expression *expression_new(const char *pattern, struct arena *arena)
{
	struct expression *expression = arena_alloc(arena, sizeof(*expression));
	*expression = (struct expression){ .pattern = pattern };
	return expression;
}

/* NULL is none. */
static void expression_release(struct expression *expression)
{
	if (expression)
		regex_free(expression->regex);
}

static bool check_fact(const struct fact *fact, struct err *err)
{
	return expression_compile(fact->match, err) &&
	       (!fact->value || regex_check_replacement(fact->match->regex, slice_of(fact->value), err));
}

static bool read_fact(struct loader *loader, const struct yaml_node *map, struct err *err)
{
	struct facts *facts = &loader->out->facts;
	const struct yaml_file *file = &loader->file;
	struct arena *arena = &loader->out->arena;
	static const char *const fact_keys[] = { "fact", "what", "words", "match", "value", "of", "outside" };
	struct fact fact = { 0 };
	const char *match, *of, *const *words;
	if (!yaml_known_keys(file, map, fact_keys, COUNT_OF(fact_keys), err) ||
		!yaml_take_text(file, map, "fact", arena, &fact.name, err) ||
		!yaml_take_text(file, map, "what", arena, &fact.what, err) ||
		!yaml_take_list(file, map, "words", arena, &words, err) ||
		!yaml_take_text(file, map, "value", arena, &fact.value, err) ||
		!yaml_take_text(file, map, "of", arena, &of, err) ||
		!yaml_take_text(file, map, "outside", arena, &fact.outside, err) ||
		!yaml_take_text(file, map, "match", arena, &match, err))
		return false;
	if (of)
		fact.of = find_fact(facts, slice_of(of));
	bool is_read = words && match && !of && !fact.outside;
	if (!fact.name || !fact.what || !(is_read || (of && fact.outside && fact.of < facts->count)))
		return yaml_fail(
			file, map, err, "a fact has fact, what, words and match, or `of` (a fact) and outside");
	if (is_read) {
		fact.match = expression_new(match, arena);
		if (loader->is_checked && !check_fact(&fact, err)) {
			expression_release(fact.match);
			return err_at(err, file->path, map->line, map->column);
		}
		add_words(facts, words);
	}
	VEC_PUSH(facts->items, facts->count, facts->capacity, fact);
	return true;
}

static bool add_fits(struct fact *fact, const struct yaml_file *file, const struct yaml_node *rows, struct arena *arena,
	struct err *err)
{
	for (size_t i = 0; fact->outside && i < rows->count; i++) {
		struct fact_fit fit;
		if (!yaml_check_range(file, rows->items[i], fact->outside, err) ||
			!yaml_take_text(file, rows->items[i], "torch", arena, &fit.torch, err) ||
			!yaml_take_text(file, rows->items[i], fact->outside, arena, &fit.range, err))
			return false;
		if (fit.torch && fit.range)
			VEC_PUSH(fact->fits, fact->n_fits, fact->fits_capacity, fit);
	}
	return !fact->outside || fact->n_fits ||
	       yaml_fail(file, rows, err, "the releases have no cell '%s'", fact->outside);
}

static bool complete_facts(data_finder *find, struct facts *facts, struct arena *arena, struct err *err)
{
	struct yaml_file file = { 0 };
	struct slice bytes;
	bool ok = find("matrix.yaml", &bytes) && yaml_file_parse(&file, "matrix.yaml", bytes, err);
	const struct yaml_pair *rows = ok ? yaml_find(file.root, "torch") : NULL;
	for (size_t i = 0; ok && i < facts->count; i++)
		ok = add_fits(&facts->items[i], &file, rows->value, arena, err);
	yaml_file_release(&file);
	facts->word_set = word_set_new(facts->words, facts->n_words);
	facts->torch = find_fact(facts, SLICE_LITERAL("torch"));
	return ok;
}

static bool read_set(const struct facts *facts, const struct yaml_file *file, const struct yaml_node *map,
	const char *key, struct arena *arena, struct conditions *out, struct err *err)
{
	if (map->kind != YAML_KIND_MAP)
		return yaml_fail(file, map, err, "'%s' is a map of facts, or a list of such maps", key);
	struct condition *items = arena_alloc(arena, (map->count + 1) * sizeof(*items));
	for (size_t i = 0; i < map->count; i++) {
		const struct yaml_pair *each = &map->pairs[i];
		struct version_range unused;
		size_t at = 0, fact = find_fact(facts, each->key->text);
		if (fact == facts->count)
			return yaml_fail(file, each->key, err, "facts.yaml has no such fact");
		bool is_any = slice_eq_cstr(each->value->text, "yes");
		if (!is_any && !version_range_parse(&unused, each->value->text, arena, &at, err))
			return err_at(err, file->path, each->value->line, each->value->column);
		items[i] = (struct condition){ fact, is_any ? NULL : arena_dup(arena, each->value->text) };
	}
	*out = (struct conditions){ items, map->count };
	return true;
}

static bool read_conditions(const struct facts *facts, const struct yaml_file *file, const struct yaml_node *map,
	const char *key, struct arena *arena, struct condition_sets *out, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, key);
	*out = (struct condition_sets){ 0 };
	if (!pair)
		return true;
	bool is_list = pair->value->kind == YAML_KIND_LIST;
	size_t count = is_list ? pair->value->count : 1;
	struct conditions *sets = arena_alloc(arena, (count + 1) * sizeof(*sets));
	for (size_t i = 0; i < count; i++) {
		const struct yaml_node *set = is_list ? pair->value->items[i] : pair->value;
		if (!read_set(facts, file, set, key, arena, &sets[i], err))
			return false;
	}
	*out = (struct condition_sets){ sets, count };
	return true;
}

static bool read_candidate(struct loader *loader, const struct yaml_node *map, struct candidate *out, struct err *err)
{
	const struct yaml_file *file = &loader->file;
	struct arena *arena = &loader->out->arena;
	static const char *const candidate_keys[] = { "id", "cause", "tell", "fix", "match", "when" };
	const char *match;
	if (!yaml_known_keys(file, map, candidate_keys, COUNT_OF(candidate_keys), err) ||
		!yaml_take_text(file, map, "id", arena, &out->id, err) ||
		!yaml_take_text(file, map, "cause", arena, &out->cause, err) ||
		!yaml_take_text(file, map, "tell", arena, &out->tell, err) ||
		!yaml_take_text(file, map, "fix", arena, &out->fix, err) ||
		!yaml_take_text(file, map, "match", arena, &match, err) ||
		!read_conditions(&loader->out->facts, file, map, "when", arena, &out->when, err))
		return false;
	if (!out->id || !out->cause || !out->tell || !out->fix)
		return yaml_fail(file, map, err, "a candidate has id, cause, tell and fix");
	out->match = match ? expression_new(any_quotes(expand(&loader->terms, match, arena), arena), arena) : NULL;
	return !match || !loader->is_checked || expression_compile(out->match, err) ||
	       err_at(err, file->path, map->line, map->column);
}

/* The list `candidates` of the row `map`; nothing if there is none. */
static bool read_candidates(struct loader *loader, const struct yaml_node *map, struct signature *row, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, "candidates");
	if (!pair)
		return true;
	if (pair->value->kind != YAML_KIND_LIST)
		return yaml_fail(&loader->file, pair->value, err, "'candidates' is a list");
	row->candidates = arena_alloc(&loader->out->arena, (pair->value->count + 1) * sizeof(*row->candidates));
	bool ok = true;
	for (size_t i = 0; ok && i < pair->value->count; i++) {
		struct candidate *each = &row->candidates[row->n_candidates++];
		*each = (struct candidate){ 0 };
		ok = read_candidate(loader, pair->value->items[i], each, err);
	}
	return ok;
}

static bool read_signature(struct loader *loader, const struct yaml_node *map, struct err *err)
{
	struct signatures *out = loader->out;
	const struct yaml_file *file = &loader->file;
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
		!read_conditions(&out->facts, file, map, "when", arena, &row.when, err) ||
		!read_conditions(&out->facts, file, map, "unless", arena, &row.unless, err) ||
		!yaml_take_list(file, map, "links", arena, &row.links, err))
		return false;
	if (!row.id || !row.step || !row.sample || !row.cause || !match || !row.fix == !yaml_find(map, "candidates"))
		return yaml_fail(
			file, map, err, "a signature has id, level, step, match, sample, cause, and fix or candidates");
	row.unsure = unsure != NULL;
	row.warns = warns != NULL;
	match = any_quotes(expand(&loader->terms, match, arena), arena);
	row.match = expression_new(match, arena);
	if (loader->is_checked && !expression_compile(row.match, err))
		return err_at(err, file->path, map->line, map->column);
	size_t groups = expression_words(slice_of(match), take_word, out);
	if (!groups)
		yaml_fail(file, map, err, "'match' of %s has no word of 3 letters that each match holds", row.id);
	row.groups = (unsigned char)((1u << (groups ? groups - 1 : 0)) - 1);
	bool ok = read_candidates(loader, map, &row, err);
	VEC_PUSH(out->items, out->count, out->capacity, row);
	return ok && err->kind == ERR_NONE;
}

static bool read_line_row(struct loader *loader, const struct yaml_node *map, struct err *err)
{
	return yaml_find(map, "term") ? read_term(loader, map, err) : read_signature(loader, map, err);
}

static bool read_package(struct loader *loader, const struct yaml_node *map, struct err *err)
{
	struct packages *packages = &loader->out->packages;
	const struct yaml_file *file = &loader->file;
	struct arena *arena = &loader->out->arena;
	const char *all[2 + PACKAGE_KINDS + PACKAGE_SOURCES] = { "package", "note" };
	struct package package = { 0 };
	for (size_t i = 0; i < PACKAGE_KINDS; i++)
		all[2 + i] = package_kinds[i];
	for (size_t i = 0; i < PACKAGE_SOURCES; i++)
		all[2 + PACKAGE_KINDS + i] = package_sources[i].key;
	bool ok = yaml_known_keys(file, map, all, COUNT_OF(all), err) &&
		  yaml_take_text(file, map, "package", arena, &package.name, err) &&
		  yaml_take_text(file, map, "note", arena, &package.note, err);
	for (size_t i = 0; ok && i < PACKAGE_KINDS; i++)
		ok = yaml_take_list(file, map, package_kinds[i], arena, &package.known_by[i], err);
	bool has_remedy = package.note != NULL;
	for (size_t i = 0; ok && i < PACKAGE_SOURCES; i++) {
		ok = yaml_take_text(file, map, package_sources[i].key, arena, &package.from[i], err);
		has_remedy = has_remedy || package.from[i];
	}
	if (ok && (!package.name || !has_remedy))
		ok = yaml_fail(file, map, err, "a package has a name, and a note or where it comes from");
	if (ok)
		VEC_PUSH(packages->items, packages->count, packages->capacity, package);
	return ok;
}

static bool read_phrase(struct loader *loader, const struct yaml_node *map, struct err *err)
{
	struct phrases *phrases = &loader->out->phrases;
	const struct yaml_file *file = &loader->file;
	struct arena *arena = &loader->out->arena;
	static const char *const phrase_keys[] = { "english", "in" };
	const char *english, *const *foreign;
	if (!yaml_known_keys(file, map, phrase_keys, COUNT_OF(phrase_keys), err) ||
		!yaml_take_text(file, map, "english", arena, &english, err) ||
		!yaml_take_list(file, map, "in", arena, &foreign, err))
		return false;
	if (!english || !foreign)
		return yaml_fail(file, map, err, "a phrase has its English, and what it is in other languages");
	for (size_t i = 0; foreign[i]; i++) {
		VEC_PUSH(phrases->english, phrases->n_english, phrases->english_capacity, english);
		VEC_PUSH(phrases->foreign, phrases->count, phrases->capacity, slice_of(foreign[i]));
	}
	return true;
}

/* Reads an embedded file, a list of `what`, row by row. */
static bool load_file(struct loader *loader, const char *name, const char *what,
	bool (*read)(struct loader *loader, const struct yaml_node *map, struct err *err), struct err *err)
{
	struct yaml_file *file = &loader->file;
	struct slice bytes;
	bool ok = loader->find(name, &bytes) && yaml_file_parse(file, name, bytes, err);
	if (ok && file->root->kind != YAML_KIND_LIST)
		ok = yaml_fail(file, file->root, err, "expected a list of %s", what);
	for (size_t i = 0; ok && i < file->root->count; i++)
		ok = read(loader, file->root->items[i], err);
	yaml_file_release(file);
	*file = (struct yaml_file){ 0 };
	return ok;
}

/* No row has met more logs. */
#define LOGS_MOST 1000000

static struct signature *find_row(struct signatures *signatures, const char *id)
{
	for (size_t i = 0; i < signatures->count; i++)
		if (strcmp(signatures->items[i].id, id) == 0)
			return &signatures->items[i];
	return NULL;
}

/* In place of a package: all names that are in the row's table as a whole. */
#define WHOLE_NAMES "whole names"

/* What a row was worth on logs that were new to it; the row may be gone. */
static bool read_record(struct loader *loader, const struct yaml_node *map, struct err *err)
{
	const struct yaml_file *file = &loader->file;
	struct signatures *signatures = loader->out;
	static const char *const record_keys[] = { "row", "of", "right", "wrong" };
	const char *id = NULL, *of = NULL;
	uint64_t right = 0, wrong = 0;
	if (!yaml_known_keys(file, map, record_keys, COUNT_OF(record_keys), err) ||
		!yaml_take_text(file, map, "row", &signatures->arena, &id, err) ||
		!yaml_take_text(file, map, "of", &signatures->arena, &of, err) ||
		!yaml_take_number(file, map, "right", LOGS_MOST, &right, err) ||
		!yaml_take_number(file, map, "wrong", LOGS_MOST, &wrong, err))
		return false;
	if (!id)
		return yaml_fail(file, map, err, "a record has a row, and how often it was right and wrong");
	struct signature *row = find_row(signatures, id);
	bool is_of_whole = of && strcmp(of, WHOLE_NAMES) == 0;
	struct entry_record record = { is_of_whole ? NULL : of, { (unsigned)right, (unsigned)wrong } };
	if (row && of)
		VEC_PUSH(row->records, row->n_records, row->records_capacity, record);
	else if (row)
		row->tally = record.tally;
	return true;
}

/* The expression of the term `name`, which must be there: NULL and an error else. */
static struct expression *expression_of_term(
	const struct terms *terms, const char *name, struct arena *arena, struct err *err)
{
	for (size_t i = 0; i < terms->count; i++)
		if (strcmp(terms->items[i].name, name) == 0)
			return expression_new(terms->items[i].is, arena);
	err_set(err, ERR_PATCHSET, "lines.yaml has no term '%s'", name);
	return NULL;
}

static const struct {
	const char *name, *what;
	bool (*read)(struct loader *loader, const struct yaml_node *map, struct err *err);
} files[] = {
	{ "releases.yaml", "packages", read_package },
	{ "packages.yaml", "packages", read_package },
	{ "api.yaml", "packages", read_package },
	{ "codes.yaml", "packages", read_package },
	{ "declared.yaml", "packages", read_package },
	{ "phrases.yaml", "phrases", read_phrase },
	{ "facts.yaml", "facts", read_fact },
	{ "lines.yaml", "signatures", read_line_row },
	{ "signatures.yaml", "signatures", read_line_row },
	{ "messages.yaml", "signatures", read_line_row },
	{ "record.yaml", "records", read_record },
};

static bool load(data_finder *find, bool is_checked, struct signatures *out, struct err *err)
{
	struct loader loader = { .find = find, .out = out, .is_checked = is_checked };
	struct arena *arena = &out->arena;
	bool ok = true;
	*out = (struct signatures){ 0 };
	for (size_t i = 0; ok && i < COUNT_OF(files); i++)
		ok = load_file(&loader, files[i].name, files[i].what, files[i].read, err);
	ok = ok && complete_facts(find, &out->facts, arena, err);
	ok = ok && (out->launcher = expression_of_term(&loader.terms, "launcher", arena, err)) != NULL &&
	     (out->warning = expression_of_term(&loader.terms, "warning", arena, err)) != NULL &&
	     (out->advice = expression_of_term(&loader.terms, "advice", arena, err)) != NULL;
	free(loader.terms.items);
	if (!ok)
		return false;
	packages_sort(&out->packages, arena);
	out->word_set = word_set_new(out->words, out->n_words);
	out->group_set = word_set_new(out->group_words, out->n_group_words);
	out->phrases.word_set = word_set_new(out->phrases.foreign, out->phrases.count);
	return true;
}

bool signatures_load(struct signatures *out, struct err *err)
{
	return load(data_find, false, out, err);
}

bool signatures_load_from(data_finder *find, struct signatures *out, struct err *err)
{
	return load(find, true, out, err);
}

static void release_facts(struct facts *facts)
{
	for (size_t i = 0; i < facts->count; i++) {
		expression_release(facts->items[i].match);
		free(facts->items[i].fits);
	}
	free(facts->items);
	free(facts->words);
	free(facts->word_fact);
	word_set_free(facts->word_set);
}

void signatures_release(struct signatures *signatures)
{
	for (size_t i = 0; i < signatures->count; i++) {
		expression_release(signatures->items[i].match);
		free(signatures->items[i].records);
		for (size_t j = 0; j < signatures->items[i].n_candidates; j++)
			expression_release(signatures->items[i].candidates[j].match);
	}
	expression_release(signatures->launcher);
	expression_release(signatures->warning);
	expression_release(signatures->advice);
	free(signatures->items);
	word_set_free(signatures->word_set);
	free(signatures->words);
	free(signatures->word_row);
	word_set_free(signatures->group_set);
	free(signatures->group_words);
	free(signatures->group_of);
	free(signatures->packages.items);
	free(signatures->phrases.foreign);
	free(signatures->phrases.english);
	word_set_free(signatures->phrases.word_set);
	release_facts(&signatures->facts);
	arena_release(&signatures->arena);
	*signatures = (struct signatures){ 0 };
}
