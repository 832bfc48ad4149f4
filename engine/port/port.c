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
	port_doubt_moves(porter, index);
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
	bool is_deeper = tree_find_deeper(tree, paths, n, &name) > 0;
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

static struct port_edit *find_edit(const struct port_result *result, const struct port_edit *like)
{
	for (size_t i = 0; i < result->n_edits; i++) {
		struct port_edit *edit = &result->edits[i];
		if (edit->patch == like->patch && edit->diff_line == like->diff_line && edit->kind == like->kind)
			return edit;
	}
	return NULL;
}

/* What every step says again is there once. */
static void add_evidence(struct port_result *result, struct port_edit *edit, const char *stop, const char *text)
{
	struct str line = STR_INIT;
	for (size_t i = 0; i < edit->n_evidence; i++)
		if (slice_ends_with(slice_of(edit->evidence[i]), text))
			return;
	str_addf(&line, "%s%s%s", stop ? stop : "", stop ? ": " : "", text);
	const char *owned = arena_dup(&result->arena, str_slice(&line));
	VEC_PUSH(edit->evidence, edit->n_evidence, edit->evidence_capacity, owned);
	str_release(&line);
}

/* Where it was decided, in words: the edit got no further than step `step`. */
static void tell_end(struct port_result *result, const struct port_past *past, size_t step, struct port_edit *edit)
{
	struct str line = STR_INIT;
	if (edit->outcome == PORT_UPSTREAM)
		str_addf(&line, "upstream has it since %s", past->names[step + 1]);
	else
		str_addf(&line, "it fits up to %s, and breaks at %s", past->names[step], past->names[step + 1]);
	add_evidence(result, edit, NULL, line.ptr);
	edit->at = past->names[step + 1];
	str_release(&line);
}

/* What upstream had on the way fits the last tree as it is: it was taken back. */
static void doubt_upstream(
	struct port_result *result, const struct port_past *past, const struct port_edit *first, struct port_edit *edit)
{
	const struct port_edit *at_once = find_edit(past->at_once, first);
	struct str line = STR_INIT;
	if (edit->outcome != PORT_UPSTREAM || !at_once || at_once->outcome != PORT_EXACT)
		return;
	str_addf(&line, "%s does not have it: the patch for %s fits there as it is", past->names[past->n + 1],
		past->names[0]);
	add_evidence(result, edit, NULL, line.ptr);
	edit->outcome = PORT_PERSON;
	str_release(&line);
}

/* The edit as it is at the end of the walk, or where it ended; evidence of all steps, in their order. */
static struct port_edit join(struct port_result *result, const struct port_past *past, const struct port_edit *first)
{
	const struct port_edit *steps[PORT_MAX_STOPS] = { first };
	size_t n = 1;
	for (; n < past->n && (steps[n] = find_edit(&past->results[n], first)); n++)
		;
	struct port_edit *last = n == past->n ? find_edit(result, first) : NULL;
	struct port_edit made = last ? *last : *steps[n - 1];
	made.evidence = NULL;
	made.n_evidence = made.evidence_capacity = 0;
	made.hunk = first->hunk;
	for (size_t i = 0; i < n; i++) {
		if (made.outcome == PORT_EXACT && steps[i]->outcome == PORT_LOOK)
			made.outcome = PORT_LOOK;
		if (!last && i + 1 == n)
			tell_end(result, past, i, &made);
		for (size_t k = 0; k < steps[i]->n_evidence; k++)
			add_evidence(result, &made, past->names[i + 1], steps[i]->evidence[k]);
	}
	if (last && last->outcome > PORT_LOOK)
		tell_end(result, past, past->n, &made);
	for (size_t k = 0; last && k < last->n_evidence; k++)
		add_evidence(result, &made, past->names[past->n + 1], last->evidence[k]);
	if (last)
		free(last->evidence);
	else
		made.first_line = made.line = 0;
	if (!last)
		doubt_upstream(result, past, first, &made);
	return made;
}

/* Joins the edits with what the steps before made of them. */
static void port_join_past(struct porter *porter)
{
	const struct port_past *past = porter->options->past;
	struct port_result *result = porter->result;
	const struct port_result *first = &past->results[0];
	struct port_edit *edits = xcalloc(first->n_edits + 1, sizeof(*edits));
	for (size_t i = 0; i < first->n_edits; i++)
		edits[i] = join(result, past, &first->edits[i]);
	free(result->edits);
	result->edits = edits;
	result->n_edits = first->n_edits;
	result->edits_capacity = first->n_edits + 1;
	for (size_t i = 0; i < first->n_notes; i++)
		port_note(porter, first->notes[i]);
}

bool port_make(
	const struct series *series, const struct port_options *options, struct port_result *out, struct err *err)
{
	struct porter porter = { .series = series, .options = options, .result = out, .has_a = options->from != NULL };
	bool ok = check_depth(series, options->to, "--to", err) &&
		  (!options->from || check_depth(series, options->from, "--from", err));
	size_t n_files = 0;
	*out = (struct port_result){ 0 };
	side_init(&porter.b, options->to, &porter.ids);
	if (porter.has_a)
		side_init(&porter.a, options->from, &porter.ids);
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
