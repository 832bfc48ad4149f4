/* Where the project file is, and whether what it names is there. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "config/config.h"
#include "platform/read.h"
#include "tree/above.h"

#define HINT_NO_CONFIG "--no-config ignores the file"

static const char *join(struct config *config, const char *name)
{
	struct str path = STR_INIT;
	str_add_cstr(&path, config->folder);
	path_push(&path, slice_of(name));
	const char *joined = arena_dup(&config->arena, str_slice(&path));
	str_release(&path);
	return joined;
}

/* A patch set that is a link is a file from anywhere, whose lines a message about it would show. */
static bool refuse_links_in(
	struct config *config, const struct config_entry *entry, struct root *folder, struct err *err)
{
	struct dir_list list = { 0 };
	bool ok = root_list(folder, entry->value, &list, err);
	for (size_t i = 0; ok && i < list.count; i++) {
		if (list.entries[i].type != FILE_SYMLINK)
			continue;
		err_set(err, ERR_PATCHSET, "'%s/%s' is a link, which is not followed", entry->value,
			list.entries[i].name);
		err_hint(err, "put the file itself there; " HINT_NO_CONFIG);
		ok = config_err_at(config, entry, err);
	}
	dir_list_release(&list);
	return ok;
}

/* Makes the folders that it names absolute. Through no link: whoever made the tree would choose where it leads. */
static bool settle_paths(struct config *config, struct root *folder, struct err *err)
{
	static const char *const names[] = { "root", "patchsets" };
	for (size_t i = 0; i < config->n_entries; i++) {
		struct config_entry *entry = &config->entries[i];
		struct file_stat st;
		if (strcmp(entry->option, names[0]) != 0 && strcmp(entry->option, names[1]) != 0)
			continue;
		if (!root_stat(folder, entry->value, &st, err))
			return false;
		if (st.type != FILE_DIRECTORY) {
			err_set(err, ERR_PATCHSET, "there is no folder '%s' in '%s' (links are not followed)",
				entry->value, config->folder);
			err_hint(err, "%s is a folder below that of this file; " HINT_NO_CONFIG, entry->option);
			return config_err_at(config, entry, err);
		}
		if (strcmp(entry->option, names[1]) == 0 && !refuse_links_in(config, entry, folder, err))
			return false;
		entry->value = join(config, entry->value);
	}
	return true;
}

static bool read_from(struct root *folder, struct config *out, struct err *err)
{
	struct str text = STR_INIT;
	struct config found = { .folder = root_path(folder) };
	const char *path = join(&found, CONFIG_FILE);
	bool ok = root_read(folder, CONFIG_FILE, CONFIG_MAX_BYTES, &text, NULL, err) &&
		  config_read(out, path, str_slice(&text), err);
	if (ok) {
		out->folder = arena_strdup(&out->arena, root_path(folder));
		out->path = arena_strdup(&out->arena, path);
		ok = settle_paths(out, folder, err);
	}
	if (!ok && !err->hint)
		err_hint(err, HINT_NO_CONFIG);
	arena_release(&found.arena);
	str_release(&text);
	return ok;
}

/* Is the file in this folder? A link is none: it would be read from wherever whoever made the tree likes. */
static bool is_in(struct root *folder, uint64_t owner, bool is_above, bool *there, struct str *warning, struct err *err)
{
	struct file_stat st;
	*there = false;
	if (!root_stat(folder, CONFIG_FILE, &st, err))
		return false;
	if (st.type == FILE_SYMLINK) {
		err_set(err, ERR_USAGE, "'" CONFIG_FILE "' in '%s' is a link, which is not followed",
			root_path(folder));
		return err_hint(err, "put the file itself there; " HINT_NO_CONFIG);
	}
	*there = st.type == FILE_REGULAR;
	if (*there && is_above && !(folder_belongs(folder, "", owner) && folder_belongs(folder, CONFIG_FILE, owner))) {
		str_addf(warning, "'" CONFIG_FILE "' in '%s' belongs to another user and was not read",
			root_path(folder));
		*there = false;
	}
	return true;
}

bool config_find(const char *from, struct config **out, struct str *warning, struct err *err)
{
	*out = NULL;
	struct err ignored = ERR_INIT; /* a folder that is not there is told by who opens it */
	struct root *folder = root_open(from, &ignored);
	uint64_t owner = folder ? folder_owner(folder) : 0;
	bool ok = true, there = false, is_above = false;
	while (ok && folder && !there) {
		ok = is_in(folder, owner, is_above, &there, warning, err);
		if (ok && there) {
			*out = xcalloc(1, sizeof(**out));
			ok = read_from(folder, *out, err);
		}
		char *above = there || !ok ? NULL : path_above(root_path(folder));
		root_close(folder);
		folder = above ? root_open(above, &ignored) : NULL;
		free(above);
		is_above = true;
	}
	if (folder)
		root_close(folder);
	err_release(&ignored);
	if (ok)
		return true;
	config_free(*out);
	*out = NULL;
	return false;
}
