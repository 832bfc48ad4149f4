/*
 * Environment variables as a value: each program that is started may get one of its own, and ours is never changed.
 * A zeroed struct environment is valid and empty.
 */
#ifndef TPATCH_PLATFORM_ENVIRONMENT_H
#define TPATCH_PLATFORM_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

struct environment {
	char **items; /* "NAME=value", each for free(), in the order they were set */
	size_t count, capacity;
	bool names_nocase; /* as on Windows */
};

/* Fills `out`, which is empty, with the environment of this process. */
void environment_ours(struct environment *out);
void environment_release(struct environment *environment);
/* Appends all of `from` to `to`. */
void environment_copy(struct environment *to, const struct environment *from);
/* The value, borrowed until the next change, or NULL. */
const char *environment_get(const struct environment *environment, const char *name);
void environment_set(struct environment *environment, const char *name, const char *value);
void environment_unset(struct environment *environment, const char *name);
/* Takes out all whose names begin with `prefix`. */
void environment_drop(struct environment *environment, const char *prefix);
/* The length of the name in "NAME=value". Windows has names that begin with '='. */
size_t environment_name_length(const char *item);

#endif
