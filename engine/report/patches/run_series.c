#include "report/patches/run_series.h"

#include <stdlib.h>
#include <string.h>

#include "author/prove.h"
#include "base/alloc.h"
#include "base/sort.h"

#define CONTEXT_LINES 3
#define NOT_IN_SET ((size_t)-1)

/* A rule of the run, in the order in which patches come. */
struct part {
	const char *id;
	const struct rule *rule; /* NULL: not to be had */
	size_t place;            /* in the set; NOT_IN_SET behind all others */
	size_t lead;             /* the first part that shares its patch: itself, or an earlier one */
};

struct taking_apart {
	const struct run *run;
	const struct patchset *set;
	struct history *history;
	struct part *parts;
	size_t n_parts, parts_capacity;
	struct str *now; /* of each change: its text after the patches so far; NULL: as before the run */
	struct run_series *out;
};

/* --- which rules -------------------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
	const struct part *x = a, *y = b;
	return (x->place > y->place) - (x->place < y->place);
}

static struct part *part_of(const struct taking_apart *t, const char *id)
{
	for (size_t i = 0; i < t->n_parts; i++)
		if (strcmp(t->parts[i].id, id) == 0)
			return &t->parts[i];
	return NULL;
}

static void add_part(struct taking_apart *t, const char *id)
{
	struct part part = { .id = id, .place = NOT_IN_SET };
	for (size_t i = 0; t->set && i < t->set->n_rules && !part.rule; i++)
		if (strcmp(t->set->rules[i]->id, id) == 0) {
			part.rule = t->set->rules[i];
			part.place = i;
		}
	VEC_PUSH(t->parts, t->n_parts, t->parts_capacity, part);
}

/* What brings back what a rollback had kept was made by no rule: then this stands for one. */
static const char *const no_rules[] = { "no-rule", NULL };

static const char *const *rules_of(const struct taking_apart *t, const struct change *change)
{
	const struct run_file *file = run_file_find(t->run, change->path);
	return file && file->rules && file->rules[0] ? file->rules : no_rules;
}

static void collect_parts(struct taking_apart *t)
{
	const struct plan *plan = &t->history->plan;
	for (size_t i = 0; i < plan->n_changes; i++)
		for (const char *const *id = rules_of(t, &plan->changes[i]); *id; id++)
			if (!part_of(t, *id))
				add_part(t, *id);
	if (t->n_parts)
		sort_stable(t->parts, t->n_parts, sizeof(*t->parts), by_place);
	for (size_t i = 0; i < t->n_parts; i++)
		t->parts[i].lead = i;
}

static bool is_of(const struct taking_apart *t, const struct change *change, size_t part)
{
	for (const char *const *id = rules_of(t, change); *id; id++)
		if (strcmp(*id, t->parts[part].id) == 0)
			return true;
	return false;
}

/* All rules of the file get one patch. True where they had several. */
static bool join(struct taking_apart *t, const struct change *change)
{
	size_t lead = t->n_parts;
	bool any = false;
	for (size_t i = 0; i < t->n_parts; i++)
		if (is_of(t, change, i) && t->parts[i].lead < lead)
			lead = t->parts[i].lead;
	for (size_t i = 0; i < t->n_parts; i++) {
		size_t old = t->parts[i].lead;
		if (!is_of(t, change, i) || old == lead)
			continue;
		for (size_t k = 0; k < t->n_parts; k++)
			if (t->parts[k].lead == old)
				t->parts[k].lead = lead;
		any = true;
	}
	return any;
}

/* --- which text --------------------------------------------------------------------------------------------------- */

/* Does the file stay where it is, with another text? */
static bool is_edited_only(const struct change *change)
{
	return !change->is_new && !change->is_gone && !change->changes_mode;
}

/* What the rules whose patches come no later than that of `lead` make of the file. False where that cannot be told. */
static bool make_up_to(const struct taking_apart *t, const struct change *change, size_t lead, struct str *out)
{
	const struct rule **rules = xcalloc(t->n_parts + 1, sizeof(*rules));
	struct err ignored = ERR_INIT;
	size_t n_rules = 0;
	bool ok = true;
	for (size_t i = 0; i < t->n_parts && ok; i++) {
		if (t->parts[i].lead > lead || !is_of(t, change, i))
			continue;
		rules[n_rules++] = t->parts[i].rule;
		ok = t->parts[i].rule != NULL;
	}
	ok = ok && rules_make_text(rules, n_rules, change->path, change->before, out, &ignored);
	err_release(&ignored);
	free(rules);
	return ok;
}

static void forget_drift(struct history *history, const char *path)
{
	size_t kept = 0;
	for (size_t i = 0; i < history->n_drifts; i++)
		if (strcmp(history->drifts[i].path, path) != 0)
			history->drifts[kept++] = history->drifts[i];
	history->n_drifts = kept;
}

/* Rules whose work cannot be done again share a patch; what was changed since is as the run left it, if they can. */
static void examine(struct taking_apart *t, struct change *change)
{
	const struct run_file *file = run_file_find(t->run, change->path);
	struct str text = STR_INIT;
	if (!is_edited_only(change) || !file || !make_up_to(t, change, t->n_parts, &text) ||
		!hash_eq(hash_of(str_slice(&text)), file->after)) {
		join(t, change);
	} else if (!slice_eq(str_slice(&text), change->after)) {
		change->after = slice_from(arena_dup(&t->history->plan.arena, str_slice(&text)), text.len);
		forget_drift(t->history, change->path);
	}
	str_release(&text);
}

/* Is this the last patch that changes the file? */
static bool is_last(const struct taking_apart *t, const struct change *change, size_t lead)
{
	for (size_t i = 0; i < t->n_parts; i++)
		if (t->parts[i].lead > lead && is_of(t, change, i))
			return false;
	return true;
}

static bool has_part(const struct taking_apart *t, const struct change *change, size_t lead)
{
	for (size_t i = 0; i < t->n_parts; i++)
		if (t->parts[i].lead == lead && is_of(t, change, i))
			return true;
	return false;
}

/* False where the rules cannot be told apart after all: they share a patch from here on. */
static bool add_diff(struct taking_apart *t, size_t index, size_t lead, struct str *out)
{
	const struct change *change = &t->history->plan.changes[index];
	struct str next = STR_INIT;
	if (!is_edited_only(change)) {
		report_change(change, CONTEXT_LINES, out, NULL);
		return true;
	}
	if (is_last(t, change, lead))
		str_add(&next, change->after);
	else if (!make_up_to(t, change, lead, &next)) {
		str_release(&next);
		return !join(t, change);
	}
	diff_unified(change->path, t->now[index].ptr ? str_slice(&t->now[index]) : change->before, str_slice(&next),
		CONTEXT_LINES, out, NULL);
	str_release(&t->now[index]);
	t->now[index] = next;
	return true;
}

/* --- the patches -------------------------------------------------------------------------------------------------- */

/* Stands for rules that share a patch, or for one that is not to be had. */
static const struct rule *make_rule(struct taking_apart *t, size_t lead)
{
	struct arena *arena = &t->out->arena;
	struct str id = STR_INIT, title = STR_INIT, why = STR_INIT;
	const struct part *first = &t->parts[lead];
	size_t n_more = 0;
	for (size_t i = lead; i < t->n_parts; i++) {
		if (t->parts[i].lead != lead)
			continue;
		n_more += i > lead;
		str_addf(&why, "%s: %s\n", t->parts[i].id,
			t->parts[i].rule ? t->parts[i].rule->title
					 : "what the rule was for, the run's record does not say");
	}
	str_add_cstr(&title, first->rule ? first->rule->title : first->id);
	str_add_cstr(&id, first->id);
	if (n_more) {
		str_addf(&title, ", and %zu more", n_more);
		str_addf(&id, "-and-%zu-more", n_more);
	}
	struct rule *rule = arena_alloc(arena, sizeof(*rule));
	*rule = (struct rule){ .id = arena_dup(arena, str_slice(&id)),
		.title = arena_dup(arena, str_slice(&title)),
		.why = arena_dup(arena, str_slice(&why)) };
	str_release(&id);
	str_release(&title);
	str_release(&why);
	return rule;
}

static bool is_alone(const struct taking_apart *t, size_t lead)
{
	for (size_t i = lead + 1; i < t->n_parts; i++)
		if (t->parts[i].lead == lead)
			return false;
	return true;
}

static void add_note(struct taking_apart *t, size_t lead)
{
	struct str text = STR_INIT;
	for (size_t i = lead; i < t->n_parts; i++)
		if (t->parts[i].lead == lead)
			str_addf(&text, "%s%s", text.len ? ", " : "", t->parts[i].id);
	str_addf(&text, ": one patch, since what each rule did in a file cannot be told apart");
	VEC_PUSH(t->out->notes, t->out->n_notes, t->out->notes_capacity, str_detach(&text));
}

/* False with nothing made where rules were joined meanwhile. */
static bool make_patches(struct taking_apart *t)
{
	struct patch_series *series = &t->out->series;
	bool ok = true;
	for (size_t lead = 0; ok && lead < t->n_parts; lead++) {
		if (t->parts[lead].lead != lead)
			continue;
		struct rule_patch *patch = &series->patches[series->count];
		*patch = (struct rule_patch){ .rule = NULL };
		for (size_t i = 0; ok && i < t->history->plan.n_changes; i++)
			if (has_part(t, &t->history->plan.changes[i], lead))
				ok = add_diff(t, i, lead, &patch->diff);
		bool alone = is_alone(t, lead);
		patch->rule = alone && t->parts[lead].rule ? t->parts[lead].rule : make_rule(t, lead);
		if (ok && !alone)
			add_note(t, lead);
		series->count++;
	}
	for (size_t i = 0; i < t->history->plan.n_changes; i++)
		str_release(&t->now[i]);
	return ok;
}

static void drop_patches(struct run_series *out)
{
	for (size_t i = 0; i < out->series.count; i++)
		str_release(&out->series.patches[i].diff);
	for (size_t i = 0; i < out->n_notes; i++)
		free(out->notes[i]);
	out->series.count = out->n_notes = 0;
}

void run_series_make(const struct run *run, const struct patchset *set, struct history *history, struct run_series *out)
{
	*out = (struct run_series){ .series = { .set = run->set } };
	struct taking_apart t = { .run = run, .set = set, .history = history, .out = out };
	collect_parts(&t);
	t.now = xcalloc(history->plan.n_changes + 1, sizeof(*t.now));
	out->series.patches = xcalloc(t.n_parts + 1, sizeof(*out->series.patches));
	for (size_t i = 0; i < history->plan.n_changes; i++)
		examine(&t, &history->plan.changes[i]);
	/* Ends: each time there are fewer patches. */
	while (!make_patches(&t))
		drop_patches(out);
	/* A rule whose edits others made as well, or that only made what was there, has no patch of its own. */
	patch_series_drop_empty(&out->series);
	free(t.parts);
	free(t.now);
}

void run_series_release(struct run_series *series)
{
	drop_patches(series);
	free(series->series.patches);
	free(series->notes);
	arena_release(&series->arena);
	*series = (struct run_series){ 0 };
}
