/* The machine itself. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "machine/probe.h"
#include "platform/process.h"

#define FILE_MAX_BYTES ((size_t)16 << 20)
#define OUTPUT_MAX_BYTES ((size_t)4 << 20)
#define RUN_LIMIT_NS ((uint64_t)30 * 1000 * 1000 * 1000)

static bool read_file(const struct probe *probe, const char *path, struct str *out)
{
	(void)probe;
	struct err err = ERR_INIT;
	bool ok = platform_read_file(path, FILE_MAX_BYTES, out, &err);
	err_release(&err);
	return ok;
}

static enum file_type type_of(const struct probe *probe, const char *path)
{
	(void)probe;
	struct err err = ERR_INIT;
	struct file_stat st = { 0 };
	if (!platform_stat(path, &st, &err))
		st.type = FILE_NONE;
	err_release(&err);
	return st.type;
}

static bool list_folder(const struct probe *probe, const char *path, struct dir_list *out)
{
	(void)probe;
	struct err err = ERR_INIT;
	struct root *root = root_open(path, &err);
	bool ok = root && root_list(root, "", out, &err);
	if (root)
		root_close(root);
	err_release(&err);
	return ok;
}

static char *real_path(const struct probe *probe, const char *path)
{
	(void)probe;
	return machine_real_path(path);
}

static char *short_path(const struct probe *probe, const char *path)
{
	(void)probe;
	return machine_short_path(path);
}

static bool disk_free(const struct probe *probe, const char *path, uint64_t *bytes)
{
	(void)probe;
	return machine_disk_free(path, bytes);
}

static char *find(const struct probe *probe, const char *name, size_t skip)
{
	return process_find_program(&probe->environment, name, skip);
}

static void collect(void *ctx, struct slice bytes)
{
	struct str *out = ctx;
	if (out->len + bytes.len <= OUTPUT_MAX_BYTES)
		str_add(out, bytes);
}

/* Leaves those folders in the list that are absolute and not in the tree. */
static void keep_tree_out(const struct probe *probe, const char *name, struct environment *environment)
{
	const char *old = environment_get(environment, name);
	struct slice rest = slice_of(old ? old : ""), part;
	struct str kept = STR_INIT;
	bool windows = probe_is_windows(probe);
	while (slice_cut(&rest, machine_path_separator(), &part)) {
		bool absolute = windows ? part.len > 2 && (part.ptr[1] == ':' || part.ptr[1] == '\\')
					: slice_starts_with(part, "/");
		char *folder = slice_dup(part);
		if (absolute && !probe_is_in_tree(probe, folder))
			str_addf(&kept, "%s%s", kept.len ? windows ? ";" : ":" : "", folder);
		free(folder);
	}
	environment_unset(environment, name);
	if (kept.len)
		environment_set(environment, name, kept.ptr);
	str_release(&kept);
}

/* In a folder that is nobody's: Python looks for modules, and Windows for DLLs, where a program is started. */
static bool run(const struct probe *probe, const char *const *argv, struct str *out, int *code)
{
	struct environment environment = { 0 };
	struct process_request request = {
		.argv = argv, .folder = machine_neutral_folder(), .environment = &environment, .limit_ns = RUN_LIMIT_NS
	};
	struct process_result end;
	struct err err = ERR_INIT;
	environment_copy(&environment, &probe->environment);
	/* Nothing of the tree's own is run by a question: Python would take its modules (sysconfig.py,
	 * sitecustomize.py) for the library's, `env` and ccache its programs. */
	keep_tree_out(probe, "PYTHONPATH", &environment);
	if (probe->hides_tree)
		keep_tree_out(probe, "PATH", &environment);
	bool ok = process_run(&request, collect, out, &end, &err);
	*code = end.code;
	environment_release(&environment);
	err_release(&err);
	return ok;
}

static void release(struct probe *probe)
{
	free(probe->data);
	free(probe);
}

struct probe *probe_system(void)
{
	struct probe *probe = xcalloc(1, sizeof(*probe));
	struct str description = STR_INIT;
	environment_ours(&probe->environment);
	machine_describe(&description);
	char *text = str_detach(&description);
	probe->facts = (struct probe_facts){
		.system = machine_name(), .bits = machine_bits(), .cores = platform_cpu_count(), .description = text
	};
	probe->facts.knows_memory = machine_memory(&probe->facts.memory);
	machine_gpus(&probe->facts.gpus);
	probe->facts.code_page = machine_code_page();
	probe->read = read_file;
	probe->type = type_of;
	probe->list = list_folder;
	probe->real_path = real_path;
	probe->short_path = short_path;
	probe->disk_free = disk_free;
	probe->find = find;
	probe->run = run;
	probe->free = release;
	probe->data = text;
	return probe;
}
