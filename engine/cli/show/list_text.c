#include "cli/show/list_text.h"

#include <string.h>

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

static void add_rule(const struct rule *rule, size_t longest, struct str *out)
{
	str_addf(out, "    %-*s  %s", (int)longest, rule->id, rule->title);
	add_conditions(rule, out);
	str_add_char(out, '\n');
}

static size_t longest_id(const struct patchset *set)
{
	size_t longest = 0;
	for (size_t i = 0; i < set->n_rules; i++)
		if (strlen(set->rules[i]->id) > longest)
			longest = strlen(set->rules[i]->id);
	return longest;
}

static void add_variable(const struct variable *variable, struct str *out)
{
	str_addf(out, "    --set %s=%s  %s", variable->name, variable->default_value, variable->help);
	for (size_t i = 0; variable->choices && variable->choices[i]; i++)
		str_addf(out, "%s%s%s", i ? ", " : " (", variable->choices[i], variable->choices[i + 1] ? "" : ")");
	for (size_t i = 0; i < variable->n_cases; i++)
		str_addf(out, "; for %s %s", variable->cases[i].versions->text, variable->cases[i].value);
	str_add_char(out, '\n');
}

static void add_variables(const struct patchset *set, struct str *out)
{
	for (size_t i = 0; i < set->n_variables; i++)
		add_variable(set->variables[i], out);
}

/* The heading of the pack `name`; the set's own rules need none. */
static void add_pack_head(
	const struct patchset_library *library, const struct patchset *set, const char *name, struct str *out)
{
	const struct patchset *pack = patchset_library_find(library, PATCHSET_PACK, slice_of(name));
	if (strcmp(name, set->name) == 0)
		str_addf(out, "  %s, its own\n", name);
	else
		str_addf(out, "  %s: %s\n", name, pack ? pack->summary : "");
}

void list_add_set(const struct patchset_library *library, const struct patchset *set, struct str *out)
{
	size_t longest = longest_id(set);
	const char *pack = "";
	str_addf(out, "%s  (%s %s)\n  %s\n", set->name, set->project, set->target->text, set->summary);
	for (size_t i = 0; i < set->n_rules; i++) {
		if (strcmp(pack, set->rules[i]->pack) != 0)
			add_pack_head(library, set, pack = set->rules[i]->pack, out);
		add_rule(set->rules[i], longest, out);
	}
	add_variables(set, out);
	str_add_char(out, '\n');
}

void list_add_own(const struct patchset *file, bool whole, bool (*takes)(void *ctx, const struct rule *rule), void *ctx,
	struct str *out)
{
	size_t longest = longest_id(file), count = 0;
	for (size_t i = 0; i < file->n_rules; i++) {
		const struct rule *rule = file->rules[i];
		if (strcmp(rule->pack, file->name) != 0 || !takes(ctx, rule))
			continue;
		if (!count++)
			str_addf(out, "%s: %s\n", file->name, file->summary ? file->summary : "");
		add_rule(rule, longest, out);
	}
	if (whole)
		add_variables(file, out);
	if (count)
		str_add_char(out, '\n');
}

void list_add_in_force(const struct patchset_library *library, const struct patchset *set,
	const struct rule_result *results, bool (*takes)(void *ctx, const struct rule *rule), void *ctx,
	struct str *out)
{
	size_t longest = longest_id(set), others = 0;
	const char *pack = "";
	str_add_char(out, '\n');
	for (size_t i = 0; i < set->n_rules; i++) {
		if (!results[i].in_force || !takes(ctx, set->rules[i]))
			continue;
		if (strcmp(pack, set->rules[i]->pack) != 0)
			add_pack_head(library, set, pack = set->rules[i]->pack, out);
		str_addf(out, "    %-*s  %s\n", (int)longest, set->rules[i]->id, set->rules[i]->title);
	}
	for (size_t i = 0; i < set->n_rules; i++) {
		if (results[i].in_force || !takes(ctx, set->rules[i]))
			continue;
		str_addf(out, "%s    %-*s  %s\n", others++ ? "" : "  do not apply\n", (int)longest, set->rules[i]->id,
			results[i].detail ? results[i].detail : "");
	}
	str_add_char(out, '\n');
}
