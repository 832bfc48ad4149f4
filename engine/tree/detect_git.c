#include "tree/detect_git.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/path.h"

#define SMALL_MAX_BYTES ((size_t)64 << 10) /* HEAD, a ref, a .git file */
#define PACKED_MAX_BYTES ((size_t)256 << 20)
#define MAX_REF_DEPTH 5 /* git's own limit for a ref that names a ref */
#define MAX_TAG_DEPTH 16
#define TAGS "refs/tags/"

/* The trimmed content of a small file. False when it cannot be read. */
static bool read_small(struct root *root, const char *path, struct str *out)
{
	struct err err = ERR_INIT;
	bool ok = root_read(root, path, SMALL_MAX_BYTES, out, NULL, &err);
	err_release(&err);
	if (!ok)
		return false;
	struct slice text = slice_trim(str_slice(out));
	memmove(out->ptr, text.ptr, text.len);
	out->len = text.len;
	out->ptr[out->len] = '\0';
	return true;
}

static struct root *open_folder(const char *path)
{
	struct err err = ERR_INIT;
	struct root *root = root_open(path, &err);
	err_release(&err);
	return root;
}

static bool is_absolute(struct slice path)
{
	return slice_starts_with(path, "/") || slice_starts_with(path, "\\") || (path.len > 2 && path.ptr[1] == ':');
}

/* Opens `path`, which is absolute or relative to `base`. What a tree says is not followed to another machine. */
static struct root *open_relative(const struct root *base, struct slice path)
{
	struct str full = STR_INIT;
	if (!is_absolute(path))
		str_addf(&full, "%s/", root_path(base));
	str_add(&full, path);
	struct root *root = platform_is_elsewhere(full.ptr, root_path(base)) ? NULL : open_folder(full.ptr);
	str_release(&full);
	return root;
}

/* The folder that HEAD lives in. */
static struct root *open_git_dir(struct root *tree)
{
	struct str text = STR_INIT;
	struct file_stat st;
	struct err err = ERR_INIT;
	struct root *dir = NULL;
	bool known = root_stat(tree, ".git", &st, &err);
	err_release(&err);
	if (known && st.type == FILE_REGULAR && read_small(tree, ".git", &text) &&
		slice_starts_with(str_slice(&text), "gitdir:"))
		dir = open_relative(tree, slice_trim(slice_sub(str_slice(&text), strlen("gitdir:"), text.len)));
	else if (known && (st.type == FILE_DIRECTORY || st.type == FILE_SYMLINK))
		dir = open_relative(tree, SLICE_LITERAL(".git"));
	str_release(&text);
	return dir;
}

bool git_open(struct root *tree, struct git_files *git)
{
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	*git = (struct git_files){ .dir = open_git_dir(tree) };
	if (!git->dir)
		return false;
	git->common = git->dir;
	if (read_small(git->dir, "commondir", &text)) {
		struct root *common = open_relative(git->dir, str_slice(&text));
		git->common = common ? common : git->dir;
	}
	root_read(git->common, "packed-refs", PACKED_MAX_BYTES, &git->packed, NULL, &err);
	err_release(&err);
	str_release(&text);
	return true;
}

void git_release(struct git_files *git)
{
	if (git->common != git->dir)
		root_close(git->common);
	root_close(git->dir);
	str_release(&git->packed);
	*git = (struct git_files){ 0 };
}

/* SHA-1 or SHA-256. */
static bool is_object_id(struct slice text)
{
	if (text.len != 40 && text.len != 64)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		if (!(ascii_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')))
			return false;
	}
	return true;
}

static void set_commit(struct slice id, struct str *commit)
{
	str_clear(commit);
	for (size_t i = 0; i < id.len; i++)
		str_add_char(
			commit, id.ptr[i] >= 'A' && id.ptr[i] <= 'F' ? (char)(id.ptr[i] + ('a' - 'A')) : id.ptr[i]);
}

/*
 * One entry of packed-refs: "ID NAME", and then, for an annotated tag, "^ID" of what it points to. What is no entry is
 * passed over. False at the end. `peeled` is empty when there is none. Neither is checked to be hex digits: big clones
 * have 200,000 entries, and what comes of them is compared with an id, or checked by git_head().
 */
static bool next_packed(struct slice *rest, struct slice *id, struct slice *name, struct slice *peeled)
{
	struct slice line;
	while (slice_cut(rest, '\n', &line)) {
		size_t id_len = line.len > 40 && line.ptr[40] == ' ' ? 40 : 64;
		if (line.len <= id_len + 1 || line.ptr[id_len] != ' ' || line.ptr[0] == '#')
			continue;
		*id = slice_sub(line, 0, id_len);
		*name = slice_sub(line, id_len + 1, line.len);
		*peeled = slice_from("", 0);
		if (rest->len && rest->ptr[0] == '^' && slice_cut(rest, '\n', &line))
			*peeled = slice_sub(line, 1, line.len);
		return true;
	}
	return false;
}

static bool find_packed(const struct git_files *git, struct slice wanted, struct str *id_out)
{
	struct slice rest = str_slice(&git->packed), id, name, peeled;
	while (next_packed(&rest, &id, &name, &peeled))
		if (slice_eq(name, wanted)) {
			str_clear(id_out);
			str_add(id_out, id);
			return true;
		}
	return false;
}

bool git_head(const struct git_files *git, struct str *commit)
{
	struct str value = STR_INIT, name = STR_INIT;
	bool known = read_small(git->dir, "HEAD", &value);
	for (size_t depth = 0; known && depth < MAX_REF_DEPTH && slice_starts_with(str_slice(&value), "ref:");
		depth++) {
		str_clear(&name);
		str_add(&name, slice_trim(slice_sub(str_slice(&value), strlen("ref:"), value.len)));
		/* A worktree has refs of its own for some purposes; all others are common. A loose ref outdoes a packed
		 * one. */
		known = slice_starts_with(str_slice(&name), "refs/") &&
			(read_small(git->dir, name.ptr, &value) ||
				(git->common != git->dir && read_small(git->common, name.ptr, &value)) ||
				find_packed(git, str_slice(&name), &value));
	}
	known = known && is_object_id(str_slice(&value));
	if (known)
		set_commit(str_slice(&value), commit);
	str_release(&value);
	str_release(&name);
	return known;
}

struct tag_search {
	const struct git_files *git;
	struct slice commit;
	void *ctx;
	bool (*wanted)(void *ctx, struct slice tag);
	void (*found)(void *ctx, struct slice tag);
};

static void try_loose_tag(const struct tag_search *search, const struct str *path)
{
	struct slice tag = slice_sub(str_slice(path), strlen(TAGS), path->len);
	struct str value = STR_INIT;
	if (search->wanted(search->ctx, tag) && read_small(search->git->common, path->ptr, &value) &&
		slice_eq_nocase(str_slice(&value), search->commit))
		search->found(search->ctx, tag);
	str_release(&value);
}

/* `folder` is refs/tags or below; a tag's name may have slashes. */
static void search_loose_tags(const struct tag_search *search, const char *folder, size_t depth)
{
	struct dir_list list = { 0 };
	struct err err = ERR_INIT;
	struct str path = STR_INIT;
	bool listed = root_list(search->git->common, folder, &list, &err);
	for (size_t i = 0; listed && i < list.count; i++) {
		str_clear(&path);
		str_add_cstr(&path, folder);
		path_push(&path, slice_of(list.entries[i].name));
		if (list.entries[i].type == FILE_REGULAR)
			try_loose_tag(search, &path);
		else if (list.entries[i].type == FILE_DIRECTORY && depth < MAX_TAG_DEPTH)
			search_loose_tags(search, path.ptr, depth + 1);
	}
	err_release(&err);
	str_release(&path);
	dir_list_release(&list);
}

static bool has_loose(const struct git_files *git, struct slice name)
{
	struct file_stat st;
	struct err err = ERR_INIT;
	char *path = slice_dup(name);
	bool there = root_stat(git->common, path, &st, &err) && st.type == FILE_REGULAR;
	err_release(&err);
	free(path);
	return there;
}

static void search_packed_tags(const struct tag_search *search)
{
	struct slice rest = str_slice(&search->git->packed), id, name, peeled;
	while (next_packed(&rest, &id, &name, &peeled)) {
		if (!slice_eq(peeled.len ? peeled : id, search->commit) || !slice_starts_with(name, TAGS))
			continue;
		struct slice tag = slice_sub(name, strlen(TAGS), name.len);
		if (search->wanted(search->ctx, tag) && !has_loose(search->git, name))
			search->found(search->ctx, tag);
	}
}

void git_tags_of(const struct git_files *git, struct slice commit, void *ctx,
	bool (*wanted)(void *ctx, struct slice tag), void (*found)(void *ctx, struct slice tag))
{
	struct tag_search search = { git, commit, ctx, wanted, found };
	search_packed_tags(&search);
	search_loose_tags(&search, "refs/tags", 0);
}
