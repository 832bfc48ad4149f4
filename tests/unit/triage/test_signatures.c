/* What is said of a wrong row in the tables of triage. */
#include <stdlib.h>
#include <string.h>

#include "tables.h"
#include "unit.h"

/* "FILE:LINE:COLUMN: message | hint" of the error, or "" where all is well. */
static char *said_of(const char *name, const char *text, struct signatures *signatures)
{
	struct err err = ERR_INIT;
	struct str said = STR_INIT;
	const char *const other[][2] = { { name, text }, { NULL, NULL } };
	bool ok = tables_load(other, signatures, &err);
	assert_int_equal(ok, err.kind == ERR_NONE);
	str_addf(&said, "%s", "");
	if (!ok && err.file)
		str_addf(&said, "%s:%zu:%zu: ", err.file, err.line, err.column);
	if (!ok)
		str_addf(&said, "%s%s%s", err.message, err.hint ? " | " : "", err.hint ? err.hint : "");
	err_release(&err);
	return str_detach(&said);
}

static void assert_said(const char *name, const char *text, const char *wanted)
{
	struct signatures signatures;
	char *said = said_of(name, text, &signatures);
	assert_string_equal(said, wanted);
	free(said);
	signatures_release(&signatures);
}

/* signatures_load() believes these. */
TEST(signatures_all_embedded_expressions_compile)
{
	struct signatures signatures;
	struct err err = ERR_INIT;
	if (!signatures_load_from(data_find, &signatures, &err))
		fail_msg("%s:%zu: %s", err.file, err.line, err.message);
	for (size_t i = 0; i < signatures.count; i++)
		assert_non_null(signatures.items[i].match->regex);
	signatures_release(&signatures);
}

TEST(signatures_of_small_tables_are_read)
{
	struct signatures signatures;
	char *said = said_of("", "", &signatures);
	assert_string_equal(said, "");
	free(said);
	assert_int_equal(signatures.count, 1);
	assert_int_equal(signatures.packages.count, 4);
	assert_int_equal(signatures.facts.count, 2);
	const struct signature *row = &signatures.items[0];
	assert_string_equal(row->id, "a");
	assert_int_equal(row->tally.right, 2);
	assert_int_equal(row->tally.wrong, 1);
	assert_false(row->unsure || row->warns || row->system || row->n_candidates);
	assert_int_equal(row->table, PACKAGE_KINDS);
	signatures_release(&signatures);
}

#define SIGNATURE_HAS "a signature has id, level, step, match, sample, cause, and fix or candidates"
#define LEVELS "'level' takes fatal, kill, aside, feature, note, general, last, outer or empty"

TEST(signatures_name_what_a_row_lacks)
{
	static const char *const rows[][2] = {
		{ "{}", "expected a list of signatures" },
		{ "- {id: a}", LEVELS },
		{ "- {id: a, level: fatl}", "2:" LEVELS },
		{ "- {level: last, step: s, match: mmm, sample: s, cause: c, fix: f}", SIGNATURE_HAS },
		{ "- {id: a, level: last, match: mmm, sample: s, cause: c, fix: f}", SIGNATURE_HAS },
		{ "- {id: a, level: last, step: s, sample: s, cause: c, fix: f}", SIGNATURE_HAS },
		{ "- {id: a, level: last, step: s, match: mmm, cause: c, fix: f}", SIGNATURE_HAS },
		{ "- {id: a, level: last, step: s, match: mmm, sample: s, fix: f}", SIGNATURE_HAS },
		{ "- {id: a, level: last, step: s, match: mmm, sample: s, cause: c}", SIGNATURE_HAS },
		{ "- {id: a, level: last, step: s, match: mmm, sample: s, cause: c, fix: f, candidates: []}",
			SIGNATURE_HAS },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str wanted = STR_INIT;
		bool is_level = strncmp(rows[i][1], "2:", 2) == 0;
		str_addf(&wanted, "signatures.yaml:1:%d: %s",
			rows[i][0][0] == '{' ? 1
			: is_level           ? 18
					     : 3,
			rows[i][1] + (is_level ? 2 : 0));
		assert_said("signatures.yaml", rows[i][0], wanted.ptr);
		str_release(&wanted);
	}
}

/* A row that is whole but for what comes after it. */
#define WITH(more) "- {id: a, level: fatal, step: s, match: wrong one, sample: s, cause: c" more "}"
#define NO_REGEX                                                                                                       \
	"bad regular expression: missing closing parenthesis | "                                                       \
	"write \\( \\) \\[ \\{ \\* \\+ \\? where the character itself is meant"
#define AT(column) "signatures.yaml:1:" column ": "

TEST(signatures_keys_are_as_they_must_be)
{
	static const char *const rows[][2] = {
		{ WITH(", fix: f, table: head"),
			AT("88") "'table' takes header, library, symbol, name, cmake, target, module, program, api, "
				 "code, declared or arguments" },
		{ WITH(", fix: f, table: header"), "" },
		{ WITH(", candidates: {}"), AT("85") "'candidates' is a list" },
		{ WITH(", candidates: []"), "" },
		{ WITH(", candidates: [{id: i, cause: c, tell: t}]"),
			AT("86") "a candidate has id, cause, tell and fix" },
		{ WITH(", candidates: [{id: i, cause: c, fix: f}]"),
			AT("86") "a candidate has id, cause, tell and fix" },
		{ WITH(", candidates: [{id: i, tell: t, fix: f}]"),
			AT("86") "a candidate has id, cause, tell and fix" },
		{ WITH(", candidates: [{cause: c, tell: t, fix: f}]"),
			AT("86") "a candidate has id, cause, tell and fix" },
		{ WITH(", candidates: [{id: i, cause: c, tell: t, fix: f}]"), "" },
		{ WITH(", candidates: [{id: i, cause: c, tell: t, fix: f, match: '('}]"), AT("86") NO_REGEX },
		{ WITH(", candidates: [{id: i, cause: c, tell: t, fix: f, when: {gc: '>=9'}}]"),
			AT("128") "facts.yaml has no such fact" },
		{ WITH(", fix: f, when: gcc"), AT("87") "'when' is a map of facts, or a list of such maps" },
		{ WITH(", fix: f, unless: [gcc]"), AT("90") "'unless' is a map of facts, or a list of such maps" },
		{ WITH(", fix: f, when: {gc: '>=9'}"), AT("88") "facts.yaml has no such fact" },
		{ WITH(", fix: f, unless: [{gcc: yes}, {gc: '>=9'}]"), AT("103") "facts.yaml has no such fact" },
		{ WITH(", fix: f, when: {gcc: nine}"),
			AT("93") "'nine' is not a version | "
				 "a version looks like 1.12.1, 2.6.0rc1 or 2.7.0.dev20250101" },
		{ "- {id: a, level: fatal, step: s, match: '(', sample: s, cause: c, fix: f}", AT("3") NO_REGEX },
		{ "- {id: a, level: fatal, step: s, match: ab|c, sample: s, cause: c, fix: f}",
			AT("3") "'match' of a has no word of 3 letters that each match holds" },
		{ "- {id: a, level: fatal, step: s, match: abc, sample: s, cause: c, fix: f}", "" },
		{ "- {term: x}", AT("3") "a term has a name, and what it is" },
		{ "- {is: x}", AT("4") "unknown key 'is' | did you mean 'id'?" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_said("signatures.yaml", rows[i][0], rows[i][1]);
}

#define FACT "a fact has fact, what, words and match, or `of` (a fact) and outside"
#define FACT_HAS "facts.yaml:1:3: " FACT
#define FACT_HAS_2 "facts.yaml:2:3: " FACT
#define GCC "- {fact: gcc, what: GCC, words: [gcc], match: 'gcc ([0-9]+)'}\n"

TEST(signatures_other_tables_name_what_is_wrong)
{
	static const char *const rows[][3] = {
		{ "facts.yaml", "- {what: GCC, words: [gcc], match: gcc}", FACT_HAS },
		{ "facts.yaml", "- {fact: gcc, words: [gcc], match: gcc}", FACT_HAS },
		{ "facts.yaml", "- {fact: gcc, what: GCC, match: gcc}", FACT_HAS },
		{ "facts.yaml", "- {fact: gcc, what: GCC, words: [gcc]}", FACT_HAS },
		{ "facts.yaml", "- {fact: gcc, what: GCC, words: [gcc], match: gcc, of: gcc}", FACT_HAS },
		{ "facts.yaml", "- {fact: gcc, what: GCC, words: [gcc], match: gcc, outside: gcc}", FACT_HAS },
		{ "facts.yaml", "- {fact: old, what: o, of: gcc, outside: gcc}", FACT_HAS },
		{ "facts.yaml", GCC "- {fact: old, what: o, of: gcc}", FACT_HAS_2 },
		{ "facts.yaml", GCC "- {fact: old, what: o, of: gcc, outside: gcc}", "" },
		{ "facts.yaml", GCC "- {fact: old, what: o, of: gcc, outside: clang}",
			"matrix.yaml:2:1: the releases have no cell 'clang'" },
		{ "facts.yaml", "- {fact: gcc, what: GCC, words: [gcc], match: '('}", "facts.yaml:1:3: " NO_REGEX },
		{ "facts.yaml", "- {fact: gcc, what: GCC, words: [gcc], match: gcc, value: $1}",
			"facts.yaml:1:3: bad replacement at byte 2: the pattern has no groups | "
			"'$1' and '${name}' are groups, '$$' is a dollar sign, '\\\\' a backslash" },
		{ "packages.yaml", "- {header: [a.h], note: n}",
			"packages.yaml:1:3: a package has a name, and a note or where it comes from" },
		{ "packages.yaml", "- {package: p, header: [a.h]}",
			"packages.yaml:1:3: a package has a name, and a note or where it comes from" },
		{ "packages.yaml", "- {package: p, apt: a}", "" },
		{ "codes.yaml", "{}", "codes.yaml:1:1: expected a list of packages" },
		{ "phrases.yaml", "{}", "phrases.yaml:1:1: expected a list of phrases" },
		{ "phrases.yaml", "- {english: e}",
			"phrases.yaml:1:3: a phrase has its English, and what it is in other languages" },
		{ "phrases.yaml", "- {in: [f]}",
			"phrases.yaml:1:3: a phrase has its English, and what it is in other languages" },
		{ "record.yaml", "- {right: 1}",
			"record.yaml:1:3: a record has a row, and how often it was right and wrong" },
		{ "record.yaml", "- {row: a, right: 1000000}", "" },
		{ "record.yaml", "- {row: a, right: 1000001}",
			"record.yaml:1:19: 'right' must be a whole number from 1 to 1000000" },
		{ "lines.yaml", "- {term: launcher, is: l}\n- {term: warning, is: w}\n",
			"lines.yaml has no term 'advice'" },
		{ "lines.yaml", "- {term: launcher, is: l}\n- {term: advice, is: w}\n",
			"lines.yaml has no term 'warning'" },
		{ "lines.yaml", "[]", "lines.yaml has no term 'launcher'" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_said(rows[i][0], rows[i][1], rows[i][2]);
}

TEST(signatures_terms_are_put_into_expressions)
{
	struct signatures signatures;
	size_t begin, end;
	struct regex_scratch *scratch = regex_scratch_new();
	char *said = said_of("signatures.yaml",
		"- {term: one, is: 'one two'}\n- {term: more, is: '%{one} (?:more|less)'}\n"
		"- {id: a, level: outer, step: s, match: \"^%{more} '[']%{\", sample: s, cause: c, fix: f}\n",
		&signatures);
	assert_string_equal(said, "");
	free(said);
	assert_int_equal(signatures.items[0].level, LEVEL_OUTER);
	static const char *const lines[] = { "one two less ''%{", "one two more `'%{", "one two more \xe2\x80\x98'%{" };
	for (size_t i = 0; i < COUNT_OF(lines); i++)
		assert_int_equal(
			expression_search(signatures.items[0].match, scratch, slice_of(lines[i]), &begin, &end),
			REGEX_MATCH);
	assert_int_not_equal(
		expression_search(signatures.items[0].match, scratch, SLICE_LITERAL("one two more '`%{"), &begin, &end),
		REGEX_MATCH);
	regex_scratch_free(scratch);
	signatures_release(&signatures);
}
