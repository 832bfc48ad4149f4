/*
 * Another program's console, for the tests on Windows. usage: mode.exe PROGRAM [ARGUMENT...]
 *
 * Switches the console's escape sequences off, as older Windows have it, runs PROGRAM, and says on standard error what
 * mode the console has then: "mode:BEFORE:AFTER:". Exit: 0, or 1 if there is no console.
 */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <stdio.h>
#include <wchar.h>

int wmain(int argc, wchar_t **argv);

int wmain(int argc, wchar_t **argv)
{
	wchar_t line[4096] = L"";
	STARTUPINFOW startup = { .cb = sizeof(startup) };
	PROCESS_INFORMATION made;
	HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
	DWORD mode, before = 0, after = 0;
	for (int i = 1; i < argc; i++) {
		wcscat(line, argv[i]);
		wcscat(line, L" ");
	}
	if (argc < 2 || !GetConsoleMode(console, &mode))
		return 1;
	SetConsoleMode(console, mode & ~(DWORD)ENABLE_VIRTUAL_TERMINAL_PROCESSING);
	GetConsoleMode(console, &before);
	if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &made))
		return 1;
	WaitForSingleObject(made.hProcess, INFINITE);
	GetConsoleMode(console, &after);
	SetConsoleMode(console, mode);
	printf("\nmode:%lu:%lu:\n", before, after);
	return 0;
}
