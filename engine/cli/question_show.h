/* A question as the user sees it. Private to cli/. */
#ifndef TPATCH_CLI_QUESTION_SHOW_H
#define TPATCH_CLI_QUESTION_SHOW_H

#include "cli/questions.h"

struct question_view {
	const struct questions *questions;
	const struct question *question;
	size_t context;     /* lines, of the diff */
	size_t width, height; /* of the screen: columns, lines */
	bool colored;
};

/* Appends what it is about, and its diff: as many files as fit, the others by name. */
void question_show(const struct question_view *view, struct str *out);
/* Appends all of its diff. */
void question_show_all(const struct question_view *view, struct str *out);
/* Appends the line behind which the answer is typed. */
void question_show_prompt(const struct question_view *view, struct str *out);
/* Appends what each answer means. */
void question_show_help(const struct question_view *view, struct str *out);
/* Appends why there are its rules, and where to read more. */
void question_show_why(const struct question_view *view, struct str *out);
/* Appends what a no has left out, where that is more than one place; else nothing. */
void question_show_declined(const struct question_view *view, struct str *out);

#endif
