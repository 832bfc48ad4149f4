/*
 * Where some lines of a hunk are in a text, its context being evidence and no condition. Private to port/.
 */
#ifndef TPATCH_PORT_PLACE_H
#define TPATCH_PORT_PLACE_H

#include <stdbool.h>

#include "port/carry/line_ids.h"

struct place_query {
	const struct line_ids *ids;
	const uint32_t *text; /* [n_text]: where to look */
	size_t n_text;
	size_t from, to;      /* the core must lie in lines [from, to] of it */
	const uint32_t *side; /* [n_side]: one side of the hunk */
	size_t n_side;
	/* the core is side[begin..end), which must fit as it is; may be empty: then it is a gap between two lines */
	size_t begin, end;
	const uint32_t *old_text;    /* [n_old_text]: the file in A; NULL: not at hand */
	size_t n_old_text, old_line; /* where the core begins there */
	struct slice section;        /* after the hunk's "@@" */
	bool of_commands;            /* the file is one command after the other: most headings begin no block */
	size_t expected;             /* line of the core, as line numbers tell */
};

enum place_by {
	PLACE_NOWHERE,
	PLACE_SEVERAL, /* and nothing tells them apart */
	PLACE_ONLY,    /* one that fits, or fits better than all others */
	PLACE_LIKE_A,  /* of several the one whose surroundings are those in A */
	PLACE_SECTION, /* of several the only one below the hunk's heading */
	PLACE_NEAREST  /* of several the nearest one */
};

struct port_place {
	enum place_by by;
	size_t line;           /* 0-based, of the core */
	size_t above, below;   /* lines of context that are there, without a break */
	unsigned weight, full; /* of that context, and of all the hunk has */
	size_t other;          /* the next best place */
	size_t n_places;       /* that fit as well as the best one */
	unsigned other_weight; /* of the next best place; 0 if there is none or nothing of its context fits */
	size_t n_all;          /* where the core fits, whatever the context */
	/* the hunk has a heading, which is not the one above the place, and the line number leads elsewhere, too */
	bool elsewhere;
	bool off_heading; /* the heading is not the one above the place, wherever that is, and is one of a block */
	bool is_of_other; /* the block that the core is in, by its heading, is elsewhere in the text */
};

/* Takes time in proportion to the text, and to 64 places at most. */
void place_find(const struct place_query *query, struct port_place *out);
/* Is the hunk's heading, as git and diff -p tell it, the one above the line? */
bool place_has_section(const struct place_query *query, size_t line);
/* How like two windows of lines are: 0 to 1000. Each is [n], at most 64 lines are looked at. */
unsigned place_likeness(const struct line_ids *ids, const uint32_t *a, size_t n_a, const uint32_t *b, size_t n_b);

#endif
