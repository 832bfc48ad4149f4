#include "cli/ask/choose.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "cli/ask/dialog.h"
#include "cli/ask/question_view.h"
#include "cmdline/print.h"

/* --- the plan as questions ---------------------------------------------------------------------------------------- */

/* The first rule that is in a group with this one. */
static size_t lead_of(const struct plan *plan, size_t rule)
{
	const char *group = plan->rules[rule].rule->group;
	for (size_t i = 0; group && i < rule; i++)
		if (plan->rules[i].rule->group && strcmp(plan->rules[i].rule->group, group) == 0)
			return i;
	return rule;
}

/* By what is asked together, then rule and path. */
static int by_question(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;
	int order = strcmp(x->heading, y->heading);
	bool is_group[] = { x->rule->group != NULL, y->rule->group != NULL };
	if (order)
		return order;
	if (x->heading[0] && is_group[0] != is_group[1])
		return is_group[0] - is_group[1];
	if (x->lead != y->lead)
		return x->lead < y->lead ? -1 : 1;
	order = (x->finding->rule > y->finding->rule) - (x->finding->rule < y->finding->rule);
	return order ? order : strcmp(x->finding->path, y->finding->path);
}

static bool are_together(const struct piece *a, const struct piece *b)
{
	if (strcmp(a->heading, b->heading) != 0)
		return false;
	return a->lead == b->lead || (a->heading[0] && !a->rule->group && !b->rule->group);
}

/* A group is asked for where its first file is. */
static void set_headings(struct questions *questions)
{
	for (size_t i = 0; i < questions->n_pieces; i++) {
		struct piece *piece = &questions->pieces[i];
		piece->heading = piece->finding->path;
		for (size_t k = 0; piece->rule->group && k < questions->n_pieces; k++)
			if (questions->pieces[k].lead == piece->lead &&
				strcmp(questions->pieces[k].finding->path, piece->heading) < 0)
				piece->heading = questions->pieces[k].finding->path;
	}
}

/* The question of the pieces [begin, end). */
static struct question question_of(const struct piece *pieces, size_t begin, size_t end, size_t number)
{
	struct question question = { .begin = begin, .end = end, .number = number, .group = pieces[begin].rule->group };
	question.is_divisible = end - begin > 1 && !question.group;
	for (size_t i = begin; i < end; i++) {
		bool new_file = true, new_rule = true;
		for (size_t k = begin; k < i; k++) {
			new_file = new_file && pieces[k].change != pieces[i].change;
			new_rule = new_rule && pieces[k].rule != pieces[i].rule;
		}
		question.n_files += new_file;
		question.n_rules += new_rule;
		question.n_places += pieces[i].finding->n_edits;
	}
	return question;
}

/* Borrows from the plan. */
static void make_questions(const struct plan *plan, enum ask_by by, struct questions *out)
{
	size_t capacity = 0, begin = 0;
	*out = (struct questions){ .plan = plan, .by = by };
	for (size_t i = 0; i < plan->n_findings; i++) {
		const struct finding *finding = &plan->findings[i];
		const struct change *change =
			finding->verdict == VERDICT_WOULD_PATCH ? plan_change_of(plan, finding->path) : NULL;
		struct piece piece = { finding, change, plan->rules[finding->rule].rule, "",
			lead_of(plan, finding->rule) };
		if (change)
			VEC_PUSH(out->pieces, out->n_pieces, capacity, piece);
	}
	if (by == ASK_BY_FILE)
		set_headings(out);
	if (out->n_pieces)
		sort_stable(out->pieces, out->n_pieces, sizeof(*out->pieces), by_question);
	out->items = xcalloc(out->n_pieces + 1, sizeof(*out->items));
	for (size_t i = 1; i <= out->n_pieces; i++) {
		if (i < out->n_pieces && are_together(&out->pieces[i - 1], &out->pieces[i]))
			continue;
		out->items[out->count] = question_of(out->pieces, begin, i, out->count + 1);
		out->count++;
		begin = i;
	}
	out->n_whole = out->count;
}

static void release_questions(struct questions *questions)
{
	free(questions->pieces);
	free(questions->items);
	*questions = (struct questions){ 0 };
}

/* Puts one question for each piece in the place of question `index`, without answers. */
static void divide_question(struct questions *questions, size_t index)
{
	struct question whole = questions->items[index];
	size_t n = whole.end - whole.begin;
	/* There are never more questions than pieces. */
	memmove(&questions->items[index + n], &questions->items[index + 1],
		(questions->count - index - 1) * sizeof(whole));
	for (size_t i = 0; i < n; i++) {
		struct question *part = &questions->items[index + i];
		*part = question_of(questions->pieces, whole.begin + i, whole.begin + i + 1, whole.number);
		part->part = i + 1;
		part->n_parts = n;
	}
	questions->count += n - 1;
}

/* Gives the answer to `index` and to all after it that have none: with parts of a whole, to the parts of that one
 * only. */
static void answer_rest(struct questions *questions, size_t index, enum answer answer)
{
	const struct question *first = &questions->items[index];
	for (size_t i = index; i < questions->count; i++) {
		struct question *question = &questions->items[i];
		bool is_meant = !first->part || question->number == first->number;
		if (is_meant && question->answer == ANSWER_NONE)
			question->answer = answer;
	}
}

/* The first without an answer at or after `from`, then before it; `count` where there is none. */
static size_t next_question(const struct questions *questions, size_t from)
{
	for (size_t i = 0; i < questions->count; i++) {
		size_t at = (from + i) % questions->count;
		if (questions->items[at].answer == ANSWER_NONE)
			return at;
	}
	return questions->count;
}

/* Everything that was not asked for is not wanted. */
static bool is_wanted(const struct questions *questions, const struct rule *rule, const char *path)
{
	for (size_t i = 0; i < questions->count; i++) {
		const struct question *question = &questions->items[i];
		for (size_t k = question->begin; question->answer == ANSWER_YES && k < question->end; k++)
			if (questions->pieces[k].rule == rule && strcmp(questions->pieces[k].finding->path, path) == 0)
				return true;
	}
	return false;
}

/* --- the answers -------------------------------------------------------------------------------------------------- */

struct dialog {
	const struct options *options;
	struct questions questions;
	size_t at;
	bool is_shown; /* the question at hand is on the screen */
};

static struct question_view view_of(const struct dialog *dialog)
{
	const struct options *options = dialog->options;
	return (struct question_view){
		.questions = &dialog->questions,
		.question = &dialog->questions.items[dialog->at],
		.context = options->context,
		.width = platform_terminal_width(STREAM_OUT),
		.height = platform_terminal_height(STREAM_OUT),
		.colored = print_colored(STREAM_OUT, options),
	};
}

static bool show(const struct dialog *dialog, enum question_part part, struct err *err)
{
	struct question_view view = view_of(dialog);
	struct str text = STR_INIT;
	question_view_add(&view, part, &text);
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* All of the diff, in the pager where it is long. */
static bool show_whole(const struct dialog *dialog, struct err *err)
{
	struct question_view view = view_of(dialog);
	struct str text = STR_INIT;
	question_view_add(&view, QUESTION_DIFF, &text);
	bool ok = print_paged(dialog->options, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static bool decide(struct dialog *dialog, enum answer answer, struct err *err)
{
	dialog->questions.items[dialog->at].answer = answer;
	bool ok = answer == ANSWER_YES || show(dialog, QUESTION_DECLINED, err);
	dialog->at = next_question(&dialog->questions, dialog->at);
	dialog->is_shown = false;
	return ok;
}

static bool decide_rest(struct dialog *dialog, enum answer answer)
{
	answer_rest(&dialog->questions, dialog->at, answer);
	dialog->at = next_question(&dialog->questions, dialog->at);
	dialog->is_shown = false;
	return true;
}

static bool quit(struct dialog *dialog)
{
	struct questions *questions = &dialog->questions;
	for (size_t i = 0; i < questions->count; i++)
		if (questions->items[i].answer == ANSWER_NONE)
			questions->items[i].answer = ANSWER_NO;
	dialog->at = questions->count;
	return true;
}

static bool go_back(struct dialog *dialog, struct err *err)
{
	if (dialog->at == 0)
		return dialog_tell_first(err);
	dialog->questions.items[--dialog->at].answer = ANSWER_NONE;
	dialog->is_shown = false;
	return true;
}

static bool divide(struct dialog *dialog, struct err *err)
{
	if (!dialog->questions.items[dialog->at].is_divisible)
		return print_text(STREAM_OUT, SLICE_LITERAL("this is all or none: it cannot be split\n"), err);
	divide_question(&dialog->questions, dialog->at);
	dialog->is_shown = false;
	return true;
}

static bool take_answer(void *state, char letter, bool *is_answer, struct err *err)
{
	struct dialog *dialog = state;
	switch (letter) {
	case 'y':
		return decide(dialog, ANSWER_YES, err);
	case 'n':
		return decide(dialog, ANSWER_NO, err);
	case 's':
		return divide(dialog, err);
	case 'a':
		return decide_rest(dialog, ANSWER_YES);
	case 'd':
		return decide_rest(dialog, ANSWER_NO);
	case 'q':
		return quit(dialog);
	case 'k':
		return go_back(dialog, err);
	case 'w':
		return show(dialog, QUESTION_WHY, err);
	case 'p':
		return show_whole(dialog, err);
	default:
		*is_answer = false;
		return true;
	}
}

static void add_question(const void *state, struct str *out)
{
	struct question_view view = view_of(state);
	question_view_add(&view, QUESTION_WHOLE, out);
}

static void add_prompt(const void *state, struct str *out)
{
	struct question_view view = view_of(state);
	question_view_add(&view, QUESTION_PROMPT, out);
}

static void add_help(const void *state, struct str *out)
{
	struct question_view view = view_of(state);
	question_view_add(&view, QUESTION_HELP, out);
}

static const struct dialog_parts parts = {
	.hint = "nothing was written; q quits and applies what you accepted",
	.add_question = add_question,
	.add_prompt = add_prompt,
	.add_help = add_help,
	.take = take_answer,
};

static void decline_unwanted(struct plan *plan, const struct questions *questions)
{
	for (size_t i = 0; i < plan->n_findings; i++) {
		const struct finding *finding = &plan->findings[i];
		if (finding->verdict == VERDICT_WOULD_PATCH &&
			!is_wanted(questions, plan->rules[finding->rule].rule, finding->path))
			plan_decline(plan, i);
	}
}

bool choose(const struct options *options, struct plan *plan, struct err *err)
{
	struct dialog dialog = { .options = options };
	make_questions(plan, options->ask, &dialog.questions);
	bool ok = true;
	while (ok && dialog.at < dialog.questions.count)
		ok = dialog_ask(&parts, &dialog, &dialog.is_shown, err);
	ok = ok && print_text(STREAM_OUT, SLICE_LITERAL("\n"), err);
	if (ok)
		decline_unwanted(plan, &dialog.questions);
	release_questions(&dialog.questions);
	return ok;
}
