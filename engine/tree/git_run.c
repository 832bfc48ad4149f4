#include "tree/git_run.h"

#include <string.h>

#include "base/alloc.h"

#define BUFFER_BYTES 65536
#define MAX_ARGUMENTS 40
/* What git lists of a commit takes 10 MB for 90,000 files. Ten small objects can be a tree of 10^10. */
#define ANSWER_MAX_BYTES ((size_t)64 << 20)
/* A repository may have a FIFO in the place of a file. */
#define SILENCE_NS ((uint64_t)60 * 1000 * 1000 * 1000)
/* git knows the name on Windows too. */
#define NOWHERE "/dev/null"

static void make_environment(struct environment *out)
{
	static const char *const variables[] = {
		"GIT_CONFIG_NOSYSTEM=1",
		("GIT_CONFIG_SYSTEM=" NOWHERE),
		("GIT_CONFIG_GLOBAL=" NOWHERE),
		"GIT_ATTR_NOSYSTEM=1",
		"GIT_NO_LAZY_FETCH=1",
		"GIT_ALLOW_PROTOCOL=none",
		"GIT_NO_REPLACE_OBJECTS=1",
		"GIT_OPTIONAL_LOCKS=0",
		"GIT_LITERAL_PATHSPECS=1",
		"GIT_TERMINAL_PROMPT=0",
		"GIT_ASKPASS=",
	};
	environment_ours(out);
	environment_drop(out, "GIT_");
	for (size_t i = 0; i < COUNT_OF(variables); i++)
		VEC_PUSH(out->items, out->count, out->capacity, xstrdup(variables[i]));
}

/* `argv` is [MAX_ARGUMENTS + 1]. */
static void make_arguments(const char *path, const char *const *arguments, const char **argv)
{
	static const char *const front[] = {
		"git",
		"--no-pager",
		"-c",
		"protocol.allow=never",
		"-c",
		"core.fsmonitor=false",
		"-c",
		("core.hooksPath=" NOWHERE),
		"-c",
		"core.sshCommand=false",
		"-c",
		"core.alternateRefsCommand=false",
		"-c",
		"core.pager=cat",
		"-c",
		"core.quotePath=false",
		"-c",
		"log.showSignature=false",
		"-c",
		"safe.directory=*",
		"-C",
	};
	size_t count = COUNT_OF(front);
	memcpy(argv, front, sizeof(front));
	argv[count++] = path;
	while (*arguments && count < MAX_ARGUMENTS)
		argv[count++] = *arguments++;
	argv[count] = NULL;
}

struct process *git_start(const char *path, const char *const *arguments, struct err *err)
{
	struct environment environment = { 0 };
	const char *argv[MAX_ARGUMENTS + 1];
	make_environment(&environment);
	make_arguments(path, arguments, argv);
	struct process *process = process_start(argv, &environment, SILENCE_NS, err);
	environment_release(&environment);
	return process;
}

bool git_run(const char *path, const char *const *arguments, struct str *out, struct err *err)
{
	struct process *process = git_start(path, arguments, err);
	size_t n = 1;
	bool ok = process != NULL;
	while (ok && n) {
		str_reserve(out, BUFFER_BYTES);
		ok = process_read(process, out->ptr + out->len, BUFFER_BYTES, &n, err);
		out->len += n;
		out->ptr[out->len] = '\0';
		if (ok && out->len > ANSWER_MAX_BYTES)
			ok = err_set(err, ERR_IO, "its answer has more than %zu MiB", ANSWER_MAX_BYTES >> 20);
	}
	if (!process)
		return false;
	struct err end = ERR_INIT;
	bool ended = process_end(process, ok ? err : &end);
	err_release(&end);
	return (ok && ended) || err_prefix(err, "git %s", arguments[0]);
}

static void take(void *ctx, struct slice bytes)
{
	struct str *out = ctx;
	if (out->len <= ANSWER_MAX_BYTES)
		str_add(out, bytes);
}

bool git_ask(const char *path, const char *const *arguments, uint64_t limit_ns, struct str *out, uint64_t *took_ns)
{
	struct environment environment = { 0 };
	const char *argv[MAX_ARGUMENTS + 1];
	struct process_result end = { 0 };
	struct err err = ERR_INIT;
	make_environment(&environment);
	make_arguments(path, arguments, argv);
	struct process_request request = { .argv = argv, .environment = &environment, .limit_ns = limit_ns };
	bool ok = process_run(&request, take, out, &end, &err);
	*took_ns = end.ns;
	err_release(&err);
	environment_release(&environment);
	return ok && end.code == 0 && !end.timed_out && !end.interrupted && out->len <= ANSWER_MAX_BYTES;
}
