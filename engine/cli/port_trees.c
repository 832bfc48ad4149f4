#include "cli/port_trees.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/version/version.h"

/* --- tags --------------------------------------------------------------------------------------------------------- */

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

/* --- the trees ---------------------------------------------------------------------------------------------------- */

bool port_trees_open(const struct options *options, struct port_trees *out, struct err *err)
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

void port_trees_close(struct port_trees *trees)
{
	for (size_t i = 0; i < trees->n_commits; i++)
		git_commit_free(trees->commits[i]);
	for (size_t i = 0; i < trees->n_names; i++)
		free(trees->names[i]);
	free(trees->commits);
	free(trees->names);
	free(trees->stops);
	git_history_free(trees->history);
	if (trees->repository)
		git_repository_close(trees->repository);
	if (trees->from_root)
		root_close(trees->from_root);
	if (trees->to_root)
		root_close(trees->to_root);
}
