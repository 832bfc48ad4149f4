#include "platform/win32.h"

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
	err_set(err, ERR_USAGE, "'%s' goes through a link in the tree, which may lead anywhere", path);
	return err_hint(err, "nothing is written through it: name a file, or remove the link");
}

bool platform_save_file(const char *path, struct slice bytes, struct err *err)
{
	wchar_t *full = win32_absolute(path);
	HANDLE handle = INVALID_HANDLE_VALUE;
	if (full)
		handle = CreateFileW(
			full, GENERIC_WRITE, FILE_SHARE_READ, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
	if (handle == INVALID_HANDLE_VALUE) {
		fail_to_create(path, full, err);
		free(full);
		return false;
	}
	free(full);
	bool ok = write_fully(handle, bytes);
	win32_close(handle);
	return ok || win32_fail(err, GetLastError(), "cannot write '%s'", path);
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
	return ok || win32_fail(err, GetLastError(), "cannot make the folder '%s'", path);
}
