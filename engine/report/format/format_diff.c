/* The changes as one diff, for `git apply` and `patch -p1`. */
#include "report/report.h"

static void print_diff(const struct report *report, struct str *out)
{
	/* Tools pass over what is before the first file; tpatch knows its own report by it. */
	str_addf(out, "tpatch %s: what '%s' changes\n", report->tool, report->plan->set->name);
	report_diff(report->plan, report->context, false, out);
}

const struct report_format report_format_diff = {
	.name = "diff",
	.summary = "a diff for git apply and patch -p1",
	.print = print_diff,
};
