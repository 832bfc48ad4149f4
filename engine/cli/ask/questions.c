#include "cli/ask/questions.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

static int by_change_path(const void *a, const void *b)
{
	return strcmp(a, ((const struct change *)b)->path);
}

static const struct change *change_of(const struct plan *plan, const char *path)
{
	return plan->n_changes ? bsearch(path, plan->changes, plan->n_changes, sizeof(*plan->changes), by_change_path)
			       : NULL;
}

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

void questions_make(const struct plan *plan, enum ask_by by, struct questions *out)
{
	size_t capacity = 0, begin = 0;
	*out = (struct questions){ .plan = plan, .by = by };
	for (size_t i = 0; i < plan->n_findings; i++) {
		const struct finding *finding = &plan->findings[i];
		const struct change *change =
			finding->verdict == VERDICT_WOULD_PATCH ? change_of(plan, finding->path) : NULL;
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

void questions_release(struct questions *questions)
{
	free(questions->pieces);
	free(questions->items);
	*questions = (struct questions){ 0 };
}

void questions_divide(struct questions *questions, size_t index)
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

void questions_answer_rest(struct questions *questions, size_t index, enum answer answer)
{
	const struct question *first = &questions->items[index];
	for (size_t i = index; i < questions->count; i++) {
		struct question *question = &questions->items[i];
		bool is_meant = !first->part || question->number == first->number;
		if (is_meant && question->answer == ANSWER_NONE)
			question->answer = answer;
	}
}

size_t questions_next(const struct questions *questions, size_t from)
{
	for (size_t i = 0; i < questions->count; i++) {
		size_t at = (from + i) % questions->count;
		if (questions->items[at].answer == ANSWER_NONE)
			return at;
	}
	return questions->count;
}

bool questions_want(const struct questions *questions, const struct rule *rule, const char *path)
{
	for (size_t i = 0; i < questions->count; i++) {
		const struct question *question = &questions->items[i];
		for (size_t k = question->begin; question->answer == ANSWER_YES && k < question->end; k++)
			if (questions->pieces[k].rule == rule && strcmp(questions->pieces[k].finding->path, path) == 0)
				return true;
	}
	return false;
}
