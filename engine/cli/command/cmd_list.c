/* tpatch list [SET|PACK|REGEX]: patch sets, packs and their rules. */
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "cmdline/exit.h"
#include "cli/show/list_markdown.h"
#include "cli/show/list_text.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cmdline/print.h"
#include "format/json.h"
#include "format/regex.h"
#include "plan/evaluate/in_force.h"
#include "text/wrap.h"

/* Does a later part of the profile say something else? */
static bool is_overridden(const struct profile *profile, size_t part, const char *name)
{
	for (size_t p = part + 1; p < profile->n_parts; p++)
		for (size_t i = 0; i < profile->parts[p].n_facts; i++)
			if (!profile->parts[p].versions && !profile->parts[p].system &&
				strcmp(profile->parts[p].facts[i].name, name) == 0)
				return true;
	return false;
}

/* With the facts that it gives whatever the tree and the system are. */
static void add_profile_text(const struct profile *profile, size_t width, struct str *out)
{
	size_t count = 0;
	str_addf(out, "    %-*s  %s", (int)width, profile->name, profile->summary);
	for (size_t p = 0; p < profile->n_parts; p++) {
		const struct profile_part *part = &profile->parts[p];
		for (size_t i = 0; !part->versions && !part->system && i < part->n_facts; i++)
			if (!is_overridden(profile, p, part->facts[i].name))
				str_addf(out, "%s%s %s", count++ ? ", " : ": ", part->facts[i].name,
					part->facts[i].value);
	}
	str_add_char(out, '\n');
}

/* What can be told with --fact and --profile. */
static void add_project_text(const struct project *project, struct str *out)
{
	size_t longest = 0;
	for (size_t i = 0; i < project->n_facts; i++)
		if (strlen(project->facts[i].name) > longest)
			longest = strlen(project->facts[i].name);
	for (size_t i = 0; i < project->n_profiles; i++)
		if (strlen(project->profiles[i].name) > longest)
			longest = strlen(project->profiles[i].name);
	if (project->n_facts)
		str_addf(out, "facts of %s, for --fact NAME=VALUE\n", project->name);
	for (size_t i = 0; i < project->n_facts; i++) {
		const struct fact *fact = &project->facts[i];
		str_addf(out, "    %-*s  %s", (int)longest, fact->name, fact->help);
		for (size_t k = 0; fact->choices && fact->choices[k]; k++)
			str_addf(out, "%s%s%s", k ? ", " : " (", fact->choices[k], fact->choices[k + 1] ? "" : ")");
		str_add_char(out, '\n');
	}
	if (project->n_profiles)
		str_addf(out, "\nprofiles of %s, for --profile NAME\n", project->name);
	for (size_t i = 0; i < project->n_profiles; i++)
		add_profile_text(&project->profiles[i], longest, out);
	if (project->n_facts || project->n_profiles)
		str_add_char(out, '\n');
}

/* What is asked for. */
struct listing {
	const struct options *options;
	const struct patchset_library *library;
	const struct patchset *set, *pack; /* the one of that name; NULL: none, or it is a regex */
	struct regex *regex;               /* NULL: every rule */
	struct regex_scratch *scratch;
	const struct session *session; /* of --root; NULL: no tree */
	struct rule_result *results;   /* with `session`: one for each rule of its set */
	size_t n_listed;
};

static bool takes_text(const struct listing *listing, const char *text)
{
	size_t begin, end;
	return regex_search(listing->regex, listing->scratch, slice_of(text), 0, &begin, &end) == REGEX_MATCH;
}

static bool takes(void *ctx, const struct rule *rule)
{
	struct listing *listing = ctx;
	bool yes = (!listing->pack || strcmp(rule->pack, listing->pack->name) == 0) &&
		   (!listing->regex || takes_text(listing, rule->id) || takes_text(listing, rule->title));
	listing->n_listed += yes;
	return yes;
}

static struct json *rule_json(const struct rule *rule, const struct rule_result *result)
{
	struct json *object = json_new_object();
	json_put_cstr(object, "id", rule->id);
	json_put_cstr(object, "title", rule->title);
	json_put_cstr(object, "pack", rule->pack);
	json_put_cstr(object, "versions", rule->versions ? rule->versions->text : NULL);
	if (rule->when) {
		struct str when = STR_INIT;
		when_format(rule->when, &when);
		json_put_text(object, "when", str_slice(&when));
		str_release(&when);
	}
	if (result) {
		json_put_bool(object, "applies", result->in_force);
		json_put_cstr(object, "detail", result->detail);
	}
	return object;
}

static struct json *set_json(struct listing *listing, const struct patchset *set)
{
	struct json *object = print_new_json(), *rules = json_new_array();
	json_put_cstr(object, "name", set->name);
	json_put_cstr(object, "project", set->project);
	json_put_cstr(object, "versions", set->target->text);
	json_put_cstr(object, "summary", set->summary);
	json_put_cstr(object, "origin", set->origin);
	for (size_t i = 0; i < set->n_rules; i++)
		if (takes(listing, set->rules[i]))
			json_append(rules, rule_json(set->rules[i], listing->results ? &listing->results[i] : NULL));
	json_put(object, "rules", rules);
	struct json *variables = json_new_array();
	for (size_t i = 0; i < set->n_variables; i++) {
		struct json *variable = json_new_object();
		json_put_cstr(variable, "name", set->variables[i]->name);
		json_put_cstr(variable, "type", variable_type_name(set->variables[i]->type));
		json_put_cstr(variable, "default", set->variables[i]->default_value);
		json_put_cstr(variable, "help", set->variables[i]->help);
		json_append(variables, variable);
	}
	json_put(object, "variables", variables);
	return object;
}

static void add_projects(const struct patchset_library *library, struct str *out)
{
	size_t count;
	const struct patchset *const *projects = patchset_library_all(library, PATCHSET_PROJECT, &count);
	for (size_t i = 0; i < count; i++)
		add_project_text(&projects[i]->details, out);
}

/* In lines of the terminal, where it goes to one. */
static void fit(const struct options *options, struct str *text)
{
	size_t width = options->output ? 0 : platform_terminal_width(STREAM_OUT);
	struct str fitting = STR_INIT;
	if (!width)
		return;
	wrap_table(str_slice(text), width, &fitting);
	str_release(text);
	*text = fitting;
}

static bool read_format(const struct options *options, bool *markdown, struct err *err)
{
	const char *name = options->format;
	*markdown = name && strcmp(name, "markdown") == 0;
	if (!name || *markdown || strcmp(name, "text") == 0)
		return true;
	err_set(err, ERR_USAGE, "--format does not take '%s'", name);
	return err_hint(err, "it takes one of: text, markdown");
}

/* --- a name, or a part of one ------------------------------------------------------------------------------------- */

/* A name of the library may be one that the tree's set has nothing of. */
static bool fail_nothing_of_set(const struct listing *listing, const char *name, struct err *err)
{
	const char *set = listing->session->set->name;
	if (listing->pack)
		err_set(err, ERR_USAGE, "'%s', the set for this tree, does not use the pack '%s'", set, name);
	else
		err_set(err, ERR_USAGE, "no rule of '%s', the set for this tree, has '%s' in its id or title", set,
			name);
	return err_hint(err, "without --root and other options of a tree, `tpatch list` searches all sets");
}

static bool fail_nothing(const struct listing *listing, const char *name, struct err *err)
{
	if (listing->session)
		return fail_nothing_of_set(listing, name, err);
	const char *names[256];
	size_t count = 0;
	for (int kind = PATCHSET_SET; kind <= PATCHSET_PACK; kind++) {
		size_t n;
		const struct patchset *const *files =
			patchset_library_all(listing->library, (enum patchset_kind)kind, &n);
		for (size_t i = 0; i < n && count < COUNT_OF(names); i++)
			names[count++] = files[i]->name;
	}
	struct str nearest = STR_INIT;
	nearest_add(slice_of(name), names, count, &nearest);
	err_set(err, ERR_USAGE, "no set or pack is called '%s', and no rule has it in its id or title", name);
	if (nearest.len)
		err_hint(err, "did you mean %s?", nearest.ptr);
	else
		err_hint(err, "`tpatch list` lists all");
	str_release(&nearest);
	return false;
}

static bool read_name(struct listing *listing, struct err *err)
{
	const char *name = listing->options->n_arguments ? listing->options->arguments[0] : NULL;
	size_t offset;
	if (!name)
		return true;
	listing->set = patchset_library_find(listing->library, PATCHSET_SET, slice_of(name));
	listing->pack = listing->set ? NULL : patchset_library_find(listing->library, PATCHSET_PACK, slice_of(name));
	if (listing->set || listing->pack)
		return true;
	listing->regex = regex_new(slice_of(name), REGEX_NOCASE, &offset, err);
	listing->scratch = regex_scratch_new();
	if (listing->regex)
		return true;
	err->kind = ERR_USAGE;
	return err_prefix(err, "'%s'", name);
}

/* --- what is listed ----------------------------------------------------------------------------------------------- */

static void add_everything(struct listing *listing, struct str *text)
{
	size_t count;
	const struct patchset *const *sets = patchset_library_all(listing->library, PATCHSET_SET, &count);
	for (size_t i = 0; i < count; i++)
		if (!listing->set || listing->set == sets[i])
			list_add_set(listing->library, sets[i], text);
	listing->n_listed = count;
	if (!listing->set)
		add_projects(listing->library, text);
}

/* Each rule once, though several sets have it. */
static void add_found(struct listing *listing, struct str *text)
{
	for (int kind = PATCHSET_PACK; kind >= PATCHSET_SET; kind--) {
		size_t count;
		const struct patchset *const *files =
			patchset_library_all(listing->library, (enum patchset_kind)kind, &count);
		for (size_t i = 0; i < count; i++)
			if (!listing->pack || listing->pack == files[i])
				list_add_own(files[i], listing->pack != NULL, takes, listing, text);
	}
}

static void add_for_tree(struct listing *listing, struct str *text)
{
	const struct session *session = listing->session;
	str_addf(text, "tree     %s\nversion  %s %s\nset      %s: %s\n", root_path(session->root),
		session->target.project->name, session->target.label, session->set->name, session->set->summary);
	for (size_t i = 0; i < session->facts.count; i++) {
		const struct fact_value *value = &session->facts.items[i];
		str_addf(text, "%s%s %s (%s)\n", i ? "         " : "facts    ", value->fact->name, value->text,
			settings_given_by(session->options, "fact", value->fact->name, value->given_by));
	}
	list_add_in_force(listing->library, session->set, listing->results, takes, listing, text);
	str_addf(text, "`tpatch check` searches the files: what is patched, what is not needed, what does not fit.\n");
}

static void add_text(struct listing *listing, struct str *text)
{
	if (listing->session)
		add_for_tree(listing, text);
	else if (listing->pack || listing->regex)
		add_found(listing, text);
	else
		add_everything(listing, text);
	str_addf(text, "`tpatch show RULE` shows what a rule is for.\n");
}

static struct json *list_json(struct listing *listing)
{
	struct json *array = json_new_array();
	size_t count;
	const struct patchset *const *sets = patchset_library_all(listing->library, PATCHSET_SET, &count);
	const struct patchset *only = listing->session ? listing->session->set : listing->set;
	for (size_t i = 0; i < count; i++) {
		if (only && only != sets[i])
			continue;
		size_t before = listing->n_listed;
		struct json *object = set_json(listing, sets[i]);
		if (only || listing->n_listed > before || !listing->options->n_arguments)
			json_append(array, object);
		else
			json_free(object);
	}
	listing->n_listed += !listing->regex && !listing->session;
	return array;
}

static bool print_listing(struct listing *listing, bool markdown, struct err *err)
{
	const struct options *options = listing->options;
	struct str text = STR_INIT;
	if (options->json != JSON_OFF) {
		struct json *array = list_json(listing);
		print_json(options, array, &text);
		json_free(array);
	} else if (markdown) {
		list_markdown(listing->library, &text);
	} else {
		add_text(listing, &text);
		fit(options, &text);
	}
	bool is_found = listing->n_listed || listing->set || !options->n_arguments;
	bool ok = (is_found || fail_nothing(listing, options->arguments[0], err)) &&
		  print_output(options, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* --- of a tree ---------------------------------------------------------------------------------------------------- */

static struct rule_result *judge_rules(struct session *session)
{
	struct rule_result *results = arena_alloc(&session->arena, (session->set->n_rules + 1) * sizeof(*results));
	for (size_t i = 0; i < session->set->n_rules; i++) {
		results[i] = (struct rule_result){ .rule = session->set->rules[i] };
		in_force_judge(
			&results[i], session->set->project_details, &session->target, &session->facts, &session->arena);
	}
	return results;
}

static bool wants_tree(const struct options *options)
{
	return options->root || options->tag || options->use || options->facts || options->facts_file ||
	       options->profile || options->settings;
}

static bool check_set(const struct listing *listing, struct err *err)
{
	const char *name = listing->set ? listing->set->name : NULL, *set = listing->session->set->name;
	if (!name || strcmp(name, set) == 0)
		return true;
	err_set(err, ERR_USAGE, "'%s' is not the set for this tree: that is '%s'", name, set);
	return err_hint(err, "--use %s chooses it; `tpatch list %s` lists it, whatever the tree", name, name);
}

static bool list_tree(const struct options *options, struct err *err)
{
	struct session session;
	bool ok = session_open(&session, options, err);
	session.request.reads_all_sets = true;
	ok = ok && session_select(&session, err);
	if (ok) {
		struct listing listing = { .options = options,
			.library = session.library,
			.session = &session,
			.results = judge_rules(&session) };
		ok = read_name(&listing, err) && check_set(&listing, err) && print_listing(&listing, false, err);
		regex_free(listing.regex);
		regex_scratch_free(listing.scratch);
	}
	session_close(&session);
	return ok;
}

static bool list_all(const struct options *options, bool markdown, struct err *err)
{
	struct patchset_library *library = patchset_library_load(options->patchsets, err);
	struct listing listing = { .options = options, .library = library };
	bool ok = library && read_name(&listing, err) && print_listing(&listing, markdown, err);
	regex_free(listing.regex);
	regex_scratch_free(listing.scratch);
	patchset_library_free(library);
	return ok;
}

static int list_run(const struct options *options, struct err *err)
{
	bool markdown;
	if (!read_format(options, &markdown, err))
		return exit_code_of(err);
	if (markdown && (wants_tree(options) || options->n_arguments)) {
		err_set(err, ERR_USAGE, "--format markdown makes the catalogue of all patch sets");
		err_hint(err, "remove the name and the options of a tree");
		return exit_code_of(err);
	}
	return (wants_tree(options) ? list_tree(options, err) : list_all(options, markdown, err)) ? EXIT_OK
												  : exit_code_of(err);
}

static void add_arguments(const struct options *options, struct str *out)
{
	values_add_sets(options, out);
	values_add_packs(options, out);
}

static const int list_options[] = {
	OPTION_ROOT,
	OPTIONS_OF_SET,
	OPTION_FORMAT,
	OPTION_OUTPUT,
	OPTION_REPLACE,
	OPTION_JSON,
	OPTION_NONE,
};

const struct command command_list = {
	.name = "list",
	.arguments = "[SET|PACK|REGEX] ",
	.summary = "the patch sets, packs and rules; with --root, those for that tree",
	.help = "Lists every set with its versions and its rules, pack by pack, in the order in which\n"
		"they apply; brackets hold the versions and facts that a rule requires. Below are the\n"
		"variables for --set, the facts for --fact, and the profiles for --profile.\n"
		"\n"
		"With the name of a set or a pack, it lists that one. Anything else is a regular\n"
		"expression: it lists the rules whose id or title matches, ignoring case. With --root,\n"
		"--tag or facts, it lists the rules that apply to that tree, and why the others\n"
		"do not.\n"
		"\n"
		"--format markdown prints a table for each pack, with everything that its author wrote\n"
		"about each rule. The default is text.\n"
		"\n"
		"examples\n"
		"  tpatch list cmake-4\n"
		"  tpatch list numpy\n"
		"  tpatch list --root ~/pytorch --profile blackwell\n"
		"  tpatch list --patchsets sets --json=compact\n"
		"  tpatch list --format markdown -o CATALOGUE.md\n",
	.add_arguments = add_arguments,
	.options = list_options,
	.formats = "text markdown",
	.max_arguments = 1,
	.run = list_run,
};
