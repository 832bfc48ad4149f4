#include "platform/posix/posix.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "base/alloc.h"
#include "platform/read.h"
#include "platform/thread.h"
#include "platform/write.h"
#include "scratch.h"
#include "unit.h"

#define NS 1000000000LL

static void assert_fails(bool ok, struct err *err, const char *message)
{
	assert_false(ok);
	assert_int_equal(err->kind, ERR_IO);
	assert_string_equal(err->message, message);
	err_release(err);
}

TEST(platform_times_that_64_bits_cannot_hold_are_the_nearest)
{
	static const struct {
		int64_t seconds, wanted;
	} rows[] = { { 13569465600, INT64_MAX }, { -20000000000, -INT64_MAX },
		{ 9223372035, INT64_C(9223372035000000007) }, { -9223372035, INT64_C(-9223372034999999993) } };
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct file_stat st;
		posix_fill_stat(&(struct stat){ .st_mtim = { .tv_sec = (time_t)rows[i].seconds, .tv_nsec = 7 } }, &st);
		assert_true(st.mtime_ns == rows[i].wanted);
	}
}

TEST(platform_read_gives_bytes_and_stat_of_one_handle)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	struct file_stat st;
	scratch_write(&s, "a/b/c.txt", "some text\n");
	scratch_chmod(&s, "a/b/c.txt", 0750);
	scratch_set_mtime(&s, "a/b/c.txt", 1234567890 * NS + 123456789);
	str_add_cstr(&text, "what was there before, and is longer");
	assert_true(root_read(s.root, "a/b/c.txt", 1000, &text, &st, &err));
	assert_string_equal(text.ptr, "some text\n");
	assert_int_equal(text.len, 10);
	assert_int_equal(st.type, FILE_REGULAR);
	assert_int_equal(st.size, 10);
	assert_int_equal(st.mode, 0750);
	assert_true(st.mtime_ns == 1234567890 * NS + 123456789);
	assert_int_equal(st.links, 1);
	scratch_write(&s, "empty", "");
	assert_true(root_read(s.root, "empty", 0, &text, NULL, &err));
	assert_int_equal(text.len, 0);
	str_release(&text);
	scratch_free(&s);
}

TEST(platform_read_names_path_and_reason)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	scratch_write(&s, "d/f", "12345");
	assert_fails(root_read(s.root, "d/none", 10, &text, NULL, &err), &err,
		"cannot read 'd/none': no such file or directory");
	assert_fails(root_read(s.root, "d", 10, &text, NULL, &err), &err, "cannot read 'd': it is not a regular file");
	assert_fails(root_read(s.root, "d/f", 4, &text, NULL, &err), &err,
		"cannot read 'd/f': it has 5 bytes, more than the limit of 4");
	assert_true(root_read(s.root, "d/f", 5, &text, NULL, &err));
	str_release(&text);
	scratch_free(&s);
}

static void check_links_are_not_followed(struct scratch *s)
{
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	struct file_stat st;
	struct dir_list list = { 0 };
	assert_fails(root_read(s->root, "link.txt", 10, &text, NULL, &err), &err,
		"cannot read 'link.txt': a part of the path is a symbolic link");
	assert_fails(root_read(s->root, "linkdir/f", 10, &text, NULL, &err), &err,
		"cannot read 'linkdir/f': a part of the path is a symbolic link");
	assert_fails(root_read(s->root, "real/up/real/f", 10, &text, NULL, &err), &err,
		"cannot read 'real/up/real/f': a part of the path is a symbolic link");
	assert_fails(root_list(s->root, "linkdir", &list, &err), &err,
		"cannot list 'linkdir': a part of the path is a symbolic link");
	assert_true(root_stat(s->root, "linkdir", &st, &err));
	assert_int_equal(st.type, FILE_SYMLINK);
	assert_true(root_stat(s->root, "linkdir/f", &st, &err));
	assert_int_equal(st.type, FILE_NONE);
	assert_true(root_stat(s->root, "real/f", &st, &err));
	assert_int_equal(st.type, FILE_REGULAR);
	assert_true(root_stat(s->root, "real/f/below-a-file", &st, &err));
	assert_int_equal(st.type, FILE_NONE);
	assert_true(root_stat(s->root, "", &st, &err));
	assert_int_equal(st.type, FILE_DIRECTORY);
	assert_true(root_read(s->root, "real/f", 10, &text, NULL, &err));
	str_release(&text);
	dir_list_release(&list);
}

TEST(platform_no_part_of_a_path_may_be_a_link)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "real/f", "x");
	scratch_symlink(&s, "real/f", "link.txt");
	scratch_symlink(&s, "real", "linkdir");
	scratch_symlink(&s, "..", "real/up");
	check_links_are_not_followed(&s);
	/* The same where the kernel cannot do it in one call. */
	s.root->has_openat2 = false;
	check_links_are_not_followed(&s);
	scratch_free(&s);
}

static void check_escapes_are_refused(struct scratch *s)
{
	static const char *const paths[] = { "../x", "a/../../x", "a/..", "/etc/passwd", "a//f", "./a", "a/", "." };
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		struct err err = ERR_INIT;
		struct str text = STR_INIT;
		assert_false(root_read(s->root, paths[i], 100000, &text, NULL, &err));
		assert_int_equal(err.kind, ERR_IO);
		err_release(&err);
		assert_false(platform_write_ops()->create(
			platform_write_ops(), s->root, paths[i], slice_of("x"), 0644, false, &err));
		err_release(&err);
		str_release(&text);
	}
}

TEST(platform_no_path_leads_out_of_the_root)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "a/f", "x");
	check_escapes_are_refused(&s);
	s.root->has_openat2 = false;
	check_escapes_are_refused(&s);
	scratch_free(&s);
}

TEST(platform_a_fifo_does_not_block)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	scratch_fifo(&s, "pipe");
	assert_fails(
		root_read(s.root, "pipe", 10, &text, NULL, &err), &err, "cannot read 'pipe': it is not a regular file");
	struct dir *dir = root_open_dir(s.root, "", &err);
	assert_non_null(dir);
	assert_fails(
		dir_read(dir, "pipe", 10, &text, NULL, &err), &err, "cannot read 'pipe': it is not a regular file");
	dir_close(dir);
	str_release(&text);
	scratch_free(&s);
}

TEST(platform_list_is_sorted_by_bytes_and_knows_types)
{
	static const struct dir_entry wanted[] = {
		{ "B", FILE_REGULAR },
		{ "a", FILE_REGULAR },
		{ "a.d", FILE_DIRECTORY },
		{ "l", FILE_SYMLINK },
		{ "p", FILE_OTHER },
		{ "\xc3\xa4", FILE_REGULAR },
	};
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct dir_list list = { 0 };
	scratch_write(&s, "d/\xc3\xa4", "");
	scratch_write(&s, "d/a", "");
	scratch_write(&s, "d/B", "");
	scratch_write(&s, "d/a.d/x", "");
	scratch_symlink(&s, "a.d", "d/l");
	scratch_fifo(&s, "d/p");
	assert_true(root_list(s.root, "d", &list, &err));
	assert_int_equal(list.count, COUNT_OF(wanted));
	for (size_t i = 0; i < list.count; i++) {
		assert_string_equal(list.entries[i].name, wanted[i].name);
		assert_int_equal(list.entries[i].type, wanted[i].type);
	}
	/* The memory of one list serves the next. */
	assert_true(root_list(s.root, "", &list, &err));
	assert_int_equal(list.count, 1);
	assert_string_equal(list.entries[0].name, "d");
	assert_fails(
		root_list(s.root, "nowhere", &list, &err), &err, "cannot list 'nowhere': no such file or directory");
	assert_fails(root_list(s.root, "d/a", &list, &err), &err, "cannot list 'd/a': not a directory");
	dir_list_release(&list);
	scratch_free(&s);
}

TEST(platform_dir_reads_by_name_and_shows_whole_paths)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	struct dir_list list = { 0 };
	scratch_write(&s, "a/b/c", "text");
	scratch_symlink(&s, "c", "a/b/l");
	struct dir *dir = root_open_dir(s.root, "a/b", &err);
	assert_non_null(dir);
	assert_true(dir_read(dir, "c", 10, &text, NULL, &err));
	assert_string_equal(text.ptr, "text");
	assert_fails(dir_read(dir, "l", 10, &text, NULL, &err), &err,
		"cannot read 'a/b/l': a part of the path is a symbolic link");
	assert_fails(
		dir_read(dir, "../b/c", 10, &text, NULL, &err), &err, "cannot read 'a/b/../b/c': invalid argument");
	assert_true(dir_list(dir, &list, &err));
	assert_int_equal(list.count, 2);
	assert_true(dir_list(dir, &list, &err));
	assert_int_equal(list.count, 2);
	dir_list_release(&list);
	dir_close(dir);
	str_release(&text);
	scratch_free(&s);
}

TEST(platform_root_that_is_not_there_is_a_usage_error)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	scratch_write(&s, "file", "");
	assert_null(root_open(scratch_path(&s, "none"), &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_null(root_open(scratch_path(&s, "file"), &err));
	assert_int_equal(err.kind, ERR_USAGE);
	err_release(&err);
	assert_string_equal(root_path(s.root), s.path);
	char *below = root_path_below(s.root, scratch_path(&s, "a/b.c"));
	assert_string_equal(below, "a/b.c");
	free(below);
	static const char *const elsewhere[] = { "", "a/b.c", "/", "/a", "//" };
	for (size_t i = 0; i < COUNT_OF(elsewhere); i++)
		assert_null(root_path_below(s.root, elsewhere[i]));
	assert_null(root_path_below(s.root, s.path));
	scratch_free(&s);
}

TEST(platform_create_sets_mode_whatever_the_umask_and_never_overwrites)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	const struct write_ops *ops = platform_write_ops();
	mode_t saved = umask(077);
	assert_true(ops->create(ops, s.root, "f", slice_of("text"), 0765, true, &err));
	umask(saved);
	char *shot = scratch_snapshot(&s, false);
	assert_string_equal(shot, "100765 f [text]\n");
	assert_fails(ops->create(ops, s.root, "f", slice_of("other"), 0644, true, &err), &err,
		"cannot create 'f': file exists");
	scratch_symlink(&s, "elsewhere", "l");
	assert_fails(ops->create(ops, s.root, "l", slice_of("other"), 0644, true, &err), &err,
		"cannot create 'l': file exists");
	assert_false(scratch_exists(&s, "elsewhere"));
	free(shot);
	scratch_free(&s);
}

TEST(platform_replace_link_and_remove_work_on_names)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	const struct write_ops *ops = platform_write_ops();
	struct file_stat st;
	scratch_write(&s, "d/old", "old");
	scratch_write(&s, "new", "new");
	assert_true(ops->link(ops, s.root, "d/old", "kept", &err));
	assert_true(root_stat(s.root, "kept", &st, &err));
	assert_int_equal(st.links, 2);
	assert_true(ops->replace(ops, s.root, "new", "d/old", &err));
	char *shot = scratch_snapshot(&s, false);
	assert_string_equal(shot, "040755 d\n100644 d/old [new]\n100644 kept [old]\n");
	free(shot);
	assert_fails(ops->link(ops, s.root, "d/old", "kept", &err), &err, "cannot link 'd/old' to 'kept': file exists");
	assert_fails(ops->replace(ops, s.root, "none", "x/y", &err), &err,
		"cannot rename 'none' to 'x/y': no such file or directory");
	assert_true(ops->remove(ops, s.root, "kept", &err));
	assert_true(ops->remove(ops, s.root, "kept", &err));
	assert_true(ops->remove(ops, s.root, "x/y/z", &err));
	assert_fails(ops->remove_dir(ops, s.root, "d", &err), &err, "cannot remove folder 'd': directory not empty");
	assert_true(ops->remove(ops, s.root, "d/old", &err));
	assert_true(ops->remove_dir(ops, s.root, "d", &err));
	assert_true(ops->remove_dir(ops, s.root, "d", &err));
	scratch_free(&s);
}

TEST(platform_exchange_swaps_names_of_whatever_kind)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	const struct write_ops *ops = platform_write_ops();
	scratch_write(&s, "file", "text");
	scratch_mkdir(&s, "d");
	scratch_symlink(&s, "nowhere", "d/link");
	scratch_mkdir(&s, "folder");
	bool can = ops->exchange && ops->exchange(ops, s.root, "file", "d/link", &err);
	assert_int_equal(err.kind, ERR_NONE);
	if (can) {
		assert_true(ops->exchange(ops, s.root, "folder", "d/link", &err));
		char *shot = scratch_snapshot(&s, false);
		assert_string_equal(shot, "040755 d\n040755 d/link\n120777 file\n100644 folder [text]\n");
		free(shot);
		assert_fails(ops->exchange(ops, s.root, "folder", "none", &err), &err,
			"cannot exchange 'folder' and 'none': no such file or directory");
		assert_fails(ops->exchange(ops, s.root, "file/x", "folder", &err), &err,
			"cannot exchange 'file/x' and 'folder': a part of the path is a symbolic link");
	}
	scratch_free(&s);
	if (!can)
		skip();
}

static void check_writes_through_links_are_refused(struct scratch *s)
{
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	assert_false(ops->make_dir(ops, s->root, "link/d", &err));
	assert_false(ops->create(ops, s->root, "link/f", slice_of(""), 0644, false, &err));
	assert_false(ops->link(ops, s->root, "f", "link/f", &err));
	assert_false(ops->replace(ops, s->root, "f", "link/f", &err));
	assert_false(ops->replace(ops, s->root, "link/kept", "g", &err));
	assert_false(ops->remove(ops, s->root, "link/kept", &err));
	assert_false(ops->set_meta(ops, s->root, "link/kept", 0600, 0, &err));
	assert_false(ops->set_meta(ops, s->root, "linkfile", 0600, 0, &err));
	assert_false(ops->set_dir_time(ops, s->root, "link", 0, &err));
	assert_false(ops->set_dir_time(ops, s->root, "link/folder", 0, &err));
	assert_false(ops->make_dir(ops, s->root, "link", &err));
	bool busy;
	assert_null(ops->lock(ops, s->root, "linkfile", &busy, &err));
	assert_false(busy);
	err_release(&err);
}

TEST(platform_nothing_is_written_through_a_link)
{
	struct scratch s = scratch_new(), outside = scratch_new();
	scratch_write(&outside, "kept", "kept");
	scratch_mkdir(&outside, "folder");
	scratch_write(&s, "f", "f");
	scratch_symlink(&s, outside.path, "link");
	scratch_symlink(&s, scratch_path(&outside, "kept"), "linkfile");
	char *inside_before = scratch_snapshot(&s, true), *outside_before = scratch_snapshot(&outside, true);
	check_writes_through_links_are_refused(&s);
	s.root->has_openat2 = false;
	check_writes_through_links_are_refused(&s);
	char *inside_after = scratch_snapshot(&s, true), *outside_after = scratch_snapshot(&outside, true);
	assert_string_equal(inside_after, inside_before);
	assert_string_equal(outside_after, outside_before);
	free(inside_before), free(outside_before), free(inside_after), free(outside_after);
	scratch_free(&s);
	scratch_free(&outside);
}

TEST(platform_set_meta_keeps_nanoseconds)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct file_stat st;
	const struct write_ops *ops = platform_write_ops();
	scratch_write(&s, "f", "x");
	assert_true(ops->set_meta(ops, s.root, "f", 0640, 1500000000 * NS + 999999999, &err));
	assert_true(root_stat(s.root, "f", &st, &err));
	assert_int_equal(st.mode, 0640);
	assert_true(st.mtime_ns == 1500000000 * NS + 999999999);
	assert_true(ops->set_meta(ops, s.root, "f", 0400, -1, &err));
	assert_true(root_stat(s.root, "f", &st, &err));
	assert_int_equal(st.mode, 0400);
	assert_true(st.mtime_ns == -1);
	scratch_free(&s);
}

/* A mode from a journal or a plan gives no set-id bits to a file that has none. */
TEST(platform_modes_give_no_set_id_bits)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct file_stat st;
	const struct write_ops *ops = platform_write_ops();
	scratch_write(&s, "plain", "x");
	assert_true(ops->create(ops, s.root, "f", slice_of("x"), 06755, false, &err));
	assert_true(root_stat(s.root, "f", &st, &err));
	assert_int_equal(st.mode, 0755);
	assert_true(ops->set_meta(ops, s.root, "f", 06751, 0, &err));
	assert_true(root_stat(s.root, "f", &st, &err));
	assert_int_equal(st.mode, 0751);
	assert_true(ops->copy_owner(ops, s.root, "plain", "f", 06750, &err));
	assert_true(root_stat(s.root, "f", &st, &err));
	assert_int_equal(st.mode, 0750);
	scratch_free(&s);
}

#define ACCESS_LIST "system.posix_acl_access"

/* Version 2, then tag, permissions and id of each entry: u::rw-, g::r--, g:GID:rw-, m::rw-, o::---. */
static const unsigned char access_list[] = { 2, 0, 0, 0, 0x01, 0, 6, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x04, 0, 4, 0, 0xFF,
	0xFF, 0xFF, 0xFF, 0x08, 0, 6, 0, 0x39, 0x30, 0, 0, 0x10, 0, 6, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x20, 0, 0, 0, 0xFF,
	0xFF, 0xFF, 0xFF };

/* False where the system or the volume keeps no such attributes, or a sandbox lets nobody set them. */
static bool give_attribute(const struct scratch *s, const char *path, const char *name, const void *value, size_t n)
{
#ifdef __linux__
	return setxattr(scratch_path(s, path), name, value, n, 0) == 0;
#else
	(void)s, (void)path, (void)name, (void)value, (void)n;
	return false;
#endif
}

/* -1: it has none. */
static long read_attribute(const struct scratch *s, const char *path, const char *name, char *out, size_t n)
{
#ifdef __linux__
	return (long)getxattr(scratch_path(s, path), name, out, n);
#else
	(void)s, (void)path, (void)name, (void)out, (void)n;
	return -1;
#endif
}

static void assert_attribute(const struct scratch *s, const char *path, const char *name, const void *value, size_t n)
{
	char found[256];
	assert_true(read_attribute(s, path, name, found, sizeof(found)) == (long)n);
	assert_memory_equal(found, value, n);
}

TEST(platform_copy_owner_copies_the_users_attributes)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	const struct write_ops *ops = platform_write_ops();
	char found[8];
	scratch_write(&s, "old", "x");
	bool can =
		give_attribute(&s, "old", "user.tpatch.a", "1", 1) && give_attribute(&s, "old", "user.tpatch.b", "", 0);
	if (can) {
		assert_true(ops->create(ops, s.root, "new", slice_of("y"), 0600, false, &err));
		assert_true(ops->copy_owner(ops, s.root, "old", "new", 0444, &err));
		assert_attribute(&s, "new", "user.tpatch.a", "1", 1);
		assert_true(read_attribute(&s, "new", "user.tpatch.b", found, sizeof(found)) == 0);
	}
	scratch_free(&s);
	if (!can)
		skip();
}

TEST(platform_copy_owner_copies_the_access_list)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct file_stat st;
	const struct write_ops *ops = platform_write_ops();
	char found[8];
	scratch_write(&s, "old", "x");
	scratch_write(&s, "plain", "x");
	bool can = give_attribute(&s, "old", ACCESS_LIST, access_list, sizeof(access_list));
	if (can) {
		assert_true(ops->create(ops, s.root, "new", slice_of("y"), 0600, false, &err));
		assert_true(ops->copy_owner(ops, s.root, "old", "new", 0660, &err));
		assert_attribute(&s, "new", ACCESS_LIST, access_list, sizeof(access_list));
		/* Whichever of its attributes comes last. */
		if (give_attribute(&s, "old", "user.tpatch.a", "1", 1)) {
			assert_true(ops->copy_owner(ops, s.root, "old", "new", 0660, &err));
			assert_attribute(&s, "new", "user.tpatch.a", "1", 1);
			assert_attribute(&s, "new", ACCESS_LIST, access_list, sizeof(access_list));
		}
		/* A file without a list leaves none that the folder gave. */
		assert_true(ops->copy_owner(ops, s.root, "plain", "new", 0644, &err));
		assert_true(read_attribute(&s, "new", ACCESS_LIST, found, sizeof(found)) < 0);
		assert_true(root_stat(s.root, "new", &st, &err));
		assert_int_equal(st.mode, 0644);
	}
	scratch_free(&s);
	if (!can)
		skip();
}

TEST(platform_set_dir_time_sets_only_the_time_of_a_folder)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	const struct write_ops *ops = platform_write_ops();
	scratch_write(&s, "d/f", "x");
	scratch_set_mtime(&s, "d/f", 3 * NS);
	scratch_chmod(&s, "d", 02710);
	scratch_chmod(&s, "", 0750);
	assert_true(ops->set_dir_time(ops, s.root, "", 1500000000 * NS + 999999999, &err));
	assert_true(ops->set_dir_time(ops, s.root, "d", NS + 1, &err));
	char *shot = scratch_snapshot(&s, true);
	assert_string_equal(shot, "040750 1500000000.999999999 .\n042710 1.000000001 d\n100644 3.000000000 d/f [x]\n");
	free(shot);
	assert_fails(ops->set_dir_time(ops, s.root, "d/f", 0, &err), &err,
		"cannot set the time of folder 'd/f': not a directory");
	assert_fails(ops->set_dir_time(ops, s.root, "x", 0, &err), &err,
		"cannot set the time of folder 'x': no such file or directory");
	scratch_free(&s);
}

TEST(platform_flushes_succeed_on_what_is_there)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	const struct write_ops *ops = platform_write_ops();
	scratch_write(&s, "d/f", "x");
	assert_true(ops->flush_file(ops, s.root, "d/f", &err));
	assert_true(ops->flush_dir(ops, s.root, "d", &err));
	assert_true(ops->flush_dir(ops, s.root, "", &err));
	assert_true(ops->flush_volume(ops, s.root, &err) || err.kind == ERR_NONE);
	assert_fails(
		ops->flush_file(ops, s.root, "d/none", &err), &err, "cannot flush 'd/none': no such file or directory");
	scratch_free(&s);
}

static void take_lock_and_die(void *ctx)
{
	struct scratch *s = ctx;
	struct err err = ERR_INIT;
	bool busy;
	if (platform_write_ops()->lock(platform_write_ops(), s->root, "lock", &busy, &err))
		scratch_die(7);
}

TEST(platform_lock_ends_with_its_process)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	const struct write_ops *ops = platform_write_ops();
	bool busy;
	assert_int_equal(scratch_in_child(take_lock_and_die, &s), 7);
	struct file_lock *lock = ops->lock(ops, s.root, "lock", &busy, &err);
	assert_non_null(lock);
	ops->unlock(ops, lock);
	scratch_free(&s);
}

TEST(platform_read_file_follows_links_and_keeps_to_its_limit)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	struct file_stat st;
	scratch_write(&s, "f", "12345");
	scratch_symlink(&s, "f", "l");
	assert_true(platform_read_file(scratch_path(&s, "l"), 5, &text, &err));
	assert_string_equal(text.ptr, "12345");
	assert_false(platform_read_file(scratch_path(&s, "l"), 4, &text, &err));
	err_release(&err);
	assert_true(platform_stat(scratch_path(&s, "l"), &st, &err));
	assert_int_equal(st.type, FILE_REGULAR);
	assert_true(platform_stat(scratch_path(&s, "none/x"), &st, &err));
	assert_int_equal(st.type, FILE_NONE);
	str_release(&text);
	scratch_free(&s);
}
