/* What is special to platform/win32*.c. Names begin with `win32`. */
#include "platform/win32/win32.h"

#include <sddl.h>

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

TEST(win32_text_goes_there_and_back)
{
	static const struct {
		const char *utf8;
		const wchar_t *utf16;
	} rows[] = {
		{ "", L"" },
		{ "a/b", L"a/b" },
		{ "\xC3\xA9", L"\x00E9" },
		{ "\xE4\xB8\xAD", L"\x4E2D" },
		{ "\xF0\x9F\x98\x80x", L"\xD83D\xDE00x" },
		/* Half of a pair, as NTFS allows it in a name. */
		{ "\xED\xA0\xBD", L"\xD83D" },
		{ "\xED\xB8\x80z", L"\xDE00z" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str back = STR_INIT;
		wchar_t *wide = win32_wide(rows[i].utf8);
		assert_non_null(wide);
		assert_int_equal(wcscmp(wide, rows[i].utf16), 0);
		win32_add_utf8(rows[i].utf16, wcslen(rows[i].utf16), &back);
		assert_int_equal(back.len, strlen(rows[i].utf8));
		assert_memory_equal(back.ptr ? back.ptr : "", rows[i].utf8, back.len);
		free(wide);
		str_release(&back);
	}
	static const char *const wrong[] = { "\xFF", "a\xC3", "\xC0\x80", "\xED\xA0", "\xF4\x90\x80\x80" };
	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		assert_null(win32_wide(wrong[i]));
}

static void check_absolute(const char *typed, const char *full, const char *shown)
{
	struct str text = STR_INIT;
	wchar_t *wide = win32_absolute(typed);
	assert_non_null(wide);
	win32_add_utf8(wide, wcslen(wide), &text);
	assert_string_equal(text.ptr, full);
	char *as_shown = win32_shown(typed, wide);
	assert_string_equal(as_shown, shown);
	free(as_shown);
	free(wide);
	str_release(&text);
}

TEST(win32_absolute_takes_every_kind_of_path)
{
	check_absolute("C:\\src\\pytorch", "\\\\?\\C:\\src\\pytorch", "C:\\src\\pytorch");
	check_absolute("C:/src/pytorch", "\\\\?\\C:\\src\\pytorch", "C:/src/pytorch");
	check_absolute("C:\\src\\..\\x\\.\\y", "\\\\?\\C:\\x\\y", "C:\\src\\..\\x\\.\\y");
	check_absolute("\\\\server\\share\\x", "\\\\?\\UNC\\server\\share\\x", "\\\\server\\share\\x");
	check_absolute("//server/share/x", "\\\\?\\UNC\\server\\share\\x", "//server/share/x");
	check_absolute("\\\\?\\C:\\x", "\\\\?\\C:\\x", "\\\\?\\C:\\x");
	check_absolute("\\\\?\\UNC\\server\\share\\x", "\\\\?\\UNC\\server\\share\\x", "\\\\?\\UNC\\server\\share\\x");
	check_absolute("C:\\", "\\\\?\\C:\\", "C:\\");
	check_absolute("C:/", "\\\\?\\C:\\", "C:\\");
	assert_null(win32_absolute(""));
	assert_null(win32_absolute("\xFF"));
}

TEST(win32_other_machines_are_told_however_they_are_written)
{
	static const char *const elsewhere[] = { "\\\\host\\share\\x", "//host/share/x", "\\/host\\share",
		"\\\\?\\UNC\\host\\share\\x", "\\\\?\\unc\\host\\share\\x", "//?/UNC/host/share/x",
		"\\\\?\\C:\\..\\UNC\\host\\share", "//?/C:/x/../../UNC/host/share", "\\\\.\\UNC\\host\\share",
		"\\\\.\\pipe\\x", "\\\\?\\GLOBALROOT\\Device\\Mup\\host\\share" };
	static const char *const here[] = { "C:\\x", "C:x", "c:/x/../../y", "x", "..\\..\\..\\..\\..\\..\\x", "/x",
		"\\\\?\\C:\\x" };
	for (size_t i = 0; i < COUNT_OF(elsewhere); i++) {
		assert_true(platform_is_elsewhere(elsewhere[i], "C:\\tree"));
		assert_true(platform_is_elsewhere(elsewhere[i], "\\\\other\\share\\tree"));
	}
	for (size_t i = 0; i < COUNT_OF(here); i++)
		assert_false(platform_is_elsewhere(here[i], "C:\\tree"));
	assert_false(platform_is_elsewhere("\\\\host\\share\\main\\.git", "//HOST/share/tree"));
	assert_false(platform_is_elsewhere("//host/share/tree/../main/.git", "\\\\?\\UNC\\host\\share\\tree"));
	assert_true(platform_is_elsewhere("\\\\host\\share2\\main\\.git", "\\\\host\\share\\tree"));
	assert_true(platform_is_elsewhere("\\\\host2\\share\\main\\.git", "\\\\host\\share\\tree"));
}

TEST(win32_absolute_paths_are_found_below_the_root)
{
	static const struct {
		const char *root, *typed, *below;
	} rows[] = {
		{ "\\\\?\\C:\\src", "C:\\src\\a\\b.c", "a/b.c" },
		{ "\\\\?\\C:\\src", "c:/SRC/a/B.c", "a/B.c" },
		{ "\\\\?\\C:\\src", "\\\\?\\C:\\src\\x\\..\\b.c", "b.c" },
		{ "\\\\?\\C:\\src", "C:\\srcs\\b.c", NULL },
		{ "\\\\?\\C:\\src", "C:\\src\\..\\b.c", NULL },
		{ "\\\\?\\C:\\src", "C:\\src\\", NULL },
		{ "\\\\?\\C:\\src", "D:\\src\\b.c", NULL },
		{ "\\\\?\\C:\\src", "src\\b.c", NULL },
		{ "\\\\?\\C:\\src", "", NULL },
		{ "\\\\?\\C:\\src", "C:\\src\\\xFF", NULL },
		{ "\\\\?\\C:", "C:\\b.c", "b.c" },
		{ "\\\\?\\UNC\\server\\share", "//Server/share/b.c", "b.c" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct root root = { .full = win32_wide(rows[i].root) };
		char *below = root_path_below(&root, rows[i].typed);
		if (rows[i].below)
			assert_string_equal(below, rows[i].below);
		else
			assert_null(below);
		free(below);
		free(root.full);
	}
}

TEST(win32_absolute_has_no_limit_of_260)
{
	struct str typed = STR_INIT, full = STR_INIT;
	str_add_cstr(&typed, "C:");
	str_add_cstr(&full, "\\\\?\\C:");
	for (size_t i = 0; i < 100; i++) {
		str_add_cstr(&typed, "/folder");
		str_add_cstr(&full, "\\folder");
	}
	check_absolute(typed.ptr, full.ptr, typed.ptr);
	str_release(&typed);
	str_release(&full);
}

TEST(win32_paths_below_a_root_are_plain)
{
	struct root root = { .full = (wchar_t[]){ L"\\\\?\\C:\\tree" } };
	wchar_t *path = win32_below(&root, "a/b.c");
	assert_int_equal(wcscmp(path, L"\\\\?\\C:\\tree\\a\\b.c"), 0);
	free(path);
	path = win32_below(&root, "");
	assert_int_equal(wcscmp(path, L"\\\\?\\C:\\tree\\"), 0);
	free(path);
	static const char *const refused[] = { "/a", "a/", "a//b", ".", "a/..", "../a", "a/./b", "a\\b", "a:b",
		"C:", "C:/x", "a/b:c:$DATA" };
	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		assert_null(win32_below(&root, refused[i]));
		assert_int_equal(GetLastError(), ERROR_INVALID_PARAMETER);
	}
}

TEST(win32_links_are_told_by_their_tag)
{
	DWORD reparse = FILE_ATTRIBUTE_REPARSE_POINT;
	assert_false(win32_is_link(FILE_ATTRIBUTE_NORMAL, 0));
	assert_true(win32_is_link(reparse, IO_REPARSE_TAG_SYMLINK));
	assert_true(win32_is_link(reparse | FILE_ATTRIBUTE_DIRECTORY, IO_REPARSE_TAG_MOUNT_POINT));
	assert_true(win32_is_link(reparse, 0xA000001Dul)); /* a link that Linux made (WSL) */
	assert_true(win32_is_link(reparse | FILE_ATTRIBUTE_DIRECTORY, 0));
	assert_false(win32_is_link(reparse, 0x80000013ul)); /* deduplicated */
	assert_false(win32_is_link(reparse, 0x80000017ul)); /* compressed by Windows */
	assert_false(win32_is_link(reparse, 0x9000001Aul)); /* in a cloud */
}

TEST(win32_prefix_is_left_out_where_it_can_be)
{
	static const struct {
		const wchar_t *full, *plain;
	} rows[] = {
		{ L"\\\\?\\C:\\a\\b", L"C:\\a\\b" },
		{ L"\\\\?\\UNC\\server\\share\\a", L"\\\\server\\share\\a" },
		{ L"C:\\a", L"C:\\a" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		wchar_t *plain = win32_without_prefix(rows[i].full);
		assert_int_equal(wcscmp(plain, rows[i].plain), 0);
		free(plain);
	}
	wchar_t path[400] = L"\\\\?\\C:\\";
	while (wcslen(path) + 1 < COUNT_OF(path))
		wcscat(path, L"x");
	wchar_t *same = win32_without_prefix(path);
	assert_int_equal(wcscmp(same, path), 0);
	free(same);
}

/* As `matrix --git` talks to git. */
/* Under Wine with messages off, and in a service on Windows, nothing else would say why the program has ended. */
TEST(win32_a_crash_has_last_words)
{
	HANDLE ends[2], before = GetStdHandle(STD_ERROR_HANDLE);
	char text[512] = "";
	DWORD got = 0;
	EXCEPTION_RECORD record = { .ExceptionCode = 0x80000004,
		.ExceptionAddress = (char *)GetModuleHandleW(NULL) + 0x12AB };
	EXCEPTION_POINTERS crash = { .ExceptionRecord = &record };
	assert_true(CreatePipe(&ends[0], &ends[1], NULL, 0));
	SetStdHandle(STD_ERROR_HANDLE, ends[1]);
	LONG answer = win32_tell_of_crash(&crash);
	SetStdHandle(STD_ERROR_HANDLE, before);
	CloseHandle(ends[1]);
	assert_true(ReadFile(ends[0], text, sizeof(text) - 1, &got, NULL));
	CloseHandle(ends[0]);
	assert_int_equal(answer, EXCEPTION_CONTINUE_SEARCH);
	assert_non_null(
		strstr(text, "error: the program crashed: exception 0x80000004 at offset 0x00000000000012AB\n"));
	assert_non_null(strstr(text, "hint: "));
	assert_int_equal(text[got - 1], '\n');
}

TEST(win32_process_talks_to_a_program)
{
	static const char *const asks[] = { "cmd.exe", "/v:on", "/c", "set", "/p", "LINE=&", "echo", "got", "!LINE!",
		NULL };
	static const char *const fails[] = { "cmd.exe", "/c", "exit", "3", NULL };
	static const char *const none[] = { "no-such-program", NULL };
	struct err err = ERR_INIT;
	struct environment environment = { 0 };
	environment_ours(&environment);
	assert_null(process_start(none, &environment, 0, &err));
	assert_string_equal(err.message, "cannot start 'no-such-program': no such file or directory");
	err_release(&err);
	struct process *process = process_start(fails, &environment, 0, &err);
	assert_non_null(process);
	assert_false(process_end(process, &err));
	assert_string_equal(err.message, "'cmd.exe' ended with exit code 3");
	err_release(&err);
	process = process_start(asks, &environment, 0, &err);
	environment_release(&environment);
	assert_non_null(process);
	assert_true(process_write(process, SLICE_LITERAL("an answer\r\n"), &err));
	char text[100];
	size_t have = 0, got;
	do {
		assert_true(process_read(process, text + have, sizeof(text) - have, &got, &err));
		have += got;
	} while (got);
	assert_int_equal(have, strlen("got an answer\r\n"));
	assert_memory_equal(text, "got an answer\r\n", have);
	assert_true(process_end(process, &err));
}

/* A folder on the way is held while something is done below it: it cannot be moved away and a link put in its place. */
TEST(win32_folders_are_held)
{
	struct scratch s = scratch_new();
	struct win32_place place;
	scratch_write(&s, "d/e/f", "x");
	assert_true(win32_find(s.root, "d/e/f", &place));
	wchar_t *from = win32_below(s.root, "d/e"), *to = win32_below(s.root, "d/moved");
	assert_false(MoveFileExW(from, to, 0));
	assert_int_equal(GetLastError(), ERROR_SHARING_VIOLATION);
	win32_leave(&place);
	assert_true(MoveFileExW(from, to, 0));
	free(from);
	free(to);
	scratch_free(&s);
}

/*
 * From the lock on, folders stay open, so that nobody can put others in their place; what the run itself removes is
 * let go.
 */
TEST(win32_folders_are_held_while_a_run_writes)
{
	struct scratch s = scratch_new();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	struct file_stat st;
	bool busy;
	scratch_write(&s, "d/e/f", "x");
	scratch_mkdir(&s, "d/deeper/still");
	wchar_t *from = win32_below(s.root, "d"), *to = win32_below(s.root, "moved");
	struct file_lock *lock = ops->lock(ops, s.root, "lock", &busy, &err);
	assert_non_null(lock);
	assert_true(root_stat(s.root, "d/e/f", &st, &err) && st.type == FILE_REGULAR);
	assert_true(root_stat(s.root, "d/deeper/still/none", &st, &err) && st.type == FILE_NONE);
	assert_false(MoveFileExW(from, to, 0));
	assert_int_equal(GetLastError(), ERROR_SHARING_VIOLATION);
	assert_true(ops->remove(ops, s.root, "d/e/f", &err));
	assert_true(ops->remove_dir(ops, s.root, "d/e", &err));
	assert_false(scratch_exists(&s, "d/e"));
	/* More folders than are held at once. */
	for (int i = 0; i < 100; i++) {
		char path[32];
		snprintf(path, sizeof(path), "d/many-%d", i);
		assert_true(ops->make_dir(ops, s.root, path, &err));
		snprintf(path, sizeof(path), "d/many-%d/f", i);
		assert_true(ops->create(ops, s.root, path, SLICE_LITERAL("y"), 0644, false, &err));
	}
	ops->unlock(ops, lock);
	assert_true(MoveFileExW(from, to, 0));
	free(from);
	free(to);
	scratch_free(&s);
}

static BOOL WINAPI no_locks_here(
	HANDLE file, DWORD flags, DWORD reserved, DWORD low, DWORD high, OVERLAPPED *overlapped)
{
	(void)file, (void)flags, (void)reserved, (void)low, (void)high, (void)overlapped;
	SetLastError(ERROR_NOT_SUPPORTED);
	return FALSE;
}

/* As on \\wsl.localhost: the one who has it and the other may each find locks of ranges, or none. */
TEST(win32_where_files_cannot_be_locked_one_opens_them_alone)
{
	win32_lock_file *const ways[] = { no_locks_here, LockFileEx };
	struct scratch s = scratch_new();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	bool busy = true;
	for (size_t i = 0; i < COUNT_OF(ways); i++) {
		struct file_lock *first = win32_lock_by(no_locks_here, s.root, "lock", &busy, &err);
		assert_non_null(first);
		assert_false(busy);
		assert_null(win32_lock_by(ways[i], s.root, "lock", &busy, &err));
		assert_true(busy);
		assert_non_null(strstr(err.message, "is running in this tree"));
		assert_non_null(strstr(err.message, "(pid "));
		err_release(&err);
		ops->unlock(ops, first);
		first = win32_lock_by(ways[i], s.root, "lock", &busy, &err);
		assert_non_null(first);
		ops->unlock(ops, first);
	}
	struct file_lock *first = win32_lock_by(LockFileEx, s.root, "lock", &busy, &err);
	assert_non_null(first);
	assert_null(win32_lock_by(no_locks_here, s.root, "lock", &busy, &err));
	assert_true(busy);
	err_release(&err);
	ops->unlock(ops, first);
	/* A program that is no tpatch. */
	wchar_t *path = win32_below(s.root, "lock");
	HANDLE other = CreateFileW(path, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
	assert_true(other != INVALID_HANDLE_VALUE);
	assert_null(ops->lock(ops, s.root, "lock", &busy, &err));
	assert_false(busy);
	assert_string_equal(err.message, "cannot lock 'lock': it is open in another program");
	err_release(&err);
	CloseHandle(other);
	free(path);
	scratch_free(&s);
}

static void assert_spelling(const struct scratch *s, const char *typed, const char *wanted)
{
	char *spelled = root_spelling(s->root, typed);
	assert_string_equal(spelled, wanted);
	free(spelled);
}

TEST(win32_paths_are_spelled_as_the_folders_have_them)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "A Folder/CMakeLists.txt", "x");
	assert_spelling(&s, "a folder/cmakelists.TXT", "A Folder/CMakeLists.txt");
	assert_spelling(&s, "A Folder", "A Folder");
	assert_spelling(&s, "a folder/none", "a folder/none");
	assert_spelling(&s, "a folder/*", "a folder/*");
	assert_spelling(&s, "", "");
	/* The 8.3 name, where the volume gives one. */
	wchar_t *full = win32_below(s.root, "A Folder/CMakeLists.txt"), name[400];
	WIN32_FIND_DATAW found;
	HANDLE search = FindFirstFileW(full, &found);
	assert_true(search != INVALID_HANDLE_VALUE);
	FindClose(search);
	if (found.cAlternateFileName[0]) {
		struct str typed = STR_INIT;
		wcscpy(name, found.cAlternateFileName);
		str_add_cstr(&typed, "A Folder/");
		win32_add_utf8(name, wcslen(name), &typed);
		assert_spelling(&s, typed.ptr, "A Folder/CMakeLists.txt");
		str_release(&typed);
	}
	free(full);
	scratch_free(&s);
}

/* What tells "permission denied" from a file that another program has open, and only the latter is waited for. */
TEST(win32_held_files_are_told_from_forbidden_ones)
{
	struct scratch s = scratch_new();
	struct win32_place place;
	scratch_write(&s, "d/f", "x");
	assert_true(win32_find(s.root, "d/f", &place));
	assert_false(win32_is_held(&place));
	HANDLE held = CreateFileW(place.path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
		NULL, OPEN_EXISTING, 0, NULL);
	assert_true(win32_is_held(&place));
	/* A rename as POSIX has it goes over what may be deleted. */
	s.root->renames_like_posix = true;
	assert_false(win32_is_held(&place));
	CloseHandle(held);
	held = CreateFileW(place.path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
	assert_true(win32_is_held(&place));
	CloseHandle(held);
	win32_leave(&place);
	scratch_free(&s);
}

/*
 * The system does not know POSIX's way, whatever the volume says (Wine), or knows it: a file is renamed and removed
 * all the same.
 */
TEST(win32_files_are_renamed_and_removed_whether_like_posix_or_not)
{
	struct scratch s = scratch_new();
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	for (int like_posix = 0; like_posix < 2; like_posix++) {
		s.root->renames_like_posix = like_posix;
		scratch_write(&s, "d/from", "new");
		scratch_write(&s, "d/to", "old");
		scratch_link(&s, "d/to", "d/other");
		scratch_chmod(&s, "d/to", 0444);
		assert_true(ops->replace(ops, s.root, "d/from", "d/to", &err));
		char *text = scratch_read(&s, "d/to"), *other = scratch_read(&s, "d/other");
		assert_string_equal(text, "new");
		assert_string_equal(other, "old");
		wchar_t *path = win32_below(s.root, "d/other");
		assert_true(GetFileAttributesW(path) & FILE_ATTRIBUTE_READONLY);
		scratch_link(&s, "d/other", "d/third");
		assert_true(ops->remove(ops, s.root, "d/third", &err));
		assert_false(scratch_exists(&s, "d/third"));
		assert_true(GetFileAttributesW(path) & FILE_ATTRIBUTE_READONLY);
		assert_false(ops->place(ops, s.root, "d/to", "d/other", &err));
		assert_string_equal(err.message, "cannot rename 'd/to' to 'd/other': file exists");
		err_release(&err);
		assert_true(ops->remove(ops, s.root, "d/other", &err));
		free(path);
		free(text);
		free(other);
	}
	scratch_free(&s);
}

/* Of a file whose name is gone, by its number; Wine finds it only beside the folder that is given. */
TEST(win32_attributes_are_set_by_the_number_of_a_file)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct file_stat st;
	scratch_write(&s, "f", "x");
	assert_true(root_stat(s.root, "f", &st, &err));
	assert_true(win32_set_attributes_by_id(s.root->handle, st.file_id, FILE_ATTRIBUTE_READONLY));
	assert_true(root_stat(s.root, "f", &st, &err) && st.mode == 0444);
	scratch_chmod(&s, "f", 0644);
	assert_false(win32_set_attributes_by_id(s.root->handle, UINT64_MAX - 1, FILE_ATTRIBUTE_READONLY));
	scratch_free(&s);
}
