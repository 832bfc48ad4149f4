/*
 * A library once more, with other values of variables. Only files whose texts become others are read again; the rest is
 * that of the first one.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "patchset/library.h"

static bool changes_any(const struct variable *const *variables, size_t count, const struct variable_request *request)
{
	for (size_t i = 0; i < count; i++) {
		struct variable chosen = *variables[i];
		variable_choose(&chosen, request);
		if (strcmp(chosen.value, variables[i]->value) != 0 ||
			strcmp(chosen.given_by, variables[i]->given_by) != 0)
			return true;
	}
	return false;
}

/* A set is resolved anew, since packs that it uses may be others. */
static void share(struct patchset_library *library, const struct loaded *one)
{
	struct loaded *copy = arena_alloc(&library->arena, sizeof(*copy));
	struct patchset *set = arena_alloc(&library->arena, sizeof(*set));
	*copy = *one;
	*set = *one->set;
	set->variables = one->own_variables;
	set->n_variables = one->n_own_variables;
	set->sources = NULL;
	set->n_sources = 0;
	copy->set = set;
	copy->is_shared = true;
	library_push(library, copy);
}

static bool take_over(struct patchset_library *library, const struct loaded *one,
	const struct variable_request *request, struct err *err)
{
	if (!changes_any(one->own_variables, one->n_own_variables, request)) {
		share(library, one);
		return true;
	}
	return library_add(library, one->file.path, one->bytes, one->embedded, err);
}

static struct patchset_library *library_with(
	const struct patchset_library *from, const struct variable_request *request, struct err *err)
{
	struct patchset_library *library = library_new();
	bool ok = true;
	library->values = request;
	for (size_t i = 0; ok && i < from->n_files; i++)
		ok = from->files[i]->replaced || take_over(library, from->files[i], request, err);
	ok = ok && library_resolve(library, err);
	library->values = NULL;
	if (ok)
		return library;
	patchset_library_free(library);
	return NULL;
}

bool patchset_with_values(const struct patchset_library *from, const struct variable_request *request,
	struct patchset_library **library, const struct patchset **set, struct err *err)
{
	*library = NULL;
	if (!variable_check_request(request, (*set)->variables, (*set)->n_variables, (*set)->name, err))
		return false;
	if (!changes_any((*set)->variables, (*set)->n_variables, request))
		return true;
	*library = library_with(from, request, err);
	if (!*library)
		return false;
	*set = patchset_library_find(*library, PATCHSET_SET, slice_of((*set)->name));
	return true;
}
