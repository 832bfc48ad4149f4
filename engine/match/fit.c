/*
 * Fitting a pattern's elements to the tokens of a file, from one place on.
 *
 * Literal tokens must be the same; a capture takes the shortest balanced run with which the rest still fits.
 */
#include "match/fit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "lang/document.h"
#include "match/code.h"

/* --- statements that hold others ---------------------------------------------------------------------------------- */

/* Between words of their own: CMake's `if() … endif()`, the shell's `if … fi`, C's `#if … #endif`. */

/* Is it the `)` after a pattern of the shell's `case`, or as lonely as that one? */
static bool is_lone_close(const struct document *doc, size_t i)
{
	return !doc->language->binding && code_kind(doc, i) == TOKEN_CLOSE && code_token(doc, i)->partner == TOKEN_NONE;
}

/* The closer of the compound statement that opens at `i`, or `i`. */
static size_t find_closer(const struct document *doc, size_t i, size_t *steps)
{
	size_t depth = 0;
	for (size_t at = i, next; at < doc->n_code; at = next) {
		enum block_part part = document_block_part(doc, at);
		depth = part == BLOCK_OPENS ? depth + 1 : part == BLOCK_CLOSES && depth ? depth - 1 : depth;
		if (!depth && at == i)
			return i;
		next = is_lone_close(doc, at) ? at + 1 : code_unit_end(doc, at);
		if (next == at)
			return i; /* the bracket around it closes first */
		++*steps;
		if (!depth)
			return at;
	}
	return i;
}

/*
 * One past the compound statement that opens at `i`, `*closer` being the statement that closes it; `i` itself where
 * none opens or none closes it. `*steps` grows by the units that were looked at. `closers`: what compound_closers()
 * gave, or NULL; with it nothing is looked for.
 */
static size_t compound_end(const struct document *doc, const uint32_t *closers, size_t i, size_t *closer, size_t *steps)
{
	*closer = closers ? closers[i] : find_closer(doc, i, steps);
	if (*closer == i)
		return i;
	size_t next = code_unit_end(doc, *closer);
	bool has_arguments = code_kind(doc, *closer) == TOKEN_NAME && code_kind(doc, next) == TOKEN_OPEN;
	return has_arguments ? code_unit_end(doc, next) : next;
}

/* What is open: statements by their index, and brackets, in which statements open and close among themselves. */
struct open_parts {
	uint32_t *items;
	size_t count, capacity;
};

#define OPEN_BRACKET UINT32_MAX

/* Statements that opened in the innermost bracket are closed nowhere. */
static void forget_statements(struct open_parts *open)
{
	while (open->count && open->items[open->count - 1] != OPEN_BRACKET)
		open->count--;
}

static void see_bracket(const struct document *doc, size_t i, struct open_parts *open)
{
	enum token_kind kind = code_kind(doc, i);
	bool opens = kind == TOKEN_OPEN || kind == TOKEN_INDENT, closes = kind == TOKEN_CLOSE || kind == TOKEN_DEDENT;
	bool is_paired = code_token(doc, i)->partner != TOKEN_NONE;
	if (opens && is_paired)
		VEC_PUSH(open->items, open->count, open->capacity, OPEN_BRACKET);
	else if (opens || (closes && !is_lone_close(doc, i)))
		forget_statements(open);
	if (closes && is_paired && open->count)
		open->count--;
}

/* For each code token the one that closes the compound statement which opens there, or itself. To be freed. */
static uint32_t *compound_closers(const struct document *doc)
{
	uint32_t *closers = xmalloc((doc->n_code + 1) * sizeof(*closers));
	struct open_parts open = { 0 };
	for (uint32_t i = 0; i < doc->n_code; i++) {
		enum block_part part = document_block_part(doc, i);
		closers[i] = i;
		if (part == BLOCK_OPENS)
			VEC_PUSH(open.items, open.count, open.capacity, i);
		else if (part == BLOCK_CLOSES && open.count && open.items[open.count - 1] != OPEN_BRACKET)
			closers[open.items[--open.count]] = i;
		see_bracket(doc, i, &open);
	}
	free(open.items);
	return closers;
}

/* Does a branch of a compound statement end before `i`: is this its `else()` or `endif()`, or the `;;` of a `case`? */
static bool compound_ends_branch(const struct document *doc, size_t i)
{
	enum block_part part = document_block_part(doc, i);
	return part == BLOCK_BRANCHES || part == BLOCK_CLOSES || code_ends_case(doc, i);
}

/* --- what leads nowhere ------------------------------------------------------------------------------------------- */

/* At most so many marks: a pattern with many lists in a huge file is searched without. */
#define MARKS_MAX ((size_t)16 << 20)

/* Begins to keep marks for a file of `n_code` code tokens; a search that ends soon needs none. */
static void dead_ends_begin(struct dead_ends *ends, const struct pattern *pattern, size_t n_code)
{
	if (ends->marks || !pattern->n_slots || n_code >= MARKS_MAX / pattern->n_slots)
		return;
	ends->marks = xcalloc(pattern->n_slots * (n_code + 1), sizeof(*ends->marks));
	ends->round = 1;
}

/* Marks of one token lie side by side. */
static uint32_t *mark_of(
	const struct dead_ends *ends, const struct pattern *pattern, enum dead_end_kind kind, size_t e, size_t at)
{
	size_t slot = pattern->elements[e].slots[kind];
	return ends->marks && slot != ELEMENT_NO_SLOT ? &ends->marks[at * pattern->n_slots + slot] : NULL;
}

static void dead_ends_mark(
	struct dead_ends *ends, const struct pattern *pattern, enum dead_end_kind kind, size_t e, size_t at)
{
	uint32_t *mark = mark_of(ends, pattern, kind, e, at);
	if (mark)
		*mark = ends->round;
}

static bool dead_ends_has(
	const struct dead_ends *ends, const struct pattern *pattern, enum dead_end_kind kind, size_t e, size_t at)
{
	const uint32_t *mark = mark_of(ends, pattern, kind, e, at);
	return mark && *mark == ends->round;
}

/* --- the elements of a pattern ------------------------------------------------------------------------------------ */

#define JUDGING_STEPS 8
/* A search that takes more than so many steps for each token of the file keeps in mind what leads nowhere. */
#define SHORT_SEARCH_STEPS 8

/*
 * Fits the elements [e, n) to the code tokens from `at`, and asks `accepts` of the whole. True: `*end` is one past the
 * last token taken, and `elements` and `captures` say what each took.
 */
static bool fit_elements(struct finder *f, size_t e, size_t at, size_t *end);

static bool is_element_separator(const struct finder *f, size_t e)
{
	const struct pattern *pattern = f->pattern;
	const char *separator = pattern->language->separator;
	if (!separator || e >= pattern->n_elements || pattern->elements[e].kind != ELEMENT_LITERAL)
		return false;
	uint32_t token = pattern->elements[e].token;
	return pattern->doc.tokens.items[token].kind == TOKEN_OPERATOR &&
	       slice_eq_cstr(document_text(&pattern->doc, token), separator);
}

/* --- captures ---------------------------------------------------------------------------------------------------- */

static bool runs_same(struct finder *f, struct code_run a, struct code_run b)
{
	return a.last - a.first == b.last - b.first &&
	       repeats_has(&f->repeats, f->doc, a.first, b.first, a.last - a.first, &f->steps);
}

/* Does what fits after element `e` depend on an INDENT before it, which the file has not? */
static bool is_inlined(const struct finder *f, size_t e)
{
	for (size_t i = 0; i < e && f->pattern->has_indents; i++)
		if (f->pattern->doc.tokens.items[f->pattern->elements[i].token].kind == TOKEN_INDENT &&
			f->elements[i].first == f->elements[i].last)
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
		return fit_elements(f, next_element, last, end);
	if (f->bound[capture])
		return runs_same(f, f->captures[capture], run) && fit_elements(f, next_element, last, end);
	f->bound[capture] = true;
	f->captures[capture] = run;
	if (fit_elements(f, next_element, last, end))
		return true;
	f->bound[capture] = false;
	return false;
}

/* Lets element `e` take the run once it has grown to `shortest` or beyond it. */
static bool fit_growth(struct finder *f, size_t e, struct code_growth *run, size_t shortest, size_t *end)
{
	/* Judging a run costs as much as many comparisons of tokens. */
	for (; f->steps < f->limit && code_growth_add(f->doc, run); f->steps += JUDGING_STEPS) {
		if (run->is_whole && run->last >= shortest && fit_with(f, e, run->first, run->last, e + 1, end))
			return true;
		if (!code_growth_may_go_on(f->doc, run))
			return false;
	}
	return false;
}

static bool fit_capture(struct finder *f, size_t e, size_t at, size_t *end)
{
	const struct document *doc = f->doc;
	if (!doc->language->binding) {
		size_t last = code_unit_end(doc, at);
		return last > at && !token_kind_is_border(code_kind(f->doc, at)) &&
		       code_kind(doc, at) != TOKEN_OPERATOR && fit_with(f, e, at, last, e + 1, end);
	}
	size_t capture = code_index(&f->pattern->doc, f->pattern->elements[e].token);
	if (code_is_member(&f->pattern->doc, capture))
		return code_kind(doc, at) == TOKEN_NAME && fit_with(f, e, at, at + 1, e + 1, end);
	struct code_growth run = code_growth_begin(&f->pattern->doc, capture, at);
	if (e == 0)
		f->leading = run;
	return fit_growth(f, e, e == 0 ? &f->leading : &run, 0, end);
}

/* Where a list may end: nowhere inside an argument. */
static bool is_list_end(const struct finder *f, size_t e, size_t first, size_t last)
{
	if (f->pattern->elements[e].own_line && f->pattern->language->statement_start)
		return last == first || code_kind(f->doc, last) == TOKEN_CLOSE ||
		       code_is_statement_start(f->doc, last) || compound_ends_branch(f->doc, last);
	if (f->pattern->elements[e].own_line)
		return last == first || code_kind(f->doc, last - 1) == TOKEN_END ||
		       code_kind(f->doc, last - 1) == TOKEN_DEDENT || code_is_argument_end(f->doc, last);
	if (!f->pattern->language->separator || last == first)
		return true;
	return code_is_argument_end(f->doc, last) || e + 1 == f->pattern->n_elements || !is_element_separator(f, e + 1);
}

/*
 * Lets the list take whole statements [first, last). The END after it in the pattern is the END of the last statement,
 * or nothing where no statement was taken or the last is a block, which ends with its DEDENT.
 */
static bool fit_statements(struct finder *f, size_t e, size_t first, size_t last, size_t *end)
{
	const struct pattern *pattern = f->pattern;
	bool end_follows = e + 1 < pattern->n_elements &&
			   pattern->doc.tokens.items[pattern->elements[e + 1].token].kind == TOKEN_END;
	/* A directive has its end, whatever is in it. */
	if (end_follows && !pattern->language->is_directive &&
		(last == first || code_kind(f->doc, last - 1) == TOKEN_DEDENT)) {
		f->elements[e + 1] = (struct code_run){ (uint32_t)last, (uint32_t)last };
		return fit_with(f, e, first, last, e + 2, end);
	}
	if (last > first && code_kind(f->doc, last - 1) == TOKEN_END &&
		(end_follows || !pattern->language->statement_start))
		last--;
	return fit_with(f, e, first, last, e + 1, end);
}

/* Where words make a command, does the operator at `i` end it: `;`, `&&`, `|`? */
static bool ends_command(const struct finder *f, size_t i)
{
	const struct language *language = f->doc->language;
	return !language->binding && language->statement_start && code_kind(f->doc, i) == TOKEN_OPERATOR &&
	       code_is_statement_start(f->doc, i + 1);
}

/* Was the INDENT before element `e` left out, because the file has the block's body on the line of its head? */
static bool is_inline_body(const struct finder *f, size_t e)
{
	const struct pattern *pattern = f->pattern;
	return e > 0 && pattern->doc.tokens.items[pattern->elements[e - 1].token].kind == TOKEN_INDENT &&
	       f->elements[e - 1].first == f->elements[e - 1].last;
}

size_t finder_compound_end(struct finder *f, size_t at, size_t *closer)
{
	if (!f->closers && f->steps > SHORT_SEARCH_STEPS * f->doc->n_code)
		f->closers = compound_closers(f->doc);
	return compound_end(f->doc, f->closers, at, closer, &f->steps);
}

/*
 * Where a list that reaches `at` goes on: after the next unit, which among statements is a whole compound one. `at`
 * itself where it must end: before the end of the block, or of the branch, in which it began.
 */
static size_t list_step(struct finder *f, size_t e, size_t at)
{
	const struct pattern *pattern = f->pattern;
	bool by_bracket = e + 1 < pattern->n_elements &&
			  pattern->doc.tokens.items[pattern->elements[e + 1].token].kind == TOKEN_CLOSE;
	size_t closer, end = at;
	if (pattern->elements[e].own_line && pattern->language->block_part && at < f->doc->n_code) {
		if (!by_bracket && compound_ends_branch(f->doc, at))
			return at;
		end = finder_compound_end(f, at, &closer);
	}
	return end > at ? end : code_unit_end(f->doc, at);
}

/* Is this the end of the directive in which a list of statements began, a macro's body? Where directives are, no other
 * lines have ends. */
static bool ends_directive(const struct finder *f, size_t at)
{
	return f->doc->language->is_directive && code_kind(f->doc, at) == TOKEN_END;
}

/*
 * Where words make a command, what ends a list of them at `i` besides the line's end, because it is joined to what is
 * before it: by `&&`, `||`, `|`, or by the line where there are no other blocks than brackets. NULL: it is not.
 */
static const char *const *ends_of_joined(const struct finder *f, size_t i)
{
	static const char *const joints[] = { "&&", "||", "|", "|&", NULL }, *const ends[] = { ";", ";;", "&", NULL },
				 *const line[] = { NULL };
	const struct language *language = f->doc->language;
	enum token_kind before = i ? code_kind(f->doc, i - 1) : TOKEN_END;
	if (language->binding)
		return NULL;
	if (before == TOKEN_OPERATOR && document_is_one_of(f->doc, i - 1, joints))
		return ends;
	bool by_lines = language->is_bound && !language->block_part;
	return by_lines && before != TOKEN_END && before != TOKEN_OPEN ? line : NULL;
}

/* In a language with single statements behind a head, `if (x) y();`: is one of them at `i`? */
static bool is_governed(const struct finder *f, size_t i)
{
	enum token_kind before = i ? code_kind(f->doc, i - 1) : TOKEN_END;
	if (!f->doc->language->continues || code_directive_end(f->doc, f->first) >= i)
		return false;
	return before == TOKEN_NAME || (before == TOKEN_CLOSE && !code_is(f->doc, i - 1, TOKEN_CLOSE, "}"));
}

static void add_head(const struct document *doc, size_t i, struct open_heads *heads)
{
	if (i < doc->n_code)
		doc->language->add_head(doc->source->bytes, &doc->tokens, doc->code[i], heads);
}

/* The head before the statement at `i`: `do`, or `if (x)`, `if constexpr (x)`. */
static struct open_heads heads_before(const struct document *doc, size_t i)
{
	struct open_heads heads = { 0 };
	size_t head = i - 1;
	if (code_kind(doc, head) == TOKEN_CLOSE && code_token(doc, head)->partner != TOKEN_NONE)
		head = code_index(doc, code_token(doc, head)->partner) - 1;
	add_head(doc, code_is(doc, head, TOKEN_NAME, "constexpr") ? head - 1 : head, &heads);
	return heads;
}

/* Has that statement come to its end before `i`? */
static bool ends_governed(const struct document *doc, size_t i, struct open_heads *heads)
{
	bool may_end = code_is(doc, i - 1, TOKEN_OPERATOR, ";") || code_is(doc, i - 1, TOKEN_CLOSE, "}");
	return may_end && i < doc->n_code &&
	       !doc->language->continues(doc->source->bytes, &doc->tokens, doc->code[i], heads);
}

/* What ends a list of statements before its block does. */
struct rest {
	size_t at; /* where the list begins */
	bool inlined, governed;
	struct open_heads heads; /* where it is governed */
	const char *const *ends; /* of ends_of_joined() */
};

static struct rest rest_of_block(const struct finder *f, size_t e, size_t at)
{
	bool governed = is_governed(f, at);
	struct open_heads none = { 0 };
	return (struct rest){ at, is_inline_body(f, e), governed, governed ? heads_before(f->doc, at) : none,
		ends_of_joined(f, at) };
}

static bool rest_is_over(const struct finder *f, struct rest *rest, size_t last)
{
	if (ends_directive(f, last) || (rest->inlined && token_kind_is_border(code_kind(f->doc, last))))
		return true;
	if (rest->governed && last > rest->at && ends_governed(f->doc, last, &rest->heads))
		return true;
	if (rest->governed)
		add_head(f->doc, last, &rest->heads);
	if (last == rest->at)
		return false;
	return rest->ends && (code_kind(f->doc, last) == TOKEN_END || document_is_one_of(f->doc, last, rest->ends));
}

/* A list of statements at the end of the pattern takes all that follow in the block. Whatever lies on the way there
 * comes to the same end. */
static bool fit_rest_of_block(struct finder *f, size_t e, size_t at, size_t *end)
{
	struct rest rest = rest_of_block(f, e, at);
	bool is_shared = !rest.inlined && !rest.governed && !rest.ends,
	     keeps = is_shared && f->steps > SHORT_SEARCH_STEPS * f->doc->n_code;
	size_t last = at;
	if (keeps && !f->rest_ends)
		f->rest_ends = xcalloc(f->doc->n_code + 1, sizeof(*f->rest_ends));
	for (size_t next; f->steps < f->limit; f->steps++, last = next) {
		bool is_known = keeps && f->rest_ends[last];
		next = is_known ? f->rest_ends[last] : rest_is_over(f, &rest, last) ? last : list_step(f, e, last);
		if (next == last)
			break;
	}
	for (size_t on = at; keeps && !f->rest_ends[on]; on = on == last ? on : list_step(f, e, on))
		f->rest_ends[on] = (uint32_t)last;
	return f->steps < f->limit && fit_statements(f, e, at, last, end);
}

/* A list that was taken before can only end where the same code ends. */
static bool fit_repeated_list(struct finder *f, size_t e, size_t at, size_t *end)
{
	struct code_run taken = f->captures[f->pattern->elements[e].capture];
	size_t last = at + (taken.last - taken.first);
	return last <= f->doc->n_code && is_list_end(f, e, at, last) && fit_with(f, e, at, last, e + 1, end);
}

static bool fit_list(struct finder *f, size_t e, size_t at, size_t *end)
{
	bool own_line = f->pattern->elements[e].own_line;
	uint32_t capture = f->pattern->elements[e].capture;
	if (own_line && e > 0 && e + 1 == f->pattern->n_elements)
		return fit_rest_of_block(f, e, at, end);
	/* `f($$$A, x)` takes `f(x)`: an empty list goes with the separator that follows it. */
	if (is_element_separator(f, e + 1) && code_is_argument_start(f->doc, at)) {
		f->elements[e + 1] = (struct code_run){ (uint32_t)at, (uint32_t)at };
		if (fit_with(f, e, at, at, e + 2, end))
			return true;
	}
	if (capture != CAPTURE_NONE && f->bound[capture] && !own_line && f->pattern->language->separator)
		return fit_repeated_list(f, e, at, end);
	/* An empty list may end where one that began before may not: only that is tried where another has been. */
	for (size_t last = at; f->steps < f->limit; f->steps++) {
		bool is_dead_end = is_dead(f, DEAD_END_OF_LIST, e, last);
		if (is_dead_end && last > at)
			return false;
		if (is_list_end(f, e, at, last) &&
			(own_line ? fit_statements(f, e, at, last, end) : fit_with(f, e, at, last, e + 1, end)))
			return true;
		if (is_dead_end)
			return false;
		mark_dead(f, DEAD_END_OF_LIST, e, last);
		size_t next = list_step(f, e, last);
		if (next == last ||
			(!own_line && (token_kind_is_border(code_kind(f->doc, last)) || ends_command(f, last))))
			return false;
		last = next;
	}
	return false;
}

/* Is another separator in the bracket that opens at `open`, before the one at `last`? */
static bool has_separator_before(struct finder *f, size_t open, size_t last)
{
	size_t i = open + 1, next;
	for (; i < last && !code_is_separator(f->doc, i); f->steps++) {
		next = code_unit_end(f->doc, i);
		i = next == i ? i + 1 : next;
	}
	return i < last;
}

/* `f(x)` takes `f(x,)`: one separator before a closing bracket says nothing, except that it makes `(x,)` a tuple. */
static size_t skip_trailing_separator(struct finder *f, size_t e, size_t at)
{
	const struct document *doc = f->doc;
	uint32_t token = f->pattern->elements[e].token;
	if (f->pattern->doc.tokens.items[token].kind != TOKEN_CLOSE || !code_is_separator(f->doc, at) ||
		code_kind(doc, at + 1) != TOKEN_CLOSE)
		return at;
	uint32_t open = code_token(doc, at + 1)->partner;
	size_t open_index = open == TOKEN_NONE ? 0 : code_index(doc, open);
	if (open == TOKEN_NONE)
		return at;
	return code_may_be_tuple(doc, at + 1) && !has_separator_before(f, open_index, at) ? at : at + 1;
}

static enum token_kind element_kind(const struct pattern *pattern, size_t e)
{
	return e < pattern->n_elements ? (enum token_kind)pattern->doc.tokens.items[pattern->elements[e].token].kind
				       : TOKEN_KIND_COUNT;
}

/* Does the pattern have a block's body on lines of its own here, and the file on the line of the head: `if x: f()`? */
static bool skips_indent(struct finder *f, size_t e, size_t at)
{
	bool awaits = element_kind(f->pattern, e) == TOKEN_END && element_kind(f->pattern, e + 1) == TOKEN_INDENT;
	return awaits && at > 0 && at < f->doc->n_code && !token_kind_is_border(code_kind(f->doc, at)) &&
	       code_is(f->doc, at - 1, TOKEN_OPERATOR, ":");
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
static bool fit_elements(struct finder *f, size_t e, size_t at, size_t *end)
{
	const struct pattern *pattern = f->pattern;
	for (; e < pattern->n_elements; e++) {
		const struct element *element = &pattern->elements[e];
		f->steps++;
		if (element->kind != ELEMENT_LITERAL)
			return fit_many(f, e, at, end);
		/* `f(x, $$$A)` takes `f(x)`: the separator before an empty list. */
		if (is_element_separator(f, e) && e + 1 < pattern->n_elements &&
			pattern->elements[e + 1].kind == ELEMENT_LIST && code_kind(f->doc, at) == TOKEN_CLOSE) {
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
		if (at >= f->doc->n_code ||
			!token_same(pattern->language, &pattern->doc, element->token, f->doc, f->doc->code[at]))
			return false;
		f->elements[e] = (struct code_run){ (uint32_t)at, (uint32_t)at + 1 };
		at++;
	}
	*end = at;
	f->was_judged = true;
	return f->accepts(f, f->first, at);
}

static void begin_try(struct finder *f)
{
	for (size_t i = 0; i < f->pattern->n_captures; i++)
		f->bound[i] = false;
	if (f->was_judged)
		f->dead_ends.round++; /* never comes round: a search has fewer steps */
	f->was_judged = false;
}

bool finder_fits_at(struct finder *f, size_t at, size_t *end)
{
	begin_try(f);
	f->first = at;
	return fit_elements(f, 0, at, end);
}

bool finder_fits_around(struct finder *f, size_t *end)
{
	if (!finder_leads(f) || !code_growth_may_go_on(f->doc, &f->leading))
		return false;
	begin_try(f);
	return fit_growth(f, 0, &f->leading, *end, end);
}
