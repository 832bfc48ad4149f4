/* tpatch port: a patch set for a tree that moved, from patches for the tree that was. */
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "cli/draft_target.h"
#include "cli/exit.h"
#include "cli/option.h"
#include "cli/typed_path.h"
#include "cmdline/print.h"
#include "format/json.h"
#include "patchset/patchset.h"
#include "plan/plan.h"
#include "port/port.h"
#include "report/patch_series.h"
#include "series/series.h"
#include "tree/detect.h"
#include "tree/git_commit.h"
#include "tree/tree.h"

/* What becomes of a rule. */
enum fate { FATE_FITS, FATE_NOT_NEEDED, FATE_CARRIED, FATE_UNKNOWN, FATE_COUNT };

static enum fate fate_of(const struct rule_result *in_b, const struct rule_result *in_a)
{
	if (verdict_stops(in_b->verdict) && in_b->verdict != VERDICT_REFUSED)
		return in_a->verdict == VERDICT_WOULD_PATCH ? FATE_CARRIED : FATE_UNKNOWN;
	return in_b->verdict == VERDICT_WOULD_PATCH ? FATE_FITS : FATE_NOT_NEEDED;
}

static void add_notes(const struct plan *a, const struct plan *b, struct series *out)
{
	static const char *const heads[FATE_COUNT] = {
		[FATE_FITS] = "rules that fit as they are, and are left to their set",
		[FATE_NOT_NEEDED] = "rules that are not needed there",
		[FATE_CARRIED] = "rules that do not fit, and are carried",
		[FATE_UNKNOWN] = "rules that fit neither tree: write them anew",
	};
	for (size_t fate = 0; fate < FATE_COUNT; fate++) {
		struct str text = STR_INIT;
		size_t n = 0;
		for (size_t i = 0; i < b->n_rules; i++)
			if (fate_of(&b->rules[i], &a->rules[i]) == (enum fate)fate)
				str_addf(&text, "%s%s", n++ ? ", " : "", b->rules[i].rule->id);
		if (n)
			series_note(out, "%s: %s", heads[fate], text.ptr);
		str_release(&text);
	}
}

/* What the rule alone does to A, and those with which it is made all or none. */
static bool add_rule(const struct tree *from, const struct patchset *set, const struct target *target,
	const struct rule *rule, struct series *out, struct err *err)
{
	struct plan plan;
	struct patch_series series;
	const char *const ids[] = { rule->id, NULL };
	const struct rule_choice choice = { .rules = ids };
	const struct plan_options options = { .choices = &choice, .n_choices = 1 };
	bool ok = plan_make_tree(from, set, target, &options, &plan, err);
	if (ok) {
		ok = patch_series_make(&plan, &series, err);
		for (size_t i = 0; i < series.count && ok; i++) {
			struct str text = STR_INIT;
			patch_series_format_quilt(&series, i, &text);
			ok = series_add(out, series.patches[i].rule->id, str_slice(&text), 1, err);
			str_release(&text);
		}
		patch_series_release(&series);
		plan_release(&plan);
	}
	return ok;
}

static bool judge(const struct patchset *set, const struct tree *trees, const struct target *targets,
	struct series *out, struct err *err)
{
	const struct plan_options options = { 0 };
	struct plan a, b;
	if (!plan_make_tree(&trees[0], set, &targets[0], &options, &a, err))
		return false;
	bool ok = plan_make_tree(&trees[1], set, &targets[1], &options, &b, err);
	if (ok) {
		add_notes(&a, &b, out);
		for (size_t i = 0; i < b.n_rules && ok; i++)
			if (fate_of(&b.rules[i], &a.rules[i]) == FATE_CARRIED)
				ok = add_rule(&trees[0], set, &targets[0], b.rules[i].rule, out, err);
		plan_release(&b);
	}
	plan_release(&a);
	return ok;
}

/*
 * Judges each rule of the set, or of the one that fits tree `from` where `set` is NULL, in tree `to`. What does not fit
 * there any more becomes a patch of `out`: what the rule does to `from`. What became of the others are notes. ERR_USAGE
 * and ERR_PATCHSET for trees of which it cannot be told what they are, ERR_IO. Release `out` with series_release() in
 * both cases.
 */
static bool port_set_read(const struct options *options, const struct patchset_library *library,
	const struct patchset *set, const struct tree *from, const struct tree *to, struct series *out, struct err *err)
{
	struct target targets[2] = { { 0 } };
	*out = (struct series){ 0 };
	if (!from) {
		err_set(err, ERR_USAGE, "which tree is the set for now?");
		return err_hint(err, "`--from DIR`: what its rules do there is what is carried");
	}
	const struct tree trees[2] = { *from, *to };
	bool ok = target_detect_tree(from, library, NULL, &targets[0], err) &&
		  target_detect_tree(to, library, options->tag, &targets[1], err);
	if (ok && !set)
		set = patchset_select(library, targets[0].project->name, &targets[0].version, targets[0].n_known, err);
	ok = ok && set;
	if (ok) {
		out->name = arena_strdup(&out->arena, set->name);
		ok = judge(set, trees, targets, out, err);
	}
	target_release(&targets[0]);
	target_release(&targets[1]);
	return ok;
}

static const char *const outcome_keys[PORT_OUTCOME_COUNT] = {
	[PORT_EXACT] = "exact", [PORT_LOOK] = "look", [PORT_UPSTREAM] = "upstream", [PORT_PERSON] = "person"
};

static void print_edit(const struct series *series, const struct port_edit *edit, struct str *out)
{
	path_quote(slice_of(edit->path_in_b ? edit->path_in_b : edit->path), out);
	if (edit->line)
		str_addf(out, ":%zu", edit->line);
	str_addf(out, ": %s (%s:%zu)\n", port_outcome_name(edit->outcome), series->patches[edit->patch].name,
		edit->diff_line);
	for (size_t i = 0; i < edit->n_evidence; i++)
		str_addf(out, "  %s\n", edit->evidence[i]);
}

static bool is_told(const struct port_edit *edit, bool all, bool quiet)
{
	if (quiet)
		return edit->outcome == PORT_PERSON;
	return all || edit->outcome != PORT_EXACT;
}

/*
 * Appends one line for each edit that a person should know of, with its evidence below it, and how many there are of
 * each kind. `all`: also what was carried exactly without anything to tell. `quiet`: only what is left for a person.
 */
static void port_print_text(
	const struct series *series, const struct port_result *result, bool all, bool quiet, struct str *out)
{
	for (size_t i = 0; i < series->n_notes; i++)
		str_addf(out, "%s\n", series->notes[i]);
	for (size_t i = 0; i < result->n_notes; i++)
		str_addf(out, "%s\n", result->notes[i]);
	for (size_t i = 0; i < result->n_edits; i++)
		if (is_told(&result->edits[i], all, quiet))
			print_edit(series, &result->edits[i], out);
	if (quiet)
		return;
	str_addf(out, "%zu edit%s of %zu patch%s", result->n_edits, result->n_edits == 1 ? "" : "s", series->n_patches,
		series->n_patches == 1 ? "" : "es");
	for (size_t k = 0; k < PORT_OUTCOME_COUNT; k++)
		if (result->counts[k])
			str_addf(out, " · %zu %s", result->counts[k], port_outcome_name((enum port_outcome)k));
	str_add_cstr(out, "\n");
	if (result->yaml.len)
		str_addf(out, "%zu rule%s, proved in the tree: %zu edit%s of code, %zu hunk%s\n", result->n_rules,
			result->n_rules == 1 ? "" : "s", result->n_code_edits, result->n_code_edits == 1 ? "" : "s",
			result->n_hunks, result->n_hunks == 1 ? "" : "s");
	else
		str_add_cstr(out, result->counts[PORT_PERSON] ? "no set is written: nothing could be carried\n"
							      : "no set is written: nothing is left to carry\n");
}

static struct json *texts(const char *const *items, size_t count)
{
	struct json *list = json_new_array();
	for (size_t i = 0; i < count; i++)
		json_append_text(list, slice_of(items[i]));
	return list;
}

static struct json *edit_json(const struct series *series, const struct port_edit *edit)
{
	struct json *out = json_new_object();
	json_put_cstr(out, "outcome", outcome_keys[edit->outcome]);
	json_put_cstr(out, "patch", series->patches[edit->patch].name);
	json_put_number(out, "diff_line", (int64_t)edit->diff_line);
	json_put_cstr(out, "path", edit->path);
	json_put_cstr(out, "path_in_tree", edit->path_in_b);
	if (edit->line)
		json_put_number(out, "line", (int64_t)edit->line);
	json_put(out, "evidence", texts(edit->evidence, edit->n_evidence));
	if (edit->before.ptr) {
		json_put_text(out, "before", edit->before);
		json_put_text(out, "after", edit->after);
	}
	return out;
}

/* Adds to a new object from print_new_json(). */
static void port_add_json(const struct series *series, const struct port_result *result, struct json *out)
{
	struct json *counts = json_new_object(), *edits = json_new_array(),
		    *notes = texts(series->notes, series->n_notes);
	for (size_t i = 0; i < result->n_notes; i++)
		json_append_text(notes, slice_of(result->notes[i]));
	for (size_t k = 0; k < PORT_OUTCOME_COUNT; k++)
		json_put_number(counts, outcome_keys[k], (int64_t)result->counts[k]);
	for (size_t i = 0; i < result->n_edits; i++)
		json_append(edits, edit_json(series, &result->edits[i]));
	json_put_number(out, "patches", (int64_t)series->n_patches);
	json_put_number(out, "rules", (int64_t)result->n_rules);
	json_put(out, "counts", counts);
	json_put(out, "notes", notes);
	json_put(out, "edits", edits);
}

static int code_of(const struct options *options, const struct series *series, const struct port_result *result)
{
	if (series->n_unread || result->counts[PORT_PERSON] || (result->counts[PORT_LOOK] && !options->accept))
		return EXIT_UNFIT;
	return EXIT_OK;
}

/* The set where -o says, else on standard output; what became of each edit on standard error, or as JSON on standard
 * output. */
static bool print_result(
	const struct options *options, const struct series *series, const struct port_result *result, struct err *err)
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
static bool read_source(const struct options *options, const struct patchset_library *library, const struct tree *from,
	const struct tree *to, struct series *out, struct err *err)
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
	bool ok = unknown.kind != ERR_IO && series_read(out, options->arguments, options->n_arguments, options->strip,
						    is_known ? &target.version : NULL, err);
	if (unknown.kind == ERR_IO) {
		*err = unknown;
		unknown = ERR_INIT;
	}
	err_release(&unknown);
	target_release(&target);
	return ok;
}

static int port_series_to(
	const struct options *options, const struct tree *from, const struct tree *to, struct err *err)
{
	struct draft_target target = { 0 };
	struct port_result result = { 0 };
	struct series series = { 0 };
	struct patchset_library *library = patchset_library_load(options->patchsets, err);
	bool ok = library && read_source(options, library, from, to, &series, err) &&
		  draft_target_tell(options, library, to, &target, err);
	struct port_options how = { .from = from,
		.to = to,
		.project = target.project,
		.versions = target.versions.ptr,
		.target_note = target.note };
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
		return err_hint(err,
			"a diff, a folder with a series, a recipe, or several diffs: `tpatch port debian/patches --to "
			"~/pytorch-2.9`");
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
	OPTION_TO,
	OPTION_FROM,
	OPTION_GIT,
	OPTION_ALL,
	OPTION_OUTPUT,
	OPTION_STRIP,
	OPTION_TARGET,
	OPTION_TAG,
	OPTION_ACCEPT,
	OPTION_PATCHSETS,
	OPTION_JSON,
	OPTION_NONE,
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
