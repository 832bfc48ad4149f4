#include "port/carry/carry.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "text/myers.h"

void carry_tell(struct carry *carry, struct port_edit *edit, const char *format, ...)
{
	struct str text = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&text, format, args);
	va_end(args);
	const char *line = arena_dup(carry->arena, str_slice(&text));
	VEC_PUSH(edit->evidence, edit->n_evidence, edit->evidence_capacity, line);
	str_release(&text);
}

/* --- views ------------------------------------------------------------------------------------------------------- */

static struct slice line_of(const struct patch_line *line)
{
	return utf8_without_mark(line->text);
}

static void add_line(struct carry *carry, struct carry_hunk *out, const struct patch_line *line, bool *in_run)
{
	uint32_t id = line_id(carry->ids, line_of(line));
	if (line->side == PATCH_BOTH) {
		*in_run = false;
		out->old_side[out->n_old++] = out->new_side[out->n_new++] = id;
		return;
	}
	if (!*in_run)
		out->runs[out->n_runs++] = (struct carry_run){ out->n_old, out->n_old, out->n_new, out->n_new };
	*in_run = true;
	struct carry_run *run = &out->runs[out->n_runs - 1];
	if (line->side == PATCH_OLD)
		out->old_side[out->n_old++] = id;
	else
		out->new_side[out->n_new++] = id;
	run->old_end = out->n_old;
	run->new_end = out->n_new;
}

void carry_prepare(struct carry *carry, const struct patch_hunk *hunks, size_t n_hunks, struct port_edit *edits)
{
	carry->hunks = arena_alloc(carry->arena, n_hunks * sizeof(*carry->hunks));
	carry->n_hunks = n_hunks;
	for (size_t h = 0; h < n_hunks; h++) {
		struct carry_hunk *out = &carry->hunks[h];
		size_t n = hunks[h].n_lines;
		bool in_run = false, old_open = false, new_open = false;
		*out = (struct carry_hunk){
			.hunk = &hunks[h], .a_line = SIZE_MAX, .closed_up = SIZE_MAX, .edit = &edits[h]
		};
		out->old_side = arena_alloc(carry->arena, (n + 1) * sizeof(*out->old_side));
		out->new_side = arena_alloc(carry->arena, (n + 1) * sizeof(*out->new_side));
		out->runs = arena_alloc(carry->arena, (n + 1) * sizeof(*out->runs));
		out->splices = arena_alloc(carry->arena, (n + 1) * sizeof(*out->splices));
		for (size_t i = 0; i < n; i++) {
			add_line(carry, out, &hunks[h].lines[i], &in_run);
			old_open |= hunks[h].lines[i].no_eol && hunks[h].lines[i].side != PATCH_NEW;
			new_open |= hunks[h].lines[i].no_eol && hunks[h].lines[i].side != PATCH_OLD;
		}
		out->end_mark = (int)new_open - (int)old_open;
	}
}

/* --- A ----------------------------------------------------------------------------------------------------------- */

static bool find_in_a(const struct carry *carry, struct carry_hunk *hunk)
{
	size_t told = hunk->hunk->old_start - (hunk->n_old && hunk->hunk->old_start ? 1 : 0);
	struct port_place place;
	if (hunk->hunk->numbered && port_text_has(carry->a, told, hunk->old_side, hunk->n_old)) {
		hunk->a_line = told;
		return true;
	}
	struct place_query query = { .ids = carry->ids,
		.text = carry->a->lines,
		.n_text = carry->a->n,
		.to = carry->a->n,
		.side = hunk->old_side,
		.n_side = hunk->n_old,
		.end = hunk->n_old,
		.expected = told };
	if (!hunk->n_old)
		return false;
	place_find(&query, &place);
	if (place.by != PLACE_ONLY && place.by != PLACE_NEAREST)
		return false;
	hunk->a_line = place.line;
	return true;
}

static void align(struct carry *carry)
{
	const struct port_text *a = carry->a, *b = carry->b;
	unsigned char *removed = xcalloc(a->n + 1, 1), *added = xcalloc(b->n + 1, 1);
	carry->a_to_b = arena_alloc(carry->arena, (a->n + 1) * sizeof(*carry->a_to_b));
	myers_diff(a->lines, a->n, b->lines, b->n, MYERS_DEFAULT_BUDGET / 8, removed, added);
	for (size_t i = 0, k = 0; i < a->n; i++) {
		carry->a_to_b[i] = PORT_NOBODY;
		if (removed[i])
			continue;
		while (k < b->n && added[k])
			k++;
		carry->a_to_b[i] = (uint32_t)k++;
	}
	carry->a_to_b[a->n] = (uint32_t)b->n;
	free(removed);
	free(added);
}

bool carry_find_in_a(struct carry *carry)
{
	size_t from = 0;
	for (size_t h = 0; h < carry->n_hunks; h++) {
		struct carry_hunk *hunk = &carry->hunks[h];
		if (!find_in_a(carry, hunk) || hunk->a_line + carry_core_begin(hunk, false) < from) {
			carry->a = NULL;
			return false;
		}
		from = hunk->a_line + carry_core_end(hunk, false);
	}
	align(carry);
	return true;
}

bool carry_map(const struct carry *carry, size_t line, size_t n, size_t *out)
{
	const uint32_t *map = carry->a_to_b;
	if (!n && line && map[line - 1] == PORT_NOBODY)
		return false;
	*out = map[line];
	if (map[line] == PORT_NOBODY || (!n && map[line] != (line ? map[line - 1] + 1 : 0)))
		return false;
	for (size_t i = 1; i < n; i++)
		if (map[line + i] == PORT_NOBODY || map[line + i] != map[line] + i)
			return false;
	return true;
}

unsigned carry_weigh(const struct carry *carry, const uint32_t *lines, size_t begin, size_t end)
{
	unsigned weight = 0;
	for (size_t i = begin; i < end; i++)
		weight += line_weight(carry->ids, lines[i]);
	return weight;
}

/* --- the whole --------------------------------------------------------------------------------------------------- */

size_t carry_expected(const struct carry *carry, const struct carry_hunk *hunk)
{
	size_t start = hunk->hunk->old_start - (hunk->n_old && hunk->hunk->old_start ? 1 : 0), best = SIZE_MAX,
	       shifted = start;
	for (size_t h = 0; h < carry->n_hunks; h++) {
		const struct carry_hunk *other = &carry->hunks[h];
		size_t far = other->hunk->old_start < start ? start - other->hunk->old_start
							    : other->hunk->old_start - start;
		if (!other->done || other->edit->outcome > PORT_LOOK || far >= best)
			continue;
		best = far;
		size_t was = other->hunk->old_start - 1 + other->runs[0].old_begin;
		shifted = start + other->begin < was ? 0 : start + other->begin - was;
	}
	return shifted;
}

struct place_query carry_query(const struct carry *carry, const struct carry_hunk *hunk, bool is_new, size_t begin,
	size_t end, size_t from, size_t to)
{
	struct place_query query = { .ids = carry->ids,
		.text = carry->b->lines,
		.n_text = carry->b->n,
		.from = from,
		.to = to,
		.side = is_new ? hunk->new_side : hunk->old_side,
		.n_side = is_new ? hunk->n_new : hunk->n_old,
		.begin = begin,
		.end = end,
		.section = slice_trim(hunk->hunk->section),
		.of_commands = carry->of_commands,
		.expected = carry_expected(carry, hunk) + begin };
	if (!is_new && carry->a && hunk->a_line != SIZE_MAX) {
		query.old_text = carry->a->lines;
		query.n_old_text = carry->a->n;
		query.old_line = hunk->a_line + begin;
	}
	return query;
}

/* The hunk changes nothing but the mark. */
static void settle_mark_alone(struct carry *carry, struct carry_hunk *hunk, bool adds)
{
	hunk->n_splices = 0;
	hunk->edit->n_evidence = 0;
	if (carry->b->has_mark == adds) {
		hunk->edit->outcome = PORT_UPSTREAM;
		carry_tell(carry, hunk->edit, "the file begins with%s byte order mark", adds ? " the" : "out a");
	} else {
		hunk->edit->outcome = PORT_PERSON;
		carry_tell(carry, hunk->edit, "%s a byte order mark, for which there is no operation",
			adds ? "adds" : "removes");
	}
}

void carry_marks(struct carry *carry)
{
	for (size_t h = 0; h < carry->n_hunks; h++) {
		struct carry_hunk *hunk = &carry->hunks[h];
		struct port_edit *edit = hunk->edit;
		bool adds = patch_hunk_begins_with_mark(hunk->hunk, PATCH_NEW);
		if (patch_hunk_begins_with_mark(hunk->hunk, PATCH_OLD) == adds)
			continue;
		if (hunk->n_old == hunk->n_new && !hunk->end_mark &&
			memcmp(hunk->old_side, hunk->new_side, hunk->n_old * sizeof(*hunk->old_side)) == 0) {
			settle_mark_alone(carry, hunk, adds);
		} else if (carry->b->has_mark != adds && edit->outcome != PORT_PERSON) {
			edit->outcome = edit->outcome == PORT_EXACT ? PORT_LOOK : edit->outcome;
			carry_tell(carry, edit, "it also %s a byte order mark, which is not carried",
				adds ? "adds" : "removes");
		}
	}
}

struct port_splice *carry_splices(const struct carry *carry, size_t *count)
{
	size_t n = 0, capacity = 1;
	for (size_t h = 0; h < carry->n_hunks; h++)
		capacity += carry->hunks[h].n_splices;
	struct port_splice *out = arena_alloc(carry->arena, capacity * sizeof(*out));
	for (size_t h = 0; h < carry->n_hunks; h++)
		for (size_t i = 0; i < carry->hunks[h].n_splices; i++)
			out[n++] = carry->hunks[h].splices[i];
	*count = n;
	return out;
}
