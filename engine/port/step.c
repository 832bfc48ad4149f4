/* What a patch became in B, as a patch for B: what the next step of a walk through several trees carries. */
#include "port/port_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define CONTEXT 3

static struct slice keep_text(const struct porter *porter, uint32_t line)
{
	struct slice text = line_text(&porter->ids, line);
	return slice_from(arena_dup(&porter->result->arena, text), text.len);
}

static void add_line(const struct porter *porter, struct patch_hunk *hunk, enum patch_side side, uint32_t line)
{
	hunk->lines[hunk->n_lines++] = (struct patch_line){ .side = side, .text = keep_text(porter, line) };
	hunk->old_count += side != PATCH_NEW;
	hunk->new_count += side != PATCH_OLD;
}

/* The last line of each side of a hunk that reaches the end of the file has no line end where the file has none. */
static void mark_end(struct patch_hunk *hunk, bool old_open, bool new_open)
{
	for (size_t i = hunk->n_lines; i-- > 0 && (old_open || new_open);) {
		struct patch_line *line = &hunk->lines[i];
		bool is_old = line->side != PATCH_NEW, is_new = line->side != PATCH_OLD;
		line->no_eol = (is_old && old_open) || (is_new && new_open);
		old_open = old_open && !is_old;
		new_open = new_open && !is_new;
	}
}

/* A carried hunk with lines of context from B. `shift`: how many lines the hunks above it add. */
static struct patch_hunk make_hunk(
	const struct porter *porter, const struct carry_hunk *carried, const struct port_text *b, long shift)
{
	size_t from = carried->begin > CONTEXT ? carried->begin - CONTEXT : 0;
	size_t to = carried->end + CONTEXT < b->n ? carried->end + CONTEXT : b->n, capacity = to - from;
	struct patch_hunk hunk = { .numbered = true, .section = carried->hunk->section, .line = carried->hunk->line };
	for (size_t s = 0; s < carried->n_splices; s++)
		capacity += carried->splices[s].n_new;
	hunk.lines = arena_alloc(&porter->result->arena, (capacity + 1) * sizeof(*hunk.lines));
	for (size_t i = from, s = 0; i < to || (s < carried->n_splices && carried->splices[s].line == i);) {
		const struct port_splice *splice = &carried->splices[s];
		if (s == carried->n_splices || splice->line != i) {
			add_line(porter, &hunk, PATCH_BOTH, b->lines[i++]);
			continue;
		}
		for (size_t k = 0; k < splice->n_old; k++)
			add_line(porter, &hunk, PATCH_OLD, b->lines[i + k]);
		for (size_t k = 0; k < splice->n_new; k++)
			add_line(porter, &hunk, PATCH_NEW, splice->lines[k]);
		i += splice->n_old;
		s++;
	}
	hunk.old_start = from + (hunk.old_count > 0);
	hunk.new_start = (size_t)((long)from + shift) + (hunk.new_count > 0);
	if (to == b->n)
		mark_end(&hunk, b->ends_open, carried->end_mark ? carried->end_mark > 0 : b->ends_open);
	return hunk;
}

static void add_file(struct porter *porter, uint32_t patch, const struct patch_file *file)
{
	struct port_result *result = porter->result;
	struct port_step_file step = { patch, *file };
	VEC_PUSH(result->steps, result->n_steps, result->steps_capacity, step);
}

/* All lines of a text, as what a patch takes away. */
static struct patch_hunk *removal_of(const struct porter *porter, size_t line, const struct port_text *text)
{
	struct patch_hunk *hunk = arena_alloc(&porter->result->arena, sizeof(*hunk));
	*hunk = (struct patch_hunk){ .numbered = true, .line = line, .old_start = text->n > 0 };
	hunk->lines = arena_alloc(&porter->result->arena, (text->n + 1) * sizeof(*hunk->lines));
	for (size_t i = 0; i < text->n; i++)
		add_line(porter, hunk, PATCH_OLD, text->lines[i]);
	mark_end(hunk, text->ends_open, false);
	return hunk;
}

void port_step_whole(
	struct porter *porter, uint32_t patch, const struct patch_file *file, const struct side_file *removed)
{
	struct patch_file out = *file;
	if (!porter->options->carries_only)
		return;
	if (removed) {
		out.hunks = removal_of(porter, file->line, &removed->text);
		out.n_hunks = removed->text.n > 0;
	}
	add_file(porter, patch, &out);
}

void port_step_changed(struct porter *porter, uint32_t patch, const struct patch_file *file, const char *old_path,
	const struct side_file *there, const struct carry *carry, bool changes_mode)
{
	struct patch_file out = { .preamble = file->preamble, .line = file->line, .old_path = old_path };
	long shift = 0;
	if (!porter->options->carries_only)
		return;
	out.new_path = arena_strdup(&porter->result->arena, there->path);
	out.is_rename = strcmp(out.old_path, out.new_path) != 0;
	out.old_mode = changes_mode ? file->old_mode : 0;
	out.new_mode = changes_mode ? file->new_mode : 0;
	out.hunks = arena_alloc(&porter->result->arena, (file->n_hunks + 1) * sizeof(*out.hunks));
	for (size_t h = 0; carry && h < carry->n_hunks; h++) {
		const struct carry_hunk *hunk = &carry->hunks[h];
		if (!hunk->n_splices || hunk->edit->outcome > PORT_LOOK)
			continue;
		out.hunks[out.n_hunks] = make_hunk(porter, hunk, carry->b, shift);
		shift += (long)out.hunks[out.n_hunks].new_count - (long)out.hunks[out.n_hunks].old_count;
		out.n_hunks++;
	}
	if (out.n_hunks || out.is_rename || changes_mode)
		add_file(porter, patch, &out);
}
