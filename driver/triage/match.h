/* Which signature a text matches, and what that names. Private to triage/. */
#ifndef TBUILD_TRIAGE_MATCH_H
#define TBUILD_TRIAGE_MATCH_H

#include <stdint.h>

#include "triage/triage.h"

struct matcher {
	const struct signatures *signatures; /* must outlive it */
	struct regex_scratch *scratch;
	struct word_hits found;
	uint64_t *to_try; /* a bit for each row that is worth trying on the text at hand */
	struct word_hits found_of_groups;
	unsigned char *groups; /* [rows], of which the text at hand has a word */
	size_t compared;       /* expressions that were tried, of all texts */
	struct str symbol;     /* a function's name that is not in the text as it is */
};

void matcher_init(struct matcher *matcher, const struct signatures *signatures);
void matcher_release(struct matcher *matcher);

/* Groups of an expression that a row's texts may show. */
#define MATCH_GROUPS 4

/* A row that matches, what its first group that took part names, and the package that it is of, or NULL. `groups` are
 * those of the expression, from 1 on, empty where one took no part. All of it holds until the next text. */
struct match {
	const struct signature *signature;
	struct slice named, groups[MATCH_GROUPS];
	const struct package *package;
	bool is_whole;  /* the package has the whole name */
	bool is_guess;  /* it matches by the module alone, in which a name is missing */
	bool for_shell; /* its texts go into a command that somebody may paste */
};

/* The first row after `after` (NULL: of all) that matches, of those one of whose words is in the text; `signature` is
 * NULL where there is none. */
struct match matcher_find(struct matcher *matcher, struct slice text, const struct signature *after);

/*
 * `text` with what stands for something filled in: {1} (what is named), {2} to {4} (the groups of those numbers), {top}
 * (what is named up to its first '.'), {package} and {get}. `for_shell`: it has commands, so '?' stands for whatever a
 * shell would obey in what the log names. The caller frees it.
 */
char *match_fill(const struct match *match, const char *text, bool for_shell);

#endif
