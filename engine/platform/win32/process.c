#include "platform/win32/win32.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"
#include "platform/process.h"

/* ReadFile() and WriteFile() take 32 bits of length. */
#define PIECE_BYTES ((size_t)1 << 30)

void environment_ours(struct environment *out)
{
	wchar_t *block = GetEnvironmentStringsW();
	out->names_nocase = true;
	for (const wchar_t *item = block; item && *item; item += wcslen(item) + 1) {
		struct str text = STR_INIT;
		win32_add_utf8(item, wcslen(item), &text);
		VEC_PUSH(out->items, out->count, out->capacity, str_detach(&text));
	}
	if (block)
		FreeEnvironmentStringsW(block);
}

/*
 * Is the file `path` there? By its attributes: an App Execution Alias, as the Store's Python is, can be started and not
 * opened.
 */
static bool is_file(const char *path)
{
	wchar_t *full = win32_absolute(path);
	DWORD attributes = full ? GetFileAttributesW(full) : INVALID_FILE_ATTRIBUTES;
	free(full);
	return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY);
}

/*
 * `base` is a program's path, perhaps without its extension: appends the one that is there. What has an extension of a
 * program is taken as it is. Of PATHEXT only what can be started without another program.
 */
static bool complete(struct str *base)
{
	static const char *const extensions[] = { ".com", ".exe", ".bat", ".cmd" };
	size_t length = base->len;
	for (size_t i = 0; i < COUNT_OF(extensions); i++) {
		struct slice end = slice_sub(str_slice(base), length > 4 ? length - 4 : 0, length);
		if (slice_eq_nocase(end, slice_of(extensions[i])))
			return is_file(base->ptr);
	}
	for (size_t i = 0; i < COUNT_OF(extensions); i++) {
		base->len = length;
		str_add_cstr(base, extensions[i]);
		if (is_file(base->ptr))
			return true;
	}
	return false;
}

char *process_find_program(const struct environment *environment, const char *name, size_t skip)
{
	struct str file = STR_INIT;
	if (strpbrk(name, "/\\")) {
		str_add_cstr(&file, name);
		if (skip == 0 && complete(&file))
			return str_detach(&file);
		str_release(&file);
		return NULL;
	}
	const char *path = environment_get(environment, "PATH");
	struct slice rest = slice_of(path ? path : ""), part;
	while (slice_cut(&rest, ';', &part)) {
		/* Quotation marks around a folder do not belong there, and Windows takes them. */
		if (part.len > 1 && part.ptr[0] == '"' && part.ptr[part.len - 1] == '"')
			part = slice_sub(part, 1, part.len - 1);
		/* An entry that is not absolute leads into whatever folder we are in: a source tree that somebody else
		 * wrote. So does "C:tools". */
		if (!win32_is_absolute(part))
			continue;
		bool ends = part.ptr[part.len - 1] == '\\' || part.ptr[part.len - 1] == '/';
		str_clear(&file);
		str_addf(&file, SLICE_FMT "%s%s", SLICE_ARG(part), ends ? "" : "\\", name);
		if (complete(&file) && skip-- == 0)
			return str_detach(&file);
	}
	str_release(&file);
	return NULL;
}

struct process {
	HANDLE handle;
	HANDLE in, out; /* our ends: to write to, to read from */
	char *name;
};

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

static bool spawn(const char *const *argv, const struct environment *environment, HANDLE in, HANDLE out, HANDLE *child,
	struct err *err)
{
	STARTUPINFOW startup = { .cb = sizeof(startup),
		.dwFlags = STARTF_USESTDHANDLES,
		.hStdInput = in,
		.hStdOutput = out,
		.hStdError = GetStdHandle(STD_ERROR_HANDLE) };
	PROCESS_INFORMATION made;
	wchar_t *application = NULL, *block = win32_environment_block(environment);
	char *file = process_find_program(environment, argv[0], 0);
	wchar_t *line = file ? win32_command_line(file, argv, &application, err) : NULL;
	bool ok = line && block &&
		  CreateProcessW(application, line, NULL, NULL, TRUE, CREATE_UNICODE_ENVIRONMENT, block, NULL, &startup,
			  &made);
	DWORD why = !file ? ERROR_FILE_NOT_FOUND : !block ? ERROR_NO_UNICODE_TRANSLATION : GetLastError();
	free(application);
	free(block);
	free(file);
	free(line);
	if (!ok)
		return err->kind == ERR_NONE ? win32_fail(err, why, "cannot start '%s'", argv[0]) : false;
	CloseHandle(made.hThread);
	*child = made.hProcess;
	return true;
}

struct process *process_start(
	const char *const *argv, const struct environment *environment, uint64_t silence_ns, struct err *err)
{
	(void)silence_ns;
	HANDLE in[2], out[2], child = NULL;
	if (!make_pipe(in, 0)) {
		win32_fail(err, GetLastError(), "cannot start '%s'", argv[0]);
		return NULL;
	}
	bool has_out = make_pipe(out, 1);
	bool ok = has_out ? spawn(argv, environment, in[0], out[1], &child, err)
			  : win32_fail(err, GetLastError(), "cannot start '%s'", argv[0]);
	CloseHandle(in[0]);
	if (has_out)
		CloseHandle(out[1]);
	if (!ok) {
		CloseHandle(in[1]);
		if (has_out)
			CloseHandle(out[0]);
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
	return ok || GetLastError() == ERROR_BROKEN_PIPE ||
	       win32_fail(err, GetLastError(), "cannot read from '%s'", process->name);
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
