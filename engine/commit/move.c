/*
 * Moving one file between its place in the tree and its name in the journal. Between the last look at it and the call
 * that moves it, somebody else may have put something else there. So, where the system can do that, the two names are
 * exchanged, and what had the place is looked at under the journal's name: if it is not what was to go, it gets its
 * place back at once. A kill in between leaves it in the journal; work_settle_file() brings it back.
 */
#include "commit/journal/header.h"
#include "commit/work.h"

/* The run's way: new/K comes, what the run found goes; or the way back: old/K comes, what the run left goes. */
struct way {
	const struct run_file *file;
	const char *kept; /* its name in the journal; in work->from */
	enum content comes, goes;
	bool forth, from_nothing, to_nothing;
};

static struct way way_of(struct work *work, const struct run *run, const char *kind, size_t slot)
{
	const struct run_file *file = &run->files[slot];
	bool forth = kind[0] == 'n';
	return (struct way){
		.file = file,
		.kept = journal_slot_path(&work->from, run->number, kind, slot),
		.forth = forth,
		.comes = forth ? CONTENT_AFTER : CONTENT_BEFORE,
		.goes = forth ? CONTENT_BEFORE : CONTENT_AFTER,
		.from_nothing = forth ? file->is_new : file->is_gone,
		.to_nothing = forth ? file->is_gone : file->is_new,
	};
}

/* What has the name in the journal, if anything has. */
static bool look_at_kept(struct work *work, const struct way *way, bool *is_there, enum content *what, struct err *err)
{
	struct file_stat st;
	if (!work_examine(work, way->kept, way->file, what, &st, err))
		return false;
	*is_there = st.type != FILE_NONE;
	return true;
}

/* False with err->kind ERR_NONE where it cannot be done. */
static bool exchange(struct work *work, const struct way *way, struct err *err)
{
	return work->ops->exchange && work->ops->exchange(work->ops, work->root, way->kept, way->file->path, err);
}

/* `*swapped`: it was such a move that what had the place has the journal's name now. */
static bool call(struct work *work, const struct way *way, bool *swapped, struct err *err)
{
	const struct write_ops *ops = work->ops;
	const char *path = way->file->path;
	*swapped = !way->from_nothing;
	if (way->from_nothing)
		return ops->place(ops, work->root, way->kept, path, err);
	if (way->to_nothing)
		return ops->replace(ops, work->root, path, way->kept, err);
	if (exchange(work, way, err))
		return true;
	*swapped = err->kind != ERR_NONE;
	return !*swapped && ops->replace(ops, work->root, way->kept, path, err);
}

/* What somebody else had put there gets its place back. False, with ERR_IO_TORN, where that fails. */
static bool give_back(struct work *work, const struct way *way, struct err *err)
{
	const struct write_ops *ops = work->ops;
	struct err ignored = ERR_INIT;
	bool is_there;
	enum content kept;
	err_release(err);
	if (way->to_nothing ? ops->place(ops, work->root, way->kept, way->file->path, err) : exchange(work, way, err))
		return true;
	/* As in move(): it may have done its work all the same. */
	bool done = look_at_kept(work, way, &is_there, &kept, &ignored) &&
		    (way->to_nothing ? !is_there : is_there && kept == way->comes);
	err_release(&ignored);
	if (done) {
		err_release(err);
		return true;
	}
	if (err->kind == ERR_NONE)
		err_set(err, ERR_IO, "this file system cannot exchange two names");
	err->kind = ERR_IO_TORN;
	err_prefix(err, "'%s' was changed by something else meanwhile, and the new file is now '%s'", way->file->path,
		way->kept);
	return false;
}

/* After the call: was it what is to go? */
static enum move check_gone(struct work *work, const struct way *way, struct err *err)
{
	struct err ignored = ERR_INIT;
	bool is_there = true;
	enum content went;
	/* What cannot be read is not what was read before. */
	bool known = look_at_kept(work, way, &is_there, &went, &ignored);
	err_release(&ignored);
	if (!known || (is_there && went != way->goes))
		return give_back(work, way, err) ? MOVE_FOREIGN : MOVE_STUCK;
	/* An original's name keeps what went: without it, and if the power failed before the exchange is on the disk,
	 * there would be no original. */
	if (way->forth && !way->to_nothing)
		work->ops->remove(work->ops, work->root, way->kept, &ignored);
	err_release(&ignored);
	return MOVE_DONE;
}

static enum move move(struct work *work, const struct way *way, struct err *err)
{
	bool swapped, done = call(work, way, &swapped, err);
	if (!done) {
		/* A call that failed may have done its work all the same: on a network volume only the answer may be
		 * lost. */
		struct err ignored = ERR_INIT;
		enum content now = way->goes;
		done = work_examine(work, way->file->path, way->file, &now, NULL, &ignored) && now == way->comes;
		err_release(&ignored);
		if (!done && now == way->goes)
			return MOVE_FAILED;
		err_release(err);
		if (!done)
			return MOVE_FOREIGN;
	}
	return swapped ? check_gone(work, way, err) : MOVE_DONE;
}

enum move work_do_file(struct work *work, const struct run *run, size_t slot, struct err *err)
{
	struct way way = way_of(work, run, "new", slot);
	return move(work, &way, err);
}

enum move work_undo_file(struct work *work, const struct run *run, size_t slot, struct err *err)
{
	struct way way = way_of(work, run, "old", slot);
	return move(work, &way, err);
}

static bool settle(struct work *work, const struct way *way, struct err *err)
{
	bool is_there;
	enum content kept, now;
	if (way->from_nothing)
		return true;
	if (!look_at_kept(work, way, &is_there, &kept, err))
		return false;
	if (!is_there || kept == (way->to_nothing ? way->goes : way->comes))
		return true;
	if (kept == way->goes)
		return !way->forth || work->ops->remove(work->ops, work->root, way->kept, err);
	if (!work_examine(work, way->file->path, way->file, &now, NULL, err))
		return false;
	if (now == way->comes)
		return give_back(work, way, err);
	/* An original that was spoilt is told when it is needed. */
	if (way->forth || way->to_nothing)
		work_refuse(work, way->file->path, "%s, and '%s' has what was there before: move it away",
			content_problem(now), way->kept);
	return true;
}

bool work_settle_file(struct work *work, const struct run *run, size_t slot, struct err *err)
{
	if (run->state == RUN_PENDING) {
		bool moved;
		struct way forth = way_of(work, run, "new", slot);
		if (!settle(work, &forth, err) || !work_is_moved(work, run, "new", slot, &moved, err))
			return false;
		/* What was not moved there was not put back. */
		if (!moved)
			return true;
	}
	struct way back = way_of(work, run, "old", slot);
	return settle(work, &back, err);
}
