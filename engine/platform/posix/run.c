/* Programs that are run to their end, and how they end, on POSIX systems. */
#include "platform/posix/posix.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "platform/process.h"

#define LOOK_EVERY_MS 100
/* A daemon that the program left behind may keep its output open: nothing for so long after its end, and we go on. */
#define SILENCE_NS ((uint64_t)500 * 1000 * 1000)
/* After a request to end, before it is ended by force. */
#define PATIENCE_NS ((uint64_t)10 * 1000 * 1000 * 1000)

static void waiting_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
}

void process_hold_interrupts(void)
{
	sigset_t set;
	waiting_signals(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

static bool process_interrupted(void)
{
	sigset_t pending;
	return sigpending(&pending) == 0 &&
	       (sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 ||
		       sigismember(&pending, SIGHUP) == 1);
}

void process_format_result(const struct process_result *end, struct str *out)
{
	if (end->interrupted)
		str_add_cstr(out, "it was interrupted");
	else
		str_addf(out,
			end->code == 128 + SIGKILL ? "it was killed (exit code %d), by a user or because memory ran out"
			: end->code > 128          ? "a signal ended it (exit code %d)"
						   : "it ended with exit code %d",
			end->code);
}

/* A group of its own: Ctrl-C at the terminal comes to us alone, and we hand it on to all of them. */
static int spawn(const char *file, const struct process_request *request, int out, pid_t *id)
{
	sigset_t defaults;
	waiting_signals(&defaults);
	sigaddset(&defaults, SIGPIPE);
	sigaddset(&defaults, SIGXFSZ);
	return posix_start(&(struct posix_start){ file, request->argv, request->environment, request->folder,
				   POSIX_NOTHING, out, out, &defaults, true },
		id);
}

struct running {
	pid_t id;
	int out;
	bool ended, silent;
	int status;
	uint64_t begun_ns, last_ns, asked_ns; /* asked_ns: when it was asked to end; 0 = was not */
	const struct process_request *request;
	struct process_result *end;
};

/* Reads what there is; `silent` once there will be no more. */
static void take_output(struct running *run, void (*output)(void *, struct slice), void *ctx)
{
	char buffer[16384];
	struct pollfd wait = { .fd = run->out, .events = POLLIN };
	if (poll(&wait, 1, LOOK_EVERY_MS) <= 0)
		return;
	ssize_t got = read(run->out, buffer, sizeof(buffer));
	if (got > 0) {
		run->last_ns = platform_monotonic_ns();
		output(ctx, slice_from(buffer, (size_t)got));
	} else if (got == 0 || errno != EINTR) {
		run->silent = true;
	}
}

static void look_at_ends(struct running *run)
{
	uint64_t now = platform_monotonic_ns();
	if (!run->ended && waitpid(run->id, &run->status, WNOHANG) == run->id) {
		run->ended = true;
		/* What it printed last is still to be read. */
		run->last_ns = now;
	}
	if (run->ended && now - run->last_ns > SILENCE_NS)
		run->silent = true;
	if (run->ended || run->asked_ns) {
		if (!run->ended && now - run->asked_ns > PATIENCE_NS)
			kill(-run->id, SIGKILL);
		return;
	}
	run->end->interrupted = process_interrupted();
	run->end->timed_out = run->request->limit_ns && now - run->begun_ns > run->request->limit_ns;
	if (run->end->interrupted || run->end->timed_out) {
		kill(-run->id, run->end->interrupted ? SIGINT : SIGTERM);
		run->asked_ns = now;
	}
}

static bool start(const struct process_request *request, int *out, pid_t *id, struct err *err)
{
	int ends[2];
	char *file = process_find_program(request->environment, request->argv[0], 0);
	if (!file)
		return err_set(err, ERR_IO, "cannot start '%s': %s", request->argv[0],
			strchr(request->argv[0], '/') ? "no such program" : "it is not in PATH");
	int why = posix_pipe(ends) ? 0 : errno;
	if (!why) {
		why = spawn(file, request, ends[1], id);
		close(ends[1]);
		if (why)
			close(ends[0]);
	}
	if (why)
		posix_fail(err, why, "cannot start '%s'", file);
	*out = ends[0];
	free(file);
	return !why;
}

bool process_run(const struct process_request *request, void (*output)(void *ctx, struct slice bytes), void *ctx,
	struct process_result *end, struct err *err)
{
	struct running run = { .request = request, .end = end, .begun_ns = platform_monotonic_ns() };
	*end = (struct process_result){ .code = -1 };
	if (!start(request, &run.out, &run.id, err))
		return false;
	run.last_ns = run.begun_ns;
	while (!run.silent) {
		take_output(&run, output, ctx);
		look_at_ends(&run);
	}
	close(run.out);
	while (!run.ended) {
		struct timespec pause = { .tv_nsec = LOOK_EVERY_MS * 1000L * 1000L };
		look_at_ends(&run);
		if (!run.ended)
			nanosleep(&pause, NULL);
	}
	end->code = WIFEXITED(run.status) ? WEXITSTATUS(run.status) : 128 + WTERMSIG(run.status);
	end->ns = platform_monotonic_ns() - run.begun_ns;
	return true;
}
