#include "unit.h"

#include <string.h>

#include "base/alloc.h"
#include "report/patches/patch_series.h"

/* Lines "a" to "e"; the first rule changes a and e, the second b, the third nothing. */
static struct edit edits[] = {
	{ .begin = 0, .end = 1, .text = { "A", 1 } },
	{ .begin = 2, .end = 3, .text = { "B", 1 }, .owner = 1, .co_owner = 1 },
	{ .begin = 8, .end = 9, .text = { "E", 1 } },
};
static const struct rule first = { .id = "first", .title = "One", .why = "Because.\n" };
static const struct rule second = {
	.id = "second", .title = "Two", .why = "A.\n\nB.", .upstream_status = "inappropriate"
};
static const struct rule third = { .id = "third", .title = "Three", .why = "Never." };
static const struct patchset set = { .name = "a-set" };

struct made {
	struct rule_result results[3];
	size_t owners[2];
	struct change change;
	struct plan plan;
};

static void make(struct made *made, struct slice after)
{
	*made = (struct made){ .results = { { .rule = &first, .verdict = VERDICT_WOULD_PATCH },
				       { .rule = &second, .verdict = VERDICT_WOULD_PATCH },
				       { .rule = &third, .verdict = VERDICT_UNCHANGED } },
		.owners = { 0, 1 } };
	made->change = (struct change){ .path = "x",
		.before = SLICE_LITERAL("a\nb\nc\nd\ne\n"),
		.after = after,
		.rules = made->owners,
		.n_rules = 2,
		.edits = edits,
		.n_edits = COUNT_OF(edits) };
	made->plan = (struct plan){
		.set = &set, .rules = made->results, .n_rules = 3, .changes = &made->change, .n_changes = 1
	};
}

TEST(patch_series_each_stands_on_those_before)
{
	struct made made;
	struct patch_series series;
	struct err err = ERR_INIT;
	make(&made, SLICE_LITERAL("A\nB\nc\nd\nE\n"));
	assert_true(patch_series_make(&made.plan, &series, &err));
	assert_int_equal(series.count, 2);
	assert_string_equal(series.patches[0].diff.ptr,
		"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n-a\n+A\n b\n c\n d\n-e\n+E\n");
	assert_string_equal(series.patches[1].diff.ptr,
		"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n A\n-b\n+B\n c\n d\n E\n");
	struct str text = STR_INIT;
	patch_series_file_name(&series, 1, &text);
	assert_string_equal(text.ptr, "0002-second.patch");
	str_clear(&text);
	patch_series_format_quilt(&series, 1, &text);
	assert_true(slice_starts_with(str_slice(&text),
		"Description: Two\n A.\n .\n B.\nOrigin: other, patch set a-set\nForwarded: not-needed\n"
		"X-Tpatch-Rule: second\n---\ndiff --git "));
	str_release(&text);
	patch_series_release(&series);
}

static void expect_failure(const struct plan *plan, const char *message)
{
	struct patch_series series;
	struct err err = ERR_INIT;
	assert_false(patch_series_make(plan, &series, &err));
	assert_int_equal(err.kind, ERR_UNFIT);
	assert_says(&err, message);
	patch_series_release(&series);
	err_release(&err);
}

TEST(patch_series_tells_rules_that_cannot_be_told_apart)
{
	struct made made;
	struct edit shared[] = { { .end = 1, .text = { "A", 1 }, .co_owner = 1 } };
	make(&made, SLICE_LITERAL("A\nb\nc\nd\ne\n"));
	made.change.edits = shared;
	made.change.n_edits = 1;
	made.change.n_rules = 1;
	expect_failure(&made.plan,
		"rules 'first' and 'second' make the same edit in x: neither can be a separate patch | "
		"--skip RULE skips one of them");
}

TEST(patch_series_loses_nothing_in_silence)
{
	struct made made;
	make(&made, SLICE_LITERAL("A\nB\nc\nd\nother\n"));
	expect_failure(&made.plan,
		"the changes of 'x' cannot be expressed as patches | the diff of the whole run is `tpatch --dry`");
	make(&made, SLICE_LITERAL("A\nB\nc\nd\nE\n"));
	made.results[2].verdict = VERDICT_WOULD_PATCH;
	expect_failure(&made.plan,
		"rule 'third' cannot be expressed as patches | the diff of the whole run is `tpatch --dry`");
}
