#include "port/walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "port/port_private.h"

static struct port_edit *find_edit(const struct port_result *result, const struct port_edit *like)
{
	for (size_t i = 0; i < result->n_edits; i++) {
		struct port_edit *edit = &result->edits[i];
		if (edit->patch == like->patch && edit->diff_line == like->diff_line && edit->kind == like->kind)
			return edit;
	}
	return NULL;
}

/* What every step says again stands there once. */
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
	return made;
}

void port_join_past(struct porter *porter)
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

/* What became of the edits in a step, as a note of the first. */
static void note_way(const struct port_past *past, const struct port_result *of, struct port_result *result)
{
	struct str text = STR_INIT;
	const size_t *counts = of->counts;
	str_addf(&text, "%s to %s: %zu exactly, %zu to look at, %zu upstream has, %zu left to a person",
		past->names[past->n], past->names[past->n + 1], counts[PORT_EXACT], counts[PORT_LOOK],
		counts[PORT_UPSTREAM], counts[PORT_PERSON]);
	const char *owned = arena_dup(&result->arena, str_slice(&text));
	VEC_PUSH(result->notes, result->n_notes, result->notes_capacity, owned);
	str_release(&text);
}

/* What a step made of the series; borrows from both. Free `patches` and release the arena. */
static void port_next_series(const struct series *series, const struct port_result *result, struct series *out)
{
	*out = (struct series){ .name = series->name, .n_unread = series->n_unread };
	for (size_t p = 0; p < series->n_patches; p++) {
		struct series_patch patch = { .name = series->patches[p].name, .doubt = NULL };
		size_t n = 0;
		for (size_t i = 0; i < result->n_steps; i++)
			n += result->steps[i].patch == p;
		patch.patch.files = arena_alloc(&out->arena, (n + 1) * sizeof(*patch.patch.files));
		for (size_t i = 0; i < result->n_steps; i++)
			if (result->steps[i].patch == p)
				patch.patch.files[patch.patch.n_files++] = result->steps[i].file;
		/* What the patch says of itself stands in front of its first file, which may be gone. */
		if (n && series->patches[p].patch.n_files)
			patch.patch.files[0].preamble = series->patches[p].patch.files[0].preamble;
		VEC_PUSH(out->patches, out->n_patches, out->patches_capacity, patch);
	}
}

bool port_walk_make(const struct series *series, const struct port_options *options, const struct port_stop *stops,
	size_t n_stops, struct port_walk *out, struct err *err)
{
	const char *names[PORT_MAX_STOPS + 1];
	size_t n = n_stops - 1;
	bool ok = true;
	*out = (struct port_walk){ .series = xcalloc(n, sizeof(*out->series)),
		.results = xcalloc(n, sizeof(*out->results)) };
	for (size_t i = 0; i < n_stops; i++)
		names[i] = stops[i].name;
	for (size_t i = 0; ok && i < n; i++) {
		struct port_past past = { .results = out->results, .n = i, .names = names };
		struct port_options how = *options;
		how.from = &stops[i].tree;
		how.to = &stops[i + 1].tree;
		how.carries_only = i + 1 < n;
		if (how.history && n > 1)
			git_history_between_tags(how.history, names[i], names[i + 1]);
		how.past = i && i + 1 == n ? &past : NULL;
		if (i)
			port_next_series(i > 1 ? &out->series[i - 1] : series, &out->results[i - 1], &out->series[i]);
		out->n_steps = i + 1;
		ok = port_make(i ? &out->series[i] : series, &how, &out->results[i], err);
		if (ok && i + 1 < n)
			note_way(&past, &out->results[i], &out->results[0]);
	}
	return ok;
}

void port_walk_release(struct port_walk *walk)
{
	for (size_t i = 0; i < walk->n_steps; i++) {
		struct series *series = &walk->series[i];
		port_result_release(&walk->results[i]);
		free(series->patches);
		arena_release(&series->arena);
	}
	free(walk->series);
	free(walk->results);
	*walk = (struct port_walk){ 0 };
}
