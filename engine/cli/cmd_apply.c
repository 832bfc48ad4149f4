/* tpatch apply (the default): plans, and unless it is a dry run, writes. */
#include "cli/command.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "cli/session.h"
#include "commit/commit.h"
#include "platform/write.h"

/* A dry run: the diff (or its table) on standard output, the summary on standard error, so that the diff can be piped. */
static bool print_dry_run(const struct session *session, int code, struct err *err)
{
	const struct options *options = session->options;
	if (options->json != JSON_OFF)
		return session_report(session, NULL, code, STREAM_OUT, err);
	struct str text = STR_INIT;
	bool colored = print_colored(STREAM_OUT, options);
	if (code == EXIT_OK && options->stat)
		report_stat(&session->plan, platform_terminal_width(STREAM_OUT), colored, &text);
	else if (code == EXIT_OK)
		report_diff(&session->plan, options->context, colored, &text);
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok && (options->quiet || session_report(session, NULL, code, STREAM_ERR, err));
}

static bool print_applied(const struct session *session, const struct commit_report *written, struct err *err)
{
	const struct options *options = session->options;
	if (options->stat && options->json == JSON_OFF) {
		struct str text = STR_INIT;
		report_stat(&session->plan, platform_terminal_width(STREAM_OUT), print_colored(STREAM_OUT, options), &text);
		bool ok = print_text(STREAM_OUT, str_slice(&text), err);
		str_release(&text);
		if (!ok)
			return false;
	}
	return (options->quiet && options->json == JSON_OFF) || session_report(session, written, EXIT_OK, STREAM_OUT, err);
}

static bool recover_first(struct session *session, struct err *err)
{
	if (!journal_needs_recovery(&session->journal))
		return true;
	if (session->options->dry_run)
		return session_require_whole(session, err);
	struct commit_report report = { 0 };
	bool ok = commit_recover(platform_write_ops(), session->root, &report, err);
	if (!ok)
		session_refuse(&report, err);
	session->recovered = report.run;
	commit_report_release(&report);
	if (!ok)
		return false;
	journal_release(&session->journal);
	return journal_read(session->root, &session->journal, err);
}

static bool write_plan(struct session *session, struct err *err)
{
	struct commit_report written = { 0 };
	bool ok = commit_plan(platform_write_ops(), session->root, &session->plan, session->target.label, TPATCH_VERSION, &written, err);
	if (ok)
		ok = print_applied(session, &written, err);
	else
		session_refuse(&written, err);
	commit_report_release(&written);
	return ok;
}

static int apply_run(const struct options *options, struct err *err)
{
	struct session session;
	int code = EXIT_OK;
	bool ok = session_open(&session, options, err) && recover_first(&session, err) && session_select(&session, err) && session_plan(&session, err);
	if (ok) {
		code = plan_is_stopped(&session.plan) ? EXIT_UNFIT : EXIT_OK;
		if (options->dry_run)
			ok = print_dry_run(&session, code, err);
		else if (code != EXIT_OK)
			ok = session_report(&session, NULL, code, options->json != JSON_OFF ? STREAM_OUT : STREAM_ERR, err);
		else
			ok = write_plan(&session, err);
	}
	session_close(&session);
	return ok ? code : exit_code_of(err);
}

static const enum option_id apply_options[] = {
	OPTION_ROOT, OPTION_DRY_RUN, OPTION_UNIFIED, OPTION_STAT, OPTION_TAG, OPTION_SET, OPTION_PATCHSETS, OPTION_FILTER, OPTION_GLOBS, OPTION_JOBS,
	OPTION_JSON, OPTION_NONE,
};

const struct command command_apply = {
	.name = "apply",
	.arguments = "",
	.summary = "apply the patch set that fits the tree (the default command)",
	.help = "Finds out which project and version the tree is, looks at every file that a rule of\n"
		"the fitting patch set wants, and writes all changes as one transaction: all or none.\n"
		"Every run is recorded under .tpatch in the tree; `tpatch rollback` takes it back.\n"
		"A rule that does not fit (missing, ambiguous, drifted, conflict) stops the run before\n"
		"anything is written.\n\n"
		"With --dry-run the diff goes to standard output in a form that `git apply` takes, the\n"
		"summary to standard error, and nothing is written at all.\n\n"
		"examples\n"
		"  tpatch --root C:\\src\\pytorch --dry\n"
		"  tpatch --root ~/pytorch --filter cmake --stat\n"
		"  tpatch --root . --dry -q | git apply --check\n\n"
		"exit codes: 0 done or nothing to do, 2 usage or invalid patch set, 3 a rule does not\n"
		"fit, 4 I/O error, tree as it was, 5 I/O error, run `tpatch recover`\n",
	.options = apply_options,
	.max_arguments = 0,
	.run = apply_run,
};
