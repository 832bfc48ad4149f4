/*
 * A plan as questions that can be answered one by one, what is all or none being one question, and how the user sees
 * them. Private to cli/.
 */
#ifndef TPATCH_CLI_QUESTION_VIEW_H
#define TPATCH_CLI_QUESTION_VIEW_H

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

struct question_view {
	const struct questions *questions;
	const struct question *question;
	size_t context;       /* lines, of the diff */
	size_t width, height; /* of the screen: columns, lines */
	bool colored;
};

enum question_part {
	QUESTION_WHOLE,   /* what it is about, and its diff: as many files as fit, the others by name */
	QUESTION_DIFF,    /* all of its diff */
	QUESTION_PROMPT,  /* the line after which the answer is typed */
	QUESTION_HELP,    /* what each answer means */
	QUESTION_WHY,     /* why there are its rules, and where to read more */
	QUESTION_DECLINED /* what a no has left out, where that is more than one place; else nothing */
};

/* Appends a part. */
void question_view_add(const struct question_view *view, enum question_part part, struct str *out);

#endif
