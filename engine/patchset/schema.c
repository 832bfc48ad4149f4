/*
 * Reading a map by its table: which keys may be in it, which must, and how many values after each.
 */
#include "patchset/schema.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/utf8.h"

/* Index of the field called `key`, or the number of fields. */
static size_t find_field(const struct schema *schema, struct slice key)
{
	size_t i = 0;
	while (i < schema->n_fields && !slice_eq_cstr(key, schema->fields[i].key))
		i++;
	return i;
}

/* What other tools and formats call our keys. Where two rows have a word, the one whose key the map may hold counts. */
static const struct synonym synonyms[] = {
	{ "name", "id" },
	{ "description reason rationale comment", "why" },
	{ "description title", "summary" },
	{ "summary", "title" },
	{ "path paths glob globs include", "files" },
	{ "ignore excludes", "exclude" },
	{ "pattern find search code from old", "match" },
	{ "re regexp", "regex" },
	{ "with to new by replacement substitute fix", "replace" },
	{ "insert add append", "insert-after" },
	{ "prepend", "insert-before" },
	{ "remove", "delete" },
	{ "diff patch", "hunk" },
	{ "if condition conditions requires facts", "when" },
	{ "url urls references see", "links" },
	{ "changes steps", "edits" },
	{ "patches", "rules" },
	{ "version", "versions" },
	{ "count matches", "expect" },
	{ "include includes packs extends", "use" },
};

/* Which of the schema's keys may have been meant; NULL: none. */
static const char *key_meant(const struct schema *schema, const char *const *keys, struct slice typed)
{
	for (size_t i = 0; i < COUNT_OF(synonyms); i++)
		if (synonym_find(&synonyms[i], 1, typed) &&
			find_field(schema, slice_of(synonyms[i].meant)) < schema->n_fields)
			return synonyms[i].meant;
	return nearest_name(typed, keys, schema->n_fields);
}

static bool refuse_unknown_key(const struct yaml_file *file, const struct yaml_node *map, const struct yaml_pair *pair,
	const struct schema *schema, struct err *err)
{
	struct slice key = pair->key->text;
	const char *names[SCHEMA_MAX_FIELDS];
	struct str all = STR_INIT;
	for (size_t i = 0; i < schema->n_fields; i++) {
		names[i] = schema->fields[i].key;
		str_addf(&all, "%s%s", i ? ", " : "", names[i]);
	}
	const char *meant = key_meant(schema, names, key);
	yaml_fail(
		file, pair->key, err, "unknown key '" SLICE_FMT "' in %s", SLICE_ARG(utf8_excerpt(key)), schema->what);
	if (map->style == YAML_STYLE_FLOW && yaml_is_null(pair->value))
		err_hint(err, "a ',' ends an unquoted text in { }: put the text before it in quotes");
	else if (meant)
		err_hint(err, "did you mean '%s'?", meant);
	else
		err_hint(err, "its keys are %s", str_slice(&all).ptr);
	str_release(&all);
	return false;
}

static bool refuse_kind(const struct yaml_file *file, const struct yaml_node *node, const struct schema_field *field,
	const char *wanted, struct err *err)
{
	yaml_fail(file, node, err, "'%s' must be %s, not %s", field->key, wanted, yaml_kind_name(node->kind));
	if (field->many == SCHEMA_LIST && node->kind == YAML_KIND_MAP)
		return err_hint(err, "begin each entry with '- '");
	return err_hint(err, "%s: %s", field->key, field->help);
}

static bool check_list(
	const struct yaml_file *file, const struct yaml_node *list, const struct schema_field *field, struct err *err)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct yaml_node *item = list->items[i];
		if (field->kind == SCHEMA_MAP && item->kind != YAML_KIND_MAP)
			return yaml_fail(file, item, err, "each entry of '%s' must be a map, not %s", field->key,
				yaml_kind_name(item->kind));
		if (!schema_check_value(file, item, field, slice_of(field->key), err))
			return false;
	}
	if (list->count || !(field->required || field->some))
		return true;
	yaml_fail(file, list, err, "'%s' is empty", field->key);
	return err_hint(err, "%s: %s", field->key, field->help);
}

static bool check_field(
	const struct yaml_file *file, const struct yaml_pair *pair, const struct schema_field *field, struct err *err)
{
	const struct yaml_node *value = pair->value;
	if (yaml_is_null(value)) {
		yaml_fail(file, pair->key, err, "'%s' has no value", field->key);
		return err_hint(err, "remove the key, or put the text in quotes");
	}
	if (field->many == SCHEMA_LIST && value->kind != YAML_KIND_LIST)
		return refuse_kind(file, value, field, "a list", err);
	if (field->many != SCHEMA_ONE && field->many != SCHEMA_NAMED && value->kind == YAML_KIND_LIST)
		return check_list(file, value, field, err);
	if (field->many != SCHEMA_NAMED)
		return schema_check_value(file, value, field, slice_of(field->key), err);
	if (field->words && value->kind == YAML_KIND_TEXT) {
		struct schema_field word = {
			.key = field->key, .kind = SCHEMA_CHOICE, .choices = field->words, .help = field->help
		};
		return schema_check_value(file, value, &word, slice_of(field->key), err);
	}
	if (value->kind != YAML_KIND_MAP)
		return refuse_kind(file, value, field, "a map", err);
	for (size_t i = 0; i < value->count; i++)
		if (!schema_check_value(file, value->pairs[i].value, field, value->pairs[i].key->text, err))
			return false;
	return true;
}

/* A pair whose key is free: one value or a list of them. */
static bool check_other(
	const struct yaml_file *file, const struct yaml_pair *pair, const struct schema_field *field, struct err *err)
{
	size_t count = schema_item_count(pair);
	struct slice key = utf8_excerpt(pair->key->text);
	for (size_t i = 0; i < count; i++)
		if (!schema_check_value(file, schema_item(pair, i), field, key, err))
			return false;
	return count || yaml_fail(file, pair->value, err, "'" SLICE_FMT "' is empty", SLICE_ARG(key));
}

bool schema_read(const struct yaml_file *file, const struct yaml_node *node, const struct schema *schema,
	const struct yaml_pair **values, struct err *err)
{
	if (node->kind != YAML_KIND_MAP)
		return yaml_fail(file, node, err, "%s must be a map, not %s", schema->what, yaml_kind_name(node->kind));
	memset(values, 0, schema->n_fields * sizeof(*values));
	for (size_t i = 0; i < node->count; i++) {
		size_t field = find_field(schema, node->pairs[i].key->text);
		if (field < schema->n_fields)
			values[field] = &node->pairs[i];
		else if (!schema->others)
			return refuse_unknown_key(file, node, &node->pairs[i], schema, err);
		else if (!check_other(file, &node->pairs[i], schema->others, err))
			return false;
	}
	for (size_t i = 0; i < schema->n_fields; i++) {
		if (!values[i] && schema->fields[i].required) {
			yaml_fail(file, node, err, "%s lacks '%s'", schema->what, schema->fields[i].key);
			return err_hint(err, "%s: %s", schema->fields[i].key, schema->fields[i].help);
		}
	}
	for (size_t i = 0; i < schema->n_fields; i++)
		if (values[i] && !check_field(file, values[i], &schema->fields[i], err))
			return false;
	return true;
}

size_t schema_item_count(const struct yaml_pair *pair)
{
	if (!pair)
		return 0;
	return pair->value->kind == YAML_KIND_LIST ? pair->value->count : 1;
}

const struct yaml_node *schema_item(const struct yaml_pair *pair, size_t index)
{
	return pair->value->kind == YAML_KIND_LIST ? pair->value->items[index] : pair->value;
}
