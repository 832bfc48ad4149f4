/* tpatch rollback [RUN] */
#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "cmdline/exit.h"
#include "cli/show/history_print.h"
#include "cli/session.h"
#include "cli/option.h"
#include "cmdline/print.h"
#include "commit/commit.h"
#include "format/json.h"
#include "platform/write.h"

static bool parse_run(const struct options *options, unsigned long *run, struct err *err)
{
	*run = 0;
	if (!options->n_arguments)
		return true;
	char *end;
	const char *text = options->arguments[0];
	/* On Windows, `unsigned long` has 32 bits: a number that is too large would come back as the largest. */
	unsigned long long number = strtoull(text, &end, 10);
	*run = (unsigned long)number;
	if (text[0] >= '1' && text[0] <= '9' && !*end && number <= UINT32_MAX)
		return true;
	err_set(err, ERR_USAGE, "'%s' is not a run", text);
	return err_hint(err, "runs are numbered 1, 2, …: `tpatch log` lists them");
}

/* What was undone, run by run. */
struct undone {
	struct str text;
	struct json *runs, *warnings;
	unsigned long last;
	size_t n_files, n_warnings;
};

static void add_one(struct undone *undone, const struct undone_run *one)
{
	struct json *object = json_new_object();
	json_put_number(object, "run", (int64_t)one->run);
	json_put_number(object, "files", (int64_t)one->n_files);
	if (one->kept_run)
		json_put_number(object, "kept_as_run", (int64_t)one->kept_run);
	json_append(undone->runs, object);
	undone->last = one->run;
	undone->n_files += one->n_files;
	str_addf(&undone->text, "run %lu undone: %zu file%s as before, byte for byte\n", one->run, one->n_files,
		str_plural(one->n_files));
	if (one->kept_run)
		str_addf(&undone->text, "the later changes are kept as run %lu: `tpatch rollback %lu` restores them\n",
			one->kept_run, one->kept_run);
}

/* What a run kept is back at its places: that is a run of its own. */
static void add_back(struct undone *undone, const struct commit_report *report)
{
	struct json *object = json_new_object();
	json_put_number(object, "run", (int64_t)report->brought_back);
	json_put_number(object, "files", (int64_t)report->n_files);
	if (report->run)
		json_put_number(object, "back_as_run", (int64_t)report->run);
	json_append(undone->runs, object);
	undone->last = report->brought_back;
	undone->n_files += report->n_files;
	if (report->run)
		str_addf(&undone->text, "the changes that run %lu kept are restored: %zu file%s, recorded as run %lu\n",
			report->brought_back, report->n_files, str_plural(report->n_files), report->run);
	else
		str_addf(&undone->text, "the changes that run %lu kept are already there\n", report->brought_back);
}

static void add_undone(struct undone *undone, const struct commit_report *report)
{
	const struct undone_run only = { .run = report->run, .kept_run = report->kept_run, .n_files = report->n_files };
	if (report->brought_back)
		add_back(undone, report);
	else if (!report->undone)
		add_one(undone, &only);
	for (size_t i = 0; i < report->n_undone; i++)
		add_one(undone, &report->undone[i]);
	for (size_t i = 0; i < report->n_warnings; i++, undone->n_warnings++) {
		str_addf(&undone->text, "note: %s\n", report->warnings[i]);
		json_append_text(undone->warnings, slice_of(report->warnings[i]));
	}
}

static bool print_result(const struct session *session, struct undone *undone, struct err *err)
{
	const struct options *options = session->options;
	struct str text = STR_INIT;
	if (options->json != JSON_OFF) {
		struct json *object = print_new_json();
		json_put_cstr(object, "command", options->command->name);
		json_put_number(object, "run", (int64_t)undone->last);
		json_put_number(object, "files", (int64_t)undone->n_files);
		json_put(object, "runs", undone->runs);
		undone->runs = NULL;
		if (undone->n_warnings) {
			json_put(object, "warnings", undone->warnings);
			undone->warnings = NULL;
		}
		json_put_number(object, "exit", EXIT_OK);
		print_json(options, object, &text);
		json_free(object);
	} else if (!options->quiet) {
		str_add(&text, str_slice(&undone->text));
	}
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* The run that had been cut off, if recovery has undone it. */
static const struct run *undone_by_recovery(const struct session *session)
{
	const struct run *run = journal_find(&session->journal, session->recovery.run);
	return run && run->state == RUN_UNDONE ? run : NULL;
}

/*
 * Undoes run `number` (0: the last). When that is the one that had been cut off, recovery has undone it already, and
 * nothing older may be undone in its place.
 */
static bool undo(struct session *session, unsigned long number, struct commit_report *report, struct err *err)
{
	const struct run *cut_off = undone_by_recovery(session);
	if (cut_off && (number == 0 || number == cut_off->number)) {
		*report = (struct commit_report){ .run = cut_off->number, .n_files = session->recovery.n_files };
		return true;
	}
	const struct write_ops *ops = platform_write_ops();
	bool ok = session->options->force
			  ? commit_rollback_forced(ops, session->root, number, TPATCH_VERSION, report, err)
			  : commit_rollback(ops, session->root, number, TPATCH_VERSION, report, err);
	return ok || commit_refuse(report, err);
}

/* The newest `count` applied runs, newest first; one that recovery has undone just now counts. False when there are
 * fewer. */
static bool newest_applied(const struct session *session, size_t count, unsigned long *numbers, struct err *err)
{
	const struct journal *journal = &session->journal;
	const struct run *cut_off = undone_by_recovery(session);
	size_t found = 0;
	if (cut_off)
		numbers[found++] = cut_off->number;
	for (size_t i = journal->n_runs; i > 0 && found < count; i--)
		if (journal->runs[i - 1].state == RUN_APPLIED)
			numbers[found++] = journal->runs[i - 1].number;
	if (found == count)
		return true;
	err_set(err, ERR_USAGE, "there %s only %zu applied run%s, not %zu", found == 1 ? "is" : "are", found,
		str_plural(found), count);
	return err_hint(err, "nothing was undone; `tpatch log` lists the runs");
}

static bool has_applied(const struct session *session, size_t count, struct err *err)
{
	unsigned long *numbers = xcalloc(session->journal.n_runs + 1, sizeof(*numbers));
	bool ok = newest_applied(session, count, numbers, err);
	free(numbers);
	return ok;
}

/* By force each run may become two, so that they are undone one by one. */
static bool undo_all(struct session *session, const unsigned long *numbers, size_t count, struct commit_report *report,
	struct undone *undone, size_t *n_done, struct err *err)
{
	const struct write_ops *ops = platform_write_ops();
	bool ok = true;
	if (!session->options->force) {
		ok = commit_rollback_runs(ops, session->root, numbers, count, report, err) ||
		     commit_refuse(report, err);
		*n_done += report->n_undone;
		add_undone(undone, report);
		return ok;
	}
	for (size_t i = 0; ok && i < count; i++) {
		commit_report_release(report);
		ok = undo(session, numbers[i], report, err);
		*n_done += ok;
		if (ok)
			add_undone(undone, report);
	}
	return ok;
}

static bool undo_last(struct session *session, size_t count, struct undone *undone, struct err *err)
{
	unsigned long *numbers = xcalloc(session->journal.n_runs, sizeof(*numbers));
	struct commit_report report = { 0 };
	size_t n_done = 0;
	bool ok = newest_applied(session, count, numbers, err);
	if (ok && undone_by_recovery(session)) {
		ok = undo(session, numbers[0], &report, err);
		add_undone(undone, &report);
		n_done++;
	}
	ok = ok && undo_all(session, numbers + n_done, count - n_done, &report, undone, &n_done, err);
	if (!ok && n_done)
		commit_fail_later(n_done, count, undone->last, numbers[n_done], err);
	commit_report_release(&report);
	free(numbers);
	return ok;
}

static bool undo_one(struct session *session, struct undone *undone, struct err *err)
{
	struct commit_report report = { 0 };
	unsigned long number;
	bool ok = parse_run(session->options, &number, err) && undo(session, number, &report, err);
	if (ok)
		add_undone(undone, &report);
	commit_report_release(&report);
	return ok;
}

/* --- on paper ----------------------------------------------------------------------------------------------------- */

/* What would come of it, and how it is told. */
struct on_paper {
	const struct session *session;
	struct str diff, text;
	struct json *runs;
	unsigned long last;
	size_t n_files;
};

static void add_diff(struct on_paper *paper, const struct plan *plan)
{
	const struct options *options = paper->session->options;
	bool colored = options->json == JSON_OFF && print_colored(STREAM_OUT, options);
	report_diff(plan, options->context, colored, &paper->diff);
}

static void add_would(struct on_paper *paper, const struct commit_report *report)
{
	for (size_t i = 0; i < report->n_undone; i++) {
		const struct undone_run *one = &report->undone[i];
		struct json *object = json_new_object();
		str_addf(&paper->text, "run %lu would be undone: %zu file%s%s\n", one->run, one->n_files,
			str_plural(one->n_files), i + 1 == report->n_undone ? "; nothing was written" : "");
		if (one->n_kept)
			str_addf(&paper->text, "the later changes in %zu of them would be kept as a separate run\n",
				one->n_kept);
		json_put_number(object, "run", (int64_t)one->run);
		json_put_number(object, "files", (int64_t)one->n_files);
		if (one->n_kept)
			json_put_number(object, "would_keep", (int64_t)one->n_kept);
		json_append(paper->runs, object);
		paper->last = one->run;
	}
	paper->n_files = report->n_files;
}

/* The diff on standard output and what it is on standard error; with --json both in the object. */
static bool print_paper(struct on_paper *paper, struct err *err)
{
	const struct options *options = paper->session->options;
	struct json *object = print_new_json();
	struct str text = STR_INIT;
	json_put_cstr(object, "command", options->command->name);
	json_put_bool(object, "dry_run", true);
	json_put_number(object, "run", (int64_t)paper->last);
	json_put_number(object, "files", (int64_t)paper->n_files);
	json_put(object, "runs", paper->runs);
	paper->runs = NULL;
	json_put_text(object, "diff", str_slice(&paper->diff));
	json_put_number(object, "exit", EXIT_OK);
	bool ok;
	if (options->json != JSON_OFF) {
		print_json(options, object, &text);
		ok = print_text(STREAM_OUT, str_slice(&text), err);
	} else {
		ok = print_diff(options, str_slice(&paper->diff), err);
		if (ok && !options->quiet)
			print_if_possible(STREAM_ERR, str_slice(&paper->text));
	}
	json_free(object);
	str_release(&text);
	return ok;
}

static bool show_undoing(struct on_paper *paper, unsigned long number, struct commit_report *report, struct err *err)
{
	const struct session *session = paper->session;
	const struct options *options = session->options;
	struct rollback_request request = { .number = number, .n_last = options->last, .forced = options->force };
	if (request.n_last && !has_applied(session, request.n_last, err))
		return false;
	if (!commit_rollback_check(platform_write_ops(), session->root, &request, report, err))
		return commit_refuse(report, err);
	struct history history = { 0 };
	unsigned long *numbers = xcalloc(report->n_undone, sizeof(*numbers));
	for (size_t i = 0; i < report->n_undone; i++)
		numbers[i] = report->undone[i].run;
	bool ok = history_make(session->root, &session->journal, numbers, report->n_undone, &history, err);
	free(numbers);
	if (ok) {
		history_reverse(&history);
		add_diff(paper, &history.plan);
		add_would(paper, report);
	}
	history_release(&history);
	return ok;
}

static void add_restored(void *ctx, const struct plan *plan)
{
	struct on_paper *paper = ctx;
	paper->n_files = plan->n_changes;
	add_diff(paper, plan);
	if (plan->n_changes)
		str_addf(&paper->text,
			"the changes that run %lu kept would be restored: %zu file%s; nothing was written\n",
			paper->last, plan->n_changes, str_plural(plan->n_changes));
	else
		str_addf(&paper->text, "the changes that run %lu kept are already there\n", paper->last);
}

/* Of a run that keeps what was written over. */
static bool show_restoring(struct on_paper *paper, unsigned long number, struct commit_report *report, struct err *err)
{
	const struct session *session = paper->session;
	paper->last = number;
	if (!commit_restore_check(platform_write_ops(), session->root, number, session->options->force, add_restored,
		    paper, report, err))
		return commit_refuse(report, err);
	struct json *object = json_new_object();
	json_put_number(object, "run", (int64_t)number);
	json_put_number(object, "files", (int64_t)paper->n_files);
	json_append(paper->runs, object);
	return true;
}

/* --dry-run: what would be undone or restored, or why it would be refused. */
static bool show_on_paper(struct session *session, struct err *err)
{
	unsigned long number;
	struct commit_report report = { 0 };
	struct on_paper paper = { .session = session, .runs = json_new_array() };
	bool ok = session_require_whole(session, err) && parse_run(session->options, &number, err);
	const struct run *run = ok ? journal_find(&session->journal, number) : NULL;
	ok = ok &&
	     (run && run->state == RUN_KEPT ? show_restoring(&paper, number, &report, err)
					    : show_undoing(&paper, number, &report, err)) &&
	     print_paper(&paper, err);
	json_free(paper.runs);
	str_release(&paper.diff);
	str_release(&paper.text);
	commit_report_release(&report);
	return ok;
}

/* --- the command -------------------------------------------------------------------------------------------------- */

static bool check_options(const struct options *options, struct err *err)
{
	unsigned long number;
	if (options->last && options->n_arguments)
		return err_set(err, ERR_USAGE, "give a run or --last, not both");
	return parse_run(options, &number, err);
}

static int rollback_run(const struct options *options, struct err *err)
{
	struct session session = { 0 };
	struct undone undone = { .runs = json_new_array(), .warnings = json_new_array() };
	bool ok = check_options(options, err) && session_open(&session, options, err);
	if (ok && options->dry_run)
		ok = show_on_paper(&session, err);
	else
		ok = ok && session_recover_first(&session, err) &&
		     (options->last ? undo_last(&session, options->last, &undone, err)
				    : undo_one(&session, &undone, err)) &&
		     (print_result(&session, &undone, err) || session_report_lost(undone.last, "undone", err));
	json_free(undone.runs);
	json_free(undone.warnings);
	str_release(&undone.text);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int rollback_options[] = {
	OPTION_ROOT,
	OPTION_DRY_RUN,
	OPTION_LAST,
	OPTION_FORCE,
	OPTION_NO_RECOVER,
	OPTION_UNIFIED,
	OPTION_JSON,
	OPTION_NONE,
};

const struct command command_rollback = {
	.name = "rollback",
	.arguments = "[RUN] ",
	.summary = "undo the last run (or RUN), byte for byte, mtime and mode too",
	.help = "Restores every file that the run changed. It refuses, before it writes anything, if a\n"
		"file is no longer as the run left it, or if a later run changed it too, and names each\n"
		"file. With --force it undoes the later runs too, newest first, restores the originals\n"
		"anyway, and keeps what it overwrites as a separate run. `tpatch rollback` with the\n"
		"number of that run restores it, as a new run.\n"
		"\n"
		"With --dry-run, it prints the diff of all that it would undo or restore, or why it would\n"
		"refuse.\n"
		"\n"
		"examples\n"
		"  tpatch rollback --root ~/pytorch\n"
		"  tpatch rollback --dry-run --last 2 --root ~/pytorch\n"
		"  tpatch rollback 3 --root ~/pytorch\n"
		"  tpatch rollback --last 2 --root ~/pytorch\n"
		"\n"
		"exit codes: 0 done, 2 no such run, 3 a file was changed since, 4 or 5 I/O error\n",
	.add_arguments = values_add_runs,
	.options = rollback_options,
	.max_arguments = 1,
	.run = rollback_run,
};
