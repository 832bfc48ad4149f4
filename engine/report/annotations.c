#include "report/annotations.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "platform/read.h"
#include "text/source.h"

/* This much of a line distinguishes it from others: a line of megabytes may have an annotation at every tenth byte. */
#define FINGERPRINT_BYTES 4096

/* The level of a verdict: an error stops the run; a warning would be changed, or needs attention; a note was changed.
 * ANNOTATION_NONE is not reported. */
static enum annotation_level annotation_level_of(const struct report *report, enum verdict verdict)
{
	if (verdict_stops(verdict))
		return ANNOTATION_ERROR;
	if (verdict == VERDICT_WARNING)
		return ANNOTATION_WARNING;
	if (verdict == VERDICT_NOTE)
		return ANNOTATION_NOTE;
	if (verdict == VERDICT_WOULD_PATCH)
		return report->written ? ANNOTATION_NOTE : ANNOTATION_WARNING;
	return ANNOTATION_NONE;
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

/* --- a file's edits, searched once for all rules ------------------------------------------------------------------ */

/* A rule wants that edit. */
struct wanted {
	uint32_t rule, group;
	size_t edit;
};

struct finder {
	const struct report *report;
	struct annotations *out;
	struct slice *lines; /* for each annotation, what its fingerprint is made of */
	size_t n_lines, lines_capacity;
	/* Of one file at a time: */
	const struct change *change;
	struct source source;   /* the old text, or the new one once that is in the file */
	struct region *regions; /* for each edit */
	struct wanted *wanted;  /* by rule, group and edit */
	size_t n_wanted;
};

/* How far the columns of a line are counted. */
struct column_counter {
	size_t offset, line, column;
};

static void place_of(struct source *source, size_t offset, struct column_counter *counter, size_t *line, size_t *column)
{
	size_t index = source_line_index(source, offset);
	if (index + 1 != counter->line || offset < counter->offset) {
		size_t begin = source_text_begin(source, index);
		begin = offset < begin ? offset : begin;
		*counter = (struct column_counter){ begin, index + 1, 1 };
	}
	counter->column += utf16_units(slice_sub(source->bytes, counter->offset, offset));
	counter->offset = offset;
	*line = counter->line;
	*column = counter->column;
}

/* Edits are sorted, so their places come one after the other. */
static void find_regions(struct finder *f)
{
	const struct change *change = f->change;
	struct column_counter counter = { 0 };
	size_t grown = 0; /* of the new text, by the edits so far; wraps round where it shrank */
	f->regions = arena_alloc(&f->out->arena, change->n_edits * sizeof(*f->regions));
	for (size_t i = 0; i < change->n_edits; i++) {
		const struct edit *edit = &change->edits[i];
		struct region *region = &f->regions[i];
		bool is_new = f->report->written != NULL;
		size_t begin = is_new ? edit->begin + grown : edit->begin,
		       end = is_new ? begin + edit->text.len : edit->end;
		grown += edit->text.len - (edit->end - edit->begin);
		place_of(&f->source, begin, &counter, &region->line, &region->column);
		place_of(&f->source, end, &counter, &region->end_line, &region->end_column);
	}
}

static int by_rule_and_group(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;
	if (x->rule != y->rule)
		return x->rule < y->rule ? -1 : 1;
	return (x->group > y->group) - (x->group < y->group);
}

static int compare_rule(const void *rule, const void *wanted)
{
	uint32_t x = *(const uint32_t *)rule, y = ((const struct wanted *)wanted)->rule;
	return (x > y) - (x < y);
}

static void leave_change(struct finder *f)
{
	if (f->change)
		source_release(&f->source);
	free(f->wanted);
	f->wanted = NULL;
	f->n_wanted = 0;
	f->change = NULL;
}

static void enter_change(struct finder *f, const struct change *change)
{
	size_t capacity = 0;
	if (f->change == change)
		return;
	leave_change(f);
	f->change = change;
	source_init(&f->source, change->path, f->report->written ? change->after : change->before);
	find_regions(f);
	for (size_t i = 0; i < change->n_edits; i++) {
		const struct edit *edit = &change->edits[i];
		struct wanted wanted = { edit->owner, edit->group, i };
		VEC_PUSH(f->wanted, f->n_wanted, capacity, wanted);
		wanted.rule = edit->co_owner;
		if (edit->co_owner != edit->owner)
			VEC_PUSH(f->wanted, f->n_wanted, capacity, wanted);
	}
	if (f->n_wanted)
		sort_stable(f->wanted, f->n_wanted, sizeof(*f->wanted), by_rule_and_group);
}

/* --- fingerprints ------------------------------------------------------------------------------------------------- */

/* The part of a fingerprint that annotations of one rule in one line share: a line of thousands may hold one at every
 * tenth byte. */
struct print_maker {
	const struct report *report;
	const struct annotation *annotation; /* whose part `text` is; NULL: of none yet */
	struct slice line;
	struct str text;
	size_t len; /* of the common part */
};

/* What stays the same when lines are added above, or spaces in the line; of that, the beginning. */
static void make_common(struct print_maker *maker, const struct annotation *annotation, struct slice line)
{
	const struct annotation *last = maker->annotation;
	if (last && last->rule == annotation->rule && last->path == annotation->path &&
		last->verdict == annotation->verdict && line.ptr == maker->line.ptr && line.len == maker->line.len)
		return;
	maker->annotation = annotation;
	maker->line = line;
	str_clear(&maker->text);
	str_addf(&maker->text, "%s\n%s\n%s\n", maker->report->plan->rules[annotation->rule].rule->id,
		annotation->path ? annotation->path : "", report_verdict_name(maker->report, annotation->verdict));
	line = slice_trim(line);
	line.len = line.len > FINGERPRINT_BYTES ? FINGERPRINT_BYTES : line.len;
	for (size_t i = 0; i < line.len; i++)
		if (line.ptr[i] != ' ' && line.ptr[i] != '\t')
			str_add_char(&maker->text, line.ptr[i]);
	maker->len = maker->text.len;
}

/* `nth` tells equal ones apart. */
static struct hash fingerprint_of(
	struct print_maker *maker, const struct annotation *annotation, struct slice line, size_t nth)
{
	make_common(maker, annotation, line);
	maker->text.len = maker->len;
	str_addf(&maker->text, "\n%zu", nth);
	return hash_of(str_slice(&maker->text));
}

struct numbered_hash {
	struct hash hash;
	size_t annotation;
};

static int by_hash(const void *a, const void *b)
{
	return memcmp(&((const struct numbered_hash *)a)->hash, &((const struct numbered_hash *)b)->hash,
		sizeof(struct hash));
}

/* The second of equal ones gets another fingerprint, the third one more. */
static void set_fingerprints(struct finder *f)
{
	struct annotations *annotations = f->out;
	struct print_maker maker = { .report = f->report };
	struct numbered_hash *prints = xcalloc(annotations->count + 1, sizeof(*prints));
	for (size_t i = 0; i < annotations->count; i++)
		prints[i] = (struct numbered_hash){ fingerprint_of(&maker, &annotations->items[i], f->lines[i], 0), i };
	sort_stable(prints, annotations->count, sizeof(*prints), by_hash);
	for (size_t i = 0, first = 0; i < annotations->count; i++) {
		struct annotation *annotation = &annotations->items[prints[i].annotation];
		if (!hash_eq(prints[i].hash, prints[first].hash))
			first = i;
		annotation->fingerprint =
			i == first || !annotation->path
				? prints[i].hash
				: fingerprint_of(&maker, annotation, f->lines[prints[i].annotation], i - first);
	}
	str_release(&maker.text);
	free(prints);
}

/* --- annotations ------------------------------------------------------------------------------------------------- */

/* `line` is not copied. */
static void add_annotation(struct finder *f, struct annotation annotation, struct slice line)
{
	VEC_PUSH(f->out->items, f->out->count, f->out->capacity, annotation);
	VEC_PUSH(f->lines, f->n_lines, f->lines_capacity, line);
}

/* The annotation of one match, by its edits. */
static void add_match(
	struct finder *f, struct annotation annotation, const struct wanted *first, const struct wanted *end)
{
	annotation.n_edits = (size_t)(end - first);
	const struct edit **edits = arena_alloc(&f->out->arena, annotation.n_edits * sizeof(struct edit *));
	struct region *regions = arena_alloc(&f->out->arena, annotation.n_edits * sizeof(*regions));
	for (size_t i = 0; i < annotation.n_edits; i++) {
		edits[i] = &f->change->edits[first[i].edit];
		regions[i] = f->regions[first[i].edit];
	}
	annotation.edits = edits;
	annotation.regions = regions;
	annotation.line = regions[0].line;
	add_annotation(f, annotation, source_line(&f->source, annotation.line - 1));
}

struct match_span {
	const struct wanted *first, *end;
};

static int by_first_edit(const void *a, const void *b)
{
	size_t x = ((const struct match_span *)a)->first->edit, y = ((const struct match_span *)b)->first->edit;
	return (x > y) - (x < y);
}

/* One annotation for each match of the rule, in the order of their first edits. */
static void add_text_matches(struct finder *f, struct annotation annotation)
{
	uint32_t rule = (uint32_t)annotation.rule;
	size_t at = sort_lower_bound(f->wanted, f->n_wanted, sizeof(*f->wanted), &rule, compare_rule), count = 0,
	       capacity = 0;
	struct match_span *spans = NULL;
	for (size_t end; at < f->n_wanted && f->wanted[at].rule == rule; at = end) {
		for (end = at + 1; end < f->n_wanted && by_rule_and_group(&f->wanted[at], &f->wanted[end]) == 0;)
			end++;
		struct match_span span = { &f->wanted[at], &f->wanted[end] };
		VEC_PUSH(spans, count, capacity, span);
	}
	if (count)
		sort_stable(spans, count, sizeof(*spans), by_first_edit);
	for (size_t i = 0; i < count; i++)
		add_match(f, annotation, spans[i].first, spans[i].end);
	free(spans);
}

/* Does the rule want more of the file than other text? */
static bool wants_file(const struct change *change, size_t rule)
{
	bool file = change->is_new || change->is_gone || change->new_path;
	return (file && (change->file_owner == rule || change->file_co_owner == rule)) ||
	       (change->changes_mode && (change->mode_owner == rule || change->mode_co_owner == rule));
}

static void add_matches(struct finder *f, struct annotation annotation, const struct change *change)
{
	size_t before = f->out->count;
	annotation.change = change;
	if (f->report->written)
		annotation.path = change_new_path(change);
	if (change_is_of_file(change) && wants_file(change, annotation.rule)) {
		struct annotation of_file = annotation;
		of_file.operation = report_operation(change);
		of_file.line = 0;
		add_annotation(f, of_file, slice_of(of_file.operation));
		if (change->is_new || change->is_gone)
			return;
	}
	enter_change(f, change);
	add_text_matches(f, annotation);
	annotation.change = NULL;
	if (f->out->count == before)
		add_annotation(f, annotation, (struct slice){ 0 });
}

static bool same_rule_and_path(const struct finding *a, const struct finding *b)
{
	return a->rule == b->rule && strcmp(a->path, b->path) == 0;
}

/* Of a rule that would patch a file, but for a conflict there, the conflict alone is told: that finding comes after. */
static bool is_in_conflict(const struct plan *plan, size_t at)
{
	const struct finding *first = &plan->findings[at];
	size_t i = at + 1;
	while (i < plan->n_findings && same_rule_and_path(first, &plan->findings[i]) &&
		plan->findings[i].verdict != VERDICT_CONFLICT)
		i++;
	return first->verdict == VERDICT_WOULD_PATCH && i < plan->n_findings &&
	       same_rule_and_path(first, &plan->findings[i]);
}

/* A conflict about a whole file is told at the edit. */
static size_t line_of(const struct plan *plan, const struct finding *finding)
{
	bool has_edit = finding->verdict == VERDICT_CONFLICT && finding > plan->findings &&
			same_rule_and_path(finding - 1, finding);
	return finding->line || !has_edit ? finding->line : finding[-1].line;
}

static void add_finding(struct finder *f, const struct finding *finding)
{
	const struct plan *plan = f->report->plan;
	struct annotation annotation = {
		.rule = finding->rule,
		.verdict = finding->verdict,
		.level = annotation_level_of(f->report, finding->verdict),
		.path = finding->path,
		.line = line_of(plan, finding),
		.is_undone = finding_is_undone(finding),
		.detail = finding->detail,
	};
	const struct change *change = NULL;
	if (finding->verdict == VERDICT_WOULD_PATCH)
		change = plan_change_of(plan, finding->path);
	if (change)
		add_matches(f, annotation, change);
	else
		add_annotation(f, annotation, (struct slice){ 0 });
}

void annotations_find(const struct report *report, struct annotations *out)
{
	const struct plan *plan = report->plan;
	struct finder finder = { .report = report, .out = out };
	*out = (struct annotations){ 0 };
	bool *is_told = xcalloc(plan->n_rules ? plan->n_rules : 1, sizeof(*is_told));
	for (size_t i = 0; i < plan->n_findings; i++) {
		if (annotation_level_of(report, plan->findings[i].verdict) == ANNOTATION_NONE ||
			is_in_conflict(plan, i))
			continue;
		add_finding(&finder, &plan->findings[i]);
		is_told[plan->findings[i].rule] |=
			plan->findings[i].verdict == plan->rules[plan->findings[i].rule].verdict;
	}
	for (size_t r = 0; r < plan->n_rules; r++) {
		const struct rule_result *result = &plan->rules[r];
		struct annotation annotation = { .rule = r,
			.verdict = result->verdict,
			.level = annotation_level_of(report, result->verdict),
			.detail = result->detail };
		if (annotation.level != ANNOTATION_NONE && !is_told[r])
			add_annotation(&finder, annotation, (struct slice){ 0 });
	}
	set_fingerprints(&finder);
	leave_change(&finder);
	free(finder.lines);
	free(is_told);
}

void annotations_release(struct annotations *annotations)
{
	free(annotations->items);
	arena_release(&annotations->arena);
	*annotations = (struct annotations){ 0 };
}

const char *annotation_path(const struct report *report, const struct annotation *annotation)
{
	const struct rule *rule = report->plan->rules[annotation->rule].rule;
	const struct project *project = report->target->project;
	if (annotation->path)
		return annotation->path;
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
static void add_edit(const struct annotation *annotation, bool is_done, struct str *out)
{
	if (annotation->n_edits != 1)
		return;
	struct slice before = slice_sub(
			     annotation->change->before, annotation->edits[0]->begin, annotation->edits[0]->end),
		     after = annotation->edits[0]->text;
	if (!is_quotable(before) || !is_quotable(after))
		return;
	if (!before.len)
		str_addf(out, ": %s '" SLICE_FMT "'", is_done ? "added" : "add", SLICE_ARG(slice_trim(after)));
	else if (!after.len)
		str_addf(out, ": %s '" SLICE_FMT "'", is_done ? "removed" : "remove", SLICE_ARG(slice_trim(before)));
	else
		str_addf(out, ": '" SLICE_FMT "' %s '" SLICE_FMT "'", SLICE_ARG(before), is_done ? "became" : "becomes",
			SLICE_ARG(after));
}

void annotation_add_message(const struct report *report, const struct annotation *annotation, struct str *out)
{
	str_add_cstr(out, report->plan->rules[annotation->rule].rule->title);
	if (annotation->operation) {
		str_addf(out, ": %s", annotation->operation);
		if (annotation->change->new_path)
			str_addf(out, " to '%s'", annotation->change->new_path);
	} else if (annotation->verdict == VERDICT_WOULD_PATCH) {
		add_edit(annotation, report->written != NULL, out);
	}
	if (annotation->verdict == VERDICT_WOULD_PATCH) {
		str_add_cstr(out,
			annotation->is_undone && !report->written ? " (undone: an earlier run had made this)" : "");
		return;
	}
	str_addf(out, " (%s", report_verdict_label(report, annotation->verdict));
	if (annotation->detail)
		str_addf(out, ": %s", annotation->detail);
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

void report_add_repo_prefix(const struct report *report, struct str *out)
{
	struct str top_buffer = STR_INIT, root_buffer = STR_INIT;
	struct slice top = folder_in(report->repository ? report->repository : report->root, &top_buffer),
		     root = folder_in(report->root, &root_buffer);
	bool is_below = root.len > top.len && slice_eq(slice_sub(root, 0, top.len), top) && root.ptr[top.len] == '/';
	if (is_below)
		str_add(out, slice_sub(root, top.len + 1, root.len));
	str_release(&top_buffer);
	str_release(&root_buffer);
}
