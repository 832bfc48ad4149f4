/* Runs: made, taken back, put in order, read. */
#include <stdlib.h>

#include "api/private.h"
#include "base/alloc.h"
#include "commit/commit.h"
#include "patchset/digest.h"
#include "platform/write.h"

_Static_assert((int)TPATCH_RUN_PENDING == (int)RUN_PENDING && (int)TPATCH_RUN_APPLIED == (int)RUN_APPLIED, "states");
_Static_assert((int)TPATCH_RUN_ROLLING == (int)RUN_ROLLING && (int)TPATCH_RUN_UNDONE == (int)RUN_UNDONE, "states");
_Static_assert((int)TPATCH_RUN_BROKEN == (int)RUN_BROKEN && (int)TPATCH_RUN_KEPT == (int)RUN_KEPT, "states");

/* The caller holds a pointer to `shown`, which is first. */
struct held_outcome {
	struct tpatch_outcome shown;
	struct commit_report report;
};

/* Hands over what `report` says; where the call failed, its refusals become part of the error. */
static struct tpatch_outcome *finish(
	bool ok, struct commit_report *report, struct err *err, struct tpatch_error **error)
{
	if (!ok) {
		commit_refuse(report, err);
		commit_report_release(report);
		return embed_fail(err, error);
	}
	struct held_outcome *held = xcalloc(1, sizeof(*held));
	held->report = *report;
	const char **warnings = arena_alloc(&held->report.arena, (report->n_warnings + 1) * sizeof(*warnings));
	for (size_t i = 0; i < report->n_warnings; i++)
		warnings[i] = report->warnings[i];
	held->shown = (struct tpatch_outcome){
		.run = report->run,
		.kept_run = report->kept_run,
		.n_files = report->n_files,
		.warnings = warnings,
	};
	return &held->shown;
}

void tpatch_outcome_free(struct tpatch_outcome *outcome)
{
	struct held_outcome *held = (struct held_outcome *)outcome;
	if (held)
		commit_report_release(&held->report);
	free(held);
}

struct tpatch_outcome *tpatch_commit(const struct tpatch_plan *plan, struct tpatch_error **error)
{
	struct err err = ERR_INIT;
	struct commit_report report = { 0 };
	if (plan_is_stopped(&plan->session.plan)) {
		err_set(&err, ERR_UNFIT, "rules do not fit the tree; nothing was written");
		return finish(false, &report, &err, error);
	}
	struct str label = STR_INIT;
	target_add_label(&plan->session.target, plan->session.set, &label);
	char hex[SHA256_HEX_LEN + 1];
	struct run_detail details[] = { { ORIGIN_DIGEST, hex } };
	struct run_origin origin = { .items = details, .count = patchset_digest_hex(plan->session.set, hex) };
	bool ok = commit_plan(platform_write_ops(), plan->session.root, &plan->session.plan, label.ptr, TPATCH_VERSION,
		&origin, &report, &err);
	str_release(&label);
	return finish(ok, &report, &err, error);
}

static struct root *open_root(const char *root, struct err *err)
{
	return root_open(root ? root : ".", err);
}

struct tpatch_outcome *tpatch_rollback(const char *root, unsigned long run, bool force, struct tpatch_error **error)
{
	struct err err = ERR_INIT;
	struct commit_report report = { 0 };
	struct root *opened = open_root(root, &err);
	if (!opened)
		return embed_fail(&err, error);
	bool ok = force ? commit_rollback_forced(platform_write_ops(), opened, run, TPATCH_VERSION, &report, &err)
			: commit_rollback(platform_write_ops(), opened, run, TPATCH_VERSION, &report, &err);
	root_close(opened);
	return finish(ok, &report, &err, error);
}

struct tpatch_outcome *tpatch_recover(const char *root, struct tpatch_error **error)
{
	struct err err = ERR_INIT;
	struct commit_report report = { 0 };
	struct root *opened = open_root(root, &err);
	if (!opened)
		return embed_fail(&err, error);
	bool ok = commit_recover(platform_write_ops(), opened, &report, &err);
	root_close(opened);
	return finish(ok, &report, &err, error);
}

struct tpatch_journal *tpatch_journal_read(const char *root, struct tpatch_error **error)
{
	struct err err = ERR_INIT;
	struct root *opened = open_root(root, &err);
	if (!opened)
		return embed_fail(&err, error);
	struct tpatch_journal *journal = xcalloc(1, sizeof(*journal));
	bool ok = journal_read(opened, &journal->journal, &err);
	root_close(opened);
	if (!ok) {
		tpatch_journal_free(journal);
		return embed_fail(&err, error);
	}
	journal->runs = xcalloc(journal->journal.n_runs, sizeof(*journal->runs));
	for (size_t i = 0; i < journal->journal.n_runs; i++) {
		const struct run *run = &journal->journal.runs[i];
		journal->runs[i] = (struct tpatch_run){
			.number = run->number,
			.state = (enum tpatch_run_state)run->state,
			.time_ns = run->time_ns,
			.tool = run->tool,
			.set = run->set,
			.target = run->target,
			.n_files = run->n_files,
		};
	}
	return journal;
}

void tpatch_journal_free(struct tpatch_journal *journal)
{
	if (!journal)
		return;
	free(journal->runs);
	journal_release(&journal->journal);
	free(journal);
}

const struct tpatch_run *tpatch_journal_run(const struct tpatch_journal *journal, size_t index)
{
	return index < journal->journal.n_runs ? &journal->runs[index] : NULL;
}

const char *tpatch_journal_path(const struct tpatch_journal *journal, size_t run, size_t index)
{
	return run < journal->journal.n_runs && index < journal->journal.runs[run].n_files
		       ? journal->journal.runs[run].files[index].path
		       : NULL;
}
