#include "report/shell_line.h"

#include <string.h>

#include "base/command_line.h"
#include "platform/read.h"

static bool is_plain(bool is_windows, const char *word)
{
	const char *special = is_windows ? " \t\n'\"&();|<>*?!$[]{}^%`,@" : " \t\n'\"&();|<>*?!$\\[]{}`#~";
	return word[0] && !word[strcspn(word, special)];
}

void shell_word_for(bool is_windows, const char *word, struct str *out)
{
	if (is_plain(is_windows, word))
		str_add_cstr(out, word);
	else if (is_windows)
		command_line_add_quoted(out, word);
	else if (strchr(word, '\'') && !word[strcspn(word, "\"$`\\!")])
		str_addf(out, "\"%s\"", word);
	else {
		str_add_char(out, '\'');
		for (; *word; word++) {
			if (*word == '\'')
				str_add_cstr(out, "'\\''");
			else
				str_add_char(out, *word);
		}
		str_add_char(out, '\'');
	}
}

void shell_word(const char *word, struct str *out)
{
	shell_word_for(platform_is_separator('\\'), word, out);
}

void report_add_option(const char *name, const char *value, struct str *out)
{
	if (!value)
		return;
	str_addf(out, " --%s ", name);
	shell_word(value, out);
}

bool shell_line_next(const struct report *report, struct str *out)
{
	if (plan_is_stopped(report->plan) || !report->plan->n_changes || (report->written && report->written->run))
		return false;
	str_add_cstr(out, "tpatch");
	report_add_option("root", report->root, out);
	str_add_cstr(out, report->selection);
	return true;
}

bool shell_line_undo(const struct report *report, struct str *out)
{
	if (!report->written || !report->written->run)
		return false;
	str_add_cstr(out, "tpatch rollback");
	report_add_option("root", report->root, out);
	return true;
}
