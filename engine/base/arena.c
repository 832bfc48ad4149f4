#include "base/arena.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/poison.h"

/* Of the first chunk, and what later ones grow to: there are arenas by the hundred thousand, and most of them hold
 * little. */
#define FIRST_CHUNK_BYTES ((size_t)256)
#define CHUNK_BYTES ((size_t)16384)
#define LARGE_BYTES (CHUNK_BYTES / 8)

struct arena_chunk {
	struct arena_chunk *next;
	size_t used;
	size_t size;
	_Alignas(max_align_t) unsigned char bytes[];
};

void arena_release(struct arena *arena)
{
	while (arena->chunks) {
		struct arena_chunk *next = arena->chunks->next;
		free(arena->chunks);
		arena->chunks = next;
	}
}

/* A chunk with room for `size` bytes. What is large gets one of its own, and the rest of the present one stays in
 * use. */
static struct arena_chunk *add_chunk(struct arena *arena, size_t size)
{
	bool is_large = size > LARGE_BYTES;
	struct arena_chunk *present = arena->chunks;
	size_t room = !present ? FIRST_CHUNK_BYTES : present->size < CHUNK_BYTES / 2 ? 2 * present->size : CHUNK_BYTES;
	room = is_large || size > room ? size : room;
	struct arena_chunk *chunk = xmalloc(sizeof(*chunk) + room);
	*chunk = (struct arena_chunk){ .next = present, .size = room };
	POISON(chunk->bytes, room);
	if (is_large && present) {
		chunk->next = present->next;
		present->next = chunk;
	} else {
		arena->chunks = chunk;
	}
	return chunk;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	size_t align = _Alignof(max_align_t);
	if (size > (size_t)-1 - align - POISON_GAP)
		memory_exhausted();
	size_t taken = (size + align - 1) / align * align + POISON_GAP;
	struct arena_chunk *chunk = arena->chunks;
	if (!chunk || chunk->size - chunk->used < taken)
		chunk = add_chunk(arena, taken);
	void *p = chunk->bytes + chunk->used;
	chunk->used += taken;
	UNPOISON(p, size);
	return memset(p, 0, size);
}

char *arena_dup(struct arena *arena, struct slice bytes)
{
	char *copy = arena_alloc(arena, bytes.len + 1);
	if (bytes.len)
		memcpy(copy, bytes.ptr, bytes.len);
	return copy;
}

char *arena_strdup(struct arena *arena, const char *cstr)
{
	return arena_dup(arena, slice_of(cstr));
}

char *arena_take(struct arena *arena, struct str *text)
{
	char *copy = arena_dup(arena, str_slice(text));
	str_release(text);
	return copy;
}
