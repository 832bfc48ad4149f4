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

static bool read_line(const char *hint, struct str *line, struct err *err)
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

/* "?" and an empty line ask for the letters. */
static bool print_help(const struct dialog_parts *parts, const void *state, struct slice typed, struct err *err)
{
	struct str text = STR_INIT;
	if (typed.len && !slice_eq_cstr(typed, "?"))
		str_addf(&text, "'" SLICE_FMT "' is not an answer; type one of these letters:\n", SLICE_ARG(typed));
	parts->add_help(state, &text);
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok;
}

bool dialog_ask(const struct dialog_parts *parts, void *state, bool *is_shown, struct err *err)
{
	struct str text = STR_INIT, line = STR_INIT;
	bool is_answer = true;
	if (!*is_shown)
		parts->add_question(state, &text);
	parts->add_prompt(state, &text);
	bool ok = print_text(STREAM_OUT, str_slice(&text), err) && read_line(parts->hint, &line, err);
	struct slice typed = slice_trim(str_slice(&line));
	*is_shown = true;
	ok = ok &&
	     parts->take(state, typed.len == 1 ? (char)tolower((unsigned char)typed.ptr[0]) : '\0', &is_answer, err) &&
	     (is_answer || print_help(parts, state, typed, err));
	str_release(&line);
	str_release(&text);
	return ok;
}

bool dialog_tell_first(struct err *err)
{
	return print_text(STREAM_OUT, SLICE_LITERAL("this is the first question\n"), err);
}
