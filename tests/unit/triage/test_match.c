#include "triage/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "tables.h"
#include "triage/match.h"
#include "unit.h"

static void assert_filled(const struct match *match, const char *text, const char *wanted)
{
	char *filled = match_fill(match, text, false);
	assert_string_equal(filled, wanted);
	free(filled);
}

TEST(match_fills_in_what_the_line_names)
{
	static const struct package package = { "OpenBLAS", NULL, { 0 }, { [0] = "libopenblas-dev" } };
	const struct match match = { .named = SLICE_LITERAL("cblas.h"), .package = &package };
	assert_filled(&match, "{1} is of {package}: {get}.", "cblas.h is of OpenBLAS: apt install libopenblas-dev.");
	assert_filled(&match, "{1}{1}", "cblas.hcblas.h");
	assert_filled(&match, "nothing", "nothing");
	assert_filled(&match, "", "");
	assert_filled(&match, "${CUDA_HOME} {5} {} {", "${CUDA_HOME} {5} {} {");
	const struct match bare = { 0 };
	assert_filled(&bare, "{1} {package} {get}", "what it names {package} {get}");
}

TEST(match_fills_in_groups_and_the_package_that_a_name_is_of)
{
	static const struct package package = { .name = "the {top} of {1} is another" };
	const struct match match = { .named = SLICE_LITERAL("sklearn.utils.bunch"),
		.groups = { SLICE_LITERAL("bunch"), SLICE_LITERAL("sklearn.utils") },
		.package = &package };
	assert_filled(&match, "{2}: {package}{3}", "sklearn.utils: the sklearn of sklearn.utils.bunch is another");
	const struct match plain = { .named = SLICE_LITERAL("torch") };
	assert_filled(&plain, "{top} {2}", "torch ");
}

/* What a shell would obey in what a log names goes into no command, and stays where a sentence names it. */
TEST(candidates_have_commands_that_may_be_pasted)
{
	static const struct candidate rows[] = { { .cause = "{1} is missing", .tell = "ls {1}", .fix = "rm {1}" } };
	static const struct signature row = { .candidates = (struct candidate *)(uintptr_t)rows, .n_candidates = 1 };
	const struct match match = { .signature = &row, .named = SLICE_LITERAL("a$(b)") };
	struct triage_hit hit = { 0 };
	candidates_fill(&match, SLICE_LITERAL("a$(b)"), NULL, &hit);
	assert_int_equal(hit.n_candidates, 1);
	assert_string_equal(hit.candidates[0].cause, "a$(b) is missing");
	assert_string_equal(hit.candidates[0].tell, "ls a?(b)");
	assert_string_equal(hit.candidates[0].fix, "rm a?(b)");
	free(hit.candidates[0].cause);
	free(hit.candidates[0].tell);
	free(hit.candidates[0].fix);
	free(hit.candidates);
}

TEST(match_shows_long_names_cut_off)
{
	char name[200], wanted[121];
	memset(name, 'x', sizeof(name));
	memset(wanted, 'x', 120);
	wanted[120] = '\0';
	const struct match match = { .named = { name, sizeof(name) } };
	assert_filled(&match, "{1}", wanted);
	const struct match fits = { .named = { name, 119 } };
	assert_filled(&fits, "{1}", wanted + 1);
}

TEST(phrases_become_english)
{
	static struct slice foreign[] = { { "Fehler", 6 }, { "nicht gefunden", 14 }, { "erreur", 6 } };
	static const char *english[] = { "error", "not found", "error" };
	struct phrases phrases = {
		.foreign = foreign, .english = english, .count = 3, .word_set = word_set_new(foreign, 3)
	};
	struct word_hits found = { 0 };
	struct str spare = STR_INIT, out = STR_INIT;
	static const char *const lines[][2] = {
		{ "x.c: Fehler: y.h nicht gefunden", "x.c: error: y.h not found" },
		{ "erreur", "error" },
		{ "Fehler Fehler", "error error" },
		{ "x.c: error: y", "x.c: error: y" },
		{ "", "" },
	};
	for (size_t i = 0; i < COUNT_OF(lines); i++)
		assert_true(slice_eq_cstr(
			phrases_translate(&phrases, slice_of(lines[i][0]), &found, &spare, &out), lines[i][1]));
	/* A line without any stays what it is. */
	struct slice plain = SLICE_LITERAL("plain");
	assert_ptr_equal(phrases_translate(&phrases, plain, &found, &spare, &out).ptr, plain.ptr);
	word_hits_release(&found);
	str_release(&spare);
	str_release(&out);
	word_set_free(phrases.word_set);
}

static size_t compared_for(struct matcher *matcher, const char *line, const char *row)
{
	size_t before = matcher->compared;
	struct match match = matcher_find(matcher, slice_of(line), NULL);
	assert_string_equal(match.signature ? match.signature->id : "", row);
	return matcher->compared - before;
}

/* What each match must hold is looked for before an expression is tried; rows after the one that matches are not. */
TEST(match_tries_rows_whose_words_the_line_has)
{
	static const char *const rows[][2] = {
		{ "signatures.yaml",
			"- {id: a, level: fatal, step: s, match: 'error: (?=.*(?:unknown|gone)).*(av_x|sws_)', "
			"sample: s, cause: c, fix: f}\n"
			"- {id: b, level: fatal, step: s, match: '(?!never)error: (?:optional)?', "
			"sample: s, cause: c, fix: f}\n"
			"- {id: c, level: fatal, step: s, match: 'error: ', sample: s, cause: c, fix: f}\n" },
		{ NULL, NULL },
	};
	struct signatures signatures;
	struct matcher matcher;
	struct err err = ERR_INIT;
	assert_true(tables_load(rows, &signatures, &err));
	matcher_init(&matcher, &signatures);
	assert_int_equal(compared_for(&matcher, "error: av_xy is gone", "a"), 1);
	assert_int_equal(compared_for(&matcher, "error: av_y is gone", "b"), 1);
	assert_int_equal(compared_for(&matcher, "ERROR: AV_X is gone", ""), 3);
	assert_int_equal(compared_for(&matcher, "error: av_x is there", "b"), 1);
	assert_int_equal(compared_for(&matcher, "av_x is gone", ""), 0);
	matcher_release(&matcher);
	signatures_release(&signatures);
}
