#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Of the first chunk, and what later ones grow to: there are arenas by the hundred thousand, and most of them hold little. */
#define FIRST_CHUNK_BYTES 256
#define CHUNK_BYTES 16384

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

void *arena_alloc(struct arena *arena, size_t size)
{
	size_t align = _Alignof(max_align_t);
	if (size > (size_t)-1 - align)
		memory_exhausted();
	size = (size + align - 1) / align * align;
	struct arena_chunk *chunk = arena->chunks;
	if (!chunk || chunk->size - chunk->used < size) {
		size_t room = !chunk ? FIRST_CHUNK_BYTES : chunk->size < CHUNK_BYTES / 2 ? 2 * chunk->size : CHUNK_BYTES;
		room = size > room ? size : room;
		chunk = xmalloc(sizeof(*chunk) + room);
		*chunk = (struct arena_chunk){ .next = arena->chunks, .size = room };
		arena->chunks = chunk;
	}
	void *p = chunk->bytes + chunk->used;
	chunk->used += size;
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
