/* The server of sccache, where that is the profile's launcher. */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"

void cache_start(const struct work *work, struct str *said)
{
	struct environment environment = { 0 };
	if (!recipe_has_server(work->request->recipe) || work->request->until < STEP_CONFIGURE)
		return;
	environment_copy(&environment, &work->environment);
	recipe_apply(work->request->recipe, &environment);
	static const char *const start[] = { "sccache", "--start-server", NULL };
	struct probe own = *work->request->probe;
	struct str out = STR_INIT;
	int code = 0;
	own.environment = environment;
	bool runs = own.run(&own, start, &out, &code);
	str_add_cstr(said, "+ sccache --start-server\n");
	str_add(said, runs ? str_slice(&out) : SLICE_LITERAL("it cannot be started"));
	str_release(&out);
	environment_release(&environment);
}
