#include "cli/named_sets.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/path.h"

bool named_set_is_file(const char *argument)
{
	struct slice text = slice_of(argument);
	return slice_find(text, SLICE_LITERAL("/"), 0) != (size_t)-1 ||
	       slice_find(text, SLICE_LITERAL("\\"), 0) != (size_t)-1 || slice_ends_with(text, ".yaml") ||
	       slice_ends_with(text, ".yml");
}

struct patchset_library *named_sets_load(const struct options *options, struct err *err)
{
	const char **paths = xcalloc(options->n_arguments + 1, sizeof(*paths));
	size_t count = 0;
	for (size_t i = 0; i < options->n_arguments; i++)
		if (named_set_is_file(options->arguments[i]))
			paths[count++] = options->arguments[i];
	struct patchset_library *library = patchset_library_load_files(options->patchsets, paths, count, err);
	free(paths);
	return library;
}

const struct patchset *named_set(const struct patchset_library *library, const char *argument, struct err *err)
{
	struct slice name = slice_of(argument);
	if (named_set_is_file(argument))
		return patchset_library_find_file(library, argument);
	const struct patchset *set = patchset_library_find(library, PATCHSET_SET, name);
	if (!set)
		set = patchset_library_find(library, PATCHSET_PACK, name);
	if (!set)
		patchset_no_such_set(library, argument, err);
	return set;
}
