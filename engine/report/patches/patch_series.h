/*
 * A plan as patches, one per rule that changes something, in the order of the rules. Each applies on top of those
 * before it, and all of them together give what a run of the plan gives.
 */
#ifndef TPATCH_REPORT_PATCHES_PATCH_SERIES_H
#define TPATCH_REPORT_PATCHES_PATCH_SERIES_H

#include "base/err.h"
#include "base/str.h"
#include "plan/plan.h"

struct rule_patch {
	const struct rule *rule;
	struct str diff; /* of all its files, in git's format */
};

struct patch_series {
	const char *set; /* borrowed from the plan, as the rules are */
	struct rule_patch *patches;
	size_t count;
};

/*
 * Fills `out`; release with patch_series_release(), also after a failure. ERR_UNFIT when two rules make the same edit,
 * so that no patch of one of them alone holds all that it does.
 */
bool patch_series_make(const struct plan *plan, struct patch_series *out, struct err *err);
void patch_series_release(struct patch_series *series);
/* Takes out the patches without a diff. */
void patch_series_drop_empty(struct patch_series *series);

/* Appends the name of patch `index` in a folder of patches: "0001-rule.patch". */
void patch_series_file_name(const struct patch_series *series, size_t index, struct str *out);
/* Appends the header of a patch of that rule, as DEP-3 has it. */
void patch_series_add_head(const char *set, const struct rule *rule, struct str *out);
/* Appends patch `index` with a header as DEP-3 has it (https://dep-team.pages.debian.net/deps/dep3/), for quilt and
 * patch -p1. */
void patch_series_format_quilt(const struct patch_series *series, size_t index, struct str *out);
/* Appends patch `index` as a mail, as git format-patch writes it, with DEP-3's fields after the text. `tool` signs
 * it. */
void patch_series_format_mail(const struct patch_series *series, size_t index, const char *tool, struct str *out);

#endif
