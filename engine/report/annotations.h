/*
 * A run as annotations: places with a level and a message, for programs that annotate code. Private to report/.
 */
#ifndef TPATCH_REPORT_ANNOTATIONS_H
#define TPATCH_REPORT_ANNOTATIONS_H

#include "report/report.h"

enum annotation_level { ANNOTATION_NONE, ANNOTATION_NOTE, ANNOTATION_WARNING, ANNOTATION_ERROR };

/* Lines and columns count from 1; columns in UTF-16 code units, a byte order mark left out; `end_column` is one past
 * the last. */
struct region {
	size_t line, column, end_line, end_column;
};

/* One match with its edits, or a finding without edits, or a verdict that is about no file. */
struct annotation {
	size_t rule; /* index into plan.rules */
	enum verdict verdict;
	enum annotation_level level;
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

struct annotations {
	struct annotation *items;
	size_t count, capacity;
	struct arena arena;
};

/* Appends the root's path in the repository ("third_party/pytorch"): nothing if they are the same folder, or if the
 * root is elsewhere. */
void report_add_repo_prefix(const struct report *report, struct str *out);
/* Sorted by path, then rule, then place; those without a path come last. Borrows from the plan. Release with
 * annotations_release(). */
void annotations_find(const struct report *report, struct annotations *out);
void annotations_release(struct annotations *annotations);
/*
 * The file to show it at: its own; without one, the file that the rule names; else the file that shows the tree's
 * version. Programs that annotate code accept nothing without a file.
 */
const char *annotation_path(const struct report *report, const struct annotation *annotation);
/* Appends the message, one line: the rule's title, and if nothing changes, the verdict and the reason. */
void annotation_add_message(const struct report *report, const struct annotation *annotation, struct str *out);

#endif
