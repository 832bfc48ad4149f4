/*
 * Environment variables as a value: a build gets one of its own, and ours is never changed.
 * A zeroed struct environment is valid and empty.
 */
#ifndef TBUILD_SYSTEM_ENVIRONMENT_H
#define TBUILD_SYSTEM_ENVIRONMENT_H

#include "engine.h"

struct environment {
	char **items; /* "NAME=value", each for free(), in the order they were set */
	size_t count, capacity;
	bool names_nocase; /* as on Windows */
};

void environment_release(struct environment *environment);
/* Appends all of `from` to `to`. */
void environment_copy(struct environment *to, const struct environment *from);
/* The value, borrowed until the next change, or NULL. */
const char *environment_get(const struct environment *environment, const char *name);
void environment_set(struct environment *environment, const char *name, const char *value);
void environment_unset(struct environment *environment, const char *name);
/* The length of the name in "NAME=value". Windows has names that begin with '='. */
size_t environment_name_length(const char *item);

#endif
