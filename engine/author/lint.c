#include "author/lint.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "author/lint_private.h"
#include "base/sort.h"

const char *lint_level_name(enum lint_level level)
{
	static const char *const names[LINT_LEVEL_COUNT] = { "note", "warning", "error" };
	return names[level];
}

/* Was it added before? From now on it was. */
static bool is_known(struct lint_report *report, const struct lint_finding *finding)
{
	struct str key = STR_INIT;
	str_addf(&key, "%s\n%zu\n%s", finding->origin, finding->line, finding->message);
	size_t len = key.len;
	size_t *known = table_at(&report->known, slice_from(arena_take(&report->arena, &key), len));
	return (*known)++ > 0;
}

void lint_add(struct lint_report *report, enum lint_level level, const char *check, const struct rule *rule,
	size_t line, const char *format, ...)
{
	struct str text = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&text, format, args);
	va_end(args);
	struct lint_finding finding = { level, check, rule->origin, line, rule->id, text.ptr };
	if (!is_known(report, &finding)) {
		finding.message = arena_dup(&report->arena, str_slice(&text));
		finding.origin = arena_strdup(&report->arena, rule->origin);
		finding.rule = arena_strdup(&report->arena, rule->id);
		VEC_PUSH(report->findings, report->count, report->capacity, finding);
		report->counts[level]++;
	}
	str_release(&text);
}

static int by_place(const void *a, const void *b)
{
	const struct lint_finding *x = a, *y = b;
	int order = strcmp(x->origin, y->origin);
	if (!order)
		order = (x->line > y->line) - (x->line < y->line);
	return order ? order : strcmp(x->message, y->message);
}

void lint_report_sort(struct lint_report *report)
{
	if (report->count)
		sort_stable(report->findings, report->count, sizeof(*report->findings), by_place);
}

void lint_report_release(struct lint_report *report)
{
	free(report->findings);
	table_release(&report->known);
	arena_release(&report->arena);
	*report = (struct lint_report){ 0 };
}

/* --- versions ----------------------------------------------------------------------------------------------------- */

bool lint_ranges_meet(const struct version_range *const *ranges, size_t count)
{
	struct version_range all = { .text = "" };
	struct version any = { .n_parts = 0 };
	size_t capacity = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; ranges[i] && k < ranges[i]->n_clauses; k++)
			VEC_PUSH(all.clauses, all.n_clauses, capacity, ranges[i]->clauses[k]);
	bool meet = version_range_may_have(&all, &any, 0);
	free(all.clauses);
	return meet;
}

/* A rule of a pack may be there for other sets, and one that is optional says itself that it may find nothing. */
static enum lint_level level_in(const struct patchset *set, const struct rule *rule)
{
	return strcmp(set->origin, rule->origin) == 0 && !rule->optional ? LINT_WARNING : LINT_NOTE;
}

/* Its versions and those of its set have none in common. */
static void tell_never(const struct patchset *set, const struct rule *rule, struct lint_report *report)
{
	if (strcmp(set->origin, rule->origin) != 0)
		return;
	if (lint_ranges_meet(&set->target, 1))
		lint_add(report, LINT_WARNING, "never-in-force", rule, rule->line,
			"is for versions %s, and '%s' is for versions %s: it never applies", rule->versions->text,
			set->name, set->target->text);
	else
		lint_add(report, LINT_WARNING, "never-in-force", rule, rule->line,
			"'%s' is for versions %s, and no version is in that range: it never applies", set->name,
			set->target->text);
}

static void lint_versions(const struct patchset *set, const struct rule *rule, struct lint_report *report)
{
	const struct version_range *ranges[] = { set->target, rule->versions, NULL };
	if (!lint_ranges_meet(ranges, 2)) {
		tell_never(set, rule, report);
		return;
	}
	struct version fixed;
	if (!rule->upstream_fixed_in || !version_parse(&fixed, slice_of(rule->upstream_fixed_in), NULL))
		return;
	struct version_clause older = { VERSION_LT, fixed }, newer = { VERSION_GE, fixed };
	struct version_range before = { "", &older, 1 }, since = { "", &newer, 1 };
	ranges[2] = &before;
	bool some_need_it = lint_ranges_meet(ranges, 3);
	ranges[2] = &since;
	if (!some_need_it)
		lint_add(report, level_in(set, rule), "dead", rule, rule->line,
			"fixed upstream in %s: no version of '%s' (%s) still needs it", rule->upstream_fixed_in,
			set->name, set->target->text);
	else if (!rule->optional && lint_ranges_meet(ranges, 3))
		lint_add(report, LINT_NOTE, "needed-no-longer", rule, rule->line,
			"fixed upstream in %s: later versions of '%s' (%s) no longer need it; add versions: \"<%s\"",
			rule->upstream_fixed_in, set->name, set->target->text, rule->upstream_fixed_in);
}

/* --- the set ------------------------------------------------------------------------------------------------------ */

/* How many rules each group has. */
static void count_groups(const struct patchset *set, struct table *groups)
{
	for (size_t i = 0; i < set->n_rules; i++)
		if (set->rules[i]->group)
			++*table_at(groups, slice_of(set->rules[i]->group));
}

/* In a pack too: its rules cannot count on those of a set. */
static void lint_group(
	const struct patchset *set, const struct rule *rule, const struct table *groups, struct lint_report *report)
{
	if (rule->group && table_get(groups, slice_of(rule->group)) == 1)
		lint_add(report, LINT_WARNING, "group-of-one", rule, rule->line,
			"is the only rule of '%s' in the group '%s'", set->name, rule->group);
}

void lint_patchset(const struct patchset *set, struct lint_report *report)
{
	struct table groups = { 0 };
	count_groups(set, &groups);
	for (size_t i = 0; i < set->n_rules; i++) {
		lint_rule(set->rules[i], report);
		lint_group(set, set->rules[i], &groups, report);
		if (set->kind == PATCHSET_SET)
			lint_versions(set, set->rules[i], report);
	}
	lint_pairs(set, report);
	table_release(&groups);
}
