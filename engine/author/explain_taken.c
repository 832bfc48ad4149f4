/* Which files a rule takes, and which of them hold its words: seen in the walk of a plan. */
#include "author/explain_taken.h"

#include <stdlib.h>
#include <string.h>

#include "author/explain_file.h"
#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"
#include "tree/rule_files.h"
#include "tree/walk.h"

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

static size_t count_strings(const char *const *strings)
{
	size_t count = 0;
	while (strings && strings[count])
		count++;
	return count;
}

static bool compile_globs(struct taker *t, const char *const *texts, bool literal_is_path, struct explain_glob **globs,
	struct glob_set ***sets, size_t *n_globs, struct err *err)
{
	size_t count = count_strings(texts);
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
void taker_walk_alone(struct taker *t)
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

const struct taken *taker_gather(struct taker *t)
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
	if (out->n_taken)
		sort_stable(taken, out->n_taken, sizeof(*taken), by_path);
	for (size_t i = 0; i < out->n_taken; i++)
		out->taken[i] = taken[i].path;
	return taken;
}

void taker_judge(struct taker *t, const char *path, struct explain_file *file)
{
	judge_path(t, &t->watchers[0], path, false, file);
}

bool taker_begin(struct taker *t, struct plan_watch *room, const struct plan_watch **watch, struct err *err)
{
	*room = (struct plan_watch){ t, sees, reads };
	*watch = t->request->rule->files_are_paths ? NULL : room;
	return *watch || look_at_paths(t, err);
}

struct taker *taker_new(const struct explain_request *request, struct explanation *out, struct err *err)
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

void taker_free(struct taker *t)
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
