#include "unit.h"

#include <string.h>

#include "base/ascii.h"
#include "text/diff.h"
#include "text/pieces.h"

static unsigned next_random(unsigned *seed)
{
	*seed = *seed * 1103515245 + 12345;
	return *seed >> 16;
}

static void random_text(struct str *out, size_t most, unsigned *seed)
{
	static const char chars[] = "ab \n\n\r_";
	str_clear(out);
	str_reserve(out, 1);
	for (size_t n = next_random(seed) % (most + 1); n > 0; n--)
		str_add_char(out, chars[next_random(seed) % (sizeof(chars) - 1)]);
}

/* Edits that do not overlap, some of which put nothing in place of nothing. */
static void random_edits(struct slice text, struct edit_list *list, unsigned *seed)
{
	struct str with = STR_INIT;
	size_t at = 0, a, b;
	for (size_t n = next_random(seed) % 9; n > 0 && at <= text.len; n--) {
		size_t begin = at + next_random(seed) % (text.len - at + 1);
		size_t end = begin + (next_random(seed) % 3 ? next_random(seed) % (text.len - begin + 1) % 9 : 0);
		random_text(&with, 6, seed);
		edit_list_add(list, begin, end, str_slice(&with), 0, 0);
		at = end;
	}
	assert_true(edit_list_settle(list, &a, &b));
	str_release(&with);
}

/* The text with those of the edits for which `made` is set. */
static void apply(const struct edit_list *list, const bool *made, struct slice old, struct str *out)
{
	struct edit_list some = EDIT_LIST_INIT;
	struct edit items[16];
	some.items = items;
	for (size_t i = 0; i < list->count; i++)
		if (made[i])
			items[some.count++] = list->items[i];
	str_clear(out);
	edit_list_apply(&some, old, out);
}

static size_t heading(struct source *source, size_t first, size_t end)
{
	for (size_t line = end; line-- > first;) {
		struct slice text = source_line(source, line);
		if (text.len && (ascii_is_letter(text.ptr[0]) || text.ptr[0] == '_' || text.ptr[0] == '$'))
			return line;
	}
	return (size_t)-1;
}

static void check_same(struct pieces *pieces, struct slice wanted)
{
	struct source source;
	struct str text = STR_INIT;
	source_init(&source, "f", wanted);
	pieces_add_text(pieces, &text);
	assert_true(slice_eq(str_slice(&text), wanted));
	assert_int_equal(pieces_size(pieces), wanted.len);
	size_t count = source_line_count(&source);
	assert_int_equal(pieces_line_count(pieces), count);
	for (size_t i = 0; i <= wanted.len + 1; i++)
		assert_int_equal(pieces_line_index(pieces, i), source_line_index(&source, i));
	for (size_t i = 0; i <= wanted.len; i++)
		assert_int_equal(pieces_line_begin(pieces, pieces_line_index(pieces, i)) == i,
			i == 0 || wanted.ptr[i - 1] == '\n');
	for (size_t i = 0; i <= count + 1; i++) {
		assert_int_equal(pieces_line_begin(pieces, i), source_line_begin(&source, i));
		assert_true(slice_eq(pieces_line(pieces, i), source_line(&source, i)));
	}
	for (size_t first = 0; first <= count; first++)
		for (size_t end = first; end <= count; end++)
			assert_int_equal(pieces_heading(pieces, first, end), heading(&source, first, end));
	pieces_forget_lines(pieces);
	str_release(&text);
	source_release(&source);
}

TEST(pieces_are_the_text_with_the_edits_that_are_made)
{
	unsigned seed = 11;
	struct str old = STR_INIT, now = STR_INIT;
	for (int round = 0; round < 1500; round++) {
		struct edit_list list = EDIT_LIST_INIT;
		struct source source;
		struct pieces pieces;
		bool made[16] = { false };
		random_text(&old, 40, &seed);
		random_edits(str_slice(&old), &list, &seed);
		source_init(&source, "f", str_slice(&old));
		pieces_init(&pieces, &source, list.items, list.count);
		check_same(&pieces, str_slice(&old));
		for (size_t steps = list.count ? next_random(&seed) % 12 : 0; steps > 0; steps--) {
			size_t edit = next_random(&seed) % list.count;
			made[edit] = !made[edit];
			pieces_set(&pieces, edit, made[edit]);
			apply(&list, made, str_slice(&old), &now);
			check_same(&pieces, str_slice(&now));
		}
		pieces_release(&pieces);
		source_release(&source);
		edit_list_release(&list);
	}
	str_release(&old);
	str_release(&now);
}

TEST(pieces_know_where_an_edit_is)
{
	struct edit edits[] = { { .begin = 2, .end = 3, .text = SLICE_LITERAL("bbb\nb") },
		{ .begin = 4, .end = 6, .text = SLICE_LITERAL("") },
		{ .begin = 8, .end = 8, .text = SLICE_LITERAL("x") } };
	struct source source;
	struct pieces pieces;
	source_init(&source, "f", SLICE_LITERAL("a\nb\nc\nd\n"));
	pieces_init(&pieces, &source, edits, 3);
	pieces_set(&pieces, 1, true);
	assert_int_equal(pieces_offset(&pieces, 2), 6);
	pieces_set(&pieces, 0, true);
	assert_int_equal(pieces_offset(&pieces, 0), 2);
	assert_int_equal(pieces_offset(&pieces, 1), 8);
	assert_int_equal(pieces_offset(&pieces, 2), 10);
	pieces_set(&pieces, 1, false);
	assert_int_equal(pieces_offset(&pieces, 2), 12);
	pieces_release(&pieces);
	source_release(&source);
}

/* The edits for which `due` is set, as places of the text in which those for which `made` is set are made. */
static size_t place_edits(const struct pieces *pieces, const bool *made, const bool *due, struct edit *out)
{
	size_t count = 0;
	for (size_t i = 0; i < pieces->n_edits; i++) {
		const struct edit *edit = &pieces->edits[i];
		if (!due[i] || made[i])
			continue;
		out[count] = *edit;
		out[count].begin = (uint32_t)pieces_offset(pieces, i);
		out[count].end = out[count].begin + (edit->end - edit->begin);
		count++;
	}
	return count;
}

TEST(pieces_give_the_diff_that_their_texts_give)
{
	unsigned seed = 12;
	struct str old = STR_INIT, texts[2] = { STR_INIT, STR_INIT }, wanted = STR_INIT, got = STR_INIT;
	for (int round = 0; round < 5000; round++) {
		struct edit_list list = EDIT_LIST_INIT;
		struct source source;
		struct pieces before, after;
		struct edit moved[16];
		bool made[16], due[16];
		random_text(&old, 60, &seed);
		random_edits(str_slice(&old), &list, &seed);
		source_init(&source, "f", str_slice(&old));
		pieces_init(&before, &source, list.items, list.count);
		pieces_init(&after, &source, list.items, list.count);
		for (size_t i = 0; i < list.count; i++) {
			made[i] = next_random(&seed) % 2;
			due[i] = made[i] || next_random(&seed) % 2;
			pieces_set(&before, i, made[i]);
			pieces_set(&after, i, due[i]);
		}
		apply(&list, made, str_slice(&old), &texts[0]);
		apply(&list, due, str_slice(&old), &texts[1]);
		struct diff_file file = { .old_path = "f",
			.new_path = "f",
			.before = str_slice(&texts[0]),
			.after = str_slice(&texts[1]),
			.edits = moved,
			.n_edits = place_edits(&before, made, due, moved) };
		str_clear(&wanted);
		str_clear(&got);
		struct diff_stat stat = { 0 }, same = { 0 };
		size_t context = next_random(&seed) % 4;
		diff_files(&file, context, &wanted, &stat);
		diff_pieces(&file, &before, &after, context, &got, &same);
		assert_true(slice_eq(str_slice(&got), str_slice(&wanted)));
		assert_int_equal(same.added, stat.added);
		assert_int_equal(same.removed, stat.removed);
		pieces_release(&before);
		pieces_release(&after);
		source_release(&source);
		edit_list_release(&list);
	}
	str_release(&old);
	str_release(&texts[0]);
	str_release(&texts[1]);
	str_release(&wanted);
	str_release(&got);
}
