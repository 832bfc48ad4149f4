/* tpatch port: a patch set as the source. */
#ifndef TPATCH_CLI_PORT_SET_H
#define TPATCH_CLI_PORT_SET_H

#include "cli/option.h"
#include "patchset/patchset.h"
#include "series/series.h"
#include "tree/tree.h"

/*
 * Judges each rule of the set, or of the one that fits tree `from` where `set` is NULL, in tree `to`. What does not fit
 * there any more becomes a patch of `out`: what the rule does to `from`. What became of the others are notes. ERR_USAGE
 * and ERR_PATCHSET for trees of which it cannot be told what they are, ERR_IO. Release `out` with series_release() in
 * both cases.
 */
bool port_set_read(const struct options *options, const struct patchset_library *library, const struct patchset *set,
	const struct tree *from, const struct tree *to, struct series *out, struct err *err);

#endif
