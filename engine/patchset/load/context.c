/*
 * Conditions on the place of a match: `inside`, `not-inside`, `after`, `before`, and `all`, `any` and `not` of the
 * same. The keys of one map must all hold. Which of several matches: `pick`.
 */
#include "patchset/load/load.h"

#include "base/utf8.h"

/* As many parts as the fields of one map can make. */
static size_t count_parts(const struct yaml_pair *const *fields)
{
	size_t count = 0;
	for (int field = PLACE_INSIDE; field <= PLACE_BEFORE; field++)
		count += schema_item_count(fields[field]);
	for (int field = PLACE_ALL; field <= PLACE_NOT; field++)
		count += fields[field] != NULL;
	return count;
}

static struct context_def *add_part(struct context_def *all, enum context_kind kind)
{
	struct context_def *part = &all->parts[all->n_parts++];
	part->kind = kind;
	return part;
}

static struct context_def *make_parts(struct loader *loader, struct context_def *context, size_t count)
{
	return context->parts = arena_alloc(loader->arena, count * sizeof(*context->parts));
}

static void add_patterns(struct loader *loader, const struct yaml_pair *pair, enum context_kind kind, bool negated,
	struct context_def *all)
{
	size_t count;
	struct def_text *texts = load_defs(loader, pair, &count);
	for (size_t i = 0; i < count; i++) {
		struct context_def *part = add_part(all, negated ? CONTEXT_NOT : kind);
		if (negated) {
			make_parts(loader, part, 1);
			part = add_part(part, kind);
		}
		part->pattern = texts[i];
	}
}

static bool add_map(struct loader *loader, const struct yaml_node *map, struct context_def *parent, struct err *err)
{
	const struct yaml_pair *fields[SCHEMA_MAX_FIELDS];
	struct context_def *part = add_part(parent, CONTEXT_ALL);
	return schema_read(loader->file, map, &schema_context, fields, err) && load_context(loader, fields, part, err);
}

static bool add_group(struct loader *loader, const struct yaml_pair *pair, enum context_kind kind,
	struct context_def *all, struct err *err)
{
	if (!pair)
		return true;
	struct context_def *group = add_part(all, kind);
	size_t count = schema_item_count(pair);
	make_parts(loader, group, count);
	for (size_t i = 0; i < count; i++)
		if (!add_map(loader, schema_item(pair, i), group, err))
			return false;
	return true;
}

bool load_context(
	struct loader *loader, const struct yaml_pair *const *fields, struct context_def *out, struct err *err)
{
	out->kind = CONTEXT_ALL;
	make_parts(loader, out, count_parts(fields));
	add_patterns(loader, fields[PLACE_INSIDE], CONTEXT_INSIDE, false, out);
	add_patterns(loader, fields[PLACE_NOT_INSIDE], CONTEXT_INSIDE, true, out);
	add_patterns(loader, fields[PLACE_AFTER], CONTEXT_AFTER, false, out);
	add_patterns(loader, fields[PLACE_BEFORE], CONTEXT_BEFORE, false, out);
	return add_group(loader, fields[PLACE_ALL], CONTEXT_ALL, out, err) &&
	       add_group(loader, fields[PLACE_ANY], CONTEXT_ANY, out, err) &&
	       add_group(loader, fields[PLACE_NOT], CONTEXT_NOT, out, err);
}
