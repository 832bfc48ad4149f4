/* The files that the explained rule takes. Private to author/. */
#ifndef TPATCH_AUTHOR_EXPLAIN_TAKEN_H
#define TPATCH_AUTHOR_EXPLAIN_TAKEN_H

#include "author/explain.h"

struct taken {
	const char *path;
	bool has_word; /* it holds all words of one form of one edit */
	bool may_fit;  /* or words may be cut in two there */
};

struct taker;

/* Compiles the entries of `files` and `exclude`, which become out->files and out->excludes. NULL with `err`. Free with
 * taker_free(). */
struct taker *taker_new(const struct explain_request *request, struct explanation *out, struct err *err);
void taker_free(struct taker *taker);
/*
 * First: looks at the paths, where the rule names nothing else: `*watch` is NULL then. Else the plan's walk is to be
 * watched, of which the taker then knows the files. False with ERR_IO.
 */
bool taker_begin(struct taker *taker, struct plan_watch *room, const struct plan_watch **watch, struct err *err);
/* The plan failed, and may not have seen all: walks for this rule alone. */
void taker_walk_alone(struct taker *taker);
/* Fills what the explanation tells of these files. They are sorted by path; [out->n_taken], in its arena. */
const struct taken *taker_gather(struct taker *taker);
/* Sets by which entry the file is taken, and by which one left out. */
void taker_judge(struct taker *taker, const char *path, struct explain_file *file);

#endif
