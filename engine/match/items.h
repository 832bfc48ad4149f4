/*
 * Lists: the items between two places of a file, and items written in a patch set.
 *
 * Items are parted by the language's separator outside of brackets (`a, f(b, c), d` has three), or in a language
 * without one by layout: each argument or bracketed group is an item.
 */
#ifndef TPATCH_MATCH_ITEMS_H
#define TPATCH_MATCH_ITEMS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "lang/document.h"
#include "match/pattern.h"

/* The items of a run of a file. */
struct item_runs {
	struct code_run *items;
	size_t count, capacity;
	bool has_trailing_separator;
};

/* Parts `run` into items. Release with item_runs_release(). */
void item_runs_split(const struct document *doc, struct code_run run, struct item_runs *out);
void item_runs_release(struct item_runs *runs);

struct items; /* items as written in a patch set; immutable */

/* Reads `text` as items of the language. NULL with ERR_PATCHSET, `*error_offset` being the byte in `text`. Free with
 * items_free(). */
struct items *items_new(struct slice text, const struct language *language, size_t *error_offset, struct err *err);
void items_free(struct items *items);
size_t items_count(const struct items *items);
/* The item as written; borrowed from `items`. */
struct slice items_text(const struct items *items, size_t item);
/* How far back the item belongs, see language.item_rank. */
enum item_rank items_rank(const struct items *items, size_t item, bool declared);
/* One past the directive, or the tag of a template (`{% if x %}`), that begins at code token `at`; else `at`. */
uint32_t items_aside_end(const struct document *doc, uint32_t at);
/*
 * Is one of the items (NULL: there are none) among `runs`, but not by itself: together with a directive or a template's
 * tag, as `c` is below an `#endif`, or within another argument, as in CMake's `a;b` or the shell's `[1]=a`? Then how,
 * as a clause; else NULL.
 */
const char *items_aside(const struct items *items, const struct document *doc, const struct item_runs *runs);
/* Has the run of the file the same name as the item, whatever is said of it: `a`, `a=1`, `a: int`, `a as b`?
 * `*says_more`: the item is a name alone, and the run is not. */
bool items_share_name(
	const struct items *items, size_t item, const struct document *doc, struct code_run run, bool *says_more);
/* Is the item, or the run of a file, `key: value` or `**pairs`? */
bool items_is_pair(const struct items *items, size_t item);
bool items_run_is_pair(const struct document *doc, struct code_run run);
/* How many items from this one on belong together: a keyword and the values after it, as in CMake's
 * `CXX_STANDARD 17`; else 1. */
size_t items_unit(const struct items *items, size_t item);
/* Index among `runs` of the first that is the same code as the item, from `from` on; (size_t)-1 if none is. */
size_t items_find(
	const struct items *items, size_t item, const struct document *doc, const struct item_runs *runs, size_t from);
/* The same where all items of its unit follow each other. */
size_t items_find_unit(
	const struct items *items, size_t item, const struct document *doc, const struct item_runs *runs, size_t from);

#endif
