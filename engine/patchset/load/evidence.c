/* Tests of the tree: what tells a release, and what a rule asks before it applies. */
#include "base/alloc.h"
#include "patchset/load/load.h"

static bool read_evidence(
	struct loader *loader, const struct yaml_node *node, struct fingerprint_test *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, node, &schema_evidence, values, err))
		return false;
	const struct yaml_pair *exists = values[EVIDENCE_EXISTS], *contains = values[EVIDENCE_CONTAINS];
	if (!exists == !contains) {
		yaml_fail(loader->file, node, err,
			exists ? "a test of the tree has both 'exists' and 'contains'"
			       : "a test of the tree lacks 'exists' or 'contains'");
		return err_hint(err, "a test is one of the two: {file: F, exists: true} or {file: F, contains: REGEX}");
	}
	out->file = load_text(loader, values[EVIDENCE_FILE]);
	out->exists = exists && load_bool(exists);
	out->absent = exists && !out->exists;
	if (!contains)
		return true;
	size_t error_offset = 0;
	struct slice text = contains->value->text;
	out->contains_text = arena_dup(loader->arena, text);
	out->contains = regex_new(text, 0, &error_offset, err);
	if (!out->contains)
		return yaml_err_at(loader->file, yaml_text_offset(loader->file, contains->value, error_offset), err);
	VEC_PUSH(loader->owned->regexes, loader->owned->n_regexes, loader->owned->regexes_capacity, out->contains);
	return true;
}

bool load_evidence(struct loader *loader, const struct yaml_pair *pair, struct fingerprint_test **out, size_t *count,
	struct err *err)
{
	size_t n_items = schema_item_count(pair);
	*out = arena_alloc(loader->arena, n_items * sizeof(**out));
	for (*count = 0; *count < n_items; ++*count)
		if (!read_evidence(loader, schema_item(pair, *count), &(*out)[*count], err))
			return false;
	return true;
}
