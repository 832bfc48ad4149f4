/*
 * Verdicts: what a rule comes to, in a file and over the tree. A new one is a row here and whatever the compiler then
 * asks for; CONTRIBUTING.md ("A verdict") names what it does not see.
 */
#ifndef TPATCH_PLAN_VERDICT_H
#define TPATCH_PLAN_VERDICT_H

#include <stdbool.h>

#include "patchset/patchset.h"

/* A verdict's name in JSON before anything is written, its words for people (docs/design.md, "Words"), and its letter
 * where there is no room for words. */
/* clang-format off */
#define VERDICTS(ROW)                                                                                                  \
	ROW(WOULD_PATCH, "would-patch", "would patch", "+")                                                            \
	ROW(ALREADY_PATCHED, "already-patched", "already patched", "=")                                                \
	ROW(UNCHANGED, "unchanged", "unchanged", ".")                                                                  \
	ROW(NOT_NEEDED, "not-needed", "not needed", "o")                                                               \
	ROW(MISSING, "missing", "missing", "M")                                                                        \
	ROW(AMBIGUOUS, "ambiguous", "ambiguous", "A")                                                                  \
	ROW(DRIFTED, "drifted", "drifted", "D")                                                                        \
	ROW(CONFLICT, "conflict", "conflict", "C")                                                                     \
	ROW(REFUSED, "refused", "refused", "R") /* a rule says that this must not be built */                          \
	ROW(WARNING, "warning", "warning", "w") /* a rule says what to heed */                                         \
	ROW(NOTE, "note", "note", "n")          /* a rule says what needs no action */                                 \
	ROW(FIXED_UPSTREAM, "fixed-upstream", "fixed upstream", "u") /* the tree no longer needs it */                 \
	ROW(DECLINED, "declined", "declined", "d") /* it would apply, and the user does not want it */                 \
	ROW(NEEDS_FACT, "needs-fact", "needs a fact", "f") /* it depends on a fact that is not known */
/* clang-format on */

#define VERDICT_ID(id_, ...) VERDICT_##id_,
enum verdict { VERDICTS(VERDICT_ID) VERDICT_COUNT };

/* "would-patch", "already-patched"; reports use report_verdict_name(), which says "patched" after a run. */
const char *verdict_name(enum verdict verdict);
/* The same for people: "would patch", "needs a fact". */
const char *verdict_label(enum verdict verdict);
/* "+", "=": one column. */
const char *verdict_letter(enum verdict verdict);
/* True for the verdicts that stop a run: missing, ambiguous, drifted, conflict, refused. */
bool verdict_stops(enum verdict verdict);
/* The verdict of a rule that only speaks, where it has a reason to. */
enum verdict verdict_of_notice(enum notice_kind kind);

#endif
