/* The engine for other programs: what it says of arguments that are wrong, whole, and where they begin to be. */
#include "unit.h"

#include <string.h>

#include "api/tpatch.h"
#include "scratch.h"

#define SET                                                                                                            \
	"tpatch: 1\nname: demo-1\nsummary: A set\ntarget: {project: demo, versions: \"1.*\"}\nrules:\n"                \
	"  - id: raise\n    title: Raise A\n    why: The case needs it.\n    files: a.cmake\n"                         \
	"    edits: [{match: set(A 1), replace: set(A 2)}]\n"

static struct scratch make_tree(const char *text)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "sets/project.yaml",
		"tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\nversion-file: demo.txt\n");
	scratch_write(&scratch, "sets/set.yaml", SET);
	scratch_write(&scratch, "demo.txt", "1.0.0\n");
	scratch_write(&scratch, "a.cmake", text);
	return scratch;
}

static struct tpatch_sets *open_sets(const struct scratch *scratch)
{
	struct tpatch_error *error = NULL;
	struct tpatch_sets *sets = tpatch_sets_open(scratch_path(scratch, "sets"), &error);
	assert_non_null(sets);
	return sets;
}

static void expect_error(struct tpatch_error *error, enum tpatch_error_kind kind, const char *shown)
{
	assert_non_null(error);
	assert_int_equal(error->kind, kind);
	char *text = tpatch_error_format(error);
	assert_string_equal(text, shown);
	tpatch_free(text);
	tpatch_error_free(error);
}

/* Options of a program that was compiled with another tpatch.h: `size` bytes of which count. */
static void expect_options(const struct scratch *scratch, size_t size, size_t set_byte, const char *shown)
{
	union {
		struct tpatch_options options;
		char bytes[sizeof(struct tpatch_options) + 16];
	} given;
	struct tpatch_error *error = NULL;
	struct tpatch_sets *sets = open_sets(scratch);
	memset(&given, 0, sizeof(given));
	given.options.size = size;
	given.options.root = scratch->path;
	if (set_byte)
		given.bytes[set_byte] = 1;
	struct tpatch_plan *plan = tpatch_plan_make(sets, &given.options, &error);
	assert_int_equal(plan == NULL, shown != NULL);
	if (shown)
		expect_error(error, TPATCH_ERROR_USAGE, shown);
	tpatch_plan_free(plan);
	tpatch_sets_free(sets);
}

TEST(api_takes_options_of_any_size)
{
	struct scratch scratch = make_tree("set(A 1)\n");
	size_t least = offsetof(struct tpatch_options, root) + sizeof(char *), known = sizeof(struct tpatch_options);
	static const char newer[] = "the options are newer than this tpatch (" TPATCH_VERSION ")\n";
	expect_options(&scratch, 0, 0, "'size' of the options is 0\nhint: set it to sizeof(struct tpatch_options)\n");
	expect_options(
		&scratch, least - 1, 0, "'size' of the options is 15\nhint: set it to sizeof(struct tpatch_options)\n");
	expect_options(&scratch, least, 0, NULL);
	expect_options(&scratch, known, 0, NULL);
	expect_options(&scratch, known, known, NULL);
	expect_options(&scratch, known + 8, 0, NULL);
	expect_options(&scratch, known + 8, known, newer);
	expect_options(&scratch, known + 8, known + 7, newer);
	expect_options(&scratch, known + 8, known + 8, NULL);
	scratch_free(&scratch);
}

TEST(api_names_what_is_unknown_and_writes_nothing_that_does_not_fit)
{
	struct scratch scratch = make_tree("set(B 1)\n");
	struct tpatch_error *error = NULL;
	struct tpatch_sets *sets = open_sets(&scratch);
	struct tpatch_options options = { .size = sizeof(options), .root = scratch.path };
	struct tpatch_plan *plan = tpatch_plan_make(sets, &options, &error);
	size_t size = 0, n_sets = 0;
	assert_non_null(plan);
	assert_true(tpatch_plan_is_stopped(plan));
	assert_null(tpatch_plan_report(plan, "texts", &size, &error));
	expect_error(error, TPATCH_ERROR_USAGE, "unknown format 'texts'\n");
	assert_null(tpatch_commit(plan, &error));
	expect_error(error, TPATCH_ERROR_UNFIT, "rules do not fit the tree; nothing was written\n");
	char *none = tpatch_plan_diff(plan, 0, 3, &size), *report = tpatch_plan_report(plan, "text", NULL, &error);
	assert_string_equal(none, "");
	assert_int_equal(size, 0);
	assert_non_null(strstr(report, "1 rule does not fit this tree; nothing was written.\n"));
	tpatch_free(none);
	tpatch_free(report);
	while (tpatch_sets_at(sets, n_sets))
		n_sets++;
	assert_null(tpatch_sets_at(sets, n_sets + 1));
	assert_string_equal(tpatch_sets_at(sets, 0)->name, "demo-1");
	assert_string_equal(tpatch_sets_at(sets, 0)->versions, "1.*");
	assert_int_equal(tpatch_sets_at(sets, 0)->n_rules, 1);
	tpatch_plan_free(plan);
	tpatch_sets_free(sets);
	scratch_free(&scratch);
}
