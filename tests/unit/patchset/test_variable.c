#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "patchset/digest.h"
#include "patchset/library.h"

#define PROJECT "tpatch: 1\nproject: demo\nsummary: s\nmarkers: [a]\n"
/* Six lines; a rule's edit begins in line 12. */
#define SET                                                                                                            \
	"tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: \"1.0\"}\nvariables:\n"                     \
	"  floor: {type: version, default: \"3.5\", help: h}\n"
#define RULE(edit) SET "rules:\n  - id: a\n    title: t {{floor}}\n    why: w\n    files: a.cmake\n    edits:\n" edit
#define VARIABLES(text)                                                                                                \
	"tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: \"1.0\"}\nvariables:\n" text                \
	"rules: [{id: a, title: t, why: w, warn: x}]\n"

static struct patchset_library *load(const char *set, const struct variable_request *request, struct err *err)
{
	struct patchset_library *library = library_new();
	library->values = request;
	if (library_add(library, "demo.yaml", slice_of(PROJECT), true, err) &&
		library_add(library, "0.yaml", slice_of(set), false, err) && library_resolve(library, err))
		return library;
	patchset_library_free(library);
	return NULL;
}

struct bad {
	const char *text;
	size_t line, column;
	const char *message, *hint;
};

static void assert_refused(const struct bad *row, const struct variable_request *request)
{
	struct err err = ERR_INIT;
	if (load(row->text, request, &err))
		fail_msg("let through: %s", row->text);
	assert_int_equal(err.kind, ERR_PATCHSET);
	if (strcmp(err.message, row->message) != 0 || err.line != row->line || err.column != row->column)
		fail_msg("%s%zu:%zu: %s", row->text, err.line, err.column, err.message);
	if ((row->hint != NULL) != (err.hint != NULL) || (row->hint && strcmp(row->hint, err.hint) != 0))
		fail_msg("%shint: %s", row->text, err.hint ? err.hint : "none");
	assert_true(err.column <= strlen(err.snippet) + 1);
	err_release(&err);
}

TEST(variable_that_is_wrong_is_refused_at_its_place)
{
	static const struct bad rows[] = {
		{ VARIABLES("  A: {default: x, help: h}\n"), 6, 3,
			"'A' must be a name of lower-case letters and digits, joined by '-', '.' or '_', not 'A'",
			"name: a name of lower-case letters and digits" },
		{ VARIABLES("  a: {help: h}\n"), 6, 6, "a variable lacks 'default'",
			"default: its value, if nothing else sets it; a version in quotes" },
		{ VARIABLES("  a: {default: x, help: h, type: version}\n"), 6, 16,
			"variable 'a' must be a version, not 'x'", "a: h" },
		{ VARIABLES("  a: {default: 3.5, help: h, type: version}\n"), 6, 16,
			"the value of 'a' must be in quotes", "write \"3.5\"" },
		{ VARIABLES("  a: {default: x, help: h, type: choice}\n"), 6, 3,
			"variable 'a' is a choice but lacks 'choices'", "write type: choice, choices: [a, b]" },
		{ VARIABLES("  a: {default: z, help: h, type: choice, choices: [x, y]}\n"), 6, 16,
			"variable 'a' cannot be 'z'", "a: h (one of x, y)" },
		{ VARIABLES("  a: {default: x, help: h, choices: [x, y]}\n"), 6, 3,
			"variable 'a' has 'choices' but is not a choice", "write type: choice, choices: [a, b]" },
		{ VARIABLES("  a: {default: '1', help: h, type: number, by-version: [{versions: \"1\", value: b}]}\n"),
			6, 80, "variable 'a' must be a number, not 'b'", "a: h" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_refused(&rows[i], NULL);
}

TEST(variable_leaves_errors_where_they_stand)
{
	static const char *const pairs[] = { "floor=3.5.4.3.2.1", NULL };
	static const struct variable_request longer = { .pairs = pairs };
	static const struct bad rows[] = {
		{ RULE("      - {regex: 'a{{flor}}', replace: b}\n"), 13, 19, "no variable 'flor'",
			"did you mean 'floor'?" },
		{ RULE("      - {regex: a, replace: \"b\\n{{zzz}}\"}\n"), 13, 33, "no variable 'zzz'",
			"declare it in 'variables'; a rule with literal braces belongs in a file without variables" },
		/* After a value that is longer or shorter than its name. */
		{ RULE("      - {regex: '{{floor}}b(', replace: b}\n"), 13, 29, "missing closing parenthesis", NULL },
		{ RULE("      - {regex: \"{{floor}}\\tb(\", replace: b}\n"), 13, 31, "missing closing parenthesis",
			NULL },
		{ RULE("      - match: f($X)\n        where: {X: {version: \"<{{floor}}, x\"}}\n"
		       "        replace: g($X)\n"),
			14, 43, "'x' is not a version", "a version looks like 1.12.1, 2.6.0rc1 or 2.7.0.dev20250101" },
		{ RULE("      - match: |\n          f({{floor}})\n          g({{floor}}\n        replace: x\n"), 15, 12,
			"", NULL },
	};
	for (size_t i = 0; i + 1 < COUNT_OF(rows); i++) {
		struct bad row = rows[i];
		struct err err = ERR_INIT;
		assert_null(load(row.text, NULL, &err));
		if (err.line != row.line || err.column != row.column || !strstr(err.message, row.message))
			fail_msg("%s%zu:%zu: %s", row.text, err.line, err.column, err.message);
		size_t line = err.line, column = err.column;
		err_release(&err);
		/* The place does not depend on the value. */
		assert_null(load(row.text, &longer, &err));
		assert_int_equal(err.line, line);
		assert_int_equal(err.column, column);
		err_release(&err);
	}
	/* In a block the line is true, and the column is one of it. */
	struct err err = ERR_INIT;
	assert_null(load(rows[COUNT_OF(rows) - 1].text, &longer, &err));
	assert_int_equal(err.line, 15);
	assert_true(err.column <= strlen(err.snippet) + 1);
	err_release(&err);
}

/* Do the values of the request leave the set as it is? */
static bool is_same_with(
	const struct patchset_library *library, const struct patchset *set, const struct variable_request *request)
{
	struct patchset_library *other;
	struct err err = ERR_INIT;
	assert_true(patchset_with_values(library, request, &other, &set, &err));
	patchset_library_free(other);
	return !other;
}

TEST(variable_values_come_from_the_nearest)
{
	static const char *const pairs[] = { "floor=3.7", NULL }, *const bad[] = { "floor=x", NULL },
				 *const unknown[] = { "flor=1", NULL };
	static struct setting settings[] = { { "other", "z" }, { "floor", "3.9" } };
	static const struct profile profile = { .name = "p", .variables = settings, .n_variables = 2 };
	static const char text[] = RULE("      - {match: 'f({{floor}})', replace: 'g({{floor}})'}\n");
	struct variable_request requests[] = { { 0 }, { .profile = &profile }, { .pairs = pairs },
		{ .pairs = pairs, .profile = &profile } };
	static const char *const values[] = { "3.5", "3.9", "3.7", "3.7" };
	struct err err = ERR_INIT;
	for (size_t i = 0; i < COUNT_OF(requests); i++) {
		struct patchset_library *library = load(text, &requests[i], &err);
		const struct patchset *set = patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("s"));
		char wanted[20];
		snprintf(wanted, sizeof(wanted), "g(%s)", values[i]);
		assert_true(slice_eq_cstr(set->rules[0]->edits[0].text.text, wanted));
		snprintf(wanted, sizeof(wanted), "t %s", values[i]);
		assert_string_equal(set->rules[0]->title, wanted);
		assert_string_equal(set->variables[0]->value, values[i]);
		assert_true(is_same_with(library, set, &requests[i]));
		assert_int_equal(is_same_with(library, set, &requests[2]), i >= 2);
		assert_true(variable_check_request(&requests[2], set->variables, set->n_variables, "s", &err));
		assert_false(variable_check_request(
			&(struct variable_request){ .pairs = unknown }, set->variables, set->n_variables, "s", &err));
		assert_string_equal(err.hint, "did you mean 'floor'?");
		err_release(&err);
		patchset_library_free(library);
	}
	/* What does not suit is meant for another file; whose variable it is, says so. */
	struct variable_request unsuited = { .pairs = bad, .profile = &profile };
	struct patchset_library *library = load(text, &unsuited, &err);
	const struct patchset *set = patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("s"));
	assert_string_equal(set->variables[0]->value, "3.9");
	assert_false(variable_check_request(&unsuited, set->variables, set->n_variables, "s", &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_string_equal(err.message, "variable 'floor' must be a version, not 'x'");
	err_release(&err);
	patchset_library_free(library);
}

TEST(variable_follows_the_target)
{
	static const char text[] = VARIABLES(
		"  a: {default: x, help: h, by-version: [{versions: \"<2\", value: y}, {versions: \"2.4.*\", value: "
		"z}]}\n");
	static const struct {
		const char *version, *value;
		size_t n_known;
	} rows[] = { { "1.5.0", "y", 3 }, { "2.4.1", "z", 3 }, { "2.4", "z", 2 }, { "2.5", "x", 2 } };
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct version version;
		struct err err = ERR_INIT;
		assert_true(version_parse(&version, slice_of(rows[i].version), &err));
		struct variable_request request = { .version = &version, .n_known = rows[i].n_known };
		struct patchset_library *library = load(text, &request, &err);
		assert_string_equal(
			patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("s"))->variables[0]->value,
			rows[i].value);
		patchset_library_free(library);
	}
}

/* In a pattern it would match anything. */
TEST(variable_is_no_capture)
{
	static const struct bad rows[] = {
		{ SET "  a: {default: '$X', help: h}\nrules:\n"
		      "  - {id: b, title: t, why: w, files: a.cmake, edits: [{match: 'f({{a}})', delete: true}]}\n",
			9, 66, "the value of a variable has '$X', which is a capture here",
			"a value cannot hold captures: choose another one, or let the rule write it in quotes" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_refused(&rows[i], NULL);
}

/* In a regex, the mark of a value stands for itself; elsewhere it is as it is. */
TEST(variable_has_one_text_where_an_alias_names_it)
{
	static const struct bad rows[] = {
		{ SET "rules:\n  - {id: a, title: t, why: w, files: a.txt, "
		      "edits: [{regex: &x \"{{floor}}\", replace: y}], tests: [{before: *x}]}\n",
			8, 64, "a text with variables is a regex in one place, and none in another",
			"write it in both places, instead of an alias" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_refused(&rows[i], NULL);
	static const char *const texts[] = {
		SET "rules:\n  - {id: a, title: &x \"{{floor}}\", why: *x, warn: *x}\n",
		SET
		"rules:\n  - {id: a, title: t, why: &x \"floor\", files: a.txt, edits: [{regex: *x, replace: y}]}\n",
	};
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct err err = ERR_INIT;
		struct patchset_library *library = load(texts[i], NULL, &err);
		if (!library)
			fail_msg("%s%zu:%zu: %s", texts[i], err.line, err.column, err.message);
		patchset_library_free(library);
	}
}

/* The same text in many places, by an alias. */
TEST(variable_counts_each_alias)
{
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	str_add_cstr(&text, "tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: \"1.0\"}\n"
			    "variables: {a: {default: ");
	str_add_repeat(&text, 'x', 200000);
	str_add_cstr(&text,
		", help: h}}\nrules:\n"
		"  - {id: a, title: t, why: &a \"{{a}}\", files: a.cmake, edits: [{match: f($A), replace: g($A), "
		"where: {A: {in: [*a");
	for (size_t i = 1; i < 1000; i++)
		str_add_cstr(&text, ", *a");
	str_add_cstr(&text, "]}}}]}\n");
	assert_null(load(text.ptr, NULL, &err));
	assert_string_equal(err.message, "the texts are longer than 16777216 bytes once their variables are filled in");
	err_release(&err);
	str_release(&text);
}

/* A rule whose titles name a long variable `times` times each. */
static void assert_too_long(size_t value_bytes, size_t times, size_t n_rules, const char *message)
{
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	str_add_cstr(&text, "tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: \"1.0\"}\n"
			    "variables: {a: {default: ");
	str_add_repeat(&text, 'x', value_bytes);
	str_add_cstr(&text, ", help: h}}\nrules:\n");
	for (size_t r = 0; r < n_rules; r++) {
		str_addf(&text, "  - {id: a%zu, title: t, why: w, warn: \"", r);
		for (size_t i = 0; i < times; i++)
			str_add_cstr(&text, "{{a}}");
		str_add_cstr(&text, "\"}\n");
	}
	assert_null(load(text.ptr, NULL, &err));
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_string_equal(err.message, message);
	err_release(&err);
	str_release(&text);
}

TEST(variable_cannot_make_texts_too_long)
{
	assert_too_long(100, YAML_MAX_TEXT_BYTES / 100 + 1, 1,
		"a text is longer than 262144 bytes once its variables are filled in");
	assert_too_long(200000, 50000, 1, "a text is longer than 262144 bytes once its variables are filled in");
	assert_too_long(200000, 1, 1000, "the texts are longer than 16777216 bytes once their variables are filled in");
}

static struct sha256 digest_of(const char *set, const char *pair)
{
	struct err err = ERR_INIT;
	struct sha256 digest;
	const char *pairs[] = { pair, NULL };
	struct variable_request request = { .pairs = pairs };
	struct patchset_library *library = load(set, pair ? &request : NULL, &err);
	if (!library)
		fail_msg("%s", err.message);
	assert_true(patchset_digest(patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("s")), &digest));
	patchset_library_free(library);
	return digest;
}

/* Whatever is written otherwise counts, what no rule looks at too; so do values, and line ends do not. */
TEST(variable_counts_in_the_digest_of_a_set)
{
#define RULES(upstream)                                                                                                \
	SET "rules: [{id: a, title: t, why: w, warn: x, upstream: {status: backport, fixed-in: '" upstream "'}}]\n"
	const char *first = RULES("1.5"), *other = RULES("1.6");
	struct sha256 digest = digest_of(first, NULL);
	assert_true(sha256_eq(digest, digest_of(first, NULL)));
	assert_false(sha256_eq(digest, digest_of(other, NULL)));
	assert_false(sha256_eq(digest, digest_of(first, "floor=3.6")));
	assert_true(sha256_eq(digest, digest_of(first, "floor=3.5")));
	struct str crlf = STR_INIT;
	for (const char *at = first; *at; at++)
		str_addf(&crlf, "%s%c", *at == '\n' ? "\r" : "", *at);
	assert_true(sha256_eq(digest, digest_of(crlf.ptr, NULL)));
	str_release(&crlf);
#undef RULES
}

#define NOTICE(id, text) "  - {id: " id ", title: t, why: w, warn: '" text "'}\n"

static void add(struct patchset_library *library, const char *name, const char *text)
{
	struct err err = ERR_INIT;
	if (!library_add(library, name, slice_of(text), false, &err))
		fail_msg("%s: %s", name, err.message);
}

/* Sets `s` with a pack that has a variable and one that has none, and `other` with the latter alone. */
static struct patchset_library *load_packs(const char *ids)
{
	struct patchset_library *library = library_new();
	struct err err = ERR_INIT;
	struct str varying = STR_INIT;
	str_addf(&varying,
		"tpatch: 1\npack: varying\nsummary: s\nvariables: {v: {default: x, help: h}}\nrules:\n"
		"  - {id: '%s', title: t, why: w, warn: 'says {{v}}'}\n",
		ids);
	add(library, "demo.yaml", PROJECT);
	add(library, "varying.yaml", varying.ptr);
	add(library, "fixed.yaml", "tpatch: 1\npack: fixed\nsummary: s\nrules:\n" NOTICE("fixed-y", "f"));
	add(library, "s.yaml",
		"tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: \"1.0\"}\n"
		"use: [varying, fixed]\nrules:\n" NOTICE("own", "o"));
	add(library, "other.yaml",
		"tpatch: 1\nname: other\nsummary: s\ntarget: {project: demo, versions: \"2.0\"}\nuse: fixed\n");
	assert_true(library_resolve(library, &err));
	str_release(&varying);
	return library;
}

TEST(variable_values_read_again_what_has_them)
{
	static const char *const pairs[] = { "v=new", NULL };
	const struct variable_request request = { .pairs = pairs };
	struct patchset_library *library = load_packs("varies"), *with_values;
	const struct patchset *before = patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("s")), *set = before;
	struct err err = ERR_INIT;
	assert_true(patchset_with_values(library, &request, &with_values, &set, &err));
	assert_int_equal(set->n_rules, 3);
	assert_string_equal(set->rules[0]->notice_text, "says new");
	assert_string_equal(set->variables[0]->given_by, "--set");
	assert_int_equal(set->n_variables, 1);
	assert_int_equal(set->n_sources, before->n_sources);
	assert_ptr_equal(set->rules[1], before->rules[1]);
	assert_ptr_equal(set->rules[2], before->rules[2]);
	/* The first one is as it was, and so is a set that uses nothing of it. */
	assert_string_equal(before->rules[0]->notice_text, "says x");
	assert_int_equal(before->n_variables, 1);
	const struct patchset *other = patchset_library_find(with_values, PATCHSET_SET, SLICE_LITERAL("other"));
	assert_int_equal(other->n_rules, 1);
	assert_ptr_equal(other->rules[0], before->rules[1]);
	patchset_library_free(with_values);
	patchset_library_free(library);
}

TEST(variable_values_may_spoil_a_set)
{
	static const char *const pairs[] = { "v=y", NULL };
	const struct variable_request request = { .pairs = pairs };
	struct patchset_library *library = load_packs("fixed-{{v}}"), *with_values;
	const struct patchset *set = patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("s"));
	struct err err = ERR_INIT;
	assert_false(patchset_with_values(library, &request, &with_values, &set, &err));
	assert_string_equal(err.message, "the rule id 'fixed-y' is used twice");
	assert_string_equal(err.file, "fixed.yaml");
	assert_int_equal(err.line, 5);
	assert_null(with_values);
	err_release(&err);
	patchset_library_free(library);
}
