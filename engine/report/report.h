/*
 * A run as people and programs read it. Formats are rows in registry.c: one file and one row each.
 */
#ifndef TPATCH_REPORT_REPORT_H
#define TPATCH_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "commit/commit.h"
#include "plan/plan.h"
#include "text/diff.h"

/* A file that is as it was before the newest of the applied runs that changed it. */
struct report_undone {
	const char *path;
	unsigned long run;
};

/* What a report takes from the runs that are applied. Zeroed: nothing. */
struct report_past {
	const char *runs;                   /* "run 1", "runs 1 and 3"; NULL: none */
	const char *options;                /* those of these runs that count here: "--profile blackwell"; NULL: none */
	const char *told;                   /* the same and the runs that had them: "--profile blackwell (of run 1)" */
	const struct report_undone *undone; /* [n_undone], those that no rule of the plan changes again */
	size_t n_undone;
	bool selects;         /* the choice of rules and the globs are theirs */
	const char **remarks; /* what was otherwise then, a line each, NULL-terminated; NULL: nothing */
};

enum report_style { REPORT_PRETTY, REPORT_COMPACT, REPORT_STREAM };

/* What there is to tell. All of it is borrowed. */
struct report {
	const char *command; /* "apply", "check" */
	const char *tool;    /* version of tpatch */
	const char *root;    /* as the user would type it */
	/* top folder of the repository that is checked, where CI says it (CI_PROJECT_DIR of GitLab, GITHUB_WORKSPACE);
	 * NULL: not known */
	const char *repository;
	/* options that say what the tree and its set are (" --tag 2.4 --fact cuda=12.8"), to be repeated in commands
	 * that are proposed */
	const char *about;
	const char *patchsets; /* the folder of theirs that --patchsets names, or NULL */
	/* options that choose among rules and files (" --rule x"), to be repeated in commands that take them */
	const char *selection;
	/* the same with those of the project file, which no command has to repeat; NULL: as `selection` */
	const char *whole_selection;
	const char *settings;   /* those that the project file gives, as options; or NULL */
	const char *overridden; /* and what the command line has instead of it; or NULL */
	bool dry_run;
	bool from_plan; /* the plan comes from a file: what the tree is otherwise, nobody has looked at */
	const struct target *target;
	const struct plan *plan;
	const struct commit_report *written; /* NULL: nothing was written */
	const struct journal *journal;       /* what runs before this one did; NULL: not told */
	const struct report_past *past;      /* what is taken from these; NULL: nothing */
	/* of a run that had to be recovered first; its run is 0 when there was none */
	const struct commit_report *recovery;
	int exit_code;
	bool verbose;
	bool colored;
	size_t width;            /* columns; 0: lines have no end */
	size_t context;          /* lines of context in diffs */
	enum report_style style; /* of machine formats */
};

/* The verdict's word in machine formats: "would-patch", and "patched" once it was written. */
const char *report_verdict_name(const struct report *report, enum verdict verdict);
/* The same for people: "would patch", "needs a fact". */
const char *report_verdict_label(const struct report *report, enum verdict verdict);

struct report_format {
	const char *name;
	const char *summary;
	/* tells nothing of the texts of changed files but how many lines: plan_options.drops_texts */
	bool without_texts;
	void (*print)(const struct report *report, struct str *out);
};

const struct report_format *report_format_find(struct slice name);
const struct report_format *const *report_format_all(size_t *count);

/* Appends " --name value" to a command line, in quotes where a shell would not take it as it is (report/shell_line.h);
 * nothing where `value` is NULL. */
void report_add_option(const char *name, const char *value, struct str *out);
/* Appends the diff of one change; `stat` (may be NULL) is set. */
void report_change(const struct change *change, size_t context, struct str *out, struct diff_stat *stat);
/*
 * Appends the diff of what only the rules do to the file for which `wanted` (one for each rule of the plan) is set, as
 * if there were no others; `stat` is set. False, with nothing appended, where that is nothing.
 */
bool report_part(
	const struct change *change, const bool *wanted, size_t context, struct str *out, struct diff_stat *stat);
/* Appends a diff for a terminal: in colour if `colored`, and what would steer the terminal as ^X. */
void report_show_diff(struct slice diff, bool colored, struct str *out);
/* What a change does to the file itself: "created", "removed", "renamed", "mode changed", or NULL where only its text
 * changes. */
const char *report_operation(const struct change *change);
/* Appends the unified diff of all changes, in colour if `colored`. */
void report_diff(const struct plan *plan, size_t context, bool colored, struct str *out);
/* Appends one line per changed file and a total, like `git diff --stat`. */
void report_stat(const struct plan *plan, size_t width, bool colored, struct str *out);
/* Adds up the lines that all changes add and remove. */
struct diff_stat report_diff_stat(const struct plan *plan);

#endif
