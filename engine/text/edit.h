/*
 * Edits: a half-open byte range of the old text and the new bytes for it.
 */
#ifndef TPATCH_TEXT_EDIT_H
#define TPATCH_TEXT_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

/* May an insertion be beside insertions of other owners at the same place? Where it may, they are in the order of
 * this list. */
enum edit_stacks {
	EDIT_ALONE,
	/* it belongs to what is before the place: what is beside the innermost block first, then the lower owner's */
	EDIT_STACKS_AFTER,
	EDIT_CLOSES,        /* it ends what is around the code before the place */
	EDIT_SORTED,        /* by its text */
	EDIT_OPENS,         /* it begins what is around the code that follows */
	EDIT_STACKS_BEFORE, /* it belongs to what follows: the lower owner's first */
	EDIT_SHIFTS,        /* the further indentation of a line; beside it there is nothing of others */
};

/* What an edit has to do with the indentation of a line, where blocks are told by that. */
enum edit_layout {
	EDIT_LAYS_OUT_NOTHING,
	EDIT_INDENTS, /* it changes the indentation of the line */
	EDIT_FOLLOWS, /* it puts lines into the block of that line, by the indentation that the line has now */
};

struct edit {
	uint32_t begin, end; /* bytes of the old text; begin == end inserts */
	struct slice text;   /* new bytes, from the list's arena */
	uint32_t owner;      /* index of the rule that wants it; meaning belongs to the caller */
	/* after edit_list_settle(): another owner that wanted the same edit; `owner` itself where nobody did */
	uint32_t co_owner;
	bool has_more_owners; /* and a third */
	uint32_t group;       /* edits of one match share a group: all or none; meaning belongs to the caller */
	enum edit_stacks stacks;
	uint32_t nearness; /* of EDIT_STACKS_AFTER: the higher, the further inside is what it is beside */
	enum edit_layout layout;
	uint32_t line; /* of `layout`: where it begins */
	/* of an item that comes to a list: the item, borrowed, and where the list begins, plus 1; 0: it is none */
	struct slice item;
	uint32_t list;
	/* of an insertion that goes around code, before its begin or after its end: that code; else empty. At one
	 * place, ends are before begins, and what goes around more code is further outside */
	uint32_t around_begin, around_end;
};

struct edit_list {
	struct edit *items;
	size_t count;
	size_t capacity;
	struct arena arena;
};

#define EDIT_LIST_INIT ((struct edit_list){ 0 })

void edit_list_release(struct edit_list *list);
/* Appends an edit; `text` is copied. */
void edit_list_add(struct edit_list *list, size_t begin, size_t end, struct slice text, uint32_t owner, uint32_t group);
/* Which of two insertions at one place comes first by the code that they go around: less than 0, 0 or more. */
int edit_cmp_around(const struct edit *a, const struct edit *b);
/*
 * Sorts by place and folds equal edits (same range, same text, around the same code) into the one that was added first.
 * True when no two that are left overlap; else `*a` and `*b` are the first two that do, as indices into the sorted
 * list. Two insertions at one place overlap unless their owner is the same, in which case they keep the order in which
 * they were added, or both stack, or both go around code. What two matches put around the same code overlaps, whoever
 * owns them. An insertion at the edge of a replaced range does not overlap it: its text comes before, or after, the
 * replacement's. Two of one line, where one indents and the other one, of another match, follows, count as
 * overlapping; so do two of several owners that bring the same item to one list.
 */
bool edit_list_settle(struct edit_list *list, size_t *a, size_t *b);
/* Appends to `out` the old text with all edits made. The list must be settled. */
void edit_list_apply(const struct edit_list *list, struct slice old, struct str *out);

#endif
