/* One line for each rule: its id, a tab, its verdict. */
#include "report/report.h"

static void print_tsv(const struct report *report, struct str *out)
{
	for (size_t i = 0; i < report->plan->n_rules; i++)
		str_addf(
			out, "%s\t%s\n", report->plan->rules[i].rule->id, verdict_name(report->plan->rules[i].verdict));
}

const struct report_format report_format_tsv = {
	.name = "tsv",
	.summary = "a line for each rule, for cut and awk",
	.print = print_tsv,
};
