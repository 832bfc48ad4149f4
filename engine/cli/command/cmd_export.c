/* tpatch export [RUN]: what a run would do as patches for git and quilt, one per rule; or what run RUN did. */
#include <stdlib.h>
#include <string.h>

#include "cmdline/exit.h"
#include "cli/show/history_print.h"
#include "cli/show/run_rules.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cli/show/reports.h"
#include "cmdline/output_file.h"
#include "cmdline/print.h"
#include "platform/output.h"
#include "report/patches/patch_series.h"
#include "report/patches/run_series.h"

static bool export_git(const struct options *options, const struct patch_series *series, struct err *err)
{
	struct str text = STR_INIT;
	for (size_t i = 0; i < series->count; i++)
		patch_series_format_mail(series, i, TPATCH_VERSION, &text);
	bool ok = print_output_data(options, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* The folder for the patches, made if need be; old patches among new ones would be applied with them. */
static bool open_empty(const char *folder, struct err *err)
{
	if (!platform_make_folder(folder, err))
		return false;
	struct root *root = root_open(folder, err);
	struct dir_list list = { 0 };
	bool ok = root && root_list(root, "", &list, err);
	if (ok && list.count) {
		ok = err_set(err, ERR_USAGE, "the folder '%s' is not empty", folder);
		err_hint(err, "-o names a new folder");
	}
	dir_list_release(&list);
	if (root)
		root_close(root);
	return ok;
}

static bool save_in(
	const struct options *options, const char *folder, const char *name, struct slice text, struct err *err)
{
	struct str path = STR_INIT;
	str_addf(&path, "%s/%s", folder, name);
	bool ok = output_save(options, path.ptr, text, err);
	str_release(&path);
	return ok;
}

static bool export_quilt(const struct options *options, const struct patch_series *series, struct err *err)
{
	if (output_is_standard(options->output)) {
		err_set(err, ERR_USAGE, "quilt patches go to a folder");
		return err_hint(err, "-o DIR");
	}
	struct str names = STR_INIT, name = STR_INIT, text = STR_INIT;
	bool ok = output_may_write(options, options->output, err) && open_empty(options->output, err);
	for (size_t i = 0; ok && i < series->count; i++) {
		str_clear(&name);
		str_clear(&text);
		patch_series_file_name(series, i, &name);
		str_addf(&names, "%s\n", name.ptr);
		patch_series_format_quilt(series, i, &text);
		ok = save_in(options, options->output, name.ptr, str_slice(&text), err);
	}
	ok = ok && save_in(options, options->output, "series", str_slice(&names), err);
	str_release(&names);
	str_release(&name);
	str_release(&text);
	return ok;
}

static const struct {
	const char *name;
	bool (*export)(const struct options *options, const struct patch_series *series, struct err *err);
} formats[] = { { "git", export_git }, { "quilt", export_quilt } };

static bool find_format(const char *name, size_t *out, struct err *err)
{
	for (*out = 0; *out < sizeof(formats) / sizeof(formats[0]); ++*out)
		if (!name || strcmp(formats[*out].name, name) == 0)
			return true;
	err_set(err, ERR_USAGE, "--format does not take '%s'", name);
	return err_hint(err, "it takes one of: git, quilt");
}

static bool print_count(
	const struct options *options, const struct patch_series *series, size_t n_files, struct err *err)
{
	struct str text = STR_INIT;
	str_addf(&text, "%zu patch%s for %zu file%s; nothing was written to the tree.\n", series->count,
		series->count == 1 ? "" : "es", n_files, str_plural(n_files));
	/* Where the patches go to a file, standard output has nothing else; PowerShell takes the other for errors. */
	bool ok = options->quiet || print_text(options->output ? STREAM_OUT : STREAM_ERR, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static bool export_series(const struct options *options, const struct patch_series *series, struct err *err)
{
	size_t format;
	return find_format(options->format, &format, err) && formats[format].export(options, series, err);
}

static bool export_plan(const struct session *session, struct err *err)
{
	struct patch_series series;
	bool ok = patch_series_make(&session->plan, &series, err) && export_series(session->options, &series, err) &&
		  print_count(session->options, &series, session->plan.n_changes, err);
	patch_series_release(&series);
	return ok;
}

static void print_notes(const struct run_series *made, const struct run_rules *rules)
{
	struct str text = STR_INIT;
	for (size_t i = 0; i < made->n_notes; i++)
		str_addf(&text, "note: %s\n", made->notes[i]);
	if (made->n_notes && rules->problem.message)
		str_addf(&text, "note: the run's patch sets: %s\n", rules->problem.message);
	print_if_possible(STREAM_ERR, str_slice(&text));
	str_release(&text);
}

/* What run RUN did. */
static bool export_history(struct session *session, const struct run *run, struct err *err)
{
	const struct options *options = session->options;
	struct history history;
	bool ok = history_make(session->root, &session->journal, &run->number, 1, &history, err);
	if (ok) {
		struct run_rules rules;
		struct run_series made;
		run_rules_load(run, &rules);
		run_series_make(run, rules.set, &history, &made);
		ok = export_series(options, &made.series, err);
		if (ok && !options->quiet) {
			print_notes(&made, &rules);
			history_print_notes(&history);
		}
		ok = ok && print_count(options, &made.series, history.plan.n_changes, err);
		run_series_release(&made);
		run_rules_release(&rules);
	}
	history_release(&history);
	return ok;
}

static int export_one(const struct options *options, struct err *err)
{
	struct session session;
	const struct run *run;
	if (!output_may_replace(options, options->output, err))
		return exit_code_of(err);
	bool ok = session_open_with_history(&session, options, err) && session_require_whole(&session, err) &&
		  history_find_run(&session, options->arguments[0], &run, err) && export_history(&session, run, err);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static int export_run(const struct options *options, struct err *err)
{
	size_t format;
	if (!find_format(options->format, &format, err))
		return exit_code_of(err);
	return options->n_arguments ? export_one(options, err) : reports_plan_or_stop(options, export_plan, err);
}

static const int export_options[] = {
	OPTION_ROOT,
	OPTION_FORMAT,
	OPTION_OUTPUT,
	OPTION_REPLACE,
	OPTIONS_OF_SET,
	OPTION_EXPECT_DIGEST,
	OPTION_DECLINED,
	OPTIONS_OF_CHOICE,
	OPTION_JOBS,
	OPTION_NONE,
};

const struct command command_export = {
	.name = "export",
	.arguments = "[RUN] ",
	.summary = "write patches for git or quilt, one per rule; with RUN, what it did",
	.help = "Writes what `tpatch apply` would do as patches, one per rule, each with the rule's title,\n"
		"reason and links in its header (DEP-3). They apply in order, each on top of those\n"
		"before it, and together they make the tree that apply makes.\n"
		"\n"
		"--format git (the default) writes one stream of mails for `git am` or `git apply`; for\n"
		"files with CRLF, use `git am --keep-cr`. --format quilt creates the folder that -o\n"
		"names, with a file per patch and a `series`, like debian/patches.\n"
		"\n"
		"With the number of an applied run, it writes what that run did, as the same series in\n"
		"the same order. If the rules have changed since, and it is no longer known which of them\n"
		"made which edit of a file, these rules share one patch, and a note says so. A run that\n"
		"was undone has nothing to export.\n"
		"\n"
		"examples\n"
		"  tpatch export 1 --root ~/pytorch | git -C ~/clone am --keep-cr\n"
		"  tpatch export --root ~/pytorch | git -C ~/pytorch am --keep-cr\n"
		"  tpatch export --format quilt -o debian/patches --root .\n"
		"\n"
		"exit codes: 0 done, 3 a rule does not fit, or two rules make the same edit (nothing\n"
		"is written)\n",
	.add_arguments = values_add_runs,
	.options = export_options,
	.formats = "git quilt",
	.max_arguments = 1,
	.run = export_run,
};
