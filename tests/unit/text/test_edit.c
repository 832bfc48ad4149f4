#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "text/edit.h"

static void add(struct edit_list *list, size_t begin, size_t end, const char *text, uint32_t owner)
{
	edit_list_add(list, begin, end, slice_of(text), owner, 0);
}

static void check_result(const struct edit_list *list, const char *old, const char *wanted)
{
	struct str out = STR_INIT;
	edit_list_apply(list, slice_of(old), &out);
	assert_string_equal(str_slice(&out).ptr, wanted);
	str_release(&out);
}

TEST(edit_made_in_the_order_of_their_places)
{
	struct edit_list list = EDIT_LIST_INIT;
	size_t a, b;
	add(&list, 6, 7, "G", 1);
	add(&list, 0, 0, "<", 0);
	add(&list, 2, 4, "", 2);
	add(&list, 8, 8, ">", 0);
	assert_true(edit_list_settle(&list, &a, &b));
	check_result(&list, "abcdefgh", "<abefGh>");
	edit_list_release(&list);
}

TEST(edit_empty_list_keeps_the_text)
{
	struct edit_list list = EDIT_LIST_INIT;
	size_t a, b;
	assert_true(edit_list_settle(&list, &a, &b));
	check_result(&list, "abc", "abc");
	check_result(&list, "", "");
	edit_list_release(&list);
}

TEST(edit_equal_ones_fold_into_the_first)
{
	struct edit_list list = EDIT_LIST_INIT;
	size_t a, b;
	add(&list, 1, 2, "x", 7);
	add(&list, 3, 3, "y", 5);
	add(&list, 1, 2, "x", 3);
	add(&list, 3, 3, "y", 4);
	assert_true(edit_list_settle(&list, &a, &b));
	assert_int_equal(list.count, 2);
	assert_int_equal(list.items[0].owner, 7);
	assert_int_equal(list.items[1].owner, 5);
	check_result(&list, "abcd", "axcyd");
	edit_list_release(&list);
}

TEST(edit_insertions_of_one_owner_keep_their_order)
{
	struct edit_list list = EDIT_LIST_INIT;
	size_t a, b;
	add(&list, 5, 6, "Z", 1);
	add(&list, 1, 1, "2", 1);
	add(&list, 1, 1, "1", 1);
	add(&list, 1, 1, "3", 1);
	add(&list, 1, 1, "1", 1);
	assert_true(edit_list_settle(&list, &a, &b));
	assert_int_equal(list.count, 4);
	check_result(&list, "abcdef", "a213bcdeZ");
	edit_list_release(&list);
}

TEST(edit_insertions_of_two_owners_conflict)
{
	struct edit_list list = EDIT_LIST_INIT;
	size_t a = 9, b = 9;
	add(&list, 0, 0, "x", 1);
	add(&list, 2, 2, "x", 1);
	add(&list, 2, 2, "y", 2);
	assert_false(edit_list_settle(&list, &a, &b));
	assert_int_equal(a, 1);
	assert_int_equal(b, 2);
	edit_list_release(&list);
}

static void add_around(struct edit_list *list, size_t at, size_t begin, size_t end, const char *text, uint32_t owner)
{
	edit_list_add(list, at, at, slice_of(text), owner, owner);
	list->items[list->count - 1].around_begin = (uint32_t)begin;
	list->items[list->count - 1].around_end = (uint32_t)end;
}

TEST(edit_what_goes_around_more_code_is_further_outside)
{
	struct edit_list list = EDIT_LIST_INIT;
	size_t a, b;
	add_around(&list, 0, 0, 1, "(", 1);
	add_around(&list, 1, 0, 1, ")", 1);
	add_around(&list, 3, 0, 3, "}", 2);
	add_around(&list, 0, 0, 3, "{", 2);
	add_around(&list, 3, 2, 3, "]", 3);
	add_around(&list, 2, 2, 3, "[", 3);
	add_around(&list, 1, 1, 2, "<", 4);
	add_around(&list, 2, 1, 2, ">", 4);
	add_around(&list, 0, 0, 4, "(", 5);
	add_around(&list, 4, 0, 4, ")", 5);
	assert_true(edit_list_settle(&list, &a, &b));
	check_result(&list, "abcd", "({(a)<b>[c]}d)");
	edit_list_release(&list);
}

TEST(edit_what_goes_around_the_same_code_folds_or_conflicts)
{
	struct edit_list list = EDIT_LIST_INIT;
	size_t a, b;
	add_around(&list, 0, 0, 1, "(", 1);
	add_around(&list, 0, 0, 2, "(", 2);
	add_around(&list, 0, 0, 1, "(", 3);
	assert_true(edit_list_settle(&list, &a, &b));
	assert_int_equal(list.count, 2);
	assert_int_equal(list.items[1].co_owner, 3);
	add_around(&list, 0, 0, 1, "[", 1);
	list.items[list.count - 1].group = 7;
	assert_false(edit_list_settle(&list, &a, &b));
	assert_int_equal(a, 1);
	assert_int_equal(b, 2);
	edit_list_release(&list);
}

TEST(edit_ranges_that_share_bytes_conflict)
{
	static const size_t ranges[][4] = {
		{ 1, 4, 3, 5 },
		{ 1, 4, 1, 4 },
		{ 1, 4, 2, 3 },
		{ 1, 4, 2, 2 },
		{ 1, 4, 1, 2 },
		{ 1, 4, 3, 4 },
	};
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		for (int swap = 0; swap < 2; swap++) {
			struct edit_list list = EDIT_LIST_INIT;
			size_t a, b;
			const size_t *first = ranges[i] + (swap ? 2 : 0), *second = ranges[i] + (swap ? 0 : 2);
			add(&list, first[0], first[1], "x", 1);
			add(&list, second[0], second[1], "y", 1);
			assert_false(edit_list_settle(&list, &a, &b));
			edit_list_release(&list);
		}
	}
}

TEST(edit_ranges_that_touch_do_not_conflict)
{
	struct edit_list list = EDIT_LIST_INIT;
	size_t a, b;
	add(&list, 2, 4, "CD", 1);
	add(&list, 4, 4, "+", 2);
	add(&list, 0, 2, "AB", 3);
	add(&list, 4, 6, "EF", 4);
	add(&list, 2, 2, "-", 5);
	assert_true(edit_list_settle(&list, &a, &b));
	check_result(&list, "abcdef", "AB-CD+EF");
	edit_list_release(&list);
}

/* One-byte replacements added in a random order: the result does not depend on it. */
TEST(edit_order_of_addition_does_not_matter_for_disjoint_edits)
{
	enum { N = 501 };
	char old[N + 1], wanted[N + 1];
	size_t order[N];
	unsigned seed = 12345;
	for (size_t i = 0; i < N; i++) {
		old[i] = (char)('a' + i % 26);
		wanted[i] = (char)('A' + (i * 7) % 26);
		order[i] = i;
	}
	old[N] = wanted[N] = '\0';
	for (size_t i = N - 1; i > 0; i--) {
		seed = seed * 1103515245u + 12345u;
		size_t j = (seed >> 8) % (i + 1), kept = order[i];
		order[i] = order[j];
		order[j] = kept;
	}
	struct edit_list list = EDIT_LIST_INIT;
	size_t a, b;
	for (size_t i = 0; i < N; i++)
		edit_list_add(&list, order[i], order[i] + 1, slice_from(wanted + order[i], 1), (uint32_t)i, 0);
	assert_true(edit_list_settle(&list, &a, &b));
	check_result(&list, old, wanted);
	edit_list_release(&list);
}

TEST(edit_settle_notes_who_else_wanted_an_edit)
{
	struct edit_list list = EDIT_LIST_INIT;
	size_t a, b;
	edit_list_add(&list, 4, 5, SLICE_LITERAL("x"), 1, 0);
	edit_list_add(&list, 0, 1, SLICE_LITERAL("y"), 2, 1);
	edit_list_add(&list, 4, 5, SLICE_LITERAL("x"), 1, 2);
	edit_list_add(&list, 0, 1, SLICE_LITERAL("y"), 3, 3);
	assert_true(edit_list_settle(&list, &a, &b));
	assert_int_equal(list.count, 2);
	assert_int_equal(list.items[0].owner, 2);
	assert_int_equal(list.items[0].co_owner, 3);
	assert_int_equal(list.items[1].owner, 1);
	assert_int_equal(list.items[1].co_owner, 1);
	edit_list_release(&list);
}
