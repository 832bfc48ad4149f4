#define _GNU_SOURCE
#include "scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"
#include "unit.h"

static void must(bool ok, const char *what, const char *path)
{
	if (!ok)
		fail_msg("cannot %s %s: %s", what, path, strerror(errno));
}

static struct scratch new_below(const char *base)
{
	struct str path = STR_INIT;
	str_addf(&path, "%s/tpatch-test-XXXXXX", base);
	must(mkdtemp(path.ptr) != NULL, "make", path.ptr);
	struct scratch scratch = { .path = realpath(path.ptr, NULL) };
	str_release(&path);
	struct err err = ERR_INIT;
	scratch.root = root_open(scratch.path, &err);
	if (!scratch.root)
		fail_msg("%s", err.message);
	return scratch;
}

struct scratch scratch_new(void)
{
	const char *base = getenv("TMPDIR");
	return new_below(base && base[0] ? base : "/tmp");
}

struct scratch scratch_new_in_memory(void)
{
	return access("/dev/shm", W_OK | X_OK) == 0 ? new_below("/dev/shm") : scratch_new();
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *where)
{
	(void)st;
	if (where->level == 0)
		return 0;
	must((type == FTW_DP ? rmdir(path) : unlink(path)) == 0, "remove", path);
	return 0;
}

static int open_up(const char *path, const struct stat *st, int type, struct FTW *where)
{
	(void)where;
	if (type == FTW_D || type == FTW_DNR)
		must(chmod(path, (st->st_mode & 07777) | 0700) == 0, "chmod", path);
	return 0;
}

void scratch_clear(struct scratch *scratch)
{
	must(nftw(scratch->path, open_up, 16, FTW_PHYS) == 0, "walk", scratch->path);
	must(nftw(scratch->path, remove_entry, 16, FTW_PHYS | FTW_DEPTH) == 0, "clear", scratch->path);
}

size_t scratch_stride(void)
{
	const char *given = getenv("FAULTS_STRIDE");
	return given && atoi(given) > 0 ? (size_t)atoi(given) : 1;
}

bool scratch_keeps_modes(void)
{
	return true;
}

void scratch_free(struct scratch *scratch)
{
	scratch_clear(scratch);
	must(rmdir(scratch->path) == 0, "remove", scratch->path);
	root_close(scratch->root);
	free(scratch->path);
	*scratch = (struct scratch){ 0 };
}

const char *scratch_path(const struct scratch *scratch, const char *path)
{
	/* Two buffers: rename and link name two paths at once. */
	static char full[2][4096];
	static unsigned turn;
	turn ^= 1u;
	snprintf(full[turn], sizeof(full[turn]), "%s%s%s", scratch->path, path[0] ? "/" : "", path);
	return full[turn];
}

void scratch_mkdir(const struct scratch *scratch, const char *path)
{
	char *full = strdup(scratch_path(scratch, path));
	for (char *slash = full + strlen(scratch->path) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
		*slash = '\0';
		must(mkdir(full, 0755) == 0 || errno == EEXIST, "make", full);
		*slash = '/';
	}
	must(mkdir(full, 0755) == 0 || errno == EEXIST, "make", full);
	free(full);
}

void scratch_write(const struct scratch *scratch, const char *path, const char *text)
{
	const char *slash = strrchr(path, '/');
	if (slash) {
		char *folder = strndup(path, (size_t)(slash - path));
		scratch_mkdir(scratch, folder);
		free(folder);
	}
	int fd = open(scratch_path(scratch, path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	must(fd >= 0, "open", path);
	must(write(fd, text, strlen(text)) == (ssize_t)strlen(text), "write", path);
	close(fd);
}

void scratch_chmod(const struct scratch *scratch, const char *path, unsigned mode)
{
	must(chmod(scratch_path(scratch, path), mode) == 0, "chmod", path);
}

unsigned scratch_mode(unsigned mode)
{
	return mode;
}

unsigned scratch_folder_mode(unsigned mode)
{
	return mode;
}

void scratch_set_mtime(const struct scratch *scratch, const char *path, int64_t mtime_ns)
{
	struct timespec times[2] = { { .tv_nsec = UTIME_OMIT },
		{ .tv_sec = (time_t)(mtime_ns / 1000000000), .tv_nsec = (long)(mtime_ns % 1000000000) } };
	must(utimensat(AT_FDCWD, scratch_path(scratch, path), times, 0) == 0, "set the time of", path);
}

void scratch_symlink(const struct scratch *scratch, const char *target, const char *path)
{
	must(symlink(target, scratch_path(scratch, path)) == 0, "link", path);
}

void scratch_fifo(const struct scratch *scratch, const char *path)
{
	must(mkfifo(scratch_path(scratch, path), 0644) == 0, "make", path);
}

void scratch_link(const struct scratch *scratch, const char *from, const char *to)
{
	must(link(scratch_path(scratch, from), scratch_path(scratch, to)) == 0, "link", to);
}

void scratch_remove(const struct scratch *scratch, const char *path)
{
	must(unlink(scratch_path(scratch, path)) == 0, "remove", path);
}

void scratch_rename(const struct scratch *scratch, const char *from, const char *to)
{
	must(rename(scratch_path(scratch, from), scratch_path(scratch, to)) == 0, "rename", from);
}

bool scratch_exists(const struct scratch *scratch, const char *path)
{
	struct stat st;
	return lstat(scratch_path(scratch, path), &st) == 0;
}

char *scratch_read(const struct scratch *scratch, const char *path)
{
	int fd = open(scratch_path(scratch, path), O_RDONLY | O_CLOEXEC);
	must(fd >= 0, "open", path);
	struct str text = STR_INIT;
	ssize_t got;
	do {
		str_reserve(&text, 4096);
		got = read(fd, text.ptr + text.len, 4096);
		must(got >= 0, "read", path);
		text.len += (size_t)got;
		text.ptr[text.len] = '\0';
	} while (got > 0);
	close(fd);
	return str_detach(&text);
}

static void snapshot_folder(const struct scratch *scratch, const char *folder, bool with_mtime, struct str *out);

static void snapshot_entry(const struct scratch *scratch, const char *path, bool with_mtime, struct str *out)
{
	struct stat st;
	must(lstat(scratch_path(scratch, path), &st) == 0, "examine", path);
	str_addf(out, "%06o ", (unsigned)st.st_mode);
	if (with_mtime && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
		str_addf(out, "%lld.%09ld ", (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
	str_add_cstr(out, path[0] ? path : ".");
	if (S_ISREG(st.st_mode)) {
		char *text = scratch_read(scratch, path);
		str_addf(out, " [%s]", text);
		free(text);
	}
	str_add_char(out, '\n');
	if (S_ISDIR(st.st_mode))
		snapshot_folder(scratch, path, with_mtime, out);
}

static int not_dot(const struct dirent *entry)
{
	return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
	       strcmp(entry->d_name, ".tpatch") != 0;
}

static void snapshot_folder(const struct scratch *scratch, const char *folder, bool with_mtime, struct str *out)
{
	struct dirent **entries;
	int count = scandir(scratch_path(scratch, folder), &entries, not_dot, alphasort);
	must(count >= 0, "list", folder);
	for (int i = 0; i < count; i++) {
		struct str path = STR_INIT;
		str_addf(&path, "%s%s%s", folder, folder[0] ? "/" : "", entries[i]->d_name);
		snapshot_entry(scratch, path.ptr, with_mtime, out);
		str_release(&path);
		free(entries[i]);
	}
	free(entries);
}

char *scratch_snapshot(const struct scratch *scratch, bool with_mtime)
{
	struct str out = STR_INIT;
	if (with_mtime)
		snapshot_entry(scratch, "", with_mtime, &out);
	else
		snapshot_folder(scratch, "", with_mtime, &out);
	return str_detach(&out);
}

int scratch_in_child(void (*work)(void *ctx), void *ctx)
{
	pid_t child = fork();
	must(child >= 0, "fork", "");
	if (child == 0) {
		work(ctx);
		_exit(0);
	}
	int status;
	must(waitpid(child, &status, 0) == child, "wait for", "the child");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void scratch_die(int status)
{
	_exit(status);
}

#define NOBODY 65534

static int give_away(const char *path, const struct stat *st, int type, struct FTW *where)
{
	(void)st, (void)type, (void)where;
	must(lchown(path, NOBODY, NOBODY) == 0, "give away", path);
	return 0;
}

struct plain_child {
	void (*work)(void *ctx);
	void *ctx;
};

static void run_plain(void *ctx)
{
	struct plain_child *child = ctx;
	if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
		_exit(126);
	child->work(child->ctx);
}

int scratch_in_plain_child(const struct scratch *scratch, void (*work)(void *ctx), void *ctx)
{
	if (geteuid() == 0)
		must(nftw(scratch->path, give_away, 16, FTW_PHYS) == 0, "walk", scratch->path);
	struct plain_child child = { work, ctx };
	return scratch_in_child(run_plain, &child);
}
