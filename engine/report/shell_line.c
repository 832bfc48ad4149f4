#include "report/shell_line.h"

#include "platform/read.h"

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
