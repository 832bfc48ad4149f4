/*
 * Operations: what a rule does where it matches. One file and one row in registry.c per operation; the loader, help
 * and the schema read the rows.
 *
 * An edit is written in YAML as a selector (`match` or `regex`), an operation (its key is the row's name), and
 * conditions. edit_def is what was written; edit_rule is that, compiled and checked.
 */
#ifndef TPATCH_OP_OP_H
#define TPATCH_OP_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/digest/hash.h"
#include "base/table.h"
#include "base/version/version.h"
#include "format/regex.h"
#include "lang/document.h"
#include "match/pattern.h"
#include "text/edit.h"

/* Bytes of a text that are the value of a variable. */
struct def_value {
	size_t at, len;
};

/* A text of the patch set with the place it was written, for error messages. */
struct def_text {
	struct slice text;
	const struct def_value *values; /* [n_values], in order */
	size_t n_values;
	size_t line, column; /* of its first byte in the YAML file; 1-based, 0 = none */
	bool block;          /* a literal block (`|`): byte k of line n of `text` is on YAML line `line + n` */
};

/* Does a `where` hold? Undecidable: it needs a version, and the value is a variable. */
enum where_answer { WHERE_HOLDS, WHERE_HOLDS_NOT, WHERE_UNDECIDABLE };

enum where_kind { WHERE_VERSION, WHERE_REGEX, WHERE_IN, WHERE_NOT_REGEX, WHERE_NOT_IN, WHERE_KIND_COUNT };

/* One condition on one capture. */
struct where_def {
	struct def_text capture; /* name without `$` */
	enum where_kind kind;
	struct def_text *values; /* VERSION, REGEX: one; IN: any number */
	size_t n_values;
};

/* One `set:` entry. */
struct set_def {
	struct def_text capture;
	struct def_text value;
};

enum context_kind { CONTEXT_ALL, CONTEXT_ANY, CONTEXT_NOT, CONTEXT_INSIDE, CONTEXT_AFTER, CONTEXT_BEFORE };

/* What must be true of the place of a match. */
struct context_def {
	enum context_kind kind;
	/*
	 * INSIDE: a block head that encloses the match. AFTER, BEFORE: code that is somewhere before, or after,
	 * the match in the same block.
	 */
	struct def_text pattern;
	struct context_def *parts; /* of ALL, ANY, and the one of NOT */
	size_t n_parts;
};

/* Which of several matches in one block. */
enum pick_kind { PICK_EVERY, PICK_FIRST, PICK_LAST, PICK_NTH };

/* One edit as written. All memory belongs to the patch set's arena. */
struct edit_def {
	/* code pattern; text.ptr is NULL when `regex` is used, or when the operation stands alone */
	struct def_text match;
	struct def_text regex;
	const struct op *op;
	struct def_text text; /* the operation's value where it is a text */
	struct set_def *sets; /* the operation's value where it is a map of captures */
	size_t n_sets;
	bool flag;        /* the operation's value where it is true or false */
	bool has_hash;    /* the operation's value is a content, and told by `hash`; else by `text` */
	struct hash hash; /* of the content with LF line ends */
	struct where_def *where;
	size_t n_where;
	struct context_def context; /* CONTEXT_ALL; without parts where nothing is asked */
	enum pick_kind pick;
	size_t pick_number; /* of PICK_NTH, from 1 */
	/*
	 * Code patterns (or, beside `regex`, regexes): found in the file, the edit counts as made. Of an operation that
	 * leaves no form of its own they prove that it was done: op.leaves_nothing.
	 */
	struct def_text *already;
	size_t n_already;
	size_t line, column; /* of the edit in the YAML file */
};

struct edit_outcome;
struct edit_rule; /* compiled, immutable, shared between threads */

/* All edits of a rule in one file: those that change one list are made together. */
struct edit_group {
	struct edit_rule *const *rules;
	const struct edit_outcome *outcomes; /* one for each */
	size_t count;
};

/*
 * The edits of a set's rules that insert, in the set's order: what they put at one place of a file is in that
 * order. Shared between threads. Those of rules that are not in force count as well: their lines may be there since
 * they were.
 */
struct edit_order {
	struct edit_rule **rules;
	size_t count, capacity;
};

/* What the edits of `order` insert at which place of one document, found out when first asked for. Release with
 * edit_beside_release(). */
struct insert_peer;
struct insert_spot;
struct edit_beside {
	const struct edit_order *order;
	struct insert_peer *peers;
	struct insert_spot *spots;
	size_t n_peers, n_spots, peers_capacity, spots_capacity;
	bool is_read;
	struct table own; /* of each spot, by its rule and match: its index, plus 1 */
	struct arena arena;
};

void edit_beside_release(struct edit_beside *beside);

struct emission;

/* One edit rule at work in one file on one thread. */
struct op_run {
	const struct edit_rule *rule;
	struct document *doc;
	struct regex_scratch *scratch;
	struct edit_list *out; /* where emit() adds */
	/* for emit(): what was made so far for other matches, see op/emit.h; NULL where nothing is emitted */
	struct emission *emission;
	size_t own; /* index in out->items: from there on follow the edits of the match at work */
	/* the lists that edits of the rule change in this file, by place; NULL until one is made. See list_emit.c */
	struct list_place *list_places;
	size_t n_list_places;
	uint32_t owner, group;              /* of the edits it adds */
	const struct edit_outcome *outcome; /* for emit(): all that the edit found in the file */
	const struct edit_group *together;  /* for emit(): the edits of the rule; NULL where only this one is at work */
	struct edit_beside *beside;         /* or NULL: nothing is known of other edits */
	/* where the rule's template fits in the file, looked for once; for is_made() */
	const struct match_list *present;
	/* for is_left(): of each line of the file, does it count? NULL: all do */
	const bool *counts;
};

/* Bytes of a file. */
struct op_reach {
	uint32_t begin, end;
};

/* Lines that an edit puts around a place. */
struct op_around {
	struct str above, below;
	uint32_t begin, end; /* beginnings of lines, or the end of the file: above the former, below the latter */
};

/* What kind of value is after an operation's key. */
enum op_value {
	OP_TEXT,
	OP_SETS,
	OP_TRUE,
	OP_BOOL,   /* edit_def.flag */
	OP_PATH,   /* a path from the root, in edit_def.text */
	OP_CONTENT /* a whole file's: edit_def.text or edit_def.hash */
};

struct fileop;

/* On which side of the match it puts lines. */
enum op_inserts { OP_INSERTS_NOTHING, OP_INSERTS_AFTER, OP_INSERTS_BEFORE };

struct op {
	const char *name;    /* the key in YAML */
	const char *summary; /* one line for help and the schema */
	enum op_value value;
	/* what it does to the file itself (fileop/fileop.h); NULL: it works on places in the text */
	const struct fileop *file;
	enum op_inserts inserts;
	bool takes_code;  /* works on `match` */
	bool takes_regex; /* works on `regex` */
	/*
	 * It leaves no form of its own. That it was done is proved by `already` where nothing is found to be done, or
	 * by who knows that it did it; else it is `unproved`. Both, `already` and something to be done outside of it,
	 * is ambiguous.
	 */
	bool leaves_nothing;
	bool stands_alone; /* has no selector and no conditions but `already`: `find` finds its places */
	bool at_top;       /* what it puts into a file goes to its top, whatever block the match is in */
	/*
	 * one place is enough: only the first match in a file counts, and is_made() says the same of all (of a file,
	 * or of a block where language.is_by_block)
	 */
	bool once;
	/* Checks and compiles what the operation needs beyond the selector, the after-form among it. Errors carry
	 * def_text places. */
	bool (*compile)(struct edit_rule *rule, struct err *err);
	/* Frees what `compile` made for itself, also when it failed. NULL: nothing. */
	void (*release)(struct edit_rule *rule);
	/* Adds the edits for one match. */
	bool (*emit)(struct op_run *run, const struct match *match, struct err *err);
	/* Is the after-form at this match already? NULL: the after-form pattern that `compile` made tells. */
	bool (*is_made)(struct op_run *run, const struct match *match);
	/* Of a match of the before-form, whatever `where` says of captures that change: is it as emit() would leave it?
	 * NULL: the after-form alone tells. */
	bool (*is_result)(struct op_run *run, const struct match *match);
	/* The code of the match stays, and something comes to it: of two versions of an edit both would be there. */
	bool adds;
	/* The same where it depends on what is written. NULL: it does not. */
	bool (*is_addition)(const struct edit_rule *rule);
	/* Where is_made says so: is that no proof? Such a place is none, and the edit unproved. NULL: it is. */
	bool (*is_doubtful)(struct op_run *run, const struct match *match);
	/* Is what a run put beside the match still within `reach`, with lines of others between? NULL: nothing tells
	 * that. See edit_rule_drop_left(). */
	bool (*is_left)(struct op_run *run, const struct match *match, struct op_reach reach);
	/* Is what it writes the match with lines around it? Then, which lines, and where. NULL: it is not. */
	bool (*lines_around)(const struct op_run *run, const struct match *match, struct op_around *out);
	/* Of an operation that stands alone: fills matches (`run` is the operation's own), n_applied, ambiguous and
	 * incomplete. Else NULL. */
	void (*find)(const struct edit_rule *rule, struct document *doc, struct edit_outcome *out);
	/* Of the same: can there be no proof in any file that it was made? NULL: there is. */
	bool (*is_bare)(const struct edit_rule *rule);
	/* Of the same: the place that comes nearest, "line 12: …", in `arena`, and its number; NULL if none does. */
	const char *(*nearest)(const struct edit_rule *rule, struct document *doc, struct arena *arena, size_t *line);
};

/* Finds, and changes nothing: for rules that only say something of what they find. It is no key of an edit, so no row
 * of op_all(). */
extern const struct op op_look;

const struct op *const *op_all(size_t *count);

/*
 * Compiles an edit for one language. `def` is borrowed and must outlive the result. Errors (ERR_PATCHSET) have line and
 * column within the YAML file set from the def_text places; the caller adds the file name. Free with edit_rule_free().
 */
struct edit_rule *edit_rule_new(const struct edit_def *def, const struct language *language, struct err *err);
void edit_rule_free(struct edit_rule *rule);

/* The literal words of one form of an edit: a file that lacks one of them does not hold the form. */
struct word_form {
	const struct slice *words;
	size_t n_words; /* at least 1 */
};

/*
 * The forms, one of which a file must hold for the edit to match or to be recognised as made; none means that every
 * file must be looked at. Borrowed from the rule. `*nocase` tells how words compare.
 */
const struct word_form *edit_rule_forms(const struct edit_rule *rule, size_t *count, bool *nocase);

/* A note about a place that an edit could not judge or passed by, for the report. */
enum edit_note_kind {
	EDIT_NOTE_UNDECIDABLE, /* a `where` needs a value that is a variable */
	EDIT_NOTE_LIMIT        /* the search reached its work limit in this file: nothing is known of the rest */
};

struct edit_note {
	enum edit_note_kind kind;
	uint32_t begin, end; /* bytes of the file */
	const char *text;    /* one line, in the outcome's arena */
};

/* What is to be done for an edit in one file. */
enum edit_state { EDIT_TO_MAKE, EDIT_MADE, EDIT_PASSED, EDIT_ABSENT, EDIT_UNPROVED, EDIT_AMBIGUOUS };

/* What one edit finds in one file. Zeroed is empty; release with edit_outcome_release(). */
struct edit_outcome {
	struct match_list matches; /* places to change, after all conditions */
	size_t n_applied;          /* places where the after-form is already */
	uint32_t applied_at;       /* byte offset of the first of these */
	struct op_reach *made;     /* these places */
	size_t n_made, made_capacity;
	size_t n_passed;          /* places that match but fail a `where`: nothing needs to be done there */
	uint32_t passed_at;       /* byte offset of the first of these */
	size_t n_out_of_place;    /* places that match but not `inside` what is asked */
	uint32_t out_of_place_at; /* byte offset of the first of these */
	size_t n_not_picked;      /* places that match, none of which is the one that `pick` numbers */
	uint32_t not_picked_at;   /* byte offset of the first of these */
	/* the edit must have one place and has several: one line that names them, in the arena; else NULL */
	const char *ambiguous;
	uint32_t ambiguous_at; /* byte offset of the first of these */
	/* parts of the edit are there, and parts neither as before nor as after: nothing is to be done */
	bool incomplete;
	/* nothing is there to be removed, and nothing in the file proves that it was: no place is counted */
	bool unproved;
	struct edit_note *notes;
	size_t n_notes, notes_capacity;
	struct arena arena;
};

void edit_outcome_release(struct edit_outcome *outcome);
/* Can a file prove that the edit was made? Not where nothing is left of it, and no `already` says how that looks. */
bool edit_rule_is_provable(const struct edit_rule *rule);
/* Searches `doc`. `scratch` belongs to the calling thread; `beside` is the document's, or NULL. */
void edit_rule_find(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	struct edit_beside *beside, struct edit_outcome *out);
/* Which lines of a file can be what an edit has put there? */
enum left_lines {
	LEFT_ALL,
	LEFT_ADDED, /* those that a text which the file once was does not have */
	LEFT_KEPT   /* those that are of that text */
};

/*
 * This very edit was made in the file, by a run or before: what it put beside a place that was found to be changed may
 * still be there, with lines of others between. Then the place counts as made. Only those of `lines` count; `before`
 * is the text that the file once was.
 */
void edit_rule_drop_left(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	enum left_lines lines, struct slice before, struct edit_outcome *out);
/* Of an edit to be made: which lines of the file, that was once `before`, can be what it has put there; was it made
 * once? */
struct left {
	enum left_lines lines;
	struct slice before;
	bool was_made;
};

/* After the above, of an edit that puts lines beside what it finds: are lines of its own near a place to be changed,
 * though not as it would put them there? Then `out` is ambiguous. */
void edit_rule_doubt(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	struct edit_beside *beside, const struct left *left, struct edit_outcome *out);
/* Of an edit that stands alone, and was made in `before`: does it fit at another place now? Then `out` is ambiguous. */
void edit_rule_doubt_place(
	const struct edit_rule *rule, struct document *doc, struct slice before, struct edit_outcome *out);
/* Does the code that the edit finds stay, and something come to it? */
bool edit_rule_adds(const struct edit_rule *rule);
/* Would the edit be made beside lines, or in one, that `before` does not have and `later`, a text after that, has?
 * Blank lines between do not count, nor what came after `later`. `later` empty: all may have. */
bool edit_rule_is_beside_new(const struct edit_rule *rule, struct document *doc, struct slice before,
	struct slice later, const struct edit_outcome *out);
/*
 * Adds the edits for every match of `outcome` to `out`; all get `owner`, each match a group of its own counted from
 * `*group`. `together` and `beside` may be NULL. False with ERR_UNFIT where the edit cannot be made.
 */
bool edit_rule_emit(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	const struct edit_outcome *outcome, const struct edit_group *together, struct edit_beside *beside,
	uint32_t owner, uint32_t *group, struct edit_list *out, struct err *err);
/* What comes nearest to an edit that is not there, by the operation's own judgement; NULL if it has none. See
 * op.nearest. */
const char *edit_rule_nearest(const struct edit_rule *rule, struct document *doc, struct arena *arena, size_t *line);
/* What `match` was compiled to; NULL for an edit without. */
const struct pattern *edit_rule_pattern(const struct edit_rule *rule);
/*
 * Two edits that do the same in every file have the same digest: it holds all that is written but `already`, which only
 * says how the result looks. A journal keeps it.
 */
struct hash edit_digest(const struct edit_def *def, const struct language *language);
/* Appends those of a rule's edits, "HEX,HEX". */
void edit_digests(const struct edit_def *defs, size_t count, const struct language *language, struct str *out);
/* The edit as written. */
const struct edit_def *edit_rule_def(const struct edit_rule *rule);

#endif
