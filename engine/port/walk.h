/* A series through several trees, one after the other, so that each step is small. */
#ifndef TPATCH_PORT_WALK_H
#define TPATCH_PORT_WALK_H

#include "port/port.h"

/* A tree on the way, oldest or newest first. */
struct port_stop {
	const char *name;
	struct tree tree;
};

/* What became of the series at each stop but the first. The result at the last holds edits of all. */
struct port_walk {
	struct series *series; /* [n_steps]: the first is the caller's, the others what the step before made of it */
	struct port_result *results;
	size_t n_steps;
};

/*
 * Carries the series from the first stop to the second, what came of it to the third, and so on; `options` are those of
 * the last step, with its trees. An edit that upstream has at some stop, or that needs a person there, goes no further,
 * and says where that was. Errors as port_make(). Release with port_walk_release() in both cases; `out->results` of the
 * last step is then gone, too.
 */
bool port_walk_make(const struct series *series, const struct port_options *options, const struct port_stop *stops,
	size_t n_stops, struct port_walk *out, struct err *err);
void port_walk_release(struct port_walk *walk);

#endif
