/*
 * A run as a list of places with a level each, which is what programs that annotate code want. Private to report/.
 */
#ifndef TPATCH_REPORT_SPOTS_H
#define TPATCH_REPORT_SPOTS_H

#include "report/report.h"

enum spot_level { SPOT_NONE, SPOT_NOTE, SPOT_WARNING, SPOT_ERROR };

/* Lines and columns count from 1; columns in UTF-16 code units, a byte order mark left out; `end_column` is one past
 * the last. */
struct region {
	size_t line, column, end_line, end_column;
};

/* One thing that a rule has to say: one match with its edits, or a finding that has none, or a verdict that no file is
 * to blame for. */
struct spot {
	size_t rule; /* index into plan.rules */
	enum verdict verdict;
	enum spot_level level;
	const char *path;   /* NULL: no file */
	size_t line;        /* 0: no place */
	bool is_undone;     /* a run that is still applied had made it */
	const char *detail; /* one line, or NULL */
	/* "renamed": what this becomes of the file itself (report_operation()); or NULL */
	const char *operation;
	const struct change *change;  /* with `edits` or `operation`, else NULL */
	const struct edit **edits;    /* [n_edits], in order: all or none */
	const struct region *regions; /* [n_edits] of the old text; of the new one once that was written */
	size_t n_edits;
	struct hash fingerprint; /* the same as long as rule, path and the line's words are */
};

struct spots {
	struct spot *items;
	size_t count, capacity;
	struct arena arena;
};

/* Appends the way from the repository to the root ("third_party/pytorch"): nothing where these are one folder, or the
 * root lies elsewhere. */
void report_add_way(const struct report *report, struct str *out);
/* By path, then rule, then place; what has no path last. Borrows from the plan. Release with spots_release(). */
void spots_find(const struct report *report, struct spots *out);
void spots_release(struct spots *spots);
/*
 * The file to show it at: its own, or where no file is to blame the one that the rule names, or else the one that tells
 * the tree's version: whoever annotates code takes nothing without a file.
 */
const char *spot_path(const struct report *report, const struct spot *spot);
/* Appends the one line that people read: the rule's title, and for what is no change the verdict and why. */
void spot_add_message(const struct report *report, const struct spot *spot, struct str *out);

#endif
