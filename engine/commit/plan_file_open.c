/* A plan file held against a tree. */
#include "commit/plan_file.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/mode.h"
#include "base/sort.h"
#include "commit/content.h"

struct opening {
	const struct plan_file *file;
	struct root *root;
	struct plan *plan;
	struct commit_report *refused;
	size_t n_done; /* files that are as the plan leaves them */
	struct str bytes;
	struct err *err;
};

/* --- what the plan says besides its changes ----------------------------------------------------------------------- */

static void copy_rules(struct opening *opening)
{
	const struct plan_file *file = opening->file;
	struct plan *plan = opening->plan;
	struct patchset *set = arena_alloc(&plan->arena, sizeof(*set));
	struct rule *rules = arena_alloc(&plan->arena, (file->n_rules + 1) * sizeof(*rules));
	set->name = file->set;
	set->project = file->project;
	set->recorded_digest = &file->set_hash;
	plan->set = set;
	plan->rules = xcalloc(file->n_rules, sizeof(*plan->rules));
	plan->n_rules = file->n_rules;
	for (size_t i = 0; i < file->n_rules; i++) {
		const struct plan_file_rule *from = &file->rules[i];
		rules[i] = (struct rule){ .id = from->id, .title = from->title };
		plan->rules[i] = (struct rule_result){
			.rule = &rules[i],
			.verdict = from->verdict,
			.detail = from->detail,
			.in_force = true,
			.edits = from->edits,
		};
	}
}

/* Of one file, a rule and how many of its edits, its operation among them, that rule wants. */
struct share {
	size_t rule, n_edits;
};

static int by_rule(const void *a, const void *b)
{
	size_t x = ((const struct share *)a)->rule, y = ((const struct share *)b)->rule;
	return (x > y) - (x < y);
}

/* The rules of the entry, ascending, each once; to be freed. `with_co_owners`: also those that want an operation or an
 * edit as another does. */
static struct share *shares_of(const struct plan_file_entry *entry, bool with_co_owners, size_t *count)
{
	struct share *shares = NULL;
	size_t capacity = 0, kept = 0;
	bool of_file = entry->is_new || entry->is_gone || entry->new_path;
	const struct share of_whole[] = { { entry->file_owner, of_file && !entry->is_new }, { entry->mode_owner, 1 },
		{ entry->file_co_owner, 0 }, { entry->mode_co_owner, 0 } };
	const bool counts[] = { of_file, entry->changes_mode, of_file && with_co_owners,
		entry->changes_mode && with_co_owners };
	*count = 0;
	for (size_t i = 0; i < COUNT_OF(of_whole); i++)
		if (counts[i])
			VEC_PUSH(shares, *count, capacity, of_whole[i]);
	for (size_t i = 0; with_co_owners && i < entry->n_rules; i++) {
		struct share share = { entry->rules[i], 0 };
		VEC_PUSH(shares, *count, capacity, share);
	}
	for (size_t i = 0; i < entry->n_edits; i++) {
		struct share share = { entry->edits[i].owner, 1 };
		if (*count && shares[*count - 1].rule == share.rule)
			shares[*count - 1].n_edits++;
		else
			VEC_PUSH(shares, *count, capacity, share);
	}
	if (*count)
		sort_stable(shares, *count, sizeof(*shares), by_rule);
	for (size_t i = 0; i < *count; i++) {
		if (kept && shares[kept - 1].rule == shares[i].rule)
			shares[kept - 1].n_edits += shares[i].n_edits;
		else
			shares[kept++] = shares[i];
	}
	*count = kept;
	return shares;
}

static void count_share(struct plan *plan, size_t index, size_t n_places)
{
	struct rule_result *rule = &plan->rules[index];
	bool done = plan->n_changes == 0;
	*(done ? &rule->n_applied_edits : &rule->n_edits) += n_places;
	*(done ? &rule->n_applied_files : &rule->n_files) += n_places > 0;
}

/* What one file adds to the counts of its rules. */
static void count_entry(struct opening *opening, const struct plan_file_entry *entry)
{
	size_t count = entry->n_rules;
	struct share *shares = entry->places ? NULL : shares_of(entry, false, &count);
	for (size_t i = 0; i < count; i++)
		count_share(opening->plan, shares ? shares[i].rule : entry->rules[i],
			shares ? shares[i].n_edits : entry->places[i]);
	free(shares);
}

/* Rule verdicts with their counts; where all is done, "would-patch" has become "already-patched". */
static void count_up(struct opening *opening)
{
	struct plan *plan = opening->plan;
	for (size_t i = 0; i < opening->file->n_entries; i++)
		count_entry(opening, &opening->file->entries[i]);
	for (size_t r = 0; r < plan->n_rules; r++) {
		struct rule_result *rule = &plan->rules[r];
		if (rule->verdict == VERDICT_WOULD_PATCH && rule->n_applied_files)
			rule->verdict = VERDICT_ALREADY_PATCHED;
		plan->verdicts[rule->verdict]++;
	}
}

static void fill_target(const struct plan_file *file, struct target *target)
{
	struct project *project = arena_alloc(&target->arena, sizeof(*project));
	project->name = file->project;
	target->project = project;
	target->label = file->target;
}

/* --- its changes -------------------------------------------------------------------------------------------------- */

static void refuse(struct opening *opening, const char *path, const char *why)
{
	struct commit_report *report = opening->refused;
	if (!report->n_refusals)
		report->refusals = arena_alloc(&report->arena, opening->file->n_entries * sizeof(*report->refusals));
	report->refusals[report->n_refusals++] = (struct refusal){ .path = path, .why = why };
}

static void fill_owners(struct opening *opening, const struct plan_file_entry *entry, struct change *change)
{
	struct share *shares = shares_of(entry, true, &change->n_rules);
	change->rules = arena_alloc(&opening->plan->arena, (change->n_rules + 1) * sizeof(*change->rules));
	for (size_t i = 0; i < change->n_rules; i++)
		change->rules[i] = shares[i].rule;
	free(shares);
}

static bool fail_spoilt(const struct opening *opening, const struct plan_file_entry *entry, const char *what)
{
	err_set(opening->err, ERR_USAGE, "the record of '%s' %s", entry->path, what);
	err_at(opening->err, opening->file->name, 0, 0);
	return err_hint(opening->err, "the plan was changed after it was made");
}

/* `st` is that of the file, or of none. */
static bool add_change(struct opening *opening, const struct plan_file_entry *entry, const struct file_stat *st)
{
	struct plan *plan = opening->plan;
	struct slice before = entry->is_new ? slice_from("", 0) : str_slice(&opening->bytes);
	if (entry->n_edits && entry->edits[entry->n_edits - 1].end > before.len)
		return fail_spoilt(opening, entry, "has an edit past the end of the file");
	struct edit_list list = { .items = entry->edits, .count = entry->n_edits };
	struct str after = STR_INIT;
	if (!entry->is_gone)
		edit_list_apply(&list, before, &after);
	struct change change = {
		.path = entry->path,
		.new_path = entry->new_path,
		.is_new = entry->is_new,
		.is_gone = entry->is_gone,
		.changes_mode = entry->changes_mode,
		.mode = mode_with_executable(entry->is_new ? NEW_FILE_MODE : st->mode, entry->executable),
		.file_owner = entry->file_owner,
		.file_co_owner = entry->file_co_owner,
		.mode_owner = entry->mode_owner,
		.mode_co_owner = entry->mode_co_owner,
		.before = slice_from(arena_dup(&plan->arena, before), before.len),
		.after = slice_from(arena_dup(&plan->arena, str_slice(&after)), after.len),
		.before_hash = hash_of(before),
		.st = *st,
		.edits = entry->edits,
		.n_edits = entry->n_edits,
	};
	change.after_hash = hash_of(change.after);
	str_release(&after);
	fill_owners(opening, entry, &change);
	plan->changes[plan->n_changes++] = change;
	return sha256_eq(sha256_of(change.after), entry->after) ||
	       fail_spoilt(opening, entry, "has edits that do not give the recorded content");
}

/* The change at one of an entry's paths: of a renamed file one is gone, and the other one new. */
static struct content_change change_at(const struct plan_file_entry *entry, const char *path)
{
	bool renamed = entry->new_path, there = renamed && path == entry->new_path;
	return (struct content_change){
		.is_new = entry->is_new || there,
		.is_gone = entry->is_gone || (renamed && !there),
		.was_executable = entry->changes_mode && !entry->executable,
		.becomes_executable = entry->changes_mode && entry->executable,
	};
}

static bool find(struct opening *opening, const struct plan_file_entry *entry, const char *path, struct file_stat *st,
	enum content *out)
{
	struct content_change change = change_at(entry, path);
	if (!root_stat(opening->root, path, st, opening->err))
		return false;
	*out = content_of(&change, st, false, false);
	if (st->type != FILE_REGULAR || st->size > SOURCE_MAX_BYTES)
		return true;
	if (!root_read(opening->root, path, SOURCE_MAX_BYTES, &opening->bytes, st, opening->err))
		return false;
	opening->plan->counts.files_seen++;
	struct sha256 now = sha256_of(str_slice(&opening->bytes));
	*out = content_of(&change, st, sha256_eq(now, entry->before), sha256_eq(now, entry->after));
	return true;
}

/* Why the entry's file is not as the plan found it. `*done` where that is because it is as the plan leaves it. */
static const char *problem_of(const struct plan_file_entry *entry, enum content here, const struct file_stat *st,
	enum content there, bool *done)
{
	*done = here == CONTENT_AFTER && (!entry->new_path || there == CONTENT_AFTER);
	if (*done)
		return "is already as the plan leaves it";
	if (here == CONTENT_BEFORE)
		return entry->new_path && there != CONTENT_BEFORE ? "cannot be renamed: something is at its new path"
								  : NULL;
	if (st->type == FILE_NONE)
		return "is not there";
	if (entry->is_new)
		return "exists now, but did not when the plan was made";
	return st->type != FILE_REGULAR || st->size > SOURCE_MAX_BYTES ? "is not a regular file, or is larger than 16 "
									 "MiB"
								       : "has changed since the plan was made";
}

static bool look_at(struct opening *opening, const struct plan_file_entry *entry)
{
	struct file_stat st, unused;
	enum content here, there = CONTENT_BEFORE;
	bool done;
	if ((entry->new_path && !find(opening, entry, entry->new_path, &unused, &there)) ||
		!find(opening, entry, entry->path, &st, &here))
		return false;
	const char *problem = problem_of(entry, here, &st, there, &done);
	if (!problem)
		return add_change(opening, entry, &st);
	opening->n_done += done;
	refuse(opening, entry->path, problem);
	return true;
}

static bool look_at_all(struct opening *opening)
{
	const struct plan_file *file = opening->file;
	struct commit_report *report = opening->refused;
	for (size_t i = 0; i < file->n_entries; i++)
		if (!look_at(opening, &file->entries[i]))
			return false;
	if (opening->n_done == file->n_entries)
		report->n_refusals = 0; /* applied already, the whole of it */
	size_t n = report->n_refusals;
	if (!n)
		return true;
	err_set(opening->err, ERR_UNFIT, "nothing was written: %zu of the plan's %zu file%s %s different", n,
		file->n_entries, str_plural(file->n_entries), n == 1 ? "is" : "are");
	return err_hint(opening->err, "make a new plan: `tpatch plan -o FILE`");
}

/* No plan of ours has two changes that are in one another's way; a run would take one for somebody else's. */
static bool check_clashes(const struct opening *opening)
{
	const struct plan *plan = opening->plan;
	const char *path, *other, *what = changes_clash(plan->changes, plan->n_changes, &path, &other);
	if (!what)
		return true;
	err_set(opening->err, ERR_USAGE, "the records of '%s' and '%s' contradict each other: '%s' %s", other, path,
		path, what);
	err_at(opening->err, opening->file->name, 0, 0);
	return err_hint(opening->err, "the plan was changed after it was made");
}

bool plan_file_open(const struct plan_file *file, struct root *root, struct plan *out, struct target *target,
	struct commit_report *refused, struct err *err)
{
	*out = (struct plan){ 0 };
	*target = (struct target){ 0 };
	*refused = (struct commit_report){ 0 };
	struct opening opening = { .file = file, .root = root, .plan = out, .refused = refused, .err = err };
	out->changes = xcalloc(file->n_entries, sizeof(*out->changes));
	copy_rules(&opening);
	fill_target(file, target);
	bool ok = look_at_all(&opening) && check_clashes(&opening);
	if (ok)
		count_up(&opening);
	str_release(&opening.bytes);
	return ok;
}
