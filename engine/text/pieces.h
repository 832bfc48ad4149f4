/*
 * A text to which edits are made one by one, in any order, as a piece table: the old text is cut at all edits that
 * there will be, and a piece is the text between two edits, or what an edit replaces, or what it puts there. A balanced
 * tree over the pieces sums their bytes and line ends, so that making an edit, finding a line, and finding the heading
 * above it take log n steps, n being the number of edits; the text is never written anew.
 *
 * A patch for each of many rules needs this: each shows what the rule changes in the text with the edits of the rules
 * before it. To make and compare that text for each rule takes rules times lines.
 */
#ifndef TPATCH_TEXT_PIECES_H
#define TPATCH_TEXT_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "text/edit.h"
#include "text/source.h"

/* Bytes [begin, end) of a text. */
struct text_piece {
	struct source *source;
	uint32_t begin, end;
	size_t first_line; /* the line of `begin` in `source` */
	size_t heading; /* where its last heading begins, after its first byte, in bytes of `source`; or (size_t)-1 */
};

/* What a run of pieces comes to. */
struct piece_sum {
	uint32_t bytes, newlines;
	bool begins_heading; /* would its first byte, at the beginning of a line, make that a heading? */
	bool ends_line;      /* is its last byte a line end? */
	bool has_heading;    /* does one begin after its first byte? */
};

struct pieces {
	const struct edit *edits; /* [n_edits], borrowed */
	size_t n_edits;
	struct source *old;       /* borrowed */
	struct source *texts;     /* [n_edits]: what the edits put */
	struct text_piece *items; /* [2 * n_edits + 1]: 2k + 1 is edit k */
	struct piece_sum
		*sums; /* [2 * n_leaves]: the root is 1, the children of i are 2i and 2i + 1, piece k is n_leaves + k */
	size_t n_leaves;
	struct arena joined; /* lines that lie in several pieces */
};

/* The old text, with none of the edits made yet; these must be settled. `old` and `edits` are borrowed. */
void pieces_init(struct pieces *pieces, struct source *old, const struct edit *edits, size_t n_edits);
void pieces_release(struct pieces *pieces);

/* Makes an edit, or takes it back. */
void pieces_set(struct pieces *pieces, size_t edit, bool is_made);
/* Offset of the first byte of what stands for that edit now. */
size_t pieces_offset(const struct pieces *pieces, size_t edit);
/* How many bytes the text has. */
size_t pieces_size(const struct pieces *pieces);
/* Appends the whole text. */
void pieces_add_text(const struct pieces *pieces, struct str *out);

/* As source_line_count(), source_line_index(), source_line_begin() and source_line() have it. A line is valid until
 * pieces_forget_lines(), and until an edit is made or taken back. */
size_t pieces_line_count(const struct pieces *pieces);
size_t pieces_line_index(const struct pieces *pieces, size_t offset);
size_t pieces_line_begin(const struct pieces *pieces, size_t line);
struct slice pieces_line(struct pieces *pieces, size_t line);
/* Frees what pieces_line() had to join. */
void pieces_forget_lines(struct pieces *pieces);
/*
 * Of the lines [first, end), the last one that is a heading: that begins with a letter, '_' or '$', as git has it for
 * files without a driver. (size_t)-1 where none does.
 */
size_t pieces_heading(const struct pieces *pieces, size_t first, size_t end);

#endif
