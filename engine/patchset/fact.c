#include "patchset/fact.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "format/yaml.h"
#include "patchset/patchset.h"
#include "platform/read.h"

/* As many as a message can list. */
#define FEW_CHOICES 4

const char *fact_type_name(enum fact_type type)
{
	static const char *const names[] = {
		[FACT_VERSION] = "version", [FACT_CHOICE] = "choice", [FACT_TEXT] = "text"
	};
	return names[type];
}

const struct fact *fact_find(const struct project *project, struct slice name)
{
	for (size_t i = 0; i < project->n_facts; i++)
		if (slice_eq_cstr(name, project->facts[i].name))
			return &project->facts[i];
	return NULL;
}

const struct fact_value *fact_values_find(const struct fact_values *values, const char *name)
{
	for (size_t i = 0; values && i < values->count; i++)
		if (strcmp(values->items[i].fact->name, name) == 0)
			return &values->items[i];
	return NULL;
}

void fact_format_option(const struct fact *fact, struct str *out)
{
	size_t n_choices = 0;
	while (fact->choices && fact->choices[n_choices])
		n_choices++;
	str_addf(out, "--fact %s=", fact->name);
	if (fact->type != FACT_CHOICE)
		str_add_cstr(out, fact->type == FACT_VERSION ? "VERSION" : "TEXT");
	if (n_choices <= FEW_CHOICES) {
		for (size_t i = 0; i < n_choices; i++)
			str_addf(out, "%s%s", i ? "|" : "", fact->choices[i]);
		return;
	}
	for (const char *c = fact->name; *c; c++)
		str_add_char(out, *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
}

/* "did you mean 'x'?", or all there are. */
static bool hint_names(const char *const *names, size_t count, struct slice typed, const char *none, struct err *err)
{
	const char *nearest = nearest_name(typed, names, count);
	struct str all = STR_INIT;
	for (size_t i = 0; i < count; i++)
		str_addf(&all, "%s%s", i ? ", " : "", names[i]);
	if (nearest)
		err_hint(err, "did you mean '%s'?", nearest);
	else if (count)
		err_hint(err, "there is %s", str_slice(&all).ptr);
	else
		err_hint(err, "%s", none);
	str_release(&all);
	return false;
}

bool fact_fail_unknown(const struct project *project, struct slice name, struct err *err)
{
	const char **names = xcalloc(project->n_facts + 1, sizeof(*names));
	for (size_t i = 0; i < project->n_facts; i++)
		names[i] = project->facts[i].name;
	err_set(err, ERR_USAGE, "'%s' has no fact '" SLICE_FMT "'", project->name, SLICE_ARG(utf8_excerpt(name)));
	hint_names(names, project->n_facts, name, "the project declares no facts", err);
	free(names);
	return false;
}

bool fact_check(const struct fact *fact, struct slice value, struct err *err)
{
	size_t count = 0;
	struct version version;
	if (!value.len) {
		err_set(err, ERR_USAGE, "fact '%s' has no value", fact->name);
		return err_hint(err, "%s: %s", fact->name, fact->help);
	}
	if (fact->type == FACT_VERSION && !version_parse(&version, value, NULL)) {
		err_set(err, ERR_USAGE, "fact '%s' is a version, and '" SLICE_FMT "' is none", fact->name,
			SLICE_ARG(utf8_excerpt(value)));
		return err_hint(err, "%s: %s", fact->name, fact->help);
	}
	if (fact->type == FACT_TEXT && slice_find(value, SLICE_LITERAL("\n"), 0) != (size_t)-1)
		return err_set(err, ERR_USAGE, "fact '%s' must be one line", fact->name);
	if (fact->type != FACT_CHOICE)
		return true;
	for (; fact->choices[count]; count++)
		if (slice_eq_cstr(value, fact->choices[count]))
			return true;
	err_set(err, ERR_USAGE, "fact '%s' cannot be '" SLICE_FMT "'", fact->name, SLICE_ARG(utf8_excerpt(value)));
	return hint_names(fact->choices, count, value, "", err);
}

/* --- gathering ---------------------------------------------------------------------------------------------------- */

/* What is known so far of each fact of the project; text NULL: nothing. */
struct gathering {
	const struct project *project;
	struct fact_values *out;
	struct fact_value *known;
};

static bool take(struct gathering *all, struct slice name, struct slice value, const char *given_by, struct err *err)
{
	const struct fact *fact = fact_find(all->project, name);
	if (!fact)
		return fact_fail_unknown(all->project, name, err);
	if (!fact_check(fact, value, err))
		return false;
	struct fact_value *known = &all->known[fact - all->project->facts];
	*known = (struct fact_value){ .fact = fact, .text = arena_dup(&all->out->arena, value), .given_by = given_by };
	return fact->type != FACT_VERSION || version_parse(&known->version, value, err);
}

static bool take_profile(struct gathering *all, const char *name, struct err *err)
{
	const struct project *project = all->project;
	struct str given_by = STR_INIT;
	if (!name)
		return true;
	for (size_t i = 0; i < project->n_profiles && !all->out->profile; i++)
		if (strcmp(project->profiles[i].name, name) == 0)
			all->out->profile = &project->profiles[i];
	const struct profile *profile = all->out->profile;
	if (!profile) {
		const char **names = xcalloc(project->n_profiles + 1, sizeof(*names));
		for (size_t i = 0; i < project->n_profiles; i++)
			names[i] = project->profiles[i].name;
		err_set(err, ERR_USAGE, "'%s' has no profile '%s'", project->name, name);
		hint_names(names, project->n_profiles, slice_of(name), "the project declares no profiles", err);
		free(names);
		return false;
	}
	str_addf(&given_by, "profile '%s'", name);
	const char *by = arena_dup(&all->out->arena, str_slice(&given_by));
	str_release(&given_by);
	for (size_t i = 0; i < profile->n_facts; i++)
		if (!take(all, slice_of(profile->facts[i].name), slice_of(profile->facts[i].value), by, err))
			return false;
	return true;
}

static bool take_map(struct gathering *all, const struct yaml_file *file, const char *given_by, struct err *err)
{
	if (file->root->kind != YAML_KIND_MAP) {
		yaml_fail(file, file->root, err, "facts must be a map, not %s", yaml_kind_name(file->root->kind));
		return err_hint(err, "write lines like 'cuda: \"12.8\"'");
	}
	for (size_t i = 0; i < file->root->count; i++) {
		const struct yaml_pair *pair = &file->root->pairs[i];
		if (pair->value->kind != YAML_KIND_TEXT || yaml_is_null(pair->value))
			return yaml_fail(file, pair->value, err, "fact '" SLICE_FMT "' must be a text",
				SLICE_ARG(utf8_excerpt(pair->key->text)));
		bool is_known = fact_find(all->project, pair->key->text) != NULL;
		if (!take(all, pair->key->text, slice_trim(pair->value->text), given_by, err))
			return yaml_err_at(file, is_known ? pair->value->begin : pair->key->begin, err);
	}
	return true;
}

static bool take_file(struct gathering *all, const char *path, struct err *err)
{
	struct str text = STR_INIT;
	struct yaml_file file;
	if (!path)
		return true;
	if (!platform_read_file(path, YAML_MAX_BYTES, &text, err)) {
		str_release(&text);
		return false;
	}
	const char *given_by = arena_strdup(&all->out->arena, path);
	bool ok = yaml_file_parse(&file, given_by, str_slice(&text), err) && take_map(all, &file, given_by, err);
	if (!ok)
		err->kind = ERR_USAGE;
	yaml_file_release(&file);
	str_release(&text);
	return ok;
}

static bool take_pairs(struct gathering *all, const struct fact_request *request, struct err *err)
{
	for (const char *const *pairs = request->pairs; pairs && *pairs; pairs++) {
		struct slice rest = slice_of(*pairs), name;
		slice_cut(&rest, '=', &name);
		if (!rest.ptr) {
			err_set(err, ERR_USAGE, "--fact takes NAME=VALUE, not '%s'", *pairs);
			return err_hint(err, "--fact cuda=12.8");
		}
		if (take(all, slice_trim(name), slice_trim(rest), "--fact", err))
			continue;
		if (request->refused)
			request->refused(request->refused_ctx, *pairs, err);
		return false;
	}
	return true;
}

bool fact_values_gather(
	struct fact_values *out, const struct project *project, const struct fact_request *request, struct err *err)
{
	*out = (struct fact_values){ 0 };
	struct gathering all = { project, out, xcalloc(project->n_facts + 1, sizeof(struct fact_value)) };
	bool ok = take_profile(&all, request->profile, err) && take_file(&all, request->file, err) &&
		  take_pairs(&all, request, err);
	size_t capacity = 0;
	for (size_t i = 0; i < project->n_facts; i++)
		if (all.known[i].fact)
			VEC_PUSH(out->items, out->count, capacity, all.known[i]);
	free(all.known);
	return ok;
}

void fact_values_release(struct fact_values *values)
{
	free(values->items);
	arena_release(&values->arena);
	*values = (struct fact_values){ 0 };
}
