/*
 * For a test: a library to be preloaded that waits for a moment before calls with which files are opened, moved,
 * removed or changed, so that another process comes between two of them more often. Less than $SLOW_US microseconds, by
 * chance.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned most, seed;

__attribute__((constructor)) static void begin(void)
{
	const char *text = getenv("SLOW_US");
	most = text ? (unsigned)atoi(text) : 0;
	seed = (unsigned)getpid();
}

static void *next(const char *name)
{
	if (most)
		usleep((unsigned)rand_r(&seed) % most);
	return dlsym(RTLD_NEXT, name);
}

long syscall(long number, ...)
{
	va_list args;
	long a[6];
	va_start(args, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(args, long);
	va_end(args);
	return ((long (*)(long, ...))next("syscall"))(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

int renameat(int from, const char *old_name, int to, const char *new_name)
{
	return ((int (*)(int, const char *, int, const char *))next("renameat"))(from, old_name, to, new_name);
}

int renameat2(int from, const char *old_name, int to, const char *new_name, unsigned flags)
{
	return ((int (*)(int, const char *, int, const char *, unsigned))next("renameat2"))(
		from, old_name, to, new_name, flags);
}

int linkat(int from, const char *old_name, int to, const char *new_name, int flags)
{
	return ((int (*)(int, const char *, int, const char *, int))next("linkat"))(
		from, old_name, to, new_name, flags);
}

int unlinkat(int folder, const char *name, int flags)
{
	return ((int (*)(int, const char *, int))next("unlinkat"))(folder, name, flags);
}

int fchmod(int fd, mode_t mode)
{
	return ((int (*)(int, mode_t))next("fchmod"))(fd, mode);
}

int futimens(int fd, const struct timespec times[2])
{
	return ((int (*)(int, const struct timespec[2]))next("futimens"))(fd, times);
}
