#include "cli/show/list_markdown.h"

#include <string.h>

/* `text` in a cell of a table: nothing in it means anything to Markdown or HTML. */
static void add_cell(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (*text == '<')
			str_add_cstr(out, "&lt;");
		else if (strchr("|\\`*_[]", *text))
			str_addf(out, "\\%c", *text);
		else
			str_add_char(out, *text == '\n' ? ' ' : *text);
	}
}

static void add_links(const char *const *links, struct str *out)
{
	for (size_t i = 0; links && links[i]; i++)
		str_addf(out, " [%zu](%s)", i + 1, links[i]);
}

/* What it does, then why; a notice with what it says. */
static void add_purpose(const struct rule *rule, struct str *out)
{
	str_add_cstr(out, "**");
	add_cell(rule->title, out);
	str_add_cstr(out, ".** ");
	add_cell(rule->why, out);
	add_links(rule->links, out);
	for (size_t i = 0; i < rule->n_shown_by; i++)
		str_addf(out, "%s%s", i ? ", " : "<br>*shown by:* ", rule->shown_by[i].tool);
	if (rule->notice == NOTICE_NONE)
		return;
	str_addf(out, "<br>*%ss:* ", notice_name(rule->notice));
	add_cell(rule->notice_text, out);
}

static void add_in_force(const struct rule *rule, struct str *out)
{
	if (rule->versions) {
		add_cell(rule->versions->text, out);
		str_add_cstr(out, rule_versions_known(rule));
	} else {
		str_add_cstr(out, "all");
	}
	if (rule->when) {
		struct str when = STR_INIT;
		when_format(rule->when, &when);
		str_add_cstr(out, "<br>when ");
		add_cell(when.ptr, out);
		str_release(&when);
		str_add_cstr(out, rule->applies_when_unknown ? "<br>or not known" : "");
	}
}

static void add_upstream(const struct rule *rule, struct str *out)
{
	if (rule->upstream_status)
		str_add_cstr(out, rule->upstream_status);
	if (rule->upstream_fixed_in)
		str_addf(out, ", fixed in %s", rule->upstream_fixed_in);
	if (rule->upstream_link)
		str_addf(out, " ([change](%s))", rule->upstream_link);
}

static void add_files(const struct rule *rule, struct str *out)
{
	for (size_t i = 0; rule->files && rule->files[i]; i++) {
		str_add_cstr(out, i ? "<br>" : "");
		add_cell(rule->files[i], out);
	}
}

static void add_rule(const struct rule *rule, struct str *out)
{
	str_addf(out, "| `%s` | ", rule->id);
	add_purpose(rule, out);
	str_add_cstr(out, " | ");
	add_in_force(rule, out);
	str_add_cstr(out, " | ");
	add_upstream(rule, out);
	str_add_cstr(out, " | ");
	add_files(rule, out);
	str_add_cstr(out, " |\n");
}

/* The rules that were written in `file` itself: a set has those of its packs as well. */
static void add_section(const struct patchset *file, struct str *out)
{
	bool any = false;
	for (size_t i = 0; i < file->n_rules; i++) {
		if (strcmp(file->rules[i]->origin, file->origin) != 0)
			continue;
		if (!any) {
			str_addf(out, "\n## %s\n\n", file->name);
			add_cell(file->summary, out);
			str_add_cstr(out, ".\n\n| rule | what and why | applies to | upstream | files |\n"
					  "|---|---|---|---|---|\n");
		}
		any = true;
		add_rule(file->rules[i], out);
	}
}

static void add_set(const struct patchset *set, struct str *out)
{
	str_addf(out, "| `%s` | %s ", set->name, set->project);
	add_cell(set->target->text, out);
	str_addf(out, " | %zu | ", set->n_rules);
	for (size_t i = 0; set->use && set->use[i]; i++)
		str_addf(out, "%s%s", i ? ", " : "", set->use[i]);
	str_add_cstr(out, " |\n");
}

void list_markdown(const struct patchset_library *library, struct str *out)
{
	static const enum patchset_kind kinds[] = { PATCHSET_PACK, PATCHSET_SET };
	size_t count;
	const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &count);
	str_add_cstr(out, "# Sets and rules\n\nMade by `tpatch list --format markdown`; not written by hand.\n\n"
			  "| set | for | rules | packs |\n|---|---|---|---|\n");
	for (size_t i = 0; i < count; i++)
		add_set(sets[i], out);
	for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
		const struct patchset *const *files = patchset_library_all(library, kinds[k], &count);
		for (size_t i = 0; i < count; i++)
			add_section(files[i], out);
	}
}
