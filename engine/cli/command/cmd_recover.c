/* tpatch recover */
#include "base/path.h"
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cmdline/print.h"
#include "commit/commit.h"
#include "platform/write.h"

static bool adopt(struct session *session, struct str *text, struct err *err)
{
	struct commit_report report;
	bool ok = commit_adopt(platform_write_ops(), session->root, session->options->force, &report, err);
	if (!ok)
		commit_refuse(&report, err);
	else
		str_addf(text,
			report.n_runs ? "%zu run%s adopted: now yours\n" : "nothing to adopt: every run is yours\n",
			report.n_runs, str_plural(report.n_runs));
	commit_report_release(&report);
	return ok;
}

/* They can be looked at, and not undone. */
static void add_not_ours(const struct journal *journal, struct str *text)
{
	bool any = false;
	for (size_t i = 0; i < journal->n_runs; i++) {
		const struct run *run = &journal->runs[i];
		const char *problem = run->state == RUN_UNDONE ? NULL : run_proof_problem(run);
		if (!problem)
			continue;
		str_addf(text, "note: run %lu %s. Undoing it:\n", run->number, problem);
		for (size_t k = 0; k < run->n_files; k++) {
			str_add_cstr(text, "  ");
			path_quote(slice_of(run->files[k].path), text);
			str_add_cstr(text, ": ");
			commit_describe_undo(run, k, text);
			str_add_char(text, '\n');
		}
		if (run->n_declined || run->origin.count)
			str_addf(text,
				"  its options, and the rules that it declines, would count: see `tpatch log %lu`\n",
				run->number);
		any = true;
	}
	if (any)
		str_add_cstr(text,
			"hint: tpatch does not undo them until `tpatch recover --adopt` makes them yours; if you do "
			"not trust them, remove '.tpatch'\n");
}

static int recover_run(const struct options *options, struct err *err)
{
	struct session session;
	struct str text = STR_INIT;
	bool ok = session_open(&session, options, err) && (!options->adopt || adopt(&session, &text, err)) &&
		  session_recover(&session, err);
	const struct commit_report *report = &session.recovery;
	if (ok && !report->run)
		str_add_cstr(&text, "nothing to recover: no run was interrupted\n");
	else if (ok)
		str_addf(&text, "run %lu repaired: %zu file%s restored; `tpatch status` shows what is applied\n",
			report->run, report->n_files, str_plural(report->n_files));
	if (ok)
		add_not_ours(&session.journal, &text);
	for (size_t i = 0; i < report->n_warnings; i++)
		str_addf(&text, "note: %s\n", report->warnings[i]);
	if (ok && !options->quiet && !print_text(STREAM_OUT, str_slice(&text), err))
		ok = report->run && session_report_lost(report->run, "repaired", err);
	str_release(&text);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int recover_options[] = { OPTION_ROOT, OPTION_ADOPT, OPTION_ADOPT_ALL, OPTION_NONE };

const struct command command_recover = {
	.name = "recover",
	.arguments = "",
	.summary = "repair the tree after an interrupted run",
	.help = "Decides file by file, by content: the tree ends exactly as before the run, or exactly\n"
		"as after it. Stops at a file that is neither, and names it. `apply` and `rollback` do\n"
		"this automatically (not with --no-recover); the other commands say that it is needed.\n"
		"\n"
		"tpatch never uses a journal that you did not write here: one that came with the tree, or\n"
		"that of a copied tree. The error lists what it would write. --adopt makes it yours, with\n"
		"--force even if it writes files that programs obey (.github), or set-id bits.\n"
		"\n"
		"examples\n"
		"  tpatch recover --root ~/pytorch\n"
		"  tpatch recover --adopt --root ~/copy-of-pytorch\n"
		"\n"
		"exit codes: 0 done or nothing to do, 5 a file is neither before nor after, or\n"
		"the journal is not yours\n",
	.options = recover_options,
	.max_arguments = 0,
	.run = recover_run,
};
