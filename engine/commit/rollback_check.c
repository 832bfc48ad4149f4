/* What a rollback would do, on paper: the runs newest first, each as if the newer ones were undone already. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commit/commit.h"
#include "commit/journal/foreign.h"
#include "commit/journal/kept.h"
#include "commit/upon.h"
#include "commit/work.h"

struct checking {
	struct work work;
	const struct rollback_wish *wish;
	struct run **undone; /* newest first */
	size_t n_undone;
	struct undone_run *now; /* the one at hand */
};

/* What the newer of the runs would leave there; NULL: none of them has the file. */
static const struct run_file *left_by(const struct checking *c, const char *path)
{
	const struct run_file *file = NULL;
	for (size_t i = c->n_undone; i-- > 0 && !file;)
		file = run_file_find(c->undone[i], path);
	return file;
}

/* Refusals of files that a newer run puts back first say nothing: it is not what is there now that counts. */
static void drop_refusals(struct checking *c)
{
	struct commit_report *report = c->work.report;
	size_t kept = 0;
	for (size_t i = 0; i < report->n_refusals; i++)
		if (!left_by(c, report->refusals[i].path))
			report->refusals[kept++] = report->refusals[i];
	report->n_refusals = kept;
}

/* Is what a newer run found there what this one left? */
static bool is_as_left(const struct run_file *newer, const struct run_file *file)
{
	return file->is_gone ? newer->is_new : !newer->is_new && hash_eq(newer->before, file->after);
}

static void judge_left(struct checking *c, const struct run_file *newer, const struct run_file *file)
{
	c->now->n_files++;
	if (is_as_left(newer, file))
		return;
	if (c->wish->forced)
		c->now->n_kept++;
	else
		work_refuse(&c->work, file->path, "was changed by somebody between two of the runs");
}

static void count_kept(void *ctx, const char *path)
{
	struct checking *c = ctx;
	if (left_by(c, path))
		return;
	c->now->n_kept++;
	c->now->n_files++;
}

static bool check_run(struct checking *c, struct run *run, struct err *err)
{
	enum content *what = xcalloc(run->n_files + 1, sizeof(*what));
	c->now->run = run->number;
	bool ok = foreign_refuse(&c->work, run, "undone", err) && work_judge_undo(&c->work, run, what, err);
	if (ok && c->wish->forced) {
		c->work.report->n_refusals = 0;
		ok = kept_look(&c->work, run, count_kept, c, err);
	}
	drop_refusals(c);
	for (size_t i = 0; ok && i < run->n_files; i++) {
		const struct run_file *newer = left_by(c, run->files[i].path);
		if (newer)
			judge_left(c, newer, &run->files[i]);
		else
			c->now->n_files += what[i] == CONTENT_AFTER;
	}
	ok = ok && work_may_undo(&c->work, run, what, err);
	free(what);
	return ok;
}

/* The newest `count`; fewer, where there are not as many. */
static unsigned long *newest_runs(const struct journal *journal, size_t *count)
{
	unsigned long *numbers = xcalloc(journal->n_runs + 1, sizeof(*numbers));
	size_t wanted = *count;
	*count = 0;
	for (size_t i = journal->n_runs; i-- > 0 && *count < wanted;)
		if (journal->runs[i].state == RUN_APPLIED)
			numbers[(*count)++] = journal->runs[i].number;
	return numbers;
}

/* NULL with `err` where there is no such run. */
static unsigned long *choose(const struct checking *c, size_t *count, struct err *err)
{
	const struct journal *journal = &c->work.journal;
	*count = c->wish->n_last;
	if (*count)
		return newest_runs(journal, count);
	const struct run *run = work_choose_run(journal, c->wish->number, err);
	if (run && c->wish->forced)
		return upon_runs(journal, run, count);
	*count = 1;
	unsigned long *numbers = run ? xcalloc(1, sizeof(*numbers)) : NULL;
	if (run)
		numbers[0] = run->number;
	return numbers;
}

static struct run *find(struct journal *journal, unsigned long number)
{
	for (size_t i = 0; i < journal->n_runs; i++)
		if (journal->runs[i].number == number)
			return &journal->runs[i];
	return NULL;
}

bool commit_rollback_check(const struct write_ops *ops, struct root *root, const struct rollback_wish *wish,
	struct commit_report *report, struct err *err)
{
	*report = (struct commit_report){ 0 };
	struct checking c = { .work = { .ops = ops, .root = root, .report = report }, .wish = wish };
	size_t count = 0;
	bool ok = journal_read(root, &c.work.journal, err) && work_refuse_interrupted(&c.work, err);
	unsigned long *numbers = ok ? choose(&c, &count, err) : NULL;
	ok = numbers != NULL;
	struct undone_run *undone = arena_alloc(&report->arena, (count + 1) * sizeof(*undone));
	c.undone = xcalloc(count + 1, sizeof(*c.undone));
	for (size_t i = 0; ok && i < count; i++) {
		struct run *run = find(&c.work.journal, numbers[i]);
		c.now = &undone[i];
		*c.now = (struct undone_run){ 0 };
		ok = check_run(&c, run, err);
		run->state = RUN_UNDONE;
		c.undone[c.n_undone++] = run;
		report->n_files += c.now->n_files;
	}
	report->undone = undone;
	report->n_undone = ok ? count : 0;
	free(numbers);
	free(c.undone);
	work_end(&c.work);
	return ok;
}
