/* What listing a folder is on every system. */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "platform/read.h"

static int compare_entries(const void *a, const void *b)
{
	return strcmp(((const struct dir_entry *)a)->name, ((const struct dir_entry *)b)->name);
}

bool root_list(struct root *root, const char *path, struct dir_list *out, struct err *err)
{
	struct dir *dir = root_open_dir(root, path, err);
	bool ok = dir && dir_list(dir, out, err);
	if (ok)
		sort_stable(out->entries, out->count, sizeof(*out->entries), compare_entries);
	dir_close(dir);
	return ok;
}

void dir_list_release(struct dir_list *list)
{
	free(list->entries);
	str_release(&list->names);
	*list = (struct dir_list){ 0 };
}
