#include "triage/phrases.h"

#include <stdlib.h>

#include "data/data.h"

static bool read_phrases(const struct yaml_file *file, const struct yaml_node *map, struct phrases *out,
	struct arena *arena, struct err *err)
{
	static const char *const keys[] = { "english", "in" };
	const char *english, *const *foreign;
	if (!yaml_known_keys(file, map, keys, COUNT_OF(keys), err) ||
		!yaml_take_text(file, map, "english", arena, &english, err) ||
		!yaml_take_list(file, map, "in", arena, &foreign, err))
		return false;
	if (!english || !foreign)
		return yaml_fail(file, map, err, "a phrase has its English, and what it is in other languages");
	for (size_t i = 0; foreign[i]; i++) {
		VEC_PUSH(out->english, out->n_english, out->english_capacity, english);
		VEC_PUSH(out->foreign, out->count, out->capacity, slice_of(foreign[i]));
	}
	return true;
}

bool phrases_load(struct phrases *out, struct arena *arena, struct err *err)
{
	static const char name[] = "phrases.yaml";
	struct yaml_file file = { 0 };
	struct slice bytes;
	*out = (struct phrases){ 0 };
	bool ok = data_find(name, &bytes) && yaml_file_parse(&file, name, bytes, err);
	if (ok && file.root->kind != YAML_KIND_LIST)
		ok = yaml_fail(&file, file.root, err, "expected a list of phrases");
	for (size_t i = 0; ok && i < file.root->count; i++)
		ok = read_phrases(&file, file.root->items[i], out, arena, err);
	yaml_file_release(&file);
	if (ok)
		out->needles = needle_set_new(out->foreign, out->count);
	return ok;
}

void phrases_release(struct phrases *phrases)
{
	free(phrases->foreign);
	free(phrases->english);
	needle_set_free(phrases->needles);
	*phrases = (struct phrases){ 0 };
}

struct slice phrases_translate(
	const struct phrases *phrases, struct slice line, struct needle_hits *found, struct str *spare, struct str *out)
{
	needle_set_find(phrases->needles, line, found);
	for (size_t i = 0; found->count && i < phrases->count; i++) {
		if (!found->found[i])
			continue;
		str_clear(spare);
		str_add_replaced(spare, line, phrases->foreign[i], slice_of(phrases->english[i]));
		struct str kept = *out;
		*out = *spare;
		*spare = kept;
		line = str_slice(out);
	}
	return line;
}
