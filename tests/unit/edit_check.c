#include "edit_check.h"

#include <stdlib.h>
#include <string.h>

#include "unit.h"

const struct op *op_find(struct slice name)
{
	size_t count;
	const struct op *const *ops = op_all(&count);
	for (size_t i = 0; i < count; i++)
		if (slice_eq_cstr(name, ops[i]->name))
			return ops[i];
	return NULL;
}

struct def_text edit_text(const char *text)
{
	return (struct def_text){ .text = { text, text ? strlen(text) : 0 }, .line = 1, .column = 1 };
}

static struct edit_result run(
	const struct edit_def *edit, const char *language_name, const char *text, struct err *refused)
{
	const struct language *language = language_find(slice_of(language_name));
	struct err err = ERR_INIT;
	struct edit_rule *rule = edit_rule_new(edit, language, &err);
	if (!rule)
		fail_msg("%s", err.message);
	struct source source;
	struct document doc;
	struct edit_outcome outcome = { 0 };
	struct edit_list edits = EDIT_LIST_INIT;
	struct regex_scratch *scratch = regex_scratch_new();
	uint32_t group = 0;
	size_t a, b;
	source_init(&source, "test", slice_of(text));
	document_init(&doc, &source, language);
	edit_rule_find(rule, &doc, scratch, NULL, &outcome);
	edit_rule_emit(rule, &doc, scratch, &outcome, NULL, NULL, 0, &group, &edits, refused);
	assert_true(edit_list_settle(&edits, &a, &b));
	struct str out = STR_INIT;
	edit_list_apply(&edits, source.bytes, &out);
	struct edit_result result = { str_detach(&out), outcome.matches.count, outcome.n_applied, outcome.n_passed,
		outcome.n_out_of_place, outcome.n_notes, outcome.unproved, outcome.ambiguous != NULL };
	edit_list_release(&edits);
	edit_outcome_release(&outcome);
	regex_scratch_free(scratch);
	document_release(&doc);
	source_release(&source);
	edit_rule_free(rule);
	return result;
}

struct edit_result edit_run_once(const struct edit_def *edit, const char *language, const char *text)
{
	struct err err = ERR_INIT;
	struct edit_result result = run(edit, language, text, &err);
	if (err.kind)
		fail_msg("%s", err.message);
	return result;
}

void check_unfit(const struct edit_def *edit, const char *language, const char *text, const char *message)
{
	struct err err = ERR_INIT;
	struct edit_result result = run(edit, language, text, &err);
	assert_int_equal(err.kind, ERR_UNFIT);
	assert_says(&err, message);
	err_release(&err);
	free(result.text);
}

void check_edit(const struct edit_def *edit, const char *language, const char *before, const char *after)
{
	struct edit_result first = edit_run_once(edit, language, before);
	if (strcmp(first.text, after) != 0)
		fail_msg("before:\n%s\ngot:\n%s\nexpected:\n%s", before, first.text, after);
	struct edit_result second = edit_run_once(edit, language, after);
	if (second.n_matches || strcmp(second.text, after) != 0)
		fail_msg("not idempotent, %zu matches:\n%s\ngot:\n%s", second.n_matches, after, second.text);
	assert_true(second.n_applied > 0 || (edit->op->leaves_nothing && !edit->n_already && second.unproved));
	free(first.text);
	free(second.text);
}

void check_untouched(const struct edit_def *edit, const char *language, const char *text)
{
	struct edit_result result = edit_run_once(edit, language, text);
	assert_string_equal(result.text, text);
	assert_int_equal(result.n_matches, 0);
	free(result.text);
}

struct edit_def edit_replace(const char *match, const char *text)
{
	return (struct edit_def){
		.match = edit_text(match), .op = op_find(SLICE_LITERAL("replace")), .text = edit_text(text)
	};
}

struct edit_def edit_with_op(const char *name, const char *match, const char *text)
{
	return (struct edit_def){ .match = edit_text(match), .op = op_find(slice_of(name)), .text = edit_text(text) };
}

struct edit_def edit_list_op(const char *op, const char *match, struct set_def *set)
{
	return (struct edit_def){ .match = edit_text(match), .op = op_find(slice_of(op)), .sets = set, .n_sets = 1 };
}
