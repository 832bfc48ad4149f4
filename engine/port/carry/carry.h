/* The hunks of one file of a diff, each on its way to its place in B. Private to port/. */
#ifndef TPATCH_PORT_CARRY_H
#define TPATCH_PORT_CARRY_H

#include "port/carry/place.h"
#include "port/port.h"
#include "port/port_text.h"

/* A run of changed lines: old[old_begin, old_end) becomes new[new_begin, new_end). */
struct carry_run {
	size_t old_begin, old_end, new_begin, new_end;
};

/* A hunk with its lines as numbers, and what became of it. */
struct carry_hunk {
	const struct patch_hunk *hunk;
	uint32_t *old_side, *new_side;
	size_t n_old, n_new;
	struct carry_run *runs;
	size_t n_runs;
	int end_mark;  /* as port_splice has it */
	size_t a_line; /* of the old side's first line in A, 0-based; SIZE_MAX: not known */
	bool done;
	struct port_splice *splices; /* in B, before this file's hunks */
	size_t n_splices;
	size_t begin, end;     /* lines of B that the splices take up; of what upstream has, where it is */
	size_t near, near_end; /* of one that needs a person: the lines of B that are most like it; none: both 0 */
	size_t closed_up;      /* line of B where its context is without the lines it removes; SIZE_MAX: nowhere */
	struct port_edit *edit;
};

/* A file of the diff. */
struct carry {
	struct line_ids *ids;
	struct arena *arena;
	const struct port_text *b;
	const struct port_text *a; /* before the hunks; NULL: not at hand */
	uint32_t *a_to_b;          /* [a->n + 1]: the line of B that is the line of A, or PORT_NOBODY */
	struct carry_hunk *hunks;
	size_t n_hunks;
	uint32_t *n_in_b; /* [n_counted]: how often a line is in B, by its number */
	size_t n_counted;
	bool of_commands; /* the file is one command after the other, as CMake's are */
};

/* Makes the views of the hunks, in the arena; `edits` is one for each of them. */
void carry_prepare(struct carry *carry, const struct patch_hunk *hunks, size_t n_hunks, struct port_edit *edits);
/* Finds them in A: fills a_line and a_to_b. False if some are not there, or not in order; `carry->a` is then NULL. */
bool carry_find_in_a(struct carry *carry);
/* Gives each hunk its outcome. */
void carry_hunks(struct carry *carry);
/* The lines that hunks add say the names that B has where A had others; needs A. */
void carry_names(struct carry *carry);
/* A hunk that adds or removes a byte order mark, where B has another: what else it does is to look at, or there is
 * nothing. */
void carry_marks(struct carry *carry);
/* The changes of all hunks, in order, as `port_text_splice` takes them; in the arena. */
struct port_splice *carry_splices(const struct carry *carry, size_t *count);

/* A line of code as messages quote it: 'x', or `'x'` where it has quotes itself. */
#define CODE_FMT "%c" SLICE_FMT "%c"
#define CODE_ARG(s) carry_quote(s), SLICE_ARG(s), carry_quote(s)
static inline char carry_quote(struct slice code)
{
	return slice_find(code, SLICE_LITERAL("'"), 0) == (size_t)-1 ? '\'' : '`';
}
/* For carry_*.c. Adds a line of evidence. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void carry_tell(struct carry *carry, struct port_edit *edit, const char *format, ...);
/* Where A and B side by side have the lines [line, line + n) of A; n may be 0: a gap. False where they do not stand
 * together. */
bool carry_map(const struct carry *carry, size_t line, size_t n, size_t *out);
/* Each run by itself, with lines [from, to] of B to look in. False where some run has no place; the hunk is then as it
 * was. */
bool carry_by_runs(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to);
/* Lines that are only added, or take the place of blank ones, where upstream added lines between the same two lines.
 * False where it is not so. */
bool carry_into_gap(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to);
/* Word by word, at the place that is most like the hunk. */
bool carry_by_words(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to);
/* Context, or changed lines, that two lines of words weigh. */
#define CARRY_SOLID (2u * LINE_WEIGHT_WORDS)
unsigned carry_weigh(const struct carry *carry, const uint32_t *lines, size_t begin, size_t end);
/* The lines of a side from the first changed one to the last. */
static inline size_t carry_core_begin(const struct carry_hunk *hunk, bool is_new)
{
	return is_new ? hunk->runs[0].new_begin : hunk->runs[0].old_begin;
}
static inline size_t carry_core_end(const struct carry_hunk *hunk, bool is_new)
{
	const struct carry_run *last = &hunk->runs[hunk->n_runs - 1];
	return is_new ? last->new_end : last->old_end;
}
/* Is the place, found by the lines of the hunk alone, the only one that can be meant? */
bool carry_is_sure(const struct carry *carry, const struct carry_hunk *hunk, const struct port_place *place);
/* PORT_EXACT, or PORT_LOOK, with A as well where it is at hand; tells what was weighed. */
enum port_outcome carry_judge(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place);
/* Do the same blocks surround line `line` of B as the run in A, or, as far as the hunk has them, in itself? Tells of
 * those that differ. In A, a block that B has nowhere, such as a function under another name, differs only if
 * `is_strict`. */
bool carry_is_in_its_block(
	struct carry *carry, struct carry_hunk *hunk, const struct carry_run *run, size_t line, bool is_strict);
/* Lines of a hunk's new side, `n` of them without context, are at the place. Are they another copy than the hunk's, and
 * no change that upstream made? A has them as often; or without A, they are below another heading. */
bool carry_is_of_other(const struct carry *carry, const struct port_place *place, size_t n);
/* Where all of its lines are, deeper or less deep, if that is one place only. */
bool carry_by_depth(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to);
/* Says where the hunk would come nearest to fitting. */
void carry_tell_nearest(struct carry *carry, struct carry_hunk *hunk);
/* A query for lines [begin, end) of one side. */
struct place_query carry_query(const struct carry *carry, const struct carry_hunk *hunk, bool is_new, size_t begin,
	size_t end, size_t from, size_t to);
size_t carry_expected(const struct carry *carry, const struct carry_hunk *hunk);

#endif
