#include "platform/thread.h"

#include <stdatomic.h>
#include <stdint.h>

struct each {
	bool (*work)(void *ctx, size_t thread, size_t item, struct err *err);
	void *ctx;
	size_t count;
	atomic_size_t next;
	struct mutex *mutex;
	/* Under the mutex: */
	size_t failed; /* the first that did; SIZE_MAX: none */
	struct err err;
};

/* Items begin in order, so that all before the first that fails are done. */
static void work_on(void *ctx, size_t thread)
{
	struct each *each = ctx;
	for (size_t i; (i = atomic_fetch_add(&each->next, 1)) < each->count;) {
		struct err err = ERR_INIT;
		if (each->work(each->ctx, thread, i, &err))
			continue;
		mutex_lock(each->mutex);
		if (i < each->failed) {
			err_release(&each->err);
			each->failed = i;
			each->err = err;
			err = ERR_INIT;
		}
		mutex_unlock(each->mutex);
		err_release(&err);
		atomic_store(&each->next, each->count);
	}
}

bool thread_each(size_t n_threads, size_t count, bool (*work)(void *ctx, size_t thread, size_t item, struct err *err),
	void *ctx, struct err *err)
{
	struct each each = { .work = work, .ctx = ctx, .count = count, .mutex = mutex_new(), .failed = SIZE_MAX };
	atomic_init(&each.next, 0);
	thread_run(n_threads < count ? n_threads : count, work_on, &each);
	mutex_free(each.mutex);
	if (each.failed == SIZE_MAX)
		return true;
	*err = each.err;
	return false;
}
