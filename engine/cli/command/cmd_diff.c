/* tpatch diff [RUN]: what runs have changed, as a diff. */
#include "cmdline/exit.h"
#include "cli/show/history_print.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cmdline/print.h"

static bool print_history(const struct session *session, const struct run *run, struct err *err)
{
	const struct options *options = session->options;
	struct history history;
	struct str text = STR_INIT;
	bool colored = print_colored(STREAM_OUT, options);
	bool ok = history_make(session->root, &session->journal, run ? &run->number : NULL, 1, &history, err);
	if (ok && options->stat)
		report_stat(&history.plan, platform_terminal_width(STREAM_OUT), colored, &text);
	else if (ok)
		report_diff(&history.plan, options->context, colored, &text);
	ok = ok &&
	     (options->stat ? print_paged(options, str_slice(&text), err) : print_diff(options, str_slice(&text), err));
	if (ok && !options->quiet)
		history_print_notes(&history);
	str_release(&text);
	history_release(&history);
	return ok;
}

static int diff_run(const struct options *options, struct err *err)
{
	struct session session = { 0 };
	const struct run *run = NULL;
	bool ok = session_open_with_history(&session, options, err) && session_require_whole(&session, err) &&
		  history_find_run(&session, options->n_arguments ? options->arguments[0] : NULL, &run, err) &&
		  print_history(&session, run, err);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int diff_options[] = { OPTION_ROOT, OPTION_STAT, OPTION_UNIFIED, OPTION_NONE };

const struct command command_diff = {
	.name = "diff",
	.arguments = "[RUN] ",
	.summary = "what the applied runs changed, or what run RUN did",
	.help = "Prints what tpatch has changed in the tree, by all applied runs or by one, as a diff\n"
		"that `git apply -R` can undo. It reads the journal and the tree, not the rules. If\n"
		"somebody edited a file after the run, the diff includes these edits, and a note says so.\n"
		"(`tpatch --dry` shows what a run would do.)\n"
		"\n"
		"examples\n"
		"  tpatch diff --root ~/pytorch\n"
		"  tpatch diff 2 --stat --root ~/pytorch\n"
		"\n"
		"exit codes: 0 done, 2 no such run, or one that is not applied, 4 I/O error\n",
	.add_arguments = values_add_runs,
	.options = diff_options,
	.max_arguments = 1,
	.run = diff_run,
};
