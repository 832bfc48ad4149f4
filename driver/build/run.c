/*
 * Programs of a build. What they print goes into the log and to the caller, Ninja's [n/m] as progress. Where a
 * compiler died because memory ran out, the same command runs again with half as many at once: Ninja goes on where it
 * was.
 */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"

#define MOST_RETRIES 2
#define NS_PER_S ((uint64_t)1000 * 1000 * 1000)

void format_duration(uint64_t ns, struct str *out)
{
	unsigned long long seconds = (unsigned long long)(ns / NS_PER_S);
	if (seconds < 60)
		str_addf(out, "%llu s", seconds);
	else if (seconds < 3600)
		str_addf(out, "%llu min", seconds / 60);
	else
		str_addf(out, "%llu h %llu min", seconds / 3600, seconds % 3600 / 60);
}

/* "[12/345] …". */
static bool read_progress(const char *text, unsigned long *done, unsigned long *all)
{
	char *end;
	if (text[0] != '[' || text[1] < '0' || text[1] > '9')
		return false;
	*done = strtoul(text + 1, &end, 10);
	if (end[0] != '/' || end[1] < '0' || end[1] > '9')
		return false;
	*all = strtoul(end + 1, &end, 10);
	return end[0] == ']' && *all > 0 && *done <= *all;
}

static void tell_progress(struct work *work, unsigned long done, unsigned long all)
{
	struct str text = STR_INIT;
	uint64_t spent = platform_monotonic_ns() - work->step_begun_ns;
	str_addf(&text, "%lu/%lu, %lu %%", done, all, done * 100 / all);
	if (done > 0 && done < all) {
		str_add_cstr(&text, ", about ");
		format_duration(spent / done * (all - done), &text);
		str_add_cstr(&text, " left");
	}
	work->request->tell(work->request->ctx, EVENT_PROGRESS, work->step, str_slice(&text));
	str_release(&text);
}

/* The last line, where it has no end. */
static void output_flush(struct work *work)
{
	unsigned long done, all;
	if (work->line.len == 0)
		return;
	if (work->line.ptr[work->line.len - 1] == '\r')
		work->line.len--;
	work->line.ptr[work->line.len] = '\0';
	log_line(work, str_slice(&work->line));
	if (work->step == STEP_CONFIGURE) {
		str_add(&work->configured, str_slice(&work->line));
		str_add_char(&work->configured, '\n');
	}
	/* While configuring, CMake has small projects built, whose counts say nothing. */
	if (work->step != STEP_CONFIGURE && read_progress(work->line.ptr, &done, &all))
		tell_progress(work, done, all);
	work->request->tell(work->request->ctx, EVENT_OUTPUT, work->step, str_slice(&work->line));
	str_clear(&work->line);
}

/* What the programs print, as it comes; work is the context. */
static void output_take(void *ctx, struct slice bytes)
{
	struct work *work = ctx;
	struct slice part;
	if (work->reader)
		triage_reader_take(work->reader, bytes);
	bool ended = bytes.len && bytes.ptr[bytes.len - 1] == '\n';
	while (slice_cut(&bytes, '\n', &part)) {
		str_add(&work->line, part);
		/* The last part has no line end. */
		if (bytes.ptr || ended)
			output_flush(work);
	}
}

bool run_program(
	struct work *work, const char *const *argv, const char *folder, struct process_result *end, struct err *err)
{
	struct process_request request = { .argv = argv, .folder = folder, .environment = &work->environment };
	struct str line = STR_INIT;
	for (size_t i = 0; argv[i]; i++)
		str_addf(&line, "%s%s", i ? " " : "+ ", argv[i]);
	log_line(work, str_slice(&line));
	str_release(&line);
	work->step_begun_ns = platform_monotonic_ns();
	bool ok = process_run(&request, output_take, work, end, err);
	output_flush(work);
	return ok;
}

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
	struct arena arena = ARENA_INIT;
	size_t jobs = recipe->jobs;
	bool ok = work->signatures.count || signatures_load(&work->signatures, err);
	for (unsigned tries = 0; ok; tries++) {
		work->reader = triage_reader_new(&work->signatures);
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
	arena_release(&arena);
	return ok;
}
