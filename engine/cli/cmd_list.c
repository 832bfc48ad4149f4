/* tpatch list: patch sets and their rules. */
#include <string.h>

#include "cli/exit.h"
#include "cli/list_markdown.h"
#include "cli/option.h"
#include "cmdline/print.h"
#include "format/json.h"
#include "patchset/patchset.h"
#include "text/wrap.h"

/* "  [<2.6; when cuda <12.8]" */
static void add_conditions(const struct rule *rule, struct str *out)
{
	if (!rule->versions && !rule->when)
		return;
	str_addf(out, "  [%s%s", rule->versions ? rule->versions->text : "", rule->versions && rule->when ? "; " : "");
	if (rule->when) {
		str_add_cstr(out, "when ");
		when_format(rule->when, out);
	}
	str_add_char(out, ']');
}

static void add_variable_text(const struct variable *variable, struct str *out)
{
	str_addf(out, "    --set %s=%s  %s", variable->name, variable->default_value, variable->help);
	for (size_t i = 0; variable->choices && variable->choices[i]; i++)
		str_addf(out, "%s%s%s", i ? ", " : " (", variable->choices[i], variable->choices[i + 1] ? "" : ")");
	for (size_t i = 0; i < variable->n_cases; i++)
		str_addf(out, "; for %s %s", variable->cases[i].versions->text, variable->cases[i].value);
	str_add_char(out, '\n');
}

static void add_set_text(const struct patchset *set, struct str *out)
{
	size_t longest = 0;
	for (size_t i = 0; i < set->n_rules; i++)
		if (strlen(set->rules[i]->id) > longest)
			longest = strlen(set->rules[i]->id);
	str_addf(out, "%s  (%s %s)\n  %s\n", set->name, set->project, set->target->text, set->summary);
	for (size_t i = 0; i < set->n_rules; i++) {
		const struct rule *rule = set->rules[i];
		str_addf(out, "    %-*s  %s", (int)longest, rule->id, rule->title);
		add_conditions(rule, out);
		str_add_char(out, '\n');
	}
	for (size_t i = 0; i < set->n_variables; i++)
		add_variable_text(set->variables[i], out);
	str_add_char(out, '\n');
}

static void add_profile_text(const struct profile *profile, size_t width, struct str *out)
{
	str_addf(out, "    %-*s  %s", (int)width, profile->name, profile->summary);
	for (size_t i = 0; i < profile->n_facts; i++)
		str_addf(out, "%s%s %s", i ? ", " : ": ", profile->facts[i].name, profile->facts[i].value);
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

static struct json *set_json(const struct patchset *set)
{
	struct json *object = print_new_json(), *rules = json_new_array();
	json_put_cstr(object, "name", set->name);
	json_put_cstr(object, "project", set->project);
	json_put_cstr(object, "versions", set->target->text);
	json_put_cstr(object, "summary", set->summary);
	json_put_cstr(object, "origin", set->origin);
	for (size_t i = 0; i < set->n_rules; i++) {
		struct json *rule = json_new_object();
		json_put_cstr(rule, "id", set->rules[i]->id);
		json_put_cstr(rule, "title", set->rules[i]->title);
		json_put_cstr(rule, "versions", set->rules[i]->versions ? set->rules[i]->versions->text : NULL);
		if (set->rules[i]->when) {
			struct str when = STR_INIT;
			when_format(set->rules[i]->when, &when);
			json_put_text(rule, "when", str_slice(&when));
			str_release(&when);
		}
		json_append(rules, rule);
	}
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

static int list_run(const struct options *options, struct err *err)
{
	bool markdown;
	if (!read_format(options, &markdown, err))
		return exit_code_of(err);
	struct patchset_library *library = patchset_library_load(options->patchsets, err);
	if (!library)
		return exit_code_of(err);
	struct str text = STR_INIT;
	struct json *array = json_new_array();
	size_t count;
	const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &count);
	for (size_t i = 0; i < count; i++) {
		add_set_text(sets[i], &text);
		json_append(array, set_json(sets[i]));
	}
	add_projects(library, &text);
	str_addf(&text, "`tpatch show RULE` tells what a rule is for.\n");
	if (markdown) {
		str_clear(&text);
		list_markdown(library, &text);
	}
	if (options->json != JSON_OFF) {
		str_clear(&text);
		print_json(options, array, &text);
	}
	if (options->json == JSON_OFF && !markdown)
		fit(options, &text);
	bool ok = print_output(options, str_slice(&text), err);
	json_free(array);
	str_release(&text);
	patchset_library_free(library);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int list_options[] = { OPTION_FORMAT, OPTION_OUTPUT, OPTION_PATCHSETS, OPTION_JSON, OPTION_NONE };

const struct command command_list = {
	.name = "list",
	.arguments = "",
	.summary = "the patch sets and their rules",
	.help = "Lists every set with the versions it is for and its rules in the order in which they\n"
		"apply; in brackets the versions and facts without which a rule is not applicable.\n"
		"Then what --set may choose, the facts that --fact takes, and the profiles that\n"
		"--profile takes.\n"
		"--format is text or markdown: a table for each pack, with everything that a rule's\n"
		"author said of it.\n\n"
		"examples\n"
		"  tpatch list\n"
		"  tpatch list --patchsets sets --json=compact\n"
		"  tpatch list --format markdown -o CATALOGUE.md\n",
	.options = list_options,
	.formats = "text markdown",
	.max_arguments = 0,
	.run = list_run,
};
