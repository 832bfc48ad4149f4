#include "author/rule_files.h"

#include <string.h>

#include "base/path.h"
#include "format/regex.h"

static bool set_takes(const char *glob, const char *path)
{
	struct err err = ERR_INIT;
	struct glob_set *set = glob_set_new(&glob, 1, false, &err);
	struct regex_scratch *scratch = regex_scratch_new();
	bool takes = set && glob_set_match(set, scratch, slice_of(path));
	regex_scratch_free(scratch);
	glob_set_free(set);
	err_release(&err);
	return takes;
}

static bool entry_takes(const char *entry, const char *path)
{
	if (glob_is_literal(slice_of(entry)))
		return strcmp(entry, path) == 0;
	if (set_takes(entry, path))
		return true;
	return path_base(slice_of(path)).len == strlen(path) && set_takes(path_base(slice_of(entry)).ptr, path);
}

bool rule_takes(const struct rule *rule, const char *path)
{
	bool takes = false;
	for (size_t i = 0; rule->files[i]; i++) {
		if (glob_is_literal(slice_of(rule->files[i])) && strcmp(rule->files[i], path) == 0)
			return true; /* 'exclude' does not count for it */
		takes = takes || entry_takes(rule->files[i], path);
	}
	for (size_t i = 0; rule->exclude && rule->exclude[i]; i++)
		takes = takes && !set_takes(rule->exclude[i], path);
	return takes;
}
