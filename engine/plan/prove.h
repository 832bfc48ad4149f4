/*
 * A rule's own before/after proofs (`tests` in the patch set), run without a tree.
 */
#ifndef TPATCH_PLAN_PROVE_H
#define TPATCH_PLAN_PROVE_H

#include "base/arena.h"
#include "patchset/patchset.h"
#include "plan/plan.h"

/*
 * The ways in which each test is run: the same edit must come out of every one. A test whose `before` or `after` has no final newline, or ends in
 * a blank line, keeps both as they are in the last variant.
 */
enum proof_variant { PROOF_LF, PROOF_CRLF, PROOF_BOM, PROOF_NO_FINAL_NEWLINE, PROOF_VARIANT_COUNT };

const char *proof_variant_name(enum proof_variant variant);

/* A test that came out otherwise than written. */
struct proof_failure {
	const struct rule_test *test;
	enum proof_variant variant;
	const char *why;            /* one line */
	struct slice expected, got; /* whole texts; empty where `why` says it all */
};

struct proof_report {
	struct proof_failure *failures;
	size_t n_failures, failures_capacity;
	size_t n_passed; /* tests times variants */
	struct arena arena;
};

/*
 * Runs all tests of the rule in all variants and adds to `report` (zeroed is empty; release with proof_report_release()): `before` becomes
 * `after`, which is recognised and stays as it is.
 */
void prove_rule(const struct rule *rule, struct proof_report *report);
void proof_report_release(struct proof_report *report);

/* What a rule makes of one text. */
struct rule_attempt {
	enum verdict verdict; /* VERDICT_NOT_APPLICABLE: it has nothing to say of it */
	const char *detail;   /* one line, or NULL */
	struct str after;
	struct arena arena;
};

/* Runs the rule on `text` as the file `path`, which it is taken to name. False with ERR_UNFIT when it is not idempotent there. Release in both cases. */
bool rule_attempt_run(const struct rule *rule, const char *path, struct slice text, struct rule_attempt *out, struct err *err);
void rule_attempt_release(struct rule_attempt *attempt);

#endif
