/* What the parts of a build share. Private to build/. */
#ifndef TBUILD_BUILD_WORK_H
#define TBUILD_BUILD_WORK_H

#include "build/build.h"
#include "triage/triage.h"

#define STATE_DIR ".tbuild"

struct work {
	const struct build_request *request;
	struct environment environment; /* of the programs */
	/* `latest` has the same lines, under a name that does not change; NULL if it cannot be written */
	struct system_log *log, *latest;
	struct str log_path;
	uint64_t begun_ns;
	/* The running step. */
	enum step_kind step;
	struct str line;       /* of output, not ended yet */
	struct str configured; /* everything that configuring printed: its summary is in it */
	uint64_t step_begun_ns;
	struct signatures signatures; /* read when they are first asked for */
	struct triage_reader *reader; /* reads along what the programs print; or NULL */
	char *wheel;                  /* that was made, below the root; or NULL */
};

/* `.tbuild/NAME` in the tree, for free(). */
char *work_path(const struct work *work, const char *name);

/* Opens the log and writes its head: versions, machine, profile, what is known of them, environment, commands. */
bool log_begin(struct work *work, struct err *err);
/* One line, with the time since the beginning before it: "   12.34 | text". */
void log_line(struct work *work, struct slice text);
/* A sentence for the log and the caller. */
void work_note(struct work *work, const char *text);
/* Closes the log. ERR_IO if not all of it could be written. */
bool log_end(struct work *work, struct err *err);

/* Runs one program in `folder`, with its output in the log. False with ERR_IO where it cannot be started. */
bool run_program(
	struct work *work, const char *const *argv, const char *folder, struct process_result *end, struct err *err);
/* The command of the step that is at work; where memory runs out again with half the jobs, twice at most. */
bool run_with_memory(struct work *work, struct process_result *end, struct err *err);
/* Tells which files took longest, by build/.ninja_log, and what the compiler cache had, if one is the launcher. */
void tell_spent(struct work *work);
/* "1 h 12 min", "3 min", "12 s". */
void format_duration(uint64_t ns, struct str *out);

/*
 * Puts what vcvarsall.bat sets into the environment of the programs, where the profile wants Visual C++. ERR_UNFIT
 * where there is none that fits, or the shell has another active; ERR_IO. `*interrupted`: Ctrl-C came before it was
 * done, which is no error.
 */
bool activate_msvc(struct work *work, bool *interrupted, struct err *err);
/* Copies the libraries of the recipe's `stage` into the tree. ERR_UNFIT, ERR_IO. */
bool stage_libraries(struct work *work, struct err *err);
/* Tells, on Windows, of each DLL that one of the staged folder imports and that would not be found there. */
void check_imports(struct work *work);

/* Compares what configuring came to with the profile's `expect`. ERR_UNFIT. */
bool compare_features(struct work *work, struct err *err);

#endif
