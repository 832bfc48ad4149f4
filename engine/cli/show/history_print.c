#include "cli/show/history_print.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/path.h"
#include "cmdline/print.h"

bool history_find_run(const struct session *session, const char *typed, const struct run **run, struct err *err)
{
	char *end;
	*run = NULL;
	if (!typed)
		return true;
	unsigned long long number = strtoull(typed, &end, 10);
	if (typed[0] >= '1' && typed[0] <= '9' && !*end && number <= UINT32_MAX)
		*run = journal_find(&session->journal, (unsigned long)number);
	if (*run)
		return true;
	err_set(err, ERR_USAGE, "this tree has no run '%s'", typed);
	return err_hint(err, "`tpatch log` lists the runs");
}

void history_print_notes(const struct history *history)
{
	struct str text = STR_INIT;
	for (size_t i = 0; i < history->n_drifts; i++) {
		str_add_cstr(&text, "note: ");
		path_quote(slice_of(history->drifts[i].path), &text);
		str_addf(&text, " was changed since run %lu; the diff has these edits too\n", history->drifts[i].run);
	}
	if (text.len)
		print_if_possible(STREAM_ERR, str_slice(&text));
	str_release(&text);
}
