#include "report/patches/stages.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"

static int by_owner(const void *a, const void *b)
{
	const struct owned_edit *x = a, *y = b;
	return (x->owner > y->owner) - (x->owner < y->owner);
}

static int by_place(const void *a, const void *b)
{
	const struct owned_edit *x = a, *y = b;
	return (x->edit > y->edit) - (x->edit < y->edit);
}

void stages_init(struct stages *stages, const struct change *change)
{
	*stages = (struct stages){ .change = change };
	source_init(&stages->source, change->path, change->before);
	pieces_init(&stages->before, &stages->source, change->edits, change->n_edits);
	pieces_init(&stages->after, &stages->source, change->edits, change->n_edits);
	stages->order = xcalloc(change->n_edits + 1, sizeof(*stages->order));
	for (size_t i = 0; i < change->n_edits; i++)
		stages->order[i] = (struct owned_edit){ change->edits[i].owner, i };
	sort_stable(stages->order, change->n_edits, sizeof(*stages->order), by_owner);
}

void stages_release(struct stages *stages)
{
	pieces_release(&stages->before);
	pieces_release(&stages->after);
	source_release(&stages->source);
	free(stages->order);
	*stages = (struct stages){ 0 };
}

/* What the file is with all that owners before `end` do to it. */
struct side {
	const char *path; /* NULL: there is none */
	uint32_t mode;
};

static struct side side_of(const struct change *change, size_t end)
{
	bool is_of_file = change->is_new || change->is_gone || change->new_path;
	bool done = is_of_file && change->file_owner < end,
	     mode_done = change->changes_mode && change->mode_owner < end;
	bool absent = (change->is_new && !done) || (change->is_gone && done);
	return (struct side){
		.path = absent ? NULL
			: done ? change_new_path(change)
			       : change->path,
		.mode = mode_done        ? change->mode
			: change->is_new ? 0644
					 : change->st.mode,
	};
}

/* Both sides have the file. */
static void add_edited(struct stages *stages, struct diff_file *file, const struct owned_edit *due, size_t n_due,
	size_t context, struct str *out)
{
	struct edit *moved = xcalloc(n_due + 1, sizeof(*moved));
	for (size_t i = 0; i < n_due; i++) {
		moved[i] = stages->change->edits[due[i].edit];
		size_t len = moved[i].end - moved[i].begin;
		moved[i].begin = (uint32_t)pieces_offset(&stages->before, due[i].edit);
		moved[i].end = (uint32_t)(moved[i].begin + len);
	}
	file->edits = moved;
	file->n_edits = n_due;
	diff_pieces(file, &stages->before, &stages->after, context, out, NULL);
	free(moved);
}

/* The file comes or goes. */
static void add_whole(struct stages *stages, struct diff_file *file, size_t context, struct str *out)
{
	struct str before = STR_INIT, after = STR_INIT;
	if (file->old_path)
		pieces_add_text(&stages->before, &before);
	if (file->new_path)
		pieces_add_text(&stages->after, &after);
	file->before = str_slice(&before);
	file->after = str_slice(&after);
	diff_files(file, context, out, NULL);
	str_release(&before);
	str_release(&after);
}

void stages_add_diff(struct stages *stages, size_t last, size_t context, struct str *out)
{
	struct owned_edit *due = stages->order + stages->n_done;
	size_t n_due = 0;
	while (stages->n_done + n_due < stages->change->n_edits && due[n_due].owner <= last)
		n_due++;
	sort_stable(due, n_due, sizeof(*due), by_place);
	for (size_t i = 0; i < n_due; i++)
		pieces_set(&stages->after, due[i].edit, true);
	struct side old = side_of(stages->change, stages->end), new = side_of(stages->change, last + 1);
	struct diff_file file = {
		.old_path = old.path, .old_mode = old.mode, .new_path = new.path, .new_mode = new.mode
	};
	if (old.path && new.path)
		add_edited(stages, &file, due, n_due, context, out);
	else if (old.path || new.path)
		add_whole(stages, &file, context, out);
	for (size_t i = 0; i < n_due; i++)
		pieces_set(&stages->before, due[i].edit, true);
	stages->n_done += n_due;
	stages->end = last + 1;
}
