#include "author/explain.h"

#include <stdlib.h>
#include <string.h>

#include "author/explain_file.h"
#include "base/alloc.h"
#include "base/nearest.h"
#include "base/path.h"
#include "base/sort.h"
#include "plan/evaluate/evaluate.h"
#include "plan/evaluate/in_force.h"
#include "tree/rule_files.h"
#include "tree/walk.h"

/* --- which files a rule takes, and which of them hold its words: seen in the walk of a plan ----------------------- */

struct taken {
	const char *path;
	bool has_word; /* it holds all words of one form of one edit */
	bool may_fit;  /* or words may be cut in two there */
};

struct taker;

/* What one thread of the walk sees. */
struct watcher {
	struct regex_scratch *scratch;
	struct arena arena;
	struct taken *taken; /* the last one is the file at hand */
	size_t n_taken, capacity;
	size_t *n_fits, *n_excluded; /* files, by entry of `files` and of `exclude` */
};

struct taker {
	const struct explain_request *request;
	struct explanation *out;
	struct rule_globs globs;
	struct glob_set **files, **excludes; /* one for each entry, to tell which it was; NULL for a path */
	struct watcher *watchers;
	size_t n_watchers;
};

/* The path of the file in the same folder whose name is nearest to that of `path`; NULL: none is near. */
static const char *path_meant(struct root *root, const char *path, struct arena *arena)
{
	struct slice name = path_base(slice_of(path));
	struct slice folder = slice_from(path, strlen(path) - name.len);
	char *parent = slice_dup(slice_sub(folder, 0, folder.len ? folder.len - 1 : 0));
	struct dir_list list = { 0 };
	struct err ignored = ERR_INIT;
	const char *meant = NULL;
	if (root_list(root, parent, &list, &ignored)) {
		const char **names = xcalloc(list.count + 1, sizeof(*names));
		for (size_t i = 0; i < list.count; i++)
			names[i] = list.entries[i].name;
		const char *nearest = nearest_name(name, names, list.count);
		struct str path_near = STR_INIT;
		str_add(&path_near, folder);
		str_add_cstr(&path_near, nearest ? nearest : "");
		meant = nearest ? arena_strdup(arena, str_slice(&path_near).ptr) : NULL;
		str_release(&path_near);
		free(names);
	}
	dir_list_release(&list);
	err_release(&ignored);
	free(parent);
	return meant;
}

static bool compile_globs(struct taker *t, const char *const *texts, bool literal_is_path, struct explain_glob **globs,
	struct glob_set ***sets, size_t *n_globs, struct err *err)
{
	size_t count = texts_count(texts);
	*globs = arena_alloc(&t->out->arena, count * sizeof(**globs));
	*sets = arena_alloc(&t->out->arena, count * sizeof(**sets));
	for (*n_globs = 0; *n_globs < count; (*n_globs)++) {
		const char *text = texts[*n_globs];
		bool is_path = literal_is_path && glob_is_literal(slice_of(text));
		char *path = is_path ? root_spelling(t->request->root, text) : NULL;
		(*globs)[*n_globs] =
			(struct explain_glob){ .text = text, .path = path ? arena_strdup(&t->out->arena, path) : NULL };
		free(path);
		if (!is_path && !((*sets)[*n_globs] = glob_set_new(&text, 1, false, err)))
			return false;
	}
	return true;
}

static bool fits(
	const struct explain_glob *glob, const struct glob_set *set, struct regex_scratch *scratch, const char *path)
{
	return glob->path ? strcmp(glob->path, path) == 0 : glob_set_match(set, scratch, slice_of(path));
}

static enum taking judge(const struct taker *t, struct watcher *w, const char *path)
{
	for (size_t i = 0; i < t->out->n_files_globs; i++)
		if (t->out->files[i].path && strcmp(t->out->files[i].path, path) == 0)
			return TAKES;
	return rule_globs_judge(&t->globs, w->scratch, slice_of(path));
}

/* Does the rule take the file? Sets which entry takes it, and which one leaves it out. */
static bool judge_path(
	const struct taker *t, struct watcher *w, const char *path, bool counts, struct explain_file *file)
{
	const struct explanation *out = t->out;
	enum taking taking = judge(t, w, path);
	if (taking == TAKES_NOT && counts)
		return false;
	for (size_t i = 0; i < out->n_files_globs; i++) {
		if (!fits(&out->files[i], t->files[i], w->scratch, path))
			continue;
		w->n_fits[i] += counts;
		if (!file->taken_by)
			file->taken_by = out->files[i].text;
	}
	if (taking == TAKES_NOT_PROTECTED)
		file->excluded_by = EXPLAIN_PROTECTED;
	for (size_t i = 0; i < out->n_excludes && taking != TAKES; i++) {
		if (!fits(&out->excludes[i], t->excludes[i], w->scratch, path))
			continue;
		w->n_excluded[i] += counts;
		if (!file->excluded_by)
			file->excluded_by = out->excludes[i].text;
	}
	return taking == TAKES;
}

/* True where the bytes are wanted: unless one file is asked for, it is told how many hold the words. */
static bool sees(void *ctx, size_t thread, const char *path)
{
	struct taker *t = ctx;
	struct watcher *w = &t->watchers[thread];
	struct explain_file file = { 0 };
	if (!judge_path(t, w, path, true, &file))
		return false;
	struct taken taken = { .path = arena_strdup(&w->arena, path) };
	VEC_PUSH(w->taken, w->n_taken, w->capacity, taken);
	return !t->request->path;
}

static void look_for_words(const struct rule *rule, struct slice bytes, struct taken *taken)
{
	taken->has_word = explain_file_has_word(rule, bytes);
	taken->may_fit = taken->has_word || (rule->language->splices && words_may_be_cut(bytes));
}

static void reads(void *ctx, size_t thread, const char *path, struct slice bytes)
{
	struct taker *t = ctx;
	struct watcher *w = &t->watchers[thread];
	(void)path;
	look_for_words(t->request->rule, bytes, &w->taken[w->n_taken - 1]);
}

static void open_watchers(struct taker *t)
{
	struct tree tree = tree_of_root(t->request->root);
	t->n_watchers = tree_threads(&tree, t->request->n_threads);
	t->watchers = xcalloc(t->n_watchers, sizeof(*t->watchers));
	for (size_t n = 0; n < t->n_watchers; n++)
		t->watchers[n] = (struct watcher){ .scratch = regex_scratch_new(),
			.n_fits = xcalloc(t->out->n_files_globs + 1, sizeof(size_t)),
			.n_excluded = xcalloc(t->out->n_excludes + 1, sizeof(size_t)) };
}

static void close_watchers(struct taker *t)
{
	for (size_t n = 0; n < t->n_watchers; n++) {
		struct watcher *w = &t->watchers[n];
		regex_scratch_free(w->scratch);
		free(w->taken);
		free(w->n_fits);
		free(w->n_excluded);
		arena_release(&w->arena);
	}
	free(t->watchers);
	t->watchers = NULL;
	t->n_watchers = 0;
}

/* What cannot be read is told by the plan. */
static void taker_walk_alone(struct taker *t)
{
	struct tree tree = tree_of_root(t->request->root);
	struct walk *walk = walk_new(&tree);
	struct walker *walker = walker_new(walk);
	struct walk_item item;
	close_watchers(t);
	open_watchers(t);
	while (walk_next(walker, &item)) {
		struct slice bytes;
		struct file_stat st;
		struct err unreadable = ERR_INIT;
		if (item.kind == WALK_FOLDER)
			walk_enter(walker);
		if (item.kind == WALK_FILE && sees(t, 0, item.path) &&
			walk_read(walker, SOURCE_MAX_BYTES, &bytes, &st, &unreadable))
			reads(t, 0, item.path, bytes);
		err_release(&unreadable);
	}
	walker_free(walker);
	walk_free(walk);
}

/* The paths that the rule names, where files are. What cannot be read is told by the plan. */
static bool look_at_paths(struct taker *t, struct err *err)
{
	struct str bytes = STR_INIT;
	bool ok = true;
	for (size_t i = 0; i < t->out->n_files_globs && ok; i++) {
		const char *path = t->out->files[i].path;
		struct file_stat st;
		struct err unreadable = ERR_INIT;
		ok = root_stat(t->request->root, path, &st, err);
		if (ok && st.type == FILE_REGULAR && sees(t, 0, path) &&
			root_read(t->request->root, path, SOURCE_MAX_BYTES, &bytes, NULL, &unreadable))
			reads(t, 0, path, str_slice(&bytes));
		err_release(&unreadable);
	}
	str_release(&bytes);
	return ok;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct taken *)a)->path, ((const struct taken *)b)->path);
}

/* Fills what the explanation tells of these files. They are sorted by path; [out->n_taken], in its arena. */
static const struct taken *taker_gather(struct taker *t)
{
	struct explanation *out = t->out;
	for (size_t n = 0; n < t->n_watchers; n++)
		out->n_taken += t->watchers[n].n_taken;
	struct taken *taken = arena_alloc(&out->arena, (out->n_taken + 1) * sizeof(*taken));
	out->taken = arena_alloc(&out->arena, (out->n_taken + 1) * sizeof(*out->taken));
	for (size_t n = 0, at = 0; n < t->n_watchers; n++) {
		const struct watcher *w = &t->watchers[n];
		for (size_t i = 0; i < w->n_taken; i++) {
			taken[at] = w->taken[i];
			taken[at++].path = arena_strdup(&out->arena, w->taken[i].path);
			out->n_with_word += w->taken[i].has_word;
		}
		for (size_t i = 0; i < out->n_files_globs; i++)
			out->files[i].n_files += w->n_fits[i];
		for (size_t i = 0; i < out->n_excludes; i++)
			out->excludes[i].n_files += w->n_excluded[i];
	}
	for (size_t i = 0; i < out->n_files_globs; i++)
		if (out->files[i].path && !out->files[i].n_files)
			out->files[i].meant = path_meant(t->request->root, out->files[i].path, &out->arena);
	if (out->n_taken)
		sort_stable(taken, out->n_taken, sizeof(*taken), by_path);
	for (size_t i = 0; i < out->n_taken; i++)
		out->taken[i] = taken[i].path;
	return taken;
}

/* Sets by which entry the file is taken, and by which one left out. */
static void taker_judge(struct taker *t, const char *path, struct explain_file *file)
{
	judge_path(t, &t->watchers[0], path, false, file);
}

/*
 * First: looks at the paths, where the rule names nothing else: `*watch` is NULL then. Else the plan's walk is to be
 * watched, of which the taker then knows the files. False with ERR_IO.
 */
static bool taker_begin(struct taker *t, struct plan_watch *room, const struct plan_watch **watch, struct err *err)
{
	*room = (struct plan_watch){ t, sees, reads };
	*watch = t->request->rule->files_are_paths ? NULL : room;
	return *watch || look_at_paths(t, err);
}

static void taker_free(struct taker *t)
{
	if (!t)
		return;
	close_watchers(t);
	rule_globs_release(&t->globs);
	for (size_t i = 0; i < t->out->n_files_globs; i++)
		glob_set_free(t->files[i]);
	for (size_t i = 0; i < t->out->n_excludes; i++)
		glob_set_free(t->excludes[i]);
	free(t);
}

/* Compiles the entries of `files` and `exclude`, which become out->files and out->excludes. NULL with `err`. Free with
 * taker_free(). */
static struct taker *taker_new(const struct explain_request *request, struct explanation *out, struct err *err)
{
	struct taker *t = xcalloc(1, sizeof(*t));
	t->request = request;
	t->out = out;
	bool ok = rule_globs_compile(request->rule, &t->globs, err) &&
		  compile_globs(t, request->rule->files, true, &out->files, &t->files, &out->n_files_globs, err) &&
		  compile_globs(t, request->rule->exclude, false, &out->excludes, &t->excludes, &out->n_excludes, err);
	open_watchers(t);
	if (ok)
		return t;
	taker_free(t);
	return NULL;
}

struct explainer {
	const struct explain_request *request;
	struct explanation *out;
	struct edit_order order;
	struct taker *taker;
	const struct taken *taken; /* [out->n_taken], sorted by path */
	struct err *unread;        /* why a file could not be read of which the plan tells nothing */
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

static const struct finding *finding_of(const struct explanation *out, const char *path)
{
	const struct plan *plan = &out->plan;
	size_t i = out->result ? plan_first_finding(plan, path) : plan->n_findings;
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
	return is_found || file->has_places;
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
			st.type == FILE_NONE ? "there is no file '%s' in '%s'" : "'%s' is not a regular file in '%s'",
			path, root_path(e->request->root));
		return err_hint(err, "FILE is a path from --root, with '/'");
	}
	ok = ok && read_file(e, path, &bytes, file, err);
	if (ok) {
		taker_judge(e->taker, path, file);
		explain_file_fill(e->request, &e->order, str_slice(&bytes), &e->out->arena, file);
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
	size_t score = file->best_score, at = *count;
	while (at > 0 && nearest[at - 1].best_score < score)
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

/* Explains the file by what is in it. False where it cannot be read: the plan tells of it, or else `e->unread`. */
static bool fill_file(struct explainer *e, const char *path, struct str *bytes, struct explain_file *file)
{
	struct err unreadable = ERR_INIT;
	bool is_told = e->out->plan_err.kind != ERR_NONE || e->unread->kind != ERR_NONE;
	if (!read_file(e, path, bytes, file, is_told ? &unreadable : e->unread)) {
		err_release(&unreadable);
		return false;
	}
	taker_judge(e->taker, path, file);
	explain_file_fill(e->request, &e->order, str_slice(bytes), &e->out->arena, file);
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
	struct explainer e = { .request = request, .out = out, .unread = err };
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
	ok = ok && err->kind == ERR_NONE;
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
