#include <string.h>

#include "author/prove.h"
#include "patchset/library.h"
#include "unit.h"

/* A set with one rule that renames `f(…)` to `g(…)` in files of this name, and these lines of YAML for its test. */
static struct proof_report prove_rename(
	const char *file, const char *condition, const char *test, struct patchset_library **library)
{
	struct str yaml = STR_INIT;
	struct err err = ERR_INIT;
	struct proof_report report = { 0 };
	str_addf(&yaml,
		"tpatch: 1\npack: p\nsummary: s\nrules:\n  - id: r\n    title: t\n    why: w\n    files: '%s'\n"
		"    edits:\n"
		"      - match: f($X)\n        replace: g($X)\n%s    tests:\n%s",
		file, condition, test);
	*library = patchset_library_load_text("p.yaml", str_slice(&yaml), &err);
	if (!*library)
		fail_msg("%s:%zu", err.message, err.line);
	prove_rule(patchset_library_find(*library, PATCHSET_PACK, SLICE_LITERAL("p"))->rules[0], &report);
	str_release(&yaml);
	return report;
}

static void check_skip(const char *file, const char *condition, const char *test, const char *why)
{
	struct patchset_library *library;
	struct proof_report report = prove_rename(file, condition, test, &library);
	assert_int_equal(report.n_failures, 0);
	if (!why && report.n_skips)
		fail_msg("%s: %s", file, report.skips[0].why);
	assert_int_equal(report.n_skips, why ? 1 : 0);
	if (why)
		assert_string_equal(report.skips[0].why, why);
	assert_int_equal(report.n_passed, PROOF_VARIANT_COUNT - report.n_skips);
	proof_report_release(&report);
	patchset_library_free(library);
}

#define CALL "      - before: |\n          f(1)\n        after: |\n          g(1)\n"
#define NO_STATEMENTS "the text is not whole statements"

TEST(prove_puts_every_language_with_blocks_into_one)
{
	check_skip("a.cmake", "", CALL, NULL);
	check_skip("a.py", "", CALL, NULL);
	check_skip("a.bzl", "", CALL, NULL);
	check_skip("a.cpp", "",
		"      - before: |\n          int x = f(1);\n          {\n            y(); }\n        after: |\n"
		"          int x = g(1);\n          {\n            y(); }\n",
		NULL);
	check_skip("a.py", "",
		"      - before: |\n          if a:\n              f(1)\n\n          else:\n              b()\n"
		"        after: |\n          if a:\n              g(1)\n\n          else:\n              b()\n",
		NULL);
	check_skip("a.sh", "", "      - before: |\n          h\n", "the language has no blocks");
}

TEST(prove_leaves_blocks_out_where_they_say_something_else)
{
	check_skip("a.cmake", "",
		"      - before: |\n          f(1)\n          else()\n        after: |\n          g(1)\n"
		"          else()\n",
		NO_STATEMENTS);
	check_skip("a.cmake", "",
		"      - before: |\n          endif()\n          f(1)\n          if(X)\n        after: |\n"
		"          endif()\n          g(1)\n          if(X)\n",
		NO_STATEMENTS);
	check_skip("a.cpp", "", "      - before: |\n          x = f(1); }\n        after: |\n          x = g(1); }\n",
		NO_STATEMENTS);
	check_skip("a.cpp", "",
		"      - before: |\n          } x = f(1); {\n        after: |\n          } x = g(1); {\n",
		NO_STATEMENTS);
	check_skip("a.cmake", "", "      - before: |\n          # nothing\n", "the text has no statement");
	check_skip("a.py", "",
		"      - before: |\n          f('''a\n          b''')\n        after: |\n          g('''a\n"
		"          b''')\n",
		"the text has a multi-line string");
	check_skip("a.cmake", "        not-inside: if($$$)\n", CALL, "an edit must not be inside a block");
	check_skip("a.cmake", "        not: {any: [{inside: function($$$)}]}\n", CALL,
		"an edit must not be inside a block");
	check_skip("a.cmake", "        inside: if(X)\n",
		"      - before: |\n          if(X)\n          f(1)\n          endif()\n        after: |\n"
		"          if(X)\n          g(1)\n          endif()\n",
		NULL);
}

TEST(prove_leaves_blocks_out_where_an_edit_is_made_at_the_top)
{
	check_skip("a.cpp", "      - match: h($X)\n        ensure-include: <h>\n",
		"      - before: |\n          int x = f(1) + h(1);\n        after: |\n          #include <h>\n\n"
		"          int x = g(1) + h(1);\n",
		"an edit is made at the top of the file");
}

TEST(prove_counts_the_result_as_expect_does)
{
	/* The second edit's result, with the value of a group that has a condition, is not recognised: the first alone
	 * makes the rule applied. */
	static const char second[] =
		"      - regex: 'h\\((\\w+)\\)'\n        where: {1: {in: [x]}}\n        replace: h(${1}y)\n";
	static const char test[] =
		"      - before: |\n          f(1)\n          h(x)\n        after: |\n          g(1)\n"
		"          h(xy)\n";
	for (int expected = 1; expected <= 2; expected++) {
		struct patchset_library *library;
		struct str lines = STR_INIT;
		str_addf(&lines, "%s    expect: {edits: '>=%d'}\n", second, expected);
		struct proof_report report = prove_rename("a.py", lines.ptr, test, &library);
		assert_int_equal(report.n_failures, expected == 2);
		if (report.n_failures)
			assert_string_equal(report.failures[0].why,
				"`after` is recognised in fewer places than `expect` says: a second run would be "
				"ambiguous");
		proof_report_release(&report);
		patchset_library_free(library);
		str_release(&lines);
	}
}

static void add_two_rules(struct str *yaml, const char *op, const char *files, const char *versions)
{
	const char *line = "          f()\n", *before = strcmp(op, "insert-after") == 0 ? line : "",
		   *behind = strcmp(op, "insert-before") == 0 ? line : "";
	str_addf(yaml,
		"tpatch: 1\nname: s\nsummary: s\ntarget: {project: pytorch, versions: '>=2'}\nrules:\n"
		"  - id: first\n    title: t\n    why: w\n    files: x.cmake\n    edits:\n      - match: f()\n"
		"        %s: first()\n"
		"  - id: second\n    title: t\n    why: w\n    files: '%s'\n    versions: '%s'\n    edits:\n"
		"      - match: f()\n"
		"        %s: second()\n"
		"    tests:\n      - before: |\n          f()\n        after: |\n%s          second()\n%s",
		op, files, versions, op, before, behind);
}

/* How many failures the second rule has beside the first, and how many pairs were tried and hold. */
static void check_beside(const char *op, const char *files, const char *versions, size_t failures, size_t passed)
{
	struct str yaml = STR_INIT;
	struct err err = ERR_INIT;
	struct proof_report report = { 0 };
	add_two_rules(&yaml, op, files, versions);
	struct patchset_library *library = library_new();
	struct slice project = SLICE_LITERAL("tpatch: 1\nproject: pytorch\nsummary: s\nmarkers: [a]\n");
	if (!library_add(library, "pytorch.yaml", project, false, &err) ||
		!library_add(library, "s.yaml", str_slice(&yaml), false, &err) || !library_resolve(library, &err))
		fail_msg("%s:%zu", err.message, err.line);
	prove_beside_others(patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("s")), 1, &report);
	assert_int_equal(report.n_failures, failures);
	assert_int_equal(report.n_passed, passed);
	if (failures)
		assert_string_equal(report.failures[0].how, "beside 'first'");
	proof_report_release(&report);
	patchset_library_free(library);
	str_release(&yaml);
}

TEST(prove_beside_others_lets_two_insert_at_one_place)
{
	check_beside("insert-after", "*.cmake", ">=2", 0, 1);
	check_beside("insert-before", "x.cmake", ">=2", 0, 1);
}

TEST(prove_beside_others_where_both_can_be_at_work)
{
	check_beside("replace", "*.cmake", ">=2", 1, 0);
	check_beside("replace", "x.cmake", ">=2", 1, 0);
	check_beside("replace", "y.cmake", ">=2", 0, 0);
	check_beside("replace", "*.cmake", "<2", 0, 0);
}
