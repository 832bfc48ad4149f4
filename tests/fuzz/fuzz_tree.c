/*
 * A whole run on a generated tree. Files are divided by lines "%%"; the first byte of each chooses its name. The rules
 * of tests/fuzz/rules/ are applied to the tree as `tpatch apply` does it, in a folder of /dev/shm: what the plan says
 * is what is there then, the second run finds nothing to do, and after the rollback every byte, mode and mtime is as it
 * was. Run it in the root of the repository.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "commit/commit.h"
#include "fuzz.h"
#include "platform/write.h"
#include "tree/detect.h"

#define MAX_FILES 6
#define FILE_MAX_BYTES ((size_t)1 << 20)

static const char *const names[] = { "CMakeLists.txt", "setup.py", "notes.txt", "csrc/kernel.cu", "a/b/defs.bzl",
	"tools/build.sh", "tools/build.bat", "cmake/x.cmake" };
static const uint32_t modes[] = { 0644, 0755, 0600, 0444 };

static struct {
	struct patchset_library *library;
	struct root *root;
	struct target target;
	const struct patchset *set;
} all;

static void must_work(bool ok, const struct err *err)
{
	if (ok)
		return;
	fprintf(stderr, "%s\n", err->message ? err->message : "?");
	fuzz_fail(__FILE__, __LINE__, "the system or the engine says no");
}

static void put(const char *path, struct slice bytes, uint32_t mode, int64_t mtime_ns)
{
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	must_work(ops->remove(ops, all.root, path, &err) &&
			  ops->create(ops, all.root, path, bytes, mode, false, &err) &&
			  ops->set_meta(ops, all.root, path, mode, mtime_ns, &err),
		&err);
}

/* The folder stays from input to input: files are put in it and taken out again. */
static void begin(void)
{
	struct err err = ERR_INIT;
	const struct write_ops *ops = platform_write_ops();
	char folder[64];
	snprintf(folder, sizeof(folder), "/dev/shm/tpatch-fuzz-XXXXXX");
	MUST(mkdtemp(folder));
	all.root = root_open(folder, &err);
	must_work(all.root != NULL, &err);
	static const char *const folders[] = { "csrc", "a", "a/b", "tools", "cmake" };
	for (size_t i = 0; i < COUNT_OF(folders); i++)
		must_work(ops->make_dir(ops, all.root, folders[i], &err), &err);
	put("fuzz.txt", SLICE_LITERAL("1.0\n"), 0644, 1);
	all.library = patchset_library_load("tests/fuzz/rules", &err);
	must_work(all.library != NULL, &err);
	must_work(target_detect(all.root, all.library, "1.0", &all.target, &err), &err);
	all.set = patchset_library_find(all.library, PATCHSET_SET, SLICE_LITERAL("fuzz"));
	MUST(all.set);
}

struct file {
	const char *path;
	struct slice bytes;
	uint32_t mode;
	int64_t mtime_ns;
};

static size_t make_files(struct fuzz_input *input, struct file *files)
{
	size_t count = 0;
	while (input->rest.len && count < MAX_FILES) {
		struct fuzz_input part = { fuzz_part(input) };
		uint8_t kind = fuzz_byte(&part);
		struct file file = { names[kind % COUNT_OF(names)], part.rest,
			modes[kind / COUNT_OF(names) % COUNT_OF(modes)], 1000000007 + kind };
		bool is_there = false;
		for (size_t i = 0; i < count; i++)
			is_there |= strcmp(files[i].path, file.path) == 0;
		if (is_there)
			continue;
		put(file.path, file.bytes, file.mode, file.mtime_ns);
		files[count++] = file;
	}
	return count;
}

static void check_file(const struct file *file, struct slice wanted, bool with_time)
{
	struct str now = STR_INIT;
	struct err err = ERR_INIT;
	struct file_stat st;
	must_work(root_read(all.root, file->path, FILE_MAX_BYTES, &now, &st, &err), &err);
	MUST(slice_eq(str_slice(&now), wanted));
	MUST(st.mode == file->mode);
	MUST(!with_time || st.mtime_ns == file->mtime_ns);
	str_release(&now);
}

/* What the plan makes of the file; its own bytes where it does not change. */
static struct slice wanted_of(const struct plan *plan, const struct file *file, bool *changes)
{
	*changes = false;
	for (size_t i = 0; i < plan->n_changes; i++) {
		if (strcmp(plan->changes[i].path, file->path) != 0)
			continue;
		MUST(slice_eq(plan->changes[i].before, file->bytes));
		*changes = true;
		return plan->changes[i].after;
	}
	return file->bytes;
}

static bool plan_tree(struct plan *plan, struct err *err)
{
	struct plan_options options = { .n_threads = 1 };
	return plan_make(all.root, all.set, &all.target, &options, plan, err);
}

static void check_run(const struct plan *plan, const struct file *files, size_t count)
{
	const struct write_ops *ops = platform_write_ops();
	struct commit_report report;
	struct err err = ERR_INIT;
	struct plan second = { 0 };
	bool changes;
	must_work(commit_plan(ops, all.root, plan, "1.0", "0", NULL, &report, &err), &err);
	MUST(report.n_files == plan->n_changes);
	commit_report_release(&report);
	for (size_t i = 0; i < count; i++) {
		struct slice wanted = wanted_of(plan, &files[i], &changes);
		check_file(&files[i], wanted, !changes);
	}
	must_work(plan_tree(&second, &err), &err);
	MUST(second.n_changes == 0);
	plan_release(&second);
	if (plan->n_changes) {
		must_work(commit_rollback(ops, all.root, 0, "0", &report, &err), &err);
		commit_report_release(&report);
		must_work(commit_prune(ops, all.root, 0, &report, &err), &err);
		commit_report_release(&report);
	}
	for (size_t i = 0; i < count; i++)
		check_file(&files[i], files[i].bytes, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	struct file files[MAX_FILES];
	struct plan plan = { 0 };
	struct err err = ERR_INIT;
	const struct write_ops *ops = platform_write_ops();
	if (!all.library)
		begin();
	size_t count = make_files(&input, files);
	if (!plan_tree(&plan, &err)) {
		MUST(err.kind == ERR_UNFIT);
		fuzz_check_err(&err);
	} else if (!plan_is_stopped(&plan)) {
		check_run(&plan, files, count);
	}
	plan_release(&plan);
	for (size_t i = 0; i < count; i++)
		must_work(ops->remove(ops, all.root, files[i].path, &err), &err);
	return 0;
}
