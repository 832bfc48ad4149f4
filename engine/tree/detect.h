/*
 * Which project and version is this tree? Asked in order, and the first to speak decides; all are kept for `status`.
 */
#ifndef TPATCH_TREE_DETECT_H
#define TPATCH_TREE_DETECT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/version/version.h"
#include "patchset/patchset.h"
#include "platform/read.h"
#include "tree/tree.h"

enum target_source {
	TARGET_TAG_OPTION, /* --tag */
	TARGET_GIT_TAG,    /* HEAD's commit is what a tag of this repository points to */
	TARGET_GIT_COMMIT, /* HEAD's commit is a known release */
	/* gives the series only: at v1.12.1 PyTorch's version.txt says 1.12.0a0, and forks rewrite it */
	TARGET_VERSION_FILE,
	TARGET_FINGERPRINT /* content; gives the series only */
};

struct target_clue {
	enum target_source source;
	const char *said; /* "v1.12.1", "1.12.0a0", "1.12.1 (664058fa83f1)" */
	struct version version;
	size_t n_known; /* numbers of `version` to be trusted: 2 or 3 */
};

struct target {
	const struct project *project;
	struct version version;
	size_t n_known;
	/* "1.12.1"; "looks like 2.4" where only a series is known; "2.4" where --tag says so */
	const char *label;
	/* "not tried on 2.16; …", for people; NULL where the series was tried or the project does not tell */
	const char *untried;
	const char *commit;        /* HEAD in hex, or NULL */
	struct target_clue *clues; /* all that spoke, deciding one first */
	size_t n_clues;
	struct arena arena;
};

/*
 * Fills `out` (release with target_release()); on failure it is left empty. `tag` is the --tag option or NULL. git is
 * not run: HEAD, refs, packed-refs, annotated tags' peeled lines, worktree and submodule `.git` files are read
 * directly; what cannot be read that way is skipped. Of several tags at HEAD the one with one of the project's prefixes
 * is taken, a release before a pre-release, the highest. The project is read, if `library` has only its head.
 * ERR_PATCHSET when no known project or version can be told,
 * naming what was tried; ERR_USAGE for a `tag` that is no version; ERR_IO.
 */
bool target_detect(
	struct root *root, struct patchset_library *library, const char *tag, struct target *out, struct err *err);
/* The same for any tree; of a commit, only --tag, files and content tell. */
bool target_detect_tree(const struct tree *tree, struct patchset_library *library, const char *tag, struct target *out,
	struct err *err);
/* `*out` becomes the project that the tree is by its markers, or NULL. ERR_IO. */
bool target_project(
	const struct tree *tree, const struct patchset_library *library, const struct project **out, struct err *err);
void target_release(struct target *target);
/* Where --tag contradicts the strongest of the other clues, appends one line that names both, and returns true. */
bool target_tag_contradicts(const struct target *target, struct str *out);
/* ERR_USAGE where --tag is two series or more away from everything else that tells the version. */
bool target_check_tag(const struct target *target, struct err *err);
/* Appends what the record of a run calls the tree: its version, and which values of variables `set` (may be NULL) has
 * instead of its defaults. */
void target_add_label(const struct target *target, const struct patchset *set, struct str *out);
/* "--tag", "git tag", "git commit", "content", or the name of the project's version file. */
const char *target_clue_source(const struct target *target, const struct target_clue *clue);

/* Do all hold? There is at least one. */
bool evidence_all_hold(
	const struct tree *tree, const struct fingerprint_test *tests, size_t count, struct regex_scratch *scratch);
/* Appends "'a.txt' contains x and 2 more". */
void evidence_format(const struct fingerprint_test *tests, size_t count, struct str *out);

#endif
