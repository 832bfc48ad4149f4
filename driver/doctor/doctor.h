/*
 * Is this machine able to build this tree for this profile? Checks are rows of a table, in groups of one file each;
 * what they know of the machine comes through the probe.
 */
#ifndef TBUILD_DOCTOR_DOCTOR_H
#define TBUILD_DOCTOR_DOCTOR_H

#include "checkout/checkout.h"
#include "engine.h"
#include "profile/profile.h"
#include "recipe/recipe.h"

enum state { STATE_WRONG, STATE_WARNING, STATE_UNKNOWN, STATE_OK };

struct finding {
	const char *id;  /* "cuda-arch" */
	const char *why; /* why it matters */
	enum state state;
	struct str seen; /* what was seen */
	struct str fix;  /* the command or step that fixes it; empty: nothing to fix */
};

struct diagnosis {
	/* wrong ones first, then warnings, then what is not known; inside each, what stops the build first */
	struct finding *items;
	size_t count, capacity;
	size_t n[STATE_OK + 1];
};

struct doctor_target {
	const struct probe *probe;
	const struct profile *profile;           /* NULL: none was named; then only what needs none is looked at */
	struct root *root;                       /* NULL: no tree */
	const char *torch;                       /* its version, or NULL */
	const struct tree_options *tree_options; /* NULL without a tree */
	const struct recipe_request *request;
};

/* Makes every check that applies. ERR_PATCHSET only where the embedded tables are wrong. Release with
 * diagnosis_release() in any case. */
bool doctor_examine(const struct doctor_target *target, struct diagnosis *out, struct err *err);
void diagnosis_release(struct diagnosis *diagnosis);
/* "wrong", "warning", "unknown", "ok". */
const char *state_name(enum state state);

#endif
