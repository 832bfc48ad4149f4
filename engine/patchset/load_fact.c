/*
 * What a project declares for its callers: facts, and profiles that give some.
 */
#include "patchset/load.h"

#include "base/utf8.h"

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

static bool read_profile(struct loader *loader, const struct project *project, const struct yaml_pair *pair,
	struct profile *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!check_key(loader, pair->key, err) || !schema_read(loader->file, pair->value, &schema_profile, values, err))
		return false;
	const struct yaml_pair *facts = values[PROFILE_FACTS];
	for (size_t i = 0; facts && i < facts->value->count; i++)
		if (!check_profile_fact(loader, project, &facts->value->pairs[i], err))
			return false;
	out->name = load_node_text(loader, pair->key);
	out->summary = load_text(loader, values[PROFILE_SUMMARY]);
	read_settings(loader, facts, &out->facts, &out->n_facts);
	read_settings(loader, values[PROFILE_SET], &out->variables, &out->n_variables);
	return true;
}

bool load_facts(struct loader *loader, const struct yaml_pair *facts, const struct yaml_pair *profiles,
	struct project *out, struct err *err)
{
	size_t n_facts = facts ? facts->value->count : 0, n_profiles = profiles ? profiles->value->count : 0;
	out->facts = arena_alloc(loader->arena, n_facts * sizeof(*out->facts));
	for (; out->n_facts < n_facts; out->n_facts++)
		if (!read_fact(loader, &facts->value->pairs[out->n_facts], &out->facts[out->n_facts], err))
			return false;
	out->profiles = arena_alloc(loader->arena, n_profiles * sizeof(*out->profiles));
	for (; out->n_profiles < n_profiles; out->n_profiles++)
		if (!read_profile(loader, out, &profiles->value->pairs[out->n_profiles],
			    &out->profiles[out->n_profiles], err))
			return false;
	return true;
}
