#include "machine/probe.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "format/regex.h"

void probe_free(struct probe *probe)
{
	if (!probe)
		return;
	environment_release(&probe->environment);
	probe->free(probe);
}

const char *probe_env(const struct probe *probe, const char *name)
{
	const char *value = environment_get(&probe->environment, name);
	return value && value[0] ? value : NULL;
}

bool probe_is_windows(const struct probe *probe)
{
	return strcmp(probe->facts.system, "windows") == 0;
}

/* As far above a folder as the root of the disk can be. */
#define MOST_FOLDERS 256

/* Does the folder of `path` lie in the tree? A link at its end is not followed. */
static bool is_named_in_tree(const struct file_stat *tree, const char *path)
{
	struct err ignored = ERR_INIT;
	struct file_stat now, before = { 0 };
	struct str folder = STR_INIT;
	bool is_in = false;
	str_add_cstr(&folder, path);
	bool known = platform_stat(folder.ptr, &now, &ignored);
	if (known && now.type != FILE_DIRECTORY) {
		while (folder.len && folder.ptr[folder.len - 1] != '/' && folder.ptr[folder.len - 1] != '\\')
			folder.ptr[--folder.len] = '\0';
		known = folder.len && platform_stat(folder.ptr, &now, &ignored);
	}
	/* The system resolves "..", so links on the way do not hide where a folder lies. */
	for (size_t i = 0; known && !is_in && i < MOST_FOLDERS; i++) {
		is_in = now.file_id == tree->file_id && now.volume_id == tree->volume_id;
		if (i && now.file_id == before.file_id && now.volume_id == before.volume_id)
			break;
		before = now;
		str_add_cstr(&folder, "/..");
		known = platform_stat(folder.ptr, &now, &ignored) && now.type == FILE_DIRECTORY;
	}
	err_release(&ignored);
	str_release(&folder);
	return is_in;
}

struct slice probe_dir(struct slice path)
{
	while (path.len && path.ptr[path.len - 1] != '/' && path.ptr[path.len - 1] != '\\')
		path.len--;
	path.len -= path.len > 0;
	return path;
}

bool probe_is_in_tree(const struct probe *probe, const char *path)
{
	struct err ignored = ERR_INIT;
	struct file_stat tree;
	bool known = probe->tree && platform_stat(probe->tree, &tree, &ignored) && tree.type != FILE_NONE;
	char *real = known ? machine_real_path(path) : NULL;
	bool is_in = known && (is_named_in_tree(&tree, path) || (real && is_named_in_tree(&tree, real)));
	err_release(&ignored);
	free(real);
	return is_in;
}

char *probe_extract(struct slice text, const char *pattern)
{
	struct err err = ERR_INIT;
	size_t at = 0, begin, end;
	char *found = NULL;
	struct regex *regex = regex_new(slice_of(pattern), REGEX_BYTES, &at, &err);
	struct regex_scratch *scratch = regex_scratch_new();
	if (regex && regex_search(regex, scratch, text, 0, &begin, &end) == REGEX_MATCH &&
		regex_group(scratch, 1, &begin, &end))
		found = slice_dup(slice_sub(text, begin, end));
	regex_scratch_free(scratch);
	regex_free(regex);
	err_release(&err);
	return found;
}

char *probe_ask(const struct probe *probe, const char *const *argv, const char *pattern)
{
	struct str out = STR_INIT;
	int code = 0;
	char *found =
		probe->run(probe, argv, &out, &code) && code == 0 ? probe_extract(str_slice(&out), pattern) : NULL;
	str_release(&out);
	return found;
}

char *probe_extract_file(const struct probe *probe, const char *path, const char *pattern)
{
	struct str text = STR_INIT;
	char *found = probe->read(probe, path, &text) ? probe_extract(str_slice(&text), pattern) : NULL;
	str_release(&text);
	return found;
}

void probe_put_first_in_path(struct probe *probe, const char *folder)
{
	struct str path = STR_INIT;
	const char *old = environment_get(&probe->environment, "PATH");
	str_addf(&path, "%s%s%s", folder, !old || !old[0] ? "" : probe_is_windows(probe) ? ";" : ":", old ? old : "");
	environment_set(&probe->environment, "PATH", path.ptr);
	str_release(&path);
}
