#include "platform/posix.h"

#include <errno.h>
#include <unistd.h>

#include "platform/output.h"

static bool write_fully(int fd, struct slice bytes)
{
	while (bytes.len) {
		ssize_t n = write(fd, bytes.ptr, bytes.len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		bytes = slice_sub(bytes, (size_t)n, bytes.len);
	}
	return true;
}

bool platform_save_file(const char *path, struct slice bytes, struct err *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return posix_fail(err, errno, "cannot create '%s'", path);
	bool ok = write_fully(fd, bytes);
	if (!ok)
		posix_close(fd);
	else
		ok = close(fd) == 0; /* a network file system tells of a full disk here */
	return ok || posix_fail(err, errno, "cannot write '%s'", path);
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
