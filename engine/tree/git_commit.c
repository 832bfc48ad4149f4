#include "tree/git_commit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "format/regex.h"
#include "platform/process.h"
#include "tree/git_run.h"

#define BUFFER_BYTES 65536
#define OBJECT_ID_MAX 64

struct git_repository {
	char *path;
	struct process *objects; /* git cat-file --batch */
	char *buffer;            /* [BUFFER_BYTES], read ahead of what was asked for: bytes [begin, end) */
	size_t begin, end;
};

/* One name of a commit. */
struct git_entry {
	const char *path;
	char id[OBJECT_ID_MAX + 1];
	uint64_t size; /* of a file */
	enum file_type type;
	uint32_t mode;
};

struct git_commit {
	struct git_repository *repository;
	char *name;
	struct git_entry *entries; /* by path */
	size_t count, capacity;
	struct str listing; /* holds the paths */
};

/* --- the repository ----------------------------------------------------------------------------------------------- */

/* What a hook of git has in its environment, and by which git would take another repository than the one that is
 * named. */
static bool check_environment(const char *path, struct err *err)
{
	static const char *const leads_away[] = { "GIT_DIR", "GIT_COMMON_DIR" };
	for (size_t i = 0; i < COUNT_OF(leads_away); i++) {
		char *value = platform_getenv(leads_away[i]);
		bool is_set = value && value[0];
		free(value);
		if (!is_set)
			continue;
		err_set(err, ERR_USAGE, "%s is set, so git would not read '%s'", leads_away[i], path);
		return err_hint(err, "unset %s first", leads_away[i]);
	}
	return true;
}

struct git_repository *git_repository_open(const char *path, struct err *err)
{
	static const char *const ask[] = { "rev-parse", "--git-dir", NULL };
	struct str answer = STR_INIT;
	struct file_stat st;
	if (!platform_stat(path, &st, err))
		return NULL;
	if (st.type != FILE_DIRECTORY) {
		err_set(err, ERR_USAGE, "no folder '%s'", path);
		return NULL;
	}
	if (!check_environment(path, err))
		return NULL;
	bool ok = git_run(path, ask, &answer, err);
	str_release(&answer);
	if (!ok) {
		err_prefix(err, "'%s' cannot be read as a git repository", path);
		return NULL;
	}
	static const char *const batch[] = { "cat-file", "--batch", NULL };
	struct process *objects = git_start(path, batch, err);
	if (!objects)
		return NULL;
	struct git_repository *repository = xcalloc(1, sizeof(*repository));
	*repository =
		(struct git_repository){ .path = xstrdup(path), .objects = objects, .buffer = xmalloc(BUFFER_BYTES) };
	return repository;
}

void git_repository_close(struct git_repository *repository)
{
	if (!repository)
		return;
	struct err ignored = ERR_INIT;
	process_end(repository->objects, &ignored);
	err_release(&ignored);
	free(repository->path);
	free(repository->buffer);
	free(repository);
}

bool git_repository_tags(
	struct git_repository *repository, const char *pattern, char ***out, size_t *count, struct err *err)
{
	static const char *const list[] = { "for-each-ref", "--format=%(refname:strip=2)", "refs/tags", NULL };
	struct str names = STR_INIT;
	size_t capacity = 0;
	*out = NULL;
	*count = 0;
	struct glob_set *globs = glob_set_new(&pattern, 1, false, err);
	if (!globs) {
		err->kind = ERR_USAGE;
		return err_prefix(err, "--tags '%s'", pattern);
	}
	bool ok = git_run(repository->path, list, &names, err);
	struct regex_scratch *scratch = regex_scratch_new();
	struct slice rest = str_slice(&names), name;
	while (ok && slice_cut(&rest, '\n', &name))
		if (name.len && glob_set_match(globs, scratch, name))
			VEC_PUSH(*out, *count, capacity, slice_dup(name));
	regex_scratch_free(scratch);
	glob_set_free(globs);
	str_release(&names);
	return ok;
}

/* --- names -------------------------------------------------------------------------------------------------------- */

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct git_entry *)a)->path, ((const struct git_entry *)b)->path);
}

/* "100644 blob 3f786850e387550fdab836ed7e6dc881de23001b      89\tpath": format of git ls-tree -l. */
static bool parse_entry(struct slice line, struct git_entry *out)
{
	struct slice mode, type, id, size;
	if (!slice_cut(&line, ' ', &mode) || !slice_cut(&line, ' ', &type) || !slice_cut(&line, ' ', &id) ||
		!slice_cut(&line, '\t', &size) || !line.ptr || id.len > OBJECT_ID_MAX)
		return false;
	*out = (struct git_entry){ .path = line.ptr };
	memcpy(out->id, id.ptr, id.len);
	unsigned long bits = strtoul(mode.ptr, NULL, 8);
	out->mode = (uint32_t)(bits & 0777);
	out->type = (bits & 0170000) == 0100000   ? FILE_REGULAR
		    : (bits & 0170000) == 0120000 ? FILE_SYMLINK
						  : FILE_DIRECTORY;
	out->size = strtoull(slice_trim(size).len ? slice_trim(size).ptr : "0", NULL, 10);
	return true;
}

struct git_commit *git_commit_open(struct git_repository *repository, const char *tag, struct err *err)
{
	struct git_commit *commit = xcalloc(1, sizeof(*commit));
	struct str name = STR_INIT;
	*commit = (struct git_commit){ .repository = repository, .name = xstrdup(tag) };
	str_addf(&name, "refs/tags/%s^{tree}", tag);
	const char *const list[] = { "ls-tree", "-r", "-z", "-l", "--full-tree", name.ptr, NULL };
	bool ok = git_run(repository->path, list, &commit->listing, err);
	str_release(&name);
	struct slice rest = str_slice(&commit->listing), line;
	while (ok && slice_cut(&rest, '\0', &line) && line.len) {
		struct git_entry entry;
		ok = parse_entry(line, &entry) ||
		     err_set(err, ERR_IO, "git ls-tree says '" SLICE_FMT "', which is not an entry",
			     SLICE_ARG(utf8_excerpt(line)));
		if (ok)
			VEC_PUSH(commit->entries, commit->count, commit->capacity, entry);
	}
	if (commit->count)
		sort_stable(commit->entries, commit->count, sizeof(*commit->entries), by_path);
	if (ok)
		return commit;
	git_commit_free(commit);
	return NULL;
}

void git_commit_free(struct git_commit *commit)
{
	free(commit->name);
	free(commit->entries);
	str_release(&commit->listing);
	free(commit);
}

const char *git_commit_name(const struct git_commit *commit)
{
	return commit->name;
}

static int compare_path_to_entry(const void *path, const void *entry)
{
	return strcmp(path, ((const struct git_entry *)entry)->path);
}

/* The first entry whose path is not before `path`. */
static size_t lower_bound(const struct git_commit *commit, const char *path)
{
	return sort_lower_bound(commit->entries, commit->count, sizeof(*commit->entries), path, compare_path_to_entry);
}

static const struct git_entry *find_entry(const struct git_commit *commit, const char *path)
{
	size_t at = lower_bound(commit, path);
	return at < commit->count && strcmp(commit->entries[at].path, path) == 0 ? &commit->entries[at] : NULL;
}

static void fill_stat(const struct git_entry *entry, struct file_stat *out)
{
	*out = (struct file_stat){ .type = entry->type, .size = entry->size, .mode = entry->mode, .links = 1 };
}

void git_commit_stat(const struct git_commit *commit, const char *path, struct file_stat *out)
{
	const struct git_entry *entry = find_entry(commit, path);
	*out = (struct file_stat){ .type = FILE_NONE };
	if (entry) {
		fill_stat(entry, out);
		return;
	}
	/* A folder has no entry of its own. */
	struct str prefix = STR_INIT;
	str_addf(&prefix, "%s/", path);
	size_t at = lower_bound(commit, prefix.ptr);
	if (at < commit->count && strncmp(commit->entries[at].path, prefix.ptr, prefix.len) == 0)
		out->type = FILE_DIRECTORY;
	str_release(&prefix);
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static bool fill_buffer(struct git_repository *repository, struct err *err)
{
	size_t n;
	repository->begin = repository->end = 0;
	if (!process_read(repository->objects, repository->buffer, BUFFER_BYTES, &n, err))
		return false;
	repository->end = n;
	return n > 0 || err_set(err, ERR_IO, "it ended in the middle of its answer");
}

/* Appends the next `size` bytes of the answer to `out`. */
static bool take_bytes(struct git_repository *repository, uint64_t size, struct str *out, struct err *err)
{
	while (size) {
		if (repository->begin == repository->end && !fill_buffer(repository, err))
			return false;
		size_t have = repository->end - repository->begin, n = size < have ? (size_t)size : have;
		str_add_bytes(out, repository->buffer + repository->begin, n);
		repository->begin += n;
		size -= n;
	}
	return true;
}

/* The first line of the answer, "ID blob SIZE", into `out`, which is left with its line end. */
static bool take_line(struct git_repository *repository, struct str *out, struct err *err)
{
	do {
		if (!take_bytes(repository, 1, out, err))
			return false;
	} while (out->ptr[out->len - 1] != '\n');
	return true;
}

static bool read_object(
	struct git_repository *repository, const struct git_entry *entry, struct str *out, struct err *err)
{
	struct str line = STR_INIT;
	str_clear(out);
	str_addf(&line, "%s\n", entry->id);
	bool ok = process_write(repository->objects, str_slice(&line), err);
	str_clear(&line);
	ok = ok && take_line(repository, &line, err);
	struct slice rest = str_slice(&line), id, type;
	if (ok && !(slice_cut(&rest, ' ', &id) && slice_cut(&rest, ' ', &type) && slice_eq_cstr(type, "blob") &&
			  rest.ptr && strtoull(rest.ptr, NULL, 10) == entry->size))
		ok = err_set(
			err, ERR_IO, "git has no object %s, and nothing is fetched for a partial clone", entry->id);
	ok = ok && take_bytes(repository, entry->size + 1, out, err);
	str_release(&line);
	if (ok)
		out->ptr[--out->len] = '\0'; /* git adds a line end */
	return ok || err_prefix(err, "cannot read '%s' by git cat-file", entry->path);
}

bool git_commit_read(struct git_commit *commit, const char *path, size_t max_bytes, struct str *out,
	struct file_stat *st, struct err *err)
{
	const struct git_entry *entry = find_entry(commit, path);
	if (!entry || entry->type != FILE_REGULAR)
		return err_set(err, ERR_IO, "cannot read '%s': it is not a file of %s", path, commit->name);
	if (entry->size > max_bytes)
		return err_set(err, ERR_IO, "cannot read '%s': it is larger than %zu bytes", path, max_bytes);
	if (st)
		fill_stat(entry, st);
	return read_object(commit->repository, entry, out, err);
}

const char *git_commit_next(const struct git_commit *commit, size_t *at)
{
	while (*at < commit->count) {
		const struct git_entry *entry = &commit->entries[(*at)++];
		if (entry->type == FILE_REGULAR)
			return entry->path;
	}
	return NULL;
}
