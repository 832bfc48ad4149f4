/* Between the files that prove rules. Private to author/. */
#ifndef TPATCH_AUTHOR_PROVE_PRIVATE_H
#define TPATCH_AUTHOR_PROVE_PRIVATE_H

#include "author/prove.h"
#include "plan/compose.h"

/* Rules that look at texts without a tree. */
struct prover {
	struct active_rule *active; /* [n_rules]: room for those at work */
	size_t n_rules;
	struct worker worker;
	bool is_excerpt;                      /* the texts are those of tests */
	const struct edit_order *order;       /* of the rules that are looked at one by one; NULL: each is alone */
	const struct applied_lookup *applied; /* or NULL; &prover_made: the text is what the rules have made */
};

/* To it, every rule has made what there is. */
extern const struct applied_lookup prover_made;

/* Release with prover_release(). */
void prover_init(struct prover *prover);
void prover_release(struct prover *prover);
/*
 * Runs the rules on `text` as the file `path`, which they name where `is_named`. `*result` is the
 * text afterwards and lives as long as the prover or `text`; what was found is in prover->worker until the next call.
 * False with ERR_UNFIT when a rule is not idempotent there.
 */
bool prover_run(struct prover *prover, const struct rule *const *rules, size_t n_rules, const char *path,
	struct slice text, bool is_named, struct slice *result, struct err *err);

/* Adds a failure; `how` and `why` and `got` are copied, `expected` lives in the report's arena or the patch set. */
struct proof_failure *proof_fail(struct proof_report *report, const struct rule *rule, const struct rule_test *test,
	const char *how, const char *why, struct slice expected, struct slice got);

/* The same as the proof of a text, for a rule with an operation on the file itself: with LF and with CRLF. */
void prove_file_test(
	struct prover *prover, const struct rule *rule, const struct rule_test *test, struct proof_report *report);

#endif
