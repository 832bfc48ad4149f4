#include "unit.h"

#include <string.h>

#include "base/alloc.h"
#include "patchset/library.h"
#include "patchset/rule_text.h"

/* Its rule follows, in line 5 or later. */
#define SET "tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: \"1.0\"}\n"
#define PLAIN "  - id: a\n    " KEYS
#define EDITS "edits: [{regex: x, replace: y}]"
#define KEYS "title: t\n    why: w\n    files: a.txt\n    " EDITS "\n"

/* The only rule of a set, as it is in its file; `wanted` NULL: it has no lines of its own. */
static void assert_rule_text(const char *text, const char *wanted)
{
	struct patchset_library *library = library_new();
	struct err err = ERR_INIT;
	struct str out = STR_INIT;
	bool ok = library_add(library, "demo.yaml", slice_of("tpatch: 1\nproject: demo\nsummary: s\nmarkers: [a]\n"),
			  true, &err) &&
		  library_add(library, "s.yaml", slice_of(text), false, &err) && library_resolve(library, &err);
	if (!ok)
		fail_msg("%s: %s", text, err.message);
	const struct patchset *set = patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("s"));
	const struct rule *rule = set->rules[set->n_rules - 1];
	assert_int_equal(rule_text_add(library, set, rule, &out), wanted != NULL);
	assert_string_equal(out.len ? out.ptr : "", wanted ? wanted : "");
	str_release(&out);
	err_release(&err);
	patchset_library_free(library);
}

TEST(rule_text_is_that_of_the_file_with_the_comments_above)
{
	assert_rule_text(SET "rules:\n  - id: a\n    " KEYS, PLAIN);
	assert_rule_text(SET "rules:\n- id: a\n  title: t\n  why: w\n  files: a.txt\n  " EDITS "\n", PLAIN);
	assert_rule_text(SET
		"rules:\n      - id: a\n        title: t\n        why: w\n        files: a.txt\n        " EDITS "\n",
		PLAIN);
	assert_rule_text(SET "rules:\n  # one\n  # two\n  - id: a\n    " KEYS, "  # one\n  # two\n" PLAIN);
	assert_rule_text(SET "rules:\n# of the list\n  # of the rule\n  - id: a\n    " KEYS, "  # of the rule\n" PLAIN);
	assert_rule_text(SET "rules:\n  # of the list\n\n  - id: a\n    " KEYS "\n  # after it\n", PLAIN);
	assert_rule_text("# s\n" SET
			 "rules:\r\n  - id: a\r\n    title: t\r\n\r\n    why: w\r\n    files: a.txt\r\n    " EDITS,
		"  - id: a\n    title: t\n\n    why: w\n    files: a.txt\n    " EDITS "\n");
	assert_rule_text(SET "rules:\n  - id: a\n    " KEYS "variables: {}\n", PLAIN);
}

TEST(rule_text_has_comments_at_the_left_margin_within)
{
	assert_rule_text(SET
		"rules:\n  - id: a\n    title: t\n# no end\n\n  # none\n    why: w\n    files: a.txt\n    " EDITS
		"\n# of what follows\n",
		"  - id: a\n    title: t\n  # no end\n\n  # none\n    why: w\n    files: a.txt\n    " EDITS "\n");
}

TEST(rule_text_begins_at_the_dash)
{
	assert_rule_text(SET "rules:\n  -\n    id: a\n    " KEYS, "  -\n    id: a\n    " KEYS);
	assert_rule_text(SET "rules:\n  - # it\n    # and more\n\n    id: a\n    " KEYS,
		"  - # it\n    # and more\n\n    id: a\n    " KEYS);
	assert_rule_text(SET "rules: [{id: a, title: t, why: w, files: a.txt,\n  " EDITS "}]\n", NULL);
	assert_rule_text(SET "rules:\n  [\n  {id: a, title: t, why: w, files: a.txt, " EDITS "}]\n", NULL);
	assert_rule_text("{tpatch: 1, name: s, summary: s, target: {project: demo, versions: '1.0'}, rules: [\n"
			 "{id: a, title: t, why: w, files: a.txt, " EDITS "}]}\n",
		NULL);
}

TEST(rule_text_top_key)
{
	static const struct {
		const char *text, *key, *wanted;
	} rows[] = {
		{ "a: 1\nb:\n  - 1\n# c\n- 2\n.\n\nc: 3\n", "b", "b:\n  - 1\n# c\n- 2\n.\n\n" },
		{ "a: 1\nbb: 2\nb: 3\n", "b", "b: 3\n" },
		{ "a: 1\nb: 2\nnone\n\tc: 3\n", "b", "b: 2\nnone\n\tc: 3\n" },
		{ "a: 1\nb: 2", "b", "b: 2" },
		{ "a: 1\nb: 2", "a", "a: 1\n" },
		{ "a: 1\nb", "b", "" },
		{ "a: 1\nbe: 2\n", "b", "" },
		{ "a: 1\nb: 2\nb: 3\n", "b", "b: 2\n" },
		{ "", "b", "" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct slice found = patchset_top_key(slice_of(rows[i].text), rows[i].key);
		if (!slice_eq_cstr(found, rows[i].wanted))
			fail_msg("%s of %s: " SLICE_FMT, rows[i].key, rows[i].text, SLICE_ARG(found));
	}
}
