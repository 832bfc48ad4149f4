/*
 * What most commands begin with: the root, the patch sets, what the tree is, which set fits.
 */
#ifndef TPATCH_CLI_SESSION_H
#define TPATCH_CLI_SESSION_H

#include "base/err.h"
#include "cli/option.h"
#include "cli/tracing.h"
#include "commit/journal.h"
#include "patchset/patchset.h"
#include "plan/plan.h"
#include "platform/read.h"
#include "report/report.h"
#include "tree/detect.h"

struct session {
	const struct options *options;
	struct tracing *tracing; /* NULL: nobody asks what is done */
	struct root *root;
	struct patchset_library *library;
	/* the one with default values, where `library` is one with others; else NULL */
	struct patchset_library *first_library;
	struct target target;
	const struct patchset *set;
	bool drops_texts;         /* nobody asks for the texts of what is changed; to be set before session_plan() */
	struct fact_values facts; /* what the command line tells; checked against the set's project */
	struct journal journal;
	/* --globs from the root, NULL-terminated, once session_plan() was called; NULL: none. In `arena` */
	const char **globs;
	struct arena arena;
	struct report_past past; /* filled by adopt_and_select() */
	/* [n_choices], of session_plan() where there is a `selection`; else --rule, --pack and --skip count */
	const struct rule_choice *choices;
	size_t n_choices;
	/* of session_plan(), instead of the options' choice and --globs; NULL: these */
	const struct selection_lookup *selection;
	struct plan plan;
	struct commit_report recovery; /* what session_recover() did; run 0 = nothing */
};

/* Opens root and journal, of which only what is in force is read. Zeroes the rest. Release with session_close(), also
 * after a failure. */
bool session_open(struct session *session, const struct options *options, struct err *err);
/* The same with the whole journal: also what runs did that are undone. */
bool session_open_with_history(struct session *session, const struct options *options, struct err *err);
/* Loads the patch sets, tells what the tree is, selects the set, and gathers the facts for it. */
bool session_select(struct session *session, struct err *err);
/*
 * The set as it is with the values that --set, the profile of `facts` and the target's version give to its variables:
 * `*set` itself, or the set of its name in a new `*library` (else NULL), which the caller frees. ERR_USAGE for a
 * variable that it has not, or a value that does not suit.
 */
bool session_set_values(const struct options *options, const struct patchset_library *from, const struct target *target,
	const struct fact_values *facts, struct patchset_library **library, const struct patchset **set,
	struct err *err);
/* --rule, --pack and --skip. */
struct rule_choice session_choice(const struct options *options);
/* What the command line says of facts. */
struct fact_request session_fact_request(const struct options *options);
/* Makes the plan; with --interactive the user is asked for it. `session_select` comes first. */
bool session_plan(struct session *session, struct err *err);
/* What the command line tells of how a run was made, for its record. Memory from `arena`, or borrowed. */
struct run_origin session_origin(const struct session *session, struct arena *arena);
/* Fails with ERR_IO_TORN when a killed run waits for recovery: for commands that may not write. */
bool session_require_whole(const struct session *session, struct err *err);
/* Puts in order what a killed run left, and reads the journal again. */
bool session_recover(struct session *session, struct err *err);
/* The same for commands that write, which have something else to do: only where it is needed, and told on standard
 * error. */
bool session_recover_first(struct session *session, struct err *err);
void session_close(struct session *session);

/* What formats are given of the session's plan. Borrowed, but for `about`, `selection` and `repository`. */
struct session_report {
	struct report report;
	struct str about, selection;
	char *repository;
};

/* Without colour and without width, which are the stream's. Release with session_report_release(). */
void session_report_make(
	const struct session *session, const struct commit_report *written, int exit_code, struct session_report *out);
void session_report_release(struct session_report *report);
/* Prints the report of the session's plan to `stream`: in the format asked for on standard output, as text on standard
 * error. */
bool session_report(const struct session *session, const struct commit_report *written, int exit_code,
	enum stream stream, struct err *err);
/* For an error of printing when `run` was `what` ("applied") already: that must not look like a tree as it was. Returns
 * false. */
bool session_report_lost(unsigned long run, const char *what, struct err *err);

#endif
