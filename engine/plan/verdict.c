/* Verdicts: their names, and which stop a run. */
#include "plan/plan.h"

static const char *const names[VERDICT_COUNT] = {
	[VERDICT_WOULD_PATCH] = "would-patch",
	[VERDICT_ALREADY_PATCHED] = "already-patched",
	[VERDICT_UNCHANGED] = "unchanged",
	[VERDICT_NOT_NEEDED] = "not-needed",
	[VERDICT_MISSING] = "missing",
	[VERDICT_AMBIGUOUS] = "ambiguous",
	[VERDICT_DRIFTED] = "drifted",
	[VERDICT_CONFLICT] = "conflict",
	[VERDICT_REFUSED] = "refused",
	[VERDICT_WARNING] = "warning",
	[VERDICT_NOTE] = "note",
	[VERDICT_FIXED_UPSTREAM] = "fixed-upstream",
	[VERDICT_DECLINED] = "declined",
	[VERDICT_NEEDS_FACT] = "needs-fact",
};

const char *verdict_name(enum verdict verdict)
{
	return names[verdict];
}

bool finding_is_undone(const struct finding *finding)
{
	return finding->is_undone && finding->verdict == VERDICT_WOULD_PATCH;
}

const char *verdict_label(enum verdict verdict)
{
	static const char *const labels[VERDICT_COUNT] = {
		[VERDICT_WOULD_PATCH] = "would patch",
		[VERDICT_ALREADY_PATCHED] = "already patched",
		[VERDICT_NOT_NEEDED] = "not needed",
		[VERDICT_FIXED_UPSTREAM] = "fixed upstream",
		[VERDICT_NEEDS_FACT] = "needs a fact",
	};
	return labels[verdict] ? labels[verdict] : names[verdict];
}

bool verdict_stops(enum verdict verdict)
{
	return verdict == VERDICT_MISSING || verdict == VERDICT_AMBIGUOUS || verdict == VERDICT_DRIFTED ||
	       verdict == VERDICT_CONFLICT || verdict == VERDICT_REFUSED;
}

enum verdict verdict_of_notice(enum notice_kind kind)
{
	return kind == NOTICE_REFUSE ? VERDICT_REFUSED : kind == NOTICE_WARN ? VERDICT_WARNING : VERDICT_NOTE;
}

bool plan_is_stopped(const struct plan *plan)
{
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (verdict_stops((enum verdict)v) && plan->verdicts[v])
			return true;
	return false;
}
