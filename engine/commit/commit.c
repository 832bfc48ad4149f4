/*
 * Writing a plan's changes.
 *
 *  1. lock, read the journal, remove what dead runs left
 *  2. look at every target and its folder: nothing is written if one is not what the plan read
 *  3. new/K and old/K
 *  4. header.tmp; everything so far flushed; header.tmp renamed to header.pending, and that flushed
 *  5. folders are made; each target is looked at again and exchanged with new/K, which is looked at and removed
 *     (move.c); or put where nothing
 *     is, or moved to where new/K would be
 *  6. folders.left; the targets' folders flushed
 *  7. header.pending renamed to header.applied: the commit
 *
 * The flush in 4 comes before the first target changes, so that a tree which is half-way always has its whole record on
 * the disk; the one in 6 comes before the header says applied. Under a header that says pending, new/K is whole. A
 * failure up to 4 removes the run's folder; a later one puts back.
 */
#include "commit/commit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/mode.h"
#include "base/path.h"
#include "base/table.h"
#include "commit/folders.h"
#include "commit/journal/header.h"
#include "commit/journal/origin.h"
#include "commit/journal/seal.h"
#include "commit/work.h"

/* Of a mode: what its owner may do. */
#define OWNERS_BITS 0700u

struct commit {
	struct work work;
	struct run run;
	const struct change **changes; /* [run.n_files]; of a renamed file it is there twice */
	size_t made_capacity;
	struct table made; /* run.made, as names */
	/* [run.n_files]: AFTER once it is replaced, OTHER where somebody else was at work */
	enum content *done;
	/* what somebody else put there is in the journal: recovery has to bring it back */
	bool stuck;
	bool met_foreign; /* somebody else was at work at a file; nothing else went wrong */
	struct arena arena;
};

static const char *const *rules_of(struct arena *arena, const struct plan *plan, const struct change *change)
{
	const char **ids = arena_alloc(arena, (change->n_rules + 1) * sizeof(*ids));
	for (size_t i = 0; i < change->n_rules; i++)
		ids[i] = plan->rules[change->rules[i]].rule->id;
	return ids;
}

static void add_file(struct commit *commit, const struct plan *plan, const struct change *change, const char *path,
	bool is_new, bool is_gone)
{
	struct run *run = &commit->run;
	commit->changes[run->n_files] = change;
	run->files[run->n_files++] = (struct run_file){
		.path = path,
		.is_new = is_new,
		.is_gone = is_gone,
		.before = is_new ? (struct hash){ { 0 } } : change->before_hash,
		.after = is_gone ? (struct hash){ { 0 } } : change->after_hash,
		.before_size = is_new ? 0 : change->before.len,
		.after_size = is_gone ? 0 : change->after.len,
		.mode = is_new ? 0 : change->st.mode,
		.after_mode = is_gone ? 0 : change_mode(change),
		.rules = rules_of(&commit->arena, plan, change),
	};
}

static void decline(struct run *run, const char *rule, const char *path)
{
	run->declined[run->n_declined++] = (struct run_declined){ rule, path };
}

/* A rule that is made nowhere is named once; one that is made in some files, with each of the others. */
static void collect_declined(struct commit *commit, const struct plan *plan)
{
	struct run *run = &commit->run;
	run->declined = arena_alloc(&commit->arena, (plan->n_rules + plan->n_findings) * sizeof(*run->declined));
	for (size_t i = 0; i < plan->n_rules; i++)
		if (plan->rules[i].verdict == VERDICT_DECLINED)
			decline(run, plan->rules[i].rule->id, NULL);
	for (size_t i = 0; i < plan->n_findings; i++) {
		const struct rule_result *rule = &plan->rules[plan->findings[i].rule];
		if (plan->findings[i].verdict == VERDICT_DECLINED && rule->verdict != VERDICT_DECLINED)
			decline(run, rule->rule->id, plan->findings[i].path);
	}
}

static void collect(struct commit *commit, const struct plan *plan, const char *target_label, const char *tool,
	const struct run_origin *origin)
{
	struct run *run = &commit->run;
	size_t most = 2 * plan->n_changes;
	*run = (struct run){
		.state = RUN_PENDING,
		.named = RUN_PENDING,
		.time_ns = platform_wall_ns(),
		.tool = tool,
		.set = plan->set->name,
		.target = target_label,
	};
	origin_collect(run, origin, plan, &commit->arena);
	run->files = arena_alloc(&commit->arena, most * sizeof(*run->files));
	commit->changes = arena_alloc(&commit->arena, most * sizeof(*commit->changes));
	commit->done = arena_alloc(&commit->arena, most * sizeof(*commit->done));
	for (size_t i = 0; i < plan->n_changes; i++) {
		const struct change *change = &plan->changes[i];
		if (change->new_path) {
			add_file(commit, plan, change, change->path, false, true);
			add_file(commit, plan, change, change->new_path, true, false);
		} else if (change_is_of_file(change) || !hash_eq(change->before_hash, change->after_hash)) {
			/* A file that does not change keeps its mtime. */
			add_file(commit, plan, change, change->path, change->is_new, change->is_gone);
		}
	}
	collect_declined(commit, plan);
}

/* No name can be moved from one mount to another, not even to the same volume's; a union of volumes (overlayfs) is one
 * mount. */
static bool check_mount(struct work *work, const char *path, const char *at, uint64_t mount_id, struct err *err)
{
	struct folder_identity id;
	if (!root_identify(work->root, at, &id, err))
		return false;
	if (id.mount_id != mount_id)
		work_refuse(work, path, "is on another volume than the root");
	return true;
}

/* Nothing is where the file will be. The folders above it are there, up to one from which on they will be made. */
static bool check_folders(struct commit *commit, const struct run_file *file, uint64_t mount_id, struct err *err)
{
	struct run *run = &commit->run;
	const char *path = file->path;
	size_t n_refusals = commit->work.report->n_refusals;
	struct slice above = slice_from("", 0);
	for (struct slice rest = slice_of(path), part; slice_cut(&rest, '/', &part) && rest.ptr;) {
		struct file_stat st;
		char *folder = arena_dup(&commit->arena, slice_from(path, (size_t)(part.ptr + part.len - path)));
		if (table_get(&commit->made, slice_of(folder)))
			continue;
		if (!root_stat(commit->work.root, folder, &st, err))
			return false;
		if (st.type == FILE_NONE) {
			VEC_PUSH(run->made, run->n_made, commit->made_capacity, folder);
			*table_at(&commit->made, slice_of(folder)) = run->n_made;
			continue;
		}
		above = slice_of(folder);
		if (st.type != FILE_DIRECTORY)
			work_refuse(&commit->work, path, "its folder '%s' is not a folder", folder);
		else if (!check_mount(&commit->work, path, folder, mount_id, err))
			return false;
	}
	if (commit->work.report->n_refusals == n_refusals)
		work_check_folder(&commit->work, above, file, false);
	return true;
}

static void refuse_changed(struct work *work, const struct run_file *file, const struct file_stat *st)
{
	if (file->is_new)
		work_refuse(work, file->path, "exists now, but did not when it was searched for");
	else if (st->type == FILE_NONE || st->type == FILE_REGULAR)
		work_refuse(work, file->path, "%s it was read",
			st->type == FILE_NONE ? "is gone since" : "has changed since");
	else
		work_refuse(work, file->path, "is no longer a regular file");
}

static void warn_of_links(struct work *work, const struct run_file *file, uint64_t links)
{
	const char *rest = file->is_gone                        ? "remain"
			   : hash_eq(file->before, file->after) ? "keep the old mode"
								: "keep the old text";
	if (links > 1)
		work_warn(work, "'%s' had %llu hard links; its other names %s", file->path, (unsigned long long)links,
			rest);
}

/* Refuses, or records mode and time of the original. */
static bool check_target(struct commit *commit, size_t slot, uint64_t mount_id, struct err *err)
{
	struct work *work = &commit->work;
	struct run_file *file = &commit->run.files[slot];
	enum content now;
	struct file_stat st;
	if (!path_leads_into_tree(slice_of(file->path))) {
		work_refuse(work, file->path, "no run may write there");
		return true;
	}
	if (!work_examine(work, file->path, file, &now, &st, err))
		return false;
	if (now != CONTENT_BEFORE) {
		refuse_changed(work, file, &st);
		return true;
	}
	if (file->is_new)
		return check_folders(commit, file, mount_id, err);
	/* The mode is that of the file as it is now, but for the bit that the plan changes; or that of the file that is
	 * put back. */
	if (!file->is_gone && !commit->changes[slot]->like)
		file->after_mode = commit->changes[slot]->changes_mode
					   ? mode_with_executable(st.mode, mode_is_executable(file->after_mode))
					   : st.mode;
	file->mode = st.mode;
	file->mtime_ns = st.mtime_ns;
	warn_of_links(work, file, st.links);
	size_t n_refusals = work->report->n_refusals;
	if (platform_has_mounts_in_trees() && !check_mount(work, file->path, file->path, mount_id, err))
		return false;
	if (work->report->n_refusals == n_refusals)
		work_check_folder(work, path_dir(slice_of(file->path)), file, true);
	return true;
}

static bool check_targets(struct commit *commit, struct err *err)
{
	struct work *work = &commit->work;
	struct folder_identity journal;
	if (!root_identify(work->root, JOURNAL_DIR, &journal, err))
		return false;
	for (size_t i = 0; i < commit->run.n_files; i++)
		if (!check_target(commit, i, journal.mount_id, err))
			return false;
	run_index(&commit->run, &commit->arena);
	size_t n = work->report->n_refusals;
	if (n == 0)
		return true;
	return err_set(err, ERR_IO, "nothing was written: %zu file%s this run", n, n == 1 ? " blocks" : "s block");
}

static unsigned long next_number(const struct journal *journal)
{
	unsigned long last = journal->last_pruned;
	for (size_t i = 0; i < journal->n_runs; i++)
		last = journal->runs[i].number > last ? journal->runs[i].number : last;
	for (size_t i = 0; i < journal->n_unfinished; i++)
		last = journal->unfinished[i] > last ? journal->unfinished[i] : last;
	return last + 1;
}

/* The original under a second name, or, where the volume has no hard links, a copy of what the plan read. */
static bool keep_original(struct commit *commit, size_t slot, struct err *err)
{
	struct work *work = &commit->work;
	const struct write_ops *ops = work->ops;
	const struct run_file *file = &commit->run.files[slot];
	const char *path = journal_slot_path(&work->to, commit->run.number, "old", slot);
	struct err no_link = ERR_INIT;
	if (ops->link(ops, work->root, file->path, path, &no_link))
		return true;
	err_release(&no_link);
	return ops->create(ops, work->root, path, commit->changes[slot]->before, 0600, false, err) &&
	       ops->copy_owner(ops, work->root, file->path, path, file->mode, err) &&
	       ops->set_meta(ops, work->root, path, file->mode, file->mtime_ns, err);
}

static bool may_go_on(const struct work *work, struct err *err)
{
	return !work->ops->go_on || work->ops->go_on(work->ops, err);
}

/* new/K, unless the file goes. */
static bool stage_new(struct commit *commit, size_t slot, struct err *err)
{
	struct work *work = &commit->work;
	const struct write_ops *ops = work->ops;
	const struct run_file *file = &commit->run.files[slot];
	const struct change *change = commit->changes[slot];
	if (file->is_gone)
		return true;
	const char *path = journal_slot_path(&work->to, commit->run.number, "new", slot);
	/* Nobody else sees it before it is like the old one, whose access list may let fewer see it than the mode. */
	uint32_t first_mode = change->is_new ? file->after_mode : file->after_mode & OWNERS_BITS;
	if (!ops->create(ops, work->root, path, change->after, first_mode, false, err))
		return false;
	/* Of a renamed file, the owner is that of the old path; a file that is made belongs to who makes it. */
	if (!change->is_new && !ops->copy_owner(ops, work->root, change->path, path, file->after_mode, err))
		return false;
	bool only_mode = !file->is_new && hash_eq(file->before, file->after);
	int64_t mtime_ns = change->like ? change->like->mtime_ns : file->mtime_ns;
	return !(only_mode || change->like) || ops->set_meta(ops, work->root, path, file->after_mode, mtime_ns, err);
}

static bool stage(struct commit *commit, struct err *err)
{
	struct work *work = &commit->work;
	const struct write_ops *ops = work->ops;
	unsigned long number = commit->run.number;
	if (!ops->make_dir(ops, work->root, journal_run_path(&work->to, number), err) ||
		!ops->make_dir(ops, work->root, journal_item_path(&work->to, number, "new"), err) ||
		!ops->make_dir(ops, work->root, journal_item_path(&work->to, number, "old"), err))
		return false;
	for (size_t i = 0; i < commit->run.n_files; i++)
		if (!may_go_on(work, err) || !stage_new(commit, i, err) ||
			(!commit->run.files[i].is_new && !keep_original(commit, i, err)))
			return false;
	return true;
}

/* Writes header.tmp under the name that does not count yet. */
static bool write_header(struct commit *commit, struct err *err)
{
	struct work *work = &commit->work;
	struct str text = STR_INIT;
	struct sealing sealing;
	if (!sealing_begin(work->root, true, &sealing, err))
		return false;
	header_format(&commit->run, &text);
	seal_add(&sealing, &text);
	if (!sealing.n_keys)
		work_warn(work, "your key cannot be saved, so `tpatch rollback` will not recognise this run as "
				"yours; set XDG_STATE_HOME to a writable folder, then run "
				"`tpatch recover --adopt`");
	const char *path = journal_item_path(&work->to, commit->run.number, ITEM_HEADER);
	bool ok = text.len <= HEADER_MAX_BYTES ||
		  err_set(err, ERR_IO, "the run is too large: its record would have %zu bytes", text.len);
	ok = ok && work->ops->create(work->ops, work->root, path, str_slice(&text), 0644, false, err);
	sealing_end(&sealing);
	str_release(&text);
	return ok;
}

static bool publish_header(struct commit *commit, struct err *err)
{
	struct work *work = &commit->work;
	const char *from = journal_item_path(&work->from, commit->run.number, ITEM_HEADER);
	const char *to = journal_header_path(&work->to, commit->run.number, RUN_PENDING);
	return work->ops->replace(work->ops, work->root, from, to, err);
}

/* Its name, which says pending. */
static bool flush_header(struct commit *commit, struct err *err)
{
	struct work *work = &commit->work;
	return work->ops->flush_dir(work->ops, work->root, journal_run_path(&work->from, commit->run.number), err);
}

static bool change_target(struct commit *commit, size_t slot, struct err *err)
{
	struct work *work = &commit->work;
	const struct run_file *file = &commit->run.files[slot];
	enum content now;
	if (!may_go_on(work, err) || !work_examine(work, file->path, file, &now, NULL, err))
		return false;
	enum move move = now == CONTENT_BEFORE ? work_do_file(work, &commit->run, slot, err) : MOVE_FOREIGN;
	commit->stuck = move == MOVE_STUCK;
	if (move == MOVE_DONE)
		commit->done[slot] = CONTENT_AFTER;
	if (move != MOVE_FOREIGN)
		return move == MOVE_DONE;
	commit->done[slot] = CONTENT_OTHER;
	work_refuse(work, file->path, "was changed by something else while tpatch was running");
	commit->met_foreign = true;
	return err_set(err, ERR_IO, "'%s' was changed by something else meanwhile", file->path);
}

static bool change_targets(struct commit *commit, struct err *err)
{
	struct work *work = &commit->work;
	for (size_t i = 0; i < commit->run.n_made; i++)
		if (!work->ops->make_dir(work->ops, work->root, commit->run.made[i], err))
			return false;
	for (size_t i = 0; i < commit->run.n_files; i++)
		if (!change_target(commit, i, err))
			return false;
	return true;
}

/* After a failure with the header in place. `err` keeps the reason of that failure. */
static bool back_out(struct commit *commit, struct err *err)
{
	struct work *work = &commit->work;
	struct err problem = ERR_INIT;
	bool torn;
	work->report->n_files = 0;
	if (commit->stuck) {
		work->report->run = commit->run.number;
		return err_hint(err, "run 'tpatch recover' once the cause is fixed");
	}
	struct folder_times times = folders_plan_recovery(work, &commit->run, commit->done);
	bool is_undone = work_end_undo(work, &commit->run, RUN_PENDING, commit->done, &times, &torn, &problem);
	if (commit->met_foreign && (is_undone || !torn))
		err_prefix(err, "nothing was written");
	if (!is_undone) {
		if (torn) {
			err->kind = ERR_IO_TORN;
			err_prefix(err, "the tree is between before and after (%s)", problem.message);
		}
		err_hint(err, torn ? "run 'tpatch recover' once the cause is fixed"
				   : "the tree is as it was, but its journal needs repair: run 'tpatch recover'");
		work->report->run = torn ? commit->run.number : 0;
	}
	work->report->n_files = 0;
	err_release(&problem);
	return false;
}

static bool write_run(struct commit *commit, struct err *err)
{
	struct work *work = &commit->work;
	if (!stage(commit, err) || !write_header(commit, err) || !work_flush_run(work, &commit->run, err) ||
		!publish_header(commit, err)) {
		struct err ignored = ERR_INIT;
		work_remove_run(work, commit->run.number, &ignored);
		err_release(&ignored);
		return false;
	}
	if (!flush_header(commit, err) || !change_targets(commit, err) ||
		!folders_write_left(work, &commit->run, err) ||
		!work_flush_targets(work, &commit->run, ITEM_LEFT, err) || !may_go_on(work, err) ||
		!work_set_state(work, commit->run.number, RUN_PENDING, RUN_APPLIED, err))
		return back_out(commit, err);
	work->report->run = commit->run.number;
	work->report->n_files = commit->run.n_files;
	return true;
}

bool commit_plan(const struct write_ops *ops, struct root *root, const struct plan *plan, const char *target_label,
	const char *tool, const struct run_origin *origin, struct commit_report *report, struct err *err)
{
	*report = (struct commit_report){ 0 };
	struct commit commit = { .work = { .ops = ops, .root = root, .report = report } };
	collect(&commit, plan, target_label, tool, origin);
	bool there, ok = commit.run.n_files == 0;
	if (!ok && work_begin(&commit.work, true, &there, err) && work_refuse_interrupted(&commit.work, err)) {
		commit.run.number = next_number(&commit.work.journal);
		ok = work_sweep(&commit.work, err) && check_targets(&commit, err) &&
		     folders_record(&commit.work, &commit.run, &commit.arena, err) && write_run(&commit, err);
	}
	if (!ok && err->kind == ERR_IO && !err->hint)
		err_hint_of(err, ERR_HINT_AS_IT_WAS, "the tree is as it was");
	work_end(&commit.work);
	free(commit.run.made);
	table_release(&commit.made);
	arena_release(&commit.arena);
	return ok;
}
