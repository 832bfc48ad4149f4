/* What is embedded, for tbuild: it reads the same profiles as tpatch, and their other keys. */
#ifndef TPATCH_PATCHSET_SHIPPED_H
#define TPATCH_PATCHSET_SHIPPED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* The embedded file "pytorch.yaml" of that name. False if there is none. */
bool shipped_find(const char *name, struct slice *out);

/* As many keys as a profile can have. */
#define PROFILE_MOST_KEYS 64
/* Fills `names` with the keys that a profile may have, or (`in_when`) an entry of its `when`; returns how many. */
size_t profile_key_names(bool in_when, const char *names[PROFILE_MOST_KEYS]);
/* The values that such a key may have, NULL-terminated; NULL where it takes any. */
const char *const *profile_key_choices(bool in_when, const char *key);

#endif
