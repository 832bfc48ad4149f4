/*
 * Which rules of a set the user wants: --rule, --pack and --skip. Globs are those of format/regex.h, compared with rule
 * ids and names of packs.
 */
#ifndef TPATCH_PLAN_RULE_CHOICE_H
#define TPATCH_PLAN_RULE_CHOICE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "patchset/patchset.h"

/* Lists of globs, NULL-terminated; NULL: none. Neither `rules` nor `packs`: every rule. What `skips` takes is left out,
 * whatever the others say. */
struct rule_choice {
	const char *const *rules, *const *packs, *const *skips;
};

/* Is every rule wanted? */
bool rule_choice_is_all(const struct rule_choice *choice);
bool rule_choice_equal(const struct rule_choice *a, const struct rule_choice *b);
/*
 * Sets selected[i], [set->n_rules], for the rules that are wanted, and leaves the others as they are. A rule that is
 * skipped takes the rules of its group with it: a group is made all or none. ERR_USAGE for a malformed glob, and unless
 * `may_miss` for one that matches nothing in the set: the hint has the nearest names. `places` may be NULL.
 */
bool rule_choice_select(const struct rule_choice *choice, const struct patchset *set, bool may_miss,
	const struct err_places *places, bool *selected, struct err *err);
/* Is the rule of a group of which another rule is selected? Then it is looked at too. */
bool rule_choice_takes_along(const struct patchset *set, const bool *selected, size_t rule);

#endif
