#include "unit.h"

#include <string.h>

#include "base/alloc.h"
#include "report/matrix_report.h"

#define NONE ((size_t)-1)

/* One row, one letter a tree: verdicts as below, '-' absent, '?' unknown. */
static void expect_row(const char *row, size_t breaks_at, size_t idle_from)
{
	static const char letters[] = "+=.oMADCRwnu";
	struct matrix_cell cells[16];
	struct matrix_column columns[16];
	const char *id = "rule";
	size_t n = strlen(row);
	assert_true(n <= COUNT_OF(cells));
	for (size_t i = 0; i < n; i++) {
		const char *letter = strchr(letters, row[i]);
		cells[i] = (struct matrix_cell){ .mark = row[i] == '-'   ? MATRIX_ABSENT
							 : row[i] == '?' ? MATRIX_UNKNOWN
									 : MATRIX_VERDICT,
			.verdict = letter ? (enum verdict)(letter - letters) : VERDICT_WOULD_PATCH };
		columns[i] = (struct matrix_column){ .cells = &cells[i] };
	}
	struct matrix matrix = { .rows = &id, .n_rows = 1, .columns = columns, .n_columns = n };
	if (matrix_breaks_at(&matrix, 0) != breaks_at || matrix_idle_from(&matrix, 0) != idle_from)
		fail_msg("'%s': breaks at %zu, idle from %zu", row, matrix_breaks_at(&matrix, 0),
			matrix_idle_from(&matrix, 0));
}

TEST(matrix_tells_where_a_rule_breaks_and_from_where_it_is_idle)
{
	expect_row("", NONE, NONE);
	expect_row("+", NONE, NONE);
	expect_row("=.o-", NONE, NONE);
	expect_row("++=", NONE, 2);
	expect_row("+.=o-", NONE, 1);
	expect_row("+.+=", NONE, 3);
	expect_row("+.+", NONE, NONE);
	expect_row("++M+", 2, NONE);
	expect_row("MA", 0, NONE);
	expect_row("+A==", 1, 2);
	expect_row("+DC", 1, NONE);
	expect_row("+?=", NONE, 2);
	expect_row("+=?", NONE, NONE);
	expect_row("+uu", NONE, 1);
	expect_row("+w", NONE, NONE);
	expect_row("+R=", 1, 2);
	expect_row("-=", NONE, NONE);
}

static void add_column(
	struct matrix *matrix, const char *name, const char *version, const struct patchset *set, enum verdict verdict)
{
	struct target target = { .label = version };
	struct rule_result results[2] = { 0 };
	struct plan plan = { .set = set, .rules = results, .n_rules = set ? set->n_rules : 0 };
	struct err problem = ERR_INIT;
	err_set(&problem, ERR_PATCHSET, "no set fits\nor something");
	if (version)
		assert_true(version_parse(&target.version, slice_of(version), NULL));
	for (size_t i = 0; i < plan.n_rules; i++)
		results[i] = (struct rule_result){ .rule = set->rules[i], .verdict = verdict };
	matrix_add(matrix, &(struct matrix_tree){ name, version ? &target : NULL, set, set ? &plan : NULL, &problem });
	err_release(&problem);
}

TEST(matrix_orders_trees_by_version_and_joins_the_rules_of_their_sets)
{
	static const struct rule a = { .id = "a" }, b = { .id = "b" }, c = { .id = "c" };
	static const struct rule *const old_rules[] = { &a, &b }, *const new_rules[] = { &b, &c };
	static const struct patchset old = { .name = "old", .rules = old_rules, .n_rules = 2 },
				     young = { .name = "young", .rules = new_rules, .n_rules = 2 };
	struct matrix matrix = { 0 };
	add_column(&matrix, "unknown", NULL, NULL, VERDICT_WOULD_PATCH);
	add_column(&matrix, "z", "2.10", &young, VERDICT_ALREADY_PATCHED);
	add_column(&matrix, "y", "2.9", &old, VERDICT_WOULD_PATCH);
	add_column(&matrix, "x", "2.9", NULL, VERDICT_WOULD_PATCH);
	matrix_finish(&matrix);
	assert_int_equal(matrix.n_rows, 3);
	assert_string_equal(matrix.rows[0], "a");
	assert_string_equal(matrix.rows[1], "b");
	assert_string_equal(matrix.rows[2], "c");
	assert_string_equal(matrix.columns[0].name, "x");
	assert_string_equal(matrix.columns[1].name, "y");
	assert_string_equal(matrix.columns[2].name, "z");
	assert_string_equal(matrix.columns[3].name, "unknown");
	assert_string_equal(matrix.columns[0].problem, "no set fits");
	assert_string_equal(matrix.columns[1].set, "old");
	assert_null(matrix.columns[1].problem);
	assert_int_equal(matrix.columns[0].cells[1].mark, MATRIX_UNKNOWN);
	assert_int_equal(matrix.columns[1].cells[2].mark, MATRIX_ABSENT);
	assert_int_equal(matrix.columns[1].cells[0].verdict, VERDICT_WOULD_PATCH);
	assert_int_equal(matrix.columns[2].cells[0].mark, MATRIX_ABSENT);
	assert_int_equal(matrix.columns[2].cells[1].verdict, VERDICT_ALREADY_PATCHED);
	matrix_release(&matrix);
}

TEST(matrix_is_letters_where_words_do_not_fit)
{
	static const struct rule a = { .id = "rule-a" };
	static const struct rule *const rules[] = { &a };
	static const struct patchset set = { .name = "s", .rules = rules, .n_rules = 1 };
	struct matrix matrix = { 0 };
	struct str text = STR_INIT;
	add_column(&matrix, "one", "1.0", &set, VERDICT_WOULD_PATCH);
	add_column(&matrix, "two", "2.0", &set, VERDICT_MISSING);
	matrix_finish(&matrix);
	matrix_print_text(&matrix, "s", 28, &text);
	assert_true(slice_starts_with(str_slice(&text),
		"set s\n\nrule    one          two\nrule-a  would-patch  missing\n\ntrees\n   1  one  1.0, set s\n"));
	str_clear(&text);
	matrix_print_text(&matrix, NULL, 27, &text);
	assert_true(slice_starts_with(
		str_slice(&text), "rule     1  2\nrule-a   +  M\n\n+ would patch  M missing\n\ntrees\n"));
	matrix.columns[0].cells[0] = (struct matrix_cell){ .mark = MATRIX_UNKNOWN };
	matrix.columns[1].cells[0].verdict = VERDICT_FIXED_UPSTREAM;
	str_clear(&text);
	matrix_print_text(&matrix, NULL, 20, &text);
	assert_true(slice_starts_with(str_slice(&text),
		"rule     1  2\nrule-a   ?  u\n\nu fixed upstream  ? this tree could not be looked at\n\ntrees\n"));
	str_release(&text);
	matrix_release(&matrix);
}

TEST(matrix_explains_the_letters_that_are_there)
{
	static const struct rule a = { .id = "a" }, b = { .id = "b" };
	static const struct rule *const old_rules[] = { &a }, *const new_rules[] = { &a, &b };
	static const struct patchset old = { .name = "old", .rules = old_rules, .n_rules = 1 },
				     young = { .name = "young", .rules = new_rules, .n_rules = 2 };
	struct matrix matrix = { 0 };
	struct str text = STR_INIT;
	add_column(&matrix, "x", "2.1", &old, VERDICT_WOULD_PATCH);
	add_column(&matrix, "y", "2.2", &young, VERDICT_MISSING);
	add_column(&matrix, "z", "2.3", NULL, VERDICT_WOULD_PATCH);
	matrix_finish(&matrix);
	matrix_print_text(&matrix, NULL, 10, &text);
	*strstr(text.ptr, "\ntrees\n") = '\0';
	assert_string_equal(text.ptr,
		"rule   1  2  3\na      +  M  ?\nb      -  M  ?\n\n"
		"+ would patch  M missing  - not in this tree's set  ? this tree could not be looked at\n");
	str_release(&text);
	matrix_release(&matrix);
}
