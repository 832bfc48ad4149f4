/* CMake: its light tree, what its arguments mean, and the language's row. The lexer is in cmake/lex.c. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "lang/cmake/lang_cmake.h"
#include "lang/document.h"
#include "lang/problem.h"

/* --- its light tree ----------------------------------------------------------------------------------------------- */

/*
 * Commands with their arguments, and blocks around what belongs together.
 *
 * Arguments are counted as cmake counts them: inside a command each parenthesis is an argument of its own, so `f((a b)
 * c)` has five. The command that opens a block (`if(X)`, `else()`) is the block's first child and its head; the one
 * that ends it (`endif()`) is outside, after it. Commands that end nothing are commands like others.
 */

enum block_family {
	FAMILY_IF,
	FAMILY_FOREACH,
	FAMILY_WHILE,
	FAMILY_FUNCTION,
	FAMILY_MACRO,
	FAMILY_BLOCK,
	FAMILY_COUNT
};

struct block_word {
	const char *name;
	enum block_family family;
	bool begins, ends; /* `else` does both */
};

static const struct block_word block_words[] = {
	{ "if", FAMILY_IF, true, false },
	{ "elseif", FAMILY_IF, true, true },
	{ "else", FAMILY_IF, true, true },
	{ "endif", FAMILY_IF, false, true },
	{ "foreach", FAMILY_FOREACH, true, false },
	{ "endforeach", FAMILY_FOREACH, false, true },
	{ "while", FAMILY_WHILE, true, false },
	{ "endwhile", FAMILY_WHILE, false, true },
	{ "function", FAMILY_FUNCTION, true, false },
	{ "endfunction", FAMILY_FUNCTION, false, true },
	{ "macro", FAMILY_MACRO, true, false },
	{ "endmacro", FAMILY_MACRO, false, true },
	{ "block", FAMILY_BLOCK, true, false },
	{ "endblock", FAMILY_BLOCK, false, true },
};

struct tree {
	struct slice bytes;
	const struct token *tokens;
	size_t n_tokens;
	struct node_list *out;
	uint32_t block;              /* the innermost open NODE_BLOCK, or NODE_NONE */
	uint32_t code_end;           /* after the last code token before the present command */
	size_t n_open[FAMILY_COUNT]; /* open blocks of each family */
};

static const struct block_word *block_word(struct slice text)
{
	for (size_t i = 0; i < COUNT_OF(block_words); i++)
		if (slice_eq_nocase(text, slice_of(block_words[i].name)))
			return &block_words[i];
	return NULL;
}

static const struct block_word *word_of(const struct tree *tree, uint32_t name)
{
	return block_word(slice_sub(tree->bytes, tree->tokens[name].begin, tree->tokens[name].end));
}

/* language.block_part. */
static enum block_part cmake_block_part(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	const struct token *name = &tokens->items[token];
	const struct block_word *word =
		name->kind == TOKEN_NAME ? block_word(slice_sub(bytes, name->begin, name->end)) : NULL;
	if (!word)
		return BLOCK_NO_PART;
	return !word->ends ? BLOCK_OPENS : word->begins ? BLOCK_BRANCHES : BLOCK_CLOSES;
}

static uint32_t add_node(
	struct tree *tree, enum node_kind kind, uint32_t parent, uint32_t first, uint32_t head_last, uint32_t last)
{
	struct node node = {
		.kind = (uint8_t)kind, .parent = parent, .first = first, .last = last, .head_last = head_last
	};
	VEC_PUSH(tree->out->items, tree->out->count, tree->out->capacity, node);
	return (uint32_t)(tree->out->count - 1);
}

/* Closes the innermost block before the present command; returns its family. */
static enum block_family close_block(struct tree *tree)
{
	struct node *block = &tree->out->items[tree->block];
	enum block_family family = word_of(tree, block->first)->family;
	block->last = tree->code_end;
	tree->block = block->parent;
	tree->n_open[family]--;
	return family;
}

/* Closes blocks up to and with the innermost of `family`. False when none is open. */
static bool close_blocks(struct tree *tree, enum block_family family)
{
	if (!tree->n_open[family])
		return false;
	while (close_block(tree) != family)
		;
	return true;
}

static void add_arguments(struct tree *tree, uint32_t command, uint32_t open, uint32_t close)
{
	for (uint32_t i = open + 1; i < close; i++)
		if (!token_is_layout(&tree->tokens[i]) && tree->tokens[i].kind != TOKEN_JUNK)
			add_node(tree, NODE_ARGUMENT, command, i, i, i + 1);
}

/* The command whose name is token `name` and whose parentheses are `open` and `close`. */
static void add_command(struct tree *tree, uint32_t name, uint32_t open, uint32_t close)
{
	const struct block_word *word = tree->tokens[name].kind == TOKEN_NAME ? word_of(tree, name) : NULL;
	bool in_place = !word || !word->ends || close_blocks(tree, word->family);
	if (word && word->begins && in_place) {
		tree->block = add_node(tree, NODE_BLOCK, tree->block, name, close + 1, close + 1);
		tree->n_open[word->family]++;
	}
	uint32_t command = add_node(tree, NODE_COMMAND, tree->block, name, name + 1, close + 1);
	add_arguments(tree, command, open, close);
}

/* The '(' of the command whose name is token `name`, or TOKEN_NONE where it has none or is never closed. */
static uint32_t open_of(const struct tree *tree, uint32_t name)
{
	uint32_t open = name + 1;
	if (open < tree->n_tokens && tree->tokens[open].kind == TOKEN_SPACE)
		open++;
	bool is_open = open < tree->n_tokens && tree->tokens[open].kind == TOKEN_OPEN &&
		       tree->tokens[open].partner != TOKEN_NONE;
	return is_open ? open : TOKEN_NONE;
}

static void cmake_parse(struct slice bytes, const struct token_list *tokens, struct node_list *out)
{
	struct tree tree = {
		.bytes = bytes, .tokens = tokens->items, .n_tokens = tokens->count, .out = out, .block = NODE_NONE
	};
	for (uint32_t i = 0; i < tree.n_tokens; i++) {
		const struct token *token = &tree.tokens[i];
		if (token_is_layout(token))
			continue;
		uint32_t open =
			token->kind == TOKEN_NAME || token->kind == TOKEN_CAPTURE ? open_of(&tree, i) : TOKEN_NONE;
		if (open != TOKEN_NONE) {
			add_command(&tree, i, open, tree.tokens[open].partner);
			i = tree.tokens[open].partner;
		}
		tree.code_end = i + 1;
	}
	while (tree.block != NODE_NONE)
		close_block(&tree);
}

/* --- what its arguments mean -------------------------------------------------------------------------------------- */

static bool is_argument(enum token_kind kind)
{
	return kind == TOKEN_TEXT || kind == TOKEN_STRING || kind == TOKEN_BRACKET;
}

static struct slice cmake_value(struct slice token, enum token_kind kind)
{
	if (kind == TOKEN_STRING)
		return slice_sub(token, 1, token.len - 1);
	if (kind != TOKEN_BRACKET)
		return token;
	size_t mark = cmake_bracket_level(token, 0) + 2;
	size_t begin = mark;
	/* A line end right after the opening bracket is no part of the value. */
	if (cmake_is_line_end(token, begin))
		begin += token.ptr[begin] == '\r' ? 2 : 1;
	return slice_sub(token, begin, token.len - mark);
}

static bool holds_any(struct slice text, char a, char b)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == a || text.ptr[i] == b)
			return true;
	return false;
}

static const char *cmake_why_not_within(struct slice token, enum token_kind kind, struct slice text)
{
	(void)token;
	if (kind == TOKEN_BRACKET && holds_any(text, '\\', '$'))
		return "in a bracket argument, the value means something else";
	for (size_t i = 0; kind == TOKEN_TEXT && i < text.len; i += text.ptr[i] == '\\' ? 2 : 1)
		if (text.ptr[i] == ';')
			return "without quotes, a ';' of the value parts arguments";
	return NULL;
}

/*
 * Command names are equal without case. Arguments are equal when their values are, however they are written, except
 *   - where one is a bracket argument and the value has a '\' or '$': these mean something in all but brackets;
 *   - where the pattern is quoted or a bracket, the file's argument is not, and the value has a '$' or ';': the
 *     unquoted one may be any number of arguments, which is not what the pattern asked for.
 * An unquoted argument in a pattern takes the quoted one, too: `${X}` fits `"${X}"`.
 */
static bool cmake_same(struct slice a, enum token_kind a_kind, struct slice b, enum token_kind b_kind)
{
	if (a_kind == TOKEN_NAME && b_kind == TOKEN_NAME)
		return slice_eq_nocase(a, b);
	if (!is_argument(a_kind) || !is_argument(b_kind))
		return a_kind == b_kind && slice_eq(a, b);
	struct slice value = cmake_value(a, a_kind);
	if (!token_same_lines(value, cmake_value(b, b_kind)))
		return false;
	if (a_kind == b_kind)
		return true;
	if ((a_kind == TOKEN_BRACKET || b_kind == TOKEN_BRACKET) && holds_any(value, '\\', '$'))
		return false;
	return b_kind != TOKEN_TEXT || !holds_any(value, '$', ';');
}

/* How far before an argument its command is looked for. */
#define MAX_ARGUMENTS 1000

/* The name of the command of which the token is an argument; empty where it is none, or too far away. */
static struct slice command_of(const struct document *doc, uint32_t token)
{
	for (size_t n = 0; n < MAX_ARGUMENTS && (token = token_before(&doc->tokens, token)) != TOKEN_NONE; n++) {
		const struct token *before = &doc->tokens.items[token];
		if (before->kind == TOKEN_CLOSE && before->partner != TOKEN_NONE)
			token = before->partner;
		else if (before->kind == TOKEN_NAME)
			return document_text(doc, token);
	}
	return slice_from("", 0);
}

/* In a condition, an operand without quotes is a variable, if there is one of that name. What is compared with it, or
 * looked for, is mostly none. */
static bool cmake_quotes_matter(const struct document *doc, uint32_t token)
{
	static const char *const before_operand[] = { "NOT", "AND", "OR", NULL };
	static const char *const conditions[] = { "if", "elseif", "while", NULL };
	uint32_t before = token_before(&doc->tokens, token);
	enum token_kind kind = before == TOKEN_NONE ? TOKEN_END : (enum token_kind)doc->tokens.items[before].kind;
	bool is_operand = kind == TOKEN_OPEN ||
			  (kind == TOKEN_TEXT && slice_is_one_of(document_text(doc, before), before_operand));
	return is_operand && !holds_any(document_text(doc, token), '$', '$') &&
	       slice_is_one_of_nocase(command_of(doc, token), conditions);
}

/* Names are names of commands; a capture in a pattern is one outside of parentheses. */
static bool cmake_statement_start(struct slice bytes, const struct token_list *tokens, uint32_t token)
{
	(void)bytes;
	size_t depth = 0;
	if (tokens->items[token].kind != TOKEN_CAPTURE && tokens->items[token].kind != TOKEN_CAPTURE_LIST)
		return tokens->items[token].kind == TOKEN_NAME;
	for (uint32_t i = 0; i < token; i++)
		depth = tokens->items[i].kind == TOKEN_OPEN             ? depth + 1
			: tokens->items[i].kind == TOKEN_CLOSE && depth ? depth - 1
									: depth;
	return depth == 0;
}

/* Templates of CMake files are lexed as such: placeholders outside of commands are junk to the lexer and stay. */
static const char *const cmake_filenames[] = {
	"CMakeLists*.txt",
	"*CMakeLists.txt",
	"*CMakeLists.txt.in",
	"*.cmake",
	"*.cmake.in",
	NULL,
};

/* What ends a list of values in `set()`: PARENT_SCOPE, or CACHE with its type and text, where nothing comes after. */
static enum item_rank cmake_item_rank(const struct document *doc, size_t first, size_t last, bool declared)
{
	static const char *const scope[] = { "PARENT_SCOPE", NULL }, *const cache[] = { "CACHE", NULL },
				 *const types[] = { "BOOL", "FILEPATH", "PATH", "STRING", "INTERNAL", NULL },
				 *const force[] = { "FORCE", NULL }, *const close[] = { ")", NULL };
	(void)declared, (void)last;
	size_t end = first + 1;
	if (document_is_one_of(doc, first, cache) && document_is_one_of(doc, first + 1, types))
		end = first + 3 + document_is_one_of(doc, first + 3, force);
	else if (!document_is_one_of(doc, first, scope))
		return ITEM_PLAIN;
	return document_is_one_of(doc, end, close) ? ITEM_LAST : ITEM_PLAIN;
}

/* A generator expression may be around a list, and keeps its `:` and `>`: `$<1:a;b>`. */
static bool cmake_holds_item(struct slice value, struct slice item)
{
	size_t at = item.len ? slice_find(value, item, 0) : (size_t)-1;
	for (; at != (size_t)-1; at = slice_find(value, item, at + 1)) {
		char before = at ? value.ptr[at - 1] : '\0',
		     after = at + item.len < value.len ? value.ptr[at + item.len] : '\0';
		bool is_begin = !before || strchr(";:", before), is_end = !after || strchr(";>", after);
		if (is_begin && is_end && (before == ';' || after == ';'))
			return true;
	}
	return false;
}

/* A variable's reference within others: deeper ones are passed over. */
#define REFERENCE_MAX_DEPTH 32

/* Past the `{` of a reference that begins at `at`: `${`, `$ENV{`, `$CACHE{`; `at` itself where none does. */
static size_t past_reference_begin(struct slice text, size_t at)
{
	size_t end = at + 1;
	if (slice_byte(text, at) != '$')
		return at;
	while (slice_byte(text, end) >= 'A' && slice_byte(text, end) <= 'Z')
		end++;
	return slice_byte(text, end) == '{' ? end + 1 : at;
}

/* Is each reference of an argument closed, and are its characters those of a name? `@` is of templates. */
static bool has_whole_references(struct slice text)
{
	size_t depth = 0;
	for (size_t at = 0, next; at < text.len; at = next) {
		char c = text.ptr[at];
		next = past_reference_begin(text, at);
		if (next > at) {
			if (++depth > REFERENCE_MAX_DEPTH)
				return true;
			continue;
		}
		next = at + (c == '\\' ? 2 : 1);
		if (depth && c == '}')
			depth--;
		else if (depth && !ascii_is_word(c) && !strchr("/.+-@\\", c))
			return false;
	}
	return !depth;
}

/* Escapes that CMake does not know, such as `"\d"`: of letters and digits, it knows only three after a backslash. */
static bool has_known_escapes(struct slice text)
{
	for (size_t at = 0; at + 1 < text.len; at += text.ptr[at] == '\\' ? 2 : 1)
		if (text.ptr[at] == '\\' && !strchr("trn", text.ptr[at + 1]) &&
			(ascii_is_letter(text.ptr[at + 1]) || ascii_is_digit(text.ptr[at + 1])))
			return false;
	return true;
}

/* A block that is open. */
struct open_block {
	enum block_family family;
	bool has_else;
};

/* `endwhile()` of an `if()`, and a branch after its `else()`. Ends without any block are told of by others. */
static void find_mismatched(const struct document *doc, struct problem_list *out)
{
	struct open_block *open = NULL;
	size_t depth = 0, capacity = 0;
	for (size_t i = 0; i < doc->n_code; i++) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		const struct block_word *word =
			token->kind == TOKEN_NAME ? block_word(document_text(doc, doc->code[i])) : NULL;
		if (!word)
			continue;
		struct open_block *top = depth ? &open[depth - 1] : NULL;
		if (word->ends && top && top->family != word->family)
			problem_list_add(out, token->begin, "the end or branch of another block");
		else if (word->ends && word->begins && top && top->has_else)
			problem_list_add(out, token->begin, "a branch after 'else()'");
		if (word->ends && word->begins && top)
			top->has_else |= slice_eq_nocase(slice_of(word->name), slice_of("else"));
		else if (word->ends)
			depth -= depth > 0;
		struct open_block block = { word->family, false };
		if (!word->ends)
			VEC_PUSH(open, depth, capacity, block);
	}
	free(open);
}

/* What stops CMake when it reads a file or runs a command, whatever that does. */
static void cmake_problems(struct document *doc, struct problem_list *out)
{
	find_mismatched(doc, out);
	for (size_t i = 0; i < doc->n_code; i++) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		struct slice text = document_text(doc, doc->code[i]);
		if (token->kind != TOKEN_STRING && token->kind != TOKEN_TEXT)
			continue;
		if (!has_known_escapes(text))
			problem_list_add(out, token->begin, "an escape that CMake does not know");
		if (!has_whole_references(text))
			problem_list_add(out, token->begin, "a variable's reference that is no whole one");
	}
}

static bool cmake_is_keyword_item(struct slice text)
{
	static const char *const values[] = { "ON", "OFF", "YES", "NO", "TRUE", "FALSE" };
	bool is = text.len > 1 && ascii_is_letter(text.ptr[0]);
	for (size_t i = 0; i < text.len && is; i++)
		is = (text.ptr[i] >= 'A' && text.ptr[i] <= 'Z') || text.ptr[i] == '_' || ascii_is_digit(text.ptr[i]);
	for (size_t i = 0; i < COUNT_OF(values) && is; i++)
		is = !slice_eq_cstr(text, values[i]);
	return is;
}

/* Is token `close` the end of a command after which CMake does not go on with the next one? */
static bool ends_jump(struct slice bytes, const struct token_list *tokens, uint32_t close)
{
	static const char *const jumps[] = { "return", "break", "continue", NULL };
	uint32_t open = close == TOKEN_NONE || tokens->items[close].kind != TOKEN_CLOSE ? TOKEN_NONE
											: tokens->items[close].partner;
	uint32_t name = open == TOKEN_NONE ? TOKEN_NONE : token_before(tokens, open);
	if (name == TOKEN_NONE)
		return false;
	bool is_message = slice_eq_nocase(token_text(bytes, tokens, name), SLICE_LITERAL("message"));
	return slice_is_one_of_nocase(token_text(bytes, tokens, name), jumps) ||
	       (is_message && slice_eq_cstr(token_text(bytes, tokens, token_from(tokens, open + 1)), "FATAL_ERROR"));
}

/* Commands stand anywhere, but where they would never run. */
static const char *cmake_give_way(const struct statements *old, const struct statements *by, const char **why)
{
	uint32_t before = token_before(old->tokens, old->first), first = token_from(by->tokens, by->first);
	const struct block_word *word = first < by->last ? block_word(token_text(by->bytes, by->tokens, first)) : NULL;
	*why = "it would never run, after the command before it";
	bool is_after = old->first == old->last && first < by->last && (!word || !word->ends);
	return is_after && ends_jump(old->bytes, old->tokens, before) ? NULL : "";
}

#define NO_ITEM "\"\""

/* What the values of a variable are without one: with a further item, it would be an empty one. */
static const char *cmake_no_item(const struct document *doc, size_t first, size_t last)
{
	static const char *const behind[] = { ")", "CACHE", "PARENT_SCOPE", NULL };
	bool is_value = first > 2 && slice_eq_cstr(document_text(doc, doc->code[first - 2]), "(") &&
			slice_eq_nocase(document_text(doc, doc->code[first - 3]), SLICE_LITERAL("set"));
	return is_value && last < doc->n_code && document_is_one_of(doc, last, behind) ? NO_ITEM : NULL;
}

static bool cmake_is_no_item(const struct document *doc, size_t code)
{
	return slice_eq_cstr(document_text(doc, doc->code[code]), NO_ITEM) && cmake_no_item(doc, code, code + 1);
}

const struct language language_cmake = {
	.name = "cmake",
	.summary = "CMake files and templates of them",
	.filenames = cmake_filenames,
	.names_nocase = true,
	.lex = cmake_lex,
	.parse = cmake_parse,
	.same = cmake_same,
	.quotes_matter = cmake_quotes_matter,
	.value = cmake_value,
	.why_not_within = cmake_why_not_within,
	.statement_start = cmake_statement_start,
	.block_part = cmake_block_part,
	.is_no_item = cmake_is_no_item,
	.no_item = cmake_no_item,
	.is_keyword_item = cmake_is_keyword_item,
	.item_rank = cmake_item_rank,
	.holds_item = cmake_holds_item,
	.give_way = cmake_give_way,
	.problems = cmake_problems,
	.line_comment = "#",
};
