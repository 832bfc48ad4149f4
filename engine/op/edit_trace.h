/* Why an edit takes a place of a file or leaves it: what `tpatch explain` shows. */
#ifndef TPATCH_OP_EDIT_TRACE_H
#define TPATCH_OP_EDIT_TRACE_H

#include "op/op.h"

enum trace_fate {
	TRACE_TO_MAKE, /* fits, and all conditions hold: to be changed */
	TRACE_MADE,    /* the after-form is here */
	/* a pattern of `already` fits here: the edit counts as made, and nothing else was looked for */
	TRACE_ALREADY,
	TRACE_WHERE,        /* fits, but a `where` does not hold: nothing needs to be done */
	TRACE_OUT_OF_PLACE, /* fits, but the place is not the one that is asked for */
	/* all conditions hold, but another place is meant (`pick`, or an operation that needs one place only) */
	TRACE_NOT_PICKED
};

/* Is a block around a place among what is asked of it? */
bool context_asks_for_block(const struct context_def *def);

/* One condition at one place. */
struct trace_clause {
	const char *text; /* "where MIN: version <3.5", "inside if(MSVC)" */
	/* what it was judged by: the captured value, the heads of the enclosing blocks; NULL: nothing to show */
	const char *value;
	const char *shown; /* the same for people: in quotes, with what cannot be seen; NULL: nothing to show */
	enum where_answer answer;
};

struct trace_place {
	uint32_t begin; /* byte of the file */
	enum trace_fate fate;
	struct trace_clause *clauses; /* all of them, also those after one that fails */
	size_t n_clauses;
	bool is_dropped; /* while it is made: it lies within another */
};

/* Zeroed is empty; release with edit_trace_release(). */
struct edit_trace {
	struct trace_place *places; /* by their place in the file, each once */
	size_t count, capacity;
	size_t n_judged; /* while it is made: the first of them, where the before-form fits */
	struct arena arena;
};

/* edit_rule_find(), telling of every place why. */
void edit_rule_find_traced(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	struct edit_beside *beside, struct edit_outcome *out, struct edit_trace *trace);
/* After edit_rule_drop_left(). */
void edit_trace_drop_left(struct edit_trace *trace, const struct edit_outcome *out);
void edit_trace_release(struct edit_trace *trace);
/* "to change", "made", …: the same words in text and JSON. */
const char *trace_fate_name(enum trace_fate fate);

#endif
