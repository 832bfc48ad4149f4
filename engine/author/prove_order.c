/* Two rules side by side. A run lets all rules look at the same text, so it must not matter which of them did its work
 * before. */
#include "author/lint_private.h"
#include "author/prove_private.h"
#include "tree/rule_files.h"

struct pair {
	const struct rule *rules[2];
	size_t owner; /* of the test that is being tried: 0 or 1 */
	struct prover *prover;
	struct proof_report *report;
	size_t n_tried;
	bool failed;
};

static void fail(
	struct pair *pair, const struct rule_test *test, const char *why, struct slice expected, struct slice got)
{
	struct str how = STR_INIT;
	str_addf(&how, "beside '%s'", pair->rules[!pair->owner]->id);
	struct slice kept = slice_from(arena_dup(&pair->report->arena, expected), expected.len);
	proof_fail(pair->report, pair->rules[pair->owner], test, how.ptr, why, kept, got);
	pair->failed = true;
	str_release(&how);
}

/* False, and a failure, where a rule would change its own result again. */
static bool run(struct pair *pair, size_t which, const struct rule_test *test, const char *path, struct slice text,
	struct slice *result)
{
	struct err err = ERR_INIT;
	bool ok = prover_run(pair->prover, &pair->rules[which], 1, path, text, false, result, &err);
	if (!ok)
		fail(pair, test, err.message, slice_from("", 0), slice_from("", 0));
	err_release(&err);
	return ok;
}

static void compare_at_once(
	struct pair *pair, const struct rule_test *test, const char *path, struct slice text, struct slice in_turn)
{
	struct err err = ERR_INIT;
	struct slice at_once, nothing = slice_from("", 0);
	bool ok = prover_run(pair->prover, pair->rules, 2, path, text, false, &at_once, &err);
	const struct worker *worker = &pair->prover->worker;
	const char *conflict = NULL;
	for (size_t i = 0; ok && i < worker->n_findings && !conflict; i++)
		if (worker->findings[i].verdict == VERDICT_CONFLICT)
			conflict = worker->findings[i].detail;
	if (!ok || conflict)
		fail(pair, test, ok ? conflict : err.message, nothing, nothing);
	else if (!slice_eq(at_once, in_turn))
		fail(pair, test, "both at once (+) give different bytes than one after the other (-)", in_turn,
			at_once);
	err_release(&err);
}

/* One text, in the three ways. */
static void try_text(struct pair *pair, const struct rule_test *test, const char *path, struct slice text)
{
	struct slice first, second, first_second, second_first;
	pair->n_tried++;
	if (!run(pair, 0, test, path, text, &first) || !run(pair, 1, test, path, text, &second))
		return;
	if (slice_eq(first, text) && slice_eq(second, text))
		return;
	if (!run(pair, 1, test, path, first, &first_second) || !run(pair, 0, test, path, second, &second_first))
		return;
	if (slice_eq(first_second, second_first)) {
		compare_at_once(pair, test, path, text, first_second);
		return;
	}
	struct str why = STR_INIT;
	str_addf(&why,
		"'%s' first (-) gives different bytes than '%s' first (+): no rule may depend on what another "
		"writes",
		pair->rules[0]->id, pair->rules[1]->id);
	fail(pair, test, why.ptr, first_second, second_first);
	str_release(&why);
}

static bool both_take(const struct pair *pair, const char *path)
{
	return rule_takes_test(pair->rules[0], path) && rule_takes_test(pair->rules[1], path);
}

static void try_own_texts(struct pair *pair, size_t owner)
{
	const struct rule *rule = pair->rules[owner];
	pair->owner = owner;
	for (size_t i = 0; i < rule->n_tests && !pair->failed; i++)
		if (both_take(pair, rule->tests[i].path))
			try_text(pair, &rule->tests[i], rule->tests[i].path, rule->tests[i].before);
}

/* A file that has work for both. */
static void try_joined(struct pair *pair, const struct rule_test *upper, const struct rule_test *lower)
{
	const char *path = both_take(pair, lower->path) ? lower->path : upper->path;
	bool both_change = !slice_eq(upper->before, upper->after) && !slice_eq(lower->before, lower->after);
	if (!both_change || !slice_ends_with(upper->before, "\n") || !both_take(pair, path))
		return;
	struct str text = STR_INIT;
	str_add(&text, upper->before);
	str_add(&text, lower->before);
	try_text(pair, lower, path, str_slice(&text));
	str_release(&text);
}

static void try_all(struct pair *pair)
{
	const struct rule *first = pair->rules[0], *second = pair->rules[1];
	try_own_texts(pair, 0);
	try_own_texts(pair, 1);
	for (size_t i = 0; i < first->n_tests; i++)
		for (size_t k = 0; k < second->n_tests && !pair->failed; k++)
			try_joined(pair, &first->tests[i], &second->tests[k]);
}

/* Rules that both depend on facts may be there for each other's absence: nothing is known of them. */
static bool may_meet(const struct patchset *set, const struct rule *first, const struct rule *second)
{
	const struct version_range *ranges[] = { set->target, first->versions, second->versions };
	return !first->notice && !second->notice && !first->file_edit && !second->file_edit &&
	       !(first->when && second->when) && lint_ranges_meet(ranges, 3);
}

void prove_beside_others(const struct patchset *set, size_t index, struct proof_report *report)
{
	struct prover prover;
	prover_init(&prover);
	for (size_t i = 0; i < index; i++) {
		if (!may_meet(set, set->rules[i], set->rules[index]))
			continue;
		struct pair pair = {
			.rules = { set->rules[i], set->rules[index] }, .prover = &prover, .report = report
		};
		struct edit_order order = { 0 };
		edit_order_add_rule(&order, pair.rules[0]);
		edit_order_add_rule(&order, pair.rules[1]);
		prover.order = &order;
		try_all(&pair);
		prover.order = NULL;
		edit_order_release(&order);
		report->n_passed += pair.n_tried && !pair.failed;
	}
	prover_release(&prover);
}
