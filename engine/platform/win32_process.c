#include "platform/win32.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"
#include "base/command_line.h"
#include "platform/process.h"

/* ReadFile() and WriteFile() take 32 bits of length. */
#define PIECE_BYTES ((size_t)1 << 30)

struct process {
	HANDLE handle;
	HANDLE in, out; /* our ends: to write to, to read from */
	char *name;
};

/* The program `name` in the folder of `len` characters; NULL if it is not there. */
static wchar_t *program_in(const wchar_t *folder, size_t len, const wchar_t *name, size_t name_len)
{
	static const wchar_t ending[] = L".exe";
	wchar_t *path = xcalloc(len + name_len + COUNT_OF(ending) + 1, sizeof(*path));
	memcpy(path, folder, len * sizeof(*path));
	path[len] = L'\\';
	memcpy(path + len + 1, name, name_len * sizeof(*path));
	if (!wmemchr(name, L'.', name_len))
		memcpy(path + len + 1 + name_len, ending, sizeof(ending));
	DWORD attributes = GetFileAttributesW(path);
	if (attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY))
		return path;
	free(path);
	return NULL;
}

static bool is_whole_path(const wchar_t *path, size_t len)
{
	return len > 2 && ((path[1] == L':' && (path[2] == L'\\' || path[2] == L'/')) || (path[0] == L'\\' && path[1] == L'\\'));
}

wchar_t *win32_find_program(const char *command)
{
	wchar_t *name = win32_wide(command), *found = NULL, system[MAX_PATH];
	size_t len = name ? wcscspn(name, L" ") : 0;
	if (!len)
		return name;
	if (wcscspn(name, L"\\/:") < len) {
		name[len] = L'\0';
		return name;
	}
	UINT system_len = GetSystemDirectoryW(system, MAX_PATH);
	if (system_len && system_len < MAX_PATH)
		found = program_in(system, system_len, name, len);
	DWORD size = GetEnvironmentVariableW(L"PATH", NULL, 0);
	wchar_t *path = xcalloc((size_t)size + 1, sizeof(*path));
	GetEnvironmentVariableW(L"PATH", path, size);
	/* Not the current folder, which may be a tree of anybody, nor one that is named relative to it. */
	for (const wchar_t *at = path; *at && !found; at += *at == L';') {
		size_t n = wcscspn(at, L";");
		if (is_whole_path(at, n))
			found = program_in(at, n, name, len);
		at += n;
	}
	free(path);
	win32_free(name);
	if (!found)
		SetLastError(ERROR_FILE_NOT_FOUND);
	return found;
}

static wchar_t *command_line(const char *const *argv)
{
	struct str line = STR_INIT;
	for (; *argv; argv++)
		command_line_add(&line, *argv);
	wchar_t *wide = win32_wide(line.ptr);
	str_release(&line);
	return wide;
}

/* A pipe whose end `theirs` (0: the reading one, 1) the child inherits. */
static bool make_pipe(HANDLE ends[2], int theirs)
{
	if (!CreatePipe(&ends[0], &ends[1], NULL, 0))
		return false;
	if (SetHandleInformation(ends[theirs], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT))
		return true;
	win32_close(ends[0]);
	win32_close(ends[1]);
	return false;
}

/* Does the variable's name begin with `prefix`, in any case? */
static bool begins_with(const wchar_t *variable, const char *prefix)
{
	wchar_t *wide = win32_wide(prefix);
	bool begins = wide && _wcsnicmp(variable, wide, wcslen(wide)) == 0;
	win32_free(wide);
	return begins;
}

static void push_variable(wchar_t **block, size_t *count, size_t *capacity, const wchar_t *variable)
{
	for (size_t i = 0, n = wcslen(variable) + 1; i < n; i++)
		VEC_PUSH(*block, *count, *capacity, variable[i]);
}

/* Ours with the changes, as CreateProcessW() takes it; to be freed. */
static wchar_t *environment_for(const struct process_environment *environment)
{
	wchar_t *ours = GetEnvironmentStringsW(), *block = NULL;
	size_t count = 0, capacity = 0;
	for (const wchar_t *variable = ours; variable && *variable; variable += wcslen(variable) + 1)
		if (!begins_with(variable, environment->drop))
			push_variable(&block, &count, &capacity, variable);
	for (const char *const *variable = environment->set; *variable; variable++) {
		wchar_t *wide = win32_wide(*variable);
		push_variable(&block, &count, &capacity, wide ? wide : L"");
		win32_free(wide);
	}
	VEC_PUSH(block, count, capacity, L'\0');
	if (ours)
		FreeEnvironmentStringsW(ours);
	return block;
}

static bool spawn(const char *const *argv, const struct process_environment *environment, HANDLE in, HANDLE out, HANDLE *child)
{
	STARTUPINFOW startup = { .cb = sizeof(startup), .dwFlags = STARTF_USESTDHANDLES, .hStdInput = in, .hStdOutput = out,
		                 .hStdError = GetStdHandle(STD_ERROR_HANDLE) };
	PROCESS_INFORMATION made;
	wchar_t *program = win32_find_program(argv[0]), *line = command_line(argv), *variables = environment ? environment_for(environment) : NULL;
	bool ok = program && line && CreateProcessW(program, line, NULL, NULL, TRUE, CREATE_UNICODE_ENVIRONMENT, variables, NULL, &startup, &made);
	DWORD why = GetLastError();
	win32_free(program);
	win32_free(line);
	free(variables);
	SetLastError(why);
	if (!ok)
		return false;
	CloseHandle(made.hThread);
	*child = made.hProcess;
	return true;
}

struct process *process_start(const char *const *argv, const struct process_environment *environment, struct err *err)
{
	HANDLE in[2], out[2], child = NULL;
	if (!make_pipe(in, 0)) {
		win32_fail(err, GetLastError(), "cannot start '%s'", argv[0]);
		return NULL;
	}
	bool has_out = make_pipe(out, 1), ok = has_out && spawn(argv, environment, in[0], out[1], &child);
	DWORD why = GetLastError();
	CloseHandle(in[0]);
	if (has_out)
		CloseHandle(out[1]);
	if (!ok) {
		CloseHandle(in[1]);
		if (has_out)
			CloseHandle(out[0]);
		win32_fail(err, why, "cannot start '%s'", argv[0]);
		return NULL;
	}
	struct process *process = xmalloc(sizeof(*process));
	*process = (struct process){ .handle = child, .in = in[1], .out = out[0], .name = xstrdup(argv[0]) };
	return process;
}

bool process_write(struct process *process, struct slice bytes, struct err *err)
{
	while (bytes.len) {
		DWORD n, wanted = (DWORD)(bytes.len < PIECE_BYTES ? bytes.len : PIECE_BYTES);
		if (!WriteFile(process->in, bytes.ptr, wanted, &n, NULL))
			return win32_fail(err, GetLastError(), "cannot write to '%s'", process->name);
		bytes = slice_sub(bytes, n, bytes.len);
	}
	return true;
}

bool process_read(struct process *process, char *buffer, size_t size, size_t *n, struct err *err)
{
	DWORD got = 0;
	bool ok = ReadFile(process->out, buffer, (DWORD)(size < PIECE_BYTES ? size : PIECE_BYTES), &got, NULL);
	*n = got;
	return ok || GetLastError() == ERROR_BROKEN_PIPE || win32_fail(err, GetLastError(), "cannot read from '%s'", process->name);
}

bool process_end(struct process *process, struct err *err)
{
	DWORD code = 1;
	CloseHandle(process->in);
	CloseHandle(process->out);
	WaitForSingleObject(process->handle, INFINITE);
	bool ok = GetExitCodeProcess(process->handle, &code) && code == 0;
	if (!ok)
		err_set(err, ERR_IO, "'%s' ended with exit code %lu", process->name, (unsigned long)code);
	CloseHandle(process->handle);
	free(process->name);
	free(process);
	return ok;
}
