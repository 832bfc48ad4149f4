/* The lock of a tree, and who holds it. */
#include "platform/win32/win32.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "platform/write.h"

/* Locked far beyond the text, which others shall be able to read: on Windows, locked bytes cannot be read. */
#define LOCK_OFFSET_HIGH 0x40000000u

struct file_lock {
	HANDLE handle;
	struct root *root;
};

/* Who holds it? The holder wrote its process id; a reader may come before that. */
static void say_busy(HANDLE handle, struct err *err)
{
	char text[32] = { 0 };
	DWORD got;
	uint64_t id = 0;
	if (ReadFile(handle, text, sizeof(text) - 1, &got, NULL) && sscanf(text, "%" SCNu64, &id) == 1 && id)
		err_set(err, ERR_IO, "another tpatch (pid %" PRIu64 ") is running in this tree", id);
	else
		err_set(err, ERR_IO, "another tpatch is running in this tree");
	err_hint(err, "wait until it has finished");
}

static bool take_lock(HANDLE handle, win32_lock_file *lock_file)
{
	OVERLAPPED at = { .OffsetHigh = LOCK_OFFSET_HIGH };
	return lock_file(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at);
}

static bool write_process_id(HANDLE handle)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "%" PRIu64 "\n", platform_process_id());
	DWORD put;
	return SetEndOfFile(handle) && WriteFile(handle, text, (DWORD)len, &put, NULL);
}

/* What is asked for, and what others may do beside. */
struct sharing {
	DWORD access, share;
};

static const struct sharing with_all = { GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE },
			    alone = { GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ },
			    to_look = { GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE };

/* The lock file, made if need be. INVALID_HANDLE_VALUE with the reason in GetLastError(). */
static HANDLE open_lock(struct root *root, const char *path, struct sharing sharing)
{
	struct win32_place place;
	FILE_BASIC_INFO info;
	if (!win32_find(root, path, &place))
		return INVALID_HANDLE_VALUE;
	HANDLE handle = win32_open_at(&place, sharing.access, sharing.share, OPEN_ALWAYS, 0, &info);
	win32_leave(&place);
	if (handle == INVALID_HANDLE_VALUE || !(info.FileAttributes & FILE_ATTRIBUTE_DIRECTORY))
		return handle;
	CloseHandle(handle);
	SetLastError(ERROR_DIRECTORY);
	return INVALID_HANDLE_VALUE;
}

/* `reason`: why it is not ours. A file that can be read, but not written, is open as open_alone() does it. */
static void fail(struct root *root, const char *path, DWORD reason, bool *busy, struct err *err)
{
	HANDLE handle = INVALID_HANDLE_VALUE;
	if (reason == ERROR_SHARING_VIOLATION || reason == ERROR_LOCK_VIOLATION || reason == ERROR_IO_PENDING)
		handle = open_lock(root, path, to_look);
	*busy = handle != INVALID_HANDLE_VALUE;
	if (*busy) {
		say_busy(handle, err);
		CloseHandle(handle);
	} else if (reason == ERROR_DIRECTORY) {
		err_set(err, ERR_IO, "cannot lock '%s': it is not a regular file", path);
	} else {
		win32_fail(err, reason, "cannot lock '%s'", path);
	}
}

/* Some redirectors have no locks of ranges: those of \\wsl.localhost, of WebDAV. */
static bool has_no_locks(DWORD reason)
{
	return reason == ERROR_NOT_SUPPORTED || reason == ERROR_INVALID_FUNCTION ||
	       reason == ERROR_CALL_NOT_IMPLEMENTED;
}

struct file_lock *win32_lock_by(
	win32_lock_file *lock_file, struct root *root, const char *path, bool *busy, struct err *err)
{
	*busy = false;
	HANDLE handle = open_lock(root, path, with_all);
	if (handle != INVALID_HANDLE_VALUE && !take_lock(handle, lock_file)) {
		win32_close(handle);
		/* Then nobody else may open it for writing, for as long as it is open here. */
		handle = has_no_locks(GetLastError()) ? open_lock(root, path, alone) : INVALID_HANDLE_VALUE;
	}
	if (handle == INVALID_HANDLE_VALUE) {
		fail(root, path, GetLastError(), busy, err);
		return NULL;
	}
	if (!write_process_id(handle)) {
		win32_fail(err, GetLastError(), "cannot write '%s'", path);
		CloseHandle(handle);
		return NULL;
	}
	struct file_lock *lock = xmalloc(sizeof(*lock));
	*lock = (struct file_lock){ handle, root };
	win32_begin_writing();
	win32_hold_folders(root);
	return lock;
}

struct file_lock *win32_lock(
	const struct write_ops *ops, struct root *root, const char *path, bool *busy, struct err *err)
{
	(void)ops;
	return win32_lock_by(LockFileEx, root, path, busy, err);
}

void win32_unlock(const struct write_ops *ops, struct file_lock *lock)
{
	(void)ops;
	if (!lock)
		return;
	win32_let_folders_go(lock->root);
	/* Without it, the lock would end some time after the handle. */
	OVERLAPPED at = { .OffsetHigh = LOCK_OFFSET_HIGH };
	UnlockFileEx(lock->handle, 0, 1, 0, &at);
	CloseHandle(lock->handle);
	free(lock);
	win32_end_writing();
}
