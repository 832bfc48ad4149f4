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
