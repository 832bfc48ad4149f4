/* The lock of a tree, and who holds it. */
#include "platform/win32.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "platform/write.h"

/* Locked far beyond the text, which others shall be able to read: on Windows, locked bytes cannot be read. */
#define LOCK_OFFSET_HIGH 0x40000000u

struct file_lock {
	HANDLE handle;
};

/* Who holds it? The holder wrote its process id; a reader may come before that. */
static void say_busy(HANDLE handle, struct err *err)
{
	char text[32] = { 0 };
	DWORD got;
	uint64_t id = 0;
	if (ReadFile(handle, text, sizeof(text) - 1, &got, NULL) && sscanf(text, "%" SCNu64, &id) == 1 && id)
		err_set(err, ERR_IO, "another tpatch (pid %" PRIu64 ") is at work in this tree", id);
	else
		err_set(err, ERR_IO, "another tpatch is at work in this tree");
	err_hint(err, "wait until it has ended");
}

static bool take_lock(HANDLE handle)
{
	OVERLAPPED at = { .OffsetHigh = LOCK_OFFSET_HIGH };
	return LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at);
}

static bool write_process_id(HANDLE handle)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "%" PRIu64 "\n", platform_process_id());
	DWORD put;
	return SetEndOfFile(handle) && WriteFile(handle, text, (DWORD)len, &put, NULL);
}

/* The lock file, made if need be. INVALID_HANDLE_VALUE with `err`. */
static HANDLE open_lock(struct root *root, const char *path, struct err *err)
{
	struct win32_place place;
	FILE_BASIC_INFO info;
	if (!win32_find(root, path, &place)) {
		win32_fail(err, GetLastError(), "cannot lock '%s'", path);
		return INVALID_HANDLE_VALUE;
	}
	HANDLE handle = win32_open(
		place.path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_ALWAYS, 0, &info);
	bool is_folder = handle != INVALID_HANDLE_VALUE && (info.FileAttributes & FILE_ATTRIBUTE_DIRECTORY);
	win32_leave(&place);
	if (handle == INVALID_HANDLE_VALUE)
		win32_fail(err, GetLastError(), "cannot lock '%s'", path);
	if (!is_folder)
		return handle;
	CloseHandle(handle);
	err_set(err, ERR_IO, "cannot lock '%s': it is not a regular file", path);
	return INVALID_HANDLE_VALUE;
}

struct file_lock *win32_lock(
	const struct write_ops *ops, struct root *root, const char *path, bool *busy, struct err *err)
{
	(void)ops;
	*busy = false;
	HANDLE handle = open_lock(root, path, err);
	if (handle == INVALID_HANDLE_VALUE)
		return NULL;
	if (!take_lock(handle)) {
		DWORD reason = GetLastError();
		*busy = reason == ERROR_LOCK_VIOLATION || reason == ERROR_IO_PENDING;
		if (*busy)
			say_busy(handle, err);
		else
			win32_fail(err, reason, "cannot lock '%s'", path);
		CloseHandle(handle);
		return NULL;
	}
	if (!write_process_id(handle)) {
		win32_fail(err, GetLastError(), "cannot write '%s'", path);
		CloseHandle(handle);
		return NULL;
	}
	struct file_lock *lock = xmalloc(sizeof(*lock));
	lock->handle = handle;
	win32_begin_writing();
	return lock;
}

void win32_unlock(const struct write_ops *ops, struct file_lock *lock)
{
	(void)ops;
	if (!lock)
		return;
	/* Without it, the lock would end some time after the handle. */
	OVERLAPPED at = { .OffsetHigh = LOCK_OFFSET_HIGH };
	UnlockFileEx(lock->handle, 0, 1, 0, &at);
	CloseHandle(lock->handle);
	free(lock);
	win32_end_writing();
}
