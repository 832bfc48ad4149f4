#include "port/port.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "port/port_private.h"
#include "tree/deeper.h"

const char *port_outcome_name(enum port_outcome outcome)
{
	static const char *const names[PORT_OUTCOME_COUNT] = { [PORT_EXACT] = "carried exactly",
		[PORT_LOOK] = "carried, look at it",
		[PORT_UPSTREAM] = "upstream has it",
		[PORT_PERSON] = "needs a person" };
	return names[outcome];
}

const char *port_edit_outcome_name(const struct port_edit *edit)
{
	return edit->is_reviewed ? REVIEW_ACCEPTED_NAME : port_outcome_name(edit->outcome);
}

void port_hunk_print(const struct patch_hunk *hunk, const char *indent, struct str *out)
{
	for (size_t i = 0; i < hunk->n_lines; i++)
		str_addf(
			out, "%s%c" SLICE_FMT "\n", indent, " -+"[hunk->lines[i].side], SLICE_ARG(hunk->lines[i].text));
}

void port_note(struct porter *porter, const char *text)
{
	struct port_result *result = porter->result;
	const char *owned = arena_strdup(&result->arena, text);
	VEC_PUSH(result->notes, result->n_notes, result->notes_capacity, owned);
}

/* What nothing but the patch itself shows is for a person to judge. */
static void doubt_patch(struct porter *porter, uint32_t index)
{
	const char *doubt = porter->series->patches[index].doubt;
	for (size_t i = 0; doubt && i < porter->result->n_edits; i++) {
		struct port_edit *edit = &porter->result->edits[i];
		if (edit->patch != index || edit->outcome > PORT_LOOK)
			continue;
		edit->outcome = PORT_LOOK;
		VEC_PUSH(edit->evidence, edit->n_evidence, edit->evidence_capacity, doubt);
	}
}

static bool carry_patch(struct porter *porter, uint32_t index, struct err *err)
{
	const struct patch *patch = &porter->series->patches[index].patch;
	for (size_t i = 0; i < patch->n_files; i++)
		if (!port_carry_file(porter, index, &patch->files[i], err))
			return false;
	doubt_patch(porter, index);
	return true;
}

/* Is the tree the folder above the one that is meant? ERR_USAGE. */
static bool check_depth(const struct series *series, const struct tree *tree, const char *option, struct err *err)
{
	enum { MOST = 64 };
	const char *paths[MOST];
	size_t n = 0;
	struct str name = STR_INIT;
	for (size_t p = 0; p < series->n_patches; p++)
		for (size_t i = 0; i < series->patches[p].patch.n_files && n < MOST; i++)
			if (series->patches[p].patch.files[i].old_path)
				paths[n++] = series->patches[p].patch.files[i].old_path;
	bool is_deeper = tree_find_deeper(tree, paths, n, &name);
	if (is_deeper) {
		err_set(err, ERR_USAGE, "'%s' has none of the files of the patches, and the folder '%s' in it has them",
			tree_name(tree), name.ptr);
		err_hint(err, "%s %s/%s", option, tree_name(tree), name.ptr);
	}
	str_release(&name);
	return !is_deeper;
}

static void note_swapped(struct porter *porter)
{
	for (size_t i = 0; i < porter->result->n_edits; i++)
		if (porter->result->edits[i].outcome != PORT_EXACT)
			return;
	port_note(
		porter, "all of them fit the new tree: are the two trees swapped, or are the patches for it already?");
}

static void note_unlike_a(struct porter *porter, size_t n_files)
{
	struct str text = STR_INIT;
	if (!porter->n_unlike_a)
		return;
	str_addf(&text, "%zu of %zu files of the diff do not fit the old tree '%s', which was not used for them%s",
		porter->n_unlike_a, n_files, tree_name(porter->options->from),
		porter->n_unlike_a == n_files ? ": is it the right tree?" : "");
	port_note(porter, text.ptr);
	if (porter->n_unlike_a == n_files)
		note_swapped(porter);
	str_release(&text);
}

bool port_make(
	const struct series *series, const struct port_options *options, struct port_result *out, struct err *err)
{
	struct porter porter = { .series = series, .options = options, .result = out, .has_a = options->from != NULL };
	bool ok = check_depth(series, options->to, "--to", err) &&
		  (!options->from || check_depth(series, options->from, "--from", err));
	size_t n_files = 0;
	*out = (struct port_result){ 0 };
	side_init(&porter.b, options->to, &porter.ids, series->n_patches);
	if (porter.has_a)
		side_init(&porter.a, options->from, &porter.ids, series->n_patches);
	for (size_t i = 0; i < series->n_patches && ok; i++) {
		n_files += series->patches[i].patch.n_files;
		ok = carry_patch(&porter, (uint32_t)i, err);
	}
	if (ok)
		note_unlike_a(&porter, n_files);
	if (ok && options->past)
		port_join_past(&porter);
	ok = ok && (options->carries_only || port_write(&porter, err));
	for (size_t i = 0; i < out->n_edits; i++)
		out->counts[out->edits[i].outcome]++;
	side_release(&porter.a);
	side_release(&porter.b);
	line_ids_release(&porter.ids);
	return ok;
}

void port_result_release(struct port_result *result)
{
	for (size_t i = 0; i < result->n_edits; i++)
		free(result->edits[i].evidence);
	free(result->edits);
	free(result->steps);
	free(result->notes);
	str_release(&result->yaml);
	arena_release(&result->arena);
	*result = (struct port_result){ 0 };
}
