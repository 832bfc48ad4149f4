#include "platform/posix/posix.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/path.h"
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

/* Mode and owner of the file that is replaced. Only root can give files away, and nobody to an owner whom a container
 * does not know. */
static bool make_alike(int fd, const struct stat *st)
{
	if (fchown(fd, st->st_uid, st->st_gid) != 0 && errno != EPERM && errno != EINVAL && errno != ENOSYS)
		return false;
	return fchmod(fd, st->st_mode & 07777) == 0;
}

/* The new file `name`, which then takes the place of `path`. False with errno, and `path` is as it was. */
static bool write_beside(int fd, const char *name, const char *path, const struct stat *like, struct slice bytes)
{
	bool ok =
		posix_write_fully(fd, bytes) && (!like || make_alike(fd, like)) && (fsync(fd) == 0 || errno == EINVAL);
	ok = close_after(fd, ok) && rename(name, path) == 0;
	int reason = errno;
	if (!ok)
		unlink(name);
	errno = reason;
	return ok;
}

static bool is_below(struct slice path, struct slice folder)
{
	return slice_eq(folder, SLICE_LITERAL("/")) ||
	       (slice_starts_with(path, folder.ptr) && (path.len == folder.len || path.ptr[folder.len] == '/'));
}

/*
 * One step of the way: `at`, a folder without links in its path, becomes what `part` leads to from there. Links of root
 * lead where root says: /dev/stdout.
 */
static bool take_step(struct str *at, struct slice part, bool is_last, const char *root, struct err *err)
{
	bool in_tree = root && is_below(str_slice(at), slice_of(root));
	struct stat st;
	if (slice_eq_cstr(part, "..")) {
		while (at->len > 1 && at->ptr[at->len - 1] != '/')
			at->len--;
		at->len -= at->len > 1;
		at->ptr[at->len] = '\0';
		return true;
	}
	path_push(at, part);
	if (lstat(at->ptr, &st) != 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
		return true;
	bool is_foreign = st.st_uid != geteuid() && st.st_uid != 0;
	if (!S_ISLNK(st.st_mode))
		return !in_tree && !(is_foreign && S_ISFIFO(st.st_mode))
			       ? true
			       : err_set(err, ERR_USAGE, "'%s' is not a regular file: writing to it may never end",
					 at->ptr);
	if (in_tree || (is_last && is_foreign)) {
		err_set(err, ERR_USAGE,
			in_tree ? "'%s' is a link in the tree, which may point anywhere"
				: "'%s' is a link that belongs to another user",
			at->ptr);
		return err_hint(err, "tpatch does not write through it: name a file, or remove the link");
	}
	char *there = realpath(at->ptr, NULL);
	if (there) {
		str_clear(at);
		str_add_cstr(at, there);
	}
	free(there);
	return true;
}

bool platform_check_output(const char *path, const char *root, struct err *err)
{
	char *real_root = root ? realpath(root, NULL) : NULL, *here = realpath(path[0] == '/' ? "/" : ".", NULL);
	struct slice rest = slice_of(path), part;
	struct str at = STR_INIT;
	bool ok = here || posix_fail(err, errno, "cannot determine the working directory");
	if (ok)
		str_add_cstr(&at, here);
	while (ok && slice_cut(&rest, '/', &part))
		ok = !part.len || slice_eq_cstr(part, ".") ||
		     take_step(&at, part, !slice_trim(rest).len, real_root, err);
	str_release(&at);
	free(real_root);
	free(here);
	return ok;
}

bool platform_save_file(const char *path, struct slice bytes, struct err *err)
{
	struct stat st;
	bool is_there = lstat(path, &st) == 0;
	char *through_links = is_there ? realpath(path, NULL) : NULL;
	const char *target = through_links ? through_links : path;
	struct str name = STR_INIT;
	str_addf(&name, "%s.%llu.tmp", target, (unsigned long long)platform_process_id());
	int fd = -1;
	/* A terminal, a pipe, a link to nothing. */
	bool is_other = is_there && (!through_links || stat(through_links, &st) != 0 || !S_ISREG(st.st_mode));
	if (!is_other && (!is_there || access(target, W_OK) == 0))
		fd = open(name.ptr, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	/* A folder in which nothing can be made may hold a file that can be written. */
	bool ok = fd < 0 ? write_in_place(path, bytes, err)
			 : write_beside(fd, name.ptr, target, is_there ? &st : NULL, bytes) ||
				   posix_fail(err, errno, "cannot write '%s'", path);
	str_release(&name);
	free(through_links);
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
	return posix_fail(err, why, "cannot create the folder '%s'", path);
}
