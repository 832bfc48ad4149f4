/* A root and the resolution of paths below it, which never follows a symbolic link. */
#include "platform/posix/posix.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/openat2.h>)
#define HAVE_OPENAT2 1
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif
#endif

#include "base/alloc.h"
#include "base/str.h"

/* Longer paths are copied to the heap. */
#define PATH_ROOM 4096

#ifdef HAVE_OPENAT2
static int call_openat2(int root_fd, const char *path, int flags, mode_t mode)
{
	struct open_how how = { 0 };
	how.flags = (unsigned long long)(unsigned)(flags | O_LARGEFILE);
	how.mode = mode;
	how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
	int fd;
	do
		fd = (int)syscall(SYS_openat2, root_fd, path, &how, sizeof(how));
	while (fd < 0 && errno == EINTR);
	return fd;
}

static int open_beneath(int root_fd, const char *path, int flags, mode_t mode)
{
	int fd = call_openat2(root_fd, path, flags, mode);
	if (fd >= 0 || errno != ENOTDIR)
		return fd;
	/* With O_DIRECTORY a link in the last part gives ENOTDIR; here a link is always ELOOP. */
	struct stat st;
	int last = call_openat2(root_fd, path, O_PATH | O_NOFOLLOW | O_CLOEXEC, 0);
	bool is_link = last >= 0 && fstat(last, &st) == 0 && S_ISLNK(st.st_mode);
	if (last >= 0)
		close(last);
	errno = is_link ? ELOOP : ENOTDIR;
	return -1;
}
#else
static int open_beneath(int root_fd, const char *path, int flags, mode_t mode)
{
	(void)root_fd, (void)path, (void)flags, (void)mode;
	errno = ENOSYS;
	return -1;
}
#endif

void posix_close(int fd)
{
	int saved = errno;
	close(fd);
	errno = saved;
}

/* For a link, systems disagree between ELOOP, EMLINK and (with O_DIRECTORY) ENOTDIR. */
int posix_open_part(int folder, const char *name, int flags, mode_t mode)
{
	int fd;
	do
		fd = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode);
	while (fd < 0 && errno == EINTR);
	if (fd >= 0 || (errno != ENOTDIR && errno != EMLINK))
		return fd;
	int saved = errno;
	struct stat st;
	errno = fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(st.st_mode) ? ELOOP : saved;
	return -1;
}

/*
 * A copy of the first `len` bytes, in `room` where they fit: a tree that is being changed is not left half-way for want
 * of memory. Longer ones are to be freed.
 */
static char *copy_path(const char *path, size_t len, char room[PATH_ROOM])
{
	if (len >= PATH_ROOM)
		return xstrndup(path, len);
	memcpy(room, path, len);
	room[len] = '\0';
	return room;
}

static int open_by_parts(int root_fd, const char *path, int flags, mode_t mode)
{
	int folder = root_fd;
	char room[PATH_ROOM], *parts = copy_path(path, strlen(path), room), *part = parts, *slash;
	while ((slash = strchr(part, '/')) != NULL) {
		*slash = '\0';
		int next = posix_open_part(folder, part, POSIX_FOLDER_FLAGS, 0);
		if (folder != root_fd)
			posix_close(folder);
		folder = next;
		if (folder < 0)
			break;
		part = slash + 1;
	}
	int fd = folder < 0 ? -1 : posix_open_part(folder, part, flags, mode);
	if (folder >= 0 && folder != root_fd)
		posix_close(folder);
	if (parts != room)
		free(parts);
	return fd;
}

static bool is_plain_path(const char *path)
{
	for (;;) {
		size_t len = strcspn(path, "/");
		if (len == 0 || (len == 1 && path[0] == '.') || (len == 2 && path[0] == '.' && path[1] == '.'))
			return false;
		if (!path[len])
			return true;
		path += len + 1;
	}
}

int posix_open(const struct root *root, const char *path, int flags, mode_t mode)
{
	if (!path[0])
		path = ".";
	else if (!is_plain_path(path))
		return errno = EINVAL, -1;
	flags |= O_NOFOLLOW | O_CLOEXEC;
	/* The system takes no longer path at once, but deeper trees can be made. */
	bool is_long = strlen(path) >= PATH_MAX;
	return root->has_openat2 && !is_long ? open_beneath(root->fd, path, flags, mode)
					     : open_by_parts(root->fd, path, flags, mode);
}

bool posix_find(const struct root *root, const char *path, struct posix_place *place)
{
	const char *slash = strrchr(path, '/');
	if (!is_plain_path(path))
		return errno = EINVAL, false;
	if (!slash) {
		*place = (struct posix_place){ .folder = root->fd, .name = path, .owned = false };
		return true;
	}
	char room[PATH_ROOM], *folder = copy_path(path, (size_t)(slash - path), room);
	int fd = posix_open(root, folder, POSIX_FOLDER_FLAGS, 0);
	if (folder != room)
		free(folder);
	*place = (struct posix_place){ .folder = fd, .name = slash + 1, .owned = true };
	return fd >= 0;
}

void posix_leave(struct posix_place *place)
{
	if (place->owned)
		posix_close(place->folder);
	place->owned = false;
}

/* Joins the working directory and `path` by text, so that links stay as the user typed them; ".." needs the system's
 * answer. */
static char *absolute_path(const char *path)
{
	struct str out = STR_INIT;
	char *real = NULL, *cwd = NULL;
	if (path[0] != '/' && strstr(path, ".."))
		real = realpath(path, NULL);
	else if (path[0] != '/')
		cwd = realpath(".", NULL);
	if (real) {
		str_add_cstr(&out, real);
	} else {
		while (cwd && path[0] == '.' && (path[1] == '/' || !path[1]))
			path += path[1] ? 2 : 1;
		if (cwd)
			str_add_cstr(&out, cwd);
		if (cwd && path[0] && !slice_ends_with(str_slice(&out), "/"))
			str_add_char(&out, '/');
		str_add_cstr(&out, path);
	}
	while (out.len > 1 && out.ptr[out.len - 1] == '/')
		out.ptr[--out.len] = '\0';
	free(real);
	free(cwd);
	return str_detach(&out);
}

struct root *root_open(const char *path, struct err *err)
{
	int fd;
	do
		fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	while (fd < 0 && errno == EINTR);
	if (fd < 0) {
		int reason = errno;
		posix_fail(err, reason, "cannot open the folder '%s'", path);
		if (reason == ENOENT || reason == ENOTDIR || reason == ELOOP || reason == ENAMETOOLONG)
			err->kind = ERR_USAGE;
		return NULL;
	}
	struct root *root = xmalloc(sizeof(*root));
	root->fd = fd;
	root->path = absolute_path(path);
	/* Asked once: old kernels do not know the call, and some sandboxes forbid it. */
	int probe = open_beneath(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	root->has_openat2 = probe >= 0;
	if (probe >= 0)
		close(probe);
	return root;
}

void root_close(struct root *root)
{
	if (!root)
		return;
	close(root->fd);
	free(root->path);
	free(root);
}

const char *root_path(const struct root *root)
{
	return root->path;
}

char *root_spelling(const struct root *root, const char *path)
{
	(void)root;
	return xstrdup(path);
}

char *root_path_below(const struct root *root, const char *typed)
{
	size_t len = strlen(root->path);
	/* "/" is the one root that ends in a separator. */
	if (len == 1)
		len = 0;
	return strncmp(typed, root->path, len) == 0 && typed[len] == '/' && typed[len + 1] ? xstrdup(typed + len + 1)
											   : NULL;
}
