/*
 * A journal may come with a tree that somebody else made. So every header ends with a seal: a keyed digest, by a key
 * that only this user has, of the header, the folder that it is of, and the journal's own. Private to commit/;
 * docs/safety.md says what a copied or moved tree means.
 */
#ifndef TPATCH_COMMIT_SEAL_H
#define TPATCH_COMMIT_SEAL_H

#include <stdbool.h>

#include "base/str.h"
#include "commit/journal/journal.h"
#include "platform/identity.h"
#include "platform/read.h"

/* What seals of one journal are held against. */
struct sealing {
	struct user_key keys[USER_KEYS_MAX];
	size_t n_keys;
	struct str folders; /* which folder this is, and which journal */
};

/*
 * Zeroes `out` and fills it: with all keys of this user to check seals, or, `for_writing`, with the one to seal with,
 * which is made where there is none. Without any key nothing proves anything, and that is no error.
 */
bool sealing_begin(struct root *root, bool for_writing, struct sealing *out, struct err *err);
void sealing_end(struct sealing *sealing);

/* Appends the seal of the header `text`; nothing without a key. */
void seal_add(const struct sealing *sealing, struct str *text);
/* Cuts the seal off `text`, if it has one, and says what it proves. */
enum run_proof seal_check(const struct sealing *sealing, struct slice *text);

#endif
