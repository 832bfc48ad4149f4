#include "unit.h"

#include <string.h>

#include "base/alloc.h"
#include "edit_check.h"
#include "patchset/library.h"

/* Four lines each, so that what a test adds begins in line 5 or 10. */
#define SET "tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: \"1.0\"}\n"
#define PROJECT "tpatch: 1\nproject: demo\nsummary: s\nmarkers: [a]\n"
#define RULE "rules:\n  - id: a\n    title: t\n    why: w\n    files: a.cmake\n"
#define EDITS "    edits:\n      - match: foo($A)\n        replace: bar($A)\n"
#define SHORT_RULE(id) "  - {id: " id ", title: t, why: w, files: a.txt, edits: [{regex: x, replace: y}]}\n"
#define PACK(name, more) "tpatch: 1\npack: " name "\nsummary: s\n" more
/* A set whose one rule has `text` besides; a set whose one edit begins in line 11. */
#define WITH(text) SET RULE text EDITS
#define EDIT(text) SET RULE "    edits:\n" text
#define FILE_EDITS(text) SET "rules:\n  - {id: a, title: t, why: w, files: a.cmake, edits: [" text "]}\n"

struct bad_set {
	const char *text;
	size_t line, column;
	const char *message;
	const char *hint; /* NULL: none */
};

/* Loads the texts as 0.yaml, 1.yaml, … beside a project; all must be fine but for what `row` says. */
static void assert_refused_among(const char *const *texts, size_t count, const char *file, const struct bad_set *row)
{
	struct patchset_library *library = library_new();
	struct err err = ERR_INIT;
	bool ok = library_add(
		library, "demo.yaml", slice_of("tpatch: 1\nproject: demo\nsummary: s\nmarkers: [a]\n"), true, &err);
	for (size_t i = 0; ok && i < count; i++) {
		char name[] = "0.yaml";
		name[0] = (char)('0' + i);
		ok = library_add(library, name, slice_of(texts[i]), false, &err);
	}
	if (ok && library_resolve(library, &err))
		fail_msg("let through: %s", texts[0]);
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_string_equal(err.file, file);
	if (strcmp(err.message, row->message) != 0 || err.line != row->line || err.column != row->column)
		fail_msg("%s%zu:%zu: %s", texts[0], err.line, err.column, err.message);
	if ((row->hint != NULL) != (err.hint != NULL) || (row->hint && strcmp(row->hint, err.hint) != 0))
		fail_msg("%shint: %s", texts[0], err.hint ? err.hint : "none");
	assert_non_null(err.snippet);
	assert_true(err.column <= strlen(err.snippet) + 1);
	err_release(&err);
	patchset_library_free(library);
}

static void assert_refused(const struct bad_set *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_refused_among(&rows[i].text, 1, "0.yaml", &rows[i]);
}

#define ASSERT_ALL_REFUSED(rows) assert_refused((rows), sizeof(rows) / sizeof((rows)[0]))

#define BEGIN "begin it with 'tpatch: 1'"
#define KINDS "a set has 'name', a pack 'pack', a project 'project'"

TEST(load_error_top_level)
{
	static const struct bad_set rows[] = {
		{ "- a\n", 1, 1, "a patch set must be a map, not a list", BEGIN },
		{ "foo", 1, 1, "a patch set must be a map, not a text", BEGIN },
		{ "# c\nname: s\n", 2, 1, "the file lacks 'tpatch', the version of the format", BEGIN },
		{ "name: s\ntpatch: 2\nnew-key: x\n", 2, 9, "the file is for a newer tpatch: format 2",
			"this tpatch reads format 1" },
		{ "tpatch: 99999999999999999999\n", 1, 9, "the file is for a newer tpatch: format 99999999999999999999",
			"this tpatch reads format 1" },
		{ "tpatch: 0\n", 1, 9, "format 0 does not exist", "write 'tpatch: 1'" },
		{ "tpatch: '1'\n", 1, 9, "'tpatch' must be a number, not '1'", "remove the quotes" },
		{ "tpatch: 1.0\n", 1, 9, "'tpatch' must be a number, not '1.0'", "tpatch: version of this format: 1" },
		{ "tpatch: [1]\n", 1, 9, "'tpatch' must be a number, not a list",
			"put a text that begins with '[' or '{' in quotes" },
		{ "tpatch:\n", 1, 8, "'tpatch' has no value", "put the text in quotes" },
		{ "tpatch: 1\nsummary: s\n", 1, 1, "the file is neither a set nor a pack nor a project", KINDS },
		{ "tpatch: 1\nname: s\npack: p\n", 3, 1, "the file has both 'name' and 'pack'", KINDS },
		{ SET, 1, 1, "the file has neither rules nor packs to use", "give it 'rules' or 'use'" },
		{ SET "rules: []\nuse: []\n", 1, 1, "the file has neither rules nor packs to use",
			"give it 'rules' or 'use'" },
		{ PACK("p", ""), 1, 1, "the file has neither rules nor packs to use", "give it 'rules' or 'use'" },
		{ SET "rule: []\n", 5, 1, "unknown key 'rule' in a set", "did you mean 'rules'?" },
		{ SET "exclude: [a]\nuse: p\n", 5, 1, "unknown key 'exclude' in a set",
			"its keys are tpatch, name, summary, target, use, variables, rules" },
		{ "tpatch: 1\nname: A b\n", 1, 1, "a set lacks 'summary'", "summary: one line" },
		{ "tpatch: 1\nname: A b\nsummary: s\ntarget: {project: demo, versions: \"1\"}\n", 2, 7,
			"'name' must be a name of lower-case letters and digits, joined by '-', '.' or '_', not 'A b'",
			"name: name of the set" },
		{ "tpatch: 1\nname: s\nsummary: |\n  a\n  b\ntarget: {project: demo, versions: \"1\"}\n", 3, 10,
			"'summary' must be one line", NULL },
		{ "tpatch: 1\nname: s\nsummary: ' '\ntarget: {project: demo, versions: \"1\"}\n", 3, 10,
			"'summary' is empty", NULL },
		{ "tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo}\nuse: p\n", 4, 9,
			"a target lacks 'versions'",
			"versions: range of versions, in quotes: \"1.12.1\", \">=2.1, <2.6\", \"2.4.*\"" },
		{ "tpatch: 1\nname: s\nsummary: s\ntarget: demo\nuse: p\n", 4, 9, "'target' must be a map, not a text",
			"target: the software and its versions: {project: pytorch, versions: \">=2.1, <2.4\"}" },
	};
	ASSERT_ALL_REFUSED(rows);
}

#define NUMBER(text) "write \"" text "\": without quotes it is a number, and 1.20 is 1.2"
#define LOOKS "a version looks like 1.12.1, 2.6.0rc1 or 2.7.0.dev20250101"

TEST(load_error_versions_must_be_in_quotes)
{
	static const struct bad_set rows[] = {
		{ WITH("    versions: 1.20\n"), 10, 15, "'versions' must be in quotes", NUMBER("1.20") },
		{ WITH("    versions: 1.12.1\n"), 10, 15, "'versions' must be in quotes", "write \"1.12.1\"" },
		{ "tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: 1.12.1}\n", 4, 35,
			"'versions' must be in quotes", "write \"1.12.1\"" },
		{ WITH("    upstream: {status: backport, fixed-in: 2.6}\n"), 10, 44, "'fixed-in' must be in quotes",
			NUMBER("2.6") },
		{ EDIT("      - match: foo($A)\n        delete: true\n        where: {A: {version: 3.5}}\n"), 13, 30,
			"'version' must be in quotes", NUMBER("3.5") },
		{ PROJECT "releases: {1.12.1: 0123456}\n", 5, 12, "'1.12.1' must be in quotes", "write \"1.12.1\"" },
		{ PROJECT "fingerprints: [{series: 1.20, all: [{file: a, exists: true}]}]\n", 5, 25,
			"'series' must be in quotes", NUMBER("1.20") },
	};
	ASSERT_ALL_REFUSED(rows);
}

TEST(load_error_versions_and_ranges)
{
	static const struct bad_set rows[] = {
		{ WITH("    versions: \">=2.1, <x\"\n"), 10, 24, "'x' is not a version", LOOKS },
		{ WITH("    versions: '~=2.4'\n"), 10, 16, "'~=2.4' is not a comparison of versions",
			"the operators are ==, !=, <, <=, > and >=; a series is written \"2.4.*\"" },
		{ WITH("    versions: '>=2.6, <2.4'\n"), 10, 15, "no version is in the range '>=2.6, <2.4'",
			"its lower bound is above its upper one" },
		{ WITH("    versions: ''\n"), 10, 16, "the range of versions is empty", NULL },
		{ WITH("    versions: \"\\x32.1, x\"\n"), 10, 24, "'x' is not a version", LOOKS },
		{ WITH("    upstream: {status: backport, fixed-in: '>=2'}\n"), 10, 45, "'>=2' is not a version",
			LOOKS },
		{ PROJECT "releases: {'x': 0123456}\n", 5, 13, "'x' is not a version", LOOKS },
		{ PROJECT "fingerprints: [{series: '1.12.1', all: [{file: a, exists: true}]}]\n", 5, 25,
			"'series' must be the two numbers of a series in quotes, like \"1.12\", not '1.12.1'",
			"series: the series it shows, in quotes: \"1.12\"" },
	};
	ASSERT_ALL_REFUSED(rows);
}

#define RULE_KEYS                                                                                                      \
	"its keys are id, title, why, shown-by, links, upstream, superseded-by, group, files, exclude, language, "     \
	"versions, "                                                                                                   \
	"versions-from, when, when-unknown, optional, protected, edits, "                                              \
	"refuse, warn, note, if-found, expect, tests"
#define URL_HINT "links: URLs of reports and of the change"
#define BAD_URL_HINT "a host follows the '//'; spaces, quotes and angle brackets are written as %20, %22, %3C and %3E"
#define COUNT_HINT "a count is a number from 1 on, or a range: \"1..24\", \">=1\" or \"<=3\""

#define FACTS_HINT "write {cuda: \"<12.8\"} or {platform: windows}"
#define SEARCH_HINT "'match' looks for code of the language, 'regex' for what has no structure"

TEST(load_error_rules)
{
	static const struct bad_set rows[] = {
		{ WITH("    titel: x\n"), 10, 5, "unknown key 'titel' in a rule", "did you mean 'title'?" },
		{ WITH("    colour: x\n"), 10, 5, "unknown key 'colour' in a rule", RULE_KEYS },
		{ WITH("    \"x\\e[31m\": y\n"), 10, 5, "unknown key 'x' in a rule", RULE_KEYS },
		{ WITH("    id: b\n"), 10, 5, "the key 'id' is given twice", "it is already in line 6" },
		{ SET "rules:\n  - {id: A_b, title: t, why: w, files: a, edits: [{regex: x, replace: y}]}\n", 6, 10,
			"'id' must be lower-case words joined by '-', not 'A_b'",
			"id: lower-case words joined by '-', unique within the set" },
		{ SET "rules:\n  - {id: a-, title: t, why: w, files: a, edits: [{regex: x, replace: y}]}\n", 6, 10,
			"'id' must be lower-case words joined by '-', not 'a-'",
			"id: lower-case words joined by '-', unique within the set" },
		{ SET "rules:\n  - {id: a, title: t, files: a, edits: [{regex: x, replace: y}]}\n", 6, 5,
			"a rule lacks 'why'",
			"why: the failure it prevents, with the message a user would search for" },
		{ SET "rules:\n  id: a\n", 6, 3, "'rules' must be a list, not a map", "begin each entry with '- '" },
		{ SET "rules:\n  - a\n", 6, 5, "each entry of 'rules' must be a map, not a text", NULL },
		{ SET RULE, 6, 5, "a rule lacks 'edits'",
			"edits: what to find, and what to do with it; in a file, all edits are made or none" },
		{ SET RULE "    edits: []\n", 10, 12, "'edits' is empty",
			"edits: what to find, and what to do with it; in a file, all edits are made or none" },
		{ SET RULE "    edits:\n", 10, 5, "'edits' has no value", "remove the key, or put the text in quotes" },
		{ WITH("    upstream: {status: backported}\n"), 10, 24, "unknown status 'backported'",
			"did you mean 'backport'?" },
		{ WITH("    upstream: {status: gone}\n"), 10, 24, "unknown status 'gone'",
			"it is one of backport, pending, submitted, denied, inappropriate, inactive-upstream" },
		{ WITH("    language: cmak\n"), 10, 15, "unknown language 'cmak'", "did you mean 'cmake'?" },
		{ WITH("    links: [ftp://x.org/a]\n"), 10, 13,
			"'links' must be a URL that begins with https:// or http://, not 'ftp://x.org/a'", URL_HINT },
		{ WITH("    links: [http://a, 'https://x.org/a b']\n"), 10, 23,
			"'links' is not a URL: 'https://x.org/a b'", BAD_URL_HINT },
		{ WITH("    links: 'https://'\n"), 10, 12, "'links' is not a URL: 'https://'", BAD_URL_HINT },
		{ WITH("    optional: yes\n"), 10, 15, "'optional' must be true or false, not 'yes'",
			"optional: finding nothing is fine" },
		{ WITH("    optional: 'true'\n"), 10, 15, "'optional' must be true or false, not 'true'",
			"remove the quotes" },
		{ WITH("    expect: 3\n"), 10, 13, "'expect' must be a map, not a text",
			"expect: how many files and places; default: at least one of each" },
		{ WITH("    expect: [3]\n"), 10, 13, "'expect' must be a map, not a list",
			"expect: how many files and places; default: at least one of each" },
		{ WITH("    expect: {files: 0}\n"), 10, 21, "'files' is not a count: '0'", COUNT_HINT },
		{ WITH("    expect: {edits: '3..1'}\n"), 10, 21, "'edits' is not a count: '3..1'", COUNT_HINT },
		{ WITH("    expect: {edits: '<=0'}\n"), 10, 21, "'edits' is not a count: '<=0'", COUNT_HINT },
		{ WITH("    expect: {edits: 0..0}\n"), 10, 21, "'edits' is not a count: '0..0'", COUNT_HINT },
		{ WITH("    expect: {edits: 1..}\n"), 10, 21, "'edits' is not a count: '1..'", COUNT_HINT },
		{ WITH("    expect: {edits: 1000001}\n"), 10, 21, "'edits' is not a count: '1000001'", COUNT_HINT },
		{ WITH("    when: {any: []}\n"), 10, 17, "a condition on facts is empty", FACTS_HINT },
		{ WITH("    when: {any: [{}]}\n"), 10, 18, "a condition on facts is empty", FACTS_HINT },
		{ WITH("    when: {not: {}}\n"), 10, 17, "a condition on facts is empty", FACTS_HINT },
		{ WITH("    when: {cuda: []}\n"), 10, 18, "'cuda' is empty", NULL },
		{ WITH("    if-found: {regex: x}\n"), 10, 5,
			"'if-found' cannot be combined with 'edits': it says where a rule refuses, warns or notes",
			NULL },
		{ SET RULE "    warn: w\n    if-found: {match: x, regex: y}\n", 11, 26,
			"a search has both 'match' and 'regex'", SEARCH_HINT },
		{ SET RULE "    warn: w\n    if-found: {inside: x}\n", 11, 15, "a search lacks 'match' or 'regex'",
			SEARCH_HINT },
		{ WITH("    tests: {before: x}\n"), 10, 12, "'tests' must be a list, not a map",
			"begin each entry with '- '" },
		{ WITH("    tests: [{after: x}]\n"), 10, 13, "a test lacks 'before'",
			"{before: …, after: …}; `absent: before` or `absent: after` where there is no file" },
		{ WITH("    tests: [{before: x, absent: before, after: y}]\n"), 10, 25,
			"a test has a text for the file that is absent", "leave 'before' out" },
		{ SET "rules:\n  - {id: a, title: t, why: w, files: '[a].py', edits: [{regex: x, replace: y}], tests: "
		      "[{before: x}]}\n",
			6, 89, "a test lacks 'path', and '[a].py' does not give a file name",
			"name the file that the text stands for" },
	};
	ASSERT_ALL_REFUSED(rows);
}

#define FROM_ROOT "name files by their path from the root of the tree, like cmake/Modules/FindMKL.cmake"

TEST(load_error_paths_and_globs)
{
	static const struct bad_set rows[] = {
		{ SET "rules:\n  - {id: a, title: t, why: w, files: [a, ../b], edits: [{regex: x, replace: y}]}\n", 6,
			42, "glob '../b' is not allowed: it has a '.' or '..' part", FROM_ROOT },
		{ WITH("    exclude: ['a\\b']\n"), 10, 16, "glob 'a\\b' is not allowed: it contains a backslash",
			"write '/' between folders, on Windows too" },
		{ WITH("    exclude: con/x\n"), 10, 14,
			"glob 'con/x' is not allowed: it contains the name of a DOS device", FROM_ROOT },
		{ WITH("    exclude: ['[']\n"), 10, 16, "bad glob '[': missing terminating ] for character class",
			NULL },
		{ WITH("    tests: [{path: '*.py', before: x}]\n"), 10, 21,
			"path '*.py' is not allowed: it contains a wildcard", FROM_ROOT },
		{ PROJECT "version-file: a/../b\n", 5, 15, "path 'a/../b' is not allowed: it has a '.' or '..' part",
			FROM_ROOT },
		{ PROJECT "fingerprints: [{series: '1.2', all: [{file: /a, exists: true}]}]\n", 5, 45,
			"path '/a' is not allowed: it is absolute", FROM_ROOT },
	};
	ASSERT_ALL_REFUSED(rows);
}

#define MATCH "      - match: foo($A)\n"
#define ONE_SELECTOR "an edit has one selector: 'match' for code of the language, 'regex' for what has no structure"
#define SEVERAL_LINES "write code of several lines as a block after '|'"
#define CONDITIONS "write {version: \"<3.5\"}, {regex: R}, {in: [A, B]} or {not: {in: [A]}}"

TEST(load_error_edits)
{
	static const struct bad_set rows[] = {
		{ EDIT("      - replace: x\n"), 11, 9, "an edit lacks 'match' or 'regex'", ONE_SELECTOR },
		{ EDIT(MATCH "        hunk: \"@@\\n-a\\n+b\"\n"), 11, 9,
			"'match' cannot be combined with 'hunk', which finds its own place", "write an edit for each" },
		{ EDIT("      - hunk: |\n          @@\n           a\n          b\n"), 14, 11,
			"this is not a line of a hunk: 'b'",
			"a line begins with a space (both sides), '-' (old) or '+' (new)" },
		{ EDIT("      - hunk: |\n          @@\n           a\n          -b\n        inside: if(A)\n"), 15, 9,
			"'inside' cannot be combined with 'hunk', which finds its own place",
			"write an edit for "
			"each" },
		{ EDIT(MATCH "        regex: x\n        delete: true\n"), 12, 9, "an edit has both 'match' and 'regex'",
			ONE_SELECTOR },
		{ EDIT(MATCH "        replace: b()\n        delete: true\n"), 13, 9,
			"an edit has two operations: 'replace' and 'delete'", "write an edit for each" },
		{ EDIT(MATCH "        set: {$A: b}\n"), 12, 15, "write the capture without '$' here", "write A" },
		{ EDIT(MATCH "        replace:\n"), 12, 9, "'replace' has no value",
			"remove the key, or put the text in quotes" },
		{ EDIT("      - match: ''\n        delete: true\n"), 11, 16, "'match' is empty", NULL },
		{ EDIT("      - match: [a]\n        delete: true\n"), 11, 16, "'match' must be code, not a list",
			"write one text as it is in the file, such as \"a\"; a text that begins with '[' goes in "
			"quotes" },
		{ EDIT("      - {match: foo($A, $B), delete: true}\n"), 11, 25, "unknown key '$B)' in an edit",
			"a ',' ends an unquoted text in { }: put the text before it in quotes" },
		{ EDIT(MATCH "        replcae: b()\n"), 12, 9, "unknown key 'replcae' in an edit",
			"did you mean 'replace'?" },
		{ EDIT(MATCH "        replace: x # y\n"), 12, 20,
			"'replace' ends before the '#', where YAML sees a comment",
			"put the code in quotes, or the comment on a line of its own" },
		{ EDIT("      - match: foo(\n          $A)\n        delete: true\n"), 11, 16,
			"YAML would join the lines of 'match'", SEVERAL_LINES },
		{ EDIT("      - match: \"foo(\n          $A)\"\n        delete: true\n"), 11, 16,
			"YAML would join the lines of 'match'", SEVERAL_LINES },
		{ EDIT("      - match: >\n          foo($A)\n        delete: true\n"), 11, 16,
			"YAML would join the lines of 'match'", SEVERAL_LINES },
		{ EDIT(MATCH "        delete: true\n        where: {A: {}}\n"), 13, 20, "a condition is empty",
			CONDITIONS },
		{ EDIT(MATCH "        delete: true\n        where: {A: {not: {}}}\n"), 13, 26, "a condition is empty",
			CONDITIONS },
		{ EDIT(MATCH "        delete: true\n        where: {A: {in: []}}\n"), 13, 25, "'in' is empty",
			"in: one of these values" },
		{ EDIT(MATCH "        delete: true\n        where: {A: {not: {in: []}}}\n"), 13, 31, "'in' is empty",
			"in: none of these values" },
		{ EDIT(MATCH "        delete: true\n        any: []\n"), 13, 14, "'any' is empty",
			"any: conditions on the place, one of which must hold" },
		{ EDIT(MATCH "        delete: true\n        not-inside: []\n"), 13, 21, "'not-inside' is empty",
			"not-inside: heads of blocks that must not enclose the match" },
		{ EDIT(MATCH "        delete: true\n        where: {$A: {in: x}}\n"), 13, 17,
			"write the capture without '$' here", "write A" },
		{ EDIT(MATCH "        delete: true\n        where: {A: {vresion: '<3'}}\n"), 13, 21,
			"unknown key 'vresion' in a condition", "did you mean 'version'?" },
		{ FILE_EDITS("{create: \"x\\n\"}, {regex: x, replace: y}"), 6, 72,
			"'replace' cannot be combined with 'create' in one rule",
			"the text of 'create' is the whole file" },
		{ FILE_EDITS("{regex: x, replace: y}, {create: \"x\\n\"}"), 6, 55,
			"'replace' cannot be combined with 'create' in one rule",
			"the text of 'create' is the whole file" },
		{ FILE_EDITS("{remove-file: {text: x}}, {executable: true}"), 6, 81,
			"'executable' cannot be combined with 'remove-file' in one rule", "write a rule for each" },
		{ FILE_EDITS("{executable: true}, {executable: false}"), 6, 75,
			"'executable' cannot be combined with 'executable' in one rule", "write a rule for each" },
		{ EDIT("      - foo\n"), 11, 9, "each entry of 'edits' must be a map, not a text", NULL },
	};
	ASSERT_ALL_REFUSED(rows);
}

/* The hint is the operation's own summary. */
static void assert_operation_refused(const char *text, const char *operation, const struct bad_set *row)
{
	struct str hint = STR_INIT;
	str_addf(&hint, "%s: %s", operation, op_find(slice_of(operation))->summary);
	assert_refused_among(
		&text, 1, "0.yaml", &(struct bad_set){ NULL, row->line, row->column, row->message, hint.ptr });
	str_release(&hint);
}

TEST(load_error_operation_of_another_kind)
{
	assert_operation_refused(EDIT(MATCH "        delete: false\n"), "delete",
		&(struct bad_set){ NULL, 12, 17, "'delete' must be true, not 'false'", NULL });
	assert_operation_refused(EDIT(MATCH "        set:\n          - A\n"), "set",
		&(struct bad_set){ NULL, 13, 11, "'set' must be a map, not a list", NULL });
}

/* Checks the place of an error that the operations report; its words are theirs. */
static void assert_compile_error(const char *text, size_t line, size_t column, const char *message)
{
	struct patchset_library *library = library_new();
	struct err err = ERR_INIT;
	assert_false(library_add(library, "0.yaml", slice_of(text), false, &err));
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_string_equal(err.file, "0.yaml");
	if (err.line != line || err.column != column)
		fail_msg("%s%zu:%zu: %s", text, err.line, err.column, err.message);
	assert_says(&err, message);
	assert_non_null(err.snippet);
	err_release(&err);
	patchset_library_free(library);
}

TEST(load_error_of_a_condition_has_its_place_in_the_file)
{
	assert_compile_error(EDIT("      - match: foo($_)\n        replace: bar($_)\n"), 12, 22,
		"a nameless capture has no value here | give the capture a name in 'match' and use it here");
	assert_compile_error(EDIT(MATCH "        delete: true\n        where: {B: {in: [x]}}\n"), 13, 17,
		"'where' names capture 'B', which 'match' does not capture | write $B where the pattern "
		"should capture it");
	assert_compile_error(EDIT(MATCH "        delete: true\n        where: {A: {version: '<<1'}}\n"), 13, 32,
		"'<1' is not a version | a version looks like 1.12.1, 2.6.0rc1 or 2.7.0.dev20250101");
	assert_compile_error(EDIT("      - regex: (a)\n        replace: b\n        where: {x: {in: [x]}}\n"), 13, 17,
		"'where' beside 'regex' needs the number of a group, not 'x'");
	assert_compile_error(EDIT("      - regex: (a)\n        replace: b\n        where: {1x: {in: [x]}}\n"), 13, 17,
		"'where' beside 'regex' needs the number of a group, not '1x'");
	assert_compile_error(EDIT("      - regex: (a)\n        replace: b\n        where: {2: {in: [x]}}\n"), 13, 17,
		"'where' names group 2, and 'regex' has 1");
	assert_compile_error(EDIT("      - regex: a\n        replace: b\n        already: '('\n"), 13, 20,
		"bad regular expression: missing closing parenthesis | write \\( \\) \\[ \\{ \\* \\+ \\? "
		"where the character itself is meant");
	assert_compile_error(
		EDIT("      - regex: a\n        replace: b\n        pick: first\n"), 11, 16, "'pick' needs 'match'");
	assert_compile_error(EDIT(MATCH "        replace: b()\n        any: [{inside: 'if('}]\n"), 13, 27,
		"pattern is not cmake code: the '(' is never closed | a pattern is a fragment of the "
		"target language with $X for one argument and $$$XS for any number");
	assert_compile_error(SET "rules:\n  - id: a\n    title: t\n    why: w\n    files: a.txt\n    edits:\n" MATCH
				 "        delete: true\n        inside: b\n",
		13, 17, "'inside', 'after' and 'before' need a language with blocks; text has none");
}

TEST(load_error_of_an_operation_has_its_place_in_the_file)
{
	assert_compile_error(EDIT(MATCH "        replace: bar($B)\n"), 12, 22,
		"capture 'B' is used but 'match' does not capture it | write $B in 'match' where it "
		"should be captured; ${B} is a variable of CMake or the shell");
	assert_compile_error(EDIT(MATCH "        set: {B: b}\n"), 12, 15,
		"'set' names capture 'B', which 'match' does not have | write $B where the pattern should capture it");
	assert_compile_error(EDIT(MATCH "        set: {A: 'x-$A'}\n"), 12, 21,
		"'set' writes its value as it is, so '$A' would not be a capture | use 'replace' to make "
		"new code from captures");
	assert_compile_error(EDIT(MATCH "        set: {A: ''}\n"), 12, 19, "'set' gives capture 'A' no value");
	assert_compile_error(EDIT("      - match: |\n\n          foo($A)\n          x($B\n        delete: true\n"), 14,
		12,
		"pattern is not cmake code: the '(' is never closed | a pattern is a fragment of the "
		"target language with $X for one argument and $$$XS for any number");
	assert_compile_error(EDIT("      - regex: \"a\\\\.(b\"\n        replace: x\n"), 11, 23,
		"bad regular expression: missing closing parenthesis | write \\( \\) \\[ \\{ \\* \\+ \\? "
		"where the character itself is meant");
	assert_compile_error(EDIT("      - regex: 'a''b(c'\n        replace: x\n"), 11, 23,
		"bad regular expression: missing closing parenthesis | write \\( \\) \\[ \\{ \\* \\+ \\? "
		"where the character itself is meant");
	assert_compile_error(EDIT("      - regex: '\xC3\xA4('\n        replace: x\n"), 11, 20,
		"bad regular expression: missing closing parenthesis | write \\( \\) \\[ \\{ \\* \\+ \\? "
		"where the character itself is meant");
	assert_compile_error(EDIT(MATCH "        delete: true\n        where: {A: {regex: \"\\t(\"}}\n"), 13, 32,
		"bad regular expression: missing closing parenthesis | write \\( \\) \\[ \\{ \\* \\+ \\? "
		"where the character itself is meant");
	assert_compile_error(EDIT("      - regex: foo\n        set: {A: b}\n"), 11, 9,
		"'set' does not work with 'regex' | with it work replace, insert-before, insert-after, "
		"ensure-include, delete");
	assert_compile_error(PROJECT "fingerprints: [{series: '1.2', all: [{file: a, contains: 'x''('}]}]\n", 5, 63,
		"bad regular expression: missing closing parenthesis | write \\( \\) \\[ \\{ \\* \\+ \\? "
		"where the character itself is meant");
}

TEST(load_error_projects)
{
	static const struct bad_set rows[] = {
		{ "tpatch: 1\nproject: demo\nsummary: s\n", 1, 1, "a project lacks 'markers'",
			"markers: paths that a tree of the project has, all of them" },
		{ "tpatch: 1\nproject: demo\nsummary: s\nmarkers: []\n", 4, 10, "'markers' is empty",
			"markers: paths that a tree of the project has, all of them" },
		{ PROJECT "releases: {'1.12.1': 012345}\n", 5, 22,
			"'1.12.1' must be a commit of 7 to 64 lower-case hex digits, not '012345'",
			"releases: versions, in quotes, and their commits" },
		{ PROJECT "releases: [a]\n", 5, 11, "'releases' must be a map, not a list",
			"releases: versions, in quotes, and their commits" },
		{ PROJECT "fingerprints: [{series: '1.2', all: []}]\n", 5, 37, "'all' is empty",
			"all: tests that must all hold" },
		{ PROJECT "fingerprints: [{series: '1.2', all: [{file: a}]}]\n", 5, 38,
			"a test of the tree lacks 'exists' or 'contains'",
			"a test is one of the two: {file: F, exists: true} or {file: F, contains: REGEX}" },
		{ PROJECT "fingerprints: [{series: '1.2', all: [{file: a, exists: true, contains: x}]}]\n", 5, 38,
			"a test of the tree has both 'exists' and 'contains'",
			"a test is one of the two: {file: F, exists: true} or {file: F, contains: REGEX}" },
		{ PROJECT "facts: {from: {help: h, type: text}}\n", 5, 9,
			"a fact cannot be called 'from', which 'facts' of a project file reserves", NULL },
		{ PROJECT "facts: {any: {help: h, type: text}}\n", 5, 9,
			"a fact cannot be called 'any', which 'when' reserves", NULL },
		{ PROJECT "tag-prefixes: [v, ~]\n", 5, 19, "'tag-prefixes' has no value", "put the text in quotes" },
	};
	ASSERT_ALL_REFUSED(rows);
}

TEST(load_error_yaml_keeps_its_place)
{
	static const struct bad_set rows[] = {
		{ SET "use: *x\n", 5, 6, "no anchor '&x' comes before the alias '*x'",
			"put a text that begins with '*' in quotes" },
		{ SET "rules:\n\t- a\n", 6, 1,
			"not valid YAML: found character that cannot start any token while scanning for the next token",
			"indent with spaces: YAML does not allow tabs there" },
	};
	ASSERT_ALL_REFUSED(rows);
}

TEST(load_error_unknown_packs_and_projects)
{
	const char *texts[] = { SET "use: cmake-5\n", PACK("cmake-4", "rules:\n" SHORT_RULE("x")) };
	assert_refused_among(texts, 2, "0.yaml",
		&(struct bad_set){ NULL, 5, 6, "there is no pack 'cmake-5'", "did you mean 'cmake-4'?" });
	texts[0] = SET "use: [cmake-4, other]\n";
	assert_refused_among(texts, 2, "0.yaml",
		&(struct bad_set){ NULL, 5, 16, "there is no pack 'other'", "choose from: cmake-4" });
	assert_refused_among(texts, 1, "0.yaml",
		&(struct bad_set){ NULL, 5, 7, "there is no pack 'cmake-4'",
			"a file of the same folder must describe it, with the key 'pack'" });
	texts[0] = "tpatch: 1\nname: s\nsummary: s\ntarget: {project: dmeo, versions: \"1.0\"}\nuse: cmake-4\n";
	assert_refused_among(texts, 2, "0.yaml",
		&(struct bad_set){ NULL, 4, 19, "there is no project 'dmeo'", "did you mean 'demo'?" });
}

TEST(load_error_packs_in_a_circle_or_twice)
{
	const char *texts[] = { SET "use: a\n", PACK("a", "use: b\n"), PACK("b", "use:\n  - d\n  - c\n"),
		PACK("c", "use: b\n"), PACK("d", "rules:\n" SHORT_RULE("x")) };
	assert_refused_among(texts, 5, "3.yaml",
		&(struct bad_set){ NULL, 4, 6, "packs use each other in a circle: b -> c -> b", NULL });
	texts[0] = PACK("p", "use: p\n");
	assert_refused_among(
		texts, 1, "0.yaml", &(struct bad_set){ NULL, 4, 6, "packs use each other in a circle: p -> p", NULL });
	texts[0] = SET "use: [p, p]\n";
	texts[1] = PACK("p", "rules:\n" SHORT_RULE("x"));
	assert_refused_among(
		texts, 2, "0.yaml", &(struct bad_set){ NULL, 5, 10, "the pack 'p' is listed twice", NULL });
}

TEST(load_error_rule_ids_and_names_given_twice)
{
	const char *texts[] = { SET "rules:\n" SHORT_RULE("y") SHORT_RULE("x") SHORT_RULE("x") SHORT_RULE("y"), NULL,
		NULL };
	assert_refused_among(texts, 1, "0.yaml",
		&(struct bad_set){ NULL, 8, 5, "the rule id 'x' is used twice", "the other rule is at 0.yaml:7:5" });
	texts[0] = SET "use: p\nrules:\n" SHORT_RULE("x");
	texts[1] = PACK("p", "rules:\n" SHORT_RULE("x"));
	assert_refused_among(texts, 2, "0.yaml",
		&(struct bad_set){ NULL, 7, 5, "the rule id 'x' is used twice", "the other rule is at 1.yaml:5:5" });
	texts[0] = SET "use: [p, q]\n";
	texts[2] = PACK("q", "rules:\n" SHORT_RULE("y") SHORT_RULE("x"));
	assert_refused_among(texts, 3, "2.yaml",
		&(struct bad_set){ NULL, 6, 5, "the rule id 'x' is used twice", "the other rule is at 1.yaml:5:5" });
	texts[0] = PACK("p", "rules:\n" SHORT_RULE("z"));
	assert_refused_among(texts, 2, "1.yaml",
		&(struct bad_set){ NULL, 2, 7, "'p' is defined twice", "the other is at 0.yaml:2:7" });
}

/* Of files that are right as they stand, the keys that none may lack. */
static const struct {
	const char *text;
	const char *what[12], *keys[12]; /* in the order of the lines */
} needed[] = {
	{ "tpatch: 1\nname: s\nsummary: s\ntarget:\n  project: demo\n  versions: \"1.0\"\nvariables:\n  floor:\n"
	  "    help: h\n    default: x\n    by-version:\n      - versions: \"1.0\"\n        value: y\nrules:\n"
	  "  - title: t\n    id: a\n    why: w\n    files: a.cmake\n    upstream:\n      status: pending\n"
	  "    shown-by:\n      tool: cmake\n      run: cmake .\n    edits: [{regex: x, replace: y}]\n",
		{ "a set", "a target", "a target", "a variable", "a variable", "a value by version", "a rule", "a rule",
			"a rule", "a rule", "a proof by a tool", "a proof by a tool" },
		{ "summary", "project", "versions", "help", "default", "value", "id", "why", "files", "edits", "tool",
			"run" } },
	{ "tpatch: 1\nproject: more\nsummary: s\nmarkers: [a]\nfingerprints:\n  - all: [{file: a, exists: true}]\n"
	  "    series: \"1.0\"\nfacts:\n  cuda:\n    help: h\n    type: version\nprofiles:\n  old:\n    facts: {cuda: "
	  "\"1\"}\n    summary: s\n",
		{ "a project", "a project", "a fingerprint", "a fact", "a fact" },
		{ "summary", "markers", "series", "help", "type" } },
	{ "tpatch: 1\npack: p\nsummary: s\n"
	  "rules:\n" SHORT_RULE("b"),
		{ "a pack" }, { "summary" } },
};

/* Is the text taken, beside a project? Else what is said of it is in `*err`. */
static bool is_taken(const char *text, struct err *err)
{
	struct patchset_library *library = library_new();
	bool ok = library_add(library, "demo.yaml", slice_of(PROJECT), true, err) &&
		  library_add(library, "0.yaml", slice_of(text), false, err) && library_resolve(library, err);
	patchset_library_free(library);
	return ok;
}

/* What is next to what is refused above. */
TEST(load_error_stops_where_it_should)
{
	static const char *const texts[] = {
		WITH("    expect: {edits: '<=1'}\n"),
		WITH("    expect: {edits: 0..1, files: 1..1}\n"),
		WITH("    expect: {edits: 1000000, files: '>=0'}\n"),
		SET RULE "    warn: w\n    if-found: {match: x()}\n",
		SET RULE "    warn: w\n    if-found: [{regex: x}]\n",
		FILE_EDITS("{create: \"x\\n\"}, {executable: true}"),
		FILE_EDITS("{rename-file: b.cmake}, {regex: x, replace: y}, {executable: true}"),
		FILE_EDITS("{regex: x, replace: y}, {executable: false}"),
		"tpatch: 1\nproject: more\nsummary: s\nmarkers: [a]\nfacts: {form: {help: h, type: text}}\n",
	};
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct err err = ERR_INIT;
		if (!is_taken(texts[i], &err))
			fail_msg("%s%zu:%zu: %s", texts[i], err.line, err.column, err.message);
	}
}

TEST(load_error_names_the_key_that_is_needed)
{
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		struct err err = ERR_INIT;
		if (!is_taken(needed[i].text, &err))
			fail_msg("%s%s", needed[i].text, err.message);
		for (size_t k = 0; k < 12 && needed[i].keys[k]; k++) {
			struct str text = STR_INIT, line = STR_INIT, expected = STR_INIT;
			str_addf(&line, "\n%s: ", needed[i].keys[k]);
			if (!strstr(needed[i].text, line.ptr))
				line.ptr[0] = ' ';
			const char *at = strstr(needed[i].text, line.ptr);
			assert_non_null(at);
			at++;
			const char *end = strchr(at, '\n');
			str_addf(&text, "%.*s%s", (int)(at - needed[i].text), needed[i].text, end + (at[-1] == '\n'));
			str_addf(&expected, "%s lacks '%s'", needed[i].what[k], needed[i].keys[k]);
			if (is_taken(text.ptr, &err))
				fail_msg("let through: %s", text.ptr);
			if (strcmp(err.message, expected.ptr) != 0)
				fail_msg("'%s' instead of '%s'", err.message, expected.ptr);
			err_release(&err);
			str_release(&text);
			str_release(&line);
			str_release(&expected);
		}
	}
}
