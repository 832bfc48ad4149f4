/* tpatch new: a patch set as a first draft, from a diff. */
#include <string.h>

#include "base/path.h"
#include "cli/draft_target.h"
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cli/set_file.h"
#include "tree/typed_globs.h"
#include "cmdline/output_file.h"
#include "cmdline/print.h"
#include "draft/draft.h"
#include "patchset/patchset.h"
#include "platform/output.h"
#include "port/fit.h"

static void add_report(const struct options *options, const struct draft_report *report,
	const struct draft_target *target, size_t n_moved, struct str *out)
{
	const char *name = strcmp(options->from_diff, "-") == 0 ? "<stdin>" : options->from_diff;
	for (size_t i = 0; i < report->n_complaints; i++) {
		const struct draft_complaint *complaint = &report->complaints[i];
		if (complaint->line)
			str_addf(out, "%s:%zu: ", name, complaint->line);
		else
			str_addf(out, "%s: ", name);
		path_quote(slice_of(complaint->path), out);
		str_addf(out, ": %s\n", complaint->text);
	}
	if (n_moved && !options->quiet)
		str_addf(out, "%zu hunk%s elsewhere than %s line numbers say\n", n_moved,
			n_moved == 1 ? " is" : "s are", n_moved == 1 ? "its" : "their");
	if (target->is_open)
		str_addf(out, "target: %s\n", target->note);
	if (!options->quiet)
		str_addf(out, "%zu rule%s: %zu edit%s of code, %zu hunk%s%s\n", report->n_rules,
			str_plural(report->n_rules), report->n_code_edits, str_plural(report->n_code_edits),
			report->n_hunks, str_plural(report->n_hunks), options->root ? "" : ", not tried in a tree");
}

/* -o may name a folder that is not there yet. */
static bool make_folder_of(const struct options *options, struct err *err)
{
	struct slice path = slice_of(options->output ? options->output : "-"), name = typed_path_base(path);
	if (name.ptr == path.ptr)
		return true;
	struct str folder = STR_INIT;
	str_add(&folder, slice_from(path.ptr, (size_t)(name.ptr - path.ptr)));
	bool ok = output_may_write(options, options->output, err) && platform_make_folder(folder.ptr, err);
	str_release(&folder);
	return ok;
}

/* The places first, where there is a tree to have them in. */
static int write_draft(const struct options *options, const struct patch *patch, struct draft_options *how,
	const struct draft_target *target, struct err *err)
{
	struct port_fit fit = { 0 };
	struct str yaml = STR_INIT, text = STR_INIT;
	struct draft_report report;
	bool made = !how->tree || port_fit_make(patch, how->tree, &fit, err);
	how->known = fit.weighed;
	how->n_known = fit.n_weighed;
	report = (struct draft_report){ 0 };
	made = made && draft_make(how->tree ? &fit.patch : patch, how, &yaml, &report, err);
	add_report(options, &report, target, fit.n_moved, &text);
	int code = report.n_complaints || target->is_open ? EXIT_UNFIT : how->tree ? EXIT_OK : EXIT_NO;
	print_if_possible(STREAM_ERR, str_slice(&text));
	bool ok = made && make_folder_of(options, err) && set_file_write(options, str_slice(&yaml), err);
	draft_report_release(&report);
	port_fit_release(&fit);
	str_release(&text);
	str_release(&yaml);
	return ok ? code : exit_code_of(err);
}

static int draft_from(const struct options *options, const struct patch *patch, struct err *err)
{
	struct draft_target target = { 0 };
	struct patchset_library *library = patchset_library_open(options->patchsets, err);
	struct root *root = library && options->root ? root_open(options->root, err) : NULL;
	struct tree tree = tree_of_root(root);
	bool ok = library && (root || !options->root) &&
		  draft_target_tell(options, library, root ? &tree : NULL, &target, err);
	bool is_stdin = strcmp(options->from_diff, "-") == 0;
	struct draft_options how = { .diff_name =
					     is_stdin ? "<stdin>" : typed_path_base(slice_of(options->from_diff)).ptr,
		.project = target.project,
		.versions = target.versions.ptr,
		.target_note = target.note,
		.tree = root ? &tree : NULL };
	int code = ok ? write_draft(options, patch, &how, &target, err) : exit_code_of(err);
	str_release(&target.versions);
	if (root)
		root_close(root);
	patchset_library_free(library);
	return code;
}

static int new_run(const struct options *options, struct err *err)
{
	struct str text = STR_INIT, before = STR_INIT;
	struct patch patch = { 0 };
	if (!options->from_diff) {
		err_set(err, ERR_USAGE, "from what?");
		err_hint(err, "`git diff | tpatch new --from-diff - --root .`");
		return exit_code_of(err);
	}
	bool ok = set_file_read_before(options, &before, err) &&
		  platform_read_file(options->from_diff, PATCH_MAX_BYTES, &text, err) &&
		  patch_read(&patch, strcmp(options->from_diff, "-") == 0 ? "<stdin>" : options->from_diff,
			  str_slice(&text), options->strip, err);
	str_release(&text);
	str_release(&before);
	int code = ok ? draft_from(options, &patch, err) : exit_code_of(err);
	patch_release(&patch);
	return code;
}

static const int new_options[] = {
	OPTION_FROM_DIFF,
	OPTION_STRIP,
	OPTION_ROOT,
	OPTION_TAG,
	OPTION_PATCHSETS,
	OPTION_OUTPUT,
	OPTION_NONE,
};

const struct command command_new = {
	.name = "new",
	.arguments = "--from-diff FILE ",
	.summary = "draft a patch set from a diff",
	.help = "Reads a unified diff (git, quilt, diff -u) and prints a patch set: one rule per file,\n"
		"with title, why, links and upstream status from the diff's own text. A hunk becomes an\n"
		"edit of code if the tree of --root proves that both do the same; otherwise, and always\n"
		"without a tree, it stays a hunk. A hunk is searched for at its line numbers first, then\n"
		"as `tpatch port` does; one that fits in several places gets more lines of context from\n"
		"the tree.\n"
		"\n"
		"examples\n"
		"  git diff | tpatch new --from-diff - -o sets/mine.yaml\n"
		"  tpatch new --from-diff 0001-fix.patch --root ~/pytorch\n"
		"\n"
		"exit codes: 0 the draft has all of the diff, proved in the tree; 1 it has all of it, but\n"
		"without --root nothing was proved; 2 this is not a diff; 3 something could not be\n"
		"expressed, was not found in the tree or does not fit it, or the tree's project is\n"
		"unknown: standard error and the draft say what\n",
	.options = new_options,
	.max_arguments = 0,
	.run = new_run,
};
