/* Write operations that go wrong where a test wants it. */
#ifndef TPATCH_TESTS_FAULTY_H
#define TPATCH_TESTS_FAULTY_H

#include <stdbool.h>
#include <stddef.h>

#include "platform/write.h"

/* Write operations that count their calls and go wrong at chosen ones (1-based; 0: never). */
struct faulty {
	struct write_ops ops; /* first: the table is how the functions find this struct */
	size_t calls;
	size_t fail_at;     /* fails without doing anything */
	size_t fail_from;   /* this call and all later ones fail: to the disk the same as a kill */
	size_t deny_at;     /* does its work, then says that it failed */
	size_t die_at;      /* the process ends before the call */
	size_t die_half_at; /* a create writes half of its bytes, then the process ends; other calls: as die_at */
	bool no_links;      /* the volume has no hard links */
	bool no_exchange;   /* nor can it exchange names */
	bool no_volume_flush;
	bool real_flush;           /* else a flush does nothing: the tests of kills need none */
	void (*meddle)(void *ctx); /* somebody else at work, before the call `meddle_at` */
	void *meddle_ctx;
	size_t meddle_at;
	size_t first_time_at; /* the first call that was to set the time of a folder */
	size_t lost_times;    /* how often the time of a folder was not set because of all this */
};

struct faulty faulty_new(void);

#endif
