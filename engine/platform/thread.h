/* Threads, as few words as the engine needs. */
#ifndef TPATCH_PLATFORM_THREAD_H
#define TPATCH_PLATFORM_THREAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct mutex;

/* Free with mutex_free(). */
struct mutex *mutex_new(void);
void mutex_free(struct mutex *mutex);
void mutex_lock(struct mutex *mutex);
void mutex_unlock(struct mutex *mutex);

/* A condition of `mutex`: wait releases the mutex while it sleeps and holds it again on return. */
struct condition;
struct condition *condition_new(void);
void condition_free(struct condition *condition);
void condition_wait(struct condition *condition, struct mutex *mutex);
void condition_wake_all(struct condition *condition);

/*
 * Calls work(ctx, i) for i in [0, n_threads) on that many threads, the caller's being one, and returns when all
 * have. Where a thread cannot be started, its call is made on the caller's thread afterwards, so `work` must not
 * need the others to run at the same time.
 */
void thread_run(size_t n_threads, void (*work)(void *ctx, size_t thread), void *ctx);

/*
 * Calls work(ctx, thread, i, err) for each of `count` items, in order, on up to `n_threads` threads. After a failure no
 * item is begun; of several failures the one of the first item is `err`, whatever the threads. False then.
 */
bool thread_each(size_t n_threads, size_t count, bool (*work)(void *ctx, size_t thread, size_t item, struct err *err),
	void *ctx, struct err *err);

#endif
