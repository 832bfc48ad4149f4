/* tpatch port: a patch set for a tree that moved, from patches for the tree that was. */
#include <string.h>

#include "cli/command.h"
#include "cli/draft_target.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "cli/typed_path.h"
#include "patchset/patchset.h"
#include "port/port.h"
#include "report/port_report.h"

static int code_of(const struct options *options, const struct port_result *result)
{
	if (result->counts[PORT_PERSON] || (result->counts[PORT_LOOK] && !options->accept))
		return EXIT_UNFIT;
	return EXIT_OK;
}

/* The set where -o says, else on standard output; what became of each edit on standard error, or as JSON on standard output. */
static bool print_result(const struct options *options, const struct port_series *series, const struct port_result *result, struct err *err)
{
	struct str text = STR_INIT;
	bool ok = true, to_file = options->output && strcmp(options->output, "-") != 0;
	if (result->yaml.len && (to_file || options->json == JSON_OFF))
		ok = print_output(options, str_slice(&result->yaml), err);
	if (options->json == JSON_OFF) {
		port_print_text(series, result, options->verbose > 0, options->quiet, &text);
		print_if_possible(STREAM_ERR, str_slice(&text));
	} else if (ok) {
		struct json *json = print_new_json();
		port_add_json(series, result, json);
		if (!to_file)
			json_put_text(json, "set", str_slice(&result->yaml));
		print_json(options, json, &text);
		ok = print_text(STREAM_OUT, str_slice(&text), err);
		json_free(json);
	}
	str_release(&text);
	return ok;
}

static int port_series_to(const struct options *options, const struct port_series *series, const struct tree *from, const struct tree *to, struct err *err)
{
	struct draft_target target = { 0 };
	struct port_result result = { 0 };
	struct patchset_library *library = patchset_library_load(options->patchsets, err);
	bool ok = library && draft_target_tell(options, library, to, &target, err);
	struct port_options how = { .from = from, .to = to, .project = target.project, .versions = target.versions.ptr, .versions_are_known = target.known };
	int code = EXIT_OK;
	ok = ok && port_make(series, &how, &result, err) && print_result(options, series, &result, err);
	code = ok ? code_of(options, &result) : exit_code_of(err);
	port_result_release(&result);
	str_release(&target.versions);
	patchset_library_free(library);
	return code;
}

static bool check_arguments(const struct options *options, struct err *err)
{
	if (!options->n_arguments) {
		err_set(err, ERR_USAGE, "port what?");
		return err_hint(err, "a diff, a folder with a series, or several diffs: `tpatch port debian/patches --to ~/pytorch-2.9`");
	}
	if (!options->to) {
		err_set(err, ERR_USAGE, "port to which tree?");
		return err_hint(err, "`--to DIR` names it");
	}
	return true;
}

static int port_run(const struct options *options, struct err *err)
{
	struct port_series series = { 0 };
	struct tree from = { 0 }, to = { 0 };
	bool ok = check_arguments(options, err);
	struct root *new_root = ok ? root_open(options->to, err) : NULL;
	struct root *old_root = new_root && options->from ? root_open(options->from, err) : NULL;
	ok = new_root && (old_root || !options->from) && port_series_read(&series, options->arguments, options->n_arguments, options->strip, err);
	if (ok) {
		to = tree_of_root(new_root);
		from = tree_of_root(old_root);
	}
	int code = ok ? port_series_to(options, &series, old_root ? &from : NULL, &to, err) : exit_code_of(err);
	port_series_release(&series);
	if (old_root)
		root_close(old_root);
	if (new_root)
		root_close(new_root);
	return code;
}

static const enum option_id port_options[] = {
	OPTION_TO, OPTION_FROM, OPTION_OUTPUT, OPTION_STRIP, OPTION_TARGET, OPTION_TAG, OPTION_ACCEPT, OPTION_PATCHSETS, OPTION_JSON, OPTION_NONE,
};

const struct command command_port = {
	.name = "port",
	.arguments = "SOURCE... ",
	.summary = "a patch set for a newer tree, from patches for an older one",
	.help = "Carries patches to a tree that moved, and writes a patch set that is exact there and\n"
		"proved. SOURCE is a diff ('-' is standard input), a folder with a quilt series or with\n"
		"the output of git format-patch, or several of these in the order in which they stack.\n"
		"Each edit comes out as one of four: carried exactly; carried, look at it; upstream has\n"
		"it; needs a person. The evidence stands on standard error and beside the edit in the\n"
		"set. With --from, the tree that the patches are for, more of them are carried exactly.\n\n"
		"examples\n"
		"  tpatch port fix.patch --to ~/pytorch-2.9 -o sets/fix.yaml\n"
		"  tpatch port debian/patches --from ~/pytorch-2.6 --to ~/pytorch-2.9 -o sets/debian.yaml\n\n"
		"exit codes: 0 all is carried exactly or upstream has it, 2 no diff, or no such tree, 3\n"
		"something is to be looked at or needs a person: what could be done is written\n",
	.options = port_options,
	.max_arguments = 1000000,
	.run = port_run,
};
