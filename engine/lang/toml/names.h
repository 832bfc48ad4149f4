/* Which keys of a TOML file are taken, and by what: no key may be defined twice. Private to lang/toml/. */
#ifndef TPATCH_LANG_TOML_NAMES_H
#define TPATCH_LANG_TOML_NAMES_H

#include "base/arena.h"
#include "base/table.h"

/* Zeroed is empty; names_release() frees. */
struct names {
	struct name *items;
	size_t count, capacity;
	uint32_t *dotted; /* tables that dotted keys made since the last head: further heads may not define them */
	size_t n_dotted, dotted_capacity;
	struct table children; /* by the number of the table and the name in it */
	struct arena arena;
};

void names_release(struct names *names);
/* The number of a new table that has no name. */
uint32_t names_add_table(struct names *names);
/*
 * The parts of one key at a time: from table `*at` to the table `name` in it, which is made where it is new. NULL, or
 * what is wrong. `dotted`: in a key with a value, not in a head.
 */
const char *names_enter(struct names *names, uint32_t *at, struct slice name, bool dotted);
/* The last part of a head: `*at` becomes the table that it begins. */
const char *names_begin(struct names *names, uint32_t *at, struct slice name, bool in_list);
/* The last part of a key in table `at`, which gets a value. */
const char *names_define(struct names *names, uint32_t at, struct slice name);
/* A head: what dotted keys made before it is complete. */
void names_close_dotted(struct names *names);

#endif
