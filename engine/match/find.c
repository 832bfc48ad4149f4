/*
 * Fitting a pattern to a file, token by token.
 *
 * Literal tokens must be the same; a capture takes the shortest balanced run with which the rest still fits.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "match/code.h"
#include "match/dead_ends.h"
#include "match/pattern_private.h"

/* Steps one file may cost one pattern: far above any honest search, low enough that a hostile one ends in about a second. */
#define STEP_LIMIT 20000000u
#define JUDGING_STEPS 8
/* A search that takes more than so many steps for each token of the file keeps in mind what leads nowhere. */
#define SHORT_SEARCH_STEPS 8

struct finder {
	const struct pattern *pattern;
	const struct document *doc; /* lexed */
	struct code_run *elements;
	struct code_run *captures;
	bool *bound;
	size_t steps;
	struct dead_ends dead_ends;
	uint32_t *rest_ends; /* of each token where the last list began or went on: where it ended; 0: not known. NULL until a search takes long */
	bool was_judged;  /* what leads nowhere in this try may do so only because of where it began */
	/* Is [first, end) an acceptable whole? Asked when every element fits, so that captures can still be tried longer. */
	bool (*accepts)(const struct finder *, size_t first, size_t end);
	size_t first;     /* where the try began */
	size_t head_last; /* for block heads: one past the head's last token */
	const struct node *head; /* for block heads: the block */
};

static bool is_element_separator(const struct finder *f, size_t e)
{
	const struct pattern *pattern = f->pattern;
	const char *separator = pattern->language->separator;
	if (!separator || e >= pattern->n_elements || pattern->elements[e].kind != ELEMENT_LITERAL)
		return false;
	uint32_t token = pattern->elements[e].token;
	return pattern->doc.tokens.items[token].kind == TOKEN_OPERATOR && slice_eq_cstr(document_text(&pattern->doc, token), separator);
}

/* --- captures ---------------------------------------------------------------------------------------------------- */

static bool runs_same(const struct finder *f, struct code_run a, struct code_run b)
{
	if (a.last - a.first != b.last - b.first)
		return false;
	for (uint32_t i = 0; i < a.last - a.first; i++)
		if (!token_same(f->pattern->language, f->doc, f->doc->code[a.first + i], f->doc, f->doc->code[b.first + i]))
			return false;
	return true;
}

static bool fit(struct finder *f, size_t e, size_t at, size_t *end);

/* Does what fits behind element `e` depend on an INDENT before it, which the file has not? */
static bool is_inlined(const struct finder *f, size_t e)
{
	for (size_t i = 0; i < e && f->pattern->has_indents; i++)
		if (f->pattern->doc.tokens.items[f->pattern->elements[i].token].kind == TOKEN_INDENT && f->elements[i].first == f->elements[i].last)
			return true;
	return false;
}

static bool is_dead(const struct finder *f, enum dead_end_kind kind, size_t e, size_t at)
{
	return dead_ends_has(&f->dead_ends, f->pattern, kind, e, at) && !is_inlined(f, e);
}

static void mark_dead(struct finder *f, enum dead_end_kind kind, size_t e, size_t at)
{
	if (f->steps > SHORT_SEARCH_STEPS * f->doc->n_code)
		dead_ends_begin(&f->dead_ends, f->pattern, f->doc->n_code);
	if (f->dead_ends.marks && !is_inlined(f, e))
		dead_ends_mark(&f->dead_ends, f->pattern, kind, e, at);
}

/* Lets element `e` take [first, last) and fits the rest. */
static bool fit_with(struct finder *f, size_t e, size_t first, size_t last, size_t next_element, size_t *end)
{
	uint32_t capture = f->pattern->elements[e].capture;
	struct code_run run = { (uint32_t)first, (uint32_t)last };
	f->elements[e] = run;
	if (capture == CAPTURE_NONE)
		return fit(f, next_element, last, end);
	if (f->bound[capture])
		return runs_same(f, f->captures[capture], run) && fit(f, next_element, last, end);
	f->bound[capture] = true;
	f->captures[capture] = run;
	if (fit(f, next_element, last, end))
		return true;
	f->bound[capture] = false;
	return false;
}

static bool ends_line(const struct finder *f, size_t i)
{
	enum token_kind kind = code_kind(f->doc, i);
	return kind == TOKEN_END || kind == TOKEN_INDENT || kind == TOKEN_DEDENT;
}

/* The sides on which the pattern itself has an operand beside element `e`. */
static unsigned joined_sides(const struct finder *f, size_t e)
{
	const struct document *doc = &f->pattern->doc;
	size_t i = code_index(doc, f->pattern->elements[e].token);
	unsigned left = i > 0 && code_ends_operand(doc, i - 1) ? CODE_JOINED_LEFT : 0;
	return left | (i + 1 < doc->n_code && code_binding(doc, i + 1) == BINDING_OPERAND ? CODE_JOINED_RIGHT : 0);
}

static bool fit_capture(struct finder *f, size_t e, size_t at, size_t *end)
{
	const struct document *doc = f->doc;
	if (!doc->language->binding) {
		size_t last = code_unit_end(doc, at);
		return last > at && !ends_line(f, at) && code_kind(doc, at) != TOKEN_OPERATOR && fit_with(f, e, at, last, e + 1, end);
	}
	unsigned joined = joined_sides(f, e);
	int loosest = BINDING_OPERAND;
	bool several = false;
	/* Judging a run costs as much as many comparisons of tokens. */
	for (size_t last = at; f->steps < STEP_LIMIT; f->steps += JUDGING_STEPS) {
		size_t next = code_unit_end(doc, last);
		if (next == last || ends_line(f, last) || code_is_separator(f->doc, last) || code_is(doc, last, TOKEN_OPERATOR, ";"))
			return false;
		several = several || (joined & CODE_JOINED_LEFT && code_adds_operand(doc, at, last));
		loosest = code_looser(doc, last, loosest);
		last = next;
		/* The name in `$TYPE $NAME` is one operand; a type may be several. */
		bool may_be = !several || loosest == BINDING_NONE;
		if (may_be && code_is_whole_by(doc, at, last, joined, loosest) && fit_with(f, e, at, last, e + 1, end))
			return true;
		/* What is added only makes the loosest operator looser, or all of it one argument. */
		if ((several || !code_may_begin(doc, at, joined, loosest)) && !code_is_argument_start(doc, at))
			return false;
	}
	return false;
}

/* Where a list may end: nowhere inside an argument. */
static bool is_list_end(const struct finder *f, size_t e, size_t first, size_t last)
{
	if (f->pattern->elements[e].own_line && f->pattern->language->statement_start)
		return last == first || code_kind(f->doc, last) == TOKEN_CLOSE || code_is_statement_start(f->doc, last);
	if (f->pattern->elements[e].own_line)
		return last == first || code_kind(f->doc, last - 1) == TOKEN_END || code_kind(f->doc, last - 1) == TOKEN_DEDENT ||
		       code_is_argument_end(f->doc, last);
	if (!f->pattern->language->separator || last == first)
		return true;
	return code_is_argument_end(f->doc, last) || e + 1 == f->pattern->n_elements || !is_element_separator(f, e + 1);
}

/*
 * Lets the list take whole statements [first, last). The END behind it in the pattern is the END of the last statement, or nothing
 * where no statement was taken or the last is a block, which ends with its DEDENT.
 */
static bool fit_statements(struct finder *f, size_t e, size_t first, size_t last, size_t *end)
{
	const struct pattern *pattern = f->pattern;
	bool end_follows = e + 1 < pattern->n_elements && pattern->doc.tokens.items[pattern->elements[e + 1].token].kind == TOKEN_END;
	if (end_follows && (last == first || code_kind(f->doc, last - 1) == TOKEN_DEDENT)) {
		f->elements[e + 1] = (struct code_run){ (uint32_t)last, (uint32_t)last };
		return fit_with(f, e, first, last, e + 2, end);
	}
	if (last > first && code_kind(f->doc, last - 1) == TOKEN_END && (end_follows || !pattern->language->statement_start))
		last--;
	return fit_with(f, e, first, last, e + 1, end);
}

/* Where words make a command, does the operator at `i` end it: `;`, `&&`, `|`? */
static bool ends_command(const struct finder *f, size_t i)
{
	const struct language *language = f->doc->language;
	return !language->binding && language->statement_start && code_kind(f->doc, i) == TOKEN_OPERATOR && code_is_statement_start(f->doc, i + 1);
}

/* Was the INDENT before element `e` left out, because the file has the block's body on the line of its head? */
static bool is_inline_body(const struct finder *f, size_t e)
{
	const struct pattern *pattern = f->pattern;
	return e > 0 && pattern->doc.tokens.items[pattern->elements[e - 1].token].kind == TOKEN_INDENT && f->elements[e - 1].first == f->elements[e - 1].last;
}

/*
 * Where a list that reaches `at` goes on: behind the next unit, which among statements is a whole compound one. `at` itself where it must end:
 * before the end of the block, or of the branch, in which it began.
 */
static size_t list_step(struct finder *f, size_t e, size_t at)
{
	const struct pattern *pattern = f->pattern;
	bool by_bracket = e + 1 < pattern->n_elements && pattern->doc.tokens.items[pattern->elements[e + 1].token].kind == TOKEN_CLOSE;
	size_t closer, end = at;
	if (pattern->elements[e].own_line && pattern->language->block_part && at < f->doc->n_code) {
		if (!by_bracket && code_ends_branch(f->doc, at))
			return at;
		end = code_compound_end(f->doc, at, &closer, &f->steps);
	}
	return end > at ? end : code_unit_end(f->doc, at);
}

/* A list of statements at the end of the pattern takes all that follow in the block. Whatever lies on the way there comes to the same end. */
static bool fit_rest_of_block(struct finder *f, size_t e, size_t at, size_t *end)
{
	bool inlined = is_inline_body(f, e), keeps = f->steps > SHORT_SEARCH_STEPS * f->doc->n_code && !inlined;
	size_t last = at;
	if (keeps && !f->rest_ends)
		f->rest_ends = xcalloc(f->doc->n_code + 1, sizeof(*f->rest_ends));
	for (size_t next; f->steps < STEP_LIMIT; f->steps++, last = next) {
		bool is_known = keeps && f->rest_ends[last];
		next = is_known ? f->rest_ends[last] : inlined && ends_line(f, last) ? last : list_step(f, e, last);
		if (next == last)
			break;
	}
	for (size_t on = at; keeps && !f->rest_ends[on]; on = on == last ? on : list_step(f, e, on))
		f->rest_ends[on] = (uint32_t)last;
	return f->steps < STEP_LIMIT && fit_statements(f, e, at, last, end);
}

static bool fit_list(struct finder *f, size_t e, size_t at, size_t *end)
{
	bool own_line = f->pattern->elements[e].own_line;
	if (own_line && e > 0 && e + 1 == f->pattern->n_elements)
		return fit_rest_of_block(f, e, at, end);
	/* `f($$$A, x)` takes `f(x)`: an empty list goes with the separator that follows it. */
	if (is_element_separator(f, e + 1) && code_is_argument_start(f->doc, at)) {
		f->elements[e + 1] = (struct code_run){ (uint32_t)at, (uint32_t)at };
		if (fit_with(f, e, at, at, e + 2, end))
			return true;
	}
	/* An empty list may end where one that began before may not: only that is tried where another has been. */
	for (size_t last = at; f->steps < STEP_LIMIT; f->steps++) {
		bool is_dead_end = is_dead(f, DEAD_END_OF_LIST, e, last);
		if (is_dead_end && last > at)
			return false;
		if (is_list_end(f, e, at, last) && (own_line ? fit_statements(f, e, at, last, end) : fit_with(f, e, at, last, e + 1, end)))
			return true;
		if (is_dead_end)
			return false;
		mark_dead(f, DEAD_END_OF_LIST, e, last);
		size_t next = list_step(f, e, last);
		if (next == last || (!own_line && (ends_line(f, last) || ends_command(f, last))))
			return false;
		last = next;
	}
	return false;
}

/* `f(x)` takes `f(x,)`: one separator before a closing bracket says nothing, except that it makes `(x,)` a tuple. */
static size_t skip_trailing_separator(const struct finder *f, size_t e, size_t at)
{
	const struct document *doc = f->doc;
	uint32_t token = f->pattern->elements[e].token;
	if (f->pattern->doc.tokens.items[token].kind != TOKEN_CLOSE || !code_is_separator(f->doc, at) || code_kind(doc, at + 1) != TOKEN_CLOSE)
		return at;
	uint32_t open = code_token(doc, at + 1)->partner;
	if (open == TOKEN_NONE)
		return at;
	size_t open_index = code_index(doc, open);
	bool is_call = open_index > 0 && code_ends_operand(doc, open_index - 1);
	return code_is(doc, at + 1, TOKEN_CLOSE, ")") && !is_call ? at : at + 1;
}

static enum token_kind element_kind(const struct pattern *pattern, size_t e)
{
	return e < pattern->n_elements ? (enum token_kind)pattern->doc.tokens.items[pattern->elements[e].token].kind : TOKEN_KIND_COUNT;
}

/* Does the pattern have a block's body on lines of its own here, and the file on the line of the head: `if x: f()`? */
static bool skips_indent(struct finder *f, size_t e, size_t at)
{
	bool awaits = element_kind(f->pattern, e) == TOKEN_END && element_kind(f->pattern, e + 1) == TOKEN_INDENT;
	return awaits && at > 0 && at < f->doc->n_code && !ends_line(f, at) && code_is(f->doc, at - 1, TOKEN_OPERATOR, ":");
}

/* Is element `e` the end of a body that the file has on the line of its head? */
static bool skips_dedent(const struct finder *f, size_t e)
{
	const struct pattern *pattern = f->pattern;
	uint32_t indent = pattern->doc.tokens.items[pattern->elements[e].token].partner;
	if (element_kind(pattern, e) != TOKEN_DEDENT || indent == TOKEN_NONE)
		return false;
	for (size_t i = e; i-- > 0;)
		if (pattern->elements[i].token == indent)
			return f->elements[i].first == f->elements[i].last;
	return false;
}

static bool fit_many(struct finder *f, size_t e, size_t at, size_t *end)
{
	if (is_dead(f, DEAD_ENTRY, e, at))
		return false;
	if (f->pattern->elements[e].kind == ELEMENT_CAPTURE ? fit_capture(f, e, at, end) : fit_list(f, e, at, end))
		return true;
	mark_dead(f, DEAD_ENTRY, e, at);
	return false;
}

/* Fits elements [e, n) to the code tokens from `at`; `*end` is one past the last one taken. */
static bool fit(struct finder *f, size_t e, size_t at, size_t *end)
{
	const struct pattern *pattern = f->pattern;
	for (; e < pattern->n_elements; e++) {
		const struct element *element = &pattern->elements[e];
		f->steps++;
		if (element->kind != ELEMENT_LITERAL)
			return fit_many(f, e, at, end);
		/* `f(x, $$$A)` takes `f(x)`: the separator before an empty list. */
		if (is_element_separator(f, e) && e + 1 < pattern->n_elements && pattern->elements[e + 1].kind == ELEMENT_LIST &&
		    code_kind(f->doc, at) == TOKEN_CLOSE) {
			f->elements[e] = (struct code_run){ (uint32_t)at, (uint32_t)at };
			return fit_with(f, e + 1, at, at, e + 2, end);
		}
		if (skips_indent(f, e, at)) {
			f->elements[e] = f->elements[e + 1] = (struct code_run){ (uint32_t)at, (uint32_t)at };
			e++;
			continue;
		}
		if (skips_dedent(f, e)) {
			f->elements[e] = (struct code_run){ (uint32_t)at, (uint32_t)at };
			continue;
		}
		at = skip_trailing_separator(f, e, at);
		if (at >= f->doc->n_code || !token_same(pattern->language, &pattern->doc, element->token, f->doc, f->doc->code[at]))
			return false;
		f->elements[e] = (struct code_run){ (uint32_t)at, (uint32_t)at + 1 };
		at++;
	}
	*end = at;
	f->was_judged = true;
	f->steps += pattern->language->binding ? at - f->first : 0; /* all of it is judged */
	return f->accepts(f, f->first, at);
}

/* --- places ------------------------------------------------------------------------------------------------------ */

static bool is_statement_end(const struct finder *f, size_t i)
{
	size_t directive_end = code_directive_end(f->doc, f->first);
	if (directive_end && i <= directive_end)
		return i == directive_end;
	/* Before another statement, or what stands between two: `;`, `{`, `&&`. So a head without its block is a statement, too. */
	if (f->doc->language->statement_start && i < f->doc->n_code &&
	    (code_is_statement_start(f->doc, i) || code_kind(f->doc, i) == TOKEN_CLOSE || code_is(f->doc, i, TOKEN_OPERATOR, ":") ||
	     (i + 1 < f->doc->n_code && code_is_statement_start(f->doc, i + 1))))
		return true;
	return f->pattern->opens_block || ends_line(f, i) || i >= f->doc->n_code || ends_line(f, i - 1) ||
	       code_is(f->doc, i, TOKEN_OPERATOR, ";");
}

/* `f(x)` in `def f(x):` is no call. */
static bool is_declaration(const struct finder *f, size_t first, size_t end)
{
	const struct language *language = f->doc->language;
	return language->declares && first > 0 && end - first > 1 && code_kind(f->doc, first - 1) == TOKEN_NAME &&
	       language->declares(document_text(f->doc, f->doc->code[first - 1]));
}

/* As a statement or a whole expression. */
static bool accepts_place(const struct finder *f, size_t first, size_t end)
{
	if (end == first)
		return false;
	if (!f->pattern->is_statement && f->doc->language->widen && end - first > 1 && code_is_separator(f->doc, end - 1))
		end--; /* an item of a list with the separator behind it */
	return f->pattern->is_statement ? is_statement_end(f, end) : code_is_whole(f->doc, first, end) && !is_declaration(f, first, end);
}

/* As the head of a block, with or without its ':'; `def f` and `class C` whatever follows the name. */
static bool accepts_head(const struct finder *f, size_t first, size_t end)
{
	const struct language *language = f->doc->language;
	if (language->names_block)
		return end <= f->head_last &&
		       language->names_block(f->doc->source->bytes, &f->doc->tokens, f->head, f->doc->code[first], f->doc->code[end]);
	return end == f->head_last || f->pattern->is_name_head || (end + 1 == f->head_last && code_is(f->doc, end, TOKEN_OPERATOR, ":"));
}

/* Does the pattern fit at `at`? */
static bool fits_at(struct finder *f, size_t at, size_t *end)
{
	for (size_t i = 0; i < f->pattern->n_captures; i++)
		f->bound[i] = false;
	f->first = at;
	if (f->was_judged)
		dead_ends_forget(&f->dead_ends);
	f->was_judged = false;
	return fit(f, 0, at, end);
}

/* `if(X) $$$` takes the `endif()` as well, where the list reaches it: the pattern says all of the block but its end. */
static size_t with_closer(struct finder *f, size_t at, size_t end)
{
	const struct element *last = &f->pattern->elements[f->pattern->n_elements - 1];
	size_t closer;
	if (last->kind != ELEMENT_LIST || !last->own_line || !f->pattern->language->block_part)
		return end;
	size_t whole = code_compound_end(f->doc, at, &closer, &f->steps);
	return whole > at && (closer == end || (closer == end + 1 && ends_line(f, end))) ? whole : end;
}

static const struct match *add_match(const struct finder *f, size_t first, size_t end, struct match_list *out)
{
	const struct pattern *pattern = f->pattern;
	struct match match = {
		.run = { (uint32_t)first, (uint32_t)end },
		.captures = arena_alloc(&out->arena, pattern->n_captures * sizeof(*match.captures)),
		.elements = arena_alloc(&out->arena, pattern->n_elements * sizeof(*match.elements)),
	};
	code_run_span(match.run, f->doc, &match.begin, &match.end);
	for (size_t i = 0; i < pattern->n_captures; i++)
		match.captures[i] = f->captures[i];
	for (size_t i = 0; i < pattern->n_elements; i++)
		match.elements[i] = f->elements[i];
	VEC_PUSH(out->items, out->count, out->capacity, match);
	return &out->items[out->count - 1];
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
	};
}

static void finder_release(struct finder *f)
{
	free(f->elements);
	free(f->captures);
	free(f->bound);
	free(f->rest_ends);
	dead_ends_release(&f->dead_ends);
}

/* Can the pattern begin at `at`? Most places are ruled out by the first token alone. */
static bool may_begin(const struct finder *f, size_t at)
{
	const struct element *first = &f->pattern->elements[0];
	if (f->pattern->is_statement && !code_is_statement_start(f->doc, at))
		return false;
	return first->kind != ELEMENT_LITERAL || token_same(f->pattern->language, &f->pattern->doc, first->token, f->doc, f->doc->code[at]);
}

/* The first code token from `at` that ends behind the byte `offset`. */
static size_t token_behind(const struct document *doc, size_t at, size_t offset)
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

/* The next place from `at` where the pattern may begin: `word`, its first, stands there. `*hit` is where that was found last. */
static size_t next_place(const struct finder *f, struct slice word, size_t at, size_t *hit)
{
	while (word.len && at < f->doc->n_code) {
		const struct token *token = code_token(f->doc, at);
		if (*hit < token->begin)
			*hit = pattern_find_word(f->pattern, f->doc, word, f->pattern->first_is_name, token->begin);
		if (*hit == (size_t)-1)
			return f->doc->n_code;
		if (*hit < token->end && *hit + word.len <= token->end)
			break;
		at = *hit < token->end ? at + 1 : token_behind(f->doc, at, *hit);
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
		if (pattern->elements[e].kind != ELEMENT_LITERAL && outer->elements[e].first <= first && end <= outer->elements[e].last)
			return true;
	return false;
}

bool match_captures_place(const struct pattern *pattern, const struct match *outer, const struct match *inner)
{
	return captures(pattern, outer, inner->run.first, inner->run.last);
}

/*
 * May [first, end) be a match, as far as those go that were found before? One that overlaps another must lie within one of its captures. `*innermost` is
 * the index in `out` of the innermost match around the place before, or (size_t)-1, and becomes that around this one.
 */
static bool nests(const struct pattern *pattern, const struct match_list *out, const struct enclosing *around, size_t *innermost, size_t first, size_t end)
{
	while (*innermost != (size_t)-1 && out->items[*innermost].run.last <= first)
		*innermost = around->items[*innermost];
	return *innermost == (size_t)-1 || captures(pattern, &out->items[*innermost], first, end);
}

typedef bool keeps_match(void *ctx, const struct match *match);

static void find_all(const struct pattern *pattern, struct document *doc, bool nested, keeps_match *keeps, void *ctx, struct match_list *out)
{
	bool spliced = pattern->language->splices && words_may_be_cut(doc->source->bytes);
	if (!spliced && !doc->lexed && !pattern_words_are_in(pattern, doc))
		return;
	document_tokens(doc);
	struct finder f = finder_new(pattern, doc);
	struct slice word = spliced ? slice_sub(pattern->first_word, 0, 0) : pattern->first_word;
	size_t hit = pattern_find_word(pattern, doc, word, word.len && pattern->first_is_name, 0), innermost = (size_t)-1;
	struct enclosing around = { 0 };
	for (size_t at = next_place(&f, word, 0, &hit), next; at < doc->n_code && f.steps < STEP_LIMIT; at = next_place(&f, word, next, &hit)) {
		size_t end;
		next = at + 1;
		if (!may_begin(&f, at) || !fits_at(&f, at, &end))
			continue;
		end = with_closer(&f, at, end);
		if (!nests(pattern, out, &around, &innermost, at, end))
			continue;
		if (!keeps(ctx, add_match(&f, at, end, out))) {
			out->count--;
			continue;
		}
		VEC_PUSH(around.items, around.count, around.capacity, innermost);
		innermost = out->count - 1;
		next = nested ? next : end;
	}
	out->limited |= f.steps >= STEP_LIMIT;
	free(around.items);
	finder_release(&f);
}

static bool keep_all(void *ctx, const struct match *match)
{
	(void)ctx;
	(void)match;
	return true;
}

void pattern_find(const struct pattern *pattern, struct document *doc, struct match_list *out)
{
	find_all(pattern, doc, false, keep_all, NULL, out);
}

void pattern_find_kept(const struct pattern *pattern, struct document *doc, bool nested, keeps_match *keeps, void *ctx, struct match_list *out)
{
	find_all(pattern, doc, nested, keeps, ctx, out);
}

bool pattern_covers(const struct pattern *pattern, const struct pattern *other)
{
	struct finder f = finder_new(pattern, &other->doc);
	size_t first = code_index(&other->doc, other->elements[0].token), end = 0;
	size_t last = code_index(&other->doc, other->elements[other->n_elements - 1].token) + 1;
	bool covers = fits_at(&f, first, &end) && end == last;
	finder_release(&f);
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
		bool begins = at == first || ends_line(&f, at - 1) || code_is(doc, at - 1, TOKEN_NAME, "async") || doc->language->names_block;
		fits = begins && fits_at(&f, at, &end);
	}
	finder_release(&f);
	return fits;
}
