#include "cli/tracing.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/shown.h"
#include "cmdline/output_file.h"
#include "cmdline/print.h"
#include "platform/thread.h"

#define MAX_KINDS 16
#define NS_PER_MS 1e6

struct event_kind {
	const char *what;
	size_t count;
};

struct tracing {
	struct trace sink;
	const struct options *options;
	char *path; /* NULL: standard error */
	uint64_t begin;
	struct mutex *mutex; /* guards what follows */
	struct str text;     /* what the file will hold */
	struct str step;     /* the one that is at work; empty: none */
	uint64_t step_begin;
	struct event_kind kinds[MAX_KINDS];
	size_t n_kinds;
};

static void add_line(struct tracing *t, uint64_t now, const char *what, struct slice text)
{
	struct str line = STR_INIT;
	str_addf(&line, "trace: %8.1f ms  %-8s ", (double)(now - t->begin) / NS_PER_MS, what);
	shown_add(text, &line);
	str_add_char(&line, '\n');
	if (t->path)
		str_add(&t->text, str_slice(&line));
	else
		print_if_possible(STREAM_ERR, str_slice(&line));
	str_release(&line);
}

static void end_step(struct tracing *t, uint64_t now)
{
	struct str text = STR_INIT;
	if (!t->step.len)
		return;
	str_addf(&text, "%s: %.1f ms", t->step.ptr, (double)(now - t->step_begin) / NS_PER_MS);
	add_line(t, now, TRACE_STEP, str_slice(&text));
	str_clear(&t->step);
	str_release(&text);
}

static void count(struct tracing *t, const char *what)
{
	size_t i = 0;
	while (i < t->n_kinds && strcmp(t->kinds[i].what, what) != 0)
		i++;
	if (i == MAX_KINDS)
		return;
	if (i == t->n_kinds)
		t->kinds[t->n_kinds++] = (struct event_kind){ what, 0 };
	t->kinds[i].count++;
}

static void event(void *ctx, const char *what, struct slice text)
{
	struct tracing *t = ctx;
	uint64_t now = platform_monotonic_ns();
	mutex_lock(t->mutex);
	if (strcmp(what, TRACE_STEP) == 0) {
		end_step(t, now);
		str_add(&t->step, text);
		t->step_begin = now;
	} else {
		count(t, what);
		add_line(t, now, what, text);
	}
	mutex_unlock(t->mutex);
}

const struct trace *tracing_new(const struct options *options)
{
	char *wanted = platform_getenv("TPATCH_TRACE");
	if (!wanted || !wanted[0] || strcmp(wanted, "0") == 0) {
		free(wanted);
		return NULL;
	}
	struct tracing *t = xcalloc(1, sizeof(*t));
	t->sink = (struct trace){ t, event };
	t->options = options;
	t->path = wanted;
	if (strcmp(wanted, "1") == 0) {
		free(wanted);
		t->path = NULL;
	}
	t->begin = platform_monotonic_ns();
	t->mutex = mutex_new();
	return &t->sink;
}

static void save(const struct tracing *t)
{
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	if (!output_save(t->options, t->path, str_slice(&t->text), &err)) {
		str_addf(&text, "warning: TPATCH_TRACE: %s\n", err.message);
		print_if_possible(STREAM_ERR, str_slice(&text));
	}
	str_release(&text);
	err_release(&err);
}

void tracing_end(const struct trace *trace)
{
	if (!trace)
		return;
	struct tracing *t = trace->ctx;
	uint64_t now = platform_monotonic_ns();
	struct str totals = STR_INIT;
	end_step(t, now);
	for (size_t i = 0; i < t->n_kinds; i++)
		str_addf(&totals, "%s%s %zu", i ? ", " : "", t->kinds[i].what, t->kinds[i].count);
	add_line(t, now, "total", str_slice(&totals));
	if (t->path)
		save(t);
	str_release(&totals);
	str_release(&t->step);
	str_release(&t->text);
	mutex_free(t->mutex);
	free(t->path);
	free(t);
}
