#include "tree/git_history.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "tree/detect_git.h"
#include "tree/git_run.h"

#define SECOND ((uint64_t)1000 * 1000 * 1000)
#define MOST_NS (20 * SECOND) /* for all questions ... */
#define EACH_NS (8 * SECOND)  /* ... and for one */
/* A file that was renamed again and again is followed so often. */
#define MAX_RENAMES 8
#define DATE_LENGTH 10
/* A commit without parents is the first one, or where a shallow clone ends: it tells of all that was there before. */
#define FORMAT "--format=commit %H %ct %P%x09%s"

struct git_history {
	char *path;
	char *to, *range; /* "to", and "from..to" where there is a from */
	uint64_t left_ns;
	struct str renames; /* between the two trees as they are */
	bool has_renames;
};

static void set_range(struct git_history *history, const char *from, const char *to)
{
	struct str range = STR_INIT;
	str_addf(&range, "%s%s%s", from ? from : "", from ? ".." : "", to);
	free(history->to);
	free(history->range);
	history->to = xstrdup(to);
	history->range = str_detach(&range);
	str_clear(&history->renames);
	history->has_renames = false;
}

struct git_history *git_history_new(const char *path)
{
	struct git_history *history = xcalloc(1, sizeof(*history));
	*history = (struct git_history){ .path = xstrdup(path), .left_ns = MOST_NS };
	set_range(history, NULL, "HEAD");
	return history;
}

void git_history_free(struct git_history *history)
{
	if (!history)
		return;
	free(history->path);
	free(history->to);
	free(history->range);
	str_release(&history->renames);
	free(history);
}

/* The commit that the work tree is of. */
static bool read_head(struct root *root, struct str *out)
{
	struct git_files git;
	if (!root || !git_open(root, &git))
		return false;
	bool ok = git_head(&git, out);
	git_release(&git);
	return ok;
}

static bool ask(struct git_history *history, const char *const *arguments, struct str *out)
{
	uint64_t limit = history->left_ns < EACH_NS ? history->left_ns : EACH_NS, took = 0;
	if (!limit)
		return false;
	bool ok = git_ask(history->path, arguments, limit, out, &took);
	history->left_ns -= took < history->left_ns ? took : history->left_ns;
	return ok;
}

struct git_history *git_history_of_roots(struct root *from, struct root *to)
{
	struct str head = STR_INIT, old = STR_INIT, kind = STR_INIT;
	struct git_history *history = NULL;
	if (read_head(to, &head)) {
		history = git_history_new(root_path(to));
		bool has_from = read_head(from, &old);
		/* Both trees may be of different repositories. */
		const char *const find[] = { "cat-file", "-t", old.ptr, NULL };
		has_from =
			has_from && ask(history, find, &kind) && slice_eq_cstr(slice_trim(str_slice(&kind)), "commit");
		set_range(history, has_from ? old.ptr : NULL, head.ptr);
	}
	str_release(&head);
	str_release(&old);
	str_release(&kind);
	return history;
}

void git_history_between_tags(struct git_history *history, const char *from, const char *to)
{
	struct str old = STR_INIT, new = STR_INIT;
	str_addf(&old, "refs/tags/%s", from ? from : "");
	str_addf(&new, "refs/tags/%s", to);
	set_range(history, from ? old.ptr : NULL, new.ptr);
	str_release(&old);
	str_release(&new);
}

bool git_history_is_spent(const struct git_history *history)
{
	return history->left_ns == 0;
}

/* --- answers ------------------------------------------------------------------------------------------------------ */

static void fill(struct slice id, long long seconds, struct slice subject, struct arena *arena, struct git_change *out)
{
	struct str date = STR_INIT;
	platform_format_time((int64_t)seconds * (int64_t)SECOND, &date);
	*out = (struct git_change){ .id = arena_dup(arena, id),
		.date = arena_dup(arena, slice_sub(str_slice(&date), 0, DATE_LENGTH)),
		.subject = arena_dup(arena, slice_trim(subject)) };
	str_release(&date);
}

static long long number_of(struct slice text)
{
	char digits[24] = { 0 };
	memcpy(digits, text.ptr, text.len < sizeof(digits) ? text.len : sizeof(digits) - 1);
	return strtoll(digits, NULL, 10);
}

/* The line that FORMAT makes. What else is there git said on its standard error. */
static bool read_commit(struct slice text, struct arena *arena, struct git_change *out)
{
	struct slice line, id, seconds, parents;
	while (slice_cut(&text, '\n', &line)) {
		if (!slice_starts_with(line, "commit "))
			continue;
		line = slice_sub(line, strlen("commit "), line.len);
		if (!slice_cut(&line, ' ', &id) || !slice_cut(&line, ' ', &seconds) ||
			!slice_cut(&line, '\t', &parents) || !parents.len || !line.ptr)
			continue;
		fill(id, number_of(seconds), line, arena, out);
		return true;
	}
	return false;
}

/* One commit of `git log`, with `option` and for the path. */
static bool ask_log(
	struct git_history *history, const char *option, const char *path, struct arena *arena, struct git_change *out)
{
	struct str answer = STR_INIT;
	const char *const arguments[] = { "log", "-1", "--no-renames", "--no-textconv", "--no-ext-diff",
		"--no-show-signature", "--no-color", "--no-decorate", "--no-notes", "--encoding=UTF-8", FORMAT, option,
		history->range, "--", path, NULL };
	bool ok = ask(history, arguments, &answer) && read_commit(str_slice(&answer), arena, out);
	str_release(&answer);
	return ok;
}

/* Takes the value of a line "KEY VALUE" of git blame. */
static bool take_value(struct slice line, const char *key, struct slice *value)
{
	if (!slice_starts_with(line, key))
		return false;
	*value = slice_sub(line, strlen(key), line.len);
	return true;
}

/* Of `git blame --line-porcelain`: the newest commit that is no boundary. */
static bool read_blame(struct slice text, struct arena *arena, struct git_change *out)
{
	struct slice line, id = { 0 }, seconds = { 0 }, subject = { 0 }, rest;
	long long newest = -1;
	bool is_boundary = false, is_first = true;
	struct slice best_id = { 0 }, best_subject = { 0 };
	while (slice_cut(&text, '\n', &line)) {
		rest = line;
		if (slice_starts_with(line, "\t")) { /* the line of the file ends what is said of it */
			if (!is_boundary && subject.ptr && seconds.ptr && number_of(seconds) > newest) {
				newest = number_of(seconds);
				best_id = id;
				best_subject = subject;
			}
			is_boundary = false;
			is_first = true;
		} else if (is_first) {
			slice_cut(&rest, ' ', &id);
			is_first = false;
			subject = seconds = (struct slice){ 0 };
		} else if (!take_value(line, "committer-time ", &seconds) && !take_value(line, "summary ", &subject)) {
			is_boundary |= slice_eq_cstr(line, "boundary");
		}
	}
	if (newest >= 0)
		fill(best_id, newest, best_subject, arena, out);
	return newest >= 0;
}

bool git_history_of_lines(struct git_history *history, const char *path, size_t first, size_t last, struct arena *arena,
	struct git_change *out)
{
	struct str lines = STR_INIT, answer = STR_INIT;
	str_addf(&lines, "-L%zu,%zu", first, last);
	const char *const arguments[] = { "-c", "blame.showRoot=false", "blame", "--line-porcelain", "--no-textconv",
		"--encoding=UTF-8", lines.ptr, history->range, "--", path, NULL };
	bool ok = ask(history, arguments, &answer) && read_blame(str_slice(&answer), arena, out);
	str_release(&lines);
	str_release(&answer);
	return ok;
}

bool git_history_of_text(
	struct git_history *history, const char *path, struct slice text, struct arena *arena, struct git_change *out)
{
	struct str option = STR_INIT;
	str_addf(&option, "-S" SLICE_FMT, SLICE_ARG(text));
	bool ok = text.len && !memchr(text.ptr, '\0', text.len) && ask_log(history, option.ptr, path, arena, out);
	str_release(&option);
	return ok;
}

bool git_history_of_file(
	struct git_history *history, const char *path, enum git_fate fate, struct arena *arena, struct git_change *out)
{
	static const char *const filters[] = {
		[GIT_MADE] = "--diff-filter=A", [GIT_REMOVED] = "--diff-filter=D", [GIT_TOUCHED] = "--diff-filter=ADMT"
	};
	return ask_log(history, filters[fate], path, arena, out);
}

/* --- renames ------------------------------------------------------------------------------------------------------ */

/* "R097\told\tnew": what `git diff-tree --name-status` says of the path. A name in quotes has signs that need them, and
 * is passed over. */
static const char *renamed_to(struct slice text, const char *path, struct arena *arena)
{
	struct slice line, status, old;
	while (slice_cut(&text, '\n', &line)) {
		if (!slice_starts_with(line, "R") || !slice_cut(&line, '\t', &status) || !slice_cut(&line, '\t', &old))
			continue;
		if (line.ptr && slice_eq_cstr(old, path) && line.len && line.ptr[0] != '"')
			return arena_dup(arena, line);
	}
	return NULL;
}

static bool ask_renames(struct git_history *history, const char *from, const char *to, struct str *out)
{
	const char *const arguments[] = { "diff-tree", "-r", "-M", "-l1000", "--diff-filter=R", "--no-commit-id",
		"--name-status", "--no-textconv", "--no-ext-diff", "--no-color", from, to, NULL };
	return ask(history, arguments, out);
}

/* By the commit that took the file away. */
static const char *rename_of_commit(
	struct git_history *history, const char *path, struct arena *arena, struct git_change *out)
{
	struct str answer = STR_INIT;
	const char *found = NULL;
	struct git_change change;
	if (git_history_of_file(history, path, GIT_REMOVED, arena, &change) &&
		ask_renames(history, change.id, NULL, &answer))
		found = renamed_to(str_slice(&answer), path, arena);
	if (found)
		*out = change;
	str_release(&answer);
	return found;
}

/* By both trees side by side: the commits between them may not be there. */
static const char *rename_of_trees(struct git_history *history, const char *path, struct arena *arena)
{
	size_t at = slice_find(slice_of(history->range), SLICE_LITERAL(".."), 0);
	if (at == (size_t)-1)
		return NULL;
	if (!history->has_renames) {
		char *from = slice_dup(slice_sub(slice_of(history->range), 0, at));
		if (!ask_renames(history, from, history->to, &history->renames))
			str_clear(&history->renames);
		free(from);
		history->has_renames = true;
	}
	return renamed_to(str_slice(&history->renames), path, arena);
}

static bool is_file(const struct tree *tree, const char *path)
{
	struct file_stat st;
	struct err err = ERR_INIT;
	bool ok = tree_stat(tree, path, &st, &err) && st.type == FILE_REGULAR;
	err_release(&err);
	return ok;
}

bool git_history_renamed(struct git_history *history, const char *path, const struct tree *tree, struct arena *arena,
	const char **new_path, struct git_change *out)
{
	const char *at = path;
	*new_path = NULL;
	for (size_t n = 0; at && n < MAX_RENAMES && !*new_path; n++) {
		at = rename_of_commit(history, at, arena, out);
		if (at && is_file(tree, at))
			*new_path = at;
	}
	if (*new_path)
		return true;
	*out = (struct git_change){ 0 };
	at = rename_of_trees(history, path, arena);
	if (at && is_file(tree, at))
		*new_path = at;
	return *new_path != NULL;
}
