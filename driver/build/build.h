/*
 * The build itself: steps, each with a stamp, so that what is done is not done again; a log of everything; and nothing
 * written outside of the tree, where `.tbuild/` holds logs, stamps, the lock and the unpacked wheel. That folder
 * ignores itself.
 */
#ifndef TBUILD_BUILD_BUILD_H
#define TBUILD_BUILD_BUILD_H

#include "checkout/checkout.h"
#include "engine.h"
#include "system/system.h"
#include "recipe/recipe.h"

enum build_event {
	EVENT_STEP_BEGINS,  /* text: what is run, or "" */
	EVENT_STEP_SKIPPED, /* text: why */
	EVENT_STEP_DONE,    /* text: how long it took */
	EVENT_STEP_FAILED,  /* text: how it ended */
	EVENT_PROGRESS,     /* text: "123/4567, 3 %, 1 h 12 min left" */
	EVENT_OUTPUT,       /* text: one line of a program, without its end */
	EVENT_NOTE          /* text: a sentence */
};

struct build_request {
	const struct recipe *recipe;
	const struct tree_options *tree_options;
	const struct probe *probe;
	struct root *root;
	struct slice facts;   /* lines about the machine and the tree, for the head of the log */
	bool again;           /* no step is skipped */
	enum step_kind until; /* the last step to make */
	void (*tell)(void *ctx, enum build_event event, enum step_kind step, struct slice text);
	void *ctx;
};

enum build_end { BUILD_DONE, BUILD_FAILED, BUILD_INTERRUPTED };

struct build_result {
	enum build_end end;
	enum step_kind step; /* that failed or was interrupted */
	char *log;           /* path of the log, for free(); NULL if none was begun */
	char *wheel;         /* path of the wheel that was made, below the root, for free(); or NULL */
};

/* Fails with ERR_UNFIT, with the list, where the tree is not as tpatch left it; with ERR_IO when that cannot be
 * read. */
bool build_check_drift(struct root *root, struct err *err);
/*
 * Makes the steps. True with `result` when programs ran, well or not; false with ERR_UNFIT (features that turned
 * themselves off; no wheel was made), ERR_IO (also: another tbuild is at work in the tree). Release with
 * build_result_release() in any case.
 */
bool build_run(const struct build_request *request, struct build_result *result, struct err *err);
void build_result_release(struct build_result *result);

#endif
