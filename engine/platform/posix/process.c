#include "platform/posix/posix.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/shown.h"
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
	int in, out, err; /* our ends: to write to, to read from */
	char *name;
	struct str said; /* on its standard error */
	uint64_t silence_ns;
	bool is_stuck;
};

/* Of what it says on standard error, so much is kept. */
#define SAID_MAX_BYTES ((size_t)4096)

/* Returns 0 or an errno. We ignore SIGPIPE; the child shall end by it, as programs expect. */
static int start_between(const char *file, const char *const *argv, const struct environment *environment,
	const int streams[3], pid_t *id)
{
	sigset_t defaults;
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	return posix_start(&(struct posix_start){ file, argv, environment, NULL, streams[0], streams[1], streams[2],
				   &defaults, false },
		id);
}

static void close_pipes(int pipes[3][2], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		posix_close(pipes[i][0]);
		posix_close(pipes[i][1]);
	}
}

/* Returns 0 or an errno; `ours` are its ends of standard input, output and error. */
static int start_with_pipes(
	const char *file, const char *const *argv, const struct environment *environment, int ours[3], pid_t *id)
{
	int pipes[3][2], theirs[3];
	for (size_t i = 0; i < 3; i++) {
		if (!posix_pipe(pipes[i])) {
			int why = errno;
			close_pipes(pipes, i);
			return why;
		}
		theirs[i] = pipes[i][i > 0];
		ours[i] = pipes[i][i == 0];
	}
	int why = start_between(file, argv, environment, theirs, id);
	if (why) {
		close_pipes(pipes, 3);
		return why;
	}
	for (size_t i = 0; i < 3; i++)
		posix_close(theirs[i]);
	return 0;
}

struct process *process_start(
	const char *const *argv, const struct environment *environment, uint64_t silence_ns, struct err *err)
{
	int ours[3], why = ENOENT;
	pid_t id = 0;
	char *file = process_find_program(environment, argv[0], 0);
	if (file)
		why = start_with_pipes(file, argv, environment, ours, &id);
	free(file);
	if (why) {
		posix_fail(err, why, "cannot start '%s'", argv[0]);
		return NULL;
	}
	struct process *process = xmalloc(sizeof(*process));
	*process = (struct process){ .id = id,
		.in = ours[0],
		.out = ours[1],
		.err = ours[2],
		.name = xstrdup(argv[0]),
		.said = STR_INIT,
		.silence_ns = silence_ns };
	return process;
}

bool process_write(struct process *process, struct slice bytes, struct err *err)
{
	return posix_write_fully(process->in, bytes) || posix_fail(err, errno, "cannot write to '%s'", process->name);
}

static void take_said(struct process *process)
{
	char buffer[1024];
	ssize_t got = read(process->err, buffer, sizeof(buffer));
	size_t room = SAID_MAX_BYTES - process->said.len;
	if (got > 0)
		str_add_bytes(&process->said, buffer, (size_t)got < room ? (size_t)got : room);
	if (got > 0 || (got < 0 && errno == EINTR))
		return;
	posix_close(process->err);
	process->err = -1;
}

/* Waits until there is something to be read from `out` (-1: until its standard error has ended). False when that takes
 * too long. */
static bool wait_for(struct process *process, int out)
{
	int limit = process->silence_ns ? (int)(process->silence_ns / 1000000) : -1;
	while (out >= 0 || process->err >= 0) {
		struct pollfd ends[] = { { .fd = out, .events = POLLIN }, { .fd = process->err, .events = POLLIN } };
		int ready = poll(ends, 2, limit);
		if (ready < 0 && errno == EINTR)
			continue;
		if (ready == 0) {
			process->is_stuck = true;
			return false;
		}
		if (ready < 0 || ends[0].revents)
			return true;
		take_said(process);
	}
	return true;
}

bool process_read(struct process *process, char *buffer, size_t size, size_t *n, struct err *err)
{
	ssize_t got;
	*n = 0;
	if (process->is_stuck || !wait_for(process, process->out)) {
		err_set(err, ERR_IO, "'%s' did not answer for %llu seconds", process->name,
			(unsigned long long)(process->silence_ns / 1000000000));
		return err_hint(err, "it may be waiting for a pipe or a network disk; tpatch stopped it");
	}
	do
		got = read(process->out, buffer, size);
	while (got < 0 && errno == EINTR);
	*n = got > 0 ? (size_t)got : 0;
	return got >= 0 || posix_fail(err, errno, "cannot read from '%s'", process->name);
}

/* On one line, since a line of its own may be a command to a runner. */
static void add_said(const struct process *process, struct str *out)
{
	struct slice rest = slice_trim(str_slice(&process->said)), line;
	const char *before = ": ";
	while (rest.len && slice_cut(&rest, '\n', &line)) {
		str_add_cstr(out, before);
		shown_add(slice_trim(line), out);
		before = "; ";
	}
}

bool process_end(struct process *process, struct err *err)
{
	int status = 0;
	struct str said = STR_INIT;
	posix_close(process->in);
	posix_close(process->out);
	if (process->is_stuck || !wait_for(process, -1))
		kill(process->id, SIGKILL);
	if (process->err >= 0)
		posix_close(process->err);
	bool ok = posix_wait(process->id, &status) && WIFEXITED(status) && WEXITSTATUS(status) == 0;
	add_said(process, &said);
	if (!ok && WIFEXITED(status))
		err_set(err, ERR_IO, "'%s' ended with exit code %d%s", process->name, WEXITSTATUS(status),
			said.len ? said.ptr : "");
	else if (!ok)
		err_set(err, ERR_IO, "'%s' did not finish%s", process->name, said.len ? said.ptr : "");
	str_release(&said);
	str_release(&process->said);
	free(process->name);
	free(process);
	return ok;
}
