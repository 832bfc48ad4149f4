#include "match/needles_skip.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define NONE UINT32_MAX
#define BLOCK ((size_t)3) /* bytes that are looked at together */
#define LEAST_BITS 12u
#define MOST_BITS 16u

struct needle_skip {
	struct slice *words; /* in `letters` */
	char *letters;
	size_t n_words;
	size_t window;       /* bytes of each word that count: its last ones */
	unsigned bits;       /* of a block's number */
	unsigned char *leap; /* per block: bytes to the nearest place where a window may end; 0: here */
	uint32_t *first;     /* per block: a word that ends with it, or NONE */
	uint32_t *next;      /* per word: another that ends with the same block, or NONE */
};

/* Letters of both cases get one number. So do some other bytes, and blocks that have nothing in common: words are compared in full. */
static uint32_t block_at(const struct needle_skip *skip, const unsigned char *last)
{
	uint32_t bytes = (uint32_t)last[0] | (uint32_t)last[-1] << 8 | (uint32_t)last[-2] << 16;
	return (bytes | 0x202020u) * 2654435761u >> (32 - skip->bits);
}

static void add_word(struct needle_skip *skip, uint32_t number)
{
	struct slice word = skip->words[number];
	const unsigned char *end = (const unsigned char *)word.ptr + word.len;
	for (size_t ahead = 0; ahead + BLOCK <= skip->window; ahead++) {
		uint32_t block = block_at(skip, end - 1 - ahead);
		if (skip->leap[block] > ahead)
			skip->leap[block] = (unsigned char)ahead;
	}
	uint32_t block = block_at(skip, end - 1);
	skip->next[number] = skip->first[block];
	skip->first[block] = number;
}

static void copy_words(struct needle_skip *skip, const struct slice *words)
{
	size_t room = 0, at = 0;
	skip->window = UCHAR_MAX;
	for (size_t w = 0; w < skip->n_words; w++) {
		room += words[w].len;
		skip->window = words[w].len < skip->window ? words[w].len : skip->window;
	}
	skip->letters = xmalloc(room + 1);
	skip->words = xcalloc(skip->n_words, sizeof(*skip->words));
	for (size_t w = 0; w < skip->n_words; w++) {
		memcpy(skip->letters + at, words[w].ptr, words[w].len);
		skip->words[w] = slice_from(skip->letters + at, words[w].len);
		at += words[w].len;
	}
}

struct needle_skip *needle_skip_new(const struct slice *words, size_t count)
{
	struct needle_skip *skip = xcalloc(1, sizeof(*skip));
	skip->n_words = count;
	copy_words(skip, words);
	skip->bits = LEAST_BITS;
	while (skip->bits < MOST_BITS && (size_t)1 << skip->bits < count * skip->window * 4)
		skip->bits++;
	size_t n_blocks = (size_t)1 << skip->bits;
	skip->leap = xmalloc(n_blocks);
	memset(skip->leap, (int)(skip->window - BLOCK + 1), n_blocks);
	skip->first = xcalloc(n_blocks, sizeof(*skip->first));
	skip->next = xcalloc(count, sizeof(*skip->next));
	for (size_t i = 0; i < n_blocks; i++)
		skip->first[i] = NONE;
	for (size_t w = 0; w < count; w++)
		add_word(skip, (uint32_t)w);
	return skip;
}

void needle_skip_free(struct needle_skip *skip)
{
	if (!skip)
		return;
	free(skip->words);
	free(skip->letters);
	free(skip->leap);
	free(skip->first);
	free(skip->next);
	free(skip);
}

/* Words that end behind `end` bytes. */
static void compare(const struct needle_skip *skip, uint32_t block, struct slice bytes, size_t end, struct needle_hits *hits)
{
	for (uint32_t w = skip->first[block]; w != NONE; w = skip->next[w]) {
		struct slice word = skip->words[w];
		if (!hits->found[w] && word.len <= end && slice_eq_nocase(slice_from(bytes.ptr + end - word.len, word.len), word)) {
			hits->found[w] = true;
			hits->words[hits->count++] = w;
		}
	}
}

void needle_skip_find(const struct needle_skip *skip, struct slice bytes, struct needle_hits *hits)
{
	const unsigned char *text = (const unsigned char *)bytes.ptr;
	for (size_t at = skip->window - 1; at < bytes.len;) {
		uint32_t block = block_at(skip, text + at);
		size_t leap = skip->leap[block];
		if (leap == 0) {
			compare(skip, block, bytes, at + 1, hits);
			leap = 1;
		}
		at += leap;
	}
}
