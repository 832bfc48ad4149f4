/*
 * A draft from a diff: "%%" parts the diff from the files that it is for, in its order. What is drafted loads as a
 * patch set; all else is told with a place. The first byte says how many folders are taken off, whether hunks may
 * become code, and whether there is a tree.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "draft/draft.h"
#include "fuzz.h"
#include "patchset/library.h"

static const char project[] =
	"tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\nversion-file: demo.txt\n";

static void check_loads(struct slice yaml)
{
	struct err err = ERR_INIT;
	struct patchset_library *library = library_new();
	fuzz_must_work(library_add(library, "project.yaml", slice_of(project), false, &err) &&
			       library_add(library, "draft.yaml", yaml, false, &err) && library_resolve(library, &err),
		&err);
	patchset_library_free(library);
}

static void put_files(struct fuzz_input *input, const struct patch *patch)
{
	for (size_t i = 0; i < patch->n_files && input->rest.len; i++) {
		const char *path = patch->files[i].old_path;
		struct slice bytes = fuzz_part(input);
		if (path && path_leads_into_tree(slice_of(path)) && strlen(path) < 1000)
			fuzz_put(path, bytes, 0644);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	uint8_t how = fuzz_byte(&input);
	struct slice diff = fuzz_exact(fuzz_part(&input));
	struct patch patch = { 0 };
	struct err err = ERR_INIT;
	struct root *root = fuzz_folder();
	if (!patch_read(&patch, "a.diff", diff, how % 4, &err)) {
		fuzz_check_err(&err);
	} else {
		struct draft_report report = { 0 };
		struct str yaml = STR_INIT, before = STR_INIT, after = STR_INIT;
		put_files(&input, &patch);
		fuzz_state(true, &before);
		struct tree tree = tree_of_root(root);
		bool *plain = xcalloc(patch.n_files + 1, sizeof(*plain));
		memset(plain, true, patch.n_files * sizeof(*plain));
		struct draft_options options = { .diff_name = "a.diff",
			.project = "demo",
			.versions = ">=1",
			.plain = how & 4 ? plain : NULL,
			.tree = how & 8 ? NULL : &tree };
		if (draft_make(&patch, &options, &yaml, &report, &err))
			check_loads(str_slice(&yaml));
		else
			fuzz_check_err(&err);
		for (size_t i = 0; i < report.n_complaints; i++)
			MUST(report.complaints[i].text && report.complaints[i].text[0]);
		fuzz_state(true, &after);
		MUST(slice_eq(str_slice(&before), str_slice(&after)));
		draft_report_release(&report);
		free(plain);
		str_release(&yaml);
		str_release(&before);
		str_release(&after);
		fuzz_clear();
	}
	patch_release(&patch);
	free((char *)diff.ptr);
	return 0;
}
