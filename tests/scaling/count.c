/*
 * Linked into a tpatch that is compiled with -fsanitize-coverage=trace-pc: counts its work instead of its seconds, so
 * that what is counted does not depend on the machine. One unit is a basic block of ours, or COPIED bytes that the C
 * library copies, compares or searches. Peak memory is what malloc() had handed out at most, the libraries' share
 * included.
 *
 * At its end the program appends "WORK PEAK" to the file that TPATCH_COUNT names.
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COPIED 16

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *block, size_t bytes);
extern void __libc_free(void *block);

static uint64_t work; /* of all threads */
static uint64_t held, peak;

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
	__atomic_add_fetch(&work, 1, __ATOMIC_RELAXED);
}

static void *took(void *block)
{
	uint64_t now = __atomic_add_fetch(&held, malloc_usable_size(block), __ATOMIC_RELAXED);
	if (now > peak)
		peak = now;
	return block;
}

void free(void *block)
{
	__atomic_sub_fetch(&held, malloc_usable_size(block), __ATOMIC_RELAXED);
	__libc_free(block);
}

void *malloc(size_t bytes)
{
	return took(__libc_malloc(bytes));
}

void *calloc(size_t count, size_t bytes)
{
	return took(__libc_calloc(count, bytes));
}

void *realloc(void *block, size_t bytes)
{
	size_t before = malloc_usable_size(block);
	void *moved = __libc_realloc(block, bytes);
	if (!moved)
		return NULL;
	__atomic_sub_fetch(&held, before, __ATOMIC_RELAXED);
	return took(moved);
}

/* The functions of the C library whose work grows with what they are given; the linker leads their callers here
 * (--wrap). */
#define WRAP(type, name, parameters, arguments, bytes)                                                                 \
	extern type __real_##name parameters;                                                                          \
	type __wrap_##name parameters;                                                                                 \
	type __wrap_##name parameters                                                                                  \
	{                                                                                                              \
		__atomic_add_fetch(&work, 1 + (uint64_t)(bytes) / COPIED, __ATOMIC_RELAXED);                           \
		return __real_##name arguments;                                                                        \
	}

WRAP(void *, memcpy, (void *to, const void *from, size_t n), (to, from, n), n)
WRAP(void *, memmove, (void *to, const void *from, size_t n), (to, from, n), n)
WRAP(void *, memset, (void *to, int c, size_t n), (to, c, n), n)
WRAP(size_t, strlen, (const char *s), (s), 0)

/* What may end early counts as far as it went. */
static size_t same_bytes(const unsigned char *a, const unsigned char *b, size_t n)
{
	size_t i = 0;
	while (i < n && a[i] == b[i])
		i++;
	return i;
}

extern int __real_memcmp(const void *a, const void *b, size_t n);
int __wrap_memcmp(const void *a, const void *b, size_t n);

int __wrap_memcmp(const void *a, const void *b, size_t n)
{
	__atomic_add_fetch(&work, 1 + same_bytes(a, b, n) / COPIED, __ATOMIC_RELAXED);
	return __real_memcmp(a, b, n);
}

extern int __real_strcmp(const char *a, const char *b);
int __wrap_strcmp(const char *a, const char *b);

int __wrap_strcmp(const char *a, const char *b)
{
	__atomic_add_fetch(&work, 1, __ATOMIC_RELAXED);
	return __real_strcmp(a, b);
}

extern void *__real_memchr(const void *s, int c, size_t n);
void *__wrap_memchr(const void *s, int c, size_t n);

void *__wrap_memchr(const void *s, int c, size_t n)
{
	void *found = __real_memchr(s, c, n);
	__atomic_add_fetch(
		&work, 1 + (found ? (size_t)((const char *)found - (const char *)s) : n) / COPIED, __ATOMIC_RELAXED);
	return found;
}

extern void *__real_memmem(const void *s, size_t n, const void *word, size_t m);
void *__wrap_memmem(const void *s, size_t n, const void *word, size_t m);

void *__wrap_memmem(const void *s, size_t n, const void *word, size_t m)
{
	void *found = __real_memmem(s, n, word, m);
	__atomic_add_fetch(
		&work, 1 + (found ? (size_t)((const char *)found - (const char *)s) : n) / COPIED, __ATOMIC_RELAXED);
	return found;
}

__attribute__((destructor)) static void tell(void)
{
	const char *path = getenv("TPATCH_COUNT");
	FILE *file = path ? fopen(path, "a") : NULL;
	if (!file)
		return;
	fprintf(file, "%llu %llu\n", (unsigned long long)work, (unsigned long long)peak);
	fclose(file);
}
