#include "cli/find_rule.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/nearest.h"

static const struct rule *find_in(const struct patchset *set, const char *id)
{
	for (size_t i = 0; i < set->n_rules; i++)
		if (slice_eq_cstr(slice_of(id), set->rules[i]->id))
			return set->rules[i];
	return NULL;
}

static void refuse(const struct patchset *const *sets, size_t n_sets, const char *id, struct err *err)
{
	const char **names = NULL;
	size_t n_names = 0, capacity = 0;
	for (size_t s = 0; s < n_sets; s++)
		for (size_t i = 0; i < sets[s]->n_rules; i++)
			VEC_PUSH(names, n_names, capacity, sets[s]->rules[i]->id);
	const char *nearest = nearest_name(slice_of(id), names, n_names);
	err_set(err, ERR_USAGE, "no rule '%s'", id);
	if (nearest)
		err_hint(err, "did you mean '%s'?", nearest);
	else
		err_hint(err, "`tpatch list` names the rules, `tpatch list WORD` those with it in their id or title");
	free(names);
}

const struct rule *find_rule(struct patchset_library *library, const struct patchset *first, const char *id,
	const struct patchset **set, struct err *err)
{
	size_t n_sets;
	const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &n_sets);
	const struct patchset *owner = first;
	const struct rule *found = first ? find_in(first, id) : NULL;
	if (!found && !patchset_library_read_all(library, err))
		return NULL;
	for (size_t s = 0; s < n_sets && !found; s++) {
		owner = sets[s];
		found = find_in(owner, id);
	}
	if (!found)
		refuse(sets, n_sets, id, err);
	else if (set)
		*set = owner;
	return found;
}
