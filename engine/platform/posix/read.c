/* Reading files and folders below a root. */
#include "platform/posix/posix.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/path.h"

/*
 * Folders are read by getdents64() itself: readdir() costs four more system calls for each folder, which is half of the
 * time that a walk takes.
 */
struct dir {
	int fd;
	bool was_listed;
	char *path; /* below the root; "" is the root */
};

#define LISTING_BYTES 32768 /* what readdir() asks for at once */

#define SECOND_NS 1000000000

static int64_t mtime_ns(const struct stat *st)
{
#ifdef __APPLE__
	int64_t seconds = (int64_t)st->st_mtimespec.tv_sec, rest = st->st_mtimespec.tv_nsec;
#else
	int64_t seconds = (int64_t)st->st_mtim.tv_sec, rest = st->st_mtim.tv_nsec;
#endif
	/* 64 bits reach from 1677 to 2262. What lies beyond is told as the end that is near. */
	if (seconds >= INT64_MAX / SECOND_NS || seconds <= -(INT64_MAX / SECOND_NS))
		return seconds > 0 ? INT64_MAX : -INT64_MAX;
	return seconds * SECOND_NS + rest;
}

static enum file_type type_of_mode(mode_t mode)
{
	if (S_ISREG(mode))
		return FILE_REGULAR;
	if (S_ISDIR(mode))
		return FILE_DIRECTORY;
	return S_ISLNK(mode) ? FILE_SYMLINK : FILE_OTHER;
}

void posix_fill_stat(const struct stat *st, struct file_stat *out)
{
	*out = (struct file_stat){
		.type = type_of_mode(st->st_mode),
		.size = (uint64_t)st->st_size,
		.mtime_ns = mtime_ns(st),
		.mode = (uint32_t)(st->st_mode & 07777),
		.links = (uint64_t)st->st_nlink,
		.file_id = (uint64_t)st->st_ino,
		.volume_id = (uint64_t)st->st_dev,
	};
}

static bool is_absence(int reason)
{
	return reason == ENOENT || reason == ENOTDIR || reason == ELOOP;
}

bool root_stat(struct root *root, const char *path, struct file_stat *out, struct err *err)
{
	struct posix_place place = { .folder = root->fd, .name = "." };
	struct stat st;
	*out = (struct file_stat){ .type = FILE_NONE };
	bool found = !path[0] || posix_find(root, path, &place);
	bool done = found && fstatat(place.folder, place.name, &st, AT_SYMLINK_NOFOLLOW) == 0;
	int reason = errno;
	if (found)
		posix_leave(&place);
	if (done)
		posix_fill_stat(&st, out);
	return done || is_absence(reason) ? true : posix_fail(err, reason, "cannot examine '%s'", path);
}

bool root_can_write_in(struct root *root, const char *path)
{
	int fd = posix_open(root, path, POSIX_FOLDER_FLAGS, 0);
	if (fd < 0)
		return false;
	bool can = faccessat(fd, ".", W_OK | X_OK, AT_EACCESS) == 0;
	posix_close(fd);
	return can;
}

/* Up to `size` bytes; stops early only at the end of the file. Returns -1 with errno. */
static ssize_t read_up_to(int fd, char *buffer, size_t size)
{
	size_t have = 0;
	while (have < size) {
		ssize_t got = read(fd, buffer + have, size - have);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		have += (size_t)got;
	}
	return (ssize_t)have;
}

/* What messages call a file: `folder` (may be "") and `name`, joined only when there is something to say. */
struct label {
	const char *folder, *name;
};

#define LABEL_ARG(label) (label).folder, (label).folder[0] ? "/" : "", (label).name

/* `size` bytes and not one more. One byte too many is asked for: on a regular file a shorter answer is the end, and
 * saves a call. */
static bool read_exactly(int fd, struct label label, size_t size, struct str *out, struct err *err)
{
	str_clear(out);
	str_reserve(out, size + 1);
	ssize_t got;
	do
		got = read(fd, out->ptr, size + 1);
	while (got < 0 && errno == EINTR);
	if (got >= 0 && (size_t)got < size) {
		ssize_t more = read_up_to(fd, out->ptr + got, size + 1 - (size_t)got);
		got = more < 0 ? -1 : got + more;
	}
	if (got < 0)
		return posix_fail(err, errno, "cannot read '%s%s%s'", LABEL_ARG(label));
	if ((size_t)got != size)
		return err_set(err, ERR_IO, "cannot read '%s%s%s': its size changed meanwhile", LABEL_ARG(label));
	out->len = size;
	out->ptr[size] = '\0';
	return true;
}

static bool read_regular(
	int fd, struct label label, size_t max_bytes, struct str *out, struct file_stat *st_out, struct err *err)
{
	struct stat st;
	if (fd < 0)
		return posix_fail(err, errno, "cannot read '%s%s%s'", LABEL_ARG(label));
	if (fstat(fd, &st) != 0)
		return posix_fail(err, errno, "cannot examine '%s%s%s'", LABEL_ARG(label));
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_IO, "cannot read '%s%s%s': it is not a regular file", LABEL_ARG(label));
	if ((uint64_t)st.st_size > max_bytes)
		return err_set(err, ERR_IO, "cannot read '%s%s%s': it has %llu bytes, more than the limit of %zu",
			LABEL_ARG(label), (unsigned long long)st.st_size, max_bytes);
	if (st_out)
		posix_fill_stat(&st, st_out);
	return read_exactly(fd, label, (size_t)st.st_size, out, err);
}

/* One part of a path, that leads down. */
static bool is_name(const char *name)
{
	return name[0] && !strchr(name, '/') && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

/* O_NONBLOCK: opening a FIFO that nobody writes to must not wait; it has no effect on regular files. */
#define READ_FLAGS (O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC)

bool root_read(
	struct root *root, const char *path, size_t max_bytes, struct str *out, struct file_stat *st, struct err *err)
{
	int fd = posix_open(root, path, READ_FLAGS, 0);
	bool ok = read_regular(fd, (struct label){ "", path }, max_bytes, out, st, err);
	if (fd >= 0)
		posix_close(fd);
	return ok;
}

static struct dir *new_dir(int fd, char *path)
{
	struct dir *dir = xmalloc(sizeof(*dir));
	*dir = (struct dir){ .fd = fd, .path = path };
	return dir;
}

struct dir *root_open_dir(struct root *root, const char *path, struct err *err)
{
	int fd = posix_open(root, path, O_RDONLY | O_DIRECTORY, 0);
	if (fd >= 0)
		return new_dir(fd, xstrdup(path));
	posix_fail(err, errno, "cannot list '%s'", path[0] ? path : root->path);
	return NULL;
}

struct dir *dir_open_dir(const struct dir *parent, const char *name, struct err *err)
{
	struct label label = { parent->path, name };
	int fd = is_name(name) ? posix_open_part(parent->fd, name, O_RDONLY | O_DIRECTORY, 0) : (errno = EINVAL, -1);
	if (fd < 0) {
		posix_fail(err, errno, "cannot list '%s%s%s'", LABEL_ARG(label));
		return NULL;
	}
	return new_dir(fd, path_join(label.folder, label.name));
}

void dir_close(struct dir *dir)
{
	if (!dir)
		return;
	posix_close(dir->fd);
	free(dir->path);
	free(dir);
}

static int open_in_dir(const struct dir *dir, const char *name)
{
	if (!is_name(name))
		return errno = EINVAL, -1;
	int fd;
	do
		fd = openat(dir->fd, name, READ_FLAGS);
	while (fd < 0 && errno == EINTR);
	return fd;
}

bool dir_read(
	struct dir *dir, const char *name, size_t max_bytes, struct str *out, struct file_stat *st, struct err *err)
{
	int fd = open_in_dir(dir, name);
	bool ok = read_regular(fd, (struct label){ dir->path, name }, max_bytes, out, st, err);
	if (fd >= 0)
		posix_close(fd);
	return ok;
}

static enum file_type type_of_entry(int folder, const struct dirent64 *entry)
{
	switch (entry->d_type) {
	case DT_REG:
		return FILE_REGULAR;
	case DT_DIR:
		return FILE_DIRECTORY;
	case DT_LNK:
		return FILE_SYMLINK;
	case DT_UNKNOWN:
		break;
	default:
		return FILE_OTHER;
	}
	struct stat st;
	return fstatat(folder, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 ? type_of_mode(st.st_mode) : FILE_NONE;
}

static bool is_dot_entry(const char *name)
{
	return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

static void add_entry(const struct dir *dir, const struct dirent64 *entry, struct dir_list *out)
{
	if (is_dot_entry(entry->d_name))
		return;
	struct dir_entry item = { .type = type_of_entry(dir->fd, entry) };
	if (item.type == FILE_NONE)
		return; /* removed since it was listed */
	str_add_bytes(&out->names, entry->d_name, strlen(entry->d_name) + 1);
	VEC_PUSH(out->entries, out->count, out->capacity, item);
}

bool dir_list(struct dir *dir, struct dir_list *out, struct err *err)
{
	_Alignas(struct dirent64) char listing[LISTING_BYTES];
	ssize_t got = 0;
	out->count = 0;
	str_clear(&out->names);
	if (!dir->was_listed || lseek(dir->fd, 0, SEEK_SET) == 0)
		while ((got = getdents64(dir->fd, listing, sizeof(listing))) > 0)
			for (ssize_t at = 0; at < got;) {
				const struct dirent64 *entry = (const struct dirent64 *)(const void *)(listing + at);
				add_entry(dir, entry, out);
				at += entry->d_reclen;
			}
	else
		got = -1;
	dir->was_listed = true;
	if (got < 0)
		return posix_fail(err, errno, "cannot list '%s'", dir->path[0] ? dir->path : ".");
	const char *name = out->names.ptr; /* only now: it moved while it grew */
	for (size_t i = 0; i < out->count; i++, name += strlen(name) + 1)
		out->entries[i].name = name;
	return true;
}
