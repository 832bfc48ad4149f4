#include "port/walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "port/port_private.h"

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
		struct series_patch patch = { .name = series->patches[p].name,
			.is_reversed = series->patches[p].is_reversed };
		size_t n = 0;
		for (size_t i = 0; i < result->n_steps; i++)
			n += result->steps[i].patch == p;
		patch.patch.files = arena_alloc(&out->arena, (n + 1) * sizeof(*patch.patch.files));
		for (size_t i = 0; i < result->n_steps; i++)
			if (result->steps[i].patch == p)
				patch.patch.files[patch.patch.n_files++] = result->steps[i].file;
		/* What the patch says of itself is in front of its first file, which may be gone. */
		if (n && series->patches[p].patch.n_files)
			patch.patch.files[0].preamble = series->patches[p].patch.files[0].preamble;
		VEC_PUSH(out->patches, out->n_patches, out->patches_capacity, patch);
	}
}

/* Upstream may take back on the way what it had: does the last tree have all that one on the way had? */
static bool carry_at_once(const struct series *series, const struct port_options *options,
	const struct port_stop *stops, size_t n_stops, const struct port_walk *walk, struct port_result *out,
	struct err *err)
{
	struct port_options how = { .from = &stops[0].tree, .to = &stops[n_stops - 1].tree, .carries_only = true };
	size_t n_upstream = 0;
	how.project = options->project;
	how.versions = options->versions;
	for (size_t i = 0; i + 2 < n_stops; i++)
		n_upstream += walk->results[i].counts[PORT_UPSTREAM];
	return !n_upstream || port_make(series, &how, out, err);
}

bool port_walk_make(const struct series *series, const struct port_options *options, const struct port_stop *stops,
	size_t n_stops, struct port_walk *out, struct err *err)
{
	const char *names[PORT_MAX_STOPS + 1];
	size_t n = n_stops - 1;
	bool ok = true;
	struct port_result at_once = { 0 };
	*out = (struct port_walk){ .series = xcalloc(n, sizeof(*out->series)),
		.results = xcalloc(n, sizeof(*out->results)) };
	for (size_t i = 0; i < n_stops; i++)
		names[i] = stops[i].name;
	for (size_t i = 0; ok && i < n; i++) {
		struct port_past past = { .results = out->results, .n = i, .names = names, .at_once = &at_once };
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
		ok = !how.past || carry_at_once(series, options, stops, n_stops, out, &at_once, err);
		ok = ok && port_make(i ? &out->series[i] : series, &how, &out->results[i], err);
		if (ok && i + 1 < n)
			note_way(&past, &out->results[i], &out->results[0]);
	}
	port_result_release(&at_once);
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
