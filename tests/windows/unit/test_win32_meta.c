/* What files keep when they are written anew on Windows: times, attributes, streams, access rights. */
#include "platform/win32/win32.h"

#include <sddl.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"
#include "platform/process.h"
#include "platform/thread.h"
#include "platform/write.h"
#include "scratch.h"
#include "unit.h"

#define NS 1000000000LL

TEST(win32_times_keep_100_ns)
{
	static const int64_t times[] = { 0, 100, -100, 1500000000 * NS + 999999900, -1 * NS };
	for (size_t i = 0; i < COUNT_OF(times); i++)
		assert_true(win32_unix_ns(win32_filetime(times[i])) == times[i]);
	assert_true(win32_unix_ns(win32_filetime(199)) == 100);
	assert_true(win32_unix_ns(win32_filetime(-1)) == -100);
}

TEST(win32_read_only_files_are_replaced_and_removed)
{
	struct scratch s = scratch_new();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	struct file_stat st;
	scratch_write(&s, "target", "old");
	scratch_link(&s, "target", "other");
	scratch_chmod(&s, "target", 0444);
	assert_true(ops->create(ops, s.root, "new", SLICE_LITERAL("new"), 0444, false, &err));
	assert_true(root_stat(s.root, "new", &st, &err) && st.mode == 0444);
	assert_true(ops->can_replace(ops, s.root, "target", &err));
	assert_true(ops->flush_file(ops, s.root, "new", &err));
	assert_true(ops->replace(ops, s.root, "new", "target", &err));
	char *text = scratch_read(&s, "target");
	assert_string_equal(text, "new");
	free(text);
	assert_true(root_stat(s.root, "target", &st, &err) && st.mode == 0444);
	assert_true(ops->set_meta(ops, s.root, "target", 0644, 5 * NS, &err));
	assert_true(root_stat(s.root, "target", &st, &err) && st.mode == 0644 && st.mtime_ns == 5 * NS);
	assert_true(ops->set_meta(ops, s.root, "target", 0400, 6 * NS, &err));
	assert_true(ops->set_meta(ops, s.root, "target", 0444, 7 * NS, &err));
	assert_true(root_stat(s.root, "target", &st, &err) && st.mode == 0444 && st.mtime_ns == 7 * NS);
	scratch_link(&s, "target", "second");
	assert_true(ops->remove(ops, s.root, "target", &err));
	assert_false(scratch_exists(&s, "target"));
	assert_true(root_stat(s.root, "second", &st, &err));
	assert_int_equal(st.mode, 0444);
	assert_true(ops->remove(ops, s.root, "second", &err));
	assert_true(ops->remove(ops, s.root, "second", &err));
	scratch_free(&s);
}

/* A failed replacement leaves the attribute as it was. */
TEST(win32_failed_replacement_keeps_read_only)
{
	struct scratch s = scratch_new();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	struct file_stat st;
	scratch_write(&s, "target", "old");
	scratch_chmod(&s, "target", 0444);
	assert_false(ops->replace(ops, s.root, "none", "target", &err));
	assert_string_equal(err.message, "cannot rename 'none' to 'target': no such file or directory");
	err_release(&err);
	assert_true(root_stat(s.root, "target", &st, &err) && st.mode == 0444);
	scratch_mkdir(&s, "folder");
	scratch_write(&s, "new", "new");
	assert_false(ops->replace(ops, s.root, "new", "folder", &err));
	err_release(&err);
	scratch_free(&s);
}

TEST(win32_a_file_that_is_open_cannot_be_replaced)
{
	struct scratch s = scratch_new();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	scratch_write(&s, "d/f", "x");
	wchar_t *path = win32_below(s.root, "d/f");
	HANDLE held = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
	assert_true(held != INVALID_HANDLE_VALUE);
	assert_false(ops->can_replace(ops, s.root, "d/f", &err));
	assert_string_equal(err.message, "cannot replace 'd/f': it is open in another program");
	err_release(&err);
	assert_true(root_read(s.root, "d/f", 10, &text, NULL, &err));
	CloseHandle(held);
	assert_true(ops->can_replace(ops, s.root, "d/f", &err));
	held = CreateFileW(path, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
	assert_false(root_read(s.root, "d/f", 10, &text, NULL, &err));
	assert_string_equal(err.message, "cannot read 'd/f': it is open in another program");
	err_release(&err);
	CloseHandle(held);
	free(path);
	str_release(&text);
	scratch_free(&s);
}

/* A program that takes the attribute off and puts it on again for as long as it is told to. */
struct toggler {
	const wchar_t *path;
	atomic_bool is_over;
	struct scratch *s;
	unsigned failed;
};

static void toggle_or_write(void *ctx, size_t thread)
{
	struct toggler *toggler = ctx;
	const struct write_ops *ops = platform_write_ops();
	if (thread) {
		for (bool on = true; !atomic_load(&toggler->is_over); on = !on)
			SetFileAttributesW(toggler->path, on ? FILE_ATTRIBUTE_READONLY : FILE_ATTRIBUTE_NORMAL);
		return;
	}
	for (unsigned i = 0; i < 1000; i++) {
		struct err err = ERR_INIT;
		toggler->failed += !(ops->flush_file(ops, toggler->s->root, "f", &err) &&
				     ops->set_meta(ops, toggler->s->root, "f", 0644, 0, &err));
		err_release(&err);
	}
	atomic_store(&toggler->is_over, true);
}

/* Between two calls the attribute comes and goes, and no number of such meetings is a reason to fail. */
TEST(win32_flushes_and_sets_times_while_another_program_toggles_read_only)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "f", "x");
	wchar_t *path = win32_below(s.root, "f");
	struct toggler toggler = { .path = path, .s = &s };
	thread_run(2, toggle_or_write, &toggler);
	assert_int_equal(toggler.failed, 0);
	SetFileAttributesW(path, FILE_ATTRIBUTE_NORMAL);
	free(path);
	scratch_free(&s);
}

/* What a rename over the old file would lose. */
TEST(win32_attributes_and_creation_time_are_carried_over)
{
	struct scratch s = scratch_new();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	WIN32_FILE_ATTRIBUTE_DATA data;
	FILETIME born = { .dwLowDateTime = 0x10000000, .dwHighDateTime = 0x01C00000 };
	scratch_write(&s, "old", "x");
	scratch_write(&s, "new", "y");
	wchar_t *old = win32_below(s.root, "old"), *new = win32_below(s.root, "new");
	HANDLE handle = CreateFileW(old, FILE_WRITE_ATTRIBUTES, 0, NULL, OPEN_EXISTING, 0, NULL);
	assert_true(SetFileTime(handle, &born, NULL, NULL));
	CloseHandle(handle);
	assert_true(SetFileAttributesW(old, FILE_ATTRIBUTE_HIDDEN));
	/* A file system of Linux without extended attributes keeps none, and Wine knows no time of creation. */
	assert_true(GetFileAttributesExW(old, GetFileExInfoStandard, &data));
	DWORD hidden = data.dwFileAttributes & FILE_ATTRIBUTE_HIDDEN;
	FILETIME kept = data.ftCreationTime;
	assert_true(ops->copy_owner(ops, s.root, "old", "new", 0644, &err));
	assert_true(GetFileAttributesExW(new, GetFileExInfoStandard, &data));
	assert_int_equal(data.dwFileAttributes & FILE_ATTRIBUTE_HIDDEN, hidden);
	if (CompareFileTime(&kept, &born) == 0)
		assert_int_equal(CompareFileTime(&data.ftCreationTime, &born), 0);
	assert_true(ops->replace(ops, s.root, "new", "old", &err));
	assert_int_equal(GetFileAttributesW(old) & FILE_ATTRIBUTE_HIDDEN, hidden);
	free(old);
	free(new);
	scratch_free(&s);
}

static wchar_t *stream_of(struct scratch *s, const char *file, const wchar_t *stream)
{
	wchar_t *path = win32_below(s->root, file);
	path = xreallocarray(path, wcslen(path) + wcslen(stream) + 1, sizeof(*path));
	wcscat(path, stream);
	return path;
}

static void write_stream(struct scratch *s, const char *file, const wchar_t *stream, const char *bytes, DWORD len)
{
	wchar_t *path = stream_of(s, file, stream);
	HANDLE handle = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
	DWORD put;
	assert_true(handle != INVALID_HANDLE_VALUE && WriteFile(handle, bytes, len, &put, NULL));
	CloseHandle(handle);
	free(path);
}

/* Is it there, with these bytes? */
static bool stream_is(struct scratch *s, const char *file, const wchar_t *stream, const char *bytes, DWORD len)
{
	wchar_t *path = stream_of(s, file, stream);
	HANDLE handle = CreateFileW(path, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
	char *found = xmalloc(len + 1);
	DWORD got = 0;
	bool is = handle != INVALID_HANDLE_VALUE && ReadFile(handle, found, len + 1, &got, NULL) && got == len &&
		  memcmp(found, bytes, len) == 0;
	if (handle != INVALID_HANDLE_VALUE)
		CloseHandle(handle);
	free(found);
	free(path);
	return is;
}

/* To Wine a stream is another file with a colon in its name, and it lists none: that copy_owner() finds them is seen on
 * Windows only. */
TEST(win32_streams_are_carried_over)
{
	enum { LEN = 200000 };
	static const char zone[] = "[ZoneTransfer]\r\nZoneId=3\r\n";
	struct scratch s = scratch_new();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	char *large = xmalloc(LEN);
	for (size_t i = 0; i < LEN; i++)
		large[i] = (char)(i % 251);
	scratch_write(&s, "old", "x");
	scratch_write(&s, "new", "y");
	scratch_write(&s, "third", "z");
	write_stream(&s, "old", L":Zone.Identifier:$DATA", zone, sizeof(zone) - 1);
	write_stream(&s, "old", L":large:$DATA", large, LEN);
	wchar_t *old = win32_below(s.root, "old"), *new = win32_below(s.root, "new"),
		*third = win32_below(s.root, "third");
	assert_true(win32_copy_stream(old, new, L":Zone.Identifier:$DATA"));
	assert_true(win32_copy_stream(old, new, L":large:$DATA"));
	assert_false(win32_copy_stream(old, new, L":none:$DATA"));
	assert_true(stream_is(&s, "new", L":Zone.Identifier:$DATA", zone, sizeof(zone) - 1));
	assert_true(stream_is(&s, "new", L":large:$DATA", large, LEN));
	assert_false(stream_is(&s, "new", L":none:$DATA", "", 0));
	assert_true(
		SetFileAttributesW(old, FILE_ATTRIBUTE_READONLY) && SetFileAttributesW(third, FILE_ATTRIBUTE_READONLY));
	assert_true(ops->copy_owner(ops, s.root, "old", "third", 0644, &err));
	assert_true(GetFileAttributesW(third) & FILE_ATTRIBUTE_READONLY);
	WIN32_FIND_STREAM_DATA found;
	HANDLE search = FindFirstStreamW(old, FindStreamInfoStandard, &found, 0);
	if (search != INVALID_HANDLE_VALUE) {
		FindClose(search);
		assert_true(stream_is(&s, "third", L":Zone.Identifier:$DATA", zone, sizeof(zone) - 1));
		assert_true(stream_is(&s, "third", L":large:$DATA", large, LEN));
	}
	assert_true(SetFileAttributesW(third, FILE_ATTRIBUTE_NORMAL));
	char *text = scratch_read(&s, "third");
	assert_string_equal(text, "z");
	free(text);
	free(old);
	free(new);
	free(third);
	free(large);
	scratch_free(&s);
}

/* The list of `path` in the system's own words; for LocalFree(). */
static wchar_t *access_text(const wchar_t *path)
{
	BYTE access[1024];
	DWORD need;
	wchar_t *text = NULL;
	assert_true(GetFileSecurityW(path, DACL_SECURITY_INFORMATION, access, sizeof(access), &need));
	assert_true(ConvertSecurityDescriptorToStringSecurityDescriptorW(
		access, SDDL_REVISION_1, DACL_SECURITY_INFORMATION, &text, NULL));
	return text;
}

/* Of Windows' rights, Wine keeps what the permission bits of Linux can say. */
TEST(win32_access_rights_are_carried_over)
{
	struct scratch s = scratch_new();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	PSECURITY_DESCRIPTOR everybody;
	scratch_write(&s, "old", "x");
	scratch_write(&s, "new", "y");
	wchar_t *old = win32_below(s.root, "old"), *new = win32_below(s.root, "new");
	assert_true(ConvertStringSecurityDescriptorToSecurityDescriptorW(
		L"D:P(A;;FA;;;WD)", SDDL_REVISION_1, &everybody, NULL));
	wchar_t *first = access_text(old);
	assert_true(SetFileSecurityW(old, DACL_SECURITY_INFORMATION, everybody));
	wchar_t *wanted = access_text(old), *before = access_text(new);
	assert_int_equal(wcscmp(before, first), 0);
	assert_int_not_equal(wcscmp(before, wanted), 0);
	assert_true(ops->copy_owner(ops, s.root, "old", "new", 0644, &err));
	wchar_t *after = access_text(new);
	assert_int_equal(wcscmp(after, wanted), 0);
	LocalFree(first);
	LocalFree(wanted);
	LocalFree(before);
	LocalFree(after);
	LocalFree(everybody);
	free(old);
	free(new);
	scratch_free(&s);
}
