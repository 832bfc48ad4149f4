#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "patchset/library.h"

/* Seven lines, so that a set's rule begins in line 6 of its own file. */
#define PROJECT                                                                                                        \
	"tpatch: 1\nproject: demo\nsummary: s\nmarkers: [a]\nfacts:\n"                                                 \
	"  cuda: {type: version, help: h}\n  os: {type: choice, choices: [win, mac], help: h}\n"                       \
	"  note: {type: text, help: h}\n"                                                                              \
	"profiles:\n  old: {summary: s, facts: {cuda: \"11.8\", os: win}, set: {floor: \"3.5\"}}\n"
#define SET "tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: \"1.0\"}\nrules:\n"
#define RULE(text) SET "  - id: a\n    title: t\n    why: w\n" text
#define WHEN(text) RULE("    refuse: no\n    when: " text "\n")

static struct patchset_library *load(const char *project, const char *set, struct err *err)
{
	struct patchset_library *library = library_new();
	if (library_add(library, "demo.yaml", slice_of(project), true, err) &&
		library_add(library, "0.yaml", slice_of(set), false, err) && library_resolve(library, err))
		return library;
	patchset_library_free(library);
	return NULL;
}

static const struct patchset *set_of(const struct patchset_library *library)
{
	return patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("s"));
}

/* "yes", "no" or "unknown". `given` are up to three facts, divided by blanks. */
static const char *answer(const char *when, const char *given)
{
	static const char *const words[] = { [TRUTH_NO] = "no", [TRUTH_YES] = "yes", [TRUTH_UNKNOWN] = "unknown" };
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	char copy[100];
	const char *pairs[4] = { NULL };
	str_addf(&text, RULE("    refuse: no\n    when: %s\n"), when);
	struct patchset_library *library = load(PROJECT, text.ptr, &err);
	if (!library)
		fail_msg("%s: %s", when, err.message);
	strcpy(copy, given);
	size_t count = 0;
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		pairs[count++] = word;
	struct fact_values facts;
	struct fact_request request = { .pairs = pairs };
	if (!fact_values_gather(&facts, set_of(library)->project_details, &request, &err))
		fail_msg("%s: %s", given, err.message);
	const char *word = words[when_holds(set_of(library)->rules[0]->when, &facts)];
	fact_values_release(&facts);
	patchset_library_free(library);
	str_release(&text);
	return word;
}

TEST(when_is_decided_by_the_facts_that_are_given)
{
	static const struct {
		const char *when, *given, *answer;
	} rows[] = {
		{ "{cuda: \"<12.8\"}", "cuda=12.4", "yes" },
		{ "{cuda: \"<12.8\"}", "cuda=12.8", "no" },
		{ "{cuda: \"<12.8\"}", "", "unknown" },
		{ "{cuda: \"<12.8\"}", "os=win", "unknown" },
		/* Too few numbers to tell; enough where the further ones are zero, or another number decides. */
		{ "{cuda: \"<12.8\"}", "cuda=12", "unknown" },
		{ "{cuda: \">=12.8\"}", "cuda=12", "unknown" },
		{ "{cuda: \"<12.8\"}", "cuda=11", "yes" },
		{ "{cuda: \"<12.8\"}", "cuda=13", "no" },
		{ "{cuda: \">=12.0\"}", "cuda=12", "yes" },
		{ "{cuda: \">=0\"}", "cuda=12", "yes" },
		{ "{cuda: \">=0.0.0\"}", "cuda=0", "yes" },
		{ "{cuda: \"<=0.0.0\"}", "cuda=0", "unknown" },
		{ "{cuda: \">12.0\"}", "cuda=12", "unknown" },
		{ "{cuda: \"12.*\"}", "cuda=12", "yes" },
		{ "{cuda: \"12.0.*\"}", "cuda=12", "unknown" },
		{ "{cuda: \">=11, <12.8\"}", "cuda=12", "unknown" },
		{ "{cuda: \">=12.8, <11\"}", "cuda=12", "no" },
		{ "{cuda: \"12.8\"}", "cuda=12.8", "yes" },
		{ "{cuda: [\"11.4\", \"11.8\"]}", "cuda=11.8", "yes" },
		{ "{cuda: [\"11.4\", \"12.8\"]}", "cuda=12", "unknown" },
		{ "{os: win}", "os=win", "yes" },
		{ "{os: [mac, win]}", "os=win", "yes" },
		{ "{os: mac}", "os=win", "no" },
		{ "{note: \"2.0\"}", "note=2", "no" },
		{ "{os: win, cuda: \"<12\"}", "os=mac", "no" },
		{ "{os: win, cuda: \"<12\"}", "os=win", "unknown" },
		{ "{any: [{os: win}, {cuda: \"<12\"}]}", "os=win", "yes" },
		{ "{any: [{os: win}, {cuda: \"<12\"}]}", "os=mac", "unknown" },
		{ "{any: [{os: win}, {cuda: \"<12\"}]}", "os=mac cuda=12.1", "no" },
		{ "{not: {os: win}}", "os=win", "no" },
		{ "{not: {os: win}}", "os=mac", "yes" },
		{ "{not: {os: win}}", "", "unknown" },
		{ "{not: {os: win, cuda: \"<12\"}}", "cuda=12.1", "yes" },
		{ "{all: [{not: {os: mac}}, {any: [{cuda: \"11.*\"}, {note: x}]}]}", "os=win cuda=11.8", "yes" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (strcmp(answer(rows[i].when, rows[i].given), rows[i].answer) != 0)
			fail_msg("%s with '%s' is %s, not %s", rows[i].when, rows[i].given,
				answer(rows[i].when, rows[i].given), rows[i].answer);
}

static void count(void *ctx, const struct when *fact)
{
	str_addf(ctx, "%s ", fact->fact);
}

TEST(when_names_the_facts_that_would_decide)
{
	struct err err = ERR_INIT;
	struct patchset_library *library = load(
		PROJECT, WHEN("{any: [{os: win, cuda: \"<12\"}, {note: x}, {not: {cuda: \"9.*\"}, os: mac}]}"), &err);
	assert_non_null(library);
	const struct when *when = set_of(library)->rules[0]->when;
	struct str text = STR_INIT;
	when_format(when, &text);
	assert_string_equal(text.ptr, "(os win and cuda <12) or note x or (not cuda 9.* and os mac)");
	str_clear(&text);
	when_each_unknown(when, NULL, count, &text);
	assert_string_equal(text.ptr, "os cuda note cuda os ");
	static const char *const pairs[] = { "os=mac", NULL };
	struct fact_request request = { .pairs = pairs };
	struct fact_values facts;
	assert_true(fact_values_gather(&facts, set_of(library)->project_details, &request, &err));
	str_clear(&text);
	when_each_unknown(when, &facts, count, &text);
	assert_string_equal(text.ptr, "note cuda ");
	fact_values_release(&facts);
	str_release(&text);
	patchset_library_free(library);
}

struct bad {
	const char *text;
	size_t line, column;
	const char *message, *hint;
};

static void assert_refused(const char *project, const char *set, const char *file, const struct bad *row)
{
	struct err err = ERR_INIT;
	if (load(project, set, &err))
		fail_msg("let through: %s", row->text);
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_string_equal(err.file, file);
	if (strcmp(err.message, row->message) != 0 || err.line != row->line || err.column != row->column)
		fail_msg("%s%zu:%zu: %s", row->text, err.line, err.column, err.message);
	if ((row->hint != NULL) != (err.hint != NULL) || (row->hint && strcmp(row->hint, err.hint) != 0))
		fail_msg("%shint: %s", row->text, err.hint ? err.hint : "none");
	err_release(&err);
}

TEST(when_is_checked_against_the_project)
{
	static const struct bad rows[] = {
		{ WHEN("{cudda: \"<12\"}"), 10, 12, "'demo' has no fact 'cudda'", "did you mean 'cuda'?" },
		{ WHEN("{any: [{os: win}, {zzzz: x}]}"), 10, 30, "'demo' has no fact 'zzzz'",
			"choose from: cuda, os, note" },
		{ WHEN("{cuda: 12.8}"), 10, 18, "'cuda' must be in quotes", "write \"12.8\"" },
		{ WHEN("{cuda: \">=x\"}"), 10, 21, "'x' is not a version",
			"a version looks like 1.12.1, 2.6.0rc1 or 2.7.0.dev20250101" },
		{ WHEN("{os: windows}"), 10, 16, "fact 'os' cannot be 'windows'", "did you mean 'win'?" },
		{ WHEN("{os: [win, mca]}"), 10, 22, "fact 'os' cannot be 'mca'", "did you mean 'mac'?" },
		{ WHEN("{}"), 10, 11, "a condition on facts is empty",
			"write {cuda: \"<12.8\"} or {platform: windows}" },
		{ WHEN("{all: []}"), 10, 17, "a condition on facts is empty",
			"write {cuda: \"<12.8\"} or {platform: windows}" },
		{ WHEN("{os: []}"), 10, 16, "'os' is empty", NULL },
		{ WHEN("win"), 10, 11, "'when' must be a map, not a text", "when: facts under which the rule applies" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_refused(PROJECT, rows[i].text, "0.yaml", &rows[i]);
}

TEST(when_a_project_declares_facts_wrongly)
{
#define FACTS "tpatch: 1\nproject: demo\nsummary: s\nmarkers: [a]\nfacts:\n  cuda: {type: version, help: h}\n"
	static const struct bad rows[] = {
		{ FACTS "  any: {type: text, help: h}\n", 7, 3, "a fact cannot be called 'any', which 'when' reserves",
			NULL },
		{ FACTS "  os: {type: choice, help: h}\n", 7, 3, "fact 'os' is a choice but lacks 'choices'",
			"write type: choice, choices: [a, b]" },
		{ FACTS "  os: {type: text, choices: a, help: h}\n", 7, 3,
			"fact 'os' has 'choices' but is not a "
			"choice",
			"write type: choice, choices: [a, b]" },
		{ FACTS "profiles:\n  p: {summary: s, facts: {cudaa: \"1\"}}\n", 8, 27, "'demo' has no fact 'cudaa'",
			"did you mean 'cuda'?" },
		{ FACTS "profiles:\n  p: {summary: s, facts: {cuda: 12.10}}\n", 8, 33, "'cuda' must be in quotes",
			"write \"12.10\"" },
		{ FACTS "profiles:\n  p: {summary: s, when: [{system: linux, facts: {cuda: 12.10}}]}\n", 8, 56,
			"'cuda' must be in quotes", "write \"12.10\"" },
		{ FACTS "profiles:\n  p: {summary: s, when: [{system: linux}, {sistem: linux}]}\n", 8, 44,
			"unknown key 'sistem' in a case of a profile", "did you mean 'system'?" },
		{ FACTS "profiles:\n  p: {summary: s, facts: {cuda: \"x\"}}\n", 8, 33,
			"fact 'cuda' must be a version, not 'x'", "cuda: h" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_refused(rows[i].text, WHEN("{cuda: \"<1\"}"), "demo.yaml", &rows[i]);
}

TEST(when_a_rule_that_speaks_is_written_wrongly)
{
	static const struct bad rows[] = {
		{ RULE("    refuse: a\n    warn: b\n"), 10, 5, "'warn' cannot be combined with 'refuse'", NULL },
		{ RULE("    files: a\n    edits: []\n    warn: b\n"), 10, 5,
			"'edits' cannot be combined with 'warn', which edits nothing", NULL },
		{ RULE("    optional: true\n    refuse: b\n"), 9, 5,
			"'optional' cannot be combined with 'refuse', which edits nothing", NULL },
		{ RULE("    refuse: b\n    if-found: {match: x}\n"), 6, 5, "a rule lacks 'files'",
			"files: paths from the root, or globs; required, except in a rule that refuses, warns "
			"or notes" },
		{ RULE("    files: a.cmake\n    refuse: b\n    if-found: {where: {A: {in: b}}}\n"), 11, 15,
			"a search lacks 'match' or 'regex'",
			"'match' looks for code of the language, 'regex' for what has no structure" },
		{ RULE("    files: a.cmake\n    refuse: b\n    if-found: {match: 'f('}\n"), 11, 25,
			"pattern is not cmake code: the '(' is never closed",
			"a pattern is a fragment of the target language with $X for one argument and $$$XS for any "
			"number" },
		{ RULE("    files: a.cmake\n    edits: [{regex: x, replace: y}]\n    if-found: {regex: x}\n"), 11, 5,
			"'if-found' cannot be combined with 'edits': it says where a rule refuses, warns or "
			"notes",
			NULL },
		{ RULE("    files: a.cmake\n"), 6, 5, "a rule lacks 'edits'",
			"edits: what to find, and what to do with it; in a file, all edits are made or none" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_refused(PROJECT, rows[i].text, "0.yaml", &rows[i]);
}

static const char *complaint(const struct fact_request *request)
{
	static char text[300];
	struct err err = ERR_INIT;
	struct fact_values facts;
	struct patchset_library *library = load(PROJECT, WHEN("{cuda: \"<1\"}"), &err);
	assert_non_null(library);
	if (fact_values_gather(&facts, set_of(library)->project_details, request, &err))
		fail_msg("let through");
	assert_int_equal(err.kind, ERR_USAGE);
	snprintf(text, sizeof(text), "%s; %s", err.message, err.hint ? err.hint : "no hint");
	err_release(&err);
	fact_values_release(&facts);
	patchset_library_free(library);
	return text;
}

TEST(fact_that_is_none_is_refused)
{
	static const struct {
		const char *pair, *complaint;
	} rows[] = {
		{ "cudda=1", "'demo' has no fact 'cudda'; did you mean 'cuda'?" },
		{ "cuda", "--fact takes NAME=VALUE, not 'cuda'; --fact cuda=12.8" },
		{ "cuda=", "fact 'cuda' has no value; cuda: h" },
		{ "cuda=new", "fact 'cuda' must be a version, not 'new'; cuda: h" },
		{ "os=Win", "fact 'os' cannot be 'Win'; did you mean 'win'?" },
		{ "os=beos9", "fact 'os' cannot be 'beos9'; choose from: win, mac" },
		{ "note=a\nb", "fact 'note' must be one line; no hint" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const char *const pairs[] = { rows[i].pair, NULL };
		assert_string_equal(complaint(&(struct fact_request){ .pairs = pairs }), rows[i].complaint);
	}
	assert_string_equal(complaint(&(struct fact_request){ .profile = "odl" }),
		"'demo' has no profile 'odl'; did you mean 'old'?");
}

TEST(fact_file_that_is_not_there_is_an_error)
{
	struct err err = ERR_INIT;
	struct fact_values facts;
	struct patchset_library *library = load(PROJECT, WHEN("{cuda: \"<1\"}"), &err);
	struct fact_request request = { .file = "no/such/facts.yaml" };
	assert_false(fact_values_gather(&facts, set_of(library)->project_details, &request, &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_non_null(strstr(err.message, "no/such/facts.yaml"));
	err_release(&err);
	fact_values_release(&facts);
	patchset_library_free(library);
}

TEST(fact_given_later_goes_before_that_of_a_profile)
{
	static const char *const pairs[] = { "cuda=12.1", "note=a=b", "cuda=12.2", NULL };
	struct fact_request request = { .profile = "old", .pairs = pairs };
	struct err err = ERR_INIT;
	struct fact_values facts;
	struct patchset_library *library = load(PROJECT, WHEN("{cuda: \"<1\"}"), &err);
	assert_true(fact_values_gather(&facts, set_of(library)->project_details, &request, &err));
	assert_int_equal(facts.count, 3);
	assert_string_equal(fact_values_find(&facts, "cuda")->text, "12.2");
	assert_string_equal(fact_values_find(&facts, "cuda")->given_by, "--fact");
	assert_string_equal(fact_values_find(&facts, "os")->text, "win");
	assert_string_equal(fact_values_find(&facts, "os")->given_by, "profile 'old'");
	assert_string_equal(fact_values_find(&facts, "note")->text, "a=b");
	assert_null(fact_values_find(&facts, "cud"));
	assert_string_equal(facts.profile->variables[0].value, "3.5");
	fact_values_release(&facts);
	patchset_library_free(library);
}

TEST(when_a_rule_speaks_it_does_so_in_one_line)
{
	static const char *const texts[][2] = {
		{ "\"a\\tb\"", "a b" },
		{ "\"  a \\n\\t b  c \"", "a b c" },
		{ "|\n      a\n\n      b\n", "a b" },
		{ ">-\n      a\n      b", "a b" },
	};
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct str text = STR_INIT;
		struct err err = ERR_INIT;
		str_addf(&text, RULE("    note: %s\n"), texts[i][0]);
		struct patchset_library *library = load(PROJECT, text.ptr, &err);
		if (!library)
			fail_msg("%s: %s", texts[i][0], err.message);
		assert_int_equal(set_of(library)->rules[0]->notice, NOTICE_NOTE);
		assert_string_equal(set_of(library)->rules[0]->notice_text, texts[i][1]);
		patchset_library_free(library);
		str_release(&text);
	}
}
