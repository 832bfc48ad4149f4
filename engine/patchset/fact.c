#include "patchset/fact.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "format/yaml.h"
#include "machine/facts.h"
#include "patchset/load/load.h"
#include "patchset/patchset.h"
#include "platform/machine.h"
#include "platform/read.h"

/* As many as a message can list. */
#define FEW_CHOICES 4
#define HINT_LINES "write lines like 'cuda: \"12.8\"'"

static int name_order(const void *name, const void *fact)
{
	const struct fact *const *one = fact;
	return slice_cmp(*(const struct slice *)name, slice_of((*one)->name));
}

const struct fact *fact_find(const struct project *project, struct slice name)
{
	size_t at = sort_lower_bound(
		project->facts_by_name, project->n_facts, sizeof(*project->facts_by_name), &name, name_order);
	bool is_there = at < project->n_facts && slice_eq_cstr(name, project->facts_by_name[at]->name);
	return is_there ? project->facts_by_name[at] : NULL;
}

const struct fact_value *fact_values_find(const struct fact_values *values, const char *name)
{
	size_t at = values ? table_get(&values->by_name, slice_of(name)) : 0;
	return at ? &values->items[at - 1] : NULL;
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
		err_hint(err, "choose from: %s", str_slice(&all).ptr);
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
		err_set(err, ERR_USAGE, "fact '%s' must be a version, not '" SLICE_FMT "'", fact->name,
			SLICE_ARG(utf8_excerpt(value)));
		return err_hint(err, "%s: %s", fact->name, fact->help);
	}
	if (fact->type == FACT_VERSION && fact->versions && !version_range_has(fact->versions, &version)) {
		err_set(err, ERR_USAGE, "fact '%s' cannot be '" SLICE_FMT "': its versions are %s", fact->name,
			SLICE_ARG(utf8_excerpt(value)), fact->versions->text);
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
	const struct fact_request *request;
	struct fact_values *out;
	struct fact_value *known;
	const char *by_profile; /* what `given_by` of the profile's facts is */
	struct yaml_file file;  /* of --facts */
	const char *system;     /* to build for: "linux" */
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

/* --- the system to build for ------------------------------------------------------------------------------------- */

static bool is_word(const char *file, const char *word)
{
	return file && strcmp(file, word) == 0;
}

/* What --fact and --facts say the platform is; NULL: nothing. In the arena. */
static const char *given_platform(const struct gathering *all)
{
	const struct yaml_pair *pair =
		all->file.root && all->file.root->kind == YAML_KIND_MAP ? yaml_find(all->file.root, "platform") : NULL;
	struct slice given =
		pair && pair->value->kind == YAML_KIND_TEXT ? slice_trim(pair->value->text) : (struct slice){ 0 };
	for (const char *const *one = all->request->pairs; one && *one; one++) {
		struct slice rest = slice_of(*one), name;
		slice_cut(&rest, '=', &name);
		if (rest.ptr && slice_eq_cstr(slice_trim(name), "platform"))
			given = slice_trim(rest);
	}
	return given.len ? arena_dup(&all->out->arena, given) : NULL;
}

static void imply(struct gathering *all, const char *name, const char *value)
{
	struct fact_values *out = all->out;
	struct setting implied = { name, value };
	VEC_PUSH(out->implied, out->n_implied, out->implied_capacity, implied);
}

/* Known without asking, where the project has such a fact with the value. */
static void take_platform(struct gathering *all, struct probe *probe)
{
	struct err ignored = ERR_INIT;
	const char *own = probe ? probe->facts.system : machine_name(), *given = given_platform(all);
	all->system = given ? given : arena_strdup(&all->out->arena, own);
	if (!is_word(all->request->file, "none") && fact_find(all->project, SLICE_LITERAL("platform")) &&
		take(all, SLICE_LITERAL("platform"), slice_of(all->system), "this system", &ignored))
		imply(all, "platform", arena_strdup(&all->out->arena, own));
	err_release(&ignored);
}

/* --- the profile -------------------------------------------------------------------------------------------------- */

static bool is_path(const char *name)
{
	return strchr(name, '/') || strchr(name, '\\') || slice_ends_with(slice_of(name), ".yaml");
}

static bool find_profile(struct gathering *all, const char *name, struct err *err)
{
	const struct project *project = all->project;
	if (is_path(name)) {
		struct profile *own = arena_alloc(&all->out->arena, sizeof(*own));
		all->out->profile = own;
		return load_profile_file(name, project, &all->out->arena, own, err);
	}
	for (size_t i = 0; i < project->n_profiles && !all->out->profile; i++)
		if (strcmp(project->profiles[i].name, name) == 0)
			all->out->profile = &project->profiles[i];
	if (all->out->profile)
		return true;
	const char **names = xcalloc(project->n_profiles + 1, sizeof(*names));
	for (size_t i = 0; i < project->n_profiles; i++)
		names[i] = project->profiles[i].name;
	err_set(err, ERR_USAGE, "'%s' has no profile '%s'", project->name, name);
	hint_names(names, project->n_profiles, slice_of(name), "the project declares no profiles", err);
	free(names);
	return false;
}

static bool fits_tree(const struct fact_request *request, const struct version_range *versions)
{
	return !versions || (request->version && version_range_may_have(versions, request->version, request->n_known));
}

static bool check_tree(const struct gathering *all, struct err *err)
{
	const struct fact_request *request = all->request;
	const struct profile *profile = all->out->profile;
	struct str version = STR_INIT;
	if (!request->version || fits_tree(request, profile->versions))
		return true;
	version_format(request->version, &version);
	err_set(err, ERR_USAGE, "the profile '%s' is for %s %s, but the tree is %s", profile->name, all->project->name,
		profile->versions->text, version.ptr);
	str_release(&version);
	return err_hint(err, "use another profile (`tpatch list`), or --tag VERSION if the tree has another version");
}

static bool is_in_force(const struct gathering *all, const struct profile_part *part)
{
	return (!part->system || strcmp(part->system, all->system) == 0) && fits_tree(all->request, part->versions);
}

static bool take_profile(struct gathering *all, const char *name, struct machine_choice *choice, struct err *err)
{
	struct str given_by = STR_INIT;
	if (!name)
		return true;
	if (!find_profile(all, name, err) || !check_tree(all, err))
		return err_about(&all->request->places, "profile", name, err);
	const struct profile *profile = all->out->profile;
	str_addf(&given_by, "profile '%s'", profile->name);
	all->by_profile = arena_dup(&all->out->arena, str_slice(&given_by));
	str_release(&given_by);
	for (size_t p = 0; p < profile->n_parts; p++) {
		const struct profile_part *part = &profile->parts[p];
		if (!is_in_force(all, part))
			continue;
		choice->cuda = part->cuda ? part->cuda : choice->cuda;
		choice->msvc = part->msvc ? part->msvc : choice->msvc;
		choice->vcvars_version = part->vcvars_version ? part->vcvars_version : choice->vcvars_version;
		for (size_t i = 0; i < part->n_facts; i++) {
			if (!take(all, slice_of(part->facts[i].name), slice_of(part->facts[i].value), all->by_profile,
				    err))
				return false;
			imply(all, part->facts[i].name, part->facts[i].value);
		}
	}
	return true;
}

/* --- the machine -------------------------------------------------------------------------------------------------- */

/* Of what is a choice a profile says what is wanted; versions are those that are here. */
static bool take_found(struct gathering *all, const struct fact *fact, const struct machine_fact *found)
{
	struct err ignored = ERR_INIT;
	struct fact_value *known = &all->known[fact - all->project->facts];
	bool is_wanted = known->fact && fact->type == FACT_CHOICE;
	if (found->value && !is_wanted)
		take(all, slice_of(found->name), slice_of(found->value), arena_strdup(&all->out->arena, found->about),
			&ignored);
	err_release(&ignored);
	return known->fact && (found->value || is_wanted);
}

static bool take_machine(
	struct gathering *all, struct probe *probe, const struct machine_choice *choice, struct err *err)
{
	struct machine_facts found;
	size_t capacity = 0;
	if (strcmp(all->system, probe->facts.system) != 0) {
		err_set(err, ERR_USAGE,
			"--facts auto asks this machine, which is %s, and the tree is to be built on %s",
			probe->facts.system, all->system);
		err_hint(err, "run `tpatch facts >facts.yaml` there, and give --facts facts.yaml here");
		return err_about(&all->request->places, "facts", all->request->file, err);
	}
	probe->tree = all->request->tree;
	machine_facts_find(probe, choice, &found);
	for (size_t i = 0; i < found.count; i++) {
		const struct fact *fact = fact_find(all->project, slice_of(found.items[i].name));
		if (!fact || take_found(all, fact, &found.items[i]))
			continue;
		struct fact_gap gap = { fact, arena_strdup(&all->out->arena, found.items[i].about) };
		VEC_PUSH(all->out->gaps, all->out->n_gaps, capacity, gap);
	}
	machine_facts_release(&found);
	return true;
}

/* --- what is given ------------------------------------------------------------------------------------------------ */

static bool take_map(struct gathering *all, const struct yaml_file *file, const char *given_by, struct err *err)
{
	for (size_t i = 0; i < file->root->count; i++) {
		const struct yaml_pair *pair = &file->root->pairs[i];
		if (pair->value->kind != YAML_KIND_TEXT || yaml_is_null(pair->value)) {
			yaml_fail(file, pair->value, err, "fact '" SLICE_FMT "' must be a text",
				SLICE_ARG(utf8_excerpt(pair->key->text)));
			return err_hint(err, HINT_LINES);
		}
		bool is_known = fact_find(all->project, pair->key->text) != NULL;
		if (!take(all, pair->key->text, slice_trim(pair->value->text), given_by, err))
			return yaml_err_at(file, is_known ? pair->value->begin : pair->key->begin, err);
	}
	return true;
}

/* Reads the file of --facts; its facts are taken later, when what they go before is known. */
static bool read_file(struct gathering *all, const char *path, struct str *text, struct err *err)
{
	if (!path || is_word(path, "auto") || is_word(path, "none"))
		return true;
	if (!platform_read_file(path, YAML_MAX_BYTES, text, err))
		return strchr(path, '=') ? err_hint(err, "--facts takes a file; did you mean --fact %s?", path) : false;
	const char *given_by = arena_strdup(&all->out->arena, path);
	bool ok = yaml_file_parse(&all->file, given_by, str_slice(text), err);
	if (ok && all->file.root->kind != YAML_KIND_MAP) {
		yaml_fail(&all->file, all->file.root, err, "facts must be a map, not %s",
			yaml_kind_name(all->file.root->kind));
		ok = err_hint(err, HINT_LINES);
	}
	if (!ok)
		err->kind = ERR_USAGE;
	return ok;
}

static bool take_file(struct gathering *all, const char *path, struct err *err)
{
	if (!all->file.root || take_map(all, &all->file, arena_strdup(&all->out->arena, path), err))
		return true;
	err->kind = ERR_USAGE;
	return false;
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
		return err_about(&all->request->places, "fact", *pairs, err);
	}
	return true;
}

/* NULL: nobody asks a machine. */
static bool open_machine(const struct fact_request *request, struct probe **probe, struct err *err)
{
	*probe = NULL;
	if (request->machine)
		*probe = probe_file(request->machine, err);
	else if (is_word(request->file, "auto"))
		*probe = probe_system();
	return *probe || !request->machine;
}

static bool gather(struct gathering *all, struct probe *probe, struct str *text, struct err *err)
{
	const struct fact_request *request = all->request;
	struct machine_choice choice = { 0 };
	if (!read_file(all, request->file, text, err))
		return false;
	take_platform(all, probe);
	return take_profile(all, request->profile, &choice, err) &&
	       (!probe || take_machine(all, probe, &choice, err)) && take_file(all, request->file, err) &&
	       take_pairs(all, request, err);
}

/* The machine was asked, has nothing that the profile would take, and so the profile's value stays. */
static void note_doubts(struct gathering *all)
{
	for (size_t i = 0; i < all->out->n_gaps; i++) {
		const struct fact_gap *gap = &all->out->gaps[i];
		struct fact_value *known = &all->known[gap->fact - all->project->facts];
		if (known->fact && known->given_by == all->by_profile)
			known->doubt = gap->why;
	}
}

bool fact_values_gather(
	struct fact_values *out, const struct project *project, const struct fact_request *request, struct err *err)
{
	*out = (struct fact_values){ 0 };
	struct gathering all = { .project = project,
		.request = request,
		.out = out,
		.known = xcalloc(project->n_facts + 1, sizeof(struct fact_value)) };
	struct str text = STR_INIT;
	struct probe *probe;
	bool ok = open_machine(request, &probe, err) && gather(&all, probe, &text, err);
	size_t capacity = 0;
	note_doubts(&all);
	for (size_t i = 0; i < project->n_facts; i++)
		if (all.known[i].fact)
			VEC_PUSH(out->items, out->count, capacity, all.known[i]);
	for (size_t i = 0; i < out->count; i++)
		*table_at(&out->by_name, slice_of(out->items[i].fact->name)) = i + 1;
	probe_free(probe);
	yaml_file_release(&all.file);
	str_release(&text);
	free(all.known);
	return ok;
}

void fact_values_release(struct fact_values *values)
{
	free(values->items);
	free(values->implied);
	free(values->gaps);
	table_release(&values->by_name);
	arena_release(&values->arena);
	*values = (struct fact_values){ 0 };
}
