/* tpatch port: a patch set for a tree that moved, from patches for the tree that was. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"
#include "base/version/version.h"
#include "cli/draft_target.h"
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cli/port_set.h"
#include "cli/set_file.h"
#include "cli/ask/review.h"
#include "cli/show/reports.h"
#include "cmdline/output_file.h"
#include "cmdline/print.h"
#include "patchset/patchset.h"
#include "patchset/rule_text.h"
#include "port/port.h"
#include "port/walk.h"
#include "report/port_report.h"
#include "report/shell_line.h"
#include "series/series.h"
#include "tree/detect.h"
#include "tree/git_commit.h"
#include "tree/tree.h"

/* --- the trees that it goes between ------------------------------------------------------------------------------ */

/* The two trees: folders, or what two tags of a repository point to, and then the releases between them. */
struct port_trees {
	struct root *from_root, *to_root;
	struct git_repository *repository;
	char **names;                /* of the tags, for free() */
	struct git_history *history; /* between the two; NULL: no repository tells it */
	struct git_commit **commits; /* [n_commits], from --from to --to; of --to alone where there is no --from */
	size_t n_commits, n_names, names_capacity;
	struct port_stop *stops; /* [n_stops], in the same order; of folders the two */
	size_t n_stops;          /* 1: there is no --from */
	struct tree from, to;
};

/* A tag that is a version after a prefix without digits. */
struct tag {
	char *name;         /* for free() */
	const char *prefix; /* [n_prefix] */
	size_t n_prefix;
	struct version version;
};

static bool read_tag(const char *name, struct tag *out)
{
	struct err ignored = ERR_INIT;
	size_t n = strcspn(name, "0123456789");
	*out = (struct tag){ .n_prefix = n, .prefix = name };
	bool ok = name[n] && !name[n + strspn(name + n, "0123456789.")] &&
		  version_parse(&out->version, slice_of(name + n), &ignored);
	err_release(&ignored);
	return ok;
}

static int by_version(const void *a, const void *b)
{
	return version_cmp(&((const struct tag *)a)->version, &((const struct tag *)b)->version);
}

static bool is_between(const struct tag *tag, const struct tag *low, const struct tag *high)
{
	return tag->n_prefix == low->n_prefix && strncmp(tag->prefix, low->prefix, tag->n_prefix) == 0 &&
	       by_version(tag, low) > 0 && by_version(tag, high) < 0;
}

static void add_name(struct port_trees *trees, char *name)
{
	VEC_PUSH(trees->names, trees->n_names, trees->names_capacity, name);
}

/* Puts the tags between --from and --to into `out->names`, after --from's, in the order in which they are passed. */
static bool add_between(const struct options *options, struct port_trees *out, struct err *err)
{
	char **names = NULL;
	struct tag from, to, *found = NULL;
	size_t count = 0, n = 0;
	if (!read_tag(options->from, &from) || !read_tag(options->to, &to))
		return true;
	bool is_down = by_version(&from, &to) > 0;
	bool ok = git_repository_tags(out->repository, options->tags ? options->tags : "*", &names, &count, err);
	found = xcalloc(count + 1, sizeof(*found));
	for (size_t i = 0; i < count; i++) {
		struct tag tag;
		if (read_tag(names[i], &tag) && is_between(&tag, is_down ? &to : &from, is_down ? &from : &to))
			tag.name = names[i], found[n++] = tag;
		else
			free(names[i]);
	}
	sort_stable(found, n, sizeof(*found), by_version);
	for (size_t i = 0; i < n; i++)
		add_name(out, found[is_down ? n - 1 - i : i].name);
	free(found);
	free(names);
	return ok;
}

static bool check_tag(const struct port_trees *trees, const char *tag, struct err *err)
{
	char **tags = NULL;
	size_t count = 0;
	bool ok = git_repository_tags(trees->repository, tag, &tags, &count, err);
	for (size_t i = 0; i < count; i++)
		free(tags[i]);
	free(tags);
	if (!ok || count)
		return ok;
	err_set(err, ERR_USAGE, "'%s' is not a tag of the repository", tag);
	return err_hint(err, "`git tag` lists them; `git tag NAME COMMIT` makes one");
}

static bool open_commits(const struct options *options, struct port_trees *out, struct err *err)
{
	out->repository = git_repository_open(options->git, err);
	if (!out->repository || !check_tag(out, options->to, err) ||
		(options->from && !check_tag(out, options->from, err)))
		return false;
	if (options->from)
		add_name(out, slice_dup(slice_of(options->from)));
	if (options->from && !add_between(options, out, err))
		return false;
	add_name(out, slice_dup(slice_of(options->to)));
	if (out->n_names > PORT_MAX_STOPS) {
		err_set(err, ERR_USAGE, "there are %zu tags between them, more than %d", out->n_names - 2,
			PORT_MAX_STOPS - 2);
		return err_hint(err, "choose some of them with --tags GLOB: --tags 'v2.*.0'");
	}
	out->commits = xcalloc(out->n_names, sizeof(*out->commits));
	out->stops = xcalloc(out->n_names, sizeof(*out->stops));
	for (size_t i = 0; i < out->n_names; i++) {
		out->commits[i] = git_commit_open(out->repository, out->names[i], err);
		if (!out->commits[i])
			return false;
		out->n_commits++;
		out->stops[out->n_stops++] = (struct port_stop){ out->names[i], tree_of_commit(out->commits[i]) };
	}
	out->history = git_history_new(options->git);
	git_history_between_tags(out->history, options->from ? out->names[0] : NULL, options->to);
	out->from = out->stops[0].tree;
	out->to = out->stops[out->n_stops - 1].tree;
	return true;
}

/*
 * Opens what --from, --to and --git say. Between two tags that are a version after the same prefix ("v2.6.0",
 * "v2.9.0") lie those that are such a version, too, and no pre-release; --tags takes some of them. False with ERR_USAGE
 * or ERR_IO. close_trees() in both cases.
 */
static bool open_trees(const struct options *options, struct port_trees *out, struct err *err)
{
	*out = (struct port_trees){ 0 };
	if (options->git)
		return open_commits(options, out, err);
	out->to_root = root_open(options->to, err);
	out->from_root = out->to_root && options->from ? root_open(options->from, err) : NULL;
	if (!out->to_root || (!out->from_root && options->from))
		return false;
	options_note_tree(options, root_path(out->to_root));
	if (out->from_root)
		options_note_tree(options, root_path(out->from_root));
	out->to = tree_of_root(out->to_root);
	out->from = tree_of_root(out->from_root);
	out->history = git_history_of_roots(out->from_root, out->to_root);
	out->stops = xcalloc(2, sizeof(*out->stops));
	if (out->from_root)
		out->stops[out->n_stops++] = (struct port_stop){ options->from, out->from };
	out->stops[out->n_stops++] = (struct port_stop){ options->to, out->to };
	return true;
}

static void close_trees(struct port_trees *trees)
{
	for (size_t i = 0; i < trees->n_commits; i++)
		git_commit_free(trees->commits[i]);
	for (size_t i = 0; i < trees->n_names; i++)
		free(trees->names[i]);
	free(trees->commits);
	free(trees->names);
	free(trees->stops);
	git_history_free(trees->history);
	git_repository_close(trees->repository);
	if (trees->from_root)
		root_close(trees->from_root);
	if (trees->to_root)
		root_close(trees->to_root);
}

/* --- what it writes ----------------------------------------------------------------------------------------------- */

/* What is written where. */
struct port_output {
	struct options options; /* as typed, with `output` for the set */
	const char *page;       /* of html=FILE, or NULL */
	struct str before;      /* what the file of the set held */
	struct review reviewed; /* of that */
};

/* Reads the set that is where the new one goes: what was accepted there stays accepted. */
static bool read_reviewed(struct port_output *out, struct err *err)
{
	bool ok = set_file_read_before(&out->options, &out->before, err);
	review_read(&out->reviewed, str_slice(&out->before));
	return ok;
}

static bool output_begin(const struct options *options, struct port_output *out, struct err *err)
{
	*out = (struct port_output){ .options = *options };
	for (const char **typed = options->reports; typed && *typed; typed++) {
		const char *page;
		if (!reports_cut_page(*typed, &page, err))
			return false;
		const char **place = page ? &out->page : &out->options.output;
		if (*place) {
			err_set(err, ERR_USAGE, "--output '%s': there is one already", *typed);
			return err_hint(err, "one FILE takes the set, and html=FILE the page");
		}
		*place = page ? page : *typed;
	}
	bool to_file = !output_is_standard(out->options.output);
	if (options->review && options->to && !to_file) {
		err_set(err, ERR_USAGE, "--review writes the answers into the set, but no file is named");
		return err_hint(err, "`-o FILE` names it; `tpatch port --review FILE` does it later");
	}
	return read_reviewed(out, err) && output_may_replace(options, out->page, err) &&
	       (!options->review || review_check(options, err));
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
	bool ok = output_save(&out->options, out->page, str_slice(&text), err);
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
	bool ok = true, to_file = !output_is_standard(options->output);
	if (to_file && !options->review && result->counts[PORT_LOOK] && result->yaml.len &&
		code_of(options, report->series, result)) {
		str_add_cstr(&next, "tpatch port --review");
		str_add_char(&next, ' ');
		shell_word(options->output, &next);
		report->next = next.ptr;
	}
	if (result->yaml.len && (to_file || options->json == JSON_OFF))
		ok = set_file_write(options, str_slice(&result->yaml), err);
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
	bool ok = st.type != FILE_REGULAR || st.size > SET_FILE_MAX_BYTES ||
		  platform_read_file(options->arguments[0], SET_FILE_MAX_BYTES, &text, err);
	*path = ok && patchset_is_text(str_slice(&text)) ? options->arguments[0] : NULL;
	str_release(&text);
	return ok;
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
	int code = ok && open_trees(options, &trees, err) ? port_to(&out, &trees, err) : exit_code_of(err);
	close_trees(&trees);
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
