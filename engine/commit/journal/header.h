/*
 * The text of a run's header and the names of things in the journal folder. The format is described at the top of
 * journal.c. Private to commit/.
 */
#ifndef TPATCH_COMMIT_HEADER_H
#define TPATCH_COMMIT_HEADER_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "commit/journal/journal.h"

#define JOURNAL_RUNS ".tpatch/runs"
#define JOURNAL_LOCK ".tpatch/lock"
#define JOURNAL_IGNORE ".tpatch/.gitignore"
#define JOURNAL_LAST ".tpatch/last"
#define JOURNAL_LAST_TMP ".tpatch/last.tmp"
/* What a header may say of a mode: never the set-id bits. */
#define MODE_BITS 0777u
/* The largest header: of some 400,000 files. */
#define HEADER_MAX_BYTES ((size_t)64 << 20)
/* Names in a run's folder. */
#define ITEM_HEADER "header.tmp"
#define ITEM_LEFT "folders.left"
#define ITEM_BACK "folders.back"

/* Each sets `out` to the path and returns its bytes, valid until `out` changes. */
const char *journal_run_path(struct str *out, unsigned long number);
/* `name` in the run's folder: "new", "header.tmp" … */
const char *journal_item_path(struct str *out, unsigned long number, const char *name);
/* `kind` is "new" or "old"; slots count from 0. */
const char *journal_slot_path(struct str *out, unsigned long number, const char *kind, size_t slot);
const char *journal_header_path(struct str *out, unsigned long number, enum run_state state);
/* Is `name` the name of a run's folder? */
bool journal_run_number(const char *name, unsigned long *number);

/* What the file `last` says: a number and a line end. False, leaving `*number` as it is, where it says nothing. */
bool journal_last_number(struct slice text, unsigned long *number);

/* Appends the header of `run`, checksum included. */
void header_format(const struct run *run, struct str *out);

/*
 * Fills `run` from a header; strings come from `arena`. False, with one line in `run->problem`, unless every byte is as
 * it should be. `run->number` says which run it must be; number and state are not changed.
 */
bool header_parse(struct slice text, struct arena *arena, struct run *run);

/* The text of folders.left and folders.back, in the same way. */
void folder_times_format(const struct folder_times *times, struct str *out);
bool folder_times_parse(struct slice text, struct arena *arena, struct folder_times *out);

#endif
