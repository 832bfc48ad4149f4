/*
 * Does the project of a set declare the facts that the set's rules ask for, and are they asked as their types want it?
 */
#include "patchset/library.h"

/* The rule being checked, and the first thing that is wrong with it. */
struct check {
	const struct project *project;
	const struct loaded *file; /* that holds the rule */
	struct err *err;
};

static bool is_failed(const struct check *check)
{
	return check->err->kind != ERR_NONE;
}

static void place(const struct check *check, size_t line, size_t column, size_t offset)
{
	check->err->kind = ERR_PATCHSET;
	yaml_err_at(&check->file->file, yaml_offset(&check->file->file, line, column) + offset, check->err);
}

static void check_range(const struct check *check, const struct fact *fact, const struct when_value *value)
{
	struct arena arena = ARENA_INIT;
	struct version_range range;
	size_t error_offset = 0;
	if (!value->range) {
		version_range_parse(&range, slice_of(value->text), &arena, &error_offset, check->err);
		place(check, value->line, value->column, value->is_string ? error_offset + 1 : error_offset);
	} else if (!value->is_string) {
		err_set(check->err, ERR_PATCHSET, "'%s' must be in quotes", fact->name);
		place(check, value->line, value->column, 0);
		err_hint(check->err, "write \"%s\"", value->text);
	}
	arena_release(&arena);
}

static void check_fact(void *ctx, const struct when *when)
{
	const struct check *check = ctx;
	if (is_failed(check))
		return;
	const struct fact *fact = fact_find(check->project, slice_of(when->fact));
	if (!fact) {
		fact_fail_unknown(check->project, slice_of(when->fact), check->err);
		place(check, when->line, when->column, 0);
	}
	for (size_t i = 0; fact && i < when->n_values && !is_failed(check); i++) {
		const struct when_value *value = &when->values[i];
		if (fact->type == FACT_VERSION)
			check_range(check, fact, value);
		else if (!fact_check(fact, slice_of(value->text), check->err))
			place(check, value->line, value->column, 0);
	}
}

bool resolve_when(const struct loaded *file, const struct rule *rule, const struct project *project, struct err *err)
{
	struct check check = { project, file, err };
	when_each_fact(rule->when, check_fact, &check);
	return !is_failed(&check);
}
