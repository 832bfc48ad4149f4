/* CUDA toolkits: which there are, and which of them a build takes. */
#ifndef TPATCH_MACHINE_TOOLKIT_H
#define TPATCH_MACHINE_TOOLKIT_H

#include "machine/probe.h"

struct toolkit {
	char *root, *version;  /* NULL: none */
	const char *source;    /* "--cuda", "CUDA_HOME", "/usr/local", "PATH" */
	struct str seen;       /* the toolkits that were looked at: "12.4 in /usr/local/cuda-12.4 (CUDA_HOME)" */
	struct str real_roots; /* their folders without links, each on a line between empty ones */
};

/*
 * The first toolkit whose version is in `range` (NULL: any): `given` alone if there is one, else those that CUDA_HOME,
 * CUDA_PATH and CUDA_PATH_V… name, those at the usual places, and that of the nvcc in PATH. True if there is one;
 * release with toolkit_release() in any case.
 */
bool toolkit_find(const struct probe *probe, const char *range, const char *given, struct toolkit *out);
void toolkit_release(struct toolkit *toolkit);

#endif
