/* tpatch check: is the tree as the patch set wants it? For CI. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/ask/adopt.h"
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cli/show/reports.h"
#include "commit/content.h"

/* As far as --fail-on asks. */
static bool differs(const struct session *session)
{
	enum fail_on fail_on = session->options->fail_on;
	bool changes = session->plan.n_changes || session->past.n_undone;
	return (changes && fail_on != FAIL_ON_MISSING) ||
	       (session->plan.verdicts[VERDICT_WARNING] && fail_on == FAIL_ON_WARNINGS);
}

/* Does one of the reports tell what the texts of changed files are? */
static bool reports_need_texts(const struct options *options)
{
	bool need = !reports_standard(options)->without_texts;
	for (size_t i = 0; options->reports && options->reports[i]; i++) {
		struct slice name;
		const char *path;
		need = need || !reports_cut(options->reports[i], &name, &path) ||
		       !report_format_find(name)->without_texts;
	}
	return need;
}

static bool is_as_before(struct root *root, const struct run_file *file)
{
	struct str bytes = STR_INIT;
	struct err ignored = ERR_INIT; /* what cannot be read is not as before; the plan says why */
	enum content content;
	bool yes =
		content_examine(root, file->path, file, &bytes, &content, NULL, &ignored) && content == CONTENT_BEFORE;
	err_release(&ignored);
	str_release(&bytes);
	return yes;
}

static bool has_finding(const struct plan *plan, const char *path)
{
	for (size_t i = 0; i < plan->n_findings; i++)
		if (plan->findings[i].is_undone && strcmp(plan->findings[i].path, path) == 0)
			return true;
	return false;
}

/*
 * Fills `session->past.undone`, once there is a plan: files that are as before the newest run that changed them, and
 * that no rule would change again. Where --rule, --pack, --skip or --globs choose a part of the tree, there are none.
 */
static void adopt_find_undone(struct session *session)
{
	const struct journal *journal = &session->journal;
	struct report_undone *undone = NULL;
	size_t count = 0, capacity = 0;
	const struct options *options = session->options;
	static const int choosing[] = { OPTIONS_OF_CHOICE };
	bool is_part = false;
	for (size_t i = 0; i < COUNT_OF(choosing); i++)
		is_part = is_part || option_is_given(options, choosing[i]);
	for (size_t r = 0; r < journal->n_runs && !is_part; r++) {
		const struct run *run = &journal->runs[r];
		for (size_t i = 0; run->state == RUN_APPLIED && run_is_users(run) && i < run->n_files; i++) {
			const struct run_file *file = &run->files[i];
			struct report_undone one = { file->path, run->number };
			if (journal_applied_to(journal, file->path, NULL) == run &&
				!has_finding(&session->plan, file->path) && is_as_before(session->root, file))
				VEC_PUSH(undone, count, capacity, one);
		}
	}
	struct report_undone *kept = arena_alloc(&session->arena, (count + 1) * sizeof(*kept));
	for (size_t i = 0; i < count; i++)
		kept[i] = undone[i];
	free(undone);
	session->past.undone = kept;
	session->past.n_undone = count;
}

static int check_run(const struct options *options, struct err *err)
{
	struct session session;
	int code = EXIT_OK;
	bool ok = session_open(&session, options, err) && reports_check(options, err);
	session.request.drops_texts = ok && !reports_need_texts(options);
	ok = ok && session_require_whole(&session, err) && adopt_and_select(&session, err) &&
	     session_plan(&session, err);
	if (ok) {
		adopt_find_undone(&session);
		adopt_choose_next(&session);
		bool is_stopped = plan_is_stopped(&session.plan);
		code = options->exit_zero ? EXIT_OK : is_stopped ? EXIT_UNFIT : differs(&session) ? EXIT_NO : EXIT_OK;
		if (!options->quiet || reports_is_machine(options))
			ok = reports_print(&session, NULL, code, STREAM_OUT, err);
		else if (is_stopped)
			ok = reports_print(&session, NULL, code, STREAM_ERR, err);
		ok = ok && reports_write(&session, NULL, code, err);
	}
	session_close(&session);
	return ok ? code : exit_code_of(err);
}

static const int check_options[] = {
	OPTION_ROOT,
	OPTION_FAIL_ON,
	OPTION_EXIT_ZERO,
	OPTION_FORMAT,
	OPTION_REPORT,
	OPTION_REPLACE,
	OPTION_JSON,
	OPTIONS_OF_SET,
	OPTION_DECLINED,
	OPTIONS_OF_CHOICE,
	OPTION_EXPECT_DIGEST,
	OPTION_UNIFIED,
	OPTION_JOBS,
	OPTION_NONE,
};

const struct command command_check = {
	.name = "check",
	.arguments = "",
	.summary = "does the tree match the patch set? writes nothing",
	.help = "Makes the same plan as apply; the exit code says whether there is anything to do. (`git\n"
		"apply --check` asks another question, whether a patch would apply: that is `tpatch\n"
		"--dry`.)\n"
		"\n"
		"A tree that was patched before is checked with the facts, values, rules, globs and patch\n"
		"sets of those runs, unless the command line gives others. The line `options` names them,\n"
		"and `but` names what is different now. An edit of a run that is gone from the tree\n"
		"counts as undone, and would be patched again.\n"
		"\n"
		"--format sets the format of standard output, --output FORMAT=FILE writes more reports.\n"
		"\n"
		"examples\n"
		"  tpatch check --root . -q\n"
		"  tpatch check --format github --output sarif=a.sarif --output html=a.html\n"
		"\n"
		"exit codes: 0 nothing to do, 1 something would change, 3 a rule does not fit. With\n"
		"--fail-on missing, changes give 0; with --fail-on warnings, warnings give 1 too; with\n"
		"--exit-zero, all of these give 0\n",
	.add_help = reports_add_help,
	.options = check_options,
	.max_arguments = 0,
	.run = check_run,
};
