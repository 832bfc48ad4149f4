/*
 * A tree and what is done with it: which root, which patch sets, what the tree is, which set fits, the facts and values
 * for it, and the plan. The commands of tpatch, the matrix of trees and tpatch.h all come to the engine by this; what
 * differs between them is in the request.
 */
#ifndef TPATCH_API_SESSION_H
#define TPATCH_API_SESSION_H

#include "base/err.h"
#include "base/trace.h"
#include "commit/commit.h"
#include "patchset/patchset.h"
#include "plan/plan.h"
#include "platform/read.h"
#include "report/report.h"
#include "tree/detect.h"

/* The program's own: api/ only hands it on. */
struct options;

/* What the version that the caller names is worth. */
enum tag_use {
	TAG_CHECKED, /* refused where the tree is clearly of another version */
	TAG_FORCED,  /* taken even then, as the user says */
	TAG_TRUSTED, /* nobody asks */
	TAG_IF_ANY   /* the name of a commit, which may be no version: then what the tree holds tells */
};

/* What the caller asks for. All of it is borrowed and lives as long as the session. Zeroed: the working folder. */
struct session_request {
	const char *root;                 /* as typed; NULL: the working folder */
	bool climbs;                      /* with `root` NULL: or the folder above it that is the top of a tree */
	const struct tree *tree;          /* instead of a root. It has no journal */
	const char *patchsets;            /* a folder with more patch sets; or NULL */
	bool patchsets_are_the_trees;     /* they came with the tree: no rule of theirs may change protected files */
	struct patchset_library *library; /* what `patchsets` loads, if that is done already; or NULL */
	bool reads_all_sets;              /* `library` is to have every set, and not only the one that is selected */
	const char *tag;                  /* the tree's version; NULL: it is found out */
	enum tag_use tag_use;
	const char *use;           /* the name of a set; NULL: the one that fits */
	const char *expect_digest; /* of the set, in hex; NULL: any */
	struct fact_request facts; /* without `places` */
	const char *const *values; /* "name=value" of the set's variables, NULL-terminated; or NULL */
	struct rule_choice choice;
	const char *const *globs; /* NULL-terminated, or NULL */
	bool globs_are_typed;     /* from the working folder; else from the root */
	bool may_miss;            /* a name that no rule has, and a glob that no file matches, are no errors */
	bool takes_declined;      /* also what the user declined in an earlier run */
	size_t n_threads;         /* 0: as many as processors */
	bool drops_texts;         /* see struct plan_options, as for the next four */
	bool (*answer)(void *ctx, struct plan *plan, struct err *err);
	void *answer_ctx;
	void (*progress)(void *ctx, size_t files_seen);
	void *progress_ctx;
	void (*warn)(void *ctx, const char *line); /* is told what is doubtful and stops nothing; or NULL */
	void *warn_ctx;
	struct err_places places;  /* of what is given here, the facts too */
	const struct trace *trace; /* or NULL */
};

struct session {
	struct session_request request;
	const struct options *options; /* see above; NULL for other programs */
	struct root *root;             /* NULL: request.tree is no folder */
	struct tree tree;
	struct journal journal;
	struct patchset_library *library;      /* with the values of the request */
	struct patchset_library *base_library; /* with default values, where `library` has others; else NULL */
	bool borrows_library;                  /* of these the one with default values */
	const char *library_folder;            /* the `patchsets` that it was loaded with */
	struct target target;
	const struct patchset *set;
	struct fact_values facts; /* checked against the set's project */
	const char **globs;       /* from the root, NULL-terminated, once there is a plan; NULL: none. In `arena` */
	struct arena arena;
	/* What the caller takes from the applied runs. A `selection` and its choices count, not the request. */
	struct report_past past;
	const struct rule_choice *choices; /* [n_choices] */
	size_t n_choices;
	const struct selection_lookup *selection; /* or NULL */
	struct plan plan;
	struct commit_report recovery; /* what session_recover() did; run 0 = nothing */
};

/*
 * Opens the root and reads its journal: all of it, or only what is in force. Zeroes the rest. ERR_USAGE where there is
 * no such folder; ERR_IO. Release with session_end(), also after a failure.
 */
bool session_begin(struct session *session, const struct session_request *request, bool with_history, struct err *err);
/* Fails with ERR_IO_TORN when a killed run waits for recovery: for callers that may not write. */
bool session_require_whole(const struct session *session, struct err *err);
/* Puts in order what a killed run left, and reads the journal again. */
bool session_recover(struct session *session, struct err *err);
/*
 * Loads the patch sets unless they are there, tells what the tree is, selects the set, and gathers the facts and values
 * for it. ERR_PATCHSET where no set fits or one is not valid, ERR_USAGE for what the request has wrong, ERR_IO.
 * `target.project` is set once the tree is known, `set` once it is chosen, even where what comes after that fails.
 */
bool session_select(struct session *session, struct err *err);
/* What session_select() found is forgotten, so that it may be called again with another request. */
void session_forget(struct session *session);
/* Fills `plan`, as plan_make() does. session_select() comes first. */
bool session_make_plan(struct session *session, struct err *err);
void session_end(struct session *session);

/* Appends the options, as tpatch has them, that say what the tree and its set are. */
void session_add_about(const struct session_request *request, struct str *out);
/* The same for those that choose among rules and files. */
void session_add_selection(const struct session_request *request, struct str *out);

#endif
