/*
 * C, C++ and CUDA inside lang/: what the lexer, the tree and the hooks share. Private to lang/.
 *
 * Source of the rules: ISO C++20 (N4861) 5.2 "Phases of translation" to 5.13 "Literals", C11 6.4 and annex D, the CUDA
 * C++ Programming Guide for `<<<` `>>>`; where compilers go further, clang's lexer (blanks after a line splice, `$` in
 * names).
 */
#ifndef TPATCH_LANG_C_H
#define TPATCH_LANG_C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/ascii.h"
#include "base/str.h"
#include "lang/keyword.h"
#include "lang/language.h"

enum c_word_flag {
	C_STATEMENT = 1, /* a pattern that begins with it is a statement */
	C_CONTROL = 2,   /* takes a statement or a block: if, for, while, switch, catch, else, do, try */
	C_TYPE = 4,      /* class, struct, union, enum, namespace: names a block */
	C_ACCESS = 8     /* public, private, protected */
};

/* The keyword that `name` is, or NULL; its flags are of c_word_flag. */
const struct keyword *c_word_find(struct slice name);

/* What a name is in a type. */
enum c_type_flag {
	C_WORD_TYPE = 1,      /* makes a type of what is beside it */
	C_WORD_QUALIFIER = 2, /* may be behind the `*` of one */
	C_WORD_RESERVED = 4,  /* ends in `_t`: POSIX reserves such names for types, but many a value has one */
	C_WORD_NAMES = 8      /* says what the name after it is: `struct` */
};

/* Of c_type_flag; 0: the name alone does not tell. */
unsigned c_type_word(struct slice name);

static inline bool c_is_digit(char c)
{
	return ascii_is_digit(c);
}

/* What begins at a byte, as far as that can be told without what is around it. */
enum c_scanned {
	C_SPACE, /* blanks and line splices */
	C_NEWLINE,
	C_COMMENT,
	C_OPEN_COMMENT, /* the file's end cuts it off */
	C_NUMBER,
	C_LITERAL,      /* with its prefix and suffix */
	C_OPEN_LITERAL, /* it is never closed: a raw string to the end of the file, others to the end of the line */
	C_OPEN,         /* a bracket; `<` and `>` are operators here */
	C_CLOSE,
	C_OPERATOR, /* the longest that fits */
	C_NAME,
	C_STRAY /* a character that is in no token */
};

/* What begins at `at`, which is not past the end, and where it ends. `dollar`: names may hold `$`. */
enum c_scanned c_scan(struct slice bytes, size_t at, bool dollar, size_t *end);
/* One past the identifier at `at`; `at` itself where none begins. */
size_t c_name_end(struct slice bytes, size_t at, bool dollar);
/* Are the two the same once line splices are taken out and line ends are alike? */
bool c_same_spelling(struct slice a, struct slice b);
/* The part of a literal, or of an #include's `<x>`, that is its text: without prefix, quotes, delimiters and suffix. */
struct slice c_literal_text(struct slice literal);

/* The word at token `i`, or NULL; TOKEN_NONE gives NULL. */
static inline const struct keyword *c_word_at(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	return i < tokens->count && tokens->items[i].kind == TOKEN_NAME ? c_word_find(token_text(bytes, tokens, i))
									: NULL;
}

static inline bool c_has_flag(struct slice bytes, const struct token_list *tokens, uint32_t i, unsigned flag)
{
	const struct keyword *word = c_word_at(bytes, tokens, i);
	return word && word->flags & flag;
}

/* Is the name in capitals, as those of most macros are, or reserved for compilers? */
static inline bool c_may_name_macro(struct slice name)
{
	for (size_t i = 0; i < name.len; i++)
		if (name.ptr[i] >= 'a' && name.ptr[i] <= 'z')
			return name.ptr[0] == '_';
	return true;
}

/* TOKEN_KIND_COUNT for TOKEN_NONE and past the end. */
static inline enum token_kind c_kind(const struct token_list *tokens, uint32_t i)
{
	return i < tokens->count ? (enum token_kind)tokens->items[i].kind : TOKEN_KIND_COUNT;
}

/* The first token of the unit that ends with token `i`, the last of that which begins there: a bracket's partner, or
 * `i` itself. */
static inline uint32_t c_unit_begin(const struct token_list *tokens, uint32_t i)
{
	const struct token *token = &tokens->items[i];
	return (token->kind == TOKEN_CLOSE || token->kind == TOKEN_END) && token->partner != TOKEN_NONE ? token->partner
													: i;
}

static inline uint32_t c_unit_last(const struct token_list *tokens, uint32_t i)
{
	const struct token *token = &tokens->items[i];
	return token->partner != TOKEN_NONE && token->partner > i ? token->partner : i;
}

/* Is token `i` the `#` of a directive? Its partner is the directive's END. Also language.is_directive. */
static inline bool c_is_directive(const struct token_list *tokens, uint32_t i)
{
	const struct token *token = &tokens->items[i];
	return token->kind == TOKEN_OPERATOR && token->partner != TOKEN_NONE && token->partner > i;
}

/*
 * The first token of the head of the block whose `{` is token `open`; TOKEN_NONE where the brace opens no named block
 * (an initializer, a bare block). A lambda's head begins with its `[`.
 */
uint32_t c_block_head(struct slice bytes, const struct token_list *tokens, uint32_t open);
/* Does the '{' at token `open` hold enumerators: `typedef enum {`, and not `enum E f() {`? */
static inline bool c_opens_enum(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t i = c_block_head(bytes, tokens, open);
	while (i < open && !c_has_flag(bytes, tokens, i, C_TYPE))
		i = token_from(tokens, c_unit_last(tokens, i) + 1);
	return i < open && token_is(bytes, tokens, i, TOKEN_NAME, "enum") &&
	       !token_is(bytes, tokens, token_before(tokens, open), TOKEN_CLOSE, ")");
}

/* Is the ':' at token `i` that of `label:`, `case X:` or `public:`? */
bool c_ends_label(struct slice bytes, const struct token_list *tokens, uint32_t i);
/* Is the `)` at token `i` that of `if (…)` and its like? */
bool c_ends_control(struct slice bytes, const struct token_list *tokens, uint32_t i);
/* Does token `i`, after a '}', show that the '}' ended an initializer or a lambda in the midst of a statement? */
bool c_goes_on(struct slice bytes, const struct token_list *tokens, uint32_t i);
/* Is the bracket at token `open` a cast of the operator or bracket after it, as in `(int)-x`, `(T *)(x)`? Names and
 * literals after it are not asked about. Also language.is_cast. */
bool c_is_cast(struct slice bytes, const struct token_list *tokens, uint32_t open);
/* Does the bracket at token `open` hold the parameters of an operator, or of a constructor? Also
 * language.declares_at. */
bool c_declares(struct slice bytes, const struct token_list *tokens, uint32_t open);
/* Can tokens [first, last) be no value, whatever their names mean: a type, a cast of nothing, a declaration, what ends
 * with an operator, `[]` without a body? */
bool c_is_no_value(struct slice bytes, const struct token_list *tokens, uint32_t first, uint32_t last);
/* Is `token` the first of what a #define gives its macro? */
bool c_begins_macro(struct slice bytes, const struct token_list *tokens, uint32_t token);

/* language.lex, .parse, .block_part, .statement_start, .widen, .names_block, .give_way, .problems. */
void c_lex(struct slice bytes, bool pattern, struct token_list *out);
void c_parse(struct slice bytes, const struct token_list *tokens, struct node_list *out);
enum block_part c_block_part(struct slice bytes, const struct token_list *tokens, uint32_t token);
bool c_statement_start(struct slice bytes, const struct token_list *tokens, uint32_t token);
void c_widen(struct slice bytes, const struct token_list *tokens, struct ways *ways, uint32_t *first, uint32_t *last);
bool c_names_block(
	struct slice bytes, const struct token_list *tokens, const struct node *node, uint32_t first, uint32_t last);
const char *c_give_way(const struct statements *old, const struct statements *by, const char **why);
void c_problems(struct document *doc, struct problem_list *out);

#endif
