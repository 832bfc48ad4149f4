/* tpatch recover */
#include "cli/exit.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cmdline/print.h"

static int recover_run(const struct options *options, struct err *err)
{
	struct session session;
	bool ok = session_open(&session, options, err) && session_recover(&session, err);
	const struct commit_report *report = &session.recovery;
	struct str text = STR_INIT;
	if (ok && !report->run)
		str_add_cstr(&text, "nothing to recover: no run was cut off\n");
	else if (ok)
		str_addf(&text, "run %lu put in order: %zu file%s restored; `tpatch status` tells what is applied\n", report->run, report->n_files,
		         report->n_files == 1 ? "" : "s");
	for (size_t i = 0; i < report->n_warnings; i++)
		str_addf(&text, "note: %s\n", report->warnings[i]);
	if (ok && !options->quiet && !print_text(STREAM_OUT, str_slice(&text), err))
		ok = report->run && session_report_lost(report->run, "put in order", err);
	str_release(&text);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int recover_options[] = { OPTION_ROOT, OPTION_NONE };

const struct command command_recover = {
	.name = "recover",
	.arguments = "",
	.summary = "put in order what a killed run left",
	.help = "Decides file by file, by content: the tree ends exactly as before the run, or exactly\n"
		"as after it. Stops at a file that is neither, and names it. `apply` and `rollback` do\n"
		"this by themselves; the other commands say that it is needed.\n\n"
		"examples\n"
		"  tpatch recover --root ~/pytorch\n\n"
		"exit codes: 0 done or nothing to do, 5 a file is neither before nor after\n",
	.options = recover_options,
	.max_arguments = 0,
	.run = recover_run,
};
