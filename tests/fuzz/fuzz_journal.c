/*
 * A whole journal that came with a tree. The input is files, parted by "%%", each with its path in the tree on its
 * first line; in a header HASH0 to HASH9 stand for the digests of these files, and it gets its right checksum. Nothing
 * of it is obeyed as it is; once its runs were adopted, recovery and rollback may write to the tree, and nowhere else.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest/hash.h"
#include "commit/commit.h"
#include "fuzz.h"
#include "platform/write.h"

#define MAX_FILES 16

static void add_hash(struct slice text, struct str *out)
{
	char hex[HASH_HEX_LEN + 1];
	hash_to_hex(hash_of(text), hex);
	str_add_cstr(out, hex);
}

static bool is_name(struct slice name)
{
	return name.len && name.len < 500 && !memchr(name.ptr, '\0', name.len) && name.ptr[0] != '/' &&
	       name.ptr[name.len - 1] != '/' && slice_find(name, SLICE_LITERAL(".."), 0) == (size_t)-1 &&
	       slice_find(name, SLICE_LITERAL("//"), 0) == (size_t)-1;
}

static void put_files(struct fuzz_input *input)
{
	struct slice names[MAX_FILES], texts[MAX_FILES];
	size_t count = 0;
	while (count < MAX_FILES && input->rest.len) {
		texts[count] = fuzz_part(input);
		if (!slice_cut(&texts[count], '\n', &names[count]) || !is_name(names[count]))
			continue;
		if (!texts[count].ptr)
			texts[count] = slice_from("", 0);
		count++;
	}
	for (size_t i = 0; i < count; i++) {
		bool is_header = slice_find(names[i], SLICE_LITERAL("/header."), 0) != (size_t)-1 ||
				 slice_find(names[i], SLICE_LITERAL("/folders."), 0) != (size_t)-1;
		struct str path = STR_INIT, text = STR_INIT;
		str_add(&path, names[i]);
		if (is_header) {
			fuzz_add_hashes(texts[i], texts, count, add_hash, &text);
			struct slice body = str_slice(&text);
			struct str sum = STR_INIT;
			add_hash(body, &sum);
			str_addf(&text, "checksum %s\n", sum.ptr);
			str_release(&sum);
		}
		fuzz_put(path.ptr, is_header ? str_slice(&text) : texts[i], 0644);
		str_release(&path);
		str_release(&text);
	}
}

static void settle(bool ok, struct commit_report *report, struct err *err)
{
	if (!ok) {
		commit_refuse(report, err);
		fuzz_check_err(err);
	}
	for (size_t i = 0; i < report->n_warnings; i++)
		MUST(report->warnings[i][0]);
	commit_report_release(report);
}

static void check_read(bool with_history)
{
	struct journal journal = { 0 };
	struct err err = ERR_INIT;
	if (with_history ? journal_read(fuzz_folder(), &journal, &err)
			 : journal_read_in_force(fuzz_folder(), &journal, &err))
		journal_needs_recovery(&journal);
	else
		fuzz_check_err(&err);
	journal_release(&journal);
}

static void recover(void)
{
	struct commit_report report = { 0 };
	struct err err = ERR_INIT;
	settle(commit_recover(platform_write_ops(), fuzz_folder(), &report, &err), &report, &err);
}

static void roll_back(bool forced)
{
	const struct write_ops *ops = platform_write_ops();
	struct commit_report report = { 0 };
	struct err err = ERR_INIT;
	settle(forced ? commit_rollback_forced(ops, fuzz_folder(), 0, "0", &report, &err)
		      : commit_rollback(ops, fuzz_folder(), 0, "0", &report, &err),
		&report, &err);
}

/* Nobody wrote this journal here: what it says is not done. */
static void check_refused(void)
{
	struct str before = STR_INIT, after = STR_INIT;
	fuzz_state(false, &before);
	recover();
	roll_back(false);
	roll_back(true);
	fuzz_state(false, &after);
	MUST(slice_eq(str_slice(&before), str_slice(&after)));
	str_release(&before);
	str_release(&after);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	const struct write_ops *ops = platform_write_ops();
	struct commit_report report = { 0 };
	struct err err = ERR_INIT;
	fuzz_folder();
	put_files(&input);
	check_read(false);
	check_read(true);
	check_refused();
	settle(commit_adopt(ops, fuzz_folder(), true, &report, &err), &report, &err);
	recover();
	roll_back(false);
	roll_back(true);
	report = (struct commit_report){ 0 };
	settle(commit_prune(ops, fuzz_folder(), 1, &report, &err), &report, &err);
	fuzz_check_outside();
	fuzz_clear();
	return 0;
}
