/*
 * A rule's own before/after proofs (`tests` in the patch set), run without a tree.
 */
#ifndef TPATCH_AUTHOR_PROVE_H
#define TPATCH_AUTHOR_PROVE_H

#include "base/arena.h"
#include "patchset/patchset.h"
#include "plan/plan.h"

/*
 * The ways in which each test is run: the same edit must come out of every one. A test whose `before` or `after` has no
 * final newline, or ends in a blank line, keeps both as they are in the fourth. The last puts the text into a block
 * (`if(…) … endif()` in CMake, `if …:` in Python, braces in C) with its lines indented; it is left out where that says
 * something else, see proof_report.n_skipped.
 */
enum proof_variant { PROOF_LF, PROOF_CRLF, PROOF_BOM, PROOF_NO_FINAL_NEWLINE, PROOF_INDENTED, PROOF_VARIANT_COUNT };

/* A test that came out otherwise than written. */
struct proof_failure {
	const struct rule *rule;
	const struct rule_test *test;
	const char *how;            /* the variant ("CRLF"), or the other rule: "beside 'x'" */
	const char *why;            /* one line */
	struct slice expected, got; /* whole texts; empty where `why` says it all */
	/* `before` as written became this, and it may be the new `after`; ptr is NULL where that is not what failed. */
	struct slice outcome;
};

/* A test that could not be run in a block. */
struct proof_skip {
	const struct rule *rule;
	const struct rule_test *test;
	const char *why; /* one line */
};

/* Zeroed is empty; release with proof_report_release(). */
struct proof_report {
	struct proof_failure *failures;
	size_t n_failures, failures_capacity;
	struct proof_skip *skips;
	size_t n_skips, skips_capacity;
	size_t n_passed; /* tests in their variants, and pairs of rules that were tried side by side */
	struct arena arena;
};

/*
 * Runs all tests of the rule in all variants and adds to `report`: `before` becomes `after`, which is recognised and
 * stays as it is, and the edits taken back give `before`.
 */
void prove_rule(const struct rule *rule, struct proof_report *report);
/*
 * Rules of a set have no order: all of them look at the same text. For rule `index` and each one in front of it that
 * may be in force together with it (not judged where both have a `when`) and may look at the same file: on the texts of
 * their tests, each alone and one of either rule after the other, the first and then the second, the second and then
 * the first, and both at once must give the same bytes. Adds to `report`.
 */
void prove_beside_others(const struct patchset *set, size_t index, struct proof_report *report);
void proof_report_release(struct proof_report *report);

/* What a rule makes of one text. */
struct rule_attempt {
	enum verdict verdict;      /* VERDICT_NOT_NEEDED: it has nothing to say of it */
	const char *detail;        /* one line, or NULL */
	size_t n_edits, n_applied; /* places to change, and already as wanted */
	struct str after;
	struct arena arena;
};

/* All that the file holds which the rule makes; false where it makes none. Borrows from the rule. */
bool rule_makes_file(const struct rule *rule, struct slice *text);
/* Runs the rule on `text` as the file `path`, which it is taken to name. False with ERR_UNFIT when it is not idempotent
 * there. Release in both cases. */
bool rule_attempt_run(
	const struct rule *rule, const char *path, struct slice text, struct rule_attempt *out, struct err *err);
void rule_attempt_release(struct rule_attempt *attempt);
/*
 * What all of the rules together make of `text`, as a run does: path, `before`, `after` and the edits of `out`, their
 * owners being indices into `rules`; all but `before` lives in `arena`. False with ERR_UNFIT as above.
 */
bool rules_make_change(const struct rule *const *rules, size_t n_rules, const char *path, struct slice text,
	struct arena *arena, struct change *out, struct err *err);

#endif
