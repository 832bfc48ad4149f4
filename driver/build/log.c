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
	str_addf(&line, "%8llu.%02llu | " SLICE_FMT "\n", (unsigned long long)(ms / 1000), (unsigned long long)(ms % 1000 / 10), SLICE_ARG(text));
	system_log_write(work->log, str_slice(&line));
	str_release(&line);
}

static void head_line(struct work *work, const char *name, const char *value)
{
	struct str line = STR_INIT;
	str_addf(&line, "%-11s %s", name, value ? value : "not known");
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
	head_line(work, "tree", recipe->root);
	head_line(work, "PyTorch", recipe->torch);
	head_line(work, "profile", recipe->profile->name);
	head_line(work, "python", recipe->python);
	head_line(work, "CUDA", recipe->toolkit.root ? recipe->toolkit.root : "not used");
	head_line(work, "jobs", recipe->jobs_why);
	/* What the script says is what is run. */
	script_print(recipe, recipe->windows, &text);
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
	struct str text = STR_INIT;
	bool ok = system_log_close(work->log, err);
	work->log = NULL;
	/* `latest.log` is a copy: links are not for every file system. */
	char *path = work_path(work, "logs/latest.log");
	if (ok)
		ok = platform_read_file(work->log_path.ptr, (size_t)1 << 30, &text, err) && platform_save_file(path, str_slice(&text), err);
	free(path);
	str_release(&text);
	return ok;
}
