/*
 * The identity of a patch set: the SHA-256 of a list with a line "KIND SHA256 NAME" for each file that the set was read
 * from (its packs in the order in which they count, itself, its project; SHA256 is that of the file's bytes with LF as
 * line ends), and then a line "NAME=VALUE" for each of its variables. Any other change of a file, in a reason, a link
 * or a comment too, gives another digest; so does another value.
 */
#ifndef TPATCH_PATCHSET_DIGEST_H
#define TPATCH_PATCHSET_DIGEST_H

#include <stdbool.h>

#include "base/digest/sha256.h"
#include "patchset/patchset.h"

/* Of a set that a plan file names, the digest that is recorded there. False for a set that no library holds and no plan
 * file names. */
bool patchset_digest(const struct patchset *set, struct sha256 *out);
/* The same in hex; an empty string where there is none. */
bool patchset_digest_hex(const struct patchset *set, char hex[SHA256_HEX_LEN + 1]);
/* That of one file that a set was read from, its line ends being LF. */
void patchset_source_digest_hex(const struct patchset_source *source, char hex[SHA256_HEX_LEN + 1]);
/* ERR_USAGE unless `expected` is the digest in hex, in any case. NULL: any digest will do. */
bool patchset_expect_digest(const struct patchset *set, const char *expected, struct err *err);

#endif
