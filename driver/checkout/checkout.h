/*
 * The source tree that is to be built: which options it has, what configuring made of them, and whether it is as tpatch
 * left it. Everything is read from the user's tree: forks and later versions have other options than any list that
 * could be shipped.
 */
#ifndef TBUILD_CHECKOUT_CHECKOUT_H
#define TBUILD_CHECKOUT_CHECKOUT_H

#include "engine.h"

struct tree_option {
	const char *name;
	bool dependent;     /* cmake_dependent_option() */
	const char *forced; /* of a dependent one: its value where its condition does not hold; else NULL */
};

struct tree_options {
	struct tree_option *items;
	size_t count, capacity;
	struct table by_name; /* indices into `items` plus 1 */
	struct arena arena;
};

/*
 * The option(), cmake_dependent_option() and set(… CACHE …) of the CMakeLists.txt in the root, read by the engine's
 * CMake lexer, in the order of the file. Besides these, names that its Python setup scripts hand on to CMake: string
 * literals in capitals of tools/setup_helpers/cmake.py. ERR_IO, or ERR_USAGE where there is no CMakeLists.txt.
 */
bool tree_options_read(struct root *root, struct tree_options *out, struct err *err);
void tree_options_release(struct tree_options *options);
const struct tree_option *tree_option_find(const struct tree_options *options, const char *name);
/* The option whose name is nearest to `name`, or NULL. */
const char *tree_option_nearest(const struct tree_options *options, const char *name);

/* version.txt without what follows the release number ("2.7.0a0" is 2.7.0), for free(); NULL where there is none. */
char *tree_version(struct root *root);

struct cache_entry {
	const char *name, *type, *value;
};

/* A CMakeCache.txt, and the summary that configuring prints: `--   USE_CUDA : ON`. */
struct tree_cache {
	struct cache_entry *items;
	size_t count, capacity;
	struct arena arena;
};

/* Reads build/CMakeCache.txt. False with ERR_IO where it is not there. */
bool tree_cache_read(struct root *root, const char *path, struct tree_cache *out, struct err *err);
/* Adds the entries of a summary: their type is "SUMMARY", and they count before others of the same name. */
void tree_cache_add_summary(struct tree_cache *cache, struct slice log);
void tree_cache_release(struct tree_cache *cache);
const struct cache_entry *tree_cache_find(const struct tree_cache *cache, const char *name);
/*
 * What the option `name` came to: the summary's word, or the cache's; of a dependent option whose condition does not
 * hold, what it is forced to (CMake then keeps the user's value in the cache as INTERNAL). NULL where nothing is known.
 */
const char *tree_effective(const struct tree_cache *cache, const struct tree_options *options, const char *name);
/* Do both mean the same to CMake: equal, or both true (1 ON YES TRUE Y), or both false? Case does not count for these
 * words. */
bool tree_same_value(const char *a, const char *b);

struct tree_drift {
	struct str text; /* one line "path: why" for each file */
	size_t count;
	size_t runs;  /* applied runs of the record */
	size_t files; /* in the record */
};

/* Compares the tree with tpatch's record. ERR_IO when it cannot be read, or a run was cut off and has to be recovered
 * first. */
bool tree_drift_read(struct root *root, struct tree_drift *out, struct err *err);

/* Is a run of tpatch applied? Files are not compared. False also where the record cannot be read. */
bool tree_is_patched(struct root *root);

/*
 * The value that `fact` ("cuda") had in the newest run of tpatch that is applied and knew it, for free(); NULL: none.
 * A tree may claim it: to be used in what is said only.
 */
char *tree_patched_for(struct root *root, const char *fact);

#endif
