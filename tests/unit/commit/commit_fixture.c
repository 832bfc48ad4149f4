#include "commit_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mode.h"
#include "unit.h"

#define NS 1000000000LL
/* Times here are whole units of 100 ns, which Windows keeps too. */
#define OLD_TIME (1500000000 * NS + 123456700)

static void fill_change(struct made_plan *made, const struct scratch *scratch, const struct wanted *wanted, size_t i)
{
	struct change *change = &made->plan.changes[i];
	struct arena *arena = &made->arena;
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	change->path = arena_strdup(arena, wanted->path);
	change->new_path = wanted->new_path ? arena_strdup(arena, wanted->new_path) : NULL;
	change->is_new = wanted->is_new;
	change->is_gone = !wanted->after;
	if (!wanted->is_new && !root_read(scratch->root, wanted->path, 1000000, &text, &change->st, &err))
		fail_msg("%s", err.message);
	change->before = slice_from(arena_dup(arena, str_slice(&text)), text.len);
	change->after = slice_of(arena_strdup(arena, wanted->after ? wanted->after : ""));
	change->before_hash = hash_of(change->before);
	change->after_hash = hash_of(change->after);
	change->mode = wanted->is_new ? 0644 : change->st.mode;
	if (wanted->executable)
		change->mode = mode_with_executable(change->mode, wanted->executable == '+');
	change->changes_mode = wanted->executable != 0;
	change->n_rules = 1 + i % 2;
	change->rules = arena_alloc(arena, 2 * sizeof(*change->rules));
	change->rules[1] = 1;
	change->n_edits = 1;
	made->n_paths += wanted->new_path ? 2 : 1;
	str_release(&text);
}

struct made_plan *plan_by_hand(const struct scratch *scratch, const struct wanted *wanted, size_t count)
{
	struct made_plan *made = xcalloc(1, sizeof(*made));
	struct arena *arena = &made->arena;
	made->set.name = "a set";
	made->rules[0].id = "first-rule";
	made->rules[1].id = "second-rule";
	made->plan.set = &made->set;
	made->plan.rules = arena_alloc(arena, 2 * sizeof(*made->plan.rules));
	made->plan.rules[0].rule = &made->rules[0];
	made->plan.rules[1].rule = &made->rules[1];
	made->plan.n_rules = 2;
	made->plan.changes = arena_alloc(arena, count * sizeof(*made->plan.changes));
	made->plan.n_changes = count;
	for (size_t i = 0; i < count; i++)
		fill_change(made, scratch, &wanted[i], i);
	return made;
}

void made_plan_free(struct made_plan *made)
{
	arena_release(&made->arena);
	free(made);
}

static const char *tree_path(size_t i, char path[64])
{
	static const char *const folders[] = { "", "a/", "a/b/", "c/", "c/d e/" };
	snprintf(path, 64, "%sf%03zu.txt", folders[i % COUNT_OF(folders)], i);
	return path;
}

void give_folders_their_times(const struct scratch *scratch)
{
	static const char *const folders[] = { "a", "a/b", "c", "c/d e", "sole" };
	scratch_set_mtime(scratch, "", ROOT_TIME);
	scratch_set_mtime(scratch, "zz", OLD_TIME - 200);
	for (size_t i = 0; i < COUNT_OF(folders); i++)
		if (scratch_exists(scratch, folders[i]))
			scratch_set_mtime(scratch, folders[i], OLD_TIME - (int64_t)(i + 1) * NS);
}

/* What the plan does to files themselves. "new" and "new/deep" are not there; "sole" is left empty. */
#define ONLY_MODE "a/mode.txt" /* its text stays */
static const struct wanted more[] = {
	{ .path = "a/gone.txt" },
	{ .path = "a/made.txt", .after = "made, to be run", .is_new = true, .executable = '+' },
	{ .path = ONLY_MODE, .after = "mode", .executable = '+' },
	{ .path = "c/d e/pure.txt", .after = "pure", .new_path = "c/moved.txt" },
	{ .path = "c/old.txt", .after = "old, and edited", .new_path = "new/deep/moved.txt", .executable = '-' },
	{ .path = "c/text and mode.txt", .after = "another text", .executable = '+' },
	{ .path = "empty.txt", .after = "", .is_new = true },
	{ .path = "new/fresh.txt", .after = "fresh", .is_new = true },
	{ .path = "sole/only.txt" },
};

static void make_more(struct scratch *scratch)
{
	for (size_t i = 0; i < COUNT_OF(more); i++) {
		if (more[i].is_new)
			continue;
		const char *name = strrchr(more[i].path, '/') + 1;
		char text[64];
		snprintf(text, sizeof(text), "%.*s", (int)strcspn(name, "."), name);
		scratch_write(scratch, more[i].path, text);
		scratch_chmod(scratch, more[i].path, more[i].executable == '+' ? 0640 : 0755);
		scratch_set_mtime(scratch, more[i].path, OLD_TIME + 77 * NS + (int64_t)i);
	}
}

void make_tree(struct scratch *scratch, size_t count)
{
	static const unsigned modes[] = { 0644, 0755, 0444, 0600 };
	static const char *const untouched[] = { "a/keep.txt", "zz/keep.txt" };
	char path[64], text[64];
	bool with_files = count >= WITH_FILES;
	count %= WITH_FILES;
	scratch_clear(scratch);
	for (size_t i = 0; i < count; i++) {
		snprintf(text, sizeof(text), "before %zu", i);
		scratch_write(scratch, tree_path(i, path), i == 1 ? "" : text);
		scratch_chmod(scratch, path, modes[i % COUNT_OF(modes)]);
		scratch_set_mtime(scratch, path, OLD_TIME + (int64_t)i * NS);
	}
	for (size_t i = 0; i < COUNT_OF(untouched); i++) {
		scratch_write(scratch, untouched[i], "untouched");
		scratch_set_mtime(scratch, untouched[i], OLD_TIME - 100);
	}
	if (with_files)
		make_more(scratch);
	scratch_chmod(scratch, "a", 0750);
	give_folders_their_times(scratch);
}

static int compare_wanted(const void *a, const void *b)
{
	return strcmp(((const struct wanted *)a)->path, ((const struct wanted *)b)->path);
}

struct made_plan *tree_plan(const struct scratch *scratch, size_t count)
{
	struct arena arena = ARENA_INIT;
	size_t n_more = count >= WITH_FILES ? COUNT_OF(more) : 0;
	count %= WITH_FILES;
	struct wanted *wanted = arena_alloc(&arena, (count + n_more) * sizeof(*wanted));
	/* Where there is no executable bit, no plan sets or clears one: what changes nothing else is no change. */
	size_t n_taken = 0;
	for (size_t i = 0; i < n_more; i++)
		if (platform_has_executable_bit() || !more[i].executable || strcmp(more[i].path, ONLY_MODE) != 0)
			wanted[count + n_taken++] = more[i];
	n_more = n_taken;
	for (size_t i = 0; i < count; i++) {
		char path[64], text[64];
		/* Of the same length as before, longer, and empty. */
		snprintf(text, sizeof(text), i % 3 == 0 ? "AFTER! %zu" : "after, and longer than it was: %zu", i);
		wanted[i].path = arena_strdup(&arena, tree_path(i, path));
		wanted[i].after = arena_strdup(&arena, i == 2 ? "" : text);
	}
	count += n_more;
	qsort(wanted, count, sizeof(*wanted), compare_wanted);
	struct made_plan *made = plan_by_hand(scratch, wanted, count);
	arena_release(&arena);
	return made;
}

bool do_commit(const struct write_ops *ops, const struct scratch *scratch, size_t count, struct err *err)
{
	struct err own = ERR_INIT;
	struct commit_report report;
	struct made_plan *made = tree_plan(scratch, count);
	bool ok = commit_plan(ops, scratch->root, &made->plan, "1.12.1", "0.1.0", NULL, &report, err ? err : &own);
	if (ok)
		assert_int_equal(report.n_files, made->n_paths);
	made_plan_free(made);
	if (!ok && !err)
		fail_msg("commit: %s (%s %s)", own.message, report.n_refusals ? report.refusals[0].path : "",
			report.n_refusals ? report.refusals[0].why : "");
	commit_report_release(&report);
	return ok;
}

bool do_rollback(const struct write_ops *ops, const struct scratch *scratch, unsigned long number, struct err *err)
{
	struct err own = ERR_INIT;
	struct commit_report report;
	bool ok = commit_rollback(ops, scratch->root, number, "0", &report, err ? err : &own);
	commit_report_release(&report);
	if (!ok && !err)
		fail_msg("rollback: %s", own.message);
	return ok;
}

bool do_recover(const struct write_ops *ops, const struct scratch *scratch, struct err *err)
{
	struct err own = ERR_INIT;
	struct commit_report report;
	bool ok = commit_recover(ops, scratch->root, &report, err ? err : &own);
	if (ok) {
		assert_int_equal(report.n_refusals, 0);
		assert_int_equal(report.n_warnings, 0);
	}
	commit_report_release(&report);
	if (!ok && !err)
		fail_msg("recover: %s", own.message);
	return ok;
}

void tell_faults(size_t count)
{
	print_message("faults: %zu\n", count);
}

bool journal_is_settled(const struct scratch *scratch)
{
	struct journal journal;
	struct err err = ERR_INIT;
	if (!journal_read(scratch->root, &journal, &err))
		fail_msg("%s", err.message);
	assert_false(journal_needs_recovery(&journal));
	assert_int_equal(journal.n_unfinished, 0);
	assert_null(journal_last(&journal, RUN_BROKEN));
	bool applied = journal.n_runs > 0 && journal.runs[journal.n_runs - 1].state == RUN_APPLIED;
	journal_release(&journal);
	return applied;
}

static void check_more(const char *after)
{
	static const char *const lines[] = {
		"100755 a/made.txt [made, to be run]\n",
		"100750 a/mode.txt [mode]\n",
		"100755 c/moved.txt [pure]\n",
		"100644 new/deep/moved.txt [old, and edited]\n",
		"100750 c/text and mode.txt [another text]\n",
		"100644 empty.txt []\n",
		"100644 new/fresh.txt [fresh]\n",
	};
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		char line[64];
		snprintf(line, sizeof(line), "%.6s%s", scratch_keeps_modes() ? lines[i] : "100644", lines[i] + 6);
		if (!strstr(after, line))
			fail_msg("no line %s in %s", line, after);
	}
	assert_null(strstr(after, "gone.txt"));
	assert_null(strstr(after, "old.txt"));
	assert_null(strstr(after, "pure.txt"));
	assert_null(strstr(after, "only.txt"));
}

struct oracle oracle_new(struct scratch *scratch, size_t count)
{
	struct oracle oracle = { 0 };
	struct faulty plain = faulty_new();
	make_tree(scratch, count);
	oracle.before = scratch_snapshot(scratch, true);
	oracle.constant = "040755 1500000000.123456500 zz\n100644 1500000000.123456600 zz/keep.txt [untouched]\n";
	do_commit(&plain.ops, scratch, count, NULL);
	oracle.after = scratch_snapshot(scratch, false);
	/* The oracle itself is checked: every file has its new text and its old mode. */
	struct made_plan *made = tree_plan(scratch, count % WITH_FILES);
	for (size_t i = 0; i < count % WITH_FILES; i++)
		assert_true(slice_eq(made->plan.changes[i].before, made->plan.changes[i].after));
	made_plan_free(made);
	if (count >= WITH_FILES)
		check_more(oracle.after);
	if (count % WITH_FILES > 2)
		assert_non_null(strstr(oracle.after, "100444 a/b/f002.txt []\n"));
	return oracle;
}

void oracle_free(struct oracle *oracle)
{
	free(oracle->before);
	free(oracle->after);
	*oracle = (struct oracle){ 0 };
}

/* A snapshot, with the mtimes of folders taken out of it. */
static char *without_folder_times(const char *snapshot)
{
	struct slice rest = slice_of(snapshot), line;
	struct str out = STR_INIT;
	while (slice_cut(&rest, '\n', &line)) {
		size_t path = slice_find(line, SLICE_LITERAL(" "), 7);
		if (slice_starts_with(line, "04"))
			str_add(&out, slice_sub(line, path, line.len));
		else
			str_add(&out, line);
		str_add_char(&out, '\n');
	}
	return str_detach(&out);
}

enum tree_is oracle_ask_but_folder_times(const struct oracle *oracle, const struct scratch *scratch)
{
	enum tree_is answer = oracle_ask(oracle, scratch);
	if (answer != TREE_TORN)
		return answer;
	char *exact = scratch_snapshot(scratch, true), *now = without_folder_times(exact),
	     *before = without_folder_times(oracle->before);
	if (strcmp(now, before) == 0)
		answer = TREE_BEFORE;
	free(exact), free(now), free(before);
	return answer;
}

void forgive_root_time(const struct scratch *scratch)
{
	if (scratch_exists(scratch, ".tpatch") && !scratch_exists(scratch, ".tpatch/lock"))
		scratch_set_mtime(scratch, "", ROOT_TIME);
}

enum tree_is oracle_ask(const struct oracle *oracle, const struct scratch *scratch)
{
	char *exact = scratch_snapshot(scratch, true), *rough = scratch_snapshot(scratch, false);
	enum tree_is answer = TREE_TORN;
	if (strcmp(exact, oracle->before) == 0)
		answer = TREE_BEFORE;
	else if (strcmp(rough, oracle->after) == 0 && strstr(exact, oracle->constant))
		answer = TREE_AFTER;
	free(exact);
	free(rough);
	return answer;
}

void outcome_free(struct outcome *outcome)
{
	commit_report_release(&outcome->report);
	err_release(&outcome->err);
}

struct outcome try_made(const struct scratch *s, struct made_plan *made)
{
	struct outcome outcome = { .err = ERR_INIT };
	outcome.ok = commit_plan(
		platform_write_ops(), s->root, &made->plan, "1.12.1", "0.1.0", NULL, &outcome.report, &outcome.err);
	return outcome;
}

struct outcome try_commit(const struct scratch *s, const struct wanted *wanted, size_t count)
{
	struct made_plan *made = plan_by_hand(s, wanted, count);
	struct outcome outcome = try_made(s, made);
	made_plan_free(made);
	return outcome;
}

struct outcome try_rollback(const struct scratch *s, unsigned long number)
{
	struct outcome outcome = { .err = ERR_INIT };
	outcome.ok = commit_rollback(platform_write_ops(), s->root, number, "0", &outcome.report, &outcome.err);
	return outcome;
}

struct outcome try_recover(const struct scratch *s)
{
	struct outcome outcome = { .err = ERR_INIT };
	outcome.ok = commit_recover(platform_write_ops(), s->root, &outcome.report, &outcome.err);
	return outcome;
}

void assert_refused(struct outcome *outcome, enum err_kind kind, const char *message, const char *path, const char *why)
{
	assert_false(outcome->ok);
	assert_string_equal(outcome->err.message, message);
	assert_int_equal(outcome->err.kind, kind);
	assert_int_equal(outcome->report.n_refusals, path ? 1 : 0);
	if (path) {
		assert_string_equal(outcome->report.refusals[0].path, path);
		assert_string_equal(outcome->report.refusals[0].why, why);
	}
	outcome_free(outcome);
}

void commit_ok(const struct scratch *s, const char *path, const char *after)
{
	struct outcome outcome = try_commit(s, &(struct wanted){ .path = path, .after = after }, 1);
	if (!outcome.ok)
		fail_msg("%s", outcome.err.message);
	outcome_free(&outcome);
}

void assert_text(const struct scratch *s, const char *path, const char *wanted)
{
	char *text = scratch_read(s, path);
	assert_string_equal(text, wanted);
	free(text);
}

enum run_state state_of(const struct scratch *s, unsigned long number)
{
	struct journal journal;
	struct err err = ERR_INIT;
	assert_true(journal_read(s->root, &journal, &err));
	const struct run *run = journal_find(&journal, number);
	assert_non_null(run);
	enum run_state state = run->state;
	journal_release(&journal);
	return state;
}
