#include "report/text_head.h"

#include <string.h>

#include "patchset/digest.h"
#include "text/wrap.h"

/* Columns of the word that a line begins with. */
#define WORD_WIDTH 9

/* Whoever checks a tree may want to pin what it is held against; a run has it in its record. */
static void add_digest(const struct report *report, struct str *out)
{
	char digest[SHA256_HEX_LEN + 1];
	bool is_told = report->verbose || strcmp(report->command, "check") == 0;
	if (is_told && patchset_digest_hex(report->plan->set, digest))
		str_addf(out, "digest   %s\n", digest);
}

/* A line of the header: what it is about, and the text; `text` is empty afterwards. Nothing where the text is. */
static void add_head(const struct report *report, const char *word, struct str *text, struct str *out)
{
	struct str line = STR_INIT;
	if (!text->len)
		return;
	str_addf(&line, "%-*s%s", WORD_WIDTH, word, text->ptr);
	wrap_add(str_slice(&line), 0, WORD_WIDTH, report->width, out);
	str_add_char(out, '\n');
	str_release(&line);
	str_clear(text);
}

static void add_target(const struct report *report, struct str *text, struct str *out)
{
	const struct target *target = report->target;
	str_addf(text, "%s %s", target->project->name, target->label);
	if (target->n_clues)
		str_addf(text, " (%s: %s)", target_clue_source(target, &target->clues[0]), target->clues[0].said);
	add_head(report, "version", text, out);
	str_add_cstr(text, target->untried ? target->untried : "");
	add_head(report, "", text, out);
}

/* With those of the profile that this machine does not bear out. */
static void add_facts(const struct report *report, const struct fact_values *facts, struct str *text, struct str *out)
{
	for (size_t i = 0; i < facts->count; i++)
		str_addf(text, "%s%s %s", i ? ", " : "", facts->items[i].fact->name, facts->items[i].text);
	if (facts->profile)
		str_addf(text, "%s(profile %s)", facts->count ? " " : "none ", facts->profile->name);
	add_head(report, "facts", text, out);
	for (size_t i = 0; i < facts->count; i++) {
		const struct fact_value *value = &facts->items[i];
		if (value->doubt)
			str_addf(text, "%s %s is the profile's value; on this machine: %s", value->fact->name,
				value->text, value->doubt);
		add_head(report, "but", text, out);
	}
}

void text_head_add(const struct report *report, struct str *out)
{
	struct str text = STR_INIT;
	const struct patchset *set = report->plan->set;
	str_addf(out, "tree     %s\n", report->root);
	add_target(report, &text, out);
	str_addf(&text, "%s, %zu rule%s", set->name, report->plan->n_rules, str_plural(report->plan->n_rules));
	add_head(report, "set", &text, out);
	add_digest(report, out);
	if (report->plan->facts)
		add_facts(report, report->plan->facts, &text, out);
	str_add_cstr(&text, report->settings ? report->settings : "");
	add_head(report, "settings", &text, out);
	str_add_cstr(&text, report->overridden ? report->overridden : "");
	add_head(report, "but", &text, out);
	str_add_cstr(&text, report->past && report->past->told ? report->past->told : "");
	add_head(report, "options", &text, out);
	for (const char **remark = report->past ? report->past->remarks : NULL; remark && *remark; remark++) {
		str_add_cstr(&text, *remark);
		add_head(report, "but", &text, out);
	}
	for (size_t i = 0; i < set->n_variables; i++)
		str_addf(&text, "%s%s %s", i ? ", " : "", set->variables[i]->name, set->variables[i]->value);
	add_head(report, "values", &text, out);
	str_add_char(out, '\n');
	str_release(&text);
}
