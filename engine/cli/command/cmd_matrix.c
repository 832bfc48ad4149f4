/* tpatch matrix: rules against trees, for those who write patch sets. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cli/show/reports.h"
#include "tree/typed_globs.h"
#include "cmdline/output_file.h"
#include "cmdline/print.h"
#include "report/matrix_report.h"
#include "tree/git_commit.h"
#include "tree/glob_check.h"

enum matrix_format { MATRIX_TEXT, MATRIX_MARKDOWN, MATRIX_HTML };

/* What the command line asks for. */
struct request {
	const struct options *options;
	enum matrix_format format;
	const char *page; /* of --output html=FILE; NULL: none */
	struct patchset_library *library;
	const struct patchset **sets; /* none: each tree has its own */
	size_t n_sets, sets_capacity;
	const struct patchset *set; /* of these the present one, or NULL */
	const char **folders;
	size_t n_folders, folders_capacity;
	struct arena arena;
	struct git_repository *repository; /* NULL: no --git */
	char **tags;
	size_t n_tags;
	struct str text;   /* what is printed in the end */
	struct json *list; /* the same as JSON */
};

static bool read_format(struct request *request, struct err *err)
{
	static const char *const names[] = {
		[MATRIX_TEXT] = "text", [MATRIX_MARKDOWN] = "markdown", [MATRIX_HTML] = "html"
	};
	const char *name = request->options->format, *output = request->options->output;
	if (output && !reports_cut_page(output, &request->page, err))
		return false;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (!name || strcmp(name, names[i]) == 0) {
			request->format = (enum matrix_format)i;
			return true;
		}
	}
	err_set(err, ERR_USAGE, "--format does not take '%s'", name);
	return err_hint(err, "it takes one of: text, markdown, html");
}

/* Words after the command are sets; what is no set's name is a folder, so that `--trees trees/v2.*` may become many
 * words. */
static bool read_arguments(struct request *request, struct err *err)
{
	const struct options *options = request->options;
	for (const char **folder = options->trees; folder && *folder; folder++)
		VEC_PUSH(request->folders, request->n_folders, request->folders_capacity, *folder);
	for (size_t i = 0; i < options->n_arguments; i++) {
		const char *word = options->arguments[i];
		const struct patchset *set = patchset_library_find(request->library, PATCHSET_SET, slice_of(word));
		struct file_stat st;
		if (set)
			VEC_PUSH(request->sets, request->n_sets, request->sets_capacity, set);
		else if (!platform_stat(word, &st, err))
			return false;
		else if (st.type == FILE_DIRECTORY)
			VEC_PUSH(request->folders, request->n_folders, request->folders_capacity, word);
		else
			return patchset_no_such_set(request->library, word, err);
	}
	if (request->n_folders || options->git)
		return true;
	err_set(err, ERR_USAGE, "which trees?");
	return err_hint(err, "tpatch matrix --trees DIR, or --git REPOSITORY --tags 'v2.*'");
}

static bool is_tree(const struct request *request, const char *path, bool *yes, struct err *err)
{
	struct root *root = root_open(path, err);
	if (!root)
		return false;
	struct tree tree = tree_of_root(root);
	const struct project *project;
	bool ok = target_project(&tree, request->library, &project, err);
	*yes = ok && project;
	root_close(root);
	return ok;
}

/* Appends the trees that the folder holds, by name; `*count` becomes how many. */
static bool add_trees_in(struct request *request, const char *folder, size_t *count, struct err *err)
{
	struct dir_list names = { 0 };
	struct root *root = root_open(folder, err);
	bool ok = root && root_list(root, "", &names, err), yes;
	*count = 0;
	for (size_t i = 0; ok && i < names.count; i++) {
		struct str path = STR_INIT;
		struct slice bare = typed_path_trim(slice_of(folder));
		str_addf(&path, SLICE_FMT "/%s", SLICE_ARG(bare), names.entries[i].name);
		ok = names.entries[i].type != FILE_DIRECTORY || is_tree(request, path.ptr, &yes, err);
		if (ok && names.entries[i].type == FILE_DIRECTORY && yes) {
			VEC_PUSH(request->folders, request->n_folders, request->folders_capacity,
				arena_dup(&request->arena, str_slice(&path)));
			++*count;
		}
		str_release(&path);
	}
	dir_list_release(&names);
	if (root)
		root_close(root);
	return ok;
}

static bool fail_no_trees(const char *folder, struct err *err)
{
	err_set(err, ERR_USAGE,
		"no tree there: neither '%s' nor a folder in it is a source tree that a patch set knows", folder);
	return err_hint(err,
		"--trees is the top folder of a source tree, or a folder that holds some; --patchsets DIR adds "
		"projects");
}

/* Puts in the place of a folder that is no tree those in it that are. One without any stays, and is told in its
 * column. */
static bool find_trees(struct request *request, struct err *err)
{
	const char **typed = request->folders;
	size_t n_typed = request->n_folders, n_found = 0;
	request->folders = NULL;
	request->n_folders = request->folders_capacity = 0;
	bool ok = true;
	for (size_t i = 0; ok && i < n_typed; i++) {
		size_t n_in = 0;
		bool yes = false;
		ok = is_tree(request, typed[i], &yes, err) && (yes || add_trees_in(request, typed[i], &n_in, err));
		n_found += n_in + yes;
		if (ok && !n_in)
			VEC_PUSH(request->folders, request->n_folders, request->folders_capacity, typed[i]);
	}
	if (ok && n_typed && !n_found && !request->n_tags)
		ok = fail_no_trees(typed[0], err);
	free(typed);
	return ok;
}

static bool read_tags(struct request *request, struct err *err)
{
	const struct options *options = request->options;
	if (!options->git && !options->tags)
		return true;
	if (!options->git || !options->tags) {
		err_set(err, ERR_USAGE, "--git and --tags belong together");
		return err_hint(err, "--git REPOSITORY --tags 'v2.*'");
	}
	request->repository = git_repository_open(options->git, err);
	if (!request->repository ||
		!git_repository_tags(request->repository, options->tags, &request->tags, &request->n_tags, err))
		return false;
	return request->n_tags ||
	       err_set(err, ERR_USAGE, "'%s' has no tag that fits '%s'", options->git, options->tags);
}

/* Folders are called by their last part, unless two of them have the same. */
static struct slice name_of(const struct request *request, size_t folder)
{
	struct slice path = typed_path_trim(slice_of(request->folders[folder])), base = typed_path_base(path);
	for (size_t i = 0; i < request->n_folders; i++)
		if (i != folder && slice_eq(typed_path_base(slice_of(request->folders[i])), base))
			return path;
	return base.len ? base : path;
}

/* Remembers which of the globs match a file of the tree; `*miss` is the complaint about the last that does not. */
static void see_globs(const struct tree *tree, const char *const *globs, bool *matched, struct err *miss)
{
	for (size_t i = 0; globs && globs[i]; i++) {
		const struct user_glob glob = { globs[i], globs[i] };
		struct err err = ERR_INIT;
		if (matched[i] || (matched[i] = globs_check(tree, NULL, &glob, 1, NULL, &err)))
			continue;
		err_release(miss);
		*miss = err;
	}
}

/* Each glob has to match a file in one of the trees. Takes `miss` over. */
static bool require_matched(
	const char *const *globs, const bool *matched, size_t n_trees, struct err *miss, struct err *err)
{
	for (size_t i = 0; globs && globs[i]; i++) {
		if (matched[i])
			continue;
		*err = *miss;
		if (n_trees > 1) {
			err_release(err);
			err_set(err, ERR_USAGE, "--globs '%s' matches no file of any of the trees", globs[i]);
		}
		return false;
	}
	err_release(miss);
	return true;
}

/* Looks at one tree. What goes wrong with that tree alone is told in its column. */
static bool add_tree(
	struct request *request, const struct tree *tree, const char *name, struct matrix *matrix, struct err *err)
{
	struct session session;
	struct session_request asked = session_request_of(request->options);
	asked.tree = tree;
	asked.library = request->library;
	asked.tag = tree->commit ? name : NULL;
	asked.tag_use = TAG_IF_ANY;
	asked.use = request->set ? request->set->name : NULL;
	asked.globs_are_typed = false;
	asked.may_miss = true;
	asked.warn = NULL;
	struct err problem = ERR_INIT;
	bool is_chosen = session_begin(&session, &asked, false, &problem) && session_select(&session, &problem);
	bool is_planned = is_chosen && session_make_plan(&session, &problem);
	bool ok = is_planned || matrix_may_tell(&problem);
	struct matrix_tree seen = {
		.name = name,
		.target = session.target.project ? &session.target : NULL,
		.set = is_chosen ? session.set : NULL,
		.plan = is_planned ? &session.plan : NULL,
		.problem = &problem,
	};
	if (ok) {
		matrix_add(matrix, &seen);
		err_release(&problem);
	} else {
		*err = problem;
	}
	session_end(&session);
	return ok;
}

static bool add_trees(struct request *request, struct matrix *matrix, struct err *err)
{
	const char *const *globs = (const char *const *)request->options->globs;
	bool ok = true, *matched = xcalloc(texts_count(globs) + 1, sizeof(*matched));
	struct err miss = ERR_INIT;
	for (size_t i = 0; ok && i < request->n_tags; i++) {
		struct git_commit *commit = git_commit_open(request->repository, request->tags[i], err);
		struct tree tree = tree_of_commit(commit);
		if (commit)
			see_globs(&tree, globs, matched, &miss);
		ok = commit && add_tree(request, &tree, request->tags[i], matrix, err);
		if (commit)
			git_commit_free(commit);
	}
	for (size_t i = 0; ok && i < request->n_folders; i++) {
		char *name = slice_dup(name_of(request, i));
		struct root *root = root_open(request->folders[i], err);
		struct tree tree = tree_of_root(root);
		if (root) {
			options_note_tree(request->options, root_path(root));
			see_globs(&tree, globs, matched, &miss);
		}
		ok = root && add_tree(request, &tree, name, matrix, err);
		if (root)
			root_close(root);
		free(name);
	}
	if (ok)
		ok = require_matched(globs, matched, request->n_tags + request->n_folders, &miss, err);
	else
		err_release(&miss);
	free(matched);
	return ok;
}

/* Files and pipes have no width. */
static size_t text_width(const struct request *request)
{
	return (!request->options->output || request->page) && request->format == MATRIX_TEXT &&
			       platform_is_terminal(STREAM_OUT)
		       ? platform_terminal_width(STREAM_OUT)
		       : SIZE_MAX;
}

static bool add_matrix(struct request *request, const struct patchset *set, struct err *err)
{
	struct matrix matrix = { 0 };
	const char *name = set ? set->name : NULL;
	request->set = set;
	bool ok = add_trees(request, &matrix, err);
	if (ok) {
		matrix_finish(&matrix);
		if (request->text.len)
			str_add_char(&request->text, '\n');
		json_append(request->list, matrix_json(&matrix, name));
		if (request->format == MATRIX_MARKDOWN)
			matrix_print_markdown(&matrix, name, &request->text);
		else
			matrix_print_text(&matrix, name, text_width(request), &request->text);
	}
	matrix_release(&matrix);
	return ok;
}

static struct json *whole_json(struct request *request)
{
	struct json *object = print_new_json();
	json_put_cstr(object, "tpatch", TPATCH_VERSION);
	json_put(object, "matrices", request->list);
	request->list = NULL;
	return object;
}

/* The page is made last: it adds to `whole`. */
static bool print_whole(const struct request *request, struct json *whole, struct err *err)
{
	struct str text = STR_INIT, page = STR_INIT;
	bool is_html = request->format == MATRIX_HTML && request->options->json == JSON_OFF;
	if (request->options->json != JSON_OFF) {
		print_json(request->options, whole, &text);
	} else {
		str_add(&text, str_slice(&request->text));
	}
	if (request->page || is_html)
		matrix_print_html(whole, str_slice(&request->text), &page);
	struct slice out = str_slice(is_html ? &page : &text);
	bool ok = !request->page || output_save(request->options, request->page, str_slice(&page), err);
	ok = ok && (request->page    ? print_text(STREAM_OUT, out, err)
			   : is_html ? print_output_data(request->options, out, err)
				     : print_output(request->options, out, err));
	str_release(&text);
	str_release(&page);
	return ok;
}

static bool print_all(struct request *request, struct err *err)
{
	struct json *whole = whole_json(request);
	bool ok = print_whole(request, whole, err);
	json_free(whole);
	return ok;
}

static void request_release(struct request *request)
{
	patchset_library_free(request->library);
	free(request->sets);
	free(request->folders);
	arena_release(&request->arena);
	for (size_t i = 0; i < request->n_tags; i++)
		free(request->tags[i]);
	free(request->tags);
	git_repository_close(request->repository);
	str_release(&request->text);
	json_free(request->list);
}

static int matrix_run(const struct options *options, struct err *err)
{
	struct request request = { .options = options, .list = json_new_array() };
	bool ok = read_format(&request, err) && output_may_replace(options, request.page, err) &&
		  (request.library = patchset_library_load(options->patchsets, err)) != NULL &&
		  read_arguments(&request, err) && read_tags(&request, err) && find_trees(&request, err);
	if (ok && !request.n_sets)
		ok = add_matrix(&request, NULL, err);
	for (size_t i = 0; ok && i < request.n_sets; i++)
		ok = add_matrix(&request, request.sets[i], err);
	ok = ok && print_all(&request, err);
	request_release(&request);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int matrix_options[] = {
	OPTION_TREES,
	OPTION_GIT,
	OPTION_TAGS,
	OPTION_FORMAT,
	OPTION_OUTPUT,
	OPTION_REPLACE,
	OPTION_PATCHSETS,
	OPTION_FACT,
	OPTION_FACTS,
	OPTION_PROFILE,
	OPTION_SET,
	OPTIONS_OF_CHOICE,
	OPTION_JOBS,
	OPTION_JSON,
	OPTION_NONE,
};

const struct command command_matrix = {
	.name = "matrix",
	.arguments = "[SET…] (--trees DIR… | --git DIR --tags GLOB) ",
	.summary = "which rule fits which tree",
	.help = "Checks several trees and prints one verdict per rule and tree, the trees in order of\n"
		"version. Below, it says at which tree a rule first breaks, and from which on it is not\n"
		"needed. Each tree is checked with the set that fits it, or with every SET that you name.\n"
		"Nothing is written. --format is text, markdown or html; --output html=FILE also writes\n"
		"the page.\n"
		"\n"
		"With --git, the trees are the tags of a repository that match --tags; git reads them\n"
		"from its objects, without a checkout. These have no submodules, so rules for files of\n"
		"submodules find nothing.\n"
		"\n"
		"A folder that is not itself a tree stands for the trees in it.\n"
		"\n"
		"examples\n"
		"  tpatch matrix --trees trees/v2.*\n"
		"  tpatch matrix --git ~/pytorch --tags 'v2.*'\n"
		"  tpatch matrix pytorch-2.x --trees ~/pytorch-2.8 --trees ~/pytorch-2.9\n"
		"  tpatch matrix --patchsets . my-set --trees v2.* --format markdown -o grid.md\n",
	.add_arguments = values_add_sets,
	.options = matrix_options,
	.formats = "text markdown html",
	.max_arguments = 1000,
	.run = matrix_run,
};
