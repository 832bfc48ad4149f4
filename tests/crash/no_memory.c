/*
 * For a test: a library to be preloaded in which the allocation number $NO_MEMORY_AT of the program, and every later
 * one, gets nothing. With $NO_MEMORY_AT=0 all get what they want, and the number of allocations is written to
 * descriptor 9.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_ulong count;
static unsigned long fail_at;
static char ready;

/* What dlsym() itself asks for before the real functions are known. */
static char early[1 << 16];
static size_t early_used;

static void *early_alloc(size_t size)
{
	void *p = early + early_used;
	early_used += (size + 15) / 16 * 16;
	return p;
}

static int is_early(const void *p)
{
	return (const char *)p >= early && (const char *)p < early + sizeof(early);
}

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);

__attribute__((constructor)) static void begin(void)
{
	next_malloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
	next_calloc = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
	next_realloc = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
	next_free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
	const char *at = getenv("NO_MEMORY_AT");
	fail_at = at ? strtoul(at, NULL, 10) : 0;
	ready = 1;
}

__attribute__((destructor)) static void end(void)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "%lu\n", atomic_load(&count));
	if (fail_at == 0 && write(9, text, (size_t)len) < 0)
		return;
}

static int is_denied(void)
{
	unsigned long number = atomic_fetch_add(&count, 1) + 1;
	if (!fail_at || number < fail_at)
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t size)
{
	if (!ready)
		return early_alloc(size);
	return is_denied() ? NULL : next_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	if (!ready)
		return early_alloc(n * size);
	return is_denied() ? NULL : next_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
	if (is_early(old) || !ready)
		abort();
	return is_denied() ? NULL : next_realloc(old, size);
}

void free(void *p)
{
	if (p && !is_early(p))
		next_free(p);
}
