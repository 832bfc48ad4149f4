/*
 * A series of patches, in the order in which they stack: diffs, quilt series, the output of git format-patch, recipes
 * of packagers.
 */
#ifndef TPATCH_SERIES_SERIES_H
#define TPATCH_SERIES_SERIES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/version/version.h"
#include "text/patch.h"

/* One patch of a series, in the order in which they stack. */
struct series_patch {
	const char *name; /* as messages call it */
	struct patch patch;
	const char *doubt; /* why nothing of it is certain, or NULL */
};

struct series {
	const char *name; /* of the whole, for the set: "debian", "fix.patch" */
	struct series_patch *patches;
	size_t n_patches, patches_capacity;
	const char **notes; /* what was repaired or left out while it was read, one line each */
	size_t n_notes, notes_capacity;
	/* patches that a recipe names and that are not in the series: addresses, names that only a run could tell */
	size_t n_unread;
	struct arena arena;
};

/*
 * Reads the sources in order: a diff ("-" is standard input); a file `series`, or a folder with one (or with
 * patches/series or debian/patches/series), whose lines name diffs; a packager's recipe (meta.yaml, recipe.yaml,
 * portfile.cmake, *.ebuild, package.py, *.nix), or a folder with one; a folder of
 * *.patch and *.diff, or of FreeBSD's patch-*, taken by name. Nothing is run. `version` (may be NULL) is the tree's
 * that the patches are for: those that a
 * recipe has for other versions are left out. Wrong line counts of hunks are repaired, with a note. ERR_USAGE with line
 * and column for what is no unified diff, ERR_IO. Release with series_release() in both cases.
 */
bool series_read(struct series *out, char *const *sources, size_t n_sources, size_t strip,
	const struct version *version, struct err *err);
/* Adds the diff `text`; the name is copied. Errors as series_read(). */
bool series_add(struct series *series, const char *name, struct slice text, size_t strip, struct err *err);
/* Adds a note. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void series_note(struct series *series, const char *format, ...);
void series_release(struct series *series);

#endif
