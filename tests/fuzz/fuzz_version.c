/* A version on the first line, a range on the second, another version on the third. */
#include <string.h>

#include "base/version/version.h"
#include "fuzz.h"

/* What is written reads back as the same version, and is spelled the same then. */
static void check_round_trip(const struct version *version)
{
	struct str first = STR_INIT, second = STR_INIT;
	struct version again;
	version_format(version, &first);
	MUST(version_parse(&again, str_slice(&first), NULL));
	MUST(version_cmp(version, &again) == 0);
	version_format(&again, &second);
	MUST(slice_eq(str_slice(&first), str_slice(&second)));
	str_release(&first);
	str_release(&second);
}

/* X.Y.Z */
static bool is_release(const struct version *version)
{
	return version->n_parts <= 3 && !version->pre && !version->has_post && !version->has_dev;
}

static void check_range(struct slice text, const struct version *a, const struct version *b)
{
	struct arena arena = ARENA_INIT;
	struct version_range range;
	struct err err = ERR_INIT;
	size_t offset = (size_t)-1;
	if (version_range_parse(&range, text, &arena, &offset, &err)) {
		MUST(range.n_clauses > 0);
		struct version_bounds bounds = version_range_bounds(&range);
		MUST(!bounds.exact || bounds.has_lowest);
		/* What fits may fit, whatever else is not known of it. */
		for (size_t known = 1; known <= 3; known++) {
			MUST(!is_release(a) || !version_range_has(&range, a) ||
				version_range_may_have(&range, a, known));
			MUST(!is_release(b) || !version_range_has(&range, b) ||
				version_range_may_have(&range, b, known));
		}
	} else {
		MUST(offset <= text.len);
		fuzz_check_err(&err);
	}
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice rest = slice_from((const char *)data, size), a_text = { 0 }, range_text = { 0 }, b_text = { 0 };
	slice_cut(&rest, '\n', &a_text);
	slice_cut(&rest, '\n', &range_text);
	slice_cut(&rest, '\n', &b_text);
	struct version a = { 0 }, b = { 0 };
	struct err err = ERR_INIT;
	bool a_ok = version_parse(&a, a_text, &err);
	if (!a_ok)
		fuzz_check_err(&err);
	bool b_ok = version_parse(&b, b_text, NULL);
	if (a_ok)
		check_round_trip(&a);
	if (a_ok && b_ok) {
		MUST(version_cmp(&a, &a) == 0);
		MUST((version_cmp(&a, &b) < 0) == (version_cmp(&b, &a) > 0));
		MUST((version_cmp(&a, &b) == 0) == (version_cmp(&b, &a) == 0));
		MUST(version_same_series(&a, &b, 2) == version_same_series(&b, &a, 2));
		check_range(range_text, &a, &b);
	} else {
		check_range(range_text, &a, &a);
	}
	return 0;
}
