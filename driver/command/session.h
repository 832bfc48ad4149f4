/* What most commands begin with: the machine, the tree, the profile, and what they come to. */
#ifndef TBUILD_COMMAND_SESSION_H
#define TBUILD_COMMAND_SESSION_H

#include "checkout/checkout.h"
#include "command/option.h"
#include "doctor/doctor.h"
#include "engine.h"
#include "profile/profile.h"
#include "recipe/recipe.h"

struct session {
	struct probe *probe;
	struct root *root;   /* NULL: no tree was asked for */
	char *torch;         /* the tree's version, or NULL */
	char *python, *cuda; /* what --python and --cuda name, from the root of the disk on; NULL: not given */
	struct tree_options tree_options;
	struct profile profile;
	bool has_profile;
	struct recipe_request request;
};

/* Without --root the tree is the working directory: where it has a CMakeLists.txt, or in any case. */
enum tree_need { TREE_WHERE_ONE_IS, TREE_NEEDED };
/* Opens what the options name: the machine always; the profile if `needs_profile` or it is named. */
bool session_open(struct session *session, const struct options *options, enum tree_need need, bool needs_profile,
	struct err *err);
/* What doctor finds for it; for diagnosis_release() in any case. */
bool session_examine(const struct session *session, struct diagnosis *out, struct err *err);
/* Appends the path of the log of the last build in the folder `root`. ERR_IO where there is none: a link that came with
 * the tree is none. */
bool session_last_log(const char *root, struct str *path, struct err *err);
void session_close(struct session *session);

#endif
