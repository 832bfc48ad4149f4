/* Values of keys, by kind: what each kind refuses, and the last that it takes. */
#include "unit.h"

#include "base/alloc.h"
#include "patchset/library.h"

/* Each ends where a line with a value may follow. */
#define PROJECT "tpatch: 1\nproject: demo\nsummary: s\nmarkers: [a]\n"
#define SET "tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: \"1.0\"}\n"
#define OF_RULE(text) SET "rules:\n  - {title: t, why: w, edits: [{match: f(), replace: g()}], " text "}\n"
#define OF_EDIT(text)                                                                                                  \
	OF_RULE("id: a, files: a.cmake") "  - {id: b, title: t, why: w, files: a.cmake, edits: [{" text "}]}\n"
#define TEST_OF(text) OF_RULE("id: a, files: a.cmake, tests: [{" text "}]")
#define SERIES(text) PROJECT "fingerprints: [{series: " text ", all: [{file: a, exists: true}]}]\n"

#define DIGITS_60 "012345678901234567890123456789012345678901234567890123456789"
#define NO_ID(text)                                                                                                    \
	"'id' must be lower-case words joined by '-', not '" text "' | id: lower-case words joined by '-', unique "    \
	"within the set"
#define NO_SERIES(text)                                                                                                \
	"'series' must be the two numbers of a series in quotes, like \"1.12\", not '" text "' | series: the series "  \
	"it shows, in quotes: \"1.12\""
#define NO_COMMIT(text)                                                                                                \
	"'1.2' must be a commit of 7 to 64 lower-case hex digits, not '" text                                          \
	"' | releases: versions, in quotes, and "                                                                      \
	"their commits"
#define NO_URL(text)                                                                                                   \
	"'links' is not a URL: '" text                                                                                 \
	"' | a host follows the '//'; spaces, quotes and angle brackets are written as "                               \
	"%20, %22, %3C and %3E"
#define NO_COUNT(text)                                                                                                 \
	"'files' is not a count: '" text "' | a count is a number from 1 on, or a range: \"1..24\", \">=1\" or \"<=3\""
#define NO_PLACE(text) "'" text "' is not a place | write first, last, or a number: pick: 2"
#define LACKS(side)                                                                                                    \
	"a test lacks '" side "' | {before: …, after: …}; `absent: before` or `absent: after` where there is no file"
#define LEAVE_OUT(side) "a test has a text for the file that is absent | leave '" side "' out"

struct value_row {
	const char *text;
	const char *says; /* NULL: it is taken */
};

static void check_values(const struct value_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct patchset_library *library = library_new();
		struct err err = ERR_INIT;
		bool is_project = slice_starts_with(slice_of(rows[i].text), "tpatch: 1\nproject: ");
		bool ok = is_project || library_add(library, "demo.yaml", slice_of(PROJECT), true, &err);
		ok = ok && library_add(library, "0.yaml", slice_of(rows[i].text), false, &err) &&
		     library_resolve(library, &err);
		if (ok != !rows[i].says)
			fail_msg("%s: %s", rows[i].text, ok ? "let through" : err.message);
		if (rows[i].says)
			assert_says(&err, rows[i].says);
		err_release(&err);
		patchset_library_free(library);
	}
}

#define CHECK_VALUES(rows) check_values((rows), sizeof(rows) / sizeof((rows)[0]))

TEST(load_value_words)
{
	static const struct value_row rows[] = {
		{ OF_RULE("id: a1-b2, files: a.cmake"), NULL },
		{ OF_RULE("id: -a, files: a.cmake"), NO_ID("-a") },
		{ OF_RULE("id: a-, files: a.cmake"), NO_ID("a-") },
		{ OF_RULE("id: a--b, files: a.cmake"), NO_ID("a--b") },
		{ OF_RULE("id: a.b, files: a.cmake"), NO_ID("a.b") },
		{ OF_RULE("id: '', files: a.cmake"), NO_ID("") },
		{ SET "use: [a.b_c-d]\n",
			"there is no pack 'a.b_c-d' | a file of the same folder must describe it, with the key "
			"'pack'" },
		{ SET "use: [a._b]\n",
			"'use' must be a name of lower-case letters and digits, joined by '-', '.' or '_', not 'a._b' "
			"| use: packs, whose rules come before the set's own" },
		{ PROJECT "tag-prefixes: [v, '', release/]\n", NULL },
		{ PROJECT "tag-prefixes: [\"v\\nw\"]\n", "'tag-prefixes' must be one line" },
		{ OF_RULE("id: a, files: []"),
			"'files' is empty | files: paths from the root, or globs; required, except in a rule that "
			"refuses, warns or notes" },
	};
	CHECK_VALUES(rows);
}

TEST(load_value_versions)
{
	static const struct value_row rows[] = {
		{ SERIES("'1.20'"), NULL },
		{ SERIES("'1'"), NO_SERIES("1") },
		{ SERIES("'1.2rc1'"), NO_SERIES("1.2rc1") },
		{ SERIES("'1.2.post1'"), NO_SERIES("1.2.post1") },
		{ SERIES("'1.2.dev1'"), NO_SERIES("1.2.dev1") },
		{ PROJECT "releases: {'1.2': 0123456}\n", NULL },
		{ PROJECT "releases: {'1.2': " DIGITS_60 "0123}\n", NULL },
		{ PROJECT "releases: {'1.2': " DIGITS_60 "01234}\n", NO_COMMIT(DIGITS_60) },
		{ PROJECT "releases: {'1.2': abcdefg}\n", NO_COMMIT("abcdefg") },
		{ PROJECT "releases: {'1.2': ABCDEF0}\n", NO_COMMIT("ABCDEF0") },
	};
	CHECK_VALUES(rows);
}

TEST(load_value_urls)
{
	static const struct value_row rows[] = {
		{ OF_RULE("id: a, files: a.cmake, links: ['http://a', 'https://a/b?c=d#e']"), NULL },
		{ OF_RULE("id: a, files: a.cmake, links: ['http:///a']"), NO_URL("http:///a") },
		{ OF_RULE("id: a, files: a.cmake, links: ['https://a/<b>']"), NO_URL("https://a/<b>") },
		{ OF_RULE("id: a, files: a.cmake, links: ['https://a/\"b']"), NO_URL("https://a/\"b") },
	};
	CHECK_VALUES(rows);
}

TEST(load_value_counts)
{
	static const struct value_row rows[] = {
		{ OF_RULE("id: a, files: a.cmake, expect: {files: 1, edits: '<=1'}"), NULL },
		{ OF_RULE("id: a, files: a.cmake, expect: {files: '<=0'}"), NO_COUNT("<=0") },
		{ OF_RULE("id: a, files: a.cmake, expect: {files: '<=x'}"), NO_COUNT("<=x") },
		{ OF_RULE("id: a, files: a.cmake, expect: {files: '>='}"), NO_COUNT(">=") },
		{ OF_RULE("id: a, files: a.cmake, expect: {files: '3..2'}"), NO_COUNT("3..2") },
		{ OF_RULE("id: a, files: a.cmake, expect: {files: '0..0'}"), NO_COUNT("0..0") },
		{ OF_RULE("id: a, files: a.cmake, expect: {files: 99999999999999999999999}"),
			NO_COUNT("99999999999999999999999") },
		{ OF_EDIT("match: f(), pick: 2, delete: true"), NULL },
		{ OF_EDIT("match: f(), pick: 0, delete: true"), NO_PLACE("0") },
		{ OF_EDIT("match: f(), pick: 1..2, delete: true"), NO_PLACE("1..2") },
		{ OF_EDIT("match: f(), pick: '>=1', delete: true"), NO_PLACE(">=1") },
	};
	CHECK_VALUES(rows);
}

TEST(load_value_sides_of_a_test)
{
	static const struct value_row rows[] = {
		{ TEST_OF("absent: before, after: g()"), NULL },
		{ TEST_OF("absent: before"), LACKS("after") },
		{ TEST_OF("absent: after"), LACKS("before") },
		{ TEST_OF("absent: before, before: f(), after: g()"), LEAVE_OUT("before") },
		{ TEST_OF("absent: after, before: f(), after: g()"), LEAVE_OUT("after") },
	};
	CHECK_VALUES(rows);
}
