/*
 * The first byte says how many folders are stripped; then a diff, and after a line "%%" a file. The diff is read as
 * records; then its hunks are read alone and looked for in the file, and those that stand there are made, and taken for
 * made afterwards. The folders' mtimes and the last number, which the journal keeps as text, are read from the same
 * bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "commit/journal/header.h"
#include "fuzz.h"
#include "op/hunk.h"
#include "text/edit.h"

static void check_hunk(const struct patch_hunk *hunk)
{
	size_t n_old = 0, n_new = 0;
	for (size_t i = 0; i < hunk->n_lines; i++) {
		n_old += hunk->lines[i].side != PATCH_NEW;
		n_new += hunk->lines[i].side != PATCH_OLD;
		MUST(slice_find(hunk->lines[i].text, SLICE_LITERAL("\n"), 0) == (size_t)-1);
	}
	MUST(hunk->line > 0);
	MUST(hunk->old_count == n_old && hunk->new_count == n_new);
}

static void check_patch(struct slice text, size_t strip)
{
	struct patch patch = { 0 };
	struct err err = ERR_INIT;
	if (patch_read(&patch, "fuzz", text, strip, &err)) {
		MUST(patch.n_files > 0);
		for (size_t i = 0; i < patch.n_files; i++) {
			MUST(patch.files[i].old_path || patch.files[i].new_path);
			for (size_t h = 0; h < patch.files[i].n_hunks; h++)
				check_hunk(&patch.files[i].hunks[h]);
		}
	} else {
		MUST(err.kind == ERR_USAGE);
		fuzz_check_err(&err);
	}
	patch_release(&patch);
}

/* Makes what is to be made; true when something was. */
static bool make(const struct hunk_list *hunks, const struct hunk_found *found, struct source *source, struct str *made)
{
	struct edit_list edits = EDIT_LIST_INIT;
	size_t a, b;
	bool any = false;
	for (size_t h = 0; h < hunks->count; h++) {
		if (found[h].state != HUNK_TO_MAKE)
			continue;
		any = true;
		hunk_emit(&hunks->items[h], source, found[h].line, &edits, 0, (uint32_t)h);
	}
	MUST(edit_list_settle(&edits, &a, &b));
	edit_list_apply(&edits, source->bytes, made);
	edit_list_release(&edits);
	return any;
}

static bool find(const struct hunk_list *hunks, struct slice bytes, struct hunk_found *found, struct source *source)
{
	struct hunk_lack lack;
	source_init(source, "fuzz", bytes);
	bool ok = hunk_list_find(hunks, source, found, &lack);
	MUST(ok || lack.index < hunks->count);
	if (!ok && !lack.out_of_order) {
		struct str text = STR_INIT;
		size_t line;
		hunk_nearest(&hunks->items[lack.index], source, &text, &line);
		str_release(&text);
	}
	return ok;
}

static void check_hunks(struct slice text, struct slice bytes)
{
	struct arena arena = ARENA_INIT;
	struct hunk_list hunks = { 0 };
	struct err err = ERR_INIT;
	size_t offset = 0;
	if (!hunk_list_compile(&hunks, text, &arena, &offset, &err)) {
		MUST(offset <= text.len && err.kind == ERR_PATCHSET);
		fuzz_check_err(&err);
	} else {
		struct hunk_found *found = xcalloc(hunks.count, sizeof(*found));
		struct source source;
		struct str made = STR_INIT;
		if (find(&hunks, bytes, found, &source))
			MUST(make(&hunks, found, &source, &made) || slice_eq(str_slice(&made), bytes));
		source_release(&source);
		str_release(&made);
		free(found);
	}
	arena_release(&arena);
}

static void check_journal_texts(struct slice text)
{
	struct arena arena = ARENA_INIT;
	struct folder_times times;
	unsigned long number;
	if (folder_times_parse(text, &arena, &times))
		for (size_t i = 0; i < times.count; i++)
			MUST(!times.items[i].path[0] || path_leads_into_tree(slice_of(times.items[i].path)));
	journal_last_number(text, &number);
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	size_t strip = fuzz_byte(&input) % 4;
	struct slice text = fuzz_exact(fuzz_part(&input)), bytes = fuzz_exact(input.rest);
	check_patch(text, strip);
	size_t at = slice_find(text, SLICE_LITERAL("@@"), 0);
	check_hunks(slice_sub(text, at == (size_t)-1 ? 0 : at, text.len), bytes);
	check_journal_texts(text);
	free((char *)text.ptr);
	free((char *)bytes.ptr);
	return 0;
}
