/*
 * One file: which format, which kind, and the top level of sets and packs.
 */
#include "patchset/load/load.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

void load_owned_release(struct load_owned *owned)
{
	for (size_t i = 0; i < owned->n_edits; i++)
		edit_rule_free(owned->edits[i]);
	for (size_t i = 0; i < owned->n_regexes; i++)
		regex_free(owned->regexes[i]);
	free(owned->edits);
	free(owned->regexes);
	*owned = (struct load_owned){ 0 };
}

const char *load_node_text(struct loader *loader, const struct yaml_node *node)
{
	return arena_dup(loader->arena, slice_trim(node->text));
}

const char *load_text(struct loader *loader, const struct yaml_pair *pair)
{
	return pair ? load_node_text(loader, pair->value) : NULL;
}

const char *const *load_texts(struct loader *loader, const struct yaml_pair *pair)
{
	size_t count = schema_item_count(pair);
	const char **texts = arena_alloc(loader->arena, (count + 1) * sizeof(*texts));
	for (size_t i = 0; i < count; i++)
		texts[i] = load_node_text(loader, schema_item(pair, i));
	return texts;
}

bool load_bool(const struct yaml_pair *pair)
{
	return pair && slice_eq_cstr(slice_trim(pair->value->text), "true");
}

const struct version_range *load_range(struct loader *loader, const struct yaml_pair *pair)
{
	if (!pair)
		return NULL;
	struct version_range *range = arena_alloc(loader->arena, sizeof(*range));
	struct err err = ERR_INIT;
	size_t error_offset;
	/* schema_read() has parsed it before. */
	version_range_parse(range, pair->value->text, loader->arena, &error_offset, &err);
	err_release(&err);
	return range;
}

struct def_text load_def(struct loader *loader, const struct yaml_node *node)
{
	struct def_text def = { .text = slice_from(arena_dup(loader->arena, node->text), node->text.len) };
	if (node->style == YAML_STYLE_LITERAL) {
		def.block = true;
		def.line = node->line + 1;
		def.column = yaml_block_indent(loader->file, node) + 1;
		return def;
	}
	yaml_place(loader->file, yaml_text_offset(loader->file, node, 0), &def.line, &def.column);
	return def;
}

struct def_text *load_defs(struct loader *loader, const struct yaml_pair *pair, size_t *count)
{
	*count = schema_item_count(pair);
	struct def_text *defs = arena_alloc(loader->arena, *count * sizeof(*defs));
	for (size_t i = 0; i < *count; i++)
		defs[i] = load_def(loader, schema_item(pair, i));
	return defs;
}

static bool check_format(const struct yaml_file *file, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(file->root, "tpatch");
	if (!pair) {
		yaml_fail(file, file->root, err, "the file lacks 'tpatch', the version of the format");
		return err_hint(err, "begin it with 'tpatch: %d'", LOAD_FORMAT);
	}
	const struct schema_field *field = &schema_set.fields[SET_TPATCH];
	if (!schema_check_value(file, pair->value, field, slice_of(field->key), err))
		return false;
	char *end;
	unsigned long format = strtoul(pair->value->text.ptr, &end, 10);
	if (format == LOAD_FORMAT)
		return true;
	if (format == 0) {
		yaml_fail(file, pair->value, err, "format 0 does not exist");
		return err_hint(err, "write 'tpatch: %d'", LOAD_FORMAT);
	}
	yaml_fail(file, pair->value, err, "the file is for a newer tpatch: format " SLICE_FMT,
		SLICE_ARG(utf8_excerpt(pair->value->text)));
	return err_hint(err, "this tpatch reads format %d", LOAD_FORMAT);
}

static bool check_has_rules(
	const struct loader *loader, const struct yaml_pair *use, const struct yaml_pair *rules, struct err *err)
{
	if (schema_item_count(use) || schema_item_count(rules))
		return true;
	yaml_fail(loader->file, loader->file->root, err, "the file has neither rules nor packs to use");
	return err_hint(err, "give it 'rules' or 'use'");
}

static bool read_set(struct loader *loader, struct loaded *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS], *target[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, loader->file->root, &schema_set, values, err) ||
		!schema_read(loader->file, values[SET_TARGET]->value, &schema_target, target, err) ||
		!check_has_rules(loader, values[SET_USE], values[SET_RULES], err))
		return false;
	out->name = values[SET_NAME]->value;
	out->project = target[TARGET_PROJECT]->value;
	out->use = values[SET_USE];
	out->set->summary = load_text(loader, values[SET_SUMMARY]);
	out->set->project = load_text(loader, target[TARGET_PROJECT]);
	out->set->target = load_range(loader, target[TARGET_VERSIONS]);
	return load_variables(loader, values[SET_VARIABLES], out->set, err) &&
	       load_expand(loader, out->set, values[SET_RULES], err) && load_rules(loader, values[SET_RULES], out, err);
}

static bool read_pack(struct loader *loader, struct loaded *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, loader->file->root, &schema_pack, values, err) ||
		!check_has_rules(loader, values[PACK_USE], values[PACK_RULES], err))
		return false;
	out->name = values[PACK_PACK]->value;
	out->use = values[PACK_USE];
	out->set->summary = load_text(loader, values[PACK_SUMMARY]);
	loader->pack_exclude = values[PACK_EXCLUDE];
	return load_variables(loader, values[PACK_VARIABLES], out->set, err) &&
	       load_expand(loader, out->set, values[PACK_WHEN], err) &&
	       load_expand(loader, out->set, values[PACK_RULES], err) &&
	       load_when(loader, values[PACK_WHEN], &loader->pack_when, err) &&
	       load_rules(loader, values[PACK_RULES], out, err);
}

static bool read_project(struct loader *loader, struct loaded *out, struct err *err)
{
	if (!load_project(loader, loader->file->root, out->set, err))
		return false;
	out->name = yaml_find(loader->file->root, "project")->value;
	return true;
}

struct kind_row {
	const char *key; /* the one that makes a file this kind */
	bool (*read)(struct loader *loader, struct loaded *out, struct err *err);
};

static const struct kind_row kind_rows[] = {
	[PATCHSET_SET] = { "name", read_set },
	[PATCHSET_PACK] = { "pack", read_pack },
	[PATCHSET_PROJECT] = { "project", read_project },
};

/* Index of the file's row in kind_rows, or their number on error. */
static size_t find_kind(const struct yaml_file *file, struct err *err)
{
	size_t found = COUNT_OF(kind_rows);
	for (size_t i = 0; i < COUNT_OF(kind_rows); i++) {
		const struct yaml_pair *pair = yaml_find(file->root, kind_rows[i].key);
		if (pair && found < COUNT_OF(kind_rows)) {
			yaml_fail(file, pair->key, err, "the file has both '%s' and '%s'", kind_rows[found].key,
				kind_rows[i].key);
			err_hint(err, "a set has 'name', a pack 'pack', a project 'project'");
			return COUNT_OF(kind_rows);
		}
		if (pair)
			found = i;
	}
	if (found == COUNT_OF(kind_rows)) {
		yaml_fail(file, file->root, err, "the file is neither a set nor a pack nor a project");
		err_hint(err, "a set has 'name', a pack 'pack', a project 'project'");
	}
	return found;
}

static bool read_root(struct loader *loader, struct loaded *out, struct err *err)
{
	const struct yaml_file *file = loader->file;
	if (file->root->kind != YAML_KIND_MAP) {
		yaml_fail(file, file->root, err, "a patch set must be a map, not %s", yaml_kind_name(file->root->kind));
		return err_hint(err, "begin it with 'tpatch: %d'", LOAD_FORMAT);
	}
	if (!check_format(file, err))
		return false;
	size_t kind = find_kind(file, err);
	if (kind == COUNT_OF(kind_rows))
		return false;
	struct patchset *set = arena_alloc(loader->arena, sizeof(*set));
	set->kind = (enum patchset_kind)kind;
	set->origin = loader->origin;
	out->set = set;
	if (!kind_rows[kind].read(loader, out, err))
		return false;
	set->name = load_node_text(loader, out->name);
	set->use = load_texts(loader, out->use);
	for (size_t i = 0; i < out->n_rules; i++)
		out->rules[i].pack = set->name;
	return true;
}

bool load_file(struct arena *arena, struct load_owned *owned, const struct variable_request *values, struct loaded *out,
	struct err *err)
{
	struct loader loader = { .arena = arena,
		.owned = owned,
		.edit = schema_edit(arena),
		.origin = out->file.path,
		.file = &out->file,
		.values = values };
	bool ok = read_root(&loader, out, err);
	table_release(&loader.variables);
	return ok;
}
