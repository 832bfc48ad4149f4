#include "platform/posix.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "platform/output.h"
#include "platform/read.h"

/* close() that tells whether all went well; keeps the errno of what did not. */
static bool close_after(int fd, bool ok)
{
	if (ok)
		return close(fd) == 0; /* a network file system tells of a full disk here */
	posix_close(fd);
	return false;
}

/* Writes to what is there, whatever it is. */
static bool write_in_place(const char *path, struct slice bytes, struct err *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return posix_fail(err, errno, "cannot create '%s'", path);
	return close_after(fd, posix_write_fully(fd, bytes)) || posix_fail(err, errno, "cannot write '%s'", path);
}

/* Mode and owner of the file that is replaced. Only root can give files away, and nobody to an owner whom a container does not know. */
static bool make_alike(int fd, const struct stat *st)
{
	if (fchown(fd, st->st_uid, st->st_gid) != 0 && errno != EPERM && errno != EINVAL && errno != ENOSYS)
		return false;
	return fchmod(fd, st->st_mode & 07777) == 0;
}

/* The new file `name`, which then takes the place of `path`. False with errno, and `path` is as it was. */
static bool write_beside(int fd, const char *name, const char *path, const struct stat *like, struct slice bytes)
{
	bool ok = posix_write_fully(fd, bytes) && (!like || make_alike(fd, like)) && (fsync(fd) == 0 || errno == EINVAL);
	ok = close_after(fd, ok) && rename(name, path) == 0;
	int reason = errno;
	if (!ok)
		unlink(name);
	errno = reason;
	return ok;
}

bool platform_save_file(const char *path, struct slice bytes, struct err *err)
{
	struct stat st;
	bool is_there = lstat(path, &st) == 0;
	char *behind_links = is_there ? realpath(path, NULL) : NULL;
	const char *target = behind_links ? behind_links : path;
	struct str name = STR_INIT;
	str_addf(&name, "%s.%llu.tmp", target, (unsigned long long)platform_process_id());
	int fd = -1;
	/* A terminal, a pipe, a link to nothing. */
	bool is_other = is_there && (!behind_links || stat(behind_links, &st) != 0 || !S_ISREG(st.st_mode));
	if (!is_other && (!is_there || access(target, W_OK) == 0))
		fd = open(name.ptr, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	/* A folder in which nothing can be made may hold a file that can be written. */
	bool ok = fd < 0 ? write_in_place(path, bytes, err)
	                 : write_beside(fd, name.ptr, target, is_there ? &st : NULL, bytes) || posix_fail(err, errno, "cannot write '%s'", path);
	str_release(&name);
	free(behind_links);
	return ok;
}

bool platform_make_folder(const char *path, struct err *err)
{
	struct stat st;
	if (mkdir(path, 0777) == 0)
		return true;
	int why = errno;
	if (why == EEXIST && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return true;
	return posix_fail(err, why, "cannot make the folder '%s'", path);
}
