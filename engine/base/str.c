#include "base/str.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/poison.h"

struct slice slice_of(const char *cstr)
{
	return (struct slice){ cstr, cstr ? strlen(cstr) : 0 };
}

struct slice slice_from(const char *ptr, size_t len)
{
	return (struct slice){ ptr, len };
}

struct slice slice_sub(struct slice s, size_t begin, size_t end)
{
	if (end > s.len)
		end = s.len;
	if (begin > end)
		begin = end;
	return (struct slice){ s.ptr ? s.ptr + begin : NULL, end - begin };
}

struct slice slice_trim(struct slice s)
{
	while (s.len && ascii_is_space(s.ptr[0])) {
		s.ptr++;
		s.len--;
	}
	while (s.len && ascii_is_space(s.ptr[s.len - 1]))
		s.len--;
	return s;
}

bool slice_eq(struct slice a, struct slice b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

bool slice_eq_cstr(struct slice a, const char *b)
{
	/* Called for row after row of a table, most of which differ in their first byte: no strlen(), no memcmp(). */
	for (size_t i = 0; i < a.len; i++)
		if (b[i] == '\0' || a.ptr[i] != b[i])
			return false;
	return b[a.len] == '\0';
}

bool slice_eq_nocase(struct slice a, struct slice b)
{
	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++)
		if (ascii_to_lower(a.ptr[i]) != ascii_to_lower(b.ptr[i]))
			return false;
	return true;
}

bool slice_starts_with(struct slice s, const char *prefix)
{
	size_t len = strlen(prefix);
	return s.len >= len && memcmp(s.ptr, prefix, len) == 0;
}

bool slice_ends_with(struct slice s, const char *suffix)
{
	size_t len = strlen(suffix);
	return s.len >= len && memcmp(s.ptr + s.len - len, suffix, len) == 0;
}

bool slice_is_one_of(struct slice s, const char *const *texts)
{
	for (; texts && *texts; texts++)
		if (slice_eq_cstr(s, *texts))
			return true;
	return false;
}

bool slice_is_one_of_nocase(struct slice s, const char *const *texts)
{
	for (; texts && *texts; texts++)
		if (slice_eq_nocase(s, slice_of(*texts)))
			return true;
	return false;
}

size_t texts_count(const char *const *texts)
{
	size_t count = 0;
	while (texts && texts[count])
		count++;
	return count;
}

int slice_cmp(struct slice a, struct slice b)
{
	size_t common = a.len < b.len ? a.len : b.len;
	int order = common ? memcmp(a.ptr, b.ptr, common) : 0;
	if (order)
		return order;
	return a.len < b.len ? -1 : a.len > b.len;
}

size_t slice_find(struct slice hay, struct slice needle, size_t from)
{
	if (needle.len == 0)
		return from <= hay.len ? from : (size_t)-1;
	while (from + needle.len <= hay.len) {
		const char *hit = memchr(hay.ptr + from, needle.ptr[0], hay.len - needle.len - from + 1);
		if (!hit)
			return (size_t)-1;
		if (memcmp(hit, needle.ptr, needle.len) == 0)
			return (size_t)(hit - hay.ptr);
		from = (size_t)(hit - hay.ptr) + 1;
	}
	return (size_t)-1;
}

/* Below this setting up the leaps costs more than it saves. */
#define LEAP_LEAST_HAY ((size_t)256)
#define LEAP_LEAST_NEEDLE ((size_t)2)

/* Horspool, "Practical fast searching in strings", 1980: the byte under the needle's end tells how far the needle can
 * move. */
static size_t find_nocase_by_leaps(struct slice hay, struct slice needle, size_t from)
{
	unsigned char leap[256];
	size_t most = needle.len < UCHAR_MAX ? needle.len : UCHAR_MAX;
	memset(leap, (int)most, sizeof(leap));
	for (size_t left = most - 1; left > 0; left--) {
		char c = ascii_to_lower(needle.ptr[needle.len - 1 - left]);
		leap[(unsigned char)c] = (unsigned char)left;
		if (c >= 'a' && c <= 'z')
			leap[(unsigned char)c - ('a' - 'A')] = (unsigned char)left;
	}
	char last = ascii_to_lower(needle.ptr[needle.len - 1]);
	for (size_t end = from + needle.len - 1; end < hay.len;) {
		char c = hay.ptr[end];
		size_t begin = end + 1 - needle.len;
		if (ascii_to_lower(c) == last && slice_eq_nocase(slice_from(hay.ptr + begin, needle.len), needle))
			return begin;
		end += leap[(unsigned char)c];
	}
	return (size_t)-1;
}

size_t slice_find_nocase(struct slice hay, struct slice needle, size_t from)
{
	if (needle.len == 0)
		return from <= hay.len ? from : (size_t)-1;
	if (needle.len >= LEAP_LEAST_NEEDLE && from < hay.len && hay.len - from >= LEAP_LEAST_HAY)
		return find_nocase_by_leaps(hay, needle, from);
	char first = ascii_to_lower(needle.ptr[0]);
	for (size_t i = from; i + needle.len <= hay.len; i++)
		if (ascii_to_lower(hay.ptr[i]) == first && slice_eq_nocase(slice_from(hay.ptr + i, needle.len), needle))
			return i;
	return (size_t)-1;
}

char *slice_dup(struct slice s)
{
	return xstrndup(s.ptr, s.len);
}

bool slice_cut_word(struct slice *rest, struct slice *word)
{
	size_t end = 0;
	while (end < rest->len && !ascii_is_blank(rest->ptr[end]))
		end++;
	*word = slice_sub(*rest, 0, end);
	*rest = slice_trim(slice_sub(*rest, end, rest->len));
	return end > 0;
}

bool slice_cut(struct slice *rest, char separator, struct slice *part)
{
	if (!rest->ptr)
		return false;
	const char *at = rest->len ? memchr(rest->ptr, separator, rest->len) : NULL;
	if (!at) {
		*part = *rest;
		*rest = (struct slice){ NULL, 0 };
		return true;
	}
	size_t len = (size_t)(at - rest->ptr);
	*part = slice_from(rest->ptr, len);
	*rest = slice_from(at + 1, rest->len - len - 1);
	return true;
}

void str_release(struct str *s)
{
	free(s->ptr);
	*s = STR_INIT;
}

void str_clear(struct str *s)
{
	if (s->ptr) {
		s->ptr[0] = '\0';
		POISON(s->ptr + 1, s->len);
	}
	s->len = 0;
}

/* Room for `extra` bytes, at least. */
static void grow(struct str *s, size_t extra)
{
	size_t need = s->len + extra + 1;
	if (need < extra)
		memory_exhausted();
	if (need <= s->cap)
		return;
	/* By half at least: a text that grows byte by byte must not be moved for each of them. */
	size_t cap = s->cap < 32 ? 32 : s->cap + s->cap / 2;
	if (cap < need)
		cap = need;
	s->ptr = xreallocarray(s->ptr, cap, 1);
	s->cap = cap;
	s->ptr[s->len] = '\0';
	POISON(s->ptr + s->len + 1, cap - s->len - 1);
}

void str_reserve(struct str *s, size_t extra)
{
	grow(s, extra);
	UNPOISON(s->ptr + s->len + 1, extra);
}

void str_add_bytes(struct str *s, const char *bytes, size_t len)
{
	if (!len)
		return;
	if (s->len + len + 1 > s->cap)
		grow(s, len);
	UNPOISON(s->ptr + s->len + 1, len);
	memcpy(s->ptr + s->len, bytes, len);
	s->len += len;
	s->ptr[s->len] = '\0';
}

void str_add(struct str *s, struct slice bytes)
{
	str_add_bytes(s, bytes.ptr, bytes.len);
}

void str_add_cstr(struct str *s, const char *cstr)
{
	str_add_bytes(s, cstr, strlen(cstr));
}

void str_add_char(struct str *s, char c)
{
	str_add_bytes(s, &c, 1);
}

void str_add_repeat(struct str *s, char c, size_t count)
{
	if (!count)
		return;
	str_reserve(s, count);
	memset(s->ptr + s->len, c, count);
	s->len += count;
	s->ptr[s->len] = '\0';
}

void str_addv(struct str *s, const char *format, va_list args)
{
	va_list again;
	char nothing[1];
	va_copy(again, args);
	int len = vsnprintf(nothing, 0, format, args);
	if (len > 0) {
		if (s->len + (size_t)len + 1 > s->cap)
			grow(s, (size_t)len > s->len ? (size_t)len : s->len);
		UNPOISON(s->ptr + s->len + 1, (size_t)len);
		vsnprintf(s->ptr + s->len, (size_t)len + 1, format, again);
		s->len += (size_t)len;
	}
	va_end(again);
}

void str_addf(struct str *s, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	str_addv(s, format, args);
	va_end(args);
}

char *str_detach(struct str *s)
{
	char *bytes = s->ptr ? s->ptr : xstrndup("", 0);
	*s = STR_INIT;
	return bytes;
}

static void add_replaced(struct str *s, struct slice text, struct slice from, struct slice to,
	size_t (*find)(struct slice text, struct slice part, size_t from))
{
	size_t kept = 0, at;
	while ((at = find(text, from, kept)) != (size_t)-1) {
		str_add(s, slice_sub(text, kept, at));
		str_add(s, to);
		kept = at + from.len;
	}
	str_add(s, slice_sub(text, kept, text.len));
}

void str_add_replaced(struct str *s, struct slice text, struct slice from, struct slice to)
{
	add_replaced(s, text, from, to, slice_find);
}

void str_add_replaced_nocase(struct str *s, struct slice text, struct slice from, struct slice to)
{
	add_replaced(s, text, from, to, slice_find_nocase);
}

struct slice str_slice(const struct str *s)
{
	return (struct slice){ s->ptr ? s->ptr : "", s->len };
}

const char *str_plural(size_t count)
{
	return count == 1 ? "" : "s";
}
