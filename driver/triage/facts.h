/*
 * What a log tells of the machine and its tools in passing, such as the compiler's version: driver/data/facts.yaml.
 * Rows with `when` and `unless` ask for it. Private to triage/.
 */
#ifndef TBUILD_TRIAGE_FACTS_H
#define TBUILD_TRIAGE_FACTS_H

#include "triage/expression.h"

/* What releases of PyTorch take: ranges of versions. */
struct fact_fit {
	const char *torch, *range;
};

struct fact {
	const char *name, *what;  /* "gcc", "GCC" */
	struct expression *match; /* its first group that took part is the value; without groups it is "yes" */
	const char *value;        /* what the value is made of, as regex_expand() takes it; NULL: of that group */
	/*
	 * A fact that follows from others has no expression: the version of fact `of` is not what the release that the
	 * log tells takes, by cell `outside` of driver/data/matrix.yaml. Its value is what the release takes.
	 */
	size_t of; /* index into facts.items */
	const char *outside;
	struct fact_fit *fits;
	size_t n_fits, fits_capacity;
};

struct facts {
	struct fact *items;
	size_t count, capacity;
	/* One of these words is in each line that tells a fact. */
	struct slice *words;
	size_t *word_fact; /* [n_words]: index into items */
	size_t n_words, words_capacity, facts_capacity;
	struct word_set *word_set;
	size_t torch; /* index of the release of PyTorch; `count` if it is no fact */
};

/* A fact that must hold: in which range its version is. */
struct condition {
	size_t fact;       /* index into facts.items */
	const char *range; /* NULL: whatever it is */
};
struct conditions {
	const struct condition *items;
	size_t count;
};
/* Of which one must hold; none are there if nothing is asked for. */
struct condition_sets {
	const struct conditions *items;
	size_t count;
};
/* What one log tells: the first value of each fact, NULL where there is none. The values are the owner's to free. */
struct facts_seen {
	char **values; /* [facts.count] */
	struct word_hits found;
};

/* Adds what `line` tells. */
void facts_look_at(
	struct facts_seen *seen, const struct facts *facts, struct slice line, struct regex_scratch *scratch);

#endif
