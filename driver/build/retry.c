/* A build in which a compiler died because memory ran out: the same command again with half as many at once. Ninja goes
 * on where it was. */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"

#define MOST_RETRIES 2

static bool ran_out_of_memory(struct triage_reader *reader)
{
	struct triage triage;
	triage_reader_end(reader, &triage);
	bool so = triage.count && (strcmp(triage.hits[0].signature->id, "oom-killed") == 0 ||
					  strcmp(triage.hits[0].signature->id, "oom-cl") == 0);
	triage_release(&triage);
	return so;
}

bool run_with_memory(struct work *work, struct process_result *end, struct err *err)
{
	const struct recipe *recipe = work->request->recipe;
	struct signatures signatures;
	struct arena arena = ARENA_INIT;
	size_t jobs = recipe->jobs;
	bool ok = signatures_load(&signatures, err);
	for (unsigned tries = 0; ok; tries++) {
		work->reader = triage_reader_new(&signatures);
		ok = run_program(work, recipe_command(recipe, work->step, jobs, &arena), recipe->root, end, err);
		bool again = ran_out_of_memory(work->reader) && ok && end->code != 0 && !end->interrupted && jobs > 1 &&
			     tries < MOST_RETRIES;
		work->reader = NULL;
		if (!again)
			break;
		struct str text = STR_INIT;
		jobs /= 2;
		str_addf(&text, "%zu", jobs);
		environment_set(&work->environment, "MAX_JOBS", text.ptr);
		str_clear(&text);
		str_addf(&text,
			"out of memory: the step continues with %zu job%s instead of %zu; --jobs sets the number from "
			"the start",
			jobs, str_plural(jobs), recipe->jobs);
		work_note(work, text.ptr);
		str_release(&text);
	}
	signatures_release(&signatures);
	arena_release(&arena);
	return ok;
}
