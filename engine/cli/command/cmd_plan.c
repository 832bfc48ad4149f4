/* tpatch plan: what a run would do, as a file that `apply --plan` can be held to. */
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cli/show/reports.h"
#include "cmdline/print.h"
#include "commit/plan_file.h"

static bool print_next(const struct session *session, struct err *err)
{
	const struct options *options = session->options;
	const struct plan *plan = &session->plan;
	struct str text = STR_INIT;
	size_t n_edits = 0;
	for (size_t i = 0; i < plan->n_changes; i++)
		n_edits += plan->changes[i].n_edits;
	str_addf(&text, "%zu edit%s in %zu file%s planned; nothing was written to the tree.\n", n_edits,
		str_plural(n_edits), plan->n_changes, str_plural(plan->n_changes));
	if (options->output && plan->n_changes) {
		str_add_cstr(&text, "next: tpatch apply");
		report_add_option("plan", options->output, &text);
		report_add_option("root", root_path(session->root), &text);
		str_add_char(&text, '\n');
	}
	bool ok = print_text(STREAM_ERR, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static bool write_plan(const struct session *session, struct err *err)
{
	const struct options *options = session->options;
	struct str text = STR_INIT;
	plan_file_write(&session->plan, &session->target, root_path(session->root), TPATCH_VERSION, &text);
	bool ok = print_output(options, str_slice(&text), err) && (options->quiet || print_next(session, err));
	str_release(&text);
	return ok;
}

static int plan_run(const struct options *options, struct err *err)
{
	return reports_plan_or_stop(options, write_plan, err);
}

static const int plan_options[] = {
	OPTION_ROOT,
	OPTION_OUTPUT,
	OPTION_REPLACE,
	OPTIONS_OF_SET,
	OPTION_EXPECT_DIGEST,
	OPTION_DECLINED,
	OPTIONS_OF_CHOICE,
	OPTION_JOBS,
	OPTION_NONE,
};

const struct command command_plan = {
	.name = "plan",
	.arguments = "",
	.summary = "write a plan to a file: review it, then apply exactly that",
	.help = "Writes what `tpatch apply` would do as JSON: the set and a hash of its rules, the tree's\n"
		"version, and for every file its hash before and after, and the edits between. `tpatch\n"
		"apply --plan FILE --dry` shows it as a diff, and `tpatch apply --plan FILE` writes\n"
		"exactly that or nothing: it computes nothing again, and refuses if a file has changed.\n"
		"\n"
		"examples\n"
		"  tpatch plan --root ~/pytorch -o pytorch.plan\n"
		"  tpatch apply --plan pytorch.plan --root ~/pytorch\n"
		"\n"
		"exit codes: 0 planned, 3 a rule does not fit (nothing is written)\n",
	.options = plan_options,
	.max_arguments = 0,
	.run = plan_run,
};
