/*
 * A patch moves lines with a hunk that removes them and another that adds them, in the same file or in two. The halves
 * belong together: one without the other loses the lines, or has them twice. So neither is more certain than the other.
 */
#include "base/alloc.h"
#include "base/table.h"
#include "port/port_private.h"

/* Lines with words, one after the other, that are moved; fewer are alike by chance. */
#define MIN_MOVED 3

/* Which edit removes or adds a line, whatever its indentation: edits' numbers + 1, by PATCH_OLD and PATCH_NEW. */
struct halves {
	struct table by_side[PATCH_NEW + 1];
};

static bool is_half(const struct port_edit *edit, uint32_t patch, bool is_certain)
{
	bool is_open = edit->outcome == PORT_LOOK || edit->outcome == PORT_PERSON;
	return edit->patch == patch && edit->hunk && (is_certain ? edit->outcome == PORT_EXACT : is_open);
}

static void add_half(struct halves *halves, const struct patch_hunk *hunk, size_t edit)
{
	for (size_t i = 0; i < hunk->n_lines; i++) {
		struct slice text = slice_trim(hunk->lines[i].text);
		if (hunk->lines[i].side != PATCH_BOTH && text.len)
			*table_at(&halves->by_side[hunk->lines[i].side], text) = edit + 1;
	}
}

/* The number of the edit, + 1, that is the other half of a move of which the hunk is one; 0: it moves nothing. */
static size_t other_half(struct porter *porter, const struct halves *halves, const struct patch_hunk *hunk)
{
	enum patch_side side = PATCH_BOTH;
	size_t n_words = 0;
	for (size_t i = 0; i < hunk->n_lines; i++) {
		const struct patch_line *line = &hunk->lines[i];
		struct slice text = slice_trim(line->text);
		if (line->side != side)
			n_words = 0;
		side = line->side;
		if (side == PATCH_BOTH || line_weight(&porter->ids, line_id(&porter->ids, text)) < LINE_WEIGHT_WORDS)
			continue;
		size_t other = table_get(&halves->by_side[side == PATCH_OLD ? PATCH_NEW : PATCH_OLD], text);
		n_words = other ? n_words + 1 : 0;
		if (n_words == MIN_MOVED)
			return other;
	}
	return 0;
}

void port_doubt_moves(struct porter *porter, uint32_t patch)
{
	struct port_result *result = porter->result;
	struct halves halves = { 0 };
	for (size_t i = 0; i < result->n_edits; i++)
		if (is_half(&result->edits[i], patch, false))
			add_half(&halves, result->edits[i].hunk, i);
	for (size_t i = 0; i < result->n_edits; i++) {
		struct port_edit *edit = &result->edits[i];
		size_t other = is_half(edit, patch, true) ? other_half(porter, &halves, edit->hunk) : 0;
		if (!other)
			continue;
		struct str why = STR_INIT;
		str_addf(&why, "it is half of a move: the other half, at line %zu of the diff, %s",
			result->edits[other - 1].diff_line,
			result->edits[other - 1].outcome == PORT_PERSON ? "was not carried" : "needs a look");
		const char *owned = arena_dup(&result->arena, str_slice(&why));
		VEC_PUSH(edit->evidence, edit->n_evidence, edit->evidence_capacity, owned);
		edit->outcome = PORT_LOOK;
		str_release(&why);
	}
	for (size_t side = PATCH_OLD; side <= PATCH_NEW; side++)
		table_release(&halves.by_side[side]);
}
