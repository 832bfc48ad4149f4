#include "faulty.h"

#include "scratch.h"

static struct faulty *faulty_of(const struct write_ops *ops)
{
	return (struct faulty *)(uintptr_t)ops;
}

static bool is_failing(const struct faulty *f)
{
	return f->calls == f->fail_at || (f->fail_from && f->calls >= f->fail_from);
}

/* Counts the call. False when it must not be made; `err` is then set. */
static bool enter(struct faulty *f, struct err *err)
{
	f->calls++;
	if (f->calls == f->meddle_at)
		f->meddle(f->meddle_ctx);
	if (f->calls == f->die_at || f->calls == f->die_half_at)
		scratch_die(99);
	return is_failing(f) ? err_set(err, ERR_IO, "call %zu was made to fail", f->calls) : true;
}

/* What the caller gets to hear. */
static bool leave(const struct faulty *f, bool ok, struct err *err)
{
	return ok && f->calls == f->deny_at ? err_set(err, ERR_IO, "call %zu was denied", f->calls) : ok;
}

static const struct write_ops *real(void)
{
	return platform_write_ops();
}

static bool faulty_make_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	return enter(f, err) && leave(f, real()->make_dir(real(), root, path, err), err);
}

static bool faulty_create(const struct write_ops *ops, struct root *root, const char *path, struct slice bytes,
	uint32_t mode, bool flush, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	if (f->calls + 1 == f->die_half_at)
		real()->create(real(), root, path, slice_sub(bytes, 0, bytes.len / 2), 0600, false, err);
	return enter(f, err) &&
	       leave(f, real()->create(real(), root, path, bytes, mode, flush && f->real_flush, err), err);
}

static bool faulty_link(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	if (!enter(f, err))
		return false;
	if (f->no_links)
		return err_set(err, ERR_IO, "no hard links here");
	return leave(f, real()->link(real(), root, from, to, err), err);
}

static bool faulty_can_replace(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	return enter(f, err) && leave(f, real()->can_replace(real(), root, path, err), err);
}

static bool faulty_replace(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	return enter(f, err) && leave(f, real()->replace(real(), root, from, to, err), err);
}

static bool faulty_exchange(
	const struct write_ops *ops, struct root *root, const char *a, const char *b, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	if (!real()->exchange || f->no_exchange)
		return false;
	return enter(f, err) && leave(f, real()->exchange(real(), root, a, b, err), err);
}

static bool faulty_place(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	return enter(f, err) && leave(f, real()->place(real(), root, from, to, err), err);
}

static bool faulty_remove(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	return enter(f, err) && leave(f, real()->remove(real(), root, path, err), err);
}

static bool faulty_remove_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	return enter(f, err) && leave(f, real()->remove_dir(real(), root, path, err), err);
}

static bool faulty_set_meta(const struct write_ops *ops, struct root *root, const char *path, uint32_t mode,
	int64_t mtime_ns, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	return enter(f, err) && leave(f, real()->set_meta(real(), root, path, mode, mtime_ns, err), err);
}

static bool faulty_set_dir_time(
	const struct write_ops *ops, struct root *root, const char *path, int64_t mtime_ns, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	bool lost = !enter(f, err);
	f->lost_times += lost;
	if (!f->first_time_at)
		f->first_time_at = f->calls;
	return !lost && leave(f, real()->set_dir_time(real(), root, path, mtime_ns, err), err);
}

static bool faulty_copy_owner(const struct write_ops *ops, struct root *root, const char *from, const char *to,
	uint32_t mode, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	return enter(f, err) && leave(f, real()->copy_owner(real(), root, from, to, mode, err), err);
}

static bool faulty_flush_file(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	return enter(f, err) && leave(f, !f->real_flush || real()->flush_file(real(), root, path, err), err);
}

static bool faulty_flush_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	return enter(f, err) && leave(f, !f->real_flush || real()->flush_dir(real(), root, path, err), err);
}

static bool faulty_flush_volume(const struct write_ops *ops, struct root *root, struct err *err)
{
	struct faulty *f = faulty_of(ops);
	if (!enter(f, err) || f->no_volume_flush)
		return false;
	return leave(f, !f->real_flush || real()->flush_volume(real(), root, err), err);
}

static struct file_lock *faulty_lock(
	const struct write_ops *ops, struct root *root, const char *path, bool *busy, struct err *err)
{
	*busy = false;
	return enter(faulty_of(ops), err) ? real()->lock(real(), root, path, busy, err) : NULL;
}

static void faulty_unlock(const struct write_ops *ops, struct file_lock *lock)
{
	(void)ops;
	real()->unlock(real(), lock);
}

struct faulty faulty_new(void)
{
	return (struct faulty){ .ops = {
					.make_dir = faulty_make_dir,
					.create = faulty_create,
					.link = faulty_link,
					.can_replace = faulty_can_replace,
					.replace = faulty_replace,
					.exchange = faulty_exchange,
					.place = faulty_place,
					.remove = faulty_remove,
					.remove_dir = faulty_remove_dir,
					.set_meta = faulty_set_meta,
					.set_dir_time = faulty_set_dir_time,
					.copy_owner = faulty_copy_owner,
					.flush_file = faulty_flush_file,
					.flush_dir = faulty_flush_dir,
					.flush_volume = faulty_flush_volume,
					.lock = faulty_lock,
					.unlock = faulty_unlock,
				} };
}
