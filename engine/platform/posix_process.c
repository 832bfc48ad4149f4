#include "platform/posix.h"

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

struct process {
	pid_t id;
	int in, out; /* our ends: to write to, to read from */
	char *name;
};

/* A pipe that other children do not inherit. False with errno. */
static bool make_pipe(int ends[2])
{
	if (pipe(ends) != 0)
		return false;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	return true;
}

/* Ours with the changes; the list is to be freed, the texts are borrowed. */
static const char **environment_for(const struct process_environment *environment)
{
	const char **variables = NULL;
	size_t count = 0, capacity = 0;
	for (char **variable = environ; variable && *variable; variable++)
		if (strncmp(*variable, environment->drop, strlen(environment->drop)) != 0)
			VEC_PUSH(variables, count, capacity, *variable);
	for (const char *const *variable = environment->set; *variable; variable++)
		VEC_PUSH(variables, count, capacity, *variable);
	VEC_PUSH(variables, count, capacity, NULL);
	return variables;
}

/* Returns 0 or an errno. We ignore SIGPIPE; the child shall end by it, as programs expect. */
static int spawn(const char *const *argv, const struct process_environment *environment, int in, int out, pid_t *id)
{
	const char **variables = environment ? environment_for(environment) : NULL;
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t defaults;
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	int why = posix_spawnp(id, argv[0], &actions, &attributes, (char *const *)argv, environment ? (char *const *)variables : environ);
	free(variables);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return why;
}

struct process *process_start(const char *const *argv, const struct process_environment *environment, struct err *err)
{
	int in[2], out[2];
	pid_t id = 0;
	if (!make_pipe(in)) {
		posix_fail(err, errno, "cannot start '%s'", argv[0]);
		return NULL;
	}
	int why = make_pipe(out) ? 0 : errno;
	if (!why) {
		why = spawn(argv, environment, in[0], out[1], &id);
		posix_close(out[1]);
		if (why)
			posix_close(out[0]);
	}
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
	pid_t ended;
	posix_close(process->in);
	posix_close(process->out);
	do
		ended = waitpid(process->id, &status, 0);
	while (ended < 0 && errno == EINTR);
	bool ok = ended == process->id && WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (!ok && WIFEXITED(status))
		err_set(err, ERR_IO, "'%s' ended with exit code %d", process->name, WEXITSTATUS(status));
	else if (!ok)
		err_set(err, ERR_IO, "'%s' did not come to its end", process->name);
	free(process->name);
	free(process);
	return ok;
}
