/* Threads by pthread. */
#include "platform/posix/posix.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "platform/thread.h"

/* The parsers recurse; what small C libraries give a thread (128 KiB) is not enough for deep nesting. */
#define THREAD_STACK_BYTES ((size_t)8 << 20)

struct mutex {
	pthread_mutex_t handle;
};

struct condition {
	pthread_cond_t handle;
};

/* These calls fail only on misuse or for want of memory: neither can be carried on from. */
static void must(int result)
{
	if (result != 0)
		abort();
}

struct mutex *mutex_new(void)
{
	struct mutex *mutex = xmalloc(sizeof(*mutex));
	must(pthread_mutex_init(&mutex->handle, NULL));
	return mutex;
}

void mutex_free(struct mutex *mutex)
{
	if (!mutex)
		return;
	must(pthread_mutex_destroy(&mutex->handle));
	free(mutex);
}

void mutex_lock(struct mutex *mutex)
{
	must(pthread_mutex_lock(&mutex->handle));
}

void mutex_unlock(struct mutex *mutex)
{
	must(pthread_mutex_unlock(&mutex->handle));
}

struct condition *condition_new(void)
{
	struct condition *condition = xmalloc(sizeof(*condition));
	must(pthread_cond_init(&condition->handle, NULL));
	return condition;
}

void condition_free(struct condition *condition)
{
	if (!condition)
		return;
	must(pthread_cond_destroy(&condition->handle));
	free(condition);
}

void condition_wait(struct condition *condition, struct mutex *mutex)
{
	must(pthread_cond_wait(&condition->handle, &mutex->handle));
}

void condition_wake_all(struct condition *condition)
{
	must(pthread_cond_broadcast(&condition->handle));
}

struct job {
	void (*work)(void *ctx, size_t thread);
	void *ctx;
	size_t index;
	pthread_t thread;
	bool started;
};

static void *run_job(void *arg)
{
	struct job *job = arg;
	job->work(job->ctx, job->index);
	return NULL;
}

static bool start_job(struct job *job)
{
	pthread_attr_t attributes;
	if (pthread_attr_init(&attributes) != 0)
		return false;
	bool started = pthread_attr_setstacksize(&attributes, THREAD_STACK_BYTES) == 0 &&
		       pthread_create(&job->thread, &attributes, run_job, job) == 0;
	pthread_attr_destroy(&attributes);
	return started;
}

void thread_run(size_t n_threads, void (*work)(void *ctx, size_t thread), void *ctx)
{
	if (n_threads == 0)
		return;
	struct job *jobs = xcalloc(n_threads, sizeof(*jobs));
	for (size_t i = 1; i < n_threads; i++) {
		jobs[i] = (struct job){ .work = work, .ctx = ctx, .index = i };
		jobs[i].started = start_job(&jobs[i]);
	}
	work(ctx, 0);
	for (size_t i = 1; i < n_threads; i++)
		if (!jobs[i].started)
			work(ctx, i);
	for (size_t i = 1; i < n_threads; i++)
		if (jobs[i].started)
			must(pthread_join(jobs[i].thread, NULL));
	free(jobs);
}
