#include "tree/detect.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/utf8.h"
#include "format/regex.h"
#include "platform/shell_word.h"
#include "text/source.h"
#include "tree/deeper.h"
#include "tree/detect_git.h"

static bool file_contains(const struct tree *tree, const struct fingerprint_test *test, struct regex_scratch *scratch)
{
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	size_t begin, end;
	bool found = tree_read(tree, test->file, SOURCE_MAX_BYTES, &text, NULL, &err) &&
		     regex_search(test->contains, scratch, str_slice(&text), 0, &begin, &end) == REGEX_MATCH;
	err_release(&err);
	str_release(&text);
	return found;
}

/* What cannot be read says nothing: then it does not hold. */
static bool evidence_holds(const struct tree *tree, const struct fingerprint_test *test, struct regex_scratch *scratch)
{
	struct file_stat st;
	struct err err = ERR_INIT;
	if (test->contains)
		return file_contains(tree, test, scratch);
	bool known = tree_stat(tree, test->file, &st, &err);
	err_release(&err);
	return known && (st.type != FILE_NONE) == test->exists;
}

bool evidence_all_hold(
	const struct tree *tree, const struct fingerprint_test *tests, size_t count, struct regex_scratch *scratch)
{
	for (size_t i = 0; i < count; i++)
		if (!evidence_holds(tree, &tests[i], scratch))
			return false;
	return count > 0;
}

void evidence_format(const struct fingerprint_test *tests, size_t count, struct str *out)
{
	if (tests[0].contains)
		str_addf(out, "'%s' contains %s", tests[0].file, tests[0].contains_text);
	else
		str_addf(out, "'%s' is %sthere", tests[0].file, tests[0].exists ? "" : "not ");
	if (count > 1)
		str_addf(out, " and %zu more", count - 1);
}

#define VERSION_FILE_MAX_BYTES ((size_t)4096)
#define ID_SHOWN 12

struct detector {
	const struct tree *tree;
	struct target *out;
	size_t clues_capacity;
	struct regex_scratch *scratch;
};

/* A clue of `source` whose version is known to `n_known` numbers. `said` is copied. */
static void add_clue(
	struct detector *d, enum target_source source, struct slice said, const struct version *version, size_t n_known)
{
	struct target *out = d->out;
	struct target_clue clue = {
		.source = source, .said = arena_dup(&out->arena, said), .version = *version, .n_known = n_known
	};
	VEC_PUSH(out->clues, out->n_clues, d->clues_capacity, clue);
}

static size_t at_most_exact(size_t n_parts)
{
	return n_parts > 3 ? 3 : n_parts;
}

/*
 * Reads a tag as a version: with one of the project's prefixes, or as it is. `*has_prefix` says which. A tag of one
 * number ("20240101", "nightly-1") is no version.
 */
static bool parse_tag(const struct project *project, struct slice tag, struct version *version, bool *has_prefix)
{
	*has_prefix = false;
	for (const char *const *prefix = project->tag_prefixes; prefix && *prefix; prefix++) {
		struct slice rest = slice_sub(tag, strlen(*prefix), tag.len);
		if (!slice_starts_with(tag, *prefix) || !rest.len || rest.ptr[0] < '0' || rest.ptr[0] > '9')
			continue;
		*has_prefix = version_parse(version, rest, NULL) && version->n_parts >= 2;
		if (*has_prefix)
			return true;
	}
	return version_parse(version, tag, NULL) && version->n_parts >= 2;
}

static bool use_tag_option(struct detector *d, const char *tag, struct err *err)
{
	struct version version;
	bool has_prefix;
	if (!tag)
		return true;
	if (!parse_tag(d->out->project, slice_of(tag), &version, &has_prefix)) {
		err_set(err, ERR_USAGE, "'%s' is not a valid version for --tag", tag);
		return err_hint(err, "write it as '1.12.1' or 'v1.12.1', or '1.12' for a series");
	}
	add_clue(d, TARGET_TAG_OPTION, slice_of(tag), &version, at_most_exact(version.n_parts));
	return true;
}

/* The best tag of HEAD so far: one with a prefix of the project before others, a release before a pre-release, the
 * highest. */
struct tag_choice {
	const struct project *project;
	struct str tag;
	struct version version;
	bool has_prefix, found;
};

static bool is_version_tag(void *ctx, struct slice tag)
{
	struct tag_choice *choice = ctx;
	struct version version;
	bool has_prefix;
	return parse_tag(choice->project, tag, &version, &has_prefix);
}

static bool is_release(const struct version *version)
{
	return !version->pre && !version->has_dev;
}

static void choose_tag(void *ctx, struct slice tag)
{
	struct tag_choice *choice = ctx;
	struct version version;
	bool has_prefix, better = true;
	if (!parse_tag(choice->project, tag, &version, &has_prefix))
		return;
	if (choice->found && has_prefix != choice->has_prefix)
		better = has_prefix;
	else if (choice->found && is_release(&version) != is_release(&choice->version))
		better = is_release(&version);
	else if (choice->found)
		better = version_cmp(&version, &choice->version) > 0;
	if (!better)
		return;
	choice->found = true;
	choice->has_prefix = has_prefix;
	choice->version = version;
	str_clear(&choice->tag);
	str_add(&choice->tag, tag);
}

static void use_git_tag(struct detector *d, const struct git_files *git, struct slice commit)
{
	struct tag_choice choice = { .project = d->out->project };
	git_tags_of(git, commit, &choice, is_version_tag, choose_tag);
	if (choice.found)
		add_clue(d, TARGET_GIT_TAG, str_slice(&choice.tag), &choice.version, 3);
	str_release(&choice.tag);
}

static void use_git_commit(struct detector *d, struct slice commit)
{
	const struct project *project = d->out->project;
	for (size_t i = 0; i < project->n_releases; i++) {
		const struct release *release = &project->releases[i];
		struct slice id = slice_of(release->commit);
		struct version version;
		if (id.len < 7 || id.len > commit.len || !slice_eq_nocase(slice_sub(commit, 0, id.len), id))
			continue;
		if (!version_parse(&version, slice_of(release->version), NULL))
			continue;
		struct str said = STR_INIT;
		str_addf(&said, "%s (" SLICE_FMT ")", release->version, SLICE_ARG(slice_sub(commit, 0, ID_SHOWN)));
		add_clue(d, TARGET_GIT_COMMIT, str_slice(&said), &version, 3);
		str_release(&said);
		return;
	}
}

static void use_git(struct detector *d)
{
	struct git_files git;
	struct str commit = STR_INIT;
	if (!d->tree->root || !git_open(d->tree->root, &git))
		return;
	if (git_head(&git, &commit)) {
		d->out->commit = arena_dup(&d->out->arena, str_slice(&commit));
		use_git_tag(d, &git, str_slice(&commit));
		use_git_commit(d, str_slice(&commit));
	}
	str_release(&commit);
	git_release(&git);
}

static void use_version_file(struct detector *d)
{
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	struct version version;
	const char *path = d->out->project->version_file;
	if (path && tree_read(d->tree, path, VERSION_FILE_MAX_BYTES, &text, NULL, &err)) {
		struct slice rest = utf8_without_mark(str_slice(&text)), line;
		slice_cut(&rest, '\n', &line);
		line = slice_trim(line);
		if (version_parse(&version, line, NULL) && version.n_parts >= 2)
			add_clue(d, TARGET_VERSION_FILE, line, &version, 2);
	}
	err_release(&err);
	str_release(&text);
}

static void use_fingerprints(struct detector *d)
{
	const struct project *project = d->out->project;
	for (size_t i = 0; i < project->n_fingerprints; i++) {
		const struct fingerprint *fingerprint = &project->fingerprints[i];
		struct version series;
		size_t n_held = 0;
		while (n_held < fingerprint->n_tests &&
			evidence_holds(d->tree, &fingerprint->tests[n_held], d->scratch))
			n_held++;
		if (n_held == fingerprint->n_tests && version_parse(&series, slice_of(fingerprint->series), NULL) &&
			series.n_parts >= 2)
			add_clue(d, TARGET_FINGERPRINT, slice_of(fingerprint->series), &series, 2);
	}
}

/* `*all_there` says whether all markers are; false when the system refuses to tell. */
static bool check_markers(const struct tree *tree, const struct project *project, bool *all_there, struct err *err)
{
	struct file_stat st;
	*all_there = true;
	for (const char *const *marker = project->markers; *marker && *all_there; marker++) {
		if (!tree_stat(tree, *marker, &st, err))
			return false;
		*all_there = st.type != FILE_NONE;
	}
	return true;
}

static bool fail_no_project(
	const struct tree *tree, const struct patchset *const *projects, size_t count, struct err *err)
{
	struct str looked_for = STR_INIT;
	for (size_t i = 0; i < count; i++) {
		str_addf(&looked_for, "%s%s (", i ? "; " : "", projects[i]->details.name);
		for (const char *const *marker = projects[i]->details.markers; *marker; marker++)
			str_addf(&looked_for, "%s%s", marker == projects[i]->details.markers ? "" : ", ", *marker);
		str_add_char(&looked_for, ')');
	}
	err_set(err, ERR_PATCHSET, "'%s' is not a source tree that a patch set knows", tree_name(tree));
	struct str deeper = STR_INIT, word = STR_INIT;
	size_t n_deeper = 0;
	char *higher = NULL;
	for (size_t i = 0; i < count && !n_deeper && !higher; i++) {
		const char *const *markers = projects[i]->details.markers;
		n_deeper = tree_find_deeper(tree, markers, texts_count(markers), &deeper);
		higher = n_deeper ? NULL : tree_find_higher(tree, markers, texts_count(markers));
	}
	char *top = n_deeper ? path_join(tree_name(tree), deeper.ptr) : higher;
	shell_word(top ? top : "", &word);
	if (n_deeper > 1)
		err_hint(err, "%zu folders in it are such trees; name one, as in %s", n_deeper, word.ptr);
	else if (n_deeper)
		err_hint(err, "it is one folder deeper: %s", word.ptr);
	else if (higher)
		err_hint(err, "it lies in one: %s", word.ptr);
	else if (count)
		err_hint(err, "name the top folder of the sources; tpatch looked for: %s", looked_for.ptr);
	else
		err_hint(err, "no project is known: add a folder with one by --patchsets DIR");
	str_release(&looked_for);
	str_release(&word);
	str_release(&deeper);
	free(top);
	return false;
}

/* The project with the most markers of those whose markers are all there. */
bool target_project(
	const struct tree *tree, const struct patchset_library *library, const struct project **out, struct err *err)
{
	size_t count = 0, most = 0;
	const struct patchset *const *projects = patchset_library_all(library, PATCHSET_PROJECT, &count);
	*out = NULL;
	for (size_t i = 0; i < count; i++) {
		const struct project *project = &projects[i]->details;
		bool fits;
		if (!check_markers(tree, project, &fits, err))
			return false;
		if (!fits || texts_count(project->markers) <= most)
			continue;
		most = texts_count(project->markers);
		*out = project;
	}
	return true;
}

static bool find_project(
	const struct tree *tree, struct patchset_library *library, const struct project **out, struct err *err)
{
	size_t count;
	const struct patchset *const *projects = patchset_library_all(library, PATCHSET_PROJECT, &count);
	return target_project(tree, library, out, err) && (*out || fail_no_project(tree, projects, count, err)) &&
	       patchset_library_read(library, PATCHSET_PROJECT, (*out)->name, err);
}

static bool fail_no_version(const struct detector *d, struct err *err)
{
	const struct target *out = d->out;
	const char *file = out->project->version_file;
	struct str tried = STR_INIT;
	if (out->commit)
		str_addf(&tried, "HEAD (%.*s) has no version tag and is not a known release", ID_SHOWN, out->commit);
	else
		str_add_cstr(&tried, "there is no readable git HEAD");
	if (file)
		str_addf(&tried, ", '%s' holds no version", file);
	err_set(err, ERR_PATCHSET,
		"cannot tell which version of %s '%s' is: %s, and the content matches no known "
		"series",
		out->project->name, tree_name(d->tree), tried.ptr);
	str_release(&tried);
	return err_hint(err, "name it with --tag VERSION");
}

/* "1.12.1", "looks like 2.4"; "2.4" where the user has said so. */
static const char *make_label(struct target *out)
{
	const struct target_clue *clue = &out->clues[0];
	struct str label = STR_INIT;
	if (clue->n_known >= 3)
		version_format(&clue->version, &label);
	else
		str_addf(&label, "%s%lu.%lu", clue->source == TARGET_TAG_OPTION ? "" : "looks like ",
			clue->version.part[0], clue->version.part[1]);
	const char *text = arena_dup(&out->arena, str_slice(&label));
	str_release(&label);
	return text;
}

/* Of a series that is none of the project's `tried` ones: between which it lies. NULL for one that is, or where the
 * project tells none. */
static const char *untried(struct target *out)
{
	const char *below = NULL, *above = NULL;
	struct version lowest, highest, series;
	for (const char *const *tried = out->project->tried; tried && *tried; tried++) {
		if (!version_parse(&series, slice_of(*tried), NULL) || version_same_series(&series, &out->version, 2))
			return NULL;
		bool older = version_cmp(&series, &out->version) < 0;
		if (older && (!below || version_cmp(&series, &lowest) > 0)) {
			below = *tried;
			lowest = series;
		} else if (!older && (!above || version_cmp(&series, &highest) < 0)) {
			above = *tried;
			highest = series;
		}
	}
	if (!below && !above)
		return NULL;
	struct str text = STR_INIT;
	str_addf(&text, "not tried on %lu.%lu; the ", out->version.part[0], out->version.part[1]);
	if (below && above)
		str_addf(&text, "nearest trees that the rules were tried on are %s and %s", below, above);
	else
		str_addf(&text, "%s tree that the rules were tried on is %s", below ? "newest" : "oldest",
			below ? below : above);
	const char *kept = arena_dup(&out->arena, str_slice(&text));
	str_release(&text);
	return kept;
}

/* Moves the clues into the arena, so that one call frees all. */
static void settle(struct target *out)
{
	struct target_clue *clues = arena_alloc(&out->arena, out->n_clues * sizeof(*clues));
	memcpy(clues, out->clues, out->n_clues * sizeof(*clues));
	free(out->clues);
	out->clues = clues;
	out->version = clues[0].version;
	out->n_known = clues[0].n_known;
	out->label = make_label(out);
	out->untried = untried(out);
}

bool target_detect_tree(
	const struct tree *tree, struct patchset_library *library, const char *tag, struct target *out, struct err *err)
{
	*out = (struct target){ 0 };
	struct detector d = { .tree = tree, .out = out };
	if (!find_project(tree, library, &out->project, err))
		return false;
	if (!use_tag_option(&d, tag, err)) {
		target_release(out);
		return false;
	}
	d.scratch = regex_scratch_new();
	use_git(&d);
	use_version_file(&d);
	use_fingerprints(&d);
	regex_scratch_free(d.scratch);
	if (out->n_clues) {
		settle(out);
		return true;
	}
	fail_no_version(&d, err);
	target_release(out);
	return false;
}

bool target_detect(
	struct root *root, struct patchset_library *library, const char *tag, struct target *out, struct err *err)
{
	struct tree tree = tree_of_root(root);
	return target_detect_tree(&tree, library, tag, out, err);
}

void target_release(struct target *target)
{
	arena_release(&target->arena);
	*target = (struct target){ 0 };
}

void target_add_label(const struct target *target, const struct patchset *set, struct str *out)
{
	str_add_cstr(out, target->label);
	bool any = false;
	for (size_t i = 0; set && i < set->n_variables; i++) {
		const struct variable *variable = set->variables[i];
		if (strcmp(variable->value, variable->default_value) == 0)
			continue;
		str_addf(out, "%s%s=%s", any ? ", " : "; ", variable->name, variable->value);
		any = true;
	}
}

const char *target_clue_source(const struct target *target, const struct target_clue *clue)
{
	static const char *const names[] = {
		[TARGET_TAG_OPTION] = "--tag",
		[TARGET_GIT_TAG] = "git tag",
		[TARGET_GIT_COMMIT] = "git commit",
		[TARGET_FINGERPRINT] = "content",
	};
	return clue->source == TARGET_VERSION_FILE ? target->project->version_file : names[clue->source];
}
