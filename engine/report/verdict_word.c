#include "report/report.h"

static bool is_made(const struct report *report, enum verdict verdict)
{
	return verdict == VERDICT_WOULD_PATCH && report->written && report->written->run;
}

const char *report_verdict_name(const struct report *report, enum verdict verdict)
{
	return is_made(report, verdict) ? "patched" : verdict_name(verdict);
}

const char *report_verdict_label(const struct report *report, enum verdict verdict)
{
	return is_made(report, verdict) ? "patched" : verdict_label(verdict);
}
