/* Streams, clocks, the environment and this process. */
#include "platform/posix/posix.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/alloc.h"

#define READ_STEP_BYTES ((size_t)64 << 10)
#define OWN_PAGES_BYTES (1 << 20)

static bool read_to_end(int fd, const char *path, size_t max_bytes, struct str *out, struct err *err)
{
	str_clear(out);
	for (;;) {
		str_reserve(out, READ_STEP_BYTES);
		ssize_t got = read(fd, out->ptr + out->len, READ_STEP_BYTES);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return posix_fail(err, errno, "cannot read '%s'", path);
		out->len += (size_t)got;
		out->ptr[out->len] = '\0';
		if (out->len > max_bytes)
			return err_set(err, ERR_IO, "cannot read '%s': it has more than %zu bytes", path, max_bytes);
		if (got == 0)
			return true;
	}
}

bool platform_read_file(const char *path, size_t max_bytes, struct str *out, struct err *err)
{
	if (strcmp(path, "-") == 0)
		return read_to_end(STDIN_FILENO, "<stdin>", max_bytes, out, err);
	int fd;
	do
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return posix_fail(err, errno, "cannot read '%s'", path);
	bool ok = read_to_end(fd, path, max_bytes, out, err);
	posix_close(fd);
	return ok;
}

bool platform_is_elsewhere(const char *path, const char *base)
{
	(void)path;
	(void)base;
	return false;
}

bool platform_stat(const char *path, struct file_stat *out, struct err *err)
{
	struct stat st;
	*out = (struct file_stat){ .type = FILE_NONE };
	if (stat(path, &st) == 0)
		posix_fill_stat(&st, out);
	else if (errno != ENOENT && errno != ENOTDIR)
		return posix_fail(err, errno, "cannot examine '%s'", path);
	return true;
}

static bool write_all(int fd, struct slice bytes)
{
	while (bytes.len) {
		ssize_t put = write(fd, bytes.ptr, bytes.len);
		if (put < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
			/* Somebody made the terminal or pipe non-blocking. */
			struct pollfd wait = { .fd = fd, .events = POLLOUT };
			if (poll(&wait, 1, -1) < 0 && errno != EINTR)
				return false;
			continue;
		}
		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return false;
		bytes = slice_sub(bytes, (size_t)put, bytes.len);
	}
	return true;
}

bool platform_write_stream(enum stream stream, struct slice bytes, struct err *err)
{
	if (write_all(posix_stream_fd(stream), bytes) || errno == EPIPE)
		return true;
	return posix_fail(err, errno, "cannot write to standard %s", stream == STREAM_OUT ? "output" : "error");
}

void platform_begin(void)
{
	/* The process could be in the middle of a commit: these come back as errors of the call instead. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	static const int flags[] = { O_RDONLY, O_RDONLY, O_WRONLY };
	bool filled = true;
	for (int fd = STDIN_FILENO; filled && fd <= STDERR_FILENO; fd++)
		filled = fcntl(fd, F_GETFD) >= 0 || open("/dev/null", flags[fd]) == fd;
#ifdef __GLIBC__
	/* Else the size from which memory goes back to the system grows with what was freed, and each thread keeps what
	 * its largest file took. */
	mallopt(M_MMAP_THRESHOLD, OWN_PAGES_BYTES);
#endif
}

/* Nothing was changed. */
void platform_end(void)
{
}

bool platform_is_separator(char c)
{
	return c == '/';
}

char *platform_getenv(const char *name)
{
	const char *value = getenv(name);
	return value ? xstrdup(value) : NULL;
}

static int64_t clock_ns(clockid_t clock)
{
	struct timespec now = { 0 };
	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

uint64_t platform_monotonic_ns(void)
{
	return (uint64_t)clock_ns(CLOCK_MONOTONIC);
}

uint64_t platform_thread_ns(void)
{
	return (uint64_t)clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

int64_t platform_wall_ns(void)
{
	return clock_ns(CLOCK_REALTIME);
}

void platform_format_time(int64_t wall_ns, struct str *out)
{
	/* Rounded down, before 1970 too. */
	int64_t seconds = wall_ns / 1000000000 - (wall_ns % 1000000000 < 0);
	time_t when = (time_t)seconds;
	struct tm utc;
	if (!gmtime_r(&when, &utc)) {
		str_addf(out, "%lld s", (long long)seconds);
		return;
	}
	str_addf(out, "%04ld-%02d-%02dT%02d:%02d:%02dZ", utc.tm_year + 1900L, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour,
		utc.tm_min, utc.tm_sec);
}

size_t platform_cpu_count(void)
{
#ifdef __linux__
	cpu_set_t usable;
	if (sched_getaffinity(0, sizeof(usable), &usable) == 0 && CPU_COUNT(&usable) > 0)
		return (size_t)CPU_COUNT(&usable);
#endif
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	return online > 0 ? (size_t)online : 1;
}

bool platform_has_executable_bit(void)
{
	return true;
}

uint64_t platform_process_id(void)
{
	return (uint64_t)getpid();
}
