/* What pattern.c compiles and find.c runs. Private to match/. */
#ifndef TPATCH_MATCH_PATTERN_PRIVATE_H
#define TPATCH_MATCH_PATTERN_PRIVATE_H

#include "base/table.h"
#include "match/pattern.h"

enum element_kind { ELEMENT_LITERAL, ELEMENT_CAPTURE, ELEMENT_LIST };

#define CAPTURE_NONE UINT32_MAX

/* Of an element: what leads nowhere from it is not noted. */
#define ELEMENT_NO_SLOT ((size_t)-1)

/* What a search may find to lead nowhere, see match/fit.h. */
enum dead_end_kind { DEAD_ENTRY, DEAD_END_OF_LIST, DEAD_END_KINDS };

struct element {
	enum element_kind kind;
	uint32_t token;               /* index into pattern->doc.tokens */
	uint32_t capture;             /* CAPTURE_NONE for $_ and $$$ */
	bool own_line;                /* a list that stands alone on its logical line: takes whole statements */
	size_t slots[DEAD_END_KINDS]; /* ELEMENT_NO_SLOT: what fits there depends on what elements before it took */
};

struct capture_name {
	struct slice name; /* borrowed from the pattern's text */
	bool is_list;
};

struct pattern {
	char *text;
	struct source source;
	struct document doc; /* lexed in pattern mode */
	const struct language *language;
	struct element *elements;
	size_t n_elements;
	size_t n_slots;
	struct capture_name *captures;
	size_t n_captures, captures_capacity;
	struct table by_name;                  /* indices into `captures` plus 1 */
	bool is_statement;                     /* anchored at statement boundaries */
	bool opens_block;                      /* ends in the ':' of a block head: nothing is asked of what follows */
	bool has_indents;                      /* spans lines of an indented block */
	bool is_name_head;                     /* `def f`, `class C`: as a block head, fits whatever follows */
	struct slice words[PATTERN_MAX_WORDS]; /* longest first */
	bool is_name[PATTERN_MAX_WORDS];       /* per word: it is a whole TOKEN_NAME */
	size_t n_words;
	struct slice first_word; /* what a token that the first element takes must hold, or empty */
	bool first_is_name;
};

/* Do two code tokens mean the same? */
bool token_same(const struct language *language, const struct document *a, uint32_t a_token, const struct document *b,
	uint32_t b_token);

#endif
