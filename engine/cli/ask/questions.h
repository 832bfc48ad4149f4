/*
 * What a plan comes to as questions that can be answered one by one: what is all or none is one question. Private to
 * cli/.
 */
#ifndef TPATCH_CLI_QUESTIONS_H
#define TPATCH_CLI_QUESTIONS_H

#include "cli/option.h"
#include "plan/plan.h"

/* One rule in one file: the least that can be left out, since a rule's edits of a file are all or none. */
struct piece {
	const struct finding *finding;
	const struct change *change;
	const struct rule *rule;
	const char *heading; /* the path under which it is asked for, where that is done by file; else "" */
	size_t lead;         /* the first rule of its group, or the rule itself: indices into plan.rules */
};

enum answer { ANSWER_NONE, ANSWER_YES, ANSWER_NO };

struct question {
	size_t begin, end; /* its pieces */
	enum answer answer;
	size_t number;                     /* from 1 on; parts keep that of the whole */
	size_t part, n_parts;              /* from 1 on; 0: it was not taken apart */
	const char *group;                 /* that is asked for as a whole, or NULL */
	bool is_divisible;                 /* its pieces could be asked for one by one */
	size_t n_files, n_rules, n_places; /* that it is about */
};

struct questions {
	const struct plan *plan;
	enum ask_by by;
	struct piece *pieces; /* those of a question side by side */
	size_t n_pieces;
	struct question *items;
	size_t count;
	size_t n_whole; /* as many as there were before any was taken apart */
};

/* Borrows from the plan. Release with questions_release(). */
void questions_make(const struct plan *plan, enum ask_by by, struct questions *out);
void questions_release(struct questions *questions);

/* Puts one question for each piece in the place of question `index`, without answers. */
void questions_divide(struct questions *questions, size_t index);
/* Gives the answer to `index` and to all behind it that have none: with parts of a whole, to the parts of that one
 * only. */
void questions_answer_rest(struct questions *questions, size_t index, enum answer answer);
/* The first without an answer at or behind `from`, then before it; `count` where there is none. */
size_t questions_next(const struct questions *questions, size_t from);
/* Is the rule wanted in that file? Everything that was not asked for is not. */
bool questions_want(const struct questions *questions, const struct rule *rule, const char *path);

#endif
