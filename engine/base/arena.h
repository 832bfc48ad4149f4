/*
 * Memory for a family of things that live and die together. Nothing in an arena is freed alone.
 * A zeroed struct arena is valid and empty.
 */
#ifndef TPATCH_BASE_ARENA_H
#define TPATCH_BASE_ARENA_H

#include <stddef.h>

#include "base/str.h"

struct arena_chunk;

struct arena {
	struct arena_chunk *chunks;
};

#define ARENA_INIT ((struct arena){ 0 })

/* Frees everything; the arena is empty and usable again. */
void arena_release(struct arena *arena);
/* `size` zeroed bytes, aligned for any type; they live until arena_release(). */
void *arena_alloc(struct arena *arena, size_t size);
/* A NUL-terminated copy. */
char *arena_dup(struct arena *arena, struct slice bytes);
char *arena_strdup(struct arena *arena, const char *cstr);
/* A copy of `text`, which is released. */
char *arena_take(struct arena *arena, struct str *text);

#endif
