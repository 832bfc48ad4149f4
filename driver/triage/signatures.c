#include <stdlib.h>

#include "data/data.h"
#include "triage/triage.h"

static const char *const keys[] = { "id", "level", "step", "system", "unsure", "match", "table", "sample", "cause",
	"mend", "otherwise", "links" };
static const char *const levels[] = { "fatal", "kill", "aside", "feature", "note", "last", "empty" };

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
	return yaml_fail(
		file, pair ? pair->value : map, err, "'level' takes fatal, kill, aside, feature, note, last or empty");
}

static bool read_table(
	const struct yaml_file *file, const struct yaml_node *map, enum package_kind *out, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, "table");
	*out = pair ? package_kind_of(pair->value->text) : PACKAGE_KINDS;
	return !pair || *out != PACKAGE_KINDS ||
	       yaml_fail(file, pair->value, err, "'table' takes header, library, symbol, cmake, module or program");
}

static void take_word(void *ctx, struct slice word)
{
	struct signatures *out = ctx;
	VEC_PUSH(out->word_row, out->n_words, out->rows_capacity, out->count);
	out->n_words--;
	VEC_PUSH(out->words, out->n_words, out->words_capacity, slice_of(arena_dup(&out->arena, word)));
}

static bool read_signature(
	const struct yaml_file *file, const struct yaml_node *map, struct signatures *out, struct err *err)
{
	struct signature row = { 0 };
	struct arena *arena = &out->arena;
	const char *match, *unsure;
	if (!yaml_known_keys(file, map, keys, COUNT_OF(keys), err) || !read_level(file, map, &row.level, err) ||
		!read_table(file, map, &row.table, err) || !yaml_take_text(file, map, "id", arena, &row.id, err) ||
		!yaml_take_text(file, map, "step", arena, &row.step, err) ||
		!yaml_take_text(file, map, "system", arena, &row.system, err) ||
		!yaml_take_text(file, map, "sample", arena, &row.sample, err) ||
		!yaml_take_text(file, map, "cause", arena, &row.cause, err) ||
		!yaml_take_text(file, map, "mend", arena, &row.mend, err) ||
		!yaml_take_text(file, map, "otherwise", arena, &row.otherwise, err) ||
		!yaml_take_text(file, map, "match", arena, &match, err) ||
		!yaml_take_text(file, map, "unsure", arena, &unsure, err) ||
		!yaml_take_list(file, map, "links", arena, &row.links, err))
		return false;
	if (!row.id || !row.step || !row.sample || !row.cause || !row.mend || !match)
		return yaml_fail(file, map, err, "a signature has id, level, step, match, sample, cause and mend");
	size_t at = 0;
	row.unsure = unsure != NULL;
	row.match = regex_new(slice_of(match), 0, &at, err);
	if (!row.match)
		return err_at(err, file->path, map->line, map->column);
	if (!expression_words(slice_of(match), take_word, out))
		yaml_fail(file, map, err, "'match' of %s has no word of 3 letters that each match holds", row.id);
	VEC_PUSH(out->items, out->count, out->capacity, row);
	return err->kind == ERR_NONE;
}

bool signatures_load(struct signatures *out, struct err *err)
{
	static const char name[] = "signatures.yaml";
	struct yaml_file file = { 0 };
	struct slice bytes;
	*out = (struct signatures){ 0 };
	bool ok = packages_load(&out->packages, &out->arena, err) && data_find(name, &bytes) &&
		  yaml_file_parse(&file, name, bytes, err);
	if (ok && file.root->kind != YAML_KIND_LIST)
		ok = yaml_fail(&file, file.root, err, "expected a list of signatures");
	for (size_t i = 0; ok && i < file.root->count; i++)
		ok = read_signature(&file, file.root->items[i], out, err);
	yaml_file_release(&file);
	if (ok)
		out->needles = needle_set_new(out->words, out->n_words);
	return ok;
}

void signatures_release(struct signatures *signatures)
{
	for (size_t i = 0; i < signatures->count; i++)
		regex_free(signatures->items[i].match);
	free(signatures->items);
	needle_set_free(signatures->needles);
	free(signatures->words);
	free(signatures->word_row);
	packages_release(&signatures->packages);
	arena_release(&signatures->arena);
	*signatures = (struct signatures){ 0 };
}
