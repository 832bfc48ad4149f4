#include "cli/show/run_rules.h"

#include <string.h>

void run_rules_load(const struct run *run, struct run_rules *out)
{
	struct arena arena = ARENA_INIT;
	struct err ignored = ERR_INIT;
	*out = (struct run_rules){ .problem = ERR_INIT };
	out->library = patchset_library_open(run_origin_text(&run->origin, ORIGIN_PATCHSETS), &out->problem);
	if (out->library)
		out->set = patchset_library_find(out->library, PATCHSET_SET, slice_of(run->set));
	if (out->set && !patchset_library_read(out->library, PATCHSET_SET, run->set, &out->problem))
		out->set = NULL;
	else if (out->library && !out->set)
		patchset_no_such_set(out->library, run->set, &out->problem);
	struct variable_request values = { .pairs = run_origin_texts(&run->origin, ORIGIN_VALUE, &arena) };
	/* Variables that the set has no more: then its rules are those of the default values. */
	if (out->set)
		patchset_with_values(out->library, &values, &out->with_values, &out->set, &ignored);
	err_release(&ignored);
	arena_release(&arena);
}

void run_rules_release(struct run_rules *rules)
{
	patchset_library_free(rules->with_values);
	patchset_library_free(rules->library);
	err_release(&rules->problem);
	*rules = (struct run_rules){ 0 };
}
