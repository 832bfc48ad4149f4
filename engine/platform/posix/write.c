/* The real write_ops. Every path is resolved by posix_find(): no part of it may be a link. */
#include "platform/posix/posix.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/alloc.h"
#include "platform/write.h"

struct file_lock {
	int fd;
};

bool posix_write_fully(int fd, struct slice bytes)
{
	while (bytes.len) {
		ssize_t put = write(fd, bytes.ptr, bytes.len);
		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0) {
			if (put == 0)
				errno = EIO;
			return false;
		}
		bytes = slice_sub(bytes, (size_t)put, bytes.len);
	}
	return true;
}

static bool flush_fd(int fd)
{
	int result;
	do
		result = fsync(fd);
	while (result != 0 && errno == EINTR);
	return result == 0;
}

/* Ends a call: leaves `place` and turns errno into an error unless `ok`. */
static bool finish(struct posix_place *place, bool ok, struct err *err, const char *verb, const char *path)
{
	int reason = errno;
	posix_leave(place);
	return ok ? true : posix_fail(err, reason, "cannot %s '%s'", verb, path);
}

static bool find(struct root *root, const char *path, struct posix_place *place, struct err *err, const char *verb)
{
	return posix_find(root, path, place) ? true : posix_fail(err, errno, "cannot %s '%s'", verb, path);
}

static bool posix_make_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	struct posix_place place;
	if (!find(root, path, &place, err, "make folder"))
		return false;
	bool ok = mkdirat(place.folder, place.name, 0777) == 0;
	if (!ok && errno == EEXIST) {
		struct stat st;
		ok = fstatat(place.folder, place.name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode);
		errno = EEXIST;
	}
	return finish(&place, ok, err, "make folder", path);
}

static bool posix_create(const struct write_ops *ops, struct root *root, const char *path, struct slice bytes,
	uint32_t mode, bool flush, struct err *err)
{
	(void)ops;
	int fd = posix_open(root, path, O_WRONLY | O_CREAT | O_EXCL | O_NOCTTY, 0600);
	if (fd < 0)
		return posix_fail(err, errno, "cannot create '%s'", path);
	/* The mode comes last: a umask must not cut it, and nobody else needs to see a half-written file. */
	bool ok = posix_write_fully(fd, bytes) && fchmod(fd, (mode_t)(mode & 0777)) == 0 && (!flush || flush_fd(fd));
	int reason = errno;
	if (close(fd) != 0 && ok && errno != EINTR) {
		ok = false;
		reason = errno;
	}
	return ok ? true : posix_fail(err, reason, "cannot write '%s'", path);
}

/* Calls linkat() or renameat() on two places. */
static bool with_two(
	struct root *root, const char *from, const char *to, int (*call)(int, const char *, int, const char *))
{
	struct posix_place a, b;
	if (!posix_find(root, from, &a))
		return false;
	bool found = posix_find(root, to, &b);
	bool ok = found && call(a.folder, a.name, b.folder, b.name) == 0;
	if (found)
		posix_leave(&b);
	posix_leave(&a);
	return ok;
}

static int link_call(int from_folder, const char *from, int to_folder, const char *to)
{
	return linkat(from_folder, from, to_folder, to, 0);
}

static bool posix_link(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	(void)ops;
	if (with_two(root, from, to, link_call))
		return true;
	return posix_fail(err, errno, "cannot link '%s' to '%s'", from, to);
}

static bool posix_replace(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	(void)ops;
	if (with_two(root, from, to, renameat))
		return true;
	return posix_fail(err, errno, "cannot rename '%s' to '%s'", from, to);
}

#ifdef RENAME_EXCHANGE
static int exchange_call(int a_folder, const char *a, int b_folder, const char *b)
{
	return renameat2(a_folder, a, b_folder, b, RENAME_EXCHANGE);
}

static bool posix_exchange(
	const struct write_ops *ops, struct root *root, const char *a, const char *b, struct err *err)
{
	(void)ops;
	if (with_two(root, a, b, exchange_call))
		return true;
	if (errno != ENOSYS && errno != EINVAL && errno != EOPNOTSUPP)
		return posix_fail(err, errno, "cannot exchange '%s' and '%s'", a, b);
	err_release(err);
	return false;
}
#endif

/* Where there are no hard links either: what comes between the two calls is lost. */
static int place_by_looking(int from_folder, const char *from, int to_folder, const char *to)
{
	struct stat st;
	if (fstatat(to_folder, to, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return errno = EEXIST, -1;
	return errno == ENOENT ? renameat(from_folder, from, to_folder, to) : -1;
}

static int place_by_linking(int from_folder, const char *from, int to_folder, const char *to)
{
	if (linkat(from_folder, from, to_folder, to, 0) == 0)
		return unlinkat(from_folder, from, 0);
	bool no_links = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK;
	return no_links ? place_by_looking(from_folder, from, to_folder, to) : -1;
}

static int place_call(int from_folder, const char *from, int to_folder, const char *to)
{
#ifdef RENAME_NOREPLACE
	int result = renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE);
	if (result == 0 || (errno != ENOSYS && errno != EINVAL))
		return result;
#endif
	return place_by_linking(from_folder, from, to_folder, to);
}

static bool posix_place_file(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	(void)ops;
	if (with_two(root, from, to, place_call))
		return true;
	return posix_fail(err, errno, "cannot rename '%s' to '%s'", from, to);
}

/* What others have open is in nobody's way. */
static bool posix_can_replace(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops, (void)root, (void)path, (void)err;
	return true;
}

static bool unlink_at(struct root *root, const char *path, int flags)
{
	struct posix_place place;
	if (!posix_find(root, path, &place))
		return errno == ENOENT;
	bool ok = unlinkat(place.folder, place.name, flags) == 0 || errno == ENOENT;
	posix_leave(&place);
	return ok;
}

static bool posix_remove(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	return unlink_at(root, path, 0) ? true : posix_fail(err, errno, "cannot remove '%s'", path);
}

static bool posix_remove_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	return unlink_at(root, path, AT_REMOVEDIR) ? true : posix_fail(err, errno, "cannot remove folder '%s'", path);
}

static struct timespec timespec_of(int64_t ns)
{
	int64_t rest = ns % 1000000000;
	if (rest < 0)
		rest += 1000000000;
	return (struct timespec){ .tv_sec = (time_t)((ns - rest) / 1000000000), .tv_nsec = (long)rest };
}

/* A handle of a regular file that is good for fchmod() and its like; -1 with errno. */
static int open_for_meta(struct root *root, const char *path)
{
	int fd = posix_open(root, path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
	struct stat st;
	if (fd < 0 || (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)))
		return fd;
	close(fd);
	return errno = EINVAL, -1;
}

/* Calls `change` on the open file; `verb` is for the message. */
static bool change_file(struct root *root, const char *path, const char *verb, bool (*change)(int fd, const void *arg),
	const void *arg, struct err *err)
{
	int fd = open_for_meta(root, path);
	if (fd < 0)
		return posix_fail(err, errno, "cannot %s '%s'", verb, path);
	bool ok = change(fd, arg);
	int reason = errno;
	close(fd);
	return ok ? true : posix_fail(err, reason, "cannot %s '%s'", verb, path);
}

struct meta {
	mode_t mode;
	struct timespec times[2]; /* access, modification */
};

static bool change_meta(int fd, const void *arg)
{
	const struct meta *meta = arg;
	struct stat now;
	/* The set-id bits are nobody's to give but posix_copy_owner()'s: they stay as they are. */
	return fstat(fd, &now) == 0 && fchmod(fd, (now.st_mode & 07000) | meta->mode) == 0 &&
	       futimens(fd, meta->times) == 0;
}

static bool posix_set_meta(const struct write_ops *ops, struct root *root, const char *path, uint32_t mode,
	int64_t mtime_ns, struct err *err)
{
	(void)ops;
	struct meta meta = { .mode = (mode_t)(mode & 0777),
		.times = { { .tv_nsec = UTIME_OMIT }, timespec_of(mtime_ns) } };
	return change_file(root, path, "set mode and time of", change_meta, &meta, err);
}

static bool posix_set_dir_time(
	const struct write_ops *ops, struct root *root, const char *path, int64_t mtime_ns, struct err *err)
{
	(void)ops;
	struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, timespec_of(mtime_ns) };
	int fd = posix_open(root, path, O_RDONLY | O_DIRECTORY, 0);
	bool ok = fd >= 0 && futimens(fd, times) == 0;
	int reason = errno;
	if (fd >= 0)
		close(fd);
	return ok ? true : posix_fail(err, reason, "cannot set the time of folder '%s'", path[0] ? path : root->path);
}

/* What a file is to be like: another one, but for its mode. */
struct likeness {
	int from;
	struct stat st;
	mode_t mode;
};

static bool change_owner(int fd, const void *arg)
{
	const struct likeness *like = arg;
	const struct stat *st = &like->st;
	struct stat now;
	if (fstat(fd, &now) != 0)
		return false;
	/* Only root may give files away; keeping the group is what is left to others. */
	bool same = now.st_uid == st->st_uid && now.st_gid == st->st_gid;
	if (!same && fchown(fd, st->st_uid, st->st_gid) != 0 && fchown(fd, (uid_t)-1, st->st_gid) != 0 &&
		errno != EPERM && errno != EINVAL && errno != ENOSYS)
		return false;
	if (!posix_copy_attributes(like->from, fd) || fstat(fd, &now) != 0)
		return false;
	/* Last of all, and to nobody else: between the calls it would run as whoever made it. */
	mode_t bits = st->st_mode & (S_ISUID | S_ISGID);
	if (now.st_uid != st->st_uid)
		bits &= ~(mode_t)S_ISUID;
	if (now.st_gid != st->st_gid)
		bits &= ~(mode_t)S_ISGID;
	return fchmod(fd, like->mode | bits) == 0;
}

static bool posix_copy_owner(const struct write_ops *ops, struct root *root, const char *from, const char *to,
	uint32_t mode, struct err *err)
{
	(void)ops;
	struct likeness like = { .from = open_for_meta(root, from), .mode = (mode_t)(mode & 0777) };
	if (like.from < 0 || fstat(like.from, &like.st) != 0) {
		posix_fail(err, errno, "cannot examine '%s'", from);
		if (like.from >= 0)
			close(like.from);
		return false;
	}
	bool ok = change_file(root, to, "set owner and attributes of", change_owner, &like, err);
	close(like.from);
	if (!ok)
		err_hint_of(err, ERR_HINT_UNWRITTEN,
			"nothing was written: without its access list and attributes ('getfacl', 'getfattr -d'), "
			"the new '%s' would not be like the old one",
			from);
	return ok;
}

static bool change_flush(int fd, const void *arg)
{
	(void)arg;
	return flush_fd(fd);
}

static bool posix_flush_file(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	return change_file(root, path, "flush", change_flush, NULL, err);
}

static bool posix_flush_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	int fd = posix_open(root, path, O_RDONLY | O_DIRECTORY, 0);
	/* Some file systems have no flush for folders and say EINVAL. */
	bool ok = fd >= 0 && (flush_fd(fd) || errno == EINVAL);
	int reason = errno;
	if (fd >= 0)
		close(fd);
	return ok ? true : posix_fail(err, reason, "cannot flush folder '%s'", path[0] ? path : root->path);
}

static bool posix_flush_volume(const struct write_ops *ops, struct root *root, struct err *err)
{
	(void)ops;
#ifdef __linux__
	if (syncfs(root->fd) == 0)
		return true;
	if (errno != ENOSYS)
		return posix_fail(err, errno, "cannot flush the volume of '%s'", root->path);
#endif
	(void)root;
	err_release(err);
	return false;
}

/* Who holds it? The holder wrote its process id; a reader may come before that. */
static void say_busy(int fd, struct err *err)
{
	char text[32] = { 0 };
	unsigned long long id = pread(fd, text, sizeof(text) - 1, 0) > 0 ? strtoull(text, NULL, 10) : 0;
	if (id)
		err_set(err, ERR_IO, "another tpatch (pid %llu) is running in this tree", id);
	else
		err_set(err, ERR_IO, "another tpatch is running in this tree");
	err_hint(err, "wait until it has finished");
}

static bool take_lock(int fd)
{
	int result;
	do
		result = flock(fd, LOCK_EX | LOCK_NB);
	while (result != 0 && errno == EINTR);
	return result == 0;
}

static struct file_lock *posix_lock(
	const struct write_ops *ops, struct root *root, const char *path, bool *busy, struct err *err)
{
	(void)ops;
	*busy = false;
	int fd = posix_open(root, path, O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY, 0644);
	struct stat st;
	/* Its process id is written into it: a second name could be that of any file. */
	if (fd >= 0 && fstat(fd, &st) == 0 && (!S_ISREG(st.st_mode) || st.st_nlink > 1)) {
		close(fd);
		err_set(err, ERR_IO, "cannot lock '%s': it %s", path,
			S_ISREG(st.st_mode) ? "has a second name (a hard link)" : "is not a regular file");
		return err_hint_of(err, ERR_HINT_UNWRITTEN,
			       "nothing was written; tpatch never makes such a file: move it away"),
		       NULL;
	}
	if (fd < 0 || !take_lock(fd)) {
		int reason = errno;
		*busy = fd >= 0 && reason == EWOULDBLOCK;
		if (*busy)
			say_busy(fd, err);
		else
			posix_fail(err, reason, "cannot lock '%s'", path);
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	char text[32];
	int len = snprintf(text, sizeof(text), "%" PRIu64 "\n", platform_process_id());
	if (ftruncate(fd, 0) != 0 || !posix_write_fully(fd, slice_from(text, (size_t)len))) {
		posix_fail(err, errno, "cannot write '%s'", path);
		close(fd);
		return NULL;
	}
	struct file_lock *lock = xmalloc(sizeof(*lock));
	lock->fd = fd;
	return lock;
}

static void posix_unlock(const struct write_ops *ops, struct file_lock *lock)
{
	(void)ops;
	if (!lock)
		return;
	close(lock->fd);
	free(lock);
}

const struct write_ops *platform_write_ops(void)
{
	static const struct write_ops ops = {
		.make_dir = posix_make_dir,
		.create = posix_create,
		.link = posix_link,
		.can_replace = posix_can_replace,
		.replace = posix_replace,
#ifdef RENAME_EXCHANGE
		.exchange = posix_exchange,
#endif
		.place = posix_place_file,
		.remove = posix_remove,
		.remove_dir = posix_remove_dir,
		.set_meta = posix_set_meta,
		.set_dir_time = posix_set_dir_time,
		.copy_owner = posix_copy_owner,
		.flush_file = posix_flush_file,
		.flush_dir = posix_flush_dir,
		.flush_volume = posix_flush_volume,
		.lock = posix_lock,
		.unlock = posix_unlock,
	};
	return &ops;
}
