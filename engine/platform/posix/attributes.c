/* What a file has besides bytes, owner and mode: its access list and the attributes that programs gave it. */
#include "platform/posix/posix.h"

#ifdef __linux__

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>

#include "base/alloc.h"

#define ACCESS_LIST "system.posix_acl_access"
/* So often is what grows between two calls asked for again. */
#define MAX_TRIES 10

/* There is none, or the volume has no such thing. */
static bool is_none(int reason)
{
	return reason == ENODATA || reason == EOPNOTSUPP || reason == ENOSYS;
}

/* The value of an attribute or, where `name` is NULL, the names of all, each with its NUL. Empty where there is none.
 * False with errno. */
static bool read_attribute(int fd, const char *name, char **out, size_t *n)
{
	*out = NULL;
	for (int i = 0; i < MAX_TRIES; i++) {
		ssize_t got = name ? fgetxattr(fd, name, NULL, 0) : flistxattr(fd, NULL, 0);
		*n = 0;
		if (got < 0)
			return is_none(errno);
		size_t size = (size_t)got + 1; /* without a byte they would only tell how many */
		char *bytes = xmalloc(size);
		got = name ? fgetxattr(fd, name, bytes, size) : flistxattr(fd, bytes, size);
		if (got >= 0) {
			*out = bytes;
			*n = (size_t)got;
			return true;
		}
		int reason = errno;
		free(bytes);
		errno = reason;
		if (reason != ERANGE)
			return is_none(reason);
	}
	return false;
}

/* The others are the system's: whoever makes a file gets them. */
static bool is_users(const char *name)
{
	return strncmp(name, "user.", 5) == 0 || strcmp(name, ACCESS_LIST) == 0;
}

static bool copy_attribute(int from, int to, const char *name)
{
	char *value;
	size_t n;
	if (!read_attribute(from, name, &value, &n))
		return false;
	bool ok = !value || fsetxattr(to, name, value, n, 0) == 0;
	int reason = errno;
	free(value);
	errno = reason;
	return ok;
}

bool posix_copy_attributes(int from, int to)
{
	char *names;
	size_t n;
	bool has_list = false;
	if (!read_attribute(from, NULL, &names, &n))
		return false;
	for (size_t at = 0; at < n; at += strlen(names + at) + 1) {
		if (!is_users(names + at))
			continue;
		has_list |= strcmp(names + at, ACCESS_LIST) == 0;
		if (!copy_attribute(from, to, names + at)) {
			int reason = errno;
			free(names);
			errno = reason;
			return false;
		}
	}
	free(names);
	/* A new file may have got one from its folder; volumes without lists answer a removal in many ways. */
	return has_list || fgetxattr(to, ACCESS_LIST, NULL, 0) < 0 || fremovexattr(to, ACCESS_LIST) == 0;
}

#else

bool posix_copy_attributes(int from, int to)
{
	(void)from, (void)to;
	return true;
}

#endif
