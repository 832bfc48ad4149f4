/* Verdicts: their names, and which stop a run. */
#include "plan/plan.h"

struct words {
	const char *name, *label, *letter;
};

#define VERDICT_WORDS(id_, name_, label_, letter_) [VERDICT_##id_] = { name_, label_, letter_ },
static const struct words words[] = { VERDICTS(VERDICT_WORDS) };

const char *verdict_name(enum verdict verdict)
{
	return words[verdict].name;
}

const char *verdict_label(enum verdict verdict)
{
	return words[verdict].label;
}

const char *verdict_letter(enum verdict verdict)
{
	return words[verdict].letter;
}

bool finding_is_undone(const struct finding *finding)
{
	return finding->is_undone && finding->verdict == VERDICT_WOULD_PATCH;
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
