/*
 * What shows only when files meet: packs that sets use, rule ids that clash, projects that nobody describes.
 */
#include "patchset/library.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/sort.h"
#include "base/table.h"
#include "base/utf8.h"

/*
 * Does the project of a set declare the facts that the set's rules ask for, and are they asked as their types want it?
 */

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

/* For resolve.c. Are the facts that `rule`, which is written in `file`, asks for declared by the
 * project? */
static bool resolve_when(
	const struct loaded *file, const struct rule *rule, const struct project *project, struct err *err)
{
	struct check check = { project, file, err };
	when_each_fact(rule->when, check_fact, &check);
	return !is_failed(&check);
}

/* The way from a set to the pack being looked at. */
struct chain {
	const struct chain *from; /* NULL at the set */
	struct loaded *file;
};

/* The packs and rules of one set, in order. */
struct gathering {
	struct patchset_library *library;
	size_t number;               /* of those of the library, from 1 */
	const struct loaded **packs; /* those whose rules are in */
	size_t n_packs, packs_capacity;
	const struct rule **rules;
	size_t n_rules, rules_capacity;
	struct err *err;
};

/* Names of all files of `kind`; free() them. */
static const char **names_of(const struct patchset_library *library, enum patchset_kind kind, size_t *count)
{
	const char **names = xcalloc(library->n_files + 1, sizeof(*names));
	*count = 0;
	for (size_t i = 0; i < library->n_files; i++)
		if (!library->files[i]->replaced && library->files[i]->set->kind == kind)
			names[(*count)++] = library->files[i]->set->name;
	return names;
}

static bool refuse_unknown(const struct patchset_library *library, const struct loaded *in,
	const struct yaml_node *node, enum patchset_kind kind, struct err *err)
{
	size_t count;
	const char **names = names_of(library, kind, &count);
	struct slice name = slice_trim(node->text);
	const char *nearest = nearest_name(name, names, count);
	struct str all = STR_INIT;
	for (size_t i = 0; i < count; i++)
		str_addf(&all, "%s%s", i ? ", " : "", names[i]);
	const char *what = kind == PATCHSET_PACK ? "pack" : "project";
	yaml_fail(&in->file, node, err, "there is no %s '" SLICE_FMT "'", what, SLICE_ARG(utf8_excerpt(name)));
	if (nearest)
		err_hint(err, "did you mean '%s'?", nearest);
	else if (count)
		err_hint(err, "choose from: %s", str_slice(&all).ptr);
	else
		err_hint(err, "a file of the same folder must describe it, with the key '%s'", what);
	str_release(&all);
	free(names);
	return false;
}

/* "a -> b -> a", from where the circle begins. */
static void add_circle(const struct chain *chain, const struct loaded *pack, struct str *out)
{
	if (chain->file != pack)
		add_circle(chain->from, pack, out);
	str_addf(out, "%s -> ", chain->file->set->name);
}

static bool refuse_circle(
	const struct chain *chain, const struct loaded *pack, const struct yaml_node *node, struct err *err)
{
	struct str circle = STR_INIT;
	add_circle(chain, pack, &circle);
	yaml_fail(&chain->file->file, node, err, "packs use each other in a circle: %s%s", circle.ptr, pack->set->name);
	str_release(&circle);
	return false;
}

static bool gather(struct gathering *all, const struct chain *chain);

/* Takes in the pack named by entry `index` of the last file of `chain`; `named` are those of the entries before. */
static bool gather_entry(struct gathering *all, const struct chain *chain, size_t index, struct table *named)
{
	const struct yaml_node *node = schema_item(chain->file->use, index);
	if ((*table_at(named, slice_trim(node->text)))++)
		return yaml_fail(&chain->file->file, node, all->err, "the pack '" SLICE_FMT "' is listed twice",
			SLICE_ARG(slice_trim(node->text)));
	struct loaded *pack = library_find(all->library, PATCHSET_PACK, slice_trim(node->text));
	if (!pack)
		return refuse_unknown(all->library, chain->file, node, PATCHSET_PACK, all->err);
	/* Two packs may use the same third one. */
	if (pack->gathered_by == all->number)
		return true;
	if (pack->entered_by == all->number)
		return refuse_circle(chain, pack, node, all->err);
	return gather(all, &(struct chain){ chain, pack });
}

/* Takes in the packs that the last file of `chain` uses, and then its own rules. */
static bool gather(struct gathering *all, const struct chain *chain)
{
	struct loaded *file = chain->file;
	struct table named = { 0 };
	bool ok = true;
	file->entered_by = all->number;
	for (size_t i = 0; i < schema_item_count(file->use) && ok; i++)
		ok = gather_entry(all, chain, i, &named);
	table_release(&named);
	if (!ok)
		return false;
	file->gathered_by = all->number;
	VEC_PUSH(all->packs, all->n_packs, all->packs_capacity, file);
	for (size_t i = 0; i < file->n_rules; i++)
		VEC_PUSH(all->rules, all->n_rules, all->rules_capacity, &file->rules[i]);
	return true;
}

/* A rule and its place in the order of application. */
struct numbered {
	const struct rule *rule;
	size_t index;
};

static int compare_ids(const void *a, const void *b)
{
	const struct numbered *x = a, *y = b;
	int order = strcmp(x->rule->id, y->rule->id);
	return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

static bool refuse_double(const struct gathering *all, const struct rule *first, const struct rule *second)
{
	err_set(all->err, ERR_PATCHSET, "the rule id '%s' is used twice", second->id);
	for (size_t i = 0; i < all->n_packs; i++)
		if (strcmp(all->packs[i]->file.path, second->origin) == 0)
			yaml_err_at(&all->packs[i]->file,
				yaml_offset(&all->packs[i]->file, second->line, second->column), all->err);
	return err_hint(all->err, "the other rule is at %s:%zu:%zu", first->origin, first->line, first->column);
}

/* Sorted, because a file may hold more rules than can be compared each with each. */
static bool check_ids(const struct gathering *all)
{
	struct numbered *sorted = xcalloc(all->n_rules + 1, sizeof(*sorted));
	for (size_t i = 0; i < all->n_rules; i++)
		sorted[i] = (struct numbered){ all->rules[i], i };
	sort_stable(sorted, all->n_rules, sizeof(*sorted), compare_ids);
	size_t first = 0, second = all->n_rules;
	for (size_t i = 1; i < all->n_rules; i++) {
		if (strcmp(sorted[i - 1].rule->id, sorted[i].rule->id) == 0 && sorted[i].index < second) {
			first = sorted[i - 1].index;
			second = sorted[i].index;
		}
	}
	free(sorted);
	return second == all->n_rules || refuse_double(all, all->rules[first], all->rules[second]);
}

static void gather_variables(const struct gathering *all, struct patchset *set)
{
	size_t count = 0;
	for (size_t p = 0; p < all->n_packs; p++)
		count += all->packs[p]->set->n_variables;
	const struct variable **variables = arena_alloc(&all->library->arena, count * sizeof(*variables));
	count = 0;
	for (size_t p = 0; p < all->n_packs; p++)
		for (size_t i = 0; i < all->packs[p]->set->n_variables; i++)
			variables[count++] = all->packs[p]->set->variables[i];
	set->variables = variables;
	set->n_variables = count;
}

/* A set's project, and the facts of that project that the gathered rules ask for. */
static bool resolve_project(const struct gathering *all, struct loaded *file)
{
	if (file->set->kind != PATCHSET_SET)
		return true;
	const struct loaded *project = library_find(all->library, PATCHSET_PROJECT, slice_of(file->set->project));
	if (!project)
		return refuse_unknown(all->library, file, file->project, PATCHSET_PROJECT, all->err);
	file->set->project_details = &project->set->details;
	gather_variables(all, file->set);
	for (size_t p = 0; p < all->n_packs; p++)
		for (size_t i = 0; i < all->packs[p]->n_rules; i++)
			if (!resolve_when(all->packs[p], &all->packs[p]->rules[i], &project->set->details, all->err))
				return false;
	return true;
}

/* A pack serves many sets: its rules for versions that the set is not for are no rules of the set. */
static size_t leave_out_others(const struct gathering *all, const struct loaded *file, const struct rule **rules)
{
	size_t kept = 0;
	for (size_t i = 0; i < all->n_rules; i++) {
		const struct rule *rule = all->rules[i];
		bool is_own = rule >= file->rules && rule < file->rules + file->n_rules;
		if (is_own || !rule->versions || version_ranges_meet(rule->versions, file->set->target))
			rules[kept++] = rule;
	}
	return kept;
}

static struct patchset_source source_of(const struct loaded *file)
{
	return (struct patchset_source){ file->set->kind, file->set->name, file->bytes };
}

/* In the order in which they count, and the project last. */
static void keep_sources(const struct gathering *all, struct patchset *set)
{
	struct patchset_source *sources = arena_alloc(&all->library->arena, (all->n_packs + 1) * sizeof(*sources));
	for (size_t i = 0; i < all->n_packs; i++)
		sources[set->n_sources++] = source_of(all->packs[i]);
	sources[set->n_sources++] = source_of(library_find(all->library, PATCHSET_PROJECT, slice_of(set->project)));
	set->sources = sources;
}

static bool resolve_file(struct patchset_library *library, struct loaded *file, size_t number, struct err *err)
{
	struct gathering all = { .library = library, .number = number, .err = err };
	bool ok = gather(&all, &(struct chain){ NULL, file }) && check_ids(&all) && resolve_project(&all, file);
	if (ok && file->set->kind == PATCHSET_SET) {
		const struct rule **rules = arena_alloc(&library->arena, all.n_rules * sizeof(*rules));
		file->set->n_rules = leave_out_others(&all, file, rules);
		file->set->rules = rules;
		keep_sources(&all, file->set);
	}
	free(all.packs);
	free(all.rules);
	return ok;
}

/* Says of each pack whether a file uses it. */
static void find_used(struct patchset_library *library)
{
	for (size_t i = 0; i < library->n_files; i++) {
		const struct yaml_pair *use = library->files[i]->replaced ? NULL : library->files[i]->use;
		for (size_t k = 0; k < schema_item_count(use); k++) {
			struct loaded *pack =
				library_find(library, PATCHSET_PACK, slice_trim(schema_item(use, k)->text));
			if (pack)
				pack->is_used = true;
		}
	}
}

bool resolve_rules(struct patchset_library *library, struct err *err)
{
	find_used(library);
	/* What uses a pack checks it as well. Those that are left then use each other in a circle. */
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < library->n_files; i++) {
			struct loaded *one = library->files[i];
			bool is_due = !one->gathered_by && (pass || !one->is_used);
			if (!one->is_head && !one->replaced && one->set->kind != PATCHSET_PROJECT && is_due &&
				!resolve_file(library, one, ++library->n_gatherings, err))
				return false;
		}
	}
	return true;
}
