/* tpatch apply (the default): plans, and unless it is a dry run, writes. */
#include "base/alloc.h"
#include "cli/ask/choose.h"
#include "cli/ask/dialog.h"
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cli/show/reports.h"
#include "cli/session.h"
#include "cmdline/print.h"
#include "commit/commit.h"
#include "commit/plan_file.h"
#include "patchset/digest.h"
#include "platform/write.h"

/* A dry run: the diff (or its table) on standard output, the summary on standard error, so that the diff can be
 * piped. */
static bool print_dry_run(const struct session *session, int code, struct err *err)
{
	const struct options *options = session->options;
	if (reports_is_machine(options))
		return reports_print(session, NULL, code, STREAM_OUT, err);
	struct str text = STR_INIT;
	trace_step(session->request.trace, "report");
	bool colored = print_colored(STREAM_OUT, options);
	if (code == EXIT_OK && options->stat)
		report_stat(&session->plan, platform_terminal_width(STREAM_OUT), colored, &text);
	else if (code == EXIT_OK)
		report_diff(&session->plan, options->context, colored, &text);
	bool ok = options->stat ? print_paged(options, str_slice(&text), err)
				: print_diff(options, str_slice(&text), err);
	str_release(&text);
	/* That a rule does not fit is an error, and these are told when told to be quiet too. */
	return ok && ((options->quiet && code == EXIT_OK) || reports_print(session, NULL, code, STREAM_ERR, err));
}

static bool print_applied(const struct session *session, const struct commit_report *written, struct err *err)
{
	const struct options *options = session->options;
	if (options->stat && !reports_is_machine(options)) {
		struct str text = STR_INIT;
		report_stat(
			&session->plan, platform_terminal_width(STREAM_OUT), print_colored(STREAM_OUT, options), &text);
		bool ok = print_text(STREAM_OUT, str_slice(&text), err);
		str_release(&text);
		if (!ok)
			return false;
	}
	if ((!options->quiet || reports_is_machine(options)) &&
		!reports_print(session, written, EXIT_OK, STREAM_OUT, err))
		return false;
	return reports_write(session, written, EXIT_OK, err);
}

static bool recover_first(struct session *session, struct err *err)
{
	return session->options->dry_run ? session_require_whole(session, err) : session_recover_first(session, err);
}

/* As it is found from any folder. */
static const char *absolute_folder(const char *path, struct arena *arena)
{
	struct err ignored = ERR_INIT;
	struct root *root = root_open(path, &ignored);
	const char *absolute = arena_strdup(arena, root ? root_path(root) : path);
	if (root)
		root_close(root);
	err_release(&ignored);
	return absolute;
}

static const char *digest_text(const struct patchset *set, struct arena *arena)
{
	char hex[SHA256_HEX_LEN + 1];
	return patchset_digest_hex(set, hex) ? arena_strdup(arena, hex) : NULL;
}

/* What the command line tells of how a run was made, for its record. Memory from `arena`, or borrowed. */
static struct run_origin session_origin(const struct session *session, struct arena *arena)
{
	const struct options *options = session->options;
	size_t n_arguments = 0;
	while (options->command_line[n_arguments])
		n_arguments++;
	struct run_origin origin = { .items = arena_alloc(
					     arena, (n_arguments + ORIGIN_KIND_COUNT) * sizeof(*origin.items)) };
	for (size_t i = 0; i < n_arguments; i++)
		origin.items[origin.count++] =
			(struct run_detail){ ORIGIN_ARGUMENT, i ? options->command_line[i] : "tpatch" };
	const struct run_detail given[] = {
		{ ORIGIN_TAG, options->tag },
		{ ORIGIN_USE, options->use },
		{ ORIGIN_PATCHSETS, options->patchsets ? absolute_folder(options->patchsets, arena) : NULL },
		{ ORIGIN_PLAN, options->plan },
		{ ORIGIN_DIGEST, digest_text(session->plan.set, arena) },
	};
	for (size_t i = 0; i < COUNT_OF(given); i++)
		if (given[i].text)
			origin.items[origin.count++] = given[i];
	return origin;
}

static bool write_plan(struct session *session, struct err *err)
{
	struct commit_report written = { 0 };
	struct str label = STR_INIT;
	target_add_label(&session->target, session->set, &label);
	struct arena arena = ARENA_INIT;
	struct run_origin origin = session_origin(session, &arena);
	trace_step(session->request.trace, "write");
	bool ok = commit_plan(
		platform_write_ops(), session->root, &session->plan, label.ptr, TPATCH_VERSION, &origin, &written, err);
	arena_release(&arena);
	str_release(&label);
	if (!ok)
		commit_refuse(&written, err);
	else if (!print_applied(session, &written, err)) {
		ok = false;
		if (written.run)
			session_report_lost(written.run, "applied", err);
	}
	commit_report_release(&written);
	return ok;
}

/* --plan: no rule is looked at, so no option that chooses rules or files says anything. */
static bool read_plan(struct session *session, struct plan_file *file, struct err *err)
{
	const struct options *options = session->options;
	static const int chosen[] = { OPTIONS_OF_SET, OPTIONS_OF_CHOICE };
	bool has_chosen = false;
	for (size_t i = 0; i < COUNT_OF(chosen); i++)
		has_chosen = has_chosen || option_is_given(options, chosen[i]);
	if (has_chosen) {
		err_set(err, ERR_USAGE, "--plan already fixes the rules and files");
		return err_hint(err,
			"give --tag, --use, --patchsets, --fact, --facts, --profile, --set, --rule, --pack, --skip "
			"and --globs to `tpatch plan`");
	}
	struct str text = STR_INIT;
	struct commit_report refused = { 0 };
	bool ok = platform_read_file(options->plan, PLAN_FILE_MAX_BYTES, &text, err) &&
		  plan_file_read(str_slice(&text), options->plan, file, err);
	if (ok) {
		ok = plan_file_open(file, session->root, &session->plan, &session->target, &refused, err);
		if (!ok)
			commit_refuse(&refused, err);
		commit_report_release(&refused);
	}
	str_release(&text);
	return ok && patchset_expect_digest(session->plan.set, options->expect_digest, err);
}

static bool make_plan(struct session *session, struct plan_file *file, struct err *err)
{
	return session->options->plan ? read_plan(session, file, err)
				      : session_select(session, err) && session_plan(session, err);
}

extern const struct command command_check;

/* Neither a command nor a tree was named, nor anything that only applying does: then nobody has said that something
 * shall be written. */
static bool only_looks(const struct options *options)
{
	return !options->names_command && !option_is_given(options, OPTION_ROOT) && !options->dry_run &&
	       options->ask == ASK_NOTHING && !options->plan && !options->stat;
}

/* Does -i go with the other options, and is there a terminal to ask on? */
static bool may_ask(const struct options *options, struct err *err)
{
	if (options->ask == ASK_NOTHING)
		return true;
	if (options->dry_run) {
		err_set(err, ERR_USAGE, "--interactive and --dry-run cannot be combined");
		return err_hint(err,
			"--interactive writes nothing before the last answer; Ctrl-C ends it without writing anything");
	}
	if (options->plan) {
		err_set(err, ERR_USAGE, "--plan already says what to do");
		return err_hint(err, "remove --interactive or --plan");
	}
	if (reports_is_machine(options)) {
		err_set(err, ERR_USAGE, "--interactive uses standard output: a report for programs cannot go there");
		return err_hint(err, "write it to a file: --output FORMAT=FILE");
	}
	return dialog_require_terminal("interactive", err) ||
	       err_hint(err,
		       "--rule, --pack, --skip and --globs choose rules and files without questions, --dry-run shows "
		       "what would change");
}

static int apply_run(const struct options *options, struct err *err)
{
	if (only_looks(options)) {
		struct options look = *options;
		look.command = &command_check;
		return command_check.run(&look, err);
	}
	struct session session = { 0 };
	struct plan_file file = { 0 };
	int code = EXIT_OK;
	bool ok = may_ask(options, err) && session_open(&session, options, err) && reports_check(options, err) &&
		  recover_first(&session, err) && make_plan(&session, &file, err);
	if (ok) {
		code = plan_is_stopped(&session.plan) ? EXIT_UNFIT : EXIT_OK;
		if (options->dry_run)
			ok = print_dry_run(&session, code, err) && reports_write(&session, NULL, code, err);
		else if (code != EXIT_OK)
			ok = reports_print(&session, NULL, code, reports_is_machine(options) ? STREAM_OUT : STREAM_ERR,
				     err) &&
			     reports_write(&session, NULL, code, err);
		else
			ok = write_plan(&session, err);
	}
	session_close(&session);
	plan_file_release(&file);
	return ok ? code : exit_code_of(err);
}

static const int apply_options[] = {
	OPTION_ROOT,
	OPTION_DRY_RUN,
	OPTION_INTERACTIVE,
	OPTION_DECLINED,
	OPTION_STAT,
	OPTION_UNIFIED,
	OPTIONS_OF_SET,
	OPTION_EXPECT_DIGEST,
	OPTIONS_OF_CHOICE,
	OPTION_JOBS,
	OPTION_PLAN,
	OPTION_FORMAT,
	OPTION_REPORT,
	OPTION_REPLACE,
	OPTION_NO_RECOVER,
	OPTION_JSON,
	OPTION_NONE,
};

const struct command command_apply = {
	.name = "apply",
	.arguments = "",
	.summary = "apply the patch set that fits the tree (the default command)",
	.help = "Finds out which project and version the tree is, searches every file that a rule of\n"
		"the fitting patch set names, and writes all changes as one transaction: all or none.\n"
		"A bare `tpatch`, without a command and without --root, only looks, as `tpatch check` does:\n"
		"it writes only when you name the command or the tree.\n"
		"Every run is recorded under .tpatch in the tree; `tpatch rollback` undoes it.\n"
		"A rule that does not fit (missing, ambiguous, drifted, conflict) stops the run before\n"
		"anything is written.\n"
		"\n"
		"With --dry-run the diff goes to standard output in a form that `git apply` takes, the\n"
		"summary to standard error, and nothing is written at all.\n"
		"\n"
		"With --interactive you are asked about each rule, with its diff: y, n, or ? for the other\n"
		"answers. Nothing is written before the last one. What you decline is recorded with the\n"
		"run, and stays declined for later runs and for `tpatch check`: --interactive asks about it\n"
		"again, --declined applies it without asking.\n"
		"\n"
		"With --plan FILE nothing is computed again: the edits that `tpatch plan` recorded are\n"
		"written, unless one of their files has changed since (exit code 3).\n"
		"\n"
		"--format sets the format of standard output, --output FORMAT=FILE writes more reports.\n"
		"\n"
		"examples\n"
		"  tpatch --root C:\\src\\pytorch --dry\n"
		"  tpatch --root ~/pytorch -i\n"
		"  tpatch --root . --dry -q | git apply --check\n"
		"  tpatch --root . --dry -q --output html=report.html\n"
		"\n"
		"exit codes: 0 done or nothing to do, 2 usage or invalid patch set, 3 a rule does not\n"
		"fit, 4 I/O error, tree as it was, 5 I/O error, run `tpatch recover`\n",
	.add_help = reports_add_help,
	.options = apply_options,
	.max_arguments = 0,
	.run = apply_run,
};
