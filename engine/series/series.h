/*
 * A series of patches, in the order in which they stack: diffs, quilt series, the output of git format-patch, recipes
 * of packagers.
 */
#ifndef TPATCH_SERIES_SERIES_H
#define TPATCH_SERIES_SERIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/version/version.h"
#include "text/patch.h"

/* One patch of a series, in the order in which they stack. */
struct series_patch {
	const char *name; /* as messages call it, on one line */
	struct patch patch;
	bool is_reversed;  /* `patch` is already the other way round */
	const char *doubt; /* why nothing of it is certain, or NULL */
};

/* Of each file and rule is kept which of the patches are at it. */
#define SERIES_MAX_PATCHES 5000

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

/* -p was not given: it is 1, or 0 for a diff all of whose files the tree has only by their whole paths. */
#define SERIES_STRIP_UNSAID SIZE_MAX

/* What reading depends on besides the sources. */
struct series_options {
	size_t strip; /* -p, or SERIES_STRIP_UNSAID */
	const struct version
		*version; /* of the tree that the patches are for, or NULL: those for others are left out */
	/* Has a tree that the patches are for, or go to, the file? NULL: not known. */
	bool (*has_file)(void *context, const char *path);
	void *context;
};

/*
 * Reads the sources in order: a diff ("-" is standard input); a file `series`, or a folder with one (or with
 * patches/series or debian/patches/series), whose lines name diffs; a packager's recipe (recipe.c has the list), or a
 * folder with one; a folder of *.patch and *.diff, or of FreeBSD's patch-*, taken by name. Nothing is run. Wrong line
 * counts of hunks are repaired, with a note. ERR_USAGE with line and column for what is no unified diff, ERR_IO.
 * Release with series_release() in both cases.
 */
bool series_read(struct series *out, char *const *sources, size_t n_sources, const struct series_options *options,
	struct err *err);
/* Adds the diff `text`; the name is copied. Errors as series_read(). */
bool series_add(struct series *series, const char *name, struct slice text, size_t strip, struct err *err);
/* Adds a note. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void series_note(struct series *series, const char *format, ...);
void series_release(struct series *series);

/*
 * Appends the diff with the counts of each hunk's header as its lines tell them; `*first` is the line of the first
 * header that changed, 1-based, and the result how many did. A last hunk that has fewer lines than its header says on
 * either side is a diff that was cut off, and stays as it is.
 */
size_t diff_recount(struct slice text, struct str *out, size_t *first);

#endif
