/* Finding the places of a file where a pattern fits. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "match/fit.h"
#include "match/pattern_private.h"

/* --- words -------------------------------------------------------------------------------------------------------- */

/* Those of a pattern in the bytes of a file tell most places and many files apart before anything is lexed. They tell
 * nothing where words_may_be_cut(). */

/* Can [begin, end) be a name, and no part of a longer one? A number may be right before it: `1if x`. */
static bool is_whole_name(struct slice bytes, size_t begin, size_t end)
{
	if (end < bytes.len && ascii_is_word(bytes.ptr[end]))
		return false;
	size_t run = begin;
	while (run > 0 && ascii_is_word(bytes.ptr[run - 1]))
		run--;
	return run == begin || ascii_is_digit(bytes.ptr[run]);
}

/* The offset of `word` at or after `from`, or (size_t)-1; with `is_name` not within a longer name. */
static size_t pattern_find_word(
	const struct pattern *pattern, const struct document *doc, struct slice word, bool is_name, size_t from)
{
	struct slice bytes = doc->source->bytes;
	for (size_t at = from;; at++) {
		at = pattern->language->names_nocase ? slice_find_nocase(bytes, word, at) : slice_find(bytes, word, at);
		if (at == (size_t)-1 || !is_name || is_whole_name(bytes, at, at + word.len))
			return at;
	}
}

bool words_may_be_cut(struct slice bytes)
{
	const char *at = bytes.ptr, *end = at + bytes.len;
	while (at < end && (at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
		bool goes_on = at > bytes.ptr && !ascii_is_space(at[-1]), ends_line = false;
		for (at++; goes_on && at < end && ascii_is_space(*at) && !ends_line; at++)
			ends_line = *at == '\n' || *at == '\r';
		if (ends_line && at < end && at[-1] == '\r' && *at == '\n')
			at++;
		if (ends_line && at < end && !ascii_is_space(*at))
			return true;
	}
	return false;
}

/* False: a word is not there, so the pattern fits nowhere, and the file need not even be lexed. */
static bool pattern_words_are_in(const struct pattern *pattern, const struct document *doc)
{
	for (size_t w = 0; w < pattern->n_words; w++)
		if (pattern_find_word(pattern, doc, pattern->words[w], pattern->is_name[w], 0) == (size_t)-1)
			return false;
	return true;
}

/* --- places ------------------------------------------------------------------------------------------------------- */

static bool is_statement_end(const struct finder *f, size_t i)
{
	size_t directive_end = code_directive_end(f->doc, f->first);
	if (directive_end && i <= directive_end)
		return i == directive_end;
	/* Before another statement, or what is between two: `;`, `{`, `&&`. So a head without its block is a
	 * statement, too. */
	if (f->doc->language->statement_start && i < f->doc->n_code &&
		(code_is_statement_start(f->doc, i) || code_kind(f->doc, i) == TOKEN_CLOSE ||
			code_is(f->doc, i, TOKEN_OPERATOR, ":") ||
			(i + 1 < f->doc->n_code && code_is_statement_start(f->doc, i + 1))))
		return true;
	return f->pattern->opens_block || token_kind_is_border(code_kind(f->doc, i)) || i >= f->doc->n_code ||
	       token_kind_is_border(code_kind(f->doc, i - 1)) || code_is(f->doc, i, TOKEN_OPERATOR, ";");
}

/* `f(x)` in `def f(x):` is no call. */
static bool is_declaration(const struct finder *f, size_t first, size_t end)
{
	const struct language *language = f->doc->language;
	return language->declares && first > 0 && end - first > 1 && code_kind(f->doc, first - 1) == TOKEN_NAME &&
	       language->declares(document_text(f->doc, f->doc->code[first - 1]));
}

/* As a statement or a whole expression. */
static bool accepts_place(struct finder *f, size_t first, size_t end)
{
	if (end == first)
		return false;
	if (!f->pattern->is_statement && f->doc->language->widen && end - first > 1 &&
		code_is_separator(f->doc, end - 1))
		end--; /* an item of a list with the separator after it */
	if (f->pattern->is_statement)
		return is_statement_end(f, end);
	bool is_whole = finder_leads(f) ? code_is_whole_with(f->doc, &f->leading, end, &f->steps)
					: code_is_whole(f->doc, first, end, &f->steps);
	return is_whole && !is_declaration(f, first, end);
}

/* As the head of a block, with or without its ':'; `def f` and `class C` whatever follows the name. */
static bool accepts_head(struct finder *f, size_t first, size_t end)
{
	const struct language *language = f->doc->language;
	if (language->names_block)
		return end <= f->head_last && language->names_block(f->doc->source->bytes, &f->doc->tokens, f->head,
						      f->doc->code[first], f->doc->code[end]);
	return end == f->head_last || f->pattern->is_name_head ||
	       (end + 1 == f->head_last && code_is(f->doc, end, TOKEN_OPERATOR, ":"));
}

/* `if(X) $$$` takes the `endif()` as well, where the list reaches it: the pattern says all of the block but its end. */
static size_t with_closer(struct finder *f, size_t at, size_t end)
{
	const struct element *last = &f->pattern->elements[f->pattern->n_elements - 1];
	size_t closer;
	if (last->kind != ELEMENT_LIST || !last->own_line || !f->pattern->language->block_part)
		return end;
	size_t whole = finder_compound_end(f, at, &closer);
	return whole > at && (closer == end || (closer == end + 1 && token_kind_is_border(code_kind(f->doc, end))))
		       ? whole
		       : end;
}

static struct match match_of(const struct finder *f, size_t first, size_t end, struct arena *arena)
{
	const struct pattern *pattern = f->pattern;
	struct match match = {
		.run = { (uint32_t)first, (uint32_t)end },
		.captures = arena_alloc(arena, pattern->n_captures * sizeof(*match.captures)),
		.elements = arena_alloc(arena, pattern->n_elements * sizeof(*match.elements)),
	};
	code_run_span(match.run, f->doc, &match.begin, &match.end);
	for (size_t i = 0; i < pattern->n_captures; i++)
		match.captures[i] = f->captures[i];
	for (size_t i = 0; i < pattern->n_elements; i++)
		match.elements[i] = f->elements[i];
	return match;
}

static struct finder finder_new(const struct pattern *pattern, const struct document *doc)
{
	return (struct finder){
		.pattern = pattern,
		.doc = doc,
		.elements = xcalloc(pattern->n_elements, sizeof(struct code_run)),
		.captures = xcalloc(pattern->n_captures, sizeof(struct code_run)),
		.bound = xcalloc(pattern->n_captures, sizeof(bool)),
		.accepts = accepts_place,
		.limit = STEP_LIMIT + STEPS_FOR_TOKEN * doc->n_code,
	};
}

/* Can the pattern begin at `at`? Most places are ruled out by the first token alone. */
static bool may_begin(const struct finder *f, size_t at)
{
	const struct element *first = &f->pattern->elements[0];
	if (f->pattern->is_statement && !code_is_statement_start(f->doc, at))
		return false;
	return first->kind != ELEMENT_LITERAL ||
	       token_same(f->pattern->language, &f->pattern->doc, first->token, f->doc, f->doc->code[at]);
}

/* The first code token from `at` that ends after the byte `offset`. */
static size_t token_after(const struct document *doc, size_t at, size_t offset)
{
	size_t low = at, high = doc->n_code;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (code_token(doc, middle)->end <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Where a pattern may begin: at the places of one of its words, or wherever its first word is found in the bytes. */
struct begins {
	const uint32_t *places; /* of the word, in order; NULL: the bytes are searched */
	size_t n_places;
	size_t next;       /* the first place that may still count, or in the bytes where the word was found last */
	size_t offset;     /* how many code tokens before the word the pattern begins */
	struct slice word; /* the first one, to be searched for */
};

/* Does the element take one token, right after the one before it? A line's end may be left out in the file, and a
 * separator may be there before a bracket that closes. */
static bool is_fixed(const struct pattern *pattern, const struct element *element)
{
	enum token_kind kind = (enum token_kind)pattern->doc.tokens.items[element->token].kind;
	return element->kind == ELEMENT_LITERAL && kind != TOKEN_CLOSE && kind != TOKEN_END && kind != TOKEN_INDENT &&
	       kind != TOKEN_DEDENT;
}

/* False: the pattern fits nowhere, for a word of it is not there. Else the rarest word that is at a fixed distance
 * from its begin, if any does. */
static bool begins_by_words(const struct pattern *pattern, const struct word_places *words, struct begins *out)
{
	size_t n_fixed = 0;
	for (size_t i = 0; i < pattern->n_elements; i++) {
		const struct element *element = &pattern->elements[i];
		n_fixed += i == n_fixed && is_fixed(pattern, element);
		uint32_t key =
			element->kind == ELEMENT_LITERAL ? word_key(document_text(&pattern->doc, element->token)) : 0;
		if (!key)
			continue;
		size_t count;
		const uint32_t *places = word_places_of(words, key, &count);
		if (!count)
			return false;
		if (i < n_fixed && (!out->places || count < out->n_places))
			*out = (struct begins){ .places = places, .n_places = count, .offset = i };
	}
	return true;
}

/* False: the pattern fits nowhere. The document is lexed then unless it need not be. */
static bool begins_new(const struct pattern *pattern, struct document *doc, struct begins *out)
{
	const struct word_places *words = document_words(doc);
	*out = (struct begins){ 0 };
	if (words && !begins_by_words(pattern, words, out))
		return false;
	if (out->places)
		return true;
	bool spliced = pattern->language->splices && words_may_be_cut(doc->source->bytes);
	if (!spliced && !doc->lexed && !pattern_words_are_in(pattern, doc))
		return false;
	document_tokens(doc);
	if (spliced || !pattern->first_word.len)
		return true;
	out->word = pattern->first_word;
	out->next = pattern_find_word(pattern, doc, out->word, pattern->first_is_name, 0);
	return true;
}

/* The next place from `at` where the pattern may begin. */
static size_t next_place(const struct finder *f, struct begins *begins, size_t at)
{
	if (begins->places) {
		while (begins->next < begins->n_places && begins->places[begins->next] < at + begins->offset)
			begins->next++;
		return begins->next < begins->n_places ? begins->places[begins->next] - begins->offset : f->doc->n_code;
	}
	struct slice word = begins->word;
	while (word.len && at < f->doc->n_code) {
		const struct token *token = code_token(f->doc, at);
		if (begins->next < token->begin)
			begins->next =
				pattern_find_word(f->pattern, f->doc, word, f->pattern->first_is_name, token->begin);
		if (begins->next == (size_t)-1)
			return f->doc->n_code;
		if (begins->next < token->end && begins->next + word.len <= token->end)
			break;
		at = begins->next < token->end ? at + 1 : token_after(f->doc, at, begins->next);
	}
	return at;
}

/* For each match that was found, the index of the innermost one around it, or (size_t)-1. */
struct enclosing {
	size_t *items;
	size_t count, capacity;
};

static bool captures(const struct pattern *pattern, const struct match *outer, size_t first, size_t end)
{
	for (size_t e = 0; e < pattern->n_elements; e++)
		if (pattern->elements[e].kind != ELEMENT_LITERAL && outer->elements[e].first <= first &&
			end <= outer->elements[e].last)
			return true;
	return false;
}

bool match_captures_place(const struct pattern *pattern, const struct match *outer, const struct match *inner)
{
	return captures(pattern, outer, inner->run.first, inner->run.last);
}

/*
 * May [first, end) be a match, as far as those go that were found before? One that overlaps another must lie within one
 * of its captures. `*innermost` is the index in `out` of the innermost match around the place before, or (size_t)-1,
 * and becomes that around this one.
 */
static bool nests(const struct pattern *pattern, const struct match_list *out, const struct enclosing *around,
	size_t *innermost, size_t first, size_t end)
{
	while (*innermost != (size_t)-1 && out->items[*innermost].run.last <= first)
		*innermost = around->items[*innermost];
	return *innermost == (size_t)-1 || captures(pattern, &out->items[*innermost], first, end);
}

typedef bool keeps_match(void *ctx, const struct match *match);

static bool is_over(const struct finder *f, const struct match_list *found)
{
	return f->steps >= f->limit || found->count > MATCHES_MAX;
}

static void release(struct finder *f)
{
	free(f->elements);
	free(f->captures);
	free(f->bound);
	free(f->rest_ends);
	free(f->closers);
	free(f->repeats.lengths);
	free(f->dead_ends.marks);
}

/* What is found of a pattern in a file. */
struct results {
	struct match_list *out;
	struct enclosing around;
	size_t innermost; /* of `out`, around the place that is looked at; (size_t)-1: none is */
	bool nested;
	keeps_match *keeps;
	void *ctx;
	struct match *chain; /* matches that begin at one place, innermost first */
	size_t n_chain, capacity;
};

/* Finds all matches that begin at `at`. */
static void find_chain(struct finder *f, size_t at, struct results *results)
{
	size_t end;
	results->n_chain = 0;
	if (!finder_fits_at(f, at, &end))
		return;
	do {
		struct match match = match_of(f, at, with_closer(f, at, end), &results->out->arena);
		VEC_PUSH(results->chain, results->n_chain, results->capacity, match);
	} while (!is_over(f, results->out) && finder_fits_around(f, &end));
}

/* Adds those of the chain that count, the outermost first. Returns where the search goes on. */
static size_t add_chain(const struct pattern *pattern, size_t at, struct results *results)
{
	struct match_list *out = results->out;
	for (size_t i = results->n_chain; i-- > 0;) {
		const struct match *match = &results->chain[i];
		size_t end = match->run.last;
		if (!nests(pattern, out, &results->around, &results->innermost, at, end) ||
			!results->keeps(results->ctx, match))
			continue;
		VEC_PUSH(out->items, out->count, out->capacity, *match);
		VEC_PUSH(results->around.items, results->around.count, results->around.capacity, results->innermost);
		results->innermost = out->count - 1;
		if (!results->nested)
			return end;
	}
	return at + 1;
}

static void find_all(const struct pattern *pattern, struct document *doc, struct results *results)
{
	struct begins begins;
	struct match_list *out = results->out;
	if (!begins_new(pattern, doc, &begins))
		return;
	struct finder f = finder_new(pattern, doc);
	results->innermost = (size_t)-1;
	for (size_t at = next_place(&f, &begins, 0), next; at < doc->n_code && !is_over(&f, out);
		at = next_place(&f, &begins, next)) {
		next = at + 1;
		if (!may_begin(&f, at))
			continue;
		find_chain(&f, at, results);
		next = add_chain(pattern, at, results);
	}
	out->limited |= is_over(&f, out);
	free(results->around.items);
	free(results->chain);
	release(&f);
}

static bool keep_all(void *ctx, const struct match *match)
{
	(void)ctx;
	(void)match;
	return true;
}

void pattern_find(const struct pattern *pattern, struct document *doc, struct match_list *out)
{
	struct results results = { .out = out, .keeps = keep_all };
	find_all(pattern, doc, &results);
}

void pattern_find_kept(const struct pattern *pattern, struct document *doc, bool nested, keeps_match *keeps, void *ctx,
	struct match_list *out)
{
	struct results results = { .out = out, .nested = nested, .keeps = keeps ? keeps : keep_all, .ctx = ctx };
	find_all(pattern, doc, &results);
}

bool pattern_covers(const struct pattern *pattern, const struct pattern *other)
{
	struct finder f = finder_new(pattern, &other->doc);
	size_t first = code_index(&other->doc, other->elements[0].token), end = 0;
	size_t last = code_index(&other->doc, other->elements[other->n_elements - 1].token) + 1;
	bool covers = finder_fits_at(&f, first, &end) && end == last;
	release(&f);
	return covers;
}

bool pattern_fits_head(const struct pattern *pattern, struct document *doc, const struct node *node)
{
	document_tokens(doc);
	struct finder f = finder_new(pattern, doc);
	size_t first = code_index(doc, node->first), end;
	bool fits = false;
	f.accepts = accepts_head;
	f.head_last = code_index(doc, node->head_last);
	f.head = node;
	for (size_t at = first; at < f.head_last && !fits; at++) {
		bool begins = at == first || token_kind_is_border(code_kind(doc, at - 1)) ||
			      code_is(doc, at - 1, TOKEN_NAME, "async") || doc->language->names_block;
		fits = begins && finder_fits_at(&f, at, &end);
	}
	release(&f);
	return fits;
}
