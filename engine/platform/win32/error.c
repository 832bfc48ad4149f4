/* The system's reasons in words, and what to do about some. */
#include "platform/win32/win32.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"

#define FIRST_WAIT_MS 10u

/* The same words as elsewhere, and in English whatever the system speaks. */
static const struct {
	DWORD reason;
	const char *text;
} reasons[] = {
	{ ERROR_FILE_NOT_FOUND, "no such file or directory" },
	{ ERROR_PATH_NOT_FOUND, "no such file or directory" },
	{ ERROR_BAD_PATHNAME, "no such file or directory" },
	{ ERROR_INVALID_NAME, "no file can have such a name" },
	/* of a program that has the library: its main() gets another encoding */
	{ ERROR_NO_UNICODE_TRANSLATION, "the path is not UTF-8" },
	{ ERROR_BAD_NETPATH, "no such computer in the network" },
	{ ERROR_BAD_NET_NAME, "no such share in the network" },
	{ ERROR_INVALID_DRIVE, "no such drive" },
	{ ERROR_NOT_READY, "the drive is not ready" },
	{ ERROR_DIRECTORY, "not a directory" },
	{ ERROR_ACCESS_DENIED, "permission denied" },
	{ ERROR_FILE_EXISTS, "file exists" },
	{ ERROR_ALREADY_EXISTS, "file exists" },
	{ ERROR_DIR_NOT_EMPTY, "directory not empty" },
	{ ERROR_INVALID_PARAMETER, "invalid argument" },
	{ ERROR_INVALID_HANDLE, "bad file descriptor" }, /* a closed stream */
	{ ERROR_DISK_FULL, "no space left on device" },
	{ ERROR_HANDLE_DISK_FULL, "no space left on device" },
	{ ERROR_WRITE_PROTECT, "the volume is write-protected" },
	{ ERROR_NOT_SAME_DEVICE, "it is on another volume" },
	{ ERROR_FILENAME_EXCED_RANGE, "file name too long" },
	{ ERROR_SHARING_VIOLATION, "it is open in another program" },
	{ ERROR_LOCK_VIOLATION, "another program has locked it" },
	{ ERROR_USER_MAPPED_FILE, "another program has it mapped into memory" },
	{ WIN32_IS_LINK, "a part of the path is a symbolic link or junction" },
};

/* What the system says, without its capital, full stop and line end. */
static void add_system_text(DWORD reason, struct str *out)
{
	wchar_t text[256];
	DWORD len = FormatMessageW(
		FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS | FORMAT_MESSAGE_MAX_WIDTH_MASK, NULL,
		reason, 0, text, COUNT_OF(text), NULL);
	while (len && (text[len - 1] <= L' ' || text[len - 1] == L'.'))
		len--;
	if (len > 1 && text[0] >= L'A' && text[0] <= L'Z' && text[1] >= L'a' && text[1] <= L'z')
		text[0] = (wchar_t)(text[0] - L'A' + L'a');
	win32_add_utf8(text, len, out);
	str_addf(out, "%sWindows error %lu%s", len ? " (" : "", reason, len ? ")" : "");
}

static void add_reason(DWORD reason, struct str *out)
{
	for (size_t i = 0; i < COUNT_OF(reasons); i++) {
		if (reasons[i].reason == reason) {
			str_add_cstr(out, reasons[i].text);
			return;
		}
	}
	add_system_text(reason, out);
}

bool win32_is_held_reason(DWORD reason)
{
	return reason == ERROR_SHARING_VIOLATION || reason == ERROR_LOCK_VIOLATION || reason == ERROR_USER_MAPPED_FILE;
}

static void fail(struct err *err, DWORD reason, const char *format, va_list args)
{
	struct str message = STR_INIT;
	str_addv(&message, format, args);
	str_add_cstr(&message, ": ");
	add_reason(reason, &message);
	err_set(err, ERR_IO, "%s", message.ptr);
	str_release(&message);
	if (win32_is_held_reason(reason))
		err_hint(err, "close the file in the other program, and run tpatch again");
}

bool win32_fail(struct err *err, DWORD reason, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fail(err, reason, format, args);
	va_end(args);
	return false;
}

/* To most calls, a drive that is not there is a path that is not there. */
static DWORD reason_at(const wchar_t *path, DWORD reason)
{
	wchar_t drive[] = L"?:\\";
	if (!path || !win32_is_absence(reason) || wcslen(path) < 6 || path[5] != L':')
		return reason;
	drive[0] = path[4];
	return GetDriveTypeW(drive) == DRIVE_NO_ROOT_DIR ? ERROR_INVALID_DRIVE : reason;
}

bool win32_fail_at(struct err *err, DWORD reason, const wchar_t *path, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fail(err, reason_at(path, reason), format, args);
	va_end(args);
	if (path && win32_is_held_reason(reason))
		win32_name_holders(err, path);
	return false;
}

bool win32_is_absence(DWORD reason)
{
	switch (reason) {
	case ERROR_FILE_NOT_FOUND:
	case ERROR_PATH_NOT_FOUND:
	case ERROR_BAD_PATHNAME:
	case ERROR_INVALID_NAME:
	case ERROR_NO_UNICODE_TRANSLATION:
	case ERROR_DIRECTORY:
	case ERROR_BAD_NETPATH:
	case ERROR_BAD_NET_NAME:
	case ERROR_INVALID_DRIVE:
	case ERROR_FILENAME_EXCED_RANGE:
	case WIN32_IS_LINK:
		return true;
	default:
		return false;
	}
}

bool win32_is_busy(DWORD reason)
{
	/* A file that is open elsewhere without FILE_SHARE_DELETE is "denied" when a rename would replace it. */
	return reason == ERROR_ACCESS_DENIED || reason == ERROR_SHARING_VIOLATION || reason == ERROR_LOCK_VIOLATION ||
	       reason == ERROR_USER_MAPPED_FILE;
}

bool win32_wait(unsigned *tries, unsigned most)
{
	if (*tries >= most)
		return false;
	DWORD reason = GetLastError();
	Sleep(FIRST_WAIT_MS << *tries);
	SetLastError(reason);
	(*tries)++;
	return true;
}

void win32_close(HANDLE handle)
{
	DWORD reason = GetLastError();
	CloseHandle(handle);
	SetLastError(reason);
}

void win32_free(void *memory)
{
	DWORD reason = GetLastError();
	free(memory);
	SetLastError(reason);
}
