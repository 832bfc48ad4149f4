/*
 * Languages: a lexer and a light tree each. One file and one row in registry.c per language.
 *
 * A lexer is total and lossless: any bytes give tokens, and the tokens laid end to end are the bytes. What the
 * language does not allow becomes TOKEN_JUNK and the lexer goes on. Tokens hold offsets, never text.
 */
#ifndef TPATCH_LANG_LANGUAGE_H
#define TPATCH_LANG_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/str.h"

enum token_kind {
	/* Layout: no meaning to a pattern. */
	TOKEN_BOM,
	TOKEN_SPACE, /* blanks, tabs, form feeds, and a backslash that joins lines together with its line end */
	/* one line end that ends no logical line (all of CMake's; Python's in brackets and on blank lines) */
	TOKEN_NEWLINE,
	TOKEN_COMMENT, /* without the line end that follows it */
	/* Code. */
	TOKEN_NAME, /* identifier, keyword, CMake command name */
	TOKEN_NUMBER,
	/* a whole literal with prefix and quotes; CMake: a quoted argument; Python: an f-string whole */
	TOKEN_STRING,
	TOKEN_TEXT,     /* CMake: an unquoted argument; plain text: a line */
	TOKEN_BRACKET,  /* CMake: a bracket argument with its [=[ ]=] */
	TOKEN_OPERATOR, /* one operator or delimiter, longest first: "**=", "->", ",", ":" */
	TOKEN_OPEN,     /* ( [ { with `partner` */
	TOKEN_CLOSE,
	/* the line end that ends a logical line (Python) or a directive (C, `partner` is its `#`); zero-width at the
	 * end of a file that lacks one */
	TOKEN_END,
	TOKEN_INDENT, /* Python: zero-width, before the first token of a deeper line; `partner` is its DEDENT */
	TOKEN_DEDENT,
	/* Only in patterns. */
	TOKEN_CAPTURE,      /* $NAME or $_ */
	TOKEN_CAPTURE_LIST, /* $$$NAME or $$$ */
	TOKEN_JUNK,         /* bytes the language does not allow here */
	TOKEN_KIND_COUNT
};

#define TOKEN_NONE UINT32_MAX

/* 12 bytes, since a file may have as many as it has bytes. No file that is lexed has 2^27 bytes: SOURCE_MAX_BYTES. */
struct token {
	uint32_t begin : 27; /* bytes [begin, end) */
	uint32_t kind : 5;   /* enum token_kind */
	uint32_t end;
	/* of OPEN, CLOSE, INDENT, DEDENT, Python's lambda and its ':', for and its in, and a directive's `#` and END:
	 * index of the other one, or TOKEN_NONE if it is missing */
	uint32_t partner;
};

struct token_list {
	struct token *items;
	size_t count;
	size_t capacity;
	/* The first thing the lexer had to work around (an unclosed string or bracket, a stray byte), or NULL if there
	 * was none. */
	const char *problem;
	uint32_t problem_offset;
};

/* True for the kinds a pattern does not see. */
static inline bool token_is_layout(const struct token *token)
{
	return token->kind <= TOKEN_COMMENT;
}

/* Does it stand between lines: the end of one, or where a deeper one begins or ends? */
static inline bool token_kind_is_border(enum token_kind kind)
{
	return kind == TOKEN_END || kind == TOKEN_INDENT || kind == TOKEN_DEDENT;
}

/* The code token before `i`, or TOKEN_NONE. */
static inline uint32_t token_before(const struct token_list *tokens, uint32_t i)
{
	while (i > 0)
		if (!token_is_layout(&tokens->items[--i]))
			return i;
	return TOKEN_NONE;
}

/* The first code token from `i` on, or the number of tokens. */
static inline uint32_t token_from(const struct token_list *tokens, uint32_t i)
{
	while (i < tokens->count && token_is_layout(&tokens->items[i]))
		i++;
	return i;
}

static inline struct slice token_text(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	return slice_sub(bytes, tokens->items[i].begin, tokens->items[i].end);
}

/* Is token `i` there, of this kind, and written so? */
static inline bool token_is(
	struct slice bytes, const struct token_list *tokens, uint32_t i, enum token_kind kind, const char *text)
{
	return i < tokens->count && tokens->items[i].kind == kind && slice_eq_cstr(token_text(bytes, tokens, i), text);
}

void token_list_release(struct token_list *list);
/* Appends a token [begin, end) without a partner; returns its index. */
size_t token_list_add(struct token_list *list, enum token_kind kind, size_t begin, size_t end);
/* Sets `problem`, which is not copied, unless the list has one at `offset` or before it. */
void token_list_note(struct token_list *list, size_t offset, const char *problem);
/* For lexers: the brackets from the innermost, `open`, chained by `partner`, are never closed. `problem` is noted of
 * each; NULL: nothing is. */
void token_list_drop_open(struct token_list *list, uint32_t open, const char *problem);
/* The name used in output: "name", "string", "capture-list". */
const char *token_kind_name(enum token_kind kind);

/*
 * Length of the capture that starts at byte `from` of `text`, or 0 where none does; `*kind` is set when there is one.
 * Captures are spelled alike in every language: `$NAME` and `$_`, `$$$NAME` and `$$$`, with NAME = [A-Z_][A-Z0-9_]*.
 */
size_t capture_len(struct slice text, size_t from, enum token_kind *kind);
/* TOKEN_CAPTURE or TOKEN_CAPTURE_LIST when the whole of `text` is one, else `otherwise`. */
enum token_kind capture_kind(struct slice text, enum token_kind otherwise);

/* The light tree: nodes in the order of their first token, each followed by what it contains. */
enum node_kind {
	NODE_COMMAND,   /* CMake: name ( arguments ) */
	NODE_ARGUMENT,  /* CMake: one argument; Python: one argument of a call */
	NODE_STATEMENT, /* Python: one simple statement */
	NODE_CALL,      /* Python: callee ( arguments ) */
	/* if/elseif/else branch, function, macro, foreach, while, block; def, class, if, for, with, try …; a branch of
	 * an #if */
	NODE_BLOCK,
	NODE_KIND_COUNT
};

#define NODE_NONE UINT32_MAX

struct node {
	uint8_t kind; /* enum node_kind */
	/* index of the enclosing node, or NODE_NONE; C's overlap: the parent holds `first`, those above it may have
	 * ended */
	uint32_t parent;
	uint32_t first, last; /* tokens [first, last); layout tokens at the ends left out */
	/*
	 * NODE_BLOCK: tokens [first, head_last) are the head (`if(MSVC)`; `def f(x) -> int:` with its colon), the rest
	 * is the body. Each branch of an if is a block of its own: `else()` is not inside `if(MSVC)`. NODE_CALL:
	 * [first, head_last) is the callee. NODE_COMMAND: the name. Others: head_last == first.
	 */
	uint32_t head_last;
};

struct node_list {
	struct node *items;
	size_t count;
	size_t capacity;
};

static inline void node_list_release(struct node_list *list)
{
	free(list->items);
	*list = (struct node_list){ 0 };
}

/* Sets the parent of each: the nodes are ordered by first token, the longer before the shorter. */
void node_list_set_parents(struct node_list *nodes);
const char *node_kind_name(enum node_kind kind);

/*
 * How tightly an operator binds: 1 (loosest) to BINDING_POSTFIX. Two tokens beside operators have values of their own:
 * an operand (name that is no keyword, number, string), and what is no part of an expression (`,` `=` `:` `;`,
 * statement keywords).
 */
enum {
	BINDING_NONE = 0,
	/* from here to BINDING_RIGHT_LAST operators group to the right: assignments, `if … else`, `? :` */
	BINDING_RIGHT_FIRST = 10,
	BINDING_RIGHT_LAST = 15,
	BINDING_POWER = 90,   /* `**`, which groups to the right as well */
	BINDING_SUFFIX = 98,  /* an operator after its operand that takes none on its right: `x++` */
	BINDING_POSTFIX = 99, /* `.`, a call, a subscript */
	BINDING_OPERAND = 1000
};

/* Does `a ^ b ^ c` mean `a ^ (b ^ c)`, of an operator that binds so? */
static inline bool binding_groups_right(int binding)
{
	return binding == BINDING_POWER || (binding >= BINDING_RIGHT_FIRST && binding <= BINDING_RIGHT_LAST);
}

struct ways;
struct document;
struct problem_list;

/* Heads of statements that a word further on goes on with: how many `if` without `else`, `do` without `while`, and
 * `try`. */
struct open_heads {
	size_t count[3];
};

/* `a`, a parameter of C with a default (`int a = 1`), `a=1` of Python, what begins the parameters that have names only
 * (`*args`, `*`), and what is last of all (`**kwargs`, C's `...`). */
enum item_rank { ITEM_PLAIN, ITEM_DEFAULTED, ITEM_NAMED, ITEM_STAR, ITEM_LAST };

/* What a statement is to the block around it, in a language that marks blocks by statements: `if()`, `else()`,
 * `endif()`. */
enum block_part { BLOCK_NO_PART, BLOCK_OPENS, BLOCK_BRANCHES, BLOCK_CLOSES };

/* Statements in a text, whole ones unless `is_part`: code tokens [first, last). None where first == last: then that is
 * the place before token `first`. */
struct statements {
	struct slice bytes;
	const struct token_list *tokens;
	uint32_t first, last;
	bool is_part; /* a part of one, such as an argument */
};

struct language {
	const char *name;    /* as written in patch sets */
	const char *summary; /* one line for help */
	/* globs on the last part of a path, NULL-terminated: "CMakeLists.txt", "*.cmake" */
	const char *const *filenames;
	bool names_nocase; /* TOKEN_NAME compares without case */
	/* Fills `out`. With `pattern`, $NAME and $$$NAME are captures. */
	void (*lex)(struct slice bytes, bool pattern, struct token_list *out);
	/* Builds the tree. NULL: the language has none. */
	void (*parse)(struct slice bytes, const struct token_list *tokens, struct node_list *out);
	/*
	 * Do a pattern's token and a file's token mean the same? Called for code tokens that are not captures; NULL:
	 * same kind and same bytes (TOKEN_NAME by names_nocase). What it takes for the same has the same letters and
	 * digits but for case: word_key() of lang/word_places.h relies on that, and a pattern is tried nowhere else.
	 */
	bool (*same)(struct slice a, enum token_kind a_kind, struct slice b, enum token_kind b_kind);
	/* Of two tokens that `same` takes for the same, one is in quotes and the other is not: does it matter where
	 * the file has its one? NULL: nowhere. */
	bool (*quotes_matter)(const struct document *doc, uint32_t token);
	/* What `same` goes beyond, for who searches a file for the bytes of a pattern's tokens before it is lexed. */
	bool splices; /* a backslash at the end of a line may be within any token of a file */
	/* a token with one of these bytes may be written otherwise: `${X}` for `$X`. NULL: none */
	const char *respelled;
	/* The value of an argument, without its quotes: `"3.5"`, `[[3.5]]` and `3.5` are all 3.5. NULL: the bytes
	 * themselves. */
	struct slice (*value)(struct slice token, enum token_kind kind);
	/*
	 * Why `text`, as the value of `token`, would say something else there than in plain quotes: a `{` in an
	 * f-string, a `$` in '…' of the shell, a `;` of CMake without quotes. A few words; NULL: it says the same. NULL
	 * hook: it always does.
	 */
	const char *(*why_not_within)(struct slice token, enum token_kind kind, struct slice text);
	/*
	 * How tightly a token binds in an expression, see BINDING_NONE. `unary`: it is where an operand is
	 * expected. NULL: the language has no operators, and one token or bracketed group is one argument. Used by
	 * match/find.c.
	 */
	int (*binding)(struct slice token, enum token_kind kind, bool unary);
	int cast_binding; /* how tightly `(int)x` binds; 0: the language has no casts */
	/* Is the bracket at token `open` a cast of the operator or bracket behind it, whatever the names mean?
	 * NULL where there are no casts. */
	bool (*is_cast)(struct slice bytes, const struct token_list *tokens, uint32_t open);
	/* May the bracket at token `open` be a cast, for what is before it: not behind `sizeof`? NULL: always. */
	bool (*may_be_cast)(struct slice bytes, const struct token_list *tokens, uint32_t open);
	/* Does the token list begin with a statement (anchored at line or block boundaries) rather than an expression?
	 * NULL: always. */
	bool (*is_statement)(struct slice bytes, const struct token_list *tokens);
	/*
	 * For languages whose statements do not all end with TOKEN_END; NULL: those of Python. `token` is a code token.
	 * statement_start: may a statement begin at `token`? widen: makes tokens [*first, *last), both code tokens, the
	 * whole statement or item of a list around them; no layout at the ends. Called by document_widen(), which keeps
	 * `ways` for it. names_block: is [first, last), part of the head of NODE_BLOCK `node`, enough to name it
	 * (`void f(int)` of `static void f(int) const`)?
	 */
	bool (*statement_start)(struct slice bytes, const struct token_list *tokens, uint32_t token);
	void (*widen)(struct slice bytes, const struct token_list *tokens, struct ways *ways, uint32_t *first,
		uint32_t *last);
	bool (*names_block)(struct slice bytes, const struct token_list *tokens, const struct node *node,
		uint32_t first, uint32_t last);
	/* The part that the statement at code token `token` has in blocks. NULL: brackets or indentation mark them
	 * all. */
	enum block_part (*block_part)(struct slice bytes, const struct token_list *tokens, uint32_t token);
	/*
	 * What has to be left where the statements `old` are when `by` comes in their place: "", or, where nothing
	 * comes, a statement that does nothing (`;` after `if (x)`). NULL where that cannot be: they, or what is beside
	 * them, would say another thing, and `*why` is what, in a few words. NULL hook: nothing has to be left. Blocks
	 * that would be empty are asked of no_statement.
	 */
	const char *(*give_way)(const struct statements *old, const struct statements *by, const char **why);
	/*
	 * In a language of commands: does the one at code token `code` depend on what is before it on its line, or is
	 * it joined to the line above? NULL: its statements are not of that kind.
	 */
	bool (*is_bound)(struct document *doc, size_t code);
	/* Of the same: is it a label, to which others jump past what is above it? NULL: there are none. */
	bool (*is_label)(const struct document *doc, size_t code);
	/*
	 * Does a directive (`#if`, `#pragma`) begin at token `token`? It has its lines for itself, is no part of the
	 * statements around it, and its partner is the END that closes it. NULL: there are none.
	 */
	bool (*is_directive)(const struct token_list *tokens, uint32_t token);
	/* Does, or may, what begins at code token `token` continue the statement before it, as `else` does? With
	 * `heads` only what goes on with one of them, which is over then. NULL: not known. */
	bool (*continues)(
		struct slice bytes, const struct token_list *tokens, uint32_t token, struct open_heads *heads);
	/* Adds the token, if it is such a head. Not NULL where `continues` is not. */
	void (*add_head)(struct slice bytes, const struct token_list *tokens, uint32_t token, struct open_heads *heads);
	/* Does the name after this word begin a declaration (`def f(x)`), which is no call? NULL: declarations are
	 * expressions to patterns, as in C. */
	bool (*declares)(struct slice word);
	/*
	 * Does the bracket at token `open` hold the parameters of what is declared there by the name before it, as in
	 * `A &operator=(A &&)`, whatever the names mean? NULL: not known.
	 */
	bool (*declares_at)(struct slice bytes, const struct token_list *tokens, uint32_t open);
	/* Names that may be keywords where a statement begins, and nowhere else; NULL ends them. NULL: there are
	 * none. */
	const char *const *soft_keywords;
	/* Adds what is wrong with a file beyond what every language's tokens tell (lang/problem.h). NULL: nothing. */
	void (*problems)(struct document *doc, struct problem_list *out);
	/* Separates the items of an argument list: "," in Python; NULL where items are separated by layout alone
	 * (CMake). */
	const char *separator;
	/* A statement that does nothing, for a block that must not be empty: "pass" in Python. NULL: blocks may be
	 * empty. */
	const char *no_statement;
	/*
	 * The word after which a list may stand without brackets or in parentheses of its own, and which says nothing
	 * without it: Python's `import`. NULL: there is none.
	 */
	const char *list_word;
	/* Does code token `code`, the only item of a list, say that it has none: C's `(void)`, CMake's `set(A "")`?
	 * NULL: none does. */
	bool (*is_no_item)(const struct document *doc, size_t code);
	/* What the code tokens [first, last) give way to when they are all items of a list and go: `set(A)` unsets A.
	 * A literal; or NULL: nothing. NULL in place of the function: no list needs that. */
	const char *(*no_item)(const struct document *doc, size_t first, size_t last);
	/*
	 * How far back in a list of arguments, or of parameters where `declared`, an item belongs: code tokens [first,
	 * last) of `doc`. NULL: items may be in any order.
	 */
	enum item_rank (*item_rank)(const struct document *doc, size_t first, size_t last, bool declared);
	/* Does the item say what those after it are, as CMake's `CXX_STANDARD` and `PUBLIC` do? NULL: none does. */
	bool (*is_keyword_item)(struct slice text);
	/* Is an argument of this value a list of its own with `item` as an element (CMake's `a;b`), or does it say
	 * where the item is (the shell's `[1]=a`)? NULL: none. */
	bool (*holds_item)(struct slice value, struct slice item);
	/* What items of a list stand between where they are read alone. NULL: `x(` and `)`. */
	struct {
		const char *begin, *end;
	} list_form;
	/* a TOKEN_STRING that no quote ends is a here-document, which begins and ends with its lines */
	bool has_documents;
	/* Starts a comment that runs to the end of the line: "#". NULL: none. */
	const char *line_comment;
	/* What is after `;` is no statement: it says more of the one before it, as a requirement's marker does. */
	bool semicolon_adds;
	/* A statement says another thing in another block: the key of a table. */
	bool is_by_block;
	bool is_indented; /* indentation tells which statements are in which block */
	/* `problems` and the lexer find all that readers of the language refuse: what an edit leaves must have none. */
	bool is_strict;
};

/* language.is_directive, false where it is NULL. */
static inline bool token_is_directive(const struct language *language, const struct token_list *tokens, uint32_t i)
{
	return language->is_directive && language->is_directive(tokens, i);
}

/* Is `token`, of a language's `bytes`, a here-document? */
bool token_is_document(const struct language *language, struct slice bytes, const struct token *token);
/* Are the two equal, "\r\n" counting as "\n"? */
bool token_same_lines(struct slice a, struct slice b);

/* NULL when there is none of that name. */
const struct language *language_find(struct slice name);
/* The language of a file by the last part of its path; plain text when no row fits. */
const struct language *language_of_path(struct slice path);
/* All rows; `*count` receives how many. */
const struct language *const *language_all(size_t *count);

#endif
