/* The words of a pattern in the bytes of a file, which tell most places and many files apart before anything is
 * lexed. */
#include <string.h>

#include "base/ascii.h"
#include "match/pattern_private.h"

/* Can [begin, end) be a name, and no part of a longer one? A number may stand right before it: `1if x`. */
static bool is_whole_name(struct slice bytes, size_t begin, size_t end)
{
	if (end < bytes.len && ascii_is_word(bytes.ptr[end]))
		return false;
	size_t run = begin;
	while (run > 0 && ascii_is_word(bytes.ptr[run - 1]))
		run--;
	return run == begin || ascii_is_digit(bytes.ptr[run]);
}

size_t pattern_find_word(
	const struct pattern *pattern, const struct document *doc, struct slice word, bool is_name, size_t from)
{
	struct slice bytes = doc->source->bytes;
	for (size_t at = from;; at++) {
		at = pattern->language->names_nocase ? slice_find_nocase(bytes, word, at) : slice_find(bytes, word, at);
		if (at == (size_t)-1 || !is_name || is_whole_name(bytes, at, at + word.len))
			return at;
	}
}

bool words_may_be_cut(struct slice bytes)
{
	const char *at = bytes.ptr, *end = at + bytes.len;
	while (at < end && (at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
		bool goes_on = at > bytes.ptr && !ascii_is_space(at[-1]), ends_line = false;
		for (at++; goes_on && at < end && ascii_is_space(*at) && !ends_line; at++)
			ends_line = *at == '\n' || *at == '\r';
		if (ends_line && at < end && at[-1] == '\r' && *at == '\n')
			at++;
		if (ends_line && at < end && !ascii_is_space(*at))
			return true;
	}
	return false;
}

bool pattern_words_are_in(const struct pattern *pattern, const struct document *doc)
{
	for (size_t w = 0; w < pattern->n_words; w++)
		if (pattern_find_word(pattern, doc, pattern->words[w], pattern->is_name[w], 0) == (size_t)-1)
			return false;
	return true;
}
