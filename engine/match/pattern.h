/*
 * Patterns written as code of the target language.
 *
 * A pattern is read by the language's own lexer and compared token by token with a file: layout and comments do not
 * matter on either side, text in comments and strings never matches. `$X` takes one argument or one balanced
 * expression, `$$$XS` any number of them, none included; `$_` and `$$$` take without keeping. The same name twice
 * must be the same code.
 */
#ifndef TPATCH_MATCH_PATTERN_H
#define TPATCH_MATCH_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "lang/document.h"
#include "lang/language.h"

struct pattern; /* compiled, immutable, shared between threads */

/* Code tokens [first, last) of a file, as indices into document.code; empty when first == last. */
struct code_run {
	uint32_t first, last;
};

/* One place where a pattern fits. */
struct match {
	uint32_t begin, end;       /* bytes [begin, end): from the first code token to the last */
	struct code_run run;       /* the same as code tokens */
	struct code_run *captures; /* what each capture took: pattern_capture_count() of them */
	struct code_run *elements; /* what each element of the pattern took: pattern_element_count() of them */
};

/* Has `outer` all bytes of `inner`? */
static inline bool match_lies_within(const struct match *inner, const struct match *outer)
{
	return outer->begin <= inner->begin && inner->end <= outer->end;
}

/* No file has so many honest places: a search for one edit is given up there. */
#define MATCHES_MAX ((size_t)2000000)

/* All places; captures and elements live in `arena`. Zeroed is empty. */
struct match_list {
	struct match *items;
	size_t count;
	size_t capacity;
	struct arena arena;
	bool limited; /* the search was given up after a bounded amount of work, or at MATCHES_MAX */
};

void match_list_release(struct match_list *list);

/* Compiles. NULL with ERR_PATCHSET, `*error_offset` being the byte in `text`. `text` is copied. Free with
 * pattern_free(). */
struct pattern *pattern_new(struct slice text, const struct language *language, size_t *error_offset, struct err *err);
void pattern_free(struct pattern *pattern);
/* The pattern's own text and tokens. */
struct slice pattern_text(const struct pattern *pattern);
const struct document *pattern_document(const struct pattern *pattern);
/*
 * Elements are the code tokens of the pattern: literals and captures, in order. `pattern_element_token` is an index
 * into pattern_document()->tokens; `pattern_element_capture` is (size_t)-1 for literals, $_ and $$$.
 */
size_t pattern_element_count(const struct pattern *pattern);
uint32_t pattern_element_token(const struct pattern *pattern, size_t element);
size_t pattern_element_capture(const struct pattern *pattern, size_t element);
bool pattern_element_is_literal(const struct pattern *pattern, size_t element);
/* True when the pattern is a whole statement or command rather than an expression in one. */
bool pattern_is_statement(const struct pattern *pattern);
size_t pattern_capture_count(const struct pattern *pattern);
/* The capture's name without its `$`. */
struct slice pattern_capture_name(const struct pattern *pattern, size_t capture);
/* Index of the capture called `name`, or (size_t)-1. */
size_t pattern_capture_find(const struct pattern *pattern, struct slice name);
bool pattern_capture_is_list(const struct pattern *pattern, size_t capture);
#define PATTERN_MAX_WORDS 3

/*
 * The pattern's longest literal words, longest first, each once, PATTERN_MAX_WORDS at most: a file that lacks one of
 * them cannot match, unless words_may_be_cut() there. Compare without case if language->names_nocase. `*count` is 0 for
 * a pattern without any.
 */
const struct slice *pattern_words(const struct pattern *pattern, size_t *count);
/*
 * May a backslash at the end of a line cut a word in two, in these bytes of a file whose language->splices? Only if no
 * blank is on either side of it: the words hold none there. So nearly all macros of several lines cut none.
 */
bool words_may_be_cut(struct slice bytes);

/* Adds all matches to `out`, which is empty: leftmost first, none overlapping another. Of those that begin with the
 * same token, the outermost: `a.b.b` for `$X.b`. */
void pattern_find(const struct pattern *pattern, struct document *doc, struct match_list *out);
/*
 * The same for those matches only that `keeps` says yes to; NULL: for all. Code inside a match that is not kept is
 * searched as well: `f($X)` is found within `f(f(a))` where the outer call is not wanted. With `nested`, so is code
 * that a match took by a capture: `f(f(a))` gives two, the outer before the inner, and so does `a.b.b` for `$X.b`.
 * `*match` is valid during the call.
 */
void pattern_find_kept(const struct pattern *pattern, struct document *doc, bool nested,
	bool (*keeps)(void *ctx, const struct match *match), void *ctx, struct match_list *out);
/* Does `inner`, a place in the same document, lie within something that `outer`, a match of the pattern, took by a
 * capture? */
bool match_captures_place(const struct pattern *pattern, const struct match *outer, const struct match *inner);
/* Would `pattern` fit wherever `other` fits? Judged by fitting it to `other` itself, whose captures count as code. */
bool pattern_covers(const struct pattern *pattern, const struct pattern *other);
/* Does the head of a block fit? `node` is a NODE_BLOCK. `def f` and `class C` fit whatever follows the name. */
bool pattern_fits_head(const struct pattern *pattern, struct document *doc, const struct node *node);
/* The bytes of a run: from its first token to its last, line ends and indentation at its end left out. An empty run
 * gives the place where it is. */
void code_run_span(struct code_run run, const struct document *doc, uint32_t *begin, uint32_t *end);
/* The bytes of a capture in `doc`: from its first token to its last; empty when it took nothing. */
struct slice match_capture_text(const struct match *match, size_t capture, const struct document *doc);
/* The byte range of the same. An empty capture gives the place where it is. */
void match_capture_span(
	const struct match *match, size_t capture, const struct document *doc, uint32_t *begin, uint32_t *end);

#endif
