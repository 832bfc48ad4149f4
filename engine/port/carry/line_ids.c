#include "port/carry/line_ids.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/digest/hash.h"

#define FIRST_SLOTS 1024
#define GUARD_SHIFT 4
#define WEIGHT_MASK 0xFu

void line_ids_release(struct line_ids *ids)
{
	free(ids->slots);
	free(ids->texts);
	free(ids->traits);
	arena_release(&ids->arena);
	*ids = (struct line_ids){ 0 };
}

static size_t first_slot(const struct line_ids *ids, struct slice text)
{
	struct hash hash = hash_of(text);
	uint64_t bits;
	memcpy(&bits, hash.bytes, sizeof(bits));
	return (size_t)bits & (ids->n_slots - 1);
}

static size_t find_slot(const struct line_ids *ids, struct slice text)
{
	size_t slot = first_slot(ids, text);
	while (ids->slots[slot] && !slice_eq(ids->texts[ids->slots[slot] - 1], text))
		slot = (slot + 1) & (ids->n_slots - 1);
	return slot;
}

static void grow(struct line_ids *ids)
{
	free(ids->slots);
	ids->n_slots = ids->n_slots ? 2 * ids->n_slots : FIRST_SLOTS;
	ids->slots = xcalloc(ids->n_slots, sizeof(*ids->slots));
	for (size_t i = 0; i < ids->count; i++)
		ids->slots[find_slot(ids, ids->texts[i])] = (uint32_t)i + 1;
}

static unsigned char weigh(struct slice text)
{
	unsigned char weight = LINE_WEIGHT_BLANK;
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];
		if (ascii_is_digit(c) || ascii_is_letter(c) || c >= 0x80)
			return LINE_WEIGHT_WORDS;
		if (c > ' ')
			weight = LINE_WEIGHT_SIGNS;
	}
	return weight;
}

static enum line_guard guard_of(struct slice text)
{
	text = slice_trim(text);
	if (slice_starts_with(text, "#endif"))
		return LINE_ENDIF;
	if (slice_starts_with(text, "#if"))
		return LINE_IF;
	return slice_starts_with(text, "#el") ? LINE_ELSE : LINE_NO_GUARD;
}

uint32_t line_id(struct line_ids *ids, struct slice text)
{
	if (2 * ids->count >= ids->n_slots)
		grow(ids);
	size_t slot = find_slot(ids, text);
	if (ids->slots[slot])
		return ids->slots[slot] - 1;
	struct slice owned = slice_from(arena_dup(&ids->arena, text), text.len);
	unsigned char trait = (unsigned char)(weigh(text) | guard_of(text) << GUARD_SHIFT);
	VEC_PUSH(ids->traits, ids->count, ids->traits_capacity, trait);
	ids->count--;
	VEC_PUSH(ids->texts, ids->count, ids->texts_capacity, owned);
	ids->slots[slot] = (uint32_t)ids->count;
	return (uint32_t)ids->count - 1;
}

struct slice line_text(const struct line_ids *ids, uint32_t id)
{
	return ids->texts[id];
}

unsigned line_weight(const struct line_ids *ids, uint32_t id)
{
	return ids->traits[id] & WEIGHT_MASK;
}

enum line_guard line_guard(const struct line_ids *ids, uint32_t id)
{
	return (enum line_guard)(ids->traits[id] >> GUARD_SHIFT);
}
