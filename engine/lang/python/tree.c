/*
 * Python's tree, in one pass over the tokens and without recursion.
 *
 * NODE_BLOCK: def, class, if, elif, else, for, while, try, except, finally, with, match, case. Its first token is its
 * first decorator, or `async`, or the keyword; the head ends after the colon; the body is the indented lines that
 * follow, or the rest of the line. A head without a body (a pattern, a broken file) is a block with an empty body, a
 * head without a colon ends with its line. `match` and `case` are keywords only where a match statement can be: the
 * line that begins with `match` ends in a colon, and `case` is in its body. NODE_STATEMENT: every other statement,
 * without the `;` or line end after it. NODE_CALL: a name, attribute, literal, bracket, call or subscript, and the `(`
 * that follows it; keywords call nothing, nor does the name after def or class, nor a class in the pattern of a case.
 * What an f-string holds is text. NODE_ARGUMENT: what is between the commas of a call.
 *
 * Line ends, INDENT and DEDENT belong to the blocks they are in the middle of, and to no node at its end.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "lang/python/lang_python.h"

/* An open bracket, or the outside of all brackets. */
struct frame {
	uint32_t open;                      /* the bracket; TOKEN_NONE outside */
	uint32_t callee_first, callee_last; /* callee_first is TOKEN_NONE where the bracket is no call's */
	uint32_t argument;                  /* first token of the argument that is being read, or TOKEN_NONE */
	/* first token of the operand that ends here, or TOKEN_NONE: an operand is expected */
	uint32_t operand;
	/* commas before this token are between parameters of a lambda or targets of a for */
	uint32_t names_last;
};

enum body { BODY_INLINE, BODY_AWAITED, BODY_INDENTED, BODY_OF_NONE };

/* A block that is being read, or, as BODY_OF_NONE, lines that are indented for no reason. */
struct block {
	uint32_t first, head_last;
	enum body body;
	bool is_match;
};

enum place { AT_START, IN_HEAD, IN_DECORATOR, IN_STATEMENT };

struct builder {
	struct slice bytes;
	const struct token_list *tokens;
	struct node_list done; /* in the order in which they ended */
	struct frame *frames;
	size_t n_frames, frames_capacity;
	struct block *blocks;
	size_t n_blocks, blocks_capacity;
	enum place place;
	uint32_t statement; /* first token of the statement that is being read */
	uint32_t decorated; /* first decorator of what follows, or TOKEN_NONE */
	uint32_t end;       /* one past the last code token */
	bool naming;        /* between def or class and the end of its parameters: no calls outside brackets */
	bool in_case;       /* in the pattern of a case: no calls at all */
};

static struct slice text_of(const struct builder *b, uint32_t i)
{
	return token_text(b->bytes, b->tokens, i);
}

static bool is_operator(const struct builder *b, uint32_t i, const char *text)
{
	return token_is(b->bytes, b->tokens, i, TOKEN_OPERATOR, text);
}

static void add_node(struct builder *b, enum node_kind kind, uint32_t first, uint32_t head_last, uint32_t last)
{
	struct node node = {
		.kind = (uint8_t)kind, .parent = NODE_NONE, .first = first, .last = last, .head_last = head_last
	};
	VEC_PUSH(b->done.items, b->done.count, b->done.capacity, node);
}

/* --- calls ------------------------------------------------------------------------------------------------------- */

static void push_frame(struct builder *b, uint32_t open, uint32_t callee_first)
{
	struct frame frame = { open, callee_first, b->end, TOKEN_NONE, TOKEN_NONE, 0 };
	VEC_PUSH(b->frames, b->n_frames, b->frames_capacity, frame);
}

static struct frame *top_frame(const struct builder *b)
{
	return &b->frames[b->n_frames - 1];
}

static void end_argument(struct builder *b)
{
	struct frame *frame = top_frame(b);
	if (frame->argument != TOKEN_NONE)
		add_node(b, NODE_ARGUMENT, frame->argument, frame->argument, b->end);
	frame->argument = TOKEN_NONE;
}

static bool ends_argument(const struct builder *b, uint32_t i)
{
	return is_operator(b, i, ",") && i >= top_frame(b)->names_last;
}

static void see_open(struct builder *b, uint32_t i)
{
	struct frame *frame = top_frame(b);
	char bracket = b->bytes.ptr[b->tokens->items[i].begin];
	bool is_postfix = frame->operand != TOKEN_NONE && bracket != '{';
	bool is_call = is_postfix && bracket == '(' && !b->in_case;
	uint32_t callee = is_call ? frame->operand : TOKEN_NONE;
	if (!is_postfix)
		frame->operand = b->naming && b->n_frames == 1 ? TOKEN_NONE : i;
	push_frame(b, i, callee);
}

static void see_close(struct builder *b, uint32_t i)
{
	uint32_t open = b->tokens->items[i].partner;
	if (open == TOKEN_NONE) {
		top_frame(b)->operand = TOKEN_NONE;
		return;
	}
	while (top_frame(b)->open != open)
		b->n_frames--; /* never closed */
	end_argument(b);
	const struct frame *frame = top_frame(b);
	if (frame->callee_first != TOKEN_NONE)
		add_node(b, NODE_CALL, frame->callee_first, frame->callee_last, i + 1);
	b->n_frames--;
}

static void see_name(struct builder *b, uint32_t i)
{
	struct frame *frame = top_frame(b);
	if (frame->operand != TOKEN_NONE && is_operator(b, b->end - 1, "."))
		return; /* an attribute, whatever its name */
	struct slice name = text_of(b, i);
	bool is_soft_keyword = b->place == IN_HEAD && i == b->statement;
	bool is_keyword = is_soft_keyword || python_word_find(name);
	frame->operand = is_keyword || (b->naming && b->n_frames == 1) ? TOKEN_NONE : i;
	if (!is_keyword)
		return;
	uint32_t partner = b->tokens->items[i].partner;
	if (partner != TOKEN_NONE && partner > frame->names_last)
		frame->names_last = partner;
	if (b->in_case && b->n_frames == 1 && slice_eq_cstr(name, "if"))
		b->in_case = false;
}

static void see_operator(struct builder *b, uint32_t i)
{
	struct frame *frame = top_frame(b);
	struct slice text = text_of(b, i);
	if (slice_eq_cstr(text, "."))
		return;
	frame->operand = slice_eq_cstr(text, "...") ? i : TOKEN_NONE;
	if (ends_argument(b, i))
		end_argument(b);
	if (b->naming && b->n_frames == 1 && slice_eq_cstr(text, "->"))
		b->naming = false;
}

/* One code token as part of an expression. */
static void see_code(struct builder *b, uint32_t i)
{
	struct frame *frame = top_frame(b);
	enum token_kind kind = (enum token_kind)b->tokens->items[i].kind;
	if (frame->callee_first != TOKEN_NONE && frame->argument == TOKEN_NONE && kind != TOKEN_CLOSE &&
		!ends_argument(b, i))
		frame->argument = i;
	switch (kind) {
	case TOKEN_OPEN:
		see_open(b, i);
		break;
	case TOKEN_CLOSE:
		see_close(b, i);
		break;
	case TOKEN_NAME:
	case TOKEN_CAPTURE:
	case TOKEN_CAPTURE_LIST:
		see_name(b, i);
		break;
	case TOKEN_OPERATOR:
		see_operator(b, i);
		break;
	case TOKEN_STRING:
		if (frame->operand == TOKEN_NONE || b->tokens->items[b->end - 1].kind != TOKEN_STRING)
			frame->operand = i;
		break;
	default:
		frame->operand = kind == TOKEN_NUMBER ? i : TOKEN_NONE;
	}
}

/* --- statements and blocks --------------------------------------------------------------------------------------- */

static void end_block(struct builder *b)
{
	const struct block *block = &b->blocks[--b->n_blocks];
	b->decorated = TOKEN_NONE; /* a decorator with nothing after it in the block */
	if (block->body == BODY_OF_NONE)
		return;
	add_node(b, NODE_BLOCK, block->first, block->head_last, b->end);
}

/* Blocks whose body is on their head's line end with what they hold. */
static void end_inline_blocks(struct builder *b)
{
	while (b->n_blocks && b->blocks[b->n_blocks - 1].body == BODY_INLINE)
		end_block(b);
}

/* Does the `match` at `i` begin a match statement: is the last token of its line a colon, outside brackets? */
static bool is_match_head(const struct builder *b, uint32_t i)
{
	const struct token *items = b->tokens->items;
	uint32_t colon = TOKEN_NONE, first = token_from(b->tokens, i + 1);
	if (first >= b->tokens->count || is_operator(b, first, ":") || is_operator(b, first, "."))
		return false;
	for (i = first; i < b->tokens->count && items[i].kind != TOKEN_END; i = token_from(b->tokens, i + 1)) {
		if (is_operator(b, i, ";") || is_operator(b, i, "="))
			return false;
		if (items[i].kind == TOKEN_OPEN && items[i].partner != TOKEN_NONE)
			i = items[i].partner;
		colon = items[i].partner == TOKEN_NONE && is_operator(b, i, ":") ? i : TOKEN_NONE;
	}
	return colon != TOKEN_NONE;
}

static bool is_in_match(const struct builder *b)
{
	return b->n_blocks && b->blocks[b->n_blocks - 1].is_match && b->blocks[b->n_blocks - 1].body == BODY_INDENTED;
}

static void begin_block(struct builder *b, uint32_t first, bool is_match)
{
	struct block block = { first, first, BODY_INLINE, is_match };
	VEC_PUSH(b->blocks, b->n_blocks, b->blocks_capacity, block);
	b->place = IN_HEAD;
}

/* The keyword that makes a block of the statement at `i`; empty if none does. */
static struct slice block_keyword(const struct builder *b, uint32_t i)
{
	static const struct slice none = { "", 0 };
	struct slice name = text_of(b, i);
	if (b->tokens->items[i].kind != TOKEN_NAME)
		return none;
	if (slice_eq_cstr(name, "match"))
		return is_match_head(b, i) ? name : none;
	if (slice_eq_cstr(name, "case"))
		return is_in_match(b) ? name : none;
	if (slice_eq_cstr(name, "async")) {
		uint32_t next = token_from(b->tokens, i + 1);
		name = next < b->tokens->count ? text_of(b, next) : none;
	}
	const struct keyword *word = python_word_find(name);
	return word && word->flags & PYTHON_BLOCK ? name : none;
}

static void begin_statement(struct builder *b, uint32_t i)
{
	if (is_operator(b, i, "@")) {
		b->decorated = b->decorated == TOKEN_NONE ? i : b->decorated;
		b->place = IN_DECORATOR;
		return;
	}
	struct slice keyword = block_keyword(b, i);
	b->naming = slice_eq_cstr(keyword, "def") || slice_eq_cstr(keyword, "class");
	b->in_case = slice_eq_cstr(keyword, "case");
	b->statement = i;
	b->place = IN_STATEMENT;
	if (keyword.len)
		begin_block(
			b, b->naming && b->decorated != TOKEN_NONE ? b->decorated : i, slice_eq_cstr(keyword, "match"));
	b->decorated = TOKEN_NONE;
}

static void end_head(struct builder *b, uint32_t head_last)
{
	b->blocks[b->n_blocks - 1].head_last = head_last;
	b->naming = b->in_case = false;
	b->place = AT_START;
	top_frame(b)->operand = TOKEN_NONE;
}

/* The end of a statement, which is at `b->end`. */
static void end_statement(struct builder *b)
{
	if (b->place == IN_STATEMENT)
		add_node(b, NODE_STATEMENT, b->statement, b->statement, b->end);
	b->place = AT_START;
	top_frame(b)->operand = TOKEN_NONE;
}

static void end_line(struct builder *b)
{
	b->n_frames = 1;
	if (b->place == IN_HEAD)
		end_head(b, b->end);
	end_statement(b);
	struct block *block = b->n_blocks ? &b->blocks[b->n_blocks - 1] : NULL;
	if (block && block->body == BODY_INLINE && block->head_last == b->end)
		block->body = BODY_AWAITED;
	else
		end_inline_blocks(b);
}

static void begin_body(struct builder *b)
{
	if (b->n_blocks && b->blocks[b->n_blocks - 1].body == BODY_AWAITED) {
		b->blocks[b->n_blocks - 1].body = BODY_INDENTED;
		return;
	}
	struct block block = { TOKEN_NONE, TOKEN_NONE, BODY_OF_NONE, false };
	VEC_PUSH(b->blocks, b->n_blocks, b->blocks_capacity, block);
}

/* A head whose body did not come. */
static void end_awaiting(struct builder *b)
{
	if (!b->n_blocks || b->blocks[b->n_blocks - 1].body != BODY_AWAITED)
		return;
	end_block(b);
	end_inline_blocks(b);
}

static void see_line(struct builder *b, uint32_t i)
{
	if (b->place == AT_START && !is_operator(b, i, ";"))
		begin_statement(b, i);
	if (b->n_frames == 1 && is_operator(b, i, ";"))
		end_statement(b);
	else if (b->n_frames == 1 && b->place == IN_HEAD && is_operator(b, i, ":") &&
		 b->tokens->items[i].partner == TOKEN_NONE)
		end_head(b, i + 1);
	else
		see_code(b, i);
	b->end = i + 1;
}

static void see_token(struct builder *b, uint32_t i)
{
	enum token_kind kind = (enum token_kind)b->tokens->items[i].kind;
	if (kind == TOKEN_INDENT) {
		begin_body(b);
		return;
	}
	end_awaiting(b);
	if (kind == TOKEN_END) {
		end_line(b);
	} else if (kind == TOKEN_DEDENT) {
		if (b->n_blocks)
			end_block(b);
		end_inline_blocks(b);
	} else {
		see_line(b, i);
	}
}

/* --- order ------------------------------------------------------------------------------------------------------- */

/*
 * Nodes by their first token, the outer before the inner: of those that begin together, the inner ended first. A
 * counting sort, since the tokens are numbered.
 */
static void sort_nodes(const struct builder *b, struct node_list *out)
{
	size_t n_slots = b->tokens->count + 1;
	uint32_t *slots = xcalloc(n_slots, sizeof(*slots)), total = 0;
	for (size_t i = 0; i < b->done.count; i++)
		slots[b->done.items[i].first]++;
	for (size_t i = 0; i < n_slots; i++) {
		uint32_t n = slots[i];
		slots[i] = total;
		total += n;
	}
	out->items = xcalloc(total, sizeof(*out->items));
	out->count = out->capacity = total;
	for (size_t i = b->done.count; i-- > 0;)
		out->items[slots[b->done.items[i].first]++] = b->done.items[i];
	free(slots);
}

void python_parse(struct slice bytes, const struct token_list *tokens, struct node_list *out)
{
	struct builder b = { .bytes = bytes, .tokens = tokens, .decorated = TOKEN_NONE };
	push_frame(&b, TOKEN_NONE, TOKEN_NONE);
	for (uint32_t i = token_from(b.tokens, 0); i < tokens->count; i = token_from(b.tokens, i + 1))
		see_token(&b, i);
	while (b.n_blocks)
		end_block(&b);
	sort_nodes(&b, out);
	node_list_set_parents(out);
	free(b.done.items);
	free(b.frames);
	free(b.blocks);
}
