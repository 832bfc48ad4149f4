/* tpatch list: patch sets and their rules. */
#include <string.h>

#include "cli/command.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "patchset/patchset.h"
#include "report/json.h"

static void add_set_text(const struct patchset *set, struct str *out)
{
	size_t longest = 0;
	for (size_t i = 0; i < set->n_rules; i++)
		if (strlen(set->rules[i]->id) > longest)
			longest = strlen(set->rules[i]->id);
	str_addf(out, "%s  (%s %s)\n  %s\n", set->name, set->project, set->target->text, set->summary);
	for (size_t i = 0; i < set->n_rules; i++) {
		const struct rule *rule = set->rules[i];
		str_addf(out, "    %-*s  %s%s%s%s\n", (int)longest, rule->id, rule->title, rule->versions ? "  [" : "",
		         rule->versions ? rule->versions->text : "", rule->versions ? "]" : "");
	}
	str_add_char(out, '\n');
}

static struct json *set_json(const struct patchset *set)
{
	struct json *object = json_new_object(), *rules = json_new_array();
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
		json_append(rules, rule);
	}
	json_put(object, "rules", rules);
	return object;
}

static int list_run(const struct options *options, struct err *err)
{
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
	str_addf(&text, "`tpatch show RULE` tells what a rule is for.\n");
	if (options->json != JSON_OFF) {
		str_clear(&text);
		json_print(array, options->json == JSON_PRETTY, &text);
		str_add_char(&text, '\n');
	}
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	json_free(array);
	str_release(&text);
	patchset_library_free(library);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const enum option_id list_options[] = { OPTION_PATCHSETS, OPTION_JSON, OPTION_NONE };

const struct command command_list = {
	.name = "list",
	.arguments = "",
	.summary = "the patch sets and their rules",
	.help = "Lists every set with the versions it is for and its rules in the order in which they\n"
		"apply; in brackets the versions outside of which a rule is not applicable.\n",
	.options = list_options,
	.max_arguments = 0,
	.run = list_run,
};
