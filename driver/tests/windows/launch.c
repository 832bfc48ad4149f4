/*
 * Starts a program as the tests want it, and tells how it ended. usage: launch.exe FILE PROGRAM [ARGUMENT...]
 *
 * FILE is UTF-8, of lines: `NAME=VALUE`, one for each variable of its environment, which has no others, with bytes 1
 * and 2 for CR and LF in the value; and, with a tab in front, `folder PATH`, its working directory; `output FILE`,
 * where what it prints goes, and after it a line "exit 0x00000000"; `ctrl-c FILE` or `kill FILE`: Ctrl-C to the
 * console, or an end by force, as soon as FILE is there.
 */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define MOST 65536
#define WAIT_MS 60000

int wmain(int argc, wchar_t **argv);

struct plan {
	wchar_t block[MOST], folder[1024], output[1024], sign[1024];
	int ctrl_c, kill;
};

static BOOL WINAPI ignore(DWORD event)
{
	(void)event;
	return TRUE;
}

static void say(HANDLE output, const char *format, DWORD number)
{
	char text[100];
	DWORD put;
	snprintf(text, sizeof(text), format, number);
	WriteFile(output, text, (DWORD)strlen(text), &put, NULL);
}

static int read_plan(const wchar_t *path, struct plan *plan)
{
	static char text[MOST];
	static wchar_t wide[MOST];
	DWORD got = 0;
	wchar_t *at = plan->block, *rest = wide, *line;
	HANDLE file =
		CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
	if (file == INVALID_HANDLE_VALUE || !ReadFile(file, text, MOST - 1, &got, NULL))
		return 0;
	CloseHandle(file);
	MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, MOST);
	for (; (line = wcstok(rest, L"\r\n")) != NULL; rest = NULL) {
		if (line[0] != L'\t') {
			wcscpy(at, line);
			for (; *at; at++)
				*at = *at == 1 ? L'\r' : *at == 2 ? L'\n' : *at;
			at++;
		} else if (wcsncmp(line + 1, L"folder ", 7) == 0) {
			wcscpy(plan->folder, line + 8);
		} else if (wcsncmp(line + 1, L"ctrl-c ", 7) == 0) {
			plan->ctrl_c = 1;
			wcscpy(plan->sign, line + 8);
		} else if (wcsncmp(line + 1, L"kill ", 5) == 0) {
			plan->kill = 1;
			wcscpy(plan->sign, line + 6);
		} else if (wcsncmp(line + 1, L"output ", 7) == 0) {
			wcscpy(plan->output, line + 8);
		}
	}
	return 1;
}

/* What follows the first two words of our own command line; no test has spaces in them. */
static wchar_t *rest_of_line(void)
{
	wchar_t *at = GetCommandLineW();
	for (int words = 0; words < 2; words++) {
		int quoted = 0;
		for (; *at && (quoted || *at != L' '); at++)
			if (*at == L'"')
				quoted = !quoted;
		while (*at == L' ')
			at++;
	}
	return _wcsdup(at);
}

static void act(const struct plan *plan, HANDLE process, HANDLE output)
{
	for (int waited = 0; waited < WAIT_MS && GetFileAttributesW(plan->sign) == INVALID_FILE_ATTRIBUTES;
		waited += 20)
		Sleep(20);
	Sleep(200);
	if (plan->kill)
		TerminateProcess(process, 9);
	else if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0))
		say(output, "launch: no Ctrl-C: Windows error %lu\n", GetLastError());
}

int wmain(int argc, wchar_t **argv)
{
	static struct plan plan;
	SECURITY_ATTRIBUTES inherited = { .nLength = sizeof(inherited), .bInheritHandle = TRUE };
	PROCESS_INFORMATION made;
	DWORD code = 0;
	if (argc < 3 || !read_plan(argv[1], &plan))
		return 2;
	HANDLE output = CreateFileW(plan.output, FILE_APPEND_DATA | SYNCHRONIZE, FILE_SHARE_READ | FILE_SHARE_WRITE,
		&inherited, CREATE_ALWAYS, 0, NULL);
	STARTUPINFOW startup = {
		.cb = sizeof(startup), .dwFlags = STARTF_USESTDHANDLES, .hStdOutput = output, .hStdError = output
	};
	SetConsoleCtrlHandler(ignore, TRUE);
	if (!CreateProcessW(NULL, rest_of_line(), NULL, NULL, TRUE, CREATE_UNICODE_ENVIRONMENT, plan.block,
		    plan.folder[0] ? plan.folder : NULL, &startup, &made)) {
		say(output, "launch: Windows error %lu\n", GetLastError());
		return 2;
	}
	if (plan.ctrl_c || plan.kill)
		act(&plan, made.hProcess, output);
	WaitForSingleObject(made.hProcess, INFINITE);
	GetExitCodeProcess(made.hProcess, &code);
	say(output, "exit 0x%08lx\n", code);
	return 0;
}
