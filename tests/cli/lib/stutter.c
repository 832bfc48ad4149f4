/*
 * For a test: a library to be preloaded under which the system does less than it is asked for, as it may. Of the calls
 * below, every other one is interrupted by a signal (EINTR); the others read or write seven bytes at most.
 * $STUTTER_COUNT names a file that gets the number of interruptions at the end.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST 7

static _Atomic unsigned calls, interrupted;

static int interrupts(void)
{
	if (++calls % 2)
		return 0;
	interrupted++;
	errno = EINTR;
	return 1;
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

static size_t some(size_t size)
{
	return size < MOST ? size : MOST;
}

ssize_t write(int fd, const void *bytes, size_t size)
{
	return interrupts() ? -1 : NEXT(ssize_t(*)(int, const void *, size_t), "write")(fd, bytes, some(size));
}

ssize_t read(int fd, void *bytes, size_t size)
{
	return interrupts() ? -1 : NEXT(ssize_t(*)(int, void *, size_t), "read")(fd, bytes, some(size));
}

/* What read() is called as where the compiler knows how much room there is. */
ssize_t __read_chk(int fd, void *bytes, size_t size, size_t room)
{
	(void)room;
	return read(fd, bytes, size);
}

int fsync(int fd)
{
	return interrupts() ? -1 : NEXT(int (*)(int), "fsync")(fd);
}

int flock(int fd, int operation)
{
	return interrupts() ? -1 : NEXT(int (*)(int, int), "flock")(fd, operation);
}

/* openat2() has no function of its own. */
long syscall(long number, ...)
{
	long a[6];
	va_list args;
	va_start(args, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(args, long);
	va_end(args);
	if (number == SYS_openat2 && interrupts())
		return -1;
	return NEXT(long (*)(long, ...), "syscall")(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static void tell(void) __attribute__((destructor));
static void tell(void)
{
	const char *path = getenv("STUTTER_COUNT");
	FILE *file = path ? fopen(path, "w") : NULL;
	if (!file)
		return;
	fprintf(file, "%u\n", interrupted);
	fclose(file);
}
