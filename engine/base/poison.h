/*
 * Spare room is no memory: with AddressSanitizer, a read or a write past the end of an array, a text or an allocation
 * fails although its block goes on. Without it, these do nothing.
 */
#ifndef TPATCH_BASE_POISON_H
#define TPATCH_BASE_POISON_H

#include <stddef.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define POISON_WORKS 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#undef POISON_WORKS
#define POISON_WORKS 1
#endif

#ifdef POISON_WORKS
void __asan_poison_memory_region(const volatile void *begin, size_t size);
void __asan_unpoison_memory_region(const volatile void *begin, size_t size);

/* Nobody may touch these bytes until they are given out. */
#define POISON(begin, size) __asan_poison_memory_region((begin), (size))
/* These bytes are given out. */
#define UNPOISON(begin, size) __asan_unpoison_memory_region((begin), (size))
/* Bytes between two allocations of one block. */
#define POISON_GAP ((size_t)16)
#else
#define POISON(begin, size) ((void)(begin), (void)(size))
#define UNPOISON(begin, size) ((void)(begin), (void)(size))
#define POISON_GAP ((size_t)0)
#endif

#endif
