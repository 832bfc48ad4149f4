#include <stdlib.h>
#include <string.h>

#include "build/work.h"

char *work_path(const struct work *work, const char *name)
{
	struct str path = STR_INIT;
	str_addf(&path, "%s/" STATE_DIR "/%s", root_path(work->request->root), name);
	return str_detach(&path);
}

void log_line(struct work *work, struct slice text)
{
	struct str line = STR_INIT;
	uint64_t ms = (platform_monotonic_ns() - work->begun_ns) / 1000000;
	str_addf(&line, "%8llu.%02llu | " SLICE_FMT "\n", (unsigned long long)(ms / 1000),
		(unsigned long long)(ms % 1000 / 10), SLICE_ARG(text));
	system_log_write(work->log, str_slice(&line));
	if (work->latest)
		system_log_write(work->latest, str_slice(&line));
	str_release(&line);
}

void work_note(struct work *work, const char *text)
{
	log_line(work, slice_of(text));
	work->request->tell(work->request->ctx, EVENT_NOTE, work->step, slice_of(text));
}

static void head_line(struct work *work, const char *name, const char *value)
{
	struct str line = STR_INIT;
	str_addf(&line, "%-9s %s", name, value ? value : "not known");
	log_line(work, str_slice(&line));
	str_release(&line);
}

static void write_head(struct work *work)
{
	const struct recipe *recipe = work->request->recipe;
	struct str text = STR_INIT, time = STR_INIT;
	platform_format_time(platform_wall_ns(), &time);
	head_line(work, "tbuild", TPATCH_VERSION);
	head_line(work, "time", time.ptr);
	head_line(work, "machine", work->request->probe->facts.description);
	str_add(&text, work->request->facts);
	str_add_char(&text, '\n');
	/* What the script says is what is run. */
	script_print(recipe, recipe->windows, STEP_CHECK, &text);
	struct slice rest = str_slice(&text), line;
	while (slice_cut(&rest, '\n', &line))
		log_line(work, slice_trim(line));
	str_release(&text);
	str_release(&time);
}

bool log_begin(struct work *work, struct err *err)
{
	struct str name = STR_INIT, time = STR_INIT;
	platform_format_time(platform_wall_ns(), &time);
	/* No colons in names, for Windows. */
	for (size_t i = 0; i < time.len; i++)
		if (time.ptr[i] == ':')
			time.ptr[i] = '-';
	str_addf(&name, "logs/%s-%s.log", work->request->recipe->profile->name, time.ptr);
	char *path = work_path(work, name.ptr);
	work->log = system_log_open(path, err);
	if (work->log) {
		/* Written along and no link: links are not for every file system, and a tbuild that is killed makes
		 * none. */
		char *latest = work_path(work, "logs/latest.log");
		struct err ignored = ERR_INIT;
		work->latest = system_log_open(latest, &ignored);
		err_release(&ignored);
		free(latest);
		str_add_cstr(&work->log_path, path);
		write_head(work);
	}
	free(path);
	str_release(&name);
	str_release(&time);
	return work->log != NULL;
}

bool log_end(struct work *work, struct err *err)
{
	struct err ignored = ERR_INIT;
	if (work->latest)
		system_log_close(work->latest, &ignored);
	bool ok = system_log_close(work->log, err);
	work->log = work->latest = NULL;
	err_release(&ignored);
	return ok;
}
