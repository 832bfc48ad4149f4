/* The one decision of what a file is by the record of a run: commit, status, plans and tbuild all ask it. */
#include "unit.h"

#include "base/alloc.h"
#include "commit/content.h"
#include "scratch.h"

#define NONE ((uint32_t)-1)

struct row {
	struct content_change change;
	bool is_before, is_after;
	uint32_t mode;
	enum content content;
};

static const struct content_change text = { false, false, false, false }, more = { false, false, false, true },
				   less = { false, false, true, false }, made = { true, false, false, true },
				   gone = { false, true, true, false };

TEST(content_is_told_by_text_and_by_the_bit_that_the_run_changes)
{
	const struct row rows[] = {
		{ text, true, false, 0644, CONTENT_BEFORE },
		{ text, false, true, 0644, CONTENT_AFTER },
		{ text, false, false, 0644, CONTENT_OTHER },
		/* What the run leaves alone is the user's. */
		{ text, true, false, 0755, CONTENT_BEFORE },
		{ text, false, true, 0755, CONTENT_AFTER },
		{ text, false, false, NONE, CONTENT_GONE },
		/* Text and bit. */
		{ more, true, false, 0644, CONTENT_BEFORE },
		{ more, false, true, 0755, CONTENT_AFTER },
		{ more, true, false, 0755, CONTENT_OTHER },
		{ more, false, true, 0644, CONTENT_OTHER },
		{ less, false, true, 0644, CONTENT_AFTER },
		{ less, false, true, 0700, CONTENT_OTHER },
		/* The bit alone. */
		{ more, true, true, 0644, CONTENT_BEFORE },
		{ more, true, true, 0755, CONTENT_AFTER },
		{ less, true, true, 0644, CONTENT_AFTER },
		{ less, true, true, 0755, CONTENT_BEFORE },
		{ made, false, true, 0644, CONTENT_AFTER },
		{ made, true, false, 0755, CONTENT_OTHER },
		{ made, false, false, NONE, CONTENT_BEFORE },
		{ gone, true, false, 0644, CONTENT_BEFORE },
		{ gone, false, true, 0755, CONTENT_OTHER },
		{ gone, false, false, NONE, CONTENT_AFTER },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct row *row = &rows[i];
		struct file_stat st = { .type = row->mode == NONE ? FILE_NONE : FILE_REGULAR, .mode = row->mode };
		enum content content = content_of(&row->change, &st, row->is_before, row->is_after);
		if (content != row->content && platform_has_executable_bit())
			fail_msg("row %zu is %d", i, (int)content);
	}
}

TEST(content_of_a_file_of_a_run)
{
	struct scratch s = scratch_new();
	struct run_file file = { .path = "a",
		.before = hash_of(slice_of("1")),
		.after = hash_of(slice_of("22")),
		.before_size = 1,
		.after_size = 2,
		.mode = 0644,
		.after_mode = 0755 };
	struct str bytes = STR_INIT;
	struct err err = ERR_INIT;
	enum content content;
	static const struct {
		const char *text;
		uint32_t mode;
		enum content content;
	} rows[] = { { "1", 0644, CONTENT_BEFORE }, { "22", 0755, CONTENT_AFTER }, { "22", 0644, CONTENT_OTHER },
		{ "1", 0755, CONTENT_OTHER }, { "3", 0644, CONTENT_OTHER },
		{ "longer than both", 0644, CONTENT_OTHER } };
	assert_true(content_examine(s.root, "a", &file, &bytes, &content, NULL, &err));
	assert_int_equal(content, CONTENT_GONE);
	for (size_t i = 0; i < COUNT_OF(rows) && platform_has_executable_bit(); i++) {
		scratch_write(&s, "a", rows[i].text);
		scratch_chmod(&s, "a", rows[i].mode);
		assert_true(content_examine(s.root, "a", &file, &bytes, &content, NULL, &err));
		assert_int_equal(content, rows[i].content);
	}
	str_release(&bytes);
	scratch_free(&s);
}
