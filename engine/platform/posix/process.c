#include "platform/posix/posix.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "platform/process.h"

extern char **environ;

void environment_ours(struct environment *out)
{
	for (char **item = environ; item && *item; item++)
		VEC_PUSH(out->items, out->count, out->capacity, xstrdup(*item));
}

char *process_find_program(const struct environment *environment, const char *name, size_t skip)
{
	if (strchr(name, '/'))
		return skip == 0 && access(name, X_OK) == 0 ? xstrdup(name) : NULL;
	const char *path = environment_get(environment, "PATH");
	struct slice rest = slice_of(path ? path : "/usr/bin:/bin"), part;
	struct str file = STR_INIT;
	while (slice_cut(&rest, ':', &part)) {
		/* An entry that is not absolute leads into whatever folder we are in: a source tree that somebody else
		 * wrote. */
		if (!slice_starts_with(part, "/"))
			continue;
		struct file_stat st;
		struct err err = ERR_INIT;
		str_clear(&file);
		str_addf(&file, SLICE_FMT "/%s", SLICE_ARG(part), name);
		bool found =
			platform_stat(file.ptr, &st, &err) && st.type == FILE_REGULAR && access(file.ptr, X_OK) == 0;
		err_release(&err);
		if (found && skip-- == 0)
			return str_detach(&file);
	}
	str_release(&file);
	return NULL;
}

/* --- for all who start programs ----------------------------------------------------------------------------------- */

bool posix_pipe(int ends[2])
{
	if (pipe(ends) != 0)
		return false;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	return true;
}

static void add_stream(posix_spawn_file_actions_t *actions, int from, int to)
{
	if (from == POSIX_NOTHING)
		posix_spawn_file_actions_addopen(actions, to, "/dev/null", O_RDONLY, 0);
	else if (from != POSIX_OURS)
		posix_spawn_file_actions_adddup2(actions, from, to);
}

int posix_start(const struct posix_start *start, pid_t *id)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none;
	char **items = xcalloc(start->environment->count + 1, sizeof(*items));
	for (size_t i = 0; i < start->environment->count; i++)
		items[i] = start->environment->items[i];
	sigemptyset(&none);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	add_stream(&actions, start->in, STDIN_FILENO);
	add_stream(&actions, start->out, STDOUT_FILENO);
	add_stream(&actions, start->err, STDERR_FILENO);
	if (start->folder)
		posix_spawn_file_actions_addchdir_np(&actions, start->folder);
	posix_spawnattr_setsigdefault(&attributes, start->defaults);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setflags(
		&attributes, (short)(POSIX_SPAWN_SETSIGDEF |
				     (start->in_own_group ? POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP : 0)));
	int why = posix_spawn(id, start->file, &actions, &attributes, (char *const *)start->argv, items);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	free(items);
	return why;
}

bool posix_wait(pid_t id, int *status)
{
	pid_t ended;
	do
		ended = waitpid(id, status, 0);
	while (ended < 0 && errno == EINTR);
	return ended == id;
}

/* --- talking to a program ----------------------------------------------------------------------------------------- */

struct process {
	pid_t id;
	int in, out; /* our ends: to write to, to read from */
	char *name;
};

/* Returns 0 or an errno. We ignore SIGPIPE; the child shall end by it, as programs expect. */
static int start_between(
	const char *file, const char *const *argv, const struct environment *environment, int in, int out, pid_t *id)
{
	sigset_t defaults;
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	return posix_start(
		&(struct posix_start){ file, argv, environment, NULL, in, out, POSIX_OURS, &defaults, false }, id);
}

struct process *process_start(const char *const *argv, const struct environment *environment, struct err *err)
{
	int in[2], out[2];
	pid_t id = 0;
	char *file = process_find_program(environment, argv[0], 0);
	if (!file || !posix_pipe(in)) {
		posix_fail(err, file ? errno : ENOENT, "cannot start '%s'", argv[0]);
		free(file);
		return NULL;
	}
	int why = posix_pipe(out) ? 0 : errno;
	if (!why) {
		why = start_between(file, argv, environment, in[0], out[1], &id);
		posix_close(out[1]);
		if (why)
			posix_close(out[0]);
	}
	free(file);
	posix_close(in[0]);
	if (why) {
		posix_close(in[1]);
		posix_fail(err, why, "cannot start '%s'", argv[0]);
		return NULL;
	}
	struct process *process = xmalloc(sizeof(*process));
	*process = (struct process){ .id = id, .in = in[1], .out = out[0], .name = xstrdup(argv[0]) };
	return process;
}

bool process_write(struct process *process, struct slice bytes, struct err *err)
{
	return posix_write_fully(process->in, bytes) || posix_fail(err, errno, "cannot write to '%s'", process->name);
}

bool process_read(struct process *process, char *buffer, size_t size, size_t *n, struct err *err)
{
	ssize_t got;
	do
		got = read(process->out, buffer, size);
	while (got < 0 && errno == EINTR);
	*n = got > 0 ? (size_t)got : 0;
	return got >= 0 || posix_fail(err, errno, "cannot read from '%s'", process->name);
}

bool process_end(struct process *process, struct err *err)
{
	int status = 0;
	posix_close(process->in);
	posix_close(process->out);
	bool ok = posix_wait(process->id, &status) && WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (!ok && WIFEXITED(status))
		err_set(err, ERR_IO, "'%s' ended with exit code %d", process->name, WEXITSTATUS(status));
	else if (!ok)
		err_set(err, ERR_IO, "'%s' did not finish", process->name);
	free(process->name);
	free(process);
	return ok;
}
