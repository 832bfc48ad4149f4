/* tpatch port: a patch set for a tree that moved, from patches for the tree that was. */
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "cli/draft_target.h"
#include "cli/exit.h"
#include "cli/option.h"
#include "cli/port_set.h"
#include "cli/port_trees.h"
#include "cli/ask/review.h"
#include "cmdline/print.h"
#include "patchset/patchset.h"
#include "patchset/rule_text.h"
#include "platform/output.h"
#include "port/port.h"
#include "port/walk.h"
#include "report/port_report.h"
#include "report/shell_line.h"
#include "series/series.h"
#include "tree/detect.h"

#define MAX_SET_BYTES ((size_t)64 << 20)

/* What is written where. */
struct port_output {
	struct options options; /* as typed, with `output` for the set */
	const char *page;       /* of html=FILE, or NULL */
	struct str before;      /* what the file of the set held */
	struct review reviewed; /* of that */
};

static bool is_page(const char *typed)
{
	return slice_starts_with(slice_of(typed), "html=") && typed[5];
}

/* Reads the set that is where the new one goes: what was accepted there stays accepted. What is no set is no
 * problem. */
static void read_reviewed(struct port_output *out)
{
	struct file_stat st;
	struct err ignored = ERR_INIT;
	const char *path = out->options.output;
	if (path && strcmp(path, "-") != 0 && platform_stat(path, &st, &ignored) && st.type == FILE_REGULAR)
		platform_read_file(path, MAX_SET_BYTES, &out->before, &ignored);
	err_release(&ignored);
	review_read(&out->reviewed, str_slice(&out->before));
}

static bool output_begin(const struct options *options, struct port_output *out, struct err *err)
{
	*out = (struct port_output){ .options = *options };
	for (const char **typed = options->reports; typed && *typed; typed++) {
		const char **place = is_page(*typed) ? &out->page : &out->options.output;
		if (*place) {
			err_set(err, ERR_USAGE, "--output '%s': there is one already", *typed);
			return err_hint(err, "one FILE takes the set, and html=FILE the page");
		}
		*place = is_page(*typed) ? *typed + 5 : *typed;
	}
	bool to_file = out->options.output && strcmp(out->options.output, "-") != 0;
	if (options->review && options->to && !to_file) {
		err_set(err, ERR_USAGE, "--review writes the answers into the set, but no file is named");
		return err_hint(err, "`-o FILE` names it; `tpatch port --review FILE` does it later");
	}
	read_reviewed(out);
	return !options->review || review_check(options, err);
}

static void output_end(struct port_output *out)
{
	review_release(&out->reviewed);
	str_release(&out->before);
}

static int code_of(const struct options *options, const struct series *series, const struct port_result *result)
{
	bool is_open = false;
	for (size_t i = 0; i < result->n_edits && !options->accept; i++)
		is_open |= result->edits[i].outcome == PORT_LOOK && !result->edits[i].is_reviewed;
	return series->n_unread || result->n_clashes || result->counts[PORT_PERSON] || is_open ? EXIT_UNFIT : EXIT_OK;
}

static bool print_page(const struct port_output *out, const struct port_report *report, struct err *err)
{
	struct str text = STR_INIT;
	if (!out->page)
		return true;
	port_print_html(report, &text);
	bool ok =
		print_may_write(&out->options, out->page, err) && platform_save_file(out->page, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* The set where -o says, else on standard output; what became of each edit on standard error, or as JSON on standard
 * output. */
static bool print_result(const struct port_output *out, struct port_report *report, struct err *err)
{
	const struct options *options = &out->options;
	const struct port_result *result = report->result;
	struct str text = STR_INIT, next = STR_INIT;
	bool ok = true, to_file = options->output && strcmp(options->output, "-") != 0;
	if (to_file && !options->review && result->counts[PORT_LOOK] && result->yaml.len &&
		code_of(options, report->series, result)) {
		str_add_cstr(&next, "tpatch port --review");
		str_add_char(&next, ' ');
		shell_word(options->output, &next);
		report->next = next.ptr;
	}
	if (result->yaml.len && (to_file || options->json == JSON_OFF))
		ok = print_output_data(options, str_slice(&result->yaml), err);
	ok = ok && print_page(out, report, err);
	if (options->json == JSON_OFF) {
		port_print_text(report, options->verbose > 0, options->quiet, &text);
		print_if_possible(STREAM_ERR, str_slice(&text));
	} else if (ok) {
		struct json *json = print_new_json();
		port_add_json(report, json);
		if (!to_file)
			json_put_text(json, "set", str_slice(&result->yaml));
		print_json(options, json, &text);
		ok = print_text(STREAM_OUT, str_slice(&text), err);
		json_free(json);
	}
	str_release(&text);
	str_release(&next);
	return ok;
}

/* The one argument that names a patch set: its file as `*path`, or by its name. */
static bool find_set_file(const struct options *options, const char **path, struct err *err)
{
	struct file_stat st;
	struct str text = STR_INIT;
	*path = NULL;
	if (options->n_arguments != 1 || strcmp(options->arguments[0], "-") == 0)
		return true;
	if (!platform_stat(options->arguments[0], &st, err))
		return false;
	if (st.type == FILE_REGULAR && st.size <= MAX_SET_BYTES &&
		!platform_read_file(options->arguments[0], MAX_SET_BYTES, &text, err))
		return false;
	*path = patchset_is_text(str_slice(&text)) ? options->arguments[0] : NULL;
	str_release(&text);
	return true;
}

/* A tree that cannot be read is an error later on. */
static bool has_file(void *context, const char *path)
{
	const struct port_trees *trees = context;
	struct file_stat st;
	struct err ignored = ERR_INIT;
	bool has = path_is_allowed(slice_of(path)) &&
		   ((tree_stat(&trees->to, path, &st, &ignored) && st.type == FILE_REGULAR) ||
			   (trees->n_stops > 1 && tree_stat(&trees->from, path, &st, &ignored) &&
				   st.type == FILE_REGULAR));
	err_release(&ignored);
	return has;
}

static bool read_series(const struct options *options, struct patchset_library *library, const struct port_trees *trees,
	struct series *out, struct err *err)
{
	const struct tree *from = options->from ? &trees->from : NULL;
	struct target target = { 0 };
	struct err unknown = ERR_INIT;
	bool is_known = from && target_detect_tree(from, library, NULL, &target, &unknown);
	struct series_options how = { .strip = option_is_given(options, OPTION_STRIP) ? options->strip
										      : SERIES_STRIP_UNSAID,
		.version = is_known ? &target.version : NULL,
		.has_file = has_file,
		.context = (void *)(uintptr_t)trees };
	bool ok = unknown.kind != ERR_IO && series_read(out, options->arguments, options->n_arguments, &how, err);
	if (unknown.kind == ERR_IO) {
		*err = unknown;
		unknown = ERR_INIT;
	}
	err_release(&unknown);
	target_release(&target);
	return ok;
}

/* A set by its file, its name or --all; else diffs. */
static bool read_source(const struct options *options, struct patchset_library *library, const char *path,
	const struct port_trees *trees, const char *versions, struct port_set *out, struct err *err)
{
	const struct tree *from = options->from ? &trees->from : NULL;
	const struct patchset *set = NULL;
	struct file_stat st;
	*out = (struct port_set){ 0 };
	if (path) {
		set = patchset_library_find_file(library, path);
		if (!set || set->kind != PATCHSET_SET)
			return err_set(err, ERR_USAGE, "'%s' is not a set: a pack or a project has no target", path);
	} else if (options->n_arguments == 1 && strcmp(options->arguments[0], "-") != 0) {
		if (!platform_stat(options->arguments[0], &st, err))
			return false;
		if (st.type == FILE_NONE)
			set = patchset_library_find(library, PATCHSET_SET, slice_of(options->arguments[0]));
	}
	return set || options->all ? port_set_read(options, library, set, from, &trees->to, versions, out, err)
				   : read_series(options, library, trees, &out->series, err);
}

/* What the user called the source. */
static const char *name_of_source(const struct options *options, const struct series *series)
{
	return options->n_arguments ? options->arguments[0] : series->name ? series->name : "";
}

static int report_result(const struct port_output *out, struct port_report *report, struct err *err)
{
	const struct options *options = &out->options;
	if (!print_result(out, report, err))
		return exit_code_of(err);
	int code = code_of(options, report->series, report->result);
	if (!options->review || !report->result->yaml.len)
		return code;
	int reviewed = review_file(options, options->output, err);
	return report->series->n_unread && reviewed == EXIT_OK ? EXIT_UNFIT : reviewed;
}

static int carry(const struct port_output *out, const struct port_trees *trees, const struct draft_target *target,
	const struct port_set *source, struct err *err)
{
	const struct options *options = &out->options;
	struct port_walk walk = { 0 };
	struct port_result result = { 0 };
	struct port_options how = { .to = &trees->to,
		.project = target->project,
		.versions = target->versions.ptr,
		.reviewed = &out->reviewed,
		.base = source->base.name ? &source->base : NULL,
		.target_note = target->note,
		.history = trees->history };
	struct port_report report = { .series = &source->series,
		.result = &result,
		.source = name_of_source(options, &source->series),
		.from = options->from,
		.to = options->to,
		.n_kept = source->base.n_rules,
		.tool = TPATCH_VERSION };
	bool ok = trees->n_stops > 1 ? port_walk_make(&source->series, &how, trees->stops, trees->n_stops, &walk, err)
				     : port_make(&source->series, &how, &result, err);
	if (walk.n_steps)
		report.result = &walk.results[walk.n_steps - 1];
	int code = ok ? report_result(out, &report, err) : exit_code_of(err);
	port_walk_release(&walk);
	port_result_release(&result);
	return code;
}

static int port_to(const struct port_output *out, const struct port_trees *trees, struct err *err)
{
	const struct options *options = &out->options;
	struct draft_target target = { 0 };
	struct port_set source = { 0 };
	const char *path = NULL;
	bool ok = find_set_file(options, &path, err);
	struct patchset_library *library = !ok    ? NULL
					   : path ? patchset_library_load_files(options->patchsets, &path, 1, err)
						  : patchset_library_load(options->patchsets, err);
	ok = library && draft_target_tell(options, library, &trees->to, &target, err) &&
	     read_source(options, library, path, trees, target.versions.ptr, &source, err);
	int code = ok ? carry(out, trees, &target, &source, err) : exit_code_of(err);
	port_set_release(&source);
	str_release(&target.versions);
	patchset_library_free(library);
	return code;
}

static bool check_arguments(const struct options *options, struct err *err)
{
	if (!options->n_arguments == !options->all) {
		err_set(err, ERR_USAGE, options->all ? "--all already names everything to carry" : "port what?");
		return err_hint(err,
			"a diff, a folder with a series, a recipe, or several diffs: `tpatch port debian/patches --to "
			"~/pytorch-2.9`");
	}
	if (!options->to) {
		err_set(err, ERR_USAGE, "no tree to carry the patches to");
		return err_hint(err, "`--to DIR` names it");
	}
	return true;
}

static int port_run(const struct options *options, struct err *err)
{
	struct port_trees trees = { 0 };
	struct port_output out = { 0 };
	if (options->review && !options->to && options->n_arguments == 1)
		return review_file(options, options->arguments[0], err);
	bool ok = check_arguments(options, err) && output_begin(options, &out, err);
	int code = ok && port_trees_open(options, &trees, err) ? port_to(&out, &trees, err) : exit_code_of(err);
	port_trees_close(&trees);
	output_end(&out);
	return code;
}

static const int port_options[] = {
	OPTION_TO,
	OPTION_FROM,
	OPTION_GIT,
	OPTION_TAGS,
	OPTION_ALL,
	OPTION_OUTPUTS,
	OPTION_REVIEW,
	OPTION_STRIP,
	OPTION_TARGET,
	OPTION_TAG,
	OPTION_ACCEPT,
	OPTION_FACT,
	OPTION_FACTS,
	OPTION_PROFILE,
	OPTION_PATCHSETS,
	OPTION_JSON,
	OPTION_NONE,
};

const struct command command_port = {
	.name = "port",
	.arguments = "SOURCE... ",
	.summary = "carry patches to a newer tree, as a patch set",
	.help = "Carries patches to a newer tree, and writes a patch set that fits that tree exactly and\n"
		"is proved in it. SOURCE is a diff ('-' is standard input), a folder with a quilt series\n"
		"or with the output of git format-patch, a recipe (conda, vcpkg, Gentoo, Spack, nixpkgs,\n"
		"Arch, RPM), or several of these in the order in which they stack. It can also be the\n"
		"name of a patch set: with --from, the rules that no longer fit are carried. Each edit\n"
		"comes out as one of four: carried exactly; carried, look at it; upstream has it; needs a\n"
		"person. The evidence is on standard error and beside the edit in the set. With --from,\n"
		"the tree that the patches are for, more of them are carried exactly. --output html=FILE\n"
		"is a page with both edits side by side. --review asks about each edit to look at, with\n"
		"the keys of `apply --interactive`, and writes the answers into the set; without --to, it\n"
		"continues with a set that was written before.\n"
		"\n"
		"examples\n"
		"  tpatch port fix.patch --to ~/pytorch-2.9 -o sets/fix.yaml\n"
		"  tpatch port debian/patches --from ~/pt-2.6 --to ~/pt-2.9 -o debian.yaml\n"
		"  tpatch port debian/patches --to ~/pt-2.9 -o debian.yaml -o html=debian.html\n"
		"  tpatch port --review debian.yaml\n"
		"  tpatch port fix.patch --git ~/pytorch --from v2.6.0 --to v2.9.0 -o fix.yaml\n"
		"\n"
		"exit codes: 0 all is carried exactly or upstream has it, 2 no diff, or no such tree, 3\n"
		"some edits are to be looked at or need a person; the rest is written\n",
	.options = port_options,
	.max_arguments = 1000000,
	.run = port_run,
};
