/*
 * From what B became to a diff of B as it is. Rules have no order and all look at the same text, so a patch that needs
 * another one, or changes lines beside its lines, becomes one rule with it; each hunk has as much context as makes it
 * the only one, and none that another rule changes.
 */
#include "port/port_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define CONTEXT 3

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

struct composer {
	struct porter *porter;
	struct side_file *file;
	struct port_text *text;
	struct blocks blocks;
	struct arena *arena;
	struct patch_file *files; /* the rules so far */
	size_t n_files, files_capacity;
	unsigned char **owners;
	size_t n_owners, owners_capacity;
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

/* Lines of the file as it was that stand between block `index` and the one before it, or the file's beginning. */
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

/* The neighbour that ends the context first is of another patch: from now on they are one rule. False if there is
 * none. */
static bool join_neighbour(struct composer *c, size_t index)
{
	struct block *block = &c->blocks.items[index];
	size_t best = SIZE_MAX;
	for (size_t step = 0; step < 2; step++) {
		size_t other = step ? index + 1 : index - 1;
		if ((step ? index + 1 < c->blocks.count : index > 0) && c->blocks.items[other].owner != block->owner &&
			(best == SIZE_MAX || room_below(c, index) < room_above(c, index)))
			best = other;
	}
	if (best == SIZE_MAX)
		return false;
	port_text_join(c->text, block->owner, c->blocks.items[best].owner);
	for (size_t i = 0; i < c->blocks.count; i++)
		c->blocks.items[i].owner = port_text_owner(c->text, c->blocks.items[i].owner);
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
	if (index + 1 < c->blocks.count && block[1].owner == block->owner)
		block->below = room_below(c, index);
	else if (index && block[-1].owner == block->owner)
		block[-1].below = room_below(c, index - 1);
}

static void set_contexts(struct composer *c)
{
	for (size_t i = 0; i < c->blocks.count; i++) {
		if (widen(c, i))
			continue;
		if (join_neighbour(c, i))
			i = (size_t)-1; /* joined contexts are looked at anew; there are fewer owners each time */
		else
			reach_next(c, i);
	}
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

static struct patch_file *add_rule(struct composer *c, const struct patch_file *file)
{
	unsigned char *owners = arena_alloc(c->arena, c->porter->series->n_patches);
	VEC_PUSH(c->files, c->n_files, c->files_capacity, *file);
	VEC_PUSH(c->owners, c->n_owners, c->owners_capacity, owners);
	return &c->files[c->n_files - 1];
}

static void set_owners(struct composer *c, uint32_t owner)
{
	struct port_text *text = c->text;
	for (size_t p = 0; p < c->porter->series->n_patches; p++) {
		bool is_of = owner == PORT_NOBODY ? p == c->file->renamed_by || p == c->file->moded_by ||
							    p == c->file->made_by || p == c->file->removed_by
						  : port_text_owner(text, (uint32_t)p) == owner;
		c->owners[c->n_owners - 1][p] |= is_of;
	}
}

static void add_hunks(struct composer *c, uint32_t owner, struct patch_file *file)
{
	file->hunks = arena_alloc(c->arena, c->blocks.count * sizeof(*file->hunks));
	for (size_t i = 0; i < c->blocks.count; i++) {
		size_t last = i;
		if (owner != PORT_NOBODY && c->blocks.items[i].owner != owner)
			continue;
		while (meets_next(c, last))
			last++;
		file->hunks[file->n_hunks++] = make_hunk(c, i, last);
		i = last;
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
	uint32_t first = c->blocks.count ? c->blocks.items[0].owner : PORT_NOBODY;
	for (size_t i = 0; i < c->blocks.count; i++) {
		port_text_join(c->text, first, c->blocks.items[i].owner);
		c->blocks.items[i].owner = PORT_NOBODY - 1;
	}
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
	uint32_t first = c->blocks.count ? c->blocks.items[0].owner : PORT_NOBODY;
	join_all(c);
	set_contexts(c);
	struct patch_file *rule = add_rule(c, &head);
	if (!file->original || !file->path)
		for (size_t i = 0; i < c->blocks.count; i++)
			c->blocks.items[i].above = c->blocks.items[i].below = 0;
	add_hunks(c, PORT_NOBODY, rule);
	set_owners(c, PORT_NOBODY);
	if (first != PORT_NOBODY)
		set_owners(c, port_text_owner(c->text, first));
}

static void compose_rules(struct composer *c)
{
	find_blocks(c);
	set_contexts(c);
	for (size_t i = 0; i < c->blocks.count; i++) {
		uint32_t owner = c->blocks.items[i].owner;
		bool is_first = true;
		for (size_t k = 0; k < i && is_first; k++)
			is_first = c->blocks.items[k].owner != owner;
		if (!is_first)
			continue;
		struct patch_file *rule =
			add_rule(c, &(struct patch_file){ .old_path = c->file->original, .new_path = c->file->path });
		add_hunks(c, owner, rule);
		set_owners(c, owner);
	}
}

void port_compose(struct porter *porter, struct patch *out, unsigned char ***owners, struct arena *arena)
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
