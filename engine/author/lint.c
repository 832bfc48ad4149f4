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

static bool is_known(const struct lint_report *report, const struct lint_finding *new)
{
	for (size_t i = 0; i < report->count; i++) {
		const struct lint_finding *old = &report->findings[i];
		if (old->line == new->line && strcmp(old->origin, new->origin) == 0 &&
			strcmp(old->message, new->message) == 0)
			return true;
	}
	return false;
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

static void lint_versions(const struct patchset *set, const struct rule *rule, struct lint_report *report)
{
	const struct version_range *ranges[] = { set->target, rule->versions, NULL };
	if (!lint_ranges_meet(ranges, 2)) {
		if (strcmp(set->origin, rule->origin) == 0)
			lint_add(report, LINT_WARNING, "never-in-force", rule, rule->line,
				"is for versions %s, and '%s' is for versions %s: it never applies",
				rule->versions->text, set->name, set->target->text);
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

/* --- two rules ---------------------------------------------------------------------------------------------------- */

static bool same_strings(const char *const *a, const char *const *b)
{
	for (; *a && *b; a++, b++)
		if (strcmp(*a, *b) != 0)
			return false;
	return !*a && !*b;
}

static bool same_text(const struct def_text *a, const struct def_text *b)
{
	return slice_eq(slice_trim(a->text), slice_trim(b->text));
}

static bool same_context(const struct context_def *a, const struct context_def *b)
{
	if (a->kind != b->kind || a->n_parts != b->n_parts || !same_text(&a->pattern, &b->pattern))
		return false;
	for (size_t i = 0; i < a->n_parts; i++)
		if (!same_context(&a->parts[i], &b->parts[i]))
			return false;
	return true;
}

static bool same_where(const struct where_def *a, const struct where_def *b)
{
	if (a->kind != b->kind || a->n_values != b->n_values || !same_text(&a->capture, &b->capture))
		return false;
	for (size_t i = 0; i < a->n_values; i++)
		if (!slice_eq(a->values[i].text, b->values[i].text))
			return false;
	return true;
}

/* Do both choose the same places? */
static bool same_selector(const struct edit_def *a, const struct edit_def *b)
{
	bool same = a->n_where == b->n_where && a->pick == b->pick && a->pick_number == b->pick_number &&
		    !a->op->stands_alone && !b->op->stands_alone;
	for (size_t i = 0; same && i < a->n_where; i++)
		same = same_where(&a->where[i], &b->where[i]);
	return same && same_text(&a->match, &b->match) && same_text(&a->regex, &b->regex) &&
	       same_context(&a->context, &b->context);
}

/* Does the first edit, without any condition, fit wherever the second does? */
static bool is_wider(const struct rule *first, size_t k, const struct rule *second, size_t i)
{
	const struct edit_def *edit = &first->edits[k];
	const struct pattern *wide = edit_rule_pattern(first->compiled[k]),
			     *narrow = edit_rule_pattern(second->compiled[i]);
	bool unconditional = !edit->n_where && !edit->context.n_parts && !edit->n_already && edit->pick == PICK_EVERY &&
			     !edit->op->once;
	return unconditional && wide && narrow && pattern_is_statement(wide) == pattern_is_statement(narrow) &&
	       pattern_covers(wide, narrow);
}

static void lint_edit_pair(
	const struct rule *first, size_t k, const struct rule *second, size_t i, struct lint_report *report)
{
	if (first->edits[k].op->inserts && second->edits[i].op->inserts)
		return; /* one leaves what the other looks for, and both put their lines there */
	if (same_selector(&first->edits[k], &second->edits[i]))
		lint_add(report, LINT_WARNING, "shadowed", second, second->edits[i].line,
			"edit %zu looks for the same code in the same files as '%s' (%s:%zu)", i + 1, first->id,
			first->origin, first->edits[k].line);
	else if (is_wider(first, k, second, i))
		lint_add(report, LINT_WARNING, "shadowed", second, second->edits[i].line,
			"edit %zu fits only where the wider pattern of '%s' fits too, in the same files (%s:%zu)",
			i + 1, first->id, first->origin, first->edits[k].line);
}

static void lint_pair(const struct rule *first, const struct rule *second, struct lint_report *report)
{
	const struct version_range *ranges[] = { first->versions, second->versions };
	if (first->notice || second->notice || !same_strings(first->files, second->files) ||
		first->language != second->language || !lint_ranges_meet(ranges, 2))
		return;
	for (size_t i = 0; i < second->n_edits; i++)
		for (size_t k = 0; k < first->n_edits; k++)
			lint_edit_pair(first, k, second, i, report);
}

/* In a pack too: its rules cannot count on those of a set. */
static void lint_group(const struct patchset *set, const struct rule *rule, struct lint_report *report)
{
	for (size_t i = 0; rule->group && i < set->n_rules; i++)
		if (set->rules[i] != rule && set->rules[i]->group && strcmp(set->rules[i]->group, rule->group) == 0)
			return;
	if (rule->group)
		lint_add(report, LINT_WARNING, "group-of-one", rule, rule->line,
			"is the only rule of '%s' in the group '%s'", set->name, rule->group);
}

void lint_patchset(const struct patchset *set, struct lint_report *report)
{
	for (size_t i = 0; i < set->n_rules; i++) {
		lint_rule(set->rules[i], report);
		lint_group(set, set->rules[i], report);
		if (set->kind == PATCHSET_SET)
			lint_versions(set, set->rules[i], report);
		for (size_t k = 0; k < i; k++)
			lint_pair(set->rules[k], set->rules[i], report);
	}
}
