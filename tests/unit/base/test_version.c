#include "unit.h"

#include <string.h>

#include "base/version/version.h"

static struct version parsed(const char *text)
{
	struct version v;
	struct err err = ERR_INIT;
	if (!version_parse(&v, slice_of(text), &err))
		fail_msg("'%s' does not parse: %s", text, err.message);
	return v;
}

static void assert_canonical(const char *text, const char *expected)
{
	struct version v = parsed(text);
	struct str out = STR_INIT;
	version_format(&v, &out);
	assert_string_equal(out.ptr, expected);
	str_release(&out);
}

TEST(version_is_written_in_canonical_form)
{
	assert_canonical("1.12.1", "1.12.1");
	assert_canonical("v1.12.0a0", "1.12.0a0");
	assert_canonical(" 2.6.0-RC.3 \n", "2.6.0rc3");
	assert_canonical("1.0alpha1", "1.0a1");
	assert_canonical("1.0_beta", "1.0b0");
	assert_canonical("1.0c2", "1.0rc2");
	assert_canonical("V1.0-r_2", "1.0.post2");
	assert_canonical("1.0-dev", "1.0.dev0");
	assert_canonical("1.0.preview_4", "1.0rc4");
	assert_canonical("1.0-1", "1.0.post1");
	assert_canonical("1.0rev3", "1.0.post3");
	assert_canonical("1.0.post2.dev7", "1.0.post2.dev7");
	assert_canonical("2.7.0.dev20250101+cu118", "2.7.0.dev20250101");
	assert_canonical("2.6.0+cu118.local-1", "2.6.0");
}

TEST(version_refuses_what_is_none)
{
	static const char *const texts[] = { "", "v", "1.", "1..2", "x", "1.2.x", "1.2 3", "1.2+", "1.2+a..b", "1.2abc",
		"1!2.0", "main", "1.2.3.4.5.6.7", "1234567890", "1.0.post1234567890", "1.0a1234567890",
		"1.0.dev1234567890", "1.0-1234567890", "1.0rc-", "1.2-rc1-x", "=1.0", "-1" };
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct version v;
		struct err err = ERR_INIT;
		if (version_parse(&v, slice_of(texts[i]), &err))
			fail_msg("'%s' is taken for a version", texts[i]);
		assert_int_equal(err.kind, ERR_USAGE);
		assert_non_null(strstr(err.message, "is not a version"));
		assert_non_null(err.hint);
		assert_false(version_parse(&v, slice_of(texts[i]), NULL));
		err_release(&err);
	}
}

/* PEP 440, "Summary of permitted suffixes and relative ordering", and PyTorch's own forms. */
TEST(version_order_is_that_of_pep_440)
{
	static const char *const ascending[] = { "0.9", "1.0.dev1", "1.0.dev456", "1.0a1.dev1", "1.0a1", "1.0a2.dev456",
		"1.0a12.dev456", "1.0a12", "1.0b1.dev456", "1.0b2", "1.0b2.post345.dev456", "1.0b2.post345",
		"1.0rc1.dev456", "1.0rc1", "1.0", "1.0.post456.dev34", "1.0.post456", "1.1.dev1", "1.9", "1.10.0a0",
		"1.10.0", "1.12.0a0", "1.12.0", "1.12.1", "2.0.0a0", "2.0.0", "2.10" };
	size_t count = sizeof(ascending) / sizeof(ascending[0]);
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; k < count; k++) {
			struct version a = parsed(ascending[i]), b = parsed(ascending[k]);
			int order = version_cmp(&a, &b);
			if ((order > 0) - (order < 0) != (i > k) - (i < k))
				fail_msg("'%s' and '%s' compare as %d", ascending[i], ascending[k], order);
		}
	}
}

TEST(version_missing_numbers_are_zero_and_local_part_does_not_count)
{
	static const char *const pairs[][2] = { { "1.12", "1.12.0" }, { "1", "1.0.0.0" }, { "2.6.0+cu118", "2.6" },
		{ "1.0.dev1+a", "1.0.dev1+b" }, { "v2.1", "2.1.0" } };
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		struct version a = parsed(pairs[i][0]), b = parsed(pairs[i][1]);
		assert_int_equal(version_cmp(&a, &b), 0);
	}
}

TEST(version_series_is_its_first_numbers)
{
	struct version a = parsed("1.12.0a0"), b = parsed("1.12.1"), c = parsed("1.2.1");
	assert_true(version_same_series(&a, &b, 2));
	assert_false(version_same_series(&a, &b, 3));
	assert_false(version_same_series(&b, &c, 2));
	assert_true(version_same_series(&b, &c, 1));
}

static struct version_range range_of(const char *text, struct arena *arena)
{
	struct version_range range;
	struct err err = ERR_INIT;
	size_t error_offset;
	if (!version_range_parse(&range, slice_of(text), arena, &error_offset, &err))
		fail_msg("'%s' does not parse: %s", text, err.message);
	assert_string_equal(range.text, text);
	return range;
}

static void assert_has(const char *range_text, const char *version_text, bool expected)
{
	struct arena arena = ARENA_INIT;
	struct version_range range = range_of(range_text, &arena);
	struct version v = parsed(version_text);
	if (version_range_has(&range, &v) != expected)
		fail_msg("%s %s be in '%s'", version_text, expected ? "should" : "should not", range_text);
	arena_release(&arena);
}

TEST(version_range_holds_all_its_clauses)
{
	assert_has(">=2.1, <2.6", "2.1.0", true);
	assert_has(">=2.1, <2.6", "2.5.1", true);
	assert_has(">=2.1, <2.6", "2.6.0", false);
	assert_has(">=2.1,<2.6", "2.0.1", false);
	assert_has(">=2.1, !=2.3.0", "2.3.0", false);
	assert_has(">=2.1, !=2.3.0", "2.3.1", true);
	assert_has("<=2.4", "2.4.0", true);
	assert_has("<=2.4", "2.4.1", false);
	assert_has(">2.4", "2.4.1", true);
	assert_has(">2.4", "2.4.0", false);
	assert_has("<2.10", "2.9.1", true);
	assert_has(">=\t2.1\n,\r\n<2.6 ", "2.5", true);
	assert_has("==2.1.dev3", "2.1", false);
	assert_has(">=2.1.post1", "2.1", false);
	assert_has(">=2.1.post1", "2.1.post1", true);
}

TEST(version_range_bare_version_is_equality)
{
	assert_has("1.12.1", "1.12.1", true);
	assert_has("1.12.1", "1.12.0", false);
	assert_has("1.12", "1.12.0", true);
	assert_has("1.12", "1.12.1", false);
	assert_has("== 1.12.1", "1.12.1+cu118", true);
}

TEST(version_range_series)
{
	assert_has("2.4.*", "2.4.0", true);
	assert_has("==2.4.*", "2.4.7", true);
	assert_has("2.4.*", "2.4.0rc1", true);
	assert_has("2.4.*", "2.40.0", false);
	assert_has("2.4.*", "2.5.0", false);
	assert_has("2.*", "2.9", true);
}

TEST(version_range_counts_a_prerelease_as_its_release)
{
	assert_has(">=2.6", "2.6.0a0", true);
	assert_has("<2.6", "2.6.0a0", false);
	assert_has("1.12.0", "1.12.0a0", true);
	assert_has("2.6.0", "2.6.0.dev20240101", true);
	assert_has("2.6.0", "2.6.0.post1", false);
}

TEST(version_range_looks_at_a_prerelease_that_it_names)
{
	assert_has(">=2.6.0rc1", "2.6.0a0", false);
	assert_has(">=2.6.0rc1", "2.6.0rc2", true);
	assert_has("==2.6.0rc1", "2.6.0rc1", true);
	assert_has("==2.6.0rc1", "2.6.0", false);
}

static void assert_may_have(const char *range_text, const char *series, size_t n_known, bool expected)
{
	struct arena arena = ARENA_INIT;
	struct version_range range = range_of(range_text, &arena);
	struct version v = parsed(series);
	if (version_range_may_have(&range, &v, n_known) != expected)
		fail_msg("'%s' with %zu known %s fit '%s'", series, n_known, expected ? "should" : "should not",
			range_text);
	arena_release(&arena);
}

TEST(version_range_may_have_a_release_of_a_series)
{
	assert_may_have("1.12.1", "1.12.0a0", 2, true);
	assert_may_have("1.12.1", "1.12.0a0", 3, false);
	assert_may_have("1.12.1", "1.13", 2, false);
	assert_may_have(">=2.1, <2.6", "2.1", 2, true);
	assert_may_have(">=2.1, <2.6", "2.5", 2, true);
	assert_may_have(">=2.1, <2.6", "2.6", 2, false);
	assert_may_have(">=2.1, <2.6", "2.0", 2, false);
	assert_may_have(">=2.1.2, <2.6", "2.1", 2, true);
	assert_may_have("<=2.6", "2.6", 2, true);
	assert_may_have("<2.6.1", "2.6", 2, true);
	assert_may_have("<2.6.0", "2.6", 2, false);
	assert_may_have(">2.6.3", "2.6", 2, true);
	assert_may_have(">2.6.3, <2.6.4", "2.6", 2, false);
	assert_may_have(">2.6.3, <2.6.5", "2.6", 2, true);
	assert_may_have(">2.6.3, <2.6.5, !=2.6.4", "2.6", 2, false);
	assert_may_have("!=2.6.0", "2.6", 2, true);
	assert_may_have("2.4.*", "2.4", 2, true);
	assert_may_have("2.4.*", "2.5", 2, false);
	assert_may_have("2.4.1.*", "2.4", 2, true);
	assert_may_have("2.*", "2.4", 2, true);
}

TEST(version_range_may_have_a_release_of_a_major_version)
{
	assert_may_have("2.4.1", "2", 1, true);
	assert_may_have("2.4.1", "1", 1, false);
	assert_may_have(">=2.1, <2.6", "2", 1, true);
	assert_may_have(">2.5.9, <2.6", "2", 1, true);
	assert_may_have(">=3", "2", 1, false);
	assert_may_have("<3", "2", 1, true);
	assert_may_have("!=2.0.0", "2", 1, true);
}

struct bad_range {
	const char *text;
	size_t offset;
	const char *message;
	const char *hint; /* a part, or NULL */
};

#define OPERATORS "the operators are ==, !=, <, <=, > and >=; a series is written \"2.4.*\""
#define SERIES "a series like \"2.4.*\" is allowed alone or after ==; write the number without .* here"

TEST(version_range_errors_tell_the_place)
{
	static const struct bad_range rows[] = {
		{ "", 0, "the range of versions is empty", NULL },
		{ "  ", 2, "the range of versions is empty", NULL },
		{ ">=2.1,", 6, "there is nothing between two commas", NULL },
		{ ">=2.1, , <3", 7, "there is nothing between two commas", NULL },
		{ ">=2.1, <x", 8, "'x' is not a version", "a version looks like" },
		{ ">= ", 3, "'' is not a version", "a version looks like" },
		{ "~=2.1", 0, "'~=2.1' is not a comparison of versions", OPERATORS },
		{ "=2.1", 0, "'=2.1' is not a comparison of versions", OPERATORS },
		{ ">=2.1.*", 0, "'.*' follows '>='", SERIES },
		{ "1.0, !=2.1.*", 5, "'.*' follows '!='", SERIES },
		{ "2.1rc1.*", 0, "'2.1rc1.*' is not a series", NULL },
		{ "2.1 <3", 0, "'2.1 <3' is not a version", "a comma separates two bounds" },
		{ ">=2.1<3", 2, "'2.1<3' is not a version", "a comma separates two bounds" },
		{ "2.1+", 0, "'2.1+' is not a version", "write \">=2.1\"" },
		{ "1!2", 0, "'1!2' is not a version", "epochs" },
		{ "*", 0, "'*' is not a version", "a version looks like" },
	};
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct version_range range;
		struct err err = ERR_INIT;
		size_t offset = 0;
		if (version_range_parse(&range, slice_of(rows[i].text), &arena, &offset, &err))
			fail_msg("'%s' is taken for a range", rows[i].text);
		assert_string_equal(err.message, rows[i].message);
		if (offset != rows[i].offset)
			fail_msg("'%s': offset %zu, expected %zu", rows[i].text, offset, rows[i].offset);
		assert_int_equal(err.hint != NULL, rows[i].hint != NULL);
		assert_true(!rows[i].hint || strstr(err.hint, rows[i].hint));
		err_release(&err);
	}
	arena_release(&arena);
}

TEST(version_range_bounds_are_the_tightest)
{
	struct arena arena = ARENA_INIT;
	struct version_range range = range_of(">=2.0, >2.1, <2.6, <=2.4.1, !=2.2", &arena);
	struct version_bounds bounds = version_range_bounds(&range);
	struct version lowest = parsed("2.1"), highest = parsed("2.4.1"), above = parsed("2.5");
	assert_true(bounds.has_lowest && bounds.has_highest && !bounds.exact);
	assert_int_equal(version_cmp(&bounds.lowest, &lowest), 0);
	assert_int_equal(version_cmp(&bounds.highest, &highest), 0);

	range = range_of(">2.1, >=2.0, <=2.4.1, <2.6, 2.2, >=2.0", &arena);
	bounds = version_range_bounds(&range);
	lowest = highest = parsed("2.2");
	assert_true(bounds.has_lowest && bounds.has_highest && bounds.exact);
	assert_int_equal(version_cmp(&bounds.lowest, &lowest), 0);
	assert_int_equal(version_cmp(&bounds.highest, &highest), 0);

	range = range_of("2.4.*", &arena);
	bounds = version_range_bounds(&range);
	assert_true(bounds.has_lowest && bounds.has_highest && !bounds.exact);
	assert_int_equal(version_cmp(&bounds.highest, &above), 0);

	range = range_of("2.4.1", &arena);
	assert_true(version_range_bounds(&range).exact);
	range = range_of("!=2.4.1", &arena);
	bounds = version_range_bounds(&range);
	assert_false(bounds.exact || bounds.has_lowest || bounds.has_highest);
	arena_release(&arena);
}

TEST(version_ranges_meet_where_a_version_is_in_both)
{
	static const struct {
		const char *a, *b;
		bool meet;
	} rows[] = {
		{ "<2.0", "2.0.*", false },
		{ "<=2.0", "2.0.*", true },
		{ "<2.0.1", "2.0.*", true },
		{ ">=2.0", "1.13.*", false },
		{ ">=1.13.5", "1.13.*", true },
		{ "1.13.*", "1.12.*", false },
		{ "1.13.*", "1.13.*", true },
		{ "2.1", "2.1.*", true },
		{ "2.1", "2.1.1", false },
		{ "2.1", ">=2.1, <2.13", true },
		{ "2.1", ">2.1", false },
		{ ">=1.13, <2.1", ">=2.1, <2.13", false },
		{ ">=2.6", ">=2.1, <2.13", true },
		{ ">=2.6, <2.7", ">=2.1, <2.13", true },
		{ ">2.6, <=2.7", ">=2.7, <2.8", true },
		{ ">2.6, <2.7", ">=2.7, <2.8", false },
		{ "!=2.1", "2.1", true }, /* only bounds count */
		{ ">=2.0", ">=3.0", true },
	};
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct version_range a = range_of(rows[i].a, &arena), b = range_of(rows[i].b, &arena);
		if (version_ranges_meet(&a, &b) != rows[i].meet || version_ranges_meet(&b, &a) != rows[i].meet)
			fail_msg("'%s' and '%s': expected %d", rows[i].a, rows[i].b, rows[i].meet);
	}
	arena_release(&arena);
}
