/*
 * tpatch.yaml: the settings of a tree, in a file at its top or in a folder above. It may come with a tree that somebody
 * else made, so it names nothing outside of its own folder (docs/safety.md).
 */
#ifndef TPATCH_CONFIG_CONFIG_H
#define TPATCH_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

#define CONFIG_FILE "tpatch.yaml"
/* Of a file; it is read before anybody has looked at it. */
#define CONFIG_MAX_BYTES ((size_t)64 << 10)

/* What becomes of an entry. */
enum config_use {
	CONFIG_UNUSED, /* the command does not take it */
	CONFIG_TAKEN,
	CONFIG_OVERRIDDEN /* the command line has another */
};

/* One setting, as the option of the command line that says the same. */
struct config_entry {
	const char *option; /* "skip" */
	const char *value;
	const char *reason; /* why a rule is skipped; of others NULL */
	size_t line, column;
	enum config_use use;   /* filled by who asked */
	const char *overrider; /* of CONFIG_OVERRIDDEN: the option that was typed */
};

/* "taken", "overridden", "unused". */
const char *config_use_name(enum config_use use);

struct config {
	const char *path;             /* absolute */
	const char *folder;           /* the one that it is in, absolute */
	struct config_entry *entries; /* [n_entries] in the order of the file */
	size_t n_entries;
	struct slice text; /* what was read, in `arena` */
	struct arena arena;
};

/*
 * Reads the settings. `path` is for messages. Paths stay as they are written, and `out->path` and `out->folder` are the
 * caller's to fill. ERR_PATCHSET with place and hint for what is no such file. Release with
 * config_release(), also then.
 */
bool config_read(struct config *out, const char *path, struct slice text, struct err *err);
/*
 * The file that the folder `from` or the nearest above it has: `*out` is NULL where none has. Folders that it names are
 * absolute then, and are there. One above `from` that belongs neither to this user nor to the owner of `from` is passed
 * over: `warning` (to be released by the caller) says so. ERR_PATCHSET, ERR_USAGE, ERR_IO. Free with config_free().
 */
bool config_find(const char *from, struct config **out, struct str *warning, struct err *err);
void config_release(struct config *config);
void config_free(struct config *config);
/* The entry that says what this option says, or NULL. */
const struct config_entry *config_entry_of(const struct config *config, const char *option);
/* Sets the place of the entry, and shows its line. Returns false. */
bool config_err_at(const struct config *config, const struct config_entry *entry, struct err *err);

/* The keys, for `tpatch schema`. */
struct schema;
extern const struct schema config_schema, config_skip_schema;

#endif
