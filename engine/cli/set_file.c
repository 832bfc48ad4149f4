#include "cli/set_file.h"

#include <string.h>

#include "patchset/rule_text.h"
#include "platform/read.h"

bool set_file_read_before(const char *path, struct str *before, struct err *err)
{
	struct file_stat st;
	if (!path || strcmp(path, "-") == 0)
		return true;
	if (!platform_stat(path, &st, err))
		return false;
	if (st.type != FILE_REGULAR || !st.size)
		return true;
	if (!platform_read_file(path, SET_FILE_MAX_BYTES, before, err))
		return false;
	if (patchset_is_text(str_slice(before)))
		return true;
	err_set(err, ERR_USAGE, "'%s' exists and is not a patch set", path);
	return err_hint(err, "name another file for the set, or remove this one");
}
