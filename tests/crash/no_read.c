/*
 * For a test: a library to be preloaded in which call number $NO_READ_AT of the program, of those that ask the system
 * what there is or what is in it, fails with EIO, and says on descriptor 9 which call that was. With $NO_READ_AT=0 none
 * fails, and the number of such calls is written to descriptor 9. What the program starts is left alone.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

static atomic_ulong count;
static unsigned long fail_at;
static int ready;

static void tell(const char *text, int len)
{
	if (write(9, text, (size_t)len) < 0)
		return;
}

__attribute__((constructor)) static void begin(void)
{
	const char *at = getenv("NO_READ_AT");
	fail_at = at ? strtoul(at, NULL, 10) : 0;
	unsetenv("LD_PRELOAD");
	ready = 1;
}

__attribute__((destructor)) static void end(void)
{
	char text[32];
	if (fail_at == 0)
		tell(text, snprintf(text, sizeof(text), "%lu\n", atomic_load(&count)));
}

static int is_denied(const char *call, const char *path, int fd)
{
	char text[4500], of_fd[4096] = "", link[64];
	if (!ready || atomic_fetch_add(&count, 1) + 1 != fail_at)
		return 0;
	if (!path) {
		snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
		ssize_t len = readlink(link, of_fd, sizeof(of_fd) - 1);
		of_fd[len < 0 ? 0 : len] = '\0';
	}
	tell(text, snprintf(text, sizeof(text), "%s %.4000s\n", call, path ? path : of_fd));
	errno = EIO;
	return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int only_reads(int flags)
{
	return (flags & O_ACCMODE) == O_RDONLY && !(flags & O_CREAT);
}

static mode_t mode_of(int flags, va_list args)
{
	return flags & O_CREAT ? va_arg(args, mode_t) : 0;
}

int open64(const char *path, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	mode_t mode = mode_of(flags, args);
	va_end(args);
	return only_reads(flags) && is_denied("open", path, -1) ? -1 : REAL(open64)(path, flags, mode);
}

int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags)
{
	return open64(path, flags);
}

int openat64(int folder, const char *path, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	mode_t mode = mode_of(flags, args);
	va_end(args);
	return only_reads(flags) && is_denied("openat", path, -1) ? -1 : REAL(openat64)(folder, path, flags, mode);
}

ssize_t read(int fd, void *to, size_t size)
{
	return is_denied("read", NULL, fd) ? -1 : REAL(read)(fd, to, size);
}

ssize_t __read_chk(int fd, void *to, size_t size, size_t room);
ssize_t __read_chk(int fd, void *to, size_t size, size_t room)
{
	return size > room ? -1 : read(fd, to, size);
}

ssize_t pread64(int fd, void *to, size_t size, off64_t at)
{
	return is_denied("pread", NULL, fd) ? -1 : REAL(pread64)(fd, to, size, at);
}

ssize_t getdents64(int fd, void *to, size_t size)
{
	return is_denied("getdents64", NULL, fd) ? -1 : REAL(getdents64)(fd, to, size);
}

int fstat64(int fd, struct stat64 *st)
{
	return is_denied("fstat", NULL, fd) ? -1 : REAL(fstat64)(fd, st);
}

int fstatat64(int folder, const char *path, struct stat64 *st, int flags)
{
	return is_denied("fstatat", path, -1) ? -1 : REAL(fstatat64)(folder, path, st, flags);
}

int stat64(const char *path, struct stat64 *st)
{
	return is_denied("stat", path, -1) ? -1 : REAL(stat64)(path, st);
}

int lstat64(const char *path, struct stat64 *st)
{
	return is_denied("lstat", path, -1) ? -1 : REAL(lstat64)(path, st);
}

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *st)
{
	return is_denied("statx", path, -1) ? -1 : REAL(statx)(folder, path, flags, mask, st);
}

char *realpath(const char *path, char *resolved)
{
	return is_denied("realpath", path, -1) ? NULL : REAL(realpath)(path, resolved);
}

int access(const char *path, int mode)
{
	return is_denied("access", path, -1) ? -1 : REAL(access)(path, mode);
}

int faccessat(int folder, const char *path, int mode, int flags)
{
	return is_denied("faccessat", path, -1) ? -1 : REAL(faccessat)(folder, path, mode, flags);
}

int fstatfs64(int fd, struct statfs64 *fs)
{
	return is_denied("fstatfs", NULL, fd) ? -1 : REAL(fstatfs64)(fd, fs);
}

int statvfs64(const char *path, struct statvfs64 *fs)
{
	return is_denied("statvfs", path, -1) ? -1 : REAL(statvfs64)(path, fs);
}

ssize_t fgetxattr(int fd, const char *name, void *to, size_t size)
{
	return is_denied("fgetxattr", NULL, fd) ? -1 : REAL(fgetxattr)(fd, name, to, size);
}

ssize_t flistxattr(int fd, char *to, size_t size)
{
	return is_denied("flistxattr", NULL, fd) ? -1 : REAL(flistxattr)(fd, to, size);
}
