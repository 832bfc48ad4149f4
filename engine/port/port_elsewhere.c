/* Hunks whose lines left the file for another one: it was split, or a part of it moved. */
#include "port/port_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "text/source.h"

/* A line that is looked for in other files; shorter ones are everywhere. */
#define MIN_KEY 12
/* What is read for a whole series, at most. */
#define MAX_BYTES ((size_t)128 << 20)
/* Of the hunk, what must be in the other file; and by how much more than in a third one. */
#define ENOUGH (3u * LINE_WEIGHT_WORDS)
#define MARGIN LINE_WEIGHT_WORDS

struct hunt {
	struct porter *porter;
	const struct patch_file *file;
	struct carry hunk; /* of this hunk alone; its `b` is the file that is tried */
	struct slice key;
	unsigned best, second;
	struct side_file *found;
};

/* The longest line of those that change, or of those beside the gap. */
static struct slice key_of(const struct carry *carry)
{
	const struct carry_hunk *hunk = &carry->hunks[0];
	size_t begin = hunk->runs[0].old_begin, end = hunk->runs[hunk->n_runs - 1].old_end;
	struct slice key = { 0 };
	if (begin == end) {
		begin -= begin > 0;
		end += end < hunk->n_old;
	}
	for (size_t i = begin; i < end; i++) {
		struct slice line = slice_trim(line_text(carry->ids, hunk->old_side[i]));
		key = line.len > key.len ? line : key;
	}
	return key;
}

/* How much of the hunk is in the text, at its only place; 0 where that is not enough to say that it is meant. */
static unsigned fit(struct hunt *hunt, const struct port_text *text)
{
	struct carry_hunk *hunk = &hunt->hunk.hunks[0];
	size_t begin = hunk->runs[0].old_begin, end = hunk->runs[hunk->n_runs - 1].old_end;
	struct port_place place;
	hunt->hunk.b = text;
	struct place_query query = carry_query(&hunt->hunk, hunk, false, begin, end, 0, text->n);
	place_find(&query, &place);
	unsigned weight = place.weight;
	for (size_t i = begin; i < end; i++)
		weight += line_weight(hunt->hunk.ids, hunk->old_side[i]);
	if (place.by != PLACE_ONLY || weight < ENOUGH || (begin == end && !(place.above && place.below)))
		return 0;
	return weight;
}

/* A twin that was there before is none to which the lines moved. */
static bool was_there(struct hunt *hunt, const char *path, bool *out, struct err *err)
{
	struct side_file *in_a = NULL;
	*out = false;
	if (hunt->porter->has_a && hunt->porter->a.n_bytes < SIDE_SEARCH_MAX_BYTES &&
		!side_get(&hunt->porter->a, path, &in_a, err))
		return false;
	*out = in_a && !in_a->is_binary && fit(hunt, &in_a->text) > 0;
	return true;
}

static bool try_file(struct hunt *hunt, const char *path, struct err *err)
{
	struct porter *porter = hunt->porter;
	struct str bytes = STR_INIT;
	struct file_stat st;
	struct side_file *there = NULL;
	bool is_older = false;
	bool ok = tree_read(porter->b.tree, path, SOURCE_MAX_BYTES, &bytes, &st, err);
	porter->n_hunted += bytes.len;
	if (ok && porter->b.n_bytes < SIDE_SEARCH_MAX_BYTES &&
		slice_find(str_slice(&bytes), hunt->key, 0) != (size_t)-1)
		ok = side_get(&porter->b, path, &there, err) && was_there(hunt, path, &is_older, err);
	str_release(&bytes);
	unsigned weight = there && !there->is_binary && !is_older ? fit(hunt, &there->text) : 0;
	if (weight > hunt->best) {
		hunt->second = hunt->best;
		hunt->best = weight;
		hunt->found = there;
	} else if (weight > hunt->second) {
		hunt->second = weight;
	}
	return ok;
}

static struct slice stem_of(struct slice path)
{
	struct slice base = path_base(path);
	size_t dot = 0;
	while (dot < base.len && base.ptr[dot] != '.')
		dot++;
	return slice_sub(base, 0, dot);
}

static bool is_below(struct slice path, struct slice folder)
{
	return !folder.len ||
	       (path.len > folder.len && path.ptr[folder.len] == '/' && memcmp(path.ptr, folder.ptr, folder.len) == 0);
}

/* Files below the folder that are of the same kind, or have the same name but for its ending. */
static bool try_folder(struct hunt *hunt, struct slice folder, struct err *err)
{
	struct side *b = &hunt->porter->b;
	struct slice path = slice_of(hunt->file->old_path);
	for (size_t i = 0; i < b->n_names && hunt->porter->n_hunted < MAX_BYTES; i++) {
		struct slice name = slice_of(b->names[i]);
		if (!is_below(name, folder) || slice_eq(name, path) ||
			(!slice_eq(side_ending(name), side_ending(path)) && !slice_eq(stem_of(name), stem_of(path))))
			continue;
		if (!try_file(hunt, b->names[i], err))
			return false;
	}
	return true;
}

/* The first part of a path. */
static struct slice top_of(struct slice path)
{
	size_t n = 0;
	while (n < path.len && path.ptr[n] != '/')
		n++;
	return n < path.len ? slice_sub(path, 0, n) : slice_sub(path, 0, 0);
}

/* Near the file first, then in all of its part of the tree. */
static bool hunt_down(struct hunt *hunt, struct err *err)
{
	struct slice path = slice_of(hunt->file->old_path), folder = path_dir(path), top = top_of(path);
	if (!side_list_names(&hunt->porter->b, err) || !try_folder(hunt, folder, err))
		return false;
	if (hunt->found || folder.len == top.len)
		return true;
	return try_folder(hunt, top, err);
}

static void carry_there(struct hunt *hunt, uint32_t patch, struct port_edit *edit)
{
	struct porter *porter = hunt->porter;
	struct carry carry = { .ids = &porter->ids, .arena = &porter->result->arena, .b = &hunt->found->text };
	struct port_edit made = *edit;
	size_t n_splices;
	made.evidence = NULL;
	made.n_evidence = made.evidence_capacity = 0;
	carry_prepare(&carry, edit->hunk, 1, &made);
	carry_hunks(&carry);
	if (made.outcome != PORT_EXACT && made.outcome != PORT_LOOK) {
		free(made.evidence);
		return;
	}
	made.outcome = PORT_LOOK;
	made.path_in_b = arena_strdup(&porter->result->arena, hunt->found->path);
	carry_tell(&carry, &made, "its lines are no longer in '%s': they are in '%s' here", hunt->file->old_path,
		hunt->found->path);
	port_show_places(porter, &carry, &hunt->found->text);
	struct port_splice *splices = carry_splices(&carry, &n_splices);
	port_step_changed(porter, patch, hunt->file, made.path_in_b, hunt->found, &carry, false);
	port_text_splice(&hunt->found->text, splices, n_splices, patch);
	free(edit->evidence);
	*edit = made;
}

/* Are most lines of the hunk still in its file? Then they did not leave it: they changed. */
static bool still_there(struct hunt *hunt, const struct port_edit *edit, bool *out, struct err *err)
{
	const struct carry_hunk *hunk = &hunt->hunk.hunks[0];
	const char *path = edit->path_in_b ? edit->path_in_b : hunt->file->old_path;
	struct side_file *there = NULL;
	unsigned all = 0, found = 0;
	*out = false;
	if (!path || !side_get(&hunt->porter->b, path, &there, err))
		return !path;
	if (!there || there->is_binary)
		return true;
	unsigned char *is_there = xcalloc(hunt->porter->ids.count + 1, 1);
	for (size_t i = 0; i < there->text.n; i++)
		is_there[there->text.lines[i]] = 1;
	for (size_t i = 0; i < hunk->n_old; i++) {
		unsigned weight = line_weight(&hunt->porter->ids, hunk->old_side[i]);
		all += weight;
		found += is_there[hunk->old_side[i]] ? weight : 0;
	}
	free(is_there);
	*out = 2 * found >= all;
	return true;
}

bool port_carry_elsewhere(
	struct porter *porter, uint32_t patch, const struct patch_file *file, size_t first_edit, struct err *err)
{
	for (size_t i = first_edit; i < porter->result->n_edits; i++) {
		struct port_edit *edit = &porter->result->edits[i], scratch = { 0 };
		struct hunt hunt = {
			.porter = porter, .file = file, .hunk = { .ids = &porter->ids, .arena = &porter->result->arena }
		};
		if (!edit->hunk || edit->outcome != PORT_PERSON)
			continue;
		carry_prepare(&hunt.hunk, edit->hunk, 1, &scratch);
		hunt.key = key_of(&hunt.hunk);
		bool stays = false;
		if (hunt.key.len < MIN_KEY)
			continue;
		if (!still_there(&hunt, edit, &stays, err))
			return false;
		if (stays)
			continue;
		if (!hunt_down(&hunt, err))
			return false;
		if (hunt.found && hunt.best >= hunt.second + MARGIN)
			carry_there(&hunt, patch, edit);
	}
	return true;
}
