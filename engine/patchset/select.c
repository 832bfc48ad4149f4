/*
 * Which set is for this tree?
 */
#include "patchset/patchset.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/sort.h"

#define MAX_LISTED 3
/* A release number counts this many of the next one. */
#define RADIX 1000

/* How narrow a target is, by the bounds that are written. */
enum width { WIDTH_EXACT, WIDTH_BETWEEN, WIDTH_ONE_SIDE, WIDTH_ANY };

static enum width width_of(const struct version_bounds *bounds)
{
	if (bounds->exact)
		return WIDTH_EXACT;
	if (bounds->has_lowest && bounds->has_highest)
		return WIDTH_BETWEEN;
	return bounds->has_lowest || bounds->has_highest ? WIDTH_ONE_SIDE : WIDTH_ANY;
}

/* <0: `a` is narrower than `b`. The order is told in patchset.h. */
static int compare_width(const struct patchset *a, const struct patchset *b)
{
	struct version_bounds x = version_range_bounds(a->target), y = version_range_bounds(b->target);
	int order = (int)width_of(&x) - (int)width_of(&y);
	if (!order && (x.has_lowest || y.has_lowest))
		order = x.has_lowest && y.has_lowest ? version_cmp(&y.lowest, &x.lowest)
						     : (int)y.has_lowest - (int)x.has_lowest;
	if (!order && x.has_highest && y.has_highest)
		order = version_cmp(&x.highest, &y.highest);
	if (!order)
		order = (a->target->n_clauses < b->target->n_clauses) - (a->target->n_clauses > b->target->n_clauses);
	return order;
}

/* The first three release numbers as one, to measure how far versions are apart. */
static uint64_t number_of(const struct version *version)
{
	uint64_t number = 0;
	for (size_t i = 0; i < 3; i++)
		number = number * RADIX + (version->part[i] < RADIX ? version->part[i] : RADIX - 1);
	return number;
}

/* How far `version` lies outside the bounds of a target. */
static uint64_t distance_of(const struct patchset *set, const struct version *version)
{
	struct version_bounds bounds = version_range_bounds(set->target);
	uint64_t at = number_of(version);
	uint64_t lowest = bounds.has_lowest ? number_of(&bounds.lowest) : 0,
		 highest = bounds.has_highest ? number_of(&bounds.highest) : UINT64_MAX;
	return at < lowest ? lowest - at : at > highest ? at - highest : 0;
}

struct near {
	const struct patchset *set;
	uint64_t distance;
};

static int compare_near(const void *a, const void *b)
{
	const struct near *x = a, *y = b;
	if (x->distance != y->distance)
		return x->distance < y->distance ? -1 : 1;
	int order = compare_width(x->set, y->set);
	return order ? order : strcmp(x->set->name, y->set->name);
}

/* "2.8.0", or "2.8.*" when only two numbers are known. */
static void add_version(const struct version *version, size_t n_known, struct str *out)
{
	struct version series = { .n_parts = n_known };
	if (n_known >= 3) {
		version_format(version, out);
		return;
	}
	memcpy(series.part, version->part, n_known * sizeof(series.part[0]));
	version_format(&series, out);
	str_add_cstr(out, ".*");
}

/* The sets of `project`, nearest first; free() them. */
static struct near *list_near(
	const struct patchset_library *library, const char *project, const struct version *version, size_t *count)
{
	size_t n_sets;
	const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &n_sets);
	struct near *near = xcalloc(n_sets + 1, sizeof(*near));
	*count = 0;
	for (size_t i = 0; i < n_sets; i++)
		if (strcmp(sets[i]->project, project) == 0)
			near[(*count)++] = (struct near){ sets[i], distance_of(sets[i], version) };
	sort_stable(near, *count, sizeof(*near), compare_near);
	return near;
}

static const struct patchset *refuse_none(const struct patchset_library *library, const char *project,
	const struct version *version, size_t n_known, struct err *err)
{
	size_t count;
	struct near *near = list_near(library, project, version, &count);
	struct str message = STR_INIT;
	str_addf(&message, "no patch set fits %s ", project);
	add_version(version, n_known, &message);
	if (count)
		str_add_cstr(&message, "; nearest: ");
	for (size_t i = 0; i < count && i < MAX_LISTED; i++)
		str_addf(&message, "%s%s (%s)", i ? ", " : "", near[i].set->name, near[i].set->target->text);
	err_set(err, ERR_PATCHSET, "%s", message.ptr);
	err_hint(err, "--tag VERSION says which version the tree is, --use NAME uses a set that is not made for it, "
		      "--patchsets DIR adds sets");
	str_release(&message);
	free(near);
	return NULL;
}

static const struct patchset *refuse_two(const struct patchset *a, const struct patchset *b, struct err *err)
{
	err_set(err, ERR_PATCHSET, "two patch sets fit this tree equally well: '%s' (%s) and '%s' (%s)", a->name,
		a->origin, b->name, b->origin);
	err_hint(err, "choose one with --use NAME");
	return NULL;
}

const struct patchset *patchset_select(const struct patchset_library *library, const char *project,
	const struct version *version, size_t n_known, struct err *err)
{
	size_t n_sets;
	const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &n_sets);
	const struct patchset *best = NULL, *equal = NULL;
	for (size_t i = 0; i < n_sets; i++) {
		if (strcmp(sets[i]->project, project) != 0 ||
			!version_range_may_have(sets[i]->target, version, n_known))
			continue;
		int order = best ? compare_width(sets[i], best) : -1;
		if (order < 0)
			equal = NULL;
		if (order < 0)
			best = sets[i];
		else if (order == 0)
			equal = sets[i];
	}
	if (!best)
		return refuse_none(library, project, version, n_known, err);
	return equal ? refuse_two(best, equal, err) : best;
}

bool patchset_no_such_set(const struct patchset_library *library, const char *name, struct err *err)
{
	size_t count;
	const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &count);
	const char **names = xcalloc(count, sizeof(*names));
	for (size_t i = 0; i < count; i++)
		names[i] = sets[i]->name;
	const char *nearest = nearest_name(slice_of(name), names, count);
	free(names);
	err_set(err, ERR_USAGE, "no patch set '%s'", name);
	return nearest ? err_hint(err, "did you mean '%s'? `tpatch list` names the sets", nearest)
		       : err_hint(err, "`tpatch list` names the sets; --patchsets DIR adds those of a folder");
}
