/* What is asked of a journal that was read: which run did what to a path. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"
#include "commit/content.h"
#include "commit/journal/header.h"
#include "commit/journal/history.h"
#include "plan/plan.h"

/* --- one run ------------------------------------------------------------------------------------------------------ */

static int compare_paths(const void *a, const void *b)
{
	return strcmp((*(const struct run_file *const *)a)->path, (*(const struct run_file *const *)b)->path);
}

static int compare_edits(const void *a, const void *b)
{
	return slice_cmp(((const struct run_edit *)a)->edit, ((const struct run_edit *)b)->edit);
}

static int compare_slices(const void *a, const void *b)
{
	return slice_cmp(*(const struct slice *)a, *(const struct slice *)b);
}

/* Of "ID=EDIT,EDIT": the id, and then the edits. */
static bool cut_rule(const struct run_detail *detail, struct slice *id, struct slice *edits)
{
	*edits = slice_of(detail->text);
	return detail->kind == ORIGIN_EDITS && slice_cut(edits, '=', id);
}

static void index_edits(struct run *run, struct arena *arena)
{
	const struct run_origin *origin = &run->origin;
	struct slice id, edits, each;
	size_t most = 0;
	run->n_edits = run->n_rules_with_edits = 0;
	for (size_t i = 0; i < origin->count; i++)
		for (bool is_told = cut_rule(&origin->items[i], &id, &edits); is_told && slice_cut(&edits, ',', &each);)
			most++;
	run->edits = arena_alloc(arena, most * sizeof(*run->edits));
	run->rules_with_edits = arena_alloc(arena, origin->count * sizeof(*run->rules_with_edits));
	for (size_t i = 0; i < origin->count; i++) {
		if (!cut_rule(&origin->items[i], &id, &edits))
			continue;
		run->rules_with_edits[run->n_rules_with_edits++] = id;
		while (slice_cut(&edits, ',', &each))
			run->edits[run->n_edits++] = (struct run_edit){ id, each };
	}
	sort_stable(run->edits, run->n_edits, sizeof(*run->edits), compare_edits);
	sort_stable(run->rules_with_edits, run->n_rules_with_edits, sizeof(*run->rules_with_edits), compare_slices);
}

/* A plan asks of every file of the tree whether a run changed it, and of every edit whether a run made it. */
void run_index(struct run *run, struct arena *arena)
{
	run->by_path = arena_alloc(arena, run->n_files * sizeof(*run->by_path));
	for (size_t i = 0; i < run->n_files; i++)
		run->by_path[i] = &run->files[i];
	sort_stable(run->by_path, run->n_files, sizeof(*run->by_path), compare_paths);
	run->made_by_path = arena_alloc(arena, run->n_made * sizeof(*run->made_by_path));
	for (size_t i = 0; i < run->n_made; i++)
		run->made_by_path[i] = run->made[i];
	sort_stable(run->made_by_path, run->n_made, sizeof(*run->made_by_path), sort_order_texts);
	index_edits(run, arena);
}

static int compare_path_to_file(const void *path, const void *file)
{
	return strcmp(path, (*(const struct run_file *const *)file)->path);
}

const struct run_file *run_file_find(const struct run *run, const char *path)
{
	size_t at = sort_lower_bound(run->by_path, run->n_files, sizeof(*run->by_path), path, compare_path_to_file);
	return at < run->n_files && strcmp(run->by_path[at]->path, path) == 0 ? run->by_path[at] : NULL;
}

static int compare_slice_to_name(const void *path, const void *name)
{
	return slice_cmp(*(const struct slice *)path, slice_of(*(const char *const *)name));
}

/* The folder in the run's own list; NULL: the run did not make it. */
static const char *made_folder(const struct run *run, struct slice path)
{
	size_t at = sort_lower_bound(
		run->made_by_path, run->n_made, sizeof(*run->made_by_path), &path, compare_slice_to_name);
	return at < run->n_made && slice_eq_cstr(path, run->made_by_path[at]) ? run->made_by_path[at] : NULL;
}

const char *run_made_above(const struct run *run, const char *path)
{
	const char *made = NULL;
	for (struct slice folder = path_dir(slice_of(path)); folder.len && !made; folder = path_dir(folder))
		made = made_folder(run, folder);
	return made;
}

struct slice run_folder_of(const struct run *run, const char *path)
{
	struct slice folder = path_dir(slice_of(path));
	while (made_folder(run, folder))
		folder = path_dir(folder);
	return folder;
}

/* --- how it was made ---------------------------------------------------------------------------------------------- */

const char *run_origin_text(const struct run_origin *origin, enum origin_kind kind)
{
	for (size_t i = 0; i < origin->count; i++)
		if (origin->items[i].kind == kind)
			return origin->items[i].text;
	return NULL;
}

const char **run_origin_texts(const struct run_origin *origin, enum origin_kind kind, struct arena *arena)
{
	const char **texts = arena_alloc(arena, (origin->count + 1) * sizeof(*texts));
	size_t n = 0;
	for (size_t i = 0; i < origin->count; i++)
		if (origin->items[i].kind == kind)
			texts[n++] = origin->items[i].text;
	return texts;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static int compare_runs(const void *a, const void *b)
{
	unsigned long x = ((const struct run *)a)->number, y = ((const struct run *)b)->number;
	return x < y ? -1 : x > y;
}

/* A change of a path by a run that is applied. */
struct run_change {
	const struct run *run;
	const struct run_file *file;
	size_t older, newer; /* of the same path, plus 1; 0: none */
};

void journal_index(struct journal *journal)
{
	size_t n = 0;
	if (journal->n_runs)
		sort_stable(journal->runs, journal->n_runs, sizeof(*journal->runs), compare_runs);
	for (size_t i = 0; i < journal->n_runs; i++)
		n += journal->runs[i].state == RUN_APPLIED ? journal->runs[i].n_files : 0;
	journal->changed = xcalloc(n + 1, sizeof(*journal->changed));
	for (size_t i = 0, at = 0; i < journal->n_runs; i++) {
		struct run *run = &journal->runs[i];
		if (run->state != RUN_APPLIED)
			continue;
		journal->n_in_force = i + 1;
		run->first_changed = at;
		for (size_t k = 0; k < run->n_files; k++) {
			size_t *newest = table_at(&journal->newest, slice_of(run->files[k].path));
			journal->changed[at] = (struct run_change){ run, &run->files[k], *newest, 0 };
			if (*newest)
				journal->changed[*newest - 1].newer = at + 1;
			*newest = ++at;
		}
	}
	while (journal->n_applied_first < journal->n_runs &&
		journal->runs[journal->n_applied_first].state == RUN_APPLIED)
		journal->n_applied_first++;
}

void journal_set_undone(struct journal *journal, const struct run *undone)
{
	size_t at = (size_t)(undone - journal->runs);
	struct run *run = &journal->runs[at];
	for (size_t i = 0; run->state == RUN_APPLIED && i < run->n_files; i++) {
		const struct run_change *change = &journal->changed[run->first_changed + i];
		if (change->older)
			journal->changed[change->older - 1].newer = change->newer;
		if (change->newer)
			journal->changed[change->newer - 1].older = change->older;
		else
			*table_at(&journal->newest, slice_of(run->files[i].path)) = change->older;
	}
	run->state = RUN_UNDONE;
	journal->n_applied_first = at < journal->n_applied_first ? at : journal->n_applied_first;
	while (journal->n_in_force && journal->runs[journal->n_in_force - 1].state != RUN_APPLIED)
		journal->n_in_force--;
}

static const struct run_change *newest_change(const struct journal *journal, const char *path)
{
	size_t newest = table_get(&journal->newest, slice_of(path));
	return newest ? &journal->changed[newest - 1] : NULL;
}

static const struct run_change *older_change(const struct journal *journal, const struct run_change *change)
{
	return change->older ? &journal->changed[change->older - 1] : NULL;
}

static int compare_number_to_run(const void *number, const void *run)
{
	unsigned long x = *(const unsigned long *)number, y = ((const struct run *)run)->number;
	return x < y ? -1 : x > y;
}

const struct run *journal_find(const struct journal *journal, unsigned long number)
{
	size_t at = sort_lower_bound(
		journal->runs, journal->n_runs, sizeof(*journal->runs), &number, compare_number_to_run);
	return at < journal->n_runs && journal->runs[at].number == number ? &journal->runs[at] : NULL;
}

const struct run *journal_last(const struct journal *journal, enum run_state state)
{
	for (size_t i = state == RUN_APPLIED ? journal->n_in_force : journal->n_runs; i > 0; i--)
		if (journal->runs[i - 1].state == state)
			return &journal->runs[i - 1];
	return NULL;
}

const struct run *journal_applied_to(const struct journal *journal, const char *path, const struct run_file **file)
{
	const struct run_change *change = newest_change(journal, path);
	if (change && file)
		*file = change->file;
	return change ? change->run : NULL;
}

const struct run *journal_applied_next(
	const struct journal *journal, const struct run *run, size_t slot, const struct run_file **file)
{
	size_t newer = journal->changed[run->first_changed + slot].newer;
	if (newer)
		*file = journal->changed[newer - 1].file;
	return newer ? journal->changed[newer - 1].run : NULL;
}

static bool is_declined_in(const struct run *run, const char *rule_id, const char *path)
{
	for (size_t i = 0; i < run->n_declined; i++) {
		const struct run_declined *declined = &run->declined[i];
		if (strcmp(declined->rule, rule_id) == 0 &&
			(!path || !declined->path || strcmp(declined->path, path) == 0))
			return true;
	}
	return false;
}

static bool has_rule(const struct run_file *file, struct slice rule_id)
{
	for (const char *const *id = file->rules; *id; id++)
		if (slice_eq_cstr(rule_id, *id))
			return true;
	return false;
}

const struct run *journal_declined_in(const struct journal *journal, const char *rule_id, const char *path)
{
	for (size_t i = journal->n_runs; i > 0; i--) {
		const struct run *run = &journal->runs[i - 1];
		if (run->state != RUN_APPLIED || !run_is_users(run))
			continue;
		const struct run_file *file = path ? run_file_find(run, path) : NULL;
		if (file && has_rule(file, slice_of(rule_id)))
			return NULL;
		if (is_declined_in(run, rule_id, path))
			return run;
	}
	return NULL;
}

/* --- asked by a plan ---------------------------------------------------------------------------------------------- */

static bool has_applied(const void *journal, const char *rule_id, const char *path)
{
	const struct run_file *file;
	const struct run *run = journal_applied_to(journal, path, &file);
	return run && run_is_users(run) && (!rule_id || has_rule(file, slice_of(rule_id)));
}

const struct run *journal_applied_by(const struct journal *journal, const char *rule_id, const char *path)
{
	const struct run_change *change = newest_change(journal, path), *newest = change;
	while (change && !has_rule(change->file, slice_of(rule_id)))
		change = older_change(journal, change);
	change = change ? change : newest;
	return change ? change->run : NULL;
}

static bool is_as_left(const void *journal, const char *path, const struct file_stat *st, struct slice bytes)
{
	const struct run_file *file;
	return journal_applied_to(journal, path, &file) && content_by_record(file, st, &bytes) == CONTENT_AFTER;
}

static int compare_slice_to_edit(const void *edit, const void *recorded)
{
	return slice_cmp(*(const struct slice *)edit, ((const struct run_edit *)recorded)->edit);
}

/* Has the run's record the edit among those that it made in the file? Perhaps by another name of its rule. */
static bool records_edit(const struct run *run, const struct run_file *file, struct slice edit)
{
	size_t i = sort_lower_bound(run->edits, run->n_edits, sizeof(*run->edits), &edit, compare_slice_to_edit);
	while (i < run->n_edits && slice_eq(run->edits[i].edit, edit) && !has_rule(file, run->edits[i].rule))
		i++;
	return i < run->n_edits && slice_eq(run->edits[i].edit, edit);
}

static bool records_rule(const struct run *run, struct slice id)
{
	const struct slice *ids = run->rules_with_edits;
	size_t at = sort_lower_bound(ids, run->n_rules_with_edits, sizeof(*ids), &id, compare_slices);
	return at < run->n_rules_with_edits && slice_eq(ids[at], id);
}

/* The change before that to the same text: to its old path, where the run gave it a new one and left it as it was. */
static const struct run_change *change_before(const struct journal *journal, const struct run_change *change)
{
	const struct run *run = change->run;
	for (size_t i = 0; change->file->is_new && i < run->n_files; i++)
		if (run->files[i].is_gone && hash_eq(run->files[i].before, change->file->after))
			return older_change(journal, &journal->changed[run->first_changed + i]);
	return older_change(journal, change);
}

/* Did the change make the rule's edit? Old records do not tell edits. */
static bool change_made(const struct run_change *change, struct slice rule_id, struct slice edit)
{
	return records_edit(change->run, change->file, edit) ||
	       (!records_rule(change->run, rule_id) && has_rule(change->file, rule_id));
}

/* Goes back through the runs of this user that changed a file. */
struct way_back {
	const struct run_change *change, *later; /* where it is, and the change after that; NULL: none */
	struct hash now;                         /* of the text that is after the change, or was put in its place */
	bool is_left;                            /* nothing but runs has changed the file since */
};

static struct way_back way_back_from(const struct journal *journal, const char *path, struct slice bytes)
{
	struct way_back way = { .change = newest_change(journal, path), .is_left = true };
	if (way.change)
		way.now = hash_of(bytes);
	return way;
}

/* Is there a change of such a run where the way is? */
static bool way_back_holds(struct way_back *way)
{
	if (!way->change || !run_is_users(way->change->run) || way->change->file->is_gone)
		return false;
	const struct run_file *file = way->change->file;
	way->is_left = way->is_left && hash_eq(file->after, way->now);
	way->now = file->is_new ? file->after : file->before;
	return true;
}

static void way_back_go(struct way_back *way, const struct journal *journal)
{
	way->later = way->change;
	way->change = change_before(journal, way->change);
}

/* The change that made the edit; `*is_left`: nothing but runs has changed the file since. NULL: there is none of this
 * user's. */
static const struct run_change *change_with(const struct journal *journal, const char *rule_id, struct hash edit,
	const char *path, struct slice bytes, bool *is_left)
{
	struct way_back way = way_back_from(journal, path, bytes);
	char hex[HASH_HEX_LEN + 1];
	hash_to_hex(edit, hex);
	for (; way_back_holds(&way); way_back_go(&way, journal))
		if (change_made(way.change, slice_of(rule_id), slice_of(hex))) {
			*is_left = way.is_left;
			return way.change;
		}
	*is_left = way.is_left;
	return NULL;
}

static bool has_made(const void *journal, const char *rule_id, struct hash edit, const char *path, struct slice bytes)
{
	bool is_left;
	return change_with(journal, rule_id, edit, path, bytes, &is_left) && is_left;
}

static bool was_undone(
	const void *ctx, const char *rule_id, struct hash edit, const char *path, struct slice bytes, bool by_runs)
{
	bool is_left;
	const struct run_change *change = change_with(ctx, rule_id, edit, path, bytes, &is_left);
	return change && (!is_left || (by_runs && change != newest_change(ctx, path)));
}

/* The first change of the file by a run of this user; NULL where there is none, or the run made the file. */
static const struct run_change *first_change(const struct journal *journal, const char *path)
{
	const struct run_change *change = newest_change(journal, path), *first = NULL;
	for (; change && run_is_users(change->run); change = change_before(journal, change))
		first = change;
	return first && !first->file->is_new ? first : NULL;
}

/* The text of the file as the run of the change found it; false where it is not to be had. */
static bool text_before(const struct journal *journal, const struct run_change *change, struct str *out)
{
	struct err ignored = ERR_INIT;
	bool ok =
		history_before(journal->root, change->run, (size_t)(change->file - change->run->files), out, &ignored);
	if (!ok)
		str_clear(out);
	err_release(&ignored);
	return ok;
}

static bool was_found(const void *journal, const char *rule_id, struct hash edit, const char *path, struct slice bytes,
	bool *by_run, struct str *before)
{
	bool is_left;
	const struct run_change *change = change_with(journal, rule_id, edit, path, bytes, &is_left);
	*by_run = change != NULL;
	change = change ? change : first_change(journal, path);
	return change && text_before(journal, change, before);
}

static enum edit_put was_put(const void *ctx, const char *rule_id, struct hash edit, const char *path,
	struct slice bytes, struct str *before)
{
	const struct journal *journal = ctx;
	bool is_left;
	const struct run_change *made = change_with(journal, rule_id, edit, path, bytes, &is_left);
	if (made && is_left)
		return PUT_AS_LEFT;
	const struct run_change *first = first_change(journal, path);
	/* Without it, every line may have come with the run: rather that than the same lines twice. */
	bool has_text = first && text_before(journal, first, before);
	return made ? PUT_AND_CHANGED : has_text ? PUT_BY_NO_RUN : PUT_NONE;
}

/* Of the edits that the run recorded of the rule, is one none of `edits`? */
static bool records_other(const struct run *run, struct slice rule_id, struct slice edits)
{
	for (size_t i = 0; i < run->n_edits; i++)
		if (slice_eq(run->edits[i].rule, rule_id) && slice_find(edits, run->edits[i].edit, 0) == (size_t)-1)
			return true;
	return false;
}

static enum edit_other has_other(const void *ctx, const char *set, const char *rule_id, struct slice edits,
	size_t n_newer, const char *path, struct slice bytes, struct str *before, struct str *later)
{
	const struct journal *journal = ctx;
	struct way_back way = way_back_from(journal, path, bytes);
	for (; way_back_holds(&way); way_back_go(&way, journal)) {
		if (!has_rule(way.change->file, slice_of(rule_id)) || strcmp(way.change->run->set, set) != 0)
			continue;
		if (!records_other(way.change->run, slice_of(rule_id), edits))
			return OTHER_NONE;
		if (n_newer-- > 0)
			continue;
		if (way.is_left)
			return OTHER_AS_LEFT;
		text_before(journal, way.change, before);
		if (way.later)
			text_before(journal, way.later, later);
		return OTHER_AND_CHANGED;
	}
	return OTHER_NONE;
}

static bool has_made_anew(const void *journal, const char *rule_id, const char *path)
{
	const struct run_change *change = newest_change(journal, path);
	while (change && run_is_users(change->run) && !change->file->is_new && !change->file->is_gone)
		change = older_change(journal, change);
	const struct run_change *moved = change && change->file->is_new ? older_change(journal, change) : NULL;
	return moved && run_is_users(change->run) && run_is_users(moved->run) && moved->file->is_gone &&
	       has_rule(moved->file, slice_of(rule_id));
}

struct applied_lookup journal_applied_lookup(const struct journal *journal)
{
	return (struct applied_lookup){ .ctx = journal,
		.was_applied = has_applied,
		.is_as_left = is_as_left,
		.has_made = has_made,
		.was_found = was_found,
		.was_put = was_put,
		.has_other = has_other,
		.was_undone = was_undone,
		.has_made_anew = has_made_anew };
}

/* --- to undo it --------------------------------------------------------------------------------------------------- */

/* How many runs an error message lists. */
#define LISTED_RUNS_MAX 20

/* Appends "run 3 (applied), run 4 (undone)". */
static void list_runs(const struct journal *journal, struct str *out)
{
	size_t first = journal->n_runs > LISTED_RUNS_MAX ? journal->n_runs - LISTED_RUNS_MAX : 0;
	if (first)
		str_add_cstr(out, "…, ");
	for (size_t i = first; i < journal->n_runs; i++)
		str_addf(out, "%srun %lu is %s", i > first ? ", " : "", journal->runs[i].number,
			run_state_name(journal->runs[i].state));
}

static void no_such_run(const struct journal *journal, unsigned long number, struct err *err)
{
	const struct run *run = journal_find(journal, number);
	if (journal->n_runs == 0) {
		err_set(err, ERR_USAGE, "no run to undo");
		err_hint(err, "tpatch has no record of a run in this folder; --root must be the tree that was patched");
		return;
	}
	if (number == 0)
		err_set(err, ERR_USAGE, "no applied run to undo");
	else if (!run)
		err_set(err, ERR_USAGE, "there is no run %lu", number);
	else if (run->state == RUN_BROKEN)
		err_set(err, ERR_IO, "run %lu cannot be undone: %s", number, run->problem);
	else
		err_set(err, ERR_USAGE, "run %lu is %s: only an applied run can be undone", number,
			run_state_name(run->state));
	struct str runs = STR_INIT;
	list_runs(journal, &runs);
	if (run && run->state == RUN_BROKEN)
		err_hint(err, "its originals are in '.tpatch/runs/%06lu/old'", number);
	else
		err_hint(err, "%s: see `tpatch log`", str_slice(&runs).ptr);
	str_release(&runs);
}

const struct run *journal_choose(const struct journal *journal, unsigned long number, struct err *err)
{
	const struct run *run = number ? journal_find(journal, number) : journal_last(journal, RUN_APPLIED);
	if (run && run->state == RUN_APPLIED)
		return run;
	no_such_run(journal, number, err);
	return NULL;
}
