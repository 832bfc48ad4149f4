/* Write operations that do their work and keep a log of it, for the tests that make a disk from a part of the log. */
#ifndef TPATCH_TESTS_RECORDER_H
#define TPATCH_TESTS_RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "platform/write.h"

enum call {
	MAKE_DIR,
	CREATE,
	LINK,
	REPLACE,
	EXCHANGE,
	REMOVE,
	REMOVE_DIR,
	SET_META,
	COPY_OWNER,
	SET_DIR_TIME,
	FLUSH_FILE,
	FLUSH_DIR,
	FLUSH_VOLUME
};

struct entry {
	enum call call;
	const char *path, *to;
	struct slice bytes;
	uint32_t mode;
	int64_t mtime_ns;
	int64_t folder_mtime_ns; /* of the folder that holds the new name, after the call */
	int64_t from_mtime_ns;   /* of the folder that held the old name of a rename, after the call */
	bool flush;
};

struct recorder {
	struct write_ops ops; /* first: the table is how the functions find this struct */
	bool no_links, no_exchange;
	struct entry *entries;
	size_t count, capacity;
	struct arena arena;
};

/* `no_links`: the volume has no hard links, and cannot exchange names. Nothing is flushed; owners are not copied. Free
 * with recorder_free(). */
struct recorder recorder_new(bool no_links);
void recorder_free(struct recorder *recorder);
/* The folder that holds the entry's new name. Memory from `arena`. */
const char *recorder_folder_of(const struct entry *entry, struct arena *arena);

#endif
