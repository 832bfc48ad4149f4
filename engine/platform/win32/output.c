#include "platform/win32/win32.h"

#include <stdlib.h>
#include <wchar.h>

#include "platform/output.h"

/* WriteFile() takes 32 bits of length. */
#define PIECE_BYTES ((size_t)1 << 30)

static bool write_fully(HANDLE handle, struct slice bytes)
{
	while (bytes.len) {
		DWORD n, wanted = (DWORD)(bytes.len < PIECE_BYTES ? bytes.len : PIECE_BYTES);
		if (!WriteFile(handle, bytes.ptr, wanted, &n, NULL))
			return false;
		bytes = slice_sub(bytes, n, bytes.len);
	}
	return true;
}

/* GetLastError() says why the file at `full` (NULL: that is no path) could not be created. */
static void fail_to_create(const char *path, const wchar_t *full, struct err *err)
{
	DWORD reason = GetLastError(), attributes = full ? GetFileAttributesW(full) : INVALID_FILE_ATTRIBUTES;
	if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY))
		err_set(err, ERR_IO, "cannot create '%s': is a directory", path);
	else
		win32_fail_at(err, reason, full, "cannot create '%s'", path);
}

static bool is_separator(wchar_t c)
{
	return c == L'\\' || c == L'/' || c == L'\0';
}

bool platform_check_output(const char *path, const char *root, struct err *err)
{
	wchar_t *full = win32_absolute(path), *top = root ? win32_absolute(root) : NULL;
	size_t len = top ? wcslen(top) : 0;
	while (len && is_separator(top[len - 1]))
		len--;
	bool ok = true,
	     is_below = full && len && _wcsnicmp(full, top, len) == 0 && full[len] && is_separator(full[len]);
	for (size_t i = len + 1; is_below && ok && full[i - 1]; i++) {
		if (!is_separator(full[i]))
			continue;
		wchar_t rest = full[i];
		full[i] = L'\0';
		DWORD attributes = GetFileAttributesW(full);
		full[i] = rest;
		ok = attributes == INVALID_FILE_ATTRIBUTES || !(attributes & FILE_ATTRIBUTE_REPARSE_POINT);
	}
	free(full);
	free(top);
	if (ok)
		return true;
	err_set(err, ERR_USAGE, "'%s' goes through a link in the tree, which may point anywhere", path);
	return err_hint(err, "tpatch does not write through it: name a file, or remove the link");
}

/* Writes to what is there, whatever it is. */
static bool write_in_place(const char *path, const wchar_t *full, struct slice bytes, struct err *err)
{
	HANDLE handle = INVALID_HANDLE_VALUE;
	if (full)
		handle = CreateFileW(
			full, GENERIC_WRITE, FILE_SHARE_READ, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
	if (handle == INVALID_HANDLE_VALUE) {
		fail_to_create(path, full, err);
		return false;
	}
	bool ok = write_fully(handle, bytes);
	win32_close(handle);
	return ok || win32_fail(err, GetLastError(), "cannot write '%s'", path);
}

/*
 * Is there nothing, or a plain file that may be written? A device, a link and a read-only file are for
 * write_in_place().
 */
static bool can_be_replaced(const wchar_t *full)
{
	DWORD attributes = GetFileAttributesW(full);
	DWORD other = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_READONLY |
		      FILE_ATTRIBUTE_DEVICE;
	bool is_device = wcsncmp(full, L"\\\\.\\", 4) == 0;
	return !is_device && (attributes == INVALID_FILE_ATTRIBUTES || !(attributes & other));
}

/* Who may not read the file that goes does not read the one that comes. */
static void make_alike(HANDLE handle, const wchar_t *full)
{
	DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
	HANDLE like = CreateFileW(full, READ_CONTROL, share, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
	if (like == INVALID_HANDLE_VALUE)
		return;
	win32_copy_access(like, handle);
	CloseHandle(like);
}

/* The new file `name`, which then takes the place of `full`. False, and `full` is as it was, where that cannot be. */
static bool write_beside(const wchar_t *name, const wchar_t *full, struct slice bytes)
{
	DWORD access = GENERIC_WRITE | READ_CONTROL | WRITE_DAC;
	HANDLE handle = CreateFileW(name, access, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
	if (handle == INVALID_HANDLE_VALUE)
		return false;
	make_alike(handle, full);
	bool ok = write_fully(handle, bytes) && FlushFileBuffers(handle);
	CloseHandle(handle);
	ok = ok && MoveFileExW(name, full, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
	if (!ok)
		DeleteFileW(name);
	return ok;
}

bool platform_save_file(const char *path, struct slice bytes, struct err *err)
{
	wchar_t *full = win32_absolute(path);
	struct str name = STR_INIT;
	if (full && can_be_replaced(full)) {
		win32_add_utf8(full, wcslen(full), &name);
		str_addf(&name, ".%lu.tmp", GetCurrentProcessId());
	}
	wchar_t *beside = name.len ? win32_wide(name.ptr) : NULL;
	/*
	 * A file that another program reads cannot be replaced, but perhaps written; and what cannot be done at all
	 * is told by that.
	 */
	bool ok = (beside && write_beside(beside, full, bytes)) || write_in_place(path, full, bytes, err);
	free(beside);
	free(full);
	str_release(&name);
	return ok;
}

bool platform_make_folder(const char *path, struct err *err)
{
	wchar_t *wide = win32_absolute(path);
	bool ok = wide && CreateDirectoryW(wide, NULL);
	if (!ok && wide && GetLastError() == ERROR_ALREADY_EXISTS) {
		DWORD attributes = GetFileAttributesW(wide);
		ok = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
		SetLastError(ERROR_ALREADY_EXISTS);
	}
	win32_free(wide);
	return ok || win32_fail(err, GetLastError(), "cannot create the folder '%s'", path);
}
