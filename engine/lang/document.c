#include "lang/document.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/poison.h"
#include "base/sort.h"

#define BYTES_PER_TOKEN 5
/* So many searches through the bytes take about as long as lexing, and as finding the places of all words. */
#define SEARCHES_LIKE_LEXING 64
#define SEARCHES_LIKE_WORDS 16

void document_init(struct document *doc, struct source *source, const struct language *language)
{
	*doc = (struct document){ .source = source, .language = language };
}

void document_release(struct document *doc)
{
	token_list_release(&doc->tokens);
	node_list_release(&doc->nodes);
	free(doc->code);
	free(doc->borders);
	free(doc->marks);
	free(doc->line_bounds);
	ways_release(&doc->ways);
	word_places_release(&doc->words);
	*doc = (struct document){ 0 };
}

void document_open(struct document *doc, struct source *source, const char *name, struct slice bytes,
	const struct language *language)
{
	source_init(source, name, bytes);
	document_init(doc, source, language);
}

void document_close(struct document *doc, struct source *source)
{
	document_release(doc);
	source_release(source);
}

static void index_code(struct document *doc)
{
	const struct token_list *tokens = &doc->tokens;
	doc->code = xmalloc(tokens->count * sizeof(*doc->code));
	doc->n_code = 0;
	size_t capacity = 0;
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		if (token_is_layout(token))
			continue;
		if (token_kind_is_border(token->kind))
			VEC_PUSH(doc->borders, doc->n_borders, capacity, (uint32_t)doc->n_code);
		doc->code[doc->n_code++] = (uint32_t)i;
	}
}

uint32_t document_way_end(struct document *doc, enum token_way way, uint32_t token, way_step *step)
{
	return ways_end(&doc->ways, way, doc->source->bytes, &doc->tokens, token, step);
}

void document_widen(struct document *doc, uint32_t *first, uint32_t *last)
{
	doc->language->widen(doc->source->bytes, &doc->tokens, &doc->ways, first, last);
}

const struct token_list *document_tokens(struct document *doc)
{
	if (!doc->lexed) {
		/* Room at once for as many tokens as most files have. */
		doc->tokens.capacity = doc->source->bytes.len / BYTES_PER_TOKEN + 16;
		doc->tokens.items = xmalloc(doc->tokens.capacity * sizeof(*doc->tokens.items));
		POISON(doc->tokens.items, doc->tokens.capacity * sizeof(*doc->tokens.items));
		doc->language->lex(doc->source->bytes, false, &doc->tokens);
		index_code(doc);
		doc->lexed = true;
	}
	return &doc->tokens;
}

const struct word_places *document_words(struct document *doc)
{
	if (++doc->n_searches <= (doc->lexed ? SEARCHES_LIKE_WORDS : SEARCHES_LIKE_LEXING))
		return NULL;
	if (!doc->words.starts) {
		document_tokens(doc);
		word_places_make(&doc->words, doc->source->bytes, &doc->tokens, doc->code, doc->n_code);
	}
	return &doc->words;
}

const struct node_list *document_nodes(struct document *doc)
{
	if (!doc->parsed) {
		const struct token_list *tokens = document_tokens(doc);
		if (doc->language->parse)
			doc->language->parse(doc->source->bytes, tokens, &doc->nodes);
		doc->parsed = true;
	}
	return &doc->nodes;
}

struct slice document_text(const struct document *doc, size_t index)
{
	const struct token *token = &doc->tokens.items[index];
	return slice_sub(doc->source->bytes, token->begin, token->end);
}

bool document_is(const struct document *doc, size_t code, const char *text)
{
	return document_is_one_of(doc, code, (const char *const[]){ text, NULL });
}

bool document_is_one_of(const struct document *doc, size_t code, const char *const *words)
{
	return code < doc->n_code && doc->tokens.items[doc->code[code]].kind != TOKEN_STRING &&
	       slice_is_one_of(document_text(doc, doc->code[code]), words);
}

enum block_part document_block_part(const struct document *doc, size_t code)
{
	return doc->language->block_part && code < doc->n_code
		       ? doc->language->block_part(doc->source->bytes, &doc->tokens, doc->code[code])
		       : BLOCK_NO_PART;
}

/* --- which block is around a token -------------------------------------------------------------------------------- */

static int by_position(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* The tokens at which the innermost block may change, sorted; to be freed. */
static uint32_t *changing_places(const struct node_list *nodes, size_t *count)
{
	uint32_t *places = xcalloc(nodes->count * 3 + 1, sizeof(*places));
	*count = 0;
	for (size_t i = 0; i < nodes->count; i++) {
		const struct node *node = &nodes->items[i];
		if (node->kind != NODE_BLOCK)
			continue;
		places[(*count)++] = node->first;
		places[(*count)++] = node->head_last;
		places[(*count)++] = node->last;
	}
	if (*count)
		sort_stable(places, *count, sizeof(*places), by_position);
	return places;
}

/*
 * The innermost block around token `at`, from node `from` upwards. Blocks that end before `at` do not come back for a
 * later token: `up`, the way to the next node above, leaves them out from then on.
 */
static uint32_t innermost(const struct node_list *nodes, uint32_t from, uint32_t at, uint32_t *up)
{
	uint32_t below = NODE_NONE, node = from;
	while (node != NODE_NONE) {
		const struct node *block = &nodes->items[node];
		bool is_over = block->kind != NODE_BLOCK || block->last <= at;
		if (!is_over && block->head_last <= at)
			break;
		if (is_over && below != NODE_NONE)
			up[below] = up[node];
		else
			below = node;
		node = up[node];
	}
	return node;
}

static void mark_blocks(struct document *doc)
{
	const struct node_list *nodes = document_nodes(doc);
	size_t n_places, capacity = 0, next = 0;
	uint32_t *places = changing_places(nodes, &n_places), *up = xcalloc(nodes->count + 1, sizeof(*up)),
		 last_block = NODE_NONE;
	for (size_t i = 0; i < nodes->count; i++)
		up[i] = nodes->items[i].parent;
	for (size_t i = 0; i < n_places; i++) {
		if (i + 1 < n_places && places[i + 1] == places[i])
			continue;
		for (; next < nodes->count && nodes->items[next].first <= places[i]; next++)
			last_block = nodes->items[next].kind == NODE_BLOCK ? (uint32_t)next : last_block;
		struct block_mark mark = { places[i], innermost(nodes, last_block, places[i], up) };
		VEC_PUSH(doc->marks, doc->n_marks, capacity, mark);
	}
	free(places);
	free(up);
	doc->marked = true;
}

static int token_to_mark(const void *token, const void *mark)
{
	uint32_t x = *(const uint32_t *)token, y = ((const struct block_mark *)mark)->token;
	return (x > y) - (x < y);
}

uint32_t document_block_at(struct document *doc, uint32_t index)
{
	if (!doc->marked)
		mark_blocks(doc);
	uint32_t behind = index + 1;
	size_t found = sort_lower_bound(doc->marks, doc->n_marks, sizeof(*doc->marks), &behind, token_to_mark);
	return found ? doc->marks[found - 1].block : NODE_NONE;
}

/* --- blocks on one line ------------------------------------------------------------------------------------------- */

/* For each block that is open on a line, whether its first word is itself after an opener there. */
struct open_blocks {
	bool *items;
	size_t count, capacity;
};

static bool opens_body(const struct document *doc, const struct token *token)
{
	struct slice text = slice_sub(doc->source->bytes, token->begin, token->end);
	if (token->kind == TOKEN_NAME)
		return slice_eq_cstr(text, "then") || slice_eq_cstr(text, "do") || slice_eq_cstr(text, "else");
	return token->kind == TOKEN_CLOSE && token->partner == TOKEN_NONE; /* of `case x in a)` */
}

static bool is_bracket(const struct token *token, enum token_kind kind)
{
	return token->kind == kind && token->partner != TOKEN_NONE;
}

bool document_ends_arm(const struct document *doc, size_t code)
{
	const struct token *token = &doc->tokens.items[doc->code[code]];
	return token->kind == TOKEN_OPERATOR && slice_starts_with(document_text(doc, doc->code[code]), ";") &&
	       token->end - token->begin > 1u;
}

static void mark_begins(struct document *doc)
{
	struct open_blocks open = { 0 };
	bool behind = false;
	for (size_t i = 0; i < doc->n_code; i++) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		doc->line_bounds[i] = behind ? LINE_BEGINS_BLOCK : 0;
		enum block_part part = document_block_part(doc, i);
		if (part == BLOCK_OPENS || is_bracket(token, TOKEN_OPEN)) {
			VEC_PUSH(open.items, open.count, open.capacity, behind);
			behind = true;
		} else if (part == BLOCK_CLOSES || is_bracket(token, TOKEN_CLOSE)) {
			behind = open.count && open.items[--open.count];
		}
		if (token->kind == TOKEN_END) {
			open.count = 0;
			behind = false;
		} else if (document_ends_arm(doc, i)) {
			behind = false;
		} else {
			behind |= opens_body(doc, token) || part == BLOCK_BRANCHES;
		}
	}
	free(open.items);
}

static void mark_ends(struct document *doc)
{
	size_t depth = 0;
	bool is_parted = false;
	for (size_t i = doc->n_code; i-- > 0;) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		enum block_part part = document_block_part(doc, i);
		bool opens = part == BLOCK_OPENS || is_bracket(token, TOKEN_OPEN);
		if (token->kind == TOKEN_END)
			depth = 0;
		depth += part == BLOCK_CLOSES || is_bracket(token, TOKEN_CLOSE);
		is_parted |= !depth && (part == BLOCK_BRANCHES || document_ends_arm(doc, i));
		is_parted &= token->kind != TOKEN_END && (!opens || depth);
		depth -= opens && depth;
		doc->line_bounds[i] |= depth || is_parted ? LINE_ENDS_BLOCK : 0;
	}
}

unsigned document_line_bounds(struct document *doc, size_t at)
{
	if (!doc->line_bounds) {
		doc->line_bounds = xcalloc(doc->n_code + 1, sizeof(*doc->line_bounds));
		mark_begins(doc);
		mark_ends(doc);
	}
	return doc->line_bounds[at];
}

size_t token_list_from(const struct token_list *tokens, uint32_t offset)
{
	size_t low = 0, high = tokens->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (tokens->items[middle].end <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t document_code_at(const struct document *doc, uint32_t offset)
{
	size_t low = 0, high = doc->n_code;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (doc->tokens.items[doc->code[middle]].begin < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct token *document_splice_at(struct document *doc, uint32_t offset)
{
	const struct token_list *tokens = document_tokens(doc);
	size_t i = token_list_from(tokens, offset);
	bool is_space = i < tokens->count && tokens->items[i].kind == TOKEN_SPACE && tokens->items[i].begin <= offset;
	return is_space ? &tokens->items[i] : NULL;
}

void document_line_of(const struct document *doc, size_t at, uint32_t *first, uint32_t *last)
{
	size_t low = sort_lower_bound_u32(doc->borders, doc->n_borders, (uint32_t)at);
	*first = low ? doc->borders[low - 1] + 1 : 0;
	*last = low < doc->n_borders ? doc->borders[low] : (uint32_t)doc->n_code;
}
