/* The edit distance between a pattern and a stretch of code, by the classic table. */
#include "match/near.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "match/code.h"
#include "match/pattern_private.h"

/* The table has at most this many cells. */
#define MAX_CELLS 1000000u
/* A token that is missing, one too many, or one in another's place; the last is cheaper where the two look alike. */
#define PRICE_ONE 2
#define PRICE_ALIKE 1
/* Words of this length look alike with up to so many letters changed. */
#define ALIKE_MIN_LEN 4
#define ALIKE_CHANGES 2

struct aligner {
	const struct pattern *pattern;
	const struct document *doc;
	size_t first, n_tokens; /* code tokens of the file */
	size_t n_skippable;     /* as many of them may be before the pattern */
	uint32_t *cost;         /* [n_elements + 1][n_tokens + 1]: of pattern [i..] on tokens [j..] */
};

/* In the order in which equals are preferred; from STEP_FOUND on they are differences. */
enum step { STEP_SAME, STEP_TAKE, STEP_SKIP, STEP_END, STEP_FOUND, STEP_OTHER, STEP_WANTED };

/* One way on from a cell of the table. */
struct way {
	enum step step;
	size_t i, j; /* where it leads */
	uint32_t price;
};

static uint32_t *cell(const struct aligner *a, size_t i, size_t j)
{
	return &a->cost[i * (a->n_tokens + 1) + j];
}

static bool is_same(const struct aligner *a, size_t i, size_t j)
{
	const struct element *element = &a->pattern->elements[i];
	return element->kind == ELEMENT_LITERAL &&
	       token_same(a->pattern->language, &a->pattern->doc, element->token, a->doc, a->doc->code[a->first + j]);
}

/* A name for a bracket is no mistake that anybody makes. */
static bool is_same_kind(const struct aligner *a, size_t i, size_t j)
{
	const struct element *element = &a->pattern->elements[i];
	return element->kind == ELEMENT_LITERAL &&
	       a->pattern->doc.tokens.items[element->token].kind == code_kind(a->doc, a->first + j);
}

static uint32_t price_other(const struct aligner *a, size_t i, size_t j)
{
	struct slice wanted = document_text(&a->pattern->doc, a->pattern->elements[i].token);
	struct slice found = document_text(a->doc, a->doc->code[a->first + j]);
	bool alike = wanted.len >= ALIKE_MIN_LEN && nearest_distance(wanted, found) <= ALIKE_CHANGES;
	return alike ? PRICE_ALIKE : PRICE_ONE;
}

/* Line ends and indentation are no words to be told of. */
static bool is_silent(const struct document *doc, uint32_t token)
{
	return token_kind_is_border(doc->tokens.items[token].kind);
}

static uint32_t price_wanted(const struct aligner *a, size_t i)
{
	const struct element *element = &a->pattern->elements[i];
	if (element->kind == ELEMENT_LIST)
		return 0;
	return is_silent(&a->pattern->doc, element->token) ? 0 : PRICE_ONE;
}

static uint32_t price_found(const struct aligner *a, size_t j)
{
	return is_silent(a->doc, a->doc->code[a->first + j]) ? 0 : PRICE_ONE;
}

static struct way way_to(const struct aligner *a, enum step step, size_t i, size_t j, uint32_t price)
{
	return (struct way){ step, i, j, *cell(a, i, j) + price };
}

static void offer(struct way *best, struct way other)
{
	if (other.price < best->price || (other.price == best->price && other.step < best->step))
		*best = other;
}

/* One past the unit at `j`, a token or a bracket with all it holds; `j` itself where none begins or it reaches too
 * far. */
static size_t unit_end(const struct aligner *a, size_t j)
{
	size_t end = j < a->n_tokens ? code_unit_end(a->doc, a->first + j) - a->first : j;
	return end <= a->n_tokens ? end : j;
}

/* As match/find.c does it: `$X` takes one argument, or in a language with expressions any whole one that begins
 * here. */
static void offer_capture(const struct aligner *a, size_t i, size_t j, struct way *best)
{
	const struct document *doc = a->doc;
	bool grows = doc->language->binding != NULL;
	size_t steps = 0, capture = code_index(&a->pattern->doc, a->pattern->elements[i].token);
	if (grows && code_is_member(&a->pattern->doc, capture)) {
		if (code_kind(doc, a->first + j) == TOKEN_NAME)
			offer(best, way_to(a, STEP_TAKE, i + 1, j + 1, 0));
		return;
	}
	for (size_t last = j, next; (next = unit_end(a, last)) > last; last = next) {
		if (is_silent(doc, doc->code[a->first + last]) || code_is_separator(doc, a->first + last))
			return;
		if (code_is_whole(doc, a->first + j, a->first + next, &steps))
			offer(best, way_to(a, STEP_TAKE, i + 1, next, 0));
		if (!grows)
			return;
	}
}

static void offer_taking(const struct aligner *a, size_t i, size_t j, struct way *best)
{
	enum element_kind kind = a->pattern->elements[i].kind;
	if (kind == ELEMENT_CAPTURE)
		offer_capture(a, i, j, best);
	else if (kind == ELEMENT_LIST && unit_end(a, j) > j)
		offer(best, way_to(a, STEP_TAKE, i, unit_end(a, j), 0));
}

/* Has the code an end of its own here, or need it have none? What is after an expression is other code. */
static bool may_end(const struct aligner *a, size_t j)
{
	bool must_end = a->pattern->is_statement && a->pattern->language->binding;
	return !must_end || j == a->n_tokens || is_silent(a->doc, a->doc->code[a->first + j]);
}

/* The cheapest way on. What is before the pattern's begin costs nothing. */
static struct way best_way(const struct aligner *a, size_t i, size_t j)
{
	if (i == a->pattern->n_elements)
		return may_end(a, j) ? (struct way){ STEP_END, i, j, 0 } : way_to(a, STEP_FOUND, i, j + 1, PRICE_ONE);
	struct way best = way_to(a, STEP_WANTED, i + 1, j, price_wanted(a, i));
	if (j == a->n_tokens)
		return best;
	offer_taking(a, i, j, &best);
	if (i == 0 && j < a->n_skippable)
		offer(&best, way_to(a, STEP_SKIP, i, j + 1, 0));
	offer(&best, way_to(a, STEP_FOUND, i, j + 1, price_found(a, j)));
	if (is_same(a, i, j))
		offer(&best, way_to(a, STEP_SAME, i + 1, j + 1, 0));
	else if (is_same_kind(a, i, j))
		offer(&best, way_to(a, STEP_OTHER, i + 1, j + 1, price_other(a, i, j)));
	return best;
}

static void fill(const struct aligner *a)
{
	for (size_t i = a->pattern->n_elements + 1; i-- > 0;)
		for (size_t j = a->n_tokens + 1; j-- > 0;)
			*cell(a, i, j) = best_way(a, i, j).price;
}

static struct slice wanted_text(const struct aligner *a, size_t i)
{
	return document_text(&a->pattern->doc, a->pattern->elements[i].token);
}

/* Walks the table from its corner and notes what is not the same. */
static void tell(const struct aligner *a, struct arena *arena, struct near *out)
{
	size_t n = a->pattern->n_elements;
	out->items = arena_alloc(arena, (n + a->n_tokens) * sizeof(*out->items));
	struct way way = best_way(a, 0, 0);
	for (size_t i = 0, j = 0; way.step != STEP_END; i = way.i, j = way.j, way = best_way(a, i, j)) {
		struct near_difference difference = {
			.at = j < a->n_tokens ? code_token(a->doc, a->first + j)->begin
					      : code_token(a->doc, a->first + a->n_tokens - 1)->end,
		};
		if (way.step == STEP_WANTED || way.step == STEP_OTHER)
			difference.wanted = wanted_text(a, i);
		if (way.step == STEP_FOUND || way.step == STEP_OTHER)
			difference.found = document_text(a->doc, a->doc->code[a->first + j]);
		bool silent = (way.step == STEP_WANTED && !price_wanted(a, i)) ||
			      (way.step == STEP_FOUND && !price_found(a, j));
		if (way.step >= STEP_FOUND && !silent)
			out->items[out->count++] = difference;
	}
}

static bool is_one_statement(const struct pattern *pattern)
{
	size_t first = code_index(&pattern->doc, pattern->elements[0].token);
	bool is_one = true;
	for (size_t i = 1; i < pattern->n_elements; i++)
		is_one &= !code_is_statement_start(&pattern->doc, first + i);
	return is_one;
}

/* Takes the code tokens up to byte `to`; for one statement none of those that begin on lines below. */
static void reach_to(struct aligner *a, uint32_t line_end, uint32_t to)
{
	bool is_one = is_one_statement(a->pattern);
	for (size_t at = a->first; at < a->doc->n_code && code_token(a->doc, at)->begin < to; at++) {
		if (is_one && code_token(a->doc, at)->begin >= line_end && code_is_statement_start(a->doc, at))
			return;
		a->n_tokens++;
		a->n_skippable += code_token(a->doc, at)->begin < line_end;
	}
}

bool pattern_near(const struct pattern *pattern, struct document *doc, uint32_t from, uint32_t line_end, uint32_t to,
	struct arena *arena, struct near *out)
{
	document_tokens(doc);
	*out = (struct near){ 0 };
	struct aligner a = { .pattern = pattern, .doc = doc };
	while (a.first < doc->n_code && code_token(doc, a.first)->begin < from)
		a.first++;
	reach_to(&a, line_end, to);
	if (!a.n_tokens || (a.n_tokens + 1) * (pattern->n_elements + 1) > MAX_CELLS)
		return false;
	a.cost = xcalloc((a.n_tokens + 1) * (pattern->n_elements + 1), sizeof(*a.cost));
	fill(&a);
	tell(&a, arena, out);
	free(a.cost);
	return true;
}
