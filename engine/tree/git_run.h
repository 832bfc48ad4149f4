/*
 * git as a program that answers questions about a repository which may come from anybody. Private to tree/.
 *
 * Its configuration can name programs: for a fetch of what a partial clone lacks, for hooks, for a monitor of its
 * files, for the signature of a commit, for files that are converted before they are compared. git gets none of our
 * variables, reads no configuration besides the repository's, and what would run a program, follow an object that
 * stands for another, or reach for another machine is set so that it does not. (`safe.directory`: since nothing of it
 * is run, it may belong to others.)
 */
#ifndef TPATCH_TREE_GIT_RUN_H
#define TPATCH_TREE_GIT_RUN_H

#include "platform/process.h"

/* Starts `git -C path arguments...`; as process_start(). */
struct process *git_start(const char *path, const char *const *arguments, struct err *err);
/* Runs it to its end; `out` receives what it prints. False with ERR_IO, also where that has more than 64 MiB. */
bool git_run(const char *path, const char *const *arguments, struct str *out, struct err *err);
/*
 * The same for a question whose answer is not needed: what it prints, errors among it, goes to `out`, and it is ended
 * after `limit_ns`. False where it failed, or was ended; `*took_ns` is how long it took.
 */
bool git_ask(const char *path, const char *const *arguments, uint64_t limit_ns, struct str *out, uint64_t *took_ns);

#endif
