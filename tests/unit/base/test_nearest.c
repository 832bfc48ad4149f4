/* Which name was meant: how far two are apart, and how far is too far. */
#include "base/nearest.h"

#include <string.h>

#include "base/alloc.h"
#include "unit.h"

#define A63 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

TEST(nearest_distance_counts_changes_and_swaps)
{
	static const struct {
		const char *a, *b;
		size_t distance;
	} rows[] = { { "", "", 0 }, { "abc", "", 3 }, { "abc", "ABC", 0 }, { "abc", "abd", 1 }, { "abc", "ab", 1 },
		{ "abc", "xabc", 1 }, { "abcd", "abdc", 1 }, { "abcd", "bacd", 1 }, { "aBCd", "acbd", 1 },
		{ "abcd", "badc", 2 }, { "abc", "cab", 2 }, { "abcd", "dcba", 3 }, { "ca", "abc", 3 },
		/* What is behind 64 letters is not compared. */
		{ A63 "b", A63 "c", 1 }, { A63 "ab", A63 "ac", 0 }, { A63 "a", A63, 1 }, { A63 "aa", A63 "a", 0 } };
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		assert_int_equal(nearest_distance(slice_of(rows[i].a), slice_of(rows[i].b)), rows[i].distance);
		assert_int_equal(nearest_distance(slice_of(rows[i].b), slice_of(rows[i].a)), rows[i].distance);
	}
}

TEST(nearest_name_is_not_too_far_off)
{
	static const char *const names[] = { "ab", "abcde", "abcdef", "abcdefghi", "abcdefghj", "uvwxyz-abcdefghij" };
	static const struct {
		const char *name, *wanted;
	} rows[] = {
		{ "b", NULL },
		{ "ac", "ab" },
		{ "xy", NULL },
		{ "abxde", "abcde" },
		{ "abxyz", NULL },
		/* From six letters on two may differ, from nine on three. */
		{ "abcxyf", "abcdef" },
		{ "abxyzf", NULL },
		{ "xyzdefghi", "abcdefghi" },
		{ "wxyzefghi", NULL },
		/* The first of those that are as near. */
		{ "abcdefghk", "abcdefghi" },
		/* One that begins or ends with the other. */
		{ "abcdefghijklmnopq", "abcde" },
		{ "-abcdefghij", "abcdefghi" },
		{ "ij", NULL },
		{ "hij", "uvwxyz-abcdefghij" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const char *found = nearest_name(slice_of(rows[i].name), names, COUNT_OF(names));
		if ((found == NULL) != (rows[i].wanted == NULL) || (found && strcmp(found, rows[i].wanted)))
			fail_msg("'%s': %s", rows[i].name, found ? found : "none");
	}
}

static void assert_offered(const char *name, const char *const *names, size_t count, const char *wanted)
{
	struct str text = STR_INIT;
	nearest_add(slice_of(name), names, count, &text);
	assert_string_equal(text.ptr ? text.ptr : "", wanted);
	str_release(&text);
}

TEST(nearest_names_are_offered_as_a_list)
{
	static const char *const names[] = { "cuda-11", "cuda-12", "cudnn", "cuda-13", "cuda-14", "the-rocm-of-amd" };
	assert_offered("cuda-10", names, COUNT_OF(names), "'cuda-11', 'cuda-12' or 'cuda-13'");
	assert_offered("cuda-10", names, 2, "'cuda-11' or 'cuda-12'");
	assert_offered("cuda-10", names, 1, "'cuda-11'");
	assert_offered("cuda-12", names, COUNT_OF(names), "'cuda-12'");
	/* A part of the name is enough. */
	assert_offered("ROCM", names, COUNT_OF(names), "'the-rocm-of-amd'");
	assert_offered("rocn", names, COUNT_OF(names), "'the-rocm-of-amd'");
	assert_offered("rxyn", names, COUNT_OF(names), "");
	assert_offered("xyz", names, 0, "");
}

TEST(nearest_synonyms_are_whole_words)
{
	static const struct synonym rows[] = { { "check diagnose", "doctor" }, { "make", "build" } };
	assert_string_equal(synonym_find(rows, 2, slice_of("check")), "doctor");
	assert_string_equal(synonym_find(rows, 2, slice_of("DIAGNOSE")), "doctor");
	assert_string_equal(synonym_find(rows, 2, slice_of("make")), "build");
	assert_null(synonym_find(rows, 1, slice_of("make")));
	assert_null(synonym_find(rows, 2, slice_of("chec")));
	assert_null(synonym_find(rows, 2, slice_of("check diagnose")));
	assert_null(synonym_find(rows, 2, slice_of("")));
}
