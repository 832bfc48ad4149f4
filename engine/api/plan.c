/* Patch sets and plans: opened, made, freed, printed. */
#include <stdlib.h>
#include <string.h>

#include "api/private.h"
#include "base/alloc.h"
#include "report/report.h"
#include "tree/glob_check.h"

/* Columns of text reports. */
#define REPORT_WIDTH 100
#define REPORT_CONTEXT 3

struct tpatch_sets *tpatch_sets_open(const char *extra, struct tpatch_error **error)
{
	struct err err = ERR_INIT;
	struct patchset_library *library = patchset_library_load(extra, &err);
	if (!library)
		return embed_fail(&err, error);
	struct tpatch_sets *sets = xcalloc(1, sizeof(*sets));
	const struct patchset *const *all = patchset_library_all(library, PATCHSET_SET, &sets->count);
	sets->extra = extra ? xstrdup(extra) : NULL;
	sets->library = library;
	sets->items = xcalloc(sets->count, sizeof(*sets->items));
	for (size_t i = 0; i < sets->count; i++)
		sets->items[i] = (struct tpatch_set){
			.name = all[i]->name,
			.summary = all[i]->summary,
			.project = all[i]->project,
			.versions = all[i]->target->text,
			.n_rules = all[i]->n_rules,
			.origin = all[i]->origin,
		};
	return sets;
}

void tpatch_sets_free(struct tpatch_sets *sets)
{
	if (!sets)
		return;
	patchset_library_free(sets->library);
	free(sets->extra);
	free(sets->items);
	free(sets);
}

const struct tpatch_set *tpatch_sets_at(const struct tpatch_sets *sets, size_t index)
{
	return index < sets->count ? &sets->items[index] : NULL;
}

/* The options as this version of the library knows them. */
static bool read_options(const struct tpatch_options *given, struct tpatch_options *out, struct err *err)
{
	*out = (struct tpatch_options){ 0 };
	if (given->size < offsetof(struct tpatch_options, root) + sizeof(given->root)) {
		err_set(err, ERR_USAGE, "'size' of the options is %zu", given->size);
		return err_hint(err, "set it to sizeof(struct tpatch_options)");
	}
	memcpy(out, given, given->size < sizeof(*out) ? given->size : sizeof(*out));
	const char *bytes = (const char *)given;
	for (size_t i = sizeof(*out); i < given->size; i++)
		if (bytes[i])
			return err_set(err, ERR_USAGE, "the program asks for options that tpatch %s does not know",
				TPATCH_VERSION);
	return true;
}

static void add_list(const char *name, const char *const *values, struct str *out)
{
	for (size_t i = 0; values && values[i]; i++)
		report_add_option(name, values[i], out);
}

static void add_about(const struct tpatch_sets *sets, const struct tpatch_options *options, struct str *out)
{
	report_add_option("tag", options->tag, out);
	report_add_option("use", options->use, out);
	report_add_option("patchsets", sets->extra, out);
	report_add_option("profile", options->profile, out);
	report_add_option("facts", options->facts_file, out);
	add_list("fact", options->facts, out);
	add_list("set", options->values, out);
}

static void add_selection(const struct tpatch_options *options, struct str *out)
{
	add_list("rule", options->rules, out);
	add_list("pack", options->packs, out);
	add_list("skip", options->skips, out);
	add_list("globs", options->globs, out);
}

static bool open_tree(struct tpatch_plan *plan, const struct tpatch_options *options, struct err *err)
{
	plan->root = root_open(options->root ? options->root : ".", err);
	return plan->root && journal_read_in_force(plan->root, &plan->journal, err) &&
	       journal_require_whole(&plan->journal, root_path(plan->root), err);
}

static bool choose_set(
	struct tpatch_plan *plan, const struct tpatch_sets *sets, const struct tpatch_options *options, struct err *err)
{
	struct target *target = &plan->target;
	if (!target_detect(plan->root, sets->library, options->tag, target, err))
		return false;
	if (!options->use) {
		plan->set =
			patchset_select(sets->library, target->project->name, &target->version, target->n_known, err);
		return plan->set != NULL;
	}
	plan->set = patchset_library_find(sets->library, PATCHSET_SET, slice_of(options->use));
	return plan->set || patchset_no_such_set(sets->library, options->use, err);
}

static bool set_values(
	struct tpatch_plan *plan, const struct tpatch_sets *sets, const struct tpatch_options *options, struct err *err)
{
	struct fact_request facts = {
		.profile = options->profile, .file = options->facts_file, .pairs = options->facts
	};
	if (!fact_values_gather(&plan->facts, plan->set->project_details, &facts, err))
		return false;
	struct variable_request values = { options->values, plan->facts.profile, &plan->target.version,
		plan->target.n_known };
	return patchset_with_values(sets->library, &values, &plan->library, &plan->set, err);
}

/* A glob that matches nothing is a mistake: it would make every plan empty. */
static bool check_globs(const struct tpatch_plan *plan, const char *const *globs, struct err *err)
{
	struct tree tree = tree_of_root(plan->root);
	bool ok = true;
	for (size_t i = 0; ok && globs && globs[i]; i++)
		ok = globs_check(&tree, plan->set, &(struct user_glob){ globs[i], globs[i] }, 1, err);
	return ok;
}

static bool make(struct tpatch_plan *plan, const struct tpatch_options *options, struct err *err)
{
	struct applied_lookup applied = commit_applied_lookup(&plan->journal);
	struct rule_choice choice = { options->rules, options->packs, options->skips };
	struct plan_options plan_options = {
		.choices = &choice,
		.n_choices = 1,
		.globs = options->globs,
		.n_threads = options->n_threads,
		.applied = &applied,
		.facts = &plan->facts,
		.progress = options->progress,
		.progress_ctx = options->progress_context,
	};
	return check_globs(plan, options->globs, err) &&
	       plan_make(plan->root, plan->set, &plan->target, &plan_options, &plan->plan, err);
}

struct tpatch_plan *tpatch_plan_make(
	const struct tpatch_sets *sets, const struct tpatch_options *options, struct tpatch_error **error)
{
	struct err err = ERR_INIT;
	struct tpatch_options known;
	if (!read_options(options, &known, &err))
		return embed_fail(&err, error);
	struct tpatch_plan *plan = xcalloc(1, sizeof(*plan));
	if (!open_tree(plan, &known, &err) || !choose_set(plan, sets, &known, &err) ||
		!set_values(plan, sets, &known, &err) || !make(plan, &known, &err)) {
		tpatch_plan_free(plan);
		return embed_fail(&err, error);
	}
	add_about(sets, &known, &plan->about);
	add_selection(&known, &plan->selection);
	embed_view(plan);
	return plan;
}

void tpatch_plan_free(struct tpatch_plan *plan)
{
	if (!plan)
		return;
	arena_release(&plan->view.arena);
	str_release(&plan->about);
	str_release(&plan->selection);
	plan_release(&plan->plan);
	fact_values_release(&plan->facts);
	target_release(&plan->target);
	patchset_library_free(plan->library);
	journal_release(&plan->journal);
	if (plan->root)
		root_close(plan->root);
	free(plan);
}

bool tpatch_plan_is_stopped(const struct tpatch_plan *plan)
{
	return plan_is_stopped(&plan->plan);
}

char *tpatch_plan_diff(const struct tpatch_plan *plan, size_t change, size_t context, size_t *size)
{
	struct str text = STR_INIT;
	if (change == TPATCH_ALL_CHANGES)
		report_diff(&plan->plan, context, false, &text);
	else if (change < plan->plan.n_changes)
		report_change(&plan->plan.changes[change], context, &text, NULL);
	return embed_detach(&text, size);
}

char *tpatch_plan_report(const struct tpatch_plan *plan, const char *format, size_t *size, struct tpatch_error **error)
{
	struct err err = ERR_INIT;
	const struct report_format *found = report_format_find(slice_of(format));
	if (!found) {
		err_set(&err, ERR_USAGE, "there is no format '%s'", format);
		return embed_fail(&err, error);
	}
	static const struct commit_report nothing_recovered = { 0 };
	struct report report = {
		.command = "check",
		.tool = TPATCH_VERSION,
		.root = root_path(plan->root),
		.about = plan->about.ptr ? plan->about.ptr : "",
		.selection = plan->selection.ptr ? plan->selection.ptr : "",
		.target = &plan->target,
		.plan = &plan->plan,
		.recovery = &nothing_recovered,
		.exit_code = plan_is_stopped(&plan->plan) ? TPATCH_ERROR_UNFIT : plan->plan.n_changes != 0,
		.width = REPORT_WIDTH,
		.context = REPORT_CONTEXT,
		.style = REPORT_PRETTY,
	};
	struct str text = STR_INIT;
	found->print(&report, &text);
	return embed_detach(&text, size);
}
