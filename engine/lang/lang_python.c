/*
 * Python: the row of the language and what the matcher asks of it. The lexer is in python/lex.c, the tree in
 * python/tree.c.
 *
 * How operators bind (The Python Language Reference, 6.17 "Operator precedence"), loosest first:
 *
 *	 1  := , * and ** before an argument, yield, `yield from`, the `for` of a comprehension
 *	10  lambda, if … else
 *	20  or
 *	25  and
 *	30  not
 *	35  in, not in, is, is not, < > <= >= != == <>; these chain: none of them groups before another
 *	40  |
 *	45  ^
 *	50  &
 *	55  << >>
 *	60  + -
 *	70  * / // % @
 *	80  + - ~ before an operand
 *	90  **
 *	95  await
 *	99  . and a call's or subscript's bracket
 *
 * All group to the left but `**`, lambda, if … else (10 is in the range that groups to the right), and what is
 * before its operand. `for`, `if` and `else` bind only after an operand: at the start of a statement they are its
 * keyword. A colon binds nothing. From `lambda` to its colon and from `for` to its `in`, which are partners
 * (python/lex.c), stand names only: skipped in one step, what is left is an expression that begins with an
 * operator of binding 10 or 1.
 */
#include "lang/python/lang_python.h"

#include <string.h>

#include "base/alloc.h"
#include "lang/document.h"

extern const struct language language_python;

enum {
	BIND_LOOSEST = 1,
	BIND_TERNARY = 10,
	BIND_OR = 20,
	BIND_AND = 25,
	BIND_NOT = 30,
	BIND_COMPARE = 35,
	BIND_BIT_OR = 40,
	BIND_BIT_XOR = 45,
	BIND_BIT_AND = 50,
	BIND_SHIFT = 55,
	BIND_ADD = 60,
	BIND_MULTIPLY = 70,
	BIND_UNARY = 80,
	BIND_AWAIT = 95
};

#define WORD_STATEMENT (PYTHON_STATEMENT | PYTHON_NO_BRACKET)
#define WORD_BLOCK (PYTHON_STATEMENT | PYTHON_BLOCK | PYTHON_NO_BRACKET)

/* Sorted. `for`, `if`, `else` and `async` may begin a line in brackets; `nonlocal` is a name in Python 2. */
static const struct keyword words[] = {
	{ "and", 0, BIND_AND, BIND_AND },
	{ "as", 0, 0, 0 },
	{ "assert", WORD_STATEMENT, 0, 0 },
	{ "async", PYTHON_STATEMENT, BIND_LOOSEST, 0 },
	{ "await", 0, BIND_AWAIT, BIND_AWAIT },
	{ "break", WORD_STATEMENT, 0, 0 },
	{ "class", WORD_BLOCK, 0, 0 },
	{ "continue", WORD_STATEMENT, 0, 0 },
	{ "def", WORD_BLOCK, 0, 0 },
	{ "del", WORD_STATEMENT, 0, 0 },
	{ "elif", WORD_BLOCK, 0, 0 },
	{ "else", PYTHON_STATEMENT | PYTHON_BLOCK, BIND_TERNARY, 0 },
	{ "except", WORD_BLOCK, 0, 0 },
	{ "finally", WORD_BLOCK, 0, 0 },
	{ "for", PYTHON_STATEMENT | PYTHON_BLOCK, BIND_LOOSEST, 0 },
	{ "from", WORD_STATEMENT, 0, BIND_LOOSEST },
	{ "global", WORD_STATEMENT, 0, 0 },
	{ "if", PYTHON_STATEMENT | PYTHON_BLOCK, BIND_TERNARY, 0 },
	{ "import", WORD_STATEMENT, 0, 0 },
	{ "in", 0, BIND_COMPARE, BIND_COMPARE },
	{ "is", 0, BIND_COMPARE, BIND_COMPARE },
	{ "lambda", 0, BIND_TERNARY, BIND_TERNARY },
	{ "nonlocal", PYTHON_STATEMENT, 0, 0 },
	{ "not", 0, BIND_COMPARE, BIND_NOT },
	{ "or", 0, BIND_OR, BIND_OR },
	{ "pass", WORD_STATEMENT, 0, 0 },
	{ "raise", WORD_STATEMENT, 0, 0 },
	{ "return", WORD_STATEMENT, 0, 0 },
	{ "try", WORD_BLOCK, 0, 0 },
	{ "while", WORD_BLOCK, 0, 0 },
	{ "with", WORD_BLOCK, 0, 0 },
	{ "yield", 0, BIND_LOOSEST, BIND_LOOSEST },
};

static const struct {
	const char *text;
	int infix, prefix;
} operators[] = {
	{ ":=", BIND_LOOSEST, BIND_LOOSEST },
	{ "<", BIND_COMPARE, BIND_COMPARE },
	{ ">", BIND_COMPARE, BIND_COMPARE },
	{ "<=", BIND_COMPARE, BIND_COMPARE },
	{ ">=", BIND_COMPARE, BIND_COMPARE },
	{ "==", BIND_COMPARE, BIND_COMPARE },
	{ "!=", BIND_COMPARE, BIND_COMPARE },
	{ "<>", BIND_COMPARE, BIND_COMPARE },
	{ "|", BIND_BIT_OR, BIND_BIT_OR },
	{ "^", BIND_BIT_XOR, BIND_BIT_XOR },
	{ "&", BIND_BIT_AND, BIND_BIT_AND },
	{ "<<", BIND_SHIFT, BIND_SHIFT },
	{ ">>", BIND_SHIFT, BIND_SHIFT },
	{ "+", BIND_ADD, BIND_UNARY },
	{ "-", BIND_ADD, BIND_UNARY },
	{ "~", BIND_UNARY, BIND_UNARY },
	{ "*", BIND_MULTIPLY, BIND_LOOSEST },
	{ "/", BIND_MULTIPLY, BIND_MULTIPLY },
	{ "//", BIND_MULTIPLY, BIND_MULTIPLY },
	{ "%", BIND_MULTIPLY, BIND_MULTIPLY },
	{ "@", BIND_MULTIPLY, BINDING_NONE }, /* before an operand: a decorator */
	{ "**", BINDING_POWER, BIND_LOOSEST },
	{ ".", BINDING_POSTFIX, BINDING_POSTFIX },
	{ "...", BINDING_OPERAND, BINDING_OPERAND },
};

const struct keyword *python_word_find(struct slice name)
{
	if (name.len < 2 || name.len > strlen("continue") || name.ptr[0] < 'a' || name.ptr[0] > 'y')
		return NULL;
	return keyword_find(words, COUNT_OF(words), name);
}

static int python_binding(struct slice text, enum token_kind kind, bool unary)
{
	const struct keyword *word;
	switch (kind) {
	case TOKEN_NAME:
		word = python_word_find(text);
		return !word ? BINDING_OPERAND : unary ? word->prefix : word->infix;
	case TOKEN_OPERATOR:
		for (size_t i = 0; i < COUNT_OF(operators); i++)
			if (operators[i].text[0] == slice_byte(text, 0) && slice_eq_cstr(text, operators[i].text))
				return unary ? operators[i].prefix : operators[i].infix;
		return BINDING_NONE;
	case TOKEN_OPEN:
		return unary ? BINDING_OPERAND : BINDING_POSTFIX;
	case TOKEN_NUMBER:
	case TOKEN_STRING:
	case TOKEN_CAPTURE:
	case TOKEN_CAPTURE_LIST:
		return BINDING_OPERAND;
	default:
		return BINDING_NONE;
	}
}

/* Offset of a literal's first quote: the length of its prefix. */
static size_t prefix_len(struct slice literal)
{
	size_t at = 0;
	while (at < literal.len && python_byte_class(literal.ptr[at]) == 'n')
		at++;
	return at;
}

static struct slice python_value(struct slice token, enum token_kind kind)
{
	size_t quote = prefix_len(token);
	if (kind != TOKEN_STRING || quote >= token.len)
		return token;
	size_t len = python_is_triple(token, quote) ? 3 : 1;
	return slice_sub(token, quote + len, token.len - len);
}

const char *python_why_not_within(struct slice token, enum token_kind kind, struct slice text)
{
	struct python_prefix prefix;
	struct slice letters = slice_sub(token, 0, prefix_len(token));
	if (kind != TOKEN_STRING || !python_prefix_read(letters, &prefix))
		return NULL;
	bool is_bytes = memchr(letters.ptr, 'b', letters.len) || memchr(letters.ptr, 'B', letters.len);
	for (size_t i = 0; i < text.len; i++) {
		if (prefix.fields && (text.ptr[i] == '{' || text.ptr[i] == '}'))
			return "in an f-string, a brace of the value would be code";
		if (is_bytes && (unsigned char)text.ptr[i] >= 0x80)
			return "a string of bytes has no such letters";
	}
	return NULL;
}

static bool is_plain_text(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '\\' || text.ptr[i] == '"' || text.ptr[i] == '\'')
			return false;
	return true;
}

/*
 * Line ends are the same however they are written, in a file and in a pattern. Two string literals are the same when
 * their bytes are, and also when only their quotes or the case of their prefix differ, as long as the text holds
 * neither quotes nor backslashes: then no reading of it depends on them. "a" and u"a", 1 and 1.0, 'a' 'b' and 'ab' are
 * not the same.
 */
static bool python_same(struct slice a, enum token_kind a_kind, struct slice b, enum token_kind b_kind)
{
	if (a_kind != b_kind)
		return false;
	if (token_kind_is_border(a_kind) || slice_eq(a, b))
		return true;
	if (a_kind != TOKEN_STRING)
		return false;
	if (token_same_lines(a, b))
		return true;
	struct slice a_text = python_value(a, a_kind), b_text = python_value(b, b_kind);
	return slice_eq(a_text, b_text) && is_plain_text(a_text) &&
	       slice_eq_nocase(slice_sub(a, 0, prefix_len(a)), slice_sub(b, 0, prefix_len(b)));
}

/* Assignments, a block's or annotation's colon, and what separates statements. */
static bool is_statement_operator(struct slice text, const struct token *token)
{
	if (slice_eq_cstr(text, ":"))
		return token->partner == TOKEN_NONE;
	if (slice_eq_cstr(text, ";") || slice_eq_cstr(text, "->"))
		return true;
	bool compares = slice_eq_cstr(text, "==") || slice_eq_cstr(text, "!=") || slice_eq_cstr(text, "<=") ||
			slice_eq_cstr(text, ">=");
	return slice_ends_with(text, "=") && !compares && !slice_eq_cstr(text, ":=");
}

static bool begins_statement(struct slice text, enum token_kind kind)
{
	if (kind == TOKEN_OPERATOR)
		return slice_eq_cstr(text, "@");
	const struct keyword *word = kind == TOKEN_NAME ? python_word_find(text) : NULL;
	return word && word->flags & PYTHON_STATEMENT;
}

/*
 * A statement begins with a statement's keyword or a decorator, or holds, outside brackets, an assignment, a colon that
 * is no lambda's, a semicolon, or the end of one logical line and the start of another. All else is an expression.
 */
static bool python_declares(struct slice word)
{
	return slice_eq_cstr(word, "def") || slice_eq_cstr(word, "class");
}

static bool python_is_statement(struct slice bytes, const struct token_list *tokens)
{
	bool begun = false, ended = false, bare_yield = false;
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		struct slice text = slice_sub(bytes, token->begin, token->end);
		if (token->kind == TOKEN_END)
			ended = true;
		if (token_is_layout(token) || token_kind_is_border(token->kind))
			continue;
		if (ended || (!begun && begins_statement(text, token->kind)))
			return true;
		bare_yield = !begun && slice_eq_cstr(text, "yield");
		begun = true;
		if (token->kind == TOKEN_OPERATOR && is_statement_operator(text, token))
			return true;
		if (token->kind == TOKEN_OPEN && token->partner != TOKEN_NONE)
			i = token->partner;
	}
	return bare_yield; /* with nothing after it, it is no operator */
}

enum item_rank python_item_rank(const struct document *doc, size_t first, size_t last, bool declared)
{
	struct slice text = document_text(doc, doc->code[first]);
	size_t depth = 0;
	if (doc->tokens.items[doc->code[first]].kind == TOKEN_OPERATOR && slice_starts_with(text, "*"))
		return slice_eq_cstr(text, "**") ? ITEM_LAST : declared ? ITEM_STAR : ITEM_PLAIN;
	/* `f(a=1)`, and no `f(lambda a=1: a)` */
	for (size_t i = first; i < (declared || last < first + 2 ? last : first + 2); i++) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		depth = token->kind == TOKEN_OPEN ? depth + 1 : token->kind == TOKEN_CLOSE && depth ? depth - 1 : depth;
		if (!depth && token->kind == TOKEN_OPERATOR && slice_eq_cstr(document_text(doc, doc->code[i]), "="))
			return ITEM_NAMED;
	}
	return ITEM_PLAIN;
}

static const char *const python_filenames[] = { "*.py", "*.pyi", "*.pyw", NULL };

static const char *const python_soft_keywords[] = { "print", "exec", "match", "case", "type", NULL };

const struct language language_python = {
	.name = "python",
	.summary = "Python 3, and Python 2 as far as its tokens go",
	.filenames = python_filenames,
	.lex = python_lex,
	.parse = python_parse,
	.same = python_same,
	.value = python_value,
	.why_not_within = python_why_not_within,
	.binding = python_binding,
	.is_statement = python_is_statement,
	.give_way = python_give_way,
	.declares = python_declares,
	.soft_keywords = python_soft_keywords,
	.separator = ",",
	.item_rank = python_item_rank,
	.list_word = "import",
	.problems = python_problems,
	.no_statement = "pass",
	.is_indented = true,
	.line_comment = "#",
};
