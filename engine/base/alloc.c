#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/poison.h"

void *xmalloc(size_t size)
{
	void *p = malloc(size ? size : 1);
	if (!p)
		memory_exhausted();
	return p;
}

void *xcalloc(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size ? size : 1);
	if (!p)
		memory_exhausted();
	return p;
}

void *xreallocarray(void *old, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		memory_exhausted();
	size_t bytes = count * size;
	void *p = realloc(old, bytes ? bytes : 1);
	if (!p)
		memory_exhausted();
	return p;
}

char *xstrndup(const char *bytes, size_t len)
{
	char *copy = xmalloc(len + 1);
	if (len)
		memcpy(copy, bytes, len);
	copy[len] = '\0';
	return copy;
}

char *xstrdup(const char *cstr)
{
	return xstrndup(cstr, strlen(cstr));
}

void *vec_grow(void *items, size_t count, size_t *capacity, size_t size)
{
	if (count == *capacity) {
		*capacity = *capacity ? *capacity * 2 : 8;
		items = xreallocarray(items, *capacity, size);
		POISON((char *)items + count * size, (*capacity - count) * size);
	}
	UNPOISON((char *)items + count * size, size);
	return items;
}
