/* What a person sees of a place: a few lines of B, before the edit and after it. */
#include "port/port_private.h"

/* Appends line `line` of B as it is, to both texts where there are two. */
static void add_shown(const struct porter *porter, uint32_t line, struct str *one, struct str *other)
{
	str_addf(one, SLICE_FMT "\n", SLICE_ARG(line_text(&porter->ids, line)));
	if (other)
		str_addf(other, SLICE_FMT "\n", SLICE_ARG(line_text(&porter->ids, line)));
}

/* Lines [from, to) of B as they are, and with the splices of the hunk. */
static void show_place(const struct porter *porter, const struct carry_hunk *hunk, const struct port_text *b,
	size_t from, size_t to, struct str *before, struct str *after)
{
	for (size_t i = from, s = 0; i < to || (s < hunk->n_splices && hunk->splices[s].line == i);) {
		if (s == hunk->n_splices || hunk->splices[s].line != i) {
			add_shown(porter, b->lines[i++], before, after);
			continue;
		}
		for (size_t k = 0; k < hunk->splices[s].n_new; k++)
			add_shown(porter, hunk->splices[s].lines[k], after, NULL);
		for (size_t k = 0; k < hunk->splices[s].n_old; k++)
			add_shown(porter, b->lines[i + k], before, NULL);
		i += hunk->splices[s++].n_old;
	}
}

/* The run that upstream has, where it has all of them together: what lies between the runs it had before. */
static void narrow_to_run(const struct carry_hunk *hunk, size_t *begin, size_t *end)
{
	const struct carry_run *best = &hunk->runs[0], *last = &hunk->runs[hunk->n_runs - 1];
	if (*end - *begin != last->new_end - hunk->runs[0].new_begin)
		return;
	for (size_t r = 1; r < hunk->n_runs; r++)
		if (hunk->runs[r].new_end - hunk->runs[r].new_begin > best->new_end - best->new_begin)
			best = &hunk->runs[r];
	*end = *begin + best->new_end - hunk->runs[0].new_begin;
	*begin += best->new_begin - hunk->runs[0].new_begin;
}

/* The longest line that the hunk changes or is beside, and that is not in B. */
static struct slice gone_line(const struct carry *carry, const struct carry_hunk *hunk)
{
	struct slice changed = { 0 }, beside = { 0 };
	for (size_t i = 0, r = 0; i < hunk->n_old; i++) {
		struct slice line = slice_trim(line_text(carry->ids, hunk->old_side[i]));
		while (r < hunk->n_runs && i >= hunk->runs[r].old_end)
			r++;
		bool is_changed = r < hunk->n_runs && i >= hunk->runs[r].old_begin;
		bool is_gone = hunk->old_side[i] >= carry->n_counted || !carry->n_in_b[hunk->old_side[i]];
		if (is_changed && line.len > changed.len && (is_gone || hunk->edit->outcome == PORT_UPSTREAM))
			changed = line;
		else if (is_gone && line.len > beside.len)
			beside = line;
	}
	return changed.len ? changed : hunk->edit->outcome == PORT_PERSON ? beside : changed;
}

/* What there is to ask git about: lines [begin, end) of B as they are in the tree, and a line that went. */
static void note_lines(
	const struct carry *carry, const struct carry_hunk *hunk, const struct port_text *b, size_t begin, size_t end)
{
	struct port_edit *edit = hunk->edit;
	edit->gone = gone_line(carry, hunk);
	if (edit->outcome == PORT_UPSTREAM)
		narrow_to_run(hunk, &begin, &end);
	for (size_t i = begin; i < end && i < b->n; i++) {
		if (b->origins[i] == PORT_NOBODY)
			continue;
		edit->first_in_tree = edit->first_in_tree ? edit->first_in_tree : b->origins[i] + 1;
		edit->last_in_tree = b->origins[i] + 1;
	}
}

void port_show_places(struct porter *porter, struct carry *carry, const struct port_text *b)
{
	enum { AROUND = 3 };
	for (size_t h = 0; h < carry->n_hunks; h++) {
		const struct carry_hunk *hunk = &carry->hunks[h];
		struct str before = STR_INIT, after = STR_INIT;
		bool is_left = hunk->edit->outcome == PORT_PERSON;
		size_t begin = is_left ? hunk->near : hunk->begin, end = is_left ? hunk->near_end : hunk->end,
		       from = begin > AROUND ? begin - AROUND : 0, to = end + AROUND < b->n ? end + AROUND : b->n;
		if (is_left || hunk->edit->outcome == PORT_UPSTREAM)
			note_lines(carry, hunk, b, begin, end);
		if (is_left ? !end : !hunk->done)
			continue;
		show_place(porter, hunk, b, from, to, &before, &after);
		hunk->edit->first_line = from + 1;
		hunk->edit->before = slice_from(arena_dup(carry->arena, str_slice(&before)), before.len);
		hunk->edit->after = slice_from(arena_dup(carry->arena, str_slice(&after)), after.len);
		str_release(&before);
		str_release(&after);
	}
}
