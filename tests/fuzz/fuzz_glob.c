/* A glob on the first line; every further line is a path that it is held against. */
#include <stdlib.h>

#include "base/path.h"
#include "format/regex.h"
#include "fuzz.h"

static void match_paths(const struct glob_set *set, const char *glob, struct slice paths)
{
	struct regex_scratch *scratch = regex_scratch_new();
	struct slice path;
	while (slice_cut(&paths, '\n', &path)) {
		bool matches = glob_set_match(set, scratch, path);
		/* A glob without wildcards takes its own path, and with '/' no other. */
		if (glob_is_literal(slice_of(glob)) &&
			slice_find(slice_of(glob), SLICE_LITERAL("/"), 0) != (size_t)-1 && glob[0] != '/')
			MUST(matches == slice_eq_cstr(path, glob) ||
				slice_find(slice_of(glob), SLICE_LITERAL("\\"), 0) != (size_t)-1);
	}
	regex_scratch_free(scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice rest = slice_from((const char *)data, size), line = { 0 };
	slice_cut(&rest, '\n', &line);
	struct err err = ERR_INIT;
	struct str quoted = STR_INIT;
	if (!path_check(line, &err))
		fuzz_check_err(&err);
	bool allowed = path_check_glob(line, &err);
	if (!allowed)
		fuzz_check_err(&err);
	path_quote(line, &quoted);
	MUST(quoted.len >= line.len);
	str_release(&quoted);
	char *glob = slice_dup(line); /* a NUL ends it */
	const char *globs[] = { glob };
	struct glob_set *set = glob_set_new(globs, 1, size & 1, &err);
	if (set && !(size & 1))
		match_paths(set, glob, rest);
	else if (!set)
		fuzz_check_err(&err);
	glob_set_free(set);
	free(glob);
	return 0;
}
