/*
 * A plan file, and after "%%" the files of the tree that it is for, each with its name on its first line. In the plan,
 * HASH0 stands for the digest of the first file, HASH1 for that of what it is to become, which follows it after a line
 * "=>", and so on. What the plan would write lies in the tree.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/digest/sha256.h"
#include "commit/plan_file.h"
#include "fuzz.h"

#define MAX_FILES 5
#define MAX_HASHES (2 * MAX_FILES)

static void add_digest(struct slice text, struct str *out)
{
	char hex[SHA256_HEX_LEN + 1];
	sha256_to_hex(sha256_of(text), hex);
	str_add_cstr(out, hex);
}

/* Two texts for each file: its own, and what is after its first line "=>". */
static size_t put_files(struct fuzz_input *input, struct slice *texts)
{
	size_t count = 0;
	while (input->rest.len && count < MAX_HASHES) {
		struct slice part = fuzz_part(input), name, before;
		if (!slice_cut(&part, '\n', &name) || !part.ptr)
			continue;
		size_t arrow = slice_find(part, SLICE_LITERAL("\n=>\n"), 0);
		before = slice_sub(part, 0, arrow == (size_t)-1 ? part.len : arrow);
		texts[count++] = before;
		texts[count++] = arrow == (size_t)-1 ? before : slice_sub(part, arrow + 4, part.len);
		struct str path = STR_INIT;
		str_add(&path, name);
		if (path.len && path.len < 1000 && !memchr(path.ptr, '\0', path.len) &&
			path_leads_into_tree(str_slice(&path)))
			fuzz_put(path.ptr, before, 0644);
		str_release(&path);
	}
	return count;
}

static void check_plan(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n_changes; i++) {
		const struct change *change = &plan->changes[i];
		MUST(path_leads_into_tree(slice_of(change->path)));
		MUST(!change->new_path || path_leads_into_tree(slice_of(change->new_path)));
		for (size_t k = 0; k < change->n_rules; k++)
			MUST(change->rules[k] < plan->n_rules);
	}
}

static void check_opens(const struct plan_file *file)
{
	struct plan plan = { 0 };
	struct target target = { 0 };
	struct commit_report refused = { 0 };
	struct err err = ERR_INIT;
	if (plan_file_open(file, fuzz_folder(), &plan, &target, &refused, &err)) {
		struct str again = STR_INIT;
		struct plan_file second = { 0 };
		check_plan(&plan);
		/* What was read can be written, and read. */
		plan_file_write(&plan, &target, "/", "0", &again);
		fuzz_must_work(plan_file_read(str_slice(&again), "again", &second, &err), &err);
		MUST(second.n_entries == plan.n_changes && second.n_rules == plan.n_rules);
		plan_file_release(&second);
		str_release(&again);
	} else {
		MUST(err.kind == ERR_UNFIT || err.kind == ERR_USAGE || err.kind == ERR_IO);
		MUST(err.kind != ERR_UNFIT || refused.n_refusals);
		fuzz_check_err(&err);
	}
	plan_release(&plan);
	target_release(&target);
	commit_report_release(&refused);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	struct slice texts[MAX_HASHES], text = fuzz_part(&input);
	struct str whole = STR_INIT;
	struct plan_file file = { 0 };
	struct err err = ERR_INIT;
	fuzz_folder();
	size_t count = put_files(&input, texts);
	fuzz_add_hashes(text, texts, count, add_digest, &whole);
	struct slice exact = fuzz_exact(str_slice(&whole));
	if (plan_file_read(exact, "a.plan", &file, &err)) {
		for (size_t i = 0; i < file.n_entries; i++)
			MUST(path_leads_into_tree(slice_of(file.entries[i].path)));
		check_opens(&file);
	} else {
		MUST(err.kind == ERR_USAGE);
		fuzz_check_err(&err);
	}
	plan_file_release(&file);
	free((char *)exact.ptr);
	str_release(&whole);
	fuzz_clear();
	return 0;
}
