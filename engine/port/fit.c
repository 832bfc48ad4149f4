#include "port/fit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "port/port_private.h"

/* One file of the diff. */
struct fitter {
	struct porter porter;
	struct series series;
	struct series_patch patch;
	struct port_options options;
	struct port_fit *fit;
	const struct patch_file *file;
	struct side_file *there;
};

/* --- where its lines are ---------------------------------------------------------------------------------------- */

/* Is the old side of the hunk in the tree's file from line `first` (1-based) on? */
static bool is_at(struct fitter *fitter, const struct patch_hunk *hunk, size_t first)
{
	const struct port_text *text = &fitter->there->text;
	size_t at = first - 1;
	for (size_t i = 0; i < hunk->n_lines; i++) {
		if (hunk->lines[i].side == PATCH_NEW)
			continue;
		struct slice line = utf8_without_mark(hunk->lines[i].text);
		if (at >= text->n_original || !slice_eq(line_text(&fitter->porter.ids, text->original[at]), line))
			return false;
		at++;
	}
	return true;
}

/* Is it as the diff says, or nothing that the numbers of lines could tell? */
static bool is_as_told(struct fitter *fitter)
{
	for (size_t h = 0; h < fitter->file->n_hunks; h++) {
		const struct patch_hunk *hunk = &fitter->file->hunks[h];
		if (!hunk->numbered || (hunk->old_start && !is_at(fitter, hunk, hunk->old_start)))
			return false;
	}
	return true;
}

/* --- what became of it -------------------------------------------------------------------------------------------- */

static void tell_weighed(struct fitter *fitter, const struct port_edit *edit)
{
	struct port_fit *fit = fitter->fit;
	struct str text = STR_INIT;
	str_addf(&text, "a hunk was placed at line %zu, look at it", edit->line);
	for (size_t i = 0; i < edit->n_evidence; i++)
		str_addf(&text, "%s %s", i ? ";" : ":", edit->evidence[i]);
	struct draft_complaint complaint = { edit->path_in_b, edit->diff_line, arena_take(&fit->arena, &text) };
	VEC_PUSH(fit->weighed, fit->n_weighed, fit->weighed_capacity, complaint);
	str_release(&text);
}

static const struct port_edit *find_edit(const struct port_result *result, const struct patch_hunk *hunk)
{
	for (size_t i = 0; i < result->n_edits; i++)
		if (result->edits[i].hunk == hunk)
			return &result->edits[i];
	return NULL;
}

static const struct patch_hunk *find_hunk(const struct patch_file *file, size_t line)
{
	for (size_t i = 0; i < file->n_hunks; i++)
		if (file->hunks[i].line == line)
			return &file->hunks[i];
	return NULL;
}

/* The number of its first changed line, counted from its first line, of the old side. */
static size_t lines_above(const struct patch_hunk *hunk)
{
	size_t n = 0;
	while (n < hunk->n_lines && hunk->lines[n].side == PATCH_BOTH)
		n++;
	return n;
}

/* The hunk as the diff has it, where all of it is at the place that was found; else as it is in the tree. */
static struct patch_hunk place_hunk(struct fitter *fitter, const struct patch_hunk *hunk,
	const struct patch_hunk *found, const struct port_edit *edit)
{
	size_t first = edit->line > lines_above(hunk) ? edit->line - lines_above(hunk) : 0;
	struct patch_hunk moved = *hunk;
	if (!fitter->there || !first || !hunk->old_count || !is_at(fitter, hunk, first))
		return *found;
	moved.new_start = first + hunk->new_start - hunk->old_start;
	moved.old_start = first;
	return moved;
}

/* The file with the hunks that were carried to the path of `step`; `keeps_rest`: and those that were not carried. */
static void add_file(
	struct fitter *fitter, const struct port_result *result, const struct patch_file *step, bool keeps_rest)
{
	struct port_fit *fit = fitter->fit;
	const struct patch_file *file = fitter->file;
	struct patch_file out = *file;
	out.n_hunks = 0;
	out.hunks = arena_alloc(&fit->arena, (file->n_hunks + 1) * sizeof(*out.hunks));
	if (step && strcmp(step->old_path, file->old_path) != 0 && !file->is_rename)
		out.old_path = out.new_path = step->old_path;
	for (size_t h = 0; h < file->n_hunks; h++) {
		const struct patch_hunk *hunk = &file->hunks[h], *found = step ? find_hunk(step, hunk->line) : NULL;
		const struct port_edit *edit = find_edit(result, hunk);
		bool is_carried = edit && edit->outcome <= PORT_LOOK;
		if (found && is_carried) {
			out.hunks[out.n_hunks++] = place_hunk(fitter, hunk, found, edit);
			if (edit->outcome == PORT_LOOK)
				tell_weighed(fitter, edit);
			else
				fit->n_moved += out.hunks[out.n_hunks - 1].old_start != hunk->old_start;
		} else if (keeps_rest && !is_carried) {
			out.hunks[out.n_hunks++] = *hunk;
		}
	}
	if (out.n_hunks || (keeps_rest && !file->n_hunks))
		VEC_PUSH(fit->patch.files, fit->patch.n_files, fit->files_capacity, out);
}

static void add_files(struct fitter *fitter, const struct port_result *result)
{
	bool has_rest = !result->n_steps;
	for (size_t i = 0; i < result->n_edits; i++)
		has_rest |= result->edits[i].hunk && result->edits[i].outcome > PORT_LOOK;
	for (size_t i = 0; i < result->n_steps; i++) {
		add_file(fitter, result, &result->steps[i].file, has_rest && !i);
		has_rest = has_rest && i;
	}
	if (has_rest)
		add_file(fitter, result, NULL, true);
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

static bool carry(struct fitter *fitter, struct err *err)
{
	struct port_fit *fit = fitter->fit;
	struct port_result *result = &fit->results[fit->n_results++];
	fitter->patch.patch = (struct patch){ .files = (struct patch_file *)fitter->file, .n_files = 1 };
	fitter->series = (struct series){ .patches = &fitter->patch, .n_patches = 1 };
	fitter->options = (struct port_options){ .to = fitter->porter.b.tree, .carries_only = true };
	fitter->porter.series = &fitter->series;
	fitter->porter.options = &fitter->options;
	fitter->porter.result = result;
	if (!port_carry_file(&fitter->porter, 0, fitter->file, err))
		return false;
	add_files(fitter, result);
	return true;
}

static bool fit_file(struct port_fit *fit, const struct patch_file *file, const struct tree *tree, struct err *err)
{
	struct fitter fitter = { .fit = fit, .file = file };
	bool ok = true,
	     is_hunks = file->n_hunks && file->old_path && file->new_path && !file->is_binary && !file->is_copy;
	side_init(&fitter.porter.b, tree, &fitter.porter.ids);
	ok = !is_hunks || side_get(&fitter.porter.b, file->old_path, &fitter.there, err);
	bool is_there = fitter.there && (fitter.there->is_binary || is_as_told(&fitter));
	if (ok && is_hunks && !is_there) {
		ok = carry(&fitter, err);
	} else if (ok) {
		VEC_PUSH(fit->patch.files, fit->patch.n_files, fit->files_capacity, *file);
	}
	side_release(&fitter.porter.b);
	line_ids_release(&fitter.porter.ids);
	return ok;
}

bool port_fit_make(const struct patch *patch, const struct tree *tree, struct port_fit *out, struct err *err)
{
	bool ok = true;
	*out = (struct port_fit){ .patch = { .trailer = patch->trailer },
		.results = xcalloc(patch->n_files + 1, sizeof(*out->results)) };
	for (size_t i = 0; i < patch->n_files && ok; i++)
		ok = fit_file(out, &patch->files[i], tree, err);
	return ok;
}

void port_fit_release(struct port_fit *fit)
{
	for (size_t i = 0; i < fit->n_results; i++)
		port_result_release(&fit->results[i]);
	free(fit->results);
	free(fit->patch.files);
	free(fit->weighed);
	arena_release(&fit->arena);
	*fit = (struct port_fit){ 0 };
}
