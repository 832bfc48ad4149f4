/*
 * Bytes, borrowed (struct slice) and owned (struct str). Both may hold any byte, NUL included.
 *
 * A struct str always has a NUL after its last byte, so `ptr` can be handed to C functions.
 * A zeroed struct str is valid and empty.
 */
#ifndef TPATCH_BASE_STR_H
#define TPATCH_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Borrowed bytes: whoever holds the slice does not free it. */
struct slice {
	const char *ptr;
	size_t len;
};

#define SLICE_LITERAL(text) ((struct slice){ "" text, sizeof(text) - 1 })
#define SLICE_FMT "%.*s"
#define SLICE_ARG(s) ((int)(s).len), ((s).ptr ? (s).ptr : "")

struct slice slice_of(const char *cstr);
struct slice slice_from(const char *ptr, size_t len);
/* Bytes [begin, end) of `s`; both are clamped to its length. */
struct slice slice_sub(struct slice s, size_t begin, size_t end);
/* `s` without leading and trailing ASCII white space. */
struct slice slice_trim(struct slice s);
bool slice_eq(struct slice a, struct slice b);
bool slice_eq_cstr(struct slice a, const char *b);
/* ASCII letters compare without case; all other bytes as they are. */
bool slice_eq_nocase(struct slice a, struct slice b);
bool slice_starts_with(struct slice s, const char *prefix);
bool slice_ends_with(struct slice s, const char *suffix);
/* The byte at `at`, or NUL after the end. */
static inline char slice_byte(struct slice s, size_t at)
{
	return at < s.len ? s.ptr[at] : '\0';
}

/* Is it one of these texts, which NULL ends? `texts` may be NULL: none. */
bool slice_is_one_of(struct slice s, const char *const *texts);
bool slice_is_one_of_nocase(struct slice s, const char *const *texts);
/* How many texts there are before the NULL that ends them; `texts` may be NULL: none. */
size_t texts_count(const char *const *texts);
/* Byte order, shorter first on a common prefix: <0, 0, >0. */
int slice_cmp(struct slice a, struct slice b);
/* Offset of the first `needle` in `hay` at or after `from`, or (size_t)-1. */
size_t slice_find(struct slice hay, struct slice needle, size_t from);
/* The same with ASCII letters compared without case. */
size_t slice_find_nocase(struct slice hay, struct slice needle, size_t from);
/* A NUL-terminated copy; the caller frees it with free(). */
char *slice_dup(struct slice s);
/*
 * Cuts the next part of `*rest` up to `separator`, without it, and advances `*rest` past it.
 * False when `*rest` was already spent (rest->ptr is then NULL).
 */
bool slice_cut(struct slice *rest, char separator, struct slice *part);
/* Cuts the word that `*rest` begins with, and the blanks behind it. False where it begins with none. */
bool slice_cut_word(struct slice *rest, struct slice *word);

/* Growable owned bytes. */
struct str {
	char *ptr;
	size_t len;
	size_t cap;
};

#define STR_INIT ((struct str){ 0 })

/* Frees what `s` holds; `s` is empty and usable again. */
void str_release(struct str *s);
/* Sets the length to 0 and keeps the memory. */
void str_clear(struct str *s);
/* Room for `extra` more bytes after the present ones. */
void str_reserve(struct str *s, size_t extra);
void str_add(struct str *s, struct slice bytes);
void str_add_bytes(struct str *s, const char *bytes, size_t len);
void str_add_cstr(struct str *s, const char *cstr);
void str_add_char(struct str *s, char c);
/* `count` copies of `c`. */
void str_add_repeat(struct str *s, char c, size_t count);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void str_addf(struct str *s, const char *format, ...);
void str_addv(struct str *s, const char *format, va_list args);
/* `text` with `to` in the place of each `from`, which is not empty. */
void str_add_replaced(struct str *s, struct slice text, struct slice from, struct slice to);
/* The same, with ASCII letters found in either case. */
void str_add_replaced_nocase(struct str *s, struct slice text, struct slice from, struct slice to);
/* Hands over the bytes (never NULL, NUL-terminated) and leaves `s` empty; the caller frees them with free(). */
char *str_detach(struct str *s);
/* What `s` holds now, borrowed until its next change. */
struct slice str_slice(const struct str *s);
/* What is after a word of which there are so many: "" or "s". */
const char *str_plural(size_t count);

#endif
