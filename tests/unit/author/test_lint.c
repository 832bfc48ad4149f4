#include <string.h>

#include "author/lint.h"
#include "patchset/patchset.h"
#include "unit.h"

/* How many findings of `check` a pack with two rules for "*.cmake" has, whose edits are these lines of YAML. */
static size_t count_findings(const char *first, const char *second, const char *check)
{
	struct str yaml = STR_INIT;
	struct err err = ERR_INIT;
	struct lint_report report = { 0 };
	size_t count = 0;
	str_addf(&yaml,
		"tpatch: 1\npack: p\nsummary: s\nrules:\n  - id: a\n    title: t\n    why: w\n    files: '*.cmake'\n"
		"    edits:\n      - %s\n"
		"  - id: b\n    title: t\n    why: w\n    files: '*.cmake'\n    edits:\n      - %s\n",
		first, second);
	struct patchset_library *library = patchset_library_load_text("p.yaml", str_slice(&yaml), &err);
	if (!library)
		fail_msg("%s:%zu", err.message, err.line);
	lint_patchset(patchset_library_find(library, PATCHSET_PACK, SLICE_LITERAL("p")), &report);
	for (size_t i = 0; i < report.count; i++)
		count += strcmp(report.findings[i].check, check) == 0;
	lint_report_release(&report);
	patchset_library_free(library);
	str_release(&yaml);
	return count;
}

TEST(lint_finds_edits_hidden_by_wider_ones)
{
	static const char narrow[] = "{match: 'f(A)', replace: h()}";
	assert_int_equal(count_findings("{match: f($X), replace: g()}", narrow, "shadowed"), 1);
	assert_int_equal(count_findings("{match: 'f($$$)', replace: g()}", narrow, "shadowed"), 1);
	assert_int_equal(count_findings("{match: f(B), replace: g()}", narrow, "shadowed"), 0);
	assert_int_equal(count_findings("{match: 'f($X $Y)', replace: g()}", narrow, "shadowed"), 0);
	assert_int_equal(count_findings("{match: f($X), where: {X: {in: [B]}}, replace: g()}", narrow, "shadowed"), 0);
	assert_int_equal(count_findings("{match: f($X), inside: if(MSVC), replace: g()}", narrow, "shadowed"), 0);
	assert_int_equal(count_findings("{match: f($X), pick: first, replace: g()}", narrow, "shadowed"), 0);
	assert_int_equal(count_findings(narrow, "{match: f($X), replace: g()}", "shadowed"), 0);
}

TEST(lint_finds_regexes_that_hold_for_every_value)
{
	static const char other[] = "{match: 'f(A)', replace: h()}";
	assert_int_equal(
		count_findings("{match: g($X), where: {X: {regex: 'a*'}}, replace: k()}", other, "always-holds"), 1);
	assert_int_equal(
		count_findings("{match: g($X), where: {X: {regex: 'a+'}}, replace: k()}", other, "always-holds"), 0);
	assert_int_equal(
		count_findings("{match: g($X), where: {X: {regex: '^a*$'}}, replace: k()}", other, "always-holds"), 0);
	assert_int_equal(count_findings("{match: g($X), where: {X: {not: {regex: 'a?'}}}, replace: k()}", other,
				 "never-matches"),
		1);
}

TEST(lint_finds_edits_whose_result_nothing_proves)
{
	static const char delete[] = "{match: f($_), delete: true}",
			  known[] = "{match: f($_), delete: true, already: g()}";
	static const char replace[] = "{match: f(A), replace: g(A)}",
			  optional[] = "{match: f($_), delete: true}\n    optional: true";
	static const char bare[] = "{hunk: \"@@\\n-f(A)\\n\"}", between[] = "{hunk: \"@@\\n a()\\n-f(A)\\n b()\\n\"}";
	assert_int_equal(count_findings(delete, replace, "no-proof"), 1);
	assert_int_equal(count_findings(delete, delete, "no-proof"), 2);
	assert_int_equal(count_findings(bare, between, "no-proof"), 1);
	assert_int_equal(count_findings(optional, known, "no-proof"), 0);
	assert_int_equal(count_findings("{match: g(A), replace: g(B)}\n      - {match: f($_), delete: true}", replace,
				 "no-proof"),
		1);
	assert_int_equal(
		count_findings("{match: g(A), replace: g(B)}\n      - {match: f($_), delete: true}\n    optional: true",
			replace, "no-proof"),
		1);
}
