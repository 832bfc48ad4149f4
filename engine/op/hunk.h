/*
 * Hunks of unified diffs, found by their lines. Private to op/.
 *
 * A hunk has an old side (context and removed lines) and a new side (context and added lines). A side fits where its
 * lines are one below the other, byte for byte but for the kind of line end and a byte order mark. Line numbers
 * choose between places that fit, and play a part where there is no line to look for: a hunk of added
 * lines alone is for the file's beginning (`-0,0`), or for the end of a file of exactly that many lines (`-57,0`). A
 * hunk that begins, or ends, with removed lines has nothing beside them there but the file's own beginning, or end:
 * only there is its new side proof that it was made. "\ No newline at end of file" on one side makes both sides exact:
 * they end where the file ends, with or without a line end as written.
 */
#ifndef TPATCH_OP_HUNK_H
#define TPATCH_OP_HUNK_H

#include "op/op.h"
#include "text/patch.h"

struct hunk_side {
	struct slice *lines;
	size_t count;
	bool no_eol; /* the side ends in "\ No newline" */
};

enum hunk_anchor { HUNK_ANYWHERE, HUNK_AT_BEGIN, HUNK_AT_END };

struct hunk {
	const struct patch_hunk *source;
	struct hunk_side old_side, new_side;
	enum hunk_anchor anchor;
	bool exact_end;            /* the marker is on some side */
	bool bare_begin, bare_end; /* removed lines, and none added, are at its beginning, or end */
};

struct hunk_list {
	struct hunk *items;
	size_t count;
};

/* From a text of the patch set. False with ERR_PATCHSET, `*error_offset` being the byte of `text`. Memory comes from
 * `arena`. */
bool hunk_list_compile(
	struct hunk_list *out, struct slice text, struct arena *arena, size_t *error_offset, struct err *err);

/* HUNK_UNPROVED: the old side is nowhere, and the new side, if there is one, does not prove that it was made. */
enum hunk_state { HUNK_TO_MAKE, HUNK_MADE, HUNK_UNPROVED, HUNK_AMBIGUOUS };

/* What became of one hunk in one file. */
struct hunk_found {
	enum hunk_state state;
	size_t line;   /* 0-based, of its first line; where nothing is left of it: 0 */
	size_t second; /* of HUNK_AMBIGUOUS: another place */
	size_t n_places;
};

/* Why a list of hunks is not in a file. */
struct hunk_lack {
	size_t index;      /* the first hunk that fits nowhere, neither side of it */
	bool out_of_order; /* it fits, but not after the hunk before it */
	bool some_fit;     /* other hunks of the list do fit */
};

/* Finds all hunks of the list, in their order and without overlap, into found[list->count]. False, with `lack`, when
 * one is not there. */
bool hunk_list_find(
	const struct hunk_list *list, struct source *source, struct hunk_found *found, struct hunk_lack *lack);
/* Adds the edits of one hunk whose old side is at 0-based `line`. */
void hunk_emit(const struct hunk *hunk, struct source *source, size_t line, struct edit_list *out, uint32_t owner,
	uint32_t group);
/*
 * Appends the place where most of an absent hunk's old lines are, and the first line there that differs; `*line` is
 * its number, 1-based. Nothing, and false, if no place comes near.
 */
bool hunk_nearest(const struct hunk *hunk, struct source *source, struct str *out, size_t *line);

#endif
