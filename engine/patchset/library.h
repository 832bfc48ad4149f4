/*
 * A library while it is put together. Private to patchset/ and its tests.
 */
#ifndef TPATCH_PATCHSET_LIBRARY_H
#define TPATCH_PATCHSET_LIBRARY_H

#include "base/table.h"
#include "patchset/load/load.h"
#include "patchset/patchset.h"

#define PATCHSET_KIND_COUNT 3

struct patchset_library {
	struct arena arena;
	struct load_owned owned;
	const struct variable_request *values; /* while it is loaded; NULL: defaults */
	struct loaded **files;
	size_t n_files, files_capacity;
	struct table by_name[PATCHSET_KIND_COUNT]; /* of each file that counts: its index, plus 1 */
	size_t n_gatherings;                       /* of resolve.c, so far */
	/* Filled when all is resolved. */
	const struct patchset **sorted[PATCHSET_KIND_COUNT];
	size_t n_sorted[PATCHSET_KIND_COUNT];
};

/* Empty. Free with patchset_library_free(). */
struct patchset_library *library_new(void);
/*
 * Adds a file. It takes the place of an embedded one of its kind and name; a second one that is not embedded is an
 * error.
 */
bool library_add(
	struct patchset_library *library, const char *origin, struct slice text, bool embedded, struct err *err);
/*
 * Reads the files that are wanted and what the files that were read use; then brings together what is new among these:
 * packs into sets, projects checked, rule ids unique. Called after the last file, and again whenever more are wanted.
 */
bool library_resolve(struct patchset_library *library, struct err *err);
/* The file of this kind and name that counts, or NULL. */
struct loaded *library_find(const struct patchset_library *library, enum patchset_kind kind, struct slice name);

/* For library.c, in resolve.c. Fills `rules` of all sets that were read. */
bool resolve_rules(struct patchset_library *library, struct err *err);

#endif
