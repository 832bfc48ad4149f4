/*
 * A project: how a tree is recognised, and what it declares.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "patchset/load/load.h"
#include "platform/read.h"

/* --- what it declares for its callers: facts, and profiles that give some ----------------------------------------- */

static bool check_key(struct loader *loader, const struct yaml_node *key, struct err *err)
{
	static const struct schema_field name = {
		.key = "name", .kind = SCHEMA_NAME, .help = "a name of lower-case letters and digits"
	};
	return schema_check_value(loader->file, key, &name, utf8_excerpt(key->text), err);
}

/* `all`, `any` and `not` mean something else in `when`. */
static bool check_fact_name(struct loader *loader, const struct yaml_node *key, struct err *err)
{
	for (size_t i = 0; i < schema_when.n_fields; i++)
		if (slice_eq_cstr(key->text, schema_when.fields[i].key))
			return yaml_fail(loader->file, key, err, "a fact cannot be called '%s', which 'when' reserves",
				schema_when.fields[i].key);
	if (slice_eq_cstr(key->text, "from"))
		return yaml_fail(loader->file, key, err,
			"a fact cannot be called 'from', which 'facts' of a project file reserves");
	return check_key(loader, key, err);
}

static bool read_fact(struct loader *loader, const struct yaml_pair *pair, struct fact *out, struct err *err)
{
	static const char *const types[] = {
		[FACT_VERSION] = "version", [FACT_CHOICE] = "choice", [FACT_TEXT] = "text"
	};
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!check_fact_name(loader, pair->key, err) ||
		!schema_read(loader->file, pair->value, &schema_fact, values, err))
		return false;
	struct slice type = slice_trim(values[FACT_TYPE]->value->text);
	out->name = load_node_text(loader, pair->key);
	out->help = load_text(loader, values[FACT_HELP]);
	out->type = FACT_VERSION;
	while (!slice_eq_cstr(type, types[out->type]))
		out->type++;
	out->versions = load_range(loader, values[FACT_VERSIONS]);
	if (out->versions && out->type != FACT_VERSION) {
		yaml_fail(loader->file, pair->key, err, "fact '%s' has 'versions' but is not a version", out->name);
		return err_hint(err, "write type: version, versions: \">=1, <9\"");
	}
	bool has_choices = schema_item_count(values[FACT_CHOICES]) > 0;
	if (out->type == FACT_CHOICE && has_choices)
		out->choices = load_texts(loader, values[FACT_CHOICES]);
	if ((out->type == FACT_CHOICE) == has_choices)
		return true;
	yaml_fail(loader->file, pair->key, err,
		has_choices ? "fact '%s' has 'choices' but is not a choice"
			    : "fact '%s' is a choice but lacks "
			      "'choices'",
		out->name);
	return err_hint(err, "write type: choice, choices: [a, b]");
}

static void read_settings(struct loader *loader, const struct yaml_pair *pair, struct setting **out, size_t *count)
{
	*out = arena_alloc(loader->arena, (pair ? pair->value->count : 0) * sizeof(**out));
	for (*count = 0; pair && *count < pair->value->count; ++*count) {
		const struct yaml_pair *one = &pair->value->pairs[*count];
		(*out)[*count] =
			(struct setting){ load_node_text(loader, one->key), load_node_text(loader, one->value) };
	}
}

/* An error of a command line is one of the file here. */
static bool place(struct loader *loader, const struct yaml_node *node, struct err *err)
{
	err->kind = ERR_PATCHSET;
	return yaml_err_at(loader->file, node->begin, err);
}

static bool check_profile_fact(
	struct loader *loader, const struct project *project, const struct yaml_pair *pair, struct err *err)
{
	const struct fact *fact = fact_find(project, pair->key->text);
	if (!fact) {
		fact_fail_unknown(project, pair->key->text, err);
		return place(loader, pair->key, err);
	}
	if (!fact_check(fact, slice_trim(pair->value->text), err))
		return place(loader, pair->value, err);
	if (fact->type != FACT_VERSION || pair->value->is_string)
		return true;
	yaml_fail(loader->file, pair->value, err, "'%s' must be in quotes", fact->name);
	return err_hint(err, "write \"" SLICE_FMT "\"", SLICE_ARG(utf8_excerpt(pair->value->text)));
}

static bool read_part(struct loader *loader, const struct project *project, const struct yaml_pair *const *values,
	struct profile_part *out, struct err *err)
{
	const struct yaml_pair *facts = values[PART_FACTS];
	for (size_t i = 0; facts && i < facts->value->count; i++)
		if (!check_profile_fact(loader, project, &facts->value->pairs[i], err))
			return false;
	read_settings(loader, facts, &out->facts, &out->n_facts);
	out->cuda = load_text(loader, values[PART_CUDA]);
	out->msvc = load_text(loader, values[PART_MSVC]);
	out->vcvars_version = load_text(loader, values[PART_VCVARS_VERSION]);
	return true;
}

/* The profile of this name above. */
static const struct profile *find_above(const struct project *project, const char *name)
{
	for (size_t i = 0; i < project->n_profiles; i++)
		if (strcmp(project->profiles[i].name, name) == 0)
			return &project->profiles[i];
	return NULL;
}

/* Behind `base`'s own, which may be NULL, there is room for `more`. */
static void *extend(struct arena *arena, const void *base, size_t count, size_t more, size_t size)
{
	void *all = arena_alloc(arena, (count + more) * size);
	if (count)
		memcpy(all, base, count * size);
	return all;
}

static bool read_cases(struct loader *loader, const struct project *project, const struct yaml_pair *when,
	struct profile *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	for (size_t i = 0; when && i < when->value->count; i++) {
		struct profile_part part = { 0 };
		if (!schema_read(loader->file, when->value->items[i], &schema_profile_when, values, err) ||
			!read_part(loader, project, values, &part, err))
			return false;
		part.versions = load_range(loader, values[PART_VERSIONS]);
		part.system = load_text(loader, values[PROFILE_WHEN_SYSTEM]);
		out->parts[out->n_parts++] = part;
	}
	return true;
}

/* `map` is a profile; those of `project` so far are the ones that it can extend. */
static bool read_profile(struct loader *loader, const struct project *project, const struct yaml_node *map,
	struct profile *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	static const struct profile none = { 0 };
	if (!schema_read(loader->file, map, &schema_profile, values, err))
		return false;
	const struct yaml_pair *extends = values[PROFILE_EXTENDS], *set = values[PROFILE_SET],
			       *when = values[PROFILE_WHEN];
	const struct profile *base = extends ? find_above(project, load_text(loader, extends)) : &none;
	struct profile_part own = { 0 };
	struct setting *variables;
	size_t n_variables;
	if (!base) {
		yaml_fail(loader->file, extends->value, err, "there is no profile '%s' above",
			load_text(loader, extends));
		return err_hint(err, "a profile extends one that is declared before it");
	}
	*out = (struct profile){ .name = load_text(loader, values[PROFILE_NAME]),
		.summary = load_text(loader, values[PROFILE_SUMMARY]),
		.versions = base->versions };
	if (values[PART_VERSIONS])
		out->versions = load_range(loader, values[PART_VERSIONS]);
	read_settings(loader, set, &variables, &n_variables);
	out->variables = extend(loader->arena, base->variables, base->n_variables, n_variables, sizeof(*variables));
	out->n_variables = base->n_variables + n_variables;
	if (n_variables)
		memcpy(out->variables + base->n_variables, variables, n_variables * sizeof(*variables));
	size_t n_parts = 1 + (when ? when->value->count : 0);
	out->parts = extend(loader->arena, base->parts, base->n_parts, n_parts, sizeof(*out->parts));
	if (!read_part(loader, project, values, &own, err))
		return false;
	out->parts[base->n_parts] = own;
	out->n_parts = base->n_parts + 1;
	return read_cases(loader, project, when, out, err);
}

bool load_profile_file(
	const char *path, const struct project *project, struct arena *arena, struct profile *out, struct err *err)
{
	struct str text = STR_INIT;
	struct yaml_file file = { 0 };
	struct loader loader = { .arena = arena, .origin = path, .file = &file };
	bool ok = platform_read_file(path, YAML_MAX_BYTES, &text, err) &&
		  yaml_file_parse(&file, path, str_slice(&text), err) &&
		  read_profile(&loader, project, file.root, out, err);
	if (ok && !out->name)
		ok = yaml_fail(&file, file.root, err, "a profile in a separate file lacks 'profile', its name");
	yaml_file_release(&file);
	str_release(&text);
	return ok;
}

static int by_name(const void *a, const void *b)
{
	const struct fact *const *x = a, *const *y = b;
	return strcmp((*x)->name, (*y)->name);
}

/* For fact_find(): sorts the facts of a project by their names. */
static void sort_facts(struct project *project, struct arena *arena)
{
	project->facts_by_name = arena_alloc(arena, project->n_facts * sizeof(*project->facts_by_name));
	for (size_t i = 0; i < project->n_facts; i++)
		project->facts_by_name[i] = &project->facts[i];
	sort_stable(project->facts_by_name, project->n_facts, sizeof(*project->facts_by_name), by_name);
}

/* `facts` and `profiles` of a project; both may be NULL. */
static bool load_facts(struct loader *loader, const struct yaml_pair *facts, const struct yaml_pair *profiles,
	struct project *out, struct err *err)
{
	size_t n_facts = facts ? facts->value->count : 0, n_profiles = profiles ? profiles->value->count : 0;
	out->facts = arena_alloc(loader->arena, n_facts * sizeof(*out->facts));
	for (; out->n_facts < n_facts; out->n_facts++)
		if (!read_fact(loader, &facts->value->pairs[out->n_facts], &out->facts[out->n_facts], err))
			return false;
	sort_facts(out, loader->arena);
	out->profiles = arena_alloc(loader->arena, n_profiles * sizeof(*out->profiles));
	for (; out->n_profiles < n_profiles; out->n_profiles++) {
		const struct yaml_pair *pair = &profiles->value->pairs[out->n_profiles];
		struct profile *profile = &out->profiles[out->n_profiles];
		if (!check_key(loader, pair->key, err) || !read_profile(loader, out, pair->value, profile, err))
			return false;
		profile->name = load_node_text(loader, pair->key);
	}
	return true;
}

/* --- how a tree is recognised ------------------------------------------------------------------------------------- */

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
