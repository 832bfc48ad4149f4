/* cuDNN and the linear algebra, where PyTorch's finders look for them. */
#ifndef TPATCH_MACHINE_LIBRARIES_H
#define TPATCH_MACHINE_LIBRARIES_H

#include "machine/probe.h"

/* The variables that a build will have; NULL: not set. Borrowed. */
struct build_variables {
	const char *(*get)(const void *ctx, const char *name);
	const void *ctx;
};

/* The version in the headers of `folder`, of cuDNN 8 and later or of 7, for free(); NULL where there is none. */
char *cudnn_version_in(const struct probe *probe, const char *folder);
/* The same in the first folder that PyTorch looks in and that has one, which goes to `*folder`, for free().
 * `toolkit_root` may be NULL. */
char *cudnn_find(
	const struct probe *probe, const struct build_variables *variables, const char *toolkit_root, char **folder);

struct header_place {
	char *folder;       /* that holds the header, for free(); NULL: none was found */
	const char *source; /* what names it: "INTEL_MKL_DIR", "the usual place" */
	bool is_seen;       /* PyTorch looks there */
};

/* MKL's mkl_cblas.h, where PyTorch looks, or else where people have it; OpenBLAS' `header` likewise. */
struct header_place mkl_find(const struct probe *probe, const struct build_variables *variables);
struct header_place openblas_find(
	const struct probe *probe, const struct build_variables *variables, const char *header);

#endif
