/* The compiler cache that the profile names as its launcher: its server, and what it had at the end. */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"

static bool is_launcher(const struct work *work, const char *name)
{
	const char *launcher = work->request->recipe->profile->launcher;
	return launcher && strcmp(launcher, name) == 0;
}

/* With the environment of the build, which may name its folder or server. */
static struct probe probe_with(const struct work *work, const struct environment *environment)
{
	struct probe own = *work->request->probe;
	own.environment = *environment;
	return own;
}

void cache_start(const struct work *work, struct str *said)
{
	struct environment environment = { 0 };
	if (!recipe_has_server(work->request->recipe) || work->request->until < STEP_CONFIGURE)
		return;
	environment_copy(&environment, &work->environment);
	recipe_apply(work->request->recipe, &environment);
	static const char *const start[] = { "sccache", "--start-server", NULL };
	struct probe own = probe_with(work, &environment);
	struct str out = STR_INIT;
	int code = 0;
	bool runs = own.run(&own, start, &out, &code);
	str_add_cstr(said, "+ sccache --start-server\n");
	str_add(said, runs ? str_slice(&out) : SLICE_LITERAL("it cannot be started"));
	str_release(&out);
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
		const char *const ask[] = { caches[i].launcher, caches[i].option, NULL };
		struct probe own = probe_with(work, &work->environment);
		char *line = probe_ask(&own, ask, caches[i].pattern);
		struct str text = STR_INIT;
		if (line)
			str_addf(&text, "%s, since its statistics were last set to zero: %s", caches[i].launcher, line);
		if (line)
			work_note(work, text.ptr);
		free(line);
		str_release(&text);
	}
}
