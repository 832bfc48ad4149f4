/* What every system must do alike; what is special to one is in test_platform.c, or in tests/windows/unit. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "platform/read.h"
#include "platform/thread.h"
#include "platform/write.h"
#include "scratch.h"
#include "unit.h"

#define NS 1000000000LL

TEST(platform_second_lock_is_busy_and_names_the_first)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	const struct write_ops *ops = platform_write_ops();
	bool busy = true;
	struct file_lock *first = ops->lock(ops, s.root, "lock", &busy, &err);
	assert_non_null(first);
	assert_false(busy);
	assert_null(ops->lock(ops, s.root, "lock", &busy, &err));
	assert_true(busy);
	struct str wanted = STR_INIT;
	str_addf(&wanted, "another tpatch (pid %llu) is running in this tree",
		(unsigned long long)platform_process_id());
	assert_string_equal(err.message, wanted.ptr);
	err_release(&err);
	ops->unlock(ops, first);
	struct file_lock *second = ops->lock(ops, s.root, "lock", &busy, &err);
	assert_non_null(second);
	ops->unlock(ops, second);
	str_release(&wanted);
	scratch_free(&s);
}

TEST(platform_time_is_written_as_utc)
{
	static const struct {
		int64_t ns;
		const char *text;
	} rows[] = {
		{ 0, "1970-01-01T00:00:00Z" },
		{ 1769862896 * NS + 999999999, "2026-01-31T12:34:56Z" },
		{ -1, "1969-12-31T23:59:59Z" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str text = STR_INIT;
		platform_format_time(rows[i].ns, &text);
		assert_string_equal(text.ptr, rows[i].text);
		str_release(&text);
	}
}

TEST(platform_knows_its_process)
{
	assert_true(platform_cpu_count() >= 1);
	uint64_t before = platform_monotonic_ns();
	assert_true(platform_monotonic_ns() >= before);
	/* Windows counts in steps of 16 ms. */
	uint64_t worked = platform_thread_ns();
	while (platform_thread_ns() == worked)
		;
	assert_true(platform_thread_ns() - worked <= platform_monotonic_ns() - before + 20000000u);
	assert_null(platform_getenv("TPATCH_SURELY_NOT_SET"));
}

TEST(platform_text_is_kept_byte_for_byte)
{
	static const char bytes[] = "a\r\nb\nc\rd\x1a"
				    "e\0f\xFF";
	struct scratch s = scratch_new();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	assert_true(ops->create(ops, s.root, "f", slice_from(bytes, sizeof(bytes)), 0644, true, &err));
	assert_true(root_read(s.root, "f", 100, &text, NULL, &err));
	assert_int_equal(text.len, sizeof(bytes));
	assert_memory_equal(text.ptr, bytes, sizeof(bytes));
	str_release(&text);
	scratch_free(&s);
}

TEST(platform_lists_are_sorted_and_keep_their_names)
{
	static const char *const names[] = { "B", "a", "z.txt", "\xC3\xA9", "\xF0\x9F\x98\x80" };
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct dir_list list = { 0 };
	for (size_t i = COUNT_OF(names); i > 0; i--)
		scratch_write(&s, names[i - 1], "");
	assert_true(root_list(s.root, "", &list, &err));
	assert_int_equal(list.count, COUNT_OF(names));
	for (size_t i = 0; i < list.count; i++) {
		assert_string_equal(list.entries[i].name, names[i]);
		assert_int_equal(list.entries[i].type, FILE_REGULAR);
	}
	dir_list_release(&list);
	scratch_free(&s);
}

TEST(platform_flushes_and_folder_times)
{
	struct scratch s = scratch_new();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	struct file_stat st;
	scratch_write(&s, "d/f", "x");
	assert_true(ops->flush_file(ops, s.root, "d/f", &err));
	assert_true(ops->flush_dir(ops, s.root, "d", &err));
	assert_true(ops->flush_dir(ops, s.root, "", &err));
	assert_false(ops->flush_file(ops, s.root, "d/none", &err));
	err_release(&err);
	assert_true(ops->set_dir_time(ops, s.root, "d", 3 * NS, &err));
	assert_true(root_stat(s.root, "d", &st, &err) && st.type == FILE_DIRECTORY && st.mtime_ns == 3 * NS);
	assert_true(ops->set_dir_time(ops, s.root, "", 4 * NS, &err));
	assert_true(root_stat(s.root, "", &st, &err) && st.mtime_ns == 4 * NS);
	assert_true(root_can_write_in(s.root, "d"));
	assert_false(root_can_write_in(s.root, "none"));
	scratch_free(&s);
}

struct tally {
	struct mutex *mutex;
	struct condition *all_here;
	size_t seen[8];
	size_t n_here;
	bool wait_for_all;
};

static void count_thread(void *ctx, size_t thread)
{
	struct tally *tally = ctx;
	for (size_t i = 0; i < 10000; i++) {
		mutex_lock(tally->mutex);
		tally->seen[thread]++;
		mutex_unlock(tally->mutex);
	}
	mutex_lock(tally->mutex);
	tally->n_here++;
	condition_wake_all(tally->all_here);
	while (tally->wait_for_all && tally->n_here < 4)
		condition_wait(tally->all_here, tally->mutex);
	mutex_unlock(tally->mutex);
}

TEST(platform_threads_run_each_index_once)
{
	struct tally tally = { .mutex = mutex_new(), .all_here = condition_new(), .wait_for_all = true };
	thread_run(4, count_thread, &tally);
	for (size_t i = 0; i < 8; i++)
		assert_int_equal(tally.seen[i], i < 4 ? 10000 : 0);
	tally.wait_for_all = false;
	thread_run(0, count_thread, &tally);
	assert_int_equal(tally.seen[0], 10000);
	thread_run(1, count_thread, &tally);
	assert_int_equal(tally.seen[0], 20000);
	condition_free(tally.all_here);
	mutex_free(tally.mutex);
}
