/* tpatch port: a patch set for a tree that moved, from patches for the tree that was. */
#include <stdlib.h>
#include <string.h>

#include "cli/draft_target.h"
#include "cli/exit.h"
#include "cli/option.h"
#include "cli/port_report.h"
#include "cli/port_set.h"
#include "cli/typed_path.h"
#include "cmdline/print.h"
#include "patchset/patchset.h"
#include "port/port.h"
#include "series/series.h"
#include "tree/detect.h"
#include "tree/git_commit.h"

static int code_of(const struct options *options, const struct series *series, const struct port_result *result)
{
	if (series->n_unread || result->counts[PORT_PERSON] || (result->counts[PORT_LOOK] && !options->accept))
		return EXIT_UNFIT;
	return EXIT_OK;
}

/* The set where -o says, else on standard output; what became of each edit on standard error, or as JSON on standard output. */
static bool print_result(const struct options *options, const struct series *series, const struct port_result *result, struct err *err)
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

/* One word that is no path is a patch set's name. */
static bool read_source(const struct options *options, const struct patchset_library *library, const struct tree *from, const struct tree *to,
                        struct series *out, struct err *err)
{
	struct file_stat st;
	const struct patchset *set = NULL;
	*out = (struct series){ 0 };
	if (options->n_arguments == 1 && strcmp(options->arguments[0], "-") != 0) {
		if (!platform_stat(options->arguments[0], &st, err))
			return false;
		if (st.type == FILE_NONE)
			set = patchset_library_find(library, PATCHSET_SET, slice_of(options->arguments[0]));
	}
	if (set || options->all)
		return port_set_read(options, library, set, from, to, out, err);
	struct target target = { 0 };
	struct err unknown = ERR_INIT;
	bool is_known = from && target_detect_tree(from, library, NULL, &target, &unknown);
	bool ok = unknown.kind != ERR_IO && series_read(out, options->arguments, options->n_arguments, options->strip, is_known ? &target.version : NULL, err);
	if (unknown.kind == ERR_IO) {
		*err = unknown;
		unknown = ERR_INIT;
	}
	err_release(&unknown);
	target_release(&target);
	return ok;
}

static int port_series_to(const struct options *options, const struct tree *from, const struct tree *to, struct err *err)
{
	struct draft_target target = { 0 };
	struct port_result result = { 0 };
	struct series series = { 0 };
	struct patchset_library *library = patchset_library_load(options->patchsets, err);
	bool ok = library && read_source(options, library, from, to, &series, err) && draft_target_tell(options, library, to, &target, err);
	struct port_options how = { .from = from, .to = to, .project = target.project, .versions = target.versions.ptr, .target_note = target.note };
	ok = ok && port_make(&series, &how, &result, err) && print_result(options, &series, &result, err);
	int code = ok ? code_of(options, &series, &result) : exit_code_of(err);
	port_result_release(&result);
	series_release(&series);
	str_release(&target.versions);
	patchset_library_free(library);
	return code;
}

static bool check_arguments(const struct options *options, struct err *err)
{
	if (!options->n_arguments == !options->all) {
		err_set(err, ERR_USAGE, options->all ? "--all is all there is to carry" : "port what?");
		return err_hint(err, "a diff, a folder with a series, a recipe, or several diffs: `tpatch port debian/patches --to ~/pytorch-2.9`");
	}
	if (!options->to) {
		err_set(err, ERR_USAGE, "port to which tree?");
		return err_hint(err, "`--to DIR` names it");
	}
	return true;
}

/* The two trees: folders, or what two names of a repository point to. */
struct port_trees {
	struct root *from_root, *to_root;
	struct git_repository *repository;
	struct git_commit *from_commit, *to_commit;
	struct tree from, to;
};

static struct git_commit *open_commit(const struct port_trees *trees, const char *tag, struct err *err)
{
	char **tags = NULL;
	size_t count = 0;
	bool ok = git_repository_tags(trees->repository, tag, &tags, &count, err);
	for (size_t i = 0; i < count; i++)
		free(tags[i]);
	free(tags);
	if (ok && !count) {
		err_set(err, ERR_USAGE, "'%s' is no tag of the repository", tag);
		err_hint(err, "`git tag` lists them; `git tag NAME COMMIT` makes one");
	}
	return ok && count ? git_commit_open(trees->repository, tag, err) : NULL;
}

static bool open_commits(const struct options *options, struct port_trees *out, struct err *err)
{
	out->repository = git_repository_open(options->git, err);
	out->to_commit = out->repository ? open_commit(out, options->to, err) : NULL;
	out->from_commit = out->to_commit && options->from ? open_commit(out, options->from, err) : NULL;
	if (!out->to_commit || (!out->from_commit && options->from))
		return false;
	out->to = tree_of_commit(out->to_commit);
	if (out->from_commit)
		out->from = tree_of_commit(out->from_commit);
	return true;
}

static bool open_trees(const struct options *options, struct port_trees *out, struct err *err)
{
	*out = (struct port_trees){ 0 };
	if (options->git)
		return open_commits(options, out, err);
	out->to_root = root_open(options->to, err);
	out->from_root = out->to_root && options->from ? root_open(options->from, err) : NULL;
	if (!out->to_root || (!out->from_root && options->from))
		return false;
	out->to = tree_of_root(out->to_root);
	out->from = tree_of_root(out->from_root);
	return true;
}

static void close_trees(struct port_trees *trees)
{
	if (trees->from_commit)
		git_commit_free(trees->from_commit);
	if (trees->to_commit)
		git_commit_free(trees->to_commit);
	if (trees->repository)
		git_repository_close(trees->repository);
	if (trees->from_root)
		root_close(trees->from_root);
	if (trees->to_root)
		root_close(trees->to_root);
}

static int port_run(const struct options *options, struct err *err)
{
	struct port_trees trees = { 0 };
	bool ok = check_arguments(options, err) && open_trees(options, &trees, err);
	int code = ok ? port_series_to(options, options->from ? &trees.from : NULL, &trees.to, err) : exit_code_of(err);
	close_trees(&trees);
	return code;
}

static const int port_options[] = {
	OPTION_TO, OPTION_FROM, OPTION_GIT, OPTION_ALL, OPTION_OUTPUT, OPTION_STRIP, OPTION_TARGET, OPTION_TAG, OPTION_ACCEPT, OPTION_PATCHSETS, OPTION_JSON, OPTION_NONE,
};

const struct command command_port = {
	.name = "port",
	.arguments = "SOURCE... ",
	.summary = "a patch set for a newer tree, from patches for an older one",
	.help = "Carries patches to a tree that moved, and writes a patch set that is exact there and\n"
		"proved. SOURCE is a diff ('-' is standard input), a folder with a quilt series or with\n"
		"the output of git format-patch, a recipe (conda, vcpkg, Gentoo, Spack, nixpkgs), or\n"
		"several of these in the order in which they stack; or the name of a patch set, of which\n"
		"what no longer fits is carried (with --from).\n"
		"Each edit comes out as one of four: carried exactly; carried, look at it; upstream has\n"
		"it; needs a person. The evidence stands on standard error and beside the edit in the\n"
		"set. With --from, the tree that the patches are for, more of them are carried exactly.\n\n"
		"examples\n"
		"  tpatch port fix.patch --to ~/pytorch-2.9 -o sets/fix.yaml\n"
		"  tpatch port debian/patches --from ~/pt-2.6 --to ~/pt-2.9 -o debian.yaml\n"
		"  tpatch port fix.patch --git ~/pytorch --from v2.6.0 --to v2.9.0 -o fix.yaml\n\n"
		"exit codes: 0 all is carried exactly or upstream has it, 2 no diff, or no such tree, 3\n"
		"something is to be looked at or needs a person: what could be done is written\n",
	.options = port_options,
	.max_arguments = 1000000,
	.run = port_run,
};
