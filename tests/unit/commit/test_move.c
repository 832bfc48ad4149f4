/*
 * Somebody else at work before every call that writes, between the last look at a file and its replacement too: what
 * they put there, or that they removed what was there, is never lost, whatever goes wrong besides, and the other files
 * are all before or all after.
 */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commit_fixture.h"

/* Calls after the one that was meddled with, from which on all fail: the same as a kill there. */
#define LATER_CALLS 4

enum meddling { EDIT, SAVE, LINK_OUT, FOLDER, REMOVE, N_MEDDLINGS };

struct meddler {
	struct scratch *scratch;
	const char *path;
	enum meddling meddling;
	bool did; /* it came to that, and there was something to be done */
};

/* What a plan changes, removes and makes, and a file that stays. */
static const char *const targets[] = { "a", "d/b", "d/gone", "made" };

static void make(struct scratch *s)
{
	scratch_clear(s);
	scratch_write(s, "a", "text of a");
	scratch_write(s, "d/b", "text of b");
	scratch_write(s, "d/gone", "text that goes");
	scratch_write(s, "d/keep", "kept");
}

static bool commit(struct scratch *s, const struct write_ops *ops, struct outcome *out)
{
	static const struct wanted wanted[] = {
		{ .path = "a", .after = "new text of a" },
		{ .path = "d/b", .after = "new text of b" },
		{ .path = "d/gone" },
		{ .path = "made", .after = "made", .is_new = true },
	};
	struct made_plan *made = plan_by_hand(s, wanted, COUNT_OF(wanted));
	*out = (struct outcome){ .err = ERR_INIT };
	out->ok = commit_plan(ops, s->root, &made->plan, "1", "1", NULL, &out->report, &out->err);
	made_plan_free(made);
	return out->ok;
}

static void meddle(void *ctx)
{
	struct meddler *m = ctx;
	bool is_there = scratch_exists(m->scratch, m->path);
	m->did = is_there || m->meddling != REMOVE;
	if (m->meddling == SAVE) {
		scratch_write(m->scratch, "saved", "somebody's");
		scratch_rename(m->scratch, "saved", m->path);
		return;
	}
	if (m->meddling != EDIT && is_there)
		scratch_remove(m->scratch, m->path);
	if (m->meddling == EDIT)
		scratch_write(m->scratch, m->path, "somebody's");
	else if (m->meddling == LINK_OUT)
		scratch_symlink(m->scratch, "d/keep", m->path);
	else if (m->meddling == FOLDER)
		scratch_mkdir(m->scratch, m->path);
}

/* What they did is what there is. */
static void check_meddling(const struct meddler *m)
{
	struct file_stat st;
	struct err err = ERR_INIT;
	if (!m->did)
		return;
	static const enum file_type types[] = { FILE_REGULAR, FILE_REGULAR, FILE_SYMLINK, FILE_DIRECTORY, FILE_NONE };
	assert_true(root_stat(m->scratch->root, m->path, &st, &err));
	assert_int_equal(st.type, types[m->meddling]);
	if (st.type == FILE_REGULAR)
		assert_text(m->scratch, m->path, "somebody's");
	assert_text(m->scratch, "d/keep", "kept");
}

/* Does `path` hold what the run makes of it? */
static bool is_after(const struct scratch *s, const char *path)
{
	if (!scratch_exists(s, path))
		return strcmp(path, "d/gone") == 0;
	char *text = scratch_read(s, path);
	bool after =
		strcmp(text, "new text of a") == 0 || strcmp(text, "new text of b") == 0 || strcmp(text, "made") == 0;
	free(text);
	return after;
}

/* The files with which nobody meddled are all before, or all after. */
static void check_others(const struct meddler *m)
{
	size_t n_after = 0;
	for (size_t i = 0; i < COUNT_OF(targets); i++)
		n_after += strcmp(targets[i], m->path) != 0 && is_after(m->scratch, targets[i]);
	assert_true(n_after == 0 || n_after == COUNT_OF(targets) - 1);
}

/* A file at the path that was meddled with may block it. Cut off at its call `cut` first, if that is not 0. */
static void recover(const struct meddler *m, size_t cut)
{
	struct faulty cut_off = faulty_new();
	struct err err = ERR_INIT;
	struct commit_report report;
	cut_off.fail_from = cut;
	if (cut) {
		commit_recover(&cut_off.ops, m->scratch->root, &report, &err);
		commit_report_release(&report);
		err_release(&err);
	}
	bool ok = commit_recover(platform_write_ops(), m->scratch->root, &report, &err);
	if (ok)
		check_others(m);
	else if (report.n_refusals != 1 || strcmp(report.refusals[0].path, m->path) != 0 || err.kind != ERR_IO_TORN)
		fail_msg("%s: %s", m->path, err.message);
	commit_report_release(&report);
	err_release(&err);
}

/* Elsewhere something can come between the last look and the call. */
static void need_exchange(void)
{
	struct scratch s = scratch_new_in_memory();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	scratch_write(&s, "x", "x");
	scratch_write(&s, "y", "y");
	bool can = ops->exchange && ops->exchange(ops, s.root, "x", "y", &err);
	scratch_free(&s);
	if (!can)
		skip();
	assert_int_equal(err.kind, ERR_NONE);
}

enum action { COMMIT, ROLLBACK };

static bool act(struct scratch *s, enum action action, const struct write_ops *ops, struct outcome *out)
{
	if (action == COMMIT)
		return commit(s, ops, out);
	*out = (struct outcome){ .err = ERR_INIT };
	return out->ok = commit_rollback(ops, s->root, 0, "0", &out->report, &out->err);
}

static void prepare(struct scratch *s, enum action action)
{
	struct outcome done;
	make(s);
	if (action == COMMIT)
		return;
	if (!commit(s, platform_write_ops(), &done))
		fail_msg("%s", done.err.message);
	outcome_free(&done);
}

/* False when it did not come to the call. `later`: all calls fail from so many after it on; 0: none does. */
static bool meddle_at(struct meddler *m, enum action action, size_t call, size_t later)
{
	struct faulty ops = faulty_new();
	struct outcome outcome;
	prepare(m->scratch, action);
	m->did = false;
	ops.meddle = meddle;
	ops.meddle_ctx = m;
	ops.meddle_at = call;
	ops.fail_from = later ? call + later - 1 : 0;
	bool ok = act(m->scratch, action, &ops.ops, &outcome);
	if (outcome.err.kind != ERR_IO_TORN)
		check_meddling(m);
	if (!later && outcome.report.n_refusals)
		assert_string_equal(outcome.report.refusals[0].path, m->path);
	if (!ok && outcome.err.kind != ERR_IO_TORN)
		check_others(m);
	outcome_free(&outcome);
	recover(m, later ? call % 7 : 0);
	check_meddling(m);
	return ops.calls >= call;
}

/* That somebody has done already what the run does is no change. */
static bool is_the_same(enum action action, const struct meddler *m)
{
	return m->meddling == REMOVE && strcmp(m->path, action == COMMIT ? "d/gone" : "made") == 0;
}

static void meddle_everywhere(enum action action, size_t later)
{
	struct scratch s = scratch_new_in_memory();
	size_t count = 0;
	for (size_t t = 0; t < COUNT_OF(targets); t++)
		for (enum meddling meddling = EDIT; meddling < N_MEDDLINGS; meddling++) {
			struct meddler m = { .scratch = &s, .path = targets[t], .meddling = meddling };
			for (size_t call = 1; !is_the_same(action, &m) && meddle_at(&m, action, call, later);
				call += scratch_stride())
				count++;
		}
	assert_true(count * scratch_stride() > 200);
	scratch_free(&s);
	tell_faults(count);
}

TEST(move_faults_a_commit_meddled_with_at_every_call)
{
	need_exchange();
	meddle_everywhere(COMMIT, 0);
}

TEST(move_faults_a_rollback_meddled_with_at_every_call)
{
	need_exchange();
	meddle_everywhere(ROLLBACK, 0);
}

TEST(move_faults_a_commit_meddled_with_and_cut_off)
{
	need_exchange();
	for (size_t later = 1; later <= LATER_CALLS; later++)
		meddle_everywhere(COMMIT, later);
}

TEST(move_faults_a_rollback_meddled_with_and_cut_off)
{
	need_exchange();
	for (size_t later = 1; later <= LATER_CALLS; later++)
		meddle_everywhere(ROLLBACK, later);
}
