/*
 * Which lines differ between two texts, as people would say it.
 */
#ifndef TPATCH_TEXT_CHANGE_H
#define TPATCH_TEXT_CHANGE_H

#include <stddef.h>

#include "text/edit.h"
#include "text/pieces.h"
#include "text/source.h"

/* Lines [before, before_end) of the old text became lines [after, after_end) of the new one; 0-based, not both
 * empty. */
struct line_change {
	size_t before, before_end;
	size_t after, after_end;
};

/* Ordered; between two changes there is at least one line that both texts have. */
struct line_changes {
	struct line_change *items;
	size_t count;
	size_t capacity;
};

void line_changes_release(struct line_changes *changes);

/*
 * Fills `changes` (empty on entry) with the shortest script, its changes where a reader expects them (change_slide).
 * A last line without line end differs from the same line with one. Time is bounded for hostile pairs: past the
 * bound the script is correct, but not the shortest.
 */
void line_changes_find(struct source *before, struct source *after, struct line_changes *changes);

/* The same of lines without the spaces around them: one that was indented anew is the same. */
void line_changes_find_trimmed(struct source *before, struct source *after, struct line_changes *changes);

/*
 * The same where it is known that these edits, settled, make `after` of `before`: only the lines that they touch are
 * compared, so that the time goes with them. Each run of such lines has the shortest script of its own.
 */
void line_changes_of_edits(struct source *before, struct source *after, const struct edit *edits, size_t n_edits,
	struct line_changes *changes);

/* The same for texts in pieces; the edits are places of `before`. */
void line_changes_of_pieces(struct pieces *before, struct pieces *after, const struct edit *edits, size_t n_edits,
	struct line_changes *changes);

/*
 * A run of lines that was only added, or only removed, may be told at several places where its first line equals the
 * line after it, and so on. Joins changes that meet when slid, and moves each of the others to the place that reads
 * best: little indentation at its two edges, blank lines beside it, and of equals the lowest. `changes` must be
 * ordered.
 */
void line_changes_slide(struct pieces *before, struct pieces *after, struct line_changes *changes);

#endif
