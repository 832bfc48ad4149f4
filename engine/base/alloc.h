/*
 * Memory that either is there or ends the process: callers never see NULL.
 *
 * The engine holds no external state that a lost process could spoil (the journal in commit/ is made for that case), so
 * running out of memory is not an error that every caller has to carry. Until a commit begins to replace files nothing
 * is written; while it does, all it needs is there already: it has read every file once before, into the same buffers.
 */
#ifndef TPATCH_BASE_ALLOC_H
#define TPATCH_BASE_ALLOC_H

#include <stddef.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* The exit code of an I/O error, as cmdline/exit.h has it: a last write that goes wrong tells the same. */
#define MEMORY_EXHAUSTED_CODE 4
#define MEMORY_EXHAUSTED_TEXT                                                                                          \
	"error: out of memory\n"                                                                                       \
	"hint: `tpatch status` shows the state of the tree; if a run was interrupted, `tpatch recover` repairs it\n"

/*
 * Writes that text to standard error and ends the process with that code. Defined by platform/, for base/ does not know
 * the system.
 */
_Noreturn void memory_exhausted(void);

/* `size` bytes, uninitialised; the caller frees them with free(). */
void *xmalloc(size_t size);

/* `count` zeroed elements of `size` bytes; the caller frees them with free(). */
void *xcalloc(size_t count, size_t size);

/* `old` resized to `count` elements of `size` bytes; the caller frees the result with free(). */
void *xreallocarray(void *old, size_t count, size_t size);

/* A NUL-terminated copy of `len` bytes; the caller frees it with free(). */
char *xstrndup(const char *bytes, size_t len);
char *xstrdup(const char *cstr);

/*
 * Makes room for one more element: returns `items` or its larger replacement, and updates `*capacity`.
 * `count` and `*capacity` are in elements of `size` bytes. Growth is geometric.
 */
void *vec_grow(void *items, size_t count, size_t *capacity, size_t size);

/* Appends one element to the array `items` with its `count` and `capacity`: VEC_PUSH(v->items, v->count, v->capacity,
 * x). */
#define VEC_PUSH(items, count, capacity, element)                                                                      \
	((items) = vec_grow((items), (count), &(capacity), sizeof(*(items))), (items)[(count)++] = (element))

#endif
