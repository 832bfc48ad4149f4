#include "author/explain.h"

#include <stdlib.h>
#include <string.h>

#include "author/explain_file.h"
#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"
#include "plan/evaluate.h"
#include "plan/in_force.h"
#include "tree/walk.h"

struct explainer {
	const struct explain_request *request;
	struct explanation *out;
	struct edit_order order;
	struct glob_set **files, **excludes; /* one for each entry; NULL for a path */
	struct regex_scratch *scratch;
	size_t taken_capacity;
};

/* --- which files -------------------------------------------------------------------------------------------------- */

static size_t count_strings(const char *const *strings)
{
	size_t count = 0;
	while (strings && strings[count])
		count++;
	return count;
}

static bool compile_globs(struct explainer *e, const char *const *texts, bool literal_is_path, struct explain_glob **globs, struct glob_set ***sets,
                          size_t *n_globs, struct err *err)
{
	size_t count = count_strings(texts);
	*globs = arena_alloc(&e->out->arena, count * sizeof(**globs));
	*sets = arena_alloc(&e->out->arena, count * sizeof(**sets));
	for (*n_globs = 0; *n_globs < count; (*n_globs)++) {
		const char *text = texts[*n_globs];
		bool is_path = literal_is_path && glob_is_literal(slice_of(text));
		(*globs)[*n_globs] = (struct explain_glob){ .text = text, .is_path = is_path };
		if (!is_path && !((*sets)[*n_globs] = glob_set_new(&text, 1, false, err)))
			return false;
	}
	return true;
}

static bool fits(struct explainer *e, const struct explain_glob *glob, const struct glob_set *set, const char *path)
{
	return glob->is_path ? strcmp(glob->text, path) == 0 : glob_set_match(set, e->scratch, slice_of(path));
}

/* Sets which entry takes the file, and which one leaves it out; a path that is named is never left out. Counts for the entries if asked. */
static void judge_path(struct explainer *e, const char *path, bool counts, struct explain_file *file)
{
	struct explanation *out = e->out;
	bool named = false;
	for (size_t i = 0; i < out->n_files_globs; i++) {
		if (!fits(e, &out->files[i], e->files[i], path))
			continue;
		out->files[i].n_files += counts;
		named = named || out->files[i].is_path;
		if (!file->taken_by)
			file->taken_by = out->files[i].text;
	}
	for (size_t i = 0; i < out->n_excludes && !named; i++) {
		if (!fits(e, &out->excludes[i], e->excludes[i], path))
			continue;
		out->excludes[i].n_files += counts && file->taken_by;
		if (!file->excluded_by)
			file->excluded_by = out->excludes[i].text;
	}
}

static void take(struct explainer *e, const char *path)
{
	struct explain_file file = { 0 };
	judge_path(e, path, true, &file);
	if (file.taken_by && !file.excluded_by)
		VEC_PUSH(e->out->taken, e->out->n_taken, e->taken_capacity, arena_strdup(&e->out->arena, path));
}

/* The plan tells what cannot be read. */
static void walk_names(struct explainer *e)
{
	struct tree tree = tree_of_root(e->request->root);
	struct walk *walk = walk_new(&tree);
	struct walker *walker = walker_new(walk);
	struct walk_item item;
	while (walk_next(walker, &item))
		if (item.kind == WALK_FOLDER)
			walk_enter(walker);
		else if (item.kind == WALK_FILE)
			take(e, item.path);
	walker_free(walker);
	walk_free(walk);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool list_taken(struct explainer *e, struct err *err)
{
	const struct rule *rule = e->request->rule;
	bool ok = true;
	if (!rule->files_are_paths)
		walk_names(e);
	for (size_t i = 0; rule->files_are_paths && rule->files[i] && ok; i++) {
		struct file_stat st;
		ok = root_stat(e->request->root, rule->files[i], &st, err);
		if (ok && st.type == FILE_REGULAR)
			take(e, rule->files[i]);
	}
	if (e->out->n_taken)
		sort_stable(e->out->taken, e->out->n_taken, sizeof(*e->out->taken), by_name);
	return ok;
}

/* --- what a run would say ----------------------------------------------------------------------------------------- */

/* A plan that fails is told, and is no failure: the explanation may say why. */
static void make_plan(struct explainer *e)
{
	const struct explain_request *request = e->request;
	struct explanation *out = e->out;
	struct plan_options options = { .n_threads = request->n_threads, .applied = request->applied, .facts = request->facts };
	struct patchset alone = *request->set;
	bool has = false;
	for (size_t i = 0; i < request->set->n_rules; i++)
		has = has || request->set->rules[i] == request->rule;
	if (!has) {
		alone.rules = &e->request->rule;
		alone.n_rules = 1;
	}
	if (!plan_make(request->root, has ? request->set : &alone, request->target, &options, &out->plan, &out->plan_err))
		return;
	for (size_t i = 0; i < out->plan.n_rules; i++)
		if (out->plan.rules[i].rule == request->rule)
			out->result = &out->plan.rules[i];
}

static const struct finding *finding_of(const struct explanation *out, const char *path)
{
	for (size_t i = 0; out->result && i < out->plan.n_findings; i++) {
		const struct finding *finding = &out->plan.findings[i];
		if (&out->plan.rules[finding->rule] == out->result && strcmp(finding->path, path) == 0)
			return finding;
	}
	return NULL;
}

/* --- the files that are explained --------------------------------------------------------------------------------- */

static bool read_file(struct explainer *e, const char *path, struct str *bytes, struct explain_file *file, struct err *err)
{
	*file = (struct explain_file){ .path = arena_strdup(&e->out->arena, path), .finding = finding_of(e->out, path) };
	return root_read(e->request->root, path, SOURCE_MAX_BYTES, bytes, NULL, err);
}

/* Does some edit find a place in the file? What is done to the file itself has none but the file. */
static bool has_place(const struct explainer *e, const struct explain_file *file)
{
	const struct finding *finding = file->finding;
	bool is_found = e->request->rule->file_edit && finding && (finding->verdict == VERDICT_APPLIES || finding->verdict == VERDICT_APPLIED);
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
		err_set(err, ERR_USAGE, st.type == FILE_NONE ? "there is no file '%s' in '%s'" : "'%s' is no regular file in '%s'", path,
		        root_path(e->request->root));
		return err_hint(err, "FILE is a path from --root, with '/'");
	}
	ok = ok && read_file(e, path, &bytes, file, err);
	if (ok) {
		judge_path(e, path, false, file);
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

static void sort_in(struct explainer *e, struct explain_file *file, struct explain_file *nearest, size_t *n_nearest)
{
	struct explanation *out = e->out;
	bool is_place = has_place(e, file);
	if (!is_place && !file->finding) {
		keep_nearest(e, nearest, n_nearest, file);
		return;
	}
	out->n_with_places += is_place;
	if (out->n_explained < EXPLAIN_MAX_FILES)
		out->explained[out->n_explained++] = *file;
	else
		explain_file_release(e->request->rule, file);
}

/* The first files in which something fits, or of which the plan has something to say; where there is none, those that come nearest. */
static void explain_taken(struct explainer *e)
{
	struct explanation *out = e->out;
	struct explain_file nearest[EXPLAIN_MAX_FILES], file;
	struct str bytes = STR_INIT;
	size_t n_nearest = 0;
	out->explained = arena_alloc(&out->arena, EXPLAIN_MAX_FILES * sizeof(*out->explained));
	for (size_t i = 0; i < out->n_taken; i++) {
		struct err unreadable = ERR_INIT;
		bool ok = read_file(e, out->taken[i], &bytes, &file, &unreadable);
		bool has_word = ok && explain_file_has_word(e->request->rule, str_slice(&bytes));
		err_release(&unreadable); /* the plan tells of it */
		out->n_with_word += has_word;
		if (!ok || (!has_word && out->n_with_places))
			continue;
		judge_path(e, out->taken[i], false, &file);
		explain_file_fill(e->request->rule, &e->order, str_slice(&bytes), &out->arena, &file);
		sort_in(e, &file, nearest, &n_nearest);
	}
	out->near_only = !out->n_explained && n_nearest;
	for (size_t i = 0; i < n_nearest; i++) {
		if (out->near_only)
			out->explained[out->n_explained++] = nearest[i];
		else
			explain_file_release(e->request->rule, &nearest[i]);
	}
	str_release(&bytes);
}

bool explain_rule(const struct explain_request *request, struct explanation *out, struct err *err)
{
	const struct rule *rule = request->rule;
	const struct target *target = request->target;
	*out = (struct explanation){ .rule = rule };
	struct explainer e = { .request = request, .out = out, .scratch = regex_scratch_new() };
	struct rule_result result = { .rule = rule };
	for (size_t i = 0; i < request->set->n_rules; i++)
		edit_order_add_rule(&e.order, request->set->rules[i]);
	in_force_judge(&result, request->set->project_details, target, request->facts, &out->arena);
	out->in_force = result.in_force;
	out->not_in_force = result.detail;
	bool ok = compile_globs(&e, rule->files, true, &out->files, &e.files, &out->n_files_globs, err) &&
	          compile_globs(&e, rule->exclude, false, &out->excludes, &e.excludes, &out->n_excludes, err) && list_taken(&e, err);
	if (ok)
		make_plan(&e);
	if (ok && request->path)
		ok = explain_one(&e, request->path, err);
	else if (ok)
		explain_taken(&e);
	for (size_t i = 0; i < out->n_files_globs; i++)
		glob_set_free(e.files[i]);
	for (size_t i = 0; i < out->n_excludes; i++)
		glob_set_free(e.excludes[i]);
	regex_scratch_free(e.scratch);
	edit_order_release(&e.order);
	return ok;
}

void explanation_release(struct explanation *explanation)
{
	for (size_t i = 0; i < explanation->n_explained; i++)
		explain_file_release(explanation->rule, &explanation->explained[i]);
	free(explanation->taken);
	plan_release(&explanation->plan);
	err_release(&explanation->plan_err);
	arena_release(&explanation->arena);
	*explanation = (struct explanation){ 0 };
}
