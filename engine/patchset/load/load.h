/*
 * Reading one YAML file into a struct patchset. Private to patchset/.
 */
#ifndef TPATCH_PATCHSET_LOAD_H
#define TPATCH_PATCHSET_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/table.h"
#include "format/yaml.h"
#include "patchset/patchset.h"
#include "patchset/schema.h"

/* The format that this tpatch reads: the value of the key `tpatch`. */
#define LOAD_FORMAT 1

/* What a library's arena does not free: compiled edits and regexes, in the order in which they were made. */
struct load_owned {
	struct edit_rule **edits;
	size_t n_edits, edits_capacity;
	struct regex **regexes;
	size_t n_regexes, regexes_capacity;
};

void load_owned_release(struct load_owned *owned);

/* One file. Its YAML tree is kept until all files are resolved, for errors that show only when files meet. */
struct loaded {
	struct yaml_file file;
	struct patchset *set;
	struct rule *rules; /* its own */
	size_t n_rules;
	struct slice bytes; /* as they were read */
	const struct variable *const
		*own_variables; /* [n_own_variables]; of a set, `set->variables` has those of its packs too */
	size_t n_own_variables;
	const struct yaml_node *name;    /* the value of `name`, `pack` or `project` */
	const struct yaml_node *project; /* of a set: the value of `project` in `target` */
	const struct yaml_pair *use;     /* or NULL */
	bool embedded;
	bool is_head;   /* only what load_head_keys name was read of it, with the rest not even looked at */
	bool is_wanted; /* of such a one: read it whole at the next occasion */
	bool replaced;  /* by a file of the same kind and name */
	bool is_shared; /* YAML tree and rules are those of another library */
	/* for resolve.c: */
	bool is_used;                   /* by a set or pack */
	size_t entered_by, gathered_by; /* the last gathering that came to it, and that has it: its number; 0: none */
};

/* A file while it is read. */
struct loader {
	struct arena *arena; /* for all that is read */
	struct load_owned *owned;
	struct schema edit; /* the table of an edit */
	const char *origin;
	const struct yaml_file *file;
	const struct yaml_pair *pack_exclude;  /* of the pack being read, or NULL */
	const struct when *pack_when;          /* the same */
	const struct variable_request *values; /* NULL: defaults */
	struct table variables;                /* the file's own, by name: their indices, plus 1 */
	size_t expanded_bytes;                 /* of texts in which variables stood */
};

/* The keys that every file must have, of each kind, and that tell whether a tree needs it. NULL-terminated. */
extern const char *const load_head_keys[];
/*
 * Reads the file whose YAML tree is in `out->file`; `values` may be NULL. Fills the rest of `out`, whose memory is the
 * arena's but for the tree (yaml_file_release(), in every case); `out->set` stays where it is if there is one. Where
 * `out->is_head`, the tree has only the head, and rules may be missing. False with ERR_PATCHSET.
 */
bool load_file(struct arena *arena, struct load_owned *owned, const struct variable_request *values, struct loaded *out,
	struct err *err);

/* Parts of a file; each is in the file of its name. */
bool load_rules(struct loader *loader, const struct yaml_pair *pair, struct loaded *out, struct err *err);
bool load_edits(struct loader *loader, const struct yaml_node *list, struct rule *rule, struct err *err);
/* `fields` are the PLACE_COUNT fields of schema_context, or those of an edit from EDIT_INSIDE on. */
bool load_context(
	struct loader *loader, const struct yaml_pair *const *fields, struct context_def *out, struct err *err);
/* What `if-found` looks for, into `rule->edits`. */
bool load_searches(struct loader *loader, const struct yaml_pair *pair, struct rule *rule, struct err *err);
/* `*out` is NULL where `pair` is. */
bool load_when(struct loader *loader, const struct yaml_pair *pair, const struct when **out, struct err *err);
/* A list of tests of the tree; `pair` may be NULL: none. */
bool load_evidence(struct loader *loader, const struct yaml_pair *pair, struct fingerprint_test **out, size_t *count,
	struct err *err);
/* A profile in a file of its own, for `project`. Memory is the arena's. ERR_IO; ERR_PATCHSET with its place. */
bool load_profile_file(
	const char *path, const struct project *project, struct arena *arena, struct profile *out, struct err *err);
bool load_project(struct loader *loader, const struct yaml_node *root, struct patchset *out, struct err *err);

/* Values that schema_read() found good. `pair` may be NULL: then the result is NULL, an empty list or false. */
const char *load_text(struct loader *loader, const struct yaml_pair *pair);
/* A copy without white space at the ends. */
const char *load_node_text(struct loader *loader, const struct yaml_node *node);
const char *const *load_texts(struct loader *loader, const struct yaml_pair *pair);
bool load_bool(const struct yaml_pair *pair);
const struct version_range *load_range(struct loader *loader, const struct yaml_pair *pair);
/* The text byte for byte, with its place. */
struct def_text load_def(struct loader *loader, const struct yaml_node *node);
struct def_text *load_defs(struct loader *loader, const struct yaml_pair *pair, size_t *count);

#endif
