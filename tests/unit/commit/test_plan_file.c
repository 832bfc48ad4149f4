#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commit/plan_file.h"
#include "scratch.h"

static const struct language language = { .name = "text" };
static const char *const files[] = { "*", NULL };

/* A plan by hand: two rules, one file, whose text is `before`. */
struct made {
	struct rule rules[2];
	const struct rule *list[2];
	struct patchset set;
	struct project project;
	struct target target;
	struct rule_result results[2];
	size_t owners[2];
	struct change change;
	struct finding findings[2];
	struct plan plan;
	struct str after;
};

static void make(struct made *made, const char *path, struct slice before, const struct edit *edits, size_t n_edits)
{
	struct edit_list list = { .items = (struct edit *)edits, .count = n_edits };
	*made = (struct made){ .rules = { { .id = "first", .title = "One", .files = files, .language = &language },
				       { .id = "second", .title = "Two", .files = files, .language = &language } } };
	made->list[0] = &made->rules[0];
	made->list[1] = &made->rules[1];
	made->set = (struct patchset){ .name = "a-set", .rules = made->list, .n_rules = 2 };
	made->project.name = "demo";
	made->target = (struct target){ .project = &made->project, .label = "1.2" };
	for (size_t i = 0; i < 2; i++)
		made->results[i] = (struct rule_result){ .rule = &made->rules[i], .verdict = VERDICT_WOULD_PATCH };
	made->results[1].detail = "why";
	edit_list_apply(&list, before, &made->after);
	made->owners[1] = 1;
	made->change = (struct change){ .path = path,
		.before = before,
		.after = str_slice(&made->after),
		.before_hash = hash_of(before),
		.after_hash = hash_of(str_slice(&made->after)),
		.rules = made->owners,
		.n_rules = 2,
		.edits = edits,
		.n_edits = n_edits };
	for (size_t i = 0; i < 2; i++)
		made->findings[i] =
			(struct finding){ .rule = i, .path = path, .verdict = VERDICT_WOULD_PATCH, .n_edits = 1 };
	made->plan = (struct plan){ .set = &made->set,
		.rules = made->results,
		.n_rules = 2,
		.findings = made->findings,
		.n_findings = 2,
		.changes = &made->change,
		.n_changes = 1 };
}

static void read_back(struct made *made, struct str *text, struct plan_file *file)
{
	struct err err = ERR_INIT;
	plan_file_write(&made->plan, &made->target, "/the/root", "9.9", text);
	if (!plan_file_read(str_slice(text), "x.plan", file, &err))
		fail_msg("%s", err.message);
}

TEST(plan_file_comes_back_as_it_was)
{
	static const struct edit edits[] = {
		{ .end = 1, .text = { "\xFF\r\n", 3 } },
		{ .begin = 1, .end = 1, .text = { "", 0 }, .owner = 1, .co_owner = 1 },
		{ .begin = 2, .end = 3, .text = { "a\0b\xC3\xA9", 5 }, .owner = 1, .co_owner = 1 },
	};
	struct made made;
	struct plan_file file;
	struct str text = STR_INIT;
	make(&made, "caf\xE9/x.txt", SLICE_LITERAL("abcd"), edits, 3);
	read_back(&made, &text, &file);
	assert_string_equal(file.tool, "9.9");
	assert_string_equal(file.root, "/the/root");
	assert_string_equal(file.project, "demo");
	assert_string_equal(file.target, "1.2");
	assert_string_equal(file.set, "a-set");
	assert_int_equal(file.n_rules, 2);
	assert_string_equal(file.rules[1].id, "second");
	assert_string_equal(file.rules[1].title, "Two");
	assert_string_equal(file.rules[1].detail, "why");
	assert_null(file.rules[0].detail);
	assert_int_equal(file.n_entries, 1);
	assert_string_equal(file.entries[0].path, "caf\xE9/x.txt");
	assert_true(sha256_eq(file.entries[0].before, sha256_of(made.change.before)));
	assert_true(sha256_eq(file.entries[0].after, sha256_of(made.change.after)));
	assert_int_equal(file.entries[0].n_edits, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(file.entries[0].edits[i].begin, edits[i].begin);
		assert_int_equal(file.entries[0].edits[i].end, edits[i].end);
		assert_int_equal(file.entries[0].edits[i].owner, edits[i].owner);
		assert_true(slice_eq(file.entries[0].edits[i].text, edits[i].text));
	}
	plan_file_release(&file);
	str_release(&text);
	str_release(&made.after);
}

static const struct edit change_b[] = {
	{ .begin = 1, .end = 2, .text = { "XY", 2 }, .owner = 1, .co_owner = 1 },
};

TEST(plan_file_opens_on_the_tree_it_was_made_for)
{
	struct scratch s = scratch_new();
	struct made made;
	struct plan_file file;
	struct str text = STR_INIT;
	struct plan plan;
	struct target target;
	struct commit_report refused;
	struct err err = ERR_INIT;
	make(&made, "d/x.txt", SLICE_LITERAL("abc"), change_b, 1);
	read_back(&made, &text, &file);
	scratch_write(&s, "d/x.txt", "abc");
	assert_true(plan_file_open(&file, s.root, &plan, &target, &refused, &err));
	assert_int_equal(plan.n_changes, 1);
	assert_true(slice_eq_cstr(plan.changes[0].after, "aXYc"));
	/* the first has no edit of its own in it */
	assert_int_equal(plan.changes[0].n_rules, 2);
	assert_int_equal(plan.changes[0].rules[0], 0);
	assert_int_equal(plan.changes[0].rules[1], 1);
	assert_int_equal(plan.rules[0].n_edits, 1);
	assert_int_equal(plan.rules[0].n_files, 1);
	assert_int_equal(plan.rules[1].n_edits, 1);
	assert_int_equal(plan.rules[1].n_files, 1);
	assert_int_equal(plan.verdicts[VERDICT_WOULD_PATCH], 2);
	assert_string_equal(plan.set->name, "a-set");
	assert_string_equal(target.label, "1.2");
	plan_release(&plan);
	target_release(&target);
	commit_report_release(&refused);

	scratch_write(&s, "d/x.txt", "aXYc");
	assert_true(plan_file_open(&file, s.root, &plan, &target, &refused, &err));
	assert_int_equal(plan.n_changes, 0);
	assert_int_equal(refused.n_refusals, 0);
	assert_int_equal(plan.rules[1].verdict, VERDICT_ALREADY_PATCHED);
	assert_int_equal(plan.rules[1].n_applied_edits, 1);
	plan_release(&plan);
	target_release(&target);
	commit_report_release(&refused);
	plan_file_release(&file);
	str_release(&text);
	str_release(&made.after);
	scratch_free(&s);
}

static void expect_refused(const struct plan_file *file, const struct scratch *s, enum err_kind kind, const char *why)
{
	struct plan plan;
	struct target target;
	struct commit_report refused;
	struct err err = ERR_INIT;
	assert_false(plan_file_open(file, s->root, &plan, &target, &refused, &err));
	assert_int_equal(err.kind, kind);
	if (why) {
		assert_int_equal(refused.n_refusals, 1);
		assert_string_equal(refused.refusals[0].path, "d/x.txt");
		assert_string_equal(refused.refusals[0].why, why);
	}
	plan_release(&plan);
	target_release(&target);
	commit_report_release(&refused);
	err_release(&err);
}

TEST(plan_file_refuses_any_other_tree)
{
	struct scratch s = scratch_new();
	struct made made;
	struct plan_file file;
	struct str text = STR_INIT;
	make(&made, "d/x.txt", SLICE_LITERAL("abc"), change_b, 1);
	read_back(&made, &text, &file);
	expect_refused(&file, &s, ERR_UNFIT, "is not there");
	scratch_write(&s, "d/x.txt", "abC");
	expect_refused(&file, &s, ERR_UNFIT, "has changed since the plan was made");
	scratch_write(&s, "d/x.txt", "");
	expect_refused(&file, &s, ERR_UNFIT, "has changed since the plan was made");
	scratch_remove(&s, "d/x.txt");
	scratch_write(&s, "other", "abc");
	scratch_symlink(&s, "../other", "d/x.txt");
	expect_refused(&file, &s, ERR_UNFIT, "is not a regular file, or is larger than 16 MiB");
	plan_file_release(&file);
	str_release(&text);
	str_release(&made.after);
	scratch_free(&s);
}

/*
 * XXH3 takes eight bytes at a time, each with eight of a secret that everybody knows, and adds the product of the two
 * halves of their XOR and the bytes themselves. Where the low half is the secret's, the product is 0. So in the third
 * eight of the first two blocks of 64, only the sum of the high halves counts: "safe" + "ABCD" is "evil" + "O-@=".
 */
static void make_co_owner(char text[301], const char *first, const char *second)
{
	memset(text, 'x', 300);
	text[300] = '\0';
	memcpy(text + 16, "\xDE\xD4\x6D\xE9", 4);
	memcpy(text + 20, first, 4);
	memcpy(text + 80, "\x72\x40\xA4\xA4", 4);
	memcpy(text + 84, second, 4);
}

TEST(plan_file_is_held_to_what_was_reviewed_and_not_to_its_xxh3)
{
	static const struct edit edits[] = { { .begin = 200, .end = 201, .text = { "y", 1 } } };
	struct scratch s = scratch_new();
	struct made made;
	struct plan_file file;
	struct str text = STR_INIT;
	struct plan plan;
	struct target target;
	struct commit_report refused;
	struct err err = ERR_INIT;
	char reviewed[301], other[301];
	make_co_owner(reviewed, "safe", "ABCD");
	make_co_owner(other, "evil", "O-@=");
	assert_string_not_equal(reviewed, other);
	assert_true(hash_eq(hash_of(slice_of(reviewed)), hash_of(slice_of(other))));
	make(&made, "d/x.txt", slice_of(reviewed), edits, 1);
	read_back(&made, &text, &file);
	scratch_write(&s, "d/x.txt", reviewed);
	assert_true(plan_file_open(&file, s.root, &plan, &target, &refused, &err));
	assert_int_equal(plan.n_changes, 1);
	plan_release(&plan);
	target_release(&target);
	commit_report_release(&refused);
	scratch_write(&s, "d/x.txt", other);
	expect_refused(&file, &s, ERR_UNFIT, "has changed since the plan was made");
	/* Nor is it what the plan makes. */
	other[200] = 'y';
	assert_true(hash_eq(made.change.after_hash, hash_of(slice_of(other))));
	scratch_write(&s, "d/x.txt", other);
	expect_refused(&file, &s, ERR_UNFIT, "has changed since the plan was made");
	plan_file_release(&file);
	str_release(&text);
	str_release(&made.after);
	scratch_free(&s);
}

TEST(plan_file_refuses_edits_that_do_not_give_what_they_promise)
{
	struct scratch s = scratch_new();
	struct made made;
	struct plan_file file;
	struct str text = STR_INIT;
	make(&made, "d/x.txt", SLICE_LITERAL("abc"), change_b, 1);
	read_back(&made, &text, &file);
	scratch_write(&s, "d/x.txt", "abc");
	file.entries[0].edits[0].text = SLICE_LITERAL("XZ");
	expect_refused(&file, &s, ERR_USAGE, NULL);
	file.entries[0].edits[0].text = SLICE_LITERAL("XY");
	file.entries[0].edits[0].end = 4;
	expect_refused(&file, &s, ERR_USAGE, NULL);
	plan_file_release(&file);
	str_release(&text);
	str_release(&made.after);
	scratch_free(&s);
}

/* Every way in which a byte of a plan may be lost or changed ends in an error or in a plan, never in a crash. */
TEST(plan_file_survives_any_cut_and_any_changed_byte)
{
	struct made made;
	struct plan_file file;
	struct str text = STR_INIT, copy = STR_INIT;
	make(&made, "d/x.txt", SLICE_LITERAL("abc"), change_b, 1);
	plan_file_write(&made.plan, &made.target, "/the/root", "9.9", &text);
	for (size_t i = 0; i < text.len; i++) {
		static const char bytes[] = "\"{}[],:9-x\xFF";
		struct err err = ERR_INIT;
		bool whole = plan_file_read(slice_from(text.ptr, i), "x.plan", &file, &err);
		assert_int_equal(whole, i + 1 >= text.len); /* the last byte is the newline */
		plan_file_release(&file);
		err_release(&err);
		for (size_t b = 0; bytes[b]; b++) {
			str_clear(&copy);
			str_add(&copy, str_slice(&text));
			copy.ptr[i] = bytes[b];
			plan_file_read(str_slice(&copy), "x.plan", &file, &err);
			plan_file_release(&file);
			err_release(&err);
		}
	}
	str_release(&copy);
	str_release(&text);
	str_release(&made.after);
}
