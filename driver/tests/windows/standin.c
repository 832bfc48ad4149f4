/*
 * Stands in for vswhere, cl, nvcc, python, cmake and ninja in the tests: a copy of it is named like the program. It
 * writes down how it was called, and then does what the file beside it says, `python.txt` beside `python.exe`: blocks
 * of lines, of which the first counts whose `?TEXT` is in the arguments.
 *
 *   >TEXT  prints a line                  !TEXT  the same to standard error       #MS    sleeps
 *   =CODE  ends with the exit code        @FILE TEXT  appends a line to a file, whose folders are made
 *   ^      at Ctrl-C says so, and ends with 1 a little later, as Python does
 *   &MS    starts itself to sleep so long, with the same output, and goes on      *      crashes
 *
 * STANDIN_RECORD names a file that gets a line for each call: program, working directory and arguments, with 0x1F
 * between; beside it, in NAME.env, the environment of the last call, with bytes 1 and 2 for CR and LF in a value. Each
 * line there is in UTF-8.
 */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define MOST 65536

int wmain(int argc, wchar_t **argv);

static char *utf8(const wchar_t *wide)
{
	int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
	char *text = malloc((size_t)size);
	WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
	return text;
}

static wchar_t *utf16(const char *text)
{
	int size = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
	wchar_t *wide = malloc((size_t)size * sizeof(*wide));
	MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, size);
	return wide;
}

static void append(const wchar_t *path, const char *text, DWORD disposition)
{
	DWORD put;
	HANDLE file = CreateFileW(path, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, disposition,
		FILE_ATTRIBUTE_NORMAL, NULL);
	WriteFile(file, text, (DWORD)strlen(text), &put, NULL);
	CloseHandle(file);
}

static void append_with_folders(const char *path, const char *text)
{
	wchar_t *wide = utf16(path);
	for (wchar_t *c = wide + 1; *c; c++) {
		if (*c != L'\\')
			continue;
		*c = L'\0';
		CreateDirectoryW(wide, NULL);
		*c = L'\\';
	}
	append(wide, text, OPEN_ALWAYS);
	append(wide, "\n", OPEN_ALWAYS);
	free(wide);
}

/* All arguments, with `between` between them. */
static char *join(int argc, wchar_t **argv, const char *between)
{
	char *all = calloc(1, MOST);
	for (int i = 1; i < argc; i++) {
		char *word = utf8(argv[i]);
		if (i > 1)
			strncat(all, between, MOST - strlen(all) - 1);
		strncat(all, word, MOST - strlen(all) - 1);
		free(word);
	}
	return all;
}

static void write_environment(const wchar_t *record, const wchar_t *name)
{
	wchar_t path[1024];
	wchar_t *block = GetEnvironmentStringsW();
	swprintf(path, 1024, L"%ls-%ls.env", record, name);
	DeleteFileW(path);
	for (const wchar_t *item = block; *item; item += wcslen(item) + 1) {
		char *text = utf8(item);
		for (char *c = text; *c; c++)
			*c = *c == '\r' ? 1 : *c == '\n' ? 2 : *c;
		append(path, text, OPEN_ALWAYS);
		append(path, "\n", OPEN_ALWAYS);
		free(text);
	}
	FreeEnvironmentStringsW(block);
}

static void write_call(const wchar_t *name, int argc, wchar_t **argv)
{
	wchar_t record[1024], folder[1024];
	if (!GetEnvironmentVariableW(L"STANDIN_RECORD", record, 1024) || !GetCurrentDirectoryW(1024, folder))
		return;
	char *arguments = join(argc, argv, "\x1f"), *line = calloc(1, 2 * MOST), *own = utf8(name),
	     *where = utf8(folder);
	snprintf(line, 2 * MOST, "%s\x1f%s\x1f%s", own, where, arguments);
	for (char *c = line; *c; c++)
		if (*c == '\n')
			*c = ' ';
	strcat(line, "\n");
	append(record, line, OPEN_ALWAYS);
	write_environment(record, name);
	free(arguments);
	free(line);
	free(own);
	free(where);
}

static void start_sleeper(const wchar_t *self, const char *milliseconds)
{
	wchar_t line[1200], *wide = utf16(milliseconds);
	STARTUPINFOW startup = { .cb = sizeof(startup) };
	PROCESS_INFORMATION made;
	swprintf(line, 1200, L"\"%ls\" standin-sleep %ls", self, wide);
	if (CreateProcessW(self, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &made)) {
		CloseHandle(made.hThread);
		CloseHandle(made.hProcess);
	}
	free(wide);
}

static BOOL WINAPI on_control(DWORD event)
{
	(void)event;
	printf("KeyboardInterrupt\n");
	fflush(stdout);
	Sleep(300);
	TerminateProcess(GetCurrentProcess(), 1);
	return TRUE;
}

/* One line of a block. True if it goes on. */
static int act(const wchar_t *self, char *line, int *code)
{
	char *blank = strchr(line, ' ');
	switch (line[0]) {
	case '>':
		printf("%s\n", line + 1);
		fflush(stdout);
		return 1;
	case '!':
		fprintf(stderr, "%s\n", line + 1);
		return 1;
	case '#':
		Sleep((DWORD)atoi(line + 1));
		return 1;
	case '^':
		SetConsoleCtrlHandler(on_control, TRUE);
		return 1;
	case '&':
		start_sleeper(self, line + 1);
		return 1;
	case '@':
		*blank = '\0';
		append_with_folders(line + 1, blank + 1);
		return 1;
	case '*':
		TerminateProcess(GetCurrentProcess(), 0xC0000005);
		return 0;
	case '=':
		*code = (int)strtoul(line + 1, NULL, 0);
		return 0;
	default:
		return 1;
	}
}

static int follow(const wchar_t *self, const wchar_t *script, const char *arguments)
{
	char *text = calloc(1, MOST + 1), *rest = text, *line;
	DWORD got;
	int code = 0, inside = 0;
	HANDLE file =
		CreateFileW(script, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
	if (file == INVALID_HANDLE_VALUE || !ReadFile(file, text, MOST, &got, NULL))
		return 0;
	CloseHandle(file);
	while ((line = strtok(rest, "\r\n")) != NULL) {
		rest = NULL;
		if (line[0] == '?' && inside)
			break;
		if (line[0] == '?')
			inside = strstr(arguments, line + 1) != NULL;
		else if (inside && !act(self, line, &code))
			break;
	}
	return code;
}

int wmain(int argc, wchar_t **argv)
{
	wchar_t self[1024], script[1024], name[1024];
	if (argc == 3 && wcscmp(argv[1], L"standin-sleep") == 0) {
		Sleep((DWORD)_wtoi(argv[2]));
		return 0;
	}
	GetModuleFileNameW(NULL, self, 1024);
	wcscpy(script, self);
	wcscpy(wcsrchr(script, L'.'), L".txt");
	wcscpy(name, wcsrchr(self, L'\\') + 1);
	*wcsrchr(name, L'.') = L'\0';
	write_call(name, argc, argv);
	return follow(self, script, join(argc, argv, " "));
}
