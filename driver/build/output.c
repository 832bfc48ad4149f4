/* What programs print: into the log, to who is told, and Ninja's [n/m] as progress. */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"

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

void output_flush(struct work *work)
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

void output_take(void *ctx, struct slice bytes)
{
	struct work *work = ctx;
	struct slice part;
	if (work->reader)
		triage_reader_take(work->reader, bytes);
	bool ended = bytes.len && bytes.ptr[bytes.len - 1] == '\n';
	while (slice_cut(&bytes, '\n', &part)) {
		str_add(&work->line, part);
		/* The last part is behind the last line end. */
		if (bytes.ptr || ended)
			output_flush(work);
	}
}
