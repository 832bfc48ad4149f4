#include "platform/win32/win32.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "platform/process.h"
#include "platform/terminal.h"

/* What cmd.exe says of a program that it does not find. */
#define SHELL_CANNOT_RUN 9009
/* WriteFile() takes 32 bits of length. */
#define PIECE_BYTES ((size_t)1 << 20)

/* more.com shows neither UTF-8 nor colours: none is better. */
const char *platform_default_pager(void)
{
	return NULL;
}

static void set_default(const char *assignment)
{
	wchar_t *wide = win32_wide(assignment), *value = wide ? wcschr(wide, L'=') : NULL;
	if (value) {
		*value = L'\0';
		if (!GetEnvironmentVariableW(wide, NULL, 0) && GetLastError() == ERROR_ENVVAR_NOT_FOUND)
			SetEnvironmentVariableW(wide, value + 1);
	}
	free(wide);
}

/* A handle of ours that the child inherits, whatever our own is. */
static HANDLE inheritable(HANDLE handle)
{
	HANDLE copy = NULL;
	DuplicateHandle(GetCurrentProcess(), handle, GetCurrentProcess(), &copy, 0, TRUE, DUPLICATE_SAME_ACCESS);
	return copy;
}

/* The program of a command's first word, as CreateProcessW() takes it, for free(); NULL: it is not in PATH. */
static wchar_t *program_of(const char *command, bool by_shell)
{
	struct environment environment = { 0 };
	environment_ours(&environment);
	char *file = by_shell ? win32_cmd() : process_find_program(&environment, command, 0);
	wchar_t *wide = file ? win32_wide(file) : NULL;
	free(file);
	environment_release(&environment);
	return wide;
}

static HANDLE spawn(const char *command, HANDLE in)
{
	STARTUPINFOW startup = { .cb = sizeof(startup), .dwFlags = STARTF_USESTDHANDLES };
	PROCESS_INFORMATION made = { 0 };
	struct str line = STR_INIT;
	/* cmd.exe takes off the first quote and the last one, and reads what is between. It shall not look into the
	 * current folder, nor do we. A command of several words has a space, so it is the shell's. */
	bool by_shell = strpbrk(command, " \t\"|&<>^%") != NULL;
	str_addf(&line, by_shell ? "cmd.exe /d /s /c \"%s\"" : "%s", command);
	SetEnvironmentVariableW(L"NoDefaultCurrentDirectoryInExePath", L"1");
	wchar_t *wide = win32_wide(line.ptr), *program = program_of(command, by_shell);
	startup.hStdInput = inheritable(in);
	startup.hStdOutput = inheritable(win32_stream_handle(STREAM_OUT));
	startup.hStdError = inheritable(win32_stream_handle(STREAM_ERR));
	bool ok = wide && program && CreateProcessW(program, wide, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &made);
	CloseHandle(startup.hStdInput);
	CloseHandle(startup.hStdOutput);
	CloseHandle(startup.hStdError);
	win32_free(wide);
	win32_free(program);
	str_release(&line);
	if (!ok)
		return NULL;
	CloseHandle(made.hThread);
	return made.hProcess;
}

static void feed(HANDLE handle, struct slice text)
{
	while (text.len) {
		DWORD n, wanted = (DWORD)(text.len < PIECE_BYTES ? text.len : PIECE_BYTES);
		if (!WriteFile(handle, text.ptr, wanted, &n, NULL))
			return;
		text = slice_sub(text, n, text.len);
	}
}

bool platform_page(const char *command, const char *const *defaults, struct slice text)
{
	HANDLE ends[2];
	DWORD code = 0;
	if (!CreatePipe(&ends[0], &ends[1], NULL, 0))
		return false;
	for (; *defaults; defaults++)
		set_default(*defaults);
	HANDLE pager = spawn(command, ends[0]);
	CloseHandle(ends[0]);
	if (pager) {
		/* After the start: a child would take it over. */
		SetConsoleCtrlHandler(NULL, TRUE);
		feed(ends[1], text);
	}
	CloseHandle(ends[1]);
	if (!pager)
		return false;
	WaitForSingleObject(pager, INFINITE);
	SetConsoleCtrlHandler(NULL, FALSE);
	bool ok = !GetExitCodeProcess(pager, &code) || code != SHELL_CANNOT_RUN;
	CloseHandle(pager);
	return ok;
}
