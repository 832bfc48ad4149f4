#include "plan/evaluate/candidate.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mode.h"
#include "base/sort.h"
#include "fileop/fileop.h"

/* --- the file itself ---------------------------------------------------------------------------------------------- */

/* `*edit` and its owners become those of `want`, or stay where it wants the same. False where it wants something
 * else. */
static bool join(const struct file_want *want, const struct edit_def **edit, size_t *owner, size_t *co_owner)
{
	if (*edit && !fileop_is_same(*edit, want->edit))
		return false;
	if (!*edit) {
		*edit = want->edit;
		*owner = want->rule;
	}
	*co_owner = want->rule;
	return true;
}

static bool settle_wants(struct candidate *c, struct conflict *conflict)
{
	struct change *change = &c->change;
	c->file = c->mode = NULL;
	change->file_owner = change->file_co_owner = change->mode_owner = change->mode_co_owner = 0;
	for (size_t i = 0; i < c->n_wants; i++) {
		const struct file_want *want = &c->wants[i];
		bool is_mode = want->edit->op->file->is_for_mode;
		if (is_mode ? join(want, &c->mode, &change->mode_owner, &change->mode_co_owner)
			    : join(want, &c->file, &change->file_owner, &change->file_co_owner))
			continue;
		*conflict = (struct conflict){ .a = is_mode ? change->mode_owner : change->file_owner,
			.b = want->rule,
			.want_a = is_mode ? c->mode : c->file,
			.want_b = want->edit };
		return false;
	}
	return true;
}

/* What comes of the file itself. The text of a new file is an edit as well, and the only one, so that it is told like
 * any other. */
static void fill_file(struct candidate *c, struct arena *arena)
{
	struct change *change = &c->change;
	struct file_effect effect = fileop_effect(c->file, c->mode, c->is_absent ? NEW_FILE_MODE : change->st.mode);
	change->new_path = effect.new_path;
	change->is_new = effect.is_new;
	change->is_gone = effect.is_gone;
	change->changes_mode = effect.changes_mode;
	change->mode = effect.mode;
	if (!effect.is_new)
		return;
	struct edit *edit = arena_alloc(arena, sizeof(*edit));
	*edit = (struct edit){
		.text = effect.text, .owner = (uint32_t)change->file_owner, .co_owner = (uint32_t)change->file_co_owner
	};
	change->edits = edit;
	change->n_edits = 1;
}

/* --- the text ----------------------------------------------------------------------------------------------------- */

/* The texts of the edits stay where they are. */
static bool settle_edits(struct candidate *c, struct arena *arena, struct conflict *conflict)
{
	struct edit_list list = EDIT_LIST_INIT;
	size_t a, b;
	for (size_t i = 0; i < c->n_edits; i++)
		VEC_PUSH(list.items, list.count, list.capacity, c->edits[i]);
	bool settled = !list.count || edit_list_settle(&list, &a, &b);
	if (settled) {
		struct edit *edits = arena_alloc(arena, list.count * sizeof(*edits));
		if (list.count)
			memcpy(edits, list.items, list.count * sizeof(*edits));
		c->change.edits = edits;
		c->change.n_edits = list.count;
	} else {
		*conflict = (struct conflict){ .a = list.items[a].owner,
			.b = list.items[b].owner,
			.offset = list.items[b].begin,
			.is_layout = list.items[b].layout == EDIT_INDENTS && list.items[a].layout == EDIT_FOLLOWS };
	}
	edit_list_release(&list);
	return settled;
}

/* --- both --------------------------------------------------------------------------------------------------------- */

bool candidate_has_edits(const struct candidate *c, size_t rule)
{
	for (size_t i = 0; i < c->n_edits; i++)
		if (c->edits[i].owner == rule)
			return true;
	return false;
}

/* Which rules have a part in the change. Of several that make the same edit, the settled one names two at most. */
static void fill_rules(struct candidate *c, struct arena *arena)
{
	size_t *rules = xcalloc(c->n_edits + c->n_wants + 1, sizeof(*rules)), count = 0, kept = 0;
	for (size_t i = 0; i < c->n_edits; i++)
		if (!count || rules[count - 1] != c->edits[i].owner)
			rules[count++] = c->edits[i].owner;
	for (size_t i = 0; i < c->n_wants; i++)
		rules[count++] = c->wants[i].rule;
	sort_stable(rules, count, sizeof(*rules), sort_order_numbers);
	for (size_t i = 0; i < count; i++)
		if (!kept || rules[kept - 1] != rules[i])
			rules[kept++] = rules[i];
	c->change.rules = arena_alloc(arena, kept * sizeof(*rules));
	memcpy(c->change.rules, rules, kept * sizeof(*rules));
	c->change.n_rules = kept;
	free(rules);
}

bool candidate_settle(struct candidate *c, struct arena *arena, struct conflict *conflict)
{
	if (!settle_edits(c, arena, conflict) || !settle_wants(c, conflict))
		return false;
	fill_file(c, arena);
	fill_rules(c, arena);
	return true;
}

bool candidate_drop(struct candidate *c, size_t rule)
{
	size_t n_edits = 0, n_wants = 0;
	for (size_t i = 0; i < c->n_edits; i++)
		if (c->edits[i].owner != rule)
			c->edits[n_edits++] = c->edits[i];
	for (size_t i = 0; i < c->n_wants; i++)
		if (c->wants[i].rule != rule)
			c->wants[n_wants++] = c->wants[i];
	bool dropped = n_edits < c->n_edits || n_wants < c->n_wants;
	c->n_edits = n_edits;
	c->n_wants = n_wants;
	return dropped;
}

void candidate_decline(struct candidate *c, size_t rule, struct arena *arena)
{
	size_t *declined = arena_alloc(arena, (c->n_declined + 1) * sizeof(*declined));
	if (c->n_declined)
		memcpy(declined, c->declined, c->n_declined * sizeof(*declined));
	declined[c->n_declined++] = rule;
	c->declined = declined;
}
