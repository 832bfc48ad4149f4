/* Does --tag fit what the tree says of itself? */
#include "tree/detect.h"

#include <stdint.h>
#include <stdlib.h>

/* From here on it is no slip of a number: the rules of one version would be used on another. */
#define SERIES_TOO_FAR 2

/* The last series of the major version that the project is known to have; `minor` itself where none is known. */
static unsigned long last_minor(const struct project *project, unsigned long major, unsigned long minor)
{
	for (size_t i = 0; i < project->n_releases + project->n_fingerprints; i++) {
		const char *text = i < project->n_releases ? project->releases[i].version
							   : project->fingerprints[i - project->n_releases].series;
		struct version version;
		if (version_parse(&version, slice_of(text), NULL) && version.n_parts >= 2 && version.part[0] == major &&
			version.part[1] > minor)
			minor = version.part[1];
	}
	return minor;
}

/* How many series lie between the two: 1 for neighbours, where 2.0 follows the last known 1.x. */
static unsigned long series_apart(const struct project *project, const struct version *a, const struct version *b)
{
	const struct version *low = version_cmp(a, b) < 0 ? a : b, *high = low == a ? b : a;
	if (low->part[0] == high->part[0])
		return high->part[1] - low->part[1];
	if (low->part[0] + 1 < high->part[0])
		return SERIES_TOO_FAR;
	return last_minor(project, low->part[0], low->part[1]) - low->part[1] + 1 + high->part[1];
}

static bool agree(const struct target_clue *a, const struct target_clue *b)
{
	size_t n = a->n_known < b->n_known ? a->n_known : b->n_known;
	for (size_t i = 0; i < n; i++)
		if (a->version.part[i] != b->version.part[i])
			return false;
	return true;
}

static void add_contradiction(const struct target *target, struct str *out)
{
	const struct target_clue *tag = &target->clues[0], *other = &target->clues[1];
	str_addf(out, "--tag says %s, but %s says %s", tag->said, target_clue_source(target, other), other->said);
}

bool target_tag_contradicts(const struct target *target, struct str *out)
{
	if (target->n_clues < 2 || target->clues[0].source != TARGET_TAG_OPTION ||
		agree(&target->clues[0], &target->clues[1]))
		return false;
	add_contradiction(target, out);
	return true;
}

bool target_check_tag(const struct target *target, struct err *err)
{
	unsigned long least = SERIES_TOO_FAR;
	for (size_t i = 1; i < target->n_clues; i++) {
		unsigned long apart =
			series_apart(target->project, &target->clues[0].version, &target->clues[i].version);
		least = apart < least ? apart : least;
	}
	struct str text = STR_INIT;
	bool ok = least < SERIES_TOO_FAR || !target_tag_contradicts(target, &text);
	if (!ok) {
		err_set(err, ERR_USAGE, "%s", text.ptr);
		err_hint(err,
			"leave out --tag, or give --force-tag as well if the tree really is %s; --use NAME takes "
			"another version's set",
			target->label);
	}
	str_release(&text);
	return ok;
}
