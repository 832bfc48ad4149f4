#include <stdio.h>
#include <string.h>

#include "author/lint.h"
#include "base/alloc.h"
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

TEST(lint_finds_edits_that_look_for_the_same)
{
	static const char format[] = "{match: 'f($X $Y)', %s, replace: %s()}";
	static const char *const rows[] = { "where: {X: {in: [A, B]}}", "where: {X: {in: [A]}}",
		"where: {X: {in: [A, C]}}", "where: {X: {not: {in: [A, B]}}}", "where: {Y: {in: [A, B]}}",
		"where: {X: {in: [A, B]}, Y: {in: [A]}}", "where: {X: {regex: A}}", "where: {X: {version: '<1'}}",
		"inside: if(A)", "inside: if(B)", "not-inside: if(A)", "any: [{inside: if(A)}, {after: g()}]",
		"any: [{inside: if(A)}, {after: h()}]", "any: [{inside: if(A)}]", "pick: first", "pick: 2", "pick: 3" };
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		for (size_t k = 0; k < COUNT_OF(rows); k++) {
			char first[200], second[200];
			snprintf(first, sizeof(first), format, rows[i], "g");
			snprintf(second, sizeof(second), format, rows[k], "h");
			if (count_findings(first, second, "shadowed") != (i == k))
				fail_msg("%s, then %s", first, second);
		}
}

TEST(lint_finds_listed_values_that_no_other_condition_takes)
{
	static const char other[] = "{match: 'g(A)', replace: h()}";
	static const struct {
		const char *listed, *more;
		size_t n_findings;
	} rows[] = {
		{ "[A, '3']", "version: '<2'", 1 },
		{ "['1', '3']", "version: '<2'", 0 },
		{ "[A, B]", "version: '<2'", 1 },
		{ "[A, B]", "regex: '^B'", 0 },
		{ "[A, B]", "regex: '^C'", 1 },
		{ "[A, B]", "not: {regex: '^[AB]'}", 1 },
		{ "[A, B]", "not: {regex: '^A'}", 0 },
		{ "[A, B]", "not: {in: [B, A]}", 1 },
		{ "[A, B]", "not: {in: [B, C]}", 0 },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		char edit[200];
		snprintf(edit, sizeof(edit), "{match: f($X), where: {X: {in: %s, %s}}, replace: k()}", rows[i].listed,
			rows[i].more);
		if (count_findings(edit, other, "never-matches") != rows[i].n_findings)
			fail_msg("%s", edit);
	}
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

TEST(lint_knows_a_regex_for_a_text_or_none)
{
	static const char other[] = "{match: 'f(A)', replace: h()}";
	static const char *const regexes[] = { "(^$|b)", "(?i)^$|^off", "\\Aa*\\z", "\\A[^;]*\\z", "(^|,)a?(,|$)" };
	for (size_t i = 0; i < COUNT_OF(regexes); i++) {
		char edit[200];
		snprintf(edit, sizeof(edit), "{match: g($X), where: {X: {regex: '%s'}}, replace: k()}", regexes[i]);
		assert_int_equal(count_findings(edit, other, "always-holds"), 0);
		snprintf(edit, sizeof(edit), "{match: g($X), where: {X: {not: {regex: '%s'}}}, replace: k()}",
			regexes[i]);
		assert_int_equal(count_findings(edit, other, "never-matches"), 0);
	}
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
