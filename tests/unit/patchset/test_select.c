#include "unit.h"

#include <string.h>

#include "patchset/library.h"

/* A library of sets called "a", "b", … with these targets, for the project demo; the last is for another project. */
static struct patchset_library *library_of(const char *const *targets, size_t count)
{
	struct patchset_library *library = library_new();
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	bool ok = library_add(library, "demo.yaml", slice_of("tpatch: 1\nproject: demo\nsummary: s\nmarkers: [a]\n"),
			  true, &err) &&
		  library_add(library, "other.yaml", slice_of("tpatch: 1\nproject: other\nsummary: s\nmarkers: [a]\n"),
			  true, &err);
	for (size_t i = 0; ok && i <= count; i++) {
		str_clear(&text);
		str_addf(&text, "tpatch: 1\nname: %c\nsummary: s\ntarget: {project: %s, versions: \"%s\"}\nrules:\n",
			(char)('a' + i), i < count ? "demo" : "other", i < count ? targets[i] : "2.4.1");
		str_add_cstr(&text, "  - {id: x, title: t, why: w, files: a, edits: [{regex: x, replace: y}]}\n");
		char origin[] = "a.yaml";
		origin[0] = (char)('a' + i);
		ok = library_add(library, origin, str_slice(&text), false, &err);
	}
	if (!ok || !library_resolve(library, &err))
		fail_msg("%s", err.message);
	str_release(&text);
	return library;
}

static const struct patchset *selected(
	const struct patchset_library *library, const char *version, size_t n_known, struct err *err)
{
	struct version v;
	assert_true(version_parse(&v, slice_of(version), NULL));
	return patchset_select(library, "demo", &v, n_known, err);
}

static void assert_selected(
	const struct patchset_library *library, const char *version, size_t n_known, const char *name)
{
	struct err err = ERR_INIT;
	const struct patchset *set = selected(library, version, n_known, &err);
	if (!set)
		fail_msg("%s: %s", version, err.message);
	if (strcmp(set->name, name) != 0)
		fail_msg("%s with %zu known selects '%s', not '%s'", version, n_known, set->name, name);
}

TEST(select_narrowest_target_wins)
{
	static const char *const targets[] = { ">=2.0", ">=2.1, <2.6", "2.4.1", "2.4.*", "<9", "!=7.0" };
	struct patchset_library *library = library_of(targets, 6);
	assert_selected(library, "2.4.1", 3, "c");
	assert_selected(library, "2.4.1+cu118", 3, "c");
	assert_selected(library, "2.4.0", 3, "d");
	assert_selected(library, "2.5.1", 3, "b");
	assert_selected(library, "2.6.0", 3, "a");
	assert_selected(library, "1.13.1", 3, "e");
	assert_selected(library, "10.0", 3, "a");
	patchset_library_free(library);
}

TEST(select_of_one_bound_the_lower_one_wins)
{
	static const char *const targets[] = { "<3.0", ">=2.0", ">=2.1", "<2.9" };
	struct patchset_library *library = library_of(targets, 4);
	assert_selected(library, "2.4.1", 3, "c");
	assert_selected(library, "2.0.1", 3, "b");
	assert_selected(library, "1.9.0", 3, "d");
	assert_selected(library, "3.1.0", 3, "c");
	patchset_library_free(library);
}

TEST(select_among_ranges_the_tightest_bounds_win)
{
	static const char *const targets[] = { ">=2.1, <3.0", ">=2.3, <3.0", ">=2.3, <2.9", ">=2.3, <2.9, !=2.5.0",
		">=2.0, <2.4" };
	struct patchset_library *library = library_of(targets, 5);
	assert_selected(library, "2.2.0", 3, "a");
	assert_selected(library, "2.3.1", 3, "d");
	assert_selected(library, "2.5.0", 3, "c");
	assert_selected(library, "2.9.1", 3, "b");
	assert_selected(library, "2.0.1", 3, "e");
	patchset_library_free(library);
}

TEST(select_among_targets_with_one_bound_or_none)
{
	static const char *const targets[] = { "<9", ">=2.0", "<8", "!=7.0", ">=1.0" };
	struct patchset_library *library = library_of(targets, 5);
	assert_selected(library, "3.0", 3, "b");
	assert_selected(library, "8.5", 3, "b");
	assert_selected(library, "1.5", 3, "e");
	assert_selected(library, "0.5", 3, "c");
	assert_selected(library, "0.5", 1, "c");
	patchset_library_free(library);
	static const char *const unbound[] = { "!=7.0", "!=7.1, !=7.2", "!=7.3" };
	library = library_of(unbound, 3);
	assert_selected(library, "3.0", 3, "b");
	patchset_library_free(library);
}

TEST(select_error_lists_what_is_as_near_by_its_width_and_name)
{
	static const char *const targets[] = { "2.5.*", "2.5.*", ">=2.5, <2.6", "2.5.0", "1.9.9", "2.2" };
	struct patchset_library *library = library_of(targets, 6);
	struct err err = ERR_INIT;
	assert_null(selected(library, "2.4.0", 3, &err));
	assert_string_equal(
		err.message, "no patch set fits demo 2.4.0; nearest: d (2.5.0), c (>=2.5, <2.6), a (2.5.*)");
	err_release(&err);
	patchset_library_free(library);
}

TEST(select_by_series_takes_what_may_fit)
{
	static const char *const targets[] = { "1.12.1", "1.12.0", "1.13.*", ">=2.1.2, <2.6" };
	struct patchset_library *library = library_of(targets, 4);
	/* Both releases may be meant: the later one wins, by its lower bound. */
	assert_selected(library, "1.12.0a0", 2, "a");
	assert_selected(library, "1.12.0a0", 3, "b");
	assert_selected(library, "1.13", 2, "c");
	assert_selected(library, "2.1", 2, "d");
	assert_selected(library, "2.5", 2, "d");
	patchset_library_free(library);
}

TEST(select_error_lists_the_nearest_sets)
{
	static const char *const targets[] = { "1.12.1", "1.13.*", ">=2.0, <2.1", ">=2.4, <2.8" };
	struct patchset_library *library = library_of(targets, 4);
	struct err err = ERR_INIT;
	assert_null(selected(library, "2.9.1", 3, &err));
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_string_equal(
		err.message, "no patch set fits demo 2.9.1; nearest: d (>=2.4, <2.8), c (>=2.0, <2.1), b (1.13.*)");
	assert_string_equal(err.hint,
		"--tag VERSION says which version the tree is, --use NAME uses a set that is not made for it, "
		"--patchsets DIR adds sets");
	assert_null(selected(library, "1.12.0", 3, &err));
	assert_string_equal(
		err.message, "no patch set fits demo 1.12.0; nearest: a (1.12.1), b (1.13.*), c (>=2.0, <2.1)");
	assert_null(selected(library, "2.2.0a0", 2, &err));
	assert_string_equal(
		err.message, "no patch set fits demo 2.2.*; nearest: c (>=2.0, <2.1), d (>=2.4, <2.8), b (1.13.*)");
	err_release(&err);
	patchset_library_free(library);
}

TEST(select_error_without_any_set_of_the_project)
{
	struct patchset_library *library = library_of(NULL, 0);
	struct err err = ERR_INIT;
	assert_null(selected(library, "2.4.1", 3, &err));
	assert_string_equal(err.message, "no patch set fits demo 2.4.1");
	assert_non_null(err.hint);
	err_release(&err);
	patchset_library_free(library);
}

TEST(select_error_when_two_are_equally_narrow)
{
	static const char *const targets[] = { ">=2.1, <2.6", "<2.6.0, >=2.1.0", "2.4.1" };
	struct patchset_library *library = library_of(targets, 3);
	struct err err = ERR_INIT;
	assert_selected(library, "2.4.1", 3, "c");
	assert_null(selected(library, "2.4.0", 3, &err));
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_string_equal(err.message, "two patch sets fit this tree equally well: 'a' (a.yaml) and 'b' (b.yaml)");
	assert_string_equal(err.hint, "choose one with --use NAME");
	err_release(&err);
	patchset_library_free(library);
}
