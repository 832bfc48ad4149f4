/* Files that are no part of the source tree: logs, locks, and folders to be removed. On Windows. */
#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "system/system.h"

/* 10 ms, 20 ms, … 2.5 s altogether: a scanner or an indexer has let go by then. */
#define REMOVE_TRIES 8u
#define CLOSE_IT                                                                                                       \
	"close what has the file open (an editor, a Python that imported it, a compiler's server), and run tbuild again"

struct system_log {
	HANDLE handle;
	DWORD why;       /* the reason of the last write, if it failed */
	struct str rest; /* not written yet */
	char *path;
};

/* The hint is ours: the engine's is about tpatch. */
static bool fail(struct err *err, DWORD reason, const char *what, const char *path)
{
	win32_fail(err, reason, "cannot %s '%s'", what, path);
	return win32_is_busy(reason) ? err_hint(err, "%s", CLOSE_IT) : false;
}

bool system_read_at(const char *path, uint64_t offset, void *buffer, size_t size, size_t *got, struct err *err)
{
	wchar_t *wide = win32_absolute(path);
	HANDLE handle = INVALID_HANDLE_VALUE;
	DWORD part = 0;
	OVERLAPPED place = { .Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32) };
	if (wide)
		handle = CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
			OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
	bool ok = handle != INVALID_HANDLE_VALUE && ReadFile(handle, buffer, (DWORD)size, &part, &place);
	DWORD reason = GetLastError();
	free(wide);
	if (handle != INVALID_HANDLE_VALUE)
		CloseHandle(handle);
	*got = ok ? part : 0;
	return ok || reason == ERROR_HANDLE_EOF || fail(err, reason, "read", path);
}

struct system_log *system_log_open(const char *path, struct err *err)
{
	wchar_t *wide = win32_absolute(path);
	HANDLE handle = INVALID_HANDLE_VALUE;
	if (wide) {
		/* Of a link, or of one name among several, the name goes: what it leads to is not ours. */
		DeleteFileW(wide);
		handle = CreateFileW(wide, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, CREATE_NEW,
			FILE_ATTRIBUTE_NORMAL, NULL);
	}
	DWORD reason = GetLastError();
	free(wide);
	if (handle == INVALID_HANDLE_VALUE) {
		fail(err, reason, "create", path);
		return NULL;
	}
	struct system_log *log = xmalloc(sizeof(*log));
	*log = (struct system_log){ .handle = handle, .path = xstrdup(path) };
	return log;
}

void system_log_write(struct system_log *log, struct slice bytes)
{
	size_t done = 0;
	str_add(&log->rest, bytes);
	log->why = 0;
	while (done < log->rest.len && !log->why) {
		size_t left = log->rest.len - done;
		DWORD put = 0, want = left < (1u << 20) ? (DWORD)left : 1u << 20;
		if (!WriteFile(log->handle, log->rest.ptr + done, want, &put, NULL))
			log->why = GetLastError();
		done += put;
	}
	log->rest.len -= done;
	if (done)
		memmove(log->rest.ptr, log->rest.ptr + done, log->rest.len + 1);
}

bool system_log_close(struct system_log *log, struct err *err)
{
	system_log_write(log, SLICE_LITERAL(""));
	bool ok = !log->why || fail(err, log->why, "write", log->path);
	CloseHandle(log->handle);
	str_release(&log->rest);
	free(log->path);
	free(log);
	return ok;
}

/* Locked far beyond what anybody writes into it. */
static bool lock_open_file(HANDLE handle)
{
	OVERLAPPED at = { .OffsetHigh = 0x40000000u };
	return LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at);
}

/* Some shares have no locks (WSL's, WebDAV). */
static bool has_no_locks(DWORD reason)
{
	return reason == ERROR_NOT_SUPPORTED || reason == ERROR_INVALID_FUNCTION;
}

static HANDLE open_lock(const wchar_t *wide, DWORD share)
{
	return CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, share, NULL, OPEN_ALWAYS,
		FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
}

/*
 * The programs that are started do not inherit it: they end with us, by their job. A scanner that has the file open for
 * a moment is no other tbuild.
 */
bool system_lock(const char *path, bool *busy, struct err *err)
{
	wchar_t *wide = win32_absolute(path);
	HANDLE handle = INVALID_HANDLE_VALUE;
	unsigned tries = 0;
	*busy = false;
	do
		handle = wide ? open_lock(wide, FILE_SHARE_READ | FILE_SHARE_WRITE) : INVALID_HANDLE_VALUE;
	while (handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION &&
		win32_wait(&tries, REMOVE_TRIES));
	if (handle != INVALID_HANDLE_VALUE && !lock_open_file(handle)) {
		*busy = GetLastError() == ERROR_LOCK_VIOLATION || GetLastError() == ERROR_IO_PENDING;
		bool is_alone_enough = has_no_locks(GetLastError());
		DWORD why = GetLastError();
		CloseHandle(handle);
		handle = INVALID_HANDLE_VALUE;
		SetLastError(why);
		/* Then it is open for nobody else. */
		if (is_alone_enough) {
			handle = open_lock(wide, 0);
			*busy = handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION;
		}
	}
	DWORD reason = GetLastError();
	free(wide);
	return handle != INVALID_HANDLE_VALUE || fail(err, reason, "lock", path);
}

bool system_copy_file(const char *from, const char *to, struct err *err)
{
	wchar_t *source = win32_absolute(from), *target = win32_absolute(to);
	unsigned tries = 0;
	bool ok;
	do
		ok = source && target && (DeleteFileW(target) || GetLastError() == ERROR_FILE_NOT_FOUND) &&
		     CopyFileW(source, target, TRUE);
	while (!ok && win32_is_busy(GetLastError()) && win32_wait(&tries, REMOVE_TRIES));
	DWORD reason = GetLastError();
	free(source);
	free(target);
	if (ok)
		return true;
	win32_fail(err, reason, "cannot copy '%s' to '%s'", from, to);
	return win32_is_busy(reason) ? err_hint(err, "%s", CLOSE_IT) : false;
}

/* --- removing ----------------------------------------------------------------------------------------------------- */

static bool is_gone(DWORD reason)
{
	return reason == ERROR_FILE_NOT_FOUND || reason == ERROR_PATH_NOT_FOUND;
}

/* `wide` is an absolute path with prefix. */
static bool cannot_remove(const wchar_t *wide, DWORD reason, struct err *err)
{
	struct str path = STR_INIT;
	wchar_t *plain = win32_without_prefix(wide);
	win32_add_utf8(plain, wcslen(plain), &path);
	fail(err, reason, "remove", path.ptr);
	if (win32_is_busy(reason)) {
		win32_name_holders(err, wide);
		err_hint(err, "%s", CLOSE_IT);
	}
	free(plain);
	str_release(&path);
	return false;
}

/* With patience: a file that another program opened so that it may be deleted is gone only when that one closes it. */
static bool remove_name(const wchar_t *wide, BOOL(WINAPI *call)(const wchar_t *), struct err *err)
{
	unsigned tries = 0;
	bool ok;
	do
		ok = call(wide) || is_gone(GetLastError());
	while (!ok && (win32_is_busy(GetLastError()) || GetLastError() == ERROR_DIR_NOT_EMPTY) &&
		win32_wait(&tries, REMOVE_TRIES));
	return ok || cannot_remove(wide, GetLastError(), err);
}

static bool remove_any(const wchar_t *wide, DWORD attributes, DWORD tag, struct err *err);

static wchar_t *below(const wchar_t *folder, const wchar_t *name)
{
	size_t folder_len = wcslen(folder), name_len = wcslen(name);
	wchar_t *path = xreallocarray(NULL, folder_len + 1 + name_len + 1, sizeof(*path));
	wmemcpy(path, folder, folder_len);
	path[folder_len] = L'\\';
	wmemcpy(path + folder_len + 1, name, name_len + 1);
	return path;
}

static bool empty_folder(const wchar_t *wide, struct err *err)
{
	WIN32_FIND_DATAW found;
	wchar_t *pattern = below(wide, L"*");
	HANDLE search = FindFirstFileExW(
		pattern, FindExInfoBasic, &found, FindExSearchNameMatch, NULL, FIND_FIRST_EX_LARGE_FETCH);
	DWORD reason = GetLastError();
	bool ok = true;
	free(pattern);
	if (search == INVALID_HANDLE_VALUE)
		return is_gone(reason) || cannot_remove(wide, reason, err);
	do {
		if (wcscmp(found.cFileName, L".") == 0 || wcscmp(found.cFileName, L"..") == 0)
			continue;
		wchar_t *path = below(wide, found.cFileName);
		ok = remove_any(path, found.dwFileAttributes, found.dwReserved0, err);
		free(path);
	} while (ok && FindNextFileW(search, &found));
	FindClose(search);
	return ok;
}

static bool remove_any(const wchar_t *wide, DWORD attributes, DWORD tag, struct err *err)
{
	if (attributes & FILE_ATTRIBUTE_READONLY)
		SetFileAttributesW(wide, attributes & ~(DWORD)FILE_ATTRIBUTE_READONLY);
	if (!(attributes & FILE_ATTRIBUTE_DIRECTORY))
		return remove_name(wide, DeleteFileW, err);
	return (win32_is_link(attributes, tag) || empty_folder(wide, err)) && remove_name(wide, RemoveDirectoryW, err);
}

bool system_remove_tree(const char *path, struct err *err)
{
	WIN32_FIND_DATAW found;
	wchar_t *wide = win32_absolute(path);
	if (!wide)
		return fail(err, GetLastError(), "remove", path);
	HANDLE search = FindFirstFileW(wide, &found);
	DWORD reason = GetLastError();
	bool ok = search != INVALID_HANDLE_VALUE || is_gone(reason) || fail(err, reason, "remove", path);
	if (search != INVALID_HANDLE_VALUE) {
		FindClose(search);
		ok = remove_any(wide, found.dwFileAttributes, found.dwReserved0, err);
	}
	free(wide);
	return ok;
}
