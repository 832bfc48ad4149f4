/*
 * C, C++ and CUDA: what the matcher asks, and the row of the language. The lexer is in c/lex.c, where statements
 * begin and end in c/statement.c, blocks and what heads one in c/block.c.
 *
 * How operators bind (C++20 [expr], https://en.cppreference.com/w/cpp/language/operator_precedence), loosest first:
 *
 *	 5  throw, co_yield
 *	10  = += -= *= /= %= <<= >>= &= ^= |=
 *	15  ? :
 *	20  ||      25  &&      30  |      35  ^      40  &
 *	45  == !=   50  < > <= >=   52  <=>   55  << >>
 *	60  + -     70  * / %       75  .* ->*
 *	80  ! ~ + - * & ++ -- before an operand, sizeof, new, delete, co_await
 *	98  ++ -- ... after an operand
 *	99  . -> :: and brackets
 *
 * A type is read as an expression is: `T *x` as a product, `const T x` as three operands side by side. So `$T $NAME =
 * $VALUE;` works. A comma binds nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "base/sort.h"
#include "lang/c/lang_c.h"
#include "lang/document.h"

/* --- what the matcher asks ---------------------------------------------------------------------------------------- */

extern const struct language language_c;

enum {
	BIND_THROW = 5,
	BIND_ASSIGN = 10,
	BIND_TERNARY = 15,
	BIND_OR = 20,
	BIND_AND = 25,
	BIND_BIT_OR = 30,
	BIND_BIT_XOR = 35,
	BIND_BIT_AND = 40,
	BIND_EQUAL = 45,
	BIND_COMPARE = 50,
	BIND_THREE_WAY = 52,
	BIND_SHIFT = 55,
	BIND_ADD = 60,
	BIND_MULTIPLY = 70,
	BIND_MEMBER = 75,
	BIND_UNARY = 80
};

#define OPERAND BINDING_OPERAND, BINDING_OPERAND

/* Sorted. */
static const struct keyword words[] = {
	{ "and", 0, BIND_AND, BIND_AND },
	{ "bitand", 0, BIND_BIT_AND, BIND_UNARY },
	{ "bitor", 0, BIND_BIT_OR, BIND_BIT_OR },
	{ "break", C_STATEMENT, 0, 0 },
	{ "case", C_STATEMENT, 0, 0 },
	{ "catch", C_STATEMENT | C_CONTROL, 0, 0 },
	{ "class", C_STATEMENT | C_TYPE, OPERAND },
	{ "co_await", 0, BIND_UNARY, BIND_UNARY },
	{ "co_return", C_STATEMENT, 0, 0 },
	{ "co_yield", 0, BIND_THROW, BIND_THROW },
	{ "compl", 0, BIND_UNARY, BIND_UNARY },
	{ "constexpr", C_STATEMENT, OPERAND },
	{ "continue", C_STATEMENT, 0, 0 },
	{ "default", C_STATEMENT, 0, 0 },
	{ "delete", 0, BIND_UNARY, BIND_UNARY },
	{ "do", C_STATEMENT | C_CONTROL, 0, 0 },
	{ "else", C_STATEMENT | C_CONTROL, 0, 0 },
	{ "enum", C_STATEMENT | C_TYPE, OPERAND },
	{ "explicit", C_STATEMENT, OPERAND },
	{ "extern", C_STATEMENT, OPERAND },
	{ "for", C_STATEMENT | C_CONTROL, 0, 0 },
	{ "friend", C_STATEMENT, OPERAND },
	{ "goto", C_STATEMENT, 0, 0 },
	{ "if", C_STATEMENT | C_CONTROL, 0, 0 },
	{ "inline", C_STATEMENT, OPERAND },
	{ "namespace", C_STATEMENT | C_TYPE, OPERAND },
	{ "new", 0, BIND_UNARY, BIND_UNARY },
	{ "not", 0, BIND_UNARY, BIND_UNARY },
	{ "not_eq", 0, BIND_EQUAL, BIND_EQUAL },
	{ "or", 0, BIND_OR, BIND_OR },
	{ "private", C_STATEMENT | C_ACCESS, 0, 0 },
	{ "protected", C_STATEMENT | C_ACCESS, 0, 0 },
	{ "public", C_STATEMENT | C_ACCESS, 0, 0 },
	{ "return", C_STATEMENT, 0, 0 },
	{ "sizeof", 0, BIND_UNARY, BIND_UNARY },
	{ "static", C_STATEMENT, OPERAND },
	{ "static_assert", C_STATEMENT, OPERAND },
	{ "struct", C_STATEMENT | C_TYPE, OPERAND },
	{ "switch", C_STATEMENT | C_CONTROL, 0, 0 },
	{ "template", C_STATEMENT, OPERAND },
	{ "throw", 0, BIND_THROW, BIND_THROW },
	{ "try", C_STATEMENT | C_CONTROL, 0, 0 },
	{ "typedef", C_STATEMENT, 0, 0 },
	{ "union", C_STATEMENT | C_TYPE, OPERAND },
	{ "using", C_STATEMENT, 0, 0 },
	{ "virtual", C_STATEMENT, OPERAND },
	{ "while", C_STATEMENT | C_CONTROL, 0, 0 },
	{ "xor", 0, BIND_BIT_XOR, BIND_BIT_XOR },
};

static const struct {
	const char *text;
	int infix, prefix;
} operators[] = {
	{ ".", BINDING_POSTFIX, BINDING_POSTFIX },
	{ "->", BINDING_POSTFIX, BINDING_POSTFIX },
	{ "::", BINDING_POSTFIX, BINDING_POSTFIX },
	{ "=", BIND_ASSIGN, BIND_ASSIGN },
	{ "<", BIND_COMPARE, BIND_COMPARE },
	{ "*", BIND_MULTIPLY, BIND_UNARY },
	{ "&", BIND_BIT_AND, BIND_UNARY },
	{ "&&", BIND_AND, BIND_AND },
	{ "||", BIND_OR, BIND_OR },
	{ "!", BIND_UNARY, BIND_UNARY },
	{ "==", BIND_EQUAL, BIND_EQUAL },
	{ "!=", BIND_EQUAL, BIND_EQUAL },
	{ "<<", BIND_SHIFT, BIND_SHIFT },
	{ ">>", BIND_SHIFT, BIND_SHIFT },
	{ ">", BIND_COMPARE, BIND_COMPARE },
	{ "<=", BIND_COMPARE, BIND_COMPARE },
	{ ">=", BIND_COMPARE, BIND_COMPARE },
	{ "<=>", BIND_THREE_WAY, BIND_THREE_WAY },
	{ "+", BIND_ADD, BIND_UNARY },
	{ "-", BIND_ADD, BIND_UNARY },
	{ "/", BIND_MULTIPLY, BIND_MULTIPLY },
	{ "%", BIND_MULTIPLY, BIND_MULTIPLY },
	{ "~", BIND_UNARY, BIND_UNARY },
	{ "++", BINDING_SUFFIX, BIND_UNARY },
	{ "--", BINDING_SUFFIX, BIND_UNARY },
	{ "...", BINDING_SUFFIX, BINDING_OPERAND },
	{ "?", BIND_TERNARY, BIND_TERNARY },
	{ ":", BIND_TERNARY, BIND_TERNARY },
	{ "|", BIND_BIT_OR, BIND_BIT_OR },
	{ "^", BIND_BIT_XOR, BIND_BIT_XOR },
	{ ".*", BIND_MEMBER, BIND_MEMBER },
	{ "->*", BIND_MEMBER, BIND_MEMBER },
};

const struct keyword *c_word_find(struct slice name)
{
	if (name.len < 2 || name.len > strlen("static_assert") || name.ptr[0] < 'a' || name.ptr[0] > 'x')
		return NULL;
	return keyword_find(words, COUNT_OF(words), name);
}

/* Sorted. */
static const struct keyword type_words[] = {
	{ "_Bool", C_WORD_TYPE, 0, 0 },
	{ "__restrict", C_WORD_QUALIFIER, 0, 0 },
	{ "__restrict__", C_WORD_QUALIFIER, 0, 0 },
	{ "bool", C_WORD_TYPE, 0, 0 },
	{ "char", C_WORD_TYPE, 0, 0 },
	{ "char16_t", C_WORD_TYPE, 0, 0 },
	{ "char32_t", C_WORD_TYPE, 0, 0 },
	{ "char8_t", C_WORD_TYPE, 0, 0 },
	{ "class", C_WORD_TYPE | C_WORD_NAMES, 0, 0 },
	{ "const", C_WORD_TYPE | C_WORD_QUALIFIER, 0, 0 },
	{ "double", C_WORD_TYPE, 0, 0 },
	{ "enum", C_WORD_TYPE | C_WORD_NAMES, 0, 0 },
	{ "float", C_WORD_TYPE, 0, 0 },
	{ "int", C_WORD_TYPE, 0, 0 },
	{ "long", C_WORD_TYPE, 0, 0 },
	{ "restrict", C_WORD_QUALIFIER, 0, 0 },
	{ "short", C_WORD_TYPE, 0, 0 },
	{ "signed", C_WORD_TYPE, 0, 0 },
	{ "struct", C_WORD_TYPE | C_WORD_NAMES, 0, 0 },
	{ "typename", C_WORD_TYPE | C_WORD_NAMES, 0, 0 },
	{ "union", C_WORD_TYPE | C_WORD_NAMES, 0, 0 },
	{ "unsigned", C_WORD_TYPE, 0, 0 },
	{ "void", C_WORD_TYPE, 0, 0 },
	{ "volatile", C_WORD_TYPE | C_WORD_QUALIFIER, 0, 0 },
	{ "wchar_t", C_WORD_TYPE, 0, 0 },
};

unsigned c_type_word(struct slice name)
{
	const struct keyword *word = keyword_find(type_words, COUNT_OF(type_words), name);
	return word ? word->flags : slice_ends_with(name, "_t") ? C_WORD_RESERVED : 0;
}

static int operator_binding(struct slice text, bool unary)
{
	for (size_t i = 0; i < COUNT_OF(operators); i++)
		if (slice_eq_cstr(text, operators[i].text))
			return unary ? operators[i].prefix : operators[i].infix;
	/* What is left and ends in '=' assigns. */
	return text.len > 1 && slice_ends_with(text, "=") ? BIND_ASSIGN : BINDING_NONE;
}

static int c_binding(struct slice text, enum token_kind kind, bool unary)
{
	const struct keyword *word;
	switch (kind) {
	case TOKEN_NAME:
		word = c_word_find(text);
		return !word ? BINDING_OPERAND : unary ? word->prefix : word->infix;
	case TOKEN_OPERATOR:
		return operator_binding(text, unary);
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

static struct slice c_value(struct slice token, enum token_kind kind)
{
	return kind == TOKEN_STRING ? c_literal_text(token) : token;
}

/* `'a'` is a letter, and what is in `<a.h>` ends at the first `>`. */
static const char *c_why_not_within(struct slice token, enum token_kind kind, struct slice text)
{
	uint32_t code_point;
	bool is_string = kind == TOKEN_STRING && token.len;
	size_t len = text.len && text.ptr[0] == '\\' ? text.len : utf8_decode(text, 0, &code_point);
	if (is_string && token.ptr[token.len - 1] == '\'' && len != text.len)
		return "a character has one letter";
	return is_string && token.ptr[0] == '<' && text.len && memchr(text.ptr, '>', text.len)
		       ? "the value would end the name of the header"
		       : NULL;
}

/* The blanks at `i`, if they part no two words: `operator ==`, and not those of `operator new`. */
static size_t idle_blanks_end(struct slice name, size_t i)
{
	size_t end = i;
	while (ascii_is_blank(slice_byte(name, end)))
		end++;
	bool parts = end > i && i > 0 && ascii_is_word(name.ptr[i - 1]) && ascii_is_word(slice_byte(name, end));
	return parts ? end - 1 : end;
}

/* `operator ==` and `operator==`. */
static bool same_but_blanks(struct slice a, struct slice b)
{
	size_t i = 0, k = 0;
	for (;; i++, k++) {
		i = idle_blanks_end(a, i);
		k = idle_blanks_end(b, k);
		bool is_blank = ascii_is_blank(slice_byte(a, i)) && ascii_is_blank(slice_byte(b, k));
		if (i >= a.len || k >= b.len || (!is_blank && a.ptr[i] != b.ptr[k]))
			return i >= a.len && k >= b.len;
	}
}

/* `<` and `>` may be brackets here and operators there. "a" and L"a", 1 and 1u, "a" "b" and "ab" are not the same. */
static bool c_same(struct slice a, enum token_kind a_kind, struct slice b, enum token_kind b_kind)
{
	bool is_sign = a_kind == TOKEN_OPERATOR || a_kind == TOKEN_OPEN || a_kind == TOKEN_CLOSE;
	bool b_is_sign = b_kind == TOKEN_OPERATOR || b_kind == TOKEN_OPEN || b_kind == TOKEN_CLOSE;
	if (a_kind != b_kind && !(is_sign && b_is_sign))
		return false;
	return a_kind == TOKEN_END || slice_eq(a, b) || c_same_spelling(a, b) ||
	       (a_kind == TOKEN_NAME && same_but_blanks(a, b));
}

/* Does the '}' at `close` end a block, or a list of statements? */
static bool ends_block(struct slice bytes, const struct token_list *tokens, uint32_t close)
{
	uint32_t open = tokens->items[close].partner, last = token_before(tokens, close);
	if (open == TOKEN_NONE)
		return true;
	uint32_t head = c_block_head(bytes, tokens, open);
	if (head != TOKEN_NONE)
		return !token_is(bytes, tokens, head, TOKEN_OPEN, "[");
	return token_is(bytes, tokens, last, TOKEN_OPERATOR, ";") || token_is(bytes, tokens, last, TOKEN_CLOSE, "}");
}

/*
 * A statement begins with a directive's `#` or a statement's keyword, ends with a block, or holds a `;` outside
 * brackets. All else is an expression, the declaration `int f($$$)` without its `;` included.
 */
static bool c_is_statement(struct slice bytes, const struct token_list *tokens)
{
	uint32_t first = token_from(tokens, 0), last = TOKEN_NONE;
	const struct keyword *word = c_word_at(bytes, tokens, first);
	if (first >= tokens->count || c_is_directive(tokens, first) || (word && word->flags & C_STATEMENT))
		return first < tokens->count;
	for (uint32_t i = first; i < tokens->count; i = token_from(tokens, i + 1)) {
		const struct token *token = &tokens->items[i];
		if (c_is_directive(tokens, i) || token_is(bytes, tokens, i, TOKEN_OPERATOR, ";"))
			return true;
		if (token->partner != TOKEN_NONE && token->partner > i)
			i = token->partner;
		last = i;
	}
	return token_is(bytes, tokens, last, TOKEN_CLOSE, "}") && ends_block(bytes, tokens, last);
}

/* By the index in open_heads. */
static const struct {
	const char *head, *branch;
	bool once;
} branches[] = { { "if", "else", true }, { "do", "while", true }, { "try", "catch", false } };

static bool c_continues(struct slice bytes, const struct token_list *tokens, uint32_t token, struct open_heads *heads)
{
	for (size_t i = 0; i < COUNT_OF(branches); i++) {
		if (!token_is(bytes, tokens, token, TOKEN_NAME, branches[i].branch))
			continue;
		bool is_open = !heads || heads->count[i];
		if (heads && heads->count[i] && branches[i].once)
			heads->count[i]--;
		return is_open;
	}
	return false;
}

static void c_add_head(struct slice bytes, const struct token_list *tokens, uint32_t token, struct open_heads *heads)
{
	for (size_t i = 0; i < COUNT_OF(branches); i++)
		heads->count[i] += token_is(bytes, tokens, token, TOKEN_NAME, branches[i].head);
}

static const char *const c_filenames[] = { "*.c", "*.cc", "*.cpp", "*.cxx", "*.h", "*.hh", "*.hpp", "*.hxx", "*.cu",
	"*.cuh", "*.inl", "*.ipp", "*.h.in", "*.hpp.in", "*.cpp.in", "*.cu.in", NULL };

static bool ends_type(const struct document *doc, size_t i)
{
	static const char *const ends[] = { ">", ">>", "&", "&&", "*" };
	struct slice text = document_text(doc, doc->code[i]);
	for (size_t k = 0; k < COUNT_OF(ends); k++)
		if (slice_eq_cstr(text, ends[k]))
			return true;
	return doc->tokens.items[doc->code[i]].kind == TOKEN_NAME;
}

/* `A a = 1` or `int (*a)() = 0`, and no `a = 1` or `a.b = 1`, which are expressions. */
static bool has_default(const struct document *doc, size_t first, size_t last)
{
	const struct token *items = doc->tokens.items;
	bool is_by_word = c_type_word(document_text(doc, doc->code[first])) & C_WORD_TYPE;
	size_t depth = 0;
	for (size_t i = first; i < last; i++) {
		const struct token *token = &items[doc->code[i]];
		depth = token->kind == TOKEN_OPEN ? depth + 1 : token->kind == TOKEN_CLOSE && depth ? depth - 1 : depth;
		if (!depth && slice_eq_cstr(document_text(doc, doc->code[i]), "="))
			return is_by_word ||
			       (i >= first + 2 && items[doc->code[first]].kind == TOKEN_NAME &&
				       items[doc->code[i - 1]].kind == TOKEN_NAME && ends_type(doc, i - 2));
	}
	return false;
}

static enum item_rank c_item_rank(const struct document *doc, size_t first, size_t last, bool declared)
{
	(void)declared;
	if (last == first + 1 && slice_eq_cstr(document_text(doc, doc->code[first]), "..."))
		return ITEM_LAST;
	return has_default(doc, first, last) ? ITEM_DEFAULTED : ITEM_PLAIN;
}

static bool c_is_no_item(const struct document *doc, size_t code)
{
	return code > 0 && slice_eq_cstr(document_text(doc, doc->code[code]), "void") &&
	       slice_eq_cstr(document_text(doc, doc->code[code - 1]), "(");
}

static bool c_may_be_cast(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t before = token_before(tokens, open);
	return !token_is(bytes, tokens, before, TOKEN_NAME, "sizeof") &&
	       !token_is(bytes, tokens, before, TOKEN_NAME, "new");
}

const struct language language_c = {
	.name = "c",
	.summary = "C, C++ and CUDA, preprocessor included",
	.filenames = c_filenames,
	.lex = c_lex,
	.parse = c_parse,
	.same = c_same,
	.splices = true,
	.value = c_value,
	.why_not_within = c_why_not_within,
	.binding = c_binding,
	.cast_binding = BIND_UNARY,
	.is_cast = c_is_cast,
	.may_be_cast = c_may_be_cast,
	.declares_at = c_declares,
	.is_statement = c_is_statement,
	.statement_start = c_statement_start,
	.block_part = c_block_part,
	.item_rank = c_item_rank,
	.widen = c_widen,
	.names_block = c_names_block,
	.is_directive = c_is_directive,
	.continues = c_continues,
	.add_head = c_add_head,
	.give_way = c_give_way,
	.problems = c_problems,
	.separator = ",",
	.is_no_item = c_is_no_item,
	.line_comment = "//",
};
