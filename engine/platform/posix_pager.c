#include "platform/posix.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "platform/terminal.h"

extern char **environ;

/* What a shell says of a program that it cannot run. */
#define SHELL_CANNOT_RUN 126

/* The keys that end a program, which are the pager's while it is on the screen. */
static const int keys[] = { SIGINT, SIGQUIT };

const char *platform_default_pager(void)
{
	return "less";
}

static bool is_set(const char *assignment)
{
	size_t name_len = strcspn(assignment, "=") + 1;
	for (char **variable = environ; *variable; variable++)
		if (strncmp(*variable, assignment, name_len) == 0)
			return true;
	return false;
}

/* Our environment and those of the defaults that it has not; the strings are borrowed. */
static char **environment_with(const char *const *defaults)
{
	size_t count = 0, capacity = 0;
	char **all = NULL;
	for (char **variable = environ; *variable; variable++)
		VEC_PUSH(all, count, capacity, *variable);
	for (; *defaults; defaults++)
		if (!is_set(*defaults))
			VEC_PUSH(all, count, capacity, (char *)*defaults);
	VEC_PUSH(all, count, capacity, NULL);
	return all;
}

static bool is_shell_text(const char *command)
{
	return strpbrk(command, "|&;<>()$`\\\"' \t\n*?[#~=%") != NULL;
}

/* Returns 0 or an errno. Signals that we ignore (those of keys as well, if it was us who ignored them) end the pager. */
static int spawn(const char *command, const char *const *defaults, int in, const sigset_t *ended_by, pid_t *id)
{
	const char *const direct[] = { command, NULL }, *const by_shell[] = { "sh", "-c", command, NULL };
	const char *const *argv = is_shell_text(command) ? by_shell : direct;
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	char **environment = environment_with(defaults);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	posix_spawnattr_setsigdefault(&attributes, ended_by);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	int why = posix_spawnp(id, argv[0], &actions, &attributes, (char *const *)argv, environment);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	free(environment);
	return why;
}

static bool wait_for_end(pid_t id)
{
	int status = 0;
	pid_t ended;
	do
		ended = waitpid(id, &status, 0);
	while (ended < 0 && errno == EINTR);
	return !(ended == id && WIFEXITED(status) && WEXITSTATUS(status) >= SHELL_CANNOT_RUN);
}

bool platform_page(const char *command, const char *const *defaults, struct slice text)
{
	int ends[2];
	pid_t id = 0;
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before[COUNT_OF(keys)];
	sigset_t ended_by;
	if (pipe(ends) != 0)
		return false;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	sigemptyset(&ended_by);
	sigaddset(&ended_by, SIGPIPE);
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		sigaction(keys[i], &ignore, &before[i]);
		if (before[i].sa_handler != SIG_IGN)
			sigaddset(&ended_by, keys[i]);
	}
	bool ok = spawn(command, defaults, ends[0], &ended_by, &id) == 0;
	posix_close(ends[0]);
	if (ok)
		posix_write_fully(ends[1], text); /* less than all where the user has seen enough */
	posix_close(ends[1]);
	ok = ok && wait_for_end(id);
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		sigaction(keys[i], &before[i], NULL);
	return ok;
}
