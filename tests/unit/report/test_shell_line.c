/* Words in command lines that are proposed, for the shells of both systems. tests/packaging/ci.py lets a shell read
 * them. */
#include "unit.h"

#include <string.h>

#include "base/command_line.h"
#include "report/shell_line.h"

TEST(shell_line_words)
{
	static const struct {
		const char *word, *posix, *windows;
	} cases[] = {
		{ "/src/pytorch-2.6", "/src/pytorch-2.6", "/src/pytorch-2.6" },
		{ "cuda=12.8", "cuda=12.8", "cuda=12.8" },
		{ "C:\\src\\pytorch", "'C:\\src\\pytorch'", "C:\\src\\pytorch" },
		{ "C:\\a b\\", "'C:\\a b\\'", "\"C:\\a b\\\\\"" },
		{ "", "''", "\"\"" },
		{ "a b", "'a b'", "\"a b\"" },
		{ "cmake|cuda", "'cmake|cuda'", "\"cmake|cuda\"" },
		{ "!third_party/**", "'!third_party/**'", "\"!third_party/**\"" },
		{ "it's", "\"it's\"", "\"it's\"" },
		{ "it's $HOME", "'it'\\''s $HOME'", "\"it's $HOME\"" },
		{ "$(touch a) `touch b` \"c\"", "'$(touch a) `touch b` \"c\"'", "\"$(touch a) `touch b` \\\"c\\\"\"" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct str posix = STR_INIT, windows = STR_INIT;
		shell_word_for(false, cases[i].word, &posix);
		shell_word_for(true, cases[i].word, &windows);
		assert_string_equal(posix.ptr, cases[i].posix);
		assert_string_equal(windows.ptr, cases[i].windows);
		str_release(&posix);
		str_release(&windows);
	}
}

static const struct rule first_rule = { .id = "first" }, second_rule = { .id = "second" };

/* What a line is told to be: NULL for none. */
static void assert_line(
	bool (*line)(const struct report *report, struct str *out), const struct report *report, const char *expected)
{
	struct str out = STR_INIT;
	bool is_told = line(report, &out);
	assert_int_equal(is_told, expected != NULL);
	assert_string_equal(out.ptr ? out.ptr : "", expected ? expected : "");
	str_release(&out);
}

TEST(shell_line_next_and_undo)
{
	/* A root that both systems' shells want in the same quotes. */
	struct rule_result rules[] = { { .rule = &first_rule, .verdict = VERDICT_WOULD_PATCH },
		{ .rule = &second_rule, .verdict = VERDICT_UNCHANGED } };
	struct finding findings[] = { { .rule = 1, .path = "a.txt", .verdict = VERDICT_WOULD_PATCH },
		{ .rule = 0, .path = "b.txt", .verdict = VERDICT_MISSING },
		{ .rule = 1, .path = "-c.txt", .verdict = VERDICT_MISSING },
		{ .rule = 1, .path = "d.txt", .verdict = VERDICT_MISSING } };
	struct plan plan = { .rules = rules, .n_rules = 2, .findings = findings, .n_findings = 4, .n_changes = 1 };
	struct commit_report written = { .run = 0 };
	struct report report = { .plan = &plan, .root = "it's", .about = " --tag 2", .selection = " --rule x" };
	assert_line(shell_line_next, &report, "tpatch --root \"it's\" --tag 2 --rule x");
	assert_line(shell_line_undo, &report, NULL);
	report.written = &written;
	assert_line(shell_line_next, &report, "tpatch --root \"it's\" --tag 2 --rule x");
	assert_line(shell_line_undo, &report, NULL);
	written.run = 3;
	assert_line(shell_line_next, &report, NULL);
	assert_line(shell_line_undo, &report, "tpatch rollback --root \"it's\"");
	written.run = 0;
	plan.n_changes = 0;
	assert_line(shell_line_next, &report, NULL);
	plan.n_changes = 1;
	rules[1].verdict = VERDICT_MISSING;
	plan.verdicts[VERDICT_MISSING] = 1;
	assert_line(shell_line_next, &report, "tpatch explain second ./-c.txt --root \"it's\" --tag 2");
	report.root = NULL;
	assert_line(shell_line_next, &report, "tpatch explain second ./-c.txt --tag 2");
	findings[2].path = "c.txt";
	assert_line(shell_line_next, &report, "tpatch explain second c.txt --tag 2");
	plan.n_findings = 2;
	assert_line(shell_line_next, &report, "tpatch explain second --tag 2");
	report.from_plan = true;
	assert_line(shell_line_next, &report, NULL);
	report.from_plan = false;
	rules[1].verdict = VERDICT_REFUSED;
	plan.verdicts[VERDICT_MISSING] = 0;
	plan.verdicts[VERDICT_REFUSED] = 1;
	assert_line(shell_line_next, &report, NULL);
}
