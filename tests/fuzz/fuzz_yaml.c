/* A patch set as text: loaded beside a project and a pack, or refused with a place. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "patchset/library.h"

static const char project[] =
	"tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\nversion-file: demo.txt\n"
	"facts: {cuda: {type: version, help: a}, platform: {type: choice, choices: [windows, linux, macos], help: a}, "
	"blas: {type: text, help: a}}\n";
static const char pack[] =
	"tpatch: 1\npack: common\nsummary: A pack\nrules:\n  - id: shared-rule\n    title: A rule\n    why: A reason\n"
	"    files: '*.cmake'\n    edits:\n      - match: set(A $V)\n        set: {V: \"2\"}\n";

/* What every rule that loads has. */
static void check_set(const struct patchset *set)
{
	MUST(set->name && set->summary && set->origin);
	for (size_t i = 0; i < set->n_rules; i++) {
		const struct rule *rule = set->rules[i];
		MUST(rule->id && rule->title && rule->why && rule->language && rule->files &&
			(rule->files[0] || rule->notice));
		MUST(rule->n_edits > 0 || rule->notice);
		MUST(!rule->notice == !rule->notice_text);
		for (size_t e = 0; e < rule->n_edits; e++)
			MUST(rule->compiled[e] != NULL);
		MUST(rule->expect_files.min <= rule->expect_files.max &&
			rule->expect_edits.min <= rule->expect_edits.max);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice text = fuzz_exact(slice_from((const char *)data, size));
	static const char *const pairs[] = { "floor=3.7", NULL };
	static const struct variable_request request = { .pairs = pairs };
	struct patchset_library *library = library_new();
	library->values = &request;
	struct err err = ERR_INIT;
	bool ok = library_add(library, "project.yaml", slice_of(project), false, &err) &&
		  library_add(library, "pack.yaml", slice_of(pack), false, &err);
	MUST(ok);
	if (library_add(library, "fuzz.yaml", text, false, &err) && library_resolve(library, &err)) {
		size_t count;
		const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &count);
		for (size_t i = 0; i < count; i++)
			check_set(sets[i]);
	} else {
		MUST(err.kind == ERR_PATCHSET);
		MUST(err.file && strcmp(err.file, "fuzz.yaml") == 0);
		fuzz_check_err(&err);
	}
	patchset_library_free(library);
	free((char *)text.ptr);
	return 0;
}
