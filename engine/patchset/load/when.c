/*
 * `when`: conditions on facts. The keys of one map must all hold; `all`, `any` and `not` hold maps of the same. Whether
 * there are such facts is known only when files meet (resolve.c).
 */
#include "patchset/load/load.h"

static bool read_map(struct loader *loader, const struct yaml_node *map, struct when *out, struct err *err);

static void read_value(struct loader *loader, const struct yaml_node *node, struct when_value *out)
{
	*out = (struct when_value){ .text = load_node_text(loader, node),
		.is_string = node->is_string,
		.line = node->line,
		.column = node->column };
	struct version_range *range = arena_alloc(loader->arena, sizeof(*range));
	struct err err = ERR_INIT;
	size_t error_offset;
	if (version_range_parse(range, slice_of(out->text), loader->arena, &error_offset, &err))
		out->range = range;
	err_release(&err);
}

static void read_fact(struct loader *loader, const struct yaml_pair *pair, struct when *out)
{
	*out = (struct when){ .kind = WHEN_FACT,
		.fact = load_node_text(loader, pair->key),
		.line = pair->key->line,
		.column = pair->key->column };
	out->n_values = schema_item_count(pair);
	out->values = arena_alloc(loader->arena, out->n_values * sizeof(*out->values));
	for (size_t i = 0; i < out->n_values; i++)
		read_value(loader, schema_item(pair, i), &out->values[i]);
}

static bool refuse_empty(struct loader *loader, const struct yaml_node *node, struct err *err)
{
	yaml_fail(loader->file, node, err, "a condition on facts is empty");
	return err_hint(err, "write {cuda: \"<12.8\"} or {platform: windows}");
}

static bool read_group(
	struct loader *loader, const struct yaml_pair *pair, enum when_kind kind, struct when *out, struct err *err)
{
	*out = (struct when){ .kind = kind, .line = pair->key->line, .column = pair->key->column };
	size_t count = schema_item_count(pair);
	if (!count)
		return refuse_empty(loader, pair->value, err);
	out->parts = arena_alloc(loader->arena, count * sizeof(*out->parts));
	for (; out->n_parts < count; out->n_parts++)
		if (!read_map(loader, schema_item(pair, out->n_parts), &out->parts[out->n_parts], err))
			return false;
	return true;
}

/* A group of one is that one. */
static void flatten(struct when *when)
{
	if (when->n_parts == 1 && when->kind != WHEN_NOT) {
		struct when only = when->parts[0];
		*when = only;
	}
}

static bool read_map(struct loader *loader, const struct yaml_node *map, struct when *out, struct err *err)
{
	static const enum when_kind kinds[] = {
		[WHEN_FIELD_ALL] = WHEN_ALL, [WHEN_FIELD_ANY] = WHEN_ANY, [WHEN_FIELD_NOT] = WHEN_NOT
	};
	const struct yaml_pair *fields[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, map, &schema_when, fields, err))
		return false;
	if (!map->count)
		return refuse_empty(loader, map, err);
	*out = (struct when){ .kind = WHEN_ALL, .line = map->line, .column = map->column };
	out->parts = arena_alloc(loader->arena, map->count * sizeof(*out->parts));
	for (; out->n_parts < map->count; out->n_parts++) {
		const struct yaml_pair *pair = &map->pairs[out->n_parts];
		size_t field = 0;
		while (field < schema_when.n_fields && fields[field] != pair)
			field++;
		if (field == schema_when.n_fields)
			read_fact(loader, pair, &out->parts[out->n_parts]);
		else if (!read_group(loader, pair, kinds[field], &out->parts[out->n_parts], err))
			return false;
		flatten(&out->parts[out->n_parts]);
	}
	flatten(out);
	return true;
}

bool load_when(struct loader *loader, const struct yaml_pair *pair, const struct when **out, struct err *err)
{
	*out = NULL;
	if (!pair)
		return true;
	struct when *when = arena_alloc(loader->arena, sizeof(*when));
	*out = when;
	return read_map(loader, pair->value, when, err);
}
