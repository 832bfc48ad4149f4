/* What add-to, remove-from and ensure-requirement share. Private to op/. */
#ifndef TPATCH_OP_LIST_H
#define TPATCH_OP_LIST_H

#include "match/items.h"
#include "op/edit_rule.h"
#include "lang/requirement.h"

/* The rows that list_collect() tells apart. */
extern const struct op op_add_to, op_ensure_requirement;

/* Compiles the operation's map: each key a list capture of `match`, each value items of the language. */
bool list_compile(struct edit_rule *rule, struct err *err);
void list_release(struct edit_rule *rule);
/* The items of set `index`; NULL: the rule is of another operation. */
const struct items *list_items(const struct edit_rule *rule, size_t index);
/*
 * Makes what this edit of the rule and the others want of the lists of `match`, in one go: the first edit that names a
 * list changes it for all. False with ERR_UNFIT where the language allows no such list.
 */
bool list_emit(struct op_run *run, const struct match *match, struct err *err);
/* One item that comes. */
struct arrival {
	const struct items *items;
	size_t index;
	bool follows; /* it is of one unit with the one before */
};

/* A list and what becomes of it. The caller frees it. */
struct list_change {
	struct item_runs runs;
	uint32_t begin; /* an offset that tells the list from others */
	bool *leaves;   /* [runs.count] */
	size_t n_leave;
	bool says_none;   /* what leaves is one item that says that there are none */
	char bracket;     /* that the list is in, some way out; '\0': none */
	bool is_import;   /* it is all that is imported */
	bool is_tuple;    /* it is one, or the first part of one */
	bool needs_comma; /* a tuple is left with one item */
	const char *none; /* what the first item becomes where all at the begin go; NULL: nothing is needed */
	struct arrival *arrivals;
	size_t n_arrivals, arrivals_capacity;
};

/* Adds what all edits of the rule want of the list `taken`. False where an edit before this one does it. */
bool list_collect(struct op_run *run, struct code_run taken, size_t own_set, struct list_change *change);
/*
 * Why the list would not be what it is with what the edit makes of it, or NULL: a comprehension takes no further items,
 * nor does the `*` of an import, no name is given twice, and braces around nothing are a dictionary.
 */
const char *list_why_not(const struct op_run *run, struct code_run taken, const struct list_change *change);
/* The list that set `set` of the rule names, in this match. */
struct code_run list_taken(const struct edit_rule *rule, const struct match *match, size_t set);
/* The items of the list that set `index` names, in this match. Release with item_runs_release(). */
void list_runs(const struct op_run *run, const struct match *match, size_t index, struct item_runs *out);
/* Byte range of an item. */
void list_item_span(const struct op_run *run, struct code_run item, uint32_t *begin, uint32_t *end);
/* What a list has of the project that an item of ensure-requirement names. */
struct list_requirement {
	struct requirement wanted, found; /* `found`: of the first */
	size_t count;   /* items that ask for it; of a `wanted` with a marker those with that marker */
	uint32_t begin; /* byte of the first, within its quotes */
};

/* Reads an item that is a string of the language. */
bool list_read_requirement(const struct language *language, struct slice item, struct requirement *out);
void list_find_requirement(const struct op_run *run, const struct items *items, size_t item,
	const struct item_runs *runs, struct list_requirement *out);
/* Do only spaces and a comment follow `at` on its line? `*line_end` is then where the line's text ends, before its line
 * end. */
bool list_ends_line(const struct op_run *run, uint32_t at, uint32_t *line_end);
/* Is the list `taken` one of arguments (`*declared` false) or parameters? Then its items have an order. */
bool list_has_order(const struct document *doc, struct code_run taken, bool *declared);

#endif
