/* Which rules need a look at a text, against asking each rule's forms word by word. */
#include "unit.h"

#include <string.h>

#include "base/alloc.h"
#include "patchset/library.h"
#include "plan/evaluate/prefilter.h"

#define RULES                                                                                                          \
	"tpatch: 1\npack: p\nsummary: s\nrules:\n"                                                                     \
	"  - {id: one, title: t, why: w, files: '*.cmake', edits: [{match: 'find_package(CUDA $V)', replace: "         \
	"'find_package(CUDAToolkit)'}]}\n"                                                                             \
	"  - {id: two, title: t, why: w, files: '*.cmake', edits: [{match: set(A $V), replace: set(B $V)}, {match: "   \
	"if(LONG_NAME), delete: true}]}\n"                                                                             \
	"  - {id: regex, title: t, why: w, files: '*.cmake', edits: [{regex: x+y, replace: z}]}\n"                     \
	"  - {id: already, title: t, why: w, files: '*.cmake', edits: "                                                \
	"[{match: old(x), replace: new(x), already: newer($$$)}]}\n"

static struct patchset_library *library;
static const struct patchset *pack;

static void open_text(const char *rules)
{
	struct err err = ERR_INIT;
	library = patchset_library_load_text("p.yaml", slice_of(rules), &err);
	if (!library)
		fail_msg("%s", err.message);
	pack = patchset_library_find(library, PATCHSET_PACK, SLICE_LITERAL("p"));
	assert_non_null(pack);
}

static void assert_wants(
	const struct prefilter *prefilter, struct prefilter_result *result, const char *text, const char *expected)
{
	char got[8] = "";
	prefilter_scan(prefilter, slice_of(text), result);
	size_t count = 0;
	for (size_t i = 0; i < pack->n_rules; i++)
		if (result->wants[i])
			got[count++] = (char)('0' + i);
	if (strcmp(got, expected) != 0)
		fail_msg("'%s' is wanted by rules %s, not %s", text, got, expected);
	assert_int_equal(result->n_wants, count);
}

TEST(prefilter_wants_all_words_of_one_form)
{
	open_text(RULES);
	struct prefilter *prefilter = prefilter_new(pack->rules, pack->n_rules);
	struct prefilter_result result = { 0 };
	assert_wants(prefilter, &result, "", "2");
	assert_wants(prefilter, &result, "find_package(Python)", "2");
	assert_wants(prefilter, &result, "FIND_PACKAGE(Cuda)", "02");
	assert_wants(prefilter, &result, "CUDA", "2");
	assert_wants(prefilter, &result, "find_package(CUDAToolkit REQUIRED)", "02");
	assert_wants(prefilter, &result, "if(LONG_NAME)", "12");
	assert_wants(prefilter, &result, "set(C 1)", "12"); /* one letter is too short to be looked for beside `set` */
	assert_wants(prefilter, &result, "newer()", "23");
	assert_wants(prefilter, &result, "nothing", "2");
	assert_wants(prefilter, &result, "old(x) find_package(CUDA) set(A)", "0123");
	assert_wants(prefilter, &result, "nothing again", "2");
	prefilter_result_release(&result);
	prefilter_free(prefilter);
	patchset_library_free(library);
}

/* In C a line splice may be within a word: what the lexer joins, the prefilter must not miss. */
TEST(prefilter_looks_where_a_line_splice_may_cut_a_word)
{
	static const char rules[] =
		"tpatch: 1\npack: p\nsummary: s\nrules:\n"
		"  - {id: one, title: t, why: w, files: '*.cpp', edits: [{match: 'cudaReset($X)', replace: "
		"'cudaDeviceReset($X)'}]}\n"
		"  - {id: two, title: t, why: w, files: '*.cpp', edits: [{match: 'f(\"no device\")', replace: "
		"'newer(0)'}]}\n"
		"  - {id: cmake, title: t, why: w, files: '*.cmake', edits: [{match: old(x), replace: new(x)}]}\n";
	open_text(rules);
	struct prefilter *prefilter = prefilter_new(pack->rules, pack->n_rules);
	struct prefilter_result result = { 0 };
	assert_wants(prefilter, &result, "cudaReset(0);", "0");
	assert_wants(prefilter, &result, "cuda\\\nReset(0);", "01");
	assert_wants(prefilter, &result, "cuda\\ \r\nReset(0);", "01");
	assert_wants(prefilter, &result, "f(\"no\\\n device\");", "1"); /* the blank may be on either side */
	assert_wants(prefilter, &result, "f(\"no \\\ndevice\");", "1");
	assert_wants(prefilter, &result, "#define F(x) \\\n  x;\\\n\n#define G \\\r\n  x \\\r\ny\n\"\\x\"", "");
	assert_wants(prefilter, &result, "x\\", "");
	prefilter_result_release(&result);
	prefilter_free(prefilter);
	patchset_library_free(library);
}

TEST(prefilter_of_no_rules)
{
	struct prefilter *prefilter = prefilter_new(NULL, 0);
	struct prefilter_result result = { 0 };
	prefilter_scan(prefilter, SLICE_LITERAL("text"), &result);
	assert_int_equal(result.n_wants, 0);
	prefilter_result_release(&result);
	prefilter_free(prefilter);
}

/* More words than are looked for one by one are looked for together; the answer is the same. */
TEST(prefilter_looks_for_many_words_together)
{
	struct str rules = STR_INIT, text = STR_INIT;
	str_add_cstr(&rules, "tpatch: 1\npack: p\nsummary: s\nrules:\n");
	for (int r = 0; r < 5; r++)
		str_addf(&rules,
			"  - {id: r%d, title: t, why: w, files: '*.cmake', edits: [{match: anchor_of_rule_%d(one%d "
			"two%d), delete: true}]}\n",
			r, r, r, r);
	open_text(rules.ptr);
	struct prefilter *prefilter = prefilter_new(pack->rules, pack->n_rules);
	struct prefilter_result result = { 0 };
	for (int missing = 0; missing < 10; missing++) {
		char expected[8] = "";
		str_clear(&text);
		for (int r = 0; r < 5; r++) {
			str_addf(&text, "anchor_of_rule_%d ", r);
			for (int word = 0; word < 2; word++)
				if (missing != 2 * r + word)
					str_addf(&text, "%s%d ", word ? "two" : "one", r);
			if (missing / 2 != r)
				expected[strlen(expected)] = (char)('0' + r);
		}
		assert_wants(prefilter, &result, text.ptr, expected);
	}
	prefilter_result_release(&result);
	prefilter_free(prefilter);
	patchset_library_free(library);
	str_release(&rules);
	str_release(&text);
}
