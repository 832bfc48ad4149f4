/*
 * A project: how a tree is recognised.
 */
#include "patchset/load/load.h"

#include "base/alloc.h"
#include "base/utf8.h"

static bool read_releases(struct loader *loader, const struct yaml_pair *pair, struct project *out, struct err *err)
{
	static const struct schema_field version = {
		.key = "version", .kind = SCHEMA_VERSION, .help = "a version in quotes"
	};
	if (!pair)
		return true;
	out->releases = arena_alloc(loader->arena, pair->value->count * sizeof(*out->releases));
	for (; out->n_releases < pair->value->count; out->n_releases++) {
		const struct yaml_pair *release = &pair->value->pairs[out->n_releases];
		if (!schema_check_value(loader->file, release->key, &version, utf8_excerpt(release->key->text), err))
			return false;
		out->releases[out->n_releases] = (struct release){ load_node_text(loader, release->key),
			load_node_text(loader, release->value) };
	}
	return true;
}

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

static bool read_fingerprint(
	struct loader *loader, const struct yaml_node *node, struct fingerprint *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, node, &schema_fingerprint, values, err))
		return false;
	out->series = load_text(loader, values[FINGERPRINT_SERIES]);
	return load_evidence(loader, values[FINGERPRINT_ALL], &out->tests, &out->n_tests, err);
}

bool load_project(struct loader *loader, const struct yaml_node *root, struct patchset *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, root, &schema_project, values, err))
		return false;
	struct project *project = &out->details;
	out->summary = load_text(loader, values[PROJECT_SUMMARY]);
	project->name = load_text(loader, values[PROJECT_PROJECT]);
	project->version_file = load_text(loader, values[PROJECT_VERSION_FILE]);
	project->tag_prefixes = load_texts(loader, values[PROJECT_TAG_PREFIXES]);
	project->markers = load_texts(loader, values[PROJECT_MARKERS]);
	project->tried = load_texts(loader, values[PROJECT_TRIED]);
	if (!read_releases(loader, values[PROJECT_RELEASES], project, err) ||
		!load_facts(loader, values[PROJECT_FACTS], values[PROJECT_PROFILES], project, err))
		return false;
	size_t count = schema_item_count(values[PROJECT_FINGERPRINTS]);
	project->fingerprints = arena_alloc(loader->arena, count * sizeof(*project->fingerprints));
	project->n_fingerprints = count;
	for (size_t i = 0; i < count; i++)
		if (!read_fingerprint(
			    loader, schema_item(values[PROJECT_FINGERPRINTS], i), &project->fingerprints[i], err))
			return false;
	return true;
}
