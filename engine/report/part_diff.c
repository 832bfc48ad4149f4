/* What only some rules do to a file, as a diff. */
#include <stdlib.h>

#include "base/alloc.h"
#include "report/report.h"

static bool is_wanted(const bool *wanted, size_t owner, size_t co_owner)
{
	return wanted[owner] || wanted[co_owner];
}

bool report_part(
	const struct change *change, const bool *wanted, size_t context, struct str *out, struct diff_stat *stat)
{
	struct edit_list some = EDIT_LIST_INIT;
	struct str after = STR_INIT;
	for (size_t i = 0; i < change->n_edits; i++)
		if (is_wanted(wanted, change->edits[i].owner, change->edits[i].co_owner))
			VEC_PUSH(some.items, some.count, some.capacity, change->edits[i]);
	bool of_file = (change->is_new || change->is_gone || change->new_path) &&
		       is_wanted(wanted, change->file_owner, change->file_co_owner);
	bool of_mode = change->changes_mode && is_wanted(wanted, change->mode_owner, change->mode_co_owner);
	if (!change->is_gone || !of_file)
		edit_list_apply(&some, change->before, &after);
	struct diff_file file = {
		.old_path = change->is_new ? NULL : change->path,
		.new_path = !of_file          ? (change->is_new ? NULL : change->path)
			    : change->is_gone ? NULL
					      : change_new_path(change),
		.old_mode = change->st.mode,
		.new_mode = of_mode || (change->is_new && of_file) ? change_mode(change) : change->st.mode,
		.before = change->before,
		.after = str_slice(&after),
		.edits = change->is_gone ? NULL : some.items,
		.n_edits = some.count,
	};
	size_t begin = out->len;
	*stat = (struct diff_stat){ 0 };
	if (file.old_path || file.new_path)
		diff_files(&file, context, out, stat);
	str_release(&after);
	free(some.items);
	return out->len > begin;
}
