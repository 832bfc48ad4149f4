#include "platform/posix/posix.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "platform/process.h"
#include "platform/terminal.h"

/* What a shell says of a program that it cannot run. */
#define SHELL_CANNOT_RUN 126

/* The keys that end a program, which are the pager's while it is on the screen. */
static const int keys[] = { SIGINT, SIGQUIT };

const char *platform_default_pager(void)
{
	return "less";
}

/* Our environment and those of the defaults that it has not. */
static struct environment environment_with(const char *const *defaults)
{
	struct environment all = { 0 };
	environment_ours(&all);
	for (; *defaults; defaults++) {
		struct slice value = slice_of(*defaults), name;
		slice_cut(&value, '=', &name);
		char *owned = slice_dup(name);
		if (!environment_get(&all, owned))
			environment_set(&all, owned, value.ptr ? value.ptr : "");
		free(owned);
	}
	return all;
}

static bool is_shell_text(const char *command)
{
	return strpbrk(command, "|&;<>()$`\\\"' \t\n*?[#~=%") != NULL;
}

/* Returns 0 or an errno. Signals that we ignore (those of keys as well, if it was us who ignored them) end the
 * pager. */
static int spawn(const char *command, const char *const *defaults, int in, const sigset_t *ended_by, pid_t *id)
{
	const char *const direct[] = { command, NULL }, *const by_shell[] = { "sh", "-c", command, NULL };
	const char *const *argv = is_shell_text(command) ? by_shell : direct;
	struct environment environment = environment_with(defaults);
	char *file = process_find_program(&environment, argv[0], 0);
	int why = file ? posix_start(&(struct posix_start){ file, argv, &environment, NULL, in, POSIX_OURS, POSIX_OURS,
					     ended_by, false },
				 id)
		       : ENOENT;
	free(file);
	environment_release(&environment);
	return why;
}

static bool wait_for_end(pid_t id)
{
	int status = 0;
	return !(posix_wait(id, &status) && WIFEXITED(status) && WEXITSTATUS(status) >= SHELL_CANNOT_RUN);
}

bool platform_page(const char *command, const char *const *defaults, struct slice text)
{
	int ends[2];
	pid_t id = 0;
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before[COUNT_OF(keys)];
	sigset_t ended_by;
	if (!posix_pipe(ends))
		return false;
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
