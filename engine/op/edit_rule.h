/* A compiled edit, for the operations. Private to op/. */
#ifndef TPATCH_OP_EDIT_RULE_H
#define TPATCH_OP_EDIT_RULE_H

#include "op/edit_trace.h"
#include "op/op.h"

struct where_rule {
	const struct where_def *def;
	size_t capture;       /* of `match`; for `regex` the group's number */
	size_t after_capture; /* the same name in the after-form, or (size_t)-1 */
	struct version_range range;
	struct regex *regex;
};

struct context_rule {
	const struct context_def *def;
	struct pattern *pattern;    /* NULL for ALL, ANY, NOT */
	struct context_rule *parts; /* one for each of def->parts */
};

struct edit_rule {
	const struct edit_def *def;
	const struct language *language;
	struct pattern *pattern; /* the before-form; NULL beside a regex and where the operation stands alone */
	struct regex *regex;
	struct regex *regex_after;    /* what `replace` makes of a match of `regex`, or NULL */
	bool after_has_groups;        /* it names groups of `regex` */
	struct pattern *template;     /* the operation's text as code, or NULL */
	struct pattern *after;        /* the after-form, or NULL; may be `template` itself */
	struct pattern *after_quoted; /* set: the after-form with the new values as strings, or NULL */
	/* the after-form fits wherever the before-form does (`f($$$A x $$$B)` → `f($$$A $$$B)`): it proves nothing
	 * there */
	bool after_is_wider;
	/* what op.compile made for the operation itself; what is not in `arena` is freed by op.release */
	void *own;
	struct where_rule *where;
	struct context_rule context;
	struct pattern **already;
	struct regex **already_regex;
	struct word_form *forms; /* room for three, and one for each of `already` */
	size_t n_forms;
	struct arena arena;
};

/* ERR_PATCHSET at byte `offset` of `text`, which is a text of the patch set. Keeps err's message and hint. Returns
 * false. */
bool def_text_fail(const struct def_text *text, size_t offset, struct err *err);
/* A pattern from a text of the patch set, with the place of an error. NULL on error. */
struct pattern *def_text_pattern(const struct def_text *text, const struct language *language, struct err *err);
/* Fails unless every capture of `template` is bound by the rule's pattern and none is nameless. */
bool edit_rule_check_captures(
	const struct edit_rule *rule, const struct pattern *template, const struct def_text *text, struct err *err);

/* Where the code of an `after` or `before` is in one block: it matters whether any is before a place, or after
 * it. */
struct neighbours_span {
	uint32_t first_end, last_begin; /* bytes; first_end is UINT32_MAX where there is none */
};

/* What a pattern of the context says of each block of the file, looked for once. */
struct context_finds {
	const struct pattern *pattern;
	struct neighbours_span *spans; /* AFTER, BEFORE: for each node, and after the last for what is in none */
	/* INSIDE: for each node the token up to which such a block is around, 0: none; UINT32_MAX: not yet asked */
	uint32_t *enclosed_until;
};

/* One edit searching one file. */
struct search {
	const struct edit_rule *rule;
	struct document *doc;
	struct regex_scratch *scratch;
	struct edit_outcome *out;
	struct edit_beside *beside;
	struct edit_trace *trace; /* NULL: nobody asks why */
	struct context_finds *finds;
	size_t n_finds, finds_capacity;
	bool asked_is_made, is_made;
	struct match_list results; /* matches for which op.is_result() holds, in order; without their captures */
	bool gave_up;              /* after a bounded amount of work */
};

/* Does the context, that of the rule or a part of it, hold for bytes [begin, end), whose first token is `token`? */
bool search_context_holds(
	struct search *search, const struct context_rule *context, uint32_t token, uint32_t begin, uint32_t end);
/* Do all `where` hold for a match, or for the groups of the regex in the search's scratch? For the after-form
 * (`is_after`), those whose capture it still has. Adds notes of what cannot be decided. */
bool search_where_holds(struct search *search, const struct match *match, bool is_after);
/* Do those hold for a match of the before-form whose capture the after-form still has? */
bool search_where_stays(struct search *search, const struct match *match);
/* One of them, and the value of `capture` that it judges: "" where a group took no part in the match. */
enum where_answer search_where_judge(struct search *search, const struct match *match, const struct where_rule *where,
	size_t capture, struct slice *value);
/* The token at which the context of a match is judged. */
uint32_t search_token(struct search *search, const struct match *match);
void search_add_note(struct search *search, enum edit_note_kind kind, uint32_t begin, uint32_t end, const char *text);

/* For the trace; without one they do nothing. A place where the before-form fits, with all its conditions. */
void search_trace_judged(struct search *search, const struct match *match, enum trace_fate fate);
/* A place known by its first byte, new or judged before. */
void search_trace_found(struct search *search, uint32_t begin, enum trace_fate fate);
/* A judged place turned out to lie within a place that is made: it is none of its own. */
void search_trace_within_made(struct search *search, uint32_t begin);
/* Marks what was not picked, and sorts. */
void search_trace_end(struct search *search);

/* Counts the bytes [begin, end) of the file as a place where the edit is made. */
void edit_outcome_add_made(struct edit_outcome *out, size_t begin, size_t end);

/* Puts out->made in order. */
void edit_outcome_sort_made(struct edit_outcome *out);

/* op_run.counts, for a file that was once `before`. To be freed. */
bool *left_find_counting(struct source *now, enum left_lines lines, struct slice before);
/* For op.is_left(): is the line (0-based) the text, but for the blanks around it and a comment behind it, and does it
 * count? */
bool left_is_line(const struct op_run *run, size_t line, struct slice text);
/*
 * For op.is_left(): the template's text before `begin` and that from `end` on are lines around the match. Is the one of
 * each that is nearest to it alone on a line within `reach`?
 */
bool left_around(const struct op_run *run, const struct match *match, size_t begin, size_t end, struct op_reach reach);

/* For op.is_left(): are the lines, `least` at least but for blank ones, all within `reach`, in their order, with
 * others between? */
bool left_has_lines(const struct op_run *run, struct slice text, size_t least, struct op_reach reach);
/* For op.lines_around(), where the match is [begin, end) of the template's text. `out` has the place in the file, as
 * any bytes of its lines, and nothing else yet. */
bool left_lines_around(
	const struct op_run *run, const struct match *match, size_t begin, size_t end, struct op_around *out);

/*
 * The bytes [begin, end) of the template's text with captures replaced by what they took, line ends and indentation
 * fitted to the place `at` of the file: every line after the first gets the indentation of the line of `origin`, the
 * first as well when `at` begins a line. Lines that begin inside a token get none: that would change it.
 */
void render_template(const struct op_run *run, const struct match *match, size_t begin, size_t end, uint32_t at,
	uint32_t origin, struct str *out);
/* The same, giving each line after the first `indent`. */
void render_indented(const struct op_run *run, const struct match *match, size_t begin, size_t end, uint32_t at,
	struct slice indent, struct str *out);

#endif
