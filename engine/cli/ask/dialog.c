#include "cli/ask/dialog.h"

#include <ctype.h>

#include "cmdline/print.h"
#include "platform/terminal.h"

bool dialog_require_terminal(const char *option, struct err *err)
{
	bool has_input = platform_input_is_terminal();
	return (has_input && platform_is_terminal(STREAM_OUT)) ||
	       err_set(err, ERR_USAGE, "--%s asks questions, but standard %s is not a terminal", option,
		       has_input ? "output" : "input");
}

bool dialog_read(const char *hint, struct str *line, struct err *err)
{
	bool at_end = false;
	if (!platform_read_line(line, &at_end, err))
		return false;
	if (!at_end)
		return true;
	print_if_possible(STREAM_OUT, SLICE_LITERAL("\n"));
	err_set(err, ERR_IO, "standard input ended before all questions were answered");
	return err_hint(err, "%s", hint);
}

char dialog_letter(struct slice typed)
{
	return typed.len == 1 ? (char)tolower((unsigned char)typed.ptr[0]) : '\0';
}

void dialog_add_no_answer(struct slice typed, struct str *out)
{
	if (typed.len && !slice_eq_cstr(typed, "?"))
		str_addf(out, "'" SLICE_FMT "' is not an answer; type one of these letters:\n", SLICE_ARG(typed));
}

bool dialog_tell_first(struct err *err)
{
	return print_text(STREAM_OUT, SLICE_LITERAL("this is the first question\n"), err);
}
