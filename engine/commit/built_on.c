#include "commit/built_on.h"

#include <stdlib.h>

#include "base/alloc.h"

static bool is_built_on(const struct run *later, const struct run *run)
{
	for (size_t i = 0; i < later->n_files; i++)
		if (run_file_find(run, later->files[i].path) ||
			(run->n_made && !later->files[i].is_gone && run_made_above(run, later->files[i].path)))
			return true;
	return false;
}

unsigned long *runs_built_on(const struct journal *journal, const struct run *run, size_t *count)
{
	const struct run **found = xcalloc(journal->n_runs + 1, sizeof(*found));
	size_t n = 0;
	for (const struct run *each = run; each < journal->runs + journal->n_runs; each++) {
		bool takes = each == run;
		for (size_t i = 0; i < n && !takes && each->state == RUN_APPLIED; i++)
			takes = is_built_on(each, found[i]);
		if (!takes)
			continue;
		found[n++] = each;
	}
	unsigned long *numbers = xcalloc(n, sizeof(*numbers));
	for (size_t i = 0; i < n; i++)
		numbers[i] = found[n - 1 - i]->number;
	free(found);
	*count = n;
	return numbers;
}
