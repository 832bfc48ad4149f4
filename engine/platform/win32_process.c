#include "platform/win32.h"

#include <stdlib.h>
#include <string.h>

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

static bool spawn(const char *const *argv, HANDLE in, HANDLE out, HANDLE *child)
{
	STARTUPINFOW startup = { .cb = sizeof(startup), .dwFlags = STARTF_USESTDHANDLES, .hStdInput = in, .hStdOutput = out,
		                 .hStdError = GetStdHandle(STD_ERROR_HANDLE) };
	PROCESS_INFORMATION made;
	wchar_t *line = command_line(argv);
	bool ok = line && CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &made);
	win32_free(line);
	if (!ok)
		return false;
	CloseHandle(made.hThread);
	*child = made.hProcess;
	return true;
}

struct process *process_start(const char *const *argv, struct err *err)
{
	HANDLE in[2], out[2], child = NULL;
	if (!make_pipe(in, 0)) {
		win32_fail(err, GetLastError(), "cannot start '%s'", argv[0]);
		return NULL;
	}
	bool has_out = make_pipe(out, 1), ok = has_out && spawn(argv, in[0], out[1], &child);
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
