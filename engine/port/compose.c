/*
 * From what B became to a diff of B as it is. Rules have no order and all look at the same text, so a patch that needs
 * another one, or changes lines beside its lines, becomes one rule with it; each hunk has as much context as makes it
 * the only one, and none that another rule changes.
 */
#include "port/port_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "text/line_index.h"

#define CONTEXT 3
/* More are looked for by an index of the file. */
#define FEW_BLOCKS 4

/* Lines [old_begin, old_end) of the file as it was became lines [new_begin, new_end). */
struct block {
	size_t old_begin, old_end, new_begin, new_end;
	uint32_t owner;
	size_t above, below; /* lines of context */
};

struct blocks {
	struct block *items;
	size_t count, capacity;
};

/* What is of an owner: by owner, then in order. */
struct owned {
	uint32_t owner, index;
};

struct owned_list {
	struct owned *items;
	size_t count;
};

struct composer {
	struct porter *porter;
	struct side_file *file;
	struct port_text *text;
	struct blocks blocks;
	struct arena *arena;
	struct patch_file *files; /* the rules so far */
	size_t n_files, files_capacity;
	struct port_owners *owners;
	size_t n_owners, owners_capacity;
	struct line_index index; /* of the file as it was; made for many blocks */
};

static void find_blocks(struct composer *c)
{
	struct port_text *text = c->text;
	c->blocks.count = 0;
	for (size_t o = 0, i = 0; o < text->n_original || i < text->n;) {
		if (i < text->n && o < text->n_original && text->origins[i] == o) {
			o++;
			i++;
			continue;
		}
		struct block block = { .old_begin = o, .new_begin = i, .owner = PORT_NOBODY };
		while ((i < text->n && text->origins[i] == PORT_NOBODY) ||
			(o < text->n_original && text->removed_by[o] != PORT_NOBODY)) {
			bool is_new = i < text->n && text->origins[i] == PORT_NOBODY;
			uint32_t owner = is_new ? text->owners[i] : text->removed_by[o];
			if (block.owner != PORT_NOBODY)
				port_text_join(text, block.owner, owner);
			block.owner = owner;
			i += is_new;
			o += !is_new;
		}
		block.old_end = o;
		block.new_end = i;
		VEC_PUSH(c->blocks.items, c->blocks.count, c->blocks.capacity, block);
	}
	for (size_t i = 0; i < c->blocks.count; i++)
		c->blocks.items[i].owner = port_text_owner(text, c->blocks.items[i].owner);
}

/* --- context ------------------------------------------------------------------------------------------------------ */

/* Lines of the file as it was that are between block `index` and the one before it, or the file's beginning. */
static size_t room_above(const struct composer *c, size_t index)
{
	return c->blocks.items[index].old_begin - (index ? c->blocks.items[index - 1].old_end : 0);
}

static size_t room_below(const struct composer *c, size_t index)
{
	return (index + 1 < c->blocks.count ? c->blocks.items[index + 1].old_begin : c->text->n_original) -
	       c->blocks.items[index].old_end;
}

static bool is_only(const struct composer *c, const struct block *block)
{
	size_t begin = block->old_begin - block->above, end = block->old_end + block->below;
	struct port_place place;
	struct line_places places = { 0 };
	if (c->index.sorted && begin < end &&
		line_index_find(&c->index, c->text->original + begin, end - begin, &places)) {
		free(places.items);
		return places.count == 1;
	}
	struct place_query query = { .ids = &c->porter->ids,
		.text = c->text->original,
		.n_text = c->text->n_original,
		.to = c->text->n_original,
		.side = c->text->original + begin,
		.n_side = end - begin,
		.end = end - begin };
	if (begin == end)
		return c->text->n_original == 0;
	place_find(&query, &place);
	return place.n_all == 1;
}

/* Widens the context of the block until it is the only one that fits. False where its neighbours stand in the way. */
static bool widen(struct composer *c, size_t index)
{
	struct block *block = &c->blocks.items[index];
	size_t above = room_above(c, index), below = room_below(c, index);
	for (size_t want = CONTEXT;; want *= 2) {
		block->above = want < above ? want : above;
		block->below = want < below ? want : below;
		if (is_only(c, block))
			return true;
		if (block->above == above && block->below == below)
			return false;
	}
}

static uint32_t owner_of(const struct composer *c, size_t index)
{
	return port_text_owner(c->text, c->blocks.items[index].owner);
}

/* The neighbour that ends the context first is of another patch: from now on they are one rule. False if there is
 * none. */
static bool join_neighbour(struct composer *c, size_t index)
{
	size_t best = SIZE_MAX;
	for (size_t step = 0; step < 2; step++) {
		size_t other = step ? index + 1 : index - 1;
		if ((step ? index + 1 < c->blocks.count : index > 0) && owner_of(c, other) != owner_of(c, index) &&
			(best == SIZE_MAX || room_below(c, index) < room_above(c, index)))
			best = other;
	}
	if (best == SIZE_MAX)
		return false;
	port_text_join(c->text, c->blocks.items[index].owner, c->blocks.items[best].owner);
	return true;
}

/* Neighbours of one rule whose contexts meet are one hunk. */
static bool meets_next(const struct composer *c, size_t index)
{
	const struct block *block = &c->blocks.items[index], *next = block + 1;
	if (c->file->form == SIDE_ONE_HUNK)
		return index + 1 < c->blocks.count;
	return index + 1 < c->blocks.count && block->owner == next->owner &&
	       block->old_end + block->below >= next->old_begin - next->above;
}

/* A row of blocks that cannot be told apart from lines elsewhere by themselves, though they are of one rule: the next
 * one is taken along. */
static void reach_next(struct composer *c, size_t index)
{
	struct block *block = &c->blocks.items[index];
	if (index + 1 < c->blocks.count && owner_of(c, index + 1) == owner_of(c, index))
		block->below = room_below(c, index);
	else if (index && owner_of(c, index - 1) == owner_of(c, index))
		block[-1].below = room_below(c, index - 1);
}

static void set_contexts(struct composer *c)
{
	if (c->blocks.count > FEW_BLOCKS)
		line_index_init(&c->index, c->text->original, c->text->n_original);
	for (size_t i = 0; i < c->blocks.count; i++) {
		if (widen(c, i))
			continue;
		while (join_neighbour(c, i))
			;
		reach_next(c, i);
	}
	line_index_release(&c->index);
	for (size_t i = 0; i < c->blocks.count; i++)
		c->blocks.items[i].owner = owner_of(c, i);
	/* Contexts of two rules may share lines, which neither changes. */
}

/* --- hunks -------------------------------------------------------------------------------------------------------- */

static void add_line(struct composer *c, struct patch_hunk *hunk, enum patch_side side, uint32_t id)
{
	hunk->lines[hunk->n_lines++] = (struct patch_line){ .side = side, .text = line_text(&c->porter->ids, id) };
	hunk->old_count += side != PATCH_NEW;
	hunk->new_count += side != PATCH_OLD;
}

static void mark_ends(const struct composer *c, struct patch_hunk *hunk)
{
	bool old_done = !c->text->was_open, new_done = !c->text->ends_open;
	for (size_t i = hunk->n_lines; i-- > 0 && !(old_done && new_done);) {
		struct patch_line *line = &hunk->lines[i];
		bool is_old = line->side != PATCH_NEW, is_new = line->side != PATCH_OLD;
		if ((is_old && !old_done) || (is_new && !new_done))
			line->no_eol = true;
		old_done |= is_old;
		new_done |= is_new;
	}
}

/* Blocks [first, last]. */
static struct patch_hunk make_hunk(struct composer *c, size_t first, size_t last)
{
	const struct block *blocks = c->blocks.items;
	size_t begin = blocks[first].old_begin - blocks[first].above, end = blocks[last].old_end + blocks[last].below,
	       n_lines = end - begin;
	struct patch_hunk hunk = { .numbered = true };
	for (size_t i = first; i <= last; i++)
		n_lines += blocks[i].new_end - blocks[i].new_begin;
	hunk.lines = arena_alloc(c->arena, n_lines * sizeof(*hunk.lines));
	for (size_t i = first, at = begin; i <= last + 1; i++) {
		size_t stop = i <= last ? blocks[i].old_begin : end;
		for (; at < stop; at++)
			add_line(c, &hunk, PATCH_BOTH, c->text->original[at]);
		for (; i <= last && at < blocks[i].old_end; at++)
			add_line(c, &hunk, PATCH_OLD, c->text->original[at]);
		for (size_t k = blocks[i <= last ? i : last].new_begin; i <= last && k < blocks[i].new_end; k++)
			add_line(c, &hunk, PATCH_NEW, c->text->lines[k]);
	}
	hunk.old_start = begin + (hunk.old_count > 0);
	hunk.new_start = blocks[first].new_begin - blocks[first].above + (hunk.new_count > 0);
	if (end == c->text->n_original && (c->text->was_open != c->text->ends_open || !hunk.new_count))
		mark_ends(c, &hunk);
	return hunk;
}

/* --- owners ------------------------------------------------------------------------------------------------------- */

static int by_owner(const void *a, const void *b)
{
	uint32_t left = ((const struct owned *)a)->owner, right = ((const struct owned *)b)->owner;
	return (left > right) - (left < right);
}

static struct owned_list owned_blocks(const struct composer *c)
{
	struct owned_list list = { xcalloc(c->blocks.count + 1, sizeof(*list.items)), c->blocks.count };
	for (size_t i = 0; i < list.count; i++)
		list.items[i] = (struct owned){ c->blocks.items[i].owner, (uint32_t)i };
	sort_stable(list.items, list.count, sizeof(*list.items), by_owner);
	return list;
}

static struct owned_list owned_patches(const struct composer *c)
{
	const struct port_patches *by = &c->text->by;
	struct owned_list list = { xcalloc(by->count + 1, sizeof(*list.items)), by->count };
	for (size_t i = 0; i < list.count; i++)
		list.items[i] = (struct owned){ port_text_owner(c->text, by->patches[i]), by->patches[i] };
	sort_stable(list.items, list.count, sizeof(*list.items), by_owner);
	return list;
}

static size_t first_owned(const struct owned_list *list, uint32_t owner)
{
	struct owned key = { .owner = owner };
	return sort_lower_bound(list->items, list->count, sizeof(*list->items), &key, by_owner);
}

/* The part of the list that is of `owner`. */
static struct owned_list owned_by(const struct owned_list *list, uint32_t owner)
{
	size_t first = first_owned(list, owner), end = first;
	while (end < list->count && list->items[end].owner == owner)
		end++;
	return (struct owned_list){ list->items + first, end - first };
}

static struct patch_file *add_rule(struct composer *c, const struct patch_file *file, struct owned_list patches)
{
	uint32_t *of = arena_alloc(c->arena, (patches.count + 1) * sizeof(*of));
	struct port_owners owners = { of, patches.count };
	for (size_t i = 0; i < patches.count; i++)
		of[i] = patches.items[i].index;
	VEC_PUSH(c->files, c->n_files, c->files_capacity, *file);
	VEC_PUSH(c->owners, c->n_owners, c->owners_capacity, owners);
	return &c->files[c->n_files - 1];
}

static void add_hunks(struct composer *c, struct owned_list blocks, struct patch_file *file)
{
	file->hunks = arena_alloc(c->arena, blocks.count * sizeof(*file->hunks));
	for (size_t i = 0; i < blocks.count; i++) {
		size_t first = blocks.items[i].index, last = first;
		for (; meets_next(c, last); last++)
			i++;
		file->hunks[file->n_hunks++] = make_hunk(c, first, last);
	}
}

/* A file that is made, removed, renamed or gets another mode is one rule, whoever changes its lines. */
static bool is_one_rule(const struct side_file *file)
{
	return !file->original || !file->path || strcmp(file->original, file->path) != 0 ||
	       file->executable != file->was_executable || file->form == SIDE_ONE_HUNK;
}

static void join_all(struct composer *c)
{
	for (size_t i = 1; i < c->blocks.count; i++)
		port_text_join(c->text, c->blocks.items[0].owner, c->blocks.items[i].owner);
}

static int by_index(const void *a, const void *b)
{
	uint32_t left = ((const struct owned *)a)->index, right = ((const struct owned *)b)->index;
	return (left > right) - (left < right);
}

/* Who made the file, removed or renamed it or changed its mode, and those who change its lines. */
static struct owned_list all_owners(const struct composer *c, const struct owned_list *patches)
{
	const struct side_file *file = c->file;
	const uint32_t own[] = { file->made_by, file->removed_by, file->renamed_by, file->moded_by };
	struct owned_list of = { 0 };
	if (c->blocks.count)
		of = owned_by(patches, c->blocks.items[0].owner);
	struct owned_list all = { xcalloc(of.count + COUNT_OF(own), sizeof(*all.items)), of.count };
	for (size_t i = 0; i < of.count; i++)
		all.items[i] = of.items[i];
	for (size_t i = 0; i < COUNT_OF(own); i++)
		if (own[i] != PORT_NOBODY)
			all.items[all.count++] = (struct owned){ .index = own[i] };
	sort_stable(all.items, all.count, sizeof(*all.items), by_index);
	size_t kept = 0;
	for (size_t i = 0; i < all.count; i++)
		if (!kept || all.items[kept - 1].index != all.items[i].index)
			all.items[kept++] = all.items[i];
	all.count = kept;
	return all;
}

static void compose_whole(struct composer *c)
{
	const struct side_file *file = c->file;
	struct patch_file head = { .old_path = file->original, .new_path = file->path };
	if (!file->original && !file->path)
		return;
	head.is_rename = file->original && file->path && strcmp(file->original, file->path) != 0;
	if (file->original && file->path && file->executable != file->was_executable) {
		head.old_mode = file->was_executable ? 0100755 : 0100644;
		head.new_mode = file->executable ? 0100755 : 0100644;
	} else if (!file->original) {
		head.new_mode = file->executable ? 0100755 : 0100644;
	}
	if (!file->path)
		port_text_splice(c->text, &(struct port_splice){ .n_old = c->text->n }, 1, file->removed_by);
	find_blocks(c);
	join_all(c);
	set_contexts(c);
	for (size_t i = 0; (!file->original || !file->path) && i < c->blocks.count; i++)
		c->blocks.items[i].above = c->blocks.items[i].below = 0;
	struct owned_list blocks = owned_blocks(c), patches = owned_patches(c), all = all_owners(c, &patches);
	struct patch_file *rule = add_rule(c, &head, all);
	add_hunks(c, blocks, rule);
	free(blocks.items);
	free(patches.items);
	free(all.items);
}

static void compose_rules(struct composer *c)
{
	find_blocks(c);
	set_contexts(c);
	struct owned_list blocks = owned_blocks(c), patches = owned_patches(c);
	for (size_t i = 0; i < c->blocks.count; i++) {
		uint32_t owner = c->blocks.items[i].owner;
		if (blocks.items[first_owned(&blocks, owner)].index != i)
			continue;
		struct patch_file head = { .old_path = c->file->original, .new_path = c->file->path };
		struct patch_file *rule = add_rule(c, &head, owned_by(&patches, owner));
		add_hunks(c, owned_by(&blocks, owner), rule);
	}
	free(blocks.items);
	free(patches.items);
}

void port_compose(struct porter *porter, struct patch *out, struct port_owners **owners, struct arena *arena)
{
	struct composer c = { .porter = porter, .arena = arena };
	for (size_t i = 0; i < porter->b.n_files; i++) {
		c.file = porter->b.files[i];
		c.text = &c.file->text;
		if (c.file->form == SIDE_LEFT_OUT)
			continue;
		if (is_one_rule(c.file))
			compose_whole(&c);
		else
			compose_rules(&c);
	}
	*out = (struct patch){ .n_files = c.n_files };
	out->files = arena_alloc(arena, (c.n_files + 1) * sizeof(*out->files));
	*owners = arena_alloc(arena, (c.n_files + 1) * sizeof(**owners));
	if (c.n_files) {
		memcpy(out->files, c.files, c.n_files * sizeof(*out->files));
		memcpy(*owners, c.owners, c.n_files * sizeof(**owners));
	}
	free(c.files);
	free(c.owners);
	free(c.blocks.items);
}
