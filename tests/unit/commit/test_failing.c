/* What is said when calls that write fail, and go on failing: in the order of the calls, each saying once. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "commit_fixture.h"

/* The error as one line, the numbers of calls left out. */
static void add_said(const struct outcome *outcome, struct str *out)
{
	const char *at = outcome->err.message, *call;
	str_addf(out, "%d run %lu: ", (int)outcome->err.kind, outcome->report.run);
	while ((call = strstr(at, "call "))) {
		str_add(out, slice_from(at, (size_t)(call - at) + 4));
		at = call + 5 + strspn(call + 5, "0123456789");
	}
	str_addf(out, "%s", at);
	if (outcome->err.hint)
		str_addf(out, " | %s", outcome->err.hint);
	str_add_char(out, '\n');
}

/* Appends the line unless it is the last one of `said`. */
static void add_new(struct str *said, const struct str *line)
{
	if (!slice_ends_with(str_slice(said), line->ptr))
		str_add(said, str_slice(line));
}

static struct outcome try_failing(const struct write_ops *ops, const struct scratch *s, bool is_rollback)
{
	struct outcome outcome = { .err = ERR_INIT };
	if (is_rollback) {
		outcome.ok = commit_rollback(ops, s->root, 0, "1", &outcome.report, &outcome.err);
		return outcome;
	}
	struct made_plan *made =
		plan_by_hand(s, (struct wanted[]){ { .path = "a", .after = "A" }, { .path = "d/b", .after = "B" } }, 2);
	outcome.ok = commit_plan(ops, s->root, &made->plan, "1", "1", NULL, &outcome.report, &outcome.err);
	made_plan_free(made);
	return outcome;
}

static void assert_all_said(bool is_rollback, const char *wanted)
{
	struct str said = STR_INIT;
	bool ok = false;
	for (size_t from = 1; !ok; from++) {
		struct scratch s = scratch_new();
		struct faulty ops = faulty_new();
		struct str line = STR_INIT;
		scratch_write(&s, "a", "a");
		scratch_write(&s, "d/b", "b");
		if (is_rollback) {
			struct outcome first = try_failing(platform_write_ops(), &s, false);
			outcome_free(&first);
		}
		ops.fail_from = from;
		struct outcome outcome = try_failing(&ops.ops, &s, is_rollback);
		ok = outcome.ok;
		if (!ok) {
			add_said(&outcome, &line);
			add_new(&said, &line);
			do_recover(platform_write_ops(), &s, NULL);
			char *text = scratch_read(&s, "a");
			assert_text(&s, "d/b", strcmp(text, "a") == 0 ? "b" : "B");
			free(text);
		}
		outcome_free(&outcome);
		str_release(&line);
		scratch_free(&s);
	}
	assert_string_equal(said.ptr, wanted);
	str_release(&said);
}

#define AS_IT_WAS " | the tree is as it was"
#define RECOVER "run 'tpatch recover'"
#define TORN "the tree is between before and after (call was made to fail): call was made to fail"

TEST(failing_from_a_call_of_a_commit_on_is_said_with_what_to_do)
{
	assert_all_said(false,
		"4 run 0: call was made to fail" AS_IT_WAS "\n"
		"4 run 0: nothing was written: 2 files block this run" AS_IT_WAS "\n"
		"4 run 0: nothing was written: 1 file blocks this run" AS_IT_WAS "\n"
		"4 run 0: call was made to fail" AS_IT_WAS "\n"
		"4 run 0: call was made to fail" AS_IT_WAS ", but its journal needs repair: " RECOVER "\n"
		"5 run 1: " TORN " | " RECOVER " once the cause is fixed\n");
}

TEST(failing_from_a_call_of_a_rollback_on_is_said_with_what_to_do)
{
	assert_all_said(true,
		"4 run 0: call was made to fail\n"
		"4 run 1: run 1 cannot be undone: 2 files block it" AS_IT_WAS "\n"
		"4 run 1: run 1 cannot be undone: 1 file blocks it" AS_IT_WAS "\n"
		"4 run 1: call was made to fail\n"
		"5 run 1: run 1 is only half undone: call was made to fail | " RECOVER " once the cause is fixed\n");
}
