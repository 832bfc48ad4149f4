/* The compiler cache that the profile names as its launcher: its server, and what it had at the end. */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"

#define LIMIT_NS ((uint64_t)60 * 1000 * 1000 * 1000)

static bool is_launcher(const struct work *work, const char *name)
{
	const char *launcher = work->request->recipe->profile->launcher;
	return launcher && strcmp(launcher, name) == 0;
}

static void collect(void *ctx, struct slice bytes)
{
	str_add(ctx, bytes);
}

/* Runs the launcher with one option and the environment of the build, which may name its folder or server. */
static void ask(const struct environment *environment, const char *launcher, const char *option, struct str *said)
{
	const char *const argv[] = { launcher, option, NULL };
	const struct process_request request = { .argv = argv, .environment = environment, .limit_ns = LIMIT_NS };
	struct process_result end;
	struct err err = ERR_INIT;
	if (!process_run(&request, collect, said, &end, &err))
		str_add_cstr(said, err.message);
	err_release(&err);
}

void cache_start(const struct work *work, struct str *said)
{
	struct environment environment = { 0 };
	if (!recipe_has_server(work->request->recipe) || work->request->until < STEP_CONFIGURE)
		return;
	environment_copy(&environment, &work->environment);
	recipe_apply(work->request->recipe, &environment);
	str_add_cstr(said, "+ sccache --start-server\n");
	ask(&environment, "sccache", "--start-server", said);
	environment_release(&environment);
}

void cache_tell(struct work *work)
{
	/* Lines of their own statistics that say how often they helped. */
	static const struct {
		const char *launcher, *option, *pattern;
	} caches[] = {
		{ "ccache", "-s", "(?im)^ *((?:cache hit rate|hits:) .*[0-9].*)$" },
		/* The rate where it is printed, from 0.5 on; else the number. */
		{ "sccache", "--show-stats",
			"(?im)^(cache hits(?: rate)? +[0-9].*)$(?![\\s\\S]*^cache hits rate +[0-9])" },
	};
	for (size_t i = 0; i < COUNT_OF(caches); i++) {
		if (!is_launcher(work, caches[i].launcher))
			continue;
		struct str out = STR_INIT, text = STR_INIT;
		ask(&work->environment, caches[i].launcher, caches[i].option, &out);
		char *line = probe_extract(str_slice(&out), caches[i].pattern);
		if (line)
			str_addf(&text, "%s, since its statistics were last set to zero: %s", caches[i].launcher, line);
		if (line)
			work_note(work, text.ptr);
		free(line);
		str_release(&out);
		str_release(&text);
	}
}
