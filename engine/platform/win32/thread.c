/* Threads by Win32. */
#include "platform/win32/win32.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "platform/thread.h"

/* The parsers recurse. Reserved, not committed. The main thread gets the same by the linker
 * (engine/platform/windows.mk). */
#define THREAD_STACK_BYTES ((size_t)8 << 20)

struct mutex {
	SRWLOCK lock;
};

struct condition {
	CONDITION_VARIABLE variable;
};

struct mutex *mutex_new(void)
{
	struct mutex *mutex = xmalloc(sizeof(*mutex));
	InitializeSRWLock(&mutex->lock);
	return mutex;
}

void mutex_free(struct mutex *mutex)
{
	free(mutex);
}

void mutex_lock(struct mutex *mutex)
{
	AcquireSRWLockExclusive(&mutex->lock);
}

void mutex_unlock(struct mutex *mutex)
{
	ReleaseSRWLockExclusive(&mutex->lock);
}

struct condition *condition_new(void)
{
	struct condition *condition = xmalloc(sizeof(*condition));
	InitializeConditionVariable(&condition->variable);
	return condition;
}

void condition_free(struct condition *condition)
{
	free(condition);
}

void condition_wait(struct condition *condition, struct mutex *mutex)
{
	if (!SleepConditionVariableSRW(&condition->variable, &mutex->lock, INFINITE, 0))
		abort();
}

void condition_wake_all(struct condition *condition)
{
	WakeAllConditionVariable(&condition->variable);
}

struct job {
	void (*work)(void *ctx, size_t thread);
	void *ctx;
	size_t index;
	HANDLE thread; /* NULL: not started */
};

static DWORD WINAPI run_job(void *arg)
{
	struct job *job = arg;
	job->work(job->ctx, job->index);
	return 0;
}

void thread_run(size_t n_threads, void (*work)(void *ctx, size_t thread), void *ctx)
{
	if (n_threads == 0)
		return;
	struct job *jobs = xcalloc(n_threads, sizeof(*jobs));
	for (size_t i = 1; i < n_threads; i++) {
		jobs[i] = (struct job){ .work = work, .ctx = ctx, .index = i };
		jobs[i].thread = CreateThread(
			NULL, THREAD_STACK_BYTES, run_job, &jobs[i], STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
	}
	work(ctx, 0);
	for (size_t i = 1; i < n_threads; i++)
		if (!jobs[i].thread)
			work(ctx, i);
	for (size_t i = 1; i < n_threads; i++) {
		if (!jobs[i].thread)
			continue;
		if (WaitForSingleObject(jobs[i].thread, INFINITE) != WAIT_OBJECT_0)
			abort();
		CloseHandle(jobs[i].thread);
	}
	free(jobs);
}
