/*
 * The real write_ops. Every path is resolved by win32_find(): no part of it may be a link.
 *
 * Permission bits come down to the read-only attribute (no write bit for the owner: read-only). Windows refuses to
 * replace, open for writing or delete a file that has it, so it is taken off for that moment, as git does. What
 * replaces a file gets its list of access rights, its attributes and its streams. The list of a file that is made is
 * what .tpatch has from the root.
 */
#include "platform/win32/win32.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "platform/write.h"

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
/* What a pipe or a console may still take at once. */
#define WRITE_STEP_BYTES ((size_t)1 << 20)
/* A third of a second: what is asked beforehand is asked again by the replacing itself. */
#define CAN_REPLACE_TRIES 5
/* Of what is denied, at once. Half of them may meet a file that is being toggled between two calls. */
#define DENIED_TRIES 200

/* Of those of a file that is replaced. "Archive" says that a file has changed, and read-only is the file's mode. */
#define KEPT_ATTRIBUTES ((DWORD)(FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED))

bool win32_write(HANDLE handle, struct slice bytes)
{
	while (bytes.len) {
		DWORD put, want = (DWORD)(bytes.len < WRITE_STEP_BYTES ? bytes.len : WRITE_STEP_BYTES);
		if (!WriteFile(handle, bytes.ptr, want, &put, NULL))
			return false;
		bytes = slice_sub(bytes, put, bytes.len);
	}
	return true;
}

/* Ends a call: leaves `place` and turns the last error into an error unless `ok`. */
static bool finish(struct win32_place *place, bool ok, struct err *err, const char *verb, const char *path)
{
	DWORD reason = GetLastError();
	win32_leave(place);
	return ok ? true : win32_fail(err, reason, "cannot %s '%s'", verb, path);
}

/* As finish(), for what other programs can block : says which. */
static bool finish_or_name_holders(
	struct win32_place *place, bool ok, struct err *err, const char *verb, const char *path)
{
	DWORD reason = GetLastError();
	if (!ok) {
		win32_fail(err, reason, "cannot %s '%s'", verb, path);
		if (win32_is_busy(reason))
			win32_name_holders(err, place->path);
	}
	win32_leave(place);
	return ok;
}

static bool find(struct root *root, const char *path, struct win32_place *place, struct err *err, const char *verb)
{
	return win32_find(root, path, place) ? true : win32_fail(err, GetLastError(), "cannot %s '%s'", verb, path);
}

/* Attributes of the thing itself; INVALID_FILE_ATTRIBUTES where there is none. */
static DWORD attributes_of(const wchar_t *path)
{
	DWORD reason = GetLastError(), attributes = GetFileAttributesW(path);
	SetLastError(reason);
	return attributes;
}

/* By path, since a handle for writing attributes is not to be had for a read-only file everywhere (Wine). True if it
 * was one. */
static bool take_off_read_only(const wchar_t *path, DWORD attributes)
{
	return win32_is_read_only_file(attributes) &&
	       SetFileAttributesW(path, attributes & ~(DWORD)FILE_ATTRIBUTE_READONLY);
}

/*
 * Another program may make a file read-only, or take that back, between two calls, and do so all the time. What was
 * denied is tried again at once, so often that such a program does not win.
 */
static bool may_try_again(unsigned *denials)
{
	return GetLastError() == ERROR_ACCESS_DENIED && ++*denials < DENIED_TRIES;
}

/* Keeps the last error. */
static void put_back_attributes(const wchar_t *path, DWORD attributes)
{
	DWORD reason = GetLastError();
	SetFileAttributesW(path, attributes);
	SetLastError(reason);
}

/* --- making, linking, replacing, removing ------------------------------------------------------------------------- */

static bool win32_make_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	struct win32_place place;
	if (!find(root, path, &place, err, "make folder"))
		return false;
	bool ok = CreateDirectoryW(place.path, NULL);
	if (!ok && GetLastError() == ERROR_ALREADY_EXISTS) {
		FILE_BASIC_INFO info;
		HANDLE there = win32_open_at(&place, FILE_READ_ATTRIBUTES, SHARE_ALL, OPEN_EXISTING, 0, &info);
		ok = there != INVALID_HANDLE_VALUE && (info.FileAttributes & FILE_ATTRIBUTE_DIRECTORY);
		if (there != INVALID_HANDLE_VALUE)
			CloseHandle(there);
		SetLastError(ERROR_ALREADY_EXISTS);
	}
	return finish(&place, ok, err, "make folder", path);
}

static bool win32_create(const struct write_ops *ops, struct root *root, const char *path, struct slice bytes,
	uint32_t mode, bool flush, struct err *err)
{
	(void)ops;
	struct win32_place place;
	if (!find(root, path, &place, err, "create"))
		return false;
	bool read_only = !(mode & 0200);
	HANDLE handle =
		win32_create_at(&place, GENERIC_WRITE, read_only ? FILE_ATTRIBUTE_READONLY : FILE_ATTRIBUTE_NORMAL);
	if (handle == INVALID_HANDLE_VALUE)
		return finish(&place, false, err, "create", path);
	/* Later nobody can open a read-only file to flush it. */
	bool ok = win32_write(handle, bytes) && ((!flush && !read_only) || FlushFileBuffers(handle));
	win32_close(handle);
	return finish(&place, ok, err, "write", path);
}

/* Resolves two paths; false with the reason. */
static bool find_two(struct root *root, const char *from, const char *to, struct win32_place *a, struct win32_place *b)
{
	if (!win32_find(root, from, a))
		return false;
	if (win32_find(root, to, b))
		return true;
	win32_leave(a);
	return false;
}

static bool win32_link(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	(void)ops;
	struct win32_place a, b;
	bool found = find_two(root, from, to, &a, &b), ok = found && CreateHardLinkW(b.path, a.path, NULL);
	DWORD reason = GetLastError();
	if (found) {
		win32_leave(&b);
		win32_leave(&a);
	}
	return ok ? true : win32_fail(err, reason, "cannot link '%s' to '%s'", from, to);
}

static bool win32_replace(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	(void)ops;
	struct win32_place a, b;
	if (!find_two(root, from, to, &a, &b))
		return win32_fail(err, GetLastError(), "cannot rename '%s' to '%s'", from, to);
	bool ok = win32_rename(&a, &b, true);
	DWORD reason = GetLastError();
	if (!ok) {
		win32_fail(err, reason, "cannot rename '%s' to '%s'", from, to);
		if (win32_is_busy(reason))
			win32_name_holders(err, b.path);
	}
	win32_leave(&b);
	win32_leave(&a);
	return ok;
}

static bool win32_place_file(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	(void)ops;
	struct win32_place a, b;
	bool found = find_two(root, from, to, &a, &b), ok = found && win32_rename(&a, &b, false);
	DWORD reason = GetLastError();
	if (found) {
		win32_leave(&b);
		win32_leave(&a);
	}
	return ok ? true : win32_fail(err, reason, "cannot rename '%s' to '%s'", from, to);
}

/* How long all files that are asked about may be waited for is the root's: hundreds that are open are told at once. */
static bool wait_for_all(struct root *root, unsigned *tries)
{
	if (!root->waits_left)
		return false;
	root->waits_left--;
	return win32_wait(tries, CAN_REPLACE_TRIES);
}

/*
 * Opened as a rename would need it. Where that is not POSIX's, for nobody else beside: any handle that another program
 * has, sharing or not, may make the rename fail.
 */
static bool win32_can_replace(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	struct win32_place place;
	if (!find(root, path, &place, err, "replace"))
		return false;
	unsigned tries = 0;
	DWORD share = root->renames_like_posix ? SHARE_ALL : 0;
	HANDLE handle;
	do
		handle = CreateFileW(place.path, DELETE | SYNCHRONIZE, share, NULL, OPEN_EXISTING,
			FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS, NULL);
	while (handle == INVALID_HANDLE_VALUE && win32_is_held_reason(GetLastError()) && wait_for_all(root, &tries));
	if (handle != INVALID_HANDLE_VALUE)
		CloseHandle(handle);
	return finish_or_name_holders(&place, handle != INVALID_HANDLE_VALUE, err, "replace", path);
}

/* Sets attributes, and the time unless it is 0. */
static bool set_basic(HANDLE handle, DWORD attributes, FILETIME time)
{
	FILE_BASIC_INFO basic = { .FileAttributes = attributes ? attributes : FILE_ATTRIBUTE_NORMAL };
	basic.LastWriteTime.LowPart = time.dwLowDateTime;
	basic.LastWriteTime.HighPart = (LONG)time.dwHighDateTime;
	return SetFileInformationByHandle(handle, FileBasicInfo, &basic, sizeof(basic));
}

static bool remove_folder(const struct win32_place *place)
{
	win32_let_go(place->root, place->path);
	return RemoveDirectoryW(place->path);
}

/* Removes what is at `path` by `call`, with patience. */
static bool remove_patiently(struct root *root, const char *path, bool (*call)(const struct win32_place *),
	const char *verb, struct err *err)
{
	struct win32_place place;
	if (!win32_find(root, path, &place)) {
		DWORD reason = GetLastError();
		bool gone = reason == ERROR_FILE_NOT_FOUND || reason == ERROR_PATH_NOT_FOUND;
		return gone ? true : win32_fail(err, reason, "cannot %s '%s'", verb, path);
	}
	unsigned tries = 0, denials = 0;
	bool ok;
	do
		ok = call(&place) || GetLastError() == ERROR_FILE_NOT_FOUND || GetLastError() == ERROR_PATH_NOT_FOUND;
	while (!ok &&
		(may_try_again(&denials) || ((win32_is_busy(GetLastError()) || GetLastError() == ERROR_DIR_NOT_EMPTY) &&
						    win32_wait(&tries, CAN_REPLACE_TRIES))));
	return finish(&place, ok, err, verb, path);
}

static bool win32_remove(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	return remove_patiently(root, path, win32_remove_name, "remove", err);
}

static bool win32_remove_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	return remove_patiently(root, path, remove_folder, "remove folder", err);
}

/* --- attributes and flushing -------------------------------------------------------------------------------------- */

/* INVALID_HANDLE_VALUE with the reason. */
static HANDLE open_regular_at(const struct win32_place *place, DWORD access, FILE_BASIC_INFO *info)
{
	HANDLE handle = win32_open_at(place, access, SHARE_ALL, OPEN_EXISTING, 0, info);
	if (handle == INVALID_HANDLE_VALUE || !(info->FileAttributes & FILE_ATTRIBUTE_DIRECTORY))
		return handle;
	CloseHandle(handle);
	SetLastError(ERROR_INVALID_PARAMETER);
	return INVALID_HANDLE_VALUE;
}

/* The same by its path below the root. */
static HANDLE open_regular(struct root *root, const char *path, DWORD access, FILE_BASIC_INFO *info)
{
	struct win32_place place;
	if (!win32_find(root, path, &place))
		return INVALID_HANDLE_VALUE;
	HANDLE handle = open_regular_at(&place, access, info);
	win32_leave(&place);
	return handle;
}

static DWORD attributes_for(DWORD before, uint32_t mode)
{
	DWORD rest = before & ~(DWORD)FILE_ATTRIBUTE_READONLY;
	return mode & 0200 ? rest : rest | FILE_ATTRIBUTE_READONLY;
}

static bool set_meta_at(const struct win32_place *place, uint32_t mode, FILETIME time)
{
	FILE_BASIC_INFO info;
	DWORD before = attributes_of(place->path);
	bool taken_off = take_off_read_only(place->path, before);
	HANDLE handle = open_regular_at(place, FILE_READ_ATTRIBUTES | FILE_WRITE_ATTRIBUTES, &info);
	bool opened = handle != INVALID_HANDLE_VALUE,
	     ok = opened && set_basic(handle, attributes_for(info.FileAttributes, mode), time);
	if (opened)
		win32_close(handle);
	if (taken_off && !ok)
		put_back_attributes(place->path, before);
	return ok;
}

static bool win32_set_meta(const struct write_ops *ops, struct root *root, const char *path, uint32_t mode,
	int64_t mtime_ns, struct err *err)
{
	(void)ops;
	struct win32_place place;
	if (!find(root, path, &place, err, "set mode and time of"))
		return false;
	unsigned denials = 0;
	bool ok;
	do
		ok = set_meta_at(&place, mode, win32_filetime(mtime_ns));
	while (!ok && may_try_again(&denials));
	return finish(&place, ok, err, "set mode and time of", path);
}

static bool win32_set_dir_time(
	const struct write_ops *ops, struct root *root, const char *path, int64_t mtime_ns, struct err *err)
{
	(void)ops;
	HANDLE handle = win32_open_folder(root, path, FILE_WRITE_ATTRIBUTES);
	FILETIME time = win32_filetime(mtime_ns);
	bool ok = handle != INVALID_HANDLE_VALUE && SetFileTime(handle, NULL, NULL, &time);
	DWORD reason = GetLastError();
	if (handle != INVALID_HANDLE_VALUE)
		CloseHandle(handle);
	return ok ? true : win32_fail(err, reason, "cannot set the time of folder '%s'", path[0] ? path : root->path);
}

/* With as many of the rights as there are to be had; `rights` begins with all, and ends with 0. */
static HANDLE open_with_one_of(const struct win32_place *place, const DWORD *rights, FILE_BASIC_INFO *info)
{
	HANDLE handle;
	do
		handle = win32_open_at(place, *rights, SHARE_ALL, OPEN_EXISTING, 0, info);
	while (handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_ACCESS_DENIED && *++rights);
	return handle;
}

/* A read-only file gives no handle to write its attributes by everywhere (Wine). */
static void copy_attributes(
	const FILE_BASIC_INFO *theirs, HANDLE target, const FILE_BASIC_INFO *own, const wchar_t *path)
{
	FILE_BASIC_INFO basic = { .CreationTime = theirs->CreationTime };
	basic.FileAttributes = (own->FileAttributes & ~(KEPT_ATTRIBUTES | FILE_ATTRIBUTE_NORMAL)) |
			       (theirs->FileAttributes & KEPT_ATTRIBUTES);
	if (!basic.FileAttributes)
		basic.FileAttributes = FILE_ATTRIBUTE_NORMAL;
	if (!SetFileInformationByHandle(target, FileBasicInfo, &basic, sizeof(basic)) &&
		((theirs->FileAttributes ^ own->FileAttributes) & KEPT_ATTRIBUTES))
		SetFileAttributesW(path, basic.FileAttributes);
}

/*
 * The owner is who made the file; what else a rename over the old file would lose is carried over. What may not be
 * is no error.
 */
static bool win32_copy_owner(const struct write_ops *ops, struct root *root, const char *from, const char *to,
	uint32_t mode, struct err *err)
{
	static const DWORD read_rights[] = { FILE_READ_ATTRIBUTES | READ_CONTROL, FILE_READ_ATTRIBUTES, 0 };
	static const DWORD write_rights[] = { FILE_READ_ATTRIBUTES | FILE_WRITE_ATTRIBUTES | READ_CONTROL | WRITE_DAC,
		FILE_READ_ATTRIBUTES | READ_CONTROL | WRITE_DAC, FILE_READ_ATTRIBUTES | FILE_WRITE_ATTRIBUTES,
		FILE_READ_ATTRIBUTES, 0 };
	(void)ops, (void)mode;
	struct win32_place a, b;
	FILE_BASIC_INFO theirs, own;
	if (!find_two(root, from, to, &a, &b))
		return win32_fail(err, GetLastError(), "cannot give '%s' the attributes of '%s'", to, from);
	HANDLE source = open_with_one_of(&a, read_rights, &theirs), target = open_with_one_of(&b, write_rights, &own);
	if (source != INVALID_HANDLE_VALUE && target != INVALID_HANDLE_VALUE) {
		win32_copy_streams(source, a.path, b.path);
		copy_attributes(&theirs, target, &own, b.path);
		win32_copy_access(source, target);
	}
	if (source != INVALID_HANDLE_VALUE)
		CloseHandle(source);
	if (target != INVALID_HANDLE_VALUE)
		CloseHandle(target);
	win32_leave(&b);
	win32_leave(&a);
	return true;
}

/* Is it a read-only file, which nobody may open for writing? */
static bool is_read_only_at(struct root *root, const char *path)
{
	FILE_BASIC_INFO info;
	HANDLE handle = open_regular(root, path, FILE_READ_ATTRIBUTES, &info);
	if (handle == INVALID_HANDLE_VALUE)
		return false;
	CloseHandle(handle);
	return win32_is_read_only_file(info.FileAttributes);
}

static bool win32_flush_file(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	FILE_BASIC_INFO info;
	unsigned tries = 0, denials = 0;
	HANDLE handle;
	do {
		handle = open_regular(root, path, GENERIC_WRITE, &info);
		DWORD reason = GetLastError();
		/* Flushing needs the right to write. A read-only file was flushed when it was made, or is an original
		 * that nobody wrote. */
		if (handle == INVALID_HANDLE_VALUE && reason == ERROR_ACCESS_DENIED && is_read_only_at(root, path))
			return true;
		SetLastError(reason);
	} while (handle == INVALID_HANDLE_VALUE &&
		 (may_try_again(&denials) || (win32_is_busy(GetLastError()) && win32_wait(&tries, CAN_REPLACE_TRIES))));
	if (handle == INVALID_HANDLE_VALUE)
		return win32_fail(err, GetLastError(), "cannot flush '%s'", path);
	bool ok = FlushFileBuffers(handle);
	DWORD reason = GetLastError();
	CloseHandle(handle);
	return ok ? true : win32_fail(err, reason, "cannot flush '%s'", path);
}

static bool win32_flush_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	HANDLE handle = win32_open_folder(root, path, GENERIC_WRITE);
	bool ok = handle != INVALID_HANDLE_VALUE && FlushFileBuffers(handle);
	DWORD reason = GetLastError();
	if (handle != INVALID_HANDLE_VALUE)
		CloseHandle(handle);
	/* Not every file system flushes folders, and not every user may ask for it. */
	bool cannot = reason == ERROR_ACCESS_DENIED || reason == ERROR_INVALID_FUNCTION ||
		      reason == ERROR_NOT_SUPPORTED || reason == ERROR_INVALID_PARAMETER;
	return ok || cannot ? true : win32_fail(err, reason, "cannot flush folder '%s'", path[0] ? path : root->path);
}

/* Only an administrator may flush a volume. */
static bool win32_flush_volume(const struct write_ops *ops, struct root *root, struct err *err)
{
	(void)ops, (void)root;
	err_release(err);
	return false;
}

static bool win32_go_on(const struct write_ops *ops, struct err *err)
{
	(void)ops;
	return win32_may_go_on(err);
}

const struct write_ops *platform_write_ops(void)
{
	static const struct write_ops ops = {
		.make_dir = win32_make_dir,
		.create = win32_create,
		.link = win32_link,
		.can_replace = win32_can_replace,
		.replace = win32_replace,
		.place = win32_place_file,
		.remove = win32_remove,
		.remove_dir = win32_remove_dir,
		.set_meta = win32_set_meta,
		.set_dir_time = win32_set_dir_time,
		.copy_owner = win32_copy_owner,
		.flush_file = win32_flush_file,
		.flush_dir = win32_flush_dir,
		.flush_volume = win32_flush_volume,
		.lock = win32_lock,
		.unlock = win32_unlock,
		.go_on = win32_go_on,
	};
	return &ops;
}
