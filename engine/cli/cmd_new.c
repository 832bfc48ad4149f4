/* tpatch new: a patch set as a first draft, from a diff. */
#include <string.h>

#include "base/path.h"
#include "cli/command.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "cli/typed_path.h"
#include "draft/draft.h"
#include "patchset/patchset.h"
#include "plan/detect.h"

/* What the draft's target is: as the tree says, else the first project that is known, and --tag. */
struct draft_target {
	const char *project;
	struct str versions;
	bool known;
};

static bool tell_target(const struct options *options, const struct patchset_library *library, struct root *root, struct draft_target *out, struct err *err)
{
	size_t count;
	const struct patchset *const *projects = patchset_library_all(library, PATCHSET_PROJECT, &count);
	struct target target = { 0 };
	struct err unknown = ERR_INIT;
	struct version version;
	bool detected = root && target_detect(root, library, options->tag, &target, &unknown);
	bool ok = unknown.kind != ERR_IO && (!options->tag || version_parse(&version, slice_of(options->tag), err));
	out->project = detected ? target.project->name : count ? projects[0]->name : "pytorch";
	out->known = detected || options->tag;
	if (ok && options->tag)
		version_format(&version, &out->versions);
	else if (ok && detected && target.n_known >= 3)
		version_format(&target.version, &out->versions);
	else if (ok && detected)
		str_addf(&out->versions, "%lu.%lu.*", target.version.part[0], target.version.part[1]);
	else
		str_add_cstr(&out->versions, ">=0");
	if (unknown.kind == ERR_IO) {
		*err = unknown;
		unknown = ERR_INIT;
	}
	err_release(&unknown);
	target_release(&target);
	return ok;
}

static void add_report(const struct options *options, const struct draft_report *report, struct str *out)
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
	if (!options->quiet)
		str_addf(out, "%zu rule%s: %zu edit%s of code, %zu hunk%s\n", report->n_rules, report->n_rules == 1 ? "" : "s", report->n_code_edits,
		         report->n_code_edits == 1 ? "" : "s", report->n_hunks, report->n_hunks == 1 ? "" : "s");
}

static int write_draft(const struct options *options, const struct patch *patch, const struct draft_options *how, struct err *err)
{
	struct str yaml = STR_INIT, text = STR_INIT;
	struct draft_report report;
	bool made = draft_make(patch, how, &yaml, &report, err);
	add_report(options, &report, &text);
	int code = report.n_complaints ? EXIT_UNFIT : EXIT_OK;
	print_if_possible(STREAM_ERR, str_slice(&text));
	bool ok = made && print_output(options, str_slice(&yaml), err);
	draft_report_release(&report);
	str_release(&text);
	str_release(&yaml);
	return ok ? code : exit_code_of(err);
}

static int draft_from(const struct options *options, const struct patch *patch, struct err *err)
{
	struct draft_target target = { 0 };
	struct patchset_library *library = patchset_library_load(options->patchsets, err);
	struct root *root = library && options->root ? root_open(options->root, err) : NULL;
	bool ok = library && (root || !options->root) && tell_target(options, library, root, &target, err);
	bool is_stdin = strcmp(options->from_diff, "-") == 0;
	struct draft_options how = { .diff_name = is_stdin ? "<stdin>" : typed_path_base(slice_of(options->from_diff)).ptr, .project = target.project,
		                     .versions = target.versions.ptr, .versions_are_known = target.known, .root = root };
	int code = ok ? write_draft(options, patch, &how, err) : exit_code_of(err);
	str_release(&target.versions);
	if (root)
		root_close(root);
	patchset_library_free(library);
	return code;
}

static int new_run(const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	struct patch patch = { 0 };
	if (!options->from_diff) {
		err_set(err, ERR_USAGE, "from what?");
		err_hint(err, "`git diff | tpatch new --from-diff - --root .`");
		return exit_code_of(err);
	}
	bool ok = platform_read_file(options->from_diff, PATCH_MAX_BYTES, &text, err) &&
	          patch_read(&patch, strcmp(options->from_diff, "-") == 0 ? "<stdin>" : options->from_diff, str_slice(&text), options->strip, err);
	str_release(&text);
	int code = ok ? draft_from(options, &patch, err) : exit_code_of(err);
	patch_release(&patch);
	return code;
}

static const enum option_id new_options[] = {
	OPTION_FROM_DIFF, OPTION_STRIP, OPTION_ROOT, OPTION_TAG, OPTION_PATCHSETS, OPTION_OUTPUT, OPTION_NONE,
};

const struct command command_new = {
	.name = "new",
	.arguments = "--from-diff FILE ",
	.summary = "a draft of a patch set, from a diff",
	.help = "Reads a unified diff (git, quilt, diff -u) and prints a patch set: one rule per file,\n"
		"with title, why, links and upstream status as the diff's own text tells them. A hunk\n"
		"becomes an edit of code where its language is known and the edit is proved to do the\n"
		"same, and stays a hunk otherwise. With --root, the proof is made in the tree, which\n"
		"must be as it was before the diff.\n\n"
		"examples\n"
		"  git diff | tpatch new --from-diff - -o sets/mine.yaml\n"
		"  tpatch new --from-diff 0001-fix.patch --root ~/pytorch\n\n"
		"exit codes: 0 all of the diff is in the draft, 2 this is no diff, 3 something could not\n"
		"be expressed, or does not fit the tree: standard error and the draft say what\n",
	.options = new_options,
	.max_arguments = 0,
	.run = new_run,
};
