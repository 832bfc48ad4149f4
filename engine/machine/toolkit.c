#include "machine/toolkit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/version/version.h"

static const char windows_toolkits[] = "C:\\Program Files\\NVIDIA GPU Computing Toolkit\\CUDA";

/* The version of the toolkit in `root`, from its version.json or cuda.h, for free(); NULL where there is none. */
static char *toolkit_version(const struct probe *probe, const char *root)
{
	struct str path = STR_INIT;
	str_addf(&path, "%s/version.json", root);
	char *found = probe_extract_file(probe, path.ptr, "\"cuda\"\\s*:\\s*\\{[^}]*\"version\"\\s*:\\s*\"([0-9.]+)\"");
	if (!found) {
		str_clear(&path);
		str_addf(&path, "%s/include/cuda.h", root);
		char *number = probe_extract_file(probe, path.ptr, "#\\s*define\\s+CUDA_VERSION\\s+([0-9]{4,6})");
		unsigned long value = number ? strtoul(number, NULL, 10) : 0;
		str_clear(&path);
		str_addf(&path, "%lu.%lu", value / 1000, value % 1000 / 10);
		found = number ? xstrdup(path.ptr) : NULL;
		free(number);
	}
	str_release(&path);
	return found;
}

/* Each folder once: variables, PATH and links name the same one over and over. */
static void add_seen(
	const struct probe *probe, const char *root, const char *version, const char *source, struct toolkit *out)
{
	struct str line = STR_INIT, *seen = &out->seen;
	char *real = probe->real_path(probe, root);
	str_addf(&line, "\n%s\n", real ? real : root);
	if (slice_find(str_slice(&out->real_roots), str_slice(&line), 0) == (size_t)-1) {
		str_add(&out->real_roots, str_slice(&line));
		str_addf(seen, "%s%s in '%s' (%s)", seen->len ? ", " : "", version, root, source);
	}
	free(real);
	str_release(&line);
}

/* True once a toolkit is taken. */
static bool try_root(
	const struct probe *probe, const char *root, const char *source, const char *range, struct toolkit *out)
{
	char *version = toolkit_version(probe, root);
	if (!version)
		return false;
	add_seen(probe, root, version, source, out);
	if (range && !version_in_range(range, slice_of(version))) {
		free(version);
		return false;
	}
	out->root = xstrdup(root);
	out->version = version;
	out->source = source;
	return true;
}

static bool try_environment(const struct probe *probe, const char *range, struct toolkit *out)
{
	static const char *const names[] = { "CUDA_HOME", "CUDA_PATH" };
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *root = probe_env(probe, names[i]);
		if (root && try_root(probe, root, names[i], range, out))
			return true;
	}
	for (size_t i = 0; i < probe->environment.count; i++) {
		const char *item = probe->environment.items[i];
		if (slice_starts_with(slice_of(item), "CUDA_PATH_V") &&
			try_root(probe, item + environment_name_length(item) + 1, "CUDA_PATH_V…", range, out))
			return true;
	}
	return false;
}

/* "12.10" of "cuda-12.10" and "v12.10"; false for "cuda", which is mostly a link to one of the others. */
static bool version_of_folder(const char *name, struct version *out)
{
	const char *digits = name + strcspn(name, "0123456789");
	return version_parse(out, slice_of(digits), NULL);
}

static int compare_folders(const void *a, const void *b)
{
	struct version one, other;
	bool left = version_of_folder(((const struct dir_entry *)a)->name, &one),
	     right = version_of_folder(((const struct dir_entry *)b)->name, &other);
	return left && right ? version_cmp(&one, &other) : (int)left - (int)right;
}

static bool try_folder(
	const struct probe *probe, const char *folder, const char *prefix, const char *range, struct toolkit *out)
{
	struct dir_list list = { 0 };
	bool found = false;
	if (probe->list(probe, folder, &list)) {
		/* The newest first, as far as names tell. */
		sort_stable(list.entries, list.count, sizeof(*list.entries), compare_folders);
		for (size_t i = list.count; i > 0 && !found; i--) {
			struct str root = STR_INIT;
			str_addf(&root, "%s%c%s", folder, probe_is_windows(probe) ? '\\' : '/',
				list.entries[i - 1].name);
			found = slice_starts_with(slice_of(list.entries[i - 1].name), prefix) &&
				try_root(probe, root.ptr, "the usual place", range, out);
			str_release(&root);
		}
	}
	dir_list_release(&list);
	return found;
}

static bool try_path(const struct probe *probe, const char *range, struct toolkit *out)
{
	char *nvcc = probe->find(probe, "nvcc", 0);
	struct slice root = probe_dir(probe_dir(slice_of(nvcc ? nvcc : ""))); /* without bin/nvcc */
	char *text = slice_dup(root);
	bool found = root.len && try_root(probe, text, "nvcc in PATH", range, out);
	free(text);
	free(nvcc);
	return found;
}

bool toolkit_find(const struct probe *probe, const char *range, const char *given, struct toolkit *out)
{
	*out = (struct toolkit){ 0 };
	if (given)
		return try_root(probe, given, "--cuda", range, out);
	return try_environment(probe, range, out) ||
	       try_folder(probe, probe_is_windows(probe) ? windows_toolkits : "/usr/local",
		       probe_is_windows(probe) ? "v" : "cuda", range, out) ||
	       try_path(probe, range, out);
}

void toolkit_release(struct toolkit *toolkit)
{
	free(toolkit->root);
	free(toolkit->version);
	str_release(&toolkit->seen);
	str_release(&toolkit->real_roots);
	*toolkit = (struct toolkit){ 0 };
}
