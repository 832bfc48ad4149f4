/* Which Visual C++ a build on Windows uses, and what its environment tells. */
#ifndef TPATCH_MACHINE_MSVC_H
#define TPATCH_MACHINE_MSVC_H

#include "machine/probe.h"

struct msvc {
	char *visual_studio; /* the folder of the Visual Studio that is taken; NULL: none has C++ */
	char *toolset;       /* the full version of its toolset, "14.29.30133"; NULL: none is in the range */
	struct str seen;     /* the others: "'C:\…\Community' (14.44.35207)" */
};

/*
 * Of all that vswhere knows, old and new, the first that has the toolset `wanted` (a version, or its beginning:
 * "14.29"; NULL: none is wanted more than others), else one in `range` (NULL: any), else any. Newer ones come first.
 * vswhere is at its one place (https://github.com/microsoft/vswhere). Release with msvc_release().
 */
void msvc_find(const struct probe *probe, const char *range, const char *wanted, struct msvc *out);
void msvc_release(struct msvc *msvc);

/* What an environment says about Visual C++. */
enum msvc_state { MSVC_NONE, MSVC_HALF, MSVC_ACTIVE };
/*
 * MSVC_ACTIVE with `*version` (borrowed) where vcvarsall has run for x64: VCToolsVersion, INCLUDE and LIB are there,
 * and cl is in PATH. MSVC_HALF where only part of that is so, with what is missing or wrong in `why`, which may be
 * NULL.
 */
enum msvc_state msvc_state_of(const struct probe *probe, const char **version, struct str *why);

#endif
