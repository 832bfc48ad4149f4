/* Streams, clocks, the environment and this process. */
#include "platform/win32/win32.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"

#define READ_STEP_BYTES ((size_t)64 << 10)
#define CONSOLE_STEP_UNITS ((size_t)8 << 10)
#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

/* --- files by path ------------------------------------------------------------------------------------------------ */

static bool read_to_end(HANDLE handle, const char *path, size_t max_bytes, struct str *out, struct err *err)
{
	str_clear(out);
	for (;;) {
		DWORD got;
		str_reserve(out, READ_STEP_BYTES);
		if (!ReadFile(handle, out->ptr + out->len, (DWORD)READ_STEP_BYTES, &got, NULL)) {
			/* The end of a pipe. */
			if (GetLastError() != ERROR_BROKEN_PIPE && GetLastError() != ERROR_HANDLE_EOF)
				return win32_fail(err, GetLastError(), "cannot read '%s'", path);
			got = 0;
		}
		out->len += got;
		out->ptr[out->len] = '\0';
		if (out->len > max_bytes)
			return err_set(err, ERR_IO, "cannot read '%s': it has more than %zu bytes", path, max_bytes);
		if (got == 0)
			return true;
	}
}

/* Follows links. INVALID_HANDLE_VALUE with the reason. `full` (NULL: it is none) is win32_absolute() of what the user
 * typed. */
static HANDLE open_path(const wchar_t *full, DWORD access)
{
	if (!full)
		return INVALID_HANDLE_VALUE;
	return CreateFileW(full, access, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

bool platform_read_file(const char *path, size_t max_bytes, struct str *out, struct err *err)
{
	if (strcmp(path, "-") == 0)
		return read_to_end(GetStdHandle(STD_INPUT_HANDLE), "<stdin>", max_bytes, out, err);
	wchar_t *full = win32_absolute(path);
	HANDLE handle = open_path(full, GENERIC_READ);
	BY_HANDLE_FILE_INFORMATION info;
	bool ok = handle != INVALID_HANDLE_VALUE || win32_fail_at(err, GetLastError(), full, "cannot read '%s'", path);
	free(full);
	if (!ok)
		return false;
	/* Reading a folder says "invalid function", which helps nobody. */
	if (GetFileInformationByHandle(handle, &info) && (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY))
		ok = err_set(err, ERR_IO, "cannot read '%s': is a directory", path);
	else
		ok = read_to_end(handle, path, max_bytes, out, err);
	CloseHandle(handle);
	return ok;
}

bool platform_stat(const char *path, struct file_stat *out, struct err *err)
{
	BY_HANDLE_FILE_INFORMATION info;
	*out = (struct file_stat){ .type = FILE_NONE };
	wchar_t *full = win32_absolute(path);
	HANDLE handle = open_path(full, FILE_READ_ATTRIBUTES);
	win32_free(full);
	if (handle == INVALID_HANDLE_VALUE)
		return win32_is_absence(GetLastError()) ? true
							: win32_fail(err, GetLastError(), "cannot examine '%s'", path);
	bool known = GetFileInformationByHandle(handle, &info);
	DWORD reason = GetLastError();
	CloseHandle(handle);
	if (!known)
		return win32_fail(err, reason, "cannot examine '%s'", path);
	win32_fill_stat(&info, out);
	return true;
}

/* --- streams ------------------------------------------------------------------------------------------------------ */

HANDLE win32_stream_handle(enum stream stream)
{
	return GetStdHandle(stream == STREAM_OUT ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

/* As UTF-16, which a console shows whatever its code page is; whole characters at a time. */
static bool write_console(HANDLE handle, struct slice bytes)
{
	while (bytes.len) {
		struct slice step = slice_sub(bytes, 0, CONSOLE_STEP_UNITS);
		while (step.len < bytes.len && step.len > 1 && ((unsigned char)bytes.ptr[step.len] & 0xC0) == 0x80)
			step.len--;
		wchar_t wide[CONSOLE_STEP_UNITS];
		int units = MultiByteToWideChar(CP_UTF8, 0, step.ptr, (int)step.len, wide, (int)COUNT_OF(wide));
		DWORD put;
		if (units <= 0)
			return false;
		for (int at = 0; at < units; at += (int)put)
			if (!WriteConsoleW(handle, wide + at, (DWORD)(units - at), &put, NULL) || put == 0)
				return false;
		bytes = slice_sub(bytes, step.len, bytes.len);
	}
	return true;
}

bool platform_write_stream(enum stream stream, struct slice bytes, struct err *err)
{
	HANDLE handle = win32_stream_handle(stream);
	DWORD mode;
	if (!handle || handle == INVALID_HANDLE_VALUE)
		SetLastError(ERROR_INVALID_HANDLE);
	else if (GetConsoleMode(handle, &mode) ? write_console(handle, bytes) : win32_write(handle, bytes))
		return true;
	/* A reader that has seen enough is no error. */
	DWORD reason = GetLastError();
	if (reason == ERROR_NO_DATA || reason == ERROR_BROKEN_PIPE || reason == ERROR_PIPE_NOT_CONNECTED)
		return true;
	return win32_fail(err, reason, "cannot write to standard %s", stream == STREAM_OUT ? "output" : "error");
}

/* The console outlives this program, and the shell in it may not expect what was switched on here. */
static struct {
	HANDLE handle;
	DWORD mode;
} changed_consoles[2];

void win32_put_back_console(void)
{
	for (size_t i = 0; i < COUNT_OF(changed_consoles); i++)
		if (changed_consoles[i].handle)
			SetConsoleMode(changed_consoles[i].handle, changed_consoles[i].mode);
}

static void allow_colours(enum stream stream)
{
	DWORD mode;
	HANDLE handle = win32_stream_handle(stream);
	if (!GetConsoleMode(handle, &mode) || (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING))
		return;
	if (SetConsoleMode(handle, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING)) {
		changed_consoles[stream].handle = handle;
		changed_consoles[stream].mode = mode;
	}
}

void platform_begin(void)
{
	win32_watch_for_stop();
	win32_watch_for_crashes();
	allow_colours(STREAM_OUT);
	allow_colours(STREAM_ERR);
	/* No message box of the system is between a drive without a disk and its error. */
	SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX);
}

void platform_end(void)
{
	win32_put_back_console();
}

/* --- environment, clocks, process --------------------------------------------------------------------------------- */

char *platform_getenv(const char *name)
{
	wchar_t *wide = win32_wide(name);
	if (!wide)
		return NULL;
	wchar_t *value = NULL;
	DWORD have = 0, need = GetEnvironmentVariableW(wide, NULL, 0);
	while (need > have) {
		have = need;
		value = xreallocarray(value, have, sizeof(*value));
		need = GetEnvironmentVariableW(wide, value, have);
	}
	free(wide);
	if (!value)
		return NULL;
	struct str text = STR_INIT;
	win32_add_utf8(value, need, &text);
	free(value);
	return str_detach(&text);
}

uint64_t platform_monotonic_ns(void)
{
	LARGE_INTEGER ticks, per_second;
	QueryPerformanceCounter(&ticks);
	QueryPerformanceFrequency(&per_second);
	uint64_t now = (uint64_t)ticks.QuadPart, frequency = (uint64_t)per_second.QuadPart;
	return now / frequency * 1000000000u + now % frequency * 1000000000u / frequency;
}

uint64_t platform_thread_ns(void)
{
	FILETIME begun, ended, kernel = { 0 }, user = { 0 };
	GetThreadTimes(GetCurrentThread(), &begun, &ended, &kernel, &user);
	uint64_t high = (uint64_t)kernel.dwHighDateTime + user.dwHighDateTime;
	return ((high << 32) + kernel.dwLowDateTime + user.dwLowDateTime) * 100;
}

int64_t platform_wall_ns(void)
{
	FILETIME now;
	GetSystemTimeAsFileTime(&now);
	return win32_unix_ns(now);
}

void platform_format_time(int64_t wall_ns, struct str *out)
{
	FILETIME time = win32_filetime(wall_ns);
	SYSTEMTIME utc;
	if (!FileTimeToSystemTime(&time, &utc)) {
		str_addf(out, "%lld s", (long long)(wall_ns / 1000000000));
		return;
	}
	str_addf(out, "%04d-%02d-%02dT%02d:%02d:%02dZ", utc.wYear, utc.wMonth, utc.wDay, utc.wHour, utc.wMinute,
		utc.wSecond);
}

size_t platform_cpu_count(void)
{
	DWORD_PTR process, system;
	size_t count = 0;
	if (GetProcessAffinityMask(GetCurrentProcess(), &process, &system))
		for (; process; process &= process - 1)
			count++;
	/* 0: its threads run in several groups of processors. */
	if (!count)
		count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
	return count ? count : 1;
}

bool platform_has_executable_bit(void)
{
	return false;
}

uint64_t platform_process_id(void)
{
	return GetCurrentProcessId();
}
