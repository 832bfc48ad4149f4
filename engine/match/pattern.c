#include "match/pattern_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "match/code.h"

#define SHORTEST_SECOND_WORD 3 /* bytes */

bool token_same(const struct language *language, const struct document *a, uint32_t a_token, const struct document *b,
	uint32_t b_token)
{
	const struct token *x = &a->tokens.items[a_token], *y = &b->tokens.items[b_token];
	struct slice x_text = document_text(a, a_token), y_text = document_text(b, b_token);
	if (token_kind_is_border(x->kind))
		return x->kind == y->kind;
	if (x->kind == TOKEN_NAME && (x->partner == TOKEN_NONE) != (y->partner == TOKEN_NONE))
		return false; /* the `in` of a `for`, and an operator */
	bool is_quoted_once = x->kind != y->kind && (x->kind == TOKEN_TEXT || y->kind == TOKEN_TEXT);
	if (language->same)
		return language->same(x_text, x->kind, y_text, y->kind) &&
		       !(is_quoted_once && language->quotes_matter && language->quotes_matter(b, b_token));
	if (x->kind != y->kind)
		return false;
	return x->kind == TOKEN_NAME && language->names_nocase ? slice_eq_nocase(x_text, y_text)
							       : slice_eq(x_text, y_text);
}

/* The name of a capture token: "$$$NAME" and "$NAME" give NAME, "$$$" and "$_" nothing. */
static struct slice capture_token_name(struct slice text)
{
	size_t dollars = 0;
	while (dollars < text.len && text.ptr[dollars] == '$')
		dollars++;
	struct slice name = slice_sub(text, dollars, text.len);
	return slice_eq_cstr(name, "_") ? slice_sub(name, 0, 0) : name;
}

static bool add_capture(struct pattern *pattern, struct element *element, size_t *error_offset, struct err *err)
{
	const struct token *token = &pattern->doc.tokens.items[element->token];
	struct slice name = capture_token_name(document_text(&pattern->doc, element->token));
	element->capture = CAPTURE_NONE;
	if (!name.len)
		return true;
	bool is_list = element->kind == ELEMENT_LIST;
	size_t known = pattern_capture_find(pattern, name);
	if (known != (size_t)-1) {
		element->capture = (uint32_t)known;
		if (pattern->captures[known].is_list == is_list)
			return true;
		*error_offset = token->begin;
		err_set(err, ERR_PATCHSET,
			"capture '" SLICE_FMT "' is used both as $" SLICE_FMT " and as $$$" SLICE_FMT, SLICE_ARG(name),
			SLICE_ARG(name), SLICE_ARG(name));
		return err_hint(err, "give the two captures different names");
	}
	element->capture = (uint32_t)pattern->n_captures;
	struct capture_name capture = { name, is_list };
	VEC_PUSH(pattern->captures, pattern->n_captures, pattern->captures_capacity, capture);
	*table_at(&pattern->by_name, name) = pattern->n_captures;
	return true;
}

static bool is_alone_on_line(const struct document *doc, size_t last, size_t i)
{
	bool begins = i == 0 || token_kind_is_border(doc->tokens.items[doc->code[i - 1]].kind);
	bool ends = i + 1 == last || token_kind_is_border(doc->tokens.items[doc->code[i + 1]].kind);
	return begins && ends;
}

/* In a language that knows where statements begin: is the list where one may, and is it followed by the start
 * of another? */
static bool stands_for_statements(const struct document *doc, size_t i)
{
	const struct language *language = doc->language;
	if (!language->statement_start || !language->statement_start(doc->source->bytes, &doc->tokens, doc->code[i]))
		return false;
	if (i + 1 == doc->n_code)
		return i > 0;
	switch (doc->tokens.items[doc->code[i + 1]].kind) {
	case TOKEN_END:
		return true;
	case TOKEN_OPERATOR:
		return code_ends_case(doc, i + 1) ||
		       language->statement_start(doc->source->bytes, &doc->tokens, doc->code[i + 1]);
	case TOKEN_CLOSE:
	case TOKEN_NAME:
	case TOKEN_CAPTURE:
		return true;
	default:
		return false;
	}
}

static void find_code(struct document *doc)
{
	doc->code = xcalloc(doc->tokens.count, sizeof(*doc->code));
	for (size_t i = 0; i < doc->tokens.count; i++)
		if (!token_is_layout(&doc->tokens.items[i]))
			doc->code[doc->n_code++] = (uint32_t)i;
}

static bool build_elements(struct pattern *pattern, size_t *error_offset, struct err *err)
{
	const struct document *doc = &pattern->doc;
	size_t last = doc->n_code;
	bool line_based = false;
	for (size_t i = 0; i < doc->n_code; i++)
		line_based |= token_kind_is_border(doc->tokens.items[doc->code[i]].kind);
	while (last > 0 && token_kind_is_border(doc->tokens.items[doc->code[last - 1]].kind))
		last--;
	if (!last) {
		*error_offset = 0;
		err_set(err, ERR_PATCHSET, "pattern has no code");
		return err_hint(
			err, "comments and spaces match nothing by themselves; use 'regex' for text without structure");
	}
	pattern->elements = xcalloc(last, sizeof(*pattern->elements));
	for (size_t i = 0; i < last; i++) {
		struct element *element = &pattern->elements[pattern->n_elements++];
		const struct token *token = &doc->tokens.items[doc->code[i]];
		*element = (struct element){ .kind = ELEMENT_LITERAL, .token = doc->code[i], .capture = CAPTURE_NONE };
		if (token->kind != TOKEN_CAPTURE && token->kind != TOKEN_CAPTURE_LIST)
			continue;
		element->kind = token->kind == TOKEN_CAPTURE ? ELEMENT_CAPTURE : ELEMENT_LIST;
		if (element->kind == ELEMENT_LIST)
			element->own_line = doc->language->statement_start
						    ? stands_for_statements(doc, i)
						    : line_based && is_alone_on_line(doc, last, i);
		if (!add_capture(pattern, element, error_offset, err))
			return false;
	}
	return true;
}

static bool check_tokens(const struct pattern *pattern, size_t *error_offset, struct err *err)
{
	const struct token_list *tokens = &pattern->doc.tokens;
	if (tokens->problem) {
		*error_offset = tokens->problem_offset;
		err_set(err, ERR_PATCHSET, "pattern is not %s code: %s", pattern->language->name, tokens->problem);
		return err_hint(err,
			"a pattern is a fragment of the target language with $X for one argument and $$$XS for any "
			"number");
	}
	for (size_t i = 0; i < tokens->count; i++) {
		if (tokens->items[i].kind != TOKEN_JUNK)
			continue;
		*error_offset = tokens->items[i].begin;
		err_set(err, ERR_PATCHSET, "pattern is not %s code: unexpected '" SLICE_FMT "'",
			pattern->language->name, SLICE_ARG(document_text(&pattern->doc, i)));
		return err_hint(err,
			"a pattern is a fragment of the target language with $X for one argument and $$$XS for any "
			"number");
	}
	return true;
}

/* The longest part of `text` without spaces; of a name such as `operator==`, without what spaces may part from it. */
static struct slice longest_unbroken(struct slice text, bool is_name)
{
	struct slice longest = slice_sub(text, 0, 0);
	for (size_t begin = 0, end = 0; end <= text.len; end++) {
		char c = slice_byte(text, end);
		if (end < text.len && !strchr(is_name ? " \t()[]<>=+-*/%&|^!~\"" : " \t\v\f", c))
			continue;
		longest = end - begin > longest.len ? slice_sub(text, begin, end) : longest;
		begin = end + 1;
	}
	return longest;
}

/*
 * The text of a literal token that every file with a match must hold, or empty: quotes and escapes may be written
 * otherwise there. What a line splice may cut has no spaces, see words_may_be_cut().
 */
static struct slice word_of(const struct pattern *pattern, const struct element *element)
{
	const struct token *token = &pattern->doc.tokens.items[element->token];
	struct slice text = document_text(&pattern->doc, element->token);
	if (element->kind != ELEMENT_LITERAL || token_kind_is_border(token->kind))
		return slice_sub(text, 0, 0);
	if (token->kind != TOKEN_NAME && pattern->language->value)
		text = pattern->language->value(text, token->kind);
	const char *respelled = pattern->language->respelled;
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '\\' || text.ptr[i] == '\n' || text.ptr[i] == '\r' ||
			(respelled && strchr(respelled, text.ptr[i])))
			return slice_sub(text, 0, 0);
	return pattern->language->splices ? longest_unbroken(text, token->kind == TOKEN_NAME) : text;
}

static bool element_is_name(const struct pattern *pattern, const struct element *element)
{
	return pattern->doc.tokens.items[element->token].kind == TOKEN_NAME;
}

/* Keeps the list sorted by length. */
static void add_word(struct pattern *pattern, struct slice word, bool is_name)
{
	size_t at = pattern->n_words;
	for (size_t i = 0; i < pattern->n_words; i++)
		if (slice_eq(pattern->words[i], word)) {
			pattern->is_name[i] = pattern->is_name[i] && is_name;
			return;
		}
	while (at > 0 && pattern->words[at - 1].len < word.len)
		at--;
	if (at == PATTERN_MAX_WORDS)
		return;
	if (pattern->n_words < PATTERN_MAX_WORDS)
		pattern->n_words++;
	for (size_t i = pattern->n_words - 1; i > at; i--) {
		pattern->words[i] = pattern->words[i - 1];
		pattern->is_name[i] = pattern->is_name[i - 1];
	}
	pattern->words[at] = word;
	pattern->is_name[at] = is_name;
}

static void find_words(struct pattern *pattern)
{
	pattern->first_word = word_of(pattern, &pattern->elements[0]);
	pattern->first_is_name = element_is_name(pattern, &pattern->elements[0]);
	for (size_t i = 0; i < pattern->n_elements; i++) {
		struct slice word = word_of(pattern, &pattern->elements[i]);
		if (word.len)
			add_word(pattern, word, element_is_name(pattern, &pattern->elements[i]));
	}
	/* A short word is in almost every file: it tells nothing beside a longer one, and looking for it costs. */
	while (pattern->n_words > 1 && pattern->words[pattern->n_words - 1].len < SHORTEST_SECOND_WORD)
		pattern->n_words--;
}

static void classify(struct pattern *pattern)
{
	const struct language *language = pattern->language;
	const struct token_list *tokens = &pattern->doc.tokens;
	if (language->is_statement)
		pattern->is_statement = language->is_statement(pattern->source.bytes, tokens);
	const struct element *end = &pattern->elements[pattern->n_elements - 1];
	const struct token *last = &tokens->items[end->token];
	pattern->opens_block = pattern->is_statement && last->kind == TOKEN_OPERATOR &&
			       slice_eq_cstr(document_text(&pattern->doc, end->token), ":");
	pattern->is_name_head = language->declares && pattern->n_elements > 1 && last->kind == TOKEN_NAME &&
				language->declares(document_text(&pattern->doc, (end - 1)->token));
}

static bool is_named(const struct element *element)
{
	return element->kind != ELEMENT_LITERAL && element->capture != CAPTURE_NONE;
}

/* One past the last element of each capture; the caller frees it. */
static size_t *capture_ends(const struct pattern *pattern)
{
	size_t *ends = xcalloc(pattern->n_captures + 1, sizeof(*ends));
	for (size_t e = 0; e < pattern->n_elements; e++)
		if (is_named(&pattern->elements[e]))
			ends[pattern->elements[e].capture] = e + 1;
	return ends;
}

/*
 * Gives each element its slots: what a search found to lead nowhere is noted there. It has none where what fits from it
 * on depends on what an element before it took, because a capture is on both sides.
 */
static void give_slots(struct pattern *pattern)
{
	size_t *ends = capture_ends(pattern),
	       reach = 0; /* one past the last element that depends on those before `e` */
	for (size_t e = 0; e < pattern->n_elements; e++) {
		struct element *element = &pattern->elements[e];
		bool is_many = element->kind != ELEMENT_LITERAL && reach <= e;
		pattern->has_indents |= pattern->doc.tokens.items[element->token].kind == TOKEN_INDENT;
		element->slots[DEAD_ENTRY] = is_many ? pattern->n_slots++ : ELEMENT_NO_SLOT;
		if (is_named(element) && ends[element->capture] > reach)
			reach = ends[element->capture];
		/* A list that is named again after it is not the same list where it began elsewhere. */
		bool is_list = is_many && element->kind == ELEMENT_LIST && reach <= e + 1;
		element->slots[DEAD_END_OF_LIST] = is_list ? pattern->n_slots++ : ELEMENT_NO_SLOT;
	}
	free(ends);
}

struct pattern *pattern_new(struct slice text, const struct language *language, size_t *error_offset, struct err *err)
{
	struct pattern *pattern = xcalloc(1, sizeof(*pattern));
	pattern->text = slice_dup(text);
	pattern->language = language;
	document_open(&pattern->doc, &pattern->source, "pattern", slice_from(pattern->text, text.len), language);
	language->lex(pattern->source.bytes, true, &pattern->doc.tokens);
	pattern->doc.lexed = true;
	find_code(&pattern->doc);
	if (!check_tokens(pattern, error_offset, err) || !build_elements(pattern, error_offset, err)) {
		pattern_free(pattern);
		return NULL;
	}
	classify(pattern);
	give_slots(pattern);
	find_words(pattern);
	return pattern;
}

void pattern_free(struct pattern *pattern)
{
	if (!pattern)
		return;
	document_close(&pattern->doc, &pattern->source);
	free(pattern->elements);
	free(pattern->captures);
	table_release(&pattern->by_name);
	free(pattern->text);
	free(pattern);
}

struct slice pattern_text(const struct pattern *pattern)
{
	return pattern->source.bytes;
}

const struct document *pattern_document(const struct pattern *pattern)
{
	return &pattern->doc;
}

size_t pattern_element_count(const struct pattern *pattern)
{
	return pattern->n_elements;
}

uint32_t pattern_element_token(const struct pattern *pattern, size_t element)
{
	return pattern->elements[element].token;
}

size_t pattern_element_capture(const struct pattern *pattern, size_t element)
{
	uint32_t capture = pattern->elements[element].capture;
	return capture == CAPTURE_NONE ? (size_t)-1 : capture;
}

bool pattern_element_is_literal(const struct pattern *pattern, size_t element)
{
	return pattern->elements[element].kind == ELEMENT_LITERAL;
}

size_t pattern_capture_count(const struct pattern *pattern)
{
	return pattern->n_captures;
}

struct slice pattern_capture_name(const struct pattern *pattern, size_t capture)
{
	return pattern->captures[capture].name;
}

size_t pattern_capture_find(const struct pattern *pattern, struct slice name)
{
	return table_get(&pattern->by_name, name) - 1;
}

bool pattern_capture_is_list(const struct pattern *pattern, size_t capture)
{
	return pattern->captures[capture].is_list;
}

const struct slice *pattern_words(const struct pattern *pattern, size_t *count)
{
	*count = pattern->n_words;
	return pattern->words;
}

bool pattern_is_statement(const struct pattern *pattern)
{
	return pattern->is_statement;
}

void match_list_release(struct match_list *list)
{
	arena_release(&list->arena);
	free(list->items);
	*list = (struct match_list){ 0 };
}

void code_run_span(struct code_run run, const struct document *doc, uint32_t *begin, uint32_t *end)
{
	const struct token *tokens = doc->tokens.items;
	while (run.last > run.first && token_kind_is_border(tokens[doc->code[run.last - 1]].kind))
		run.last--;
	if (run.first < run.last) {
		*begin = tokens[doc->code[run.first]].begin;
		*end = tokens[doc->code[run.last - 1]].end;
	} else {
		*begin = *end = run.first > 0 ? tokens[doc->code[run.first - 1]].end : 0;
	}
}

void match_capture_span(
	const struct match *match, size_t capture, const struct document *doc, uint32_t *begin, uint32_t *end)
{
	code_run_span(match->captures[capture], doc, begin, end);
}

struct slice match_capture_text(const struct match *match, size_t capture, const struct document *doc)
{
	uint32_t begin, end;
	match_capture_span(match, capture, doc, &begin, &end);
	return slice_sub(doc->source->bytes, begin, end);
}
