/*
 * The sets that are part of the program: their heads are read first, the rest when it is asked for.
 */
#include "unit.h"

#include <string.h>

#include "base/alloc.h"
#include "patchset/patchset.h"
#include "scratch.h"

static const enum patchset_kind kinds[] = { PATCHSET_SET, PATCHSET_PACK, PATCHSET_PROJECT };

static struct patchset_library *opened(const char *folder)
{
	struct err err = ERR_INIT;
	struct patchset_library *library = patchset_library_open(folder, &err);
	if (!library)
		fail_msg("%s", err.message);
	return library;
}

static struct patchset_library *whole(void)
{
	struct err err = ERR_INIT;
	struct patchset_library *library = patchset_library_load(NULL, &err);
	if (!library)
		fail_msg("%s", err.message);
	return library;
}

static void assert_same_head(const struct patchset *a, const struct patchset *b)
{
	assert_string_equal(a->name, b->name);
	assert_string_equal(a->summary, b->summary);
	assert_string_equal(a->origin, b->origin);
	if (a->kind == PATCHSET_SET) {
		assert_string_equal(a->project, b->project);
		assert_string_equal(a->target->text, b->target->text);
	}
	for (size_t i = 0; a->kind == PATCHSET_PROJECT && (a->details.markers[i] || b->details.markers[i]); i++)
		assert_string_equal(a->details.markers[i], b->details.markers[i]);
}

TEST(shipped_heads_tell_what_the_files_tell)
{
	struct patchset_library *heads = opened(NULL), *all = whole();
	size_t n_files = 0;
	for (size_t k = 0; k < COUNT_OF(kinds); k++) {
		size_t count, n_all;
		const struct patchset *const *a = patchset_library_all(heads, kinds[k], &count);
		const struct patchset *const *b = patchset_library_all(all, kinds[k], &n_all);
		assert_int_equal(count, n_all);
		for (size_t i = 0; i < count; i++) {
			assert_same_head(a[i], b[i]);
			assert_int_equal(a[i]->n_rules, 0);
			assert_int_equal(a[i]->details.n_releases, 0);
		}
		n_files += count;
	}
	assert_true(n_files > 10);
	patchset_library_free(heads);
	patchset_library_free(all);
}

static void assert_same_rules(const struct patchset *a, const struct patchset *b)
{
	assert_int_equal(a->n_rules, b->n_rules);
	assert_true(a->n_rules > 0);
	for (size_t i = 0; i < a->n_rules; i++)
		assert_string_equal(a->rules[i]->id, b->rules[i]->id);
	assert_int_equal(a->n_sources, b->n_sources);
	assert_int_equal(a->n_variables, b->n_variables);
}

TEST(shipped_set_is_read_with_what_it_uses_and_nothing_else)
{
	struct patchset_library *library = opened(NULL), *all = whole();
	struct slice one = SLICE_LITERAL("pytorch-2.0.1"), other = SLICE_LITERAL("pytorch-1.13");
	const struct patchset *set = patchset_library_find(library, PATCHSET_SET, one);
	struct err err = ERR_INIT;
	assert_true(patchset_library_read(library, PATCHSET_SET, "there-is-none", &err));
	assert_int_equal(set->n_rules, 0);
	assert_true(patchset_library_read(library, PATCHSET_SET, "pytorch-2.0.1", &err));
	assert_ptr_equal(set, patchset_library_find(library, PATCHSET_SET, one));
	assert_same_rules(set, patchset_library_find(all, PATCHSET_SET, one));
	assert_true(set->project_details->n_releases > 0);
	assert_int_equal(patchset_library_find(library, PATCHSET_SET, other)->n_rules, 0);
	const struct rule *first = set->rules[0];
	assert_true(patchset_library_read_all(library, &err));
	assert_true(patchset_library_read_all(library, &err));
	assert_ptr_equal(set->rules[0], first);
	assert_same_rules(set, patchset_library_find(all, PATCHSET_SET, one));
	assert_same_rules(
		patchset_library_find(library, PATCHSET_SET, other), patchset_library_find(all, PATCHSET_SET, other));
	patchset_library_free(library);
	patchset_library_free(all);
}

#define SET_OF(pack)                                                                                                   \
	"tpatch: 1\nname: mine\nsummary: s\ntarget: {project: pytorch, versions: \"1.0\"}\nuse: [" pack "]\n"

TEST(shipped_packs_that_a_folder_uses_are_read_and_may_be_replaced)
{
	struct scratch scratch = scratch_new();
	struct err err = ERR_INIT;
	scratch_write(&scratch, "mine.yaml", SET_OF("openblas, gcc-13"));
	struct patchset_library *library = opened(scratch.path);
	assert_true(patchset_library_find(library, PATCHSET_PACK, SLICE_LITERAL("openblas"))->n_rules > 0);
	assert_int_equal(patchset_library_find(library, PATCHSET_PACK, SLICE_LITERAL("setuptools"))->n_rules, 0);
	patchset_library_free(library);

	scratch_write(&scratch, "pack.yaml",
		"tpatch: 1\npack: gcc-13\nsummary: s\n"
		"rules:\n  - {id: only, title: t, why: w, files: a.txt, edits: [{regex: x, replace: y}]}\n");
	scratch_write(&scratch, "mine.yaml", SET_OF("gcc-13"));
	library = opened(scratch.path);
	assert_int_equal(patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("mine"))->n_rules, 1);
	assert_true(patchset_library_read(library, PATCHSET_SET, "pytorch-1.12.1", &err));
	const struct patchset *set = patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("pytorch-1.12.1"));
	size_t n_only = 0, n_of_pack = 0;
	for (size_t i = 0; i < set->n_rules; i++) {
		n_only += strcmp(set->rules[i]->id, "only") == 0;
		n_of_pack += strcmp(set->rules[i]->pack, "gcc-13") == 0;
	}
	assert_int_equal(n_only, 1);
	assert_int_equal(n_of_pack, 1);
	patchset_library_free(library);

	scratch_write(&scratch, "mine.yaml", SET_OF("gcc-31"));
	assert_null(patchset_library_open(scratch.path, &err));
	assert_string_equal(err.message, "there is no pack 'gcc-31'");
	assert_string_equal(err.hint, "did you mean 'gcc-13'?");
	err_release(&err);
	scratch_free(&scratch);
}
