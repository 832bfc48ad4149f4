/*
 * Operations on the file itself instead of places in its text. Each is one file here, with a `struct op` whose `file`
 * has these functions, and one row in op/operation/registry.c. Such an operation stands alone in its edit and finds
 * nothing in a text: the plan asks it for its judgement and its effect.
 */
#ifndef TPATCH_FILEOP_FILEOP_H
#define TPATCH_FILEOP_FILEOP_H

#include "op/op.h"

/* What is at a path where a rule wants to put a file. */
enum place_state {
	PLACE_TAKEN,  /* a regular file */
	PLACE_FREE,   /* nothing, and a file can be made there */
	PLACE_BLOCKED /* neither */
};

struct place_probe {
	void *ctx;
	/* `*why` is one line for PLACE_BLOCKED, in `arena`. */
	bool (*look)(void *ctx, const char *path, struct arena *arena, enum place_state *state, const char **why,
		struct err *err);
};

/* The file that an operation judges. */
struct fileop_case {
	const char *path;
	bool is_absent; /* no file is there: `source` is empty */
	bool has_modes; /* the system has an executable bit */
	uint32_t mode;  /* permission bits that the file is taken to have */
	struct source *source;
	const struct place_probe *probe; /* may be NULL: every other path is free */
	const char *named;               /* the first path that the rule names */
	const struct edit_def *beside;   /* the operation of the same rule that is not for the mode, or NULL */
};

/* What operations make of a file, besides edits of its text. */
struct file_effect {
	bool is_new, is_gone; /* nothing is there before, or after */
	struct slice text;    /* of a new file: all that it holds */
	const char *new_path; /* NULL: it keeps its path */
	bool changes_mode;
	uint32_t mode; /* permission bits after it */
};

struct fileop {
	bool is_for_mode; /* changes permission bits only, and so may be beside one operation that does not */
	bool keeps_text;  /* does not look at the text, which may be edited in the same rule */
	/* What is wrong with the operation in a rule that names `files` (NULL-terminated), and `*hint`; NULL: nothing.
	 * May be NULL: never anything. */
	const char *(*check)(const struct edit_def *edit, const char *const *files, const char **hint);
	/* Has it something to say at the file's path? May be NULL: at each that the rule names. False with `err` when
	 * another path cannot be examined. */
	bool (*speaks)(const struct edit_def *edit, const struct fileop_case *file, bool *speaks, struct err *err);
	/*
	 * Is it to be made, made, or neither? `*detail` is NULL, and may become one line for EDIT_ABSENT, in `arena`.
	 * False with `err` when another path cannot be examined.
	 */
	bool (*judge)(const struct edit_def *edit, const struct fileop_case *file, struct arena *arena,
		enum edit_state *state, const char **detail, struct err *err);
	/* Adds to `effect`, whose mode is that of the file, what comes of it. */
	void (*compose)(const struct edit_def *edit, struct file_effect *effect);
};

/* The effect of both on a file of this mode; either may be NULL. Borrows from the edits. */
struct file_effect fileop_effect(const struct edit_def *file_edit, const struct edit_def *mode_edit, uint32_t mode);
/* The path to which the edit renames its file, or NULL; the edit may be NULL. */
const char *fileop_new_path(const struct edit_def *file_edit);
/* Do both come to the same? */
bool fileop_is_same(const struct edit_def *a, const struct edit_def *b);
/* May `edit` be in a rule beside `file_edit`, which is an operation on the file and not for its mode? */
bool fileop_may_stand_beside(const struct edit_def *file_edit, const struct edit_def *edit);

/* For operations: what is at another path. `*why` as place_probe tells it. */
bool fileop_look(const struct fileop_case *file, const char *path, struct arena *arena, enum place_state *state,
	const char **why, struct err *err);
/*
 * For operations: is the file's content the one that the edit states, whatever its line ends? Where it is not,
 * `*detail` is "`prefix`: ", and in what they differ.
 */
bool fileop_has_content(const struct fileop_case *file, const struct edit_def *edit, const char *prefix,
	struct arena *arena, const char **detail);

#endif
