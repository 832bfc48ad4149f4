#include "command/log.h"

#include <stdlib.h>
#include <string.h>

#include "system/system.h"

#define PIECE_BYTES ((size_t)1 << 20)
/* A pipe that is named by a path is read at once. */
#define PIPE_MAX_BYTES ((size_t)1 << 30)
#define MAX_FILES 10000
#define MAX_DEPTH 32

static void read_input(struct triage_reader *reader, char *buffer)
{
	size_t got;
	while ((got = system_read_input(buffer, PIECE_BYTES)) > 0)
		triage_reader_take(reader, slice_from(buffer, got));
}

static void read_file(struct triage_reader *reader, const char *path, char *buffer)
{
	uint64_t offset = 0;
	size_t got;
	while ((got = system_read_at(path, offset, buffer, PIECE_BYTES)) > 0) {
		triage_reader_take(reader, slice_from(buffer, got));
		offset += got;
	}
}

bool log_triage(const struct signatures *signatures, const char *path, struct triage *out, struct err *err)
{
	struct file_stat st = { 0 };
	struct str all = STR_INIT;
	bool is_input = strcmp(path, "-") == 0;
	*out = (struct triage){ 0 };
	if (!is_input && !platform_stat(path, &st, err))
		return false;
	bool is_file = st.type == FILE_REGULAR;
	if (!is_input && !is_file && !platform_read_file(path, PIPE_MAX_BYTES, &all, err)) {
		str_release(&all);
		return false;
	}
	struct triage_reader *reader = triage_reader_new(signatures);
	char *buffer = xmalloc(PIECE_BYTES);
	if (is_input)
		read_input(reader, buffer);
	else if (is_file)
		read_file(reader, path, buffer);
	else
		triage_reader_take(reader, str_slice(&all));
	triage_reader_end(reader, out);
	free(buffer);
	str_release(&all);
	return true;
}

static bool is_log(struct slice name)
{
	static const char *const endings[] = { ".log", ".txt", ".out", ".err", "CMakeConfigureLog.yaml" };
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (slice_ends_with(name, endings[i]))
			return true;
	return false;
}

static bool add_folder(struct log_names *names, struct root *root, const char *top, const char *folder, unsigned depth,
	struct err *err)
{
	struct dir_list list = { 0 };
	bool ok = root_list(root, folder, &list, err);
	for (size_t i = 0; ok && i < list.count && names->count < MAX_FILES; i++) {
		struct str below = STR_INIT, path = STR_INIT;
		const char *name = list.entries[i].name;
		str_addf(&below, "%s%s%s", folder, folder[0] ? "/" : "", name);
		if (list.entries[i].type == FILE_DIRECTORY && depth < MAX_DEPTH) {
			ok = add_folder(names, root, top, below.ptr, depth + 1, err);
		} else if (list.entries[i].type == FILE_REGULAR && is_log(slice_of(name))) {
			str_addf(&path, "%s%s%s", top, top[strlen(top) - 1] == '/' ? "" : "/", below.ptr);
			VEC_PUSH(names->items, names->count, names->capacity, str_detach(&path));
		}
		str_release(&below);
		str_release(&path);
	}
	dir_list_release(&list);
	return ok;
}

bool log_names_add(struct log_names *names, const char *path, struct err *err)
{
	struct file_stat st = { 0 };
	if (strcmp(path, "-") != 0 && !platform_stat(path, &st, err))
		return false;
	if (st.type != FILE_DIRECTORY) {
		VEC_PUSH(names->items, names->count, names->capacity, xstrdup(path));
		return true;
	}
	size_t before = names->count;
	struct root *root = root_open(path, err);
	bool ok = root && add_folder(names, root, path, "", 0, err);
	if (root)
		root_close(root);
	if (ok && names->count == before) {
		ok = err_set(err, ERR_IO, "there are no logs in '%s'", path);
		err_hint(err,
			"it looks for *.log, *.txt, *.out, *.err, CMakeConfigureLog.yaml; other files can be named "
			"one by one");
	}
	return ok;
}

void log_names_release(struct log_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->items[i]);
	free(names->items);
	*names = (struct log_names){ 0 };
}
