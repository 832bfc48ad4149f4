/* Renaming and removing files, also those that another program has open. */
#include "platform/win32/win32.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <winternl.h>

#include "base/alloc.h"

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
/* 10 ms, 20 ms … 2.56 s: five seconds in all. */
#define RENAME_TRIES 9
#define DENIED_TRIES 5

/* Not in every winternl.h: ntifs.h, FILE_RENAME_INFORMATION and FILE_DISPOSITION_INFORMATION_EX. */
#define RENAME_INFORMATION ((FILE_INFORMATION_CLASS)10)
#define DISPOSITION_INFORMATION_EX ((FILE_INFORMATION_CLASS)64)
#define RENAME_INFORMATION_EX ((FILE_INFORMATION_CLASS)65)
#define REPLACE_IF_EXISTS 0x1ul
#define POSIX_SEMANTICS 0x2ul
#define IGNORE_READONLY 0x40ul
#define DELETE_POSIX_IGNORING_READONLY 0x13ul

struct rename_information {
	ULONG flags; /* of the older class a byte: may it replace? */
	HANDLE folder;
	ULONG name_bytes;
	wchar_t name[];
};

static void close_if_open(HANDLE handle)
{
	if (handle != INVALID_HANDLE_VALUE)
		win32_close(handle);
}

/* Win32 knows the newer classes by other numbers, or, before Windows 10, not at all. */
static bool set_information(HANDLE file, FILE_INFORMATION_CLASS kind, void *what, size_t bytes)
{
	IO_STATUS_BLOCK block;
	NTSTATUS status = NtSetInformationFile(file, &block, what, (ULONG)bytes, kind);
	if (status < 0)
		SetLastError(RtlNtStatusToDosError(status));
	return status >= 0;
}

/* `to` is a path with the prefix \\?\, which the kernel writes \??\. */
static bool rename_open_file(HANDLE file, const wchar_t *to, FILE_INFORMATION_CLASS kind, ULONG flags)
{
	size_t name_bytes = wcslen(to) * sizeof(*to), bytes = sizeof(struct rename_information) + name_bytes;
	struct rename_information *information = xcalloc(1, bytes);
	information->flags = flags;
	information->name_bytes = (ULONG)name_bytes;
	memcpy(information->name, to, name_bytes);
	information->name[1] = L'?';
	bool ok = set_information(file, kind, information, bytes);
	win32_free(information);
	return ok;
}

static bool rename_at_once(const struct win32_place *from, const struct win32_place *to, bool replace)
{
	FILE_BASIC_INFO info;
	DWORD flags = FILE_FLAG_WRITE_THROUGH;
	HANDLE file = win32_open_at(from, DELETE, SHARE_ALL, OPEN_EXISTING, flags, &info);
	if (file == INVALID_HANDLE_VALUE)
		return false;
	ULONG replacing = replace ? REPLACE_IF_EXISTS : 0;
	/* Should the volume know less of it than it says, the older way tells what is wrong. */
	bool ok = (to->root->renames_like_posix && rename_open_file(file, to->path, RENAME_INFORMATION_EX,
							   replacing | POSIX_SEMANTICS | IGNORE_READONLY)) ||
		  rename_open_file(file, to->path, RENAME_INFORMATION, replacing);
	win32_close(file);
	return ok;
}

bool win32_is_held(const struct win32_place *place)
{
	DWORD reason = GetLastError();
	DWORD share = place->root->renames_like_posix ? SHARE_ALL : 0;
	HANDLE file = CreateFileW(place->path, DELETE | SYNCHRONIZE, share, NULL, OPEN_EXISTING,
		FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS, NULL);
	bool held = file == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION;
	close_if_open(file);
	SetLastError(reason);
	return held;
}

/* What a file with the read-only attribute is, beside its name, so that it can have the attribute again. */
struct taken_off {
	DWORD attributes; /* 0: it was not taken off */
	uint64_t file_id;
	bool has_other_names;
};

/* By path, since a handle for writing attributes is not to be had for a read-only file everywhere (Wine). */
static bool take_off_read_only(const struct win32_place *place, struct taken_off *out)
{
	DWORD reason = GetLastError(), attributes = GetFileAttributesW(place->path);
	FILE_BASIC_INFO basic;
	BY_HANDLE_FILE_INFORMATION info;
	*out = (struct taken_off){ 0 };
	if (win32_is_read_only_file(attributes)) {
		HANDLE file = win32_open_at(place, FILE_READ_ATTRIBUTES, SHARE_ALL, OPEN_EXISTING, 0, &basic);
		if (file != INVALID_HANDLE_VALUE && GetFileInformationByHandle(file, &info)) {
			out->file_id = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
			out->has_other_names = info.nNumberOfLinks > 1;
		}
		close_if_open(file);
		if (SetFileAttributesW(place->path, attributes & ~(DWORD)FILE_ATTRIBUTE_READONLY))
			out->attributes = attributes;
	}
	SetLastError(reason);
	return out->attributes != 0;
}

/* Keeps the last error. `is_gone`: the file has no more the name that the attribute was taken off by. */
static void put_back_read_only(const struct win32_place *place, const struct taken_off *taken_off, bool is_gone)
{
	DWORD reason = GetLastError();
	if (taken_off->attributes && !is_gone)
		SetFileAttributesW(place->path, taken_off->attributes);
	else if (taken_off->attributes && taken_off->has_other_names)
		win32_set_attributes_by_id(place->root->handle, taken_off->file_id, taken_off->attributes);
	SetLastError(reason);
}

bool win32_set_attributes_by_id(HANDLE folder, uint64_t file_id, DWORD attributes)
{
	FILE_ID_DESCRIPTOR id = { .dwSize = sizeof(id), .Type = FileIdType, .FileId.QuadPart = (LONGLONG)file_id };
	FILE_BASIC_INFO basic = { .FileAttributes = attributes };
	HANDLE file = OpenFileById(folder, &id, FILE_READ_ATTRIBUTES | FILE_WRITE_ATTRIBUTES, SHARE_ALL, NULL, 0);
	bool ok =
		file != INVALID_HANDLE_VALUE && SetFileInformationByHandle(file, FileBasicInfo, &basic, sizeof(basic));
	close_if_open(file);
	return ok;
}

/*
 * "Access denied" is what a rename gets over a read-only file, over one that is open, and over one that is not to be
 * replaced.
 */
static bool may_go_away(const struct win32_place *to, DWORD reason)
{
	return win32_is_held_reason(reason) || (reason == ERROR_ACCESS_DENIED && win32_is_held(to));
}

/* A scanner may make a file read-only, or take that back, between two calls: so few tries are made of what else is
 * denied. */
static unsigned tries_for(const struct win32_place *to, bool replace, DWORD reason)
{
	if (may_go_away(to, reason))
		return RENAME_TRIES;
	return replace && reason == ERROR_ACCESS_DENIED ? DENIED_TRIES : 0;
}

bool win32_rename(const struct win32_place *from, const struct win32_place *to, bool replace)
{
	unsigned tries = 0;
	struct taken_off taken_off = { 0 };
	bool ok;
	do {
		ok = rename_at_once(from, to, replace);
		if (!ok && replace && GetLastError() == ERROR_ACCESS_DENIED && take_off_read_only(to, &taken_off)) {
			ok = rename_at_once(from, to, replace);
			put_back_read_only(to, &taken_off, ok);
		}
	} while (!ok && win32_wait(&tries, tries_for(to, replace, GetLastError())));
	return ok;
}

/* Of a file that is open. */
static bool remove_open_file(HANDLE file, bool like_posix)
{
	ULONG flags = DELETE_POSIX_IGNORING_READONLY;
	FILE_DISPOSITION_INFO gone = { .DeleteFile = TRUE };
	return (like_posix && set_information(file, DISPOSITION_INFORMATION_EX, &flags, sizeof(flags))) ||
	       SetFileInformationByHandle(file, FileDispositionInfo, &gone, sizeof(gone));
}

/*
 * `taken_off`: what the file's other names shall have again; set while it is open, since it is known by no name
 * then.
 */
static bool remove_at_once(const struct win32_place *place, const struct taken_off *taken_off)
{
	FILE_BASIC_INFO info, basic = { .FileAttributes = taken_off->attributes };
	DWORD access = DELETE | FILE_READ_ATTRIBUTES | (taken_off->has_other_names ? FILE_WRITE_ATTRIBUTES : 0);
	HANDLE file = win32_open_at(place, access, SHARE_ALL, OPEN_EXISTING, 0, &info);
	bool is_folder = file != INVALID_HANDLE_VALUE && (info.FileAttributes & FILE_ATTRIBUTE_DIRECTORY);
	if (is_folder)
		SetLastError(ERROR_ACCESS_DENIED);
	bool ok = file != INVALID_HANDLE_VALUE && !is_folder && remove_open_file(file, place->root->renames_like_posix);
	if (ok && taken_off->has_other_names)
		SetFileInformationByHandle(file, FileBasicInfo, &basic, sizeof(basic));
	close_if_open(file);
	return ok;
}

bool win32_remove_name(const struct win32_place *place)
{
	struct taken_off taken_off = { 0 };
	if (remove_at_once(place, &taken_off))
		return true;
	if (GetLastError() != ERROR_ACCESS_DENIED || !take_off_read_only(place, &taken_off))
		return false;
	if (remove_at_once(place, &taken_off))
		return true;
	put_back_read_only(place, &taken_off, false);
	return false;
}
