#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "patchset/library.h"
#include "scratch.h"

/* Four lines each, so that what a test adds begins in line 5 or 10. */
#define SET "tpatch: 1\nname: s\nsummary: a set\ntarget: {project: demo, versions: \"1.0\"}\n"
#define PROJECT "tpatch: 1\nproject: demo\nsummary: a project\nmarkers: [a]\n"
#define RULE "rules:\n  - id: a-rule\n    title: t\n    why: w\n    files: a.cmake\n"
#define EDITS "    edits:\n      - match: foo($A)\n        replace: bar($A)\n"
#define SHORT_RULE(id) "  - {id: " id ", title: t, why: w, files: a.txt, edits: [{regex: x, replace: y}]}\n"
#define PACK(name, more) "tpatch: 1\npack: " name "\nsummary: a pack\n" more

/* Adds `text` and a project to go with it; nothing is embedded. */
static struct patchset_library *load(const char *const *texts, size_t count, struct err *err)
{
	struct patchset_library *library = library_new();
	bool ok = library_add(library, "demo.yaml", slice_of(PROJECT), true, err);
	for (size_t i = 0; ok && i < count; i++) {
		char name[] = "0.yaml";
		name[0] = (char)('0' + i);
		ok = library_add(library, i ? name : "t.yaml", slice_of(texts[i]), false, err);
	}
	if (ok && library_resolve(library, err))
		return library;
	patchset_library_free(library);
	return NULL;
}

static struct patchset_library *loaded(const char *const *texts, size_t count)
{
	struct err err = ERR_INIT;
	struct patchset_library *library = load(texts, count, &err);
	if (!library)
		fail_msg("%s:%zu:%zu: %s", err.file ? err.file : "", err.line, err.column, err.message);
	return library;
}

static const struct patchset *the_set(const struct patchset_library *library)
{
	size_t count;
	const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &count);
	assert_int_equal(count, 1);
	return sets[0];
}

#define RICH                                                                                                           \
	SET "rules:\n"                                                                                                 \
	    "  - id: one\n"                                                                                            \
	    "    title: \" Do it \"\n"                                                                                 \
	    "    why: >-\n"                                                                                            \
	    "      a long\n"                                                                                           \
	    "      reason\n"                                                                                           \
	    "    links: [https://a.b/c, http://d]\n"                                                                   \
	    "    upstream: {status: pending, fixed-in: \"2.6\", link: \"https://x.y/\"}\n"                             \
	    "    files: [\"**/*.cmake\", /CMakeLists.txt, \"/*.in\"]\n"                                                \
	    "    exclude: 'a/{b,c}/**'\n"                                                                              \
	    "    versions: \">=2.1, <2.6\"\n"                                                                          \
	    "    optional: true\n"                                                                                     \
	    "    edits:\n"                                                                                             \
	    "      - match: |\n"                                                                                       \
	    "          foo($A\n"                                                                                       \
	    "              $$$REST)\n"                                                                                 \
	    "        where: {A: {version: \"<3.5\", not: {in: [a, \"b\"]}}}\n"                                         \
	    "        set: {A: 3.10}\n"                                                                                 \
	    "        inside: if(MSVC)\n"                                                                               \
	    "        not-inside: [function(f $$$), \"macro(m)\"]\n"                                                    \
	    "        already: bar()\n"                                                                                 \
	    "      - regex: \"a\\\\.b\"\n"                                                                             \
	    "        delete: true\n"                                                                                   \
	    "    expect: {files: 2, edits: \"1..24\"}\n"                                                               \
	    "    tests:\n"                                                                                             \
	    "      - {name: n, path: a/b.cmake, before: \"foo(a)\", after: \"\"}\n"                                    \
	    "      - before: |\n"                                                                                      \
	    "          foo(x)\n"

static void check_rich_rule(const struct rule *rule)
{
	assert_string_equal(rule->id, "one");
	assert_string_equal(rule->title, "Do it");
	assert_string_equal(rule->why, "a long reason");
	assert_string_equal(rule->links[1], "http://d");
	assert_null(rule->links[2]);
	assert_string_equal(rule->upstream_status, "pending");
	assert_string_equal(rule->upstream_fixed_in, "2.6");
	assert_string_equal(rule->upstream_link, "https://x.y/");
	assert_string_equal(rule->files[0], "**/*.cmake");
	assert_string_equal(rule->files[1], "CMakeLists.txt");
	assert_string_equal(rule->files[2], "/*.in");
	assert_null(rule->files[3]);
	assert_false(rule->files_are_paths);
	assert_string_equal(rule->exclude[0], "a/{b,c}/**");
	assert_null(rule->exclude[1]);
	assert_string_equal(rule->language->name, "cmake");
	assert_string_equal(rule->versions->text, ">=2.1, <2.6");
	assert_true(rule->optional);
	assert_true(rule->expect_files.given && rule->expect_files.min == 2 && rule->expect_files.max == 2);
	assert_true(rule->expect_edits.given && rule->expect_edits.min == 1 && rule->expect_edits.max == 24);
	assert_string_equal(rule->origin, "t.yaml");
	assert_int_equal(rule->line, 6);
	assert_int_equal(rule->column, 5);
}

static void assert_def(const struct def_text *def, const char *text, size_t line, size_t column, bool block)
{
	assert_true(slice_eq_cstr(def->text, text));
	assert_int_equal(def->line, line);
	assert_int_equal(def->column, column);
	assert_int_equal(def->block, block);
}

static void check_rich_edits(const struct rule *rule)
{
	assert_int_equal(rule->n_edits, 2);
	const struct edit_def *first = &rule->edits[0], *second = &rule->edits[1];
	assert_def(&first->match, "foo($A\n    $$$REST)\n", 19, 11, true);
	assert_null(first->regex.text.ptr);
	assert_string_equal(first->op->name, "set");
	assert_int_equal(first->n_sets, 1);
	assert_def(&first->sets[0].capture, "A", 22, 15, false);
	assert_def(&first->sets[0].value, "3.10", 22, 18, false);
	assert_int_equal(first->n_where, 2);
	assert_int_equal(first->where[0].kind, WHERE_VERSION);
	assert_def(&first->where[0].values[0], "<3.5", 21, 31, false);
	assert_int_equal(first->where[1].kind, WHERE_NOT_IN);
	assert_int_equal(first->where[1].n_values, 2);
	assert_def(&first->where[1].values[1], "b", 21, 53, false);
	assert_int_equal(first->context.kind, CONTEXT_ALL);
	assert_int_equal(first->context.n_parts, 3);
	assert_int_equal(first->context.parts[0].kind, CONTEXT_INSIDE);
	assert_int_equal(first->context.parts[2].kind, CONTEXT_NOT);
	assert_def(&first->context.parts[2].parts[0].pattern, "macro(m)", 24, 40, false);
	assert_int_equal(first->n_already, 1);
	assert_int_equal(first->line, 18);
	assert_int_equal(first->column, 9);
	assert_null(second->match.text.ptr);
	assert_def(&second->regex, "a\\.b", 26, 17, false);
	assert_string_equal(second->op->name, "delete");
	for (size_t i = 0; i < rule->n_edits; i++)
		assert_ptr_equal(edit_rule_def(rule->compiled[i]), &rule->edits[i]);
}

static void check_rich_tests(const struct rule *rule)
{
	assert_int_equal(rule->n_tests, 2);
	assert_string_equal(rule->tests[0].name, "n");
	assert_string_equal(rule->tests[0].path, "a/b.cmake");
	assert_true(slice_eq_cstr(rule->tests[0].before, "foo(a)"));
	assert_int_equal(rule->tests[0].after.len, 0);
	assert_null(rule->tests[1].name);
	assert_string_equal(rule->tests[1].path, "x.cmake");
	assert_true(slice_eq_cstr(rule->tests[1].before, "foo(x)\n"));
	assert_true(slice_eq(rule->tests[1].before, rule->tests[1].after));
	assert_int_equal(rule->tests[1].line, 31);
}

static void check_rich(const struct patchset *set)
{
	assert_string_equal(set->name, "s");
	assert_string_equal(set->summary, "a set");
	assert_string_equal(set->project, "demo");
	assert_string_equal(set->target->text, "1.0");
	assert_string_equal(set->origin, "t.yaml");
	assert_null(set->use[0]);
	assert_int_equal(set->n_rules, 1);
	check_rich_rule(set->rules[0]);
	check_rich_edits(set->rules[0]);
	check_rich_tests(set->rules[0]);
}

TEST(load_reads_every_field)
{
	const char *text = RICH;
	struct patchset_library *library = loaded(&text, 1);
	check_rich(the_set(library));
	patchset_library_free(library);
}

TEST(load_crlf_and_byte_order_mark_change_nothing)
{
	struct str crlf = STR_INIT;
	str_add_cstr(&crlf, "\xEF\xBB\xBF");
	for (const char *c = RICH; *c; c++) {
		if (*c == '\n')
			str_add_char(&crlf, '\r');
		str_add_char(&crlf, *c);
	}
	const char *text = crlf.ptr;
	struct patchset_library *library = loaded(&text, 1);
	check_rich(the_set(library));
	patchset_library_free(library);
	str_release(&crlf);
}

TEST(load_defaults)
{
	const char *text = SET RULE EDITS;
	struct patchset_library *library = loaded(&text, 1);
	const struct rule *rule = the_set(library)->rules[0];
	assert_null(rule->links[0]);
	assert_null(rule->exclude[0]);
	assert_null(rule->upstream_status);
	assert_null(rule->versions);
	assert_false(rule->optional);
	assert_true(rule->files_are_paths);
	assert_string_equal(rule->language->name, "cmake");
	assert_true(!rule->expect_files.given && rule->expect_files.min == 1 && rule->expect_files.max == SIZE_MAX);
	assert_true(!rule->expect_edits.given && rule->expect_edits.min == 1 && rule->expect_edits.max == SIZE_MAX);
	assert_int_equal(rule->n_tests, 0);
	patchset_library_free(library);
}

struct language_case {
	const char *files;
	const char *language, *path; /* of the rule, and of a test without `path` */
};

TEST(load_language_and_test_path_come_from_the_first_of_files)
{
	static const struct language_case rows[] = {
		{ "a/b.py", "python", "a/b.py" },
		{ "/setup.py", "python", "setup.py" },
		{ "\"*.cmake\"", "cmake", "x.cmake" },
		{ "\"**/CMakeLists.txt\"", "cmake", "CMakeLists.txt" },
		{ "\"a/*.{py,cmake}\"", "python", "x.py" },
		{ "[\"**/?.cmake\", a.py]", "cmake", "x.cmake" },
		{ "README.md", "text", "README.md" },
		{ "\"**\"", "text", "x" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct str text = STR_INIT;
		str_addf(&text,
			SET "rules:\n  - {id: a, title: t, why: w, files: %s, edits: [{regex: x, replace: y}], tests: "
			    "[{before: x}]}\n",
			rows[i].files);
		const char *ptr = text.ptr;
		struct patchset_library *library = loaded(&ptr, 1);
		assert_string_equal(the_set(library)->rules[0]->language->name, rows[i].language);
		assert_string_equal(the_set(library)->rules[0]->tests[0].path, rows[i].path);
		patchset_library_free(library);
		str_release(&text);
	}
}

TEST(load_counts)
{
	struct count_range range;
	assert_true(schema_parse_count(slice_of("3"), &range) && range.min == 3 && range.max == 3 && range.given);
	assert_true(schema_parse_count(slice_of(" 1 .. 24 "), &range) && range.min == 1 && range.max == 24);
	assert_true(schema_parse_count(slice_of("0..2"), &range) && range.min == 0 && range.max == 2);
	assert_true(schema_parse_count(slice_of(">=2"), &range) && range.min == 2 && range.max == SIZE_MAX);
	assert_true(schema_parse_count(slice_of("<= 3"), &range) && range.min == 0 && range.max == 3);
	static const char *const bad[] = { "", "0", "-1", "x", "1..", "..2", "3..1", "0..0", "<=0", ">2", "1...3",
		"1.5", "99999999999999999999" };
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (schema_parse_count(slice_of(bad[i]), &range))
			fail_msg("'%s' is taken for a count", bad[i]);
}

TEST(load_reads_a_project)
{
	const char *text = "tpatch: 1\nproject: other\nsummary: s\nmarkers: [a/b, c]\nversion-file: version.txt\n"
			   "tag-prefixes: [v, \"\"]\n"
			   "releases: {\"1.12.1\": 664058fa83f1, '1.13.0': 7c98e70d44abc7a1aead68b6ea6c8adc8c554db5}\n"
			   "fingerprints:\n  - series: \"1.12\"\n    all:\n      - {file: a, exists: true}\n"
			   "      - {file: b, exists: "
			   "false}\n      - {file: c, contains: 'x\\(y$'}\n";
	struct patchset_library *library = loaded(&text, 1);
	const struct patchset *set = patchset_library_find(library, PATCHSET_PROJECT, slice_of("other"));
	assert_non_null(set);
	const struct project *project = &set->details;
	assert_string_equal(project->name, "other");
	assert_string_equal(project->version_file, "version.txt");
	assert_string_equal(project->markers[1], "c");
	assert_null(project->markers[2]);
	assert_string_equal(project->tag_prefixes[0], "v");
	assert_string_equal(project->tag_prefixes[1], "");
	assert_null(project->tag_prefixes[2]);
	assert_int_equal(project->n_releases, 2);
	assert_string_equal(project->releases[0].version, "1.12.1");
	assert_string_equal(project->releases[1].commit, "7c98e70d44abc7a1aead68b6ea6c8adc8c554db5");
	assert_int_equal(project->n_fingerprints, 1);
	const struct fingerprint *fingerprint = &project->fingerprints[0];
	assert_string_equal(fingerprint->series, "1.12");
	assert_int_equal(fingerprint->n_tests, 3);
	assert_true(fingerprint->tests[0].exists && !fingerprint->tests[0].absent && !fingerprint->tests[0].contains);
	assert_true(!fingerprint->tests[1].exists && fingerprint->tests[1].absent);
	assert_true(fingerprint->tests[2].contains && !fingerprint->tests[2].exists && !fingerprint->tests[2].absent);
	assert_string_equal(fingerprint->tests[2].contains_text, "x\\(y$");
	patchset_library_free(library);
}

static void assert_rule_order(const struct patchset *set, const char *expected)
{
	struct str ids = STR_INIT;
	for (size_t i = 0; i < set->n_rules; i++)
		str_addf(&ids, "%s%s", i ? " " : "", set->rules[i]->id);
	assert_string_equal(ids.ptr, expected);
	str_release(&ids);
}

TEST(load_takes_in_packs_in_order_and_once)
{
	const char *texts[] = {
		SET "use: [b, a]\nrules:\n" SHORT_RULE("own"),
		PACK("a", "use: c\nrules:\n" SHORT_RULE("a1") SHORT_RULE("a2")),
		PACK("b", "use: [c]\nexclude: ['*.bak', d/]\nrules:\n"
			  "  - {id: b1, title: t, why: w, files: a.txt, exclude: [mine], "
			  "edits: [{regex: x, replace: y}]}\n"),
		PACK("c", "rules:\n" SHORT_RULE("c1")),
	};
	struct patchset_library *library = loaded(texts, 4);
	const struct patchset *set = the_set(library);
	assert_rule_order(set, "c1 b1 a1 a2 own");
	assert_string_equal(set->use[0], "b");
	assert_string_equal(set->use[1], "a");
	assert_null(set->use[2]);
	assert_string_equal(set->rules[1]->origin, "2.yaml");
	assert_string_equal(set->rules[1]->exclude[0], "mine");
	assert_string_equal(set->rules[1]->exclude[1], "*.bak");
	assert_string_equal(set->rules[1]->exclude[2], "d/");
	assert_null(set->rules[1]->exclude[3]);
	assert_null(set->rules[0]->exclude[0]);
	assert_rule_order(patchset_library_find(library, PATCHSET_PACK, slice_of("a")), "a1 a2");
	patchset_library_free(library);
}

TEST(load_leaves_out_rules_of_packs_for_other_versions)
{
#define RULE_FOR(id, versions)                                                                                         \
	"  - {id: " id ", title: t, why: w, files: a.txt, versions: \"" versions                                       \
	"\", edits: [{regex: x, replace: y}]}\n"
	const char *texts[] = {
		SET "use: a\nrules:\n" RULE_FOR("own", ">=2.0"),
		PACK("a", "rules:\n" RULE_FOR("from-1", ">=1.0") RULE_FOR("from-2", ">=2.0") RULE_FOR("to-1", "<1.0")
				  SHORT_RULE("always")),
	};
	struct patchset_library *library = loaded(texts, 2);
	assert_rule_order(the_set(library), "from-1 always own");
	assert_rule_order(patchset_library_find(library, PATCHSET_PACK, slice_of("a")), "from-1 from-2 to-1 always");
	patchset_library_free(library);
}

TEST(load_replaces_an_embedded_file_of_the_same_kind_and_name)
{
	struct patchset_library *library = library_new();
	struct err err = ERR_INIT;
	assert_true(library_add(library, "<embedded>/demo.yaml", slice_of(PROJECT), true, &err));
	assert_true(library_add(
		library, "<embedded>/p.yaml", slice_of(PACK("p", "rules:\n" SHORT_RULE("old"))), true, &err));
	assert_true(library_add(library, "<embedded>/s.yaml", slice_of(SET "use: p\n"), true, &err));
	assert_true(library_add(
		library, "dir/other-name.yaml", slice_of(PACK("p", "rules:\n" SHORT_RULE("new"))), false, &err));
	assert_true(library_resolve(library, &err));
	assert_rule_order(the_set(library), "new");
	assert_string_equal(
		patchset_library_find(library, PATCHSET_PACK, slice_of("p"))->origin, "dir/other-name.yaml");
	size_t count;
	patchset_library_all(library, PATCHSET_PACK, &count);
	assert_int_equal(count, 1);
	patchset_library_free(library);
}

TEST(load_sorts_sets_by_version_and_others_by_name)
{
	const char *texts[] = {
		"tpatch: 1\nname: c\nsummary: s\ntarget: {project: demo, versions: \"2.10\"}\nrules:\n" SHORT_RULE("x"),
		"tpatch: 1\nname: b\nsummary: s\ntarget: {project: demo, versions: \">=2.9\"}\nrules:\n" SHORT_RULE(
			"x"),
		"tpatch: 1\nname: a\nsummary: s\ntarget: {project: demo, versions: \"<9\"}\nrules:\n" SHORT_RULE("x"),
		PACK("q", "rules:\n" SHORT_RULE("x")),
		PACK("p", "rules:\n" SHORT_RULE("x")),
	};
	struct patchset_library *library = loaded(texts, 5);
	size_t count;
	const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &count);
	assert_int_equal(count, 3);
	assert_string_equal(sets[0]->name, "a");
	assert_string_equal(sets[1]->name, "b");
	assert_string_equal(sets[2]->name, "c");
	const struct patchset *const *packs = patchset_library_all(library, PATCHSET_PACK, &count);
	assert_string_equal(packs[0]->name, "p");
	assert_null(patchset_library_find(library, PATCHSET_SET, slice_of("p")));
	patchset_library_free(library);
}

TEST(load_text_holds_nothing_else)
{
	struct err err = ERR_INIT;
	struct patchset_library *library =
		patchset_library_load_text("mine.yaml", slice_of(PACK("mine", "rules:\n" SHORT_RULE("x"))), &err);
	assert_non_null(library);
	size_t count;
	patchset_library_all(library, PATCHSET_SET, &count);
	assert_int_equal(count, 0);
	patchset_library_all(library, PATCHSET_PROJECT, &count);
	assert_int_equal(count, 0);
	patchset_library_all(library, PATCHSET_PACK, &count);
	assert_int_equal(count, 1);
	assert_string_equal(patchset_library_find(library, PATCHSET_PACK, slice_of("mine"))->origin, "mine.yaml");
	patchset_library_free(library);
}

TEST(load_dir_takes_yaml_files_directly_in_it)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "b.yaml", PROJECT);
	scratch_write(&scratch, "a.yml", PACK("test-load-a", "rules:\n" SHORT_RULE("x")));
	scratch_write(&scratch, "c.txt", "no: yaml: at all");
	scratch_write(&scratch, ".hidden.yaml", "- broken");
	scratch_write(&scratch, "sub/d.yaml", "- broken");
	scratch_mkdir(&scratch, "folder.yaml");
	struct err err = ERR_INIT;
	struct patchset_library *library = patchset_library_load(scratch.path, &err);
	if (!library)
		fail_msg("%s", err.message);
	const struct patchset *pack = patchset_library_find(library, PATCHSET_PACK, slice_of("test-load-a"));
	assert_string_equal(pack->origin, scratch_path(&scratch, "a.yml"));
	assert_non_null(patchset_library_find(library, PATCHSET_PROJECT, slice_of("demo")));
	patchset_library_free(library);
	scratch_free(&scratch);
}

TEST(load_dir_errors)
{
	struct scratch scratch = scratch_new();
	struct err err = ERR_INIT;
	scratch_write(&scratch, "readme.txt", "x");
	assert_null(patchset_library_load(scratch.path, &err));
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_non_null(strstr(err.message, "no patch set in the folder '"));
	assert_non_null(strstr(err.message, scratch.path));
	assert_non_null(err.hint);
	assert_null(patchset_library_load(scratch_path(&scratch, "nothing-here"), &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_non_null(strstr(err.message, "nothing-here' is not there"));
	assert_null(patchset_library_load(scratch_path(&scratch, "readme.txt"), &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_non_null(strstr(err.message, "readme.txt' is not a folder"));
	scratch_write(&scratch, "a.yaml", "tpatch: 1\nnme: x\n");
	assert_null(patchset_library_load(scratch.path, &err));
	assert_string_equal(err.file, scratch_path(&scratch, "a.yaml"));
	assert_string_equal(err.message, "the file is neither a set nor a pack nor a project");
	struct str big = STR_INIT;
	str_add_repeat(&big, '#', YAML_MAX_BYTES + 1);
	scratch_write(&scratch, "a.yaml", big.ptr);
	assert_null(patchset_library_load(scratch.path, &err));
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_string_equal(err.message, "the file is larger than 4194304 bytes");
	str_release(&big);
	err_release(&err);
	scratch_free(&scratch);
}
