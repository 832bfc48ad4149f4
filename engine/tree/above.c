#include "tree/above.h"

#include <stdlib.h>
#include <string.h>

#include "platform/identity.h"

char *path_above(const char *path)
{
	size_t len = strlen(path);
	while (len && platform_is_separator(path[len - 1]))
		len--;
	while (len && !platform_is_separator(path[len - 1]))
		len--;
	return !len || strlen(path) <= len ? NULL : slice_dup(slice_from(path, len));
}

struct root *folder_above(const struct root *root, bool (*fits)(void *ctx, struct root *folder), void *ctx)
{
	struct root *found = NULL;
	char *path = strstr(root_path(root), "/..") ? NULL : path_above(root_path(root));
	while (path && !found) {
		struct err ignored = ERR_INIT;
		struct root *folder = root_open(path, &ignored);
		err_release(&ignored);
		if (folder && fits(ctx, folder))
			found = folder;
		else if (folder)
			root_close(folder);
		char *above = path_above(path);
		free(path);
		path = above;
	}
	free(path);
	return found;
}

uint64_t folder_owner(struct root *root)
{
	struct folder_identity id = { .owner = OWNER_UNKNOWN };
	struct err ignored = ERR_INIT;
	root_identify(root, "", &id, &ignored);
	err_release(&ignored);
	return id.owner;
}

bool folder_belongs(struct root *root, const char *path, uint64_t owner)
{
	struct folder_identity id;
	struct err ignored = ERR_INIT;
	bool does = root_identify(root, path, &id, &ignored) && (id.is_mine || id.owner == owner);
	err_release(&ignored);
	return does;
}
