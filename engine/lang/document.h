/*
 * A file as a language sees it: bytes, and tokens and tree once somebody asks for them.
 */
#ifndef TPATCH_LANG_DOCUMENT_H
#define TPATCH_LANG_DOCUMENT_H

#include "lang/language.h"
#include "lang/ways.h"
#include "lang/word_places.h"
#include "text/source.h"

/* From token `token` on, up to the next mark, this is the innermost block; NODE_NONE: none is. */
struct block_mark {
	uint32_t token, block;
};

struct document {
	struct source *source;           /* borrowed */
	const struct language *language; /* borrowed */
	struct token_list tokens;
	struct node_list nodes;
	uint32_t *code; /* indices of the tokens that are not layout */
	size_t n_code;
	uint32_t *borders; /* indices into `code` of what is between lines: END, INDENT, DEDENT */
	size_t n_borders;
	struct block_mark *marks; /* by token; for document_block_at() */
	size_t n_marks;
	struct ways ways;
	unsigned char *line_bounds; /* by code token; for document_line_bounds() */
	struct word_places words;
	size_t n_searches; /* for document_words() */
	bool lexed, parsed, marked;
};

/* `source` and `language` are borrowed. Nothing is lexed yet. */
void document_init(struct document *doc, struct source *source, const struct language *language);
void document_release(struct document *doc);
/* The same for bytes that are read as one language only, with their source: both are released by document_close(). */
void document_open(struct document *doc, struct source *source, const char *name, struct slice bytes,
	const struct language *language);
void document_close(struct document *doc, struct source *source);
/* The tokens, lexing on the first call; `doc->code` and `doc->borders` are filled as well. */
const struct token_list *document_tokens(struct document *doc);
/* The tree, parsing on the first call; empty where the language has none. */
const struct node_list *document_nodes(struct document *doc);
/*
 * Where words are in `code`; asked before each search for one of many patterns. NULL for the first few: for these it
 * is cheaper to look through the bytes. Lexes what so many were looked for in.
 */
const struct word_places *document_words(struct document *doc);
/* The bytes of token `index`. */
struct slice document_text(const struct document *doc, size_t index);
/* Is code token `code` this word or operator? A string is none; false past the last token. */
bool document_is(const struct document *doc, size_t code, const char *text);
/* The same for one of these, which NULL ends. */
bool document_is_one_of(const struct document *doc, size_t code, const char *const *words);
/* language.block_part of code token `code`; BLOCK_NO_PART where the language has none, and past the last token. */
enum block_part document_block_part(const struct document *doc, size_t code);
/* Is code token `code` one that ends an arm of a `case` of the shell: `;;`, `;&`, `;;&`? */
bool document_ends_arm(const struct document *doc, size_t code);
/* The innermost NODE_BLOCK whose body holds token `index`, or NODE_NONE. */
uint32_t document_block_at(struct document *doc, uint32_t index);
/*
 * In a language of words without a tree: is code token `at` in a block that begins on its line before it, as `b` in the
 * shell's `a) b ;;` or `if a; then b; fi`? And does a block that began before it, or a branch of one, end on its line,
 * at the token or after it? The document is lexed.
 */
enum { LINE_BEGINS_BLOCK = 1, LINE_ENDS_BLOCK = 2 };
unsigned document_line_bounds(struct document *doc, size_t at);
/* Where the way from token `token` ends. The document is lexed. */
uint32_t document_way_end(struct document *doc, enum token_way way, uint32_t token, way_step *step);
/* language.widen, which must not be NULL, for this file; the document is lexed. */
void document_widen(struct document *doc, uint32_t *first, uint32_t *last);
/* The first token that ends after byte `offset`, or the count. */
size_t token_list_from(const struct token_list *tokens, uint32_t offset);

/* The index in doc->code of the first token that begins at or after byte `offset`, or n_code. The document is
 * lexed. */
size_t document_code_at(const struct document *doc, uint32_t offset);
/* The blanks that hold byte `offset` and, among them, any line end that ends no line of code; NULL where none do. */
const struct token *document_splice_at(struct document *doc, uint32_t offset);
/* The code tokens around code token `at` that no border parts: [*first, *last), as indices into `doc->code`. The
 * document is lexed. */
void document_line_of(const struct document *doc, size_t at, uint32_t *first, uint32_t *last);

#endif
