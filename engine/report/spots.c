#include "report/spots.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "platform/read.h"
#include "text/source.h"

#define BOM_BYTES 3

enum spot_level spot_level_of(const struct report *report, enum verdict verdict)
{
	if (verdict_stops(verdict))
		return SPOT_ERROR;
	if (verdict == VERDICT_WARNED)
		return SPOT_WARNING;
	if (verdict == VERDICT_APPLIES)
		return report->written ? SPOT_NOTE : SPOT_WARNING;
	return SPOT_NONE;
}

static size_t utf16_units(struct slice text)
{
	size_t units = 0;
	for (size_t at = 0; at < text.len; units++) {
		uint32_t code_point = 0;
		size_t len = utf8_decode(text, at, &code_point);
		at += len ? len : 1;
		units += code_point > 0xFFFF;
	}
	return units;
}

static void place_of(struct source *source, size_t offset, size_t *line, size_t *column)
{
	size_t index = source_line_index(source, offset), begin = source_line_begin(source, index);
	if (begin == 0 && source->has_bom)
		begin = offset < BOM_BYTES ? offset : BOM_BYTES;
	*line = index + 1;
	*column = utf16_units(slice_sub(source->bytes, begin, offset)) + 1;
}

/* Of the old text, or of the new one once that is in the file: `source` is that text. */
static struct region region_of(struct source *source, const struct change *change, const struct edit *edit, bool is_new)
{
	struct region region;
	size_t begin = edit->begin, end = edit->end;
	for (const struct edit *other = change->edits; is_new && other < edit; other++)
		begin += other->text.len - (other->end - other->begin);
	if (is_new)
		end = begin + edit->text.len;
	place_of(source, begin, &region.line, &region.column);
	place_of(source, end, &region.end_line, &region.end_column);
	return region;
}

/* What stays the same when lines are added above, or blanks in the line. `nth` tells equal ones apart. */
static struct hash fingerprint_of(const struct report *report, const struct spot *spot, struct slice line, size_t nth)
{
	struct str text = STR_INIT;
	str_addf(&text, "%s\n%s\n%s\n", report->plan->rules[spot->rule].rule->id, spot->path ? spot->path : "", verdict_name(spot->verdict));
	line = slice_trim(line);
	for (size_t i = 0; i < line.len; i++)
		if (line.ptr[i] != ' ' && line.ptr[i] != '\t')
			str_add_char(&text, line.ptr[i]);
	str_addf(&text, "\n%zu", nth);
	struct hash hash = hash_of(str_slice(&text));
	str_release(&text);
	return hash;
}

static void add_spot(struct spots *spots, const struct report *report, struct spot spot, struct slice line)
{
	size_t nth = 0;
	spot.fingerprint = fingerprint_of(report, &spot, line, nth);
	for (size_t i = spots->count; i > 0; i--) {
		const struct spot *other = &spots->items[i - 1];
		if (!other->path || !spot.path || strcmp(other->path, spot.path) != 0 || other->rule != spot.rule)
			break;
		if (hash_eq(other->fingerprint, spot.fingerprint)) {
			spot.fingerprint = fingerprint_of(report, &spot, line, ++nth);
			i = spots->count + 1;
		}
	}
	VEC_PUSH(spots->items, spots->count, spots->capacity, spot);
}

static bool belongs(const struct edit *edit, size_t rule)
{
	return edit->owner == rule || edit->twin == rule;
}

/* The spot of the match that edit `first` begins. */
static void add_match(struct spots *spots, const struct report *report, struct spot spot, struct source *source, size_t first)
{
	const struct change *change = spot.change;
	const struct edit **edits = arena_alloc(&spots->arena, (change->n_edits - first) * sizeof(struct edit *));
	for (size_t i = first; i < change->n_edits; i++)
		if (belongs(&change->edits[i], spot.rule) && change->edits[i].group == change->edits[first].group)
			edits[spot.n_edits++] = &change->edits[i];
	struct region *regions = arena_alloc(&spots->arena, spot.n_edits * sizeof(*regions));
	for (size_t i = 0; i < spot.n_edits; i++)
		regions[i] = region_of(source, change, edits[i], report->written != NULL);
	spot.edits = edits;
	spot.regions = regions;
	spot.line = regions[0].line;
	add_spot(spots, report, spot, source_line(source, spot.line - 1));
}

static bool begins_match(const struct change *change, size_t at, size_t rule)
{
	if (!belongs(&change->edits[at], rule))
		return false;
	for (size_t i = 0; i < at; i++)
		if (belongs(&change->edits[i], rule) && change->edits[i].group == change->edits[at].group)
			return false;
	return true;
}

/* Does the rule want more of the file than other text? */
static bool wants_file(const struct change *change, size_t rule)
{
	bool file = change->is_new || change->is_gone || change->new_path;
	return (file && (change->file_owner == rule || change->file_twin == rule)) ||
	       (change->changes_mode && (change->mode_owner == rule || change->mode_twin == rule));
}

static void add_matches(struct spots *spots, const struct report *report, struct spot spot, const struct change *change)
{
	struct source source;
	size_t before = spots->count;
	spot.change = change;
	if (report->written)
		spot.path = change_new_path(change);
	if (change_is_of_file(change) && wants_file(change, spot.rule)) {
		struct spot of_file = spot;
		of_file.operation = report_operation(change);
		of_file.line = 0;
		add_spot(spots, report, of_file, slice_of(of_file.operation));
		if (change->is_new || change->is_gone)
			return;
	}
	source_init(&source, change->path, report->written ? change->after : change->before);
	for (size_t i = 0; i < change->n_edits; i++)
		if (begins_match(change, i, spot.rule))
			add_match(spots, report, spot, &source, i);
	source_release(&source);
	spot.change = NULL;
	if (spots->count == before)
		add_spot(spots, report, spot, (struct slice){ 0 });
}

static int compare_path(const void *path, const void *change)
{
	return strcmp(path, ((const struct change *)change)->path);
}

static void add_finding(struct spots *spots, const struct report *report, const struct finding *finding)
{
	const struct plan *plan = report->plan;
	struct spot spot = {
		.rule = finding->rule,
		.verdict = finding->verdict,
		.level = spot_level_of(report, finding->verdict),
		.path = finding->path,
		.line = finding->line,
		.is_undone = finding->is_undone,
		.detail = finding->detail,
	};
	const struct change *change = NULL;
	if (finding->verdict == VERDICT_APPLIES && plan->n_changes)
		change = bsearch(finding->path, plan->changes, plan->n_changes, sizeof(*plan->changes), compare_path);
	if (change)
		add_matches(spots, report, spot, change);
	else
		add_spot(spots, report, spot, (struct slice){ 0 });
}

void spots_find(const struct report *report, struct spots *out)
{
	const struct plan *plan = report->plan;
	*out = (struct spots){ 0 };
	bool *is_told = xcalloc(plan->n_rules ? plan->n_rules : 1, sizeof(*is_told));
	for (size_t i = 0; i < plan->n_findings; i++) {
		if (spot_level_of(report, plan->findings[i].verdict) == SPOT_NONE)
			continue;
		add_finding(out, report, &plan->findings[i]);
		is_told[plan->findings[i].rule] |= plan->findings[i].verdict == plan->rules[plan->findings[i].rule].verdict;
	}
	for (size_t r = 0; r < plan->n_rules; r++) {
		const struct rule_result *result = &plan->rules[r];
		struct spot spot = { .rule = r, .verdict = result->verdict, .level = spot_level_of(report, result->verdict), .detail = result->detail };
		if (spot.level != SPOT_NONE && !is_told[r])
			add_spot(out, report, spot, (struct slice){ 0 });
	}
	free(is_told);
}

void spots_release(struct spots *spots)
{
	free(spots->items);
	arena_release(&spots->arena);
	*spots = (struct spots){ 0 };
}

const char *spot_path(const struct report *report, const struct spot *spot)
{
	const struct rule *rule = report->plan->rules[spot->rule].rule;
	const struct project *project = report->target->project;
	if (spot->path)
		return spot->path;
	if (rule->files_are_paths && rule->files && rule->files[0])
		return rule->files[0];
	if (project->version_file)
		return project->version_file;
	return project->markers && project->markers[0] ? project->markers[0] : ".";
}

/* Longer texts are for the diff. */
#define QUOTED_BYTES 60

static bool is_quotable(struct slice text)
{
	return text.len <= QUOTED_BYTES && slice_eq(utf8_excerpt(text), text);
}

/* ": '3.1' becomes '3.5'" where it is one short edit. */
static void add_edit(const struct spot *spot, bool is_done, struct str *out)
{
	if (spot->n_edits != 1)
		return;
	struct slice before = slice_sub(spot->change->before, spot->edits[0]->begin, spot->edits[0]->end), after = spot->edits[0]->text;
	if (!is_quotable(before) || !is_quotable(after))
		return;
	if (!before.len)
		str_addf(out, ": %s '" SLICE_FMT "'", is_done ? "added" : "add", SLICE_ARG(slice_trim(after)));
	else if (!after.len)
		str_addf(out, ": %s '" SLICE_FMT "'", is_done ? "removed" : "remove", SLICE_ARG(slice_trim(before)));
	else
		str_addf(out, ": '" SLICE_FMT "' %s '" SLICE_FMT "'", SLICE_ARG(before), is_done ? "became" : "becomes", SLICE_ARG(after));
}

void spot_add_message(const struct report *report, const struct spot *spot, struct str *out)
{
	str_add_cstr(out, report->plan->rules[spot->rule].rule->title);
	if (spot->operation) {
		str_addf(out, ": %s", spot->operation);
		if (spot->change->new_path)
			str_addf(out, " to '%s'", spot->change->new_path);
	} else if (spot->verdict == VERDICT_APPLIES) {
		add_edit(spot, report->written != NULL, out);
	}
	if (spot->verdict == VERDICT_APPLIES) {
		str_add_cstr(out, spot->is_undone && !report->written ? " (undone: a run had made this)" : "");
		return;
	}
	str_addf(out, " (%s", verdict_name(spot->verdict));
	if (spot->detail)
		str_addf(out, ": %s", spot->detail);
	str_add_char(out, ')');
}

/* `path` with '/' between parts and none at the end; borrowed from `buffer`. */
static struct slice folder_in(const char *path, struct str *buffer)
{
	for (; *path; path++)
		str_add_char(buffer, platform_is_separator(*path) ? '/' : *path);
	struct slice folder = str_slice(buffer);
	while (slice_ends_with(folder, "/"))
		folder.len--;
	return folder;
}

void report_add_way(const struct report *report, struct str *out)
{
	struct str top_buffer = STR_INIT, root_buffer = STR_INIT;
	struct slice top = folder_in(report->repository ? report->repository : report->root, &top_buffer), root = folder_in(report->root, &root_buffer);
	bool is_below = root.len > top.len && slice_eq(slice_sub(root, 0, top.len), top) && root.ptr[top.len] == '/';
	if (is_below)
		str_add(out, slice_sub(root, top.len + 1, root.len));
	str_release(&top_buffer);
	str_release(&root_buffer);
}
