#include "report/report.h"

static bool is_made(const struct report *report, enum verdict verdict)
{
	return verdict == VERDICT_APPLIES && report->written && report->written->run;
}

const char *report_verdict_name(const struct report *report, enum verdict verdict)
{
	return is_made(report, verdict) ? "patched" : verdict_name(verdict);
}

const char *report_verdict_label(const struct report *report, enum verdict verdict)
{
	static const char *const labels[VERDICT_COUNT] = {
		[VERDICT_APPLIES] = "would patch",
		[VERDICT_APPLIED] = "already patched",
		[VERDICT_NOT_APPLICABLE] = "not needed",
		[VERDICT_APPLIED_UPSTREAM] = "fixed upstream",
		[VERDICT_NEEDS_FACT] = "needs a fact",
	};
	if (is_made(report, verdict))
		return "patched";
	return labels[verdict] ? labels[verdict] : verdict_name(verdict);
}
