/*
 * A ported set as a person reviews it. The file itself is the record: what is to be looked at is a comment above
 * its rule, and an answer changes that comment, or turns the rule into one. So it can be done at any time, by hand as
 * well, and history has it.
 */
#ifndef TPATCH_PORT_REVIEW_H
#define TPATCH_PORT_REVIEW_H

#include <stdbool.h>

#include "base/str.h"

/* How a comment begins whose edit a person accepted: the counterpart of port_outcome_name(PORT_LOOK). */
#define REVIEW_ACCEPTED_NAME "carried, reviewed"

enum review_answer { REVIEW_OPEN, REVIEW_ACCEPT, REVIEW_REJECT };

/* An edit that was carried, and that a person has to look at or has accepted. Slices point into the text that was
 * read. */
struct review_edit {
	struct slice label; /* where it comes from: "two.patch:4" */
	struct slice body;  /* the lines of the comment below the first, as they are */
	struct slice word;  /* the outcome in its first line */
	bool is_accepted;
	size_t rule;               /* index */
	enum review_answer answer; /* of an open one: by review_answer() */
};

struct review_rule {
	struct slice text; /* with the comments above it */
	struct slice id;
	struct slice code; /* from its `- id:` on */
	size_t n_rejected; /* of its edits */
};

struct review {
	struct slice text;
	struct review_edit *edits; /* in the order of their rules */
	size_t n_edits, edits_capacity;
	struct review_rule *rules;
	size_t n_rules, rules_capacity;
	size_t n_by_hand; /* comments at the end: edits that need a person, and rules that were rejected */
};

/* Reads the text of a ported set, which must outlive `out`. Release with review_release(). */
void review_read(struct review *out, struct slice text);
void review_release(struct review *review);
/* Gives an answer, or, with REVIEW_OPEN, takes it back. */
void review_answer(struct review *review, size_t edit, enum review_answer answer);
/*
 * Appends the text with the answers in it. An accepted edit's comment says so. A rule of which an edit is rejected goes
 * as a whole, since a rule's edits are all or none: it is at the end, as a comment.
 */
void review_write(const struct review *review, struct str *out);
/* Is a rule left that is not rejected? A set without rules is none. */
bool review_keeps_rules(const struct review *review);
/* Does the review have an accepted edit of this label with this body? */
bool review_has_accepted(const struct review *review, struct slice label, struct slice body);

#endif
