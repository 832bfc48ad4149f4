/*
 * Who gives a header, a library, a symbol, a package or target of CMake's, a module of Python's or a program
 * (driver/data/packages.yaml); what came or went with which release of a Python package (api.yaml), what the numbers
 * and texts of errors mean (codes.yaml), which header declares a name of C, C++ or CUDA (declared.yaml), and to which
 * of PyTorch's features a file of its sources belongs (packages.yaml). Private to triage/.
 */
#ifndef TBUILD_TRIAGE_PACKAGES_H
#define TBUILD_TRIAGE_PACKAGES_H

#include "engine.h"

enum package_kind {
	PACKAGE_HEADER,
	PACKAGE_LIBRARY,
	PACKAGE_SYMBOL,
	PACKAGE_NAME,
	PACKAGE_CMAKE,
	PACKAGE_MODULE,
	PACKAGE_PROGRAM,
	PACKAGE_FEATURE,
	PACKAGE_API,
	PACKAGE_CODE,
	PACKAGE_DECLARED,
	PACKAGE_ARGUMENTS,
	PACKAGE_TARGET,
	PACKAGE_KINDS
};

#define PACKAGE_SOURCES 6

struct package {
	const char *name, *note; /* `note` may be NULL */
	/*
	 * What it is known by: NULL-terminated or NULL. A '*' at the end stands for whatever follows. As `name` are
	 * known those that only some versions of something have, and `package` says which.
	 */
	const char *const *known_by[PACKAGE_KINDS];
	const char *from[PACKAGE_SOURCES]; /* what apt, dnf, … call it; NULL where they do not have it */
};

/* A name, or the beginning of names ("gl*"), that tables know. */
struct name {
	struct slice text; /* without its '*' */
	bool is_beginning;
	size_t owner;   /* index of the package */
	size_t shorter; /* index of the longest beginning that this name begins with too, and one more; 0: none */
};

/* Sorted, so that a look-up does not grow with them. */
struct names {
	struct name *items;
	size_t count;
};

struct packages {
	struct package *items;
	size_t count, capacity;
	struct names names[PACKAGE_KINDS]; /* of all items */
	size_t *compared;                  /* if not NULL: raised by the names that look-ups look at */
};

/* As the tables of driver/data call the kinds, and what gets a package from each source. */
extern const char *const package_kinds[PACKAGE_KINDS];
extern const struct package_source {
	const char *key, *command;
} package_sources[PACKAGE_SOURCES];

/* The kind that a signature's `table` names; PACKAGE_KINDS if there is none such. */
enum package_kind package_kind_of(struct slice name);

/* After the last item, and before the first look-up: sorts their names, which live in `arena`. */
void packages_sort(struct packages *packages, struct arena *arena);

struct found {
	const struct package *package; /* NULL: none */
	bool is_whole;                 /* it has the whole name, and no beginning alone */
	bool is_guess;                 /* all that is known is whose module it would be in ("transformers.*") */
};

/*
 * The package that gives `*name`; of several the one that says most of it. A header and a file of a feature
 * are also found by what follows any '/' in its path, a program by its file's name, and a symbol, mangled or not, by
 * the function's name in its declaration; `*name` becomes what was found so.
 */
struct found packages_find(
	const struct packages *packages, enum package_kind kind, struct slice *name, struct str *scratch);
/*
 * The package of a name that a compiler or Python does not know, as PACKAGE_NAME, PACKAGE_SYMBOL, PACKAGE_API or
 * PACKAGE_DECLARED: with its scope ("std"), where that is not empty, else, but for Python's, without; what C declares
 * has no scope but "std". `*name` becomes what was found so, in `scratch`.
 */
struct found packages_find_in_source(const struct packages *packages, enum package_kind kind, struct slice *name,
	struct slice scope, struct str *scratch);
/* Appends how each package manager installs it, and the note. */
void package_add_remedy(const struct package *package, struct str *out);

#endif
