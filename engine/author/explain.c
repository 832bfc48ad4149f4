#include "author/explain.h"

#include <stdlib.h>
#include <string.h>

#include "author/explain_file.h"
#include "author/explain_taken.h"
#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"
#include "plan/evaluate/evaluate.h"
#include "plan/evaluate/in_force.h"

struct explainer {
	const struct explain_request *request;
	struct explanation *out;
	struct edit_order order;
	struct taker *taker;
	const struct taken *taken; /* [out->n_taken], sorted by path */
};

/* --- what a run would say ----------------------------------------------------------------------------------------- */

/* A plan that fails is told, and is no failure: the explanation may say why. Its walk is the one in which the rule's
 * files are seen. */
static void make_plan(struct explainer *e, const struct plan_watch *watch)
{
	const struct explain_request *request = e->request;
	struct explanation *out = e->out;
	struct plan_options options = { .n_threads = request->n_threads,
		.applied = request->applied,
		.facts = request->facts,
		.watch = watch,
		.trace = request->trace };
	struct patchset alone = *request->set;
	bool has = false;
	for (size_t i = 0; i < request->set->n_rules; i++)
		has = has || request->set->rules[i] == request->rule;
	if (!has) {
		alone.rules = &e->request->rule;
		alone.n_rules = 1;
	}
	if (!plan_make(request->root, has ? request->set : &alone, request->target, &options, &out->plan,
		    &out->plan_err)) {
		if (watch)
			taker_walk_alone(e->taker);
		return;
	}
	for (size_t i = 0; i < out->plan.n_rules; i++)
		if (out->plan.rules[i].rule == request->rule)
			out->result = &out->plan.rules[i];
}

static int compare_to_finding(const void *path, const void *finding)
{
	return strcmp(path, ((const struct finding *)finding)->path);
}

static const struct finding *finding_of(const struct explanation *out, const char *path)
{
	const struct plan *plan = &out->plan;
	size_t i = out->result ? sort_lower_bound(plan->findings, plan->n_findings, sizeof(*plan->findings), path,
					 compare_to_finding)
			       : plan->n_findings;
	for (; i < plan->n_findings && strcmp(plan->findings[i].path, path) == 0; i++)
		if (&plan->rules[plan->findings[i].rule] == out->result)
			return &plan->findings[i];
	return NULL;
}

/* --- the files that are explained --------------------------------------------------------------------------------- */

static bool read_file(
	struct explainer *e, const char *path, struct str *bytes, struct explain_file *file, struct err *err)
{
	*file = (struct explain_file){ .path = arena_strdup(&e->out->arena, path),
		.finding = finding_of(e->out, path) };
	return root_read(e->request->root, path, SOURCE_MAX_BYTES, bytes, NULL, err);
}

/* Does some edit find a place in the file? What is done to the file itself has none but the file. */
static bool has_place(const struct explainer *e, const struct explain_file *file)
{
	const struct finding *finding = file->finding;
	bool is_found = e->request->rule->file_edit && finding &&
			(finding->verdict == VERDICT_WOULD_PATCH || finding->verdict == VERDICT_ALREADY_PATCHED);
	return is_found || explain_file_has_places(e->request->rule, file);
}

static bool explain_one(struct explainer *e, const char *path, struct err *err)
{
	struct str bytes = STR_INIT;
	struct file_stat st;
	struct explain_file *file = e->out->explained = arena_alloc(&e->out->arena, sizeof(*file));
	bool ok = root_stat(e->request->root, path, &st, err);
	if (!ok && !path_check(slice_of(path), err))
		return err_hint(err, "FILE is a path from --root, with '/'");
	if (ok && st.type != FILE_REGULAR) {
		err_set(err, ERR_USAGE,
			st.type == FILE_NONE ? "there is no file '%s' in '%s'" : "'%s' is no regular file in '%s'",
			path, root_path(e->request->root));
		return err_hint(err, "FILE is a path from --root, with '/'");
	}
	ok = ok && read_file(e, path, &bytes, file, err);
	if (ok) {
		taker_judge(e->taker, path, file);
		explain_file_fill(e->request->rule, &e->order, str_slice(&bytes), &e->out->arena, file);
		e->out->n_explained = 1;
		e->out->n_with_places = has_place(e, file);
	}
	str_release(&bytes);
	return ok;
}

/* Puts `file` among the nearest ones if it is near enough; releases the one that falls out. */
static void keep_nearest(struct explainer *e, struct explain_file *nearest, size_t *count, struct explain_file *file)
{
	const struct rule *rule = e->request->rule;
	size_t score = explain_file_score(rule, file), at = *count;
	while (at > 0 && explain_file_score(rule, &nearest[at - 1]) < score)
		at--;
	if (!score || at == EXPLAIN_MAX_FILES) {
		explain_file_release(rule, file);
		return;
	}
	if (*count == EXPLAIN_MAX_FILES)
		explain_file_release(rule, &nearest[--*count]);
	memmove(&nearest[at + 1], &nearest[at], (*count - at) * sizeof(*nearest));
	nearest[at] = *file;
	++*count;
}

/* Explains the file by what is in it. False where it cannot be read: the plan tells of it. */
static bool fill_file(struct explainer *e, const char *path, struct str *bytes, struct explain_file *file)
{
	struct err unreadable = ERR_INIT;
	bool ok = read_file(e, path, bytes, file, &unreadable);
	err_release(&unreadable);
	if (!ok)
		return false;
	taker_judge(e->taker, path, file);
	explain_file_fill(e->request->rule, &e->order, str_slice(bytes), &e->out->arena, file);
	return true;
}

/* The first files in which something fits, or of which the plan has something to say. */
static void explain_found(struct explainer *e, struct str *bytes)
{
	struct explanation *out = e->out;
	for (size_t i = 0; i < out->n_taken; i++) {
		const struct taken *taken = &e->taken[i];
		struct explain_file file;
		bool is_told = finding_of(out, taken->path) != NULL;
		if ((!taken->has_word && out->n_with_places) || (!taken->may_fit && !is_told) ||
			!fill_file(e, taken->path, bytes, &file))
			continue;
		bool is_place = has_place(e, &file);
		out->n_with_places += is_place;
		if ((is_place || is_told) && out->n_explained < EXPLAIN_MAX_FILES)
			out->explained[out->n_explained++] = file;
		else
			explain_file_release(e->request->rule, &file);
	}
}

/* Where there is none, those that come nearest. */
static void explain_nearest(struct explainer *e, struct str *bytes)
{
	struct explanation *out = e->out;
	struct explain_file nearest[EXPLAIN_MAX_FILES], file;
	size_t n_nearest = 0;
	for (size_t i = 0; i < out->n_taken; i++)
		if (fill_file(e, e->taken[i].path, bytes, &file))
			keep_nearest(e, nearest, &n_nearest, &file);
	out->near_only = n_nearest;
	for (size_t i = 0; i < n_nearest; i++)
		out->explained[out->n_explained++] = nearest[i];
}

static void explain_taken(struct explainer *e)
{
	struct str bytes = STR_INIT;
	e->out->explained = arena_alloc(&e->out->arena, EXPLAIN_MAX_FILES * sizeof(*e->out->explained));
	explain_found(e, &bytes);
	if (!e->out->n_explained)
		explain_nearest(e, &bytes);
	str_release(&bytes);
}

bool explain_rule(const struct explain_request *request, struct explanation *out, struct err *err)
{
	const struct rule *rule = request->rule;
	const struct target *target = request->target;
	*out = (struct explanation){ .rule = rule };
	struct explainer e = { .request = request, .out = out };
	struct rule_result result = { .rule = rule };
	for (size_t i = 0; i < request->set->n_rules; i++)
		edit_order_add_rule(&e.order, request->set->rules[i]);
	in_force_judge(&result, request->set->project_details, target, request->facts, &out->arena);
	out->in_force = result.in_force;
	out->not_in_force = result.detail;
	struct plan_watch room;
	const struct plan_watch *watch;
	e.taker = taker_new(request, out, err);
	bool ok = e.taker && taker_begin(e.taker, &room, &watch, err);
	if (ok) {
		make_plan(&e, watch);
		e.taken = taker_gather(e.taker);
	}
	if (ok && request->path)
		ok = explain_one(&e, request->path, err);
	else if (ok)
		explain_taken(&e);
	taker_free(e.taker);
	edit_order_release(&e.order);
	return ok;
}

void explanation_release(struct explanation *explanation)
{
	for (size_t i = 0; i < explanation->n_explained; i++)
		explain_file_release(explanation->rule, &explanation->explained[i]);
	plan_release(&explanation->plan);
	err_release(&explanation->plan_err);
	arena_release(&explanation->arena);
	*explanation = (struct explanation){ 0 };
}
