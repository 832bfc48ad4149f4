#include "platform/win32/win32.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "platform/terminal.h"

#define DEFAULT_WIDTH 80
#define DEFAULT_HEIGHT 24
#define MOST_CELLS 100000
#define CTRL_Z 0x1A

/* The terminals of MSYS2 and Cygwin (Git Bash) are pipes named \msys-0123456789abcdef-pty0-to-master, and
 * -from-master. */
static bool is_msys_terminal(HANDLE handle)
{
	struct {
		FILE_NAME_INFO info;
		wchar_t more[MAX_PATH];
	} name;
	if (GetFileType(handle) != FILE_TYPE_PIPE ||
		!GetFileInformationByHandleEx(handle, FileNameInfo, &name, sizeof(name)))
		return false;
	struct str text = STR_INIT;
	win32_add_utf8(name.info.FileName, name.info.FileNameLength / sizeof(wchar_t), &text);
	struct slice found = str_slice(&text);
	bool is_terminal = (slice_starts_with(found, "\\msys-") || slice_starts_with(found, "\\cygwin-")) &&
			   slice_find(found, SLICE_LITERAL("-pty"), 0) != (size_t)-1;
	str_release(&text);
	return is_terminal;
}

bool platform_is_terminal(enum stream stream)
{
	DWORD mode;
	HANDLE handle = win32_stream_handle(stream);
	/* A console that shows escape sequences as they are is no place for colours and progress. */
	if (GetConsoleMode(handle, &mode))
		return mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING;
	return is_msys_terminal(handle);
}

bool platform_input_is_terminal(void)
{
	DWORD mode;
	HANDLE handle = GetStdHandle(STD_INPUT_HANDLE);
	return GetConsoleMode(handle, &mode) || is_msys_terminal(handle);
}

/* What the variable says, if that is a number of columns or lines; else 0. */
static size_t told_by(const char *variable)
{
	char *text = platform_getenv(variable), *end = NULL;
	unsigned long number = text && text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;
	bool is_number = end && !*end && number <= MOST_CELLS;
	free(text);
	return is_number ? number : 0;
}

static size_t one_of(size_t told, size_t asked, size_t otherwise)
{
	return told ? told : asked ? asked : otherwise;
}

size_t platform_terminal_width(enum stream stream)
{
	CONSOLE_SCREEN_BUFFER_INFO info;
	size_t asked = 0;
	if (!platform_is_terminal(stream))
		return 0;
	if (GetConsoleScreenBufferInfo(win32_stream_handle(stream), &info) && info.srWindow.Right >= info.srWindow.Left)
		asked = (size_t)(info.srWindow.Right - info.srWindow.Left) + 1;
	return one_of(told_by("COLUMNS"), asked, DEFAULT_WIDTH);
}

size_t platform_terminal_height(enum stream stream)
{
	CONSOLE_SCREEN_BUFFER_INFO info;
	size_t asked = 0;
	if (!platform_is_terminal(stream))
		return 0;
	if (GetConsoleScreenBufferInfo(win32_stream_handle(stream), &info) && info.srWindow.Bottom >= info.srWindow.Top)
		asked = (size_t)(info.srWindow.Bottom - info.srWindow.Top) + 1;
	return one_of(told_by("LINES"), asked, DEFAULT_HEIGHT);
}

/* One unit of a console, as UTF-16, or one byte of a pipe. `*got` is false at the end. */
static bool read_unit(HANDLE handle, bool is_console, wchar_t *unit, bool *got)
{
	DWORD n = 0;
	unsigned char byte = 0;
	bool ok = is_console ? ReadConsoleW(handle, unit, 1, &n, NULL) : ReadFile(handle, &byte, 1, &n, NULL);
	if (!is_console)
		*unit = byte;
	*got = ok && n == 1;
	return ok || GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_HANDLE_EOF;
}

bool platform_read_line(struct str *line, bool *at_end, struct err *err)
{
	HANDLE handle = GetStdHandle(STD_INPUT_HANDLE);
	DWORD mode;
	bool is_console = GetConsoleMode(handle, &mode), got = false;
	wchar_t *units = NULL, unit = 0;
	size_t count = 0, capacity = 0;
	str_clear(line);
	for (;;) {
		if (!read_unit(handle, is_console, &unit, &got)) {
			win32_free(units);
			return win32_fail(err, GetLastError(), "cannot read standard input");
		}
		if (!got || unit == L'\n')
			break;
		VEC_PUSH(units, count, capacity, unit);
	}
	if (count && units[count - 1] == L'\r')
		count--;
	*at_end = (!got && !count) || (is_console && count && units[0] == CTRL_Z);
	for (size_t i = 0; !is_console && i < count; i++)
		str_add_char(line, (char)units[i]);
	if (is_console && !*at_end)
		win32_add_utf8(units, count, line);
	free(units);
	return true;
}
