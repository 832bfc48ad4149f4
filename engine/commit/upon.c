#include "commit/upon.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char **upon_sorted_folders(const struct run *run)
{
	const char **made = xcalloc(run->n_made + 1, sizeof(*made));
	for (size_t i = 0; i < run->n_made; i++)
		made[i] = run->made[i];
	sort_stable(made, run->n_made, sizeof(*made), compare_names);
	return made;
}

static int compare_slice(const void *key, const void *element)
{
	struct slice name = slice_of(*(const char *const *)element);
	const struct slice *wanted = key;
	size_t shorter = wanted->len < name.len ? wanted->len : name.len;
	int order = memcmp(wanted->ptr, name.ptr, shorter);
	return order ? order : wanted->len < name.len ? -1 : wanted->len > name.len;
}

const char *upon_folder_of(const char *const *made, size_t count, const char *path)
{
	for (struct slice folder = path_dir(slice_of(path)); folder.len; folder = path_dir(folder)) {
		size_t at = sort_lower_bound(made, count, sizeof(*made), &folder, compare_slice);
		if (at < count && slice_eq_cstr(folder, made[at]))
			return made[at];
	}
	return NULL;
}

static bool is_upon(const struct run *later, const struct run *run, const char *const *made)
{
	for (size_t i = 0; i < later->n_files; i++)
		if (run_file_find(run, later->files[i].path) ||
			(run->n_made && !later->files[i].is_gone &&
				upon_folder_of(made, run->n_made, later->files[i].path)))
			return true;
	return false;
}

unsigned long *upon_runs(const struct journal *journal, const struct run *run, size_t *count)
{
	const struct run **found = xcalloc(journal->n_runs + 1, sizeof(*found));
	const char ***made = xcalloc(journal->n_runs + 1, sizeof(*made));
	size_t n = 0;
	for (const struct run *each = run; each < journal->runs + journal->n_runs; each++) {
		bool takes = each == run;
		for (size_t i = 0; i < n && !takes && each->state == RUN_APPLIED; i++)
			takes = is_upon(each, found[i], made[i]);
		if (!takes)
			continue;
		made[n] = upon_sorted_folders(each);
		found[n++] = each;
	}
	unsigned long *numbers = xcalloc(n, sizeof(*numbers));
	for (size_t i = 0; i < n; i++) {
		numbers[i] = found[n - 1 - i]->number;
		free(made[i]);
	}
	free(made);
	free(found);
	*count = n;
	return numbers;
}
