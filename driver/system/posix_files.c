/* Files that are no part of the source tree: logs, locks, and folders to be removed. On POSIX systems. */
#define _GNU_SOURCE
#include "system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct system_log {
	int fd, why;     /* the errno of the last write, if it failed */
	struct str rest; /* not written yet */
	char *path;
};

static bool fail(struct err *err, int why, const char *what, const char *path)
{
	char reason[128] = "";
	/* GNU's strerror_r() may answer with a text of its own. */
	const char *text = strerror_r(why, reason, sizeof(reason));
	return err_set(err, ERR_IO, "cannot %s '%s': %s", what, path, text);
}

bool system_read_at(const char *path, uint64_t offset, void *buffer, size_t size, size_t *got, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t part = fd < 0 ? -1 : 1;
	*got = 0;
	while (part > 0 && *got < size) {
		part = pread(fd, (char *)buffer + *got, size - *got, (off_t)(offset + *got));
		*got += part > 0 ? (size_t)part : 0;
	}
	int why = errno;
	if (fd >= 0)
		close(fd);
	if (part >= 0)
		return true;
	*got = 0;
	return fail(err, why, "read", path);
}

/* In the place of what is there: never through a link, and never into a file that has another name as well. */
static int create_anew(const char *path)
{
	if (unlink(path) != 0 && errno != ENOENT)
		return -1;
	return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

struct system_log *system_log_open(const char *path, struct err *err)
{
	int fd = create_anew(path);
	if (fd < 0) {
		fail(err, errno, "create", path);
		return NULL;
	}
	struct system_log *log = xmalloc(sizeof(*log));
	*log = (struct system_log){ .fd = fd, .path = xstrdup(path) };
	return log;
}

void system_log_write(struct system_log *log, struct slice bytes)
{
	size_t done = 0;
	str_add(&log->rest, bytes);
	log->why = 0;
	while (done < log->rest.len && !log->why) {
		ssize_t put = write(log->fd, log->rest.ptr + done, log->rest.len - done);
		if (put < 0 && errno != EINTR)
			log->why = errno;
		if (put > 0)
			done += (size_t)put;
	}
	log->rest.len -= done;
	if (done)
		memmove(log->rest.ptr, log->rest.ptr + done, log->rest.len + 1);
}

bool system_log_close(struct system_log *log, struct err *err)
{
	system_log_write(log, SLICE_LITERAL(""));
	int why = log->why;
	if (close(log->fd) != 0 && !why)
		why = errno;
	bool ok = !why || fail(err, why, "write", log->path);
	str_release(&log->rest);
	free(log->path);
	free(log);
	return ok;
}

bool system_lock(const char *path, bool *busy, struct err *err)
{
	/* No O_CLOEXEC: the lock belongs to the open file, which children share. */
	int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0666);
	*busy = false;
	if (fd < 0)
		return fail(err, errno, "create", path);
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		return true;
	*busy = errno == EWOULDBLOCK;
	fail(err, errno, "lock", path);
	close(fd);
	return false;
}

static bool copy_bytes(int from, int to)
{
	char buffer[65536];
	ssize_t got;
	while ((got = read(from, buffer, sizeof(buffer))) != 0) {
		for (ssize_t put = 0, n; put < got; put += n)
			if ((n = write(to, buffer + put, (size_t)(got - put))) < 0)
				return false;
		if (got < 0 && errno != EINTR)
			return false;
	}
	return true;
}

bool system_copy_file(const char *from, const char *to, struct err *err)
{
	struct stat st;
	int in = open(from, O_RDONLY | O_CLOEXEC);
	if (in < 0)
		return fail(err, errno, "read", from);
	int out = create_anew(to);
	bool ok = out >= 0 && fstat(in, &st) == 0 && copy_bytes(in, out);
	const struct timespec times[2] = { ok ? st.st_atim : (struct timespec){ 0 },
		ok ? st.st_mtim : (struct timespec){ 0 } };
	ok = ok && futimens(out, times) == 0;
	int why = errno;
	if (out >= 0 && close(out) != 0 && ok) {
		why = errno;
		ok = false;
	}
	close(in);
	return ok || fail(err, why, "write", to);
}

static bool remove_at(int folder, const char *name, const char *path, struct err *err);

/* Everything in the open folder `fd`, which is closed. */
static bool empty_folder(int fd, const char *path, struct err *err)
{
	struct dir_list list = { 0 };
	struct root *root = root_open(path, err);
	bool ok = root && root_list(root, "", &list, err);
	for (size_t i = 0; ok && i < list.count; i++) {
		struct str below = STR_INIT;
		str_addf(&below, "%s/%s", path, list.entries[i].name);
		ok = remove_at(fd, list.entries[i].name, below.ptr, err);
		str_release(&below);
	}
	dir_list_release(&list);
	if (root)
		root_close(root);
	close(fd);
	return ok;
}

static bool remove_at(int folder, const char *name, const char *path, struct err *err)
{
	if (unlinkat(folder, name, 0) == 0 || errno == ENOENT)
		return true;
	if (errno != EISDIR && errno != EPERM)
		return fail(err, errno, "remove", path);
	int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return fail(err, errno, "open", path);
	if (!empty_folder(fd, path, err))
		return false;
	return unlinkat(folder, name, AT_REMOVEDIR) == 0 || fail(err, errno, "remove", path);
}

bool system_remove_tree(const char *path, struct err *err)
{
	return remove_at(AT_FDCWD, path, path, err);
}
