/* A diff from its result back to what it was made of, as `patch -R` applies it. */
#include "text/patch.h"

#include <stdlib.h>

#include "base/alloc.h"

/* Between lines of context, the old ones come first. */
static void reverse_lines(struct patch_hunk *hunk)
{
	struct patch_line *added = xcalloc(hunk->n_lines + 1, sizeof(*added));
	size_t n_added = 0, to = 0;
	for (size_t i = 0; i < hunk->n_lines; i++) {
		struct patch_line line = hunk->lines[i];
		if (line.side == PATCH_OLD) {
			added[n_added] = line;
			added[n_added++].side = PATCH_NEW;
			continue;
		}
		for (size_t k = 0; line.side == PATCH_BOTH && k < n_added; k++)
			hunk->lines[to++] = added[k];
		n_added = line.side == PATCH_BOTH ? 0 : n_added;
		line.side = line.side == PATCH_NEW ? PATCH_OLD : PATCH_BOTH;
		hunk->lines[to++] = line;
	}
	for (size_t k = 0; k < n_added; k++)
		hunk->lines[to++] = added[k];
	free(added);
}

static void reverse_hunk(struct patch_hunk *hunk)
{
	const struct patch_hunk was = *hunk;
	hunk->old_start = was.new_start;
	hunk->old_count = was.new_count;
	hunk->new_start = was.old_start;
	hunk->new_count = was.old_count;
	reverse_lines(hunk);
}

static void reverse_file(struct patch_file *file)
{
	const struct patch_file was = *file;
	file->old_path = was.new_path;
	file->new_path = was.old_path;
	file->old_mode = was.new_mode;
	file->new_mode = was.old_mode;
	for (size_t i = 0; i < file->n_hunks; i++)
		reverse_hunk(&file->hunks[i]);
}

void patch_reverse(struct patch *patch)
{
	for (size_t i = 0; i < patch->n_files; i++)
		reverse_file(&patch->files[i]);
	for (size_t i = 0, k = patch->n_files; i + 1 < k; i++) {
		struct patch_file first = patch->files[i], last = patch->files[--k];
		if (i == 0) { /* what the whole says of itself stays at its head */
			last.preamble = first.preamble;
			first.preamble = slice_of("");
		}
		patch->files[i] = last;
		patch->files[k] = first;
	}
}
