#include "match/word_set.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define NONE UINT32_MAX
#define BLOCK ((size_t)3) /* bytes that are looked at together */
#define LEAST_BITS 12u
#define MOST_BITS 16u

/*
 * --- leaps: the bytes at a place tell how far the next word's end must be ------------------------------------------
 *
 * After Wu and Manber, "A fast algorithm for multi-pattern searching", 1994. Of each word as many bytes count as the
 * shortest has; a block of three at the place looked at tells how far ahead the nearest such window may end. The longer
 * the shortest word, the longer the leaps.
 */

/* Words shorter than this make leaps too short to pay. */
#define WORD_SKIP_SHORTEST ((size_t)6)

struct word_skip {
	struct slice *words; /* in `letters` */
	char *letters;
	size_t n_words;
	size_t window;       /* bytes of each word that count: its last ones */
	unsigned bits;       /* of a block's number */
	unsigned char *leap; /* per block: bytes to the nearest place where a window may end; 0: here */
	uint32_t *first;     /* per block: a word that ends with it, or NONE */
	uint32_t *next;      /* per word: another that ends with the same block, or NONE */
};

/* Letters of both cases get one number. So do some other bytes, and blocks that have nothing in common: words are
 * compared in full. */
static uint32_t block_at(const struct word_skip *skip, const unsigned char *last)
{
	uint32_t bytes = (uint32_t)last[0] | (uint32_t)last[-1] << 8 | (uint32_t)last[-2] << 16;
	return (bytes | 0x202020u) * 2654435761u >> (32 - skip->bits);
}

static void word_skip_add(struct word_skip *skip, uint32_t number)
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

static void copy_words(struct word_skip *skip, const struct slice *words)
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

/* `words` are copied; each has NEEDLE_SKIP_SHORTEST bytes or more. Free with word_skip_free(). */
static struct word_skip *word_skip_new(const struct slice *words, size_t count)
{
	struct word_skip *skip = xcalloc(1, sizeof(*skip));
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
		word_skip_add(skip, (uint32_t)w);
	return skip;
}

static void word_skip_free(struct word_skip *skip)
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

/* Words that end after `end` bytes. */
static void compare(
	const struct word_skip *skip, uint32_t block, struct slice bytes, size_t end, struct word_hits *hits)
{
	for (uint32_t w = skip->first[block]; w != NONE; w = skip->next[w]) {
		struct slice word = skip->words[w];
		if (!hits->found[w] && word.len <= end &&
			slice_eq_nocase(slice_from(bytes.ptr + end - word.len, word.len), word)) {
			hits->found[w] = true;
			hits->words[hits->count++] = w;
		}
	}
}

/* Adds to `hits`, which has room for all words, those that `bytes` holds. */
static void word_skip_find(const struct word_skip *skip, struct slice bytes, struct word_hits *hits)
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

#define NONE UINT32_MAX

struct word_set {
	size_t n_words;
	struct word_skip *skip;      /* all words are long: what follows is empty */
	unsigned char class_of[256]; /* bytes that no word holds are class 0 */
	bool begins[256];            /* some word begins with the byte */
	size_t n_classes;
	uint32_t *next;    /* [state * n_classes + class]: the state after the byte */
	uint32_t *word_at; /* per state: a word that ends there, or NONE */
	uint32_t *also;    /* per state: the longest proper suffix of it at which a word ends, or NONE */
	uint32_t *same;    /* per word: another word with the same letters, or NONE */
	bool *is_end;      /* per state: some word ends there */
	size_t n_states, capacity;
};

static unsigned char fold(unsigned char byte)
{
	return byte >= 'A' && byte <= 'Z' ? (unsigned char)(byte + ('a' - 'A')) : byte;
}

static void find_classes(struct word_set *set, const struct slice *words, size_t count)
{
	set->n_classes = 1;
	for (size_t w = 0; w < count; w++)
		for (size_t i = 0; i < words[w].len; i++) {
			unsigned char byte = fold((unsigned char)words[w].ptr[i]);
			if (!set->class_of[byte])
				set->class_of[byte] = (unsigned char)set->n_classes++;
		}
	for (int byte = 'A'; byte <= 'Z'; byte++)
		set->class_of[byte] = set->class_of[fold((unsigned char)byte)];
}

static uint32_t add_state(struct word_set *set)
{
	if (set->n_states == set->capacity) {
		set->capacity = set->capacity ? set->capacity * 2 : 64;
		set->next = xreallocarray(set->next, set->capacity * set->n_classes, sizeof(*set->next));
		set->word_at = xreallocarray(set->word_at, set->capacity, sizeof(*set->word_at));
	}
	for (size_t c = 0; c < set->n_classes; c++)
		set->next[set->n_states * set->n_classes + c] = NONE;
	set->word_at[set->n_states] = NONE;
	return (uint32_t)set->n_states++;
}

static void add_word(struct word_set *set, struct slice word, uint32_t number)
{
	uint32_t state = 0;
	for (size_t i = 0; i < word.len; i++) {
		size_t at = state * set->n_classes + set->class_of[(unsigned char)word.ptr[i]];
		if (set->next[at] == NONE) {
			uint32_t added = add_state(set);
			set->next[at] = added;
		}
		state = set->next[at];
	}
	set->same[number] = set->word_at[state];
	set->word_at[state] = number;
}

/* Breadth first: fills the gaps of the trie with the moves of each state's longest proper suffix. */
static void link_suffixes(struct word_set *set)
{
	uint32_t *queue = xcalloc(set->n_states, sizeof(*queue)), *suffix = xcalloc(set->n_states, sizeof(*suffix));
	size_t head = 0, tail = 0;
	set->also = xcalloc(set->n_states, sizeof(*set->also));
	set->also[0] = NONE;
	queue[tail++] = 0;
	while (head < tail) {
		uint32_t state = queue[head++];
		for (size_t c = 0; c < set->n_classes; c++) {
			uint32_t *move = &set->next[state * set->n_classes + c];
			uint32_t fallback = state ? set->next[suffix[state] * set->n_classes + c] : 0;
			if (*move == NONE) {
				*move = fallback;
				continue;
			}
			suffix[*move] = fallback;
			set->also[*move] = set->word_at[fallback] != NONE ? fallback : set->also[fallback];
			queue[tail++] = *move;
		}
	}
	set->is_end = xcalloc(set->n_states, sizeof(*set->is_end));
	for (size_t state = 0; state < set->n_states; state++)
		set->is_end[state] = set->word_at[state] != NONE || set->also[state] != NONE;
	free(queue);
	free(suffix);
}

static bool are_long(const struct slice *words, size_t count)
{
	for (size_t w = 0; w < count; w++)
		if (words[w].len < WORD_SKIP_SHORTEST)
			return false;
	return count > 0;
}

struct word_set *word_set_new(const struct slice *words, size_t count)
{
	struct word_set *set = xcalloc(1, sizeof(*set));
	set->n_words = count;
	if (are_long(words, count)) {
		set->skip = word_skip_new(words, count);
		return set;
	}
	set->same = xcalloc(count, sizeof(*set->same));
	find_classes(set, words, count);
	add_state(set);
	for (size_t w = 0; w < count; w++)
		add_word(set, words[w], (uint32_t)w);
	for (int byte = 0; byte < 256; byte++)
		set->begins[byte] = set->next[set->class_of[byte]] != NONE;
	link_suffixes(set);
	return set;
}

void word_set_free(struct word_set *set)
{
	if (!set)
		return;
	word_skip_free(set->skip);
	free(set->next);
	free(set->word_at);
	free(set->also);
	free(set->same);
	free(set->is_end);
	free(set);
}

static void mark(const struct word_set *set, uint32_t state, struct word_hits *hits)
{
	for (; state != NONE; state = set->also[state])
		for (uint32_t word = set->word_at[state]; word != NONE && !hits->found[word]; word = set->same[word]) {
			hits->found[word] = true;
			hits->words[hits->count++] = word;
		}
}

static void clear(const struct word_set *set, struct word_hits *hits)
{
	if (!hits->found) {
		hits->found = xcalloc(set->n_words, sizeof(*hits->found));
		hits->words = xcalloc(set->n_words, sizeof(*hits->words));
	}
	for (size_t i = 0; i < hits->count; i++)
		hits->found[hits->words[i]] = false;
	hits->count = 0;
}

static void find_bytewise(const struct word_set *set, struct slice bytes, struct word_hits *hits)
{
	const unsigned char *at = (const unsigned char *)bytes.ptr, *end = bytes.len ? at + bytes.len : at;
	const size_t n_classes = set->n_classes;
	uint32_t state = 0;
	for (; at < end; at++) {
		if (state == 0) {
			while (at < end && !set->begins[*at])
				at++;
			if (at == end)
				break;
		}
		state = set->next[state * n_classes + set->class_of[*at]];
		if (set->is_end[state])
			mark(set, state, hits);
	}
}

void word_set_find(const struct word_set *set, struct slice bytes, struct word_hits *hits)
{
	clear(set, hits);
	if (set->skip)
		word_skip_find(set->skip, bytes, hits);
	else
		find_bytewise(set, bytes, hits);
}

void word_hits_release(struct word_hits *hits)
{
	free(hits->found);
	free(hits->words);
	*hits = (struct word_hits){ 0 };
}
