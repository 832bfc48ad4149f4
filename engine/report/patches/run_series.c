#include "report/patches/run_series.h"

#include <stdlib.h>

#include "author/prove.h"
#include "base/alloc.h"
#include "base/sort.h"
#include "base/table.h"
#include "report/patches/stages.h"

#define CONTEXT_LINES 3
#define NOT_IN_SET ((size_t)-1)

/* A rule of the run, in the order in which patches come. */
struct part {
	const char *id;
	const struct rule *rule; /* NULL: not to be had */
	size_t place;            /* in the set; NOT_IN_SET after all others */
	size_t lead;             /* the first part that shares its patch: itself, or an earlier one */
	size_t next;             /* the next part that shares its patch, plus 1 */
};

/* What is known of a file of the run. */
struct part_file {
	size_t *parts; /* [n_parts]: whose rules changed it, in the order that the set had then */
	size_t n_parts;
	struct change made; /* by these rules, whose indices own the edits; where `is_apart` */
	bool is_apart;
};

struct taking_apart {
	const struct run *run;
	const struct patchset *set;
	struct history *history;
	struct part *parts;
	size_t n_parts, parts_capacity;
	struct part_file *files; /* [history->plan.n_changes] */
	struct run_series *out;
};

/* --- which rules -------------------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
	const struct part *x = a, *y = b;
	return (x->place > y->place) - (x->place < y->place);
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
	struct table places = { 0 }, known = { 0 };
	for (size_t i = 0; t->set && i < t->set->n_rules; i++)
		*table_at(&places, slice_of(t->set->rules[i]->id)) = i + 1;
	for (size_t i = 0; i < plan->n_changes; i++)
		for (const char *const *id = rules_of(t, &plan->changes[i]); *id; id++) {
			size_t *seen = table_at(&known, slice_of(*id)), place = table_get(&places, slice_of(*id));
			if ((*seen)++)
				continue;
			struct part part = { .id = *id, .place = place ? place - 1 : NOT_IN_SET };
			part.rule = place ? t->set->rules[place - 1] : NULL;
			VEC_PUSH(t->parts, t->n_parts, t->parts_capacity, part);
		}
	if (t->n_parts)
		sort_stable(t->parts, t->n_parts, sizeof(*t->parts), by_place);
	for (size_t i = 0; i < t->n_parts; i++)
		t->parts[i].lead = i;
	table_release(&places);
	table_release(&known);
}

static void collect_files(struct taking_apart *t)
{
	const struct plan *plan = &t->history->plan;
	struct table numbers = { 0 };
	for (size_t i = 0; i < t->n_parts; i++)
		*table_at(&numbers, slice_of(t->parts[i].id)) = i;
	t->files = xcalloc(plan->n_changes + 1, sizeof(*t->files));
	for (size_t i = 0; i < plan->n_changes; i++) {
		const char *const *ids = rules_of(t, &plan->changes[i]);
		struct part_file *file = &t->files[i];
		size_t capacity = 0;
		for (; *ids; ids++)
			VEC_PUSH(file->parts, file->n_parts, capacity, table_get(&numbers, slice_of(*ids)));
	}
	table_release(&numbers);
}

/* The first part that shares the patch of this one. */
static size_t lead_of(struct taking_apart *t, size_t part)
{
	size_t lead = part;
	while (t->parts[lead].lead != lead)
		lead = t->parts[lead].lead;
	/* Those on the way need not take it again. */
	for (size_t next; part != lead; part = next) {
		next = t->parts[part].lead;
		t->parts[part].lead = lead;
	}
	return lead;
}

/* All rules of the file get one patch. */
static void join(struct taking_apart *t, const struct part_file *file)
{
	for (size_t i = 1; i < file->n_parts; i++) {
		size_t a = lead_of(t, file->parts[i - 1]), b = lead_of(t, file->parts[i]);
		t->parts[a > b ? a : b].lead = a > b ? b : a;
	}
}

/* --- which text --------------------------------------------------------------------------------------------------- */

/* Does the file stay where it is, with another text? */
static bool is_edited_only(const struct change *change)
{
	return !change->is_new && !change->is_gone && !change->changes_mode;
}

/* What its rules make of the file today, in file->made. False where that cannot be told. */
static bool make_again(struct taking_apart *t, const struct change *change, struct part_file *file)
{
	const struct rule **rules = xcalloc(file->n_parts + 1, sizeof(*rules));
	struct err ignored = ERR_INIT;
	bool ok = true;
	for (size_t i = 0; i < file->n_parts && ok; i++) {
		rules[i] = t->parts[file->parts[i]].rule;
		ok = rules[i] != NULL;
	}
	ok = ok && rules_make_change(
			   rules, file->n_parts, change->path, change->before, &t->out->arena, &file->made, &ignored);
	err_release(&ignored);
	free(rules);
	return ok;
}

/* Rules whose work cannot be done again share a patch; what was changed since is as the run left it, if they can.
 * `again` gets the paths of such files. */
static void examine(struct taking_apart *t, size_t index, struct table *again)
{
	struct change *change = &t->history->plan.changes[index];
	struct part_file *file = &t->files[index];
	const struct run_file *record = run_file_find(t->run, change->path);
	file->is_apart = is_edited_only(change) && record && make_again(t, change, file) &&
			 hash_eq(hash_of(file->made.after), record->after);
	if (!file->is_apart) {
		join(t, file);
	} else if (!slice_eq(file->made.after, change->after)) {
		change->after = file->made.after;
		*table_at(again, slice_of(change->path)) = 1;
	}
}

static void forget_drifts(struct history *history, const struct table *again)
{
	size_t kept = 0;
	for (size_t i = 0; i < history->n_drifts; i++)
		if (!table_get(again, slice_of(history->drifts[i].path)))
			history->drifts[kept++] = history->drifts[i];
	history->n_drifts = kept;
}

/* What the rules of each patch do to the file; each patch stands for its lead from here on. */
static void add_parts(struct taking_apart *t, struct part_file *file)
{
	struct edit *edits = (struct edit *)file->made.edits;
	struct stages stages;
	for (size_t i = 0; i < file->made.n_edits; i++)
		edits[i].owner = (uint32_t)lead_of(t, file->parts[edits[i].owner]);
	for (size_t i = 0; i < file->n_parts; i++)
		file->parts[i] = lead_of(t, file->parts[i]);
	sort_stable(file->parts, file->n_parts, sizeof(*file->parts), sort_order_numbers);
	stages_init(&stages, &file->made);
	for (size_t i = 0; i < file->n_parts; i++)
		stages_add_diff(&stages, file->parts[i], CONTEXT_LINES, &t->out->series.patches[file->parts[i]].diff);
	stages_release(&stages);
}

/* --- the patches -------------------------------------------------------------------------------------------------- */

/* Stands for rules that share a patch, or for one that is not to be had. */
static const struct rule *make_rule(struct taking_apart *t, size_t lead)
{
	struct arena *arena = &t->out->arena;
	struct str id = STR_INIT, title = STR_INIT, why = STR_INIT;
	const struct part *first = &t->parts[lead];
	size_t n_more = 0;
	for (size_t i = lead + 1; i; i = t->parts[i - 1].next) {
		const struct part *part = &t->parts[i - 1];
		n_more += part != first;
		str_addf(&why, "%s: %s\n", part->id,
			part->rule ? part->rule->title : "the run's record does not say what the rule was for");
	}
	str_add_cstr(&title, first->rule ? first->rule->title : first->id);
	str_add_cstr(&id, first->id);
	if (n_more) {
		str_addf(&title, ", and %zu more", n_more);
		str_addf(&id, "-and-%zu-more", n_more);
	}
	struct rule *rule = arena_alloc(arena, sizeof(*rule));
	*rule = (struct rule){
		.id = arena_take(arena, &id), .title = arena_take(arena, &title), .why = arena_take(arena, &why)
	};
	return rule;
}

static void add_note(struct taking_apart *t, size_t lead)
{
	struct str text = STR_INIT;
	for (size_t i = lead + 1; i; i = t->parts[i - 1].next)
		str_addf(&text, "%s%s", text.len ? ", " : "", t->parts[i - 1].id);
	str_addf(&text, ": one patch, since their edits in a file cannot be separated");
	VEC_PUSH(t->out->notes, t->out->n_notes, t->out->notes_capacity, str_detach(&text));
}

/* Lists the parts of each patch, the lead first. */
static void list_parts(struct taking_apart *t)
{
	size_t *last = xcalloc(t->n_parts + 1, sizeof(*last));
	for (size_t i = 0; i < t->n_parts; i++) {
		size_t lead = lead_of(t, i);
		if (lead != i)
			t->parts[last[lead]].next = i + 1;
		last[lead] = i;
	}
	free(last);
}

static void make_patches(struct taking_apart *t)
{
	const struct plan *plan = &t->history->plan;
	struct patch_series *series = &t->out->series;
	for (size_t i = 0; i < plan->n_changes; i++)
		if (t->files[i].is_apart)
			add_parts(t, &t->files[i]);
		else
			report_change(&plan->changes[i], CONTEXT_LINES,
				&series->patches[lead_of(t, t->files[i].parts[0])].diff, NULL);
	for (size_t i = 0; i < t->n_parts; i++) {
		bool leads = lead_of(t, i) == i, is_alone = leads && !t->parts[i].next;
		if (leads)
			series->patches[i].rule = is_alone && t->parts[i].rule ? t->parts[i].rule : make_rule(t, i);
		if (leads && !is_alone)
			add_note(t, i);
	}
	series->count = t->n_parts;
	/* A rule whose edits others made as well, or that only made what was there, has no patch of its own. */
	patch_series_drop_empty(series);
}

void run_series_make(const struct run *run, const struct patchset *set, struct history *history, struct run_series *out)
{
	*out = (struct run_series){ .series = { .set = run->set } };
	struct taking_apart t = { .run = run, .set = set, .history = history, .out = out };
	struct table again = { 0 };
	collect_parts(&t);
	collect_files(&t);
	out->series.patches = xcalloc(t.n_parts + 1, sizeof(*out->series.patches));
	for (size_t i = 0; i < history->plan.n_changes; i++)
		examine(&t, i, &again);
	forget_drifts(history, &again);
	list_parts(&t);
	make_patches(&t);
	for (size_t i = 0; i < history->plan.n_changes; i++)
		free(t.files[i].parts);
	free(t.files);
	free(t.parts);
	table_release(&again);
}

void run_series_release(struct run_series *series)
{
	patch_series_release(&series->series);
	for (size_t i = 0; i < series->n_notes; i++)
		free(series->notes[i]);
	free(series->notes);
	arena_release(&series->arena);
	*series = (struct run_series){ 0 };
}
