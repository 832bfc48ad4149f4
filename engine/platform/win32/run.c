/*
 * Programs that are run to their end, and how they end, on Windows. Each runs in a job object that ends all that it
 * started, when we do and when it is interrupted. A program shares our console, so Ctrl-C comes to it by itself.
 */
#include "platform/win32/win32.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "base/alloc.h"
#include "platform/process.h"

#define LOOK_EVERY_MS 100
/* A daemon that the program left behind may keep its output open: nothing for so long after its end, and we go on. */
#define SILENCE_NS ((uint64_t)500 * 1000 * 1000)
/* After Ctrl-C, before it is ended by force. */
#define PATIENCE_NS ((uint64_t)10 * 1000 * 1000 * 1000)
#define BUFFER_BYTES 16384
/* Windows ends a program 5 s after it closed the window, and at once when the handler returns. */
#define CLOSE_WAIT_MS 5000
#define ENDED_BY_CONTROL_C 0xC000013Au

/* The handler runs on a thread of the system's, with nothing of ours but this. */
static volatile LONG interrupted;

static BOOL WINAPI on_control(DWORD event)
{
	InterlockedExchange(&interrupted, 1);
	if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
		Sleep(CLOSE_WAIT_MS);
	return TRUE;
}

void process_hold_interrupts(void)
{
	/* A parent may have switched Ctrl-C off for us, and our children would inherit that. */
	SetConsoleCtrlHandler(NULL, FALSE);
	SetConsoleCtrlHandler(on_control, TRUE);
}

static bool process_interrupted(void)
{
	return InterlockedCompareExchange(&interrupted, 0, 0) != 0;
}

struct running {
	HANDLE process, job, out; /* `job` may be NULL */
	OVERLAPPED reading;
	bool waiting; /* for what was asked of `out` */
	bool ended, silent;
	uint64_t begun_ns, last_ns, asked_ns; /* asked_ns: when it was interrupted; 0 = was not */
	const struct process_request *request;
	struct process_result *end;
	char buffer[BUFFER_BYTES];
};

/* A pipe whose reading end can be waited for, which anonymous pipes cannot. The child inherits the other end. */
static bool make_pipe(HANDLE *reading, HANDLE *writing)
{
	wchar_t name[80];
	SECURITY_ATTRIBUTES inherited = { .nLength = sizeof(inherited), .bInheritHandle = TRUE };
	swprintf(name, COUNT_OF(name), L"\\\\.\\pipe\\tbuild-%lu-%llu", GetCurrentProcessId(),
		(unsigned long long)platform_monotonic_ns());
	*reading = CreateNamedPipeW(name, PIPE_ACCESS_INBOUND | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
		PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, BUFFER_BYTES, BUFFER_BYTES, 0, NULL);
	if (*reading == INVALID_HANDLE_VALUE)
		return false;
	*writing = CreateFileW(name, GENERIC_WRITE | FILE_READ_ATTRIBUTES, 0, &inherited, OPEN_EXISTING, 0, NULL);
	if (*writing != INVALID_HANDLE_VALUE)
		return true;
	DWORD reason = GetLastError();
	CloseHandle(*reading);
	SetLastError(reason);
	return false;
}

static bool limit_job(HANDLE job, DWORD flags)
{
	JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = { 0 };
	limits.BasicLimitInformation.LimitFlags = flags;
	return SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof(limits));
}

/* Before Windows 8, a process that is in a job already cannot be in ours: then there is none, and only the program
 * itself is ended. */
static HANDLE put_into_job(HANDLE process)
{
	HANDLE job = CreateJobObjectW(NULL, NULL);
	if (job && limit_job(job, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE) && AssignProcessToJobObject(job, process))
		return job;
	if (job)
		CloseHandle(job);
	return NULL;
}

struct launch {
	wchar_t *application, *line, *block, *folder;
	HANDLE handles[2]; /* that the child inherits, and no others: nothing on its standard input, and its output */
};

static bool create(const struct launch *launch, PROCESS_INFORMATION *made)
{
	SIZE_T size = 0;
	HANDLE handles[2] = { launch->handles[0], launch->handles[1] };
	STARTUPINFOEXW startup = { .StartupInfo = { .cb = sizeof(startup),
					   .dwFlags = STARTF_USESTDHANDLES,
					   .hStdInput = handles[0],
					   .hStdOutput = handles[1],
					   .hStdError = handles[1] } };
	/* Without a console of ours each program would open a window. */
	DWORD flags = CREATE_SUSPENDED | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT |
		      (GetConsoleCP() ? 0 : CREATE_NO_WINDOW);
	InitializeProcThreadAttributeList(NULL, 1, 0, &size);
	startup.lpAttributeList = xcalloc(1, size ? size : 1);
	bool ok = InitializeProcThreadAttributeList(startup.lpAttributeList, 1, 0, &size);
	if (ok) {
		ok = UpdateProcThreadAttribute(startup.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles,
			     sizeof(handles), NULL, NULL) &&
		     CreateProcessW(launch->application, launch->line, NULL, NULL, TRUE, flags, launch->block,
			     launch->folder, &startup.StartupInfo, made);
		DWORD reason = GetLastError();
		DeleteProcThreadAttributeList(startup.lpAttributeList);
		SetLastError(reason);
	}
	free(startup.lpAttributeList);
	return ok;
}

static bool spawn(struct running *run, struct launch *launch, const char *file, struct err *err)
{
	PROCESS_INFORMATION made;
	SECURITY_ATTRIBUTES inherited = { .nLength = sizeof(inherited), .bInheritHandle = TRUE };
	launch->handles[0] = CreateFileW(
		L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
	bool has_pipe = launch->handles[0] != INVALID_HANDLE_VALUE && make_pipe(&run->out, &launch->handles[1]);
	/* A program that crashes shall end, and not wait for somebody to close a window. Children inherit it. */
	SetErrorMode(GetErrorMode() | SEM_NOGPFAULTERRORBOX);
	bool ok = has_pipe && create(launch, &made);
	DWORD reason = GetLastError();
	if (launch->handles[0] != INVALID_HANDLE_VALUE)
		CloseHandle(launch->handles[0]);
	if (has_pipe)
		CloseHandle(launch->handles[1]);
	if (!ok) {
		if (has_pipe)
			CloseHandle(run->out);
		return win32_fail(err, reason, "cannot start '%s'", file);
	}
	run->process = made.hProcess;
	run->job = put_into_job(made.hProcess);
	ResumeThread(made.hThread);
	CloseHandle(made.hThread);
	return true;
}

static bool start(struct running *run, struct err *err)
{
	const struct process_request *request = run->request;
	struct launch launch = { 0 };
	char *file = process_find_program(request->environment, request->argv[0], 0);
	if (!file)
		return err_set(err, ERR_IO, "cannot start '%s': it is not in PATH", request->argv[0]);
	launch.line = win32_command_line(file, request->argv, &launch.application, err);
	launch.block = win32_environment_block(request->environment);
	wchar_t *folder = request->folder ? win32_absolute(request->folder) : NULL;
	launch.folder = folder ? win32_without_prefix(folder) : NULL;
	bool ok = launch.line != NULL;
	if (ok && !launch.block)
		ok = err_set(err, ERR_IO, "cannot start '%s': a variable of its environment is not UTF-8", file);
	ok = ok && spawn(run, &launch, file, err);
	free(folder);
	free(launch.folder);
	free(launch.block);
	free(launch.line);
	free(launch.application);
	free(file);
	return ok;
}

/* Reads what there is; `silent` once there will be no more. */
static void take_output(struct running *run, void (*output)(void *, struct slice), void *ctx)
{
	DWORD got = 0;
	if (!run->waiting)
		run->waiting = ReadFile(run->out, run->buffer, BUFFER_BYTES, NULL, &run->reading) ||
			       GetLastError() == ERROR_IO_PENDING;
	if (run->waiting && WaitForSingleObject(run->reading.hEvent, LOOK_EVERY_MS) != WAIT_OBJECT_0)
		return;
	if (run->waiting && GetOverlappedResult(run->out, &run->reading, &got, FALSE)) {
		run->last_ns = platform_monotonic_ns();
		output(ctx, slice_from(run->buffer, got));
	} else {
		run->silent = true;
	}
	run->waiting = false;
}

static void end_all(const struct running *run)
{
	if (run->job)
		TerminateJobObject(run->job, ENDED_BY_CONTROL_C);
	else
		TerminateProcess(run->process, ENDED_BY_CONTROL_C);
}

static void look_at_ends(struct running *run)
{
	uint64_t now = platform_monotonic_ns();
	if (!run->ended && WaitForSingleObject(run->process, 0) == WAIT_OBJECT_0) {
		run->ended = true;
		/* What it printed last is still to be read. */
		run->last_ns = now;
	}
	/* Ctrl-C reaches the program as soon as us, and it may have ended by it. */
	if (!run->end->timed_out && process_interrupted())
		run->end->interrupted = true;
	if (run->ended) {
		run->silent = run->silent || now - run->last_ns > SILENCE_NS;
		return;
	}
	if (!run->end->interrupted && run->request->limit_ns && now - run->begun_ns > run->request->limit_ns)
		run->end->timed_out = true;
	if (run->end->interrupted && !run->asked_ns)
		run->asked_ns = now;
	if (run->end->timed_out || (run->asked_ns && now - run->asked_ns > PATIENCE_NS))
		end_all(run);
}

/* What it left behind ends with it when it did not end by itself, and lives on when it did: compiler caches have
 * servers. */
static void finish(struct running *run)
{
	DWORD code = 1;
	if (run->waiting) {
		DWORD got;
		CancelIo(run->out);
		GetOverlappedResult(run->out, &run->reading, &got, TRUE);
	}
	if (run->end->interrupted || run->end->timed_out)
		end_all(run);
	else if (run->job)
		limit_job(run->job, 0);
	GetExitCodeProcess(run->process, &code);
	/* It may have heard of Ctrl-C before us. And some programs end with 0 by it; what they were to do is not
	 * done. */
	if (code == ENDED_BY_CONTROL_C && !run->end->timed_out)
		run->end->interrupted = true;
	else if (run->end->interrupted && code == 0)
		code = ENDED_BY_CONTROL_C;
	run->end->code = (int)code;
	run->end->ns = platform_monotonic_ns() - run->begun_ns;
	if (run->job)
		CloseHandle(run->job);
	CloseHandle(run->process);
	CloseHandle(run->out);
	CloseHandle(run->reading.hEvent);
}

bool process_run(const struct process_request *request, void (*output)(void *ctx, struct slice bytes), void *ctx,
	struct process_result *end, struct err *err)
{
	struct running *run = xcalloc(1, sizeof(*run));
	*run = (struct running){ .request = request, .end = end, .begun_ns = platform_monotonic_ns() };
	*end = (struct process_result){ .code = (int)ENDED_BY_CONTROL_C, .interrupted = process_interrupted() };
	/* What is started now would hear nothing of a Ctrl-C that came before. */
	bool ok = end->interrupted || start(run, err);
	if (ok && !end->interrupted) {
		run->last_ns = run->begun_ns;
		run->reading.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
		while (!run->silent) {
			take_output(run, output, ctx);
			look_at_ends(run);
		}
		while (!run->ended) {
			WaitForSingleObject(run->process, LOOK_EVERY_MS);
			look_at_ends(run);
		}
		finish(run);
	}
	free(run);
	return ok;
}
